/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RENO_CONTROLS_H
#define RENO_CONTROLS_H

#include "window-control.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief How Reno opens the window, as ns-3's TcpNewReno does (RFC 5681, section 3.1), for controls
 * that differ from it in what a loss leaves.
 */
class RenoGrowth : public WindowControl
{
  public:
    void Open(Window& window, uint32_t segments) override
    {
        segments = StartSlowly(window, segments);
        if (window.cwnd >= window.ssthresh)
        {
            AvoidCongestion(window, segments);
        }
    }

  protected:
    /// Below `ssthresh` an ACK opens the window by a segment. @return acknowledged segments that
    /// are left for congestion avoidance
    static uint32_t StartSlowly(Window& window, uint32_t segments)
    {
        if (window.cwnd >= window.ssthresh || segments == 0)
        {
            return segments;
        }
        window.cwnd += window.mss;
        return segments - 1;
    }

    /// An ACK opens the window by a segment over the window, by an octet at least.
    static void AvoidCongestion(Window& window, uint32_t segments)
    {
        if (segments > 0)
        {
            const auto square = uint64_t{window.mss} * window.mss;
            window.cwnd += std::max(1U, static_cast<uint32_t>(square / window.cwnd));
        }
    }
};

/**
 * @ingroup tcp-lossy
 * @brief FACK's congestion control: halving from the window at loss, and Overdamping.
 *
 * Mathis and Mahdavi, "Forward Acknowledgment: Refining TCP Congestion Control". FACK leaves growth
 * as it is and takes the decision how much is outstanding to the sender (section 3). What is left
 * here is the cut:
 *
 * | event                                           | `ssthresh`                       |
 * |-------------------------------------------------|----------------------------------|
 * | fast retransmit                                 | `cwnd_loss / 2`                  |
 * | fast retransmit, Overdamping, out of slow start | `cwnd_loss / 4`                  |
 * | timeout, ECN's echo                             | `cwnd_loss / 2`                  |
 *
 * always at least two segments (RFC 5681, equation (4)). `cwnd_loss` is
 * Window::GetLossWindowOfCut() (section 3.2).
 *
 * Overdamping (section 4.4): the segment that was lost went out a round trip ago, when the window
 * of a slow start was half of what it is at detection. So the window is halved once more before the
 * reduction if the sender was in slow start within the last half of a round trip, in which
 * congestion avoidance opens the window by half a segment: `cwnd <= ssthresh + MSS/2`. This is the
 * paper's test to the letter; it also holds in the first half of a round trip after a recovery,
 * which ends at `cwnd = ssthresh`. Overdamping belongs to the adjustment at detection of a loss in
 * recovery. A timeout is not overdamped: it already takes the window to one segment, and the
 * network has drained since the loss. Nor is ECN's echo: no segment was lost, and the mark comes
 * from a queue that is not full. The paper finds it too conservative in general (section 8).
 *
 * Invariant: a cut leaves at most half of the window, or two segments if that is more.
 */
class FackControl : public RenoGrowth
{
  public:
    static constexpr const char* NAME = "ns3::TcpFack"; //!< of the TypeId

    bool overdamping{false};   //!< Overdamping acts
    bool wholeSegments{false}; //!< a cut leaves whole segments

    /// @copydoc WindowControl::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("Overdamping",
                &FackControl::overdamping,
                "Halve the window once more before the reduction at a fast retransmit if cwnd <= "
                "ssthresh + MSS/2, that is, if the sender was in slow start within the last half "
                "of a round trip (FACK paper, section 4.4)");
        options("WholeSegments",
                &FackControl::wholeSegments,
                "A cut leaves whole segments, 32 of 65, as a sender does that counts its window in "
                "them; false leaves half of the octets (ours: the FACK paper does not say)");
    }

    uint32_t Reduce(Window& window, uint32_t flight) override;

  protected:
    /// Overdamping acted: `cwnd_loss` and the new `ssthresh`, octets.
    virtual void OnOverdamped(uint32_t /* cwndLoss */, uint32_t /* ssthresh */)
    {
    }
};

