/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A loss recovery of one's own: RFC 6675's, but each D-SACK raises DupThresh. Prints CSV.
//
//   sender --- router ===== 1.6 Mbit/s, 50 ms, 15 packets ===== router --- jitter --- receiver

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

struct Adaptive : Rfc6675Recovery
{
    static constexpr const char* NAME = "AdaptiveRecovery";

    const AckOutcome& OnAck(const AckEvent& event) override
    {
        const auto dupThresh = m_state.GetConfiguration().dupThresh;
        m_state.SetDupThresh(event.duplicate && dupThresh < 30 ? dupThresh + 1 : dupThresh);
        return Rfc6675Recovery::OnAck(event);
    }
};

template class ns3::TcpLossRecoveryOf<Adaptive>; // NAME is an ns-3 TypeId now

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    LossyDumbbellHelper planned(1);
    CommandLine cmd(__FILE__);
    planned.AddOptions(cmd);
    cmd.Parse(argc, argv);
    std::cout << "recovery,jitter_ms,quantity,value,unit\n";
    for (const int jitter : {0, 5, 10, 20, 40, 80})
    {
        for (const std::string recovery : {"Rfc6675", Adaptive::NAME})
        {
            Config::SetDefault("ns3::TcpScoreboardSocket::LossRecovery", StringValue(recovery));
            auto path = planned;
            path.SetJitter(MilliSeconds(jitter));
            path.Build();
            path.AssignStreams(0);
            TcpScoreboardSocketHelper().Install({path.GetSenders(), path.GetReceivers()});
            BulkSendHelper sender("ns3::TcpSocketFactory", path.GetReceiverAddress(0, 5001));
            sender.Install(path.GetSenders());
            PacketSinkHelper receiver("ns3::TcpSocketFactory", path.GetAnyAddress(5001));
            const auto sink = receiver.Install(path.GetReceivers()).Get(0);
            Simulator::Stop(Minutes(1));
            Simulator::Run();
            const auto octets = DynamicCast<PacketSink>(sink)->GetTotalRx();
            std::cout << recovery << "," << jitter << ",throughput," << octets * 8 / 60e3
                      << ",kbit/s\n";
            Simulator::Destroy();
        }
    }
}
