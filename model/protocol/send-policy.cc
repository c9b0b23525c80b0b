/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "send-policy.h"

#include <algorithm>

namespace ns3
{

uint64_t
SendPolicy::GetSize() const
{
    const uint64_t size = std::min<uint64_t>({unsent, payload, room});
    const bool nagle = !noDelay && unsent < mss && outstanding;
    const bool silly =
        size < std::min<uint64_t>(unsent, payload) && 2 * size < largest && !overrides;
    return nagle || silly ? 0 : size;
}

} // namespace ns3
