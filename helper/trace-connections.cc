/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-connections.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TraceConnections");

TraceConnections::~TraceConnections()
{
    DisconnectAll();
}

void
TraceConnections::DisconnectAll()
{
    for (const auto& disconnect : m_disconnections)
    {
        disconnect();
    }
    m_disconnections.clear();
}

bool
TraceConnections::Connect(Ptr<Object> object, const std::string& source, const CallbackBase& sink)
{
    const bool isConnected = object->TraceConnectWithoutContext(source, sink);
    NS_LOG_INFO(object->GetInstanceTypeId().GetName()
                << (isConnected ? ": connected to " : ": has no ") << source);
    m_disconnections.emplace_back(
        [object, source, sink] { object->TraceDisconnectWithoutContext(source, sink); });
    return isConnected;
}

SimulationEnd::~SimulationEnd()
{
    if (m_isWatching && !m_last)
    {
        m_destroyed.Cancel();
    }
}

void
SimulationEnd::Watch()
{
    if (!m_isWatching || m_last)
    {
        m_isWatching = true;
        m_last.reset();
        m_destroyed = Simulator::ScheduleDestroy(&SimulationEnd::Note, this);
    }
}

Time
SimulationEnd::Get() const
{
    return m_isWatching ? m_last.value_or(Simulator::Now()) : Time::Max();
}

void
SimulationEnd::Require(Time until, const std::string& asker) const
{
    NS_ABORT_MSG_IF(until > Get(),
                    asker << ": the simulation came to " << Get().GetSeconds() << " s, not to "
                          << until.GetSeconds() << " s");
}

void
SimulationEnd::Note()
{
    m_last = Simulator::Now();
    NS_LOG_INFO("the simulation came to " << m_last->As(Time::S));
}

} // namespace ns3
