/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_DYNAMIC_RECOVERY_H
#define TCP_DYNAMIC_RECOVERY_H

#include "recovery-law.h"

#include "ns3/ns3-compat.h"
#include "ns3/nstime.h"
#include "ns3/recovery-laws.h"
#include "ns3/renewable-strategy.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief VenoDR's Dynamic Recovery for ns-3's sockets (VenoDR paper, "Dynamic recovery mechanism").
 *
 * The law is DynamicRecovery's; this class hears the socket's calls as its events:
 *
 * | call                              | event                                                    |
 * |-----------------------------------|----------------------------------------------------------|
 * | recovery begins                   | Begin(), from CwndAtLoss() to `ssthresh`                 |
 * | an ACK that does not move snd.una | OnDuplicate()                                            |
 * | an ACK that does                  | OnPartial()                                              |
 * | the socket sent data              | OnSent()                                                 |
 * | recovery ends by an ACK           | End(): `cwnd` and `ssthresh` become `cwnd_DR`            |
 * | the timer expires                 | Clear(): the window is the socket's                      |
 *
 * `ssthresh` goes with `cwnd_DR`, so that neither slow start nor the socket's own `cwnd = ssthresh`
 * makes a jump. A round trip is over when an RTT, the smallest measured, has passed since it began.
 *
 * It runs with any congestion control, with or without SACK:
 *  - TcpScoreboardSocket uses the interface RecoveryLaw, with every sender;
 *  - ns-3's own socket has no such calls. So that it, too, repairs a lost retransmission without
 *    waiting for its timer, this class looks for the socket's send buffer among the sockets of the
 *    node (by their receive buffer, which TcpSocketState names) and marks the segment as lost
 *    there. That socket ends recovery where it began: what was sent and lost since then is a new
 *    recovery, for which the marks that it made of duplicate ACKs without SACK are taken back.
 *
 * ns-3 starts a recovery for ECN's echo, too: that is a deflation without a loss, and the window
 * ends at `ssthresh`.
 */
class TcpDynamicRecovery : public ns3compat::RecoveryOps,
                           public RecoveryLaw,
                           public RenewableStrategy
{
  public:
    /// Signature of the LostRetransmission trace: `snd.una`, whose retransmission was lost.
    typedef void (*LostRetransmissionTracedCallback)(SequenceNumber32 una);

    /// Signature of the Phase trace.
    typedef void (*PhaseTracedCallback)(DynamicRecovery::Phase oldValue,
                                        DynamicRecovery::Phase newValue);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpDynamicRecovery();

    /// Copies the parameters; a connection's recovery stays with it.
    TcpDynamicRecovery(const TcpDynamicRecovery& other);

    std::string GetName() const override;
    void ExitRecovery(Ptr<TcpSocketState> tcb) override;
    void UpdateBytesSent(uint32_t bytesSent) override;
    Ptr<TcpRecoveryOps> Fork() override;
    void Renew() override;

    void OnProgress(const Progress& progress) override;
    bool TakeLostHead() override;
    void OnRetransmissionLost(Ptr<TcpSocketState> tcb) override;
    void SetWindow(Ptr<TcpSocketState> tcb) override;
    bool RepairsRetransmissions() const override;
    bool RepairsLaterLosses() const override;
    bool ForgetsRecoveryPoint() const override;

  protected:
    void BeginRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes) override;
    void ContinueRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes) override;

  private:
    /// An ACK does not move `snd.una`, and delivers octets.
    void HearDuplicate(Ptr<TcpSocketState> tcb, uint32_t delivered);

    /// @return whether ns-3's own sender has just judged the retransmission of its head lost
    bool HasBufferFoundOut();

    /// An ACK moves `snd.una`, and delivers octets.
    void HearPartial(Ptr<TcpSocketState> tcb, uint32_t delivered);

    /// @return whether a round trip has passed since a time
    static bool HasTripPassed(Ptr<const TcpSocketState> tcb, Time since);

    /// End the round if a round trip has passed. @return whether it has
    bool EndRound(Ptr<const TcpSocketState> tcb);

    /// A timeout ends recovery, and not every socket says so otherwise.
    void CongestionStateChanged(TcpSocketState::TcpCongState_t oldValue,
                                TcpSocketState::TcpCongState_t newValue);

    /// @return `snd.nxt` in the unwrapped stream
    uint64_t GetSndNxt(Ptr<const TcpSocketState> tcb) const;

    /// @return octets that the socket takes to be in flight
    uint32_t GetOutstanding(Ptr<const TcpSocketState> tcb) const;

    /// @return the send buffer of a connection on ns-3's own socket, or null for any other socket
    static Ptr<TcpTxBuffer> FindSendBuffer(Ptr<const TcpSocketState> tcb);

    /// @brief Hear of the connection's congestion states from now on. @param tcb the connection
    void HearCongestionStates(Ptr<TcpSocketState> tcb);

    /**
     * @brief What the law has to know of a loss, or of ECN's echo.
     * @param tcb the connection
     * @param dupAckCount duplicate ACKs
     * @param unAckDataCount octets unacknowledged
     * @param deliveredBytes octets that the ACK delivered
     * @return the loss
     */
    DynamicRecovery::Loss DescribeLoss(Ptr<const TcpSocketState> tcb,
                                       uint32_t dupAckCount,
                                       uint32_t unAckDataCount,
                                       uint32_t deliveredBytes) const;

    /// @brief Publish the law's state.
    void UpdateTraces();

    bool m_forgetRecoveryPoint;   //!< the next recovery may begin where the last one ended
    bool m_literalRecoverDr;      //!< losses in recovery by the letter of the paper
    bool m_deflateFromFlight;     //!< what is in flight counts as the window at the loss
    bool m_ignoreFirstDuplicates; //!< what had left when a recovery began releases nothing
    bool m_growInAnyCase;         //!< the additive increase never stops
    bool m_watchDeflationOnly;    //!< lost retransmissions are looked for in deflation only
    bool m_watchWithinRoundTrip;  //!< a retransmission may be lost within a round trip

    TraceSubscription<TcpSocketState::TcpCongState_t> m_states; //!< of the connection

    DynamicRecovery m_law;            //!< the law
    Ptr<TcpTxBuffer> m_sendBuffer;    //!< of ns-3's own socket, else null
    bool m_hearsProgress{false};      //!< the socket knows the interface RecoveryLaw
    bool m_isEcn{false};              //!< ECN's echo, no loss
    bool m_countsAcks{false};         //!< the socket tells no deliveries: there is no SACK
    bool m_retransmissionLost{false}; //!< found and not repaired yet
    bool m_searched{false};           //!< m_sendBuffer was looked for
    SequenceNumber32 m_lastAck;       //!< `snd.una` at the last call
    uint64_t m_una{0};                //!< `snd.una`, unwrapped
    Time m_roundStart;                //!< when the round trip began
    Time m_headSent;                  //!< when the segment at `snd.una` was last sent again
    bool m_isHeadAgain{false};        //!< ns-3's buffer says that it was sent again

    TracedValue<uint32_t> m_cwndDr{0}; //!< trace of `cwnd_DR`, octets
    TracedValue<DynamicRecovery::Phase> m_phase{DynamicRecovery::Phase::IDLE}; //!< trace
    TracedCallback<SequenceNumber32> m_lostRetransmission;                     //!< trace
};

/// Print the name of a phase.
std::ostream& operator<<(std::ostream& os, DynamicRecovery::Phase phase);

} // namespace ns3

#endif /* TCP_DYNAMIC_RECOVERY_H */
