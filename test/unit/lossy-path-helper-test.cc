/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "temporary-folder.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/error-model.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/node-container.h"
#include "ns3/ns3-compat.h"
#include "ns3/path-conditions.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace LossyPathHelperTests
{

using Direction = LossyPathHelper::Direction;
constexpr auto FORWARD = Direction::FORWARD;
constexpr auto REVERSE = Direction::REVERSE;

/// With the PPP header 1000 octets: a millisecond at 8 Mbit/s.
constexpr uint32_t OCTETS = 998;

/// Two nodes and a path, of 8 Mbit/s and no delay unless a test says otherwise.
class LossyPath : public testing::Test
{
  protected:
    LossyPath()
    {
        for (const auto direction : {FORWARD, REVERSE})
        {
            path.SetRate(direction, DataRate("8Mbps"));
            path.SetDelay(direction, Time(0));
        }
    }

    ~LossyPath() override
    {
        Simulator::Destroy();
    }

    void Install()
    {
        NodeContainer nodes(2);
        devices = path.Install(nodes.Get(0), nodes.Get(1));
        for (uint32_t end : {0, 1})
        {
            devices.Get(end)->SetReceiveCallback(MakeCallback(&LossyPath::Receive, this));
        }
    }

    /// Send so many packets at once from an end, a time apart, in all of the simulation.
    void Send(uint32_t end, int packets, Time apart = Time(0))
    {
        for (int i = 0; i < packets; ++i)
        {
            ns3compat::ScheduleCall(apart * i, [this, end] {
                devices.Get(end)->Send(Create<Packet>(OCTETS),
                                       devices.Get(end)->GetBroadcast(),
                                       0x0800);
            });
        }
    }

    void Run()
    {
        Simulator::Run();
    }

    Ptr<PathNetDevice> Get(uint32_t end) const
    {
        return DynamicCast<PathNetDevice>(devices.Get(end));
    }

    bool Receive(Ptr<NetDevice> device, Ptr<const Packet>, uint16_t, const Address&)
    {
        (device == devices.Get(0) ? atFirst : atSecond).push_back(Simulator::Now());
        return true;
    }

    LossyPathHelper path;
    NetDeviceContainer devices;
    std::vector<Time> atFirst;  //!< when packets came to the first node
    std::vector<Time> atSecond; //!< when packets came to the second node
};

std::vector<Time>
Milliseconds(const std::vector<int>& times)
{
    std::vector<Time> all;
    for (const auto time : times)
    {
        all.push_back(MilliSeconds(time));
    }
    return all;
}

TEST_F(LossyPath, EachDirectionHasItsOwn)
{
    path.SetRate(REVERSE, DataRate("4Mbps"));
    path.SetDelay(FORWARD, MilliSeconds(10));
    path.SetDelay(REVERSE, MilliSeconds(30));
    path.SetQueue(REVERSE, QueueSize("1p"));
    Install();
    Send(0, 3);
    Send(1, 3);
    Run();
    EXPECT_EQ(atSecond, Milliseconds({11, 12, 13}));
    EXPECT_EQ(atFirst, Milliseconds({32, 34}));
}

TEST_F(LossyPath, ItsDevicesDifferAndTakeAnyPacket)
{
    path.SetQueue(FORWARD, QueueSize("1p"));
    Install();
    EXPECT_NE(devices.Get(0)->GetAddress(), devices.Get(1)->GetAddress());
    for (uint32_t end : {0, 1})
    {
        EXPECT_EQ(devices.Get(end)->GetMtu(), 65535);
    }
}

TEST_F(LossyPath, LosesInTheDirectionThatIsNamed)
{
    path.SetPacketLoss(FORWARD, 1.0);
    Install();
    Send(0, 3);
    Send(1, 3);
    Run();
    EXPECT_TRUE(atSecond.empty());
    EXPECT_EQ(atFirst.size(), 3U);
}

TEST_F(LossyPath, ProcessesLookAheadByTheShorterOfAllDelays)
{
    path.SetDelay(FORWARD, MilliSeconds(10));
    path.SetDelay(REVERSE, MilliSeconds(15));
    const std::vector<RateTrace::Row> rows{{Time(0), 8'000'000, MilliSeconds(30), 0},
                                           {Seconds(1), 8'000'000, MilliSeconds(3), 0}};
    path.SetConditions(FORWARD, std::make_shared<RateTrace>(rows, false, Time(0)));
    Install();
    TimeValue delay;
    devices.Get(0)->GetChannel()->GetAttribute("Delay", delay);
    EXPECT_EQ(delay.Get(), MilliSeconds(13));
}

TEST_F(LossyPath, MeetsTheDelayAndTheLossOfATable)
{
    const std::vector<RateTrace::Row> rows{{Time(0), 8'000'000, MilliSeconds(5), 0},
                                           {MilliSeconds(3), 8'000'000, MilliSeconds(50), 1},
                                           {MilliSeconds(5), 4'000'000, MilliSeconds(20), 0}};
    path.SetConditions(FORWARD, std::make_shared<RateTrace>(rows, false, Time(0)));
    Install();
    int lost = 0;
    devices.Get(1)->TraceConnectWithoutContext(
        "PhyRxDrop",
        Callback<void, Ptr<const Packet>>([&lost](Ptr<const Packet>) { ++lost; }));
    Send(0, 6);
    Run();
    // Sent at 1, 2, 3, 4, 5 and 7 ms; the row holds in which a packet has been sent.
    EXPECT_EQ(atSecond, Milliseconds({6, 7, 25, 27}));
    EXPECT_EQ(lost, 2);
}

// An outage without end: what comes waits, the packet that has begun, too, until there is a rate.
TEST_F(LossyPath, OtherConditionsEndAnOutageWithoutEnd)
{
    const std::vector<RateTrace::Row> rows{{Time(0), 8'000'000, Time(0), 0},
                                           {MicroSeconds(1500), 0, Time(0), 0}};
    for (const bool isServed : {false, true})
    {
        SCOPED_TRACE(isServed);
        atSecond.clear();
        path.SetConditions(FORWARD, std::make_shared<RateTrace>(rows, false, Time(0)));
        Install();
        if (isServed)
        {
            Get(0)->GetQueue();
        }
        Send(0, 2);
        Send(0, 2, Seconds(5));
        ns3compat::ScheduleCall(Seconds(10), [this] { Get(0)->SetDataRate(DataRate("4Mbps")); });
        Run();
        EXPECT_EQ(atSecond, Milliseconds({1, 10002, 10004, 10006}));
        Simulator::Destroy();
    }
}

TEST_F(LossyPath, TheQueueKeepsRoomForWhatWaits)
{
    Install();
    Send(0, 5);
    ns3compat::ScheduleCall(MicroSeconds(500), [this] { Get(0)->SetMaxSize(QueueSize("4p")); });
    ns3compat::ScheduleCall(MicroSeconds(500), [this] {
        EXPECT_DEATH(Get(0)->SetMaxSize(QueueSize("3p")), "MaxSize must not be below what waits");
    });
    Run();
    EXPECT_EQ(atSecond, Milliseconds({1, 2, 3, 4, 5}));
}

TEST_F(LossyPath, ANewDelayIsForPacketsThatWait)
{
    path.SetDelay(FORWARD, MilliSeconds(10));
    Install();
    Send(0, 3);
    // The second packet is on the link then, the third waits, as with ns-3's point-to-point link.
    ns3compat::ScheduleCall(MicroSeconds(1500), [this] { Get(0)->SetDelay(MilliSeconds(20)); });
    Run();
    EXPECT_EQ(atSecond, Milliseconds({11, 12, 23}));
}

TEST_F(LossyPath, APacketBehindADepartureFindsTheLinkFree)
{
    path.SetQueue(FORWARD, QueueSize("1p"));
    Install();
    Send(0, 1);
    // Events of the same instant come in the order in which they were scheduled: the departure
    // first.
    ns3compat::ScheduleCall(MicroSeconds(500), [this] {
        for (int i = 0; i < 2; ++i)
        {
            ns3compat::ScheduleCall(MicroSeconds(500), [this] {
                devices.Get(0)->Send(Create<Packet>(OCTETS),
                                     devices.Get(0)->GetBroadcast(),
                                     0x0800);
            });
        }
    });
    Run();
    EXPECT_EQ(atSecond, Milliseconds({1, 2, 3}));
}

TEST_F(LossyPath, AnyQueueMayWait)
{
    path.SetQueueType(FORWARD, "ns3::DropTailQueue<Packet>", "MaxSize", StringValue("2p"));
    path.SetQueue(FORWARD, QueueSize("50p"));
    Install();
    Send(0, 9);
    Run();
    EXPECT_EQ(atSecond, Milliseconds({1, 2, 3}));
    EXPECT_EQ(Get(0)->GetQueue()->GetTotalDroppedPackets(), 6U);
}

TEST_F(LossyPath, AQueueThatIsServedMayBecomeShorter)
{
    Install();
    Get(0)->GetQueue();
    Get(0)->SetMaxSize(QueueSize("1p"));
    Send(0, 9);
    Run();
    EXPECT_EQ(atSecond, Milliseconds({1, 2}));
}

TEST_F(LossyPath, TellsTheQueuesLength)
{
    path.SetQueue(FORWARD, QueueSize("2p"));
    Install();
    std::vector<std::string> told;
    devices.Get(0)->TraceConnectWithoutContext(
        "QueueLength",
        Callback<void, Time, uint32_t, uint32_t>([&told](Time when, uint32_t packets, uint32_t) {
            told.push_back(std::to_string(when.GetMilliSeconds()) + ": " + std::to_string(packets));
        }));
    Send(0, 3);
    Run();
    Get(0)->SettleQueue();
    // The first goes through an empty queue.
    EXPECT_EQ(told, (std::vector<std::string>{"0: 1", "0: 0", "0: 1", "0: 2", "1: 1", "2: 0"}));
}

TEST_F(LossyPath, ThePacketsOfTheSenderStayWhatTheyAre)
{
    Install();
    const auto packet = Create<Packet>(OCTETS);
    devices.Get(0)->Send(packet, devices.Get(0)->GetBroadcast(), 0x0800);
    Run();
    // As a point-to-point device leaves it: with the PPP header.
    EXPECT_EQ(packet->GetSize(), OCTETS + 2);
}

TEST_F(LossyPath, ADuplicateOfALostPacketIsLost)
{
    auto impairment = CreateObject<PathImpairment>();
    impairment->SetAttribute("Duplication", DoubleValue(1.0));
    path.SetImpairment(FORWARD, impairment);
    const std::vector<RateTrace::Row> rows{{Time(0), 8'000'000, Time(0), 1}};
    path.SetConditions(FORWARD, std::make_shared<RateTrace>(rows, false, Time(0)));
    Install();
    Send(0, 5);
    Run();
    EXPECT_TRUE(atSecond.empty());
}

TEST_F(LossyPath, DuplicatesAndErrorsAreIndependent)
{
    constexpr int PACKETS = 2000;
    auto impairment = CreateObject<PathImpairment>();
    impairment->SetAttribute("Duplication", DoubleValue(0.5));
    // Of 8000 bits: intact with probability 0.5.
    impairment->SetAttribute("BitErrorRate", DoubleValue(8.664e-5));
    path.SetImpairment(FORWARD, impairment);
    Install();
    LossyPathHelper::AssignStreams(devices, 3);
    Send(0, PACKETS, MilliSeconds(1));
    Run();
    // 1.5 arrivals for each that is intact: 1500, with a standard deviation of 37.
    EXPECT_NEAR(atSecond.size(), 1500, 150);
}

TEST_F(LossyPath, DirectionsHaveStreamsOfTheirOwn)
{
    constexpr int PACKETS = 1000;
    const std::vector<RateTrace::Row> rows{{Time(0), 8'000'000, Time(0), 0.5}};
    for (const auto direction : {FORWARD, REVERSE})
    {
        path.SetConditions(direction, std::make_shared<RateTrace>(rows, false, Time(0)));
    }
    Install();
    EXPECT_EQ(LossyPathHelper::AssignStreams(devices, 3), 8);
    Send(0, PACKETS, MilliSeconds(1));
    Send(1, PACKETS, MilliSeconds(1));
    Run();
    EXPECT_NEAR(atSecond.size(), 500, 80);
    EXPECT_NEAR(atFirst.size(), 500, 80);
    EXPECT_NE(atFirst, atSecond);
}

/// One object for all directions of two paths.
class SharedByPaths : public testing::Test
{
  protected:
    SharedByPaths()
    {
        for (const auto direction : {FORWARD, REVERSE})
        {
            path.SetRate(direction, DataRate("8Mbps"));
            path.SetDelay(direction, Time(0));
        }
    }

    ~SharedByPaths() override
    {
        Simulator::Destroy();
    }

    void Install()
    {
        for (int i = 0; i < 2; ++i)
        {
            NodeContainer nodes(2);
            devices.Add(path.Install(nodes.Get(0), nodes.Get(1)));
        }
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            devices.Get(i)->SetReceiveCallback(MakeCallback(&SharedByPaths::Receive, this));
        }
    }

    /// Send packets from a device, all at once.
    void Send(uint32_t device, int packets, Time at = Time(0))
    {
        ns3compat::ScheduleCall(at, [from = devices.Get(device), packets] {
            for (int i = 0; i < packets; ++i)
            {
                from->Send(Create<Packet>(OCTETS), from->GetBroadcast(), 0x0800);
            }
        });
    }

    bool Receive(Ptr<NetDevice> device, Ptr<const Packet>, uint16_t, const Address&)
    {
        arrivals[device].push_back(Simulator::Now());
        return true;
    }

    LossyPathHelper path;
    NetDeviceContainer devices;                           //!< of two paths
    std::map<Ptr<NetDevice>, std::vector<Time>> arrivals; //!< by the device that they came to
};

