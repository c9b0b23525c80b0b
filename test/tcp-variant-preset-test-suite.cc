/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/recorded-flow.h"
#include "support/tcp-recovery-of.h"
#include "support/variant-parts.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace dumbbells;

namespace
{

std::string
GetText(Ptr<const Object> object, const std::string& name)
{
    StringValue value;
    object->GetAttribute(name, value);
    return value.Get();
}

Ptr<Object>
GetControl(Ptr<Socket> socket)
{
    PointerValue pointer;
    socket->GetAttribute("CongestionOps", pointer);
    return pointer.Get<Object>();
}

Ptr<Socket>
MakeDefaultSocket(const NodeContainer& node)
{
    return Socket::CreateSocket(node.Get(0), TcpSocketFactory::GetTypeId());
}

/// A node with an internet stack, and no trace of it afterwards.
class NodeTestCase : public TestCase
{
  protected:
    using TestCase::TestCase;

    static NodeContainer MakeNode()
    {
        const NodeContainer node(CreateObject<Node>());
        InternetStackHelper().Install(node);
        return node;
    }

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
    }
};

/// Each preset on one node after the other: nothing of one stays behind for the next.
class CompositionTestCase : public NodeTestCase
{
  public:
    CompositionTestCase()
        : NodeTestCase("Every preset's socket has the control, recovery and sender that it names")
    {
    }

  private:
    void DoRun() override
    {
        const auto expected = GetVariantParts();
        const auto nodes = MakeNode();
        NS_TEST_EXPECT_MSG_EQ(TcpVariant::GetAll().size(), expected.size(), "rows");
        for (const auto& variant : TcpVariant::GetAll())
        {
            const auto& name = variant.name;
            NS_TEST_ASSERT_MSG_EQ(expected.count(name), 1, name << " is not expected");
            if (!TcpVariantPreset::IsAvailable(name))
            {
                continue;
            }
            const TcpVariantPreset preset(name);
            PrepareNode(nodes.Get(0), expected.at(name));
            preset.Install(nodes);
            Check(MakeDefaultSocket(nodes), name, expected.at(name));
            const auto protocol = preset.InstallByName(nodes);
            Check(Socket::CreateSocket(nodes.Get(0), protocol), name, expected.at(name));
        }
    }

    void Check(Ptr<Socket> socket, const std::string& name, const VariantParts& expected)
    {
        const auto control = GetControl(socket);
        NS_TEST_EXPECT_MSG_EQ(control->GetInstanceTypeId().GetName(), expected.control, name);
        for (const auto& [attribute, value] : expected.ofControl)
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(control, attribute), value, name << ": " << attribute);
        }
        NS_TEST_EXPECT_MSG_EQ(RecoveryOf::NameIn(DynamicCast<TcpSocketBase>(socket)),
                              expected.recovery,
                              name);
        for (const auto& [attribute, value] : expected.ofLaw)
        {
            const auto law = RecoveryOf::In(DynamicCast<TcpSocketBase>(socket));
            NS_TEST_EXPECT_MSG_EQ(GetText(law, attribute), value, name << ": " << attribute);
        }
        const auto ours = DynamicCast<TcpScoreboardSocket>(socket);
        const std::string type = expected.sender.empty()           ? "ns3::TcpSocketBase"
                                 : expected.sender == "stock-fast" ? "ns3::TcpStockFastSocket"
                                                                   : "ns3::TcpScoreboardSocket";
        NS_TEST_EXPECT_MSG_EQ(socket->GetInstanceTypeId().GetName(),
                              type,
                              name << ": whose socket");
        if (ours)
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(ours, "LossRecovery"), expected.sender, name);
        }
        for (const auto& [attribute, value] : expected.ofSocket)
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(socket, attribute), value, name << ": " << attribute);
        }
    }
};

/// Attributes of a preset are its own: neither defaults nor other presets see them.
class SetTestCase : public NodeTestCase
{
  public:
    SetTestCase()
        : NodeTestCase("Attributes of one preset's control, recovery and socket")
    {
    }

