/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-impaired-connection.h"

#include "ns3/config.h"
#include "ns3/node-list.h"
#include "ns3/ns3-compat.h"
#include "ns3/sack-exchange.h"
#include "ns3/tcp-header-values.h"
#include "ns3/tcp-option-compressed-sack.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/test.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/**
 * The compressed SACK option on connections: who agrees to it, what is on the wire, and what comes
 * of options that are wrong.
 *
 * What an ACK may say is judged by the ledger of the link, which saw every octet that arrived; what
 * the option's octets are, by octets written by hand from the layout of the paper.
 */

using namespace ns3;
using namespace impaired;

namespace
{

using Octets = std::vector<uint8_t>;
using Blocks = TcpOptionCompressedSack::Blocks;
using Permitted = TcpOptionCompressedSackPermitted;

// --------------------------------------------------------------------------------- segments

bool
IsSyn(const Segment& segment)
{
    return segment.header.GetFlags() & TcpHeader::SYN;
}

Octets
Serialize(const TcpHeader& header)
{
    const auto packet = Create<Packet>();
    packet->AddHeader(header);
    Octets octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    return octets;
}

/// @return what a header says when it has arrived
SegmentFields
ToFields(const TcpHeader& header)
{
    const auto octets = Serialize(header);
    SegmentFields fields;
    fields.Read(octets.data(), octets.size());
    return fields;
}

TcpHeader
Deserialize(const Octets& octets)
{
    TcpHeader header;
    Create<Packet>(octets.data(), octets.size())->RemoveHeader(header);
    return header;
}

/// @param octets a header @return where its option of kind 253 begins, or its size
std::size_t
FindExperimental(const Octets& octets)
{
    std::size_t i = 20;
    while (i < octets.size() && octets[i] != 253 && octets[i] != 0)
    {
        i += octets[i] == 1 ? 1 : octets[i + 1];
    }
    return i < octets.size() && octets[i] == 253 ? i : octets.size();
}

bool
HasExperimental(const TcpHeader& header)
{
    const auto octets = Serialize(header);
    return FindExperimental(octets) < octets.size();
}

/// @param option of kind 253 @return a header that has it in place of the other one
TcpHeader
Replace(const TcpHeader& header, const Octets& option)
{
    auto octets = Serialize(header);
    octets.resize(FindExperimental(octets));
    octets.insert(octets.end(), option.begin(), option.end());
    octets.resize((octets.size() + 3) / 4 * 4, 0);
    octets[12] = static_cast<uint8_t>(octets.size() / 4 << 4);
    return Deserialize(octets);
}

// ------------------------------------------------------------------------------------- ends

/// Who is at an end.
enum class Kind
{
    COMPRESSED, //!< ours, wants compressed offsets
    RFC_2018,   //!< ours, does not
    STOCK,      //!< ns-3's
    OFF,        //!< ours, wants compressed offsets, but SACK is off
};

const std::vector<std::pair<Kind, std::string>> KINDS{{Kind::COMPRESSED, "Compressed"},
                                                      {Kind::RFC_2018, "Rfc2018"},
                                                      {Kind::STOCK, "stock"},
                                                      {Kind::OFF, "SACK off"}};

void
Configure(EndOptions& end, Kind kind, const std::string& sender = "Fack")
{
    end.stock = (kind == Kind::STOCK);
    if (!end.stock)
    {
        end.attributes["LossRecovery"] = sender;
        end.attributes["SackEncoding"] = kind == Kind::RFC_2018 ? "Rfc2018" : "Compressed";
    }
    end.attributes["Sack"] = kind == Kind::OFF ? "false" : "true";
}

Options
MakeOptions(Kind a, Kind b, const std::string& sender = "Fack")
{
    Options options;
    Configure(options.a, a, sender);
    Configure(options.b, b, sender);
    options.limit = Seconds(600);
    return options;
}

/// Counts refusals of an end by their reason.
class RefusalCounter
{
  public:
    void Refused(const char* reason)
    {
        ++counts[reason];
        ++all;
    }

    void Attach(Ptr<TcpScoreboardSocket> socket)
    {
        socket->TraceConnectWithoutContext("SackOptionRefused",
                                           MakeCallback(&RefusalCounter::Refused, this));
    }

    std::map<std::string, uint32_t> counts;
    uint64_t all{0};
};

/// Counts timeouts and recoveries.
struct RepairCounter
{
    void Entered(SequenceNumber32, SequenceNumber32)
    {
        ++recoveries;
    }

    void TimedOut(SequenceNumber32)
    {
        ++timeouts;
    }

    void Attach(Ptr<TcpScoreboardSocket> socket)
    {
        socket->TraceConnectWithoutContext("RetransmissionTimeout",
                                           MakeCallback(&RepairCounter::TimedOut, this));
        socket->TraceConnectWithoutContext("RecoveryEntered",
                                           MakeCallback(&RepairCounter::Entered, this));
    }

    uint32_t timeouts{0};
    uint32_t recoveries{0};
};

/// What a link saw of SACK.
struct Sightings
{
    struct Direction
    {
        uint32_t syns{0};        //!< SYNs
        uint32_t permissions{0}; //!< SYNs with permission
        uint32_t plain{0};       //!< RFC 2018's options
        uint32_t compressed{0};  //!< options of kind 253 outside of SYNs
        uint32_t duplicates{0};  //!< D-SACK blocks among them
    };

    Direction a;
    Direction b;
    std::vector<std::string> breaches; //!< blocks of what did not arrive
};

/// Notes what it sees of SACK, then leaves the fate to another rule.
class Watch
{
  public:
    explicit Watch(Rule rule)
        : m_rule(std::move(rule))
    {
    }

    /// @return a rule for a link; this object has to live as long
    Rule GetRule()
    {
        return [this](const Segment& segment) {
            See(segment);
            return m_rule ? m_rule(segment) : Fate();
        };
    }

    void Attach(const World& world)
    {
        m_world = &world;
    }

    Sightings seen;

  private:
    void See(const Segment& segment)
    {
        auto& own = segment.fromA ? seen.a : seen.b;
        const bool isExperimental = HasExperimental(segment.header);
        if (IsSyn(segment))
        {
            ++own.syns;
            own.permissions += isExperimental ? 1 : 0;
            return;
        }
        own.plain += segment.header.HasOption(TcpOption::SACK) ? 1 : 0;
        own.compressed += isExperimental ? 1 : 0;
        if (isExperimental)
        {
            CheckBlocks(segment, own);
        }
    }

