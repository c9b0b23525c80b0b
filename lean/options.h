/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_OPTIONS_H
#define LEAN_OPTIONS_H

#include "lean-clock.h"

#include "ns3/variant-options.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

namespace lean
{

using Option = ns3::VariantOptions::value_type; //!< a name and a value

/// Read a time such as `200ms`, with a unit of ns-3's, or without one in seconds, as
/// ns-3 reads it. @return whether it is one
inline bool
ReadTime(const std::string& text, Instant& time)
{
    using Period = std::pair<const char*, double>;
    char* unit = nullptr;
    const auto number = std::strtod(text.c_str(), &unit);
    for (const auto& [name, nanoseconds] : {Period{"", 1e9},
                                            {"s", 1e9},
                                            {"ms", 1e6},
                                            {"us", 1e3},
                                            {"ns", 1.0},
                                            {"ps", 1e-3},
                                            {"fs", 1e-6},
                                            {"min", 60e9},
                                            {"h", 3600e9},
                                            {"d", 86400e9},
                                            {"y", 365 * 86400e9}})
    {
        if (unit != text.c_str() && name == std::string(unit))
        {
            time = Instant(std::llround(number * nanoseconds));
            return true;
        }
    }
    return false;
}

/// Sets the option of a name that a class of the core describes, by its Describe().
template <class Object>
struct OptionSetter
{
    template <class Owner, class Member, class... Rest>
    void operator()(const char* name, Member Owner::*option, const char*, Rest... rest)
    {
        if (wanted.first == name)
        {
            isSet = Read(object.*option, rest...);
        }
    }

    /// @name Read the value. @return whether it is one
    /// @{
    bool Read(bool& option) const
    {
        option = wanted.second == "true";
        return option || wanted.second == "false";
    }

    template <class... Bounds>
    bool Read(double& option, Bounds...) const
    {
        char* end = nullptr;
        option = std::strtod(wanted.second.c_str(), &end);
        return end != wanted.second.c_str() && *end == '\0';
    }

    bool Read(Instant& option) const
    {
        return ReadTime(wanted.second, option);
    }

    template <class Enum, class... Names>
    bool Read(Enum& option, Enum value, const char* name, Names... names) const
    {
        if (wanted.second == name)
        {
            option = value;
            return true;
        }
        if constexpr (sizeof...(names) > 0)
        {
            return Read(option, names...);
        }
        return false;
    }

    /// @}

    Object& object;       //!< which gets it
    const Option& wanted; //!< its name, and the value
    bool isSet{false};    //!< the object has it, and the value is one
};

/// Set the options of an object of the core. @return whether it has them all
template <class Object>
bool
SetOptions(Object& object, const ns3::VariantOptions& options)
{
    return std::all_of(options.begin(), options.end(), [&object](auto& option) {
        OptionSetter<Object> setter{object, option};
        Object::Describe(setter);
        return setter.isSet;
    });
}

} // namespace lean

#endif /* LEAN_OPTIONS_H */
