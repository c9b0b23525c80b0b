/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_SOCKET_FACTORY_H
#define TCP_SCOREBOARD_SOCKET_FACTORY_H

#include "ns3/object-factory.h"
#include "ns3/socket-factory.h"
#include "ns3/tcp-socket-factory.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace ns3
{

class Node;

/// @ingroup tcp-lossy
/// @brief What a TCP socket is made of. Each part is asked for whenever a socket is made, so that
/// Config::SetDefault() may have been called meanwhile; an empty one stands for what the class says
/// that has it.
struct TcpSocketParts
{
    std::function<ObjectFactory()> socket;            //!< makes a TcpSocketBase
    std::function<ObjectFactory()> congestionControl; //!< makes a TcpCongestionOps
    std::function<ObjectFactory()> recovery;          //!< makes a TcpRecoveryOps
};

/**
 * @ingroup tcp-lossy
 * @brief Makes TCP sockets with chosen socket, congestion control and recovery law.
 *
 * Aggregated to a node with an internet stack, it is what an application gets that names
 * `ns3::TcpScoreboardSocketFactory` as its protocol; applications that name `ns3::TcpSocketFactory`
 * keep ns-3's own socket. TcpScoreboardSocketHelper does the aggregating.
 *
 * Without a choice the socket is a ns3::TcpScoreboardSocket; the other parts come from the node's
 * TcpL4Protocol: its attributes `SocketType`, `RecoveryType` and `RttEstimatorType`.
 */
class TcpScoreboardSocketFactory : public SocketFactory
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Choose anew what its sockets are made of; nothing of an earlier choice stays.
    void SetParts(TcpSocketParts parts)
    {
        m_parts = std::move(parts);
    }

    Ptr<Socket> CreateSocket() override;

  private:
    TcpSocketParts m_parts; //!< what was chosen
};

/**
 * @ingroup tcp-lossy
 * @brief Makes a node's applications that name `ns3::TcpSocketFactory` use a
 * TcpScoreboardSocketFactory.
 *
 * A node then finds it before ns-3's own factory, and goes on doing so: all that could find the
 * latter finds this one first (doc/design/socket.rst, "The default factory").
 */
class TcpScoreboardDefaultFactory : public TcpSocketFactory
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Take over a node with an internet stack: @p factory makes its sockets from now on; null
    /// stands for ns-3's own sockets.
    static void Install(Ptr<Node> node, Ptr<SocketFactory> factory);

    /// Give attributes `SndBufSize` and `RcvBufSize`, octets, to the sockets that a node makes from
    /// now on for who names `ns3::TcpSocketFactory`, now or after another Install().
    static void SetBufferSizes(Ptr<Node> node, uint32_t sndBufSize, uint32_t rcvBufSize);

    Ptr<Socket> CreateSocket() override;

  protected:
    void DoDispose() override
    {
        // It is aggregated to the same node: no object of the node would ever go.
        m_factory = nullptr;
        TcpSocketFactory::DoDispose();
    }

  private:
    Ptr<SocketFactory> m_factory; //!< makes the sockets; null for ns-3's own sockets
    std::optional<std::pair<uint32_t, uint32_t>> m_bufferSizes; //!< sender's, receiver's, if set
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_SOCKET_FACTORY_H */
