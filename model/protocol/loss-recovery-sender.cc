/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "loss-recovery-sender.h"

#include <algorithm>
#include <utility>

namespace ns3
{

LossRecoverySender::LossRecoverySender(const Configuration& configuration)
    : m_configuration(configuration)
{
}

void
LossRecoverySender::Start(uint64_t position)
{
    m_scoreboard.Reset(position);
    m_state = State::OPEN;
    m_recoveryPoint.reset();
    m_pointWaived = false;
    m_judgedTo = position;
    m_unjudged = 0;
    m_dupAcks = 0;
    m_dupCredit = 0;
    m_fastRetransmit = false;
    m_awaitsTimer = false;
    OnStart(position);
}

void
LossRecoverySender::SetLaw(bool repairsLaterLosses, bool forgetsRecoveryPoint)
{
    m_configuration.repairsLaterLosses = repairsLaterLosses;
    m_configuration.forgetsRecoveryPoint = forgetsRecoveryPoint;
}

void
LossRecoverySender::ResetOutcome()
{
    m_outcome.sacked.clear();
    auto sacked = std::move(m_outcome.sacked);
    m_outcome = AckOutcome{};
    m_outcome.sacked = std::move(sacked);
}

const LossRecoverySender::AckOutcome&
LossRecoverySender::OnAck(const AckEvent& event)
{
    ResetOutcome();
    const auto fackBefore = m_scoreboard.GetHighest();
    UpdateScoreboard(event, m_outcome);
    OnScoreboard(event, m_outcome);
    if (m_outcome.undone && m_state != State::OPEN)
    {
        Leave(m_outcome);
    }
    switch (m_state)
    {
    case State::OPEN:
        AckInOpen(m_outcome);
        break;
    case State::RECOVERY:
        AckInRecovery(m_outcome);
        break;
    case State::LOSS:
        m_outcome.restartTimer = m_outcome.acknowledged > 0;
        if (m_scoreboard.GetUna() >= *m_recoveryPoint)
        {
            Leave(m_outcome);
        }
        break;
    }
    if (m_outcome.left && !m_outcome.entered && DetectsLoss())
    {
        Enter(m_outcome);
    }
    if (m_state != State::OPEN)
    {
        JudgeRetransmissions(m_outcome);
    }
    CountLost(m_outcome, fackBefore);
    return m_outcome;
}

const LossRecoverySender::AckOutcome&
LossRecoverySender::OnDeadline(Instant now)
{
    ResetOutcome();
    OnTimer(now, m_outcome);
    if (m_state == State::OPEN && DetectsLoss())
    {
        Enter(m_outcome);
    }
    return m_outcome;
}

void
LossRecoverySender::UpdateScoreboard(const AckEvent& event, AckOutcome& outcome)
{
    const auto unaBefore = m_scoreboard.GetUna();
    const auto fackBefore = m_scoreboard.GetHighest();
    outcome.delivered = m_scoreboard.Acknowledge(event.ack);
    outcome.acknowledged = m_scoreboard.GetUna() - unaBefore;
    if (UsesSack())
    {
        for (const auto& block : event.blocks)
        {
            outcome.delivered += m_scoreboard.Sack(block, &outcome.sacked, event.segments);
        }
        if (!event.blocks.empty() && m_configuration.latestSackOnly)
        {
            ForgetEarlierSack(event.blocks);
        }
        outcome.duplicate = IsDuplicate(event, outcome);
        outcome.forwardAdvance = m_scoreboard.GetHighest() - fackBefore;
    }
    else
    {
        outcome.duplicate = IsDuplicate(event, outcome);
        EstimateDelivered(outcome);
        outcome.forwardAdvance = outcome.delivered;
    }
}

void
LossRecoverySender::ForgetEarlierSack(std::vector<OctetRange> blocks)
{
    std::sort(blocks.begin(), blocks.end(), [](const OctetRange& a, const OctetRange& b) {
        return a.begin < b.begin;
    });
    const auto before = m_scoreboard.GetSackedAbove(m_judgedTo);
    auto position = m_scoreboard.GetUna();
    for (const auto& block : blocks)
    {
        m_scoreboard.ForgetSacked({position, block.begin});
        position = std::max(position, block.end);
    }
    m_scoreboard.ForgetSacked({position, m_scoreboard.GetNxt()});
    // Octets below m_judgedTo stay judged, whatever is forgotten of them.
    m_unjudged += before - m_scoreboard.GetSackedAbove(m_judgedTo);
}

bool
LossRecoverySender::IsDuplicate(const AckEvent& event, const AckOutcome& outcome) const
{
    if (UsesSack())
    {
        // RFC 6675, section 2: an ACK that reports octets not known before.
        return !outcome.sacked.empty();
    }
    // RFC 5681, section 2.
    return event.pure && outcome.acknowledged == 0 && event.ack == m_scoreboard.GetUna() &&
           GetFlightSize() > 0;
}

void
LossRecoverySender::EstimateDelivered(AckOutcome& outcome)
{
    if (outcome.duplicate)
    {
        m_dupCredit += GetMss();
        outcome.delivered = GetMss();
        return;
    }
    // One segment made the receiver acknowledge new data. Only what else it acknowledges with it
    // can have been counted; and it holds no more than what is outstanding.
    const auto arrived = std::min<uint64_t>(GetMss(), outcome.acknowledged);
    const auto covered = std::min(m_dupCredit, outcome.acknowledged - arrived);
    m_dupCredit = std::min(m_dupCredit - covered, GetFlightSize());
    outcome.delivered -= covered;
}

void
LossRecoverySender::CountLost(AckOutcome& outcome, uint64_t fackBefore)
{
    outcome.lost = outcome.lostRetransmitted;
    if (!UsesSack())
    {
        // One segment, that at snd.una, is known to be missing.
        outcome.lost += (m_state == State::RECOVERY && (outcome.entered || outcome.partial))
                            ? std::min<uint64_t>(GetMss(), GetFlightSize())
                            : 0;
        outcome.showsLoss = outcome.lost > 0;
        return;
    }
    // Octets below m_judgedTo were judged before, as far as they were missing.
    if (m_scoreboard.GetUna() >= m_judgedTo)
    {
        m_unjudged = GetMissing();
    }
    else
    {
        m_unjudged += m_scoreboard.GetHighest() - fackBefore;
        for (const auto& range : outcome.sacked)
        {
            m_unjudged -=
                range.end > m_judgedTo ? range.end - std::max(range.begin, m_judgedTo) : 0;
        }
    }
    if (m_state == State::RECOVERY)
    {
        outcome.lost += m_unjudged;
        m_unjudged = 0;
        m_judgedTo = m_scoreboard.GetHighest();
    }
    outcome.showsLoss = outcome.lost > 0;
}

uint64_t
LossRecoverySender::GetMissing() const
{
    return m_scoreboard.GetHighest() - m_scoreboard.GetUna() - m_scoreboard.GetSackedData();
}

void
LossRecoverySender::AckInOpen(AckOutcome& outcome)
{
    if (outcome.acknowledged > 0)
    {
        m_dupAcks = 0;
        outcome.restartTimer = true;
    }
    if (outcome.duplicate)
    {
        ++m_dupAcks;
    }
    if (DetectsLoss())
    {
        Enter(outcome);
    }
}

void
LossRecoverySender::AckInRecovery(AckOutcome& outcome)
{
    if (outcome.acknowledged == 0)
    {
        if (outcome.duplicate)
        {
            ++m_dupAcks;
            OnDuplicate();
        }
        return;
    }
    outcome.restartTimer = true;
    m_dupAcks = outcome.duplicate ? 1 : 0;
    if (!EndsRecovery())
    {
        outcome.partial = true;
        if (m_configuration.repairsLaterLosses && !UsesSack())
        {
            m_recoveryPoint = m_scoreboard.GetNxt();
        }
        OnPartial(outcome);
        return;
    }
    Leave(outcome);
}

void
LossRecoverySender::Enter(AckOutcome& outcome)
{
    m_state = State::RECOVERY;
    m_recoveryPoint = m_scoreboard.GetNxt();
    m_pointWaived = false;
    outcome.entered = true;
    outcome.restartTimer = true;
    OnEnter(outcome);
    RequestFastRetransmit();
}

void
LossRecoverySender::Leave(AckOutcome& outcome)
{
    m_pointWaived = m_state == State::RECOVERY && m_configuration.forgetsRecoveryPoint;
    m_state = State::OPEN;
    m_dupAcks = 0;
    m_fastRetransmit = false;
    m_awaitsTimer = false;
    outcome.left = true;
}

void
LossRecoverySender::OnSent(OctetRange range, Instant now)
{
    const bool isRetransmission = range.begin < m_scoreboard.GetNxt();
    if (!isRetransmission)
    {
        m_scoreboard.ExtendTo(range.end);
    }
    else if (IsNoted(range))
    {
        m_scoreboard.MarkRetransmitted(range);
    }
    OnTransmitted(range, isRetransmission, now);
    if (m_state == State::RECOVERY)
    {
        OnSentInRecovery(range, m_fastRetransmit && isRetransmission);
    }
    if (isRetransmission)
    {
        m_fastRetransmit = false;
    }
}

void
LossRecoverySender::OnTimeout(Instant now)
{
    const bool keepsSack = m_configuration.keepSack && !m_scoreboard.IsReneged();
    if (keepsSack)
    {
        m_scoreboard.LoseRetransmissions();
    }
    else
    {
        m_scoreboard.Clear();
    }
    const auto before = std::exchange(m_state, State::LOSS);
    m_recoveryPoint = m_scoreboard.GetNxt();
    // snd.fack may be below it now. No recovery starts before all that was judged is acknowledged.
    m_judgedTo = m_scoreboard.GetUna();
    m_pointWaived = false;
    m_dupAcks = 0;
    m_dupCredit = 0;
    m_fastRetransmit = false;
    m_awaitsTimer = false;
    OnLoss(before, !keepsSack, now);
}

void
LossRecoverySender::OnHeadLost()
{
    if (m_state == State::RECOVERY)
    {
        LoseHead();
        RequestFastRetransmit();
    }
}

void
LossRecoverySender::LoseHead()
{
    m_scoreboard.LoseHeadRetransmission();
}

std::optional<OctetRange>
LossRecoverySender::OldestHole(uint64_t limit) const
{
    auto hole = m_scoreboard.NextHole(limit);
    if (hole)
    {
        hole->end = std::min(hole->end, hole->begin + GetMss());
    }
    return hole;
}

std::optional<OctetRange>
LossRecoverySender::GetFastRetransmit() const
{
    if (!m_fastRetransmit)
    {
        return std::nullopt;
    }
    const auto head = m_scoreboard.GetUna() + GetMss();
    return OldestHole(std::max(head, m_scoreboard.GetHighest()));
}

std::optional<OctetRange>
LossRecoverySender::NextRetransmission() const
{
    switch (m_state)
    {
    case State::RECOVERY:
        return OldestHole(GetRepairLimit());
    case State::LOSS:
        return OldestHole(*m_recoveryPoint);
    case State::OPEN:
        break;
    }
    return std::nullopt;
}

std::optional<OctetRange>
LossRecoverySender::NextLastResort(bool) const
{
    return std::nullopt;
}

bool
LossRecoverySender::AwaitsTimer() const
{
    return m_awaitsTimer;
}

uint64_t
LossRecoverySender::GetOutstanding() const
{
    switch (m_state)
    {
    case State::RECOVERY:
        return GetOutstandingInRecovery();
    case State::LOSS:
        return GetAwnd();
    case State::OPEN:
        break;
    }
    const uint64_t limited = std::min(m_dupAcks, m_configuration.dupThresh - 1);
    const uint64_t credit = m_configuration.limitedTransmit ? limited * GetMss() : 0;
    return GetFlightSize() - std::min(credit, GetFlightSize());
}

uint64_t
LossRecoverySender::GetSndFack() const
{
    return m_state == State::OPEN ? m_scoreboard.GetUna() : m_scoreboard.GetHighest();
}

uint64_t
LossRecoverySender::GetAwnd() const
{
    // After a timeout everything below the recovery point has left the network.
    const auto edge =
        (m_state == State::LOSS) ? std::max(GetSndFack(), *m_recoveryPoint) : GetSndFack();
    return m_scoreboard.GetNxt() - edge + m_scoreboard.GetRetranData();
}

LossRecoverySender::State
LossRecoverySender::GetState() const
{
    return m_state;
}

uint64_t
LossRecoverySender::GetRecoveryPoint() const
{
    return m_recoveryPoint.value_or(m_scoreboard.GetUna());
}

uint32_t
LossRecoverySender::GetDupAcks() const
{
    return m_dupAcks;
}

const SackScoreboard&
LossRecoverySender::GetScoreboard() const
{
    return m_scoreboard;
}

bool
LossRecoverySender::DetectsLoss() const
{
    return m_dupAcks >= GetDupThresh();
}

bool
LossRecoverySender::EndsRecovery() const
{
    return m_scoreboard.GetUna() >= *m_recoveryPoint;
}

void
LossRecoverySender::OnStart(uint64_t)
{
}

void
LossRecoverySender::OnScoreboard(const AckEvent&, AckOutcome&)
{
}

void
LossRecoverySender::OnTransmitted(OctetRange, bool, Instant)
{
}

void
LossRecoverySender::OnLoss(State, bool, Instant)
{
}

void
LossRecoverySender::OnTimer(Instant, AckOutcome&)
{
}

void
LossRecoverySender::OnTiming(const Timing&)
{
}

std::optional<LossRecoverySender::Instant>
LossRecoverySender::GetDeadline() const
{
    return std::nullopt;
}

bool
LossRecoverySender::IsDeadlineOfProbe() const
{
    return false;
}

std::optional<OctetRange>
LossRecoverySender::GetProbe() const
{
    return std::nullopt;
}

void
LossRecoverySender::OnEnter(AckOutcome&)
{
}

void
LossRecoverySender::OnDuplicate()
{
}

void
LossRecoverySender::OnPartial(AckOutcome&)
{
}

void
LossRecoverySender::OnSentInRecovery(OctetRange, bool)
{
}

bool
LossRecoverySender::IsNoted(OctetRange)
{
    return true;
}

void
LossRecoverySender::JudgeRetransmissions(AckOutcome&)
{
}

std::optional<OctetRange>
LossRecoverySender::TakeLostRetransmission()
{
    return m_scoreboard.TakeLostRetransmission();
}

void
LossRecoverySender::LoseRetransmissionAt(uint64_t position)
{
    m_scoreboard.LoseRetransmissionAt(position);
}

std::optional<OctetRange>
LossRecoverySender::TakeOvertakenRetransmission()
{
    return m_scoreboard.TakeOvertakenRetransmission();
}

bool
LossRecoverySender::HasLimitedTransmit() const
{
    return m_configuration.limitedTransmit;
}

uint64_t
LossRecoverySender::GetFlightSize() const
{
    return m_scoreboard.GetNxt() - m_scoreboard.GetUna();
}

uint32_t
LossRecoverySender::GetMss() const
{
    return m_configuration.mss;
}

uint32_t
LossRecoverySender::GetDupThresh() const
{
    return m_configuration.dupThresh;
}

void
LossRecoverySender::SetDupThresh(uint32_t dupThresh)
{
    m_configuration.dupThresh = dupThresh;
}

bool
LossRecoverySender::IsInOldWindow() const
{
    return m_recoveryPoint && m_scoreboard.GetUna() <= *m_recoveryPoint && !m_pointWaived;
}

void
LossRecoverySender::RequestFastRetransmit()
{
    m_fastRetransmit = true;
    // What is missing may be on its way again. Then nothing is due, and what is found to be missing
    // later has to wait for the window.
    m_fastRetransmit = GetFastRetransmit().has_value();
}

bool
LossRecoverySender::IsFastRetransmitDue() const
{
    return m_fastRetransmit;
}

void
LossRecoverySender::AwaitTimer()
{
    m_awaitsTimer = true;
}

} // namespace ns3
