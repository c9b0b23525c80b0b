/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/recovery-laws.h"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace RampdownLawTests
{

constexpr uint32_t MSS = 1000;

/// A step of a hand-made table: snd.fack advances, then wintrim is what the table says.
struct Step
{
    uint32_t advance;
    uint32_t wintrim;
};

/// The law in a recovery, called for an octet, a segment or more at a time. Counts in octets.
struct Rampdown
{
    /// A loss was detected, which leaves the part @p winmult of the window.
    void Begin(uint32_t outstanding, double winmult)
    {
        window.mss = MSS;
        window.cwnd = 3'000'000;
        window.nxt = window.cwnd;
        window.ssthresh = static_cast<uint32_t>(std::llround(winmult * window.cwnd));
        window.inFlight = outstanding;
        law.Begin(window, {}, 3, outstanding);
    }

    void Advance(uint32_t octets)
    {
        ns3::ReductionLaw::Ack ack;
        ack.forwardAdvance = octets;
        law.Continue(window, ack);
        EXPECT_EQ(window.cwnd, window.ssthresh + law.GetWintrim());
    }

    void Expect(const std::vector<Step>& steps)
    {
        for (std::size_t i = 0; i < steps.size(); ++i)
        {
            Advance(steps[i].advance);
            EXPECT_EQ(law.GetWintrim(), steps[i].wintrim) << "step " << i;
        }
    }

    ns3::RampdownLaw law;
    ns3::Window window;
};

/**
 * A sender that sends one segment after the other while less than cwnd + wintrim is outstanding
 * (FACK paper, sections 3 and 4.5). Nothing more is lost, and every ACK reports one segment of what
 * was outstanding at detection.
 */
class Sender
{
  public:
    Sender(uint32_t cwnd, uint32_t outstanding, double winmult)
        : awnd(outstanding),
          m_cwnd(cwnd)
    {
        m_rampdown.Begin(outstanding, winmult);
    }

    int Send()
    {
        int segments = 0;
        // A bound, so that a wrong wintrim ends the test.
        while (segments < 100 && awnd < m_cwnd + m_rampdown.law.GetWintrim())
        {
            awnd += MSS;
            ++segments;
        }
        return segments;
    }

    int OnAck()
    {
        awnd -= MSS;
        m_rampdown.Advance(MSS);
        return Send();
    }

    uint32_t awnd;

  private:
    Rampdown m_rampdown;
    uint32_t m_cwnd;
};

TEST(RampdownLaw, IdleAtFirst)
{
    Rampdown rampdown;
    EXPECT_EQ(rampdown.law.GetWintrim(), 0U);
    rampdown.Expect({{1000, 0}});
}

TEST(RampdownLaw, HalfOfTheWindow)
{
    Rampdown rampdown;
    rampdown.Begin(12000, 0.5);
    EXPECT_EQ(rampdown.law.GetWintrim(), 6000U);
    rampdown.Expect({{1000, 5500}, {1000, 5000}, {4000, 3000}, {0, 3000}, {5000, 500}, {1000, 0}});
}

TEST(RampdownLaw, QuarterOfTheWindow)
{
    Rampdown rampdown;
    rampdown.Begin(12000, 0.25);
    EXPECT_EQ(rampdown.law.GetWintrim(), 9000U);
    rampdown.Expect({{1000, 8250}, {1000, 7500}, {4000, 4500}, {5000, 750}, {1000, 0}});
}

// wintrim at detection, by hand, for what several congestion controls leave of the window.
TEST(RampdownLaw, HalfwayItIsHalfAndAtTheEndNothing)
{
    struct Row
    {
        double winmult;
        uint32_t wintrim;
    };

    for (const auto& row :
         {Row{0.5, 8000}, Row{0.25, 12000}, Row{0.8, 3200}, Row{0.7, 4800}, Row{0.1, 14400}})
    {
        SCOPED_TRACE(row.winmult);
        Rampdown rampdown;
        rampdown.Begin(16000, row.winmult);
        EXPECT_EQ(rampdown.law.GetWintrim(), row.wintrim);
        rampdown.Expect({{8000, row.wintrim / 2}, {8000, 0}});
    }
}

TEST(RampdownLaw, NoDriftOverAMillionSteps)
{
    Rampdown rampdown;
    rampdown.Begin(1'000'000, 1.0 / 3.0);
    EXPECT_EQ(rampdown.law.GetWintrim(), 666'667U);
    for (int i = 0; i < 700'000; ++i)
    {
        rampdown.Advance(1);
    }
    EXPECT_EQ(rampdown.law.GetWintrim(), 200'000U);
    for (int i = 0; i < 299'999; ++i)
    {
        rampdown.Advance(1);
    }
    EXPECT_EQ(rampdown.law.GetWintrim(), 1U) << "two thirds of an octet";
    rampdown.Expect({{1, 0}});
}

TEST(RampdownLaw, RoundedToTheNearestOctet)
{
    Rampdown rampdown;
    rampdown.Begin(5, 0.25);
    // 3.75, 3, 2.25, 1.5, 0.75, 0
    EXPECT_EQ(rampdown.law.GetWintrim(), 4U);
    rampdown.Expect({{1, 3}, {1, 2}, {1, 2}, {1, 1}, {1, 0}});
}

TEST(RampdownLaw, NewDataIsNotPartOfTheRamp)
{
    Rampdown rampdown;
    rampdown.Begin(3000, 0.5);
    rampdown.Expect({{2500, 250}, {1000, 0}, {UINT32_MAX, 0}});
}

TEST(RampdownLaw, EndStopsItAndBeginStartsAnew)
{
    Rampdown rampdown;
    rampdown.Begin(10000, 0.5);
    rampdown.Advance(1000);
    rampdown.law.End(rampdown.window);
    EXPECT_EQ(rampdown.law.GetWintrim(), 0U);
    EXPECT_EQ(rampdown.window.cwnd, rampdown.window.ssthresh);
    rampdown.Expect({{1000, 0}});

    rampdown.Begin(4000, 0.25);
    EXPECT_EQ(rampdown.law.GetWintrim(), 3000U);
    rampdown.Begin(2000, 0.5);
    EXPECT_EQ(rampdown.law.GetWintrim(), 1000U) << "the later loss counts";
    rampdown.Expect({{2000, 0}});
}

TEST(RampdownLaw, ExtremesOfTheFactor)
{
    struct Row
    {
        double winmult;
        uint32_t wintrim;
    };

    for (const auto& row : {Row{1.0, 0}, Row{1.5, 0}, Row{0.0, 8000}})
    {
        SCOPED_TRACE(row.winmult);
        Rampdown rampdown;
        rampdown.Begin(8000, row.winmult);
        EXPECT_EQ(rampdown.law.GetWintrim(), row.wintrim);
        rampdown.Expect({{8000, 0}});
    }
}

TEST(RampdownLaw, NothingOutstanding)
{
    Rampdown rampdown;
    rampdown.Begin(0, 0.5);
    EXPECT_EQ(rampdown.law.GetWintrim(), 0U);
}

TEST(RampdownLaw, NoWindowIsNotReduced)
{
    ns3::RampdownLaw law;
    ns3::Window window;
    window.inFlight = 1000;
    law.Begin(window, {}, 3, 0);
    EXPECT_EQ(window.cwnd, 0U);
}

TEST(RampdownLaw, WindowsOfUpTo32Bits)
{
    Rampdown rampdown;
    rampdown.Begin(4'000'000'000, 0.5);
    EXPECT_EQ(rampdown.law.GetWintrim(), 2'000'000'000U);
    rampdown.Expect({{3'999'999'998, 1}, {2, 0}});
}

// A window of 16 segments whose first is lost: the fourth SACK starts recovery, 12 are outstanding.
TEST(RampdownLaw, OneSegmentForEveryTwoAcknowledged)
{
    Sender sender(8000, 12000, 0.5);
    // cwnd + wintrim is 14: the retransmission and one segment more.
    EXPECT_EQ(sender.Send(), 2);
    const std::vector<int> sent{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
    for (std::size_t ack = 0; ack < sent.size(); ++ack)
    {
        EXPECT_EQ(sender.OnAck(), sent[ack]) << "ACK " << ack;
    }
    EXPECT_EQ(sender.awnd, 8000U) << "exactly cwnd at the end of the round trip";
    EXPECT_EQ(sender.OnAck(), 1) << "then one for one";
}

TEST(RampdownLaw, OneSegmentForEveryFourAcknowledged)
{
    Sender sender(4000, 12000, 0.25);
    // cwnd + wintrim is 13: the retransmission.
    EXPECT_EQ(sender.Send(), 1);
    const std::vector<int> sent{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    for (std::size_t ack = 0; ack < sent.size(); ++ack)
    {
        EXPECT_EQ(sender.OnAck(), sent[ack]) << "ACK " << ack;
    }
    EXPECT_EQ(sender.awnd, 4000U) << "exactly cwnd at the end of the round trip";
    EXPECT_EQ(sender.OnAck(), 1) << "then one for one";
}

} // namespace RampdownLawTests
