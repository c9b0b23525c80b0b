/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-run.h"

#include "ns3/node-container.h"
#include "ns3/ns3-compat.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/tcp-scoreboard-socket-helper.h"

namespace ns3::tcplossy
{

void
SocketParameters::InstallReceivers(const NodeContainer& nodes) const
{
    if (receiver == "scoreboard")
    {
        TcpScoreboardSocketHelper().Install(nodes);
    }
    else if (receiver == "stock-fast")
    {
        TcpVariantPreset(receiver).Install(nodes);
    }
}

FlowRun::FlowRun(const Topology& topology, const SocketParameters& sockets)
    : m_topology(topology),
      m_sockets(sockets)
{
    m_sockets.Apply();
}

FlowRun::~FlowRun()
{
    Simulator::Destroy();
}

BulkFlow
FlowRun::AddFlow(uint32_t flow, Time start, const SocketSink& sink)
{
    const auto ends = m_topology.GetEnds(flow, GetPort(flow));
    m_sockets.InstallReceivers(ends.destination);
    const auto bulk = BulkFlow::Install(ends, m_sockets.sizes.segment, start);
    if (!bulk.sender)
    {
        return bulk;
    }
    m_sources[flow] = bulk.sender;
    // Events of one instant run in the order of their scheduling, and the application's start is
    // scheduled when the simulation begins: one tick later its socket exists.
    ns3compat::ScheduleCall(start + TimeStep(1),
                            [sink, sender = bulk.sender] { sink(sender->GetSocket()); });
    return bulk;
}

void
FlowRun::AddFlows(uint32_t flows, Time first, Time spread)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(START_STREAM);
    for (uint32_t flow = 0; flow < flows; ++flow)
    {
        auto& recorder = *m_flows.emplace_back(std::make_unique<FlowRecorder>());
        const auto bulk =
            AddFlow(flow, first + spread * random->GetValue(), [&recorder](Ptr<Socket> socket) {
                recorder.RecordSocket(socket);
            });
        if (bulk.receiver)
        {
            recorder.RecordReceiver(bulk.receiver);
        }
    }
}

void
FlowRun::UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last) const
{
    for (auto flow = first; flow < last; ++flow)
    {
        const auto source = m_sources.find(flow);
        if (source != m_sources.end())
        {
            source->second->SetVariant(variant);
        }
        else
        {
            variant.Install(m_topology.GetEnds(flow, GetPort(flow)).source);
        }
    }
}

void
FlowRun::TraceCongestionControl(uint32_t flow,
                                const TcpVariantPreset& variant,
                                const std::string& name)
{
    TypeId::TraceSourceInformation information;
    if (variant.GetCongestionControl().LookupTraceSourceByName(name, &information))
    {
        m_flows.at(flow)->TraceCongestionControl(name);
    }
}

void
FlowRun::Simulate(Time to) const
{
    Simulator::Stop(to);
    Simulator::Run();
}

} // namespace ns3::tcplossy
