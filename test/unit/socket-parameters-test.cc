/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/flow-parameters.h"
#include "option-driver.h"

#include "ns3/config.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-factory.h"

#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using ns3test::ExpectLimits;
using ns3test::TakeOptions;

namespace SocketParametersTests
{

using namespace ns3;
using namespace ns3::tcplossy;

/// What a new object has.
std::string
GetDefault(const std::string& typeName, const std::string& attribute)
{
    TypeId::AttributeInformation information;
    EXPECT_TRUE(TypeId::LookupByName(typeName).LookupAttributeByName(attribute, &information));
    // Releases write a time in different ways.
    const auto time = DynamicCast<const TimeValue>(information.initialValue);
    return time ? ShowValue(time->Get())
                : information.initialValue->SerializeToString(information.checker);
}

/// A node with an internet stack.
Ptr<Node>
MakeNode()
{
    auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    return node;
}

std::string
GetSocketType(Ptr<Node> node)
{
    return Socket::CreateSocket(node, TcpSocketFactory::GetTypeId())->GetInstanceTypeId().GetName();
}

/// The options that a variant and a law have.
struct Choices
{
    std::string variant{"sack"};
    std::string law;

    OptionTable GetOptions()
    {
        OptionTable options;
        AddVariant(options, "other", variant);
        AddLaw(options, law).Zero("the variant's own");
        return options;
    }
};

TEST(SocketParameters, DefaultsAsAResultDescribesThem)
{
    SocketParameters parameters;
    EXPECT_EQ(ns3test::DescribeOptions(parameters.GetOptions()),
              "# segmentSize: 1000 octets\n# receiveBuffer: 4194304 octets\n"
              "# delayedAck: 1 segments each ACK\n# initialWindow: 2 segments\n"
              "# initialSsthresh: unlimited\n# limitedTransmit: 1\n# sack: 1\n"
              "# slowButSteady: 0\n# lostRetransmission: the variant's own\n# keepSack: 0\n"
              "# clockGranularity: 0.5 s\n# minRto: 1 s\n# timestamps: 0\n"
              "# socket: the variant's own\n# receiver: stock\n# sackEncoding: rfc2018\n");
    parameters.sizes.initialSsthresh = 7;
    EXPECT_NE(ns3test::DescribeOptions(parameters.GetOptions()).find("Ssthresh: 7 segments\n"),
              std::string::npos);
}

TEST(SocketParametersDeathTest, BoundsOfSizes)
{
    using Parameters = SocketParameters;
    ExpectLimits<Parameters>("segmentSize", {"1", "60000"}, {"0", "60001"});
    ExpectLimits<Parameters>("receiveBuffer", {"1000", "1000000000"}, {"999", "1000000001"});
    ExpectLimits<Parameters>("delayedAck", {"1", "1000"}, {"0", "1001"});
    ExpectLimits<Parameters>("initialWindow", {"1", "1000000"}, {"0", "1000001"});
    ExpectLimits<Parameters>("initialSsthresh", {"0", "1000000"}, {"1000001"});
    // 2^32 octets are 85899.3 segments.
    TakeOptions<Parameters>({"--segmentSize=50000", "--initialSsthresh=85899"});
    EXPECT_EXIT(TakeOptions<Parameters>({"--segmentSize=50000", "--initialSsthresh=85900"}),
                testing::ExitedWithCode(2),
                "^--initialSsthresh must lie in \\[0, 85899\\] segments, not 85900 segments\n$");
}

TEST(SocketParametersDeathTest, BoundsOfTheRest)
{
    using Parameters = SocketParameters;
    ExpectLimits<Parameters>("clockGranularity", {"1ns"}, {"0s", "-1ns"});
    ExpectLimits<Parameters>("minRto", {"1ns"}, {"0s", "-1ns"});
    ExpectLimits<Parameters>("lostRetransmission", {"Timeout", "Wait", "Retransmit", ""}, {"wait"});
    ExpectLimits<Parameters>("socket", {"", "stock", "stock-fast", "scoreboard-fack"}, {"fack"});
    ExpectLimits<Parameters>("receiver", {"stock", "scoreboard", "stock-fast"}, {""});
    ExpectLimits<Parameters>("sackEncoding", {"rfc2018"}, {""});
    for (const std::string socket : {"stock", "stock-fast"})
    {
        EXPECT_EXIT(
            TakeOptions<Parameters>(
                {"--sackEncoding=compressed", "--receiver=scoreboard", "--socket=" + socket}),
            testing::ExitedWithCode(2),
            "^--sackEncoding=compressed needs --receiver=scoreboard and senders");
    }
    TakeOptions<Parameters>({"--sackEncoding=compressed", "--receiver=scoreboard"});
}

TEST(SocketParametersDeathTest, VariantsAndLawsThatThereAreNotAreRefused)
{
    for (const std::string name : {"tahoe", ""})
    {
        EXPECT_EXIT(TakeOptions<Choices>({"--other=" + name}),
                    testing::ExitedWithCode(2),
                    "^--other: variant '" + name + "' is unknown");
    }
    TakeOptions<Choices>({"--other=fack", "--law=ns3::TcpPrrRecovery"});
    [[maybe_unused]] static const auto abstract =
        TypeId("ns3::TcpAbstractRecovery").SetParent<TcpRecoveryOps>();
    for (const std::string law :
         {"ns3::TcpNoSuchRecovery", "ns3::TcpNewReno", "ns3::TcpAbstractRecovery"})
    {
        EXPECT_EXIT(TakeOptions<Choices>({"--law=" + law}),
                    testing::ExitedWithCode(2),
                    "^--law: '" + law + "' is not the TypeId name of a TcpRecoveryOps\n$");
    }
    EXPECT_EQ(ns3test::DescribeOptions(Choices().GetOptions()),
              "# other: sack\n# law: the variant's own\n");
}

TEST(SocketParameters, DefaultsOfSocketsAreWhatTheOptionsSay)
{
    const auto parameters = TakeOptions<SocketParameters>({"--segmentSize=500",
                                                           "--receiveBuffer=7000",
                                                           "--delayedAck=3",
                                                           "--initialWindow=4",
                                                           "--initialSsthresh=6",
                                                           "--limitedTransmit=false",
                                                           "--sack=false",
                                                           "--slowButSteady=true",
                                                           "--clockGranularity=3ms",
                                                           "--minRto=200ms",
                                                           "--timestamps=true",
                                                           "--receiver=scoreboard",
                                                           "--sackEncoding=compressed"});
    for (const auto& [type, attribute, before, after] :
         std::vector<std::tuple<std::string, std::string, std::string, std::string>>{
             {"TcpSocket", "SegmentSize", "1000", "500"},
             {"TcpSocket", "RcvBufSize", "4194304", "7000"},
             {"TcpSocket", "SndBufSize", "8388608", "14000"},
             {"TcpSocket", "DelAckCount", "1", "3"},
             {"TcpSocket", "InitialCwnd", "2", "4"},
             {"TcpSocket", "InitialSlowStartThreshold", "4294967295", "3000"},
             {"TcpSocketBase", "LimitedTransmit", "true", "false"},
             {"TcpSocketBase", "ClockGranularity", "500ms", "3ms"},
             {"TcpSocketBase", "MinRto", "1s", "200ms"},
             {"TcpSocketBase", "Timestamp", "false", "true"},
             {"TcpSocketBase", "Sack", "true", "false"},
             {"TcpNewRenoRecovery", "SlowButSteady", "false", "true"},
             {"TcpRfc6675Recovery", "SlowButSteady", "false", "true"},
             {"TcpScoreboardSocket", "SackEncoding", "Rfc2018", "Compressed"}})
    {
        const auto name = "ns3::" + type;
        SocketParameters().Apply();
        EXPECT_EQ(GetDefault(name, attribute), before) << attribute;
        parameters.Apply();
        EXPECT_EQ(GetDefault(name, attribute), after) << attribute;
    }
    Config::Reset();
}

TEST(SocketParameters, TimestampsAddTwelveOctets)
{
    SocketParameters parameters;
    EXPECT_EQ(parameters.GetHeaderSize(), 20U);
    parameters.timestamps = true;
    EXPECT_EQ(parameters.GetHeaderSize(), 32U);
}

TEST(SocketParameters, ALabelNamesOurSocketsOnly)
{
    SocketParameters parameters;
    EXPECT_EQ(parameters.GetLabel(), "");
    parameters.socket = "stock";
    EXPECT_EQ(parameters.GetLabel(), "");
    parameters.socket = "scoreboard-fack";
    EXPECT_EQ(parameters.GetLabel(), "+scoreboard-fack");
}

TEST(SocketParameters, ReceiversHaveTheSocketThatIsNamed)
{
    for (const auto& [name, type] : {std::pair{"stock", "ns3::TcpSocketBase"},
                                     {"scoreboard", "ns3::TcpScoreboardSocket"},
                                     {"stock-fast", "ns3::TcpStockFastSocket"}})
    {
        if (TypeId ignored; !TypeId::LookupByNameFailSafe(type, &ignored))
        {
            continue;
        }
        SocketParameters parameters;
        parameters.receiver = name;
        const auto node = MakeNode();
        parameters.InstallReceivers(NodeContainer(node));
        EXPECT_EQ(GetSocketType(node), type);
    }
    Simulator::Destroy();
}

TEST(SocketParameters, AVariantTakesWhatIsAskedOfItsRecovery)
{
    const auto get = [](const SocketParameters& parameters, const std::string& attribute) {
        const auto node = MakeNode();
        parameters.MakeVariant("fack").Install(node);
        StringValue value;
        Socket::CreateSocket(node, TcpSocketFactory::GetTypeId())->GetAttribute(attribute, value);
        return value.Get();
    };
    SocketParameters parameters;
    EXPECT_EQ(get(parameters, "KeepSackOnTimeout"), "false");
    EXPECT_NE(get(parameters, "LossRecovery").find("LostRetransmission=Timeout"),
              std::string::npos);
    parameters.recovery.keepSack = true;
    parameters.recovery.lostRetransmission = "Wait";
    EXPECT_EQ(get(parameters, "KeepSackOnTimeout"), "true");
    EXPECT_NE(get(parameters, "LossRecovery").find("LostRetransmission=Wait"), std::string::npos);
    Simulator::Destroy();
}

TEST(SocketParametersDeathTest, OnlyOurSocketsHaveAChoiceOfRecovery)
{
    SocketParameters parameters;
    parameters.socket = "stock";
    parameters.MakeVariant("sack");
    parameters.recovery.lostRetransmission = "Wait";
    EXPECT_EXIT(parameters.MakeVariant("sack"),
                testing::ExitedWithCode(2),
                "^--lostRetransmission: the socket of 'sack' is ns-3's, which has none\n$");
    parameters.recovery.lostRetransmission = "";
    parameters.recovery.keepSack = true;
    EXPECT_EXIT(parameters.MakeVariant("sack"), testing::ExitedWithCode(2), "^--keepSack: ");
}

} // namespace SocketParametersTests
