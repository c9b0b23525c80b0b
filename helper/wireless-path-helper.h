/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIRELESS_PATH_HELPER_H
#define WIRELESS_PATH_HELPER_H

#include "lossy-dumbbell-helper.h"

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A wired part, a base station and a lossy wireless last hop that n flows share.
 *
 * The topology of the VenoDR paper, section "Performance Evaluation":
 *
 * @verbatim
   sender 0 --.                                            .-- receiver 0
            wired links -- base station ~~ wireless hop ~~
   sender n-1 -'                                           '-- receiver n-1
   @endverbatim
 *
 * What the wireless hop is made of is a choice by name: `p2p`, a point-to-point link with an error
 * model (PointToPointPathHelper, the paper's), or `wifi`, IEEE 802.11 (WifiPathHelper, where ns-3
 * has its `wifi` module). All are set by the same parameters; a form that cannot do what it is
 * asked for ends the program with a message that says so.
 *
 * Nothing is lost on the wired links, in either direction. On the way to the receivers the base
 * station's queue drops what does not fit, and the hop loses each packet with the packet error
 * rate, independently; a packet that its link layer sends again is another try. There is no queue
 * disc in front of that queue unless SetTrafficControl() asks for one. All is IPv4.
 *
 * Set parameters first, then call Build() once. A wrong parameter ends the program with a message
 * that names it and its range, in every build type.
 */
class WirelessPathHelper
{
  public:
    /// Makes a helper for a number of flows.
    using Maker = std::function<std::unique_ptr<WirelessPathHelper>(uint32_t)>;

    /// Makes a form of the wireless hop known by name while the program starts.
    struct Registration
    {
        /// Register a form.
        Registration(const std::string& hop, const Maker& maker);
    };

    /// Plan a path of 1 to 4096 flows, or less where the form can do less, whose wireless hop is
    /// one of GetHopNames(). Another hop ends the program with a message that lists these, another
    /// number with one that says the range.
    static std::unique_ptr<WirelessPathHelper> Create(const std::string& hop, uint32_t flows);

    /// @return the forms of the wireless hop that this module was built with, separated by a comma
    /// and a space
    static std::string GetHopNames();

    /// What a form cannot do.
    struct Fault
    {
        std::string parameter; //!< `hop`, `flows`, `rate`, `delay` or `retries`; empty for no fault
        std::string text;      //!< such as `must be 0, not 3: the link has no retransmission`
    };

    /// Ask before anything ends the program. @return the first thing that is wrong with a hop, if
    /// any
    static Fault FindFault(const std::string& hop,
                           uint32_t flows,
                           DataRate rate,
                           Time delay,
                           uint32_t retries);

    virtual ~WirelessPathHelper() = default;

    WirelessPathHelper(const WirelessPathHelper&) = delete;
    WirelessPathHelper& operator=(const WirelessPathHelper&) = delete;

    /// Set the links between the senders and the base station, both directions: the rate, above 0,
    /// 100 Mbit/s by default, and the propagation delay, not negative, 30 ms by default.
    void SetWired(DataRate rate, Time delay);

    /// Set the wireless hop, both directions. @param rate above 0; of the form's rates if it has a
    /// fixed set @param delay propagation, not negative; 0 if the form has its own
    void SetWireless(DataRate rate, Time delay);

    /// Set the length of the base station's drop-tail queue towards the receivers, above 0, packets
    /// or octets; the default is 50 packets.
    void SetQueue(QueueSize size);

    /// The same in packets.
    void SetQueue(uint32_t packets)
    {
        SetQueue(QueueSize(QueueSizeUnit::PACKETS, packets));
    }

    /// Set the part of the packets, in [0, 1), that the wireless hop loses on their way to the
    /// receivers, each time that they are sent; the default is 0.
    void SetPacketLoss(double probability);

    /// Set how often the base station's link layer sends a packet again before it gives up: 0 to
    /// 255, 0 if the form's link layer has no retransmission.
    void SetRetryLimit(uint32_t retries);

    /// Put ns-3's default queue disc in front of the base station's queue; the default is false.
    void SetTrafficControl(bool enabled);

    /// Make nodes, links, addresses and routes. Once only.
    void Build();

