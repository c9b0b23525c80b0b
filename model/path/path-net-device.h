/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_NET_DEVICE_H
#define PATH_NET_DEVICE_H

#include "path-conditions.h"

#include "ns3/callback.h"
#include "ns3/channel.h"
#include "ns3/computed-queue.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/event-id.h"
#include "ns3/event-impl.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

class PathNetDevice;

/**
 * @brief The queue and the link of one direction of a path: when each packet is sent.
 *
 * It works in one of two ways, with the same times and drops. *Computed*: the times of a packet are
 * fixed when it comes, and no event is spent on its departure. *Served*: an event takes each packet
 * out of an ns-3 queue when the one before it has been sent, as in ns-3's point-to-point device.
 *
 * It is computed as long as no departure has to be an event. It becomes served when somebody has
 * asked for the queue or the owner needs departures, and also when the conditions change, for the
 * packets that wait: they are recalled, and meet the new ones. A packet that the link would never
 * have sent waits for other conditions, served. When all is sent and nobody needs departures, it is
 * computed again.
 *
 * Whether a packet comes before or after a departure of the same nanosecond decides nothing but
 * when the queue is full. So a computed queue has events, without packets, while it is nearly full:
 * they stand in ns-3's order as those of a point-to-point device do. What such an event meets in
 * another order is only a packet that was in step with departures, to the nanosecond, from before
 * the queue was nearly full on.
 */
class PathTransmitter
{
  public:
    /// @brief Begin. @param device whom it works for, which must outlive it
    explicit PathTransmitter(PathNetDevice& device)
        : m_device(device)
    {
    }

    ~PathTransmitter()
    {
        m_next.Cancel();
    }

    PathTransmitter(const PathTransmitter&) = delete;

    /// Take a packet with all headers that is to be sent. @return false if the queue had no room
    bool Send(Ptr<Packet> packet);

    /// @brief What waits meets these conditions. @param conditions not null
    void SetConditions(std::shared_ptr<PathConditions> conditions);

    /// @brief The conditions. @return not null
    const PathConditions& GetConditions() const
    {
        return *m_conditions;
    }

    /// Before something changes that Launch() depends on: what waits is to meet it, too.
    void Recall();

    /// @brief Set the length of the drop-tail queue. @param size above 0
    void SetMaxSize(QueueSize size);

    /// @brief Length of the drop-tail queue. @return packets or octets
    QueueSize GetMaxSize() const;

    /// Have another queue, to which what waits moves. @param queue empty; null for the drop-tail
    /// queue
    void SetQueue(Ptr<Queue<Packet>> queue);

    /// @return the queue, which is ns-3's from now on
    Ptr<Queue<Packet>> GetQueue();

    /// Tell of the departures up to now.
    void Settle();

    /// Send nothing more.
    void Stop();

  private:
    /// What is kept of a packet that waits.
    struct Waiting
    {
        Ptr<Packet> packet;     //!< the packet
        Ptr<EventImpl> arrival; //!< its arrival
        uint64_t place;         //!< what was taken of the conditions before it
    };

    bool SendComputed(const Ptr<Packet>& packet);
    bool SendServed(const Ptr<Packet>& packet);
    void Begin();
    /// Send the packet that is served now, if the link ever will.
    void Serve();
    void End();
    /// A computed packet has been sent, while the queue is nearly full.
    void Depart();
    /// See to it that Depart() comes next if the queue is nearly full.
    void Watch();

    void TellLength(Time when) const;
    void NeedQueue();

    PathNetDevice& m_device;                      //!< whom it works for
    std::shared_ptr<PathConditions> m_conditions; //!< of the link
    PlainComputedQueue<Time, Waiting> m_computed; //!< what waits when computed
    Ptr<Queue<Packet>> m_queue;                   //!< what waits when served; null at first
    bool m_isHandedOut{false};                    //!< somebody has the queue
    bool m_isServing{false};                      //!< End() is to come
    bool m_isStuck{false};                        //!< the link never sends the packet served now
    Ptr<Packet> m_current;                        //!< served now
    EventId m_next;                               //!< End() or Depart()
};

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

    std::size_t GetNDevices() const override
    {
        return (m_ends[0] ? 1 : 0) + (m_ends[1] ? 1 : 0);
    }

    Ptr<NetDevice> GetDevice(std::size_t i) const override
    {
        return m_ends.at(i);
    }

  private:
    void DoDispose() override
    {
        m_ends = {};
        Channel::DoDispose();
    }

    std::array<Ptr<PathNetDevice>, 2> m_ends; //!< devices, null before they are attached
};

