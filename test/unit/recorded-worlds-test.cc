/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../worlds/world-setting.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>

namespace
{

/// Each world does what it did when it was recorded, to the segment and to the nanosecond. Who
/// changes that on purpose makes the list anew, of the worlds that take least time:
/// tcp-lossy-worlds --count=500 | awk '$4 <= 6000' > test/worlds/recorded.txt
TEST(RecordedWorlds, AreRepeated)
{
#ifndef __x86_64__
    GTEST_SKIP() << "the last digit of a floating point number differs between processors";
#endif
    std::ifstream list(TCP_LOSSY_RECORDED_WORLDS);
    ASSERT_TRUE(list) << TCP_LOSSY_RECORDED_WORLDS;
    const std::regex form("seed (\\d+): equal: (\\d+) lines, digest ([0-9a-f]+)");
    std::size_t count = 0;
    for (std::string line; std::getline(list, line); ++count)
    {
        std::smatch found;
        ASSERT_TRUE(std::regex_match(line, found, form)) << line;
        const auto record = worlds::RunLean(worlds::Make(std::stoul(found[1])));
        EXPECT_EQ(record.size(), std::stoul(found[2])) << "seed " << found[1];
        EXPECT_EQ(worlds::GetDigest(record), std::stoull(found[3], nullptr, 16))
            << "seed " << found[1];
    }
    EXPECT_EQ(count, 417U);
}

} // namespace
