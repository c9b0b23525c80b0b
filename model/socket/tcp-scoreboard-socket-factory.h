/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_SOCKET_FACTORY_H
#define TCP_SCOREBOARD_SOCKET_FACTORY_H

#include "ns3/object-factory.h"
#include "ns3/socket-factory.h"
#include "ns3/tcp-socket-factory.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{

class Node;

/**
 * @ingroup tcp-lossy
 *
 * @brief Makes TCP sockets with chosen socket, congestion control and recovery law.
 *
 * Aggregated to a node with an internet stack, it is what an application gets that names
 * `ns3::TcpScoreboardSocketFactory` as its protocol; applications that name `ns3::TcpSocketFactory`
 * keep ns-3's own socket. TcpScoreboardSocketHelper does the aggregating.
 *
 * What is not chosen comes from the node's TcpL4Protocol: its attributes `SocketType`,
 * `RecoveryType` and `RttEstimatorType`.
 */
class TcpScoreboardSocketFactory : public SocketFactory
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Choose the socket: a TcpSocketBase; the default makes ns3::TcpScoreboardSocket.
    void SetSocket(const ObjectFactory& socket)
    {
        m_socket = socket;
    }

    /// Choose the congestion control: a TcpCongestionOps.
    void SetCongestionControl(const ObjectFactory& congestionControl)
    {
        m_congestionControl = congestionControl;
    }

    /// Choose the recovery law: a TcpRecoveryOps.
    void SetRecovery(const ObjectFactory& recovery)
    {
        m_recovery = recovery;
    }

    Ptr<Socket> CreateSocket() override;

  private:
    std::optional<ObjectFactory> m_socket;            //!< the socket, if chosen
    std::optional<ObjectFactory> m_congestionControl; //!< the congestion control, if chosen
    std::optional<ObjectFactory> m_recovery;          //!< the recovery law, if chosen
};

/**
 * @ingroup tcp-lossy
 *
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
    /// now on, whatever makes them, now or after another Install().
    static void SetBufferSizes(Ptr<Node> node, uint32_t sndBufSize, uint32_t rcvBufSize);

    Ptr<Socket> CreateSocket() override;

  protected:
    void DoDispose() override;

  private:
    Ptr<SocketFactory> m_factory; //!< makes the sockets; null for ns-3's own sockets
    std::optional<std::pair<uint32_t, uint32_t>> m_bufferSizes; //!< sender's, receiver's, if set
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_SOCKET_FACTORY_H */
