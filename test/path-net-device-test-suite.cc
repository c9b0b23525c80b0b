/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/error-model.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/path-conditions.h"
#include "ns3/path-net-device.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t IPV4 = 0x0800;
constexpr int64_t LOSS_STREAM = 5;

/// The ends of a link.
using Devices = std::array<Ptr<NetDevice>, 2>;

/// A random world: one link, and what is sent over it.
struct World
{
    struct Sending
    {
        int64_t at;      //!< ns
        int end;         //!< 0 or 1: of the link; from 2 on of a link that feeds it
        uint32_t octets; //!< payload
    };

    struct Change
    {
        int64_t at;                   //!< ns
        uint64_t rate;                //!< bit/s
        std::optional<int64_t> delay; //!< ns
    };

    uint64_t rate;                 //!< bit/s
    int64_t delay;                 //!< ns
    QueueSize queue;               //!< of either end
    double loss;                   //!< of packets
    std::vector<Sending> sendings; //!< what is sent
    std::vector<Change> changes;   //!< of both ends
    uint32_t feeders;              //!< links towards end 0, as fast as this one
};

/// What happened at each end, in order: what came to be sent, and, apart, all else. Where a packet
/// arrives in the nanosecond in which another comes to be sent, their order may differ.
using Log = std::array<std::vector<std::string>, 4>;

class LinkRun
{
  public:
    LinkRun(const World& world, bool isPath, bool isTraced)
        : m_world(world)
    {
        m_ends = isPath ? MakePath() : MakePointToPoint(world.rate, world.delay, world.queue);
        for (int end : {0, 1})
        {
            auto loss = CreateObject<RateErrorModel>();
            loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            loss->SetRate(world.loss);
            loss->AssignStreams(LOSS_STREAM + end);
            m_ends[end]->SetAttribute("ReceiveErrorModel", PointerValue(loss));
            Listen(m_ends[end], [this, end](uint32_t octets) { Note("receive", end, octets); });
            Trace(end, "PhyRxDrop", "loss");
            Trace(end, "MacTx", "send");
            Trace(end, "MacTxDrop", "drop");
            if (isTraced)
            {
                Trace(end, "PhyTxBegin", "begin");
                Trace(end, "PhyTxEnd", "end");
                Trace(end, "PromiscSniffer", "sniff");
            }
        }
        AddFeeders();
        for (const auto& sending : world.sendings)
        {
            ns3compat::ScheduleCall(NanoSeconds(sending.at), [this, sending] { Send(sending); });
        }
        for (const auto& change : world.changes)
        {
            ns3compat::ScheduleCall(NanoSeconds(change.at),
                                    [this, change, isPath] { Apply(change, isPath); });
        }
    }

    Log Simulate()
    {
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        m_events = Simulator::GetEventCount();
        Simulator::Destroy();
        return m_log;
    }

    uint64_t GetEvents() const
    {
        return m_events;
    }

  private:
    static Ptr<Node> MakeNode(Ptr<NetDevice> device)
    {
        auto node = CreateObject<Node>();
        device->SetAddress(Mac48Address::Allocate());
        node->AddDevice(device);
        return node;
    }

    static Devices MakePointToPoint(uint64_t rate, int64_t delay, QueueSize size)
    {
        auto channel = CreateObject<PointToPointChannel>();
        channel->SetAttribute("Delay", TimeValue(NanoSeconds(delay)));
        Devices ends;
        for (auto& end : ends)
        {
            auto device = CreateObject<PointToPointNetDevice>();
            MakeNode(device);
            device->SetDataRate(DataRate(rate));
            auto queue = CreateObject<DropTailQueue<Packet>>();
            queue->SetMaxSize(size);
            device->SetQueue(queue);
            device->Attach(channel);
            end = device;
        }
        return ends;
    }

    Devices MakePath() const
    {
        auto channel = CreateObject<PathChannel>();
        Devices ends;
        for (auto& end : ends)
        {
            auto device = CreateObject<PathNetDevice>();
            MakeNode(device);
            device->SetDataRate(DataRate(m_world.rate));
            device->SetDelay(NanoSeconds(m_world.delay));
            device->SetMaxSize(m_world.queue);
            device->Attach(channel);
            end = device;
        }
        return ends;
    }

    /// Links whose far ends send on over the one that is tested.
    void AddFeeders()
    {
        for (uint32_t i = 0; i < m_world.feeders; ++i)
        {
            const QueueSize long_(QueueSizeUnit::PACKETS, 1'000'000);
            const auto feeder = MakePointToPoint(m_world.rate, m_world.delay, long_);
            Listen(feeder[1], [this](uint32_t octets) {
                m_ends[0]->Send(Create<Packet>(octets), m_ends[0]->GetBroadcast(), IPV4);
            });
            m_feeders.push_back(feeder[0]);
        }
    }

    void Listen(Ptr<NetDevice> device, std::function<void(uint32_t)> listener)
    {
        m_listeners[device] = std::move(listener);
        device->SetReceiveCallback(MakeCallback(&LinkRun::Receive, this));
    }

