/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ops-control.h"

#include "ns3/ns3-compat.h"
#include "ns3/ns3-values.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// Show numbers of the stream.
void
ShowPositions(const Window& window, TcpSocketState& tcb)
{
    tcb.m_lastAckedSeq = ToSequence(window.una);
    Update(tcb.m_bytesInFlight, window.inFlight);
    Update(tcb.m_nextTxSequence, ToSequence(std::max(window.nxt, window.una)));
    Update(tcb.m_highTxMark, ToSequence(window.nxt));
    tcb.m_rxBuffer->SetNextRxSequence(ToSequence(window.rcvNxt));
}

static_assert(int(Window::State::LOSS) == int(TcpSocketState::CA_LOSS));
static_assert(int(Window::Ecn::CWR_SENT) == int(TcpSocketState::ECN_CWR_SENT));
static_assert(int(ControlEvent::NON_DELAYED_ACK) == int(TcpSocketState::CA_EVENT_NON_DELAYED_ACK));
} // namespace

void
TcpOpsControl::Show(const Window& window)
{
    if (!m_isAttached || m_isShowing)
    {
        return;
    }
    m_isShowing = true;
    auto& tcb = *m_parts.tcb;
    tcb.m_segmentSize = window.mss;
    Update(tcb.m_congState, Convert<TcpSocketState::TcpCongState_t>(window.state));
    Update(tcb.m_ecnState, Convert<TcpSocketState::EcnState_t>(window.ecn));
    ShowPositions(window, tcb);
    if (m_lastRtt != window.lastRtt)
    {
        m_lastRtt = window.lastRtt;
        ns3compat::SetLastRoundTrip(tcb, ToTime(m_lastRtt));
    }
    if (m_srtt != window.srtt)
    {
        m_srtt = window.srtt;
        ns3compat::SetSmoothedRoundTrip(tcb, ToTime(m_srtt));
    }
    // Before the handshake is over there is none; afterwards a law may leave nothing of it.
    if (window.cwnd > 0 || window.ssthresh > 0)
    {
        Update(tcb.m_ssThresh, window.ssthresh);
        if (tcb.m_cWnd.Get() != window.cwnd)
        {
            tcb.m_cWnd = window.cwnd;
            tcb.m_cWndInfl = window.cwnd;
        }
    }
    tcb.m_isRetransDataAcked = window.repairAcked;
    tcb.m_lastAckedSackedBytes = window.delivered;
    tcb.m_rcvTimestampValue = window.timestamp;
    tcb.m_rcvTimestampEchoReply = window.timestampEcho;
    ns3compat::SetCwndLimited(tcb, window.isLimited);
    m_isShowing = false;
}

void
TcpOpsControl::ShowPacingRate(const Window& window) const
{
    if (window.pacingRate > 0)
    {
        Update(m_parts.tcb->m_pacingRate, DataRate(8 * window.pacingRate));
    }
}

void
TcpOpsControl::Take(Window& window) const
{
    const auto& tcb = *m_parts.tcb;
    window.cwnd = tcb.m_cWnd;
    window.ssthresh = tcb.m_ssThresh;
    window.ecn = Convert<Window::Ecn>(tcb.m_ecnState.Get());
    window.isRegulated = m_parts.control->HasCongControl();
}

// ------------------------------------------------------------------------ congestion control

uint32_t
TcpOpsControl::Reduce(Window& window, uint32_t flight)
{
    uint32_t ssthresh = window.ssthresh;
    WithControl(
        window,
        [&](auto& control) { ssthresh = control.Reduce(window, flight); },
        [&] {
            if (auto* own = GetOwnControl())
            {
                own->MarkFastRetransmit(window.isFastRetransmit, window.acknowledged);
            }
            ssthresh = m_parts.control->GetSsThresh(m_parts.tcb, flight);
        });
    return ssthresh;
}

void
TcpOpsControl::Open(Window& window, uint32_t segments)
{
    WithControl(
        window,
        [&](auto& control) { control.Open(window, segments); },
        [&] {
            m_parts.control->IncreaseWindow(m_parts.tcb, segments);
            m_parts.tcb->m_cWndInfl = m_parts.tcb->m_cWnd;
        });
}

void
TcpOpsControl::OnArrived(Window& window, uint32_t segments)
{
    // A control of ours is told with a negative one that the ACK has measured none.
    const bool isOld = window.isRttOld && GetOwnControl();
    WithControl(
        window,
        [&](auto& control) { control.OnArrived(window, segments); },
        [&] {
            const Time smoothed = ns3compat::GetSmoothedRtt(*m_parts.tcb).Get();
            m_parts.control->PktsAcked(m_parts.tcb, segments, isOld ? Time(-1) : smoothed);
        });
}