/**
 * @ingroup tcp-lossy
 * @brief AIMD with any increase `a` and decrease `b`.
 *
 * Baiocchi, Mascolo and Vacirca, "TCP internal buffers optimization for fast long-distance links",
 * section I. TcpBufferModel says how large the buffers of such a connection have to be.
 *
 * | event                                         | action                                      |
 * |-----------------------------------------------|---------------------------------------------|
 * | ACK, `cwnd < ssthresh`                        | slow start: `cwnd += 1`                     |
 * | ACK, `cwnd >= ssthresh`, Law = Constant       | `cwnd += a`; 0.01 is Scalable TCP's         |
 * | ACK, `cwnd >= ssthresh`, Law = Classic        | `cwnd += 1/cwnd`                            |
 * | fast retransmit                               | `ssthresh = cwnd_loss - b cwnd_loss`        |
 * | timeout, ECN's echo                           | the same; the paper has no other factor     |
 *
 * in segments; `cwnd_loss` and the least `ssthresh` are as FackControl's. Setting `cwnd` to
 * `ssthresh` is the part of recovery.
 *
 * *Per ACK* is what it says: an ACK counts once, however many segments it acknowledges. The paper
 * lets `C` ACKs a second arrive while the link is full, one for each packet; there it makes no
 * difference. With delayed ACKs, one for `d` segments, `a` acts as `a/d` per packet, and a model of
 * such a connection takes `a/d`. Counting segments instead would let the ACK that ends a recovery,
 * which may acknowledge a whole window, undo the cut. An ACK for less than a segment does not count
 * by itself: the connection tells how many whole segments an ACK completes, so splitting ACKs gains
 * nothing.
 *
 * The window also opens when it is not what holds the sender back: the paper's law has no such
 * condition. GetLossWindow() keeps a window that was never tried from deciding a cut. It does not
 * open beyond 2^30 octets, the most a receiver can offer (RFC 7323, section 2.3).
 *
 * State: the part of an octet that `cwnd`, a whole number, does not show. Invariants: between two
 * cuts `cwnd` and that part add up to the law's window, so that nothing is lost to rounding however
 * small the increase; an ACK opens the window by no more than a segment; a cut leaves less than
 * `cwnd_loss`, or two segments if that is more.
 */
class GeneralAimdControl : public WindowControl
{
  public:
    static constexpr const char* NAME = "ns3::TcpGeneralAimd"; //!< of the TypeId

    /// How the window opens in congestion avoidance.
    enum Law
    {
        CONSTANT, //!< by `a` segments per ACK
        CLASSIC,  //!< by `1/cwnd` segments per ACK
    };

    Law law{CONSTANT};      //!< how the window opens in congestion avoidance
    double increase{0.01};  //!< `a` of the constant law, segments: Table I, the first pair
    double decrease{0.125}; //!< `b`, part of the window: the same

    /// @copydoc WindowControl::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("Law",
                &GeneralAimdControl::law,
                "How the window opens per ACK in congestion avoidance: Constant, by Increase, or "
                "Classic, by 1/cwnd segments (TCP buffer paper, section I)",
                CONSTANT,
                "Constant",
                CLASSIC,
                "Classic");
        options("Increase",
                &GeneralAimdControl::increase,
                "a of the law Constant in segments per ACK, in [1e-6, 1] (TCP buffer paper, Table "
                "I: 0.01, which is Scalable TCP's, and 0.005)",
                1e-6,
                1.0);
        options("Decrease",
                &GeneralAimdControl::decrease,
                "b, the part of the window that a loss takes, in [0.001, 0.999] (TCP buffer paper, "
                "Table I: 0.125 and 0.2; section I: 0.5 is classic TCP's)",
                0.001,
                0.999);
    }

    void Start(Window& /* window */) override
    {
        m_fraction = 0;
    }

    uint32_t Reduce(Window& window, uint32_t flight) override;
    void Open(Window& window, uint32_t segments) override;

  private:
    double m_fraction{0.0}; //!< what cwnd does not show of the window, octets, in [0, 1)
};

} // namespace ns3

#endif /* RENO_CONTROLS_H */
