/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One random world on ns-3's own socket, and again on the preset stock-fast: both must do the same.

#include "comparison.h"
#include "lib/option-table.h"

#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

/// What is to be done.
struct Options
{
    uint32_t seed{1};     //!< chooses the scenario
    uint32_t limit{60};   //!< CPU seconds of each run
    uint32_t context{4};  //!< entries shown before the first that differs
    bool traces{false};   //!< compare traces, too
    bool describe{false}; //!< run nothing
    bool print{false};    //!< show the stock socket's record
    bool verbose{false};  //!< show both records and all output

    OptionTable GetTable()
    {
        OptionTable table;
        table.Add("seed", "Chooses the scenario", seed);
        table.Add("limit", "CPU seconds after which a run counts as one without end", limit)
            .AtLeast(1)
            .AtMost(100'000)
            .Unit("s");
        table.Add("context", "Entries shown before and after the first that differs", context)
            .AtMost(1'000'000);
        table.Add("traces", "Compare ns-3's own traces of the clients' sockets, too", traces);
        table.Add("describe", "Say what the scenario is, and run nothing", describe);
        table.Add("print", "Run ns-3's own socket only, and print its record", print);
        table.Add("verbose", "Show what ns-3 says, such as what NS_LOG asks for", verbose);
        return table;
    }
};

} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    auto table = options.GetTable();
    table.Parse("Runs the random world of a seed on ns-3's own socket and on the preset "
                "stock-fast, and compares each segment and what applications read. Exit code 1 if "
                "they differ, and 3 if ns-3's own socket crashes, or stops for good.",
                {argv, argv + argc});
    const auto scenario = differential::MakeScenario(options.seed);
    if (options.describe)
    {
        differential::Describe(std::cout, scenario);
        return differential::SAME;
    }
    const differential::Comparison comparison(scenario, {options.limit, options.traces});
    if (options.print)
    {
        return comparison.Print(std::cout);
    }
    return comparison.Compare(std::cout, options.context, options.verbose);
}
