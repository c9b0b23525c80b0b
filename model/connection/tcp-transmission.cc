/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-transmission.h"

#include "socket-time.h"

#include "ns3/log.h"
#include "ns3/send-policy.h"
#include "ns3/simulator.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpTransmission");

TcpTransmission::TcpTransmission(const SenderVariables& variables,
                                 RetransmissionClock& clock,
                                 Output& output,
                                 ConnectionEffects& effects)
    : m_variables(variables),
      m_clock(clock),
      m_output(output),
      m_effects(effects),
      m_buffer(variables.buffer)
{
    m_pacingTimer.SetFunction(&ConnectionEffects::Expire, &m_effects);
    m_pacingTimer.SetArguments(ConnectionTimer::PACING);
}

TcpTransmission::~TcpTransmission()
{
    CancelTimers();
}

void
TcpTransmission::Start(LossRecovery& recovery)
{
    m_recovery = &recovery;
    m_sent = &recovery.GetSent();
}

void
TcpTransmission::SendAllowed(std::optional<uint32_t> idleWindow)
{
    if (idleWindow && GetUnacknowledged() == 0 && m_buffer.GetUnsent() > 0 &&
        m_lastSent.IsStrictlyPositive() && Simulator::Now() - m_lastSent > m_variables.rto.Get())
    {
        m_window->OnIdle(*idleWindow);
    }
    m_repeated = 0;
    while (m_output.IsOpen() && SendNext())
    {
    }
}

bool
TcpTransmission::SendNext()
{
    const auto& tcb = *m_variables.tcb;
    if (m_buffer.GetSize() == 0 || m_recovery->GetRecoveryState().AwaitsTimer() ||
        (tcb.m_pacing && m_effects.IsPaced() && m_pacingTimer.IsRunning()))
    {
        return false;
    }
    const auto range = NextOctets();
    // One segment may always go where no ACK is to come: a window below a segment would never open
    // again.
    if (!range ||
        (GetUnacknowledged() > 0 && m_recovery->GetOutstanding() + range->Size() > tcb.m_cWnd))
    {
        return false;
    }
    if (m_repeated > GetUnacknowledged())
    {
        m_effects.RefuseRecovery("Next() returned what OnSent() was told of, again and again, but "
                                 "must return octets once until an event");
    }
    Transmit(*range);
    return true;
}

std::optional<OctetRange>
TcpTransmission::NextOctets()
{
    auto range = NextRepair(SendOpportunity::WINDOW);
    if (!range)
    {
        m_effects.AskForData();
        if (!m_output.IsOpen())
        {
            return std::nullopt;
        }
        if (const auto fresh = NextNewData())
        {
            return fresh;
        }
        const bool isShut = m_sendWindow.GetRightEdge() <= m_sent->GetNxt();
        if (m_buffer.GetUnsent() == 0 || isShut)
        {
            range = NextRepair(m_buffer.GetUnsent() > 0 ? SendOpportunity::NO_ROOM
                                                        : SendOpportunity::NO_NEW_DATA);
        }
    }
    return range;
}

std::optional<OctetRange>
TcpTransmission::NextRepair(SendOpportunity opportunity) const
{
    const auto range = m_recovery->Next(opportunity);
    if (!range)
    {
        return std::nullopt;
    }
    const auto una = m_sent->GetUna();
    const auto nxt = m_sent->GetNxt();
    if (range->begin >= range->end || range->begin < una || range->begin >= nxt)
    {
        std::ostringstream fault;
        fault << "Next() returned [" << range->begin << ", " << range->end
              << "), but must return octets that were sent and are not acknowledged, of [" << una
              << ", " << nxt << ')';
        m_effects.RefuseRecovery(fault.str());
    }
    return CutToSegment(*range);
}

