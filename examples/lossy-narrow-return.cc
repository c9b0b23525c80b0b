/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Slow start overruns a queue, and a narrow return path loses ACKs: segments that are sent again in
// vain with the SACK option of RFC 2018 and with compressed offsets. Prints CSV.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// Segments that one bulk flow sends in vain; both ends have the encoding.
double
Measure(const std::string& encoding, double ackLoss, uint32_t run)
{
    const auto forward = LossyDumbbellHelper::Direction::FORWARD;
    const auto reverse = LossyDumbbellHelper::Direction::REVERSE;
    RngSeedManager::SetRun(run);
    Config::SetDefault("ns3::TcpScoreboardSocket::SackEncoding", StringValue(encoding));
    LossyDumbbellHelper dumbbell(1);
    dumbbell.SetRate(forward, DataRate("4200kbps"));
    dumbbell.SetQueue(forward, 50);
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
    uint32_t runs = 10;
    CommandLine cmd(__FILE__);
    cmd.AddValue("runs", "Runs of each case, with run numbers from 1 on, 1 to 1000", runs);
    cmd.Parse(argc, argv);
    if (runs < 1 || runs > 1000)
    {
        std::cerr << "--runs must lie in [1, 1000]\n";
        return 2;
    }
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1000));
    TcpBufferHelper::SetDefaults({1'000'000, 1'000'000}); // these are no limit

    std::cout << "ack_loss,rfc2018_in_vain,compressed_in_vain\n";
    for (const double ackLoss : {0.1, 0.2, 0.3, 0.4, 0.5})
    {
        double rfc2018 = 0;
        double compressed = 0;
        for (uint32_t run = 1; run <= runs; ++run)
        {
            rfc2018 += Measure("Rfc2018", ackLoss, run) / runs;
            compressed += Measure("Compressed", ackLoss, run) / runs;
        }
        std::cout << ackLoss << "," << rfc2018 << "," << compressed << "\n";
    }
    return 0;
}
