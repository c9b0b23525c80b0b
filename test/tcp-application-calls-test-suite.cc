/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-impaired-connection.h"

#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"

#include <memory>
#include <string>

using namespace ns3;
using namespace impaired;

/**
 * What an application calls, and when: whatever it is told, and wherever in the work of the socket
 * it is told so, it may write, close, and connect anew.
 */
namespace
{

/// What the application does in the middle of the work.
enum class Deed
{
    ABORT,     //!< Close(), with data unread: a reset
    CLOSE,     //!< Close(), after all was read
    ANEW,      //!< as ABORT, and Connect() as soon as the socket is closed
    LET_GO,    //!< as ABORT, and the last pointer is dropped
    HALF_CLOSE //!< ShutdownSend()
};

const std::map<Deed, std::string> DEEDS{{Deed::ABORT, "Close() with data unread"},
                                        {Deed::CLOSE, "Close()"},
                                        {Deed::ANEW, "Close() and Connect()"},
                                        {Deed::LET_GO, "Close() and delete"},
                                        {Deed::HALF_CLOSE, "ShutdownSend()"}};

/// What the application can be told by a callback, and by traces.
const std::array OCCASIONS{"connected",
                           "room",
                           "sent",
                           "data",
                           "end",
                           "State",
                           "CongState",
                           "CongestionWindow",
                           "SlowStartThreshold",
                           "BytesInFlight",
                           "HighestSequence",
                           "RTO",
                           "RTT",
                           "RWND",
                           "AdvWND",
                           "SndFack",
                           "RecoveryEntered",
                           "RecoveryLeft",
                           "RetransmissionTimeout",
                           "Tx",
                           "Rx"};

/// The application that does the deed at the n-th occasion, whatever is going on then.
class Meddler
{
  public:
    /// @param occasion one of OCCASIONS @param number which of them @param deed what is done then
    Meddler(const std::string& occasion, uint32_t number, Deed deed)
        : m_occasion(occasion),
          m_number(number),
          m_deed(deed)
    {
    }

    /// Octets of one connection.
    static constexpr uint64_t OCTETS = 70 * MSS;

    void Open(Ptr<Socket> socket, const Address& peer)
    {
        m_socket = DynamicCast<TcpSocketBase>(socket);
        m_peer = peer;
        socket->SetConnectCallback(MakeCallback(&Meddler::Connected, this),
                                   MakeCallback(&Meddler::Failed, this));
        socket->SetSendCallback(MakeCallback(&Meddler::Room, this));
        socket->SetDataSentCallback(MakeCallback(&Meddler::Sent, this));
        socket->SetRecvCallback(MakeCallback(&Meddler::Data, this));
        socket->SetCloseCallbacks(MakeCallback(&Meddler::Closed, this),
                                  MakeCallback(&Meddler::Failed, this));
        Hook<TcpSocket::TcpStates_t>({"State"});
        Hook<TcpSocketState::TcpCongState_t>({"CongState"});
        Hook<uint32_t>(
            {"CongestionWindow", "SlowStartThreshold", "BytesInFlight", "RWND", "AdvWND"});
        Hook<SequenceNumber32>({"HighestSequence", "SndFack"});
        Hook<Time>({"RTO", "RTT"});
        if (m_occasion == "RecoveryEntered" || m_occasion == "RecoveryLeft")
        {
            Hook<SequenceNumber32>({m_occasion});
        }
        if (m_occasion == "RetransmissionTimeout")
        {
            socket->TraceConnectWithoutContext(m_occasion,
                                               MakeCallback(&Meddler::TimerExpired, this));
        }
        if (m_occasion == "Tx" || m_occasion == "Rx")
        {
            socket->TraceConnectWithoutContext(m_occasion, MakeCallback(&Meddler::Passed, this));
        }
        socket->TraceConnectWithoutContext("State", MakeCallback(&Meddler::Changed, this));
        socket->Connect(peer);
    }

    bool done{false};     //!< the deed
    bool again{false};    //!< the socket was used again
    bool unread{false};   //!< there was something unread then
    uint32_t connects{0}; //!< connections that the application was told of
    uint32_t closes{0};   //!< ends
    uint32_t errors{0};   //!< failures
    uint64_t written{0};  //!< octets of the last connection
    TcpSocket::TcpStates_t state{TcpSocket::CLOSED}; //!< of the socket

