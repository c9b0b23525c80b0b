/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/recovery-laws.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using ns3::RateReductionLaw;
using ns3::ReductionLaw;

namespace RateReductionLawTests
{

constexpr uint32_t MSS = 1000;

/// The law in a recovery. Counts in octets.
struct Recovery
{
    /// An ACK shows a loss. @param recoverFs RecoverFS @param delivered by the ACK @param inFlight
    /// outstanding after it @param ssthresh after the recovery @return what may be sent
    uint64_t Begin(uint32_t recoverFs, uint32_t delivered, uint32_t inFlight, uint32_t ssthresh)
    {
        window.mss = MSS;
        window.ssthresh = ssthresh;
        window.inFlight = inFlight;
        ReductionLaw::Ack ack;
        ack.delivered = delivered;
        ack.sacked = delivered; // and so outstanding still
        law.Begin(window, ack, 3, recoverFs);
        return window.cwnd - inFlight;
    }

    /// An ACK delivers something. @param isSafe SafeACK @return what may be sent
    uint64_t Hear(uint32_t delivered, uint32_t inFlight, bool isSafe = false)
    {
        window.inFlight = inFlight;
        ReductionLaw::Ack ack;
        ack.delivered = delivered;
        ack.advances = isSafe;
        law.Continue(window, ack);
        return window.cwnd - inFlight;
    }

    RateReductionLaw law;
    ns3::Window window;
};

/// A segment-wise sender with the law for its window. Counts in segments, as RFC 9937's examples.
class Sender
{
  public:
    /// @param outstanding before the loss is seen @param ssthresh after it @param lost segments
    Sender(uint32_t outstanding, uint32_t ssthresh, uint32_t lost)
        : m_recoverFs(outstanding),
          m_inflight(outstanding - lost),
          m_ssthresh(ssthresh)
    {
    }

    /// @brief An ACK delivers segments. @param delivered how many @param safe SafeACK
    /// @return segments that are sent for it
    uint64_t Ack(uint32_t delivered, bool safe = false)
    {
        m_inflight -= delivered;
        const auto sndcnt = m_begun ? m_recovery.Hear(delivered * MSS, m_inflight * MSS, safe)
                                    : m_recovery.Begin(m_recoverFs * MSS,
                                                       delivered * MSS,
                                                       m_inflight * MSS,
                                                       m_ssthresh * MSS);
        m_begun = true;
        const auto sent = static_cast<uint32_t>(sndcnt / MSS);
        m_recovery.law.OnSent(m_recovery.window, sent * MSS);
        m_inflight += sent;
        return sent;
    }

    uint32_t GetInflight() const
    {
        return m_inflight;
    }

