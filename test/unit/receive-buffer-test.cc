/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/receive-buffer.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using ns3::OctetRange;
using ns3::ReceiveBuffer;

namespace ReceiveBufferTests
{

using Ranges = std::vector<OctetRange>;

constexpr uint64_t CAPACITY = 1000;
constexpr uint32_t SEGMENT = 100;

/// Expects octet 1000, and has offered 1000 octets.
ReceiveBuffer
Offered()
{
    ReceiveBuffer buffer(1000);
    EXPECT_EQ(buffer.Offer(CAPACITY, SEGMENT), 1000U);
    return buffer;
}

/// The octets of a range arrive. @return which of them were new
Ranges
Insert(ReceiveBuffer& buffer, OctetRange range, uint64_t capacity = CAPACITY)
{
    const auto arrival = buffer.Insert(range, capacity);
    return {arrival.fresh.begin(), arrival.fresh.end()};
}

/// What would be reported, most recent first.
Ranges
BlocksOf(const ReceiveBuffer& buffer)
{
    return buffer.GetQueue().GetBlocks(1000000);
}

/// Reads all there is, in pieces.
void
ExpectReads(ReceiveBuffer& buffer, uint64_t octets, uint32_t piece)
{
    EXPECT_EQ(buffer.GetReadable(), octets);
    for (; octets > 0; octets -= std::min<uint64_t>(piece, octets))
    {
        EXPECT_EQ(buffer.Read(piece), std::min<uint64_t>(piece, octets));
    }
    EXPECT_EQ(buffer.GetReadable(), 0U);
    EXPECT_EQ(buffer.Read(piece), 0U);
}

TEST(ReceiveBuffer, NothingIsTakenBeforeItIsOffered)
{
    ReceiveBuffer buffer(1000);
    EXPECT_EQ(buffer.GetWindow(), 0U);
    EXPECT_EQ(Insert(buffer, {1000, 1100}), Ranges{});
    EXPECT_EQ(Insert(buffer, {1100, 1200}), Ranges{});
    EXPECT_EQ(buffer.GetNext(), 1000U);
    EXPECT_EQ(BlocksOf(buffer), Ranges{});
    EXPECT_EQ(buffer.GetReadable(), 0U);
    EXPECT_EQ(buffer.Read(100), 0U);
}

TEST(ReceiveBuffer, InOrder)
{
    auto buffer = Offered();
    EXPECT_EQ(Insert(buffer, {1000, 1100}), (Ranges{{1000, 1100}}));
    EXPECT_EQ(Insert(buffer, {1050, 1200}), (Ranges{{1100, 1200}})) << "half of it is known";
    EXPECT_EQ(Insert(buffer, {1000, 1200}), Ranges{});
    EXPECT_EQ(buffer.GetNext(), 1200U);
    EXPECT_EQ(buffer.GetWindow(), 800U);
    EXPECT_EQ(buffer.Read(0), 0U);
    ExpectReads(buffer, 200, 70);
}

TEST(ReceiveBuffer, PiecesOutOfOrderAreJoined)
{
    auto buffer = Offered();
    EXPECT_EQ(Insert(buffer, {1030, 1040}), (Ranges{{1030, 1040}}));
    EXPECT_EQ(Insert(buffer, {1010, 1020}), (Ranges{{1010, 1020}}));
    EXPECT_EQ(Insert(buffer, {1015, 1025}), (Ranges{{1020, 1025}}));
    EXPECT_EQ(Insert(buffer, {1060, 1070}), (Ranges{{1060, 1070}}));
    EXPECT_EQ(BlocksOf(buffer), (Ranges{{1060, 1070}, {1010, 1025}, {1030, 1040}}));
    EXPECT_EQ(buffer.GetReadable(), 0U);
    EXPECT_EQ(buffer.GetWindow(), 1000U) << "what is out of order lies in the window";
    EXPECT_EQ(Insert(buffer, {1000, 1050}), (Ranges{{1000, 1010}, {1025, 1030}, {1040, 1050}}));
    EXPECT_EQ(buffer.GetNext(), 1050U);
    EXPECT_EQ(BlocksOf(buffer), (Ranges{{1060, 1070}}));
    ExpectReads(buffer, 50, 7);
    EXPECT_EQ(Insert(buffer, {1050, 1060}), (Ranges{{1050, 1060}}));
    ExpectReads(buffer, 20, 100);
}

// What is not stored is not held: neither acknowledged nor reported.
TEST(ReceiveBuffer, BeyondTheOfferNothingIsHeld)
{
    ReceiveBuffer buffer(1000);
    buffer.Offer(150, SEGMENT);
    EXPECT_EQ(Insert(buffer, {1100, 1200}), (Ranges{{1100, 1150}}));
    EXPECT_EQ(Insert(buffer, {1150, 1250}), Ranges{});
    EXPECT_EQ(Insert(buffer, {5000, 5100}), Ranges{});
    EXPECT_EQ(BlocksOf(buffer), (Ranges{{1100, 1150}}));
    EXPECT_EQ(Insert(buffer, {1000, 1200}), (Ranges{{1000, 1100}}));
    EXPECT_EQ(buffer.GetNext(), 1150U);
    EXPECT_EQ(buffer.GetWindow(), 0U);
    ExpectReads(buffer, 150, 1000);
}

// RFC 9293, section 3.8.6: "SHLD-14, do not shrink the window". Row 3 of what was wrong: data out
// of order, a smaller buffer, and the connection hung.
TEST(ReceiveBuffer, RightEdgeStaysWhenTheBufferShrinks)
{
    auto buffer = Offered();
    Insert(buffer, {1200, 1300}, CAPACITY);
    for (const uint64_t capacity : {500, 10, 0})
    {
        EXPECT_FALSE(buffer.CanOfferMore(capacity, SEGMENT));
        EXPECT_EQ(buffer.Offer(capacity, SEGMENT), 1000U);
    }
    EXPECT_EQ(Insert(buffer, {1000, 1200}, 10), (Ranges{{1000, 1200}}));
    EXPECT_EQ(buffer.GetNext(), 1300U);
    EXPECT_EQ(buffer.Offer(10, SEGMENT), 700U);
    EXPECT_EQ(Insert(buffer, {1900, 2000}, 10), (Ranges{{1900, 2000}})) << "it was offered";
    EXPECT_EQ(Insert(buffer, {1300, 1900}, 10), (Ranges{{1300, 1900}}));
    EXPECT_EQ(buffer.Offer(10, SEGMENT), 0U);
    ExpectReads(buffer, 1000, 300);
    EXPECT_EQ(buffer.Offer(10, SEGMENT), 10U) << "the smaller buffer is empty";
}

// RFC 9293, section 3.8.6.2.2: the smaller of a segment and half the buffer.
TEST(ReceiveBuffer, RightEdgeMovesByASegment)
{
    auto buffer = Offered();
    Insert(buffer, {1000, 2000});
    EXPECT_EQ(buffer.Offer(CAPACITY, SEGMENT), 0U);
    buffer.Read(99);
    EXPECT_FALSE(buffer.CanOfferMore(CAPACITY, SEGMENT));
    EXPECT_EQ(buffer.Offer(CAPACITY, SEGMENT), 0U);
    buffer.Read(1);
    EXPECT_TRUE(buffer.CanOfferMore(CAPACITY, SEGMENT));
    EXPECT_EQ(buffer.Offer(CAPACITY, SEGMENT), 100U);
    EXPECT_FALSE(buffer.CanOfferMore(CAPACITY, SEGMENT)) << "it was offered";
    EXPECT_EQ(buffer.Offer(CAPACITY, SEGMENT), 100U);
    buffer.Read(900);
    EXPECT_EQ(buffer.Offer(CAPACITY, SEGMENT), 1000U);
}

TEST(ReceiveBuffer, RightEdgeMovesByHalfTheBuffer)
{
    ReceiveBuffer buffer(1000);
    EXPECT_EQ(buffer.Offer(150, 1460), 150U);
    Insert(buffer, {1000, 1150}, 150);
    buffer.Read(74);
    EXPECT_EQ(buffer.Offer(150, 1460), 0U);
    buffer.Read(1);
    EXPECT_EQ(buffer.Offer(150, 1460), 75U);
}

TEST(ReceiveBuffer, RightEdgeMovesWhenTheBufferGrows)
{
    auto buffer = Offered();
    EXPECT_EQ(buffer.Offer(1099, SEGMENT), 1000U);
    EXPECT_EQ(buffer.Offer(1100, SEGMENT), 1100U);
    EXPECT_EQ(buffer.Offer(5000, SEGMENT), 5000U);
}

// RFC 7323, section 2.3: the field has 16 bits, whose unit is 2^scale octets.
TEST(ReceiveBuffer, OnlyWhatTheFieldSaysIsOffered)
{
    const ns3::WindowField field{16, 160};
    ReceiveBuffer buffer(0);
    EXPECT_EQ(buffer.Offer(99, SEGMENT, field), 96U);
    EXPECT_EQ(Insert(buffer, {0, 90}), (Ranges{{0, 90}}));
    EXPECT_EQ(Insert(buffer, {90, 99}), (Ranges{{90, 96}})) << "all that was ever offered";
    EXPECT_EQ(buffer.Offer(99, SEGMENT, field), 0U);
    EXPECT_EQ(buffer.Read(96), 96U);
    EXPECT_EQ(buffer.Offer(1000, SEGMENT, field), 160U) << "the field has no more";
    EXPECT_FALSE(buffer.CanOfferMore(1000, SEGMENT, field));
}

// Linux 6.1, __tcp_select_window() and tcp_select_window(): ALIGN() of what is free, and of what is
// left of the last window.
TEST(ReceiveBuffer, LinuxLosesNothingToTheFieldsUnit)
{
    const ns3::WindowField field{16, 160, true};
    ReceiveBuffer buffer(0);
    EXPECT_EQ(buffer.Offer(99, 1, field), 112U);
    EXPECT_EQ(Insert(buffer, {0, 90}), (Ranges{{0, 90}}));
    EXPECT_EQ(buffer.Offer(99, 1, field), 32U) << "22 are left";
    EXPECT_EQ(Insert(buffer, {90, 130}), (Ranges{{90, 122}})) << "all that was ever offered";
    EXPECT_EQ(buffer.Read(122), 122U);
    EXPECT_EQ(buffer.Offer(1000, 1, field), 160U) << "the field has no more";
}

TEST(ReceiveBuffer, TheWindowGrowsByWhatThePeerSees)
{
    const ns3::WindowField field{16, 160};
    ReceiveBuffer buffer(0);
    EXPECT_EQ(buffer.Offer(32, 16, field), 32U);
    EXPECT_EQ(Insert(buffer, {0, 17}), (Ranges{{0, 17}}));
    EXPECT_FALSE(buffer.CanOfferMore(32, 16, field)) << "15 octets are left, of which none is seen";
    EXPECT_EQ(buffer.Read(17), 17U);
    EXPECT_TRUE(buffer.CanOfferMore(32, 16, field));
    EXPECT_EQ(buffer.Offer(32, 16, field), 32U);
}

TEST(ReceiveBuffer, ABufferBelowTheFieldsUnitOffersOneUnit)
{
    const ns3::WindowField field{16, 160};
    ReceiveBuffer buffer(0);
    EXPECT_EQ(buffer.Offer(5, SEGMENT, field), 16U);
    EXPECT_EQ(Insert(buffer, {0, 20}), (Ranges{{0, 16}}));
    EXPECT_EQ(buffer.Offer(5, SEGMENT, field), 0U);
    EXPECT_EQ(buffer.Read(16), 16U);
    EXPECT_EQ(buffer.Offer(5, SEGMENT, field), 16U);
}

TEST(ReceiveBuffer, FinInOrder)
{
    auto buffer = Offered();
    Insert(buffer, {1000, 1100});
    EXPECT_FALSE(buffer.IsFinished());
    EXPECT_TRUE(buffer.SetFin(1100));
    EXPECT_TRUE(buffer.IsFinished());
    EXPECT_EQ(buffer.GetNext(), 1101U);
    EXPECT_EQ(BlocksOf(buffer), Ranges{});
    EXPECT_TRUE(buffer.SetFin(1100)) << "repeated";
    EXPECT_EQ(buffer.GetNext(), 1101U);
    EXPECT_EQ(Insert(buffer, {1101, 1200}), Ranges{}) << "nothing follows";
    EXPECT_EQ(buffer.GetNext(), 1101U);
    ExpectReads(buffer, 100, 64); // it is no octet of data

    ReceiveBuffer empty(1000);
    EXPECT_TRUE(empty.SetFin(1000));
    EXPECT_TRUE(empty.IsFinished());
    EXPECT_EQ(empty.GetNext(), 1001U);
    EXPECT_EQ(empty.Read(1), 0U);
}

// It has a sequence number, and is reported like an octet.
TEST(ReceiveBuffer, FinOutOfOrder)
{
    auto buffer = Offered();
    EXPECT_TRUE(buffer.SetFin(1200));
    EXPECT_FALSE(buffer.IsFinished());
    EXPECT_EQ(buffer.GetNext(), 1000U);
    EXPECT_EQ(BlocksOf(buffer), (Ranges{{1200, 1201}}));
    EXPECT_EQ(Insert(buffer, {1050, 1060}), (Ranges{{1050, 1060}}));
    EXPECT_EQ(Insert(buffer, {1100, 1300}), (Ranges{{1100, 1200}})) << "up to it";
    EXPECT_EQ(BlocksOf(buffer), (Ranges{{1100, 1201}, {1050, 1060}}));
    EXPECT_EQ(Insert(buffer, {1000, 1100}), (Ranges{{1000, 1050}, {1060, 1100}}));
    EXPECT_TRUE(buffer.IsFinished());
    EXPECT_EQ(buffer.GetNext(), 1201U);
    ExpectReads(buffer, 200, 33);
    EXPECT_TRUE(buffer.IsFinished());
}

TEST(ReceiveBuffer, FinThatComesLast)
{
    auto buffer = Offered();
    Insert(buffer, {1100, 1200});
    EXPECT_TRUE(buffer.SetFin(1200));
    EXPECT_EQ(BlocksOf(buffer), (Ranges{{1100, 1201}}));
    Insert(buffer, {1000, 1100});
    EXPECT_TRUE(buffer.IsFinished());
    ExpectReads(buffer, 200, 1000);
}

TEST(ReceiveBuffer, ContradictingFinsAreIgnored)
{
    auto buffer = Offered();
    Insert(buffer, {1000, 1100});
    Insert(buffer, {1200, 1300});
    for (const uint64_t position : {0, 999, 1000, 1099, 1150, 1200, 1250, 1299})
    {
        EXPECT_FALSE(buffer.SetFin(position)) << position;
    }
    EXPECT_EQ(buffer.GetNext(), 1100U);
    EXPECT_EQ(BlocksOf(buffer), (Ranges{{1200, 1300}}));
    EXPECT_TRUE(buffer.SetFin(1300));
    for (const uint64_t position : {1100, 1299, 1301})
    {
        EXPECT_FALSE(buffer.SetFin(position)) << position << ", and there is one at 1300";
    }
    Insert(buffer, {1100, 1200});
    EXPECT_TRUE(buffer.IsFinished());
    EXPECT_EQ(buffer.GetNext(), 1301U);
    EXPECT_FALSE(buffer.SetFin(1301));
    ExpectReads(buffer, 300, 300);
}

TEST(ReceiveBuffer, PiecesOutOfOrderAreBounded)
{
    constexpr uint64_t pieces = 2 * ReceiveBuffer::MIN_PIECES;
    constexpr uint64_t capacity = pieces * ReceiveBuffer::OCTETS_PER_PIECE;
    ReceiveBuffer buffer(1000);
    buffer.Offer(capacity, SEGMENT);
    for (uint64_t n = 0; n < pieces + 50; ++n)
    {
        const OctetRange octet{1001 + 2 * n, 1002 + 2 * n};
        EXPECT_EQ(Insert(buffer, octet, capacity), n < pieces ? Ranges{octet} : Ranges{}) << n;
    }
    EXPECT_EQ(buffer.GetRefused(), 50U);
    EXPECT_EQ(buffer.GetQueue().GetBlockCount(), pieces) << "what is refused is not reported";

    // What is in order is always taken, and makes room.
    EXPECT_EQ(Insert(buffer, {1000, 1001}, capacity), (Ranges{{1000, 1001}}));
    EXPECT_EQ(buffer.GetNext(), 1002U);
    const OctetRange last{1001 + 2 * pieces, 1002 + 2 * pieces};
    EXPECT_EQ(Insert(buffer, last, capacity), Ranges{last});
    EXPECT_EQ(Insert(buffer, {last.begin + 2, last.end + 2}, capacity), Ranges{});
    EXPECT_EQ(Insert(buffer, {1002, 1002 + 500}, capacity).size(), pieces + 1);
    EXPECT_EQ(BlocksOf(buffer), Ranges{});
    ExpectReads(buffer, 502, 11);
}

// A segment counts for as many pieces as it would add: those between what is held.
TEST(ReceiveBuffer, ASegmentOverPiecesCountsForItsGaps)
{
    auto buffer = Offered();
    constexpr uint64_t held = ReceiveBuffer::MIN_PIECES - 3;
    for (uint64_t n = 0; n < held; ++n)
    {
        Insert(buffer, {1001 + 2 * n, 1002 + 2 * n}, 0);
    }
    EXPECT_EQ(Insert(buffer, {1001, 1008}, 0).size(), 3U) << "1002, 1004, 1006";
    EXPECT_EQ(buffer.GetQueue().GetBlockCount(), held - 3);
    EXPECT_EQ(buffer.GetRefused(), 0U);
    EXPECT_EQ(Insert(buffer, {1009, 1012}, 0), Ranges{}) << "1010 would be a piece too many";
    EXPECT_EQ(buffer.GetRefused(), 1U);
    EXPECT_EQ(Insert(buffer, {1002, 1008}, 0), Ranges{}) << "nothing new";
    EXPECT_EQ(Insert(buffer, {1009, 1010}, 0), Ranges{}) << "nothing new";
    EXPECT_EQ(buffer.GetRefused(), 1U) << "no piece: a repetition, which is reported";
}

TEST(ReceiveBuffer, SomePiecesAreStoredHoweverSmallTheBuffer)
{
    auto buffer = Offered();
    for (uint64_t n = 0; n < ReceiveBuffer::MIN_PIECES + 5; ++n)
    {
        Insert(buffer, {1001 + 2 * n, 1002 + 2 * n}, 0);
    }
    EXPECT_EQ(buffer.GetQueue().GetBlockCount(), ReceiveBuffer::MIN_PIECES);
    EXPECT_EQ(buffer.GetRefused(), 5U);
}

// Segments of all sizes, in any order, over one another, beyond the offer; read now and then.
TEST(ReceiveBuffer, EachOctetIsStoredAndReadOnce)
{
    for (const unsigned seed : {1, 2, 3})
    {
        std::mt19937 random(seed);
        const uint64_t begin = (uint64_t{1} << 32) - 5000;
        const uint64_t end = begin + 30000;
        ReceiveBuffer buffer(begin);
        uint64_t read = begin;
        uint64_t stored = 0;
        for (int step = 0; step < 100000 && read < end; ++step)
        {
            buffer.Offer(2000, SEGMENT);
            const auto next = buffer.GetNext();
            const auto first = next - std::min<uint64_t>(next - begin, 50) + random() % 1000;
            const auto size = std::min<uint64_t>(1 + random() % 200, end - std::min(end, first));
            for (const auto& fresh : Insert(buffer, {first, first + size}, 2000))
            {
                stored += fresh.Size();
            }
            ASSERT_EQ(buffer.GetReadable(), buffer.GetNext() - read);
            if (random() % 4 == 0)
            {
                const uint32_t most = 1 + random() % 300;
                const auto octets = buffer.Read(most);
                ASSERT_LE(octets, most);
                read += octets;
            }
        }
        EXPECT_EQ(read, end) << "seed " << seed;
        EXPECT_EQ(stored, end - begin);
    }
}

} // namespace ReceiveBufferTests
