/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// No test finds nodes or defaults of the one before: which one that is depends on how many there
// are.

#include "ns3/config.h"
#include "ns3/node-list.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace FreshSimulatorTests
{

using namespace ns3;

class FreshSimulator : public testing::EmptyTestEventListener
{
    void OnTestEnd(const testing::TestInfo& /* test */) override
    {
        Simulator::Destroy();
        Config::Reset();
    }
};

// The list deletes the listener.
const bool LISTENS = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new FreshSimulator);
    return true;
}();

TEST(FreshSimulatorTest, NothingIsLeftOfOtherTests)
{
    EXPECT_TRUE(LISTENS);
    EXPECT_EQ(NodeList::GetNNodes(), 0);
}

} // namespace FreshSimulatorTests
