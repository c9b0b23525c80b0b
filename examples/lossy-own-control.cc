/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A congestion control of one's own: a loss costs an eighth of the window. Prints CSV.
//   sender --- router ===== 1.6 Mbit/s, 50 ms, losses at random ===== router --- receiver

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

struct Gentle : WindowControl
{
    static constexpr const char* NAME = "GentleControl";

    uint32_t Reduce(Window& window, uint32_t flight) override
    {
        return std::max(2 * window.mss, flight / 8 * 7);
    }

    void Open(Window& window, uint32_t segments) override
    {
        const bool starts = window.cwnd < window.ssthresh;
        window.cwnd += starts ? segments * window.mss : window.mss * window.mss / window.cwnd;
    }
};

template class ns3::TcpWindowControlOf<Gentle>; // NAME is an ns-3 TypeId now

int
main(int argc, char* argv[])
{
    LossyDumbbellHelper planned(1);
    CommandLine cmd(__FILE__);
    planned.AddOptions(cmd);
    cmd.Parse(argc, argv);
    std::cout << "control,throughput_kbit_s\n";
    for (const std::string control : {"ns3::TcpNewReno", Gentle::NAME})
    {
        auto path = planned;
        path.SetPacketLoss(LossyPathHelper::Direction::FORWARD, 0.01);
        path.Build();
        path.AssignStreams(0);
        TcpVariantPreset(control, "scoreboard-rack")
            .Install({path.GetSenders(), path.GetReceivers()});
        BulkSendHelper sender("ns3::TcpSocketFactory", path.GetReceiverAddress(0, 5001));
        sender.Install(path.GetSenders());
        PacketSinkHelper receiver("ns3::TcpSocketFactory", path.GetAnyAddress(5001));
        const auto sink = receiver.Install(path.GetReceivers()).Get(0);
        Simulator::Stop(Minutes(1));
        Simulator::Run();
        std::cout << control << "," << DynamicCast<PacketSink>(sink)->GetTotalRx() * 8 / 60e3
                  << "\n";
        Simulator::Destroy();
    }
}
