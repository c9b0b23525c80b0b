/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_VARIANT_PRESET_H
#define TCP_VARIANT_PRESET_H

#include "ns3/node-container.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A TCP variant by one name: congestion control and recovery as the papers have them.
 *
 * The names are those of the result tables: `sack`, `sack-veno`, `ns3-veno`, `westwood-plus`,
 * `cubic`. The name of any congestion control's TypeId works too. All presets use
 * `ns3::TcpClassicRecovery`, which sets the window to `ssthresh` when recovery starts, as the
 * papers do; ns-3's own default is proportional rate reduction.
 */
class TcpVariantPreset
{
  public:
    /**
     * @brief Look a variant up.
     * @param name a preset's name, or the TypeId name of a TcpCongestionOps; anything else ends
     * the program with a message that lists the names
     */
    explicit TcpVariantPreset(const std::string& name);

    /**
     * @brief Make a node's TCP use this variant for sockets created from now on.
     * @param nodes nodes with an internet stack
     */
    void Install(const NodeContainer& nodes) const;

    /**
     * @brief Names of all presets.
     * @return the names, separated by a comma and a space
     */
    static std::string GetNames();

    /**
     * @brief Its congestion control.
     * @return a TypeId derived from ns3::TcpCongestionOps
     */
    TypeId GetCongestionControl() const;

  private:
    TypeId m_congestionControl; //!< congestion control
    TypeId m_recovery;          //!< recovery
};

} // namespace ns3

#endif /* TCP_VARIANT_PRESET_H */
