/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A long-fat path with ns-3's default buffers, and with those that the path needs. Prints CSV.
//   sender --- router ===== 50 Mbit/s, 100 ms, 500 packets ===== router --- receiver

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// Goodput of one bulk flow, a sample each second.
TraceSeries
Measure(const std::string& variant, DataRate rate, Time rtt, TcpBufferHelper::Sizes sizes)
{
    TcpBufferHelper::SetDefaults(sizes);
    LossyDumbbellHelper dumbbell(1);
    using Direction = LossyDumbbellHelper::Direction;
    for (const auto direction : {Direction::FORWARD, Direction::REVERSE})
    {
        dumbbell.SetRate(direction, rate);
        dumbbell.SetDelay(direction, rtt / 2);
        dumbbell.SetQueue(direction, 500);
    }
    dumbbell.SetAccess(DataRate(10 * rate.GetBitRate()), Time(0));
    dumbbell.Build();
    TcpVariantPreset(variant).Install(dumbbell.GetSenders());
    BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
    sender.Install(dumbbell.GetSenders());
    PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
    auto sink = receiver.Install(dumbbell.GetReceivers()).Get(0);
    FlowRecorder recorder;
    recorder.RecordReceiver(DynamicCast<PacketSink>(sink));
    Simulator::Stop(Seconds(40));
    Simulator::Run();
    Simulator::Destroy();
    return recorder.GetThroughputSeries(Seconds(0), Seconds(40), Seconds(1));
}

int
main(int argc, char* argv[])
{
    std::string variant = "cubic";
    DataRate rate("50Mbps");
    Time rtt = MilliSeconds(200);
    CommandLine cmd(__FILE__);
    AddOption(cmd, "variant", "TCP variant: " + TcpBufferHelper::GetVariantNames(), variant);
    AddOption(cmd, "rate", "Rate of the path, 1 to 1000 Mbit/s", rate);
    AddOption(cmd, "rtt", "Round trip without queueing, 1 to 1000 ms", rtt);
    cmd.Parse(argc, argv);
    if (const auto fault = TcpVariantPreset::FindFault(variant);
        !fault.empty() || !TcpBufferHelper::HasVariant(variant))
    {
        std::cerr << (fault.empty() ? "--variant must be one of those of --help" : fault) << "\n";
        return 2;
    }
    if (rate < DataRate(1e6) || rate > DataRate(1e9) || rtt < Time("1ms") || rtt > Time("1s"))
    {
        std::cerr << "--rate must lie in [1Mbps, 1000Mbps], --rtt in [1ms, 1s]\n";
        return 2;
    }
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    TcpBufferHelper buffers;
    buffers.SetPath(rate, rtt, QueueSize("500p"));
    buffers.SetSegmentSize(1448);
    buffers.SetVariant(variant);
    const auto before = Measure(variant, rate, rtt, TcpBufferHelper::GetDefaultSizes());
    const auto after = Measure(variant, rate, rtt, buffers.GetRequired());
    std::cout << "buffers,time_s,quantity,value,unit\n";
    for (std::size_t i = 0; i < 2 * before.size(); ++i)
    {
        const auto& [time, value] = i % 2 ? after[i / 2] : before[i / 2];
        std::cout << (i % 2 ? "required," : "default,") << time.GetSeconds() << ","
                  << "goodput," << value / 1e6 << ",Mbit/s\n";
    }
}
