/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-buffer-model.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <utility>

using ns3::TcpBufferModel;
using Aimd = TcpBufferModel::Aimd;
using Path = TcpBufferModel::Path;
using Recovery = TcpBufferModel::Recovery;
using Sign = TcpBufferModel::Sign;

namespace TcpBufferModelTests
{

constexpr double INF = std::numeric_limits<double>::infinity();
constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();
constexpr double TINY = 1e-9;

// C = 100 packets/s, RTT_m = 1 s, B = 20: P = 120. With a = 0.05 and b = 0.25 six packets are lost
// besides the first, 21 apart, W(t2) = 127, b W(t2) = 31.75, and 88.25 go out in a round trip.
constexpr Path SMALL_PATH{100.0, 1.0, 20.0};
constexpr Aimd SMALL_AIMD{0.05, 0.25};

TcpBufferModel
Make(const Path& path, const Aimd& aimd)
{
    const auto model = TcpBufferModel::Make(path, aimd);
    EXPECT_TRUE(model.has_value());
    return model.value_or(*TcpBufferModel::Make(SMALL_PATH, SMALL_AIMD));
}

// 200 Mbit/s in packets of 1500 octets for 300 ms are 5000 packets.
TcpBufferModel
PaperModel(double bottleneckPackets, double a, double b)
{
    return Make({200e6 / (8 * 1500), 0.3, bottleneckPackets}, {a, b});
}

// The settings of Table I, by hand; that its printed numbers are these, rounded, is experiment
// B1's.
TEST(TcpBufferModel, TheTwelveCellsOfTableI)
{
    struct Row
    {
        double bottleneckPackets;
        double a;
        double b;
        double plus;  // eq. (1) with a plus
        double sack;  // P (2 - b - ab) + 1 - b
        double minus; // eq. (1) as printed
    };

    for (const auto& row : {Row{250.0, 0.01, 0.125, 251325.78125, 9838.0625, 240922.78125},
                            Row{500.0, 0.01, 0.125, 275312.5, 10306.5, 264404.5},
                            Row{2500.0, 0.01, 0.125, 506525.0, 14054.0, 491577.0},
                            Row{250.0, 0.005, 0.2, 120459.4375, 9445.55, 110308.9375},
                            Row{500.0, 0.005, 0.2, 131698.25, 9895.3, 121045.25},
                            Row{2500.0, 0.005, 0.2, 239586.25, 13493.3, 224913.25}})
    {
        const auto model = PaperModel(row.bottleneckPackets, row.a, row.b);
        EXPECT_NEAR(model.GetNewRenoBound(Sign::PLUS), row.plus, 1e-6);
        EXPECT_NEAR(model.GetSackBound(), row.sack, 1e-6);
        EXPECT_NEAR(model.GetNewRenoBound(Sign::MINUS), row.minus, 1e-6);
        // Where the paper's assumptions hold the bound is the requirement.
        for (const auto sign : {Sign::MINUS, Sign::PLUS})
        {
            EXPECT_EQ(model.GetRequirement(Recovery::NEW_RENO, sign), model.GetNewRenoBound(sign));
            EXPECT_EQ(model.GetRequirement(Recovery::SACK, sign), model.GetSackBound());
        }
    }
}

// The readings are 2 (aP - 1) (1/a + 1) apart: 2 * 51.5 * 101 in the first cell.
TEST(TcpBufferModel, TheReadingsDifferByTwiceTheLastTerm)
{
    const auto first = PaperModel(250.0, 0.01, 0.125);
    EXPECT_NEAR(first.GetNewRenoBound(Sign::PLUS) - first.GetNewRenoBound(Sign::MINUS),
                10403.0,
                1e-6);
    const auto last = PaperModel(2500.0, 0.005, 0.2); // 2 * 36.5 * 201
    EXPECT_NEAR(last.GetNewRenoBound(Sign::PLUS) - last.GetNewRenoBound(Sign::MINUS),
                14673.0,
                1e-6);
    EXPECT_EQ(first.GetNewRenoUnacknowledged(1.0, Sign::PLUS),
              first.GetNewRenoUnacknowledged(1.0, Sign::MINUS));
}

TEST(TcpBufferModel, EachQuantityByHand)
{
    const auto model = Make(SMALL_PATH, SMALL_AIMD);
    EXPECT_NEAR(model.GetCapacity(), 120.0, TINY);
    EXPECT_NEAR(model.GetWindowAtDetection(), 127.0, TINY);
    EXPECT_NEAR(model.GetFurtherLosses(), 6.0, TINY);
    EXPECT_NEAR(model.GetNewRenoUnacknowledged(1.0, Sign::MINUS), 215.25, TINY);
    EXPECT_NEAR(model.GetNewRenoUnacknowledged(2.0, Sign::MINUS), 282.5, TINY);
    EXPECT_NEAR(model.GetNewRenoUnacknowledged(2.0, Sign::PLUS), 324.5, TINY);
    EXPECT_NEAR(model.GetNewRenoBound(Sign::MINUS), 551.5, TINY);
    EXPECT_NEAR(model.GetNewRenoBound(Sign::PLUS), 761.5, TINY);
    // In its one round trip six of the packets that SACK sends are retransmissions.
    EXPECT_NEAR(model.GetSackBound(), 209.25, TINY);
}

TEST(TcpBufferModel, PeakOfNewRenoRoundTripByRoundTrip)
{
    // P = 600, a = 0.05, b = 0.25: W(t2) = 631, 30 further losses 21 packets apart. The first
    // round trip of recovery sends 600 - 157.75 = 442.25 packets, each one a packet more, and all
    // but the last partial ACK acknowledge 21.
    double unacknowledged = 631.0;
    for (int round = 0; round < 31; ++round)
    {
        unacknowledged += 442.25 + round;
        unacknowledged -= (round < 30) ? 21.0 : 0.0;
    }
    EXPECT_NEAR(Make({5000.0, 0.1, 100.0}, {0.05, 0.25}).GetNewRenoPeak(), unacknowledged, TINY);
    // The same from a rate that is not exact: 599.99999999999 packets.
    EXPECT_NEAR(Make({5000.0 * (1.0 - 1e-14), 0.1, 100.0}, {0.05, 0.25}).GetNewRenoPeak(),
                unacknowledged,
                1e-6);
    // A single loss is repaired in one round trip.
    EXPECT_NEAR(Make({5000.0, 0.1, 100.0}, {0.001, 0.5}).GetNewRenoPeak(), 900.8, TINY);
}

TEST(TcpBufferModel, RequirementByHand)
{
    struct Row
    {
        Recovery recovery;
        Sign sign;
        double required;
    };

    const auto model = Make(SMALL_PATH, SMALL_AIMD);
    for (const auto& row : {Row{Recovery::NEW_RENO, Sign::MINUS, 551.5},
                            Row{Recovery::NEW_RENO, Sign::PLUS, 761.5},
                            Row{Recovery::SACK, Sign::MINUS, 209.25},
                            Row{Recovery::SACK, Sign::PLUS, 209.25}})
    {
        EXPECT_NEAR(model.GetRequirement(row.recovery, row.sign), row.required, TINY);
    }
}

// A single loss: recovery is one round trip for both, U_1 = P (2 - b) + 1 - b as a goes to 0.
TEST(TcpBufferModel, NoIncreaseMakesNewRenoAndSackAlike)
{
    const auto model = Make(SMALL_PATH, {1e-15, 0.25});
    for (const auto sign : {Sign::MINUS, Sign::PLUS})
    {
        EXPECT_NEAR(model.GetRequirement(Recovery::NEW_RENO, sign), 210.75, TINY);
        EXPECT_NEAR(model.GetRequirement(Recovery::SACK, sign), 210.75, TINY);
    }
    EXPECT_NEAR(model.GetWindowAtDetection(), 121.0, TINY);
}

// A sender that gives up all of its window sends next to nothing: U_0 is all that there is.
TEST(TcpBufferModel, DecreaseOfTheWholeWindow)
{
    const auto model = Make(SMALL_PATH, {0.05, 1.0 - 1e-15});
    EXPECT_NEAR(model.GetNewRenoUnacknowledged(1.0, Sign::MINUS), 120.0, TINY);
    EXPECT_NEAR(model.GetSackBound(), 114.0, TINY);
    EXPECT_NEAR(model.GetRequirement(Recovery::SACK, Sign::MINUS), 127.0, TINY);
    EXPECT_NEAR(model.GetRequirement(Recovery::NEW_RENO, Sign::MINUS), 127.0, TINY);
    // The other reading goes on to grow by 14 packets a round trip: 120 + 5 (21 - 7).
    EXPECT_NEAR(model.GetRequirement(Recovery::NEW_RENO, Sign::PLUS), 190.0, TINY);
    EXPECT_EQ(model.GetNewRenoRecovery(1e6).packets, 0.0);
}

// Where U_n falls as n grows the first round trip decides: P = 120, a = 0.01, b = 0.5: W(t2) =
// 122.2, 58.9 packets sent against 101 acknowledged.
TEST(TcpBufferModel, RequirementWhereUnacknowledgedDataShrink)
{
    const auto model = Make(SMALL_PATH, {0.01, 0.5});
    EXPECT_NEAR(model.GetNewRenoUnacknowledged(1.0, Sign::MINUS), 181.1, TINY);
    EXPECT_NEAR(model.GetNewRenoUnacknowledged(2.0, Sign::MINUS), 139.0, TINY);
    EXPECT_NEAR(model.GetRequirement(Recovery::NEW_RENO, Sign::MINUS), 181.1, TINY);
    EXPECT_NEAR(model.GetRequirement(Recovery::NEW_RENO, Sign::PLUS), 213.08, TINY);
}

// Classic TCP: a = 1/121 when 121 packets are out, W(t2) = 121 + 120/121, U_1 = P + W(t2)/2.
TEST(TcpBufferModel, ClassicTcp)
{
    const auto a = TcpBufferModel::ClassicIncrease(SMALL_PATH);
    ASSERT_TRUE(a.has_value());
    EXPECT_NEAR(*a * 121.0, 1.0, TINY);
    const auto model = Make(SMALL_PATH, {*a, 0.5});
    for (const auto sign : {Sign::MINUS, Sign::PLUS})
    {
        EXPECT_NEAR(model.GetRequirement(Recovery::NEW_RENO, sign), 120 + 60.5 + 60 / 121.0, TINY);
    }
    EXPECT_FALSE(TcpBufferModel::ClassicIncrease({0.0, 1.0, 0.0}).has_value());
    // The largest path of all can be modelled.
    const Path largest{1e9, 1e5, 1e14};
    EXPECT_TRUE(TcpBufferModel::Make(largest, {*TcpBufferModel::ClassicIncrease(largest), 0.5}));
}

// Six round trips of 1 s, in which all but the first acknowledge 21 packets.
TEST(TcpBufferModel, NewRenoRecovery)
{
    const auto model = Make(SMALL_PATH, SMALL_AIMD);
    for (const auto& [buffers, packets] : {std::pair(0.0, 105.0),
                                           {127.0, 105.0},
                                           {400.0, 273.0 + 105.0},
                                           // It stops to matter at the bound as printed.
                                           {545.5, 6 * 87.25},
                                           {551.5, 6 * 88.25},
                                           {INF, 6 * 88.25}})
    {
        EXPECT_NEAR(model.GetNewRenoRecovery(buffers).packets, packets, TINY) << buffers;
        EXPECT_NEAR(model.GetNewRenoRecovery(buffers).seconds, 6.0, TINY);
    }
    // A buffer that outlasts the stop keeps the link busy, and makes the round trip longer: W(t2) =
    // 211 and b W(t2) = 52.75, ten round trips of 1.4725 s with room for ten packets.
    const auto buffered = Make({100.0, 1.0, 100.0}, {0.05, 0.25});
    EXPECT_NEAR(buffered.GetNewRenoRecovery(INF).packets, 1472.5, TINY);
    EXPECT_NEAR(buffered.GetNewRenoRecovery(221.0).packets, 10 + 9 * 21, TINY);
    EXPECT_NEAR(buffered.GetNewRenoRecovery(221.0).seconds, 14.725, TINY);
}

TEST(TcpBufferModel, WhatIsOutOfRangeMakesNoModel)
{
    struct Row
    {
        Path path;
        Aimd aimd;
    };

    for (const auto& [path, aimd] : {Row{{0.0, 1.0, 1.0}, {0.01, 0.5}},
                                     {{-1.0, 1.0, 1.0}, {0.01, 0.5}},
                                     {{1.1e9, 1.0, 1.0}, {0.01, 0.5}},
                                     {{INF, 1.0, 1.0}, {0.01, 0.5}},
                                     {{NOT_A_NUMBER, 1.0, 1.0}, {0.01, 0.5}},
                                     {{1.0, 0.0, 1.0}, {0.01, 0.5}},
                                     {{1.0, -0.1, 1.0}, {0.01, 0.5}},
                                     {{1.0, 1.1e5, 1.0}, {0.01, 0.5}},
                                     {{1.0, NOT_A_NUMBER, 1.0}, {0.01, 0.5}},
                                     {{1.0, 1.0, -1.0}, {0.01, 0.5}},
                                     {{1.0, 1.0, INF}, {0.01, 0.5}},
                                     {{1.0, 1.0, NOT_A_NUMBER}, {0.01, 0.5}},
                                     {{1.0, 1.0, 1.0}, {0.0, 0.5}},
                                     {{1.0, 1.0, 1.0}, {1.01, 0.5}},
                                     {{1.0, 1.0, 1.0}, {NOT_A_NUMBER, 0.5}},
                                     {{1.0, 1.0, 1.0}, {0.01, 0.0}},
                                     {{1.0, 1.0, 1.0}, {0.01, 1.0}},
                                     {{1.0, 1.0, 1.0}, {0.01, NOT_A_NUMBER}}})
    {
        EXPECT_FALSE(TcpBufferModel::Make(path, aimd))
            << path.packetsPerSecond << " " << path.rttWithoutQueueing << " "
            << path.bottleneckPackets << " " << aimd.increasePerAck << " " << aimd.decrease;
    }
    EXPECT_TRUE(TcpBufferModel::Make({1e-6, 1e-9, 0.0}, {1e-15, 1e-300}));
    EXPECT_TRUE(TcpBufferModel::Make({1e9, 1e5, 1e14}, {1.0, 0.5}));
}

TEST(TcpBufferModel, EveryResultIsFiniteAtTheEndsOfTheRanges)
{
    for (const double c : {1e-6, 1e9})
    {
        for (const double rtt : {1e-9, 1e5})
        {
            for (const double buffer : {0.0, 1e14})
            {
                for (const double a : {1e-15, 1.0})
                {
                    for (const double b : {1e-300, 1.0 - 1e-16})
                    {
                        const auto model = Make({c, rtt, buffer}, {a, b});
                        double sum = model.GetSackBound();
                        for (const double packets : {0.0, INF})
                        {
                            const auto recovery = model.GetNewRenoRecovery(packets);
                            sum += recovery.packets + recovery.seconds;
                        }
                        for (const auto sign : {Sign::MINUS, Sign::PLUS})
                        {
                            sum += model.GetNewRenoBound(sign) + model.GetNewRenoPeak() +
                                   model.GetRequirement(Recovery::NEW_RENO, sign) +
                                   model.GetNewRenoUnacknowledged(1e15, sign);
                        }
                        EXPECT_TRUE(std::isfinite(sum));
                        EXPECT_GT(model.GetCapacity(), 0.0);
                        EXPECT_GE(model.GetRequirement(Recovery::SACK, Sign::PLUS), 1.0);
                    }
                }
            }
        }
    }
}

} // namespace TcpBufferModelTests
