/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-buffer-model.h"

#include <gtest/gtest.h>

namespace AdvertisedWindowTests
{

using namespace ns3::advertisedwindow;

TEST(AdvertisedWindow, ScaleIsTheSmallestThatFits)
{
    EXPECT_EQ(GetWindowScale(0), 0);
    EXPECT_EQ(GetWindowScale(65535), 0);
    EXPECT_EQ(GetWindowScale(65536), 1);
    EXPECT_EQ(GetWindowScale(131071), 1);
    // ns-3's default size: 131072 / 2 is 65536, one too many.
    EXPECT_EQ(GetWindowScale(131072), 2);
    EXPECT_EQ(GetWindowScale(1U << 29), 14);
    EXPECT_EQ(GetWindowScale(1U << 30), 14);
    EXPECT_EQ(GetWindowScale(4294967295U), 14);
}

TEST(AdvertisedWindow, BitsBelowTheScaleAreCutOff)
{
    EXPECT_EQ(GetAdvertisedWindow(0), 0U);
    EXPECT_EQ(GetAdvertisedWindow(65535), 65535U);
    EXPECT_EQ(GetAdvertisedWindow(65537), 65536U);
    EXPECT_EQ(GetAdvertisedWindow(131071), 131070U);
    EXPECT_EQ(GetAdvertisedWindow(131072), 131072U);
    // 1000003 / 16 = 62500 and 3 octets.
    EXPECT_EQ(GetAdvertisedWindow(1000003), 1000000U);
    // 65535 * 16384.
    EXPECT_EQ(ns3::MAX_ADVERTISED_WINDOW, 1073725440U);
    EXPECT_EQ(GetAdvertisedWindow(1U << 30), 1073725440U);
    EXPECT_EQ(GetAdvertisedWindow(4294967295U), 1073725440U);
}

TEST(AdvertisedWindow, SmallestBufferForAWindow)
{
    EXPECT_EQ(GetReceiveBufferFor(65535), 65535U);
    EXPECT_EQ(GetReceiveBufferFor(65537), 65538U);
    EXPECT_EQ(GetReceiveBufferFor(131071), 131072U);
    EXPECT_EQ(GetReceiveBufferFor(1000001), 1000016U);
    EXPECT_EQ(GetReceiveBufferFor(1073725440), 1073725440U);
    EXPECT_EQ(GetReceiveBufferFor(5'000'000'000), 1073725440U);
}

TEST(AdvertisedWindow, NoSmallerBufferDoes)
{
    for (const uint32_t start : {1U, 65500U, 131000U, 262100U, 1048500U, 536870000U, 1073725000U})
    {
        for (uint32_t window = start; window < start + 300; ++window)
        {
            const auto size = GetReceiveBufferFor(window);
            EXPECT_GE(GetAdvertisedWindow(size), window);
            EXPECT_LT(GetAdvertisedWindow(size - 1), window);
        }
    }
}

} // namespace AdvertisedWindowTests
