/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/recovery-laws.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <vector>

using ns3::DynamicRecovery;

namespace DynamicRecoveryTests
{

using Phase = DynamicRecovery::Phase;

constexpr uint64_t MSS = 1000;

/// Events of a table, as a string: the ACK and what the clock says.
constexpr auto DUP = "dup";        // a duplicate ACK within a round trip of the retransmission
constexpr auto DUP_LATE = "dup +"; // one that comes later

/**
 * A NewReno sender with endless data and the law for its only window: the test plays the network
 * and the receiver. Segments are counted from 0; "r5" is segment 5 sent again, "5" sent for the
 * first time. A hole is repaired first, then whole new segments follow as far as the law allows.
 */
class Sender
{
  public:
    /// An event, and what the law says after it.
    struct Row
    {
        std::string event; // see above; "partial 5" within a round trip of the last, "partial 5 +"
        std::string sent;
        uint64_t cwndDr; // octets
        Phase phase;
    };

    /// The third duplicate ACK of a window of segments from 0; @p early of them are beyond it.
    std::string Begin(uint64_t window, uint64_t ssthresh, uint64_t early = 0)
    {
        m_sent.clear();
        m_nxt = window + early;
        // Three have arrived and one is lost.
        law.Begin({m_nxt * MSS, m_nxt * MSS, 4 * MSS, early * MSS, window * MSS, ssthresh, MSS});
        Repair();
        return m_sent;
    }

    void Expect(const std::vector<Row>& rows)
    {
        for (std::size_t i = 0; i < rows.size(); ++i)
        {
            const auto& row = rows[i];
            m_sent.clear();
            Hear(row.event);
            EXPECT_EQ(m_sent, row.sent) << "row " << i + 1 << ", " << row.event;
            EXPECT_EQ(law.GetCwndDr(), row.cwndDr) << "row " << i + 1 << ", " << row.event;
            EXPECT_EQ(law.GetPhase(), row.phase) << "row " << i + 1 << ", " << row.event;
        }
    }

    DynamicRecovery law;

  private:
    void Hear(const std::string& event)
    {
        const bool late = event.back() == '+';
        if (event.rfind("partial", 0) == 0)
        {
            m_una = std::stoull(event.substr(8));
            law.OnPartial(m_una * MSS, MSS, m_nxt * MSS, late);
            Repair();
        }
        else if (law.OnDuplicate(MSS, m_nxt * MSS, late))
        {
            Repair();
        }
        else
        {
            SendNew();
        }
    }

    void Repair()
    {
        std::string segment(1, 'r');
        segment += std::to_string(m_una);
        Send(segment);
        SendNew();
    }

    void SendNew()
    {
        while (law.GetAllowance() >= MSS)
        {
            Send(std::to_string(m_nxt++));
        }
    }

    void Send(const std::string& segment)
    {
        law.OnSent(MSS);
        m_sent += m_sent.empty() ? "" : " ";
        m_sent += segment;
    }

    uint64_t m_una{0};
    uint64_t m_nxt{0};
    std::string m_sent;
};

constexpr auto DEFLATION = Phase::DEFLATION;
constexpr auto DETECTION = Phase::DETECTION;

// ------------------------------------------------------------------------------------ one loss

// Segment 0 of ten is lost, 9 ACKs are duplicates. Each segment that left is worth 0.8: the four at
// the beginning 3.2, all ten 8.
TEST(DynamicRecovery, OneLossOfTenByFourFifths)
{
    Sender sender;
    EXPECT_EQ(sender.law.GetPhase(), Phase::IDLE);
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    EXPECT_EQ(sender.law.GetCwndDr(), 3200U);
    EXPECT_EQ(sender.law.GetAllowance(), 200U);
    EXPECT_EQ(sender.law.GetRecoverDr(), 10000U);
    EXPECT_EQ(sender.law.GetDupMax(), 7U) << "six of the ten, and the retransmission";
    EXPECT_EQ(sender.law.GetDupwnd(), 0U);
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "13", 5600, DEFLATION},
        {DUP, "14", 6400, DEFLATION},
        {DUP, "15", 7200, DEFLATION},
        {DUP, "16", 8000, DEFLATION},
    });
    EXPECT_EQ(sender.law.GetDupwnd(), 6U);
    EXPECT_EQ(sender.law.GetAllowance(), 0U);
    EXPECT_EQ(sender.law.End(), 8000U);
}

TEST(DynamicRecovery, OneLossOfEightByHalf)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(8, 4000), "r0 8");
    EXPECT_EQ(sender.law.GetDupMax(), 5U);
    sender.Expect({
        {DUP, "", 2500, DEFLATION},
        {DUP, "9", 3000, DEFLATION},
        {DUP, "", 3500, DEFLATION},
        {DUP, "10", 4000, DEFLATION},
    });
    EXPECT_EQ(sender.law.End(), 4000U);
}

// 7/10 of nine segments are 6.3: six whole ones are sent, the rest is kept.
TEST(DynamicRecovery, OneLossOfNineBySevenTenths)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(9, 6300), "r0 9");
    sender.Expect({
        {DUP, "10", 3500, DEFLATION},
        {DUP, "11", 4200, DEFLATION},
        {DUP, "", 4900, DEFLATION},
        {DUP, "12", 5600, DEFLATION},
        {DUP, "13", 6300, DEFLATION},
    });
    EXPECT_EQ(sender.law.GetAllowance(), 300U);
    EXPECT_EQ(sender.law.End(), 6300U);
}

