/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_ROWS_H
#define FLOW_ROWS_H

#include "flow-parameters.h"

#include "ns3/flow-recorder.h"

#include <vector>

namespace ns3::tcplossy
{

class VariantRows;

/// Write the first flow's throughput, and its part of what all flows have. @param rows where to
/// @param throughputs of all flows, bit/s @return their sum, bit/s
double WriteShare(const VariantRows& rows, const std::vector<double>& throughputs);

/// Write what is sent again, what of that in vain, and how often the timer expired. @param rows
/// where to @param flow the flow @param measurement the time that counts
void WriteRepairs(const VariantRows& rows,
                  const FlowRecorder& flow,
                  const MeasurementParameters& measurement);

} // namespace ns3::tcplossy

#endif /* FLOW_ROWS_H */
