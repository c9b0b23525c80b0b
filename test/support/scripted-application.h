/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCRIPTED_APPLICATION_H
#define SCRIPTED_APPLICATION_H

#include "ns3/address.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <optional>
#include <string>

namespace segmentscript
{

/**
 * The application of the socket under test: writes impaired::STREAM_A, expects impaired::STREAM_B,
 * and counts what it is told.
 */
class Application
{
  public:
    /// Count what traces of a new socket say, of an accepted one, too. @return its state variables
    ns3::Ptr<ns3::TcpSocketState> Watch(ns3::Ptr<ns3::Socket> socket);

    /// Use a connecting socket.
    void Attach(ns3::Ptr<ns3::Socket> socket);

    /// Use an accepted socket.
    void Accept(ns3::Ptr<ns3::Socket> socket, const ns3::Address& from);

    /// To be called before this is gone.
    void Detach();

    /// A new connection begins.
    void Restart();

    /// The socket, or null.
    ns3::Ptr<ns3::TcpSocketBase> GetSocket() const;

    /// @return what Socket::Send() does
    int64_t Send(uint32_t octets);

    /// @return octets, -1 if there is nothing to read, -2 if they are not the peer's
    int64_t Receive(uint32_t octets);

    /// State of the socket as ns-3 names it.
    std::string GetState() const;

    /// A value that scripts can check. @param name one that ParseScript() lets pass
    /// @return it, or nothing where ns-3 does not tell it
    std::optional<int64_t> GetValue(const std::string& name) const;

  private:
    void DataSent(ns3::Ptr<ns3::Socket> socket, uint32_t octets);
    void SentAgain(ns3::Ptr<const ns3::Packet> packet,
                   const ns3::TcpHeader& header,
                   const ns3::Address& local,
                   const ns3::Address& peer,
                   ns3::Ptr<const ns3::TcpSocketBase> socket);
    void LostAgain(uint32_t octets);
    void BlocksRefused(uint64_t before, uint64_t now);
    void SegmentRefused(const char* reason);

    ns3::Ptr<ns3::TcpSocketBase> m_socket;
    uint64_t m_written{0};
    uint64_t m_read{0};
    uint64_t m_connects{0}; //!< connections that the application was told of
    uint64_t m_refusals{0}; //!< failures to connect
    uint64_t m_accepts{0};  //!< accepted connections
    uint64_t m_closes{0};   //!< normal closes
    uint64_t m_errors{0};   //!< error closes
    uint64_t m_sent{0};     //!< octets
    uint64_t m_arrivals{0}; //!< notices of data
    uint64_t m_offers{0};   //!< notices of room
    uint64_t m_timeouts{0}; //!< by trace
    uint64_t m_began{0};    //!< recoveries that began, by trace
    uint64_t m_ended{0};    //!< recoveries that ended, by trace
    /// Segments that were sent again, by trace; nothing where ns-3 has none.
    std::optional<int64_t> m_again;
    uint64_t m_lost{0};   //!< octets of retransmissions that were lost, by trace
    uint64_t m_blocks{0}; //!< SACK blocks that made no sense
    uint64_t m_unread{0}; //!< segments that were not read, as a whole or but for their data
};

} // namespace segmentscript

#endif /* SCRIPTED_APPLICATION_H */
