/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Two variants share one lossy link: goodput of each over time, and Jain's index. Prints CSV.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string variants[] = {"sack-veno", "sack"};
    double loss = 0.001;
    CommandLine cmd(__FILE__);
    cmd.AddValue("first", "A variant: " + TcpVariantPreset::GetNames(), variants[0]);
    cmd.AddValue("second", "The other variant", variants[1]);
    cmd.AddValue("loss", "Loss probability of a packet, [0, 1]", loss);
    cmd.Parse(argc, argv);
    for (const auto& variant : variants)
    {
        if (const auto fault = TcpVariantPreset::FindFault(variant); !fault.empty())
        {
            std::cerr << fault << "\n";
            return 2;
        }
    }
    if (!(loss >= 0 && loss <= 1))
    {
        std::cerr << "--loss must lie in [0, 1]\n";
        return 2;
    }

    const Time begin = Seconds(20);
    const Time end = Seconds(200);
    LossyDumbbellHelper dumbbell(2); // two senders, two receivers, one bottleneck
    dumbbell.SetRate(LossyDumbbellHelper::Direction::FORWARD, DataRate("4Mbps"));
    dumbbell.SetQueue(LossyDumbbellHelper::Direction::FORWARD, 40);
    dumbbell.SetPacketLoss(LossyDumbbellHelper::Direction::FORWARD, loss);
    dumbbell.Build();
    dumbbell.AssignStreams(0);
    FlowRecorder flows[2];
    for (uint32_t i = 0; i < 2; ++i)
    {
        TcpVariantPreset(variants[i]).Install(dumbbell.GetSenders().Get(i));
        BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(i, 5001));
        auto source = sender.Install(dumbbell.GetSenders().Get(i)).Get(0);
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
        auto sink = receiver.Install(dumbbell.GetReceivers().Get(i)).Get(0);
        flows[i].RecordSender(DynamicCast<BulkSendApplication>(source));
        flows[i].RecordReceiver(DynamicCast<PacketSink>(sink));
    }
    Simulator::Stop(end);
    Simulator::Run();

    std::cout << "time_s," << variants[0] << "_mbit_s," << variants[1] << "_mbit_s\n";
    const auto first = flows[0].GetThroughputSeries(Seconds(0), end, Seconds(5));
    const auto second = flows[1].GetThroughputSeries(Seconds(0), end, Seconds(5));
    for (std::size_t i = 0; i < first.size(); ++i)
    {
        std::cout << first[i].time.GetSeconds() << "," << first[i].value / 1e6 << ","
                  << second[i].value / 1e6 << "\n";
    }
    const double x = flows[0].GetThroughput(begin, end);
    const double y = flows[1].GetThroughput(begin, end);
    std::cout << "# Jain's index from 20 s on: " << (x + y) * (x + y) / (2 * (x * x + y * y))
              << "\n";
    Simulator::Destroy();
    return 0;
}
