/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_IMPAIRED_CONNECTION_H
#define TCP_IMPAIRED_CONNECTION_H

#include "loss-recovery-settings.h"
#include "stream-pattern.h"
#include "traced-variables.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/header.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/queue.h"
#include "ns3/sequence-position.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/**
 * A connection whose applications know every octet, over a link that loses, delays, repeats, marks
 * and rewrites segments as told.
 *
 * A World has two ends: A opens the connection, B listens. Each has ns-3's socket or ours, writes
 * a stream of octets that depend on their position, reads the other end's and looks at each octet.
 * The link keeps a Ledger of each direction by what it saw itself, and notes breaches: an ACK or a
 * SACK block of octets that have not arrived, data beyond the window that was offered, and octets
 * that are not those of their position.
 */
namespace impaired
{

using namespace ns3;

constexpr uint16_t PORT = 5001;
constexpr uint32_t MSS = 1000;

/// When the connection is opened.
const Time START = MilliSeconds(100);

// ------------------------------------------------------------------------------------- data

/// The first octets of a block that says where it is.
class BlockHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 16;

    explicit BlockHeader(std::vector<uint8_t> pattern = std::vector<uint8_t>(SIZE))
        : m_pattern(std::move(pattern))
    {
    }

    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::TcpLossyBlockHeader").SetParent<Header>().AddConstructor<BlockHeader>();
        return tid;
    }

    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    void Print(std::ostream& os) const override
    {
        os << "block";
    }

    uint32_t GetSerializedSize() const override
    {
        return SIZE;
    }

    void Serialize(Buffer::Iterator start) const override
    {
        start.Write(m_pattern.data(), SIZE);
    }

    uint32_t Deserialize(Buffer::Iterator start) override
    {
        start.Read(m_pattern.data(), SIZE);
        return SIZE;
    }

  private:
    std::vector<uint8_t> m_pattern;
};

/**
 * Octets to send.
 * @param stream which one
 * @param position of the first octet
 * @param size number of octets
 * @param sparse only the first octets depend on the position: the others need neither time nor
 * memory
 */
inline Ptr<Packet>
MakePayload(uint8_t stream, uint64_t position, uint32_t size, bool sparse)
{
    if (!sparse)
    {
        const auto pattern = MakePattern(stream, position, size);
        return Create<Packet>(pattern.data(), size);
    }
    const auto packet = Create<Packet>(size - BlockHeader::SIZE);
    packet->AddHeader(BlockHeader(MakePattern(stream, position, BlockHeader::SIZE)));
    return packet;
}

/// Whether octets that arrived are those that were sent. A sparse packet has to be a whole block.
inline bool
IsPayload(Ptr<const Packet> packet, uint8_t stream, uint64_t position, uint32_t block)
{
    const uint32_t size = block > 0 ? BlockHeader::SIZE : packet->GetSize();
    std::vector<uint8_t> octets(size);
    packet->CopyData(octets.data(), size);
    return octets == MakePattern(stream, position, size) &&
           (block == 0 || (packet->GetSize() == block && position % block == 0));
}

/// Octets of a stream, in order of position and merged: [begin, end) by begin.
class OctetSet
{
  public:
    void Insert(uint64_t begin, uint64_t end)
    {
        auto next = m_ranges.upper_bound(begin);
        if (next != m_ranges.begin() && std::prev(next)->second >= begin)
        {
            --next;
            begin = next->first;
        }
        while (next != m_ranges.end() && next->first <= end)
        {
            end = std::max(end, next->second);
            next = m_ranges.erase(next);
        }
        m_ranges[begin] = end;
    }

    bool Contains(uint64_t begin, uint64_t end) const
    {
        const auto next = m_ranges.upper_bound(begin);
        return begin < end && next != m_ranges.begin() && end <= std::prev(next)->second;
    }

    /// The first octet from 0 on that is missing.
    uint64_t GetNext() const
    {
        return (m_ranges.empty() || m_ranges.begin()->first > 0) ? 0 : m_ranges.begin()->second;
    }

    /// [begin, end) by begin.
    const std::map<uint64_t, uint64_t>& GetRanges() const
    {
        return m_ranges;
    }

  private:
    std::map<uint64_t, uint64_t> m_ranges;
};

/// What a connection may be made of: recovery laws of ns-3's and ours, and of our socket the
/// senders and encodings.
inline constexpr std::array RECOVERIES{"TcpClassicRecovery",
                                       "TcpPrrRecovery",
                                       "TcpProportionalRateRecovery",
                                       "TcpRampdownRecovery",
                                       "TcpDynamicRecovery"};
inline constexpr std::array SENDERS{"Reno", "NewReno", "Sack", "Fack", "Rfc6675", "Rack"};
inline constexpr std::array ENCODINGS{"Rfc2018", "Compressed"};

// ------------------------------------------------------------------------------------- link

