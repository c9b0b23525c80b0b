/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sack-exchange.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// Octets of a SACK option without its blocks, and of a block (RFC 2018, section 3).
constexpr uint8_t SACK_OPTION_HEAD = 2;
constexpr uint8_t SACK_OPTION_BLOCK = 8;

SequenceBlock
ToBlock(OctetRange range)
{
    return {static_cast<uint32_t>(range.begin), static_cast<uint32_t>(range.end)};
}

/// Keep a block if it can be true.
void
Keep(OctetRange range, uint64_t ack, const SackExchange::Sent& sent, SackExchange::Report& report)
{
    const uint64_t end = sent.nxt + (sent.fin ? 1 : 0);
    if (range.begin >= range.end || range.begin <= ack || range.end > end)
    {
        ++report.refused;
        return;
    }
    report.fin |= range.end > sent.nxt;
    range.end = std::min(range.end, sent.nxt);
    // What an ACK has overtaken says nothing of snd.una any more.
    if (range.begin > sent.una && range.begin < range.end)
    {
        report.blocks.push_back(range);
    }
}

void
ReadCompressedBlocks(const SegmentFields& header,
                     uint64_t ack,
                     const SackExchange::Sent& sent,
                     SackExchange::Report& report)
{
    CompressedSackCodec::Blocks coded;
    const auto decoded =
        CompressedSackCodec::Decode(header.experimental.data(), header.experimentalSize, coded);
    report.refusal = decoded.refusal;
    if (report.refusal)
    {
        return;
    }
    SackBlockCheck::Ranges ranges;
    const auto count = decoded.blocks;
    const uint64_t end = sent.nxt + (sent.fin ? 1 : 0);
    const auto result =
        SackBlockCheck::Check(coded.data(), count, {sent.start, std::min(ack, end), end}, ranges);
    report.refusal = result.refusal;
    if (report.refusal)
    {
        return;
    }
    if (result.isDuplicate)
    {
        report.duplicate = ranges[0];
    }
    for (std::size_t i = result.isDuplicate ? 1 : 0; i < count; ++i)
    {
        Keep(ranges[i], ack, sent, report);
    }
}

void
ReadPlainBlocks(const SegmentFields& header,
                uint64_t ack,
                const SackExchange::Sent& sent,
                SackExchange::Report& report)
{
    const auto unwrap = [&](std::size_t i) {
        return OctetRange{UnwrapSequence(sent.una, header.blocks[i].begin),
                          UnwrapSequence(sent.una, header.blocks[i].end)};
    };
    for (std::size_t i = 0; i < header.blockCount; ++i)
    {
        const auto range = unwrap(i);
        // RFC 2883, section 4: below the ACK, or within the second block. It may be the SYN.
        const bool isDuplicate =
            i == 0 && range.begin < range.end && range.begin + 1 >= sent.start &&
            (range.end <= ack || (header.blockCount > 1 && unwrap(1).begin <= range.begin &&
                                  range.end <= unwrap(1).end));
        if (isDuplicate)
        {
            report.duplicate = range;
            continue;
        }
        Keep(range, ack, sent, report);
    }
}
} // namespace

void
SackExchange::AddBlocks(SegmentFields& header,
                        const ReassemblyQueue& held,
                        std::size_t room,
                        const std::vector<OctetRange>* listed)
{
    if (!HasReport(held))
    {
        return;
    }
    room = std::min(room, CompressedSackCodec::MAX_SIZE - header.GetOptionsSize());
    if (!IsCompressed())
    {
        AddPlainBlocks(header, held, room, listed);
        return;
    }
    if (room < CompressedSackCodec::MIN_SIZE)
    {
        return;
    }
    std::vector<SequenceBlock> blocks;
    if (m_duplicate)
    {
        blocks.push_back(ToBlock(*m_duplicate));
    }
    for (const auto& range : held.GetBlocks(CompressedSackCodec::MAX_BLOCKS))
    {
        blocks.push_back(ToBlock(range));
    }
    const auto encoded =
        CompressedSackCodec::Encode(blocks.data(), blocks.size(), header.experimental.data(), room);
    if (encoded.blocks > 0)
    {
        header.experimentalSize = static_cast<uint8_t>(encoded.octets);
        m_duplicate.reset();
    }
}

void
SackExchange::AddPlainBlocks(SegmentFields& header,
                             const ReassemblyQueue& held,
                             std::size_t room,
                             const std::vector<OctetRange>* listed)
{
    if (room < SACK_OPTION_HEAD + SACK_OPTION_BLOCK)
    {
        return;
    }
    std::size_t most = (room - SACK_OPTION_HEAD) / SACK_OPTION_BLOCK;
    const auto add = [&header](OctetRange range) {
        header.blocks[header.blockCount++] = ToBlock(range);
    };
    // Above the ACK it means something before the block it is in only.
    if (m_duplicate && (most > 1 || m_duplicate->end <= held.GetNext()))
    {
        add(*m_duplicate);
        m_duplicate.reset();
        --most;
    }
    const auto blocks = listed ? *listed : held.GetBlocks(most);
    std::for_each(blocks.begin(), blocks.begin() + std::min(most, blocks.size()), add);
}

void
SackExchange::ReadBlocks(const SegmentFields& header,
                         uint64_t ack,
                         const Sent& sent,
                         Report& report) const
{
    report.blocks.clear();
    report.refusal = nullptr;
    report.refused = 0;
    report.duplicate.reset();
    report.fin = false;
    if (m_compressed && header.experimentalSize > 0)
    {
        ReadCompressedBlocks(header, ack, sent, report);
    }
    else if (header.blockCount > 0)
    {
        ReadPlainBlocks(header, ack, sent, report);
    }
}

} // namespace ns3
