/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/ns3-compat.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/tcp-buffer-helper.h"
#include "ns3/tcp-buffer-model.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

namespace
{

using Sizes = TcpBufferHelper::Sizes;

constexpr uint16_t PORT = 5001;
constexpr uint32_t MSS = 1000;

// ns-3's defaults.
constexpr uint32_t DEFAULT_SIZE = 131072;
constexpr uint32_t DEFAULT_SEND_SIZE = 512;

/// Leaves nothing behind, even when an assertion ends it early.
class CleanTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
        Config::Reset();
    }
};

Sizes
GetSizes(Ptr<Socket> socket)
{
    UintegerValue sndBufSize;
    UintegerValue rcvBufSize;
    socket->GetAttribute("SndBufSize", sndBufSize);
    socket->GetAttribute("RcvBufSize", rcvBufSize);
    return {static_cast<uint32_t>(sndBufSize.Get()), static_cast<uint32_t>(rcvBufSize.Get())};
}

/// 2 Mbit/s and 200 ms; C RTT_m = 2e6 / 8432 * 0.204432 = 48.5 packets of 1054 octets.
class Path
{
  public:
    Path(const std::string& variant, const std::string& socket, uint32_t queue)
        : dumbbell(1),
          m_variant(variant, socket)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        for (const auto direction :
             {LossyDumbbellHelper::Direction::FORWARD, LossyDumbbellHelper::Direction::REVERSE})
        {
            dumbbell.SetRate(direction, DataRate("2Mbps"));
            dumbbell.SetDelay(direction, MilliSeconds(100));
            dumbbell.SetQueue(direction, queue);
        }
        dumbbell.SetAccess(DataRate("10Gbps"), Seconds(0));
        dumbbell.Build();
        m_variant.Install(dumbbell.GetSenders());
        dumbbell.GetBottleneckQueue(LossyDumbbellHelper::Direction::FORWARD)
            ->TraceConnectWithoutContext("Drop", MakeCallback(&Path::Dropped, this));
        buffers.SetPath(DataRate("2Mbps"),
                        MilliSeconds(200),
                        QueueSize(std::to_string(queue) + "p"));
        buffers.SetSegmentSize(MSS);
        buffers.SetVariant(variant);
    }

    void SetDelayedAck(uint32_t segments)
    {
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(segments));
        buffers.SetDelayedAck(segments);
    }

    /// Goodput between @p from and @p to, bit/s.
    double Run(Time from, Time to, uint32_t sendSize = MSS)
    {
        BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        sender.SetAttribute("SendSize", UintegerValue(sendSize));
        sender.Install(dumbbell.GetSenders()).Start(Seconds(0));
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        auto sink = DynamicCast<PacketSink>(receiver.Install(dumbbell.GetReceivers()).Get(0));
        Simulator::Stop(from);
        Simulator::Run();
        const auto before = sink->GetTotalRx();
        Simulator::Stop(to - from);
        Simulator::Run();
        return (sink->GetTotalRx() - before) * 8.0 / (to - from).GetSeconds();
    }

    LossyDumbbellHelper dumbbell;
    TcpBufferHelper buffers;
    uint32_t drops{0};

  private:
    void Dropped(Ptr<const Packet>)
    {
        ++drops;
    }

    TcpVariantPreset m_variant;
};

/// Which sockets get the sizes.
class SetterTestCase : public CleanTestCase
{
  public:
    SetterTestCase()
        : CleanTestCase("Sizes reach the sockets they are meant for and no others")
    {
    }

  private:
    void Expect(Ptr<Socket> socket, const Sizes& sizes, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(GetSizes(socket).sndBufSize, sizes.sndBufSize, what);
        NS_TEST_EXPECT_MSG_EQ(GetSizes(socket).rcvBufSize, sizes.rcvBufSize, what);
    }

    static Ptr<Socket> Create(const NodeContainer& nodes)
    {
        return Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
    }

