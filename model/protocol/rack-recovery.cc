/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rack-recovery.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{
/// A segment and those that overtook it, at least; as many duplicate ACKs do not yet mean a loss
/// (Linux's tcp_reordering).
constexpr uint32_t DISORDERLY = 3;

/// After everything that was sent.
constexpr SentSegments::SendKey LATEST{UINT64_MAX, UINT64_MAX};
} // namespace

const RackSender::AckOutcome&
RackSender::OnAck(const AckEvent& event)
{
    auto& outcome = m_progress.ReadSack(event);
    ReadArrivals(event, outcome);
    if (outcome.turn.undone && m_progress.GetState() != State::OPEN)
    {
        m_progress.Leave();
    }
    m_progress.Advance();
    EnterIfLost(outcome.turn.left && !outcome.turn.undone);
    if (outcome.lost.retransmitted > 0 && GetSent().GetFirstLost()->begin == event.ack)
    {
        // The head goes once more, and has a timeout of its own.
        outcome.orders.timer = TimerOrder::RESTART;
    }
    outcome.lost.octets = std::exchange(m_lostSince, 0);
    return outcome;
}

void
RackSender::ReadArrivals(const AckEvent& event, AckOutcome& outcome)
{
    const auto una = GetSent().GetUna();
    const bool repairs = m_progress.GetState() != State::OPEN;
    const bool endsRecovery = repairs && una >= m_progress.GetRecoveryPoint();
    TakeDelivered();
    TakeRoundTrips(event);
    m_reordering.OnAck(una, GetSent().GetNxt(), event.duplicate.has_value(), endsRecovery);
    if (outcome.arrived.acknowledged > 0)
    {
        m_probe.Request();
    }
    ReadReports(event, outcome);
    m_isRepairHeld = false;
    if (repairs && !outcome.turn.undone)
    {
        ReadEcho(event, endsRecovery, outcome);
        TestTimeout(event, outcome);
    }
    if (outcome.turn.undone)
    {
        SpareTheRest(event.now);
    }
    if (!m_isRepairHeld)
    {
        DetectLosses(repairs && !endsRecovery && !outcome.turn.undone, event.now, outcome.lost);
    }
}

void
RackSender::ReadEcho(const AckEvent& event, bool endsRecovery, AckOutcome& outcome)
{
    if (!undoByTimestamps || !event.echo || outcome.arrived.acknowledged == 0 ||
        !m_eifel.IsEarlier(*event.echo))
    {
        return;
    }
    if (m_progress.GetState() == State::RECOVERY && !endsRecovery && !m_delivered.empty())
    {
        // The hole was filled by what had been sent first: others have overtaken that, as in
        // Linux's tcp_try_undo_partial().
        m_reordering.OnDelivered(m_delivered.front().range, false);
    }
    outcome.turn.undone =
        endsRecovery || m_progress.GetState() == State::LOSS || GetSent().GetRetranData() == 0;
    m_isRepairHeld = !outcome.turn.undone;
}

void
RackSender::TestTimeout(const AckEvent& event, AckOutcome& outcome)
{
    if (m_progress.GetState() != State::LOSS || outcome.turn.undone)
    {
        m_frto.Stop();
        return;
    }
    const auto point = m_progress.GetRecoveryPoint();
    const bool coversOriginal =
        std::any_of(m_delivered.begin(), m_delivered.end(), [point](const auto& segment) {
            return segment.transmissions == 1 && segment.range.end <= point;
        });
    const bool advances = outcome.arrived.acknowledged > 0;
    const bool isDuplicate = !outcome.arrived.sacked.empty() || (event.pure && !advances);
    const auto answer =
        m_frto.OnAck({GetSent().GetUna() >= point, coversOriginal, advances, isDuplicate});
    outcome.turn.undone = answer == FrtoDetection::Answer::NEEDLESS;
    m_isRepairHeld = m_isRepairHeld || answer == FrtoDetection::Answer::TEST;
}

void
RackSender::TakeDelivered()
{
    std::swap(m_delivered, m_progress.GetSent().GetDelivered());
    // Blocks come in any order.
    std::sort(m_delivered.begin(), m_delivered.end(), [](const auto& a, const auto& b) {
        return a.range.end < b.range.end;
    });
}

bool
RackSender::IsOfEarlierOne(const SentSegments::Segment& segment, const AckEvent& event) const
{
    using Stamp = std::chrono::milliseconds;
    const bool isCovered = segment.range.end <= GetSent().GetUna();
    return (isCovered && event.echo && *event.echo < std::chrono::floor<Stamp>(segment.last)) ||
           event.now - segment.last < m_minRtt.Get().value_or(Instant::zero());
}