/// A TCP segment on its way, as the link sees it.
struct Segment
{
    bool fromA{true};      //!< direction
    uint32_t index{0};     //!< segments of this direction before it
    TcpHeader header;      //!< its header
    uint64_t offset{0};    //!< position of its first octet in the stream, 0 is the first one
    uint32_t size{0};      //!< octets of payload
    Ptr<Packet> payload;   //!< the octets
    bool again{false};     //!< some of its octets passed before
    bool damaged{false};   //!< it arrives with an octet that is wrong
    uint64_t ack{0};       //!< position in the other stream that it acknowledges
    uint32_t dataIndex{0}; //!< segments with data of this direction before it
};

/// What happens to a segment.
struct Fate
{
    uint32_t copies{1};                   //!< 0 is a loss
    Time extra;                           //!< more delay than others have
    Time spread{MicroSeconds(10)};        //!< between copies
    bool mark{false};                     //!< ECN: congestion experienced, if the packet allows
    std::optional<uint32_t> flip;         //!< a bit of the segment that arrives wrong
    std::function<void(TcpHeader&)> edit; //!< what a lying peer would have sent
};

/// Decides on the fate of each segment. A copy remembers what it saw apart from the original.
using Rule = std::function<Fate(const Segment&)>;

/// Hears that segments were read: of the last one, and whether it was the only one of its moment.
using Listener = std::function<void(const Segment&, bool isOnly)>;

/// A segment is lost.
const Fate LOSS{0, Time(), Time(), false, std::nullopt, nullptr};

/// The octets that one end sent.
struct OctetLedger
{
    /// A segment with data.
    struct Sent
    {
        Time time;       //!< when it left
        uint64_t offset; //!< of its first octet
        uint32_t size;   //!< octets
        bool again;      //!< whether some of it passed before
    };

    std::optional<SequenceNumber32> first; //!< sequence number of the first octet of data
    std::vector<Sent> data;                //!< all with data, lost ones, too
    uint64_t end{0};                       //!< one past the last octet that passed
    OctetSet arrived;                      //!< octets that reached the other end
    std::optional<uint8_t> stream;         //!< which octets the data are, if it is known
};

/// Cumulative ACKs and windows, as one end sent and received them.
struct WindowLedger
{
    uint64_t edge{0};                   //!< first octet that the other end has not allowed
    uint64_t offered{0};                //!< first octet of the other end not allowed by this one
    uint64_t acknowledged{0};           //!< highest cumulative ACK that reached this end
    uint64_t acknowledges{0};           //!< highest ACK that this end sent
    std::map<uint64_t, Time> duplicate; //!< when an ACK reached this end for the second time
    std::optional<uint8_t> shift;       //!< window scale that this end announced
};

/// How many segments of each kind one end sent.
struct SegmentCounts
{
    uint32_t segments{0};              //!< all
    uint32_t pureAcks{0};              //!< ACKs without data, SYN or FIN
    std::map<uint64_t, uint32_t> acks; //!< the same, by what they acknowledge
    uint32_t again{0};                 //!< with data that passed before
    uint32_t small{0};                 //!< smaller than another one, with data under way
    uint32_t syns{0};                  //!< with SYN
    uint32_t maxBlocks{0};             //!< most SACK blocks in one segment
};

/// How many segments one end sent with a mark of ECN.
struct EcnCounts
{
    uint32_t marked{0};         //!< marks that the packets allowed
    uint32_t echoes{0};         //!< with ECE, without SYN
    uint32_t echoesWithData{0}; //!< with ECE and data
    uint32_t reductions{0};     //!< with CWR, without SYN
};

/// How one end closed.
struct EndLedger
{
    Time last;                      //!< when the last segment left
    std::optional<uint64_t> fin;    //!< position of the FIN
    uint32_t fins{0};               //!< segments with FIN
    uint32_t finsWithData{0};       //!< with FIN and data
    std::optional<Time> firstFin;   //!< when the first FIN left
    uint32_t resets{0};             //!< segments with RST
    std::optional<Time> firstReset; //!< when the first RST left
};

/// What a direction of the link has seen, independent of what the sockets believe.
struct Ledger
{
    OctetLedger octets;
    WindowLedger window;
    SegmentCounts counts;
    EcnCounts ecn;
    EndLedger closing;
    bool checked{true}; //!< whether breaches of this end are noted
};

