/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-data-receiver.h"

#include "connection-effects.h"

#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// What the application is expected to read in the first round trip (Linux's TCP_INIT_CWND).
constexpr uint64_t EXPECTED_SEGMENTS = 10;
} // namespace

TcpDataReceiver::TcpDataReceiver(const ReceiverVariables& variables,
                                 TcpEcn& ecn,
                                 TimerSet& timers,
                                 ConnectionEffects& effects)
    : m_variables(variables),
      m_ecn(ecn),
      m_timers(timers),
      m_effects(effects)
{
}

void
TcpDataReceiver::Start(uint64_t first, const Negotiated& negotiated)
{
    m_negotiated = negotiated;
    m_received = ReceiveBuffer(first);
    const auto& tcb = *m_variables.tcb;
    const uint64_t window =
        std::min<uint64_t>(tcb.m_rxBuffer->MaxBufferSize(), m_variables.maxWindow);
    m_tuning.Start(m_timers.GetNow(),
                   window,
                   first + window,
                   EXPECTED_SEGMENTS * uint64_t{tcb.m_segmentSize});
    m_ackDelay.Restart(ToDuration(m_variables.acks.delay));
    PublishNext();
}

void
TcpDataReceiver::BeginTimestamps(uint32_t value, uint32_t echo)
{
    m_timestamps.Begin(value, m_timers.GetNow());
    m_variables.tcb->m_rcvTimestampValue = value;
    m_variables.tcb->m_rcvTimestampEchoReply = echo;
}

void
TcpDataReceiver::ReadTimestamp(const SegmentAcceptance::Segment& segment)
{
    if (segment.timestamp)
    {
        m_variables.tcb->m_rcvTimestampValue = *segment.timestamp;
        m_variables.tcb->m_rcvTimestampEchoReply = *segment.echo;
        m_timestamps.OnSegment(segment, m_timers.GetNow());
        if (segment.size > 0 && *segment.echo != 0 && m_variables.mostBuffer > 0)
        {
            // A clock of milliseconds: what is younger than one is one.
            const auto age =
                std::max(GetAge(*segment.echo, m_timers.GetNow()), std::chrono::milliseconds(1));
            m_tuning.OnEcho(*segment.echo, age, segment.size);
        }
    }
}

void
TcpDataReceiver::ReadMark(const SegmentFields& header, TcpEcn::Mark mark)
{
    if (const auto event = m_ecn.OnData(header.flags, mark))
    {
        if (*event == TcpSocketState::CA_EVENT_ECN_IS_CE)
        {
            m_variables.markedAt = SequenceNumber32(header.sequence);
        }
        m_variables.control->CwndEvent(m_variables.tcb, *event);
    }
}

bool
TcpDataReceiver::ReadData(Ptr<Packet> packet, uint64_t begin)
{
    const uint64_t end = begin + packet->GetSize();
    const auto refused = m_received.GetRefused();
    const auto arrival =
        m_received.Insert(begin, packet, m_variables.tcb->m_rxBuffer->MaxBufferSize());
    if (m_received.GetRefused() > refused)
    {
        ConnectionReport report{ConnectionReport::Kind::SEGMENT_REFUSED};
        report.reason = "too many pieces out of order";
        m_effects.Report(report);
    }
    if (arrival.duplicate && m_variables.duplicateSack && m_negotiated.peerMss)
    {
        m_sackExchange.SetDuplicate(*arrival.duplicate);
    }
    if (!arrival.fresh.empty())
    {
        const auto unread = m_received.GetReadable();
        const uint64_t capacity = m_variables.tcb->m_rxBuffer->MaxBufferSize();
        m_tuning.OnSegment(static_cast<uint32_t>(end - begin),
                           capacity - std::min(capacity, unread));
    }
    if (arrival.advanced)
    {
        PublishNext();
        if (m_variables.mostBuffer > 0)
        {
            m_tuning.OnArrival(m_timers.GetNow(),
                               m_received.GetNext(),
                               m_received.GetNext() + m_received.GetWindow());
        }
    }
    const bool filledHole = arrival.advanced && m_received.GetNext() > end;
    const bool hasHole = m_received.GetQueue().GetBlockCount() > 0;
    return arrival.fresh.empty() || arrival.duplicate || filledHole || hasHole;
}

Ptr<Packet>
TcpDataReceiver::Read(uint32_t most)
{
    auto packet = m_received.Read(most);
    auto& buffer = *m_variables.tcb->m_rxBuffer;
    if (packet && buffer.MaxBufferSize() < m_variables.mostBuffer)
    {
        const auto wanted =
            m_tuning.OnRead(m_timers.GetNow(), packet->GetSize(), m_variables.tcb->m_segmentSize);
        if (wanted && *wanted > buffer.MaxBufferSize())
        {
            buffer.SetMaxBufferSize(
                static_cast<uint32_t>(std::min<uint64_t>(*wanted, m_variables.mostBuffer)));
        }
    }
    return packet;
}

