/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_VENO_DR_H
#define TCP_VENO_DR_H

#include "tcp-sack-veno.h"

#include "ns3/nstime.h"
#include "ns3/traced-value.h"

#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief VenoDR's loss differentiation: a threshold that adapts to the queue of the path.
 *
 * Ding, Wu and Jie, "TCP Venodr: TCP Enhancement with Adaptive Queue Length Threshold and Dynamic
 * Recovery Mechanism". Growth is Veno's, and so are the two cuts (attributes of TcpSackVeno). What
 * differs is when a loss counts as random. With the queueing delay `L = RTT - BaseRTT` and the
 * largest one so far, `L_max`, the threshold is `T = ThresholdFactor * L_max` (equations 3 to 5,
 * where the bandwidth cancels and is set to 1). On a fast retransmit:
 *
 * | known of the path              | verdict    | `ssthresh`                         |
 * |--------------------------------|------------|------------------------------------|
 * | no round trip measured         | unknown    | CongestionLossFactor * `cwnd_loss` |
 * | backlog never reached MinQueue | random     | RandomLossFactor * `cwnd_loss`     |
 * | `L < T`                        | random     | RandomLossFactor * `cwnd_loss`     |
 * | `L >= T`                       | congestion | CongestionLossFactor * `cwnd_loss` |
 *
 * Edge cases that the paper leaves open:
 *  - a path that never queues has `L_max` = 0, and the rule alone would call each loss congestion,
 *    on the very paths that the system is for. A queue shorter than one own segment is none: until
 *    there was one, losses are random. MinQueue = 0 gives the bare rule;
 *  - a single late round trip would make `L_max` large and all later losses random: two samples in
 * a row have to reach it (BacklogEstimator);
 *  - BaseRTT is the smallest round trip of the connection, as in the paper, and ResetBaseRtt of
 *    TcpSackVeno has no effect: `L_max` would be void after each loss. When the route gets longer,
 *    by more than about the queue, losses count as congestive again, as Reno's do; when it gets
 *    shorter, BaseRTT falls, and `L_max` is kept, as a delay of the queue and not of the route.
 *
 * The recovery that belongs to it is TcpDynamicRecovery; either runs without the other.
 */
class TcpVenoDr : public TcpSackVeno
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpVenoDr();

    /// Copies the parameters; the measurements of a connection stay with it.
    TcpVenoDr(const TcpVenoDr& other);

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;
    void Renew() override;

  protected:
    void SampleTaken(Ptr<const TcpSocketState> tcb) override;
    Verdict JudgeFastRetransmit() const override;
    bool ResetsBaseRtt() const override;
    BacklogEstimator::RoundTrip GetRoundTrip() const override;

  private:
    double m_thresholdFactor; //!< the paper's `alpha`
    double m_minQueue;        //!< backlog that counts as a queue, segments
    bool m_lastSampleAlone;   //!< `L` is that of the last sample

    double m_maxBacklog{0.0}; //!< largest backlog of a sample so far, segments

    TracedValue<Time> m_queueDelay;    //!< trace of `L`
    TracedValue<Time> m_queueDelayMax; //!< trace of `L_max`
    TracedValue<Time> m_threshold;     //!< trace of `T`
};

} // namespace ns3

#endif /* TCP_VENO_DR_H */