    /// Whatever is reported has arrived, and lies above the ACK unless it is a D-SACK block.
    void CheckBlocks(const Segment& segment, Sightings::Direction& own)
    {
        Blocks blocks;
        const auto found = TcpOptionCompressedSack::Find(segment.header, blocks);
        const auto& data = segment.fromA ? m_world->FromB() : m_world->FromA();
        Expect(found.decoded.blocks > 0, segment, "no block");
        const auto offset = [&data](uint32_t edge) { return edge - data.octets.first->GetValue(); };
        OctetSet others;
        for (std::size_t i = 0; i < found.decoded.blocks; ++i)
        {
            const auto begin = offset(blocks[i].begin);
            const auto end = offset(blocks[i].end);
            const bool isBelow = end <= segment.ack;
            const bool isInSecond = i == 0 && found.decoded.blocks > 1 &&
                                    offset(blocks[1].begin) <= begin &&
                                    end <= offset(blocks[1].end);
            // The FIN takes one sequence number.
            const auto dataEnd =
                data.closing.fins > 0 ? std::min<uint64_t>(end, data.octets.end) : end;
            Expect(begin == dataEnd || data.octets.arrived.Contains(begin, dataEnd),
                   segment,
                   "block of what has not arrived");
            Expect(i == 0 || !isBelow, segment, "D-SACK is not first");
            own.duplicates += isBelow || isInSecond ? 1 : 0;
            if (!isBelow && !isInSecond)
            {
                Expect(begin > segment.ack, segment, "block at the ACK");
                Expect(!others.Contains(begin, begin + 1), segment, "overlap");
                others.Insert(begin, end);
            }
        }
    }

    void Expect(bool condition, const Segment& segment, const std::string& otherwise)
    {
        if (!condition)
        {
            std::ostringstream text;
            text << otherwise << " in ";
            segment.header.Print(text);
            seen.breaches.push_back(text.str());
        }
    }

    Rule m_rule;
    const World* m_world{nullptr};
};

// ------------------------------------------------------------------------------------- cases

/// Leaves nothing behind.
class ConnectionTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void ExpectTransfer(const World& world, const Options& options, const std::string& name)
    {
        NS_TEST_EXPECT_MSG_EQ(world.a.read,
                              options.b.application.octets,
                              name << ": octets that A read");
        NS_TEST_EXPECT_MSG_EQ(world.b.read,
                              options.a.application.octets,
                              name << ": octets that B read");
        NS_TEST_EXPECT_MSG_EQ(world.a.wrong, false, name << ": wrong octets at A");
        NS_TEST_EXPECT_MSG_EQ(world.b.wrong, false, name << ": wrong octets at B");
        NS_TEST_EXPECT_MSG_EQ(world.a.errors + world.b.errors, 0, name << ": errors");
        for (const auto& breach : world.GetBreaches())
        {
            NS_TEST_EXPECT_MSG_EQ(breach, "", name);
        }
    }

    void ExpectNoBreach(const Watch& watch, const std::string& name)
    {
        for (const auto& breach : watch.seen.breaches)
        {
            NS_TEST_EXPECT_MSG_EQ(breach, "", name);
        }
    }

    void ExpectNoneRefused(const World& world, const std::string& name)
    {
        for (const auto* end : {&world.a, &world.b})
        {
            if (const auto ours = end->GetOurs())
            {
                NS_TEST_EXPECT_MSG_EQ(ours->GetConnection().GetReceiver().GetRefusedOptions(),
                                      0,
                                      name << ": options");
                NS_TEST_EXPECT_MSG_EQ(ours->GetConnection().GetSender().GetRefusedBlocks(),
                                      0,
                                      name << ": blocks");
            }
        }
    }

  private:
    void DoTeardown() override
    {
        Simulator::Destroy();
        Config::Reset();
    }
};

