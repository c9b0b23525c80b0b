/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-handshake.h"

#include "ns3/receiver-rules.h"

namespace ns3
{

namespace
{
using Action = SegmentAcceptance::Action;

/// Least segment size that is believed.
constexpr uint16_t MIN_MSS = 48;

/// Largest window scale (RFC 7323, section 2.3).
constexpr uint8_t MAX_SCALE = 14;

/// A time-out is doubled no more often than this.
constexpr uint32_t MAX_DOUBLINGS = 30;
} // namespace

std::optional<Instant>
TcpHandshake::TakeTry()
{
    if (m_triesLeft == m_spared)
    {
        return std::nullopt;
    }
    m_repetitions += m_triesLeft < m_settings.tries ? 1 : 0;
    --m_triesLeft;
    return NoteSent();
}

Instant
TcpHandshake::NoteSent()
{
    m_isRepeated = m_sent.has_value();
    m_sent = m_sent.value_or(m_timers.GetNow());
    const auto repeated = m_settings.tries - m_triesLeft - 1;
    const auto doublings = std::min(repeated - std::min(repeated, m_steady), MAX_DOUBLINGS);
    return m_settings.timeout * static_cast<int64_t>(uint64_t{1} << doublings);
}

void
TcpHandshake::AddOptions(SegmentFields& syn)
{
    m_negotiated.maxTcpOctets = BoundOctets();
    if (!syn.Has(SegmentFields::ACK) && m_negotiated.scaling)
    {
        m_negotiated.ownScale = m_limits.windowScale;
    }
    syn.mss = m_negotiated.ownMss;
    syn.scale = m_negotiated.scaling ? std::optional<uint8_t>(m_negotiated.ownScale) : std::nullopt;
    syn.sackPermitted = m_negotiated.sack;
}

void
TcpHandshake::ReadSyn(const SegmentFields& syn)
{
    auto& agreed = m_negotiated;
    agreed.scaling = agreed.scaling && syn.scale;
    agreed.peerScale = agreed.scaling ? std::min(*syn.scale, MAX_SCALE) : 0;
    agreed.ownScale = agreed.scaling ? m_limits.windowScale : 0;
    agreed.sack = agreed.sack && syn.sackPermitted;
    agreed.timestamps = agreed.timestamps && syn.timestamps;
    agreed.peerMss = syn.mss ? std::optional(std::max(*syn.mss, MIN_MSS)) : std::nullopt;
    agreed.maxTcpOctets = BoundOctets();
}

uint32_t
TcpHandshake::BoundOctets() const
{
    const uint32_t peers = m_negotiated.peerMss.value_or(UINT16_MAX);
    return std::max<uint32_t>(std::min(m_limits.interfaceOctets, peers), MIN_MSS);
}

TcpHandshake::Verdict
TcpHandshake::CheckInSynSent(const SegmentFields& header) const
{
    const bool hasAck = header.Has(SegmentFields::ACK);
    const bool isReset = header.Has(SegmentFields::RST);
    if (hasAck && header.acknowledgment != static_cast<uint32_t>(m_iss + 1))
    {
        return {isReset ? Action::DROP : Action::NO_PEER, "ACK of what was not sent"};
    }
    if (isReset)
    {
        return {hasAck ? Action::RESET : Action::DROP};
    }
    if (!header.Has(SegmentFields::SYN))
    {
        return {Action::DROP, "no SYN"};
    }
    return {hasAck ? Action::ESTABLISH : Action::ANSWER_SYN};
}

TcpHandshake::Verdict
TcpHandshake::CheckInSynReceived(const SegmentAcceptance::Connection& connection,
                                 const SegmentAcceptance::Segment& segment) const
{
    const bool isSyn = segment.syn && !segment.rst && segment.seq + 1 == connection.rcvNxt;
    if (isSyn && segment.timestamp && connection.tsRecent &&
        IsOlder(*segment.timestamp, *connection.tsRecent))
    {
        return {Action::CHALLENGE, "old timestamp"}; // RFC 7323, section 5.3
    }
    if (!isSyn)
    {
        const auto verdict = SegmentAcceptance::CheckPlace(connection, segment);
        if (verdict.action != Action::PROCESS && verdict.action != Action::READ_ACK)
        {
            return verdict;
        }
    }
    if (segment.hasAck && segment.ack == m_iss + 1)
    {
        return {Action::ESTABLISH};
    }
    if (isSyn)
    {
        return {Action::ANSWER_SYN};
    }
    return {segment.hasAck ? Action::NO_PEER : Action::DROP, "no ACK of our SYN"};
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
        syn = {*m_sent, *m_sent, m_isRepeated, SentSegments::Sent{*m_sent, *m_sent}};
    }
    return syn;
}

void
TcpClosing::OnFinSent()
{
    if (m_state == State::ESTABLISHED)
    {
        m_state = State::FIN_WAIT_1;
    }
    else if (m_state == State::CLOSE_WAIT)
    {
        m_state = m_hasClosedFirst ? State::CLOSING : State::LAST_ACK;
    }
}

bool
TcpClosing::OnFinAcked()
{
    if (m_state == State::FIN_WAIT_1)
    {
        m_state = State::FIN_WAIT_2;
        AwaitPeer();
    }
    else if (m_state == State::LAST_ACK)
    {
        FinishNormally();
    }
    return m_state == State::CLOSING;
}

bool
TcpClosing::OnPeersFin()
{
    if (m_state == State::ESTABLISHED)
    {
        m_hasClosedFirst = MayFinJoin();
        m_state = State::CLOSE_WAIT;
        NoteEnd();
    }
    else if (m_state == State::FIN_WAIT_1)
    {
        m_state = State::CLOSING;
    }
    return m_state == State::FIN_WAIT_2;
}

void
TcpClosing::OnReset()
{
    if (m_state == State::CLOSING || m_state == State::LAST_ACK)
    {
        FinishNormally();
    }
    else if (m_state != State::TIME_WAIT)
    {
        Finish(End::ERROR);
    }
}

void
TcpClosing::AwaitPeer()
{
    const auto patience = m_settings.finWait2Timeout;
    if (m_state == State::FIN_WAIT_2 && m_isClosed && patience > Instant::zero() &&
        !m_timers.IsRunning(ConnectionTimer::FIN_WAIT_2))
    {
        OnNews();
        m_timers.Set(ConnectionTimer::FIN_WAIT_2, m_lastNews + patience);
    }
}

void
TcpClosing::OnTimer(ConnectionTimer timer)
{
    if (timer == ConnectionTimer::TIME_WAIT)
    {
        FinishNormally();
        return;
    }
    const auto due = m_lastNews + m_settings.finWait2Timeout;
    if (m_timers.GetNow() < due)
    {
        m_timers.Set(ConnectionTimer::FIN_WAIT_2, due);
        return;
    }
    Finish(End::ERROR);
}

} // namespace ns3
