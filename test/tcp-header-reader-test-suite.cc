/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-direct-demux.h"

#include "ns3/ns3-compat.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header-values.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace impaired;

namespace
{

// ----------------------------------------------------------------------------------- headers

/// What traces show is what the link saw, now and later.
class TracesTestCase : public IsolatedTestCase
{
  public:
    TracesTestCase()
        : IsolatedTestCase("Traces show whole headers, and those that are kept stay as they are")
    {
    }

  private:
    void DoRun() override
    {
        Options options;
        Transcript link;
        std::vector<TcpHeader> sent;
        std::vector<TcpHeader> received;
        options.rule = [&link](const Segment& segment) {
            if (segment.fromA)
            {
                link.push_back(ToText(segment.header));
            }
            return Fate();
        };
        World world(options);
        const Keeper sentKeeper{sent};
        const Keeper receivedKeeper{received};
        world.a.GetSocket()->TraceConnectWithoutContext("Tx",
                                                        MakeCallback(&Keeper::Keep, &sentKeeper));
        ns3compat::ScheduleCall(START + MilliSeconds(110), [&world, &receivedKeeper] {
            world.b.GetSocket()->TraceConnectWithoutContext(
                "Rx",
                MakeCallback(&Keeper::Keep, &receivedKeeper));
        });
        world.Run();
        NS_TEST_ASSERT_MSG_EQ(sent.size(), link.size(), "segments sent");
        for (std::size_t i = 0; i < sent.size(); ++i)
        {
            // The link sees the padding, too.
            NS_TEST_EXPECT_MSG_EQ(link[i].rfind(ToText(sent[i]), 0), 0, i << ": " << link[i]);
        }
        NS_TEST_ASSERT_MSG_GT(received.size(), 100, "segments received");
        for (std::size_t i = 0; i < received.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(ToText(received[i]),
                                  link[link.size() - received.size() + i],
                                  "received " << i);
        }
    }

    static std::string ToText(const TcpHeader& header)
    {
        std::ostringstream text;
        text << header;
        return text.str();
    }

    /// Keeps copies of headers, and of their options with them.
    struct Keeper
    {
        std::vector<TcpHeader>& headers;

        void Keep(Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>) const
        {
            headers.push_back(header);
        }
    };
};

/// Headers at random, read both ways.
class ReaderTestCase : public TestCase
{
  public:
    ReaderTestCase()
        : TestCase("SegmentFields read what TcpHeader reads")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        uint32_t plain = 0;
        for (uint32_t i = 0; i < 20000; ++i)
        {
            const auto octets = MakeOctets(random);
            SegmentFields fields;
            if (fields.Read(octets.data(), octets.size()) == SegmentFields::Form::SOUND)
            {
                ++plain;
                Compare(Create<Packet>(octets.data(), octets.size()), i);
            }
        }
        NS_TEST_EXPECT_MSG_GT(plain, 1000, "headers read");
    }

    static std::vector<uint8_t> MakeOctets(std::mt19937& random)
    {
        std::vector<uint8_t> octets(20);
        for (auto& octet : octets)
        {
            octet = static_cast<uint8_t>(random());
        }
        while (octets.size() < 56 && random() % 4 > 0)
        {
            AddOption(random, octets);
        }
        while (octets.size() % 4 > 0)
        {
            octets.push_back(static_cast<uint8_t>(random() % 2));
        }
        octets.resize(std::min<std::size_t>(octets.size(), 60));
        octets[12] = static_cast<uint8_t>(octets.size() / 4 << 4 | random() % 16);
        const uint32_t data = random() % 3;
        octets.insert(octets.end(), data, 0x5a);
        return octets;
    }

