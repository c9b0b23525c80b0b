/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-experiment.h"

#include "lib/traffic-sources.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/path-net-device.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-buffer-model.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::tcplossy
{

namespace
{
using protocolnumbers::BITS_PER_OCTET;

using protocolnumbers::IPV4_HEADER;
using protocolnumbers::IPV6_HEADER;
using protocolnumbers::PPP_HEADER;

constexpr uint32_t MAX_BURST = 10'000'000;

// Times between bursts.
const std::string EXPONENTIAL = "exponential";
const std::string UNIFORM = "uniform";
const std::string CONSTANT = "constant";

// The topology takes the streams from 0 on, the flows' starts the one before this.
constexpr int64_t BURST_STREAM = 1'000'001;

/// Times between bursts, in means. @param name how they are distributed
Ptr<RandomVariableStream>
MakeIntervals(const std::string& name)
{
    if (name == EXPONENTIAL)
    {
        return CreateObject<ExponentialRandomVariable>();
    }
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetAttribute("Min", DoubleValue(name == UNIFORM ? 0.0 : 1.0));
    uniform->SetAttribute("Max", DoubleValue(name == UNIFORM ? 2.0 : 1.0));
    return uniform;
}

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
        .Among({EXPONENTIAL, UNIFORM, CONSTANT});
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
    if (ranks > 1 && path.GetDelay().IsZero())
    {
        return "--ranks must be 1 where --delay is 0";
    }
    return ranks > 1 && !path.losses.drop.empty() ? "--ranks=2 and --drop exclude each other" : "";
}

DumbbellTopology::Sizes
DumbbellSetUp::GetSizes() const
{
    const auto ip = path.ipv6 ? IPV6_HEADER : IPV4_HEADER;
    return {sockets.sizes.segment, ip + sockets.GetHeaderSize() + PPP_HEADER};
}

DumbbellExperiment::DumbbellExperiment(const DumbbellSetUp& setUp,
                                       uint32_t pairs,
                                       uint32_t reversePairs)
    : m_setUp(setUp),
      m_flows(pairs + reversePairs),
      m_ranks(setUp.ranks),
      m_topology(setUp.path, setUp.GetSizes(), pairs, reversePairs, m_ranks.GetLast()),
      m_run(m_topology.GetFlows(), setUp.sockets)
{
    const auto& dumbbell = m_topology.GetDumbbell();
    if (!setUp.pcap.empty() &&
        remotelink::IsLocal(dumbbell.GetRouter(LossyDumbbellHelper::Side::LEFT)))
    {
        const auto device = dumbbell.GetBottleneckDevices().Get(static_cast<uint32_t>(FORWARD));
        PointToPointHelper().EnablePcap(setUp.pcap, device, false, true);
        LossyPathHelper().EnablePcap(setUp.pcap, device, false, true);
    }
    RecordQueue();
    m_run.AddFlows(pairs, Time(0), setUp.measurement.startSpread);
    for (auto pair = pairs; pair < m_flows; ++pair)
    {
        InstallReverseFlow(pair);
    }
}

void
DumbbellExperiment::InstallReverseFlow(uint32_t pair)
{
    const auto ends = m_topology.GetFlows().GetEnds(pair, FlowRun::GetPort(pair));
    if (remotelink::IsLocal(ends.source))
    {
        const auto intervals = MakeIntervals(m_setUp.burstTimes);
        intervals->SetStream(BURST_STREAM + pair);
        ends.source->AddApplication(CreateObject<BurstSource>(ends.to,
                                                              m_setUp.burstSize,
                                                              m_setUp.burstInterval,
                                                              intervals));
    }
    m_setUp.sockets.InstallReceivers(ends.destination);
    if (remotelink::IsLocal(ends.destination))
    {
        PacketSinkHelper("ns3::TcpSocketFactory", ends.listen).Install(ends.destination);
    }
}

TcpVariantPreset
DumbbellExperiment::UseVariant(const std::string& name)
{
    const auto variant = m_setUp.sockets.MakeVariant(name);
    UseVariant(variant, 0, m_flows);
    return variant;
}

void
DumbbellExperiment::RecordBottleneck(uint32_t pair)
{
    if (m_setUp.ranks > 1)
    {
        Refuse("--ranks must be 1: this program records the bottleneck at both of its ends");
    }
    const auto& dumbbell = m_topology.GetDumbbell();
    const auto direction = m_topology.GetFlows().GetDirection(pair);
    const auto opposite = direction == FORWARD ? REVERSE : FORWARD;
    auto recorder = std::make_unique<BottleneckRecorder>(
        m_setUp.sockets.sizes.segment,
        m_topology.GetFlows().GetEnds(pair, FlowRun::GetPort(pair)).to);
    recorder->RecordLink(dumbbell.GetBottleneckQueue(direction),
                         dumbbell.GetBottleneckDevices().Get(static_cast<uint32_t>(opposite)));
    m_bottlenecks[pair] = std::move(recorder);
}

void
DumbbellExperiment::Run()
{
    m_run.Simulate(m_setUp.measurement.to);
    if (const auto path = GetPath())
    {
        path->SettleQueue();
    }
    m_ranks.Gather(m_run.GetFlows());
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
        const auto& [from, to, spread] = m_setUp.measurement;
        auto seen = traceseries::Within(samples, from, to);
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
    series("cwnd", "segments", flow.GetSeries("cwnd"));
    series("ssthresh", "segments", flow.GetSeries("ssthresh"));
    series("queue", "packets", m_queueSeries);
}

void
DumbbellExperiment::RecordQueue()
{
    const auto& dumbbell = m_topology.GetDumbbell();
    if (const auto path = GetPath())
    {
        path->TraceConnectWithoutContext("QueueLength",
                                         MakeCallback(&DumbbellExperiment::LengthChanged, this));
        return;
    }
    dumbbell.GetBottleneckQueue(FORWARD)->TraceConnectWithoutContext(
        "PacketsInQueue",
        MakeCallback(&DumbbellExperiment::QueueChanged, this));
}

Ptr<PathNetDevice>
DumbbellExperiment::GetPath() const
{
    const auto& devices = m_topology.GetDumbbell().GetBottleneckDevices();
    return DynamicCast<PathNetDevice>(devices.Get(static_cast<uint32_t>(FORWARD)));
}

void
DumbbellExperiment::QueueChanged(uint32_t, uint32_t newValue)
{
    LengthChanged(Simulator::Now(), newValue, 0);
}

void
DumbbellExperiment::LengthChanged(Time when, uint32_t packets, uint32_t)
{
    m_queueSeries.push_back({when, static_cast<double>(packets)});
}

double
DumbbellExperiment::GetQueueAt(Time at) const
{
    return traceseries::ValueAt(m_queueSeries, at).value_or(0.0);
}

double
DumbbellExperiment::GetLargestQueue(Time from, Time to) const
{
    auto largest = GetQueueAt(from);
    for (const auto& sample : traceseries::Within(m_queueSeries, from, to))
    {
        largest = std::max(largest, sample.value);
    }
    return largest;
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
DumbbellExperiment::GetShare(uint64_t octets) const
{
    return octets * BITS_PER_OCTET / m_setUp.path.rate.GetBitRate() /
           (m_setUp.measurement.to - m_setUp.measurement.from).GetSeconds();
}

double
DumbbellExperiment::GetLinkUse(uint32_t pair) const
{
    return GetShare(
        GetBottleneck(pair).GetOctets(m_setUp.measurement.from, m_setUp.measurement.to));
}

double
DumbbellExperiment::GetLinkUseOfFlow(uint32_t pair) const
{
    return GetShare(
        GetBottleneck(pair).GetFlowOctets(m_setUp.measurement.from, m_setUp.measurement.to));
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
    return std::min(
        GetLinkRate(),
        aimdtheory::AimdRate(1.0 / m_setUp.sockets.delayedAck, b, GetForwardLoss(), GetBaseRtt()));
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

double
DumbbellExperiment::GetForwardLoss() const
{
    return m_setUp.path.losses.GetLoss(FORWARD);
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
