/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TORTURE_WATCH_H
#define TORTURE_WATCH_H

#include "tcp-impaired-connection.h"
#include "torture-thrift.h"
#include "traced-variables.h"

#include "ns3/recovery-state.h"
#include "ns3/tcp-scoreboard-socket.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace torture
{

using namespace ns3;

/**
 * Holds one of our sockets against what passed the link: what it believes of the peer must not be
 * more than is true, and what it believes of itself must agree with what it sent.
 *
 * It relies on the socket's traces of what it sends and on its const accessors, and has a count of
 * its own of everything else. Offsets are positions in a stream of octets, 0 is the first one.
 */
class Watch
{
  public:
    /// Is told of each fault, in words.
    using Complain = std::function<void(const std::string& what)>;

    /**
     * @param own what this end sends, by the link
     * @param other what the other end sends, by the link
     * @param end the application of this end
     * @param complain is told
     */
    Watch(impaired::Ledger& own,
          impaired::Ledger& other,
          const impaired::End& end,
          Complain complain);

    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    /// @brief Watch a socket from now on, if it is ours. @param socket it
    void Attach(Ptr<TcpSocketBase> socket);

    /// @brief The socket has read a segment, and no other one since the last call.
    /// @param segment it
    void Read(const impaired::Segment& segment);

    /// @brief Segments were read: all must be right.
    void Examine();

    /// @brief Time has passed: whatever may be sent must have been.
    void Look();

  private:
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>);
    void RecoveryEntered(SequenceNumber32 una, SequenceNumber32 point);

    /// What is sent and what is known of it.
    void ExamineSender(const LossRecovery& sender);
    /// `awnd` and its parts, as they are traced.
    void ExamineEstimates(const LossRecovery& sender);
    /// What the peer is believed to hold.
    void ExamineBeliefs(const SentSegments& sent);
    /// What the buffer of what was written holds.
    void ExamineSendBuffer(const SentSegments& sent);
    /// What arrived.
    void ExamineReceiver();

    void Expect(bool condition, const std::string& what, uint64_t actual, uint64_t expected);
    uint64_t GetOffset(uint64_t position) const;

    impaired::Ledger& m_own;
    impaired::Ledger& m_other;
    const impaired::End& m_end;
    Complain m_complain;
    Thrift m_thrift;
    Ptr<TcpScoreboardSocket> m_socket;
    uint32_t m_sndBufSize{0};
    uint32_t m_rcvBufSize{0}; //!< what the receive buffer may grow to

    uint64_t m_sentEnd{0};          //!< one past the last octet sent
    uint64_t m_probeEnd{0};         //!< the same, window probes included
    uint64_t m_sentOctets{0};       //!< all that was sent, again or not
    uint64_t m_una{0};              //!< highest so far
    uint32_t m_refusals{0};         //!< segments refused since the last one was read
    uint64_t m_pipeBound{0};        //!< what may be outstanding when recovery begins, less octets
                                    //!< sent before
    SequenceNumber32 m_tracedFack;  //!< snd.fack
    uint32_t m_tracedRetranData{0}; //!< retran_data
    uint32_t m_tracedAwnd{0};       //!< awnd
};

} // namespace torture

#endif /* TORTURE_WATCH_H */
