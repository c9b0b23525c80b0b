/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FACK_RECOVERY_H
#define FACK_RECOVERY_H

#include "loss-recovery.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A recovery in which what is lost follows from what the receiver holds above: each octet
 * below `snd.fack` that is missing in RECOVERY is lost, and is counted once.
 *
 * State: up to where holes are counted, and the octets missing between there and `snd.fack`.
 * Invariant: `snd.fack` does not go back with what is forgotten; what was sent again, reported and
 * forgotten may be sent once more.
 */
class HoleRecovery : public LossRecovery
{
  public:
    bool latestSackOnly{false}; //!< earlier blocks are forgotten

    void OnTimeout(Instant /* now */) override
    {
        m_state.OnTimeout();
        // snd.fack may be below it now. No recovery starts before all counted is acknowledged.
        m_countedTo = GetSent().GetUna();
    }

  protected:
    /// What `LatestSackOnly` means, see Read().
    static constexpr const char* LATEST_ONLY =
        "The sender knows only the blocks of the latest ACK that has any (a reading of the "
        "compressed SACK paper, section III); without, all that was reported (RFC 2018, section 5)";

    /// An ACK arrived. What only earlier ones reported is missing again, if it is to be forgotten.
    /// @return the outcome of RecoveryState::Advance()
    AckOutcome& Read(const AckEvent& event)
    {
        auto& outcome = m_state.ReadSack(event);
        if (latestSackOnly && !event.blocks.empty())
        {
            KeepLatest(event.blocks);
        }
        m_state.Advance();
        return outcome;
    }

    /// The recovery is through with an ACK, and has counted what it found to be lost again:
    /// complete the outcome.
    void Count(AckOutcome& outcome)
    {
        // Octets below m_countedTo were counted before, as far as they were missing.
        if (GetSent().GetUna() >= m_countedTo)
        {
            m_uncounted = GetMissing();
        }
        else
        {
            m_uncounted += outcome.delivered.forwardAdvance;
            for (const auto& range : outcome.delivered.sacked)
            {
                m_uncounted -=
                    range.end > m_countedTo ? range.end - std::max(range.begin, m_countedTo) : 0;
            }
        }
        outcome.lost.octets = outcome.lost.retransmitted;
        if (m_state.GetState() == State::RECOVERY)
        {
            outcome.lost.octets += std::exchange(m_uncounted, 0);
            m_countedTo = GetSent().GetHighest();
        }
    }

    /// @return octets below `snd.fack` that the receiver is not known to hold
    uint64_t GetMissing() const
    {
        return GetSent().GetHighest() - GetSent().GetUna() - GetSent().GetSackedData();
    }

  private:
    /// Forget what is SACKed outside of these blocks.
    void KeepLatest(std::vector<OctetRange> blocks);

    uint64_t m_countedTo{0}; //!< the holes below are counted as lost
    uint64_t m_uncounted{0}; //!< octets missing between there and `snd.fack`
};

/**
 * @ingroup tcp-lossy
 * @brief SACK recovery that estimates what is outstanding by counting ACKs: the `pipe` of Fall and
 * Floyd, "Reno+SACK" of the FACK paper (section 2.3), SACK TCP of the SACK-Veno paper
 * (section 2.1).
 *
 * State in RECOVERY: `pipe`, octets.
 * Events: entry (`pipe` = FlightSize less one MSS for each of the three duplicate ACKs), a segment
 * sent (+ its size), a duplicate ACK (-1 MSS), a partial ACK (-2 MSS: the original and its
 * retransmission have both left).
 * The fast retransmit itself adds nothing: it takes the place of the segment that is known to be
 * lost (Fall and Floyd, "Simulation-based Comparisons of Tahoe, Reno, and SACK TCP", 1996).
 * What is SACKed is never sent again; holes below the highest SACKed octet are, oldest first.
 * The ACK of the recovery point ends recovery. A retransmission that is lost again is left to the
 * timer.
 * If more than half of a window is lost, `pipe` stays above the window when the last ACK has come,
 * and the sender waits for its timer; or, if so configured, it acts as if the timer had expired
 * once that much is known to be missing (FACK paper, section 4.3).
 * Invariant: `pipe` is never negative; with a single loss it equals FACK's `awnd`.
 */
