/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_TIMELINE_H
#define TCP_TIMELINE_H

#include "loss-recovery-settings.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/ppp-header.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <fstream>
#include <iomanip>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/**
 * Recovery as a time-sequence plot in a table, and as a test.
 *
 * A Timeline runs one connection: the socket under test sends segments 1, 2, 3, ... of MSS octets
 * to a peer. The link is so fast that all segments of a round trip arrive within a thousandth of
 * it, in order and each with an ACK of its own; so the time of every event is a whole number of
 * round trips, or a timeout after one. What happens to the n-th transmission of a segment, and to
 * the ACK it causes, is up to a Path.
 *
 * A TimelineTable is what should come out, in the rows of a text such as
 *
 *     time | event          | sent | cwnd  | awnd | notes
 *     0    | start          | 1-8  | 8     | 8    |
 *     1    | ack 1 sack 2   | -    | 8     | 8    |
 *     1    | ack 1 sack 2-3 | -    | 8     | 8    |
 *     1    | ack 1 sack 2-4 | r1   | 4     | 5    | enter 1/9
 *     ...
 *
 * The first row names the columns that are checked, in any order:
 *  - `time`: round trips since the first segment was sent;
 *  - `event`: `start`; `ack N`, an arriving ACK, N being the segment that the receiver expects
 *    next; `ack N sack A-B`, with the first SACK block, segments A to B; `ece` at the end if it
 *    echoes congestion; `write`, more data, if the application writes segments one by one;
 *    `timer`, the expiry of a timer, which is everything that nothing else causes;
 *  - `sent`: what is sent on that event, segments by number. `r3` sends segment 3 again, `-` is
 *    nothing;
 *  - `cwnd`, `ssthresh`, `awnd`, `retran` (`retran_data`), `wintrim`, `out` (what the sender takes
 *    to be outstanding, BytesInFlight): after the event, in segments, to the octet;
 *  - `cwnddr` (`cwnd_DR`), the same, and `phase`: of TcpDynamicRecovery, after the event;
 *  - `fack`: `snd.fack` after the event, as the segment that begins there;
 *  - `notes`: the socket's own traces in the order in which they fire: `enter U/R` and `leave U/R`
 *    a recovery, U being the segment at `snd.una` and R that at the recovery point; `lost N`, N
 *    segments that were retransmitted were judged lost; `found N`, by TcpDynamicRecovery the
 *    retransmission of segment N; `timeout U`; and `cwr N`, segment N bears
 *    the flag CWR.
 *
 * The table must tell the whole connection; `...` in its last row stands for any rest.
 */
namespace tcptimeline
{

using namespace ns3;

constexpr uint32_t MSS = 1000;

/// Propagation delay in each direction; the time of a segment on the link is 1 us.
constexpr int64_t ONE_WAY_MS = 50;
constexpr int64_t RTT_NS = 2 * ONE_WAY_MS * 1000000;

/// What happens to chosen segments and ACKs on their way.
class Path
{
  public:
    /// A transmission: a segment's number and the count of times it has been sent, both from 1.
    using Transmission = std::pair<uint64_t, uint32_t>;

    /// @param segments lost @param transmission which transmission of each @return this
    Path& Lose(const std::vector<uint64_t>& segments, uint32_t transmission = 1)
    {
        for (const auto segment : segments)
        {
            m_fates[{segment, transmission}].lost = true;
        }
        return *this;
    }

    /// @param segments arrive, but the ACKs they cause are lost @param transmission which
    /// @return this
    Path& LoseAcks(const std::vector<uint64_t>& segments, uint32_t transmission = 1)
    {
        for (const auto segment : segments)
        {
            m_fates[{segment, transmission}].ackLost = true;
        }
        return *this;
    }

    /// @param segment arrives late, by half a segment's time more than that of @param passed
    /// segments: those that were sent right behind it arrive before it @param transmission which
    /// @return this
    Path& Delay(uint64_t segment, uint32_t passed, uint32_t transmission = 1)
    {
        m_fates[{segment, transmission}].passed = passed;
        return *this;
    }

    /// @param segment arrives more than once @param copies how often more @param transmission which
    /// @return this
    Path& Duplicate(uint64_t segment, uint32_t copies, uint32_t transmission = 1)
    {
        m_fates[{segment, transmission}].copies = copies;
        return *this;
    }

