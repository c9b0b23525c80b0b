/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-conditions.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/link-losses.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3
{

namespace
{
using Instant = LinkConditions::Instant;

/// @return what is not later
Instant
ToInstant(Time time)
{
    return Instant(time.GetNanoSeconds());
}

/// @return the first instant of ns-3's that is not before one
Time
RoundUp(Instant instant)
{
    const auto at = NanoSeconds(instant.count());
    return at + TimeStep(at.GetNanoSeconds() < instant.count() ? 1 : 0);
}

/// @return what is later is never, so that no instant is too large for ns-3: with its usual
/// resolution 146 years
Instant
GetNever()
{
    const auto steps = NanoSeconds(1).GetTimeStep();
    return Instant(std::numeric_limits<int64_t>::max() / 2 / std::max<int64_t>(steps, 1));
}

/// @return a table in nanoseconds, if nothing is wrong with it
std::unique_ptr<LinkConditions>
MakeTable(const std::vector<RateTrace::Row>& rows, bool isLooped, Time offset)
{
    RateTable::Rows plain;
    for (const auto& [at, rate, delay, loss] : rows)
    {
        plain.push_back({ToInstant(at), rate, ToInstant(delay), loss});
    }
    const auto fault = RateTable::FindFault(plain, isLooped, ToInstant(offset));
    NS_ABORT_MSG_UNLESS(fault.empty(), "RateTrace: " << fault);
    return std::make_unique<RateTable>(plain, isLooped, ToInstant(offset));
}

/// @copydoc MakeTable
std::unique_ptr<LinkConditions>
MakeDeliveries(const std::vector<uint32_t>& instants, bool isLooped, Time offset)
{
    const auto fault = DeliveryTable::FindFault(instants, ToInstant(offset));
    NS_ABORT_MSG_UNLESS(fault.empty(), "DeliveryTrace: " << fault);
    return std::make_unique<DeliveryTable>(instants, isLooped, ToInstant(offset));
}
} // namespace

PathConditions::PathConditions(std::unique_ptr<LinkConditions> conditions)
    : m_conditions(std::move(conditions))
{
    NS_ABORT_MSG_UNLESS(m_conditions, "PathConditions: conditions must not be null");
}

PathConditions::PathConditions(DataRate rate)
    : m_rate(rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, "PathConditions: rate must be above 0 bit/s");
}

Time
PathConditions::GetFinish(Time start, uint32_t octets)
{
    if (!m_conditions)
    {
        // Most packets of a direction have one size, and ns-3 takes long to divide.
        if (octets != m_octets)
        {
            m_octets = octets;
            m_lasts = m_rate.CalculateBytesTxTime(octets);
        }
        return start + m_lasts;
    }
    const auto place = GetPlace();
    const auto whole = ToInstant(start);
    const auto begin = whole + Instant(NanoSeconds(whole.count()) < start ? 1 : 0);
    const auto finish =
        begin > GetNever() ? Instant::max() : m_conditions->GetFinish(begin, octets);
    if (finish > GetNever())
    {
        Return(place);
        return Time::Max();
    }
    return std::max(start, RoundUp(finish));
}

Time
PathConditions::GetExtraDelay(Time finish) const
{
    return m_conditions ? RoundUp(m_conditions->GetExtraDelay(ToInstant(finish))) : Time(0);
}

Time
PathConditions::GetLeastExtraDelay() const
{
    return m_conditions ? RoundUp(m_conditions->GetLeastExtraDelay()) : Time(0);
}

double
PathConditions::GetLoss(Time finish) const
{
    return m_conditions ? m_conditions->GetLoss(ToInstant(finish)) : 0.0;
}

std::shared_ptr<PathConditions>
PathConditions::Copy() const
{
    auto copy = m_conditions ? m_conditions->Copy() : nullptr;
    return copy ? std::make_shared<PathConditions>(std::move(copy)) : nullptr;
}

RateTrace::RateTrace(const std::vector<Row>& rows, bool isLooped, Time offset)
    : PathConditions(MakeTable(rows, isLooped, offset))
{
}

std::vector<RateTrace::Row>
RateTrace::FromPlain(const RateTable::Rows& rows)
{
    std::vector<Row> all;
    for (const auto& [at, rate, delay, loss] : rows)
    {
        all.push_back({NanoSeconds(at.count()), rate, NanoSeconds(delay.count()), loss});
    }
    return all;
}

DeliveryTrace::DeliveryTrace(const std::vector<uint32_t>& instants, bool isLooped, Time offset)
    : PathConditions(MakeDeliveries(instants, isLooped, offset))
{
}

NS_OBJECT_ENSURE_REGISTERED(PathImpairment);

TypeId
PathImpairment::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PathImpairment")
            .SetParent<Object>()
            .SetGroupName("Network")
            .AddConstructor<PathImpairment>()
            .AddAttribute("Jitter",
                          "Each packet arrives so many seconds later, any random variable that is "
                          "not negative; null for none",
                          PointerValue(),
                          MakePointerAccessor(&PathImpairment::m_jitter),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("KeepOrder",
                          "No packet arrives before one that was sent before it, whatever jitter "
                          "and changes of the delay do",
                          BooleanValue(false),
                          MakeBooleanAccessor(&PathImpairment::m_keepsOrder),
                          MakeBooleanChecker())
            .AddAttribute("Duplication",
                          "Probability that a packet arrives twice, at the same time, 0 to 1",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&PathImpairment::m_duplication),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("BitErrorRate",
                          "Probability that a bit is wrong, independently of others, 0 to 1; the "
                          "link's check finds each packet that has one, and drops the packet",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&PathImpairment::m_bitErrorRate),
                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

Time
PathImpairment::Delay(Time arrival, State& state) const
{
    if (m_jitter)
    {
        const auto jitter = m_jitter->GetValue();
        NS_ABORT_MSG_UNLESS(jitter >= 0.0,
                            "PathImpairment: Jitter must not be negative, but drew " << jitter);
        arrival += Seconds(jitter);
    }
    state.last = m_keepsOrder ? std::max(state.last, arrival) : arrival;
    return state.last;
}

bool
PathImpairment::Damages(uint32_t octets, const State& state) const
{
    return m_bitErrorRate > 0.0 && state.errors->GetValue() >= GetIntact(octets, m_bitErrorRate);
}

int64_t
PathImpairment::AssignStreams(int64_t stream, const State& state) const
{
    if (m_jitter)
    {
        m_jitter->SetStream(stream);
    }
    state.duplications->SetStream(stream + 1);
    state.errors->SetStream(stream + 2);
    return 3;
}

namespace pathmodels
{

Model
Find(const std::string& name)
{
    const auto model = linkmodels::Find(name);
    if (!model)
    {
        return nullptr;
    }
    return [model](Time length, Ptr<UniformRandomVariable> random) {
        NS_ABORT_MSG_UNLESS(length.IsStrictlyPositive(), "pathmodels: length must be above 0");
        const auto draw = [&random] { return random->GetValue(); };
        return RateTrace::FromPlain(model(ToInstant(length), draw));
    };
}

void
Write(const Rows& rows, std::ostream& output)
{
    output << "time,rate,delay,loss\n";
    output.precision(std::numeric_limits<double>::digits10);
    for (const auto& row : rows)
    {
        output << row.at.GetSeconds() << ',' << row.rate << ',' << row.delay.GetSeconds() << ','
               << row.loss << '\n';
    }
}

} // namespace pathmodels

} // namespace ns3
