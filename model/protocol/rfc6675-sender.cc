/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rfc6675-sender.h"

#include <algorithm>

namespace ns3
{

Rfc6675Sender::Rfc6675Sender(const Configuration& configuration, const Options& options)
    : LossRecoverySender(m_progress),
      m_progress(configuration),
      m_options(options)
{
}

const LossRecoverySender::AckOutcome&
Rfc6675Sender::OnAck(const AckEvent& event)
{
    auto& outcome = m_progress.ReadSack(event);
    m_progress.Advance();
    if (outcome.turn.partial)
    {
        const bool restarts = m_options.slowButSteady || !m_partialSeen;
        outcome.orders.timer = restarts ? TimerOrder::RESTART : TimerOrder::RUN;
        m_partialSeen = true;
    }
    if (DetectsLoss())
    {
        Enter();
    }
    if (m_options.findsLostRetransmissions && m_progress.GetState() != State::OPEN)
    {
        FindLostRetransmissions(outcome);
    }
    CountLost(outcome);
    return outcome;
}

void
Rfc6675Sender::Enter()
{
    const auto& board = m_progress.GetSent();
    const auto head = board.GetUna() + m_progress.GetConfiguration().mss;
    m_progress.Enter();
    m_markedTo = std::max(m_markedTo, std::min(head, board.GetNxt()));
    m_rescued = false;
    m_progress.RequestAtOnce(Next(Occasion::AT_ONCE).has_value());
}

bool
Rfc6675Sender::DetectsLoss() const
{
    const auto& board = m_progress.GetSent();
    const bool isHeadLost = GetSackedLimit() > board.GetUna() && !board.IsReneged();
    return m_progress.GetState() == State::OPEN &&
           (m_progress.DetectsLoss() || (m_progress.GetDupAcks() > 0 && isHeadLost));
}

uint64_t
Rfc6675Sender::GetSackedLimit() const
{
    const auto& configuration = m_progress.GetConfiguration();
    return m_progress.GetSent().GetLostLimit(configuration.dupThresh, configuration.mss);
}

uint64_t
Rfc6675Sender::GetLostLimit() const
{
    return std::max(GetSackedLimit(), m_markedTo);
}

void
Rfc6675Sender::FindLostRetransmissions(AckOutcome& outcome)
{
    // Each entry takes one retransmission out of the network: the loop ends.
    while (const auto lost = m_progress.GetSent().TakeOvertakenRetransmission())
    {
        outcome.lost.retransmitted += lost->Size();
    }
}

void
Rfc6675Sender::CountLost(AckOutcome& outcome)
{
    const auto& board = m_progress.GetSent();
    const auto limit = GetLostLimit();
    // What a timeout took for lost is no news.
    const auto floor =
        m_progress.GetState() == State::LOSS ? m_progress.GetRecoveryPoint() : board.GetUna();
    const auto before = std::max(m_highestLimit, floor);
    outcome.lost.octets = outcome.lost.retransmitted;
    if (limit > before)
    {
        const auto sacked = board.GetSackedAbove(before) - board.GetSackedAbove(limit);
        outcome.lost.octets += limit - before - sacked;
    }
    outcome.lost.isShown = outcome.lost.octets > 0;
    m_highestLimit = std::max(m_highestLimit, limit);
    // Not where a recovery begins: one that ECN has ended leaves the note to the next.
    m_partialSeen = m_partialSeen && !outcome.turn.left;
}

void
Rfc6675Sender::OnSent(OctetRange range, Instant now)
{
    const bool isNew = range.begin >= m_progress.GetSent().GetNxt();
    const auto rescue = isNew ? std::nullopt : GetRescue();
    const bool isRescue = rescue && rescue->begin < range.end && range.begin < rescue->end;
    m_rescued = m_rescued || isRescue;
    m_progress.OnSent(range, now, !isRescue);
}

void
Rfc6675Sender::OnTimeout(Instant)
{
    m_progress.OnTimeout();
    m_markedTo = m_progress.GetRecoveryPoint();
}

void
Rfc6675Sender::OnHeadLost()
{
    m_progress.LoseHead();
    m_progress.RequestAtOnce(Next(Occasion::AT_ONCE).has_value());
}

std::optional<OctetRange>
Rfc6675Sender::Next(Occasion occasion) const
{
    switch (occasion)
    {
    case Occasion::AT_ONCE: {
        const auto range = m_progress.Next(occasion, 0);
        return range && range->begin < GetLostLimit() ? range : std::nullopt;
    }
    case Occasion::WINDOW:
        return m_progress.OldestHole(GetLostLimit());
    case Occasion::NO_NEW_DATA:
        return GetLastResort();
    case Occasion::NO_ROOM:
        return m_options.rescues ? GetLastResort() : std::nullopt;
    case Occasion::PROBE:
        break;
    }
    return std::nullopt;
}

std::optional<OctetRange>
Rfc6675Sender::GetLastResort() const
{
    if (m_progress.GetState() != State::RECOVERY)
    {
        return std::nullopt;
    }
    const auto missing = m_progress.OldestHole(m_progress.GetSent().GetHighest());
    return missing || !m_options.rescues ? missing : GetRescue();
}

std::optional<OctetRange>
Rfc6675Sender::GetRescue() const
{
    const auto& board = m_progress.GetSent();
    const auto end = board.GetMissingEnd();
    if (m_rescued || m_progress.GetState() != State::RECOVERY || end == board.GetUna() ||
        m_progress.OldestHole(std::max(GetLostLimit(), board.GetHighest())))
    {
        return std::nullopt;
    }
    const uint64_t mss = m_progress.GetConfiguration().mss;
    return OctetRange{std::max(board.GetUna(), end - std::min(mss, end)), end};
}

uint64_t
Rfc6675Sender::GetOutstanding() const
{
    if (m_progress.GetState() == State::OPEN && !m_progress.GetConfiguration().limitedTransmit)
    {
        return m_progress.GetFlightSize();
    }
    const auto& board = m_progress.GetSent();
    const auto limit = GetLostLimit();
    return board.GetNxt() - limit - board.GetSackedAbove(limit) + board.GetRetranData();
}

} // namespace ns3
