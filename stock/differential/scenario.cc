/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario.h"

#include "../../test/support/torture-case.h"

#include "ns3/type-id.h"

#include <algorithm>

namespace differential
{

namespace
{

using torture::Draw;

/// All of ns-3.44.
const std::array CONTROLS{"TcpNewReno",
                          "TcpLinuxReno",
                          "TcpCubic",
                          "TcpBic",
                          "TcpHighSpeed",
                          "TcpHtcp",
                          "TcpHybla",
                          "TcpIllinois",
                          "TcpLedbat",
                          "TcpLp",
                          "TcpScalable",
                          "TcpVegas",
                          "TcpVeno",
                          "TcpYeah",
                          "TcpWestwoodPlus",
                          "TcpDctcp",
                          "TcpBbr"};

/// Segments that a scenario sends at most, about: the stock socket's time grows with the window.
constexpr uint64_t MOST_SEGMENTS = 3000;

/// What ns-3 takes for a buffer without being asked.
constexpr uint32_t DEFAULT_BUFFER = 131072;

std::string
Micros(uint32_t number)
{
    return std::to_string(number) + "us";
}

const char*
YesOrNo(Draw& draw, uint32_t times)
{
    return draw.Chance(times) ? "true" : "false";
}

std::string
DrawControl(Draw& draw)
{
    const std::string name = std::string("ns3::") + draw.OneOf(CONTROLS);
    TypeId tid;
    return TypeId::LookupByNameFailSafe(name, &tid) ? name : "ns3::TcpNewReno";
}

uint32_t
DrawBuffer(Draw& draw)
{
    return draw.Chance(30) ? DEFAULT_BUFFER : draw.Scale(8'000, 4'000'000);
}

uint32_t
DrawSegment(Draw& draw)
{
    const std::array usual{536, 1000, 1400, 1448};
    const std::array large{1460, 4000, 9000};
    return draw.Chance(80)   ? draw.OneOf(usual)
           : draw.Chance(50) ? draw.OneOf(large)
                             : draw.Scale(100, 3000);
}

void
DrawSockets(Draw& draw, Scenario& scenario)
{
    auto& defaults = scenario.defaults;
    defaults["ns3::TcpL4Protocol::SocketType"] = DrawControl(draw);
    defaults["ns3::TcpL4Protocol::RecoveryType"] =
        draw.Chance(70) ? "ns3::TcpPrrRecovery" : "ns3::TcpClassicRecovery";
    defaults["ns3::TcpSocket::SegmentSize"] = std::to_string(DrawSegment(draw));
    defaults["ns3::TcpSocket::SndBufSize"] = std::to_string(DrawBuffer(draw));
    defaults["ns3::TcpSocket::RcvBufSize"] = std::to_string(DrawBuffer(draw));
    defaults["ns3::TcpSocket::InitialCwnd"] = std::to_string(draw.Between(1, 10));
    defaults["ns3::TcpSocket::DelAckCount"] =
        std::to_string(draw.Chance(60) ? 2 : draw.Between(1, 4));
    defaults["ns3::TcpSocket::DelAckTimeout"] =
        draw.Chance(60) ? "200ms" : Micros(draw.Scale(1'000, 500'000));
    defaults["ns3::TcpSocket::TcpNoDelay"] = YesOrNo(draw, 70);
    defaults["ns3::TcpSocketBase::MinRto"] =
        draw.Chance(50) ? "1s" : Micros(draw.Scale(10'000, 1'000'000));
    defaults["ns3::TcpSocketBase::Sack"] = YesOrNo(draw, 80);
    defaults["ns3::TcpSocketBase::Timestamp"] = YesOrNo(draw, 75);
    defaults["ns3::TcpSocketBase::WindowScaling"] = YesOrNo(draw, 85);
    defaults["ns3::TcpSocketBase::LimitedTransmit"] = YesOrNo(draw, 90);
    defaults["ns3::TcpSocketBase::ReTxThreshold"] =
        std::to_string(draw.Chance(90) ? 3 : draw.Between(2, 4));
    defaults["ns3::TcpSocketState::EnablePacing"] = YesOrNo(draw, 20);
    defaults["ns3::TcpSocketState::PaceInitialWindow"] = YesOrNo(draw, 50);
    defaults["ns3::TcpSocketBase::UseEcn"] = draw.Chance(40) ? "On" : "Off";
}

void
DrawQueue(Draw& draw, Scenario& scenario)
{
    scenario.queue.packets = draw.Scale(5, 200);
    const bool marks = scenario.defaults["ns3::TcpSocketBase::UseEcn"] == "On";
    auto& attributes = scenario.queue.attributes;
    if (scenario.defaults["ns3::TcpL4Protocol::SocketType"] == "ns3::TcpDctcp" ||
        draw.Chance(marks ? 30 : 10))
    {
        scenario.queue.discipline = "ns3::RedQueueDisc";
        const uint32_t least = draw.Between(2, 20);
        attributes = {{"MinTh", std::to_string(least)},
                      {"MaxTh", std::to_string(least + draw.Between(1, 30))},
                      {"MaxSize", std::to_string(least + 31 + draw.Below(100)) + "p"},
                      {"UseEcn", YesOrNo(draw, 90)},
                      {"UseHardDrop", YesOrNo(draw, 20)}};
        return;
    }
    const std::array others{"",
                            "none",
                            "none",
                            "ns3::CoDelQueueDisc",
                            "ns3::FqCoDelQueueDisc",
                            "ns3::CobaltQueueDisc",
                            "ns3::PieQueueDisc",
                            "ns3::PfifoFastQueueDisc"};
    scenario.queue.discipline = draw.OneOf(others);
    if (scenario.queue.discipline == "ns3::CoDelQueueDisc" ||
        scenario.queue.discipline == "ns3::FqCoDelQueueDisc" ||
        scenario.queue.discipline == "ns3::CobaltQueueDisc" ||
        scenario.queue.discipline == "ns3::PieQueueDisc")
    {
        attributes["UseEcn"] = YesOrNo(draw, 80);
    }
}

void
DrawPath(Draw& draw, Scenario& scenario)
{
    const auto link = draw.Below(100);
    scenario.links.kind = link < 35   ? Link::POINT_TO_POINT
                          : link < 80 ? Link::DUMBBELL
                          : link < 92 ? Link::CSMA
                                      : Link::WIFI;
    scenario.ipv6 = draw.Chance(25);
    scenario.links.rate = DataRate(draw.Scale(500'000, 50'000'000));
    scenario.links.delay = MicroSeconds(
        scenario.links.kind == Link::CSMA ? draw.Scale(1, 2'000) : draw.Scale(100, 100'000));
    scenario.links.accessRate = DataRate(draw.Scale(10'000'000, 1'000'000'000));
    scenario.links.accessDelay = MicroSeconds(draw.Scale(10, 20'000));
    DrawQueue(draw, scenario);
    for (auto& loss : scenario.loss)
    {
        loss = draw.Chance(45) ? draw.Scale(10, 800) / 10'000.0 : 0;
    }
    scenario.bursts = draw.Chance(20);
}

Plan
DrawPlan(Draw& draw, uint64_t most)
{
    Plan plan;
    plan.octets = draw.Chance(15) ? 0 : draw.Scale(1, static_cast<uint32_t>(most));
    plan.write = draw.Scale(1, 20'000);
    if (plan.write < 200)
    {
        plan.octets = std::min<uint64_t>(plan.octets, 300 * plan.write);
    }
    if (draw.Chance(30))
    {
        plan.every = MicroSeconds(draw.Scale(10, 100'000));
        plan.octets = std::min<uint64_t>(plan.octets, uint64_t{plan.write} * 200);
    }
    if (draw.Chance(4))
    {
        plan.readEvery = MicroSeconds(draw.Scale(100, 300'000));
    }
    const std::array endings{Ending::CLOSE, Ending::SHUTDOWN, Ending::AFTER, Ending::NEVER};
    plan.ending = draw.OneOf(endings);
    return plan;
}

void
DrawTalk(Draw& draw, Flow& flow, uint64_t most)
{
    auto& [client, server] = flow.talk;
    client = DrawPlan(draw, most);
    server = DrawPlan(draw, most);
    if (draw.Chance(60))
    {
        // Questions and answers.
        const uint32_t turns = draw.Scale(1, 50);
        client.turn = draw.Scale(1, 3'000);
        server.turn = draw.Scale(1, static_cast<uint32_t>(std::max<uint64_t>(2, most / turns)));
        client.octets = uint64_t{client.turn} * turns;
        server.octets = uint64_t{server.turn} * turns;
        client.turnAfter = server.turn;
        server.turnAfter = client.turn;
        client.writesFirst = !draw.Chance(10);
        server.writesFirst = !client.writesFirst;
        client.every = Time();
        server.every = Time();
    }
    if (client.ending == Ending::AFTER && server.ending == Ending::AFTER)
    {
        client.ending = Ending::CLOSE;
    }
}

Flow
DrawFlow(Draw& draw, uint64_t most, Time until)
{
    Flow flow;
    const auto kind = draw.Below(100);
    flow.kind = kind < 45 ? Kind::BULK : kind < 65 ? Kind::ONOFF : Kind::TALK;
    flow.forward = draw.Chance(70);
    flow.start = draw.Chance(20)   ? Time()
                 : draw.Chance(30) ? Seconds(1)
                                   : NanoSeconds(draw.Scale(1, 1'500'000'000));
    flow.stop = draw.Chance(80) ? until + Seconds(1)
                                : flow.start + MicroSeconds(until.GetMicroSeconds() / 2);
    flow.maxBytes = draw.Chance(40) ? draw.Scale(1, static_cast<uint32_t>(most)) : 0;
    const std::array sizes{512, 512, 1000, 1448, 4096};
    flow.size = draw.Chance(60) ? draw.OneOf(sizes) : draw.Scale(50, 20'000);
    flow.rate = DataRate(draw.Scale(50'000, 20'000'000));
    flow.on = MicroSeconds(draw.Scale(1'000, 2'000'000));
    flow.off = MicroSeconds(draw.Scale(1'000, 1'000'000));
    DrawTalk(draw, flow, most);
    return flow;
}

void
DescribePlan(std::ostream& os, const char* who, const Plan& plan)
{
    const std::array endings{"never closes", "closes", "shuts down", "closes after its peer"};
    os << "  " << who << ": " << plan.octets << " octets, " << plan.write << " a write";
    if (plan.every.IsStrictlyPositive())
    {
        os << " every " << plan.every.As(Time::MS);
    }
    if (plan.turn > 0)
    {
        os << ", " << plan.turn << " a turn" << (plan.writesFirst ? ", first" : "");
    }
    if (plan.readEvery.IsStrictlyPositive())
    {
        os << ", reads every " << plan.readEvery.As(Time::MS);
    }
    os << ", " << endings[static_cast<std::size_t>(plan.ending)] << '\n';
}

} // namespace

Scenario
MakeScenario(uint32_t seed)
{
    Draw draw(seed);
    Scenario scenario;
    scenario.seed = seed;
    DrawSockets(draw, scenario);
    DrawPath(draw, scenario);
    const auto segment = std::stoul(scenario.defaults["ns3::TcpSocket::SegmentSize"]);
    const double most = static_cast<double>(MOST_SEGMENTS * segment);
    const double seconds = most * 8 / static_cast<double>(scenario.links.rate.GetBitRate());
    scenario.until = Seconds(std::clamp(seconds, 3.0, 20.0));
    const auto count =
        scenario.links.kind == Link::DUMBBELL ? draw.Between(1, 4) : draw.Between(1, 3);
    for (uint32_t i = 0; i < count; ++i)
    {
        scenario.flows.push_back(
            DrawFlow(draw, static_cast<uint64_t>(most) / count, scenario.until));
    }
    return scenario;
}

void
Describe(std::ostream& os, const Scenario& scenario)
{
    const std::array links{"point to point", "dumbbell", "CSMA", "Wi-Fi"};
    const std::array kinds{"bulk", "on-off", "talk"};
    os << "seed: " << scenario.seed
       << "\nlink: " << links[static_cast<std::size_t>(scenario.links.kind)] << ", "
       << (scenario.ipv6 ? "IPv6" : "IPv4") << ", " << scenario.links.rate << ", "
       << scenario.links.delay.As(Time::MS) << ", access " << scenario.links.accessRate << ", "
       << scenario.links.accessDelay.As(Time::MS) << "\nqueue: " << scenario.queue.packets
       << "p, discipline: " << scenario.queue.discipline << '\n';
    for (const auto& [name, value] : scenario.queue.attributes)
    {
        os << "  " << name << '=' << value << '\n';
    }
    os << "loss: " << scenario.loss[0] << ' ' << scenario.loss[1]
       << (scenario.bursts ? ", in bursts" : "") << "\nuntil: " << scenario.until.As(Time::S)
       << '\n';
    for (const auto& [name, value] : scenario.defaults)
    {
        os << name << '=' << value << '\n';
    }
    for (const auto& flow : scenario.flows)
    {
        os << "flow: " << kinds[static_cast<std::size_t>(flow.kind)]
           << (flow.forward ? ", forward" : ", backward") << ", from " << flow.start.As(Time::NS)
           << " to " << flow.stop.As(Time::S);
        if (flow.kind == Kind::TALK)
        {
            os << '\n';
            DescribePlan(os, "client", flow.talk[0]);
            DescribePlan(os, "server", flow.talk[1]);
            continue;
        }
        os << ", " << flow.size << " octets a write, at most " << flow.maxBytes;
        if (flow.kind == Kind::ONOFF)
        {
            os << ", " << flow.rate << " for " << flow.on.As(Time::MS) << ", then none for "
               << flow.off.As(Time::MS);
        }
        os << '\n';
    }
}

} // namespace differential