TEST_F(SharedByPaths, EachDirectionTakesItsOwnOpportunities)
{
    // One packet of 1500 octets a millisecond.
    const auto trace = std::make_shared<DeliveryTrace>(std::vector<uint32_t>{1}, true, Time(0));
    path.SetConditions(FORWARD, trace);
    path.SetConditions(REVERSE, trace);
    Install();
    for (uint32_t device = 0; device < 4; ++device)
    {
        Send(device, 3);
    }
    Simulator::Run();
    for (uint32_t device = 0; device < 4; ++device)
    {
        // 3000 octets take two opportunities.
        EXPECT_EQ(arrivals[devices.Get(device)], Milliseconds({1, 2, 2})) << device;
    }
}

TEST_F(SharedByPaths, EachDirectionKeepsItsOwnOrder)
{
    const auto impairment = CreateObject<PathImpairment>();
    impairment->SetAttribute("KeepOrder", BooleanValue(true));
    path.SetImpairment(FORWARD, impairment);
    path.SetImpairment(REVERSE, impairment);
    path.SetDelay(FORWARD, MilliSeconds(500));
    Install();
    Send(0, 1);
    for (uint32_t device : {1, 3})
    {
        Send(device, 1, MilliSeconds(4));
    }
    Simulator::Run();
    EXPECT_EQ(arrivals[devices.Get(1)], Milliseconds({501}));
    EXPECT_EQ(arrivals[devices.Get(0)], Milliseconds({5}));
    EXPECT_EQ(arrivals[devices.Get(2)], Milliseconds({5}));
}

