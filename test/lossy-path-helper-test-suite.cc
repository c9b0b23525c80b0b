/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/path-conditions.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr auto FORWARD = LossyDumbbellHelper::Direction::FORWARD;
constexpr auto REVERSE = LossyDumbbellHelper::Direction::REVERSE;
constexpr uint16_t PORT = 5001;

/// TCP over a dumbbell whose bottleneck is a point-to-point link or a path.
struct Setting
{
    LossyDumbbellHelper::AddressFamily family; //!< IPv4 or IPv6
    bool isDirect;                             //!< no access links
    bool hasDisc;                              //!< traffic control with ns-3's default disc
    bool hasRed;                               //!< a RED queue disc
    uint32_t queue;                            //!< packets
};

class DumbbellRun
{
  public:
    DumbbellRun(const Setting& setting, bool isPath, const std::string& pcap)
        : m_dumbbell(2)
    {
        for (const auto direction : {FORWARD, REVERSE})
        {
            m_dumbbell.SetRate(direction, DataRate("5Mbps"));
            m_dumbbell.SetDelay(direction, MilliSeconds(13));
            m_dumbbell.SetQueue(direction, setting.queue);
            m_dumbbell.SetPacketLoss(direction, 0.005);
        }
        if (setting.isDirect)
        {
            m_dumbbell.SetDirect(LossyDumbbellHelper::Side::LEFT);
            m_dumbbell.SetDirect(LossyDumbbellHelper::Side::RIGHT);
        }
        m_dumbbell.SetAddressFamily(setting.family);
        m_dumbbell.SetTrafficControl(setting.hasDisc);
        if (setting.hasRed)
        {
            m_dumbbell.SetQueueDisc("ns3::RedQueueDisc");
        }
        if (isPath)
        {
            m_dumbbell.UsePath();
        }
        m_dumbbell.Build();
        m_dumbbell.AssignStreams(100);
        Watch();
        if (!pcap.empty())
        {
            m_dumbbell.EnablePcap(pcap);
        }
        AddFlows();
    }

    /// @return who heard what when: every arrival, loss and drop at the bottleneck
    std::vector<std::string> Simulate()
    {
        Simulator::Stop(Seconds(8));
        Simulator::Run();
        Simulator::Destroy();
        // At one instant the ends stand in any order.
        std::stable_sort(m_log.begin(), m_log.end());
        return m_log;
    }

  private:
    void Watch()
    {
        const auto& devices = m_dumbbell.GetBottleneckDevices();
        for (uint32_t end = 0; end < devices.GetN(); ++end)
        {
            for (const std::string source : {"MacRx", "PhyRxDrop", "MacTxDrop"})
            {
                devices.Get(end)->TraceConnect(source,
                                               std::to_string(end) + " " + source,
                                               MakeCallback(&DumbbellRun::Note, this));
            }
        }
    }

    void AddFlows()
    {
        for (uint32_t pair = 0; pair < 2; ++pair)
        {
            const auto port = static_cast<uint16_t>(PORT + pair);
            const auto receivers = pair == 0 ? m_dumbbell.GetReceivers() : m_dumbbell.GetSenders();
            const auto senders = pair == 0 ? m_dumbbell.GetSenders() : m_dumbbell.GetReceivers();
            PacketSinkHelper sink("ns3::TcpSocketFactory", m_dumbbell.GetAnyAddress(port));
            sink.Install(receivers.Get(pair));
            BulkSendHelper bulk("ns3::TcpSocketFactory",
                                pair == 0 ? m_dumbbell.GetReceiverAddress(pair, port)
                                          : m_dumbbell.GetSenderAddress(pair, port));
            bulk.Install(senders.Get(pair)).Start(MilliSeconds(100 + 37 * pair));
        }
    }

    void Note(std::string what, Ptr<const Packet> packet)
    {
        m_log.push_back(std::to_string(Simulator::Now().GetNanoSeconds()) + " " + what + " " +
                        std::to_string(packet->GetSize()));
    }

    LossyDumbbellHelper m_dumbbell;
    std::vector<std::string> m_log;
};

/// TCP meets the same over a path as over a point-to-point link.
class DumbbellTestCase : public TestCase
{
  public:
    DumbbellTestCase(const std::string& name, const Setting& setting)
        : TestCase("TCP as over point-to-point: " + name),
          m_setting(setting)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1000));
        const auto expected = DumbbellRun(m_setting, false, "").Simulate();
        const auto found = DumbbellRun(m_setting, true, "").Simulate();
        Config::Reset();
        NS_TEST_EXPECT_MSG_GT(expected.size(), 1500, "packets");
        NS_TEST_EXPECT_MSG_EQ((found == expected), true, "the same at the same times");
    }

    Setting m_setting;
};

/// What Wireshark is shown.
class PcapTestCase : public TestCase
{
  public:
    PcapTestCase()
        : TestCase("the same capture as of a point-to-point link")
    {
    }

