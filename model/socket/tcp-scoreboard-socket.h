/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_SOCKET_H
#define TCP_SCOREBOARD_SOCKET_H

#include "reused-option.h"
#include "sent-segments.h"
#include "tcp-header-reader.h"
#include "tcp-segment-front.h"

#include "ns3/loss-recovery-sender.h"
#include "ns3/ns3-compat.h"
#include "ns3/reassembly-queue.h"
#include "ns3/sack-exchange.h"
#include "ns3/self-clocked-recovery.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A TCP socket whose loss recovery is a choice, and whose cost per segment does not depend
 * on the window.
 *
 * The socket translates: ACKs, transmissions and timeouts go to a LossRecoverySender, which says
 * how much data is in the network, what to send again, and when recovery starts and ends. How
 * large the window is stays with the congestion control (any TcpCongestionOps) and the recovery
 * law (any TcpRecoveryOps). Arriving data that are out of order are held by a ReassemblyQueue.
 *
 * The peer may be any TCP. One that does not permit SACK is served by NewReno.
 *
 * Differences from the stock socket, by intent:
 *  - GetSsThresh() is given FlightSize (RFC 5681, equation 4), bounded by `cwnd`, not the pipe;
 *  - recovery starts the retransmission timer anew, and so does every ACK of new data in it
 *    (except where NewReno is impatient, RFC 6582);
 *  - a timeout forgets SACK information (RFC 2018, section 8);
 *  - a loss in a window of data that ECN has reduced already repairs, and does not reduce again
 *    (RFC 3168, section 6.1.2), and so does ECN in recovery; CWR follows every reduction, and the
 *    echo goes with data as it goes with ACKs;
 *  - all blocks that the receiver holds are known, and as many as fit are reported, newest first;
 *  - once the connection is synchronized, segments are read as RFC 9293 (section 3.10.7.4) says:
 *    no state is left before what was sent is acknowledged and what the peer sent is here, and
 *    whatever is out of place is answered with an ACK.
 *
 * All parameters are read when the connection is established.
 */
