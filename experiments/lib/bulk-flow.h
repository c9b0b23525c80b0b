/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BULK_FLOW_H
#define BULK_FLOW_H

#include "bulk-source.h"

#include "ns3/address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink.h"

#include <cstdint>

namespace ns3::tcplossy
{

/**
 * @brief A TCP sender with endless data and its receiver.
 */
struct BulkFlow
{
    Ptr<BulkSource> sender;   //!< on the source; null if another process runs that
    Ptr<PacketSink> receiver; //!< on the destination, there from the beginning; null likewise

    /// Where a flow goes.
    struct Ends
    {
        Ptr<Node> source;      //!< sends
        Ptr<Node> destination; //!< receives
        Address to;            //!< address and port that the source connects to
        Address listen;        //!< address and port that the destination listens on
    };

    /**
     * @brief Put both applications on their nodes.
     * @param ends nodes with an internet stack, and addresses
     * @param sendSize octets of one write; whole segments fill the sender's buffer
     * @param start when the source connects
     * @return the applications
     */
    static BulkFlow Install(const Ends& ends, uint32_t sendSize, Time start);
};

} // namespace ns3::tcplossy

#endif /* BULK_FLOW_H */
