/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Two variants share one lossy link: goodput of each over time, and Jain's index. Prints CSV.
//   sender 0 -- router == 4 Mbit/s, 40 packets, losses == router -- receiver 0
//   sender 1 --'                                               '-- receiver 1

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// A bulk flow of a variant between the pair of hosts of a number.
void
AddFlow(LossyDumbbellHelper& path, uint32_t pair, const std::string& variant, FlowRecorder& flow)
{
    const auto host = path.GetSenders().Get(pair);
    TcpVariantPreset(variant).Install(host);
    BulkSendHelper sender("ns3::TcpSocketFactory", path.GetReceiverAddress(pair, 5001));
    flow.RecordSender(DynamicCast<BulkSendApplication>(sender.Install(host).Get(0)));
    PacketSinkHelper receiver("ns3::TcpSocketFactory", path.GetAnyAddress(5001));
    const auto sink = receiver.Install(path.GetReceivers().Get(pair)).Get(0);
    flow.RecordReceiver(DynamicCast<PacketSink>(sink));
}

/// Goodput of both flows over time until the end, and Jain's index after the begin.
void
Print(const FlowRecorder (&flows)[2], const std::string (&variants)[2], Time begin, Time end)
{
    std::cout << "flow,variant,time_s,quantity,value,unit\n";
    for (int i : {0, 1})
    {
        for (const auto& [time, value] : flows[i].GetThroughputSeries(Seconds(0), end, Seconds(5)))
        {
            std::cout << i << "," << variants[i] << "," << time.GetSeconds() << ",goodput,"
                      << value / 1e6 << ",Mbit/s\n";
        }
    }
    const auto x = flows[0].GetThroughput(begin, end), y = flows[1].GetThroughput(begin, end);
    std::cout << "# Jain's index from " << begin.GetSeconds()
              << " s on: " << (x + y) * (x + y) / (2 * (x * x + y * y)) << "\n";
}

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    LossyDumbbellHelper dumbbell(2); // two senders, two receivers, one bottleneck
    dumbbell.SetRate(LossyDumbbellHelper::Direction::FORWARD, DataRate("4Mbps"));
    dumbbell.SetQueue(LossyDumbbellHelper::Direction::FORWARD, 40);
    std::string variants[] = {"sack-veno", "sack"};
    double loss = 0.001;
    CommandLine cmd(__FILE__);
    dumbbell.AddOptions(cmd);
    AddOption(cmd, "first", "A variant: " + TcpVariantPreset::GetNames(), variants[0]);
    AddOption(cmd, "second", "The other variant", variants[1]);
    AddOption(cmd, "loss", "Loss probability of a packet, [0, 1]", loss);
    cmd.Parse(argc, argv);
    const auto first = TcpVariantPreset::FindFault(variants[0]);
    const auto fault = first.empty() ? TcpVariantPreset::FindFault(variants[1]) : first;
    if (!fault.empty() || !(loss >= 0 && loss <= 1))
    {
        std::cerr << (fault.empty() ? "--loss must lie in [0, 1]" : fault) << "\n";
        return 2;
    }
    dumbbell.SetPacketLoss(LossyDumbbellHelper::Direction::FORWARD, loss);
    dumbbell.Build();
    dumbbell.AssignStreams(0);
    FlowRecorder flows[2];
    AddFlow(dumbbell, 0, variants[0], flows[0]);
    AddFlow(dumbbell, 1, variants[1], flows[1]);
    Simulator::Stop(Seconds(200));
    Simulator::Run();
    Print(flows, variants, Seconds(20), Seconds(200));
    Simulator::Destroy();
}
