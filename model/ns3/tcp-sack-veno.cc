/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-sack-veno.h"

#include "renewable-strategy.h"

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
    Renew();
    const SequenceNumber32 mark = tcb->m_highTxMark;
    const int32_t outstanding = mark - tcb->m_lastAckedSeq;
    m_known.isOpening = outstanding < 0 || (outstanding == 0 && mark == SequenceNumber32(0));
    if (!m_known.isOpening)
    {
        // In mid-connection, what is outstanding has positions, but no stamps.
        m_known.sent = outstanding;
        m_known.sampler.OnSent(m_known.sent, ReadClock());
        m_known.sampler.Clear();
        m_known.estimator.RestartRound(m_known.sent);
    }
    m_marks.Begin(tcb, tcb->m_highTxMark, MakeCallback(&TcpSackVeno::HighTxMarkChanged, this));
}

void
TcpSackVeno::Renew()
{
    m_known = {};
    m_backlog = 0;
    m_equilibrium = false;
    m_baseRtt = Time(0);
}

void
TcpSackVeno::HighTxMarkChanged(SequenceNumber32 oldValue, SequenceNumber32 newValue)
{
    const int32_t octets = newValue - oldValue;
    if (m_known.isOpening)
    {
        // The mark goes to where the connection begins, and over the SYN only when the handshake
        // has ended: the SYN's stamp would be that of the answer.
        m_known.isOpening = octets != 1;
        m_known.sent = m_known.isOpening ? 0 : 1;
        return;
    }
    m_known.sent += octets;
    m_known.sampler.OnSent(m_known.sent, ReadClock());
}

uint64_t
TcpSackVeno::AckPosition(Ptr<const TcpSocketState> tcb) const
{
    return m_known.sent - static_cast<int64_t>(tcb->m_highTxMark.Get() - tcb->m_lastAckedSeq);
}

void
TcpSackVeno::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked << rtt);
    SettlePendingCut();
    if (m_known.repairing)
    {
        return;
    }
    const auto ack = AckPosition(tcb);
    if (const auto sample = TakeSample(ack, tcb->m_isRetransDataAcked))
    {
        m_known.estimator.AddSample(*sample, GetRoundTrip());
        SampleTaken(tcb);
    }
    if (const auto baseRtt = m_known.estimator.GetBaseRtt())
    {
        m_baseRtt = NanoSeconds(baseRtt->count());
    }
    if (m_known.initialSlowStart)
    {
        if (tcb->m_cWnd >= tcb->m_ssThresh)
        {
            m_known.initialSlowStart = false;
            m_known.estimator.RestartRound(m_known.sent);
        }
        return;
    }
    const auto cwnd = static_cast<double>(tcb->m_cWnd.Get()) / tcb->m_segmentSize;
    if (m_known.estimator.OnAck(ack,
                                m_known.sent,
                                cwnd,
                                m_evaluateFirstRound ? BacklogEstimator::FirstRound::EVALUATED
                                                     : BacklogEstimator::FirstRound::MEASURED))
    {
        m_known.evaluated = true;
        m_known.law.OnBacklog(m_known.estimator.GetBacklog(), m_alpha, m_beta);
        m_backlog = m_known.estimator.GetBacklog();
        m_equilibrium = m_known.law.IsEquilibrium();
    }
}

std::optional<std::chrono::nanoseconds>
TcpSackVeno::TakeSample(uint64_t ack, bool isAmbiguous)
{
    const auto now = ReadClock();
    const auto tagged = m_known.sampler.FindSent(m_known.estimator.GetTag());
    const auto youngest = m_known.sampler.OnAck(ack, now);
    if (!youngest || isAmbiguous)
    {
        return std::nullopt;
    }
    // What a coarse clock does not notice takes a unit of that clock. By an exact clock, what takes
    // no time is no round trip.
    const auto least =
        m_granularity.IsStrictlyPositive() ? GetClockUnit() : std::chrono::nanoseconds(0);
    const auto measured = std::max(*youngest, least);
    if (m_sample == YOUNGEST)
    {
        return measured;
    }
    m_known.estimator.AddBaseSample(measured);
    return tagged && ack > m_known.estimator.GetTag()
               ? std::optional(std::max(now - *tagged, least))
               : std::nullopt;
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
        const bool hasRoom = m_known.estimator.GetBacklog() < m_beta;
        const uint64_t segment = tcb->m_segmentSize;
        const auto part = static_cast<uint32_t>(segment * segment / tcb->m_cWnd.Get());
        tcb->m_cWnd += hasRoom ? tcb->m_segmentSize : part;
    }
    else if (m_known.law.OnNewAck())
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
    const std::chrono::nanoseconds now(Simulator::Now().GetNanoSeconds());
    return now - now % GetClockUnit();
}

std::chrono::nanoseconds
TcpSackVeno::GetClockUnit() const
{
    return std::chrono::nanoseconds(std::max<int64_t>(1, m_granularity.GetNanoSeconds()));
}

TcpSackVeno::Verdict
TcpSackVeno::JudgeFastRetransmit() const
{
    if (!m_known.evaluated)
    {
        return m_unknownIsRandom ? Verdict::RANDOM : Verdict::UNKNOWN;
    }
    return m_known.law.IsEquilibrium() ? Verdict::CONGESTION : Verdict::RANDOM;
}

uint32_t
TcpSackVeno::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    SettlePendingCut();
    const auto cwndLoss = losswindow::CwndAtLoss(tcb);
    const auto verdict = JudgeFastRetransmit();
    const bool judgedRandom = m_known.fastRetransmit && verdict == Verdict::RANDOM;
    const double factor = judgedRandom ? m_randomLossFactor : m_congestionLossFactor;
    const auto ssThresh = std::max(static_cast<uint32_t>(cwndLoss * factor),
                                   losswindow::MIN_SSTHRESH_SEGMENTS * tcb->m_segmentSize);
    if (m_known.fastRetransmit)
    {
        m_known.fastRetransmit = false;
        NS_LOG_INFO("Fast retransmit, " << verdict << ": ssthresh " << ssThresh);
        m_lossVerdict(verdict, cwndLoss, ssThresh);
        NoteLoss();
    }
    else
    {
        m_known.pendingCut = Cut{cwndLoss, ssThresh};
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
        m_known.fastRetransmit = true;
        m_known.repairing = true;
        break;
    case TcpSocketState::CA_LOSS:
        if (m_known.pendingCut)
        {
            m_lossVerdict(Verdict::TIMEOUT,
                          m_known.pendingCut->cwndLoss,
                          m_known.pendingCut->ssThresh);
            m_known.pendingCut.reset();
        }
        NoteLoss();
        m_known.repairing = true;
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
    if (m_known.pendingCut)
    {
        m_lossVerdict(Verdict::ECN, m_known.pendingCut->cwndLoss, m_known.pendingCut->ssThresh);
        m_known.pendingCut.reset();
    }
}

void
TcpSackVeno::NoteLoss()
{
    m_known.initialSlowStart = false;
    if (ResetsBaseRtt())
    {
        m_known.estimator.ResetBaseRtt();
    }
}

void
TcpSackVeno::ResumeMeasurement()
{
    if (m_known.repairing)
    {
        m_known.repairing = false;
        m_known.sampler.Clear();
        m_known.estimator.RestartRound(m_known.sent);
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
