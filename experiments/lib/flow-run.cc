/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-run.h"

#include "result-writer.h"

#include "ns3/ns3-compat.h"
#include "ns3/path-net-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"

#include <numeric>

#ifdef NS3_MPI
#include "ns3/global-value.h"
#include "ns3/mpi-interface.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdlib>
#endif

namespace ns3::tcplossy
{

namespace
{
// Topologies take the streams from 0 on; far more than they ever use lie below this one.
constexpr int64_t START_STREAM = 1'000'000;

// Of the first flow's receiver.
constexpr uint16_t FIRST_PORT = 5001;
} // namespace

FlowRun::FlowRun(const Topology& topology, const SocketParameters& sockets)
    : m_topology(topology),
      m_sockets(sockets)
{
    m_sockets.Apply();
}

FlowRun::~FlowRun()
{
    Simulator::Destroy();
}

uint16_t
FlowRun::GetPort(uint32_t flow)
{
    return FIRST_PORT + flow;
}

BulkFlow
FlowRun::Install(uint32_t flow, Time start, const SocketSink& sink)
{
    const auto ends = m_topology.GetEnds(flow, GetPort(flow));
    m_sockets.InstallReceivers(ends.destination);
    const auto bulk = BulkFlow::Install(ends, m_sockets.sizes.segment, start);
    if (!bulk.sender)
    {
        return bulk;
    }
    m_sources[flow] = bulk.sender;
    // Events of one instant run in the order of their scheduling, and the application's start is
    // scheduled when the simulation begins: one tick later its socket exists.
    ns3compat::ScheduleCall(start + TimeStep(1),
                            [sink, sender = bulk.sender] { sink(sender->GetSocket()); });
    return bulk;
}

void
FlowRun::AddFlows(uint32_t flows, Time first, Time spread)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(START_STREAM);
    for (uint32_t flow = 0; flow < flows; ++flow)
    {
        auto& recorder = *m_flows.emplace_back(std::make_unique<FlowRecorder>());
        const auto bulk =
            Install(flow, first + spread * random->GetValue(), [&recorder](Ptr<Socket> socket) {
                recorder.RecordSocket(socket);
            });
        if (bulk.receiver)
        {
            recorder.RecordReceiver(bulk.receiver);
        }
    }
}

void
FlowRun::UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last) const
{
    for (auto flow = first; flow < last; ++flow)
    {
        const auto source = m_sources.find(flow);
        if (source != m_sources.end())
        {
            source->second->SetVariant(variant);
        }
        else
        {
            variant.Install(m_topology.GetEnds(flow, GetPort(flow)).source);
        }
    }
}

void
FlowRun::TraceCongestionControl(uint32_t flow,
                                const TcpVariantPreset& variant,
                                const std::string& name)
{
    TypeId::TraceSourceInformation information;
    if (variant.GetCongestionControl().LookupTraceSourceByName(name, &information))
    {
        m_flows.at(flow)->TraceCongestionControl(name);
    }
}

void
FlowRun::Simulate(Time to) const
{
    Simulator::Stop(to);
    Simulator::Run();
}

double
WriteShare(const VariantRows& rows, const std::vector<double>& throughputs)
{
    const double own = throughputs.at(0);
    const double total = std::accumulate(throughputs.begin(), throughputs.end(), 0.0);
    rows("throughput", "Mbit/s", own / 1e6);
    rows("share", "1", total > 0 ? own * throughputs.size() / total : 0);
    return total;
}

void
WriteRepairs(const VariantRows& rows,
             const FlowRecorder& flow,
             const MeasurementParameters& measurement)
{
    const auto count = [&measurement](const std::vector<Time>& instants) {
        return static_cast<double>(
            traceseries::Within(instants, measurement.from, measurement.to).size());
    };
    rows("retransmissions", "segments", count(flow.GetRetransmissions()));
    rows("needless", "segments", count(flow.GetUnnecessaryRetransmissions()));
    rows("timeouts", "1", count(flow.GetTimeouts()));
}

