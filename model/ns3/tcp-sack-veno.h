/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SACK_VENO_H
#define TCP_SACK_VENO_H

#include "renewable-strategy.h"

#include "ns3/tcp-congestion-ops.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"
#include "ns3/veno-law.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

namespace ns3
{

/**
 * @defgroup tcp-lossy TCP over lossy and long-fat paths
 *
 * Published systems for loss differentiation and loss recovery, as ns-3 strategies.
 */

/**
 * @ingroup tcp-lossy
 *
 * @brief SACK TCP Veno: congestion control that tells random from congestive loss.
 *
 * Chung, Fu and Liew, "Improvements Achieved by SACK Employing TCP Veno Equilibrium-Oriented
 * Mechanism over Lossy Networks". The rules are in VenoLaw, the estimate they act on in
 * BacklogEstimator; this class adapts both to ns-3's sockets. Recovery is the socket's own: select
 * this class as `SocketType` of a node's TcpL4Protocol and leave SACK on.
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
 * `cwnd_loss` is CwndAtLoss(): the congestion window when the loss is detected, not the pipe that
 * ns-3 passes to GetSsThresh() (at small windows the pipe is smaller by the lost and the SACKed
 * segments).
 *
 * With `Alpha` = `Beta` = 3 and `ResetBaseRtt` = false this is the Veno of Fu and Liew (IEEE JSAC,
 * 2003).
 */
class TcpSackVeno : public TcpNewReno, public RenewableStrategy
{
  public:
    /// Which round trip is `RTT`; `BaseRTT` is the least of the youngest ones. Unscoped for
    /// ns-3's EnumValue.
    enum Sample_t
    {
        YOUNGEST, //!< round trip of the youngest segment of an ACK
        TAGGED,   //!< round trip of the tagged segment, with the delay of its ACK
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

    /**
     * @brief Signature of the LossVerdict trace.
     * @param verdict why the window was cut
     * @param cwndLoss `cwnd_loss`, octets
     * @param ssThresh the new `ssthresh`, octets
     */
    typedef void (*VerdictTracedCallback)(Verdict verdict, uint32_t cwndLoss, uint32_t ssThresh);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpSackVeno();

    /// Copies the parameters; the measurements of a connection stay with it.
    TcpSackVeno(const TcpSackVeno& other);

    std::string GetName() const override;
    void Init(Ptr<TcpSocketState> tcb) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    Ptr<TcpCongestionOps> Fork() override;
    void Renew() override;

  protected:
    /// @return what is known of the path
    const BacklogEstimator& GetEstimator() const
    {
        return m_known.estimator;
    }

    /// A round trip was measured, and the estimator knows.
    virtual void SampleTaken(Ptr<const TcpSocketState> tcb);

    /// Judge a loss that was found by duplicate ACKs. @return RANDOM, CONGESTION or UNKNOWN
    virtual Verdict JudgeFastRetransmit() const;

    /// @return whether BaseRTT is measured anew after a loss: the attribute ResetBaseRtt
    virtual bool ResetsBaseRtt() const;

    /**
     * @brief What is taken for the round trip of now.
     * @return the attribute SmoothedRtt
     */
    virtual BacklogEstimator::RoundTrip GetRoundTrip() const;

  private:
    /// A cut whose cause the socket has not told yet.
    struct Cut
    {
        uint32_t cwndLoss; //!< `cwnd_loss`, octets
        uint32_t ssThresh; //!< the new `ssthresh`, octets
    };

    /// All that is known of one connection.
    struct Knowledge
    {
        RoundTripSampler sampler;      //!< where RTT samples come from
        BacklogEstimator estimator;    //!< BaseRTT, RTT of the round, N
        VenoLaw law;                   //!< what N means
        uint64_t sent{0};              //!< octets sent, the SYN's included: unwrapped snd.nxt
        bool isOpening{false};         //!< the handshake is not over
        bool evaluated{false};         //!< there was a first evaluation
        bool initialSlowStart{true};   //!< neither a loss nor ssthresh has ended slow start
        bool repairing{false};         //!< retransmissions are under way
        bool fastRetransmit{false};    //!< the next GetSsThresh() is a fast retransmit's
        std::optional<Cut> pendingCut; //!< a timeout's or ECN's
    };

    /// The socket's highest sent sequence number moved.
    void HighTxMarkChanged(SequenceNumber32 oldValue, SequenceNumber32 newValue);

    /// @return position of the cumulative ACK in the unwrapped stream
    uint64_t AckPosition(Ptr<const TcpSocketState> tcb) const;

    /// A cumulative ACK arrived, at a position in the unwrapped stream. @return the round trip that
    /// it measures, if any: none (Karn's rule) if it @p isAmbiguous, since what it covers went
    /// twice
    std::optional<std::chrono::nanoseconds> TakeSample(uint64_t ack, bool isAmbiguous);

    /// @brief What the clock shows that stamps the segments. @return a multiple of Granularity
    std::chrono::nanoseconds ReadClock() const;

    /// @return Granularity, or the simulator's own nanosecond
    std::chrono::nanoseconds GetClockUnit() const;

    /// @brief A cut without a timeout after it was ECN's: say so.
    void SettlePendingCut();

    /// @brief A loss: BaseRTT is measured anew, and the initial slow start is over.
    void NoteLoss();

    /// What was retransmitted is acknowledged: measure again.
    void ResumeMeasurement();

    double m_alpha;                //!< `alpha`, segments
    double m_beta;                 //!< `beta`, segments
    double m_randomLossFactor;     //!< what random loss leaves of the window
    double m_congestionLossFactor; //!< what congestive loss leaves of the window
    bool m_resetBaseRtt;           //!< measure BaseRTT anew after a loss
    bool m_smoothedRtt;            //!< RTT is the smoothed round trip
    Sample_t m_sample;             //!< which round trip is RTT
    Time m_granularity;            //!< of the clock that stamps the segments
    bool m_evaluateFirstRound;     //!< a round without BaseRTT gives a backlog
    bool m_unknownIsRandom;        //!< a loss before the first evaluation is judged random
    bool m_literalGrowth;          //!< grow as the VenoDR paper's listing says, each ACK

    Knowledge m_known;                           //!< of the connection
    TraceSubscription<SequenceNumber32> m_marks; //!< of what is sent

    TracedValue<double> m_backlog;                             //!< trace of N, segments
    TracedValue<bool> m_equilibrium;                           //!< trace of equilibrium
    TracedValue<Time> m_baseRtt;                               //!< trace of BaseRTT
    TracedCallback<Verdict, uint32_t, uint32_t> m_lossVerdict; //!< trace of verdicts
};

/// Print the name of a verdict.
std::ostream& operator<<(std::ostream& os, TcpSackVeno::Verdict verdict);

} // namespace ns3

#endif /* TCP_SACK_VENO_H */
