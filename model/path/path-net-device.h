/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_NET_DEVICE_H
#define PATH_NET_DEVICE_H

#include "path-conditions.h"
#include "path-transmitter.h"

#include "ns3/callback.h"
#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/**
 * @brief Links between nodes that different processes simulate, by ns-3's module mpi.
 *
 * Each process builds all nodes and runs the events of those whose system ID is its own.
 */
namespace remotelink
{

/// @brief Whether this ns-3 was built with its module mpi. @return true if it was
bool IsAvailable();

/// @return whether this process runs a node's events: the node's system ID is that of the process,
/// or there is one process only
bool IsLocal(Ptr<const Node> node);

/// Hand a packet to the process that runs another node's events. Its last bit arrives at @p rxTime
/// at the device @p to, after ReceiveAt() there.
void Send(Ptr<const Packet> packet, Time rxTime, Ptr<NetDevice> to);

/// Let a device take what Send() brings by @p receive.
void ReceiveAt(Ptr<NetDevice> device, Callback<void, Ptr<Packet>> receive);

} // namespace remotelink

class PathNetDevice;

/**
 * @brief What joins the two PathNetDevices of a path. Each of them has the properties of the
 * direction that it sends into.
 *
 * Attribute `Delay`, the shorter one of the directions' delays, is how far ns-3's module mpi looks
 * ahead where the ends are nodes of different system IDs.
 */
class PathChannel : public Channel
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// @brief Join a device. @param device one of two
    void Attach(Ptr<PathNetDevice> device);

    /// @brief The other end. @param device one end @return the other; null before it is attached
    Ptr<PathNetDevice> GetPeer(const PathNetDevice* device) const;

    /// @brief The shorter delay. @return of the two directions, once there are two
    Time GetDelay() const;

    std::size_t GetNDevices() const override;

    Ptr<NetDevice> GetDevice(std::size_t i) const override
    {
        return m_ends.at(i);
    }

  private:
    void DoDispose() override;

    std::array<Ptr<PathNetDevice>, 2> m_ends; //!< devices, null before they are attached
};

/**
 * @ingroup tcp-lossy
 *
 * @brief One end of a path: a pair of these stands for all links, queues and impairments between
 * two nodes, as a pipe of dummynet does.
 *
 * It does as ns-3's PointToPointNetDevice does, with the same attributes and trace sources, PPP
 * header included, but a packet costs one event, that of its arrival: see PathTransmitter for how,
 * and for when there are more. The attributes are those of the direction that the device sends
 * into, but for `ReceiveErrorModel`. All may change while packets wait: these meet the new ones.
 *
 * Chances are drawn in this order: jitter, bit errors, loss by the conditions, duplicates, when the
 * packet's times are fixed; `ReceiveErrorModel` when it arrives.
 *
 * Where two things happen on a node in the same nanosecond, and one of them is an arrival, their
 * order may differ from that with a point-to-point device: ns-3 goes by when events were scheduled,
 * which is here when the packet came to the queue.
 *
 * A packet costs one more event with an `Impairment`, and between nodes of different system IDs
 * (ns-3's module mpi), where it is handed over when it begins to be sent.
 */
class PathNetDevice : public NetDevice, private PathTransmitter::Owner
{
  public:
    /// Signature of the QueueLength trace: instant of the change, packets that wait since then, and
    /// their octets. Of a computed queue departures are found out about, and reported one by one,
    /// when the next packet comes, or at SettleQueue().
    typedef void (*QueueLengthTracedCallback)(Time when, uint32_t packets, uint32_t octets);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    PathNetDevice();
    ~PathNetDevice() override;

    /// @brief Join a path. @param channel the path
    void Attach(Ptr<PathChannel> channel);

    /// @brief Set the rate, and no other conditions. @param rate above 0
    void SetDataRate(DataRate rate);

    /// @brief The rate, if there are no other conditions. @return as set last
    DataRate GetDataRate() const
    {
        return m_rate;
    }

    /// @brief Set the propagation delay. @param delay not negative
    void SetDelay(Time delay);

    /// @brief The propagation delay. @return as set
    Time GetDelay() const
    {
        return m_delay;
    }

    /// Have conditions that change in time, not null, in place of a constant rate: a copy of them,
    /// where they count what packets take.
    void SetConditions(std::shared_ptr<PathConditions> conditions);

    /// The shortest time between a packet's being sent and its arrival.
    Time GetLeastDelay() const
    {
        return m_delay + m_transmitter->GetConditions().GetLeastExtraDelay();
    }

    /// @brief Set the length of the drop-tail queue. @param size above 0
    void SetMaxSize(QueueSize size);

    /// @brief Length of the queue. @return packets or octets
    QueueSize GetMaxSize() const
    {
        return m_transmitter->GetMaxSize();
    }

    /// @brief Have another queue. @param queue empty; null for the drop-tail queue
    void SetQueue(Ptr<Queue<Packet>> queue);

    /// @return the queue; from now on an event takes each packet out
    Ptr<Queue<Packet>> GetQueue() const
    {
        return m_transmitter->GetQueue();
    }

    /// Report the departures up to now by the QueueLength trace.
    void SettleQueue()
    {
        m_transmitter->Settle();
    }

    /// @brief Set what loses packets that come here. @param model any error model, or null
    void SetReceiveErrorModel(Ptr<ErrorModel> model)
    {
        m_receiveErrorModel = model;
    }