void
TcpOpsControl::OnState(Window& window, Window::State state)
{
    WithControl(
        window,
        [&](auto& control) { control.OnState(window, state); },
        [&] {
            m_parts.control->CongestionStateSet(m_parts.tcb,
                                                Convert<TcpSocketState::TcpCongState_t>(state));
        });
}

void
TcpOpsControl::OnEvent(Window& window, ControlEvent event)
{
    const bool isPlain =
        WithPlainControl(window, [&](auto& control) { control.OnEvent(window, event); });
    if (!isPlain && event < ControlEvent::NEW_DATA)
    {
        With(window, [&] {
            m_parts.control->CwndEvent(m_parts.tcb, Convert<TcpSocketState::TcpCAEvent_t>(event));
        });
    }
}

void
TcpOpsControl::OnAck(Window& window, const AckOutcome& outcome)
{
    WithPlainControl(window, [&](auto& control) { control.OnAck(window, outcome); });
    const auto& rates = m_parts.rates;
    const bool samples = SamplesRates();
    for (const auto& range : outcome.delivered.sacked)
    {
        for (auto next = range.begin; samples && next < range.end;)
        {
            const auto whole = m_sent->GetWhole(next);
            if (m_sent->IsSacked(whole))
            {
                m_packets.Visit(*m_sent, whole, [&](auto& item) { rates->SkbDelivered(&item); });
            }
            next = whole.end;
        }
    }
    if (outcome.delivered.acknowledged > 0)
    {
        SentPackets::Delivered delivered;
        if (samples)
        {
            delivered = MakeCallback(&TcpRateOps::SkbDelivered, rates);
        }
        m_packets.Discard(*m_sent, delivered);
    }
}

void
TcpOpsControl::OnAckDone(Window& window, const AckOutcome& outcome, uint32_t priorInFlight)
{
    const bool samples = SamplesRates();
    if (!samples && !m_parts.tcb->m_pacing)
    {
        return;
    }
    With(window, [&] {
        if (m_parts.tcb->m_pacing)
        {
            m_parts.updatePacing();
        }
        if (samples)
        {
            const auto& sample = m_parts.rates->GenerateSample(outcome.delivered.octets,
                                                               outcome.lost.octets,
                                                               false,
                                                               priorInFlight,
                                                               m_parts.tcb->m_minRtt);
            m_parts.control->CongControl(m_parts.tcb, m_parts.rates->GetConnectionRate(), sample);
        }
    });
}

std::optional<Instant>
TcpOpsControl::GetPace(const Window& window, uint32_t octets)
{
    if (auto* control = m_isAttached ? GetPlainControl() : nullptr)
    {
        return control->GetControl().GetPace(window, octets);
    }
    if (!m_parts.tcb->m_pacing)
    {
        return std::nullopt;
    }
    Show(window);
    // ns-3's own socket makes the rate 0 when a SYN was lost and there is no round trip time yet.
    const DataRate rate = m_parts.tcb->m_pacingRate.Get();
    if (!m_parts.isPaced() || rate.GetBitRate() == 0)
    {
        return std::nullopt;
    }
    return ToDuration(rate.CalculateBytesTxTime(octets));
}

// ------------------------------------------------------------------------------ recovery law

void
TcpOpsControl::Begin(Window& window, const Ack& ack, uint32_t dupAcks, uint32_t outstanding)
{
    m_law = m_parts.law;
    m_plainLaw = dynamic_cast<TcpReductionLaw*>(PeekPointer(m_law));
    WithLaw(
        window,
        [&](ReductionLaw& law) { law.Begin(window, ack, dupAcks, outstanding); },
        [&] {
            ns3compat::EnterRecovery<TcpRecoveryOps>(*m_law,
                                                     m_parts.tcb,
                                                     dupAcks,
                                                     outstanding,
                                                     ack.delivered,
                                                     static_cast<uint32_t>(ack.sacked));
        });
}

void
TcpOpsControl::Continue(Window& window, const Ack& ack)
{
    // What is delivered is known, or estimated for a duplicate ACK: ns-3's laws must not add a
    // segment of their own to it.
    WithLaw(
        window,
        [&](ReductionLaw& law) { law.Continue(window, ack); },
        [&] { ns3compat::DoRecovery<TcpRecoveryOps>(*m_law, m_parts.tcb, ack.delivered, false); });
}

} // namespace ns3
