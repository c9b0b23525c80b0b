/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "send-window.h"

#include <algorithm>

namespace ns3
{

void
SendWindow::Reset(uint64_t seq, uint64_t ack, uint64_t window)
{
    m_wl1 = seq;
    m_wl2 = ack;
    m_window = window;
    m_largest = window;
}

bool
SendWindow::Update(uint64_t seq, uint64_t ack, uint64_t window, uint64_t una)
{
    if (!IsNewer(seq, ack, una))
    {
        return false;
    }
    m_wl1 = std::max(m_wl1, seq);
    m_wl2 = ack;
    m_window = window;
    m_largest = std::max(m_largest, window);
    return true;
}

} // namespace ns3
