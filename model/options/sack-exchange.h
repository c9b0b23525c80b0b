/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SACK_EXCHANGE_H
#define SACK_EXCHANGE_H

#include "ns3/octet-range.h"
#include "ns3/reassembly-queue.h"
#include "ns3/sack-block-check.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief How one end of a connection reports what it holds out of order, and reads what the other
 * end reports: as RFC 2018 has it, or with compressed offsets.
 *
 * States: whether both ends want compressed offsets; whether data arrived twice that no ACK has
 * reported yet (RFC 2883).
 * Events: SYNs sent and heard, ACKs sent and heard, data that arrive twice.
 * Invariants: the compressed option is written and read only if this end wants it and the peer
 * permitted it, so that with any other peer all is RFC 2018's, in both directions; what is refused
 * yields no block; data that arrived twice are reported once, by the next ACK, and in the
 * compressed option only, since ns-3's own sockets do not expect it.
 */
class SackExchange
{
  public:
    /**
     * @brief Permit the peer to use the option; in answer to a SYN only if both ends want it.
     * @param syn header of a SYN of an end that wants it
     */
    void AddPermission(TcpHeader& syn) const;

    /**
     * @brief A SYN arrived.
     * @param syn its header
     * @param wanted whether this end wants the compressed option
     */
    void HearSyn(const TcpHeader& syn, bool wanted);

    /// @brief Whether both ends want the option. @return true if so
    bool IsCompressed() const;

    /// @brief Data arrived twice. @param range their positions
    void NoteDuplicate(OctetRange range);

    /**
     * @brief Report what is held out of order, after all other options.
     * @param header the header of an ACK
     * @param held what is held
     */
    void AddBlocks(TcpHeader& header, const ReassemblyQueue& held);

    /**
     * @brief Read what the peer reports.
     * @param header the header of an ACK
     * @param sent what was sent
     * @param blocks receives what the peer holds, by position; a D-SACK block is not among it
     * @return why the option is refused as a whole, or null
     */
    const char* ReadBlocks(const TcpHeader& header,
                           const SackBlockCheck::Sent& sent,
                           std::vector<OctetRange>& blocks) const;

  private:
    /// @brief Write RFC 2018's option. @param header the header @param held what is held
    static void AddPlainBlocks(TcpHeader& header, const ReassemblyQueue& held);

    /// @brief Read RFC 2018's option. @param header the header @param sent what was sent
    /// @param blocks receives them
    static void ReadPlainBlocks(const TcpHeader& header,
                                const SackBlockCheck::Sent& sent,
                                std::vector<OctetRange>& blocks);

    bool m_compressed{false};              //!< both ends want compressed offsets
    std::optional<OctetRange> m_duplicate; //!< arrived twice, not reported
};

} // namespace ns3

#endif /* SACK_EXCHANGE_H */