// Two thirds in octets: 4/7, 5/7, 6/7 of 4667 are 2666.9, 3333.6, 4000.3. Nothing is lost by
// rounding down on the way.
TEST(DynamicRecovery, NothingIsLostByRounding)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(7, 4667), "r0 7");
    EXPECT_EQ(sender.law.GetCwndDr(), 2666U);
    sender.Expect({
        {DUP, "8", 3333, DEFLATION},
        {DUP, "9", 4000, DEFLATION},
        {DUP, "", 4667, DEFLATION},
    });
    EXPECT_EQ(sender.law.End(), 4667U);
}

// As many segments are sent as ssthresh has, and cwnd_DR ends there, whatever window and ratio.
TEST(DynamicRecovery, OneLossSendsSsthresh)
{
    for (const uint64_t window : {5, 8, 10, 20, 40, 100, 1000, 100000})
    {
        for (const uint64_t ssthresh : {window, window * 4 / 5, window * 7 / 10, window / 2})
        {
            SCOPED_TRACE(testing::Message() << ssthresh << " of " << window);
            DynamicRecovery law;
            law.Begin({window * MSS, window * MSS, 4 * MSS, 0, window * MSS, ssthresh * MSS, MSS});
            uint64_t sent = 0;
            for (uint64_t dup = 4; dup <= window; ++dup)
            {
                while (law.GetAllowance() >= MSS)
                {
                    law.OnSent(MSS);
                    ++sent;
                }
                // The fourth is all that is left of the first call.
                EXPECT_FALSE(dup < window && law.OnDuplicate(MSS, (window + sent) * MSS, false));
            }
            EXPECT_EQ(sent, ssthresh);
            EXPECT_EQ(law.End(), ssthresh * MSS);
        }
    }
}

// RFC 3042: segments 10 and 11 went out on the first two duplicate ACKs. They are part of the eight
// of the round, and their own duplicate ACKs release nothing.
TEST(DynamicRecovery, LimitedTransmitBelongsToTheRound)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(10, 8000, 2), "r0");
    EXPECT_EQ(sender.law.GetCwndDr(), 3200U);
    EXPECT_EQ(sender.law.GetAllowance(), 200U);
    EXPECT_EQ(sender.law.GetRecoverDr(), 12000U);
    EXPECT_EQ(sender.law.GetDupMax(), 9U);
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "13", 5600, DEFLATION},
        {DUP, "14", 6400, DEFLATION},
        {DUP, "15", 7200, DEFLATION},
        {DUP, "16", 8000, DEFLATION},
        {DUP_LATE, "", 8000, DEFLATION},
        {DUP_LATE, "", 8000, DEFLATION},
    });
    EXPECT_EQ(sender.law.End(), 8000U);
}

// What limited transmit sent may be more than what has left is worth: 4 of 12 by a third are 1.33.
// The retransmission goes out all the same, and is made up for.
TEST(DynamicRecovery, EarlySegmentsCanUseUpTheBeginning)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(12, 4000, 2), "r0");
    EXPECT_EQ(sender.law.GetCwndDr(), 1333U);
    EXPECT_EQ(sender.law.GetAllowance(), 0U);
    sender.Expect({
        {DUP, "", 1666, DEFLATION},
        {DUP, "", 2000, DEFLATION},
        {DUP, "", 2333, DEFLATION},
        {DUP, "", 2666, DEFLATION},
        {DUP, "", 3000, DEFLATION},
        {DUP, "", 3333, DEFLATION},
        {DUP, "", 3666, DEFLATION},
        {DUP, "14", 4000, DEFLATION},
    });
    EXPECT_EQ(sender.law.End(), 4000U);
}

// ---------------------------------------------------------------------------------- more losses

// Segments 0 and 5 of ten are lost: nine have left in the first round trip, 0.8 each. The second
// hole costs its 0.8. In detection the partial ACK and each of the six duplicates release one.
TEST(DynamicRecovery, TwoLosses)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "13", 5600, DEFLATION},
        {DUP, "14", 6400, DEFLATION},
        {DUP, "15", 7200, DEFLATION},
        {"partial 5 +", "r5", 7200, DETECTION},
    });
    EXPECT_EQ(sender.law.GetDupwnd(), 0U);
    EXPECT_EQ(sender.law.GetDupMax(), 7U) << "10 to 15, and the retransmission";
    EXPECT_EQ(sender.law.GetRecoverDr(), 10000U) << "of the first loss";
    sender.Expect({
        {DUP, "16", 7200, DETECTION},
        {DUP, "17", 7200, DETECTION},
        {DUP, "18", 7200, DETECTION},
        {DUP, "19", 7200, DETECTION},
        {DUP, "20", 7200, DETECTION},
        {DUP, "21", 7200, DETECTION},
    });
    EXPECT_EQ(sender.law.GetDupwnd(), 6U);
    EXPECT_EQ(sender.law.End(), 7200U);
}

