/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bbr-control.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

using namespace std::chrono_literals;
using ns3::AckAggregation;
using ns3::ControlEvent;
using ns3::DeliveryRate;
using ns3::Instant;
using ns3::KernelBbrControl;
using ns3::PolicerWatch;
using ns3::Window;
using ns3::WindowControl;

namespace BbrControlTests
{

constexpr uint32_t MSS = 1000;

/// A path that carries a segment in each millisecond, 40 ms there and back, with an ACK for each:
/// it holds 40 segments. There is always something to send, and nothing is lost.
class Path
{
  public:
    Path()
    {
        m_window.mss = MSS;
        m_window.cwnd = 10 * MSS;
        m_window.ssthresh = UINT32_MAX;
        m_window.srtt = m_window.lastRtt = 40ms;
        m_control.Start(m_window);
    }

    /// Go on until a time; who looks sees the window after each ACK.
    template <class Look>
    void Run(Instant until, Look look)
    {
        while (m_now < until)
        {
            Send();
            const bool waits = HasRoom() && m_departure < NextAck();
            m_now = waits ? m_departure : NextAck();
            if (!waits)
            {
                Acknowledge();
                look(m_now, m_window.cwnd / MSS);
            }
        }
    }

    Window& GetWindow()
    {
        return m_window;
    }

    std::size_t GetInFlight() const
    {
        return m_flight.size();
    }

    /// The application has no more than so many segments on their way.
    void Limit(std::size_t segments)
    {
        m_most = segments;
    }

    /// Losses that the next ACK shows; segments.
    void Lose(uint32_t segments)
    {
        m_losses = segments;
    }

    KernelBbrControl& GetControl()
    {
        return m_control;
    }

  private:
    struct Sending
    {
        Instant sent;
        Instant answered;
    };

    bool HasRoom() const
    {
        return m_flight.size() * MSS < m_window.cwnd && m_flight.size() < m_most;
    }

    Instant NextAck() const
    {
        return m_flight.front().answered;
    }

    void Send()
    {
        while (HasRoom() && m_now >= m_departure)
        {
            m_window.now = m_now;
            if (m_flight.empty())
            {
                m_control.OnEvent(m_window, ControlEvent::TX_START);
            }
            m_free = std::max(m_free, m_now) + 1ms;
            m_flight.push_back({m_now, m_free + 40ms});
            m_window.nxt += MSS;
            m_window.inFlight += MSS;
            m_departure = m_now + m_control.GetPace(m_window, MSS).value_or(0ms);
        }
    }

    void Acknowledge()
    {
        WindowControl::AckOutcome outcome;
        outcome.delivered.acknowledged = outcome.delivered.octets = MSS;
        outcome.delivered.segments = 1;
        outcome.lost.octets = uint64_t{std::exchange(m_losses, 0)} * MSS;
        m_window.now = m_now;
        m_window.una += MSS;
        m_control.OnAck(m_window, outcome);
        m_window.inFlight -= MSS;
        m_window.sending = m_flight.front().sent;
        m_window.lastRtt = m_now - m_flight.front().sent;
        m_flight.pop_front();
        m_control.Regulate(m_window, outcome);
    }

