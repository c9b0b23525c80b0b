/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-connections.h"

#include "ns3/log.h"

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

} // namespace ns3