// Segments 0, 2, 4, 6 and 8 of ten are lost: six have left in the first round trip, 4.8. The four
// segments of it keep going round, and each round trip of detection sends one more.
TEST(DynamicRecovery, FiveLossesAndAdditiveIncrease)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        // The first round trip of detection.
        {"partial 2 +", "r2", 4800, DETECTION},
        {DUP, "13", 4800, DETECTION},
        {DUP, "14", 4800, DETECTION},
        {DUP, "15", 4800, DETECTION},
        // The second one: five segments.
        {"partial 4 +", "r4 16", 5800, DETECTION},
        {DUP, "17", 5800, DETECTION},
        {DUP, "18", 5800, DETECTION},
        {DUP, "19", 5800, DETECTION},
        // Six.
        {"partial 6 +", "r6 20", 6800, DETECTION},
        {DUP, "21", 6800, DETECTION},
        {DUP, "22", 6800, DETECTION},
        {DUP, "23", 6800, DETECTION},
        {DUP, "24", 6800, DETECTION},
        // Seven.
        {"partial 8 +", "r8 25", 7800, DETECTION},
        {DUP, "26", 7800, DETECTION},
        {DUP, "27", 7800, DETECTION},
        {DUP, "28", 7800, DETECTION},
        {DUP, "29", 7800, DETECTION},
        {DUP, "30", 7800, DETECTION},
    });
    EXPECT_EQ(sender.law.GetRecoverDr(), 10000U) << "still of the first loss";
    EXPECT_EQ(sender.law.End(), 7800U);
}

// With SACK several holes are filled in one round trip: cwnd_DR grows by the round, not by the ACK.
TEST(DynamicRecovery, OneSegmentARound)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {"partial 2 +", "r2", 4800, DETECTION},
        {"partial 4", "r4", 4800, DETECTION},
        {DUP, "13", 4800, DETECTION},
        {"partial 6", "r6", 4800, DETECTION},
        {"partial 8 +", "r8 14", 5800, DETECTION},
    });
    EXPECT_EQ(sender.law.End(), 5800U);
}

// Five losses again, and 11, which is sent in recovery: three of the four segments of the round
// trip arrive, and the next one sends no more than three. Its three arrive: four are sent.
TEST(DynamicRecovery, NoIncreaseWhereARoundLostSomething)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {"partial 2 +", "r2", 4800, DETECTION},
        {DUP, "13", 4800, DETECTION},
        {DUP, "14", 4800, DETECTION},
        {"partial 4 +", "r4", 4800, DETECTION},
        {DUP, "15", 4800, DETECTION},
        {DUP, "16", 4800, DETECTION},
        {"partial 6 +", "r6 17", 5800, DETECTION},
        {DUP, "18", 5800, DETECTION},
        {DUP, "19", 5800, DETECTION},
        {"partial 8 +", "r8 20", 6800, DETECTION},
        {DUP, "21", 6800, DETECTION},
        {DUP, "22", 6800, DETECTION},
        {DUP, "23", 6800, DETECTION},
        // The round has let five out; two of them have left.
        {"partial 11 +", "r11", 1600, DEFLATION},
    });
}

// The same by the paper's word alone, "every RTT": the second round trip of detection grows though
// the first one lost a segment.
TEST(DynamicRecovery, IncreaseInAnyCase)
{
    Sender sender;
    sender.law = DynamicRecovery({false, true, false});
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {"partial 2 +", "r2", 4800, DETECTION},
        {DUP, "13", 4800, DETECTION},
        {DUP, "14", 4800, DETECTION},
        {"partial 4 +", "r4 15", 5800, DETECTION},
        {DUP, "16", 5800, DETECTION},
    });
    EXPECT_EQ(sender.law.End(), 5800U);
}

// ------------------------------------------------------------------------ losses during recovery

// Segments 0 and 5 of ten are lost, and 12, which is sent in recovery. The round trip in which that
// shows released six, the retransmission of 5 and five for 10, 11, 13, 14 and 15: 4/5 of them is
// 4.8. Two have left at once; of the five that follow the last one is beyond the window.
TEST(DynamicRecovery, LossOfASegmentSentInRecovery)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "13", 5600, DEFLATION},
        {DUP, "14", 6400, DEFLATION},
        {DUP, "15", 7200, DEFLATION},
        {"partial 5 +", "r5", 7200, DETECTION},
        {DUP, "16", 7200, DETECTION},
        {DUP, "17", 7200, DETECTION},
        {DUP, "18", 7200, DETECTION},
        {DUP, "19", 7200, DETECTION},
        {DUP, "20", 7200, DETECTION},
        {"partial 12 +", "r12", 1600, DEFLATION},
    });
    EXPECT_EQ(sender.law.GetRecoverDr(), 21000U);
    EXPECT_EQ(sender.law.GetDupMax(), 6U) << "16 to 20, and the retransmission";
    EXPECT_EQ(sender.law.GetAllowance(), 600U) << "0.2 were over from before: void";
    sender.Expect({
        {DUP, "21", 2400, DEFLATION},
        {DUP, "22", 3200, DEFLATION},
        {DUP, "23", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        // 18 is lost, too: of the same loss as 12.
        {"partial 18 +", "r18", 4800, DETECTION},
    });
    EXPECT_EQ(sender.law.GetRecoverDr(), 21000U);
    EXPECT_EQ(sender.law.End(), 4800U);
}

// Where recover_DR lies: it is the segment that begins there that had not been sent.
TEST(DynamicRecovery, PartialAckAtRecoverDr)
{
    for (const uint64_t ack : {10000, 10001})
    {
        DynamicRecovery law;
        law.Begin({10000, 10000, 4000, 0, 10000, 8000, MSS});
        law.OnSent(3000);
        law.OnPartial(5000, MSS, 13000, true);
        ASSERT_EQ(law.GetPhase(), DETECTION);
        law.OnPartial(ack, MSS, 13000, true);
        EXPECT_EQ(law.GetPhase(), ack == 10000 ? DETECTION : DEFLATION) << ack;
        EXPECT_EQ(law.GetRecoverDr(), ack == 10000 ? 10000U : 13000U) << ack;
    }
}

