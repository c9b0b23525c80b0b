/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSY_TRANSFER_H
#define LOSSY_TRANSFER_H

#include "sender-driver.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <optional>
#include <ostream>
#include <random>
#include <utility>
#include <vector>

namespace ns3test
{

/// What happens on the way, in per cent of the segments or ACKs.
struct LossyPath
{
    const char* name;
    uint64_t base;         // position of the first octet
    uint32_t loss;         // segments lost
    uint32_t ackLoss;      // ACKs lost
    uint32_t overtaking;   // segments and ACKs that overtake up to three others
    uint32_t duplicates;   // segments that arrive twice
    uint32_t smallOnes;    // segments shorter than an MSS
    uint32_t delayedAcks;  // segments in order that are not acknowledged at once
    uint32_t impureAcks;   // ACKs with data or a changed window
    uint32_t earlyTimeout; // events that are timeouts for no reason, per mille
    uint32_t reneging;     // segments at which the receiver drops what it holds out of order

    /// Nothing but loss: each ACK that arrives stands for what it says.
    bool IsPlain() const
    {
        return overtaking + duplicates + smallOnes + delayedAcks + impureAcks + earlyTimeout +
                   reneging ==
               0;
    }
};

inline void
PrintTo(const LossyPath& path, std::ostream* os)
{
    *os << path.name;
}

/// A receiver that remembers every octet on its own.
class OctetReceiver
{
  public:
    static constexpr std::size_t MOST_BLOCKS = 3;

    explicit OctetReceiver(uint64_t octets)
        : m_held(octets, false)
    {
    }

    void Accept(OctetRange segment)
    {
        for (auto at = segment.begin; at < segment.end; ++at)
        {
            m_held.at(at) = true;
        }
        while (m_next < m_held.size() && m_held[m_next])
        {
            ++m_next;
        }
        m_arrivals.push_front(segment.begin);
        m_arrivals.resize(std::min<std::size_t>(m_arrivals.size(), 20));
    }

    void Renege()
    {
        std::fill(m_held.begin() + m_next, m_held.end(), false);
    }

    bool IsWaiting() const
    {
        return std::find(m_held.begin() + m_next, m_held.end(), true) != m_held.end();
    }

    /// The next octet expected, and the blocks around the most recent arrivals (RFC 2018).
    AckEvent MakeAck() const
    {
        AckEvent ack;
        ack.ack = m_next;
        for (const auto arrival : m_arrivals)
        {
            const bool isKnown =
                std::any_of(ack.blocks.begin(),
                            ack.blocks.end(),
                            [arrival](const OctetRange& block) {
                                return block.begin <= arrival && arrival < block.end;
                            });
            if (arrival >= m_next && m_held[arrival] && !isKnown)
            {
                ack.blocks.push_back(Around(arrival));
            }
            if (ack.blocks.size() == MOST_BLOCKS)
            {
                break;
            }
        }
        return ack;
    }

  private:
    OctetRange Around(uint64_t position) const
    {
        OctetRange block{position, position + 1};
        while (block.begin > m_next && m_held[block.begin - 1])
        {
            --block.begin;
        }
        while (block.end < m_held.size() && m_held[block.end])
        {
            ++block.end;
        }
        return block;
    }

    std::vector<bool> m_held;
    uint64_t m_next{0};
    std::deque<uint64_t> m_arrivals; // most recent first
};

/// What a sender has to know, octet by octet, kept from what was sent and which ACKs came.
class SenderRecords
{
  public:
    SenderRecords(uint64_t octets, bool usesSack)
        : m_usesSack(usesSack),
          m_sacked(octets, false),
          m_noted(octets)
    {
    }

    /// @return whether the ACK reported octets that were not known to be held
    bool OnAck(const AckEvent& event)
    {
        for (; una < event.ack; ++una)
        {
            m_noted[una].reset();
        }
        fack = std::max(fack, una);
        if (!m_usesSack)
        {
            return false;
        }
        bool news = false;
        for (const auto& block : event.blocks)
        {
            for (auto at = std::max(block.begin, una); at < block.end; ++at)
            {
                news = news || !m_sacked[at];
                m_sacked[at] = true;
                m_noted[at].reset();
            }
            fack = std::max(fack, block.end);
        }
        return news;
    }

    void OnSent(OctetRange range)
    {
        if (range.begin == nxt)
        {
            nxt = range.end;
            return;
        }
        for (auto at = range.begin; at < range.end; ++at)
        {
            m_noted[at] = nxt;
        }
    }

