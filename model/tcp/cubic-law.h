/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CUBIC_LAW_H
#define CUBIC_LAW_H

#include "window-control.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Hybrid slow start as Linux 6.1 has it: when slow start ends before a loss.
 *
 * Ha and Rhee, "Taming the elephants: new TCP slow start", Computer Networks 55(9), 2011: either a
 * round's ACKs have come close together for half of the least round trip, so that what they
 * acknowledge fills the path, or the round's least round trip is above the least of all.
 *
 * State: when the round began, when the last ACK of its train came, its least round trip and how
 * many were measured.
 * Events: BeginRound() when what was sent last in the round before is acknowledged; OnAck().
 * Invariant: a round's delay tells nothing before the ninth sample.
 *
 * | what                                       | Linux's constant                          |
 * |--------------------------------------------|-------------------------------------------|
 * | two ACKs of a train are apart by at most   | 2 ms                                      |
 * | a train ends slow start when longer than   | half of the least round trip and of what  |
 * |                                            | GetSpread() says, 1 ms at most            |
 * | delay ends slow start when above the least | by an eighth of it, but 4 to 16 ms        |
 */
class HybridSlowStart
{
  public:
    /// A round begins.
    void BeginRound(Instant now)
    {
        m_roundStart = now;
        m_lastOfTrain = now;
        m_leastOfRound.reset();
        m_samples = 0;
    }

    /// By how much ACKs that a link aggregates may come late: four of Linux's largest bursts at the
    /// pacing rate, which slow start sets to twice `cwnd` in `srtt`, and to 1.2 times from half of
    /// `ssthresh` on (hystart_ack_delay(), tcp_update_pacing_rate()). @return at most 1 ms
    static Instant GetSpread(const Window& window);

    /// An ACK arrived in slow start; @p least is the least round trip so far, that of this ACK
    /// included, @p spread is GetSpread(). @return whether slow start should end
    bool OnAck(Instant now, Instant rtt, Instant least, Instant spread);

  private:
    Instant m_roundStart{0};               //!< when the round began
    Instant m_lastOfTrain{0};              //!< when the last ACK of the round's train came
    std::optional<Instant> m_leastOfRound; //!< least round trip of the round
    uint32_t m_samples{0};                 //!< round trips of the round, as many as count
};

/**
 * @ingroup tcp-lossy
 * @brief How fast CUBIC opens the window in congestion avoidance, and what a loss leaves, in whole
 * segments as in Linux 6.1 (RFC 9438).
 *
 * With `t` since the first ACK after the last reduction, `W_cubic(t) = C (t - K)^3 + W_max` and
 * `K = cbrt((W_max - cwnd_epoch) / C)` (equations (1) and (2)). The target is `W_cubic(t + RTT)`
 * with the least round trip; the window opens by one segment for each
 * `cwnd / (target - cwnd)` that arrive, but at most by one for two (section 4.4), and at least as
 * Reno's would (section 4.3).
 *
 * States: no epoch (before the first ACK and after each reduction) and an epoch, which begins with
 * an ACK. Events: OnAck(), OnIdle(), OnLoss(); after a timeout a new one begins.
 *
 * Where RFC 9438 leaves open or differs, Linux decides: the curve is looked at again when the
 * window has changed, or after 1/32 s; before the first loss the window opens by a twentieth for a
 * round trip at least; Reno's part counts segments in whole windows of `1.875 cwnd`; a timeout
 * forgets W_max.
 */
class CubicLaw
{
  public:
    /// What RFC 9438 leaves to choose.
    struct Parameters
    {
        double c{0.4};              //!< C, segments per second cubed (section 5.1)
        double beta{717.0 / 1024};  //!< what a loss leaves (section 4.6: 0.7; Linux: 717/1024)
        bool fastConvergence{true}; //!< whether W_max falls when the window did (section 4.7)
    };

    /// An ACK in congestion avoidance.
    struct Ack
    {
        Instant now;      //!< the time
        Instant leastRtt; //!< least round trip so far; 0 if none was measured
        uint32_t cwnd;    //!< segments, above 0
        uint32_t arrived; //!< segments that it acknowledges
    };

    /// An ACK arrived. @return for how many segments that arrive the window opens by one; 2 or more
    uint32_t OnAck(const Ack& ack, const Parameters& parameters);

    /// Nothing was sent for a time, which does not count; 0 or less changes nothing.
    void OnIdle(Instant now, Instant idle)
    {
        if (m_epoch && idle > Instant::zero())
        {
            m_epoch = std::min(*m_epoch + idle, now);
        }
    }

    /// A window of @p cwnd segments is reduced. @return what is left, segments; 2 or more (RFC
    /// 9438, section 4.6)
    uint32_t OnLoss(uint32_t cwnd, const Parameters& parameters);

    /// @return when the epoch began, later by the times in which nothing was sent; none before the
    /// first ACK and after a loss
    std::optional<Instant> GetEpoch() const
    {
        return m_epoch;
    }

  private:
    /// The window follows the curve, once in a jiffy at most (Linux 6.1, bictcp_update()).
    void FollowCurve(const Ack& ack, double c);

    void BoundByReno(uint32_t cwnd, double beta);

    uint32_t m_wMax{0};             //!< W_max, segments; 0: no loss yet
    std::optional<Instant> m_epoch; //!< when the epoch began
    double m_k{0};                  //!< K, seconds
    uint32_t m_origin{0};           //!< where the curve is flat, segments
    uint32_t m_each{0};             //!< the last answer
    uint32_t m_seenWindow{0};       //!< cwnd when the curve was looked at last, segments
    Instant m_seenAt{0};            //!< when that was
    uint32_t m_arrived{0};          //!< segments that arrived and are not in m_renoWindow
    uint32_t m_renoWindow{0};       //!< W_est, segments
};

