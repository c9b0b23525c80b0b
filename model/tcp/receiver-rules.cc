/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "receiver-rules.h"

#include <iterator>

namespace ns3
{

namespace
{
// Linux 6.1, tcp_rcv_space_adjust().
constexpr uint64_t MORE_SEGMENTS = 16;
// Of Linux's clock.
using Tick = std::chrono::microseconds;
// tcp_rcv_rtt_update().
constexpr int RTT_SMOOTHING = 8;
// tcp_measure_rcv_mss(): TCP_MSS_DEFAULT and TCP_MIN_MSS with a header without options.
constexpr uint32_t ALWAYS_FULL = 536 + 20;
constexpr uint32_t PERHAPS_FULL = 88 + 20;
// __tcp_ack_snd_check(): TCP_FASTRETRANS_THRESH and tcp_comp_sack_nr, _delay_ns and _slack_ns.
constexpr uint32_t UNCOMPRESSED = 3;
constexpr uint32_t MOST_COMPRESSED = 44;
constexpr Instant MOST_COMPRESSION = std::chrono::milliseconds(1);
constexpr Instant COMPRESSION_SLACK = std::chrono::microseconds(100);
// Octets before IP's header, those of sk_buff with skb_shared_info, and the least that 6.12
// allocates.
constexpr uint32_t CACHE_LINE = 64;
constexpr uint32_t SHARED_INFO = 320;
constexpr uint32_t BESIDE_ROOM = 256 + SHARED_INFO;
constexpr uint32_t LEAST_ALLOCATION = 704;
// tcp_rcv_space_adjust(): MAX_TCP_HEADER and the two structures.
constexpr uint64_t MOST_BESIDE_DATA = 896;
// TCP_SACK_BLOCKS_EXPECTED and TCP_NUM_SACKS.
constexpr std::ptrdiff_t EXPECTED_BLOCKS = 2;
constexpr std::size_t MOST_BLOCKS = 4;

/// A block grows by a segment that touches it. @return whether it does
bool
GrowBlock(OctetRange& block, OctetRange segment)
{
    const bool touches = segment.begin <= block.end && block.begin <= segment.end;
    if (touches)
    {
        block = {std::min(block.begin, segment.begin), std::max(block.end, segment.end)};
    }
    return touches;
}
} // namespace

void
KernelAcks::OnData(const Segment& segment, Instant rto)
{
    m_isScheduled = true;
    Measure(segment);
    const auto now = std::chrono::floor<Jiffies>(segment.now);
    const auto gap = now - std::exchange(m_lastArrival, now);
    if (m_delay == Jiffies::zero())
    {
        EnterQuickAck(m_most, segment.window);
    }
    else if (gap <= m_least / 2)
    {
        m_delay = m_delay / 2 + m_least / 2;
    }
    else if (gap < m_delay)
    {
        m_delay = std::min(m_delay / 2 + gap, BoundByTimeout(rto));
    }
    else if (gap > rto)
    {
        const auto delay = m_delay;
        EnterQuickAck(m_most, segment.window);
        m_delay = delay;
    }
}

void
KernelAcks::Measure(const Segment& segment)
{
    const auto last = std::exchange(m_lastSize, 0);
    if (segment.size >= m_largest)
    {
        m_largest = segment.size;
        m_isPushed = m_isPushed || segment.isPushed;
        return;
    }
    const auto octets = segment.size + segment.header;
    if (octets >= ALWAYS_FULL || (octets >= PERHAPS_FULL && !segment.isPushed))
    {
        m_lastSize = segment.size;
        if (m_lastSize == last)
        {
            m_largest = segment.size;
            return;
        }
    }
    m_isPushed = true;
}

void
KernelAcks::EnterQuickAck(uint32_t acks, uint64_t window)
{
    const auto fitting = window / (2 * uint64_t{m_largest});
    const auto quick = static_cast<uint32_t>(std::min<uint64_t>(fitting == 0 ? 2 : fitting, acks));
    m_quick = std::max(m_quick, quick);
    m_delay = m_least;
}

KernelAcks::Verdict
KernelAcks::Decide(const Situation& situation)
{
    const bool isSecond = situation.unacknowledged > m_largest && !situation.isReaderLate;
    if (isSecond || m_quick > 0 || m_isDue)
    {
        return Verdict::NOW;
    }
    if (!situation.hasHole)
    {
        return Verdict::DELAY;
    }
    if (!situation.sack || m_compressed >= MOST_COMPRESSED)
    {
        return Verdict::NOW;
    }
    if (std::exchange(m_next, situation.next) != situation.next)
    {
        m_duplicates = 0;
    }
    if (m_duplicates < UNCOMPRESSED)
    {
        ++m_duplicates;
        return Verdict::NOW;
    }
    ++m_compressed;
    return Verdict::COMPRESS;
}

Instant
KernelAcks::GetCompression(Instant rtt)
{
    return std::min(rtt / 20, MOST_COMPRESSION) + COMPRESSION_SLACK;
}

void
ReceiveTuning::OnEcho(uint32_t timestamp, Instant age, bool isWhole)
{
    if (std::exchange(m_lastEcho, timestamp) == timestamp || !isWhole)
    {
        return;
    }
    m_rtt = m_rtt && age >= *m_rtt
                ? *m_rtt - std::chrono::floor<Tick>(*m_rtt) / RTT_SMOOTHING + age / RTT_SMOOTHING
                : age;
}

void
ReceiveTuning::OnArrival(Instant now, uint64_t next, uint64_t edge)
{
    if (next < m_roundEdge)
    {
        return;
    }
    now = std::chrono::floor<Tick>(now);
    if (m_roundStart)
    {
        const auto time = std::max<Instant>(now - *m_roundStart, Tick(1));
        m_rtt = std::min(m_rtt.value_or(time), time);
    }
    m_roundStart = now;
    m_roundEdge = edge;
}

std::optional<uint64_t>
ReceiveTuning::OnRead(Instant now, uint64_t size, uint32_t mss, uint64_t unread)
{
    m_read += size;
    now = std::chrono::floor<Tick>(now);
    if (!m_rtt || now - m_since < std::chrono::floor<Tick>(*m_rtt))
    {
        return std::nullopt;
    }
    const auto read = m_read - std::min(m_read, unread);
    m_read = 0;
    m_since = now;
    if (read <= m_space)
    {
        return std::nullopt;
    }
    const auto before = std::exchange(m_space, read);
    const uint64_t wanted = 2 * read + MORE_SEGMENTS * mss;
    return wanted + 2 * (wanted * (read - before) / before);
}

uint64_t
ReceiveTuning::GetBuffer(uint64_t window, uint32_t mss)
{
    uint64_t each = (mss + MOST_BESIDE_DATA) / 2;
    while (each < mss)
    {
        each += 64;
    }
    return window / mss * each;
}

uint32_t
KernelMemory::GetRoom(uint32_t size) const
{
    const auto lines = (size + m_headers + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    if (!m_follows612)
    {
        return lines;
    }
    auto allocation = LEAST_ALLOCATION;
    for (uint32_t next = 1024; allocation < lines + SHARED_INFO; next *= 2)
    {
        allocation = next;
    }
    return allocation - SHARED_INFO;
}

uint32_t
KernelMemory::GetTruesize(uint32_t size) const
{
    return BESIDE_ROOM + GetRoom(size);
}

void
KernelMemory::Start(uint64_t position, uint32_t header, bool follows612)
{
    *this = KernelMemory();
    m_next = position;
    m_read = position;
    m_headers = CACHE_LINE + protocolnumbers::IPV4_HEADER + header;
    m_follows612 = follows612;
}

void
KernelMemory::Store(OctetRange fresh)
{
    m_last = 0;
    if (fresh.begin != m_next)
    {
        const auto behind = m_held.lower_bound(fresh.begin);
        const bool follows =
            behind != m_held.begin() && std::prev(behind)->second.end == fresh.begin;
        if (!follows || !Join(std::prev(behind)->second, fresh))
        {
            m_held.emplace_hint(behind, fresh.begin, Take(fresh));
        }
        return;
    }
    if (m_inOrder.empty() || !Join(m_inOrder.back(), fresh))
    {
        m_inOrder.push_back(Take(fresh));
    }
    m_next = fresh.end;
    while (!m_held.empty() && m_held.begin()->first <= m_next)
    {
        m_inOrder.push_back(m_held.begin()->second);
        m_next = m_inOrder.back().end;
        m_held.erase(m_held.begin());
    }
}

bool
KernelMemory::Join(Piece& piece, OctetRange fresh)
{
    const bool fits = fresh.Size() <= piece.spare;
    if (fits)
    {
        piece.spare -= static_cast<uint32_t>(fresh.Size());
        piece.end = fresh.end;
    }
    return fits;
}

KernelMemory::Piece
KernelMemory::Take(OctetRange fresh)
{
    const auto size = static_cast<uint32_t>(fresh.Size());
    const auto room = GetRoom(size);
    m_last = BESIDE_ROOM + room;
    m_taken += m_last;
    return {fresh.end, m_last, room - size - m_headers};
}

void
KernelBlocks::Add(OctetRange segment, const std::function<void()>& beforeMoving)
{
    const auto grown = std::find_if(m_blocks.begin(), m_blocks.end(), [segment](auto& block) {
        return GrowBlock(block, segment);
    });
    if (grown - m_blocks.begin() >= EXPECTED_BLOCKS)
    {
        beforeMoving();
    }
    if (grown != m_blocks.end())
    {
        std::rotate(m_blocks.begin(), grown, grown + 1);
        auto& first = m_blocks.front();
        m_blocks.erase(std::remove_if(m_blocks.begin() + 1,
                                      m_blocks.end(),
                                      [&first](auto block) { return GrowBlock(first, block); }),
                       m_blocks.end());
        return;
    }
    m_blocks.resize(std::min(m_blocks.size(), MOST_BLOCKS - 1));
    m_blocks.insert(m_blocks.begin(), segment);
}

} // namespace ns3
