/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPAIR_PROGRESS_H
#define REPAIR_PROGRESS_H

#include "loss-recovery-sender.h"
#include "sent-segments.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What all senders count alike: the state of the repair and where it ends, duplicate ACKs,
 * what arrived and what was sent again.
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
 * A sender reads an ACK by ReadSack() or PlainAcks, has it Advance() the state, looks for a loss of
 * its own or DetectsLoss(), and then calls Enter(). It completes the outcome as it goes.
 *
 * Invariant: AwaitsTimer() is true in RECOVERY and LOSS only, until a timeout or the end of the
 * repair.
 */
class RepairProgress
{
    using AckOutcome = LossRecoverySender::AckOutcome;
    using Configuration = LossRecoverySender::Configuration;
    using State = LossRecoverySender::State;

  public:
    /// A connection on which nothing was sent.
    explicit RepairProgress(const Configuration& configuration,
                            SentSegments::Order order = SentSegments::Order::POSITIONS);

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
    AckOutcome& Begin();

    /// A cumulative ACK. @return an outcome with the octets that it acknowledges
    AckOutcome& Acknowledge(uint64_t ack);

    /// An ACK with SACK blocks. @return an outcome with all that arrived; it is a duplicate if
    /// octets not known before are reported (RFC 6675, section 2)
    AckOutcome& ReadSack(const LossRecoverySender::AckEvent& event);

    /// The ACK was read: count it, and leave RECOVERY or LOSS where it ends them.
    void Advance(End end = End::RECOVERY_POINT);

    /// Recovery starts.
    void Enter();

    /// Recovery, or the repair after a timeout, is over.
    void Leave();

    /// Octets were sent; with @p counts false as a rescue, which counts as no retransmission (RFC
    /// 6675, section 4, NextSeg() rule 4).
    Kind OnSent(OctetRange range, LossRecoverySender::Instant now, bool counts = true);

    /// The state is LOSS now.
    void OnTimeout();

    /// The segment at `snd.una` is lost, and due at once. Without effect outside RECOVERY.
    void LoseHead();

    /// The oldest missing segment is due at once, if it is not on its way again.
    void RequestAtOnce();

    /// The same, where the sender knows whether there is one.
    void RequestAtOnce(bool isMissing);

    /// Send nothing until the timer expires or the repair is over.
    void AwaitTimer()
    {
        m_awaitsTimer = true;
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

    /// @return the ledger, for what a sender alone finds out
    SentSegments& GetSent()
    {
        return m_sent;
    }

    /// @}

    /// @name Queries
    /// @{

    /// @return whether duplicate ACKs show a loss, in OPEN
    bool DetectsLoss() const;

    /// @return whether duplicate ACKs may be the echo of the last repair's needless retransmissions
    /// (RFC 6582, section 3.2, step 2)
    bool IsInOldWindow() const
    {
        return m_recoveryPoint && m_sent.GetUna() <= *m_recoveryPoint;
    }

    /// @return whether RequestAtOnce() has asked for a segment that was not sent yet
    bool IsDueAtOnce() const
    {
        return m_isDueAtOnce;
    }

    /// @return what to send again when holes below a position are repaired in RECOVERY
    std::optional<OctetRange> Next(LossRecoverySender::Occasion occasion, uint64_t limit) const;

    /// @return first MSS of the oldest hole below a position
    std::optional<OctetRange> OldestHole(uint64_t limit) const;

    /// @return what is outstanding, given the sender's own estimate in RECOVERY; octets
    uint64_t GetOutstanding(uint64_t inRecovery) const
    {
        if (m_state != State::OPEN)
        {
            return m_state == State::RECOVERY ? inRecovery : GetAwnd();
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
        return m_state == State::OPEN ? m_sent.GetUna() : m_sent.GetHighest();
    }

    /// @return FACK's estimate of outstanding data, `snd.nxt - snd.fack + retran_data`, whichever
    /// estimate the sender uses; octets
    uint64_t GetAwnd() const
    {
        // After a timeout everything below the recovery point has left the network.
        const auto edge =
            m_state == State::LOSS ? std::max(GetSndFack(), *m_recoveryPoint) : GetSndFack();
        return m_sent.GetNxt() - edge + m_sent.GetRetranData();
    }

    /// @return OPEN, RECOVERY or LOSS
    State GetState() const
    {
        return m_state;
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
        return m_awaitsTimer;
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
    std::optional<OctetRange> FindAtOnce() const;

    Configuration m_configuration;           //!< constants
    SentSegments m_sent;                     //!< what was sent, and what became of it
    State m_state{State::OPEN};              //!< the state
    std::optional<uint64_t> m_recoveryPoint; //!< `snd.nxt` at the last loss
    uint32_t m_dupAcks{0};                   //!< duplicate ACKs counted
    bool m_isDueAtOnce{false};               //!< a fast retransmit is due
    bool m_awaitsTimer{false};               //!< nothing is to be sent before the timer expires
    AckOutcome m_outcome;                    //!< of the last event
};

} // namespace ns3

#endif /* REPAIR_PROGRESS_H */
