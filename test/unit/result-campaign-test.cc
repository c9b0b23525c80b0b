/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/result-campaign.h"
#include "lib/result-writer.h"

#include "ns3/rng-seed-manager.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

const std::string HEADER = "id,quantity,variant,x,unit,seed,time,value\n";

void
ReadRun(ResultCampaign& campaign, const std::string& rows)
{
    std::istringstream is("# experiment: V9\n# ns-3: 3.99\n" + HEADER + rows);
    campaign.ReadRun(is, "run");
}

std::string
SummaryOf(ResultCampaign& campaign)
{
    std::ostringstream os;
    campaign.WriteSummary(os);
    return os.str();
}

} // namespace

TEST(ResultCampaign, MeansRatiosAndClaims)
{
    ResultCampaign campaign;
    ReadRun(campaign, "V9,throughput,sack,n=2,pkt/s,1,,10\nV9,throughput,veno,n=2,pkt/s,1,,20\n");
    ReadRun(campaign, "V9,throughput,sack,n=2,pkt/s,2,,20\nV9,throughput,veno,n=2,pkt/s,2,,60\n");
    std::istringstream rules("id,derived,quantity,a,b\nV9,ratio,throughput,veno,sack\n"
                             "V9,difference,throughput,veno,sack\n");
    campaign.ReadRules(rules, "rules");
    std::istringstream claims("id,quantity,variant,x,paper,at_least,at_most,note\n"
                              "V9,ratio,veno/sack,n=2,1.72,1.3,,Fig 3\n");
    campaign.ReadClaims(claims, "claims");
    campaign.Derive();
    // Ratios 2 and 3: 2.5 +- 12.7062 * 0.5. Differences 10 and 40: 25 +- 12.7062 * 15.
    EXPECT_EQ(SummaryOf(campaign),
              "id,quantity,variant,x,unit,mean,ci_low,ci_high,seeds,paper,note\n"
              "V9,difference,veno-sack,n=2,pkt/s,25,-165.593,215.593,2,,\n"
              "V9,ratio,veno/sack,n=2,1,2.5,-3.8531,8.8531,2,1.72,Fig 3\n"
              "V9,throughput,sack,n=2,pkt/s,15,-48.531,78.531,2,,\n"
              "V9,throughput,veno,n=2,pkt/s,40,-214.124,294.124,2,,\n");
    EXPECT_TRUE(campaign.GetFailedClaims().empty());
}

TEST(ResultCampaign, ASeedThatOneVariantLacksIsNotPaired)
{
    ResultCampaign campaign;
    ReadRun(campaign, "V9,throughput,sack,,pkt/s,1,,10\nV9,throughput,veno,,pkt/s,1,,20\n");
    ReadRun(campaign, "V9,throughput,veno,,pkt/s,2,,90\n");
    std::istringstream rules("id,derived,quantity,a,b\nV9,ratio,throughput,veno,sack\n");
    campaign.ReadRules(rules, "rules");
    campaign.Derive();
    EXPECT_NE(SummaryOf(campaign).find("V9,ratio,veno/sack,,1,2,,,1,,\n"), std::string::npos);
}

TEST(ResultCampaign, ExtremesOverSeedsAndOverPoints)
{
    ResultCampaign campaign;
    ReadRun(campaign,
            "V9,w,a,q=5 d=0,s,1,,3\nV9,w,a,q=6 d=0,s,1,,8\nV9,w,a,q=5 d=1,s,1,,4\n"
            "V9,w,b,q=5 d=0,s,1,,2\nV9,w,b,q=6 d=0,s,1,,4\n");
    ReadRun(campaign, "V9,w,a,q=5 d=0,s,2,,9\nV9,w,a,q=6 d=0,s,2,,7\n");
    std::istringstream rules("id,derived,quantity,a,b\nV9,max,w,a,q\nV9,max,w,b,q\n"
                             "V9,ratio,max_w,a,b\nV9,min,w,a,seed\n");
    campaign.ReadRules(rules, "rules");
    campaign.Derive();
    const auto summary = SummaryOf(campaign);
    const auto has = [&summary](const char* row) { return summary.find(row) != std::string::npos; };
    // Over q: 8 and 9 of the two seeds, 8.5 +- 12.7062 * 0.5; and 4 of the only seed with d = 1.
    EXPECT_TRUE(has("V9,max_w,a,d=0,s,8.5,2.1469,14.8531,2,,\n")) << summary;
    EXPECT_TRUE(has("V9,max_w,a,d=1,s,4,,,1,,\n")) << summary;
    // Seed 1 alone has both: 8 to 4.
    EXPECT_TRUE(has("V9,ratio,a/b,d=0,1,2,,,1,,\n")) << summary;
    // Over seeds: one value.
    EXPECT_TRUE(has("V9,min_w,a,q=5 d=0,s,3,,,1,,\n")) << summary;
    EXPECT_TRUE(has("V9,min_w,a,q=6 d=0,s,7,,,1,,\n")) << summary;
}

