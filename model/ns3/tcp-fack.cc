/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-fack.h"

#include "renewable-strategy.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpFack");
NS_OBJECT_ENSURE_REGISTERED(TcpFack);

namespace
{
// The paper offers Overdamping as an addition and finds it too conservative in general (section 8).
constexpr bool OVERDAMPING = false;

} // namespace

TypeId
TcpFack::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpFack")
            .SetParent<TcpNewReno>()
            .SetGroupName("Internet")
            .AddConstructor<TcpFack>()
            .AddAttribute("Overdamping",
                          "Halve the window once more before the reduction at a fast retransmit if "
                          "cwnd <= ssthresh + MSS/2, that is, if the sender was in slow start "
                          "within the last half of a round trip (FACK paper, section 4.4)",
                          BooleanValue(OVERDAMPING),
                          MakeBooleanAccessor(&TcpFack::m_overdamping),
                          MakeBooleanChecker())
            .AddTraceSource("Overdamped",
                            "Overdamping acted: cwnd_loss and the new ssthresh in octets",
                            MakeTraceSourceAccessor(&TcpFack::m_overdamped),
                            "ns3::TcpFack::OverdampedTracedCallback");
    return tid;
}

TcpFack::TcpFack()
    : TcpNewReno(),
      m_overdamping(OVERDAMPING)
{
    NS_LOG_FUNCTION(this);
}

TcpFack::TcpFack(const TcpFack& other)
    : TcpNewReno(other),
      m_overdamping(other.m_overdamping)
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpFack::GetName() const
{
    return "TcpFack";
}

uint32_t
TcpFack::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    const bool fastRetransmit = std::exchange(m_fastRetransmit, false);
    const bool overdamp = fastRetransmit && m_overdamping && IsFreshFromSlowStart(tcb);
    const auto cwndLoss =
        fastRetransmit ? losswindow::CwndAtLoss(tcb) : losswindow::CwndAtTimeoutOrEcn(tcb);
    const auto ssThresh = std::max(cwndLoss / (overdamp ? 4 : 2),
                                   losswindow::MIN_SSTHRESH_SEGMENTS * tcb->m_segmentSize);
    if (overdamp)
    {
        NS_LOG_INFO("Overdamping: ssthresh " << ssThresh);
        m_overdamped(cwndLoss, ssThresh);
    }
    return ssThresh;
}

bool
TcpFack::IsFreshFromSlowStart(Ptr<const TcpSocketState> tcb)
{
    // Twice the inequality keeps the half of an odd segment. The initial ssthresh may be the
    // largest 32-bit number.
    const uint64_t cwnd = tcb->m_cWnd;
    const uint64_t ssThresh = tcb->m_ssThresh;
    return 2 * cwnd <= 2 * ssThresh + tcb->m_segmentSize;
}

void
TcpFack::CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t newState)
{
    NS_LOG_FUNCTION(this << tcb << newState);
    TcpNewReno::CongestionStateSet(tcb, newState);
    m_fastRetransmit = (newState == TcpSocketState::CA_RECOVERY);
}

Ptr<TcpCongestionOps>
TcpFack::Fork()
{
    return CopyObject<TcpFack>(this);
}

} // namespace ns3
