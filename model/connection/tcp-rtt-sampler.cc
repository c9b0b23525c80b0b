/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-rtt-sampler.h"

#include "socket-time.h"

#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/tcp-option-ts.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{
/// What a timestamp may be wrong by: ns-3 sends whole milliseconds.
const Time TIMESTAMP_GRANULARITY = MilliSeconds(1);
} // namespace

TcpRttSampler::TcpRttSampler(Ptr<TcpSocketState> tcb,
                             const Ptr<RttEstimator>& estimator,
                             bool prefersDeparture)
    : m_tcb(std::move(tcb)),
      m_estimator(estimator),
      m_prefersDeparture(prefersDeparture)
{
}

bool
TcpRttSampler::OnAck(std::optional<uint32_t> echo, const SentSegments::Covered& covered)
{
    if (!covered.oldest)
    {
        return false;
    }
    const Time elapsed = Simulator::Now() - ToTime(*covered.oldest);
    if (echo.value_or(0) == 0 || (m_prefersDeparture && !covered.ambiguous))
    {
        if (!covered.ambiguous)
        {
            Take(Simulator::Now() - ToTime(covered.youngest), elapsed);
        }
        return !covered.ambiguous;
    }
    // ns-3 takes no time for the age of what is of the future.
    const bool isOfFuture = static_cast<int32_t>(TcpOptionTS::NowToTsValue() - *echo) < 0;
    const Time sample = TcpOptionTS::ElapsedTimeFromTsValue(*echo);
    if (isOfFuture || sample > elapsed + TIMESTAMP_GRANULARITY)
    {
        return false;
    }
    const Time rtt = std::max(sample, MicroSeconds(1));
    Take(rtt, rtt);
    return true;
}

std::optional<Time>
TcpRttSampler::GetSrtt() const
{
    return m_estimator->GetNSamples() > 0 ? std::optional(m_estimator->GetEstimate())
                                          : std::nullopt;
}

void
TcpRttSampler::Take(Time last, Time sample)
{
    ns3compat::SetLastRoundTrip(*m_tcb, last, 0);
    m_estimator->Measurement(sample);
    ns3compat::SetSmoothedRoundTrip(*m_tcb, m_estimator->GetEstimate(), 0);
}

} // namespace ns3
