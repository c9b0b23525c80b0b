/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One random case of a torture: a connection that must survive, over a path that nobody would
// choose.

#include "../support/torture-run.h"
#include "lib/option-table.h"

#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

int
main(int argc, char* argv[])
{
    uint32_t seed = 1;
    bool describe = false;
    std::string ends = "drawn";
    OptionTable table;
    table.Add("seed", "Chooses the case", seed);
    table.Add("ends", "Sockets: drawn, ours or stock at both ends", ends)
        .Among({"drawn", "ours", "stock"});
    table.Add("describe", "Say what the case is, and run nothing", describe);
    table.Parse("Runs one random case.", argc, argv);
    const auto torture = torture::MakeCase(seed,
                                           ends == "ours"    ? torture::Ends::OURS
                                           : ends == "stock" ? torture::Ends::STOCK
                                                             : torture::Ends::DRAWN);
    if (describe)
    {
        torture::Describe(std::cout, torture);
        return 0;
    }
    const auto outcome = torture::Run(torture);
    for (const auto& fault : outcome.faults)
    {
        std::cout << "seed " << seed << ": " << fault.end << ": " << fault.what << '\n';
    }
    if (outcome.faults.empty())
    {
        std::cout << "seed " << seed << ": ok, " << outcome.segments << " segments, "
                  << outcome.octets << " octets, " << outcome.finished.As(Time::S) << "\n";
    }
    return outcome.faults.empty() ? 0 : 1;
}
