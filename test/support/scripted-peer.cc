/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scripted-peer.h"

#include "recording-control.h"
#include "scripted-application.h"
#include "segment-octets.h"
#include "tcp-impaired-connection.h"

#include "ns3/protocol-numbers.h"
#include "ns3/tcp-variant-preset.h"

#include <deque>
#include <exception>

namespace segmentscript
{

namespace
{

using namespace ns3;

using impaired::MakePattern;
using impaired::PORT;
using impaired::STREAM_A;
using impaired::STREAM_B;

/// Port of a peer that connects.
constexpr uint16_t PEER_PORT = 40000;

/// Segments that a message shows.
constexpr std::size_t LOG_LENGTH = 12;

const Mac48Address PEER_MAC("00:00:00:00:00:99");

/// What is set unless the script says otherwise: releases may change their defaults.
const std::vector<Setting> DEFAULTS{{"SegmentSize", "1000"},
                                    {"SndBufSize", "1000000"},
                                    {"RcvBufSize", "32000"},
                                    {"InitialCwnd", "10"},
                                    {"InitialSlowStartThreshold", "1000000"},
                                    {"ConnTimeout", "1s"},
                                    {"ConnCount", "6"},
                                    {"DataRetries", "6"},
                                    {"DelAckTimeout", "40ms"},
                                    {"DelAckCount", "1"},
                                    {"TcpNoDelay", "true"},
                                    {"PersistTimeout", "6s"},
                                    {"MinRto", "200ms"},
                                    {"ClockGranularity", "1ms"},
                                    {"MaxSegLifetime", "5"},
                                    {"Sack", "true"},
                                    {"Timestamp", "false"},
                                    {"WindowScaling", "false"},
                                    {"LimitedTransmit", "true"},
                                    {"ReTxThreshold", "3"},
                                    {"UseEcn", "Off"}};

/// Words with commas between them.
std::string
Join(const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
    {
        text += (text.empty() ? "" : ",") + word;
    }
    return text.empty() ? "nothing" : text;
}

/// The wire: shows what the node sends.
class Tap : public SimpleChannel
{
  public:
    explicit Tap(std::function<void(Ptr<const Packet>, uint16_t)> listener)
        : m_listener(std::move(listener))
    {
    }

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address,
              Mac48Address,
              Ptr<SimpleNetDevice>) override
    {
        m_listener(packet, protocol);
    }

  private:
    std::function<void(Ptr<const Packet>, uint16_t)> m_listener;
};

/// A segment of the socket.
struct Capture
{
    Time time;             //!< when it left
    Segment segment;       //!< what it is
    bool intact{true};     //!< its octets are those that the application wrote
    bool understood{true}; //!< it is TCP
};

/// The node, the wire, and the peer's side of the connection.
class Stage
{
  public:
    Stage(const Script& script, std::function<void()> wake)
        : m_script(script),
          m_wake(std::move(wake)),
          m_tap(CreateObject<Tap>(
              [this](Ptr<const Packet> packet, uint16_t protocol) { Take(packet, protocol); }))
    {
        m_nodes.Create(1);
        InternetStackHelper().Install(m_nodes);
        m_device = CreateObject<SimpleNetDevice>();
        m_device->SetAttribute("PointToPointMode", BooleanValue(true));
        m_device->SetAddress(Mac48Address::Allocate());
        m_device->SetMtu(script.mtu);
        m_nodes.Get(0)->AddDevice(m_device);
        m_device->SetChannel(m_tap);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(NetDeviceContainer(m_device));
        Ipv6AddressHelper().Assign(NetDeviceContainer(m_device));
    }

    ~Stage()
    {
        m_application.Detach();
        Simulator::Destroy();
    }

    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    uint32_t GetNodeId() const
    {
        return m_nodes.Get(0)->GetId();
    }

    Application& GetApplication()
    {
        return m_application;
    }

    std::deque<Capture>& GetCaptures()
    {
        return m_captures;
    }

