/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ranks.h"

#ifdef NS3_MPI
#include "ns3/global-value.h"
#include "ns3/mpi-interface.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdlib>
#endif

namespace ns3::tcplossy
{

#ifdef NS3_MPI

namespace
{
constexpr bool HAS_MPI = true;

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

namespace
{
constexpr bool HAS_MPI = false;
} // namespace

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
    options.Forbid([&number] { return number > 1 && !HAS_MPI; },
                   "--ranks must be 1: this ns-3 was built without its module mpi");
}

} // namespace ns3::tcplossy
