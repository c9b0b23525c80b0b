/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One end of a connection whose other end is the kernel's, in real time, and the path between them,
// which another end of the kernel's may share; or the path alone, between two ends of the kernel's.
// scripts/check-interop and scripts/compare-linux start it, with a TUN device of each network
// namespace.

#include "endpoint.h"
#include "lib/option-table.h"
#include "tun-path.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/path-conditions.h"
#include "ns3/queue.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <csignal>
#include <ctime>
#include <iostream>
#include <memory>
#include <string>

using namespace ns3;
using namespace ns3::tcplossy;
using namespace interop;

namespace
{

volatile std::sig_atomic_t g_terminated = 0;

/// @brief Look every few milliseconds whether the end was asked for.
void
WatchForEnd()
{
    if (g_terminated)
    {
        Simulator::Stop();
        return;
    }
    Simulator::Schedule(MilliSeconds(20), &WatchForEnd);
}

/// @brief Wait until the wheel of the kernel's timers is where a simulation's is at its beginning:
/// in virtual time, nothing that follows depends on how long it took to come here.
void
WaitForTick()
{
    // Of the three finest levels; jiffies are 0 when the kernel has run for 300 s.
    constexpr int64_t turn = 512'000'000;
    constexpr int64_t second = 1'000'000'000;
    constexpr int64_t offset = 300 * second % turn;
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    const int64_t now = time.tv_sec * second + time.tv_nsec;
    const int64_t then = ((now - offset) / turn + 1) * turn + offset;
    time.tv_sec = then / second;
    time.tv_nsec = then % second;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
}

/// What decides in the simulated end.
struct Variant
{
    std::string preset;         //!< of TcpVariantPreset, or empty for what follows
    std::string sender{"Fack"}; //!< a LossRecovery
    std::string control;        //!< TypeId, or empty for ns-3's default
    std::string recovery;       //!< TypeId, or empty for ns-3's default
    bool tailLossProbe{true};   //!< of the sender Rack
};

/// Settings of the simulated end's socket.
struct SocketSettings
{
    Time minRto{MilliSeconds(200)};   //!< least retransmission timeout
    uint32_t ackEvery{2};             //!< segments
    Time ackDelay{MilliSeconds(200)}; //!< most delay of an ACK
    bool sack{true};                  //!< RFC 2018
    bool timestamps{true};            //!< RFC 7323, section 3
    bool scaling{true};               //!< RFC 7323, section 2
    bool ecn{false};                  //!< RFC 3168
    uint32_t buffer{131072};          //!< octets
    uint32_t segment{1448};           //!< octets
    uint32_t initialWindow{10};       //!< segments
};

/// What is asked for at the command line.
struct Options
{
    uint32_t tun{0};           //!< file descriptor, behind the standard streams
    uint32_t otherTun{0};      //!< file descriptor; 0: the other end is simulated alone
    bool beside{false};        //!< the other end is simulated, beside that device
    uint32_t run{1};           //!< of the random numbers
    std::string pcap;          //!< folder; empty: no captures
    Impairments impairments{}; //!< of the path
    std::string model;         //!< of pathmodels, for the way to the TUN device; empty for none
    EndpointPlan plan;         //!< of the connection
    Variant variant;           //!< of the simulated end
    SocketSettings socket;     //!< of the simulated end
};

/// Options of the path.
void
AddPath(OptionTable& table, Options& o)
{
    table.Add("loss", "Probability that a packet is lost", o.impairments.chances.loss)
        .AtLeast(0)
        .AtMost(1);
    table.Add("burst", "Mean number of packets that are lost in a row", o.impairments.chances.burst)
        .AtLeast(1);
    table
        .Add("ackLoss",
             "Probability that a packet without data is lost, beside the above",
             o.impairments.chances.ackLoss)
        .AtLeast(0)
        .AtMost(1);
    table.Add("duplication", "that it arrives twice", o.impairments.chances.duplication)
        .AtLeast(0)
        .AtMost(1);
    table.Add("reordering", "that others overtake it", o.impairments.chances.reordering)
        .AtLeast(0)
        .AtMost(1);
    table.Add("bitErrors", "that one bit of it is wrong", o.impairments.chances.bitErrors)
        .AtLeast(0)
        .AtMost(1);
    table.Add("rate", "Rate of the path", o.impairments.rate).Above(0);
    table.Add("delay", "Delay of the path", o.impairments.delay).AtLeast(0);
    table.Add("jitter", "A packet's delay differs from it by up to this", o.impairments.jitter)
        .AtLeast(0)
        .Must([&o] { return o.impairments.jitter <= o.impairments.delay; }, "not be above --delay");
    table.Add("queue", "Octets that may wait; 0: no limit", o.impairments.queue);
    table.Add("mark",
              "Octets that may wait before packets that are capable of ECN are marked; 0: no limit",
              o.impairments.mark);
    table.Add("outage", "For so long nothing passes, but waits; 0: never", o.impairments.outage)
        .AtLeast(0)
        .Must([&o] { return o.impairments.outage <= o.impairments.outageEvery; },
              "not be above --outageEvery");
    table.Add("outageEvery", "How often that begins", o.impairments.outageEvery).AtLeast(0);
    table
        .Add("batch",
             "Packets without data arrive at multiples of this only; 0: each by itself",
             o.impairments.batch)
        .AtLeast(0);
    table
        .Add(
            "model",
            "What the way to the TUN device does in place of --rate: leo, cell or wifi, drawn anew "
            "for each --run",
            o.model)
        .Must([&o] { return o.model.empty() || pathmodels::Find(o.model); }, "be leo, cell or wifi")
        .Must([&o] { return o.model.empty() || o.impairments.queue > 0; },
              "have a --queue above 0 beside it");
    table.Add("fates",
              "What befalls which segments: 20, 20-24, 20x2, 20+5ms, 20=500ms, a7, in one text",
              o.impairments.fates);
    table.AddCheck([&o] {
        const auto fault = ScriptedFates::FindFault(o.impairments.fates);
        return fault.empty() ? "" : "--fates: " + fault;
    });
}

/// Options of what the simulated end does.
void
AddPlan(OptionTable& table, Options& o)
{
    table.Add("active", "Open the connection", o.plan.active);
    table.Add("closeEarly", "Close when all is written, not after the peer", o.plan.closeEarly);
    table.Add("send", "File with the octets to send", o.plan.send);
    table.Add("zeros", "Without such a file, that many octets", o.plan.zeros);
    table.Add("piece", "Octets that are written at once; 0: what fits", o.plan.piece);
    table.Add("pieceEvery", "How often", o.plan.pieceEvery).Above(0);
    table.Add("receive", "File for the octets that are received", o.plan.receive);
    table.Add("pauseAt", "Octets after which reading pauses", o.plan.pauseAt);
    table.Add("pauseFor", "How long it pauses", o.plan.pauseFor);
}

/// Options of what the simulated end is.
void
AddSocket(OptionTable& table, Options& o)
{
    table.Add("preset", "Name of a TcpVariantPreset; empty: what follows", o.variant.preset);
    table.Add("sender", "Attribute LossRecovery", o.variant.sender);
    table.Add("control",
              "TypeId of the congestion control; empty: ns-3's default",
              o.variant.control);
    table.Add("recovery", "TypeId of the recovery law; empty: ns-3's default", o.variant.recovery);
    table.Add("tailLossProbe", "Attribute TailLossProbe", o.variant.tailLossProbe);
    table.Add("minRto", "Attribute MinRto", o.socket.minRto);
    table.Add("ackEvery", "Attribute DelAckCount", o.socket.ackEvery);
    table.Add("ackDelay", "Attribute DelAckTimeout", o.socket.ackDelay);
    table.Add("sack", "Attribute Sack", o.socket.sack);
    table.Add("timestamps", "Attribute Timestamp", o.socket.timestamps);
    table.Add("scaling", "Attribute WindowScaling", o.socket.scaling);
    table.Add("ecn", "ECN is asked for and permitted", o.socket.ecn);
    table.Add("buffer", "Size of both buffers, octets", o.socket.buffer);
    table.Add("segment", "Attribute SegmentSize, octets", o.socket.segment);
    table.Add("initialWindow", "Attribute InitialCwnd, segments", o.socket.initialWindow);
}

Options
ReadCommandLine(int argc, char* argv[])
{
    Options o;
    o.impairments.rate = DataRate("50Mbps");
    o.impairments.delay = MilliSeconds(10);
    OptionTable table;
    table.Add("tun", "File descriptor of the TUN device", o.tun).AtLeast(3);
    table.Add("otherTun",
              "Of a second one, which takes the simulated end's place; 0 for none",
              o.otherTun);
    table.Add("beside", "It does not: its end, 10.9.0.3, sends over the same path", o.beside)
        .Must([&o] { return !o.beside || o.otherTun > 0; }, "have an --otherTun beside it");
    table.Add("run", "Run number of the random numbers", o.run);
    table.Add("pcap", "Folder for socket.pcap and tun.pcap; none: no captures", o.pcap);
    AddPath(table, o);
    AddPlan(table, o);
    AddSocket(table, o);
    table.AddCheck([&o] {
        const auto fault =
            o.variant.preset.empty() ? "" : TcpVariantPreset::FindFault(o.variant.preset);
        return fault.empty() ? "" : "--preset: " + fault;
    });
    table.Parse("One end of a TCP connection, 10.9.0.2 port 5001, in real time; the other end, "
                "10.9.0.1, is behind a TUN device. Ends at SIGTERM.",
                {argv, argv + argc});
    return o;
}

/// @brief What the model of --model does in a run. @param model its name @return conditions
std::shared_ptr<PathConditions>
MakeConditions(const std::string& model)
{
    constexpr int64_t stream = 2'000'000; // that of path-study
    const Time longest = Seconds(300);
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return std::make_shared<RateTrace>(pathmodels::Find(model)(longest, random), true, Time(0));
}

/// @brief Settings that ns-3 reads when objects are made. @param o options
void
SetDefaults(const Options& o)
{
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::RealtimeSimulatorImpl"));
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    RngSeedManager::SetRun(o.run);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(o.socket.segment));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(o.socket.initialWindow));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(o.socket.buffer));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(o.socket.buffer));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(o.socket.ackEvery));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(o.socket.ackDelay));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(o.socket.sack));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(o.socket.timestamps));
    Config::SetDefault("ns3::TcpSocketBase::WindowScaling", BooleanValue(o.socket.scaling));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(o.socket.minRto));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue(o.socket.ecn ? "On" : "Off"));
    Config::SetDefault("ns3::TcpScoreboardSocket::LossRecovery", StringValue(o.variant.sender));
    Config::SetDefault("ns3::TcpRackRecovery::TailLossProbe",
                       BooleanValue(o.variant.tailLossProbe));
    if (!o.variant.control.empty())
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue(o.variant.control));
    }
    if (!o.variant.recovery.empty())
    {
        Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", StringValue(o.variant.recovery));
    }
}

