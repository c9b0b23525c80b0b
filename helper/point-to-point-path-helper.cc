/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "point-to-point-path-helper.h"

#include "ns3/abort.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PointToPointPathHelper");

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
    NS_LOG_FUNCTION(this);
    using Dumbbell = LossyDumbbellHelper;
    const auto& parameters = GetParameters();
    m_dumbbell.SetAccess(Dumbbell::Side::LEFT, parameters.wiredRate, parameters.wiredDelay);
    m_dumbbell.SetAccess(Dumbbell::Side::RIGHT, DataRate(1'000'000'000'000), Time(0));
    for (const auto direction : {Dumbbell::Direction::FORWARD, Dumbbell::Direction::REVERSE})
    {
        m_dumbbell.SetRate(direction, parameters.rate);
        m_dumbbell.SetDelay(direction, parameters.delay);
        m_dumbbell.SetQueue(direction, parameters.queuePackets);
    }
    m_dumbbell.SetPacketLoss(Dumbbell::Direction::FORWARD, parameters.packetLoss);
    m_dumbbell.SetTrafficControl(parameters.trafficControl);
    m_dumbbell.Build();
}

int64_t
PointToPointPathHelper::DoAssignStreams(int64_t stream)
{
    return m_dumbbell.AssignStreams(stream);
}

Address
PointToPointPathHelper::DoGetReceiverAddress(uint32_t flow, uint16_t port) const
{
    return m_dumbbell.GetReceiverAddress(flow, port);
}

const NodeContainer&
PointToPointPathHelper::GetSenders() const
{
    return m_dumbbell.GetSenders();
}

const NodeContainer&
PointToPointPathHelper::GetReceivers() const
{
    return m_dumbbell.GetReceivers();
}

Ptr<Node>
PointToPointPathHelper::GetBaseStation() const
{
    const auto device = m_dumbbell.GetBottleneckDevice(LossyDumbbellHelper::Direction::FORWARD);
    return device ? device->GetNode() : nullptr;
}

const LossyDumbbellHelper&
PointToPointPathHelper::GetDumbbell() const
{
    return m_dumbbell;
}

} // namespace ns3
