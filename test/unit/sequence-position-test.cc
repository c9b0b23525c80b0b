/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/sequence-position.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::FirstPosition;
using ns3::UnwrapSequence;

namespace SequencePositionTests
{

constexpr uint64_t TWO_31 = uint64_t{1} << 31;
constexpr uint64_t TWO_32 = uint64_t{1} << 32;

TEST(SequencePosition, ByHand)
{
    struct
    {
        uint64_t known;
        uint32_t sequence;
        uint64_t position;
    } const rows[] = {
        {TWO_32 + 1000, 1000, TWO_32 + 1000},
        {TWO_32 + 1000, 1500, TWO_32 + 1500},
        {TWO_32 + 1000, 300, TWO_32 + 300},
        // The wrap lies between, above and below.
        {TWO_32 - 10, 5, TWO_32 + 5},
        {TWO_32 - 1, 0, TWO_32},
        {TWO_32 + 5, 0xfffffff6, TWO_32 - 10},
        {TWO_32, 0xffffffff, TWO_32 - 1},
        {5 * TWO_32 - 10, 5, 5 * TWO_32 + 5},
        {5 * TWO_32 + 5, 0xfffffff6, 5 * TWO_32 - 10},
        // As far as it goes.
        {3 * TWO_32 + 100, 0x80000063, 3 * TWO_32 + 100 + TWO_31 - 1},
        {3 * TWO_32 + 100, 0x80000065, 2 * TWO_32 + TWO_31 + 101},
        {3 * TWO_32 + TWO_31, 0xffffffff, 4 * TWO_32 - 1},
        {3 * TWO_32 + TWO_31, 1, 3 * TWO_32 + 1},
        // Positions of long connections.
        {(uint64_t{1} << 50) + 7, 6, (uint64_t{1} << 50) + 6},
        {(uint64_t{1} << 50), 0xffffffff, (uint64_t{1} << 50) - 1},
    };

    for (const auto& row : rows)
    {
        EXPECT_EQ(UnwrapSequence(row.known, row.sequence), row.position)
            << row.sequence << " near " << row.known;
    }
}

TEST(SequencePosition, ConstantExpression)
{
    static_assert(UnwrapSequence(TWO_32, 1) == TWO_32 + 1);
    static_assert(FirstPosition(1) == TWO_32 + 1);
}

// Nothing that a peer may name is below 0: 2^31 below the first octet is the worst.
TEST(SequencePosition, FirstPositionLeavesRoomBelow)
{
    EXPECT_EQ(FirstPosition(0), TWO_32);
    EXPECT_EQ(FirstPosition(0xffffffff), 2 * TWO_32 - 1);
    EXPECT_EQ(UnwrapSequence(FirstPosition(0), 0x80000000), TWO_31);
    EXPECT_EQ(UnwrapSequence(FirstPosition(5), 4), TWO_32 + 4);
}

// A stream of several wraps in steps of odd length, there and back.
TEST(SequencePosition, FollowsAStream)
{
    for (const uint64_t step : {uint64_t{1460}, uint64_t{1000003}, TWO_31 - 1})
    {
        uint64_t position = FirstPosition(0xfffff000);
        const auto steps = 20 * TWO_32 / step / (step < 10000 ? 100 : 1);
        for (uint64_t i = 0; i < steps; ++i)
        {
            const auto next = position + step;
            ASSERT_EQ(UnwrapSequence(position, static_cast<uint32_t>(next)), next);
            ASSERT_EQ(UnwrapSequence(next, static_cast<uint32_t>(position)), position);
            position = next;
        }
    }
}

} // namespace SequencePositionTests