/// One end alone.
class ExchangeTestCase : public ConnectionTestCase
{
  public:
    ExchangeTestCase()
        : ConnectionTestCase("One end alone: what it permits, reports and reads")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool isWanted : {false, true})
        {
            for (const bool isPermitted : {false, true})
            {
                CheckPermission(isWanted, isPermitted);
            }
        }
        CheckDuplicate();
        CheckRefused();
        CheckPlain();
        CheckRoom();
        CheckLyingBlocks();
    }

    static TcpHeader MakeSyn(uint8_t flags, bool isPermitted)
    {
        TcpHeader syn;
        syn.SetFlags(flags);
        if (isPermitted)
        {
            Permitted::Append(syn);
        }
        return syn;
    }

    static TcpHeader MakeHeader(const SegmentFields& fields)
    {
        Ptr<TcpOptionTS> timestamps;
        return MakeTcpHeader(fields, timestamps);
    }

    static SackExchange Agreed()
    {
        SackExchange exchange;
        exchange.ReadSyn(ToFields(MakeSyn(TcpHeader::SYN, true)), true);
        return exchange;
    }

    void CheckPermission(bool isWanted, bool isPermitted)
    {
        const bool both = isWanted && isPermitted;
        SackExchange exchange;
        NS_TEST_EXPECT_MSG_EQ(exchange.IsCompressed(), false, "before a SYN");
        SegmentFields syn;
        syn.flags = SegmentFields::SYN;
        exchange.AddPermission(syn);
        NS_TEST_EXPECT_MSG_EQ(Permitted::IsIn(MakeHeader(syn)), true, "in a SYN");
        exchange.ReadSyn(ToFields(MakeSyn(TcpHeader::SYN, isPermitted)), isWanted);
        NS_TEST_EXPECT_MSG_EQ(exchange.IsCompressed(), both, "after a SYN");
        SegmentFields answer;
        answer.flags = SegmentFields::SYN | SegmentFields::ACK;
        exchange.AddPermission(answer);
        NS_TEST_EXPECT_MSG_EQ(Permitted::IsIn(MakeHeader(answer)), both, "in an answer");
        exchange.ReadSyn(ToFields(MakeSyn(TcpHeader::SYN, false)), true);
        NS_TEST_EXPECT_MSG_EQ(exchange.IsCompressed(), false, "another SYN");
    }

    using Ranges = std::vector<OctetRange>;

    /// @return what one end reads of what the other one reports, sent were octets 1 to 9001
    static Ranges Cross(SackExchange& reporter,
                        const SackExchange& reader,
                        const ReassemblyQueue& held,
                        std::size_t& options)
    {
        SegmentFields fields;
        fields.flags = SegmentFields::ACK;
        reporter.AddBlocks(fields, held);
        const auto header = MakeHeader(fields);
        options = header.GetOptionList().size();
        const auto ack = held.GetNext();
        SackExchange::Report report;
        reader.ReadBlocks(ToFields(header), ack, {1, ack, 9001, false}, report);
        return report.refusal ? Ranges{{0, 0}} : report.blocks;
    }

    void Expect(const Ranges& blocks, const Ranges& expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ((blocks == expected), true, what << ", " << blocks.size());
    }

    void CheckDuplicate()
    {
        auto receiver = Agreed();
        const auto sender = Agreed();
        ReassemblyQueue held(3001);
        std::size_t options = 0;
        Expect(Cross(receiver, sender, held, options), {}, "nothing to report");
        NS_TEST_EXPECT_MSG_EQ(options, 0, "nothing to report");
        receiver.SetDuplicate(OctetRange{1001, 2001});
        Expect(Cross(receiver, sender, held, options), {}, "D-SACK alone");
        NS_TEST_EXPECT_MSG_EQ(options, 1, "D-SACK alone");
        Expect(Cross(receiver, sender, held, options), {}, "after D-SACK");
        NS_TEST_EXPECT_MSG_EQ(options, 0, "after D-SACK");
        held.Insert({4001, 6001});
        receiver.SetDuplicate(OctetRange{1001, 2001});
        Expect(Cross(receiver, sender, held, options), {{4001, 6001}}, "D-SACK below");
        receiver.SetDuplicate(OctetRange{5001, 6001});
        Expect(Cross(receiver, sender, held, options), {{4001, 6001}}, "D-SACK inside");
    }

    /// The first of two blocks is right, the second one never sent.
    void CheckRefused()
    {
        auto receiver = Agreed();
        ReassemblyQueue held(1);
        held.Insert({9501, 9901});
        held.Insert({2001, 3001});
        std::size_t options = 0;
        Expect(Cross(receiver, Agreed(), held, options), {{0, 0}}, "refused");
        SegmentFields header;
        receiver.AddBlocks(header, held);
        SackExchange::Report report;
        Agreed().ReadBlocks(header, 1, {1, 1, 9001, false}, report);
        NS_TEST_EXPECT_MSG_EQ(std::string(report.refusal), "block never sent", "reason");
        Expect(report.blocks, {}, "of a refused option");
    }

    /// Without agreement there is RFC 2018, and kind 253 means nothing.
    void CheckPlain()
    {
        SackExchange plain;
        ReassemblyQueue held(1);
        held.Insert({4001, 5001});
        held.Insert({2001, 3001});
        plain.SetDuplicate(OctetRange{2001, 3001});
        std::size_t options = 0;
        const Ranges both{{2001, 3001}, {4001, 5001}};
        Expect(Cross(plain, plain, held, options), both, "RFC 2018");
        Expect(Cross(plain, Agreed(), held, options), both, "RFC 2018 to one who has agreed");
        auto agreed = Agreed();
        Expect(Cross(agreed, plain, held, options), {}, "kind 253 to one who has not");
    }

    /// A segment with data leaves less room than a header has.
    void CheckRoom()
    {
        ReassemblyQueue held(1);
        held.Insert({4001, 5001});
        held.Insert({2001, 3001});
        // An option of RFC 2018 with n blocks has 2 + 8 n octets.
        for (const auto& [room, octets] : {std::pair{9, 0}, {10, 10}, {17, 10}, {18, 18}, {40, 18}})
        {
            SegmentFields header;
            SackExchange().AddBlocks(header, held, room);
            NS_TEST_EXPECT_MSG_EQ(+header.GetOptionsSize(), octets, "room for " << room);
        }
        for (std::size_t room = 0; room <= 40; ++room)
        {
            auto compressed = Agreed();
            SegmentFields header;
            compressed.AddBlocks(header, held, room);
            NS_TEST_EXPECT_MSG_LT_OR_EQ(header.GetOptionsSize(), room, "compressed, " << room);
        }
        CheckRoomForDuplicate(held);
        CheckDuplicateWaits(held);
    }

    /// What no option had room for is reported by the next one.
    void CheckDuplicateWaits(const ReassemblyQueue& held)
    {
        auto compressed = Agreed();
        compressed.SetDuplicate(OctetRange{2001, 2501});
        SegmentFields full;
        compressed.AddBlocks(full, held, 6);
        NS_TEST_EXPECT_MSG_EQ(+full.GetOptionsSize(), 0, "no room");
        SegmentFields header;
        compressed.AddBlocks(header, held, 40);
        SackExchange::Report report;
        Agreed().ReadBlocks(header, 1, {1, 1, 9001, false}, report);
        NS_TEST_ASSERT_MSG_EQ(report.duplicate.has_value(), true, "room for it");
        NS_TEST_EXPECT_MSG_EQ((*report.duplicate == OctetRange{2001, 2501}), true, "it");
        SegmentFields next;
        compressed.AddBlocks(next, held, 40);
        SackExchange::Report plain;
        Agreed().ReadBlocks(next, 1, {1, 1, 9001, false}, plain);
        NS_TEST_EXPECT_MSG_EQ(plain.duplicate.has_value(), false, "once");
        Expect(plain.blocks, report.blocks, "the first block, too");
    }

    /// What a block of RFC 2018 may name: above the ACK, and no octet that was not sent.
    void CheckLyingBlocks()
    {
        // The ACK is on its way to the scoreboard, whose snd.una is still 1001.
        const SackExchange::Sent sent{1, 1001, 9001, false};
        const std::vector<std::pair<OctetRange, bool>> cases{{{2001, 3001}, false},
                                                             {{2002, 3001}, true},
                                                             {{3001, 9001}, true},
                                                             {{3001, 9002}, false},
                                                             {{9001, 9501}, false}};
        for (const auto& [range, isTrue] : cases)
        {
            TcpHeader header;
            header.SetFlags(TcpHeader::ACK);
            const auto option = CreateObject<TcpOptionSack>();
            option->AddSackBlock({SequenceNumber32(range.begin), SequenceNumber32(range.end)});
            header.AppendOption(option);
            SackExchange::Report report;
            SackExchange().ReadBlocks(ToFields(header), 2001, sent, report);
            NS_TEST_EXPECT_MSG_EQ(report.refused, (isTrue ? 0 : 1), range.begin);
            Expect(report.blocks, isTrue ? Ranges{range} : Ranges{}, "one block");
        }
    }

    /// A report of a duplicate above the ACK means something before the block it is in only.
    void CheckRoomForDuplicate(const ReassemblyQueue& held)
    {
        SackExchange plain;
        plain.SetDuplicate(OctetRange{2001, 2501});
        SegmentFields narrow;
        plain.AddBlocks(narrow, held, 10);
        SegmentFields wide;
        plain.AddBlocks(wide, held, 18);
        SackExchange::Report report;
        plain.ReadBlocks(narrow, 1, {1, 1, 9001, false}, report);
        NS_TEST_EXPECT_MSG_EQ(report.duplicate.has_value(), false, "no room for it");
        Expect(report.blocks, {{2001, 3001}}, "one block");
        plain.ReadBlocks(wide, 1, {1, 1, 9001, false}, report);
        NS_TEST_EXPECT_MSG_EQ(report.duplicate.has_value(), true, "room for it");
        Expect(report.blocks, {{2001, 3001}}, "beside it");
    }
};