void
RackSender::TakeRoundTrips(const AckEvent& event)
{
    const SentSegments::Segment* latest = nullptr;
    for (const auto& segment : m_delivered)
    {
        if (segment.transmissions == 1)
        {
            m_minRtt.Add(event.now - segment.last, event.now);
            m_probe.OnRoundTrip();
        }
    }
    for (const auto& segment : m_delivered)
    {
        const bool again = segment.transmissions > 1;
        m_reordering.OnDelivered(segment.range, again);
        if ((!again || !IsOfEarlierOne(segment, event)) &&
            (!latest || latest->GetKey() < segment.GetKey()))
        {
            latest = &segment;
        }
    }
    if (latest)
    {
        m_rtt = event.now - latest->last;
        m_latest = std::max(m_latest, latest->GetKey());
    }
}

void
RackSender::ReadReports(const AckEvent& event, AckOutcome& outcome)
{
    TailLossProbe::Ack ack{GetSent().GetUna()};
    if (event.duplicate)
    {
        ack.duplicateEnd = event.duplicate->end;
    }
    ack.isDuplicate =
        event.pure && outcome.arrived.acknowledged == 0 && event.blocks.empty() && !event.duplicate;
    outcome.turn.disorderly =
        m_reordering.GetExtent() > DISORDERLY * uint64_t{m_progress.GetConfiguration().mss};
    outcome.turn.probeRepaired = m_probe.OnAck(ack) && m_progress.GetState() == State::OPEN;
    outcome.turn.undone =
        undoNeedlessRepair && event.duplicate && m_repair.OnDuplicate(*event.duplicate);
}

RackSender::Instant
RackSender::GetWindow(bool inRecovery) const
{
    return m_reordering.Get({inRecovery,
                             GetSent().GetSackedParts(),
                             m_progress.GetConfiguration().dupThresh,
                             m_minRtt.Get(),
                             m_srtt});
}

void
RackSender::DetectLosses(bool inRecovery, Instant now, Loss& lost)
{
    m_lookAgain.reset();
    const auto grace = m_rtt + GetWindow(inRecovery);
    if (now >= m_judgeFrom)
    {
        while (const auto segment = m_progress.GetSent().LoseOldest(m_latest, now - grace))
        {
            m_lostSince += segment->Size();
            lost.isShown = true;
            lost.retransmitted += segment->transmissions > 1 ? segment->Size() : 0;
        }
    }
    if (const auto youngest = GetSent().FindYoungest(m_latest))
    {
        const auto& wheel = m_progress.GetConfiguration().wheel;
        m_lookAgain =
            wheel.RoundUp(now, std::max(*youngest + grace, m_judgeFrom) + wheel.GetMargin());
    }
}

void
RackSender::SpareTheRest(Instant now)
{
    m_progress.GetSent().ForgetLosses();
    m_repair.Begin({});
    m_eifel.Begin();
    // Segments come late, as is known now, however many others are SACKed.
    m_judgeFrom = now + m_reordering.Get({false, 0, 1, m_minRtt.Get(), m_srtt});
}

void
RackSender::EnterIfLost(bool hasLeft)
{
    const auto& sent = GetSent();
    // What was sent after the last reduction and is repaired already was lost, too: losses in two
    // successive windows reduce twice (RFC 5681, section 4.3).
    const bool isUnderWay = hasLeft && sent.GetRetranData() > 0;
    if (m_progress.GetState() != State::OPEN || (sent.GetLostData() == 0 && !isUnderWay))
    {
        return;
    }
    m_progress.Enter();
    if (isUnderWay)
    {
        // What the recovery before has sent again may still arrive twice. By timestamps, too, its
        // first copy is the one to compare with: an echo of a later copy shows no late original.
        m_repair.BeginAfter({sent.GetUna(), sent.GetNxt()});
    }
    else
    {
        BeginRepair();
    }
    m_probe.Cancel();
    m_progress.RequestAtOnce(FirstLost().has_value());
}

void
RackSender::BeginRepair()
{
    m_repair.Begin({GetSent().GetUna(), GetSent().GetNxt()},
                   m_probe.IsInFlight() ? m_probed : std::nullopt);
    m_eifel.Begin(m_probe.IsInFlight() && m_probed ? std::optional(m_probedAt) : std::nullopt);
}