std::optional<OctetRange>
TcpTransmission::NextNewData() const
{
    const auto nxt = m_sent->GetNxt();
    const uint64_t edge = m_sendWindow.GetRightEdge();
    SendPolicy policy;
    policy.unsent = m_buffer.GetUnsent();
    policy.room = edge > nxt ? edge - nxt : 0;
    policy.largest = m_sendWindow.GetLargest();
    policy.mss = m_variables.tcb->m_segmentSize;
    policy.payload = m_output.GetPayloadRoom();
    policy.outstanding = GetUnacknowledged() > 0;
    policy.noDelay = m_variables.noDelay;
    policy.overrides = m_persist.IsOverriding();
    const auto size = policy.GetSize();
    return size > 0 ? std::optional(OctetRange{nxt, nxt + size}) : std::nullopt;
}

Ptr<Packet>
TcpTransmission::TakePayload(OctetRange& range)
{
    const auto& control = m_variables.control;
    const bool isStart = m_recovery->GetOutstanding() == 0;
    if (isStart)
    {
        control->CwndEvent(m_variables.tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    const auto& sent = *m_sent;
    const bool isNew = range.begin >= sent.GetNxt();
    auto& item = isNew ? m_buffer.TakeUnsent(static_cast<uint32_t>(range.Size()))
                       : m_buffer.Find(sent.Find(range.begin).ordinal);
    if (!isNew)
    {
        range = CutToSegment(range);
        SendBuffer::SetLastSent(item, Simulator::Now());
    }
    if (control->HasCongControl())
    {
        m_variables.rates->SkbSent(&item, isStart);
    }
    return isNew ? item.GetPacketCopy() : Copy(range);
}

Ptr<Packet>
TcpTransmission::Copy(OctetRange range) const
{
    const auto& sent = *m_sent;
    // An ACK may have cut the front off the segment, in the buffer as in the ledger.
    const auto packet = m_buffer.Find(sent.Find(range.begin).ordinal).GetPacketCopy();
    const auto whole = sent.GetWhole(range.begin);
    return range == whole ? packet
                          : packet->CreateFragment(range.begin - whole.begin, range.Size());
}

OctetRange
TcpTransmission::CutToSegment(OctetRange range) const
{
    return {range.begin, std::min(range.end, m_sent->GetWhole(range.begin).end)};
}

void
TcpTransmission::Transmit(OctetRange range)
{
    NS_LOG_FUNCTION(this << range.begin << range.end);
    const auto& sent = *m_sent;
    const bool isRetransmission = range.begin < sent.GetNxt();
    // Sent again before: the timer that runs is that of the retransmission which was lost.
    const bool isHeadLostAgain =
        isRetransmission && range.begin == sent.GetUna() && sent.Find(range.begin).ambiguous;
    const auto payload = TakePayload(range);
    if (!m_clock.IsRunning() || isHeadLostAgain)
    {
        m_clock.Restart();
    }
    m_repeated += isRetransmission ? range.Size() : 0;
    m_output.SendData(payload, range, isRetransmission);
    AccountSent(range, isRetransmission, Simulator::Now());
    PaceAfter(range);
}

void
TcpTransmission::PaceAfter(OctetRange range)
{
    const auto& tcb = *m_variables.tcb;
    // ns-3's own socket makes the rate 0 when a SYN was lost and there is no round trip time yet.
    const DataRate rate = tcb.m_pacingRate.Get();
    if (tcb.m_pacing && m_effects.IsPaced() && m_pacingTimer.IsExpired() && rate.GetBitRate() > 0)
    {
        m_pacingTimer.Schedule(rate.CalculateBytesTxTime(range.Size()));
    }
}

void
TcpTransmission::AccountSent(OctetRange range, bool isRetransmission, Time when)
{
    auto& tcb = *m_variables.tcb;
    m_recovery->OnSent(range, ToDuration(when));
    m_lastSent = when;
    const uint32_t outstanding = PublishInFlight();
    if (!isRetransmission)
    {
        m_newlySent.push_back(static_cast<uint32_t>(range.Size()));
        if (m_persist.OnNewData())
        {
            m_persistEvent.Cancel();
        }
        tcb.m_nextTxSequence = ToSequence(range.end);
        tcb.m_highTxMark = ToSequence(range.end);
    }
    m_window->OnSent(static_cast<uint32_t>(range.Size()));
    const bool isFull = tcb.m_cWnd < outstanding + tcb.m_segmentSize;
    ns3compat::SetCwndLimited(tcb, isFull || m_window->MayOpenInSlowStart(), 0);
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
}

void
TcpTransmission::SendUrgent()
{
    if (const auto urgent = NextRepair(SendOpportunity::AT_ONCE))
    {
        auto& tcb = *m_variables.tcb;
        const SequenceNumber32 next = tcb.m_nextTxSequence;
        Transmit(*urgent);
        tcb.m_nextTxSequence = next;
    }
}

void
TcpTransmission::SendTailProbe()
{
    m_effects.AskForData();
    if (!m_output.IsOpen())
    {
        return;
    }
    auto range = NextNewData();
    if (!range)
    {
        range = NextRepair(SendOpportunity::PROBE);
    }
    if (range)
    {
        Transmit(*range);
    }
}

void
TcpTransmission::OnWindow(bool closed)
{
    if (m_persist.OnWindow(closed))
    {
        m_persistEvent.Cancel();
    }
}

void
TcpTransmission::StartProbes()
{
    if (!m_persistEvent.IsExpired() || m_buffer.GetSize() == 0)
    {
        return;
    }
    if (const auto wait = m_persist.Start(m_sendWindow.GetWindow() == 0,
                                          GetUnacknowledged() > 0,
                                          ToDuration(m_variables.rto.Get()),
                                          ToDuration(m_variables.persistTimeout)))
    {
        SchedulePersist(*wait);
    }
}

void
TcpTransmission::SchedulePersist(PersistTimer::Instant wait)
{
    m_persistEvent = Simulator::Schedule(m_clock.RoundUp(ToTime(wait)),
                                         &ConnectionEffects::Expire,
                                         &m_effects,
                                         ConnectionTimer::PERSIST);
}

bool
TcpTransmission::OnPersistTimer()
{
    if (m_buffer.GetSize() == 0)
    {
        return false;
    }
    if (m_sendWindow.GetWindow() > 0)
    {
        m_persist.Override();
        return true;
    }
    SendProbe();
    SchedulePersist(m_persist.OnProbeDue());
    return false;
}

void
TcpTransmission::SendProbe()
{
    const auto una = m_sent->GetUna();
    const bool idle = GetUnacknowledged() == 0;
    // Not sent for good: the peer may take it or not, see ReadProbe().
    const auto payload = idle ? m_buffer.PeekUnsent() : Copy({una, una + 1});
    if (idle)
    {
        m_persist.OnProbeSent(una, ToDuration(Simulator::Now()));
    }
    else
    {
        const auto ordinal = m_sent->Find(una).ordinal;
        SendBuffer::SetLastSent(m_buffer.Find(ordinal), Simulator::Now());
        m_recovery->NoteProbe(una);
    }
    m_output.SendProbe(payload, una);
}

void
TcpTransmission::ReadProbe(uint64_t ack, bool isAnswer)
{
    const auto probe = m_persist.GetProbe();
    if (!probe || ack != probe->position + 1)
    {
        if (isAnswer)
        {
            m_persist.OnAnswer();
        }
        return;
    }
    OctetRange octet{probe->position, probe->position + 1};
    TakePayload(octet);
    SendBuffer::SetSent(m_buffer.Find(m_sent->GetNextOrdinal()),
                        ToTime(probe->first),
                        ToTime(probe->last));
    AccountSent(octet, false, ToTime(probe->first));
    if (probe->first < probe->last)
    {
        AccountSent(octet, true, ToTime(probe->last));
    }
}

void
TcpTransmission::CancelTimers()
{
    m_persistEvent.Cancel();
    m_pacingTimer.Cancel();
}

TcpTransmission::Sizes
TcpTransmission::TakeNewlySent()
{
    return std::exchange(m_newlySent, {});
}

uint64_t
TcpTransmission::GetUnacknowledged() const
{
    if (!m_sent)
    {
        return 0;
    }
    return m_sent->GetNxt() - m_sent->GetUna();
}

uint32_t
TcpTransmission::PublishInFlight() const
{
    const uint32_t outstanding =
        m_recovery ? static_cast<uint32_t>(m_recovery->GetOutstanding()) : 0;
    m_variables.tcb->m_bytesInFlight = outstanding;
    return outstanding;
}

} // namespace ns3
