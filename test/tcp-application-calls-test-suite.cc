/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-impaired-connection.h"

#include "ns3/test.h"

#include <string>

using namespace ns3;
using namespace impaired;

/**
 * What an application calls, and when: whatever it is told, and wherever in the work of the socket
 * it is told so, it may write, close, and connect anew.
 */
namespace
{

const std::array SENDERS{"Reno", "NewReno", "Sack", "Fack", "Rfc6675", "Rack"};

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
        m_options.a.octets = 20000;
        m_options.a.early = true;
        m_options.limit = Seconds(30);
    }

  private:
    void DoRun() override
    {
        World world(m_options);
        world.Run();
        NS_TEST_EXPECT_MSG_EQ(world.b.read, m_options.a.octets, "octets that B has read");
        NS_TEST_EXPECT_MSG_EQ(world.b.wrong, false, "B has read wrong octets");
        NS_TEST_EXPECT_MSG_EQ(world.a.connected, true, "A was told that it is connected");
        NS_TEST_EXPECT_MSG_EQ(world.a.closes, 1, "A was told of the end");
        NS_TEST_EXPECT_MSG_EQ(world.b.closes, 1, "B was told of the end");
        NS_TEST_EXPECT_MSG_EQ(world.a.errors + world.b.errors, 0, "errors");
        NS_TEST_EXPECT_MSG_EQ(world.a.state, TcpSocket::TIME_WAIT, "A's state");
        NS_TEST_EXPECT_MSG_EQ(world.b.state, TcpSocket::CLOSED, "B's state");
        for (const auto& breach : world.GetBreaches())
        {
            NS_TEST_EXPECT_MSG_EQ(false, true, breach);
        }
    }

    Options m_options;
};

class TcpApplicationCallsTestSuite : public TestSuite
{
  public:
    TcpApplicationCallsTestSuite()
        : TestSuite("tcp-application-calls", Type::UNIT)
    {
        for (const std::string sender : SENDERS)
        {
            AddEarlyClose(sender);
        }
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

TcpApplicationCallsTestSuite g_tcpApplicationCallsTestSuite; //!< registers itself

} // namespace
