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

/// What counts as a segment where the window grows: tcp_event_data_recv() of Linux.
constexpr uint32_t LEAST_SIZE = 128;

/// Octets of memory that a segment takes beside its data: headers, sk_buff, skb_shared_info, and
/// what is rounded up.
constexpr uint32_t BESIDE_DATA = 768;

/// ACKs that go at once for a mark, since its sender's window may be very small (6.1,
/// __tcp_ecn_check_ce()).
constexpr uint32_t MARK_ACKS = 2;
} // namespace

void
TcpDataReceiver::Start(uint64_t first, const Negotiated& negotiated)
{
    m_negotiated = negotiated;
    m_received = ReceiveBuffer(first);
    if (IsAdaptive() && m_offered > 0)
    {
        m_received.Offer(m_offered, GetLeastStep()); // by our SYN
    }
    const uint32_t segment = GetLargestSegment();
    const bool reserves = m_settings.mostBuffer > 0 && m_settings.buffer > 2 * uint64_t{segment};
    m_reserve = reserves ? std::min(segment, m_settings.buffer - 2 * segment) : 0;
    const uint64_t window = std::min<uint64_t>(m_settings.buffer - m_reserve, m_settings.maxWindow);
    m_tuning.Start(window,
                   m_settings.mostBuffer,
                   std::clamp<uint64_t>(window, 1, EXPECTED_SEGMENTS * segment));
    m_largest = 0;
    m_scalingRatio = HALF;
    m_kernelMemory.Start(first, GetHeaderSize(), Follows612());
    m_kernelBlocks = KernelBlocks();
    m_kernelAcks.Start(m_settings.acks.delay,
                       m_settings.acks.quick,
                       Follows612() ? m_settings.acks.mostDelay : Instant::max());
    m_window.rcvNxt = first;
}

void
TcpDataReceiver::ReadTimestamp(const SegmentAcceptance::Segment& segment, bool isEstablished)
{
    if (segment.timestamp)
    {
        m_window.timestamp = *segment.timestamp;
        m_window.timestampEcho = *segment.echo;
        m_timestamps.OnSegment(segment, m_timers.GetNow());
        // Linux measures in tcp_rcv_established() alone.
        const bool measures = isEstablished || !IsAdaptive();
        if (segment.size > 0 && *segment.echo != 0 && m_settings.mostBuffer > 0 && measures)
        {
            // A clock of milliseconds: what is younger than one is one.
            const auto age =
                std::max(GetAge(*segment.echo, m_timers.GetNow()), std::chrono::milliseconds(1));
            m_largest = std::max(m_largest, segment.size);
            const auto whole = IsAdaptive() ? m_kernelAcks.GetLargest() : m_largest;
            m_tuning.OnEcho(*segment.echo, age, segment.size + segment.fin >= whole);
        }
    }
}

void
TcpDataReceiver::ReadMark(const SegmentFields& header, TcpEcn::Mark mark)
{
    bool isDemanding = m_ecn.IsEchoDue();
    const auto event = m_ecn.OnData(header.flags, mark, IsAdaptive());
    if (IsAdaptive() && m_ecn.IsUsed())
    {
        // Marks, their end, and what is not capable of marks and so sent again, want ACKs at once.
        const bool isRepair = mark == TcpEcn::Mark::NOT_CAPABLE;
        if (header.Has(SegmentFields::CWR))
        {
            m_kernelAcks.OnFilled();
            isDemanding = false;
        }
        if (isRepair ? m_hasSeenCapable : mark == TcpEcn::Mark::EXPERIENCED && !isDemanding)
        {
            m_isMarkNew = true;
        }
        m_hasSeenCapable = m_hasSeenCapable || !isRepair;
    }
    if (event)
    {
        if (*event == ControlEvent::ECN_IS_CE)
        {
            m_markedAt = header.sequence;
        }
        m_control.OnEvent(m_window, *event);
    }
}

ReassemblyQueue::Arrival
TcpDataReceiver::Store(OctetRange segment)
{
    const auto refused = m_received.GetRefused();
    const auto arrival = m_received.Insert(segment, m_settings.buffer);
    m_fresh = {segment.begin, arrival.fresh};
    if (IsAdaptive())
    {
        for (const auto& fresh : arrival.fresh)
        {
            m_kernelMemory.Store(fresh);
        }
    }
    m_window.rcvNxt = m_received.GetNext();
    if (m_received.GetRefused() > refused)
    {
        m_effects.Report(
            {ConnectionReport::Kind::SEGMENT_REFUSED, 0, 0, 0, "too many pieces out of order"});
    }
    if (arrival.duplicate)
    {
        ReportDuplicate(*arrival.duplicate);
    }
    return arrival;
}

