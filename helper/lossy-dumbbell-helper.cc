/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossy-dumbbell-helper.h"

#include "path-parameters.h"
#include "program-option.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/cobalt-queue-disc.h"
#include "ns3/command-line.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/markov-error-model.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/path-net-device.h"
#include "ns3/pie-queue-disc.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/random-variable-stream.h"
#include "ns3/red-queue-disc.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LossyDumbbellHelper");

namespace
{
constexpr auto FORWARD = LossyDumbbellHelper::Direction::FORWARD;
constexpr auto REVERSE = LossyDumbbellHelper::Direction::REVERSE;
constexpr auto LEFT = LossyDumbbellHelper::Side::LEFT;
constexpr auto RIGHT = LossyDumbbellHelper::Side::RIGHT;
constexpr uint32_t MAX_PAIRS = 4096;

// No access queue ever drops: this is above the window of any flow the module is made for.
const QueueSize ACCESS_QUEUE(QueueSizeUnit::PACKETS, 10'000'000);

/// A device without queue interface: ns-3 puts no queue disc in front of it.
Ptr<PointToPointNetDevice>
CreateDevice(Ptr<Node> node, DataRate rate, const ObjectFactory& queue)
{
    auto device = CreateObject<PointToPointNetDevice>();
    device->SetAttribute("DataRate", DataRateValue(rate));
    device->SetMtu(pathparameters::MTU);
    device->SetAddress(Mac48Address::Allocate());
    node->AddDevice(device);
    device->SetQueue(pathparameters::MakeQueue("LossyDumbbellHelper: queue type", queue));
    return device;
}

/// Place of a side, or of what sends into a direction, in ns-3's containers: the left one is first.
template <typename Key>
constexpr uint32_t
Index(Key key)
{
    return static_cast<uint32_t>(key);
}

/// Makes drop-tail queues.
ObjectFactory
DropTail(QueueSize size)
{
    return ObjectFactory("ns3::DropTailQueue<Packet>", "MaxSize", QueueSizeValue(size));
}

/// A point-to-point link with another delay towards the device that was attached first, whose
/// packets come later by chance, too. The base class' `Delay` is that of the other direction: by
/// it ns-3's module mpi looks ahead, so that it must not be the longer one between processes.
class AsymmetricChannel : public PointToPointChannel
{
  public:
    explicit AsymmetricChannel(Time reverseDelay, Time reverseJitter = Time(0))
        : m_reverseDelay(reverseDelay),
          m_reverseJitter(reverseJitter)
    {
    }

    bool TransmitStart(Ptr<const Packet> p, Ptr<PointToPointNetDevice> src, Time txTime) override
    {
        const bool isReverse = (src != GetPointToPointDevice(0));
        // The base class adds its own delay to the transmission time.
        Time difference = isReverse ? m_reverseDelay - GetDelay() : Time(0);
        if (isReverse && m_reverseJitter.IsStrictlyPositive())
        {
            if (!m_random)
            {
                AssignStreams(-1);
            }
            difference += m_reverseJitter * m_random->GetValue();
        }
        // What this process has of a node that another one runs may be started, but sends nothing.
        if (!remotelink::IsLocal(src->GetNode()))
        {
            return true;
        }
        const auto destination = GetPointToPointDevice(isReverse ? 0 : 1);
        if (remotelink::IsLocal(destination->GetNode()))
        {
            return PointToPointChannel::TransmitStart(p, src, txTime + difference);
        }
        remotelink::Send(p, Simulator::Now() + txTime + difference + GetDelay(), destination);
        return true;
    }

    /// Fix the random stream of the jitter; -1 is one that ns-3 chooses. @return number of streams
    int64_t AssignStreams(int64_t stream)
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(stream);
        return 1;
    }

  private:
    Time m_reverseDelay;  //!< propagation delay towards the device attached first
    Time m_reverseJitter; //!< most that is added to it
    /// How much is. Only where there is jitter: each has one of ns-3's streams.
    Ptr<UniformRandomVariable> m_random;
};

