/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Every small pattern of loss, on the senders alone: no simulator.

#include "../support/pattern-sweep.h"
#include "../support/pattern-transfer.h"
#include "lib/option-table.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace losspattern;
using ns3::tcplossy::OptionTable;
using ns3::tcplossy::Refuse;

namespace
{

/// What is to be done.
struct Options
{
    bool all{false};
    std::string repair;
    std::string reduction{NameOf(Reduction::HALVING)};
    uint32_t segments{WINDOW};
    std::string lost;
    std::string again;
    std::string acks;
    std::string order;

    OptionTable GetTable()
    {
        OptionTable table;
        std::vector<std::string> repairs{""};
        std::vector<std::string> reductions;
        for (const auto each : REPAIRS)
        {
            repairs.push_back(NameOf(each));
        }
        for (const auto each : REDUCTIONS)
        {
            reductions.push_back(NameOf(each));
        }
        table.Add("all", "Try all sweeps, not only the short ones", all);
        table.Add("repair", "Show one pattern with this sender, and try nothing else", repair)
            .Among(repairs);
        table.Add("reduction", "Of one pattern: how the window comes down", reduction)
            .Among(reductions);
        table.Add("segments", "Of one pattern: segments of the transfer", segments)
            .AtLeast(WINDOW)
            .AtMost(MOST_SEGMENTS);
        table.Add("lost", "Of one pattern: first transmissions lost, as in 0,3,4", lost);
        table.Add("again", "Of one pattern: up to two retransmissions lost, from 0 on", again);
        table.Add("acks", "Of one pattern: up to two ACKs lost, from 0 on", acks);
        table.Add("order", "Of one pattern: the first 12 segments as they arrive", order);
        return table;
    }
};

/// Numbers between commas, each below a limit.
std::vector<int>
ReadNumbers(const std::string& name, const std::string& text, std::size_t most, int limit)
{
    std::vector<int> numbers;
    std::istringstream list(text);
    for (std::string item; std::getline(list, item, ',');)
    {
        const bool isNumber = !item.empty() && item.size() < 4 &&
                              item.find_first_not_of("0123456789") == std::string::npos;
        if (!isNumber || std::stoi(item) >= limit || numbers.size() == most)
        {
            Refuse("--" + name + " must be up to " + std::to_string(most) + " numbers below " +
                   std::to_string(limit) + " such as 0,3, not '" + text + "'");
        }
        numbers.push_back(std::stoi(item));
    }
    return numbers;
}

template <class T, class List>
T
Find(const List& list, const std::string& name)
{
    for (const auto each : list)
    {
        if (NameOf(each) == name)
        {
            return each;
        }
    }
    Refuse("there is no '" + name + "'");
}

Pattern
ReadPattern(const Options& options)
{
    Pattern pattern;
    pattern.segments = static_cast<int>(options.segments);
    for (const auto segment : ReadNumbers("lost", options.lost, pattern.segments, pattern.segments))
    {
        pattern.lost |= Bit(segment);
    }
    const auto again = ReadNumbers("again", options.again, 2, 1000);
    std::copy(again.begin(), again.end(), pattern.lostAgain.begin());
    const auto acks = ReadNumbers("acks", options.acks, 2, 1000);
    std::copy(acks.begin(), acks.end(), pattern.lostAcks.begin());
    const auto order = ReadNumbers("order", options.order, WINDOW, WINDOW);
    if (!order.empty())
    {
        Mask seen = 0;
        for (const auto segment : order)
        {
            seen |= Bit(segment);
        }
        if (seen != Below(WINDOW))
        {
            Refuse("--order must name each of the first 12 segments once");
        }
        std::copy(order.begin(), order.end(), pattern.order.begin());
    }
    return pattern;
}

/// What --lost and the others take.
std::string
Describe(const Pattern& pattern)
{
    std::ostringstream text;
    const char* comma = "";
    text << " --segments=" << pattern.segments << " --lost=";
    for (int segment = 0; segment < pattern.segments; ++segment)
    {
        if ((pattern.lost & Bit(segment)) != 0)
        {
            text << std::exchange(comma, ",") << segment;
        }
    }
    for (const auto& [name, numbers] : {std::make_pair(" --again=", pattern.lostAgain),
                                        std::make_pair(" --acks=", pattern.lostAcks)})
    {
        comma = name;
        for (const auto number : numbers)
        {
            if (number != NONE)
            {
                text << std::exchange(comma, ",") << number;
            }
        }
    }
    if (!pattern.KeepsOrder())
    {
        comma = "";
        text << " --order=";
        for (const auto segment : pattern.order)
        {
            text << std::exchange(comma, ",") << segment;
        }
    }
    return text.str();
}

int
Show(const Options& options)
{
    const auto pattern = ReadPattern(options);
    const auto result = PatternTransfer(pattern,
                                        Find<Repair>(REPAIRS, options.repair),
                                        Find<Reduction>(REDUCTIONS, options.reduction),
                                        &std::cout)
                            .Run();
    std::cout << (result.fault.empty() ? "" : "FAULT: " + result.fault + "\n") << result.timeouts
              << " timeouts, " << result.forcedTimeouts << " forced, " << result.retransmissions
              << " retransmissions, " << result.needless << " needless\n";
    return result.fault.empty() ? 0 : 1;
}

/// @return transfers with a fault
uint64_t
TryAll(bool all)
{
    const auto begin = std::clock();
    uint64_t cases = 0;
    uint64_t faults = 0;
    std::cout
        << "segments,scope,reduction,sender,cases,with timeout,timeouts,forced timeouts,needless "
           "retransmissions,milliseconds\n";
    for (const auto& [sweep, reduction] : MakeSweeps(all))
    {
        for (const auto repair : REPAIRS)
        {
            const auto tally = Try(sweep, repair, reduction);
            std::cout << sweep.segments << ',' << NameOf(sweep.scope) << ',' << NameOf(reduction)
                      << ',' << NameOf(repair) << ',' << tally.cases << ',' << tally.withTimeout
                      << ',' << tally.timeouts << ',' << tally.forcedTimeouts << ','
                      << tally.needless << ','
                      << std::chrono::duration_cast<std::chrono::milliseconds>(tally.time).count()
                      << std::endl;
            cases += tally.cases;
            faults += tally.faults;
            if (tally.faults > 0)
            {
                std::cerr << "FAULT in " << tally.faults
                          << " transfers, the first one: " << tally.fault
                          << "; see --repair=" << NameOf(repair)
                          << " --reduction=" << NameOf(reduction) << Describe(tally.firstFault)
                          << '\n';
            }
        }
    }
    std::cerr << cases << " cases, " << faults << " faults, "
              << static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC << " CPU seconds\n";
    return faults;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    auto table = options.GetTable();
    table.Parse("Tries every small pattern of loss on each sender and window law, without a "
                "simulator: prints a table, and exit code 1 if an oracle finds a fault. Or shows "
                "one pattern.",
                {argv, argv + argc});
    return options.repair.empty() ? (TryAll(options.all) > 0 ? 1 : 0) : Show(options);
}
