/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Segments of any octets arrive at a connection, from IP up to the application. The input is a peer
// that knows the connection's numbers and says what it likes.

#include "fuzz-input.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/sequence-position.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-connection-demux.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>
#include <vector>

using namespace ns3;
using fuzz::Require;

namespace
{

using Octets = std::vector<uint8_t>;

constexpr uint16_t PORT = 5001;
constexpr uint16_t PEER_PORT = 40000;
const char* const LOCAL = "10.0.0.1";
const char* const PEER = "10.0.0.2";
const char* const SENDERS[] = {"Reno", "NewReno", "Sack", "Fack", "Rfc6675", "Rack"};

constexpr uint32_t PEER_ISN = 4294967000; // numbers wrap soon
constexpr uint32_t BUFFER = 20000;        // octets, of sender and receiver
constexpr uint32_t FIXED_HEADER = 20;
constexpr uint32_t IP_HEADER = 20;

// Segments that one arrival may cause, besides those that timers send.
constexpr uint64_t MOST_ANSWERS = 64;

/// Where the socket's packets go: the last number is remembered, the rest is gone.
class Sink : public SimpleChannel
{
  public:
    void Send(Ptr<Packet> packet,
              uint16_t /* protocol */,
              Mac48Address /* to */,
              Mac48Address /* from */,
              Ptr<SimpleNetDevice> /* sender */) override
    {
        Octets octets(packet->GetSize());
        packet->CopyData(octets.data(), octets.size());
        Require(octets.size() >= IP_HEADER + FIXED_HEADER);
        fuzz::Input header(octets.data() + IP_HEADER + 4, 8);
        sequence = header.Take32();
        acknowledgment = header.Take32();
        ++packets;
    }

    uint32_t sequence{0};       //!< of the last segment
    uint32_t acknowledgment{0}; //!< of the last segment
    uint64_t packets{0};        //!< so far
};

/// Append a number of some octets, the highest first.
void
Append(Octets& octets, uint32_t value, std::size_t size)
{
    for (std::size_t i = size; i-- > 0;)
    {
        octets.push_back(static_cast<uint8_t>(value >> (8 * i)));
    }
}

/// @brief Octets of a segment. @param seq SEG.SEQ @param ack SEG.ACK @param flags with data offset
/// @param window field @param rest options and data @return the segment
Octets
MakeSegment(uint32_t seq, uint32_t ack, uint16_t flags, uint16_t window, const Octets& rest)
{
    Octets octets;
    Append(octets, PEER_PORT, 2);
    Append(octets, PORT, 2);
    Append(octets, seq, 4);
    Append(octets, ack, 4);
    Append(octets, flags, 2);
    Append(octets, window, 2);
    Append(octets, 0, 4);
    octets.insert(octets.end(), rest.begin(), rest.end());
    return octets;
}

/// One node, one connection.
class Connection
{
  public:
    explicit Connection(uint8_t choice)
        : m_sink(CreateObject<Sink>()),
          m_node(CreateObject<Node>()),
          m_device(CreateObject<SimpleNetDevice>()),
          m_timestamps(choice & 4)
    {
        m_device->SetAttribute("PointToPointMode", BooleanValue(true));
        m_device->SetMtu(1500);
        m_device->SetChannel(m_sink);
        m_node->AddDevice(m_device);
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(m_node);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(NetDeviceContainer(m_device));
        TcpScoreboardSocketHelper helper;
        helper.SetSocketAttribute("LossRecovery",
                                  StringValue(SENDERS[choice / 16 % std::size(SENDERS)]));
        helper.SetSocketAttribute("Timestamp", BooleanValue(m_timestamps));
        helper.SetSocketAttribute("SndBufSize", UintegerValue(BUFFER));
        helper.SetSocketAttribute("RcvBufSize", UintegerValue(BUFFER));
        helper.Install(NodeContainer(m_node));
        m_reads = choice & 8;
        Listen();
    }

    ~Connection()
    {
        m_socket = nullptr;
        m_listening = nullptr;
        Simulator::Destroy();
    }

