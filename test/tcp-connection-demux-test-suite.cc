/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-direct-demux.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6.h"
#include "ns3/node.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/tcp-connection-demux.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace impaired;

namespace
{

// ------------------------------------------------------------------------------- who gets what

constexpr uint16_t PEER_PORT = 49153;

/// A connection that only counts.
class CountingConnection : public TcpConnectionDemux::Connection
{
  public:
    EndPointPair GetDirectEndPoint() const override
    {
        return endPoint;
    }

    void OnSegment(Ptr<Packet>, TcpEcn::Mark) override
    {
        ++received;
    }

    EndPointPair endPoint;
    uint32_t received{0};
};

/// One of the addresses and interfaces of an IP version.
struct Version4
{
    using EndPoint = Ipv4EndPoint;
    static inline const Ipv4Address LOCAL{"10.0.0.1"};
    static inline const Ipv4Address PEER{"10.0.0.2"};
    static inline const Ipv4Address OTHER{"10.0.0.3"};

    static EndPoint*& GetEndPoint(CountingConnection& connection)
    {
        return connection.endPoint.v4;
    }

    static auto MakeInterface(Ptr<NetDevice> device)
    {
        const auto interface = CreateObject<Ipv4Interface>();
        interface->SetDevice(device);
        return interface;
    }

    static auto MakeHeader(Ipv4Address source, Ipv4Address destination)
    {
        Ipv4Header header;
        header.SetSource(source);
        header.SetDestination(destination);
        return header;
    }
};

/// The same of IPv6.
struct Version6
{
    using EndPoint = Ipv6EndPoint;
    static inline const Ipv6Address LOCAL{"2001:db8::1"};
    static inline const Ipv6Address PEER{"2001:db8::2"};
    static inline const Ipv6Address OTHER{"2001:db8::3"};

    static EndPoint*& GetEndPoint(CountingConnection& connection)
    {
        return connection.endPoint.v6;
    }

    static auto MakeInterface(Ptr<NetDevice> device)
    {
        const auto interface = CreateObject<Ipv6Interface>();
        interface->SetDevice(device);
        return interface;
    }

    static auto MakeHeader(Ipv6Address source, Ipv6Address destination)
    {
        Ipv6Header header;
        header.SetSource(source);
        header.SetDestination(destination);
        return header;
    }
};

/// A segment with a RST, so that TcpL4Protocol does not answer it.
Ptr<Packet>
MakeReset(uint16_t from, uint16_t to)
{
    TcpHeader header;
    header.SetSourcePort(from);
    header.SetDestinationPort(to);
    header.SetFlags(TcpHeader::RST);
    const auto packet = Create<Packet>();
    packet->AddHeader(header);
    return packet;
}

/// A node, a connection of it and the front.
template <class Version>
class DemuxTestCase : public IsolatedTestCase
{
  public:
    explicit DemuxTestCase(const std::string& version)
        : IsolatedTestCase("A segment goes to the connection it belongs to, " + version),
          m_endPoint(Version::LOCAL, PORT)
    {
    }

  private:
    void DoRun() override
    {
        const auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        m_device = CreateObject<SimpleNetDevice>();
        m_otherDevice = CreateObject<SimpleNetDevice>();
        m_endPoint.SetPeer(Version::PEER, PEER_PORT);
        Version::GetEndPoint(m_connection) = &m_endPoint;
        const auto tcp = node->GetObject<TcpL4Protocol>();
        NS_TEST_EXPECT_MSG_EQ(bool(TcpConnectionDemux::Find(node)), false, "no front yet");
        auto registration = TcpConnectionDemux::Register(tcp, m_connection);
        m_front = TcpConnectionDemux::Find(node);
        NS_TEST_ASSERT_MSG_EQ(bool(m_front), true, "a front");
        CheckNames();
        CheckEndPoint();
        CheckChecksum();
        CheckRegistrations(tcp, std::move(registration));
    }

