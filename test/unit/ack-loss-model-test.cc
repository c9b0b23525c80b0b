/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ack-loss-model.h"
#include "ns3/ipv4-header.h"
#include "ns3/packet.h"
#include "ns3/ppp-header.h"
#include "ns3/tcp-header.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint8_t SYN_ACK = TcpHeader::SYN | TcpHeader::ACK;

/// @param ack acknowledgment number @param flags of TCP @return a packet without data on a link
Ptr<Packet>
MakeAck(uint32_t ack, uint8_t flags = TcpHeader::ACK)
{
    const auto packet = Create<Packet>();
    TcpHeader tcp;
    tcp.SetAckNumber(SequenceNumber32(ack));
    tcp.SetFlags(flags);
    packet->AddHeader(tcp);
    Ipv4Header ip;
    ip.SetSource("10.0.0.1");
    ip.SetDestination("10.0.0.2");
    ip.SetProtocol(6);
    ip.SetPayloadSize(packet->GetSize());
    packet->AddHeader(ip);
    PppHeader ppp;
    ppp.SetProtocol(0x0021);
    packet->AddHeader(ppp);
    return packet;
}

} // namespace

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
