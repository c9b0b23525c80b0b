/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rfc6675-sender.h"

#include <algorithm>

namespace ns3
{

Rfc6675Sender::Rfc6675Sender(const Configuration& configuration, const Options& options)
    : LossRecoverySender(configuration),
      m_options(options)
{
}

bool
Rfc6675Sender::UsesSack() const
{
    return true;
}

uint64_t
Rfc6675Sender::GetSackedLimit() const
{
    return GetScoreboard().GetLostLimit(GetDupThresh(), GetMss());
}

uint64_t
Rfc6675Sender::GetRepairLimit() const
{
    return std::max(GetSackedLimit(), m_markedTo);
}

bool
Rfc6675Sender::DetectsLoss() const
{
    const auto& board = GetScoreboard();
    const bool isHeadLost = GetSackedLimit() > board.GetUna() && !board.IsReneged();
    return LossRecoverySender::DetectsLoss() || (GetDupAcks() > 0 && isHeadLost);
}

void
Rfc6675Sender::OnEnter(AckOutcome&)
{
    const auto& board = GetScoreboard();
    m_markedTo = std::max(m_markedTo, std::min(board.GetUna() + GetMss(), board.GetNxt()));
    m_rescued = false;
}

void
Rfc6675Sender::OnPartial(AckOutcome& outcome)
{
    outcome.restartTimer = m_options.slowButSteady || !m_partialSeen;
    m_partialSeen = true;
}

void
Rfc6675Sender::OnLoss(State, bool, Instant)
{
    m_markedTo = GetRecoveryPoint();
}

std::optional<OctetRange>
Rfc6675Sender::GetFastRetransmit() const
{
    const auto range = LossRecoverySender::GetFastRetransmit();
    return range && range->begin < GetRepairLimit() ? range : std::nullopt;
}

std::optional<OctetRange>
Rfc6675Sender::NextRetransmission() const
{
    return OldestHole(GetRepairLimit());
}

std::optional<OctetRange>
Rfc6675Sender::NextLastResort(bool dataWaits) const
{
    if (GetState() != State::RECOVERY || (dataWaits && !m_options.rescues))
    {
        return std::nullopt;
    }
    const auto missing = OldestHole(GetScoreboard().GetHighest());
    return missing || !m_options.rescues ? missing : GetRescue();
}

std::optional<OctetRange>
Rfc6675Sender::GetRescue() const
{
    const auto& board = GetScoreboard();
    const auto end = board.GetMissingEnd();
    if (m_rescued || GetState() != State::RECOVERY || end == board.GetUna() ||
        OldestHole(std::max(GetRepairLimit(), board.GetHighest())))
    {
        return std::nullopt;
    }
    return OctetRange{std::max(board.GetUna(), end - std::min<uint64_t>(GetMss(), end)), end};
}

bool
Rfc6675Sender::IsNoted(OctetRange range)
{
    const auto rescue = GetRescue();
    const bool isRescue = rescue && rescue->begin < range.end && range.begin < rescue->end;
    m_rescued = m_rescued || isRescue;
    return !isRescue;
}

void
Rfc6675Sender::JudgeRetransmissions(AckOutcome& outcome)
{
    if (!m_options.findsLostRetransmissions)
    {
        return;
    }
    // Each entry removes one retransmission from the scoreboard: the loop ends.
    while (const auto lost = TakeOvertakenRetransmission())
    {
        outcome.lostRetransmitted += lost->Size();
    }
}

void
Rfc6675Sender::CountLost(AckOutcome& outcome, uint64_t)
{
    const auto& board = GetScoreboard();
    const auto limit = GetRepairLimit();
    // What a timeout took for lost is no news.
    const auto floor = GetState() == State::LOSS ? GetRecoveryPoint() : board.GetUna();
    const auto before = std::max(m_judgedTo, floor);
    outcome.lost = outcome.lostRetransmitted;
    if (limit > before)
    {
        const auto sacked = board.GetSackedAbove(before) - board.GetSackedAbove(limit);
        outcome.lost += limit - before - sacked;
    }
    m_judgedTo = std::max(m_judgedTo, limit);
    // Not where a recovery begins: one that ECN has ended leaves the note to the next.
    m_partialSeen = m_partialSeen && !outcome.left;
}

uint64_t
Rfc6675Sender::GetOutstanding() const
{
    if (GetState() == State::OPEN && !HasLimitedTransmit())
    {
        return GetFlightSize();
    }
    return GetOutstandingInRecovery();
}

uint64_t
Rfc6675Sender::GetOutstandingInRecovery() const
{
    const auto& board = GetScoreboard();
    const auto limit = GetRepairLimit();
    return board.GetNxt() - limit - board.GetSackedAbove(limit) + board.GetRetranData();
}

} // namespace ns3
