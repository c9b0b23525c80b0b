/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ledger-driver.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using ns3::OctetRange;
using ns3::SentSegments;

// Events at random, and all answers compared after each with an array that has a note for each
// octet and answers every question by looking at all of them.

namespace SentSegmentsRandomTests
{

using namespace ledgertest;

using Instant = ns3::Instant;

/// What is known of an octet.
struct Octet
{
    char state;         // In flight, Retransmitted, Lost, SACKed
    Instant first;      // sent
    Instant last;       // sent
    uint64_t ordinal;   // of its segment
    uint32_t count{1};  // of transmissions
    uint64_t number{0}; // of its last sending that counts
    uint64_t noted{0};  // snd.nxt then
    bool ambiguous{false};
};

class OctetArray
{
  public:
    explicit OctetArray(uint64_t start)
        : una(start),
          nxt(start),
          fack(start),
          m_start(start)
    {
    }

    void SendNew(uint64_t end, Instant now)
    {
        m_octets.resize(end - m_start, {'I', now, now, segments++, 1, ++sendings});
        nxt = end;
    }

    void SendAgain(OctetRange range, Instant now, bool counts)
    {
        sendings += counts && std::max(range.begin, una) < std::min(range.end, nxt);
        ForEach(range, [&](Octet& octet) {
            MarkAmbiguous(octet.ordinal);
            if (counts && octet.state == 'S')
            {
                return;
            }
            octet.last = now;
            ++octet.count;
            if (counts)
            {
                octet.state = 'R';
                octet.number = sendings;
                octet.noted = nxt;
            }
        });
    }

    void MarkAmbiguous(uint64_t ordinal)
    {
        for (auto& octet : m_octets)
        {
            octet.ambiguous = octet.ambiguous || octet.ordinal == ordinal;
        }
    }

    uint64_t Acknowledge(uint64_t ack)
    {
        covered = SentSegments::Covered();
        uint64_t fresh = 0;
        for (; una < ack; ++una)
        {
            const auto& octet = At(una);
            fresh += octet.state != 'S';
            if (una + 1 == nxt || At(una + 1).ordinal != octet.ordinal)
            {
                covered.oldest = covered.oldest.value_or(octet.first);
                covered.youngest = octet.first;
                covered.ambiguous = covered.ambiguous || octet.ambiguous;
            }
        }
        fack = std::max(fack, una);
        return fresh;
    }

    uint64_t Sack(OctetRange block, Ranges& fresh)
    {
        uint64_t octets = 0;
        for (auto i = block.begin; i < block.end; ++i)
        {
            if (Is('S', i))
            {
                continue;
            }
            reported = std::max(reported, Is('R', i) ? At(i).number : 0);
            At(i).state = 'S';
            ++octets;
            if (fresh.empty() || fresh.back().end != i)
            {
                fresh.push_back({i, i});
            }
            fresh.back().end = i + 1;
        }
        fack = std::max(fack, block.end);
        return octets;
    }

    void Replace(char from, char to, OctetRange range = {0, EVERYWHERE})
    {
        ForEach(range, [&](Octet& octet) { octet.state = octet.state == from ? to : octet.state; });
    }

    /// The first octet of the oldest retransmission, if that is lost.
    std::optional<uint64_t> FindLostRetransmission(bool overtaken) const
    {
        std::optional<uint64_t> oldest;
        for (auto i = una; i < nxt; ++i)
        {
            if (Is('R', i) && (!oldest || At(i).number < At(*oldest).number))
            {
                oldest = i;
            }
        }
        const bool isLost =
            oldest && (fack > At(*oldest).noted || (overtaken && reported > At(*oldest).number));
        return isLost ? oldest : std::nullopt;
    }

    /// The octet in flight that was sent first of those sent before a number, or last.
    std::optional<uint64_t> FindInFlight(uint64_t before, bool oldest) const
    {
        std::optional<uint64_t> found;
        for (auto i = una; i < nxt; ++i)
        {
            const auto number = At(i).number;
            if ((Is('I', i) || Is('R', i)) && number < before &&
                (!found || (oldest ? number < At(*found).number : number >= At(*found).number)))
            {
                found = i;
            }
        }
        return found;
    }

