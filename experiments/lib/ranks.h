/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANKS_H
#define RANKS_H

#include "option-table.h"

#include "ns3/flow-recorder.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::tcplossy
{

/**
 * @brief The processes that simulate a dumbbell: one, or two of ns-3's module mpi.
 *
 * Of two, rank 0 has the senders' side, measures and prints; rank 1 has the receivers' side, tells
 * rank 0 what arrived, and ends. All must be there before anything of the simulation is made, and
 * until the simulator is destroyed.
 *
 * Each packet arrives when it would in one process. Only what happens on one node in the very same
 * nanosecond may come in another order.
 */
class Ranks
{
  public:
    static void Add(OptionTable& options, uint32_t& number);

    /// Begin. Ends the program with exit code 2 if it was not started as so many processes.
    /// @param number of processes, 1 or 2
    explicit Ranks(uint32_t number);

    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    /// @brief System ID of the receivers' side. @return 0 in one process
    uint32_t GetLast() const
    {
        return m_number - 1;
    }

    /// Bring what the receivers recorded to rank 0, after the simulation. The program of rank 1
    /// ends here. @param flows recorders in order of flows, as many in each process
    void Gather(const std::vector<std::unique_ptr<FlowRecorder>>& flows) const;

  private:
    uint32_t m_number; //!< of processes
};

} // namespace ns3::tcplossy

#endif /* RANKS_H */