/// Fix the streams of a random thing if it is of one of these types.
template <typename... Types, typename T>
int64_t
AssignStreamsOf(Ptr<T> thing, int64_t stream)
{
    int64_t used = 0;
    const auto assign = [&used, stream](auto found) {
        used = found ? found->AssignStreams(stream) : used;
    };
    (assign(DynamicCast<Types>(thing)), ...);
    return used;
}

/// @return @p routing, which default routes go to, and which a stack of the user's may lack
template <class Routing>
Ptr<Routing>
RequireRouting(Ptr<Routing> routing)
{
    NS_ABORT_MSG_UNLESS(routing,
                        "LossyDumbbellHelper::SetInternetStack: the stack has no static routing, "
                        "which default routes need");
    return routing;
}
} // namespace

LossyDumbbellHelper::LossyDumbbellHelper(uint32_t pairs)
    : m_pairs(pairs)
{
    NS_ABORT_MSG_IF(pairs < 1 || pairs > MAX_PAIRS,
                    "LossyDumbbellHelper: pairs must lie in [1, " << MAX_PAIRS << "], not "
                                                                  << pairs);
    for (auto& path : m_paths)
    {
        path.rate = DataRate("1.6Mbps");
        path.size = QueueSize("15p");
    }
}

void
LossyDumbbellHelper::CheckNotBuilt(const char* what) const
{
    NS_ABORT_MSG_IF(m_built, "LossyDumbbellHelper: set " << what << " before Build(), not after");
}

void
LossyDumbbellHelper::SetRate(Direction direction, DataRate rate)
{
    CheckNotBuilt("rate");
    pathparameters::RequireRate("LossyDumbbellHelper: rate", rate);
    m_paths[direction].rate = rate;
}

void
LossyDumbbellHelper::SetDelay(Direction direction, Time delay)
{
    CheckNotBuilt("delay");
    pathparameters::RequireDelay("LossyDumbbellHelper: delay", delay);
    m_paths[direction].delay = delay;
}

void
LossyDumbbellHelper::SetQueue(Direction direction, QueueSize size)
{
    CheckNotBuilt("queue");
    NS_ABORT_MSG_IF(size.GetValue() == 0,
                    "LossyDumbbellHelper: queue must hold at least 1 packet or octet");
    m_paths[direction].size = size;
}

void
LossyDumbbellHelper::AddOptions(CommandLine& options)
{
    auto& forward = m_paths[FORWARD];
    AddOption(options, "rate", "Rate of the bottleneck, above 0, to the receivers", forward.rate);
    AddOption(options, "delay", "Delay of the bottleneck, each way, not negative", m_delay);
    AddOption(options, "queue", "Queue of the bottleneck, packets (15p) or octets", forward.size);
    AddOption(options, "pcap", "Capture all packets: a prefix of the files' names", m_pcap);
}

void
LossyDumbbellHelper::SetPacketLoss(Direction direction, double probability)
{
    SetErrorModel(direction,
                  pathparameters::MakePacketLoss("LossyDumbbellHelper: packet loss", probability));
}

void
LossyDumbbellHelper::SetErrorModel(Direction direction, Ptr<ErrorModel> model)
{
    CheckNotBuilt("error model");
    NS_ABORT_MSG_UNLESS(model, "LossyDumbbellHelper: error model must not be null");
    m_paths[direction].loss = model;
}

void
LossyDumbbellHelper::SetAccess(DataRate rate, Time delay)
{
    SetAccess(LEFT, rate, delay);
    SetAccess(RIGHT, rate, delay);
}

void
LossyDumbbellHelper::SetAccess(Side side, DataRate rate, Time delay)
{
    CheckNotBuilt("access");
    pathparameters::RequireRate("LossyDumbbellHelper: access rate", rate);
    pathparameters::RequireDelay("LossyDumbbellHelper: access delay", delay);
    m_access[side].rate = rate;
    m_access[side].delay = delay;
    m_access[side].links.reset();
}

