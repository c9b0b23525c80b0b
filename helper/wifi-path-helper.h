/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIFI_PATH_HELPER_H
#define WIFI_PATH_HELPER_H

#include "wireless-path-helper.h"

#include "ns3/error-model.h"
#include "ns3/net-device-container.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A WirelessPathHelper whose wireless hop is IEEE 802.11n, the modern counterpart of the
 * paper's; its name is `wifi`. Only where ns-3 has its `wifi` module.
 *
 * The base station is the access point, and each receiver is a station of its own, all of them 1
 * m from it: no frame is ever lost for want of signal. One channel of 20 MHz at 5 GHz, one spatial
 * stream, a fixed rate in both directions: 6.5, 13, 19.5, 26, 39, 52, 58.5 or 65 Mbit/s, the rates
 * of MCS 0 to 7 with the long guard interval. The default is 6.5 Mbit/s. The propagation delay is
 * that of 1 m, and SetWireless() takes no other than 0.
 *
 * The packet error rate holds for each frame with an IPv4 packet that the access point sends to its
 * station. The MAC sends it again up to the retry limit: with few retries losses reach TCP, with
 * many they become delay. The retry limit is the number of times that a frame is sent *again*; the
 * default is 6, which is the standard's default of 7 transmissions in all. Since stations and
 * access point contend for the channel, frames also collide: with a retry limit of 0 these losses
 * reach TCP too. For what the stations send, ns-3's limit holds.
 *
 * Frames are not aggregated and acknowledged one by one, as on the paper's hop; this leaves a good
 * half of the higher rates to overhead. The queue of the access point holds the frame being sent
 * too, and knows no lifetime: only its length makes it drop. Stations and access point know one
 * another's link addresses, so ARP says nothing. Packets of more than 2296 octets are split.
 *
 * Stations associate with the first beacons, within the first second: let no flow start before.
 */
class WifiPathHelper : public WirelessPathHelper
{
  public:
    /// Plan a path of 1 to 2007 flows, the most stations an access point can have.
    explicit WifiPathHelper(uint32_t flows);

    /// @return the devices of the hop: the access point's, then the stations' in order of flows
    const NetDeviceContainer& GetWifiDevices() const
    {
        return m_devices;
    }

  private:
    Fault FindFormFault(DataRate rate, Time delay, uint32_t retries) const override;
    void DoBuild() override;
    int64_t DoAssignStreams(int64_t stream) override;
    void BuildWired();
    void PlaceNodes() const;
    void BuildWireless();
    void ConfigureAccessPoint() const;
    /// Give addresses and routes to access point and stations, which lose what is sent to them.
    void AssignWireless();

    NetDeviceContainer m_devices;              //!< Wi-Fi devices, the access point's first
    std::vector<Ptr<RateErrorModel>> m_errors; //!< one a station
};

} // namespace ns3

#endif /* WIFI_PATH_HELPER_H */
