/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECOVERY_STATE_H
#define RECOVERY_STATE_H

#include "sent-segments.h"
#include "sequence-position.h"
#include "timer-set.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief What a loss recovery is told, and what it answers.
 */
struct LossRecoveryTerms
{
    /// Time since any fixed origin, or a span of it.
    using Instant = ns3::Instant;

    /// What the sender knows of the losses.
    enum class State
    {
        OPEN,     //!< no loss known
        RECOVERY, //!< repairing what ACKs showed to be lost
        LOSS,     //!< sending again after a timeout
    };

    /// Constants of a connection.
    struct Configuration
    {
        uint32_t mss{536};          //!< maximum segment size, octets, above 0
        uint32_t dupThresh{3};      //!< duplicate ACKs that mean a loss, above 0 (RFC 5681)
        bool limitedTransmit{true}; //!< new data on the first duplicate ACKs (RFC 3042)
        bool keepSack{false};       //!< a timeout forgets no SACK (RFC 6675, section 5.1)
        uint64_t start{0};          //!< position of the first octet that will be sent
        TimerWheel wheel{};         //!< what rounds timers up
        bool sack{true};            //!< the peer permits SACK
    };

    /// What a recovery law wants, see ReductionLaw.
    struct Law
    {
        bool repairsLaterLosses{false};     //!< one recovery repairs what is lost during it, too
        bool forgetsRecoveryPoint{false};   //!< the next may begin where the last one ended
        bool repairsRetransmissions{false}; //!< it wants lost retransmissions sent
    };

    /// An arriving ACK.
    struct AckEvent
    {
        uint64_t ack{0};                     //!< cumulative acknowledgment, not above `snd.nxt`
        std::vector<OctetRange> blocks;      //!< SACKed, whole segments from there to `snd.nxt`
        bool pure{true};                     //!< neither data nor a changed window came with it
        Instant now{0};                      //!< when it arrived
        std::optional<OctetRange> duplicate; //!< what it reports as arrived twice (RFC 2883)
        std::optional<Instant> echo;         //!< moment of the timestamp that it echoes (RFC 7323)
    };

    /// What an ACK was to the repair of losses.
    struct RecoveryChange
    {
        bool entered{false};       //!< recovery starts with this ACK: reduce the window once
        bool left{false};          //!< recovery or the repair after a timeout is over
        bool partial{false};       //!< new data acknowledged below the recovery point, in RECOVERY
        bool duplicate{false};     //!< counts as a duplicate ACK
        bool undone{false};        //!< the last repair was needless: take its reduction back
        bool probeRepaired{false}; //!< a probe has repaired a loss: reduce the window once
        bool disorderly{false};    //!< DupThresh others or more have overtaken a segment before
    };

    /// What an ACK tells to have arrived; octets.
    struct Delivered
    {
        uint64_t acknowledged{0};         //!< by which `snd.una` moved
        uint64_t octets{0};               //!< newly known to have arrived; estimated without SACK
        std::optional<uint64_t> segments; //!< the same in whole segments, if the window counts so
        uint64_t duplicate{0};            //!< reported to have arrived twice (RFC 2883)
        uint64_t forwardAdvance{0};       //!< by which `snd.fack` moved; estimated without SACK
        std::vector<OctetRange> sacked;   //!< reported for the first time by SACK blocks
    };

    /// What was judged lost now, but by no timeout; octets.
    struct Loss
    {
        uint64_t octets{0};        //!< all of it
        uint64_t retransmitted{0}; //!< of it, what had been sent again
    };

    /// What becomes of the retransmission timer.
    enum class TimerAction
    {
        RUN,      //!< nothing
        RESTART,  //!< it starts anew
        BACK_OFF, //!< it is doubled, and starts anew
    };

    /// What is to be done at once.
    struct Actions
    {
        TimerAction timer{TimerAction::RUN}; //!< with the retransmission timer
        bool forceTimeout{false}; //!< act as if it had expired (FACK paper, sections 3.2, 4.3)
        bool probe{false};        //!< send a probe
    };