    void OnTimeout()
    {
        std::fill(m_sacked.begin(), m_sacked.end(), false);
        std::fill(m_noted.begin(), m_noted.end(), std::nullopt);
        fack = una;
    }

    /// @return octets sent again although something sent after them has arrived
    uint64_t TakeLost()
    {
        uint64_t lost = 0;
        for (auto at = una; at < nxt; ++at)
        {
            if (m_noted[at] && fack > *m_noted[at])
            {
                m_noted[at].reset();
                ++lost;
            }
        }
        return lost;
    }

    uint64_t GetRetranData() const
    {
        return std::count_if(m_noted.begin() + una, m_noted.begin() + nxt, [](const auto& noted) {
            return noted.has_value();
        });
    }

    /// @return the first octets that were neither reported nor sent again, at most @p size
    std::optional<OctetRange> OldestHole(uint64_t limit, uint64_t size) const
    {
        const auto isHole = [this](uint64_t at) { return !m_sacked[at] && !m_noted[at]; };
        OctetRange hole{una, una};
        while (hole.begin < limit && !isHole(hole.begin))
        {
            ++hole.begin;
        }
        for (hole.end = hole.begin; hole.end < limit && hole.Size() < size && isHole(hole.end);)
        {
            ++hole.end;
        }
        return hole.Size() > 0 ? std::optional<OctetRange>(hole) : std::nullopt;
    }

    /// @return whether the receiver has taken back what it reported
    bool IsHeadSacked() const
    {
        return una < nxt && m_sacked[una];
    }

    /// @return one past the highest octet that IsLost() of RFC 6675, section 4, is true of, or una
    uint64_t GetLostLimit(uint32_t threshold, uint64_t segment) const
    {
        uint64_t octets = 0;
        uint32_t sequences = 0;
        bool isAboveSacked = false;
        for (auto at = nxt; at-- > una;)
        {
            if (!m_sacked[at] && (sequences >= threshold || octets > (threshold - 1) * segment))
            {
                return at + 1;
            }
            octets += m_sacked[at] ? 1 : 0;
            sequences += m_sacked[at] && !isAboveSacked ? 1 : 0;
            isAboveSacked = m_sacked[at];
        }
        return una;
    }

    /// @return SetPipe() of RFC 6675, section 4, where all below @p limit is lost
    uint64_t GetPipe(uint64_t limit) const
    {
        uint64_t pipe = 0;
        for (auto at = una; at < nxt; ++at)
        {
            pipe += !m_sacked[at] && at >= limit ? 1 : 0;
            pipe += !m_sacked[at] && m_noted[at] ? 1 : 0;
        }
        return pipe;
    }

    uint64_t una{0};
    uint64_t nxt{0};
    uint64_t fack{0};

  private:
    bool m_usesSack;
    std::vector<bool> m_sacked;
    std::vector<std::optional<uint64_t>> m_noted; // snd.nxt when the octet was sent again
};

/**
 * A sender sends a number of octets over a bad path until all are acknowledged. The timer expires
 * when nothing is under way. Every step is checked.
 */
class LossyTransfer
{
  public:
    static constexpr uint32_t SEGMENT = 4;
    static constexpr uint32_t THRESHOLD = 3;
    static constexpr uint64_t OCTETS = 60 * SEGMENT;
    static constexpr uint64_t LARGEST_WINDOW = 24 * SEGMENT;
    static constexpr int MOST_EVENTS = 20000;

    LossyTransfer(SenderPtr sender,
                  Kind kind,
                  bool forcesTimeout,
                  const LossyPath& path,
                  uint32_t seed)
        : m_sender(std::move(sender)),
          m_kind(kind),
          m_forcesTimeout(forcesTimeout),
          m_path(path),
          m_random(seed),
          m_receiver(OCTETS),
          m_records(OCTETS, UsesSack(kind))
    {
    }

    void Run()
    {
        Send();
        int events = 0;
        while (m_records.una < OCTETS && !testing::Test::HasFailure())
        {
            ASSERT_LT(++events, MOST_EVENTS) << "it does not come to an end";
            Step();
            CheckCounters();
            Send();
        }
        const bool isDeliveredKnown = UsesSack(m_kind) || m_path.IsPlain();
        if (isDeliveredKnown && timeouts == 0 && !testing::Test::HasFailure())
        {
            EXPECT_EQ(m_delivered, OCTETS) << "each octet arrives once";
        }
    }

