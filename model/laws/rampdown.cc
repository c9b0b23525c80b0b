/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rampdown.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

void
Rampdown::Begin(uint64_t outstanding, double winmult)
{
    m_left = outstanding;
    m_trim = 1.0 - std::clamp(winmult, 0.0, 1.0);
}

void
Rampdown::Advance(uint64_t octets)
{
    m_left -= std::min(octets, m_left);
}

uint64_t
Rampdown::GetWintrim() const
{
    return std::llround(static_cast<double>(m_left) * m_trim);
}

} // namespace ns3
