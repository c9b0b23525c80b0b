/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-recovery-of.h"
#include "support/variant-parts.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/tcp-variant.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

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
        NS_TEST_EXPECT_MSG_EQ(TcpVariantPreset::FindRecoveryFault("ns3::TcpCubic"),
                              "'ns3::TcpCubic' is not the TypeId name of a TcpRecoveryOps",
                              "no law");
    }

    void CheckControl(Ptr<Socket> socket, const std::string& name, const std::string& value)
    {
        NS_TEST_EXPECT_MSG_EQ(GetText(GetControl(socket), name), value, name);
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
    }
};

TcpVariantPresetTestSuite g_tcpVariantPresetTestSuite; //!< registers itself

} // namespace
