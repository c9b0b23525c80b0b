/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/tcp-veno-connection.h"

#include "ns3/simulator.h"
#include "ns3/tcp-lossy-controls.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace TcpSackVenoTests
{

using namespace ns3;

struct SackVenoTest : testing::Test
{
    SackVenoTest()
    {
        connection.TraceBacklog();
        connection.Establish();
    }

    ~SackVenoTest() override
    {
        Simulator::Destroy();
    }

    venodriver::BareConnection connection;
};

// N would be 10 (1 - 100/200).
TEST_F(SackVenoTest, NothingIsEvaluatedBeforeSlowStartHasEnded)
{
    connection.tcb->m_ssThresh = 10001;
    for (const int rtt : {100, 100, 200, 200})
    {
        connection.Round(MilliSeconds(rtt));
    }
    EXPECT_EQ(connection.Backlog(), 0.0);
    connection.tcb->m_ssThresh = 10000;
    connection.Round(MilliSeconds(200)); // its first ACK ends slow start
    connection.Round(MilliSeconds(200));
    EXPECT_NEAR(connection.Backlog(), 5.0, 1e-9);
}

TEST_F(SackVenoTest, AboveBetaEverySecondAckOpensTheWindow)
{
    for (const int rtt : {100, 100, 200})
    {
        connection.Round(MilliSeconds(rtt));
    }
    EXPECT_NEAR(connection.Backlog(), 5.0, 1e-9);
    uint32_t opened = 0;
    for (int ack = 0; ack < 8; ++ack)
    {
        const auto before = connection.tcb->m_cWnd.Get();
        connection.veno->IncreaseWindow(connection.tcb, 1);
        opened += connection.tcb->m_cWnd > before ? 1 : 0;
    }
    EXPECT_EQ(opened, 4U);
    // Below ssthresh each one does, by a segment.
    connection.tcb->m_cWnd = 4000;
    connection.veno->IncreaseWindow(connection.tcb, 1);
    EXPECT_EQ(connection.tcb->m_cWnd, 5000U);
}

// Set in mid-connection it measures from then on.
TEST(SackVeno, WhatWasSentBeforeItWasSetMeasuresNothing)
{
    venodriver::BareConnection connection;
    connection.tcb->m_highTxMark = SequenceNumber32(50'001);
    connection.tcb->m_lastAckedSeq = SequenceNumber32(40'001);
    connection.TraceBacklog();
    connection.veno->Init(connection.tcb);
    std::vector<Time> least;
    connection.veno->TraceConnectWithoutContext(
        "BaseRtt",
        Callback<void, Time, Time>([&least](Time, Time now) { least.push_back(now); }));
    venodriver::BareConnection::Wait(MilliSeconds(2));
    connection.Send(1);
    connection.Ack(10);
    EXPECT_TRUE(least.empty()) << "of ten segments from before";
    venodriver::BareConnection::Wait(MilliSeconds(100));
    connection.Ack(1);
    EXPECT_EQ(least, std::vector<Time>{MilliSeconds(100)});
    Simulator::Destroy();
}

// The socket's attribute CongestionOps sets a control without a word: it begins with the next ACK.
TEST(SackVeno, SetByTheAttributeItMeasuresFromTheNextAckOn)
{
    venodriver::BareConnection connection;
    connection.tcb->m_highTxMark = SequenceNumber32(50'001);
    connection.tcb->m_lastAckedSeq = SequenceNumber32(40'001);
    std::vector<Time> least;
    connection.veno->TraceConnectWithoutContext(
        "BaseRtt",
        Callback<void, Time, Time>([&least](Time, Time now) { least.push_back(now); }));
    connection.Ack(10);
    connection.Send(1);
    venodriver::BareConnection::Wait(MilliSeconds(100));
    connection.Ack(1);
    EXPECT_EQ(least, std::vector<Time>{MilliSeconds(100)});
    Simulator::Destroy();
}

/// Counts its objects.
template <class Control>
struct Counted : Control
{
    Counted()
    {
        ++Alive();
    }

    ~Counted() override
    {
        --Alive();
    }

    static int& Alive()
    {
        static int alive = 0;
        return alive;
    }
};

// A socket that has let go of a control does not feed it any more.
TEST(SackVeno, AConnectionDoesNotKeepIt)
{
    using Control = Counted<TcpVenoDr>;
    const auto tcb = CreateObject<TcpSocketState>();
    tcb->m_segmentSize = venodriver::MSS;
    for (int time = 0; time < 10; ++time)
    {
        CreateObject<Control>()->Init(tcb);
        EXPECT_EQ(Control::Alive(), 0);
    }
    tcb->m_highTxMark = SequenceNumber32(1);
}

// RFC 6298, section 3: a probe has sent again what is acknowledged (RFC 8985, section 7.3).
TEST_F(SackVenoTest, WhatWentTwiceMeasuresNothing)
{
    Time least;
    connection.veno->TraceConnectWithoutContext(
        "BaseRtt",
        Callback<void, Time, Time>([&least](Time, Time now) { least = now; }));
    connection.Send(2);
    venodriver::BareConnection::Wait(MilliSeconds(10));
    connection.tcb->m_isRetransDataAcked = true;
    connection.Ack(1);
    connection.tcb->m_isRetransDataAcked = false;
    EXPECT_EQ(least, Time(0));
    venodriver::BareConnection::Wait(MilliSeconds(30));
    connection.Ack(1);
    EXPECT_EQ(least, MilliSeconds(40));
}

// SACK TCP Veno paper, section 2.2: one millisecond. A coarser clock than the path notices nothing.
TEST(SackVeno, ARoundTripIsAtLeastOneUnitOfItsClock)
{
    const auto control = CreateObject<TcpVenoDr>();
    control->SetAttribute("Granularity", TimeValue(Seconds(1)));
    venodriver::BareConnection connection(control);
    connection.Establish();
    Time least;
    control->TraceConnectWithoutContext(
        "BaseRtt",
        Callback<void, Time, Time>([&least](Time, Time now) { least = now; }));
    connection.Round(MilliSeconds(20));
    EXPECT_EQ(least, Seconds(1));
    connection.FastRetransmit();
    Simulator::Destroy();
}

// A further connection begins (RenewableStrategy).
TEST_F(SackVenoTest, RenewedItKnowsNothing)
{
    for (const int rtt : {100, 100, 200})
    {
        connection.Round(MilliSeconds(rtt));
    }
    ASSERT_NEAR(connection.Backlog(), 5.0, 1e-9);
    connection.veno->Renew();
    EXPECT_EQ(connection.Backlog(), 0.0);
    connection.tcb->m_highTxMark = SequenceNumber32(0);
    connection.tcb->m_lastAckedSeq = SequenceNumber32(0);
    connection.veno->Init(connection.tcb);
    // A connection of a port that was used before begins at another number (RFC 9293, 3.4.3).
    connection.tcb->m_highTxMark = SequenceNumber32(3'000'000'000);
    connection.tcb->m_highTxMark = SequenceNumber32(3'000'000'001);
    connection.tcb->m_lastAckedSeq = SequenceNumber32(3'000'000'001);
    for (const int rtt : {100, 100, 200})
    {
        connection.Round(MilliSeconds(rtt));
    }
    EXPECT_NEAR(connection.Backlog(), 5.0, 1e-9) << "as the first time";
}

TEST_F(SackVenoTest, VerdictsHaveNames)
{
    using Verdict = TcpSackVeno::Verdict;
    for (const auto& [verdict, name] :
         std::vector<std::pair<Verdict, std::string>>{{Verdict::RANDOM, "random"},
                                                      {Verdict::CONGESTION, "congestion"},
                                                      {Verdict::UNKNOWN, "unknown"},
                                                      {Verdict::ECN, "ecn"},
                                                      {Verdict::TIMEOUT, "timeout"}})
    {
        std::ostringstream text;
        text << verdict;
        EXPECT_EQ(text.str(), name);
    }
    EXPECT_EQ(connection.veno->GetName(), "TcpSackVeno");
}

} // namespace TcpSackVenoTests
