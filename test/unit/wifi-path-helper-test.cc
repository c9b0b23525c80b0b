/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/wifi-path-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(WifiPathHelperDeathTest, WhatAccessPointsCannotDoIsRefused)
{
    EXPECT_DEATH(WifiPathHelper(2008), "flows must lie in \\[1, 2007\\], not 2008");
    WifiPathHelper helper(1);
    EXPECT_DEATH(helper.SetWireless(DataRate("7Mbps"), Time(0)), "rate must be one of 6.5, 13");
    EXPECT_DEATH(helper.SetWireless(DataRate("13Mbps"), MilliSeconds(1)), "delay must be 0");
    EXPECT_DEATH(helper.SetRetryLimit(256), "retry limit must lie in \\[0, 255\\], not 256");
}
