/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A loss recovery of one's own: RFC 6675's, but each D-SACK raises DupThresh. Prints CSV.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

struct Adaptive : Rfc6675Sender
{
    static constexpr const char* NAME = "AdaptiveRecovery"; // what LossRecovery is set to

    const AckOutcome& OnAck(const AckEvent& event) override
    {
        const auto dupThresh = GetProgress().GetConfiguration().dupThresh;
        m_progress.SetDupThresh(event.duplicate && dupThresh < 30 ? dupThresh + 1 : dupThresh);
        return Rfc6675Sender::OnAck(event);
    }
};

using AdaptiveRecovery = TcpLossRecoveryOf<Adaptive>;
NS_OBJECT_ENSURE_REGISTERED(AdaptiveRecovery);

/// Throughput of one bulk flow whose segments come up to `jitter` late, bit/s.
double
Measure(const std::string& recovery, Time jitter)
{
    Config::SetDefault("ns3::TcpScoreboardSocket::LossRecovery", StringValue(recovery));
    LossyDumbbellHelper path(1);
    path.SetJitter(jitter);
    path.Build();
    path.AssignStreams(0);
    TcpScoreboardSocketHelper().Install(NodeContainer(path.GetSenders(), path.GetReceivers()));
    BulkSendHelper sender("ns3::TcpSocketFactory", path.GetReceiverAddress(0, 5001));
    sender.Install(path.GetSenders());
    PacketSinkHelper receiver("ns3::TcpSocketFactory", path.GetAnyAddress(5001));
    auto sinks = receiver.Install(path.GetReceivers());
    Simulator::Stop(Minutes(1));
    Simulator::Run();
    const auto octets = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    Simulator::Destroy();
    return octets * 8 / 60.0;
}

int
main(int argc, char* argv[])
{
    CommandLine(__FILE__).Parse(argc, argv);
    std::cout << "jitter_ms,rfc6675_kbit_s,adaptive_kbit_s\n";
    for (const int jitter : {0, 5, 10, 20, 40, 80})
    {
        std::cout << jitter << "," << Measure("Rfc6675", MilliSeconds(jitter)) / 1000 << ","
                  << Measure("AdaptiveRecovery", MilliSeconds(jitter)) / 1000 << "\n";
    }
    return 0;
}
