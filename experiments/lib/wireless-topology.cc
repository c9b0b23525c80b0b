/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wireless-topology.h"

#include "ns3/sequence-position.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ns3::tcplossy
{

namespace
{
using protocolnumbers::BITS_PER_OCTET;

// Octets of headers on the hop: IPv4, and PPP or the like.
constexpr uint32_t LOWER_HEADERS = 22;

constexpr uint32_t MAX_RETRIES = 255;

/// Of the link behind the hop, see PointToPointPathHelper.
const DataRate FAR_RATE(1'000'000'000'000);
} // namespace

OptionTable
WirelessParameters::GetOptions()
{
    OptionTable options;
    options.Add("hop", "Wireless hop, one of " + WirelessPathHelper::GetHopNames(), hop)
        .Among(SplitList(WirelessPathHelper::GetHopNames(), ','));
    options.Add("flows", "Number of flows, 1 to 4096; 2007 over wifi", flows).In(1, 4096);
    options.Add("per", "Packet error rate of the wireless hop, [0, 1)", per).AtLeast(0).Below(1);
    options.Add("retries", "Retransmissions of wifi's link layer, 0 to 255", retries)
        .AtMost(MAX_RETRIES);
    options.Add("wiredRate", "Rate of each source's link", wiredRate).Above(0);
    options.Add("wiredDelay", "Propagation delay of each source's link", wiredDelay).AtLeast(0);
    options.Add("wirelessRate", "Rate of the wireless hop", wirelessRate).Above(0);
    options.Add("wirelessDelay", "Its propagation delay; 0 over wifi", wirelessDelay).AtLeast(0);
    options.Add("direct",
                "Over p2p: no links before and behind the hop, whose delay has grown by the time "
                "that they would have taken",
                direct);
    options
        .Add("queue",
             "Packets in the base station's queue; 0 for the pipe, rate times round trip",
             queue)
        .AtMost(MAX_QUEUE)
        .Unit("packets")
        .Zero("the pipe");
    options.Forbid([this] { return direct && hop != "p2p"; }, "--direct needs --hop=p2p");
    options.AddCheck([this] {
        const std::map<std::string, std::string> names{{"rate", "wirelessRate"},
                                                       {"delay", "wirelessDelay"}};
        const auto [parameter, text] =
            WirelessPathHelper::FindFault(hop, flows, wirelessRate, wirelessDelay, retries);
        const auto renamed = names.find(parameter);
        return parameter.empty()
                   ? ""
                   : "--" + (renamed == names.end() ? parameter : renamed->second) + " " + text;
    });
    return options;
}

uint32_t
WirelessParameters::GetQueue(uint32_t segmentSize) const
{
    if (queue > 0)
    {
        return queue;
    }
    const auto roundTrip = 2.0 * (wiredDelay + wirelessDelay).GetSeconds();
    const auto bits = wirelessRate.GetBitRate() * roundTrip;
    const auto packet = segmentSize + LOWER_HEADERS;
    return std::max<long>(1, std::lround(bits / (BITS_PER_OCTET * packet)));
}

DumbbellParameters
WirelessParameters::GetDirect(uint32_t segmentSize) const
{
    DumbbellParameters hopAlone;
    hopAlone.rate = wirelessRate;
    hopAlone.delay = wirelessDelay;
    hopAlone.queue = GetQueue(segmentSize);
    hopAlone.left.rate = wiredRate;
    hopAlone.left.delay = wiredDelay;
    hopAlone.right.rate = FAR_RATE;
    hopAlone.losses.forward = per;
    hopAlone.direct = true;
    return hopAlone;
}

WirelessTopology::WirelessTopology(const WirelessParameters& parameters,
                                   const SocketParameters& sockets)
{
    const auto tcp = sockets.GetHeaderSize();
    const auto segment = sockets.sizes.segment + tcp;
    if (parameters.direct)
    {
        const PacketSizes sizes{sockets.sizes.segment, tcp + LOWER_HEADERS};
        m_direct = std::make_unique<DumbbellTopology>(parameters.GetDirect(segment),
                                                      sizes,
                                                      parameters.flows,
                                                      0);
        return;
    }
    m_path = WirelessPathHelper::Create(parameters.hop, parameters.flows);
    m_path->SetWired(parameters.wiredRate, parameters.wiredDelay);
    m_path->SetWireless(parameters.wirelessRate, parameters.wirelessDelay);
    m_path->SetQueue(parameters.GetQueue(segment));
    m_path->SetPacketLoss(parameters.per);
    m_path->SetRetryLimit(parameters.retries);
    m_path->Build();
    m_path->AssignStreams(0);
}

BulkFlow::Ends
WirelessTopology::GetEnds(uint32_t flow, uint16_t port) const
{
    if (m_direct)
    {
        return m_direct->GetEnds(flow, port);
    }
    return {m_path->GetSenders().Get(flow),
            m_path->GetReceivers().Get(flow),
            m_path->GetReceiverAddress(flow, port),
            m_path->GetAnyAddress(port)};
}

} // namespace ns3::tcplossy
