/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/tcp-recovery-of.h"

#include "ns3/config.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace TcpPresetPrecedenceTests
{

using namespace ns3;

/// Attributes of an object and of its type's parents as text, but for what is an object itself.
std::string
Describe(Ptr<const Object> object)
{
    auto text = object->GetInstanceTypeId().GetName();
    for (auto typeId = object->GetInstanceTypeId();; typeId = typeId.GetParent())
    {
        for (std::size_t i = 0; i < typeId.GetAttributeN(); ++i)
        {
            const auto information = typeId.GetAttribute(i);
            const auto value = information.checker->Create();
            // ns-3.37's TcpCubic has an attribute that cannot be read.
            if (information.checker->GetValueTypeName().find("PointerValue") == std::string::npos &&
                information.accessor->HasGetter() &&
                information.accessor->Get(PeekPointer(object), *value))
            {
                text +=
                    " " + information.name + "=" + value->SerializeToString(information.checker);
            }
        }
        if (!typeId.HasParent())
        {
            return text;
        }
    }
}

/// The part that decides about the window.
Ptr<Object>
GetControl(Ptr<Socket> socket)
{
    PointerValue pointer;
    socket->GetAttribute("CongestionOps", pointer);
    return pointer.Get<Object>();
}

/// All of a socket that a node makes.
std::string
DescribeSocket(const NodeContainer& node, TypeId protocol = TcpSocketFactory::GetTypeId())
{
    const auto socket = Socket::CreateSocket(node.Get(0), protocol);
    return Describe(socket) + " / " + Describe(GetControl(socket)) + " / " +
           Describe(RecoveryOf::In(DynamicCast<TcpSocketBase>(socket)));
}

NodeContainer
MakeNode()
{
    const NodeContainer node(1);
    InternetStackHelper().Install(node);
    return node;
}

/// What a user does with nodes to choose their sockets.
using Choice = std::function<void(const NodeContainer&)>;

/// Every preset, each socket's name, and each call of the helper, by name.
std::map<std::string, Choice>
GetChoices()
{
    std::map<std::string, Choice> choices;
    const auto add = [&choices](const std::string& name, const std::string& socket = "") {
        const TcpVariantPreset preset(name, socket);
        choices[name + socket] = [preset](const auto& nodes) { preset.Install(nodes); };
    };
    for (const auto& variant : TcpVariant::GetAll())
    {
        if (TcpVariantPreset::IsAvailable(variant.name))
        {
            add(variant.name);
        }
    }
    add("venodr", "stock");
    if (TcpVariantPreset::IsAvailable("stock-fast"))
    {
        add("linux", "stock-fast");
    }
    add("ns3::TcpHighSpeed");
    add("ns3::TcpHighSpeed", "scoreboard-fack");
    const ObjectFactory cubic("ns3::TcpCubic");
    const ObjectFactory rampdown("ns3::TcpRampdownRecovery");
    const auto help = [&choices](const std::string& name, const TcpScoreboardSocketHelper& helper) {
        choices[name] = [helper](const auto& nodes) { helper.Install(nodes); };
    };
    TcpScoreboardSocketHelper plain;
    help("helper", plain);
    auto withControl = plain;
    withControl.SetCongestionControl(cubic);
    help("control", withControl);
    auto withLaw = plain;
    withLaw.SetRecovery(rampdown);
    help("law", withLaw);
    withLaw.SetCongestionControl(cubic);
    withLaw.SetSocketAttribute("LossRecovery", StringValue("Fack"));
    help("all", withLaw);
    choices["uninstall"] = &TcpScoreboardSocketHelper::Uninstall;
    return choices;
}

class TcpPresetPrecedence : public testing::Test
{
  protected:
    ~TcpPresetPrecedence() override
    {
        Config::Reset();
        Simulator::Destroy();
    }
};

TEST_F(TcpPresetPrecedence, OfTwoChoicesTheLastOneHoldsAlone)
{
    const auto choices = GetChoices();
    std::map<std::string, std::string> alone;
    for (const auto& [name, choose] : choices)
    {
        const auto node = MakeNode();
        choose(node);
        alone[name] = DescribeSocket(node);
    }
    EXPECT_NE(alone.at("venodr"), alone.at("linux"));
    for (const auto& [first, chooseFirst] : choices)
    {
        for (const auto& [second, chooseSecond] : choices)
        {
            const auto node = MakeNode();
            for (int i = 0; i < 2; ++i)
            {
                chooseFirst(node);
                EXPECT_EQ(DescribeSocket(node), alone.at(first)) << first << " after " << second;
                chooseSecond(node);
                EXPECT_EQ(DescribeSocket(node), alone.at(second)) << second << " after " << first;
            }
        }
    }
}

TEST_F(TcpPresetPrecedence, OfTwoChoicesByOneNameTheLastOneHoldsAlone)
{
    const std::string name = "TcpPresetPrecedence";
    const auto node = MakeNode();
    TcpScoreboardSocketHelper helper;
    const auto protocol = helper.InstallByName(node, name);
    const auto alone = DescribeSocket(node, protocol);
    auto other = helper;
    other.SetCongestionControl(ObjectFactory("ns3::TcpCubic"));
    other.SetRecovery(ObjectFactory("ns3::TcpRampdownRecovery"));
    other.InstallByName(node, name);
    EXPECT_NE(DescribeSocket(node, protocol), alone);
    helper.InstallByName(node, name);
    EXPECT_EQ(DescribeSocket(node, protocol), alone);
}

/// What a user sets in place of what a preset has, of any attribute that a preset sets.
std::string
GetAnother(const TypeId::AttributeInformation& information, const std::string& value)
{
    const auto type = information.checker->GetValueTypeName();
    // Older releases leave out "ns3::".
    if (type.find("BooleanValue") != std::string::npos)
    {
        return value == "true" ? "false" : "true";
    }
    if (type.find("TimeValue") != std::string::npos)
    {
        return information.checker->CreateValidValue(StringValue("345ms")) ? "345ms" : "345s";
    }
    if (type.find("EnumValue") != std::string::npos)
    {
        const auto others = information.checker->GetUnderlyingTypeInformation();
        for (auto from = others.find_first_not_of('|'); from < others.size();)
        {
            const auto to = std::min(others.find('|', from), others.size());
            if (others.substr(from, to - from) != value)
            {
                return others.substr(from, to - from);
            }
            from = others.find_first_not_of('|', to);
        }
    }
    // Veno's smaller threshold must not be above the larger one; presets have 3 for either.
    return information.name == "Alpha" ? "2" : "7";
}

/// Set a default, and hold that an object of the next socket has it. @return its text there
void
ExpectDefault(TypeId typeId,
              const std::string& name,
              const std::string& value,
              const std::function<Ptr<Object>()>& make)
{
    TypeId::AttributeInformation information;
    ASSERT_TRUE(typeId.LookupAttributeByName(name, &information)) << name;
    // Where it is declared: a default of a child's is the parent's.
    auto owner = typeId;
    const auto has = [&name](TypeId type) {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            if (type.GetAttribute(i).name == name)
            {
                return true;
            }
        }
        return false;
    };
    while (!has(owner))
    {
        owner = owner.GetParent();
    }
    for (const auto& chosen :
         {GetAnother(information, value),
          information.originalInitialValue->SerializeToString(information.checker)})
    {
        const auto valid = information.checker->CreateValidValue(StringValue(chosen));
        ASSERT_TRUE(valid) << owner.GetName() << "::" << name << "=" << chosen;
        Config::SetDefault(owner.GetName() + "::" + name, StringValue(chosen));
        StringValue found;
        make()->GetAttribute(name, found);
        EXPECT_EQ(found.Get(), valid->SerializeToString(information.checker))
            << owner.GetName() << "::" << name;
        Config::Reset();
    }
}