    /// @param segments arrive with a mark of congestion @param transmission which @return this
    Path& Mark(const std::vector<uint64_t>& segments, uint32_t transmission = 1)
    {
        for (const auto segment : segments)
        {
            m_fates[{segment, transmission}].marked = true;
        }
        return *this;
    }

    /// What happens to a transmission.
    struct Fate
    {
        bool lost{false};    //!< it does not arrive
        bool ackLost{false}; //!< its ACK does not arrive
        bool marked{false};  //!< it arrives with CE set (RFC 3168)
        uint32_t passed{0};  //!< segments sent behind it that arrive before it
        uint32_t copies{0};  //!< how often more it arrives
    };

    /// @param transmission which @return its fate
    Fate GetFate(Transmission transmission) const
    {
        const auto fate = m_fates.find(transmission);
        return fate == m_fates.end() ? Fate{} : fate->second;
    }

  private:
    std::map<Transmission, Fate> m_fates; //!< of all that does not just arrive
};

/// What a sender goes by.
struct Algorithms
{
    std::string sender{"Fack"};                      //!< LossRecovery
    bool stock{false};                               //!< ns-3's own socket instead
    std::string control{"ns3::TcpFack"};             //!< congestion control
    std::string recovery{"ns3::TcpClassicRecovery"}; //!< recovery law
    bool limitedTransmit{false};                     //!< RFC 3042
    bool overdamping{false};                         //!< of TcpFack
};

/// A connection and all of TCP's parameters that matter to it.
struct Connection
{
    Algorithms algorithms;
    uint32_t window{8};                            //!< initial window, segments
    uint32_t segments{14};                         //!< how many are to be sent
    uint32_t segmentSize{MSS};                     //!< the socket's, octets
    bool oneByOne{false};                          //!< written by pieces of MSS octets
    bool slowStart{false};                         //!< start in slow start, else beyond it
    bool ecn{false};                               //!< RFC 3168
    bool sack{true};                               //!< RFC 2018
    int64_t minRtoMs{1000};                        //!< retransmission timer
    std::map<std::string, std::string> attributes; //!< more of the socket's attributes
    bool ourPeer{true};                            //!< the receiver is one of our sockets, too
    uint32_t firstSequence{1};                     //!< sequence number of the first octet
};

/**
 * A link that does to segments and ACKs what a Path says. The device attached first is the
 * sender's.
 */
class ScriptedChannel : public PointToPointChannel
{
  public:
    /// @param path what happens
    void SetPath(const Path& path)
    {
        m_path = path;
    }

    bool TransmitStart(Ptr<const Packet> p, Ptr<PointToPointNetDevice> src, Time txTime) override
    {
        const auto packet = p->Copy();
        PppHeader ppp;
        Ipv4Header ip;
        TcpHeader tcp;
        packet->RemoveHeader(ppp);
        packet->RemoveHeader(ip);
        packet->RemoveHeader(tcp);
        const bool isData = src == GetPointToPointDevice(0) && packet->GetSize() > 0;
        const bool isAck = src != GetPointToPointDevice(0) && packet->GetSize() == 0 &&
                           !(tcp.GetFlags() & TcpHeader::SYN);
        if (tcp.GetFlags() & TcpHeader::SYN && src == GetPointToPointDevice(0))
        {
            m_first = tcp.GetSequenceNumber().GetValue() + 1;
        }
        if (isData)
        {
            return SendData(p, src, txTime, tcp.GetSequenceNumber().GetValue() - m_first);
        }
        if (isAck && !m_replies.empty())
        {
            const bool lost = m_path.GetFate(m_replies.front()).ackLost;
            m_replies.pop_front();
            if (lost)
            {
                return true;
            }
        }
        return PointToPointChannel::TransmitStart(p, src, txTime);
    }

    /// Retransmissions that brought the receiver nothing. @return how many
    uint32_t GetUnnecessary() const
    {
        return m_unnecessary;
    }

    /// @param segment its number @return how often it was sent
    uint32_t GetTransmissions(uint64_t segment) const
    {
        const auto count = m_transmissions.find(segment);
        return count == m_transmissions.end() ? 0 : count->second;
    }

