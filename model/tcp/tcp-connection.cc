/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-connection.h"

#include "ns3/sequence-position.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{
/// The period in which challenge ACKs are counted (RFC 5961, section 7).
constexpr Instant CHALLENGE_PERIOD = std::chrono::seconds(5);
/// Linux's tcp_invalid_ratelimit, for one.
constexpr Instant KERNEL_CHALLENGE_PERIOD = std::chrono::milliseconds(500);

/// Octets of which a header is a multiple.
constexpr uint32_t HEADER_WORD = 4;

/// Octets of the shortest report: a SACK option with one block (RFC 2018, section 3).
constexpr uint32_t MIN_BLOCKS = 12;

/// What the clock of a peer's timestamps ticks in 1000 ms, at most (Linux 6.7 and 6.1).
constexpr int64_t MOST_TICKS = 1200;
constexpr int64_t MOST_TICKS_OF_6_1 = 1024;

/// SYNs that Linux 6.12 repeats before the wait doubles (tcp_syn_linear_timeouts).
constexpr uint32_t STEADY_SYNS = 4;

/// Make a sequence number the higher one of two.
void
Raise(uint32_t& highest, uint32_t other)
{
    highest = static_cast<int32_t>(other - highest) > 0 ? other : highest;
}
} // namespace

TcpConnection::TcpConnection(const Choice& choice,
                             const Ports& ports,
                             TimerSet& timers,
                             ConnectionEffects& effects)
    : m_effects(effects),
      m_timers(timers),
      m_ecn(m_window, choice.usesEcn),
      m_handshake(choice.handshake, timers),
      m_closing(choice.closing, m_state, timers),
      m_sender(choice.sender, m_window, ports, m_ecn, *this, timers, effects),
      m_receiver(choice.receiver,
                 m_window,
                 ports.control,
                 m_sender.GetTimer(),
                 m_ecn,
                 timers,
                 effects),
      m_challenges(choice.sender.followsLinux ? 1 : choice.challengeLimit,
                   choice.sender.followsLinux ? KERNEL_CHALLENGE_PERIOD : CHALLENGE_PERIOD),
      m_followsLinux(choice.sender.followsLinux),
      m_follows612(m_followsLinux && choice.follows612)
{
    m_receiver.GetSettings().mss = choice.mss;
    m_receiver.GetSettings().follows612 = choice.follows612;
    m_sender.GetSettings().follows612 = m_follows612;
    m_window.mss = choice.mss;
    m_window.una = FirstPosition(0);
    m_window.nxt = FirstPosition(0);
}

void
TcpConnection::Open(uint64_t iss, uint8_t flags, const HostLimits& limits)
{
    m_isActive = true;
    m_state = State::SYN_SENT;
    m_handshake.Begin(iss, limits, 0, m_follows612 ? STEADY_SYNS : 0);
    m_receiver.BeginFirst(m_handshake.GetNegotiated().ownMss);
    m_window.nxt = iss;
    SendSyn(flags);
}

void
TcpConnection::Accept(const SegmentFields& syn, uint64_t iss, const HostLimits& limits)
{
    m_state = State::SYN_RCVD;
    // Linux repeats a SYN-ACK once less than a SYN (tcp_synack_retries, tcp_syn_retries).
    m_handshake.Begin(iss, limits, m_followsLinux ? 1 : 0);
    m_window.nxt = iss;
    ReadSyn(syn);
    SendSyn(SynAckFlags(syn.flags));
}

void
TcpConnection::SendSyn(uint8_t flags)
{
    if (const auto wait = m_handshake.TakeTry())
    {
        SendSyn(flags, *wait);
    }
    else
    {
        m_closing.Finish(End::FAILED);
    }
}

void
TcpConnection::SendSyn(uint8_t flags, Instant wait)
{
    m_synFlags = flags;
    const bool isAnswer = flags & SegmentFields::ACK;
    auto segment =
        Begin(isAnswer ? SegmentKind::SYN_ACK : SegmentKind::SYN, flags, m_handshake.GetIss());
    m_handshake.AddOptions(segment.header);
    if (m_handshake.WantsCompressed())
    {
        m_receiver.GetSackExchange().AddPermission(segment.header);
    }
    m_effects.Emit(segment);
    m_effects.Report({ConnectionReport::Kind::NEGOTIATED});
    m_sender.AwaitSynAnswer(wait);
}

