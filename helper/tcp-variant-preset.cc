/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-variant-preset.h"

#include "tcp-variant.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/loss-recovery-choice.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-stock-fast-socket.h"

#include <algorithm>
#include <map>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpVariantPreset");

namespace
{
/// Senders that are no paper's.
const std::string RACK = "Rack";
const std::string RFC_6675 = "Rfc6675";

/// The sender of TcpStockFastSocket.
const std::string STOCK_FAST = "stock-fast";

/// Sockets by name: their LossRecovery, empty for ns-3's own, STOCK_FAST for that one sooner.
const std::map<std::string, std::string> SOCKETS{
    // A lost retransmission costs a timeout (FACK paper, section 3.2).
    {"scoreboard-fack", "Fack[LostRetransmission=Timeout]"},
    {"scoreboard-newreno", "NewReno"},
    {"scoreboard-rack", RACK},
    {"scoreboard-reno", "Reno"},
    {"scoreboard-rfc6675", RFC_6675},
    {"scoreboard-sack", "Sack"},
    {"stock", ""},
    {"stock-fast", STOCK_FAST},
};

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

template <class Rows, class GetName>
std::string
JoinNames(const Rows& rows, GetName getName)
{
    std::string names;
    for (const auto& row : rows)
    {
        names += (names.empty() ? "" : ", ") + getName(row);
    }
    return names;
}

/// The type of the sockets with a sender, empty for ns-3's own.
TypeId
GetSocketTypeOf(const std::string& sender)
{
    return sender.empty()         ? TcpSocketBase::GetTypeId()
           : IsScoreboard(sender) ? TcpScoreboardSocket::GetTypeId()
                                  : TcpStockFastSocket::GetTypeId();
}

/// What of its socket this release of ns-3 lacks: the name of an attribute, or nothing.
std::string
FindMissingAttribute(const TcpVariant& variant)
{
    TypeId::AttributeInformation information;
    for (const auto& [name, value] : variant.socketAttributes)
    {
        if (!GetSocketTypeOf(variant.sender).LookupAttributeByName(name, &information))
        {
            return name;
        }
    }
    return "";
}

bool
FindCongestionControl(const std::string& typeName, ObjectFactory& factory)
{
    TypeId typeId;
    if (typeName == ns3compat::WESTWOOD_PLUS)
    {
        factory.SetTypeId(ns3compat::SelectWestwoodPlus());
        return true;
    }
    // By an object, not by the TypeId's parents: TcpCubic's were wrong for years.
    if (!TypeId::LookupByNameFailSafe(typeName, &typeId) || !typeId.HasConstructor())
    {
        return false;
    }
    factory.SetTypeId(typeId);
    return DynamicCast<TcpCongestionOps>(factory.Create<Object>()) != nullptr;
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

/// What all sockets with a sender have, whatever the variant.
TcpVariant::Attributes
GetCommonAttributes(const std::string& sender)
{
    if (!IsScoreboard(sender) || LossRecoveryChoice(sender).GetName() == RACK)
    {
        return {};
    }
    return sender == RFC_6675 ? TcpVariant::GetRfc6675Attributes()
                              : TcpVariant::GetPaperAttributes();
}

/// Attributes of a variant's sockets if these have another sender: what is the variant's alone
/// stays.
TcpVariant::Attributes
GetAttributesOn(const TcpVariant& variant, const std::string& sender)
{
    auto attributes = GetCommonAttributes(sender);
    const auto former = GetCommonAttributes(variant.sender);
    for (const auto& attribute : variant.socketAttributes)
    {
        const bool isCommon = std::find(former.begin(), former.end(), attribute) != former.end();
        if (!isCommon && IsScoreboard(sender) && IsScoreboard(variant.sender))
        {
            attributes.push_back(attribute);
        }
    }
    return attributes;
}

/// A variant's sender on sockets with another sender: what both know of stays as the variant has
/// it.
std::string
GetSenderOn(const TcpVariant& variant, const std::string& sender)
{
    const LossRecoveryChoice own(variant.sender);
    LossRecoveryChoice choice(sender);
    for (const auto& [name, value] : own.GetAttributes())
    {
        if (choice.Has(name))
        {
            choice.Set(name, value);
        }
    }
    return choice.ToText();
}

void
SetAll(ObjectFactory& factory, const TcpVariant::Attributes& attributes)
{
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, StringValue(value));
    }
}
} // namespace