  private:
    bool SendData(Ptr<const Packet> p, Ptr<PointToPointNetDevice> src, Time txTime, uint32_t offset)
    {
        const uint64_t segment = offset / MSS + 1;
        const Path::Transmission transmission{segment, ++m_transmissions[segment]};
        const auto fate = m_path.GetFate(transmission);
        if (fate.lost)
        {
            return true;
        }
        const auto arriving = fate.marked ? Marked(p) : p;
        const Time late = fate.passed == 0 ? Time(0) : txTime * fate.passed + txTime / 2;
        // Time for the ACK of one copy before the next one comes.
        const Time gap = txTime / 8;
        for (uint32_t copy = 0; copy <= fate.copies; ++copy)
        {
            const Time duration = txTime + late + gap * copy;
            Simulator::Schedule(duration + GetDelay(),
                                &ScriptedChannel::Arrive,
                                Ptr<ScriptedChannel>(this),
                                transmission,
                                copy);
            PointToPointChannel::TransmitStart(arriving, src, duration);
        }
        return true;
    }

    /// @param p a packet @return the same with CE set
    static Ptr<const Packet> Marked(Ptr<const Packet> p)
    {
        const auto packet = p->Copy();
        PppHeader ppp;
        Ipv4Header ip;
        packet->RemoveHeader(ppp);
        packet->RemoveHeader(ip);
        ip.SetEcn(Ipv4Header::ECN_CE);
        packet->AddHeader(ip);
        packet->AddHeader(ppp);
        return packet;
    }

    /// A segment arrives: just before the receiver's device is told.
    void Arrive(Path::Transmission transmission, uint32_t copy)
    {
        m_replies.push_back(transmission);
        const bool isNew = m_arrived.insert(transmission.first).second;
        if (!isNew && copy == 0 && transmission.second > 1)
        {
            ++m_unnecessary;
        }
    }

    Path m_path;                                  //!< what happens
    uint32_t m_first{0};                          //!< sequence number of the first octet
    std::map<uint64_t, uint32_t> m_transmissions; //!< of each segment
    std::deque<Path::Transmission> m_replies;     //!< what the next ACKs answer
    std::set<uint64_t> m_arrived;                 //!< segments that arrived
    uint32_t m_unnecessary{0};                    //!< retransmissions of what had arrived
};

/// Data sent at one event.
struct Sent
{
    int64_t time;    //!< ns since the first was sent
    uint64_t offset; //!< of its first octet
    uint32_t size;   //!< octets
    bool again;      //!< some of it had been sent before

    bool operator==(const Sent& other) const
    {
        return time == other.time && offset == other.offset && size == other.size;
    }
};

/// The sender's variables, octets.
struct State
{
    uint32_t cwnd{0};
    uint32_t ssthresh{0};
    uint32_t out{0};
    uint32_t awnd{0};
    uint32_t retran{0};
    uint32_t wintrim{0};
    uint32_t cwndDr{0};
    DynamicRecovery::Phase phase{DynamicRecovery::Phase::IDLE};
    uint64_t fack{0}; //!< offset from the first octet
};

/// An event and what it led to.
struct Row
{
    int64_t time{0};                //!< ns since the first segment was sent
    std::string event;              //!< see the head of this file
    std::vector<Sent> sent;         //!< data sent
    State state;                    //!< after the event
    std::vector<std::string> notes; //!< the socket's traces
};

/// @param octets a number of octets @return the number of segments in decimals
inline std::string
InSegments(uint64_t octets)
{
    std::ostringstream text;
    text << octets / MSS;
    if (octets % MSS != 0)
    {
        std::string decimals = std::to_string(MSS + octets % MSS).substr(1);
        decimals.erase(decimals.find_last_not_of('0') + 1);
        text << '.' << decimals;
    }
    return text.str();
}

/// @param offset an octet's offset @return the number of the segment that begins there
inline std::string
SegmentAt(uint64_t offset)
{
    return InSegments(offset + MSS);
}

/// @param begin offset @param end offset @return the segments between them: `2-4`
inline std::string
SegmentRange(uint64_t begin, uint64_t end)
{
    const auto first = SegmentAt(begin);
    const auto last = InSegments(end);
    return first == last ? first : first + "-" + last;
}

/// Runs a connection and records it.
class Timeline
{
  public:
    /// @param connection its parameters @param path what happens on the way
    Timeline(const Connection& connection, const Path& path)
        : m_connection(connection),
          m_path(path)
    {
    }

