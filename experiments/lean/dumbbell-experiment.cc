/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-experiment.h"

#include "lean/lean-losses.h"
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
    return path.jitter.IsStrictlyPositive()         ? "--jitter"
           : path.marking > 0                       ? "--marking"
           : path.ipv6                              ? "--ipv6"
           : !setUp.pcap.empty()                    ? "--pcap"
           : setUp.sockets.receiver != "scoreboard" ? "--receiver=" + setUp.sockets.receiver
           : reversePairs > 0                       ? "connections from the right to the left"
                                                    : "";
}
} // namespace

/// The lean world.
class DumbbellExperiment::Network
{
  public:
    Network(const DumbbellSetUp& setUp, uint32_t flows, TraceSeries& queue);

    /// Record what happens to segments at the bottleneck.
    void RecordBottleneck()
    {
        bottleneck.emplace(m_setUp.sockets.sizes.segment).RecordLink(*m_forward);
    }

    /// Simulate until a time.
    void Run(Time to);

    std::vector<std::unique_ptr<FlowRecorder>> recorders;  //!< by flow
    std::vector<std::optional<TcpVariantPreset>> variants; //!< by flow
    std::map<uint32_t, std::string> traces;                //!< of the congestion control, by flow
    std::optional<BottleneckRecorder> bottleneck;          //!< if it is recorded
    std::vector<std::shared_ptr<lean::PlannedLoss>> drops; //!< of `--drop` and `--dropAcks`

  private:
    lean::Link& AddLink(LossyDumbbellHelper::Direction direction);
    std::shared_ptr<lean::PacketLoss> MakeLoss(LossyDumbbellHelper::Direction direction);
    lean::Link& AddAccess(const DumbbellParameters::Access& access);
    void AddFlow(uint32_t flow, Time start);

    const DumbbellSetUp& m_setUp;                      //!< parameters
    lean::World m_world;                               //!< all of it
    lean::Link* m_forward;                             //!< of the bottleneck
    lean::Link* m_reverse;                             //!< of the bottleneck
    std::map<const lean::Host*, FlowRecorder*> m_sent; //!< by sender
};

DumbbellExperiment::Network::Network(const DumbbellSetUp& setUp, uint32_t flows, TraceSeries& queue)
    : variants(flows),
      m_setUp(setUp),
      m_forward(&AddLink(FORWARD)),
      m_reverse(&AddLink(REVERSE))
{
    m_setUp.sockets.Apply();
    m_forward->SetLengthWatch([&queue](auto when, auto packets) {
        queue.push_back({when, static_cast<double>(packets)});
    });
    for (uint32_t flow = 0; flow < flows; ++flow)
    {
        recorders.push_back(std::make_unique<FlowRecorder>(m_world.GetClock()));
    }
}