    KernelBbrControl m_control;
    Window m_window;
    Instant m_now{0};
    Instant m_departure{0};
    Instant m_free{0};
    std::deque<Sending> m_flight;
    std::size_t m_most{SIZE_MAX};
    uint32_t m_losses{0};
};

constexpr auto BLIND = [](Instant, uint32_t) {};

TEST(BbrControlTest, FindsTheRateAndHoldsTwicePathAndWhatWaitsAtItsEnds)
{
    Path path;
    path.Run(5s, BLIND);
    // 2 * 41 ms * 1 segment/ms = 82, and 3 bursts of 2 segments, which are even; 2 more while it
    // probes.
    std::vector<uint32_t> windows;
    path.Run(9s, [&](Instant, uint32_t cwnd) { windows.push_back(cwnd); });
    const auto [least, most] = std::minmax_element(windows.begin(), windows.end());
    EXPECT_GE(*least, 88);
    EXPECT_LE(*most, 94);
}

TEST(BbrControlTest, AQueueIsDrainedAfterStartup)
{
    Path path;
    std::size_t most = 0;
    path.Run(1s, [&](Instant, uint32_t) { most = std::max(most, path.GetInFlight()); });
    EXPECT_GT(most, 80) << "slow start goes far beyond the path";
    path.Run(2s, BLIND);
    std::size_t inFlight = 0;
    std::size_t acks = 0;
    path.Run(4s, [&](Instant, uint32_t) {
        inFlight += path.GetInFlight();
        ++acks;
    });
    EXPECT_NEAR(inFlight / acks, 41, 6) << "what the path holds";
    EXPECT_NEAR(acks, 2000, 40) << "and the path is full";
}

TEST(BbrControlTest, ProbesForTheLeastRoundTripAfterTenSeconds)
{
    Path path;
    Instant begin(0);
    Instant end(0);
    path.Run(15s, [&](Instant now, uint32_t cwnd) {
        if (now > 1s && cwnd == 4)
        {
            begin = begin == 0ms ? now : begin;
            end = now;
        }
    });
    // The least round trip was measured in STARTUP, or soon after.
    EXPECT_GT(begin, 10s);
    EXPECT_LT(begin, 12s);
    // In flight has to fall to four first.
    EXPECT_NEAR((end - begin) / 1ms, 200 + 41, 45);
}

// bbr_update_min_rtt(): only a shorter round trip is new. Ten segments fill no queue, so that each
// round trip is 41 ms.
TEST(BbrControlTest, ARoundTripThatRepeatsDoesNotPutOffTheProbe)
{
    Path path;
    path.Limit(10);
    std::vector<Instant> probes;
    bool wasProbing = false;
    path.Run(35s, [&](Instant now, uint32_t cwnd) {
        const bool isProbing = now > 1s && cwnd == 4;
        if (isProbing && !wasProbing)
        {
            probes.push_back(now);
        }
        wasProbing = isProbing;
    });
    // Each probe lasts 200 ms and a round trip or two.
    ASSERT_EQ(probes.size(), 3U);
    EXPECT_NEAR(probes[0] / 1ms, 10'000, 50);
    EXPECT_NEAR((probes[1] - probes[0]) / 1ms, 10'250, 60);
    EXPECT_NEAR((probes[2] - probes[1]) / 1ms, 10'250, 60);
}

TEST(BbrControlTest, APathThatIsFullDoesNotReactToALoss)
{
    Path path;
    path.Run(4s, BLIND);
    path.Lose(1);
    const auto before = path.GetWindow().cwnd;
    path.Run(4100ms, BLIND);
    EXPECT_GE(path.GetWindow().cwnd + 4 * MSS, before);
}

TEST(BbrControlTest, TheFirstRoundOfARecoverySendsAsMuchAsArrives)
{
    Path path;
    path.Run(4s, BLIND);
    auto& window = path.GetWindow();
    const auto before = window.cwnd;
    path.GetControl().Reduce(window, window.inFlight);
    window.state = Window::State::RECOVERY;
    std::vector<uint32_t> windows;
    path.Run(4030ms, [&](Instant, uint32_t cwnd) { windows.push_back(cwnd * MSS); });
    EXPECT_LT(windows.front(), before);
    EXPECT_LE(windows.back(), windows.front() + MSS) << "in flight and the segment that arrived";
    window.state = Window::State::OPEN;
    path.Run(4040ms, BLIND);
    EXPECT_GE(window.cwnd + 4 * MSS, before) << "and the window is back";
}

/// @return the window of a connection that begins, of ten segments and 100 ms
Window
Begin(KernelBbrControl& control)
{
    Window window;
    window.mss = MSS;
    window.cwnd = 10 * MSS;
    window.srtt = window.lastRtt = 100ms;
    control.Start(window);
    return window;
}

TEST(BbrControlTest, TheFirstNineSegmentsAreNotPaced)
{
    KernelBbrControl control;
    auto window = Begin(control);
    for (int i = 0; i < 9; ++i)
    {
        EXPECT_FALSE(control.GetPace(window, MSS)) << i;
    }
    // 10 segments in 100 ms, 739/256 times, less 1 %: 285,785 octets a second or nearly so.
    const auto pace = control.GetPace(window, MSS);
    ASSERT_TRUE(pace);
    EXPECT_NEAR(pace->count() / 1e6, 1e3 / 285.785, 0.002) << "rates are rounded down";
}

// bbr_bw_to_pacing_rate(): never above sk_max_pacing_rate.
TEST(BbrControlTest, NothingIsPacedFasterThanTheUserAllows)
{
    KernelBbrControl control;
    auto window = Begin(control);
    EXPECT_NEAR(window.pacingRate, 285'785, 150);
    window.mostPacingRate = 100'000;
    control.Start(window);
    EXPECT_EQ(window.pacingRate, 100'000U);
    std::optional<Instant> pace;
    for (int i = 0; i < 10; ++i)
    {
        pace = control.GetPace(window, MSS);
    }
    EXPECT_EQ(pace, Instant(MSS * 10us));
}

TEST(BbrControlTest, WhatGoesLateCatchesUpByHalf)
{
    KernelBbrControl control;
    auto window = Begin(control);
    Instant wait(0);
    for (int i = 0; i < 11; ++i)
    {
        wait = control.GetPace(window, MSS).value_or(0ms);
        window.now += wait;
    }
    window.now += 1ms;
    EXPECT_EQ(*control.GetPace(window, MSS), wait - 1ms);
    window.now += 1s;
    EXPECT_EQ(*control.GetPace(window, MSS), wait - wait / 2);
}

TEST(BbrControlTest, TheSameRunDoesTheSame)
{
    const auto run = [] {
        Path path;
        std::vector<uint32_t> windows;
        path.Run(12s, [&](Instant, uint32_t cwnd) { windows.push_back(cwnd); });
        return windows;
    };
    EXPECT_EQ(run(), run());
}

// bbr_set_state(): a timeout is the end of a round. After 48 rounds at a policer's rate PROBE_BW
// begins anew, here with the phase that probes, whichever one it was in.
TEST(BbrControlTest, ATimeoutMayEndTheRoundsOfAPolicersRate)
{
    for (int phase = 0; phase < 8; ++phase)
    {
        Path path;
        auto& control = path.GetControl();
        control.drawnPhases = 1;
        int acks = 0;
        path.Run(2s + phase * 45ms, [&](Instant, uint32_t) { path.Lose(++acks % 4 == 0 ? 1 : 0); });
        for (int round = 0; round < 48; ++round)
        {
            control.OnState(path.GetWindow(), Window::State::LOSS);
        }
        path.Run(2005ms + phase * 45ms, BLIND);
        const auto departure = *control.GetPace(path.GetWindow(), MSS);
        const auto wait = *control.GetPace(path.GetWindow(), MSS) - departure;
        // 5/4 of 1 segment in a millisecond, less 1 %.
        EXPECT_NEAR(wait / 1us, 1000 / (1.25 * 0.99), 20) << phase;
    }
}

/// An interval of a policer: so many rounds of 100 ms, of 100 segments each, of which some are
/// lost.
PolicerWatch::Event
After(int rounds, uint64_t lost)
{
    PolicerWatch::Event event;
    event.deliveredAt = rounds * 100ms;
    event.delivered = rounds * 100;
    event.lost = lost;
    event.hasLoss = true;
    event.beginsRound = true;
    event.probes = true;
    return event;
}

TEST(PolicerWatchTest, TwoIntervalsOfOneRateAreAPolicer)
{
    PolicerWatch watch;
    for (int round = 0; round < 8; ++round)
    {
        EXPECT_FALSE(watch.OnEvent(After(round, round * 30), MSS));
        EXPECT_EQ(watch.GetRate().has_value(), round >= 7) << round;
    }
    // 1 segment in a millisecond.
    EXPECT_NEAR(static_cast<double>(*watch.GetRate()) / (1 << 24), 0.001, 1e-6);
    for (int round = 8; round < 8 + 47; ++round)
    {
        EXPECT_FALSE(watch.OnEvent(After(round, 0), MSS));
    }
    EXPECT_TRUE(watch.OnEvent(After(55, 0), MSS)) << "after 48 rounds there may be more";
    EXPECT_FALSE(watch.GetRate());
}

TEST(PolicerWatchTest, LessThanAFifthLostIsNone)
{
    PolicerWatch watch;
    for (int round = 0; round < 40; ++round)
    {
        EXPECT_FALSE(watch.OnEvent(After(round, round * 19), MSS));
        EXPECT_FALSE(watch.GetRate());
    }
}

TEST(PolicerWatchTest, AnApplicationThatWaitsIsNone)
{
    PolicerWatch watch;
    for (int round = 0; round < 40; ++round)
    {
        auto event = After(round, round * 30);
        event.isAppLimited = round % 3 == 0;
        EXPECT_FALSE(watch.OnEvent(event, MSS));
        EXPECT_FALSE(watch.GetRate());
    }
}

TEST(AckAggregationTest, TellsWhatComesBeyondTheRate)
{
    AckAggregation aggregation;
    DeliveryRate::Sample sample;
    sample.arrived = 20;
    // 20 at once where 5 were expected.
    aggregation.OnAck(sample, 100ms, 0, 100, true);
    EXPECT_EQ(aggregation.Get(), 20);
    aggregation.OnAck(sample, 105ms, 5, 100, false);
    EXPECT_EQ(aggregation.Get(), 35);
    aggregation.OnAck(sample, 106ms, 6, 30, false);
    EXPECT_EQ(aggregation.Get(), 35) << "never more than the window";
    // An ACK that is late ends that; after ten rounds it is forgotten.
    sample.arrived = 1;
    for (int round = 0; round < 12; ++round)
    {
        aggregation.OnAck(sample, 1s + round * 1s, 1000, 100, true);
    }
    EXPECT_EQ(aggregation.Get(), 1);
}

} // namespace BbrControlTests
