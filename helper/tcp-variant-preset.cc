/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-variant-preset.h"

#include "tcp-scoreboard-socket-helper.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-base.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/range/adaptor/map.hpp>
#include <boost/range/adaptor/transformed.hpp>
#include <cstdlib>
#include <functional>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpVariantPreset");

namespace
{
/// @brief A TypeId's name. @param text without ns3::, or nothing @return with it, or nothing
std::string
ReadType(const std::string& text)
{
    return text.empty() ? "" : "ns3::" + text;
}

/// What a row of the table becomes; colour and mark are the figures'. The decrease is a number,
/// "B/P", or nothing.
TcpVariant
MakeRow(const std::string& name,
        const std::string& control,
        const std::string& controlAttributes,
        const std::string& recoveryAndAttributes,
        const std::string& sender,
        const std::string& socketAttributes,
        const std::string& law,
        const std::string& decrease,
        const std::string& since,
        const std::string&,
        int,
        const std::string& words)
{
    const auto space = recoveryAndAttributes.find(' ');
    const auto attributes = space == std::string::npos ? "" : recoveryAndAttributes.substr(space);
    const bool isNumber = !decrease.empty() && decrease != "B/P";
    return {name,
            ReadType(control),
            ReadVariantOptions(controlAttributes),
            ReadType(recoveryAndAttributes.substr(0, space)),
            ReadVariantOptions(attributes),
            sender == "stock" ? "" : sender,
            ReadVariantOptions(socketAttributes),
            law,
            isNumber ? std::optional(std::stod(decrease)) : std::nullopt,
            since,
            words};
}

std::vector<TcpVariant>
ReadTable()
{
#define TCP_VARIANT(...) MakeRow(__VA_ARGS__),
#define TCP_VARIANT_COMMON(name, attributes)
    std::vector<TcpVariant> table{
#include "../model/tcp/tcp-variants.def"
    };
#undef TCP_VARIANT
#undef TCP_VARIANT_COMMON
    std::sort(table.begin(), table.end(), [](const TcpVariant& a, const TcpVariant& b) {
        return a.name < b.name;
    });
    return table;
}
} // namespace

const std::vector<TcpVariant>&
TcpVariant::GetAll()
{
    static const auto table = ReadTable();
    return table;
}

const TcpVariant*
TcpVariant::Find(const std::string& name)
{
    const auto& table = GetAll();
    const auto found = std::find_if(table.begin(), table.end(), [&name](const TcpVariant& row) {
        return row.name == name;
    });
    return found == table.end() ? nullptr : &*found;
}

const TcpVariant::Attributes&
TcpVariant::GetPaperAttributes()
{
    static const auto attributes = ReadVariantOptions("paper");
    return attributes;
}

namespace
{
/// Whether the environment gives an attribute another default, as ns-3 reads it: Type::Name=value,
/// with a semicolon between.
bool
IsInEnvironment(TypeId typeId, const std::string& name)
{
    const auto* variable = std::getenv("NS_ATTRIBUTE_DEFAULT");
    std::istringstream defaults(variable ? variable : "");
    for (std::string entry; std::getline(defaults, entry, ';');)
    {
        const auto fullName = entry.substr(0, entry.find('='));
        const auto end = std::min(fullName.rfind("::"), fullName.size());
        TypeId owner;
        if (fullName.compare(end, std::string::npos, "::" + name) == 0 &&
            TypeId::LookupByNameFailSafe(fullName.substr(0, end), &owner) &&
            (typeId == owner || typeId.IsChildOf(owner)))
        {
            return true;
        }
    }
    return false;
}
} // namespace

PresetPart::PresetPart(TypeId typeId, const VariantOptions& suggested)
    : m_typeId(typeId)
{
    for (const auto& [name, value] : suggested)
    {
        m_values[name] = {StringValue(value).Copy(), true};
    }
}

void
PresetPart::Set(const std::string& name, const AttributeValue& value)
{
    // It ends the program if the value is wrong: here, where the user gives it.
    ObjectFactory(m_typeId.GetName()).Set(name, value);
    m_values[name] = {value.Copy(), false};
}

void
PresetPart::Keep(const std::string& name)
{
    const auto value = m_values.find(name);
    if (value != m_values.end())
    {
        value->second.isSuggested = false;
    }
}

