/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/option-table.h"

#include <gtest/gtest.h>

namespace NearestNameTests
{

using namespace ns3::tcplossy;

TEST(NearestName, FindsWhatWasMeant)
{
    const std::vector<std::string> known{"variant", "variants", "loss", "rate", "delayedAck"};
    for (const auto& [typed, meant] : {std::pair{"varient", "variant"}, // a wrong letter
                                       {"variat", "variant"},           // a missing one
                                       {"varianttt", "variant"},        // too many
                                       {"raet", "rate"},                // two in each other's place
                                       {"VARIANT", "variant"},          // another case
                                       {"delayedack", "delayedAck"},
                                       {"variants", "variants"}})
    {
        EXPECT_EQ(FindNearestName(typed, known), meant) << typed;
    }
}

TEST(NearestName, FindsNothingWhereNothingIsNear)
{
    const std::vector<std::string> known{"flag", "count", "rate"};
    for (const auto* typed : {"colour", "x", "", "crate2go"})
    {
        EXPECT_EQ(FindNearestName(typed, known), "") << typed;
    }
    EXPECT_EQ(FindNearestName("rate", {}), "");
}

} // namespace NearestNameTests
