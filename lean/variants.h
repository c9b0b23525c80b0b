/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_VARIANTS_H
#define LEAN_VARIANTS_H

#include "lean-host.h"

#include "ns3/variant-options.h"

#include <memory>
#include <string>
#include <vector>

namespace lean
{

using Option = ns3::VariantOptions::value_type; //!< a name and a value

/// A class of the core, by a short name, and its options.
struct Part
{
    std::string name;              //!< such as `TcpSackVeno`
    ns3::VariantOptions options{}; //!< of it
};

/// What a user of ns-3's TcpScoreboardSocket chooses, with the defaults of its attributes.
struct Attributes : ns3::TcpConnection::Choice
{
    /// Choose ns-3's defaults.
    Attributes();

    /// @return a host that chooses this
    HostSettings Make(const Application& application) const;

    Part recovery{"Fack", {}};                //!< Reno to Rack, if there is SACK
    ns3::LossRecovery::Configuration repairs; //!< of that, but for what a handshake decides
    Instant jiffy{0};                         //!< of timers
};

/// @return a control of ns-3's name without "ns3::", TcpNewReno to TcpKernelCubic; null for another
/// name, or options that it has not
std::unique_ptr<ns3::WindowControl> MakeWindowControl(const Part& part);

/// @return a law of ns-3's name without "ns3::", TcpClassicRecovery to TcpDynamicRecovery; null for
/// another name, or options that it has not
std::unique_ptr<ns3::ReductionLaw> MakeLaw(const Part& part);

/// @return a loss recovery, Reno to Rack; null for another name, or options that it has not
std::unique_ptr<ns3::LossRecovery> MakeRecovery(const Part& part);

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
        return {MakeWindowControl(control), MakeLaw(law)};
    }
};

/// Read a whole text as a finite number. @return whether it is one
bool ReadNumber(const std::string& text, double& number);

using ns3::ReadTime;

/// Give a socket an attribute of ns-3's name. @return whether it has that, and such values
bool SetAttribute(Attributes& attributes, const Option& option);

/// @return all presets whose parts are at hand without ns-3, in the table's order
const std::vector<Variant>& GetVariants();

/// @return the preset of a name, or null
const Variant* FindVariant(const std::string& name);

/// @return names of all presets, with commas between
std::string GetVariantNames();

} // namespace lean

#endif /* LEAN_VARIANTS_H */
