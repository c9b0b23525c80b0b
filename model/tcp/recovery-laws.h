/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECOVERY_LAWS_H
#define RECOVERY_LAWS_H

#include "window-control.h"

#include <cmath>
#include <ostream>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief VenoDR's Dynamic Recovery: the window after a recovery is what the recovery could send.
 *
 * VenoDR paper, section "Dynamic recovery mechanism", in the family of Robust Recovery (Wang and
 * Shin, ICDCS 2001). The sender repairs one hole a round trip, as NewReno does, and is clocked by
 * the duplicate ACKs. It keeps `cwnd_DR`, the octets that it may send in the current round trip,
 * and leaves recovery with that as its `cwnd`.
 *
 * States: idle; *deflation*, the round trip after a loss, in which less is sent than has left the
 * network; *detection*, in which as much is sent as has left, and one segment more each round trip.
 *
 * Variables, in octets unless said otherwise: `cwnd_DR`; `recover_DR`, `snd.nxt` when the loss was
 * seen that the window was last reduced for; `dup_max`, segments in flight when the last
 * retransmission was sent, itself included; `dupwnd`, duplicate ACKs since then.
 *
 * | phase     | event                       | what happens                                        |
 * |-----------|-----------------------------|-----------------------------------------------------|
 * | any       | Begin()                     | deflation, from `cwnd_loss` to `ssthresh`           |
 * | deflation | duplicate ACK               | of each octet that left, `ssthresh/cwnd_loss` are   |
 * |           |                             | released; `cwnd_DR` is their sum                    |
 * | deflation | partial ACK                 | detection                                           |
 * | detection | duplicate ACK               | as much is released as it stands for: one segment   |
 * | detection | partial ACK to `recover_DR` | a hole of the same loss: what arrived is released;  |
 * |           |                             | when a round is over in which all that the one      |
 * |           |                             | before had sent arrived, `cwnd_DR` grows by one     |
 * |           |                             | segment, which is released, too                     |
 * | detection | partial ACK above it        | what was sent in recovery was lost: deflation, from |
 * |           |                             | what the round released, by the same part           |
 * | both      | `dupwnd` exceeds `dup_max`, | what was sent after the retransmission arrived, and |
 * |           | a round trip has passed     | it did not: it is lost. Deflation as above          |
 * | both      | End()                       | idle; `cwnd` is `cwnd_DR`                           |
 *
 * The retransmissions take part in what is released. At Begin() what the first duplicate ACKs stand
 * for and the lost segment itself have left already; so with a single loss `cwnd_DR` ends at
 * `ssthresh`, and each further loss takes its part of a segment.
 *
 * Where this departs from the paper's text, and why, is in doc/design/controls.rst; Readings give
 * the letter. With Readings::isLiteral the two rows on partial ACKs in detection change places.
 *
 * Invariants: outside a recovery nothing is released, nor for duplicates that tell of more than is
 * in flight, such as those that answer a segment sent again in vain; in deflation no more is
 * released than `ssthresh`, and at least the retransmission; `cwnd_DR` grows by no more than one
 * segment between two partial ACKs of detection; the window that End() gives is two segments or
 * more (RFC 5681, equation 4).
 */
class DynamicRecovery
{
  public:
    /// What the sender does.
    enum class Phase
    {
        IDLE,      //!< no recovery
        DEFLATION, //!< less is sent than has left the network
        DETECTION, //!< as much is sent, and one segment more each round trip
    };

    /// What the paper leaves open, and how it is read; we read none of it like this.
    struct Readings
    {
        bool isLiteral; //!< partial ACKs of detection up to `recover_DR` tell of a later loss, by
                        //!< the paper's `seqno <= recover_DR`; else those above, whose hole was
                        //!< sent in recovery
        bool growsInAnyCase;   //!< each round, whether what the one before sent arrived or not
        bool watchesDeflation; //!< a lost retransmission is looked for in deflation only
    };

