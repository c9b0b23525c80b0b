/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/recovery-laws.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using ns3::Rampdown;

namespace RampdownTests
{

/// A step of a hand-made table: snd.fack advances, then wintrim is what the table says.
struct Step
{
    uint64_t advance;
    uint64_t wintrim;
};

void
ExpectSteps(Rampdown& rampdown, const std::vector<Step>& steps)
{
    for (std::size_t i = 0; i < steps.size(); ++i)
    {
        rampdown.Advance(steps[i].advance);
        EXPECT_EQ(rampdown.GetWintrim(), steps[i].wintrim) << "step " << i;
    }
}

/**
 * A sender that sends one segment after the other while less than cwnd + wintrim is outstanding
 * (FACK paper, sections 3 and 4.5). Nothing more is lost, and every ACK reports one segment of what
 * was outstanding at detection.
 */
class Sender
{
  public:
    Sender(uint64_t cwnd, uint64_t outstanding, double winmult)
        : awnd(outstanding),
          m_cwnd(cwnd)
    {
        rampdown.Begin(outstanding, winmult);
    }

    int Send()
    {
        int segments = 0;
        // A bound, so that a wrong wintrim ends the test.
        while (segments < 100 && awnd < m_cwnd + rampdown.GetWintrim())
        {
            awnd += MSS;
            ++segments;
        }
        return segments;
    }

    int OnAck()
    {
        awnd -= MSS;
        rampdown.Advance(MSS);
        return Send();
    }

    static constexpr uint64_t MSS = 1000;
    uint64_t awnd;
    Rampdown rampdown;

