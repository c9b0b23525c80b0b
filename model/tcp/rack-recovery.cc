/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rack-recovery.h"

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
        OnOvertaken(segment.begin);
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

void
ReorderingWindow::OnAckAsLinux(std::optional<Instant> latest, Instant now, bool endsRecovery)
{
    EndAck();
    if (latest)
    {
        m_isWiderDue = m_isWiderDue && *latest >= m_widened;
        if (m_isWiderDue)
        {
            m_isWiderDue = false;
            m_multiplier = std::min(m_multiplier + 1, MOST_STEPS);
            m_widened = now;
            m_persistence = PERSISTENCE;
        }
        else if (m_persistence == 0)
        {
            m_multiplier = 1;
        }
    }
    if (endsRecovery)
    {
        m_persistence = std::max(0, m_persistence - 1);
    }
}

Instant
ReorderingWindow::Get(const Situation& situation) const
{
    const bool isLossClear =
        situation.inRecovery || situation.sackedSegments >= situation.dupThresh;
    if (!situation.minRtt || (m_extent == 0 && isLossClear))
    {
        return Instant::zero();
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
    const auto at =
        std::min(timing.now + wait, timing.limit.value_or(timing.now + wait)) + timing.pacing;
    const auto due = wheel.GetDue(timing.now, at);
    // Linux lets a timer be that is due at the same jiffy (mod_timer()).
    if (!m_deadline || !timing.limit || due != m_due)
    {
        m_deadline = std::min(wheel.RoundUp(timing.now, at), *timing.timeout);
    }
    m_due = due;
}

bool
TailLossProbe::OnAck(uint64_t una, std::optional<uint64_t> duplicateEnd, bool isDuplicate)
{
    if (!m_end || una < *m_end)
    {
        return false;
    }
    const bool tellsNothing = !m_again || duplicateEnd == m_end;
    const bool isRepaired = !tellsNothing && una > *m_end;
    if (tellsNothing || isRepaired || isDuplicate)
    {
        m_end.reset();
    }
    return isRepaired;
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
    else if (m_state == State::WAITING && ack.advances)
    {
        m_state = State::TESTING;
        m_hasTested = false;
    }
    else if (ack.advances && m_hasTested)
    {
        return Answer::NOTHING;
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

namespace
{
/// Bound of what reordering may look like (Linux's tcp_max_reordering).
constexpr std::size_t MOST_REORDERING = 300;

/// Of Linux's clock.
using Tick = std::chrono::microseconds;
} // namespace

const RackRecovery::AckOutcome&
RackRecovery::OnAck(const AckEvent& event)
{
    if (!m_state.GetConfiguration().sack)
    {
        return OnAckWithoutSack(event);
    }
    auto& outcome = m_state.ReadSack(event);
    ReadArrivals(event, outcome);
    if (outcome.recovery.undone && m_state.GetState() != State::OPEN)
    {
        m_state.Leave();
    }
    m_state.Advance();
    if (followsLinux && ShowsOlderThanHead())
    {
        outcome.actions.timer = TimerAction::RESTART;
    }
    EnterIfLost(outcome.recovery.left && !outcome.recovery.undone);
    if (outcome.lost.retransmitted > 0 && GetSent().GetFirstLost()->begin == event.ack)
    {
        // The head goes once more, and has a timeout of its own.
        outcome.actions.timer = TimerAction::RESTART;
    }
    // Linux 6.1, FLAG_LOST_RETRANS.
    EnterFromLoss(outcome.lost.retransmitted > 0);
    return outcome;
}

const RackRecovery::AckOutcome&
RackRecovery::OnAckWithoutSack(const AckEvent& event)
{
    auto& outcome = m_state.Acknowledge(event.ack);
    const uint64_t mss = m_state.GetConfiguration().mss;
    TakeDelivered();
    const uint64_t acked = m_delivered.size();
    const bool advances = outcome.delivered.acknowledged > 0;
    outcome.recovery.duplicate =
        event.pure && !advances && event.ack == GetSent().GetUna() && GetSent().GetParts() > 0;
    auto& segments = outcome.delivered.segments.emplace(0);
    if (acked > 0)
    {
        // One has filled the hole, the others are those that duplicates have stood for.
        segments = std::max<uint64_t>(acked - std::min(acked, m_duplicates), 1);
        m_duplicates -= std::min(m_duplicates, acked - 1);
        BoundDuplicates(acked);
        outcome.actions.timer = TimerAction::RESTART;
    }
    const bool wasOpen = m_state.GetState() == State::OPEN;
    const bool isOver = !wasOpen && ContinueWithoutSack(event, outcome);
    if (isOver)
    {
        m_state.Leave();
    }
    if (m_state.GetState() == State::OPEN)
    {
        m_duplicates = wasOpen && advances ? 0 : m_duplicates;
        segments += outcome.recovery.duplicate ? CountDuplicate() : 0;
        if (m_duplicates >= m_dupThresh)
        {
            outcome.lost.octets += m_state.GetSent().LoseHead();
        }
        EnterIfLost(false);
    }
    outcome.delivered.octets = segments * mss;
    return outcome;
}

bool
RackRecovery::IsNeedlessWithoutSack(const AckEvent& event, const AckOutcome& outcome)
{
    const bool advances = outcome.delivered.acknowledged > 0;
    const bool isOfBefore = undoByTimestamps && advances && IsOfBefore(event);
    const bool coversAll = GetSent().GetUna() >= m_state.GetRecoveryPoint();
    m_isRepairHeld = false;
    if (m_state.GetState() == State::RECOVERY)
    {
        const bool isNeedless = isOfBefore && (coversAll || GetSent().GetRetranData() == 0);
        if (isOfBefore && !coversAll)
        {
            // So far were the originals overtaken (tcp_try_undo_partial()).
            m_dupThresh =
                std::max<uint64_t>(m_dupThresh, std::min(m_delivered.size(), MOST_REORDERING));
        }
        m_isRepairHeld = isOfBefore && !isNeedless;
        return isNeedless;
    }
    m_isUndoneByTest = false;
    if (isOfBefore)
    {
        return true;
    }
    const bool coversOriginal =
        !m_delivered.empty() &&
        std::all_of(m_delivered.begin(), m_delivered.end(), [](const auto& segment) {
            return segment.transmissions == 1;
        });
    const auto answer =
        m_frto.OnAck({coversAll, coversOriginal, advances, outcome.recovery.duplicate});
    m_isRepairHeld = answer == FrtoDetection::Answer::TEST;
    m_isUndoneByTest = answer == FrtoDetection::Answer::NEEDLESS;
    return m_isUndoneByTest;
}

bool
RackRecovery::ContinueWithoutSack(const AckEvent& event, AckOutcome& outcome)
{
    const bool advances = outcome.delivered.acknowledged > 0;
    const auto una = GetSent().GetUna();
    const auto point = m_state.GetRecoveryPoint();
    const bool isLoss = m_state.GetState() == State::LOSS;
    outcome.recovery.undone = IsNeedlessWithoutSack(event, outcome);
    if (outcome.recovery.undone)
    {
        RevertLossMarks(event.now);
    }
    if (una >= point)
    {
        m_duplicates = isLoss && una == point ? m_duplicates : 0;
        return una > point;
    }
    if (outcome.recovery.undone)
    {
        // What timestamps have undone goes on as the repair after a timeout (tcp_try_undo_loss()).
        // A recovery that they end may begin anew, by the duplicates so far.
        m_duplicates = isLoss ? 0 : m_duplicates;
        return !isLoss || m_isUndoneByTest;
    }
    outcome.recovery.partial = advances && !isLoss;
    if (!advances)
    {
        const bool counts = !isLoss || GetSent().GetNxt() > point;
        *outcome.delivered.segments += counts && outcome.recovery.duplicate ? CountDuplicate() : 0;
    }
    else if (isLoss)
    {
        m_duplicates = 0;
    }
    else if (!m_isRepairHeld)
    {
        outcome.lost.octets += m_state.GetSent().LoseHead();
    }
    return false;
}

void
RackRecovery::BoundDuplicates(uint64_t acked)
{
    const auto& sent = GetSent();
    const uint64_t parts = sent.GetParts();
    const uint64_t lost = parts - sent.GetPartsInFlight() + sent.GetRetransmissions();
    const uint64_t holes = std::min(std::max<uint64_t>(lost, 1), parts);
    if (m_duplicates + holes > parts)
    {
        m_duplicates = parts - holes;
        m_dupThresh = std::min<uint64_t>(parts + acked, MOST_REORDERING);
    }
}

void
RackRecovery::ReadArrivals(const AckEvent& event, AckOutcome& outcome)
{
    const auto una = GetSent().GetUna();
    const bool repairs = m_state.GetState() != State::OPEN;
    const bool endsRecovery = repairs && una >= m_state.GetRecoveryPoint();
    TakeDelivered();
    if (followsLinux)
    {
        outcome.delivered.segments = CountArrivals(event.duplicate);
    }
    const auto latest = TakeRoundTrips(event);
    if (followsLinux)
    {
        m_reordering.OnAckAsLinux(latest, event.now, endsRecovery);
    }
    else
    {
        m_reordering.OnAck(una, GetSent().GetNxt(), event.duplicate.has_value(), endsRecovery);
    }
    if (outcome.delivered.acknowledged > 0)
    {
        m_probe.Request(true);
        m_isProbeOfAck = true;
    }
    ReadReports(event, outcome);
    const bool isByCount =
        followsLinux && outcome.recovery.undone && m_state.GetState() != State::LOSS;
    m_isRepairHeld = false;
    if (repairs && !outcome.recovery.undone)
    {
        ReadEcho(event, endsRecovery, outcome);
        TestTimeout(event, outcome);
    }
    if (outcome.recovery.undone)
    {
        TakeBack(isByCount, event.now);
    }
    JudgeArrivals(repairs && !endsRecovery && !outcome.recovery.undone, event.now, outcome);
}

void
RackRecovery::JudgeArrivals(bool inRecovery, Instant now, AckOutcome& outcome)
{
    // Linux looks where something has arrived that counts, its timer sees to the rest.
    if (!m_isRepairHeld && (std::exchange(m_hasAdvanced, false) || !followsLinux))
    {
        DetectLosses(inRecovery, now, outcome.lost);
    }
    else if (outcome.delivered.acknowledged > 0 || ShowsOlderThanHead())
    {
        // Another timer takes the place of this one (tcp_set_xmit_timer()).
        m_reorderTimer.reset();
    }
}

void
RackRecovery::TakeBack(bool isByCount, Instant now)
{
    // "Force RACK to re-exam losses" (Linux 6.1, tcp_undo_cwnd_reduction()).
    m_hasAdvanced = true;
    if (isByCount)
    {
        // What is lost stays so, and may begin another recovery (tcp_try_undo_dsack()).
        m_undo.Stop();
        m_firstCopy.reset();
    }
    else
    {
        RevertLossMarks(now);
    }
}

uint64_t
RackRecovery::CountArrivals(const std::optional<OctetRange>& duplicate)
{
    if (!duplicate)
    {
        return m_delivered.size();
    }
    const uint64_t mss = m_state.GetConfiguration().mss;
    auto segments = (duplicate->Size() + mss - 1) / mss;
    m_arrivedTwice += segments;
    if (m_arrivedTwice > m_sentAgain)
    {
        segments = 0;
    }
    else if (!m_probe.Ends(duplicate->end))
    {
        m_reordering.OnDuplicate();
    }
    if (ReadCopy(duplicate->begin))
    {
        m_undo.OnDuplicate(duplicate->end, segments);
    }
    return m_delivered.size() + segments;
}

bool
RackRecovery::ReadCopy(uint64_t position)
{
    const auto& sent = GetSent();
    const auto arrived =
        std::find_if(m_delivered.begin(), m_delivered.end(), [position](const auto& segment) {
            return position < segment.range.end;
        });
    const bool isNew = arrived != m_delivered.end() && arrived->range.begin <= position;
    if (position < sent.GetUna())
    {
        return !isNew || arrived->transmissions > 1;
    }
    if (position >= sent.GetNxt())
    {
        return false;
    }
    const auto& segment = sent.Find(position);
    const bool isCopy = segment.transmissions > 1;
    if (isCopy && !isNew && segment.state == SentSegments::State::SACKED)
    {
        m_reordering.OnOvertaken(segment.range.begin);
    }
    return isCopy;
}

void
RackRecovery::ReadEcho(const AckEvent& event, bool endsRecovery, AckOutcome& outcome)
{
    if (!undoByTimestamps || outcome.delivered.acknowledged == 0 || !IsOfBefore(event))
    {
        return;
    }
    if (m_state.GetState() == State::RECOVERY && !endsRecovery && !m_delivered.empty())
    {
        // The hole was filled by what had been sent first: others have overtaken that, as in
        // Linux's tcp_try_undo_partial().
        m_reordering.OnDelivered(m_delivered.front().range, false);
        if (followsLinux)
        {
            m_reordering.EndAck();
        }
    }
    outcome.recovery.undone =
        endsRecovery || m_state.GetState() == State::LOSS || GetSent().GetRetranData() == 0;
    m_isRepairHeld = !outcome.recovery.undone;
}

void
RackRecovery::TestTimeout(const AckEvent& event, AckOutcome& outcome)
{
    if (m_state.GetState() != State::LOSS || outcome.recovery.undone)
    {
        m_frto.Stop();
        return;
    }
    const auto point = m_state.GetRecoveryPoint();
    const bool coversOriginal =
        std::any_of(m_delivered.begin(), m_delivered.end(), [point](const auto& segment) {
            return segment.transmissions == 1 && segment.range.end <= point;
        });
    const bool advances = outcome.delivered.acknowledged > 0;
    const bool isDuplicate = !outcome.delivered.sacked.empty() || (event.pure && !advances);
    const auto answer =
        m_frto.OnAck({GetSent().GetUna() >= point, coversOriginal, advances, isDuplicate});
    outcome.recovery.undone = answer == FrtoDetection::Answer::NEEDLESS;
    m_isRepairHeld = m_isRepairHeld || answer == FrtoDetection::Answer::TEST;
}

bool
RackRecovery::IsOfEarlierOne(const SentSegments::Segment& segment, const AckEvent& event) const
{
    using Stamp = std::chrono::milliseconds;
    const bool isCovered = segment.range.end <= GetSent().GetUna();
    return (isCovered && event.echo && *event.echo < std::chrono::floor<Stamp>(segment.last)) ||
           GetSpan(segment.last, event.now) < m_minRtt.Get().value_or(Instant::zero());
}

std::optional<Instant>
RackRecovery::TakeRoundTrips(const AckEvent& event)
{
    const SentSegments::Segment* latest = nullptr;
    const SentSegments::Segment* lastRead = nullptr;
    const auto una = GetSent().GetUna();
    std::optional<Instant> youngest;
    if (!followsLinux)
    {
        MeasureLeast(event);
    }
    for (const auto& segment : m_delivered)
    {
        const bool again = segment.transmissions > 1;
        m_reordering.OnDelivered(segment.range, again);
        youngest = std::max(youngest, std::optional(segment.last));
        if (again && IsOfEarlierOne(segment, event))
        {
            continue;
        }
        if (!lastRead || segment.range.end <= una || lastRead->range.end > una)
        {
            lastRead = &segment;
        }
        if (!latest || GetSent().GetKey(*latest) < GetSent().GetKey(segment))
        {
            latest = &segment;
        }
    }
    if (latest)
    {
        // RFC 8985 takes the segment that was sent last, Linux the one that it reads last: SACKs
        // come first.
        m_rtt = GetSpan((followsLinux ? lastRead : latest)->last, event.now);
        m_latest = std::max(m_latest, GetSent().GetKey(*latest));
        m_hasAdvanced = true;
    }
    if (followsLinux)
    {
        // An ACK's own round trip does not yet tell which of its segments arrived earlier.
        MeasureLeast(event);
    }
    return youngest;
}

void
RackRecovery::MeasureLeast(const AckEvent& event)
{
    if (followsLinux)
    {
        const auto& covered = GetSent().GetCovered();
        if (const auto clear = covered.GetClear())
        {
            const auto rtt = GetSpan(clear->last, event.now);
            m_minRtt.Add(rtt, event.now);
            // Linux smooths before it looks for losses (tcp_clean_rtx_queue()).
            m_srtt = m_srtt ? *m_srtt + (rtt - *m_srtt) / 8 : rtt;
        }
        else if (covered.oldest && event.echo)
        {
            const auto stamp =
                std::chrono::floor<std::chrono::milliseconds>(event.now) - *event.echo;
            m_minRtt.Add(std::max<Instant>(stamp, std::chrono::milliseconds(1)), event.now);
        }
        return;
    }
    for (const auto& segment : m_delivered)
    {
        if (segment.transmissions == 1)
        {
            m_minRtt.Add(event.now - segment.last, event.now);
            m_probe.OnRoundTrip();
        }
    }
}

void
RackRecovery::ReadReports(const AckEvent& event, AckOutcome& outcome)
{
    const auto& twice = event.duplicate;
    const auto end = twice ? std::optional(twice->end) : std::nullopt;
    const bool isDuplicate =
        event.pure && outcome.delivered.acknowledged == 0 && event.blocks.empty() && !twice;
    const auto& configuration = m_state.GetConfiguration();
    outcome.recovery.disorderly =
        m_reordering.GetExtent() > uint64_t{configuration.dupThresh} * configuration.mss;
    outcome.recovery.probeRepaired =
        m_probe.OnAck(GetSent().GetUna(), end, isDuplicate) && m_state.GetState() == State::OPEN;
    const bool isLooking = m_state.GetState() != State::LOSS || outcome.delivered.acknowledged > 0;
    outcome.recovery.undone =
        undoNeedlessRepair &&
        (followsLinux ? isLooking && m_undo.IsNeedless() : twice && m_repair.OnDuplicate(*twice));
}

Instant
RackRecovery::GetWindow(bool inRecovery) const
{
    auto minRtt = m_minRtt.Get();
    if (followsLinux && minRtt)
    {
        minRtt = 4 * std::chrono::floor<Tick>(*minRtt / 4);
    }
    return m_reordering.Get({inRecovery,
                             GetSent().GetSackedParts(),
                             m_state.GetConfiguration().dupThresh,
                             minRtt,
                             m_srtt});
}

void
RackRecovery::DetectLosses(bool inRecovery, Instant now, Loss& lost)
{
    const auto pending = std::exchange(m_reorderTimer, std::nullopt);
    const auto grace = m_rtt + GetWindow(inRecovery);
    // All that was sent in one tick.
    const auto sentBy = followsLinux ? std::chrono::floor<Tick>(now) + Tick(1) - Instant(1) : now;
    if (now >= m_judgeFrom)
    {
        while (const auto segment =
                   m_state.GetSent().LoseOldest(m_latest, sentBy - grace, followsLinux))
        {
            lost.octets += segment->Size();
            lost.retransmitted += segment->transmissions > 1 ? segment->Size() : 0;
        }
    }
    if (const auto youngest = GetSent().FindYoungest(m_latest))
    {
        const auto& wheel = m_state.GetConfiguration().wheel;
        const auto over = now + grace - GetSpan(*youngest, now);
        const auto at = std::max(over, m_judgeFrom) + wheel.GetMargin();
        const auto due = wheel.GetDue(now, at);
        // A timer that is due at the same jiffy is let be (mod_timer()).
        m_reorderTimer = pending && due == m_reorderDue ? pending : wheel.RoundUp(now, at);
        m_reorderDue = due;
    }
}

void
RackRecovery::RevertLossMarks(Instant now)
{
    m_state.GetSent().ForgetLosses();
    m_repair.Begin({});
    m_undo.Stop();
    m_firstCopy.reset();
    if (!followsLinux)
    {
        // Segments come late, as is known now, however many others are SACKed.
        m_judgeFrom = now + m_reordering.Get({false, 0, 1, m_minRtt.Get(), m_srtt});
    }
}

void
RackRecovery::EnterIfLost(bool hasLeft)
{
    const auto& sent = GetSent();
    // What was sent after the last reduction and is repaired already was lost, too: losses in two
    // successive windows reduce twice (RFC 5681, section 4.3).
    const bool isUnderWay = hasLeft && sent.GetRetranData() > 0;
    if (m_state.GetState() != State::OPEN || (sent.GetLostData() == 0 && !isUnderWay))
    {
        return;
    }
    // In CWR the reduction that is under way goes on (tcp_enter_recovery()).
    const bool isInCwr = m_cwrPoint && *m_cwrPoint >= sent.GetUna();
    m_state.Enter(isInCwr ? m_cwrPoint : std::nullopt);
    if (isUnderWay)
    {
        // What the recovery before has sent again may still arrive twice. By timestamps, too, its
        // first copy is the one to compare with: an echo of a later copy shows no late original.
        m_repair.BeginAfter({sent.GetUna(), sent.GetNxt()});
        CountCopies();
    }
    else
    {
        BeginRepair();
    }
    m_probe.Cancel();
    m_state.RequestAtOnce(!isInCwr && FirstLost().has_value());
}

void
RackRecovery::EnterFromLoss(bool isMoreLost)
{
    if (followsLinux && m_state.GetState() == State::LOSS && isMoreLost)
    {
        m_state.Enter();
        BeginRepair();
        m_frto.Stop();
        m_state.RequestAtOnce(FirstLost().has_value());
    }
}

void
RackRecovery::CountCopies()
{
    const auto& sent = GetSent();
    const bool isProbing = m_probe.IsInFlight() && m_probed;
    const bool isCounted = isProbing && m_probed->begin >= sent.GetUna() &&
                           sent.Find(m_probed->begin).state == SentSegments::State::RETRANSMITTED;
    m_undo.Begin(sent.GetUna(), sent.GetRetransmissions() + (isProbing && !isCounted ? 1 : 0));
}

void
RackRecovery::BeginRepair()
{
    CountCopies();
    m_repair.Begin({GetSent().GetUna(), GetSent().GetNxt()},
                   m_probe.IsInFlight() ? m_probed : std::nullopt);
    // Linux's time of the first retransmission (retrans_stamp) is not that of a probe.
    const bool isProbing = m_probe.IsInFlight() && m_probed && !followsLinux;
    m_firstCopy = isProbing ? std::optional(m_probedAt) : std::nullopt;
}

void
RackRecovery::OnSent(OctetRange range, Instant now)
{
    if (followsLinux && range.begin < GetSent().GetNxt())
    {
        // What goes again as one was one duplicate ACK less (tcp_adjust_pcount()).
        m_duplicates -= std::min<uint64_t>(m_duplicates, m_state.GetSent().Collapse(range));
    }
    const bool isNew = m_state.OnSent(range, now) == RecoveryState::Kind::NEW;
    if (isNew)
    {
        m_probe.Request();
        m_isProbeOfAck = false;
        m_frto.OnNewData();
    }
    else
    {
        ++m_sentAgain;
        m_repair.OnSentAgain(range);
        if (!m_probeDue)
        {
            m_undo.OnSentAgain();
        }
        m_isRepairHeld = m_isRepairHeld && !m_frto.IsTesting();
        m_frto.OnSentAgain();
        m_firstCopy = m_firstCopy.value_or(now);
    }
    if (std::exchange(m_probeDue, false))
    {
        m_probe.OnProbe(GetSent().GetNxt(), !isNew);
        m_probed = isNew ? std::nullopt : std::optional(range);
        m_probedAt = now;
    }
}

void
RackRecovery::OnTimeout(Instant now)
{
    const auto before = m_state.GetState();
    const auto sacked = GetSent().GetSackedParts() + m_duplicates;
    m_state.OnTimeout();
    const uint64_t orderly = m_state.GetConfiguration().dupThresh;
    if (followsLinux && before == State::OPEN && !m_cwrPoint && sacked >= orderly)
    {
        // So far others may overtake a segment as in an orderly network (tcp_enter_loss()).
        m_dupThresh = std::min(m_dupThresh, orderly);
        m_reordering.Bound(orderly * m_state.GetConfiguration().mss);
    }
    m_duplicates = 0;
    // Section 6.3. Linux has no reordering window here (tcp_timeout_mark_lost()).
    const auto grace = m_rtt + (followsLinux ? Instant::zero() : GetWindow(true));
    m_state.GetSent().LoseHead();
    m_state.GetSent().LoseAll(now - grace);
    m_reorderTimer.reset();
    m_probeDue = false;
    if (before == State::OPEN)
    {
        BeginRepair();
    }
    m_probe.Cancel();
    m_isRepairHeld = false;
    if (frto && GetSent().GetParts() > 0)
    {
        m_frto.OnTimeout(before != State::OPEN, GetSent().GetUna());
    }
    m_state.RequestAtOnce(FirstLost().has_value());
}

const RackRecovery::AckOutcome&
RackRecovery::OnDeadline(Instant now)
{
    auto& outcome = m_state.Begin();
    if (m_reorderTimer)
    {
        DetectLosses(m_state.GetState() != State::OPEN, now, outcome.lost);
        if (followsLinux)
        {
            m_reorderTimer.reset();
        }
        // tcp_rack_reo_timeout().
        EnterFromLoss(outcome.lost.octets > 0);
    }
    else
    {
        // Section 7.3: whether or not there is a probe.
        outcome.actions.timer = TimerAction::RESTART;
        // Linux does not wait for a round trip since the last one (6.1, tcp_send_loss_probe()).
        outcome.actions.probe = m_probe.Expire(!followsLinux);
        m_probeDue = outcome.actions.probe && !m_wasFinAlone;
        if (outcome.actions.probe && m_wasFinAlone && followsLinux)
        {
            m_probe.OnProbe(GetSent().GetNxt() + 1, true);
        }
    }
    EnterIfLost(false);
    return outcome;
}

std::optional<Instant>
RackRecovery::GetProbeLimit(const Timing& timing) const
{
    const auto& sent = GetSent();
    if (!followsLinux || sent.GetParts() == 0)
    {
        return std::nullopt;
    }
    const auto from = m_isProbeOfAck ? timing.now : sent.Find(sent.GetUna()).last;
    return from + timing.rto > timing.now ? std::optional(from + timing.rto) : std::nullopt;
}

std::optional<RackRecovery::Deadline>
RackRecovery::Schedule(const Timing& timing)
{
    m_srtt = timing.srtt;
    m_cwrPoint = followsLinux ? timing.cwrPoint : std::nullopt;
    if (m_cwrPoint)
    {
        m_undo.Stop();
    }
    if (timing.srtt && !m_minRtt.Get())
    {
        // That of the handshake, which may be shorter than any of data in a burst.
        m_minRtt.Add(*timing.srtt, timing.now);
    }
    const auto& sent = GetSent();
    const bool hasSacked = sent.GetSackedParts() > 0;
    const bool isOrderly = m_state.GetState() == State::OPEN && (m_cwrPoint || !hasSacked);
    if (followsLinux && isOrderly && m_probe.IsRequested() && !m_isProbeOfAck)
    {
        // Linux has one timer for both, and no disorder in CWR.
        m_reorderTimer.reset();
    }
    // In OPEN nothing is lost: what is has begun a recovery.
    const bool allowed = tailLossProbe && m_state.GetConfiguration().sack &&
                         m_state.GetState() == State::OPEN &&
                         (!hasSacked || (m_cwrPoint && !m_reorderTimer));
    const bool wasFinAlone = std::exchange(m_wasFinAlone, timing.isFinAlone);
    if (timing.isFinAlone && !wasFinAlone)
    {
        m_probe.Request();
        m_isProbeOfAck = false;
    }
    TailLossProbe::Timing probing{timing,
                                  sent.GetParts() + (timing.isFinAlone ? 1 : 0),
                                  maxAckDelay,
                                  m_state.GetConfiguration().wheel,
                                  GetProbeLimit(timing)};
    if (followsLinux && timing.timeout)
    {
        // Linux has one timer for both.
        probing.timeout = Instant::max();
    }
    m_probe.Schedule(allowed, probing);
    const auto at = m_reorderTimer ? m_reorderTimer : m_probe.GetDeadline();
    return at ? std::optional(Deadline{*at, !m_reorderTimer}) : std::nullopt;
}

std::optional<OctetRange>
RackRecovery::FirstLost() const
{
    const auto& sent = GetSent();
    auto lost = sent.GetFirstLost();
    if (followsLinux && sent.GetRevoked() > 0 &&
        sent.GetParts() - sent.GetPartsInFlight() - sent.GetSackedParts() <= sent.GetRevoked())
    {
        // No more is to be out again than is lost (tcp_xmit_retransmit_queue()).
        lost.reset();
    }
    if (lost)
    {
        lost->end = std::min(lost->end, lost->begin + m_state.GetConfiguration().mss);
    }
    return lost;
}

std::optional<OctetRange>
RackRecovery::Next(SendOpportunity opportunity) const
{
    switch (opportunity)
    {
    case SendOpportunity::AT_ONCE:
        return m_state.IsDueAtOnce() && !m_isRepairHeld ? FirstLost() : std::nullopt;
    case SendOpportunity::WINDOW:
        return m_isRepairHeld ? std::nullopt : FirstLost();
    case SendOpportunity::PROBE:
        return m_probeDue ? GetSent().GetLast() : std::nullopt;
    case SendOpportunity::NO_NEW_DATA:
    case SendOpportunity::NO_ROOM:
        // F-RTO has nothing to test with (RFC 5682, section 3.1, step 2b).
        return m_frto.LacksData() ? FirstLost() : std::nullopt;
    }
    return std::nullopt;
}

uint64_t
RackRecovery::GetOutstanding() const
{
    const auto& configuration = m_state.GetConfiguration();
    if (m_state.GetState() == State::OPEN && !configuration.limitedTransmit)
    {
        return m_state.GetFlightSize();
    }
    // Linux counts what is out again, and not lost, twice.
    const uint64_t parts = GetSent().GetPartsInFlight() + GetSent().GetRevoked();
    return followsLinux ? (parts - std::min(parts, m_duplicates)) * configuration.mss
                        : GetSent().GetInFlight();
}

} // namespace ns3
