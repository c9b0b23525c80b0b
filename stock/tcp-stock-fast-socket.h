/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_STOCK_FAST_SOCKET_H
#define TCP_STOCK_FAST_SOCKET_H

#include "stock-congestion.h"
#include "stock-outstanding.h"
#include "stock-reassembly.h"

#include "ns3/ns3-compat.h"

#include <cstdint>

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
 * What does is done in rooms beside it: StockOutstanding has what was sent, in place of the marks
 * in TcpTxBuffer, StockCongestion decides what an ACK or a timeout means, StockReassembly has what
 * arrived out of order. The socket sends, and is ns-3's side of them. All follow ns-3.43 to
 * ns-3.48, faults included (doc/design/socket.rst).
 *
 * What is not followed, mostly because a connection would stop for good or the program would end,
 * is listed there, "Not followed".
 */
class TcpStockFastSocket : public ns3compat::TcpSocketShim<TcpStockFastSocket>,
                           private StockCongestion::Output
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpStockFastSocket();

    /// The socket of a new connection of a listening one.
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
    /// What the rooms share with this socket.
    StockVariables MakeVariables();
    /// The peer has sent its SYN-ACK again: nothing but an ACK will ever tell it that a
    /// client is there that has nothing to say.
    void PresentAgain();

    // What StockCongestion decides.
    void SendData(SequenceNumber32 seq, uint32_t most) override;
    void Advance(SequenceNumber32 ack, bool restartsTimer) override;
    void UpdatePace() override;

    /// Send all that windows, pacing and the application allow.
    void SendAllowed();
    /// Send one segment if allowed. @return whether another may follow
    bool SendNext();
    /// @return whether silly window avoidance or Nagle's algorithm hold @p available octets back
    bool IsHeldBack(uint32_t room, uint32_t available) const;
    /// @return whether nothing will come that makes the window larger
    bool IsStuck() const;
    TcpHeader MakeHeader(const StockSegment& segment, bool withAck);
    /// Flags of data, with the state changes that they stand for.
    uint8_t MakeFlags(const StockSegment& segment, bool withAck);
    /// Hand a segment to the network.
    void Dispatch(const StockSegment& segment, const TcpHeader& header);
    /// Have the pacing timer wait for a segment of @p size octets.
    void Pace(uint32_t size);
    /// Count what was sent.
    void Account(const StockSegment& segment);
    /// Acknowledge, with ECN's echo if it is due.
    void Acknowledge();
    /// Acknowledge when enough has come, or later.
    void AcknowledgeLater();

    StockOutstanding m_outstanding;     //!< what was sent
    StockCongestion m_congestion;       //!< what ACKs and timeouts mean
    StockReassembly m_reassembly;       //!< what has arrived out of order
    mutable Ptr<TcpRxBuffer> m_inOrder; //!< the receive buffer, while another one is in its place
    Time m_presented;                   //!< when the peer's SYN-ACK was acknowledged last
    bool m_holdsBase{false};            //!< nothing is sent by TcpSocketBase itself now
};

} // namespace ns3

#endif /* TCP_STOCK_FAST_SOCKET_H */