TEST_F(SharedByPaths, EachDirectionDrawsItsOwnNumbers)
{
    constexpr int PACKETS = 90;
    const auto impairment = CreateObject<PathImpairment>();
    impairment->SetAttribute("Duplication", DoubleValue(0.5));
    path.SetImpairment(FORWARD, impairment);
    path.SetImpairment(REVERSE, impairment);
    std::vector<std::vector<Time>> first;
    for (const bool withOthers : {false, true})
    {
        Install();
        EXPECT_EQ(LossyPathHelper::AssignStreams(devices, 3), 16);
        Send(0, PACKETS);
        if (withOthers)
        {
            Send(1, PACKETS);
            Send(2, PACKETS);
        }
        Simulator::Run();
        first.push_back(arrivals[devices.Get(1)]);
        if (withOthers)
        {
            EXPECT_NE(arrivals[devices.Get(0)], first.back());
            EXPECT_NE(arrivals[devices.Get(3)], first.back());
        }
        devices = NetDeviceContainer();
        Simulator::Destroy();
    }
    EXPECT_GT(first.front().size(), 1U * PACKETS);
    EXPECT_EQ(first.front(), first.back());
}

/// A file of a trace.
class LossyPathFile : public LossyPath
{
  protected:
    void Write(const std::string& ending, const std::string& text)
    {
        file = m_folder.GetFile("trace" + ending);
        std::ofstream(file) << text;
    }