/// Who agrees with whom, and what then is on the wire in both directions.
class PairingTestCase : public ConnectionTestCase
{
  public:
    PairingTestCase(std::pair<Kind, std::string> a, std::pair<Kind, std::string> b)
        : ConnectionTestCase("Negotiation and transfer: " + a.second + " connects to " + b.second),
          m_a(a.first),
          m_b(b.first)
    {
    }

  private:
    void DoRun() override
    {
        Check("no loss of SYNs", 0, 0);
        Check("first SYN lost", 1, 0);
        Check("first SYN-ACK lost", 0, 1);
    }

    void Check(const std::string& name, uint32_t lostFromA, uint32_t lostFromB)
    {
        auto options = MakeOptions(m_a, m_b);
        options.b.application.octets = options.a.application.octets;
        // The stock socket forgets what is not acknowledged when it closes.
        options.a.application.closing = Closing::NEVER;
        options.b.application.closing = Closing::NEVER;
        Watch watch(Script(Weather(7, 30, 0, 0), lostFromA, lostFromB));
        options.rule = watch.GetRule();
        World world(options);
        watch.Attach(world);
        world.Run();
        ExpectTransfer(world, options, name);
        ExpectNoBreach(watch, name);
        ExpectNoneRefused(world, name);
        ExpectAgreement(world, watch.seen, name);
        NS_TEST_EXPECT_MSG_GT(watch.seen.a.syns, lostFromA + lostFromB, name << ": SYNs");
        NS_TEST_EXPECT_MSG_GT(watch.seen.b.syns, lostFromB, name << ": SYN-ACKs");
    }

    static Rule Script(Weather weather, uint32_t lostFromA, uint32_t lostFromB)
    {
        return [=](const Segment& segment) mutable {
            if (!IsSyn(segment))
            {
                return weather(segment);
            }
            auto& left = segment.fromA ? lostFromA : lostFromB;
            const bool isLost = left > 0;
            left -= isLost ? 1 : 0;
            return isLost ? LOSS : Fate();
        };
    }

    void ExpectAgreement(const World& world, const Sightings& seen, const std::string& name)
    {
        const bool bothCompressed = m_a == Kind::COMPRESSED && m_b == Kind::COMPRESSED;
        const bool bothSack = m_a != Kind::OFF && m_b != Kind::OFF;
        const uint32_t fromA = m_a == Kind::COMPRESSED ? seen.a.syns : 0;
        const uint32_t fromB = bothCompressed ? seen.b.syns : 0;
        NS_TEST_EXPECT_MSG_EQ(seen.a.permissions, fromA, name << ": permissions in SYNs");
        NS_TEST_EXPECT_MSG_EQ(seen.b.permissions, fromB, name << ": permissions in SYN-ACKs");
        for (const auto* end : {&world.a, &world.b})
        {
            if (const auto ours = end->GetOurs())
            {
                NS_TEST_EXPECT_MSG_EQ(
                    ours->GetConnection().GetReceiver().GetSackExchange().IsCompressed(),
                    bothCompressed,
                    name);
            }
        }
        for (const auto* direction : {&seen.a, &seen.b})
        {
            const bool hasPlain = direction->plain > 0;
            const bool hasCompressed = direction->compressed > 0;
            NS_TEST_EXPECT_MSG_EQ(hasPlain, (bothSack && !bothCompressed), name << ": RFC 2018");
            NS_TEST_EXPECT_MSG_EQ(hasCompressed, bothCompressed, name << ": compressed");
        }
    }

    Kind m_a;
    Kind m_b;
};

/// A permission does not cross the path, as when a firewall removes options that it does not know.
class RemovedPermissionTestCase : public ConnectionTestCase
{
  public:
    RemovedPermissionTestCase()
        : ConnectionTestCase("Permissions that are removed on the way")
    {
    }

  private:
    void DoRun() override
    {
        Check("of the SYN", true, false);
        // B cannot know.
        Check("of the SYN-ACK", false, true);
    }

