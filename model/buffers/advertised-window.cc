/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "advertised-window.h"

#include <algorithm>

namespace ns3
{

namespace advertisedwindow
{

uint8_t
GetWindowScale(uint32_t rcvBufSize)
{
    uint8_t scale = 0;
    while (scale < MAX_WINDOW_SCALE && (rcvBufSize >> scale) > MAX_WINDOW_FIELD)
    {
        ++scale;
    }
    return scale;
}

uint32_t
GetAdvertisedWindow(uint32_t rcvBufSize)
{
    const auto scale = GetWindowScale(rcvBufSize);
    return std::min(rcvBufSize >> scale, MAX_WINDOW_FIELD) << scale;
}

uint32_t
GetReceiveBufferFor(uint64_t window)
{
    auto size = static_cast<uint32_t>(std::min<uint64_t>(window, MAX_ADVERTISED_WINDOW));
    const auto wanted = size;
    while (GetAdvertisedWindow(size) < wanted)
    {
        // The next multiple may need a larger scale, of which it is a multiple too: a power of two.
        const uint32_t unit = 1U << GetWindowScale(size);
        size = (size / unit + 1) * unit;
    }
    return size;
}

} // namespace advertisedwindow
} // namespace ns3