    /// Runs it to its end.
    void Run()
    {
        PinDefaults();
        Build();
        Simulator::Stop(Seconds(1000));
        Simulator::Run();
        CloseRow();
        m_unnecessary = m_channel->GetUnnecessary();
        for (uint64_t segment = 1; segment <= m_connection.segments; ++segment)
        {
            m_transmissions.push_back(m_channel->GetTransmissions(segment));
        }
        m_sender = nullptr;
        m_listener = nullptr;
        m_channel = nullptr;
        Simulator::Destroy();
        Config::Reset();
    }

    /// @return what happened, event by event
    const std::vector<Row>& GetRows() const
    {
        return m_rows;
    }

    /// @return all data that were sent, in order
    std::vector<Sent> GetSent() const
    {
        std::vector<Sent> all;
        for (const auto& row : m_rows)
        {
            all.insert(all.end(), row.sent.begin(), row.sent.end());
        }
        return all;
    }

    /// @return retransmissions that brought the receiver nothing it did not hold
    uint32_t GetUnnecessary() const
    {
        return m_unnecessary;
    }

    /// @param segment its number @return how often it was sent
    uint32_t GetTransmissions(uint64_t segment) const
    {
        return m_transmissions.at(segment - 1);
    }

    /// @return whether everything arrived, and nothing else
    bool IsDelivered() const
    {
        return m_read == static_cast<uint64_t>(m_connection.segments) * MSS && m_wrong == 0;
    }

    /// @return the number of notes that begin with a word @param word the word
    uint32_t CountNotes(const std::string& word) const
    {
        uint32_t count = 0;
        for (const auto& row : m_rows)
        {
            count +=
                std::count_if(row.notes.begin(), row.notes.end(), [&word](const std::string& note) {
                    return note.compare(0, word.size(), word) == 0;
                });
        }
        return count;
    }

    /// @return how often `cwnd` became smaller
    uint32_t GetCuts() const
    {
        return m_cuts;
    }

    /// @return all values that `ssthresh` took after the first segment was sent
    const std::vector<uint32_t>& GetReductions() const
    {
        return m_reductions;
    }

    /// The Awnd trace.
    struct AwndSample
    {
        uint32_t awnd;   //!< its value
        uint32_t cwnd;   //!< cwnd of that moment
        bool inRecovery; //!< between RecoveryEntered and RecoveryLeft
    };

    /// @return every value of the Awnd trace
    const std::vector<AwndSample>& GetAwnd() const
    {
        return m_awnd;
    }

  private:
    static constexpr uint16_t PORT = 5000;
    static constexpr uint32_t BUFFER = 1 << 22;

    /// Reaches what sockets keep to themselves.
    class Access : public TcpSocketBase
    {
      public:
        static TcpSocketState& GetTcb(TcpSocketBase& socket)
        {
            return *(socket.*(&Access::m_tcb));
        }

        static TcpRecoveryOps& GetRecovery(TcpSocketBase& socket)
        {
            return *(socket.*(&Access::m_recoveryOps));
        }
    };

