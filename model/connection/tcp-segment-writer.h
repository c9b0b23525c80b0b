/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SEGMENT_WRITER_H
#define TCP_SEGMENT_WRITER_H

#include "connection-effects.h"
#include "tcp-data-receiver.h"
#include "tcp-ecn.h"

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The options of our SYN, but timestamps: what this end has.
 */
struct SynOptions
{
    std::optional<uint16_t> mss;  //!< largest segment that it takes (RFC 9293, section 3.7.1)
    std::optional<uint8_t> scale; //!< window scale (RFC 7323, section 2), if it scales
    bool sackPermitted{false};    //!< the sender reads SACK (RFC 2018, section 2)

    /// Write the options, except the timestamp, into the header of a SYN.
    void Append(TcpHeader& syn) const;
};

/**
 * @ingroup tcp-lossy
 *
 * @brief One object for the options of many headers, since to make one costs more than all else
 * that is done for a segment in a socket.
 *
 * Whoever keeps a header keeps its options: then the next one gets another object.
 * @tparam Option a TcpOption
 */
template <class Option>
class ReusedOption
{
  public:
    /// @return an option that nobody else has, with what it said last
    Ptr<Option> Get()
    {
        if (!m_option || m_option->GetReferenceCount() > 1)
        {
            m_option = CreateObject<Option>();
        }
        return m_option;
    }

  private:
    Ptr<Option> m_option; //!< used last
};

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
    /// @param receiver says what is acknowledged @param ecn of the connection @param ackSent shows
    /// the highest ACK that was sent @param timers the clock @param effects the way out
    TcpSegmentWriter(TcpDataReceiver& receiver,
                     TcpEcn& ecn,
                     SequenceNumber32& ackSent,
                     const TimerSet& timers,
                     ConnectionEffects& effects);

    /// What both ends have is known better.
    void Adopt(const Negotiated& negotiated)
    {
        m_negotiated = negotiated;
    }

    /// Send a SYN, perhaps with ACK and ECN's flags; @p compressed offers compressed offsets, too.
    void SendSyn(uint8_t flags, SequenceNumber32 seq, const SynOptions& options, bool compressed);

    /// Send an ACK without data, with ECN's echo where it is due.
    void SendPureAck(SequenceNumber32 seq);

    /// Send an ACK without data; the flags may have ECN's.
    void SendPureAck(uint8_t flags, SequenceNumber32 seq);

    /// Send an RST.
    void SendReset(SequenceNumber32 seq, bool hasAck);

    /// Send a FIN without data.
    void SendFin(SequenceNumber32 seq);

    /// Send an octet beyond the peer's window.
    void SendProbe(const Ptr<Packet>& payload, SequenceNumber32 seq);

    /// Send data, with these flags beside ACK and ECN's echo.
    void SendData(const Ptr<Packet>& payload,
                  SequenceNumber32 seq,
                  uint8_t flags,
                  bool isRetransmission);

    /// @return octets of data that fit a segment beside its options, at most @p mss: a segment with
    /// the longest options is not to be cut by IP where others are not
    uint32_t GetPayloadRoom(uint32_t mss) const;

  private:
    /// @return a header with what all segments have
    TcpHeader Begin(uint8_t flags, SequenceNumber32 seq);

    /// @brief Flags of an ACK. @return with ECN's echo where it is due
    uint8_t AckFlags()
    {
        return TcpHeader::ACK | m_ecn.GetEcho();
    }

    TcpDataReceiver& m_receiver;            //!< says what is acknowledged
    TcpEcn& m_ecn;                          //!< of the connection
    SequenceNumber32& m_ackSent;            //!< shows the highest ACK that was sent
    const TimerSet& m_timers;               //!< the clock
    ConnectionEffects& m_effects;           //!< the way out
    Negotiated m_negotiated;                //!< what both ends have
    ReusedOption<TcpOptionTS> m_timestamps; //!< of the last segment
};

} // namespace ns3

#endif /* TCP_SEGMENT_WRITER_H */