    /// Whether a segment gets to the connection.
    bool Arrives(const decltype(Version::LOCAL)& source = Version::PEER,
                 uint16_t sourcePort = PEER_PORT,
                 const decltype(Version::LOCAL)& destination = Version::LOCAL,
                 uint16_t destinationPort = PORT)
    {
        return ArrivesBy(m_device,
                         MakeReset(sourcePort, destinationPort),
                         Version::MakeHeader(source, destination));
    }

    template <class IpHeader>
    bool ArrivesBy(Ptr<NetDevice> device, Ptr<Packet> packet, const IpHeader& header)
    {
        const auto before = m_connection.received;
        m_status = m_front->Receive(packet, header, Version::MakeInterface(device));
        return m_connection.received == before + 1;
    }

    void CheckNames()
    {
        NS_TEST_EXPECT_MSG_EQ(Arrives(), true, "its own");
        NS_TEST_EXPECT_MSG_EQ(m_status, IpL4Protocol::RX_OK, "its own");
        NS_TEST_EXPECT_MSG_EQ(Arrives(Version::OTHER), false, "another peer");
        NS_TEST_EXPECT_MSG_EQ(m_status, IpL4Protocol::RX_ENDPOINT_CLOSED, "nobody's");
        NS_TEST_EXPECT_MSG_EQ(Arrives(Version::PEER, PEER_PORT + 1), false, "another port there");
        NS_TEST_EXPECT_MSG_EQ(Arrives(Version::PEER, PEER_PORT, Version::OTHER),
                              false,
                              "another address here");
        NS_TEST_EXPECT_MSG_EQ(Arrives(Version::PEER, PEER_PORT, Version::LOCAL, PORT + 1),
                              false,
                              "another port here");
        NS_TEST_EXPECT_MSG_EQ(Arrives(Version::LOCAL, PORT, Version::PEER, PEER_PORT),
                              false,
                              "the other way round");
    }

    void CheckEndPoint()
    {
        m_endPoint.SetRxEnabled(false);
        NS_TEST_EXPECT_MSG_EQ(Arrives(), false, "reception is shut");
        m_endPoint.SetRxEnabled(true);
        const auto header = Version::MakeHeader(Version::PEER, Version::LOCAL);
        const auto reset = MakeReset(PEER_PORT, PORT);
        NS_TEST_EXPECT_MSG_EQ(ArrivesBy(m_otherDevice, reset, header), true, "any device");
        m_endPoint.BindToNetDevice(m_device);
        NS_TEST_EXPECT_MSG_EQ(ArrivesBy(m_device, reset, header), true, "its device");
        NS_TEST_EXPECT_MSG_EQ(ArrivesBy(m_otherDevice, reset, header), false, "another device");
        m_endPoint.SetPeer(Version::OTHER, PEER_PORT);
        NS_TEST_EXPECT_MSG_EQ(Arrives(), false, "the end point has another peer now");
        m_endPoint.SetPeer(Version::PEER, PEER_PORT);
        Version::GetEndPoint(m_connection) = nullptr;
        NS_TEST_EXPECT_MSG_EQ(Arrives(), false, "the end point is gone");
        Version::GetEndPoint(m_connection) = &m_endPoint;
        NS_TEST_EXPECT_MSG_EQ(Arrives(), true, "as in the beginning");
    }

