/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/hand-made-packet.h"

#include "ns3/inet-socket-address.h"
#include "ns3/segment-loss-model.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace SegmentLossModelTests
{

using namespace ns3;

/// @return whether it is lost
bool
Pass(const Ptr<SegmentLossModel>& model, const dumbbells::HandMade& segment)
{
    return model->IsCorrupt(segment.Make());
}

Ptr<SegmentLossModel>
MakeModel()
{
    const auto model = CreateObject<SegmentLossModel>();
    model->SetAttribute("SegmentSize", UintegerValue(100));
    return model;
}

TEST(SegmentLossModel, SegmentsAndTransmissionsAreCountedFromOne)
{
    const auto model = CreateObject<SegmentLossModel>();
    EXPECT_DEATH(model->Drop(0, 1), "SegmentLossModel: segments are counted from 1, not 0");
    EXPECT_DEATH(model->Drop(1, 0), "SegmentLossModel: transmissions are counted from 1, not 0");
    model->Drop(1, 1);
}

// The first octet is 501.
TEST(SegmentLossModel, CountsDataOfItsConnectionOnly)
{
    const auto model = MakeModel();
    model->Drop(1);
    model->Drop(2, 2);
    model->Drop(3, 3);
    EXPECT_FALSE(Pass(model, {501, 100})) << "no connection";
    EXPECT_FALSE(Pass(model, {500, 0, TcpHeader::SYN}));
    EXPECT_FALSE(Pass(model, {501, 0})) << "no data";
    EXPECT_FALSE(Pass(model, {401, 100})) << "below the first octet";
    EXPECT_FALSE(Pass(model, {501, 100, TcpHeader::ACK, 3}));
    EXPECT_FALSE(Pass(model, {501, 100, TcpHeader::ACK, 1, 3}));
    // Neither of these SYNs begins anew: that of another, to another, and the same again.
    EXPECT_FALSE(Pass(model, {600, 0, TcpHeader::SYN, 3}));
    EXPECT_FALSE(Pass(model, {600, 0, TcpHeader::SYN, 1, 3}));
    EXPECT_TRUE(Pass(model, {501, 100}));
    EXPECT_FALSE(Pass(model, {601, 100}));
    EXPECT_FALSE(Pass(model, {701, 100}));
    EXPECT_FALSE(Pass(model, {500, 0, TcpHeader::SYN}));
    EXPECT_FALSE(Pass(model, {501, 100}));
    EXPECT_TRUE(Pass(model, {601, 100}));
    EXPECT_FALSE(Pass(model, {701, 100}));
    EXPECT_TRUE(Pass(model, {701, 100}));
    EXPECT_EQ(model->GetPlanned(), 0U);
    // The next connection of the same two counts from its beginning.
    model->Drop(2);
    model->Drop(1, 2);
    EXPECT_FALSE(Pass(model, {7000, 0, TcpHeader::SYN}));
    EXPECT_FALSE(Pass(model, {7001, 100}));
    EXPECT_TRUE(Pass(model, {7001, 100}));
    EXPECT_TRUE(Pass(model, {7200, 1})) << "the last octet of the second segment";
}

TEST(SegmentLossModel, WaitsForTheDestinationThatItIsTold)
{
    const auto model = MakeModel();
    model->SetDestination(InetSocketAddress("10.0.0.2", 3));
    model->Drop(1);
    EXPECT_FALSE(Pass(model, {500, 0, TcpHeader::SYN}));
    EXPECT_FALSE(Pass(model, {501, 100}));
    EXPECT_DEATH(model->SetDestination(InetSocketAddress("10.0.0.2", 2)),
                 "SegmentLossModel: set the destination before packets pass");
    EXPECT_FALSE(Pass(model, {900, 0, TcpHeader::SYN, 1, 3}));
    EXPECT_TRUE(Pass(model, {901, 100, TcpHeader::ACK, 1, 3}));
    // Disabled it counts without losing; reset it plans nothing and waits again.
    model->Drop(1, 2);
    model->Drop(1, 3);
    model->Disable();
    EXPECT_FALSE(Pass(model, {901, 100, TcpHeader::ACK, 1, 3}));
    model->Enable();
    EXPECT_TRUE(Pass(model, {901, 100, TcpHeader::ACK, 1, 3}));
    EXPECT_EQ(model->GetPlanned(), 1U);
    model->Reset();
    EXPECT_EQ(model->GetPlanned(), 0U);
    model->SetDestination(InetSocketAddress("10.0.0.2", 2));
    model->Drop(1);
    EXPECT_FALSE(Pass(model, {500, 0, TcpHeader::SYN}));
    EXPECT_TRUE(Pass(model, {501, 100}));
}

// Of whatever connection: here of none. Packets of other protocols do not count.
TEST(SegmentLossModel, TheSegmentSizeStaysOnceSegmentsHavePassed)
{
    const auto model = CreateObject<SegmentLossModel>();
    EXPECT_FALSE(model->IsCorrupt(Create<Packet>(100)));
    model->SetAttribute("SegmentSize", UintegerValue(100));
    model->SetDestination(InetSocketAddress("10.0.0.2", 2));
    model->Drop(2);
    EXPECT_FALSE(Pass(model, {500, 0, TcpHeader::SYN}));
    EXPECT_FALSE(Pass(model, {501, 100}));
    EXPECT_TRUE(Pass(model, {601, 100}));
    model->Reset();
    EXPECT_FALSE(Pass(model, {501, 100}));
    EXPECT_DEATH(model->SetAttribute("SegmentSize", UintegerValue(200)),
                 "SegmentLossModel: set SegmentSize before packets pass");
    model->Reset();
    model->SetAttribute("SegmentSize", UintegerValue(200));
    model->Drop(2);
    EXPECT_FALSE(Pass(model, {500, 0, TcpHeader::SYN}));
    EXPECT_FALSE(Pass(model, {501, 200}));
    EXPECT_TRUE(Pass(model, {701, 200}));
}

} // namespace SegmentLossModelTests
