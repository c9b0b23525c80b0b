/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-experiment.h"

#include "dumbbell-topology.h"
#include "flow-run.h"
#include "ranks.h"
#include "traffic-sources.h"

#include "ns3/double.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/path-net-device.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <fstream>
#include <map>

namespace ns3::tcplossy
{

namespace
{
/// Times between bursts, in means. @param name how they are distributed
Ptr<RandomVariableStream>
MakeIntervals(const std::string& name)
{
    if (name == "exponential")
    {
        return CreateObject<ExponentialRandomVariable>();
    }
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetAttribute("Min", DoubleValue(name == "uniform" ? 0.0 : 1.0));
    uniform->SetAttribute("Max", DoubleValue(name == "uniform" ? 2.0 : 1.0));
    return uniform;
}
} // namespace

/// Nodes, devices and applications of ns-3.
class DumbbellExperiment::Network
{
  public:
    Network(const DumbbellSetUp& setUp, uint32_t pairs, uint32_t reversePairs, TraceSeries& queue);

    void InstallReverseFlow(uint32_t pair);
    /// @return the forward direction's device; null if the bottleneck is no path
    Ptr<PathNetDevice> GetPath() const;
    void QueueChanged(uint32_t oldValue, uint32_t newValue);
    void LengthChanged(Time when, uint32_t packets, uint32_t octets);

    const DumbbellSetUp& setUp; //!< parameters
    Ranks ranks;                //!< of the simulator, which the others need
    DumbbellTopology topology;  //!< topology
    std::map<uint32_t, std::unique_ptr<BottleneckRecorder>> bottlenecks; //!< by pair
    TraceSeries& queueSeries; //!< packets in the forward queue
    FlowRun run;              //!< the last, since the others see its end
};

DumbbellExperiment::Network::Network(const DumbbellSetUp& setUp,
                                     uint32_t pairs,
                                     uint32_t reversePairs,
                                     TraceSeries& queue)
    : setUp(setUp),
      ranks(setUp.ranks),
      topology(setUp.path, setUp.GetSizes(), pairs, reversePairs, ranks.GetLast()),
      queueSeries(queue),
      run(topology, setUp.sockets)
{
    const auto& dumbbell = topology.GetDumbbell();
    if (!setUp.pcap.empty() &&
        remotelink::IsLocal(dumbbell.GetRouter(LossyDumbbellHelper::Side::LEFT)))
    {
        // ns-3 would end the program with a core.
        if (!(std::ofstream(setUp.pcap) << "pcap" << std::flush))
        {
            Refuse("--pcap must be a file that can be written, not '" + setUp.pcap + "'");
        }
        const auto device = dumbbell.GetBottleneckDevices().Get(static_cast<uint32_t>(FORWARD));
        PointToPointHelper().EnablePcap(setUp.pcap, device, false, true);
        LossyPathHelper().EnablePcap(setUp.pcap, device, false, true);
    }
    if (const auto path = GetPath())
    {
        path->TraceConnectWithoutContext("QueueLength",
                                         MakeCallback(&Network::LengthChanged, this));
    }
    else
    {
        dumbbell.GetBottleneckQueue(FORWARD)->TraceConnectWithoutContext(
            "PacketsInQueue",
            MakeCallback(&Network::QueueChanged, this));
    }
    run.AddFlows(pairs, Time(0), setUp.measurement.startSpread);
    for (auto pair = pairs; pair < pairs + reversePairs; ++pair)
    {
        InstallReverseFlow(pair);
    }
}

DumbbellExperiment::DumbbellExperiment(const DumbbellSetUp& setUp,
                                       uint32_t pairs,
                                       uint32_t reversePairs)
    : m_setUp(setUp),
      m_flows(pairs + reversePairs),
      m_network(std::make_unique<Network>(setUp, pairs, reversePairs, m_queueSeries))
{
}

DumbbellExperiment::~DumbbellExperiment() = default;

void
DumbbellExperiment::Network::InstallReverseFlow(uint32_t pair)
{
    const auto ends = topology.GetEnds(pair, FlowRun::GetPort(pair));
    if (remotelink::IsLocal(ends.source))
    {
        const auto intervals = MakeIntervals(setUp.burstTimes);
        intervals->SetStream(BURST_STREAM + pair);
        ends.source->AddApplication(
            CreateObject<BurstSource>(ends.to, setUp.burstSize, setUp.burstInterval, intervals));
    }
    setUp.sockets.InstallReceivers(ends.destination);
    if (remotelink::IsLocal(ends.destination))
    {
        PacketSinkHelper("ns3::TcpSocketFactory", ends.listen).Install(ends.destination);
    }
}

void
DumbbellExperiment::RecordBottleneck(uint32_t pair)
{
    if (m_setUp.ranks > 1)
    {
        Refuse("--ranks must be 1: this program records the bottleneck at both of its ends");
    }
    const auto& dumbbell = m_network->topology.GetDumbbell();
    const auto direction = m_network->topology.GetDirection(pair);
    const auto opposite = direction == FORWARD ? REVERSE : FORWARD;
    auto recorder = std::make_unique<BottleneckRecorder>(
        m_setUp.sockets.sizes.segment,
        m_network->topology.GetEnds(pair, FlowRun::GetPort(pair)).to);
    recorder->RecordLink(dumbbell.GetBottleneckQueue(direction),
                         dumbbell.GetBottleneckDevices().Get(static_cast<uint32_t>(opposite)));
    m_network->bottlenecks[pair] = std::move(recorder);
}

void
DumbbellExperiment::Run()
{
    m_network->run.Simulate(m_setUp.measurement.to);
    if (const auto path = m_network->GetPath())
    {
        path->SettleQueue();
    }
    m_network->ranks.Gather(m_network->run.GetFlows());
}

void
DumbbellExperiment::UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last)
{
    m_network->run.UseVariant(variant, first, last);
}

void
DumbbellExperiment::TraceCongestionControl(uint32_t pair,
                                           const TcpVariantPreset& variant,
                                           const std::string& name)
{
    m_network->run.TraceCongestionControl(pair, variant, name);
}

const FlowRecorder&
DumbbellExperiment::GetFlow(uint32_t pair) const
{
    return m_network->run.GetFlow(pair);
}

const BottleneckRecorder&
DumbbellExperiment::GetBottleneck(uint32_t pair) const
{
    return *m_network->bottlenecks.at(pair);
}

std::size_t
DumbbellExperiment::GetPlannedDrops() const
{
    return m_network->topology.GetPlannedDrops();
}

Ptr<PathNetDevice>
DumbbellExperiment::Network::GetPath() const
{
    const auto& devices = topology.GetDumbbell().GetBottleneckDevices();
    return DynamicCast<PathNetDevice>(devices.Get(static_cast<uint32_t>(FORWARD)));
}

void
DumbbellExperiment::Network::QueueChanged(uint32_t, uint32_t newValue)
{
    LengthChanged(Simulator::Now(), newValue, 0);
}

void
DumbbellExperiment::Network::LengthChanged(Time when, uint32_t packets, uint32_t)
{
    queueSeries.push_back({when, static_cast<double>(packets)});
}

} // namespace ns3::tcplossy
