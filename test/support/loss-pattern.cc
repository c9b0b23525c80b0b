/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "loss-pattern.h"

#include <algorithm>

namespace losspattern
{

std::string
NameOf(Repair repair)
{
    switch (repair)
    {
    case Repair::RENO:
        return "Reno";
    case Repair::NEW_RENO:
        return "NewReno";
    case Repair::SACK:
        return "Sack";
    case Repair::FACK_TIMEOUT:
        return "Fack-timeout";
    case Repair::FACK:
        return "Fack";
    case Repair::RFC_6675:
        return "Rfc6675";
    case Repair::RFC_6675_RESCUE:
        return "Rfc6675-rescue";
    case Repair::RACK:
        break;
    }
    return "Rack";
}

std::string
NameOf(Reduction reduction)
{
    switch (reduction)
    {
    case Reduction::HALVING:
        return "halving";
    case Reduction::RAMPDOWN:
        return "rampdown";
    case Reduction::PROPORTIONAL:
        break;
    }
    return "proportional";
}

int
Pattern::GetMostOvertaking() const
{
    int most = 0;
    for (auto late = order.begin(); late != order.end(); ++late)
    {
        const auto isLater = [late](int segment) { return segment > *late; };
        most = std::max(most, static_cast<int>(std::count_if(order.begin(), late, isLater)));
    }
    return most;
}

int
Pattern::GetFarthestAhead() const
{
    int farthest = 0;
    int missing = 0;
    Mask arrived = 0;
    for (const auto segment : order)
    {
        arrived |= Bit(segment);
        while ((arrived & Bit(missing)) != 0)
        {
            ++missing;
        }
        farthest = std::max(farthest, segment + 1 - missing);
    }
    return farthest;
}

} // namespace losspattern
