/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TORTURE_THRIFT_H
#define TORTURE_THRIFT_H

#include "ns3/tcp-scoreboard-socket.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace torture
{

using namespace ns3;

/**
 * Holds one of our senders against waste, which a transfer that ends well does not show:
 *
 *  - what the receiver is known to hold is not sent again, but with RFC 6675's rescue (section 4,
 *    rule 4), which is a segment that holds the last octet that is missing;
 *  - a recovery ends with its recovery point or by a timeout, so that a window of data has one
 *    reduction; but Reno ends with the first new ACK, and Rack when a repair was needless;
 *  - with data to send, room in the peer's window and nothing outstanding, a sender does not rest,
 *    if nothing paces it.
 */
class Thrift
{
  public:
    /// Is told of each fault, in words.
    using Complain = std::function<void(const std::string& what)>;

    /// @param complain is told
    explicit Thrift(Complain complain);

    Thrift(const Thrift&) = delete;
    Thrift& operator=(const Thrift&) = delete;

    /// @brief Watch a socket from now on. @param socket it
    void Attach(Ptr<TcpScoreboardSocket> socket);

    /// @brief Nothing is half done.
    void Examine();

    /// @brief Time has passed, in which a sender that may send does so. @param unsent octets that
    /// were written and not sent
    void Look(uint64_t unsent);

  private:
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>);
    void RecoveryLeft(SequenceNumber32 una, SequenceNumber32 point);
    void TimedOut(SequenceNumber32);
    void WindowChanged(uint32_t, uint32_t now);

    /// Octets of a full segment.
    uint32_t GetMss() const;

    /// Whether it may send, and nothing is on its way.
    bool MayRest(const LossRecovery& sender, uint64_t unsent) const;

    Complain m_complain;
    Ptr<TcpScoreboardSocket> m_socket;
    bool m_hasLeftEarly{false};        //!< since the last examination
    uint32_t m_window{0};              //!< of the peer
    uint64_t m_segments{0};            //!< with data, sent
    std::optional<uint64_t> m_resting; //!< segments when it was seen to rest
};

} // namespace torture

#endif /* TORTURE_THRIFT_H */
