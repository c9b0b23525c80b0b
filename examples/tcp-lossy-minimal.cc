/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One sender, one receiver, a lossy link. The one line that switches the variant is marked.

#include "lib/socket-parameters.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/tcp-variant.h"

#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

int
main(int argc, char* argv[])
{
    std::string variant = "sack-veno";
    double loss = 0.01;
    std::string variants;
    for (const auto& row : TcpVariant::GetAll())
    {
        variants += "\n    " + row.name + ": " + row.description;
    }
    OptionTable options;
    AddVariant(options, "variant", variant);
    options.Add("loss", "Loss probability of a packet, [0, 1]", loss).AtLeast(0).AtMost(1);
    options.Parse("One bulk flow over 1.6 Mbit/s, 50 ms each way, with random loss. "
                  "Prints what the receiver read. Variants:" +
                      variants,
                  argc,
                  argv);

    LossyDumbbellHelper dumbbell(1);
    dumbbell.SetPacketLoss(LossyDumbbellHelper::FORWARD, loss);
    dumbbell.Build();
    dumbbell.AssignStreams(0);
    TcpVariantPreset(variant).Install(dumbbell.GetSenders()); // this line switches the variant

    BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
    sender.Install(dumbbell.GetSenders()).Start(Seconds(0));
    PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
    auto sinks = receiver.Install(dumbbell.GetReceivers());
    sinks.Start(Seconds(0));

    const Time duration = Seconds(60);
    Simulator::Stop(duration);
    Simulator::Run();
    const auto octets = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    std::cout << variant << ": " << octets << " octets in " << duration.As(Time::S) << ", "
              << octets * 8.0 / 1000.0 / duration.GetSeconds() << " kbit/s\n";
    Simulator::Destroy();
    return 0;
}
