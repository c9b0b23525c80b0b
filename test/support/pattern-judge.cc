/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pattern-judge.h"

#include "pattern-need.h"

#include <algorithm>

namespace losspattern
{

namespace
{
/// Segments after which a transfer does not end.
constexpr int MOST_SENT = 1000;

/// How many of two numbers there are.
int
CountNumbers(const std::array<int, 2>& numbers)
{
    return (numbers[0] != NONE) + (numbers[1] != NONE);
}
} // namespace

PatternJudge::PatternJudge(const Pattern& pattern,
                           Repair repair,
                           Reduction reduction,
                           const PatternPath& path,
                           const PatternWindow& window)
    : m_pattern(pattern),
      m_repair(repair),
      m_reduction(reduction),
      m_path(path),
      m_window(window),
      m_knowledge(repair, pattern.segments),
      m_reductionsBefore(pattern.segments)
{
}

void
PatternJudge::Blame(const std::string& fault)
{
    if (m_fault.empty())
    {
        m_fault = fault;
    }
}

void
PatternJudge::OnSend(ns3::OctetRange range, Cause cause)
{
    const int segment = static_cast<int>(range.begin / MSS);
    if (range.begin % MSS != 0 || range.Size() != MSS || segment >= m_pattern.segments ||
        segment > m_knowledge.nxt)
    {
        Blame("what is sent is no segment");
        return;
    }
    if ((m_knowledge.known & Bit(segment)) != 0)
    {
        Blame("segment " + std::to_string(segment) + " is known to be there and sent again");
    }
    if (m_path.sent > MOST_SENT)
    {
        Blame("segments are sent without end");
    }
    if (segment == m_knowledge.nxt)
    {
        m_reductionsBefore[segment] = m_reductions;
    }
    m_knowledge.OnSend(segment, m_path.sent - 1);
    ++m_sentSinceEntry;
    if (cause == Cause::WINDOW)
    {
        CheckInTransit();
    }
}

// What is under way counts, not what the sender believes. Where segments overtake one another,
// where something was under way at a timeout, and without SACK where segments arrive twice, a
// sender rightly believes that less is. Sack takes two off for a partial ACK, its repair and what
// was lost, though the repair may be of the recovery before.
void
PatternJudge::CheckInTransit()
{
    const bool isEstimate = m_repair == Repair::SACK && m_pattern.lost >= Bit(WINDOW);
    const bool isExact = !isEstimate && (m_knowledge.UsesSack() || m_path.needless == 0);
    if (isExact && m_pattern.KeepsOrder() && !m_isSurprised &&
        m_path.GetInTransit() * MSS > GetLimit())
    {
        Blame(std::to_string(m_path.GetInTransit()) + " segments are under way where " +
              std::to_string(GetLimit()) + " octets are the limit");
    }
}

uint64_t
PatternJudge::GetLimit() const
{
    if (m_knowledge.phase != PatternKnowledge::Phase::RECOVERY)
    {
        return m_window.GetWindow();
    }
    const uint64_t threshold = m_window.GetThreshold();
    switch (m_reduction)
    {
    case Reduction::HALVING:
        break;
    case Reduction::RAMPDOWN: {
        // FACK paper, section 4.5, equations (3) and (4).
        const int highest = m_knowledge.GetHighest();
        const int advance =
            m_knowledge.UsesSack() ? highest - m_highestAtEntry : m_acksSinceEntry - 1;
        const int left = std::max(0, m_leftToAdvance - advance);
        return threshold + static_cast<uint64_t>(left * (1 - m_part) * MSS + 0.5);
    }
    case Reduction::PROPORTIONAL: {
        // RFC 9937: in proportion while more is out than the threshold.
        const double share = static_cast<double>(threshold) * m_acksSinceEntry / m_flightAtEntry;
        const bool isShare = m_sentSinceEntry * MSS < share + MSS || m_sentSinceEntry <= 1;
        if (m_pattern.LosesAcks())
        {
            return std::max(threshold, m_flightAtEntry * MSS);
        }
        return isShare ? std::max(threshold, (m_transitAtEntry + 1) * MSS) : threshold;
    }
    }
    return threshold;
}

void
PatternJudge::OnAck(const PatternPath::Ack& ack, const AckOutcome& outcome)
{
    const Mask before = m_knowledge.known;
    const int unaBefore = m_knowledge.una;
    m_knowledge.OnAck(ack);
    ++m_acksSinceEntry;
    if (outcome.recovery.entered)
    {
        const int sackedBefore = Count(before & ~Below(m_knowledge.una));
        m_flightAtEntry =
            m_knowledge.nxt - m_knowledge.una - (m_knowledge.UsesSack() ? sackedBefore : 0);
    }
    CheckReduction(outcome, ack.at);
    CheckEachReduced(unaBefore);
    if (!m_path.GetFault().empty())
    {
        Blame(m_path.GetFault());
    }
}

void
PatternJudge::OnDeadline(const AckOutcome& outcome, Instant now)
{
    if (outcome.recovery.entered)
    {
        const int sacked = Count(m_knowledge.known & ~Below(m_knowledge.una));
        m_flightAtEntry = m_knowledge.nxt - m_knowledge.una - sacked;
    }
    CheckReduction(outcome, now);
}

void
PatternJudge::CheckReduction(const AckOutcome& outcome, Instant now)
{
    if (outcome.recovery.undone)
    {
        m_reducedTo = 0;
    }
    if (outcome.recovery.entered || outcome.recovery.probeRepaired)
    {
        const bool isNext = m_repair == Repair::RENO ? m_knowledge.una > m_reducedAt
                                                     : m_knowledge.una >= m_reducedTo;
        if (!isNext)
        {
            Blame("the window is reduced twice in a round trip");
        }
        // Its repair may have begun before, as part of the one for what was sent before.
        const int una = m_knowledge.una;
        const bool isNews =
            (m_pattern.lost & Bit(una)) != 0 && m_reductionsBefore[una] == m_reductions;
        const bool isMissing = (m_path.GetHeld() & Bit(una)) == 0 && !m_path.IsUnderWay(una);
        if (outcome.recovery.entered && !isMissing && !isNews && m_pattern.KeepsOrder() &&
            m_repair != Repair::RENO)
        {
            Blame("recovery begins, and nothing is lost");
        }
        m_reducedTo = m_knowledge.nxt;
        m_reducedAt = m_knowledge.una;
        ++m_reductions;
    }
    if (outcome.recovery.entered)
    {
        Enter(now);
    }
    m_isSurprised = m_isSurprised && !outcome.recovery.left;
    m_knowledge.OnChange(outcome.recovery);
}

// RFC 5681, section 4.3: losses in two successive windows reduce twice. The others ask for
// duplicates, or for three segments SACKed, after the first recovery, and there may be none. That a
// probe has repaired the last segment is told by an ACK after that of the probe (RFC 8985,
// section 7.4.2), and there is none.
void
PatternJudge::CheckEachReduced(int before)
{
    if (m_repair != Repair::RACK || !m_pattern.KeepsOrder())
    {
        return;
    }
    const int end = std::min(m_knowledge.una, m_pattern.segments - 1);
    for (int segment = before; segment < end; ++segment)
    {
        const bool isLost = (m_pattern.lost & Bit(segment)) != 0;
        if (isLost && m_reductionsBefore[segment] == m_reductions)
        {
            Blame("segment " + std::to_string(segment) +
                  " was lost, and nothing was reduced since it was sent");
        }
    }
}

void
PatternJudge::Enter(Instant now)
{
    ++m_entries;
    m_enteredAt = now;
    m_transitAtEntry = m_path.GetInTransit();
    m_acksSinceEntry = 1;
    m_sentSinceEntry = 0;
    m_highestAtEntry = m_knowledge.GetHighest();
    const int told = m_knowledge.UsesSack() ? Count(m_knowledge.known & ~Below(m_knowledge.una))
                                            : m_knowledge.duplicates;
    m_leftToAdvance = m_knowledge.nxt - m_knowledge.una - told;
    const auto window = static_cast<double>(m_window.GetWindow());
    const double flight = std::min((m_knowledge.nxt - m_knowledge.una) * 1.0 * MSS, window);
    m_part = std::min(1.0, std::max(flight / 2, 2.0 * MSS) / window);
}

// RFC 6582, section 4, and RFC 6675, section 5.1: only the first partial ACK restarts the timer.
bool
PatternJudge::MayExpireEarly(Instant now) const
{
    const bool isImpatient = m_repair == Repair::NEW_RENO || m_repair == Repair::RFC_6675 ||
                             m_repair == Repair::RFC_6675_RESCUE;
    return isImpatient && m_knowledge.phase == PatternKnowledge::Phase::RECOVERY &&
           now - m_enteredAt > LEAST_TIMEOUT;
}

bool
PatternJudge::HasRoom(Mask due) const
{
    const bool isHead = (due & Bit(m_knowledge.una)) != 0 && !m_knowledge.UsesSack();
    return isHead || (m_knowledge.GetPipe() + 1) * MSS <= m_window.GetWindow();
}

void
PatternJudge::OnTimeout(bool isForced, Instant now)
{
    const Mask due = m_knowledge.GetDue();
    if (!isForced && due != 0 && HasRoom(due))
    {
        Blame("a timeout, and segments " + std::to_string(due) + " are known to be lost");
    }
    if (!isForced && m_path.IsUnderWay(m_knowledge.una) && !MayExpireEarly(now))
    {
        Blame("a timeout for a segment that is under way");
    }
    m_isSurprised = m_path.GetInTransit() > 0;
    m_reducedTo = m_knowledge.nxt;
    m_reducedAt = m_knowledge.una;
    ++m_reductions;
    m_knowledge.OnTimeout();
}

void
PatternJudge::OnEnd(const Result& result)
{
    if (m_path.GetHeld() != Below(m_pattern.segments))
    {
        Blame("the receiver lacks octets");
    }
    if (m_pattern.lost == 0 && !m_pattern.LosesAcks())
    {
        CheckDisorder(result);
    }
    if (m_pattern.segments == WINDOW && m_pattern.KeepsOrder() && m_reduction == Reduction::HALVING)
    {
        CheckTimeouts(result);
    }
    const bool isTold = m_pattern.KeepsOrder() && !m_pattern.LosesAcks();
    const bool hasForgotten = result.timeouts + result.forcedTimeouts > 0 && m_knowledge.Forgets();
    // The rescue is the highest segment that is not SACKed, sent again or not (RFC 6675,
    // NextSeg()).
    const int rescues = m_repair == Repair::RFC_6675_RESCUE ? m_entries : 0;
    if (isTold && !hasForgotten && result.needless > rescues)
    {
        Blame(std::to_string(result.needless) + " segments are sent again for nothing");
    }
}

void
PatternJudge::CheckDisorder(const Result& result)
{
    const bool isFack = m_repair == Repair::FACK || m_repair == Repair::FACK_TIMEOUT;
    const bool isSmall =
        isFack ? m_pattern.GetFarthestAhead() <= 3 : m_pattern.GetMostOvertaking() < 3;
    if (result.timeouts > 0)
    {
        Blame("a timeout, and nothing is lost");
    }
    if (isSmall && m_entries + result.retransmissions > 0)
    {
        Blame("a repair, and nothing is lost nor out of order by three segments");
    }
}

void
PatternJudge::CheckTimeouts(const Result& result)
{
    const bool isNeeded = NeedsTimeout(m_repair, m_pattern.lost);
    const int again = CountNumbers(m_pattern.lostAgain);
    const int acks = CountNumbers(m_pattern.lostAcks);
    if (result.timeouts > isNeeded + again + acks)
    {
        Blame(std::to_string(result.timeouts) + " timeouts");
    }
    const bool findsLost = m_repair == Repair::RACK || m_repair == Repair::RFC_6675_RESCUE;
    const bool isExpected = isNeeded || again > 0;
    if (acks == 0 && (again == 0 || !findsLost) && (result.timeouts > 0) != isExpected)
    {
        Blame(isExpected ? "no timeout, and one was needed" : "a timeout was not needed");
    }
}

const PatternKnowledge&
PatternJudge::GetKnowledge() const
{
    return m_knowledge;
}

const std::string&
PatternJudge::GetFault() const
{
    return m_fault;
}

} // namespace losspattern
