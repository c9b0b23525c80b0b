/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_DATA_SENDER_H
#define TCP_DATA_SENDER_H

#include "congestion-manager.h"
#include "connection-effects.h"
#include "tcp-ack-reader.h"
#include "tcp-ecn.h"
#include "tcp-handshake.h"
#include "window-control.h"

#include "ns3/loss-recovery.h"
#include "ns3/sack-exchange.h"
#include "ns3/segment-acceptance.h"
#include "ns3/sender-rules.h"
#include "ns3/sent-segments.h"
#include "ns3/sequence-position.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief The sending half of a connection: what an ACK or a timeout means for window, timers and
 * repairs, what goes next and when, and the account of each segment that has gone.
 *
 * Each question has one owner: LossRecovery says what is lost and goes again,
 * CongestionManager how large the window is, SendWindow how far the peer lets us send, PersistTimer
 * what is done while the peer does not, RetransmissionTimer when all is held for lost,
 * TcpRttSampler what the round trip is.
 *
 * States: before Establish() data are only written; after it they are sent.
 * Events: an ACK, the end of a timer; SendAllowed() is called after each of them.
 * Invariants: whatever is outstanding, the retransmission timer or the persist timer runs; a
 * segment is accounted for when it is emitted, before the next one is chosen; what is sent again is
 * never more than one segment as it was first sent.
 */
class TcpDataSender
{
  public:
    /// What an ACK meant.
    using AckOutcome = LossRecovery::AckOutcome;

    /// What makes segments.
    class Output
    {
      public:
        virtual ~Output() = default;

        /// A segment of data goes, which were sent before or not.
        virtual void SendData(OctetRange range, bool isRetransmission) = 0;

        /// The octet at a position probes the peer's window, or, if the probe is empty, the number
        /// before that.
        virtual void SendProbe(uint64_t position, bool isEmpty) = 0;

        /// @brief Our FIN goes, alone.
        virtual void SendFin() = 0;

        /// @return whether our FIN may go with the last data now.
        virtual bool MayFinJoin() const = 0;

        /// @brief The peer does not answer: the connection is given up.
        virtual void GiveUp() = 0;

        /// @return whether the connection is not at its end.
        virtual bool IsOpen() const = 0;

        /// @brief Data that fit the next segment beside its options. @return octets
        virtual uint32_t GetPayloadRoom() const = 0;

        /// @brief The last of what was written is about to go: the application may write more now.
        virtual void AskForData() = 0;
    };

    /// Makes a connection its loss recovery, which is told of a full segment's octets, and of the
    /// position of the first octet; the second one does without SACK.
    using RecoveryMaker =
        std::function<std::unique_ptr<LossRecovery>(bool sack, uint32_t mss, uint64_t start)>;

    /// The user's choice.
    struct Settings
    {
        RetransmissionTimer::Configuration timer; //!< constants of the retransmission timer
        RecoveryMaker makeRecovery;               //!< what is lost
        bool restartAfterIdle{true};              //!< the window after an idle time
        bool keepsFlight{false};                  //!< a timeout leaves what is in flight
        bool opensByDelivered{false};             //!< ACKs open the window by what they deliver
        uint32_t buffer{0};                       //!< size of the buffer, octets
        uint32_t mostBuffer{0};                   //!< to which the buffer may grow; 0: it does not
        uint32_t initialWindow{10};               //!< segments
        uint32_t initialThreshold{UINT32_MAX};    //!< octets
        bool noDelay{true};                       //!< Nagle's algorithm is off
        Instant persistTimeout{0};                //!< bound of the time to the first probe
        bool rttByDeparture{false};               //!< echoes count for what was sent again
        bool followsLinux{false};                 //!< details are Linux 6.1's, see the attribute
        bool follows612{false};                   //!< or 6.12's
    };

    /// Congestion control: ports, see window-control.h.
    struct Ports
    {
        WindowControl& control; //!< how large the window is
        ReductionLaw& law;      //!< how the window gets to `ssthresh`
        RttSmoother& rtt;       //!< round trips
    };

    /// A sender before the handshake is over, by the user's choice; what is referred to must live
    /// longer.
    TcpDataSender(const Settings& settings,
                  Window& window,
                  const Ports& ports,
                  TcpEcn& ecn,
                  Output& output,
                  TimerSet& timers,
                  ConnectionEffects& effects);

