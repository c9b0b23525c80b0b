/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rack-send-list.h"

#include <iterator>

namespace ns3
{

void
RackSendList::Send(OctetRange range, Instant now)
{
    if (range.begin >= range.end)
    {
        return;
    }
    if (m_entries.empty() || std::prev(m_entries.end())->first <= range.begin)
    {
        Insert(range.end, {range.begin, now, false, State::IN_FLIGHT});
        return;
    }
    Cut(range.begin);
    Cut(range.end);
    auto entry = m_entries.upper_bound(range.begin);
    while (entry != m_entries.end() && entry->first <= range.end)
    {
        // Pieces that go in one segment are one again.
        OctetRange piece{entry->second.begin, entry->first};
        if (entry->second.state == State::SACKED)
        {
            ++entry;
            continue;
        }
        entry = Erase(entry);
        while (entry != m_entries.end() && entry->first <= range.end &&
               entry->second.state != State::SACKED)
        {
            piece.end = entry->first;
            entry = Erase(entry);
        }
        Insert(piece.end, {piece.begin, now, true, State::IN_FLIGHT});
    }
}

void
RackSendList::Acknowledge(uint64_t una, std::vector<Segment>& delivered)
{
    Cut(una);
    auto entry = m_entries.begin();
    while (entry != m_entries.end() && entry->first <= una)
    {
        if (entry->second.state != State::SACKED)
        {
            delivered.push_back(Describe(*entry));
        }
        entry = Erase(entry);
    }
}

void
RackSendList::Sack(OctetRange range, std::vector<Segment>& delivered)
{
    Cut(range.begin);
    Cut(range.end);
    for (auto entry = m_entries.upper_bound(range.begin);
         entry != m_entries.end() && entry->first <= range.end;
         ++entry)
    {
        if (entry->second.state != State::SACKED)
        {
            delivered.push_back(Describe(*entry));
            SetState(entry, State::SACKED);
        }
    }
}

std::optional<RackSendList::Segment>
RackSendList::LoseOldest(SendKey before, Instant sentBy)
{
    if (m_byTime.empty() || *m_byTime.begin() >= before || m_byTime.begin()->first > sentBy)
    {
        return std::nullopt;
    }
    const auto entry = m_entries.find(m_byTime.begin()->second);
    SetState(entry, State::LOST);
    return Describe(*entry);
}

std::optional<RackSendList::Segment>
RackSendList::LoseHead()
{
    const auto head = m_entries.begin();
    if (head == m_entries.end() || head->second.state != State::IN_FLIGHT)
    {
        return std::nullopt;
    }
    SetState(head, State::LOST);
    return Describe(*head);
}

void
RackSendList::LoseSacked()
{
    for (auto entry = m_entries.begin(); entry != m_entries.end() && m_sackedCount > 0; ++entry)
    {
        if (entry->second.state == State::SACKED)
        {
            SetState(entry, State::LOST);
        }
    }
}

void
RackSendList::ForgetLosses()
{
    while (!m_lost.empty())
    {
        SetState(m_entries.find(*m_lost.begin()), State::IN_FLIGHT);
    }
}

std::optional<RackSendList::Instant>
RackSendList::FindYoungest(SendKey before) const
{
    const auto notBefore = m_byTime.lower_bound(before);
    return notBefore == m_byTime.begin() ? std::nullopt
                                         : std::optional(std::prev(notBefore)->first);
}

std::optional<OctetRange>
RackSendList::GetFirstLost() const
{
    if (m_lost.empty())
    {
        return std::nullopt;
    }
    const auto entry = m_entries.find(*m_lost.begin());
    return OctetRange{entry->second.begin, entry->first};
}

std::optional<OctetRange>
RackSendList::GetLast() const
{
    if (m_entries.empty())
    {
        return std::nullopt;
    }
    const auto last = std::prev(m_entries.end());
    return OctetRange{last->second.begin, last->first};
}

void
RackSendList::Join(Entries::const_reference entry)
{
    const auto& [end, segment] = entry;
    switch (segment.state)
    {
    case State::IN_FLIGHT:
        m_inFlight += end - segment.begin;
        m_byTime.emplace_hint(m_byTime.end(), segment.sent, end); // mostly the latest
        break;
    case State::LOST:
        m_lostOctets += end - segment.begin;
        m_lost.insert(end);
        break;
    case State::SACKED:
        ++m_sackedCount;
        break;
    }
}

void
RackSendList::Leave(Entries::const_reference entry)
{
    const auto& [end, segment] = entry;
    switch (segment.state)
    {
    case State::IN_FLIGHT:
        m_inFlight -= end - segment.begin;
        m_byTime.erase({segment.sent, end});
        break;
    case State::LOST:
        m_lostOctets -= end - segment.begin;
        m_lost.erase(end);
        break;
    case State::SACKED:
        --m_sackedCount;
        break;
    }
}

RackSendList::Entries::iterator
RackSendList::Erase(Entries::iterator entry)
{
    Leave(*entry);
    return m_entries.erase(entry);
}

void
RackSendList::SetState(Entries::iterator entry, State state)
{
    Leave(*entry);
    entry->second.state = state;
    Join(*entry);
}

void
RackSendList::Cut(uint64_t position)
{
    const auto whole = m_entries.upper_bound(position);
    if (whole == m_entries.end() || whole->second.begin >= position)
    {
        return;
    }
    auto front = whole->second;
    const auto end = whole->first;
    auto back = front;
    back.begin = position;
    Erase(whole);
    Insert(position, front);
    Insert(end, back);
}

RackSendList::Segment
RackSendList::Describe(Entries::const_reference entry)
{
    const auto& [end, segment] = entry;
    return {{segment.begin, end}, segment.sent, segment.again};
}

} // namespace ns3
