/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/segment-acceptance.h"
#include "ns3/sender-rules.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

using ns3::SegmentAcceptance;
using ns3::SendWindow;

namespace KernelAcceptanceTests
{

using Connection = SegmentAcceptance::Connection;
using Segment = SegmentAcceptance::Segment;
using Action = SegmentAcceptance::Action;

/// Expects octets 10000 to 10999; has sent 50000 to 52999; was offered no more than 4000. ACKs may
/// overtake one another by 20 ticks.
Connection
Kernel(std::optional<uint32_t> tsRecent)
{
    Connection connection;
    connection.rcvNxt = 10000;
    connection.rcvWnd = 1000;
    connection.sndUna = 50000;
    connection.sndNxt = 53000;
    connection.maxWindow = 4000;
    connection.timestamps = true;
    connection.tsRecent = tsRecent;
    connection.tsReplay = 20;
    connection.followsLinux = true;
    return connection;
}

/// A segment at `rcv.nxt`.
Segment
Stamped(uint32_t timestamp, uint32_t size, uint64_t ack = 50000)
{
    Segment segment;
    segment.seq = 10000;
    segment.size = size;
    segment.ack = ack;
    segment.timestamp = timestamp;
    return segment;
}

Action
Check(const Connection& connection, const Segment& segment)
{
    return SegmentAcceptance::Check(connection, segment).action;
}

// tcp_paws_check(): (s32)(ts_recent - rcv_tsval) <= TCP_PAWS_WINDOW.
TEST(KernelAcceptance, ATimestampMayBeOneTickOlder)
{
    struct
    {
        uint32_t tsRecent;
        uint32_t timestamp;
        bool isRead;
    } const rows[] = {
        {100, 101, true},
        {100, 100, true},
        {100, 99, true},
        {100, 98, false},
        {100, 0, false},
        {1, 0, true},
        {1, 0xffffffff, false},
        {0x80000000, 0x7fffffff, true},
        {0x80000000, 0x7ffffffe, false},
        {0xffffffff, 0, true},
        {0xffffff00, 0x10, true},
        {0x10, 0xffffff00, false},
    };

    for (const auto& row : rows)
    {
        SCOPED_TRACE(testing::Message() << row.timestamp << " after " << row.tsRecent);
        const auto expected = row.isRead ? Action::PROCESS : Action::ACKNOWLEDGE;
        auto segment = Stamped(row.timestamp, 100);
        EXPECT_EQ(Check(Kernel(row.tsRecent), segment), expected);
        segment.fin = true;
        EXPECT_EQ(Check(Kernel(row.tsRecent), segment), expected) << "with FIN";
        EXPECT_EQ(Check(Kernel(std::nullopt), segment), Action::PROCESS) << "TS.Recent is outdated";
    }
}

TEST(KernelAcceptance, OthersAllowNoTick)
{
    auto other = Kernel(100);
    other.followsLinux = false;
    EXPECT_EQ(Check(other, Stamped(99, 100)), Action::ACKNOWLEDGE);
    EXPECT_EQ(Check(other, Stamped(100, 100)), Action::PROCESS);
}

TEST(KernelAcceptance, ATickOlderIsAsGoodAsNewOtherwise)
{
    EXPECT_EQ(Check(Kernel(100), Stamped(99, 0, 51000)), Action::PROCESS) << "acknowledges more";
    EXPECT_EQ(Check(Kernel(100), Stamped(99, 0, 49000)), Action::PROCESS) << "or less";
    auto syn = Stamped(99, 0);
    syn.syn = true;
    EXPECT_EQ(Check(Kernel(100), syn), Action::CHALLENGE);
    auto repeated = Stamped(99, 1000);
    repeated.seq = 9000;
    EXPECT_EQ(Check(Kernel(100), repeated), Action::ACKNOWLEDGE);
}

// tcp_disordered_ack().
TEST(KernelAcceptance, AnOvertakenAckOfSndUnaIsRead)
{
    EXPECT_EQ(Check(Kernel(100), Stamped(98, 0)), Action::PROCESS);
    EXPECT_EQ(Check(Kernel(100), Stamped(80, 0)), Action::PROCESS) << "from a timeout ago";
    EXPECT_EQ(Check(Kernel(100), Stamped(79, 0)), Action::CHALLENGE) << "from before that";
    EXPECT_EQ(Check(Kernel(5), Stamped(0xfffffff1, 0)), Action::PROCESS) << "20 ticks, wrapped";
    EXPECT_EQ(Check(Kernel(5), Stamped(0xfffffff0, 0)), Action::CHALLENGE) << "21 ticks";
}

TEST(KernelAcceptance, AnOvertakenAckOfAnythingElseIsAnswered)
{
    EXPECT_EQ(Check(Kernel(100), Stamped(98, 0, 49999)), Action::CHALLENGE) << "below";
    EXPECT_EQ(Check(Kernel(100), Stamped(98, 0, 47000)), Action::CHALLENGE) << "far below";
    EXPECT_EQ(Check(Kernel(100), Stamped(98, 0, 50001)), Action::CHALLENGE) << "above";
    auto other = Kernel(100);
    other.followsLinux = false;
    EXPECT_EQ(Check(other, Stamped(98, 0, 49999)), Action::PROCESS)
        << "where Linux is not followed";
}

TEST(KernelAcceptance, OnlyAnAckThatSaysNothingMayBeOvertaken)
{
    auto update = Stamped(98, 0);
    update.changesWindow = true;
    EXPECT_EQ(Check(Kernel(100), update), Action::CHALLENGE);
    auto fin = Stamped(98, 0);
    fin.fin = true;
    EXPECT_EQ(Check(Kernel(100), fin), Action::ACKNOWLEDGE);
    auto syn = Stamped(98, 0);
    syn.syn = true;
    EXPECT_EQ(Check(Kernel(100), syn), Action::CHALLENGE);
    auto bare = Stamped(98, 0);
    bare.hasAck = false;
    EXPECT_EQ(Check(Kernel(100), bare), Action::CHALLENGE);
    EXPECT_EQ(Check(Kernel(100), Stamped(98, 1)), Action::ACKNOWLEDGE) << "data";
}

// tcp_validate_incoming(): "Reset is accepted even if it did not pass PAWS."
TEST(KernelAcceptance, AResetMayBeAsOldAsItLikes)
{
    auto reset = Stamped(1, 0);
    reset.rst = true;
    EXPECT_EQ(Check(Kernel(100), reset), Action::RESET);
}

struct Row
{
    const char* what;
    uint64_t seq;
    uint64_t ack;
    uint64_t window;
    uint64_t una; // before the segment
    bool isTaken;
    uint64_t edge; // after it
};

/// The handshake's window is 5000 octets from 1000 on, by a segment of number 100.
void
Expect(bool keepsLarger, const std::vector<Row>& rows)
{
    SendWindow window(keepsLarger);
    window.Reset(100, 1000, 5000);
    for (const auto& row : rows)
    {
        const bool changes = row.edge != window.GetRightEdge();
        EXPECT_EQ(window.WouldChange(row.seq, row.ack, row.window, row.una), changes) << row.what;
        EXPECT_EQ(window.WouldTake(row.seq, row.ack, row.window, row.una), row.isTaken) << row.what;
        window.Update(row.seq, row.ack, row.window, row.una);
        EXPECT_EQ(window.GetRightEdge(), row.edge) << row.what;
    }
}

// tcp_may_update_window().
TEST(KernelAcceptance, ARepeatedSegmentMayOnlyOpenTheWindow)
{
    Expect(true,
           {
               {"smaller", 100, 1000, 4999, 1000, false, 6000},
               {"closed", 100, 1000, 0, 1000, false, 6000},
               {"as it was", 100, 1000, 5000, 1000, false, 6000},
               {"larger", 100, 1000, 5001, 1000, true, 6001},
               {"as it was before", 100, 1000, 5000, 1000, false, 6001},
           });
    Expect(false,
           {
               {"smaller", 100, 1000, 4999, 1000, true, 5999},
               {"closed", 100, 1000, 0, 1000, true, 1000},
               {"larger", 100, 1000, 5001, 1000, true, 6001},
           });
}

TEST(KernelAcceptance, ALaterNumberOrAckMayShrinkTheWindow)
{
    Expect(true,
           {
               {"later number", 101, 1000, 4000, 1000, true, 5000},
               {"repeated", 101, 1000, 3000, 1000, false, 5000},
               {"later ACK", 101, 1500, 3000, 1000, true, 4500},
               {"repeated", 101, 1500, 2000, 1500, false, 4500},
               {"both", 102, 1600, 0, 1500, true, 1600},
               {"opens again", 102, 1600, 1, 1600, true, 1601},
           });
}

TEST(KernelAcceptance, AnEarlierSegmentLeavesTheWindow)
{
    Expect(true,
           {
               {"earlier number", 99, 1000, 9000, 1000, false, 6000},
               {"the same with a later ACK", 99, 1500, 2000, 1000, true, 3500},
               {"earlier ACK", 101, 1400, 9000, 1500, false, 3500},
           });
}

} // namespace KernelAcceptanceTests
