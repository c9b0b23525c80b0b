/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/compressed-sack-codec.h"
#include "ns3/ipv4-address.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-compressed-sack.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack-permitted.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Octets = std::vector<uint8_t>;
using List = std::vector<SequenceBlock>;
using Blocks = TcpOptionCompressedSack::Blocks;
using Permitted = TcpOptionCompressedSackPermitted;

/// Octets of a header as the network gets them.
Octets
Serialize(const TcpHeader& header)
{
    const auto packet = Create<Packet>();
    packet->AddHeader(header);
    Octets octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    return octets;
}

/// A header as it arrives.
TcpHeader
Deserialize(const Octets& octets)
{
    const auto packet = Create<Packet>(octets.data(), octets.size());
    TcpHeader header;
    packet->RemoveHeader(header);
    return header;
}

/// A header as it arrives, whose options are given, padded as RFC 793 has it.
TcpHeader
WithOptions(Octets options, uint8_t flags)
{
    options.resize((options.size() + 3) / 4 * 4, 0);
    const auto words = static_cast<uint8_t>(5 + options.size() / 4);
    Octets octets{0, 80, 0, 81, 0, 0, 0, 1, 0, 0, 0, 2};
    octets.push_back(static_cast<uint8_t>(words << 4));
    octets.push_back(flags);
    octets.insert(octets.end(), {0x20, 0, 0, 0, 0, 0});
    octets.insert(octets.end(), options.begin(), options.end());
    return Deserialize(octets);
}

TcpHeader
MakeHeader(uint8_t flags)
{
    TcpHeader header;
    header.SetSourcePort(0x1234);
    header.SetDestinationPort(80);
    header.SetSequenceNumber(SequenceNumber32(0x01020304));
    header.SetAckNumber(SequenceNumber32(900));
    header.SetFlags(flags);
    header.SetWindowSize(0x2000);
    return header;
}

List
Find(const TcpHeader& header)
{
    Blocks blocks;
    const auto received = TcpOptionCompressedSack::Find(header, blocks);
    return List(blocks.begin(), blocks.begin() + received.decoded.blocks);
}

/// Report blocks, as far as that fits in so many octets that other options leave.
std::size_t
Append(TcpHeader& header, const List& blocks, std::size_t room = CompressedSackCodec::MAX_SIZE)
{
    std::array<uint8_t, CompressedSackCodec::MAX_SIZE> octets;
    room = std::min<std::size_t>(room, header.GetMaxOptionLength() - header.GetOptionLength());
    const auto encoded =
        CompressedSackCodec::Encode(blocks.data(), blocks.size(), octets.data(), room);
    if (encoded.blocks > 0)
    {
        TcpOptionCompressedSack::Append(header, octets.data(), encoded.octets);
    }
    return encoded.blocks;
}

class WireTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void ExpectOctets(const Octets& octets, const Octets& expected, const std::string& what)
    {
        NS_TEST_ASSERT_MSG_EQ(octets.size(), expected.size(), what << ": octets");
        for (std::size_t i = 0; i < octets.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(+octets[i], +expected[i], what << ": octet " << i);
        }
    }

    void ExpectBlocks(const List& blocks, const List& expected, const std::string& what)
    {
        NS_TEST_ASSERT_MSG_EQ(blocks.size(), expected.size(), what << ": blocks");
        for (std::size_t i = 0; i < blocks.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(blocks[i].begin, expected[i].begin, what << ": block " << i);
            NS_TEST_EXPECT_MSG_EQ(blocks[i].end, expected[i].end, what << ": block " << i);
        }
    }
};

/// Headers against octets written by hand.
class OctetsTestCase : public WireTestCase
{
  public:
    OctetsTestCase()
        : WireTestCase("A SYN and an ACK octet by octet")
    {
    }

  private:
    void DoRun() override
    {
        CheckAck();
        CheckSyn();
    }