  private:
    uint64_t m_cwnd;
};

TEST(Rampdown, IdleAtFirst)
{
    Rampdown rampdown;
    EXPECT_EQ(rampdown.GetWintrim(), 0);
    rampdown.Advance(1000);
    EXPECT_EQ(rampdown.GetWintrim(), 0);
}

TEST(Rampdown, HalfOfTheWindow)
{
    Rampdown rampdown;
    rampdown.Begin(12000, 0.5);
    EXPECT_EQ(rampdown.GetWintrim(), 6000);
    ExpectSteps(rampdown, {{1000, 5500}, {1000, 5000}, {4000, 3000}, {0, 3000}, {5000, 500}});
    ExpectSteps(rampdown, {{1000, 0}});
}

TEST(Rampdown, QuarterOfTheWindow)
{
    Rampdown rampdown;
    rampdown.Begin(12000, 0.25);
    EXPECT_EQ(rampdown.GetWintrim(), 9000);
    ExpectSteps(rampdown, {{1000, 8250}, {1000, 7500}, {4000, 4500}, {5000, 750}, {1000, 0}});
}

TEST(Rampdown, HalfwayItIsHalfAndAtTheEndNothing)
{
    // wintrim at detection, by hand, for what several congestion controls leave of the window.
    struct Row
    {
        double winmult;
        uint64_t wintrim;
    };

    for (const auto& row :
         {Row{0.5, 8000}, Row{0.25, 12000}, Row{0.8, 3200}, Row{0.7, 4800}, Row{0.1, 14400}})
    {
        Rampdown rampdown;
        rampdown.Begin(16000, row.winmult);
        EXPECT_EQ(rampdown.GetWintrim(), row.wintrim) << "winmult " << row.winmult;
        rampdown.Advance(8000);
        EXPECT_EQ(rampdown.GetWintrim(), row.wintrim / 2) << "winmult " << row.winmult;
        rampdown.Advance(8000);
        EXPECT_EQ(rampdown.GetWintrim(), 0) << "winmult " << row.winmult;
    }
}

TEST(Rampdown, NoDriftOverAMillionSteps)
{
    Rampdown rampdown;
    rampdown.Begin(1'000'000, 1.0 / 3.0);
    EXPECT_EQ(rampdown.GetWintrim(), 666'667);
    for (int i = 0; i < 700'000; ++i)
    {
        rampdown.Advance(1);
    }
    EXPECT_EQ(rampdown.GetWintrim(), 200'000);
    for (int i = 0; i < 299'999; ++i)
    {
        rampdown.Advance(1);
    }
    EXPECT_EQ(rampdown.GetWintrim(), 1) << "two thirds of an octet";
    rampdown.Advance(1);
    EXPECT_EQ(rampdown.GetWintrim(), 0);
}

TEST(Rampdown, RoundedToTheNearestOctet)
{
    Rampdown rampdown;
    rampdown.Begin(5, 0.25);
    // 3.75, 3, 2.25, 1.5, 0.75, 0
    EXPECT_EQ(rampdown.GetWintrim(), 4);
    ExpectSteps(rampdown, {{1, 3}, {1, 2}, {1, 2}, {1, 1}, {1, 0}});
}

TEST(Rampdown, NewDataIsNotPartOfTheRamp)
{
    Rampdown rampdown;
    rampdown.Begin(3000, 0.5);
    rampdown.Advance(2500);
    EXPECT_EQ(rampdown.GetWintrim(), 250);
    rampdown.Advance(1000);
    EXPECT_EQ(rampdown.GetWintrim(), 0) << "never below 0";
    rampdown.Advance(UINT64_MAX);
    EXPECT_EQ(rampdown.GetWintrim(), 0);
}

TEST(Rampdown, EndStopsItAndBeginStartsAnew)
{
    Rampdown rampdown;
    rampdown.Begin(10000, 0.5);
    rampdown.Advance(1000);
    rampdown.End();
    EXPECT_EQ(rampdown.GetWintrim(), 0);
    ExpectSteps(rampdown, {{1000, 0}});

    rampdown.Begin(4000, 0.25);
    EXPECT_EQ(rampdown.GetWintrim(), 3000);
    rampdown.Begin(2000, 0.5);
    EXPECT_EQ(rampdown.GetWintrim(), 1000) << "the later loss counts";
    ExpectSteps(rampdown, {{2000, 0}});
}

TEST(Rampdown, ExtremesOfTheFactor)
{
    struct Row
    {
        double winmult;
        uint64_t wintrim;
    };

    for (const auto& row : {Row{1.0, 0}, Row{1.5, 0}, Row{0.0, 8000}, Row{-1.0, 8000}})
    {
        Rampdown rampdown;
        rampdown.Begin(8000, row.winmult);
        EXPECT_EQ(rampdown.GetWintrim(), row.wintrim) << "winmult " << row.winmult;
        rampdown.Advance(8000);
        EXPECT_EQ(rampdown.GetWintrim(), 0) << "winmult " << row.winmult;
    }
}

TEST(Rampdown, NothingOutstanding)
{
    Rampdown rampdown;
    rampdown.Begin(0, 0.5);
    EXPECT_EQ(rampdown.GetWintrim(), 0);
}

TEST(Rampdown, WindowsBeyond32Bits)
{
    Rampdown rampdown;
    rampdown.Begin(20'000'000'000, 0.5);
    EXPECT_EQ(rampdown.GetWintrim(), 10'000'000'000);
    ExpectSteps(rampdown, {{19'999'999'998, 1}, {2, 0}});
}

// A window of 16 segments whose first is lost: the fourth SACK starts recovery, 12 are outstanding.
TEST(Rampdown, OneSegmentForEveryTwoAcknowledged)
{
    Sender sender(8000, 12000, 0.5);
    // cwnd + wintrim is 14: the retransmission and one segment more.
    EXPECT_EQ(sender.Send(), 2);
    const std::vector<int> sent{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
    for (std::size_t ack = 0; ack < sent.size(); ++ack)
    {
        EXPECT_EQ(sender.OnAck(), sent[ack]) << "ACK " << ack;
    }
    EXPECT_EQ(sender.awnd, 8000) << "exactly cwnd at the end of the round trip";
    EXPECT_EQ(sender.OnAck(), 1) << "then one for one";
}

TEST(Rampdown, OneSegmentForEveryFourAcknowledged)
{
    Sender sender(4000, 12000, 0.25);
    // cwnd + wintrim is 13: the retransmission.
    EXPECT_EQ(sender.Send(), 1);
    const std::vector<int> sent{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    for (std::size_t ack = 0; ack < sent.size(); ++ack)
    {
        EXPECT_EQ(sender.OnAck(), sent[ack]) << "ACK " << ack;
    }
    EXPECT_EQ(sender.awnd, 4000) << "exactly cwnd at the end of the round trip";
    EXPECT_EQ(sender.OnAck(), 1) << "then one for one";
}

} // namespace RampdownTests
