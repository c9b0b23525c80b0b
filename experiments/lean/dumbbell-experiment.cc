/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-experiment.h"

#include "lean/lean-world.h"

#include "ns3/bottleneck-recorder.h"
#include "ns3/config.h"
#include "ns3/random-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/veno-law.h"

#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

namespace ns3::tcplossy
{

namespace
{
lean::Draw
MakeDraw(int64_t stream)
{
    auto random =
        std::make_shared<RandomStream>(RngSeedManager::GetSeed(), RngSeedManager::GetRun(), stream);
    return [random] { return random->GetValue(); };
}

/// @return what of the set-up the lean world does not have, or nothing
std::string
FindLack(const DumbbellSetUp& setUp, uint32_t reversePairs)
{
    const auto& path = setUp.path;
    return path.marking > 0                         ? "--marking"
           : path.red                               ? "--red"
           : path.ipv6                              ? "--ipv6"
           : !setUp.pcap.empty()                    ? "--pcap"
           : setUp.sockets.receiver != "scoreboard" ? "--receiver=" + setUp.sockets.receiver
           : reversePairs > 0 && path.sharedHosts   ? "--sharedHosts"
                                                    : "";
}

/// @return draws times between bursts
std::function<lean::Instant()>
MakeIntervals(const DumbbellSetUp& setUp, int64_t stream)
{
    RandomStream random(RngSeedManager::GetSeed(), RngSeedManager::GetRun(), stream);
    return [random, mean = setUp.burstInterval, name = setUp.burstTimes]() mutable {
        return mean * (name == "exponential" ? random.GetExponential(1)
                       : name == "uniform"   ? random.GetValue(0, 2)
                                             : 1.0);
    };
}
} // namespace

class DumbbellExperiment::Network
{
  public:
    Network(const DumbbellSetUp& setUp, uint32_t pairs, uint32_t reversePairs, TraceSeries& queue);

    void Run(Time to);

    std::vector<std::unique_ptr<FlowRecorder>> recorders;  //!< by flow
    std::vector<std::optional<TcpVariantPreset>> variants; //!< by flow
    std::map<uint32_t, std::string> traces;                //!< of the congestion control, by flow
    /// By flow that is recorded; null before the run.
    std::map<uint32_t, std::unique_ptr<BottleneckRecorder>> bottlenecks;
    std::vector<std::shared_ptr<lean::PlannedLosses>> drops; //!< of `--drop` and `--dropAcks`

  private:
    lean::Link& AddLink(LossyDumbbellHelper::Direction direction,
                        const std::function<void(lean::Instant, uint32_t)>& onLength);
    lean::PacketLoss MakeLoss(LossyDumbbellHelper::Direction direction);
    /// @return how many random streams ns-3's helper gives to the losses of a direction
    int64_t CountStreams(LossyDumbbellHelper::Direction direction) const;
    lean::Link& AddAccess(const DumbbellParameters::Access& access,
                          const std::function<double()>& jitter = nullptr);
    /// @return seconds by which packets to a flow's receiver are late, or null
    std::function<double()> MakeJitter(uint32_t flow) const;
    void AddFlow(uint32_t flow, Time start);
    /// Record what data of flows come to a link first, and arrive from it last. @return the link
    lean::Link& Watch(lean::Link& link);

