/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_HANDSHAKE_H
#define TCP_HANDSHAKE_H

#include "connection-effects.h"

#include "ns3/segment-acceptance.h"
#include "ns3/sent-segments.h"
#include "ns3/syn-options.h"
#include "ns3/tcp-header.h"
#include "ns3/timer-set.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The handshake (RFC 9293, sections 3.5 and 3.10.7): its numbers, its repetitions, and what
 * both ends agree upon, which is all that the rest of the connection gets of it.
 *
 * States: how often a SYN may still go; what is agreed so far. Whether a SYN has been answered is
 * the connection's state.
 * Events: a SYN goes, the peer's SYN arrives, another segment arrives before the handshake is over.
 * Invariant: what the peer does not permit is not agreed upon.
 */
class TcpHandshake
{
  public:
    using Instant = TimerSet::Instant; //!< time since any fixed origin, or a span of it

    /// The user's choice.
    struct Settings
    {
        bool sack{true};          //!< SACK
        bool scaling{true};       //!< window scale
        bool timestamps{true};    //!< timestamps
        bool compressed{false};   //!< compressed offsets
        uint32_t tries{0};        //!< SYNs, the first one included
        Instant timeout{0};       //!< until the second one; doubled with each
        bool sparesOneSyn{false}; //!< one lost SYN leaves the initial window, as in Linux
    };

    /// What a segment means that arrives before the handshake is over.
    enum class Meaning
    {
        NOTHING,     //!< the segment is dropped
        NO_PEER,     //!< an RST answers it
        ACKNOWLEDGE, //!< an ACK answers it
        CHALLENGE,   //!< an ACK answers it, if the limit of such answers permits
        REFUSED,     //!< the peer does not want the connection
        SYN,         //!< a SYN-ACK answers it
        FINISHED,    //!< the handshake is over
    };

    /// A meaning, and why it is not another one.
    struct Verdict
    {
        Meaning meaning;             //!< what the segment means
        const char* reason{nullptr}; //!< why it is refused, if it is
    };

    /// @param settings the user's choice @param iss position of our SYN @param timers the clock, of
    /// the connection
    TcpHandshake(const Settings& settings, uint64_t iss, const TimerSet& timers);

    /// Our SYN will have another number, at position @p iss.
    void Renumber(uint64_t iss)
    {
        m_iss = iss;
    }

    /// @brief A SYN is to go. @return the time until it goes again; nothing if there were too many
    std::optional<Instant> TakeTry();

    /// @brief The peer's SYN has come again, and ours answers it: that takes no try, since the peer
    /// is there. @return the time until ours goes again
    Instant RepeatAnswer();

    /// @brief The time after our last SYN is over.
    void OnTimeout()
    {
        m_hasTimedOut = true;
    }

    /// @brief The peer's SYN has come before its ACK of ours: ours goes again, as often as before.
    void RenewTries()
    {
        m_triesLeft = m_settings.tries;
    }

    /// @return the options of our SYN, which may answer the peer's
    SynOptions MakeOptions(const HostLimits& limits, bool isAnswer);

    /// The peer's SYN arrived. @return its options
    SynOptions ReadSyn(const TcpHeader& syn, const HostLimits& limits);

    /// @return what a segment means in SYN_SENT (RFC 9293, section 3.10.7.3)
    Verdict CheckInSynSent(const TcpHeader& header) const;

    /// @return what a segment means in SYN_RCVD
    Verdict CheckInSynReceived(const SegmentAcceptance::Connection& connection,
                               const SegmentAcceptance::Segment& segment) const;

    /// @return RTO to begin with: the estimate and the margin, or 3 s after a lost SYN (RFC 6298,
    /// section 5.7)
    Instant GetFirstTimeout(Instant estimate, Instant margin) const;

    /// @brief The SYN, as a round trip's beginning. @return when and how often it went
    SentSegments::Covered GetSyn() const;

    /// @return segments of the first window, which are @p segments or one: a lost SYN leaves one
    /// (RFC 5681, section 3.1). Linux leaves them to a SYN that went twice, to one whose
    /// repetitions only answered the peer's, and to one of which @p echo shows that the first one
    /// was answered.
    uint32_t GetFirstWindow(uint32_t segments, std::optional<uint32_t> echo) const;

    /// @brief Position of our SYN. @return ISS
    uint64_t GetIss() const
    {
        return m_iss;
    }

    /// @return what is agreed upon so far
    const Negotiated& GetNegotiated() const
    {
        return m_negotiated;
    }

    /// @return whether the user wants compressed offsets, and SACK is not refused.
    bool WantsCompressed() const
    {
        return m_settings.compressed && m_negotiated.sack;
    }

  private:
    /// @brief Our SYN goes. @return the time until it goes again
    Instant NoteSent();

    /// @return octets for options and data in a segment: neither the peer's size nor the
    /// interface's counts the options (RFC 6691)
    uint32_t BoundOctets(const HostLimits& limits) const;

    Settings m_settings;           //!< the user's choice
    Negotiated m_negotiated;       //!< what is agreed upon so far
    uint64_t m_iss;                //!< position of our SYN
    const TimerSet& m_timers;      //!< the clock
    uint32_t m_triesLeft;          //!< SYNs
    std::optional<Instant> m_sent; //!< when our SYN was sent first
    bool m_isRepeated{false};      //!< our SYN went again, or in answer to the peer's: no sample
    uint32_t m_repetitions{0};     //!< how often our SYN went again
    bool m_hasTimedOut{false};     //!< and once at least since nothing had answered it in time
};

} // namespace ns3

#endif /* TCP_HANDSHAKE_H */