bool
TcpDataReceiver::ReadFin(uint64_t position)
{
    const bool isTaken = m_received.SetFin(position);
    if (m_received.IsFinished())
    {
        PublishNext();
    }
    return isTaken;
}

void
TcpDataReceiver::ReadOldData(const SegmentAcceptance::Segment& segment)
{
    if (segment.size > 0 && segment.seq + segment.size <= m_received.GetNext())
    {
        m_timestamps.OnOldData(segment, m_timers.GetNow());
        m_delayedAck.Quicken(m_variables.acks.quick);
        if (m_variables.duplicateSack && m_negotiated.peerMss)
        {
            m_sackExchange.SetDuplicate({segment.seq, segment.seq + segment.size});
        }
    }
}

const SackExchange::Report&
TcpDataReceiver::ReadBlocks(const SegmentFields& header,
                            uint64_t ack,
                            const SackExchange::Sent& sent)
{
    m_sackExchange.ReadBlocks(header, ack, sent, m_report);
    if (m_report.refusal)
    {
        ++m_refusedOptions;
        ConnectionReport refusal{ConnectionReport::Kind::OPTION_REFUSED};
        refusal.reason = m_report.refusal;
        m_effects.Report(refusal);
    }
    return m_report;
}

bool
TcpDataReceiver::AcknowledgeData(bool atOnce)
{
    auto& control = *m_variables.control;
    if (m_variables.acks.quick > 0)
    {
        m_delayedAck.OnArrival(m_timers.GetNow(),
                               ToDuration(m_variables.acks.rto),
                               m_variables.acks.quick);
    }
    if (IsAdaptive())
    {
        m_ackDelay.OnArrival(m_timers.GetNow(), ToDuration(m_variables.acks.rto));
    }
    // What the application has sent by now may have carried the ACK.
    if (m_delayedAck.OnData(atOnce, m_variables.acks.count))
    {
        control.CwndEvent(m_variables.tcb, TcpSocketState::CA_EVENT_NON_DELAYED_ACK);
        return true;
    }
    control.CwndEvent(m_variables.tcb, TcpSocketState::CA_EVENT_DELAYED_ACK);
    if (!IsAckWaiting())
    {
        m_timers.Set(ConnectionTimer::DELAYED_ACK, m_timers.GetNow() + GetAckDelay());
    }
    return false;
}

TimerSet::Instant
TcpDataReceiver::GetAckDelay() const
{
    if (!IsAdaptive())
    {
        return ToDuration(m_variables.acks.delay);
    }
    const auto& rtt = *m_variables.acks.rtt;
    const Time srtt = rtt.GetNSamples() > 0 ? rtt.GetEstimate() : Time(0);
    return m_ackDelay.Get(ToDuration(srtt), ToDuration(m_variables.acks.mostDelay));
}

void
TcpDataReceiver::OnDelayedAckTimer()
{
    m_ackDelay.OnTimer(ToDuration(m_variables.acks.rto));
    m_variables.control->CwndEvent(m_variables.tcb, TcpSocketState::CA_EVENT_DELAYED_ACK);
}

void
TcpDataReceiver::OnAckSent()
{
    m_timers.Cancel(ConnectionTimer::DELAYED_ACK);
    const bool wasQuick = m_delayedAck.IsQuick();
    // DCTCP would acknowledge once more what was acknowledged with data or by the timer.
    if (m_delayedAck.OnAckSent())
    {
        m_variables.control->CwndEvent(m_variables.tcb, TcpSocketState::CA_EVENT_NON_DELAYED_ACK);
    }
    if (wasQuick && !m_delayedAck.IsQuick())
    {
        m_ackDelay.Restart(ToDuration(m_variables.acks.delay));
    }
}

bool
TcpDataReceiver::IsWindowNews() const
{
    return m_received.NeedsWindowUpdate(GetCapacity(),
                                        m_variables.tcb->m_segmentSize,
                                        GetField(true));
}

uint64_t
TcpDataReceiver::GetCapacity() const
{
    const uint64_t capacity = m_variables.tcb->m_rxBuffer->MaxBufferSize();
    // Before the peer's SYN there is nothing to go by.
    const bool grows = m_variables.mostBuffer > 0 && m_tuning.GetWindow() > 0;
    return grows ? std::min(capacity, m_received.GetReadable() + m_tuning.GetWindow()) : capacity;
}

uint16_t
TcpDataReceiver::OfferWindow(bool scaled) const
{
    const auto& tcb = *m_variables.tcb;
    const auto field = GetField(scaled);
    const auto window = m_received.Offer(GetCapacity(), tcb.m_segmentSize, field);
    const auto offered = static_cast<uint32_t>(std::min<uint64_t>(window, UINT32_MAX));
    if (offered != m_variables.window)
    {
        m_variables.window = offered;
    }
    return static_cast<uint16_t>(std::min(window, field.largest) / field.unit);
}

void
TcpDataReceiver::PublishNext()
{
    m_variables.tcb->m_rxBuffer->SetNextRxSequence(ToSequence(m_received.GetNext()));
}

} // namespace ns3