TEST_F(TcpPresetPrecedence, ADefaultThatTheUserSetsHoldsOverEachAttributeOfEachPreset)
{
    int attributes = 0;
    for (const auto& variant : TcpVariant::GetAll())
    {
        if (!TcpVariantPreset::IsAvailable(variant.name))
        {
            continue;
        }
        const auto node = MakeNode();
        TcpVariantPreset(variant.name).Install(node);
        const auto make = [&node]() -> Ptr<Object> {
            return Socket::CreateSocket(node.Get(0), TcpSocketFactory::GetTypeId());
        };
        const auto makeControl = [&make] { return GetControl(DynamicCast<Socket>(make())); };
        const auto makeLaw = [&make] { return RecoveryOf::In(DynamicCast<TcpSocketBase>(make())); };
        const auto makeLossRecovery = [&make]() -> Ptr<Object> {
            StringValue choice;
            make()->GetAttribute("LossRecovery", choice);
            return LossRecoveryChoice(choice.Get()).Make();
        };
        for (const auto& [name, value] : variant.socketAttributes)
        {
            ExpectDefault(make()->GetInstanceTypeId(), name, value, make);
            ++attributes;
        }
        for (const auto& [name, value] : variant.controlAttributes)
        {
            ExpectDefault(makeControl()->GetInstanceTypeId(), name, value, makeControl);
            ++attributes;
        }
        for (const auto& [name, value] : variant.recoveryAttributes)
        {
            ExpectDefault(makeLaw()->GetInstanceTypeId(), name, value, makeLaw);
            ++attributes;
        }
        const LossRecoveryChoice sender(variant.sender);
        for (const auto& [name, value] : sender.GetAttributes())
        {
            ExpectDefault(sender.GetTypeId(), name, value, makeLossRecovery);
            ++attributes;
        }
    }
    EXPECT_GE(attributes, 80);
}