    std::string GetLog() const
    {
        std::string log;
        for (const auto& line : m_log)
        {
            log += "\n    " + line;
        }
        return log;
    }

    /// @throw ScriptError if an attribute cannot be set
    void MakeSocket()
    {
        ObjectFactory control(m_script.control);
        ObjectFactory recovery(m_script.recovery);
        if (m_script.socket != SocketKind::SCOREBOARD)
        {
            const auto tcp = m_nodes.Get(0)->GetObject<TcpL4Protocol>();
            tcp->SetAttribute("SocketType", TypeIdValue(control.GetTypeId()));
            tcp->SetAttribute("RecoveryType", TypeIdValue(recovery.GetTypeId()));
        }
        if (m_script.socket == SocketKind::STOCK_FAST)
        {
            // Leaves the control and the law to the node.
            TcpVariantPreset("stock-fast").Install(m_nodes);
        }
        else if (m_script.socket == SocketKind::SCOREBOARD)
        {
            TcpScoreboardSocketHelper helper;
            helper.SetCongestionControl(control);
            helper.SetRecovery(recovery);
            helper.Install(m_nodes);
        }
        m_fresh = Socket::CreateSocket(m_nodes.Get(0), TcpSocketFactory::GetTypeId());
        const auto tcb = m_application.Watch(m_fresh);
        for (const auto& settings : {DEFAULTS, m_script.attributes})
        {
            for (const auto& [name, value] : settings)
            {
                if (!m_fresh->SetAttributeFailSafe(name, StringValue(value)) &&
                    !tcb->SetAttributeFailSafe(name, StringValue(value)))
                {
                    throw ScriptError("attribute " + name + " cannot be " + value);
                }
            }
        }
        for (const auto& [name, value] : m_script.optional)
        {
            m_fresh->SetAttributeFailSafe(name, StringValue(value));
        }
    }

    void Connect()
    {
        m_application.Attach(m_fresh);
        m_application.Restart();
        m_socketIsn.reset();
        m_fresh->Connect(m_script.ipv6 ? Address(Inet6SocketAddress(PeerIpv6(), PORT))
                                       : Address(InetSocketAddress(PeerIpv4(), PORT)));
    }

