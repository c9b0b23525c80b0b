/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wireless-path-helper.h"

#include "path-parameters.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"

#include <boost/algorithm/string/join.hpp>
#include <boost/range/adaptor/map.hpp>
#include <map>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WirelessPathHelper");

namespace
{
constexpr uint32_t MAX_RETRIES = 255;

/// Forms by name. A function's variable, since registrations run in any order.
std::map<std::string, WirelessPathHelper::Maker>&
GetMakers()
{
    static std::map<std::string, WirelessPathHelper::Maker> makers;
    return makers;
}

/// What is wrong with the name of a form.
std::string
FindNameFault(const std::string& hop)
{
    return GetMakers().count(hop) > 0
               ? ""
               : "'" + hop + "' is not one of those this module was built with: " +
                     WirelessPathHelper::GetHopNames() +
                     "; 'wifi' needs an ns-3 with the module wifi";
}
} // namespace

WirelessPathHelper::Registration::Registration(const std::string& hop, const Maker& maker)
{
    const bool isNew = GetMakers().emplace(hop, maker).second;
    NS_ABORT_MSG_UNLESS(isNew, "WirelessPathHelper: hop '" << hop << "' is registered twice");
}

std::unique_ptr<WirelessPathHelper>
WirelessPathHelper::Create(const std::string& hop, uint32_t flows)
{
    const auto fault = FindNameFault(hop);
    NS_ABORT_MSG_UNLESS(fault.empty(), "WirelessPathHelper: hop " << fault);
    return GetMakers().at(hop)(flows);
}

WirelessPathHelper::Fault
WirelessPathHelper::FindFault(const std::string& hop,
                              uint32_t flows,
                              DataRate rate,
                              Time delay,
                              uint32_t retries)
{
    if (const auto fault = FindNameFault(hop); !fault.empty())
    {
        return {"hop", fault};
    }
    const auto form = GetMakers().at(hop)(1);
    if (flows < 1 || flows > form->m_mostFlows)
    {
        return {"flows",
                "must lie in [1, " + std::to_string(form->m_mostFlows) + "] over " + hop +
                    ", not " + std::to_string(flows)};
    }
    return form->FindHopFault(rate, delay, retries);
}

WirelessPathHelper::Fault
WirelessPathHelper::FindHopFault(DataRate rate, Time delay, uint32_t retries) const
{
    std::ostringstream text;
    if (rate.GetBitRate() == 0)
    {
        return {"rate", "must be above 0 bit/s"};
    }
    if (delay.IsStrictlyNegative())
    {
        text << "must not be negative: " << delay.As(Time::S);
        return {"delay", text.str()};
    }
    if (retries > MAX_RETRIES)
    {
        text << "must lie in [0, " << MAX_RETRIES << "], not " << retries;
        return {"retries", text.str()};
    }
    return FindFormFault(rate, delay, retries);
}

std::string
WirelessPathHelper::GetHopNames()
{
    return boost::algorithm::join(GetMakers() | boost::adaptors::map_keys, ", ");
}

WirelessPathHelper::WirelessPathHelper(uint32_t flows, DataRate rate, uint32_t retryLimit)
{
    NS_ABORT_MSG_IF(flows < 1 || flows > m_mostFlows,
                    "WirelessPathHelper: flows must lie in [1, " << m_mostFlows << "], not "
                                                                 << flows);
    m_flows = flows;
    m_rate = rate;
    m_retryLimit = retryLimit;
}

void
WirelessPathHelper::CheckNotBuilt(const char* what) const
{
    NS_ABORT_MSG_IF(m_built, "WirelessPathHelper: set " << what << " before Build(), not after");
}

void
WirelessPathHelper::SetWired(DataRate rate, Time delay)
{
    CheckNotBuilt("wired part");
    pathparameters::RequireRate("WirelessPathHelper: wired rate", rate);
    pathparameters::RequireDelay("WirelessPathHelper: wired delay", delay);
    m_wiredRate = rate;
    m_wiredDelay = delay;
}