    void PinDefaults() const
    {
        const auto& c = m_connection;
        const auto min = TimeValue(MilliSeconds(c.minRtoMs));
        const uint32_t ssThresh = c.slowStart ? 0x7fffffff : MSS;
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(c.segmentSize));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(c.window));
        Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold", UintegerValue(ssThresh));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(BUFFER));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(BUFFER));
        Config::SetDefault("ns3::TcpSocket::ConnTimeout", TimeValue(Seconds(1)));
        Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(6));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        Config::SetDefault("ns3::TcpSocket::TcpNoDelay", BooleanValue(true));
        // Which peers report copies of segments is not what the timelines are about.
        Config::SetDefault("ns3::TcpScoreboardSocket::DSack", BooleanValue(false));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", min);
        Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(MilliSeconds(1)));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(c.sack));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
        Config::SetDefault("ns3::TcpSocketBase::WindowScaling", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue(c.ecn ? "On" : "Off"));
        Config::SetDefault("ns3::TcpSocketBase::ReTxThreshold", UintegerValue(3));
        Config::SetDefault("ns3::TcpSocketBase::LimitedTransmit",
                           BooleanValue(c.algorithms.limitedTransmit));
        Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(false));
        Config::SetDefault("ns3::RttEstimator::InitialEstimation", TimeValue(Seconds(1)));
        Config::SetDefault("ns3::TcpL4Protocol::RttEstimatorType",
                           StringValue("ns3::RttMeanDeviation"));
        Config::SetDefault("ns3::RttMeanDeviation::Alpha", DoubleValue(0.125));
        Config::SetDefault("ns3::RttMeanDeviation::Beta", DoubleValue(0.25));
        Config::SetDefault("ns3::TcpFack::Overdamping", BooleanValue(c.algorithms.overdamping));
    }

    void Build()
    {
        NodeContainer nodes;
        nodes.Create(2);
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(nodes);
        m_channel = CreateObject<ScriptedChannel>();
        m_channel->SetAttribute("Delay", TimeValue(MilliSeconds(ONE_WAY_MS)));
        m_channel->SetPath(m_path);
        NetDeviceContainer devices;
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            devices.Add(AddDevice(*node));
        }
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);

        m_listener = Socket::CreateSocket(nodes.Get(1),
                                          m_connection.ourPeer
                                              ? TcpScoreboardSocketHelper().InstallByName(nodes)
                                              : TcpSocketFactory::GetTypeId());
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&Timeline::Accept, this));
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_listener->Listen();
        MakeSender(nodes.Get(0));
        m_sender->Connect(InetSocketAddress(interfaces.GetAddress(1), PORT));
    }

    Ptr<NetDevice> AddDevice(Ptr<Node> node) const
    {
        const auto device = CreateObject<PointToPointNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        device->SetAttribute("DataRate", StringValue("8Gbps"));
        device->SetMtu(UINT16_MAX); // whatever the segment size
        device->SetQueue(ObjectFactory("ns3::DropTailQueue<Packet>").Create<Queue<Packet>>());
        node->AddDevice(device);
        device->Attach(m_channel);
        return device;
    }

    void MakeSender(Ptr<Node> node)
    {
        TcpScoreboardSocketHelper helper;
        auto attributes = m_connection.attributes;
        if (m_connection.algorithms.stock)
        {
            helper.SetSocketType(TcpSocketBase::GetTypeId());
        }
        else
        {
            attributes.insert({{"LossRecovery", m_connection.algorithms.sender},
                               {"LostRetransmission", "Timeout"},
                               {"KeepSackOnTimeout", "false"},
                               {"SlowButSteady", "false"},
                               {"RepeatedFastRetransmit", "true"},
                               {"TimerBackoff", "false"}});
        }
        for (const auto& [name, value] : FoldLossRecovery(attributes))
        {
            helper.SetSocketAttribute(name, StringValue(value));
        }
        helper.SetCongestionControl(ObjectFactory(m_connection.algorithms.control));
        helper.SetRecovery(ObjectFactory(m_connection.algorithms.recovery));
        const auto factory = helper.InstallByName(node, "ns3::TcpTimelineSocketFactory");
        m_sender = DynamicCast<TcpSocketBase>(Socket::CreateSocket(node, factory));
        Access::GetTcb(*m_sender).m_nextTxSequence =
            SequenceNumber32(m_connection.firstSequence - 1);
        m_sender->SetConnectCallback(MakeCallback(&Timeline::Write, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        Trace();
    }

    void Trace()
    {
        const auto& s = m_sender;
        s->TraceConnectWithoutContext("Tx", MakeCallback(&Timeline::OnTx, this));
        s->TraceConnectWithoutContext("Rx", MakeCallback(&Timeline::OnRx, this));
        s->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&Timeline::OnCwnd, this));
        s->TraceConnectWithoutContext("SlowStartThreshold",
                                      MakeCallback(&Timeline::OnSsThresh, this));
        s->TraceConnectWithoutContext("BytesInFlight",
                                      MakeCallback(&Timeline::Follow<uint32_t, &State::out>, this));
        s->TraceConnectWithoutContext("Awnd", MakeCallback(&Timeline::OnAwnd, this));
        s->TraceConnectWithoutContext(
            "RetranData",
            MakeCallback(&Timeline::Follow<uint32_t, &State::retran>, this));
        s->TraceConnectWithoutContext("SndFack", MakeCallback(&Timeline::OnFack, this));
        s->TraceConnectWithoutContext("RecoveryEntered", MakeCallback(&Timeline::OnEnter, this));
        s->TraceConnectWithoutContext("RecoveryLeft", MakeCallback(&Timeline::OnLeave, this));
        s->TraceConnectWithoutContext("LostRetransmission", MakeCallback(&Timeline::OnLost, this));
        s->TraceConnectWithoutContext("RetransmissionTimeout",
                                      MakeCallback(&Timeline::OnTimeout, this));
        auto& recovery = Access::GetRecovery(*s);
        recovery.TraceConnectWithoutContext(
            "Wintrim",
            MakeCallback(&Timeline::Follow<uint32_t, &State::wintrim>, this));
        recovery.TraceConnectWithoutContext(
            "CwndDr",
            MakeCallback(&Timeline::Follow<uint32_t, &State::cwndDr>, this));
        recovery.TraceConnectWithoutContext(
            "Phase",
            MakeCallback(&Timeline::Follow<DynamicRecovery::Phase, &State::phase>, this));
        recovery.TraceConnectWithoutContext("LostRetransmission",
                                            MakeCallback(&Timeline::OnFound, this));
    }

    void Write(Ptr<Socket> socket)
    {
        if (!m_rows.empty())
        {
            OpenRow("write");
        }
        const uint64_t total = static_cast<uint64_t>(m_connection.segments) * MSS;
        std::vector<uint8_t> data(m_connection.oneByOne ? MSS : total);
        for (auto& octet : data)
        {
            octet = OctetAt(m_written++);
        }
        socket->Send(data.data(), data.size(), 0);
        if (m_written < total)
        {
            Simulator::Schedule(MicroSeconds(10), &Timeline::Write, this, socket);
        }
    }

    static uint8_t OctetAt(uint64_t offset)
    {
        return offset % 251;
    }

    void Accept(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&Timeline::Read, this));
    }

    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            std::vector<uint8_t> data(packet->GetSize());
            packet->CopyData(data.data(), data.size());
            for (const auto octet : data)
            {
                m_wrong += (octet != OctetAt(m_read));
                ++m_read;
            }
            if (data.empty())
            {
                return;
            }
        }
    }

    /// @param seq a sequence number @return the offset from the first octet
    uint64_t Offset(SequenceNumber32 seq) const
    {
        return static_cast<uint32_t>(seq.GetValue() - m_connection.firstSequence);
    }

    void OpenRow(const std::string& event)
    {
        CloseRow();
        Row row;
        row.time = Simulator::Now().GetNanoSeconds() - m_start;
        row.event = event;
        m_rows.push_back(row);
    }

    void CloseRow()
    {
        if (!m_rows.empty())
        {
            m_rows.back().state = m_state;
        }
    }

    /// Something happens: if no ACK arrived at this moment, a timer did it. What is written is sent
    /// a nanosecond later.
    void Touch()
    {
        const auto now = Simulator::Now().GetNanoSeconds() - m_start;
        if (!m_rows.empty() && m_rows.back().time + 1 < now)
        {
            OpenRow("timer");
        }
    }

    void Note(const std::string& note)
    {
        Touch();
        if (!m_rows.empty())
        {
            m_rows.back().notes.push_back(note);
        }
    }

    void OnRx(Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (m_rows.empty())
        {
            return;
        }
        auto event = "ack " + SegmentAt(Offset(header.GetAckNumber()));
        if (const auto option = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK)))
        {
            const auto block = option->GetSackList().front();
            event += " sack " + SegmentRange(Offset(block.first), Offset(block.second));
        }
        if (header.GetFlags() & TcpHeader::ECE)
        {
            event += " ece";
        }
        OpenRow(event);
    }

    void OnTx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (packet->GetSize() == 0)
        {
            return;
        }
        if (m_rows.empty())
        {
            m_start = Simulator::Now().GetNanoSeconds();
            OpenRow("start");
        }
        Touch();
        const auto offset = Offset(header.GetSequenceNumber());
        m_rows.back().sent.push_back(
            {m_rows.back().time, offset, packet->GetSize(), offset < m_highest});
        m_highest = std::max(m_highest, offset + packet->GetSize());
        if (header.GetFlags() & TcpHeader::CWR)
        {
            Note("cwr " + SegmentAt(offset));
        }
    }

    void OnCwnd(uint32_t old, uint32_t value)
    {
        Touch();
        m_cuts += (value < old);
        m_state.cwnd = value;
    }

    void OnSsThresh(uint32_t, uint32_t value)
    {
        Touch();
        m_state.ssthresh = value;
        if (!m_rows.empty())
        {
            m_reductions.push_back(value);
        }
    }

    void OnAwnd(uint32_t, uint32_t value)
    {
        Touch();
        m_state.awnd = value;
        m_awnd.push_back({value, m_state.cwnd, m_inRecovery});
    }

    template <class T, T State::*VARIABLE>
    void Follow(T, T value)
    {
        Touch();
        m_state.*VARIABLE = value;
    }

    void OnFound(SequenceNumber32 una)
    {
        Note("found " + SegmentAt(Offset(una)));
    }

    void OnFack(SequenceNumber32, SequenceNumber32 value)
    {
        Touch();
        m_state.fack = Offset(value);
    }

    void OnEnter(SequenceNumber32 una, SequenceNumber32 recoveryPoint)
    {
        Note("enter " + SegmentAt(Offset(una)) + "/" + SegmentAt(Offset(recoveryPoint)));
        m_inRecovery = true;
    }

    void OnLeave(SequenceNumber32 una, SequenceNumber32 recoveryPoint)
    {
        Note("leave " + SegmentAt(Offset(una)) + "/" + SegmentAt(Offset(recoveryPoint)));
        m_inRecovery = false;
    }

    void OnLost(uint32_t octets)
    {
        Note("lost " + InSegments(octets));
    }

    void OnTimeout(SequenceNumber32 una)
    {
        Note("timeout " + SegmentAt(Offset(una)));
    }

    Connection m_connection; //!< parameters
    Path m_path;             //!< what happens on the way

    Ptr<ScriptedChannel> m_channel; //!< the link
    Ptr<TcpSocketBase> m_sender;    //!< under test
    Ptr<Socket> m_listener;         //!< the peer's
    uint64_t m_written{0};          //!< octets that the application wrote
    uint64_t m_read{0};             //!< octets that the peer read
    uint64_t m_wrong{0};            //!< of them, not as written

    int64_t m_start{0};                    //!< when the first segment was sent, ns
    uint64_t m_highest{0};                 //!< offset past the last octet ever sent
    State m_state;                         //!< as traced
    std::vector<Row> m_rows;               //!< what happened
    std::vector<uint32_t> m_reductions;    //!< values of ssthresh
    uint32_t m_cuts{0};                    //!< how often cwnd fell
    std::vector<AwndSample> m_awnd;        //!< the Awnd trace
    bool m_inRecovery{false};              //!< by the traces
    uint32_t m_unnecessary{0};             //!< retransmissions of what the receiver held
    std::vector<uint32_t> m_transmissions; //!< of each segment
};