    std::string file;

  private:
    ns3test::TemporaryFolder m_folder;
};

TEST_F(LossyPathFile, ATableIsLooped)
{
    // A packet in the first millisecond of each ten.
    Write(".csv", "time,rate,delay,loss\n0,8e6,0,0\n0.001,0,0,0\n0.01,0,0,0\n");
    path.SetTrace(FORWARD, file);
    Install();
    Send(0, 3);
    Run();
    EXPECT_EQ(atSecond, Milliseconds({1, 11, 21}));
}

TEST_F(LossyPathFile, ATableMayEnd)
{
    Write(".csv", "time,rate,delay,loss\n0,8e6,0,0\n0.001,0,0,0\n0.01,4e6,0.1,0\n");
    path.SetTrace(FORWARD, file, false);
    Install();
    Send(0, 3);
    Run();
    EXPECT_EQ(atSecond, Milliseconds({1, 112, 114}));
}

TEST_F(LossyPathFile, ATraceOfMahimahisIsLooped)
{
    Write(".down", "3\n4\n10\n");
    path.SetTrace(FORWARD, file);
    Install();
    Send(0, 6);
    Run();
    // 6000 octets take four opportunities of 1500, at 3, 4, 10 and 13 ms; the second packet takes
    // 500 of the first and 500 of the second, and so on.
    EXPECT_EQ(atSecond, Milliseconds({3, 4, 4, 10, 13, 13}));
}

