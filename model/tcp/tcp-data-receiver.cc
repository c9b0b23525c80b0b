/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-data-receiver.h"

namespace ns3
{

namespace
{
/// What the application is expected to read in the first round trip (Linux's TCP_INIT_CWND).
constexpr uint64_t EXPECTED_SEGMENTS = 10;
} // namespace

TcpDataReceiver::TcpDataReceiver(const Settings& settings,
                                 const Neighbours& neighbours,
                                 TcpEcn& ecn,
                                 TimerSet& timers,
                                 ConnectionEffects& effects)
    : m_settings(settings),
      m_neighbours(neighbours),
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
    const uint64_t window = std::min<uint64_t>(m_settings.buffer, m_settings.maxWindow);
    m_tuning.Start(window,
                   m_settings.mostBuffer,
                   std::clamp<uint64_t>(window, 1, EXPECTED_SEGMENTS * GetLargestSegment()));
    m_ackDelay.Restart(m_settings.acks.delay);
    m_neighbours.window.rcvNxt = first;
}

void
TcpDataReceiver::BeginTimestamps(uint32_t value, uint32_t echo)
{
    m_timestamps.Begin(value, m_timers.GetNow());
    m_neighbours.window.timestamp = value;
    m_neighbours.window.timestampEcho = echo;
}

void
TcpDataReceiver::ReadTimestamp(const SegmentAcceptance::Segment& segment)
{
    if (segment.timestamp)
    {
        m_neighbours.window.timestamp = *segment.timestamp;
        m_neighbours.window.timestampEcho = *segment.echo;
        m_timestamps.OnSegment(segment, m_timers.GetNow());
        if (segment.size > 0 && *segment.echo != 0 && m_settings.mostBuffer > 0)
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
        if (*event == ControlEvent::ECN_IS_CE)
        {
            m_markedAt = header.sequence;
        }
        m_neighbours.control.OnEvent(m_neighbours.window, *event);
    }
}

bool
TcpDataReceiver::ReadData(OctetRange segment)
{
    const auto refused = m_received.GetRefused();
    const auto arrival = m_received.Insert(segment, m_settings.buffer);
    m_fresh = {segment.begin, arrival.fresh};
    m_neighbours.window.rcvNxt = m_received.GetNext();
    if (m_received.GetRefused() > refused)
    {
        ConnectionReport report{ConnectionReport::Kind::SEGMENT_REFUSED};
        report.reason = "too many pieces out of order";
        m_effects.Report(report);
    }
    if (arrival.duplicate && m_settings.duplicateSack && m_negotiated.peerMss)
    {
        m_sackExchange.SetDuplicate(*arrival.duplicate);
    }
    if (!arrival.fresh.empty())
    {
        const auto unread = m_received.GetReadable();
        const uint64_t capacity = m_settings.buffer;
        m_largest = std::max(m_largest, static_cast<uint32_t>(segment.Size()));
        if (m_tuning.OnSegment(static_cast<uint32_t>(segment.Size()),
                               capacity - std::min(capacity, unread)))
        {
            m_delayedAck.AnswerNext();
        }
    }
    if (arrival.advanced && m_settings.mostBuffer > 0)
    {
        m_tuning.OnArrival(m_timers.GetNow(),
                           m_received.GetNext(),
                           m_received.GetNext() + m_received.GetWindow());
    }
    const bool filledHole = arrival.advanced && m_received.GetNext() > segment.end;
    const bool hasHole = m_received.GetQueue().GetBlockCount() > 0;
    return arrival.fresh.empty() || arrival.duplicate || filledHole || hasHole;
}

uint32_t
TcpDataReceiver::GetLargestSegment() const
{
    const uint32_t options = m_negotiated.timestamps ? TIMESTAMP_OCTETS : 0;
    return std::max(m_neighbours.window.mss + options, uint32_t{m_negotiated.ownMss}) - options;
}

uint32_t
TcpDataReceiver::Read(uint32_t most)
{
    const auto octets = m_received.Read(most);
    if (octets > 0 && m_settings.buffer < m_settings.mostBuffer)
    {
        const auto wanted = m_tuning.OnRead(m_timers.GetNow(), octets, GetLargestSegment());
        if (wanted && *wanted > m_settings.buffer)
        {
            m_settings.buffer =
                static_cast<uint32_t>(std::min<uint64_t>(*wanted, m_settings.mostBuffer));
        }
    }
    return octets;
}

bool
TcpDataReceiver::ReadFin(uint64_t position)
{
    const bool isTaken = m_received.SetFin(position);
    m_neighbours.window.rcvNxt = m_received.GetNext();
    return isTaken;
}

void
TcpDataReceiver::ReadOldData(const SegmentAcceptance::Segment& segment)
{
    if (segment.size > 0 && segment.seq + segment.size <= m_received.GetNext())
    {
        m_timestamps.OnOldData(segment, m_timers.GetNow());
        m_delayedAck.EnterQuickAck(m_settings.acks.quick);
        if (m_settings.duplicateSack && m_negotiated.peerMss)
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
    const auto tell = [this](ControlEvent event) {
        m_neighbours.control.OnEvent(m_neighbours.window, event);
    };
    const auto rto = m_neighbours.timer.GetRto();
    if (m_settings.acks.quick > 0)
    {
        m_delayedAck.OnArrival(m_timers.GetNow(), rto, m_settings.acks.quick);
    }
    if (IsAdaptive())
    {
        m_ackDelay.OnArrival(m_timers.GetNow(), rto);
    }
    // What the application has sent by now may have carried the ACK.
    if (m_delayedAck.OnData(atOnce, IsReaderLate() ? UINT32_MAX : m_settings.acks.count))
    {
        tell(ControlEvent::NON_DELAYED_ACK);
        return true;
    }
    tell(ControlEvent::DELAYED_ACK);
    DelayAck();
    return false;
}

void
TcpDataReceiver::DelayAck()
{
    if (!IsAckWaiting())
    {
        m_timers.Set(ConnectionTimer::DELAYED_ACK, m_timers.GetNow() + GetAckDelay());
    }
}

bool
TcpDataReceiver::AcknowledgeFin(bool atOnce)
{
    const auto waiting = GetUnacknowledged();
    if (waiting == 0 || atOnce || !IsAdaptive() || !m_delayedAck.HasBegun() || waiting > m_largest)
    {
        return waiting > 0;
    }
    DelayAck();
    return false;
}

TimerSet::Instant
TcpDataReceiver::GetAckDelay() const
{
    if (!IsAdaptive())
    {
        return m_settings.acks.delay;
    }
    return m_ackDelay.Get(m_neighbours.window.srtt, m_settings.acks.mostDelay);
}

void
TcpDataReceiver::OnDelayedAckTimer()
{
    m_ackDelay.OnTimer(m_neighbours.timer.GetRto());
    m_neighbours.control.OnEvent(m_neighbours.window, ControlEvent::DELAYED_ACK);
}

void
TcpDataReceiver::OnAckSent()
{
    m_timers.Cancel(ConnectionTimer::DELAYED_ACK);
    const bool wasQuick = m_delayedAck.IsQuick();
    // DCTCP would acknowledge once more what was acknowledged with data or by the timer.
    if (m_delayedAck.OnAckSent())
    {
        m_neighbours.control.OnEvent(m_neighbours.window, ControlEvent::NON_DELAYED_ACK);
    }
    if (wasQuick && !m_delayedAck.IsQuick())
    {
        m_ackDelay.Restart(m_settings.acks.delay);
    }
}

} // namespace ns3
