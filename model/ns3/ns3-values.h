/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NS3_VALUES_H
#define NS3_VALUES_H

#include "ns3/nstime.h"
#include "ns3/sequence-number.h"
#include "ns3/traced-value.h"

#include <chrono>
#include <cstdint>
#include <type_traits>

namespace ns3
{

/// @return an enumerator of ns-3's as one of the core's, or the other way: their values are the
/// same
template <class To, class From>
To
Convert(From value)
{
    return static_cast<To>(static_cast<std::underlying_type_t<From>>(value));
}

inline std::chrono::nanoseconds
ToDuration(const Time& time)
{
    // Mostly ns-3's clock counts nanoseconds, too: then there is nothing to compute.
    return std::chrono::nanoseconds(Time::GetResolution() == Time::NS ? time.GetTimeStep()
                                                                      : time.GetNanoSeconds());
}

inline Time
ToTime(std::chrono::nanoseconds duration)
{
    return Time::GetResolution() == Time::NS ? TimeStep(duration.count())
                                             : NanoSeconds(duration.count());
}

inline SequenceNumber32
ToSequence(uint64_t position)
{
    return SequenceNumber32(static_cast<uint32_t>(position));
}

/// Show a value, which costs little if it is the one that is shown.
template <class T>
void
Update(TracedValue<T>& shown, const T& value)
{
    if (shown.Get() != value)
    {
        shown.Set(value);
    }
}

} // namespace ns3

#endif /* NS3_VALUES_H */