    void CheckChecksum()
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
        NS_TEST_EXPECT_MSG_EQ(Arrives(), false, "no checksum");
        NS_TEST_EXPECT_MSG_EQ(m_status, IpL4Protocol::RX_CSUM_FAILED, "no checksum");
        TcpHeader header;
        header.SetSourcePort(PEER_PORT);
        header.SetDestinationPort(PORT);
        header.EnableChecksums();
        header.InitializeChecksum(Version::PEER, Version::LOCAL, m_front->GetProtocolNumber());
        const auto packet = Create<Packet>(100);
        packet->AddHeader(header);
        const auto ip = Version::MakeHeader(Version::PEER, Version::LOCAL);
        NS_TEST_EXPECT_MSG_EQ(ArrivesBy(m_device, packet->Copy(), ip), true, "a good one");
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), octets.size());
        // The data offset among them: TcpHeader gives up before it looks at the checksum.
        for (std::size_t bit = 0; bit < 8 * octets.size(); ++bit)
        {
            const auto at = bit / 8;
            octets[at] ^= 1 << bit % 8;
            const auto wrong = Create<Packet>(octets.data(), octets.size());
            NS_TEST_EXPECT_MSG_EQ(ArrivesBy(m_device, wrong, ip), false, "bit " << bit);
            const bool isName = at < 4;
            NS_TEST_EXPECT_MSG_EQ((m_status == IpL4Protocol::RX_CSUM_FAILED || isName),
                                  true,
                                  "bit " << bit);
            octets[at] ^= 1 << bit % 8;
        }
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
    }

    void CheckRegistrations(Ptr<TcpL4Protocol> tcp,
                            std::unique_ptr<TcpConnectionDemux::Registration> first)
    {
        auto second = TcpConnectionDemux::Register(tcp, m_connection);
        NS_TEST_EXPECT_MSG_EQ(m_front->GetConnectionCount(), 1, "the same name");
        first.reset();
        NS_TEST_EXPECT_MSG_EQ(Arrives(), true, "the later one stays");
        second.reset();
        NS_TEST_EXPECT_MSG_EQ(m_front->GetConnectionCount(), 0, "nobody");
        NS_TEST_EXPECT_MSG_EQ(Arrives(), false, "not any more");
        NS_TEST_EXPECT_MSG_EQ(m_status, IpL4Protocol::RX_ENDPOINT_CLOSED, "nobody's");
    }

    typename Version::EndPoint m_endPoint;
    CountingConnection m_connection;
    Ptr<NetDevice> m_device;
    Ptr<NetDevice> m_otherDevice;
    Ptr<TcpConnectionDemux> m_front;
    IpL4Protocol::RxStatus m_status{IpL4Protocol::RX_OK};
};

/// A node's own protocol, which may do something with each segment.
class OwnTcpL4Protocol : public TcpL4Protocol
{
};

class PlaceTestCase : public IsolatedTestCase
{
  public:
    PlaceTestCase()
        : IsolatedTestCase("The front stands before ns-3's protocol, once, and before nothing else")
    {
    }

  private:
    void DoRun() override
    {
        CheckBothVersions();
        CheckSubclass();
        CheckIcmp();
    }

    void CheckBothVersions()
    {
        const auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        const auto tcp = node->GetObject<TcpL4Protocol>();
        Ipv6EndPoint endPoint6(Version6::LOCAL, PORT);
        CountingConnection connection6;
        connection6.endPoint.v6 = &endPoint6;
        const auto registration6 = TcpConnectionDemux::Register(tcp, connection6);
        const auto front = TcpConnectionDemux::Find(node);
        const int protocol = tcp->GetProtocolNumber();
        NS_TEST_EXPECT_MSG_EQ(node->GetObject<Ipv6>()->GetProtocol(protocol), front, "IPv6");
        NS_TEST_EXPECT_MSG_EQ(node->GetObject<Ipv4>()->GetProtocol(protocol), tcp, "not IPv4");
        Ipv4EndPoint endPoint(Version4::LOCAL, PORT);
        CountingConnection connection;
        connection.endPoint.v4 = &endPoint;
        const auto registration = TcpConnectionDemux::Register(tcp, connection);
        NS_TEST_EXPECT_MSG_EQ(node->GetObject<Ipv4>()->GetProtocol(protocol), front, "the same");
        NS_TEST_EXPECT_MSG_EQ(front->GetConnectionCount(), 2, "both");

        const auto other = CreateObject<Node>();
        InternetStackHelper().Install(other);
        const auto wrapper = CreateObject<OwnTcpL4Protocol>();
        other->GetObject<Ipv4>()->Insert(wrapper);
        const auto refused =
            TcpConnectionDemux::Register(other->GetObject<TcpL4Protocol>(), connection);
        NS_TEST_EXPECT_MSG_EQ(bool(refused), false, "somebody else stands there");
        NS_TEST_EXPECT_MSG_EQ(other->GetObject<Ipv4>()->GetProtocol(protocol), wrapper, "stays");
        wrapper->Dispose();
    }

