/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_SOCKET_HELPER_H
#define TCP_SCOREBOARD_SOCKET_HELPER_H

#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-scoreboard-socket-factory.h"

#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Makes the applications of nodes use TcpScoreboardSocket.
 *
 * `TcpScoreboardSocketHelper().Install(nodes);` after the internet stack and before the
 * applications start is all it takes. Congestion control and recovery law are those of the node's
 * TcpL4Protocol unless chosen here; ns-3's default recovery law is proportional rate reduction.
 */
class TcpScoreboardSocketHelper
{
  public:
    TcpScoreboardSocketHelper();

    /// Choose the class of the sockets, which has none of the attributes that were set before.
    /// @param typeId ns3::TcpSocketBase or a class derived from it; the default is
    /// ns3::TcpScoreboardSocket
    void SetSocketType(TypeId typeId);

    /// @brief The sockets' type. @return a TypeId
    TypeId GetSocketType() const
    {
        return m_socket.GetTypeId();
    }

    /// Set an attribute of the sockets. @param name the attribute, such as `LossRecovery`
    /// @param value its value
    void SetSocketAttribute(const std::string& name, const AttributeValue& value)
    {
        m_socket.Set(name, value);
    }

    /// Choose the congestion control. @param congestionControl makes a TcpCongestionOps, with its
    /// attributes
    void SetCongestionControl(const ObjectFactory& congestionControl);

    /// Choose the recovery law. @param recovery makes a TcpRecoveryOps, with its attributes
    void SetRecovery(const ObjectFactory& recovery);

    /// All applications of nodes that name `ns3::TcpSocketFactory` get these sockets from now on.
    /// @param nodes nodes with an internet stack; anything else ends the program with a message
    void Install(const NodeContainer& nodes) const
    {
        Install(nodes, GetParts());
    }

    /// As Install() of a helper, with parts of the sockets.
    static void Install(const NodeContainer& nodes, const TcpSocketParts& parts);

    /// Only applications that name the returned TypeId get these sockets. @param nodes nodes with
    /// an internet stack; anything else ends the program with a message @param name name of the
    /// TypeId, for several kinds of sockets side by side on one node; it is made if it does not
    /// exist @return the protocol to give to an application
    TypeId InstallByName(const NodeContainer& nodes,
                         const std::string& name = "ns3::TcpScoreboardSocketFactory") const
    {
        return InstallByName(nodes, name, GetParts());
    }

    /// As InstallByName() of a helper, with parts of the sockets.
    static TypeId InstallByName(const NodeContainer& nodes,
                                const std::string& name,
                                const TcpSocketParts& parts);

    /// Nodes use ns-3's own sockets again.
    static void Uninstall(const NodeContainer& nodes);

  private:
    TcpSocketParts GetParts() const;

    ObjectFactory m_socket;                             //!< makes the sockets
    std::function<ObjectFactory()> m_congestionControl; //!< congestion control, if chosen
    std::function<ObjectFactory()> m_recovery;          //!< recovery law, if chosen
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_SOCKET_HELPER_H */