    /// @brief The handshake, and data to send. @param input says what the SYN has: a segment size
    /// and a window scale of any value @return whether there is a connection
    bool Open(fuzz::Input& input)
    {
        Octets options{4, 2, 2, 4, input.Take8(), input.Take8(), 3, 3, input.Take8(), 1, 1, 1};
        if (m_timestamps)
        {
            options.insert(options.end(), {8, 10, 0, 0, 0, 9, 0, 0, 0, 0, 1, 1});
        }
        const auto words = static_cast<uint16_t>((FIXED_HEADER + options.size()) / 4);
        Arrive(MakeSegment(PEER_ISN, 0, static_cast<uint16_t>(words << 12 | 2), 30000, options));
        Pass(MilliSeconds(10));
        Octets stamp;
        if (m_timestamps)
        {
            stamp = {8, 10, 0, 0, 0, 9, 0, 0, 0, 1, 1, 1};
        }
        const auto offset = static_cast<uint16_t>((FIXED_HEADER + stamp.size()) / 4 << 12);
        Arrive(MakeSegment(PEER_ISN + 1, m_sink->sequence + 1, offset | 16, 30000, stamp));
        Pass(MilliSeconds(10));
        return bool(m_socket);
    }

    /// A segment arrives or time passes, as the input says.
    void Step(fuzz::Input& input)
    {
        const auto what = input.Take8();
        if (what % 4 == 3)
        {
            Pass(MilliSeconds(1 + 20 * input.Take8()));
            return;
        }
        const auto flags = input.Take16();
        const auto seq = m_sink->acknowledgment + static_cast<int16_t>(input.Take16());
        const auto ack = m_sink->sequence + static_cast<int16_t>(input.Take16());
        const auto window = input.Take16();
        Octets rest(input.Take8() % 41);
        std::generate(rest.begin(), rest.end(), [&input] { return input.Take8(); });
        if (what & 4 && rest.size() > 1)
        {
            // One option of any kind, with a length that leaves room for no other.
            rest[1] = static_cast<uint8_t>(rest.size());
        }
        // Mostly a data offset that fits, so that more than the refusal is tried.
        const auto words = static_cast<uint16_t>((FIXED_HEADER + rest.size()) / 4 << 12);
        rest.insert(rest.end(), input.Take16() % 1449, 0x5a);
        Arrive(MakeSegment(seq,
                           ack,
                           what % 4 == 2 ? flags : static_cast<uint16_t>(words | (flags & 0xfff)),
                           window,
                           rest));
        Pass(MilliSeconds(1));
    }

    /// Whether segments still come to the socket. Others go to ns-3's own TcpHeader, which loops at
    /// options of length 0.
    bool IsOpen() const
    {
        const auto front = TcpConnectionDemux::Find(m_node);
        return front && front->GetConnectionCount() > 0;
    }

  private:
    void Listen()
    {
        m_listening = Socket::CreateSocket(m_node, TcpSocketFactory::GetTypeId());
        m_listening->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_listening->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                       MakeCallback(&Connection::Accept, this));
        m_listening->Listen();
    }

    void Accept(Ptr<Socket> socket, const Address& /* from */)
    {
        m_socket = socket;
        socket->SetRecvCallback(MakeCallback(&Connection::Read, this));
        socket->Send(Create<Packet>(BUFFER / 2), 0);
    }

    void Read(Ptr<Socket> socket)
    {
        while (m_reads && socket->Recv())
        {
        }
    }

    void Arrive(const Octets& segment)
    {
        const auto packet = Create<Packet>(segment.data(), segment.size());
        Ipv4Header ip;
        ip.SetSource(PEER);
        ip.SetDestination(LOCAL);
        ip.SetProtocol(protocolnumbers::TCP);
        ip.SetPayloadSize(static_cast<uint16_t>(segment.size()));
        ip.SetTtl(64);
        packet->AddHeader(ip);
        const auto to = Mac48Address::ConvertFrom(m_device->GetAddress());
        const auto before = m_sink->packets;
        Simulator::ScheduleWithContext(m_node->GetId(), Time(0), [this, packet, to] {
            m_device->Receive(packet, 0x0800, to, Mac48Address("00:00:00:00:00:01"));
        });
        Pass(Time(1));
        Require(m_sink->packets - before <= MOST_ANSWERS);
        Require(!m_socket || m_socket->GetRxAvailable() <= BUFFER);
    }

    static void Pass(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    Ptr<Sink> m_sink;              //!< where it sends to
    Ptr<Node> m_node;              //!< where it is
    Ptr<SimpleNetDevice> m_device; //!< how it gets there
    bool m_timestamps;             //!< both ends have them
    bool m_reads{false};           //!< the application reads
    Ptr<Socket> m_listening;       //!< until the peer comes
    Ptr<Socket> m_socket;          //!< from then on
};

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* octets, std::size_t size)
{
    fuzz::Input input(octets, size);
    Connection connection(input.Take8());
    Require(connection.Open(input));
    while (!input.IsEmpty() && connection.IsOpen())
    {
        connection.Step(input);
    }
    return 0;
}
