/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// CPU time for each delivered segment against the window and the number of flows, for ns-3's
// socket, ours, and UDP.

#include "lib/cpu-meter.h"
#include "lib/dumbbell-parameters.h"
#include "lib/flow-parameters.h"
#include "lib/option-table.h"
#include "lib/result-writer.h"
#include "lib/traffic-sources.h"

#include "ns3/config.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
constexpr uint16_t PORT = 5001;
constexpr uint32_t SEGMENT = 1000;             // octets
constexpr uint64_t MAX_BUFFER = 1'000'000'000; // octets, what a scaled window can announce
const DataRate LINK_RATE("10Gbps");            // bottleneck, both directions
const DataRate ACCESS_RATE("100Gbps");         // so that the window stands in the bottleneck's pipe
constexpr uint32_t HEADERS = 42;               // IPv4, TCP and PPP

/// The variant whose window stays.
const std::string FIXED = "ns3::TcpLossyBenchFixedWindow";
/// The floor, beside TCP's sockets.
const std::string UDP = "udp";

/// Opens to a window and stays there, whatever is lost: what is measured is the window's cost.
class FixedWindow : public TcpNewReno
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId(FIXED.c_str()).SetParent<TcpNewReno>().AddConstructor<FixedWindow>();
        return tid;
    }

    std::string GetName() const override
    {
        return "FixedWindow";
    }

    uint32_t GetSsThresh(Ptr<const TcpSocketState>, uint32_t) override
    {
        return s_window;
    }

    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segments) override
    {
        tcb->m_cWnd = std::min(s_window, tcb->m_cWnd.Get() + segments * tcb->m_segmentSize);
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<FixedWindow>(this);
    }

    static inline uint32_t s_window{0}; //!< octets
};

NS_OBJECT_ENSURE_REGISTERED(FixedWindow);

struct Options
{
    uint32_t window{100};                       //!< segments
    uint32_t flows{1};                          //!< that share the window
    double loss{0.0};                           //!< probability on the forward path
    Time jitter{0};                             //!< most, on the forward path
    std::string sockets{"udp,scoreboard-fack"}; //!< compared
    std::string variant{FIXED};                 //!< whose control opens the window
    uint32_t segments{0};                       //!< measured ones, 0 for a default
    Time limit{Seconds(120)};                   //!< CPU time for one socket
    std::string links{"dumbbell"};              //!< between the two

    OptionTable GetTable()
    {
        OptionTable table;
        table.Add("window", "Window in segments, 1 to 1000000", window)
            .In(1, 1'000'000, "segments");
        table
            .Add("flows",
                 "Flows of one node to another that share the window evenly, 1 to 10000",
                 flows)
            .In(1, 10'000)
            .Must([this] { return window % flows == 0; }, "divide --window");
        table.Add("loss", "Loss probability on the forward path, [0, 1)", loss).AtLeast(0).Below(1);
        table.Add("jitter", "Most additional delay of each packet on the forward path", jitter)
            .AtLeast(0);
        const auto names = UDP + ", " + TcpVariantPreset::GetSocketNames();
        table.Add("sockets", "Comma-separated: " + names, sockets)
            .Must([this] { return HasAllSockets(); }, "list some of " + names);
        AddVariant(table, "variant", variant);
        table.Add("segments", "Segments to measure; 0 for a number that suits the window", segments)
            .Zero("what suits the window");
        table.Add("limit", "CPU time after which a socket is given up", limit).Above(0);
        table
            .Add("links",
                 "What joins the two ends: dumbbell, with links to both sides of the bottleneck; "
                 "link, the bottleneck alone; path, the same as a PathNetDevice",
                 links)
            .Among({"dumbbell", "link", "path"});
        table.Forbid([this] { return links != "dumbbell" && jitter.IsStrictlyPositive(); },
                     "--jitter needs --links=dumbbell");
        return table;
    }

    bool HasAllSockets() const
    {
        const auto names = SplitList(sockets, ',');
        return !sockets.empty() &&
               std::all_of(names.begin(), names.end(), [](const std::string& name) {
                   return name == UDP || TcpVariantPreset::IsSocket(name);
               });
    }
};

void
SetTcpDefaults(const Options& options)
{
    const uint32_t window = options.window / options.flows * SEGMENT;
    FixedWindow::s_window = window;
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    // No flow begins with more than its share, or the first of many would be all that is measured.
    Config::SetDefault("ns3::TcpSocket::InitialCwnd",
                       UintegerValue(std::min(10U, options.window / options.flows)));
    // Holes that take a few round trips to fill do not hold the sender back, unless its buffer is
    // what ends the window's growth. It does before the receiver's: ns-3.37 crashes when a
    // receiver's window fills behind a hole.
    Config::SetDefault("ns3::TcpSocket::SndBufSize",
                       UintegerValue(options.variant == FIXED ? 4 * window : window));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize",
                       UintegerValue(std::min<uint64_t>(uint64_t{16} * window, MAX_BUFFER)));
    Config::SetDefault("ns3::TcpFackRecovery::LostRetransmission", StringValue("Retransmit"));
}

