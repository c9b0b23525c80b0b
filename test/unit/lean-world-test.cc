/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Timelines by hand. That lean/ does what ns-3 does is tcp-lossy-worlds' to say.

#include "../worlds/world-application.h"
#include "lean/lean-world.h"
#include "lean/variants.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace LeanWorldTests
{

using lean::Instant;
using Application = worlds::ApplicationSetting;
using worlds::LeanHost;
using namespace std::chrono_literals;

/// IP, PPP and TCP with timestamps, which fill three words with their padding.
constexpr uint32_t HEADERS = 20 + 2 + 20 + 12;

/// Two hosts and 8 Mbit/s, an octet a microsecond, 10 ms each way.
class LeanWorld : public testing::Test
{
  protected:
    LeanWorld()
    {
        m_settings.rate = 8'000'000;
        m_settings.delay = 10ms;
        m_attributes.mss = 1000;
    }

    LeanHost& Add(const Application& application)
    {
        return m_hosts.emplace_back(m_world, m_attributes.Make({}), lean::Control(), application);
    }

    using Links = std::pair<lean::Link&, lean::Link&>; //!< there and back

    /// Join two hosts by links of their own.
    Links Join(lean::Host& first, lean::Host& second, bool opens = true)
    {
        auto& there = m_world.AddLink(m_settings);
        m_settings.loss = nullptr;
        m_settings.conditions = nullptr;
        auto& back = m_world.AddLink(m_settings);
        first.SetRoute({{&there}, &second});
        second.SetRoute({{&back}, &first});
        if (opens)
        {
            first.OpenAt(Instant(0));
        }
        return {there, back};
    }

    /// Write down when how many octets of data come to a link that has room for all.
    void Watch(lean::Link& link)
    {
        link.AddWatch(lean::Link::Event::ENQUEUE, [this](auto when, auto& packet) {
            m_sent.emplace_back(when, packet.segment.payload.Size());
        });
    }

    /// @return packets of a link that found no room, or were lost, so far
    std::shared_ptr<int> CountMissing(lean::Link& link)
    {
        auto count = std::make_shared<int>(0);
        for (const auto event : {lean::Link::Event::DROP, lean::Link::Event::LOSS})
        {
            link.AddWatch(event, [count](auto, auto&) { ++*count; });
        }
        return count;
    }

    using Sent = std::vector<std::pair<Instant, uint64_t>>;

    lean::World m_world;
    std::deque<LeanHost> m_hosts;
    lean::LinkSettings m_settings;
    lean::Attributes m_attributes;
    Sent m_sent;
};

Application
Write(uint32_t piece, uint64_t volume)
{
    Application application;
    application.piece = piece;
    application.volume = volume;
    return application;
}

TEST_F(LeanWorld, ASegmentTakesItsOctetsAndTheDelay)
{
    auto& sender = Add(Write(1000, 2000));
    auto& receiver = Add({});
    Watch(Join(sender, receiver).second);
    m_world.GetClock().Run(1s);
    // The SYN has 4 octets of size, 3 of scale, 2 of SACK and 10 of timestamps: 20 in words. Its
    // answer has the same, an ACK the timestamps.
    const Instant syn = 62us + 10ms;
    // Data follow the ACK on the link.
    const Instant data = 2 * syn + HEADERS * 1us + 10ms + 1000us + HEADERS * 1us;
    // The first segment is acknowledged at once, the second one after 200 ms.
    ASSERT_EQ(m_sent.size(), 3U);
    EXPECT_EQ(m_sent[0].first, syn);
    EXPECT_EQ(m_sent[1].first, data);
    EXPECT_EQ(m_sent[2].first, data + 1054us + 200ms);
    EXPECT_EQ(receiver.GetRead(), 2000U);
}

TEST_F(LeanWorld, ThePacketBeingSentIsNotInTheQueue)
{
    m_settings.queue.most = 3;
    const auto dropped = CountMissing(Join(Add(Write(1000, 10'000)), Add({})).first);
    m_world.GetClock().Run(25ms);
    // The ACK of the handshake is.
    EXPECT_EQ(*dropped, 10 - 3);
}

// After 50 ms the link stands still: one packet stays on it, and the queue is full for good.
TEST_F(LeanWorld, BehindAPacketThatIsNeverSentTheQueueFills)
{
    using Event = lean::Link::Event;
    const ns3::RateTable::Rows rows{{0ms, 8'000'000, 0ms, 0}, {50ms, 0, 0ms, 0}};
    std::array<std::map<Event, Sent>, 2> seen;
    m_settings.queue.most = 12;
    for (const std::size_t isServed : {0, 1})
    {
        m_settings.isServed = isServed;
        m_settings.conditions = std::make_shared<ns3::RateTable>(rows, false, Instant(0));
        auto& link = Join(Add(Write(1000, 100'000)), Add({})).first;
        for (const auto event : {Event::ENQUEUE, Event::DROP, Event::LOSS, Event::ARRIVAL})
        {
            link.AddWatch(event, [&events = seen[isServed][event]](auto when, auto& packet) {
                events.emplace_back(when, packet.segment.payload.Size());
            });
        }
    }
    m_world.GetClock().Run(100s);
    auto& computed = seen[0];
    EXPECT_EQ(computed[Event::ENQUEUE].size(), computed[Event::ARRIVAL].size() + 1 + 12);
    EXPECT_FALSE(computed[Event::DROP].empty());
    EXPECT_TRUE(computed[Event::LOSS].empty());
    EXPECT_EQ(computed, seen[1]);
}

TEST_F(LeanWorld, WhatIsLostIsRepaired)
{
    const lean::PlannedLosses planned{{2, 1}, {3, 1}, {3, 2}};
    m_settings.loss = lean::LoseSegments(1000, std::make_shared<lean::PlannedLosses>(planned));
    auto& receiver = Add({});
    const auto lost = CountMissing(Join(Add(Write(1000, 50'000)), receiver).first);
    m_world.GetClock().Run(10s);
    EXPECT_EQ(*lost, 3);
    EXPECT_EQ(receiver.GetRead(), 50'000U);
}

// A window of 4 with an ACK each; the ACKs of 1 to 3 segments are lost, that of 4 tells of all. Of
// 8 only the second is to be lost, which there is not.
TEST_F(LeanWorld, AcksAreLostByWhatTheyAcknowledge)
{
    m_attributes.sender.initialWindow = 4;
    m_attributes.receiver.acks.count = 1;
    auto& sender = Add(Write(1000, 8'000));
    auto& receiver = Add({});
    auto& there = m_world.AddLink(m_settings);
    const auto planned = std::make_shared<lean::PlannedLosses>();
    *planned = {{1, 1}, {2, 1}, {3, 1}, {8, 2}};
    m_settings.loss = lean::LoseAcks(1000, planned);
    auto& back = m_world.AddLink(m_settings);
    const auto lost = CountMissing(back);
    sender.SetRoute({{&there}, &receiver});
    receiver.SetRoute({{&back}, &sender});
    sender.OpenAt(Instant(0));
    Watch(there);
    m_world.GetClock().Run(5s);
    EXPECT_EQ(*lost, 3);
    EXPECT_EQ(planned->size(), 1U);
    EXPECT_EQ(receiver.GetRead(), 8'000U);
    // Nothing in the first round trip after the window, nothing again.
    std::vector<Instant> data;
    for (const auto& [when, octets] : m_sent)
    {
        if (octets > 0)
        {
            data.push_back(when);
        }
    }
    ASSERT_EQ(data.size(), 8U);
    EXPECT_EQ(data[3], data[0]);
    // The handshake's ACK went a nanosecond before the data, and is in front of the link.
    const auto ack = data[0] - 1ns;
    EXPECT_EQ(data[4], ack + (HEADERS + 4 * 1054) * 1us + 10ms + HEADERS * 1us + 10ms);
}

TEST_F(LeanWorld, PiecesComeInTheirTimesAndPause)
{
    auto writer = Write(500, 3'000);
    writer.every = 100ms;
    writer.on = 250ms;
    writer.off = 1s;
    Watch(Join(Add(writer), Add({})).first);
    m_world.GetClock().Run(3s);
    // Connected, the application writes at once; what it writes goes a nanosecond later.
    const auto connected = 2 * (62us + 10ms) + 1ns;
    Sent data;
    for (const auto& [at, octets] : m_sent)
    {
        if (octets > 0)
        {
            data.emplace_back(at - connected, octets);
        }
    }
    EXPECT_EQ(data,
              (Sent{{0ms, 500},
                    {100ms, 500},
                    {200ms, 500},
                    {1250ms, 500},
                    {1350ms, 500},
                    {1450ms, 500}}));
}

TEST_F(LeanWorld, PiecesMayComeAtAnyTimesFromTheOpeningOn)
{
    // The first one comes within the handshake.
    const auto wait = [wait = 5ms]() mutable { return std::exchange(wait, 3 * wait + 80ms); };
    Watch(Join(m_world.AddHost(m_attributes.Make({500, wait}), {}), Add({})).first);
    m_world.GetClock().Run(1s);
    Sent data;
    for (const auto& [at, octets] : m_sent)
    {
        if (octets > 0)
        {
            data.emplace_back(at, octets);
        }
    }
    const auto connected = 2 * (62us + 10ms);
    const auto second = 5ms + 95ms;
    EXPECT_EQ(data, (Sent{{connected, 500}, {second + 1ns, 500}, {second + 365ms + 1ns, 500}}));
}

TEST_F(LeanWorld, AReaderMayPause)
{
    m_attributes.receiver.buffer = 5000;
    Application reader;
    reader.readsFrom = 3s;
    auto& receiver = Add(reader);
    Join(Add(Write(1000, 20'000)), receiver);
    m_world.GetClock().Run(2999ms);
    EXPECT_EQ(receiver.GetRead(), 0U);
    m_world.GetClock().Run(3s + 1ns);
    EXPECT_EQ(receiver.GetRead(), 5000U);
    m_world.GetClock().Run(20s);
    EXPECT_EQ(receiver.GetRead(), 20'000U);
}

// ns-3's PersistTimeout: a window that has closed is probed after 6 s, however long RTO is.
TEST_F(LeanWorld, AClosedWindowIsProbedAfterSixSeconds)
{
    m_settings.delay = 4s;
    m_attributes.handshake.timeout = 30s;
    m_attributes.receiver.buffer = 5000;
    Application reader;
    reader.readsFrom = 100s;
    Watch(Join(Add(Write(1000, 20'000)), Add(reader)).first);
    m_world.GetClock().Run(50s);
    const auto probe = std::find_if(m_sent.begin(), m_sent.end(), [](const auto& sent) {
        return sent.second == 1;
    });
    ASSERT_NE(probe, m_sent.end());
    const auto connected = 2 * (62us + 4s);
    const auto closed = connected + (HEADERS + 5 * 1054) * 1us + 4s + HEADERS * 1us + 4s;
    EXPECT_EQ(probe->first, closed + 6s);
}

TEST_F(LeanWorld, AConnectionMayFollowAnother)
{
    auto writer = Write(1000, 1000);
    writer.closes = true;
    Application reader;
    reader.closesAfterPeer = true;
    auto& second = Add(writer);
    auto& first = Add(writer);
    first.ended = [&] { second.OpenAt(m_world.GetClock().GetNow() + 500ms); };
    auto& peer = Add(reader);
    Join(first, peer);
    auto& last = Add(reader);
    Watch(Join(second, last, false).first);
    m_world.GetClock().Run(10s);
    EXPECT_EQ(peer.GetRead(), 1000U);
    EXPECT_EQ(last.GetRead(), 1000U);
    ASSERT_FALSE(m_sent.empty());
    // SYN and its answer, data with a FIN, the peer's FIN with its ACK.
    EXPECT_EQ(m_sent[0].first, 2 * (62us + 10ms) + 1054us + 54us + 54us + 20ms + 500ms);
}

} // namespace LeanWorldTests
