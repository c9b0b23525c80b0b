/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// CPU time for each delivered segment against the window, for ns-3's socket, ours, and UDP.

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/bulk-flow.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/cpu-meter.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/result-writer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/udp-pair.h"
#include "ns3/uinteger.h"

#include <iostream>
#include <map>
#include <optional>
#include <sstream>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 5001;
constexpr uint32_t SEGMENT = 1000;             // octets
constexpr uint64_t MAX_BUFFER = 1'000'000'000; // octets, what a scaled window can announce
const DataRate LINK_RATE("10Gbps");            // bottleneck, both directions
const DataRate ACCESS_RATE("100Gbps");         // so that the window stands in the bottleneck's pipe
constexpr uint32_t HEADERS = 42;               // IPv4, TCP and PPP

/// What is measured.
struct Options
{
    uint32_t window{100};                       //!< segments
    double loss{0.0};                           //!< probability on the forward path
    std::string sockets{"udp,scoreboard-fack"}; //!< compared
    uint32_t segments{0};                       //!< measured ones, 0 for a default
    double limit{120.0};                        //!< CPU seconds for one socket
};

/// Opens to a window and stays there, whatever is lost: what is measured is the window's cost.
class FixedWindow : public TcpNewReno
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TcpLossyBenchFixedWindow")
                                .SetParent<TcpNewReno>()
                                .AddConstructor<FixedWindow>();
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

void
SetTcpDefaults(const Options& options)
{
    const uint32_t window = options.window * SEGMENT;
    FixedWindow::s_window = window;
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    // Holes that take a few round trips to fill do not hold the sender back, and its own buffer
    // does before the receiver's: ns-3.37 crashes when a receiver's window fills behind a hole.
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(4 * window));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize",
                       UintegerValue(std::min<uint64_t>(uint64_t{16} * window, MAX_BUFFER)));
    Config::SetDefault("ns3::TcpScoreboardSocket::LostRetransmission", StringValue("Retransmit"));
}

void
InstallTcp(LossyDumbbellHelper& dumbbell, const std::string& socket, CpuMeter& meter)
{
    const TcpVariantPreset variant(FixedWindow::GetTypeId().GetName(), socket);
    variant.Install(dumbbell.GetSenders());
    variant.Install(dumbbell.GetReceivers());
    const auto flow = BulkFlow::Install({dumbbell.GetSenders().Get(0),
                                         dumbbell.GetReceivers().Get(0),
                                         dumbbell.GetReceiverAddress(0, PORT),
                                         dumbbell.GetAnyAddress(PORT)},
                                        SEGMENT,
                                        Seconds(0));
    flow.receiver->TraceConnectWithoutContext("Rx", MakeCallback(&CpuMeter::Received, &meter));
}

/// @brief One run. @param options what @param socket which socket @return its cost, if it ended
std::optional<double>
Measure(const Options& options, const std::string& socket)
{
    SetTcpDefaults(options);
    LossyDumbbellHelper dumbbell(1);
    const auto oneWay = LINK_RATE.CalculateBytesTxTime(SEGMENT + HEADERS) * options.window / 2;
    for (const auto direction : {LossyDumbbellHelper::FORWARD, LossyDumbbellHelper::REVERSE})
    {
        dumbbell.SetRate(direction, LINK_RATE);
        dumbbell.SetDelay(direction, oneWay);
        dumbbell.SetQueue(direction, 4 * options.window);
    }
    dumbbell.SetPacketLoss(LossyDumbbellHelper::FORWARD, options.loss);
    dumbbell.SetAccess(ACCESS_RATE, Time(0));
    dumbbell.Build();
    dumbbell.AssignStreams(0);

    // Slow start takes two windows. Then enough for the clock, and many windows: what NewReno
    // delivers comes in leaps of up to one.
    const uint64_t usual = options.window < 10'000 ? 200'000 : 8 * options.window;
    CpuMeter meter(SEGMENT,
                   2 * options.window,
                   options.segments > 0 ? options.segments : usual,
                   options.limit);
    std::optional<UdpPair> udp;
    if (socket == "udp")
    {
        const auto interval = LINK_RATE.CalculateBytesTxTime(SEGMENT + HEADERS);
        udp.emplace(dumbbell, meter, SEGMENT, interval, PORT);
    }
    else
    {
        InstallTcp(dumbbell, socket, meter);
    }
    meter.Watch();
    Simulator::Run();
    Simulator::Destroy();
    return meter.GetCost();
}

std::vector<std::string>
Split(const std::string& list)
{
    std::vector<std::string> items;
    std::istringstream stream(list);
    for (std::string item; std::getline(stream, item, ',');)
    {
        items.push_back(item);
    }
    return items;
}

void
WriteResults(const Options& options, const std::map<std::string, std::optional<double>>& costs)
{
    std::ostringstream x;
    x << "window=" << options.window << " p=" << options.loss;
    ResultWriter writer(std::cout, "bench-window");
    writer.Describe("segment", SEGMENT, "octets");
    writer.Describe("rate", "10 Gbit/s; the round trip is the time of a window");
    for (const auto& [socket, cost] : costs)
    {
        if (!cost)
        {
            writer.Describe("skipped " + socket + " " + x.str(),
                            "took over " + std::to_string(options.limit) + " CPU s");
        }
    }
    for (const auto& [socket, cost] : costs)
    {
        if (!cost)
        {
            continue;
        }
        writer.Row("cost", socket, x.str(), "us/segment", *cost);
        for (const auto& [quantity, base] :
             {std::pair{"cost_to_udp", "udp"}, std::pair{"cost_to_stock", "stock"}})
        {
            const auto reference = costs.find(base);
            if (socket != base && socket != "udp" && reference != costs.end() && reference->second)
            {
                writer.Row(quantity, socket, x.str(), "1", *cost / *reference->second);
            }
        }
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.Usage("CPU time for each delivered segment at a fixed window. Prints CSV: cost, and its "
              "ratio to UDP's and to the stock socket's in the same run.");
    cmd.AddValue("window", "Window in segments, 1 to 1000000", options.window);
    cmd.AddValue("loss", "Loss probability on the forward path, [0, 1)", options.loss);
    cmd.AddValue("sockets",
                 "Comma-separated: udp, " + TcpVariantPreset::GetSocketNames(),
                 options.sockets);
    cmd.AddValue("segments",
                 "Segments to measure; 0 for a number that suits the window",
                 options.segments);
    cmd.AddValue("limit", "CPU seconds after which a socket is given up", options.limit);
    cmd.Parse(argc, argv);
    NS_ABORT_MSG_UNLESS(options.window >= 1 && options.window <= 1'000'000,
                        "--window must lie in [1, 1000000] segments, not " << options.window);
    NS_ABORT_MSG_UNLESS(options.loss >= 0.0 && options.loss < 1.0,
                        "--loss must lie in [0, 1), not " << options.loss);
    NS_ABORT_MSG_UNLESS(options.limit > 0.0, "--limit must be above 0 s, not " << options.limit);

    std::map<std::string, std::optional<double>> costs;
    for (const auto& socket : Split(options.sockets))
    {
        costs[socket] = Measure(options, socket);
    }
    WriteResults(options, costs);
    return 0;
}
