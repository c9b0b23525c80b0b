/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACKET_JOIN_H
#define PACKET_JOIN_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief One packet of many, in order.
 *
 * Packet::AddAtEnd() copies what is there already: few packets are joined by halves of halves, and
 * many are copied into one payload. What a packet consists of is kept as far as ns-3 can keep it
 * (Packet::EnablePrinting()), which ends the program where that is some thousands of parts.
 *
 * @param pieces at least one; their contents move
 * @return a packet with all their octets and byte tags, and the first one's packet tags
 */
Ptr<Packet> JoinPackets(std::vector<Ptr<Packet>>& pieces);

} // namespace ns3

#endif /* PACKET_JOIN_H */