/// A link of two ends that drops, delays, repeats, marks and rewrites as told.
class ImpairedLink : public SimpleChannel
{
  public:
    ImpairedLink(Time delay, Rule rule)
        : m_delay(delay),
          m_rule(std::move(rule))
    {
    }

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override
    {
        const bool fromA = (sender == GetDevice(0));
        const auto receiver = DynamicCast<SimpleNetDevice>(GetDevice(fromA ? 1 : 0));
        const auto copy = packet->Copy();
        auto segment = (protocol == protocolnumbers::ETHER_IPV4) ? Parse<Ipv4Header>(copy)
                                                                 : Parse<Ipv6Header>(copy);
        Fate fate;
        if (segment)
        {
            segment->fromA = fromA;
            Enter(*segment);
            if (m_rule)
            {
                fate = m_rule(*segment);
            }
            const bool marked = (protocol == protocolnumbers::ETHER_IPV4)
                                    ? Treat<Ipv4Header>(copy, fate)
                                    : Treat<Ipv6Header>(copy, fate);
            GetLedger(fromA).ecn.marked += (marked && fate.copies > 0) ? 1 : 0;
            if (fate.edit)
            {
                fate.edit(segment->header);
            }
            if (fate.flip)
            {
                (protocol == protocolnumbers::ETHER_IPV4) ? Damage<Ipv4Header>(copy, *fate.flip)
                                                          : Damage<Ipv6Header>(copy, *fate.flip);
                segment->damaged = true;
            }
        }
        for (uint32_t i = 0; i < fate.copies; ++i)
        {
            Simulator::ScheduleWithContext(receiver->GetNode()->GetId(),
                                           m_delay + fate.extra + i * fate.spread,
                                           &ImpairedLink::Deliver,
                                           this,
                                           receiver,
                                           segment,
                                           copy->Copy(),
                                           std::make_pair(to, from),
                                           protocol);
        }
    }

    Ledger& GetLedger(bool fromA)
    {
        return m_ledgers[fromA ? 0 : 1];
    }

    const std::vector<std::string>& GetBreaches() const
    {
        return m_breaches;
    }

    void SetListener(Listener listener)
    {
        m_listener = std::move(listener);
    }

  private:
    static uint8_t NextProtocol(const Ipv4Header& ip)
    {
        return ip.GetProtocol();
    }

    static uint8_t NextProtocol(const Ipv6Header& ip)
    {
        return ip.GetNextHeader();
    }

    template <class IpHeader>
    static std::optional<Segment> Parse(Ptr<const Packet> packet)
    {
        IpHeader ip;
        const auto inner = packet->Copy();
        inner->RemoveHeader(ip);
        if (NextProtocol(ip) != protocolnumbers::TCP)
        {
            return std::nullopt;
        }
        Segment segment;
        inner->RemoveHeader(segment.header);
        segment.size = inner->GetSize();
        segment.payload = inner;
        return segment;
    }

    template <class IpHeader>
    static bool Treat(Ptr<Packet> packet, const Fate& fate)
    {
        if (!fate.mark && !fate.edit)
        {
            return false;
        }
        IpHeader ip;
        packet->RemoveHeader(ip);
        const bool mark = fate.mark && ip.GetEcn() != IpHeader::ECN_NotECT;
        if (mark)
        {
            ip.SetEcn(IpHeader::ECN_CE);
        }
        if (fate.edit)
        {
            TcpHeader header;
            packet->RemoveHeader(header);
            fate.edit(header);
            packet->AddHeader(header);
            SetSize(ip, packet->GetSize());
        }
        SetChecksum(ip);
        packet->AddHeader(ip);
        return mark;
    }

