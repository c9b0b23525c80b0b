/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_CONNECTION_H
#define TCP_CONNECTION_H

#include "connection-effects.h"
#include "tcp-data-receiver.h"
#include "tcp-data-sender.h"
#include "tcp-ecn.h"
#include "tcp-handshake.h"

#include "ns3/segment-acceptance.h"
#include "ns3/segment-fields.h"
#include "ns3/timer-set.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A connection from the first SYN to the end of TIME_WAIT: the state machine of RFC 9293,
 * section 3.10.7, with the defences of RFC 5961 and RFC 7323.
 *
 * TcpHandshake opens it, TcpDataSender and TcpDataReceiver are its halves, SegmentAcceptance says
 * whether a segment is read. All that leaves goes by ConnectionEffects.
 *
 * Events: OnSegment(), OnTimer(), OnClose(), OnRead(); who brings one lets
 * TcpDataSender::SendAllowed() and SendRest() act where something may go.
 * Invariants: what ends the connection only says so, see GetEnd(), since an event may be half done;
 * from then on it is not open, and nothing is told. Our FIN goes after all that was written, once.
 */
class TcpConnection final : private TcpDataSender::Output
{
    using Action = SegmentAcceptance::Action;
    using State = ConnectionState;

  public:
    /// How the application is told of the end.
    using End = TcpClosing::End;

    /// The user's choice, read when a connection begins.
    struct Choice
    {
        TcpHandshake::Settings handshake;   //!< of the handshake
        TcpDataSender::Settings sender;     //!< of the sender
        TcpDataReceiver::Settings receiver; //!< of the receiver
        TcpClosing::Settings closing;       //!< of the end
        uint32_t mss{536};                  //!< octets of data in a segment, at most
        uint32_t challengeLimit{10};        //!< challenge ACKs in 5 s (RFC 5961, section 7)
        bool usesEcn{false};                //!< a SYN that asks for ECN is answered
        bool follows612{false};             //!< details of Linux are 6.12's, not 6.1's
    };

    /// Congestion control.
    using Ports = TcpDataSender::Ports;

    /// A connection before its first segment. What @p ports, @p timers and @p effects refer to must
    /// live longer.
    TcpConnection(const Choice& choice,
                  const Ports& ports,
                  TimerSet& timers,
                  ConnectionEffects& effects);
    TcpConnection(const TcpConnection&) = delete;
    TcpConnection& operator=(const TcpConnection&) = delete;

    /// An event begins, at a time never before that of an earlier one.
    void SetNow(Instant now)
    {
        m_timers.SetNow(now);
        m_window.now = now;
    }

    /// @brief Wait for a SYN, which another connection accepts.
    void Listen()
    {
        m_state = State::LISTEN;
    }

    /// Send our first SYN; @p iss is its position. @p flags are SYN, and perhaps ECN's, which a SYN
    /// that is sent again has not.
    void Open(uint64_t iss, uint8_t flags, const HostLimits& limits);

    /// The peer's SYN came for a listening socket; @p iss is the position of ours.
    void Accept(const SegmentFields& syn, uint64_t iss, const HostLimits& limits);

    /// A segment arrived: its header, octets of data, IP's mark. Before the application is told, or
    /// else afterwards, the data that TcpDataReceiver::TakeFresh() names are to be stored.
    void OnSegment(const SegmentFields& header, uint32_t size, TcpEcn::Mark mark);

    /// A timer expired. @return whether more may go than before
    bool OnTimer(ConnectionTimer timer);

    /// @brief The application closes. @return whether our FIN is to go after what was written
    bool OnClose();

    /// @brief The application writes no more: our FIN goes after what was written.
    void OnShutdown()
    {
        m_closing.CloseWhenSent();
    }

    /// @brief The application has read, and nothing else goes at this moment.
    void OnRead();

    /// @brief After TcpDataSender::SendAllowed(): our FIN, if it is due, and the timers of what
    /// waits.
    void SendRest();

    /// Send a segment without data, with flags as they are: ACK, and perhaps ECN's.
    void SendPureAck(uint8_t flags);

    /// @brief An RST of what was sent so far, with an ACK.
    void SendReset()
    {
        SendReset(GetSndNxt(), true);
    }

    /// @brief Tell the application what has happened. Nothing is half done, see ConnectionEffects.
    void Tell();

