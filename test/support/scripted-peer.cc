/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scripted-peer.h"

#include "recording-control.h"
#include "script-defaults.h"
#include "script-play.h"
#include "scripted-application.h"
#include "scripted-wire.h"
#include "tcp-impaired-connection.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-variant-preset.h"

#include <exception>
#include <functional>

namespace segmentscript
{

namespace
{

using namespace ns3;

using impaired::PORT;

const Mac48Address PEER_MAC("00:00:00:00:00:99");

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

/// One node with the socket, and the peer's device.
class NodeStage : public Stage
{
  public:
    NodeStage(const Script& script, std::function<void(const Capture&)> take)
        : m_script(script),
          m_take(std::move(take)),
          m_wire(script.isn),
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

    ~NodeStage() override
    {
        m_application.Detach();
        Simulator::Destroy();
    }

    NodeStage(const NodeStage&) = delete;
    NodeStage& operator=(const NodeStage&) = delete;

    uint32_t GetNodeId() const
    {
        return m_nodes.Get(0)->GetId();
    }

    int64_t GetTime() const override
    {
        return Simulator::Now().GetNanoSeconds();
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

    void Inject(const Segment& segment) override
    {
        const auto octets = m_wire.Encode(segment);
        Deliver(Create<Packet>(octets.data(), octets.size()), segment.ecn.value_or(0));
    }

    bool HasSocket() const override
    {
        return m_application.GetSocket() != nullptr;
    }

    std::optional<std::string> Ask(const std::string& name) override
    {
        if (name == "state")
        {
            return m_application.GetState();
        }
        if (name == "told")
        {
            return Join(RecordingControl::Take());
        }
        const auto value = m_application.GetValue(name);
        return value ? std::optional(std::to_string(*value)) : std::nullopt;
    }

    std::optional<int64_t> Call(const std::vector<std::string>& call) override
    {
        const auto& name = call.front();
        if (name == "connect")
        {
            Connect();
            return 0;
        }
        if (name == "listen")
        {
            Listen();
            return 0;
        }
        return HasSocket() ? std::optional(CallSocket(call)) : std::nullopt;
    }

  private:
    /// The application's socket, an accepted one too, or the first one.
    void Connect()
    {
        const Ptr<Socket> socket = HasSocket() ? Ptr<Socket>(m_application.GetSocket()) : m_fresh;
        m_application.Attach(socket);
        m_application.Restart();
        m_wire.Restart();
        socket->Connect(m_script.ipv6 ? Address(Inet6SocketAddress(PeerIpv6(), PORT))
                                      : Address(InetSocketAddress(PeerIpv4(), PORT)));
    }

    void Listen()
    {
        m_wire.AwaitPeer();
        m_fresh->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                   MakeCallback(&Application::Accept, &m_application));
        m_fresh->Bind(impaired::GetAnyAddress(m_script.ipv6));
        m_fresh->Listen();
    }

    int64_t CallSocket(const std::vector<std::string>& call)
    {
        const auto& name = call.front();
        const auto socket = m_application.GetSocket();
        if (name == "send")
        {
            return m_application.Send(std::stoll(call[1]));
        }
        if (name == "recv")
        {
            return m_application.Receive(std::stoll(call[1]));
        }
        if (name == "close")
        {
            return socket->Close();
        }
        if (name == "shutdown")
        {
            return call[1] == "send" ? socket->ShutdownSend() : socket->ShutdownRecv();
        }
        if (name == "replace")
        {
            Replace(*socket, call[1], ObjectFactory(call[2]));
            return 0;
        }
        return socket->SetAttributeFailSafe(call[1], StringValue(call[2])) ? 0 : -1;
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
        m_take(m_wire.Understand(octets, ecn, GetTime()));
    }

    const Script& m_script;
    std::function<void(const Capture&)> m_take;
    ScriptedWire m_wire;
    Ptr<Tap> m_tap;
    NodeContainer m_nodes;
    Ptr<SimpleNetDevice> m_device;
    Ptr<Socket> m_fresh;
    Application m_application;
};

/// A script is played in the simulator.
class Play
{
  public:
    explicit Play(const Script& script)
        : m_stage(script,
                  [this](const Capture& capture) {
                      m_play.Take(capture);
                      Wake(Time());
                  }),
          m_play(script, m_stage)
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
        return m_play.GetDisagreement();
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
            if (const auto next = m_play.Advance())
            {
                // What the node has sent meanwhile is looked at first.
                if (m_event.IsExpired())
                {
                    Wake(NanoSeconds(*next) - Simulator::Now());
                }
                return;
            }
        }
        catch (...)
        {
            m_error = std::current_exception();
        }
        Simulator::Stop();
    }

    NodeStage m_stage;
    ScriptPlay m_play;
    std::exception_ptr m_error;
    EventId m_event;
};

} // namespace

std::optional<Disagreement>
RunScript(const Script& script)
{
    return Play(script).Run();
}

} // namespace segmentscript
