/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/sender-rules.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

using ns3::SendPolicy;

namespace SendPolicyTests
{

struct Row
{
    const char* what;
    SendPolicy policy; // unsent, room, largest, mss, payload, outstanding, noDelay, overrides
    uint64_t size;
};

const Row ROWS[] = {
    {"nothing to send", {0, 5000, 5000, 1000, 1000, false, false, false}, 0},
    {"a full segment", {3000, 5000, 5000, 1000, 1000, true, false, false}, 1000},
    {"less beside options", {3000, 5000, 5000, 1000, 988, true, false, false}, 988},
    {"Nagle: a small one waits", {999, 5000, 5000, 1000, 1000, true, false, false}, 0},
    {"Nagle: unless nothing is out", {999, 5000, 5000, 1000, 1000, false, false, false}, 999},
    {"Nagle: or told otherwise", {999, 5000, 5000, 1000, 1000, true, true, false}, 999},
    {"Nagle: a full one never waits", {1000, 5000, 5000, 1000, 988, true, false, false}, 988},
    {"closed", {3000, 0, 5000, 1000, 1000, false, false, false}, 0},
    {"closed, overridden", {3000, 0, 5000, 1000, 1000, false, false, true}, 0},
    {"silly: below half of the largest window",
     {3000, 700, 5000, 1000, 1000, true, false, false},
     0},
    {"silly: also with nothing out", {3000, 700, 5000, 1000, 1000, false, false, false}, 0},
    {"silly: overridden", {3000, 700, 5000, 1000, 1000, false, false, true}, 700},
    {"half of the largest window", {3000, 700, 1400, 1000, 1000, true, false, false}, 700},
    {"all that is left is not silly", {700, 700, 5000, 1000, 1000, false, false, false}, 700},
};

TEST(SendPolicy, Table)
{
    for (const auto& row : ROWS)
    {
        EXPECT_EQ(row.policy.GetSize(), row.size) << row.what;
    }
}

} // namespace SendPolicyTests
