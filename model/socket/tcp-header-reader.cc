/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-header-reader.h"

#include <algorithm>
#include <array>

namespace ns3
{

void
TcpHeaderReader::TakeWhole(Ptr<Packet> packet, TcpHeader& header)
{
    constexpr std::size_t OFFSET = 12; // of the octet with the data offset, in words
    std::array<uint8_t, OFFSET + 1> octets{};
    packet->CopyData(octets.data(), octets.size());
    const uint32_t size = 4 * (octets[OFFSET] >> 4);
    const uint32_t taken = packet->RemoveHeader(header);
    if (taken < size)
    {
        packet->RemoveAtStart(std::min(size - taken, packet->GetSize()));
    }
}

std::optional<SegmentFields>
TcpHeaderReader::Peek(Ptr<const Packet> packet)
{
    std::array<uint8_t, SegmentFields::MAX_HEADER> octets;
    const auto size = packet->CopyData(octets.data(), octets.size());
    return SegmentFields::Read(octets.data(), size);
}

void
TcpHeaderReader::Take(Ptr<Packet> packet, TcpHeader& header)
{
    const auto fields = Peek(packet);
    if (!fields)
    {
        TakeWhole(packet, header);
        return;
    }
    packet->RemoveAtStart(fields->headerSize);
    Fill(*fields, header);
}

void
TcpHeaderReader::Fill(const SegmentFields& fields, TcpHeader& header)
{
    header.SetSourcePort(fields.sourcePort);
    header.SetDestinationPort(fields.destinationPort);
    header.SetSequenceNumber(SequenceNumber32(fields.sequence));
    header.SetAckNumber(SequenceNumber32(fields.acknowledgment));
    header.SetFlags(fields.flags);
    header.SetWindowSize(fields.window);
    header.SetUrgentPointer(fields.urgentPointer);
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
