/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_TRANSMISSION_H
#define TCP_TRANSMISSION_H

#include "congestion-manager.h"
#include "connection-effects.h"
#include "retransmission-clock.h"
#include "send-buffer.h"

#include "ns3/event-id.h"
#include "ns3/loss-recovery.h"
#include "ns3/octet-range.h"
#include "ns3/persist-timer.h"
#include "ns3/send-window.h"
#include "ns3/sent-segments.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/timer.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>

namespace ns3
{

/// What the sending half of a connection shares with ns-3's socket, where a user may change it at
/// any time.
struct SenderVariables
{
    Ptr<TcpSocketState> tcb;                  //!< the connection as ns-3's strategies see it
    Ptr<TcpTxBuffer> buffer;                  //!< of what the application may write
    const Ptr<TcpCongestionOps>& control;     //!< congestion control
    const Ptr<TcpRecoveryOps>& law;           //!< recovery law
    const Ptr<TcpRateOps>& rates;             //!< rate samples
    const Ptr<RttEstimator>& rtt;             //!< round trip
    const bool& noDelay;                      //!< Nagle's algorithm is off
    const Time& persistTimeout;               //!< upper bound of the time to the first probe
    const uint32_t& retries;                  //!< timeouts in a row that a connection survives
    TracedValue<Time>& rto;                   //!< shows RTO
    TracedValue<uint32_t>& window;            //!< shows SND.WND
    TracedValue<SequenceNumber32>& echoedAck; //!< shows the last ACK with ECN's echo
};

/**
 * @ingroup tcp-lossy
 *
 * @brief What goes next, and when it may: what the application wrote, the peer's window with its
 * probes, pacing, and the account of each segment that has gone.
 *
 * LossRecovery says what goes again, SendPolicy how much new data make a segment, SendWindow
 * how far the peer lets us send, PersistTimer what is done while the peer does not.
 *
 * Invariants: a segment is accounted for when it is emitted, before the next one is chosen; the
 * retransmission timer runs from then on; what is sent again is never more than one segment as it
 * was first sent.
 */
class TcpTransmission
{
  public:
    /// What makes segments.
    class Output
    {
      public:
        virtual ~Output() = default;

        /// @brief A segment of data goes. @param payload the data @param range positions of the
        /// data @param isRetransmission whether these octets were sent before
        virtual void SendData(Ptr<Packet> payload, OctetRange range, bool isRetransmission) = 0;

        /// The octet at a position probes the peer's window.
        virtual void SendProbe(Ptr<Packet> payload, uint64_t position) = 0;

        /// @brief Our FIN goes, alone.
        virtual void SendFin() = 0;

        /// @brief The peer does not answer: the connection is given up.
        virtual void GiveUp() = 0;

        /// @return whether the connection is not at its end.
        virtual bool IsOpen() const = 0;

        /// @brief Data that fit the next segment beside its options. @return octets
        virtual uint32_t GetPayloadRoom() const = 0;
    };

    /// @param variables shared with ns-3's socket @param clock of the connection
    /// @param output makes segments @param effects the way out
    TcpTransmission(const SenderVariables& variables,
                    RetransmissionClock& clock,
                    Output& output,
                    ConnectionEffects& effects);
    ~TcpTransmission();
    TcpTransmission(const TcpTransmission&) = delete;
    TcpTransmission& operator=(const TcpTransmission&) = delete;

    /// Sizes of segments, octets. Mostly one or two have gone since the last time.
    using Sizes = boost::container::small_vector<uint32_t, 4>;

    /// @brief The handshake is over. @param recovery of the connection
    void Start(LossRecovery& recovery);

    /// @brief From now on segments may go. @param window of the connection
    void Begin(CongestionManager& window)
    {
        m_window = &window;
    }

    /// @brief What was sent, and what became of it, from Start() on. @return the ledger
    const SentSegments& GetSent() const
    {
        return *m_sent;
    }

    /// @brief What the application wrote. @return the buffer
    SendBuffer& GetBuffer()
    {
        return m_buffer;
    }

    /// @copydoc GetBuffer
    const SendBuffer& GetBuffer() const
    {
        return m_buffer;
    }

    /// @brief What the peer offers. @return its window
    SendWindow& GetSendWindow()
    {
        return m_sendWindow;
    }

    /// @copydoc GetSendWindow
    const SendWindow& GetSendWindow() const
    {
        return m_sendWindow;
    }

    /// @brief Send all that window, pacing and application allow.
    /// @param idleWindow what the window is after nothing was sent for a timeout, octets
    void SendAllowed(std::optional<uint32_t> idleWindow);