    void Check(const std::string& name, bool ofA, bool isCompressedAtB)
    {
        auto options = MakeOptions(Kind::COMPRESSED, Kind::COMPRESSED);
        options.b.application.octets = options.a.application.octets;
        options.a.application.closing = Closing::NEVER;
        options.b.application.closing = Closing::NEVER;
        Watch watch([ofA, weather = Weather(3, 30, 0, 10)](const Segment& segment) mutable {
            if (!IsSyn(segment))
            {
                return weather(segment);
            }
            Fate fate;
            if (segment.fromA == ofA && HasExperimental(segment.header))
            {
                fate.edit = [](TcpHeader& header) { header = Replace(header, {}); };
            }
            return fate;
        });
        options.rule = watch.GetRule();
        World world(options);
        watch.Attach(world);
        world.Run();
        ExpectTransfer(world, options, name);
        ExpectNoBreach(watch, name);
        ExpectNoneRefused(world, name);
        const auto a = world.a.GetOurs();
        const auto b = world.b.GetOurs();
        NS_TEST_EXPECT_MSG_EQ(a->GetConnection().GetReceiver().GetSackExchange().IsCompressed(),
                              false,
                              name << ": A");
        NS_TEST_EXPECT_MSG_EQ(b->GetConnection().GetReceiver().GetSackExchange().IsCompressed(),
                              isCompressedAtB,
                              name << ": B");
        NS_TEST_EXPECT_MSG_GT(watch.seen.a.plain, 0, name << ": A reports");
        NS_TEST_EXPECT_MSG_EQ(watch.seen.a.compressed, 0, name << ": A reports compressed");
        const bool isSeen = watch.seen.b.compressed > 0;
        NS_TEST_EXPECT_MSG_EQ(isSeen, isCompressedAtB, name << ": B reports compressed");
    }
};

/// A listening socket answers each peer as if it were the first.
class ListenerTestCase : public ConnectionTestCase
{
  public:
    ListenerTestCase(std::pair<Kind, std::string> first, std::pair<Kind, std::string> second)
        : ConnectionTestCase("A listener forgets: " + first.second + ", then " + second.second),
          m_first(first.first),
          m_second(second.first)
    {
    }

  private:
    void DoRun() override
    {
        auto options = MakeOptions(m_first, Kind::COMPRESSED);
        options.a.application.octets = 0;
        options.a.application.closing = Closing::NEVER;
        options.b.application.closing = Closing::NEVER;
        options.limit = Seconds(2);
        // Nor does it remember what else a peer lacks.
        const std::string others = m_first == Kind::OFF ? "false" : "true";
        options.a.attributes["Timestamp"] = others;
        options.a.attributes["WindowScaling"] = others;
        TcpHeader answer;
        options.rule = [&answer](const Segment& segment) {
            answer = !segment.fromA && IsSyn(segment) ? segment.header : answer;
            return Fate();
        };
        World world(options);
        Ptr<TcpScoreboardSocket> first;
        ns3compat::ScheduleCall(Seconds(1), [&]() {
            first = world.b.GetOurs();
            Open(options);
        });
        world.Run();
        const auto second = world.b.GetOurs();
        NS_TEST_ASSERT_MSG_EQ((first && second && first != second), true, "two connections");
        NS_TEST_EXPECT_MSG_EQ(first->GetConnection().GetReceiver().GetSackExchange().IsCompressed(),
                              (m_first == Kind::COMPRESSED),
                              "first");
        NS_TEST_EXPECT_MSG_EQ(
            second->GetConnection().GetReceiver().GetSackExchange().IsCompressed(),
            (m_second == Kind::COMPRESSED),
            "second");
        const bool isCompressed =
            m_opener->GetConnection().GetReceiver().GetSackExchange().IsCompressed();
        NS_TEST_EXPECT_MSG_EQ(isCompressed, (m_second == Kind::COMPRESSED), "second's peer");
        m_opener = nullptr;
        NS_TEST_EXPECT_MSG_EQ(answer.HasOption(TcpOption::TS), true, "timestamps");
        NS_TEST_EXPECT_MSG_EQ(answer.HasOption(TcpOption::WINSCALE), true, "window scaling");
        NS_TEST_EXPECT_MSG_EQ(answer.HasOption(TcpOption::SACKPERMITTED),
                              (m_second != Kind::OFF),
                              "SACK");
    }

    void Open(const Options& options)
    {
        const auto node = NodeList::GetNode(0);
        EndOptions end = options.a;
        Configure(end, m_second);
        end.attributes["Timestamp"] = "true";
        end.attributes["WindowScaling"] = "true";
        m_opener = DynamicCast<TcpScoreboardSocket>(
            Socket::CreateSocket(node, TcpSocketFactory::GetTypeId()));
        for (const auto& [name, value] : FoldLossRecovery(end.attributes))
        {
            m_opener->SetAttribute(name, StringValue(value));
        }
        const auto ipv4 = NodeList::GetNode(1)->GetObject<Ipv4>();
        m_opener->Connect(InetSocketAddress(ipv4->GetAddress(1, 0).GetLocal(), PORT));
    }

    Kind m_first;
    Kind m_second;
    Ptr<TcpScoreboardSocket> m_opener;
};

/// What devices hand up, octet by octet.
class CaptureTestCase : public ConnectionTestCase
{
  public:
    CaptureTestCase()
        : ConnectionTestCase("SYN, SYN-ACK and ACKs off the device, octet by octet")
    {
    }

  private:
    void DoRun() override
    {
        CheckHandshake();
        CheckAcks();
    }

    /// Run, and keep the octets of all TCP headers that reach A and B.
    void Capture(Options& options)
    {
        m_toA.clear();
        m_toB.clear();
        m_timesB.clear();
        World world(options);
        NodeList::GetNode(0)->RegisterProtocolHandler(
            MakeCallback(&CaptureTestCase::ArriveAtA, this),
            0x0800,
            nullptr);
        NodeList::GetNode(1)->RegisterProtocolHandler(
            MakeCallback(&CaptureTestCase::ArriveAtB, this),
            0x0800,
            nullptr);
        world.Run();
        ExpectTransfer(world, options, "captured");
    }

    void ArriveAtA(Ptr<NetDevice>,
                   Ptr<const Packet> packet,
                   uint16_t,
                   const Address&,
                   const Address&,
                   NetDevice::PacketType)
    {
        m_toA.push_back(GetTcp(packet));
    }

    void ArriveAtB(Ptr<NetDevice>,
                   Ptr<const Packet> packet,
                   uint16_t,
                   const Address&,
                   const Address&,
                   NetDevice::PacketType)
    {
        m_toB.push_back(GetTcp(packet));
        m_timesB.push_back(Simulator::Now());
    }

    /// @param packet with a header of IPv4 @return the octets of its TCP header
    static Octets GetTcp(Ptr<const Packet> packet)
    {
        Octets octets(packet->GetSize());
        packet->CopyData(octets.data(), octets.size());
        const std::size_t begin = 4 * (octets[0] & 0xf);
        const std::size_t size = 4 * (octets[begin + 12] >> 4);
        return {octets.begin() + begin, octets.begin() + begin + size};
    }

