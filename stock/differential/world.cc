/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "world.h"

#include "network.h"
#include "talker.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

namespace differential
{

namespace
{

constexpr uint8_t TCP = 6;

/// A world that is running, and its record.
class World
{
  public:
    World(const Scenario& scenario, Sockets sockets, const Recording& recording)
        : m_scenario(scenario),
          m_recording(recording),
          m_network(scenario)
    {
        if (sockets == Sockets::FAST)
        {
            TcpVariantPreset("stock-fast").Install(m_network.GetNodes());
        }
        WatchNodes();
        for (uint32_t i = 0; i < scenario.flows.size(); ++i)
        {
            StartFlow(i);
        }
    }

    std::vector<Entry> Run()
    {
        Simulator::Stop(m_scenario.until + m_recording.longer);
        Simulator::Run();
        Simulator::Destroy();
        // At one moment, nodes act in any order.
        std::stable_sort(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) {
            return std::tie(a.at, a.node) < std::tie(b.at, b.node);
        });
        m_watched.clear();
        return std::move(m_entries);
    }

  private:
    void Tell(uint32_t node, std::string what)
    {
        m_entries.push_back({Simulator::Now().GetNanoSeconds(), node, std::move(what)});
    }

    void WatchNodes()
    {
        for (uint32_t i = 0; i < m_network.GetNodes().GetN(); ++i)
        {
            const auto node = m_network.GetNodes().Get(i);
            const auto context = std::to_string(node->GetId());
            node->GetObject<Ipv4L3Protocol>()->TraceConnect("SendOutgoing",
                                                            context,
                                                            MakeCallback(&World::Sent4, this));
            node->GetObject<Ipv6L3Protocol>()->TraceConnect("SendOutgoing",
                                                            context,
                                                            MakeCallback(&World::Sent6, this));
        }
    }

    void Sent4(std::string node, const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t)
    {
        if (ip.GetProtocol() == TCP)
        {
            std::ostringstream text;
            text << ip.GetSource() << " > " << ip.GetDestination() << ", ECN " << +ip.GetEcn();
            Sent(node, text, packet);
        }
    }

    void Sent6(std::string node, const Ipv6Header& ip, Ptr<const Packet> packet, uint32_t)
    {
        if (ip.GetNextHeader() == TCP)
        {
            std::ostringstream text;
            text << ip.GetSource() << " > " << ip.GetDestination() << ", ECN " << +ip.GetEcn();
            Sent(node, text, packet);
        }
    }

    /// Traces that a socket has from its first segment on.
    void WatchSockets(uint32_t node)
    {
        const auto sockets = Config::LookupMatches("/NodeList/" + std::to_string(node) +
                                                   "/$ns3::TcpL4Protocol/SocketList/*");
        for (std::size_t i = 0; i < sockets.GetN(); ++i)
        {
            const auto socket = sockets.Get(i);
            if (!m_watched.insert(socket).second)
            {
                continue;
            }
            const auto name = std::to_string(node) + " socket " + std::to_string(m_watched.size());
            for (const std::string trace : {"RTO", "RTT", "LastRTT"})
            {
                socket->TraceConnect(trace,
                                     name + ' ' + trace,
                                     MakeCallback(&World::Traced<Time>, this));
            }
            for (const std::string trace : {"NextTxSequence", "HighestSequence", "HighestRxAck"})
            {
                socket->TraceConnect(trace,
                                     name + ' ' + trace,
                                     MakeCallback(&World::Traced<SequenceNumber32>, this));
            }
            for (const std::string trace : {"CongestionWindow",
                                            "CongestionWindowInflated",
                                            "SlowStartThreshold",
                                            "BytesInFlight",
                                            "RWND",
                                            "AdvWND"})
            {
                socket->TraceConnect(trace,
                                     name + ' ' + trace,
                                     MakeCallback(&World::Traced<uint32_t>, this));
            }
        }
    }

    /// What a trace says last at a moment counts.
    template <class T>
    void Traced(std::string context, T, T now)
    {
        const auto space = context.find(' ');
        const auto node = static_cast<uint32_t>(std::stoul(context));
        const auto name = context.substr(space + 1);
        const auto at = Simulator::Now().GetNanoSeconds();
        std::ostringstream text;
        text << name << " is " << now;
        auto& known = m_traced[context];
        if (known.first == at && known.second < m_entries.size())
        {
            m_entries[known.second].what = text.str();
            return;
        }
        known = {at, m_entries.size()};
        m_entries.push_back({at, node, text.str()});
    }