    void CheckSubclass()
    {
        const auto node = CreateObject<Node>();
        node->AggregateObject(CreateObject<Ipv4L3Protocol>());
        const auto tcp = CreateObject<OwnTcpL4Protocol>();
        node->AggregateObject(tcp);
        Ipv4EndPoint endPoint(Version4::LOCAL, PORT);
        CountingConnection connection;
        connection.endPoint.v4 = &endPoint;
        NS_TEST_EXPECT_MSG_EQ(bool(TcpConnectionDemux::Register(tcp, connection)),
                              false,
                              "subclass");
        NS_TEST_EXPECT_MSG_EQ(node->GetObject<Ipv4>()->GetProtocol(tcp->GetProtocolNumber()),
                              tcp,
                              "stays");
        node->Dispose();
    }

    void CheckIcmp()
    {
        const auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        const auto tcp = node->GetObject<TcpL4Protocol>();
        auto* endPoint = tcp->Allocate(nullptr, Version4::LOCAL, PORT, Version4::PEER, PEER_PORT);
        endPoint->SetIcmpCallback(MakeCallback(&PlaceTestCase::HearIcmp, this));
        CountingConnection connection;
        connection.endPoint.v4 = endPoint;
        const auto registration = TcpConnectionDemux::Register(tcp, connection);
        // The ports of the segment that is complained of, as this node sent it.
        const std::array<uint8_t, 8> payload{PORT >> 8,
                                             PORT & 0xff,
                                             PEER_PORT >> 8,
                                             PEER_PORT & 0xff};
        TcpConnectionDemux::Find(node)->ReceiveIcmp(Version4::OTHER,
                                                    64,
                                                    3,
                                                    4,
                                                    1400,
                                                    Version4::LOCAL,
                                                    Version4::PEER,
                                                    payload.data());
        NS_TEST_EXPECT_MSG_EQ(m_icmpInfo, 1400, "the end point hears of it");
    }

    void HearIcmp(Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t info)
    {
        m_icmpInfo = info;
    }

    uint32_t m_icmpInfo{0}; //!< what was heard last
};

// ------------------------------------------------------------------------------ many and again

/// Many connections from one node to another, with sockets of both kinds on both.
class CrowdTestCase : public IsolatedTestCase
{
  public:
    CrowdTestCase()
        : IsolatedTestCase("A thousand connections, ours and ns-3's, with and without the front")
    {
    }

  private:
    static constexpr uint32_t CONNECTIONS = 1000;
    static constexpr uint32_t OCTETS = 2000; // each
    static constexpr uint16_t OUR_PORT = PORT;
    static constexpr uint16_t STOCK_PORT = PORT + 1;
    static constexpr uint16_t CLOSED_PORT = PORT + 2;

    void DoRun() override
    {
        const auto with = Crowd(true);
        const auto direct = m_direct;
        NS_TEST_EXPECT_MSG_EQ(m_most, CONNECTIONS * 4 / 5, "connections at a time " << m_most);
        NS_TEST_EXPECT_MSG_EQ(m_left, 0, "connections left");
        NS_TEST_EXPECT_MSG_EQ(m_received, uint64_t{CONNECTIONS} * OCTETS, "octets");
        const auto refused = std::count_if(with.begin(), with.end(), [](const std::string& line) {
            return line.find("[RST") != std::string::npos;
        });
        NS_TEST_EXPECT_MSG_EQ((refused >= CONNECTIONS / 10), true, "no such port: " << refused);
        const auto without = Crowd(false);
        NS_TEST_EXPECT_MSG_EQ(m_direct, 0, "no front");
        NS_TEST_EXPECT_MSG_EQ((direct > CONNECTIONS * 4), true, "direct segments " << direct);
        NS_TEST_EXPECT_MSG_EQ((with == without), true, "the same");
    }

