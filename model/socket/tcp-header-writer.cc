/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-header-writer.h"

#include "ns3/buffer.h"
#include "ns3/tcp-option-compressed-sack.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-winscale.h"

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

/// Append what is reported.
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
} // namespace

TcpHeader
TcpHeaderWriter::Write(const SegmentFields& fields)
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
        if (!m_timestamps || m_timestamps->GetReferenceCount() > 1)
        {
            m_timestamps = CreateObject<TcpOptionTS>();
        }
        m_timestamps->SetTimestamp(fields.timestamps->value);
        m_timestamps->SetEcho(fields.timestamps->echo);
        header.AppendOption(m_timestamps);
    }
    if (fields.Has(SegmentFields::SYN))
    {
        AppendSynOptions(fields, header);
    }
    AppendBlocks(fields, header);
    return header;
}

} // namespace ns3
