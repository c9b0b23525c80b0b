/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_STATISTICS_H
#define RESULT_STATISTICS_H

#include "flow-parameters.h"
#include "result-writer.h"

#include "ns3/flow-recorder.h"
#include "ns3/trace-series.h"

#include <string>
#include <vector>

namespace ns3::tcplossy
{

/// @return a series of a flow; an empty one of a connection that had not begun when the run ended
TraceSeries FindSeries(const FlowRecord& flow, const std::string& name);

/// Write the first flow's throughput, and its part of that of all, in bit/s. @return their sum
double WriteShare(const VariantRows& rows, const std::vector<double>& throughputs);

/// Write what is sent again, what of that in vain, and how often the timer expired.
void WriteRepairs(const VariantRows& rows,
                  const FlowRecorder& flow,
                  const MeasurementParameters& measurement);

/**
 * @brief Fairness of shares: Jain, Chiu and Hawe, DEC-TR-301, 1984.
 *
 * The square of the sum over n times the sum of the squares. It does not depend on the unit: n
 * equal shares give 1, k equal ones among n, the others being 0, give k/n.
 * @param shares what each of n flows got, n at least 1; finite, not negative
 * @return the index, in [1/n, 1]; 1 when all shares are 0, since they are equal
 */
double JainIndex(const std::vector<double>& shares);

/// What a connection's beginning cost it, and the rate at which it then went on.
struct LostOpportunity
{
    double octets;     //!< by which it stays behind
    double steadyRate; //!< octets a second, over whole cycles
};

/**
 * @brief Octets by which a connection stays behind one that ran at the same steady rate from time
 * 0.
 *
 * The steady rate is that of whole cycles of the window's sawtooth, late in the run: what was
 * delivered between the first and the last boundary, over the time between them. A straight line of
 * this slope is laid through the mean of what was delivered over the same cycles; it stands for the
 * connection in its steady state, whatever the phase of its sawtooth. Continued back to time 0 the
 * line is below 0 by what was lost.
 *
 * So the result contains everything in which the beginning differs from the steady state: the
 * opening of the connection and of the window, overshoot, idle time, deep cuts and what follows
 * from them. Where the steady state fills the link it is what a full link would have delivered
 * more.
 *
 * @param delivered octets delivered until then, in order of time
 * @param boundaries the same phase of each cycle, in order of time; at least two different ones
 * @return the result
 */
LostOpportunity ComputeLostOpportunity(const TraceSeries& delivered,
                                       const std::vector<Time>& boundaries);

} // namespace ns3::tcplossy

#endif /* RESULT_STATISTICS_H */
