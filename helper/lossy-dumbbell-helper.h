/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSY_DUMBBELL_HELPER_H
#define LOSSY_DUMBBELL_HELPER_H

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/ipv6-address.h"
#include "ns3/ipv6-interface-container.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"
#include "ns3/traffic-control-helper.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

class CommandLine;

/**
 * @ingroup tcp-lossy
 * @brief The papers' topology: n senders and n receivers share one lossy bottleneck.
 *
 * @verbatim
   sender 0 --.                                      .-- receiver 0
               left router ==== bottleneck ==== right router
   sender n-1 -'                                     '-- receiver n-1
   @endverbatim
 *
 * Each direction of the bottleneck has its own rate, delay, queue and loss, and the access links of
 * each side have their own rate and delay. Loss strikes behind the queue, as on a wireless hop. The
 * bottleneck's device queue is the only place where congestion drops packets: there is no queue
 * disc in front of it unless SetTrafficControl() asks for one, the access links' queues are long,
 * and devices take packets of any size, so that no segment is ever split into fragments.
 *
 * Set parameters first, then call Build() once. A wrong parameter ends the program with a message
 * that names it and its range, in every build type.
 */
class LossyDumbbellHelper
{
  public:
    /// Direction through the bottleneck: FORWARD is from senders to receivers.
    using Direction = LossyPathHelper::Direction;

    /// Side of the bottleneck.
    enum class Side
    {
        LEFT,  //!< the senders'
        RIGHT, //!< the receivers'
    };

    /// Internet protocol of all nodes.
    enum class AddressFamily
    {
        IPV4, //!< IPv4
        IPV6, //!< IPv6
    };

    /// Plan a dumbbell. @param pairs number of sender-receiver pairs, 1 to 4096
    explicit LossyDumbbellHelper(uint32_t pairs);

    /// Set the rate of the bottleneck, above 0; the default is 1.6 Mbit/s.
    void SetRate(Direction direction, DataRate rate);

    /// Set the propagation delay of the bottleneck, not negative; the default is 50 ms.
    void SetDelay(Direction direction, Time delay);

    /// Set the length of the bottleneck's drop-tail queue, above 0, packets or octets; the default
    /// is 15 packets. The packet being sent is not counted.
    void SetQueue(Direction direction, QueueSize size);

    /// The same in packets.
    void SetQueue(Direction direction, uint32_t packets)
    {
        SetQueue(direction, QueueSize(QueueSizeUnit::PACKETS, packets));
    }

    /**
     * @brief Let the program's user choose the bottleneck, and to see its packets.
     *
     * Adds the options rate and queue, towards the receivers, delay, each way unless SetDelay() is
     * called, and pcap, a prefix for EnablePcap(), each by AddOption(). This object has what was
     * chosen once the command line is parsed, and a copy has it if it is made after that.
     */
    void AddOptions(CommandLine& options);

    /// Replace the bottleneck's drop-tail queue by another device queue, of the TypeId name of a
    /// Queue<Packet> and with pairs of an attribute's name and its value. SetQueue() is without
    /// effect on this direction then.
    template <typename... Args>
    void SetQueueType(Direction direction, const std::string& typeId, Args&&... args)
    {
        CheckNotBuilt("queue");
        m_paths[direction].queue = ObjectFactory(typeId, std::forward<Args>(args)...);
    }

    /// Put a queue disc in front of the bottleneck's queues, in both directions. @tparam Args pairs
    /// of an attribute's name and its value @param typeId TypeId name of a QueueDisc @param args
    /// its attributes
    template <typename... Args>
    void SetQueueDisc(const std::string& typeId, Args&&... args)
    {
        SetTrafficControl(true);
        m_queueDisc.emplace();
        m_queueDisc->SetRootQueueDisc(typeId, std::forward<Args>(args)...);
    }

    /// Lose packets of the bottleneck independently of each other, each with a probability in [0,
    /// 1]; the default is 0.
    void SetPacketLoss(Direction direction, double probability);

    /// Lose packets of the bottleneck as any error model decides, which is not null.
    void SetErrorModel(Direction direction, Ptr<ErrorModel> model);

    /// Set the links between the hosts of one side and their router, both directions: the rate,
    /// above 0, 100 Mbit/s by default, and the delay, not negative, 0 by default.
    void SetAccess(Side side, DataRate rate, Time delay);

    /// Set the links between all hosts and their routers. @param rate above 0; the default is 100
    /// Mbit/s @param delay not negative; the default is 0
    void SetAccess(DataRate rate, Time delay);