    void ExpectOctets(const Octets& octets, const Octets& expected, const std::string& what)
    {
        NS_TEST_ASSERT_MSG_EQ(octets.size(), expected.size(), what << ": octets");
        for (std::size_t i = 0; i < octets.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(+octets[i], +expected[i], what << ": octet " << i);
        }
    }

    void CheckHandshake()
    {
        auto options = MakeOptions(Kind::COMPRESSED, Kind::COMPRESSED);
        options.a.application.octets = 1000;
        Capture(options);
        NS_TEST_ASSERT_MSG_GT(m_toB.size(), 1, "segments to B");
        NS_TEST_ASSERT_MSG_GT(m_toA.size(), 1, "segments to A");
        const Octets syn{
            0xc0, 0x01, 0x13, 0x89, // ports 49153, 5001
            0x00, 0x00, 0x00, 0x00, // sequence number
            0x00, 0x00, 0x00, 0x00, // acknowledgment number
            0xb0, 0x02, 0xff, 0xff, // eleven words, SYN, window 65535
            0x00, 0x00, 0x00, 0x00, // checksum, urgent pointer
            8,    10,   0x00, 0x00, // timestamps: 100 ms
            0x00, 0x64, 0x00, 0x00, // echo
            0x00, 0x00,             //
            2,    4,    0xff, 0xd7, // segment size: 65535 - 40
            3,    3,    4,          // window scale: 2^4 * 65535 > 1000000
            4,    2,                // SACK permitted
            253,  4,    0xc5, 0xac, // permission of compressed offsets
            0x00,                   // end of options
        };
        ExpectOctets(m_toB[0], syn, "SYN");
        Octets synAck{
            0x13, 0x89, 0xc0, 0x01, // ports
            0x00, 0x00, 0x00, 0x00, // sequence number
            0x00, 0x00, 0x00, 0x01, // acknowledgment number
            0xb0, 0x12, 0xff, 0xff, // eleven words, SYN and ACK, window
            0x00, 0x00, 0x00, 0x00, // checksum, urgent pointer
            8,    10,   0x00, 0x00, // timestamps: when the SYN came, less than 256 ms
            0x00, 0xff, 0x00, 0x00, // echo
            0x00, 0x64,             //
            2,    4,    0xff, 0xd7, // segment size
            3,    3,    4,          // window scale
            4,    2,                // SACK permitted
            253,  4,    0xc5, 0xac, // permission of compressed offsets
            0x00,                   // end of options
        };
        synAck[25] = static_cast<uint8_t>(m_timesB[0].GetMilliSeconds());
        ExpectOctets(m_toA[0], synAck, "SYN-ACK");
    }

    /// Segments of 1000 octets: 0, 1, 2, 3 and on. 3 and 5 are lost, 7 comes twice.
    void CheckAcks()
    {
        auto options = MakeOptions(Kind::COMPRESSED, Kind::COMPRESSED);
        options.a.application.octets = 20000;
        options.Set("Timestamp", "false");
        options.Set("DelAckCount", "1");
        options.rule = [](const Segment& segment) {
            const bool isFirst = segment.fromA && segment.size > 0 && !segment.again;
            Fate fate;
            fate.copies = isFirst && segment.offset == 7000 ? 2 : 1;
            return isFirst && (segment.offset == 3000 || segment.offset == 5000) ? LOSS : fate;
        };
        Capture(options);
        // The SYN-ACK, ACKs of 0, 1 and 2, then of 4, 6, 7, 7 again.
        NS_TEST_ASSERT_MSG_GT(m_toA.size(), 8, "segments to A");
        const auto ack = [this](std::size_t index) {
            const auto& header = m_toA[index];
            NS_TEST_EXPECT_MSG_EQ(+header[10], 0x0b, "ACK of 3001, octet 10, ACK " << index);
            NS_TEST_EXPECT_MSG_EQ(+header[11], 0xb9, "ACK of 3001, octet 11, ACK " << index);
            return Octets(header.begin() + 20, header.end());
        };
        ExpectOctets(ack(3), {}, "before the loss");
        // One block [4001, 5001): A, and a distance of 1000 in ten bits: 11111010 00.
        ExpectOctets(ack(4), {253, 9, 0x0a, 0, 0, 0x13, 0x89, 0xfa, 0x00, 0, 0, 0}, "first block");
        // [6001, 7001) [4001, 5001): 1000 from edge to edge:
        // 11111010 00'111110 1000'1111 101000'00. From A, two octets more.
        ExpectOctets(ack(5),
                     {253, 11, 0x4a, 0, 0, 0x1b, 0x59, 0xfa, 0x3e, 0x8f, 0xa0, 0},
                     "two blocks");
        // D-SACK [7001, 8001), [6001, 8001) around it, [4001, 5001). A distance of 0 from A would
        // end the list; from edge to edge it is 1000, -1000, 2000, 1000, 1000, in twelve bits:
        // 3e8, c18, 7d0, 3e8, 3e8.
        ExpectOctets(
            ack(7),
            {253, 15, 0xcc, 0, 0, 0x1f, 0x41, 0x3e, 0x8c, 0x18, 0x7d, 0x03, 0xe8, 0x3e, 0x80, 0},
            "D-SACK");
    }

    std::vector<Octets> m_toA;
    std::vector<Octets> m_toB;
    std::vector<Time> m_timesB;
};

/// Everything that can happen to data and ACKs, with every sender.
class TransferTestCase : public ConnectionTestCase
{
  public:
    explicit TransferTestCase(const std::string& sender)
        : ConnectionTestCase("Transfers both ways under loss of data and ACKs: " + sender),
          m_sender(sender)
    {
    }

  private:
    void DoRun() override
    {
        Check("data lost", [](const Segment& segment) { return segment.size > 0 ? 50 : 0; });
        Check("ACKs lost", [](const Segment& segment) { return segment.size > 0 ? 20 : 400; });
        Check("both lost", [](const Segment&) { return 80; });
    }

