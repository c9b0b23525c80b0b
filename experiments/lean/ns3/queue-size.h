/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_QUEUE_SIZE_H
#define LEAN_QUEUE_SIZE_H

#include <cstdint>
#include <istream>
#include <ostream>

namespace ns3
{

/// ns-3's class of this name, of which no program of the lean world has an option.
class QueueSize
{
  public:
    uint32_t GetValue() const
    {
        return 0;
    }

    friend std::istream& operator>>(std::istream& is, QueueSize& /* size */)
    {
        is.setstate(std::ios::failbit);
        return is;
    }

    friend std::ostream& operator<<(std::ostream& os, const QueueSize& size)
    {
        return os << size.GetValue();
    }
};

} // namespace ns3

#endif /* LEAN_QUEUE_SIZE_H */
