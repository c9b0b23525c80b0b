/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VENO_LAW_H
#define VENO_LAW_H

#include "reno-controls.h"

#include <cmath>
#include <deque>
#include <ostream>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Measures the round trip of every segment from the sender's own send history.
 *
 * SACK TCP Veno stamps each segment it transmits and reads the stamp when the ACK returns (SACK
 * TCP Veno paper, section 2.2). ns-3 has no such sample on all releases: what it hands to
 * `PktsAcked` is smoothed, and with the timestamp option every sample is cut to whole
 * milliseconds. This class keeps its own stamps and is exact to the simulator's clock.
 *
 * States: the multiset of segments in flight, ordered by position.
 * Events: OnSent() once for each *first* transmission, OnAck() for each cumulative ACK.
 * Invariants:
 *  - positions in the history strictly increase, and none is at or below the last ACK;
 *  - an ACK that covers several segments gives one sample: that of the segment sent last, which a
 *    receiver that delays ACKs answers at once, or that of the one sent first, whose timestamp a
 *    receiver by RFC 7323, section 4.3, echoes, and which may have waited for the last;
 *  - the owner calls Clear() whenever something was retransmitted, so that no sample is ambiguous
 *    (Karn's rule, RFC 6298 section 3).
 *
 * Cost: amortised O(1) a segment, O(log n) to look one up, no allocation once the history has
 * reached the window.
 */
class RoundTripSampler
{
  public:
    /// A segment was transmitted for the first time. @p end is one past its last octet, unwrapped;
    /// one at or below a position already sent is no first transmission and is ignored.
    void OnSent(uint64_t end, Instant now)
    {
        if (end > m_highestEnd)
        {
            m_inFlight.push_back({m_highestEnd, end, now});
            m_highestEnd = end;
        }
    }

    /// A cumulative ACK arrived, for all below an unwrapped position. @return the round trip, of
    /// the segments that this ACK covers for the first time, of the one that was sent last or, if
    /// @p isOfOldest, first; nothing when it covers no stamped segment
    std::optional<Instant> OnAck(uint64_t ack, Instant now, bool isOfOldest = false);

    /// @return when the segment with an octet, at an unwrapped position, was first transmitted;
    /// nothing when it is not in flight, or no stamp of it is kept
    std::optional<Instant> FindSent(uint64_t octet) const
    {
        const auto isBelow = [](uint64_t position, const Stamp& stamp) {
            return position < stamp.end;
        };
        const auto found = std::upper_bound(m_inFlight.begin(), m_inFlight.end(), octet, isBelow);
        return found != m_inFlight.end() && found->begin <= octet ? std::optional(found->sent)
                                                                  : std::nullopt;
    }

    /// @brief Forget all stamps: what is in flight now gives no sample.
    void Clear()
    {
        m_inFlight.clear();
    }

  private:
    struct Stamp
    {
        uint64_t begin; //!< position of its first octet, or of one after the last stamp's
        uint64_t end;   //!< position one past its last octet
        Instant sent;   //!< when it was transmitted
    };

    std::deque<Stamp> m_inFlight; //!< stamped segments, oldest first
    uint64_t m_highestEnd{0};     //!< highest position ever stamped
};

/**
 * @ingroup tcp-lossy
 * @brief Estimates how much of a path's round trip is queueing, and once per round trip how many
 * segments a flow keeps queued.
 *
 * The backlog is `N = cwnd * (1 - BaseRTT/RTT)` segments: the paper's `DIFF * BaseRTT` (SACK TCP
 * Veno, section 2.2), where `BaseRTT` is the smallest round trip since it was last reset and `RTT`
 * that of the tagged segment.
 *
 * A round is one trip of a tagged segment. The tag is `snd.nxt` when the last round ended; the
 * round ends when an ACK covers the tagged segment. Where that ACK covers more segments, which
 * one's round trip is the sample is the owner's choice.
 *
 * A round that begins without a `BaseRTT` only measures it: its single sample would be its own
 * minimum, and `N` = 0 would say nothing about the path. So `N` is new from the second round after
 * a reset on, and what was known before the reset stands until then.
 *
 * The queueing delay is VenoDR's `L` with the bandwidth set to 1 (VenoDR paper, equations 3 and 5),
 * `L = RTT - BaseRTT`, and `L_max` is the largest `L` so far: what two samples in a row have
 * reached, since a single late ACK is no queue, unless RoundTrip has it otherwise.
 *
 * States: the tag, `BaseRTT`, the last sample of the round, the last `N`; `L` and `L_max`.
 * Events: a sample, an ACK, a reset of `BaseRTT`, a restart of the round.
 * Invariants:
 *  - `BaseRTT` never exceeds any sample since its reset, hence `0 <= N < cwnd`;
 *  - `N` changes only in OnAck(), at most once for each round, and never on a round without
 *    samples or one that began without a `BaseRTT`;
 *  - `0 <= L <= L_max`, and `L_max` falls only with a reset of `BaseRTT`.
 */
class BacklogEstimator
{
  public:
    /// What is taken for the round trip of now, in `N` and in `L`.
    enum class RoundTrip
    {
        SAMPLED,  //!< in `N` the last sample, in `L` the smaller one of the last two
        SMOOTHED, //!< in both RFC 6298's SRTT of the samples since the last reset
        LAST,     //!< in both the last sample
    };

    /// A round trip was measured; one that is not positive is ignored. @p roundTrip says what is
    /// taken for the round trip of now.
    void AddSample(Instant rtt, RoundTrip roundTrip = RoundTrip::SAMPLED);

    /// A round trip was measured that is for `BaseRTT` alone; one that is not positive is ignored.
    void AddBaseSample(Instant rtt)
    {
        if (rtt > Instant::zero())
        {
            m_baseRtt = std::min(m_baseRtt.value_or(rtt), rtt);
        }
    }

    /// A cumulative ACK arrived; its own sample, if any, was added before. @p ack and @p sndNxt,
    /// the first octet not acknowledged and the next new one, are unwrapped; @p cwnd is in
    /// segments; with @p evaluatesFirst a round that began without a `BaseRTT` gives an `N`, too.
    /// @return whether this ACK ended a round and GetBacklog() is new
    bool OnAck(uint64_t ack, uint64_t sndNxt, double cwnd, bool evaluatesFirst = false);

    /// @brief First octet of the tagged segment. @return its position, unwrapped
    uint64_t GetTag() const
    {
        return m_tag;
    }

    /// Begin a round now: samples and tag of the running one are dropped. @p sndNxt is the position
    /// of the next new octet, unwrapped.
    void RestartRound(uint64_t sndNxt)
    {
        m_tag = sndNxt;
        m_hadBaseRtt = m_baseRtt.has_value();
        m_roundRtt.reset();
    }

    /// @brief Measure `BaseRTT`, and with it `L` and `L_max`, anew, from the next sample on. What
    /// the running round has measured is dropped; its tag and `N` stay.
    void ResetBaseRtt();

    /// @return `N`, the backlog at the end of the last round, in segments; 0 before the first
    /// evaluation
    double GetBacklog() const
    {
        return m_backlog;
    }

    /// @return `L`, the queueing delay of the last samples; 0 before the first sample
    Instant GetQueueDelay() const
    {
        return m_queueDelay;
    }

    /// @return `L_max`, the largest queueing delay since the last reset of `BaseRTT`; 0 before the
    /// first sample
    Instant GetMaxQueueDelay() const
    {
        return m_maxQueueDelay;
    }

    /// @return `BaseRTT`, the smallest round trip since the last reset, or nothing when there was
    /// no sample since then
    std::optional<Instant> GetBaseRtt() const
    {
        return m_baseRtt;
    }

  private:
    std::optional<Instant> m_baseRtt;  //!< `BaseRTT`
    std::optional<Instant> m_roundRtt; //!< `RTT`: last sample of the round
    std::optional<Instant> m_lastRtt;  //!< last sample since the reset
    std::optional<Instant> m_smoothed; //!< SRTT since the reset
    Instant m_queueDelay{0};           //!< `L`
    Instant m_maxQueueDelay{0};        //!< `L_max`
    bool m_hadBaseRtt{false};          //!< BaseRTT was known when the round began
    uint64_t m_tag{0};                 //!< first octet of the tagged segment
    double m_backlog{0.0};             //!< `N` in segments
};

/**
 * @ingroup tcp-lossy
 * @brief SACK TCP Veno: congestion control that tells random from congestive loss.
 *
 * Chung, Fu and Liew, "Improvements Achieved by SACK Employing TCP Veno Equilibrium-Oriented
 * Mechanism over Lossy Networks". BacklogEstimator has the estimate that the rules act on. Recovery
 * is the connection's own, with SACK. Section 2.2:
 *
 * | backlog `N`         | growth in congestion avoidance | equilibrium |
 * |---------------------|--------------------------------|-------------|
 * | `N <= Alpha`        | every new ACK                  | false       |
 * | `Alpha < N <= Beta` | every new ACK                  | true        |
 * | `N > Beta`          | every other new ACK            | true        |
 *
 * A loss found by fast retransmit out of equilibrium is most likely random, in equilibrium it is
 * most likely congestive. A run of every other ACK begins with one that does not open the window.
 *
 * What it does on each event:
 *  - slow start: as NewReno. In the *initial* slow start nothing is evaluated, and until the first
 *    evaluation a loss halves the window, as Reno's would;
 *  - once per round trip afterwards: `N = cwnd * (1 - BaseRTT/RTT)` decides growth and equilibrium;
 *  - fast retransmit: `ssthresh` = RandomLossFactor * `cwnd_loss` out of equilibrium,
 *    CongestionLossFactor * `cwnd_loss` in it;
 *  - timeout, also one inside recovery, and ECN's echo: CongestionLossFactor * `cwnd_loss`;
 *  - after a fast retransmit or a timeout `BaseRTT` is measured anew (ResetBaseRtt).
 *
 * `cwnd_loss` is Window::GetLossWindow(). With `Alpha` = `Beta` = 3 and `ResetBaseRtt` = false this
 * is the Veno of Fu and Liew (IEEE JSAC, 2003).
 *
 * @par VenoDR's loss differentiation: a threshold that adapts to the queue of the path
 *
 * Ding, Wu and Jie, "TCP Venodr: TCP Enhancement with Adaptive Queue Length Threshold and Dynamic
 * Recovery Mechanism". Growth is Veno's, and so are the two cuts. What differs, with usesThreshold,
 * is when a loss counts as random. With the queueing delay `L = RTT - BaseRTT` and the largest one
 * so far, `L_max`, the threshold is `T = ThresholdFactor * L_max` (equations 3 to 5, where the
 * bandwidth cancels and is set to 1). On a fast retransmit:
 *
 * | known of the path              | verdict    | `ssthresh`                         |
 * |--------------------------------|------------|------------------------------------|
 * | no round trip measured         | unknown    | CongestionLossFactor * `cwnd_loss` |
 * | backlog never reached MinQueue | random     | RandomLossFactor * `cwnd_loss`     |
 * | `L < T`                        | random     | RandomLossFactor * `cwnd_loss`     |
 * | `L >= T`                       | congestion | CongestionLossFactor * `cwnd_loss` |
 *
 * Edge cases that the paper leaves open:
 *  - a path that never queues has `L_max` = 0, and the rule without MinQueue would call each loss
 *    congestion, on the very paths that the system is for;
 *  - a single late round trip would make `L_max` large and all later losses random
 *    (LastSampleAlone);
 *  - BaseRTT is the smallest round trip of the connection, as in the paper, and ResetBaseRtt has no
 *    effect: `L_max` would be void after each loss. When the route gets longer, by more than about
 *    the queue, losses count as congestive again, as Reno's do; when it gets shorter, BaseRTT
 *    falls, and `L_max` is kept, as a delay of the queue and not of the route.
 *
 * The recovery that belongs to it is DynamicRecovery; either runs without the other.
 */
class VenoControl : public RenoGrowth
{
  public:
    /// Which segment's round trip is `RTT`, of those that an ACK covers.
    enum Sample
    {
        YOUNGEST, //!< the youngest one's
        OLDEST,   //!< the oldest one's
        TAGGED,   //!< the tagged one's
    };

    /// Why the window was cut.
    enum class Verdict
    {
        RANDOM,     //!< fast retransmit out of equilibrium
        CONGESTION, //!< fast retransmit in equilibrium
        UNKNOWN,    //!< fast retransmit before the first evaluation: as Reno
        ECN,        //!< the peer echoed a congestion mark
        TIMEOUT,    //!< the retransmission timer expired
    };

    // SACK TCP Veno paper, section 2.2.
    double alpha{1};                      //!< `alpha`, segments
    double beta{3};                       //!< `beta`, segments
    double randomLossFactor{4.0 / 5};     //!< what random loss leaves of the window
    double congestionLossFactor{1.0 / 2}; //!< what congestive loss leaves of the window
    bool resetBaseRtt{true};              //!< measure BaseRTT anew after a loss
    bool smoothedRtt{false};              //!< RTT is the smoothed round trip
    Sample sample{YOUNGEST};              //!< which round trip is RTT
    Instant granularity{0};               //!< of the clock that stamps the segments
    bool sampleRepairs{false};            //!< what a recovery sends first is measured, too
    bool evaluateFirstRound{false};       //!< a round without BaseRTT gives a backlog
    bool unknownIsRandom{false};          //!< a loss before the first evaluation is judged random
    bool literalGrowth{false};            //!< grow as the VenoDR paper's listing says, each ACK

    // VenoDR paper, section "Loss differentiation based on adaptive threshold".
    bool usesThreshold{false};    //!< judge by VenoDR's threshold, not by equilibrium
    double thresholdFactor{0.55}; //!< the paper's `alpha`, equation 4
    double minQueue{1};           //!< backlog that counts as a queue, segments; ours
    bool lastSampleAlone{false};  //!< `L` is that of the last sample

    /// Name the options of SACK TCP Veno, as LossRecovery::Describe() does.
    template <class Options>
    static void Describe(Options& options);

    /// Name the options of VenoDR's threshold.
    template <class Options>
    static void DescribeThreshold(Options& options);

    void Start(Window& window) override
    {
        m_known = {};
        // What is outstanding has positions, but no stamps.
        m_known.sampler.OnSent(window.nxt, ReadClock(window));
        m_known.sampler.Clear();
        m_known.estimator.RestartRound(window.nxt);
    }

    void OnEvent(Window& window, ControlEvent event) override
    {
        if (event == ControlEvent::NEW_DATA)
        {
            m_known.sampler.OnSent(window.nxt, ReadClock(window));
            m_known.lastSent = window.now;
        }
    }

    void OnArrived(Window& window, uint32_t segments) override;
    void Open(Window& window, uint32_t segments) override;
    uint32_t Reduce(Window& window, uint32_t flight) override;
    void OnState(Window& window, Window::State state) override;

    /// @return what is known of the path
    const BacklogEstimator& GetEstimator() const
    {
        return m_known.estimator;
    }

    /// @return whether the flow filled its path at the last evaluation (the paper's
    /// `equilibrium_arrival`); false before the first one
    bool IsEquilibrium() const
    {
        return m_known.isEquilibrium;
    }

    /// @return `T`: from this queueing delay on VenoDR judges a loss congestive (equation 4)
    Instant GetThreshold() const
    {
        const auto most = static_cast<double>(m_known.estimator.GetMaxQueueDelay().count());
        return Instant(std::llround(thresholdFactor * most));
    }

  protected:
    /// A round trip, or a round, was measured: what the estimator knows may be new.
    virtual void OnEstimate()
    {
    }

    /// The window was cut: why, and from which `cwnd_loss` to which `ssthresh`, octets.
    virtual void OnVerdict(Verdict /* verdict */, uint32_t /* cwndLoss */, uint32_t /* ssthresh */)
    {
    }

  private:
    /// A cut whose cause the connection has not told yet.
    struct Cut
    {
        uint32_t cwndLoss; //!< `cwnd_loss`, octets
        uint32_t ssthresh; //!< the new `ssthresh`, octets
    };

    struct Knowledge
    {
        RoundTripSampler sampler;      //!< where RTT samples come from
        Instant lastSent{0};           //!< when the last new data went
        BacklogEstimator estimator;    //!< BaseRTT, RTT of the round, N
        bool isEquilibrium{false};     //!< N is above Alpha
        bool isHalfPace{false};        //!< N is above Beta
        bool isSkipped{false};         //!< the last ACK at half pace did not open the window
        bool evaluated{false};         //!< there was a first evaluation
        bool initialSlowStart{true};   //!< neither a loss nor ssthresh has ended slow start
        bool repairing{false};         //!< retransmissions are under way
        std::optional<Cut> pendingCut; //!< a timeout's or ECN's
        double maxBacklog{0.0};        //!< largest backlog of a sample so far, segments
    };

    template <class Options>
    static void DescribeReadings(Options& options);

    /// Judge a loss that was found by duplicate ACKs. @return RANDOM, CONGESTION or UNKNOWN
    Verdict JudgeFastRetransmit() const;

    void AddSample(const Window& window, Instant rtt);

    /// A cumulative ACK arrived. @return the round trip that it measures, if any: none (Karn's
    /// rule) if what it covers went twice
    std::optional<Instant> TakeSample(const Window& window);

    /// @brief What the clock shows that stamps the segments. @return a multiple of its unit
    Instant ReadClock(const Window& window) const
    {
        return window.now - window.now % std::max(Instant(1), granularity);
    }

    /// A cut that waits for its cause has this one.
    void SettlePendingCut(Verdict verdict)
    {
        if (const auto cut = std::exchange(m_known.pendingCut, std::nullopt))
        {
            OnVerdict(verdict, cut->cwndLoss, cut->ssthresh);
        }
    }

    /// @brief A loss: BaseRTT is measured anew, and the initial slow start is over.
    void NoteLoss()
    {
        m_known.initialSlowStart = false;
        if (resetBaseRtt && !usesThreshold)
        {
            m_known.estimator.ResetBaseRtt();
        }
    }

    Knowledge m_known; //!< of the connection
};

/// Print the name of a verdict.
std::ostream& operator<<(std::ostream& os, VenoControl::Verdict verdict);

template <class Options>
void
VenoControl::Describe(Options& options)
{
    options("Alpha",
            &VenoControl::alpha,
            "Backlog in segments up to which the path is judged to have room: a loss is then "
            "judged random (SACK TCP Veno paper, section 2.2: 1). Not above Beta.",
            0.0);
    options("Beta",
            &VenoControl::beta,
            "Backlog in segments above which every other new ACK opens the window instead of each "
            "(SACK TCP Veno paper, section 2.2: 3; 1 gives the reading of its section 2.3). Not "
            "below Alpha.",
            0.0);
    options("RandomLossFactor",
            &VenoControl::randomLossFactor,
            "Part of the window that a loss judged random leaves, in [0.1, 1] (SACK TCP Veno "
            "paper, section 2.2: 4/5)",
            0.1,
            1.0);
    options("CongestionLossFactor",
            &VenoControl::congestionLossFactor,
            "Part of the window that a loss judged congestive, a timeout or ECN's echo leaves, in "
            "[0.1, 1] (SACK TCP Veno paper, section 2.2: 1/2)",
            0.1,
            1.0);
    options("ResetBaseRtt",
            &VenoControl::resetBaseRtt,
            "Measure BaseRTT anew after each fast retransmit or timeout (SACK TCP Veno paper, "
            "section 2.2); false keeps the connection's minimum, as Fu and Liew (IEEE JSAC 2003) "
            "do");
    DescribeReadings(options);
}

template <class Options>
void
VenoControl::DescribeReadings(Options& options)
{
    options("SmoothedRtt",
            &VenoControl::smoothedRtt,
            "RTT is the smoothed round trip of RFC 6298, as the VenoDR paper has it (Overview of "
            "TCP Veno; equation 3 with TcpVenoDr); false takes that of the last samples");
    options("Sample",
            &VenoControl::sample,
            "Which round trip RTT is, where an ACK covers several segments: that of the Youngest "
            "one, that of the Oldest one, whose timestamp a receiver by RFC 7323 echoes, or that "
            "of the Tagged one, both with the time that their ACK was delayed. BaseRTT is the "
            "least of the oldest ones with Oldest, else of the youngest ones",
            YOUNGEST,
            "Youngest",
            OLDEST,
            "Oldest",
            TAGGED,
            "Tagged");
    options("SampleRepairs",
            &VenoControl::sampleRepairs,
            "What is sent for the first time in a recovery is measured, and rounds go on in it; "
            "false drops these samples and begins a round where the recovery ends (ours: the SACK "
            "TCP Veno paper does not say). An ACK of what was sent again is no sample in any case");
    options("Granularity",
            &VenoControl::granularity,
            "Unit of the clock that stamps segments and ACKs, so that round trips are whole "
            "multiples (SACK TCP Veno paper, section 2.2: one millisecond); 0 for the simulator's "
            "own, as exact as it is");
    options("EvaluateFirstRound",
            &VenoControl::evaluateFirstRound,
            "A round that begins without BaseRTT gives a backlog, too, whose RTT may be its own "
            "minimum; false has it measure BaseRTT only (ours: the SACK TCP Veno paper does not "
            "say)");
    options("UnknownIsRandom",
            &VenoControl::unknownIsRandom,
            "A loss that duplicate ACKs show before the first evaluation is judged random; false "
            "halves the window, as Reno does (ours: the SACK TCP Veno paper does not say)");
    options("LiteralGrowth",
            &VenoControl::literalGrowth,
            "In congestion avoidance each ACK adds a segment below Beta and a segment over the "
            "window from there on, by the letter of the VenoDR paper (Overview of TCP Veno); false "
            "grows as the SACK TCP Veno paper, section 2.2, has it");
}

template <class Options>
void
VenoControl::DescribeThreshold(Options& options)
{
    options("ThresholdFactor",
            &VenoControl::thresholdFactor,
            "Part of the largest queueing delay below which a loss is judged random, in (0, 1): "
            "alpha of the VenoDR paper, equation 4 (0.55)",
            std::nextafter(0.0, 1.0),
            std::nextafter(1.0, 0.0));
    options("MinQueue",
            &VenoControl::minQueue,
            "Backlog in segments that must have been there once before a loss can be judged "
            "congestive; 0 for the bare rule of the VenoDR paper, by which each loss on a path "
            "that never queues is congestive",
            0.0);
    options("LastSampleAlone",
            &VenoControl::lastSampleAlone,
            "L is that of the last round trip alone; false takes the smaller one of the last two, "
            "so that one late ACK is no queue (ours: the VenoDR paper does not say). SmoothedRtt "
            "goes before");
}

} // namespace ns3

#endif /* VENO_LAW_H */
