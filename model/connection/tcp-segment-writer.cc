/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-segment-writer.h"

#include "connection-effects.h"

#include "ns3/buffer.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"

#include <algorithm>

namespace ns3
{

void
SynOptions::Append(TcpHeader& syn) const
{
    if (mss)
    {
        const auto option = CreateObject<TcpOptionMSS>();
        option->SetMSS(*mss);
        syn.AppendOption(option);
    }
    if (scale)
    {
        const auto option = CreateObject<TcpOptionWinScale>();
        option->SetScale(*scale);
        syn.AppendOption(option);
    }
    if (sackPermitted)
    {
        syn.AppendOption(CreateObject<TcpOptionSackPermitted>());
    }
}

using ns3compat::PacketKind;

namespace
{
/// Octets of a TCP header without options, and of the longest options.
constexpr uint32_t HEADER_OCTETS = 20;
constexpr uint32_t MAX_OPTIONS = 40;
constexpr uint32_t HEADER_WORD = 4; ///< a header is made of whole ones

/// Octets of the shortest report: a SACK option with one block (RFC 2018, section 3).
constexpr uint32_t MIN_BLOCKS = 12;
} // namespace

TcpSegmentWriter::TcpSegmentWriter(TcpDataReceiver& receiver,
                                   TcpEcn& ecn,
                                   SequenceNumber32& ackSent,
                                   const TimerSet& timers,
                                   ConnectionEffects& effects)
    : m_receiver(receiver),
      m_ecn(ecn),
      m_ackSent(ackSent),
      m_timers(timers),
      m_effects(effects)
{
}

TcpHeader
TcpSegmentWriter::Begin(uint8_t flags, SequenceNumber32 seq)
{
    const auto next = m_receiver.GetBuffer().GetNext();
    auto& echo = m_receiver.GetTimestamps();
    TcpHeader header;
    header.SetFlags(flags);
    header.SetSequenceNumber(seq);
    if (flags & TcpHeader::ACK)
    {
        // Not what ns-3's receive buffer says: DCTCP sets that back to acknowledge what came before
        // a mark (RFC 8257, section 3.2), and the receiver's own buffer holds just that much then.
        m_ackSent = ToSequence(next);
        header.SetAckNumber(m_ackSent);
    }
    header.SetWindowSize(m_receiver.OfferWindow(!(flags & TcpHeader::SYN)));
    if (m_negotiated.timestamps)
    {
        const auto timestamps = m_timestamps.Get();
        timestamps->SetTimestamp(ToTimestamp(m_timers.GetNow()));
        timestamps->SetEcho(echo.GetEcho());
        header.AppendOption(timestamps);
    }
    echo.OnAckSent(next);
    return header;
}

void
TcpSegmentWriter::SendSyn(uint8_t flags,
                          SequenceNumber32 seq,
                          const SynOptions& options,
                          bool compressed)
{
    auto header = Begin(flags, seq);
    options.Append(header);
    if (compressed)
    {
        m_receiver.GetSackExchange().AddPermission(header);
    }
    const bool isAnswer = flags & TcpHeader::ACK;
    m_effects.Emit(Create<Packet>(), header, isAnswer ? PacketKind::SYN_ACK : PacketKind::SYN);
}

void
TcpSegmentWriter::SendPureAck(SequenceNumber32 seq)
{
    SendPureAck(AckFlags(), seq);
}

void
TcpSegmentWriter::SendPureAck(uint8_t flags, SequenceNumber32 seq)
{
    auto header = Begin(flags, seq);
    if (m_negotiated.sack)
    {
        m_receiver.AddBlocks(header);
    }
    m_receiver.OnAckSent();
    m_effects.Emit(Create<Packet>(), header, PacketKind::PURE_ACK);
}

void
TcpSegmentWriter::SendReset(SequenceNumber32 seq, bool hasAck)
{
    auto header = Begin(TcpHeader::RST | (hasAck ? TcpHeader::ACK : 0), seq);
    m_effects.Emit(Create<Packet>(), header, PacketKind::RESET);
}

void
TcpSegmentWriter::SendFin(SequenceNumber32 seq)
{
    m_receiver.OnAckSent();
    auto header = Begin(AckFlags() | TcpHeader::FIN, seq);
    m_effects.Emit(Create<Packet>(), header, PacketKind::FIN);
}

void
TcpSegmentWriter::SendProbe(const Ptr<Packet>& payload, SequenceNumber32 seq)
{
    auto header = Begin(TcpHeader::ACK, seq);
    m_effects.Emit(payload, header, PacketKind::WINDOW_PROBE);
}

void
TcpSegmentWriter::SendData(const Ptr<Packet>& payload,
                           SequenceNumber32 seq,
                           uint8_t flags,
                           bool isRetransmission)
{
    m_receiver.OnAckSent();
    auto header = Begin(AckFlags() | flags, seq);
    // What is sent again keeps its size, and may leave room for some blocks or none.
    const uint32_t taken = header.GetSerializedSize() - HEADER_OCTETS + payload->GetSize();
    const uint32_t most = m_negotiated.maxTcpOctets;
    if (m_negotiated.sack && taken + MIN_BLOCKS <= most)
    {
        m_receiver.AddBlocks(header, (most - taken) / HEADER_WORD * HEADER_WORD);
    }
    m_effects.Emit(payload,
                   header,
                   isRetransmission ? PacketKind::RETRANSMISSION : PacketKind::DATA);
}

uint32_t
TcpSegmentWriter::GetPayloadRoom(uint32_t mss) const
{
    const uint32_t most = m_negotiated.maxTcpOctets;
    if (!m_negotiated.sack || !m_receiver.HasReport() || most >= mss + MAX_OPTIONS)
    {
        return mss;
    }
    return std::clamp(most - std::min(most, MAX_OPTIONS), 1U, mss);
}

} // namespace ns3
