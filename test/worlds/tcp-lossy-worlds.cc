/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Random worlds in ns-3 and in lean/: both must do the same, to the nanosecond.

#include "lib/option-table.h"
#include "world-setting.h"

#include "ns3/ns3-compat.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <ctime>
#include <iostream>

using namespace ns3::tcplossy;

namespace
{

/// What is to be done.
struct Options
{
    uint32_t seed{1};     //!< of the first world
    uint32_t count{1};    //!< worlds
    uint32_t context{3};  //!< lines around the first difference
    bool show{false};     //!< the first difference
    bool describe{false}; //!< run nothing
    bool lean{false};     //!< print what lean/ does
    worlds::Load load;    //!< to be measured

    OptionTable GetTable()
    {
        OptionTable table;
        table.Add("seed", "Chooses the first world", seed);
        table.Add("count", "Worlds, of this seed and those that follow", count)
            .AtLeast(1)
            .AtMost(1'000'000);
        table.Add("context", "Lines shown before and after the first that differs", context)
            .AtMost(1'000'000);
        table.Add("show", "Show the first line that differs", show);
        table.Add("describe", "Say what the worlds are, and run nothing", describe);
        table.Add("lean", "Print what is done without ns-3, and compare nothing", lean);
        table.Add("segments",
                  "Measure the CPU time of so many segments, in both or only --lean; 0: compare",
                  load.segments);
        table.Add("window", "Segments of each flow's window when measured", load.window)
            .In(1, 1'000'000);
        table.Add("flows", "Flows when measured", load.flows).In(1, 10'000);
        table.Add("loss", "Probability that a packet is lost when measured", load.loss)
            .AtLeast(0)
            .Below(1);
        return table;
    }
};

/// @return the line, or what there is in its place
std::string
GetLine(const worlds::Record& record, std::size_t line)
{
    return line < record.size() ? record[line] : "(nothing)";
}

void
Show(const worlds::Record& ns3, const worlds::Record& lean, std::size_t first, uint32_t context)
{
    for (auto line = first - std::min<std::size_t>(first, context); line < first; ++line)
    {
        std::cout << "       " << ns3[line] << '\n';
    }
    for (auto line = first; line <= first + context; ++line)
    {
        std::cout << " ns-3: " << GetLine(ns3, line) << '\n'
                  << " lean: " << GetLine(lean, line) << '\n';
    }
}

/// @return whether both worlds do the same
bool
Compare(const worlds::WorldSetting& setting, const Options& options)
{
    const auto ns3 = worlds::RunNs3(setting);
    const auto lean = worlds::RunLean(setting);
    std::cout << "seed " << setting.seed << ": ";
    if (ns3 == lean)
    {
        std::cout << "equal: " << ns3.size() << " lines, digest " << std::hex
                  << worlds::GetDigest(ns3) << std::dec << std::endl;
        return true;
    }
    const auto first =
        std::mismatch(ns3.begin(), ns3.end(), lean.begin(), lean.end()).first - ns3.begin();
    std::cout << "DIFFERENT from line " << first << " of " << ns3.size() << " on" << std::endl;
    if (options.show)
    {
        Show(ns3, lean, first, options.context);
    }
    return false;
}

/// @return whether this release of ns-3 tells a control what limits its sender, as later ones do
bool
TellsControls()
{
    const auto tcb = ns3::CreateObject<ns3::TcpSocketState>();
    ns3::ns3compat::SetCwndLimited(*tcb, false);
    return !ns3::ns3compat::IsCwndLimited(*tcb);
}

/// Says what CPU time a world takes.
void
Measure(const char* name,
        worlds::Record (*run)(const worlds::WorldSetting&),
        const worlds::Load& load)
{
    const auto begin = std::clock();
    const auto record = run(worlds::Make(load));
    const auto seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::cout << name << ": " << seconds << " CPU s, " << seconds / load.segments * 1e6
              << " us a segment; " << record.at(1) << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    auto table = options.GetTable();
    table.Parse("Runs random worlds in ns-3 and without it, and compares each segment with the "
                "sender's state, and what applications read. Exit code 1 if any differs.",
                {argv, argv + argc});
    if (options.load.segments > 0)
    {
        Measure("lean", worlds::RunLean, options.load);
        if (!options.lean)
        {
            Measure("ns-3", worlds::RunNs3, options.load);
        }
        return 0;
    }
    if (!options.describe && !options.lean && !TellsControls())
    {
        std::cout << "skipped: this release of ns-3 does not tell a control what limits its sender"
                  << std::endl;
        return 0;
    }
    uint32_t different = 0;
    for (uint32_t i = 0; i < options.count; ++i)
    {
        const auto setting = worlds::Make(options.seed + i);
        if (options.describe)
        {
            worlds::Describe(std::cout, setting);
        }
        else if (options.lean)
        {
            for (const auto& line : worlds::RunLean(setting))
            {
                std::cout << line << '\n';
            }
        }
        else
        {
            different += Compare(setting, options) ? 0 : 1;
        }
    }
    return different > 0 ? 1 : 0;
}