    void DoRun() override
    {
        Path path("sack", "stock", 60);
        const auto& senders = path.dumbbell.GetSenders();
        const auto& receivers = path.dumbbell.GetReceivers();
        const Sizes defaults{DEFAULT_SIZE, DEFAULT_SIZE};
        // An ACK for two: P = 109.5 packets, 1.5 P + 0.5 - 0.25 P / (P + 1) = 164.5, the next even
        // number.
        const Sizes wanted{166000, 166000};

        auto socket = Create(senders);
        Expect(socket, defaults, "nothing was set");
        path.buffers.Configure(socket);
        Expect(socket, wanted, "Configure");
        Expect(Create(senders), defaults, "Configure is for one socket");

        path.buffers.Install(senders);
        Expect(Create(senders), wanted, "Install, stock socket");
        Expect(Create(receivers), defaults, "Install is for some nodes");
        TcpVariantPreset("fack").Install(senders);
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<TcpScoreboardSocket>(Create(senders)) != nullptr),
                              true,
                              "the preset's socket");
        Expect(Create(senders), wanted, "Install, then a preset");
        TcpVariantPreset("sack", "stock").Install(senders);
        Expect(Create(senders), wanted, "Install, then the stock socket again");
        TcpVariantPreset("fack").Install(receivers);
        path.buffers.Install(receivers);
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<TcpScoreboardSocket>(Create(receivers)) != nullptr),
                              true,
                              "Install leaves the preset's socket");
        Expect(Create(receivers), wanted, "a preset, then Install");

        NodeContainer others(2);
        InternetStackHelper().Install(others);
        path.buffers.Install(others);
        Expect(Create(others.Get(0)), wanted, "Install for the first node");
        Expect(Create(others.Get(1)), wanted, "Install for the last one");

        path.buffers.SetDefaults();
        Expect(CreateObject<TcpSocketBase>(), wanted, "SetDefaults");
        Expect(CreateObject<TcpScoreboardSocket>(), wanted, "SetDefaults");
        NS_TEST_EXPECT_MSG_EQ(TcpBufferHelper::GetDefaultSizes().sndBufSize, 166000, "defaults");
    }
};

/// What the receiver offers on the wire.
class WindowTestCase : public CleanTestCase
{
  public:
    explicit WindowTestCase(uint32_t rcvBufSize)
        : CleanTestCase("A receiver of " + std::to_string(rcvBufSize) +
                        " octets offers what is said"),
          m_rcvBufSize(rcvBufSize)
    {
    }

  private:
    void DoRun() override
    {
        Path path("sack", "stock", 60);
        TcpBufferHelper::SetDefaults({DEFAULT_SIZE, m_rcvBufSize});
        auto socket =
            Socket::CreateSocket(path.dumbbell.GetSenders().Get(0), TcpSocketFactory::GetTypeId());
        auto listener = Socket::CreateSocket(path.dumbbell.GetReceivers().Get(0),
                                             TcpSocketFactory::GetTypeId());
        listener->Bind(path.dumbbell.GetAnyAddress(PORT));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&WindowTestCase::Accepted, this));
        socket->TraceConnectWithoutContext("RWND", MakeCallback(&WindowTestCase::Changed, this));
        socket->Bind();
        socket->Connect(path.dumbbell.GetReceiverAddress(0, PORT));
        Simulator::Schedule(Seconds(1), &WindowTestCase::Send, socket);
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ((m_accepted != nullptr), true, "accepted");
        NS_TEST_EXPECT_MSG_EQ(GetSizes(m_accepted).rcvBufSize,
                              m_rcvBufSize,
                              "an accepted socket has its listener's size");
        NS_TEST_EXPECT_MSG_EQ(m_window,
                              advertisedwindow::GetAdvertisedWindow(m_rcvBufSize),
                              "offered");
    }

    static void Send(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(MSS));
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_accepted = socket;
        socket->SetRecvCallback(MakeCallback(&WindowTestCase::Read, this));
    }

    void Read(Ptr<Socket> socket)
    {
        socket->Recv();
    }

    void Changed(uint32_t, uint32_t newValue)
    {
        m_window = newValue;
    }

    uint32_t m_rcvBufSize;
    Ptr<Socket> m_accepted;
    uint32_t m_window{0};
};

/// Goodput with sizes that limit, against products by hand.
class CapTestCase : public CleanTestCase
{
  public:
    CapTestCase(std::string socket, Sizes sizes, uint32_t delayedAck, double goodput)
        : CleanTestCase("Cap on " + socket + ", SndBufSize " + std::to_string(sizes.sndBufSize) +
                        ", RcvBufSize " + std::to_string(sizes.rcvBufSize) + ", an ACK for " +
                        std::to_string(delayedAck)),
          m_socket(std::move(socket)),
          m_sizes(sizes),
          m_delayedAck(delayedAck),
          m_goodput(goodput)
    {
    }

