/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "world-setting.h"

#include "ns3/link-conditions.h"
#include "ns3/random-stream.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace worlds
{

namespace
{

/// Marks packets by chance.
lean::PacketLoss
MarkAtRandom(double rate, lean::Draw draw)
{
    return [rate, draw = std::move(draw)](Instant, lean::Packet& packet) {
        using Mark = ns3::TcpEcn::Mark;
        if (packet.mark == Mark::CAPABLE && draw() < rate)
        {
            packet.mark = Mark::EXPERIENCED;
        }
        return false;
    };
}

/// ns-3's ReceiveListErrorModel: loses packets by their numbers, from 0 on.
lean::PacketLoss
LoseListed(const std::vector<uint32_t>& list)
{
    return
        [lost = std::set<uint32_t>(list.begin(), list.end()),
         passed = uint32_t{0}](Instant, lean::Packet&) mutable { return lost.count(passed++) > 0; };
}

/// Any control, with segments that wait for each other as in ns-3 (attribute EnablePacing, with its
/// defaults): twice the window in a round trip, 1.2 times from half the threshold on.
class PacedControl : public ns3::WindowControl
{
  public:
    /// @param control decides all else @param initialWindow segments that do not wait
    PacedControl(std::unique_ptr<ns3::WindowControl> control, uint32_t initialWindow)
        : m_control(std::move(control)),
          m_initialWindow(initialWindow)
    {
    }

    void Start(ns3::Window& window) override
    {
        m_control->Start(window);
    }

    uint32_t Reduce(ns3::Window& window, uint32_t flight) override
    {
        return m_control->Reduce(window, flight);
    }

    void Open(ns3::Window& window, uint32_t segments) override
    {
        m_control->Open(window, segments);
    }

    void OnArrived(ns3::Window& window, uint32_t segments) override
    {
        m_control->OnArrived(window, segments);
    }

    void OnState(ns3::Window& window, ns3::Window::State state) override
    {
        m_control->OnState(window, state);
    }

    void OnEvent(ns3::Window& window, ns3::ControlEvent event) override
    {
        m_control->OnEvent(window, event);
    }

    void OnAck(ns3::Window& window, const AckOutcome& outcome) override
    {
        m_control->OnAck(window, outcome);
    }

    void OnAckDone(ns3::Window& window, const AckOutcome& outcome, uint32_t prior) override
    {
        SetRate(window);
        m_control->OnAckDone(window, outcome, prior);
    }

    std::optional<ns3::Instant> GetPace(const ns3::Window& window, uint32_t octets) override
    {
        if (!m_rate)
        {
            SetRate(window);
        }
        // Octets of the stream, the SYN among them.
        const auto sent = static_cast<uint32_t>(window.nxt);
        if (*m_rate == 0 || sent <= m_initialWindow * window.mss)
        {
            return std::nullopt;
        }
        return ns3::LinkConditions::GetTime(octets, *m_rate);
    }

  private:
    /// The rate is that of the window now.
    void SetRate(const ns3::Window& window)
    {
        constexpr uint64_t MOST = 4'000'000'000; // bit/s, MaxPacingRate
        const auto seconds = std::chrono::duration<double>(window.srtt).count();
        const double factor = window.cwnd < window.ssthresh / 2 ? 2.0 : 1.2;
        const auto octets = std::max(window.cwnd, window.inFlight);
        m_rate =
            seconds > 0 ? std::min(MOST, static_cast<uint64_t>(octets * 8 * factor / seconds)) : 0;
    }

    std::unique_ptr<ns3::WindowControl> m_control; //!< decides all else
    uint32_t m_initialWindow;                      //!< segments
    std::optional<uint64_t> m_rate;                //!< bit/s; 0: nothing waits
};

/// Builds a world.
class LeanBuilder
{
  public:
    explicit LeanBuilder(const WorldSetting& setting)
        : m_setting(setting)
    {
    }

    Record Run();

  private:
    lean::Draw MakeDraw(int64_t stream) const
    {
        auto random = std::make_shared<ns3::RandomStream>(1, m_setting.run, stream);
        return [random] { return random->GetValue(); };
    }

    lean::PacketLoss MakeLoss(const LossSetting& loss, int64_t stream) const;
    std::shared_ptr<ns3::LinkConditions> MakeConditions(const LinkSetting& link,
                                                        int64_t stream) const;
    void Impair(lean::LinkSettings& settings, const LinkSetting& link, int64_t stream) const;
    lean::Link& AddLink(const LinkSetting& link);
    void AddPath(const std::array<LinkSetting, 2>& path,
                 std::vector<std::array<lean::Link*, 2>>& to);
    void AddFlows();
    /// @brief Flows that follow one begin when it has ended.
    void OpenAfter(std::size_t ended);
    lean::Control MakeControl(const lean::Attributes& attributes) const;
    void Note(Instant now, const lean::Packet& packet);

    const WorldSetting& m_setting;                        //!< what to build
    lean::World m_world;                                  //!< what was built
    std::size_t m_links{0};                               //!< so far
    std::vector<std::array<lean::Link*, 2>> m_bottleneck; //!< one
    std::vector<std::array<lean::Link*, 2>> m_access;     //!< of each flow, or none
    std::vector<std::array<lean::Link*, 2>> m_farAccess;  //!< of each flow, or none
    std::deque<LeanHost> m_hosts;                         //!< two of each flow
    std::map<const lean::Host*, std::size_t> m_numbers;   //!< of hosts
    Record m_record;                                      //!< what happened
};

lean::PacketLoss
LeanBuilder::MakeLoss(const LossSetting& loss, int64_t stream) const
{
    using Kind = LossSetting::Kind;
    switch (loss.kind)
    {
    case Kind::LIST:
        return LoseListed(loss.list);
    case Kind::PACKETS:
    case Kind::OCTETS:
        return lean::LoseAtRandom(loss.rate, MakeDraw(stream), loss.kind == Kind::OCTETS);
    case Kind::MARKOV: {
        const ns3::MarkovStates::Settings settings{loss.intervals[0].count(),
                                                   loss.intervals[1].count(),
                                                   loss.stays[0],
                                                   loss.stays[1],
                                                   loss.losses[0],
                                                   loss.losses[1]};
        return lean::LoseByStates(settings, MakeDraw(stream), MakeDraw(stream + 1));
    }
    case Kind::SEGMENTS:
        return lean::LoseSegments(
            m_setting.flows[0].attributes[0].mss,
            std::make_shared<lean::PlannedLosses>(loss.planned.begin(), loss.planned.end()));
    case Kind::MARKS:
        return MarkAtRandom(loss.rate, MakeDraw(stream));
    default:
        return nullptr;
    }
}

std::shared_ptr<ns3::LinkConditions>
LeanBuilder::MakeConditions(const LinkSetting& link, int64_t stream) const
{
    if (!link.model.empty())
    {
        const auto rows = ns3::linkmodels::Find(link.model)(m_setting.end, MakeDraw(stream));
        return std::make_shared<ns3::RateTable>(rows, true, Instant(0));
    }
    return link.instants.empty()
               ? nullptr
               : std::make_shared<ns3::DeliveryTable>(link.instants, true, Instant(0));
}

void
LeanBuilder::Impair(lean::LinkSettings& settings, const LinkSetting& link, int64_t stream) const
{
    if (link.jitter > 0)
    {
        auto random = std::make_shared<ns3::RandomStream>(1, m_setting.run, stream);
        settings.jitter = [random, link] {
            return link.isExponential ? random->GetExponential(link.jitter)
                                      : random->GetValue(0, link.jitter);
        };
    }
    settings.isServed = true;
    settings.keepsOrder = link.keepsOrder;
    settings.duplication = link.duplication;
    settings.bitErrorRate = link.bitErrorRate;
    settings.copies = MakeDraw(stream + 1);
    settings.damages = MakeDraw(stream + 2);
}

lean::Link&
LeanBuilder::AddLink(const LinkSetting& link)
{
    const auto stream = GetStream(m_links++);
    lean::LinkSettings settings;
    settings.rate = link.rate;
    settings.delay = link.delay;
    settings.queue = link.queue;
    settings.loss = MakeLoss(link.loss, stream + 10);
    settings.conditions = MakeConditions(link, stream + 20);
    settings.chances = MakeDraw(stream);
    if (link.isImpaired)
    {
        Impair(settings, link, stream + 1);
    }
    auto& added = m_world.AddLink(settings);
    if (m_setting.isRecorded)
    {
        for (const auto event : {lean::Link::Event::ENQUEUE, lean::Link::Event::DROP})
        {
            added.AddWatch(event, [this](auto now, auto& packet) { Note(now, packet); });
        }
    }
    return added;
}

void
LeanBuilder::AddPath(const std::array<LinkSetting, 2>& path,
                     std::vector<std::array<lean::Link*, 2>>& to)
{
    auto& there = AddLink(path[0]);
    to.push_back({&there, &AddLink(path[1])});
}

lean::Control
LeanBuilder::MakeControl(const lean::Attributes& attributes) const
{
    lean::Control made{lean::MakeWindowControl({"Tcp" + m_setting.control}),
                       lean::MakeLaw({"Tcp" + m_setting.law + "Recovery"})};
    if (m_setting.isPaced)
    {
        made.control = std::make_unique<PacedControl>(std::move(made.control),
                                                      attributes.sender.initialWindow);
    }
    return made;
}

void
LeanBuilder::OpenAfter(std::size_t ended)
{
    for (std::size_t i = 0; i < m_setting.flows.size(); ++i)
    {
        if (m_setting.flows[i].after == static_cast<int>(ended))
        {
            m_hosts[2 * i].OpenAt(m_world.GetClock().GetNow() + m_setting.flows[i].gap);
        }
    }
}

void
LeanBuilder::AddFlows()
{
    for (std::size_t i = 0; i < m_setting.flows.size(); ++i)
    {
        const auto& flow = m_setting.flows[i];
        for (const auto side : {0, 1})
        {
            m_numbers[&m_hosts.emplace_back(m_world,
                                            flow.attributes[side].Make({}),
                                            MakeControl(flow.attributes[side]),
                                            flow.applications[side])] = 2 * i + side;
        }
        std::array<std::vector<lean::Link*>, 2> ways{std::vector<lean::Link*>{m_bottleneck[0][0]},
                                                     std::vector<lean::Link*>{m_bottleneck[0][1]}};
        if (!m_access.empty())
        {
            ways[0].insert(ways[0].begin(), m_access[i][0]);
            ways[1].push_back(m_access[i][1]);
        }
        if (!m_farAccess.empty())
        {
            ways[0].push_back(m_farAccess[i][0]);
            ways[1].insert(ways[1].begin(), m_farAccess[i][1]);
        }
        auto& first = m_hosts[2 * i];
        auto& second = m_hosts[2 * i + 1];
        first.ended = [this, i] { OpenAfter(i); };
        first.SetRoute({ways[0], &second});
        second.SetRoute({ways[1], &first});
        if (flow.after < 0)
        {
            first.OpenAt(flow.start);
        }
    }
}

void
LeanBuilder::Note(Instant now, const lean::Packet& packet)
{
    // Of who is at the other end.
    const auto number = m_numbers.at(packet.route->end) ^ 1;
    const auto& host = m_hosts[number];
    const auto& connection = host.GetConnection();
    if (packet.hop == 0 && connection.IsBegun())
    {
        m_record.push_back(DescribeSegment(now,
                                           number / 2,
                                           number % 2,
                                           packet.segment.header,
                                           packet.segment.payload.Size(),
                                           connection,
                                           host.GetRead()));
    }
}

Record
LeanBuilder::Run()
{
    AddPath(m_setting.bottleneck, m_bottleneck);
    for (const auto& path : m_setting.access)
    {
        AddPath(path, m_access);
    }
    for (const auto& path : m_setting.farAccess)
    {
        AddPath(path, m_farAccess);
    }
    AddFlows();
    m_world.GetClock().Run(m_setting.end);
    for (std::size_t i = 0; i < m_hosts.size(); ++i)
    {
        m_record.push_back("read by " + std::to_string(i) + ": " +
                           std::to_string(m_hosts[i].GetRead()) + " of " +
                           std::to_string(m_hosts[i].GetWritten()));
    }
    return m_record;
}

} // namespace

Record
RunLean(const WorldSetting& setting)
{
    return LeanBuilder(setting).Run();
}

} // namespace worlds
