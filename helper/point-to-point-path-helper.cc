/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "point-to-point-path-helper.h"

#include "ns3/abort.h"

namespace ns3
{

namespace
{
const WirelessPathHelper::Registration REGISTRATION("p2p", [](uint32_t flows) {
    return std::make_unique<PointToPointPathHelper>(flows);
});
} // namespace

PointToPointPathHelper::PointToPointPathHelper(uint32_t flows)
    : WirelessPathHelper(flows, DataRate("2Mbps"), 0),
      m_dumbbell(flows)
{
}

WirelessPathHelper::Fault
PointToPointPathHelper::FindWirelessFault(DataRate, Time) const
{
    return {};
}

WirelessPathHelper::Fault
PointToPointPathHelper::FindRetryFault(uint32_t retries) const
{
    if (retries == 0)
    {
        return {};
    }
    return {"retries",
            "must be 0, not " + std::to_string(retries) + ": the link has no retransmission"};
}

void
PointToPointPathHelper::DoBuild()
{
    using Dumbbell = LossyDumbbellHelper;
    const auto& parameters = GetParameters();
    m_dumbbell.SetAccess(Dumbbell::LEFT, parameters.wiredRate, parameters.wiredDelay);
    m_dumbbell.SetAccess(Dumbbell::RIGHT, DataRate(1'000'000'000'000), Time(0));
    for (const auto direction : {Dumbbell::FORWARD, Dumbbell::REVERSE})
    {
        m_dumbbell.SetRate(direction, parameters.rate);
        m_dumbbell.SetDelay(direction, parameters.delay);
        m_dumbbell.SetQueue(direction, parameters.queuePackets);
    }
    m_dumbbell.SetPacketLoss(Dumbbell::FORWARD, parameters.packetErrorRate);
    m_dumbbell.SetTrafficControl(parameters.trafficControl);
    m_dumbbell.Build();
}

int64_t
PointToPointPathHelper::DoAssignStreams(int64_t stream)
{
    return m_dumbbell.AssignStreams(stream);
}

Address
PointToPointPathHelper::DoGetDestinationAddress(uint32_t flow, uint16_t port) const
{
    return m_dumbbell.GetReceiverAddress(flow, port);
}

const NodeContainer&
PointToPointPathHelper::GetSources() const
{
    return m_dumbbell.GetSenders();
}

const NodeContainer&
PointToPointPathHelper::GetDestinations() const
{
    return m_dumbbell.GetReceivers();
}

Ptr<Node>
PointToPointPathHelper::GetBaseStation() const
{
    const auto device = m_dumbbell.GetBottleneckDevice(LossyDumbbellHelper::FORWARD);
    return device ? device->GetNode() : nullptr;
}

const LossyDumbbellHelper&
PointToPointPathHelper::GetDumbbell() const
{
    return m_dumbbell;
}

} // namespace ns3
