/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STOCK_PAYLOAD_H
#define STOCK_PAYLOAD_H

#include "ns3/octet-range.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/tcp-tx-buffer.h"

#include <cstdint>
#include <deque>

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
    /**
     * @brief Take new data out of the buffer's unsent ones.
     * @param buffer of the socket
     * @param begin position of the first octet
     * @param size octets, no more than there are
     */
    void Take(TcpTxBuffer& buffer, uint64_t begin, uint32_t size);

    /// @brief Octets that were sent. @param range which @return a packet with a copy
    Ptr<Packet> Copy(OctetRange range) const;

    /// @brief The buffer's entry of an octet, for TcpRateOps. @param position of the octet
    /// @return the entry
    TcpTxItem* Find(uint64_t position) const;

    /// @brief An octet is sent again now, which TcpRateOps reads in the buffer's entry.
    /// @param position of the octet @return the entry
    TcpTxItem* Touch(uint64_t position) const;

    /// @brief Octets are acknowledged: to be called before the buffer drops them.
    /// @param una one past the last one
    void DiscardUpTo(uint64_t una);

  private:
    /// What was sent at once for the first time.
    struct Piece
    {
        OctetRange range; //!< its octets that are not acknowledged
        TcpTxItem* item;  //!< the buffer's entry, which holds these octets
    };

    /// @brief Where a piece is. @param position of an octet @return the piece
    std::deque<Piece>::const_iterator At(uint64_t position) const;

    std::deque<Piece> m_pieces; //!< in order, without gaps
};

} // namespace ns3

#endif /* STOCK_PAYLOAD_H */
