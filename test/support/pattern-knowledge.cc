/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pattern-knowledge.h"

#include <algorithm>

namespace losspattern
{

PatternKnowledge::PatternKnowledge(Repair repair, int segments)
    : m_repair(repair),
      m_segments(segments)
{
}

bool
PatternKnowledge::UsesSack() const
{
    return m_repair != Repair::RENO && m_repair != Repair::NEW_RENO;
}

bool
PatternKnowledge::Forgets() const
{
    return m_repair != Repair::RFC_6675 && m_repair != Repair::RFC_6675_RESCUE &&
           m_repair != Repair::RACK;
}

void
PatternKnowledge::OnSend(int segment, int number)
{
    const bool isRescue = m_repair == Repair::RFC_6675_RESCUE && segment < nxt &&
                          phase == Phase::RECOVERY && (GetDueOf6675() & Bit(segment)) == 0;
    if (isRescue)
    {
        // Counts as no retransmission (NextSeg(), rule 4).
        m_isRescued = true;
        return;
    }
    m_number[segment] = number;
    if (segment == nxt)
    {
        ++nxt;
        ++m_counted;
        return;
    }
    // The fast retransmit takes the place of what is known to be lost.
    m_counted += phase == Phase::RECOVERY && resent == 0 ? 0 : 1;
    resent |= Bit(segment);
    m_note[segment] = nxt;
}

void
PatternKnowledge::OnAck(const PatternPath::Ack& ack)
{
    const auto& event = ack.event;
    const int before = una;
    una = std::max(una, static_cast<int>(event.ack / MSS));
    Mask told = Below(una);
    bool isDuplicate = una == before && nxt > una && event.ack == una * MSS;
    if (UsesSack())
    {
        for (const auto& block : event.blocks)
        {
            told |= Below(static_cast<int>(block.end / MSS)) &
                    ~Below(static_cast<int>(block.begin / MSS));
        }
        isDuplicate = (told & ~known & ~Below(una)) != 0;
    }
    for (int segment = una; segment < nxt; ++segment)
    {
        if ((told & ~known & resent & Bit(segment)) != 0)
        {
            m_youngestSacked = std::max(m_youngestSacked, m_number[segment]);
        }
    }
    known |= told;
    m_youngest = std::max(m_youngest, ack.youngest);
    const bool isPartial = una > before && phase == Phase::RECOVERY;
    m_counted = std::max(0, m_counted - (isPartial ? 2 : isDuplicate ? 1 : 0));
    if (phase != Phase::LOSS)
    {
        duplicates = (una > before ? 0 : duplicates) + (isDuplicate ? 1 : 0);
    }
}

void
PatternKnowledge::OnChange(const RecoveryChange& change)
{
    if (change.left || change.undone)
    {
        phase = Phase::OPEN;
        duplicates = 0;
    }
    if (change.entered)
    {
        phase = Phase::RECOVERY;
        point = nxt;
        m_counted = nxt - una - THRESHOLD;
        resent = 0;
        m_hadLoss = true;
        m_isRescued = false;
    }
}

void
PatternKnowledge::OnTimeout()
{
    phase = Phase::LOSS;
    point = nxt;
    duplicates = 0;
    resent = 0;
    m_hadLoss = true;
    if (Forgets())
    {
        known = Below(una);
    }
}

int
PatternKnowledge::GetHighest() const
{
    int highest = una;
    for (int segment = una; segment < nxt; ++segment)
    {
        highest = (known & Bit(segment)) != 0 ? segment + 1 : highest;
    }
    return highest;
}

Mask
PatternKnowledge::GetOutstanding() const
{
    return Below(nxt) & ~known;
}

// RFC 8985, section 6.2: what was sent before something that has arrived is lost. FACK paper,
// section 3: so is a retransmission if something arrived that was sent for the first time after it.
Mask
PatternKnowledge::GetLostByOrder() const
{
    Mask lost = 0;
    for (int segment = una; segment < nxt; ++segment)
    {
        const bool isPassed = GetHighest() > m_note[segment];
        const bool isOlder = m_repair == Repair::RACK ? m_number[segment] < m_youngest
                             : m_repair == Repair::FACK
                                 ? isPassed
                                 : isPassed || m_number[segment] < m_youngestSacked;
        lost |= isOlder ? Bit(segment) : 0;
    }
    return lost & GetOutstanding();
}

// RFC 6675, section 4, IsLost(): three segments above have arrived.
Mask
PatternKnowledge::GetLostByCount() const
{
    Mask lost = 0;
    for (int segment = una; segment < nxt; ++segment)
    {
        lost |= Count(known & ~Below(segment)) >= THRESHOLD ? Bit(segment) : 0;
    }
    return lost & GetOutstanding();
}

// After a timeout all that was outstanding then is sent again.
Mask
PatternKnowledge::GetLostInLoss() const
{
    return GetOutstanding() & Below(point) & ~resent;
}

Mask
PatternKnowledge::GetDue() const
{
    const Mask fresh = GetOutstanding() & ~resent;
    const Mask head = fresh & Bit(una);
    const Mask below = fresh & Below(GetHighest());
    const bool repairs = phase == Phase::RECOVERY;
    if (m_repair == Repair::RACK)
    {
        return GetLostByOrder();
    }
    if (phase == Phase::LOSS)
    {
        return GetLostInLoss();
    }
    switch (m_repair)
    {
    case Repair::RENO:
        return duplicates >= THRESHOLD ? head : 0;
    case Repair::NEW_RENO:
        return repairs || (duplicates >= THRESHOLD && (!m_hadLoss || una > point)) ? head : 0;
    case Repair::SACK:
        return repairs || duplicates >= THRESHOLD ? below : 0;
    case Repair::FACK_TIMEOUT:
        return repairs || GetHighest() > una + THRESHOLD || duplicates >= THRESHOLD ? below : 0;
    case Repair::FACK:
        return repairs || GetHighest() > una + THRESHOLD || duplicates >= THRESHOLD
                   ? below | (resent & GetLostByOrder())
                   : 0;
    default:
        break;
    }
    const Mask due = GetDueOf6675();
    const bool rescues = m_repair == Repair::RFC_6675_RESCUE && !m_isRescued && repairs &&
                         nxt == m_segments && due == 0 && GetHighest() < nxt;
    return due | (rescues ? fresh & Bit(nxt - 1) : 0);
}

// RFC 6675, section 4, NextSeg(): rule 1, rule 3 where there are no new data, and what begins a
// recovery.
Mask
PatternKnowledge::GetDueOf6675() const
{
    const Mask again = m_repair == Repair::RFC_6675_RESCUE ? resent & GetLostByOrder() : 0;
    const Mask fresh = GetOutstanding() & (~resent | again);
    Mask due = fresh & GetLostByCount();
    if (phase == Phase::RECOVERY && nxt == m_segments)
    {
        due |= fresh & Below(GetHighest());
    }
    return due | (duplicates >= THRESHOLD ? fresh & Bit(una) : 0);
}

int
PatternKnowledge::GetPipe() const
{
    const Mask outstanding = GetOutstanding();
    const bool repairs = phase == Phase::RECOVERY;
    if (repairs && m_repair == Repair::SACK)
    {
        return m_counted;
    }
    if (repairs && (m_repair == Repair::RFC_6675 || m_repair == Repair::RFC_6675_RESCUE))
    {
        // RFC 6675, section 4, SetPipe(): what rule 3 sends again counts twice.
        return Count(outstanding & ~GetLostByCount()) + Count(outstanding & resent & ~GetDue());
    }
    return Count(outstanding & ~GetDue());
}

} // namespace losspattern