/**
 * @ingroup tcp-lossy
 * @brief One end of a path: a pair of these stands for all links, queues and impairments between
 * two nodes, as a pipe of dummynet does.
 *
 * It does as ns-3's PointToPointNetDevice does, PPP header included, with the same attributes and
 * trace sources but for `InterframeGap` and `PhyTxDrop`, which are missing. But a packet costs one
 * event, that of its arrival: see PathTransmitter for how, and for when there are more. The
 * attributes are those of the direction that the device sends into, but for `ReceiveErrorModel`.
 * All may change while packets wait: these meet the new ones. Who connects to a trace of departures
 * while packets wait calls RecallQueue() first, or misses what departs until the next packet comes.
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
class PathNetDevice : public NetDevice
{
  public:
    /// Signature of the QueueLength trace: instant of the change, packets that wait since then, and
    /// their octets. Of a computed queue departures are found out about, and reported one by one,
    /// when the next packet comes, or at SettleQueue().
    typedef void (*QueueLengthTracedCallback)(Time when, uint32_t packets, uint32_t octets);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// @brief Join a path. @param channel the path
    void Attach(Ptr<PathChannel> channel)
    {
        m_channel = channel;
        m_channel->Attach(this);
        m_linkChanges();
    }

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

    /// Have another queue. What waits moves to the new queue; a packet that finds no room there is
    /// dropped, and `MacTxDrop` tells of it. @param queue empty; null for the drop-tail queue
    void SetQueue(Ptr<Queue<Packet>> queue)
    {
        m_transmitter->SetQueue(queue);
    }

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

    /// Let the packets that wait depart by events, so that `Sniffer`, `PromiscSniffer`,
    /// `PhyTxBegin` and `PhyTxEnd` tell of these packets, too, if somebody connects to one of them
    /// now.
    void RecallQueue()
    {
        m_transmitter->Recall();
    }

    /// @brief Set what loses packets that come here. @param model any error model, or null
    void SetReceiveErrorModel(Ptr<ErrorModel> model)
    {
        m_receiveErrorModel = model;
    }

    /// @brief Set further impairments. @param impairment of the direction, or null
    void SetImpairment(Ptr<PathImpairment> impairment);

    /// Fix the random streams of the direction, from index @p stream on. @return 4, the number of
    /// streams used, of the conditions' loss and the impairment; those of an impairment that is set
    /// later are not fixed
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

    void SetAddress(Address address) override
    {
        m_address = Mac48Address::ConvertFrom(address);
    }

    Address GetAddress() const override
    {
        return m_address;
    }

    bool SetMtu(const uint16_t mtu) override
    {
        m_mtu = mtu;
        return true;
    }

    uint16_t GetMtu() const override
    {
        return m_mtu;
    }

    bool IsLinkUp() const override
    {
        return m_channel != nullptr;
    }

    void AddLinkChangeCallback(Callback<void> callback) override
    {
        m_linkChanges.ConnectWithoutContext(callback);
    }

    bool IsBroadcast() const override
    {
        return true;
    }

    Address GetBroadcast() const override
    {
        return Mac48Address::GetBroadcast();
    }

    bool IsMulticast() const override
    {
        return true;
    }

    Address GetMulticast(Ipv4Address group) const override
    {
        return Mac48Address::GetMulticast(group);
    }

    Address GetMulticast(Ipv6Address group) const override
    {
        return Mac48Address::GetMulticast(group);
    }

    bool IsBridge() const override
    {
        return false;
    }

    bool IsPointToPoint() const override
    {
        return true;
    }

    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;

    bool SendFrom(Ptr<Packet>, const Address&, const Address&, uint16_t) override
    {
        return false;
    }

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
    friend class PathTransmitter;

    using PacketTrace = TracedCallback<Ptr<const Packet>>;

    static TypeId AddPacketTraces(TypeId typeId);

    void DoDispose() override;

    /// @return whether a departure has to be an event: somebody watches, or the arrival is not to
    /// be known before
    bool NeedsDepartures() const
    {
        return !m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty() ||
               !m_phyTxBeginTrace.IsEmpty() || !m_phyTxEndTrace.IsEmpty() || m_impairment ||
               IsRemote();
    }

    /// Let a packet arrive at the other end. @param packet the packet, this device's from now on
    /// @param finish when it has been sent @return the event of its arrival, which Recall() may
    /// cancel; null if there is none
    Ptr<EventImpl> Launch(Ptr<Packet> packet, Time finish);
    bool IsRemote() const;
    /// Draw whether a packet is lost that has been sent at @p finish.
    bool Loses(uint32_t octets, Time finish);
    /// @return the arrival's event, or null if another process has it
    Ptr<EventImpl> Schedule(Ptr<Packet> packet, Time at, bool isLost) const;

    /// Queue and link.
    std::unique_ptr<PathTransmitter> m_transmitter{std::make_unique<PathTransmitter>(*this)};
    DataRate m_rate;                                 //!< as set
    Time m_delay;                                    //!< propagation
    Ptr<PathImpairment> m_impairment;                //!< or null
    std::optional<PathImpairment::State> m_impaired; //!< of the direction
    /// Of the conditions.
    Ptr<UniformRandomVariable> m_losses{CreateObject<UniformRandomVariable>()};
    Ptr<ErrorModel> m_receiveErrorModel; //!< of what comes here, or null

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
