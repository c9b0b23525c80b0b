/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bulk-flow.h"

#include "ns3/packet-sink-helper.h"

namespace ns3::tcplossy
{

BulkFlow
BulkFlow::Install(const Ends& ends, uint32_t sendSize, Time start)
{
    auto sender = CreateObject<BulkSource>(ends.to, sendSize);
    sender->SetStartTime(start);
    ends.source->AddApplication(sender);
    PacketSinkHelper receiver("ns3::TcpSocketFactory", ends.listen);
    auto receivers = receiver.Install(ends.destination);
    return {sender, DynamicCast<PacketSink>(receivers.Get(0))};
}

} // namespace ns3::tcplossy