    bool Receive(Ptr<NetDevice> device, Ptr<const Packet> packet, uint16_t, const Address&)
    {
        m_listeners.at(device)(packet->GetSize());
        return true;
    }

    void Trace(int end, const std::string& source, const std::string& name)
    {
        void (*const note)(std::pair<LinkRun*, std::pair<std::string, int>>, Ptr<const Packet>) =
            [](std::pair<LinkRun*, std::pair<std::string, int>> what, Ptr<const Packet> packet) {
                what.first->Note(what.second.first, what.second.second, packet->GetSize());
            };
        m_ends[end]->TraceConnectWithoutContext(
            source,
            MakeBoundCallback(note, std::make_pair(this, std::make_pair(name, end))));
    }

    void Note(const std::string& what, int end, uint32_t octets)
    {
        std::ostringstream line;
        line << Simulator::Now().GetNanoSeconds() << ' ' << end << ' ' << what << ' ' << octets;
        const auto isComing = what == "send" || what == "drop";
        m_log[2 * end + (isComing ? 0 : 1)].push_back(line.str());
    }

    void Send(const World::Sending& sending)
    {
        const auto through = sending.end < 2 ? m_ends[sending.end] : m_feeders[sending.end - 2];
        through->Send(Create<Packet>(sending.octets), through->GetBroadcast(), IPV4);
    }

    void Apply(const World::Change& change, bool isPath)
    {
        for (const auto& end : m_ends)
        {
            end->SetAttribute("DataRate", DataRateValue(DataRate(change.rate)));
            if (change.delay)
            {
                (isPath ? Ptr<Object>(end) : Ptr<Object>(end->GetChannel()))
                    ->SetAttribute("Delay", TimeValue(NanoSeconds(*change.delay)));
            }
        }
    }

    const World& m_world;
    Devices m_ends;
    std::vector<Ptr<NetDevice>> m_feeders;
    std::map<Ptr<NetDevice>, std::function<void(uint32_t)>> m_listeners;
    Log m_log;
    uint64_t m_events{0};
};

/// Draws worlds.
class Dice
{
  public:
    /// What is drawn.
    struct Kind
    {
        bool hasGrid;     //!< packet times are whole microseconds, and so is all else: ties abound
        uint32_t feeders; //!< links towards end 0
        bool changes;     //!< rate and delay do
    };

    explicit Dice(uint32_t seed)
        : m_engine(seed)
    {
    }

    int64_t Whole(int64_t least, int64_t most)
    {
        return std::uniform_int_distribution<int64_t>(least, most)(m_engine);
    }

    template <class T>
    T Among(const std::vector<T>& choices)
    {
        return choices[Whole(0, choices.size() - 1)];
    }

