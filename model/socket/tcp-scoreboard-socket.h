/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_SOCKET_H
#define TCP_SCOREBOARD_SOCKET_H

#include "inherited-value.h"
#include "receive-buffer.h"
#include "reused-option.h"
#include "send-buffer.h"
#include "tcp-ecn.h"
#include "tcp-header-reader.h"
#include "tcp-segment-front.h"
#include "window-control.h"

#include "ns3/ack-limit.h"
#include "ns3/delayed-ack.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ns3-compat.h"
#include "ns3/peer-window.h"
#include "ns3/persist-timer.h"
#include "ns3/repair-progress.h"
#include "ns3/retransmission-timer.h"
#include "ns3/sack-exchange.h"
#include "ns3/segment-acceptance.h"
#include "ns3/syn-options.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/timer.h"
#include "ns3/timestamp-echo.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A TCP socket whose loss recovery is a choice, and whose cost per segment does not depend
 * on the window.
 *
 * The socket translates: events in, decisions of small classes out. Each question has one owner.
 *
 * | Question                                                     | Owner                         |
 * |--------------------------------------------------------------|-------------------------------|
 * | is this segment to be read, answered, dropped?               | SegmentAcceptance             |
 * | when does the retransmission timer expire?                   | RetransmissionTimer           |
 * | what is lost, what goes next, when is recovery over?         | LossRecoverySender            |
 * | by how much and how often is the window reduced?             | WindowControl                 |
 * | what is held, in order and out of order, what is offered?    | ReceiveBuffer                 |
 * | what was sent and may be sent again?                         | SendBuffer                    |
 * | how far does the peer let us send?                           | PeerWindow                    |
 * | what is reported, and what is believed of the peer's report? | SackExchange                  |
 *
 * How large the window is stays with the congestion control (any TcpCongestionOps) and the recovery
 * law (any TcpRecoveryOps; RecoveryLaw for those that need to know more).
 *
 * The peer may be any TCP. One that does not permit SACK is served by NewReno.
 *
 * From the handshake to the end of TIME_WAIT segments are read as RFC 9293, section 3.10.7, says,
 * with the defences of RFC 5961 and RFC 7323. What else differs from the stock socket is listed in
 * the documentation, "beyond ns-3's socket".
 *
 * All parameters are read when the connection is opened, and all its state is renewed then, so that
 * a closed socket can be used again.
 */
