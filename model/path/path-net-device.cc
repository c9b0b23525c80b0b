/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-net-device.h"

#include "ns3/abort.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <tuple>
#include <utility>
#include <vector>

#ifdef NS3_MPI
#include "ns3/mpi-interface.h"
#include "ns3/mpi-receiver.h"
#endif

namespace ns3
{

namespace
{
QueueLimit
ToLimit(QueueSize size)
{
    return {size.GetValue(), size.GetUnit() == QueueSizeUnit::BYTES};
}
} // namespace

void
PathTransmitter::Stop()
{
    m_next.Cancel();
    m_computed.Recall();
    m_isStuck = false;
    m_current = nullptr;
    m_queue = nullptr;
}

bool
PathTransmitter::Send(Ptr<Packet> packet)
{
    if (m_isServing || m_isHandedOut || m_device.NeedsDepartures())
    {
        Recall();
        return SendServed(packet);
    }
    return SendComputed(packet);
}

bool
PathTransmitter::SendComputed(const Ptr<Packet>& packet)
{
    const auto now = Simulator::Now();
    const auto octets = packet->GetSize();
    Settle();
    if (!m_computed.Fits(octets))
    {
        return false;
    }
    const auto start = m_computed.GetStart(now);
    const auto place = m_conditions->GetPlace();
    const auto finish = m_conditions->GetFinish(start, octets);
    if (finish == Time::Max())
    {
        // Until there are other conditions nothing departs.
        m_conditions->Return(place);
        Recall();
        return SendServed(packet);
    }
    // The sender's packet stays the sender's.
    const auto sent = packet->Copy();
    const auto arrival = m_device.Launch(sent, finish);
    const auto isWaiting = m_computed.IsBusy(now);
    m_computed.Add(now, finish, octets, {sent, arrival, place});
    if (isWaiting)
    {
        TellLength(now);
    }
    else
    {
        m_device.m_queueLengthTrace(now, 1, octets);
        m_device.m_queueLengthTrace(now, 0, 0);
    }
    Watch();
    return true;
}

void
PathTransmitter::Watch()
{
    if (m_computed.IsNearlyFull() && m_next.IsExpired())
    {
        m_next = Simulator::Schedule(m_computed.GetNextFinish() - Simulator::Now(),
                                     &PathTransmitter::Depart,
                                     this);
    }
}

void
PathTransmitter::Depart()
{
    if (m_computed.GetPackets() == 0)
    {
        m_computed.SetIdle();
        return;
    }
    TellLength(m_computed.LeaveOne());
    Watch();
}

bool
PathTransmitter::SendServed(const Ptr<Packet>& packet)
{
    NeedQueue();
    if (!m_queue->Enqueue(packet))
    {
        return false;
    }
    TellLength(Simulator::Now());
    if (!m_isServing)
    {
        Begin();
    }
    return true;
}

void
PathTransmitter::Begin()
{
    m_current = m_queue->Dequeue();
    m_isServing = m_current != nullptr;
    if (!m_isServing)
    {
        return;
    }
    TellLength(Simulator::Now());
    m_device.m_snifferTrace(m_current);
    m_device.m_promiscSnifferTrace(m_current);
    m_device.m_phyTxBeginTrace(m_current);
    Serve();
}

void
PathTransmitter::Serve()
{
    const auto now = Simulator::Now();
    const auto finish = m_conditions->GetFinish(now, m_current->GetSize());
    m_isStuck = finish == Time::Max();
    if (!m_isStuck)
    {
        m_next = Simulator::Schedule(finish - now, &PathTransmitter::End, this);
        m_device.Launch(m_current->Copy(), finish);
    }
}

void
PathTransmitter::End()
{
    if (const auto sent = std::exchange(m_current, nullptr))
    {
        m_device.m_phyTxEndTrace(sent);
    }
    Begin();
}

void
PathTransmitter::Recall()
{
    const auto now = Simulator::Now();
    Settle();
    if (m_isServing || !m_computed.IsBusy(now))
    {
        return;
    }
    m_next.Cancel();
    NeedQueue();
    const auto recalled = m_computed.Recall();
    if (!recalled.empty())
    {
        m_conditions->Return(recalled.front().item.place);
    }
    for (const auto& [start, octets, item] : recalled)
    {
        if (item.arrival)
        {
            item.arrival->Cancel();
        }
        m_queue->Enqueue(item.packet);
    }
    m_isServing = true;
    m_next = Simulator::Schedule(m_computed.GetNextFinish() - now, &PathTransmitter::End, this);
}

void
PathTransmitter::SetConditions(std::shared_ptr<PathConditions> conditions)
{
    Recall();
    m_conditions = std::move(conditions);
    if (m_isStuck)
    {
        Serve();
    }
}

void
PathTransmitter::SetMaxSize(QueueSize size)
{
    Settle();
    // As ns-3's queues do.
    NS_ABORT_MSG_UNLESS(ToLimit(size).Allows(m_computed.GetPackets(), m_computed.GetOctets()),
                        "PathNetDevice: MaxSize must not be below what waits, " << size);
    m_computed.SetLimit(ToLimit(size));
    if (m_queue)
    {
        m_queue->SetMaxSize(size);
    }
}

void
PathTransmitter::SetQueue(Ptr<Queue<Packet>> queue)
{
    if (queue == m_queue)
    {
        return;
    }
    Recall();
    const auto before = std::exchange(m_queue, queue);
    m_isHandedOut = queue != nullptr;
    NeedQueue();
    if (!before || before->IsEmpty())
    {
        return;
    }
    while (const auto packet = before->Dequeue())
    {
        if (!m_queue->Enqueue(packet))
        {
            m_device.m_macTxDropTrace(packet);
        }
    }
    TellLength(Simulator::Now());
}

QueueSize
PathTransmitter::GetMaxSize() const
{
    const auto [most, inOctets] = m_computed.GetLimit();
    return m_queue ? m_queue->GetMaxSize()
                   : QueueSize(inOctets ? QueueSizeUnit::BYTES : QueueSizeUnit::PACKETS, most);
}

Ptr<Queue<Packet>>
PathTransmitter::GetQueue()
{
    if (!m_isHandedOut)
    {
        NeedQueue();
        Recall();
        m_isHandedOut = true;
    }
    return m_queue;
}

void
PathTransmitter::TellLength(Time when) const
{
    const auto packets = m_computed.GetPackets() + (m_queue ? m_queue->GetNPackets() : 0);
    const auto octets = m_computed.GetOctets() + (m_queue ? m_queue->GetNBytes() : 0);
    m_device.m_queueLengthTrace(when, packets, octets);
}

void
PathTransmitter::NeedQueue()
{
    if (!m_queue)
    {
        const auto most = GetMaxSize();
        m_queue = CreateObject<DropTailQueue<Packet>>();
        m_queue->SetMaxSize(most);
    }
}

void
PathTransmitter::Settle()
{
    m_computed.LeaveBefore(Simulator::Now(), [this](Time start) { TellLength(start); });
}

namespace remotelink
{

#ifdef NS3_MPI

bool
IsAvailable()
{
    return true;
}

bool
IsLocal(Ptr<const Node> node)
{
    return !MpiInterface::IsEnabled() || node->GetSystemId() == MpiInterface::GetSystemId();
}

void
Send(Ptr<const Packet> packet, Time rxTime, Ptr<NetDevice> to)
{
    MpiInterface::SendPacket(packet->Copy(), rxTime, to->GetNode()->GetId(), to->GetIfIndex());
}

void
ReceiveAt(Ptr<NetDevice> device, Callback<void, Ptr<Packet>> receive)
{
    auto receiver = CreateObject<MpiReceiver>();
    receiver->SetReceiveCallback(receive);
    device->AggregateObject(receiver);
}

#else

bool
IsAvailable()
{
    return false;
}

bool
IsLocal(Ptr<const Node>)
{
    return true;
}

void
Send(Ptr<const Packet>, Time, Ptr<NetDevice>)
{
    NS_ABORT_MSG("remotelink: this ns-3 was built without its module mpi");
}

void
ReceiveAt(Ptr<NetDevice>, Callback<void, Ptr<Packet>>)
{
    NS_ABORT_MSG("remotelink: this ns-3 was built without its module mpi");
}

#endif

} // namespace remotelink

NS_OBJECT_ENSURE_REGISTERED(PathChannel);

TypeId
PathChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PathChannel")
                            .SetParent<Channel>()
                            .SetGroupName("PointToPoint")
                            .AddConstructor<PathChannel>()
                            .AddAttribute("Delay",
                                          "The shorter one of the two directions' delays; the "
                                          "devices' attribute Delay sets them",
                                          TypeId::ATTR_GET,
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&PathChannel::GetDelay),
                                          MakeTimeChecker());
    return tid;
}

