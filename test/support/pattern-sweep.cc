/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pattern-sweep.h"

#include "pattern-transfer.h"

#include <algorithm>
#include <set>
#include <utility>

namespace losspattern
{

namespace
{

using Order = std::array<int, WINDOW>;

/// All orders that displacing one segment makes of one.
void
Displace(const Order& from, std::set<Order>& to)
{
    for (int taken = 0; taken < WINDOW; ++taken)
    {
        for (int put = 0; put < WINDOW; ++put)
        {
            auto order = from;
            const auto begin = order.begin();
            if (taken < put)
            {
                std::rotate(begin + taken, begin + taken + 1, begin + put + 1);
            }
            else
            {
                std::rotate(begin + put, begin + taken, begin + taken + 1);
            }
            to.insert(order);
        }
    }
}

std::set<Order>
MakeOrders(Scope scope)
{
    const auto sent = Pattern::MakeOrder();
    if (scope != Scope::ONE_DISPLACED && scope != Scope::TWO_DISPLACED)
    {
        return {sent};
    }
    std::set<Order> one;
    Displace(sent, one);
    if (scope == Scope::ONE_DISPLACED)
    {
        one.erase(sent);
        return one;
    }
    std::set<Order> two;
    for (const auto& order : one)
    {
        Displace(order, two);
    }
    for (const auto& order : one)
    {
        two.erase(order);
    }
    return two;
}

/// Goes through the losses that are possible, one after another.
class Walk
{
  public:
    Walk(Repair repair, Reduction reduction, Tally& tally)
        : m_repair(repair),
          m_reduction(reduction),
          m_tally(tally)
    {
    }

    /// The pattern as it is.
    Result Try(const Pattern& pattern, bool counts = true)
    {
        auto result = PatternTransfer(pattern, m_repair, m_reduction).Run();
        if (counts)
        {
            Count(pattern, result);
        }
        return result;
    }

    /// The pattern with one or two retransmissions lost, and with @p andAcks ACKs, too.
    void TryRetransmissions(const Pattern& pattern, bool andAcks)
    {
        const auto all = Try(pattern, false).retransmissions;
        for (int first = 0; first < all; ++first)
        {
            auto again = pattern;
            again.lostAgain[0] = first;
            const auto more = TryOne(again, andAcks).retransmissions;
            for (int second = first + 1; second < more; ++second)
            {
                again.lostAgain[1] = second;
                TryOne(again, andAcks);
            }
        }
    }

    /// The pattern with one or two ACKs lost.
    void TryAcks(const Pattern& pattern, int all)
    {
        for (int first = 0; first < all; ++first)
        {
            auto acks = pattern;
            acks.lostAcks[0] = first;
            const auto more = Try(acks).acks;
            for (int second = first + 1; second < more; ++second)
            {
                acks.lostAcks[1] = second;
                Try(acks);
            }
        }
    }

  private:
    Result TryOne(const Pattern& pattern, bool andAcks)
    {
        const auto result = Try(pattern, !andAcks);
        if (andAcks)
        {
            TryAcks(pattern, result.acks);
        }
        return result;
    }

    void Count(const Pattern& pattern, const Result& result)
    {
        ++m_tally.cases;
        m_tally.withTimeout += result.timeouts + result.forcedTimeouts > 0 ? 1 : 0;
        m_tally.timeouts += result.timeouts;
        m_tally.forcedTimeouts += result.forcedTimeouts;
        m_tally.needless += result.needless;
        m_tally.time += result.time;
        if (!result.fault.empty() && m_tally.faults++ == 0)
        {
            m_tally.firstFault = pattern;
            m_tally.fault = result.fault;
        }
    }

    Repair m_repair;
    Reduction m_reduction;
    Tally& m_tally;
};

} // namespace

std::string
NameOf(Scope scope)
{
    switch (scope)
    {
    case Scope::FIRST:
        return "first";
    case Scope::RETRANSMISSIONS:
        return "retransmissions";
    case Scope::ACKS:
        return "acks";
    case Scope::BOTH:
        return "retransmissions+acks";
    case Scope::ONE_DISPLACED:
        return "one-displaced";
    case Scope::TWO_DISPLACED:
        return "two-displaced";
    case Scope::SUCCESSIVE:
        break;
    }
    return "successive";
}

Tally
Try(const Sweep& sweep, Repair repair, Reduction reduction)
{
    Tally tally;
    Walk walk(repair, reduction, tally);
    Pattern pattern;
    pattern.segments = sweep.segments;
    const int losable = sweep.scope == Scope::SUCCESSIVE ? sweep.segments : WINDOW;
    for (const auto& order : MakeOrders(sweep.scope))
    {
        pattern.order = order;
        for (pattern.lost = 0; pattern.lost < Bit(losable); ++pattern.lost)
        {
            if (Count(pattern.lost) > sweep.mostLost)
            {
                // As are all up to the next carry, which have these bits and more.
                pattern.lost += (pattern.lost & -pattern.lost) - 1;
                continue;
            }
            switch (sweep.scope)
            {
            case Scope::RETRANSMISSIONS:
            case Scope::BOTH:
                walk.TryRetransmissions(pattern, sweep.scope == Scope::BOTH);
                break;
            case Scope::ACKS:
                walk.TryAcks(pattern, walk.Try(pattern, false).acks);
                break;
            default:
                walk.Try(pattern);
                break;
            }
        }
    }
    return tally;
}

std::vector<std::pair<Sweep, Reduction>>
MakeSweeps(bool all)
{
    std::vector<std::pair<Sweep, Reduction>> sweeps;
    for (const int segments : {WINDOW, 2 * WINDOW})
    {
        for (const auto reduction : REDUCTIONS)
        {
            const bool isShort = reduction == Reduction::HALVING;
            sweeps.push_back({{Scope::FIRST, segments, WINDOW}, reduction});
            sweeps.push_back({{Scope::ONE_DISPLACED, segments, 2}, reduction});
            if (segments > WINDOW)
            {
                sweeps.push_back({{Scope::SUCCESSIVE, segments, 4}, reduction});
            }
            if (all || isShort)
            {
                sweeps.push_back({{Scope::RETRANSMISSIONS, segments, WINDOW}, reduction});
            }
            if (all || (isShort && segments == WINDOW))
            {
                sweeps.push_back({{Scope::ACKS, segments, WINDOW}, reduction});
            }
            if (all)
            {
                sweeps.push_back({{Scope::TWO_DISPLACED, segments, 1}, reduction});
            }
        }
    }
    if (all)
    {
        sweeps.push_back({{Scope::BOTH, WINDOW, 4}, Reduction::HALVING});
    }
    return sweeps;
}

} // namespace losspattern