    void Check(const std::string& name, const std::function<uint32_t(const Segment&)>& loss)
    {
        uint32_t duplicates = 0;
        for (const bool bothWays : {false, true})
        {
            for (uint32_t seed = 1; seed <= 5; ++seed)
            {
                std::mt19937 random(seed);
                Weather weather(seed, 0, 20, 20);
                auto options = MakeOptions(Kind::COMPRESSED, Kind::COMPRESSED, m_sender);
                options.b.application.octets = bothWays ? options.a.application.octets : 0;
                options.b.application.closing =
                    bothWays ? Closing::WHEN_WRITTEN : Closing::AFTER_PEER;
                Watch watch([=](const Segment& segment) mutable {
                    const bool isLost = random() % 1000 < loss(segment);
                    return isLost && !IsSyn(segment) ? LOSS : weather(segment);
                });
                options.rule = watch.GetRule();
                World world(options);
                watch.Attach(world);
                world.Run();
                const auto text = name + ", seed " + std::to_string(seed);
                ExpectTransfer(world, options, text);
                ExpectNoBreach(watch, text);
                ExpectNoneRefused(world, text);
                NS_TEST_EXPECT_MSG_GT(watch.seen.b.compressed, 0, text << ": options");
                duplicates += watch.seen.b.duplicates;
                NS_TEST_EXPECT_MSG_EQ(watch.seen.b.plain, 0, text << ": RFC 2018");
            }
        }
        NS_TEST_EXPECT_MSG_GT(duplicates, 10, name << ": D-SACK");
    }

    std::string m_sender;
};

/// A segment that arrives twice.
class DuplicateTestCase : public ConnectionTestCase
{
  public:
    DuplicateTestCase()
        : ConnectionTestCase("Data that arrive twice are reported once")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& kind : KINDS)
        {
            const bool isCompressed = kind.first == Kind::COMPRESSED;
            const auto once = Run(kind.first, 1, {});
            const auto twice = Run(kind.first, 2, {});
            NS_TEST_EXPECT_MSG_EQ(twice.duplicates, isCompressed, "below the ACK, " << kind.second);
            NS_TEST_EXPECT_MSG_EQ(twice.compressed, isCompressed, "options, " << kind.second);
            NS_TEST_EXPECT_MSG_EQ(once.compressed, 0, "options without copies, " << kind.second);
            NS_TEST_EXPECT_MSG_EQ(once.plain, 0, "RFC 2018 without copies, " << kind.second);
            // ns-3's own socket does not expect it (RFC 2883).
            const bool isPlain = kind.first == Kind::RFC_2018;
            NS_TEST_EXPECT_MSG_EQ(twice.plain, isPlain, "RFC 2018, " << kind.second);
            const auto above = Run(kind.first, 2, {38000});
            NS_TEST_EXPECT_MSG_EQ(above.duplicates, isCompressed, "beyond a hole, " << kind.second);
            // A block that is not the newest one any more when the copy comes.
            const auto late = Run(kind.first, 2, {39000, 41000}, MilliSeconds(5));
            NS_TEST_EXPECT_MSG_EQ(late.duplicates, isCompressed, "older block, " << kind.second);
        }
    }

    /// @param copies of the octets from 40000 on @param lost offsets @param spread of the copies
    Sightings::Direction Run(Kind peer,
                             uint32_t copies,
                             const std::set<uint64_t>& lost,
                             Time spread = MicroSeconds(10))
    {
        auto options = MakeOptions(Kind::COMPRESSED, peer);
        Watch watch([=](const Segment& segment) {
            const bool isFirst = segment.fromA && segment.size > 0 && !segment.again;
            Fate fate;
            fate.spread = spread;
            fate.copies = isFirst && segment.offset == 40000 ? copies : 1;
            return isFirst && lost.count(segment.offset) > 0 ? LOSS : fate;
        });
        options.rule = watch.GetRule();
        World world(options);
        watch.Attach(world);
        world.Run();
        const auto text = std::to_string(copies) + " copies";
        ExpectTransfer(world, options, text);
        ExpectNoBreach(watch, text);
        ExpectNoneRefused(world, text);
        NS_TEST_EXPECT_MSG_EQ(world.FromA().counts.again, lost.size(), text << ": sent again");
        return watch.seen.b;
    }
};

/// Options rewritten on the way, each of which is to be refused for a reason.
class RefusalTestCase : public ConnectionTestCase
{
  public:
    RefusalTestCase()
        : ConnectionTestCase("A refused option is counted, with its reason, and changes nothing")
    {
    }

  private:
    /// The option for an ACK. @param ack sequence number
    using Forge = std::function<Octets(uint32_t ack)>;

    void DoRun() override
    {
        const auto fixed = [](const Octets& option) { return [=](uint32_t) { return option; }; };
        Check("wrong length", fixed({253, 7, 0x04, 0, 0, 3, 0xe8}));
        Check("wrong length", fixed({253, 2}));
        Check("wrong width", fixed({253, 9, 0x00, 0, 0, 3, 0xe8, 0xaa, 0xa0}));
        Check("incomplete block", fixed({253, 9, 0x44, 0, 0, 3, 0xe8, 0xaa, 0}));
        // What may be there is reported; and then something that cannot be.
        const std::map<std::string, std::pair<int64_t, int64_t>> second{
            {"block never sent", {100000000, 100001000}},
            {"block below snd.una", {-1000, 1}},
            {"overlapping blocks", {4500, 5500}},
            {"inverted block", {7000, 6000}},
        };
        for (const auto& [reason, block] : second)
        {
            const auto [begin, end] = block;
            Check(reason, [begin, end](uint32_t ack) { return Lie(ack, begin, end); });
        }
    }

    /// @return blocks [ack + 1000, ack + 5000) and [ack + begin, ack + end)
    static Octets Lie(uint32_t ack, int64_t begin, int64_t end)
    {
        // Form 1, 32 bits, two's complement.
        Octets option{253, 19, 0x80 | 32};
        const auto add = [&option](uint32_t value) {
            for (int shift = 24; shift >= 0; shift -= 8)
            {
                option.push_back(static_cast<uint8_t>(value >> shift));
            }
        };
        add(ack + 5000);
        add(4000);
        add(static_cast<uint32_t>(5000 - end));
        add(static_cast<uint32_t>(5000 - begin));
        return option;
    }