    /// The application writes. @return false if there is no room for all of these octets: none is
    /// taken
    bool Write(uint32_t octets)
    {
        const bool fits = octets <= GetAvailable();
        if (fits)
        {
            m_hasRunDry = m_hasRunDry || HasRoomForMore();
            m_unsent += octets;
            m_mayHaveIdled = true;
        }
        return fits;
    }

    /// @brief Room for more. @return octets
    uint32_t GetAvailable() const
    {
        const uint64_t most = m_settings.buffer;
        return static_cast<uint32_t>(most - std::min(most, m_unsent + GetUnacknowledged()));
    }

    /// @brief What was written and never sent. @return octets
    uint64_t GetUnsent() const
    {
        return m_unsent;
    }

    /// @return the user's choice, some of which may change in mid-connection
    Settings& GetSettings()
    {
        return m_settings;
    }

    /// The handshake is over: data begin at position @p una.
    void Establish(uint64_t una, const Negotiated& negotiated);

    /// The retransmission timer begins, and takes the handshake's round trip; @p echo is of the
    /// timestamp that ended it, if it has one.
    void StartRoundTrips(const TcpHandshake& handshake, std::optional<uint32_t> echo);

    /// The handshake's window, octets.
    void ResetSendWindow(uint64_t seq, uint32_t window)
    {
        m_sendWindow.Reset(seq, GetUna(), window);
    }

    /// Data may be sent from now on, in an initial window of so many segments: the congestion
    /// control is started, sees that and `Settings::initialThreshold`, and may change both.
    void BeginWindow(uint32_t segments);

    /// Take the window of an accepted segment. @return whether there may be anything else in its
    /// ACK
    bool ReadWindow(const SegmentAcceptance::Segment& segment, uint16_t window);

    /// @return what was sent, for the reader of SACK blocks, until the next call; after
    /// ReadWindow()
    const SackExchange::Sent& DescribeSent(uint64_t ack)
    {
        return m_ackReader.Describe(ack, *m_sent, m_finSent && !m_finCounted);
    }

    /// What an ACK covers for the first time.
    struct Acknowledged
    {
        bool isNew{false}; //!< anything
        bool fin{false};   //!< our FIN
    };

    /// Read an ACK, after DescribeSent(), and what its SACK blocks say; null without SACK. @return
    /// what it covers
    Acknowledged OnAck(const SegmentAcceptance::Segment& segment,
                       const SegmentFields& header,
                       const SackExchange::Report* report);

    /// One of the sender's timers expired. @return whether more may go than before
    bool OnTimer(ConnectionTimer timer);

    /// @brief Send all that may go.
    void SendAllowed();

    /// @brief Nothing more goes for now: window probes, the loss recovery's timer.
    void SetTimers();

    /// @brief Retransmission and persist timer after a segment from the peer.
    void UpdateTimers();

    /// Our SYN has gone, and goes again after a time.
    void AwaitSynAnswer(Instant wait)
    {
        m_timer.OnSyn(wait);
        m_timer.Wait(ConnectionTimer::SYN, wait);
    }

    /// Our FIN goes, as a segment of its own or with data.
    void OnFinSent(bool isAlone)
    {
        m_finSent = true;
        m_finAlone = isAlone;
    }

    /// @return whether our FIN, which was sent, goes with these last octets again: it does not
    /// where it went alone, unless the segment has room and the peer lacks it
    bool IsFinJoined(OctetRange range) const
    {
        return m_finCounted || !m_finAlone || (range.Size() < m_window.mss && !m_finHeld);
    }

