/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A loss recovery of one's own: RFC 6675, but a D-SACK, which tells that something was sent again
// in vain, raises DupThresh. A bulk flow over a path that loses and reorders.

#include "ns3/bulk-send-helper.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/rfc6675-sender.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;

/// Decides what is lost; each connection has one.
struct AdaptiveSender : public Rfc6675Sender
{
    using Rfc6675Sender::Rfc6675Sender;

    void OnScoreboard(const AckEvent& event, AckOutcome&) override
    {
        SetDupThresh(GetDupThresh() + (event.duplicate && GetDupThresh() < 30 ? 1 : 0));
    }
};

/// Makes them; what LossRecovery names.
struct AdaptiveRecovery : public TcpLossRecovery
{
    static TypeId GetTypeId()
    {
        static const auto tid = TypeId("AdaptiveRecovery")
                                    .SetParent<TcpLossRecovery>()
                                    .AddConstructor<AdaptiveRecovery>();
        return tid;
    }

    std::unique_ptr<LossRecoverySender> MakeSender(const LossRecoverySender::Configuration& c,
                                                   const RecoveryLaw*) const override
    {
        return std::make_unique<AdaptiveSender>(c, Rfc6675Sender::Options{});
    }
};

NS_OBJECT_ENSURE_REGISTERED(AdaptiveRecovery);

int
main(int argc, char* argv[])
{
    std::string recovery = "AdaptiveRecovery";
    CommandLine cmd;
    cmd.AddValue("recovery", "What LossRecovery is, to compare with", recovery);
    cmd.Parse(argc, argv);
    Config::SetDefault("ns3::TcpScoreboardSocket::LossRecovery", StringValue(recovery));
    LossyDumbbellHelper path(1);
    path.SetPacketLoss(LossyDumbbellHelper::FORWARD, 0.001);
    path.SetJitter(MilliSeconds(40));
    path.Build();
    TcpScoreboardSocketHelper().Install(NodeContainer(path.GetSenders(), path.GetReceivers()));
    BulkSendHelper source("ns3::TcpSocketFactory", path.GetReceiverAddress(0, 5001));
    source.SetAttribute("MaxBytes", UintegerValue(2000000));
    source.Install(path.GetSenders());
    PacketSinkHelper sink("ns3::TcpSocketFactory", path.GetAnyAddress(5001));
    const auto sinks = sink.Install(path.GetReceivers());
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    const auto octets = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    std::cout << octets << " of 2000000 octets arrived" << std::endl;
    Simulator::Destroy();
    return octets == 2000000 ? 0 : 1;
}
