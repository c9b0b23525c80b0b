/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/segment-octets.h"
#include "../support/segment-script.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace SegmentScriptTests
{

using namespace segmentscript;

/// The message about a text that is wrong.
std::string
ErrorOf(const std::string& text, const Reader& reader = nullptr)
{
    try
    {
        ParseScript(text, reader);
    }
    catch (const ScriptError& error)
    {
        return error.what();
    }
    return "none";
}

Event
OnlyEvent(const std::string& line)
{
    const auto script = ParseScript(line);
    EXPECT_EQ(script.events.size(), 1U);
    return script.events.at(0);
}

/// What @p sent lacks of what @p expected asks for, both in the notation of scripts.
std::string
Difference(const std::string& expected, const std::string& sent)
{
    return Compare(OnlyEvent("+0 > " + expected).segment, OnlyEvent("+0 < " + sent).segment);
}

TEST(SegmentScript, ReadsSettings)
{
    const auto script = ParseScript("# a comment\n"
                                    "socket stock\n"
                                    "family ipv6 # another\n"
                                    "isn 4294967295\n"
                                    "control ns3::TcpCubic\n"
                                    "recovery ns3::TcpPrrRecovery\n"
                                    "set Sack false\n"
                                    "option? DSack true\n");
    EXPECT_EQ(script.socket, SocketKind::STOCK);
    EXPECT_TRUE(script.ipv6);
    EXPECT_EQ(script.isn, 4294967295U);
    EXPECT_EQ(script.control, "ns3::TcpCubic");
    EXPECT_EQ(script.recovery, "ns3::TcpPrrRecovery");
    EXPECT_EQ(script.attributes, std::vector<Setting>({{"Sack", "false"}}));
    EXPECT_EQ(script.optional, std::vector<Setting>({{"DSack", "true"}}));
    EXPECT_TRUE(script.events.empty());
}

TEST(SegmentScript, ReadsWhoseSocketItIs)
{
    EXPECT_EQ(ParseScript("").socket, SocketKind::SCOREBOARD);
    EXPECT_EQ(ParseScript("socket scoreboard\n").socket, SocketKind::SCOREBOARD);
    EXPECT_EQ(ParseScript("socket stock-fast\n").socket, SocketKind::STOCK_FAST);
    EXPECT_THROW(ParseScript("socket fast\n"), ScriptError);
}

TEST(SegmentScript, ReadsMoments)
{
    const auto script = ParseScript("0.5 quiet\n"
                                    "tolerance 0.25\n"
                                    "+.1 quiet\n"
                                    "  +1..1.5 > . 1:1(0) ack 1\n");
    ASSERT_EQ(script.events.size(), 3U);
    EXPECT_FALSE(script.events[0].relative);
    EXPECT_EQ(script.events[0].time, 500000000);
    EXPECT_EQ(script.events[0].tolerance, 1000000);
    EXPECT_TRUE(script.events[1].relative);
    EXPECT_EQ(script.events[1].time, 100000000);
    EXPECT_EQ(script.events[1].tolerance, 250000000);
    EXPECT_EQ(script.events[2].time, 1000000000);
    EXPECT_EQ(script.events[2].span, 500000000);
    EXPECT_EQ(script.events[2].where, "line 4");
    EXPECT_EQ(script.events[2].text, "+1..1.5 > . 1:1(0) ack 1");
}

TEST(SegmentScript, ReadsSegments)
{
    const auto event = OnlyEvent("+0 < [ce] FPE. -5:995(1000) ack 7 win 99 <mss 536, wscale 3, "
                                 "sackOK, TS val 1 ecr *, sack 3:4 -1:9, raw 05 ff>");
    EXPECT_EQ(event.kind, Kind::PEER);
    const auto& segment = event.segment;
    EXPECT_EQ(segment.flags, FIN | PSH | ECE | ACK);
    EXPECT_EQ(segment.seq, -5);
    EXPECT_EQ(segment.length, 1000U);
    EXPECT_EQ(segment.ack, 7);
    EXPECT_EQ(segment.window, 99U);
    EXPECT_EQ(segment.ecn, 3);
    EXPECT_EQ(segment.options.mss, 536);
    EXPECT_EQ(segment.options.windowScale, 3);
    EXPECT_TRUE(segment.options.sackPermitted);
    EXPECT_EQ(segment.options.timestamp->value, 1U);
    EXPECT_FALSE(segment.options.timestamp->echo.has_value());
    EXPECT_EQ(segment.options.sack, std::vector<Block>({{3, 4}, {-1, 9}}));
    EXPECT_EQ(segment.options.raw, std::vector<uint8_t>({0x05, 0xff}));
}

TEST(SegmentScript, ReadsFlags)
{
    EXPECT_EQ(OnlyEvent("+0 > - *").segment.flags, 0);
    EXPECT_EQ(OnlyEvent("+0 > SFRPUEW. * ack *").segment.flags, 255);
    EXPECT_EQ(OnlyEvent("+0 > W *").segment.flags, CWR);
    EXPECT_EQ(OnlyEvent("+0 > E *").segment.flags, ECE);
    EXPECT_EQ(OnlyEvent("+0 > U *").segment.flags, URG);
    EXPECT_EQ(OnlyEvent("+0 > R *").segment.flags, RST);
}

TEST(SegmentScript, ReadsCallsAndChecks)
{
    EXPECT_EQ(OnlyEvent("+0 send 10").call, std::vector<std::string>({"send", "10"}));
    EXPECT_FALSE(OnlyEvent("+0 send 10").result.has_value());
    EXPECT_EQ(OnlyEvent("+0 send 10 = -1").result, -1);
    EXPECT_EQ(OnlyEvent("+0 set A b").call, std::vector<std::string>({"set", "A", "b"}));
    EXPECT_EQ(OnlyEvent("+0 close").kind, Kind::CALL);
    EXPECT_EQ(OnlyEvent("+0 quiet").kind, Kind::QUIET);
    EXPECT_EQ(OnlyEvent("+0 whatever").kind, Kind::SKIP);
    const auto event = OnlyEvent("+0 check state CLOSED cwnd 1..20 errors 1");
    EXPECT_EQ(event.kind, Kind::CHECK);
    ASSERT_EQ(event.conditions.size(), 3U);
    EXPECT_EQ(event.conditions[0].least, "CLOSED");
    EXPECT_EQ(event.conditions[1].least, "1");
    EXPECT_EQ(event.conditions[1].most, "20");
    EXPECT_EQ(event.conditions[2].most, "1");
}

TEST(SegmentScript, Repeats)
{
    const auto script = ParseScript("+0 listen\nrepeat 3\n+1 quiet\n+2 quiet\nend\n+0 close\n");
    ASSERT_EQ(script.events.size(), 8U);
    EXPECT_EQ(script.events[5].time, 1000000000);
    EXPECT_EQ(script.events[5].where, "line 3");
    EXPECT_EQ(script.events[6].time, 2000000000);
    EXPECT_EQ(script.events[7].call.front(), "close");
}

TEST(SegmentScript, Includes)
{
    const Reader reader = [](const std::string& name) {
        return name == "a" ? "set Sack true\n+0 listen\n" : "\nwrong";
    };
    const auto script = ParseScript("include a\n+1 close\n", reader);
    ASSERT_EQ(script.events.size(), 2U);
    EXPECT_EQ(script.events[0].where, "a:2");
    EXPECT_EQ(script.events[1].where, "line 2");
    EXPECT_EQ(ErrorOf("include b\n", reader), "b:2: neither an event nor a setting");
    EXPECT_EQ(ErrorOf("include a\n").rfind("line 1: one file", 0), 0U);
}

TEST(SegmentScript, SaysWhatIsWrongAndWhere)
{
    EXPECT_EQ(ErrorOf("\n\n+0 > . 1:1(1) ack 1"), "line 3: '1:1(1)': the length does not fit");
    EXPECT_EQ(ErrorOf("+0 > . 1:1(0)"), "line 1: the flags have ACK, but there is no 'ack N'");
    EXPECT_EQ(ErrorOf("+0 > Q 1:1(0)"), "line 1: 'Q' are no flags: they are of FSRP.UEW, or -");
    EXPECT_EQ(ErrorOf("+0 > . 1-1 ack 1"), "line 1: '1-1' is not of the form 1:1001(1000)");
    EXPECT_EQ(ErrorOf("+0 < . * ack 1"), "line 1: '*' is for what the socket sends");
    EXPECT_EQ(ErrorOf("+0 < . 1:1(0) ack *"), "line 1: '*' is for what the socket sends");
    EXPECT_EQ(ErrorOf("+0 > . 1:1(0) ack 1 win 65536"),
              "line 1: '65536' is not a number from 0 to 65535");
    EXPECT_EQ(ErrorOf("+0 > . 1:1(0) ack 1 now"), "line 1: 'now' was not expected");
    EXPECT_EQ(ErrorOf("+0 > . 1:1(0) ack 1 <sack 1>"), "line 1: there is no option '1'");
    EXPECT_EQ(ErrorOf("+0 > . 1:1(0) ack 1 <mss 1"), "line 1: the options are not closed by '>'");
    EXPECT_EQ(ErrorOf("+0 > . 1:1(0) ack 1 <raw 5>"),
              "line 1: '5' is not an octet of two small hexadecimal digits");
    EXPECT_EQ(ErrorOf("+0 > [x] . 1:1(0) ack 1"),
              "line 1: '[x]' is not one of [noecn] [ect0] [ect1] [ce]");
    EXPECT_EQ(ErrorOf("+x quiet"), "line 1: 'x' is not a time in seconds");
    EXPECT_EQ(ErrorOf("+2..1 > . 1:1(0) ack 1"), "line 1: '2..1' ends before it begins");
    EXPECT_EQ(ErrorOf("+1..2 quiet"), "line 1: a span of time is for what the socket sends");
    EXPECT_EQ(ErrorOf("+0 dance"), "line 1: there is no event 'dance'");
    EXPECT_EQ(ErrorOf("+0 send"), "line 1: argument of send is missing");
    EXPECT_EQ(ErrorOf("+0 send 0"), "line 1: '0' is not a number from 1 to 2147483647");
    EXPECT_EQ(ErrorOf("+0 shutdown both"), "line 1: shutdown is of 'send' or of 'recv'");
    EXPECT_EQ(ErrorOf("+0 check mood 1"), "line 1: there is no value 'mood'");
    EXPECT_EQ(ErrorOf("+0 check cwnd"), "line 1: value of cwnd is missing");
    EXPECT_EQ(ErrorOf("+0 quiet\nset Sack true"), "line 2: settings stand before the first event");
    EXPECT_EQ(ErrorOf("set Sack"), "line 1: neither an event nor a setting");
    EXPECT_EQ(ErrorOf("socket mine"), "line 1: 'mine' is none of scoreboard, stock, stock-fast");
    EXPECT_EQ(ErrorOf("repeat 2\n+0 quiet"), "line 2: 'repeat' has no 'end'");
    EXPECT_EQ(ErrorOf("end"), "line 1: 'end' without 'repeat'");
    EXPECT_EQ(ErrorOf("repeat 2\nrepeat 2"), "line 2: 'repeat' within 'repeat'");
    EXPECT_EQ(ErrorOf("tolerance"), "line 1: '' is not a time in seconds");
}

TEST(SegmentScript, ComparesWhatIsStated)
{
    EXPECT_EQ(Difference(". 1:11(10) ack 5 win 7", ". 1:11(10) ack 5 win 7"), "");
    EXPECT_EQ(Difference(". 1:11(10) ack 5", "P. 1:11(10) ack 5 win 7"), "");
    EXPECT_EQ(Difference(". * ack *", ". 1:11(10) ack 5 win 7"), "");
    EXPECT_EQ(Difference(". -1:9(10) ack -1", ". 4294967295:4294967305(10) ack 4294967295"), "");
    EXPECT_EQ(Difference(". 1:11(10) ack 5", "F. 1:11(10) ack 5"), "flags");
    EXPECT_EQ(Difference(". 1:11(10) ack 5", ". 2:12(10) ack 5"), "SEQ");
    EXPECT_EQ(Difference(". 1:11(10) ack 5", ". 1:12(11) ack 5"), "length");
    EXPECT_EQ(Difference(". 1:11(10) ack 5", ". 1:11(10) ack 6"), "ACK");
    EXPECT_EQ(Difference(". 1:11(10) ack 5 win 1", ". 1:11(10) ack 5 win 2"), "window");
    EXPECT_EQ(Difference("R 1:1(0)", "R. 1:1(0) ack 5"), "");
    EXPECT_EQ(Difference("R. 1:1(0) ack 5", "R 1:1(0)"), "flags");
    EXPECT_EQ(Difference("[ect0] . 1:1(0) ack 5", "[ce] . 1:1(0) ack 5"), "ECN codepoint");
}

TEST(SegmentScript, ComparesOptions)
{
    const std::string segment(". 1:1(0) ack 1 ");
    const auto difference = [&segment](const std::string& expected, const std::string& sent) {
        return Difference(segment + expected, segment + sent);
    };
    EXPECT_EQ(difference("", "<mss 5, wscale 3, sackOK, TS val 1 ecr 2>"), "");
    EXPECT_EQ(difference("", "<sack 1:2>"), "SACK blocks");
    EXPECT_EQ(difference("<...>", "<sack 1:2>"), "");
    EXPECT_EQ(difference("<sack 1:2>", "<sack 1:2>"), "");
    EXPECT_EQ(difference("<sack 1:2>", "<sack 1:3>"), "SACK blocks");
    EXPECT_EQ(difference("<sack 1:2>", "<sack 1:2 5:6>"), "SACK blocks");
    EXPECT_EQ(difference("<sack 1:2>", ""), "SACK blocks");
    EXPECT_EQ(difference("<TS val * ecr 2>", "<TS val 1 ecr 2>"), "");
    EXPECT_EQ(difference("<TS val * ecr 3>", "<TS val 1 ecr 2>"), "TS ecr");
    EXPECT_EQ(difference("<TS val 2 ecr *>", "<TS val 1 ecr 2>"), "TS val");
    EXPECT_EQ(difference("<TS val * ecr *>", ""), "TS");
    EXPECT_EQ(difference("<mss 5>", "<mss 6>"), "mss");
    EXPECT_EQ(difference("<wscale 5>", ""), "wscale");
    EXPECT_EQ(difference("<sackOK>", ""), "sackOK");
    EXPECT_EQ(difference("<no-mss, no-wscale, no-sackOK, no-TS>", ""), "");
    EXPECT_EQ(difference("<no-mss>", "<mss 5>"), "no-mss");
    EXPECT_EQ(difference("<no-wscale>", "<wscale 5>"), "no-wscale");
    EXPECT_EQ(difference("<no-sackOK>", "<sackOK>"), "no-sackOK");
    EXPECT_EQ(difference("<no-TS>", "<TS val 1 ecr 2>"), "no-TS");
}

TEST(SegmentScript, WritesWhatItReads)
{
    for (const std::string text : {"S 0:0(0) win 5 <mss 1000 wscale 7 sackOK>",
                                   "[ce] F.E -3:7(10) ack 99 <TS val 4 ecr 5 sack 1:2 3:4>",
                                   "- 1:1(0)",
                                   "RW 1:1(0) win 0"})
    {
        std::ostringstream os;
        os << OnlyEvent("+0 < " + text).segment;
        EXPECT_EQ(os.str(), text);
    }
}

TEST(SegmentOctets, AreThoseOfRfc9293)
{
    WireSegment segment;
    segment.sourcePort = 0x1234;
    segment.destinationPort = 0x5678;
    segment.seq = 0x01020304;
    segment.ack = 0xa0b0c0d0;
    segment.flags = SYN | ACK;
    segment.window = 0xfedc;
    segment.options = OnlyEvent("+0 < S 0:0(0) <mss 1460, wscale 7>").segment.options;
    segment.payload = {0xaa};
    const std::vector<uint8_t> octets{0x12, 0x34, 0x56, 0x78, 0x01, 0x02, 0x03, 0x04, 0xa0, 0xb0,
                                      0xc0, 0xd0, 0x70, 0x12, 0xfe, 0xdc, 0,    0,    0,    0,
                                      2,    4,    0x05, 0xb4, 3,    3,    7,    0,    0xaa};
    EXPECT_EQ(Encode(segment), octets);
    const auto decoded = Decode(octets);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(Encode(*decoded), octets);
    EXPECT_EQ(decoded->seq, segment.seq);
    EXPECT_EQ(decoded->options.mss, 1460);
}

TEST(SegmentOctets, HaveAllOptions)
{
    WireSegment segment;
    segment.options =
        OnlyEvent("+0 < . 1:1(0) ack 1 <sackOK, TS val 1 ecr 4294967295, sack 1:2 3:4>")
            .segment.options;
    const auto decoded = Decode(Encode(segment));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_TRUE(decoded->options.sackPermitted);
    EXPECT_EQ(decoded->options.timestamp->echo, 4294967295U);
    EXPECT_EQ(decoded->options.sack, std::vector<Block>({{1, 2}, {3, 4}}));
    EXPECT_FALSE(decoded->options.mss.has_value());
}

TEST(SegmentOctets, RefuseWhatIsNone)
{
    WireSegment segment;
    EXPECT_TRUE(Decode(Encode(segment)).has_value());
    EXPECT_FALSE(Decode(std::vector<uint8_t>(19)).has_value());
    segment.options.raw = {5, 0, 0, 0};
    EXPECT_FALSE(Decode(Encode(segment)).has_value());
    segment.options.raw = {8, 12, 0, 0};
    EXPECT_FALSE(Decode(Encode(segment)).has_value());
    segment.options.raw = {1, 1, 1, 3};
    EXPECT_FALSE(Decode(Encode(segment)).has_value());
    segment.options.raw.assign(41, 1);
    EXPECT_THROW(Encode(segment), ScriptError);
}

} // namespace SegmentScriptTests
