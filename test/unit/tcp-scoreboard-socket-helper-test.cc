/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-scoreboard-socket-factory.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

namespace TcpScoreboardSocketHelperTests
{

using namespace ns3;

class TcpScoreboardSocketHelperTest : public testing::Test
{
  protected:
    TcpScoreboardSocketHelperTest()
    {
        InternetStackHelper().Install(nodes);
    }

    ~TcpScoreboardSocketHelperTest() override
    {
        Simulator::Destroy();
    }

    /// @return class and send buffer of a socket of a node, by default of the name that all use
    std::string Describe(uint32_t node, TypeId protocol = TcpSocketFactory::GetTypeId())
    {
        const auto socket = Socket::CreateSocket(nodes.Get(node), protocol);
        UintegerValue size;
        socket->GetAttribute("SndBufSize", size);
        return socket->GetInstanceTypeId().GetName() + " " + std::to_string(size.Get());
    }

    NodeContainer nodes{2};
    TcpScoreboardSocketHelper helper;
};

TEST_F(TcpScoreboardSocketHelperTest, AnotherTypeOfSocketsHasNoAttributesOfTheFormer)
{
    EXPECT_EQ(helper.GetSocketType(), TcpScoreboardSocket::GetTypeId());
    helper.SetSocketAttribute("SndBufSize", UintegerValue(5000));
    helper.Install(nodes);
    EXPECT_EQ(Describe(0), "ns3::TcpScoreboardSocket 5000");
    EXPECT_EQ(Describe(1), "ns3::TcpScoreboardSocket 5000");
    helper.SetSocketType(TcpSocketBase::GetTypeId());
    EXPECT_EQ(helper.GetSocketType(), TcpSocketBase::GetTypeId());
    helper.Install(nodes.Get(1));
    EXPECT_EQ(Describe(0), "ns3::TcpScoreboardSocket 5000");
    EXPECT_EQ(Describe(1), "ns3::TcpSocketBase 131072");
}

TEST_F(TcpScoreboardSocketHelperTest, WhatWasInstalledGoesAndNamesStay)
{
    helper.SetSocketAttribute("SndBufSize", UintegerValue(5000));
    const auto protocol = helper.InstallByName(nodes, "SocketHelperTest");
    EXPECT_EQ(helper.InstallByName(nodes, "SocketHelperTest"), protocol);
    helper.Install(nodes.Get(0));
    TcpScoreboardSocketHelper::Uninstall(nodes);
    // Of the second node there was nothing to be taken away.
    EXPECT_EQ(nodes.Get(1)->GetObject<TcpScoreboardDefaultFactory>(), nullptr);
    for (uint32_t node : {0, 1})
    {
        EXPECT_EQ(Describe(node), "ns3::TcpSocketBase 131072");
        EXPECT_EQ(Describe(node, protocol), "ns3::TcpScoreboardSocket 5000");
    }
}

TEST_F(TcpScoreboardSocketHelperTest, NodesWithoutTcpAndNamesOfOthersAreRefused)
{
    const NodeContainer bare(1);
    EXPECT_DEATH(helper.Install(bare), "TcpScoreboardSocketHelper: node .* has no internet stack");
    for (const std::string name : {"ns3::TcpNewReno",
                                   "ns3::TcpSocket",
                                   "ns3::TcpHeader",
                                   "ns3::TcpSocketFactory",
                                   "ns3::UdpSocketFactory"})
    {
        EXPECT_DEATH(helper.InstallByName(nodes, name), "'" + name + "' is the name of another");
    }
}

TEST_F(TcpScoreboardSocketHelperTest, PartsOfAnotherClassAreRefused)
{
    const ObjectFactory wrong("ns3::RttMeanDeviation");
    TcpScoreboardSocketHelper control;
    control.SetCongestionControl(wrong);
    control.Install(nodes);
    EXPECT_DEATH(Describe(0), "ns3::RttMeanDeviation is no ns3::TcpCongestionOps");
    TcpScoreboardSocketHelper recovery;
    recovery.SetRecovery(wrong);
    recovery.Install(nodes);
    EXPECT_DEATH(Describe(0), "ns3::RttMeanDeviation is no ns3::TcpRecoveryOps");
    helper.SetSocketType(TypeId::LookupByName("ns3::RttMeanDeviation"));
    helper.Install(nodes);
    EXPECT_DEATH(Describe(0), "ns3::RttMeanDeviation is no ns3::TcpSocketBase");
}

} // namespace TcpScoreboardSocketHelperTests