    static void AddOption(std::mt19937& random, std::vector<uint8_t>& octets)
    {
        const uint32_t kind = random() % 6;
        const auto size = kind == 4 ? 10 : 2 + 8 * (random() % 4);
        switch (kind)
        {
        case 0:
        case 1:
        case 2:
            octets.push_back(1);
            return;
        case 3:
            octets.push_back(0);
            return;
        default:
            octets.push_back(kind == 4 ? 8 : 5);
            octets.push_back(static_cast<uint8_t>(size));
            for (uint32_t i = 2; i < size; ++i)
            {
                octets.push_back(static_cast<uint8_t>(random()));
            }
        }
    }

    void Compare(Ptr<Packet> packet, uint32_t i)
    {
        const auto copy = packet->Copy();
        SegmentFields fields;
        TcpHeader header;
        TakeTcpHeader(copy, fields, &header);
        TakeTcpHeader(packet, fields, nullptr);
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), copy->GetSize(), i << ": data");
        NS_TEST_EXPECT_MSG_EQ(fields.sourcePort, header.GetSourcePort(), i);
        NS_TEST_EXPECT_MSG_EQ(fields.destinationPort, header.GetDestinationPort(), i);
        NS_TEST_EXPECT_MSG_EQ(fields.sequence, header.GetSequenceNumber().GetValue(), i);
        NS_TEST_EXPECT_MSG_EQ(fields.acknowledgment, header.GetAckNumber().GetValue(), i);
        NS_TEST_EXPECT_MSG_EQ(+fields.flags, +header.GetFlags(), i);
        NS_TEST_EXPECT_MSG_EQ(fields.window, header.GetWindowSize(), i);
        NS_TEST_EXPECT_MSG_EQ(fields.urgentPointer, header.GetUrgentPointer(), i);
        const auto stamps = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS));
        NS_TEST_ASSERT_MSG_EQ(fields.timestamps.has_value(), (stamps != nullptr), i);
        if (stamps)
        {
            NS_TEST_EXPECT_MSG_EQ(fields.timestamps->value, stamps->GetTimestamp(), i);
            NS_TEST_EXPECT_MSG_EQ(fields.timestamps->echo, stamps->GetEcho(), i);
        }
        const auto sack = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
        const auto list = sack ? sack->GetSackList() : TcpOptionSack::SackList();
        NS_TEST_ASSERT_MSG_EQ(fields.blockCount, list.size(), i);
        const auto* block = fields.blocks.data();
        for (const auto& [begin, end] : list)
        {
            NS_TEST_EXPECT_MSG_EQ(block->begin, begin.GetValue(), i);
            NS_TEST_EXPECT_MSG_EQ(block->end, end.GetValue(), i);
            ++block;
        }
    }
};

/// Every kind of option with every length, alone in a header.
class EveryLengthTestCase : public TestCase
{
  public:
    EveryLengthTestCase()
        : TestCase("An option whose length its kind does not have is ignored, whatever the kind")
    {
    }

  private:
    void DoRun() override
    {
        // RFC 9293, section 3.2; RFC 7323, sections 2.2 and 3.2; RFC 2018, sections 2 and 3.
        const std::map<int, std::set<int>> lengths{{2, {4}},
                                                   {3, {3}},
                                                   {4, {2}},
                                                   {5, {10, 18, 26, 34}},
                                                   {8, {10}}};
        for (int kind = 2; kind < 256; ++kind)
        {
            const auto known = lengths.find(kind);
            for (int length = 0; length < 256; ++length)
            {
                const bool isSound = known == lengths.end() ? length >= 2 && length <= 40
                                                            : known->second.count(length) > 0;
                Check(kind, length, isSound);
            }
        }
    }

    void Check(int kind, int length, bool isSound)
    {
        std::vector<uint8_t> octets(20 + 40, 1);
        octets[12] = 15 << 4;
        octets[20] = static_cast<uint8_t>(kind);
        octets[21] = static_cast<uint8_t>(length);
        octets.push_back(0x5a);
        for (const bool whole : {false, true})
        {
            const auto packet = Create<Packet>(octets.data(), octets.size());
            TcpHeader header;
            SegmentFields fields;
            const auto what = std::to_string(kind) + " of " + std::to_string(length);
            const auto form = TakeTcpHeader(packet, fields, whole ? &header : nullptr);
            NS_TEST_EXPECT_MSG_EQ((form == SegmentFields::Form::SOUND), isSound, what);
            NS_TEST_EXPECT_MSG_EQ(header.GetOptionList().empty(), !(isSound && whole), what);
            NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 1, what << ": data");
        }
    }
};