TcpVariantPreset::TcpVariantPreset(const std::string& name, const std::string& socket)
    : m_name(name + (socket.empty() ? "" : "-on-" + socket)),
      m_stock(false)
{
    const auto fault = FindFault(name);
    NS_ABORT_MSG_UNLESS(fault.empty(), fault);
    NS_ABORT_MSG_UNLESS(socket.empty() || IsSocket(socket),
                        "socket '" << socket << "' is unknown: give one of " << GetSocketNames());
    const auto variant = GetVariant(name);
    if (!variant.control.empty())
    {
        FindCongestionControl(variant.control, m_congestionControl);
        SetAll(m_congestionControl, variant.controlAttributes);
        m_socket.SetCongestionControl(m_congestionControl);
    }
    if (!variant.recovery.empty())
    {
        m_recovery.SetTypeId(variant.recovery);
        m_socket.SetRecovery(m_recovery);
    }

    const auto sender = socket.empty() ? variant.sender : GetSenderOn(variant, SOCKETS.at(socket));
    const bool isStock = sender.empty();
    const auto attributes =
        socket.empty() ? variant.socketAttributes : GetAttributesOn(variant, SOCKETS.at(socket));
    m_socket.SetSocketType(GetSocketTypeOf(sender));
    if (IsScoreboard(sender))
    {
        m_lossRecovery = sender;
        m_socket.SetSocketAttribute("LossRecovery", StringValue(sender));
    }
    for (const auto& [attribute, value] : attributes)
    {
        m_socket.SetSocketAttribute(attribute, StringValue(value));
    }
    // A node's own way to make sockets knows types, but no attributes.
    m_stock = isStock && attributes.empty() && variant.controlAttributes.empty();
}

void
TcpVariantPreset::Note(const TypeId::AttributeInformation& information, const AttributeValue& value)
{
    // Side by side on a node, each has a way of its own to make its sockets.
    m_name += "," + information.name + "=" + value.SerializeToString(information.checker);
    m_stock = false;
}

TcpVariantPreset&
TcpVariantPreset::Set(const std::string& name, const AttributeValue& value)
{
    const auto end = name.rfind("::");
    const auto owner = name.substr(0, end);
    const auto attribute = end == std::string::npos ? "" : name.substr(end + 2);
    const auto control = m_congestionControl.GetTypeId();
    const auto recovery = m_recovery.GetTypeId();
    const auto socket = m_socket.GetSocketType();
    TypeId typeId;
    TypeId::AttributeInformation information;
    const bool isKnown = TypeId::LookupByNameFailSafe(owner, &typeId) &&
                         typeId.LookupAttributeByName(attribute, &information);
    const auto isOf = [&](TypeId part) {
        return isKnown && part != TypeId() && (part == typeId || part.IsChildOf(typeId));
    };
    if (isOf(control))
    {
        m_congestionControl.Set(attribute, value);
        m_socket.SetCongestionControl(m_congestionControl);
    }
    else if (isOf(recovery))
    {
        m_recovery.Set(attribute, value);
        m_socket.SetRecovery(m_recovery);
    }
    else if (isOf(LossRecoveryChoice(m_lossRecovery).GetTypeId()))
    {
        SetLossRecoveryAttribute(attribute, value);
        return *this;
    }
    else
    {
        NS_ABORT_MSG_UNLESS(isOf(socket),
                            "TcpVariantPreset: '"
                                << name << "' is no attribute of " << m_name
                                << ", which consists of " << NameOf(control) << ", "
                                << NameOf(recovery) << " and " << socket.GetName()
                                << (m_lossRecovery.empty() ? "" : " with ") << m_lossRecovery);
        SetSocketAttribute(attribute, value);
        return *this;
    }
    Note(information, value);
    return *this;
}