void
WirelessPathHelper::SetWireless(DataRate rate, Time delay)
{
    CheckNotBuilt("wireless hop");
    const auto fault = FindHopFault(rate, delay, m_retryLimit);
    NS_ABORT_MSG_UNLESS(fault.parameter.empty(),
                        "WirelessPathHelper: wireless " << fault.parameter << " " << fault.text);
    m_rate = rate;
    m_delay = delay;
}

void
WirelessPathHelper::SetQueue(QueueSize size)
{
    CheckNotBuilt("queue");
    NS_ABORT_MSG_IF(size.GetValue() == 0,
                    "WirelessPathHelper: queue must hold at least 1 packet or octet");
    m_queueSize = size;
}

void
WirelessPathHelper::SetPacketLoss(double probability)
{
    CheckNotBuilt("packet loss");
    NS_ABORT_MSG_UNLESS(probability >= 0.0 && probability < 1.0,
                        "WirelessPathHelper: packet loss must lie in [0, 1), not " << probability);
    m_packetLoss = probability;
}

void
WirelessPathHelper::SetRetryLimit(uint32_t retries)
{
    CheckNotBuilt("retry limit");
    const auto fault = FindHopFault(m_rate, m_delay, retries);
    NS_ABORT_MSG_UNLESS(fault.parameter.empty(), "WirelessPathHelper: retry limit " << fault.text);
    m_retryLimit = retries;
}

void
WirelessPathHelper::SetTrafficControl(bool enabled)
{
    CheckNotBuilt("traffic control");
    m_trafficControl = enabled;
}

void
WirelessPathHelper::Build()
{
    NS_LOG_FUNCTION(this << m_flows << m_rate << m_delay << m_packetLoss << m_retryLimit);
    NS_ABORT_MSG_IF(m_built, "WirelessPathHelper: Build() was called before");
    m_built = true;
    DoBuild();
}

int64_t
WirelessPathHelper::AssignStreams(int64_t stream)
{
    NS_ABORT_MSG_IF(!m_built, "WirelessPathHelper: call Build() before AssignStreams()");
    NS_ABORT_MSG_IF(stream < 0,
                    "WirelessPathHelper: stream must not be negative, but is " << stream);
    return DoAssignStreams(stream);
}

Address
WirelessPathHelper::GetReceiverAddress(uint32_t flow, uint16_t port) const
{
    NS_ABORT_MSG_IF(!m_built, "WirelessPathHelper: there are no addresses before Build()");
    NS_ABORT_MSG_IF(flow >= m_flows,
                    "WirelessPathHelper: flow must be below " << m_flows << ", but is " << flow);
    return InetSocketAddress(m_addresses.at(flow), port);
}

Address
WirelessPathHelper::GetAnyAddress(uint16_t port) const
{
    return InetSocketAddress(Ipv4Address::GetAny(), port);
}

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
PointToPointPathHelper::FindFormFault(DataRate, Time, uint32_t retries) const
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
    m_dumbbell.SetAccess(Dumbbell::Side::LEFT, m_wiredRate, m_wiredDelay);
    m_dumbbell.SetAccess(Dumbbell::Side::RIGHT, DataRate(1'000'000'000'000), Time(0));
    for (const auto direction : {Dumbbell::Direction::FORWARD, Dumbbell::Direction::REVERSE})
    {
        m_dumbbell.SetRate(direction, m_rate);
        m_dumbbell.SetDelay(direction, m_delay);
        m_dumbbell.SetQueue(direction, m_queueSize);
    }
    m_dumbbell.SetPacketLoss(Dumbbell::Direction::FORWARD, m_packetLoss);
    m_dumbbell.SetTrafficControl(m_trafficControl);
    m_dumbbell.Build();
    m_senders = m_dumbbell.GetSenders();
    m_receivers = m_dumbbell.GetReceivers();
    m_baseStation = m_dumbbell.GetRouter(Dumbbell::Side::LEFT);
    const auto& interfaces = m_dumbbell.GetIpv4Interfaces(Dumbbell::Side::RIGHT);
    for (uint32_t flow = 0; flow < m_flows; ++flow)
    {
        m_addresses.push_back(interfaces.GetAddress(flow));
    }
}

} // namespace ns3
