/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_DATA_RECEIVER_H
#define TCP_DATA_RECEIVER_H

#include "connection-effects.h"
#include "stream-buffers.h"
#include "tcp-ecn.h"

#include "ns3/nstime.h"
#include "ns3/receiver-rules.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sack-exchange.h"
#include "ns3/segment-acceptance.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/timer-set.h"
#include "ns3/traced-value.h"

#include <cstdint>

namespace ns3
{

/// What says when data are acknowledged, where a user may change it at any time.
struct AckVariables
{
    const uint32_t& count;        //!< segments that one ACK may be for
    const Time& delay;            //!< for how long an ACK may wait
    const Time& mostDelay;        //!< to which that adapts; 0: it does not
    const uint32_t& quick;        //!< at the beginning, and after trouble
    const TracedValue<Time>& rto; //!< retransmission timeout of this end
    const Ptr<RttEstimator>& rtt; //!< round trips of this end
};

/// What the receiving half of a connection shares with ns-3's socket, where a user may change it at
/// any time.
struct ReceiverVariables
{
    Ptr<TcpSocketState> tcb;                 //!< the connection as ns-3's strategies see it
    const Ptr<TcpCongestionOps>& control;    //!< hears of marks and of ACKs that wait
    AckVariables acks;                       //!< when data are acknowledged
    const uint16_t& maxWindow;               //!< bound of the window field
    const bool& duplicateSack;               //!< report data that arrive twice
    const uint32_t& mostBuffer;              //!< to which the buffer may grow; 0: it does not
    TracedValue<uint32_t>& window;           //!< shows the window that was offered last
    TracedValue<SequenceNumber32>& markedAt; //!< shows the last segment with a mark
};

/**
 * @ingroup tcp-lossy
 *
 * @brief The receiving half of a connection: what arrived, what is offered, what is reported, and
 * when it is acknowledged.
 *
 * Each question has one owner: ReceiveBuffer says what is held and offered, SackExchange what is
 * reported of it, DelayedAck when an ACK goes, AdaptiveAckDelay how long it may wait, TimestampEcho
 * what it echoes.
 *
 * Events: the peer's SYN, a segment that was accepted, an ACK that goes, the application reads.
 * Invariant: what arrives is acknowledged at once or when the delayed ACK's event comes.
 */
class TcpDataReceiver
{
  public:
    /// @param variables shared with ns-3's socket @param ecn of the connection @param timers of the
    /// connection @param effects the way out
    TcpDataReceiver(const ReceiverVariables& variables,
                    TcpEcn& ecn,
                    TimerSet& timers,
                    ConnectionEffects& effects);

    /// The peer's SYN arrived: its data begin at position @p first.
    void Start(uint64_t first, const Negotiated& negotiated);

    /// The peer's timestamps begin, with its SYN.
    void BeginTimestamps(uint32_t value, uint32_t echo);

    /// @brief The handshake is over: the first segment of data is answered at once.
    void Establish()
    {
        m_delayedAck.Quicken(std::max(m_variables.acks.quick, 1U));
    }

    /// Read the timestamp of an accepted segment, if there is one.
    void ReadTimestamp(const SegmentAcceptance::Segment& segment);

    /// Read ECN's flags and IP's mark of an accepted segment with data.
    void ReadMark(const SegmentFields& header, TcpEcn::Mark mark);

    /// Store data of an accepted segment, from position @p begin on. @return whether an ACK must go
    /// at once
    bool ReadData(Ptr<Packet> packet, uint64_t begin);

    /// A FIN arrived at @p position, one past the last octet of data. @return whether it may be
    /// true
    bool ReadFin(uint64_t position);

    /// Data arrived that are acknowledged already: their ACK was lost. The next one reports them
    /// (RFC 2883) and echoes their timestamp (RFC 7323, section 4.3).
    void ReadOldData(const SegmentAcceptance::Segment& segment);

    /// @return what a segment with an ACK reports, until the next call
    const SackExchange::Report& ReadBlocks(const SegmentFields& header,
                                           uint64_t ack,
                                           const SackExchange::Sent& sent);

