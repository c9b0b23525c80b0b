/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STOCK_OUTSTANDING_H
#define STOCK_OUTSTANDING_H

#include "stock-payload.h"
#include "stock-scoreboard.h"

#include "ns3/octet-range.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// What the sending half shares with ns-3's socket, where a user may change it at any time.
struct StockVariables
{
    Ptr<TcpSocketState> tcb;                         //!< the connection as ns-3's strategies see it
    Ptr<TcpTxBuffer> buffer;                         //!< of what the application wrote
    const Ptr<TcpCongestionOps>& control;            //!< congestion control
    const Ptr<TcpRecoveryOps>& law;                  //!< recovery law
    const Ptr<TcpRateOps>& rates;                    //!< rate samples
    const bool& sackEnabled;                         //!< the peer reports what it holds
    const bool& limitedTransmit;                     //!< RFC 3042
    const uint32_t& threshold;                       //!< duplicate ACKs that mean a loss
    const TracedValue<uint32_t>& window;             //!< SND.WND
    const TracedValue<SequenceNumber32>& highestAck; //!< the highest ACK
    TracedValue<SequenceNumber32>& echoedAck;        //!< shows the last ACK with ECN's echo
};

/// What an ACK means.
struct StockAck
{
    SequenceNumber32 number;    //!< acknowledged up to here
    SequenceNumber32 before;    //!< and before this ACK
    uint32_t lostBefore{0};     //!< octets of lost segments before this ACK
    uint32_t inFlightBefore{0}; //!< octets in the network before this ACK
    uint32_t delivered{0};      //!< octets newly acknowledged or SACKed
    bool isDuplicate{false};    //!< by ns-3's definition
    bool coversRepair{false};   //!< in a recovery, of what was sent again
};

/// What goes at once.
struct StockSegment
{
    OctetRange range;      //!< its octets
    Ptr<Packet> payload;   //!< a copy of them
    bool isRetransmission; //!< they were sent before
};

/**
 * @ingroup tcp-lossy
 *
 * @brief What ns-3's own socket, sooner, has sent and the peer has not acknowledged: marks and
 * octets of the segments, what an ACK changes of them, and which octets go next.
 *
 * Invariant: from FollowHead() on the scoreboard begins where ns-3's buffer does, and what it has
 * is what the payload has.
 */
class StockOutstanding
{
  public:
    /// @param variables shared with ns-3's socket
    explicit StockOutstanding(const StockVariables& variables);

    /// @brief The board begins where the buffer does, which the handshake sets, and so does the ACK
    /// of a FIN.
    void FollowHead();

    /// Read an ACK: mark what it reports, and drop what it acknowledges. @return what it means;
    /// with a number below the one before it nothing was dropped
    StockAck Read(const TcpHeader& header, bool hasData);

    /// @return the octets that go next (RFC 6675, section 4, NextSeg()), of which the end may lie
    /// beyond what was written; @p inRecovery permits what is missing and not lost, too
    std::optional<OctetRange> FindNext(bool inRecovery);

    /// Take at most @p most octets to send, which count as sent. @return nothing if there are none
    std::optional<StockSegment> Take(uint64_t begin, uint32_t most);

    /// @brief What the windows leave. @return octets
    uint32_t GetRoom() const;

    /// @brief Show what is in the network. @return octets
    uint32_t PublishInFlight() const;

    /// @return the position of a sequence number near `snd.una`
    uint64_t ToPosition(SequenceNumber32 seq) const;

    /// @brief What is believed of what was sent. @return the marks
    StockScoreboard& GetBoard()
    {
        return m_board;
    }

    /// @copydoc GetBoard
    const StockScoreboard& GetBoard() const
    {
        return m_board;
    }

  private:
    /// @return octets newly SACKed
    uint32_t ReadBlocks(const TcpHeader& header, const StockScoreboard::Delivered& delivered);
    /// @return whether an ACK of new data acknowledges what was sent again
    bool CoversRepair(const StockAck& ack) const;
    /// Drop what is acknowledged.
    void Release(SequenceNumber32 ack, const StockScoreboard::Delivered& delivered);

    StockVariables m_variables; //!< shared with ns-3's socket
    StockScoreboard m_board;    //!< what is believed of what was sent
    StockPayload m_payload;     //!< its octets
};

} // namespace ns3

#endif /* STOCK_OUTSTANDING_H */
