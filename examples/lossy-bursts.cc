/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The same share of packets lost one by one and in bursts: throughput of some variants. Prints CSV.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// Bad for 20 ms at a time, in which every second packet is lost.
Ptr<ErrorModel>
MakeBursts(double loss)
{
    const double badPart = loss / 0.5;
    auto model = CreateObject<MarkovErrorModel>();
    model->SetAttribute("GoodInterval", TimeValue(MilliSeconds(20)));
    model->SetAttribute("BadInterval", TimeValue(MilliSeconds(20)));
    model->SetAttribute("StayGood", DoubleValue(1 - badPart / (1 - badPart))); // good, stays so
    model->SetAttribute("StayBad", DoubleValue(0));                            // bad, for once
    model->SetAttribute("GoodLoss", DoubleValue(0));
    model->SetAttribute("BadLoss", DoubleValue(0.5));
    return model;
}

/// Throughput of one bulk flow, bit/s.
double
Measure(const std::string& variant, double loss, bool bursts)
{
    const auto forward = LossyDumbbellHelper::Direction::FORWARD;
    LossyDumbbellHelper dumbbell(1);
    dumbbell.SetRate(forward, DataRate("10Mbps"));
    dumbbell.SetQueue(forward, 100);
    bursts ? dumbbell.SetErrorModel(forward, MakeBursts(loss))
           : dumbbell.SetPacketLoss(forward, loss);
    dumbbell.Build();
    dumbbell.AssignStreams(0);
    TcpVariantPreset(variant).Install(dumbbell.GetSenders());
    BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
    sender.Install(dumbbell.GetSenders());
    PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
    auto sinks = receiver.Install(dumbbell.GetReceivers());

    const Time duration = Seconds(100);
    Simulator::Stop(duration);
    Simulator::Run();
    const auto octets = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    Simulator::Destroy();
    return octets * 8 / duration.GetSeconds();
}

int
main(int argc, char* argv[])
{
    double loss = 0.01;
    CommandLine cmd(__FILE__);
    cmd.AddValue("loss", "Part of the packets that is lost, [0, 0.2]", loss);
    cmd.Parse(argc, argv);
    if (!(loss >= 0 && loss <= 0.2))
    {
        std::cerr << "--loss must lie in [0, 0.2]\n";
        return 2;
    }

    std::cout << "variant,single_kbit_s,bursts_kbit_s\n";
    for (const std::string variant : {"newreno", "sack", "fack-rd", "sack-veno", "linux"})
    {
        std::cout << variant << "," << Measure(variant, loss, false) / 1000 << ","
                  << Measure(variant, loss, true) / 1000 << "\n";
    }
    return 0;
}
