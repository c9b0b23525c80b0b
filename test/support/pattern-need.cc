/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pattern-need.h"

#include <algorithm>

namespace losspattern
{

namespace
{

/// What a pattern leaves a sender to work with.
struct Remains
{
    explicit Remains(Mask lost)
        : losses(Count(lost)),
          first(Count(~lost & (lost - 1))), // those below the lowest
          isTailLost((lost & Bit(WINDOW - 1)) != 0)
    {
        const Mask arrived = Below(WINDOW) & ~lost;
        above = arrived & ~Below(first);
        half = std::max((losses + Count(above)) / 2.0, 2.0);
        for (int segment = first + 1; segment < WINDOW; ++segment)
        {
            const bool isUnclear = Count(arrived & ~Below(segment)) < THRESHOLD;
            unclear += (lost & Bit(segment)) != 0 && isUnclear ? 1 : 0;
        }
    }

    /// Three duplicate ACKs begin a recovery.
    bool IsSeen() const
    {
        return Count(above) >= THRESHOLD;
    }

    /// RFC 6675: what is not known to be lost fills the window, once the first one is repaired.
    bool IsStuck() const
    {
        return losses > 1 && unclear + 1 > half;
    }

    int losses;      // segments lost
    int first;       // the first of them
    bool isTailLost; // whether the last segment is lost
    Mask above;      // segments that arrive above the first one lost
    double half;     // the window after the reduction, segments
    int unclear{0};  // lost, but for the first, and fewer than three arrive above
};

} // namespace

bool
NeedsTimeout(Repair repair, Mask lost)
{
    if (lost == 0)
    {
        return false;
    }
    const Remains remains(lost);
    switch (repair)
    {
    case Repair::RENO:
        return !remains.IsSeen() || remains.losses > 1;
    case Repair::NEW_RENO:
        return !remains.IsSeen();
    case Repair::SACK:
        // Each partial ACK takes two off what counts as outstanding, all that is lost.
        return !remains.IsSeen() || remains.isTailLost || remains.losses - 1 > remains.half;
    case Repair::FACK_TIMEOUT:
    case Repair::FACK:
        return remains.isTailLost || remains.above < Bit(remains.first + THRESHOLD);
    case Repair::RFC_6675:
        return !remains.IsSeen() || remains.isTailLost || remains.IsStuck();
    case Repair::RFC_6675_RESCUE:
        return !remains.IsSeen() || remains.IsStuck();
    case Repair::RACK:
        break;
    }
    return false;
}

} // namespace losspattern
