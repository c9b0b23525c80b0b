/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_GENERAL_AIMD_H
#define TCP_GENERAL_AIMD_H

#include "ns3/tcp-congestion-ops.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
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
 * in segments. `ssthresh` is at least two segments (RFC 5681, equation (4)); `cwnd_loss` is
 * CwndAtLoss() or CwndAtTimeoutOrEcn(), not the pipe that ns-3 passes to GetSsThresh(). Setting
 * `cwnd` to `ssthresh` is the part of recovery.
 *
 * *Per ACK* is what it says: an ACK counts once, however many segments it acknowledges. The paper
 * lets `C` ACKs a second arrive while the link is full, one for each packet; there it makes no
 * difference. With delayed ACKs, one for `d` segments, `a` acts as `a/d` per packet, and a model of
 * such a connection takes `a/d`. Counting segments instead would let the ACK that ends a recovery,
 * which may acknowledge a whole window, undo the cut. An ACK for less than a segment does not count
 * by itself: ns-3 tells how many whole segments an ACK completes, so splitting ACKs gains nothing.
 *
 * The window also opens when it is not what holds the sender back: the paper's law has no such
 * condition, and releases before ns-3.42 do not tell. CwndAtLoss() keeps a window that was never
 * tried from deciding a cut. It does not open beyond 2^30 octets, the most a receiver can offer
 * (RFC 7323, section 2.3).
 *
 * State: the part of an octet that `cwnd`, a whole number in ns-3, does not show; whether a fast
 * retransmit was announced, which the next cut ends. Invariants: between two cuts `cwnd` and that
 * part add up to the law's window, so that nothing is lost to rounding however small the increase;
 * an ACK opens the window by no more than a segment; a cut leaves less than `cwnd_loss`, or two
 * segments if that is more.
 */
class TcpGeneralAimd : public TcpCongestionOps
{
  public:
    /// How the window opens in congestion avoidance.
    enum Law_t
    {
        CONSTANT, //!< by `a` segments per ACK
        CLASSIC,  //!< by `1/cwnd` segments per ACK
    };

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpGeneralAimd();

    /// Copies the parameters; the state of a connection stays with it.
    TcpGeneralAimd(const TcpGeneralAimd& other);

    std::string GetName() const override;

    /**
     * @brief An ACK arrived outside recovery.
     * @param tcb the connection
     * @param segmentsAcked whole segments that it completes; with 0 the window does not open, with
     * any other number it opens once
     */
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;

    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    /// @return `a(cwnd)` in segments, at most 1
    double GetIncrease(Ptr<const TcpSocketState> tcb) const;

    Law_t m_law;       //!< which law
    double m_increase; //!< `a` of the constant law, segments
    double m_decrease; //!< `b`, part of the window

    double m_fraction{0.0};       //!< what cwnd does not show of the window, octets, in [0, 1)
    bool m_fastRetransmit{false}; //!< the next GetSsThresh() is a fast retransmit's
};

} // namespace ns3

#endif /* TCP_GENERAL_AIMD_H */
