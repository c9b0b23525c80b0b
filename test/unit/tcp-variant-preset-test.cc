/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/tcp-variant.h"

#include <gtest/gtest.h>

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
