/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_TCP_VARIANT_PRESET_H
#define LEAN_TCP_VARIANT_PRESET_H

#include "lean/variants.h"
#include "string.h"

#include <set>
#include <string>

namespace ns3
{

/// As our helper of this name: a preset, whose values yield to defaults that were set, but for
/// those that it keeps.
class TcpVariantPreset
{
  public:
    explicit TcpVariantPreset(const std::string& name, const std::string& socket = "");

    TcpVariantPreset& Keep(const std::string& attribute)
    {
        m_kept.insert(attribute);
        return *this;
    }

    bool SetSocketAttribute(const std::string& name, const AttributeValue& value);
    bool SetLossRecoveryAttribute(const std::string& name, const AttributeValue& value);
    TcpVariantPreset& SetRecovery(const std::string& law);

    /// @return the preset with all defaults
    lean::Variant Make() const;

    /// @return the attributes of a socket that has all defaults and no preset
    static lean::Attributes MakePlain();

    static std::string GetNames()
    {
        return lean::GetVariantNames();
    }

    /// @return such as `TcpClassicRecovery` of `ns3::TcpClassicRecovery`
    static std::string GetType(const std::string& name)
    {
        const std::string begin = "ns3::";
        return name.rfind(begin, 0) == 0 ? name.substr(begin.size()) : "";
    }

    static bool IsRecovery(const std::string& name)
    {
        return lean::MakeLaw({GetType(name)}) != nullptr;
    }

    static std::string GetSocketNames();
    static bool IsSocket(const std::string& socket);
    static std::string FindFault(const std::string& name);

  private:
    lean::Variant m_variant;      //!< without defaults
    std::set<std::string> m_kept; //!< attributes
};

} // namespace ns3

#endif /* LEAN_TCP_VARIANT_PRESET_H */
