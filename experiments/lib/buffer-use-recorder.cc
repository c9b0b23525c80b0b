/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "buffer-use-recorder.h"

#include "ns3/abort.h"
#include "ns3/protocol-numbers.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <ctime>

namespace ns3::tcplossy
{

namespace
{
using protocolnumbers::BITS_PER_OCTET;
} // namespace

BufferUseRecorder::BufferUseRecorder(Time from)
    : m_from(from)
{
    Simulator::Schedule(from, &BufferUseRecorder::Begin, this);
}

void
BufferUseRecorder::RecordSocket(Ptr<Socket> socket)
{
    NS_ABORT_MSG_UNLESS(DynamicCast<TcpSocketBase>(socket),
                        "BufferUseRecorder: the socket is no TCP socket");
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&BufferUseRecorder::Sent, this));
    socket->TraceConnectWithoutContext("Rx", MakeCallback(&BufferUseRecorder::Acknowledged, this));
    socket->TraceConnectWithoutContext(
        "CongState",
        MakeCallback(&BufferUseRecorder::CongestionStateChanged, this));
}

void
BufferUseRecorder::RecordQueue(Ptr<Queue<Packet>> queue)
{
    NS_ABORT_MSG_UNLESS(queue, "BufferUseRecorder: the queue must not be null");
    queue->TraceConnectWithoutContext("Drop", MakeCallback(&BufferUseRecorder::Dropped, this));
}

BufferUseRecorder::Mark
BufferUseRecorder::MakeMark() const
{
    return {Simulator::Now(), m_delivered, static_cast<double>(std::clock()) / CLOCKS_PER_SEC};
}

bool
BufferUseRecorder::IsMeasured() const
{
    return Simulator::Now() >= m_from;
}

void
BufferUseRecorder::Begin()
{
    m_begin = MakeMark();
    m_largest = m_sending ? m_highest - m_una : 0;
}

void
BufferUseRecorder::Finish()
{
    m_finish = MakeMark();
}

void
BufferUseRecorder::Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    const auto begin = header.GetSequenceNumber();
    if (!m_sending)
    {
        m_sending = true;
        m_una = m_highest = begin;
    }
    m_retransmissions += (begin < m_highest && IsMeasured()) ? 1 : 0;
    m_highest = std::max(m_highest, begin + packet->GetSize());
    if (IsMeasured())
    {
        m_largest = std::max<uint64_t>(m_largest, m_highest - m_una);
    }
}

void
BufferUseRecorder::Acknowledged(Ptr<const Packet>,
                                const TcpHeader& header,
                                Ptr<const TcpSocketBase>)
{
    // The FIN has a number, too, and is no data.
    const auto ack = std::min(header.GetAckNumber(), m_highest);
    const bool isNew = (header.GetFlags() & TcpHeader::ACK) && m_sending && ack > m_una;
    if (!isNew)
    {
        return;
    }
    m_delivered += ack - m_una;
    m_una = ack;
    if (m_episodeEnd && ack >= *m_episodeEnd)
    {
        m_episodeEnd.reset();
        if (IsMeasured())
        {
            m_lastEnd = MakeMark();
            m_firstEnd = (m_ends == 0) ? m_lastEnd : m_firstEnd;
            ++m_ends;
        }
    }
}

void
BufferUseRecorder::CongestionStateChanged(TcpSocketState::TcpCongState_t,
                                          TcpSocketState::TcpCongState_t newValue)
{
    const bool isRecovery = (newValue == TcpSocketState::CA_RECOVERY);
    const bool isTimeout = (newValue == TcpSocketState::CA_LOSS);
    if (!isRecovery && !isTimeout)
    {
        return;
    }
    if (IsMeasured())
    {
        m_recoveries += isRecovery ? 1 : 0;
        m_timeouts += isTimeout ? 1 : 0;
    }
    if (!m_episodeEnd)
    {
        m_episodeEnd = m_highest;
    }
}

void
BufferUseRecorder::Dropped(Ptr<const Packet>)
{
    m_drops += IsMeasured() ? 1 : 0;
}

std::pair<BufferUseRecorder::Mark, BufferUseRecorder::Mark>
BufferUseRecorder::GetMarks() const
{
    if (GetCycles() > 0)
    {
        return {m_firstEnd, m_lastEnd};
    }
    return {m_begin, m_finish.value_or(m_begin)};
}

uint64_t
BufferUseRecorder::GetLargestUnacknowledged() const
{
    return m_largest;
}

uint64_t
BufferUseRecorder::GetRetransmissions() const
{
    return m_retransmissions;
}

uint64_t
BufferUseRecorder::GetDrops() const
{
    return m_drops;
}

uint64_t
BufferUseRecorder::GetRecoveries() const
{
    return m_recoveries;
}

uint64_t
BufferUseRecorder::GetTimeouts() const
{
    return m_timeouts;
}

uint64_t
BufferUseRecorder::GetCycles() const
{
    return m_ends > 0 ? m_ends - 1 : 0;
}

uint64_t
BufferUseRecorder::GetDeliveredOctets() const
{
    const auto [first, last] = GetMarks();
    return last.delivered - first.delivered;
}

Time
BufferUseRecorder::GetInterval() const
{
    const auto [first, last] = GetMarks();
    return last.time - first.time;
}

double
BufferUseRecorder::GetCpuSeconds() const
{
    const auto [first, last] = GetMarks();
    return last.cpuSeconds - first.cpuSeconds;
}

double
BufferUseRecorder::GetGoodput() const
{
    const auto interval = GetInterval();
    return interval.IsZero() ? 0.0 : GetDeliveredOctets() * BITS_PER_OCTET / interval.GetSeconds();
}

} // namespace ns3::tcplossy