  private:
    void DoRun() override
    {
        Path path("sack", m_socket, 60);
        path.SetDelayedAck(m_delayedAck);
        TcpBufferHelper::SetDefaults(m_sizes);
        const auto measured = path.Run(Seconds(10), Seconds(40));
        NS_TEST_EXPECT_MSG_EQ_TOL(measured, m_goodput, 0.01 * m_goodput, "simulated");
        NS_TEST_EXPECT_MSG_EQ_TOL(path.buffers.Check(m_sizes).expected,
                                  m_goodput,
                                  0.001 * m_goodput,
                                  "expected");
        NS_TEST_EXPECT_MSG_EQ(path.drops, 0, "Q is below P: nothing is lost");
    }

    std::string m_socket;
    Sizes m_sizes;
    uint32_t m_delayedAck;
    double m_goodput;
};

/// P = 108.5 packets: 108 never overflow the queue, 112 do.
class PipeTestCase : public CleanTestCase
{
  public:
    PipeTestCase()
        : CleanTestCase("Buffers up to the pipe and its queue lose nothing and larger ones do")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t packets : {49, 108, 112})
        {
            Path path("sack", "scoreboard-sack", 60);
            path.SetDelayedAck(1);
            TcpBufferHelper::SetDefaults({packets * MSS, 1000 * MSS});
            const auto goodput = path.Run(Seconds(10), Seconds(40));
            // 1000 of 1054 octets of 2 Mbit/s.
            NS_TEST_EXPECT_MSG_EQ_TOL(goodput, 1.89753e6, 0.02e6, packets);
            NS_TEST_EXPECT_MSG_EQ((path.drops > 0), (packets > 108), packets);
            Simulator::Destroy();
        }
    }
};

/// A write that does not fit as a whole waits: the buffer holds whole writes.
class SendSizeTestCase : public CleanTestCase
{
  public:
    SendSizeTestCase()
        : CleanTestCase("A sender's buffer holds whole writes of the application")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t sendSize : {DEFAULT_SEND_SIZE, 3000U, 7000U})
        {
            Path path("sack", "stock", 60);
            path.SetDelayedAck(1);
            TcpBufferHelper::SetDefaults({20000, DEFAULT_SIZE});
            const auto goodput = path.Run(Seconds(10), Seconds(40), sendSize);
            // 39, 6 and 2 writes each 204.432 ms.
            const double held = 20000 / sendSize * sendSize * 8 / 0.204432;
            NS_TEST_EXPECT_MSG_EQ_TOL(goodput, held, 0.01 * held, sendSize);
            Simulator::Destroy();
        }
    }
};

class TcpBufferHelperTestSuite : public TestSuite
{
  public:
    TcpBufferHelperTestSuite()
        : TestSuite("tcp-buffer-helper", Type::UNIT)
    {
        AddTestCase(new SetterTestCase);
        for (const uint32_t size : {40000, 65537, 131072, 1000003})
        {
            AddTestCase(new WindowTestCase(size));
        }
        // RTT_m = 200 ms, 4.216 ms for 1054 octets and 0.216 ms for 54: 20 segments each 204.432
        // ms.
        const double twenty = 20 * 8000 / 0.204432;
        // An ACK for two waits for the second one's 4.216 ms.
        const double pairs = 20 * 8000 / 0.208648;
        for (const std::string socket : {"stock", "scoreboard-sack"})
        {
            AddTestCase(new CapTestCase(socket, {20000, 60000}, 1, twenty));
            AddTestCase(new CapTestCase(socket, {20999, 60000}, 2, pairs));
            AddTestCase(new CapTestCase(socket, {60000, 20000}, 2, pairs));
            AddTestCase(new CapTestCase(socket, {21000, 21000}, 1, twenty * 21 / 20));
            // The 21st waits for the next window, whose first one completes a pair.
            AddTestCase(new CapTestCase(socket, {21000, 60000}, 2, twenty));
        }
        // One at a time, and 200 ms each at the receiver, which is ns-3's own. After ns-3.48 that
        // one tells the window that a read opens: see TcpBufferHelper.
        if constexpr (!ns3compat::ENTER_RECOVERY_TELLS_SACKED<TcpRecoveryOps>)
        {
            for (const std::string socket : {"stock", "scoreboard-sack"})
            {
                AddTestCase(new CapTestCase(socket, {60000, 1000}, 2, 8000 / 0.404432));
            }
        }
        AddTestCase(new PipeTestCase);
        AddTestCase(new SendSizeTestCase);
    }
};

TcpBufferHelperTestSuite g_tcpBufferHelperTestSuite;

} // namespace
