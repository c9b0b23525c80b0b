/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-impaired-connection.h"

#include "ns3/tcp-connection-demux.h"
#include "ns3/test.h"

#include <string>
#include <utility>

using namespace ns3;
using namespace impaired;

/**
 * What an application may expect of ns3::Socket: what it is told, when, and what becomes of what it
 * does then.
 */
namespace
{

/// RFC 9293, section 3.10.4: what was written is sent before the FIN, also if the application
/// closes before the handshake is over, as ns-3's example socket-bound-tcp-static-routing does.
class EarlyCloseTestCase : public TestCase
{
  public:
    /**
     * @param name of the case
     * @param options of the world, in which A writes and closes early
     */
    EarlyCloseTestCase(const std::string& name, Options options)
        : TestCase("Closed before the handshake is over, " + name),
          m_options(std::move(options))
    {
        m_options.a.application.octets = 20000;
        m_options.a.application.early = true;
        m_options.Set("MaxSegLifetime", "1");
        m_options.limit = Seconds(30);
    }

  private:
    void DoRun() override
    {
        World world(m_options);
        world.Run();
        NS_TEST_EXPECT_MSG_EQ(world.b.read,
                              m_options.a.application.octets,
                              "octets that B has read");
        NS_TEST_EXPECT_MSG_EQ(world.b.wrong, false, "B has read wrong octets");
        NS_TEST_EXPECT_MSG_EQ(world.a.connected, true, "A was told that it is connected");
        NS_TEST_EXPECT_MSG_EQ(world.a.closes, 1, "A was told of the end");
        NS_TEST_EXPECT_MSG_EQ(world.b.closes, 1, "B was told of the end");
        NS_TEST_EXPECT_MSG_EQ(world.a.errors + world.b.errors, 0, "errors");
        for (const auto* end : {&world.a, &world.b})
        {
            NS_TEST_EXPECT_MSG_EQ(end->state, TcpSocket::CLOSED, "state");
            const auto front = TcpConnectionDemux::Find(end->GetSocket()->GetNode());
            NS_TEST_ASSERT_MSG_EQ(bool(front), true, "a front");
            NS_TEST_EXPECT_MSG_EQ(front->GetConnectionCount(), 0, "connections in the front");
        }
        for (const auto& breach : world.GetBreaches())
        {
            NS_TEST_EXPECT_MSG_EQ(false, true, breach);
        }
    }

    Options m_options;
};

/// What is written in the notice of what was sent goes as what is written at any other time.
class WriteWhenSentTestCase : public TestCase
{
  public:
    WriteWhenSentTestCase()
        : TestCase("Written in the notice of what was sent")
    {
    }

  private:
    void DoRun() override
    {
        Options options;
        options.a.application.octets = MSS;
        options.a.application.closing = Closing::NEVER;
        options.a.attached = [this](Ptr<TcpSocketBase> socket) {
            socket->SetDataSentCallback(MakeCallback(&WriteWhenSentTestCase::Sent, this));
        };
        World world(options);
        world.Run();
        NS_TEST_EXPECT_MSG_EQ(world.b.read, 2 * MSS, "octets that B has read");
        // SYN and its answer take a round trip, and the data half of one more; 50 ms are on the
        // way.
        NS_TEST_EXPECT_MSG_LT(world.b.lastRead, START + MilliSeconds(65), "without waiting");
    }

    void Sent(Ptr<Socket> socket, uint32_t size)
    {
        m_sent += size;
        if (m_sent == MSS)
        {
            const auto octets = MakePattern(STREAM_A, MSS, MSS);
            socket->Send(Create<Packet>(octets.data(), MSS), 0);
        }
    }

    uint32_t m_sent{0};
};

/// A server that closes as soon as it has accepted: the client is told of the end.
class CloseWhenAcceptedTestCase : public TestCase
{
  public:
    CloseWhenAcceptedTestCase()
        : TestCase("Closed in the notice of a connection")
    {
    }

  private:
    void DoRun() override
    {
        Options options;
        options.a.application.octets = 0;
        options.a.application.closing = Closing::AFTER_PEER;
        options.b.attached = [](Ptr<TcpSocketBase> socket) { socket->Close(); };
        World world(options);
        world.Run();
        NS_TEST_EXPECT_MSG_EQ(world.a.closes, 1, "ends that A was told of");
        NS_TEST_EXPECT_MSG_EQ(world.a.errors + world.b.errors, 0, "errors");
        NS_TEST_EXPECT_MSG_EQ(world.a.state, TcpSocket::CLOSED, "A's state");
        NS_TEST_EXPECT_MSG_EQ(world.b.state, TcpSocket::TIME_WAIT, "B's state");
    }
};

/// A listening socket that is closed when it is asked for a connection: there is none.
class CloseWhenAskedTestCase : public TestCase
{
  public:
    CloseWhenAskedTestCase()
        : TestCase("Listening socket closed when it is asked for a connection")
    {
    }

