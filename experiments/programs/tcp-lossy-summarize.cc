/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Means and their intervals: what the campaign (experiments/campaign) leaves to Boost.Math.

#include "lib/option-table.h"
#include "lib/result-statistics.h"

#include <iomanip>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

/// The numbers of a line; nothing if something else is among them.
std::optional<std::vector<double>>
ParseSample(const std::string& line)
{
    std::istringstream is(line);
    std::vector<double> values;
    for (double value = 0.0; is >> value;)
    {
        values.push_back(value);
    }
    const bool isComplete = is.eof() && !values.empty();
    return isComplete ? std::optional(values) : std::nullopt;
}

void
Write(const MeanEstimate& estimate)
{
    std::cout << estimate.mean << ",";
    if (estimate.interval)
    {
        std::cout << estimate.interval->first << "," << estimate.interval->second << "\n";
    }
    else
    {
        std::cout << ",\n";
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    OptionTable().Parse(
        "Reads samples, one a line, their values separated by blanks. Prints for each line its "
        "mean and the bounds of Student's 95 % interval, separated by commas; a single value has "
        "no interval.",
        argc,
        argv);

    std::cout << std::setprecision(17);
    std::string line;
    for (std::size_t number = 1; std::getline(std::cin, line); ++number)
    {
        const auto sample = ParseSample(line);
        if (!sample)
        {
            std::cerr << "tcp-lossy-summarize: line " << number
                      << " must hold numbers separated by blanks, not '" << line << "'\n";
            return 2;
        }
        Write(EstimateMean(*sample));
    }
    return 0;
}