void
PathChannel::Attach(Ptr<PathNetDevice> device)
{
    NS_ABORT_MSG_IF(m_ends[1], "PathChannel: a path has two ends, and both are there");
    m_ends[m_ends[0] ? 1 : 0] = device;
}

Ptr<PathNetDevice>
PathChannel::GetPeer(const PathNetDevice* device) const
{
    return m_ends[PeekPointer(m_ends[0]) == device ? 1 : 0];
}

Time
PathChannel::GetDelay() const
{
    return m_ends[1] ? std::min(m_ends[0]->GetLeastDelay(), m_ends[1]->GetLeastDelay()) : Time(0);
}

NS_OBJECT_ENSURE_REGISTERED(PathNetDevice);

using protocolnumbers::ETHER_IPV4;
using protocolnumbers::ETHER_IPV6;
using protocolnumbers::PPP_IPV4;
using protocolnumbers::PPP_IPV6;

namespace
{
/// A packet arrives: without the arguments that ns-3's own events carry.
class Arrival : public EventImpl
{
  public:
    Arrival(Ptr<PathNetDevice> to, Ptr<Packet> packet, bool isLost)
        : m_to(std::move(to)),
          m_packet(std::move(packet)),
          m_isLost(isLost)
    {
    }

  protected:
    void Notify() override
    {
        m_isLost ? m_to->Lose(m_packet) : m_to->Receive(m_packet);
    }

