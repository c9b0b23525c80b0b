/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/buffer.h"
#include "ns3/tcp-header-values.h"
#include "ns3/tcp-option.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace TcpHeaderValuesTests
{

using namespace ns3;

using Octets = std::vector<uint8_t>;

constexpr std::size_t FIXED_SIZE = 20; // octets of a header without options

/// @return the octets of a header
Octets
Serialize(const TcpHeader& header)
{
    Buffer buffer;
    buffer.AddAtStart(header.GetSerializedSize());
    header.Serialize(buffer.Begin());
    Octets octets(buffer.GetSize());
    buffer.CopyData(octets.data(), buffer.GetSize());
    return octets;
}

/// @return the options of a header
Octets
GetOptions(const TcpHeader& header)
{
    const auto octets = Serialize(header);
    return {octets.begin() + FIXED_SIZE, octets.end()};
}

/// @return what a segment of the middle of a connection says
SegmentFields
MakeFields(uint8_t flags)
{
    SegmentFields fields;
    fields.flags = flags;
    fields.sequence = 0xfedcba98;
    fields.acknowledgment = 0x89abcdef;
    fields.window = 65432;
    return fields;
}

uint32_t
GetTimestamp(const TcpHeader& header)
{
    return DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetTimestamp();
}

TEST(TcpHeaderValues, NumbersFlagsAndWindow)
{
    Ptr<TcpOptionTS> timestamps;
    for (const uint8_t flags :
         {SegmentFields::ACK,
          SegmentFields::RST,
          static_cast<uint8_t>(SegmentFields::FIN | SegmentFields::PSH | SegmentFields::ACK |
                               SegmentFields::ECE | SegmentFields::CWR)})
    {
        const auto header = MakeTcpHeader(MakeFields(flags), timestamps);
        EXPECT_EQ(header.GetFlags(), flags);
        EXPECT_EQ(header.GetSequenceNumber(), SequenceNumber32(0xfedcba98));
        EXPECT_EQ(header.GetAckNumber(),
                  SequenceNumber32(flags & SegmentFields::ACK ? 0x89abcdef : 0));
        EXPECT_EQ(header.GetWindowSize(), 65432);
        EXPECT_EQ(header.GetSerializedSize(), FIXED_SIZE);
    }
}

// RFC 7323, section 3.2; RFC 9293, section 3.2; RFC 7323, section 2.2; RFC 2018, section 2.
TEST(TcpHeaderValues, OptionsOfASyn)
{
    auto fields = MakeFields(SegmentFields::SYN);
    fields.mss = 1460;
    fields.scale = 7;
    fields.sackPermitted = true;
    fields.compressedPermitted = true;
    fields.timestamps = SegmentFields::Timestamps{0x01020304, 0x05060708};
    Ptr<TcpOptionTS> timestamps;
    EXPECT_EQ(GetOptions(MakeTcpHeader(fields, timestamps)),
              (Octets{8,   10, 1,    2,    3, 4, 5, 6, 7, 8, // timestamps
                      2,   4,  0x05, 0xb4,                   // segment size
                      3,   3,  7,                            // window scale
                      4,   2,                                // SACK permitted
                      253, 4,  0xc5, 0xac,                   // compressed offsets
                      0}));
    fields.flags = SegmentFields::ACK;
    EXPECT_EQ(GetOptions(MakeTcpHeader(fields, timestamps)).size(), 12U) << "timestamps only";
}

// RFC 2018, section 3.
TEST(TcpHeaderValues, BlocksComeAfterTimestamps)
{
    auto fields = MakeFields(SegmentFields::ACK);
    fields.timestamps = SegmentFields::Timestamps{1, 2};
    fields.blocks[0] = {0x11223344, 0x11223355};
    fields.blocks[1] = {0xfffffff0, 0x00000010};
    fields.blockCount = 2;
    Ptr<TcpOptionTS> timestamps;
    EXPECT_EQ(
        GetOptions(MakeTcpHeader(fields, timestamps)),
        (Octets{8,    10,   0,    0,    0,    1,    0,    0,    0,    2,    5, 18, 0x11, 0x22,
                0x33, 0x44, 0x11, 0x22, 0x33, 0x55, 0xff, 0xff, 0xff, 0xf0, 0, 0,  0,    0x10}));
}

TEST(TcpHeaderValues, CompressedBlocksAsTheyWereEncoded)
{
    auto fields = MakeFields(SegmentFields::ACK);
    fields.experimental = {253, 6, 9, 8, 7, 6};
    fields.experimentalSize = 6;
    Ptr<TcpOptionTS> timestamps;
    EXPECT_EQ(GetOptions(MakeTcpHeader(fields, timestamps)), (Octets{253, 6, 9, 8, 7, 6, 0, 0}));
}

// What one end writes the other one reads.
TEST(TcpHeaderValues, WhatIsWrittenIsRead)
{
    auto fields = MakeFields(SegmentFields::SYN | SegmentFields::ACK);
    fields.mss = 536;
    fields.scale = 0;
    fields.sackPermitted = true;
    fields.timestamps = SegmentFields::Timestamps{3, 0};
    Ptr<TcpOptionTS> timestamps;
    const auto octets = Serialize(MakeTcpHeader(fields, timestamps));
    SegmentFields read;
    ASSERT_EQ(read.Read(octets.data(), octets.size()), SegmentFields::Form::SOUND);
    EXPECT_EQ(read.sequence, fields.sequence);
    EXPECT_EQ(read.acknowledgment, fields.acknowledgment);
    EXPECT_EQ(read.flags, fields.flags);
    EXPECT_EQ(read.mss, fields.mss);
    EXPECT_EQ(read.scale, fields.scale);
    EXPECT_TRUE(read.sackPermitted);
    EXPECT_FALSE(read.compressedPermitted);
    EXPECT_EQ(read.timestamps->value, 3U);
    EXPECT_EQ(read.GetOptionsSize(), fields.GetOptionsSize());
}

TEST(TcpHeaderValues, TheTimestampsOfAHeaderThatIsKeptStay)
{
    Ptr<TcpOptionTS> timestamps;
    const auto write = [&timestamps](uint32_t value) {
        auto fields = MakeFields(SegmentFields::ACK);
        fields.timestamps = SegmentFields::Timestamps{value, 0};
        return MakeTcpHeader(fields, timestamps);
    };
    const TcpOption* first = nullptr;
    {
        const auto gone = write(1);
        first = PeekPointer(gone.GetOption(TcpOption::TS));
    }
    const auto kept = write(2);
    EXPECT_EQ(PeekPointer(kept.GetOption(TcpOption::TS)), first) << "one object is for many";
    const auto next = write(3);
    EXPECT_EQ(GetTimestamp(kept), 2U);
    EXPECT_EQ(GetTimestamp(next), 3U);
}

} // namespace TcpHeaderValuesTests
