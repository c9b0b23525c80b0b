/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ACKs of an open connection: window, round trip, congestion control and repairs.

#include "socket-time.h"
#include "tcp-scoreboard-socket.h"

#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rate-ops.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// What a timestamp may be wrong by: ns-3 sends whole milliseconds.
const Time TIMESTAMP_GRANULARITY = MilliSeconds(1);
} // namespace

void
TcpScoreboardSocket::ReadAck(const SegmentAcceptance::Segment& segment, const TcpHeader& header)
{
    auto& c = *m_connection;
    auto& sender = *c.sender;
    if (!ReadWindow(segment, header))
    {
        return;
    }
    FillAckEvent(segment, header);
    const uint32_t priorInFlight = m_tcb->m_bytesInFlight;
    const auto retranBefore = sender.GetScoreboard().GetRetranData();
    const auto& outcome = sender.OnAck(c.ackEvent);
    m_refusedSackBlocks = c.refusedSackBlocks + sender.GetScoreboard().GetRefused();
    const bool acknowledgesFin =
        c.finSent && !c.finAcked && segment.ack > sender.GetScoreboard().GetNxt();
    const bool isNew = outcome.arrived.acknowledged > 0 || acknowledgesFin;
    m_tcb->m_isRetransDataAcked =
        outcome.turn.partial && sender.GetScoreboard().GetRetranData() < retranBefore;
    m_tcb->m_lastAckedSackedBytes = static_cast<uint32_t>(outcome.arrived.delivered);
    m_tcb->m_lastAckedSeq = ToSequence(sender.GetScoreboard().GetUna() + acknowledgesFin);
    ReleaseData(segment, outcome);
    BytesInFlight();
    if (outcome.arrived.acknowledged > 0)
    {
        c.window->OnAdvance();
        ReactToEcho(header, outcome);
    }
    if (outcome.lost.retransmitted > 0)
    {
        m_retransmissionLost(static_cast<uint32_t>(outcome.lost.retransmitted));
    }
    ReactToAck(outcome, isNew);
    UpdatePacingRate();
    m_tcb->m_isRetransDataAcked = false;
    SampleRate(outcome, priorInFlight);
    UpdateTraces();
    if (acknowledgesFin)
    {
        FinishSending();
    }
}

bool
TcpScoreboardSocket::ReadWindow(const SegmentAcceptance::Segment& segment, const TcpHeader& header)
{
    auto& c = *m_connection;
    AdoptProbe(segment.ack);
    m_highRxMark = std::max(m_highRxMark.Get(), header.GetSequenceNumber());
    m_highRxAckMark = std::max(m_highRxAckMark.Get(), header.GetAckNumber());
    const auto una = c.sender->GetScoreboard().GetUna();
    const uint64_t window = uint64_t{header.GetWindowSize()} << c.peerScale;
    if (c.peerWindow.Update(segment.seq, segment.ack, window, una))
    {
        m_rWnd = static_cast<uint32_t>(window);
    }
    // An ACK that another one has overtaken may still report something.
    return segment.ack >= una || m_sackEnabled;
}

