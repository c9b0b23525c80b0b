/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sawtooth-cycle.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// C of RFC 9438, section 5.1.
constexpr double CUBIC_SCALE = 0.4;

/// Windows at which phases of a cycle begin and end: below the link's own packets, then above.
struct Phases
{
    double least; //!< after the cut
    double turn;  //!< where the link becomes busy, or the nearer end of the cycle
};

Phases
Split(const SawtoothCycle::Link& link, const SawtoothCycle::Window& window)
{
    const double least = (1.0 - window.decrease) * window.largest;
    const double full = link.packetsPerSecond * link.rttWithoutQueueing;
    return {least, std::clamp(full, least, window.largest)};
}

} // namespace

SawtoothCycle
LinearCycle(const SawtoothCycle::Link& link, const SawtoothCycle::Window& window, double pace)
{
    const auto [least, turn] = Split(link, window);
    const double below = (turn * turn - least * least) / (2.0 * pace);
    const double above = (window.largest * window.largest - turn * turn) / (2.0 * pace);
    return {below + above,
            (turn - least) / pace * link.rttWithoutQueueing + above / link.packetsPerSecond};
}

SawtoothCycle
ConstantCycle(const SawtoothCycle::Link& link, const SawtoothCycle::Window& window, double increase)
{
    const auto [least, turn] = Split(link, window);
    const double above = (window.largest - turn) / increase;
    return {(turn - least) / increase + above,
            std::log(turn / least) / increase * link.rttWithoutQueueing +
                above / link.packetsPerSecond};
}

SawtoothCycle
CubicCycle(const SawtoothCycle::Link& link, const SawtoothCycle::Window& window)
{
    const double b = window.decrease;
    const auto line = LinearCycle(link, window, 3.0 * b / (2.0 - b));
    const double duration = std::cbrt(window.largest * b / CUBIC_SCALE);
    if (line.seconds < duration)
    {
        return line;
    }
    // In x, the part of K still to come, w = W (1 - b x^3): the link is busy up to x = busy.
    const double full = Split(link, window).turn;
    const double busy = std::cbrt((1.0 - full / window.largest) / b);
    const double below = (1.0 - busy) - b * (1.0 - std::pow(busy, 4)) / 4.0;
    const double rate =
        link.packetsPerSecond * busy + window.largest / link.rttWithoutQueueing * below;
    return {rate * duration, duration};
}

} // namespace ns3