    void Listen()
    {
        m_peerPort = PEER_PORT;
        m_socketPort = PORT;
        m_fresh->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                   MakeCallback(&Application::Accept, &m_application));
        m_fresh->Bind(m_script.ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), PORT))
                                    : Address(InetSocketAddress(Ipv4Address::GetAny(), PORT)));
        m_fresh->Listen();
    }

    /// The peer sends.
    void Inject(const Segment& segment)
    {
        WireSegment wire;
        wire.sourcePort = m_peerPort;
        wire.destinationPort = m_socketPort;
        wire.flags = segment.flags;
        wire.seq = m_script.isn + static_cast<uint32_t>(*segment.seq);
        wire.ack = GetSocketIsn() + static_cast<uint32_t>(segment.ack.value_or(0));
        wire.window = static_cast<uint16_t>(segment.window.value_or(0));
        wire.options = segment.options;
        for (auto& [begin, end] : wire.options.sack)
        {
            begin += GetSocketIsn();
            end += GetSocketIsn();
        }
        if (wire.options.timestamp)
        {
            wire.options.timestamp->echo = wire.options.timestamp->echo.value_or(m_latestStamp);
        }
        wire.payload = MakePattern(STREAM_B, *segment.seq - 1, segment.length);
        Log("<", segment);
        const auto octets = Encode(wire);
        Deliver(Create<Packet>(octets.data(), octets.size()), segment.ecn.value_or(0));
    }

  private:
    static Ipv4Address PeerIpv4()
    {
        return Ipv4Address("10.0.0.2");
    }

    Ipv4Address SocketIpv4() const
    {
        return m_nodes.Get(0)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    }

    Ipv6Address SocketIpv6() const
    {
        return m_nodes.Get(0)->GetObject<Ipv6>()->GetAddress(1, 1).GetAddress();
    }

    Ipv6Address PeerIpv6() const
    {
        uint8_t octets[16];
        SocketIpv6().GetBytes(octets);
        octets[15] ^= 0x55;
        return Ipv6Address(octets);
    }

    void Deliver(Ptr<Packet> packet, uint8_t ecn)
    {
        const auto to = Mac48Address::ConvertFrom(m_device->GetAddress());
        if (m_script.ipv6)
        {
            Ipv6Header ip;
            ip.SetSource(PeerIpv6());
            ip.SetDestination(SocketIpv6());
            ip.SetPayloadLength(packet->GetSize());
            ip.SetNextHeader(protocolnumbers::TCP);
            ip.SetHopLimit(64);
            ip.SetEcn(static_cast<Ipv6Header::EcnType>(ecn));
            packet->AddHeader(ip);
            m_device->Receive(packet, protocolnumbers::ETHER_IPV6, to, PEER_MAC);
            return;
        }
        Ipv4Header ip;
        ip.SetSource(PeerIpv4());
        ip.SetDestination(SocketIpv4());
        ip.SetPayloadSize(packet->GetSize());
        ip.SetProtocol(protocolnumbers::TCP);
        ip.SetTtl(64);
        ip.SetEcn(static_cast<Ipv4Header::EcnType>(ecn));
        packet->AddHeader(ip);
        m_device->Receive(packet, protocolnumbers::ETHER_IPV4, to, PEER_MAC);
    }

    /// The node sent something.
    void Take(Ptr<const Packet> packet, uint16_t protocol)
    {
        const auto copy = packet->Copy();
        uint8_t next = 0;
        uint8_t ecn = 0;
        if (protocol == protocolnumbers::ETHER_IPV4)
        {
            Ipv4Header ip;
            copy->RemoveHeader(ip);
            next = ip.GetProtocol();
            ecn = ip.GetEcn();
        }
        else if (protocol == protocolnumbers::ETHER_IPV6)
        {
            Ipv6Header ip;
            copy->RemoveHeader(ip);
            next = ip.GetNextHeader();
            ecn = ip.GetEcn();
        }
        if (next != protocolnumbers::TCP)
        {
            return;
        }
        std::vector<uint8_t> octets(copy->GetSize());
        copy->CopyData(octets.data(), octets.size());
        m_captures.push_back(Understand(octets, ecn));
        Log(">", m_captures.back().segment);
        m_wake();
    }

    Capture Understand(const std::vector<uint8_t>& octets, uint8_t ecn)
    {
        Capture capture;
        capture.time = Simulator::Now();
        const auto wire = Decode(octets);
        if (!wire)
        {
            capture.understood = false;
            return capture;
        }
        m_socketPort = wire->sourcePort;
        m_peerPort = wire->destinationPort;
        if (wire->flags & SYN)
        {
            m_socketIsn = wire->seq;
        }
        if (wire->options.timestamp)
        {
            m_latestStamp = *wire->options.timestamp->value;
        }
        auto& segment = capture.segment;
        segment.flags = wire->flags;
        segment.seq = Relative(wire->seq, GetSocketIsn());
        segment.length = static_cast<uint32_t>(wire->payload.size());
        segment.ack = Relative(wire->ack, m_script.isn);
        segment.window = wire->window;
        segment.ecn = ecn;
        segment.options = wire->options;
        for (auto& [begin, end] : segment.options.sack)
        {
            begin = Relative(begin, m_script.isn);
            end = Relative(end, m_script.isn);
        }
        capture.intact = wire->payload == MakePattern(STREAM_A, *segment.seq - 1, segment.length);
        return capture;
    }

    uint32_t GetSocketIsn() const
    {
        return m_socketIsn.value_or(0);
    }

    static int64_t Relative(int64_t number, uint32_t isn)
    {
        return static_cast<int32_t>(static_cast<uint32_t>(number) - isn);
    }

    void Log(const std::string& direction, const Segment& segment)
    {
        std::ostringstream line;
        line << Simulator::Now().GetSeconds() << ' ' << direction << ' ' << segment;
        m_log.push_back(line.str());
        if (m_log.size() > LOG_LENGTH)
        {
            m_log.pop_front();
        }
    }

    const Script& m_script;
    std::function<void()> m_wake;
    Ptr<Tap> m_tap;
    NodeContainer m_nodes;
    Ptr<SimpleNetDevice> m_device;
    Ptr<Socket> m_fresh;
    Application m_application;
    std::deque<Capture> m_captures;
    std::deque<std::string> m_log;
    uint16_t m_peerPort{PORT};
    uint16_t m_socketPort{0};
    std::optional<uint32_t> m_socketIsn;
    uint32_t m_latestStamp{0};
};