void
LossyDumbbellHelper::SetAccess(Side side, const PointToPointHelper& links)
{
    CheckNotBuilt("access");
    m_access[side].links = links;
}

void
LossyDumbbellHelper::SetInternetStack(const InternetStackHelper& stack)
{
    CheckNotBuilt("internet stack");
    m_stack = stack;
}

void
LossyDumbbellHelper::SetDirect(Side side)
{
    CheckNotBuilt("direct");
    m_access[side].isDirect = true;
}

void
LossyDumbbellHelper::SetJitter(Time jitter)
{
    CheckNotBuilt("jitter");
    pathparameters::RequireDelay("LossyDumbbellHelper: jitter", jitter);
    m_jitter = jitter;
}

void
LossyDumbbellHelper::SetAddressFamily(AddressFamily family)
{
    CheckNotBuilt("address family");
    m_family = family;
}

void
LossyDumbbellHelper::SetAddressBase(Ipv4Address first)
{
    CheckNotBuilt("address base");
    m_ipv4Base = first;
}

void
LossyDumbbellHelper::SetAddressBase(Ipv6Address first)
{
    CheckNotBuilt("address base");
    m_ipv6Base = first;
}

void
LossyDumbbellHelper::SetTrafficControl(bool enabled)
{
    CheckNotBuilt("traffic control");
    m_trafficControl = enabled;
    if (!enabled)
    {
        m_queueDisc.reset();
    }
}

void
LossyDumbbellHelper::UsePath()
{
    CheckNotBuilt("path");
    m_isPath = true;
}

void
LossyDumbbellHelper::SetRouters(Ptr<Node> left, Ptr<Node> right)
{
    CheckNotBuilt("routers");
    NS_ABORT_MSG_IF(!left || !right || left == right,
                    "LossyDumbbellHelper: routers must be two nodes");
    NS_ABORT_MSG_IF(left->GetSystemId() != right->GetSystemId() && !remotelink::IsAvailable(),
                    "LossyDumbbellHelper: system IDs of routers must not differ: this ns-3 was "
                    "built without its module mpi");
    m_routers[LEFT] = left;
    m_routers[RIGHT] = right;
}

void
LossyDumbbellHelper::Build()
{
    NS_LOG_FUNCTION(this << m_pairs);
    NS_ABORT_MSG_IF(m_built, "LossyDumbbellHelper: Build() was called before");
    m_built = true;
    for (auto& router : m_routers)
    {
        router = router ? router : CreateObject<Node>();
    }
    for (auto& path : m_paths)
    {
        path.delay = path.delay.value_or(m_delay);
    }
    Check();
    CreateHosts(LEFT, m_senders);
    CreateHosts(RIGHT, m_receivers);
    InstallStacks();

    BuildBottleneck();
    if (m_queueDisc)
    {
        m_discs = m_queueDisc->Install(m_bottleneck);
    }
    BuildAccessLinks();
    if (m_family == AddressFamily::IPV4)
    {
        AssignIpv4();
    }
    else
    {
        AssignIpv6();
    }
    if (!m_pcap.empty())
    {
        EnablePcap(m_pcap);
    }
}

void
LossyDumbbellHelper::Check() const
{
    // What AddOptions() took is not known before.
    pathparameters::RequireRate("LossyDumbbellHelper: rate", m_paths[FORWARD].rate);
    pathparameters::RequireDelay("LossyDumbbellHelper: delay", m_delay);
    NS_ABORT_MSG_IF(m_paths[FORWARD].size.GetValue() == 0,
                    "LossyDumbbellHelper: queue must hold at least 1 packet or octet");
    NS_ABORT_MSG_IF((m_access[RIGHT].isDirect || m_access[RIGHT].links) &&
                        m_jitter.IsStrictlyPositive(),
                    "LossyDumbbellHelper: jitter needs the right side's access links");
    const auto shortest = std::min(*m_paths[FORWARD].delay, *m_paths[REVERSE].delay);
    NS_ABORT_MSG_IF(IsSplit() && shortest.IsZero(),
                    "LossyDumbbellHelper: between system IDs delay must be above 0");
}