    uint64_t Count(char state) const
    {
        return std::count_if(m_octets.begin() + static_cast<int64_t>(una - m_start),
                             m_octets.end(),
                             [state](const Octet& octet) { return octet.state == state; });
    }

    bool IsHole(uint64_t position) const
    {
        return Is('I', position) || Is('L', position);
    }

    std::optional<OctetRange> NextHole(uint64_t limit) const
    {
        const auto stop = std::min(nxt, limit);
        auto begin = una;
        for (; begin < stop && !IsHole(begin); ++begin)
        {
        }
        auto end = begin;
        for (; end < stop && IsHole(end); ++end)
        {
        }
        return begin < end ? std::optional(OctetRange{begin, end}) : std::nullopt;
    }

    /// RFC 6675, section 4: is there so much SACKed above an octet that it is lost?
    bool IsLostBySack(uint64_t position, uint32_t dupThresh, uint32_t mss) const
    {
        uint32_t sequences = 0;
        uint64_t octets = 0;
        for (auto i = position + 1; i < nxt; ++i)
        {
            sequences += Is('S', i) && !Is('S', i - 1);
            octets += Is('S', i);
        }
        return sequences >= dupThresh || octets > uint64_t{dupThresh - 1} * mss;
    }

    bool Is(char state, uint64_t position) const
    {
        return At(position).state == state;
    }

    const Octet& At(uint64_t position) const
    {
        return m_octets[position - m_start];
    }

    Octet& At(uint64_t position)
    {
        return m_octets[position - m_start];
    }

    void ForEach(OctetRange range, const std::function<void(Octet&)>& change)
    {
        for (auto i = std::max(una, range.begin); i < std::min(nxt, range.end); ++i)
        {
            change(At(i));
        }
    }

    std::string Print() const
    {
        std::ostringstream text;
        text << "una " << una << " fack " << fack << " ";
        for (auto i = una; i < nxt; ++i)
        {
            const bool begins = i == una || At(i).ordinal != At(i - 1).ordinal;
            text << (begins ? "|" : "") << At(i).state;
        }
        return text.str();
    }

    uint64_t una;
    uint64_t nxt;
    uint64_t fack;
    uint64_t segments{0};
    uint64_t sendings{0};
    uint64_t reported{0};
    SentSegments::Covered covered;

  private:
    uint64_t m_start;
    std::vector<Octet> m_octets;
};

class Comparison
{
  public:
    Comparison(uint64_t start, uint64_t window, unsigned seed)
        : m_window(window),
          m_model(start),
          m_ledger(start, SentSegments::Order::TIMES),
          m_random(seed)
    {
    }

    /// What differed, or nothing.
    std::string Run(int events)
    {
        for (int i = 0; i < events; ++i)
        {
            const auto before = m_model.Print();
            m_now += Instant(Draw(0, 2));
            m_difference.clear();
            Event();
            CompareSums();
            ComparePositions();
            if (!m_difference.empty())
            {
                std::ostringstream text;
                text << i << ", " << m_event << " on " << before << ":" << m_difference
                     << " differs; expected " << m_model.Print();
                return text.str();
            }
        }
        return "";
    }

    /// How often the rarest event has changed something.
    int GetRarest() const
    {
        return *std::min_element(m_seen.begin(), m_seen.end());
    }

  private:
    enum Kind
    {
        NEW,
        AGAIN,
        UNCOUNTED,
        PROBE,
        ACK,
        SACK,
        FORGET,
        LOSE_BY_FACK,
        LOSE_OVERTAKEN,
        LOSE_OLDEST,
        LOSE_HEAD,
        FORGET_LOSSES,
        FORGET_RETRANSMISSIONS,
        RENEGE,
        KINDS,
    };

    int64_t Draw(int64_t least, int64_t most)
    {
        return std::uniform_int_distribution<int64_t>(least, most)(m_random);
    }

    OctetRange DrawRange()
    {
        const auto flight = static_cast<int64_t>(m_model.nxt - m_model.una);
        const bool isOdd = Draw(0, 9) == 0;
        const int64_t begin = isOdd ? Draw(-4, flight + 2) : Draw(0, flight);
        const int64_t size = isOdd ? Draw(-2, flight + 4) : Draw(1, Draw(1, 8));
        return {m_model.una + begin, m_model.una + begin + size};
    }

