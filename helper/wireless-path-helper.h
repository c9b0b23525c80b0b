/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIRELESS_PATH_HELPER_H
#define WIRELESS_PATH_HELPER_H

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
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
        /**
         * @brief Register a form.
         * @param hop its name
         * @param maker makes its helper
         */
        Registration(const std::string& hop, const Maker& maker);
    };

    /**
     * @brief Plan a path whose wireless hop is chosen by name.
     * @param hop one of GetHopNames(); anything else ends the program with a message that lists
     * them
     * @param flows number of flows, 1 to 4096; a form may have a lower bound
     * @return the helper
     */
    static std::unique_ptr<WirelessPathHelper> Create(const std::string& hop, uint32_t flows);

    /**
     * @brief The forms of the wireless hop that this module was built with.
     * @return the names, separated by a comma and a space
     */
    static std::string GetHopNames();

    /// What a form cannot do.
    struct Fault
    {
        std::string parameter; //!< `hop`, `flows`, `rate`, `delay` or `retries`; empty for no fault
        std::string text;      //!< such as `must be 0, not 3: the link has no retransmission`
    };

    /**
     * @brief Ask before anything ends the program.
     * @param hop name of a form
     * @param flows number of flows
     * @param rate rate of the hop
     * @param delay propagation delay of the hop
     * @param retries retry limit of the hop
     * @return the first thing that is wrong, if any
     */
    static Fault FindFault(const std::string& hop,
                           uint32_t flows,
                           DataRate rate,
                           Time delay,
                           uint32_t retries);

    virtual ~WirelessPathHelper() = default;

    WirelessPathHelper(const WirelessPathHelper&) = delete;
    WirelessPathHelper& operator=(const WirelessPathHelper&) = delete;

    /**
     * @brief Set the links between the senders and the base station, both directions.
     * @param rate above 0; the default is 100 Mbit/s
     * @param delay propagation, not negative; the default is 30 ms
     */
    void SetWired(DataRate rate, Time delay);

    /**
     * @brief Set the wireless hop, both directions.
     * @param rate above 0; of the form's rates if it has a fixed set
     * @param delay propagation, not negative; 0 if the form has its own
     */
    void SetWireless(DataRate rate, Time delay);

    /**
     * @brief Set the length of the base station's drop-tail queue towards the receivers.
     * @param packets at least 1; the default is 50
     */
    void SetQueue(uint32_t packets);

    /**
     * @brief Set the part of the packets that the wireless hop loses on their way to the
     * receivers, each time that they are sent.
     * @param probability in [0, 1); the default is 0
     */
    void SetPacketLoss(double probability);

    /**
     * @brief Set how often the base station's link layer sends a packet again before it gives up.
     * @param retries 0 to 255, 0 if the form's link layer has no retransmission
     */
    void SetRetryLimit(uint32_t retries);

    /**
     * @brief Put ns-3's default queue disc in front of the base station's queue.
     * @param enabled the default is false
     */
    void SetTrafficControl(bool enabled);

    /// @brief Make nodes, links, addresses and routes. Once only.
    void Build();

    /**
     * @brief Fix the random streams of links and stacks.
     * @param stream first stream index to use, not negative
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// @brief All senders. @return the nodes, in order of flows; none before Build()
    virtual const NodeContainer& GetSenders() const = 0;

    /// @brief All receivers. @return the nodes, in order of flows; none before Build()
    virtual const NodeContainer& GetReceivers() const = 0;

    /// @brief Where the wired part ends. @return the node; null before Build()
    virtual Ptr<Node> GetBaseStation() const = 0;

    /**
     * @brief Where a receiver listens.
     * @param flow index of the flow
     * @param port TCP or UDP port
     * @return an IPv4 socket address
     */
    Address GetReceiverAddress(uint32_t flow, uint16_t port) const;

    /**
     * @brief Any address.
     * @param port TCP or UDP port
     * @return the IPv4 socket address to bind a receiver to
     */
    Address GetAnyAddress(uint16_t port) const;

  protected:
    /// What was asked for.
    struct Parameters
    {
        uint32_t flows{1};                 //!< number of flows
        DataRate wiredRate{"100Mbps"};     //!< rate of the senders' links
        Time wiredDelay{MilliSeconds(30)}; //!< propagation delay of the senders' links
        DataRate rate;                     //!< rate of the wireless hop
        Time delay;                        //!< propagation delay of the wireless hop
        uint32_t queuePackets{50};         //!< queue of the base station, packets
        double packetLoss{0.0};            //!< loss probability of a packet that is sent
        uint32_t retryLimit{0};            //!< how often a packet is sent again
        bool trafficControl{false};        //!< a queue disc in front of the queue
    };

    /**
     * @brief Plan a path.
     * @param flows number of flows, 1 to 4096
     * @param rate the form's default rate
     * @param retryLimit the form's default retry limit
     */
    WirelessPathHelper(uint32_t flows, DataRate rate, uint32_t retryLimit);

    /// @brief What was asked for. @return the parameters
    const Parameters& GetParameters() const;

  private:
    /// @return what is wrong with a rate or delay, if anything
    virtual Fault FindWirelessFault(DataRate rate, Time delay) const = 0;

    /// @return what is wrong with a retry limit, if anything
    virtual Fault FindRetryFault(uint32_t retries) const = 0;

    /// @brief The most flows that the form can have. @return their number
    virtual uint32_t GetMostFlows() const;

    /// @brief Make everything, by the parameters.
    virtual void DoBuild() = 0;

    /// Fix streams from an index on. @return number of streams used
    virtual int64_t DoAssignStreams(int64_t stream) = 0;

    /// @return the IPv4 socket address where the receiver of a valid flow listens, after Build()
    virtual Address DoGetReceiverAddress(uint32_t flow, uint16_t port) const = 0;

    /// Refuse a change of a parameter once the links exist.
    void CheckNotBuilt(const char* what) const;

    Parameters m_parameters; //!< what was asked for
    bool m_built{false};     //!< Build() was called
};

} // namespace ns3

#endif /* WIRELESS_PATH_HELPER_H */
