/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-lossy-controls.h"

#include "ns3/abort.h"
#include "ns3/ns3-values.h"

namespace ns3
{

template class TcpWindowControlOf<GeneralAimdControl>;
template class TcpWindowControlOf<KernelRenoControl>;
template class TcpWindowControlOf<KernelCubicControl>;
template class TcpWindowControlOf<KernelBbrControl>;

NS_OBJECT_ENSURE_REGISTERED(TcpFack);
NS_OBJECT_ENSURE_REGISTERED(TcpSackVeno);
NS_OBJECT_ENSURE_REGISTERED(TcpVenoDr);

TypeId
TcpFack::GetTypeId()
{
    static TypeId tid = DescribeAttributes<TcpFack, FackControl, TcpWindowControl>("ns3::TcpFack")
                            .AddTraceSource("Overdamped",
                                            "Overdamping acted: cwnd_loss and the new ssthresh in "
                                            "octets",
                                            MakeTraceSourceAccessor(&TcpFack::m_overdamped),
                                            "ns3::TcpFack::OverdampedTracedCallback");
    return tid;
}

TypeId
TcpSackVeno::GetTypeId()
{
    static TypeId tid =
        DescribeAttributes<TcpSackVeno, VenoControl, TcpWindowControl>("ns3::TcpSackVeno")
            .AddTraceSource("Backlog",
                            "N: segments this flow keeps queued, once per round trip",
                            MakeTraceSourceAccessor(&TcpSackVeno::m_backlog),
                            "ns3::TracedValueCallback::Double")
            .AddTraceSource("Equilibrium",
                            "Whether N was above Alpha at the last evaluation",
                            MakeTraceSourceAccessor(&TcpSackVeno::m_equilibrium),
                            "ns3::TracedValueCallback::Bool")
            .AddTraceSource("BaseRtt",
                            "Smallest round trip since the last reset",
                            MakeTraceSourceAccessor(&TcpSackVeno::m_baseRtt),
                            "ns3::TracedValueCallback::Time")
            .AddTraceSource("LossVerdict",
                            "Why the window is cut, with cwnd_loss and the new ssthresh in octets",
                            MakeTraceSourceAccessor(&TcpSackVeno::m_lossVerdict),
                            "ns3::TcpSackVeno::VerdictTracedCallback");
    return tid;
}

void
TcpSackVeno::Init(Ptr<TcpSocketState> tcb)
{
    NS_ABORT_MSG_IF(alpha > beta,
                    "ns3::TcpSackVeno: attribute Alpha ("
                        << alpha << ") must lie in [0, Beta], and Beta is " << beta);
    TcpWindowControl::Init(tcb);
}

void
TcpSackVeno::Renew()
{
    TcpWindowControl::Renew();
    m_backlog = 0;
    m_equilibrium = false;
    m_baseRtt = Time(0);
}

void
TcpSackVeno::OnEstimate()
{
    if (const auto baseRtt = GetEstimator().GetBaseRtt())
    {
        m_baseRtt = ToTime(*baseRtt);
    }
    m_backlog = GetEstimator().GetBacklog();
    m_equilibrium = IsEquilibrium();
}

TypeId
TcpVenoDr::GetTypeId()
{
    static TypeId tid = [] {
        DescribedAttributes<TcpVenoDr, VenoControl> attributes{TypeId("ns3::TcpVenoDr")
                                                                   .SetParent<TcpSackVeno>()
                                                                   .SetGroupName("TcpLossy")
                                                                   .AddConstructor<TcpVenoDr>(),
                                                               {}};
        DescribeThreshold(attributes);
        return attributes.tid
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
    }();
    return tid;
}

void
TcpVenoDr::Renew()
{
    TcpSackVeno::Renew();
    m_queueDelay = Time(0);
    m_queueDelayMax = Time(0);
    m_threshold = Time(0);
}

void
TcpVenoDr::OnEstimate()
{
    TcpSackVeno::OnEstimate();
    m_queueDelay = ToTime(GetEstimator().GetQueueDelay());
    m_queueDelayMax = ToTime(GetEstimator().GetMaxQueueDelay());
    m_threshold = ToTime(GetThreshold());
}

} // namespace ns3
