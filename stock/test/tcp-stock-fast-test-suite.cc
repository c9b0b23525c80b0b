/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-experiment.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/test.h"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

constexpr uint8_t TCP = 6;

/// Of packets that no router has forwarded.
constexpr uint8_t FIRST_TTL = 64;

/// Of other releases nothing is claimed here.
constexpr bool IS_FOLLOWED = ns3compat::HAS_SOCKET_OF_3_43<TcpRecoveryOps>;

/// Both sockets send the same segments at the same moments, in both directions, and report the same
/// blocks. Windows that are offered are not compared: they never limit.
class SameSegmentsTestCase : public TestCase
{
  public:
    /// What differs between two cases, besides the congestion control.
    struct Path
    {
        double loss{0.0};       //!< of segments
        uint32_t flows{1};      //!< how many
        Time jitter{0};         //!< at most
        DataRate rate{"4Mbps"}; //!< of the bottleneck
        uint32_t queue{17};     //!< packets; Dctcp's are marked above a third of it
        Time until{Seconds(8)}; //!< end
    };

    /// @param control congestion control @param path where
    SameSegmentsTestCase(const std::string& control, const Path& path)
        : TestCase(control + ", loss " + std::to_string(path.loss) + ", flows " +
                   std::to_string(path.flows) + ", jitter " +
                   std::to_string(path.jitter.GetMilliSeconds()) + " ms, " +
                   std::to_string(path.rate.GetBitRate() / 1000000) + " Mbps"),
          m_control(control),
          m_path(path)
    {
    }

  private:
    void DoRun() override
    {
        const auto stock = Run("stock", "stock");
        NS_TEST_ASSERT_MSG_GT(stock.size(), 100U, "segments");
        Compare(stock, Run("stock-fast", "stock-fast"), "stock-fast");
    }

    /// @param stock what ns-3's own socket does @param other what another one does @param name that
    void Compare(const std::vector<std::string>& stock,
                 const std::vector<std::string>& other,
                 const std::string& name)
    {
        const auto shorter = std::min(stock.size(), other.size());
        const auto differs =
            std::mismatch(stock.begin(), stock.begin() + shorter, other.begin()).first;
        const auto first = static_cast<std::size_t>(differs - stock.begin());
        NS_TEST_ASSERT_MSG_EQ((first == shorter ? "" : stock[first]),
                              (first == shorter ? "" : other[first]),
                              name << ", segment " << first);
        NS_TEST_EXPECT_MSG_EQ(stock.size(), other.size(), name << ", segments");
    }

    /// What every node sends, line by line. @param socket of the senders @param receiver of the
    /// others
    std::vector<std::string> Run(const std::string& socket, const std::string& receiver)
    {
        m_lines.clear();
        DumbbellSetUp setUp;
        setUp.path.rate = m_path.rate;
        setUp.path.delay = MilliSeconds(10);
        setUp.path.left.rate = DataRate("10Gbps");
        setUp.path.queue = m_path.queue;
        setUp.path.losses.forward = m_path.loss;
        setUp.path.jitter = m_path.jitter;
        setUp.sockets.delayedAck = 2;
        setUp.sockets.sizes.initialWindow = 10;
        setUp.sockets.socket = socket;
        setUp.sockets.receiver = receiver;
        setUp.measurement.to = m_path.until;
        setUp.measurement.startSpread = MilliSeconds(20);
        if (m_control == "Dctcp")
        {
            setUp.path.marking = m_path.queue / 3;
            Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
        }
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::Tcp" + m_control));
        setUp.sockets.Apply();
        {
            DumbbellExperiment experiment(setUp, m_path.flows);
            experiment.UseVariant("stock-fast");
            Config::Connect("/NodeList/*/$ns3::Ipv4L3Protocol/Tx",
                            MakeCallback(&SameSegmentsTestCase::Sent, this));
            experiment.Run();
        }
        Simulator::Destroy();
        Config::Reset();
        return m_lines;
    }

    /// A node sends. @param node its path @param sent with IP's header
    void Sent(std::string node, Ptr<const Packet> sent, Ptr<Ipv4>, uint32_t)
    {
        const auto packet = sent->Copy();
        Ipv4Header ip;
        packet->RemoveHeader(ip);
        if (ip.GetProtocol() != TCP || ip.GetTtl() != FIRST_TTL)
        {
            return;
        }
        TcpHeader tcp;
        packet->RemoveHeader(tcp);
        std::ostringstream line;
        line << Simulator::Now().GetNanoSeconds() << " ns, " << node << ": " << ip.GetSource()
             << ", ECN " << ip.GetEcn() << ", " << TcpHeader::FlagsToString(tcp.GetFlags()) << ' '
             << tcp.GetSequenceNumber() << '(' << packet->GetSize() << ") ack "
             << tcp.GetAckNumber();
        if (tcp.HasOption(TcpOption::SACK))
        {
            tcp.GetOption(TcpOption::SACK)->Print(line << ' ');
        }
        m_lines.push_back(line.str());
    }

    std::string m_control;            //!< congestion control
    Path m_path;                      //!< where
    std::vector<std::string> m_lines; //!< what was sent
};

/// Says that nothing is compared, in words that CTest takes for a test that was skipped. ns-3's own
/// framework has no such outcome.
class NotFollowedTestCase : public TestCase
{
  public:
    NotFollowedTestCase()
        : TestCase("skipped: this release of ns-3 is not followed, nothing is compared")
    {
    }

  private:
    void DoRun() override
    {
        std::cout << GetName() << '\n';
    }
};

/// The preset stock-fast against ns-3's own socket.
class TcpStockFastTestSuite : public TestSuite
{
  public:
    TcpStockFastTestSuite()
        : TestSuite("tcp-stock-fast", Type::UNIT)
    {
        if (!IS_FOLLOWED)
        {
            AddTestCase(new NotFollowedTestCase);
            return;
        }
        for (const std::string control : {"NewReno", "LinuxReno", "Cubic", "Bbr", "Dctcp"})
        {
            for (const double loss : {0.0, 0.01, 0.05, 0.12})
            {
                AddTestCase(new SameSegmentsTestCase(control, {loss}));
            }
            AddTestCase(new SameSegmentsTestCase(control, {0.0, 4}));
            if (control != "Dctcp")
            {
                // There ns-3's own socket stops for good at windows below a segment.
                AddTestCase(new SameSegmentsTestCase(control, {0.0, 16}));
                // Timeouts again and again, SYNs that are lost.
                AddTestCase(new SameSegmentsTestCase(
                    control,
                    {0.3, 6, Time(0), DataRate("4Mbps"), 17, Seconds(30)}));
                AddTestCase(
                    new SameSegmentsTestCase(control,
                                             {0.05, 6, MilliSeconds(4), DataRate("4Mbps"), 5}));
            }
            AddTestCase(new SameSegmentsTestCase(control, {0.05, 4}));
            AddTestCase(new SameSegmentsTestCase(control, {0.12, 4}));
            // SYNs and their ACKs meet a full queue, too.
            AddTestCase(
                new SameSegmentsTestCase(control,
                                         {0.0, 16, Time(0), DataRate("100Mbps"), 8, Seconds(1)}));
            AddTestCase(new SameSegmentsTestCase(control, {0.01, 1, MilliSeconds(4)}));
        }
    }
};

TcpStockFastTestSuite g_tcpStockFastTestSuite; //!< registers itself

} // namespace
