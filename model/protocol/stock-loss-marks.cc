/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-loss-marks.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// @brief The last segment of a range. @param range whole segments @param mss maximum size of one
/// @return its octets
OctetRange
LastSegment(OctetRange range, uint32_t mss)
{
    const auto rest = range.Size() % mss;
    return {range.end - (rest > 0 ? rest : mss), range.end};
}
} // namespace

void
StockLossMarks::OnSacked(const std::vector<OctetRange>& fresh,
                         const SackScoreboard& board,
                         uint32_t dupThresh,
                         uint32_t mss)
{
    for (const auto& range : fresh)
    {
        if (!m_highest || m_highest->begin <= range.end)
        {
            m_highest = LastSegment(range, mss);
        }
    }
    if (m_highest && !fresh.empty())
    {
        m_limit = std::max(m_limit, board.GetLostLimit(dupThresh, mss, m_highest->end));
    }
    if (m_highest && m_highest->begin <= board.GetUna())
    {
        m_highest.reset();
    }
}

void
StockLossMarks::Forget()
{
    *this = StockLossMarks();
}

std::optional<uint64_t>
StockLossMarks::GetHighest() const
{
    return m_highest ? std::optional(m_highest->begin) : std::nullopt;
}

uint64_t
StockLossMarks::GetLimit() const
{
    return m_limit;
}

} // namespace ns3
