/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bulk-flow.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/uinteger.h"

namespace ns3::tcplossy
{

BulkFlow
BulkFlow::Install(const Ends& ends, uint32_t sendSize, Time start)
{
    const std::string factory = "ns3::TcpSocketFactory";
    BulkSendHelper sender(factory, ends.to);
    sender.SetAttribute("SendSize", UintegerValue(sendSize));
    auto senders = sender.Install(ends.source);
    senders.Start(start);
    PacketSinkHelper receiver(factory, ends.listen);
    auto receivers = receiver.Install(ends.destination);
    return {DynamicCast<BulkSendApplication>(senders.Get(0)),
            DynamicCast<PacketSink>(receivers.Get(0))};
}

} // namespace ns3::tcplossy
