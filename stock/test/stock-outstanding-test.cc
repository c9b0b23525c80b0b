/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-sender.h"

#include <gtest/gtest.h>
#include <optional>

namespace StockOutstandingTests
{

using namespace ns3;

constexpr uint64_t START = StockSender::START;
constexpr uint32_t MSS = StockSender::MSS;

TEST(StockOutstanding, NewDataGoAsFarAsThePeersWindow)
{
    StockSender sender(5 * MSS);
    sender.window = 2500;
    sender.Send(1);
    EXPECT_EQ(sender.outstanding.FindNext(false), (OctetRange{START + 1000, START + 2000}));
    sender.Send(1);
    EXPECT_EQ(sender.outstanding.FindNext(false), (OctetRange{START + 2000, START + 2500}));
    EXPECT_EQ(sender.outstanding.GetRoom(), 500U);
    sender.outstanding.Take(START + 2000, 500);
    EXPECT_EQ(sender.outstanding.FindNext(false), std::nullopt);
    EXPECT_EQ(sender.tcb->m_bytesInFlight.Get(), 2000U) << "before the last one";
    EXPECT_EQ(sender.outstanding.PublishInFlight(), 2500U);
}

TEST(StockOutstanding, WhatIsLostGoesBeforeNewData)
{
    StockSender sender(6 * MSS);
    sender.Send(5);
    const auto ack = sender.Read(1, {{3001, 5001}, {1001, 2001}});
    EXPECT_TRUE(ack.isDuplicate);
    EXPECT_EQ(ack.delivered, 3 * MSS);
    EXPECT_EQ(sender.outstanding.FindNext(false), (OctetRange{START, START + 1000}));
    const auto again = sender.outstanding.Take(START, MSS);
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->isRetransmission);
    EXPECT_EQ(again->payload->GetSize(), MSS);
    EXPECT_EQ(sender.outstanding.FindNext(false), (OctetRange{START + 5000, START + 6000}));
    sender.Send(1);
    EXPECT_EQ(sender.outstanding.FindNext(false), std::nullopt);
    EXPECT_EQ(sender.outstanding.FindNext(true), (OctetRange{START + 2000, START + 3000}))
        << "missing, and not lost";
}

TEST(StockOutstanding, AnAckOfARepairIsOneInARecoveryOnly)
{
    for (const auto state : {TcpSocketState::CA_RECOVERY, TcpSocketState::CA_LOSS})
    {
        StockSender sender(5 * MSS);
        sender.Send(5);
        sender.Read(1, {{1001, 4001}});
        sender.outstanding.Take(START, MSS);
        sender.tcb->m_congState = state;
        const auto ack = sender.Read(4001);
        EXPECT_EQ(ack.delivered, MSS) << "the rest was counted when it was SACKed";
        EXPECT_EQ(ack.coversRepair, state == TcpSocketState::CA_RECOVERY);
    }
}

TEST(StockOutstanding, AnOvertakenAckDropsNothing)
{
    StockSender sender(3 * MSS);
    sender.Send(3);
    EXPECT_EQ(sender.Read(2001).delivered, 2 * MSS);
    const auto late = sender.Read(1001);
    EXPECT_LT(late.number, late.before);
    EXPECT_EQ(late.delivered, 0U);
    EXPECT_EQ(sender.outstanding.GetBoard().GetUna(), START + 2000);
    EXPECT_EQ(sender.buffer->HeadSequence(), SequenceNumber32(2001));
    const auto news = sender.Read(1001, {{2001, 3001}});
    EXPECT_EQ(news.delivered, MSS);
    EXPECT_FALSE(news.isDuplicate);
}

TEST(StockOutstanding, WithoutSackADuplicateAcknowledgesNothingAndBringsNothing)
{
    StockSender sender(2 * MSS);
    sender.sackEnabled = false;
    sender.Send(2);
    EXPECT_TRUE(sender.Read(1).isDuplicate);
    TcpHeader header;
    header.SetAckNumber(SequenceNumber32(1));
    EXPECT_FALSE(sender.outstanding.Read(header, true).isDuplicate) << "with data";
    EXPECT_FALSE(sender.Read(1001).isDuplicate) << "of new data";
    sender.Read(2001);
    EXPECT_FALSE(sender.Read(2001).isDuplicate) << "of all";
}

