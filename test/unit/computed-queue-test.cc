/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Timelines by hand: the link sends a packet in as many nanoseconds as it has octets.

#include "ns3/path-net-device.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace ComputedQueueTests
{

class ComputedQueueTest : public testing::Test
{
  protected:
    /// A packet comes. @return whether it has room
    bool Come(int64_t now, uint32_t octets)
    {
        Settle(now);
        if (!m_queue.Fits(octets))
        {
            return false;
        }
        m_queue.Add(NanoSeconds(now),
                    m_queue.GetStart(NanoSeconds(now)) + NanoSeconds(octets),
                    octets,
                    octets);
        return true;
    }

    void Settle(int64_t now)
    {
        m_queue.LeaveBefore(NanoSeconds(now),
                            [this](Time start) { m_left.push_back(start.GetNanoSeconds()); });
    }

    PlainComputedQueue<Time, uint32_t> m_queue;
    std::vector<int64_t> m_left;
};

TEST_F(ComputedQueueTest, ThePacketBeingSentIsNotCounted)
{
    m_queue.SetLimit({2, false});
    EXPECT_TRUE(Come(0, 100)); // Sent until 100.
    EXPECT_EQ(m_queue.GetPackets(), 0U);
    EXPECT_TRUE(Come(10, 50)); // Sent from 100 to 150.
    EXPECT_TRUE(Come(20, 50)); // Sent from 150 to 200.
    EXPECT_EQ(m_queue.GetPackets(), 2U);
    EXPECT_FALSE(Come(99, 10));
    EXPECT_TRUE(Come(101, 10)); // One has left: sent from 200 to 210.
    EXPECT_EQ(m_queue.GetOctets(), 60U);
    Settle(1000);
    EXPECT_EQ(m_left, (std::vector<int64_t>{100, 150, 200}));
    EXPECT_EQ(m_queue.GetStart(NanoSeconds(1000)), NanoSeconds(1000));
}

TEST_F(ComputedQueueTest, OctetsCountAsInDropTailQueue)
{
    m_queue.SetLimit({100, true});
    EXPECT_FALSE(Come(0, 101)); // Even the first one passes the queue.
    EXPECT_TRUE(Come(0, 100));
    EXPECT_TRUE(Come(1, 60));
    EXPECT_FALSE(Come(2, 41));
    EXPECT_TRUE(Come(3, 40));
}

TEST_F(ComputedQueueTest, ADepartureAtTheInstantIsToBeTold)
{
    m_queue.SetLimit({1, false});
    EXPECT_TRUE(Come(0, 100));
    EXPECT_TRUE(Come(1, 100));
    EXPECT_FALSE(Come(100, 100));
    EXPECT_EQ(m_queue.LeaveOne(), NanoSeconds(100));
    EXPECT_TRUE(Come(100, 100));
}

TEST_F(ComputedQueueTest, ALinkThatHasJustSentAllBegins)
{
    EXPECT_TRUE(Come(0, 100));
    EXPECT_TRUE(m_queue.IsBusy(NanoSeconds(100)));
    m_queue.SetIdle();
    EXPECT_FALSE(m_queue.IsBusy(NanoSeconds(100)));
    EXPECT_TRUE(Come(100, 10));
    EXPECT_EQ(m_queue.GetPackets(), 0U);
    EXPECT_EQ(m_queue.GetNextFinish(), NanoSeconds(110));
}

TEST_F(ComputedQueueTest, TellsWhenThreeMoreMayNotFit)
{
    m_queue.SetLimit({5, false});
    Come(0, 100);
    Come(0, 100);
    EXPECT_FALSE(m_queue.IsNearlyFull());
    Come(0, 100);
    EXPECT_TRUE(m_queue.IsNearlyFull());
}

TEST_F(ComputedQueueTest, APacketOfEthernetsSizeMayComeBehindSmallOnes)
{
    Come(0, 40);
    Come(0, 40);
    // Room for three packets of 1502 octets beside the one that waits, and for one octet less.
    m_queue.SetLimit({40 + 4 * 1502, true});
    EXPECT_FALSE(m_queue.IsNearlyFull());
    m_queue.SetLimit({40 + 4 * 1502 - 1, true});
    EXPECT_TRUE(m_queue.IsNearlyFull());
}

TEST_F(ComputedQueueTest, GivesUpWhatWaits)
{
    Come(0, 100);
    Come(0, 50);
    Come(0, 60);
    const auto recalled = m_queue.Recall();
    ASSERT_EQ(recalled.size(), 2U);
    EXPECT_EQ(recalled[0].item, 50U);
    EXPECT_EQ(recalled[1].item, 60U);
    EXPECT_EQ(m_queue.GetNextFinish(), NanoSeconds(100));
    EXPECT_EQ(m_queue.GetOctets(), 0U);
}

} // namespace ComputedQueueTests

} // namespace ns3