    /// Idle, by @p readings of what the paper leaves open.
    explicit DynamicRecovery(const Readings& readings = {})
        : m_readings(readings)
    {
    }

    /// A loss, or another reason to reduce the window.
    struct Loss
    {
        uint64_t sndNxt{0};     //!< `snd.nxt`, a position
        uint64_t flightSize{0}; //!< `snd.nxt - snd.una`, octets
        uint64_t left{0};       //!< of these, octets known to have left the network, lost ones too
        uint64_t early{0};      //!< octets sent on the first duplicate ACKs (RFC 3042)
        uint64_t cwndLoss{0};   //!< the window before the reduction, octets
        uint64_t ssthresh{0}; //!< the window to come down to, octets; above `cwndLoss` counts as it
        uint32_t mss{0};      //!< maximum segment size, octets, above 0
        bool leftCounts{true}; //!< what has left releases its part, as what leaves afterwards
    };

    /// The window is to be reduced. What was under way before is void.
    void Begin(const Loss& loss);

    /// Octets were sent, new or again.
    void OnSent(uint64_t octets)
    {
        m_sent += octets;
        m_sentInRound += octets;
        m_inFlight += octets;
    }

    /// An ACK without a loss behind it, as after ECN's echo, newly reports octets: the deflation
    /// goes on.
    void OnDelivered(uint64_t delivered);

    /// A duplicate ACK arrived. @param delivered octets that it newly reports to have arrived, or
    /// stands for @param sndNxt `snd.nxt`, a position @param tripPassed whether a round trip has
    /// passed since the segment at `snd.una` was last sent; sooner nothing that was sent after it
    /// can have been answered @return whether the retransmission at `snd.una` was lost and must be
    /// sent again at once
    bool OnDuplicate(uint64_t delivered, uint64_t sndNxt, bool tripPassed);

    /// A partial ACK arrived: the segment at its number, a position, is missing, too. It newly
    /// reports octets to have arrived, or stands for them; @p roundOver says whether a round trip
    /// has passed since the last round began.
    void OnPartial(uint64_t ack, uint64_t delivered, uint64_t sndNxt, bool roundOver);

    /// The sender found by itself, as with SACK, that a retransmission was lost. Without @p
    /// roundOver it is a loss of the same round, for which the window is not reduced again.
    void OnLostRetransmission(uint64_t sndNxt, bool roundOver);

    /// Recovery is over. @return the window to go on with, octets: `cwnd_DR`, but two segments at
    /// least
    uint64_t End();

    /// @brief What may be sent now, retransmissions included. @return octets; 0 when idle
    uint64_t GetAllowance() const
    {
        return m_released - std::min(m_sent, m_released);
    }

    /// @brief Octets that the current round trip may carry. @return `cwnd_DR`; 0 when idle
    uint64_t GetCwndDr() const
    {
        return m_cwndDr;
    }

    /// @brief `snd.nxt` at the loss that the window was last reduced for. @return `recover_DR`
    uint64_t GetRecoverDr() const
    {
        return m_recoverDr;
    }

    /// @brief Duplicate ACKs after which a retransmission is given up. @return `dup_max`, segments
    uint64_t GetDupMax() const
    {
        return m_dupMax;
    }

    /// @brief Duplicate ACKs since the last retransmission. @return `dupwnd`
    uint64_t GetDupwnd() const
    {
        return m_dupwnd;
    }

    /// @brief The phase. @return see the class description
    Phase GetPhase() const
    {
        return m_phase;
    }

  private:
    /// Begin a deflation; @p left octets have left the network in the round that begins.
    void Deflate(uint64_t sndNxt, uint64_t left);

    /// A loss within recovery: deflate what the last round released by the same part.
    void DeflateAgain(uint64_t sndNxt);

    /// Release in proportion to the octets that have left.
    void ReleasePart(uint64_t octets)
    {
        m_left = std::min(m_left + octets, m_from);
        const uint64_t part = std::max(m_left * m_to / m_from, m_mss);
        Release(part - m_cwndDr);
        m_cwndDr = part;
    }

