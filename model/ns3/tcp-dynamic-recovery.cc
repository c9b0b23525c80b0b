/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-dynamic-recovery.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/object-ptr-container.h"
#include "ns3/renewable-strategy.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpDynamicRecovery");
NS_OBJECT_ENSURE_REGISTERED(TcpDynamicRecovery);

namespace
{
/// What a timestamp of RFC 7323 may be wrong by in ns-3, which sends whole milliseconds.
const Time TIMESTAMP_GRANULARITY = MilliSeconds(1);

/// Position of the octet at `snd.una` when recovery begins: nothing named lies below 0.
constexpr uint64_t FIRST_POSITION = uint64_t{1} << 32;

constexpr bool FORGET_RECOVERY_POINT = true;
constexpr bool LITERAL_RECOVER_DR = false;
constexpr bool DEFLATE_FROM_FLIGHT = false;
constexpr bool IGNORE_FIRST_DUPLICATES = false;
constexpr bool GROW_IN_ANY_CASE = false;
constexpr bool WATCH_DEFLATION_ONLY = false;
constexpr bool WATCH_WITHIN_ROUND_TRIP = false;
} // namespace

TypeId
TcpDynamicRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpDynamicRecovery")
            .SetParent<TcpRecoveryOps>()
            .SetGroupName("Internet")
            .AddConstructor<TcpDynamicRecovery>()
            .AddAttribute("ForgetRecoveryPoint",
                          "On TcpScoreboardSocket the next recovery may begin at the octet where "
                          "the last one ended (ours: the VenoDR paper does not say); false keeps "
                          "the rule of RFC 6582, section 3.2, step 2",
                          BooleanValue(FORGET_RECOVERY_POINT),
                          MakeBooleanAccessor(&TcpDynamicRecovery::m_forgetRecoveryPoint),
                          MakeBooleanChecker())
            .AddAttribute("LiteralRecoverDr",
                          "A partial ACK up to recover_DR means losses in recovery, by the letter "
                          "of the VenoDR paper (Dynamic recovery mechanism: seqno <= recover_DR); "
                          "false: one above it, whose hole was sent in recovery",
                          BooleanValue(LITERAL_RECOVER_DR),
                          MakeBooleanAccessor(&TcpDynamicRecovery::m_literalRecoverDr),
                          MakeBooleanChecker())
            .AddAttribute("DeflateFromFlight",
                          "The deflation begins at what is in flight, if that is less than the "
                          "window, as RFC 6937's does: after one loss cwnd_DR is ssthresh. The "
                          "VenoDR paper has cwnd_DR only (Dynamic recovery mechanism); false takes "
                          "the window, whose last part of a segment is then lost",
                          BooleanValue(DEFLATE_FROM_FLIGHT),
                          MakeBooleanAccessor(&TcpDynamicRecovery::m_deflateFromFlight),
                          MakeBooleanChecker())
            .AddAttribute("IgnoreFirstDuplicates",
                          "The lost segment and the duplicate ACKs that begin a recovery release "
                          "nothing, so that cwnd_DR ends below ssthresh after one loss. The VenoDR "
                          "paper's text does not say (Dynamic recovery mechanism, Fig 1); false "
                          "counts them, as those after them",
                          BooleanValue(IGNORE_FIRST_DUPLICATES),
                          MakeBooleanAccessor(&TcpDynamicRecovery::m_ignoreFirstDuplicates),
                          MakeBooleanChecker())
            .AddAttribute("GrowInAnyCase",
                          "In detection cwnd_DR grows by a segment every round trip, whatever "
                          "arrives (VenoDR paper, Dynamic recovery mechanism: every RTT); false "
                          "stops for a round trip in which less arrives than the one before sent",
                          BooleanValue(GROW_IN_ANY_CASE),
                          MakeBooleanAccessor(&TcpDynamicRecovery::m_growInAnyCase),
                          MakeBooleanChecker())
            .AddAttribute("WatchDeflationOnly",
                          "A lost retransmission is looked for in deflation only (VenoDR paper, "
                          "Dynamic recovery mechanism: the first part); false looks in detection, "
                          "too",
                          BooleanValue(WATCH_DEFLATION_ONLY),
                          MakeBooleanAccessor(&TcpDynamicRecovery::m_watchDeflationOnly),
                          MakeBooleanChecker())
            .AddAttribute(
                "WatchWithinRoundTrip",
                "A retransmission may be judged lost before a round trip has passed since "
                "it was sent (VenoDR paper, Dynamic recovery mechanism: dupwnd > dup_max "
                "alone); false waits for the round trip",
                BooleanValue(WATCH_WITHIN_ROUND_TRIP),
                MakeBooleanAccessor(&TcpDynamicRecovery::m_watchWithinRoundTrip),
                MakeBooleanChecker())
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

