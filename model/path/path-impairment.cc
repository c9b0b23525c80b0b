/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-impairment.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

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

PathImpairment::State::State()
    : duplications(CreateObject<UniformRandomVariable>()),
      errors(CreateObject<UniformRandomVariable>())
{
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
PathImpairment::Duplicates(const State& state) const
{
    return m_duplication > 0.0 && state.duplications->GetValue() < m_duplication;
}

bool
PathImpairment::Damages(uint32_t octets, const State& state) const
{
    if (m_bitErrorRate <= 0.0)
    {
        return false;
    }
    const auto isIntact = std::exp(8.0 * octets * std::log1p(-m_bitErrorRate));
    return state.errors->GetValue() >= isIntact;
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

} // namespace ns3