    /**
     * Make one bit wrong. Not in the length of the header nor in the options: ns-3 reads these
     * before it looks at the checksum, and an option of length 0 is more than it can take.
     */
    template <class IpHeader>
    static void Damage(Ptr<Packet> packet, uint32_t bit)
    {
        constexpr uint32_t HEADER_LENGTH = 12;
        IpHeader ip;
        TcpHeader header;
        packet->RemoveHeader(ip);
        packet->PeekHeader(header);
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), octets.size());
        const uint32_t optionsEnd = header.GetSerializedSize();
        uint32_t octet = bit / 8 % (octets.size() - optionsEnd + HEADER_LENGTH);
        octet += octet < HEADER_LENGTH ? 0 : optionsEnd - HEADER_LENGTH;
        octets[octet] ^= 1 << (bit % 8);
        packet->RemoveAtStart(packet->GetSize());
        packet->AddAtEnd(Create<Packet>(octets.data(), octets.size()));
        SetChecksum(ip);
        packet->AddHeader(ip);
    }

    static void SetChecksum(Ipv4Header& ip)
    {
        if (Node::ChecksumEnabled())
        {
            ip.EnableChecksum();
        }
    }

    static void SetChecksum(Ipv6Header&)
    {
    }

    static void SetSize(Ipv4Header& ip, uint32_t size)
    {
        ip.SetPayloadSize(static_cast<uint16_t>(size));
    }

    static void SetSize(Ipv6Header& ip, uint32_t size)
    {
        ip.SetPayloadLength(static_cast<uint16_t>(size));
    }

    /// Position near a known one.
    static uint64_t Unwrap(uint64_t known, SequenceNumber32 first, SequenceNumber32 seq)
    {
        const uint32_t low = seq.GetValue() - first.GetValue() - static_cast<uint32_t>(known);
        return known + static_cast<int64_t>(static_cast<int32_t>(low));
    }

    /// A segment enters the link.
    void Enter(Segment& segment)
    {
        auto& own = GetLedger(segment.fromA);
        auto& other = GetLedger(!segment.fromA);
        const auto& header = segment.header;
        const auto flags = header.GetFlags();
        segment.index = own.counts.segments++;
        own.closing.last = Simulator::Now();
        segment.dataIndex = own.octets.data.size();
        if (flags & TcpHeader::SYN)
        {
            ++own.counts.syns;
            // An old duplicate of a SYN begins another connection where this one has ended.
            own.checked = own.checked && own.closing.fins == 0;
            own.octets.first = header.GetSequenceNumber() + 1;
            if (const auto scale = header.GetOption(TcpOption::WINSCALE))
            {
                own.window.shift = DynamicCast<const TcpOptionWinScale>(scale)->GetScale();
            }
            return;
        }
        if (flags & TcpHeader::FIN)
        {
            ++own.closing.fins;
            own.closing.finsWithData += (segment.size > 0) ? 1 : 0;
            own.closing.firstFin = own.closing.firstFin.value_or(Simulator::Now());
        }
        if (flags & TcpHeader::RST)
        {
            ++own.closing.resets;
            own.closing.firstReset = own.closing.firstReset.value_or(Simulator::Now());
        }
        own.ecn.echoes += (flags & TcpHeader::ECE) ? 1 : 0;
        own.ecn.echoesWithData += ((flags & TcpHeader::ECE) && segment.size > 0) ? 1 : 0;
        own.ecn.reductions += (flags & TcpHeader::CWR) ? 1 : 0;
        if (!own.octets.first || !other.octets.first || (flags & TcpHeader::RST))
        {
            return;
        }
        segment.offset = Unwrap(own.octets.end, *own.octets.first, header.GetSequenceNumber());
        segment.ack = Unwrap(other.octets.end, *other.octets.first, header.GetAckNumber());
        CheckAck(segment, own.checked);
        CheckOffer(segment);
        if (own.checked && segment.ack < own.window.acknowledges)
        {
            Breach(segment, "took an ACK back");
        }
        own.window.acknowledges = std::max(own.window.acknowledges, segment.ack);
        if (flags & TcpHeader::FIN)
        {
            // A second one elsewhere, as ns-3's socket sends after FIN_WAIT_2, ends nothing.
            own.closing.fin = own.closing.fin.value_or(segment.offset + segment.size);
        }
        if (segment.size == 0)
        {
            const bool pure = !(flags & TcpHeader::FIN);
            own.counts.pureAcks += pure ? 1 : 0;
            own.counts.acks[segment.ack] += pure ? 1 : 0;
            return;
        }
        const auto end = segment.offset + segment.size;
        segment.again = segment.offset < own.octets.end;
        own.counts.again += segment.again ? 1 : 0;
        own.counts.small +=
            (segment.size < MSS && own.window.acknowledged < segment.offset) ? 1 : 0;
        own.octets.data.push_back({Simulator::Now(), segment.offset, segment.size, segment.again});
        own.octets.end = std::max(own.octets.end, end);
        // One octet may always be sent: it is a window probe.
        if (own.checked && segment.size > 1 && end > own.window.edge)
        {
            Breach(segment, "sent beyond the window");
        }
        if (own.octets.stream && !IsPayload(segment.payload, *own.octets.stream, segment.offset, 0))
        {
            Breach(segment, "sent wrong octets");
        }
    }

    /// A receiver must not claim what has not arrived.
    void CheckAck(const Segment& segment, bool checked)
    {
        auto& own = GetLedger(segment.fromA);
        const auto& data = GetLedger(!segment.fromA);
        // The FIN takes one sequence number.
        if (checked &&
            segment.ack > data.octets.arrived.GetNext() + (data.closing.fins > 0 ? 1 : 0))
        {
            Breach(segment, "acknowledged what has not arrived");
        }
        const auto option =
            DynamicCast<const TcpOptionSack>(segment.header.GetOption(TcpOption::SACK));
        if (!option)
        {
            return;
        }
        own.counts.maxBlocks = std::max<uint32_t>(own.counts.maxBlocks, option->GetNumSackBlocks());
        const auto list = option->GetSackList();
        const auto second = list.size() > 1 ? std::next(list.begin()) : list.end();
        for (auto block = list.begin(); block != list.end(); ++block)
        {
            const auto begin = Unwrap(data.octets.end, *data.octets.first, block->first);
            const auto end = Unwrap(data.octets.end, *data.octets.first, block->second);
            // RFC 2883, section 4: the first block may report what came twice.
            const bool isDuplicate =
                block == list.begin() &&
                (end <= segment.ack || (second != list.end() && second->first <= block->first &&
                                        block->second <= second->second));
            // The FIN takes one sequence number.
            const auto dataEnd = std::min(end, data.closing.fin.value_or(end));
            const bool arrived = begin == dataEnd || data.octets.arrived.Contains(begin, dataEnd);
            if (checked && (!arrived || (begin <= segment.ack && !isDuplicate)))
            {
                Breach(segment, "SACK block of what has not arrived");
            }
        }
    }

    /// A window must not be taken back (RFC 9293, section 3.8.6), but for its scale.
    void CheckOffer(const Segment& segment)
    {
        auto& own = GetLedger(segment.fromA);
        const auto shift = GetShift(segment);
        const uint64_t edge = segment.ack + (uint64_t{segment.header.GetWindowSize()} << shift);
        if (own.checked && edge + (uint64_t{1} << shift) <= own.window.offered)
        {
            Breach(segment, "shrank the window");
        }
        own.window.offered = std::max(own.window.offered, edge);
    }

    /// Without an option from both ends, there is no scale.
    uint8_t GetShift(const Segment& segment)
    {
        const bool isSyn = segment.header.GetFlags() & TcpHeader::SYN;
        const bool isScaled = !isSyn && GetLedger(!segment.fromA).window.shift;
        return isScaled ? GetLedger(segment.fromA).window.shift.value_or(0) : 0;
    }

    void Breach(const Segment& segment, const std::string& what)
    {
        std::ostringstream text;
        text << (segment.fromA ? "A " : "B ") << what << " at " << Simulator::Now().As(Time::S)
             << ": octets " << segment.offset << " to " << segment.offset + segment.size << ", ACK "
             << segment.ack;
        m_breaches.push_back(text.str());
    }

    /// A packet leaves the link.
    void Deliver(Ptr<SimpleNetDevice> receiver,
                 std::optional<Segment> segment,
                 Ptr<Packet> packet,
                 std::pair<Mac48Address, Mac48Address> addresses,
                 uint16_t protocol)
    {
        if (segment && !segment->damaged)
        {
            auto& own = GetLedger(segment->fromA);
            auto& other = GetLedger(!segment->fromA);
            const auto& header = segment->header;
            if (segment->size > 0)
            {
                own.octets.arrived.Insert(segment->offset, segment->offset + segment->size);
            }
            const auto window = uint64_t{header.GetWindowSize()} << GetShift(*segment);
            other.window.edge = std::max(other.window.edge, segment->ack + window);
            if (segment->size == 0 && segment->ack > 0 && segment->ack == other.window.acknowledged)
            {
                other.window.duplicate.emplace(segment->ack, Simulator::Now());
            }
            other.window.acknowledged = std::max(other.window.acknowledged, segment->ack);
        }
        receiver->Receive(packet, protocol, addresses.first, addresses.second);
        if (segment && m_listener)
        {
            // ns-3's end points hand segments on by an event.
            ++m_delivered;
            Simulator::ScheduleNow(&ImpairedLink::Tell, this, *segment);
        }
    }

    void Tell(const Segment& segment)
    {
        // Of several segments of one moment the sockets have not read the last one before.
        if (++m_told == m_delivered)
        {
            m_listener(segment, m_delivered == 1);
            m_delivered = 0;
            m_told = 0;
        }
    }

    Time m_delay;
    Rule m_rule;
    Listener m_listener;
    uint32_t m_delivered{0}; //!< of this moment
    uint32_t m_told{0};      //!< of these
    std::array<Ledger, 2> m_ledgers;
    std::vector<std::string> m_breaches;
};

