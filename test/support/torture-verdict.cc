/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "torture-verdict.h"

#include "child-process.h"

#include "ns3/simulator.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace torture
{

namespace
{

/// What the child says to its parent begins with one of these, a fault with the end after it. All
/// else is ns-3's.
const std::string FAULT = "torture-fault ";
const std::string PASSED = "torture-passed ";

/// The end whose events are running.
char
GetRunningEnd()
{
    switch (Simulator::GetContext())
    {
    case 0:
        return 'A';
    case 1:
        return 'B';
    default:
        return '?';
    }
}

/// The case does not go on from here, so that nothing is lost by what a handler must not do.
void
OnSignal(int number)
{
    const char end = GetRunningEnd();
    std::ostringstream text;
    text << FAULT << end << (number == SIGXCPU ? " runs without end" : " crashes") << ", signal "
         << number << ", at " << Simulator::Now().As(Time::S) << '\n';
    [[maybe_unused]] const auto size = write(STDOUT_FILENO, text.str().data(), text.str().size());
    _exit(1);
}

/// What the child does.
void
RunAndTell(const Case& torture)
{
    const auto outcome = Run(torture, [](const Fault& fault) {
        std::printf("%s%c %s\n", FAULT.c_str(), fault.end, fault.what.c_str());
        std::fflush(stdout);
    });
    if (outcome.faults.empty())
    {
        std::ostringstream text;
        text << outcome.segments << " segments, " << outcome.octets << " octets read by "
             << outcome.finished.As(Time::S)
             << (outcome.bothClosed ? ", both windows closed at once" : "");
        std::printf("%s%s\n", PASSED.c_str(), text.str().c_str());
    }
}

/// What the child said.
Trial
Understand(const std::string& output)
{
    Trial trial;
    trial.output = output;
    std::istringstream lines(output);
    std::string other;
    for (std::string line; std::getline(lines, line);)
    {
        if (line.rfind(FAULT, 0) == 0)
        {
            trial.faults.push_back({line[FAULT.size()], line.substr(FAULT.size() + 2)});
        }
        else if (line.rfind(PASSED, 0) == 0)
        {
            trial.summary = line.substr(PASSED.size());
        }
        else if (other.empty())
        {
            other = line;
        }
    }
    if (trial.faults.empty() && trial.summary.empty())
    {
        trial.faults.push_back({'?', "ends without a word"});
    }
    if (!trial.faults.empty() && !other.empty())
    {
        trial.faults.back().what += " (ns-3 says: " + other + ")";
    }
    return trial;
}

std::string
Summarize(const Trial& trial)
{
    return trial.faults.empty() ? "passes" : "fails (" + trial.faults[0].what + ")";
}

} // namespace

Verdict
Judge(const Trial& drawn, const std::optional<Trial>& ours, const std::optional<Trial>& stock)
{
    if (drawn.faults.empty())
    {
        return {Culprit::NOBODY, drawn.summary};
    }
    const auto& fault = drawn.faults[0];
    const bool isPlain = fault.end == 'A' || fault.end == 'B';
    std::string text = (isPlain ? std::string("by ") + fault.end + ": " : "") + fault.what;
    if (!ours || !stock)
    {
        return {drawn.stock[0] && drawn.stock[1] ? Culprit::STOCK : Culprit::OURS, text};
    }
    text +=
        "; with ours at both ends it " + Summarize(*ours) + ", with ns-3's it " + Summarize(*stock);
    const bool isStock = isPlain ? drawn.stock[fault.end == 'A' ? 0 : 1]
                                 : ours->faults.empty() && !stock->faults.empty();
    return {isStock ? Culprit::STOCK : Culprit::OURS, text};
}

Trial
Try(const Case& torture, uint32_t limit)
{
    const auto result = child::Run([&torture] { RunAndTell(torture); }, limit, OnSignal);
    auto trial = Understand(result.output);
    if (trial.faults.empty() && result.status != EXIT_SUCCESS)
    {
        // Such as what LeakSanitizer finds at the end.
        trial.faults.push_back({'?', "ends with status " + std::to_string(result.status)});
    }
    trial.stock = {torture.options.a.stock, torture.options.b.stock};
    return trial;
}

} // namespace torture