  private:
    Ptr<PathNetDevice> m_to; //!< where
    Ptr<Packet> m_packet;    //!< what
    bool m_isLost;           //!< it is lost there
};
} // namespace

TypeId
PathNetDevice::AddPacketTraces(TypeId typeId)
{
    using Source = std::tuple<const char*, const char*, PacketTrace PathNetDevice::*>;
    for (const auto& [name, help, member] : std::vector<Source>{
             {"MacTx", "A packet came to be sent", &PathNetDevice::m_macTxTrace},
             {"MacTxDrop", "The queue had no room for a packet", &PathNetDevice::m_macTxDropTrace},
             {"MacPromiscRx", "A packet arrived and goes up", &PathNetDevice::m_macPromiscRxTrace},
             {"MacRx", "A packet arrived and goes up", &PathNetDevice::m_macRxTrace},
             {"PhyTxBegin", "A packet begins to be sent", &PathNetDevice::m_phyTxBeginTrace},
             {"PhyTxEnd", "A packet has been sent", &PathNetDevice::m_phyTxEndTrace},
             {"PhyRxEnd", "A packet arrived", &PathNetDevice::m_phyRxEndTrace},
             {"PhyRxDrop", "A packet was lost on its way", &PathNetDevice::m_phyRxDropTrace},
             {"Sniffer", "A packet begins to be sent, or arrived", &PathNetDevice::m_snifferTrace},
             {"PromiscSniffer",
              "A packet begins to be sent, or arrived",
              &PathNetDevice::m_promiscSnifferTrace},
         })
    {
        typeId.AddTraceSource(name,
                              help,
                              MakeTraceSourceAccessor(member),
                              "ns3::Packet::TracedCallback");
    }
    return typeId;
}

