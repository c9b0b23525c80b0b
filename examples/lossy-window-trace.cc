/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The window (cwnd) and what the sender takes to be in the network (awnd), each change of them.
// Prints CSV.
//
//   sender --- router ===== 1.6 Mbit/s, 50 ms, 15 packets, losses ===== router --- receiver

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/tcp-lossy-module.h"

#include <iostream>

using namespace ns3;

/// A trace sink: a row for each change, octets.
void
Print(std::string quantity, uint32_t, uint32_t octets)
{
    std::cout << Simulator::Now().GetSeconds() << "," << quantity << "," << octets << ",octets\n";
}

/// By their paths. The socket is there from the application's start on; ns-3's own has no awnd.
void
ConnectTraces()
{
    const std::string socket = "/NodeList/*/$ns3::TcpL4Protocol/SocketList/*/";
    Config::ConnectWithoutContext(socket + "CongestionWindow",
                                  MakeBoundCallback(&Print, std::string("cwnd")));
    Config::ConnectWithoutContextFailSafe(socket + "Awnd",
                                          MakeBoundCallback(&Print, std::string("awnd")));
}

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    LossyDumbbellHelper dumbbell(1);
    std::string variant = "fack";
    double loss = 0.003;
    CommandLine cmd(__FILE__);
    dumbbell.AddOptions(cmd);
    AddOption(cmd, "variant", "TCP variant: " + TcpVariantPreset::GetNames(), variant);
    AddOption(cmd, "loss", "Loss probability of a packet, [0, 1]", loss);
    cmd.Parse(argc, argv);
    if (const auto fault = TcpVariantPreset::FindFault(variant); !fault.empty())
    {
        std::cerr << fault << "\n";
        return 2;
    }
    if (!(loss >= 0 && loss <= 1))
    {
        std::cerr << "--loss must lie in [0, 1]\n";
        return 2;
    }

    dumbbell.SetPacketLoss(LossyDumbbellHelper::Direction::FORWARD, loss);
    dumbbell.Build();
    dumbbell.AssignStreams(0);
    TcpVariantPreset(variant).Install(dumbbell.GetSenders());
    BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
    sender.Install(dumbbell.GetSenders());
    PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
    receiver.Install(dumbbell.GetReceivers());

    std::cout << "time_s,quantity,value,unit\n";
    Simulator::Schedule(MilliSeconds(1), &ConnectTraces);
    Simulator::Stop(Seconds(20));
    Simulator::Run();
    Simulator::Destroy();
}