TcpDynamicRecovery::TcpDynamicRecovery()
    : m_forgetRecoveryPoint(FORGET_RECOVERY_POINT),
      m_literalRecoverDr(LITERAL_RECOVER_DR),
      m_deflateFromFlight(DEFLATE_FROM_FLIGHT),
      m_ignoreFirstDuplicates(IGNORE_FIRST_DUPLICATES),
      m_growInAnyCase(GROW_IN_ANY_CASE),
      m_watchDeflationOnly(WATCH_DEFLATION_ONLY),
      m_watchWithinRoundTrip(WATCH_WITHIN_ROUND_TRIP)
{
    NS_LOG_FUNCTION(this);
}

TcpDynamicRecovery::TcpDynamicRecovery(const TcpDynamicRecovery& other)
    : ns3compat::RecoveryOps(other),
      RecoveryLaw(other),
      m_forgetRecoveryPoint(other.m_forgetRecoveryPoint),
      m_literalRecoverDr(other.m_literalRecoverDr),
      m_deflateFromFlight(other.m_deflateFromFlight),
      m_ignoreFirstDuplicates(other.m_ignoreFirstDuplicates),
      m_growInAnyCase(other.m_growInAnyCase),
      m_watchDeflationOnly(other.m_watchDeflationOnly),
      m_watchWithinRoundTrip(other.m_watchWithinRoundTrip)
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpDynamicRecovery::GetName() const
{
    return "TcpDynamicRecovery";
}

Ptr<TcpTxBuffer>
TcpDynamicRecovery::FindSendBuffer(Ptr<const TcpSocketState> tcb)
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
    ObjectPtrContainerValue sockets;
    tcp->GetAttribute("SocketList", sockets);
    for (auto entry = sockets.Begin(); entry != sockets.End(); ++entry)
    {
        const auto socket = DynamicCast<TcpSocketBase>(entry->second);
        // Another class than ns-3's own may keep its books elsewhere.
        if (socket && socket->GetInstanceTypeId() == TcpSocketBase::GetTypeId() &&
            socket->GetRxBuffer() == tcb->m_rxBuffer)
        {
            return socket->GetTxBuffer();
        }
    }
    return nullptr;
}

uint64_t
TcpDynamicRecovery::GetSndNxt(Ptr<const TcpSocketState> tcb) const
{
    return m_una + std::max<int32_t>(0, tcb->m_highTxMark.Get() - tcb->m_lastAckedSeq);
}

uint32_t
TcpDynamicRecovery::GetOutstanding(Ptr<const TcpSocketState> tcb) const
{
    // ns-3's own socket counts a duplicate ACK only after it has set bytesInFlight.
    return m_sendBuffer ? m_sendBuffer->BytesInFlight() : tcb->m_bytesInFlight.Get();
}

void
TcpDynamicRecovery::HearCongestionStates(Ptr<TcpSocketState> tcb)
{
    m_states.Begin(tcb,
                   tcb->m_congState,
                   MakeCallback(&TcpDynamicRecovery::CongestionStateChanged, this));
}

DynamicRecovery::Loss
TcpDynamicRecovery::DescribeLoss(Ptr<const TcpSocketState> tcb,
                                 uint32_t dupAckCount,
                                 uint32_t unAckDataCount,
                                 uint32_t deliveredBytes) const
{
    DynamicRecovery::Loss loss;
    loss.sndNxt = m_una + unAckDataCount;
    loss.flightSize = unAckDataCount;
    loss.mss = tcb->m_segmentSize;
    loss.cwndLoss = losswindow::CwndAtLoss(tcb);
    loss.ssthresh = tcb->m_ssThresh;
    if (m_isEcn)
    {
        // The ACK with the echo counts as the first one of the deflation.
        loss.flightSize += deliveredBytes;
    }
    else
    {
        // Each duplicate ACK stands for a segment, and the lost one is gone as well. With SACK the
        // sender may know better; without, ns-3's own socket may have miscounted.
        const uint32_t outstanding = m_countsAcks ? unAckDataCount : GetOutstanding(tcb);
        const uint32_t gone = unAckDataCount - std::min(outstanding, unAckDataCount);
        loss.left = std::max<uint64_t>((dupAckCount + 1) * tcb->m_segmentSize, gone);
        // Limited transmit sends beyond the window, on each duplicate ACK but the last one.
        const uint64_t beyond = unAckDataCount - std::min<uint64_t>(unAckDataCount, loss.cwndLoss);
        const uint64_t answers = std::max(dupAckCount, 1U) - 1;
        loss.early = std::min(beyond, answers * tcb->m_segmentSize);
    }
    loss.leftCounts = !m_ignoreFirstDuplicates;
    if (m_deflateFromFlight)
    {
        loss.cwndLoss = std::min(loss.cwndLoss, loss.flightSize);
    }
    return loss;
}

