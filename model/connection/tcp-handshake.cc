/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-handshake.h"

#include "socket-time.h"

#include "ns3/timestamp-echo.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// RTO after a SYN was sent again and no round trip is known (RFC 6298, section 5.7).
constexpr auto RTO_AFTER_SYN_LOSS = std::chrono::seconds(3);

/// A time-out is doubled no more often than this.
constexpr uint32_t MAX_DOUBLINGS = 30;
} // namespace

TcpHandshake::TcpHandshake(const Settings& settings, uint64_t iss, const TimerSet& timers)
    : m_settings(settings),
      m_iss(iss),
      m_timers(timers),
      m_triesLeft(settings.tries)
{
    m_negotiated.sack = settings.sack;
    m_negotiated.scaling = settings.scaling;
    m_negotiated.timestamps = settings.timestamps;
}

std::optional<TcpHandshake::Instant>
TcpHandshake::TakeTry()
{
    if (m_triesLeft == 0)
    {
        return std::nullopt;
    }
    m_repetitions += m_triesLeft < m_settings.tries ? 1 : 0;
    --m_triesLeft;
    return NoteSent();
}

TcpHandshake::Instant
TcpHandshake::RepeatAnswer()
{
    ++m_repetitions;
    return NoteSent();
}

TcpHandshake::Instant
TcpHandshake::NoteSent()
{
    m_isRepeated = m_sent.has_value();
    m_sent = m_sent.value_or(m_timers.GetNow());
    const auto doublings = std::min(m_settings.tries - m_triesLeft - 1, MAX_DOUBLINGS);
    return m_settings.timeout * static_cast<int64_t>(uint64_t{1} << doublings);
}

SynOptions
TcpHandshake::MakeOptions(const HostLimits& limits, bool isAnswer)
{
    m_negotiated.maxTcpOctets = BoundOctets(limits);
    if (!isAnswer && m_negotiated.scaling)
    {
        m_negotiated.ownScale = limits.windowScale;
    }
    SynOptions options;
    options.mss = static_cast<uint16_t>(std::min<uint32_t>(limits.interfaceOctets, UINT16_MAX));
    options.scale =
        m_negotiated.scaling ? std::optional<uint8_t>(m_negotiated.ownScale) : std::nullopt;
    options.sackPermitted = m_negotiated.sack;
    return options;
}

SynOptions
TcpHandshake::ReadSyn(const TcpHeader& syn, const HostLimits& limits)
{
    const auto options = SynOptions::Read(syn);
    auto& agreed = m_negotiated;
    agreed.scaling = agreed.scaling && options.scale;
    agreed.peerScale = agreed.scaling ? *options.scale : 0;
    agreed.ownScale = agreed.scaling ? limits.windowScale : 0;
    agreed.sack = agreed.sack && options.sackPermitted;
    agreed.timestamps = agreed.timestamps && options.timestamp;
    agreed.peerMss = options.mss;
    agreed.maxTcpOctets = BoundOctets(limits);
    return options;
}

uint32_t
TcpHandshake::BoundOctets(const HostLimits& limits) const
{
    const uint32_t peers = m_negotiated.peerMss.value_or(UINT16_MAX);
    return std::max<uint32_t>(std::min(limits.interfaceOctets, peers), SynOptions::MIN_MSS);
}

TcpHandshake::Verdict
TcpHandshake::CheckInSynSent(const TcpHeader& header) const
{
    const auto flags = header.GetFlags();
    const bool hasAck = flags & TcpHeader::ACK;
    if (hasAck && header.GetAckNumber() != ToSequence(m_iss + 1))
    {
        return {flags & TcpHeader::RST ? Meaning::NOTHING : Meaning::NO_PEER,
                "ACK of what was not sent"};
    }
    if (flags & TcpHeader::RST)
    {
        return {hasAck ? Meaning::REFUSED : Meaning::NOTHING};
    }
    if (!(flags & TcpHeader::SYN))
    {
        return {Meaning::NOTHING, "no SYN"};
    }
    return {hasAck ? Meaning::FINISHED : Meaning::SYN};
}

TcpHandshake::Verdict
TcpHandshake::CheckInSynReceived(const SegmentAcceptance::Connection& connection,
                                 const SegmentAcceptance::Segment& segment) const
{
    using Action = SegmentAcceptance::Action;
    const bool isSyn = segment.syn && !segment.rst && segment.seq + 1 == connection.rcvNxt;
    if (!isSyn)
    {
        const auto verdict = SegmentAcceptance::CheckPlace(connection, segment);
        switch (verdict.action)
        {
        case Action::PROCESS:
        case Action::READ_ACK:
            break;
        case Action::RESET:
            return {Meaning::REFUSED, verdict.reason};
        case Action::ACKNOWLEDGE:
            return {Meaning::ACKNOWLEDGE, verdict.reason};
        case Action::CHALLENGE:
            return {Meaning::CHALLENGE, verdict.reason};
        case Action::DROP:
            return {Meaning::NOTHING, verdict.reason};
        }
    }
    if (segment.hasAck && segment.ack == m_iss + 1)
    {
        return {Meaning::FINISHED};
    }
    if (isSyn)
    {
        return {Meaning::SYN};
    }
    return {segment.hasAck ? Meaning::NO_PEER : Meaning::NOTHING, "no ACK of our SYN"};
}

TcpHandshake::Instant
TcpHandshake::GetFirstTimeout(Instant estimate, Instant margin) const
{
    return m_repetitions > 0 ? RTO_AFTER_SYN_LOSS : estimate + margin;
}

uint32_t
TcpHandshake::GetFirstWindow(uint32_t segments, std::optional<uint32_t> echo) const
{
    if (!m_settings.sparesOneSyn)
    {
        return m_repetitions > 0 ? 1 : segments;
    }
    const bool answersFirst = echo && m_sent && *echo == ToTimestamp(*m_sent);
    return m_repetitions > 1 && m_hasTimedOut && !answersFirst ? 1 : segments;
}

SentSegments::Covered
TcpHandshake::GetSyn() const
{
    SentSegments::Covered syn;
    if (m_sent)
    {
        syn = {*m_sent, *m_sent, m_isRepeated};
    }
    return syn;
}

} // namespace ns3
