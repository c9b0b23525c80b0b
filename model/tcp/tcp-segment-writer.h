/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SEGMENT_WRITER_H
#define TCP_SEGMENT_WRITER_H

#include "connection-effects.h"
#include "tcp-data-receiver.h"
#include "tcp-ecn.h"
#include "tcp-handshake.h"

#include "ns3/segment-fields.h"
#include "ns3/timer-set.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Writes a connection's segments: numbers, flags, window, timestamps, SACK blocks.
 *
 * Whatever goes with an ACK acknowledges all that is here.
 */
class TcpSegmentWriter
{
  public:
    /// @param receiver says what is acknowledged @param ecn of the connection @param timers the
    /// clock @param effects the way out
    TcpSegmentWriter(TcpDataReceiver& receiver,
                     TcpEcn& ecn,
                     const TimerSet& timers,
                     ConnectionEffects& effects);

    /// What both ends have is known better.
    void Adopt(const Negotiated& negotiated)
    {
        m_negotiated = negotiated;
    }

    /// Send the SYN of a handshake, perhaps with ACK and ECN's flags.
    void SendSyn(uint8_t flags, TcpHandshake& handshake);

    /// Send an ACK without data, with ECN's echo where it is due.
    void SendPureAck(uint64_t position);

    /// Send an ACK without data; the flags may have ECN's.
    void SendPureAck(uint8_t flags, uint64_t position);

    /// Send an RST.
    void SendReset(uint64_t position, bool hasAck);

    /// Send a FIN without data.
    void SendFin(uint64_t position);

    /// Send an octet beyond the peer's window.
    void SendProbe(uint64_t position);

    /// Send data, with these flags beside ACK and ECN's echo.
    void SendData(OctetRange range, uint8_t flags, bool isRetransmission);

    /// @return octets of data that fit a segment beside its options, at most @p mss: a segment with
    /// the longest options is not to be cut by IP where others are not
    uint32_t GetPayloadRoom(uint32_t mss) const
    {
        constexpr uint32_t MAX_OPTIONS = SegmentFields::MAX_OPTIONS;
        const uint32_t most = m_negotiated.maxTcpOctets;
        if (!m_negotiated.sack || !m_receiver.HasReport() || most >= mss + MAX_OPTIONS)
        {
            return mss;
        }
        return std::clamp(most - std::min(most, MAX_OPTIONS), 1U, mss);
    }

  private:
    /// Send what has no data, with what SACK reports (RFC 2018, section 4: all ACKs do).
    void SendWithBlocks(OutgoingSegment segment);

    /// @return a segment with what all have; its number is a position modulo 2^32
    OutgoingSegment Begin(SegmentKind kind, uint8_t flags, uint64_t position);

    /// @brief Flags of an ACK. @return with ECN's echo where it is due
    uint8_t AckFlags()
    {
        return SegmentFields::ACK | m_ecn.GetEcho();
    }

    TcpDataReceiver& m_receiver;  //!< says what is acknowledged
    TcpEcn& m_ecn;                //!< of the connection
    const TimerSet& m_timers;     //!< the clock
    ConnectionEffects& m_effects; //!< the way out
    Negotiated m_negotiated;      //!< what both ends have
};

} // namespace ns3

#endif /* TCP_SEGMENT_WRITER_H */
