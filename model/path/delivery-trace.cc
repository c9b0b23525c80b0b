/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delivery-trace.h"

#include "trace-lines.h"

#include "ns3/abort.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3
{

namespace
{
constexpr uint64_t OPPORTUNITY = 1500;     // octets
constexpr int64_t MILLISECOND = 1'000'000; // ns
} // namespace

std::string
DeliveryTrace::Read(std::istream& input, std::vector<uint32_t>& instants)
{
    instants.clear();
    const auto fault = tracelines::ForEach(input, [&](const std::string& line) -> std::string {
        uint64_t instant = 0;
        const auto wrong =
            tracelines::ReadWhole("the time", line, std::numeric_limits<uint32_t>::max(), instant);
        if (!wrong.empty())
        {
            return wrong;
        }
        if (!instants.empty() && instant < instants.back())
        {
            return "the time must not be before that of the line before";
        }
        instants.push_back(static_cast<uint32_t>(instant));
        return "";
    });
    if (!fault.empty())
    {
        return fault;
    }
    return instants.empty() || instants.back() == 0 ? "the last time must be above 0 ms" : "";
}

Time
DeliveryTrace::GetLength(const std::vector<uint32_t>& instants)
{
    return MilliSeconds(instants.back());
}

DeliveryTrace::DeliveryTrace(std::vector<uint32_t> instants, bool isLooped, Time offset)
    : m_instants(std::move(instants)),
      m_isLooped(isLooped),
      m_offset(offset)
{
    NS_ABORT_MSG_IF(m_instants.empty() || m_instants.back() == 0,
                    "DeliveryTrace: the last time must be above 0 ms");
    NS_ABORT_MSG_IF(m_offset.IsStrictlyNegative(), "DeliveryTrace: offset must not be negative");
}

int64_t
DeliveryTrace::GetRound() const
{
    return m_instants.back() * MILLISECOND;
}

uint64_t
DeliveryTrace::FindFirst(Time at) const
{
    const auto place = ToNanoseconds(at + m_offset);
    // The end of one round is the start of the next: its opportunities come first.
    const auto rounds = place > 0 ? (place - 1) / GetRound() : 0;
    const auto within = place - rounds * GetRound();
    const auto milliseconds = (within + MILLISECOND - 1) / MILLISECOND;
    const auto found = std::lower_bound(m_instants.begin(), m_instants.end(), milliseconds);
    return rounds * m_instants.size() + (found - m_instants.begin());
}

Time
DeliveryTrace::GetInstant(uint64_t number) const
{
    const auto round = static_cast<int64_t>(number / m_instants.size());
    return ToTime(round * GetRound() + m_instants[number % m_instants.size()] * MILLISECOND) -
           m_offset;
}

Time
DeliveryTrace::GetFinish(Time start, uint32_t octets)
{
    const auto taken = std::max(m_taken, FindFirst(start) * OPPORTUNITY) + octets;
    const auto last = (taken - 1) / OPPORTUNITY;
    const auto rounds = static_cast<int64_t>(last / m_instants.size());
    if (rounds > (m_isLooped ? GetNever() / GetRound() : 0))
    {
        return Time::Max();
    }
    m_taken = taken;
    return std::max(start, GetInstant(last));
}

uint64_t
DeliveryTrace::GetPlace() const
{
    return m_taken;
}

void
DeliveryTrace::Return(uint64_t place)
{
    m_taken = place;
}

Time
DeliveryTrace::GetExtraDelay(Time) const
{
    return Time(0);
}

Time
DeliveryTrace::GetLeastExtraDelay() const
{
    return Time(0);
}

double
DeliveryTrace::GetLoss(Time) const
{
    return 0.0;
}

std::shared_ptr<PathConditions>
DeliveryTrace::Copy() const
{
    return std::make_shared<DeliveryTrace>(*this);
}

} // namespace ns3
