/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_HEADER_VALUES_H
#define TCP_HEADER_VALUES_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/segment-fields.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Take the header off a segment that arrived.
 *
 * Octets that the data offset covers are no data, whatever TcpHeader makes of them.
 * @param packet the segment, whose data are left; of Form::NONE nothing is taken
 * @param fields receives what the header says
 * @param shown receives the header as ns-3 shows headers, unless it is null: with no options where
 * the length of one makes no sense, since TcpHeader would read on for ever, or behind the segment,
 * or end the program
 * @return how the header is made
 */
SegmentFields::Form TakeTcpHeader(const Ptr<Packet>& packet,
                                  SegmentFields& fields,
                                  TcpHeader* shown);

/**
 * @ingroup tcp-lossy
 * @brief Make ns-3's header of what a segment says.
 *
 * One object is for the timestamps of many headers, since to make one costs more than all else that
 * is done for a segment in a socket. Whoever keeps a header keeps its options: then the next one
 * gets another object.
 * @param fields what the segment says
 * @param timestamps of the header before, or null
 * @return a header without ports
 */
TcpHeader MakeTcpHeader(const SegmentFields& fields, Ptr<TcpOptionTS>& timestamps);

} // namespace ns3

#endif /* TCP_HEADER_VALUES_H */
