/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../fates/fate-replay.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace
{

using namespace fates;
using ns3::SegmentFields;

TEST(Fate, IsTheSameInWords)
{
    for (uint64_t seed = 1; seed <= 200; ++seed)
    {
        const auto drawn = Fate::Draw(seed);
        const auto read = Fate::Read(drawn.Write());
        ASSERT_TRUE(read) << drawn.Write();
        EXPECT_EQ(read->Write(), drawn.Write());
        for (uint32_t number = 1; number <= 50; ++number)
        {
            EXPECT_EQ(Fate::Describe(A, number, read->Meet(A, number)),
                      Fate::Describe(A, number, drawn.Meet(A, number)));
        }
    }
}

TEST(Fate, NamesSinglePackets)
{
    const auto fate = Fate::Read("octets=1448 packets=A3x,A4*1,B2+500,B5>2,B5!");
    ASSERT_TRUE(fate);
    EXPECT_TRUE(fate->Meet(A, 3).isLost);
    EXPECT_EQ(fate->Meet(A, 4).copies, 1U);
    EXPECT_EQ(fate->Meet(B, 2).late, 500U);
    EXPECT_EQ(fate->Meet(B, 5).overtaken, 2U);
    EXPECT_TRUE(fate->Meet(B, 5).isMarked);
    EXPECT_EQ(Fate::Describe(B, 3, fate->Meet(B, 3)), "");
    EXPECT_EQ(fate->Write(), "octets=1448 packets=A3x,A4*1,B2+500,B5>2,B5!");
}

TEST(Fate, RefusesOtherWords)
{
    for (const auto* words : {"",
                              "octets",
                              "octets=0",
                              "octets=x",
                              "octets=1 mss=0",
                              "octets=1 colour=red",
                              "octets=1 packets=C1x",
                              "octets=1 packets=A0x",
                              "octets=1 packets=A1y"})
    {
        EXPECT_FALSE(Fate::Read(words)) << words;
    }
}

/// A burst of losses takes the packets behind the first one.
TEST(Fate, LosesInBursts)
{
    const auto single = Fate::Read("seed=7 octets=1 lossA=20");
    const auto burst = Fate::Read("seed=7 octets=1 lossA=20 burstA=4");
    uint32_t losses = 0;
    for (uint32_t number = 4; number <= 500; ++number)
    {
        bool isNear = false;
        for (uint32_t before = 0; before < 4; ++before)
        {
            isNear |= single->Meet(A, number - before).isLost;
        }
        EXPECT_EQ(burst->Meet(A, number).isLost, isNear) << number;
        losses += single->Meet(A, number).isLost;
    }
    // 2 % of 497: 10, give or take three standard deviations.
    EXPECT_GT(losses, 0U);
    EXPECT_LT(losses, 20U);
}

/// A segment of a recording by hand: no options but those of a SYN.
EndEvent
MakeSegment(int64_t time,
            End end,
            EndEvent::Kind kind,
            uint32_t sequence,
            uint32_t ack,
            uint8_t flags,
            uint32_t octets)
{
    EndEvent event{time, end, kind, octets, 0, std::vector<uint8_t>(20)};
    auto& header = event.header;
    for (int octet = 0; octet < 4; ++octet)
    {
        header[4 + octet] = static_cast<uint8_t>(sequence >> (24 - 8 * octet));
        header[8 + octet] = static_cast<uint8_t>(ack >> (24 - 8 * octet));
    }
    header[12] = 5 << 4;
    header[13] = flags;
    header[14] = header[15] = 0xff;
    if (flags & SegmentFields::SYN)
    {
        header[12] = 7 << 4;
        // Segments of 1460 octets; windows scaled by 7.
        header.insert(header.end(), {2, 4, 0x05, 0xb4, 1, 3, 3, 7});
    }
    return event;
}

/// At A: a handshake of 10 ms, a segment of 100 octets, its ACK. Numbers of A begin at 5000, those
/// of B at 90000.
Recording
MakeRecording()
{
    constexpr uint8_t SYN = SegmentFields::SYN;
    constexpr uint8_t ACK = SegmentFields::ACK;
    constexpr int64_t ms = 1'000'000;
    Recording recording;
    recording.control = "reno";
    recording.fate = *Fate::Read("mss=1460 timestamps=0 sack=0 octets=100");
    recording.isOver = true;
    using Kind = EndEvent::Kind;
    recording.events = {
        {0, A, Kind::OPEN, 0, 0, {}},
        MakeSegment(0, A, Kind::SENT, 5000, 0, SYN, 0),
        MakeSegment(10 * ms, B, Kind::SENT, 90000, 5001, SYN | ACK, 0),
        MakeSegment(10 * ms, A, Kind::ARRIVED, 90000, 5001, SYN | ACK, 0),
        MakeSegment(10 * ms, A, Kind::SENT, 5001, 90001, ACK, 0),
        {11 * ms, A, Kind::WRITE, 100, 0, {}},
        MakeSegment(11 * ms, A, Kind::SENT, 5001, 90001, ACK, 100),
        MakeSegment(21 * ms, A, Kind::ARRIVED, 90001, 5101, ACK, 0),
    };
    return recording;
}

TEST(FateRecording, IsTheSameWhenReadAgain)
{
    const auto made = MakeRecording();
    std::stringstream text;
    Write(text, made);
    Write(text, made);
    for (int time = 0; time < 2; ++time)
    {
        const auto read = ReadRecording(text);
        ASSERT_TRUE(read);
        std::ostringstream again;
        Write(again, *read);
        std::ostringstream once;
        Write(once, made);
        EXPECT_EQ(again.str(), once.str());
    }
    EXPECT_FALSE(ReadRecording(text));
    std::istringstream cut(text.str().substr(0, 200));
    EXPECT_THROW(ReadRecording(cut), std::runtime_error);
}

TEST(FateReplay, SendsWhatWasSent)
{
    const auto recording = MakeRecording();
    const auto kernel = GetSent(recording, A);
    const auto ours = Replay(recording, A, "linux-reno");
    ASSERT_EQ(ours.size(), 3U);
    const auto found = FindDifference(kernel, ours, false);
    EXPECT_FALSE(found) << found->words;
    EXPECT_EQ(ours[2].header.sequence, 1U);
    EXPECT_EQ(ours[2].header.acknowledgment, 1U);
    EXPECT_EQ(ours[2].octets, 100U);
    EXPECT_EQ(ours[2].time, 11'000'000);
}

/// The peer has sent what the recording says, whatever our connection does.
TEST(FateReplay, StandsInThePlaceOfTheReceiver)
{
    auto recording = MakeRecording();
    for (auto& event : recording.events)
    {
        event.end = event.end == A ? B : A;
    }
    EXPECT_TRUE(GetSent(recording, A)[0].header.Has(SegmentFields::ACK));
    // A SYN comes first at the one that waits: nothing of this recording fits.
    EXPECT_TRUE(FindDifference(GetSent(recording, B), Replay(recording, B, "linux"), false));
}

TEST(FateReplay, NamesTheFirstDifference)
{
    const auto kernel = GetSent(MakeRecording(), A);
    const auto find = [&kernel](auto change) {
        auto other = kernel;
        change(other);
        const auto found = FindDifference(kernel, other, false);
        return found ? std::to_string(found->index) + found->field : "same";
    };
    EXPECT_EQ(find([](auto& list) { list[2].time += 2'000'000; }), "same");
    EXPECT_EQ(find([](auto& list) { list[2].time -= 2'000'001; }), "2time");
    EXPECT_EQ(find([](auto& list) { list[2].octets = 99; }), "2range");
    EXPECT_EQ(find([](auto& list) { ++list[1].header.acknowledgment; }), "1ack");
    EXPECT_EQ(find([](auto& list) { list[1].header.flags |= SegmentFields::ECE; }), "1flags");
    EXPECT_EQ(find([](auto& list) { list[1].header.flags |= SegmentFields::PSH; }), "same");
    EXPECT_EQ(find([](auto& list) { list[1].ecn = 2; }), "1ecn");
    EXPECT_EQ(find([](auto& list) { list.pop_back(); }), "2count");
    EXPECT_EQ(find([](auto& list) { list.erase(list.begin() + 1); }), "1one more by Linux");
    EXPECT_EQ(find([](auto& list) { list.insert(list.begin() + 1, list[0]); }),
              "1one more by ours");
    auto narrow = kernel;
    narrow[2].window -= 1460;
    EXPECT_FALSE(FindDifference(kernel, narrow, true)) << "a segment apart";
    --narrow[2].window;
    EXPECT_FALSE(FindDifference(kernel, narrow, false));
    EXPECT_EQ(FindDifference(kernel, narrow, true)->field, "window");
}

/// Transfers of a Linux, each one with itself (tcp-lossy-kernel-fates): both ends of ours do the
/// same. @return how many
uint32_t
ReplayAll(const std::string& release)
{
    const std::filesystem::path known(TCP_LOSSY_RECORDINGS);
    std::ifstream in(known.parent_path() / ("linux-" + release + ".rec"));
    uint32_t count = 0;
    while (const auto recording = ReadRecording(in))
    {
        ++count;
        EXPECT_EQ(recording->release, release);
        for (const auto end : {A, B})
        {
            const auto ours = Replay(*recording, end, NamePreset(recording->control));
            const auto found = FindDifference(GetSent(*recording, end), ours, true);
            EXPECT_FALSE(found) << recording->fate.Write() << " packets=" << recording->packets
                                << (end == A ? " A " : " B ") << found->words;
        }
    }
    return count;
}

/// They are the least of some thousands with which each line of the rules is run.
TEST(FateReplay, DoesWhatLinuxDidInRecordings)
{
    EXPECT_GE(ReplayAll("6.1"), 50U);
}

/// Of 3,000, the least for each line in which 6.12 departs from 6.1: without that line it differs.
TEST(FateReplay, DoesWhatLinux612DidInRecordings)
{
    EXPECT_EQ(ReplayAll("6.12"), 15U);
}

TEST(FateReplay, KnowsNoOtherPreset)
{
    EXPECT_THROW(Replay(MakeRecording(), A, "windows"), std::runtime_error);
}

} // namespace
