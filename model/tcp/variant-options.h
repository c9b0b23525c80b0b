/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VARIANT_OPTIONS_H
#define VARIANT_OPTIONS_H

#include "sequence-position.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// Names and values, in order.
using VariantOptions = std::vector<std::pair<std::string, std::string>>;

/// Read options of the table of variants, such as `Alpha=3 Beta=3`, in which names may stand that
/// the table gives to options of several rows. @return the options
VariantOptions ReadVariantOptions(const std::string& text);

/// Read a time such as `200ms`, with a unit of ns-3's, or without one in seconds, as
/// ns-3 reads it. @return whether it is one
bool ReadTime(const std::string& text, Instant& time);

/// @return loss recoveries by the names of sockets, such as `Fack` by `scoreboard-fack`
const std::map<std::string, std::string>& GetScoreboardSockets();

/// The same preset with another loss recovery. @param own options of the one that the preset has
/// @param has whether the other one has an option @return options of the other one
VariantOptions GetRecoveryOptionsOn(
    const std::string& recovery,
    const VariantOptions& own,
    const VariantOptions& socket,
    const std::function<bool(const VariantOptions::value_type&)>& has);

/// The same preset on sockets with another loss recovery. @return options of its sockets that stay:
/// what the papers' presets have in common does where the recovery is a paper's
VariantOptions KeepOptionsOn(const std::string& recovery, const VariantOptions& socket);

} // namespace ns3

#endif /* VARIANT_OPTIONS_H */