/// Goes through the events of a script.
class Play
{
  public:
    explicit Play(const Script& script)
        : m_script(script),
          m_stage(script, [this] { Wake(Time()); })
    {
    }

    std::optional<Disagreement> Run()
    {
        RecordingControl::Take(); // of the script before
        m_stage.MakeSocket();
        // What follows inherits the context of the node.
        Simulator::ScheduleWithContext(m_stage.GetNodeId(), Time(), &Play::Advance, this);
        Simulator::Run();
        if (m_error)
        {
            std::rethrow_exception(m_error);
        }
        return m_disagreement;
    }

  private:
    void Wake(Time delay)
    {
        m_event.Cancel();
        m_event = Simulator::Schedule(delay, &Play::Advance, this);
    }

    /// An exception that left an event would leave it behind, too: ns-3 does not expect any.
    void Advance()
    {
        try
        {
            GoOn();
        }
        catch (...)
        {
            m_error = std::current_exception();
            Simulator::Stop();
        }
    }

    void GoOn()
    {
        while (!m_disagreement && m_next < m_script.events.size())
        {
            const auto& event = m_script.events[m_next];
            const bool done = event.kind == Kind::SOCKET ? Expect(event) : Act(event);
            if (!done)
            {
                return;
            }
            ++m_next;
        }
        if (!m_disagreement)
        {
            End();
        }
    }

    Time GetDue(const Event& event) const
    {
        return (event.relative ? m_last : Time()) + NanoSeconds(event.time);
    }

    /// @return whether the socket has sent what it should
    bool Expect(const Event& event)
    {
        const Time tolerance = NanoSeconds(event.tolerance);
        const Time due = GetDue(event);
        const Time latest = due + NanoSeconds(event.span) + tolerance;
        auto& captures = m_stage.GetCaptures();
        if (captures.empty())
        {
            if (Simulator::Now() > latest)
            {
                Disagree(event, "nothing was sent");
                return false;
            }
            Wake(latest - Simulator::Now() + NanoSeconds(1));
            return false;
        }
        const auto capture = captures.front();
        captures.pop_front();
        const auto difference = capture.understood ? Compare(event.segment, capture.segment)
                                                   : "that it is no TCP segment";
        if (!difference.empty())
        {
            Disagree(event, "the segment differs: " + difference);
        }
        else if (!capture.intact)
        {
            Disagree(event, "the octets of the segment are not those that were written");
        }
        else if (capture.time < due - tolerance || capture.time > latest)
        {
            Disagree(event, "the segment was sent at " + std::to_string(capture.time.GetSeconds()));
        }
        m_last = capture.time;
        return !m_disagreement;
    }

    /// @return whether it was time to do it
    bool Act(const Event& event)
    {
        const Time due = GetDue(event);
        if (event.kind == Kind::SKIP)
        {
            m_stage.GetCaptures().clear();
        }
        if (due > Simulator::Now())
        {
            if (!m_stage.GetCaptures().empty())
            {
                Disagree(event, "a segment was sent before that is not in the script");
                return false;
            }
            Wake(due - Simulator::Now());
            return false;
        }
        if (due + NanoSeconds(event.tolerance) < Simulator::Now())
        {
            Disagree(event, "this moment has passed");
            return false;
        }
        m_last = due;
        switch (event.kind)
        {
        case Kind::PEER:
            m_stage.Inject(event.segment);
            break;
        case Kind::CALL:
            Call(event);
            break;
        case Kind::CHECK:
            Check(event);
            break;
        default:
            break;
        }
        return !m_disagreement;
    }

