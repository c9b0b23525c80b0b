/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/compressed-sack-codec.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

using ns3::OctetRange;
using ns3::SackBlockCheck;
using ns3::SequenceBlock;

namespace SackBlockCheckTests
{

using List = std::vector<SequenceBlock>;

/// Octets 1000 to 9999 were sent, those below 5000 are acknowledged; high bits as a socket has
/// them.
constexpr uint64_t HIGH = uint64_t{1} << 32;
constexpr SackBlockCheck::Sent SENT{HIGH + 1000, HIGH + 5000, HIGH + 10000};

SackBlockCheck::Result
Check(const List& blocks, const SackBlockCheck::Sent& sent = SENT)
{
    SackBlockCheck::Ranges ranges;
    return SackBlockCheck::Check(blocks.data(), blocks.size(), sent, ranges);
}

void
ExpectAccepted(const List& blocks, bool isDuplicate)
{
    EXPECT_EQ(Check(blocks).refusal, nullptr);
    EXPECT_EQ(Check(blocks).isDuplicate, isDuplicate);
}

TEST(SackBlockCheck, BlocksWithinWhatWasSent)
{
    ExpectAccepted({}, false);
    ExpectAccepted({{7000, 8000}}, false);
    ExpectAccepted({{5000, 10000}}, false);
    ExpectAccepted({{7000, 8000}, {5500, 6000}, {9000, 10000}}, false);
    ExpectAccepted({{7000, 8000}, {6000, 7000}}, false);
}

TEST(SackBlockCheck, BlocksByPosition)
{
    SackBlockCheck::Ranges ranges;
    const List blocks{{7000, 8000}, {9000, 9500}, {5500, 6000}};
    ASSERT_EQ(SackBlockCheck::Check(blocks.data(), blocks.size(), SENT, ranges).refusal, nullptr);
    EXPECT_EQ(ranges[0], (OctetRange{HIGH + 7000, HIGH + 8000}));
    EXPECT_EQ(ranges[1], (OctetRange{HIGH + 9000, HIGH + 9500})) << "in the order of the option";
    EXPECT_EQ(ranges[2], (OctetRange{HIGH + 5500, HIGH + 6000}));
}

TEST(SackBlockCheck, SequenceNumbersThatWrap)
{
    SackBlockCheck::Ranges ranges;
    const SackBlockCheck::Sent sent{2 * HIGH - 4000, 2 * HIGH - 1000, 2 * HIGH + 3000};
    const List blocks{{0xffffff00, 0x100}, {0x200, 0x300}};
    ASSERT_EQ(SackBlockCheck::Check(blocks.data(), blocks.size(), sent, ranges).refusal, nullptr);
    EXPECT_EQ(ranges[0], (OctetRange{2 * HIGH - 0x100, 2 * HIGH + 0x100}));
    EXPECT_EQ(ranges[1], (OctetRange{2 * HIGH + 0x200, 2 * HIGH + 0x300}));
}

TEST(SackBlockCheck, EachRefusal)
{
    EXPECT_STREQ(Check({{7000, 7000}}).refusal, "inverted block");
    EXPECT_STREQ(Check({{8000, 7000}}).refusal, "inverted block");
    EXPECT_STREQ(Check({{7000, 8000}, {6000, 5500}}).refusal, "inverted block");
    EXPECT_STREQ(Check({{4999, 6000}}).refusal, "block below snd.una") << "across snd.una";
    EXPECT_STREQ(Check({{7000, 8000}, {4000, 4500}}).refusal, "block below snd.una")
        << "not the first one";
    EXPECT_STREQ(Check({{9000, 10001}}).refusal, "block never sent");
    EXPECT_STREQ(Check({{7000, 8000}, {20000, 20500}}).refusal, "block never sent");
    EXPECT_STREQ(Check({{999, 2000}}).refusal, "block never sent") << "before the connection";
    EXPECT_STREQ(Check({{7000, 8000}, {7999, 9000}}).refusal, "overlapping blocks");
    EXPECT_STREQ(Check({{7000, 8000}, {5500, 6000}, {5500, 6000}}).refusal, "overlapping blocks");
    EXPECT_STREQ(Check({{7000, 8000}, {9000, 9500}, {6000, 9800}}).refusal, "overlapping blocks")
        << "one contains all others";
    EXPECT_STREQ(Check(List(133, {7000, 8000})).refusal, "overlapping blocks") << "more than fit";
}

TEST(SackBlockCheck, EdgesHalfTheSequenceSpaceAway)
{
    const uint32_t half = uint32_t{1} << 31;
    EXPECT_STREQ(Check({{7000, 7000 + half}}).refusal, "inverted block");
    EXPECT_STREQ(Check({{5000, 5000 + half}}).refusal, "inverted block");
    EXPECT_STREQ(Check({{5000, 5000 + half - 1}}).refusal, "block never sent");
    EXPECT_STREQ(Check({{5000 + half, 4000}}).refusal, "block never sent");
}

TEST(SackBlockCheck, DuplicateBelowTheAcknowledgment)
{
    ExpectAccepted({{4000, 4500}}, true);
    ExpectAccepted({{1000, 5000}}, true);
    ExpectAccepted({{4000, 4500}, {7000, 8000}, {6000, 6500}}, true);
}

TEST(SackBlockCheck, DuplicateInsideTheSecondBlock)
{
    ExpectAccepted({{7100, 7200}, {7000, 8000}}, true);
    ExpectAccepted({{7000, 7200}, {7000, 8000}, {9000, 9500}}, true);
    ExpectAccepted({{7900, 8000}, {7000, 8000}, {6000, 6500}}, true);
    ExpectAccepted({{7000, 8000}, {7000, 8000}}, true);
    EXPECT_STREQ(Check({{7100, 7200}, {9000, 9500}, {7000, 8000}}).refusal, "overlapping blocks")
        << "RFC 2883 wants the containing block right behind it";
    EXPECT_STREQ(Check({{7000, 8000}, {7100, 7200}}).refusal, "overlapping blocks")
        << "the other way";
    EXPECT_STREQ(Check({{7100, 7200}, {7000, 8000}, {7150, 7160}}).refusal, "overlapping blocks")
        << "the others still must not";
}

/// Octets by number, from 0: 20 before the connection, 20 acknowledged, 40 outstanding, 20 unsent.
constexpr int64_t START = 20;
constexpr int64_t UNA = 40;
constexpr int64_t NXT = 80;
constexpr int64_t END = 100;

using Numbers = std::vector<std::pair<int64_t, int64_t>>;

/// Whether some blocks can be true, octet by octet.
bool
CanBeTrue(const Numbers& blocks, bool& isDuplicate)
{
    isDuplicate = false;
    std::vector<int> held(END, 0);
    for (std::size_t i = 0; i < blocks.size(); ++i)
    {
        const auto [begin, end] = blocks[i];
        if (begin >= end)
        {
            return false;
        }
        const bool isBelow = begin >= START && end <= UNA;
        const bool isInside =
            blocks.size() > 1 && begin >= blocks[1].first && end <= blocks[1].second;
        if (i == 0 && (isBelow || isInside))
        {
            isDuplicate = true;
            continue;
        }
        for (auto octet = begin; octet < end; ++octet)
        {
            if (octet < UNA || octet >= NXT || ++held[octet] > 1)
            {
                return false;
            }
        }
    }
    return true;
}

TEST(SackBlockCheck, RandomBlocksAgainstAListOfOctets)
{
    std::mt19937 random(1);
    int accepted = 0;
    int duplicates = 0;
    constexpr int LISTS = 300000;
    for (int i = 0; i < LISTS; ++i)
    {
        // The sequence numbers wrap at one of the octets, or not.
        const uint64_t zero = 3 * HIGH - random() % 150;
        const int64_t lowest = random() % 2 == 0 ? 0 : UNA;
        Numbers numbers(random() % 5);
        List blocks;
        for (auto& [begin, end] : numbers)
        {
            begin = lowest + random() % (NXT + 3 - lowest);
            end = begin + random() % (random() % 8 == 0 ? 50 : 8) - 1;
            blocks.push_back(
                {static_cast<uint32_t>(zero + begin), static_cast<uint32_t>(zero + end)});
        }
        if (numbers.size() > 1 && random() % 2 == 0 && numbers[1].first < numbers[1].second)
        {
            numbers[0] = {numbers[1].first + random() % 2, numbers[1].second - random() % 2};
            blocks[0] = {static_cast<uint32_t>(zero + numbers[0].first),
                         static_cast<uint32_t>(zero + numbers[0].second)};
        }
        bool isDuplicate = false;
        const bool expected = CanBeTrue(numbers, isDuplicate);
        const auto result = Check(blocks, {zero + START, zero + UNA, zero + NXT});
        ASSERT_EQ(result.refusal == nullptr, expected) << "list " << i;
        ASSERT_EQ(result.isDuplicate, expected && isDuplicate) << "list " << i;
        accepted += expected;
        duplicates += result.isDuplicate;
    }
    EXPECT_GT(accepted - duplicates, LISTS / 10);
    EXPECT_GT(duplicates, LISTS / 20);
}

} // namespace SackBlockCheckTests
