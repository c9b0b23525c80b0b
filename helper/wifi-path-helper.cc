/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wifi-path-helper.h"

#include "path-parameters.h"

#include "ns3/abort.h"
#include "ns3/arp-cache.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/log.h"
#include "ns3/mobility-helper.h"
#include "ns3/node.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/ssid.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-remote-station-manager.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("WifiPathHelper");

namespace
{
const WirelessPathHelper::Registration REGISTRATION("wifi", [](uint32_t flows) {
    return std::make_unique<WifiPathHelper>(flows);
});

// IEEE 802.11, 9.4.1.8: association identifiers.
constexpr uint32_t MAX_STATIONS = 2007;

// The default of dot11ShortRetryLimit, 7, counts the first transmission.
constexpr uint32_t RETRIES = 6;

// Of MCS 0 to 7: IEEE 802.11, 19.5, for 20 MHz, one spatial stream, 800 ns guard interval; kbit/s.
constexpr std::array<uint64_t, 8> RATES{6500, 13000, 19500, 26000, 39000, 52000, 58500, 65000};

/// @return where a rate stands, which is its MCS; the end for another
auto
FindRate(DataRate rate)
{
    return std::find_if(RATES.begin(), RATES.end(), [rate](uint64_t candidate) {
        return 1000 * candidate == rate.GetBitRate();
    });
}

constexpr double DISTANCE = 1.0;
constexpr double PI = 3.14159265358979323846;

/// The largest packet that a frame takes: the wired links must not split what the hop takes.
constexpr uint16_t MTU = 2296;

/**
 * Loses IPv4 packets to one address.
 *
 * ns-3 asks it about everything that the station's receiver hears: beacons, acknowledgements, and
 * frames for other stations.
 */
class DataFrameErrorModel : public ErrorModel
{
  public:
    DataFrameErrorModel(Ipv4Address station, Ptr<ErrorModel> loss)
        : m_loss(loss)
    {
        station.Serialize(m_station.data());
    }

  private:
    // LLC and SNAP headers that announce IPv4: RFC 1042.
    static constexpr std::array<uint8_t, 8> LLC_SNAP{0xaa, 0xaa, 0x03, 0, 0, 0, 0x08, 0x00};
    static constexpr std::size_t QOS_DATA_HEADER = 26;
    static constexpr std::size_t IPV4_DESTINATION = 16;

    bool DoCorrupt(Ptr<Packet> packet) override
    {
        std::array<uint8_t, QOS_DATA_HEADER + LLC_SNAP.size() + IPV4_DESTINATION + 4> data{};
        packet->CopyData(data.data(), data.size());
        // What a release hands over begins with the MAC's header, or behind it.
        const bool isForStation = Carries(data.data()) || Carries(data.data() + QOS_DATA_HEADER);
        return isForStation && m_loss->IsCorrupt(packet);
    }

    /// Whether an IPv4 packet to the station begins here, with its LLC header.
    bool Carries(const uint8_t* data) const
    {
        return std::equal(LLC_SNAP.begin(), LLC_SNAP.end(), data) &&
               std::equal(m_station.begin(),
                          m_station.end(),
                          data + LLC_SNAP.size() + IPV4_DESTINATION);
    }

    void DoReset() override
    {
        m_loss->Reset();
    }

    std::array<uint8_t, 4> m_station{}; //!< address of the station
    Ptr<ErrorModel> m_loss;             //!< decides what is lost
};

/// Tell an interface the link address of a neighbour for good.
void
AddNeighbour(const std::pair<Ptr<Ipv4>, uint32_t>& interface, Ipv4Address ip, const Address& mac)
{
    const auto l3 = StaticCast<Ipv4L3Protocol>(interface.first);
    auto* entry = l3->GetInterface(interface.second)->GetArpCache()->Add(ip);
    entry->SetMacAddress(mac);
    entry->MarkPermanent();
}
} // namespace

WifiPathHelper::WifiPathHelper(uint32_t flows)
    : WirelessPathHelper(flows, DataRate(1000 * RATES.front()), RETRIES)
{
    NS_ABORT_MSG_IF(flows > MAX_STATIONS,
                    "WifiPathHelper: flows must lie in [1, " << MAX_STATIONS << "], not " << flows);
    m_mostFlows = MAX_STATIONS;
}

WirelessPathHelper::Fault
WifiPathHelper::FindFormFault(DataRate rate, Time delay, uint32_t) const
{
    std::ostringstream text;
    if (FindRate(rate) == RATES.end())
    {
        text << "must be one of 6.5, 13, 19.5, 26, 39, 52, 58.5 and 65 Mbit/s over wifi, not "
             << rate;
        return {"rate", text.str()};
    }
    if (!delay.IsZero())
    {
        text << "must be 0 over wifi, not " << delay.As(Time::S)
             << ": the hop's follows from its distance";
        return {"delay", text.str()};
    }
    return {};
}

void
WifiPathHelper::DoBuild()
{
    NS_LOG_FUNCTION(this);
    m_baseStation = CreateObject<Node>();
    m_senders.Create(m_flows);
    m_receivers.Create(m_flows);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(NodeContainer(NodeContainer(m_baseStation), m_senders, m_receivers));
    BuildWired();
    PlaceNodes();
    BuildWireless();
    ConfigureAccessPoint();
    AssignWireless();
}

