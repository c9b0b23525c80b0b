/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// VenoDR and NewReno over a Wi-Fi hop that loses frames: throughput by loss. Prints CSV.
//
//   sender --- base station ) ) ) 802.11n, 6.5 Mbit/s, losses ) ) ) station

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// Throughput of one bulk flow once the station is there, bit/s.
double
Measure(const std::string& variant, double loss, uint32_t retries, Time duration)
{
    const auto path = WirelessPathHelper::Create("wifi", 1); // 802.11n, 6.5 Mbit/s
    path->SetPacketLoss(loss);                               // of a frame, each time it is sent
    path->SetRetryLimit(retries);
    path->Build();
    path->AssignStreams(0);
    TcpVariantPreset(variant).Install(path->GetSenders());

    const Time begin = Seconds(1); // stations associate before
    BulkSendHelper sender("ns3::TcpSocketFactory", path->GetReceiverAddress(0, 5001));
    sender.Install(path->GetSenders()).Start(begin);
    PacketSinkHelper receiver("ns3::TcpSocketFactory", path->GetAnyAddress(5001));
    auto sinks = receiver.Install(path->GetReceivers());

    Simulator::Stop(begin + duration);
    Simulator::Run();
    const auto octets = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    Simulator::Destroy();
    return octets * 8 / duration.GetSeconds();
}

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    std::string variants[] = {"venodr", "newreno"};
    uint32_t retries = 0;
    Time duration = Seconds(30);
    CommandLine cmd(__FILE__);
    AddOption(cmd, "first", "A variant: " + TcpVariantPreset::GetNames(), variants[0]);
    AddOption(cmd, "second", "The other variant", variants[1]);
    AddOption(cmd, "retries", "How often the link layer sends a frame again, 0 to 255", retries);
    AddOption(cmd, "duration", "Simulated time of each run, above 0", duration);
    cmd.Parse(argc, argv);
    for (const auto& variant : variants)
    {
        if (const auto fault = TcpVariantPreset::FindFault(variant); !fault.empty())
        {
            std::cerr << fault << "\n";
            return 2;
        }
    }
    if (retries > 255 || !duration.IsStrictlyPositive())
    {
        std::cerr << "--retries must lie in [0, 255], and --duration above 0\n";
        return 2;
    }

    std::cout << "variant,loss,quantity,value,unit\n";
    for (const double loss : {0.0, 0.003, 0.01, 0.02, 0.05, 0.1})
    {
        for (const auto& variant : variants)
        {
            std::cout << variant << "," << loss << ",throughput,"
                      << Measure(variant, loss, retries, duration) / 1000 << ",kbit/s\n";
        }
    }
}
