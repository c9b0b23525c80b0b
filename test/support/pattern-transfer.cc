/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pattern-transfer.h"

#include "ns3/fack-recovery.h"
#include "ns3/rack-recovery.h"
#include "ns3/reno-recovery.h"
#include "ns3/rfc6675-recovery.h"

#include <algorithm>

namespace losspattern
{

using namespace ns3;

namespace
{
/// Steps after which a transfer does not end.
constexpr int MOST_STEPS = 2000;

/// The path without a queue.
constexpr Instant ROUND_TRIP = 2 * DELAY;

std::unique_ptr<LossRecovery>
MakeUnstarted(Repair repair)
{
    switch (repair)
    {
    case Repair::RENO:
        return std::make_unique<RenoRecovery>();
    case Repair::NEW_RENO:
        return std::make_unique<NewRenoRecovery>();
    case Repair::SACK:
        return std::make_unique<SackRecovery>();
    case Repair::FACK_TIMEOUT: {
        auto fack = std::make_unique<FackRecovery>();
        fack->lostRetransmission = FackRecovery::TIMEOUT;
        return fack;
    }
    case Repair::FACK:
        return std::make_unique<FackRecovery>();
    case Repair::RACK:
        return std::make_unique<RackRecovery>();
    default:
        break;
    }
    auto rfc6675 = std::make_unique<Rfc6675Recovery>();
    rfc6675->findLostRetransmissions = repair == Repair::RFC_6675_RESCUE;
    rfc6675->rescueRetransmission = repair == Repair::RFC_6675_RESCUE;
    return rfc6675;
}

std::unique_ptr<LossRecovery>
MakeSender(Repair repair)
{
    LossRecovery::Configuration configuration;
    configuration.mss = MSS;
    configuration.keepSack =
        repair == Repair::RACK || repair == Repair::RFC_6675 || repair == Repair::RFC_6675_RESCUE;
    auto recovery = MakeUnstarted(repair);
    recovery->Start(configuration);
    return recovery;
}

} // namespace

PatternTransfer::PatternTransfer(const Pattern& pattern,
                                 Repair repair,
                                 Reduction reduction,
                                 std::ostream* trace)
    : m_pattern(pattern),
      m_sender(MakeSender(repair)),
      m_path(pattern),
      m_window(*m_sender, reduction),
      m_judge(pattern, repair, reduction, m_path, m_window),
      m_timer({LEAST_TIMEOUT}, m_timers),
      m_trace(trace)
{
    m_timer.Begin(LEAST_TIMEOUT);
}

Result
PatternTransfer::Run()
{
    SendAllowed();
    int steps = 0;
    while (m_judge.GetKnowledge().una < m_pattern.segments && m_judge.GetFault().empty())
    {
        if (++steps > MOST_STEPS || !Step())
        {
            m_judge.Blame("the transfer does not end");
            break;
        }
    }
    m_result.time = m_now;
    m_result.retransmissions = m_path.retransmissions;
    m_result.needless = m_path.needless;
    m_result.acks = m_path.acks;
    m_judge.OnEnd(m_result);
    m_result.fault = m_judge.GetFault();
    return m_result;
}

bool
PatternTransfer::Step()
{
    const auto arrival = m_path.GetNext().value_or(Instant::max());
    const auto own = m_deadline ? m_deadline->at : Instant::max();
    const auto timer =
        m_timers.GetDeadline(ConnectionTimer::RETRANSMISSION).value_or(Instant::max());
    m_now = std::min({arrival, own, timer});
    if (m_now == Instant::max())
    {
        return false;
    }
    m_timers.SetNow(m_now);
    if (m_now == arrival)
    {
        auto ack = m_path.Arrive();
        if (!ack)
        {
            return true;
        }
        OnAck(*ack);
    }
    else if (m_now == own)
    {
        OnDeadline();
    }
    else
    {
        OnTimer();
    }
    SendAllowed();
    return true;
}

void
PatternTransfer::OnAck(PatternPath::Ack& ack)
{
    const int before = m_judge.GetKnowledge().una;
    const auto& outcome = m_sender->OnAck(ack.event);
    m_judge.OnAck(ack, outcome);
    Tell("ACK " + std::to_string(ack.event.ack / MSS));
    m_window.OnAck(outcome);
    Sample(before);
    FollowTimer(outcome);
    if (outcome.actions.forceTimeout)
    {
        Timeout(true);
        return;
    }
    SendAtOnce();
}

// Karn's algorithm: a round trip is measured by what was sent once.
void
PatternTransfer::Sample(int before)
{
    const Mask covered = Below(m_judge.GetKnowledge().una) & ~Below(before);
    if ((covered & ~m_again) != 0)
    {
        m_timer.OnSample(ROUND_TRIP, Instant::zero());
    }
}

void
PatternTransfer::FollowTimer(const Sender::AckOutcome& outcome)
{
    if (outcome.actions.timer == Sender::TimerAction::BACK_OFF)
    {
        m_timer.BackOff();
    }
    if (outcome.actions.timer != Sender::TimerAction::RUN)
    {
        m_timer.Restart();
    }
    if (m_judge.GetKnowledge().una == m_judge.GetKnowledge().nxt)
    {
        m_timer.Stop();
    }
}

void
PatternTransfer::OnDeadline()
{
    const auto& outcome = m_sender->OnDeadline(m_now);
    m_judge.OnDeadline(outcome, m_now);
    Tell("deadline");
    m_window.OnAck(outcome);
    SendAtOnce();
    if (outcome.actions.probe)
    {
        SendProbe();
    }
    FollowTimer(outcome);
}

void
PatternTransfer::OnTimer()
{
    m_timer.Stop();
    Timeout(false);
}

void
PatternTransfer::Timeout(bool isForced)
{
    Tell(isForced ? "forced timeout" : "timeout");
    (isForced ? m_result.forcedTimeouts : m_result.timeouts) += 1;
    m_judge.OnTimeout(isForced, m_now);
    m_window.OnTimeout(isForced || IsHeadSentAgain());
    m_timer.BackOff();
    m_timer.Stop();
    m_sender->OnTimeout(m_now);
    SendAtOnce();
}

bool
PatternTransfer::IsHeadSentAgain() const
{
    return (m_again & Bit(m_judge.GetKnowledge().una)) != 0;
}

void
PatternTransfer::SendAllowed()
{
    while (m_judge.GetFault().empty() && SendNext())
    {
    }
    m_deadline = m_sender->Schedule(
        {m_now, ROUND_TRIP, m_timers.GetDeadline(ConnectionTimer::RETRANSMISSION)});
}

bool
PatternTransfer::SendNext()
{
    if (m_sender->GetRecoveryState().AwaitsTimer())
    {
        return false;
    }
    auto range = m_sender->Next(Sender::SendOpportunity::WINDOW);
    if (!range)
    {
        const auto nxt = m_sender->GetSent().GetNxt();
        range = nxt < m_pattern.segments * MSS
                    ? std::optional(OctetRange{nxt, nxt + MSS})
                    : m_sender->Next(Sender::SendOpportunity::NO_NEW_DATA);
    }
    if (!range || m_sender->GetOutstanding() + range->Size() > m_window.GetWindow())
    {
        return false;
    }
    Transmit(*range, Cause::WINDOW);
    return true;
}

void
PatternTransfer::SendAtOnce()
{
    if (const auto range = m_sender->Next(Sender::SendOpportunity::AT_ONCE))
    {
        Transmit(*range, Cause::AT_ONCE);
    }
}

void
PatternTransfer::SendProbe()
{
    const auto nxt = m_sender->GetSent().GetNxt();
    const auto range = nxt < m_pattern.segments * MSS
                           ? std::optional(OctetRange{nxt, nxt + MSS})
                           : m_sender->Next(Sender::SendOpportunity::PROBE);
    if (range)
    {
        Transmit(*range, Cause::PROBE);
    }
}

void
PatternTransfer::Transmit(OctetRange range, Cause cause)
{
    const int segment = static_cast<int>(range.begin / MSS);
    const bool again = range.begin < m_sender->GetSent().GetNxt();
    if (!m_timers.GetDeadline(ConnectionTimer::RETRANSMISSION) ||
        (again && segment == m_judge.GetKnowledge().una && IsHeadSentAgain()))
    {
        m_timer.Restart();
    }
    m_again |= again ? Bit(segment) : 0;
    m_path.Send(segment, m_now);
    m_judge.OnSend(range, cause);
    m_sender->OnSent(range, m_now);
    m_window.OnSent(range.Size());
    Tell((again ? "  again " : "  new ") + std::to_string(segment));
}

void
PatternTransfer::Tell(const std::string& what)
{
    if (m_trace)
    {
        *m_trace << std::chrono::duration<double>(m_now).count() << " s: " << what << '\n';
    }
}

} // namespace losspattern