    void CheckAck()
    {
        auto header = MakeHeader(TcpHeader::ACK);
        const auto timestamp = CreateObject<TcpOptionTS>();
        timestamp->SetTimestamp(0x0a0b0c0d);
        timestamp->SetEcho(0x01010202);
        header.AppendOption(timestamp);
        const List blocks{{990, 1000}, {970, 980}};
        const auto fit = Append(header, blocks);
        NS_TEST_EXPECT_MSG_EQ(fit, 2, "blocks that fit");
        // Distances 10, 10, 10 from edge to edge, in four bits each; A = 1000 = 0x3e8.
        const Octets expected{
            0x12, 0x34, 0x00, 0x50,                         // ports
            0x01, 0x02, 0x03, 0x04,                         // sequence number
            0x00, 0x00, 0x03, 0x84,                         // acknowledgment number 900
            0xa0, 0x10, 0x20, 0x00,                         // ten words, ACK, window
            0x00, 0x00, 0x00, 0x00,                         // checksum, urgent pointer
            8,    10,   0x0a, 0x0b, 0x0c, 0x0d, 1, 1, 2, 2, // timestamps
            253,  9,    0x44,                               // kind, length, form 2 and X = 4
            0x00, 0x00, 0x03, 0xe8,                         // A
            0xaa, 0xa0,                                     // 1010 1010 1010, padding
            0x00,                                           // end of options
        };
        const auto octets = Serialize(header);
        ExpectOctets(octets, expected, "ACK");
        const auto arrived = Deserialize(octets);
        ExpectBlocks(Find(arrived), blocks, "ACK");
        ExpectBlocks(Find(header), blocks, "ACK before it is sent");
        NS_TEST_EXPECT_MSG_EQ(arrived.HasOption(TcpOption::TS), true, "timestamps");
        NS_TEST_EXPECT_MSG_EQ(arrived.HasOption(TcpOption::SACK), false, "no SACK of RFC 2018");
        NS_TEST_EXPECT_MSG_EQ(arrived.GetSerializedSize(), 40, "header");
        ExpectOctets(Serialize(arrived), expected, "ACK that is forwarded");
    }

    void CheckSyn()
    {
        auto header = MakeHeader(TcpHeader::SYN);
        const auto scale = CreateObject<TcpOptionWinScale>();
        scale->SetScale(7);
        header.AppendOption(scale);
        header.AppendOption(CreateObject<TcpOptionSackPermitted>());
        const bool isAppended = Permitted::Append(header);
        NS_TEST_EXPECT_MSG_EQ(isAppended, true, "room for the permission");
        const Octets expected{
            0x12, 0x34, 0x00, 0x50, // ports
            0x01, 0x02, 0x03, 0x04, // sequence number
            0x00, 0x00, 0x03, 0x84, // acknowledgment number
            0x80, 0x02, 0x20, 0x00, // eight words, SYN, window
            0x00, 0x00, 0x00, 0x00, // checksum, urgent pointer
            3,    3,    7,          // window scale
            4,    2,                // SACK permitted
            253,  4,    0xc5, 0xac, // kind, length, experiment identifier
            0,    0,    0,          // end of options
        };
        const auto octets = Serialize(header);
        ExpectOctets(octets, expected, "SYN");
        const auto arrived = Deserialize(octets);
        NS_TEST_EXPECT_MSG_EQ(Permitted::IsIn(arrived), true, "permission");
        NS_TEST_EXPECT_MSG_EQ(Permitted::IsIn(header), true, "permission before it is sent");
        NS_TEST_EXPECT_MSG_EQ(arrived.HasOption(TcpOption::SACKPERMITTED), true, "RFC 2018");
        NS_TEST_EXPECT_MSG_EQ(arrived.HasOption(TcpOption::WINSCALE), true, "window scale");
    }
};

/// A block of one octet behind the ACK takes the shortest option of all.
class ShortestOptionTestCase : public WireTestCase
{
  public:
    ShortestOptionTestCase()
        : WireTestCase("Room for the shortest option, and for an octet less")
    {
    }

  private:
    void DoRun() override
    {
        const List blocks{{1, 2}};
        for (const std::size_t room : {8, 7, 0})
        {
            auto header = MakeHeader(TcpHeader::ACK);
            const auto fit = Append(header, blocks, room);
            NS_TEST_EXPECT_MSG_EQ(fit, (room == 8 ? 1 : 0), "room for " << room);
            NS_TEST_EXPECT_MSG_EQ(+header.GetOptionLength(), (room == 8 ? 8 : 0), "octets");
        }
    }
};