void
Ranks::Add(OptionTable& options, uint32_t& number)
{
    options
        .Add("ranks",
             "Processes that simulate together, by ns-3's module mpi: 1, or 2 (started by mpirun "
             "-np 2), one for each end of the bottleneck",
             number)
        .In(1, 2)
        .Undescribed();
    options.AddCheck([&number] {
        return number > 1 && !remotelink::IsAvailable()
                   ? "--ranks must be 1: this ns-3 was built without its module mpi"
                   : "";
    });
}

#ifdef NS3_MPI

namespace
{
/// What is sent: pairs of an instant and a number of octets, then instants.
using Numbers = std::vector<int64_t>;

constexpr int TAG = 1;

void
Send(const Numbers& numbers)
{
    MPI_Send(numbers.data(), numbers.size(), MPI_INT64_T, 0, TAG, MpiInterface::GetCommunicator());
}

Numbers
Receive()
{
    MPI_Status status;
    int size = 0;
    MPI_Probe(1, TAG, MpiInterface::GetCommunicator(), &status);
    MPI_Get_count(&status, MPI_INT64_T, &size);
    Numbers numbers(size);
    MPI_Recv(numbers.data(),
             size,
             MPI_INT64_T,
             1,
             TAG,
             MpiInterface::GetCommunicator(),
             MPI_STATUS_IGNORE);
    return numbers;
}

void
SendRecords(const FlowRecorder& flow)
{
    Numbers received;
    for (const auto& [time, octets] : flow.GetReceived())
    {
        received.insert(received.end(), {time.GetTimeStep(), octets});
    }
    Send(received);
    Numbers unnecessary;
    for (const auto& time : flow.GetUnnecessaryRetransmissions())
    {
        unnecessary.push_back(time.GetTimeStep());
    }
    Send(unnecessary);
}

void
ReceiveRecords(FlowRecorder& flow)
{
    const auto numbers = Receive();
    std::vector<traceseries::Transfer> received;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
    {
        received.push_back({TimeStep(numbers[i]), static_cast<uint32_t>(numbers[i + 1])});
    }
    std::vector<Time> unnecessary;
    for (const auto number : Receive())
    {
        unnecessary.emplace_back(TimeStep(number));
    }
    flow.TakeReceiver(std::move(received), std::move(unnecessary));
}
} // namespace

Ranks::Ranks(uint32_t number)
    : m_number(number)
{
    if (m_number == 1)
    {
        return;
    }
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DistributedSimulatorImpl"));
    MpiInterface::Enable(nullptr, nullptr);
    if (MpiInterface::GetSize() != m_number)
    {
        const auto size = MpiInterface::GetSize();
        MpiInterface::Disable();
        Refuse("--ranks=" + std::to_string(m_number) + " is for as many processes, by mpirun -np " +
               std::to_string(m_number) + ", not " + std::to_string(size));
    }
}

Ranks::~Ranks()
{
    if (m_number > 1)
    {
        MpiInterface::Disable();
    }
}

void
Ranks::Gather(const std::vector<std::unique_ptr<FlowRecorder>>& flows) const
{
    if (m_number == 1)
    {
        return;
    }
    const bool isReceiver = MpiInterface::GetSystemId() == GetLast();
    for (const auto& flow : flows)
    {
        isReceiver ? SendRecords(*flow) : ReceiveRecords(*flow);
    }
    if (isReceiver)
    {
        Simulator::Destroy();
        MpiInterface::Disable();
        std::exit(EXIT_SUCCESS);
    }
}

#else

Ranks::Ranks(uint32_t number)
    : m_number(number)
{
}

Ranks::~Ranks() = default;

void
Ranks::Gather(const std::vector<std::unique_ptr<FlowRecorder>>&) const
{
}

#endif

} // namespace ns3::tcplossy
