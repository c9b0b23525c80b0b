/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One end of a connection whose other end is the kernel's, in real time. test/interop/run starts it
// with a TUN device of a network namespace and compares what both ends read.

#include "endpoint.h"
#include "tun-path.h"

#include "ns3/boolean.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/uinteger.h"

#include <csignal>
#include <iostream>

using namespace ns3;
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

/// What is asked for at the command line.
struct Options
{
    int tun{-1};               //!< file descriptor
    uint64_t run{1};           //!< of the random numbers
    std::string pcap{"."};     //!< folder
    Impairments impairments{}; //!< of the path
    EndpointPlan plan;         //!< of the connection
    std::string sender{"Fack"};
    std::string control;  //!< TypeId, or empty for ns-3's default
    std::string recovery; //!< the same
    bool tailLossProbe{true};
    Time minRto{MilliSeconds(200)};
    uint32_t ackEvery{2}; //!< segments
    Time ackDelay{MilliSeconds(200)};
    bool sack{true};
    bool timestamps{true};
    bool scaling{true};
    uint32_t buffer{131072}; //!< octets
    uint32_t segment{1448};  //!< octets
};

Options
ReadCommandLine(int argc, char* argv[])
{
    Options o;
    o.impairments.rate = DataRate("50Mbps");
    o.impairments.delay = MilliSeconds(10);
    CommandLine cmd(__FILE__);
    cmd.Usage("One end of a TCP connection, 10.9.0.2 port 5001, in real time; the other end, "
              "10.9.0.1, is behind a TUN device. Ends at SIGTERM.");
    cmd.AddValue("tun", "File descriptor of the TUN device", o.tun);
    cmd.AddValue("run", "Run number of the random numbers", o.run);
    cmd.AddValue("pcap", "Folder for socket.pcap and tun.pcap", o.pcap);
    cmd.AddValue("loss", "Probability that a packet is lost", o.impairments.loss);
    cmd.AddValue("duplication", "that it arrives twice", o.impairments.duplication);
    cmd.AddValue("reordering", "that others overtake it", o.impairments.reordering);
    cmd.AddValue("bitErrors", "that one bit of it is wrong", o.impairments.bitErrors);
    cmd.AddValue("rate", "Rate of the path", o.impairments.rate);
    cmd.AddValue("delay", "Delay of the path", o.impairments.delay);
    cmd.AddValue("active", "Open the connection", o.plan.active);
    cmd.AddValue("closeEarly", "Close when all is written, not after the peer", o.plan.closeEarly);
    cmd.AddValue("send", "File with the octets to send", o.plan.send);
    cmd.AddValue("receive", "File for the octets that are received", o.plan.receive);
    cmd.AddValue("pauseAt", "Octets after which reading pauses", o.plan.pauseAt);
    cmd.AddValue("pauseFor", "How long it pauses", o.plan.pauseFor);
    cmd.AddValue("sender", "Attribute LossRecovery", o.sender);
    cmd.AddValue("control", "TypeId of the congestion control; empty: ns-3's default", o.control);
    cmd.AddValue("recovery", "TypeId of the recovery law; empty: ns-3's default", o.recovery);
    cmd.AddValue("tailLossProbe", "Attribute TailLossProbe", o.tailLossProbe);
    cmd.AddValue("minRto", "Attribute MinRto", o.minRto);
    cmd.AddValue("ackEvery", "Attribute DelAckCount", o.ackEvery);
    cmd.AddValue("ackDelay", "Attribute DelAckTimeout", o.ackDelay);
    cmd.AddValue("sack", "Attribute Sack", o.sack);
    cmd.AddValue("timestamps", "Attribute Timestamp", o.timestamps);
    cmd.AddValue("scaling", "Attribute WindowScaling", o.scaling);
    cmd.AddValue("buffer", "Size of both buffers, octets", o.buffer);
    cmd.AddValue("segment", "Attribute SegmentSize, octets", o.segment);
    cmd.Parse(argc, argv);
    return o;
}

/// @brief Settings that ns-3 reads when objects are made. @param o options
void
SetDefaults(const Options& o)
{
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::RealtimeSimulatorImpl"));
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    RngSeedManager::SetRun(o.run);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(o.segment));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(o.buffer));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(o.buffer));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(o.ackEvery));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(o.ackDelay));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(o.sack));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(o.timestamps));
    Config::SetDefault("ns3::TcpSocketBase::WindowScaling", BooleanValue(o.scaling));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(o.minRto));
    Config::SetDefault("ns3::TcpScoreboardSocket::LossRecovery", StringValue(o.sender));
    Config::SetDefault("ns3::TcpScoreboardSocket::TailLossProbe", BooleanValue(o.tailLossProbe));
    if (!o.control.empty())
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue(o.control));
    }
    if (!o.recovery.empty())
    {
        Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", StringValue(o.recovery));
    }
}

/// @brief A node with one device on the path. @param path it @param pcap folder @return the node
Ptr<Node>
MakeNode(Ptr<TunPath> path, const std::string& pcap)
{
    const auto node = CreateObject<Node>();
    const auto device = CreateObject<SimpleNetDevice>();
    device->SetAttribute("PointToPointMode", BooleanValue(true));
    device->SetMtu(1500);
    device->SetAddress(Mac48Address("00:00:00:00:00:02"));
    device->SetChannel(path);
    node->AddDevice(device);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(node);
    Ipv4AddressHelper addresses("10.9.0.0", "255.255.255.0", "0.0.0.2");
    addresses.Assign(NetDeviceContainer(device));
    TcpScoreboardSocketHelper().Install(NodeContainer(node));
    internet.EnablePcapIpv4(pcap + "/socket.pcap", node->GetObject<Ipv4>(), 1, true);
    path->Start(device);
    return node;
}

void
Print(const char* name, const WayCount& count)
{
    std::cout << name << ".entered " << count.entered << "\n"
              << name << ".lost " << count.lost << "\n"
              << name << ".duplicated " << count.duplicated << "\n"
              << name << ".delayed " << count.delayed << "\n"
              << name << ".corrupted " << count.corrupted << "\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    const Options o = ReadCommandLine(argc, argv);
    if (o.tun < 0)
    {
        std::cerr << "--tun must be the descriptor of a TUN device, not " << o.tun << "\n";
        return 2;
    }
    std::signal(SIGTERM, [](int) { g_terminated = 1; });
    SetDefaults(o);
    const auto path = CreateObject<TunPath>(o.tun, o.impairments, o.pcap + "/tun.pcap");
    const auto node = MakeNode(path, o.pcap);
    Endpoint endpoint(o.plan, node);
    Simulator::Schedule(Time(0), &Endpoint::Open, &endpoint);
    WatchForEnd();
    Simulator::Run();
    path->Stop();
    endpoint.Report(std::cout);
    Print("toTun", path->GetToTun());
    Print("fromTun", path->GetFromTun());
    Simulator::Destroy();
    return 0;
}
