/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Segments at random, beside a set of octets.

#include "fuzz-input.h"

#include "ns3/reassembly-queue.h"

#include <algorithm>
#include <bitset>
#include <vector>

using fuzz::Require;
using ns3::OctetRange;
using ns3::ReassemblyQueue;

namespace
{

constexpr std::size_t POSITIONS = 256;

using Octets = std::bitset<POSITIONS>;

/// Runs of octets that arrived, from a position on.
std::vector<OctetRange>
FindBlocks(const Octets& arrived, uint64_t next)
{
    std::vector<OctetRange> blocks;
    for (uint64_t i = next; i < POSITIONS; ++i)
    {
        if (arrived[i] && (blocks.empty() || blocks.back().end != i))
        {
            blocks.push_back({i, i});
        }
        if (arrived[i])
        {
            blocks.back().end = i + 1;
        }
    }
    return blocks;
}

/// @brief Compare. @param queue tested @param arrived believed @param newest the last segment
void
Check(const ReassemblyQueue& queue, const Octets& arrived, OctetRange newest)
{
    uint64_t next = 0;
    for (; next < POSITIONS && arrived[next]; ++next)
    {
    }
    Require(queue.GetNext() == next);
    auto blocks = queue.GetBlocks(POSITIONS);
    if (newest.begin < newest.end && newest.begin > next)
    {
        Require(!blocks.empty() && blocks[0].begin <= newest.begin && newest.end <= blocks[0].end);
    }
    std::sort(blocks.begin(), blocks.end(), [](OctetRange a, OctetRange b) {
        return a.begin < b.begin;
    });
    Require(blocks == FindBlocks(arrived, next));
}

/// A segment arrives, at the queue under test and among the octets believed to have arrived.
void
Insert(ReassemblyQueue& queue, Octets& arrived, OctetRange segment)
{
    const auto arrival = queue.Insert(segment);
    Octets fresh;
    for (const auto& part : arrival.fresh)
    {
        Require(part.begin < part.end && part.begin >= segment.begin && part.end <= segment.end);
        for (auto i = part.begin; i < part.end; ++i)
        {
            Require(!fresh[i] && !arrived[i]);
            fresh.set(i);
        }
    }
    bool isRepeated = false;
    for (auto i = segment.begin; i < segment.end; ++i)
    {
        Require(fresh[i] || arrived[i]);
        isRepeated = isRepeated || arrived[i];
    }
    Require(arrival.duplicate.has_value() == isRepeated);
    if (arrival.duplicate)
    {
        for (auto i = arrival.duplicate->begin; i < arrival.duplicate->end; ++i)
        {
            Require(arrived[i]);
        }
    }
    arrived |= fresh;
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* octets, std::size_t size)
{
    fuzz::Input input(octets, size);
    ReassemblyQueue queue;
    Octets arrived;
    while (!input.IsEmpty())
    {
        const OctetRange segment{input.Take8(), input.Take8()};
        Insert(queue, arrived, segment);
        Check(queue, arrived, segment);
    }
    return 0;
}
