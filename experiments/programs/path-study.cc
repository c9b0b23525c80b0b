/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One flow of any control, recovery law and sender over a path that changes in time, alone or
// beside others: E4.

#include "lib/flow-run.h"
#include "lib/option-table.h"
#include "lib/result-statistics.h"
#include "lib/traffic-sources.h"

#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/path-conditions.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <deque>
#include <iostream>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
constexpr double PERCENTILE = 0.95;
constexpr auto FORWARD = LossyPathHelper::Direction::FORWARD;
constexpr auto REVERSE = LossyPathHelper::Direction::REVERSE;

// The path takes the streams from 0 on.
constexpr int64_t MODEL_STREAM = 2'000'000;

struct SetUp
{
    std::string model{"leo"};          //!< of the forward direction, where there is no trace
    std::string trace;                 //!< file of the forward direction, or empty
    Time delay{"15ms"};                //!< of each direction, besides the model's
    DataRate reverseRate{"10Mbps"};    //!< of the way back
    QueueSize queue{"100p"};           //!< of each direction
    std::string variant{"sack"};       //!< of the flow
    std::string law;                   //!< its recovery law, or empty
    std::string rival{"cubic"};        //!< of the other flows
    uint32_t rivals{0};                //!< their number
    bool print{false};                 //!< write the model's table only
    SocketParameters sockets;          //!< of all flows
    MeasurementParameters measurement; //!< times

    OptionTable GetOptions();
    void AddPath(OptionTable& options);
    pathmodels::Rows MakeRows() const;
    LossyPathHelper MakePath() const;
};

void
SetUp::AddPath(OptionTable& options)
{
    options
        .Add("model",
             "What the path to the receiver does where there is no --trace: leo, cell or wifi",
             model)
        .Must([this] { return pathmodels::Find(model) != nullptr; }, "be leo, cell or wifi");
    options
        .Add("trace",
             "File of what that path does, looped, from a place in it that each run draws: a table "
             "in CSV, or a trace of Mahimahi's",
             trace)
        .Zero("none");
    options.Add("delay", "Propagation delay of each direction, besides the model's", delay)
        .AtLeast(0);
    options.Add("reverseRate", "Rate of the way back", reverseRate).Above(0);
    options.Add("queue", "Queue of each direction, packets or octets, above 0", queue)
        .Must([this] { return queue.GetValue() > 0; }, "be above 0");
}

OptionTable
SetUp::GetOptions()
{
    OptionTable options;
    AddPath(options);
    AddVariant(options, "variant", variant);
    AddLaw(options, law).Zero("the variant's");
    AddVariant(options, "rival", rival);
    options.Add("rivals", "Flows of the rival beside the first, 0 to 100", rivals).AtMost(100);
    options.Add("print", "Write the model's table and end", print).Undescribed();
    options.Add(sockets.GetOptions());
    options.Add(measurement.GetOptions());
    options.Forbid([this] { return print && !trace.empty(); },
                   "--print writes the model's table, and there is a --trace");
    options.AddCheck("trace", [this] {
        return trace.empty() ? "" : LossyPathHelper::FindTraceFault(trace);
    });
    return options;
}

pathmodels::Rows
SetUp::MakeRows() const
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(MODEL_STREAM);
    return pathmodels::Find(model)(measurement.to, random);
}

LossyPathHelper
SetUp::MakePath() const
{
    LossyPathHelper path;
    for (const auto direction : {FORWARD, REVERSE})
    {
        path.SetDelay(direction, delay);
        path.SetQueue(direction, queue);
    }
    path.SetRate(REVERSE, reverseRate);
    path.SetTraceOffset(MODEL_STREAM);
    if (trace.empty())
    {
        path.SetConditions(FORWARD, std::make_shared<RateTrace>(MakeRows(), false, Time(0)));
    }
    else
    {
        path.SetTrace(FORWARD, trace);
    }
    return path;
}

/// Two nodes, and how long packets take from the first to the second.
class PathTopology : public Topology
{
  public:
    explicit PathTopology(const SetUp& setUp)
        : m_nodes(2)
    {
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.Install(m_nodes);
        stack.AssignStreams(m_nodes, 100);
        const auto devices = setUp.MakePath().Install(m_nodes.Get(0), m_nodes.Get(1));
        LossyPathHelper::AssignStreams(devices, 0);
        m_interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        const auto connect = [](Ptr<NetDevice> device, const std::string& trace, auto callback) {
            device->TraceConnectWithoutContext(trace, callback);
        };
        connect(devices.Get(0), "MacTx", MakeCallback(&PathTopology::Sent, this));
        connect(devices.Get(0), "MacTxDrop", MakeCallback(&PathTopology::Dropped, this));
        connect(devices.Get(1), "PhyRxDrop", MakeCallback(&PathTopology::Lost, this));
        connect(devices.Get(1), "MacRx", MakeCallback(&PathTopology::Received, this));
    }