    int timeouts{0};
    int forcedTimeouts{0};
    int recoveries{0};

  private:
    bool Chance(uint32_t perCent)
    {
        return m_random() % 100 < perCent;
    }

    template <class T>
    T Take(std::deque<T>& queue)
    {
        const std::size_t most = std::min<std::size_t>(queue.size(), 4);
        const auto at = queue.begin() + (Chance(m_path.overtaking) ? m_random() % most : 0);
        T item = *at;
        queue.erase(at);
        return item;
    }

    void Step()
    {
        if (m_path.earlyTimeout > 0 && m_random() % 1000 < m_path.earlyTimeout)
        {
            Timeout();
        }
        else if (!m_segments.empty() && (m_acks.empty() || Chance(50)))
        {
            Arrive(Take(m_segments));
        }
        else if (!m_acks.empty())
        {
            ReceiveAck(Take(m_acks));
        }
        else if (m_ackIsDelayed)
        {
            SendAck();
        }
        else
        {
            Timeout();
        }
    }

    void Arrive(OctetRange segment)
    {
        const auto before = m_receiver.MakeAck().ack;
        m_receiver.Accept(segment);
        if (Chance(m_path.reneging))
        {
            m_receiver.Renege();
        }
        const bool inOrder = segment.begin == before && !m_receiver.IsWaiting();
        if (inOrder && !m_ackIsDelayed && Chance(m_path.delayedAcks))
        {
            m_ackIsDelayed = true;
            return;
        }
        SendAck();
    }

    void SendAck()
    {
        m_ackIsDelayed = false;
        auto ack = m_receiver.MakeAck();
        ack.pure = !Chance(m_path.impureAcks);
        if (!Chance(m_path.ackLoss))
        {
            m_acks.push_back(ack);
        }
    }

    AckEvent OnTheWire(AckEvent event) const
    {
        event.ack += m_path.base;
        for (auto& block : event.blocks)
        {
            block = {block.begin + m_path.base, block.end + m_path.base};
        }
        return event;
    }

    /// What an ACK that others have overtaken reports counts above `snd.una` only.
    void CutBlocks(AckEvent& event) const
    {
        const auto isOld = [una = std::max(event.ack, m_records.una)](const OctetRange& block) {
            return block.begin <= una;
        };
        event.blocks.erase(std::remove_if(event.blocks.begin(), event.blocks.end(), isOld),
                           event.blocks.end());
    }

    void ReceiveAck(AckEvent event)
    {
        CutBlocks(event);
        const auto stateBefore = m_sender->GetRecoveryState().GetState();
        const auto outstandingBefore = m_sender->GetOutstanding();
        const bool isCurrent = event.ack == m_records.una && m_records.nxt > m_records.una;
        const auto unaBefore = m_records.una;
        const bool news = m_records.OnAck(event);
        const bool isDuplicate = UsesSack(m_kind) ? news : (event.pure && isCurrent);

        const auto& outcome = m_sender->OnAck(OnTheWire(event));
        m_delivered += outcome.delivered.octets;
        EXPECT_EQ(outcome.delivered.acknowledged, m_records.una - unaBefore);
        EXPECT_EQ(outcome.recovery.duplicate, isDuplicate);
        CountDuplicates(stateBefore, isDuplicate, outcome.delivered.acknowledged > 0);
        CheckTransition(stateBefore, outcome);
        CheckLostRetransmissions(outcome);
        // By RFC 6675, small sequences that grow together may be one too few for a loss.
        const bool mayTakeBack = m_kind == Kind::RFC_6675 && m_path.smallOnes > 0;
        if (stateBefore == State::RECOVERY && !outcome.recovery.left && !mayTakeBack)
        {
            EXPECT_LE(m_sender->GetOutstanding(), outstandingBefore) << "an ACK adds nothing";
        }
        SetWindow(outcome);
        if (outcome.actions.forceTimeout)
        {
            ++forcedTimeouts;
            Timeout();
            return;
        }
        const bool mayBeUrgent =
            outcome.recovery.entered || (m_kind == Kind::NEW_RENO && outcome.recovery.partial);
        SendAtOnce(mayBeUrgent);
    }

    void CountDuplicates(State before, bool isDuplicate, bool isNew)
    {
        if (before == State::OPEN)
        {
            m_duplicates = (isNew ? 0 : m_duplicates) + (isDuplicate ? 1 : 0);
        }
    }