void
TcpConnection::ReadSyn(const SegmentFields& syn)
{
    m_handshake.ReadSyn(syn);
    const auto& agreed = m_handshake.GetNegotiated();
    m_effects.Report({ConnectionReport::Kind::NEGOTIATED});
    if (agreed.timestamps)
    {
        m_receiver.BeginTimestamps(syn.timestamps->value, syn.timestamps->echo);
    }
    const uint32_t room = agreed.maxTcpOctets - (agreed.timestamps ? TIMESTAMP_OCTETS : 0);
    m_window.mss = std::min(m_window.mss, room);
    m_receiver.GetSackExchange().ReadSyn(syn, m_handshake.WantsCompressed());
    m_receiver.Start(FirstPosition(syn.sequence + 1), agreed);
}

void
TcpConnection::Establish(const SegmentFields& header)
{
    const auto& agreed = m_handshake.GetNegotiated();
    const auto first = m_handshake.GetIss() + 1;
    m_window.nxt = first;
    m_window.una = first;
    m_sender.Establish(first, agreed);
    const uint32_t isSyn = header.Has(SegmentFields::SYN) ? 1 : 0;
    m_sender.ResetSendWindow(m_receiver.GetBuffer().GetNext() - isSyn,
                             uint32_t{header.window} << (isSyn ? 0 : agreed.peerScale));
    m_marks.received = header.sequence;
    m_marks.acknowledged = header.acknowledgment;
    m_timers.Cancel(ConnectionTimer::SYN);
    const auto echo = agreed.timestamps && header.timestamps
                          ? std::optional(header.timestamps->echo)
                          : std::nullopt;
    m_sender.StartRoundTrips(m_handshake, echo);
    m_sender.BeginWindow(m_handshake.GetFirstWindow(m_sender.GetSettings().initialWindow, echo));
    if (m_followsLinux && m_isActive && m_handshake.HasTimedOut())
    {
        m_sender.OnSynLost();
    }
    if (m_followsLinux)
    {
        // What the handshake was asked is not counted any more.
        m_challenges = ChallengeAckLimiter(1, KERNEL_CHALLENGE_PERIOD);
    }
    m_receiver.Establish();
    m_state = State::ESTABLISHED;
    m_effects.Report({ConnectionReport::Kind::ESTABLISHED});
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
}

void
TcpConnection::OnSegment(const SegmentFields& header, uint32_t size, TcpEcn::Mark mark)
{
    const State state = m_state;
    if (state == State::SYN_SENT)
    {
        SegmentInSynSent(header);
    }
    else if (state == State::SYN_RCVD)
    {
        const auto connection = Describe();
        const auto verdict =
            m_handshake.CheckInSynReceived(connection, Describe(connection, size, header));
        if (verdict.action == Action::ESTABLISH)
        {
            FinishHandshake(header, size, mark);
        }
        else
        {
            AnswerInHandshake(verdict, header);
        }
    }
    else if (state != State::CLOSED)
    {
        SegmentInConnection(header, size, mark);
    }
}

void
TcpConnection::SegmentInSynSent(const SegmentFields& header)
{
    const auto verdict = m_handshake.CheckInSynSent(header);
    if (verdict.action != Action::ANSWER_SYN && verdict.action != Action::ESTABLISH)
    {
        AnswerInHandshake(verdict, header);
        return;
    }
    ReadSyn(header);
    if (verdict.action == Action::ANSWER_SYN)
    {
        m_state = State::SYN_RCVD;
        m_handshake.RenewTries();
        SendSyn(SynAckFlags(header.flags));
        return;
    }
    Establish(header);
    // RFC 3168, section 6.1.1: who has sent a SYN that does not ask for ECN sets no ECT. In Linux
    // the answer alone counts (tcp_ecn_rcv_synack()).
    const bool asks = m_followsLinux || (m_synFlags & SegmentFields::ECE);
    m_ecn.OnAnswer(asks ? header.flags : 0);
    SendPureAck(SegmentFields::ACK);
    m_effects.Report({ConnectionReport::Kind::CONNECTED});
}

