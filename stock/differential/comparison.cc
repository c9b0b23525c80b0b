/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "comparison.h"

#include "../../test/support/child-process.h"

#include "ns3/ns3-compat.h"

#include <algorithm>
#include <csignal>
#include <iostream>
#include <sstream>
#include <sys/wait.h>

namespace differential
{

namespace
{

/// An entry of a record begins with it. All else is ns-3's.
const std::string ENTRY = "@ ";

/// The last line of a run that has come to its end.
const std::string END = "@end";

/// Why a scenario is not compared, if it is not.
std::string
FindReasonToLeaveOut(const Scenario& scenario)
{
    if (!ns3compat::HAS_SOCKET_OF_3_43<TcpRecoveryOps>)
    {
        return "this release of ns-3 is not followed";
    }
    const auto missing = FindMissingModule(scenario);
    return missing.empty() ? "" : "built without ns-3's module " + missing;
}

/// Two of the longest timeouts of ns-3's own socket.
const Time LONG_SILENCE = Seconds(130);

std::string
FindFault(const child::Result& result, bool hasEnd)
{
    if (WIFSIGNALED(result.status))
    {
        const int number = WTERMSIG(result.status);
        return number == SIGXCPU ? "runs without end" : "crashes, signal " + std::to_string(number);
    }
    return hasEnd && result.status == EXIT_SUCCESS ? "" : "ends without a word";
}

/// Node and connection of an entry, in either direction: what is before its flags.
std::string
GetConnection(const std::string& entry)
{
    const auto end = entry.find(" win ");
    if (end == std::string::npos)
    {
        return "";
    }
    const auto from = entry.find(": ") + 2;
    std::istringstream words(entry.substr(from));
    std::string source;
    std::string sourcePort;
    std::string sign;
    std::string target;
    std::string targetPort;
    std::string ecn;
    words >> source >> sign >> target >> ecn >> ecn >> sourcePort >> sign >> targetPort;
    target.pop_back();
    auto one = source + ' ' + sourcePort;
    auto other = target + ' ' + targetPort;
    return std::min(one, other) + ' ' + std::max(one, other);
}

uint64_t
CountAfter(const std::vector<std::string>& entries,
           std::size_t first,
           const std::string& connection)
{
    return std::count_if(entries.begin() + first, entries.end(), [&](const auto& entry) {
        return GetConnection(entry) == connection;
    });
}

void
Show(std::ostream& os,
     const char* who,
     const std::vector<std::string>& entries,
     std::size_t from,
     uint32_t count)
{
    for (auto i = from; i < entries.size() && i < from + count; ++i)
    {
        os << who << entries[i] << '\n';
    }
    if (from + count > entries.size())
    {
        os << who << "(end)\n";
    }
}

} // namespace

Comparison::Comparison(const Scenario& scenario, const Settings& settings)
    : m_scenario(scenario),
      m_settings(settings)
{
}

Comparison::Record
Comparison::Run(Sockets sockets, Time longer) const
{
    const auto work = [this, sockets, longer] {
        for (const auto& entry :
             differential::Run(m_scenario, sockets, {longer, m_settings.traces}))
        {
            std::cout << ENTRY << entry.at << " ns, node " << entry.node << ": " << entry.what
                      << '\n';
        }
        std::cout << END << '\n';
    };
    const auto result = child::Run(work, m_settings.limit);
    Record record;
    bool hasEnd = false;
    std::istringstream lines(result.output);
    for (std::string line; std::getline(lines, line);)
    {
        if (line.rfind(ENTRY, 0) == 0)
        {
            record.entries.push_back(line.substr(ENTRY.size()));
        }
        else if (line == END)
        {
            hasEnd = true;
        }
        else
        {
            record.other += line + '\n';
        }
    }
    record.fault = FindFault(result, hasEnd);
    return record;
}

bool
Comparison::IsStalled(const Record& stock, const Record& fast, std::size_t first) const
{
    if (first >= fast.entries.size())
    {
        return false;
    }
    const auto connection = GetConnection(fast.entries[first]);
    if (connection.empty() || CountAfter(stock.entries, first, connection) > 0)
    {
        return false;
    }
    const auto later = Run(Sockets::STOCK, LONG_SILENCE);
    return later.fault.empty() && CountAfter(later.entries, first, connection) == 0;
}

Verdict
Comparison::Print(std::ostream& os) const
{
    if (const auto missing = FindMissingModule(m_scenario); !missing.empty())
    {
        os << "left out: built without ns-3's module " << missing << '\n';
        return LEFT_OUT;
    }
    const auto stock = Run(Sockets::STOCK, Time());
    Show(os, "", stock.entries, 0, static_cast<uint32_t>(stock.entries.size()));
    if (!stock.fault.empty())
    {
        os << "stock: " << stock.fault << '\n' << stock.other;
        return STOCK_FAILED;
    }
    return SAME;
}

Verdict
Comparison::Compare(std::ostream& os, uint32_t context, bool verbose) const
{
    os << "seed " << m_scenario.seed << ": ";
    if (const auto reason = FindReasonToLeaveOut(m_scenario); !reason.empty())
    {
        os << "left out: " << reason << '\n';
        return LEFT_OUT;
    }
    const auto stock = Run(Sockets::STOCK, Time());
    if (!stock.fault.empty())
    {
        os << "stock: " << stock.fault << '\n' << (verbose ? stock.other : "");
        return STOCK_FAILED;
    }
    const auto fast = Run(Sockets::FAST, Time());
    const auto shorter = std::min(stock.entries.size(), fast.entries.size());
    const auto first = static_cast<std::size_t>(
        std::mismatch(stock.entries.begin(), stock.entries.begin() + shorter, fast.entries.begin())
            .first -
        stock.entries.begin());
    if (verbose)
    {
        os << stock.other << fast.other;
    }
    if (fast.fault.empty() && first == stock.entries.size() && first == fast.entries.size())
    {
        os << "same, " << first << " entries\n";
        return SAME;
    }
    if (fast.fault.empty() && IsStalled(stock, fast, first))
    {
        os << "stock: stops for good after entry " << first << '\n';
        return STOCK_FAILED;
    }
    os << "DIFFERENT: " << (fast.fault.empty() ? "" : "stock-fast " + fast.fault + "; ")
       << "from entry " << first << " of " << stock.entries.size() << " on\n";
    if (context > 0)
    {
        const auto before = std::min<std::size_t>(context, first);
        Show(os, "  both  ", stock.entries, first - before, static_cast<uint32_t>(before));
        Show(os, "  stock ", stock.entries, first, context);
        Show(os, "  fast  ", fast.entries, first, context);
    }
    return DIFFERENT;
}

} // namespace differential