    void Release(uint64_t octets)
    {
        m_released += octets;
        m_round += octets;
    }

    /// A round trip is over. @return whether as much has arrived in it as was sent in the one
    /// before
    bool BeginRound()
    {
        const bool complete = m_readings.growsInAnyCase || m_arrived >= m_sentBefore;
        m_sentBefore = m_sentInRound;
        m_sentInRound = 0;
        m_arrived = 0;
        m_round = 0;
        return complete;
    }

    /// @brief Count duplicate ACKs anew: the segment at `snd.una` is about to be sent again.
    void WatchRetransmission()
    {
        m_dupwnd = 0;
        m_dupMax = m_inFlight / m_mss + 1;
    }

    void Leave(uint64_t octets)
    {
        m_inFlight -= std::min(octets, m_inFlight);
    }

    Readings m_readings;        //!< of what the paper leaves open
    Phase m_phase{Phase::IDLE}; //!< the phase
    uint64_t m_mss{0};          //!< maximum segment size
    uint64_t m_from{0};         //!< window that the deflation starts from
    uint64_t m_to{0};           //!< window that it comes down to
    uint64_t m_left{0};         //!< left the network in this deflation
    uint64_t m_cwndDr{0};       //!< `cwnd_DR`
    uint64_t m_round{0};        //!< released in the current round of detection
    uint64_t m_arrived{0};      //!< arrived in the current round of detection
    uint64_t m_sentInRound{0};  //!< sent in the current round
    uint64_t m_sentBefore{0};   //!< sent in the round before
    uint64_t m_recoverDr{0};    //!< `recover_DR`
    uint64_t m_dupMax{0};       //!< `dup_max`, segments
    uint64_t m_dupwnd{0};       //!< `dupwnd`
    uint64_t m_inFlight{0};     //!< octets in the network, undiscovered losses included
    uint64_t m_released{0};     //!< released since the first loss
    uint64_t m_sent{0};         //!< sent since then
};

/**
 * @ingroup tcp-lossy
 * @brief Proportional Rate Reduction (RFC 9937, section 6): what may be sent for each ACK of a
 * recovery, so that `ssthresh` is outstanding when it ends.
 *
 * | outstanding after the ACK | what may be sent now                                             |
 * |---------------------------|------------------------------------------------------------------|
 * | above `ssthresh`          | `ssthresh / RecoverFS` of what was delivered, in whole segments, |
 * |                           | less what was sent                                               |
 * | not above                 | as much as was delivered, and one segment more for a safe ACK,   |
 * |                           | until `ssthresh` is outstanding                                  |
 *
 * The window becomes that and what is outstanding. RecoverFS is what was outstanding before the ACK
 * that shows the loss, without what was SACKed before. Where an ACK is not known completely,
 * RecoverFS is all that is outstanding, an ACK is never safe (PRR-CRB), and a duplicate ACK that
 * delivers nothing stands for one segment. A recovery that a timer begins delivers nothing. The
 * first segment that goes counts against one nominal segment then, as in Linux, which is no part of
 * RecoverFS.
 *
 * Invariants: the first segment of a recovery may always be sent; an ACK that delivers nothing
 * changes nothing; the window is never less than what is outstanding.
 *
 * It is the same on all releases of ns-3, whose own TcpPrrRecovery divides by the pipe instead of
 * RecoverFS up to ns-3.48, and counts the ACK that begins a recovery, and each duplicate ACK, by a
 * segment more than it delivers.
 */
class RateReductionLaw : public ReductionLaw
{
  public:
    static constexpr const char* NAME = "ns3::TcpProportionalRateRecovery"; //!< of the TypeId

    void Begin(Window& window, const Ack& ack, uint32_t dupAcks, uint32_t outstanding) override;

