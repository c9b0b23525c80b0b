/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// From the outputs of single runs to tables, summary and report.

#include "lib/result-campaign.h"

#include "ns3/abort.h"
#include "ns3/command-line.h"

#include <fstream>
#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

std::ifstream
OpenInput(const std::string& name)
{
    std::ifstream is(name);
    NS_ABORT_MSG_UNLESS(is, "cannot read " << name);
    return is;
}

std::ofstream
OpenOutput(const std::string& name)
{
    std::ofstream os(name);
    NS_ABORT_MSG_UNLESS(os, "cannot write " << name);
    return os;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string runs;
    std::string rules;
    std::string claims;
    std::string out = ".";
    CommandLine cmd(__FILE__);
    cmd.Usage("Gathers outputs of the experiment programs: writes summary.csv, report.md and one "
              "folder of tables for each experiment.");
    cmd.AddValue("runs", "File with the name of one run's output a line", runs);
    cmd.AddValue("rules", "Rules for ratios and differences; empty for none", rules);
    cmd.AddValue("claims", "Published numbers and expected ranges; empty for none", claims);
    cmd.AddValue("out", "Existing folder to write to", out);
    cmd.Parse(argc, argv);
    NS_ABORT_MSG_IF(runs.empty(), "--runs must name a file");

    ResultCampaign campaign;
    auto list = OpenInput(runs);
    for (std::string name; std::getline(list, name);)
    {
        auto run = OpenInput(name);
        campaign.ReadRun(run, name);
    }
    if (!rules.empty())
    {
        auto is = OpenInput(rules);
        campaign.ReadRules(is, rules);
    }
    if (!claims.empty())
    {
        auto is = OpenInput(claims);
        campaign.ReadClaims(is, claims);
    }
    campaign.Derive();
    campaign.WriteTables(out);
    auto summary = OpenOutput(out + "/summary.csv");
    campaign.WriteSummary(summary);
    auto report = OpenOutput(out + "/report.md");
    campaign.WriteReport(report);
    for (const auto& failed : campaign.GetFailedClaims())
    {
        std::cout << "outside the expected range: " << failed << "\n";
    }
    return 0;
}
