/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/result-writer.h"

#include "ns3/rng-seed-manager.h"

#include <gtest/gtest.h>
#include <sstream>

namespace ResultWriterTests
{

using namespace ns3;
using namespace ns3::tcplossy;

/// What follows the lines that say what was run.
std::string
RowsOf(const std::ostringstream& os)
{
    return os.str().substr(os.str().find("\nquantity,") + 1);
}

TEST(ResultWriter, DescriptionsThenAHeaderThenRows)
{
    std::ostringstream os;
    RngSeedManager::SetRun(3);
    ResultWriter writer(os);
    writer.Describe("rate", 1, "bit/s");
    VariantRows(writer, "sack")("q", "1", 2.5);
    writer.Series("w", "sack", "s", {{Seconds(1), 4.0}, {MilliSeconds(1500), 5.0}});
    RngSeedManager::SetRun(1);
    EXPECT_NE(os.str().find("# RngRun: 3\n# rate: 1 bit/s\nquantity,"), std::string::npos);
    EXPECT_EQ(RowsOf(os),
              "quantity,variant,unit,seed,time,value\n"
              "q,sack,1,3,,2.5\n"
              "w,sack,s,3,1,4\n"
              "w,sack,s,3,1.5,5\n");
}

TEST(ResultWriter, RunsOfSeveralPointsHaveAColumnForEachCoordinate)
{
    std::ostringstream os;
    ResultWriter writer(os, {"a", "b"});
    writer.Row("q", "sack", "1", 2.5, {"0.1", "2"});
    writer.Row("all", "sack", "1", 3.0);
    EXPECT_EQ(RowsOf(os),
              "quantity,variant,a,b,unit,seed,time,value\n"
              "q,sack,0.1,2,1,1,,2.5\n"
              "all,sack,,,1,1,,3\n");
}

TEST(ResultWriterDeathTest, FieldsThatWouldBreakTheFormat)
{
    std::ostringstream os;
    ResultWriter writer(os, {"a"});
    EXPECT_DEATH(writer.Row("a,b", "s", "1", 1.0), "must not contain a comma");
    EXPECT_DEATH(writer.Row("q", "s", "1", 1.0, {"x,y"}), "must not contain a comma");
    EXPECT_DEATH(writer.Row("q", "s", "1", 1.0, {"1", "2"}), "a point has 1 coordinates");
    writer.Row("q", "s", "1", 1.0);
    EXPECT_DEATH(writer.Describe("late", "x"), "before the first row");
}

} // namespace ResultWriterTests
