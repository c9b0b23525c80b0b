/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/traffic-sources.h"

#include "ns3/config.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/simulator.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace BulkSourceTests
{

using namespace ns3;
using namespace ns3::tcplossy;

constexpr uint16_t PORT = 5001;
constexpr uint32_t SEGMENT = 1000;

/// A flow over the default path: 0.1 s there and back, 200 segments a second, but for headers.
class BulkSourceTest : public testing::Test
{
  protected:
    BulkSourceTest()
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1'000'000));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(8 * SEGMENT));
    }

    ~BulkSourceTest() override
    {
        Simulator::Destroy();
        Config::Reset();
    }

    void Install(Time start, bool ipv6 = false)
    {
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetAddressFamily(ipv6 ? LossyDumbbellHelper::AddressFamily::IPV6
                                       : LossyDumbbellHelper::AddressFamily::IPV4);
        dumbbell.SetPacketLoss(LossyDumbbellHelper::Direction::FORWARD, m_loss);
        dumbbell.Build();
        dumbbell.AssignStreams(0);
        m_flow = BulkFlow::Install({dumbbell.GetSenders().Get(0),
                                    dumbbell.GetReceivers().Get(0),
                                    dumbbell.GetReceiverAddress(0, PORT),
                                    dumbbell.GetAnyAddress(PORT)},
                                   SEGMENT,
                                   start);
        // ns-3's own differs by release, and the one of ns-3.37 may crash on losses.
        m_flow.sender->SetVariant(TcpVariantPreset("sack"));
    }

    static void Advance(Time to)
    {
        Simulator::Stop(to - Simulator::Now());
        Simulator::Run();
    }

    /// Octets that are written and not acknowledged.
    uint32_t GetHeld() const
    {
        return 1'000'000 - m_flow.sender->GetSocket()->GetTxAvailable();
    }

    double m_loss{0.0};
    BulkFlow m_flow;
};

// The handshake takes 0.1 s and the first segment half of that: then windows of eight segments.
TEST_F(BulkSourceTest, SendsFromItsStartOnAsFastAsItMay)
{
    for (const bool ipv6 : {false, true})
    {
        Install(Seconds(1), ipv6);
        Advance(Seconds(1) - TimeStep(1));
        EXPECT_FALSE(m_flow.sender->GetSocket());
        Advance(MilliSeconds(1150));
        EXPECT_TRUE(m_flow.sender->GetSocket());
        EXPECT_EQ(m_flow.receiver->GetTotalRx(), 0U);
        Advance(Seconds(11));
        EXPECT_NEAR(m_flow.receiver->GetTotalRx(), 9.5 * 8 * SEGMENT / 0.1056, 50 * SEGMENT);
        EXPECT_EQ(m_flow.receiver->GetTotalRx() % SEGMENT, 0U);
        Simulator::Destroy();
        EXPECT_FALSE(m_flow.sender->GetSocket()) << "disposed of";
    }
}

// 64 writes, and what is on its way; two windows where these are more.
TEST_F(BulkSourceTest, WritesNotMuchMoreThanIsSent)
{
    Install(Time(0));
    Advance(Seconds(0.12));
    EXPECT_GE(GetHeld(), 64 * SEGMENT);
    EXPECT_LE(GetHeld(), 67 * SEGMENT);
    Advance(Seconds(1));
    EXPECT_GE(GetHeld(), 32 * SEGMENT);
    EXPECT_LE(GetHeld(), 73 * SEGMENT);
}

// What is sent again counts once.
TEST_F(BulkSourceTest, LossesDoNotChangeHowFarItWritesAhead)
{
    m_loss = 0.05;
    Install(Time(0));
    for (int second = 20; second <= 100; second += 20)
    {
        Advance(Seconds(second));
        EXPECT_GE(GetHeld(), 32 * SEGMENT);
        EXPECT_LE(GetHeld(), 73 * SEGMENT);
    }
}

TEST_F(BulkSourceTest, WritesTwoWindowsAheadWhereTheseAreMore)
{
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1000 * SEGMENT));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(90));
    Install(Time(0));
    Advance(Seconds(0.12));
    EXPECT_GE(GetHeld(), 180 * SEGMENT);
    EXPECT_LE(GetHeld(), 280 * SEGMENT);
}

TEST_F(BulkSourceTest, WritesWhenThereIsRoomAgain)
{
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(3 * SEGMENT));
    Install(Time(0));
    Advance(Seconds(3));
    EXPECT_GT(m_flow.receiver->GetTotalRx(), 50 * SEGMENT);
}

TEST_F(BulkSourceTest, TheVariantIsThatOfItsStart)
{
    Install(Seconds(1));
    m_flow.sender->SetVariant(TcpVariantPreset("fack"));
    Advance(Seconds(2));
    EXPECT_TRUE(DynamicCast<TcpScoreboardSocket>(m_flow.sender->GetSocket()));
}

TEST_F(BulkSourceTest, AfterItsStopItSendsWhatIsWrittenAndNoMore)
{
    Install(Time(0));
    m_flow.sender->SetStopTime(Seconds(1));
    Advance(Seconds(1));
    const auto received = m_flow.receiver->GetTotalRx();
    Advance(Seconds(30));
    EXPECT_GE(m_flow.receiver->GetTotalRx(), received + 32 * SEGMENT);
    EXPECT_LE(m_flow.receiver->GetTotalRx(), received + 81 * SEGMENT);
    EXPECT_EQ(GetHeld(), 0U);
}

} // namespace BulkSourceTests