TypeId
PathNetDevice::GetTypeId()
{
    static TypeId tid = AddPacketTraces(
        TypeId("ns3::PathNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("PointToPoint")
            .AddConstructor<PathNetDevice>()
            .AddAttribute("Mtu",
                          "Most octets of a packet",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&PathNetDevice::SetMtu, &PathNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>())
            .AddAttribute("Address",
                          "The MAC address of this device",
                          Mac48AddressValue(Mac48Address("ff:ff:ff:ff:ff:ff")),
                          MakeMac48AddressAccessor(&PathNetDevice::m_address),
                          MakeMac48AddressChecker())
            .AddAttribute(
                "DataRate",
                "Rate that packets are sent at, above 0",
                DataRateValue(DataRate("32768b/s")),
                MakeDataRateAccessor(&PathNetDevice::SetDataRate, &PathNetDevice::GetDataRate),
                MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay towards the other end, not negative",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&PathNetDevice::SetDelay, &PathNetDevice::GetDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "MaxSize",
                "Most that waits in the drop-tail queue, packets or octets; the packet "
                "being sent is not counted",
                QueueSizeValue(QueueSize("100p")),
                MakeQueueSizeAccessor(&PathNetDevice::SetMaxSize, &PathNetDevice::GetMaxSize),
                MakeQueueSizeChecker())
            .AddAttribute("TxQueue",
                          "Another queue in place of the drop-tail queue. Whoever asks for the "
                          "queue makes an event take each packet out of it",
                          PointerValue(),
                          MakePointerAccessor(&PathNetDevice::SetQueue, &PathNetDevice::GetQueue),
                          MakePointerChecker<Queue<Packet>>())
            .AddAttribute("ReceiveErrorModel",
                          "What loses packets that come here, or null",
                          PointerValue(),
                          MakePointerAccessor(&PathNetDevice::m_receiveErrorModel),
                          MakePointerChecker<ErrorModel>())
            .AddAttribute("Impairment",
                          "What else befalls packets towards the other end, or null",
                          PointerValue(),
                          MakePointerAccessor(&PathNetDevice::SetImpairment),
                          MakePointerChecker<PathImpairment>())
            .AddTraceSource("QueueLength",
                            "The queue's length changed; departures may be reported later, with "
                            "their time",
                            MakeTraceSourceAccessor(&PathNetDevice::m_queueLengthTrace),
                            "ns3::PathNetDevice::QueueLengthTracedCallback"));
    return tid;
}

void
PathNetDevice::DoDispose()
{
    m_transmitter->Stop();
    m_impairment = nullptr;
    m_receiveErrorModel = nullptr;
    m_node = nullptr;
    m_channel = nullptr;
    m_receiveCallback.Nullify();
    m_promiscCallback.Nullify();
    NetDevice::DoDispose();
}

void
PathNetDevice::SetDataRate(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, "PathNetDevice: DataRate must be above 0 bit/s");
    m_rate = rate;
    m_transmitter->SetConditions(std::make_shared<PathConditions>(rate));
}

void
PathNetDevice::SetDelay(Time delay)
{
    NS_ABORT_MSG_IF(delay.IsStrictlyNegative(), "PathNetDevice: Delay must not be negative");
    m_transmitter->Recall();
    m_delay = delay;
}

void
PathNetDevice::SetConditions(std::shared_ptr<PathConditions> conditions)
{
    NS_ABORT_MSG_UNLESS(conditions, "PathNetDevice: conditions must not be null");
    const auto own = conditions->Copy();
    m_transmitter->SetConditions(own ? own : conditions);
}

void
PathNetDevice::SetMaxSize(QueueSize size)
{
    NS_ABORT_MSG_IF(size.GetValue() == 0, "PathNetDevice: MaxSize must be above 0");
    m_transmitter->SetMaxSize(size);
}

void
PathNetDevice::SetImpairment(Ptr<PathImpairment> impairment)
{
    m_transmitter->Recall();
    m_impairment = impairment;
    if (impairment && !m_impaired)
    {
        m_impaired.emplace();
    }
}

int64_t
PathNetDevice::AssignStreams(int64_t stream)
{
    m_losses->SetStream(stream);
    return 1 + (m_impairment ? m_impairment->AssignStreams(stream + 1, *m_impaired) : 3);
}

