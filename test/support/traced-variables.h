/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACED_VARIABLES_H
#define TRACED_VARIABLES_H

#include "ns3/callback.h"

/// What is told to callbacks, in plain variables, which have to outlive them.
namespace traced
{

/// @return what adds one to a count, whatever it is called with
template <class... Args, class Number>
ns3::Callback<void, Args...>
Count(Number& count)
{
    void (*const add)(Number*, Args...) = [](Number* sum, Args...) { ++*sum; };
    return ns3::MakeBoundCallback(add, &count);
}

/// @return what keeps the new value of what is traced
template <class Value>
ns3::Callback<void, Value, Value>
Keep(Value& kept)
{
    void (*const keep)(Value*, Value, Value) = [](Value* last, Value, Value now) { *last = now; };
    return ns3::MakeBoundCallback(keep, &kept);
}

} // namespace traced

#endif /* TRACED_VARIABLES_H */
