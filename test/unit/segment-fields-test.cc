/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/segment-fields.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <vector>

using ns3::SegmentFields;

namespace SegmentFieldsTests
{

using Octets = std::vector<uint8_t>;

const Octets TIMESTAMPS{8, 10, 0x01, 0x02, 0x03, 0x04, 0xa1, 0xa2, 0xa3, 0xa4};
const Octets ONE_BLOCK{5, 10, 0, 0, 0x10, 0, 0, 0, 0x20, 0};
const Octets END{0};
const Octets NOP{1};

/// Options one after the other.
Octets
Join(const std::vector<Octets>& options)
{
    Octets joined;
    for (const auto& option : options)
    {
        joined.insert(joined.end(), option.begin(), option.end());
    }
    return joined;
}

/// A header with options, which are a whole number of words.
Octets
Header(const Octets& options)
{
    Octets header{0x13, 0x89, 0xc0, 0x01,                    // ports 5001, 49153
                  0xfe, 0xdc, 0xba, 0x98,                    // sequence number
                  0x01, 0x23, 0x45, 0x67,                    // acknowledgment
                  0x50, 0x10, 0x12, 0x34, 0, 0, 0xab, 0xcd}; // ACK, window, checksum, urgent
    header[12] = static_cast<uint8_t>((5 + options.size() / 4) << 4);
    const auto size = header.size();
    header.resize(size + options.size());
    std::copy(options.begin(), options.end(), header.begin() + size);
    return header;
}

std::optional<SegmentFields>
Read(const Octets& octets)
{
    // Of its own size, so that a sanitizer sees each octet too many.
    const Octets exact(octets);
    SegmentFields fields;
    return fields.Read(exact.data(), exact.size()) == SegmentFields::Form::SOUND
               ? std::optional(fields)
               : std::nullopt;
}

std::optional<SegmentFields>
ReadOptions(const std::vector<Octets>& options)
{
    return Read(Header(Join(options)));
}

TEST(SegmentFields, WithoutOptions)
{
    const auto fields = Read(Header({}));
    ASSERT_TRUE(fields);
    EXPECT_EQ(fields->sourcePort, 5001);
    EXPECT_EQ(fields->destinationPort, 49153);
    EXPECT_EQ(fields->sequence, 0xfedcba98);
    EXPECT_EQ(fields->acknowledgment, 0x01234567U);
    EXPECT_EQ(fields->headerSize, 20);
    EXPECT_EQ(fields->flags, 0x10);
    EXPECT_EQ(fields->window, 0x1234);
    EXPECT_EQ(fields->urgentPointer, 0xabcd);
    EXPECT_FALSE(fields->timestamps);
    EXPECT_EQ(fields->blockCount, 0);
}

TEST(SegmentFields, Form)
{
    using Form = SegmentFields::Form;
    const auto form = [](const Octets& octets) {
        SegmentFields fields;
        return fields.Read(octets.data(), octets.size());
    };
    EXPECT_EQ(form(Header({})), Form::SOUND);
    EXPECT_EQ(form(Header(Join({NOP, NOP, TIMESTAMPS}))), Form::SOUND);
    EXPECT_EQ(form(Header({253, 4, 1, 2})), Form::SOUND) << "of any kind";
    EXPECT_EQ(form(Header({0, 253, 0, 0})), Form::SOUND) << "behind the end of the options";
    EXPECT_EQ(form(Header({253, 0, 1, 1})), Form::MALFORMED);
    EXPECT_EQ(form(Header({253, 1, 1, 1})), Form::MALFORMED);
    EXPECT_EQ(form(Header({1, 253, 4, 1})), Form::MALFORMED) << "longer than the header";
    EXPECT_EQ(form(Header({1, 1, 1, 253})), Form::MALFORMED) << "no length";
    EXPECT_EQ(form(Header({2, 4, 2, 0})), Form::SOUND);
    EXPECT_EQ(form(Header({2, 3, 0, 1})), Form::MALFORMED) << "a length of another kind";
    EXPECT_EQ(form(Header({5, 2, 1, 1})), Form::MALFORMED) << "no block";
    auto octets = Header({1, 1, 1, 1});
    octets.pop_back();
    EXPECT_EQ(form(octets), Form::NONE) << "cut short";
    octets[12] = 0x40;
    EXPECT_EQ(form(octets), Form::NONE) << "data offset of four";
    EXPECT_EQ(form({}), Form::NONE);
}

TEST(SegmentFields, DataAreNotHeader)
{
    auto octets = Header({});
    octets.insert(octets.end(), 40, 0xff);
    EXPECT_EQ(Read(octets)->headerSize, 20);
}

TEST(SegmentFields, ReservedBitsAreIgnored)
{
    auto octets = Header({});
    octets[12] |= 0x0f;
    octets[13] = 0xff;
    EXPECT_EQ(Read(octets)->headerSize, 20);
    EXPECT_EQ(Read(octets)->flags, 0xff);
}

TEST(SegmentFields, TimestampsAsLinuxAndAsNs3HaveThem)
{
    for (const auto& options :
         {std::vector<Octets>{NOP, NOP, TIMESTAMPS}, std::vector<Octets>{TIMESTAMPS, END, END}})
    {
        const auto fields = ReadOptions(options);
        ASSERT_TRUE(fields);
        ASSERT_TRUE(fields->timestamps);
        EXPECT_EQ(fields->timestamps->value, 0x01020304U);
        EXPECT_EQ(fields->timestamps->echo, 0xa1a2a3a4);
        EXPECT_EQ(fields->headerSize, 32);
        EXPECT_EQ(fields->blockCount, 0);
    }
}

TEST(SegmentFields, Blocks)
{
    const auto one = ReadOptions({NOP, NOP, ONE_BLOCK});
    ASSERT_TRUE(one);
    ASSERT_EQ(one->blockCount, 1);
    EXPECT_EQ(one->blocks[0].begin, 0x1000U);
    EXPECT_EQ(one->blocks[0].end, 0x2000U);

    Octets four{5, 34};
    for (uint8_t i = 0; i < 4; ++i)
    {
        const Octets block{0xf0, 0, 0, i, 0xf0, 0, 1, i};
        four.insert(four.end(), block.begin(), block.end());
    }
    const auto all = ReadOptions({four, NOP, NOP});
    ASSERT_TRUE(all);
    ASSERT_EQ(all->blockCount, 4);
    EXPECT_EQ(all->blocks[3].begin, 0xf0000003);
    EXPECT_EQ(all->blocks[3].end, 0xf0000103);
    EXPECT_EQ(all->headerSize, 56);
}

TEST(SegmentFields, TimestampsAndBlocksInAnyOrder)
{
    for (const auto& options : {std::vector<Octets>{TIMESTAMPS, ONE_BLOCK},
                                std::vector<Octets>{ONE_BLOCK, TIMESTAMPS},
                                std::vector<Octets>{NOP, TIMESTAMPS, NOP, ONE_BLOCK, END, END}})
    {
        const auto fields = ReadOptions(options);
        ASSERT_TRUE(fields);
        EXPECT_TRUE(fields->timestamps);
        EXPECT_EQ(fields->blockCount, 1);
    }
}

TEST(SegmentFields, TheOptionsOfASyn)
{
    const Octets mss{2, 4, 5, 0xb4};
    const Octets scale{3, 3, 7};
    const Octets sackPermitted{4, 2};
    const Octets permission{253, 4, 0xc5, 0xac};
    const auto fields = ReadOptions({mss, sackPermitted, TIMESTAMPS, scale, NOP, permission});
    ASSERT_TRUE(fields);
    EXPECT_EQ(fields->mss, 1460);
    EXPECT_EQ(fields->scale, 7);
    EXPECT_TRUE(fields->sackPermitted);
    EXPECT_TRUE(fields->compressedPermitted);
    EXPECT_TRUE(fields->timestamps);
    EXPECT_FALSE(ReadOptions({NOP, NOP, NOP, NOP})->mss);
    EXPECT_FALSE(ReadOptions({{253, 4, 0xc5, 0xad}})->compressedPermitted) << "another experiment";
}

TEST(SegmentFields, AnExperimentsOptionIsKeptAsItIs)
{
    const Octets experiment{253, 8, 1, 2, 3, 4, 5, 6};
    const auto fields = ReadOptions({NOP, NOP, TIMESTAMPS, experiment, {253, 4, 0xc5, 0xac}});
    ASSERT_TRUE(fields);
    ASSERT_EQ(fields->experimentalSize, 8);
    EXPECT_TRUE(std::equal(experiment.begin(), experiment.end(), fields->experimental.begin()));
    EXPECT_TRUE(fields->compressedPermitted) << "of any of them";
}

// As TcpHeader::GetOption() has it.
TEST(SegmentFields, OfTwoOfAKindTheFirstCounts)
{
    Octets later = TIMESTAMPS;
    later[2] = 9;
    const auto stamps = ReadOptions({TIMESTAMPS, later});
    ASSERT_TRUE(stamps);
    EXPECT_EQ(stamps->timestamps->value, 0x01020304U);
    const auto blocks = ReadOptions({ONE_BLOCK, {5, 10, 0, 0, 0x30, 0, 0, 0, 0x40, 0}});
    ASSERT_EQ(blocks->blockCount, 1);
    EXPECT_EQ(blocks->blocks[0].begin, 0x1000U);
    EXPECT_EQ(ReadOptions({{2, 4, 5, 0xb4, 2, 4, 0, 1}})->mss, 1460);
}

TEST(SegmentFields, NothingIsReadBehindTheEndOfTheOptions)
{
    EXPECT_TRUE(ReadOptions({NOP, NOP, NOP, END}));
    EXPECT_TRUE(ReadOptions({END, END, END, END}));
    EXPECT_TRUE(ReadOptions({NOP, NOP, NOP, END, END, END, END, END}));
    EXPECT_TRUE(ReadOptions({NOP, END, {2, 0}}));
    EXPECT_FALSE(ReadOptions({END, NOP, TIMESTAMPS})->timestamps);
}

TEST(SegmentFields, MalformedOptions)
{
    EXPECT_FALSE(ReadOptions({{8, 9, 1, 2, 3, 4, 5, 6, 7}, NOP, NOP, NOP}));
    EXPECT_FALSE(ReadOptions({{8, 11, 1, 2, 3, 4, 5, 6, 7, 8, 9}, NOP}));
    EXPECT_FALSE(ReadOptions({NOP, NOP, {8, 10}}));
    EXPECT_FALSE(ReadOptions({NOP, NOP, NOP, {8}}));
    EXPECT_FALSE(ReadOptions({{8, 0, 1, 2}}));
    EXPECT_FALSE(ReadOptions({{8, 1, 1, 2}}));
    EXPECT_FALSE(ReadOptions({{5, 2, 1, 1}}));
    EXPECT_FALSE(ReadOptions({{5, 6, 1, 2, 3, 4}, NOP, NOP}));
    EXPECT_FALSE(ReadOptions({{5, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}));
    Octets five{5, 42};
    five.resize(40, 1);
    EXPECT_FALSE(ReadOptions({five}));
}

TEST(SegmentFields, CutShort)
{
    const auto whole = Header(Join({NOP, NOP, TIMESTAMPS}));
    for (std::size_t size = 0; size < whole.size(); ++size)
    {
        EXPECT_FALSE(Read(Octets(whole.begin(), whole.begin() + size))) << size;
    }
    auto tooLong = Header({});
    tooLong[12] = 0xf0;
    EXPECT_FALSE(Read(tooLong));
    auto tooShort = Header({});
    for (const uint8_t words : {0, 1, 4})
    {
        tooShort[12] = static_cast<uint8_t>(words << 4);
        EXPECT_FALSE(Read(tooShort)) << int(words);
    }
}

// What is read stands there: from the octets alone, option by option, by another way.
TEST(SegmentFields, AnythingAtAll)
{
    std::mt19937 random(1);
    uint32_t accepted = 0;
    for (uint32_t i = 0; i < 200'000; ++i)
    {
        Octets octets(random() % 64);
        for (auto& octet : octets)
        {
            // Mostly what options begin with.
            const uint32_t kind = random() % 8;
            octet = static_cast<uint8_t>(kind < 2    ? kind
                                         : kind == 2 ? 8
                                         : kind == 3 ? 10
                                                     : random());
        }
        if (octets.size() > 12)
        {
            octets[12] = static_cast<uint8_t>((5 + random() % 4) << 4);
        }
        const auto fields = Read(octets);
        if (!fields)
        {
            continue;
        }
        ++accepted;
        ASSERT_LE(fields->headerSize, octets.size());
        ASSERT_EQ(fields->headerSize, (octets[12] >> 4) * 4);
        if (fields->timestamps)
        {
            const auto value = fields->timestamps->value;
            const Octets start{8, 10, static_cast<uint8_t>(value >> 24)};
            const auto options = octets.begin() + 20;
            ASSERT_NE(std::search(options,
                                  octets.begin() + fields->headerSize,
                                  start.begin(),
                                  start.end()),
                      octets.begin() + fields->headerSize);
        }
    }
    EXPECT_GT(accepted, 1000U);
}

} // namespace SegmentFieldsTests
