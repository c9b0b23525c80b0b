/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RAMPDOWN_RECOVERY_H
#define TCP_RAMPDOWN_RECOVERY_H

#include "recovery-law.h"

#include "ns3/ns3-compat.h"
#include "ns3/recovery-laws.h"
#include "ns3/renewable-strategy.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief FACK's recovery with Rampdown: the reduction is spread over one round trip.
 *
 * FACK paper, sections 3.2 and 4.5. During recovery the paper's `cwnd` is constant, here at
 * `ssthresh`, and the sender may use `cwnd + wintrim`; ns-3's socket has one variable for both, so
 * that its window is `ssthresh + wintrim`. The law of `wintrim` is in Rampdown; this class adapts
 * it to ns-3's sockets:
 *
 * | event                | what happens                                                       |
 * |----------------------|--------------------------------------------------------------------|
 * | recovery begins      | Rampdown begins with `winmult` and what is outstanding             |
 * | `snd.fack` advances  | `wintrim` falls                                                    |
 * | recovery ends        | `wintrim` is 0: the window is `ssthresh`                           |
 *
 * Invariants: in recovery the window is `ssthresh + wintrim` after each call, it never grows but at
 * the beginning, and from the end of the first round trip on it is `ssthresh`.
 *
 * `winmult` is `ssthresh / cwnd_loss`, with CwndAtLoss() before the reduction. What is outstanding
 * is the socket's estimate after the ACK that began recovery, bytesInFlight. On a FACK sender that
 * is `awnd = snd.nxt - snd.fack`, since nothing was retransmitted yet; on ns-3's own socket it is
 * the pipe, which excludes what it holds for lost.
 *
 * `winmult` is what the congestion control left of the window. With TcpFack it is the paper's 1/2,
 * and 1/4 when Overdamping acted; others have their own, such as 4/5 for TcpSackVeno's random loss
 * or 7/10 for CUBIC. A control that cuts from ns-3's pipe leaves less than its factor says. So
 * whatever the control, the window comes down from about what is outstanding to `ssthresh`, one
 * octet in for each `1/winmult` out. Where the control leaves the whole window there is no ramp.
 *
 * A socket that knows `snd.fack` reports it by OnForwardAck(). On one that never does in a
 * recovery, the octets that each ACK delivered stand for the advance; the difference is that
 * these include what fills holes. An ACK that delivers none is a duplicate from a receiver without
 * SACK: it stands for one segment (RFC 6937, section 3).
 *
 * ns-3 starts a recovery for ECN's echo too, and it ramps down like any other. A timeout ends a
 * recovery without a word to this class: the window is then the socket's, advances are ignored,
 * and the trace stands until one is reported or the next recovery begins.
 */
class TcpRampdownRecovery : public ns3compat::RecoveryOps,
                            public RecoveryLaw,
                            public RenewableStrategy
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    std::string GetName() const override;
    void ExitRecovery(Ptr<TcpSocketState> tcb) override;
    Ptr<TcpRecoveryOps> Fork() override;

    void Renew() override
    {
        m_rampdown.End();
        m_wintrim = 0;
    }

    void OnProgress(const Progress& progress) override;
    void OnForwardAck(Ptr<TcpSocketState> tcb, uint32_t advance) override;

  protected:
    void BeginRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes) override;
    void ContinueRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes) override;

  private:
    /// Set the window to `ssthresh + wintrim`.
    void ApplyWindow(Ptr<TcpSocketState> tcb);

    Rampdown m_rampdown;                //!< the law of wintrim
    bool m_hearsProgress{false};        //!< the socket knows the interface RecoveryLaw
    bool m_knowsForwardAck{false};      //!< the socket reports snd.fack in this recovery
    TracedValue<uint32_t> m_wintrim{0}; //!< trace of wintrim, octets
};

} // namespace ns3

#endif /* TCP_RAMPDOWN_RECOVERY_H */
