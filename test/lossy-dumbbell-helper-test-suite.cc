/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/double.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/red-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"

#include <fstream>
#include <string>

using namespace ns3;

namespace
{

using Side = LossyDumbbellHelper::Side;

constexpr auto LEFT = LossyDumbbellHelper::LEFT;
constexpr auto RIGHT = LossyDumbbellHelper::RIGHT;
constexpr auto FORWARD = LossyDumbbellHelper::FORWARD;
constexpr auto REVERSE = LossyDumbbellHelper::REVERSE;

/// Begins and ends with a simulation of its own.
class DumbbellTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    Ptr<QueueDisc> GetDisc(const LossyDumbbellHelper& dumbbell, Side side) const
    {
        return dumbbell.GetRouter(side)->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(
            dumbbell.GetBottleneckDevices().Get(side));
    }
};

class PartsTestCase : public DumbbellTestCase
{
  public:
    PartsTestCase()
        : DumbbellTestCase("Nodes, devices and interfaces are where the picture has them")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper dumbbell(3);
        dumbbell.SetAddressBase(Ipv4Address("10.9.0.0"));
        dumbbell.Build();
        ExpectPlaces(dumbbell);
        // Networks of two hosts each: the bottleneck's, then those of senders and receivers.
        ExpectAddress(dumbbell, LEFT, 0, "10.9.0.5");
        ExpectAddress(dumbbell, LEFT, 2, "10.9.0.13");
        ExpectAddress(dumbbell, RIGHT, 0, "10.9.0.17");

        LossyDumbbellHelper second(1);
        second.SetAddressFamily(LossyDumbbellHelper::AddressFamily::IPV6);
        second.SetAddressBase(Ipv6Address("fd77::"));
        second.SetDirect(LEFT);
        second.Build();
        NS_TEST_EXPECT_MSG_EQ(second.GetRouter(LEFT), second.GetSenders().Get(0), "one node");
        NS_TEST_EXPECT_MSG_EQ(second.GetHostDevices(LEFT).GetN(), 0, "no link to itself");
        NS_TEST_EXPECT_MSG_EQ(second.GetIpv6Interfaces(LEFT).GetN(), 1, "the bottleneck's");
        NS_TEST_EXPECT_MSG_EQ(
            second.GetIpv6Interfaces(LEFT).GetAddress(0, 1).CombinePrefix(Ipv6Prefix(64)),
            Ipv6Address("fd77::"),
            "its network");
    }

    void ExpectPlaces(const LossyDumbbellHelper& dumbbell)
    {
        for (const auto side : {LEFT, RIGHT})
        {
            const auto router = dumbbell.GetRouter(side);
            const auto& hosts = side == LEFT ? dumbbell.GetSenders() : dumbbell.GetReceivers();
            NS_TEST_EXPECT_MSG_EQ(dumbbell.GetBottleneckDevices().Get(side)->GetNode(),
                                  router,
                                  "its end of the bottleneck");
            NS_TEST_ASSERT_MSG_EQ(dumbbell.GetHostDevices(side).GetN(), 3, "a device each");
            for (uint32_t pair = 0; pair < 3; ++pair)
            {
                const auto device = dumbbell.GetHostDevices(side).Get(pair);
                const auto other = dumbbell.GetRouterDevices(side).Get(pair);
                NS_TEST_EXPECT_MSG_EQ(device->GetNode(), hosts.Get(pair), "of the host");
                NS_TEST_EXPECT_MSG_EQ(other->GetNode(), router, "of the router");
                NS_TEST_EXPECT_MSG_EQ(device->GetChannel(), other->GetChannel(), "one link");
            }
        }
    }

    void ExpectAddress(const LossyDumbbellHelper& dumbbell,
                       Side side,
                       uint32_t pair,
                       const char* address)
    {
        const auto [ipv4, interface] = dumbbell.GetIpv4Interfaces(side).Get(pair);
        NS_TEST_EXPECT_MSG_EQ(ipv4->GetAddress(interface, 0).GetLocal(),
                              Ipv4Address(address),
                              "address of pair " << pair);
        NS_TEST_EXPECT_MSG_EQ(ipv4->GetNetDevice(interface),
                              dumbbell.GetHostDevices(side).Get(pair),
                              "of its device");
    }
};