// The letter of the paper: a partial ACK up to recover_DR is a loss in recovery. Segments 0, 5 and
// 7 of ten are lost, which is one loss to us. The round trip in which 7 shows released six, the
// retransmission of 5 and five for 10 to 14: 4/5 of them is 4.8. Of those sent then 18 and 21 are
// lost; 21 lies above recover_DR, and is none to the letter.
TEST(DynamicRecovery, LossInRecoveryByTheLetter)
{
    Sender sender;
    sender.law = DynamicRecovery({true, false, false});
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "13", 5600, DEFLATION},
        {DUP, "14", 6400, DEFLATION},
        {"partial 5 +", "r5", 6400, DETECTION},
        {DUP, "15", 6400, DETECTION},
        {DUP, "16", 6400, DETECTION},
        {DUP, "17", 6400, DETECTION},
        {DUP, "18", 6400, DETECTION},
        {DUP, "19", 6400, DETECTION},
        {"partial 7 +", "r7", 1600, DEFLATION},
    });
    EXPECT_EQ(sender.law.GetRecoverDr(), 20000U);
    sender.Expect({
        {DUP, "20", 2400, DEFLATION},
        {DUP, "21", 3200, DEFLATION},
        {DUP, "22", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {"partial 18 +", "r18", 4800, DETECTION},
        {DUP, "23", 4800, DETECTION},
        {DUP, "24", 4800, DETECTION},
        {"partial 21 +", "r21", 4800, DETECTION},
    });
    EXPECT_EQ(sender.law.GetRecoverDr(), 20000U);
    EXPECT_EQ(sender.law.End(), 4800U);
    // A recovery later is read in the same way.
    sender.law.Begin({10000, 10000, 4000, 0, 10000, 8000, MSS});
    sender.law.OnSent(3000);
    sender.law.OnPartial(5000, MSS, 13000, true);
    sender.law.OnPartial(10000, MSS, 13000, true);
    EXPECT_EQ(sender.law.GetPhase(), DEFLATION) << "seqno = recover_DR";
}

// -------------------------------------------------------------------------- lost retransmissions

// Segment 0 of ten is lost, and its retransmission. Six duplicate ACKs were on their way when that
// was sent; the seventh, of segment 10, is not above dup_max, the eighth is. Of the round's eight
// segments 4/5 are 6.4 and 12 to 16 are still to come: 2 + 5 of 8.
TEST(DynamicRecovery, LostRetransmissionInDeflation)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "13", 5600, DEFLATION},
        {DUP, "14", 6400, DEFLATION},
        {DUP, "15", 7200, DEFLATION},
        {DUP, "16", 8000, DEFLATION},
        {DUP_LATE, "", 8000, DEFLATION},
        {DUP_LATE, "r0", 1600, DEFLATION},
    });
    EXPECT_EQ(sender.law.GetDupwnd(), 0U);
    EXPECT_EQ(sender.law.GetDupMax(), 6U) << "12 to 16, and the retransmission";
    EXPECT_EQ(sender.law.GetRecoverDr(), 17000U);
    sender.Expect({
        {DUP, "17", 2400, DEFLATION},
        {DUP, "18", 3200, DEFLATION},
        {DUP, "19", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "20", 5600, DEFLATION},
        // Lost once more: 17 is the sixth, 18 the seventh. Of 6.4, 6.4 were released; by 4/5, 5.12.
        {DUP_LATE, "21", 6400, DEFLATION},
        {DUP_LATE, "r0", 1600, DEFLATION},
    });
    EXPECT_EQ(sender.law.GetDupMax(), 4U) << "19 to 21, and the retransmission";
    sender.Expect({
        {DUP, "22", 2400, DEFLATION},
        {DUP, "23", 3200, DEFLATION},
        {DUP, "24", 4000, DEFLATION},
    });
    EXPECT_EQ(sender.law.End(), 4000U);
}

// Segments 0 and 5 are lost, and the retransmission of 5, sent in detection with 10 to 15 in
// flight. The seventh duplicate is that of 16, which still releases one; the eighth is above
// dup_max. Eight were released since the partial ACK: 4/5 are 6.4.
TEST(DynamicRecovery, LostRetransmissionInDetection)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "13", 5600, DEFLATION},
        {DUP, "14", 6400, DEFLATION},
        {DUP, "15", 7200, DEFLATION},
        {"partial 5 +", "r5", 7200, DETECTION},
        {DUP, "16", 7200, DETECTION},
        {DUP, "17", 7200, DETECTION},
        {DUP, "18", 7200, DETECTION},
        {DUP, "19", 7200, DETECTION},
        {DUP, "20", 7200, DETECTION},
        {DUP, "21", 7200, DETECTION},
        {DUP_LATE, "22", 7200, DETECTION},
        {DUP_LATE, "r5", 1600, DEFLATION},
    });
    EXPECT_EQ(sender.law.GetDupMax(), 6U) << "18 to 22, and the retransmission";
    EXPECT_EQ(sender.law.GetRecoverDr(), 23000U);
    sender.Expect({
        {DUP, "23", 2400, DEFLATION},
        {DUP, "24", 3200, DEFLATION},
        {DUP, "25", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "26", 5600, DEFLATION},
    });
    EXPECT_EQ(sender.law.End(), 5600U);
}

