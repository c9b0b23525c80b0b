/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_OPTIONS_H
#define LEAN_OPTIONS_H

#include "lean-clock.h"

#include "ns3/variant-options.h"

#include <cstdlib>
#include <string>

namespace lean
{

using Option = ns3::VariantOptions::value_type; //!< a name and a value

/// @return a time such as `200ms` or `1s`
inline Instant
ReadTime(const std::string& text)
{
    char* unit = nullptr;
    const auto number = std::strtoll(text.c_str(), &unit, 10);
    return std::string(unit) == "ms" ? Instant(std::chrono::milliseconds(number))
                                     : Instant(std::chrono::seconds(number));
}

/// Sets the option of a name that a class of the core describes, by its Describe().
template <class Object>
struct OptionSetter
{
    template <class Owner, class... Rest>
    void operator()(const char* name, bool Owner::*option, const char*, Rest...)
    {
        if (wanted.first == name)
        {
            object.*option = wanted.second == "true";
        }
    }

    template <class Owner, class... Rest>
    void operator()(const char* name, double Owner::*option, const char*, Rest...)
    {
        if (wanted.first == name)
        {
            object.*option = std::strtod(wanted.second.c_str(), nullptr);
        }
    }

    template <class Owner>
    void operator()(const char* name, Instant Owner::*option, const char*)
    {
        if (wanted.first == name)
        {
            object.*option = ReadTime(wanted.second);
        }
    }

    template <class Owner, class Enum, class... Names>
    void operator()(const char* name, Enum Owner::*option, const char*, Names... names)
    {
        if (wanted.first == name)
        {
            SetValue(object.*option, names...);
        }
    }

    template <class Enum, class... Names>
    void SetValue(Enum& member, Enum value, const char* name, Names... names)
    {
        if (wanted.second == name)
        {
            member = value;
        }
        if constexpr (sizeof...(names) > 0)
        {
            SetValue(member, names...);
        }
    }

    Object& object;       //!< which gets it
    const Option& wanted; //!< its name, and the value
};

/// Set the options of an object of the core; what it does not know is ignored.
template <class Object>
void
SetOptions(Object& object, const std::string& text)
{
    for (const auto& option : ns3::ReadVariantOptions(text))
    {
        OptionSetter<Object> setter{object, option};
        Object::Describe(setter);
    }
}

} // namespace lean

#endif /* LEAN_OPTIONS_H */
