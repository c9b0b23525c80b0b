/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_LOSSES_H
#define LINK_LOSSES_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

namespace ns3
{

/// @ingroup tcp-lossy
/// @brief A link that is good or bad, the states succeeding each other by chance: see
/// MarkovErrorModel. Times are counted in any unit, from the start.
class MarkovStates
{
  public:
    static constexpr int64_t NEVER = INT64_MAX; //!< what is later than any time

    /// What is read when a state is entered and when a packet comes.
    struct Settings
    {
        int64_t goodInterval; //!< between samples of the good state, above 0
        int64_t badInterval;  //!< between samples of the bad state, above 0
        double stayGood;      //!< probability that a sample leaves the state good, 0 to 1
        double stayBad;       //!< probability that a sample leaves the state bad, 0 to 1
        double goodLoss;      //!< probability to lose a packet when good, 0 to 1
        double badLoss;       //!< probability to lose a packet when bad, 0 to 1
    };

    /// Good from a time on.
    void Reset(int64_t now)
    {
        m_isGood = true;
        m_entered = now;
        m_change.reset();
    }

    /// Bring the state up to date. @param now not before the last one @param settings as they are
    /// @param draw draws an even number from 0 to 1 @param report is told when which state began
    template <class Draw, class Report>
    void Advance(int64_t now, const Settings& settings, const Draw& draw, const Report& report)
    {
        if (!m_change)
        {
            m_change = GetChange(settings, draw());
        }
        while (*m_change <= now)
        {
            m_isGood = !m_isGood;
            m_entered = *m_change;
            report(m_entered, m_isGood);
            m_change = GetChange(settings, draw());
        }
    }

    /// @return whether the state is the good one
    bool IsGood() const
    {
        return m_isGood;
    }

    /// @return the probability to lose a packet
    double GetLoss(const Settings& settings) const
    {
        return m_isGood ? settings.goodLoss : settings.badLoss;
    }

  private:
    /// @return when the state that was entered is left
    int64_t GetChange(const Settings& settings, double drawn) const
    {
        const auto stay = m_isGood ? settings.stayGood : settings.stayBad;
        const auto interval = m_isGood ? settings.goodInterval : settings.badInterval;
        // Above 0, at most 1. More than n samples are needed with probability stay^n.
        const auto chance = 1.0 - drawn;
        const auto samples = stay < 1.0 ? 1.0 + std::floor(std::log(chance) / std::log(stay))
                                        : std::numeric_limits<double>::infinity();
        const auto left = NEVER - m_entered;
        return samples >= static_cast<double>(left / interval)
                   ? NEVER
                   : m_entered + static_cast<int64_t>(samples) * interval;
    }

    bool m_isGood{true};             //!< the state up to the next change
    int64_t m_entered{0};            //!< when it was entered
    std::optional<int64_t> m_change; //!< the next change, once it is drawn
};

/// @return the probability that no bit of a packet of so many octets is wrong, @p rate being that
/// of a bit, independently of others
inline double
GetIntact(uint32_t octets, double rate)
{
    return std::exp(8.0 * octets * std::log1p(-rate));
}

/// @ingroup tcp-lossy
/// @brief Loses a share of the packets at random, alone or in bursts of a mean length: Gilbert's
/// two states, of which one loses all packets.
class BurstLoss
{
  public:
    /// @param share of packets, from 0 to below 1 @param burst packets that are lost in a row on
    /// average, at least 1; at 1 packets are lost independently
    BurstLoss(double share, double burst)
        : m_begins(burst > 1 ? share / (burst * (1 - share)) : share),
          m_goesOn(burst > 1 ? 1 - 1 / burst : share)
    {
    }

    /// A packet comes. @param draw draws a number above 0 and below 1; not asked where nothing is
    /// lost @return whether the packet is lost
    template <class Draw>
    bool Loses(Draw&& draw)
    {
        m_isInBurst = m_begins > 0 && draw() < (m_isInBurst ? m_goesOn : m_begins);
        return m_isInBurst;
    }

  private:
    double m_begins;         //!< probability of a loss after none
    double m_goesOn;         //!< probability of a loss after one
    bool m_isInBurst{false}; //!< the last packet was lost
};

/// @ingroup tcp-lossy
/// @brief Names the segments of a connection that pass: the how-many-th full segment of the stream
/// it is, and the how-many-th transmission of that. Positions count from the first octet of data.
class SegmentCounter
{
  public:
    /// A segment that passed.
    struct Segment
    {
        uint64_t position;     //!< of its first octet
        uint32_t size;         //!< octets
        uint64_t number;       //!< of the full segment that its first octet is in, from 1 on
        uint32_t transmission; //!< of this segment, from 1 on
    };

    /// A segment of data passes. @param position of its first octet @param size octets @param full
    /// octets of a full segment, at least 1
    Segment Count(uint64_t position, uint32_t size, uint32_t full)
    {
        Segment segment{position, size, position / full + 1, 1};
        if (position < m_end)
        {
            segment.transmission = ++m_retransmitted.try_emplace(segment.number, 1).first->second;
        }
        m_end = std::max(m_end, position + size);
        return segment;
    }

    /// @return one past the highest octet that passed
    uint64_t GetEnd() const
    {
        return m_end;
    }

  private:
    uint64_t m_end{0};                            //!< one past the highest octet
    std::map<uint64_t, uint32_t> m_retransmitted; //!< transmissions of those that passed again
};

} // namespace ns3

#endif /* LINK_LOSSES_H */
