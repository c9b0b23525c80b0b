/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rfc6675-sender.h"

#include <algorithm>
#include <utility>

namespace ns3
{

Rfc6675Sender::Rfc6675Sender(const Configuration& configuration, const Options& options)
    : LossRecoverySender(configuration),
      m_options(options)
{
    if (m_options.countsSackedRetransmissions)
    {
        NoteSackedRetransmissions();
    }
}

bool
Rfc6675Sender::UsesSack() const
{
    return true;
}

uint64_t
Rfc6675Sender::GetSackedLimit() const
{
    const auto& board = GetScoreboard();
    return m_options.followsStock ? std::max(board.GetUna(), m_marks.GetLimit())
                                  : board.GetLostLimit(GetDupThresh(), GetMss());
}

uint64_t
Rfc6675Sender::GetSearchEnd() const
{
    const auto& board = GetScoreboard();
    return m_options.followsStock ? m_marks.GetHighest().value_or(board.GetNxt())
                                  : board.GetHighest();
}

void
Rfc6675Sender::OnScoreboard(const AckEvent& event, AckOutcome& outcome)
{
    LossRecoverySender::OnScoreboard(event, outcome);
    if (m_options.followsStock)
    {
        m_marks.OnSacked(outcome.sacked, GetScoreboard(), GetDupThresh(), GetMss());
    }
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
    const bool isKnown = !m_options.followsStock || m_marks.GetHighest();
    const bool isHeadLost = isKnown && GetSackedLimit() > board.GetUna() && !board.IsReneged();
    return LossRecoverySender::DetectsLoss() || (GetDupAcks() > 0 && isHeadLost);
}

void
Rfc6675Sender::OnEnter(AckOutcome& outcome)
{
    const auto& board = GetScoreboard();
    m_markedTo = std::max(m_markedTo, std::min(board.GetUna() + GetMss(), board.GetNxt()));
    m_rescued = false;
    if (m_options.followsStock)
    {
        // An ACK of new data that begins a recovery is its first partial ACK, another leaves the
        // timer.
        outcome.restartTimer = outcome.acknowledged > 0 && !m_partialSeen;
        m_partialSeen = m_partialSeen || outcome.acknowledged > 0;
    }
}

void
Rfc6675Sender::OnPartial(AckOutcome& outcome)
{
    outcome.restartTimer = m_options.slowButSteady || !m_partialSeen;
    m_partialSeen = true;
    if (m_options.followsStock)
    {
        const auto una = GetScoreboard().GetUna();
        const auto hole = GetScoreboard().NextHole(una + GetMss());
        outcome.sendsAnyway = hole && hole->begin == una;
    }
}

void
Rfc6675Sender::OnLoss(State, bool isForgotten, Instant)
{
    m_markedTo = GetRecoveryPoint();
    if (isForgotten)
    {
        m_marks.Forget();
    }
    m_lostData = GetLostData();
}

std::optional<OctetRange>
Rfc6675Sender::GetFastRetransmit() const
{
    if (m_options.followsStock && IsFastRetransmitDue())
    {
        // Even if it is on its way again.
        const auto& board = GetScoreboard();
        return OctetRange{board.GetUna(), std::min(board.GetUna() + GetMss(), board.GetNxt())};
    }
    const auto range = LossRecoverySender::GetFastRetransmit();
    return range && range->begin < GetRepairLimit() ? range : std::nullopt;
}

std::optional<OctetRange>
Rfc6675Sender::NextRetransmission() const
{
    // RFC 6675, section 4, NextSeg() (1.b), which ns-3's own socket applies after a timeout, too:
    // new data go before the tail.
    return OldestHole(m_options.followsStock ? std::min(GetRepairLimit(), GetSearchEnd())
                                             : GetRepairLimit());
}

std::optional<OctetRange>
Rfc6675Sender::NextLastResort(bool dataWaits) const
{
    if (GetState() != State::RECOVERY || (dataWaits && !m_options.rescues))
    {
        return std::nullopt;
    }
    const auto missing = OldestHole(GetSearchEnd());
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
    if (m_options.followsStock)
    {
        // A repair counts as a loss.
        const auto lostBefore = std::exchange(m_lostData, GetLostData());
        outcome.lost = std::max(lostBefore, m_lostData) - std::min(lostBefore, m_lostData);
    }
}

uint64_t
Rfc6675Sender::GetLostData() const
{
    const auto& board = GetScoreboard();
    const auto limit = GetRepairLimit();
    return limit - board.GetUna() - (board.GetSackedData() - board.GetSackedAbove(limit));
}

uint64_t
Rfc6675Sender::GetOutstanding() const
{
    if (GetState() == State::OPEN && !HasLimitedTransmit() && !m_options.followsStock)
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
    const auto fault = m_options.countsSackedRetransmissions ? board.GetSackedRetransmissions() : 0;
    return board.GetNxt() - limit - board.GetSackedAbove(limit) + board.GetRetranData() + fault;
}

bool
Rfc6675Sender::FollowsStock() const
{
    return m_options.followsStock;
}

bool
Rfc6675Sender::OpensWindowOnLeaving() const
{
    return true;
}

uint64_t
Rfc6675Sender::GetReductionBase() const
{
    return GetOutstandingInRecovery();
}

} // namespace ns3