    std::map<const lean::Host*, FlowRecorder*> m_flows; //!< by receiver
    const DumbbellSetUp& m_setUp;                       //!< parameters
    uint32_t m_pairs;                                   //!< flows from the left to the right
    lean::World m_world;                                //!< all of it
    lean::Link* m_forward;                              //!< of the bottleneck
    lean::Link* m_reverse;                              //!< of the bottleneck
};

DumbbellExperiment::Network::Network(const DumbbellSetUp& setUp,
                                     uint32_t pairs,
                                     uint32_t reversePairs,
                                     TraceSeries& queue)
    : variants(pairs + reversePairs),
      m_setUp(setUp),
      m_pairs(pairs),
      m_forward(&AddLink(FORWARD,
                         [&queue](auto when, auto packets) {
                             queue.push_back({when, static_cast<double>(packets)});
                         })),
      m_reverse(&AddLink(REVERSE, nullptr))
{
    m_setUp.sockets.Apply();
    while (recorders.size() < variants.size())
    {
        recorders.push_back(std::make_unique<FlowRecorder>(m_world.GetClock()));
    }
}

lean::PacketLoss
DumbbellExperiment::Network::MakeLoss(LossyDumbbellHelper::Direction direction)
{
    const auto& losses = m_setUp.path.losses;
    const auto nanoseconds = [](double seconds) { return Seconds(seconds).GetNanoSeconds(); };
    if (const auto markov = losses.GetMarkov(direction); !markov.empty())
    {
        const auto stream = MARKOV_STREAM + 2 * static_cast<int64_t>(Index(direction));
        return lean::LoseByStates(MarkovStates::Settings{nanoseconds(markov[0]),
                                                         nanoseconds(markov[1]),
                                                         markov[2],
                                                         markov[3],
                                                         markov[4],
                                                         markov[5]},
                                  MakeDraw(stream),
                                  MakeDraw(stream + 1));
    }
    if (direction == FORWARD && !losses.drop.empty())
    {
        drops.push_back(std::make_shared<lean::PlannedLosses>());
        for (const auto segment : losses.GetDrops())
        {
            drops.back()->emplace(segment, 1);
        }
        return lean::LoseSegments(m_setUp.sockets.sizes.segment, drops.back());
    }
    if (direction == REVERSE && !losses.dropAcks.empty())
    {
        const auto planned = losses.GetAckDrops();
        drops.push_back(std::make_shared<lean::PlannedLosses>(planned.begin(), planned.end()));
        return lean::LoseAcks(m_setUp.sockets.sizes.segment, drops.back());
    }
    return lean::LoseAtRandom(losses.GetLoss(direction),
                              MakeDraw(direction == FORWARD ? 0 : CountStreams(FORWARD)));
}

int64_t
DumbbellExperiment::Network::CountStreams(LossyDumbbellHelper::Direction direction) const
{
    const auto& losses = m_setUp.path.losses;
    const bool isPlanned = !(direction == FORWARD ? losses.drop : losses.dropAcks).empty();
    return !losses.markov[Index(direction)].empty() ? 2 : isPlanned ? 0 : 1;
}

lean::Link&
DumbbellExperiment::Network::AddLink(LossyDumbbellHelper::Direction direction,
                                     const std::function<void(lean::Instant, uint32_t)>& onLength)
{
    const auto& path = m_setUp.path;
    const auto sizes = m_setUp.GetSizes();
    lean::LinkSettings link;
    link.rate = path.rate.GetBitRate();
    link.delay = path.GetDelay();
    if (path.direct)
    {
        link.delay += path.GetAccessTime(direction == FORWARD ? sizes.GetPacket() : sizes.ack);
    }
    link.isServed = !path.direct;
    link.queue = {path.queue, false};
    link.loss = MakeLoss(direction);
    link.onLength = onLength;
    return Watch(m_world.AddLink(link));
}

lean::Link&
DumbbellExperiment::Network::AddAccess(const DumbbellParameters::Access& access,
                                       const std::function<double()>& jitter)
{
    lean::LinkSettings link;
    link.rate = access.rate.GetBitRate();
    link.delay = access.delay;
    link.isServed = true;
    link.jitter = jitter;
    return Watch(m_world.AddLink(link));
}

std::function<double()>
DumbbellExperiment::Network::MakeJitter(uint32_t flow) const
{
    const auto most = m_setUp.path.jitter;
    if (most <= Time(0))
    {
        return nullptr;
    }
    // Streams of ns-3's helper: of the losses, two of each node's stack, then of jitter by flow.
    const auto nodes = 2 + 2 * static_cast<int64_t>(variants.size());
    const auto stream = CountStreams(FORWARD) + CountStreams(REVERSE) + 2 * nodes + flow;
    return [most, draw = MakeDraw(stream)] { return (most * draw()).GetSeconds(); };
}

void
DumbbellExperiment::Network::AddFlow(uint32_t flow, Time start)
{
    const auto variant = variants.at(flow)->Make();
    const bool isReverse = flow >= m_pairs;
    lean::Application writes;
    writes.piece = isReverse ? m_setUp.burstSize : m_setUp.sockets.sizes.segment;
    writes.wait = isReverse ? MakeIntervals(m_setUp, BURST_STREAM + flow) : nullptr;
    auto control = variant.MakeControl();
    std::function<double()> backlog;
    const auto* veno = dynamic_cast<const VenoControl*>(control.control.get());
    if (veno && traces.count(flow) > 0)
    {
        backlog = [veno] { return veno->GetEstimator().GetBacklog(); };
    }
    auto& sender = m_world.AddHost(variant.attributes.Make(writes), std::move(control));
    auto& receiver = m_world.AddHost(TcpVariantPreset::MakePlain().Make({}), {});
    recorders.at(flow)->Record(sender, receiver, start, backlog);
    m_flows[&receiver] = recorders.at(flow).get();
    if (const auto recorded = bottlenecks.find(flow); recorded != bottlenecks.end())
    {
        recorded->second = std::make_unique<BottleneckRecorder>(m_setUp.sockets.sizes.segment,
                                                                isReverse ? *m_reverse : *m_forward,
                                                                receiver);
    }
    std::vector<lean::Link*> there{m_forward};
    std::vector<lean::Link*> back{m_reverse};
    if (!m_setUp.path.direct)
    {
        there = {&AddAccess(m_setUp.path.left),
                 m_forward,
                 &AddAccess(m_setUp.path.right, MakeJitter(flow))};
        back = {&AddAccess(m_setUp.path.right), m_reverse, &AddAccess(m_setUp.path.left)};
    }
    if (isReverse)
    {
        std::swap(there, back);
    }
    sender.SetRoute({there, &receiver});
    receiver.SetRoute({back, &sender});
    sender.OpenAt(start);
}

lean::Link&
DumbbellExperiment::Network::Watch(lean::Link& link)
{
    using Event = lean::Link::Event;
    const auto find = [this](const lean::Packet& packet) {
        const auto found = m_flows.find(packet.route->end);
        return packet.segment.payload.Size() > 0 && found != m_flows.end() ? found->second
                                                                           : nullptr;
    };
    for (const auto event : {Event::ENQUEUE, Event::DROP})
    {
        link.AddWatch(event, [find](auto, auto& packet) {
            if (auto* flow = packet.hop == 0 ? find(packet) : nullptr)
            {
                flow->Sent(packet.segment.payload);
            }
        });
    }
    link.AddWatch(Event::ARRIVAL, [find](auto, auto& packet) {
        const bool isThere = packet.hop + 1 == packet.route->links.size();
        if (auto* flow = isThere ? find(packet) : nullptr)
        {
            flow->Arrived(packet.segment.payload);
        }
    });
    return link;
}

void
DumbbellExperiment::Network::Run(Time to)
{
    const auto draw = MakeDraw(START_STREAM);
    for (uint32_t flow = 0; flow < variants.size(); ++flow)
    {
        AddFlow(flow, flow < m_pairs ? m_setUp.measurement.startSpread * draw() : Time(0));
    }
    m_world.GetClock().Run(to);
    m_forward->CountQueued();
}

DumbbellExperiment::DumbbellExperiment(const DumbbellSetUp& setUp,
                                       uint32_t pairs,
                                       uint32_t reversePairs)
    : m_setUp(setUp),
      m_flows(pairs + reversePairs)
{
    const auto lack = FindLack(setUp, reversePairs);
    if (!lack.empty())
    {
        Refuse("the lean engine does not have " + lack + "; ns-3 has");
    }
    m_network = std::make_unique<Network>(setUp, pairs, reversePairs, m_queueSeries);
}

DumbbellExperiment::~DumbbellExperiment() = default;

void
DumbbellExperiment::UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last)
{
    // Refuses at once what there is not.
    variant.Make();
    for (auto flow = first; flow < last; ++flow)
    {
        m_network->variants.at(flow) = variant;
    }
}

void
DumbbellExperiment::TraceCongestionControl(uint32_t pair,
                                           const TcpVariantPreset& /* variant */,
                                           const std::string& name)
{
    m_network->traces[pair] = name;
}

void
DumbbellExperiment::RecordBottleneck(uint32_t pair)
{
    m_network->bottlenecks[pair];
}

void
DumbbellExperiment::Run()
{
    if (Config::onlyChecks)
    {
        std::exit(EXIT_SUCCESS);
    }
    m_network->Run(m_setUp.measurement.to);
}

const FlowRecorder&
DumbbellExperiment::GetFlow(uint32_t pair) const
{
    return *m_network->recorders.at(pair);
}

const BottleneckRecorder&
DumbbellExperiment::GetBottleneck(uint32_t pair) const
{
    return *m_network->bottlenecks.at(pair);
}

std::size_t
DumbbellExperiment::GetPlannedDrops() const
{
    const auto& drops = m_network->drops;
    return std::accumulate(drops.begin(), drops.end(), std::size_t{0}, [](auto sum, auto& loss) {
        return sum + loss->size();
    });
}

} // namespace ns3::tcplossy
