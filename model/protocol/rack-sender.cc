/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rack-sender.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{
/// After everything that was sent.
constexpr RackSendList::SendKey LATEST{RackSendList::Instant::max(), UINT64_MAX};
} // namespace

RackSender::RackSender(const Configuration& configuration, const Options& options)
    : LossRecoverySender(configuration),
      m_options(options),
      m_probe(options.maxAckDelay)
{
}

bool
RackSender::UsesSack() const
{
    return true;
}

void
RackSender::OnStart(uint64_t)
{
    m_list.Clear();
    m_reordering = ReorderingWindow();
    m_probe = TailLossProbe(m_options.maxAckDelay);
    m_repair = NeedlessRepair();
    m_minRtt = WindowedMinimum();
    m_latest.reset();
    m_rtt = Instant::zero();
    m_srtt.reset();
    m_lookAgain.reset();
    m_judgeFrom = Instant::min();
    m_probeDue = false;
    m_probed.reset();
    m_eifel.Begin();
    m_isRepairHeld = false;
    m_lostSince = 0;
}

void
RackSender::OnScoreboard(const AckEvent& event, AckOutcome& outcome)
{
    const auto una = GetScoreboard().GetUna();
    const bool repairs = GetState() != State::OPEN;
    const bool endsRecovery = repairs && una >= GetRecoveryPoint();
    TakeDelivered(outcome);
    TakeRoundTrips(event);
    m_reordering.OnAck(una, GetScoreboard().GetNxt(), event.duplicate.has_value(), endsRecovery);
    if (outcome.acknowledged > 0)
    {
        m_probe.Request();
    }
    ReadReports(event, outcome);
    m_isRepairHeld = false;
    if (repairs && !outcome.undone)
    {
        ReadEcho(event, endsRecovery, outcome);
    }
    if (outcome.undone)
    {
        SpareTheRest(event.now);
    }
    if (!m_isRepairHeld)
    {
        DetectLosses(repairs && !endsRecovery && !outcome.undone, event.now, outcome);
    }
}

void
RackSender::ReadEcho(const AckEvent& event, bool endsRecovery, AckOutcome& outcome)
{
    if (!m_options.undoByTimestamps || !event.echo || outcome.acknowledged == 0 ||
        !m_eifel.IsEarlier(*event.echo))
    {
        return;
    }
    outcome.undone =
        endsRecovery || GetState() == State::LOSS || GetScoreboard().GetRetranData() == 0;
    m_isRepairHeld = !outcome.undone;
}

void
RackSender::TakeDelivered(const AckOutcome& outcome)
{
    m_delivered.clear();
    m_list.Acknowledge(GetScoreboard().GetUna(), m_delivered);
    const auto covered = m_delivered.size();
    for (const auto& range : outcome.sacked)
    {
        m_list.Sack(range, m_delivered);
    }
    // Blocks come in any order.
    std::sort(m_delivered.begin() + static_cast<std::ptrdiff_t>(covered),
              m_delivered.end(),
              [](const auto& a, const auto& b) { return a.range.end < b.range.end; });
}

bool
RackSender::IsOfEarlierOne(const RackSendList::Segment& segment, const AckEvent& event) const
{
    using Stamp = std::chrono::milliseconds;
    const bool isCovered = segment.range.end <= GetScoreboard().GetUna();
    return (isCovered && event.echo && *event.echo < std::chrono::floor<Stamp>(segment.sent)) ||
           event.now - segment.sent < m_minRtt.Get().value_or(Instant::zero());
}

void
RackSender::TakeRoundTrips(const AckEvent& event)
{
    std::optional<RackSendList::SendKey> latest;
    for (const auto& segment : m_delivered)
    {
        if (!segment.again)
        {
            m_minRtt.Add(event.now - segment.sent, event.now);
            m_probe.OnRoundTrip();
        }
    }
    for (const auto& segment : m_delivered)
    {
        m_reordering.OnDelivered(segment.range.end, segment.again);
        if (!segment.again || !IsOfEarlierOne(segment, event))
        {
            latest = std::max(latest, std::optional(segment.GetKey()));
        }
    }
    if (latest)
    {
        m_rtt = event.now - latest->first;
        m_latest = std::max(m_latest, latest);
    }
}

void
RackSender::ReadReports(const AckEvent& event, AckOutcome& outcome)
{
    TailLossProbe::Ack ack;
    ack.una = GetScoreboard().GetUna();
    if (event.duplicate)
    {
        ack.duplicateEnd = event.duplicate->end;
    }
    ack.isDuplicate =
        event.pure && outcome.acknowledged == 0 && event.blocks.empty() && !event.duplicate;
    outcome.probeRepaired = m_probe.OnAck(ack) && GetState() == State::OPEN;
    outcome.undone = m_options.undo && event.duplicate && m_repair.OnDuplicate(*event.duplicate);
}

RackSender::Instant
RackSender::GetWindow(bool inRecovery) const
{
    ReorderingWindow::Situation situation;
    situation.inRecovery = inRecovery;
    situation.sackedSegments = m_list.GetSackedSegments();
    situation.dupThresh = GetDupThresh();
    situation.minRtt = m_minRtt.Get();
    situation.srtt = m_srtt;
    return m_reordering.Get(situation);
}

void
RackSender::DetectLosses(bool inRecovery, Instant now, AckOutcome& outcome)
{
    m_lookAgain.reset();
    if (!m_latest)
    {
        return;
    }
    const auto grace = m_rtt + GetWindow(inRecovery);
    if (now >= m_judgeFrom)
    {
        while (const auto lost = m_list.LoseOldest(*m_latest, now - grace))
        {
            Lose(*lost, outcome);
        }
    }
    if (const auto youngest = m_list.FindYoungest(*m_latest))
    {
        m_lookAgain = std::max(*youngest + grace, m_judgeFrom);
    }
}

