/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "position-octets.h"

#include "ns3/flow-id-tag.h"
#include "ns3/packet-buffers.h"

#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <vector>

using ns3::FlowIdTag;
using ns3::Packet;
using ns3::Ptr;
using ns3test::ExpectOctets;
using ns3test::MakeOctets;

namespace PacketJoinTests
{

/// Octets of each packet.
constexpr uint32_t SIZE = 3;

/// Packets of a stream, one after the other.
std::vector<Ptr<Packet>>
MakePieces(uint32_t count)
{
    std::vector<Ptr<Packet>> pieces;
    for (uint32_t i = 0; i < count; ++i)
    {
        pieces.push_back(MakeOctets(i * SIZE, SIZE));
    }
    return pieces;
}

/// Each third packet's octets have a byte tag that says which packet they came in.
std::vector<Ptr<Packet>>
MakeTaggedPieces(uint32_t count)
{
    auto pieces = MakePieces(count);
    for (uint32_t i = 0; i < count; i += 3)
    {
        pieces[i]->AddByteTag(FlowIdTag(i));
    }
    return pieces;
}

/// Expects each third packet's tag on its octets.
void
ExpectTags(const Packet& joined, uint32_t count)
{
    uint32_t tags = 0;
    for (auto all = joined.GetByteTagIterator(); all.HasNext(); ++tags)
    {
        const auto item = all.Next();
        FlowIdTag tag;
        item.GetTag(tag);
        EXPECT_EQ(item.GetStart(), tag.GetFlowId() * SIZE);
        EXPECT_EQ(item.GetEnd(), (tag.GetFlowId() + 1) * SIZE);
    }
    EXPECT_EQ(tags, (count + 2) / 3);
}

TEST(JoinPackets, AllOctetsInOrder)
{
    for (const uint32_t count : {1, 2, 3, 7, 8, 9, 10, 100, 5000})
    {
        auto pieces = MakePieces(count);
        ExpectOctets(JoinPackets(pieces), 0, count * SIZE);
    }
}

TEST(JoinPackets, ByteTagsStayOnTheirOctets)
{
    for (const uint32_t count : {7, 100, 2000})
    {
        auto pieces = MakeTaggedPieces(count);
        ExpectTags(*JoinPackets(pieces), count);
    }
}

TEST(JoinPackets, PacketTagsOfTheFirstStay)
{
    for (const uint32_t count : {7, 100})
    {
        auto pieces = MakePieces(count);
        pieces.front()->AddPacketTag(FlowIdTag(17));
        FlowIdTag tag;
        EXPECT_TRUE(JoinPackets(pieces)->PeekPacketTag(tag));
        EXPECT_EQ(tag.GetFlowId(), 17U);
    }
}

// Packet::EnablePrinting(): ns-3 cannot keep some thousands of parts, but octets and tags can stay.
TEST(JoinPackets, ByteTagsStayWherePartsAreTooMany)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe"; // a program that has had no packets
    const auto join = [] {
        Packet::EnablePrinting();
        auto pieces = MakeTaggedPieces(20000);
        const auto joined = JoinPackets(pieces);
        ExpectOctets(joined, 0, 20000 * SIZE);
        ExpectTags(*joined, 20000);
        std::exit(testing::Test::HasFailure() ? 1 : 0);
    };
    EXPECT_EXIT(join(), testing::ExitedWithCode(0), "");
}

} // namespace PacketJoinTests