void
TcpScoreboardSocket::FillAckEvent(const SegmentAcceptance::Segment& segment,
                                  const TcpHeader& header)
{
    auto& c = *m_connection;
    const auto& scoreboard = c.sender->GetScoreboard();
    auto& event = c.ackEvent;
    // An ACK that another one has overtaken is one of snd.una with an older report.
    event.ack = std::clamp(segment.ack, scoreboard.GetUna(), scoreboard.GetNxt());
    // That of the handshake is not scaled (RFC 7323, section 2.2): the first one is no change. What
    // answers a window probe says nothing of losses.
    const uint32_t window = header.GetWindowSize();
    event.pure = segment.size == 0 && !segment.fin && segment.ack >= scoreboard.GetUna() &&
                 window == c.ackWindow.value_or(window) && !c.persist.IsProbing();
    c.ackWindow = window;
    event.segments = c.sent.GetSegmentCount();
    event.now = ToDuration(Simulator::Now());
    event.echo.reset();
    if (segment.echo.value_or(0) != 0)
    {
        event.echo = ToDuration(MilliSeconds(Simulator::Now().GetMilliSeconds()) -
                                TcpOptionTS::ElapsedTimeFromTsValue(*segment.echo));
    }
    event.duplicate.reset();
    event.blocks.clear();
    if (!m_sackEnabled)
    {
        return;
    }
    c.firstSent.una = event.ack;
    c.firstSent.nxt = scoreboard.GetNxt();
    c.firstSent.fin = c.finSent;
    c.sackExchange.ReadBlocks(header, segment.ack, c.firstSent, c.report);
    for (const auto& block : c.report.blocks)
    {
        const auto whole = CutToSegments(block);
        if (whole.begin < whole.end || block.begin >= block.end)
        {
            event.blocks.push_back(whole);
        }
    }
    event.duplicate = c.report.duplicate;
    c.refusedSackBlocks += c.report.refused;
    if (c.report.refusal)
    {
        ++m_refusedSackOptions;
        m_sackOptionRefused(c.report.refusal);
    }
}

OctetRange
TcpScoreboardSocket::CutToSegments(OctetRange block) const
{
    // RFC 6675 works in segments. Blocks that cut them up, octet by octet, would have the rest of
    // each sent again in a segment of its own.
    const auto& scoreboard = m_connection->sender->GetScoreboard();
    const auto& sent = m_connection->sent;
    const auto isSent = [&scoreboard](uint64_t position) {
        return position > scoreboard.GetUna() && position < scoreboard.GetNxt();
    };
    if (isSent(block.begin))
    {
        const auto segment = sent.Find(block.begin).range;
        block.begin = block.begin == segment.begin ? block.begin : segment.end;
    }
    if (isSent(block.end))
    {
        block.end = sent.Find(block.end).range.begin;
    }
    return block;
}

void
TcpScoreboardSocket::ReleaseData(const SegmentAcceptance::Segment& segment,
                                 const AckOutcome& outcome)
{
    auto& c = *m_connection;
    const auto& scoreboard = c.sender->GetScoreboard();
    const bool samples = m_congestionControl->HasCongControl();
    if (samples)
    {
        for (const auto& range : outcome.arrived.sacked)
        {
            c.sent.ForEach(range, [this, &scoreboard](const SendBuffer::Segment& sent) {
                if (scoreboard.IsSacked(sent.range))
                {
                    m_rateOps->SkbDelivered(sent.item);
                }
            });
        }
    }
    if (outcome.arrived.acknowledged > 0)
    {
        SendBuffer::Delivered delivered;
        if (samples)
        {
            delivered = MakeCallback(&TcpRateOps::SkbDelivered, m_rateOps);
        }
        SampleRoundTrip(segment.echo, c.sent.DiscardUpTo(scoreboard.GetUna(), delivered));
    }
}

void
TcpScoreboardSocket::SampleRoundTrip(std::optional<uint32_t> echo,
                                     const SendBuffer::Acknowledged& covered)
{
    if (!covered.oldest)
    {
        return;
    }
    const Time elapsed = Simulator::Now() - *covered.oldest;
    if (echo.value_or(0) == 0)
    {
        SampleWithoutEcho(elapsed, covered);
        return;
    }
    const Time sample = TcpOptionTS::ElapsedTimeFromTsValue(*echo);
    // An echo older than what it answers is stale: the peer kept it from a segment before.
    if (sample.IsNegative() || sample > elapsed + TIMESTAMP_GRANULARITY)
    {
        return;
    }
    const Time rtt = std::max(sample, MicroSeconds(1));
    ns3compat::SetLastRoundTrip(*m_tcb, rtt, 0);
    TakeRoundTrip(rtt);
}

void
TcpScoreboardSocket::SampleWithoutEcho(Time elapsed, const SendBuffer::Acknowledged& covered)
{
    if (!covered.ambiguous)
    {
        ns3compat::SetLastRoundTrip(*m_tcb, Simulator::Now() - covered.youngest, 0);
        TakeRoundTrip(elapsed);
    }
}

