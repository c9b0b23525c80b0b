/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-variant-preset.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"

#include <map>

namespace ns3
{

namespace
{
const std::map<std::string, std::string> CONGESTION_CONTROLS{
    {"cubic", "ns3::TcpCubic"},
    {"ns3-veno", "ns3::TcpVeno"},
    {"sack", "ns3::TcpNewReno"},
    {"sack-veno", "ns3::TcpSackVeno"},
    {"westwood-plus", ns3compat::WESTWOOD_PLUS},
};

bool
FindCongestionControl(const std::string& typeName, TypeId& typeId)
{
    if (typeName == ns3compat::WESTWOOD_PLUS)
    {
        typeId = ns3compat::SelectWestwoodPlus();
        return true;
    }
    // By an object, not by the TypeId's parents: TcpCubic's were wrong for years.
    if (!TypeId::LookupByNameFailSafe(typeName, &typeId) || !typeId.HasConstructor())
    {
        return false;
    }
    ObjectFactory factory;
    factory.SetTypeId(typeId);
    return DynamicCast<TcpCongestionOps>(factory.Create<Object>()) != nullptr;
}
} // namespace

TcpVariantPreset::TcpVariantPreset(const std::string& name)
    : m_recovery(TcpClassicRecovery::GetTypeId())
{
    const auto preset = CONGESTION_CONTROLS.find(name);
    const auto typeName = (preset == CONGESTION_CONTROLS.end()) ? name : preset->second;
    NS_ABORT_MSG_UNLESS(FindCongestionControl(typeName, m_congestionControl),
                        "variant '" << name << "' is unknown: give one of " << GetNames()
                                    << ", or the TypeId name of a TcpCongestionOps");
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
        tcp->SetAttribute("SocketType", TypeIdValue(m_congestionControl));
        tcp->SetAttribute("RecoveryType", TypeIdValue(m_recovery));
    }
}

std::string
TcpVariantPreset::GetNames()
{
    std::string names;
    for (const auto& [name, typeName] : CONGESTION_CONTROLS)
    {
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

TypeId
TcpVariantPreset::GetCongestionControl() const
{
    return m_congestionControl;
}

} // namespace ns3