// The same where only deflation looks for it: the eighth duplicate ACK releases a segment, too, and
// the retransmission of 5 is left to the timer. In deflation nothing is other.
TEST(DynamicRecovery, LostRetransmissionIsWatchedInDeflationOnly)
{
    const DynamicRecovery::Readings readings{false, false, true};
    Sender sender;
    sender.law = DynamicRecovery(readings);
    EXPECT_EQ(sender.Begin(10, 8000), "r0 10 11");
    sender.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "13", 5600, DEFLATION},
        {DUP, "14", 6400, DEFLATION},
        {DUP, "15", 7200, DEFLATION},
        {"partial 5 +", "r5", 7200, DETECTION},
        {DUP, "16", 7200, DETECTION},
        {DUP, "17", 7200, DETECTION},
        {DUP, "18", 7200, DETECTION},
        {DUP, "19", 7200, DETECTION},
        {DUP, "20", 7200, DETECTION},
        {DUP, "21", 7200, DETECTION},
        {DUP_LATE, "22", 7200, DETECTION},
        {DUP_LATE, "23", 7200, DETECTION},
    });
    Sender inDeflation;
    inDeflation.law = DynamicRecovery(readings);
    EXPECT_EQ(inDeflation.Begin(10, 8000), "r0 10 11");
    inDeflation.Expect({
        {DUP, "12", 4000, DEFLATION},
        {DUP, "", 4800, DEFLATION},
        {DUP, "13", 5600, DEFLATION},
        {DUP, "14", 6400, DEFLATION},
        {DUP, "15", 7200, DEFLATION},
        {DUP, "16", 8000, DEFLATION},
        {DUP_LATE, "", 8000, DEFLATION},
        {DUP_LATE, "r0", 1600, DEFLATION},
    });
}

// Nothing that was sent after the retransmission can have been answered within a round trip: more
// duplicate ACKs than dup_max are copies.
TEST(DynamicRecovery, NoRetransmissionIsLostWithinARoundTrip)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(8, 4000), "r0 8");
    EXPECT_EQ(sender.law.GetDupMax(), 5U);
    sender.Expect({
        {DUP, "", 2500, DEFLATION},
        {DUP, "9", 3000, DEFLATION},
        {DUP, "", 3500, DEFLATION},
        {DUP, "10", 4000, DEFLATION},
        {DUP, "", 4000, DEFLATION},
        {DUP, "", 4000, DEFLATION},
        {DUP, "", 4000, DEFLATION},
    });
    EXPECT_EQ(sender.law.GetDupwnd(), 7U) << "they count";
    // Half of the four that the round sent are two, and half of them have left.
    sender.Expect({{DUP_LATE, "r0", 1000, DEFLATION}});
}

// However late: as many as dup_max may have been on their way.
TEST(DynamicRecovery, NoRetransmissionIsLostUpToDupMax)
{
    Sender sender;
    EXPECT_EQ(sender.Begin(8, 4000), "r0 8");
    sender.Expect({
        {DUP_LATE, "", 2500, DEFLATION},
        {DUP_LATE, "9", 3000, DEFLATION},
        {DUP_LATE, "", 3500, DEFLATION},
        {DUP_LATE, "10", 4000, DEFLATION},
        {DUP_LATE, "", 4000, DEFLATION},
        {DUP_LATE, "r0", 1000, DEFLATION},
    });
}

// With SACK the sender finds it by itself.
TEST(DynamicRecovery, LostRetransmissionFoundByTheSender)
{
    DynamicRecovery law;
    law.Begin({10000, 10000, 4000, 0, 10000, 8000, MSS});
    law.OnSent(3000);
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_FALSE(law.OnDuplicate(MSS, 13000, false));
    }
    EXPECT_EQ(law.GetCwndDr(), 7200U);
    EXPECT_EQ(law.GetDupMax(), 7U);
    // 10 - 4 + 3 - 5 were in flight, the lost one is not.
    law.OnLostRetransmission(13000, false);
    EXPECT_EQ(law.GetCwndDr(), 7200U) << "a loss of the same round";
    EXPECT_EQ(law.GetRecoverDr(), 10000U);
    EXPECT_EQ(law.GetDupwnd(), 0U);
    EXPECT_EQ(law.GetDupMax(), 4U);
    EXPECT_EQ(law.GetAllowance(), 4200U) << "nothing was released for it";

    law.OnLostRetransmission(13000, true);
    EXPECT_EQ(law.GetPhase(), DEFLATION);
    EXPECT_EQ(law.GetRecoverDr(), 13000U);
    // 7200 down to 5760, of which 2000 have left: 1600. What was over is void.
    EXPECT_EQ(law.GetCwndDr(), 1600U);
    EXPECT_EQ(law.GetAllowance(), 1600U);
    EXPECT_EQ(law.GetDupMax(), 3U);
}

// ------------------------------------------------------------------------------------------ ECN