bool
TcpVariantPreset::SetLossRecoveryAttribute(const std::string& name, const AttributeValue& value)
{
    LossRecoveryChoice choice(m_lossRecovery);
    if (!choice.Has(name))
    {
        return !m_lossRecovery.empty();
    }
    TypeId::AttributeInformation information;
    choice.GetTypeId().LookupAttributeByName(name, &information);
    choice.Set(name, value.SerializeToString(information.checker));
    return SetSocketAttribute("LossRecovery", StringValue(choice.ToText()));
}

bool
TcpVariantPreset::SetSocketAttribute(const std::string& name, const AttributeValue& value)
{
    TypeId::AttributeInformation information;
    const bool isKnown = m_socket.GetSocketType().LookupAttributeByName(name, &information);
    if (isKnown)
    {
        if (name == "LossRecovery")
        {
            m_lossRecovery = value.SerializeToString(information.checker);
        }
        m_socket.SetSocketAttribute(name, value);
        Note(information, value);
    }
    return isKnown;
}

TcpVariantPreset&
TcpVariantPreset::SetRecovery(const std::string& name)
{
    TypeId typeId;
    NS_ABORT_MSG_UNLESS(TypeId::LookupByNameFailSafe(name, &typeId) && typeId.HasConstructor() &&
                            typeId.IsChildOf(TcpRecoveryOps::GetTypeId()),
                        "TcpVariantPreset::SetRecovery: '"
                            << name << "' is not the TypeId name of a TcpRecoveryOps");
    m_recovery = ObjectFactory(name);
    m_socket.SetRecovery(m_recovery);
    m_name += "," + name;
    m_stock = false;
    return *this;
}

void
TcpVariantPreset::Install(const NodeContainer& nodes) const
{
    NS_LOG_FUNCTION(this << m_name << nodes.GetN());
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        const auto tcp = (*node)->GetObject<TcpL4Protocol>();
        NS_ABORT_MSG_UNLESS(tcp,
                            "TcpVariantPreset::Install: node " << (*node)->GetId()
                                                               << " has no internet stack");
        if (m_congestionControl.IsTypeIdSet())
        {
            tcp->SetAttribute("SocketType", TypeIdValue(m_congestionControl.GetTypeId()));
        }
        if (m_recovery.IsTypeIdSet())
        {
            tcp->SetAttribute("RecoveryType", TypeIdValue(m_recovery.GetTypeId()));
        }
    }
    if (m_stock)
    {
        TcpScoreboardSocketHelper::Uninstall(nodes);
    }
    else
    {
        m_socket.Install(nodes);
    }
}

TypeId
TcpVariantPreset::InstallByName(const NodeContainer& nodes) const
{
    return m_socket.InstallByName(nodes, "ns3::TcpScoreboardSocketFactory-" + m_name);
}

std::string
TcpVariantPreset::GetNames()
{
    return JoinNames(TcpVariant::GetAll(), [](const TcpVariant& row) { return row.name; });
}

std::string
TcpVariantPreset::GetSocketNames()
{
    return JoinNames(SOCKETS, [](const auto& row) { return row.first; });
}

bool
TcpVariantPreset::IsAvailable(const std::string& name)
{
    return FindMissingAttribute(GetVariant(name)).empty();
}

std::string
TcpVariantPreset::FindFault(const std::string& name)
{
    const auto variant = GetVariant(name);
    ObjectFactory ignored;
    // A preset may leave the control to the node; a name that is none cannot.
    const bool isLeft = variant.control.empty() && TcpVariant::Find(name);
    if (!isLeft && !FindCongestionControl(variant.control, ignored))
    {
        return "variant '" + name + "' is unknown: give one of " + GetNames() +
               ", or the TypeId name of a TcpCongestionOps";
    }
    const auto missing = FindMissingAttribute(variant);
    if (!missing.empty())
    {
        return "variant '" + name + "' needs ns-" + variant.since + " or later, whose " +
               GetSocketTypeOf(variant.sender).GetName().substr(5) + " has the attribute " +
               missing;
    }
    return "";
}

bool
TcpVariantPreset::IsSocket(const std::string& socket)
{
    return SOCKETS.count(socket) > 0;
}

TypeId
TcpVariantPreset::GetCongestionControl() const
{
    return m_congestionControl.IsTypeIdSet() ? m_congestionControl.GetTypeId()
                                             : TcpCongestionOps::GetTypeId();
}

} // namespace ns3
