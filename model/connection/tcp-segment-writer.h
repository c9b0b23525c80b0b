/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SEGMENT_WRITER_H
#define TCP_SEGMENT_WRITER_H

#include "connection-effects.h"
#include "reused-option.h"
#include "tcp-data-receiver.h"
#include "tcp-ecn.h"

#include "ns3/sequence-number.h"
#include "ns3/syn-options.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"

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
    /// @param receiver says what is acknowledged @param ecn of the connection
    /// @param ackSent shows the highest ACK that was sent @param effects the way out
    TcpSegmentWriter(TcpDataReceiver& receiver,
                     TcpEcn& ecn,
                     SequenceNumber32& ackSent,
                     ConnectionEffects& effects);

    /// @brief What both ends have is known better. @param negotiated it
    void Adopt(const Negotiated& negotiated)
    {
        m_negotiated = negotiated;
    }

    /// @brief Send a SYN. @param flags SYN, perhaps with ACK and ECN's @param seq SEG.SEQ
    /// @param options of it @param compressed whether compressed offsets are offered, too
    void SendSyn(uint8_t flags, SequenceNumber32 seq, const SynOptions& options, bool compressed);

    /// @brief Send an ACK without data, with ECN's echo where it is due. @param seq SEG.SEQ
    void SendPureAck(SequenceNumber32 seq);

    /// @brief Send an ACK without data. @param flags ACK, perhaps with ECN's @param seq SEG.SEQ
    void SendPureAck(uint8_t flags, SequenceNumber32 seq);

    /// @brief Send an RST. @param seq SEG.SEQ @param hasAck whether it has an ACK
    void SendReset(SequenceNumber32 seq, bool hasAck);

    /// @brief Send a FIN without data. @param seq SEG.SEQ
    void SendFin(SequenceNumber32 seq);

    /// @brief Send an octet beyond the peer's window. @param payload it @param seq SEG.SEQ
    void SendProbe(const Ptr<Packet>& payload, SequenceNumber32 seq);

    /// @brief Send data. @param payload they @param seq SEG.SEQ @param flags beside ACK and ECN's
    /// echo @param isRetransmission whether they were sent before
    void SendData(const Ptr<Packet>& payload,
                  SequenceNumber32 seq,
                  uint8_t flags,
                  bool isRetransmission);

    /// @brief Data that fit a segment beside its options: one with the longest options is not to be
    /// cut by IP where others are not. @param mss octets of a full segment @return octets
    uint32_t GetPayloadRoom(uint32_t mss) const;

  private:
    /// @brief What all segments have. @param flags flags @param seq SEG.SEQ @return a header
    TcpHeader Begin(uint8_t flags, SequenceNumber32 seq);

    /// @brief Flags of an ACK. @return with ECN's echo where it is due
    uint8_t AckFlags()
    {
        return TcpHeader::ACK | m_ecn.GetEcho();
    }

    TcpDataReceiver& m_receiver;            //!< says what is acknowledged
    TcpEcn& m_ecn;                          //!< of the connection
    SequenceNumber32& m_ackSent;            //!< shows the highest ACK that was sent
    ConnectionEffects& m_effects;           //!< the way out
    Negotiated m_negotiated;                //!< what both ends have
    ReusedOption<TcpOptionTS> m_timestamps; //!< of the last segment
};

} // namespace ns3

#endif /* TCP_SEGMENT_WRITER_H */
