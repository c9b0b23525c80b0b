/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SOCKET_TIME_H
#define SOCKET_TIME_H

#include "ns3/nstime.h"
#include "ns3/sequence-number.h"

#include <chrono>
#include <cstdint>

namespace ns3
{

/// Time as the protocol arithmetic has it.
using Duration = std::chrono::nanoseconds;

/// @return ns-3's time as the protocol arithmetic has it
inline Duration
ToDuration(const Time& time)
{
    return Duration(time.GetNanoSeconds());
}

/// @return a position modulo 2^32
inline SequenceNumber32
ToSequence(uint64_t position)
{
    return SequenceNumber32(static_cast<uint32_t>(position));
}

/// @return a time of the protocol arithmetic as ns-3 has it
inline Time
ToTime(Duration duration)
{
    return NanoSeconds(duration.count());
}

} // namespace ns3

#endif /* SOCKET_TIME_H */