void
TcpConnection::AnswerInHandshake(const TcpHandshake::Verdict& verdict, const SegmentFields& header)
{
    switch (verdict.action)
    {
    case Action::NO_PEER:
        SendReset(header.acknowledgment, false);
        break;
    case Action::ANSWER_SYN:
        // The peer lost our SYN.
        if (!m_followsLinux || PermitChallenge())
        {
            // Linux asks the first SYN alone whether the peer uses ECN.
            SendSyn(m_followsLinux && m_ecn.IsUsed() ? m_synFlags : SynAckFlags(header.flags),
                    m_handshake.RepeatAnswer());
        }
        break;
    case Action::RESET:
        m_closing.Finish(End::FAILED);
        break;
    case Action::CHALLENGE:
        if (!PermitChallenge())
        {
            break;
        }
        [[fallthrough]];
    case Action::ACKNOWLEDGE:
        SendPureAck();
        break;
    default:
        break;
    }
    if (verdict.reason)
    {
        m_effects.Report({ConnectionReport::Kind::SEGMENT_REFUSED, 0, 0, 0, verdict.reason});
    }
}

void
TcpConnection::FinishHandshake(const SegmentFields& header, uint32_t size, TcpEcn::Mark mark)
{
    Establish(header);
    const bool isSyn = header.Has(SegmentFields::SYN);
    if (isSyn)
    {
        // Both ends have opened at once. Its SYN has come before, which is answered like all that
        // comes again (RFC 9293, section 3.10.7.4): the peer may have lost our SYN-ACK.
        SendPureAck();
    }
    if (m_isActive)
    {
        m_effects.Report({ConnectionReport::Kind::CONNECTED});
    }
    else
    {
        m_notices.accepted = true;
        m_notices.room = true;
    }
    if (!isSyn)
    {
        SegmentInConnection(header, size, mark);
    }
    if (IsOpen())
    {
        Tell();
    }
}

void
TcpConnection::SegmentInConnection(const SegmentFields& header, uint32_t size, TcpEcn::Mark mark)
{
    // The SYN of another connection tells of a peer that has not this one.
    if (!header.Has(SegmentFields::SYN))
    {
        m_closing.OnNews();
    }
    const auto connection = Describe();
    const auto segment = Describe(connection, size, header);
    const auto verdict = SegmentAcceptance::Check(connection, segment);
    if (verdict.action == Action::PROCESS)
    {
        ProcessSegment(header, segment, mark);
        return;
    }
    m_effects.Report({ConnectionReport::Kind::SEGMENT_REFUSED, 0, 0, 0, verdict.reason});
    auto answer = verdict.action;
    if (answer == Action::READ_ACK)
    {
        if (!IsKernelTimeWait())
        {
            m_receiver.ReadTimestamp(segment, m_state == State::ESTABLISHED);
            ReadAck(segment, header);
            Tell();
        }
        answer = SegmentAcceptance::AnswerTo(segment);
    }
    if (IsOpen())
    {
        Dismiss(answer, segment);
    }
}

SegmentAcceptance::Connection
TcpConnection::Describe() const
{
    const auto& received = m_receiver.GetBuffer();
    SegmentAcceptance::Connection connection;
    connection.rcvNxt = received.GetNext();
    connection.rcvWnd = received.GetWindow();
    connection.sndUna = m_handshake.GetIss();
    connection.sndNxt = connection.sndUna + 1;
    if (m_sender.GetRecovery())
    {
        connection.sndUna = m_sender.GetUna();
        connection.sndNxt = m_sender.GetNxt() + m_sender.GetProbed();
    }
    connection.maxWindow = m_sender.GetSendWindow().GetLargest();
    connection.timestamps = m_handshake.GetNegotiated().timestamps;
    connection.tsRecent = m_receiver.GetTimestamps().GetRecent(m_timers.GetNow());
    const auto rto =
        std::chrono::floor<std::chrono::milliseconds>(m_sender.GetTimer().GetRto()).count();
    connection.tsReplay = static_cast<uint32_t>(std::min<int64_t>(
        rto * (m_followsLinux && !m_follows612 ? MOST_TICKS_OF_6_1 : MOST_TICKS) / 1000,
        INT32_MAX));
    connection.followsLinux = m_followsLinux;
    if (IsKernelTimeWait())
    {
        // Whatever is old is answered.
        connection.followsLinux = false;
        connection.tsReplay = 0;
    }
    return connection;
}