void
TcpScoreboardSocket::TakeRoundTrip(Time sample)
{
    m_rtt->Measurement(sample);
    ns3compat::SetSmoothedRoundTrip(*m_tcb, m_rtt->GetEstimate(), 0);
    SetTimeout();
}

void
TcpScoreboardSocket::SetTimeout()
{
    m_connection->timer.OnSample(ToDuration(m_rtt->GetEstimate()),
                                 ToDuration(m_rtt->GetVariation()));
    m_rto = ToTime(m_connection->timer.GetRto());
}

void
TcpScoreboardSocket::ReactToEcho(const TcpHeader& header, const AckOutcome& outcome)
{
    if (m_connection->ecn.OnAck(header.GetFlags()))
    {
        m_ecnEchoSeq = header.GetAckNumber();
        m_connection->window->OnEcho(outcome);
    }
}

void
TcpScoreboardSocket::ReactToAck(const AckOutcome& outcome, bool isNew)
{
    auto& c = *m_connection;
    const auto una = ToSequence(c.sender->GetScoreboard().GetUna());
    const auto reaction = c.window->OnAck(outcome, isNew);
    const auto point = ToSequence(c.sender->GetProgress().GetRecoveryPoint());
    if (reaction.left)
    {
        m_recoveryLeft(una, point);
    }
    if (isNew)
    {
        ReactToNewAck(outcome);
    }
    if (reaction.entered)
    {
        FollowLaw();
        m_recoveryEntered(una, point);
        if (outcome.orders.timer == LossRecoverySender::TimerOrder::BACK_OFF)
        {
            c.timer.BackOff();
            m_rto = ToTime(c.timer.GetRto());
        }
        RestartTimer();
    }
    RepairLosses(outcome);
}

void
TcpScoreboardSocket::RepairLosses(const AckOutcome& outcome)
{
    auto& c = *m_connection;
    auto* law = c.window->GetActiveLaw();
    if (outcome.orders.forceTimeout && !(law && law->RepairsRetransmissions()))
    {
        // Oldest first: the head was sent again before anything else was.
        Timeout(true);
        return;
    }
    if (law)
    {
        Repair(*law, outcome);
    }
    SendUrgent();
    if (law)
    {
        BytesInFlight();
        law->SetWindow(m_tcb);
    }
}

void
TcpScoreboardSocket::SendUrgent()
{
    auto& c = *m_connection;
    if (const auto urgent = c.sender->Next(LossRecoverySender::Occasion::AT_ONCE))
    {
        const auto end = c.sent.Find(urgent->begin).range.end;
        const SequenceNumber32 next = m_tcb->m_nextTxSequence;
        Transmit({urgent->begin, std::min(urgent->end, end)});
        m_tcb->m_nextTxSequence = next;
    }
}

void
TcpScoreboardSocket::ReactToNewAck(const AckOutcome& outcome)
{
    m_dataRetrCount = m_dataRetries;
    if (outcome.orders.timer != LossRecoverySender::TimerOrder::RUN)
    {
        RestartTimer();
    }
    if (GetUnacknowledged() == 0 && !IsFinOutstanding())
    {
        StopTimer();
    }
    m_connection->notices.room = true;
}

void
TcpScoreboardSocket::Repair(RecoveryLaw& law, const AckOutcome& outcome)
{
    if (outcome.lost.retransmitted > 0)
    {
        law.OnRetransmissionLost(m_tcb);
    }
    else if (law.TakeLostHead())
    {
        m_connection->sender->OnHeadLost();
        m_retransmissionLost(m_tcb->m_segmentSize);
        RestartTimer();
    }
}

void
TcpScoreboardSocket::SampleRate(const AckOutcome& outcome, uint32_t priorInFlight)
{
    if (m_congestionControl->HasCongControl())
    {
        const auto& sample = m_rateOps->GenerateSample(outcome.arrived.delivered,
                                                       outcome.lost.octets,
                                                       false,
                                                       priorInFlight,
                                                       m_tcb->m_minRtt);
        m_congestionControl->CongControl(m_tcb, m_rateOps->GetConnectionRate(), sample);
    }
}

} // namespace ns3