    /// @return whether the connection is neither ended nor about to.
    bool IsOpen() const override
    {
        return !m_isAbandoned && m_state != State::CLOSED && !m_closing.GetEnd();
    }

    /// @brief Why it is about to end. @return nothing while it is open
    std::optional<End> GetEnd() const
    {
        return m_closing.GetEnd();
    }

    /// @brief Take it from the socket: it is not open any more, and waits for nothing.
    void Abandon()
    {
        m_isAbandoned = true;
        m_state = State::CLOSED;
        m_timers.CancelAll();
    }

    /// @return the position at which a connection of the same name has to begin if the peer may
    /// still have this one
    std::optional<uint64_t> GetPositionLeft() const
    {
        const bool bothClosed = m_sender.IsFinAcked() && m_receiver.GetBuffer().IsFinished();
        return m_sender.GetRecovery() && !bothClosed ? std::optional(GetSndNxt()) : std::nullopt;
    }

    /// @return RFC 9293's state
    ConnectionState GetState() const
    {
        return m_state;
    }

    /// @return whether there is a connection, or has begun to be one
    bool IsBegun() const
    {
        return m_state != State::CLOSED;
    }

    /// @return whether the application may write (RFC 9293, section 3.10.2)
    bool MayWrite() const
    {
        return m_state == State::SYN_SENT || m_state == State::SYN_RCVD ||
               m_state == State::ESTABLISHED || m_state == State::CLOSE_WAIT;
    }

    /// @return whether the handshake is over, and TIME_WAIT has not begun
    bool IsEstablished() const
    {
        return m_state >= State::ESTABLISHED && m_state != State::TIME_WAIT;
    }

    /// @return the connection as congestion control sees it
    const Window& GetWindow() const
    {
        return m_window;
    }

    /// @return what both ends have agreed upon so far
    const Negotiated& GetNegotiated() const
    {
        return m_handshake.GetNegotiated();
    }

    /// @return whether our FIN goes after all that was written
    bool IsClosing() const
    {
        return m_closing.IsClosing();
    }

    /// What a connection shows of segments, as sequence numbers.
    struct Marks
    {
        uint32_t received{0};      //!< highest SEG.SEQ
        uint32_t acknowledged{0};  //!< highest SEG.ACK
        uint32_t reductionTold{0}; //!< last segment of ours with CWR
    };

    /// @return what was seen of segments
    const Marks& GetMarks() const
    {
        return m_marks;
    }

    /// @return the sending half
    TcpDataSender& GetSender()
    {
        return m_sender;
    }

    /// @return the sending half
    const TcpDataSender& GetSender() const
    {
        return m_sender;
    }

    /// @return the receiving half
    TcpDataReceiver& GetReceiver()
    {
        return m_receiver;
    }

    /// @return the receiving half
    const TcpDataReceiver& GetReceiver() const
    {
        return m_receiver;
    }

  private:
    void SendData(OctetRange range, bool isRetransmission) override;
    void SendProbe(uint64_t position, bool isEmpty) override;
    void SendFin() override;

    void AskForData() override
    {
        if (m_sender.GetUnsent() < m_window.mss && !m_closing.IsClosing())
        {
            ConnectionNotices notices;
            notices.room = true;
            m_effects.Tell(notices);
        }
    }

    bool MayFinJoin() const override
    {
        return m_closing.MayFinJoin();
    }

    void GiveUp() override
    {
        m_closing.Finish(End::ERROR);
    }

    /// A segment with the longest options is not to be cut by IP where others are not.
    uint32_t GetPayloadRoom() const override
    {
        const auto& agreed = GetNegotiated();
        const uint32_t room = agreed.maxTcpOctets - CompressedSackCodec::MAX_SIZE;
        return agreed.sack && m_receiver.HasReport() ? std::min(m_window.mss, room) : m_window.mss;
    }

    /// @return a segment with what all have; its number is a position modulo 2^32
    OutgoingSegment Begin(SegmentKind kind, uint8_t flags, uint64_t position);

    /// Send what has no data, with what SACK reports (RFC 2018, section 4: all ACKs do).
    void SendWithBlocks(OutgoingSegment segment)
    {
        if (m_handshake.GetNegotiated().sack)
        {
            m_receiver.AddBlocks(segment.header);
        }
        m_receiver.OnAckSent();
        m_effects.Emit(segment);
    }