  private:
    template <class T>
    void Hook(const std::vector<std::string>& names)
    {
        if (std::find(names.begin(), names.end(), m_occasion) != names.end())
        {
            m_socket->TraceConnectWithoutContext(m_occasion,
                                                 MakeCallback(&Meddler::Moved<T>, this));
        }
    }

    template <class T>
    void Moved(T, T)
    {
        Meddle(m_occasion);
    }

    void TimerExpired(SequenceNumber32)
    {
        Meddle(m_occasion);
    }

    void Passed(Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>)
    {
        Meddle(m_occasion);
    }

    void Changed(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now)
    {
        state = now;
    }

    void Connected(Ptr<Socket>)
    {
        ++connects;
        Meddle("connected");
    }

    void Room(Ptr<Socket>, uint32_t)
    {
        Meddle("room");
        Write();
    }

    void Sent(Ptr<Socket>, uint32_t)
    {
        Meddle("sent");
    }

    void Data(Ptr<Socket>)
    {
        Meddle("data");
        if (again || (done && (m_deed == Deed::CLOSE || m_deed == Deed::HALF_CLOSE)))
        {
            ReadAll();
        }
    }

    void Closed(Ptr<Socket>)
    {
        ++closes;
        Meddle("end");
        GoOn();
    }

    void Failed(Ptr<Socket>)
    {
        ++errors;
        Meddle("end");
        GoOn();
    }

    /// After the end of a connection.
    void GoOn()
    {
        if (done && m_deed == Deed::ANEW && !again && state == TcpSocket::CLOSED)
        {
            again = true;
            written = 0;
            m_shut = false;
            m_socket->Connect(m_peer);
        }
    }

    void Write()
    {
        while (m_socket && !m_shut && written < OCTETS)
        {
            const auto size =
                std::min<uint64_t>({OCTETS - written, m_socket->GetTxAvailable(), MSS});
            const auto octets = MakePattern(STREAM_A, written, size);
            if (size == 0 || m_socket->Send(Create<Packet>(octets.data(), size), 0) < 0)
            {
                return;
            }
            written += size;
        }
        if (again && !m_shut)
        {
            m_shut = true;
            m_socket->Close();
        }
    }

    void ReadAll()
    {
        while (m_socket->GetRxAvailable() > 0)
        {
            m_socket->Recv(UINT32_MAX, 0);
        }
    }

    void Meddle(const std::string& occasion)
    {
        if (done || occasion != m_occasion || --m_number > 0)
        {
            return;
        }
        done = true;
        m_shut = true;
        if (m_deed == Deed::HALF_CLOSE)
        {
            m_socket->ShutdownSend();
            return;
        }
        if (m_deed == Deed::CLOSE)
        {
            ReadAll();
        }
        const bool isOpen = state == TcpSocket::ESTABLISHED || state == TcpSocket::CLOSE_WAIT;
        unread = m_socket->GetRxAvailable() > 0 && isOpen;
        m_socket->Close();
        if (m_deed == Deed::LET_GO)
        {
            m_socket = nullptr;
        }
    }

    std::string m_occasion;
    uint32_t m_number;
    Deed m_deed;
    Ptr<TcpSocketBase> m_socket;
    Address m_peer;
    bool m_shut{false};
};

/// Reads, writes 30 segments, and closes.
class Peer
{
  public:
    void Accept(Ptr<Socket> socket, const Address&)
    {
        ++accepts;
        read = 0;
        socket->SetRecvCallback(MakeCallback(&Peer::Read, this));
        socket->SetCloseCallbacks(MakeCallback(&Peer::Closed, this),
                                  MakeCallback(&Peer::Failed, this));
        socket->Send(Create<Packet>(30 * MSS), 0);
        socket->ShutdownSend();
    }

    uint32_t accepts{0}; //!< connections
    uint32_t closes{0};  //!< ends
    uint32_t errors{0};  //!< resets
    uint64_t read{0};    //!< octets of the last connection
    bool wrong{false};   //!< an octet was not the one of this position

  private:
    void Read(Ptr<Socket> socket)
    {
        while (socket->GetRxAvailable() > 0)
        {
            const auto packet = socket->Recv(UINT32_MAX, 0);
            wrong = wrong || !IsPayload(packet, STREAM_A, read, 0);
            read += packet->GetSize();
        }
    }

    void Closed(Ptr<Socket>)
    {
        ++closes;
    }

