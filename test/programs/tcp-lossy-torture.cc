/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One random case of a torture: a connection that must survive, over a path that nobody would
// choose.

#include "../support/torture-verdict.h"
#include "lib/option-table.h"

#include <iostream>
#include <optional>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

/// Exit codes; 2 is for wrong options.
enum ExitCode
{
    PASSED = 0,
    FAILED = 1,
    STOCK_FAILED = 3,
};

const std::string DRAWN = "drawn";
const std::string OURS = "ours";
const std::string STOCK = "stock";

/// What is to be done.
struct Options
{
    uint32_t seed{1};        //!< chooses the case
    std::string ends{DRAWN}; //!< sockets
    bool pauseBoth{false};   //!< readers
    Time limit{Seconds(60)}; //!< CPU time
    bool describe{false};    //!< run nothing
    bool verbose{false};     //!< show all output

    OptionTable GetTable()
    {
        OptionTable table;
        table.Add("seed", "Chooses the case", seed);
        table
            .Add("ends",
                 "Sockets: drawn, as the seed says; ours or stock at both ends of the same case",
                 ends)
            .Among({DRAWN, OURS, STOCK});
        table.Add("pauseBoth",
                  "The readers of both ends pause at the same time, whatever the seed says",
                  pauseBoth);
        table.Add("limit", "CPU time after which a case runs without end, in whole seconds", limit)
            .AtLeast(1)
            .AtMost(100'000);
        table.Add("describe", "Say what the case is, and run nothing", describe);
        table.Add("verbose", "Show what ns-3 says, such as what NS_LOG asks for", verbose);
        return table;
    }

    uint32_t GetLimit() const
    {
        return static_cast<uint32_t>(limit.ToInteger(Time::S));
    }

    torture::Case MakeCase() const
    {
        return MakeCase(ends == OURS    ? torture::Ends::OURS
                        : ends == STOCK ? torture::Ends::STOCK
                                        : torture::Ends::DRAWN);
    }

    torture::Case MakeCase(torture::Ends sockets) const
    {
        return torture::MakeCase(seed,
                                 sockets,
                                 pauseBoth ? torture::Pauses::BOTH : torture::Pauses::DRAWN);
    }
};

torture::Verdict
RunAndJudge(const Options& options)
{
    const auto torture = options.MakeCase();
    const auto trial = torture::Try(torture, options.GetLimit());
    if (options.verbose)
    {
        std::cerr << trial.output;
    }
    const bool isMixed = torture.options.a.stock != torture.options.b.stock;
    if (trial.faults.empty() || !isMixed)
    {
        return torture::Judge(trial, std::nullopt, std::nullopt);
    }
    const auto repeat = [&options](torture::Ends ends) {
        return torture::Try(options.MakeCase(ends), options.GetLimit());
    };
    return torture::Judge(trial, repeat(torture::Ends::OURS), repeat(torture::Ends::STOCK));
}

} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    auto table = options.GetTable();
    table.Parse("Runs the random case of a seed: a connection, at one end or both of our socket, "
                "over a path that loses, delays, repeats and damages segments. Exit code 1 if it "
                "fails, and 3 if it fails because of ns-3's own socket.",
                {argv, argv + argc});
    if (options.describe)
    {
        torture::Describe(std::cout, options.MakeCase());
        return PASSED;
    }
    const auto verdict = RunAndJudge(options);
    std::cout << "seed " << options.seed << ": ";
    if (verdict.culprit == torture::Culprit::NOBODY)
    {
        std::cout << "ok: " << verdict.text << '\n';
        return PASSED;
    }
    const bool isStock = verdict.culprit == torture::Culprit::STOCK;
    std::cout << (isStock ? "stock end: " : "FAILED: ") << verdict.text << "; repeat it with "
              << argv[0] << " --seed=" << options.seed
              << (options.ends == DRAWN ? "" : " --ends=" + options.ends)
              << (options.pauseBoth ? " --pauseBoth" : "") << '\n';
    return isStock ? STOCK_FAILED : FAILED;
}
