/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-data-receiver.h"

#include <gtest/gtest.h>
#include <optional>
#include <tuple>
#include <vector>

namespace TcpDataReceiverTests
{

using namespace ns3;

/// Positions are counted from the first octet of data, whose number is 5001.
class TcpDataReceiverTest : public testing::Test, protected ConnectionWorld
{
  protected:
    static constexpr uint64_t PEER = FirstPosition(5001);

    TcpDataReceiverTest()
    {
        Begin(PEER);
    }

    void Begin(uint64_t first)
    {
        m_receiver.Start(first, {});
        m_receiver.AdvertiseWindow(true);
    }

    void Arrive(uint64_t offset, uint32_t size)
    {
        m_receiver.ReadData(At(offset, size));
    }

    /// @return the positions of octets of data
    static OctetRange At(uint64_t offset, uint32_t size)
    {
        return {PEER + offset, PEER + offset + size};
    }

    TcpDataReceiver Make()
    {
        return {choice.receiver, window, control, timer, m_ecn, timers, effects};
    }

    /// The first segment of a connection arrives, and its ACK goes.
    static void AnswerFirst(TcpDataReceiver& receiver)
    {
        receiver.Start(PEER, {});
        receiver.AdvertiseWindow(true);
        receiver.ReadData(At(0, 1000));
        EXPECT_TRUE(receiver.AcknowledgeData(false)) << "the first";
        receiver.GetTimestamps().OnAckSent(PEER + 1000);
        receiver.OnAckSent();
    }

