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

} // namespace ns3

#endif /* STOCK_PAYLOAD_H */
