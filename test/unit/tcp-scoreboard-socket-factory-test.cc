/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-scoreboard-socket-factory.h"
#include "ns3/tcp-scoreboard-socket.h"

#include <gtest/gtest.h>

namespace TcpScoreboardSocketFactoryTests
{

using namespace ns3;

/// A factory of the user's, which takes the place of ours once it is looked up more often.
class OwnFactory : public TcpSocketFactory
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TcpScoreboardSocketFactoryTestOwn")
                                .SetParent<TcpSocketFactory>()
                                .AddConstructor<OwnFactory>();
        return tid;
    }

    Ptr<Socket> CreateSocket() override
    {
        return nullptr;
    }
};

/// What an application's request for a socket looks up.
Ptr<SocketFactory>
Find(Ptr<Node> node)
{
    return node->GetObject<SocketFactory>(TcpSocketFactory::GetTypeId());
}

class TcpScoreboardDefaultFactoryTest : public testing::Test
{
  protected:
    TcpScoreboardDefaultFactoryTest()
        : node(CreateObject<Node>())
    {
        InternetStackHelper().Install(node);
    }

    ~TcpScoreboardDefaultFactoryTest() override
    {
        Simulator::Destroy();
    }

    void Install() const
    {
        TcpScoreboardDefaultFactory::Install(node, nullptr);
    }

    bool IsOurs() const
    {
        return DynamicCast<TcpScoreboardDefaultFactory>(Find(node)) != nullptr;
    }

    Ptr<Node> node;
};

using TcpScoreboardDefaultFactoryDeathTest = TcpScoreboardDefaultFactoryTest;

TEST_F(TcpScoreboardDefaultFactoryTest, TakesOverANewNode)
{
    Install();
    EXPECT_TRUE(IsOurs());
}

TEST_F(TcpScoreboardDefaultFactoryTest, TakesOverANodeThatMadeManySockets)
{
    for (int i = 0; i < 100'000; ++i)
    {
        Find(node);
    }
    EXPECT_FALSE(IsOurs());
    Install();
    EXPECT_TRUE(IsOurs());
}

// As many look-ups as sockets were made, and one: none that the stock factory gains, too.
TEST_F(TcpScoreboardDefaultFactoryTest, TakesOverAtTheBoundOfSocketsAndNotBeyond)
{
    const int bound = 1 << 20;
    for (int i = 0; i < bound; ++i)
    {
        Find(node);
    }
    Install();
    EXPECT_TRUE(IsOurs());
}

TEST_F(TcpScoreboardDefaultFactoryDeathTest, SaysThatANodeMadeTooManySockets)
{
    const int bound = 1 << 20;
    for (int i = 0; i <= bound; ++i)
    {
        Find(node);
    }
    EXPECT_DEATH(Install(),
                 "made more than 1048576 TCP sockets before; choose what makes them earlier");
}

TEST_F(TcpScoreboardDefaultFactoryTest, StaysWhateverIsLookedUpAndAggregated)
{
    Install();
    for (int i = 0; i < 1000; ++i)
    {
        node->GetObject<Ipv4>();
        node->GetObject<SocketFactory>();
        node->GetObject<Object>();
        node->GetObject<Node>();
        node->GetObject<Object>(SocketFactory::GetTypeId());
        EXPECT_TRUE(i % 100 != 0 || IsOurs());
    }
    node->AggregateObject(CreateObject<OwnFactory>());
    EXPECT_TRUE(IsOurs());
}

TEST_F(TcpScoreboardDefaultFactoryTest, TakesOverAgainAfterAnother)
{
    Install();
    node->AggregateObject(CreateObject<OwnFactory>());
    for (int i = 0; i < 1000; ++i)
    {
        node->GetObject<SocketFactory>(OwnFactory::GetTypeId());
    }
    EXPECT_FALSE(IsOurs());
    Install();
    EXPECT_TRUE(IsOurs());
}

// The helper's factory is an object of the node as well: if one kept another, none would go.
TEST_F(TcpScoreboardDefaultFactoryTest, LetsGoOfWhatItAsks)
{
    const auto factory = CreateObject<OwnFactory>();
    node->AggregateObject(factory);
    TcpScoreboardDefaultFactory::Install(node, factory);
    EXPECT_GT(factory->GetReferenceCount(), 1U);
    Simulator::Destroy();
    EXPECT_EQ(factory->GetReferenceCount(), 1U);
}

} // namespace TcpScoreboardSocketFactoryTests
