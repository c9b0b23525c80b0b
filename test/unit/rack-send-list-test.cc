/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rack-send-list.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>
#include <vector>

using namespace std::chrono_literals;
using ns3::OctetRange;
using ns3::RackSendList;

namespace
{

using Segments = std::vector<RackSendList::Segment>;

std::vector<OctetRange>
RangesOf(const Segments& segments)
{
    std::vector<OctetRange> ranges;
    for (const auto& segment : segments)
    {
        ranges.push_back(segment.range);
    }
    return ranges;
}

/// Everything by octets: when each was sent last, and what is known of it.
class OctetModel
{
  public:
    struct Octet
    {
        std::chrono::nanoseconds sent;
        bool again;
        char state; // 'f'light, 'l'ost, 's'acked
    };

    void Send(OctetRange range, std::chrono::nanoseconds now)
    {
        for (auto i = range.begin; i < range.end; ++i)
        {
            const auto known = m_octets.find(i);
            if (known == m_octets.end())
            {
                m_octets[i] = {now, false, 'f'};
            }
            else if (known->second.state != 's')
            {
                known->second = {now, true, 'f'};
            }
        }
    }

    uint64_t Deliver(OctetRange range, bool forGood)
    {
        uint64_t fresh = 0;
        for (auto i = range.begin; i < range.end; ++i)
        {
            fresh += m_octets.at(i).state != 's';
            m_octets.at(i).state = 's';
            if (forGood)
            {
                m_octets.erase(i);
            }
        }
        return fresh;
    }

    /// Those of segments whose end is known are compared by the list; here all of a send time go.
    void LoseUntil(std::chrono::nanoseconds sentBy)
    {
        for (auto& [position, octet] : m_octets)
        {
            octet.state = octet.state == 'f' && octet.sent <= sentBy ? 'l' : octet.state;
        }
    }

    uint64_t Count(char state) const
    {
        uint64_t count = 0;
        for (const auto& [position, octet] : m_octets)
        {
            count += octet.state == state;
        }
        return count;
    }

    std::optional<uint64_t> FirstLost() const
    {
        for (const auto& [position, octet] : m_octets)
        {
            if (octet.state == 'l')
            {
                return position;
            }
        }
        return std::nullopt;
    }

    const Octet& At(uint64_t position) const
    {
        return m_octets.at(position);
    }

  private:
    std::map<uint64_t, Octet> m_octets;
};

constexpr RackSendList::SendKey ALL{std::chrono::nanoseconds::max(), UINT64_MAX};

} // namespace

TEST(RackSendList, SendingAndAcknowledging)
{
    RackSendList list;
    list.Send({0, 10}, 1ms);
    list.Send({10, 20}, 2ms);
    list.Send({20, 25}, 2ms);
    EXPECT_EQ(list.GetInFlight(), 25U);
    EXPECT_EQ(list.GetSegments(), 3U);
    EXPECT_EQ(list.GetLast(), (OctetRange{20, 25}));
    Segments delivered;
    list.Acknowledge(15, delivered);
    EXPECT_EQ(RangesOf(delivered), (std::vector<OctetRange>{{0, 10}, {10, 15}}));
    EXPECT_EQ(delivered[1].sent, 2ms);
    EXPECT_FALSE(delivered[1].again);
    EXPECT_EQ(list.GetInFlight(), 10U);
    EXPECT_EQ(list.GetSegments(), 2U);
}

TEST(RackSendList, WhatIsSentAgainIsYoungest)
{
    RackSendList list;
    list.Send({0, 10}, 1ms);
    list.Send({10, 20}, 1ms);
    list.Send({20, 30}, 1ms);
    list.Send({0, 10}, 5ms);
    EXPECT_EQ(list.GetInFlight(), 30U) << "once only";
    EXPECT_EQ(list.LoseOldest(ALL, 5ms)->range, (OctetRange{10, 20}));
    EXPECT_EQ(list.LoseOldest(ALL, 5ms)->range, (OctetRange{20, 30}));
    const auto last = list.LoseOldest(ALL, 5ms);
    EXPECT_EQ(last->range, (OctetRange{0, 10}));
    EXPECT_TRUE(last->again);
    EXPECT_FALSE(list.LoseOldest(ALL, 5ms));
    EXPECT_EQ(list.GetLost(), 30U);
    EXPECT_EQ(list.GetFirstLost(), (OctetRange{0, 10})) << "by position";
}

