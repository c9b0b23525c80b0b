/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pattern-path.h"

#include <algorithm>
#include <utility>

namespace losspattern
{

namespace
{
/// Blocks that a SACK option has room for beside timestamps (RFC 2018, section 3).
constexpr std::size_t MOST_BLOCKS = 3;

bool
Has(const std::array<int, 2>& numbers, int number)
{
    return numbers[0] == number || numbers[1] == number;
}
} // namespace

PatternPath::PatternPath(const Pattern& pattern)
    : m_pattern(pattern)
{
}

bool
PatternPath::IsLost(int segment, bool again)
{
    if (!again)
    {
        return (m_pattern.lost & Bit(segment)) != 0;
    }
    return Has(m_pattern.lostAgain, retransmissions++);
}

void
PatternPath::Send(int segment, Instant now)
{
    const bool again = (m_sentOnce & Bit(segment)) != 0;
    const bool isNeeded = (m_willBeHeld & Bit(segment)) == 0;
    m_sentOnce |= Bit(segment);
    needless += isNeeded ? 0 : 1;
    m_free = std::max(m_free, now) + SPACING;
    const int number = sent++;
    if (IsLost(segment, again))
    {
        return;
    }
    m_willBeHeld |= Bit(segment);
    Copy copy{m_free + DELAY, now, segment, number, isNeeded};
    m_inTransit += isNeeded ? 1 : 0;
    if (number < WINDOW)
    {
        const auto& order = m_pattern.order;
        const auto slot = std::find(order.begin(), order.end(), segment) - order.begin();
        copy.at = (slot + 1) * SPACING + DELAY;
    }
    const auto after =
        std::upper_bound(m_copies.begin(), m_copies.end(), copy, [](const auto& a, const auto& b) {
            return a.at < b.at;
        });
    m_copies.insert(after, copy);
}

std::optional<Instant>
PatternPath::GetNext() const
{
    if (m_copies.empty() && m_acks.empty())
    {
        return std::nullopt;
    }
    const auto copy = m_copies.empty() ? Instant::max() : m_copies.front().at;
    const auto ack = m_acks.empty() ? Instant::max() : m_acks.front().at;
    return std::min(copy, ack);
}

std::optional<PatternPath::Ack>
PatternPath::Arrive()
{
    const bool isAck =
        m_copies.empty() || (!m_acks.empty() && m_acks.front().at <= m_copies.front().at);
    if (isAck)
    {
        auto ack = std::move(m_acks.front());
        m_acks.pop_front();
        m_inTransit -= ack.isOfNeeded ? 1 : 0;
        return ack;
    }
    const auto copy = m_copies.front();
    m_copies.pop_front();
    Acknowledge(copy);
    return std::nullopt;
}

void
PatternPath::Acknowledge(const Copy& copy)
{
    const ns3::OctetRange range{copy.segment * MSS, (copy.segment + 1) * MSS};
    // RFC 7323, section 4.3: the echo is that of the segment which was due.
    if (range.begin <= m_queue.GetNext())
    {
        m_stamp = copy.sent;
    }
    const auto arrival = m_queue.Insert(range);
    m_held |= Bit(copy.segment);
    m_youngest = std::max(m_youngest, copy.number);
    Ack ack;
    ack.at = copy.at + DELAY;
    ack.youngest = m_youngest;
    ack.isOfNeeded = copy.isNeeded;
    ack.event.ack = m_queue.GetNext();
    ack.event.duplicate = arrival.duplicate;
    ack.event.blocks = m_queue.GetBlocks(MOST_BLOCKS - (arrival.duplicate ? 1 : 0));
    ack.event.echo = m_stamp;
    ack.event.now = ack.at;
    Check(ack.event);
    if (Has(m_pattern.lostAcks, acks++))
    {
        m_inTransit -= copy.isNeeded ? 1 : 0;
        return;
    }
    m_acks.push_back(std::move(ack));
}

void
PatternPath::Check(const ns3::LossRecovery::AckEvent& event)
{
    int missing = 0;
    while ((m_held & Bit(missing)) != 0)
    {
        ++missing;
    }
    if (event.ack != missing * MSS)
    {
        m_fault = "the receiver acknowledges " + std::to_string(event.ack) + " and lacks segment " +
                  std::to_string(missing);
    }
    for (const auto& block : event.blocks)
    {
        const auto told =
            Below(static_cast<int>(block.end / MSS)) & ~Below(static_cast<int>(block.begin / MSS));
        if ((told & ~m_held) != 0)
        {
            m_fault = "the receiver reports what it lacks";
        }
    }
}

Mask
PatternPath::GetHeld() const
{
    return m_held;
}

int
PatternPath::GetInTransit() const
{
    return m_inTransit;
}

bool
PatternPath::IsUnderWay(int segment) const
{
    return std::any_of(m_copies.begin(), m_copies.end(), [segment](const auto& copy) {
        return copy.segment == segment;
    });
}

const std::string&
PatternPath::GetFault() const
{
    return m_fault;
}

} // namespace losspattern
