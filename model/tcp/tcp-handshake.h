/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_HANDSHAKE_H
#define TCP_HANDSHAKE_H

#include "connection-effects.h"

#include "ns3/segment-acceptance.h"
#include "ns3/segment-fields.h"
#include "ns3/sent-segments.h"
#include "ns3/timer-set.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
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

    /// What to do with a segment, and why.
    using Verdict = SegmentAcceptance::Verdict;

    /// Nothing has gone; @p timers must live longer.
    TcpHandshake(const Settings& settings, const TimerSet& timers)
        : m_settings(settings),
          m_timers(timers),
          m_triesLeft(settings.tries)
    {
        m_negotiated.sack = settings.sack;
        m_negotiated.scaling = settings.scaling;
        m_negotiated.timestamps = settings.timestamps;
    }

    /// It begins, with our SYN at position @p iss; so many tries are not used, if there are more,
    /// and so many @p steady ones go beside them, each as soon as the first
    void Begin(uint64_t iss, const HostLimits& limits, uint32_t spared = 0, uint32_t steady = 0)
    {
        m_iss = iss;
        m_steady = steady;
        m_settings.tries += steady;
        m_triesLeft += steady;
        m_limits = limits;
        m_spared = m_triesLeft > spared ? spared : 0;
        m_negotiated.ownMss =
            static_cast<uint16_t>(std::min<uint32_t>(limits.interfaceOctets, UINT16_MAX));
    }

    /// @brief A SYN is to go. @return the time until it goes again; nothing if there were too many
    std::optional<Instant> TakeTry();

    /// @brief The peer's SYN has come again, and ours answers it: that takes no try, since the peer
    /// is there. @return the time until ours goes again
    Instant RepeatAnswer()
    {
        ++m_repetitions;
        return NoteSent();
    }

    /// @brief The time after our last SYN is over.
    void OnTimeout()
    {
        m_hasTimedOut = true;
    }

    /// @return whether our SYN went again because nothing answered it in time
    bool HasTimedOut() const
    {
        return m_hasTimedOut;
    }

    /// @brief The peer's SYN has come before its ACK of ours: ours goes again, as often as before.
    void RenewTries()
    {
        m_triesLeft = m_settings.tries;
    }

    /// Give our SYN, which may answer the peer's, its options, but timestamps: the segment size,
    /// and of the others what the peer's SYN has, too, if that came.
    void AddOptions(SegmentFields& syn);

    /// The peer's SYN arrived.
    void ReadSyn(const SegmentFields& syn);

    /// @return what to do with a segment in SYN_SENT (RFC 9293, section 3.10.7.3): an RST counts
    /// only with an ACK of our SYN, and another ACK number is answered with an RST
    Verdict CheckInSynSent(const SegmentFields& header) const;

    /// @return what to do with a segment in SYN_RCVD
    Verdict CheckInSynReceived(const SegmentAcceptance::Connection& connection,
                               const SegmentAcceptance::Segment& segment) const;

    /// @return RTO to begin with: the estimate and the margin, or 3 s after a lost SYN (RFC 6298,
    /// section 5.7)
    Instant GetFirstTimeout(Instant estimate, Instant margin) const
    {
        return m_repetitions > 0 ? std::chrono::seconds(3) : estimate + margin;
    }

    /// @brief The SYN, as a round trip's beginning. @return when and how often it went
    SentSegments::Covered GetSyn() const;

    /// @return segments of the first window, which are @p segments or one: a lost SYN leaves one
    /// (RFC 5681, section 3.1). Linux leaves them to a SYN that went twice, to one whose
    /// repetitions only answered the peer's, and to one of which @p echo shows that the first one
    /// was answered.
    uint32_t GetFirstWindow(uint32_t segments, std::optional<uint32_t> echo) const;

    /// @return how often our SYN went again
    uint32_t GetRepetitions() const
    {
        return m_repetitions;
    }

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
    /// @brief Our SYN goes: note when it went first, and whether it went before. @return the time
    /// until it goes again, which doubles with each try after the steady ones
    Instant NoteSent();

    /// @return octets for options and data in a segment: neither the peer's size nor the
    /// interface's counts the options (RFC 6691)
    uint32_t BoundOctets() const;

    Settings m_settings;           //!< the user's choice
    Negotiated m_negotiated;       //!< what is agreed upon so far
    HostLimits m_limits;           //!< of this end
    uint64_t m_iss{0};             //!< position of our SYN
    const TimerSet& m_timers;      //!< the clock
    uint32_t m_triesLeft;          //!< SYNs
    uint32_t m_spared{0};          //!< of these are not used
    uint32_t m_steady{0};          //!< repetitions after which the wait is the first one
    std::optional<Instant> m_sent; //!< when our SYN was sent first
    bool m_isRepeated{false};      //!< our SYN went more than once: its answer is no sample
    uint32_t m_repetitions{0};     //!< how often our SYN went again
    bool m_hasTimedOut{false};     //!< our SYN went again because nothing answered it in time
};

