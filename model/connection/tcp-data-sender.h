/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_DATA_SENDER_H
#define TCP_DATA_SENDER_H

#include "congestion-manager.h"
#include "connection-effects.h"
#include "deadline-timer.h"
#include "retransmission-clock.h"
#include "tcp-ack-reader.h"
#include "tcp-ecn.h"
#include "tcp-handshake.h"
#include "tcp-rtt-sampler.h"
#include "tcp-transmission.h"

#include "ns3/loss-recovery.h"
#include "ns3/sack-exchange.h"
#include "ns3/segment-acceptance.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The sending half of a connection: what an ACK or a timeout means for window, timers and
 * repairs.
 *
 * Each question has one owner: LossRecovery says what is lost, CongestionManager how large
 * the window is, RetransmissionClock when all is held for lost, TcpRttSampler what the round trip
 * is, TcpTransmission what goes.
 *
 * States: before Establish() data are only written; after it they are sent.
 * Events: an ACK, the end of a timer; TcpTransmission::SendAllowed() is called after each of them.
 * Invariant: whatever is outstanding, the retransmission timer or the persist timer runs.
 */
class TcpDataSender
{
  public:
    /// What an ACK meant.
    using AckOutcome = LossRecovery::AckOutcome;

    /// The user's choice.
    struct Settings
    {
        RetransmissionTimer::Configuration timer; //!< constants of the retransmission timer
        bool restartAfterIdle{true};              //!< the window after an idle time
        bool keepsFlight{false};                  //!< a timeout leaves what is in flight
        bool opensByDelivered{false};             //!< ACKs open the window by what they deliver
        uint32_t mostBuffer{0};                   //!< to which the buffer may grow; 0: it does not
        bool rttByDeparture{false};               //!< echoes count for what was sent again
        bool reducesByProgress{false};            //!< when a timeout reduces, see the attribute
    };

    /**
     * @brief A sender before the handshake is over.
     * @param variables shared with ns-3's socket
     * @param settings the user's choice
     * @param ecn of the connection
     * @param output makes segments
     * @param effects the way out
     */
    TcpDataSender(const SenderVariables& variables,
                  const Settings& settings,
                  TcpEcn& ecn,
                  TcpTransmission::Output& output,
                  ConnectionEffects& effects);

    /// @brief The handshake is over. @param una position of the first octet of data
    /// @param negotiated with the peer
    void Establish(uint64_t una, const Negotiated& negotiated);

    /// @brief The retransmission timer begins, and takes the handshake's round trip.
    /// @param handshake of the connection @param granularity of the clock that RTO is made of
    /// @param echo of the timestamp that ended the handshake, if it has one
    void StartRoundTrips(const TcpHandshake& handshake,
                         Time granularity,
                         std::optional<uint32_t> echo);

    /// @brief The handshake's window. @param seq SEG.SEQ @param window octets
    void ResetSendWindow(uint64_t seq, uint32_t window);

    /// @brief Data may be sent from now on. @param segments the initial window
    void BeginWindow(uint32_t segments);

    /// @brief The user has set another congestion control or recovery law.
    void TakeChoice();

    /// Take the window of an accepted segment. @return whether there may be anything else in its
    /// ACK
    bool ReadWindow(const SegmentAcceptance::Segment& segment, uint16_t window);

    /// @return what was sent, for the reader of SACK blocks, until the next call; after
    /// ReadWindow()
    const SackExchange::Sent& DescribeSent(uint64_t ack);

    /// What an ACK covers for the first time.
    struct Acknowledged
    {
        bool isNew{false}; //!< anything
        bool fin{false};   //!< our FIN
    };

    /**
     * @brief Read an ACK, after DescribeSent().
     * @param segment the segment
     * @param header its header
     * @param report what its SACK blocks say; null without SACK
     * @return what it covers
     */
    Acknowledged OnAck(const SegmentAcceptance::Segment& segment,
                       const TcpHeader& header,
                       const SackExchange::Report* report);

    /// @brief One of the sender's timers expired. @param timer which
    /// @return whether more may go than before
    bool OnTimer(ConnectionTimer timer);

    /// @brief Send all that may go.
    void SendAllowed();

    /// @brief Nothing more goes for now: window probes, the loss recovery's timer.
    void SetTimers();

    /// @brief Retransmission and persist timer after a segment from the peer.
    void UpdateTimers();

    /// @brief Nothing is to be waited for any more.
    void CancelTimers();

    /// @brief Our FIN goes with data.
    void OnFinSent()
    {
        m_finSent = true;
    }

    /// @brief Our FIN went alone: the timer runs for it.
    void AwaitFinAck();

    /// @return whether our FIN was sent and is not acknowledged.
    bool IsFinOutstanding() const
    {
        return m_finSent && !m_finAcked;
    }

    /// @return whether our FIN was sent.
    bool IsFinSent() const
    {
        return m_finSent;
    }

    /// @return whether our FIN was acknowledged.
    bool IsFinAcked() const
    {
        return m_finAcked;
    }

