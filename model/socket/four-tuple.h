/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FOUR_TUPLE_H
#define FOUR_TUPLE_H

#include <cstddef>
#include <cstdint>

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

    /// @brief Compare. @param other another one @return whether they are the same
    bool operator==(const FourTuple& other) const
    {
        return localPort == other.localPort && peerPort == other.peerPort && peer == other.peer &&
               local == other.local;
    }
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Hash of a FourTuple.
 * @tparam Address of IPv4 or IPv6
 * @tparam AddressHash its hash
 */
template <class Address, class AddressHash>
struct FourTupleHash
{
    /// @brief Hash. @param name of a connection @return its hash
    std::size_t operator()(const FourTuple<Address>& name) const
    {
        constexpr uint64_t MIX = 0x9e37'79b9'7f4a'7c15; // 2^64 over the golden ratio
        uint64_t hash = AddressHash()(name.local);
        hash = hash * MIX + AddressHash()(name.peer);
        return hash * MIX + (uint32_t{name.localPort} << 16 | name.peerPort);
    }
};

} // namespace ns3

#endif /* FOUR_TUPLE_H */
