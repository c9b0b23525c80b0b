/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACKET_JOIN_H
#define PACKET_JOIN_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief One packet of many, in order.
 *
 * Packet::AddAtEnd() copies what is there already: one after the other costs the square of the
 * octets, halves of halves only O(log n) copies of each.
 *
 * @param pieces at least one; their contents move
 * @return a packet with all their octets
 */
inline Ptr<Packet>
JoinPackets(std::vector<Ptr<Packet>>& pieces)
{
    for (std::size_t step = 1; step < pieces.size(); step *= 2)
    {
        for (std::size_t i = 0; i + step < pieces.size(); i += 2 * step)
        {
            pieces[i]->AddAtEnd(pieces[i + step]);
        }
    }
    return pieces.front();
}

} // namespace ns3

#endif /* PACKET_JOIN_H */
