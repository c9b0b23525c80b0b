/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One sender, one receiver, a lossy link: prints what the receiver read.
//
//   sender --- router ===== 1.6 Mbit/s, 50 ms, 15 packets, losses ===== router --- receiver

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    LossyDumbbellHelper dumbbell(1);
    std::string variant = "sack-veno";
    double loss = 0.01;
    CommandLine cmd(__FILE__);
    dumbbell.AddOptions(cmd);
    AddOption(cmd, "variant", "TCP variant: " + TcpVariantPreset::GetNames(), variant);
    AddOption(cmd, "loss", "Loss probability of a packet, [0, 1]", loss);
    cmd.Parse(argc, argv);
    if (const auto fault = TcpVariantPreset::FindFault(variant); !fault.empty())
    {
        std::cerr << "--variant: " << fault << "\n";
        return 2;
    }
    if (!(loss >= 0 && loss <= 1))
    {
        std::cerr << "--loss must lie in [0, 1]\n";
        return 2;
    }

    dumbbell.SetPacketLoss(LossyDumbbellHelper::Direction::FORWARD, loss);
    dumbbell.Build();
    dumbbell.AssignStreams(0);
    TcpVariantPreset(variant).Install(dumbbell.GetSenders()); // this line switches the variant

    BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
    sender.Install(dumbbell.GetSenders()).Start(Seconds(0));
    PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
    auto sinks = receiver.Install(dumbbell.GetReceivers());
    sinks.Start(Seconds(0));

    const Time duration = Seconds(60);
    Simulator::Stop(duration);
    Simulator::Run();
    const auto octets = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    std::cout << variant << ": " << octets << " octets in " << duration.As(Time::S) << ", "
              << octets * 8.0 / 1000.0 / duration.GetSeconds() << " kbit/s\n";
    Simulator::Destroy();
}