// An echo with ten outstanding of a window of ten, one of which has just arrived: half of each that
// arrives, but the first segment at once.
TEST(DynamicRecovery, DeliveriesWithoutALoss)
{
    DynamicRecovery law;
    law.Begin({20000, 10000, 1000, 0, 10000, 5000, MSS});
    EXPECT_EQ(law.GetPhase(), DEFLATION);
    EXPECT_EQ(law.GetAllowance(), 1000U);
    law.OnSent(1000);
    const std::vector<uint64_t> windows{1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5000};
    uint64_t sent = 1;
    for (const auto window : windows)
    {
        law.OnDelivered(MSS);
        EXPECT_EQ(law.GetCwndDr(), window);
        EXPECT_EQ(law.GetAllowance(), window - sent * MSS);
        if (law.GetAllowance() >= MSS)
        {
            law.OnSent(MSS);
            ++sent;
        }
    }
    EXPECT_EQ(sent, 5U);
    EXPECT_EQ(law.GetDupwnd(), 0U) << "no ACK was a duplicate";
    EXPECT_EQ(law.End(), 5000U);
}

// An ACK of two segments releases the part of two.
TEST(DynamicRecovery, DeliveriesOfAnySize)
{
    DynamicRecovery law;
    law.Begin({10000, 10000, 4000, 0, 10000, 8000, MSS});
    EXPECT_FALSE(law.OnDuplicate(2 * MSS, 10000, false));
    EXPECT_EQ(law.GetCwndDr(), 4800U);
    EXPECT_FALSE(law.OnDuplicate(0, 10000, false));
    EXPECT_EQ(law.GetCwndDr(), 4800U);
    EXPECT_FALSE(law.OnDuplicate(MSS / 2, 10000, false));
    EXPECT_EQ(law.GetCwndDr(), 5200U);
    law.OnPartial(3000, 3 * MSS, 10000, false);
    EXPECT_EQ(law.GetAllowance(), 8200U);
    EXPECT_EQ(law.GetCwndDr(), 5200U);
}

// ------------------------------------------------------------------------------------ the edges

// Six were in flight at the beginning, and the retransmission. Five arrive, the sixth is missing,
// the retransmission arrives: nothing is in flight.
TEST(DynamicRecovery, AcksBeyondWhatIsInFlightReleaseNothing)
{
    DynamicRecovery law;
    law.Begin({10000, 10000, 4000, 0, 10000, 8000, MSS});
    law.OnSent(MSS);
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_FALSE(law.OnDuplicate(MSS, 10000, false));
    }
    law.OnPartial(5000, MSS, 10000, true);
    ASSERT_EQ(law.GetPhase(), DETECTION);
    EXPECT_EQ(law.GetAllowance(), 7200U);
    EXPECT_EQ(law.GetDupMax(), 1U);
    for (int i = 0; i < 10; ++i)
    {
        EXPECT_FALSE(law.OnDuplicate(MSS, 10000, false));
        law.OnDelivered(MSS);
        EXPECT_EQ(law.GetAllowance(), 7200U);
    }
    // One is sent, so one may be answered.
    law.OnSent(MSS);
    law.OnDelivered(3 * MSS);
    EXPECT_EQ(law.GetAllowance(), 7200U);
}

TEST(DynamicRecovery, IdleDoesNothing)
{
    DynamicRecovery law;
    const auto expectIdle = [&law](const std::string& when) {
        EXPECT_EQ(law.GetPhase(), Phase::IDLE) << when;
        EXPECT_EQ(law.GetAllowance(), 0U) << when;
        EXPECT_EQ(law.GetCwndDr(), 0U) << when;
        EXPECT_EQ(law.GetRecoverDr(), 0U) << when;
        EXPECT_EQ(law.GetDupwnd(), 0U) << when;
        EXPECT_EQ(law.GetDupMax(), 0U) << when;
    };
    const auto disturb = [&] {
        law.OnSent(5 * MSS);
        law.OnDelivered(MSS);
        EXPECT_FALSE(law.OnDuplicate(MSS, 10000, true));
        law.OnPartial(5000, MSS, 10000, true);
        law.OnLostRetransmission(10000, true);
        expectIdle("disturbed");
    };
    expectIdle("new");
    disturb();
    law.Begin({10000, 10000, 4000, 0, 10000, 8000, MSS});
    EXPECT_EQ(law.GetAllowance(), 3200U) << "of nothing that happened before";
    law.End();
    expectIdle("at an end that nothing asks about");
    disturb();
    law.Begin({10000, 10000, 4000, 0, 10000, 8000, MSS});
    EXPECT_EQ(law.End(), 3200U);
    expectIdle("at the end");
    disturb();
    law.End();
    expectIdle("ended twice");
}

// A new beginning takes nothing over from a recovery that is under way.
TEST(DynamicRecovery, BeginIsABeginning)
{
    DynamicRecovery law;
    law.Begin({10000, 10000, 4000, 0, 10000, 8000, MSS});
    law.OnSent(MSS);
    EXPECT_FALSE(law.OnDuplicate(MSS, 11000, true));
    law.OnPartial(5000, MSS, 11000, true);
    law.Begin({20000, 8000, 4000, 0, 8000, 4000, MSS});
    EXPECT_EQ(law.GetPhase(), DEFLATION);
    EXPECT_EQ(law.GetCwndDr(), 2000U);
    EXPECT_EQ(law.GetAllowance(), 2000U);
    EXPECT_EQ(law.GetDupMax(), 5U);
    EXPECT_EQ(law.GetDupwnd(), 0U);
    EXPECT_EQ(law.GetRecoverDr(), 20000U);
}

