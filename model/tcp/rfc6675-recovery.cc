/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rfc6675-recovery.h"

namespace ns3
{

const Rfc6675Recovery::AckOutcome&
Rfc6675Recovery::OnAck(const AckEvent& event)
{
    auto& outcome = m_state.ReadSack(event);
    m_state.Advance();
    m_state.RestartAtPartial(slowButSteady);
    if (outcome.recovery.left)
    {
        m_repair.reset();
    }
    if (DetectsLoss())
    {
        const auto head = GetSent().GetUna() + m_state.GetConfiguration().mss;
        m_state.Enter();
        m_repair = Repair{std::min(head, GetSent().GetNxt())};
        m_state.RequestAtOnce(Next(SendOpportunity::AT_ONCE).has_value());
    }
    if (findLostRetransmissions && m_repair)
    {
        outcome.lost.retransmitted = m_state.GetSent().LoseRetransmissions(true);
    }
    CountLost(outcome);
    return outcome;
}

void
Rfc6675Recovery::CountLost(AckOutcome& outcome)
{
    const auto& board = GetSent();
    const auto limit = GetLostLimit();
    // What a timeout took for lost is no news.
    const auto floor =
        m_state.GetState() == State::LOSS ? m_state.GetRecoveryPoint() : board.GetUna();
    const auto before = std::max(m_highestLimit, floor);
    outcome.lost.octets = outcome.lost.retransmitted;
    if (limit > before)
    {
        const auto sacked = board.GetSackedAbove(before) - board.GetSackedAbove(limit);
        outcome.lost.octets += limit - before - sacked;
    }
    m_highestLimit = std::max(m_highestLimit, limit);
}

void
Rfc6675Recovery::OnSent(OctetRange range, Instant now)
{
    const bool isNew = range.begin >= GetSent().GetNxt();
    const auto rescue = isNew ? std::nullopt : GetRescue();
    const bool isRescue = rescue && rescue->begin < range.end && range.begin < rescue->end;
    if (isRescue)
    {
        m_repair->rescued = true;
    }
    m_state.OnSent(range, now, !isRescue);
}

std::optional<OctetRange>
Rfc6675Recovery::Next(SendOpportunity opportunity) const
{
    switch (opportunity)
    {
    case SendOpportunity::AT_ONCE: {
        const auto range = m_state.Next(opportunity, 0);
        return range && range->begin < GetLostLimit() ? range : std::nullopt;
    }
    case SendOpportunity::WINDOW:
        return m_state.OldestHole(GetLostLimit());
    case SendOpportunity::NO_NEW_DATA:
        return GetLastResort();
    case SendOpportunity::NO_ROOM:
        return rescueRetransmission ? GetLastResort() : std::nullopt;
    case SendOpportunity::PROBE:
        break;
    }
    return std::nullopt;
}

std::optional<OctetRange>
Rfc6675Recovery::GetLastResort() const
{
    if (m_state.GetState() != State::RECOVERY)
    {
        return std::nullopt;
    }
    const auto missing = m_state.OldestHole(GetSent().GetHighest());
    return missing || !rescueRetransmission ? missing : GetRescue();
}

std::optional<OctetRange>
Rfc6675Recovery::GetRescue() const
{
    const auto& board = GetSent();
    const auto end = board.GetMissingEnd();
    if (m_state.GetState() != State::RECOVERY || m_repair->rescued || end == board.GetUna() ||
        m_state.OldestHole(std::max(GetLostLimit(), board.GetHighest())))
    {
        return std::nullopt;
    }
    const uint64_t mss = m_state.GetConfiguration().mss;
    return OctetRange{std::max(board.GetUna(), end - std::min(mss, end)), end};
}

uint64_t
Rfc6675Recovery::GetOutstanding() const
{
    if (m_state.GetState() == State::OPEN && !m_state.GetConfiguration().limitedTransmit)
    {
        return m_state.GetFlightSize();
    }
    const auto& board = GetSent();
    const auto limit = GetLostLimit();
    return board.GetNxt() - limit - board.GetSackedAbove(limit) + board.GetRetranData();
}

} // namespace ns3