    void Check(const std::string& reason, const Forge& forge)
    {
        for (const auto* sender : {"NewReno", "Sack", "Fack"})
        {
            // As if there were no option.
            const auto bare = Run(sender, [](uint32_t) { return Octets(); });
            const auto forged = Run(sender, forge);
            const auto name = reason + ", " + sender;
            NS_TEST_EXPECT_MSG_EQ(bare.refusals.all, 0, name << ": no options");
            NS_TEST_EXPECT_MSG_GT(forged.forged, 3, name << ": options");
            NS_TEST_EXPECT_MSG_EQ(forged.refusals.all, forged.forged, name << ": traces");
            NS_TEST_EXPECT_MSG_EQ(forged.counted, forged.forged, name << ": count");
            NS_TEST_EXPECT_MSG_EQ(forged.refusals.counts.count(reason), 1, name);
            NS_TEST_EXPECT_MSG_EQ(forged.refusals.counts.size(), 1, name << ": other reasons");
            NS_TEST_EXPECT_MSG_EQ(forged.timeouts, bare.timeouts, name << ": timeouts");
            NS_TEST_EXPECT_MSG_EQ(forged.recoveries, bare.recoveries, name << ": recoveries");
            NS_TEST_EXPECT_MSG_EQ(forged.segments, bare.segments, name << ": segments");
        }
    }

    struct Outcome
    {
        uint32_t forged{0};
        uint32_t timeouts{0};
        uint32_t recoveries{0};
        std::size_t segments{0};
        uint64_t counted{0};
        RefusalCounter refusals;
    };

    /// One segment is lost; the options that report it are forged, if they are.
    Outcome Run(const std::string& sender, const Forge& forge)
    {
        auto options = MakeOptions(Kind::COMPRESSED, Kind::COMPRESSED, sender);
        Outcome outcome;
        RepairCounter repairs;
        options.rule = [&outcome, &forge](const Segment& segment) {
            if (segment.size > 0 && segment.offset == 40000 && !segment.again)
            {
                return LOSS;
            }
            Fate fate;
            if (!segment.fromA && !IsSyn(segment) && HasExperimental(segment.header))
            {
                ++outcome.forged;
                fate.edit = [&forge](TcpHeader& header) {
                    header = Replace(header, forge(header.GetAckNumber().GetValue()));
                };
            }
            return fate;
        };
        World world(options);
        outcome.refusals.Attach(world.a.GetOurs());
        repairs.Attach(world.a.GetOurs());
        world.Run();
        ExpectTransfer(world, options, sender);
        outcome.counted = world.a.GetOurs()->GetConnection().GetReceiver().GetRefusedOptions();
        outcome.timeouts = repairs.timeouts;
        outcome.recoveries = repairs.recoveries;
        outcome.segments = world.FromA().octets.data.size();
        return outcome;
    }
};

/// A man in the middle who changes options at random.
class MutationTestCase : public ConnectionTestCase
{
  public:
    explicit MutationTestCase(const std::string& sender)
        : ConnectionTestCase("Options changed at random on the way: " + sender),
          m_sender(sender)
    {
    }

  private:
    void DoRun() override
    {
        uint32_t mutated = 0;
        RefusalCounter refusals;
        for (uint32_t seed = 1; mutated < 4000 && seed < 400; ++seed)
        {
            mutated += Run(seed, refusals);
        }
        NS_TEST_EXPECT_MSG_GT(mutated, 3999, "options");
        NS_TEST_EXPECT_MSG_GT(refusals.all, mutated / 4, "refused");
        NS_TEST_EXPECT_MSG_LT(refusals.all, mutated + 1, "refused");
        NS_TEST_EXPECT_MSG_GT(refusals.counts.size(), 5, "reasons");
    }

    uint32_t Run(uint32_t seed, RefusalCounter& refusals)
    {
        auto options = MakeOptions(Kind::COMPRESSED, Kind::COMPRESSED, m_sender);
        options.limit = Seconds(6000);
        options.a.application.octets = 300000;
        uint32_t mutated = 0;
        auto random = std::make_shared<std::mt19937>(seed);
        options.rule = [&mutated, random](const Segment& segment) {
            Fate fate;
            if (IsSyn(segment) || (segment.size > 0 && (*random)() % 100 < 3))
            {
                return IsSyn(segment) ? fate : LOSS;
            }
            if (!segment.fromA && HasExperimental(segment.header))
            {
                ++mutated;
                fate.edit = [random](TcpHeader& header) { Mutate(header, *random); };
            }
            return fate;
        };
        World world(options);
        const auto before = refusals.all;
        refusals.Attach(world.a.GetOurs());
        world.Run();
        const auto name = "seed " + std::to_string(seed);
        ExpectTransfer(world, options, name);
        NS_TEST_EXPECT_MSG_EQ(world.a.GetOurs()->GetConnection().GetReceiver().GetRefusedOptions(),
                              refusals.all - before,
                              name << ": count and trace");
        return mutated;
    }

    /// Change one to four octets behind the length. (On a length of 0, ns-3 itself loops.)
    static void Mutate(TcpHeader& header, std::mt19937& random)
    {
        auto octets = Serialize(header);
        const auto begin = FindExperimental(octets);
        const auto changes = 1 + random() % 4;
        for (uint32_t i = 0; i < changes; ++i)
        {
            octets[begin + 2 + random() % (octets[begin + 1] - 2)] = static_cast<uint8_t>(random());
        }
        header = Deserialize(octets);
    }

    std::string m_sender;
};

class SackExchangeTestSuite : public TestSuite
{
  public:
    SackExchangeTestSuite()
        : TestSuite("sack-exchange", Type::UNIT)
    {
        for (const auto& a : KINDS)
        {
            for (const auto& b : KINDS)
            {
                if (a.first != Kind::STOCK || b.first != Kind::STOCK)
                {
                    AddTestCase(new PairingTestCase(a, b));
                }
                if (a.first != Kind::STOCK && b.first != Kind::STOCK)
                {
                    AddTestCase(new ListenerTestCase(a, b));
                }
            }
        }
        AddTestCase(new ExchangeTestCase);
        AddTestCase(new RemovedPermissionTestCase);
        AddTestCase(new CaptureTestCase);
        AddTestCase(new DuplicateTestCase);
        AddTestCase(new RefusalTestCase);
        for (const auto* sender : {"NewReno", "Sack", "Fack"})
        {
            AddTestCase(new TransferTestCase(sender));
            AddTestCase(new MutationTestCase(sender));
        }
    }
};

SackExchangeTestSuite g_sackExchangeTestSuite;

} // namespace