/// Random blocks in headers with all room there can be.
class RoundTripTestCase : public WireTestCase
{
  public:
    RoundTripTestCase()
        : WireTestCase("Blocks cross a header, with checksums, whatever room there is")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        const Ipv4Address source("10.1.1.1");
        const Ipv4Address destination("10.1.2.2");
        for (uint32_t taken = 0; taken <= 40; ++taken)
        {
            auto header = MakeHeader(TcpHeader::ACK);
            for (uint32_t i = 0; i < taken; ++i)
            {
                header.AppendOption(CreateObject<TcpOptionNOP>());
            }
            List blocks;
            uint32_t edge = 0 - static_cast<uint32_t>(random() % 20000);
            for (int i = 0; i < 10; ++i)
            {
                edge += 1000;
                blocks.insert(blocks.begin(), {edge, edge + 536});
                edge += 536;
            }
            const auto fit = Append(header, blocks);
            // Ten bits for 1000 and 536: 7 octets, and 2n - 1 times ten bits.
            const int bits = (33 - static_cast<int>(taken)) * 8;
            const std::size_t expected = bits < 10 ? 0 : std::min(10, (bits / 10 + 1) / 2);
            NS_TEST_EXPECT_MSG_EQ(fit, expected, "blocks with " << taken << " octets taken");
            header.EnableChecksums();
            header.InitializeChecksum(source, destination, 6);
            const auto packet = Create<Packet>(100);
            packet->AddHeader(header);
            TcpHeader arrived;
            arrived.EnableChecksums();
            arrived.InitializeChecksum(source, destination, 6);
            packet->RemoveHeader(arrived);
            NS_TEST_EXPECT_MSG_EQ(arrived.IsChecksumOk(), true, "checksum");
            NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 100, "payload");
            blocks.resize(fit);
            ExpectBlocks(Find(arrived), blocks, "with " + std::to_string(taken) + " octets taken");
            const bool hasRoom = header.GetOptionLength() <= 36;
            const bool isAppended = Permitted::Append(header);
            NS_TEST_EXPECT_MSG_EQ(isAppended, hasRoom, "room for four octets");
        }
    }
};

/// What a peer may send.
class UntrustedTestCase : public WireTestCase
{
  public:
    UntrustedTestCase()
        : WireTestCase("Options that are none are refused with their reason")
    {
    }

  private:
    void DoRun() override
    {
        ExpectRefusal({}, false, "");
        ExpectRefusal({1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2}, false, "");
        ExpectRefusal({254, 4, 1, 2}, false, "");
        ExpectRefusal({253, 2}, true, "wrong length");
        ExpectRefusal({253, 4, 0xc5, 0xac}, true, "wrong length");
        ExpectRefusal({253, 7, 0x04, 0, 0, 3, 0xe8}, true, "wrong length");
        ExpectRefusal({253, 9, 0x00, 0, 0, 3, 0xe8, 0xaa, 0xa0}, true, "wrong width");
        ExpectRefusal({253, 9, 0x21, 0, 0, 3, 0xe8, 0xaa, 0xa0}, true, "wrong width");
        ExpectRefusal({253, 9, 0x44, 0, 0, 3, 0xe8, 0xaa, 0}, true, "incomplete block");
        ExpectRefusal({253, 8, 0x88, 0, 0, 3, 0xe8, 0xff}, true, "inverted block");
        ExpectRefusal({253, 11, 0x20, 0, 0, 0, 9, 0x80, 0, 0, 0}, true, "too far");
        ExpectRefusal({1, 253, 9, 0x44, 0, 0, 3, 0xe8, 0xaa, 0xa0}, true, "");
        // The first one counts.
        ExpectRefusal({253, 2, 253, 9, 0x44, 0, 0, 3, 0xe8, 0xaa, 0xa0}, true, "wrong length");

        ExpectPermission({}, false);
        ExpectPermission({4, 2}, false);
        ExpectPermission({253, 4, 0xc5, 0xad}, false);
        ExpectPermission({253, 4, 0xc4, 0xac}, false);
        ExpectPermission({254, 4, 0xc5, 0xac}, false);
        ExpectPermission({253, 5, 0xc5, 0xac, 0}, false);
        ExpectPermission({253, 3, 0xc5}, false);
        ExpectPermission({253, 4, 0xc5, 0xac}, true);
        ExpectPermission({253, 6, 0xf9, 0x89, 1, 2, 4, 2, 253, 4, 0xc5, 0xac}, true);
    }

    void ExpectRefusal(const Octets& options, bool isPresent, const std::string& refusal)
    {
        Blocks blocks;
        const auto received =
            TcpOptionCompressedSack::Find(WithOptions(options, TcpHeader::ACK), blocks);
        const auto* found = received.decoded.refusal;
        NS_TEST_EXPECT_MSG_EQ(received.isPresent, isPresent, "present, " << refusal);
        NS_TEST_EXPECT_MSG_EQ(std::string(found ? found : ""), refusal, "refusal");
        const bool isValid = isPresent && refusal.empty();
        NS_TEST_EXPECT_MSG_EQ((received.decoded.blocks > 0), isValid, "blocks, " << refusal);
    }

    void ExpectPermission(const Octets& options, bool expected)
    {
        const auto header = WithOptions(options, TcpHeader::SYN);
        NS_TEST_EXPECT_MSG_EQ(Permitted::IsIn(header), expected, options.size() << " octets");
    }
};

