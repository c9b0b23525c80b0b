/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Slow start overruns a queue, and a narrow return path loses ACKs: segments that are sent again in
// vain with the SACK option of RFC 2018 and with compressed offsets. Prints CSV.
//
//   sender --- router ===== 4.2 Mbit/s, 50 packets =====> router --- receiver
//                     <==== 200 kbit/s, losses =========

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// Segments that one bulk flow sends in vain; both ends have the encoding.
double
Measure(LossyDumbbellHelper dumbbell, const std::string& encoding, double ackLoss, uint64_t run)
{
    const auto reverse = LossyDumbbellHelper::Direction::REVERSE;
    RngSeedManager::SetRun(run);
    Config::SetDefault("ns3::TcpScoreboardSocket::SackEncoding", StringValue(encoding));
    dumbbell.SetRate(reverse, DataRate("200kbps"));
    dumbbell.SetQueue(reverse, 100);
    dumbbell.SetPacketLoss(reverse, ackLoss);
    dumbbell.SetAccess(DataRate("10Gbps"), Time(0));
    dumbbell.Build();
    dumbbell.AssignStreams(0);
    TcpVariantPreset("sack").Install(NodeContainer(dumbbell.GetSenders(), dumbbell.GetReceivers()));
    BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
    sender.Install(dumbbell.GetSenders());
    PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
    auto sink = receiver.Install(dumbbell.GetReceivers()).Get(0);
    FlowRecorder duplicates;
    duplicates.RecordReceiver(DynamicCast<PacketSink>(sink));
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    const auto inVain = duplicates.GetUnnecessaryRetransmissions().size();
    Simulator::Destroy();
    return inVain;
}

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    LossyDumbbellHelper dumbbell(1);
    dumbbell.SetRate(LossyDumbbellHelper::Direction::FORWARD, DataRate("4200kbps"));
    dumbbell.SetQueue(LossyDumbbellHelper::Direction::FORWARD, 50);
    uint32_t runs = 10;
    CommandLine cmd(__FILE__);
    dumbbell.AddOptions(cmd);
    AddOption(cmd, "runs", "Runs of each case, from --RngRun on, 1 to 1000", runs);
    cmd.Parse(argc, argv);
    if (runs < 1 || runs > 1000)
    {
        std::cerr << "--runs must lie in [1, 1000]\n";
        return 2;
    }
    TcpBufferHelper::SetDefaults({1'000'000, 1'000'000}); // these are no limit

    const auto begin = RngSeedManager::GetRun();
    std::cout << "encoding,ack_loss,run,quantity,value,unit\n";
    for (const double ackLoss : {0.1, 0.2, 0.3, 0.4, 0.5})
    {
        for (uint32_t i = 0; i < 2 * runs; ++i)
        {
            const std::string encoding = i < runs ? "Rfc2018" : "Compressed";
            const auto run = begin + i % runs;
            std::cout << encoding << "," << ackLoss << "," << run << ",sent in vain,"
                      << Measure(dumbbell, encoding, ackLoss, run) << ",segments\n";
        }
    }
}