SegmentAcceptance::Segment
TcpConnection::Describe(const SegmentAcceptance::Connection& connection,
                        uint32_t size,
                        const SegmentFields& header) const
{
    auto segment = SegmentAcceptance::Describe(connection, size, header);
    const auto window = uint64_t{header.window} << m_handshake.GetNegotiated().peerScale;
    if (!IsKernelTimeWait())
    {
        const auto& offered = m_sender.GetSendWindow();
        const auto una = connection.sndUna;
        segment.takesWindow = offered.WouldTake(segment.seq, segment.ack, window, una);
        segment.changesWindow = offered.WouldChange(segment.seq, segment.ack, window, una);
    }
    return segment;
}

void
TcpConnection::Dismiss(Action action, const SegmentAcceptance::Segment& segment)
{
    const bool isFinAgain = segment.fin && action == Action::ACKNOWLEDGE;
    // tcp_timewait_state_process().
    const bool isAckAgain = IsKernelTimeWait() && segment.hasAck && !segment.rst;
    if (m_state == State::TIME_WAIT && (isFinAgain || isAckAgain))
    {
        EnterTimeWait();
    }
    if (action == Action::RESET && IsKernelTimeWait())
    {
        // By RFC 9293, section 3.10.7.4, which RFC 1337 advises against.
        m_closing.FinishNormally();
        return;
    }
    if (action == Action::RESET)
    {
        m_closing.OnReset();
        return;
    }
    if (action == Action::DROP || (action == Action::CHALLENGE && !PermitChallenge()))
    {
        return;
    }
    if (IsKernelTimeWait() || m_receiver.ReadOldData(segment))
    {
        SendPureAck();
    }
}

void
TcpConnection::ProcessSegment(const SegmentFields& header,
                              const SegmentAcceptance::Segment& segment,
                              TcpEcn::Mark mark)
{
    m_receiver.ReadTimestamp(segment, m_state == State::ESTABLISHED);
    if (segment.size > 0)
    {
        m_receiver.ReadMark(header, mark);
    }
    ReadAck(segment, header);
    // Not together with the news of data: who closes because all is written does not know of them.
    Tell();
    m_hasPureAck = IsOpen() && segment.size == 0 && !segment.fin;
    if (!IsOpen() || m_hasPureAck)
    {
        return;
    }
    if (m_receiver.GetBuffer().IsFinished())
    {
        // Nothing comes after a FIN; a peer that sends it hears where the end was.
        Dismiss(Action::ACKNOWLEDGE, segment);
        return;
    }
    ReadText(segment, header);
}

void
TcpConnection::ReadAck(SegmentAcceptance::Segment segment, const SegmentFields& header)
{
    // The number of a window probe that has not arrived makes no window newer: it comes again.
    const auto& received = m_receiver.GetBuffer();
    segment.seq = std::min(segment.seq, received.GetNext() + received.GetWindow());
    const bool hasMore = m_sender.ReadWindow(segment, header.window);
    Raise(m_marks.received, header.sequence);
    Raise(m_marks.acknowledged, header.acknowledgment);
    if (!hasMore)
    {
        return;
    }
    const auto& sent = m_sender.DescribeSent(segment.ack);
    const auto* report = m_handshake.GetNegotiated().sack && header.HasReport()
                             ? &m_receiver.ReadBlocks(header, segment.ack, sent)
                             : nullptr;
    const auto covered = m_sender.OnAck(segment, header, report);
    m_notices.room = m_notices.room || covered.isNew;
    if (covered.fin && m_closing.OnFinAcked())
    {
        EnterTimeWait();
    }
}

void
TcpConnection::ReadText(const SegmentAcceptance::Segment& segment, const SegmentFields& header)
{
    const auto next = m_receiver.GetBuffer().GetNext();
    const OctetRange range{segment.seq, segment.seq + segment.size};
    m_receiver.BeginSegment(range, segment.fin, [this] { SendPureAck(); });
    const bool hasClosed =
        m_followsLinux && (m_state == State::FIN_WAIT_1 || m_state == State::FIN_WAIT_2);
    const auto held = m_receiver.GetBuffer().GetQueue().GetBlocks(hasClosed ? 1 : 0);
    const bool isPushed = header.Has(SegmentFields::PSH) || segment.fin;
    const bool atOnce = segment.size > 0 && m_receiver.ReadData(range, isPushed, segment.fin);
    m_notices.data = m_notices.data || m_receiver.GetBuffer().GetNext() > next;
    const bool hasFin = segment.fin && m_receiver.ReadFin(segment.seq + segment.size);
    Tell();
    if (!IsOpen())
    {
        return;
    }
    if (m_receiver.GetBuffer().IsFinished())
    {
        if (!held.empty())
        {
            // Linux answers the FIN before its report is up to date (tcp_fin()).
            m_receiver.GetSackExchange().SetDuplicate(held.front());
        }
        else if (m_followsLinux && !hasClosed)
        {
            m_receiver.GetSackExchange().SetDuplicate(std::nullopt);
        }
        FinishReceiving(atOnce);
    }
    else if ((segment.size > 0 || hasFin) && m_receiver.AcknowledgeData(atOnce || hasFin))
    {
        SendPureAck();
    }
}