bool
LossyDumbbellHelper::IsSplit() const
{
    return m_routers[LEFT]->GetSystemId() != m_routers[RIGHT]->GetSystemId();
}

void
LossyDumbbellHelper::CreateHosts(Side side, NodeContainer& hosts) const
{
    if (!m_access[side].isDirect)
    {
        hosts.Create(m_pairs, m_routers[side]->GetSystemId());
        return;
    }
    for (uint32_t pair = 0; pair < m_pairs; ++pair)
    {
        hosts.Add(m_routers[side]);
    }
}

NodeContainer
LossyDumbbellHelper::GetNodes() const
{
    NodeContainer nodes(m_routers[LEFT], m_routers[RIGHT]);
    nodes.Add(m_access[LEFT].isDirect ? NodeContainer() : m_senders);
    nodes.Add(m_access[RIGHT].isDirect ? NodeContainer() : m_receivers);
    return nodes;
}

Ptr<Node>
LossyDumbbellHelper::GetRouter(Side side) const
{
    NS_ABORT_MSG_IF(!m_built, "LossyDumbbellHelper: there is no router before Build()");
    return m_routers[side];
}

NetDeviceContainer
LossyDumbbellHelper::GetDevices() const
{
    NS_ABORT_MSG_IF(!m_built, "LossyDumbbellHelper: there are no devices before Build()");
    auto devices = m_bottleneck;
    for (const auto& hosts : m_hosts)
    {
        devices.Add(hosts.devices);
        devices.Add(hosts.routerDevices);
    }
    return devices;
}

void
LossyDumbbellHelper::EnablePcap(const std::string& prefix) const
{
    PointToPointHelper().EnablePcap(prefix, GetDevices());
    LossyPathHelper().EnablePcap(prefix, GetDevices());
}

void
LossyDumbbellHelper::EnableAscii(const std::string& prefix) const
{
    NS_ABORT_MSG_IF(m_isPath, "LossyDumbbellHelper: a path has no text traces, only pcap");
    PointToPointHelper().EnableAscii(prefix, GetDevices());
}

void
LossyDumbbellHelper::InstallStacks()
{
    const auto all = GetNodes();
    m_stack.SetIpv4StackInstall(m_family == AddressFamily::IPV4);
    m_stack.SetIpv6StackInstall(m_family == AddressFamily::IPV6);
    m_stack.Install(all);
    if (m_family == AddressFamily::IPV6)
    {
        for (auto node = all.Begin(); node != all.End(); ++node)
        {
            // Addresses are unique by construction; detection would hold them back for a second.
            (*node)->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(false));
        }
    }
}

void
LossyDumbbellHelper::BuildAccessLinks()
{
    for (const auto side : {LEFT, RIGHT})
    {
        const auto& hosts = side == LEFT ? m_senders : m_receivers;
        for (uint32_t pair = 0; pair < m_pairs && !m_access[side].isDirect; ++pair)
        {
            auto own = m_access[side].links;
            const auto devices = own ? own->Install(hosts.Get(pair), m_routers[side])
                                     : BuildAccessLink(hosts.Get(pair), side);
            m_hosts[side].devices.Add(devices.Get(0));
            m_hosts[side].routerDevices.Add(devices.Get(1));
        }
    }
}

NetDeviceContainer
LossyDumbbellHelper::BuildAccessLink(Ptr<Node> host, Side side)
{
    const auto& access = m_access[side];
    // The host's device is the one that is attached first.
    const auto jitter = side == RIGHT ? m_jitter : Time(0);
    auto channel = CreateObject<AsymmetricChannel>(access.delay, jitter);
    channel->SetAttribute("Delay", TimeValue(access.delay));
    NetDeviceContainer devices;
    for (const auto& node : {host, m_routers[side]})
    {
        auto device = CreateDevice(node, access.rate, DropTail(ACCESS_QUEUE));
        device->Attach(channel);
        devices.Add(device);
    }
    return devices;
}