void
RackSender::SpareTheRest(Instant now)
{
    m_list.ForgetLosses();
    m_repair.Begin({});
    m_eifel.Begin();
    // Segments come late, as is known now, however many others are SACKed.
    ReorderingWindow::Situation situation;
    situation.dupThresh = GetDupThresh();
    situation.minRtt = m_minRtt.Get();
    situation.srtt = m_srtt;
    m_judgeFrom = now + m_reordering.Get(situation);
}

void
RackSender::Lose(const RackSendList::Segment& segment, AckOutcome& outcome)
{
    m_lostSince += segment.range.Size();
    outcome.showsLoss = true;
    if (segment.again)
    {
        outcome.lostRetransmitted += segment.range.Size();
        LoseRetransmissionAt(segment.range.begin);
    }
}

void
RackSender::CountLost(AckOutcome& outcome, uint64_t)
{
    outcome.lost = std::exchange(m_lostSince, 0);
}

bool
RackSender::DetectsLoss() const
{
    return m_list.GetLost() > 0;
}

void
RackSender::OnEnter(AckOutcome&)
{
    BeginRepair();
    m_probe.Cancel();
}

void
RackSender::BeginRepair()
{
    m_repair.Begin({GetScoreboard().GetUna(), GetScoreboard().GetNxt()},
                   m_probe.IsInFlight() ? m_probed : std::nullopt);
    m_eifel.Begin(m_probe.IsInFlight() && m_probed ? std::optional(m_probedAt) : std::nullopt);
}

void
RackSender::OnTransmitted(OctetRange range, bool isRetransmission, Instant now)
{
    m_list.Send(range, now);
    if (isRetransmission)
    {
        m_repair.OnSentAgain(range);
        m_eifel.OnSentAgain(now);
    }
    else
    {
        m_probe.Request();
    }
    if (std::exchange(m_probeDue, false))
    {
        m_probe.OnProbe(GetScoreboard().GetNxt(), isRetransmission);
        m_probed = isRetransmission ? std::optional(range) : std::nullopt;
        m_probedAt = now;
    }
}

void
RackSender::OnLoss(State before, bool isForgotten, Instant now)
{
    AckOutcome ignored;
    if (isForgotten)
    {
        m_list.LoseSacked();
    }
    // Section 6.3.
    const auto grace = m_rtt + GetWindow(true);
    if (const auto head = m_list.LoseHead())
    {
        Lose(*head, ignored);
    }
    while (const auto lost = m_list.LoseOldest(LATEST, now - grace))
    {
        Lose(*lost, ignored);
    }
    m_lookAgain.reset();
    m_probeDue = false;
    if (before == State::OPEN)
    {
        BeginRepair();
    }
    m_probe.Cancel();
    RequestFastRetransmit();
}

void
RackSender::OnTimer(Instant now, AckOutcome& outcome)
{
    if (m_lookAgain)
    {
        DetectLosses(GetState() != State::OPEN, now, outcome);
        return;
    }
    // Section 7.3: whether or not there is a probe.
    outcome.restartTimer = true;
    outcome.probe = m_probe.Expire();
    m_probeDue = outcome.probe;
}

void
RackSender::LoseHead()
{
    LossRecoverySender::LoseHead();
    AckOutcome ignored;
    if (const auto head = m_list.LoseHead())
    {
        Lose(*head, ignored);
    }
}

void
RackSender::OnTiming(const Timing& timing)
{
    m_srtt = timing.srtt;
    const bool allowed = m_options.tailLossProbe && GetState() == State::OPEN &&
                         m_list.GetSackedSegments() == 0 && m_list.GetLost() == 0;
    m_probe.Schedule(allowed, {timing.now, timing.srtt, timing.timeout, m_list.GetSegments()});
}

std::optional<RackSender::Instant>
RackSender::GetDeadline() const
{
    return m_lookAgain ? m_lookAgain : m_probe.GetDeadline();
}

bool
RackSender::IsDeadlineOfProbe() const
{
    return !m_lookAgain && m_probe.GetDeadline();
}

std::optional<OctetRange>
RackSender::GetProbe() const
{
    return m_probeDue ? m_list.GetLast() : std::nullopt;
}

std::optional<OctetRange>
RackSender::FirstLost() const
{
    auto lost = m_isRepairHeld ? std::nullopt : m_list.GetFirstLost();
    if (lost)
    {
        lost->end = std::min(lost->end, lost->begin + GetMss());
    }
    return lost;
}

std::optional<OctetRange>
RackSender::GetFastRetransmit() const
{
    return IsFastRetransmitDue() ? FirstLost() : std::nullopt;
}

std::optional<OctetRange>
RackSender::NextRetransmission() const
{
    return FirstLost();
}

uint64_t
RackSender::GetOutstanding() const
{
    return GetState() == State::OPEN && !HasLimitedTransmit() ? GetFlightSize()
                                                              : m_list.GetInFlight();
}

uint64_t
RackSender::GetOutstandingInRecovery() const
{
    return m_list.GetInFlight();
}

uint64_t
RackSender::GetRepairLimit() const
{
    return GetScoreboard().GetNxt();
}

const RackSendList&
RackSender::GetSendList() const
{
    return m_list;
}

const ReorderingWindow&
RackSender::GetReorderingWindow() const
{
    return m_reordering;
}

} // namespace ns3
