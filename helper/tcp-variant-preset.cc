/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-variant-preset.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-base.h"

#include <map>

namespace ns3
{

namespace
{
/// Attributes by name.
using Parameters = std::map<std::string, std::string>;

/// Recoveries.
const std::string CLASSIC = "ns3::TcpClassicRecovery";
const std::string RAMPDOWN = "ns3::TcpRampdownRecovery";
const std::string DYNAMIC = "ns3::TcpDynamicRecovery";
const std::string PRR = "ns3::TcpPrrRecovery";

/// What a name stands for.
struct Preset
{
    std::string congestionControl; //!< name of its TypeId
    std::string socket;            //!< name of its socket
    std::string recovery{CLASSIC}; //!< name of its recovery's TypeId
    Parameters parameters{};       //!< of the congestion control
    bool slowButSteady{false};     //!< each partial ACK restarts the timer (VenoDR paper, step 4)
};

/// FACK paper, section 4.4.
const Parameters OVERDAMPING{{"Overdamping", "true"}};

/// The Veno that VenoDR starts from: one threshold of 3, and the smallest round trip of all.
const Parameters FIXED_THRESHOLD{{"Alpha", "3"}, {"Beta", "3"}, {"ResetBaseRtt", "false"}};

/// ns-3's socket with its own FACK.
const std::string STOCK_FACK = "stock-fack";

/// No paper's, but today's: it keeps what was SACKed, and the window of an idle time is RFC 5681's.
const std::string RACK = "scoreboard-rack";

const std::map<std::string, Preset> PRESETS{
    {"cubic", {"ns3::TcpCubic", "scoreboard-sack"}},
    {"fack", {"ns3::TcpFack", "scoreboard-fack"}},
    {"fack-od", {"ns3::TcpFack", "scoreboard-fack", CLASSIC, OVERDAMPING}},
    {"fack-od-rd", {"ns3::TcpFack", "scoreboard-fack", RAMPDOWN, OVERDAMPING}},
    {"fack-rd", {"ns3::TcpFack", "scoreboard-fack", RAMPDOWN}},
    {"newreno", {"ns3::TcpNewReno", "scoreboard-newreno"}},
    {"ns3-fack", {"ns3::TcpNewReno", STOCK_FACK}},
    {"ns3-veno", {"ns3::TcpVeno", "scoreboard-sack"}},
    {"rack", {"ns3::TcpNewReno", RACK, PRR}},
    {"reno", {"ns3::TcpNewReno", "scoreboard-reno"}},
    {"sack", {"ns3::TcpNewReno", "scoreboard-sack"}},
    {"sack-veno", {"ns3::TcpSackVeno", "scoreboard-sack"}},
    {"veno", {"ns3::TcpSackVeno", "scoreboard-newreno", CLASSIC, FIXED_THRESHOLD, true}},
    {"venodr", {"ns3::TcpVenoDr", "scoreboard-newreno", DYNAMIC, {}, true}},
    {"venodr-recovery-only",
     {"ns3::TcpSackVeno", "scoreboard-newreno", DYNAMIC, FIXED_THRESHOLD, true}},
    {"venodr-threshold-only", {"ns3::TcpVenoDr", "scoreboard-newreno", CLASSIC, {}, true}},
    {"westwood-plus", {ns3compat::WESTWOOD_PLUS, "scoreboard-sack"}},
};

/// Sockets by name: their LossRecovery, empty for ns-3's own.
const std::map<std::string, std::string> SOCKETS{
    {"scoreboard-fack", "Fack"},
    {"scoreboard-newreno", "NewReno"},
    {RACK, "Rack"},
    {"scoreboard-reno", "Reno"},
    {"scoreboard-sack", "Sack"},
    {"stock", ""},
};

/// Name of ns-3's attribute that switches its FACK on, from ns-3.47 on.
const std::string STOCK_FACK_ATTRIBUTE = "Fack";

template <class T>
std::string
JoinNames(const std::map<std::string, T>& map)
{
    std::string names;
    for (const auto& [name, value] : map)
    {
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

bool
HasStockFack()
{
    TypeId::AttributeInformation information;
    return TcpSocketBase::GetTypeId().LookupAttributeByName(STOCK_FACK_ATTRIBUTE, &information);
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

/// What a name stands for; a name of no preset is that of a TypeId.
Preset
FindPreset(const std::string& name)
{
    const auto found = PRESETS.find(name);
    return found == PRESETS.end() ? Preset{name, "stock"} : found->second;
}
} // namespace

TcpVariantPreset::TcpVariantPreset(const std::string& name, const std::string& socket)
    : m_name(name + (socket.empty() ? "" : "-on-" + socket)),
      m_stock(false)
{
    const auto fault = FindFault(name);
    NS_ABORT_MSG_UNLESS(fault.empty(), fault);
    const auto preset = FindPreset(name);
    FindCongestionControl(preset.congestionControl, m_congestionControl);
    for (const auto& [parameter, value] : preset.parameters)
    {
        m_congestionControl.Set(parameter, StringValue(value));
    }
    m_recovery.SetTypeId(preset.recovery);
    m_socket.SetCongestionControl(m_congestionControl);
    m_socket.SetRecovery(m_recovery);

    const auto& socketName = socket.empty() ? preset.socket : socket;
    if (socketName == STOCK_FACK)
    {
        m_socket.SetSocketType(TcpSocketBase::GetTypeId());
        m_socket.SetSocketAttribute(STOCK_FACK_ATTRIBUTE, BooleanValue(true));
        return;
    }
    const auto kind = SOCKETS.find(socketName);
    NS_ABORT_MSG_IF(kind == SOCKETS.end(),
                    "socket '" << socket << "' is unknown: give one of " << GetSocketNames());
    if (kind->second.empty())
    {
        // A node's own way to make sockets knows types, but no parameters.
        m_stock = preset.parameters.empty();
        m_socket.SetSocketType(TcpSocketBase::GetTypeId());
    }
    else
    {
        m_socket.SetSocketAttribute("LossRecovery", StringValue(kind->second));
        if (socketName != RACK)
        {
            // As the papers have it: a lost retransmission costs a timeout (FACK paper, section
            // 3.2), which forgets what was SACKed (RFC 2018, section 8).
            m_socket.SetSocketAttribute("LostRetransmission", StringValue("Timeout"));
            m_socket.SetSocketAttribute("KeepSackOnTimeout", BooleanValue(false));
            // None of them says what an idle time does to the window; ns-3's own socket keeps it.
            m_socket.SetSocketAttribute("RestartAfterIdle", BooleanValue(false));
        }
        if (preset.slowButSteady)
        {
            m_socket.SetSocketAttribute("SlowButSteady", BooleanValue(true));
        }
    }
}

bool
TcpVariantPreset::SetSocketAttribute(const std::string& name, const AttributeValue& value)
{
    TypeId::AttributeInformation information;
    const bool isKnown = m_socket.GetSocketType().LookupAttributeByName(name, &information);
    if (isKnown)
    {
        m_socket.SetSocketAttribute(name, value);
        m_stock = false;
    }
    return isKnown;
}

void
TcpVariantPreset::Install(const NodeContainer& nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        const auto tcp = (*node)->GetObject<TcpL4Protocol>();
        NS_ABORT_MSG_UNLESS(tcp,
                            "TcpVariantPreset::Install: node " << (*node)->GetId()
                                                               << " has no internet stack");
        tcp->SetAttribute("SocketType", TypeIdValue(m_congestionControl.GetTypeId()));
        tcp->SetAttribute("RecoveryType", TypeIdValue(m_recovery.GetTypeId()));
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
    return JoinNames(PRESETS);
}

std::string
TcpVariantPreset::GetSocketNames()
{
    return JoinNames(SOCKETS);
}

bool
TcpVariantPreset::IsAvailable(const std::string& name)
{
    const auto preset = PRESETS.find(name);
    return preset == PRESETS.end() || preset->second.socket != STOCK_FACK || HasStockFack();
}

std::string
TcpVariantPreset::FindFault(const std::string& name)
{
    ObjectFactory ignored;
    if (!FindCongestionControl(FindPreset(name).congestionControl, ignored))
    {
        return "variant '" + name + "' is unknown: give one of " + GetNames() +
               ", or the TypeId name of a TcpCongestionOps";
    }
    if (!IsAvailable(name))
    {
        return "variant '" + name + "' needs ns-3.47 or later, whose TcpSocketBase has the " +
               "attribute " + STOCK_FACK_ATTRIBUTE;
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
    return m_congestionControl.GetTypeId();
}

} // namespace ns3
