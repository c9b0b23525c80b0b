/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-impaired-connection.h"

#include "ns3/test.h"

#include <string>

using namespace ns3;
using namespace impaired;

/**
 * Connections that only one end knows any more (RFC 9293, section 3.5.1): their ports can be used
 * again.
 */
namespace
{

/// How far the end that is left behind has come.
enum class Behind
{
    ESTABLISHED, //!< it waits for data
    FIN_WAIT_2   //!< it has closed
};

/// The reset of a connection is lost, and its port is used by another one.
class ReusedPortTestCase : public TestCase
{
  public:
    /// @param behind the end that is left @param written octets of the first connection
    /// @param ipv6 by IPv6
    ReusedPortTestCase(Behind behind, uint32_t written, bool ipv6)
        : TestCase(std::string("Port used again after a lost RST, left in ") +
                   (behind == Behind::ESTABLISHED ? "ESTABLISHED" : "FIN_WAIT_2") + ", " +
                   std::to_string(written) + " octets before" + (ipv6 ? ", IPv6" : "")),
          m_behind(behind),
          m_written(written),
          m_ipv6(ipv6)
    {
    }

  private:
    static constexpr uint16_t CLIENT_PORT = 4000;
    static constexpr uint32_t OCTETS = 5000;

    void DoRun() override
    {
        Options options;
        options.rule = [](const Segment& segment) {
            const bool isFirst = Simulator::Now() < START + Seconds(2);
            return isFirst && (segment.header.GetFlags() & TcpHeader::RST) ? LOSS : Fate();
        };
        Network network(options);
        TcpScoreboardSocketHelper().Install(network.nodes);
        const auto listener = MakeSocket(network, 1);
        listener->Bind(m_ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                              : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT)));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&ReusedPortTestCase::Accepted, this));
        const auto first = MakeSocket(network, 0);
        const auto second = MakeSocket(network, 0);
        const auto peer = network.GetPeer(m_ipv6);
        ns3compat::ScheduleCall(START, [&] { Open(first, peer, m_written); });
        ns3compat::ScheduleCall(START + Seconds(1), [&] { first->Close(); });
        ns3compat::ScheduleCall(START + Seconds(2), [&] { Open(second, peer, OCTETS); });
        Simulator::Stop(START + Seconds(12));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(m_accepts, 2, "connections");
        NS_TEST_EXPECT_MSG_EQ(m_read, OCTETS, "octets of the second one");
    }

    static Ptr<Socket> MakeSocket(const Network& network, uint32_t node)
    {
        const auto socket =
            Socket::CreateSocket(network.nodes.Get(node), TcpSocketFactory::GetTypeId());
        socket->SetAttribute("ConnTimeout", TimeValue(Seconds(1)));
        return socket;
    }

    void Open(Ptr<Socket> socket, const Address& peer, uint32_t octets)
    {
        NS_TEST_EXPECT_MSG_EQ(
            socket->Bind(m_ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), CLIENT_PORT))
                                : Address(InetSocketAddress(Ipv4Address::GetAny(), CLIENT_PORT))),
            0,
            "the port is free");
        socket->Connect(peer);
        if (octets > 0)
        {
            socket->Send(Create<Packet>(octets), 0);
        }
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        ++m_accepts;
        socket->SetRecvCallback(MakeCallback(&ReusedPortTestCase::Read, this));
        if (m_accepts == 1)
        {
            // What the client does not read has it reset the connection.
            socket->Send(Create<Packet>(100), 0);
            if (m_behind == Behind::FIN_WAIT_2)
            {
                socket->ShutdownSend();
            }
        }
    }

    void Read(Ptr<Socket> socket)
    {
        const auto packet = socket->Recv(UINT32_MAX, 0);
        m_read += m_accepts == 2 ? packet->GetSize() : 0;
    }

    Behind m_behind;
    uint32_t m_written;
    bool m_ipv6;
    uint32_t m_accepts{0};
    uint32_t m_read{0};
};

class TcpHalfOpenTestSuite : public TestSuite
{
  public:
    TcpHalfOpenTestSuite()
        : TestSuite("tcp-half-open", Type::UNIT)
    {
        for (const bool ipv6 : {false, true})
        {
            for (const uint32_t written : {0, 1, 3000})
            {
                AddTestCase(new ReusedPortTestCase(Behind::ESTABLISHED, written, ipv6));
                AddTestCase(new ReusedPortTestCase(Behind::FIN_WAIT_2, written, ipv6));
            }
        }
    }
};

TcpHalfOpenTestSuite g_tcpHalfOpenTestSuite; //!< registers itself

} // namespace