    /// @brief Send an ACK without data, with ECN's echo where it is due.
    void SendPureAck();
    void SendReset(uint64_t position, bool hasAck);
    /// @return CWR, PSH and FIN of a data segment, with the state changes they stand for
    uint8_t DataFlags(OctetRange range, bool isRetransmission);

    uint8_t SynAckFlags(uint8_t syn)
    {
        return SegmentFields::SYN | SegmentFields::ACK | m_ecn.Answer(syn);
    }

    /// @brief Flags of an ACK. @return with ECN's echo where it is due
    uint8_t AckFlags()
    {
        return SegmentFields::ACK | m_ecn.GetEcho();
    }

    /// @brief Position after all that was sent, FIN and window probe included. @return `snd.nxt`
    uint64_t GetSndNxt() const
    {
        return m_sender.GetRecovery() ? m_sender.GetNxt() + m_sender.GetProbing()
                                      : m_handshake.GetIss() + (m_state == State::SYN_RCVD ? 1 : 0);
    }

    /// Send our SYN, for the first time or again, unless that was too often.
    void SendSyn(uint8_t flags);
    void SendSyn(uint8_t flags, Instant wait);
    void ReadSyn(const SegmentFields& syn);
    void Establish(const SegmentFields& header);
    void SegmentInSynSent(const SegmentFields& header);
    /// A segment acknowledges our SYN.
    void FinishHandshake(const SegmentFields& header, uint32_t size, TcpEcn::Mark mark);
    void AnswerInHandshake(const TcpHandshake::Verdict& verdict, const SegmentFields& header);
    /// A segment in any later state.
    void SegmentInConnection(const SegmentFields& header, uint32_t size, TcpEcn::Mark mark);
    SegmentAcceptance::Connection Describe() const;
    /// @return a segment of so many octets of data as acceptance sees it
    SegmentAcceptance::Segment Describe(const SegmentAcceptance::Connection& connection,
                                        uint32_t size,
                                        const SegmentFields& header) const;

    bool PermitChallenge()
    {
        return m_challenges.Permit(m_timers.GetNow());
    }

    /// Do what acceptance says of a segment that is not read.
    void Dismiss(Action action, const SegmentAcceptance::Segment& segment);
    /// Read an accepted segment; @p segment describes its header.
    void ProcessSegment(const SegmentFields& header,
                        const SegmentAcceptance::Segment& segment,
                        TcpEcn::Mark mark);
    void ReadAck(SegmentAcceptance::Segment segment, const SegmentFields& header);
    void ReadText(const SegmentAcceptance::Segment& segment, const SegmentFields& header);

    /// @return whether, in Linux, only what is left of a connection answers (6.1,
    /// tcp_timewait_state_process())
    bool IsKernelTimeWait() const
    {
        return m_followsLinux && m_state == State::TIME_WAIT;
    }

    /// Everything up to the peer's FIN is here; the ACK must go @p atOnce.
    void FinishReceiving(bool atOnce);
    /// @brief Both ends have closed (RFC 9293, section 3.6.1).
    void EnterTimeWait();

    ConnectionEffects& m_effects;     //!< the way out
    Window m_window;                  //!< as congestion control sees it
    TimerSet& m_timers;               //!< its clock, and what it waits for
    State m_state{State::CLOSED};     //!< RFC 9293's
    Marks m_marks;                    //!< of segments
    bool m_isActive{false};           //!< this end opens it
    TcpEcn m_ecn;                     //!< marks and echoes
    TcpHandshake m_handshake;         //!< how it begins
    TcpClosing m_closing;             //!< how it ends
    TcpDataSender m_sender;           //!< what the application sends
    TcpDataReceiver m_receiver;       //!< what the peer sends
    ChallengeAckLimiter m_challenges; //!< challenge ACKs
    bool m_followsLinux;              //!< see the attribute FollowLinux
    bool m_follows612;                //!< and LinuxRelease
    bool m_hasPureAck{false};         //!< the segment that was read last needs no ACK
    ConnectionNotices m_notices;      //!< what the application was not told of yet
    bool m_isAbandoned{false};        //!< the socket has another one
    uint8_t m_synFlags{0};            //!< of the SYN that went last
};

} // namespace ns3

#endif /* TCP_CONNECTION_H */