std::shared_ptr<lean::PacketLoss>
DumbbellExperiment::Network::MakeLoss(LossyDumbbellHelper::Direction direction)
{
    const auto& losses = m_setUp.path.losses;
    const auto nanoseconds = [](double seconds) { return Seconds(seconds).GetNanoSeconds(); };
    if (const auto markov = losses.GetMarkov(direction); !markov.empty())
    {
        const auto stream = MARKOV_STREAM + 2 * static_cast<int64_t>(Index(direction));
        return std::make_shared<lean::MarkovLoss>(MarkovStates::Settings{nanoseconds(markov[0]),
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
        std::vector<lean::SegmentLoss::Planned> planned;
        for (const auto segment : losses.GetDrops())
        {
            planned.emplace_back(segment, 1);
        }
        drops.push_back(
            std::make_shared<lean::SegmentLoss>(m_setUp.sockets.sizes.segment, planned));
        return drops.back();
    }
    if (direction == REVERSE && !losses.dropAcks.empty())
    {
        drops.push_back(
            std::make_shared<lean::AckLoss>(m_setUp.sockets.sizes.segment, losses.GetAckDrops()));
        return drops.back();
    }
    // ns-3's helper gives streams in this order, and one to each model that draws.
    const bool isFirst = direction == FORWARD || !losses.drop.empty();
    const bool isBehindMarkov = direction == REVERSE && !losses.markov[Index(FORWARD)].empty();
    return std::make_shared<lean::RandomLoss>(losses.GetLoss(direction),
                                              MakeDraw(isBehindMarkov ? 2
                                                       : isFirst      ? 0
                                                                      : 1));
}

lean::Link&
DumbbellExperiment::Network::AddLink(LossyDumbbellHelper::Direction direction)
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
    return m_world.AddLink(link);
}

lean::Link&
DumbbellExperiment::Network::AddAccess(const DumbbellParameters::Access& access)
{
    lean::LinkSettings link;
    link.rate = access.rate.GetBitRate();
    link.delay = access.delay;
    link.isServed = true;
    return m_world.AddLink(link);
}

void
DumbbellExperiment::Network::AddFlow(uint32_t flow, Time start)
{
    const auto variant = variants.at(flow)->Make();
    lean::Application writes;
    writes.piece = m_setUp.sockets.sizes.segment;
    auto control = variant.MakeControl();
    std::function<double()> backlog;
    const auto* veno = dynamic_cast<const VenoControl*>(control.control.get());
    if (veno && traces.count(flow) > 0)
    {
        backlog = [veno] { return veno->GetEstimator().GetBacklog(); };
    }
    auto& sender = m_world.AddHost(variant.attributes.Make(writes), std::move(control));
    auto& receiver = m_world.AddHost(TcpVariantPreset::MakePlain().Make({}), lean::MakeControl());
    recorders.at(flow)->Record(sender, receiver, start, backlog);
    m_sent[&sender] = recorders.at(flow).get();
    std::vector<lean::Link*> there{m_forward};
    std::vector<lean::Link*> back{m_reverse};
    if (!m_setUp.path.direct)
    {
        there = {&AddAccess(m_setUp.path.left), m_forward, &AddAccess(m_setUp.path.right)};
        back = {&AddAccess(m_setUp.path.right), m_reverse, &AddAccess(m_setUp.path.left)};
    }
    m_world.Join(sender, receiver, there, back, start);
}

void
DumbbellExperiment::Network::Run(Time to)
{
    const auto draw = MakeDraw(START_STREAM);
    for (uint32_t flow = 0; flow < variants.size(); ++flow)
    {
        AddFlow(flow, m_setUp.measurement.startSpread * draw());
    }
    m_world.SetWatch([this](const auto& host, auto, const auto& segment) {
        if (const auto found = m_sent.find(&host); found != m_sent.end())
        {
            found->second->Sent(segment);
        }
    });
    m_world.GetClock().Run(to);
    m_forward->CountQueued();
}

DumbbellExperiment::DumbbellExperiment(const DumbbellSetUp& setUp,
                                       uint32_t pairs,
                                       uint32_t reversePairs)
    : m_setUp(setUp)
{
    const auto lack = FindLack(setUp, reversePairs);
    if (!lack.empty())
    {
        Refuse("the lean engine does not have " + lack + "; ns-3 has");
    }
    m_network = std::make_unique<Network>(setUp, pairs, m_queueSeries);
}

DumbbellExperiment::~DumbbellExperiment() = default;

TcpVariantPreset
DumbbellExperiment::UseVariant(const std::string& name)
{
    const auto variant = m_setUp.sockets.MakeVariant(name);
    UseVariant(variant, 0, static_cast<uint32_t>(m_network->variants.size()));
    return variant;
}

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
DumbbellExperiment::RecordBottleneck(uint32_t /* pair */)
{
    if (m_network->variants.size() > 1)
    {
        Refuse("the lean engine does not record the bottleneck of several flows; ns-3 does");
    }
    m_network->RecordBottleneck();
}

void
DumbbellExperiment::Run()
{
    if (Config::OnlyChecks())
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
DumbbellExperiment::GetBottleneck(uint32_t /* pair */) const
{
    return *m_network->bottleneck;
}

std::size_t
DumbbellExperiment::GetPlannedDrops() const
{
    const auto& drops = m_network->drops;
    return std::accumulate(drops.begin(), drops.end(), std::size_t{0}, [](auto sum, auto& loss) {
        return sum + loss->GetPlanned();
    });
}

} // namespace ns3::tcplossy