    void Continue(Window& window, const Ack& ack) override
    {
        // Section 6.2: until all of RecoverFS would be delivered.
        const bool standsForOne =
            ack.delivered == 0 && !ack.isComplete && m_delivered + window.mss <= m_recoverFs;
        ReadAck(window, ack, standsForOne ? window.mss : ack.delivered);
    }

    void OnSent(Window& /* window */, uint32_t octets) override
    {
        m_out += octets;
    }

  protected:
    bool m_dividesByWindow{false}; //!< that from before the recovery is in RecoverFS's place

  private:
    void ReadAck(Window& window, const Ack& ack, uint64_t delivered);

    uint64_t m_recoverFs{1}; //!< RecoverFS, octets; at least 1
    uint64_t m_delivered{0}; //!< `prr_delivered`: octets that have arrived since
    uint64_t m_out{0};       //!< `prr_out`: octets that were sent since
};

/**
 * @ingroup tcp-lossy
 * @brief Proportional Rate Reduction as in Linux 6.1: RateReductionLaw, but a recovery divides by
 * the window from before, where RFC 9937 divides by what was outstanding.
 *
 * The window is larger than what was outstanding by what had arrived out of order, so that less is
 * sent for each ACK.
 */
class KernelRateReductionLaw : public RateReductionLaw
{
  public:
    static constexpr const char* NAME = "ns3::TcpKernelRateRecovery"; //!< of the TypeId

    KernelRateReductionLaw()
    {
        m_dividesByWindow = true;
    }
};

/**
 * @ingroup tcp-lossy
 * @brief FACK's recovery with Rampdown: the window is reduced evenly over a round trip instead of
 * at once.
 *
 * FACK paper, sections 3.2 and 4.5. During recovery the paper's `cwnd` is constant, here at
 * `ssthresh`, and the sender may use `cwnd + wintrim`, where
 *
 *     wintrim = (snd.nxt - snd.fack) * (1 - winmult)     at detection             (3)
 *     wintrim = wintrim - d * (1 - winmult)              snd.fack advances by d   (4)
 *
 * Taken together, `wintrim` is `1 - winmult` times those octets outstanding at detection that are
 * not forward-acknowledged yet. Their number is what is kept: it is whole, so that nothing drifts
 * however many steps the round trip has, and `wintrim` is rounded once, when it is asked for.
 *
 * Invariants: in recovery the window is `ssthresh + wintrim` after each call (a connection has one
 * variable for both); it never grows but at the beginning, and is exactly `ssthresh` once all that
 * was outstanding at detection is forward-acknowledged. What is sent after detection does not
 * count: an advance beyond that is ignored.
 *
 * So of each octet that leaves the network `winmult` may be sent, that is, one segment for every
 * two acknowledged at a `winmult` of 1/2 and one for every four at 1/4, and when the round trip
 * ends `ssthresh` is outstanding. At detection the window is not less than what is outstanding
 * (section 4.5 says "slightly less"): it is more by `winmult` times the octets of the window that
 * have left the network before, so that the retransmission may go out at once.
 *
 * `winmult` is `ssthresh / cwnd_loss`, with Window::GetLossWindow() before the reduction; above 1,
 * where the window is not reduced, it counts as 1. What is outstanding is the sender's estimate
 * after the ACK that began recovery. On a FACK sender that is `awnd = snd.nxt - snd.fack`, since
 * nothing was retransmitted yet; on ns-3's own socket it is the pipe, which excludes what it holds
 * for lost.
 *
 * With FackControl `winmult` is the paper's 1/2, and 1/4 when Overdamping acted; other controls
 * have their own, such as 4/5 for Veno's random loss or 7/10 for CUBIC. Whatever the control, the
 * window comes down from about what is outstanding to `ssthresh`, one octet in for each `1/winmult`
 * out.
 *
 * Where an ACK is not known completely, the octets that it delivered stand for the advance of
 * `snd.fack`; the difference is that these include what fills holes. An ACK that delivers none is a
 * duplicate from a receiver without SACK: it stands for one segment (RFC 6937, section 3).
 *
 * A recovery for ECN's echo ramps down like any other.
 */
