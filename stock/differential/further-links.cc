/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "further-links.h"

#include "world.h"

#include "ns3/abort.h"
#include "ns3/string.h"

#ifdef DIFFERENTIAL_HAS_CSMA
#include "ns3/csma-helper.h"
#endif

#ifdef DIFFERENTIAL_HAS_WIFI
#include "ns3/mobility-helper.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/yans-wifi-helper.h"
#endif

namespace differential
{

#ifdef DIFFERENTIAL_HAS_CSMA
constexpr bool HAS_CSMA = true;

NetDeviceContainer
ConnectByCsma(const NodeContainer& nodes, const Scenario& scenario)
{
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", DataRateValue(scenario.links.rate));
    csma.SetChannelAttribute("Delay", TimeValue(scenario.links.delay));
    csma.SetQueue("ns3::DropTailQueue<Packet>",
                  "MaxSize",
                  StringValue(std::to_string(scenario.queue.packets) + "p"));
    return csma.Install(nodes);
}
#else
constexpr bool HAS_CSMA = false;

NetDeviceContainer
ConnectByCsma(const NodeContainer&, const Scenario&)
{
    NS_ABORT_MSG("built without ns-3's module csma");
}
#endif

#ifdef DIFFERENTIAL_HAS_WIFI
constexpr bool HAS_WIFI = true;

/// Metres between two stations.
constexpr double DISTANCE = 30;

NetDeviceContainer
ConnectByWifi(const NodeContainer& nodes, int64_t& stream)
{
    auto channel = YansWifiChannelHelper::Default();
    YansWifiPhyHelper phy;
    phy.SetChannel(channel.Create());
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211a);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue("OfdmRate12Mbps"),
                                 "ControlMode",
                                 StringValue("OfdmRate6Mbps"));
    const auto devices = wifi.Install(phy, mac, nodes);
    MobilityHelper mobility;
    const auto places = CreateObject<ListPositionAllocator>();
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        places->Add(Vector(DISTANCE * i, 0, 0));
    }
    mobility.SetPositionAllocator(places);
    mobility.Install(nodes);
    constexpr int64_t STREAMS = 100;
    wifi.AssignStreams(devices, stream);
    stream += STREAMS;
    return devices;
}
#else
constexpr bool HAS_WIFI = false;

NetDeviceContainer
ConnectByWifi(const NodeContainer&, int64_t&)
{
    NS_ABORT_MSG("built without ns-3's module wifi");
}
#endif

std::string
FindMissingModule(const Scenario& scenario)
{
    return scenario.links.kind == Link::CSMA && !HAS_CSMA   ? "csma"
           : scenario.links.kind == Link::WIFI && !HAS_WIFI ? "wifi"
                                                            : "";
}

} // namespace differential
