/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-transmission.h"

#include "socket-time.h"

#include "ns3/log.h"
#include "ns3/send-policy.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpTransmission");

TcpTransmission::TcpTransmission(const SenderVariables& variables,
                                 RetransmissionTimer& timer,
                                 Output& output,
                                 TimerSet& timers,
                                 ConnectionEffects& effects)
    : m_variables(variables),
      m_timer(timer),
      m_output(output),
      m_timers(timers),
      m_effects(effects),
      m_buffer(variables.buffer)
{
}

void
TcpTransmission::Start(LossRecoverySender& recovery)
{
    m_recovery = &recovery;
    m_sent = &recovery.GetSent();
}

void
TcpTransmission::SendAllowed(std::optional<uint32_t> idleWindow)
{
    if (idleWindow && GetUnacknowledged() == 0 && m_buffer.GetUnsent() > 0 && m_lastSent &&
        m_timers.GetNow() - *m_lastSent > m_timer.GetRto())
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
    if (m_buffer.GetSize() == 0 || m_recovery->GetProgress().AwaitsTimer() ||
        (tcb.m_pacing && m_effects.IsPaced() && m_timers.IsRunning(ConnectionTimer::PACING)))
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
    auto range = NextRepair(Occasion::WINDOW);
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
            range =
                NextRepair(m_buffer.GetUnsent() > 0 ? Occasion::NO_ROOM : Occasion::NO_NEW_DATA);
        }
    }
    return range;
}

std::optional<OctetRange>
TcpTransmission::NextRepair(Occasion occasion) const
{
    const auto range = m_recovery->Next(occasion);
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
        SendBuffer::SetLastSent(item, ToTime(m_timers.GetNow()));
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
    if (!m_timer.IsRunning() || isHeadLostAgain)
    {
        m_timer.Restart();
    }
    m_repeated += isRetransmission ? range.Size() : 0;
    m_output.SendData(payload, range, isRetransmission);
    AccountSent(range, isRetransmission, m_timers.GetNow());
    PaceAfter(range);
}

void
TcpTransmission::PaceAfter(OctetRange range)
{
    const auto& tcb = *m_variables.tcb;
    // ns-3's own socket makes the rate 0 when a SYN was lost and there is no round trip time yet.
    const DataRate rate = tcb.m_pacingRate.Get();
    if (tcb.m_pacing && m_effects.IsPaced() && !m_timers.IsRunning(ConnectionTimer::PACING) &&
        rate.GetBitRate() > 0)
    {
        m_timers.Set(ConnectionTimer::PACING,
                     m_timers.GetNow() + ToDuration(rate.CalculateBytesTxTime(range.Size())));
    }
}

void
TcpTransmission::AccountSent(OctetRange range, bool isRetransmission, TimerSet::Instant when)
{
    auto& tcb = *m_variables.tcb;
    m_recovery->OnSent(range, when);
    m_lastSent = when;
    const uint32_t outstanding = PublishInFlight();
    if (!isRetransmission)
    {
        m_newlySent.push_back(static_cast<uint32_t>(range.Size()));
        if (m_persist.OnNewData())
        {
            m_timers.Cancel(ConnectionTimer::PERSIST);
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
    if (const auto urgent = NextRepair(Occasion::AT_ONCE))
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
        range = NextRepair(Occasion::PROBE);
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
        m_timers.Cancel(ConnectionTimer::PERSIST);
    }
}

void
TcpTransmission::StartProbes()
{
    if (m_timers.IsRunning(ConnectionTimer::PERSIST) || m_buffer.GetSize() == 0)
    {
        return;
    }
    if (const auto wait = m_persist.Start(m_sendWindow.GetWindow() == 0,
                                          GetUnacknowledged() > 0,
                                          m_timer.GetRto(),
                                          ToDuration(m_variables.persistTimeout)))
    {
        m_timer.Wait(ConnectionTimer::PERSIST, *wait);
    }
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
    m_timer.Wait(ConnectionTimer::PERSIST, m_persist.OnProbeDue());
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
        m_persist.OnProbeSent(una, m_timers.GetNow());
    }
    else
    {
        const auto ordinal = m_sent->Find(una).ordinal;
        SendBuffer::SetLastSent(m_buffer.Find(ordinal), ToTime(m_timers.GetNow()));
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
    AccountSent(octet, false, probe->first);
    if (probe->first < probe->last)
    {
        AccountSent(octet, true, probe->last);
    }
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
