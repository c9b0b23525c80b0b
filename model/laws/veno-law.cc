/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "veno-law.h"

namespace ns3
{

void
VenoLaw::OnBacklog(double backlog, double alpha, double beta)
{
    m_equilibrium = backlog > alpha;
    const bool halfPace = backlog > beta;
    if (halfPace && !m_halfPace)
    {
        m_skipped = false;
    }
    m_halfPace = halfPace;
}

bool
VenoLaw::OnNewAck()
{
    if (!m_halfPace)
    {
        return true;
    }
    m_skipped = !m_skipped;
    return !m_skipped;
}

} // namespace ns3
