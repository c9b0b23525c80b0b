/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_CONNECTIONS_H
#define TRACE_CONNECTIONS_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @brief Trace sources that are connected for as long as this object lives.
 *
 * Whoever has sinks of its own holds one, so that it may be destroyed while the simulation goes on.
 */
class TraceConnections
{
  public:
    TraceConnections() = default;
    ~TraceConnections();

    // Each connection is undone once.
    TraceConnections(const TraceConnections&) = delete;
    TraceConnections& operator=(const TraceConnections&) = delete;

    /// Connect a trace source of an object, which is kept, without context. @return whether there
    /// is such a trace source
    bool Connect(Ptr<Object> object, const std::string& source, const CallbackBase& sink);

    /// Undo all that was connected; not from within what a trace source calls.
    void DisconnectAll();

  private:
    std::vector<std::function<void()>> m_disconnections; //!< undo Connect()
};

/**
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

    /// Look at the simulation from now on until it is destroyed; a second call does nothing until
    /// then, and afterwards looks at the next simulation.
    void Watch();

    /// @return whether the simulation that was looked at last is destroyed
    bool IsOver() const
    {
        return m_last.has_value();
    }

    /// @return the present simulated time, or that at which the simulation was destroyed; the
    /// largest time there is if none is watched
    Time Get() const;

    /// End the program with a message that names @p asker, what was called, unless the simulation
    /// came as far as @p until.
    void Require(Time until, const std::string& asker) const;

  private:
    void Note();

    EventId m_destroyed;        //!< calls Note()
    bool m_isWatching{false};   //!< Watch() was called
    std::optional<Time> m_last; //!< when it was destroyed
};

} // namespace ns3

#endif /* TRACE_CONNECTIONS_H */
