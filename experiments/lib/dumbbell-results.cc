/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-experiment.h"
#include "lib/ranks.h"
#include "lib/result-statistics.h"

#include "ns3/sequence-position.h"

#include <algorithm>
#include <cmath>

namespace ns3::tcplossy
{

namespace
{
using protocolnumbers::BITS_PER_OCTET;
using protocolnumbers::IPV4_HEADER;
using protocolnumbers::IPV6_HEADER;
using protocolnumbers::PPP_HEADER;

constexpr uint32_t MAX_BURST = 10'000'000;
} // namespace

DumbbellSetUp
DumbbellSetUp::Fack()
{
    DumbbellSetUp setUp;
    setUp.path.rate = DataRate("1.5Mbps");
    setUp.path.delay = MilliSeconds(5);
    setUp.path.queue = 17;
    setUp.path.left.rate = DataRate("10Mbps");
    setUp.path.left.delay = MilliSeconds(2);
    setUp.path.right.rate = DataRate("10Mbps");
    setUp.path.right.delay = MilliSeconds(33);
    setUp.sockets.sizes.initialWindow = 1;
    setUp.sockets.recovery.limitedTransmit = false;
    setUp.sockets.timer.granularity = MilliSeconds(500);
    setUp.sockets.timer.minRto = Seconds(1);
    setUp.sockets.timestamps = false;
    setUp.sockets.delayedAck = 1;
    return setUp;
}

OptionTable
DumbbellSetUp::GetOptions()
{
    auto options = path.GetOptions();
    options.Add(sockets.GetOptions());
    options.Add(measurement.GetOptions());
    options.Add("burstSize", "Octets in a burst of reverse connections, if any", burstSize)
        .In(1, MAX_BURST, "octets");
    options.Add("burstInterval", "Mean time between their bursts", burstInterval).Above(0);
    options
        .Add("burstTimes",
             "How these times are distributed: exponential, uniform from 0 to twice the mean, or "
             "constant",
             burstTimes)
        .Among({"exponential", "uniform", "constant"});
    options.Add("sharedHosts",
                "Reverse connections run between the hosts of the other flows instead of hosts of "
                "their own",
                path.sharedHosts);
    options
        .Add("pcap",
             "Also write the left router's packets of the bottleneck to this file, as pcap",
             pcap)
        .Undescribed();
    Ranks::Add(options, ranks);
    options.AddCheck([this] { return FindRanksFault(); });
    return options;
}

std::string
DumbbellSetUp::FindRanksFault() const
{
    return ranks > 1 && path.GetDelay() == Time(0)  ? "--ranks must be 1 where --delay is 0"
           : ranks > 1 && !path.losses.drop.empty() ? "--ranks=2 and --drop exclude each other"
                                                    : "";
}

PacketSizes
DumbbellSetUp::GetSizes() const
{
    const auto ip = path.ipv6 ? IPV6_HEADER : IPV4_HEADER;
    return {sockets.sizes.segment, ip + sockets.GetHeaderSize() + PPP_HEADER};
}

TcpVariantPreset
DumbbellExperiment::UseVariant(const std::string& name)
{
    const auto variant = m_setUp.sockets.MakeVariant(name);
    UseVariant(variant, 0, m_flows);
    return variant;
}

void
DumbbellExperiment::WriteTimeSequence(ResultWriter& writer,
                                      uint32_t pair,
                                      const std::string& variant,
                                      Time origin) const
{
    using Event = BottleneckRecorder::Event;
    const auto& flow = GetFlow(pair);
    const auto& bottleneck = GetBottleneck(pair);
    const auto series = [&](const char* quantity, const char* unit, const TraceSeries& samples) {
        auto seen = m_setUp.measurement.Within(samples);
        for (auto& sample : seen)
        {
            sample.time -= origin;
        }
        writer.Series(quantity, variant, unit, seen);
    };
    series("enqueue", "segment", bottleneck.GetSeries(Event::ENQUEUE, false));
    series("dequeue", "segment", bottleneck.GetSeries(Event::DEQUEUE, false));
    series("resent_enqueue", "segment", bottleneck.GetSeries(Event::ENQUEUE, true));
    series("resent_dequeue", "segment", bottleneck.GetSeries(Event::DEQUEUE, true));
    series("drop", "segment", bottleneck.GetDrops());
    series("cwnd", "segments", FindSeries(flow, "cwnd"));
    series("ssthresh", "segments", FindSeries(flow, "ssthresh"));
    series("queue", "packets", m_queueSeries);
}

double
DumbbellExperiment::GetLinkRate() const
{
    return m_setUp.path.rate.GetBitRate() / BITS_PER_OCTET / m_setUp.GetSizes().GetPacket();
}

double
DumbbellExperiment::GetSegmentRate(uint32_t pair) const
{
    return GetFlow(pair).GetThroughput(m_setUp.measurement.from, m_setUp.measurement.to) /
           BITS_PER_OCTET / m_setUp.sockets.sizes.segment;
}

double
DumbbellExperiment::GetLinkUse(uint32_t pair, bool ofFlowOnly) const
{
    const auto& [from, to, spread] = m_setUp.measurement;
    return GetBottleneck(pair).GetOctets(from, to, ofFlowOnly) * BITS_PER_OCTET /
           m_setUp.path.rate.GetBitRate() / (to - from).GetSeconds();
}

double
DumbbellExperiment::GetBaseRtt() const
{
    const auto sizes = m_setUp.GetSizes();
    const double bits = (sizes.GetPacket() + sizes.ack) * BITS_PER_OCTET;
    const auto& path = m_setUp.path;
    const auto propagation = path.GetDelay() + path.left.delay + path.right.delay;
    double rtt = 2.0 * propagation.GetSeconds();
    for (const auto& rate : {path.rate, path.left.rate, path.right.rate})
    {
        rtt += bits / rate.GetBitRate();
    }
    return rtt;
}

double
DumbbellExperiment::GetTheory(double b) const
{
    if (GetForwardLoss() <= 0.0)
    {
        return GetLinkRate();
    }
    const double a = 1.0 / m_setUp.sockets.delayedAck;
    const double inRoundTrip = std::sqrt(a * (2.0 - b) / (2.0 * b * GetForwardLoss()));
    return std::min(GetLinkRate(), inRoundTrip / GetBaseRtt());
}

void
DumbbellExperiment::CheckPlannedDrops() const
{
    if (GetPlannedDrops() > 0)
    {
        Refuse("--drop, --dropAcks: " + std::to_string(GetPlannedDrops()) +
               " of the packets never came to where they are lost: the queue dropped them, or the "
               "run ended before");
    }
}

void
AddTheory(OptionTable& options, double& value)
{
    options
        .Add("theoryCut",
             "Part b of the window that a loss takes, for AIMD theory; 0 for none",
             value)
        .AtLeast(0)
        .Below(1)
        .Undescribed();
}

} // namespace ns3::tcplossy
