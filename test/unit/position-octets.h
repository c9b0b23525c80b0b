/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POSITION_OCTETS_H
#define POSITION_OCTETS_H

#include "ns3/packet.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3test
{

/// The octet of a stream at a position: neighbours differ, and so do octets 256 apart.
inline uint8_t
OctetAt(uint64_t position)
{
    return static_cast<uint8_t>(position * 7 + position / 256 * 11);
}

/// The octets of a stream from a position on.
inline ns3::Ptr<ns3::Packet>
MakeOctets(uint64_t begin, uint32_t size)
{
    std::vector<uint8_t> octets;
    for (uint32_t i = 0; i < size; ++i)
    {
        octets.push_back(OctetAt(begin + i));
    }
    return ns3::Create<ns3::Packet>(octets.data(), size);
}

/// Expects the octets of a stream from a position on, and no other.
inline void
ExpectOctets(ns3::Ptr<const ns3::Packet> packet, uint64_t begin, uint32_t size)
{
    ASSERT_TRUE(packet) << begin;
    ASSERT_EQ(packet->GetSize(), size) << begin;
    std::vector<uint8_t> octets(size);
    packet->CopyData(octets.data(), size);
    for (uint32_t i = 0; i < size; ++i)
    {
        ASSERT_EQ(octets[i], OctetAt(begin + i)) << "position " << begin + i;
    }
}

} // namespace ns3test

#endif /* POSITION_OCTETS_H */
