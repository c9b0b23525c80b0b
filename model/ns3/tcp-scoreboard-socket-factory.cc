/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-scoreboard-socket-factory.h"

#include "tcp-scoreboard-socket.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketFactory");
NS_OBJECT_ENSURE_REGISTERED(TcpScoreboardSocketFactory);
NS_OBJECT_ENSURE_REGISTERED(TcpScoreboardDefaultFactory);

namespace
{
/// So many sockets may applications have asked a node for before it is taken over.
constexpr int MAX_EARLIER_SOCKETS = 1 << 20;

/// @return whether a look-up of ns3::TcpSocketFactory finds this factory. A look-up would change
/// the order that decides; this only reads.
bool
IsFound(Ptr<Node> node, Ptr<TcpScoreboardDefaultFactory> factory)
{
    for (auto objects = node->GetAggregateIterator(); objects.HasNext();)
    {
        if (const auto found = DynamicCast<const TcpSocketFactory>(objects.Next()))
        {
            return found == factory;
        }
    }
    return false;
}

/// Make an object of a class. Not every build of ns-3 checks that the factory's type is one.
template <class T>
Ptr<T>
Make(const ObjectFactory& factory)
{
    const auto made = DynamicCast<T>(factory.Create());
    NS_ABORT_MSG_UNLESS(made,
                        "TcpScoreboardSocketFactory: " << factory.GetTypeId() << " is no "
                                                       << T::GetTypeId());
    return made;
}

/// Make the object that a TypeId attribute of TcpL4Protocol names.
template <class T>
Ptr<T>
CreateByAttribute(Ptr<TcpL4Protocol> tcp, const std::string& attribute)
{
    TypeIdValue typeId;
    tcp->GetAttribute(attribute, typeId);
    ObjectFactory factory;
    factory.SetTypeId(typeId.Get());
    return Make<T>(factory);
}
} // namespace

TypeId
TcpScoreboardSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpScoreboardSocketFactory")
                            .SetParent<SocketFactory>()
                            .SetGroupName("TcpLossy")
                            .AddConstructor<TcpScoreboardSocketFactory>();
    return tid;
}

Ptr<Socket>
TcpScoreboardSocketFactory::CreateSocket()
{
    NS_LOG_FUNCTION(this);
    const auto node = GetObject<Node>();
    const auto tcp = node ? node->GetObject<TcpL4Protocol>() : nullptr;
    NS_ABORT_MSG_UNLESS(tcp,
                        "TcpScoreboardSocketFactory: aggregate it to a node with an internet "
                        "stack before it makes sockets");
    const auto socket = m_parts.socket ? Make<TcpSocketBase>(m_parts.socket())
                                       : Ptr<TcpSocketBase>(CreateObject<TcpScoreboardSocket>());
    socket->SetNode(node);
    socket->SetTcp(tcp);
    socket->SetRtt(CreateByAttribute<RttEstimator>(tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(
        m_parts.congestionControl ? Make<TcpCongestionOps>(m_parts.congestionControl())
                                  : CreateByAttribute<TcpCongestionOps>(tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(m_parts.recovery
                                     ? Make<TcpRecoveryOps>(m_parts.recovery())
                                     : CreateByAttribute<TcpRecoveryOps>(tcp, "RecoveryType"));
    tcp->AddSocket(socket);
    return socket;
}

TypeId
TcpScoreboardDefaultFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpScoreboardDefaultFactory")
                            .SetParent<TcpSocketFactory>()
                            .SetGroupName("TcpLossy");
    return tid;
}

void
TcpScoreboardDefaultFactory::Install(Ptr<Node> node, Ptr<SocketFactory> factory)
{
    auto self = node->GetObject<TcpScoreboardDefaultFactory>();
    if (!self)
    {
        self = CreateObject<TcpScoreboardDefaultFactory>();
        node->AggregateObject(self);
    }
    self->m_factory = factory;
    // ns-3 keeps a node's objects in the order of how often each was looked up, and finds the first
    // that fits; an object comes in at the end. ns-3's own factory was looked up once for each
    // socket.
    for (int i = 0; i <= MAX_EARLIER_SOCKETS && !IsFound(node, self); ++i)
    {
        node->GetObject<TcpScoreboardDefaultFactory>();
    }
    NS_ABORT_MSG_UNLESS(IsFound(node, self),
                        "TcpScoreboardDefaultFactory: node "
                            << node->GetId() << " made more than " << MAX_EARLIER_SOCKETS
                            << " TCP sockets before; choose what makes them earlier");
}

void
TcpScoreboardDefaultFactory::SetBufferSizes(Ptr<Node> node,
                                            uint32_t sndBufSize,
                                            uint32_t rcvBufSize)
{
    NS_ABORT_MSG_UNLESS(node->GetObject<TcpL4Protocol>(),
                        "TcpScoreboardDefaultFactory: node " << node->GetId()
                                                             << " has no internet stack");
    if (!node->GetObject<TcpScoreboardDefaultFactory>())
    {
        Install(node, nullptr);
    }
    node->GetObject<TcpScoreboardDefaultFactory>()->m_bufferSizes = {sndBufSize, rcvBufSize};
}

Ptr<Socket>
TcpScoreboardDefaultFactory::CreateSocket()
{
    NS_LOG_FUNCTION(this);
    const auto socket =
        m_factory ? m_factory->CreateSocket() : GetObject<TcpL4Protocol>()->CreateSocket();
    if (m_bufferSizes)
    {
        socket->SetAttribute("SndBufSize", UintegerValue(m_bufferSizes->first));
        socket->SetAttribute("RcvBufSize", UintegerValue(m_bufferSizes->second));
    }
    return socket;
}

} // namespace ns3
