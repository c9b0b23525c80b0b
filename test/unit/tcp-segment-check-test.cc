/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-connection.h"

#include <gtest/gtest.h>

namespace TcpSegmentCheckTests
{

using namespace ns3;

constexpr uint64_t ISS = FirstPosition(100);
constexpr uint64_t PEER = FirstPosition(5001);

/// A connection whose handshake is over or not; this end's SYN was 100, the peer's was 5000.
class TcpSegmentCheckTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpSegmentCheckTest()
    {
        m_handshake.Begin(ISS, {1460, 2});
    }

    /// @param hasTimestamps of the peer's SYN; its window scale is 3
    void ReadSyn(bool hasTimestamps)
    {
        SegmentFields syn;
        syn.scale = 3;
        if (hasTimestamps)
        {
            syn.timestamps = SegmentFields::Timestamps{};
        }
        m_handshake.ReadSyn(syn);
        m_receiver.Start(PEER, m_handshake.GetNegotiated());
        m_receiver.AdvertiseWindow(true);
        if (hasTimestamps)
        {
            m_receiver.BeginTimestamps(40, 0);
        }
    }

    /// The handshake is over, with a window of 4000 octets.
    void Establish()
    {
        m_sender.Establish(ISS + 1, m_handshake.GetNegotiated());
        m_sender.ResetSendWindow(PEER, 4000);
        m_sender.BeginWindow(10);
    }

    /// @return a header with an ACK
    static SegmentFields Header(uint32_t seq, uint32_t ack, uint16_t offered)
    {
        SegmentFields header;
        header.flags = SegmentFields::ACK;
        header.sequence = seq;
        header.acknowledgment = ack;
        header.window = offered;
        return header;
    }

    TcpEcn m_ecn{window, false};
    CountedOutput m_output;
    TcpHandshake m_handshake{{true, true, true, false, 6, std::chrono::seconds(1)}, timers};
    TcpDataSender m_sender{choice.sender, ForSender(), m_ecn, m_output, timers, effects};
    TcpDataReceiver m_receiver{choice.receiver, ForReceiver(), m_ecn, timers, effects};
    TcpSegmentCheck m_check{m_handshake, m_sender, m_receiver, timers, 2};
};

TEST_F(TcpSegmentCheckTest, BeforeTheHandshakeIsOverOnlyTheSynIsOutstanding)
{
    ReadSyn(false);
    const auto connection = m_check.Describe();
    EXPECT_EQ(connection.sndUna, ISS);
    EXPECT_EQ(connection.sndNxt, ISS + 1);
    EXPECT_EQ(connection.rcvNxt, PEER);
    EXPECT_EQ(connection.rcvWnd, 8000U);
    EXPECT_EQ(connection.maxWindow, 0U);
    EXPECT_FALSE(connection.timestamps);
    EXPECT_FALSE(connection.tsRecent);
}

TEST_F(TcpSegmentCheckTest, AfterwardsWhatWasSentIsOutstanding)
{
    ReadSyn(false);
    Establish();
    EXPECT_EQ(m_check.Describe().sndUna, ISS + 1);
    EXPECT_EQ(m_check.Describe().sndNxt, ISS + 1);
    m_sender.Write(2500);
    m_sender.SendAllowed();
    EXPECT_EQ(m_check.Describe().sndNxt, ISS + 1 + 2500);
    EXPECT_EQ(m_check.Describe().maxWindow, 4000U);
    m_sender.OnFinSent();
    EXPECT_EQ(m_check.Describe().sndNxt, ISS + 1 + 2500 + 1) << "the FIN has a number";
}

// RFC 9293, section 3.8.6.1: the probe of a closed window may be acknowledged.
TEST_F(TcpSegmentCheckTest, TheOctetOfAProbeIsOutstanding)
{
    ReadSyn(false);
    Establish();
    m_sender.ResetSendWindow(PEER, 0);
    m_sender.Write(10);
    m_sender.SendAllowed();
    m_sender.SetTimers();
    EXPECT_EQ(m_check.Describe().sndNxt, ISS + 1);
    m_sender.OnTimer(ConnectionTimer::PERSIST);
    EXPECT_EQ(m_check.Describe().sndNxt, ISS + 2);
}

TEST_F(TcpSegmentCheckTest, NumbersAreUnwrappedNearWhatIsExpected)
{
    ReadSyn(false);
    Establish();
    auto header = Header(4990, 90, 500);
    header.flags = SegmentFields::FIN | SegmentFields::RST | SegmentFields::SYN;
    const auto segment = m_check.Describe(321, header);
    EXPECT_EQ(segment.seq, PEER - 11);
    EXPECT_EQ(segment.ack, ISS - 10);
    EXPECT_EQ(segment.size, 321U);
    EXPECT_TRUE(segment.fin && segment.rst && segment.syn);
    EXPECT_FALSE(segment.hasAck);
    const auto plain = m_check.Describe(0, Header(5001, 101, 500));
    EXPECT_FALSE(plain.fin || plain.rst || plain.syn);
    EXPECT_TRUE(plain.hasAck);
    EXPECT_EQ(plain.size, 0U);
    // 2^32 below.
    EXPECT_EQ(m_check.Describe(0, Header(0xffffff00, 0xffffff00, 0)).seq, FirstPosition(0) - 256);
}

// RFC 7323, sections 3.2 and 5.
TEST_F(TcpSegmentCheckTest, TimestampsCountIfBothEndsHaveThem)
{
    auto header = Header(5001, 101, 500);
    header.timestamps = SegmentFields::Timestamps{41, 7};
    ReadSyn(false);
    EXPECT_FALSE(m_check.Describe(0, header).timestamp);
    EXPECT_FALSE(m_check.Describe().tsRecent);
}

TEST_F(TcpSegmentCheckTest, ThePeersTimestampIsRecentForSomeDays)
{
    ReadSyn(true);
    Establish();
    m_sender.AwaitSynAnswer(std::chrono::milliseconds(250));
    EXPECT_TRUE(m_check.Describe().timestamps);
    EXPECT_EQ(m_check.Describe().tsRecent, 40U);
    EXPECT_EQ(m_check.Describe().tsReplay, 300U) << "of a clock of 1200 Hz";
    m_sender.AwaitSynAnswer(std::chrono::hours(24 * 365));
    EXPECT_EQ(m_check.Describe().tsReplay, static_cast<uint32_t>(INT32_MAX));
    RunUntil(25 * 86400);
    EXPECT_FALSE(m_check.Describe().tsRecent);

    auto header = Header(5001, 101, 500);
    header.timestamps = SegmentFields::Timestamps{41, 7};
    // Scaled by 3: 4000 octets, as before.
    const auto same = m_check.Describe(0, header);
    EXPECT_EQ(same.timestamp, 41U);
    EXPECT_EQ(same.echo, 7U);
    EXPECT_FALSE(same.changesWindow);
    header.window = 501;
    EXPECT_TRUE(m_check.Describe(0, header).changesWindow);
}

// RFC 5961, section 7.
TEST_F(TcpSegmentCheckTest, ChallengesAreCountedInFiveSeconds)
{
    for (int period = 0; period < 2; ++period)
    {
        EXPECT_TRUE(m_check.PermitChallenge());
        EXPECT_TRUE(m_check.PermitChallenge());
        EXPECT_FALSE(m_check.PermitChallenge());
        RunUntil(5 * period + 4.9);
        EXPECT_FALSE(m_check.PermitChallenge());
        RunUntil(5 * period + 5.1);
    }
}

} // namespace TcpSegmentCheckTests
