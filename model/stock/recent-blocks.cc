/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recent-blocks.h"

#include <algorithm>

namespace ns3
{

void
RecentBlocks::Add(OctetRange range)
{
    const auto touches = [&range](const OctetRange& block) {
        return block.end == range.begin || range.end == block.begin;
    };
    auto i = std::find_if(m_blocks.begin(), m_blocks.end(), touches);
    while (i != m_blocks.end())
    {
        range = {std::min(range.begin, i->begin), std::max(range.end, i->end)};
        m_blocks.erase(i);
        i = std::find_if(m_blocks.begin(), m_blocks.end(), touches);
    }
    m_blocks.insert(m_blocks.begin(), range);
    m_blocks.resize(std::min(m_blocks.size(), MAX_BLOCKS));
}

void
RecentBlocks::DropBelow(uint64_t next)
{
    m_blocks.erase(std::remove_if(m_blocks.begin(),
                                  m_blocks.end(),
                                  [next](const OctetRange& block) { return block.end <= next; }),
                   m_blocks.end());
}

} // namespace ns3