    TcpEcn m_ecn{window, false};
    TcpDataReceiver m_receiver{Make()};
};

TEST_F(TcpDataReceiverTest, WhatIsExpectedNextIsShown)
{
    EXPECT_EQ(window.rcvNxt, FirstPosition(5001));
    Arrive(0, 100);
    EXPECT_EQ(window.rcvNxt, FirstPosition(5101));
    Arrive(200, 100);
    EXPECT_EQ(window.rcvNxt, FirstPosition(5101)) << "behind a hole";
    EXPECT_TRUE(m_receiver.ReadFin(PEER + 300));
    EXPECT_EQ(window.rcvNxt, FirstPosition(5101)) << "the FIN is, too";
    Arrive(100, 100);
    EXPECT_EQ(window.rcvNxt, FirstPosition(5302)) << "the FIN has a number";
    Begin(FirstPosition(9001));
    EXPECT_EQ(window.rcvNxt, FirstPosition(9001)) << "of the next connection";
}

TEST_F(TcpDataReceiverTest, AFinAloneIsShown)
{
    EXPECT_TRUE(m_receiver.ReadFin(PEER));
    EXPECT_EQ(window.rcvNxt, FirstPosition(5002));
    EXPECT_FALSE(m_receiver.ReadFin(PEER + 1)) << "another one";
    EXPECT_EQ(window.rcvNxt, FirstPosition(5002));
}

// RFC 7323, section 3.2: both numbers, for controls that measure delays by them.
TEST_F(TcpDataReceiverTest, TheLastTimestampIsShown)
{
    for (const uint32_t value : {70, 80})
    {
        SegmentAcceptance::Segment segment;
        segment.timestamp = value;
        segment.echo = value + 1;
        m_receiver.ReadTimestamp(segment, true);
        EXPECT_EQ(window.timestamp, value);
        EXPECT_EQ(window.timestampEcho, value + 1);
    }
}

// RFC 5681, section 4.2: what is out of order, fills a hole or came before is acknowledged at once.
TEST_F(TcpDataReceiverTest, AHoleIsAcknowledgedAtOnce)
{
    const auto isAtOnce = [this](uint64_t offset, uint32_t size) {
        return m_receiver.ReadData(At(offset, size));
    };
    EXPECT_FALSE(isAtOnce(0, 100));
    EXPECT_TRUE(isAtOnce(200, 100)) << "behind a hole";
    EXPECT_TRUE(isAtOnce(400, 100)) << "and another one";
    EXPECT_TRUE(isAtOnce(100, 50)) << "a part, holes are left";
    EXPECT_TRUE(isAtOnce(150, 50)) << "one is left";
    EXPECT_TRUE(isAtOnce(300, 100)) << "filled";
    EXPECT_FALSE(isAtOnce(500, 100));
    EXPECT_TRUE(isAtOnce(500, 100)) << "it was here";
    EXPECT_TRUE(isAtOnce(550, 100)) << "in part";
    EXPECT_FALSE(isAtOnce(650, 100));
}

// RFC 2883: what came twice is reported, to a peer that has said anything.
TEST_F(TcpDataReceiverTest, WhatCameTwiceIsReportedOnce)
{
    SegmentAcceptance::Segment old;
    old.seq = PEER;
    for (const bool isWanted : {true, false})
    {
        for (const bool isKnown : {false, true})
        {
            const bool reports = isWanted && isKnown;
            choice.receiver.duplicateSack = isWanted;
            auto receiver = Make();
            Negotiated agreed;
            agreed.peerMss = isKnown ? std::optional<uint16_t>(1000) : std::nullopt;
            receiver.Start(PEER, agreed);
            receiver.AdvertiseWindow(true);
            receiver.ReadData(At(0, 100));
            EXPECT_FALSE(receiver.HasReport());
            receiver.ReadData(At(50, 100));
            EXPECT_EQ(receiver.HasReport(), reports);
            SegmentFields header;
            receiver.AddBlocks(header);
            EXPECT_EQ(header.blockCount, reports ? 1 : 0);
            EXPECT_FALSE(receiver.HasReport()) << "once";
            old.size = 151;
            receiver.ReadOldData(old);
            EXPECT_FALSE(receiver.HasReport()) << "the last octet is new";
            old.size = 0;
            receiver.ReadOldData(old);
            EXPECT_FALSE(receiver.HasReport()) << "no data";
            old.size = 150;
            receiver.ReadOldData(old);
            EXPECT_EQ(receiver.HasReport(), reports);
        }
    }
}

// Who has the octets stores them: each once, and nothing that was not offered.
TEST_F(TcpDataReceiverTest, WhatIsToBeStoredIsSaidOnce)
{
    const auto take = [this](uint64_t offset, uint32_t size) {
        m_receiver.ReadData(At(offset, size));
        const auto fresh = m_receiver.TakeFresh();
        EXPECT_EQ(fresh.begin, PEER + offset);
        return std::vector<OctetRange>(fresh.parts.begin(), fresh.parts.end());
    };
    using Ranges = std::vector<OctetRange>;
    EXPECT_EQ(take(100, 50), (Ranges{At(100, 50)}));
    EXPECT_EQ(take(50, 200), (Ranges{At(50, 50), At(150, 100)}));
    EXPECT_TRUE(m_receiver.TakeFresh().parts.empty());
    EXPECT_EQ(take(50, 200), Ranges{}) << "it was here";
    EXPECT_EQ(take(7900, 200), (Ranges{At(7900, 100)})) << "a window of 8000";
}

// RFC 1122, section 4.2.3.2: every second segment is acknowledged, and the first after a while.
TEST_F(TcpDataReceiverTest, AnAckWaitsForASecondSegment)
{
    EXPECT_FALSE(m_receiver.AcknowledgeData(false));
    RunUntil(0.15);
    EXPECT_TRUE(m_receiver.AcknowledgeData(false));
    m_receiver.OnAckSent();
    EXPECT_TRUE(m_receiver.AcknowledgeData(true));
    m_receiver.OnAckSent();
    RunUntil(0.5);
    EXPECT_TRUE(expired.empty()) << "none waits";
    m_receiver.GetSettings().acks.count = 3;
    m_receiver.GetSettings().acks.delay = std::chrono::milliseconds(200);
    EXPECT_FALSE(m_receiver.AcknowledgeData(false));
    RunUntil(0.6);
    EXPECT_FALSE(m_receiver.AcknowledgeData(false));
    RunUntil(2);
    ASSERT_EQ(expired.size(), 1U);
    EXPECT_EQ(expired[0].first, ConnectionTimer::DELAYED_ACK);
    EXPECT_DOUBLE_EQ(expired[0].second, 0.7) << "from the first of them";
    m_receiver.Establish();
    EXPECT_TRUE(m_receiver.AcknowledgeData(false)) << "the first of a connection";
}

// Linux 6.1, tcp_data_queue(): an ACK that waits reports no duplicate of before the latest data.
TEST_F(TcpDataReceiverTest, FurtherDataTakeAReportBackWhereTheDelayAdapts)
{
    SegmentAcceptance::Segment old;
    old.seq = PEER;
    old.size = 1000;
    for (const bool adapts : {false, true})
    {
        choice.receiver.acks.mostDelay = std::chrono::milliseconds(adapts ? 200 : 0);
        auto receiver = Make();
        Negotiated agreed;
        agreed.peerMss = 1000;
        receiver.Start(PEER, agreed);
        receiver.AdvertiseWindow(true);
        receiver.ReadData(At(0, 1000));
        receiver.ReadOldData(old);
        EXPECT_TRUE(receiver.HasReport());
        receiver.ReadData(At(1000, 1000));
        EXPECT_EQ(receiver.HasReport(), !adapts);
    }
}

// Linux 6.1, tcp_fin(): with less than a segment it waits, and the application's FIN may carry the
// ACK; without data before there is no delay to wait for.
TEST_F(TcpDataReceiverTest, AFinMayWaitWhereTheDelayAdapts)
{
    struct Case
    {
        bool adapts;
        uint32_t before;
        uint32_t size;
        bool atOnce;
        bool goes;
    };

    for (const auto& [adapts, before, size, atOnce, goes] : {Case{true, 1000, 200, false, false},
                                                             Case{false, 1000, 200, false, true},
                                                             Case{true, 1000, 200, true, true},
                                                             Case{true, 1000, 1000, false, true},
                                                             Case{true, 0, 0, false, false}})
    {
        SCOPED_TRACE(size);
        choice.receiver.acks = {2,
                                std::chrono::milliseconds(40),
                                std::chrono::milliseconds(200),
                                1};
        choice.receiver.acks.mostDelay *= adapts;
        auto receiver = Make();
        receiver.Start(PEER, {});
        receiver.AdvertiseWindow(true);
        receiver.GetTimestamps().OnAckSent(PEER);
        if (before > 0)
        {
            receiver.ReadData(At(0, before));
            EXPECT_TRUE(receiver.AcknowledgeData(false)) << "the first";
            receiver.GetTimestamps().OnAckSent(PEER + before);
            receiver.OnAckSent();
            receiver.ReadData(At(before, size));
        }
        receiver.Read(before + size);
        EXPECT_TRUE(receiver.ReadFin(PEER + before + size));
        EXPECT_EQ(receiver.AcknowledgeFin(atOnce), goes);
        EXPECT_EQ(receiver.IsAckWaiting(), !goes);
        receiver.GetTimestamps().OnAckSent(PEER + before + size + 1);
        receiver.OnAckSent();
        EXPECT_FALSE(receiver.AcknowledgeFin(true)) << "once";
    }
}

// Linux 6.1, __tcp_ack_snd_check() and tcp_cleanup_rbuf(): as long as what is not read holds back
// the window's edge, ACKs wait for the application.
TEST_F(TcpDataReceiverTest, AnAckWaitsForALateReaderWhereTheDelayAdapts)
{
    choice.receiver.acks = {2, std::chrono::milliseconds(40), std::chrono::milliseconds(200), 1};
    auto receiver = Make();
    receiver.Start(PEER, {});
    receiver.AdvertiseWindow(true);
    receiver.ReadData(At(0, 1000));
    EXPECT_TRUE(receiver.AcknowledgeData(false)) << "the first";
    receiver.AdvertiseWindow(true);
    receiver.GetTimestamps().OnAckSent(PEER + 1000);
    receiver.OnAckSent();
    for (uint64_t offset = 1000; offset < 4000; offset += 1000)
    {
        receiver.ReadData(At(offset, 1000));
        EXPECT_FALSE(receiver.AcknowledgeData(false));
    }
    EXPECT_TRUE(receiver.IsAckDue()) << "as soon as anything is read";
    EXPECT_EQ(receiver.Read(4000), 4000U);
    EXPECT_TRUE(receiver.AcknowledgeData(false));
}

// Linux 6.1, tcp_grow_window(): the sender is to know of a window that grows.
TEST_F(TcpDataReceiverTest, AWindowThatGrowsIsToldAtOnce)
{
    choice.receiver.acks = {2, std::chrono::milliseconds(40), std::chrono::milliseconds(200), 1};
    choice.receiver.buffer = 20000;
    choice.receiver.mostBuffer = 1000000;
    auto receiver = Make();
    AnswerFirst(receiver);
    EXPECT_EQ(receiver.Read(1000), 1000U);
    receiver.ReadData(At(1000, 1000));
    EXPECT_EQ(receiver.Read(1000), 1000U);
    EXPECT_FALSE(receiver.AcknowledgeData(false)) << "the window is the buffer's";
    receiver.GetTimestamps().OnAckSent(PEER + 2000);
    receiver.OnAckSent();
    receiver.GetSettings().buffer = 40000;
    receiver.ReadData(At(2000, 1000));
    EXPECT_EQ(receiver.Read(1000), 1000U);
    EXPECT_TRUE(receiver.AcknowledgeData(false));
}

// Linux 6.1, tcp_event_data_recv().
TEST_F(TcpDataReceiverTest, ASegmentOfLessThan128OctetsLetsNoWindowGrow)
{
    choice.receiver.acks = {2, std::chrono::milliseconds(40), std::chrono::milliseconds(200), 1};
    choice.receiver.buffer = 20000;
    choice.receiver.mostBuffer = 1000000;
    for (const uint32_t size : {127, 128})
    {
        auto receiver = Make();
        AnswerFirst(receiver);
        EXPECT_EQ(receiver.Read(1000), 1000U);
        receiver.GetSettings().buffer = 40000;
        receiver.BeginSegment(At(1000, size), false, [] {});
        receiver.ReadData(At(1000, size));
        EXPECT_EQ(receiver.Read(size), size);
        EXPECT_EQ(receiver.AcknowledgeData(false), size == 128);
    }
}

// RFC 9293, section 3.8.6.2.2.
TEST_F(TcpDataReceiverTest, AWindowIsNewsWhenThePeerKnowsOfLessThanHalf)
{
    Arrive(0, 1000);
    m_receiver.Read(1000);
    EXPECT_FALSE(m_receiver.NeedsWindowUpdate()) << "the peer knows of 7000";
    Begin(PEER);
    for (uint64_t offset = 0; offset < 8000; offset += 1000)
    {
        Arrive(offset, 1000);
    }
    EXPECT_EQ(m_receiver.AdvertiseWindow(false), 0);
    EXPECT_EQ(m_receiver.GetOffered(), 0U);
    EXPECT_FALSE(m_receiver.NeedsWindowUpdate());
    EXPECT_EQ(m_receiver.Read(999), 999U);
    EXPECT_FALSE(m_receiver.NeedsWindowUpdate()) << "not a segment";
    m_receiver.Read(1);
    EXPECT_TRUE(m_receiver.NeedsWindowUpdate());
    EXPECT_EQ(m_receiver.AdvertiseWindow(false), 1000);
    EXPECT_EQ(m_receiver.GetOffered(), 1000U);
    EXPECT_FALSE(m_receiver.NeedsWindowUpdate()) << "it is known";
}

TEST_F(TcpDataReceiverTest, NoMoreIsOfferedThanTheFieldSays)
{
    choice.receiver.maxWindow = 800;
    auto receiver = Make();
    receiver.Start(PEER, {});
    EXPECT_EQ(receiver.AdvertiseWindow(false), 800);
    EXPECT_EQ(receiver.GetOffered(), 800U);
    EXPECT_FALSE(receiver.NeedsWindowUpdate());
}

// Linux 6.1: ten segments of the size that it announced are expected in the first round trip
// (tcp_init_buffer_space()), but no more than the window; and 16 are granted beside what was read
// (tcp_rcv_space_adjust()). The peer's size is another one.
TEST_F(TcpDataReceiverTest, TheBufferGrowsByTheSegmentThatWasAnnounced)
{
    choice.receiver.mostBuffer = 1000000;
    window.mss = 100;
    const std::vector<std::tuple<bool, uint16_t, uint32_t>> cases{
        // 7,600 are more by nine tenths than 4,000: 21,600 + 2 * 19,440 octets, of which 151
        // segments take 648 each
        {true, 412, 151 * 648},
        {false, 400, 151 * 648},
        {true, 812, 8000},
        {true, 1012, 8000}};
    double now = 0;
    for (const auto& [timestamps, size, wanted] : cases)
    {
        SCOPED_TRACE(size);
        Negotiated agreed;
        agreed.timestamps = timestamps;
        agreed.ownMss = size;
        auto receiver = Make();
        receiver.Start(PEER, agreed);
        receiver.AdvertiseWindow(true);
        receiver.Establish();
        const auto offered = receiver.GetOffered();
        receiver.ReadData(At(0, 1000));
        EXPECT_EQ(receiver.Read(1000), 1000U);
        receiver.AdvertiseWindow(true);
        RunUntil(now += 0.1);
        // A round trip is over, and with the first segment that is read the first measurement.
        receiver.ReadData(At(1000, offered));
        EXPECT_EQ(receiver.Read(offered), offered);
        receiver.AdvertiseWindow(true);
        RunUntil(now += 0.1);
        receiver.ReadData(At(1000 + offered, 1000));
        receiver.Read(1000);
        EXPECT_EQ(receiver.GetSettings().buffer, wanted);
    }
}

TEST_F(TcpDataReceiverTest, TheNextConnectionReportsNothingOfTheLastOne)
{
    choice.receiver.acks = {2, std::chrono::milliseconds(40), std::chrono::milliseconds(200), 16};
    auto receiver = Make();
    Negotiated agreed;
    agreed.sack = true;
    for (const auto first : {PEER, FirstPosition(9001)})
    {
        receiver.Start(first, agreed);
        receiver.AdvertiseWindow(true);
        const OctetRange ahead{first + 1000, first + 2000};
        receiver.BeginSegment(ahead, false, [] {});
        receiver.ReadData(ahead);
        SegmentFields header;
        receiver.AddBlocks(header);
        EXPECT_EQ(header.blockCount, 1);
    }
}

// RFC 2018, section 4: what is reported is here, also by Linux's list.
TEST_F(TcpDataReceiverTest, WhatIsNotTakenIsNotReported)
{
    constexpr uint32_t BUFFER = 1000;
    choice.receiver.acks.mostDelay = std::chrono::milliseconds(200);
    choice.receiver.buffer = BUFFER;
    Negotiated agreed;
    agreed.sack = true;
    auto receiver = Make();
    receiver.Start(PEER, agreed);
    receiver.AdvertiseWindow(true);
    const auto expect = [&](OctetRange arrives, OctetRange reported) {
        receiver.BeginSegment(arrives, false, [] {});
        receiver.ReadData(arrives);
        SegmentFields header;
        receiver.AddBlocks(header);
        ASSERT_GE(header.blockCount, 1);
        EXPECT_EQ(header.blocks[0].begin, static_cast<uint32_t>(reported.begin));
        EXPECT_EQ(header.blocks[0].end, static_cast<uint32_t>(reported.end));
    };
    expect(At(990, 100), At(990, 10)); // the window ends within it
    // Of so small a buffer 64 pieces.
    for (uint32_t i = 0; i < 63; ++i)
    {
        expect(At(100 + i, 1), At(100, i + 1));
    }
    expect(At(163, 1), At(100, 63)); // one too many
}

TEST_F(TcpDataReceiverTest, AnOptionIsRefusedWithAReason)
{
    auto& exchange = m_receiver.GetSackExchange();
    SegmentFields syn;
    syn.compressedPermitted = true;
    exchange.ReadSyn(syn, true);
    ASSERT_TRUE(exchange.IsCompressed());
    const uint64_t first = FirstPosition(1);
    const SackExchange::Sent sent{first, first, first + 3000, false};
    for (const bool isTrue : {true, false})
    {
        SegmentFields header;
        const SequenceBlock block{isTrue ? 1001U : 3001U, isTrue ? 2001U : 4001U};
        header.experimentalSize = static_cast<uint8_t>(
            CompressedSackCodec::Encode(&block, 1, header.experimental.data(), 40).octets);
        const auto& report = m_receiver.ReadBlocks(header, first, sent);
        EXPECT_EQ(report.blocks.size(), isTrue ? 1U : 0U);
        EXPECT_EQ(m_receiver.GetRefusedOptions(), isTrue ? 0U : 1U);
    }
    ASSERT_EQ(effects.reports.size(), 1U);
    EXPECT_EQ(effects.reports[0].kind, ConnectionReport::Kind::OPTION_REFUSED);
    EXPECT_STREQ(effects.reports[0].reason, "block never sent");
}

} // namespace TcpDataReceiverTests