  private:
    void DoRun() override
    {
        const auto nodes = MakeNode();
        const std::string damping = "ns3::TcpFack::Overdamping";
        const auto damped = TcpVariantPreset("fack").Set(damping, BooleanValue(true));
        const auto dampedProtocol = damped.InstallByName(nodes);
        const auto plainProtocol = TcpVariantPreset("fack").InstallByName(nodes);
        CheckControl(Socket::CreateSocket(nodes.Get(0), dampedProtocol), "Overdamping", "true");
        CheckControl(Socket::CreateSocket(nodes.Get(0), plainProtocol), "Overdamping", "false");
        damped.Install(nodes);
        CheckControl(MakeDefaultSocket(nodes), "Overdamping", "true");
        TcpVariantPreset("fack").Install(nodes);
        CheckControl(MakeDefaultSocket(nodes), "Overdamping", "false");

        // A parent's attribute, on ns-3's socket, which a node cannot make by types alone.
        TcpVariantPreset("venodr", "stock")
            .Set("ns3::TcpSackVeno::RandomLossFactor", DoubleValue(0.9))
            .Install(nodes);
        CheckControl(MakeDefaultSocket(nodes), "RandomLossFactor", "0.9");

        TcpVariantPreset("fack")
            .Set("ns3::TcpSocket::SndBufSize", UintegerValue(5000))
            .Set("ns3::TcpFackRecovery::LostRetransmission", StringValue("Wait"))
            .Set("ns3::TcpFackRecovery::LatestSackOnly", BooleanValue(true))
            .Install(nodes);
        const auto socket = MakeDefaultSocket(nodes);
        NS_TEST_EXPECT_MSG_EQ(GetText(socket, "SndBufSize"), "5000", "socket");
        NS_TEST_EXPECT_MSG_EQ(GetText(socket, "LossRecovery"),
                              "Fack[LatestSackOnly=true|LostRetransmission=Wait]",
                              "socket");
        TcpVariantPreset("sack", "stock")
            .Set("ns3::TcpSocket::SndBufSize", UintegerValue(6000))
            .Install(nodes);
        NS_TEST_EXPECT_MSG_EQ(GetText(MakeDefaultSocket(nodes), "SndBufSize"), "6000", "stock");

        TcpVariantPreset("venodr")
            .Set("ns3::TcpDynamicRecovery::DeflateFromFlight", BooleanValue(true))
            .Install(nodes);
        const auto ofPreset = DynamicCast<TcpSocketBase>(MakeDefaultSocket(nodes));
        NS_TEST_EXPECT_MSG_EQ(GetText(RecoveryOf::In(ofPreset), "DeflateFromFlight"),
                              "true",
                              "law");

        TcpVariantPreset("cubic").SetRecovery("ns3::TcpRampdownRecovery").Install(nodes);
        const auto cubic = DynamicCast<TcpSocketBase>(MakeDefaultSocket(nodes));
        NS_TEST_EXPECT_MSG_EQ(RecoveryOf::In(cubic)->GetInstanceTypeId().GetName(),
                              "ns3::TcpRampdownRecovery",
                              "another law");
    }

    void CheckControl(Ptr<Socket> socket, const std::string& name, const std::string& value)
    {
        NS_TEST_EXPECT_MSG_EQ(GetText(GetControl(socket), name), value, name);
    }
};

/// Many variants side by side: what the running sockets really have.
class VariantPresetTestCase : public IsolatedTestCase
{
  public:
    VariantPresetTestCase()
        : IsolatedTestCase("Sockets have the congestion control and recovery of their preset")
    {
    }

  private:
    void DoRun() override
    {
        TypeId westwoodPlus;
        const bool hasWestwoodPlus =
            TypeId::LookupByNameFailSafe("ns3::TcpWestwoodPlus", &westwoodPlus);
        const std::vector<std::pair<std::string, std::string>> variants{
            {"sack-veno", "ns3::TcpSackVeno"},
            {"sack", "ns3::TcpNewReno"},
            {"ns3-veno", "ns3::TcpVeno"},
            {"cubic", "ns3::TcpCubic"},
            {"westwood-plus", hasWestwoodPlus ? "ns3::TcpWestwoodPlus" : "ns3::TcpWestwood"},
            {"ns3::TcpHighSpeed", "ns3::TcpHighSpeed"},
            {"sack-veno", "ns3::TcpSackVeno"},
        };
        LossyDumbbellHelper dumbbell(variants.size());
        dumbbell.Build();
        std::vector<Ptr<BulkSendApplication>> senders;
        for (uint32_t i = 0; i < variants.size(); ++i)
        {
            const auto node = dumbbell.GetSenders().Get(i);
            TcpVariantPreset(variants[i].first).Install(NodeContainer(node));
            BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(i, PORT));
            senders.push_back(DynamicCast<BulkSendApplication>(sender.Install(node).Get(0)));
            PacketSinkHelper("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT))
                .Install(dumbbell.GetReceivers().Get(i));
        }
        RunUntil(Seconds(1));
        for (uint32_t i = 0; i < variants.size(); ++i)
        {
            const auto& [name, typeName] = variants[i];
            CheckSocket(senders[i]->GetSocket(), name, typeName);
            NS_TEST_EXPECT_MSG_EQ(
                RecoveryOf::NameIn(DynamicCast<TcpSocketBase>(senders[i]->GetSocket())),
                "ns3::TcpClassicRecovery",
                name);
        }
    }

