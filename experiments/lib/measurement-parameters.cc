/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "measurement-parameters.h"

#include <algorithm>

namespace ns3::tcplossy
{

OptionTable
MeasurementParameters::GetOptions()
{
    OptionTable options;
    options.Add("from", "Begin of the measurement", from);
    options.Add("to", "End of the measurement and of the run", to);
    options.Add("startSpread", "Flows start at random within this time", startSpread).AtLeast(0);
    // All in flight on a long path are events: a map of them costs up to a quarter of a run. The
    // order of events is the same.
    options.SetNs3Default("SchedulerType", "ns3::CalendarScheduler");
    options.AddCheck([this] {
        return from.IsStrictlyNegative() || from >= to
                   ? "--from must not be negative and must lie before --to"
                   : "";
    });
    return options;
}

void
AddSeries(OptionTable& options, bool& value)
{
    options.Add("series", "Also write the quantities over time", value).Undescribed();
}

void
AddCheckpoints(OptionTable& options,
               std::vector<Time>& value,
               const MeasurementParameters& measurement)
{
    const auto isWithin = [&value, &measurement] {
        return std::all_of(value.begin(), value.end(), [&measurement](Time at) {
            return at > measurement.from && at <= measurement.to;
        });
    };
    options
        .Add("checkpoints",
             "Also write what the run would have come to if it had ended at these times, such as "
             "50s,100s, each as QUANTITY_until",
             value)
        .Must(isWithin, "lie behind --from and not behind --to")
        .Undescribed();
}

} // namespace ns3::tcplossy
