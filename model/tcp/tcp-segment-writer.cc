/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-segment-writer.h"

#include "ns3/receiver-rules.h"

namespace ns3
{

namespace
{
/// Octets of which a header is a multiple.
constexpr uint32_t HEADER_WORD = 4;

/// Octets of the shortest report: a SACK option with one block (RFC 2018, section 3).
constexpr uint32_t MIN_BLOCKS = 12;
} // namespace

TcpSegmentWriter::TcpSegmentWriter(TcpDataReceiver& receiver,
                                   TcpEcn& ecn,
                                   const TimerSet& timers,
                                   ConnectionEffects& effects)
    : m_receiver(receiver),
      m_ecn(ecn),
      m_timers(timers),
      m_effects(effects)
{
}

OutgoingSegment
TcpSegmentWriter::Begin(SegmentKind kind, uint8_t flags, uint64_t position)
{
    const auto next = m_receiver.GetBuffer().GetNext();
    auto& echo = m_receiver.GetTimestamps();
    OutgoingSegment segment;
    segment.kind = kind;
    auto& header = segment.header;
    header.flags = flags;
    header.sequence = static_cast<uint32_t>(position);
    if (flags & SegmentFields::ACK)
    {
        header.acknowledgment = static_cast<uint32_t>(next);
    }
    header.window = m_receiver.AdvertiseWindow(!(flags & SegmentFields::SYN));
    if (m_negotiated.timestamps)
    {
        header.timestamps = {ToTimestamp(m_timers.GetNow()), echo.GetEcho()};
    }
    echo.OnAckSent(next);
    return segment;
}

void
TcpSegmentWriter::SendSyn(uint8_t flags, TcpHandshake& handshake)
{
    const bool isAnswer = flags & SegmentFields::ACK;
    auto segment =
        Begin(isAnswer ? SegmentKind::SYN_ACK : SegmentKind::SYN, flags, handshake.GetIss());
    handshake.AddOptions(segment.header);
    if (handshake.WantsCompressed())
    {
        m_receiver.GetSackExchange().AddPermission(segment.header);
    }
    m_effects.Emit(segment);
}

void
TcpSegmentWriter::SendPureAck(uint64_t position)
{
    SendPureAck(AckFlags(), position);
}

void
TcpSegmentWriter::SendPureAck(uint8_t flags, uint64_t position)
{
    SendWithBlocks(Begin(SegmentKind::PURE_ACK, flags, position));
}

void
TcpSegmentWriter::SendWithBlocks(OutgoingSegment segment)
{
    if (m_negotiated.sack)
    {
        m_receiver.AddBlocks(segment.header);
    }
    m_receiver.OnAckSent();
    m_effects.Emit(segment);
}

void
TcpSegmentWriter::SendReset(uint64_t position, bool hasAck)
{
    const uint8_t flags = SegmentFields::RST | (hasAck ? SegmentFields::ACK : 0);
    m_effects.Emit(Begin(SegmentKind::RESET, flags, position));
}

void
TcpSegmentWriter::SendFin(uint64_t position)
{
    SendWithBlocks(Begin(SegmentKind::FIN, AckFlags() | SegmentFields::FIN, position));
}

void
TcpSegmentWriter::SendProbe(uint64_t position)
{
    auto segment = Begin(SegmentKind::WINDOW_PROBE, AckFlags(), position);
    segment.payload = {position, position + 1};
    m_effects.Emit(segment);
}

void
TcpSegmentWriter::SendData(OctetRange range, uint8_t flags, bool isRetransmission)
{
    m_receiver.OnAckSent();
    auto segment = Begin(isRetransmission ? SegmentKind::RETRANSMISSION : SegmentKind::DATA,
                         AckFlags() | flags,
                         range.begin);
    segment.payload = range;
    // What is sent again keeps its size, and may leave room for some blocks or none.
    const auto taken = static_cast<uint32_t>(segment.header.GetPaddedOptionsSize() + range.Size());
    const uint32_t most = m_negotiated.maxTcpOctets;
    if (m_negotiated.sack && taken + MIN_BLOCKS <= most)
    {
        m_receiver.AddBlocks(segment.header, (most - taken) / HEADER_WORD * HEADER_WORD);
    }
    m_effects.Emit(segment);
}

} // namespace ns3
