/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SIMULATION_END_H
#define SIMULATION_END_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief How far a simulation came, which Simulator::Now() no longer says once it is destroyed.
 *
 * Recorders ask it, because an interval that reaches beyond the simulated time has an octet count
 * but no rate: nobody knows what would have come.
 */
class SimulationEnd
{
  public:
    SimulationEnd() = default;
    ~SimulationEnd();

    // The simulator holds a pointer to this object.
    SimulationEnd(const SimulationEnd&) = delete;
    SimulationEnd& operator=(const SimulationEnd&) = delete;

    /// @brief Look at the simulation from now on until it is destroyed; a second call does nothing.
    void Watch();

    /**
     * @brief How far it came.
     * @return the present simulated time, or that at which the simulation was destroyed; the
     * largest time there is if none is watched
     */
    Time Get() const;

    /**
     * @brief End the program with a message unless the simulation came so far.
     * @param until end of an interval, or an instant
     * @param asker what was called, for the message
     */
    void Require(Time until, const std::string& asker) const;

  private:
    /// @brief Called when the simulation is destroyed.
    void Note();

    EventId m_destroyed;        //!< calls Note()
    bool m_isWatching{false};   //!< Watch() was called
    std::optional<Time> m_last; //!< when it was destroyed
};

} // namespace ns3

#endif /* SIMULATION_END_H */
