/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIRELESS_TOPOLOGY_H
#define WIRELESS_TOPOLOGY_H

#include "dumbbell-topology.h"
#include "flow-parameters.h"
#include "option-table.h"
#include "traffic-sources.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/wireless-path-helper.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3::tcplossy
{

/// A wired part and a lossy wireless last hop.
struct WirelessParameters
{
    std::string hop{"p2p"};           //!< form of the wireless hop
    uint32_t flows{1};                //!< number of flows
    double per{0.02};                 //!< packet error rate of the hop
    uint32_t retries{0};              //!< of the link layer
    DataRate wiredRate{"100Mbps"};    //!< of each source's link
    Time wiredDelay{MilliSeconds(5)}; //!< of each source's link
    DataRate wirelessRate{"10Mbps"};  //!< of the hop
    Time wirelessDelay;               //!< of the hop
    bool direct{false};               //!< a lone source is the base station
    uint32_t queue{0};                //!< of the base station, packets; 0 for the pipe

    /// @brief All of them as options. @return the table, which refers to this object
    OptionTable GetOptions();

    /// The base station's queue: what was asked for, or what the hop sends in a round trip of
    /// propagation. @param segmentSize octets of a segment, with TCP's header @return packets, at
    /// least 1
    uint32_t GetQueue(uint32_t segmentSize) const;

    /// The hop alone, with the delays of the wired part. @param segmentSize octets of a segment,
    /// with TCP's header @return a dumbbell without access links
    DumbbellParameters GetDirect(uint32_t segmentSize) const;
};

/// A wireless path as the parameters say.
class WirelessTopology : public Topology
{
  public:
    WirelessTopology(const WirelessParameters& parameters, const SocketParameters& sockets);

    BulkFlow::Ends GetEnds(uint32_t flow, uint16_t port) const override;

  private:
    std::unique_ptr<WirelessPathHelper> m_path; //!< topology; null for a direct one
    std::unique_ptr<DumbbellTopology> m_direct; //!< direct topology, or null
};

} // namespace ns3::tcplossy

#endif /* WIRELESS_TOPOLOGY_H */