// What the application reads comes in leaps of up to a window where segments are lost.
void
CountSegment(CpuMeter* meter, const Ipv4Header&, Ptr<const Packet> packet, uint32_t)
{
    if (packet->GetSize() > SEGMENT)
    {
        meter->Deliver(SEGMENT);
    }
}

void
InstallTcp(LossyDumbbellHelper& dumbbell,
           const std::string& socket,
           const Options& options,
           CpuMeter& meter)
{
    const TcpVariantPreset variant(options.variant, socket);
    variant.Install(dumbbell.GetSenders());
    variant.Install(dumbbell.GetReceivers());
    PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
    receiver.Install(dumbbell.GetReceivers().Get(0));
    dumbbell.GetReceivers().Get(0)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
        "LocalDeliver",
        MakeBoundCallback(&CountSegment, &meter));
    for (uint32_t i = 0; i < options.flows; ++i)
    {
        const auto to = dumbbell.GetReceiverAddress(0, PORT);
        dumbbell.GetSenders().Get(0)->AddApplication(CreateObject<BulkSource>(to, SEGMENT));
    }
}

void
BuildPath(LossyDumbbellHelper& dumbbell, const Options& options)
{
    const auto oneWay = LINK_RATE.CalculateBytesTxTime(SEGMENT + HEADERS) * options.window / 2;
    for (const auto direction : {FORWARD, REVERSE})
    {
        dumbbell.SetRate(direction, LINK_RATE);
        dumbbell.SetDelay(direction, oneWay);
        dumbbell.SetQueue(direction, 4 * options.window);
    }
    dumbbell.SetPacketLoss(FORWARD, options.loss);
    dumbbell.SetJitter(options.jitter);
    dumbbell.SetAccess(ACCESS_RATE, Time(0));
    if (options.links != "dumbbell")
    {
        dumbbell.SetDirect(LossyDumbbellHelper::Side::LEFT);
        dumbbell.SetDirect(LossyDumbbellHelper::Side::RIGHT);
    }
    if (options.links == "path")
    {
        dumbbell.UsePath();
    }
    dumbbell.Build();
    dumbbell.AssignStreams(0);
}

/// @brief One run. @param options path and flows @param socket the name of a socket, or `udp`
/// @return CPU time of a segment, unless the run was given up
std::optional<double>
Measure(const Options& options, const std::string& socket)
{
    SetTcpDefaults(options);
    LossyDumbbellHelper dumbbell(1);
    BuildPath(dumbbell, options);

    // Slow start takes two windows. Then enough for the clock, and many windows.
    const uint64_t usual = options.window < 10'000 ? 200'000 : 8 * options.window;
    CpuMeter meter(SEGMENT,
                   2 * options.window,
                   options.segments > 0 ? options.segments : usual,
                   options.limit.GetSeconds());
    std::optional<UdpPair> udp;
    if (socket == UDP)
    {
        const auto interval = LINK_RATE.CalculateBytesTxTime(SEGMENT + HEADERS);
        udp.emplace(dumbbell, meter, SEGMENT, interval, PORT);
    }
    else
    {
        InstallTcp(dumbbell, socket, options, meter);
    }
    meter.Watch();
    Simulator::Run();
    Simulator::Destroy();
    return meter.GetCost();
}

void
WriteResults(const OptionTable& table,
             const Options& options,
             const std::map<std::string, std::optional<double>>& costs)
{
    ResultWriter writer(std::cout);
    table.Describe(writer);
    writer.Describe("segment", SEGMENT, "octets");
    writer.Describe("link", "10 Gbit/s; the round trip is the time of a window");
    for (const auto& [socket, cost] : costs)
    {
        if (!cost)
        {
            writer.Describe("skipped " + socket,
                            "took over " + ShowValue(options.limit) + " of CPU time");
        }
    }
    for (const auto& [socket, cost] : costs)
    {
        if (!cost)
        {
            continue;
        }
        writer.Row("cost", socket, "us/segment", *cost);
        for (const auto& [quantity, base] :
             {std::pair{"cost_to_udp", "udp"}, std::pair{"cost_to_stock", "stock"}})
        {
            const auto reference = costs.find(base);
            if (socket != base && socket != "udp" && reference != costs.end() && reference->second)
            {
                writer.Row(quantity, socket, "1", *cost / *reference->second);
            }
        }
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    auto table = options.GetTable();
    table.Parse("CPU time for each delivered segment at a fixed window, or with a --variant that "
                "opens it up to that size. Prints CSV: cost, and its ratio to UDP's and to the "
                "stock socket's in the same run.",
                {argv, argv + argc});

    std::map<std::string, std::optional<double>> costs;
    for (const auto& socket : SplitList(options.sockets, ','))
    {
        costs[socket] = Measure(options, socket);
    }
    WriteResults(table, options, costs);
    return 0;
}
