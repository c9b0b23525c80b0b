/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/recovery-laws.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

using ns3::ProportionalRateReduction;

namespace ProportionalRateReductionTests
{

constexpr uint32_t MSS = 1000;

/// A segment-wise sender with the law for its window. Counts in segments, as RFC 9937's examples.
class Sender
{
  public:
    /// @param outstanding before the loss is seen @param ssthresh after it @param lost segments
    Sender(uint64_t outstanding, uint64_t ssthresh, uint64_t lost)
        : m_inflight(outstanding - lost),
          m_ssthresh(ssthresh)
    {
        m_law.Begin(outstanding * MSS);
    }

    /// @brief An ACK delivers segments. @param delivered how many @param safe SafeACK
    /// @return segments that are sent for it
    uint64_t Ack(uint64_t delivered, bool safe = false)
    {
        m_inflight -= delivered;
        const auto sndcnt =
            m_law.OnAck({delivered * MSS, m_inflight * MSS, m_ssthresh * MSS, MSS, safe});
        const uint64_t sent = sndcnt.value_or(0) / MSS;
        m_law.OnSent(sent * MSS);
        m_inflight += sent;
        return sent;
    }

    uint64_t GetInflight() const
    {
        return m_inflight;
    }

  private:
    ProportionalRateReduction m_law;
    uint64_t m_inflight; // segments
    uint64_t m_ssthresh; // segments
};

/// What is sent for each of a number of ACKs of one segment.
std::vector<uint64_t>
SendFor(Sender& sender, int acks)
{
    std::vector<uint64_t> sent;
    for (int i = 0; i < acks; ++i)
    {
        sent.push_back(sender.Ack(1));
    }
    return sent;
}

// RFC 9937, section 4: with a reduction to half, one segment goes for every other ACK, evenly.
TEST(ProportionalRateReduction, HalfOfTheWindowIsEveryOtherAck)
{
    Sender sender(20, 10, 1);
    EXPECT_EQ(SendFor(sender, 8), (std::vector<uint64_t>{1, 0, 1, 0, 1, 0, 1, 0}));
}

// With CUBIC's 7/10 of 10 segments, ceil(0.7 n) of the first n ACKs: 1 2 3 3 4 5 5.
TEST(ProportionalRateReduction, SevenTenths)
{
    Sender sender(20, 14, 1);
    EXPECT_EQ(SendFor(sender, 5), (std::vector<uint64_t>{1, 1, 1, 0, 1}));
}

// The purpose: ssthresh is outstanding when all that was outstanding has left.
TEST(ProportionalRateReduction, EndsAtSsthresh)
{
    for (const uint64_t window : {4, 9, 10, 20, 33, 100})
    {
        Sender sender(window, window / 2, 1);
        SendFor(sender, static_cast<int>(window) - 1);
        EXPECT_EQ(sender.GetInflight(), window / 2) << window;
    }
}

// Section 6.2: far below ssthresh the conservative bound sends what is delivered, a safe ACK one
// more.
TEST(ProportionalRateReduction, HeavyLoss)
{
    Sender sender(20, 10, 18); // two are left
    EXPECT_EQ(sender.Ack(1), 1U);
    EXPECT_EQ(sender.Ack(1), 1U);
    EXPECT_EQ(sender.GetInflight(), 2U);
    EXPECT_EQ(sender.Ack(1, true), 2U);
    EXPECT_EQ(sender.Ack(1, true), 2U);
    EXPECT_EQ(sender.GetInflight(), 4U);
}

// The bound is what was delivered and not sent yet, if that is more than this ACK delivers.
TEST(ProportionalRateReduction, WhatWasDeliveredAndNotSentIsMadeUpFor)
{
    ProportionalRateReduction law;
    law.Begin(10 * MSS);
    // The application has nothing for the first three.
    law.OnAck({MSS, 6 * MSS, 5 * MSS, MSS, false});
    law.OnAck({MSS, 5 * MSS, 5 * MSS, MSS, false});
    law.OnAck({MSS, 4 * MSS, 5 * MSS, MSS, false});
    EXPECT_EQ(law.OnAck({MSS, 1 * MSS, 5 * MSS, MSS, false}), 4U * MSS);
}

// No more than ssthresh is outstanding, whatever was delivered.
TEST(ProportionalRateReduction, BoundBySsthresh)
{
    ProportionalRateReduction law;
    law.Begin(20 * MSS);
    law.OnSent(MSS);
    EXPECT_EQ(law.OnAck({15 * MSS, 4 * MSS, 10 * MSS, MSS, true}), 6U * MSS);
    EXPECT_EQ(law.OnAck({5 * MSS, 10 * MSS, 10 * MSS, MSS, true}), 0U);
}

// The fast retransmit goes even where nothing may; it is forced once.
TEST(ProportionalRateReduction, FirstSegmentIsForced)
{
    ProportionalRateReduction law;
    law.Begin(20 * MSS);
    EXPECT_EQ(law.OnAck({MSS, 10 * MSS, 0, MSS, false}), uint64_t{MSS});
    law.OnSent(MSS);
    EXPECT_EQ(law.OnAck({MSS, 10 * MSS, 0, MSS, false}), 0U);
}

// An ACK that delivers nothing leaves the window alone.
TEST(ProportionalRateReduction, NothingDelivered)
{
    ProportionalRateReduction law;
    law.Begin(20 * MSS);
    EXPECT_EQ(law.OnAck({0, 10 * MSS, 10 * MSS, MSS, true}), std::nullopt);
}

// What was sent in the last recovery does not count in the next one.
TEST(ProportionalRateReduction, BeginsAnew)
{
    ProportionalRateReduction law;
    law.Begin(4 * MSS);
    law.OnAck({4 * MSS, 0, 2 * MSS, MSS, false});
    law.OnSent(100 * MSS);
    law.Begin(20 * MSS);
    EXPECT_EQ(law.OnAck({2 * MSS, 17 * MSS, 10 * MSS, MSS, false}), uint64_t{MSS});
}

// Section 6.2, without SACK: duplicates count as segments until RecoverFS is delivered.
TEST(ProportionalRateReduction, DuplicatesWithoutSack)
{
    ProportionalRateReduction law;
    law.Begin(3 * MSS);
    EXPECT_EQ(law.GetDeliveredByDuplicate(MSS), uint64_t{MSS});
    law.OnAck({2 * MSS, 0, MSS, MSS, false});
    EXPECT_EQ(law.GetDeliveredByDuplicate(MSS), uint64_t{MSS});
    law.OnAck({MSS, 0, MSS, MSS, false});
    EXPECT_EQ(law.GetDeliveredByDuplicate(MSS), 0U);
}

// 10 Gbit/s over 300 ms: the product of two windows takes more than 32 bits.
TEST(ProportionalRateReduction, LargeWindows)
{
    constexpr uint64_t WINDOW = 375'000'000;
    ProportionalRateReduction law;
    law.Begin(WINDOW);
    EXPECT_EQ(law.OnAck({WINDOW / 2, WINDOW, WINDOW / 2, MSS, false}), WINDOW / 4);
}

// RecoverFS of 0 divides nothing.
TEST(ProportionalRateReduction, NothingWasOutstanding)
{
    ProportionalRateReduction law;
    law.Begin(0);
    EXPECT_EQ(law.OnAck({MSS, 0, 2 * MSS, MSS, false}), uint64_t{MSS});
}

} // namespace ProportionalRateReductionTests
