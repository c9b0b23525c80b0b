/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MEASUREMENT_PARAMETERS_H
#define MEASUREMENT_PARAMETERS_H

#include "option-table.h"

#include "ns3/nstime.h"

#include <vector>

namespace ns3::tcplossy
{

/**
 * @brief When flows start, and when they are measured.
 */
struct MeasurementParameters
{
    Time from{"0s"};        //!< begin of the measurement
    Time to{"200s"};        //!< end of measurement and run
    Time startSpread{"0s"}; //!< starts are spread over this

    /// @brief All of them as options. @return the table, which refers to this object
    OptionTable GetOptions();
};

/**
 * @brief Offer to write quantities over time, too.
 * @param options the table
 * @param value whether to
 */
void AddSeries(OptionTable& options, bool& value);

/**
 * @brief Offer to write what shorter runs would have come to, besides.
 * @param options the table
 * @param value ends of shorter runs
 * @param measurement of the whole run
 */
void AddCheckpoints(OptionTable& options,
                    std::vector<Time>& value,
                    const MeasurementParameters& measurement);

} // namespace ns3::tcplossy

#endif /* MEASUREMENT_PARAMETERS_H */