    void CheckSocket(Ptr<Socket> socket, const std::string& name, const std::string& typeName)
    {
        PointerValue pointer;
        socket->GetAttribute("CongestionOps", pointer);
        const auto control = pointer.GetObject();
        NS_TEST_EXPECT_MSG_EQ(control->GetInstanceTypeId().GetName(), typeName, name);
        if (typeName == "ns3::TcpWestwood")
        {
            StringValue mode;
            control->GetAttribute("ProtocolType", mode);
            NS_TEST_EXPECT_MSG_EQ(mode.Get(), "WestwoodPlus", name);
        }
        TypeId::AttributeInformation information;
        if (socket->GetInstanceTypeId().LookupAttributeByName("RecoveryOps", &information))
        {
            socket->GetAttribute("RecoveryOps", pointer);
            NS_TEST_EXPECT_MSG_EQ(pointer.GetObject()->GetInstanceTypeId().GetName(),
                                  "ns3::TcpClassicRecovery",
                                  name);
        }
    }
};

/// What is not chosen is the node's, whatever was installed before.
class PresetOrderTestCase : public IsolatedTestCase
{
  public:
    PresetOrderTestCase()
        : IsolatedTestCase("Our socket alone after a preset takes the node's control and recovery")
    {
    }

  private:
    void DoRun() override
    {
        const NodeContainer nodes(CreateObject<Node>());
        InternetStackHelper().Install(nodes);
        const auto tcp = nodes.Get(0)->GetObject<TcpL4Protocol>();
        TcpVariantPreset("fack-rd").Install(nodes);
        Check(nodes.Get(0), "ns3::TcpFack", "ns3::TcpRampdownRecovery");
        TcpScoreboardSocketHelper().Install(nodes);
        tcp->SetAttribute("SocketType", TypeIdValue(TypeId::LookupByName("ns3::TcpCubic")));
        tcp->SetAttribute("RecoveryType", TypeIdValue(TypeId::LookupByName("ns3::TcpPrrRecovery")));
        Check(nodes.Get(0), "ns3::TcpCubic", "ns3::TcpPrrRecovery");
        TcpVariantPreset("venodr").Install(nodes);
        Check(nodes.Get(0), "ns3::TcpVenoDr", "ns3::TcpDynamicRecovery");
    }

    void Check(Ptr<Node> node, const std::string& control, const std::string& recovery)
    {
        const auto socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<TcpScoreboardSocket>(socket) != nullptr), true, "ours");
        PointerValue object;
        socket->GetAttribute("CongestionOps", object);
        NS_TEST_EXPECT_MSG_EQ(object.Get<Object>()->GetInstanceTypeId().GetName(),
                              control,
                              "congestion control");
        NS_TEST_EXPECT_MSG_EQ(RecoveryOf::NameIn(DynamicCast<TcpSocketBase>(socket)),
                              recovery,
                              "recovery");
    }
};

/// The presets of VenoDR and of what it is compared with, by hand from the documentation.
class VenoDrPresetTestCase : public IsolatedTestCase
{
  public:
    VenoDrPresetTestCase()
        : IsolatedTestCase("veno, venodr and its two halves, on each socket")
    {
    }

  private:
    /// Attributes, serialised.
    using Attributes = std::map<std::string, std::string>;

    /// What a name stands for.
    struct Expected
    {
        std::string name;
        std::string control;
        std::string recovery;
        Attributes attributes; //!< of the control
    };

