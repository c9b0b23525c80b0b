/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-header-reader.h"

#include <array>

namespace ns3
{

SegmentFields::Form
TcpHeaderReader::TakeWhole(Ptr<Packet> packet, TcpHeader& header)
{
    std::array<uint8_t, SegmentFields::MAX_HEADER> octets;
    const auto form =
        SegmentFields::GetForm(octets.data(), packet->CopyData(octets.data(), octets.size()));
    if (form == SegmentFields::Form::NONE)
    {
        return form;
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
    return form;
}

std::optional<SegmentFields>
TcpHeaderReader::Peek(Ptr<const Packet> packet)
{
    std::array<uint8_t, SegmentFields::MAX_HEADER> octets;
    const auto size = packet->CopyData(octets.data(), octets.size());
    return SegmentFields::Read(octets.data(), size);
}

bool
TcpHeaderReader::Take(Ptr<Packet> packet, TcpHeader& header, bool whole)
{
    const auto fields = whole ? std::nullopt : Peek(packet);
    if (!fields)
    {
        const auto form = TakeWhole(packet, header);
        m_wasMalformed = form == SegmentFields::Form::MALFORMED;
        return form != SegmentFields::Form::NONE;
    }
    m_wasMalformed = false;
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