TEST_F(TcpPresetPrecedence, ADefaultOfTheEnvironmentHoldsOverAPreset)
{
    // ns-3 reads the environment once: another process has to.
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    setenv("NS_ATTRIBUTE_DEFAULT",
           "ns3::TcpSocket::DelAckCount=3;ns3::TcpScoreboardSocket::RcvBufMax=65536",
           1);
    EXPECT_EXIT(
        {
            const auto node = MakeNode();
            TcpVariantPreset("linux").Install(node);
            const auto socket = Socket::CreateSocket(node.Get(0), TcpSocketFactory::GetTypeId());
            StringValue value;
            socket->GetAttribute("RcvBufMax", value);
            std::_Exit(value.Get() == "65536" ? 0 : 1);
        },
        testing::ExitedWithCode(0),
        "");
    unsetenv("NS_ATTRIBUTE_DEFAULT");
}

TEST_F(TcpPresetPrecedence, WhatIsSetInAPresetHoldsOverADefault)
{
    const auto node = MakeNode();
    TcpVariantPreset("linux")
        .Set("ns3::TcpScoreboardSocket::RcvBufMax", StringValue("70000"))
        .Set("ns3::TcpRackRecovery::TailLossProbe", StringValue("false"))
        .Keep("SndBufMax")
        .Keep("Frto")
        .Keep("NoSuchAttribute")
        .Install(node);
    for (const std::string name : {"ns3::TcpScoreboardSocket::RcvBufMax",
                                   "ns3::TcpScoreboardSocket::SndBufMax",
                                   "ns3::TcpScoreboardSocket::QuickAcks"})
    {
        Config::SetDefault(name, StringValue("65536"));
    }
    Config::SetDefault("ns3::TcpRackRecovery::TailLossProbe", StringValue("true"));
    Config::SetDefault("ns3::TcpRackRecovery::Frto", StringValue("false"));
    const auto socket = Socket::CreateSocket(node.Get(0), TcpSocketFactory::GetTypeId());
    const auto get = [&socket](const std::string& name) {
        StringValue value;
        socket->GetAttribute(name, value);
        return value.Get();
    };
    EXPECT_EQ(get("RcvBufMax"), "70000");
    EXPECT_EQ(get("SndBufMax"), "4194304");
    EXPECT_EQ(get("QuickAcks"), "65536");
    EXPECT_EQ(get("LossRecovery"), "Rack[FollowLinux=true|Frto=true|TailLossProbe=false]");
}

TEST_F(TcpPresetPrecedence, APapersReadingsAreThePapersPresetsAlone)
{
    const auto describe = [](const std::string& name, const std::string& socket) {
        const auto node = MakeNode();
        TcpVariantPreset(name, socket).Install(node);
        const auto made = Socket::CreateSocket(node.Get(0), TcpSocketFactory::GetTypeId());
        std::string text;
        for (const auto* attribute : {"LossRecovery", "KeepSackOnTimeout", "RestartAfterIdle"})
        {
            StringValue value;
            made->GetAttribute(attribute, value);
            text += value.Get() + " ";
        }
        return text;
    };
    // Controls, and presets, that are no paper's.
    for (const std::string name : {"ns3::TcpBbr", "ns3::TcpFack", "rack", "linux-reno"})
    {
        const bool isLinux = name == "linux-reno";
        EXPECT_EQ(describe(name, "scoreboard-reno"), "Reno true true ") << name;
        EXPECT_EQ(describe(name, "scoreboard-newreno"), "NewReno true true ") << name;
        EXPECT_EQ(describe(name, "scoreboard-sack"), "Sack true true ") << name;
        EXPECT_EQ(describe(name, "scoreboard-fack"), "Fack true true ") << name;
        EXPECT_EQ(describe(name, "scoreboard-rfc6675"), "Rfc6675 true true ") << name;
        EXPECT_EQ(describe(name, "scoreboard-rack"),
                  isLinux ? "Rack[FollowLinux=true|Frto=true] true true " : "Rack true true ")
            << name;
    }
    EXPECT_EQ(describe("fack", "scoreboard-fack"), "Fack[LostRetransmission=Timeout] false false ");
    EXPECT_EQ(describe("sack", "scoreboard-fack"), "Fack[LostRetransmission=Timeout] false false ");
    EXPECT_EQ(describe("sack", "scoreboard-rfc6675"), "Rfc6675 true false ");
    EXPECT_EQ(describe("sack", "scoreboard-rack"), "Rack true true ");
}

} // namespace TcpPresetPrecedenceTests
