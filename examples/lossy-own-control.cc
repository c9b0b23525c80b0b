/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A congestion control of one's own: a loss costs an eighth of the window, not half. Prints CSV.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <algorithm>
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
        const bool slowStart = window.cwnd < window.ssthresh;
        window.cwnd += slowStart ? segments * window.mss : window.mss * window.mss / window.cwnd;
    }
};

template class ns3::TcpWindowControlOf<Gentle>; // NAME is an ns-3 TypeId now

int
main(int argc, char* argv[])
{
    CommandLine(__FILE__).Parse(argc, argv);
    std::cout << "loss_percent,newreno_kbit_s,gentle_kbit_s";
    for (const double percent : {0.01, 0.1, 1.0})
    {
        std::cout << "\n" << percent;
        for (const std::string control : {"ns3::TcpNewReno", Gentle::NAME})
        {
            LossyDumbbellHelper path(1);
            path.SetPacketLoss(LossyDumbbellHelper::Direction::FORWARD, percent / 100);
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
            std::cout << "," << DynamicCast<PacketSink>(sink)->GetTotalRx() * 8 / 60e3;
            Simulator::Destroy();
        }
    }
    std::cout << "\n";
}