/// Loses, delays and repeats segments at random, the same ones in each run on every platform.
class Weather
{
  public:
    /**
     * @param seed chooses the segments
     * @param loss how many are lost, per mill
     * @param late how many come up to 20 ms later, per mill
     * @param twice how many come twice, per mill
     */
    Weather(uint32_t seed, uint32_t loss, uint32_t late, uint32_t twice)
        : m_random(seed),
          m_loss(loss),
          m_late(loss + late),
          m_twice(loss + late + twice)
    {
    }

    Fate operator()(const Segment&)
    {
        // The numbers of this generator are those of the C++ standard.
        const uint32_t chance = m_random() % 1000;
        Fate fate;
        if (chance < m_loss)
        {
            fate.copies = 0;
        }
        else if (chance < m_late)
        {
            fate.extra = MicroSeconds(m_random() % 20000);
        }
        else if (chance < m_twice)
        {
            fate.copies = 2;
        }
        return fate;
    }

  private:
    std::mt19937 m_random;
    uint32_t m_loss;
    uint32_t m_late;
    uint32_t m_twice;
};

// ------------------------------------------------------------------------------------- ends

/// When an end closes.
enum class Closing
{
    NEVER,
    WHEN_WRITTEN, //!< Close() after the last write
    HALF,         //!< ShutdownSend() after the last write
    AFTER_PEER,   //!< Close() when the other end has closed and everything is written and read
    AT_TIME,      //!< Close() at a time, whatever is not written or not read by then
};

