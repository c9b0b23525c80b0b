/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Ten losses in one window, repaired by FACK without and with Rampdown: each segment that is sent.
// Prints CSV.
//
//   sender --- router ===== 1.6 Mbit/s, 50 ms, 100 packets, ten losses ===== router --- receiver

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// One flow whose segments `first` to `last` are lost; rows of its sender.
void
Run(LossyDumbbellHelper dumbbell, const std::string& variant, uint32_t first, uint32_t last)
{
    auto losses = CreateObject<SegmentLossModel>();
    losses->SetAttribute("SegmentSize", UintegerValue(1448));
    for (uint32_t segment = first; segment <= last; ++segment)
    {
        losses->Drop(segment);
    }
    dumbbell.SetErrorModel(LossyDumbbellHelper::Direction::FORWARD, losses);
    dumbbell.Build();
    TcpVariantPreset(variant).Install(dumbbell.GetSenders());
    BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
    auto source = sender.Install(dumbbell.GetSenders()).Get(0);
    PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
    receiver.Install(dumbbell.GetReceivers());
    FlowRecorder recorder;
    recorder.RecordSender(DynamicCast<BulkSendApplication>(source));
    Simulator::Stop(Seconds(3));
    Simulator::Run();

    uint32_t sent = 0;
    for (const auto& time : recorder.GetTransmissions())
    {
        std::cout << time.GetSeconds() << "," << variant << ",sent," << ++sent << ",segments\n";
    }
    for (const auto& [time, segments] : recorder.GetSeries("cwnd"))
    {
        std::cout << time.GetSeconds() << "," << variant << ",cwnd," << segments << ",segments\n";
    }
    Simulator::Destroy();
}

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    LossyDumbbellHelper dumbbell(1);
    dumbbell.SetQueue(LossyDumbbellHelper::Direction::FORWARD, 100); // nothing else is lost
    uint32_t first = 40;
    uint32_t last = 49;
    CommandLine cmd(__FILE__);
    dumbbell.AddOptions(cmd);
    AddOption(cmd, "first", "First segment that is lost, from 1 on", first);
    AddOption(cmd, "last", "Last segment that is lost, at most 1000000", last);
    cmd.Parse(argc, argv);
    if (first < 1 || last < first || last > 1000000)
    {
        std::cerr << "--first must be at least 1, --last lie in [first, 1000000]\n";
        return 2;
    }

    std::cout << "time_s,variant,quantity,value,unit\n";
    Run(dumbbell, "fack", first, last);
    Run(dumbbell, "fack-rd", first, last);
}
