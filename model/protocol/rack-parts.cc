/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rack-parts.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
ReorderingWindow::OnDelivered(OctetRange segment, bool again)
{
    if (segment.end > m_fack)
    {
        m_fack = segment.end;
    }
    else if (segment.end < m_fack && !again)
    {
        m_extent = std::max(m_extent, m_fack - segment.begin);
    }
}

void
ReorderingWindow::OnAck(uint64_t una, uint64_t nxt, bool hasDuplicate, bool endsRecovery)
{
    if (m_round && una >= *m_round)
    {
        m_round.reset();
    }
    if (!m_round && hasDuplicate)
    {
        m_round = nxt;
        ++m_multiplier;
        m_persistence = PERSISTENCE;
    }
    else if (endsRecovery)
    {
        m_persistence = std::max(0, m_persistence - 1);
        m_multiplier = m_persistence > 0 ? m_multiplier : 1;
    }
}

ReorderingWindow::Duration
ReorderingWindow::Get(const Situation& situation) const
{
    const bool isLossClear =
        situation.inRecovery || situation.sackedSegments >= situation.dupThresh;
    if (!situation.minRtt || (m_extent == 0 && isLossClear))
    {
        return Duration::zero();
    }
    const auto window = *situation.minRtt / 4 * m_multiplier;
    return std::min(window, situation.srtt.value_or(window));
}

void
TailLossProbe::Schedule(bool allowed, const Timing& timing)
{
    const bool requested = std::exchange(m_requested, false);
    if (!allowed || timing.segments == 0 || !timing.timeout)
    {
        m_deadline.reset();
        return;
    }
    if (!requested)
    {
        return;
    }
    // Section 7.2.
    const auto& wheel = timing.wheel;
    Instant wait = std::chrono::seconds(1);
    if (timing.srtt)
    {
        wait = 2 * *timing.srtt + (timing.segments == 1 ? timing.maxAckDelay : wheel.GetMargin());
    }
    m_deadline = std::min(wheel.RoundUp(timing.now, timing.now + wait), *timing.timeout);
}

bool
TailLossProbe::Expire()
{
    m_deadline.reset();
    m_requested = false;
    return !m_end && m_measured;
}

void
TailLossProbe::OnProbe(uint64_t nxt, bool again)
{
    m_end = nxt;
    m_again = again;
    m_measured = false;
    m_requested = false;
}

bool
TailLossProbe::OnAck(const Ack& ack)
{
    if (!m_end || ack.una < *m_end)
    {
        return false;
    }
    const bool tellsNothing = !m_again || ack.duplicateEnd == m_end;
    const bool isRepaired = !tellsNothing && ack.una > *m_end;
    if (tellsNothing || isRepaired || ack.isDuplicate)
    {
        m_end.reset();
    }
    return isRepaired;
}

void
FrtoDetection::OnTimeout(bool isRepairing, uint64_t una)
{
    const bool isOnceMore = m_timedOut == una;
    m_timedOut = una;
    m_state = isRepairing && !isOnceMore ? State::IDLE : State::WAITING;
}

FrtoDetection::Answer
FrtoDetection::OnAck(const Ack& ack)
{
    if (m_state == State::IDLE)
    {
        return Answer::NOTHING;
    }
    if (ack.coversOriginal)
    {
        Stop();
        return Answer::NEEDLESS;
    }
    if (ack.coversAll || (m_state == State::TESTING && ack.isDuplicate))
    {
        Stop();
    }
    else if (ack.advances)
    {
        m_state = State::TESTING;
    }
    return IsTesting() ? Answer::TEST : Answer::NOTHING;
}

void
SpuriousRecoveryDetector::Begin(OctetRange octets, std::optional<OctetRange> underWay)
{
    m_octets = octets;
    m_copies.clear();
    m_hasRepaired = false;
    if (underWay)
    {
        AddCopy(*underWay);
    }
}

void
SpuriousRecoveryDetector::BeginAfter(OctetRange octets)
{
    m_octets = octets;
    m_copies.erase(Interval(0, octets.begin));
    m_hasRepaired = !m_copies.empty();
}

bool
SpuriousRecoveryDetector::OnDuplicate(OctetRange range)
{
    const Interval octets(std::max(range.begin, m_octets.begin), std::min(range.end, m_octets.end));
    if (boost::icl::is_empty(octets) || !HasCopies())
    {
        return false;
    }
    m_copies.subtract({octets, 1});
    const bool isNeedless = m_hasRepaired && !HasCopies();
    if (isNeedless)
    {
        Begin({});
    }
    return isNeedless;
}

bool
SpuriousRecoveryDetector::AddCopy(OctetRange range)
{
    const auto begin = std::max(range.begin, m_octets.begin);
    if (begin < range.end)
    {
        m_copies.add({Interval(begin, range.end), 1});
    }
    return begin < std::min(range.end, m_octets.end);
}

} // namespace ns3