bool
TcpDataReceiver::ReadData(OctetRange segment, bool isPushed, bool isLast)
{
    if (IsAdaptive())
    {
        // tcp_data_queue(); header prediction may keep it.
        m_sackExchange.SetDuplicate(std::nullopt);
    }
    const auto arrival = Store(segment);
    const auto size = static_cast<uint32_t>(segment.Size());
    if (arrival.advanced && m_settings.mostBuffer > 0)
    {
        // Linux looks before it takes what fills up to the next hole.
        const auto next = IsAdaptive() ? segment.end : m_received.GetNext();
        m_tuning.OnArrival(m_timers.GetNow(), next, next + m_offered);
    }
    const bool filledHole = arrival.advanced && m_received.GetNext() > segment.end;
    const bool hasHole = m_received.HasHole();
    if (IsAdaptive())
    {
        // What a FIN is beyond is gone before Linux looks (tcp_fin()).
        const bool isFilled = filledHole && !hasHole && !isLast;
        ReadDataAsLinux(segment, isPushed, arrival.advanced, isFilled);
    }
    if (!arrival.fresh.empty())
    {
        OpenWindow(size, arrival.advanced);
    }
    return !IsAdaptive() && (arrival.fresh.empty() || arrival.duplicate || filledHole || hasHole);
}

void
TcpDataReceiver::OpenWindow(uint32_t size, bool isInOrder)
{
    const bool isHeld = IsAdaptive() && !isInOrder;
    if ((isHeld && !m_negotiated.sack) || (!isHeld && size < LEAST_SIZE))
    {
        return;
    }
    ReceiveTuning::Segment segment{size, (size + BESIDE_DATA) / 2, size, size};
    if (IsAdaptive())
    {
        const auto memory = static_cast<uint32_t>(ToWindow(m_kernelMemory.GetTruesize(size)));
        segment = {size, memory, GetOwnSegment(), m_kernelAcks.GetLargest()};
    }
    const uint64_t most = GetSpace() - m_reserve;
    if (!m_tuning.OnSegment(segment, std::min(most, GetFree(isHeld))))
    {
        return;
    }
    if (IsAdaptive())
    {
        m_kernelAcks.AnswerNext();
    }
    else
    {
        m_delayedAck.AnswerNext();
    }
}

void
TcpDataReceiver::ReadDataAsLinux(OctetRange data, bool isPushed, bool isInOrder, bool isFilled)
{
    const auto size = static_cast<uint32_t>(data.Size());
    const KernelAcks::Segment segment{m_timers.GetNow(),
                                      size,
                                      GetHeaderSize(),
                                      isPushed,
                                      m_offered};
    if (isInOrder)
    {
        ScaleBy(size);
        m_kernelBlocks.Advance(m_received.GetNext(), m_received.HasHole());
        m_kernelAcks.OnData(segment, m_timer.GetRto());
    }
    else if (Follows612() && data.begin > m_received.GetNext())
    {
        ScaleBy(size);
        m_kernelAcks.Measure(segment);
    }
    if (isFilled)
    {
        m_kernelAcks.OnFilled();
    }
    if (std::exchange(m_isMarkNew, false))
    {
        m_kernelAcks.EnterQuickAck(MARK_ACKS, m_offered);
    }
}

void
TcpDataReceiver::ScaleBy(uint32_t size)
{
    if (!Follows612() || size <= m_kernelAcks.GetLargest())
    {
        return;
    }
    const auto ratio =
        std::max((size << RATIO_SHIFT) / m_kernelMemory.GetTruesize(size), uint32_t{1});
    if (ratio != std::exchange(m_scalingRatio, ratio))
    {
        m_reserve = 0;
        m_tuning.Rescale(ToWindow(2 * uint64_t{m_settings.mostBuffer}), GetSpace());
    }
}

uint32_t
TcpDataReceiver::Read(uint32_t most)
{
    const auto octets = m_received.Read(most);
    m_kernelMemory.Read(octets);
    const auto segment = GetLargestSegment();
    // Linux looks after each segment that is copied.
    for (uint32_t read = 0; read < octets && m_settings.buffer < m_settings.mostBuffer;
         read += segment)
    {
        const auto step = std::min(segment, octets - read);
        const auto left = m_received.GetReadable() + octets - read - step;
        const auto wanted =
            m_tuning.OnRead(m_timers.GetNow(), step, segment, Follows612() ? left : 0);
        const auto buffer = wanted ? GetBufferFor(*wanted, segment) : 0;
        if (buffer > m_settings.buffer)
        {
            m_reserve = 0;
            m_settings.buffer =
                static_cast<uint32_t>(std::min<uint64_t>(buffer, m_settings.mostBuffer));
        }
    }
    return octets;
}

bool
TcpDataReceiver::ReadFin(uint64_t position)
{
    if (IsAdaptive() && m_settings.duplicateSack && m_received.HoldsFin(position))
    {
        // Linux reports a FIN that comes twice as any octet.
        m_sackExchange.ExtendDuplicate({position, position + 1});
    }
    const bool isTaken = m_received.SetFin(position);
    m_window.rcvNxt = m_received.GetNext();
    return isTaken;
}

