/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-veno-dr.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpVenoDr");
NS_OBJECT_ENSURE_REGISTERED(TcpVenoDr);

namespace
{
// VenoDR paper, section "Loss differentiation based on adaptive threshold".
constexpr double THRESHOLD_FACTOR = 0.55;

// Ours: less than one own segment is no queue.
constexpr double MIN_QUEUE = 1.0;
} // namespace

TypeId
TcpVenoDr::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpVenoDr")
            .SetParent<TcpSackVeno>()
            .SetGroupName("Internet")
            .AddConstructor<TcpVenoDr>()
            .AddAttribute(
                "ThresholdFactor",
                "Part of the largest queueing delay below which a loss is judged random, "
                "in (0, 1): alpha of the VenoDR paper, equation 4 (0.55)",
                DoubleValue(THRESHOLD_FACTOR),
                MakeDoubleAccessor(&TcpVenoDr::m_thresholdFactor),
                MakeDoubleChecker<double>(std::nextafter(0.0, 1.0), std::nextafter(1.0, 0.0)))
            .AddAttribute("MinQueue",
                          "Backlog in segments that must have been there once before a loss can be "
                          "judged congestive; 0 for the bare rule of the VenoDR paper, by which "
                          "each loss on a path that never queues is congestive",
                          DoubleValue(MIN_QUEUE),
                          MakeDoubleAccessor(&TcpVenoDr::m_minQueue),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("LastSampleAlone",
                          "L is that of the last round trip alone; false takes the smaller one of "
                          "the last two, so that one late ACK is no queue (ours: the VenoDR paper "
                          "does not say). SmoothedRtt goes before",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpVenoDr::m_lastSampleAlone),
                          MakeBooleanChecker())
            .AddTraceSource("QueueDelay",
                            "L: queueing delay (VenoDR paper, equation 3 with BW = 1)",
                            MakeTraceSourceAccessor(&TcpVenoDr::m_queueDelay),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("QueueDelayMax",
                            "L_max: largest queueing delay so far (VenoDR paper, equation 5)",
                            MakeTraceSourceAccessor(&TcpVenoDr::m_queueDelayMax),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("Threshold",
                            "T: queueing delay from which on a loss is judged congestive (VenoDR "
                            "paper, equation 4)",
                            MakeTraceSourceAccessor(&TcpVenoDr::m_threshold),
                            "ns3::TracedValueCallback::Time");
    return tid;
}

TcpVenoDr::TcpVenoDr()
    : TcpSackVeno(),
      m_thresholdFactor(THRESHOLD_FACTOR),
      m_minQueue(MIN_QUEUE),
      m_lastSampleAlone(false)
{
    NS_LOG_FUNCTION(this);
}

TcpVenoDr::TcpVenoDr(const TcpVenoDr& other)
    : TcpSackVeno(other),
      m_thresholdFactor(other.m_thresholdFactor),
      m_minQueue(other.m_minQueue),
      m_lastSampleAlone(other.m_lastSampleAlone)
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpVenoDr::GetName() const
{
    return "TcpVenoDr";
}

void
TcpVenoDr::Renew()
{
    TcpSackVeno::Renew();
    m_maxBacklog = 0;
    m_queueDelay = Time(0);
    m_queueDelayMax = Time(0);
    m_threshold = Time(0);
}

void
TcpVenoDr::SampleTaken(Ptr<const TcpSocketState> tcb)
{
    const auto& estimator = GetEstimator();
    m_queueDelay = NanoSeconds(estimator.GetQueueDelay().count());
    m_queueDelayMax = NanoSeconds(estimator.GetMaxQueueDelay().count());
    m_threshold = m_thresholdFactor * m_queueDelayMax.Get();

    const auto cwnd = static_cast<double>(tcb->m_cWnd.Get()) / tcb->m_segmentSize;
    const double queueing = m_queueDelay.Get().GetSeconds();
    const double rtt = queueing + NanoSeconds(estimator.GetBaseRtt()->count()).GetSeconds();
    m_maxBacklog = std::max(m_maxBacklog, cwnd * queueing / rtt);
}

TcpSackVeno::Verdict
TcpVenoDr::JudgeFastRetransmit() const
{
    if (!GetEstimator().GetBaseRtt())
    {
        return Verdict::UNKNOWN;
    }
    if (m_maxBacklog < m_minQueue)
    {
        return Verdict::RANDOM;
    }
    return (m_queueDelay.Get() < m_threshold.Get()) ? Verdict::RANDOM : Verdict::CONGESTION;
}

bool
TcpVenoDr::ResetsBaseRtt() const
{
    return false;
}

BacklogEstimator::RoundTrip
TcpVenoDr::GetRoundTrip() const
{
    const auto roundTrip = TcpSackVeno::GetRoundTrip();
    const bool isSampled = roundTrip == BacklogEstimator::RoundTrip::SAMPLED;
    return isSampled && m_lastSampleAlone ? BacklogEstimator::RoundTrip::LAST : roundTrip;
}

Ptr<TcpCongestionOps>
TcpVenoDr::Fork()
{
    return CopyObject<TcpVenoDr>(this);
}

} // namespace ns3