TEST_F(LossyPathFile, WhatItIsStandsInItAndNotInItsName)
{
    const std::string table = "time,rate,delay,loss\n0,8e6,0,0\n0.001,0,0,0\n0.01,0,0,0\n";
    for (const auto& [ending, text] : {std::pair<std::string, std::string>{".CSV", table},
                                       {"", "# of mine\r\n" + table + "\n"},
                                       {".down", table + "\r\n"}})
    {
        Write(ending, text);
        path.SetTrace(FORWARD, file);
        Install();
        Send(0, 3);
        Run();
        EXPECT_EQ(atSecond, Milliseconds({1, 11, 21})) << ending;
        atSecond.clear();
        Simulator::Destroy();
    }
    Write(".csv", "# Mahimahi's\n3\n4\n10\n\n");
    path.SetTrace(FORWARD, file);
    Install();
    Send(0, 6);
    Run();
    EXPECT_EQ(atSecond, Milliseconds({3, 4, 4, 10, 13, 13}));
    Write(".down", "Time,Rate\n");
    EXPECT_EQ(LossyPathHelper::FindTraceFault(file),
              file + ": line 1: the first line must be time,rate,delay,loss");
    Write(".csv", "1\n\n2\n");
    EXPECT_EQ(LossyPathHelper::FindTraceFault(file).find(file + ": line 2: the time must be"), 0U);
}

TEST_F(LossyPathFile, RunsBeginElsewhereInIt)
{
    Write(".csv",
          "time,rate,delay,loss\n0,8e6,0.001,0\n1,8e6,0.002,0\n2,8e6,0.003,0\n1000,8e6,0,0\n");
    std::set<Time> instants;
    for (uint64_t run = 1; run <= 20; ++run)
    {
        RngSeedManager::SetRun(run);
        path.SetTraceOffset(5);
        path.SetTrace(FORWARD, file);
        Install();
        Send(0, 1);
        Simulator::Run();
        Simulator::Destroy();
        instants.insert(atSecond.back() - MilliSeconds(1));
    }
    RngSeedManager::SetRun(1);
    // Of 1000 s 998 have this delay.
    EXPECT_EQ(*instants.rbegin(), MilliSeconds(3));
    EXPECT_LE(instants.size(), 2U);
}

