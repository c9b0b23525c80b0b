/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_VARIANTS_H
#define LEAN_VARIANTS_H

#include "lean-attributes.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lean
{

/// A preset, as `tcp-variants.def` has it, of parts that know no ns-3.
struct Variant
{
    std::string name;                                             //!< of the preset
    std::string words;                                            //!< what to take it for
    std::string colour;                                           //!< of figures, #rrggbb
    std::function<std::unique_ptr<ns3::WindowControl>()> control; //!< makes one
    std::function<std::unique_ptr<ns3::ReductionLaw>()> law;      //!< makes one
    Attributes attributes;                                        //!< of the socket

    /// @return congestion control of a connection
    Control MakeControl() const
    {
        return lean::MakeControl(control(), law());
    }
};

/// @return all presets whose parts are at hand without ns-3, in the table's order
const std::vector<Variant>& GetVariants();

/// @return the preset of a name, or null
const Variant* FindVariant(const std::string& name);

/// @return names of all presets, with commas between
std::string GetVariantNames();

} // namespace lean

#endif /* LEAN_VARIANTS_H */