bool
PathNetDevice::IsRemote() const
{
    return remotelink::IsAvailable() &&
           (!remotelink::IsLocal(m_node) || !remotelink::IsLocal(m_channel->GetPeer(this)->m_node));
}

bool
PathNetDevice::Loses(uint32_t octets, Time finish)
{
    const auto isDamaged = m_impairment && m_impairment->Damages(octets, *m_impaired);
    const auto loss = m_transmitter->GetConditions().GetLoss(finish);
    return (loss > 0.0 && m_losses->GetValue() < loss) || isDamaged;
}

Ptr<EventImpl>
PathNetDevice::Launch(Ptr<Packet> packet, Time finish)
{
    auto arrival = finish + m_delay + m_transmitter->GetConditions().GetExtraDelay(finish);
    if (m_impairment)
    {
        arrival = m_impairment->Delay(arrival, *m_impaired);
    }
    const auto isLost = Loses(packet->GetSize(), finish);
    const auto copy =
        m_impairment && m_impairment->Duplicates(*m_impaired) ? packet->Copy() : nullptr;
    const auto event = Schedule(packet, arrival, isLost);
    if (copy)
    {
        Schedule(copy, arrival, isLost);
    }
    return event;
}

Ptr<EventImpl>
PathNetDevice::Schedule(Ptr<Packet> packet, Time at, bool isLost) const
{
    const auto peer = m_channel->GetPeer(this);
    if (!IsRemote())
    {
        auto* event = new Arrival(peer, packet, isLost);
        const Ptr<EventImpl> kept(event);
        // ns-3 takes the reference that the event was made with.
        Simulator::ScheduleWithContext(peer->m_node->GetId(), at - Simulator::Now(), event);
        return kept;
    }
    // What this process has of a node that another one runs may be started, but sends nothing.
    if (remotelink::IsLocal(m_node) && !isLost)
    {
        remotelink::Send(packet, at, peer);
    }
    return nullptr;
}

void
PathNetDevice::Receive(Ptr<Packet> packet)
{
    if (m_receiveErrorModel && m_receiveErrorModel->IsCorrupt(packet))
    {
        m_phyRxDropTrace(packet);
        return;
    }
    m_snifferTrace(packet);
    m_promiscSnifferTrace(packet);
    m_phyRxEndTrace(packet);
    const auto isTraced = !m_macRxTrace.IsEmpty() || !m_macPromiscRxTrace.IsEmpty();
    const auto whole = isTraced ? packet->Copy() : nullptr;
    PppHeader ppp;
    packet->RemoveHeader(ppp);
    const auto protocol = ppp.GetProtocol() == PPP_IPV6 ? ETHER_IPV6 : ETHER_IPV4;
    const auto from = m_channel->GetPeer(this)->GetAddress();
    if (!m_promiscCallback.IsNull())
    {
        m_macPromiscRxTrace(whole);
        m_promiscCallback(this, packet, protocol, from, m_address, NetDevice::PACKET_HOST);
    }
    m_macRxTrace(whole);
    m_receiveCallback(this, packet, protocol, from);
}

bool
PathNetDevice::Send(Ptr<Packet> packet, const Address&, uint16_t protocol)
{
    if (!IsLinkUp() || !m_channel->GetPeer(this))
    {
        m_macTxDropTrace(packet);
        return false;
    }
    NS_ABORT_MSG_UNLESS(protocol == ETHER_IPV4 || protocol == ETHER_IPV6,
                        "PathNetDevice: protocol must be 0x0800 (IPv4) or 0x86dd (IPv6), not "
                            << protocol);
    PppHeader ppp;
    ppp.SetProtocol(protocol == ETHER_IPV6 ? PPP_IPV6 : PPP_IPV4);
    packet->AddHeader(ppp);
    m_macTxTrace(packet);
    if (!m_transmitter->Send(packet))
    {
        m_macTxDropTrace(packet);
        return false;
    }
    return true;
}

} // namespace ns3
