/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WINDOW_COUNT_H
#define WINDOW_COUNT_H

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The window opens by one segment for so many that arrive: additive increase in whole
 * segments (RFC 5681, section 3.1, equation (3), with counting in place of fractions).
 *
 * State: segments that have arrived since the window opened last. Linux forgets them with each
 * reduction of the window; ns-3's controls keep them, and open the window too early after a loss,
 * by half a segment on average.
 */
class WindowCount
{
  public:
    /**
     * @brief Segments arrived.
     * @param arrived number of segments
     * @param each how many must arrive for one segment; 0 counts as 1. It may have become less
     * since the last call: what was counted before is then worth one segment at most
     * @return segments by which the window opens
     */
    uint32_t Count(uint32_t arrived, uint32_t each)
    {
        each = std::max(each, 1U);
        uint32_t opened = 0;
        if (m_counted >= each)
        {
            m_counted = 0;
            opened = 1;
        }
        m_counted += arrived;
        opened += m_counted / each;
        m_counted %= each;
        return opened;
    }

    /// @brief The window was reduced.
    void Forget()
    {
        m_counted = 0;
    }

  private:
    uint32_t m_counted{0}; //!< segments
};

} // namespace ns3

#endif /* WINDOW_COUNT_H */