    void Failed(Ptr<Socket>)
    {
        ++errors;
    }
};

/// The application does something that changes all, at any point of reading an ACK.
class MeddlingTestCase : public TestCase
{
  public:
    /// @param sender attribute LossRecovery @param deed what is done @param ipv6 by IPv6
    MeddlingTestCase(const std::string& sender, Deed deed, bool ipv6)
        : TestCase(DEEDS.at(deed) + " in any notice and trace, " + sender + (ipv6 ? ", IPv6" : "")),
          m_sender(sender),
          m_deed(deed),
          m_ipv6(ipv6)
    {
    }

  private:
    void DoRun() override
    {
        uint32_t deeds = 0;
        for (const std::string occasion : OCCASIONS)
        {
            for (const uint32_t number : {1, 2, 6, 20})
            {
                deeds += Run(occasion, number) ? 1 : 0;
            }
        }
        NS_TEST_EXPECT_MSG_GT(deeds, 50, "occasions that came");
    }

    /// @return whether the occasion came
    bool Run(const std::string& occasion, uint32_t number)
    {
        Options options;
        options.rule = [this](const Segment& segment) { return Judge(segment); };
        m_passed = 0;
        Network network(options);
        TcpScoreboardSocketHelper helper;
        ObjectFactory control("ns3::TcpNewReno");
        helper.SetCongestionControl(control);
        helper.Install(network.nodes);
        Peer peer;
        const auto listener = MakeSocket(network, 1, options.b);
        listener->Bind(m_ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                              : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT)));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&Peer::Accept, &peer));
        Meddler meddler(occasion, number, m_deed);
        options.a.attributes["LossRecovery"] = m_sender;
        options.a.attributes["SndBufSize"] = "20000";
        Simulator::ScheduleWithContext(network.nodes.Get(0)->GetId(),
                                       START,
                                       &Meddler::Open,
                                       &meddler,
                                       MakeSocket(network, 0, options.a),
                                       network.GetPeer(m_ipv6));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        Check(meddler, peer, occasion + " " + std::to_string(number));
        Simulator::Destroy();
        return meddler.done;
    }

    static Ptr<Socket> MakeSocket(const Network& network, uint32_t node, const EndOptions& options)
    {
        const auto socket =
            Socket::CreateSocket(network.nodes.Get(node), TcpSocketFactory::GetTypeId());
        for (const auto& [name, value] : FoldLossRecovery(options.attributes))
        {
            socket->SetAttribute(name, StringValue(value));
        }
        return socket;
    }

    /// Single losses, two in a row, and half a second without any: new, partial and duplicate ACKs,
    /// and timeouts.
    Fate Judge(const Segment& segment)
    {
        if (!segment.fromA || segment.size == 0)
        {
            return Fate();
        }
        ++m_passed;
        const bool isSingle = m_passed == 4 || m_passed == 20 || m_passed == 21;
        return isSingle || (m_passed > 45 && m_passed < 52) ? LOSS : Fate();
    }

    void Check(const Meddler& meddler, const Peer& peer, const std::string& when)
    {
        if (!meddler.done)
        {
            return;
        }
        // What is read of a trace may not have been there when its listener was called.
        const bool reset = meddler.errors > 0;
        const uint32_t connections = meddler.again ? 2 : 1;
        NS_TEST_EXPECT_MSG_EQ(peer.wrong, false, "wrong octets, " << when);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(meddler.connects, connections, "connections, " << when);
        // The peer may have closed before.
        NS_TEST_EXPECT_MSG_LT_OR_EQ(meddler.closes, connections, "ends, " << when);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(meddler.errors, 1, "failures, " << when);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(meddler.errors, (meddler.unread ? 1 : 0), "failures, " << when);
        if (meddler.again)
        {
            NS_TEST_EXPECT_MSG_EQ(meddler.connects, peer.accepts, "connections, " << when);
            NS_TEST_EXPECT_MSG_EQ(peer.read, Meddler::OCTETS, "octets, " << when);
        }
        else if (reset)
        {
            NS_TEST_EXPECT_MSG_EQ(meddler.state, TcpSocket::CLOSED, "state, " << when);
            NS_TEST_EXPECT_MSG_EQ(peer.errors, 1, "the peer was reset, " << when);
        }
        else if (meddler.connects > 0)
        {
            NS_TEST_EXPECT_MSG_EQ(peer.read, meddler.written, "octets, " << when);
            NS_TEST_EXPECT_MSG_EQ(peer.closes, 1, "the peer's ends, " << when);
            NS_TEST_EXPECT_MSG_EQ(peer.errors, 0, "the peer was reset, " << when);
        }
    }

    std::string m_sender;
    Deed m_deed;
    bool m_ipv6;
    uint32_t m_passed{0};
};