/// What the application of an end does.
struct ApplicationOptions
{
    uint64_t octets{0};                   //!< to send
    uint32_t write{0};                    //!< octets at once, 0 for what fits
    Time writeEvery;                      //!< between writes; 0 is at once
    Time readFrom;                        //!< nothing is read before
    uint32_t read{0};                     //!< octets at once, 0 for all
    Time readEvery;                       //!< between reads; 0 is at once
    bool sparse{false};                   //!< blocks of `write` or `read` octets
    bool early{false};                    //!< writes before the handshake is over
    Closing closing{Closing::AFTER_PEER}; //!< when it closes
    Time closeAt;                         //!< after it was connected, for AT_TIME
    Time opened{START};                   //!< when the connection is opened
};

/// What an end is made of and what its application does.
struct EndOptions
{
    bool stock{false};                                //!< ns-3's socket in place of ours
    std::optional<TypeId> type;                       //!< another class of socket
    std::string control{"ns3::TcpNewReno"};           //!< congestion control
    std::string recovery{"ns3::TcpClassicRecovery"};  //!< recovery law
    std::map<std::string, std::string> attributes;    //!< of the socket
    std::function<void(Ptr<TcpSocketBase>)> attached; //!< is shown the socket, before it has data
    bool shutListener{false};                         //!< as PacketSink shuts its listening socket
    ApplicationOptions application;
};

/// A connection, its ends and the link between them.
struct Options
{
    bool ipv6{false};
    DataRate rate{"10Mbps"};
    Time delay{MilliSeconds(20)};
    QueueSize queue{"2000p"}; //!< of each device
    Rule rule;
    EndOptions a; //!< opens the connection
    EndOptions b;
    Time limit{Seconds(60)}; //!< in which all has to be done

    Options()
    {
        a.application.octets = 200000;
        a.application.closing = Closing::WHEN_WRITTEN;
        // What the tests rely on; releases may change their defaults.
        a.attributes = {{"SegmentSize", std::to_string(MSS)},
                        {"SndBufSize", "1000000"},
                        {"RcvBufSize", "1000000"},
                        {"InitialCwnd", "10"},
                        {"InitialSlowStartThreshold", "64000"},
                        {"ConnTimeout", "1s"},
                        {"ConnCount", "6"},
                        {"DataRetries", "15"},
                        {"DelAckTimeout", "40ms"},
                        {"DelAckCount", "2"},
                        {"TcpNoDelay", "true"},
                        {"PersistTimeout", "500ms"},
                        {"MinRto", "200ms"},
                        {"ClockGranularity", "1ms"},
                        {"Sack", "true"},
                        {"Timestamp", "true"},
                        {"WindowScaling", "true"},
                        {"LimitedTransmit", "true"},
                        {"ReTxThreshold", "3"},
                        {"UseEcn", "Off"}};
        b.attributes = a.attributes;
    }

    /// Set an attribute of both ends.
    void Set(const std::string& name, const std::string& value)
    {
        a.attributes[name] = value;
        b.attributes[name] = value;
    }
};

/// The application of one end.
class End
{
  public:
    /**
     * @param own which stream it sends
     * @param other which stream it receives
     * @param options what it does
     */
    End(uint8_t own, uint8_t other, const EndOptions& options)
        : m_stream(own),
          m_otherStream(other),
          m_options(options.application),
          m_attached(options.attached)
    {
    }

    /// Use a connected or connecting socket.
    void Attach(Ptr<Socket> socket)
    {
        m_socket = DynamicCast<TcpSocketBase>(socket);
        m_socket->SetRecvCallback(MakeCallback(&End::Readable, this));
        m_socket->SetSendCallback(MakeCallback(&End::Writable, this));
        m_socket->SetCloseCallbacks(MakeCallback(&End::Closed, this), CountErrors());
        m_socket->TraceConnectWithoutContext("SlowStartThreshold",
                                             MakeCallback(&End::Reduced, this));
        m_socket->TraceConnectWithoutContext("State", traced::Keep(state));
        m_socket->TraceConnectWithoutContext("CongestionWindow",
                                             MakeCallback(&End::WindowChanged, this));
        if (m_attached)
        {
            m_attached(m_socket);
        }
    }

    void Connected(Ptr<Socket>)
    {
        connected = true;
        Write();
        if (m_options.readFrom.IsStrictlyPositive())
        {
            Simulator::Schedule(m_options.readFrom, &End::Read, this);
        }
        if (m_options.closing == Closing::AT_TIME)
        {
            Simulator::Schedule(m_options.closeAt, &End::CloseNow, this);
        }
    }

    /// The handshake has begun.
    void Opening()
    {
        if (m_options.early)
        {
            Write();
        }
    }

