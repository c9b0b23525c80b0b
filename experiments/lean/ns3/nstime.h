/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_NSTIME_H
#define LEAN_NSTIME_H

#include "lean/variants.h"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{

/// What the laboratory uses of ns-3's class of this name: a time, in whole nanoseconds.
class Time
{
  public:
    explicit Time(int64_t nanoseconds = 0)
        : m_nanoseconds(nanoseconds)
    {
    }

    /// @param text such as `50ms`
    explicit Time(const std::string& text)
    {
        std::chrono::nanoseconds span{};
        if (!lean::ReadTime(text, span))
        {
            throw std::invalid_argument(text);
        }
        m_nanoseconds = span.count();
    }

    Time(std::chrono::nanoseconds span)
        : m_nanoseconds(span.count())
    {
    }

    operator std::chrono::nanoseconds() const
    {
        return std::chrono::nanoseconds(m_nanoseconds);
    }

    int64_t GetNanoSeconds() const
    {
        return m_nanoseconds;
    }

    double GetSeconds() const
    {
        return static_cast<double>(static_cast<long double>(m_nanoseconds) / 1e9L);
    }

    Time& operator+=(Time other)
    {
        m_nanoseconds += other.m_nanoseconds;
        return *this;
    }

    Time& operator-=(Time other)
    {
        m_nanoseconds -= other.m_nanoseconds;
        return *this;
    }

    friend Time operator+(Time a, Time b)
    {
        return a += b;
    }

    friend Time operator-(Time a, Time b)
    {
        return a -= b;
    }

    friend Time operator*(Time a, int64_t factor)
    {
        return Time(a.m_nanoseconds * factor);
    }

    friend Time operator*(Time a, double factor)
    {
        return Time(static_cast<int64_t>(
            std::llroundl(static_cast<long double>(a.m_nanoseconds) * factor)));
    }

    friend auto operator<=>(Time a, Time b) = default;

  private:
    int64_t m_nanoseconds{0}; //!< the time
};

inline Time
Seconds(double seconds)
{
    return Time(static_cast<int64_t>(std::llroundl(seconds * 1e9L)));
}

inline Time
MilliSeconds(int64_t milliseconds)
{
    return Time(milliseconds * 1'000'000);
}

} // namespace ns3

#endif /* LEAN_NSTIME_H */