/// @param file of tables, each below a line `[NAME]`; a line that begins with # is a comment
/// @param name of a table @return its text
inline std::string
ReadTable(const std::string& file, const std::string& name)
{
    std::ifstream lines(file);
    std::string line;
    while (std::getline(lines, line) && line != "[" + name + "]")
    {
    }
    NS_ABORT_MSG_IF(!lines, file << " has no table " << name);
    std::string table;
    while (std::getline(lines, line) && line.rfind('[', 0) != 0)
    {
        table += line.rfind('#', 0) == 0 ? "" : line + "\n";
    }
    return table;
}

/// @param table a table @return what it says of receivers without SACK
inline std::string
WithoutSack(const std::string& table)
{
    return std::regex_replace(table, std::regex(" sack [0-9]+(-[0-9]+)?"), "");
}

/// What should happen, see the head of this file.
class TimelineTable
{
  public:
    /// @param text the table
    explicit TimelineTable(const std::string& text)
    {
        std::istringstream lines(text);
        std::string line;
        while (std::getline(lines, line))
        {
            const auto cells = Split(line);
            if (cells.size() == 1 && cells.front().empty())
            {
                continue;
            }
            if (cells.size() == 1 && cells.front() == "...")
            {
                m_isOpen = true;
            }
            else if (m_columns.empty())
            {
                m_columns = cells;
            }
            else
            {
                m_rows.push_back(cells);
                m_rows.back().resize(m_columns.size());
            }
        }
    }