    /// What an event meant.
    struct AckOutcome
    {
        RecoveryChange recovery; //!< to the repair
        Delivered delivered;     //!< what is there
        Loss lost;               //!< what is not
        Actions actions;         //!< what to do
    };

    /// What timers depend on.
    struct Timing
    {
        Instant now{0};                     //!< the time
        std::optional<Instant> srtt;        //!< smoothed round trip, once there is one
        std::optional<Instant> timeout;     //!< when the retransmission timer expires, if it runs
        bool isFinAlone{false};             //!< our FIN is outstanding, as a segment of its own
        Instant rto{0};                     //!< for how long the retransmission timer runs
        std::optional<uint64_t> cwrPoint{}; //!< where CWR ends, in that state
        Instant pacing{0};                  //!< for how long nothing may go
    };

    /// When the recovery's own timer expires.
    struct Deadline
    {
        Instant at{0};       //!< the moment
        bool isProbe{false}; //!< for a probe, which goes before a timeout (RFC 8985, section 7.3)
    };

    /// When something may be sent again.
    enum class SendOpportunity
    {
        AT_ONCE,     //!< whatever the window says: after an event, before anything else is sent
        WINDOW,      //!< the window has room; new data go when there is nothing
        NO_NEW_DATA, //!< the window has room, and there are no new data
        NO_ROOM,     //!< the window has room, but the receiver has none for the new data
        PROBE,       //!< Actions::probe, and there are no new data
    };
};

/**
 * @ingroup tcp-lossy
 * @brief What all loss recoveries count alike: the state of the repair and where it ends, duplicate
 * ACKs, what arrived and what was sent again.
 *
 * States:
 *  - OPEN: no loss is known. Duplicate ACKs are counted;
 *  - RECOVERY: a loss was detected by ACKs. It ends when the cumulative ACK reaches the recovery
 *    point, `snd.nxt` at detection (FACK paper, section 3.2; RFC 6675, section 5), or with the
 *    first ACK of new data;
 *  - LOSS: the retransmission timer expired. What was outstanding counts as having left the
 *    network, and everything below the recovery point is sent again unless it is acknowledged or
 *    SACKed. What was SACKed before is forgotten (RFC 2018, section 8) or kept unless the receiver
 *    has reneged (RFC 6675, section 5.1), as configured. No recovery starts before the recovery
 *    point is acknowledged (RFC 6675, section 5.1).
 *
 * A recovery reads an ACK by ReadSack() or DupAckRecovery, has it Advance() the state, looks for
 * a loss of its own or DetectsLoss(), and then calls Enter(). It completes the outcome as it goes.
 *
 * Invariant: what is counted for a repair exists from its beginning to its end or the timeout.
 */
class RecoveryState : public LossRecoveryTerms
{
  public:
    /// A connection on which nothing was sent.
    explicit RecoveryState(const Configuration& configuration,
                           SentSegments::Order order = SentSegments::Order::POSITIONS)
        : m_configuration(configuration),
          m_sent(configuration.start, order)
    {
    }

    /// What ends RECOVERY.
    enum class End
    {
        RECOVERY_POINT, //!< the ACK of the recovery point
        NEW_DATA,       //!< the first ACK of new data
    };

    /// What was sent.
    enum class Kind
    {
        NEW,       //!< octets for the first time
        AGAIN,     //!< octets again
        REQUESTED, //!< the same, as asked for by RequestAtOnce()
    };

    /// @name Events
    /// @{

    /// An event that reports nothing. @return an outcome without content
    AckOutcome& Begin()
    {
        // The memory of the last outcome is used again.
        auto sacked = std::move(m_outcome.delivered.sacked);
        sacked.clear();
        m_outcome = AckOutcome{};
        m_outcome.delivered.sacked = std::move(sacked);
        return m_outcome;
    }

    /// A cumulative ACK. @return an outcome with the octets that it acknowledges
    AckOutcome& Acknowledge(uint64_t ack)
    {
        auto& delivered = Begin().delivered;
        const auto before = m_sent.GetUna();
        delivered.octets = m_sent.Acknowledge(ack);
        delivered.acknowledged = m_sent.GetUna() - before;
        return m_outcome;
    }

