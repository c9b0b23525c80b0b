/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_SERIES_H
#define TRACE_SERIES_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// A traced quantity at one instant.
struct TraceSample
{
    Time time;    //!< simulated time
    double value; //!< value from this time on
};

/// A traced quantity over time, in order of time.
using TraceSeries = std::vector<TraceSample>;

namespace traceseries
{

/// @return the value since the last change at or before an instant; nothing when there was none
std::optional<double> ValueAt(const TraceSeries& series, Time at);

/// @return the mean from an instant to a later one; what was before the first change counts as 0
double MeanOver(const TraceSeries& series, Time from, Time to);

/// @return the samples of an interval, its begin included, its end not
TraceSeries Within(const TraceSeries& series, Time from, Time to);

/// @return the instants of an interval, its begin included, its end not
std::vector<Time> Within(const std::vector<Time>& instants, Time from, Time to);

/// @return the largest number of instants, which are in order of time, that lie less than @p window
/// apart
uint32_t LargestBurst(const std::vector<Time>& instants, Time window);

/// @return the longest time between two instants that follow one another; 0 if there are not two
Time LongestGap(const std::vector<Time>& instants);

/// Octets that passed at one instant.
struct Transfer
{
    Time time;      //!< when
    uint32_t bytes; //!< how much
};

/// Average transfers, in order of time, over steps above 0. @return bit/s, each sample at the end
/// of its step
TraceSeries AverageRate(const std::vector<Transfer>& transfers, Time from, Time to, Time step);

} // namespace traceseries

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

    /// Look at the simulation from now on until it is destroyed; a second call does nothing.
    void Watch();

    /// @return the present simulated time, or that at which the simulation was destroyed; the
    /// largest time there is if none is watched
    Time Get() const;

    /// End the program with a message that names @p asker, what was called, unless the simulation
    /// came as far as @p until.
    void Require(Time until, const std::string& asker) const;

  private:
    /// The simulation is destroyed.
    void Note();

    EventId m_destroyed;        //!< calls Note()
    bool m_isWatching{false};   //!< Watch() was called
    std::optional<Time> m_last; //!< when it was destroyed
};

} // namespace ns3

#endif /* TRACE_SERIES_H */