class TcpScoreboardSocket : public ns3compat::TcpSocketShim<TcpScoreboardSocket>,
                            private TcpSegmentFront::Connection
{
  public:
    /// How losses are repaired. Unscoped for ns-3's EnumValue.
    enum LossRecovery_t
    {
        RENO,     //!< RenoSender
        NEW_RENO, //!< NewRenoSender
        SACK,     //!< SackSender
        FACK,     //!< FackSender
    };

    /// What FACK does about a lost retransmission.
    enum LostRetransmission_t
    {
        TIMEOUT,    //!< as if the timer had expired
        RETRANSMIT, //!< send it again
    };

    /// How blocks are reported.
    enum SackEncoding_t
    {
        RFC_2018,   //!< RFC 2018
        COMPRESSED, //!< compressed offsets, where the peer has them, too
    };

    /**
     * @brief Signature of the SackOptionRefused trace.
     * @param reason in words
     */
    typedef void (*SackOptionRefusedTracedCallback)(const char* reason);

    /**
     * @brief Signature of the traces of recovery.
     * @param position `snd.una` at this moment
     * @param recoveryPoint where the recovery ends or would have ended
     */
    typedef void (*RecoveryTracedCallback)(SequenceNumber32 position,
                                           SequenceNumber32 recoveryPoint);

    /**
     * @brief Signature of the LostRetransmission trace.
     * @param octets retransmitted octets that were judged lost again
     */
    typedef void (*LostRetransmissionTracedCallback)(uint32_t octets);

    /**
     * @brief Signature of the RetransmissionTimeout trace.
     * @param una `snd.una`, from which on data are sent again
     */
    typedef void (*TimeoutTracedCallback)(SequenceNumber32 una);

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpScoreboardSocket();

    /**
     * @brief The socket of a new connection. @param other the listening socket
     */
    TcpScoreboardSocket(const TcpScoreboardSocket& other);

    ~TcpScoreboardSocket() override;

    int Send(Ptr<Packet> p, uint32_t flags) override;

    /**
     * @brief How losses are repaired on this connection.
     * @return the attribute LossRecovery, or NEW_RENO once it is known that the peer lacks SACK
     */
    LossRecovery_t GetLossRecovery() const;

    /**
     * @brief SACK blocks of the peer that made no sense and were ignored.
     * @return their number
     */
    uint64_t GetRefusedSackBlocks() const;

    /**
     * @brief Whether blocks go with compressed offsets in both directions.
     * @return true once both ends have said so
     */
    bool IsSackCompressed() const;

    /**
     * @brief SACK options with compressed offsets that made no sense and were ignored as a whole.
     * @return their number
     */
    uint64_t GetRefusedSackOptions() const;

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void CompleteFork(Ptr<Packet> packet,
                      const TcpHeader& header,
                      const Address& fromAddress,
                      const Address& toAddress) override;
    void DoForwardUp(Ptr<Packet> packet,
                     const Address& fromAddress,
                     const Address& toAddress) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader) override;
    void ReceivedData(Ptr<Packet> packet, const TcpHeader& tcpHeader) override;
    void SendEmptyPacket(uint8_t flags) override;
    void UpdateRttHistory(const SequenceNumber32& seq, uint32_t sz, bool isRetransmission) override;
    void ReTxTimeout() override;
    void PersistTimeout() override;
    uint32_t BytesInFlight() const override;

    /**
     * @brief Room in the window for the stock socket's send loop.
     * @return 0: that loop would walk the window, and this class has its own
     */
    uint32_t AvailableWindow() const override;

  private:
    using AckOutcome = LossRecoverySender::AckOutcome;

    /// @name Connection
    /// @{
    /// @brief Make the sender, once the handshake is over.
    void StartSender();
    /// @brief The sender for the parameters and the peer. @return it
    std::unique_ptr<LossRecoverySender> MakeSender() const;
    /// @brief Position of a sequence number of the sending direction. @param seq it @return it
    uint64_t SendPosition(SequenceNumber32 seq) const;
    /// @brief Position of a sequence number of the receiving direction. @param seq it @return it
    uint64_t ReceivePosition(SequenceNumber32 seq) const;
    /// @brief Sequence number of a position. @param position it @return modulo 2^32
    static SequenceNumber32 ToSequence(uint64_t position);
    /// @brief FlightSize as RFC 5681 means it: without limited transmit. @return octets
    uint32_t GetFlightSize() const;
    /// @}

    /// @name Segments of a synchronized connection (RFC 9293, section 3.10.7.4)
    /// @{
    /// @brief A segment for a listening socket: what its peer lacks, the next one may have. The
    /// stock socket would do without SACK, window scaling and timestamps for good. @param packet
    /// header and payload @param fromAddress the peer @param toAddress this end
    void ListenTo(Ptr<Packet> packet, const Address& fromAddress, const Address& toAddress);
    /// @brief A segment answers our SYN. @param packet header and payload
    void HearSyn(Ptr<const Packet> packet);
    /// @brief Take the ACK of a FIN that arrives before the connection is synchronized. @param
    /// packet header and payload @param fromAddress the peer @param toAddress this end
    void CompleteHandshake(Ptr<const Packet> packet,
                           const Address& fromAddress,
                           const Address& toAddress);
    /// @brief A segment arrived. @param packet header and payload
    void SegmentArrives(Ptr<Packet> packet);
    /// @brief Whether a segment with an ACK is worth reading; if so, takes round trip time and
    /// window from it. @param header its header @return whether it is
    bool AcceptAck(const TcpHeader& header);
    /// @brief Read ACK, data and FIN. @param packet payload @param header header
    void ProcessSegment(Ptr<Packet> packet, const TcpHeader& header);
    Ipv4EndPoint* GetDirectEndPoint() const override;
    Ipv6EndPoint* GetDirectEndPoint6() const override;
    void Receive(Ptr<Packet> packet,
                 const Ipv4Header& header,
                 Ptr<Ipv4Interface> interface) override;
    void Receive(Ptr<Packet> packet,
                 const Ipv6Header& header,
                 Ptr<Ipv6Interface> interface) override;
    /// @brief Read a segment as ForwardUp() does if it is one of the usual ones. @param packet
    /// header and payload @return whether it is
    bool ReceiveUsual(Ptr<Packet> packet);
    /// @brief Our FIN was acknowledged.
    void FinishSending();
    /// @brief Everything up to the peer's FIN is here. @param repeated whether the segment has a
    /// FIN, which is then to be acknowledged even if it is not the first one
    void FinishReceiving(bool repeated);
    /// @brief Whether our FIN was sent. @return true if so, acknowledged or not
    bool IsFinSent() const;
    /// @brief Whether the application has closed and no segment is left to carry the FIN.
    /// @return true if so
    bool IsFinOverdue() const;
    /// @brief Whether our FIN was sent and is not acknowledged. @return true if so
    bool IsFinOutstanding() const;
    /// @brief Whether an ACK acknowledges what was never sent. @param ack it @return true if so
    bool IsBeyond(SequenceNumber32 ack) const;
    /// @}

    /// @name Sending
    /// @{
    /// @brief Send all that window, pacing and application allow.
    void SendAllowed();
    /// @brief Send one segment if allowed. @return whether one was sent
    bool SendNext();
    /// @brief What to send next. @return octets, or nothing
    std::optional<OctetRange> NextRange();
    /// @brief New data that may be sent now, as far as peer, Nagle and application say.
    /// @return octets, or nothing
    std::optional<OctetRange> NextNewData();
    /// @brief Send octets, new or again. @param range within one segment
    void Transmit(OctetRange range);
    /// @brief Octets and bookkeeping of a transmission. @param range what, its end is corrected
    /// @return the payload
    Ptr<Packet> TakePayload(OctetRange& range);
    /// @brief Flags of a data segment, with the state changes they stand for. @param range its
    /// octets @param isRetransmission whether it is sent again @return flags
    uint8_t DataFlags(OctetRange range, bool isRetransmission);
    /// @brief Header with what all segments have. @param flags flags @param seq sequence number
    /// @return the header
    TcpHeader MakeHeader(uint8_t flags, SequenceNumber32 seq);
    /// @brief Hand a segment to the network. @param packet payload @param header header
    void Dispatch(Ptr<Packet> packet, const TcpHeader& header);
    /// @brief After a data segment was handed over. @param range its octets
    /// @param isRetransmission whether it was sent again
    void NoteSent(OctetRange range, bool isRetransmission);
    /// @brief Send an ACK without data. @param flags ACK, perhaps with ECE
    void SendPureAck(uint8_t flags);
    /// @brief Put the permission of compressed offsets into a SYN of any of our sockets.
    /// @param packet no payload @param header header of a segment @param socket its socket
    static void AddPermission(Ptr<const Packet> packet,
                              const TcpHeader& header,
                              Ptr<const TcpSocketBase> socket);
    /// @brief Publish the sender's state.
    void UpdateTraces();
    /// @}

    /// @name Acknowledgments
    /// @{
    /// @brief Read an ACK. @param packet its payload @param header its header
    void ReadAck(Ptr<const Packet> packet, const TcpHeader& header);
    /// @brief Take acknowledged data out of the buffers. @param ack the cumulative ACK
    /// @param outcome what the ACK meant
    void ReleaseData(SequenceNumber32 ack, const AckOutcome& outcome);
    /// @brief Congestion state and window after an ACK. @param ack the cumulative ACK
    /// @param outcome what the ACK meant
    void ReactToAck(SequenceNumber32 ack, const AckOutcome& outcome);
    /// @brief An ACK of new data arrived. @param outcome what the ACK meant
    void ReactToNewAck(const AckOutcome& outcome);
    /// @brief An ACK that acknowledges nothing new arrived. @param outcome what the ACK meant
    void ReactToDuplicate(const AckOutcome& outcome);
    /// @brief Tell the congestion control what was acknowledged. @param segments segments
    void ReportAcked(uint32_t segments);
    /// @brief No loss is known any more.
    void SetOpen();
    /// @brief The window opens. @param segments segments acknowledged
    void OpenWindow(uint32_t segments);
    /// @brief A loss was detected. @param outcome what the ACK meant
    void StartRecovery(const AckOutcome& outcome);
    /// @brief An ACK within recovery or CWR. @param outcome what the ACK meant
    void ContinueRecovery(const AckOutcome& outcome);
    /// @brief The recovery law, in recovery or CWR, if it counts what it lets out. @return it or
    /// null
    SelfClockedRecovery* GetSelfClockedRecovery() const;
    /// @brief Repair what was lost since recovery began. @param law the recovery law
    /// @param outcome what the ACK meant
    void RepairInRecovery(SelfClockedRecovery& law, const AckOutcome& outcome);
    /// @brief Recovery, or the repair after a timeout, is over.
    void FinishRecovery();
    /// @brief Have the recovery law begin to reduce the window. @param outcome what the ACK meant
    void BeginReduction(const AckOutcome& outcome);
    /// @brief ECN's echo asks for a reduction. @param outcome what the ACK meant
    void EnterCwr(const AckOutcome& outcome);
    /// @brief Show ECN's state of the sending direction. ns-3 has one state for both directions:
    /// that of the receiving one goes first, because an echo depends on it. @param state the state
    void SetSenderEcnState(TcpSocketState::EcnState_t state);
    /// @brief The window was reduced: once in a window of data, and the receiver is told
    /// (RFC 3168, section 6.1.2).
    void NoteReduction();
    /// @brief ECN's echo in an ACK of new data. @param ack the cumulative ACK @param header it
    /// @param outcome what the ACK meant
    void ReactToEcn(SequenceNumber32 ack, const TcpHeader& header, const AckOutcome& outcome);
    /// @brief Give the congestion control a rate sample, if it wants one. @param outcome of the ACK
    /// @param priorInFlight outstanding octets before the ACK
    void SampleRate(const AckOutcome& outcome, uint32_t priorInFlight);
    /// @brief Whole segments in octets, the remainder is kept. @param octets octets
    /// @return segments
    uint32_t ToSegments(uint32_t octets);
    /// @}

    /// @name Timers
    /// @{
    /// @brief Housekeeping for an ACK of new data. @param ack it @param restart the timer, too
    void AcceptNewAck(SequenceNumber32 ack, bool restart);
    /// @brief Start the retransmission timer anew.
    void RestartTimer();
    /// @brief Double the retransmission timer.
    void BackOffTimer();
    /// @brief Retransmission and persist timer after a segment from the peer.
    void UpdateTimers();
    /// @brief Count a timeout; after too many the connection is given up. @return false if it is
    bool CountRetry();
    /// @brief `snd.nxt - snd.una`. @return octets of data
    uint64_t GetUnacknowledged() const;
    /// @brief Back off, cut to one segment, and repair from `snd.una` on.
    /// @param headSentAgain whether the segment at `snd.una` was sent again before
    void Timeout(bool headSentAgain);
    /// @brief The peer acknowledged a window probe: it counts as sent. @param ack the ACK
    void AdoptProbe(SequenceNumber32 ack);
    /// @}

    /// @name Receiving
    /// @{
    /// @brief Follow the stock buffer's `rcv.nxt`, which SYN and FIN move.
    void SyncReceiver();
    /// @brief Store a segment's new octets. @param segment its octets @param packet its payload
    /// @param arrival which of them are new
    void Hold(OctetRange segment, Ptr<Packet> packet, const ReassemblyQueue::Arrival& arrival);
    /// @brief Hand what is in order to the stock buffer.
    void DeliverHeld();
    /// @brief Acknowledge data, at once or later. @param atOnce whether delaying is not allowed
    void AcknowledgeData(bool atOnce);
    /// @brief Flags of an ACK with ECN's echo where it is due. @return flags
    uint8_t AckFlags();
    /// @}

    LossRecovery_t m_lossRecovery;             //!< how losses are repaired
    LostRetransmission_t m_lostRetransmission; //!< FACK: what to do about a lost retransmission
    SackEncoding_t m_sackEncoding;             //!< how blocks are reported
    bool m_slowButSteady;                      //!< NewReno: timer variant
    bool m_repeatedFastRetransmit;             //!< Reno: fast retransmit again inside one window
    bool m_timerBackoff;                       //!< Reno: back the timer off at a fast retransmit
    bool m_directDemux;                        //!< segments come by TcpSegmentFront

    std::unique_ptr<TcpSegmentFront::Registration> m_direct; //!< from the handshake on
    TcpHeaderReader m_headerReader;                          //!< of what arrives
    ReusedOption<TcpOptionTS> m_timestamps;                  //!< of what is sent

    SackExchange m_sackExchange;                  //!< reports of what is held
    uint64_t m_refusedSackOptions{0};             //!< those ignored as a whole
    uint64_t m_firstPosition{0};                  //!< of the first octet of data
    std::unique_ptr<LossRecoverySender> m_sender; //!< from the handshake on
    SentSegments m_segments;                      //!< segments in flight
    LossRecoverySender::AckEvent m_ackEvent;      //!< the last ACK
    std::optional<uint64_t> m_cwrPoint;           //!< where CWR ends, in CWR
    uint64_t m_reductionPoint{0};                 //!< `snd.nxt` at the last reduction
    bool m_cwrDue{false};                         //!< the next new data carry CWR
    std::optional<uint64_t> m_probe;              //!< octet sent as a window probe
    Time m_retxDeadline;                          //!< when the retransmission timer expires
    Time m_backedOffRto;                          //!< the timer since it was last doubled
    Time m_persistBackoff;                        //!< time to the next window probe
    uint32_t m_newlySent{0};                      //!< new octets sent in this go
    bool m_hasSent{false};                        //!< data were sent on this connection
    std::optional<uint32_t> m_peerWindow;         //!< window field of the last ACK
    Callback<void, TcpTxItem*> m_rateDelivered;   //!< tells the rate estimator of a delivery

    bool m_receiving{false};                //!< `rcv.nxt` is known
    ReassemblyQueue m_reassembly;           //!< what arrived
    std::map<uint64_t, Ptr<Packet>> m_held; //!< payload out of order, by position

    TracedValue<SequenceNumber32> m_forwardAck;                           //!< `snd.fack`
    TracedValue<uint32_t> m_retranData{0};                                //!< `retran_data`, octets
    TracedValue<uint32_t> m_awnd{0};                                      //!< `awnd`, octets
    TracedCallback<SequenceNumber32, SequenceNumber32> m_recoveryEntered; //!< trace
    TracedCallback<SequenceNumber32, SequenceNumber32> m_recoveryLeft;    //!< trace
    TracedCallback<uint32_t> m_retransmissionLost;                        //!< trace
    TracedCallback<SequenceNumber32> m_timeoutTrace;                      //!< trace
    TracedCallback<const char*> m_sackOptionRefused;                      //!< trace
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_SOCKET_H */
