/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network.h"

#include "further-links.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"

namespace differential
{

namespace
{

/// Hosts of a CSMA segment.
constexpr uint32_t SHARERS = 4;

/// The routers of a dumbbell are its first nodes.
constexpr uint32_t ROUTERS = 2;

/// The first flow's.
constexpr uint16_t FIRST_PORT = 5000;

std::string
GetDevices(uint32_t queue)
{
    return std::to_string(queue) + "p";
}

NetDeviceContainer
Connect(Ptr<Node> one, Ptr<Node> other, DataRate rate, Time delay, uint32_t queue)
{
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(rate));
    link.SetChannelAttribute("Delay", TimeValue(delay));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue(GetDevices(queue)));
    return link.Install(one, other);
}

} // namespace

Network::Network(const Scenario& scenario)
    : m_scenario(scenario)
{
    switch (scenario.links.kind)
    {
    case Link::POINT_TO_POINT:
        BuildPointToPoint();
        break;
    case Link::DUMBBELL:
        BuildDumbbell();
        break;
    case Link::CSMA:
        BuildCsma();
        break;
    case Link::WIFI:
        BuildWifi();
        break;
    }
}

const NodeContainer&
Network::GetNodes() const
{
    return m_nodes;
}

uint16_t
Network::GetPort(uint32_t flow)
{
    return static_cast<uint16_t>(FIRST_PORT + flow);
}

Ptr<Node>
Network::GetEnd(uint32_t flow, bool left) const
{
    const uint32_t pair = flow % m_pairs;
    const uint32_t routers = m_scenario.links.kind == Link::DUMBBELL ? ROUTERS : 0;
    return m_nodes.Get(routers + 2 * pair + (left ? 0 : 1));
}

Address
Network::GetAddress(uint32_t flow, bool left) const
{
    const auto& address = m_addresses.at(GetEnd(flow, left)->GetId());
    if (m_scenario.ipv6)
    {
        return Inet6SocketAddress(Ipv6Address::ConvertFrom(address), GetPort(flow));
    }
    return InetSocketAddress(Ipv4Address::ConvertFrom(address), GetPort(flow));
}

Address
Network::GetAnyAddress(uint16_t port) const
{
    if (m_scenario.ipv6)
    {
        return Inet6SocketAddress(Ipv6Address::GetAny(), port);
    }
    return InetSocketAddress(Ipv4Address::GetAny(), port);
}

void
Network::BuildPointToPoint()
{
    m_nodes.Create(2);
    InternetStackHelper().Install(m_nodes);
    const auto devices = Connect(m_nodes.Get(0),
                                 m_nodes.Get(1),
                                 m_scenario.links.rate,
                                 m_scenario.links.delay,
                                 m_scenario.queue.packets);
    Lose(devices.Get(1), m_scenario.loss[0]);
    Lose(devices.Get(0), m_scenario.loss[1]);
    Join(devices, true);
}

void
Network::BuildDumbbell()
{
    m_pairs = static_cast<uint32_t>(m_scenario.flows.size());
    m_nodes.Create(ROUTERS + 2 * m_pairs);
    InternetStackHelper().Install(m_nodes);
    const auto middle = Connect(m_nodes.Get(0),
                                m_nodes.Get(1),
                                m_scenario.links.rate,
                                m_scenario.links.delay,
                                m_scenario.queue.packets);
    Lose(middle.Get(1), m_scenario.loss[0]);
    Lose(middle.Get(0), m_scenario.loss[1]);
    Join(middle, true);
    for (uint32_t i = 0; i < 2 * m_pairs; ++i)
    {
        Join(Connect(m_nodes.Get(i % 2),
                     m_nodes.Get(ROUTERS + i),
                     m_scenario.links.accessRate,
                     m_scenario.links.accessDelay,
                     m_scenario.queue.packets),
             false);
    }
    Route();
}

