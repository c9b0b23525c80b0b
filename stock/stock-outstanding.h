/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STOCK_OUTSTANDING_H
#define STOCK_OUTSTANDING_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/traced-value.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

class TcpTxItem;

/**
 * @ingroup tcp-lossy
 *
 * @brief The octets of what ns-3's own socket has sent, found without a walk.
 *
 * TcpTxBuffer goes on holding them, and what is not sent yet, so that all of ns3::TcpSocketBase
 * that asks for sizes finds them. It is asked for octets only when they are sent first, which is
 * cheap; from then on they are found here by position.
 */
class StockPayload
{
  public:
    /// Take octets, no more than there are, out of the buffer's unsent ones; the first has position
    /// @p begin.
    void Take(TcpTxBuffer& buffer, uint64_t begin, uint32_t size);

    /// @return a packet with a copy of octets that were sent
    Ptr<Packet> Copy(OctetRange range) const;

    /// @return the buffer's entry of an octet, for TcpRateOps
    TcpTxItem* Find(uint64_t position) const;

    /// The segment of an octet is sent again now, which TcpRateOps reads in the buffer's entry.
    /// @return the entry
    TcpTxItem* Touch(uint64_t position) const;

    /// Octets below @p una are acknowledged: to be called before the buffer drops them.
    void DiscardUpTo(uint64_t una);

  private:
    /// What was sent at once for the first time.
    struct Piece
    {
        OctetRange range; //!< its octets that are not acknowledged
        TcpTxItem* item;  //!< the buffer's entry, which holds these octets
    };

    /// @return the piece of an octet
    std::deque<Piece>::const_iterator At(uint64_t position) const;

    std::deque<Piece> m_pieces; //!< in order, without gaps
};

/**
 * @ingroup tcp-lossy
 *
 * @brief What ns-3's own socket believes of the segments that it has sent, segment by segment, and
 * at a cost that does not grow with their number: for users who want the same results.
 *
 * ns3::TcpTxBuffer keeps a list with four marks on each segment, and walks it: whether it is
 * SACKed, lost, sent again, and (in TcpRateOps) delivered. Here are the same marks, and three
 * observations spare the walks:
 *  - what is SACKed lies in runs, which a block that repeats them is stepped over by;
 *  - what is lost and not SACKed is the front of all that is not SACKed, so that it ends at one
 *    position, which only a timeout takes back;
 *  - the next segment to be sent again is the first that is neither SACKed nor sent again, whether
 *    it is lost (NextSeg(), rule 1) or not (rule 3): it is looked for from where it was last.
 *
 * Each step over a segment moves one of these positions, or marks the segment: an event costs
 * O(log n + k) on average, with k the segments that it changes.
 *
 * Without SACK each duplicate ACK stands for the next segment after the first (AddGuess()).
 *
 * Positions count octets in 64 bits (sequence-position.h).
 */
class StockScoreboard
{
  public:
    /// A segment as it was sent last.
    struct Segment
    {
        uint64_t begin;      //!< position of its first octet
        uint32_t size;       //!< octets
        bool sacked{false};  //!< the receiver reported it, or a duplicate ACK stands for it
        bool lost{false};    //!< taken to be lost, sent again or not
        bool again{false};   //!< sent again since it was lost
        bool isTimed{false}; //!< sent, and not counted as delivered since

        /// @return one past its last octet
        uint64_t End() const
        {
            return begin + size;
        }
    };

    /// Is told of each segment that arrived and was not counted before.
    using Delivered = std::function<void(const Segment& segment)>;

    /// A connection begins at an octet.
    void Start(uint64_t una);

    /// @name Events
    /// @{

    /// New data are sent: @p size octets, above 0.
    void Extend(uint32_t size);

    /// Data are sent again, @p most octets at most. Small segments are joined, as far as both are
    /// lost or both are not; the rest is a segment of its own. @return what is sent
    OctetRange SendAgain(uint64_t position, uint32_t most);

    /// An ACK has blocks, in the order of the option; @p dupThresh segments SACKed above another
    /// make this one lost. @return octets newly SACKed
    uint32_t Sack(const std::vector<OctetRange>& blocks,
                  uint32_t dupThresh,
                  const Delivered& delivered);

    /// The cumulative ACK, above `snd.una`.
    void Acknowledge(uint64_t ack, const Delivered& delivered);

    /// Without SACK: another segment has arrived, the next one after those guessed before.
    void AddGuess();

    /// The first segment is lost, and is to be sent again even if it was.
    void LoseHead();

    /// The timer has expired: all is lost that is not SACKed, or was and is forgotten.
    void LoseAll(bool forgets);

    /// @}

    /// @name Queries
    /// @{

    /// @return `snd.una`, the first octet that is not acknowledged
    uint64_t GetUna() const
    {
        return m_una;
    }

    /// @return `snd.nxt`, one past the last octet that was sent
    uint64_t GetNxt() const
    {
        return m_nxt;
    }

    /// @return the segment to be sent again first, or null
    const Segment* FindMissing();

    /// @return whether the segment of an octet is taken to be lost
    bool IsLost(uint64_t position) const;

    /// @return whether there is a segment that ends there, was sent again and is not SACKed
    bool IsRepairEnding(uint64_t end) const;

    /// @return octets in the network, in the arithmetic of ns-3's own socket
    uint32_t GetInFlight() const;

    /// @return octets of SACKed segments
    uint32_t GetSacked() const
    {
        return m_sackedOctets;
    }

    /// @return octets of lost segments
    uint32_t GetLost() const
    {
        return m_lostOctets;
    }

    /// @return octets of segments sent again
    uint32_t GetSentAgain() const
    {
        return m_againOctets;
    }

    /// @}

  private:
    /// The segment of an octet from `snd.una` on, below `snd.nxt`.
    std::size_t IndexOf(uint64_t position) const
    {
        return FirstFrom(position + 1) - 1;
    }

    /// The first segment that does not begin before a position, or the number of segments.
    std::size_t FirstFrom(uint64_t position) const;
    /// Past the run of SACKed segments that a segment belongs to.
    std::size_t PastRun(const Segment& segment) const;
    void MarkSacked(Segment& segment);
    /// The first segment is not SACKed after all.
    void UnmarkHead();
    /// Newly SACKed segments make others lost.
    void FindLost(uint32_t dupThresh);
    /// Segments that are not SACKed are lost.
    void LoseBefore(std::size_t end);
    void MarkLost(Segment& segment);
    /// Take a segment's marks out of the counts, for some of its octets.
    void Uncount(const Segment& segment, uint32_t size);
    /// A segment takes in the next one.
    void Join(std::size_t index);
    /// A segment becomes two, the first of some octets.
    void Split(std::size_t index, uint32_t size);
    /// Count a segment as delivered.
    static void Deliver(Segment& segment, const Delivered& delivered);

    std::deque<Segment> m_segments;      //!< in order
    std::map<uint64_t, uint64_t> m_runs; //!< of SACKed segments: begin to end
    std::optional<uint64_t> m_highest;   //!< beginning of the highest SACKed segment
    uint64_t m_una{0};                   //!< `snd.una`
    uint64_t m_nxt{0};                   //!< `snd.nxt`
    uint64_t m_lostTo{0};                //!< what is not SACKed below is lost
    uint64_t m_missingFrom{0};           //!< all below is SACKed or sent again
    uint32_t m_sackedOctets{0};          //!< sum of what is SACKed
    uint32_t m_lostOctets{0};            //!< sum of what is lost
    uint32_t m_againOctets{0};           //!< sum of what was sent again
};

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