Ptr<PointToPointNetDevice>
LossyDumbbellHelper::BuildBottleneckDevice(Ptr<Node> router, Direction direction) const
{
    const auto& path = m_paths[direction];
    const auto dropTail = DropTail(path.size);
    auto device = CreateDevice(router, path.rate, path.queue.value_or(dropTail));
    if (m_trafficControl)
    {
        auto queueInterface = CreateObject<NetDeviceQueueInterface>();
        queueInterface->GetTxQueue(0)->ConnectQueueTraces(device->GetQueue());
        device->AggregateObject(queueInterface);
    }
    return device;
}

void
LossyDumbbellHelper::BuildBottleneck()
{
    if (m_isPath)
    {
        LossyPathHelper path(m_paths);
        path.SetTrafficControl(m_trafficControl);
        m_bottleneck = path.Install(m_routers[LEFT], m_routers[RIGHT]);
        return;
    }
    auto left = BuildBottleneckDevice(m_routers[LEFT], FORWARD);
    auto right = BuildBottleneckDevice(m_routers[RIGHT], REVERSE);
    const bool isRemote = IsSplit();
    // ns-3's parallel simulators look ahead by the delay away from the device attached first.
    const bool isTurned = isRemote && *m_paths[REVERSE].delay < *m_paths[FORWARD].delay;
    auto channel = CreateObject<AsymmetricChannel>(*m_paths[isTurned ? FORWARD : REVERSE].delay);
    channel->SetAttribute("Delay", TimeValue(*m_paths[isTurned ? REVERSE : FORWARD].delay));
    for (const auto& device : {isTurned ? right : left, isTurned ? left : right})
    {
        device->Attach(channel);
        if (isRemote)
        {
            remotelink::ReceiveAt(device, MakeCallback(&PointToPointNetDevice::Receive, device));
        }
    }
    right->SetReceiveErrorModel(m_paths[FORWARD].loss);
    left->SetReceiveErrorModel(m_paths[REVERSE].loss);
    m_bottleneck.Add(left);
    m_bottleneck.Add(right);
}

void
LossyDumbbellHelper::AssignIpv4()
{
    Ipv4Networks addresses(m_ipv4Base, "255.255.255.252");
    Ipv4StaticRoutingHelper routing;
    const auto setDefaultRoute = [&routing](const Ipv4InterfaceContainer& link, uint32_t from) {
        const auto [ipv4, interface] = link.Get(from);
        RequireRouting(routing.GetStaticRouting(ipv4))
            ->SetDefaultRoute(link.GetAddress(1 - from), interface);
    };
    const auto middle = addresses.Assign(m_bottleneck);
    for (const auto side : {LEFT, RIGHT})
    {
        setDefaultRoute(middle, Index(side));
        for (uint32_t pair = 0; pair < m_pairs && m_access[side].isDirect; ++pair)
        {
            m_hosts[side].ipv4.Add(middle.Get(Index(side)));
        }
    }
    for (auto& hosts : m_hosts)
    {
        for (uint32_t i = 0; i < hosts.devices.GetN(); ++i)
        {
            const auto link = addresses.Assign({hosts.devices.Get(i), hosts.routerDevices.Get(i)});
            setDefaultRoute(link, 0);
            hosts.ipv4.Add(link.Get(0));
        }
    }
}