bool
TcpDataReceiver::ReadOldData(const SegmentAcceptance::Segment& segment)
{
    if (IsAdaptive())
    {
        return ReadOldAsLinux(segment);
    }
    if (segment.size > 0 && segment.seq + segment.size <= m_received.GetNext())
    {
        m_timestamps.OnSegment(segment, m_timers.GetNow(), true);
        m_delayedAck.EnterQuickAck(m_settings.acks.quick);
        ReportDuplicate({segment.seq, segment.seq + segment.size});
    }
    return true;
}

bool
TcpDataReceiver::ReadOldAsLinux(const SegmentAcceptance::Segment& segment)
{
    const auto end = segment.seq + segment.size + segment.fin + segment.syn;
    const auto recent = m_timestamps.GetRecent(m_timers.GetNow());
    const bool isOld = recent && segment.timestamp && IsOlder(*segment.timestamp, *recent);
    const bool isRepeatedSyn = segment.syn && (!isOld || Follows612());
    if (end == segment.seq || segment.seq >= m_received.GetNext() || isRepeatedSyn)
    {
        return true;
    }
    // Not refused by its number, which tcp_send_dupack() answers: the answer counts, and may wait.
    const bool isTaken = end >= m_timestamps.GetLastAckSent() && !isOld;
    if (isTaken)
    {
        m_timestamps.OnSegment(segment, m_timers.GetNow());
        m_kernelAcks.OnArrival();
    }
    m_kernelAcks.EnterQuickAck(m_offered);
    ReportDuplicate({segment.seq, std::min(end, m_received.GetNext())});
    return !isTaken || m_settings.acks.quick == 0 || AcknowledgesAsLinux();
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
        m_effects.Report({ConnectionReport::Kind::OPTION_REFUSED, 0, 0, 0, m_report.refusal});
    }
    return m_report;
}

bool
TcpDataReceiver::AcknowledgeData(bool atOnce)
{
    uint32_t most = m_settings.acks.count;
    if (IsAdaptive())
    {
        atOnce = AcknowledgesAsLinux();
        most = UINT32_MAX;
    }
    else if (m_settings.acks.quick > 0)
    {
        m_delayedAck.OnArrival(m_timers.GetNow(), m_timer.GetRto(), m_settings.acks.quick);
    }
    // What the application has sent by now may have carried the ACK.
    const bool goes = m_delayedAck.OnData(atOnce, most);
    m_control.OnEvent(m_window, goes ? ControlEvent::NON_DELAYED_ACK : ControlEvent::DELAYED_ACK);
    return goes || (!IsAdaptive() && DelayAck());
}

bool
TcpDataReceiver::AcknowledgesAsLinux()
{
    using Verdict = KernelAcks::Verdict;
    if (!m_kernelAcks.IsScheduled())
    {
        return false;
    }
    if (GetUnacknowledged() > m_kernelAcks.GetLargest() && m_received.GetReadable() > 0)
    {
        EndQuickAckIfHalfFull();
    }
    const bool isFirst = !m_kernelAcks.IsCompressing();
    const auto verdict = m_kernelAcks.Decide({m_received.GetNext(),
                                              GetUnacknowledged(),
                                              IsReaderLate(),
                                              m_received.HasHole(),
                                              m_negotiated.sack});
    if (verdict != Verdict::COMPRESS)
    {
        return verdict == Verdict::NOW || DelayAck();
    }
    if (isFirst)
    {
        const auto srtt = m_window.srtt;
        auto rtt = m_tuning.GetRoundTrip();
        rtt = srtt > Instant::zero() ? std::min(rtt, srtt) : rtt;
        const auto until = m_timers.GetNow() + KernelAcks::GetCompression(rtt);
        if (!IsAckWaiting() || *m_timers.GetDeadline(ConnectionTimer::DELAYED_ACK) > until)
        {
            m_timers.Set(ConnectionTimer::DELAYED_ACK, until);
        }
    }
    return false;
}

bool
TcpDataReceiver::DelayAck()
{
    const auto now = m_timers.GetNow();
    if (!IsAdaptive())
    {
        if (!IsAckWaiting())
        {
            m_timers.Set(ConnectionTimer::DELAYED_ACK, now + m_settings.acks.delay);
        }
        return false;
    }
    const auto delay = m_kernelAcks.GetDelay(m_window.srtt, GetDelayBound());
    if (IsAckWaiting() && m_kernelAcks.IsNearlyDue(now, delay))
    {
        return true;
    }
    if (m_kernelAcks.Wait(now, delay, IsAckWaiting()))
    {
        m_timer.Wait(ConnectionTimer::DELAYED_ACK, delay);
    }
    return false;
}

void
TcpDataReceiver::OnAckSent()
{
    m_timers.Cancel(ConnectionTimer::DELAYED_ACK);
    EndQuickAckIfHalfFull();
    m_kernelAcks.OnAckSent();
    // DCTCP would acknowledge once more what was acknowledged with data or by the timer.
    if (m_delayedAck.OnAckSent())
    {
        m_control.OnEvent(m_window, ControlEvent::NON_DELAYED_ACK);
    }
}

} // namespace ns3