    /// Make the access links of a side by a helper of one's own, in place of SetAccess(); a side
    /// without jitter.
    void SetAccess(Side side, const PointToPointHelper& links);

    /// Install a stack of one's own, with ns-3's static routing in it; the protocol is that of
    /// SetAddressFamily().
    void SetInternetStack(const InternetStackHelper& stack);

    /**
     * @brief Leave the access links of a side out: the host of all its pairs is the router itself.
     *
     * Where all flows have the same delay they need no hosts of their own, and each link costs a
     * simulation as many events as the bottleneck does. What is lost is the pace at which the link
     * hands on a burst. Flows to one host need a port each.
     * @param side a side without jitter
     */
    void SetDirect(Side side);

    /**
     * @brief Let packets overtake one another on the links from the right router to the receivers.
     *
     * There, so that the bottleneck keeps their order.
     * @param jitter each packet comes up to this later, uniformly at random; not negative; the
     * default is 0
     */
    void SetJitter(Time jitter);

    /// Set the internet protocol. @param family the protocol; the default is IPv4
    void SetAddressFamily(AddressFamily family);

    /// Choose the IPv4 networks of the links. @param first the first one, with room for two hosts
    /// each; the default is 10.0.0.0. Where another dumbbell begins there, too, the links go on
    /// behind its.
    void SetAddressBase(Ipv4Address first);

    /// Choose the IPv6 networks of the links. @param first prefix of 64 bits of the first one; the
    /// default is fd00::
    void SetAddressBase(Ipv6Address first);

    /// Put ns-3's default queue disc in front of the bottleneck. @param enabled the default is
    /// false: the device queue is the bottleneck, and what SetQueueDisc() chose is forgotten
    void SetTrafficControl(bool enabled);

    /**
     * @brief Make the bottleneck of PathNetDevices: the same results by fewer events.
     *
     * GetBottleneckDevices() has the devices then, GetBottleneckDevice() has none; and the queue,
     * if it is asked for, is ns-3's, at one more event for each packet.
     */
    void UsePath();

    /**
     * @brief Take nodes of one's own as routers, such as those of a larger topology.
     *
     * The hosts of a side get their router's system ID. Where the two differ, two processes of
     * ns-3's module mpi simulate the sides: each makes the same calls, but installs applications on
     * the nodes of its own system ID only. The shorter of the bottleneck's delays, above 0, is how
     * far they look ahead.
     * @param left node without an internet stack; the default is a new one
     * @param right another one
     */
    void SetRouters(Ptr<Node> left, Ptr<Node> right);

    /// Make nodes, links, addresses and routes. Once only.
    void Build();

