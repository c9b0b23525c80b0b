/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIFFERENTIAL_TALKER_H
#define DIFFERENTIAL_TALKER_H

#include "scenario.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <functional>
#include <string>

namespace differential
{

/**
 * One end of a connection that writes, reads and closes as a Plan says, and tells what a socket has
 * told it. The client connects; a server accepts one connection.
 */
class Talker : public Application
{
  public:
    /// Is told what the application hears of.
    using Listener = std::function<void(uint32_t node, const std::string& what)>;

    /**
     * @param plan what to do
     * @param peer the server's address, of a client
     * @param local where to listen, of a server
     * @param isClient whether to connect
     * @param listener is told
     */
    Talker(const Plan& plan,
           const Address& peer,
           const Address& local,
           bool isClient,
           Listener listener);

  private:
    void StartApplication() override;
    void StopApplication() override;
    void DoDispose() override;

    /// @brief A server's connection. @param socket its socket @param peer its peer
    void Accepted(Ptr<Socket> socket, const Address& peer);
    /// @brief The connection is there: talk. @param socket of the connection
    void Begin(Ptr<Socket> socket);
    /// @brief There is something to read. @param socket of the connection
    void Readable(Ptr<Socket> socket);
    /// @brief Read all, and take turns.
    void Read();
    /// @brief Write what is due and fits.
    void Write();
    /// @brief All is written.
    void Finish();
    /// @brief The socket tells that there is room. @param socket of the connection @param room
    /// octets
    void Writable(Ptr<Socket> socket, uint32_t room);
    /// @brief The socket tells what it has sent. @param socket of the connection @param octets sent
    void Sent(Ptr<Socket> socket, uint32_t octets);
    /// @brief There will be no connection. @param socket of the client
    void Refused(Ptr<Socket> socket);
    /// @brief The peer has closed, or all is over. @param socket of the connection
    void Ended(Ptr<Socket> socket);
    /// @brief The connection has failed. @param socket of the connection
    void Failed(Ptr<Socket> socket);
    /// @brief The socket is told to be over. @param what in words
    void Over(const std::string& what);
    /// @brief Tell. @param what in words
    void Tell(const std::string& what);

    Plan m_plan;            //!< what to do
    Address m_peer;         //!< the server's
    Address m_local;        //!< where to listen
    bool m_isClient;        //!< connects
    Listener m_listener;    //!< is told
    Ptr<Socket> m_listens;  //!< a server's first socket
    Ptr<Socket> m_socket;   //!< of the connection
    EventId m_writing;      //!< the next write
    EventId m_reading;      //!< the next read
    uint64_t m_written{0};  //!< octets
    uint64_t m_read{0};     //!< octets
    uint64_t m_allowed{0};  //!< octets that may have been written by now
    bool m_finished{false}; //!< closed, or shut down
};

} // namespace differential

#endif /* DIFFERENTIAL_TALKER_H */