class RampdownLaw : public ReductionLaw
{
  public:
    void Begin(Window& window, const Ack& ack, uint32_t dupAcks, uint32_t outstanding) override;

    void Continue(Window& window, const Ack& ack) override
    {
        const auto delivered = ack.delivered > 0 ? ack.delivered : window.mss;
        m_left -= std::min(ack.isComplete ? ack.forwardAdvance : delivered, m_left);
        window.cwnd = window.ssthresh + GetWintrim();
    }

    void End(Window& window) override
    {
        m_left = 0;
        window.cwnd = window.ssthresh;
    }

    /// @return `wintrim`, octets that the window has above `ssthresh` in recovery; 0 outside
    uint32_t GetWintrim() const
    {
        return static_cast<uint32_t>(std::llround(m_left * m_trim));
    }

  private:
    uint32_t m_left{0}; //!< outstanding at detection and not forward-acknowledged since, octets
    double m_trim{0.0}; //!< `1 - winmult`
};

/**
 * @ingroup tcp-lossy
 * @brief VenoDR's Dynamic Recovery as a recovery law (VenoDR paper, "Dynamic recovery mechanism").
 *
 * The law is DynamicRecovery's; its events are:
 *
 * | call                                | event                                                  |
 * |-------------------------------------|--------------------------------------------------------|
 * | Begin()                             | Begin(), from Window::GetLossWindow() to `ssthresh`    |
 * | Continue(), `snd.una` does not move | OnDuplicate()                                          |
 * | Continue(), `snd.una` moves         | OnPartial()                                            |
 * | OnSent()                            | OnSent()                                               |
 * | End(), by an ACK                    | End(): `cwnd` and `ssthresh` become `cwnd_DR`          |
 * | End(), in recovery: the timer       | End(): the window is the connection's                  |
 *
 * `ssthresh` goes with `cwnd_DR`, so that neither slow start nor the connection's own `cwnd =
 * ssthresh` makes a jump. A round trip is over when an RTT, the smallest measured, has passed since
 * it began. A recovery for ECN's echo is a deflation without a loss, and the window ends at
 * `ssthresh`. It runs with any congestion control, with or without SACK.
 */
class DynamicRecoveryLaw : public ReductionLaw
{
  public:
    bool forgetRecoveryPoint{true};    //!< the next recovery may begin where the last one ended
    bool literalRecoverDr{false};      //!< losses in recovery by the letter of the paper
    bool deflateFromFlight{false};     //!< what is in flight counts as the window at the loss
    bool ignoreFirstDuplicates{false}; //!< what had left when a recovery began releases nothing
    bool growInAnyCase{false};         //!< the additive increase never stops
    bool watchDeflationOnly{false};    //!< lost retransmissions are looked for in deflation only
    bool watchWithinRoundTrip{false};  //!< a retransmission may be lost within a round trip

    /// @copydoc WindowControl::Describe
    template <class Options>
    static void Describe(Options& options);

    void Begin(Window& window, const Ack& ack, uint32_t dupAcks, uint32_t outstanding) override;
    void Continue(Window& window, const Ack& ack) override;
    void End(Window& window) override;

    void OnRetransmissionLost(Window& window) override
    {
        m_law.OnLostRetransmission(window.nxt, EndRound(window));
        OnHeadLost(window);
    }

    void SetWindow(Window& window) override
    {
        if (m_law.GetPhase() != DynamicRecovery::Phase::IDLE)
        {
            // 32 bits hold both: what is released is less than what was outstanding.
            window.cwnd = window.inFlight + static_cast<uint32_t>(m_law.GetAllowance());
        }
    }

    bool TakeLostHead() override
    {
        return std::exchange(m_retransmissionLost, false);
    }

    void OnSent(Window& /* window */, uint32_t octets) override
    {
        m_law.OnSent(octets);
    }

    LossRecovery::Law GetNeeds() const override
    {
        return {true, forgetRecoveryPoint, true};
    }

