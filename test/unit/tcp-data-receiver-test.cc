/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-data-receiver.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Positions are counted from the first octet of data, whose number is 5001.
class TcpDataReceiverTest : public testing::Test, protected ConnectionWorld
{
  protected:
    static constexpr uint64_t PEER = FirstPosition(5001);

    TcpDataReceiverTest()
    {
        Begin(PEER);
    }

    void Begin(uint64_t first)
    {
        m_receiver.Start(first, {});
        m_receiver.OfferWindow(true);
    }

    void Arrive(uint64_t offset, uint32_t size)
    {
        m_receiver.ReadData(Create<Packet>(size), PEER + offset);
    }

    /// @return what ns-3's buffer shows as expected next
    uint32_t Shown() const
    {
        return tcb->m_rxBuffer->NextRxSequence().GetValue();
    }

    TcpEcn m_ecn{tcb};
    TcpDataReceiver m_receiver{ForReceiver(), m_ecn, effects};
};

TEST_F(TcpDataReceiverTest, WhatIsExpectedNextIsShown)
{
    EXPECT_EQ(Shown(), 5001U);
    Arrive(0, 100);
    EXPECT_EQ(Shown(), 5101U);
    Arrive(200, 100);
    EXPECT_EQ(Shown(), 5101U) << "behind a hole";
    EXPECT_TRUE(m_receiver.ReadFin(PEER + 300));
    EXPECT_EQ(Shown(), 5101U) << "the FIN is, too";
    Arrive(100, 100);
    EXPECT_EQ(Shown(), 5302U) << "the FIN has a number";
    Begin(FirstPosition(9001));
    EXPECT_EQ(Shown(), 9001U) << "of the next connection";
}

TEST_F(TcpDataReceiverTest, AFinAloneIsShown)
{
    EXPECT_TRUE(m_receiver.ReadFin(PEER));
    EXPECT_EQ(Shown(), 5002U);
    EXPECT_FALSE(m_receiver.ReadFin(PEER + 1)) << "another one";
    EXPECT_EQ(Shown(), 5002U);
}

} // namespace