// Section 6.2, step 2: "sent after" breaks ties by position.
TEST(RackSendList, SentAfter)
{
    RackSendList list;
    list.Send({0, 10}, 1ms);
    list.Send({10, 20}, 1ms);
    list.Send({20, 30}, 1ms);
    EXPECT_EQ(list.FindYoungest({1ms, 20}), 1ms);
    EXPECT_FALSE(list.FindYoungest({1ms, 10})) << "none before itself";
    EXPECT_FALSE(list.LoseOldest({1ms, 30}, 0ms)) << "too young";
    EXPECT_EQ(list.LoseOldest({1ms, 20}, 1ms)->range, (OctetRange{0, 10}));
    EXPECT_FALSE(list.LoseOldest({1ms, 20}, 1ms)) << "the segment itself";
}

TEST(RackSendList, SackedIsNeitherLostNorSentAgain)
{
    RackSendList list;
    list.Send({0, 10}, 1ms);
    list.Send({10, 20}, 1ms);
    list.Send({20, 30}, 1ms);
    Segments delivered;
    list.Sack({10, 20}, delivered);
    list.Sack({10, 20}, delivered);
    EXPECT_EQ(RangesOf(delivered), (std::vector<OctetRange>{{10, 20}}));
    EXPECT_EQ(list.GetSackedSegments(), 1U);
    EXPECT_EQ(list.GetInFlight(), 20U);
    list.Send({0, 30}, 3ms);
    EXPECT_EQ(list.GetSackedSegments(), 1U);
    delivered.clear();
    list.Acknowledge(30, delivered);
    EXPECT_EQ(RangesOf(delivered), (std::vector<OctetRange>{{0, 10}, {20, 30}}));
    EXPECT_TRUE(delivered[0].again);
    EXPECT_EQ(list.GetSackedSegments(), 0U);
    EXPECT_EQ(list.GetInFlight(), 0U);
}

TEST(RackSendList, LostSegmentsArriveAllTheSame)
{
    RackSendList list;
    list.Send({0, 10}, 1ms);
    list.Send({10, 20}, 2ms);
    ASSERT_TRUE(list.LoseOldest(ALL, 1ms));
    Segments delivered;
    list.Acknowledge(10, delivered);
    ASSERT_EQ(delivered.size(), 1U);
    EXPECT_EQ(delivered[0].sent, 1ms);
    EXPECT_EQ(list.GetLost(), 0U);
    EXPECT_FALSE(list.GetFirstLost());
}

TEST(RackSendList, HeadAndReneging)
{
    RackSendList list;
    EXPECT_FALSE(list.LoseHead());
    list.Send({0, 10}, 1ms);
    list.Send({10, 20}, 1ms);
    list.Send({20, 30}, 1ms);
    Segments delivered;
    list.Sack({10, 30}, delivered);
    EXPECT_EQ(list.LoseHead()->range, (OctetRange{0, 10}));
    EXPECT_FALSE(list.LoseHead()) << "lost once";
    list.LoseSacked();
    EXPECT_EQ(list.GetLost(), 30U);
    EXPECT_EQ(list.GetSackedSegments(), 0U);
}

TEST(RackSendList, RandomEventsAgainstOctets)
{
    std::mt19937 random(8985);
    const auto below = [&random](uint64_t bound) { return random() % bound; };
    for (int run = 0; run < 40; ++run)
    {
        RackSendList list;
        OctetModel model;
        uint64_t una = 0;
        uint64_t nxt = 0;
        Segments delivered;
        for (int step = 1; step < 150; ++step)
        {
            const std::chrono::nanoseconds now(step);
            delivered.clear();
            uint64_t fresh = 0;
            const auto a = una + below(nxt - una + 1);
            const auto b = a + below(nxt - a + 1);
            switch (below(6))
            {
            case 0:
                list.Sack({a, b}, delivered);
                fresh = model.Deliver({a, b}, false);
                break;
            case 1:
                list.Acknowledge(a, delivered);
                fresh = model.Deliver({una, a}, true);
                una = a;
                break;
            case 2: {
                const std::chrono::nanoseconds limit(below(step));
                while (list.LoseOldest(ALL, limit))
                {
                }
                model.LoseUntil(limit);
                break;
            }
            case 3:
                if (const auto lost = list.GetFirstLost())
                {
                    list.Send(*lost, now);
                    model.Send(*lost, now);
                }
                break;
            default: {
                const auto size = 1 + below(9);
                list.Send({nxt, nxt + size}, now);
                model.Send({nxt, nxt + size}, now);
                nxt += size;
                break;
            }
            }
            uint64_t taken = 0;
            for (const auto& segment : delivered)
            {
                taken += segment.range.Size();
            }
            ASSERT_EQ(taken, fresh) << run << " " << step;
            ASSERT_EQ(list.GetInFlight(), model.Count('f')) << run << " " << step;
            ASSERT_EQ(list.GetLost(), model.Count('l')) << run << " " << step;
            const auto lost = list.GetFirstLost();
            ASSERT_EQ(lost ? std::optional(lost->begin) : std::nullopt, model.FirstLost());
        }
    }
}
