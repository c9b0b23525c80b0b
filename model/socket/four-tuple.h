/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FOUR_TUPLE_H
#define FOUR_TUPLE_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What a connection is known by on its node.
 * @tparam Address of IPv4 or IPv6
 */
template <class Address>
struct FourTuple
{
    Address local;      //!< this end's address
    uint16_t localPort; //!< this end's port
    Address peer;       //!< the other end's address
    uint16_t peerPort;  //!< the other end's port

    /// @return whether both name the same connection
    bool operator==(const FourTuple& other) const
    {
        return localPort == other.localPort && peerPort == other.peerPort && peer == other.peer &&
               local == other.local;
    }
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Name of the connection of an end point.
 * @tparam Address of IPv4 or IPv6
 * @tparam EndPoint of the same
 * @param endPoint of the connection
 * @return its name
 */
template <class Address, class EndPoint>
FourTuple<Address>
GetFourTuple(EndPoint& endPoint)
{
    return {endPoint.GetLocalAddress(),
            endPoint.GetLocalPort(),
            endPoint.GetPeerAddress(),
            endPoint.GetPeerPort()};
}

/**
 * @ingroup tcp-lossy
 *
 * @brief Hash of a FourTuple.
 *
 * Of ns-3's hashes of addresses some releases have one class, some deprecate it for another.
 * @tparam Address of IPv4 or IPv6
 */
template <class Address>
struct FourTupleHash
{
    /// @return the hash of a name
    std::size_t operator()(const FourTuple<Address>& name) const
    {
        return Mix(Add(Add(0, name.local), name.peer),
                   uint32_t{name.localPort} << 16 | name.peerPort);
    }

  private:
    /// Mix a number into a hash.
    static uint64_t Mix(uint64_t hash, uint64_t number)
    {
        constexpr uint64_t MULTIPLIER = 0x9e37'79b9'7f4a'7c15; // 2^64 over the golden ratio
        return hash * MULTIPLIER + number;
    }

    /// Mix an address into a hash.
    static uint64_t Add(uint64_t hash, const Ipv4Address& address)
    {
        return Mix(hash, address.Get());
    }

    /// @copydoc Add
    static uint64_t Add(uint64_t hash, const Ipv6Address& address)
    {
        std::array<uint8_t, 16> octets;
        address.GetBytes(octets.data());
        std::array<uint64_t, 2> halves;
        std::memcpy(halves.data(), octets.data(), octets.size());
        return Mix(Mix(hash, halves[0]), halves[1]);
    }
};

} // namespace ns3

#endif /* FOUR_TUPLE_H */