  private:
    void DoRun() override
    {
        Options options;
        Network network(options);
        TcpScoreboardSocketHelper().Install(network.nodes);
        const auto listener =
            Socket::CreateSocket(network.nodes.Get(1), TcpSocketFactory::GetTypeId());
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        listener->Listen();
        listener->SetAcceptCallback(MakeCallback(&CloseWhenAskedTestCase::Asked, this),
                                    MakeCallback(&CloseWhenAskedTestCase::Accepted, this));
        const auto opener =
            Socket::CreateSocket(network.nodes.Get(0), TcpSocketFactory::GetTypeId());
        opener->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                   MakeCallback(&CloseWhenAskedTestCase::Failed, this));
        opener->Connect(network.GetPeer(false));
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(m_asked, 1, "questions");
        NS_TEST_EXPECT_MSG_EQ(m_accepted, 0, "connections");
        NS_TEST_EXPECT_MSG_EQ(m_failed, 1, "failures");
    }

    bool Asked(Ptr<Socket> listener, const Address&)
    {
        ++m_asked;
        listener->Close();
        return true;
    }

    void Accepted(Ptr<Socket>, const Address&)
    {
        ++m_accepted;
    }

    void Failed(Ptr<Socket>)
    {
        ++m_failed;
    }

    uint32_t m_asked{0};
    uint32_t m_accepted{0};
    uint32_t m_failed{0};
};

/// Traces of ours that are asked of the listening socket tell of the accepted one.
class InheritedTracesTestCase : public TestCase
{
  public:
    InheritedTracesTestCase()
        : TestCase("Traces of a listening socket tell of the accepted one")
    {
    }

  private:
    void DoRun() override
    {
        Options options;
        options.rule = [this](const Segment& segment) {
            const bool isLost = !segment.fromA && segment.size > 0 && ++m_passed == 5;
            return isLost ? LOSS : Fate();
        };
        Network network(options);
        TcpScoreboardSocketHelper().Install(network.nodes);
        const auto listener =
            Socket::CreateSocket(network.nodes.Get(1), TcpSocketFactory::GetTypeId());
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&InheritedTracesTestCase::Accepted, this));
        listener->TraceConnectWithoutContext(
            "SndFack",
            MakeCallback(&InheritedTracesTestCase::Moved<SequenceNumber32>, this));
        for (const auto* name : {"RetranData", "Awnd"})
        {
            listener->TraceConnectWithoutContext(
                name,
                MakeCallback(&InheritedTracesTestCase::Changed, this));
        }
        listener->TraceConnect("Awnd",
                               "path",
                               MakeCallback(&InheritedTracesTestCase::ChangedAt, this));
        const auto opener =
            Socket::CreateSocket(network.nodes.Get(0), TcpSocketFactory::GetTypeId());
        opener->Connect(network.GetPeer(false));
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_GT(m_moved, 1, "SndFack");
        NS_TEST_EXPECT_MSG_GT(m_changed, 10, "RetranData and Awnd");
        NS_TEST_EXPECT_MSG_GT(m_named, 10, "Awnd, by its path");
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->Send(Create<Packet>(20 * MSS), 0);
    }

    template <class T>
    void Moved(T, T)
    {
        ++m_moved;
    }

    void Changed(uint32_t, uint32_t)
    {
        ++m_changed;
    }

    void ChangedAt(std::string path, uint32_t, uint32_t)
    {
        m_named += path == "path" ? 1 : 0;
    }

    uint32_t m_passed{0};
    uint32_t m_moved{0};
    uint32_t m_changed{0};
    uint32_t m_named{0};
};

class TcpApplicationNoticesTestSuite : public TestSuite
{
  public:
    TcpApplicationNoticesTestSuite()
        : TestSuite("tcp-application-notices", Type::UNIT)
    {
        for (const std::string sender : SENDERS)
        {
            AddEarlyClose(sender);
        }
        AddTestCase(new WriteWhenSentTestCase);
        AddTestCase(new CloseWhenAcceptedTestCase);
        AddTestCase(new CloseWhenAskedTestCase);
        AddTestCase(new InheritedTracesTestCase);
    }

  private:
    void AddEarlyClose(const std::string& sender)
    {
        Options options;
        options.a.attributes["LossRecovery"] = sender;
        AddTestCase(new EarlyCloseTestCase(sender, options));
        options.a.attributes["SndBufSize"] = "3000";
        AddTestCase(new EarlyCloseTestCase(sender + ", small buffer", options));
        options.ipv6 = true;
        AddTestCase(new EarlyCloseTestCase(sender + ", small buffer, IPv6", options));
        options.a.attributes["SndBufSize"] = "1000000";
        options.rule = [](const Segment& segment) {
            return segment.fromA && Simulator::Now() < START + Seconds(1) ? LOSS : Fate();
        };
        AddTestCase(new EarlyCloseTestCase(sender + ", IPv6, SYN lost", options));
    }
};

TcpApplicationNoticesTestSuite g_tcpApplicationNoticesTestSuite; //!< registers itself

} // namespace