    template <class T>
    void Expect(const T& ours, const T& expected, const char* what)
    {
        if (!(ours == expected))
        {
            m_difference.append(" ").append(what);
        }
    }

    void Event()
    {
        std::discrete_distribution<> kinds{30, 20, 3, 2, 12, 20, 2, 8, 8, 8, 3, 1, 1, 1};
        const auto kind = static_cast<Kind>(kinds(m_random));
        const auto range = DrawRange();
        std::ostringstream event;
        event << "event " << kind << " " << range.begin << " " << range.end;
        m_event = event.str();
        const auto before = m_model.Print();
        switch (kind)
        {
        case NEW:
            SendNew();
            break;
        case AGAIN:
            SendAgain(Draw(0, 1) == 0 ? m_model.NextHole(m_model.nxt).value_or(range) : range);
            break;
        case UNCOUNTED:
            SendAgain(range, false);
            break;
        case PROBE:
            if (m_model.una < m_model.nxt)
            {
                m_model.MarkAmbiguous(m_model.At(m_model.una).ordinal);
                m_ledger.SendProbe(m_model.una);
            }
            break;
        case ACK:
            Acknowledge(Draw(0, 9) == 0 ? range.begin : m_model.una + Draw(-2, 3));
            break;
        case SACK:
            Sack(range);
            break;
        default:
            Lose(kind, range);
            break;
        }
        // Some change nothing that is printed.
        m_seen[kind] += kind == UNCOUNTED || kind == PROBE || m_model.Print() != before;
    }

    void SendNew()
    {
        const auto room = static_cast<int64_t>(m_window - (m_model.nxt - m_model.una));
        const auto size = std::min(Draw(1, 8), room);
        if (size > 0)
        {
            m_ledger.Send({m_model.nxt, m_model.nxt + size}, m_now);
            m_model.SendNew(m_model.nxt + size, m_now);
        }
    }

    void SendAgain(OctetRange range, bool counts = true)
    {
        if (range.begin < m_model.nxt)
        {
            m_model.SendAgain(range, m_now, counts);
            m_ledger.Send(range, m_now, counts);
        }
    }

    void Acknowledge(uint64_t ack)
    {
        ack = std::min(ack, m_model.nxt);
        const auto before = m_model;
        const auto piece = CountPiece(ack);
        const auto fresh = m_ledger.Acknowledge(ack);
        Expect(fresh, m_model.Acknowledge(ack), "newly acknowledged");
        CompareDelivered(before, fresh - piece);
    }

    void Sack(OctetRange block)
    {
        block = {std::max(block.begin, m_model.una), std::min(block.end, m_model.nxt)};
        if (block.begin >= block.end)
        {
            return;
        }
        const auto before = m_model;
        Ranges ours;
        Ranges expected;
        m_ledger.GetDelivered().clear();
        const auto fresh = m_ledger.Sack(block, ours);
        Expect(fresh, m_model.Sack(block, expected), "newly SACKed");
        Expect(ours, expected, "fresh ranges");
        CompareDelivered(before, fresh);
    }

    /// @return octets below an ACK of the entry that it cuts, if they are not SACKed
    uint64_t CountPiece(uint64_t ack) const
    {
        if (ack <= m_ledger.GetUna() || ack >= m_ledger.GetNxt())
        {
            return 0;
        }
        const auto& entry = m_ledger.Find(ack);
        return entry.state == SentSegments::State::SACKED ? 0 : ack - entry.range.begin;
    }

    /// Each octet that was delivered is told of once, as it was before.
    void CompareDelivered(const OctetArray& before, uint64_t fresh)
    {
        for (const auto& segment : m_ledger.GetDelivered())
        {
            for (auto i = segment.range.begin; i < segment.range.end; ++i)
            {
                Expect(before.Is('S', i), false, "delivered twice");
                Expect(segment.last, before.At(i).last, "time of what was delivered");
                Expect(segment.transmissions > 1, before.At(i).count > 1, "count of delivered");
            }
            fresh -= segment.Size();
        }
        Expect(fresh, uint64_t{0}, "delivered");
    }

