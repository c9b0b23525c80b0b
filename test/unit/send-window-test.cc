/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/sender-rules.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using ns3::SendWindow;

namespace SendWindowTests
{

struct Row
{
    const char* what;
    uint64_t seq;
    uint64_t ack;
    uint64_t window;
    uint64_t una; // before the segment
    bool isTaken;
    uint64_t edge; // and what follows, after it
    uint64_t offered;
    uint64_t largest;
};

void
Expect(SendWindow& window, const std::vector<Row>& rows)
{
    for (const auto& row : rows)
    {
        const bool changes = row.isTaken && row.edge != window.GetRightEdge();
        EXPECT_EQ(window.WouldChange(row.seq, row.ack, row.window, row.una), changes) << row.what;
        EXPECT_EQ(window.WouldTake(row.seq, row.ack, row.window, row.una), row.isTaken) << row.what;
        window.Update(row.seq, row.ack, row.window, row.una);
        EXPECT_EQ(window.GetRightEdge(), row.edge) << row.what;
        EXPECT_EQ(window.GetWindow(), row.offered) << row.what;
        EXPECT_EQ(window.GetLargest(), row.largest) << row.what;
    }
}

SendWindow
AfterHandshake()
{
    SendWindow window;
    window.Reset(100, 1000, 5000);
    return window;
}

TEST(SendWindow, NothingIsOfferedAtFirst)
{
    const SendWindow window;
    EXPECT_EQ(window.GetRightEdge(), 0U);
    EXPECT_EQ(window.GetWindow(), 0U);
    EXPECT_EQ(window.GetLargest(), 0U);
}

TEST(SendWindow, HandshakeReplacesAll)
{
    auto window = AfterHandshake();
    EXPECT_EQ(window.GetRightEdge(), 6000U);
    EXPECT_EQ(window.GetWindow(), 5000U);
    EXPECT_EQ(window.GetLargest(), 5000U);
    window.Reset(7, 20, 300);
    EXPECT_EQ(window.GetRightEdge(), 320U);
    EXPECT_EQ(window.GetLargest(), 300U);
    EXPECT_TRUE(window.WouldTake(7, 20, 200, 20)) << "SND.WL1 and SND.WL2 are new, too";
}

// RFC 9293, section 3.10.7.4, fifth check: SND.WL1 < SEG.SEQ, or SND.WL1 = SEG.SEQ and
// SND.WL2 =< SEG.ACK. Row 9 of what was wrong: an older segment's window was taken.
TEST(SendWindow, NewerSegmentsOnly)
{
    auto window = AfterHandshake();
    Expect(window,
           {
               {"as it was", 100, 1000, 5000, 1000, true, 6000, 5000, 5000},
               {"the same segment numbers", 100, 1000, 3000, 1000, true, 4000, 3000, 5000},
               {"older: SEQ", 99, 1000, 9000, 1000, false, 4000, 3000, 5000},
               {"newer: SEQ", 200, 1000, 8000, 1000, true, 9000, 8000, 8000},
               {"the one before it comes late", 100, 1000, 0, 1000, false, 9000, 8000, 8000},
               {"newer: ACK", 200, 2000, 7500, 1000, true, 9500, 7500, 8000},
               {"older: ACK", 200, 1000, 9000, 2000, false, 9500, 7500, 8000},
               {"newer SEQ, but an ACK below snd.una", 300, 1999, 1, 2000, false, 9500, 7500, 8000},
           });
}

// Both before snd.una moves.
TEST(SendWindow, OfTwoSegmentsWithOneSequenceNumberTheOneThatAcknowledgesMore)
{
    auto window = AfterHandshake();
    Expect(window,
           {
               {"newer", 100, 2000, 4000, 1000, true, 6000, 4000, 5000},
               {"older", 100, 1000, 9000, 1000, false, 6000, 4000, 5000},
           });
}

// A peer that repeats data has an old SEQ, and a new ACK all the same.
TEST(SendWindow, NewAckWithOldSequenceNumber)
{
    auto window = AfterHandshake();
    Expect(window,
           {
               {"data", 300, 1000, 5000, 1000, true, 6000, 5000, 5000},
               {"repeated", 200, 1500, 6000, 1000, true, 7500, 6000, 6000},
               {"SND.WL1 did not go back", 299, 1500, 9000, 1500, false, 7500, 6000, 6000},
               {"at SND.WL1", 300, 1500, 5500, 1500, true, 7000, 5500, 6000},
           });
}

// RFC 9293, section 3.8.6: the peer is not to do that, and we are to bear it.
TEST(SendWindow, TheRightEdgeMayMoveLeft)
{
    auto window = AfterHandshake();
    Expect(window,
           {
               {"less", 100, 1500, 1000, 1000, true, 2500, 1000, 5000},
               {"closed", 100, 2000, 0, 1500, true, 2000, 0, 5000},
               {"open", 100, 2000, 4000, 2000, true, 6000, 4000, 5000},
               {"below what was sent", 101, 2000, 1, 2000, true, 2001, 1, 5000},
           });
}

// An ACK moves it by the window that comes with it, and by nothing else.
TEST(SendWindow, TheEdgeIsThePeersWord)
{
    auto window = AfterHandshake();
    Expect(window,
           {
               {"a slow reader", 100, 3000, 3000, 1000, true, 6000, 3000, 5000},
               {"all of it used", 100, 6000, 0, 3000, true, 6000, 0, 5000},
               {"read", 100, 6000, 100000, 6000, true, 106000, 100000, 100000},
           });
}

} // namespace SendWindowTests
