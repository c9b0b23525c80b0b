/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bulk-flow.h"

#include "ns3/packet-sink-helper.h"
#include "ns3/remote-link.h"

namespace ns3::tcplossy
{

BulkFlow
BulkFlow::Install(const Ends& ends, uint32_t sendSize, Time start)
{
    BulkFlow flow;
    if (remotelink::IsLocal(ends.source))
    {
        flow.sender = CreateObject<BulkSource>(ends.to, sendSize);
        flow.sender->SetStartTime(start);
        ends.source->AddApplication(flow.sender);
    }
    if (remotelink::IsLocal(ends.destination))
    {
        PacketSinkHelper receiver("ns3::TcpSocketFactory", ends.listen);
        flow.receiver = DynamicCast<PacketSink>(receiver.Install(ends.destination).Get(0));
    }
    return flow;
}

} // namespace ns3::tcplossy
