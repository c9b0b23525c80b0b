/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ack-reader.h"

#include "socket-time.h"

#include "ns3/simulator.h"
#include "ns3/tcp-option-ts.h"

#include <algorithm>

namespace ns3
{

const SackExchange::Sent&
TcpAckReader::Describe(uint64_t ack, const SentSegments& sent, bool finSent)
{
    m_una = sent.GetUna();
    m_sent.nxt = sent.GetNxt();
    m_sent.una = std::clamp(ack, m_una, m_sent.nxt);
    m_sent.fin = finSent;
    return m_sent;
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
    m_event.pure = segment.size == 0 && !segment.fin && segment.ack >= m_una &&
                   window == m_window.value_or(window) && !answersProbe;
    m_window = window;
    m_event.segments = sent.GetSegmentCount();
    m_event.now = ToDuration(Simulator::Now());
    m_event.echo.reset();
    if (segment.echo.value_or(0) != 0)
    {
        m_event.echo = ToDuration(MilliSeconds(Simulator::Now().GetMilliSeconds()) -
                                  TcpOptionTS::ElapsedTimeFromTsValue(*segment.echo));
    }
    m_event.duplicate.reset();
    m_event.blocks.clear();
    if (report)
    {
        for (const auto& block : report->blocks)
        {
            const auto whole = CutToSegments(block, sent);
            if (whole.begin < whole.end || block.begin >= block.end)
            {
                m_event.blocks.push_back(whole);
            }
        }
        m_event.duplicate = report->duplicate;
        m_refused += report->refused;
    }
    return m_event;
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
