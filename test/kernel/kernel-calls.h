/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KERNEL_CALLS_H
#define KERNEL_CALLS_H

#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <initializer_list>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/timerfd.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace segmentscript
{

constexpr int64_t MILLISECOND = 1'000'000; //!< ns
constexpr int64_t SECOND = 1'000'000'000;  //!< ns

/// @param result of a call; below 0 if the kernel refused it @return the result
/// @throw std::system_error
inline int
Must(int result, const std::string& what)
{
    if (result < 0)
    {
        throw std::system_error(errno, std::generic_category(), what);
    }
    return result;
}

/// @return an address of IPv4
inline sockaddr_in
MakeAddress(const char* address, uint16_t port)
{
    sockaddr_in ip{};
    ip.sin_family = AF_INET;
    ip.sin_port = htons(port);
    inet_aton(address, &ip.sin_addr);
    return ip;
}

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

/// Waits, to the nanosecond: poll() alone would be late by a part of its timeout.
class KernelAlarm
{
  public:
    KernelAlarm()
        : m_timer(Must(timerfd_create(CLOCK_MONOTONIC, 0), "timerfd_create"))
    {
    }

    ~KernelAlarm()
    {
        close(m_timer);
    }

    KernelAlarm(const KernelAlarm&) = delete;
    KernelAlarm& operator=(const KernelAlarm&) = delete;

    /// Wait until one of the descriptors can be read, or a moment of the monotonic clock has come.
    void Wait(int64_t moment, std::initializer_list<int> descriptors) const
    {
        const itimerspec alarm{{0, 0}, {moment / SECOND, moment % SECOND}};
        timerfd_settime(m_timer, TFD_TIMER_ABSTIME, &alarm, nullptr);
        std::vector<pollfd> waiting{{m_timer, POLLIN, 0}};
        for (const int descriptor : descriptors)
        {
            waiting.push_back({descriptor, POLLIN, 0});
        }
        poll(waiting.data(), waiting.size(), -1);
    }

  private:
    int m_timer; //!< descriptor
};

} // namespace segmentscript

#endif /* KERNEL_CALLS_H */