    /// Nothing may follow.
    void End()
    {
        if (!m_stage.GetCaptures().empty())
        {
            Disagree(m_script.events.back(), "a segment was sent after the end");
        }
        else if (m_ending)
        {
            Simulator::Stop();
        }
        else if (!m_script.events.empty())
        {
            m_ending = true;
            Wake(NanoSeconds(m_script.events.back().tolerance));
        }
    }

    void Call(const Event& event)
    {
        const auto& name = event.call.front();
        auto& application = m_stage.GetApplication();
        if (name == "connect")
        {
            m_stage.Connect();
            return;
        }
        if (name == "listen")
        {
            m_stage.Listen();
            return;
        }
        const auto socket = application.GetSocket();
        if (!socket)
        {
            Disagree(event, "there is no connection");
            return;
        }
        int64_t expected = 0;
        int64_t result = 0;
        if (name == "send" || name == "recv")
        {
            expected = std::stoll(event.call[1]);
            result = name == "send" ? application.Send(expected) : application.Receive(expected);
        }
        else if (name == "close")
        {
            result = socket->Close();
        }
        else if (name == "replace")
        {
            Replace(*socket, event.call[1], ObjectFactory(event.call[2]));
        }
        else if (name == "shutdown")
        {
            result = event.call[1] == "send" ? socket->ShutdownSend() : socket->ShutdownRecv();
        }
        else if (!socket->SetAttributeFailSafe(event.call[1], StringValue(event.call[2])))
        {
            result = -1;
        }
        if (result != event.result.value_or(expected))
        {
            Disagree(event, "the call returned " + std::to_string(result));
        }
    }

    static void Replace(TcpSocketBase& socket, const std::string& what, const ObjectFactory& by)
    {
        if (what == "control")
        {
            socket.SetCongestionControlAlgorithm(by.Create<TcpCongestionOps>());
        }
        else
        {
            socket.SetRecoveryAlgorithm(by.Create<TcpRecoveryOps>());
        }
    }

    void Check(const Event& event)
    {
        if (!m_stage.GetApplication().GetSocket())
        {
            Disagree(event, "there is no connection");
            return;
        }
        for (const auto& condition : event.conditions)
        {
            if (condition.name == "state")
            {
                const auto state = m_stage.GetApplication().GetState();
                if (state != condition.least)
                {
                    Disagree(event, "the state is " + state);
                }
                continue;
            }
            if (condition.name == "told")
            {
                const auto told = Join(RecordingControl::Take());
                if (told != condition.least)
                {
                    Disagree(event, "the congestion control was told " + told);
                }
                continue;
            }
            const auto value = m_stage.GetApplication().GetValue(condition.name);
            if (value &&
                (*value < std::stoll(condition.least) || *value > std::stoll(condition.most)))
            {
                Disagree(event, condition.name + " is " + std::to_string(*value));
            }
        }
    }

    void Disagree(const Event& event, const std::string& what)
    {
        if (!m_disagreement)
        {
            m_disagreement = Disagreement{event.where,
                                          "\"" + event.text + "\" at " +
                                              std::to_string(Simulator::Now().GetSeconds()) + ": " +
                                              what + m_stage.GetLog()};
            Simulator::Stop();
        }
    }

    const Script& m_script;
    std::optional<Disagreement> m_disagreement;
    std::exception_ptr m_error;
    std::size_t m_next{0};
    Time m_last;
    bool m_ending{false};
    EventId m_event;
    Stage m_stage;
};

} // namespace

std::optional<Disagreement>
RunScript(const Script& script)
{
    return Play(script).Run();
}

} // namespace segmentscript
