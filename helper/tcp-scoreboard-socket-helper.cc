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
/// Name of the factory behind a node's default sockets, which no application names.
const std::string DEFAULT_FACTORY = "ns3::TcpScoreboardSocketFactory-default";

/// A TypeId under which an application can name one of our factories. @param name the name
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

/// A node's factory of a TypeId, made if there is none, with other parts. @param node with an
/// internet stack @param typeId of the factory @param parts of its sockets
Ptr<TcpScoreboardSocketFactory>
AddFactory(Ptr<Node> node, TypeId typeId, const TcpSocketParts& parts)
{
    NS_LOG_FUNCTION(node << typeId);
    NS_ABORT_MSG_UNLESS(node->GetObject<TcpL4Protocol>(),
                        "TcpScoreboardSocketHelper: node " << node->GetId()
                                                           << " has no internet stack");
    // GetObject<T>() does not look whether an object of a TypeId is a T.
    const auto present = node->GetObject<Object>(typeId);
    const bool isOfObjects = typeId.HasConstructor() && typeId.IsChildOf(Object::GetTypeId());
    const auto object =
        present || !isOfObjects ? present : ObjectFactory(typeId.GetName()).Create<Object>();
    const auto factory = DynamicCast<TcpScoreboardSocketFactory>(object);
    NS_ABORT_MSG_UNLESS(factory,
                        "TcpScoreboardSocketHelper: '" << typeId.GetName()
                                                       << "' is the name of another class");
    if (!present)
    {
        node->AggregateObject(factory);
    }
    factory->SetParts(parts);
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
    m_socket = ObjectFactory(typeId.GetName());
}

void
TcpScoreboardSocketHelper::SetCongestionControl(const ObjectFactory& congestionControl)
{
    m_congestionControl = [congestionControl] { return congestionControl; };
}

void
TcpScoreboardSocketHelper::SetRecovery(const ObjectFactory& recovery)
{
    m_recovery = [recovery] { return recovery; };
}

TcpSocketParts
TcpScoreboardSocketHelper::GetParts() const
{
    return {[socket = m_socket] { return socket; }, m_congestionControl, m_recovery};
}

void
TcpScoreboardSocketHelper::Install(const NodeContainer& nodes, const TcpSocketParts& parts)
{
    const auto typeId = FactoryTypeId(DEFAULT_FACTORY);
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        TcpScoreboardDefaultFactory::Install(*node, AddFactory(*node, typeId, parts));
    }
}

TypeId
TcpScoreboardSocketHelper::InstallByName(const NodeContainer& nodes,
                                         const std::string& name,
                                         const TcpSocketParts& parts)
{
    const auto typeId = FactoryTypeId(name);
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        AddFactory(*node, typeId, parts);
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