TEST(ResultCampaign, AKneeIsWhereTheLastRiseEnds)
{
    ResultCampaign campaign;
    // Seed 1 falls after 20 and is back at 98 % of 100 from 200 on; seed 2 is so from 10 on.
    ReadRun(campaign,
            "V9,w,a,b=1 q=10,s,1,,50\nV9,w,a,b=1 q=20,s,1,,100\nV9,w,a,b=1 q=100,s,1,,97.9\n"
            "V9,w,a,b=1 q=200,s,1,,98\nV9,w,a,b=1 q=1000,s,1,,100\nV9,w,a,b=2 q=7,s,1,,3\n");
    ReadRun(campaign, "V9,w,a,b=1 q=10,s,2,,120\nV9,w,a,b=1 q=1000,s,2,,100\n");
    std::istringstream rules("id,derived,quantity,a,b\nV9,knee,w,a,q\n");
    campaign.ReadRules(rules, "rules");
    campaign.Derive();
    const auto summary = SummaryOf(campaign);
    // Mean of 200 and 10, 12.7062 * 95 to each side; a single point has none.
    EXPECT_NE(summary.find("V9,knee,a,b=1,q,105,-1102.09,1312.09,2,,\n"), std::string::npos)
        << summary;
    EXPECT_EQ(summary.find("V9,knee,a,b=2"), std::string::npos) << summary;
}

TEST(ResultCampaign, PointsAreInOrderOfNumbers)
{
    ResultCampaign campaign;
    ReadRun(campaign,
            "V9,q,s,n=16 p=0.01,1,1,,1\nV9,q,s,n=2 p=0.1,1,1,,2\nV9,q,s,n=2 p=0.0001,1,1,,3\n");
    const auto summary = SummaryOf(campaign);
    EXPECT_LT(summary.find("n=2 p=0.0001"), summary.find("n=2 p=0.1"));
    EXPECT_LT(summary.find("n=2 p=0.1"), summary.find("n=16 p=0.01"));
}

TEST(ResultCampaign, ClaimsThatDoNotHoldAreNamed)
{
    ResultCampaign campaign;
    ReadRun(campaign, "V9,q,s,,1,1,,5\n");
    std::istringstream claims("id,quantity,variant,x,paper,at_least,at_most,note\n"
                              "V9,q,s,,,6,,\nV9,q,t,,,1,,\nV8,q,s,,,6,,\nV9,q,s,n=1,7,,,\n");
    campaign.ReadClaims(claims, "claims");
    const auto failed = campaign.GetFailedClaims();
    ASSERT_EQ(failed.size(), 2U) << "V8 was not run, and n=1 has no range";
    EXPECT_EQ(failed[0], "V9 q s : 5 is not in [6, ]");
    EXPECT_EQ(failed[1], "V9 q t : not measured");
}

TEST(ResultCampaign, TablesHoldTheDataAndSayWhatTheyAre)
{
    ResultCampaign campaign;
    ReadRun(campaign,
            "V9,q,a/b,n=1 p=0.1,kB,1,,5\nV9,q,a/b,n=2 p=0.1,kB,1,,6\nV9,w,a,,s,1,0.5,7\n");
    const auto directory = std::filesystem::path(testing::TempDir()) / "tcp-lossy-campaign";
    std::filesystem::create_directories(directory);
    campaign.WriteTables(directory.string());
    const auto contents = [&directory](const char* name) {
        std::ifstream is(directory / "V9" / name);
        return std::string(std::istreambuf_iterator<char>(is), {});
    };
    EXPECT_EQ(contents("q-a_over_b.csv"),
              "# experiment: V9\n# ns-3: 3.99\n# unit: kB\n# seeds: 1\n"
              "n,p,mean,ci_low,ci_high,seeds\n1,0.1,5,,,1\n\n2,0.1,6,,,1\n");
    EXPECT_EQ(contents("series-w-a.csv"),
              "# experiment: V9\n# ns-3: 3.99\n# unit: s\n# seeds: 1\ntime,value\n0.5,7\n");
    std::filesystem::remove_all(directory);
}

TEST(ResultCampaign, ReadsWhatTheWriterWrites)
{
    std::ostringstream os;
    RngSeedManager::SetRun(3);
    ResultWriter writer(os, "V9");
    writer.Describe("rate", "1 bit/s");
    writer.Row("q", "sack", "n=1", "1", 2.5);
    writer.Series("w", "sack", "n=1", "s", {{Seconds(1), 4.0}});
    std::istringstream is(os.str());
    ResultCampaign campaign;
    campaign.ReadRun(is, "run");
    EXPECT_NE(SummaryOf(campaign).find("V9,q,sack,n=1,1,2.5,,,1,,\n"), std::string::npos);
    EXPECT_NE(os.str().find("# RngRun: 3\n"), std::string::npos);
    EXPECT_NE(os.str().find("V9,w,sack,n=1,s,3,1,4\n"), std::string::npos);
}

TEST(ResultCampaignDeathTest, MalformedInputIsRefusedByPlace)
{
    ResultCampaign campaign;
    EXPECT_DEATH(ReadRun(campaign, "V9,q,s,,1,1,5\n"), "run:[0-9]+: expected 8 fields, found 7");
    EXPECT_DEATH(ReadRun(campaign, "V9,q,s,,1,1,,abc\n"), "run:[0-9]+: 'abc' is no number");
    EXPECT_DEATH(ReadRun(campaign, "V9,q,s,,1,1,,5\nV9,q,s,,1,1,,5\n"), "was read before");
    std::istringstream empty("");
    EXPECT_DEATH(campaign.ReadRun(empty, "cut"), "cut: no header, the output is not complete");
}

TEST(ResultWriterDeathTest, FieldsThatWouldBreakTheFormat)
{
    std::ostringstream os;
    ResultWriter writer(os, "V9");
    EXPECT_DEATH(writer.Row("a,b", "s", "", "1", 1.0), "must not contain a comma");
    writer.Row("q", "s", "", "1", 1.0);
    EXPECT_DEATH(writer.Describe("late", "x"), "before the first row");
}
