/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KERNEL_CLOCK_H
#define KERNEL_CLOCK_H

#include <cstdint>
#include <ctime>

namespace segmentscript
{

constexpr int64_t MILLISECOND = 1'000'000; //!< ns
constexpr int64_t SECOND = 1'000'000'000;  //!< ns

/// @return ns of the monotonic clock
inline int64_t
ReadClock()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

/// Wait until the wheel of the kernel's timers has just turned: usually, its three finest levels.
/// @return ns of the monotonic clock
inline int64_t
AwaitTurn(int64_t turn = 512 * MILLISECOND)
{
    // Jiffies are 0 when the kernel has run for 300 s.
    const int64_t offset = 300 * SECOND % turn;
    const int64_t beginning = ((ReadClock() - offset) / turn + 1) * turn + offset;
    const timespec moment{beginning / SECOND, beginning % SECOND};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nullptr);
    return beginning;
}

} // namespace segmentscript

#endif /* KERNEL_CLOCK_H */
