/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-scoreboard-socket-helper.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-scoreboard-socket.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketHelper");

namespace
{
/**
 * @brief Name of the factory behind a node's default sockets, which no application names.
 *
 * A factory cannot forget what was chosen for it, so that who chooses something else needs another.
 * @param control whether the congestion control is chosen, or else the node's
 * @param recovery whether the recovery law is
 * @return the name
 */
std::string
GetDefaultFactory(bool control, bool recovery)
{
    return std::string("ns3::TcpScoreboardSocketFactory-default") + (control ? "-control" : "") +
           (recovery ? "-recovery" : "");
}

/**
 * @brief A TypeId under which an application can name one of our factories.
 * @param name the name
 * @return the TypeId
 */
TypeId
FactoryTypeId(const std::string& name)
{
    TypeId typeId;
    if (name != TcpScoreboardSocketFactory::GetTypeId().GetName() &&
        !TypeId::LookupByNameFailSafe(name, &typeId))
    {
        // Not a child of our factory's TypeId: who names that one must not find this one.
        return TypeId(name.c_str())
            .SetParent<SocketFactory>()
            .AddConstructor<TcpScoreboardSocketFactory>();
    }
    return TypeId::LookupByName(name);
}

/**
 * @brief Make a factory of ours.
 * @param typeId its TypeId
 * @return the factory
 */
Ptr<TcpScoreboardSocketFactory>
MakeFactory(TypeId typeId)
{
    Ptr<TcpScoreboardSocketFactory> factory;
    if (typeId.HasConstructor())
    {
        ObjectFactory maker;
        maker.SetTypeId(typeId);
        factory = DynamicCast<TcpScoreboardSocketFactory>(maker.Create<Object>());
    }
    NS_ABORT_MSG_UNLESS(factory,
                        "TcpScoreboardSocketHelper: '" << typeId.GetName()
                                                       << "' is the name of another class");
    return factory;
}
} // namespace

TcpScoreboardSocketHelper::TcpScoreboardSocketHelper()
{
    m_socket.SetTypeId(TcpScoreboardSocket::GetTypeId());
}

void
TcpScoreboardSocketHelper::SetSocketType(TypeId typeId)
{
    m_socket = ObjectFactory();
    m_socket.SetTypeId(typeId);
}

TypeId
TcpScoreboardSocketHelper::GetSocketType() const
{
    return m_socket.GetTypeId();
}

void
TcpScoreboardSocketHelper::SetSocketAttribute(const std::string& name, const AttributeValue& value)
{
    m_socket.Set(name, value);
}

void
TcpScoreboardSocketHelper::SetCongestionControl(const ObjectFactory& congestionControl)
{
    m_congestionControl = congestionControl;
}

void
TcpScoreboardSocketHelper::SetRecovery(const ObjectFactory& recovery)
{
    m_recovery = recovery;
}

Ptr<TcpScoreboardSocketFactory>
TcpScoreboardSocketHelper::AddFactory(Ptr<Node> node, TypeId typeId) const
{
    NS_LOG_FUNCTION(this << node << typeId);
    NS_ABORT_MSG_UNLESS(node->GetObject<TcpL4Protocol>(),
                        "TcpScoreboardSocketHelper: node " << node->GetId()
                                                           << " has no internet stack");
    auto factory = node->GetObject<TcpScoreboardSocketFactory>(typeId);
    if (!factory)
    {
        factory = MakeFactory(typeId);
        node->AggregateObject(factory);
    }
    factory->SetSocket(m_socket);
    if (m_congestionControl)
    {
        factory->SetCongestionControl(*m_congestionControl);
    }
    if (m_recovery)
    {
        factory->SetRecovery(*m_recovery);
    }
    return factory;
}

void
TcpScoreboardSocketHelper::Install(const NodeContainer& nodes) const
{
    const auto typeId =
        FactoryTypeId(GetDefaultFactory(m_congestionControl.has_value(), m_recovery.has_value()));
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        TcpScoreboardDefaultFactory::Install(*node, AddFactory(*node, typeId));
    }
}

TypeId
TcpScoreboardSocketHelper::InstallByName(const NodeContainer& nodes, const std::string& name) const
{
    const auto typeId = FactoryTypeId(name);
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        AddFactory(*node, typeId);
    }
    return typeId;
}

void
TcpScoreboardSocketHelper::Uninstall(const NodeContainer& nodes)
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        if ((*node)->GetObject<TcpScoreboardDefaultFactory>())
        {
            TcpScoreboardDefaultFactory::Install(*node, nullptr);
        }
    }
}

} // namespace ns3