    void Lose(Kind kind, OctetRange range)
    {
        switch (kind)
        {
        case FORGET:
            m_model.Replace('S', 'I', range);
            m_ledger.ForgetSacked(range);
            break;
        case LOSE_BY_FACK:
            LoseRetransmissions(false);
            break;
        case LOSE_OVERTAKEN:
            LoseRetransmissions(true);
            break;
        case LOSE_OLDEST:
            LoseOldest(DrawNumber(), m_now - Instant(Draw(0, 10)));
            break;
        case LOSE_HEAD:
            LoseHead();
            break;
        case FORGET_LOSSES:
            m_model.Replace('L', 'I');
            m_ledger.ForgetLosses();
            break;
        case FORGET_RETRANSMISSIONS:
            m_model.Replace('R', 'I');
            m_ledger.ForgetRetransmissions();
            break;
        default:
            m_model.Replace('R', 'I');
            m_model.Replace('S', 'L');
            m_model.fack = m_model.una;
            m_ledger.Renege();
            break;
        }
    }

    void LoseRetransmissions(bool isOrderKept)
    {
        uint64_t lost = 0;
        while (const auto octet = m_model.FindLostRetransmission(isOrderKept))
        {
            m_model.At(*octet).state = 'L';
            ++lost;
        }
        Expect(m_ledger.LoseRetransmissions(isOrderKept), lost, "lost retransmissions");
    }

    /// The number of one of the last sendings.
    uint64_t DrawNumber()
    {
        return m_model.sendings - std::min<uint64_t>(m_model.sendings, Draw(0, 5));
    }

    void LoseOldest(uint64_t before, Instant sentBy)
    {
        const auto oldest = m_model.FindInFlight(before, true);
        const auto ours = m_ledger.LoseOldest({before, 0}, sentBy);
        Expect(ours.has_value(),
               oldest && m_model.At(*oldest).last <= sentBy,
               "whether something is lost");
        if (ours)
        {
            Expect(ours->number, m_model.At(*oldest).number, "number of what is lost");
            LoseEntry(*ours, m_model.At(*oldest).last);
        }
    }

    void LoseHead()
    {
        const bool isLost = m_model.una < m_model.nxt && !m_model.Is('S', m_model.una) &&
                            !m_model.Is('L', m_model.una);
        const auto octets = m_ledger.LoseHead();
        Expect(octets > 0, isLost, "whether the head is lost");
        if (octets > 0 && isLost)
        {
            const auto& head = m_ledger.Find(m_model.una);
            Expect(octets, head.Size(), "octets of the head");
            LoseEntry(head, m_model.At(m_model.una).last);
        }
    }

    void LoseEntry(const SentSegments::Segment& entry, Instant sent)
    {
        m_model.ForEach(entry.range, [&](Octet& octet) {
            Expect(octet.state == 'I' || octet.state == 'R', true, "what is lost");
            Expect(octet.last, sent, "time of what is lost");
            octet.state = 'L';
        });
    }

    void CompareSums()
    {
        Expect(m_ledger.GetUna(), m_model.una, "snd.una");
        Expect(m_ledger.GetNxt(), m_model.nxt, "snd.nxt");
        Expect(m_ledger.GetHighest(), m_model.fack, "snd.fack");
        Expect(m_ledger.GetRetranData(), m_model.Count('R'), "retran_data");
        Expect(m_ledger.GetSackedData(), m_model.Count('S'), "SACKed data");
        Expect(m_ledger.GetLostData(), m_model.Count('L'), "lost data");
        Expect(m_ledger.GetInFlight(), m_model.Count('I') + m_model.Count('R'), "in flight");
        Expect(m_ledger.IsReneged(),
               m_model.una < m_model.nxt && m_model.Is('S', m_model.una),
               "reneged");
        const auto before = DrawNumber();
        const auto youngest = m_model.FindInFlight(before, false);
        Expect(m_ledger.FindYoungest({before, 0}),
               youngest ? std::optional(m_model.At(*youngest).last) : std::nullopt,
               "youngest");
        const auto& covered = m_ledger.GetCovered();
        Expect(covered.oldest, m_model.covered.oldest, "oldest covered");
        Expect(covered.ambiguous, m_model.covered.ambiguous, "ambiguity");
        Expect(covered.youngest, m_model.covered.youngest, "youngest covered");
    }