    /// @return whether our FIN is the last octet of a range, as in Linux, where a FIN that goes
    /// alone is a segment as any other
    bool HoldsFin(OctetRange range) const
    {
        return m_finCounted && range.end == m_sent->GetNxt();
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

    /// @return whether a segment of these octets is the last one of what was written
    bool IsLast(OctetRange range) const
    {
        return m_unsent == 0 && range.end >= m_sent->GetNxt();
    }

    /// @brief Whether the next new data tell of a reduction. @return true, once
    bool TakeCwr()
    {
        return m_manager->TakeCwr();
    }

    /// @brief Our SYN was lost, which is a timeout to Linux (tcp_enter_loss()): the next new data
    /// tell of a reduction, and without SACK its repair is over when an ACK covers data.
    void OnSynLost()
    {
        m_manager->TellOfReduction();
        if (!m_negotiated.sack)
        {
            m_recovery->OnTimeout(m_timers.GetNow());
        }
    }

    /// @brief `snd.nxt`, after a FIN that was sent. @return a position
    uint64_t GetNxt() const
    {
        return m_sent->GetNxt() + (m_finSent && !m_finCounted ? 1 : 0);
    }

    /// @brief `snd.una`. @return a position
    uint64_t GetUna() const
    {
        return m_sent->GetUna();
    }

    /// @brief What was sent, and what became of it, from Start() on. @return the ledger
    const SentSegments& GetSent() const
    {
        return *m_sent;
    }

    /// @brief What the peer offers. @return its window
    const SendWindow& GetSendWindow() const
    {
        return m_sendWindow;
    }

    /// @return whether the persist timer is that of probes.
    bool IsProbing() const
    {
        return m_persist.IsProbing();
    }

    /// @brief Octets beyond the peer's window that the peer may have taken. @return 0 or 1
    uint32_t GetProbed() const
    {
        return m_persist.GetProbe() ? 1 : 0;
    }

    /// @brief Octets of them that are under way. @return 0 or 1
    uint32_t GetProbing() const
    {
        return m_persist.GetProbe() && !m_persist.GetProbe()->isRefused ? 1 : 0;
    }

    /// @brief A segment without data has gone, after which in Linux no other one catches up.
    void OnSentWithoutData()
    {
        if (PacesAsLinux())
        {
            m_control.GetPace(m_window, 0);
        }
    }

    /// @return whether a FIN has to wait for its turn, as in Linux
    bool IsFinPaced() const
    {
        return PacesAsLinux() && m_timers.IsRunning(ConnectionTimer::PACING);
    }

    /// @return whether our FIN has room at a position: in Linux it takes an octet of the peer's
    /// window, as data do (tcp_snd_wnd_test())
    bool HasRoomForFin(uint64_t position) const
    {
        return !m_settings.followsLinux || position < m_sendWindow.GetRightEdge();
    }

    /// @return whether our FIN is all that is left to go, and has to wait for room in the peer's
    /// window, or in `cwnd` but for a probe
    bool IsFinHeld(bool isProbe = false) const
    {
        const bool isCongested =
            m_settings.follows612 && !isProbe && m_window.inFlight >= m_window.cwnd;
        return IsFinNext() && (isCongested || !HasRoomForFin(m_sent->GetNxt()));
    }

    /// @return whether our FIN is all that is left to go
    bool IsFinNext() const
    {
        return m_unsent == 0 && !m_finSent && m_output.MayFinJoin();
    }

    /// @brief New octets that the application was not told of. @return sizes of their segments
    SegmentSizes TakeNewlySent()
    {
        return std::exchange(m_newlySent, {});
    }

    /// @brief `snd.nxt - snd.una`. @return octets of data
    uint64_t GetUnacknowledged() const
    {
        return m_sent ? m_sent->GetNxt() - m_sent->GetUna() : 0;
    }

    /// @brief What is outstanding. @return octets
    uint32_t GetInFlight() const
    {
        return m_recovery ? static_cast<uint32_t>(m_recovery->GetOutstanding()) : 0;
    }

    /// @brief The last ACK with ECN's echo. @return SEG.ACK
    uint32_t GetEchoedAck() const
    {
        return m_echoedAck;
    }

    /// @return when all is held for lost
    const RetransmissionTimer& GetTimer() const
    {
        return m_timer;
    }

    /// @brief What is lost. @return the loss recovery, null before the handshake is over
    const LossRecovery* GetRecovery() const
    {
        return m_recovery.get();
    }

    /// @brief SACK blocks that made no sense. @return their number
    uint64_t GetRefusedBlocks() const
    {
        return m_ackReader.GetRefused();
    }

  private:
    using TimerAction = LossRecovery::TimerAction;
    using SendOpportunity = LossRecovery::SendOpportunity;

    /// @brief Keep what is outstanding where the control sees it.
    void UpdateInFlight()
    {
        m_window.inFlight = GetInFlight();
    }

    void SampleRoundTrip(std::optional<uint32_t> echo, const SentSegments::Covered& covered)
    {
        const auto estimate = m_rtt.OnAck(echo, covered);
        m_window.isRttOld = !estimate;
        if (estimate)
        {
            m_timer.OnSample(estimate->smoothed, estimate->variation);
        }
    }

    /// @brief The control learns what an ACK covers, and what round trip that took.
    Acknowledged ReportCovered(const SegmentAcceptance::Segment& segment,
                               const AckOutcome& outcome,
                               uint64_t retranBefore);
    /// The ACK ends where a SACKed segment begins: other ACKs, which may have come out of order,
    /// get half a round trip to deny that the peer has dropped it (tcp_check_sack_reneging()).
    void AwaitMoreReports();
    /// Window, timer and repairs after an ACK, which @p isNew: of data or our FIN.
    void ReactToAck(const AckOutcome& outcome, bool isNew, uint64_t pointBefore);
    void RepairLosses(const AckOutcome& outcome);

    void ReportLostRetransmission(uint64_t octets) const
    {
        m_effects.Report(
            {ConnectionReport::Kind::RETRANSMISSION_LOST, 0, 0, static_cast<uint32_t>(octets)});
    }

    bool OnRetransmissionTimer();

    /// A timeout has sent the head again, or a probe has gone. @return whether more may go now: in
    /// Linux an ACK has to come first
    bool MayGoOn();

    /// Give the connection up after one timeout or probe too many. @param isLeft whether this one
    /// was not @return isLeft
    bool GoesOn(bool isLeft)
    {
        if (!isLeft)
        {
            m_output.GiveUp();
        }
        return isLeft;
    }

    /// @return octets of segments, at most those of the largest window (RFC 7323, section 2.3)
    uint32_t GetOctets(uint32_t segments) const
    {
        return static_cast<uint32_t>(
            std::min<uint64_t>(uint64_t{segments} * m_window.mss, 1 << 30));
    }

    /// Back off, cut to one segment, and repair from `snd.una` on.
    void Timeout(bool headSentAgain);

    /// @return whether our FIN is outstanding as a segment of its own, and the peer may lack it
    bool IsFinAlone() const
    {
        const bool isAllElse = GetUnacknowledged() == 0;
        return IsFinOutstanding() && !m_finCounted && (isAllElse || (m_finAlone && !m_finHeld));
    }

    /// The loss recovery has broken a rule: the connection ends, if not the program.
    void RefuseRecovery(const std::string& fault)
    {
        m_effects.Report({ConnectionReport::Kind::RECOVERY_FAULT, 0, 0, 0, fault.c_str()});
        m_output.GiveUp();
    }

    /// @return whether new data end with our FIN, as in Linux
    bool IsFinal(OctetRange range) const
    {
        return m_settings.followsLinux && range.begin >= m_sent->GetNxt() &&
               m_unsent == range.Size() && m_output.MayFinJoin();
    }

    /// @return whether octets need no room in `cwnd`: those that end with our FIN, in Linux 6.1
    bool MayExceed(OctetRange range) const
    {
        return IsFinal(range) && !m_settings.follows612;
    }

    bool SendNext();
    /// Ask the loss recovery what goes again. @return octets of one segment that was sent
    std::optional<OctetRange> NextRepair(SendOpportunity opportunity);
    /// @return what goes next if the window allows (RFC 6675, section 4, NextSeg())
    std::optional<OctetRange> NextOctets();
    /// @return new data that may be sent now, as far as peer and application say, and Nagle but for
    /// a probe
    std::optional<OctetRange> NextNewData(bool isProbe = false) const;
    /// @return whether less than a segment of so many octets has to wait for an ACK
    bool IsHeldByNagle(uint32_t payload) const;
    /// Send octets of one segment, new or again.
    void Transmit(OctetRange range);
    /// Cut octets to the segment that the first of them was first sent in.
    OctetRange CutToSegment(OctetRange range) const;

    /// @return whether a control of Linux's sets the window, and says when the next segment goes
    bool PacesAsLinux() const
    {
        return m_settings.followsLinux && m_window.isRegulated;
    }

    /// @return whether the peer no longer has what SACK had reported, which Linux does not wait a
    /// whole timeout for
    bool IsReneged() const
    {
        return m_settings.followsLinux && m_sent->IsReneged();
    }

    /// @return whether anything is to be sent, or sent again, that may wait for the peer's window
    bool HasToSend() const
    {
        return m_unsent + GetUnacknowledged() > 0 || IsFinHeld();
    }

    /// @return whether all that could go has gone, and the window has room
    bool HasRoomForMore() const
    {
        return m_unsent < m_window.mss && m_window.inFlight < m_window.cwnd && m_sent &&
               m_sent->GetLostData() == 0;
    }

    /// @brief Data are about to go: tell the control if nothing is outstanding.
    void TellStart()
    {
        if (m_recovery->GetOutstanding() == 0)
        {
            m_control.OnEvent(m_window, ControlEvent::TX_START);
        }
    }

    /// Account for a segment that was handed over, new or again.
    void AccountSent(OctetRange range, bool isRetransmission, Instant when);

    /// @brief Send what the loss recovery wants to go whatever the window is.
    void SendUrgent()
    {
        if (const auto urgent = NextRepair(SendOpportunity::AT_ONCE))
        {
            Transmit(*urgent);
        }
    }

    /// @brief Send new data or, without any, what the loss recovery proposes. @return whether the
    /// connection outlived the question for data
    bool SendTailProbe();
    bool OnPersistTimer();
    /// An ACK, which @p isAnswer if the segment has nothing else: the peer may have taken a window
    /// probe, which is in the ledger then, or not.
    void ReadProbe(uint64_t ack, bool isAnswer);
    bool OnRecoveryTimer();

    Settings m_settings;                          //!< the user's choice
    Window& m_window;                             //!< of the connection
    WindowControl& m_control;                     //!< how large it is
    ReductionLaw& m_law;                          //!< how it gets to `ssthresh`
    RttSmoother& m_smoother;                      //!< round trips
    TcpEcn& m_ecn;                                //!< of the connection
    Output& m_output;                             //!< makes segments
    ConnectionEffects& m_effects;                 //!< the way out
    TimerSet& m_timers;                           //!< of the connection
    RetransmissionTimer m_timer;                  //!< when to send again
    uint64_t m_unsent{0};                         //!< octets written and never sent
    SendWindow m_sendWindow;                      //!< what the peer offers
    PersistTimer m_persist;                       //!< while the peer's window stops us
    TcpRttSampler m_rtt;                          //!< round trips
    TcpAckReader m_ackReader;                     //!< ACKs as m_recovery is told of them
    Negotiated m_negotiated;                      //!< with the peer
    std::unique_ptr<LossRecovery> m_recovery;     //!< what is lost, from the handshake on
    std::unique_ptr<CongestionManager> m_manager; //!< how large the window is, from then on
    const SentSegments* m_sent{nullptr};          //!< the ledger of m_recovery
    uint64_t m_smallEnd{0};                       //!< end of the last small segment
    uint64_t m_repeated{0};                       //!< octets sent again in a row, without an event
    std::optional<Instant> m_lastSent;            //!< when data were sent last
    SegmentSizes m_newlySent;                     //!< what the application was not told of
    uint32_t m_rest{0};                           //!< octets that are left of a segment that the
                                                  //!< peer's window has cut, as Linux keeps them
    bool m_awaitsTurn{false};                     //!< something was to be sent, and had to wait
    bool m_hasRunDry{false};                      //!< written after all had gone that could go
    bool m_mayHaveIdled{false};   //!< written, or another window, since what was sent
    bool m_isProbeNext{false};    //!< what the loss recovery waits for is a probe
    Instant m_recoveryExpired{0}; //!< when its timer expired last
    uint32_t m_expiries{0};       //!< at that moment, since the last ACK
    uint32_t m_echoedAck{0};      //!< SEG.ACK of the last echo of ECN's
    bool m_finSent{false};        //!< our FIN was sent
    bool m_finAlone{false};       //!< as a segment of its own
    bool m_finCounted{false};     //!< as an octet of the ledger
    bool m_finHeld{false};        //!< and reported by SACK
    bool m_finAcked{false};       //!< and acknowledged
};

} // namespace ns3

#endif /* TCP_DATA_SENDER_H */
