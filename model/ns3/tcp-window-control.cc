/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-window-control.h"

#include "ns3/abort.h"
#include "ns3/ns3-values.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpWindowControl);
NS_OBJECT_ENSURE_REGISTERED(TcpReductionLaw);

namespace
{
/// @return the name of an object's class without its namespace
std::string
GetClassName(const Object& object)
{
    const auto name = object.GetInstanceTypeId().GetName();
    return name.substr(name.rfind(':') + 1);
}
} // namespace

Window
TcpWindowReader::Read(const TcpSocketState& tcb)
{
    m_una = UnwrapSequence(m_una, tcb.m_lastAckedSeq.GetValue());
    Window window;
    window.now = ToDuration(Simulator::Now());
    window.cwnd = tcb.m_cWnd;
    window.ssthresh = tcb.m_ssThresh;
    window.mss = tcb.m_segmentSize;
    window.inFlight = tcb.m_bytesInFlight;
    window.state = Convert<Window::State>(tcb.m_congState.Get());
    window.ecn = Convert<Window::Ecn>(tcb.m_ecnState.Get());
    window.una = m_una;
    window.nxt = UnwrapSequence(m_una, tcb.m_highTxMark.Get().GetValue());
    window.delivered = tcb.m_lastAckedSackedBytes;
    window.repairAcked = tcb.m_isRetransDataAcked;
    window.isLimited = ns3compat::IsCwndLimited(tcb);
    window.lastRtt = ToDuration(tcb.m_lastRtt.Get());
    window.srtt = ToDuration(ns3compat::GetSmoothedRtt(tcb).Get());
    if (tcb.m_minRtt != Time::Max())
    {
        window.minRtt = ToDuration(tcb.m_minRtt);
    }
    window.timestamp = tcb.m_rcvTimestampValue;
    window.timestampEcho = tcb.m_rcvTimestampEchoReply;
    return window;
}

void
TcpWindowReader::Write(const Window& window, TcpSocketState& tcb)
{
    tcb.m_cWnd = window.cwnd;
    tcb.m_ssThresh = window.ssthresh;
    tcb.m_ecnState = Convert<TcpSocketState::EcnState_t>(window.ecn);
}

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
    return GetClassName(*this);
}

bool
TcpWindowControl::HasCongControl() const
{
    return const_cast<TcpWindowControl*>(this)->GetControl().Regulates();
}

void
TcpWindowControl::CongControl(Ptr<TcpSocketState> /* tcb */,
                              const TcpRateOps::TcpRateConnection& /* connection */,
                              const TcpRateOps::TcpRateSample& /* sample */)
{
    NS_ABORT_MSG(GetInstanceTypeId().GetName()
                 << " sets the window by itself, for which ns-3's own socket does not tell enough: "
                    "use ns3::TcpScoreboardSocket");
}

void
TcpWindowControl::Init(Ptr<TcpSocketState> tcb)
{
    if (HasCongControl())
    {
        return; // TcpScoreboardSocket tells all of that
    }
    m_reader = {};
    const SequenceNumber32 mark = tcb->m_highTxMark;
    const int32_t outstanding = mark - tcb->m_lastAckedSeq;
    m_isOpening = outstanding < 0 || (outstanding == 0 && mark == SequenceNumber32(0));
    With(*tcb, [&](Window& window) { GetControl().Start(window); });
    m_marks.Begin(tcb, tcb->m_highTxMark, MakeCallback(&TcpWindowControl::OnHighTxMark, this));
}

void
TcpWindowControl::OnHighTxMark(SequenceNumber32 oldValue, SequenceNumber32 newValue)
{
    // The mark goes to where the connection begins, and over the SYN only when the handshake has
    // ended.
    const bool ends = m_isOpening && newValue - oldValue == 1;
    if (m_isOpening && !ends)
    {
        return;
    }
    m_isOpening = false;
    With(m_marks.GetState(), [&](Window& window) {
        // ns-3 shows the former one until all have heard.
        window.nxt = UnwrapSequence(window.una, newValue.GetValue());
        ends ? GetControl().Start(window) : GetControl().OnEvent(window, ControlEvent::NEW_DATA);
    });
}

template <class Call>
void
TcpWindowControl::With(TcpSocketState& tcb, const Call& call)
{
    auto window = m_reader.Read(tcb);
    call(window);
    TcpWindowReader::Write(window, tcb);
}

uint32_t
TcpWindowControl::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    auto window = m_reader.Read(*tcb);
    window.isFastRetransmit = std::exchange(m_isFastRetransmit, false);
    return GetControl().Reduce(window, bytesInFlight);
}

void
TcpWindowControl::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    With(*tcb, [&](Window& window) { GetControl().Open(window, segmentsAcked); });
}

void
TcpWindowControl::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    if (!m_marks.IsOf(tcb))
    {
        // Who sets ns-3's attribute CongestionOps calls no Init().
        Init(tcb);
    }
    With(*tcb, [&](Window& window) {
        window.isRttOld = rtt.IsStrictlyNegative();
        GetControl().OnArrived(window, segmentsAcked);
    });
}

void
TcpWindowControl::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                     const TcpSocketState::TcpCongState_t newState)
{
    MarkFastRetransmit(newState == TcpSocketState::CA_RECOVERY);
    With(*tcb,
         [&](Window& window) { GetControl().OnState(window, Convert<Window::State>(newState)); });
}

void
TcpWindowControl::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    With(*tcb, [&](Window& window) { GetControl().OnEvent(window, Convert<ControlEvent>(event)); });
}

TypeId
TcpReductionLaw::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpReductionLaw").SetParent<TcpRecoveryOps>().SetGroupName("TcpLossy");
    return tid;
}

std::string
TcpReductionLaw::GetName() const
{
    return GetClassName(*this);
}

template <class Call>
void
TcpReductionLaw::With(TcpSocketState& tcb, const Call& call)
{
    auto window = m_reader.Read(tcb);
    window.inFlight = GetInFlight(tcb);
    call(window);
    TcpWindowReader::Write(window, tcb);
    tcb.m_cWndInfl = tcb.m_cWnd;
    Publish();
}

uint32_t
TcpReductionLaw::GetInFlight(const TcpSocketState& tcb) const
{
    return tcb.m_bytesInFlight;
}

void
TcpReductionLaw::BeginRecovery(Ptr<TcpSocketState> tcb,
                               uint32_t dupAckCount,
                               uint32_t unAckDataCount,
                               uint32_t deliveredBytes)
{
    With(*tcb, [&](Window& window) {
        GetLaw().Begin(window, {false, deliveredBytes}, dupAckCount, unAckDataCount);
    });
}

void
TcpReductionLaw::ContinueRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes)
{
    With(*tcb, [&](Window& window) { GetLaw().Continue(window, {false, deliveredBytes}); });
}

void
TcpReductionLaw::ExitRecovery(Ptr<TcpSocketState> tcb)
{
    With(*tcb, [&](Window& window) { GetLaw().End(window); });
}

void
TcpReductionLaw::UpdateBytesSent(uint32_t bytesSent)
{
    Window unused;
    GetLaw().OnSent(unused, bytesSent);
}

void
TcpReductionLaw::Renew()
{
    Window none;
    GetLaw().End(none);
    Publish();
}

} // namespace ns3
