/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-rtt-sampler.h"

#include "socket-time.h"

#include "ns3/ns3-compat.h"
#include "ns3/timestamp-echo.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{
/// What a timestamp may be wrong by: ns-3 sends whole milliseconds.
constexpr auto ECHO_GRANULARITY = std::chrono::milliseconds(1);
} // namespace

TcpRttSampler::TcpRttSampler(Ptr<TcpSocketState> tcb,
                             const Ptr<RttEstimator>& estimator,
                             bool prefersDeparture,
                             const TimerSet& timers)
    : m_tcb(std::move(tcb)),
      m_estimator(estimator),
      m_prefersDeparture(prefersDeparture),
      m_timers(timers)
{
}

bool
TcpRttSampler::OnAck(std::optional<uint32_t> echo, const SentSegments::Covered& covered)
{
    if (!covered.oldest)
    {
        return false;
    }
    const auto now = m_timers.GetNow();
    const auto elapsed = now - *covered.oldest;
    if (echo.value_or(0) == 0 || (m_prefersDeparture && !covered.ambiguous))
    {
        if (!covered.ambiguous)
        {
            Take(now - covered.youngest, elapsed);
        }
        return !covered.ambiguous;
    }
    const bool isOfFuture = static_cast<int32_t>(ToTimestamp(now) - *echo) < 0;
    const TimerSet::Instant sample = GetAge(*echo, now);
    if (isOfFuture || sample > elapsed + ECHO_GRANULARITY)
    {
        return false;
    }
    const auto rtt = std::max<TimerSet::Instant>(sample, std::chrono::microseconds(1));
    Take(rtt, rtt);
    return true;
}

std::optional<TimerSet::Instant>
TcpRttSampler::GetSrtt() const
{
    return m_estimator->GetNSamples() > 0 ? std::optional(ToDuration(m_estimator->GetEstimate()))
                                          : std::nullopt;
}

void
TcpRttSampler::Take(TimerSet::Instant last, TimerSet::Instant sample)
{
    ns3compat::SetLastRoundTrip(*m_tcb, ToTime(last), 0);
    m_estimator->Measurement(ToTime(sample));
    ns3compat::SetSmoothedRoundTrip(*m_tcb, m_estimator->GetEstimate(), 0);
}

} // namespace ns3