    /// Fix the random streams of links and stacks, from a stream index on, which is not negative.
    /// @return number of streams used
    int64_t AssignStreams(int64_t stream);

    /// @return the nodes of all senders, in order of flows; none before Build()
    const NodeContainer& GetSenders() const
    {
        return m_senders;
    }

    /// @return the nodes of all receivers, in order of flows; none before Build()
    const NodeContainer& GetReceivers() const
    {
        return m_receivers;
    }

    /// @return the node where the wired part ends; null before Build()
    Ptr<Node> GetBaseStation() const
    {
        return m_baseStation;
    }

    /// @return the IPv4 socket address where the receiver of a flow listens
    Address GetReceiverAddress(uint32_t flow, uint16_t port) const;

    /// @return the IPv4 socket address of any address, to bind a receiver to
    Address GetAnyAddress(uint16_t port) const;

  protected:
    /// Plan a path of 1 to 4096 flows, with the form's default rate and retry limit.
    WirelessPathHelper(uint32_t flows, DataRate rate, uint32_t retryLimit);

    uint32_t m_mostFlows{4096};                        //!< that the form can have
    uint32_t m_flows{1};                               //!< number of flows
    DataRate m_wiredRate{"100Mbps"};                   //!< rate of the senders' links
    Time m_wiredDelay{MilliSeconds(30)};               //!< propagation delay of the senders' links
    DataRate m_rate;                                   //!< rate of the wireless hop
    Time m_delay;                                      //!< propagation delay of the wireless hop
    QueueSize m_queueSize{QueueSizeUnit::PACKETS, 50}; //!< queue of the base station
    double m_packetLoss{0.0};     //!< loss probability of a packet that is sent
    uint32_t m_retryLimit{0};     //!< how often a packet is sent again
    bool m_trafficControl{false}; //!< a queue disc in front of the queue

    /// @name What DoBuild() makes
    /// @{
    NodeContainer m_senders;              //!< in order of flows
    NodeContainer m_receivers;            //!< in order of flows
    Ptr<Node> m_baseStation;              //!< where the wired part ends
    std::vector<Ipv4Address> m_addresses; //!< of the receivers

    /// @}

  private:
    /// @return the first thing that is wrong with a hop, in any form or in this one
    Fault FindHopFault(DataRate rate, Time delay, uint32_t retries) const;
    virtual Fault FindFormFault(DataRate rate, Time delay, uint32_t retries) const = 0;
    virtual void DoBuild() = 0;
    /// @return number of streams used
    virtual int64_t DoAssignStreams(int64_t stream) = 0;
    void CheckNotBuilt(const char* what) const;

    bool m_built{false}; //!< Build() was called
};

/**
 * @ingroup tcp-lossy
 * @brief A WirelessPathHelper whose wireless hop is a point-to-point link with an error model, as
 * in the paper; its name is `p2p`.
 *
 * It is a LossyDumbbellHelper: the left access links are the wired part, the left router is the
 * base station, the bottleneck is the wireless hop, with its loss behind the queue. So each
 * receiver is one hop further than the paper's: the right router stands for the wireless
 * network's far end, and a link of 1 Tbit/s without propagation delay leads from there to the
 * receiver, which is 12 ns for a packet of 1500 octets. The packet being sent is not counted in
 * the base station's queue, and the queue for what comes back is as long.
 *
 * The default rate of the hop is 2 Mbit/s, and its default delay 0. Its link layer has no
 * retransmission: the retry limit is 0.
 */
class PointToPointPathHelper : public WirelessPathHelper
{
  public:
    /// Plan a path of 1 to 4096 flows.
    explicit PointToPointPathHelper(uint32_t flows);

    /// @return the topology, for its queue and devices
    const LossyDumbbellHelper& GetDumbbell() const
    {
        return m_dumbbell;
    }

  private:
    Fault FindFormFault(DataRate rate, Time delay, uint32_t retries) const override;
    void DoBuild() override;

    int64_t DoAssignStreams(int64_t stream) override
    {
        return m_dumbbell.AssignStreams(stream);
    }

    LossyDumbbellHelper m_dumbbell; //!< the topology
};

} // namespace ns3

#endif /* WIRELESS_PATH_HELPER_H */
