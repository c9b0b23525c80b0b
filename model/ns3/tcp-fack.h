/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_FACK_H
#define TCP_FACK_H

#include "renewable-strategy.h"

#include "ns3/tcp-congestion-ops.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief FACK's congestion control: halving from the window at loss, and Overdamping.
 *
 * Mathis and Mahdavi, "Forward Acknowledgment: Refining TCP Congestion Control". FACK leaves growth
 * as it is and takes the decision how much is outstanding to the socket (section 3). What is left
 * here is the cut:
 *
 * | event                                           | `ssthresh`                       |
 * |-------------------------------------------------|----------------------------------|
 * | fast retransmit                                 | `cwnd_loss / 2`                  |
 * | fast retransmit, Overdamping, out of slow start | `cwnd_loss / 4`                  |
 * | timeout, ECN's echo                             | `cwnd_loss / 2`                  |
 *
 * always at least two segments (RFC 5681, equation (4)). `cwnd_loss` is CwndAtLoss(), not the pipe
 * that ns-3 passes to GetSsThresh(). Inside a recovery the paper's `cwnd` stands at `ssthresh`
 * (section 3.2): a timeout or ECN's echo there halves CwndAtTimeoutOrEcn().
 *
 * Overdamping (section 4.4): the segment that was lost went out a round trip ago, when the window
 * of a slow start was half of what it is at detection. So the window is halved once more before the
 * reduction if the sender was in slow start within the last half of a round trip, in which
 * congestion avoidance opens the window by half a segment: `cwnd <= ssthresh + MSS/2`. This is the
 * paper's test to the letter; it also holds in the first half of a round trip after a recovery,
 * which ends at `cwnd = ssthresh`. Overdamping belongs to the adjustment at detection of a loss in
 * recovery. A timeout is not overdamped: it already takes the window to one segment, and
 * the network has drained since the loss. Nor is ECN's echo: no segment was lost, and the mark
 * comes from a queue that is not full.
 *
 * It works on ns-3's own socket, where it is Reno with Overdamping regulated by ns-3's pipe. The
 * order of the socket's calls tells the reasons for GetSsThresh() apart: a fast retransmit
 * announces CA_RECOVERY just before, a timeout CA_LOSS just after, ECN nothing.
 *
 * State: whether a fast retransmit was announced; the next cut ends that. Invariants: a cut leaves
 * at most half of the window, or two segments if that is more, and only a fast retransmit
 * is overdamped.
 *
 * The attributes BetaLoss and BetaEcn that TcpNewReno has in later releases have no effect.
 */
class TcpFack : public TcpNewReno, public RenewableStrategy
{
  public:
    /**
     * @brief Signature of the Overdamped trace.
     * @param cwndLoss `cwnd_loss`, octets
     * @param ssThresh the new `ssthresh`, octets
     */
    typedef void (*OverdampedTracedCallback)(uint32_t cwndLoss, uint32_t ssThresh);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpFack();

    /// Copies the parameters; the state of a connection stays with it.
    TcpFack(const TcpFack& other);

    std::string GetName() const override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    Ptr<TcpCongestionOps> Fork() override;

    void Renew() override
    {
        m_fastRetransmit = false;
    }

  private:
    /// @return the paper's `cwnd <= ssthresh + MSS/2`: the sender was in slow start within the last
    /// half of a round trip
    static bool IsFreshFromSlowStart(Ptr<const TcpSocketState> tcb);

    bool m_overdamping;           //!< halve once more out of slow start
    bool m_fastRetransmit{false}; //!< the next GetSsThresh() is a fast retransmit's

    TracedCallback<uint32_t, uint32_t> m_overdamped; //!< trace of what Overdamping did
};

} // namespace ns3

#endif /* TCP_FACK_H */
