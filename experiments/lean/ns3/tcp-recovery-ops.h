/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_TCP_RECOVERY_OPS_H
#define LEAN_TCP_RECOVERY_OPS_H

#include "lean/variants.h"

#include <string>

namespace ns3
{

/// A recovery law's name.
class TypeId
{
  public:
    static bool LookupByNameFailSafe(const std::string& name, TypeId* id)
    {
        id->m_isLaw = lean::MakeLaw({GetLaw(name)}) != nullptr;
        return id->m_isLaw;
    }

    /// @return such as `TcpClassicRecovery` of `ns3::TcpClassicRecovery`
    static std::string GetLaw(const std::string& name)
    {
        const std::string begin = "ns3::";
        return name.rfind(begin, 0) == 0 ? name.substr(begin.size()) : "";
    }

    bool HasConstructor() const
    {
        return m_isLaw;
    }

    bool IsChildOf(TypeId /* parent */) const
    {
        return m_isLaw;
    }

  private:
    bool m_isLaw{false}; //!< which the core has
};

class TcpRecoveryOps
{
  public:
    static TypeId GetTypeId()
    {
        return {};
    }
};

} // namespace ns3

#endif /* LEAN_TCP_RECOVERY_OPS_H */