class SackRecovery : public HoleRecovery
{
  public:
    static constexpr const char* NAME = "ns3::TcpSackRecovery"; //!< in ns-3

    /// What to do when more than half of a window is lost. Unscoped for ns-3's EnumValue.
    enum HalfWindowLost_t
    {
        WAIT,       //!< leave it to the timer
        SLOW_START, //!< act as if the timer had expired
    };

    HalfWindowLost_t halfWindowLost{WAIT}; //!< what to do then

    /// @copydoc LossRecovery::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("HalfWindowLost",
                &SackRecovery::halfWindowLost,
                "What is done when more than half of a window is lost: Wait for the timer, or "
                "SlowStart at once (FACK paper, section 4.3)",
                WAIT,
                "Wait",
                SLOW_START,
                "SlowStart");
        options("LatestSackOnly", &SackRecovery::latestSackOnly, LATEST_ONLY);
    }

    const AckOutcome& OnAck(const AckEvent& event) override;

    void OnSent(OctetRange range, Instant now) override
    {
        const auto kind = m_state.OnSent(range, now);
        if (m_pipe && kind != RecoveryState::Kind::REQUESTED)
        {
            m_pipe->size += range.Size();
        }
    }

    void OnTimeout(Instant now) override
    {
        HoleRecovery::OnTimeout(now);
        m_pipe.reset();
    }

    uint64_t GetOutstanding() const override
    {
        return m_state.GetOutstanding(m_pipe ? m_pipe->size : 0);
    }

  private:
    /// What exists in RECOVERY; octets.
    struct Pipe
    {
        uint64_t size;   //!< data believed to be in the network
        uint64_t window; //!< what was outstanding when recovery began
    };

    std::optional<Pipe> m_pipe; //!< in RECOVERY
};

/**
 * @ingroup tcp-lossy
 * @brief FACK recovery: what is outstanding is measured from the forward-most octet that the
 * receiver holds (FACK paper, section 3).
 *
 * State: `snd.fack` and `retran_data`, both in the ledger.
 * Events, beside those of RecoveryState:
 *  - recovery is also entered when the receiver holds data more than three segments ahead,
 *    `snd.fack - snd.una > 3 MSS` (section 3.1);
 *  - `snd.fack` passes the `snd.nxt` noted for a retransmission that is still missing: it was lost
 *    again (section 3). The paper forces a timeout (section 3.2), at once or when the timer
 *    expires; the alternative sends it again.
 * What is SACKed is never sent again; holes below `snd.fack` are, oldest first. The ACK of the
 * recovery point ends recovery.
 * Invariant: in RECOVERY what is outstanding is `awnd = snd.nxt - snd.fack + retran_data`.
 */
class FackRecovery : public HoleRecovery
{
  public:
    static constexpr const char* NAME = "ns3::TcpFackRecovery"; //!< in ns-3

    /// What to do about a retransmission that was lost. Unscoped for ns-3's EnumValue.
    enum LostRetransmission_t
    {
        TIMEOUT,    //!< act as if the timer had expired (the paper)
        RETRANSMIT, //!< send it again within the same recovery
        WAIT,       //!< send nothing until the timer expires (as the FACK of ns-2), unless the
                    //!< recovery law repairs retransmissions
    };

    LostRetransmission_t lostRetransmission{RETRANSMIT}; //!< what to do then

    /// @copydoc LossRecovery::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("LostRetransmission",
                &FackRecovery::lostRetransmission,
                "What is done when a retransmission is lost, too: Retransmit; Timeout, as if the "
                "timer had expired (FACK paper, section 3.2); or Wait, send nothing until it "
                "expires",
                TIMEOUT,
                "Timeout",
                RETRANSMIT,
                "Retransmit",
                WAIT,
                "Wait");
        options("LatestSackOnly", &FackRecovery::latestSackOnly, LATEST_ONLY);
    }

    const AckOutcome& OnAck(const AckEvent& event) override;
};

} // namespace ns3

#endif /* FACK_RECOVERY_H */