void
Network::BuildCsma()
{
    m_pairs = SHARERS / 2;
    m_nodes.Create(SHARERS);
    InternetStackHelper().Install(m_nodes);
    const auto devices = ConnectByCsma(m_nodes, m_scenario);
    for (uint32_t i = 0; i < SHARERS; ++i)
    {
        Lose(devices.Get(i), m_scenario.loss[i % 2]);
    }
    Join(devices, true);
}

void
Network::BuildWifi()
{
    m_nodes.Create(2);
    InternetStackHelper().Install(m_nodes);
    const auto devices = ConnectByWifi(m_nodes, m_stream);
    Join(devices, true);
}

void
Network::Join(const NetDeviceContainer& devices, bool isBottleneck)
{
    const auto& discipline = m_scenario.queue.discipline;
    if (isBottleneck && !discipline.empty() && discipline != "none")
    {
        TrafficControlHelper control;
        control.SetRootQueueDisc(discipline);
        const auto disciplines = control.Install(devices);
        for (uint32_t i = 0; i < disciplines.GetN(); ++i)
        {
            for (const auto& [name, value] : m_scenario.queue.attributes)
            {
                disciplines.Get(i)->SetAttribute(name, StringValue(value));
            }
        }
    }
    Assign(devices);
    if (discipline == "none" || (!isBottleneck && !discipline.empty()))
    {
        TrafficControlHelper().Uninstall(devices);
    }
}

void
Network::Assign(const NetDeviceContainer& devices)
{
    ++m_links;
    m_addresses.resize(m_nodes.GetN());
    std::vector<Address> addresses;
    if (m_scenario.ipv6)
    {
        const std::string base = "2001:" + std::to_string(m_links) + "::";
        const auto interfaces =
            Ipv6AddressHelper(Ipv6Address(base.c_str()), Ipv6Prefix(64)).Assign(devices);
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            addresses.emplace_back(interfaces.GetAddress(i, 1));
        }
    }
    else
    {
        const std::string base = "10.1." + std::to_string(m_links) + ".0";
        const auto interfaces = Ipv4AddressHelper(base.c_str(), "255.255.255.0").Assign(devices);
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            addresses.emplace_back(interfaces.GetAddress(i));
        }
    }
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        m_addresses[devices.Get(i)->GetNode()->GetId()] = addresses[i];
    }
}

void
Network::Lose(Ptr<NetDevice> device, double loss)
{
    if (loss == 0)
    {
        return;
    }
    Ptr<ErrorModel> model;
    if (m_scenario.bursts)
    {
        const auto bursts = CreateObject<BurstErrorModel>();
        bursts->SetAttribute("ErrorRate", DoubleValue(loss / 3));
        bursts->SetAttribute("BurstSize",
                             StringValue("ns3::UniformRandomVariable[Min=2|Max=6|Stream=" +
                                         std::to_string(m_stream++) + "]"));
        m_stream += bursts->AssignStreams(m_stream);
        model = bursts;
    }
    else
    {
        const auto single = CreateObject<RateErrorModel>();
        single->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        single->SetRate(loss);
        m_stream += single->AssignStreams(m_stream);
        model = single;
    }
    device->SetAttribute("ReceiveErrorModel", PointerValue(model));
}

void
Network::Route()
{
    if (!m_scenario.ipv6)
    {
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        return;
    }
    // The routers send to each other what is not for one of their own links.
    Ipv6StaticRoutingHelper routing;
    for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
    {
        const auto ip = m_nodes.Get(i)->GetObject<Ipv6>();
        const bool isRouter = i < ROUTERS;
        for (uint32_t j = 0; j < ip->GetNInterfaces(); ++j)
        {
            ip->SetForwarding(j, isRouter);
        }
        const auto router = m_nodes.Get(isRouter ? 1 - i : i % 2)->GetObject<Ipv6>();
        const uint32_t there = isRouter ? 1 : 1 + i / 2;
        routing.GetStaticRouting(ip)->SetDefaultRoute(router->GetAddress(there, 0).GetAddress(), 1);
    }
}

} // namespace differential