    /// All of a segment but its payload.
    void Sent(const std::string& node, std::ostringstream& text, Ptr<const Packet> packet)
    {
        TcpHeader tcp;
        const auto size = packet->GetSize() - packet->PeekHeader(tcp);
        if (m_recording.traces && (tcp.GetFlags() & TcpHeader::SYN))
        {
            WatchSockets(std::stoul(node));
        }
        text << ", " << tcp.GetSourcePort() << " > " << tcp.GetDestinationPort() << ' '
             << TcpHeader::FlagsToString(tcp.GetFlags()) << ' ' << tcp.GetSequenceNumber() << '('
             << size << ") ack " << tcp.GetAckNumber() << " win " << tcp.GetWindowSize();
        for (const auto& option : tcp.GetOptionList())
        {
            text << ", " << option->GetInstanceTypeId().GetName().substr(14) << ' ';
            option->Print(text);
        }
        Tell(std::stoul(node), text.str());
    }

    void SinkReads(std::string node, Ptr<const Packet> packet, const Address&)
    {
        Tell(std::stoul(node), "reads " + std::to_string(packet->GetSize()));
    }

    void StartFlow(uint32_t number)
    {
        const auto& flow = m_scenario.flows[number];
        const auto client = m_network.GetEnd(number, flow.forward);
        const auto server = m_network.GetEnd(number, !flow.forward);
        const auto peer = m_network.GetAddress(number, !flow.forward);
        const auto local = m_network.GetAnyAddress(Network::GetPort(number));
        if (flow.kind == Kind::TALK)
        {
            StartTalk(flow, client, server, peer, local);
            return;
        }
        const auto sinks =
            PacketSinkHelper("ns3::TcpSocketFactory", local).Install(NodeContainer(server));
        sinks.Get(0)->TraceConnect("Rx",
                                   std::to_string(server->GetId()),
                                   MakeCallback(&World::SinkReads, this));
        auto sources = flow.kind == Kind::BULK ? InstallBulk(flow, client, peer)
                                               : InstallOnOff(flow, client, peer);
        sources.Start(flow.start);
        sources.Stop(flow.stop);
    }

    static ApplicationContainer InstallBulk(const Flow& flow, Ptr<Node> client, const Address& peer)
    {
        BulkSendHelper helper("ns3::TcpSocketFactory", peer);
        helper.SetAttribute("MaxBytes", UintegerValue(flow.maxBytes));
        helper.SetAttribute("SendSize", UintegerValue(flow.size));
        return helper.Install(client);
    }

    static ApplicationContainer InstallOnOff(const Flow& flow,
                                             Ptr<Node> client,
                                             const Address& peer)
    {
        const auto constant = [](const Time& time) {
            std::ostringstream text;
            text << "ns3::ConstantRandomVariable[Constant=" << time.GetSeconds() << ']';
            return StringValue(text.str());
        };
        OnOffHelper helper("ns3::TcpSocketFactory", peer);
        helper.SetAttribute("MaxBytes", UintegerValue(flow.maxBytes));
        helper.SetAttribute("PacketSize", UintegerValue(flow.size));
        helper.SetAttribute("DataRate", DataRateValue(flow.rate));
        helper.SetAttribute("OnTime", constant(flow.on));
        helper.SetAttribute("OffTime", constant(flow.off));
        return helper.Install(client);
    }

    void StartTalk(const Flow& flow,
                   Ptr<Node> client,
                   Ptr<Node> server,
                   const Address& peer,
                   const Address& local)
    {
        const auto listener = [this](uint32_t node, const std::string& what) { Tell(node, what); };
        const auto answers = Create<Talker>(flow.talk[1], Address(), local, false, listener);
        server->AddApplication(answers);
        const auto asks =
            Create<Talker>(flow.talk[0], peer, m_network.GetAnyAddress(0), true, listener);
        asks->SetStartTime(flow.start);
        asks->SetStopTime(flow.stop);
        client->AddApplication(asks);
    }

    const Scenario& m_scenario;
    Recording m_recording;
    std::vector<Entry> m_entries;
    std::set<Ptr<Object>> m_watched;                                 //!< sockets with traces
    std::map<std::string, std::pair<int64_t, std::size_t>> m_traced; //!< last entry of each trace
    Network m_network;
};

} // namespace

std::vector<Entry>
Run(const Scenario& scenario, Sockets sockets, const Recording& recording)
{
    RngSeedManager::SetRun(scenario.seed);
    // A host's address is not to be asked for before it may be used.
    Config::SetDefault("ns3::Icmpv6L4Protocol::DAD", BooleanValue(false));
    for (const auto& [name, value] : scenario.defaults)
    {
        Config::SetDefault(name, StringValue(value));
    }
    return World(scenario, sockets, recording).Run();
}

} // namespace differential