    /// An ACK with SACK blocks. @return an outcome with all that arrived; it is a duplicate if
    /// octets not known before are reported (RFC 6675, section 2)
    AckOutcome& ReadSack(const AckEvent& event);

    /// The ACK was read: count it, and leave RECOVERY or LOSS where it ends them.
    void Advance(End end = End::RECOVERY_POINT);

    /// A partial ACK restarts the retransmission timer: each one, or only the first of a recovery
    /// (RFC 6582, section 4, Slow-but-Steady or Impatient).
    void RestartAtPartial(bool each)
    {
        if (m_outcome.recovery.partial && std::exchange(m_run->partialSeen, true) && !each)
        {
            m_outcome.actions.timer = TimerAction::RUN;
        }
    }

    /// Recovery starts, up to @p point, or else to `snd.nxt`: the outcome says so, and that the
    /// retransmission timer starts anew. The oldest segment that is missing is due at once,
    /// whatever the window says, if it is not on its way again.
    void Enter(std::optional<uint64_t> point = std::nullopt);

    /// Recovery, or the repair after a timeout, is over.
    void Leave()
    {
        m_run.reset();
        m_dupAcks = 0;
        m_outcome.recovery.left = true;
    }

    /// Octets were sent; with @p counts false as a rescue, which counts as no retransmission (RFC
    /// 6675, section 4, NextSeg() rule 4).
    Kind OnSent(OctetRange range, Instant now, bool counts = true);

    /// The state is LOSS now.
    void OnTimeout();

    /// The segment at `snd.una` is lost, and due at once. Without effect outside RECOVERY.
    void LoseHead()
    {
        if (GetState() == State::RECOVERY)
        {
            m_sent.LoseHead();
            RequestAtOnce();
        }
    }

    /// The oldest missing segment is due at once, if it is not on its way again.
    void RequestAtOnce()
    {
        // What is missing may be on its way again. Then nothing is due, and what is found to be
        // missing later has to wait for the window.
        RequestAtOnce(FindAtOnce().has_value());
    }

    /// The same, where the recovery knows whether there is one.
    void RequestAtOnce(bool isMissing)
    {
        if (m_run)
        {
            m_run->isDueAtOnce = isMissing;
        }
    }

    /// In a repair: send nothing until the timer expires or the repair is over.
    void AwaitTimer()
    {
        m_run->awaitsTimer = true;
    }

    /// In RECOVERY: octets have left the network as duplicate ACKs say, or came back.
    void Inflate(int64_t octets)
    {
        m_run->inflation += octets;
    }

    /// Without SACK each partial ACK may move the recovery point to `snd.nxt`.
    void MovePoint()
    {
        m_recoveryPoint = m_sent.GetNxt();
    }

    /// From the next event on more or fewer duplicate ACKs, above 0, mean a loss.
    void SetDupThresh(uint32_t dupThresh)
    {
        m_configuration.dupThresh = dupThresh;
    }

    /// @return the ledger, for what a recovery alone finds out
    SentSegments& GetSent()
    {
        return m_sent;
    }

    /// @}

    /// @name Queries
    /// @{

    /// @return whether duplicate ACKs show a loss, in OPEN
    bool DetectsLoss() const
    {
        return !m_run && m_dupAcks >= m_configuration.dupThresh;
    }

    /// @return whether duplicate ACKs may be the echo of the last repair's needless retransmissions
    /// (RFC 6582, section 3.2, step 2)
    bool IsInOldWindow() const
    {
        return m_recoveryPoint && m_sent.GetUna() <= *m_recoveryPoint;
    }

    /// @return whether RequestAtOnce() has asked for a segment that was not sent yet
    bool IsDueAtOnce() const
    {
        return m_run && m_run->isDueAtOnce;
    }

    /// @return what to send again when holes below a position are repaired in RECOVERY
    std::optional<OctetRange> Next(SendOpportunity opportunity, uint64_t limit) const;