/// Two nodes, the second of which listens, sends 100 octets to whoever connects, and reads nothing.
class ReconnectTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void Open()
    {
        m_network = std::make_unique<Network>(m_options);
        TcpVariantPreset("rack").Install(m_network->nodes);
        m_listener = Socket::CreateSocket(m_network->nodes.Get(1), TcpSocketFactory::GetTypeId());
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&ReconnectTestCase::Accept, this));
        m_socket = Socket::CreateSocket(m_network->nodes.Get(0), TcpSocketFactory::GetTypeId());
    }

    int Connect()
    {
        return m_socket->Connect(m_network->GetPeer(false));
    }

    void Run()
    {
        Simulator::Stop(Seconds(300));
        Simulator::Run();
        m_socket = nullptr;
        m_listener = nullptr;
        Simulator::Destroy();
        m_network.reset();
    }

    Options m_options;                  //!< of the network
    std::unique_ptr<Network> m_network; //!< the nodes
    Ptr<Socket> m_socket;               //!< the first node's
    Ptr<Socket> m_listener;             //!< the second node's
    uint32_t m_accepted{0};             //!< connections

  private:
    void Accept(Ptr<Socket> socket, const Address&)
    {
        ++m_accepted;
        socket->Send(Create<Packet>(100));
    }
};

/// A tail loss probe asks the application for data, and that one closes and connects anew.
class TailProbeTestCase : public ReconnectTestCase
{
  public:
    TailProbeTestCase()
        : ReconnectTestCase("Close() and Connect() when a tail loss probe asks for data")
    {
    }

  private:
    void DoRun() override
    {
        m_options.rule = [this](const Segment& segment) {
            return segment.fromA && segment.size > 0 ? LOSS : Fate();
        };
        Open();
        m_socket->SetSendCallback(MakeCallback(&TailProbeTestCase::Room, this));
        Simulator::Schedule(Seconds(1), [this] { Connect(); });
        Simulator::Schedule(Seconds(3), [this] { m_socket->Send(Create<Packet>(2 * MSS)); });
        Simulator::Schedule(Seconds(3.001), [this] { m_isProbeDue = true; });
        Run();
        NS_TEST_EXPECT_MSG_EQ(m_isProbeDue, false, "the probe asks");
        NS_TEST_EXPECT_MSG_EQ(m_accepted, 2, "connections");
    }

    void Room(Ptr<Socket> socket, uint32_t)
    {
        if (std::exchange(m_isProbeDue, false))
        {
            socket->Close();
            Connect();
        }
    }

    bool m_isProbeDue{false};
};

/// Whoever traces the state connects anew and closes while the SYN is on its way out.
class StateTraceTestCase : public ReconnectTestCase
{
  public:
    StateTraceTestCase()
        : ReconnectTestCase("Connect() and Close() in the trace of SYN_SENT")
    {
    }

  private:
    void DoRun() override
    {
        Open();
        m_socket->TraceConnectWithoutContext("State",
                                             MakeCallback(&StateTraceTestCase::Meddle, this));
        Simulator::Schedule(Seconds(1), [this] { Connect(); });
        Run();
        NS_TEST_EXPECT_MSG_EQ(m_isDone, true, "the SYN was on its way");
        NS_TEST_EXPECT_MSG_EQ(m_accepted, 0, "connections");
    }

    void Meddle(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now)
    {
        if (now == TcpSocket::SYN_SENT && !std::exchange(m_isDone, true))
        {
            Connect();
            m_socket->Close();
        }
    }

    bool m_isDone{false};
};

class TcpApplicationCallsTestSuite : public TestSuite
{
  public:
    TcpApplicationCallsTestSuite()
        : TestSuite("tcp-application-calls", Type::UNIT)
    {
        for (const std::string sender : SENDERS)
        {
            for (const auto& [deed, name] : DEEDS)
            {
                AddTestCase(new MeddlingTestCase(sender, deed, false));
            }
        }
        AddTestCase(new MeddlingTestCase("Rack", Deed::ANEW, true));
        AddTestCase(new MeddlingTestCase("NewReno", Deed::LET_GO, true));
        AddTestCase(new TailProbeTestCase);
        AddTestCase(new StateTraceTestCase);
    }
};

TcpApplicationCallsTestSuite g_tcpApplicationCallsTestSuite; //!< registers itself

} // namespace
