/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sack-exchange.h"

#include "tcp-option-compressed-sack.h"

#include "ns3/tcp-option-sack.h"

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
} // namespace

void
SackExchange::AddPermission(TcpHeader& syn) const
{
    const bool isAnswer = syn.GetFlags() & TcpHeader::ACK;
    if (m_compressed || !isAnswer)
    {
        TcpOptionCompressedSackPermitted::Append(syn);
    }
}

void
SackExchange::HearSyn(const TcpHeader& syn, bool wanted)
{
    m_compressed = wanted && TcpOptionCompressedSackPermitted::IsIn(syn);
}

bool
SackExchange::IsCompressed() const
{
    return m_compressed;
}

void
SackExchange::NoteDuplicate(OctetRange range)
{
    m_duplicate = range;
}

void
SackExchange::AddBlocks(TcpHeader& header, const ReassemblyQueue& held)
{
    if (!IsCompressed())
    {
        AddPlainBlocks(header, held);
        return;
    }
    std::vector<SequenceBlock> blocks;
    if (m_duplicate)
    {
        blocks.push_back(ToBlock(*m_duplicate));
        m_duplicate.reset();
    }
    for (const auto& range : held.GetBlocks(CompressedSackCodec::MAX_BLOCKS))
    {
        blocks.push_back(ToBlock(range));
    }
    TcpOptionCompressedSack::Append(header, blocks.data(), blocks.size());
}

void
SackExchange::AddPlainBlocks(TcpHeader& header, const ReassemblyQueue& held)
{
    const uint8_t room = header.GetMaxOptionLength() - header.GetOptionLength();
    if (held.GetBlockCount() == 0 || room < SACK_OPTION_HEAD + SACK_OPTION_BLOCK)
    {
        return;
    }
    const auto option = CreateObject<TcpOptionSack>();
    for (const auto& range : held.GetBlocks((room - SACK_OPTION_HEAD) / SACK_OPTION_BLOCK))
    {
        const auto block = ToBlock(range);
        option->AddSackBlock({SequenceNumber32(block.begin), SequenceNumber32(block.end)});
    }
    header.AppendOption(option);
}

const char*
SackExchange::ReadBlocks(const TcpHeader& header,
                         const SackBlockCheck::Sent& sent,
                         std::vector<OctetRange>& blocks) const
{
    TcpOptionCompressedSack::Blocks coded;
    const auto received = IsCompressed() ? TcpOptionCompressedSack::Find(header, coded)
                                         : TcpOptionCompressedSack::Received{};
    if (!received.isPresent)
    {
        ReadPlainBlocks(header, sent, blocks);
        return nullptr;
    }
    if (received.decoded.refusal != CompressedSackCodec::Refusal::NONE)
    {
        return CompressedSackCodec::GetName(received.decoded.refusal);
    }
    SackBlockCheck::Ranges ranges;
    const auto count = received.decoded.blocks;
    const auto result = SackBlockCheck::Check(coded.data(), count, sent, ranges);
    if (result.refusal != SackBlockCheck::Refusal::NONE)
    {
        return SackBlockCheck::GetName(result.refusal);
    }
    blocks.insert(blocks.end(), ranges.begin() + result.isDuplicate, ranges.begin() + count);
    return nullptr;
}

void
SackExchange::ReadPlainBlocks(const TcpHeader& header,
                              const SackBlockCheck::Sent& sent,
                              std::vector<OctetRange>& blocks)
{
    const auto option = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
    if (!option)
    {
        return;
    }
    const auto unwrap = [una = sent.una](SequenceNumber32 seq) {
        return una + static_cast<int32_t>(seq.GetValue() - static_cast<uint32_t>(una));
    };
    for (const auto& block : option->GetSackList())
    {
        blocks.push_back({unwrap(block.first), unwrap(block.second)});
    }
}

} // namespace ns3