/// Any body of an option that a header can hold. The length is right: ns-3 itself loops for ever on
/// an unknown option of length 0.
class MutationTestCase : public WireTestCase
{
  public:
    MutationTestCase()
        : WireTestCase("Mutated options in headers are refused or make sense")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(3);
        int accepted = 0;
        constexpr int MUTATIONS = 20000;
        for (int i = 0; i < MUTATIONS; ++i)
        {
            auto header = MakeHeader(TcpHeader::ACK);
            Append(header, {{9000, 9500}, {8000, 8500}, {7000, 7500}, {11000, 11500}});
            const auto valid = Serialize(header);
            Octets option(valid.begin() + 20, valid.begin() + 20 + valid[21]);
            option.resize(2 + random() % 39, 0xff);
            option[1] = static_cast<uint8_t>(option.size());
            for (int changes = 0; changes < 2 && option.size() > 2; ++changes)
            {
                option[2 + random() % (option.size() - 2)] = static_cast<uint8_t>(random());
            }
            const auto arrived = WithOptions(option, TcpHeader::ACK);
            for (const auto& block : Find(arrived))
            {
                NS_TEST_ASSERT_MSG_GT(static_cast<int32_t>(block.end - block.begin), 0, "a block");
                ++accepted;
            }
        }
        NS_TEST_EXPECT_MSG_GT(accepted, MUTATIONS / 10, "some are still valid");
    }
};

/// As objects of ns-3.
class ObjectTestCase : public WireTestCase
{
  public:
    ObjectTestCase()
        : WireTestCase("Options as objects: names, text, octets in and out")
    {
    }

  private:
    void DoRun() override
    {
        auto header = MakeHeader(TcpHeader::ACK);
        Append(header, {{990, 1000}, {970, 980}});
        Permitted::Append(header);
        std::ostringstream text;
        header.Print(text);
        Contains(text.str(), "ns3::TcpOptionCompressedSack([990,1000) [970,980))");
        Contains(text.str(), "ns3::TcpOptionCompressedSackPermitted(");

        const Octets octets{253, 9, 0x44, 0, 0, 3, 0xe8, 0xaa, 0xa0};
        Copy("ns3::TcpOptionCompressedSack", octets, octets.size());
        Copy("ns3::TcpOptionCompressedSack", {253}, 0);
        Copy("ns3::TcpOptionCompressedSack", {253, 0, 1}, 0);
        Copy("ns3::TcpOptionCompressedSack", {253, 10, 0x44, 0, 0, 3, 0xe8, 0xaa, 0xa0}, 0);
        Copy("ns3::TcpOptionCompressedSack", {5, 2}, 0);
        Copy("ns3::TcpOptionCompressedSackPermitted", {253, 4, 0xc5, 0xac}, 4);
        Copy("ns3::TcpOptionCompressedSackPermitted", {253, 4, 0xc5, 0xad}, 0);
        Copy("ns3::TcpOptionCompressedSackPermitted", {253, 4}, 0);
    }

    void Contains(const std::string& text, const std::string& part)
    {
        NS_TEST_EXPECT_MSG_EQ((text.find(part) != std::string::npos), true, part << " in " << text);
    }

    /// Octets into an option by its TypeId, and out of it.
    void Copy(const std::string& typeId, const Octets& octets, uint32_t expected)
    {
        ObjectFactory factory(typeId);
        const auto option = factory.Create<TcpOption>();
        Buffer buffer;
        buffer.AddAtStart(octets.size());
        buffer.Begin().Write(octets.data(), octets.size());
        NS_TEST_ASSERT_MSG_EQ(option->Deserialize(buffer.Begin()), expected, typeId);
        if (expected > 0)
        {
            Buffer copy;
            copy.AddAtStart(option->GetSerializedSize());
            option->Serialize(copy.Begin());
            Octets written(copy.GetSize());
            copy.CopyData(written.data(), written.size());
            ExpectOctets(written, octets, typeId);
        }
    }
};

class CompressedSackTestSuite : public TestSuite
{
  public:
    CompressedSackTestSuite()
        : TestSuite("compressed-sack", Type::UNIT)
    {
        AddTestCase(new OctetsTestCase);
        AddTestCase(new ShortestOptionTestCase);
        AddTestCase(new RoundTripTestCase);
        AddTestCase(new UntrustedTestCase);
        AddTestCase(new MutationTestCase);
        AddTestCase(new ObjectTestCase);
    }
};

CompressedSackTestSuite g_compressedSackTestSuite;

} // namespace