    /**
     * @brief Fix the random streams of links and stacks.
     *
     * ns-3's error models and queue discs have no common call for this: those made by
     * SetPacketLoss(), any RateErrorModel, BurstErrorModel or MarkovErrorModel, and discs of type
     * Red, Pie and Cobalt are covered, another one's streams are its owner's.
     *
     * @param stream first stream index to use, not negative
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// @brief A router. @return the node; with SetDirect() it is the host, too
    Ptr<Node> GetRouter(Side side) const;

    /// @brief The bottleneck's devices. @return the left router's and the right one's
    const NetDeviceContainer& GetBottleneckDevices() const
    {
        return m_bottleneck;
    }

    /// @brief The hosts' devices. @return in order of pairs; none if direct
    const NetDeviceContainer& GetHostDevices(Side side) const
    {
        return m_hosts[side].devices;
    }

    /// @brief The routers' devices towards the hosts. @return in order of pairs; none if direct
    const NetDeviceContainer& GetRouterDevices(Side side) const
    {
        return m_hosts[side].routerDevices;
    }

    /// @brief The hosts' interfaces. @return in order of pairs, of the bottleneck if direct; empty
    /// for IPv6
    const Ipv4InterfaceContainer& GetIpv4Interfaces(Side side) const
    {
        return m_hosts[side].ipv4;
    }

    /// @copydoc GetIpv4Interfaces
    const Ipv6InterfaceContainer& GetIpv6Interfaces(Side side) const
    {
        return m_hosts[side].ipv6;
    }

    /// Write what all devices send and receive, for Wireshark. @param prefix of the files' names,
    /// after which come node and device
    void EnablePcap(const std::string& prefix) const;

    /// Write what happens in all devices' queues, as text. @param prefix of the files' names, after
    /// which come node and device
    void EnableAscii(const std::string& prefix) const;

    /// @brief All senders. @return the nodes, in order of pairs; each the router if direct
    const NodeContainer& GetSenders() const
    {
        return m_senders;
    }

    /// @brief All receivers. @return the nodes, in order of pairs; each the router if direct
    const NodeContainer& GetReceivers() const
    {
        return m_receivers;
    }

    /// Where a receiver listens. @return a socket address of the helper's address family
    Address GetReceiverAddress(uint32_t pair, uint16_t port) const
    {
        return GetSocketAddress(Side::RIGHT, pair, port);
    }

    /// Where a sender listens, for connections from the right to the left. @return a socket address
    /// of the helper's address family
    Address GetSenderAddress(uint32_t pair, uint16_t port) const
    {
        return GetSocketAddress(Side::LEFT, pair, port);
    }

    /// Any address of the helper's address family. @return the socket address to bind a receiver to
    Address GetAnyAddress(uint16_t port) const;

    /// Transmitting device of the bottleneck. @return the device, null before Build() and after
    /// UsePath()
    Ptr<PointToPointNetDevice> GetBottleneckDevice(Direction direction) const;

    /// Queue of the bottleneck. @return the device queue
    Ptr<Queue<Packet>> GetBottleneckQueue(Direction direction) const;

  private:
    template <typename Key, typename T>
    using Both = LossyPathHelper::Both<Key, T>;

    /// The access links of one side.
    struct Access
    {
        DataRate rate{"100Mbps"};                  //!< rate
        Time delay;                                //!< propagation delay
        bool isDirect{false};                      //!< there is none
        std::optional<PointToPointHelper> links{}; //!< makes them, if not the above
    };

    /// What there is at one side once it is built.
    struct Hosts
    {
        NetDeviceContainer devices;       //!< of the hosts
        NetDeviceContainer routerDevices; //!< of the router, towards them
        Ipv4InterfaceContainer ipv4;      //!< of the hosts
        Ipv6InterfaceContainer ipv6;      //!< of the hosts
    };

    NetDeviceContainer GetDevices() const;
    void CheckNotBuilt(const char* what) const;
    void Check() const;
    /// @return whether two processes simulate the sides, by the routers' system IDs
    bool IsSplit() const;
    void CreateHosts(Side side, NodeContainer& hosts) const;
    /// @return each node once: routers, senders, receivers
    NodeContainer GetNodes() const;
    void InstallStacks();
    NetDeviceContainer BuildAccessLink(Ptr<Node> host, Side side);
    void BuildBottleneck();
    Ptr<PointToPointNetDevice> BuildBottleneckDevice(Ptr<Node> router, Direction direction) const;

    void BuildAccessLinks();
    void AssignIpv4();
    void AssignIpv6();
    Address GetSocketAddress(Side side, uint32_t pair, uint16_t port) const;

    uint32_t m_pairs;                                //!< number of pairs
    Both<Direction, LossyPathHelper::Way> m_paths;   //!< what leads each way
    Time m_delay{MilliSeconds(50)};                  //!< of a direction that is not set apart
    std::string m_pcap;                              //!< prefix of captures, empty for none
    InternetStackHelper m_stack;                     //!< of all nodes
    Both<Side, Access> m_access;                     //!< links of the hosts
    Time m_jitter;                                   //!< towards the receivers, at most
    AddressFamily m_family{AddressFamily::IPV4};     //!< protocol
    bool m_trafficControl{false};                    //!< queue disc at the bottleneck
    bool m_isPath{false};                            //!< the bottleneck is a path
    bool m_built{false};                             //!< Build() was called
    Both<Side, Ptr<Node>> m_routers;                 //!< null before Build() unless given
    NodeContainer m_senders;                         //!< senders
    NodeContainer m_receivers;                       //!< receivers
    Both<Side, Hosts> m_hosts;                       //!< what was made of them
    NetDeviceContainer m_bottleneck;                 //!< left one first
    QueueDiscContainer m_discs;                      //!< of the bottleneck, if chosen
    std::optional<TrafficControlHelper> m_queueDisc; //!< if not ns-3's default
    Ipv4Address m_ipv4Base{"10.0.0.0"};              //!< first network
    Ipv6Address m_ipv6Base{"fd00::"};                //!< first network
};

} // namespace ns3

#endif /* LOSSY_DUMBBELL_HELPER_H */
