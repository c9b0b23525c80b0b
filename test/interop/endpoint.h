/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ENDPOINT_H
#define ENDPOINT_H

#include "ns3/address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket.h"

#include <cstdint>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace interop
{

using namespace ns3;

/// What one end does with its connection.
struct EndpointPlan
{
    bool active{false};     //!< opens it
    bool closeEarly{false}; //!< closes when all is written, not after the peer has closed
    std::string send;       //!< file with what is written; empty for what follows
    uint32_t zeros{0};      //!< octets that are 0, which are written instead
    uint32_t piece{0};      //!< octets that are written each time; 0: what fits, as soon as it does
    Time pieceEvery{MilliSeconds(10)}; //!< how often
    std::string receive;               //!< file for what is read; empty for nowhere
    uint32_t pauseAt{0};               //!< octets after which reading pauses
    Time pauseFor;                     //!< how long
};

/// The application of the one socket.
class Endpoint
{
  public:
    /// @param plan what to do @param node where
    Endpoint(EndpointPlan plan, Ptr<Node> node);

    /// @brief Connect or listen. "listening" is printed as soon as the peer may connect, "done"
    /// when there is nothing left to do but to answer the peer's last segments again.
    void Open();

    /// @brief Print what became of the connection. @param os where to
    void Report(std::ostream& os) const;

  private:
    /// The connection of this socket is there.
    void Use(Ptr<Socket> socket);
    /// A connection from a peer arrived, and has this socket.
    void Accept(Ptr<Socket> socket, const Address& from);
    /// @brief Write what fits. @param socket where to @param room ignored
    void Write(Ptr<Socket> socket, uint32_t room);
    /// @brief It is time to write another piece.
    void AddPiece();
    /// @brief Read what is there. @param socket where from
    void Read(Ptr<Socket> socket);
    /// @brief Reading goes on. @param socket where from
    void Resume(Ptr<Socket> socket);
    /// @brief The peer has closed. @param socket on which
    void PeerClosed(Ptr<Socket> socket);
    /// The connection of this socket broke.
    void Fail(Ptr<Socket> socket);
    void CloseIfDue(Ptr<Socket> socket);
    void Watch(TcpSocket::TcpStates_t before, TcpSocket::TcpStates_t now);
    /// @brief The retransmission timer expired. @param una ignored
    void CountTimeout(SequenceNumber32 una);
    /// @brief A segment leaves. @param packet its data @param header its header @param socket from
    void CountSegment(Ptr<const Packet> packet,
                      const TcpHeader& header,
                      Ptr<const TcpSocketBase> socket);

    EndpointPlan m_plan;                               //!< what to do
    Ptr<Node> m_node;                                  //!< where
    Ptr<Socket> m_listening;                           //!< while nobody has connected
    Ptr<Socket> m_socket;                              //!< the connection
    std::vector<uint8_t> m_data;                       //!< what to write
    std::ofstream m_received;                          //!< what was read
    uint64_t m_toWrite;                                //!< octets
    uint64_t m_mayWrite{UINT64_MAX};                   //!< octets, up to now
    uint64_t m_written{0};                             //!< octets
    uint32_t m_timeouts{0};                            //!< of the retransmission timer
    uint32_t m_sentAgain{0};                           //!< segments with data
    std::optional<SequenceNumber32> m_sentUpTo;        //!< one past the last octet sent
    uint64_t m_read{0};                                //!< octets
    bool m_pausing{false};                             //!< reading pauses
    bool m_paused{false};                              //!< it did
    bool m_peerClosed{false};                          //!< it has
    bool m_closed{false};                              //!< we have
    bool m_failed{false};                              //!< the connection broke
    TcpSocket::TcpStates_t m_state{TcpSocket::CLOSED}; //!< of the connection
};

} // namespace interop

#endif /* ENDPOINT_H */