void
TcpDynamicRecovery::BeginRecovery(Ptr<TcpSocketState> tcb,
                                  uint32_t dupAckCount,
                                  uint32_t unAckDataCount,
                                  uint32_t deliveredBytes)
{
    NS_LOG_FUNCTION(this << tcb << dupAckCount << unAckDataCount << deliveredBytes);
    if (!m_searched)
    {
        m_searched = true;
        m_sendBuffer = FindSendBuffer(tcb);
    }
    HearCongestionStates(tcb);
    m_isEcn = tcb->m_congState != TcpSocketState::CA_RECOVERY;
    m_countsAcks = (deliveredBytes == 0);
    m_retransmissionLost = false;
    m_lastAck = tcb->m_lastAckedSeq;
    m_una = FIRST_POSITION;
    m_roundStart = Simulator::Now();
    m_headSent = m_roundStart;
    m_isHeadAgain = false;

    const auto loss = DescribeLoss(tcb, dupAckCount, unAckDataCount, deliveredBytes);
    const auto laterLoss =
        m_literalRecoverDr ? DynamicRecovery::LaterLoss::UP_TO : DynamicRecovery::LaterLoss::ABOVE;
    m_law = DynamicRecovery({laterLoss, m_growInAnyCase, m_watchDeflationOnly});
    m_law.Begin(loss);
    if (m_isEcn && m_hearsProgress)
    {
        // ns-3's own socket calls ContinueRecovery() for this ACK.
        m_law.OnDelivered(m_countsAcks ? tcb->m_segmentSize : deliveredBytes);
    }
    SetWindow(tcb);
    NS_LOG_INFO("Dynamic recovery: from " << loss.cwndLoss << " to " << loss.ssthresh);
}

void
TcpDynamicRecovery::ContinueRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes)
{
    NS_LOG_FUNCTION(this << tcb << deliveredBytes);
    m_retransmissionLost = false;
    const int32_t advance = tcb->m_lastAckedSeq - m_lastAck;
    m_lastAck = tcb->m_lastAckedSeq;
    m_una += advance;
    // Where no deliveries are told, one segment has arrived for any ACK (RFC 6937, section 3).
    const uint32_t delivered = m_countsAcks ? tcb->m_segmentSize : deliveredBytes;
    if (m_isEcn)
    {
        m_law.OnDelivered(delivered);
    }
    else if (advance > 0)
    {
        HearPartial(tcb, delivered);
    }
    else
    {
        HearDuplicate(tcb, delivered);
    }
    SetWindow(tcb);
}

void
TcpDynamicRecovery::HearDuplicate(Ptr<TcpSocketState> tcb, uint32_t delivered)
{
    if (HasBufferFoundOut())
    {
        m_headSent = Simulator::Now();
        OnRetransmissionLost(tcb);
    }
    const bool tripPassed = m_watchWithinRoundTrip || HasTripPassed(tcb, m_headSent);
    if (!m_law.OnDuplicate(delivered, GetSndNxt(tcb), tripPassed))
    {
        return;
    }
    m_retransmissionLost = true;
    m_roundStart = Simulator::Now();
    m_headSent = m_roundStart;
    if (m_sendBuffer && m_sendBuffer->IsHeadRetransmitted())
    {
        m_sendBuffer->MarkHeadAsLost();
        m_isHeadAgain = false;
    }
    NS_LOG_INFO("The retransmission of " << tcb->m_lastAckedSeq << " was lost");
    m_lostRetransmission(tcb->m_lastAckedSeq);
}

void
TcpDynamicRecovery::HearPartial(Ptr<TcpSocketState> tcb, uint32_t delivered)
{
    m_law.OnPartial(m_una, delivered, GetSndNxt(tcb), EndRound(tcb));
    m_isHeadAgain = false;
    m_headSent = Simulator::Now();
}