  private:
    Recovery m_recovery;
    bool m_begun{false};
    uint32_t m_recoverFs; // segments
    uint32_t m_inflight;  // segments
    uint32_t m_ssthresh;  // segments
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
TEST(RateReductionLaw, HalfOfTheWindowIsEveryOtherAck)
{
    Sender sender(20, 10, 1);
    EXPECT_EQ(SendFor(sender, 8), (std::vector<uint64_t>{1, 0, 1, 0, 1, 0, 1, 0}));
}

// With CUBIC's 7/10 of 10 segments, ceil(0.7 n) of the first n ACKs: 1 2 3 3 4 5 5.
TEST(RateReductionLaw, SevenTenths)
{
    Sender sender(20, 14, 1);
    EXPECT_EQ(SendFor(sender, 5), (std::vector<uint64_t>{1, 1, 1, 0, 1}));
}

// The purpose: ssthresh is outstanding when all that was outstanding has left.
TEST(RateReductionLaw, EndsAtSsthresh)
{
    for (const uint32_t window : {4, 9, 10, 20, 33, 100})
    {
        Sender sender(window, window / 2, 1);
        SendFor(sender, static_cast<int>(window) - 1);
        EXPECT_EQ(sender.GetInflight(), window / 2) << window;
    }
}

// Section 6.2: far below ssthresh the conservative bound sends what is delivered, a safe ACK one
// more.
TEST(RateReductionLaw, HeavyLoss)
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
TEST(RateReductionLaw, WhatWasDeliveredAndNotSentIsMadeUpFor)
{
    Recovery recovery;
    // The application has nothing for the first three.
    recovery.Begin(10 * MSS, MSS, 6 * MSS, 5 * MSS);
    recovery.Hear(MSS, 5 * MSS);
    recovery.Hear(MSS, 4 * MSS);
    EXPECT_EQ(recovery.Hear(MSS, 1 * MSS), 4U * MSS);
}

// No more than ssthresh is outstanding, whatever was delivered.
TEST(RateReductionLaw, BoundBySsthresh)
{
    Recovery recovery;
    recovery.Begin(20 * MSS, MSS, 18 * MSS, 10 * MSS);
    recovery.law.OnSent(recovery.window, MSS);
    EXPECT_EQ(recovery.Hear(15 * MSS, 4 * MSS, true), 6U * MSS);
    EXPECT_EQ(recovery.Hear(5 * MSS, 10 * MSS, true), 0U);
}

// The fast retransmit goes even where nothing may; it is forced once.
TEST(RateReductionLaw, FirstSegmentIsForced)
{
    Recovery recovery;
    EXPECT_EQ(recovery.Begin(20 * MSS, MSS, 10 * MSS, 0), uint64_t{MSS});
    recovery.law.OnSent(recovery.window, MSS);
    EXPECT_EQ(recovery.Hear(MSS, 10 * MSS), 0U);
}

// An ACK that delivers nothing leaves the window alone.
TEST(RateReductionLaw, NothingDelivered)
{
    Recovery recovery;
    recovery.Begin(20 * MSS, MSS, 18 * MSS, 10 * MSS);
    recovery.window.cwnd = 11'111;
    recovery.Hear(0, 10 * MSS, true);
    EXPECT_EQ(recovery.window.cwnd, 11'111U);
}

// What was sent in the last recovery does not count in the next one.
TEST(RateReductionLaw, BeginsAnew)
{
    Recovery recovery;
    recovery.Begin(4 * MSS, 4 * MSS, 0, 2 * MSS);
    recovery.law.OnSent(recovery.window, 100 * MSS);
    EXPECT_EQ(recovery.Begin(20 * MSS, 2 * MSS, 17 * MSS, 10 * MSS), uint64_t{MSS});
}

// Section 6.2, without SACK: duplicates count as segments until RecoverFS is delivered.
TEST(RateReductionLaw, DuplicatesWithoutSack)
{
    RateReductionLaw law;
    ns3::Window window;
    window.mss = MSS;
    window.ssthresh = 10 * MSS;
    ReductionLaw::Ack ack;
    ack.isComplete = false;
    ack.delivered = MSS;
    law.Begin(window, ack, 3, 3 * MSS);
    law.OnSent(window, MSS);
    ack.delivered = 0;
    for (const uint32_t cwnd : {MSS, 2 * MSS})
    {
        law.Continue(window, ack);
        EXPECT_EQ(window.cwnd, cwnd);
    }
    window.cwnd = 11'111;
    law.Continue(window, ack);
    EXPECT_EQ(window.cwnd, 11'111U);
}

// 10 Gbit/s over 300 ms: the product of two windows takes more than 32 bits.
TEST(RateReductionLaw, LargeWindows)
{
    constexpr uint32_t WINDOW = 375'000'000;
    Recovery recovery;
    EXPECT_EQ(recovery.Begin(WINDOW, WINDOW / 2, WINDOW, WINDOW / 2), WINDOW / 4);
}

// RecoverFS of 0 divides nothing.
TEST(RateReductionLaw, NothingWasOutstanding)
{
    Recovery recovery;
    EXPECT_EQ(recovery.Begin(0, MSS, 0, 2 * MSS), uint64_t{MSS});
}

} // namespace RateReductionLawTests
