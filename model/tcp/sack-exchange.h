/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SACK_EXCHANGE_H
#define SACK_EXCHANGE_H

#include "ns3/compressed-sack-codec.h"
#include "ns3/reassembly-queue.h"
#include "ns3/segment-fields.h"
#include "ns3/sequence-position.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief How one end of a connection reports what it holds out of order, and reads what the other
 * end reports: as RFC 2018 has it, or with compressed offsets.
 *
 * States: whether both ends want compressed offsets; whether data arrived twice that no ACK has
 * reported yet (RFC 2883).
 * Events: SYNs sent and heard, ACKs sent and heard, data that arrive twice.
 * Invariants: the compressed option is written and read only if this end wants it and the peer
 * permitted it, so that with any other peer all is RFC 2018's, in both directions; what is refused
 * yields no block; data that arrived twice are reported once, by the next ACK (RFC 2883, section
 * 4).
 */
class SackExchange
{
  public:
    /// Permit the peer to use the option; in answer to a SYN only if both ends want it.
    void AddPermission(SegmentFields& syn) const
    {
        const bool isAnswer = syn.Has(SegmentFields::ACK);
        syn.compressedPermitted = m_compressed || !isAnswer;
    }

    /// A SYN arrived; @p wanted says whether this end wants the compressed option.
    void ReadSyn(const SegmentFields& syn, bool wanted)
    {
        m_compressed = wanted && syn.compressedPermitted;
    }

    /// @return whether both ends want the option
    bool IsCompressed() const
    {
        return m_compressed;
    }

    /// Data arrived twice: the next report begins with them; with nothing, if that is given.
    void SetDuplicate(std::optional<OctetRange> range)
    {
        m_duplicate = range;
    }

    /// The same, of octets that may be the next ones of what is reported already.
    void ExtendDuplicate(OctetRange range)
    {
        const bool isNext = m_duplicate && m_duplicate->end == range.begin;
        m_duplicate = OctetRange{isNext ? m_duplicate->begin : range.begin, range.end};
    }

    /// @return whether there is anything to report
    bool HasReport(const ReassemblyQueue& held) const
    {
        return m_duplicate || held.GetBlockCount() > 0;
    }

    /// Report what is held out of order, after all other options and in at most @p room octets;
    /// instead what is @p listed, if that is given.
    void AddBlocks(SegmentFields& header,
                   const ReassemblyQueue& held,
                   std::size_t room = CompressedSackCodec::MAX_SIZE,
                   const std::vector<OctetRange>* listed = nullptr);

    /// What a segment reports.
    struct Report
    {
        std::vector<OctetRange> blocks;      //!< what the peer holds, by position, above `snd.una`
        const char* refusal{nullptr};        //!< why the compressed option is refused as a whole
        uint32_t refused{0};                 //!< blocks of RFC 2018's option that cannot be true
        std::optional<OctetRange> duplicate; //!< the D-SACK block (RFC 2883), not among blocks
        bool fin{false};                     //!< the peer holds our FIN
    };

    /// What was sent.
    struct Sent
    {
        uint64_t start{0}; //!< position of the first octet of data of the connection
        uint64_t una{0};   //!< `snd.una`
        uint64_t nxt{0};   //!< one past the highest octet of data ever sent
        bool fin{false};   //!< a FIN was sent behind them
    };

    /// Read what the peer reports with an ACK, a position. A block that covers our FIN is cut
    /// before it, and of an option that an ACK overtook only blocks above `snd.una` count.
    void ReadBlocks(const SegmentFields& header,
                    uint64_t ack,
                    const Sent& sent,
                    Report& report) const;

  private:
    void AddPlainBlocks(SegmentFields& header,
                        const ReassemblyQueue& held,
                        std::size_t room,
                        const std::vector<OctetRange>* listed);

    bool m_compressed{false};              //!< both ends want compressed offsets
    std::optional<OctetRange> m_duplicate; //!< arrived twice, not reported
};

} // namespace ns3

#endif /* SACK_EXCHANGE_H */
