/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-segment-check.h"

#include "ns3/sequence-position.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// The period in which challenge ACKs are counted (RFC 5961, section 7).
constexpr auto CHALLENGE_PERIOD = std::chrono::seconds(5);

/// What the clock of a peer's timestamps ticks in 10 ms, at most: 1200 Hz, as Linux has it.
constexpr int64_t TICKS_PER_10_MS = 12;
} // namespace

TcpSegmentCheck::TcpSegmentCheck(const TcpHandshake& handshake,
                                 const TcpDataSender& sender,
                                 const TcpDataReceiver& receiver,
                                 const TimerSet& timers,
                                 uint32_t challenges)
    : m_handshake(handshake),
      m_sender(sender),
      m_receiver(receiver),
      m_timers(timers),
      m_challenges(challenges, CHALLENGE_PERIOD)
{
}

SegmentAcceptance::Segment
TcpSegmentCheck::Describe(const Packet& packet, const TcpHeader& header) const
{
    const auto una = m_sender.GetRecovery() ? m_sender.GetUna() : m_handshake.GetIss();
    const auto flags = header.GetFlags();
    SegmentAcceptance::Segment segment;
    segment.seq =
        UnwrapSequence(m_receiver.GetBuffer().GetNext(), header.GetSequenceNumber().GetValue());
    segment.size = packet.GetSize();
    segment.syn = flags & TcpHeader::SYN;
    segment.fin = flags & TcpHeader::FIN;
    segment.rst = flags & TcpHeader::RST;
    segment.hasAck = flags & TcpHeader::ACK;
    segment.ack = UnwrapSequence(una, header.GetAckNumber().GetValue());
    const auto& agreed = m_handshake.GetNegotiated();
    segment.changesWindow = m_sender.GetTransmission().GetSendWindow().WouldChange(
        segment.seq,
        segment.ack,
        uint64_t{header.GetWindowSize()} << agreed.peerScale,
        una);
    if (agreed.timestamps)
    {
        if (const auto timestamp = SynOptions::ReadTimestamp(header))
        {
            segment.timestamp = timestamp->value;
            segment.echo = timestamp->echo;
        }
    }
    return segment;
}

SegmentAcceptance::Connection
TcpSegmentCheck::Describe() const
{
    const auto& received = m_receiver.GetBuffer();
    SegmentAcceptance::Connection connection;
    connection.rcvNxt = received.GetNext();
    connection.rcvWnd = received.GetWindow();
    connection.sndUna = m_handshake.GetIss();
    connection.sndNxt = connection.sndUna + 1;
    const auto& transmission = m_sender.GetTransmission();
    if (m_sender.GetRecovery())
    {
        connection.sndUna = m_sender.GetUna();
        connection.sndNxt = m_sender.GetNxt() + transmission.GetProbed();
    }
    connection.maxWindow = transmission.GetSendWindow().GetLargest();
    connection.timestamps = m_handshake.GetNegotiated().timestamps;
    connection.tsRecent = m_receiver.GetTimestamps().GetRecent(m_timers.GetNow());
    connection.tsReplay = static_cast<uint32_t>(std::min<int64_t>(
        std::chrono::floor<std::chrono::milliseconds>(m_sender.GetTimer().GetRto()).count() *
            TICKS_PER_10_MS / 10,
        INT32_MAX));
    return connection;
}

bool
TcpSegmentCheck::PermitChallenge()
{
    return m_challenges.Permit(m_timers.GetNow());
}

} // namespace ns3
