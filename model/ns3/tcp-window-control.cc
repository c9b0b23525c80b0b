/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-window-control.h"

#include "ns3/ns3-compat.h"
#include "ns3/ns3-values.h"
#include "ns3/sequence-position.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpWindowControl);

TypeId
TcpWindowControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpWindowControl").SetParent<TcpCongestionOps>().SetGroupName("TcpLossy");
    return tid;
}

std::string
TcpWindowControl::GetName() const
{
    return GetInstanceTypeId().GetName();
}

Window
TcpWindowControl::Read(const TcpSocketState& tcb)
{
    m_una = UnwrapSequence(m_una, tcb.m_lastAckedSeq.GetValue());
    Window window;
    window.cwnd = tcb.m_cWnd;
    window.ssthresh = tcb.m_ssThresh;
    window.mss = tcb.m_segmentSize;
    window.inFlight = tcb.m_bytesInFlight;
    window.state = static_cast<Window::State>(static_cast<int>(tcb.m_congState.Get()));
    window.ecn = static_cast<Window::Ecn>(static_cast<int>(tcb.m_ecnState.Get()));
    window.una = m_una;
    window.nxt = UnwrapSequence(m_una, tcb.m_nextTxSequence.Get().GetValue());
    window.delivered = tcb.m_lastAckedSackedBytes;
    window.repairAcked = tcb.m_isRetransDataAcked;
    window.isLimited = ns3compat::IsCwndLimited(tcb, 0);
    window.lastRtt = ToDuration(tcb.m_lastRtt.Get());
    window.srtt = ToDuration(ns3compat::GetSmoothedRtt(tcb, 0));
    window.timestamp = tcb.m_rcvTimestampValue;
    window.timestampEcho = tcb.m_rcvTimestampEchoReply;
    return window;
}

template <class Call>
void
TcpWindowControl::With(TcpSocketState& tcb, const Call& call)
{
    auto window = Read(tcb);
    call(window);
    tcb.m_cWnd = window.cwnd;
    tcb.m_ssThresh = window.ssthresh;
    tcb.m_ecnState = static_cast<TcpSocketState::EcnState_t>(static_cast<int>(window.ecn));
}

uint32_t
TcpWindowControl::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    auto window = Read(*tcb);
    return GetControl().Reduce(window, bytesInFlight);
}

void
TcpWindowControl::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    With(*tcb, [&](Window& window) { GetControl().Open(window, segmentsAcked); });
}

void
TcpWindowControl::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& /* rtt */)
{
    With(*tcb, [&](Window& window) { GetControl().OnArrived(window, segmentsAcked); });
}

void
TcpWindowControl::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                     const TcpSocketState::TcpCongState_t newState)
{
    const auto state = static_cast<Window::State>(static_cast<int>(newState));
    With(*tcb, [&](Window& window) { GetControl().OnState(window, state); });
}

void
TcpWindowControl::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    const auto converted = static_cast<WindowControl::Event>(static_cast<int>(event));
    With(*tcb, [&](Window& window) { GetControl().OnEvent(window, converted); });
}

} // namespace ns3
