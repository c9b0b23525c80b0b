/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/segment-acceptance.h"
#include "ns3/sequence-position.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

using ns3::FirstPosition;
using ns3::SegmentAcceptance;
using ns3::SegmentFields;

namespace SegmentAcceptanceTests
{

using Connection = SegmentAcceptance::Connection;
using Segment = SegmentAcceptance::Segment;
using Action = SegmentAcceptance::Action;

/// Expects octets 10000 to 10999; has sent 50000 to 52999; was offered no more than 4000.
Connection
Plain()
{
    Connection connection;
    connection.rcvNxt = 10000;
    connection.rcvWnd = 1000;
    connection.sndUna = 50000;
    connection.sndNxt = 53000;
    connection.maxWindow = 4000;
    return connection;
}

Connection
WithTimestamps(std::optional<uint32_t> tsRecent)
{
    auto connection = Plain();
    connection.timestamps = true;
    connection.tsRecent = tsRecent;
    return connection;
}

/// A segment with some of the flags SYN, FIN, RST and ACK, by their first letter.
Segment
Make(uint64_t seq, uint32_t size, const std::string& flags, uint64_t ack = 50000)
{
    const auto has = [&flags](char flag) { return flags.find(flag) != std::string::npos; };
    Segment segment;
    segment.seq = seq;
    segment.size = size;
    segment.syn = has('S');
    segment.fin = has('F');
    segment.rst = has('R');
    segment.hasAck = has('A');
    segment.ack = ack;
    return segment;
}

Segment
Stamped(uint32_t timestamp, Segment segment)
{
    segment.timestamp = timestamp;
    return segment;
}

std::string
Name(Action action)
{
    switch (action)
    {
    case Action::PROCESS:
        return "process";
    case Action::READ_ACK:
        return "read the ACK";
    case Action::ACKNOWLEDGE:
        return "acknowledge";
    case Action::CHALLENGE:
        return "challenge";
    case Action::DROP:
        return "drop";
    default:
        return "reset";
    }
}

struct Row
{
    const char* what;
    Segment segment;
    const char* action;
};

void
Expect(const Connection& connection, const std::vector<Row>& rows)
{
    for (const auto& row : rows)
    {
        const auto verdict = SegmentAcceptance::Check(connection, row.segment);
        EXPECT_EQ(Name(verdict.action), row.action) << row.what;
        EXPECT_EQ(verdict.reason == nullptr, verdict.action == Action::PROCESS) << row.what;
    }
}

struct WindowRow
{
    uint64_t seq;
    uint32_t size;
    const char* flags;
    bool isInWindow;
};

void
ExpectInWindow(const Connection& connection, const std::vector<WindowRow>& rows)
{
    for (const auto& row : rows)
    {
        EXPECT_EQ(SegmentAcceptance::IsInWindow(connection, Make(row.seq, row.size, row.flags)),
                  row.isInWindow)
            << row.seq << ", " << row.size << " octets, " << row.flags;
    }
}

// RFC 9293, section 3.10.7.4, first step, of the four cases the two with a window of 0.
TEST(SegmentAcceptance, Rfc9293WindowOfZero)
{
    auto connection = Plain();
    connection.rcvWnd = 0;
    ExpectInWindow(connection,
                   {
                       {9999, 0, "A", false}, // no length: SEG.SEQ = RCV.NXT
                       {10000, 0, "A", true},
                       {10001, 0, "A", true}, // after a FIN that did not wait for room
                       {10002, 0, "A", false},
                       {10000, 0, "RA", true},
                       {10001, 0, "RA", false},
                       {9999, 1, "A", false}, // with a length: never
                       {9999, 2, "A", false},
                       {10000, 1, "A", false},
                       {10000, 1, "FA", false},
                       {10000, 0, "SA", false},
                       {10000, 0, "FA", true}, // more than the RFC allows: it takes no room
                       {9999, 0, "FA", false},
                       {10001, 0, "FA", false},
                   });
}

// The other two.
TEST(SegmentAcceptance, Rfc9293WindowOpen)
{
    ExpectInWindow(Plain(),
                   {
                       {9999, 0, "A", false}, // no length: SEG.SEQ in the window
                       {10000, 0, "A", true},   {10999, 0, "A", true},
                       {11000, 0, "A", true}, // of a peer that has filled the window
                       {11001, 0, "A", true}, // and has sent a FIN, too
                       {11002, 0, "A", false},  {10999, 0, "RA", true},
                       {11000, 0, "RA", false}, // no such peer resets us by chance
                       {9999, 1, "A", false},   // with a length: the first or the last octet is
                       {9999, 2, "A", true},    {9000, 1000, "A", false},
                       {9000, 1001, "A", true}, {10000, 1, "A", true},
                       {10500, 100, "A", true}, {10999, 1, "A", true},
                       {10999, 500, "A", true}, {11000, 1, "A", false},
                       {9000, 5000, "A", true}, // or one between
                       {9999, 0, "SA", false},  // SYN and FIN have one octet's length
                       {10000, 0, "SA", true},  {9999, 0, "FA", false},
                       {9999, 1, "FA", true},   {10999, 0, "FA", true},
                       {11000, 0, "FA", false},
                   });
}

TEST(SegmentAcceptance, Rfc9293OutsideTheWindowIsAnswered)
{
    Expect(Plain(),
           {
               {"a repetition", Make(9000, 1000, "A"), "acknowledge"},
               {"a keep-alive with an octet", Make(9999, 1, "A"), "acknowledge"},
               {"beyond the window", Make(11002, 100, "A", 51000), "acknowledge"},
               {"FIN repeated", Make(9999, 0, "FA"), "acknowledge"},
               {"FIN beyond", Make(11002, 0, "FA", 51000), "acknowledge"},
               {"Linux's keep-alive or window probe", Make(9999, 0, "A"), "challenge"},
               {"empty, far below", Make(1, 0, "A"), "challenge"},
               {"empty, beyond", Make(11002, 0, "A"), "challenge"},
               {"no ACK", Make(9000, 1000, ""), "acknowledge"},
               {"in the window", Make(10000, 1000, "A"), "process"},
               {"in part", Make(9500, 1000, "A"), "process"},
               {"out of order", Make(10100, 100, "A"), "process"},
           });
    auto full = Plain();
    full.rcvWnd = 0;
    Expect(full,
           {
               {"a window probe", Make(10000, 1, "A", 51000), "read the ACK"},
               {"of what was not sent", Make(10000, 1, "A", 53001), "acknowledge"},
               {"ns-3's own window probe: no ACK", Make(10000, 1, ""), "challenge"},
               {"data below", Make(9998, 1, "A", 51000), "acknowledge"},
               {"data above", Make(10002, 1, "A", 51000), "acknowledge"},
               {"an ACK", Make(10000, 0, "A", 51000), "process"},
           });
}

// RFC 9293, section 3.10.7.4: what data have no room for, their ACK has.
TEST(SegmentAcceptance, Rfc9293AckOfWhatHasNoRoomIsRead)
{
    auto full = Plain();
    full.rcvWnd = 0;
    const auto opens = [](Segment segment) {
        segment.changesWindow = true;
        return segment;
    };
    Expect(full,
           {
               {"after a probe that was not taken", Make(10001, 1, "A"), "read the ACK"},
               {"probe that was taken, again", Make(9999, 1, "A", 51000), "read the ACK"},
               {"the same, and a window", opens(Make(9999, 1, "A")), "read the ACK"},
               {"the same, and nothing", Make(9999, 1, "A"), "acknowledge"},
               {"before the probe's octet", Make(9999, 0, "A", 51000), "read the ACK"},
               {"the same, and a window", opens(Make(9999, 0, "A")), "read the ACK"},
               {"ACK of what was not sent", Make(9999, 0, "A", 53001), "challenge"},
               {"without ACK", Make(9999, 1, ""), "acknowledge"},
               {"RST", Make(9999, 0, "RA", 51000), "drop"},
           });
    Expect(Plain(),
           {
               {"data behind a full window", Make(11000, 100, "A"), "read the ACK"},
               {"FIN behind it", Make(11000, 0, "FA"), "read the ACK"},
               {"FIN behind a probe there", Make(11001, 0, "FA"), "read the ACK"},
           });
}

TEST(SegmentAcceptance, EmptySegmentsAreAnsweredWithinALimit)
{
    EXPECT_EQ(SegmentAcceptance::AnswerTo(Make(1, 0, "A")), Action::CHALLENGE);
    EXPECT_EQ(SegmentAcceptance::AnswerTo(Make(1, 1, "A")), Action::ACKNOWLEDGE);
    EXPECT_EQ(SegmentAcceptance::AnswerTo(Make(1, 0, "FA")), Action::ACKNOWLEDGE);
    EXPECT_EQ(SegmentAcceptance::AnswerTo(Make(1, 1, "SA")), Action::CHALLENGE);
}

TEST(SegmentAcceptance, Rfc5961Section32Rst)
{
    const std::vector<Row> rows{
        {"just at rcv.nxt", Make(10000, 0, "R"), "reset"},
        {"with ACK", Make(10000, 0, "RA"), "reset"},
        {"with an ACK of nothing sent", Make(10000, 0, "RA", 90000), "reset"},
        {"with SYN", Make(10000, 0, "RSA"), "reset"},
        {"below the window", Make(9999, 0, "R"), "drop"},
        {"far below", Make(1, 0, "RA"), "drop"},
        {"beyond the window", Make(11001, 0, "R"), "drop"},
    };
    Expect(Plain(), rows);
    Expect(Plain(),
           {
               {"second octet", Make(10001, 0, "R"), "challenge"},
               {"last octet", Make(10999, 0, "RA"), "challenge"},
               {"one past the last", Make(11000, 0, "R"), "drop"},
           });
    // RFC 9293, section 3.4: read even when the window is 0.
    auto full = Plain();
    full.rcvWnd = 0;
    Expect(full,
           {
               {"just at rcv.nxt", Make(10000, 0, "R"), "reset"},
               {"next one", Make(10001, 0, "R"), "drop"},
           });
    // RFC 7323, sections 3.2 and 5.2: RST needs no timestamp, and an old one does not matter.
    Expect(WithTimestamps(100), rows);
    Expect(WithTimestamps(100), {{"old", Stamped(1, Make(10000, 0, "R")), "reset"}});
}

TEST(SegmentAcceptance, Rfc5961Section42Syn)
{
    for (const uint64_t wnd : {0, 1000})
    {
        SCOPED_TRACE(wnd);
        auto connection = Plain();
        connection.rcvWnd = wnd;
        auto withTimestamps = WithTimestamps(100);
        withTimestamps.rcvWnd = wnd;
        for (const uint64_t seq : {uint64_t{1},
                                   uint64_t{9999},
                                   uint64_t{10000},
                                   uint64_t{10500},
                                   uint64_t{11000},
                                   uint64_t{2000000000}})
        {
            for (const auto* flags : {"S", "SA", "SF", "SFA"})
            {
                const auto syn = Make(seq, 0, flags);
                Expect(connection, {{flags, syn, "challenge"}});
                Expect(withTimestamps,
                       {
                           {"without timestamp", syn, "challenge"},
                           {"with a timestamp", Stamped(100, syn), "challenge"},
                       });
            }
        }
        Expect(connection, {{"ACK of nothing sent", Make(10000, 0, "SA", 90000), "challenge"}});
    }
}

TEST(SegmentAcceptance, Rfc5961Section52Ack)
{
    for (const uint32_t size : {0, 100})
    {
        SCOPED_TRACE(size);
        Expect(Plain(),
               {
                   {"snd.una", Make(10000, size, "A", 50000), "process"},
                   {"between", Make(10000, size, "A", 51500), "process"},
                   {"snd.nxt", Make(10000, size, "A", 53000), "process"},
                   {"a little old", Make(10000, size, "A", 49999), "process"},
                   {"a window old", Make(10000, size, "A", 46000), "process"},
                   {"older than a window", Make(10000, size, "A", 45999), "challenge"},
                   {"far older", Make(10000, size, "A", 1), "challenge"},
                   {"without ACK", Make(10000, size, "", 50000), size > 0 ? "challenge" : "drop"},
               });
    }
    // Data's sender is told each time where we are. Of two ends that answer each other's ACKs
    // neither would ever stop: section 7.
    for (const uint64_t ack : {uint64_t{53001}, uint64_t{2053000}, uint64_t{1000053000}})
    {
        Expect(Plain(),
               {
                   {"data, not sent yet", Make(10000, 100, "A", ack), "acknowledge"},
                   {"FIN, not sent yet", Make(10000, 0, "FA", ack), "acknowledge"},
                   {"empty, not sent yet", Make(10000, 0, "A", ack), "challenge"},
               });
    }
}

// RFC 7323, section 5.3, R1, with the comparison of section 5.2: modulo 2^32.
TEST(SegmentAcceptance, Rfc7323Section5OldTimestamps)
{
    struct
    {
        uint32_t tsRecent;
        uint32_t timestamp;
        const char* action;
    } const rows[] = {
        {100, 99, "acknowledge"},
        {100, 100, "process"},
        {100, 101, "process"},
        {0, 0xffffffff, "acknowledge"},
        {0xffffffff, 0, "process"},
        {0xffffff00, 0x10, "process"},
        {0x10, 0xffffff00, "acknowledge"},
        {0, 0x7fffffff, "process"},
        {0, 0x80000001, "acknowledge"},
        {0x80000000, 0x7fffffff, "acknowledge"},
        {0x7fffffff, 0x80000000, "process"},
        {0xc0000000, 0x3fffffff, "process"},
        {0xc0000000, 0x40000001, "acknowledge"},
    };

    for (const auto& row : rows)
    {
        SCOPED_TRACE(testing::Message() << row.timestamp << " after " << row.tsRecent);
        for (const auto* flags : {"A", "FA"})
        {
            const auto segment = Stamped(row.timestamp, Make(10000, 100, flags));
            Expect(WithTimestamps(row.tsRecent), {{flags, segment, row.action}});
            Expect(WithTimestamps(std::nullopt), {{"TS.Recent is outdated", segment, "process"}});
            Expect(Plain(), {{"without timestamps", segment, "process"}});
        }
    }
    Expect(WithTimestamps(100),
           {{"old and outside the window", Stamped(99, Make(9000, 100, "A")), "acknowledge"},
            {"new and outside the window", Stamped(101, Make(9000, 100, "A")), "acknowledge"},
            {"old SYN", Stamped(99, Make(10000, 0, "S")), "challenge"},
            {"old SYN with FIN", Stamped(99, Make(10000, 0, "SF")), "challenge"}});
}

// Two ACKs change places on their way: nobody is told.
TEST(SegmentAcceptance, Rfc7323Section5StaleAcksAreExempt)
{
    const auto old = [](uint32_t size, const char* flags, uint64_t ack) {
        return Stamped(99, Make(10000, size, flags, ack));
    };
    auto connection = WithTimestamps(100);
    connection.tsReplay = 20;
    auto update = old(0, "A", 50000);
    update.changesWindow = true;
    Expect(connection,
           {
               {"of snd.una", old(0, "A", 50000), "process"},
               {"of less", old(0, "A", 49000), "process"},
               {"of more", old(0, "A", 50001), "challenge"},
               // As in Linux's tcp_disordered_ack(): a window of then would stay.
               {"with another window", update, "challenge"},
               {"from a timeout ago", Stamped(80, Make(10000, 0, "A")), "process"},
               {"from before that", Stamped(79, Make(10000, 0, "A")), "challenge"},
               {"from long ago", Stamped(0x80000065, Make(10000, 0, "A")), "challenge"},
               {"with data", old(1, "A", 50000), "acknowledge"},
               {"with FIN", old(0, "FA", 50000), "acknowledge"},
               {"no ACK", old(0, "", 50000), "challenge"},
               // It is to pass the other checks.
               {"outside the window", Stamped(99, Make(9999, 0, "A")), "challenge"},
               {"older than a window", old(0, "A", 45999), "challenge"},
           });
}

// RFC 7323, section 3.2: a segment that lacks the option is dropped, but a RST.
TEST(SegmentAcceptance, Rfc7323Section32WithoutTimestamp)
{
    for (const auto& connection : {WithTimestamps(100), WithTimestamps(std::nullopt)})
    {
        Expect(connection,
               {
                   {"data", Make(10000, 100, "A"), "drop"},
                   {"ACK", Make(10000, 0, "A", 51000), "drop"},
                   {"stale ACK", Make(10000, 0, "A"), "drop"},
                   {"FIN", Make(10000, 0, "FA"), "drop"},
                   {"outside the window", Make(9000, 100, "A"), "drop"},
                   {"RST", Make(10000, 0, "R"), "reset"},
                   {"RST in the window", Make(10001, 0, "R"), "challenge"},
               });
    }
    Expect(Plain(), {{"none was agreed on", Make(10000, 100, "A"), "process"}});
}

/// @return what Plain() sees of a header with so many octets behind it
Segment
Describe(uint32_t seq, uint32_t ack, uint8_t flags, uint32_t size, bool agreed = false)
{
    SegmentFields header;
    header.flags = flags;
    header.sequence = seq;
    header.acknowledgment = ack;
    header.timestamps = SegmentFields::Timestamps{41, 7};
    auto connection = Plain();
    connection.timestamps = agreed;
    connection.rcvNxt = FirstPosition(10000);
    connection.sndUna = FirstPosition(50000);
    return SegmentAcceptance::Describe(connection, size, header);
}

TEST(SegmentAcceptance, NumbersAreUnwrappedNearWhatIsExpected)
{
    const auto near = Describe(9989, 49990, SegmentFields::ACK, 0);
    EXPECT_EQ(near.seq, FirstPosition(9989));
    EXPECT_EQ(near.ack, FirstPosition(49990));
    EXPECT_EQ(Describe(0xffffff00, 50000, SegmentFields::ACK, 0).seq, FirstPosition(0) - 256);
    EXPECT_EQ(Describe(10000, 0xffffff00, SegmentFields::ACK, 0).ack, FirstPosition(0) - 256);
}

TEST(SegmentAcceptance, FlagsAreThoseOfTheHeader)
{
    const auto all = SegmentFields::FIN | SegmentFields::RST | SegmentFields::SYN;
    const auto segment = Describe(10000, 50000, all, 321);
    EXPECT_EQ(segment.size, 321U);
    EXPECT_TRUE(segment.fin && segment.rst && segment.syn);
    EXPECT_FALSE(segment.hasAck);
    const auto plain = Describe(10000, 50000, SegmentFields::ACK, 0);
    EXPECT_FALSE(plain.fin || plain.rst || plain.syn);
    EXPECT_TRUE(plain.hasAck);
}

// RFC 7323, section 3.2.
TEST(SegmentAcceptance, TimestampsCountIfBothEndsHaveThem)
{
    const auto without = Describe(10000, 50000, SegmentFields::ACK, 0);
    EXPECT_FALSE(without.timestamp || without.echo);
    const auto with = Describe(10000, 50000, SegmentFields::ACK, 0, true);
    EXPECT_EQ(with.timestamp, 41U);
    EXPECT_EQ(with.echo, 7U);
}

} // namespace SegmentAcceptanceTests
