/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Two variants, each alone on a lossy link: throughput by loss. Prints CSV.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// Throughput of one bulk flow, bit/s.
double
Measure(const std::string& variant, double loss, Time duration)
{
    LossyDumbbellHelper dumbbell(1); // 1.6 Mbit/s, 50 ms each way, a queue of 15 packets
    dumbbell.SetPacketLoss(LossyDumbbellHelper::Direction::FORWARD, loss);
    dumbbell.Build();
    dumbbell.AssignStreams(0);
    TcpVariantPreset(variant).Install(dumbbell.GetSenders());

    BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
    sender.Install(dumbbell.GetSenders());
    PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
    auto sinks = receiver.Install(dumbbell.GetReceivers());

    Simulator::Stop(duration);
    Simulator::Run();
    const auto octets = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    Simulator::Destroy();
    return octets * 8 / duration.GetSeconds();
}

int
main(int argc, char* argv[])
{
    std::string first = "sack-veno";
    std::string second = "sack";
    Time duration = Seconds(60);
    CommandLine cmd(__FILE__);
    cmd.AddValue("first", "A variant: " + TcpVariantPreset::GetNames(), first);
    cmd.AddValue("second", "The other variant", second);
    cmd.AddValue("duration", "Simulated time of each run, above 0", duration);
    cmd.Parse(argc, argv);
    for (const auto& variant : {first, second})
    {
        if (const auto fault = TcpVariantPreset::FindFault(variant); !fault.empty())
        {
            std::cerr << fault << "\n";
            return 2;
        }
    }
    if (!duration.IsStrictlyPositive())
    {
        std::cerr << "--duration must be above 0\n";
        return 2;
    }

    std::cout << "loss," << first << "_kbit_s," << second << "_kbit_s\n";
    for (const double loss : {0.0003, 0.001, 0.003, 0.01, 0.03, 0.1})
    {
        std::cout << loss << "," << Measure(first, loss, duration) / 1000 << ","
                  << Measure(second, loss, duration) / 1000 << "\n";
    }
    return 0;
}