    BulkFlow::Ends GetEnds(uint32_t, uint16_t port) const override
    {
        return {m_nodes.Get(0),
                m_nodes.Get(1),
                InetSocketAddress(m_interfaces.GetAddress(1), port),
                InetSocketAddress(Ipv4Address::GetAny(), port)};
    }

    /// @brief How long packets that arrived took at most, but for the slowest. @param from since
    /// when they arrived @return seconds
    double GetDelay(Time from)
    {
        std::vector<double> delays;
        for (const auto& [at, delay] : m_delays)
        {
            if (at >= from)
            {
                delays.push_back(delay.GetSeconds());
            }
        }
        if (delays.empty())
        {
            return 0.0;
        }
        const auto place = delays.begin() + static_cast<int64_t>(PERCENTILE * (delays.size() - 1));
        std::nth_element(delays.begin(), place, delays.end());
        return *place;
    }

  private:
    void Sent(Ptr<const Packet> packet)
    {
        m_sent.emplace_back(packet->GetUid(), Simulator::Now());
    }

    void Dropped(Ptr<const Packet>)
    {
        m_sent.pop_back();
    }

    void Lost(Ptr<const Packet> packet)
    {
        Take(packet);
    }

    void Received(Ptr<const Packet> packet)
    {
        m_delays.emplace_back(Simulator::Now(), Simulator::Now() - Take(packet));
    }

    /// @return when a packet was sent that is under way no longer
    Time Take(Ptr<const Packet> packet)
    {
        // A retransmission may have the packet number of its original, which arrives first.
        const auto sent = std::find_if(m_sent.begin(), m_sent.end(), [&](const auto& one) {
            return one.first == packet->GetUid();
        });
        const auto at = sent->second;
        m_sent.erase(sent);
        return at;
    }

    NodeContainer m_nodes;                        //!< sender and receiver
    Ipv4InterfaceContainer m_interfaces;          //!< of both nodes
    std::deque<std::pair<uint64_t, Time>> m_sent; //!< numbers of packets on their way, and when
    std::vector<std::pair<Time, Time>> m_delays;  //!< when packets arrived, after how long
};

/// Of the first flow; of a Veno control also the backlog that it sees, on average while measured.
void
WriteResults(const VariantRows& rows,
             const FlowRun& run,
             double delay,
             const MeasurementParameters& measurement)
{
    const auto& [from, to, spread] = measurement;
    std::vector<double> throughputs;
    for (const auto& flow : run.GetFlows())
    {
        throughputs.push_back(flow->GetThroughput(from, to));
    }
    WriteShare(rows, throughputs);
    rows("delay", "ms", delay * 1e3);
    const auto& first = run.GetFlow(0);
    WriteRepairs(rows, first, measurement);
    if (first.HasSeries("Backlog"))
    {
        rows("backlog", "segments", traceseries::MeanOver(first.GetSeries("Backlog"), from, to));
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    SetUp setUp;
    auto options = setUp.GetOptions();
    options.Parse("A bulk flow of a variant or control, with any recovery law and sender, over a "
                  "path that changes in time, alone or beside rivals on their own sockets. Prints "
                  "CSV: its throughput and part of a fair share, the 95th percentile of the time "
                  "that packets take, what was sent again and needlessly so, timeouts; of Veno's "
                  "controls the mean backlog that they see.",
                  {argv, argv + argc});
    if (setUp.print)
    {
        pathmodels::Write(setUp.MakeRows(), std::cout);
        return 0;
    }

    const uint32_t flows = 1 + setUp.rivals;
    PathTopology topology(setUp);
    FlowRun run(topology, setUp.sockets);
    run.AddFlows(flows, Time(0), setUp.measurement.startSpread);
    const auto studied = setUp.sockets.MakeVariant(setUp.variant, setUp.law);
    run.UseVariant(studied, 0, 1);
    run.UseVariant(SocketParameters::MakeOn(setUp.rival), 1, flows);
    run.TraceCongestionControl(0, studied, "Backlog");
    run.Simulate(setUp.measurement.to);

    ResultWriter writer(std::cout);
    options.Describe(writer);
    const auto delay = topology.GetDelay(setUp.measurement.from);
    WriteResults(VariantRows(writer, setUp.variant), run, delay, setUp.measurement);
    return 0;
}