    /**
     * @param rows what happened
     * @return nothing if it is what the table says, else what is wrong and what happened
     */
    std::string Compare(const std::vector<Row>& rows) const
    {
        std::ostringstream wrong;
        for (std::size_t i = 0; i < std::max(rows.size(), m_rows.size()); ++i)
        {
            if (i >= m_rows.size() && m_isOpen)
            {
                break;
            }
            const auto is = i < rows.size() ? Join(Cells(rows[i]), " | ") : "nothing";
            const auto should = i < m_rows.size() ? Join(m_rows[i], " | ") : "nothing";
            if (is != should)
            {
                wrong << "\nrow " << i + 1 << " should be: " << should << "\nrow " << i + 1
                      << " is:        " << is << "\n\n";
                break;
            }
        }
        return wrong.str().empty() ? "" : wrong.str() + Print(rows);
    }

    /// @param rows what happened @return the table of it
    std::string Print(const std::vector<Row>& rows) const
    {
        std::vector<std::vector<std::string>> lines{m_columns};
        std::vector<std::size_t> widths(m_columns.size());
        for (const auto& row : rows)
        {
            lines.push_back(Cells(row));
        }
        std::ostringstream text;
        for (const auto& line : lines)
        {
            for (std::size_t i = 0; i < line.size(); ++i)
            {
                widths[i] = std::max(widths[i], line[i].size());
            }
        }
        for (const auto& line : lines)
        {
            for (std::size_t i = 0; i < line.size(); ++i)
            {
                text << (i > 0 ? " | " : "") << std::left << std::setw(widths[i]) << line[i];
            }
            text << '\n';
        }
        return text.str();
    }

