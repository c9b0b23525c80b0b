/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FORMER_NUMBERS_H
#define FORMER_NUMBERS_H

#include "four-tuple.h"

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"

#include <unordered_map>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief How far the sequence numbers of a node's connections went that ended without the peer's
 * knowledge.
 *
 * ns-3 begins each connection with the sequence number 0. The peer of a connection that was aborted
 * may still have it: to such a peer the SYN of the next connection, with the same ports, can look
 * like the old one come late, and its challenge ACK like an ACK of the new SYN. Neither end would
 * get any further. A number above all those of the former connection has the challenge answered by
 * a RST (RFC 9293, sections 3.4.1 and 3.5.1).
 *
 * There is one for each node, aggregated to it, and from the first such end on.
 */
class FormerNumbers : public Object
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// @return the table of a node, made if there is none
    static Ptr<FormerNumbers> Get(Ptr<Node> node);

    /// A connection has ended at sequence number @p next, and the peer may not know.
    template <class Address>
    void Leave(const FourTuple<Address>& name, SequenceNumber32 next)
    {
        GetTable(name)[name] = next;
    }

    /// @return the first sequence number of a new connection: 0, unless a former one of that name
    /// has left its own
    template <class Address>
    SequenceNumber32 GetFirst(const FourTuple<Address>& name)
    {
        const auto& table = GetTable(name);
        const auto found = table.find(name);
        return found == table.end() ? SequenceNumber32(0) : found->second;
    }

  private:
    template <class Address>
    using Table = std::unordered_map<FourTuple<Address>, SequenceNumber32, FourTupleHash<Address>>;

    /// @brief Table of the connections. @return that of IPv4
    auto& GetTable(const FourTuple<Ipv4Address>& /* name */)
    {
        return m_numbers;
    }

    /// @brief Table of the connections. @return that of IPv6
    auto& GetTable(const FourTuple<Ipv6Address>& /* name */)
    {
        return m_numbers6;
    }

    Table<Ipv4Address> m_numbers;  //!< of IPv4
    Table<Ipv6Address> m_numbers6; //!< of IPv6
};

} // namespace ns3

#endif /* FORMER_NUMBERS_H */