bool
TcpConnection::OnTimer(ConnectionTimer timer)
{
    switch (timer)
    {
    case ConnectionTimer::SYN:
        m_handshake.OnTimeout();
        SendSyn(m_state == State::SYN_SENT ? SegmentFields::SYN : m_synFlags);
        return false;
    case ConnectionTimer::DELAYED_ACK:
        m_receiver.OnDelayedAckTimer();
        SendPureAck();
        return false;
    case ConnectionTimer::FIN_WAIT_2:
    case ConnectionTimer::TIME_WAIT:
        m_closing.OnTimer(timer);
        return false;
    default:
        return IsEstablished() && m_sender.OnTimer(timer);
    }
}

bool
TcpConnection::OnClose()
{
    m_closing.OnClose();
    const State state = m_state;
    // What was written before the handshake is over goes first, as with ns-3's own socket: examples
    // of ns-3 write all and close at once.
    const bool hasData = m_sender.GetUnsent() > 0;
    if (state == State::LISTEN || (state == State::SYN_SENT && !hasData))
    {
        m_closing.FinishNormally();
        return false;
    }
    if (state != State::SYN_SENT && state != State::TIME_WAIT && state != State::CLOSED &&
        m_receiver.GetBuffer().GetReadable() > 0)
    {
        // RFC 2525, section 2.17: the peer has to know that nobody reads what it sent.
        m_closing.Finish(End::ERROR);
        SendReset();
        return false;
    }
    const bool closes = state == State::SYN_SENT || m_closing.IsUnclosed();
    if (closes)
    {
        m_closing.CloseWhenSent();
    }
    return closes;
}

void
TcpConnection::OnRead()
{
    const State state = m_state;
    const bool mayReceive =
        state == State::ESTABLISHED || state == State::FIN_WAIT_1 || state == State::FIN_WAIT_2;
    const bool tellsWindow = mayReceive && m_receiver.NeedsWindowUpdate();
    const bool mayAcknowledge = mayReceive || state == State::CLOSE_WAIT;
    if (tellsWindow || (mayAcknowledge && m_receiver.IsAckDue()))
    {
        SendPureAck();
    }
}

void
TcpConnection::SendRest()
{
    if (m_closing.MayFinGo() && !m_sender.IsFinSent() && m_sender.GetUnsent() == 0 &&
        !m_sender.IsFinPaced() && !m_sender.IsFinHeld())
    {
        SendFin();
    }
    if (std::exchange(m_hasPureAck, false) && m_receiver.IsAckDueAgain())
    {
        SendPureAck();
    }
    m_sender.SetTimers();
}

void
TcpConnection::SendData(OctetRange range, bool isRetransmission)
{
    const auto flags = DataFlags(range, isRetransmission);
    range.end -= m_sender.HoldsFin(range) ? 1 : 0;
    if (range.begin == range.end)
    {
        SendWithBlocks(Begin(SegmentKind::FIN, AckFlags() | SegmentFields::FIN, range.begin));
        return;
    }
    m_receiver.OnAckSent();
    auto segment = Begin(isRetransmission ? SegmentKind::RETRANSMISSION : SegmentKind::DATA,
                         AckFlags() | flags,
                         range.begin);
    segment.payload = range;
    // What is sent again keeps its size, and may leave room for some blocks or none.
    const auto taken = static_cast<uint32_t>(segment.header.GetPaddedOptionsSize() + range.Size());
    const auto& agreed = m_handshake.GetNegotiated();
    if (agreed.sack && taken + MIN_BLOCKS <= agreed.maxTcpOctets)
    {
        m_receiver.AddBlocks(segment.header,
                             (agreed.maxTcpOctets - taken) / HEADER_WORD * HEADER_WORD);
    }
    m_effects.Emit(segment);
}