  private:
    static std::vector<std::string> Split(const std::string& line)
    {
        std::vector<std::string> cells;
        std::size_t begin = 0;
        while (begin != std::string::npos)
        {
            const auto end = line.find('|', begin);
            auto cell = line.substr(begin, end == std::string::npos ? end : end - begin);
            cell.erase(0, cell.find_first_not_of(' '));
            cell.erase(cell.find_last_not_of(' ') + 1);
            cells.push_back(cell);
            begin = end == std::string::npos ? end : end + 1;
        }
        return cells;
    }

    static std::string Join(const std::vector<std::string>& parts, const std::string& separator)
    {
        std::ostringstream text;
        for (std::size_t i = 0; i < parts.size(); ++i)
        {
            text << (i > 0 ? separator : "") << parts[i];
        }
        return text.str();
    }

    std::vector<std::string> Cells(const Row& row) const
    {
        std::vector<std::string> cells;
        for (const auto& column : m_columns)
        {
            cells.push_back(Cell(row, column));
        }
        return cells;
    }

    static std::string Cell(const Row& row, const std::string& column)
    {
        const auto& s = row.state;
        const std::map<std::string, uint64_t> numbers{{"cwnd", s.cwnd},
                                                      {"ssthresh", s.ssthresh},
                                                      {"out", s.out},
                                                      {"awnd", s.awnd},
                                                      {"retran", s.retran},
                                                      {"wintrim", s.wintrim},
                                                      {"cwnddr", s.cwndDr},
                                                      {"fack", s.fack + MSS}};
        const auto number = numbers.find(column);
        if (number != numbers.end())
        {
            return InSegments(number->second);
        }
        return column == "time"    ? RoundTrips(row.time)
               : column == "event" ? row.event
               : column == "sent"  ? Segments(row.sent)
               : column == "phase" ? Name(s.phase)
               : column == "notes" ? Join(row.notes, ", ")
                                   : "there is no column '" + column + "'";
    }

    static std::string Name(DynamicRecovery::Phase phase)
    {
        std::ostringstream text;
        text << phase;
        return text.str();
    }

    static std::string RoundTrips(int64_t ns)
    {
        const auto hundredths = (ns + RTT_NS / 200) / (RTT_NS / 100);
        return InSegments(hundredths * (MSS / 100));
    }

    static std::string Segments(const std::vector<Sent>& sent)
    {
        std::vector<std::string> runs;
        for (std::size_t i = 0; i < sent.size(); ++i)
        {
            const auto begin = i;
            while (i + 1 < sent.size() && sent[i + 1].again == sent[i].again &&
                   sent[i + 1].offset == sent[i].offset + sent[i].size)
            {
                ++i;
            }
            std::string run(sent[i].again ? 1 : 0, 'r');
            run += SegmentRange(sent[begin].offset, sent[i].offset + sent[i].size);
            runs.push_back(run);
        }
        return runs.empty() ? "-" : Join(runs, " ");
    }

    std::vector<std::string> m_columns;           //!< their names
    std::vector<std::vector<std::string>> m_rows; //!< the cells
    bool m_isOpen{false};                         //!< more may follow
};

} // namespace tcptimeline

#endif /* TCP_TIMELINE_H */