    void CheckTransition(State before, const AckOutcome& outcome)
    {
        const bool covered = m_records.una >= m_recoveryPoint;
        const bool ends =
            (before == State::LOSS && covered) ||
            (before == State::RECOVERY &&
             (covered || (m_kind == Kind::RENO && outcome.delivered.acknowledged > 0)));
        EXPECT_EQ(outcome.recovery.left, ends);
        EXPECT_EQ(outcome.recovery.partial,
                  before == State::RECOVERY && outcome.delivered.acknowledged > 0 && !ends);
        if (ends)
        {
            m_duplicates = 0;
        }
        EXPECT_EQ(outcome.recovery.entered, (before == State::OPEN || ends) && IsLossKnown());
        if (outcome.recovery.entered)
        {
            ++recoveries;
            m_recoveryPoint = m_records.nxt;
            m_headEnd = std::min(m_records.una + SEGMENT, m_records.nxt);
            m_hadLoss = true;
        }
        const auto stays = ends ? State::OPEN : before;
        EXPECT_EQ(m_sender->GetRecoveryState().GetState(),
                  outcome.recovery.entered ? State::RECOVERY : stays);
    }

    bool IsLossKnown() const
    {
        const bool counted = m_duplicates >= THRESHOLD;
        switch (m_kind)
        {
        case Kind::NEW_RENO:
            return counted && (!m_hadLoss || m_records.una > m_recoveryPoint);
        case Kind::FACK:
            return counted || m_records.fack - m_records.una > 3 * SEGMENT;
        case Kind::RFC_6675:
            return counted || (m_duplicates > 0 && !m_records.IsHeadSacked() &&
                               m_records.GetLostLimit(THRESHOLD, SEGMENT) > m_records.una);
        default:
            return counted;
        }
    }

    /// Rfc6675: what is below is lost, unless it is SACKed.
    uint64_t GetLostLimit() const
    {
        const auto limit = m_records.GetLostLimit(THRESHOLD, SEGMENT);
        switch (m_sender->GetRecoveryState().GetState())
        {
        case State::RECOVERY:
            return std::max(limit, m_headEnd);
        case State::LOSS:
            return std::max(limit, m_recoveryPoint);
        case State::OPEN:
            break;
        }
        return limit;
    }

    void CheckLostRetransmissions(const AckOutcome& outcome)
    {
        uint64_t lost = 0;
        if (m_kind == Kind::FACK && m_sender->GetRecoveryState().GetState() != State::OPEN)
        {
            lost = m_records.TakeLost();
        }
        EXPECT_EQ(outcome.lost.retransmitted, lost);
        EXPECT_EQ(outcome.actions.forceTimeout, lost > 0 && m_forcesTimeout);
    }

    void CheckCounters()
    {
        const auto& board = m_sender->GetSent();
        const auto flight = m_records.nxt - m_records.una;
        const auto retranData = m_records.GetRetranData();
        EXPECT_EQ(board.GetUna(), m_path.base + m_records.una);
        EXPECT_EQ(board.GetNxt(), m_path.base + m_records.nxt);
        EXPECT_EQ(board.GetHighest(), m_path.base + m_records.fack);
        EXPECT_EQ(board.GetRetranData(), retranData);

        const auto outstanding = m_sender->GetOutstanding();
        EXPECT_LE(outstanding, 2 * OCTETS) << "below zero, that is";
        if (m_kind == Kind::RFC_6675)
        {
            EXPECT_EQ(outstanding, m_records.GetPipe(GetLostLimit()));
            return;
        }
        switch (m_sender->GetRecoveryState().GetState())
        {
        case State::OPEN:
            EXPECT_EQ(outstanding,
                      flight - std::min<uint64_t>(flight,
                                                  std::min(m_duplicates, THRESHOLD - 1) * SEGMENT));
            break;
        case State::RECOVERY:
            EXPECT_EQ(m_sender->GetRecoveryState().GetAwnd(),
                      m_records.nxt - m_records.fack + retranData);
            if (m_kind == Kind::FACK)
            {
                EXPECT_EQ(outstanding, m_records.nxt - m_records.fack + retranData);
            }
            break;
        case State::LOSS:
            EXPECT_EQ(outstanding,
                      m_records.nxt - std::max(m_records.fack, m_recoveryPoint) + retranData);
            break;
        }
    }

