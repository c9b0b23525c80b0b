/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-buffer-model.h"

#include <cmath>

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

namespace
{

constexpr double RELATIVE_ROUNDING = 1e-12;

/// False for what is not a number, too.
bool
IsWithin(double value, double least, double most)
{
    return value >= least && value <= most;
}

bool
IsValid(const TcpBufferModel::Path& path)
{
    return IsWithin(path.packetsPerSecond, 1e-6, 1e9) &&
           IsWithin(path.rttWithoutQueueing, 1e-9, 1e5) &&
           IsWithin(path.bottleneckPackets, 0.0, 1e14);
}

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

std::optional<TcpBufferModel>
TcpBufferModel::Make(const Path& path, const Aimd& aimd)
{
    const bool isSound = IsValid(path) && IsWithin(aimd.increasePerAck, 1e-15, 1.0) &&
                         aimd.decrease > 0.0 && aimd.decrease < 1.0;
    return isSound ? std::optional(TcpBufferModel(path, aimd)) : std::nullopt;
}

std::optional<double>
TcpBufferModel::ClassicIncrease(const Path& path)
{
    return IsValid(path) ? std::optional(1.0 / (GetCapacity(path) + 1.0)) : std::nullopt;
}

double
TcpBufferModel::GetNewRenoPeak() const
{
    // A rate in packets a second is seldom exact, and a whole number of losses must stay whole.
    const double n = std::floor(GetFurtherLosses() * (1.0 + RELATIVE_ROUNDING)) + 1.0;
    return GetNewRenoUnacknowledged(n, Sign::MINUS) + n * (n - 1.0) / 2.0;
}

double
TcpBufferModel::GetRequirement(Recovery recovery, Sign sign) const
{
    if (recovery == Recovery::SACK)
    {
        return std::max(GetWindowAtDetection(), GetSackBound());
    }
    return std::max({GetWindowAtDetection(),
                     GetNewRenoUnacknowledged(1.0, sign),
                     GetNewRenoUnacknowledged(GetNewRenoRoundTrips(), sign)});
}

SawtoothCycle
TcpBufferModel::GetNewRenoRecovery(double packets) const
{
    const double n = GetNewRenoRoundTrips();
    const double window = GetWindowAtDetection();
    const double rate = m_path.packetsPerSecond;
    const double room = std::max(0.0, packets - window);
    const double sent = std::min(n * GetSentInRoundTrip(), room + (n - 1.0) * GetLossSpacing());
    // A full buffer keeps the link busy for a while, in part of which the sender has stopped.
    const double queueing =
        std::max(0.0, m_path.bottleneckPackets / rate - m_aimd.decrease * window / rate);
    const double seconds = n * (m_path.rttWithoutQueueing + queueing);
    return {std::clamp(sent / seconds, 0.0, rate) * seconds, seconds};
}

} // namespace ns3
