/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The same share of packets lost one by one and in bursts: throughput of some variants. Prints CSV.
//
//   sender --- router ===== 10 Mbit/s, 50 ms, 100 packets, losses ===== router --- receiver

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

constexpr auto FORWARD = LossyDumbbellHelper::Direction::FORWARD;

/// Bad for 20 ms at a time, in which every second packet is lost.
Ptr<ErrorModel>
MakeBursts(double loss)
{
    auto model = CreateObject<MarkovErrorModel>();
    model->SetAttribute("GoodInterval", TimeValue(MilliSeconds(20)));
    model->SetAttribute("BadInterval", TimeValue(MilliSeconds(20)));
    model->SetAttribute("StayGood", DoubleValue(1 - loss / (0.5 - loss)));
    model->SetAttribute("StayBad", DoubleValue(0)); // bad, for once
    model->SetAttribute("GoodLoss", DoubleValue(0));
    model->SetAttribute("BadLoss", DoubleValue(0.5));
    return model;
}

/// Throughput of one bulk flow, kbit/s.
double
Measure(LossyDumbbellHelper path, const std::string& variant, double loss, bool bursts)
{
    bursts ? path.SetErrorModel(FORWARD, MakeBursts(loss)) : path.SetPacketLoss(FORWARD, loss);
    path.Build();
    path.AssignStreams(0);
    TcpVariantPreset(variant).Install(path.GetSenders());
    BulkSendHelper sender("ns3::TcpSocketFactory", path.GetReceiverAddress(0, 5001));
    sender.Install(path.GetSenders());
    PacketSinkHelper receiver("ns3::TcpSocketFactory", path.GetAnyAddress(5001));
    auto sinks = receiver.Install(path.GetReceivers());
    Simulator::Stop(Seconds(50));
    Simulator::Run();
    const auto octets = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    Simulator::Destroy();
    return octets * 8 / 50e3;
}

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    LossyDumbbellHelper path(1);
    path.SetRate(FORWARD, DataRate("10Mbps"));
    path.SetQueue(FORWARD, 100);
    double loss = 0.01;
    CommandLine cmd(__FILE__);
    path.AddOptions(cmd);
    AddOption(cmd, "loss", "Part of the packets that is lost, [0, 0.2]", loss);
    cmd.Parse(argc, argv);
    if (!(loss >= 0 && loss <= 0.2))
    {
        std::cerr << "--loss must lie in [0, 0.2]\n";
        return 2;
    }
    const auto begin = RngSeedManager::GetRun();
    std::cout << "variant,losses,run,quantity,value,unit\n";
    for (const std::string variant : {"newreno", "sack", "fack-rd", "sack-veno", "linux"})
    {
        for (uint32_t i = 0; i < 6; ++i) // three runs one by one, three in bursts
        {
            RngSeedManager::SetRun(begin + i % 3);
            std::cout << variant << (i < 3 ? ",one by one," : ",in bursts,") << begin + i % 3
                      << ",throughput," << Measure(path, variant, loss, i >= 3) << ",kbit/s\n";
        }
    }
}
