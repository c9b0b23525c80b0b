/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-recovery-of.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"

#include <map>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/// Attributes, serialised.
using Attributes = std::map<std::string, std::string>;

/// What a preset on our socket consists of.
struct Expected
{
    std::string name;
    std::string control;
    std::string recovery;
    std::string sender;
    Attributes ofControl{};
    bool slowButSteady{false};
    bool asStock{false}; //!< what ns-3's own socket does
};

const std::string CLASSIC = "ns3::TcpClassicRecovery";
const std::string RAMPDOWN = "ns3::TcpRampdownRecovery";

/// From ns-3.39 on it has a class of its own.
std::string
FindWestwoodPlus()
{
    const std::string name = "ns3::TcpWestwoodPlus";
    TypeId ignored;
    return TypeId::LookupByNameFailSafe(name, &ignored) ? name : "ns3::TcpWestwood";
}

const std::string DYNAMIC = "ns3::TcpDynamicRecovery";

const Attributes PLAIN_FACK{{"Overdamping", "false"}};
const Attributes OVERDAMPED{{"Overdamping", "true"}};
const Attributes SACK_VENO{{"Alpha", "1"}, {"Beta", "3"}, {"ResetBaseRtt", "true"}};
const Attributes VENO{{"Alpha", "3"}, {"Beta", "3"}, {"ResetBaseRtt", "false"}};
const Attributes VENO_DR{{"ThresholdFactor", "0.55"}, {"MinQueue", "1"}};

/// By hand from the guide's table, which has it from the papers; but ns3-fack, which is ns-3's own
/// socket and not in every release, and westwood-plus.
const std::vector<Expected> PRESETS{
    {"cubic", "ns3::TcpCubic", CLASSIC, "Sack"},
    {"fack", "ns3::TcpFack", CLASSIC, "Fack", PLAIN_FACK},
    {"fack-od", "ns3::TcpFack", CLASSIC, "Fack", OVERDAMPED},
    {"fack-rd", "ns3::TcpFack", RAMPDOWN, "Fack", PLAIN_FACK},
    {"fack-od-rd", "ns3::TcpFack", RAMPDOWN, "Fack", OVERDAMPED},
    {"newreno", "ns3::TcpNewReno", CLASSIC, "NewReno"},
    {"ns3-veno", "ns3::TcpVeno", CLASSIC, "Sack"},
    {"reno", "ns3::TcpNewReno", CLASSIC, "Reno"},
    {"sack", "ns3::TcpNewReno", CLASSIC, "Sack"},
    {"sack-veno", "ns3::TcpSackVeno", CLASSIC, "Sack", SACK_VENO},
    {"veno", "ns3::TcpSackVeno", CLASSIC, "NewReno", VENO, true},
    {"venodr", "ns3::TcpVenoDr", DYNAMIC, "NewReno", VENO_DR, true},
    {"venodr-recovery-only", "ns3::TcpSackVeno", DYNAMIC, "NewReno", VENO, true},
    {"venodr-threshold-only", "ns3::TcpVenoDr", CLASSIC, "NewReno", VENO_DR, true},
};

std::string
GetText(Ptr<const Object> object, const std::string& name)
{
    StringValue value;
    object->GetAttribute(name, value);
    return value.Get();
}

/// Each preset on one node after the other: nothing of one stays behind for the next.
class CompositionTestCase : public TestCase
{
  public:
    CompositionTestCase()
        : TestCase("Every preset's socket has the control, recovery and sender that it names")
    {
    }

  private:
    void DoRun() override
    {
        const NodeContainer nodes(CreateObject<Node>());
        InternetStackHelper().Install(nodes);
        auto presets = PRESETS;
        presets.push_back({"westwood-plus", FindWestwoodPlus(), CLASSIC, "Sack"});
        presets.push_back(
            {"stock-fast", "ns3::TcpVegas", "ns3::TcpPrrRecovery", "Rfc6675", {}, false, true});
        const auto tcp = nodes.Get(0)->GetObject<TcpL4Protocol>();
        for (const auto& expected : presets)
        {
            const TcpVariantPreset preset(expected.name);
            if (expected.asStock)
            {
                // It leaves what the node has.
                tcp->SetAttribute("SocketType",
                                  TypeIdValue(TypeId::LookupByName(expected.control)));
                tcp->SetAttribute("RecoveryType",
                                  TypeIdValue(TypeId::LookupByName(expected.recovery)));
            }
            preset.Install(nodes);
            Check(Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId()), expected);
            const auto protocol = preset.InstallByName(nodes);
            Check(Socket::CreateSocket(nodes.Get(0), protocol), expected);
        }
        std::istringstream names(TcpVariantPreset::GetNames());
        std::size_t count = 0;
        for (std::string name; std::getline(names, name, ',');)
        {
            ++count;
        }
        NS_TEST_EXPECT_MSG_EQ(count, presets.size() + 1, TcpVariantPreset::GetNames());
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    void Check(Ptr<Socket> socket, const Expected& expected)
    {
        PointerValue pointer;
        socket->GetAttribute("CongestionOps", pointer);
        const auto control = pointer.Get<Object>();
        const auto& name = expected.name;
        NS_TEST_EXPECT_MSG_EQ(control->GetInstanceTypeId().GetName(), expected.control, name);
        for (const auto& [attribute, value] : expected.ofControl)
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(control, attribute), value, name << ": " << attribute);
        }
        NS_TEST_EXPECT_MSG_EQ(RecoveryOf::NameIn(DynamicCast<TcpSocketBase>(socket)),
                              expected.recovery,
                              name);
        // As the papers have it: a lost retransmission costs a timeout, which forgets what was
        // SACKed, and an idle time changes nothing.
        const Attributes ofSocket{
            {"LossRecovery", expected.sender},
            {"LostRetransmission", expected.asStock ? "Retransmit" : "Timeout"},
            {"KeepSackOnTimeout", expected.asStock ? "true" : "false"},
            {"RestartAfterIdle", "false"},
            {"SlowButSteady", expected.slowButSteady ? "true" : "false"}};
        for (const auto& [attribute, value] : ofSocket)
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(socket, attribute), value, name << ": " << attribute);
        }
    }
};

class TcpVariantPresetTestSuite : public TestSuite
{
  public:
    TcpVariantPresetTestSuite()
        : TestSuite("tcp-variant-preset", Type::UNIT)
    {
        AddTestCase(new CompositionTestCase);
    }
};

TcpVariantPresetTestSuite g_tcpVariantPresetTestSuite;

} // namespace