    /// @return whether a segment is the last one of what was written. @param range its octets
    bool IsLast(OctetRange range) const;

    /// @brief Whether the next new data tell of a reduction. @return true, once
    bool TakeCwr();

    /// @brief `snd.nxt`, after a FIN that was sent. @return a position
    uint64_t GetNxt() const;

    /// @brief `snd.una`. @return a position
    uint64_t GetUna() const;

    /// @return what goes
    TcpTransmission& GetTransmission()
    {
        return m_transmission;
    }

    /// @copydoc GetTransmission
    const TcpTransmission& GetTransmission() const
    {
        return m_transmission;
    }

    /// @return when all is held for lost
    const RetransmissionClock& GetClock() const
    {
        return m_clock;
    }

    /// @brief What is lost. @return the loss recovery, null before the handshake is over
    const LossRecovery* GetRecovery() const
    {
        return m_recovery.get();
    }

    /// @brief SACK blocks that made no sense. @return their number
    uint64_t GetRefusedBlocks() const;

  private:
    using TimerAction = LossRecovery::TimerAction;

    /// @brief Have the loss recovery do as the recovery law needs, which may be another one now.
    void AdoptLaw();
    /// @brief Take acknowledged data out of the buffer, and the round trip. @param echo of the ACK
    /// @param outcome what the ACK meant
    void ReleaseData(std::optional<uint32_t> echo, const AckOutcome& outcome);
    /// @brief A round trip may have been measured. @param echo of the timestamp, if there is one
    /// @param covered what the ACK covered
    void SampleRoundTrip(std::optional<uint32_t> echo, const SentSegments::Covered& covered);
    /// React to ECN's echo in an ACK of new data.
    void ReactToEcho(const TcpHeader& header, const AckOutcome& outcome);
    /// @brief Window, timer and repairs after an ACK. @param outcome what it meant
    /// @param isNew whether it acknowledges data or the FIN
    void ReactToAck(const AckOutcome& outcome, bool isNew, uint64_t pointBefore);
    /// @brief Timer after an ACK of something new. @param outcome what it meant
    void ReactToNewAck(const AckOutcome& outcome);
    /// @brief Send at once what must go at once. @param outcome what the ACK meant
    void RepairLosses(const AckOutcome& outcome);
    /// Do what the recovery law has to say of lost retransmissions.
    void Repair(RecoveryLaw& law, const AckOutcome& outcome);
    /// @brief Give the congestion control a rate sample, if it wants one. @param outcome of the ACK
    /// @param priorInFlight outstanding octets before the ACK
    void SampleRate(const AckOutcome& outcome, uint32_t priorInFlight);
    /// Have octets traced that were judged lost again.
    void ReportLostRetransmission(uint64_t octets) const;
    /// @brief The retransmission timer's event has come. @return as OnTimer()
    bool OnRetransmissionTimer();
    /// @brief Count a timeout; after too many the connection is given up. @return false if it is
    bool CountRetry();
    /// @brief Back off, cut to one segment, and repair from `snd.una` on.
    /// @param headSentAgain whether the segment at `snd.una` was sent again before
    void Timeout(bool headSentAgain);

    /// @return whether our FIN is all that is outstanding.
    bool IsFinAlone() const
    {
        return IsFinOutstanding() && m_transmission.GetUnacknowledged() == 0;
    }

    /// @brief Have the loss recovery's own timer expire when it asks for.
    void UpdateRecoveryTimer();
    /// @brief That timer's event has come. @return as OnTimer()
    bool OnRecoveryTimer();

    SenderVariables m_variables;                 //!< shared with ns-3's socket
    Settings m_settings;                         //!< the user's choice
    TcpEcn& m_ecn;                               //!< of the connection
    TcpTransmission::Output& m_output;           //!< makes segments
    ConnectionEffects& m_effects;                //!< the way out
    RetransmissionClock m_clock;                 //!< when to send again
    TcpTransmission m_transmission;              //!< what goes
    TcpRttSampler m_rtt;                         //!< round trips
    TcpAckReader m_ackReader;                    //!< ACKs as m_recovery is told of them
    Negotiated m_negotiated;                     //!< with the peer
    std::unique_ptr<LossRecovery> m_recovery;    //!< what is lost, from the handshake on
    Ptr<TcpRecoveryOps> m_lawOfRecovery;         //!< what the loss recovery was made for
    std::unique_ptr<CongestionManager> m_window; //!< how large the window is, from then on
    std::optional<LossRecovery::Deadline> m_recoveryDeadline; //!< of the loss recovery
    DeadlineTimer m_recoveryTimer;                            //!< of the loss recovery
    Time m_recoveryExpired;                                   //!< when it expired last
    uint32_t m_expiries{0};                                   //!< at that moment
    bool m_finSent{false};                                    //!< our FIN was sent
    bool m_finAcked{false};                                   //!< and acknowledged
};

} // namespace ns3

#endif /* TCP_DATA_SENDER_H */