    World Draw(const Kind& kind)
    {
        World world;
        world.rate = kind.hasGrid ? Among<uint64_t>({8'000'000, 16'000'000, 80'000'000})
                                  : Whole(100'000, 100'000'000);
        world.delay =
            kind.hasGrid ? 1000 * Among<int64_t>({0, 100, 1000, 12345}) : Whole(0, 50'000'000);
        world.queue = Among<int>({0, 1}) ? QueueSize(QueueSizeUnit::PACKETS, Whole(1, 20))
                                         : QueueSize(QueueSizeUnit::BYTES, Whole(1000, 30'000));
        world.loss = Among<double>({0.0, 0.01, 0.2});
        world.feeders = kind.feeders;
        const auto octets = Among<int64_t>({98, 498, 1498});
        const auto service = (octets + 2) * 8'000'000'000 / static_cast<int64_t>(world.rate);
        int64_t now = 0;
        for (int i = 0; i < 300; ++i)
        {
            const auto steps = Among<int64_t>({0, 0, 1, 1, 2, 3, 10});
            now +=
                kind.hasGrid ? steps * service / Among<int64_t>({1, 2}) : Whole(0, steps * service);
            const auto end =
                static_cast<int>(kind.feeders > 0 ? Whole(1, 1 + kind.feeders) : Whole(0, 1));
            world.sendings.push_back(
                {now, end, static_cast<uint32_t>(kind.hasGrid ? octets : Whole(1, octets))});
        }
        for (int i = 0; kind.changes && i < 10; ++i)
        {
            const auto isRateAlone = Among<bool>({false, true});
            world.changes.push_back(
                {Whole(0, now),
                 static_cast<uint64_t>(Whole(100'000, 100'000'000)),
                 isRateAlone ? std::nullopt : std::optional(Whole(0, 50'000'000))});
        }
        return world;
    }

  private:
    std::mt19937 m_engine;
};

/// The same as ns-3's point-to-point link, to the nanosecond.
class IdentityTestCase : public TestCase
{
  public:
    IdentityTestCase(const std::string& name,
                     const Dice::Kind& kind,
                     uint32_t worlds,
                     bool isTraced)
        : TestCase("as point-to-point: " + name),
          m_kind(kind),
          m_worlds(worlds),
          m_isTraced(isTraced)
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t seed = 1; seed <= m_worlds; ++seed)
        {
            const auto world = Dice(seed).Draw(m_kind);
            const auto expected = LinkRun(world, false, m_isTraced).Simulate();
            const auto found = LinkRun(world, true, m_isTraced).Simulate();
            NS_TEST_EXPECT_MSG_EQ((found == expected), true, "world " << seed);
        }
    }

    Dice::Kind m_kind;
    uint32_t m_worlds;
    bool m_isTraced;
};

/// How many events packets cost.
class EventsTestCase : public TestCase
{
  public:
    EventsTestCase()
        : TestCase("one event for each packet, two when somebody watches")
    {
    }

  private:
    static constexpr uint32_t PACKETS = 50;

    /// Events of a burst into a long queue.
    static uint64_t Count(bool isPath, bool isTraced)
    {
        // Each sending is an event of its own.
        return CountAll(isPath, isTraced, PACKETS) - CountAll(isPath, isTraced, 0) - PACKETS;
    }

    static uint64_t CountAll(bool isPath, bool isTraced, uint32_t packets)
    {
        const World::Sending sending{0, 0, 1000};
        const std::vector<World::Sending> burst(packets, sending);
        const World world{1'000'000, 0, QueueSize("1000p"), 0.0, burst, {}, 0};
        LinkRun run(world, isPath, isTraced);
        run.Simulate();
        return run.GetEvents();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Count(false, false), 2 * PACKETS, "point-to-point");
        NS_TEST_EXPECT_MSG_EQ(Count(true, false), PACKETS, "computed");
        NS_TEST_EXPECT_MSG_EQ(Count(true, true), 2 * PACKETS, "served");
    }
};

/// Packets that are recalled leave a trace's opportunities to those that go then.
class RecallTestCase : public TestCase
{
  public:
    RecallTestCase()
        : TestCase("what is recalled takes no opportunity of a trace")
    {
    }

  private:
    bool Receive(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)
    {
        m_arrivals.push_back(Simulator::Now().GetMilliSeconds());
        return true;
    }

    void DoRun() override
    {
        NodeContainer nodes(2);
        LossyPathHelper path;
        constexpr auto FORWARD = LossyPathHelper::Direction::FORWARD;
        path.SetDelay(FORWARD, Time(0));
        // An opportunity each millisecond, two at the third.
        path.SetConditions(
            FORWARD,
            std::make_shared<DeliveryTrace>(std::vector<uint32_t>{1, 2, 3, 3, 4}, true, Time(0)));
        const auto devices = path.Install(nodes.Get(0), nodes.Get(1));
        const auto sender = DynamicCast<PathNetDevice>(devices.Get(0));
        devices.Get(1)->SetReceiveCallback(MakeCallback(&RecallTestCase::Receive, this));
        for (int i = 0; i < 8; ++i)
        {
            // 1500 octets with the PPP header.
            sender->Send(Create<Packet>(1498), sender->GetBroadcast(), IPV4);
        }
        // While packets wait: the same delay as before, and somebody who wants the queue.
        ns3compat::ScheduleCall(MicroSeconds(500), [sender] { sender->SetDelay(Time(0)); });
        ns3compat::ScheduleCall(MicroSeconds(3500), [sender] { sender->GetQueue(); });
        Simulator::Run();
        Simulator::Destroy();
        const std::vector<int64_t> expected{1, 2, 3, 3, 4, 5, 6, 7};
        NS_TEST_EXPECT_MSG_EQ((m_arrivals == expected), true, "an opportunity for each packet");
    }

    std::vector<int64_t> m_arrivals; //!< ms
};

/// The suite.
class PathNetDeviceTestSuite : public TestSuite
{
  public:
    PathNetDeviceTestSuite()
        : TestSuite("path-net-device", Type::UNIT)
    {
        const Dice::Kind random{false, 0, false};
        const Dice::Kind changing{false, 0, true};
        const Dice::Kind fed{false, 3, false};
        const Dice::Kind ties{true, 0, false};
        const Dice::Kind fedInStep{true, 2, false};
        AddTestCase(new IdentityTestCase("random", random, 40, false));
        AddTestCase(new IdentityTestCase("random, traced", random, 20, true));
        AddTestCase(new IdentityTestCase("rate and delay change", changing, 40, false));
        AddTestCase(new IdentityTestCase("they change, traced", changing, 20, true));
        AddTestCase(new IdentityTestCase("fed", fed, 20, false));
        AddTestCase(new IdentityTestCase("ties", ties, 20, false));
        // Without events for a queue that is nearly full, a few of so many differ.
        AddTestCase(new IdentityTestCase("fed in step", fedInStep, 200, false));
        AddTestCase(new IdentityTestCase("fed in step, traced", fedInStep, 20, true));
        AddTestCase(new EventsTestCase);
        AddTestCase(new RecallTestCase);
    }
};

PathNetDeviceTestSuite g_pathNetDeviceTestSuite;

} // namespace
