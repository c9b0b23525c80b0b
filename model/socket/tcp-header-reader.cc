/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-header-reader.h"

#include <array>

namespace ns3
{

bool
TcpHeaderReader::TakeWhole(Ptr<Packet> packet, TcpHeader& header)
{
    std::array<uint8_t, SegmentFields::MAX_HEADER> octets;
    const auto form =
        SegmentFields::GetForm(octets.data(), packet->CopyData(octets.data(), octets.size()));
    if (form == SegmentFields::Form::NONE)
    {
        return false;
    }
    const auto fields = SegmentFields::ReadFixed(octets.data());
    uint32_t taken = 0;
    if (form == SegmentFields::Form::SOUND)
    {
        taken = packet->RemoveHeader(header);
    }
    else
    {
        FillFixed(fields, header);
    }
    if (taken < fields.headerSize)
    {
        packet->RemoveAtStart(fields.headerSize - taken);
    }
    return true;
}

std::optional<SegmentFields>
TcpHeaderReader::Peek(Ptr<const Packet> packet)
{
    std::array<uint8_t, SegmentFields::MAX_HEADER> octets;
    const auto size = packet->CopyData(octets.data(), octets.size());
    return SegmentFields::Read(octets.data(), size);
}

bool
TcpHeaderReader::Take(Ptr<Packet> packet, TcpHeader& header)
{
    const auto fields = Peek(packet);
    if (!fields)
    {
        return TakeWhole(packet, header);
    }
    packet->RemoveAtStart(fields->headerSize);
    Fill(*fields, header);
    return true;
}

void
TcpHeaderReader::FillFixed(const SegmentFields& fields, TcpHeader& header)
{
    header.SetSourcePort(fields.sourcePort);
    header.SetDestinationPort(fields.destinationPort);
    header.SetSequenceNumber(SequenceNumber32(fields.sequence));
    header.SetAckNumber(SequenceNumber32(fields.acknowledgment));
    header.SetFlags(fields.flags);
    header.SetWindowSize(fields.window);
    header.SetUrgentPointer(fields.urgentPointer);
}

void
TcpHeaderReader::Fill(const SegmentFields& fields, TcpHeader& header)
{
    FillFixed(fields, header);
    if (fields.timestamps)
    {
        const auto option = m_timestamps.Get();
        option->SetTimestamp(fields.timestamps->value);
        option->SetEcho(fields.timestamps->echo);
        header.AppendOption(option);
    }
    if (fields.blockCount > 0)
    {
        const auto option = m_blocks.Get();
        option->ClearSackList();
        for (uint8_t i = 0; i < fields.blockCount; ++i)
        {
            option->AddSackBlock(
                {SequenceNumber32(fields.blocks[i].begin), SequenceNumber32(fields.blocks[i].end)});
        }
        header.AppendOption(option);
    }
}

} // namespace ns3
