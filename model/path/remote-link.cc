/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-net-device.h"

#include "ns3/abort.h"

#ifdef NS3_MPI
#include "ns3/mpi-interface.h"
#include "ns3/mpi-receiver.h"
#endif

namespace ns3
{

namespace remotelink
{

#ifdef NS3_MPI

bool
IsAvailable()
{
    return true;
}

bool
IsLocal(Ptr<const Node> node)
{
    return !MpiInterface::IsEnabled() || node->GetSystemId() == MpiInterface::GetSystemId();
}

void
Send(Ptr<const Packet> packet, Time rxTime, Ptr<NetDevice> to)
{
    MpiInterface::SendPacket(packet->Copy(), rxTime, to->GetNode()->GetId(), to->GetIfIndex());
}

void
ReceiveAt(Ptr<NetDevice> device, Callback<void, Ptr<Packet>> receive)
{
    auto receiver = CreateObject<MpiReceiver>();
    receiver->SetReceiveCallback(receive);
    device->AggregateObject(receiver);
}

#else

bool
IsAvailable()
{
    return false;
}

bool
IsLocal(Ptr<const Node>)
{
    return true;
}

void
Send(Ptr<const Packet>, Time, Ptr<NetDevice>)
{
    NS_ABORT_MSG("remotelink: this ns-3 was built without its module mpi");
}

void
ReceiveAt(Ptr<NetDevice>, Callback<void, Ptr<Packet>>)
{
    NS_ABORT_MSG("remotelink: this ns-3 was built without its module mpi");
}

#endif

} // namespace remotelink

} // namespace ns3
