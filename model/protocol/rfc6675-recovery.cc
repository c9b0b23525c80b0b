/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rfc6675-recovery.h"

#include <algorithm>

namespace ns3
{

const Rfc6675Sender::AckOutcome&
Rfc6675Sender::OnAck(const AckEvent& event)
{
    auto& outcome = m_progress.ReadSack(event);
    m_progress.Advance();
    m_progress.RestartAtPartial(slowButSteady);
    if (outcome.turn.left)
    {
        m_repair.reset();
    }
    if (DetectsLoss())
    {
        Enter();
    }
    if (findLostRetransmissions && m_repair)
    {
        // Each entry takes one retransmission out of the network: the loop ends.
        while (const auto lost = m_progress.GetSent().TakeOvertakenRetransmission())
        {
            outcome.lost.retransmitted += lost->Size();
        }
    }
    CountLost(outcome);
    return outcome;
}

void
Rfc6675Sender::Enter()
{
    const auto head = GetSent().GetUna() + m_progress.GetConfiguration().mss;
    m_progress.Enter();
    m_repair = Repair{std::min(head, GetSent().GetNxt())};
    m_progress.RequestAtOnce(Next(Occasion::AT_ONCE).has_value());
}

bool
Rfc6675Sender::DetectsLoss() const
{
    const auto& board = GetSent();
    const bool isHeadLost = GetSackedLimit() > board.GetUna() && !board.IsReneged();
    return m_progress.GetState() == State::OPEN &&
           (m_progress.DetectsLoss() || (m_progress.GetDupAcks() > 0 && isHeadLost));
}

uint64_t
Rfc6675Sender::GetSackedLimit() const
{
    const auto& configuration = m_progress.GetConfiguration();
    return GetSent().GetLostLimit(configuration.dupThresh, configuration.mss);
}

uint64_t
Rfc6675Sender::GetLostLimit() const
{
    return m_repair ? std::max(GetSackedLimit(), m_repair->markedTo) : GetSackedLimit();
}

void
Rfc6675Sender::CountLost(AckOutcome& outcome)
{
    const auto& board = GetSent();
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
}

void
Rfc6675Sender::OnSent(OctetRange range, Instant now)
{
    const bool isNew = range.begin >= GetSent().GetNxt();
    const auto rescue = isNew ? std::nullopt : GetRescue();
    const bool isRescue = rescue && rescue->begin < range.end && range.begin < rescue->end;
    if (isRescue)
    {
        m_repair->rescued = true;
    }
    m_progress.OnSent(range, now, !isRescue);
}

void
Rfc6675Sender::OnTimeout(Instant)
{
    m_progress.OnTimeout();
    m_repair = Repair{m_progress.GetRecoveryPoint()};
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
        return rescueRetransmission ? GetLastResort() : std::nullopt;
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
    const auto missing = m_progress.OldestHole(GetSent().GetHighest());
    return missing || !rescueRetransmission ? missing : GetRescue();
}

std::optional<OctetRange>
Rfc6675Sender::GetRescue() const
{
    const auto& board = GetSent();
    const auto end = board.GetMissingEnd();
    if (m_progress.GetState() != State::RECOVERY || m_repair->rescued || end == board.GetUna() ||
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
    const auto& board = GetSent();
    const auto limit = GetLostLimit();
    return board.GetNxt() - limit - board.GetSackedAbove(limit) + board.GetRetranData();
}

} // namespace ns3