    void ComparePositions()
    {
        uint64_t missingEnd = m_model.una;
        uint64_t lostLimit = m_model.una;
        std::optional<uint64_t> firstLost;
        const auto dupThresh = static_cast<uint32_t>(Draw(1, 4));
        for (auto i = m_model.una; i < m_model.nxt; ++i)
        {
            CompareEntry(i);
            missingEnd = m_model.Is('S', i) ? missingEnd : i + 1;
            lostLimit = m_model.IsLostBySack(i, dupThresh, 3) ? i + 1 : lostLimit;
            firstLost = m_model.Is('L', i) && !firstLost ? i : firstLost;
            Expect(m_ledger.NextHole(i), m_model.NextHole(i), "hole");
            uint64_t sacked = 0;
            for (auto j = i; j < m_model.nxt; ++j)
            {
                sacked += m_model.Is('S', j);
                Expect(m_ledger.IsSacked({i, j + 1}), sacked == j + 1 - i, "SACKed");
            }
            Expect(m_ledger.GetSackedAbove(i), sacked, "SACKed above");
        }
        Expect(m_ledger.NextHole(EVERYWHERE), m_model.NextHole(EVERYWHERE), "any hole");
        Expect(m_ledger.GetMissingEnd(), missingEnd, "end of what is missing");
        const auto limit = m_ledger.GetLostLimit(dupThresh, 3);
        // From the limit to the next octet that is not SACKed all limits mean the same.
        for (auto i = std::min(limit, lostLimit); i < std::max(limit, lostLimit); ++i)
        {
            Expect(m_model.Is('S', i), true, "lost limit");
        }
        const auto lost = m_ledger.GetFirstLost();
        Expect(lost ? std::optional(lost->begin) : std::nullopt, firstLost, "first lost");
    }

    void CompareEntry(uint64_t position)
    {
        const auto& entry = m_ledger.Find(position);
        const auto& octet = m_model.At(position);
        Expect("IRLS"[static_cast<int>(entry.state)], octet.state, "state");
        Expect(entry.first, octet.first, "first time");
        Expect(entry.last, octet.last, "last time");
        // Parts that were sent differently often may have become one.
        Expect(entry.transmissions > 1, octet.count > 1, "sent again");
        Expect(entry.transmissions >= octet.count, true, "transmissions");
        Expect(entry.ordinal, octet.ordinal, "ordinal");
        Expect(entry.ambiguous, octet.ambiguous, "ambiguous");
        const auto whole = m_ledger.GetWhole(position);
        const auto isOther = [&](uint64_t i) {
            return i < m_model.una || i >= m_model.nxt || m_model.At(i).ordinal != octet.ordinal;
        };
        Expect(whole.begin <= position && position < whole.end && !isOther(whole.begin) &&
                   !isOther(whole.end - 1) && isOther(whole.end) &&
                   (whole.begin == m_model.una || isOther(whole.begin - 1)),
               true,
               "whole segment");
    }

    uint64_t m_window;
    OctetArray m_model;
    SentSegments m_ledger;
    std::mt19937 m_random;
    Instant m_now{0};
    std::string m_event;
    std::string m_difference;
    std::vector<int> m_seen = std::vector<int>(KINDS);
};

TEST(SentSegmentsRandom, MatchesAnArrayOfOctets)
{
    int seed = 0;
    for (const uint64_t start : {uint64_t{8}, (uint64_t{1} << 32) - 1000, uint64_t{1} << 40})
    {
        for (const int window : {6, 12, 24, 48})
        {
            Comparison comparison(start, window, ++seed);
            EXPECT_EQ(comparison.Run(4000), "") << "window " << window << ", seed " << seed;
            EXPECT_GT(comparison.GetRarest(), 1) << "window " << window << ", seed " << seed;
        }
    }
}

} // namespace SentSegmentsRandomTests