void
TcpConnection::SendProbe(uint64_t position, bool isEmpty)
{
    if (isEmpty)
    {
        SendWithBlocks(Begin(SegmentKind::PURE_ACK, AckFlags(), position - 1));
        return;
    }
    auto segment = Begin(SegmentKind::WINDOW_PROBE, AckFlags(), position);
    segment.payload = {position, position + 1};
    m_effects.Emit(segment);
}

OutgoingSegment
TcpConnection::Begin(SegmentKind kind, uint8_t flags, uint64_t position)
{
    const auto next = m_receiver.GetBuffer().GetNext();
    auto& echo = m_receiver.GetTimestamps();
    OutgoingSegment segment;
    segment.kind = kind;
    auto& header = segment.header;
    header.flags = flags;
    header.sequence = static_cast<uint32_t>(position);
    if (flags & SegmentFields::ACK)
    {
        header.acknowledgment = static_cast<uint32_t>(next);
    }
    header.window = m_receiver.AdvertiseWindow(!(flags & SegmentFields::SYN));
    if (m_handshake.GetNegotiated().timestamps)
    {
        header.timestamps = {ToTimestamp(m_timers.GetNow()), echo.GetEcho()};
    }
    echo.OnAckSent(next);
    return segment;
}

void
TcpConnection::SendReset(uint64_t position, bool hasAck)
{
    const uint8_t flags = SegmentFields::RST | (hasAck ? SegmentFields::ACK : 0);
    m_effects.Emit(Begin(SegmentKind::RESET, flags, position));
}

void
TcpConnection::SendPureAck(uint8_t flags)
{
    SendWithBlocks(Begin(SegmentKind::PURE_ACK, flags, GetSndNxt()));
}

void
TcpConnection::SendPureAck()
{
    SendPureAck(AckFlags());
    m_sender.OnSentWithoutData();
}

void
TcpConnection::SendFin()
{
    m_sender.OnFinSent(true);
    m_closing.OnFinSent();
    SendWithBlocks(Begin(SegmentKind::FIN, AckFlags() | SegmentFields::FIN, GetSndNxt() - 1));
    m_sender.OnSentWithoutData();
    m_sender.AwaitFinAck();
}

uint8_t
TcpConnection::DataFlags(OctetRange range, bool isRetransmission)
{
    uint8_t flags = 0;
    if (!isRetransmission && m_ecn.IsUsed() && m_sender.TakeCwr())
    {
        m_marks.reductionTold = static_cast<uint32_t>(range.begin);
        flags |= SegmentFields::CWR;
        m_ecn.OnReductionTold();
    }
    if (!m_sender.IsLast(range))
    {
        return flags;
    }
    // RFC 9293, section 3.9.1.2 (MUST-61).
    flags |= SegmentFields::PSH;
    const bool waitsAlone = isRetransmission && m_follows612;
    if (m_sender.IsFinSent()
            ? m_sender.IsFinJoined(range)
            : !waitsAlone && m_closing.MayFinJoin() && m_sender.HasRoomForFin(range.end))
    {
        flags |= SegmentFields::FIN;
        m_sender.OnFinSent(false);
        m_closing.OnFinSent();
    }
    return flags;
}

void
TcpConnection::FinishReceiving(bool atOnce)
{
    if (m_closing.OnPeersFin())
    {
        EnterTimeWait();
    }
    Tell();
    // What the application has sent by now acknowledges it, too.
    const bool hasClosed = m_state != State::CLOSE_WAIT || m_closing.IsClosing();
    if (IsOpen() && m_receiver.AcknowledgeFin(atOnce || hasClosed))
    {
        SendPureAck();
    }
}

void
TcpConnection::EnterTimeWait()
{
    m_timers.CancelAll();
    if (m_followsLinux && m_state != State::TIME_WAIT)
    {
        m_challenges = ChallengeAckLimiter(1, KERNEL_CHALLENGE_PERIOD);
    }
    m_closing.EnterTimeWait();
}

void
TcpConnection::Tell()
{
    auto notices = std::exchange(m_notices, {});
    notices.end = m_closing.TakeNotice();
    if (!m_closing.GetEnd() && notices.HasAny())
    {
        m_effects.Tell(notices);
    }
}

} // namespace ns3