    /// @brief Set further impairments. @param impairment of the direction, or null
    void SetImpairment(Ptr<PathImpairment> impairment);

    /// Fix the random streams of the direction, from index @p stream on. @return 4, the number of
    /// streams used, of the conditions' loss and the impairment
    int64_t AssignStreams(int64_t stream);

    /// A packet arrives.
    void Receive(Ptr<Packet> packet);

    /// A packet arrives that was lost.
    void Lose(Ptr<Packet> packet)
    {
        m_phyRxDropTrace(packet);
    }

    // Documented in NetDevice.
    void SetIfIndex(const uint32_t index) override
    {
        m_ifIndex = index;
    }

    uint32_t GetIfIndex() const override
    {
        return m_ifIndex;
    }

    Ptr<Channel> GetChannel() const override
    {
        return m_channel;
    }

    void SetAddress(Address address) override;

    Address GetAddress() const override
    {
        return m_address;
    }

    bool SetMtu(const uint16_t mtu) override;

    uint16_t GetMtu() const override
    {
        return m_mtu;
    }

    bool IsLinkUp() const override;

    void AddLinkChangeCallback(Callback<void> callback) override
    {
        m_linkChanges.ConnectWithoutContext(callback);
    }

    bool IsBroadcast() const override
    {
        return true;
    }

    Address GetBroadcast() const override;

    bool IsMulticast() const override
    {
        return true;
    }

    Address GetMulticast(Ipv4Address group) const override;
    Address GetMulticast(Ipv6Address group) const override;

    bool IsBridge() const override
    {
        return false;
    }

    bool IsPointToPoint() const override
    {
        return true;
    }

    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocol) override;

    Ptr<Node> GetNode() const override
    {
        return m_node;
    }

    void SetNode(Ptr<Node> node) override
    {
        m_node = node;
    }

    bool NeedsArp() const override
    {
        return false;
    }

    void SetReceiveCallback(NetDevice::ReceiveCallback callback) override
    {
        m_receiveCallback = callback;
    }

    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback callback) override
    {
        m_promiscCallback = callback;
    }

    bool SupportsSendFrom() const override
    {
        return false;
    }

  private:
    using PacketTrace = TracedCallback<Ptr<const Packet>>;

    /// Declare the traces of packets. @return the type with them
    static TypeId AddPacketTraces(TypeId typeId);

    void DoDispose() override;

    bool NeedsDepartures() const override;
    void OnBegin(Ptr<const Packet> packet) override;

    void OnEnd(Ptr<const Packet> packet) override
    {
        m_phyTxEndTrace(packet);
    }

    void OnLength(Time when, uint32_t packets, uint32_t octets) override
    {
        m_queueLengthTrace(when, packets, octets);
    }

    Ptr<EventImpl> Launch(Ptr<Packet> packet, Time finish) override;
    /// @return whether another process runs one of the ends
    bool IsRemote() const;
    /// Draw whether the direction loses a packet of so many octets, which has been sent at @p
    /// finish.
    bool Loses(uint32_t octets, Time finish);
    /// Let a packet arrive at a time, lost or not. @return the event, or null if another process
    /// has it
    Ptr<EventImpl> Schedule(Ptr<Packet> packet, Time at, bool isLost) const;
    /// Hand a packet up, with its header.
    void ForwardUp(Ptr<Packet> packet);

    std::unique_ptr<PathTransmitter> m_transmitter;  //!< queue and link
    DataRate m_rate;                                 //!< as set
    Time m_delay;                                    //!< propagation
    Ptr<PathImpairment> m_impairment;                //!< or null
    std::optional<PathImpairment::State> m_impaired; //!< of the direction
    Ptr<UniformRandomVariable> m_losses;             //!< of the conditions
    Ptr<ErrorModel> m_receiveErrorModel;             //!< of what comes here, or null

    Ptr<Node> m_node;                                    //!< where it is
    Ptr<PathChannel> m_channel;                          //!< the path
    Mac48Address m_address;                              //!< of the device
    uint32_t m_ifIndex{0};                               //!< on the node
    uint32_t m_mtu;                                      //!< octets of a packet
    NetDevice::ReceiveCallback m_receiveCallback;        //!< of the node
    NetDevice::PromiscReceiveCallback m_promiscCallback; //!< of the node
    TracedCallback<> m_linkChanges;                      //!< link up

    PacketTrace m_macTxTrace;                                    //!< came to be sent
    PacketTrace m_macTxDropTrace;                                //!< the queue had no room
    PacketTrace m_macPromiscRxTrace;                             //!< arrived
    PacketTrace m_macRxTrace;                                    //!< arrived
    PacketTrace m_phyTxBeginTrace;                               //!< begins to be sent
    PacketTrace m_phyTxEndTrace;                                 //!< was sent
    PacketTrace m_phyRxEndTrace;                                 //!< arrived
    PacketTrace m_phyRxDropTrace;                                //!< was lost
    PacketTrace m_snifferTrace;                                  //!< sent and received
    PacketTrace m_promiscSnifferTrace;                           //!< sent and received
    TracedCallback<Time, uint32_t, uint32_t> m_queueLengthTrace; //!< queue
};

} // namespace ns3

#endif /* PATH_NET_DEVICE_H */