void
LossyDumbbellHelper::AssignIpv6()
{
    // Not the prefix for documentation: ns-3's routers drop it.
    Ipv6AddressHelper addresses(m_ipv6Base, Ipv6Prefix(64));
    Ipv6StaticRoutingHelper routing;
    const auto setDefaultRoute = [&routing](Ipv6InterfaceContainer& link, uint32_t from) {
        RequireRouting(routing.GetStaticRouting((link.Begin() + from)->first))
            ->SetDefaultRoute(link.GetLinkLocalAddress(1 - from), link.GetInterfaceIndex(from));
    };
    auto middle = addresses.Assign(m_bottleneck);
    for (const auto side : {LEFT, RIGHT})
    {
        middle.SetForwarding(Index(side), true);
        setDefaultRoute(middle, Index(side));
        const auto [ipv6, interface] = *(middle.Begin() + Index(side));
        for (uint32_t pair = 0; pair < m_pairs && m_access[side].isDirect; ++pair)
        {
            m_hosts[side].ipv6.Add(ipv6, interface);
        }
    }
    for (auto& hosts : m_hosts)
    {
        for (uint32_t i = 0; i < hosts.devices.GetN(); ++i)
        {
            addresses.NewNetwork();
            auto link = addresses.Assign({hosts.devices.Get(i), hosts.routerDevices.Get(i)});
            link.SetForwarding(1, true);
            setDefaultRoute(link, 0);
            const auto [ipv6, interface] = *link.Begin();
            hosts.ipv6.Add(ipv6, interface);
        }
    }
}

int64_t
LossyDumbbellHelper::AssignStreams(int64_t stream)
{
    NS_ABORT_MSG_IF(!m_built, "LossyDumbbellHelper: call Build() before AssignStreams()");
    NS_ABORT_MSG_IF(stream < 0,
                    "LossyDumbbellHelper: stream must not be negative, but is " << stream);
    const auto first = stream;
    for (const auto& path : m_paths)
    {
        stream +=
            AssignStreamsOf<RateErrorModel, BurstErrorModel, MarkovErrorModel>(path.loss, stream);
    }
    stream += m_stack.AssignStreams(GetNodes(), stream);
    for (uint32_t i = 0; m_jitter.IsStrictlyPositive() && i < m_pairs; ++i)
    {
        const auto channel = m_hosts[RIGHT].devices.Get(i)->GetChannel();
        stream += StaticCast<AsymmetricChannel>(channel)->AssignStreams(stream);
    }
    for (uint32_t i = 0; i < m_discs.GetN(); ++i)
    {
        stream +=
            AssignStreamsOf<RedQueueDisc, PieQueueDisc, CobaltQueueDisc>(m_discs.Get(i), stream);
    }
    return stream - first;
}

Address
LossyDumbbellHelper::GetSocketAddress(Side side, uint32_t pair, uint16_t port) const
{
    const uint32_t hosts = m_built ? m_pairs : 0;
    NS_ABORT_MSG_IF(pair >= hosts,
                    "LossyDumbbellHelper: pair must be below " << hosts << ", but is " << pair);
    if (m_family == AddressFamily::IPV4)
    {
        return InetSocketAddress(m_hosts[side].ipv4.GetAddress(pair), port);
    }
    return Inet6SocketAddress(m_hosts[side].ipv6.GetAddress(pair, 1), port);
}

Address
LossyDumbbellHelper::GetAnyAddress(uint16_t port) const
{
    if (m_family == AddressFamily::IPV4)
    {
        return InetSocketAddress(Ipv4Address::GetAny(), port);
    }
    return Inet6SocketAddress(Ipv6Address::GetAny(), port);
}

Ptr<PointToPointNetDevice>
LossyDumbbellHelper::GetBottleneckDevice(Direction direction) const
{
    return m_built ? DynamicCast<PointToPointNetDevice>(m_bottleneck.Get(Index(direction)))
                   : nullptr;
}

Ptr<Queue<Packet>>
LossyDumbbellHelper::GetBottleneckQueue(Direction direction) const
{
    NS_ABORT_MSG_IF(!m_built, "LossyDumbbellHelper: there is no queue before Build()");
    const auto path = DynamicCast<PathNetDevice>(m_bottleneck.Get(Index(direction)));
    return path ? path->GetQueue() : GetBottleneckDevice(direction)->GetQueue();
}

} // namespace ns3