void
RackSender::OnSent(OctetRange range, Instant now)
{
    const bool isNew = m_progress.OnSent(range, now) == RepairProgress::Kind::NEW;
    if (isNew)
    {
        m_probe.Request();
    }
    else
    {
        m_repair.OnSentAgain(range);
        m_isRepairHeld = m_isRepairHeld && !m_frto.IsTesting();
        m_frto.OnSentAgain();
        m_eifel.OnSentAgain(now);
    }
    if (std::exchange(m_probeDue, false))
    {
        m_probe.OnProbe(GetSent().GetNxt(), !isNew);
        m_probed = isNew ? std::nullopt : std::optional(range);
        m_probedAt = now;
    }
}

void
RackSender::OnTimeout(Instant now)
{
    const auto before = m_progress.GetState();
    m_progress.OnTimeout();
    // Section 6.3.
    const auto grace = m_rtt + GetWindow(true);
    LoseHead();
    while (const auto lost = m_progress.GetSent().LoseOldest(LATEST, now - grace))
    {
        m_lostSince += lost->Size();
    }
    m_lookAgain.reset();
    m_probeDue = false;
    if (before == State::OPEN)
    {
        BeginRepair();
    }
    m_probe.Cancel();
    m_isRepairHeld = false;
    if (frto)
    {
        m_frto.OnTimeout(before != State::OPEN, GetSent().GetUna());
    }
    m_progress.RequestAtOnce(FirstLost().has_value());
}

const RackSender::AckOutcome&
RackSender::OnDeadline(Instant now)
{
    auto& outcome = m_progress.Begin();
    if (m_lookAgain)
    {
        DetectLosses(m_progress.GetState() != State::OPEN, now, outcome.lost);
    }
    else
    {
        // Section 7.3: whether or not there is a probe.
        outcome.orders.timer = TimerOrder::RESTART;
        outcome.orders.probe = m_probe.Expire();
        m_probeDue = outcome.orders.probe && !m_wasFinAlone;
    }
    EnterIfLost(false);
    return outcome;
}

void
RackSender::OnHeadLost()
{
    if (m_progress.GetState() == State::RECOVERY)
    {
        LoseHead();
        m_progress.RequestAtOnce(FirstLost().has_value());
    }
}

void
RackSender::LoseHead()
{
    if (const auto head = m_progress.GetSent().LoseHead())
    {
        m_lostSince += head->Size();
    }
}

std::optional<RackSender::Deadline>
RackSender::Schedule(const Timing& timing)
{
    m_srtt = timing.srtt;
    if (timing.srtt && !m_minRtt.Get())
    {
        // That of the handshake, which may be shorter than any of data in a burst.
        m_minRtt.Add(*timing.srtt, timing.now);
    }
    const auto& sent = GetSent();
    // In OPEN nothing is lost: what is has begun a recovery.
    const bool allowed =
        tailLossProbe && m_progress.GetState() == State::OPEN && sent.GetSackedParts() == 0;
    if (timing.isFinAlone && !std::exchange(m_wasFinAlone, true))
    {
        m_probe.Request();
    }
    const auto segments = sent.GetParts() + (timing.isFinAlone ? 1 : 0);
    m_probe.Schedule(allowed,
                     {timing.now,
                      timing.srtt,
                      timing.timeout,
                      segments,
                      maxAckDelay,
                      m_progress.GetConfiguration().wheel});
    const auto at = m_lookAgain ? m_lookAgain : m_probe.GetDeadline();
    return at ? std::optional(Deadline{*at, !m_lookAgain}) : std::nullopt;
}

std::optional<OctetRange>
RackSender::FirstLost() const
{
    auto lost = GetSent().GetFirstLost();
    if (lost)
    {
        lost->end = std::min(lost->end, lost->begin + m_progress.GetConfiguration().mss);
    }
    return lost;
}

std::optional<OctetRange>
RackSender::Next(Occasion occasion) const
{
    switch (occasion)
    {
    case Occasion::AT_ONCE:
        return m_progress.IsDueAtOnce() && !m_isRepairHeld ? FirstLost() : std::nullopt;
    case Occasion::WINDOW:
        return m_isRepairHeld ? std::nullopt : FirstLost();
    case Occasion::PROBE:
        return m_probeDue ? GetSent().GetLast() : std::nullopt;
    case Occasion::NO_NEW_DATA:
    case Occasion::NO_ROOM:
        // F-RTO has nothing to test with (RFC 5682, section 3.1, step 2b).
        return m_frto.IsTesting() ? FirstLost() : std::nullopt;
    }
    return std::nullopt;
}

uint64_t
RackSender::GetOutstanding() const
{
    const bool isHeldBack =
        m_progress.GetState() == State::OPEN && !m_progress.GetConfiguration().limitedTransmit;
    return isHeldBack ? m_progress.GetFlightSize() : GetSent().GetInFlight();
}

} // namespace ns3