class TcpScoreboardSocket : public ns3compat::TcpSocketShim<TcpScoreboardSocket>,
                            private TcpSegmentFront::Connection
{
  public:
    /// How blocks are reported. Unscoped for ns-3's EnumValue.
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
     * @brief Signature of the SegmentRefused trace.
     * @param reason in words
     */
    typedef void (*SegmentRefusedTracedCallback)(const char* reason);

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

    int Bind() override;
    int Bind6() override;
    int Bind(const Address& address) override;
    int Connect(const Address& address) override;
    int Close() override;
    int ShutdownSend() override;
    int Send(Ptr<Packet> p, uint32_t flags) override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    uint32_t GetTxAvailable() const override;
    uint32_t GetRxAvailable() const override;

    /**
     * @brief How losses are repaired on this connection.
     * @return that of the attribute LossRecovery, or what takes its place once it is known that the
     * peer lacks SACK
     */
    TypeId GetLossRecovery() const;

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

    /// @brief What is known of losses. @return the sender, or null before the handshake is over
    const LossRecoverySender* GetSender() const;

    /// @brief What arrived. @return the buffer of the connection
    const ReceiveBuffer& GetReceiveBuffer() const;

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void CompleteFork(Ptr<Packet> packet,
                      const TcpHeader& header,
                      const Address& fromAddress,
                      const Address& toAddress) override;
    void SendEmptyPacket(uint8_t flags) override;
    void ReTxTimeout() override;
    void PersistTimeout() override;
    uint32_t UnAckDataCount() const override;
    uint32_t BytesInFlight() const override;
    uint16_t AdvertisedWindowSize(bool scale = true) const override;

  private:
    using AckOutcome = LossRecoverySender::AckOutcome;
    using Mark = TcpEcn::Mark;

    /// How the application is told of an end.
    using EndNotice = void (Socket::*)();

    /// What the application is to be told by Tell().
    struct Notices
    {
        bool accepted{false}; //!< that there is a connection
        bool room{false};     //!< that it may write
        bool data{false};     //!< that it may read
        bool end{false};      //!< that the peer has closed
    };

    /// All state of a connection.
    struct State
    {
        /// @param buffer the send buffer @param tcb ns-3's state @param timer its constants
        /// @param limit of challenge ACKs
        State(Ptr<TcpTxBuffer> buffer,
              Ptr<TcpSocketState> tcb,
              const RetransmissionTimer::Configuration& timer,
              uint32_t limit);

        SendBuffer sent;                                       //!< what the application wrote
        ReceiveBuffer received;                                //!< what the peer sent
        PeerWindow peerWindow;                                 //!< what the peer offers
        SackExchange sackExchange;                             //!< reports of what is held
        RetransmissionTimer timer;                             //!< when to send again
        PersistTimer persist;                                  //!< while the window stops it
        TimestampEcho timestamps;                              //!< the peer's timestamps
        DelayedAck delayedAck;                                 //!< when to acknowledge
        TcpEcn ecn;                                            //!< marks and echoes
        AckLimit challenges;                                   //!< challenge ACKs
        std::unique_ptr<LossRecoverySender> sender;            //!< from the handshake on
        Ptr<TcpRecoveryOps> lawOfSender;                       //!< that the sender does as
        std::unique_ptr<WindowControl> window;                 //!< from the handshake on
        std::unique_ptr<TcpSegmentFront::Registration> direct; //!< from the handshake on
        LossRecoverySender::AckEvent ackEvent;                 //!< the last ACK
        SackExchange::Report report;                           //!< what it reported
        SackExchange::Sent firstSent;                          //!< where the stream of data begins

        uint64_t iss{0};                   //!< position of our SYN
        Time synSent;                      //!< when it was sent first
        bool synAgain{false};              //!< it was sent again
        uint8_t peerScale{0};              //!< window scale of the peer's segments
        uint8_t ownScale{0};               //!< of ours
        uint32_t room{0};                  //!< octets for options and data in a segment
        std::optional<uint16_t> peerMss;   //!< segment size of the peer's SYN, octets
        std::optional<uint32_t> ackWindow; //!< window field of the last ACK
        bool finSent{false};               //!< our FIN was sent
        bool finAcked{false};              //!< and acknowledged
        Time lastSent;                     //!< when data were sent last
        std::vector<uint32_t> newlySent;   //!< new octets that the application was not told of
        uint64_t refusedSackBlocks{0};     //!< those the scoreboard did not see
        std::optional<LossRecoverySender::Deadline> senderDeadline; //!< of the sender's timer
        Timer senderTimer{Timer::CANCEL_ON_DESTROY};                //!< the sender's own
        bool busy{false};                                           //!< SendAllowed() will follow
        bool closed{false}; //!< the application has called Close()
        Time lastNews;      //!< when the peer's last data came

        uint32_t depth{0};      //!< how many events are being handled, one within the other
        Notices notices;        //!< what the application was not told of yet
        bool isEnding{false};   //!< when no event is being handled any more, the connection ends
        EndNotice endNotice{};  //!< and the application is told so, or nothing
        bool closeAsked{false}; //!< then the application's Close() is carried out
        bool sendAsked{false};  //!< then SendAllowed() is
    };

    /// An event is being handled: the connection, its end point and the socket stay until nothing
    /// is half done. What a trace's listener asks for in the meantime comes afterwards.
    class Handling
    {
      public:
        /// @brief The event begins. @param socket whose it is
        explicit Handling(TcpScoreboardSocket& socket);
        ~Handling();
        Handling(const Handling&) = delete;
        Handling& operator=(const Handling&) = delete;

        /// @brief The connection when it began. @return its state
        State& GetConnection() const;

      private:
        Ptr<TcpScoreboardSocket> m_socket;   //!< whose it is
        std::shared_ptr<State> m_connection; //!< of then
    };

    /// @name Application
    /// @{
    /// @brief Nothing is half done any more. @param connection of the event
    void Settle(State& connection);
    /// @brief Whether a connection is the present one, and not at its end. @param connection it
    bool IsOpen(const State& connection) const;
    /// @brief Tell the application what has happened. Nothing is half done: it may do anything, so
    /// that nothing may be taken for granted afterwards but IsOpen().
    void Tell();
    /// @brief Ask the application for more before the last of its data go. As Tell().
    void AskForData();
    /// @brief Tell the application of each segment of new data that has gone. As Tell().
    void TellSent();
    /// @brief Tell the application that it is connected. @param connection the one
    void TellConnected(std::shared_ptr<State> connection);
    /// @brief The connection ends, at once or when nothing is half done any more.
    /// @param notice tells the application; may be null
    void End(EndNotice notice);
    /// @brief The connection ends without an error.
    void EndNormally();
    /// @brief Both ends have closed (RFC 9293, section 3.6.1).
    void EnterTimeWait();
    /// @brief In FIN_WAIT_2, after Close(): the peer has FinWait2Timeout to close, too.
    void AwaitClose();
    /// @brief It has not.
    void FinWait2Timeout();
    /// @brief Remember how far the sequence numbers went, if the peer may still have the
    /// connection.
    void LeaveNumbers();
    /// @}

    /// @name Connection
    /// @{
    /// @brief Constants of the retransmission timer. @return they
    RetransmissionTimer::Configuration GetTimerConfiguration() const;
    /// @brief Renew all state of a connection.
    void ResetConnection();
    /// @brief Take back what a former connection left in ns-3's own variables.
    void ForgetFormerConnection();
    /// @brief The user may have set another control or law: this connection has it now, and so has
    /// the next one.
    void NoticeChoice();
    /// @brief Have the sender do as the recovery law needs, which may be another one now.
    void FollowLaw();
    /// @return the attribute LossRecovery, or what takes its place if the peer lacks SACK
    Ptr<TcpLossRecovery> MakeLossRecovery() const;
    /// @return the sender for the parameters and the peer
    std::unique_ptr<LossRecoverySender> MakeSender(uint64_t start) const;
    /// @brief Have the end point hand segments to this class. @param result of binding
    /// @return the same
    int ReceiveSegments(int result);
    /// @brief From ResetConnection() to the handshake's last segment: what both ends have.
    /// @param syn the peer's SYN
    void ReadSyn(const TcpHeader& syn);
    /// @brief Largest payload and options that cross the interface whole. @return octets
    uint32_t GetInterfaceRoom() const;
    /// @brief The same that also the peer takes, as far as it says so. @return octets
    uint32_t GetRoom() const;
    /// @brief The handshake is over. @param header the segment that ended it
    void Establish(const TcpHeader& header);
    /// @brief The retransmission timer begins, and takes the handshake's round trip.
    /// @param header the segment that ended it
    void StartTimer(const TcpHeader& header);
    /// @brief Begin above the numbers of a former connection with the same name, if there was one.
    void ChooseFirstNumber();
    /// @brief Send a SYN. @param flags with SYN
    void SendSyn(uint8_t flags);
    /// @brief The answer to a SYN. @param syn the peer's flags @return flags
    uint8_t SynAckFlags(uint8_t syn);
    /// @brief Sequence number after all that was sent, FIN included. @return `snd.nxt`
    SequenceNumber32 GetSndNxt() const;
    /// @brief Send our FIN, alone.
    void SendFin();
    /// @brief Send an RST. @param seq SEG.SEQ @param ack whether it has an ACK
    void SendReset(SequenceNumber32 seq, bool ack);
    /// @brief An RST answers a segment of no connection. @param header of the segment
    /// @param to its source @param from its destination
    void Refuse(const TcpHeader& header, const Address& to, const Address& from);
    /// @}

    /// @name Arriving segments (RFC 9293, section 3.10.7)
    /// @{
    /// @brief From any end point. @tparam SocketAddress of its family @tparam Header of IP
    /// @param packet segment @param header of IP @param port the source's @param localPort ours
    template <class SocketAddress, class Header>
    void ReceiveAtEndPoint(Ptr<Packet> packet,
                           const Header& header,
                           uint16_t port,
                           uint16_t localPort);
    /// @brief From an IPv4 end point. @param packet segment @param header of IP @param port the
    /// source's @param interface it came by
    void Receive4(Ptr<Packet> packet,
                  Ipv4Header header,
                  uint16_t port,
                  Ptr<Ipv4Interface> interface);
    /// @brief From an IPv6 end point. @param packet segment @param header of IP @param port the
    /// source's @param interface it came by
    void Receive6(Ptr<Packet> packet,
                  Ipv6Header header,
                  uint16_t port,
                  Ptr<Ipv6Interface> interface);
    Ipv4EndPoint* GetDirectEndPoint() const override;
    Ipv6EndPoint* GetDirectEndPoint6() const override;
    void Receive(Ptr<Packet> packet,
                 const Ipv4Header& header,
                 Ptr<Ipv4Interface> interface) override;
    void Receive(Ptr<Packet> packet,
                 const Ipv6Header& header,
                 Ptr<Ipv6Interface> interface) override;
    /// @brief A segment arrived for a listening socket. @param packet payload @param header header
    /// @param from its source @param to its destination
    void SegmentInListen(Ptr<Packet> packet,
                         const TcpHeader& header,
                         const Address& from,
                         const Address& to);
    /// @brief A segment arrived in any other state. @param packet header and payload @param mark
    /// ECN's
    void SegmentArrives(Ptr<Packet> packet, Mark mark);
    /// @brief The same in SYN_SENT. @param header header
    void SegmentInSynSent(const TcpHeader& header);
    /// @brief The same in SYN_RCVD. @param packet payload @param header header @param mark ECN's
    void SegmentInSynReceived(Ptr<Packet> packet, const TcpHeader& header, Mark mark);
    /// @brief Do what acceptance says of a segment in SYN_RCVD. @param action that
    void DismissInSynReceived(SegmentAcceptance::Action action);
    /// @brief The segment acknowledges our SYN. @param packet payload @param header header
    /// @param mark ECN's @param isSyn whether it is a SYN, too: both ends have opened at once
    void FinishHandshake(Ptr<Packet> packet, const TcpHeader& header, Mark mark, bool isSyn);
    /// @brief The same once the connection is synchronized. @param packet payload @param header
    /// header @param mark ECN's
    void SegmentInConnection(Ptr<Packet> packet, const TcpHeader& header, Mark mark);
    /// @brief The window as a connection begins with it. @param segments its size
    void BeginWindow(uint32_t segments);
    /// @param packet payload @param header header @return the segment as SegmentAcceptance sees it
    SegmentAcceptance::Segment Describe(Ptr<const Packet> packet, const TcpHeader& header) const;
    /// @return the connection as SegmentAcceptance sees it
    SegmentAcceptance::Connection Describe() const;
    /// @brief Do what acceptance says of a segment that is not read. @param action that
    /// @param segment the segment
    void Dismiss(SegmentAcceptance::Action action, const SegmentAcceptance::Segment& segment);
    /// @brief Read an accepted segment. @param packet payload @param header header
    /// @param segment the same, described @param mark ECN's
    void ProcessSegment(Ptr<Packet> packet,
                        const TcpHeader& header,
                        const SegmentAcceptance::Segment& segment,
                        Mark mark);
    /// @brief Take data and FIN of an accepted segment. @param packet payload
    /// @param segment the segment
    void ReceiveText(Ptr<Packet> packet, const SegmentAcceptance::Segment& segment);
    /// @brief Read the timestamp of an accepted segment, if it has one. @param segment it
    void ReadTimestamp(const SegmentAcceptance::Segment& segment);
    /// @brief ECN of an accepted segment with data. @param header header @param mark ECN's
    void ReadMark(const TcpHeader& header, Mark mark);
    /// @brief Our FIN was acknowledged.
    void FinishSending();
    /// @brief Everything up to the peer's FIN is here.
    void FinishReceiving();
    /// @}

    /// @name Sending
    /// @{
    /// @brief Send all that window, pacing and application allow, when nothing is half done.
    void SendAllowed();
    /// @brief Send one segment if allowed. @return whether one was sent
    bool SendNext();
    /// @brief What goes next if the window allows (RFC 6675, section 4, NextSeg()).
    /// @param asks whether the application is asked for more data @return octets of one segment, or
    /// nothing
    std::optional<OctetRange> NextOctets(bool asks);
    /// @brief New data that may be sent now, as far as peer, Nagle and application say.
    /// @return octets, or nothing
    std::optional<OctetRange> NextNewData() const;
    /// @brief Octets that fit a segment beside its options. @return octets
    uint32_t GetPayloadRoom() const;
    /// @brief Send octets, new or again. @param range within one segment
    void Transmit(OctetRange range);
    /// @brief Octets and bookkeeping of a transmission. @param range what, its end is corrected
    /// @return the payload
    Ptr<Packet> TakePayload(OctetRange& range);
    /// @brief Flags of a data segment, with the state changes they stand for. @param range its
    /// octets @param isRetransmission whether it is sent again @return flags
    uint8_t DataFlags(OctetRange range, bool isRetransmission);
    /// @brief Our FIN goes: the state after it.
    void EnterFinSent();
    /// @brief Header with what all segments have. @param flags flags @param seq sequence number
    /// @return the header
    TcpHeader MakeHeader(uint8_t flags, SequenceNumber32 seq);
    /// @brief Hand a segment to the network. @param packet payload @param header header
    void Dispatch(Ptr<Packet> packet, const TcpHeader& header);
    /// @brief Whether octets are the oldest outstanding and were sent again before: their
    /// retransmission was lost. @param position of their first one @return true if so
    bool IsHeadSentAgain(uint64_t position) const;
    /// @brief After a data segment was handed over. @param range its octets
    /// @param isRetransmission whether it was sent again @param when that was
    void AccountSent(OctetRange range, bool isRetransmission, Time when);
    /// @brief If the sender is paced, nothing more until its rate allows. The segment that ends
    /// the initial window is the first to be waited for. @param range what was sent
    void PaceAfter(OctetRange range);
    /// @brief Send an ACK without data. @param flags ACK, perhaps with ECE
    void SendPureAck(uint8_t flags);
    /// @return whether our FIN is due: all is sent, and the application has closed
    bool IsFinDue() const;
    /// @brief Whether our FIN was sent and is not acknowledged. @return true if so
    bool IsFinOutstanding() const;
    /// @brief Publish the sender's state.
    void UpdateTraces();
    /// @}

    /// @name Acknowledgments
    /// @{
    /// @brief Read an ACK. @param segment the segment, described @param header its header
    void ReadAck(const SegmentAcceptance::Segment& segment, const TcpHeader& header);
    /// @brief Take the window. @param segment the segment, described @param header its header
    /// @return whether there may be anything else in the ACK
    bool ReadWindow(const SegmentAcceptance::Segment& segment, const TcpHeader& header);
    /// @brief Cut a SACK block to the segments that it covers whole. @param block the block, of any
    /// octets @return octets, perhaps none
    OctetRange CutToSegments(OctetRange block) const;
    /// @brief What the sender is told. @param segment the segment @param header its header
    void FillAckEvent(const SegmentAcceptance::Segment& segment, const TcpHeader& header);
    /// @brief Take acknowledged data out of the buffers, and the round trip.
    /// @param segment the segment @param outcome what the ACK meant
    void ReleaseData(const SegmentAcceptance::Segment& segment, const AckOutcome& outcome);
    /// @brief A round trip may have been measured. @param echo of the segment's timestamp
    /// @param covered what its ACK covered
    void SampleRoundTrip(std::optional<uint32_t> echo, const SendBuffer::Acknowledged& covered);
    /// @brief The same without timestamps. @param elapsed since the oldest of them was sent first
    /// @param covered what the ACK covered
    void SampleWithoutEcho(Time elapsed, const SendBuffer::Acknowledged& covered);
    /// @brief A round trip was measured. @param sample for the timer
    void TakeRoundTrip(Time sample);
    /// @brief The retransmission timeout is what the measurements say.
    void SetTimeout();
    /// @brief ECN's echo in an ACK of new data. @param header it @param outcome what it meant
    void ReactToEcho(const TcpHeader& header, const AckOutcome& outcome);
    /// @brief Window, timer and repairs after an ACK. @param outcome what the ACK meant
    /// @param isNew whether it acknowledges data or the FIN
    void ReactToAck(const AckOutcome& outcome, bool isNew);
    /// @brief Timer and application after an ACK of something new. @param outcome what it meant
    void ReactToNewAck(const AckOutcome& outcome);
    /// @brief Send at once what must go at once. @param outcome what the ACK meant
    void RepairLosses(const AckOutcome& outcome);
    /// @brief Send what the sender wants to go whatever the window is, if there is anything.
    void SendUrgent();
    /// @brief What the recovery law has to say of lost retransmissions. @param law it
    /// @param outcome what the ACK meant
    void Repair(RecoveryLaw& law, const AckOutcome& outcome);
    /// @brief Give the congestion control a rate sample, if it wants one. @param outcome of the ACK
    /// @param priorInFlight outstanding octets before the ACK
    void SampleRate(const AckOutcome& outcome, uint32_t priorInFlight);
    /// @}

    /// @name Timers
    /// @{
    /// @brief Start the retransmission timer anew.
    void RestartTimer();
    /// @brief Stop it.
    void StopTimer();
    /// @brief Have the sender's own timer expire when it asks for.
    void UpdateSenderTimer();
    /// @brief The sender's own timer expired.
    void SenderTimeout();
    /// @brief Send new data or, without any, what the sender proposes: a probe of the path.
    void ProbePath();
    /// @brief Retransmission and persist timer after a segment from the peer.
    void UpdateTimers();
    /// @brief Window probes and the override of silly window avoidance begin if they are due.
    void StartProbes();
    /// @brief Count a timeout; after too many the connection is given up. @return false if it is
    bool CountRetry();
    /// @brief `snd.nxt - snd.una`. @return octets of data
    uint64_t GetUnacknowledged() const;
    /// @brief Back off, cut to one segment, and repair from `snd.una` on.
    /// @param headSentAgain whether the segment at `snd.una` was sent again before
    void Timeout(bool headSentAgain);
    /// @brief Send the octet that a closed window is probed with.
    void SendProbe();
    /// @brief The peer may have taken a window probe: it counts as sent, then. @param ack the ACK
    void AdoptProbe(uint64_t ack);
    /// @}

    /// @name Receiving
    /// @{
    /// @brief Store data. @param packet payload @param begin position of its first octet
    /// @return whether an ACK must go at once
    bool ReceiveData(Ptr<Packet> packet, uint64_t begin);
    /// @brief Show ns-3 what `rcv.nxt` is.
    void PublishNext();
    /// @brief What goes now acknowledges all that is here.
    void CancelDelayedAck();
    /// @brief Acknowledge data, at once or later. @param atOnce whether delaying is not allowed
    void AcknowledgeData(bool atOnce);
    /// @brief Flags of an ACK with ECN's echo where it is due. @return flags
    uint8_t AckFlags();
    /// @}

    std::string m_lossRecovery;              //!< text of a LossRecoveryChoice
    SackEncoding_t m_sackEncoding{RFC_2018}; //!< how blocks are reported
    bool m_keepSack{true};                   //!< a timeout forgets no SACK
    bool m_dSack{true};                      //!< report data that arrive twice
    bool m_restartAfterIdle{true};           //!< the window after an idle time
    uint32_t m_challengeLimit{10};           //!< challenge ACKs in five seconds
    Time m_maxRto{Seconds(60)};              //!< of the retransmission timer
    Time m_timerTick;                        //!< of the retransmission timer
    Time m_finWait2Timeout{Seconds(60)};     //!< for the peer to close, after Close()
    bool m_directDemux{true};                //!< segments come by TcpSegmentFront

    /// What the user chose and a peer may lack.
    struct Choice
    {
        bool sack;            //!< SACK
        bool scaling;         //!< window scale
        bool timestamps;      //!< timestamps
        uint32_t segmentSize; //!< octets
    };

    std::optional<Choice> m_choice;         //!< from the first connection on
    Ptr<TcpCongestionOps> m_freshControl;   //!< the congestion control of the next connection
    Ptr<TcpRecoveryOps> m_freshRecovery;    //!< the recovery law of the next connection
    Ptr<TcpCongestionOps> m_knownControl;   //!< the last one that was noticed
    Ptr<TcpRecoveryOps> m_knownRecovery;    //!< the last one that was noticed
    std::shared_ptr<State> m_connection;    //!< all state of the connection
    TcpHeaderReader m_headerReader;         //!< of what arrives
    ReusedOption<TcpOptionTS> m_timestamps; //!< of what is sent
    bool m_inheritedShutdown{false};        //!< the listening socket was shut down
    uint64_t m_refusedSackOptions{0};       //!< those ignored as a whole

    InheritedValue<SequenceNumber32> m_sndFack;                           //!< `snd.fack`
    InheritedValue<uint32_t> m_retranData;                                //!< `retran_data`, octets
    InheritedValue<uint32_t> m_awnd;                                      //!< `awnd`, octets
    InheritedValue<uint64_t> m_refusedSackBlocks;                         //!< blocks ignored
    TracedCallback<SequenceNumber32, SequenceNumber32> m_recoveryEntered; //!< trace
    TracedCallback<SequenceNumber32, SequenceNumber32> m_recoveryLeft;    //!< trace
    TracedCallback<uint32_t> m_retransmissionLost;                        //!< trace
    TracedCallback<SequenceNumber32> m_timeoutTrace;                      //!< trace
    TracedCallback<const char*> m_sackOptionRefused;                      //!< trace
    TracedCallback<const char*> m_segmentRefused;                         //!< trace
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_SOCKET_H */