/**
 * @ingroup tcp-lossy
 * @brief Reno's window (RFC 5681, section 3.1) in whole segments, as Linux 6.1 counts them.
 *
 * | event                                   | action                                            |
 * |-----------------------------------------|---------------------------------------------------|
 * | segments arrive, `cwnd < ssthresh`      | `cwnd` opens by as many, up to `ssthresh`; what   |
 * |                                         | is left counts in congestion avoidance            |
 * | segments arrive, `cwnd >= ssthresh`     | `cwnd` opens by one for `cwnd` that have arrived: |
 * |                                         | equation (3), with counting in place of fractions |
 * | reduction                               | `ssthresh = cwnd / 2`, at least two segments;     |
 * |                                         | what has arrived is forgotten                     |
 *
 * The window does not open while something else than the window holds the sender back; ns-3's own
 * socket says so from ns-3.42 on, and before that the window opens always.
 *
 * ns-3's TcpLinuxReno keeps what has arrived through a reduction, and so opens half a segment too
 * early after each, on average: 2 to 4 % of the goodput where a window holds about ten segments.
 */
class KernelRenoControl : public WindowControl
{
  public:
    static constexpr const char* NAME = "ns3::TcpKernelReno"; //!< of the TypeId

    void Start(Window& /* window */) override
    {
        m_counted = 0;
    }

    void Open(Window& window, uint32_t segments) override;

    uint32_t Reduce(Window& window, uint32_t /* flight */) override
    {
        m_counted = 0;
        return Cut(window.cwnd / window.mss) * window.mss;
    }

  protected:
    /// An ACK of so many segments arrived in congestion avoidance, @p cwnd in segments. @return for
    /// how many that arrive the window opens by one
    virtual uint32_t GetSegmentsForOne(const Window& /* window */, uint32_t cwnd, uint32_t)
    {
        return cwnd;
    }

    /// The window is reduced. @return what is left, segments, at least 2
    virtual uint32_t Cut(uint32_t cwnd);

  private:
    uint32_t m_counted{0}; //!< segments that have arrived since the window opened
};

/**
 * @ingroup tcp-lossy
 * @brief CUBIC (RFC 9438) with hybrid slow start, in whole segments, as Linux 6.1 has both.
 *
 * CubicLaw says how fast the window opens in congestion avoidance, HybridSlowStart when slow start
 * ends, from a window of 16 segments on. Round trips are the last samples that the connection took
 * (on ns-3's own socket before ns-3.43 the smoothed ones); those of the first second of an epoch do
 * not count, as in Linux. The curve's time is in whole jiffies of 1 ms, and a round trip in as many
 * as hold it.
 *
 * Where ns-3.44's TcpCubic differs: HyStart's delay is the whole least round trip, at most a
 * second; its train is as long as the round trip; round trips are smoothed; what has arrived is
 * kept through a reduction; idle time counts for the curve; a timeout keeps W_max.
 */
class KernelCubicControl : public KernelRenoControl, public CubicLaw::Parameters
{
  public:
    static constexpr const char* NAME = "ns3::TcpKernelCubic"; //!< of the TypeId

    bool hybridSlowStart{true}; //!< may end before a loss

    /// @copydoc WindowControl::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("C",
                &KernelCubicControl::c,
                "C of the cubic curve in segments per second cubed, in [0.001, 100] (RFC 9438, "
                "section 5.1: 0.4)",
                0.001,
                100.0);
        options("Beta",
                &KernelCubicControl::beta,
                "The part of the window that a loss leaves, in [0.01, 0.99] (RFC 9438, section "
                "4.6: 0.7; Linux: 717/1024)",
                0.01,
                0.99);
        options("FastConvergence",
                &KernelCubicControl::fastConvergence,
                "Whether W_max falls when the window did since the loss before (RFC 9438, section "
                "4.7)");
        options("HyStart",
                &KernelCubicControl::hybridSlowStart,
                "Whether slow start may end before a loss, by the spacing and the delay of ACKs "
                "(Ha and Rhee, 2011; Linux's hystart)");
    }

    void Start(Window& window) override
    {
        KernelRenoControl::Start(window);
        m_known = {};
        BeginRound(window);
    }

    void OnArrived(Window& window, uint32_t segments) override;
    void OnState(Window& window, Window::State state) override;

    void OnEvent(Window& window, ControlEvent event) override
    {
        if (event == ControlEvent::TX_START)
        {
            m_known.law.OnIdle(CountJiffies(window.now),
                               CountJiffies(window.now - m_known.lastAckedSent));
        }
    }

  protected:
    uint32_t GetSegmentsForOne(const Window& window, uint32_t cwnd, uint32_t arrived) override;

    uint32_t Cut(uint32_t cwnd) override
    {
        return m_known.law.OnLoss(cwnd, *this);
    }

  private:
    struct Knowledge
    {
        CubicLaw law;                    //!< congestion avoidance
        HybridSlowStart slowStart;       //!< slow start
        uint64_t roundEnd{0};            //!< what was sent last when the round began, a position
        bool found{false};               //!< slow start has ended by itself
        std::optional<Instant> leastRtt; //!< least round trip
        Instant lastAckedSent{0};        //!< when the segment was sent that was acknowledged last
    };

    void BeginRound(const Window& window)
    {
        m_known.roundEnd = window.nxt;
        m_known.slowStart.BeginRound(window.now);
    }

    Knowledge m_known; //!< of the connection
};

} // namespace ns3

#endif /* CUBIC_LAW_H */
