/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEGMENT_ACCEPTANCE_H
#define SEGMENT_ACCEPTANCE_H

#include "ns3/segment-fields.h"
#include "ns3/sequence-position.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief How many challenge ACKs may go (RFC 5961, section 7): so many in any period, no more.
 */
class ChallengeAckLimiter
{
  public:
    /// At most @p most ACKs, 0 forbids all, in any period above 0.
    ChallengeAckLimiter(uint32_t most, Instant period)
        : m_most(most),
          m_period(period)
    {
    }

    /// Ask for one ACK at a time, never before that of an earlier call. @return whether it may be
    /// sent; it counts, then
    bool Permit(Instant now);

  private:
    uint32_t m_most;            //!< ACKs in a period
    Instant m_period;           //!< length of a period
    std::deque<Instant> m_sent; //!< when the last ones were permitted, at most m_most
};

/**
 * @ingroup tcp-lossy
 * @brief Whether an arriving segment of a synchronized connection is to be read, answered, or
 * dropped (RFC 9293, section 3.10.7.4; RFC 5961; RFC 7323, section 5).
 *
 * There is no state: Check() is a function of the connection's variables and of the segment. The
 * checks come in the order of RFC 9293: timestamp, sequence number, RST, SYN, ACK. All numbers are
 * unwrapped positions, see UnwrapSequence().
 */
class SegmentAcceptance
{
  public:
    /// What to do with a segment.
    enum class Action
    {
        PROCESS,     //!< read ACK, data and FIN
        READ_ACK,    //!< read ACK and window, there is no room for the rest; then AnswerTo()
        ACKNOWLEDGE, //!< answer with an ACK and drop it
        CHALLENGE,   //!< as ACKNOWLEDGE, if the limit of RFC 5961, section 7, permits
        DROP,        //!< drop it
        RESET,       //!< the connection is reset, or refused
        // Before the handshake is over, see TcpHandshake.
        NO_PEER,    //!< answer with an RST
        ANSWER_SYN, //!< answer with a SYN-ACK
        ESTABLISH,  //!< the handshake is over
    };

    /// What is done with a segment, and why.
    struct Verdict
    {
        Action action;               //!< what to do
        const char* reason{nullptr}; //!< why the segment is refused, in words for traces, if it is
    };

    /// The connection's variables.
    struct Connection
    {
        uint64_t rcvNxt{0};     //!< `rcv.nxt`
        uint64_t rcvWnd{0};     //!< `rcv.wnd`, octets
        uint64_t sndUna{0};     //!< `snd.una`
        uint64_t sndNxt{0};     //!< `snd.nxt`, after a FIN that was sent
        uint64_t maxWindow{0};  //!< MAX.SND.WND, the largest window that the peer offered, octets
        bool timestamps{false}; //!< both ends send timestamps
        std::optional<uint32_t> tsRecent; //!< TS.Recent, unless it is outdated
        uint32_t tsReplay{0}; //!< ticks of the peer's clock by which ACKs may overtake one another
        bool followsLinux{false}; //!< as Linux 6.1: a timestamp may be a tick older, and an ACK
                                  //!< from before `snd.una` may not be old (tcp_disordered_ack())
    };

    /// The segment.
    struct Segment
    {
        uint64_t seq{0};                   //!< SEG.SEQ
        uint32_t size{0};                  //!< octets of data
        bool syn{false};                   //!< flag
        bool fin{false};                   //!< flag
        bool rst{false};                   //!< flag
        bool hasAck{true};                 //!< flag
        uint64_t ack{0};                   //!< SEG.ACK
        bool changesWindow{false};         //!< SEG.WND would make the send window another one
        bool takesWindow{false};           //!< it, the same or not, would be taken from SEG.WND
        std::optional<uint32_t> timestamp; //!< SEG.TSval
        std::optional<uint32_t> echo;      //!< SEG.TSecr
    };

    /// @return a segment of @p size octets of data, its numbers unwrapped near those of the
    /// connection; without takesWindow and changesWindow
    static Segment Describe(const Connection& connection,
                            uint32_t size,
                            const SegmentFields& header);

    /// @return what to do with a segment
    static Verdict Check(const Connection& connection, const Segment& segment);

    /// Judge a segment by all but its ACK: what also holds in SYN-RECEIVED, whose own check of the
    /// ACK comes next; only the receiver's variables count. @return PROCESS, or READ_ACK, if the
    /// ACK is to be looked at; else what to do
    static Verdict CheckPlace(const Connection& connection, const Segment& segment);

    /// The ACK for a segment that is refused. Two ends that disagree would answer each other's
    /// empty segments for ever. @return CHALLENGE for those, to keep to the limit of RFC 5961,
    /// section 7; else ACKNOWLEDGE
    static Action AnswerTo(const Segment& segment)
    {
        const bool isRepeated = segment.size > 0 || segment.fin;
        return isRepeated && !segment.syn ? Action::ACKNOWLEDGE : Action::CHALLENGE;
    }

    /// @return whether a segment has octets (or is) where the receiver wants some: the four cases
    /// of RFC 9293, section 3.10.7.4, first step
    static bool IsInWindow(const Connection& connection, const Segment& segment)
    {
        const uint64_t end = connection.rcvNxt + connection.rcvWnd;
        const uint64_t length = uint64_t{segment.size} + segment.syn + segment.fin;
        if (segment.rst)
        {
            return segment.seq == connection.rcvNxt ||
                   (segment.seq > connection.rcvNxt && segment.seq < end);
        }
        if (length == 0)
        {
            // The ACK of a peer that has filled the window comes from its end, and from one past it
            // when a FIN went, too: many do not wait for room for it.
            return segment.seq >= connection.rcvNxt && segment.seq <= end + 1;
        }
        if (connection.rcvWnd == 0)
        {
            // Nothing but what takes no room. A FIN alone does not.
            return segment.size == 0 && !segment.syn && segment.seq == connection.rcvNxt;
        }
        return segment.seq < end && segment.seq + length > connection.rcvNxt;
    }
};

} // namespace ns3

#endif /* SEGMENT_ACCEPTANCE_H */
