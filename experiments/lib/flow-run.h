/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_RUN_H
#define FLOW_RUN_H

#include "flow-parameters.h"
#include "option-table.h"
#include "traffic-sources.h"

#include "ns3/flow-recorder.h"
#include "ns3/tcp-variant-preset.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3::tcplossy
{

/**
 * @brief One simulation: flows over a topology, and a recorder for each of them.
 *
 * It ends the simulation when it is destroyed, and so must live longer than what else records it.
 * Order of calls: AddFlows() or AddFlow(), UseVariant() for each group of them, Simulate().
 */
class FlowRun
{
  public:
    /// TCP port of a flow's receiver; 5001 is the first flow's.
    static uint16_t GetPort(uint32_t flow)
    {
        return 5001 + flow;
    }

    using SocketSink = std::function<void(Ptr<Socket>)>;

    /// Begin; the sockets' parameters become ns-3's defaults. @param topology its nodes have
    /// internet stacks; it must outlive the run @param sockets of all flows
    FlowRun(const Topology& topology, const SocketParameters& sockets);

    ~FlowRun();
    FlowRun(const FlowRun&) = delete;
    FlowRun& operator=(const FlowRun&) = delete;

    /// Install bulk flows, each with a recorder, from the topology's first one on. @param flows
    /// number of flows @param first when the first of them may start @param spread the flows start
    /// at random within this time from then on
    void AddFlows(uint32_t flows, Time first, Time spread);

    /// Install one bulk flow that somebody else records. @param start when it starts @param sink is
    /// told of its socket @return the applications
    BulkFlow AddFlow(uint32_t flow, Time start, const SocketSink& sink);

    /// Make senders use a variant; flows of one node may differ. @param first index of the first
    /// flow @param last one past the index of the last one
    void UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last) const;

    /// Also record a trace of the congestion control of one flow, if its variant has it.
    void TraceCongestionControl(uint32_t flow,
                                const TcpVariantPreset& variant,
                                const std::string& name);

    void Simulate(Time to) const;

    /// @return the recorders of the flows by AddFlows(), in order
    const std::vector<std::unique_ptr<FlowRecorder>>& GetFlows() const
    {
        return m_flows;
    }

    /// @brief Recorder of a flow. @param flow index of one by AddFlows()
    const FlowRecorder& GetFlow(uint32_t flow) const
    {
        return *m_flows.at(flow);
    }

  private:
    const Topology& m_topology;                           //!< whose flows are run
    const SocketParameters& m_sockets;                    //!< of all flows
    std::vector<std::unique_ptr<FlowRecorder>> m_flows{}; //!< by flow
    std::map<uint32_t, Ptr<BulkSource>> m_sources;        //!< by flow
};

} // namespace ns3::tcplossy

#endif /* FLOW_RUN_H */
