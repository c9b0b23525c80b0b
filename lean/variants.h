/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_VARIANTS_H
#define LEAN_VARIANTS_H

#include "lean-attributes.h"

#include <string>
#include <utility>
#include <vector>

namespace lean
{

/// A class of the core, by a short name, and its options.
struct Part
{
    std::string name;            //!< such as `SackVeno`
    ns3::VariantOptions options; //!< of it
};

/// A preset, as `tcp-variants.def` has it, of parts that know no ns-3.
struct Variant
{
    std::string name;           //!< of the preset
    std::string words;          //!< what to take it for
    std::string colour;         //!< of figures, #rrggbb
    Part control;               //!< of the window
    Part law;                   //!< how the window gets to `ssthresh`
    Part recovery;              //!< of losses
    ns3::VariantOptions socket; //!< of its sockets
    Attributes attributes;      //!< the same, and the recovery, by Complete()

    /// @brief Make the attributes. @return whether all parts are at hand, with all options
    bool Complete();

    /// The same on a socket with another recovery of losses: what both know of stays. @param
    /// recovery name
    void MoveTo(const std::string& recovery);

    /// @return congestion control of a connection
    Control MakeControl() const
    {
        return lean::MakeControl(MakeWindowControl(control.name, control.options),
                                 MakeLaw(law.name, law.options));
    }
};

/// @return what of a name is left without a begin and an end, which it has
std::string Strip(const std::string& name, const std::string& begin, const std::string& end);

/// Give a socket an attribute of ns-3's name. @return whether it has that
bool SetAttribute(Attributes& attributes, const std::pair<std::string, std::string>& option);

/// @return all presets whose parts are at hand without ns-3, in the table's order
const std::vector<Variant>& GetVariants();

/// @return the preset of a name, or null
const Variant* FindVariant(const std::string& name);

/// @return names of all presets, with commas between
std::string GetVariantNames();

} // namespace lean

#endif /* LEAN_VARIANTS_H */