    void DoRun() override
    {
        const Attributes veno{{"Alpha", "3"}, {"Beta", "3"}, {"ResetBaseRtt", "false"}};
        const Attributes adaptive{{"ThresholdFactor", "0.55"}, {"MinQueue", "1"}, {"Beta", "3"}};
        const std::vector<Expected> presets{
            {"veno", "ns3::TcpSackVeno", "ns3::TcpClassicRecovery", veno},
            {"venodr", "ns3::TcpVenoDr", "ns3::TcpDynamicRecovery", adaptive},
            {"venodr-threshold-only", "ns3::TcpVenoDr", "ns3::TcpClassicRecovery", adaptive},
            {"venodr-recovery-only", "ns3::TcpSackVeno", "ns3::TcpDynamicRecovery", veno}};
        const std::string newReno = "NewReno[SlowButSteady=true]";
        const std::map<std::string, std::string> senders{
            {"", newReno},
            {"stock", ""},
            {"scoreboard-reno", "Reno"},
            {"scoreboard-newreno", newReno},
            {"scoreboard-sack", "Sack"},
            {"scoreboard-fack", "Fack[LostRetransmission=Timeout]"},
            {"scoreboard-rack", "Rack"},
            {"scoreboard-rfc6675", "Rfc6675[SlowButSteady=true]"}};
        // One node for all: nothing of one preset may stay behind for the next.
        const auto node = MakeNode();
        for (const auto& [socket, sender] : senders)
        {
            for (const auto& preset : presets)
            {
                CheckPreset(node, preset, socket, sender);
            }
        }
        const Expected sackVeno{"sack-veno",
                                "ns3::TcpSackVeno",
                                "ns3::TcpClassicRecovery",
                                {{"Alpha", "1"}, {"Beta", "3"}, {"ResetBaseRtt", "true"}}};
        CheckPreset(node, sackVeno, "stock", "");

        // What a preset does not fix is the user's.
        Config::SetDefault("ns3::TcpVenoDr::ThresholdFactor", DoubleValue(0.4));
        Config::SetDefault("ns3::TcpSackVeno::RandomLossFactor", DoubleValue(0.9));
        for (const std::string socket : {"", "stock"})
        {
            auto changed = presets[1];
            changed.attributes["ThresholdFactor"] = "0.4";
            changed.attributes["RandomLossFactor"] = "0.9";
            CheckPreset(node, changed, socket, senders.at(socket));
        }
    }

    static Ptr<Node> MakeNode()
    {
        auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        return node;
    }

    void CheckPreset(Ptr<Node> node,
                     const Expected& expected,
                     const std::string& socket,
                     const std::string& sender)
    {
        const TcpVariantPreset preset(expected.name, socket);
        preset.Install(NodeContainer(node));
        CheckSocket(Socket::CreateSocket(node, TcpSocketFactory::GetTypeId()),
                    expected,
                    sender,
                    expected.name + " on '" + socket + "'");
        const auto protocol = preset.InstallByName(NodeContainer(node));
        CheckSocket(Socket::CreateSocket(node, protocol),
                    expected,
                    sender,
                    expected.name + " by name on '" + socket + "'");
        NS_TEST_EXPECT_MSG_EQ(preset.GetCongestionControl().GetName(),
                              expected.control,
                              expected.name);
    }

    void CheckSocket(Ptr<Socket> socket,
                     const Expected& expected,
                     const std::string& sender,
                     const std::string& name)
    {
        const auto tcp = DynamicCast<TcpSocketBase>(socket);
        NS_TEST_EXPECT_MSG_EQ(tcp->GetInstanceTypeId().GetName(),
                              (sender.empty() ? "ns3::TcpSocketBase" : "ns3::TcpScoreboardSocket"),
                              name);
        if (!sender.empty())
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(tcp, "LossRecovery"), sender, name);
        }
        NS_TEST_EXPECT_MSG_EQ(RecoveryOf::NameIn(tcp), expected.recovery, name);
        PointerValue pointer;
        tcp->GetAttribute("CongestionOps", pointer);
        const auto control = pointer.GetObject();
        NS_TEST_ASSERT_MSG_EQ(control->GetInstanceTypeId().GetName(), expected.control, name);
        for (const auto& [attribute, value] : expected.attributes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(control, attribute), value, name << ", " << attribute);
        }
    }

    static std::string GetText(Ptr<const Object> object, const std::string& attribute)
    {
        StringValue value;
        object->GetAttribute(attribute, value);
        return value.Get();
    }
};

class TcpVariantPresetTestSuite : public TestSuite
{
  public:
    TcpVariantPresetTestSuite()
        : TestSuite("tcp-variant-preset", Type::UNIT)
    {
        AddTestCase(new CompositionTestCase);
        AddTestCase(new SetTestCase);
        AddTestCase(new VariantPresetTestCase);
        AddTestCase(new PresetOrderTestCase);
        AddTestCase(new VenoDrPresetTestCase);
    }
};

TcpVariantPresetTestSuite g_tcpVariantPresetTestSuite; //!< registers itself

} // namespace
