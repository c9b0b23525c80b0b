/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-handshake.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>

namespace TcpHandshakeTests
{

using namespace ns3;
using namespace std::chrono_literals;

using Action = SegmentAcceptance::Action;
using Wait = std::optional<Instant>;

constexpr uint64_t ISS = FirstPosition(100);
constexpr uint64_t PEER = FirstPosition(5000);
constexpr uint8_t SYN = SegmentFields::SYN;
constexpr uint8_t ACK = SegmentFields::ACK;
constexpr uint8_t RST = SegmentFields::RST;
constexpr uint8_t FIN = SegmentFields::FIN;
const HostLimits LIMITS{1460, 3};

/// @return a SYN with these options
SegmentFields
MakeSyn(bool sack, std::optional<uint8_t> scale, bool timestamp, std::optional<uint16_t> mss)
{
    SegmentFields header;
    header.flags = SYN;
    header.sackPermitted = sack;
    header.scale = scale;
    header.mss = mss;
    if (timestamp)
    {
        header.timestamps = SegmentFields::Timestamps{};
    }
    return header;
}

/// A handshake that has not begun, at the beginning of time.
class TcpHandshakeTest : public testing::Test, protected ConnectionWorld
{
  protected:
    /// @param again how often a SYN may be repeated @return all options, a second to begin with
    TcpHandshake Make(uint32_t again = 2)
    {
        return Make({true, true, true, false, again + 1, 1s});
    }

    TcpHandshake Make(const TcpHandshake::Settings& settings)
    {
        TcpHandshake handshake(settings, timers);
        handshake.Begin(ISS, LIMITS);
        return handshake;
    }

