/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-join.h"

#include "ns3/object-base.h"
#include "ns3/tag.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3
{

namespace
{
/// Packets up to which AddAtEnd() copies no more than a common payload does.
constexpr std::size_t FEW = 8;

/// Parts of a packet that are well below what ends the program.
constexpr std::size_t MAX_PARTS = 1000;

/// Give one packet the byte tags of another, whose octets begin in it at @p offset.
void
CopyByteTags(const Packet& from, uint32_t offset, const Packet& to)
{
    for (auto tags = from.GetByteTagIterator(); tags.HasNext();)
    {
        const auto item = tags.Next();
        if (item.GetTypeId().HasConstructor())
        {
            const std::unique_ptr<ObjectBase> made(item.GetTypeId().GetConstructor()());
            auto& tag = dynamic_cast<Tag&>(*made);
            item.GetTag(tag);
            to.AddByteTag(tag, offset + item.GetStart(), offset + item.GetEnd());
        }
    }
}

/// Put all packets but the first into one payload.
void
CopyToOne(std::vector<Ptr<Packet>>& pieces)
{
    std::vector<uint8_t> octets;
    for (std::size_t i = 1; i < pieces.size(); ++i)
    {
        const auto offset = octets.size();
        octets.resize(offset + pieces[i]->GetSize());
        pieces[i]->CopyData(octets.data() + offset, pieces[i]->GetSize());
    }
    const auto payload = Create<Packet>(octets.data(), octets.size());
    uint32_t offset = 0;
    for (std::size_t i = 1; i < pieces.size(); ++i)
    {
        CopyByteTags(*pieces[i], offset, *payload);
        offset += pieces[i]->GetSize();
    }
    pieces.resize(1);
    pieces.push_back(payload);
}

/// @return whether a common payload would lose tags or parts, and AddAtEnd() can keep them
bool
IsToKeepParts(const std::vector<Ptr<Packet>>& pieces)
{
    if (pieces.front()->BeginItem().HasNext())
    {
        return pieces.size() <= MAX_PARTS;
    }
    return std::any_of(pieces.begin(), pieces.end(), [](const auto& piece) {
        return piece->GetByteTagIterator().HasNext();
    });
}
} // namespace

Ptr<Packet>
JoinPackets(std::vector<Ptr<Packet>>& pieces)
{
    if (pieces.size() > FEW && !IsToKeepParts(pieces))
    {
        CopyToOne(pieces);
    }
    for (std::size_t step = 1; step < pieces.size(); step *= 2)
    {
        for (std::size_t i = 0; i + step < pieces.size(); i += 2 * step)
        {
            pieces[i]->AddAtEnd(pieces[i + step]);
        }
    }
    return pieces.front();
}

} // namespace ns3
