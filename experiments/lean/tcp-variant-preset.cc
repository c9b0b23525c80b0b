/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-variant-preset.h"

#include "lib/option-table.h"

#include "ns3/config.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/range/adaptor/map.hpp>
#include <vector>

namespace ns3
{

namespace
{
/// @return name and value of the defaults of some types, whose names are without `ns3::`
VariantOptions
GetDefaultsOf(const std::vector<std::string>& types)
{
    VariantOptions options;
    for (const auto& [name, value] : Config::defaults)
    {
        const auto end = name.rfind("::");
        if (std::any_of(types.begin(), types.end(), [&](auto& type) {
                return name.substr(0, end) == "ns3::" + type;
            }))
        {
            options.emplace_back(name.substr(end + 2), value);
        }
    }
    return options;
}

const std::vector<std::string> SOCKET_TYPES{"TcpSocket", "TcpSocketBase", "TcpScoreboardSocket"};

/// Options yield to defaults, but for those that are kept.
void
Yield(VariantOptions& options, const VariantOptions& defaults, const std::set<std::string>& kept)
{
    for (const auto& [name, value] : defaults)
    {
        const auto found =
            std::find_if(options.begin(), options.end(), [&wanted = name](auto& option) {
                return option.first == wanted;
            });
        if (found == options.end())
        {
            options.emplace_back(name, value);
        }
        else if (kept.count(name) == 0)
        {
            found->second = value;
        }
    }
}

/// Set an option, whatever it was.
void
Replace(VariantOptions& options, const std::string& name, const std::string& value)
{
    Yield(options, {{name, value}}, {});
}
} // namespace

TcpVariantPreset::TcpVariantPreset(const std::string& name, const std::string& socket)
    : m_variant(*lean::FindVariant(name))
{
    if (!socket.empty())
    {
        m_variant.MoveTo(GetScoreboardSockets().at(socket));
    }
}

bool
TcpVariantPreset::SetSocketAttribute(const std::string& name, const AttributeValue& value)
{
    Replace(m_variant.socket, name, value.text);
    Keep(name);
    return true;
}

bool
TcpVariantPreset::SetLossRecoveryAttribute(const std::string& name, const AttributeValue& value)
{
    // A recovery that does not know it stays as it is.
    if (lean::MakeRecovery({m_variant.recovery.name, {{name, value.text}}}))
    {
        Replace(m_variant.recovery.options, name, value.text);
        Keep(name);
    }
    return true;
}

TcpVariantPreset&
TcpVariantPreset::SetRecovery(const std::string& law)
{
    m_variant.law = {GetType(law), {}};
    return *this;
}

lean::Variant
TcpVariantPreset::Make() const
{
    auto variant = m_variant;
    std::vector<std::string> controls{variant.control.name};
    if (variant.control.name == "TcpVenoDr")
    {
        controls.emplace_back("TcpSackVeno");
    }
    Yield(variant.control.options, GetDefaultsOf(controls), m_kept);
    Yield(variant.law.options, GetDefaultsOf({variant.law.name}), m_kept);
    Yield(variant.recovery.options,
          GetDefaultsOf({"Tcp" + variant.recovery.name + "Recovery"}),
          m_kept);
    Yield(variant.socket, GetDefaultsOf(SOCKET_TYPES), m_kept);
    if (!variant.Complete())
    {
        tcplossy::Refuse("the lean engine has no variant '" + variant.name +
                         "' with these attributes; ns-3 may");
    }
    return variant;
}

lean::Attributes
TcpVariantPreset::MakePlain()
{
    lean::Attributes attributes;
    for (const auto& option : GetDefaultsOf(SOCKET_TYPES))
    {
        lean::SetAttribute(attributes, option);
    }
    return attributes;
}

std::string
TcpVariantPreset::GetSocketNames()
{
    return boost::algorithm::join(GetScoreboardSockets() | boost::adaptors::map_keys, ", ");
}

bool
TcpVariantPreset::IsSocket(const std::string& socket)
{
    return GetScoreboardSockets().count(socket) > 0;
}

std::string
TcpVariantPreset::FindFault(const std::string& name)
{
    return lean::FindVariant(name)
               ? ""
               : "variant '" + name + "' is unknown to the lean engine: give one of " + GetNames();
}

} // namespace ns3