/// Headers whose lengths make no sense.
class MalformedTestCase : public TestCase
{
  public:
    MalformedTestCase()
        : TestCase("A header whose lengths make no sense does no harm")
    {
    }

  private:
    void DoRun() override
    {
        using Octets = std::vector<uint8_t>;
        Expect(Octets{253, 0, 1, 1}, 6, "a length of 0");
        Expect(Octets{8, 0, 1, 1}, 6, "a length of 0 of a known kind");
        Expect(Octets{253, 1, 1, 1}, 6, "a length of 1");
        Expect(Octets{253, 5, 1, 1}, 6, "longer than the header");
        Expect(Octets{1, 1, 1, 2}, 6, "no room for a length");
        Expect(Octets{}, 5, "no options");
        for (const uint8_t words : {0, 4, 8, 15})
        {
            ExpectNone(Make({}, words), "words: " + std::to_string(words));
        }
        for (std::size_t size = 0; size < 20; ++size)
        {
            ExpectNone(std::vector<uint8_t>(size, 0x50), "octets: " + std::to_string(size));
        }
    }

    /// @return a header, and eight octets of data
    static std::vector<uint8_t> Make(const std::vector<uint8_t>& options, uint8_t words)
    {
        std::vector<uint8_t> octets{0x12, 0x34, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0x10, 0, 9};
        octets[12] = static_cast<uint8_t>(words << 4);
        octets.resize(20);
        octets.insert(octets.end(), options.begin(), options.end());
        octets.insert(octets.end(), 8, 0x5a);
        return octets;
    }

    void Expect(const std::vector<uint8_t>& options, uint8_t words, const std::string& what)
    {
        const auto octets = Make(options, words);
        for (const bool whole : {false, true})
        {
            const auto packet = Create<Packet>(octets.data(), octets.size());
            TcpHeader header;
            SegmentFields fields;
            const auto form = TakeTcpHeader(packet, fields, whole ? &header : nullptr);
            NS_TEST_EXPECT_MSG_EQ((form == SegmentFields::Form::MALFORMED), (words > 5), what);
            NS_TEST_EXPECT_MSG_EQ(fields.sourcePort, 0x1234, what);
            NS_TEST_EXPECT_MSG_EQ(fields.window, 9, what);
            NS_TEST_EXPECT_MSG_EQ(header.GetSourcePort(), (whole ? 0x1234 : 0), what);
            NS_TEST_EXPECT_MSG_EQ(header.GetOptionList().size(), 0, what);
            NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 8, what);
        }
    }

    void ExpectNone(const std::vector<uint8_t>& octets, const std::string& what)
    {
        const auto packet = Create<Packet>(octets.data(), octets.size());
        TcpHeader header;
        SegmentFields fields;
        for (auto* shown : {&header, static_cast<TcpHeader*>(nullptr)})
        {
            const auto form = TakeTcpHeader(packet, fields, shown);
            NS_TEST_EXPECT_MSG_EQ((form == SegmentFields::Form::NONE), true, what);
        }
    }
};

class TcpHeaderReaderTestSuite : public TestSuite
{
  public:
    TcpHeaderReaderTestSuite()
        : TestSuite("tcp-header-reader", Type::UNIT)
    {
        AddTestCase(new TracesTestCase);
        AddTestCase(new ReaderTestCase);
        AddTestCase(new EveryLengthTestCase);
        AddTestCase(new MalformedTestCase);
    }
};

TcpHeaderReaderTestSuite g_tcpHeaderReaderTestSuite;

} // namespace