TEST_F(LossyPathFile, ATraceOfMahimahisBeginsElsewhereToo)
{
    Write(".down", "1000\n");
    path.SetTraceOffset(5);
    path.SetTrace(FORWARD, file);
    Install();
    Send(0, 1);
    Run();
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(5);
    const auto part = random->GetValue();
    ASSERT_EQ(atSecond.size(), 1U);
    EXPECT_NEAR(atSecond.front().GetSeconds(), 1.0 - part, 1e-6);
}

TEST_F(LossyPathFile, ACaptureMayHaveANameOfItsOwn)
{
    Install();
    Write(".pcap", "");
    const auto prefix = file + "-of";
    path.EnablePcap(file, devices.Get(0), false, true);
    path.EnablePcap(prefix, devices.Get(1));
    Send(0, 1);
    Run();
    Simulator::Destroy();
    // Files are complete when their devices are gone.
    devices = NetDeviceContainer();
    // Both headers of the format and the packet.
    EXPECT_EQ(std::filesystem::file_size(file), 24U + 16 + OCTETS + 2);
    EXPECT_TRUE(std::filesystem::exists(prefix + "-1-0.pcap"));
}

TEST_F(LossyPathFile, ACaptureHasWhatWaitsWhenTheCaptureBegins)
{
    Install();
    Write(".pcap", "");
    Send(0, 3);
    ns3compat::ScheduleCall(MicroSeconds(500),
                            [this] { path.EnablePcap(file, devices.Get(0), false, true); });
    Run();
    EXPECT_EQ(atSecond, Milliseconds({1, 2, 3}));
    Simulator::Destroy();
    devices = NetDeviceContainer();
    // The first packet had begun before.
    EXPECT_EQ(std::filesystem::file_size(file), 24U + 2 * (16 + OCTETS + 2));
}

TEST_F(LossyPathFile, WhatIsNoTraceIsNamedWithItsLine)
{
    EXPECT_EQ(LossyPathHelper::FindTraceFault("/none.csv"), "/none.csv: it cannot be opened");
    Write(".csv", "time,rate,delay,loss\n0,8e6,0,0\n1,8e6,0,2\n");
    EXPECT_EQ(LossyPathHelper::FindTraceFault(file),
              file + ": line 3: loss must be a number in [0, 1], not '2'");
    EXPECT_DEATH(path.SetTrace(FORWARD, file), "LossyPathHelper: trace .*: line 3: loss must be");
    Write(".down", "1\n2\n");
    EXPECT_EQ(LossyPathHelper::FindTraceFault(file), "");
}

TEST_F(LossyPath, WrongParametersAreNamed)
{
    EXPECT_DEATH(path.SetTraceOffset(-2), "stream must be at least -1, not -2");
    EXPECT_DEATH(path.SetRate(FORWARD, DataRate(0)), "LossyPathHelper: rate must be above 0 bit/s");
    EXPECT_DEATH(path.SetDelay(FORWARD, Seconds(-1)),
                 "LossyPathHelper: delay must not be negative");
    EXPECT_DEATH(path.SetQueue(FORWARD, QueueSize("0p")), "LossyPathHelper: queue must be longer");
    EXPECT_DEATH(path.SetPacketLoss(FORWARD, 1.5),
                 "LossyPathHelper: packet loss must lie in .0, 1");
    EXPECT_DEATH(path.SetErrorModel(FORWARD, nullptr), "error model must not be null");
    EXPECT_DEATH(path.SetImpairment(FORWARD, nullptr), "impairment must not be null");
    EXPECT_DEATH(path.SetConditions(FORWARD, nullptr), "conditions must not be null");
    EXPECT_DEATH(
        {
            path.SetQueueType(FORWARD, "ns3::PathImpairment");
            Install();
        },
        "LossyPathHelper: queue type must be a Queue<Packet>, not ns3::PathImpairment");
    EXPECT_DEATH(LossyPathHelper::AssignStreams(devices, -1),
                 "LossyPathHelper: stream must not be negative, but is -1");
    EXPECT_EQ(LossyPathHelper::AssignStreams(devices, 0), 0);
    EXPECT_DEATH(path.Install(CreateObject<Node>(0), CreateObject<Node>(1)),
                 "LossyPathHelper: system IDs must not differ: .* without its module mpi");
}

} // namespace LossyPathHelperTests

} // namespace ns3