    Transcript Crowd(bool direct)
    {
        m_most = 0;
        m_received = 0;
        Transcript transcript;
        Options options;
        options.rate = DataRate("10Gbps");
        options.rule = [&transcript](const Segment& segment) {
            transcript.push_back(Describe(segment));
            return Fate();
        };
        Config::SetDefault("ns3::TcpScoreboardSocket::DirectDemux", BooleanValue(direct));
        Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(1.0));
        {
            Network network(options);
            Populate(network);
            Simulator::Stop(Seconds(60));
            Simulator::Run();
            m_direct =
                GetDirectSegments(network.nodes.Get(0)) + GetDirectSegments(network.nodes.Get(1));
            const auto front = TcpConnectionDemux::Find(network.nodes.Get(1));
            m_left = front ? front->GetConnectionCount() : 0;
            Simulator::Destroy();
        }
        Config::Reset();
        return transcript;
    }

    void Populate(const Network& network)
    {
        const auto ours = TcpScoreboardSocketHelper().InstallByName(network.nodes);
        Listen(network.nodes.Get(1), ours, OUR_PORT);
        Listen(network.nodes.Get(1), TcpSocketFactory::GetTypeId(), STOCK_PORT);
        for (uint32_t i = 0; i < CONNECTIONS; ++i)
        {
            // A stock socket now and then, to either listener, and ours to either.
            const auto type = i % 7 == 0 ? TcpSocketFactory::GetTypeId() : ours;
            const uint16_t port = i % 5 == 0 ? STOCK_PORT : OUR_PORT;
            Simulator::Schedule(MilliSeconds(100) + MicroSeconds(i),
                                &CrowdTestCase::Open,
                                this,
                                network.nodes.Get(0),
                                type,
                                InetSocketAddress(AddressOf(network.nodes.Get(1)), port));
        }
        for (uint32_t i = 0; i < CONNECTIONS / 10; ++i)
        {
            Simulator::Schedule(MilliSeconds(200),
                                &CrowdTestCase::Open,
                                this,
                                network.nodes.Get(0),
                                ours,
                                InetSocketAddress(AddressOf(network.nodes.Get(1)), CLOSED_PORT));
        }
        Simulator::Schedule(MilliSeconds(190), &CrowdTestCase::Count, this, network.nodes.Get(1));
    }

    static Ipv4Address AddressOf(Ptr<Node> node)
    {
        return node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    }

    void Listen(Ptr<Node> node, TypeId type, uint16_t port)
    {
        const auto listener = Socket::CreateSocket(node, type);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&CrowdTestCase::Accepted, this));
        listener->Listen();
    }

    void Open(Ptr<Node> node, TypeId type, InetSocketAddress peer)
    {
        const auto socket = Socket::CreateSocket(node, type);
        socket->SetConnectCallback(MakeCallback(&CrowdTestCase::Connected, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        socket->Connect(peer);
    }

    void Connected(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(OCTETS));
        // Late enough that all of them are open at once.
        Simulator::Schedule(MilliSeconds(100), &Socket::Close, socket);
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&CrowdTestCase::Read, this));
        socket->SetCloseCallbacks(MakeCallback(&CrowdTestCase::Closed, this),
                                  MakeNullCallback<void, Ptr<Socket>>());
    }

    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            m_received += packet->GetSize();
        }
    }

    void Closed(Ptr<Socket> socket)
    {
        socket->Close();
    }

    void Count(Ptr<Node> node)
    {
        const auto front = TcpConnectionDemux::Find(node);
        m_most = front ? front->GetConnectionCount() : 0;
    }

    uint64_t m_received{0};
    std::size_t m_most{0};
    std::size_t m_left{0};
    uint64_t m_direct{0};
};

/// Part of a node, to see the node go.
class Witness : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TcpLossyFrontTestWitness").SetParent<Object>();
        return tid;
    }

    Witness()
    {
        ++s_living;
    }

    ~Witness() override
    {
        --s_living;
    }

    static inline int s_living{0}; //!< witnesses
};

