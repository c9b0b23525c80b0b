/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sack-veno.h"

#include "loss-window.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpSackVeno");
NS_OBJECT_ENSURE_REGISTERED(TcpSackVeno);

namespace
{
// SACK TCP Veno paper, section 2.2.
constexpr double ALPHA = 1.0;
constexpr double BETA = 3.0;
constexpr double RANDOM_LOSS_FACTOR = 4.0 / 5.0;
constexpr double CONGESTION_LOSS_FACTOR = 1.0 / 2.0;

} // namespace

TypeId
TcpSackVeno::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpSackVeno")
            .SetParent<TcpNewReno>()
            .SetGroupName("Internet")
            .AddConstructor<TcpSackVeno>()
            .AddAttribute("Alpha",
                          "Backlog in segments up to which the path is judged to have room: a loss "
                          "is then judged random (SACK TCP Veno paper, section 2.2: 1). "
                          "Not above Beta.",
                          DoubleValue(ALPHA),
                          MakeDoubleAccessor(&TcpSackVeno::m_alpha),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("Beta",
                          "Backlog in segments above which every other new ACK opens the window "
                          "instead of each (SACK TCP Veno paper, section 2.2: 3; 1 gives the "
                          "reading of its section 2.3). Not below Alpha.",
                          DoubleValue(BETA),
                          MakeDoubleAccessor(&TcpSackVeno::m_beta),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("RandomLossFactor",
                          "Part of the window that a loss judged random leaves, in [0.1, 1] (SACK "
                          "TCP Veno paper, section 2.2: 4/5)",
                          DoubleValue(RANDOM_LOSS_FACTOR),
                          MakeDoubleAccessor(&TcpSackVeno::m_randomLossFactor),
                          MakeDoubleChecker<double>(0.1, 1.0))
            .AddAttribute("CongestionLossFactor",
                          "Part of the window that a loss judged congestive, a timeout or ECN's "
                          "echo leaves, in [0.1, 1] (SACK TCP Veno paper, section 2.2: 1/2)",
                          DoubleValue(CONGESTION_LOSS_FACTOR),
                          MakeDoubleAccessor(&TcpSackVeno::m_congestionLossFactor),
                          MakeDoubleChecker<double>(0.1, 1.0))
            .AddAttribute("ResetBaseRtt",
                          "Measure BaseRTT anew after each fast retransmit or timeout (SACK TCP "
                          "Veno paper, section 2.2); false keeps the connection's minimum, as Fu "
                          "and Liew (IEEE JSAC 2003) do",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpSackVeno::m_resetBaseRtt),
                          MakeBooleanChecker())
            .AddAttribute("SmoothedRtt",
                          "RTT is the smoothed round trip of RFC 6298, as the VenoDR paper has it "
                          "(Overview of TCP Veno; equation 3 with TcpVenoDr); false takes that of "
                          "the last samples",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpSackVeno::m_smoothedRtt),
                          MakeBooleanChecker())
            .AddAttribute(
                "Sample",
                "Which round trip RTT is, where an ACK covers several segments: that of "
                "the Youngest one, or that of the Tagged one with the time that its ACK "
                "was delayed. BaseRTT is the least of the youngest ones",
                EnumValue(TcpSackVeno::YOUNGEST),
                ns3compat::MakeEnumMemberAccessor<Sample_t>(&TcpSackVeno::m_sample),
                MakeEnumChecker(TcpSackVeno::YOUNGEST, "Youngest", TcpSackVeno::TAGGED, "Tagged"))
            .AddAttribute(
                "Granularity",
                "Unit of the clock that stamps segments and ACKs, so that round trips are "
                "whole multiples (SACK TCP Veno paper, section 2.2: one millisecond); 0 "
                "for the simulator's own, as exact as it is",
                TimeValue(Time(0)),
                MakeTimeAccessor(&TcpSackVeno::m_granularity),
                MakeTimeChecker(Time(0)))
            .AddAttribute("EvaluateFirstRound",
                          "A round that begins without BaseRTT gives a backlog, too, whose RTT may "
                          "be its own minimum; false has it measure BaseRTT only (ours: the SACK "
                          "TCP Veno paper does not say)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpSackVeno::m_evaluateFirstRound),
                          MakeBooleanChecker())
            .AddAttribute("UnknownIsRandom",
                          "A loss that duplicate ACKs show before the first evaluation is judged "
                          "random; false halves the window, as Reno does (ours: the SACK TCP Veno "
                          "paper does not say)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpSackVeno::m_unknownIsRandom),
                          MakeBooleanChecker())
            .AddAttribute(
                "LiteralGrowth",
                "In congestion avoidance each ACK adds a segment below Beta and a segment "
                "over the window from there on, by the letter of the VenoDR paper "
                "(Overview of TCP Veno); false grows as the SACK TCP Veno paper, section "
                "2.2, has it",
                BooleanValue(false),
                MakeBooleanAccessor(&TcpSackVeno::m_literalGrowth),
                MakeBooleanChecker())
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

