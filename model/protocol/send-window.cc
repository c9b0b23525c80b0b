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
SendWindow::IsNewer(uint64_t seq, uint64_t ack, uint64_t una) const
{
    return ack > una || (ack == una && (seq > m_wl1 || (seq == m_wl1 && ack >= m_wl2)));
}

bool
SendWindow::WouldChange(uint64_t seq, uint64_t ack, uint64_t window, uint64_t una) const
{
    return IsNewer(seq, ack, una) && ack + window != GetRightEdge();
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

uint64_t
SendWindow::GetRightEdge() const
{
    return m_wl2 + m_window;
}

uint64_t
SendWindow::GetWindow() const
{
    return m_window;
}

uint64_t
SendWindow::GetLargest() const
{
    return m_largest;
}

} // namespace ns3
