/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-buffer-helper.h"
#include "ns3/tcp-scoreboard-socket-factory.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <gtest/gtest.h>
#include <sstream>

namespace TcpBufferHelperTests
{

using namespace ns3;

using Limit = TcpBufferHelper::Limit;
using Recovery = TcpBufferModel::Recovery;
using Sizes = TcpBufferHelper::Sizes;

constexpr uint32_t MAX_WINDOW = 1073725440;

/// 1 Gbit/s, 100 ms, 1000 packets; packets of 1024 octets without headers, an ACK each.
TcpBufferHelper
Gigabit()
{
    TcpBufferHelper buffers;
    buffers.SetPath(DataRate("1Gbps"), MilliSeconds(100), QueueSize("1000p"));
    buffers.SetSegmentSize(1024);
    buffers.SetHeaderSize(0);
    buffers.SetDelayedAck(1);
    return buffers;
}

/// 1 Mbit/s, packets of 1000 octets without headers, two each ACK: a packet takes 8 ms.
TcpBufferHelper
Megabit(Time rtt)
{
    TcpBufferHelper buffers;
    buffers.SetPath(DataRate("1Mbps"), rtt, QueueSize("50p"));
    buffers.SetSegmentSize(1000);
    buffers.SetHeaderSize(0);
    buffers.SetDelayedAck(2);
    return buffers;
}

TEST(TcpBufferHelper, DefaultsOfNs3OnAGigabit)
{
    EXPECT_EQ(TcpBufferHelper::GetDefaultSizes().sndBufSize, 131072U);
    EXPECT_EQ(TcpBufferHelper::GetDefaultSizes().rcvBufSize, 131072U);
    // 131072 octets each 100.008192 ms: the round trip holds a packet's transmission.
    const auto verdict = Gigabit().Check(TcpBufferHelper::GetDefaultSizes());
    EXPECT_NEAR(verdict.cap, 131072 * 8 / 0.100008192, 1.0);
    EXPECT_NEAR(verdict.cap, 10.49e6, 0.01e6);
    EXPECT_EQ(verdict.expected, verdict.cap);
    EXPECT_NEAR(verdict.linkRate, 1e9, 1.0);
    EXPECT_TRUE(verdict.capsThroughput);
    EXPECT_TRUE(verdict.starvesRecovery);
    EXPECT_EQ(verdict.limit, Limit::SND_BUF);
}

TEST(TcpBufferHelper, DefaultsAreNs3sLinkSegmentsAndAcks)
{
    const TcpBufferHelper buffers;
    // 536 of 590 octets at 32768 bit/s.
    EXPECT_NEAR(buffers.Check({5000, 5000}).linkRate, 32768.0 * 536 / 590, 1e-6);
    // 1 ms, two packets and an ACK of 54 octets are 302.270 ms; the packet waits for 200 ms, and
    // not for the 144.043 ms of a second one.
    EXPECT_NEAR(buffers.Check({536, 536}).cap, 536 * 8 / 0.358227, 0.1);
    // 2.0985 packets in the link, two ACKs; P = 102.0985: 1.5 P + 0.5 - 0.25 P / (P + 1) = 153.4.
    EXPECT_EQ(buffers.GetLeast().sndBufSize, 4U * 536);
    EXPECT_EQ(buffers.GetRequiredOctets(), 154U * 536);
}

TEST(TcpBufferHelper, TakesParametersAtTheirBounds)
{
    TcpBufferHelper buffers;
    buffers.SetHeaderSize(1000);
    buffers.SetDelayedAck(1000, NanoSeconds(1));
    buffers.SetSegmentSize(60000);
    buffers.SetPath(DataRate("1000Gbps"), Seconds(1000), QueueSize("1p"));
    // b = B/P of a queue of next to nothing is 0.001, of one of next to all 0.999.
    auto westwood = Gigabit();
    westwood.SetVariant("westwood-plus");
    westwood.SetPath(DataRate("1Gbps"), MilliSeconds(100), QueueSize("1p"));
    EXPECT_EQ(westwood.GetRequiredOctets(), 24407U * 1024);
    westwood.SetPath(DataRate("1Gbps"), NanoSeconds(1), QueueSize("100000p"));
    EXPECT_EQ(westwood.GetRequiredOctets(), 100101U * 1024);
    for (const double decrease : {0.001, 0.999})
    {
        buffers.SetAimd(Recovery::SACK, 1e-6, decrease);
        buffers.SetAimd(Recovery::SACK, 1.0, decrease);
    }
    buffers.SetPath(DataRate(1000), NanoSeconds(1), QueueSize("1B"));
    buffers.SetSegmentSize(1);
    EXPECT_DEATH(buffers.SetPath(DataRate(1'000'000'000'001), Seconds(1), QueueSize("1p")),
                 "rate must lie in");
    EXPECT_DEATH(buffers.SetDelayedAck(1001), "delayedAck must lie in");
    EXPECT_DEATH(buffers.SetAimd(Recovery::SACK, 1.01, 0.5), "increase must lie in");
    EXPECT_DEATH(buffers.SetAimd(Recovery::SACK, 0.1, 0.0009), "decrease must lie in");
    EXPECT_TRUE(TcpBufferHelper::HasVariant("sack"));
    EXPECT_FALSE(TcpBufferHelper::HasVariant("stock-fast"));
    EXPECT_FALSE(TcpBufferHelper::HasVariant("bbr"));
    EXPECT_FALSE(TcpBufferHelper::HasVariant("tahoe"));
    // 1.25e11 packets a second.
    buffers.SetHeaderSize(0);
    buffers.SetPath(DataRate("1000Gbps"), Seconds(1), QueueSize("1p"));
    EXPECT_DEATH(buffers.GetRequired(), "the path is beyond the model's range");
}

TEST(TcpBufferHelper, LimitsHaveNames)
{
    std::ostringstream os;
    for (const auto limit :
         {Limit::LINK, Limit::SND_BUF, Limit::RCV_BUF, Limit::CONGESTION_CONTROL})
    {
        os << limit << ";";
    }
    EXPECT_EQ(os.str(), "the link;SndBufSize;RcvBufSize;the congestion control;");
}

TEST(TcpBufferHelper, HeadersTakeTheirPartOfTheLink)
{
    auto buffers = Gigabit();
    buffers.SetHeaderSize(76);
    const auto verdict = buffers.Check({100'000'000, 100'000'000});
    // 1024 of 1100 octets.
    EXPECT_NEAR(verdict.linkRate, 1e9 * 1024 / 1100, 1.0);
    // 128 segments each 100 ms, 8.8 us for the packet and 0.608 us for the ACK.
    EXPECT_NEAR(buffers.Check({131072, 131072}).cap, 131072 * 8 / 0.100009408, 1.0);
}

TEST(TcpBufferHelper, LeastIsTheBandwidthDelayProduct)
{
    // C RTT_m = 12208.03 packets: 12209 whole ones.
    const auto least = Gigabit().GetLeast();
    EXPECT_EQ(least.sndBufSize, 12209U * 1024);
    EXPECT_EQ(least.rcvBufSize, 12209U * 1024);
    EXPECT_FALSE(Gigabit().Check(least).capsThroughput);
    EXPECT_EQ(Gigabit().Check(least).limit, Limit::LINK);
    EXPECT_TRUE(Gigabit().Check({least.sndBufSize - 2048, least.rcvBufSize}).capsThroughput);
    // Two segments each ACK, and the second one's transmission: 12209.03, the next even number.
    auto delayed = Gigabit();
    delayed.SetDelayedAck(2);
    EXPECT_EQ(delayed.GetLeast().sndBufSize, 12210U * 1024);
    // C RTT_m = 50, which a double may miss.
    auto whole = Megabit(MilliSeconds(392));
    whole.SetDelayedAck(1);
    EXPECT_EQ(whole.GetLeast().sndBufSize, 50000U);
}

TEST(TcpBufferHelper, RequiredOfClassicTcpIsOneAndAHalfPipes)
{
    // P = 13208.03: 1.5 P + 0.5 - 0.5 P / (P + 1) = 19812.05.
    EXPECT_EQ(Gigabit().GetRequiredOctets(), 19813U * 1024);
    EXPECT_EQ(Gigabit().GetRequired().sndBufSize, 19813U * 1024);
    EXPECT_FALSE(Gigabit().Check(Gigabit().GetRequired()).starvesRecovery);
    EXPECT_TRUE(Gigabit().Check(Gigabit().GetLeast()).starvesRecovery);
    // A queue of 1000 packets by their octets.
    auto octets = Gigabit();
    octets.SetPath(DataRate("1Gbps"), MilliSeconds(100), QueueSize("1024000B"));
    EXPECT_EQ(octets.GetRequiredOctets(), 19813U * 1024);
    // A part of a packet finds no room.
    octets.SetPath(DataRate("1Gbps"), MilliSeconds(100), QueueSize("1024900B"));
    EXPECT_EQ(octets.GetRequiredOctets(), 19813U * 1024);
    // Without SACK what was lost is sent besides: 1.5 P + 0.5 + 0.5 P / (P + 1) = 19813.05.
    for (const std::string name : {"reno", "newreno", "veno", "venodr"})
    {
        auto plain = Gigabit();
        plain.SetVariant(name);
        EXPECT_EQ(plain.GetRequiredOctets(), 19814U * 1024) << name;
    }
    // b = 0.3: 1.7 P + 0.7 - 0.3 P / (P + 1) = 22454.05.
    auto cubic = Gigabit();
    cubic.SetVariant("cubic");
    EXPECT_EQ(cubic.GetRequiredOctets(), 22455U * 1024);
    // Westwood+: b = 1000 / P, so 2 P - 1000 and less than a packet, 25416.06 and 0.9.
    auto westwood = Gigabit();
    westwood.SetVariant("westwood-plus");
    EXPECT_EQ(westwood.GetRequiredOctets(), 25417U * 1024);
}

TEST(TcpBufferHelper, RequiredIsTableOneOfThePaper)
{
    // 300 ms with the 60 us of a packet; C RTT_m = 5000, B = 2500.
    TcpBufferHelper buffers;
    buffers.SetPath(DataRate("200Mbps"), MicroSeconds(299940), QueueSize("2500p"));
    buffers.SetSegmentSize(1500);
    buffers.SetHeaderSize(0);
    buffers.SetDelayedAck(1);
    buffers.SetAimd(Recovery::NEW_RENO, 0.01, 0.125);
    EXPECT_EQ(buffers.GetRequiredOctets(), 506525U * 1500);
    buffers.SetAimd(Recovery::SACK, 0.01, 0.125);
    EXPECT_EQ(buffers.GetRequiredOctets(), 14054U * 1500);
}

TEST(TcpBufferHelper, TheSmallerBufferLimits)
{
    auto buffers = Megabit(MilliSeconds(392));
    buffers.SetDelayedAck(1);
    // RTT_m = 400 ms: 20 packets are 400 kbit/s.
    EXPECT_EQ(buffers.Check({20000, 60000}).limit, Limit::SND_BUF);
    EXPECT_EQ(buffers.Check({60000, 20000}).limit, Limit::RCV_BUF);
    for (const auto& sizes : {Sizes{20000, 60000}, Sizes{60000, 20000}, Sizes{20999, 20000}})
    {
        EXPECT_NEAR(buffers.Check(sizes).cap, 400e3, 1e-3);
    }
    // 70007 octets, seven segments, are offered as 70006. RTT_m = 10 s and a packet's 80.008 ms.
    buffers.SetPath(DataRate("1Mbps"), Seconds(10), QueueSize("50p"));
    buffers.SetSegmentSize(10001);
    EXPECT_NEAR(buffers.Check({100000, 70007}).cap, 6 * 80008 / 10.080008, 1e-3);
    EXPECT_NEAR(buffers.Check({100000, 70008}).cap, 7 * 80008 / 10.080008, 1e-3);
    EXPECT_NEAR(buffers.Check({70007, 100000}).cap, 7 * 80008 / 10.080008, 1e-3);
}

TEST(TcpBufferHelper, DelayedAcksHoldTheRestOfAWindow)
{
    // 600 ms, and 16 ms for a pair of packets; the third one takes 8 ms and waits for 200 ms.
    const auto far = Megabit(MilliSeconds(600));
    EXPECT_NEAR(far.Check({3000, 3000}).cap, 8000 * (2 / 0.616 + 1 / 0.808), 1e-6);
    EXPECT_NEAR(far.Check({4000, 4000}).cap, 8000 * 4 / 0.616, 1e-6);
    EXPECT_NEAR(far.Check({1000, 9000}).cap, 8000 / 0.808, 1e-6);
    // 100 ms: the next window comes before the timer. The third packet never counts, but the next
    // one completes its pair: 8 ms.
    const auto near = Megabit(MilliSeconds(100));
    EXPECT_NEAR(near.Check({3000, 3000}).cap, 8000 * 2 / 0.108, 1e-6);
    // 128 packets a second, RTT_m = 33/64 s: the next window comes as the timer expires.
    auto equal = Megabit(MilliSeconds(500));
    equal.SetPath(DataRate(1048576), MilliSeconds(500), QueueSize("50p"));
    equal.SetSegmentSize(1024);
    equal.SetDelayedAck(2, NanoSeconds(492'187'500));
    EXPECT_NEAR(equal.Check({3072, 3072}).cap, 8192 * 2 / (0.515625 - 1.0 / 128), 1e-6);
}

TEST(TcpBufferHelper, CyclesLastAsTheirLawSays)
{
    // An ACK for two: RTT_m = 408 ms, C RTT_m = 51, P = 52, W = 53.4906. From half of it to 51 in
    // 48.51 round trips, then 260.2 packets at 125 a second.
    auto buffers = Megabit(MilliSeconds(392));
    buffers.SetPath(DataRate("1Mbps"), MilliSeconds(392), QueueSize("1p"));
    EXPECT_NEAR(buffers.Check({80000, 80000}).cycle, 21.874, 0.001);
    // P = 154, a = 0.1 / 2: W = 162.7 and half of it is above the link's 51: 1627 packets.
    buffers.SetPath(DataRate("1Mbps"), MilliSeconds(392), QueueSize("103p"));
    buffers.SetAimd(Recovery::SACK, 0.1, 0.5);
    EXPECT_NEAR(buffers.Check({800'000, 800'000}).cycle, 1627.0 / 125, 0.001);
    // cbrt(13210.03 * 0.3 / 0.4): RFC 9438.
    auto cubic = Gigabit();
    cubic.SetVariant("cubic");
    EXPECT_NEAR(cubic.Check({30'000'000, 30'000'000}).cycle, 21.4777, 1e-3);
}

// 100 packets a second, RTT_m = 1 s; NewReno goes back to its first loss for each further one.
TEST(TcpBufferHelper, LongRecoveriesByHand)
{
    const auto expect = [](const std::string& queue, double increase, uint32_t packets) {
        TcpBufferHelper buffers;
        buffers.SetPath(DataRate("800kbps"), MilliSeconds(990), QueueSize(queue));
        buffers.SetSegmentSize(1000);
        buffers.SetHeaderSize(0);
        buffers.SetDelayedAck(1);
        buffers.SetAimd(Recovery::NEW_RENO, increase, 0.25);
        return buffers.Check({packets * 1000, packets * 1000}).expected / 8000;
    };
    // P = 120, six further losses, W = 127. 635 packets from 95.25 to 127, in ln(100 / 95.25) /
    // 0.05 and 5.4 s; then six round trips of 88.25 packets, the queue being empty.
    EXPECT_NEAR(expect("20p", 0.05, 5000), (635 + 529.5) / (0.973303 + 5.4 + 6), 1e-4);
    // P = 160, eight further losses, W = 169: the link is never idle, 845 packets. In
    // recovery 17.75 packets stay in the queue, and the buffers let 231 and seven times 21 packets
    // go out.
    EXPECT_NEAR(expect("60p", 0.05, 400), (845 + 378) / (8.45 + 8 * 1.1775), 1e-6);
    // No further loss: a round trip in which 200 - 161.16 packets go out.
    EXPECT_NEAR(expect("60p", 0.001, 200), (40290 + 38.84) / (402.9 + 1.1971), 1e-6);
}

TEST(TcpBufferHelper, AboveThePipeTheCongestionControlDecides)
{
    // RTT_m = 400 ms: C RTT_m = 50. A queue of 1: W = P + 1 + P / (P + 1) = 52.98 at 1/cwnd per
    // ACK.
    auto buffers = Megabit(MilliSeconds(392));
    buffers.SetDelayedAck(1);
    buffers.SetPath(DataRate("1Mbps"), MilliSeconds(392), QueueSize("1p"));
    EXPECT_EQ(buffers.Check({51000, 51000}).limit, Limit::LINK);
    // 1.5 P = 76.5: less starves recovery.
    EXPECT_FALSE(buffers.Check({51000, 51000}).isBound);
    EXPECT_TRUE(buffers.Check({60000, 60000}).isBound);
    const auto verdict = buffers.Check({80000, 80000});
    EXPECT_FALSE(verdict.isBound);
    EXPECT_EQ(verdict.limit, Limit::CONGESTION_CONTROL);
    EXPECT_NEAR(verdict.cap, 1e6, 1e-3);
    EXPECT_FALSE(verdict.capsThroughput);
    // From 26.49 to 50 in 23.51 round trips; from there to 52.98 at 125 packets a second.
    const double below = (50.0 * 50.0 - 26.49 * 26.49) / 2;
    const double above = (52.98 * 52.98 - 50.0 * 50.0) / 2;
    const double seconds = 23.51 * 0.4 + above / 125;
    EXPECT_NEAR(verdict.expected / ((below + above) / seconds * 8000), 1.0, 1e-3);
    EXPECT_NEAR(verdict.cycle / seconds, 1.0, 1e-3);
    // A queue as long as the link keeps it busy.
    buffers.SetPath(DataRate("1Mbps"), MilliSeconds(392), QueueSize("53p"));
    EXPECT_EQ(buffers.Check({200000, 200000}).limit, Limit::LINK);
}

TEST(TcpBufferHelper, NewRenoWithAConstantIncreaseIsSlowInRecovery)
{
    auto buffers = Gigabit();
    buffers.SetPath(DataRate("10Mbps"), MilliSeconds(200), QueueSize("200p"));
    buffers.SetAimd(Recovery::NEW_RENO, 0.1, 0.125);
    const auto large = buffers.Check({400'000'000, 400'000'000});
    const auto small = buffers.Check({600'000, 600'000});
    EXPECT_EQ(small.limit, Limit::CONGESTION_CONTROL);
    EXPECT_LT(small.expected, 0.9 * large.expected);
    EXPECT_TRUE(small.isBound);
    EXPECT_FALSE(large.isBound);
    // SACK requires 444.1 (2 - 0.125 - 0.0125) + 0.875 = 828 packets.
    buffers.SetAimd(Recovery::SACK, 0.1, 0.125);
    EXPECT_NEAR(buffers.Check({850'000, 850'000}).expected, 10e6, 1.0);
    EXPECT_FALSE(buffers.Check({850'000, 850'000}).isBound);
    EXPECT_TRUE(buffers.Check({840'000, 850'000}).isBound);
}

TEST(TcpBufferHelper, BeyondTheLargestWindow)
{
    // 10 Gbit/s and 1.2 s: 1.5e9 octets in flight.
    auto buffers = Gigabit();
    buffers.SetPath(DataRate("10Gbps"), MilliSeconds(1200), QueueSize("100p"));
    EXPECT_GT(buffers.GetRequiredOctets(), 2'000'000'000U);
    EXPECT_EQ(buffers.GetRequired().sndBufSize, MAX_WINDOW);
    EXPECT_EQ(buffers.GetRequired().rcvBufSize, MAX_WINDOW);
    const auto verdict = buffers.Check(buffers.GetRequired());
    EXPECT_TRUE(verdict.capsThroughput);
    EXPECT_NEAR(verdict.cap, 1073725440.0 * 8 / 1.2, 10e3);
    std::ostringstream os;
    EXPECT_TRUE(buffers.Warn(buffers.GetRequired(), os));
    EXPECT_NE(os.str().find("the largest that TCP's window allows"), std::string::npos);
}

TEST(TcpBufferHelper, SettingTooSmallALargestWindowWarns)
{
    auto buffers = Gigabit();
    testing::internal::CaptureStderr();
    EXPECT_EQ(buffers.SetDefaults().rcvBufSize, 19813U * 1024);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(TcpBufferHelper::GetDefaultSizes().sndBufSize, 19813U * 1024);
    // 6 Gbit/s and 1 s: the link is filled, 1.5 times as much is not allowed.
    buffers.SetPath(DataRate("6Gbps"), Seconds(1), QueueSize("100p"));
    testing::internal::CaptureStderr();
    buffers.SetDefaults();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("TCP's window allows 1073725440 octets"),
              std::string::npos);
    EXPECT_EQ(TcpBufferHelper::GetDefaultSizes().rcvBufSize, MAX_WINDOW);
    Config::Reset();
}

TEST(TcpBufferHelper, WarnsOnlyOfCaps)
{
    std::ostringstream os;
    EXPECT_FALSE(Gigabit().Warn(Gigabit().GetLeast(), os));
    EXPECT_EQ(os.str(), "");
    EXPECT_TRUE(Gigabit().Warn({131072, 131072}, os));
    EXPECT_EQ(os.str(),
              "SndBufSize caps the goodput at 10.4849 Mbit/s of 1000 Mbit/s: "
              "ns3::TcpSocket::SndBufSize is 131072 octets and RcvBufSize 131072; set at least "
              "12502016 and 12502016\n");
}

TEST(TcpBufferHelper, SocketsOfANodeHaveEachItsSize)
{
    NodeContainer node(1);
    InternetStackHelper().Install(node);
    TcpScoreboardDefaultFactory::SetBufferSizes(node.Get(0), 3000, 7000);
    const auto socket = Socket::CreateSocket(node.Get(0), TcpSocketFactory::GetTypeId());
    UintegerValue size;
    socket->GetAttribute("SndBufSize", size);
    EXPECT_EQ(size.Get(), 3000);
    socket->GetAttribute("RcvBufSize", size);
    EXPECT_EQ(size.Get(), 7000);
    Simulator::Destroy();
}

TEST(TcpBufferHelper, KnowsAllPresets)
{
    std::istringstream names(TcpVariantPreset::GetNames());
    int known = 0;
    for (std::string name; std::getline(names >> std::ws, name, ',');)
    {
        auto buffers = Gigabit();
        if (name == "stock-fast" || name == "bbr" || name == "linux-bbr")
        {
            EXPECT_DEATH(buffers.SetVariant(name), "'" + name + "' has no law for its window");
            continue;
        }
        buffers.SetVariant(name);
        // Between what a cut by a half and no cut require.
        EXPECT_GE(buffers.GetRequiredOctets(), 19813U * 1024) << name;
        EXPECT_LE(buffers.GetRequiredOctets(), 2U * 13209 * 1024) << name;
        ++known;
    }
    EXPECT_GE(known, 16);
}

TEST(TcpBufferHelperDeathTest, WrongParametersAreRefusedByName)
{
    auto buffers = Gigabit();
    const QueueSize queue("10p");
    EXPECT_DEATH(buffers.SetPath(DataRate(999), Seconds(1), queue),
                 "rate must lie in \\[1000, 1000000000000\\] bit/s, not 999");
    EXPECT_DEATH(buffers.SetPath(DataRate("1Mbps"), Seconds(0), queue),
                 "rtt must lie in \\(0, 1000\\] s, not 0");
    EXPECT_DEATH(buffers.SetPath(DataRate("1Mbps"), Seconds(1001), queue), "rtt must lie in");
    EXPECT_DEATH(buffers.SetPath(DataRate("1Mbps"), Seconds(1), QueueSize("0p")),
                 "buffer must hold at least 1 packet");
    EXPECT_DEATH(buffers.SetSegmentSize(0), "segmentSize must lie in \\[1, 60000\\] octets");
    EXPECT_DEATH(buffers.SetSegmentSize(60001), "segmentSize must lie in");
    EXPECT_DEATH(buffers.SetHeaderSize(1001), "headerSize must lie in \\[0, 1000\\] octets");
    EXPECT_DEATH(buffers.SetDelayedAck(0), "delayedAck must lie in \\[1, 1000\\], not 0");
    EXPECT_DEATH(buffers.SetDelayedAck(1, Seconds(0)), "timeout of delayed ACKs must be above 0");
    EXPECT_DEATH(buffers.SetVariant("tahoe"), "variant 'tahoe' is unknown: .*sack-veno");
    EXPECT_DEATH(buffers.SetAimd(Recovery::SACK, 0.0, 0.5), "increase must lie in \\[1e-6, 1\\]");
    EXPECT_DEATH(buffers.SetAimd(Recovery::SACK, 0.1, 1.0), "decrease must lie in");
}

TEST(TcpBufferHelperDeathTest, WrongSizesAreRefusedByName)
{
    const auto buffers = Gigabit();
    EXPECT_DEATH(buffers.Check({1023, 2048}),
                 "SndBufSize must lie in \\[1024, 1073725440\\] octets, not 1023");
    EXPECT_DEATH(buffers.Check({2048, MAX_WINDOW + 1}), "RcvBufSize must lie in .*1073725440");
    EXPECT_DEATH(TcpBufferHelper::SetDefaults({0, 1}),
                 "SndBufSize must lie in \\[1, 1073725440\\]");
    EXPECT_DEATH(buffers.Configure(nullptr), "needs a TCP socket");
    EXPECT_DEATH(buffers.Install(NodeContainer(1)), "has no internet stack");
}

TEST(TcpBufferHelper, DelayedAcksSlowTheIncrease)
{
    // A window that grows by one segment each round trip, for an ACK each, grows by half of one
    // when two segments share an ACK.
    const auto required = [](uint32_t delayedAck, double increase) {
        auto buffers = Gigabit();
        buffers.SetDelayedAck(delayedAck);
        buffers.SetAimd(Recovery::NEW_RENO, increase, 0.5);
        return static_cast<double>(buffers.GetRequiredOctets());
    };
    EXPECT_NEAR(required(2, 1) / required(1, 0.5), 1.0, 0.001);
    EXPECT_GT(std::abs(required(1, 1) / required(1, 0.5) - 1.0), 0.01);
}

} // namespace TcpBufferHelperTests