TcpSackVeno::TcpSackVeno()
    : TcpNewReno(),
      m_alpha(ALPHA),
      m_beta(BETA),
      m_randomLossFactor(RANDOM_LOSS_FACTOR),
      m_congestionLossFactor(CONGESTION_LOSS_FACTOR),
      m_resetBaseRtt(true),
      m_smoothedRtt(false),
      m_sample(YOUNGEST),
      m_granularity(0),
      m_evaluateFirstRound(false),
      m_unknownIsRandom(false),
      m_literalGrowth(false)
{
    NS_LOG_FUNCTION(this);
}

TcpSackVeno::TcpSackVeno(const TcpSackVeno& other)
    : TcpNewReno(other),
      m_alpha(other.m_alpha),
      m_beta(other.m_beta),
      m_randomLossFactor(other.m_randomLossFactor),
      m_congestionLossFactor(other.m_congestionLossFactor),
      m_resetBaseRtt(other.m_resetBaseRtt),
      m_smoothedRtt(other.m_smoothedRtt),
      m_sample(other.m_sample),
      m_granularity(other.m_granularity),
      m_evaluateFirstRound(other.m_evaluateFirstRound),
      m_unknownIsRandom(other.m_unknownIsRandom),
      m_literalGrowth(other.m_literalGrowth)
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpSackVeno::GetName() const
{
    return "TcpSackVeno";
}

void
TcpSackVeno::Init(Ptr<TcpSocketState> tcb)
{
    NS_LOG_FUNCTION(this << tcb);
    NS_ABORT_MSG_IF(m_alpha > m_beta,
                    "ns3::TcpSackVeno: attribute Alpha ("
                        << m_alpha << ") must lie in [0, Beta], and Beta is " << m_beta);
    TcpNewReno::Init(tcb);
    // The connection's state keeps this object alive, never the other way round: no cycle.
    const auto callback = MakeCallback(&TcpSackVeno::HighTxMarkChanged, Ptr<TcpSackVeno>(this));
    tcb->m_highTxMark.DisconnectWithoutContext(callback);
    tcb->m_highTxMark.ConnectWithoutContext(callback);
}

void
TcpSackVeno::HighTxMarkChanged(SequenceNumber32 oldValue, SequenceNumber32 newValue)
{
    // The first octet of every stream is the SYN's, and ns-3 moves the mark over it only when the
    // handshake has ended: its stamp would be that of the answer.
    const bool isSyn = (m_sent == 0);
    m_sent += static_cast<int64_t>(newValue - oldValue);
    if (!isSyn)
    {
        m_sampler.OnSent(m_sent, ReadClock());
    }
}

uint64_t
TcpSackVeno::AckPosition(Ptr<const TcpSocketState> tcb) const
{
    return m_sent - static_cast<int64_t>(tcb->m_highTxMark.Get() - tcb->m_lastAckedSeq);
}

void
TcpSackVeno::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked << rtt);
    SettlePendingCut();
    if (m_repairing)
    {
        return;
    }
    const auto ack = AckPosition(tcb);
    if (const auto sample = TakeSample(ack))
    {
        m_estimator.AddSample(*sample, GetRoundTrip());
        SampleTaken(tcb);
    }
    if (const auto baseRtt = m_estimator.GetBaseRtt())
    {
        m_baseRtt = NanoSeconds(baseRtt->count());
    }
    if (m_initialSlowStart)
    {
        if (tcb->m_cWnd >= tcb->m_ssThresh)
        {
            m_initialSlowStart = false;
            m_estimator.RestartRound(m_sent);
        }
        return;
    }
    const auto cwnd = static_cast<double>(tcb->m_cWnd.Get()) / tcb->m_segmentSize;
    if (m_estimator.OnAck(ack,
                          m_sent,
                          cwnd,
                          m_evaluateFirstRound ? BacklogEstimator::FirstRound::EVALUATED
                                               : BacklogEstimator::FirstRound::MEASURED))
    {
        m_evaluated = true;
        m_law.OnBacklog(m_estimator.GetBacklog(), m_alpha, m_beta);
        m_backlog = m_estimator.GetBacklog();
        m_equilibrium = m_law.IsEquilibrium();
    }
}

std::optional<std::chrono::nanoseconds>
TcpSackVeno::TakeSample(uint64_t ack)
{
    const auto now = ReadClock();
    const auto tagged = m_sampler.FindSent(m_estimator.GetTag());
    const auto youngest = m_sampler.OnAck(ack, now);
    if (m_sample == YOUNGEST || !youngest)
    {
        return youngest;
    }
    m_estimator.AddBaseSample(*youngest);
    return tagged && ack > m_estimator.GetTag() ? std::optional(now - *tagged) : std::nullopt;
}