bool
PresetPart::Holds(const std::string& name, const Value& value) const
{
    TypeId::AttributeInformation information;
    // The very object, not its value: a default may be set to what it was.
    return !value.isSuggested || (m_typeId.LookupAttributeByName(name, &information) &&
                                  information.initialValue == information.originalInitialValue &&
                                  !IsInEnvironment(m_typeId, name));
}

std::map<std::string, std::string>
PresetPart::GetTexts() const
{
    std::map<std::string, std::string> texts;
    TypeId::AttributeInformation information;
    for (const auto& [name, value] : m_values)
    {
        if (Holds(name, value) && m_typeId.LookupAttributeByName(name, &information))
        {
            texts[name] = value.value->SerializeToString(information.checker);
        }
    }
    return texts;
}

ObjectFactory
PresetPart::Make() const
{
    ObjectFactory factory(m_typeId.GetName());
    for (const auto& [name, value] : m_values)
    {
        if (Holds(name, value))
        {
            factory.Set(name, *value.value);
        }
    }
    return factory;
}

namespace
{
/// The sender of TcpStockFastSocket.
const std::string STOCK_FAST = "stock-fast";

/// @return the LossRecovery of sockets by name, empty for ns-3's own, STOCK_FAST for that one
/// sooner
const std::map<std::string, std::string>&
GetSockets()
{
    static const auto sockets = [] {
        auto all = GetScoreboardSockets();
        all.insert({{"stock", ""}, {"stock-fast", STOCK_FAST}});
        return all;
    }();
    return sockets;
}

/// Whether sockets with a sender are TcpScoreboardSocket.
bool
IsScoreboard(const std::string& sender)
{
    return !sender.empty() && sender != STOCK_FAST;
}

/// @brief A part's name. @param part of a preset, none for the node's @return for messages
std::string
NameOf(TypeId part)
{
    return part == TypeId() ? "the node's own" : part.GetName();
}

/// The type of the sockets with a sender, empty for ns-3's own; TypeId() where the library was
/// built without TCP_LOSSY_STOCK_FAST and the sender is that one.
TypeId
GetSocketTypeOf(const std::string& sender)
{
    if (sender != STOCK_FAST)
    {
        return sender.empty() ? TcpSocketBase::GetTypeId() : TcpScoreboardSocket::GetTypeId();
    }
    TypeId typeId;
    return TypeId::LookupByNameFailSafe("ns3::TcpStockFastSocket", &typeId) ? typeId : TypeId();
}

/// The type that a name of a congestion control stands for, or TypeId().
TypeId
FindCongestionControl(const std::string& typeName)
{
    if (typeName == ns3compat::WESTWOOD_PLUS)
    {
        return ns3compat::SelectWestwoodPlus();
    }
    TypeId typeId;
    // A factory makes nothing but objects: no header.
    if (!TypeId::LookupByNameFailSafe(typeName, &typeId) || !typeId.HasConstructor() ||
        !typeId.IsChildOf(Object::GetTypeId()))
    {
        return TypeId();
    }
    // By an object, not by the TypeId's parents: TcpCubic's were wrong for years.
    const ObjectFactory factory(typeName);
    return DynamicCast<TcpCongestionOps>(factory.Create<Object>()) ? typeId : TypeId();
}

/// What a name stands for; a name of no preset is that of a TypeId, whose socket is ns-3's.
TcpVariant
GetVariant(const std::string& name)
{
    if (const auto* variant = TcpVariant::Find(name))
    {
        return *variant;
    }
    TcpVariant variant{};
    variant.name = name;
    variant.control = name;
    variant.recovery = "ns3::TcpClassicRecovery";
    return variant;
}

/// Attributes of a variant's sockets if these have another sender: what is the variant's alone
/// stays.
TcpVariant::Attributes
GetAttributesOn(const TcpVariant& variant, const std::string& sender)
{
    return IsScoreboard(sender) && IsScoreboard(variant.sender)
               ? KeepOptionsOn(sender, variant.socketAttributes)
               : TcpVariant::Attributes();
}

/// A variant's sender on sockets with another sender: what both know of stays as the variant has
/// it.
std::string
GetSenderOn(const TcpVariant& variant, const std::string& sender)
{
    const LossRecoveryChoice own(variant.sender);
    LossRecoveryChoice choice(sender);
    const auto has = [&choice](const auto& option) { return choice.Has(option.first); };
    const auto& attributes = own.GetAttributes();
    for (const auto& [name, value] : GetRecoveryOptionsOn(sender,
                                                          {attributes.begin(), attributes.end()},
                                                          variant.socketAttributes,
                                                          has))
    {
        choice.Set(name, value);
    }
    return choice.ToText();
}
} // namespace