    void SetWindow(const AckOutcome& outcome)
    {
        if (outcome.recovery.entered)
        {
            m_window = std::max<uint64_t>(m_window / 2, 2 * SEGMENT);
        }
        else if (outcome.delivered.acknowledged > 0 &&
                 m_sender->GetRecoveryState().GetState() != State::RECOVERY)
        {
            m_window = std::min(m_window + SEGMENT, LARGEST_WINDOW);
        }
    }

    void Timeout()
    {
        ++timeouts;
        m_window = SEGMENT;
        m_duplicates = 0;
        m_hadLoss = true;
        m_recoveryPoint = m_records.nxt;
        m_records.OnTimeout();
        m_sender->OnTimeout();
        EXPECT_EQ(m_sender->GetRecoveryState().GetState(), State::LOSS);
        EXPECT_EQ(m_sender->GetOutstanding(), 0U);
        EXPECT_FALSE(m_sender->Next(SendOpportunity::AT_ONCE));
    }

    void SendAtOnce(bool mayBeUrgent)
    {
        const auto urgent = m_sender->Next(SendOpportunity::AT_ONCE);
        if (!urgent)
        {
            return;
        }
        EXPECT_TRUE(mayBeUrgent);
        const auto limit =
            std::min(std::max(m_records.una + SEGMENT, m_records.fack), m_records.nxt);
        EXPECT_EQ(Relative(*urgent), m_records.OldestHole(limit, SEGMENT));
        Dispatch(Relative(*urgent));
    }

    /// What has to be sent again next, by the records: never what was SACKed since the last
    /// timeout.
    std::optional<OctetRange> ExpectedRetransmission() const
    {
        if (m_kind == Kind::RFC_6675)
        {
            return m_records.OldestHole(GetLostLimit(), SEGMENT);
        }
        switch (m_sender->GetRecoveryState().GetState())
        {
        case State::LOSS:
            return m_records.OldestHole(m_recoveryPoint, SEGMENT);
        case State::RECOVERY:
            return UsesSack(m_kind) ? m_records.OldestHole(m_records.fack, SEGMENT) : std::nullopt;
        case State::OPEN:
            break;
        }
        return std::nullopt;
    }

    void Send()
    {
        while (!testing::Test::HasFailure() && !m_sender->GetRecoveryState().AwaitsTimer())
        {
            std::optional<OctetRange> range;
            if (const auto again = m_sender->Next(SendOpportunity::WINDOW))
            {
                range = Relative(*again);
            }
            EXPECT_EQ(range, ExpectedRetransmission());
            if (!range && m_records.nxt < OCTETS)
            {
                const uint64_t size = Chance(m_path.smallOnes) ? 1 + m_random() % SEGMENT : SEGMENT;
                range = OctetRange{m_records.nxt, std::min(m_records.nxt + size, OCTETS)};
            }
            if (!range || m_sender->GetOutstanding() + range->Size() > m_window)
            {
                return;
            }
            Dispatch(*range);
        }
    }

    void Dispatch(OctetRange range)
    {
        const auto before = m_sender->GetOutstanding();
        m_records.OnSent(range);
        m_sender->OnSent({range.begin + m_path.base, range.end + m_path.base});
        const auto after = m_sender->GetOutstanding();
        EXPECT_TRUE(before <= after && after <= before + range.Size());
        if (!Chance(m_path.loss))
        {
            m_segments.push_back(range);
        }
        if (Chance(m_path.duplicates))
        {
            m_segments.push_back(range);
        }
    }

    OctetRange Relative(OctetRange range) const
    {
        return {range.begin - m_path.base, range.end - m_path.base};
    }

    SenderPtr m_sender;
    Kind m_kind;
    bool m_forcesTimeout;
    LossyPath m_path;
    std::mt19937 m_random;
    OctetReceiver m_receiver;
    SenderRecords m_records;
    std::deque<OctetRange> m_segments; // on their way to the receiver
    std::deque<AckEvent> m_acks;       // on their way back
    bool m_ackIsDelayed{false};
    uint64_t m_window{10 * SEGMENT};
    uint32_t m_duplicates{0};
    uint64_t m_recoveryPoint{0};
    uint64_t m_headEnd{0};
    bool m_hadLoss{false};
    uint64_t m_delivered{0};
};

} // namespace ns3test

#endif /* LOSSY_TRANSFER_H */
