/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/hand-made-packet.h"

#include "ns3/inet-socket-address.h"
#include "ns3/segment-loss-model.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace AckLossModelTests
{

using namespace ns3;

constexpr uint8_t SYN_ACK = TcpHeader::SYN | TcpHeader::ACK;

/// Who sends to whom, and what.
struct Way
{
    uint16_t sourcePort{1};
    uint16_t destinationPort{2};
    uint32_t octets{0}; //!< data
};

/// @param ack acknowledgment number @param flags of TCP @param way else @return a packet on a link
Ptr<Packet>
MakeAck(uint32_t ack, uint8_t flags = TcpHeader::ACK, const Way& way = {})
{
    return dumbbells::HandMade{0,
                               way.octets,
                               flags,
                               way.sourcePort,
                               way.destinationPort,
                               false,
                               ack}
        .Make();
}

TEST(AckLossModel, OccurrencesAreCountedFromOne)
{
    const auto model = CreateObject<AckLossModel>();
    EXPECT_DEATH(model->Drop(0, 0), "AckLossModel: occurrences are counted from 1, not 0");
    EXPECT_EQ(model->GetPlanned(), 0U);
    model->Drop(0, 1);
    model->Drop(7, 2);
    model->Drop(7, 2);
    EXPECT_EQ(model->GetPlanned(), 2U) << "an ACK is lost once";
}

// However far the first one has come, more than half of all sequence numbers, say.
TEST(AckLossModel, ASecondConnectionIsCountedFromItsBeginning)
{
    const auto model = CreateObject<AckLossModel>();
    model->SetAttribute("SegmentSize", UintegerValue(100));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(501, SYN_ACK)));
    for (const uint32_t position : {1'000'000'000U, 2'000'000'000U, 3'000'000'000U})
    {
        EXPECT_FALSE(model->IsCorrupt(MakeAck(501 + position)));
    }
    model->Drop(1);
    model->Drop(2, 2);
    EXPECT_FALSE(model->IsCorrupt(MakeAck(7, SYN_ACK)));
    EXPECT_TRUE(model->IsCorrupt(MakeAck(107)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(207)));
    EXPECT_TRUE(model->IsCorrupt(MakeAck(207)));
    EXPECT_EQ(model->GetPlanned(), 0U);
}

// Each of the others would have been the first ACK of a segment.
TEST(AckLossModel, CountsPureAcksOfItsConnectionOnly)
{
    const auto model = CreateObject<AckLossModel>();
    model->SetAttribute("SegmentSize", UintegerValue(100));
    model->Drop(1, 1);
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101))) << "no connection";
    EXPECT_FALSE(model->IsCorrupt(MakeAck(1, TcpHeader::SYN))) << "it goes the other way";
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(1, SYN_ACK)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(0))) << "below the first octet";
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101, TcpHeader::ACK | TcpHeader::FIN)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101, TcpHeader::ACK | TcpHeader::RST)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101, TcpHeader::PSH)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101, TcpHeader::ACK, {1, 2, 1})));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101, TcpHeader::ACK, {3})));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101, TcpHeader::ACK, {1, 3})));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(100))) << "of no segment";
    // A SYN that is sent again, or of others, does not begin anew: 199 octets are one segment.
    EXPECT_FALSE(model->IsCorrupt(MakeAck(7, SYN_ACK, {3})));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(7, SYN_ACK, {1, 3})));
    EXPECT_TRUE(model->IsCorrupt(MakeAck(200)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101)));
    model->Drop(1, 4);
    EXPECT_FALSE(model->IsCorrupt(MakeAck(1, SYN_ACK)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101)));
    EXPECT_TRUE(model->IsCorrupt(MakeAck(101)));
}

TEST(AckLossModel, WaitsForTheSourceThatItIsTold)
{
    const auto model = CreateObject<AckLossModel>();
    model->SetAttribute("SegmentSize", UintegerValue(100));
    model->SetSource(InetSocketAddress("10.0.0.1", 3));
    model->Drop(1);
    EXPECT_FALSE(model->IsCorrupt(MakeAck(1, SYN_ACK)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101)));
    EXPECT_FALSE(model->IsCorrupt(MakeAck(1, SYN_ACK, {3})));
    EXPECT_DEATH(model->SetSource(InetSocketAddress("10.0.0.1", 1)),
                 "AckLossModel: set the source before packets pass");
    EXPECT_DEATH(model->SetAttribute("SegmentSize", UintegerValue(200)),
                 "AckLossModel: set SegmentSize before packets pass");
    EXPECT_TRUE(model->IsCorrupt(MakeAck(101, TcpHeader::ACK, {3})));
    // Once disabled it counts without losing; once reset it plans nothing and waits again.
    model->Drop(1, 2);
    model->Drop(1, 3);
    model->Disable();
    EXPECT_FALSE(model->IsCorrupt(MakeAck(101, TcpHeader::ACK, {3})));
    model->Enable();
    EXPECT_TRUE(model->IsCorrupt(MakeAck(101, TcpHeader::ACK, {3})));
    EXPECT_EQ(model->GetPlanned(), 1U);
    model->Reset();
    EXPECT_EQ(model->GetPlanned(), 0U);
    model->SetSource(InetSocketAddress("10.0.0.1", 1));
    model->Drop(1);
    EXPECT_FALSE(model->IsCorrupt(MakeAck(1, SYN_ACK)));
    EXPECT_TRUE(model->IsCorrupt(MakeAck(101)));
}

} // namespace AckLossModelTests