/// @brief Where a capture goes. @param o options @param name of the file @return empty for nowhere
std::string
CapturePath(const Options& o, const std::string& name)
{
    return o.pcap.empty() ? "" : o.pcap + "/" + name;
}

/// Choose what the node's sockets are.
void
InstallSockets(const Options& o, Ptr<Node> node)
{
    if (o.variant.preset.empty())
    {
        TcpScoreboardSocketHelper().Install(NodeContainer(node));
    }
    else
    {
        TcpVariantPreset(o.variant.preset).Install(NodeContainer(node));
    }
}

/// @brief Nothing is lost before the path: what a socket sends at once, however much it is, waits
/// in the device, as what the kernel sends does. @param device of the socket's node
void
RemoveLimit(Ptr<SimpleNetDevice> device)
{
    constexpr uint32_t more = 1'000'000; // packets than any window holds
    const auto queue = device->GetQueue();
    queue->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, more));
    const auto isFull = [](Ptr<const Packet>) { NS_ABORT_MSG("the device's queue is full"); };
    queue->TraceConnectWithoutContext("Drop", Callback<void, Ptr<const Packet>>(isFull));
}

/// A node with one device on the path.
Ptr<Node>
MakeNode(Ptr<TunPath> path, const Options& o)
{
    const auto node = CreateObject<Node>();
    const auto device = CreateObject<SimpleNetDevice>();
    device->SetAttribute("PointToPointMode", BooleanValue(true));
    device->SetMtu(1500);
    RemoveLimit(device);
    device->SetAddress(Mac48Address("00:00:00:00:00:02"));
    device->SetChannel(path);
    node->AddDevice(device);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(node);
    Ipv4AddressHelper addresses("10.9.0.0", "255.255.255.0", "0.0.0.2");
    addresses.Assign(NetDeviceContainer(device));
    InstallSockets(o, node);
    if (!o.pcap.empty())
    {
        internet.EnablePcapIpv4(CapturePath(o, "socket.pcap"), node->GetObject<Ipv4>(), 1, true);
    }
    path->SetDevice(device);
    return node;
}

