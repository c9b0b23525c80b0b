/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-header-reader.h"

#include <array>

namespace ns3
{

namespace
{
/// Fill a new header but for its options.
void
ShowFixed(const SegmentFields& fields, TcpHeader& header)
{
    header.SetSourcePort(fields.sourcePort);
    header.SetDestinationPort(fields.destinationPort);
    header.SetSequenceNumber(SequenceNumber32(fields.sequence));
    header.SetAckNumber(SequenceNumber32(fields.acknowledgment));
    header.SetFlags(fields.flags);
    header.SetWindowSize(fields.window);
    header.SetUrgentPointer(fields.urgentPointer);
}
} // namespace

SegmentFields::Form
TakeTcpHeader(const Ptr<Packet>& packet, SegmentFields& fields, TcpHeader* shown)
{
    std::array<uint8_t, SegmentFields::MAX_HEADER> octets;
    const auto size = packet->CopyData(octets.data(), octets.size());
    const auto form = fields.Read(octets.data(), size);
    if (form == SegmentFields::Form::NONE)
    {
        return form;
    }
    uint32_t taken = 0;
    if (shown && form == SegmentFields::Form::SOUND)
    {
        taken = packet->RemoveHeader(*shown);
    }
    else if (shown)
    {
        ShowFixed(fields, *shown);
    }
    if (taken < fields.headerSize)
    {
        packet->RemoveAtStart(fields.headerSize - taken);
    }
    return form;
}

} // namespace ns3