    /// Data arrived. @return whether an ACK goes now; it has to if @p atOnce
    bool AcknowledgeData(bool atOnce);

    /// @brief The delayed ACK's time is over: it goes now.
    void OnDelayedAckTimer();

    /// @return whether an ACK waits for its time to be over
    bool IsAckWaiting() const
    {
        return m_timers.IsRunning(ConnectionTimer::DELAYED_ACK);
    }

    /// @brief What goes now acknowledges all that is here.
    void OnAckSent();

    /// The application reads. @return up to @p most octets; null if there are none
    Ptr<Packet> Read(uint32_t most);

    /// @return whether the peer is to be told now of a larger window (RFC 9293, section 3.8.6.2.2):
    /// while the peer knows of half of what it might, ACKs of data tell in time.
    bool IsWindowNews() const;

    /// @return the window to offer now, as the header's field has it: scaled but in a SYN
    uint16_t OfferWindow(bool scaled) const;

    /// Report what is held out of order, in at most @p room octets.
    void AddBlocks(TcpHeader& header, std::size_t room = CompressedSackCodec::MAX_SIZE)
    {
        if (HasReport())
        {
            m_sackExchange.AddBlocks(header, m_received.GetQueue(), room);
        }
    }

    /// @return whether there is anything to report.
    bool HasReport() const
    {
        return m_sackExchange.HasReport(m_received.GetQueue());
    }

    /// @return what is reported, and how, in both directions
    SackExchange& GetSackExchange()
    {
        return m_sackExchange;
    }

    /// @copydoc GetSackExchange
    const SackExchange& GetSackExchange() const
    {
        return m_sackExchange;
    }

    /// @return which timestamp is echoed
    TimestampEcho& GetTimestamps()
    {
        return m_timestamps;
    }

    /// @return which timestamp is echoed
    const TimestampEcho& GetTimestamps() const
    {
        return m_timestamps;
    }

    /// @return how many SACK options with compressed offsets made no sense
    uint64_t GetRefusedOptions() const
    {
        return m_refusedOptions;
    }

    /// @brief What arrived. @return the buffer
    const ReceiveBuffer& GetBuffer() const
    {
        return m_received;
    }

  private:
    /// @return the buffer's size, or what of it may be offered and is not read yet, octets
    uint64_t GetCapacity() const;

    /// Whether the delay of ACKs adapts.
    bool IsAdaptive() const
    {
        return m_variables.acks.mostDelay.IsStrictlyPositive();
    }

    /// @brief For how long an ACK that begins to wait now may wait. @return the time
    TimerSet::Instant GetAckDelay() const;

    /// @return what the window field can say: scaled but in a SYN
    WindowField GetField(bool scaled) const
    {
        const uint64_t unit = uint64_t{1} << (scaled ? m_negotiated.ownScale : 0);
        return {unit, unit * m_variables.maxWindow};
    }

    /// @brief Show what `rcv.nxt` is.
    void PublishNext();

    ReceiverVariables m_variables;    //!< shared with ns-3's socket
    ReceiveTuning m_tuning;           //!< how large the buffer should be
    TcpEcn& m_ecn;                    //!< of the connection
    TimerSet& m_timers;               //!< of the connection
    ConnectionEffects& m_effects;     //!< the way out
    Negotiated m_negotiated;          //!< with the peer
    mutable ReceiveBuffer m_received; //!< what arrived; an offer moves its right edge
    SackExchange m_sackExchange;      //!< what is reported, and how
    SackExchange::Report m_report;    //!< what the peer has reported last
    uint64_t m_refusedOptions{0};     //!< SACK options that made no sense
    TimestampEcho m_timestamps;       //!< the peer's timestamps
    DelayedAck m_delayedAck;          //!< when to acknowledge
    AdaptiveAckDelay m_ackDelay;      //!< for how long it may wait
};

} // namespace ns3

#endif /* TCP_DATA_RECEIVER_H */