TEST(StockOutstanding, AWindowBelowWhatIsInTheNetworkLeavesNoRoom)
{
    StockSender sender(5 * MSS);
    sender.tcb->m_cWnd = 2500;
    sender.Send(2);
    EXPECT_EQ(sender.outstanding.GetRoom(), 500U) << "of the congestion window";
    sender.window = 2000;
    EXPECT_EQ(sender.outstanding.GetRoom(), 0U);
    sender.window = 1999;
    EXPECT_EQ(sender.outstanding.GetRoom(), 0U);
    EXPECT_EQ(sender.outstanding.FindNext(false), std::nullopt) << "SND.WND ends before";
}

TEST(StockOutstanding, TheRatesHearOfEachSegmentOnce)
{
    StockSender sender(6 * MSS);
    sender.Send(5);
    EXPECT_EQ(sender.rates->GetConnectionRate().m_delivered, 0U);
    const auto ack = sender.Read(1, {{2001, 4001}});
    EXPECT_EQ(sender.rates->GetConnectionRate().m_delivered, 2 * MSS);
    EXPECT_EQ(ack.inFlightBefore, 4 * MSS) << "published before the fifth";
    EXPECT_EQ(ack.lostBefore, 0U);
    sender.Read(1, {{2001, 4001}});
    EXPECT_EQ(sender.rates->GetConnectionRate().m_delivered, 2 * MSS);
    sender.Read(1, {{2001, 5001}});
    EXPECT_EQ(sender.Read(5001).lostBefore, 2 * MSS);
    EXPECT_EQ(sender.rates->GetConnectionRate().m_delivered, 5 * MSS);
}

TEST(StockOutstanding, AnAckOfSeveralSegmentsLooksForARepairInEach)
{
    for (const uint32_t repaired : {0, 1})
    {
        StockSender sender(6 * MSS);
        sender.Send(6);
        sender.Read(1, {{2001, 5001}});
        sender.outstanding.Take(START + uint64_t{repaired} * MSS, MSS);
        sender.tcb->m_congState = TcpSocketState::CA_RECOVERY;
        EXPECT_TRUE(sender.Read(2001).coversRepair);
    }
    // The second was SACKed, and a duplicate acknowledges none.
    StockSender sender(6 * MSS);
    sender.Send(6);
    sender.Read(1, {{1001, 2001}, {3001, 5001}});
    sender.outstanding.Take(START, MSS);
    sender.tcb->m_congState = TcpSocketState::CA_RECOVERY;
    EXPECT_FALSE(sender.Read(1).coversRepair);
    EXPECT_TRUE(sender.Read(2001).coversRepair) << "the first of two";
}

TEST(StockOutstanding, NothingIsTakenBeyondWhatWasWritten)
{
    StockSender sender(1500);
    sender.Send(1);
    const auto rest = sender.outstanding.Take(START + 1000, MSS);
    ASSERT_TRUE(rest);
    EXPECT_EQ(rest->range, (OctetRange{START + 1000, START + 1500}));
    EXPECT_FALSE(rest->isRetransmission);
    EXPECT_FALSE(sender.outstanding.Take(START + 1500, MSS));
    // Sent again, two make one segment, and of it the payload is whole.
    sender.outstanding.GetBoard().LoseAll(true);
    const auto both = sender.outstanding.Take(START, 1400);
    ASSERT_TRUE(both);
    EXPECT_EQ(both->range, (OctetRange{START, START + 1400}));
    EXPECT_EQ(both->payload->GetSize(), 1400U);
    sender.Read(1401);
    EXPECT_EQ(sender.outstanding.Take(START + 1400, MSS)->payload->GetSize(), 100U);
}

} // namespace StockOutstandingTests