bool
TcpDynamicRecovery::HasTripPassed(Ptr<const TcpSocketState> tcb, Time since)
{
    const Time elapsed = Simulator::Now() - since;
    return tcb->m_minRtt == Time::Max() || elapsed + TIMESTAMP_GRANULARITY >= tcb->m_minRtt;
}

bool
TcpDynamicRecovery::EndRound(Ptr<const TcpSocketState> tcb)
{
    const bool isOver = HasTripPassed(tcb, m_roundStart);
    if (isOver)
    {
        m_roundStart = Simulator::Now();
    }
    return isOver;
}

void
TcpDynamicRecovery::UpdateBytesSent(uint32_t bytesSent)
{
    m_law.OnSent(bytesSent);
}

bool
TcpDynamicRecovery::HasBufferFoundOut()
{
    // After ns-3.48 its buffer takes the mark of a retransmission back when it judges it lost.
    const bool wasAgain = m_isHeadAgain;
    m_isHeadAgain = m_sendBuffer && m_sendBuffer->IsHeadRetransmitted();
    return wasAgain && !m_isHeadAgain;
}

void
TcpDynamicRecovery::OnProgress(const Progress&)
{
    m_hearsProgress = true;
}

bool
TcpDynamicRecovery::TakeLostHead()
{
    return std::exchange(m_retransmissionLost, false);
}

void
TcpDynamicRecovery::OnRetransmissionLost(Ptr<TcpSocketState> tcb)
{
    NS_LOG_FUNCTION(this << tcb);
    m_law.OnLostRetransmission(GetSndNxt(tcb), EndRound(tcb));
    m_lostRetransmission(tcb->m_lastAckedSeq);
}

bool
TcpDynamicRecovery::RepairsRetransmissions() const
{
    return true;
}

bool
TcpDynamicRecovery::RepairsLaterLosses() const
{
    return true;
}

bool
TcpDynamicRecovery::ForgetsRecoveryPoint() const
{
    return m_forgetRecoveryPoint;
}

void
TcpDynamicRecovery::CongestionStateChanged(TcpSocketState::TcpCongState_t,
                                           TcpSocketState::TcpCongState_t newValue)
{
    if (newValue == TcpSocketState::CA_LOSS)
    {
        Renew();
    }
}

void
TcpDynamicRecovery::Renew()
{
    m_law.Clear();
    m_retransmissionLost = false;
    UpdateTraces();
}

void
TcpDynamicRecovery::SetWindow(Ptr<TcpSocketState> tcb)
{
    if (m_law.GetPhase() == DynamicRecovery::Phase::IDLE)
    {
        return;
    }
    // 32 bits hold both: what is released is less than what was outstanding.
    tcb->m_cWnd = GetOutstanding(tcb) + static_cast<uint32_t>(m_law.GetAllowance());
    tcb->m_cWndInfl = tcb->m_cWnd;
    UpdateTraces();
}

void
TcpDynamicRecovery::ExitRecovery(Ptr<TcpSocketState> tcb)
{
    NS_LOG_FUNCTION(this << tcb);
    // TcpScoreboardSocket ends a recovery first when its timer expires, and sets the window then.
    const bool isTimeout = tcb->m_congState == TcpSocketState::CA_RECOVERY;
    const auto cwndDr = static_cast<uint32_t>(m_law.End());
    if (!isTimeout)
    {
        if (!m_isEcn)
        {
            tcb->m_ssThresh = cwndDr;
        }
        tcb->m_cWnd = tcb->m_ssThresh.Get();
        tcb->m_cWndInfl = tcb->m_cWnd;
    }
    if (m_sendBuffer && m_countsAcks)
    {
        // Its marks of duplicate ACKs outlive the recovery and name segments that are in flight.
        m_sendBuffer->ResetRenoSack();
    }
    m_retransmissionLost = false;
    UpdateTraces();
}

void
TcpDynamicRecovery::UpdateTraces()
{
    m_cwndDr = static_cast<uint32_t>(m_law.GetCwndDr());
    m_phase = m_law.GetPhase();
}

Ptr<TcpRecoveryOps>
TcpDynamicRecovery::Fork()
{
    return CopyObject<TcpDynamicRecovery>(this);
}

std::ostream&
operator<<(std::ostream& os, DynamicRecovery::Phase phase)
{
    switch (phase)
    {
    case DynamicRecovery::Phase::IDLE:
        return os << "idle";
    case DynamicRecovery::Phase::DEFLATION:
        return os << "deflation";
    case DynamicRecovery::Phase::DETECTION:
        return os << "detection";
    }
    return os;
}

} // namespace ns3
