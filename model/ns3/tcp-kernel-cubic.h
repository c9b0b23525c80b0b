/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_KERNEL_CUBIC_H
#define TCP_KERNEL_CUBIC_H

#include "tcp-kernel-reno.h"

#include "ns3/cubic-law.h"
#include "ns3/nstime.h"
#include "ns3/sequence-number.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief CUBIC (RFC 9438) with hybrid slow start, in whole segments, as Linux 6.1 has both.
 *
 * CubicLaw says how fast the window opens in congestion avoidance, HybridSlowStart when slow start
 * ends; this class hears ns-3's calls as their events. Slow start may end from a window of 16
 * segments on. Round trips are the last samples that the connection took (before ns-3.43: the
 * smoothed ones; ns-3 has no other); those of the first second of an epoch do not count, as in
 * Linux. The curve's time is in whole jiffies of 1 ms, and a round trip in as many as hold it.
 *
 * Where ns-3.44's TcpCubic differs: HyStart's delay is the whole least round trip, at most a
 * second, instead of an eighth of it, 4 to 16 ms; its train is as long as the round trip instead
 * of half of it; round trips are smoothed; what has arrived is kept through a reduction; idle time
 * counts for the curve; a timeout keeps W_max.
 */
class TcpKernelCubic : public TcpKernelReno
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpKernelCubic();

    /// Copies the parameters; the state of a connection stays with it.
    TcpKernelCubic(const TcpKernelCubic& other);

    std::string GetName() const override;
    void Init(Ptr<TcpSocketState> tcb) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;
    Ptr<TcpCongestionOps> Fork() override;

  protected:
    uint32_t GetSegmentsForOne(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    uint32_t Reduce(uint32_t cwnd) override;

  private:
    /// A round of hybrid slow start begins.
    void BeginRound(Ptr<const TcpSocketState> tcb);
    /// A round trip was measured: should slow start end?
    void ConsiderEnd(Ptr<TcpSocketState> tcb, Time rtt);

    /// @return C, beta and fast convergence as the attributes are
    CubicLaw::Parameters GetParameters() const;

    double m_c;                //!< C, segments per second cubed
    double m_beta;             //!< the part of the window that a loss leaves
    bool m_fastConvergence;    //!< whether W_max falls when the window did
    bool m_hasHybridSlowStart; //!< whether slow start may end before a loss

    CubicLaw m_law;                 //!< congestion avoidance
    HybridSlowStart m_slowStart;    //!< slow start
    SequenceNumber32 m_roundEnd{0}; //!< what was sent last when the round began
    bool m_found{false};            //!< slow start has ended by itself
    std::optional<Time> m_leastRtt; //!< least round trip
    std::optional<Time> m_epoch;    //!< when congestion avoidance began, anew after a loss
    Time m_lastAckedSent;           //!< when the segment was sent that was acknowledged last
};

} // namespace ns3

#endif /* TCP_KERNEL_CUBIC_H */