TcpVariantPreset::TcpVariantPreset(const std::string& name, const std::string& socket)
    : m_name(name + (socket.empty() ? "" : "-on-" + socket))
{
    const auto fault = FindFault(name);
    NS_ABORT_MSG_UNLESS(fault.empty(), fault);
    NS_ABORT_MSG_UNLESS(socket.empty() || IsSocket(socket),
                        "socket '" << socket << "' is unknown: give one of " << GetSocketNames());
    const auto variant = GetVariant(name);
    if (!variant.control.empty())
    {
        m_congestionControl =
            PresetPart(FindCongestionControl(variant.control), variant.controlAttributes);
    }
    if (!variant.recovery.empty())
    {
        m_recovery = PresetPart(TypeId::LookupByName(variant.recovery), variant.recoveryAttributes);
    }

    const auto sender =
        socket.empty() ? variant.sender : GetSenderOn(variant, GetSockets().at(socket));
    m_socket = PresetPart(GetSocketTypeOf(sender),
                          socket.empty() ? variant.socketAttributes
                                         : GetAttributesOn(variant, GetSockets().at(socket)));
    if (IsScoreboard(sender))
    {
        const LossRecoveryChoice choice(sender);
        m_lossRecoveryName = choice.GetName();
        const auto& attributes = choice.GetAttributes();
        m_lossRecovery = PresetPart(choice.GetTypeId(), {attributes.begin(), attributes.end()});
    }
}

TcpVariantPreset&
TcpVariantPreset::Set(const std::string& name, const AttributeValue& value)
{
    const auto end = name.rfind("::");
    const auto owner = name.substr(0, end);
    const auto attribute = end == std::string::npos ? "" : name.substr(end + 2);
    TypeId typeId;
    TypeId::AttributeInformation information;
    const bool isKnown = TypeId::LookupByNameFailSafe(owner, &typeId) &&
                         typeId.LookupAttributeByName(attribute, &information);
    for (auto* part : {&m_congestionControl, &m_recovery, &m_lossRecovery, &m_socket})
    {
        const auto type = part->GetTypeId();
        if (isKnown && type != TypeId() && (type == typeId || type.IsChildOf(typeId)))
        {
            SetIn(*part, attribute, value);
            return *this;
        }
    }
    NS_ABORT_MSG("TcpVariantPreset: '"
                 << name << "' is no attribute of " << m_name << ", which consists of "
                 << NameOf(m_congestionControl.GetTypeId()) << ", "
                 << NameOf(m_recovery.GetTypeId()) << " and " << m_socket.GetTypeId().GetName()
                 << (m_lossRecoveryName.empty() ? "" : " with ") << m_lossRecoveryName);
}

bool
TcpVariantPreset::SetIn(PresetPart& part, const std::string& name, const AttributeValue& value)
{
    TypeId::AttributeInformation information;
    if (part.GetTypeId() == TypeId() || !part.GetTypeId().LookupAttributeByName(name, &information))
    {
        return false;
    }
    part.Set(name, value);
    const auto text = value.SerializeToString(information.checker);
    if (&part == &m_socket && name == "LossRecovery")
    {
        const LossRecoveryChoice choice(text);
        m_lossRecoveryName = choice.GetName();
        m_lossRecovery = PresetPart(choice.GetTypeId());
        for (const auto& [attribute, chosen] : choice.GetAttributes())
        {
            m_lossRecovery.Set(attribute, StringValue(chosen));
        }
    }
    // Side by side on a node, each has a way of its own to make its sockets.
    const auto& parts = {&m_congestionControl, &m_recovery, &m_lossRecovery, &m_socket};
    const auto owners = std::count_if(parts.begin(), parts.end(), [&name](const auto* other) {
        TypeId::AttributeInformation unused;
        return other->GetTypeId() != TypeId() &&
               other->GetTypeId().LookupAttributeByName(name, &unused);
    });
    m_name += "," + (owners > 1 ? part.GetTypeId().GetName() + "::" : "") + name + "=" + text;
    return true;
}

bool
TcpVariantPreset::SetLossRecoveryAttribute(const std::string& name, const AttributeValue& value)
{
    SetIn(m_lossRecovery, name, value);
    return !m_lossRecoveryName.empty();
}