void
Print(const char* name, const WayCount& count)
{
    std::cout << name << ".entered " << count.entered << "\n"
              << name << ".lost " << count.lost << "\n"
              << name << ".dropped " << count.dropped << "\n"
              << name << ".duplicated " << count.duplicated << "\n"
              << name << ".delayed " << count.delayed << "\n"
              << name << ".corrupted " << count.corrupted << "\n";
}

/// @brief Both ends are the kernel's. @param path between them
void
RunPath(Ptr<TunPath> path)
{
    path->Start();
    Simulator::Schedule(Time(0), [] { std::cout << "listening" << std::endl; });
    WaitForTick();
    Simulator::Run();
    path->Stop();
}

/// @brief One end is simulated. @param o options @param path to the other end
void
RunEndpoint(const Options& o, Ptr<TunPath> path)
{
    Endpoint endpoint(o.plan, MakeNode(path, o));
    path->Start();
    Simulator::Schedule(Time(0), &Endpoint::Open, &endpoint);
    WaitForTick();
    Simulator::Run();
    path->Stop();
    endpoint.Report(std::cout);
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o = ReadCommandLine(argc, argv);
    std::signal(SIGTERM, [](int) { g_terminated = 1; });
    SetDefaults(o);
    o.impairments.segment = o.socket.segment;
    const auto path = CreateObject<TunPath>(o.tun, o.impairments, CapturePath(o, "tun.pcap"));
    if (!o.model.empty())
    {
        path->SetConditions(MakeConditions(o.model));
    }
    WatchForEnd();
    const bool isSimulated = o.otherTun == 0 || o.beside;
    if (o.otherTun > 0)
    {
        path->SetOtherTun(o.otherTun, isSimulated ? "" : CapturePath(o, "socket.pcap"));
    }
    if (isSimulated)
    {
        RunEndpoint(o, path);
    }
    else
    {
        RunPath(path);
    }
    Print("toTun", path->GetToTun());
    Print("fromTun", path->GetFromTun());
    Simulator::Destroy();
    return 0;
}
