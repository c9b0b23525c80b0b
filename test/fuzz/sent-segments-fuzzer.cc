/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Events at random, beside a ledger that keeps a note for each octet.

#include "fuzz-input.h"

#include "ns3/sent-segments.h"

#include <algorithm>
#include <array>
#include <vector>

using fuzz::Require;
using ns3::OctetRange;
using ns3::SentSegments;

namespace
{

constexpr uint64_t POSITIONS = 256;

/// A ledger that is easy to believe.
class Octets
{
  public:
    void ExtendTo(uint64_t end)
    {
        m_nxt = std::max(m_nxt, end);
    }

    void MarkRetransmitted(OctetRange range)
    {
        for (uint64_t i = std::max(m_una, range.begin); i < std::min(m_nxt, range.end); ++i)
        {
            if (m_octets[i].state == SACKED)
            {
                continue;
            }
            m_octets[i] = {RETRANSMITTED, m_nxt};
        }
    }

    uint64_t Acknowledge(uint64_t ack)
    {
        if (ack <= m_una)
        {
            return 0;
        }
        const auto fresh = Count(m_una, ack, false);
        m_una = ack;
        m_fack = std::max(m_fack, ack);
        return fresh;
    }

    uint64_t Sack(OctetRange block)
    {
        const auto fresh = Count(block.begin, block.end, false);
        std::fill(m_octets.begin() + block.begin, m_octets.begin() + block.end, Octet{SACKED, 0});
        m_fack = std::max(m_fack, block.end);
        return fresh;
    }

    void ForgetSacked(OctetRange range)
    {
        for (uint64_t i = std::max(m_una, range.begin); i < std::min(m_nxt, range.end); ++i)
        {
            if (m_octets[i].state == SACKED)
            {
                m_octets[i] = Octet();
            }
        }
    }

    /// @brief Retransmissions were found to be lost. @param lost their octets
    void CheckLost(uint64_t lost)
    {
        const auto isLost = [this](const Octet& octet) {
            return octet.state == RETRANSMITTED && octet.nxt < m_fack;
        };
        const auto first = m_octets.begin() + m_una;
        const auto end = m_octets.begin() + m_nxt;
        Require(lost == static_cast<uint64_t>(std::count_if(first, end, isLost)));
        std::replace_if(first, end, isLost, Octet());
    }

    /// The first segment, of so many octets, was found to be lost, or was before: 0.
    void LoseHead(uint64_t lost)
    {
        const auto end = m_una + lost;
        Require(end <= m_nxt);
        Require(Count(m_una, end, true) == 0);
        std::fill(m_octets.begin() + m_una, m_octets.begin() + end, Octet());
        Require(m_una == m_nxt || m_octets[m_una].state != RETRANSMITTED);
    }

    void LoseRetransmissions()
    {
        std::replace_if(
            m_octets.begin(),
            m_octets.end(),
            [](const Octet& octet) { return octet.state == RETRANSMITTED; },
            Octet());
    }

    void Clear()
    {
        m_octets.fill(Octet());
        m_fack = m_una;
    }

    /// @brief Compare. @param ledger the other one @param limit of the next hole
    void Check(const SentSegments& ledger, uint64_t limit) const
    {
        Require(ledger.GetUna() == m_una && ledger.GetNxt() == m_nxt);
        Require(ledger.GetHighest() == m_fack);
        Require(ledger.GetSackedData() == Count(m_una, m_nxt, true));
        const auto sent = std::count_if(m_octets.begin() + m_una,
                                        m_octets.begin() + m_nxt,
                                        [](const Octet& o) { return o.state == RETRANSMITTED; });
        Require(ledger.GetRetranData() == static_cast<uint64_t>(sent));
        const auto hole = ledger.NextHole(limit);
        auto begin = m_una;
        const auto end = std::min(limit, m_nxt);
        for (; begin < end && m_octets[begin].state != HOLE; ++begin)
        {
        }
        Require(hole.has_value() == (begin < end));
        if (hole)
        {
            auto last = begin;
            for (; last < end && m_octets[last].state == HOLE; ++last)
            {
            }
            Require(hole->begin == begin && hole->end == last);
        }
        Require(ledger.GetParts() <= POSITIONS);
    }

  private:
    enum State
    {
        HOLE,
        SACKED,
        RETRANSMITTED,
    };

    /// What is known of an octet.
    struct Octet
    {
        State state{HOLE}; //!< what it is
        uint64_t nxt{0};   //!< of a retransmission: snd.nxt then
    };

    /// @brief Count octets. @param begin first @param end one past the last @param sacked which
    /// @return how many
    uint64_t Count(uint64_t begin, uint64_t end, bool sacked) const
    {
        return std::count_if(m_octets.begin() + begin,
                             m_octets.begin() + end,
                             [sacked](const Octet& o) { return (o.state == SACKED) == sacked; });
    }

    std::array<Octet, POSITIONS> m_octets{}; //!< by position
    uint64_t m_una{0};                       //!< snd.una
    uint64_t m_nxt{0};                       //!< snd.nxt
    uint64_t m_fack{0};                      //!< snd.fack
};

/// A block is reported, of which those that cannot be true do not get as far as the ledger.
void
Sack(OctetRange block, SentSegments& ledger, Octets& octets)
{
    if (block.begin < block.end)
    {
        std::vector<OctetRange> fresh;
        Require(ledger.Sack(block, fresh) == octets.Sack(block));
    }
}

/// Do what the input says to the ledger under test and to what is believed of each octet.
void
Step(fuzz::Input& input, SentSegments& ledger, Octets& octets)
{
    const auto what = input.Take8();
    const OctetRange range{input.Take8(), input.Take8()};
    switch (what % 10)
    {
    case 0:
    case 1:
        ledger.Send({ledger.GetNxt(), range.end}, {});
        octets.ExtendTo(range.end);
        break;
    case 2:
        if (range.begin < ledger.GetNxt())
        {
            ledger.Send(range, {});
            octets.MarkRetransmitted(range);
        }
        break;
    case 3:
    case 4:
        Sack({std::max(range.begin, ledger.GetUna()), std::min(range.end, ledger.GetNxt())},
             ledger,
             octets);
        break;
    case 5: {
        const auto ack = std::min(range.begin, ledger.GetNxt());
        Require(ledger.Acknowledge(ack) == octets.Acknowledge(ack));
        break;
    }
    case 6:
        octets.CheckLost(ledger.LoseRetransmissions());
        break;
    case 7:
        octets.LoseHead(ledger.LoseHead());
        break;
    case 8:
        ledger.ForgetSacked(range);
        octets.ForgetSacked(range);
        break;
    default:
        range.begin % 2 ? ledger.ForgetRetransmissions() : ledger.Renege();
        range.begin % 2 ? octets.LoseRetransmissions() : octets.Clear();
        break;
    }
    octets.Check(ledger, range.begin);
    octets.Check(ledger, POSITIONS);
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* octets, std::size_t size)
{
    fuzz::Input input(octets, size);
    SentSegments ledger;
    Octets believed;
    while (!input.IsEmpty())
    {
        Step(input, ledger, believed);
    }
    return 0;
}