bool
TcpVariantPreset::IsRecovery(const std::string& name)
{
    TypeId typeId;
    return TypeId::LookupByNameFailSafe(name, &typeId) && typeId.HasConstructor() &&
           typeId.IsChildOf(TcpRecoveryOps::GetTypeId());
}

TcpVariantPreset&
TcpVariantPreset::SetRecovery(const std::string& name)
{
    NS_ABORT_MSG_UNLESS(IsRecovery(name),
                        "TcpVariantPreset::SetRecovery: '"
                            << name << "' is not the TypeId name of a TcpRecoveryOps");
    m_recovery = PresetPart(TypeId::LookupByName(name));
    m_name += "," + name;
    return *this;
}

TcpVariantPreset&
TcpVariantPreset::Keep(const std::string& name)
{
    m_socket.Keep(name);
    m_lossRecovery.Keep(name);
    m_name += ",Keep(" + name + ")";
    return *this;
}

ObjectFactory
TcpVariantPreset::MakeSocketFactory() const
{
    auto factory = m_socket.Make();
    if (!m_lossRecoveryName.empty())
    {
        LossRecoveryChoice choice(m_lossRecoveryName);
        for (const auto& [name, value] : m_lossRecovery.GetTexts())
        {
            choice.Set(name, value);
        }
        factory.Set("LossRecovery", StringValue(choice.ToText()));
    }
    return factory;
}

TcpSocketParts
TcpVariantPreset::GetParts() const
{
    const auto give = [](const PresetPart& part) -> std::function<ObjectFactory()> {
        if (part.GetTypeId() == TypeId())
        {
            return nullptr;
        }
        return [part] { return part.Make(); };
    };
    return {[preset = *this] { return preset.MakeSocketFactory(); },
            give(m_congestionControl),
            give(m_recovery)};
}

void
TcpVariantPreset::Install(const NodeContainer& nodes) const
{
    NS_LOG_FUNCTION(this << m_name << nodes.GetN());
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        NS_ABORT_MSG_UNLESS((*node)->GetObject<TcpL4Protocol>(),
                            "TcpVariantPreset::Install: node " << (*node)->GetId()
                                                               << " has no internet stack");
    }
    TcpScoreboardSocketHelper::Install(nodes, GetParts());
}

TypeId
TcpVariantPreset::InstallByName(const NodeContainer& nodes) const
{
    return TcpScoreboardSocketHelper::InstallByName(nodes,
                                                    "ns3::TcpScoreboardSocketFactory-" + m_name,
                                                    GetParts());
}

std::string
TcpVariantPreset::GetNames()
{
    const auto names = boost::adaptors::transformed([](const TcpVariant& row) { return row.name; });
    return boost::algorithm::join(TcpVariant::GetAll() | names, ", ");
}

std::string
TcpVariantPreset::GetSocketNames()
{
    return boost::algorithm::join(GetSockets() | boost::adaptors::map_keys, ", ");
}

std::string
TcpVariantPreset::FindFault(const std::string& name)
{
    const auto variant = GetVariant(name);
    // A preset may leave the control to the node; a name that is none cannot.
    const bool isLeft = variant.control.empty() && TcpVariant::Find(name);
    if (!isLeft && FindCongestionControl(variant.control) == TypeId())
    {
        return "variant '" + name + "' is unknown: give one of " + GetNames() +
               ", or the TypeId name of a TcpCongestionOps";
    }
    const auto socketType = GetSocketTypeOf(variant.sender);
    if (socketType == TypeId())
    {
        return "variant '" + name + "' needs a library that was built with TCP_LOSSY_STOCK_FAST";
    }
    for (const auto& [attribute, value] : variant.socketAttributes)
    {
        TypeId::AttributeInformation information;
        if (!socketType.LookupAttributeByName(attribute, &information))
        {
            return "variant '" + name + "' needs ns-" + variant.since + " or later, whose " +
                   socketType.GetName().substr(5) + " has the attribute " + attribute;
        }
    }
    return "";
}

bool
TcpVariantPreset::IsSocket(const std::string& socket)
{
    return GetSockets().count(socket) > 0;
}

TypeId
TcpVariantPreset::GetCongestionControl() const
{
    const auto typeId = m_congestionControl.GetTypeId();
    return typeId == TypeId() ? TcpCongestionOps::GetTypeId() : typeId;
}

} // namespace ns3