    /// @brief Send what the loss recovery wants to go whatever the window is.
    void SendUrgent();

    /// @brief Send new data or, without any, what the loss recovery proposes.
    void SendTailProbe();

    /// @brief Nothing waits for the pacing rate any more.
    void StopPacing()
    {
        m_pacingTimer.Cancel();
    }

    /// @brief A segment from the peer was read. @param closed whether its window is closed
    void OnWindow(bool closed);

    /// @brief Nothing more goes for now: window probes, and the override of silly window avoidance,
    /// begin if they are due.
    void StartProbes();

    /// @brief The persist timer expired. @return whether more may go than before
    bool OnPersistTimer();

    /// @brief An ACK: the peer may have taken a window probe, which is in the ledger then, or not.
    /// @param ack the position that is acknowledged
    /// @param isAnswer whether the segment has nothing else
    void ReadProbe(uint64_t ack, bool isAnswer);

    /// @return whether the persist timer is that of probes.
    bool IsProbing() const
    {
        return m_persist.IsProbing();
    }

    /// @brief Octets beyond the peer's window that the peer may have taken. @return 0 or 1
    uint32_t GetProbed() const
    {
        return m_persist.GetProbe() ? 1 : 0;
    }

    /// @brief Octets of them that are under way. @return 0 or 1
    uint32_t GetProbing() const
    {
        return m_persist.GetProbe() && !m_persist.GetProbe()->isRefused ? 1 : 0;
    }

    /// @brief Nothing is to be waited for any more.
    void CancelTimers();

    /// @brief New octets that the application was not told of. @return sizes of their segments
    Sizes TakeNewlySent();

    /// @brief `snd.nxt - snd.una`. @return octets of data
    uint64_t GetUnacknowledged() const;

    /// @brief Publish what is outstanding. @return octets
    uint32_t PublishInFlight() const;

  private:
    using SendOpportunity = LossRecovery::SendOpportunity;

    /// @brief Send one segment if allowed. @return whether one was sent
    bool SendNext();
    /// @brief Ask the loss recovery what goes again. @return octets of one segment that was sent,
    /// or nothing
    std::optional<OctetRange> NextRepair(SendOpportunity opportunity) const;
    /// @brief What goes next if the window allows (RFC 6675, section 4, NextSeg()).
    /// @return octets of one segment, or nothing
    std::optional<OctetRange> NextOctets();
    /// @brief New data that may be sent now, as far as peer, Nagle and application say.
    /// @return octets, or nothing
    std::optional<OctetRange> NextNewData() const;
    /// @brief Send octets, new or again. @param range within one segment
    void Transmit(OctetRange range);
    /// @brief Octets and bookkeeping of a transmission. @param range what, its end is corrected
    /// @return the payload
    Ptr<Packet> TakePayload(OctetRange& range);
    /// A copy of octets of one segment that was sent.
    Ptr<Packet> Copy(OctetRange range) const;
    /// Cut octets to the segment that the first of them was first sent in.
    OctetRange CutToSegment(OctetRange range) const;
    /// Account for a segment that was handed over, new or again.
    void AccountSent(OctetRange range, bool isRetransmission, Time when);
    /// @brief Nothing more until the pacing rate allows. The segment that ends an unpaced initial
    /// window is the first to be waited for. @param range what was sent
    void PaceAfter(OctetRange range);
    /// @brief Have the persist timer expire. @param wait after this time
    void SchedulePersist(PersistTimer::Instant wait);
    /// @brief Send the octet that a closed window is probed with.
    void SendProbe();

    SenderVariables m_variables;          //!< shared with ns-3's socket
    RetransmissionClock& m_clock;         //!< of the connection
    Output& m_output;                     //!< makes segments
    ConnectionEffects& m_effects;         //!< the way out
    SendBuffer m_buffer;                  //!< what the application wrote
    SendWindow m_sendWindow;              //!< what the peer offers
    PersistTimer m_persist;               //!< while the peer's window stops us
    LossRecovery* m_recovery{nullptr};    //!< what goes again, from the handshake on
    CongestionManager* m_window{nullptr}; //!< how large the window is, from the handshake on
    uint64_t m_repeated{0};               //!< octets sent again in a row, without an event
    Time m_lastSent;                      //!< when data were sent last
    const SentSegments* m_sent{nullptr};  //!< the ledger of m_recovery
    Sizes m_newlySent;                    //!< what the application was not told of
    EventId m_persistEvent;               //!< of the persist timer
    Timer m_pacingTimer{Timer::CANCEL_ON_DESTROY}; //!< until the next segment
};

} // namespace ns3

#endif /* TCP_TRANSMISSION_H */
