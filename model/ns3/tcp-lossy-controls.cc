/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-lossy-controls.h"

#include "ns3/abort.h"
#include "ns3/node-list.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-list.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpWindowControl);
NS_OBJECT_ENSURE_REGISTERED(TcpReductionLaw);
NS_OBJECT_ENSURE_REGISTERED(TcpFack);
NS_OBJECT_ENSURE_REGISTERED(TcpSackVeno);
NS_OBJECT_ENSURE_REGISTERED(TcpVenoDr);
NS_OBJECT_ENSURE_REGISTERED(TcpRampdownRecovery);
NS_OBJECT_ENSURE_REGISTERED(TcpDynamicRecovery);

template class TcpWindowControlOf<GeneralAimdControl>;
template class TcpWindowControlOf<KernelRenoControl>;
template class TcpWindowControlOf<KernelCubicControl>;
template class TcpWindowControlOf<KernelBbrControl>;
template class TcpReductionLawOf<RateReductionLaw>;
template class TcpReductionLawOf<KernelRateReductionLaw>;

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
    m_reader.With(*tcb, [&](Window& window) { GetControl().Start(window); });
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
    m_reader.With(m_marks.GetState(), [&](Window& window) {
        // ns-3 shows the former one until all have heard.
        window.nxt = UnwrapSequence(window.una, newValue.GetValue());
        ends ? GetControl().Start(window) : GetControl().OnEvent(window, ControlEvent::NEW_DATA);
    });
}

void
TcpWindowControl::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    m_reader.With(*tcb, [&](Window& window) { GetControl().Open(window, segmentsAcked); });
}

void
TcpWindowControl::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    if (!m_marks.IsOf(tcb))
    {
        // Who sets ns-3's attribute CongestionOps calls no Init().
        Init(tcb);
    }
    m_reader.With(*tcb, [&](Window& window) {
        window.isRttOld = rtt.IsStrictlyNegative();
        GetControl().OnArrived(window, segmentsAcked);
    });
}

void
TcpWindowControl::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                     const TcpSocketState::TcpCongState_t newState)
{
    MarkFastRetransmit(newState == TcpSocketState::CA_RECOVERY);
    m_reader.With(*tcb, [&](Window& window) {
        GetControl().OnState(window, Convert<Window::State>(newState));
    });
}

void
TcpWindowControl::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    m_reader.With(*tcb, [&](Window& window) {
        GetControl().OnEvent(window, Convert<ControlEvent>(event));
    });
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
    m_reader.With(tcb, [&](Window& window) {
        window.inFlight = GetInFlight(tcb);
        call(window);
    });
    tcb.m_cWndInfl = tcb.m_cWnd;
    Publish();
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

TypeId
TcpRampdownRecovery::GetTypeId()
{
    static TypeId tid =
        DescribeAttributes<TcpRampdownRecovery, RampdownLaw, TcpReductionLaw>(
            "ns3::TcpRampdownRecovery")
            .AddTraceSource("Wintrim",
                            "Octets that the window has above ssthresh in recovery "
                            "(FACK paper, section 4.5)",
                            MakeTraceSourceAccessor(&TcpRampdownRecovery::m_wintrim),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

TypeId
TcpDynamicRecovery::GetTypeId()
{
    static TypeId tid =
        DescribeAttributes<TcpDynamicRecovery, DynamicRecoveryLaw, TcpReductionLaw>(
            "ns3::TcpDynamicRecovery")
            .AddTraceSource("CwndDr",
                            "cwnd_DR: octets that the current round trip of recovery may carry; 0 "
                            "outside (VenoDR paper, Dynamic recovery mechanism)",
                            MakeTraceSourceAccessor(&TcpDynamicRecovery::m_cwndDr),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Phase",
                            "Idle, deflation or detection (VenoDR paper, Dynamic recovery "
                            "mechanism)",
                            MakeTraceSourceAccessor(&TcpDynamicRecovery::m_phase),
                            "ns3::TcpDynamicRecovery::PhaseTracedCallback")
            .AddTraceSource("LostRetransmission",
                            "dupwnd exceeded dup_max: the retransmission at snd.una was lost",
                            MakeTraceSourceAccessor(&TcpDynamicRecovery::m_lostRetransmission),
                            "ns3::TcpDynamicRecovery::LostRetransmissionTracedCallback");
    return tid;
}

namespace
{
/// @return the send buffer of a connection on ns-3's own socket, or null for any other socket
Ptr<TcpTxBuffer>
FindSendBuffer(const TcpSocketState& tcb)
{
    const auto nodeId = Simulator::GetContext();
    if (nodeId >= NodeList::GetNNodes())
    {
        return nullptr;
    }
    const auto tcp = NodeList::GetNode(nodeId)->GetObject<TcpL4Protocol>();
    if (!tcp)
    {
        return nullptr;
    }
    const auto socket = tcpsockets::FindSocket(*tcp, [&tcb](const auto& candidate) {
        // Another class than ns-3's own may keep its books elsewhere.
        return candidate.GetInstanceTypeId() == TcpSocketBase::GetTypeId() &&
               candidate.GetRxBuffer() == tcb.m_rxBuffer;
    });
    return socket ? socket->GetTxBuffer() : nullptr;
}
} // namespace

void
TcpDynamicRecovery::BeginRecovery(Ptr<TcpSocketState> tcb,
                                  uint32_t dupAckCount,
                                  uint32_t unAckDataCount,
                                  uint32_t deliveredBytes)
{
    if (!std::exchange(m_searched, true))
    {
        m_sendBuffer = FindSendBuffer(*tcb);
    }
    m_states.Begin(tcb,
                   tcb->m_congState,
                   MakeCallback(&TcpDynamicRecovery::CongestionStateChanged, this));
    TcpReductionLaw::BeginRecovery(tcb, dupAckCount, unAckDataCount, deliveredBytes);
}

void
TcpDynamicRecovery::ExitRecovery(Ptr<TcpSocketState> tcb)
{
    TcpReductionLaw::ExitRecovery(tcb);
    if (m_sendBuffer && CountsAcks())
    {
        // Its marks of duplicate ACKs outlive the recovery and name segments that are in flight.
        m_sendBuffer->ResetRenoSack();
    }
}

} // namespace ns3
