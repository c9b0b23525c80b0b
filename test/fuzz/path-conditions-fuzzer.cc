/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Any text is read as a trace. What is accepted is asked about packets, as a link asks: each begins
// when the one before it has been sent, or later; some are taken back and sent anew.

#include "fuzz-input.h"

#include "ns3/path-conditions.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using fuzz::Require;

namespace
{

constexpr uint32_t LARGEST = 65'537; // octets, with ns-3's PPP header
constexpr int PACKETS = 30;
constexpr std::size_t CHOICES = 6; // octets that are no text
const std::string HEADER = "time,rate,delay,loss\n";

/// What a text says, or null. Of what is wrong the first line is told.
std::shared_ptr<PathConditions>
Read(const std::string& text, bool isLooped, double part)
{
    std::istringstream input(text);
    LinkRecording recording;
    const auto fault = recording.Read(input);
    Require(fault.size() < 200);
    if (!fault.empty())
    {
        return nullptr;
    }
    const LinkConditions::Instant offset(
        static_cast<int64_t>(static_cast<double>(recording.GetLength().count()) * part));
    return std::make_shared<PathConditions>(recording.Make(isLooped, offset));
}

/// A packet that begins at an instant. @return when it has been sent
Time
Check(PathConditions& conditions, Time start, uint32_t octets)
{
    const auto place = conditions.GetPlace();
    const auto finish = conditions.GetFinish(start, octets);
    Require(finish >= start);
    // What was taken back is offered again, and no more than that.
    conditions.Return(place);
    Require(conditions.GetFinish(start, octets) == finish);
    if (finish == Time::Max())
    {
        return finish;
    }
    Require(conditions.GetExtraDelay(finish) >= conditions.GetLeastExtraDelay());
    Require(!conditions.GetLeastExtraDelay().IsStrictlyNegative());
    const auto loss = conditions.GetLoss(finish);
    Require(loss >= 0.0 && loss <= 1.0);
    return finish;
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* octets, std::size_t size)
{
    if (size < CHOICES)
    {
        return 0;
    }
    fuzz::Input input(octets, CHOICES);
    const auto kind = input.Take8();
    const auto part = input.Take8() / 256.0;
    // Few texts begin with the line that a table must have.
    const bool isHelped = (kind & 1) != 0;
    const auto text = (isHelped ? HEADER : "") + std::string(octets + CHOICES, octets + size);
    const auto conditions = Read(text, (kind & 2) != 0, part);
    if (!conditions)
    {
        return 0;
    }
    const auto packet = input.Take16() % LARGEST + 1;
    const auto pause = input.Take16();
    Time now(0);
    for (int i = 0; i < PACKETS && now < Time::Max(); ++i)
    {
        const auto finish = Check(*conditions, now, packet);
        now = finish == Time::Max() ? finish : finish + MicroSeconds(i % 3 * pause);
    }
    return 0;
}