class QueuesTestCase : public DumbbellTestCase
{
  public:
    QueuesTestCase()
        : DumbbellTestCase("Queue and queue disc by TypeId, and the streams of what is random")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper plain(1);
        plain.Build();
        NS_TEST_EXPECT_MSG_EQ(GetDisc(plain, LEFT), nullptr, "none unless asked for");

        LossyDumbbellHelper chosen(1);
        chosen.SetQueue(FORWARD, 9);
        chosen.SetQueueType(REVERSE,
                            "ns3::DropTailQueue<Packet>",
                            "MaxSize",
                            QueueSizeValue(QueueSize("4321B")));
        chosen.SetQueueDisc("ns3::RedQueueDisc", "MinTh", DoubleValue(7));
        chosen.Build();
        NS_TEST_EXPECT_MSG_EQ(chosen.GetBottleneckQueue(FORWARD)->GetMaxSize(),
                              QueueSize("9p"),
                              "drop-tail");
        NS_TEST_EXPECT_MSG_EQ(chosen.GetBottleneckQueue(REVERSE)->GetMaxSize(),
                              QueueSize("4321B"),
                              "the chosen one");
        for (const auto side : {LEFT, RIGHT})
        {
            const auto red = DynamicCast<RedQueueDisc>(GetDisc(chosen, side));
            NS_TEST_ASSERT_MSG_NE(red, nullptr, "RED on both sides");
            DoubleValue threshold;
            red->GetAttribute("MinTh", threshold);
            NS_TEST_EXPECT_MSG_EQ(threshold.Get(), 7, "its attribute");
        }
        NS_TEST_EXPECT_MSG_EQ(chosen.AssignStreams(0) - plain.AssignStreams(0),
                              2,
                              "RED draws on each side");
        LossyDumbbellHelper jittering(2);
        jittering.SetJitter(MilliSeconds(1));
        jittering.Build();
        LossyDumbbellHelper steady(2);
        steady.Build();
        NS_TEST_EXPECT_MSG_EQ(jittering.AssignStreams(0) - steady.AssignStreams(0),
                              2,
                              "each receiver's link draws");
    }
};

class FilesTestCase : public DumbbellTestCase
{
  public:
    FilesTestCase()
        : DumbbellTestCase("Captures of all devices")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper dumbbell(2);
        dumbbell.Build();
        const auto prefix = CreateTempDirFilename("dumbbell");
        dumbbell.EnablePcap(prefix);
        dumbbell.EnableAscii(prefix);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        Simulator::Destroy();
        // The routers were made first: a bottleneck and two links each, behind the loopback.
        for (const auto& device : {"0-1", "0-2", "0-3", "1-3", "2-1", "5-1"})
        {
            for (const auto& end : {".pcap", ".tr"})
            {
                const auto name = prefix + "-" + device + end;
                NS_TEST_EXPECT_MSG_EQ(std::ifstream(name).good(), true, name << " is missing");
            }
        }
    }
};

/// Tests of LossyDumbbellHelper: what it hands out. What it does is in tcp-lossy-helper.
class LossyDumbbellHelperTestSuite : public TestSuite
{
  public:
    LossyDumbbellHelperTestSuite()
        : TestSuite("lossy-dumbbell-helper", Type::UNIT)
    {
        AddTestCase(new PartsTestCase);
        AddTestCase(new QueuesTestCase);
        AddTestCase(new FilesTestCase);
    }
};

LossyDumbbellHelperTestSuite g_lossyDumbbellHelperTestSuite;

} // namespace
