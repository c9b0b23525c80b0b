/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_LOSSES_H
#define LEAN_LOSSES_H

#include "lean-link.h"

#include "ns3/link-losses.h"
#include "ns3/random-stream.h"
#include "ns3/sequence-position.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace lean
{

using Draw = std::function<double()>; //!< draws a number above 0 and below 1

/// ns-3's RateErrorModel: loses packets, or those with a wrong octet, independently of each other.
class RandomLoss : public PacketLoss
{
  public:
    /// @param rate probability @param draw numbers @param ofOctets it is that of an octet, not of a
    /// packet
    RandomLoss(double rate, Draw draw, bool ofOctets = false)
        : m_rate(rate),
          m_draw(std::move(draw)),
          m_isOfOctets(ofOctets)
    {
    }

    bool Loses(Instant /* now */, Packet& packet) override
    {
        const auto rate = m_isOfOctets ? 1.0 - std::pow(1.0 - m_rate, packet.octets) : m_rate;
        return m_draw() < rate;
    }

  private:
    double m_rate;     //!< probability
    Draw m_draw;       //!< numbers
    bool m_isOfOctets; //!< of an octet
};

/// Our MarkovErrorModel.
class MarkovLoss : public PacketLoss
{
  public:
    /// @param settings with times in ns @param states numbers for the states @param losses numbers
    /// for packets
    MarkovLoss(const ns3::MarkovStates::Settings& settings, Draw states, Draw losses)
        : m_settings(settings),
          m_drawState(std::move(states)),
          m_drawLoss(std::move(losses))
    {
    }

    bool Loses(Instant now, Packet& /* packet */) override
    {
        m_states.Advance(now.count(), m_settings, m_drawState, [](int64_t, bool) {});
        return m_drawLoss() < m_states.GetLoss(m_settings);
    }

  private:
    ns3::MarkovStates::Settings m_settings; //!< of the link
    ns3::MarkovStates m_states;             //!< of the link
    Draw m_drawState;                       //!< numbers
    Draw m_drawLoss;                        //!< numbers
};

/// Our PlannedLossModel: loses packets that were planned, each by a number and by which of the same
/// it is.
class PlannedLoss : public PacketLoss
{
  public:
    using Planned = std::pair<uint64_t, uint32_t>; //!< a number, and which of the same, from 1 on

    /// @param full octets of a full segment @param planned what is lost
    PlannedLoss(uint32_t full, const std::vector<Planned>& planned)
        : m_full(full),
          m_planned(planned.begin(), planned.end())
    {
    }

    /// @return how many losses are planned that did not happen
    std::size_t GetPlanned() const
    {
        return m_planned.size();
    }

  protected:
    uint32_t m_full;             //!< octets
    std::set<Planned> m_planned; //!< is lost
};

/// Our SegmentLossModel, for a link with one connection's data: loses transmissions of full
/// segments of the stream.
class SegmentLoss : public PlannedLoss
{
  public:
    using PlannedLoss::PlannedLoss;

    bool Loses(Instant /* now */, Packet& packet) override
    {
        const auto& payload = packet.segment.payload;
        if (payload.Size() == 0)
        {
            return false;
        }
        const auto position = payload.begin - ns3::FirstPosition(1);
        const auto segment =
            m_segments.Count(position, static_cast<uint32_t>(payload.Size()), m_full);
        return m_planned.erase({segment.number, segment.transmission}) > 0;
    }

  private:
    ns3::SegmentCounter m_segments; //!< that passed
};

/// Our AckLossModel, for the connection that is opened first: loses ACKs without data, by how many
/// whole segments they acknowledge, and the how-many-th of these it is.
class AckLoss : public PlannedLoss
{
  public:
    using PlannedLoss::PlannedLoss;

    bool Loses(Instant /* now */, Packet& packet) override
    {
        using Fields = ns3::SegmentFields;
        const auto& header = packet.segment.header;
        if (!m_route && header.Has(Fields::SYN))
        {
            m_route = packet.route;
        }
        if (packet.route != m_route || !header.Has(Fields::ACK) ||
            header.Has(Fields::SYN | Fields::FIN | Fields::RST) ||
            packet.segment.payload.Size() > 0)
        {
            return false;
        }
        const auto position = ns3::UnwrapSequence(m_highest, header.acknowledgment);
        m_highest = std::max(m_highest, position);
        const auto segments = (position - ns3::FirstPosition(1)) / m_full;
        return m_planned.erase({segments, ++m_occurrences[segments]}) > 0;
    }

  private:
    const Route* m_route{nullptr};              //!< of the ACKs
    uint64_t m_highest{ns3::FirstPosition(1)};  //!< acknowledged
    std::map<uint64_t, uint32_t> m_occurrences; //!< ACKs so far, by segments
};

} // namespace lean

#endif /* LEAN_LOSSES_H */
