/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rack-recovery.h"

#include <chrono>
#include <gtest/gtest.h>
#include <optional>

using ns3::ReorderingWindow;

namespace KernelReorderingTests
{

using namespace std::chrono_literals;

/// Smallest round trip 40 ms: the window is 10 ms times the multiplier.
const ReorderingWindow::Situation SITUATION{false, 0, 3, 40ms, 10s};

/// Others have overtaken a segment.
ReorderingWindow
Reordered()
{
    ReorderingWindow window;
    window.OnDelivered({1500, 2000}, false);
    window.OnDelivered({500, 1000}, false);
    return window;
}

/// The same, and the multiplier has grown at 1000 ms.
ReorderingWindow
Widened()
{
    auto window = Reordered();
    window.OnDuplicate();
    window.OnAckAsLinux(950ms, 1000ms, false);
    return window;
}

/// So many recoveries end, each by an ACK that delivers something.
void
Recover(ReorderingWindow& window, int recoveries)
{
    for (int i = 0; i < recoveries; ++i)
    {
        window.OnAckAsLinux(2s, 2s, false);
        window.OnAckAsLinux(2s, 2s, true);
    }
}

// tcp_dsack_seen(): tp->reord_seen.
TEST(KernelReordering, ADuplicateBeforeAnyReorderingDoesNothing)
{
    ReorderingWindow window;
    window.OnDuplicate();
    window.OnAckAsLinux(1000ms, 1000ms, false);
    EXPECT_EQ(window.Get(SITUATION), 10ms);
    window.OnDuplicate();
    window.OnDelivered({1500, 2000}, false);
    window.OnDelivered({500, 1000}, false);
    window.OnAckAsLinux(1010ms, 1010ms, false);
    EXPECT_EQ(window.Get(SITUATION), 10ms) << "nor does one whose ACK shows the first reordering";
    window.OnDuplicate();
    window.OnAckAsLinux(1020ms, 1020ms, false);
    EXPECT_EQ(window.Get(SITUATION), 20ms);
}

TEST(KernelReordering, ADuplicateCountsWithTheNextAckThatDeliversSomething)
{
    auto window = Reordered();
    window.OnAckAsLinux(900ms, 990ms, false);
    EXPECT_EQ(window.Get(SITUATION), 10ms);
    window.OnDuplicate();
    EXPECT_EQ(window.Get(SITUATION), 10ms);
    window.OnAckAsLinux(std::nullopt, 1000ms, false);
    EXPECT_EQ(window.Get(SITUATION), 10ms);
    window.OnAckAsLinux(std::nullopt, 1000ms, true);
    EXPECT_EQ(window.Get(SITUATION), 10ms);
    window.OnAckAsLinux(990ms, 1010ms, false);
    EXPECT_EQ(window.Get(SITUATION), 20ms);
    window.OnAckAsLinux(1020ms, 1030ms, false);
    EXPECT_EQ(window.Get(SITUATION), 20ms) << "and no more than once";
}

TEST(KernelReordering, SeveralDuplicatesUntilThenCountAsOne)
{
    auto window = Reordered();
    window.OnDuplicate();
    window.OnDuplicate();
    window.OnAckAsLinux(std::nullopt, 1000ms, false);
    window.OnDuplicate();
    window.OnAckAsLinux(990ms, 1010ms, false);
    window.OnAckAsLinux(1020ms, 1030ms, false);
    EXPECT_EQ(window.Get(SITUATION), 20ms);
}

// prior_delivered and last_delivered.
TEST(KernelReordering, ADuplicateCountsOnceInARoundTrip)
{
    auto window = Widened();
    EXPECT_EQ(window.Get(SITUATION), 20ms);
    window.OnDuplicate();
    window.OnAckAsLinux(999ms, 1050ms, false);
    EXPECT_EQ(window.Get(SITUATION), 20ms) << "sent before";
    window.OnAckAsLinux(1001ms, 1060ms, false);
    EXPECT_EQ(window.Get(SITUATION), 20ms) << "and is forgotten";
    window.OnDuplicate();
    window.OnAckAsLinux(1001ms, 1060ms, false);
    EXPECT_EQ(window.Get(SITUATION), 30ms) << "sent after";
    window.OnDuplicate();
    window.OnAckAsLinux(1059ms, 1100ms, false);
    EXPECT_EQ(window.Get(SITUATION), 30ms) << "the round trip is that of the last growth";
}

TEST(KernelReordering, WhatGoesWithTheGrowthBelongsToTheNextRoundTrip)
{
    auto window = Widened();
    window.OnDuplicate();
    window.OnAckAsLinux(1000ms, 1050ms, false);
    EXPECT_EQ(window.Get(SITUATION), 30ms);
}

// An ACK that delivers nothing decides nothing, not even that a duplicate came too early.
TEST(KernelReordering, ADuplicateWaitsForWhatTellsTheRoundTrip)
{
    auto window = Widened();
    window.OnDuplicate();
    window.OnAckAsLinux(std::nullopt, 1050ms, false);
    window.OnAckAsLinux(1001ms, 1060ms, false);
    EXPECT_EQ(window.Get(SITUATION), 30ms);
}

// reo_wnd_persist is looked at before the recovery ends: the next ACK makes the multiplier 1.
TEST(KernelReordering, TheMultiplierIsOneAgainAfterSixteenRecoveries)
{
    auto window = Widened();
    Recover(window, 16);
    EXPECT_EQ(window.Get(SITUATION), 20ms);
    window.OnAckAsLinux(std::nullopt, 2s, false);
    EXPECT_EQ(window.Get(SITUATION), 20ms) << "it delivers nothing";
    window.OnAckAsLinux(2s, 2s, false);
    EXPECT_EQ(window.Get(SITUATION), 10ms);
}

TEST(KernelReordering, TheMultiplierStaysForFifteenRecoveries)
{
    auto window = Widened();
    window.OnDuplicate();
    window.OnAckAsLinux(1001ms, 1060ms, false);
    Recover(window, 15);
    window.OnAckAsLinux(2s, 2s, false);
    EXPECT_EQ(window.Get(SITUATION), 30ms);
    Recover(window, 2);
    EXPECT_EQ(window.Get(SITUATION), 10ms) << "all of it is gone at once";
}

TEST(KernelReordering, RecoveriesCountAlsoWhereTheirLastAckDeliversNothing)
{
    auto window = Widened();
    for (int i = 0; i < 16; ++i)
    {
        window.OnAckAsLinux(std::nullopt, 2s, true);
    }
    EXPECT_EQ(window.Get(SITUATION), 20ms);
    window.OnAckAsLinux(2s, 2s, false);
    EXPECT_EQ(window.Get(SITUATION), 10ms);
}

TEST(KernelReordering, TheRecoveryThatGrowthEndsIsTheFirstOfSixteen)
{
    auto window = Reordered();
    window.OnDuplicate();
    window.OnAckAsLinux(950ms, 1000ms, true);
    Recover(window, 14);
    window.OnAckAsLinux(2s, 2s, false);
    EXPECT_EQ(window.Get(SITUATION), 20ms);
    Recover(window, 1);
    window.OnAckAsLinux(2s, 2s, false);
    EXPECT_EQ(window.Get(SITUATION), 10ms);
}

TEST(KernelReordering, AnotherDuplicateBeginsTheSixteenAnew)
{
    auto window = Widened();
    Recover(window, 15);
    window.OnDuplicate();
    window.OnAckAsLinux(2s, 2s, false);
    EXPECT_EQ(window.Get(SITUATION), 30ms);
    Recover(window, 15);
    window.OnAckAsLinux(2s, 2s, false);
    EXPECT_EQ(window.Get(SITUATION), 30ms);
}

TEST(KernelReordering, ADuplicateOfTheSameRoundTripBeginsNothingAnew)
{
    auto window = Widened();
    Recover(window, 15);
    window.OnDuplicate();
    window.OnAckAsLinux(999ms, 2s, true);
    window.OnAckAsLinux(2s, 2s, false);
    EXPECT_EQ(window.Get(SITUATION), 10ms);
}

// tcp_rack_reo_wnd().
TEST(KernelReordering, TheWindowIsNeverLongerThanTheSmoothedRoundTrip)
{
    auto window = Reordered();
    for (auto now = 1000ms; now < 1400ms; now += 20ms)
    {
        window.OnDuplicate();
        window.OnAckAsLinux(now, now, false);
    }
    EXPECT_EQ(window.Get(SITUATION), 210ms);
    EXPECT_EQ(window.Get({false, 0, 3, 40ms, 100ms}), 100ms);
}

} // namespace KernelReorderingTests