    /// @return the law
    const DynamicRecovery& GetDynamics() const
    {
        return m_law;
    }

  protected:
    /// The retransmission of the segment at `snd.una` was found to be lost.
    virtual void OnHeadLost(const Window& /* window */)
    {
    }

    /// The segment at `snd.una` @p isNew, or is still that of the ACK before. @return whether the
    /// sender has judged the retransmission lost by itself, without telling
    virtual bool WatchHead(bool /* isNew */)
    {
        return false;
    }

    /// @return whether the socket tells no deliveries: there is no SACK
    bool CountsAcks() const
    {
        return m_countsAcks;
    }

  private:
    DynamicRecovery::Loss DescribeLoss(const Window& window,
                                       const Ack& ack,
                                       uint32_t dupAcks,
                                       uint32_t outstanding) const;
    /// An ACK does not move `snd.una`, and delivers octets.
    void HearDuplicate(Window& window, uint32_t delivered);
    /// End the round if a round trip has passed. @return whether it has
    bool EndRound(const Window& window);

    DynamicRecovery m_law;            //!< the law
    bool m_isEcn{false};              //!< ECN's echo, no loss
    bool m_countsAcks{false};         //!< no deliveries are told
    bool m_retransmissionLost{false}; //!< found and not repaired yet
    uint64_t m_una{0};                //!< `snd.una` at the last call
    Instant m_roundStart{0};          //!< when the round trip began
    Instant m_headSent{0};            //!< when the segment at `snd.una` was last sent again
};

template <class Options>
void
DynamicRecoveryLaw::Describe(Options& options)
{
    using Law = DynamicRecoveryLaw;
    options("ForgetRecoveryPoint",
            &Law::forgetRecoveryPoint,
            "On TcpScoreboardSocket the next recovery may begin at the octet where the last one "
            "ended (ours: the VenoDR paper does not say); false keeps the rule of RFC 6582, "
            "section 3.2, step 2");
    options("LiteralRecoverDr",
            &Law::literalRecoverDr,
            "A partial ACK up to recover_DR means losses in recovery, by the letter of the VenoDR "
            "paper (Dynamic recovery mechanism: seqno <= recover_DR); false: one above it, whose "
            "hole was sent in recovery");
    options("DeflateFromFlight",
            &Law::deflateFromFlight,
            "The deflation begins at what is in flight, if that is less than the window, as RFC "
            "6937's does: after one loss cwnd_DR is ssthresh. The VenoDR paper has cwnd_DR only "
            "(Dynamic recovery mechanism); false takes the window, whose last part of a segment is "
            "then lost");
    options("IgnoreFirstDuplicates",
            &Law::ignoreFirstDuplicates,
            "The lost segment and the duplicate ACKs that begin a recovery release nothing, so "
            "that cwnd_DR ends below ssthresh after one loss. The VenoDR paper's text does not say "
            "(Dynamic recovery mechanism, Fig 1); false counts them, as those after them");
    options("GrowInAnyCase",
            &Law::growInAnyCase,
            "In detection cwnd_DR grows by a segment every round trip, whatever arrives (VenoDR "
            "paper, Dynamic recovery mechanism: every RTT); false stops for a round trip in which "
            "less arrives than the one before sent");
    options("WatchDeflationOnly",
            &Law::watchDeflationOnly,
            "A lost retransmission is looked for in deflation only (VenoDR paper, Dynamic recovery "
            "mechanism: the first part); false looks in detection, too");
    options("WatchWithinRoundTrip",
            &Law::watchWithinRoundTrip,
            "A retransmission may be judged lost before a round trip has passed since it was sent "
            "(VenoDR paper, Dynamic recovery mechanism: dupwnd > dup_max alone); false waits for "
            "the round trip");
}

/// Print the name of a phase.
std::ostream& operator<<(std::ostream& os, DynamicRecovery::Phase phase);

} // namespace ns3

#endif /* RECOVERY_LAWS_H */