void
TcpSackVeno::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked);
    if (tcb->m_cWnd < tcb->m_ssThresh)
    {
        segmentsAcked = SlowStart(tcb, segmentsAcked);
    }
    if (tcb->m_cWnd < tcb->m_ssThresh || segmentsAcked == 0)
    {
        return;
    }
    if (m_literalGrowth)
    {
        const bool hasRoom = m_estimator.GetBacklog() < m_beta;
        const uint64_t segment = tcb->m_segmentSize;
        const auto part = static_cast<uint32_t>(segment * segment / tcb->m_cWnd.Get());
        tcb->m_cWnd += hasRoom ? tcb->m_segmentSize : part;
    }
    else if (m_law.OnNewAck())
    {
        CongestionAvoidance(tcb, segmentsAcked);
    }
}

void
TcpSackVeno::SampleTaken(Ptr<const TcpSocketState>)
{
}

bool
TcpSackVeno::ResetsBaseRtt() const
{
    return m_resetBaseRtt;
}

BacklogEstimator::RoundTrip
TcpSackVeno::GetRoundTrip() const
{
    return m_smoothedRtt ? BacklogEstimator::RoundTrip::SMOOTHED
                         : BacklogEstimator::RoundTrip::SAMPLED;
}

std::chrono::nanoseconds
TcpSackVeno::ReadClock() const
{
    const auto now = Simulator::Now().GetNanoSeconds();
    const auto unit = std::max<int64_t>(1, m_granularity.GetNanoSeconds());
    return std::chrono::nanoseconds(now - now % unit);
}

TcpSackVeno::Verdict
TcpSackVeno::JudgeFastRetransmit() const
{
    if (!m_evaluated)
    {
        return m_unknownIsRandom ? Verdict::RANDOM : Verdict::UNKNOWN;
    }
    return m_law.IsEquilibrium() ? Verdict::CONGESTION : Verdict::RANDOM;
}

uint32_t
TcpSackVeno::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    SettlePendingCut();
    const auto cwndLoss = losswindow::CwndAtLoss(tcb);
    const auto verdict = JudgeFastRetransmit();
    const bool judgedRandom = m_fastRetransmit && verdict == Verdict::RANDOM;
    const double factor = judgedRandom ? m_randomLossFactor : m_congestionLossFactor;
    const auto ssThresh = std::max(static_cast<uint32_t>(cwndLoss * factor),
                                   losswindow::MIN_SSTHRESH_SEGMENTS * tcb->m_segmentSize);
    if (m_fastRetransmit)
    {
        m_fastRetransmit = false;
        NS_LOG_INFO("Fast retransmit, " << verdict << ": ssthresh " << ssThresh);
        m_lossVerdict(verdict, cwndLoss, ssThresh);
        NoteLoss();
    }
    else
    {
        m_pendingCut = Cut{cwndLoss, ssThresh};
    }
    return ssThresh;
}

void
TcpSackVeno::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                const TcpSocketState::TcpCongState_t newState)
{
    NS_LOG_FUNCTION(this << tcb << newState);
    TcpNewReno::CongestionStateSet(tcb, newState);
    // The order of the socket's calls tells the three reasons for GetSsThresh() apart: a fast
    // retransmit announces CA_RECOVERY just before, a timeout CA_LOSS just after, ECN nothing.
    switch (newState)
    {
    case TcpSocketState::CA_RECOVERY:
        m_fastRetransmit = true;
        m_repairing = true;
        break;
    case TcpSocketState::CA_LOSS:
        if (m_pendingCut)
        {
            m_lossVerdict(Verdict::TIMEOUT, m_pendingCut->cwndLoss, m_pendingCut->ssThresh);
            m_pendingCut.reset();
        }
        NoteLoss();
        m_repairing = true;
        break;
    case TcpSocketState::CA_OPEN:
        ResumeMeasurement();
        break;
    default:
        break;
    }
}

void
TcpSackVeno::SettlePendingCut()
{
    if (m_pendingCut)
    {
        m_lossVerdict(Verdict::ECN, m_pendingCut->cwndLoss, m_pendingCut->ssThresh);
        m_pendingCut.reset();
    }
}

void
TcpSackVeno::NoteLoss()
{
    m_initialSlowStart = false;
    if (ResetsBaseRtt())
    {
        m_estimator.ResetBaseRtt();
    }
}

void
TcpSackVeno::ResumeMeasurement()
{
    if (m_repairing)
    {
        m_repairing = false;
        m_sampler.Clear();
        m_estimator.RestartRound(m_sent);
    }
}

Ptr<TcpCongestionOps>
TcpSackVeno::Fork()
{
    return CopyObject<TcpSackVeno>(this);
}

std::ostream&
operator<<(std::ostream& os, TcpSackVeno::Verdict verdict)
{
    switch (verdict)
    {
    case TcpSackVeno::Verdict::RANDOM:
        return os << "random";
    case TcpSackVeno::Verdict::CONGESTION:
        return os << "congestion";
    case TcpSackVeno::Verdict::UNKNOWN:
        return os << "unknown";
    case TcpSackVeno::Verdict::ECN:
        return os << "ecn";
    case TcpSackVeno::Verdict::TIMEOUT:
        return os << "timeout";
    }
    return os;
}

} // namespace ns3