    /// @return the options of our SYN, which may answer the peer's
    static SegmentFields GetOptions(TcpHandshake& handshake, uint8_t flags)
    {
        SegmentFields syn;
        syn.flags = flags;
        handshake.AddOptions(syn);
        return syn;
    }
};

// RFC 9293, section 3.10.7.3.
TEST_F(TcpHandshakeTest, InSynSent)
{
    struct Row
    {
        const char* what;
        uint8_t flags;
        uint32_t ack;
        Action action;
    };

    const Row ROWS[] = {
        {"SYN-ACK of ours", SYN | ACK, 101, Action::ESTABLISH},
        {"SYN-ACK of what was not sent", SYN | ACK, 102, Action::NO_PEER},
        {"SYN-ACK of what was before", SYN | ACK, 100, Action::NO_PEER},
        {"SYN: both open at once", SYN, 0, Action::ANSWER_SYN},
        {"ACK of ours without SYN", ACK, 101, Action::DROP},
        {"ACK of another connection", ACK, 500, Action::NO_PEER},
        {"neither", 0, 0, Action::DROP},
        {"FIN", FIN, 0, Action::DROP},
        {"RST with our ACK", RST | ACK, 101, Action::RESET},
        {"RST with another ACK", RST | ACK, 100, Action::DROP},
        {"RST without ACK", RST, 101, Action::DROP},
        {"RST and SYN with our ACK", RST | SYN | ACK, 101, Action::RESET},
        {"RST and SYN without", RST | SYN, 0, Action::DROP},
    };
    const auto handshake = Make();
    for (const auto& row : ROWS)
    {
        SegmentFields header;
        header.flags = row.flags;
        header.acknowledgment = row.ack;
        EXPECT_EQ(handshake.CheckInSynSent(header).action, row.action) << row.what;
    }
}

// Section 3.10.7.4, and RFC 5961, section 3.2: the peer's SYN was 5000, the window is 1000.
TEST_F(TcpHandshakeTest, InSynReceived)
{
    struct Row
    {
        const char* what;
        uint32_t seq;
        uint32_t size;
        uint8_t flags;
        uint32_t ack;
        Action action;
    };

    const Row ROWS[] = {
        {"ACK of ours", 5001, 0, ACK, 101, Action::ESTABLISH},
        {"ACK of ours on data that are not the first", 5500, 9, ACK, 101, Action::ESTABLISH},
        {"ACK of what was not sent", 5001, 0, ACK, 102, Action::NO_PEER},
        {"ACK of what was before", 5001, 0, ACK, 100, Action::NO_PEER},
        {"no ACK", 5001, 0, 0, 0, Action::DROP},
        {"FIN without ACK", 5001, 0, FIN, 0, Action::DROP},
        {"data below the window", 4000, 9, ACK, 101, Action::ACKNOWLEDGE},
        {"data beyond the window", 6001, 9, ACK, 101, Action::ACKNOWLEDGE},
        {"empty, below the window", 4000, 0, ACK, 101, Action::CHALLENGE},
        {"the same SYN again", 5000, 0, SYN, 0, Action::ANSWER_SYN},
        {"the same SYN with an ACK of ours", 5000, 0, SYN | ACK, 101, Action::ESTABLISH},
        {"the same SYN with another ACK", 5000, 0, SYN | ACK, 200, Action::ANSWER_SYN},
        {"another SYN", 5001, 0, SYN, 0, Action::CHALLENGE},
        {"RST, exact", 5001, 0, RST, 0, Action::RESET},
        {"RST in the window", 5002, 0, RST, 0, Action::CHALLENGE},
        {"RST at the SYN", 5000, 0, RST | SYN, 0, Action::DROP},
        {"RST elsewhere", 7000, 0, RST, 0, Action::DROP},
    };
    const auto handshake = Make();
    SegmentAcceptance::Connection connection;
    connection.rcvNxt = PEER + 1;
    connection.rcvWnd = 1000;
    connection.sndUna = ISS;
    connection.sndNxt = ISS + 1;
    for (const auto& row : ROWS)
    {
        SegmentAcceptance::Segment segment;
        segment.seq = FirstPosition(row.seq);
        segment.size = row.size;
        segment.syn = row.flags & SYN;
        segment.fin = row.flags & FIN;
        segment.rst = row.flags & RST;
        segment.hasAck = row.flags & ACK;
        segment.ack = FirstPosition(row.ack);
        EXPECT_EQ(handshake.CheckInSynReceived(connection, segment).action, row.action) << row.what;
    }
}

// RFC 7323, section 5.3: a repeated SYN has come first, then the one before, which a path has held.
TEST_F(TcpHandshakeTest, AnOlderSynAfterALaterOneIsOnlyAcknowledged)
{
    SegmentAcceptance::Connection connection;
    connection.rcvNxt = PEER + 1;
    connection.tsRecent = 2000;
    SegmentAcceptance::Segment syn;
    syn.seq = PEER;
    syn.syn = true;
    const auto actionAt = [&](std::optional<uint32_t> timestamp) {
        syn.timestamp = timestamp;
        return Make().CheckInSynReceived(connection, syn).action;
    };
    EXPECT_EQ(actionAt(1999), Action::CHALLENGE);
    EXPECT_EQ(actionAt(2000), Action::ANSWER_SYN) << "doubled by the path";
    EXPECT_EQ(actionAt(3000), Action::ANSWER_SYN);
    EXPECT_EQ(actionAt({}), Action::ANSWER_SYN) << "no timestamps";
}

// Linux 6.1: tcp_synack_retries is one less than tcp_syn_retries.
TEST_F(TcpHandshakeTest, ATryThatIsSparedIsNotUsed)
{
    auto handshake = Make(1);
    handshake.Begin(ISS, LIMITS, 1);
    EXPECT_EQ(handshake.TakeTry(), Wait(1s));
    EXPECT_FALSE(handshake.TakeTry());
    auto single = Make(0);
    single.Begin(ISS, LIMITS, 1);
    EXPECT_TRUE(single.TakeTry()) << "one there must be";
    EXPECT_FALSE(single.TakeTry());
}

// RFC 6298, sections 2.1 and 5.5 to 5.7; RFC 5681, section 3.1.
TEST_F(TcpHandshakeTest, EachSynWaitsTwiceAsLongAndALostOneIsRemembered)
{
    auto handshake = Make(2);
    const auto first = [&handshake] { return handshake.GetFirstTimeout(300ms, 50ms); };
    EXPECT_EQ(handshake.TakeTry(), Wait(1s));
    EXPECT_FALSE(handshake.GetSyn().ambiguous);
    EXPECT_EQ(first(), 350ms);
    EXPECT_EQ(handshake.GetFirstWindow(10, {}), 10U);
    RunUntil(1);
    EXPECT_EQ(handshake.TakeTry(), Wait(2s));
    EXPECT_TRUE(handshake.GetSyn().ambiguous);
    EXPECT_EQ(handshake.GetSyn().oldest, Instant::zero()) << "when the first one went";
    EXPECT_EQ(first(), 3s);
    EXPECT_EQ(handshake.GetFirstWindow(10, {}), 1U);
    EXPECT_EQ(handshake.TakeTry(), Wait(4s));
    EXPECT_EQ(handshake.TakeTry(), Wait());
    EXPECT_EQ(handshake.TakeTry(), Wait());
}

// RFC 9293, section 3.5, figure 7: the SYN-ACK has the number of the SYN, and has all its tries.
TEST_F(TcpHandshakeTest, WhenBothOpenAtOnceTheTriesBeginAnewButNotTheRoundTrip)
{
    auto handshake = Make(1);
    handshake.TakeTry();
    RunUntil(1);
    handshake.TakeTry();
    EXPECT_EQ(handshake.TakeTry(), Wait());
    handshake.RenewTries();
    RunUntil(2);
    EXPECT_EQ(handshake.TakeTry(), Wait(1s));
    EXPECT_TRUE(handshake.GetSyn().ambiguous) << "an ACK may be of any of the three (Karn)";
    EXPECT_EQ(handshake.GetSyn().oldest, Instant::zero());
    EXPECT_EQ(handshake.GetFirstWindow(10, {}), 1U) << "a SYN was lost";
    EXPECT_EQ(handshake.TakeTry(), Wait(2s));
    EXPECT_EQ(handshake.TakeTry(), Wait());
}

// The peer's SYN-ACK answers our SYN, its ACK our SYN-ACK, and nobody can tell.
TEST_F(TcpHandshakeTest, WhenBothOpenAtOnceNothingIsLostButNoRoundTripIsKnown)
{
    auto handshake = Make();
    handshake.TakeTry();
    handshake.RenewTries();
    handshake.TakeTry();
    EXPECT_TRUE(handshake.GetSyn().ambiguous);
    EXPECT_EQ(handshake.GetFirstWindow(10, {}), 10U);
    EXPECT_EQ(handshake.GetFirstTimeout(1s, 0s), 1s);
}

// The peer is there: a SYN-ACK that answers its SYN again takes no try, and the wait stays.
TEST_F(TcpHandshakeTest, AnswersTakeNoTries)
{
    auto handshake = Make(1);
    EXPECT_EQ(handshake.TakeTry(), Wait(1s));
    EXPECT_EQ(handshake.RepeatAnswer(), 1s);
    EXPECT_TRUE(handshake.GetSyn().ambiguous);
    EXPECT_EQ(handshake.GetFirstWindow(10, {}), 1U);
    EXPECT_EQ(handshake.GetFirstTimeout(1s, 0s), 3s);
    EXPECT_EQ(handshake.TakeTry(), Wait(2s));
    EXPECT_EQ(handshake.RepeatAnswer(), 2s);
    EXPECT_EQ(handshake.TakeTry(), Wait());
}

// Linux 6.1, tcp_init_transfer().
TEST_F(TcpHandshakeTest, LinuxSparesTheWindowOfOneSynThatWasLost)
{
    const auto repeat = [this](int timeouts, int answers, std::optional<uint32_t> echo) {
        auto handshake = Make({true, true, true, false, 6, 1s, true});
        timers.SetNow(1500ms);
        handshake.TakeTry();
        for (int i = 0; i < timeouts; ++i)
        {
            handshake.OnTimeout();
            handshake.TakeTry();
        }
        for (int i = 0; i < answers; ++i)
        {
            handshake.RepeatAnswer();
        }
        const auto window = handshake.GetFirstWindow(10, echo);
        return window;
    };
    EXPECT_EQ(repeat(0, 0, {}), 10U);
    EXPECT_EQ(repeat(1, 0, {}), 10U);
    EXPECT_EQ(repeat(2, 0, {}), 1U);
    EXPECT_EQ(repeat(1, 1, {}), 1U) << "two went again, one of them for want of an answer";
    EXPECT_EQ(repeat(0, 2, {}), 10U) << "no timer has missed them";
    EXPECT_EQ(repeat(2, 0, 1500), 10U) << "the first one was answered";
    EXPECT_EQ(repeat(2, 0, 1501), 1U);
}

TEST_F(TcpHandshakeTest, TheWaitIsDoubledThirtyTimesAtMost)
{
    auto handshake = Make({true, true, true, false, 40, 1ns});
    Wait wait;
    for (int i = 0; i < 31; ++i)
    {
        wait = handshake.TakeTry();
    }
    EXPECT_EQ(wait, Wait(Instant(1 << 30)));
    EXPECT_EQ(handshake.TakeTry(), wait);
}

// RFC 2018, section 2; RFC 7323, sections 2.2 and 3.2: what one end lacks is not agreed.
TEST_F(TcpHandshakeTest, BothEndsMustHaveAnOption)
{
    for (const int ours : {0, 1, 2, 4, 7})
    {
        for (const int theirs : {0, 1, 2, 4, 7})
        {
            const int both = ours & theirs;
            auto handshake = Make({(ours & 1) != 0, (ours & 2) != 0, (ours & 4) != 0, true, 1, 1s});
            const auto scale = theirs & 2 ? std::optional<uint8_t>(7) : std::nullopt;
            handshake.ReadSyn(MakeSyn(theirs & 1, scale, theirs & 4, 1400));
            const auto& agreed = handshake.GetNegotiated();
            EXPECT_EQ(agreed.sack, (both & 1) != 0) << ours << " " << theirs;
            EXPECT_EQ(agreed.scaling, (both & 2) != 0) << ours << " " << theirs;
            EXPECT_EQ(agreed.timestamps, (both & 4) != 0) << ours << " " << theirs;
            EXPECT_EQ(agreed.peerScale, both & 2 ? 7 : 0) << ours << " " << theirs;
            EXPECT_EQ(agreed.ownScale, both & 2 ? 3 : 0) << ours << " " << theirs;
            EXPECT_EQ(handshake.WantsCompressed(), (both & 1) != 0) << ours << " " << theirs;
            const auto answer = GetOptions(handshake, SYN | ACK);
            EXPECT_EQ(answer.scale.has_value(), (both & 2) != 0) << ours << " " << theirs;
            EXPECT_EQ(answer.sackPermitted, (both & 1) != 0) << ours << " " << theirs;
        }
    }
}

// RFC 9293, section 3.7.1, and RFC 6691: the smallest of both, but what IP may not cut.
TEST_F(TcpHandshakeTest, TheSmallerSizeCounts)
{
    auto handshake = Make();
    EXPECT_EQ(GetOptions(handshake, SYN).mss, 1460);
    EXPECT_EQ(handshake.GetNegotiated().maxTcpOctets, 1460U);
    for (const auto& [mss, octets] : {std::pair(1400, 1400U), {9000, 1460U}, {10, 48U}})
    {
        handshake.ReadSyn(MakeSyn(true, 0, true, mss));
        EXPECT_EQ(handshake.GetNegotiated().maxTcpOctets, octets) << mss;
        EXPECT_EQ(handshake.GetNegotiated().peerMss, std::max(mss, 48));
    }
    handshake.ReadSyn(MakeSyn(true, 0, true, std::nullopt));
    EXPECT_EQ(handshake.GetNegotiated().maxTcpOctets, 1460U) << "of the peer that says nothing";
    handshake.Begin(ISS, {70000, 3});
    EXPECT_EQ(GetOptions(handshake, SYN).mss, UINT16_MAX);
}

TEST_F(TcpHandshakeTest, OurSynOffersTheScaleOfOurBuffer)
{
    auto handshake = Make();
    EXPECT_EQ(GetOptions(handshake, SYN).scale, 3);
    EXPECT_EQ(handshake.GetNegotiated().ownScale, 3);
    handshake.Begin(ISS + 7, LIMITS);
    EXPECT_EQ(handshake.GetIss(), ISS + 7);
    SegmentFields header;
    header.flags = SYN | ACK;
    header.acknowledgment = 108;
    EXPECT_EQ(handshake.CheckInSynSent(header).action, Action::ESTABLISH);
}

// RFC 7323, section 2.3.
TEST_F(TcpHandshakeTest, AScaleAboveFourteenIsFourteen)
{
    for (const auto& [sent, used] : {std::pair{0, 0}, {13, 13}, {14, 14}, {15, 14}, {255, 14}})
    {
        auto handshake = Make();
        handshake.ReadSyn(MakeSyn(true, sent, true, 1460));
        EXPECT_EQ(handshake.GetNegotiated().peerScale, used) << sent;
    }
}

} // namespace TcpHandshakeTests