TEST(DynamicRecovery, SmallAndOddWindows)
{
    DynamicRecovery law;
    // All have left: the whole of ssthresh, and two segments at least at the end.
    law.Begin({4000, 4000, 4000, 0, 4000, 1000, MSS});
    EXPECT_EQ(law.GetAllowance(), 1000U);
    EXPECT_EQ(law.End(), 2000U);
    // A threshold above the window, and one below a segment.
    law.Begin({4000, 4000, 4000, 0, 4000, 9000, MSS});
    EXPECT_EQ(law.End(), 4000U);
    law.Begin({4000, 4000, 4000, 0, 4000, 10, MSS});
    EXPECT_EQ(law.GetCwndDr(), 1000U);
    EXPECT_EQ(law.End(), 2000U);
    // A window below a segment: the retransmission goes out.
    law.Begin({300, 300, 300, 0, 300, 150, MSS});
    EXPECT_EQ(law.GetAllowance(), 1000U);
    // More has left than the window: with limited transmit, or a window that was reduced since.
    law.Begin({20000, 20000, 15000, 0, 10000, 5000, MSS});
    EXPECT_EQ(law.GetCwndDr(), 5000U);
    // Odd segments: 4 * 1460 of 14600, half of them.
    law.Begin({14600, 14600, 5840, 0, 14600, 7300, 1460});
    EXPECT_EQ(law.GetCwndDr(), 2920U);
}

// A loss in recovery when next to nothing goes round: two segments at least, if that many did.
TEST(DynamicRecovery, LaterDeflationStopsAtTwoSegments)
{
    DynamicRecovery law;
    law.Begin({6000, 6000, 4000, 0, 6000, 3000, MSS});
    EXPECT_EQ(law.GetCwndDr(), 2000U);
    law.OnLostRetransmission(6000, true);
    EXPECT_EQ(law.GetCwndDr(), 2000U) << "half of two would be one";
    law.OnPartial(2000, MSS, 6000, true);
    law.OnPartial(6001, MSS, 6000, true);
    EXPECT_EQ(law.GetPhase(), DEFLATION) << "one segment was released in that round";
    EXPECT_EQ(law.GetCwndDr(), 1000U);
    EXPECT_EQ(law.End(), 2000U);
}

// ----------------------------------------------------------------------------------- properties

/**
 * A NewReno sender, a link on which segments are lost at random but never overtake each other, and
 * a receiver. Time is the number of the transmission that is answered: a round trip has passed
 * when that is younger than the one in question.
 */
class RandomNetwork
{
  public:
    RandomNetwork(uint32_t seed, double lossRate)
        : m_random(seed),
          m_loss(lossRate)
    {
    }

    /// A recovery from its beginning to its end by an ACK or for want of ACKs.
    void Run()
    {
        const uint64_t window = 6 + m_random() % 40;
        const uint64_t ssthresh =
            std::max<uint64_t>(2 * MSS, window * MSS * (m_random() % 101) / 100);
        m_ssthresh = std::min(ssthresh, window * MSS);
        m_window = window;
        m_nxt = window;
        m_recover = window;
        FillFirstRound(window);
        m_law.Begin({m_nxt * MSS, m_nxt * MSS, 4 * MSS, 0, window * MSS, ssthresh, MSS});
        m_headStamp = m_stamp;
        m_roundStamp = m_stamp;
        Transmit(0);
        SendNew();
        CheckState();
        while (!m_network.empty() && m_law.GetPhase() != Phase::IDLE && m_steps++ < 100000)
        {
            Deliver();
        }
        if (m_law.GetPhase() != Phase::IDLE)
        {
            m_law.End();
            EXPECT_EQ(m_law.GetAllowance(), 0U);
        }
        EXPECT_LT(m_steps, 100000U);
    }

    uint64_t GetFound() const
    {
        return m_found;
    }

    uint64_t GetEnded() const
    {
        return m_ended;
    }

  private:
    struct Segment
    {
        uint64_t number;
        uint64_t stamp;
    };

    bool IsLost()
    {
        return std::uniform_real_distribution<>()(m_random) < m_loss;
    }

    void FillFirstRound(uint64_t window)
    {
        for (uint64_t n = 1; n < window; ++n)
        {
            ++m_stamp;
            if (n < 4)
            {
                m_held.insert(n); // the three duplicate ACKs
            }
            else if (!IsLost())
            {
                m_network.push_back({n, m_stamp});
            }
        }
    }

    void Transmit(uint64_t number)
    {
        ++m_stamp;
        ++m_transmitted;
        m_law.OnSent(MSS);
        if (!IsLost())
        {
            m_network.push_back({number, m_stamp});
        }
    }

    void SendNew()
    {
        while (m_law.GetAllowance() >= MSS)
        {
            Transmit(m_nxt++);
        }
    }

    bool IsHeadInNetwork() const
    {
        return std::any_of(m_network.begin(), m_network.end(), [this](const Segment& segment) {
            return segment.number == m_una;
        });
    }