    /// @return what counts an error
    Callback<void, Ptr<Socket>> CountErrors()
    {
        return traced::Count<Ptr<Socket>>(errors);
    }

    /// Our socket, or null.
    Ptr<TcpScoreboardSocket> GetOurs() const
    {
        return DynamicCast<TcpScoreboardSocket>(m_socket);
    }

    Ptr<TcpSocketBase> GetSocket() const
    {
        return m_socket;
    }

    bool connected{false};            //!< the handshake is over
    uint64_t written{0};              //!< octets handed to the socket
    uint64_t read{0};                 //!< octets handed to the application
    bool wrong{false};                //!< an octet was not the one of this position
    Time lastRead;                    //!< when the last octet was read
    uint32_t closes{0};               //!< normal ends told to the application
    uint32_t errors{0};               //!< errors told to the application
    std::vector<uint32_t> reductions; //!< smaller values of ssthresh
    uint32_t shrinks{0};              //!< times that the congestion window became smaller
    TcpSocket::TcpStates_t state{TcpSocket::CLOSED}; //!< of the connection

  private:
    void Writable(Ptr<Socket>, uint32_t)
    {
        const bool opened = connected || m_options.early;
        if (opened && (m_options.writeEvery.IsZero() || m_needsRoom))
        {
            Write();
        }
    }

    void Write()
    {
        m_needsRoom = false;
        while (written < m_options.octets && !m_closeCalled)
        {
            const uint64_t left = m_options.octets - written;
            const uint32_t most = m_options.write > 0 ? m_options.write : 1 << 16;
            const uint32_t room = m_socket->GetTxAvailable();
            const uint32_t size = std::min<uint64_t>({left, most, room});
            if (size == 0 || (m_options.write > 0 && size < std::min<uint64_t>(most, left)))
            {
                m_needsRoom = true;
                return;
            }
            const auto packet = MakePayload(m_stream, written, size, m_options.sparse);
            // Before Send(), which may call back.
            written += size;
            if (m_socket->Send(packet, 0) != static_cast<int>(size))
            {
                written -= size;
                return;
            }
            if (!m_options.writeEvery.IsZero())
            {
                Simulator::Schedule(m_options.writeEvery, &End::Write, this);
                return;
            }
        }
        CloseIfDue();
    }

    void Readable(Ptr<Socket>)
    {
        const bool later = Simulator::Now() < m_options.opened + m_options.readFrom;
        if (!later && m_reading.IsExpired())
        {
            Read();
        }
    }

    void Read()
    {
        const uint32_t most = m_options.read > 0 ? m_options.read : UINT32_MAX;
        while (m_socket->GetRxAvailable() > 0)
        {
            const auto packet = m_socket->Recv(most, 0);
            if (!packet || packet->GetSize() == 0)
            {
                break;
            }
            const uint32_t block = m_options.sparse ? m_options.read : 0;
            wrong = wrong || !IsPayload(packet, m_otherStream, read, block);
            read += packet->GetSize();
            lastRead = Simulator::Now();
            if (!m_options.readEvery.IsZero())
            {
                m_reading = Simulator::Schedule(m_options.readEvery, &End::Read, this);
                return;
            }
        }
        CloseIfDue();
    }

    void CloseIfDue()
    {
        if (m_closeCalled || written < m_options.octets)
        {
            return;
        }
        switch (m_options.closing)
        {
        case Closing::NEVER:
        case Closing::AT_TIME:
            return;
        case Closing::WHEN_WRITTEN:
            break;
        case Closing::HALF:
            m_closeCalled = true;
            m_socket->ShutdownSend();
            return;
        case Closing::AFTER_PEER:
            if (closes == 0 || m_socket->GetRxAvailable() > 0)
            {
                return;
            }
        }
        CloseNow();
    }

    void CloseNow()
    {
        m_closeCalled = true;
        m_socket->Close();
    }

    void Closed(Ptr<Socket>)
    {
        ++closes;
        CloseIfDue();
    }

    void WindowChanged(uint32_t before, uint32_t after)
    {
        shrinks += (after < before) ? 1 : 0;
    }

    void Reduced(uint32_t before, uint32_t after)
    {
        if (after < before)
        {
            reductions.push_back(after);
        }
    }

    uint8_t m_stream;
    uint8_t m_otherStream;
    ApplicationOptions m_options;
    std::function<void(Ptr<TcpSocketBase>)> m_attached;
    Ptr<TcpSocketBase> m_socket;
    EventId m_reading;
    bool m_closeCalled{false};
    bool m_needsRoom{false}; //!< waits for room instead of asking at each interval
};

// ------------------------------------------------------------------------------------ world

/// @return where whoever listens is bound
inline Address
GetAnyAddress(bool ipv6)
{
    return ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT));
}

