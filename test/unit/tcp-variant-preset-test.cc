/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace TcpVariantPresetTests
{

using namespace ns3;

TEST(TcpVariantPresetDeathTest, AnAttributeOfNoneOfItsPartsIsRefusedByName)
{
    TcpVariantPreset preset("fack-rd");
    const std::string parts = "is no attribute of fack-rd, which consists of ns3::TcpFack, "
                              "ns3::TcpRampdownRecovery and ns3::TcpScoreboardSocket";
    for (const std::string name :
         {"ns3::TcpSackVeno::Beta", "ns3::TcpFack::Beta", "ns3::NoSuch::Beta", "Overdamping", ""})
    {
        EXPECT_DEATH(preset.Set(name, DoubleValue(1)), "'" + name + "' " + parts);
    }
    EXPECT_DEATH(preset.Set("ns3::TcpFack::Overdamping", DoubleValue(1)), "Overdamping");
}

TEST(TcpVariant, RowsSayHowAWindowOpensAndCloses)
{
    const auto* cubic = TcpVariant::Find("cubic");
    ASSERT_TRUE(cubic);
    EXPECT_EQ(cubic->law, "cubic");
    EXPECT_EQ(cubic->decrease, 0.3);
    EXPECT_EQ(TcpVariant::Find("fack")->decrease, 0.5);
    EXPECT_EQ(TcpVariant::Find("fack")->law, "classic");
    // Westwood+ cuts to what it measures.
    EXPECT_FALSE(TcpVariant::Find("westwood-plus")->decrease);
    // BBR goes by what it measures of the path.
    EXPECT_EQ(TcpVariant::Find("bbr")->law, "");
    EXPECT_FALSE(TcpVariant::Find("bbr")->decrease);
    EXPECT_EQ(TcpVariant::Find("tahoe"), nullptr);
}

TEST(TcpVariantPreset, AVariantThatIsNotInAllReleasesSaysWhich)
{
    if (!TcpVariantPreset::IsAvailable("ns3-fack"))
    {
        EXPECT_EQ(
            TcpVariantPreset::FindFault("ns3-fack"),
            "variant 'ns3-fack' needs ns-3.47 or later, whose TcpSocketBase has the attribute "
            "Fack");
    }
    EXPECT_EQ(TcpVariantPreset::FindFault("fack"), "");
}

/// A node with an internet stack.
class PresetOnANode : public testing::Test
{
  protected:
    PresetOnANode()
    {
        InternetStackHelper().Install(nodes);
    }

    ~PresetOnANode() override
    {
        Simulator::Destroy();
    }

    /// @return attributes of a preset's socket, one space between
    std::string Describe(const TcpVariantPreset& preset, const std::vector<std::string>& names)
    {
        preset.Install(nodes);
        const auto socket = Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
        std::string all;
        for (const auto& name : names)
        {
            StringValue value;
            socket->GetAttribute(name, value);
            all += all.empty() ? "" : " ";
            all += value.Get();
        }
        return all;
    }

    /// @return behind our factory's name
    std::string GetName(const TcpVariantPreset& preset)
    {
        const auto name = preset.InstallByName(nodes).GetName();
        const std::string factory = "ns3::TcpScoreboardSocketFactory-";
        EXPECT_EQ(name.find(factory), 0U);
        return name.substr(factory.size());
    }

    NodeContainer nodes{1};
};

// What the papers have goes with their senders, what a variant has of its own goes with it.
TEST_F(PresetOnANode, OnAnotherSocketAVariantKeepsWhatIsItsOwn)
{
    const std::vector<std::string> names{"LossRecovery",
                                         "KeepSackOnTimeout",
                                         "RestartAfterIdle",
                                         "DataRetries"};
    const auto describe = [&](const std::string& name, const std::string& socket) {
        return Describe(TcpVariantPreset(name, socket), names);
    };
    EXPECT_EQ(describe("fack", "scoreboard-sack"), "Sack false false 6");
    EXPECT_EQ(describe("fack", "scoreboard-rack"), "Rack true true 6");
    EXPECT_EQ(describe("fack", "scoreboard-rfc6675"), "Rfc6675 true false 6");
    EXPECT_EQ(describe("rack", "scoreboard-reno"), "Reno true true 6");
    // No paper's readings (issue 45, row 11).
    EXPECT_EQ(describe("bbr", "scoreboard-sack"), "Sack true true 6");
    EXPECT_EQ(describe("bbr", "scoreboard-fack"), "Fack true true 6");
    EXPECT_EQ(describe("linux", "scoreboard-sack"), "Sack true true 15");
    EXPECT_EQ(describe("linux", "scoreboard-rack"),
              "Rack[FollowLinux=true|Frto=true] true true 15");
    // ns-3's own socket has none of ours.
    EXPECT_EQ(Describe(TcpVariantPreset("linux", "stock"), {"DataRetries"}), "6");
}

TEST_F(PresetOnANode, ANameSaysAllThatWasChosen)
{
    EXPECT_EQ(GetName(TcpVariantPreset("fack")), "fack");
    EXPECT_EQ(GetName(TcpVariantPreset("fack", "stock")), "fack-on-stock");
    TcpVariantPreset preset("fack");
    preset.Set("ns3::TcpFack::Overdamping", BooleanValue(true)).SetRecovery("ns3::TcpPrrRecovery");
    EXPECT_TRUE(preset.SetSocketAttribute("SndBufSize", UintegerValue(5000)));
    EXPECT_FALSE(preset.SetSocketAttribute("None", UintegerValue(5000)));
    EXPECT_TRUE(preset.SetLossRecoveryAttribute("None", BooleanValue(true)));
    EXPECT_TRUE(preset.SetLossRecoveryAttribute("LatestSackOnly", BooleanValue(true)));
    EXPECT_EQ(GetName(preset),
              "fack,Overdamping=true,ns3::TcpPrrRecovery,SndBufSize=5000,LatestSackOnly=true");
    // Side by side with one that keeps nothing.
    preset.Keep("RestartAfterIdle");
    EXPECT_EQ(GetName(preset),
              "fack,Overdamping=true,ns3::TcpPrrRecovery,SndBufSize=5000,LatestSackOnly=true,"
              "Keep(RestartAfterIdle)");
    // What two parts have is said with its owner.
    TcpVariantPreset law("venodr");
    TcpVariantPreset repair("venodr");
    const std::string name = "::ForgetRecoveryPoint";
    EXPECT_NE(GetName(law.Set("ns3::TcpDynamicRecovery" + name, BooleanValue(false))),
              GetName(repair.Set("ns3::TcpNewRenoRecovery" + name, BooleanValue(false))));
    TcpVariantPreset stock("fack", "stock");
    EXPECT_FALSE(stock.SetLossRecoveryAttribute("LatestSackOnly", BooleanValue(true)));
    EXPECT_FALSE(stock.SetSocketAttribute("LossRecovery", StringValue("Sack")));
    EXPECT_EQ(GetName(stock), "fack-on-stock");
}

TEST(TcpVariantPreset, TheSendersNameFollowsWhatIsSet)
{
    TcpVariantPreset preset("fack");
    preset.SetSocketAttribute("LossRecovery", StringValue("Sack"));
    EXPECT_DEATH(preset.Set("ns3::TcpFackRecovery::LatestSackOnly", BooleanValue(true)),
                 "ns3::TcpScoreboardSocket with Sack");
}

TEST(TcpVariantPreset, OnlyLawsOfRecoveryRepair)
{
    TcpVariantPreset preset("cubic");
    // No object can be made of it.
    static const auto LAW = TypeId("AbstractLaw").SetParent<TcpRecoveryOps>();
    for (const std::string& name :
         {std::string("ns3::None"), std::string("ns3::TcpNewReno"), LAW.GetName(), std::string()})
    {
        EXPECT_DEATH(preset.SetRecovery(name), "'" + name + "' is not the TypeId name of a TcpRec");
    }
}

TEST(TcpVariantPresetDeathTest, ANodeWithoutTcpIsRefused)
{
    EXPECT_DEATH(TcpVariantPreset("fack").Install(NodeContainer(1)),
                 "TcpVariantPreset::Install: node .* has no internet stack");
}

TEST(TcpVariantPreset, SocketsAreNamed)
{
    EXPECT_EQ(TcpVariantPreset::GetSocketNames(),
              "scoreboard-fack, scoreboard-newreno, scoreboard-rack, scoreboard-reno, "
              "scoreboard-rfc6675, scoreboard-sack, stock, stock-fast");
    EXPECT_TRUE(TcpVariantPreset::IsSocket("stock-fast"));
    EXPECT_FALSE(TcpVariantPreset::IsSocket("scoreboard"));
    EXPECT_FALSE(TcpVariantPreset::IsSocket(""));
    // Its class is there, but it makes no congestion control, or no object at all.
    EXPECT_NE(TcpVariantPreset::FindFault("ns3::TcpCongestionOps"), "");
    EXPECT_NE(TcpVariantPreset::FindFault("ns3::TcpClassicRecovery"), "");
    EXPECT_NE(TcpVariantPreset::FindFault("ns3::TcpHeader"), "");
}

} // namespace TcpVariantPresetTests