/**
 * @ingroup tcp-lossy
 * @brief How a connection ends (RFC 9293, sections 3.6 and 3.10.7.4): the states after
 * ESTABLISHED, both FINs, FIN_WAIT_2 and TIME_WAIT, and why it is over.
 *
 * Events: the application closes; our FIN goes, or is acknowledged; the peer's FIN, data or RST
 * arrives; a timer expires.
 * Invariants: what ends the connection is only noted, since an event may be half done; a FIN goes
 * from ESTABLISHED or CLOSE_WAIT; the application is told of the peer's end once.
 */
class TcpClosing
{
  public:
    /// The user's choice.
    struct Settings
    {
        Instant msl{0};              //!< maximum segment lifetime
        Instant finWait2Timeout{0};  //!< for the peer to close, after Close(); 0 is for ever
        bool closesWhenSent{false};  //!< a FIN goes after all that was written
        bool closesAfterPeer{false}; //!< but not before the peer's
    };

    /// How the application is told of the end.
    enum class End
    {
        SILENT, //!< the application knows
        NORMAL, //!< without an error
        ERROR,  //!< with an error
        FAILED, //!< there was no connection
    };

    /// A connection that goes on; @p state and @p timers must live longer.
    TcpClosing(const Settings& settings, ConnectionState& state, TimerSet& timers)
        : m_settings(settings),
          m_state(state),
          m_timers(timers)
    {
    }

    /// @brief The application closes.
    void OnClose()
    {
        m_isClosed = true;
        AwaitPeer();
    }

    /// @brief Our FIN goes after all that was written, whatever the peer does.
    void CloseWhenSent()
    {
        m_settings.closesWhenSent = true;
        m_settings.closesAfterPeer = false;
    }

    /// @return whether a FIN goes after all that was written
    bool IsClosing() const
    {
        return m_settings.closesWhenSent;
    }

    /// @return whether a FIN may go with the last data now. PacketSink shuts its listening socket
    /// down, and the accepted ones inherit that: they close after the peer.
    bool MayFinJoin() const
    {
        return m_settings.closesWhenSent &&
               (m_state == State::CLOSE_WAIT || !m_settings.closesAfterPeer);
    }

    /// @return whether this end may still close: no FIN of ours has gone.
    bool IsUnclosed() const
    {
        return m_state == State::SYN_RCVD || m_state == State::ESTABLISHED ||
               m_state == State::CLOSE_WAIT;
    }

    /// @return whether a FIN may go alone, when all data have gone.
    bool MayFinGo() const
    {
        return MayFinJoin() && (m_state == State::CLOSE_WAIT || m_state == State::ESTABLISHED);
    }

    /// @brief Our FIN goes.
    void OnFinSent();

    /// @brief Our FIN was acknowledged. @return whether both ends have closed
    bool OnFinAcked();

    /// @brief Everything up to the peer's FIN is here. @return whether both ends have closed
    bool OnPeersFin();

    /// @brief A segment of this connection, not the SYN of another one, arrived: the peer is there.
    void OnNews()
    {
        m_lastNews = m_timers.GetNow();
    }

    /// @brief An RST was accepted: after both ends have closed it is no error, and TIME_WAIT goes
    /// on, since old duplicates may have caused it (RFC 1337, section 3, F1).
    void OnReset();

    /// @brief Both ends have closed: TIME_WAIT begins, anew if it has begun.
    void EnterTimeWait()
    {
        NoteEnd();
        m_timers.Cancel(ConnectionTimer::FIN_WAIT_2);
        m_timers.Set(ConnectionTimer::TIME_WAIT, m_timers.GetNow() + 2 * m_settings.msl);
        m_state = State::TIME_WAIT;
    }

    /// The timer of FIN_WAIT_2 or TIME_WAIT expired.
    void OnTimer(ConnectionTimer timer);

    /// The connection is over.
    void Finish(End end)
    {
        m_end = end;
    }

    /// @brief The connection is over, without an error.
    void FinishNormally()
    {
        Finish(m_isEndTold ? End::SILENT : End::NORMAL);
    }

    /// @brief Why it is over. @return nothing while it is not
    std::optional<End> GetEnd() const
    {
        return m_end;
    }

    /// @brief Whether the application is to be told of the peer's end now. @return true, once
    bool TakeNotice()
    {
        return std::exchange(m_noticeDue, false);
    }

  private:
    using State = ConnectionState;

    /// @brief In FIN_WAIT_2, after Close(): the peer has a while to close, too.
    void AwaitPeer();

    /// @brief The application is to be told of the peer's end, unless it knows.
    void NoteEnd()
    {
        m_noticeDue = !std::exchange(m_isEndTold, true);
    }

    Settings m_settings;          //!< the user's choice
    ConnectionState& m_state;     //!< of the connection
    TimerSet& m_timers;           //!< of the connection
    bool m_isClosed{false};       //!< the application has closed
    bool m_hasClosedFirst{false}; //!< before the peer's FIN, whenever ours goes (section 3.10.4)
    bool m_isEndTold{false};      //!< the application knows of the peer's end
    bool m_noticeDue{false};      //!< the application is to be told of the peer's end
    std::optional<End> m_end;     //!< why it is over
    Instant m_lastNews{0};        //!< when a segment arrived last
};

} // namespace ns3

#endif /* TCP_HANDSHAKE_H */