/// The same ports again, while somebody still has the old socket.
class PortsAgainTestCase : public IsolatedTestCase
{
  public:
    PortsAgainTestCase()
        : IsolatedTestCase("Ports are used again, old sockets stay and go, nothing is left")
    {
    }

  private:
    static constexpr uint32_t OCTETS = 100000; // each time

    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(1.0));
        Ptr<TcpConnectionDemux> front;
        {
            const Network network(Options{});
            TcpScoreboardSocketHelper helper;
            helper.SetSocketType(WrappingSocket::GetTypeId());
            helper.Install(network.nodes);
            for (uint32_t i = 0; i < network.nodes.GetN(); ++i)
            {
                network.nodes.Get(i)->AggregateObject(CreateObject<Witness>());
            }
            m_listener = Socket::CreateSocket(network.nodes.Get(1), TcpSocketFactory::GetTypeId());
            m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
            m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                          MakeCallback(&PortsAgainTestCase::Accepted, this));
            m_listener->Listen();
            for (const auto& start : {Seconds(1), Seconds(10), Seconds(20)})
            {
                Simulator::Schedule(start,
                                    &PortsAgainTestCase::Open,
                                    this,
                                    network.nodes.Get(0),
                                    network.GetPeer(false));
                // In the middle of the transfer the last one's socket goes.
                Simulator::Schedule(start + MilliSeconds(150), &PortsAgainTestCase::Drop, this);
            }
            Simulator::Stop(Seconds(30));
            Simulator::Run();
            front = TcpConnectionDemux::Find(network.nodes.Get(0));
            NS_TEST_EXPECT_MSG_EQ(m_received, 3 * OCTETS, "octets");
            // Each ACK but a few, each time.
            NS_TEST_EXPECT_MSG_EQ((front->GetDirectSegments() > 3 * OCTETS / MSS / 2),
                                  true,
                                  "direct");
            Simulator::Destroy();
        }
        m_listener = nullptr;
        m_sockets.clear();
        NS_TEST_EXPECT_MSG_EQ(WrappingSocket::s_living, 0, "sockets left");
        NS_TEST_EXPECT_MSG_EQ(front->GetConnectionCount(), 0, "registrations left");
        NS_TEST_EXPECT_MSG_EQ(front->GetReferenceCount(), 1, "only the test has the front");
        front = nullptr;
        NS_TEST_EXPECT_MSG_EQ(Witness::s_living, 0, "nodes left");
    }

    void Open(Ptr<Node> node, Address peer)
    {
        const auto socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PEER_PORT)),
                              0,
                              "the port is free");
        socket->SetAttribute("SegmentSize", UintegerValue(MSS));
        socket->SetConnectCallback(MakeCallback(&PortsAgainTestCase::Connected, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        socket->Connect(peer);
        m_sockets.push_back(socket);
    }

    void Drop()
    {
        if (m_sockets.size() > 1)
        {
            m_sockets.erase(m_sockets.begin());
        }
    }

    void Connected(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(OCTETS));
        socket->Close();
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&PortsAgainTestCase::Read, this));
        socket->SetCloseCallbacks(MakeCallback(&PortsAgainTestCase::Closed, this),
                                  MakeNullCallback<void, Ptr<Socket>>());
    }

    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            m_received += packet->GetSize();
        }
    }

    void Closed(Ptr<Socket> socket)
    {
        socket->Close();
    }

    Ptr<Socket> m_listener;
    std::vector<Ptr<Socket>> m_sockets;
    uint64_t m_received{0};
};

class TcpConnectionDemuxTestSuite : public TestSuite
{
  public:
    TcpConnectionDemuxTestSuite()
        : TestSuite("tcp-connection-demux", Type::UNIT)
    {
        AddTestCase(new DemuxTestCase<Version4>("IPv4"));
        AddTestCase(new DemuxTestCase<Version6>("IPv6"));
        AddTestCase(new PlaceTestCase);
        AddTestCase(new CrowdTestCase);
        AddTestCase(new PortsAgainTestCase);
    }
};

TcpConnectionDemuxTestSuite g_tcpConnectionDemuxTestSuite;

} // namespace
