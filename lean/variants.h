/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_VARIANTS_H
#define LEAN_VARIANTS_H

#include "ns3/tcp-connection.h"
#include "ns3/window-control.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lean
{

using Instant = ns3::Window::Span; //!< time since the beginning, or a span of it

/// A preset, as `tcp-variants.def` has it, of parts that know no ns-3.
struct Variant
{
    std::string name;                                             //!< of the preset
    std::string words;                                            //!< what to take it for
    std::string colour;                                           //!< of figures, #rrggbb
    std::function<std::unique_ptr<ns3::WindowControl>()> control; //!< makes one
    std::function<std::unique_ptr<ns3::ReductionLaw>()> law;      //!< makes one
    std::function<std::unique_ptr<ns3::LossRecovery>()> recovery; //!< makes one, not begun
    std::vector<std::string> attributes; //!< of ns-3's socket, as `KeepSackOnTimeout=false`
};

/// @return all presets whose parts are at hand without ns-3, in the table's order
const std::vector<Variant>& GetVariants();

/// @return the preset of a name, or null
const Variant* FindVariant(const std::string& name);

/// @return names of all presets, with commas between
std::string GetVariantNames();

/// @return what ns-3's socket is by default, and as the preset has it
ns3::TcpConnection::Choice MakeChoice(const Variant& variant);

/// @return round trips smoothed as RFC 6298 has it
std::unique_ptr<ns3::RttSmoother> MakeSmoother();

} // namespace lean

#endif /* LEAN_VARIANTS_H */
