/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Two variants, each alone on a lossy link: throughput by loss, a row for each run. Prints CSV.
//
//   sender --- router ===== 1.6 Mbit/s, 50 ms, 15 packets, losses ===== router --- receiver

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// Throughput of one bulk flow, bit/s.
double
Measure(LossyDumbbellHelper path, const std::string& variant, double loss, Time duration)
{
    path.SetPacketLoss(LossyDumbbellHelper::Direction::FORWARD, loss);
    path.Build();
    path.AssignStreams(0);
    TcpVariantPreset(variant).Install(path.GetSenders());

    BulkSendHelper sender("ns3::TcpSocketFactory", path.GetReceiverAddress(0, 5001));
    sender.Install(path.GetSenders());
    PacketSinkHelper receiver("ns3::TcpSocketFactory", path.GetAnyAddress(5001));
    auto sinks = receiver.Install(path.GetReceivers());

    Simulator::Stop(duration);
    Simulator::Run();
    const auto octets = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    Simulator::Destroy();
    return octets * 8 / duration.GetSeconds();
}

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    LossyDumbbellHelper path(1);
    std::string first = "sack-veno";
    std::string second = "sack";
    Time duration = Seconds(60);
    uint32_t runs = 5;
    CommandLine cmd(__FILE__);
    path.AddOptions(cmd);
    AddOption(cmd, "first", "A variant: " + TcpVariantPreset::GetNames(), first);
    AddOption(cmd, "second", "The other variant", second);
    AddOption(cmd, "duration", "Simulated time of each run, above 0", duration);
    AddOption(cmd, "runs", "Runs of each case, from --RngRun on, at most 1000000", runs);
    cmd.Parse(argc, argv);
    for (const auto& variant : {first, second})
    {
        if (const auto fault = TcpVariantPreset::FindFault(variant); !fault.empty())
        {
            std::cerr << fault << "\n";
            return 2;
        }
    }
    if (!duration.IsStrictlyPositive() || runs < 1 || runs > 1000000)
    {
        std::cerr << "--duration must be above 0, --runs lie in [1, 1000000]\n";
        return 2;
    }
    const auto begin = RngSeedManager::GetRun();
    std::cout << "variant,loss,run,quantity,value,unit\n";
    for (const double loss : {0.0003, 0.001, 0.003, 0.01, 0.03, 0.1})
    {
        for (uint32_t i = 0; i < 2 * runs; ++i)
        {
            const auto& variant = i < runs ? first : second;
            RngSeedManager::SetRun(begin + i % runs);
            std::cout << variant << "," << loss << "," << begin + i % runs << ",throughput,"
                      << Measure(path, variant, loss, duration) / 1000 << ",kbit/s\n";
        }
    }
}