    /// @return first MSS of the oldest hole below a position
    std::optional<OctetRange> OldestHole(uint64_t limit) const;

    /// @return what is outstanding, given the recovery's own estimate in RECOVERY; octets
    uint64_t GetOutstanding(uint64_t inRecovery) const
    {
        if (m_run)
        {
            return m_run->state == State::RECOVERY ? inRecovery : GetAwnd();
        }
        const uint64_t limited = std::min(m_dupAcks, m_configuration.dupThresh - 1);
        const uint64_t credit = m_configuration.limitedTransmit ? limited * m_configuration.mss : 0;
        return GetFlightSize() - std::min(credit, GetFlightSize());
    }

    /// @return FlightSize, which the window is reduced from (RFC 5681, equation 4); octets
    uint64_t GetFlightSize() const
    {
        return m_sent.GetNxt() - m_sent.GetUna();
    }

    /// @return `snd.fack`, the forward-most octet known to be held plus one; `snd.una` outside
    /// recovery (FACK paper, section 3)
    uint64_t GetSndFack() const
    {
        return m_run ? m_sent.GetHighest() : m_sent.GetUna();
    }

    /// @return FACK's estimate of outstanding data, `snd.nxt - snd.fack + retran_data`, whichever
    /// estimate the recovery uses; octets
    uint64_t GetAwnd() const
    {
        // After a timeout everything below the recovery point has left the network.
        const auto edge =
            GetState() == State::LOSS ? std::max(GetSndFack(), *m_recoveryPoint) : GetSndFack();
        return m_sent.GetNxt() - edge + m_sent.GetRetranData();
    }

    /// @return FlightSize less what Inflate() was told of; octets
    uint64_t GetDeflated() const
    {
        const auto inflation = m_run ? m_run->inflation : 0;
        return std::max<int64_t>(0, static_cast<int64_t>(GetFlightSize()) - inflation);
    }

    /// @return OPEN, RECOVERY or LOSS
    State GetState() const
    {
        return m_run ? m_run->state : State::OPEN;
    }

    /// @return where the current or the last repair ends; `snd.una` where there was none
    uint64_t GetRecoveryPoint() const
    {
        return m_recoveryPoint.value_or(m_sent.GetUna());
    }

    /// @return duplicate ACKs since the cumulative ACK moved; none while a timeout is repaired, nor
    /// at the end of a repair
    uint32_t GetDupAcks() const
    {
        return m_dupAcks;
    }

    /// @return whether nothing at all is to be sent before the timer expires
    bool AwaitsTimer() const
    {
        return m_run && m_run->awaitsTimer;
    }

    /// @return the constants of the connection
    const Configuration& GetConfiguration() const
    {
        return m_configuration;
    }

    /// @return what was sent, and what became of it
    const SentSegments& GetSent() const
    {
        return m_sent;
    }

    /// @}

  private:
    struct Run
    {
        State state;             //!< RECOVERY or LOSS
        int64_t inflation{0};    //!< octets, below 0 where partial ACKs took more than came in
        bool partialSeen{false}; //!< there was a partial ACK
        bool isDueAtOnce{false}; //!< a fast retransmit is due
        bool awaitsTimer{false}; //!< nothing is to be sent before the timer expires
    };

    /// What is missing, below `snd.fack` or at `snd.una`.
    std::optional<OctetRange> FindAtOnce() const
    {
        return OldestHole(std::max(m_sent.GetUna() + m_configuration.mss, m_sent.GetHighest()));
    }

    Configuration m_configuration;           //!< constants
    SentSegments m_sent;                     //!< what was sent, and what became of it
    std::optional<Run> m_run;                //!< the repair, if there is one
    std::optional<uint64_t> m_recoveryPoint; //!< `snd.nxt` at the last loss
    uint32_t m_dupAcks{0};                   //!< duplicate ACKs counted
    AckOutcome m_outcome;                    //!< of the last event
};

} // namespace ns3

#endif /* RECOVERY_STATE_H */
