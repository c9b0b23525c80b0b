/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_STOCK_FAST_SOCKET_H
#define TCP_STOCK_FAST_SOCKET_H

#include "stock-payload.h"
#include "stock-reassembly.h"
#include "stock-scoreboard.h"

#include "ns3/ns3-compat.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief ns-3's own socket, sooner: the same segments at the same nanosecond, at a cost per segment
 * that does not grow with the window.
 *
 * All that does not walk the window is ns3::TcpSocketBase itself, of the release in use: how a
 * connection begins and ends, options, the receiver, ECN's echo, round trip times, window probes.
 * What does is done here over StockScoreboard in place of the marks in TcpTxBuffer: what an ACK
 * means, what is sent, what a timeout does. There the socket follows ns-3.43 to ns-3.48, whose
 * faults are its own as well (doc/design/stock-fast).
 *
 * Three things are not followed, because a connection would stop for good: a window below a segment
 * with nothing outstanding, which sends a segment here; a SYN-ACK that comes again to a client with
 * nothing to say, which is acknowledged here; and a window probe without an octet, which ends the
 * program there.
 */
class TcpStockFastSocket : public ns3compat::TcpSocketShim<TcpStockFastSocket>
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpStockFastSocket();

    /// @brief The socket of a new connection. @param other the listening socket
    TcpStockFastSocket(const TcpStockFastSocket& other);

    int Send(Ptr<Packet> packet, uint32_t flags) override;
    int Close() override;

  protected:
    Ptr<TcpSocketBase> Fork() override;
    void DoForwardUp(Ptr<Packet> packet,
                     const Address& fromAddress,
                     const Address& toAddress) override;
    void ReceivedAck(Ptr<Packet> packet, const TcpHeader& header) override;
    uint32_t SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck) override;
    void UpdateRttHistory(const SequenceNumber32& seq,
                          uint32_t size,
                          bool isRetransmission) override;
    void ReTxTimeout() override;
    void PersistTimeout() override;
    void ReceivedData(Ptr<Packet> packet, const TcpHeader& header) override;
    void SendEmptyPacket(uint8_t flags) override;
    uint16_t AdvertisedWindowSize(bool scale = true) const override;
    uint32_t BytesInFlight() const override;
    uint32_t Window() const override;

  private:
    /// What an ACK means.
    struct Ack
    {
        SequenceNumber32 number; //!< acknowledged up to here
        SequenceNumber32 before; //!< and before this ACK
        uint32_t delivered{0};   //!< octets newly acknowledged or SACKed
        bool isDuplicate{false}; //!< by ns-3's definition
    };

    /// @name Acknowledgments
    /// @{
    /// @brief The board begins where the buffer does.
    void FollowHead();
    /// @brief The peer has sent its SYN-ACK again: nothing but an ACK will ever tell it that a
    /// client is there that has nothing to say.
    void PresentAgain();
    /// @brief The position of a sequence number. @param seq near `snd.una` @return it
    uint64_t ToPosition(SequenceNumber32 seq) const;
    /// @brief Read SACK blocks. @param header of the ACK @return octets newly SACKed
    uint32_t ReadBlocks(const TcpHeader& header);
    /// @brief Whether a partial ACK acknowledges what was sent again. @param ack the ACK
    /// @return whether it does
    bool AcknowledgesRepair(const Ack& ack) const;
    /// @brief Drop what is acknowledged. @param ack one past it
    void Release(SequenceNumber32 ack);
    /// @brief Count what has arrived. @param segment it
    void Deliver(const StockScoreboard::Segment& segment);
    /// @brief ECN's part of an ACK. @param header of the ACK @param ack what it means
    void ReadEcho(const TcpHeader& header, const Ack& ack);
    /// @brief Everything else of an ACK. @param ack what it means
    void Judge(const Ack& ack);
    /// @brief A duplicate ACK. @param delivered octets that it reports
    void OnDuplicate(uint32_t delivered);
    /// @brief A duplicate ACK in disorder. @param delivered octets that it reports
    void OnDisorder(uint32_t delivered);
    /// @brief An ACK of new data. @param ack what it means
    /// @param dupAcksBefore duplicate ACKs before this one
    void OnAdvance(const Ack& ack, uint32_t dupAcksBefore);
    /// @brief One that ends no recovery. @param ack what it means @param segments it acknowledges
    void OnPartial(const Ack& ack, uint32_t segments);
    /// @brief One of new data that ends what was under way, if anything was. @param ack what it
    /// means @param segments it acknowledges
    /// @param dupAcksBefore duplicate ACKs before this one
    void OnOtherAdvance(const Ack& ack, uint32_t segments, uint32_t dupAcksBefore);
    /// @brief Whole segments of what arrived; the rest counts next time. @param delivered octets
    /// @return segments
    uint32_t ToSegments(uint32_t delivered);
    /// @brief A loss was found. @param delivered octets that the ACK reports
    void BeginRecovery(uint32_t delivered);
    /// @brief ECN's echo reduces the window. @param delivered octets that the ACK reports
    void BeginReduction(uint32_t delivered);
    /// @brief Send what is missing, or the first segment, whatever the window is.
    void SendMissing();
    /// @brief The congestion control and the connection are in a state. @param state it
    void SetCongestionState(TcpSocketState::TcpCongState_t state);
    /// @brief Tell the control of segments. @param segments acknowledged
    void TellArrived(uint32_t segments);
    /// @}

    /// @name Sending
    /// @{
    /// @brief Send all that windows, pacing and the application allow.
    void SendAllowed();
    /// @brief Send one segment if allowed. @return whether another may follow
    bool SendNext();
    /// @brief What goes next (RFC 6675, section 4, NextSeg()). @param inRecovery whether what is
    /// missing and not lost may, too @return octets, of which the end may lie beyond what was
    /// written; or nothing
    std::optional<OctetRange> FindNext(bool inRecovery);
    /// @brief What the windows leave. @return octets
    uint32_t GetRoom() const;
    /// @brief Whether silly window avoidance or Nagle's algorithm hold data back.
    /// @param room what the windows leave @param available octets from the first to be sent on
    /// @return whether they do
    bool IsHeldBack(uint32_t room, uint32_t available) const;
    /// @brief Whether nothing will come that makes the window larger. @return whether
    bool IsStuck() const;
    /// @brief Take octets to send. @param begin the first @param most octets
    /// @param isRetransmission is set @return them, if
    /// there are any
    std::optional<OctetRange> Take(uint64_t begin, uint32_t most, bool& isRetransmission);
    /// @brief The header of data. @param range octets @param withAck whether it acknowledges
    /// @param isRetransmission whether they were sent before @return the header
    TcpHeader MakeHeader(OctetRange range, bool withAck, bool isRetransmission);
    /// @brief Flags of data, with the state changes that they stand for. @param range octets
    /// @param withAck whether it acknowledges @param isRetransmission whether they were sent before
    /// @return flags
    uint8_t MakeFlags(OctetRange range, bool withAck, bool isRetransmission);
    /// @brief Hand a segment to the network. @param packet payload @param header its header
    /// @param isRetransmission whether it was sent before
    void Dispatch(Ptr<Packet> packet, const TcpHeader& header, bool isRetransmission);
    /// @brief Have the pacing timer wait for a segment. @param size its octets
    void Pace(uint32_t size);
    /// @brief Count what was sent. @param range octets @param isRetransmission whether they were
    /// sent before
    void Account(OctetRange range, bool isRetransmission);
    /// @}

    /// @name Receiving
    /// @{
    /// @brief The octet that is expected next. @return its position, among those that arrive
    uint64_t GetExpected();
    /// @brief Take data that are out of order, or fill a hole. @param packet payload
    /// @param header its header @return whether any of it is new
    bool Reassemble(Ptr<Packet> packet, const TcpHeader& header);
    /// @brief Acknowledge, with ECN's echo if it is due.
    void Acknowledge();
    /// @brief Acknowledge when enough has come, or later.
    void AcknowledgeLater();
    /// @}

    StockScoreboard m_board;            //!< what is believed of what was sent
    StockReassembly m_reassembly;       //!< what has arrived out of order
    mutable Ptr<TcpRxBuffer> m_inOrder; //!< the receive buffer, while another one is in its place
    StockPayload m_payload;             //!< its octets
    uint64_t m_deliveredTotal{0};       //!< octets that have arrived
    Time m_presented;                   //!< when the peer's SYN-ACK was acknowledged last
    uint64_t m_expected{0};             //!< what GetExpected() said last
    bool m_holdsBase{false};            //!< nothing is sent by TcpSocketBase itself now
};

} // namespace ns3

#endif /* TCP_STOCK_FAST_SOCKET_H */
