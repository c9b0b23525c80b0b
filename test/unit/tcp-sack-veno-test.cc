/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/tcp-veno-connection.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

struct SackVenoTest : testing::Test
{
    SackVenoTest()
    {
        connection.TraceBacklog();
        connection.Establish();
    }

    ~SackVenoTest() override
    {
        Simulator::Destroy();
    }

    venodriver::BareConnection connection;
};

// N would be 10 (1 - 100/200).
TEST_F(SackVenoTest, NothingIsEvaluatedBeforeSlowStartHasEnded)
{
    connection.tcb->m_ssThresh = 10001;
    for (const int rtt : {100, 100, 200, 200})
    {
        connection.Round(MilliSeconds(rtt));
    }
    EXPECT_EQ(connection.Backlog(), 0.0);
    connection.tcb->m_ssThresh = 10000;
    connection.Round(MilliSeconds(200)); // its first ACK ends slow start
    connection.Round(MilliSeconds(200));
    EXPECT_NEAR(connection.Backlog(), 5.0, 1e-9);
}

TEST_F(SackVenoTest, AboveBetaEverySecondAckOpensTheWindow)
{
    for (const int rtt : {100, 100, 200})
    {
        connection.Round(MilliSeconds(rtt));
    }
    EXPECT_NEAR(connection.Backlog(), 5.0, 1e-9);
    uint32_t opened = 0;
    for (int ack = 0; ack < 8; ++ack)
    {
        const auto before = connection.tcb->m_cWnd.Get();
        connection.veno->IncreaseWindow(connection.tcb, 1);
        opened += connection.tcb->m_cWnd > before ? 1 : 0;
    }
    EXPECT_EQ(opened, 4U);
    // Below ssthresh each one does, by a segment.
    connection.tcb->m_cWnd = 4000;
    connection.veno->IncreaseWindow(connection.tcb, 1);
    EXPECT_EQ(connection.tcb->m_cWnd, 5000U);
}

TEST_F(SackVenoTest, VerdictsHaveNames)
{
    using Verdict = TcpSackVeno::Verdict;
    for (const auto& [verdict, name] :
         std::vector<std::pair<Verdict, std::string>>{{Verdict::RANDOM, "random"},
                                                      {Verdict::CONGESTION, "congestion"},
                                                      {Verdict::UNKNOWN, "unknown"},
                                                      {Verdict::ECN, "ecn"},
                                                      {Verdict::TIMEOUT, "timeout"}})
    {
        std::ostringstream text;
        text << verdict;
        EXPECT_EQ(text.str(), name);
    }
    EXPECT_EQ(connection.veno->GetName(), "TcpSackVeno");
}

} // namespace
