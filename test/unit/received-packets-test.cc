/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "position-octets.h"

#include "ns3/packet-buffers.h"
#include "ns3/socket.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using ns3::OctetRange;
using ns3::Ptr;
using ns3::ReceivedPackets;

namespace ReceivedPacketsTests
{

using namespace ns3test;

constexpr uint64_t START = (uint64_t{1} << 32) - 50;

/// Packets from START on; positions are counted from there.
class ReceivedPacketsTest : public testing::Test
{
  protected:
    ReceivedPacketsTest()
    {
        m_packets.Start(START);
    }

    /// A packet arrives of which a part is new. @param fresh the part @param whole the packet
    void Store(OctetRange fresh, OctetRange whole)
    {
        const auto begin = START + whole.begin;
        m_packets.Store({START + fresh.begin, START + fresh.end},
                        MakeOctets(begin, static_cast<uint32_t>(whole.Size())),
                        begin);
    }

    void Store(OctetRange whole)
    {
        Store(whole, whole);
    }

    void ExpectRead(uint32_t octets)
    {
        ExpectOctets(m_packets.Read(octets), m_read, octets);
        m_read += octets;
    }

    ReceivedPackets m_packets;
    uint64_t m_read{START};
};

TEST_F(ReceivedPacketsTest, ReadsNeedNotBePackets)
{
    Store({0, 100});
    Store({100, 150});
    Store({150, 350});
    ExpectRead(100);
    ExpectRead(20);
    ExpectRead(30);
    ExpectRead(80); // of one packet, three times
    ExpectRead(80);
    ExpectRead(40);
    Store({350, 400});
    Store({400, 500});
    ExpectRead(120);
    ExpectRead(30);
}

// A read may have octets of many packets. Tags of octets stay.
TEST_F(ReceivedPacketsTest, TagsOfAPacketAreNotRead)
{
    const auto packet = MakeOctets(START, 10);
    ns3::SocketIpTosTag tag;
    packet->AddPacketTag(tag);
    m_packets.Store({START, START + 10}, packet, START);
    EXPECT_FALSE(m_packets.Read(10)->PeekPacketTag(tag));
}

TEST_F(ReceivedPacketsTest, WhatIsOutOfOrderWaitsForTheHole)
{
    Store({200, 300});
    Store({100, 110}, {90, 110});
    Store({0, 50});
    ExpectRead(30);
    Store({110, 200}, {50, 250}); // two parts of one packet
    Store({50, 100}, {50, 250});
    ExpectRead(270);
}

TEST_F(ReceivedPacketsTest, AnyPartOfAPacketMayBeNew)
{
    Store({0, 40}, {0, 100});
    Store({40, 100}, {10, 100});
    Store({100, 150}, {50, 200});
    ExpectRead(150);
}

TEST_F(ReceivedPacketsTest, AnotherConnectionBeginsAnew)
{
    Store({0, 10});
    Store({20, 30});
    ExpectRead(5);
    m_read = START + 10;
    m_packets.Start(m_read);
    Store({10, 20});
    ExpectRead(10);
    Store({20, 40});
    ExpectRead(20);
}

// ns3::Socket::Recv(): as much as there is, up to what is asked for, however it came.
TEST_F(ReceivedPacketsTest, ManyPiecesAreOneRead)
{
    for (uint64_t octet = 0; octet < 20000; ++octet)
    {
        Store({octet, octet + 1});
    }
    ExpectRead(19999);
    ExpectRead(1);
}

// Packets that keep what they consist of end the program where that is some thousands of parts.
TEST_F(ReceivedPacketsTest, ManyPiecesAreOneReadAlsoWherePacketsKeepTheirParts)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe"; // a program that has had no packets
    const auto read = [this] {
        ns3::Packet::EnablePrinting();
        for (uint64_t octet = 0; octet < 20900; ++octet)
        {
            Store({octet, octet + 1});
        }
        ExpectRead(20000);
        const auto few = m_packets.Read(900);
        uint32_t parts = 0;
        for (auto items = few->BeginItem(); items.HasNext(); items.Next())
        {
            ++parts;
        }
        EXPECT_EQ(parts, 900U);
        std::exit(testing::Test::HasFailure() ? 1 : 0);
    };
    EXPECT_EXIT(read(), testing::ExitedWithCode(0), "");
}

TEST_F(ReceivedPacketsTest, AnyOrder)
{
    std::mt19937 random(1);
    std::vector<OctetRange> pieces;
    uint64_t end = 0;
    for (int piece = 0; piece < 300; ++piece)
    {
        const auto begin = end;
        end += 1 + random() % 200;
        pieces.push_back({begin, end});
    }
    std::shuffle(pieces.begin(), pieces.end(), random);
    for (const auto& piece : pieces)
    {
        Store(piece);
    }
    while (m_read < START + end)
    {
        ExpectRead(static_cast<uint32_t>(std::min(START + end - m_read, 1 + random() % 500)));
    }
}

} // namespace ReceivedPacketsTests