    void Deliver()
    {
        const auto segment = m_network.front();
        m_network.pop_front();
        m_held.insert(segment.number);
        const auto una = m_una;
        while (m_held.count(m_una) > 0)
        {
            m_held.erase(m_una++);
        }
        ++m_left;
        const auto windowBefore = m_law.GetCwndDr();
        const auto phaseBefore = m_law.GetPhase();
        if (m_una >= m_recover)
        {
            EXPECT_GE(m_law.End(), 2 * MSS);
            ++m_ended;
            return;
        }
        if (m_una > una)
        {
            Partial(segment.stamp);
        }
        else
        {
            Duplicate(segment.stamp);
        }
        if (phaseBefore == DETECTION && m_law.GetPhase() == DETECTION)
        {
            EXPECT_LE(m_law.GetCwndDr(), windowBefore + (m_una > una ? MSS : 0));
            EXPECT_GE(m_law.GetCwndDr(), windowBefore);
        }
        SendNew();
        CheckState();
    }

    void Partial(uint64_t stamp)
    {
        m_recover = m_nxt;
        const bool roundOver = stamp > m_roundStamp;
        if (roundOver)
        {
            m_roundStamp = m_stamp;
            ++m_rounds;
        }
        ++m_left; // the hole
        m_law.OnPartial(m_una * MSS, MSS, m_nxt * MSS, roundOver);
        m_headStamp = m_stamp;
        Transmit(m_una);
    }

    void Duplicate(uint64_t stamp)
    {
        if (m_law.OnDuplicate(MSS, m_nxt * MSS, stamp > m_headStamp))
        {
            EXPECT_FALSE(IsHeadInNetwork()) << "sent again in vain";
            ++m_found;
            ++m_left;
            m_roundStamp = m_stamp;
            m_headStamp = m_stamp;
            Transmit(m_una);
        }
    }

    void CheckState() const
    {
        EXPECT_LT(m_law.GetAllowance(), MSS);
        EXPECT_GE(m_law.GetCwndDr(), MSS);
        EXPECT_LE(m_law.GetCwndDr(), m_window * MSS + m_rounds * MSS);
        if (m_law.GetPhase() == DEFLATION && m_rounds == 0 && m_found == 0)
        {
            EXPECT_LE(m_law.GetCwndDr(), m_ssthresh);
            EXPECT_LE(m_transmitted * MSS, m_ssthresh);
        }
        // Conservation: what was sent replaces what has left, the first four included; and one more
        // a round trip.
        EXPECT_LE(m_transmitted, 4 + m_left + m_rounds);
        // The lost ones are not in it.
        EXPECT_LE(m_network.size(), m_window + m_rounds);
    }

    std::mt19937 m_random;
    double m_loss;
    DynamicRecovery m_law;
    std::deque<Segment> m_network;
    std::set<uint64_t> m_held;
    uint64_t m_window{0};
    uint64_t m_ssthresh{0};
    uint64_t m_una{0};
    uint64_t m_nxt{0};
    uint64_t m_recover{0};
    uint64_t m_stamp{0};
    uint64_t m_headStamp{0};
    uint64_t m_roundStamp{0};
    uint64_t m_transmitted{0};
    uint64_t m_left{0};
    uint64_t m_rounds{0};
    uint64_t m_found{0};
    uint64_t m_ended{0};
    uint64_t m_steps{0};
};

TEST(DynamicRecovery, InvariantsInRandomRecoveries)
{
    uint64_t found = 0;
    uint64_t ended = 0;
    for (uint32_t seed = 1; seed <= 3000 && !HasFailure(); ++seed)
    {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        RandomNetwork network(seed, 0.02 * (seed % 16));
        network.Run();
        found += network.GetFound();
        ended += network.GetEnded();
    }
    // Both happen often, or nothing was tested.
    EXPECT_GT(found, 300U);
    EXPECT_GT(ended, 1000U);
}

// Events in any order and of any size: nothing the wire can say breaks the invariants.
TEST(DynamicRecovery, InvariantsUnderAnyEvents)
{
    std::mt19937 random(7);
    const auto below = [&random](uint64_t limit) { return random() % limit; };
    for (int run = 0; run < 2000 && !HasFailure(); ++run)
    {
        DynamicRecovery law;
        const uint64_t window = 1 + below(50000);
        const uint64_t ssthresh = below(60000);
        const uint64_t flight = below(60000);
        law.Begin({100000, flight, below(60000), below(3000), window, ssthresh, MSS});
        uint64_t nxt = 100000;
        for (int i = 0; i < 200; ++i)
        {
            const auto phase = law.GetPhase();
            const auto before = law.GetCwndDr();
            const auto event = below(6);
            switch (event)
            {
            case 0:
                law.OnSent(below(2 * MSS));
                nxt += MSS;
                break;
            case 1:
                law.OnDelivered(below(3 * MSS));
                break;
            case 2:
                law.OnLostRetransmission(nxt, below(2) == 0);
                break;
            case 3:
                law.OnPartial(100000 - 20000 + below(60000), below(3 * MSS), nxt, below(2) == 0);
                break;
            default:
                law.OnDuplicate(below(3 * MSS), nxt, below(2) == 0);
            }
            EXPECT_NE(law.GetPhase(), Phase::IDLE);
            EXPECT_GE(law.GetCwndDr(), MSS) << "at least the retransmission";
            if (phase == DETECTION && law.GetPhase() == DETECTION)
            {
                EXPECT_LE(law.GetCwndDr(), before + (event == 3 ? MSS : 0));
            }
            if (phase == DEFLATION && event == 3)
            {
                EXPECT_EQ(law.GetPhase(), DETECTION);
            }
        }
        EXPECT_GE(law.End(), 2 * MSS);
        EXPECT_EQ(law.GetAllowance(), 0U);
    }
}

} // namespace DynamicRecoveryTests
