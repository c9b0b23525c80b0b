/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SPURIOUS_RECOVERY_DETECTOR_H
#define SPURIOUS_RECOVERY_DETECTOR_H

#include "octet-range.h"

#include <algorithm>
#include <boost/icl/interval_map.hpp>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Whether a repair was needless: all that it sent again is reported to have arrived twice
 * (RFC 2883; RFC 3708; Linux's undo by D-SACK).
 *
 * States: which octets the last repair is about; how many copies of each of them no D-SACK has
 * covered yet; whether the repair has sent anything again.
 * Events: a repair begins, octets are sent again, a D-SACK arrives.
 * Invariants: a repair is found needless at most once, and not before it has sent something again;
 * a D-SACK of octets that the repair did not send again says nothing of it; a copy that was on its
 * way before the repair began has to be reported, too, since its D-SACK is no other's.
 */
class SpuriousRecoveryDetector
{
  public:
    /// A repair of `snd.una` to `snd.nxt` begins. A copy that was sent before may still arrive: a
    /// tail loss probe.
    void Begin(OctetRange octets, std::optional<OctetRange> underWay = std::nullopt)
    {
        m_octets = octets;
        m_copies.clear();
        m_hasRepaired = false;
        if (underWay)
        {
            AddCopy(*underWay);
        }
    }

    /// A repair of `snd.una` to `snd.nxt` begins where another one ends, whose copies of these
    /// octets are under way.
    void BeginAfter(OctetRange octets)
    {
        m_octets = octets;
        m_copies.erase(Interval(0, octets.begin));
        m_hasRepaired = !m_copies.empty();
    }

    /// Octets are sent again.
    void OnSentAgain(OctetRange range)
    {
        m_hasRepaired = AddCopy(range) || m_hasRepaired;
    }

    /// A D-SACK arrived. @return whether the repair is now known to be needless
    bool OnDuplicate(OctetRange range)
    {
        const auto octets = Clip(range);
        if (octets.begin >= octets.end || !HasCopies())
        {
            return false;
        }
        m_copies.subtract({Interval(octets.begin, octets.end), 1});
        const bool isNeedless = m_hasRepaired && !HasCopies();
        if (isNeedless)
        {
            Begin({});
        }
        return isNeedless;
    }

  private:
    /// Octets, with the number of copies that no D-SACK has covered: above 0.
    using Copies = boost::icl::interval_map<uint64_t, uint32_t>;
    using Interval = boost::icl::discrete_interval<uint64_t>;

    /// Note a copy; of later octets, too, which may be the next repair's. @return whether this
    /// repair is about any of them
    bool AddCopy(OctetRange range)
    {
        const auto begin = std::max(range.begin, m_octets.begin);
        if (begin < range.end)
        {
            m_copies.add({Interval(begin, range.end), 1});
        }
        return begin < std::min(range.end, m_octets.end);
    }

    /// @return whether there are copies, of what the repair is about, that no D-SACK has covered
    bool HasCopies() const
    {
        const Interval octets(m_octets.begin, m_octets.end);
        return boost::icl::intersects(m_copies, octets);
    }

    /// @return those octets that the repair is about; may be empty
    OctetRange Clip(OctetRange range) const
    {
        return {std::max(range.begin, m_octets.begin), std::min(range.end, m_octets.end)};
    }

    OctetRange m_octets;       //!< what the last repair is about
    Copies m_copies;           //!< copies that no D-SACK has covered
    bool m_hasRepaired{false}; //!< the repair has sent something again
};

} // namespace ns3

#endif /* SPURIOUS_RECOVERY_DETECTOR_H */
