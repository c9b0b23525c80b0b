/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NEEDLESS_REPAIR_H
#define NEEDLESS_REPAIR_H

#include "octet-range.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Whether a repair was needless: all that it sent again is reported to have arrived twice
 * (RFC 2883; RFC 3708; Linux's undo by D-SACK).
 *
 * States: which octets the last repair is about, and how many it has sent again that no D-SACK has
 * covered yet.
 * Events: a repair begins, octets are sent again, a D-SACK arrives.
 * Invariants: a repair is found needless at most once, and not before it has sent something again.
 */
class NeedlessRepair
{
  public:
    /// @brief A repair begins. @param octets what it is about: `snd.una` to `snd.nxt`
    void Begin(OctetRange octets)
    {
        m_octets = octets;
        m_uncovered = 0;
    }

    /// @brief Octets are sent again. @param range octets
    void OnSentAgain(OctetRange range)
    {
        m_uncovered += Overlap(range);
    }

    /// @brief A D-SACK arrived. @param range what has arrived twice
    /// @return whether the repair is now known to be needless
    bool OnDuplicate(OctetRange range)
    {
        const auto covered = std::min(m_uncovered, Overlap(range));
        m_uncovered -= covered;
        const bool isNeedless = covered > 0 && m_uncovered == 0;
        if (isNeedless)
        {
            m_octets = {};
        }
        return isNeedless;
    }

  private:
    /// @param range octets @return how many of them the repair is about
    uint64_t Overlap(OctetRange range) const
    {
        const auto begin = std::max(range.begin, m_octets.begin);
        const auto end = std::min(range.end, m_octets.end);
        return begin < end ? end - begin : 0;
    }

    OctetRange m_octets;     //!< what the last repair is about
    uint64_t m_uncovered{0}; //!< octets sent again, no D-SACK of which has come
};

} // namespace ns3

#endif /* NEEDLESS_REPAIR_H */