/// Two nodes and a link.
struct Network
{
    explicit Network(const Options& options)
        : link(CreateObject<ImpairedLink>(options.delay, options.rule))
    {
        nodes.Create(2);
        InternetStackHelper().Install(nodes);
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < nodes.GetN(); ++i)
        {
            const auto device = CreateObject<SimpleNetDevice>();
            device->SetAttribute("PointToPointMode", BooleanValue(true));
            device->SetAttribute("DataRate", DataRateValue(options.rate));
            device->GetQueue()->SetMaxSize(options.queue);
            device->SetAddress(Mac48Address::Allocate());
            nodes.Get(i)->AddDevice(device);
            device->SetChannel(link);
            devices.Add(device);
        }
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        Ipv6AddressHelper().Assign(devices);
    }

    /// Where a node listens, the second one unless told otherwise.
    Address GetPeer(bool ipv6, uint32_t index = 1) const
    {
        const auto node = nodes.Get(index);
        if (ipv6)
        {
            const auto address = node->GetObject<Ipv6>()->GetAddress(1, 1).GetAddress();
            return Inet6SocketAddress(address, PORT);
        }
        const auto address = node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
        return InetSocketAddress(address, PORT);
    }

    NodeContainer nodes;
    Ptr<ImpairedLink> link;
};

/// @return a socket of a node, as the options of an end have it
inline Ptr<Socket>
MakeSocket(Ptr<Node> node, const EndOptions& options)
{
    ObjectFactory control;
    control.SetTypeId(options.control);
    ObjectFactory recovery;
    recovery.SetTypeId(options.recovery);
    if (options.stock)
    {
        const auto tcp = node->GetObject<TcpL4Protocol>();
        tcp->SetAttribute("SocketType", TypeIdValue(control.GetTypeId()));
        tcp->SetAttribute("RecoveryType", TypeIdValue(recovery.GetTypeId()));
    }
    else
    {
        TcpScoreboardSocketHelper helper;
        if (options.type)
        {
            helper.SetSocketType(*options.type);
        }
        helper.SetCongestionControl(control);
        helper.SetRecovery(recovery);
        helper.Install(NodeContainer(node));
    }
    const auto socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    for (const auto& [name, value] : FoldLossRecovery(options.attributes))
    {
        socket->SetAttribute(name, StringValue(value));
    }
    return socket;
}

/// A network and a connection.
class World
{
  public:
    explicit World(const Options& options)
        : a(STREAM_A, STREAM_B, options.a),
          b(STREAM_B, STREAM_A, options.b),
          m_options(options),
          m_network(options)
    {
        // What ns-3's socket does is no breach.
        FromA().checked = !options.a.stock;
        FromB().checked = !options.b.stock;
        if (!options.a.application.sparse)
        {
            FromA().octets.stream = STREAM_A;
            FromB().octets.stream = STREAM_B;
        }
        Connect();
    }

    ~World()
    {
        // While those that are told of it still exist.
        Simulator::Destroy();
    }

    World(const World&) = delete;
    World& operator=(const World&) = delete;

    /// Let time pass.
    void Run()
    {
        Simulator::Stop(START + m_options.limit);
        Simulator::Run();
    }

    Ledger& FromA() const
    {
        return m_network.link->GetLedger(true);
    }

    Ledger& FromB() const
    {
        return m_network.link->GetLedger(false);
    }

    /// Change the rate at which an end sends.
    void SetRate(bool fromA, DataRate rate)
    {
        const auto device = m_network.link->GetDevice(fromA ? 0 : 1);
        device->SetAttribute("DataRate", DataRateValue(rate));
    }

    /// Have each segment told after its receiver has read it.
    void SetListener(Listener listener)
    {
        m_network.link->SetListener(std::move(listener));
    }

    /// What an end did that it must not.
    const std::vector<std::string>& GetBreaches() const
    {
        return m_network.link->GetBreaches();
    }

    End a;
    End b;

  private:
    void Connect()
    {
        m_listener = MakeSocket(m_network.nodes.Get(1), m_options.b);
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&World::Accepted, this));
        const auto opener = MakeSocket(m_network.nodes.Get(0), m_options.a);
        a.Attach(opener);
        opener->SetConnectCallback(MakeCallback(&End::Connected, &a), a.CountErrors());
        m_listener->Bind(GetAnyAddress(m_options.ipv6));
        m_listener->Listen();
        if (m_options.b.shutListener)
        {
            m_listener->ShutdownSend();
        }
        Simulator::ScheduleWithContext(m_network.nodes.Get(0)->GetId(),
                                       START,
                                       &World::Open,
                                       this,
                                       opener,
                                       m_network.GetPeer(m_options.ipv6));
    }

    void Open(Ptr<Socket> opener, Address peer)
    {
        opener->Connect(peer);
        a.Opening();
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        b.Attach(socket);
        b.Connected(socket);
    }

    Options m_options;
    Network m_network;
    Ptr<Socket> m_listener;
};

} // namespace impaired

#endif /* TCP_IMPAIRED_CONNECTION_H */
