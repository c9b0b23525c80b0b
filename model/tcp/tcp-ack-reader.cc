/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ack-reader.h"

#include "ns3/receiver-rules.h"

#include <cstdlib>

namespace ns3
{

namespace
{
/// What a timestamp may be wrong by: they are whole milliseconds.
constexpr auto ECHO_GRANULARITY = std::chrono::milliseconds(1);
} // namespace

RttSmoother::Estimate
KernelRttEstimate::OnSample(Instant sample, uint64_t una, uint64_t nxt)
{
    const int64_t rtt = sample / std::chrono::microseconds(1);
    if (m_variation == 0)
    {
        m_srtt = 8 * rtt;
        m_deviation = 2 * rtt;
        m_variation = std::max(m_deviation, LEAST);
        m_mostDeviation = m_variation;
        m_round = nxt;
        return GetEstimate();
    }
    const auto error = rtt - m_srtt / 8;
    m_srtt += error;
    auto change = std::abs(error) - m_deviation / 4;
    if (error < 0 && change > 0)
    {
        change /= 8;
    }
    m_deviation += change;
    m_mostDeviation = std::max(m_mostDeviation, m_deviation);
    m_variation = std::max(m_variation, m_mostDeviation);
    if (una > m_round)
    {
        m_variation -= (m_variation - m_mostDeviation) / 4;
        m_round = nxt;
        m_mostDeviation = LEAST;
    }
    return GetEstimate();
}

std::optional<RttSmoother::Estimate>
TcpRttSampler::OnAck(std::optional<uint32_t> echo, const SentSegments::Covered& covered)
{
    const auto now = m_timers.GetNow();
    const auto clear = covered.GetClear();
    if (m_prefersDeparture && clear)
    {
        return Take(GetKernelSpan(clear->last, now), GetKernelSpan(clear->first, now));
    }
    if (!covered.oldest)
    {
        return std::nullopt;
    }
    const auto elapsed = now - *covered.oldest;
    if (echo.value_or(0) == 0)
    {
        return covered.ambiguous ? std::nullopt
                                 : std::optional(Take(now - covered.youngest, elapsed));
    }
    const bool isOfFuture = IsOlder(ToTimestamp(now), *echo);
    const Instant sample = GetAge(*echo, now);
    if (isOfFuture || sample > elapsed + ECHO_GRANULARITY)
    {
        return std::nullopt;
    }
    const auto rtt = std::max<Instant>(sample, std::chrono::microseconds(1));
    return Take(rtt, rtt);
}

const LossRecovery::AckEvent&
TcpAckReader::Read(const SegmentAcceptance::Segment& segment,
                   uint16_t window,
                   bool answersProbe,
                   const SackExchange::Report* report,
                   const SentSegments& sent)
{
    m_event.ack = m_sent.una;
    // The window field of the handshake is not scaled (RFC 7323, section 2.2): the first one is no
    // change.
    const bool isWindowKept =
        m_followsLinux ? !segment.takesWindow : window == m_window.value_or(window);
    m_event.pure =
        segment.size == 0 && !segment.fin && segment.ack >= m_una && isWindowKept && !answersProbe;
    m_window = window;
    m_event.now = m_timers.GetNow();
    const auto now = std::chrono::floor<std::chrono::milliseconds>(m_timers.GetNow());
    const bool hasEcho = segment.echo.value_or(0) != 0;
    m_event.echo =
        hasEcho ? std::optional<Instant>(now - GetAge(*segment.echo, now)) : std::nullopt;
    m_event.duplicate.reset();
    m_event.blocks.clear();
    if (report)
    {
        ReadReport(*report, sent);
    }
    return m_event;
}

void
TcpAckReader::ReadReport(const SackExchange::Report& report, const SentSegments& sent)
{
    for (const auto& block : report.blocks)
    {
        const auto whole = CutToSegments(block, sent);
        if (whole.begin < whole.end)
        {
            m_event.blocks.push_back(whole);
        }
    }
    if (m_followsLinux)
    {
        // Of what they report, the oldest is what measures (tcp_sacktag_write_queue()).
        std::sort(m_event.blocks.begin(), m_event.blocks.end(), [](auto a, auto b) {
            return a.begin < b.begin;
        });
    }
    // Only Linux counts a SYN that came twice.
    if (report.duplicate && (m_followsLinux || report.duplicate->begin >= m_sent.start))
    {
        m_event.duplicate = report.duplicate;
    }
    m_refused += report.refused;
}

OctetRange
TcpAckReader::CutToSegments(OctetRange block, const SentSegments& sent) const
{
    const auto isSent = [this](uint64_t position) {
        return position > m_una && position < m_sent.nxt;
    };
    if (isSent(block.begin))
    {
        const auto segment = sent.GetWhole(block.begin);
        block.begin = block.begin == segment.begin ? block.begin : segment.end;
    }
    if (isSent(block.end))
    {
        block.end = sent.GetWhole(block.end).begin;
    }
    return block;
}

} // namespace ns3