  private:
    static std::string Read(const std::string& name)
    {
        std::ifstream file(name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    void DoRun() override
    {
        const Setting setting{LossyDumbbellHelper::AddressFamily::IPV4, true, false, false, 20};
        DumbbellRun(setting, false, CreateTempDirFilename("link")).Simulate();
        DumbbellRun(setting, true, CreateTempDirFilename("path")).Simulate();
        for (const std::string end : {"-0-1.pcap", "-1-1.pcap"})
        {
            const auto expected = Read(CreateTempDirFilename("link" + end));
            NS_TEST_EXPECT_MSG_GT(expected.size(), 100'000, "octets");
            NS_TEST_EXPECT_MSG_EQ((Read(CreateTempDirFilename("path" + end)) == expected),
                                  true,
                                  end);
        }
    }
};

/// Jitter, duplicates and bit errors, counted.
class ImpairmentTestCase : public TestCase
{
  public:
    ImpairmentTestCase()
        : TestCase("jitter with and without reordering, duplicates, bit errors")
    {
    }

  private:
    static constexpr int PACKETS = 2000;
    static constexpr int OCTETS = 998; // 1000 with the PPP header: 8000 bits.

    /// Send packets a millisecond apart. @return the times and numbers of arrivals
    std::vector<std::pair<double, uint64_t>> Send(Ptr<PathImpairment> impairment)
    {
        NodeContainer nodes(2);
        LossyPathHelper path;
        path.SetRate(LossyPathHelper::Direction::FORWARD, DataRate("1Gbps"));
        path.SetImpairment(LossyPathHelper::Direction::FORWARD, impairment);
        const auto devices = path.Install(nodes.Get(0), nodes.Get(1));
        LossyPathHelper::AssignStreams(devices, 7);
        m_arrivals.clear();
        devices.Get(1)->SetReceiveCallback(MakeCallback(&ImpairmentTestCase::Arrive, this));
        for (int i = 0; i < PACKETS; ++i)
        {
            Simulator::Schedule(MilliSeconds(i),
                                &ImpairmentTestCase::SendOne,
                                this,
                                devices.Get(0));
        }
        Simulator::Run();
        Simulator::Destroy();
        return m_arrivals;
    }

    void SendOne(Ptr<NetDevice> device)
    {
        device->Send(Create<Packet>(OCTETS), device->GetBroadcast(), 0x0800);
    }

    bool Arrive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
    {
        m_arrivals.emplace_back(Simulator::Now().GetSeconds(), packet->GetUid());
        return true;
    }

    static Ptr<PathImpairment> MakeJitter(bool keepsOrder)
    {
        auto jitter = CreateObject<UniformRandomVariable>();
        jitter->SetAttribute("Max", DoubleValue(0.005));
        auto impairment = CreateObject<PathImpairment>();
        impairment->SetAttribute("Jitter", PointerValue(jitter));
        impairment->SetAttribute("KeepOrder", BooleanValue(keepsOrder));
        return impairment;
    }

    static bool IsInOrder(const std::vector<std::pair<double, uint64_t>>& arrivals)
    {
        return std::is_sorted(arrivals.begin(), arrivals.end(), [](const auto& a, const auto& b) {
            return a.second < b.second;
        });
    }

    void DoRun() override
    {
        const auto shuffled = Send(MakeJitter(false));
        NS_TEST_EXPECT_MSG_EQ(shuffled.size(), PACKETS, "jitter loses nothing");
        NS_TEST_EXPECT_MSG_EQ(IsInOrder(shuffled), false, "packets overtake one another");
        const auto ordered = Send(MakeJitter(true));
        NS_TEST_EXPECT_MSG_EQ(ordered.size(), PACKETS, "jitter loses nothing");
        NS_TEST_EXPECT_MSG_EQ(IsInOrder(ordered), true, "none does");

        auto doubling = CreateObject<PathImpairment>();
        doubling->SetAttribute("Duplication", DoubleValue(0.25));
        // 2500 by the binomial law, standard deviation 19.
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(Send(doubling).size()), 2500, 80, "twice");

        auto errors = CreateObject<PathImpairment>();
        errors->SetAttribute("BitErrorRate", DoubleValue(1e-4));
        // (1 - 1e-4)^8000 = 0.4493 of 2000 are intact: 899, standard deviation 22.
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(Send(errors).size()), 899, 90, "intact");
    }

    std::vector<std::pair<double, uint64_t>> m_arrivals;
};

/// The suite.
class LossyPathHelperTestSuite : public TestSuite
{
  public:
    LossyPathHelperTestSuite()
        : TestSuite("lossy-path-helper", Type::UNIT)
    {
        constexpr auto IPV4 = LossyDumbbellHelper::AddressFamily::IPV4;
        constexpr auto IPV6 = LossyDumbbellHelper::AddressFamily::IPV6;
        AddTestCase(new DumbbellTestCase("IPv4", {IPV4, true, false, false, 15}));
        AddTestCase(new DumbbellTestCase("IPv6, short queue", {IPV6, true, false, false, 2}));
        AddTestCase(new DumbbellTestCase("access links", {IPV4, false, false, false, 8}));
        AddTestCase(new DumbbellTestCase("flow control", {IPV4, true, true, false, 4}));
        AddTestCase(new DumbbellTestCase("queue disc", {IPV6, false, true, true, 1}));
        AddTestCase(new PcapTestCase);
        AddTestCase(new ImpairmentTestCase);
    }
};

LossyPathHelperTestSuite g_lossyPathHelperTestSuite;

} // namespace