void
WifiPathHelper::BuildWired()
{
    PointToPointHelper wired;
    wired.DisableFlowControl();
    wired.SetDeviceAttribute("DataRate", DataRateValue(m_wiredRate));
    wired.SetDeviceAttribute("Mtu", UintegerValue(MTU));
    wired.SetChannelAttribute("Delay", TimeValue(m_wiredDelay));
    // Above the window of any flow the module is made for.
    wired.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("10000000p"));
    Ipv4Networks addresses("10.0.0.0", "255.255.255.252");
    Ipv4StaticRoutingHelper routing;
    for (uint32_t flow = 0; flow < m_senders.GetN(); ++flow)
    {
        const auto link = addresses.Assign(wired.Install(m_senders.Get(flow), m_baseStation));
        const auto [ipv4, interface] = link.Get(0);
        routing.GetStaticRouting(ipv4)->SetDefaultRoute(link.GetAddress(1), interface);
    }
}

void
WifiPathHelper::PlaceNodes() const
{
    auto places = CreateObject<ListPositionAllocator>();
    places->Add(Vector(0.0, 0.0, 0.0));
    const auto stations = m_receivers.GetN();
    for (uint32_t station = 0; station < stations; ++station)
    {
        const double angle = 2.0 * PI * station / stations;
        places->Add(Vector(DISTANCE * std::cos(angle), DISTANCE * std::sin(angle), 0.0));
    }
    MobilityHelper mobility;
    mobility.SetPositionAllocator(places);
    mobility.SetMobilityModel("ns3::ConstantPositionMobilityModel");
    mobility.Install(NodeContainer(NodeContainer(m_baseStation), m_receivers));
}

void
WifiPathHelper::BuildWireless()
{
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    phy.Set("ChannelSettings", StringValue("{36, 20, BAND_5GHZ, 0}"));
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211n);
    if (!m_trafficControl)
    {
        wifi.DisableFlowControl();
    }
    const auto rate = FindRate(m_rate);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("HtMcs" + std::to_string(rate - RATES.begin())));
    WifiMacHelper mac;
    const SsidValue ssid(Ssid("tcp-lossy"));
    mac.SetType("ns3::ApWifiMac", "Ssid", ssid, "BE_MaxAmpduSize", UintegerValue(0));
    m_devices = wifi.Install(phy, mac, m_baseStation);
    mac.SetType("ns3::StaWifiMac", "Ssid", ssid, "BE_MaxAmpduSize", UintegerValue(0));
    m_devices.Add(wifi.Install(phy, mac, m_receivers));
}

void
WifiPathHelper::ConfigureAccessPoint() const
{
    const auto device = StaticCast<WifiNetDevice>(m_devices.Get(0));
    auto queue = device->GetMac()->GetTxopQueue(AC_BE);
    queue->SetAttribute("MaxSize", QueueSizeValue(m_queueSize));
    queue->SetAttribute("MaxDelay", TimeValue(Days(1)));
    // Both limits count the first transmission. Releases that have the MAC's ignore the others.
    const UintegerValue transmissions(m_retryLimit + 1);
    if (!device->GetMac()->SetAttributeFailSafe("FrameRetryLimit", transmissions))
    {
        device->GetRemoteStationManager()->SetAttribute("MaxSsrc", transmissions);
        device->GetRemoteStationManager()->SetAttribute("MaxSlrc", transmissions);
    }
}

void
WifiPathHelper::AssignWireless()
{
    Ipv4Networks addresses("10.128.0.0", "255.255.0.0");
    const auto interfaces = addresses.Assign(m_devices);
    Ipv4StaticRoutingHelper routing;
    const auto accessPoint = interfaces.GetAddress(0);
    for (uint32_t i = 1; i < m_devices.GetN(); ++i)
    {
        const auto station = interfaces.Get(i);
        m_addresses.push_back(interfaces.GetAddress(i));
        routing.GetStaticRouting(station.first)->SetDefaultRoute(accessPoint, station.second);
        AddNeighbour(station, accessPoint, m_devices.Get(0)->GetAddress());
        AddNeighbour(interfaces.Get(0), interfaces.GetAddress(i), m_devices.Get(i)->GetAddress());
        auto loss = pathparameters::MakePacketLoss("WifiPathHelper: packet loss", m_packetLoss);
        m_errors.push_back(loss);
        const auto phy = StaticCast<WifiNetDevice>(m_devices.Get(i))->GetPhy();
        phy->SetPostReceptionErrorModel(
            CreateObject<DataFrameErrorModel>(interfaces.GetAddress(i), loss));
    }
}

int64_t
WifiPathHelper::DoAssignStreams(int64_t stream)
{
    const auto first = stream;
    for (const auto& loss : m_errors)
    {
        stream += loss->AssignStreams(stream);
    }
    stream += WifiHelper().AssignStreams(m_devices, stream);
    InternetStackHelper stack;
    const NodeContainer all(NodeContainer(m_baseStation), m_senders, m_receivers);
    stream += stack.AssignStreams(all, stream);
    return stream - first;
}

} // namespace ns3
