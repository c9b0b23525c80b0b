/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-header-values.h"

#include "ns3/buffer.h"
#include "ns3/tcp-option-compressed-sack.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-winscale.h"

#include <array>

namespace ns3
{

namespace
{
/// Append the options of a SYN but timestamps.
void
AppendSynOptions(const SegmentFields& fields, TcpHeader& header)
{
    if (fields.mss)
    {
        const auto option = CreateObject<TcpOptionMSS>();
        option->SetMSS(*fields.mss);
        header.AppendOption(option);
    }
    if (fields.scale)
    {
        const auto option = CreateObject<TcpOptionWinScale>();
        option->SetScale(*fields.scale);
        header.AppendOption(option);
    }
    if (fields.sackPermitted)
    {
        header.AppendOption(CreateObject<TcpOptionSackPermitted>());
    }
    if (fields.compressedPermitted)
    {
        TcpOptionCompressedSackPermitted::Append(header);
    }
}

void
AppendBlocks(const SegmentFields& fields, TcpHeader& header)
{
    if (fields.blockCount > 0)
    {
        const auto option = CreateObject<TcpOptionSack>();
        for (std::size_t i = 0; i < fields.blockCount; ++i)
        {
            option->AddSackBlock(
                {SequenceNumber32(fields.blocks[i].begin), SequenceNumber32(fields.blocks[i].end)});
        }
        header.AppendOption(option);
    }
    if (fields.experimentalSize > 0)
    {
        TcpOptionCompressedSack::Append(header,
                                        fields.experimental.data(),
                                        fields.experimentalSize);
    }
}

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

TcpHeader
MakeTcpHeader(const SegmentFields& fields, Ptr<TcpOptionTS>& timestamps)
{
    TcpHeader header;
    header.SetFlags(fields.flags);
    header.SetSequenceNumber(SequenceNumber32(fields.sequence));
    if (fields.Has(SegmentFields::ACK))
    {
        header.SetAckNumber(SequenceNumber32(fields.acknowledgment));
    }
    header.SetWindowSize(fields.window);
    if (fields.timestamps)
    {
        if (!timestamps || timestamps->GetReferenceCount() > 1)
        {
            timestamps = CreateObject<TcpOptionTS>();
        }
        timestamps->SetTimestamp(fields.timestamps->value);
        timestamps->SetEcho(fields.timestamps->echo);
        header.AppendOption(timestamps);
    }
    if (fields.Has(SegmentFields::SYN))
    {
        AppendSynOptions(fields, header);
    }
    AppendBlocks(fields, header);
    return header;
}

} // namespace ns3
