/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "world-setting.h"

#include "../support/case-draw.h"

#include <algorithm>
#include <cstdio>

namespace worlds
{

namespace
{

using torture::Draw;

/// Of a hundred.
constexpr uint32_t OFTEN = 50;
constexpr uint32_t SOMETIMES = 25;
constexpr uint32_t RARELY = 10;

const std::array RECOVERIES{"Sack", "Rack", "NewReno", "Rfc6675", "Fack", "Reno"};

const std::array
    CONTROLS{"NewReno", "Fack", "GeneralAimd", "SackVeno", "VenoDr", "KernelReno", "KernelCubic"};
const std::array LAWS{"Classic", "ProportionalRate", "KernelRate", "Rampdown", "Dynamic"};

Instant
Micros(uint32_t number)
{
    return std::chrono::microseconds(number);
}

std::vector<uint32_t>
DrawList(Draw& draw)
{
    std::vector<uint32_t> list;
    for (const auto bound : {30, 300, 300, 1000})
    {
        const auto first = draw.Below(bound);
        const auto count = draw.Below(4);
        for (uint32_t i = 0; i < count; ++i)
        {
            list.push_back(first + i);
        }
    }
    return list;
}

LossSetting
DrawLoss(Draw& draw, bool isData, bool usesEcn, std::size_t flows)
{
    using Kind = LossSetting::Kind;
    LossSetting loss;
    loss.kind = usesEcn ? Kind::MARKS : static_cast<Kind>(draw.Below(5));
    if (loss.kind == Kind::LIST && isData && flows == 1 && draw.Chance(OFTEN))
    {
        loss.kind = Kind::SEGMENTS;
    }
    loss.list = DrawList(draw);
    loss.rate = draw.Scale(1, 50) / (loss.kind == Kind::OCTETS ? 1e6 : 1e3);
    loss.intervals = {Micros(draw.Scale(1'000, 1'000'000)), Micros(draw.Scale(1'000, 200'000))};
    loss.stays = {draw.Below(100) / 100.0, draw.Below(100) / 100.0};
    loss.losses = {draw.Below(20) / 1000.0, draw.Below(300) / 1000.0};
    for (const auto number : loss.list)
    {
        loss.planned.emplace_back(number + 1, draw.Chance(80) ? 1 : draw.Between(1, 3));
    }
    return loss;
}

void
DrawConditions(Draw& draw, LinkSetting& link)
{
    const std::array<std::string, 3> models{"leo", "cell", "wifi"};
    if (draw.Chance(OFTEN))
    {
        link.model = draw.OneOf(models);
        return;
    }
    uint32_t at = 0;
    for (auto count = draw.Between(5, 50); count > 0; --count)
    {
        at += draw.Below(10);
        link.instants.push_back(at);
    }
    link.instants.push_back(at + 1);
}

void
DrawImpairment(Draw& draw, LinkSetting& link)
{
    link.isImpaired = true;
    link.jitter = draw.Chance(OFTEN) ? draw.Scale(1, 50'000) / 1e6 : 0;
    link.isExponential = draw.Chance(SOMETIMES);
    link.keepsOrder = draw.Chance(OFTEN);
    link.duplication = draw.Chance(OFTEN) ? draw.Scale(1, 100) / 1e3 : 0;
    link.bitErrorRate = draw.Chance(SOMETIMES) ? draw.Scale(1, 1000) / 1e9 : 0;
}

LinkSetting
DrawLink(Draw& draw, bool isData, bool usesEcn, std::size_t flows)
{
    LinkSetting link;
    const std::array<uint64_t, 4> rates{800'000, 1'543'210, 10'000'000, 40'000'000};
    link.rate = draw.OneOf(rates);
    link.delay = Micros(draw.Below(100'000));
    const std::array<uint32_t, 4> queues{3, 8, 30, 1000};
    link.queue.most = draw.OneOf(queues);
    if (draw.Chance(SOMETIMES))
    {
        link.queue = {link.queue.most * 1500, true};
    }
    if (draw.Chance(usesEcn ? 100 : 60))
    {
        link.loss = DrawLoss(draw, isData, usesEcn, flows);
    }
    if (draw.Chance(RARELY))
    {
        DrawConditions(draw, link);
    }
    if (draw.Chance(SOMETIMES))
    {
        DrawImpairment(draw, link);
    }
    return link;
}

/// A link that is faster than the bottleneck, with a delay of its own.
LinkSetting
DrawAccess(Draw& draw)
{
    LinkSetting link;
    link.rate = draw.Chance(SOMETIMES) ? 2'000'000 : 100'000'000;
    link.delay = Micros(draw.Below(30'000));
    link.queue.most = 1000;
    return link;
}

lean::Attributes
DrawAttributes(Draw& draw, const std::string& recovery, bool usesEcn)
{
    lean::Attributes all;
    const std::array<uint32_t, 4> sizes{536, 1000, 1448, 300};
    all.recovery.name = recovery;
    all.mss = draw.OneOf(sizes);
    all.sender.buffer = draw.Chance(OFTEN) ? 131072 : draw.Scale(3'000, 300'000);
    all.receiver.buffer = draw.Chance(OFTEN) ? 131072 : draw.Scale(3'000, 300'000);
    all.sender.initialWindow = draw.Chance(OFTEN) ? 10 : draw.Between(1, 20);
    all.sender.initialThreshold = draw.Chance(80) ? UINT32_MAX : draw.Scale(1'000, 100'000);
    all.receiver.acks.count = draw.Chance(80) ? draw.Between(1, 2) : draw.Between(3, 16);
    all.receiver.acks.delay = Micros(draw.Chance(75) ? 200'000 : draw.Scale(1'000, 500'000));
    all.receiver.acks.quick = draw.Chance(SOMETIMES) ? draw.Between(1, 16) : 0;
    all.receiver.acks.mostDelay =
        draw.Chance(RARELY) ? std::max(all.receiver.acks.delay, Micros(200'000)) : Instant(0);
    all.handshake.timestamps = draw.Chance(75);
    all.handshake.scaling = draw.Chance(75);
    all.handshake.sack = draw.Chance(80);
    all.handshake.compressed = draw.Chance(SOMETIMES);
    all.repairs.limitedTransmit = draw.Chance(75);
    all.sender.noDelay = draw.Chance(75);
    all.repairs.keepSack = draw.Chance(75);
    all.receiver.duplicateSack = draw.Chance(75);
    // By a draw that there was: all other worlds stay.
    all.follows612 = !all.receiver.duplicateSack;
    all.usesEcn = usesEcn;
    all.sender.restartAfterIdle = draw.Chance(75);
    all.repairs.dupThresh = draw.Chance(80) ? 3 : draw.Between(1, 5);
    all.sender.timer.minimum =
        Micros(draw.Chance(OFTEN) ? 1'000'000 : draw.Scale(10'000, 1'000'000));
    all.sender.timer.granularity = Micros(draw.Chance(80) ? 1'000 : 500'000);
    all.sender.timer.tick = Micros(draw.Chance(80) ? 0 : 100'000);
    all.sender.persistTimeout =
        Micros(draw.Chance(OFTEN) ? 6'000'000 : draw.Scale(100'000, 6'000'000));
    all.closing.msl = std::chrono::seconds(draw.Chance(OFTEN) ? 120 : draw.Between(1, 3));
    all.closing.finWait2Timeout =
        std::chrono::seconds(draw.Chance(OFTEN) ? 300 : draw.Between(1, 9));
    return all;
}

ApplicationSetting
DrawWriter(Draw& draw)
{
    ApplicationSetting writer;
    writer.piece = draw.Chance(OFTEN) ? 700 : draw.Scale(100, 3'000);
    if (draw.Chance(OFTEN))
    {
        writer.volume = draw.Scale(1'000, 4'000'000);
        writer.closes = draw.Chance(80);
    }
    if (draw.Chance(SOMETIMES))
    {
        writer.every = Micros(draw.Scale(500, 300'000));
        if (draw.Chance(OFTEN))
        {
            writer.on = Micros(draw.Scale(10'000, 1'000'000));
            writer.off = Micros(draw.Scale(10'000, 3'000'000));
        }
    }
    return writer;
}

void
DrawReader(Draw& draw, ApplicationSetting& reader)
{
    reader.closesAfterPeer = draw.Chance(80);
    if (draw.Chance(SOMETIMES))
    {
        reader.readsFrom = Micros(draw.Scale(1'000, 4'000'000));
    }
    if (draw.Chance(SOMETIMES))
    {
        reader.readsEvery = Micros(draw.Scale(1'000, 500'000));
        reader.reads = draw.Scale(100, 50'000);
    }
}

FlowSetting
DrawFlow(Draw& draw, std::size_t number, const std::string& recovery, bool usesEcn)
{
    FlowSetting flow;
    for (auto& attributes : flow.attributes)
    {
        attributes = DrawAttributes(draw, recovery, usesEcn);
    }
    flow.applications[0] = DrawWriter(draw);
    if (draw.Chance(RARELY))
    {
        flow.applications[1] = DrawWriter(draw);
    }
    for (auto& application : flow.applications)
    {
        DrawReader(draw, application);
    }
    flow.start = Micros(number > 0 ? draw.Below(1'000'000) : 0);
    return flow;
}

void
DrawFlows(Draw& draw, WorldSetting& setting, bool usesEcn)
{
    const auto count = draw.Chance(60) ? 1 : draw.Between(2, 5);
    const std::string recovery = RECOVERIES[setting.seed % RECOVERIES.size()];
    const bool isMixed = draw.Chance(SOMETIMES);
    for (uint32_t i = 0; i < count; ++i)
    {
        const std::string name = isMixed ? draw.OneOf(RECOVERIES) : recovery.c_str();
        setting.flows.push_back(DrawFlow(draw, i, name, usesEcn));
        if (i > 0 && draw.Chance(SOMETIMES))
        {
            setting.flows[i].after = static_cast<int>(i) - 1;
            setting.flows[i].gap = Micros(draw.Scale(1, 500'000));
        }
    }
}

} // namespace

WorldSetting
Make(uint32_t seed)
{
    Draw draw(seed);
    WorldSetting setting;
    setting.seed = seed;
    setting.run = draw.Between(1, 1000);
    const bool usesEcn = draw.Chance(RARELY);
    DrawFlows(draw, setting, usesEcn);
    const auto flows = setting.flows.size();
    setting.bottleneck = {DrawLink(draw, true, usesEcn, flows),
                          DrawLink(draw, false, false, flows)};
    const bool hasAccess = flows > 1 && draw.Chance(75);
    const bool hasFarAccess = hasAccess && draw.Chance(SOMETIMES);
    for (std::size_t i = 0; i < flows && hasAccess; ++i)
    {
        setting.access.push_back({DrawAccess(draw), DrawAccess(draw)});
        if (hasFarAccess)
        {
            setting.farAccess.push_back({DrawAccess(draw), DrawAccess(draw)});
        }
    }
    setting.end = Micros(draw.Scale(3'000'000, 40'000'000));
    setting.isPaced = draw.Chance(RARELY);
    setting.control = draw.OneOf(CONTROLS);
    setting.law = draw.OneOf(LAWS);
    if (draw.Chance(RARELY))
    {
        // It paces by itself.
        setting.control = "KernelBbr";
        setting.isPaced = false;
    }
    return setting;
}

WorldSetting
Make(const Load& load)
{
    constexpr uint64_t RATE = 10'000'000'000;
    constexpr uint32_t SEGMENT = 1000;
    constexpr uint32_t ON_LINK = SEGMENT + 54;
    WorldSetting setting;
    setting.isRecorded = false;
    const auto time = [](uint64_t packets) {
        return Instant(packets * ON_LINK * 8 * std::nano::den / RATE);
    };
    const auto roundTrip = time(uint64_t{load.window} * load.flows);
    for (auto& link : setting.bottleneck)
    {
        link.rate = RATE;
        link.delay = roundTrip / 2;
        link.queue.most = UINT32_MAX;
    }
    setting.bottleneck[0].loss.kind =
        load.loss > 0 ? LossSetting::Kind::PACKETS : LossSetting::Kind::NONE;
    setting.bottleneck[0].loss.rate = load.loss;
    FlowSetting flow;
    for (auto& attributes : flow.attributes)
    {
        attributes.mss = SEGMENT;
        attributes.receiver.acks.count = 1;
        attributes.sender.initialWindow = load.window;
        attributes.sender.buffer = load.window * SEGMENT;
        attributes.receiver.buffer = std::max<uint32_t>(16'000'000, load.window * SEGMENT * 2);
    }
    flow.applications[0].piece = SEGMENT;
    flow.applications[0].volume = uint64_t{load.segments} / load.flows * SEGMENT;
    setting.flows.assign(load.flows, flow);
    setting.end = 4 * roundTrip + 3 * time(load.segments) + std::chrono::seconds(1);
    return setting;
}

std::string
DescribeSegment(Instant now,
                std::size_t flow,
                std::size_t side,
                const ns3::SegmentFields& header,
                uint64_t octets,
                const ns3::TcpConnection& connection,
                uint64_t read)
{
    const auto& window = connection.GetWindow();
    std::array<char, 400> text;
    const auto add = [&text, used = 0](const char* format, auto... values) mutable {
        used += std::snprintf(text.data() + used, text.size() - used, format, values...);
    };
    auto append = add;
    append("%lld flow %zu %s flags %02x seq %u ack %u win %u +%llu cwnd %u ssthresh %u rto %lld "
           "read %llu",
           static_cast<long long>(now.count()),
           flow,
           side == 0 ? ">" : "<",
           header.flags,
           header.sequence,
           header.acknowledgment,
           header.window,
           static_cast<unsigned long long>(octets),
           window.cwnd,
           window.ssthresh,
           static_cast<long long>(connection.GetSender().GetTimer().GetRto().count()),
           static_cast<unsigned long long>(read));
    if (header.timestamps)
    {
        append(" ts %u/%u", header.timestamps->value, header.timestamps->echo);
    }
    for (std::size_t i = 0; i < header.blockCount; ++i)
    {
        append(" [%u %u)", header.blocks[i].begin, header.blocks[i].end);
    }
    // What permits it in a SYN is written with the header.
    const auto octets253 = header.Has(ns3::SegmentFields::SYN) ? 0 : header.experimentalSize;
    for (int i = 0; i < octets253; ++i)
    {
        append(i == 0 ? " 253: %02x" : "%02x", header.experimental[i]);
    }
    if (header.Has(ns3::SegmentFields::SYN))
    {
        append(" mss %d scale %d sack %d compressed %d",
               header.mss ? *header.mss : -1,
               header.scale ? *header.scale : -1,
               header.sackPermitted,
               header.compressedPermitted);
    }
    return text.data();
}

uint64_t
GetDigest(const Record& record)
{
    uint64_t digest = 14695981039346656037U;
    for (const auto& line : record)
    {
        for (const unsigned char octet : line + '\n')
        {
            digest = (digest ^ octet) * 1099511628211U;
        }
    }
    return digest;
}

namespace
{
void
DescribeLink(std::ostream& os, const std::string& name, const LinkSetting& link)
{
    const std::array losses{"none", "list", "packets", "octets", "markov", "segments", "marks"};
    os << name << ": " << link.rate << " bit/s, " << link.delay.count() << " ns, queue "
       << link.queue.most << (link.queue.inOctets ? " octets" : " packets") << ", model '"
       << link.model << "', deliveries " << link.instants.size() << ", losses "
       << losses[static_cast<std::size_t>(link.loss.kind)] << ' ' << link.loss.rate;
    if (link.isImpaired)
    {
        os << ", jitter " << link.jitter << (link.isExponential ? " exponential" : "")
           << (link.keepsOrder ? " in order" : "") << ", doubles " << link.duplication
           << ", bit errors " << link.bitErrorRate;
    }
    os << '\n';
}

void
DescribeEnd(std::ostream& os, const lean::Attributes& all, const ApplicationSetting& application)
{
    os << "  " << all.recovery.name << ", mss " << all.mss << ", buffers " << all.sender.buffer
       << ' ' << all.receiver.buffer << ", window " << all.sender.initialWindow << ' '
       << all.sender.initialThreshold << ", ACK for " << all.receiver.acks.count << " after "
       << all.receiver.acks.delay.count() << ".." << all.receiver.acks.mostDelay.count()
       << ", quick " << all.receiver.acks.quick << ", timestamps " << all.handshake.timestamps
       << ", scaling " << all.handshake.scaling << ", SACK " << all.handshake.sack << ' '
       << all.handshake.compressed << all.repairs.keepSack << all.receiver.duplicateSack
       << ", limited transmit " << all.repairs.limitedTransmit << ", no delay "
       << all.sender.noDelay << ", ECN " << all.usesEcn << ", restart "
       << all.sender.restartAfterIdle << ", RTO " << all.sender.timer.minimum.count() << ' '
       << all.sender.timer.granularity.count() << ' ' << all.sender.timer.tick.count()
       << ", persist " << all.sender.persistTimeout.count() << ", MSL " << all.closing.msl.count()
       << ", Linux " << (all.follows612 ? "6.12" : "6.1") << '\n'
       << "    writes " << application.piece << " of " << application.volume << " each "
       << application.every.count() << " on " << application.on.count() << " off "
       << application.off.count() << " closes " << application.closes << application.closesAfterPeer
       << ", reads " << application.reads << " from " << application.readsFrom.count() << " each "
       << application.readsEvery.count() << '\n';
}
} // namespace

void
Describe(std::ostream& os, const WorldSetting& setting)
{
    os << "seed: " << setting.seed << '\n';
    os << "run: " << setting.run << ", " << setting.control << ", " << setting.law << ", "
       << (setting.isPaced ? "paced, " : "") << setting.end.count() << " ns\n";
    DescribeLink(os, "there", setting.bottleneck[0]);
    DescribeLink(os, "back", setting.bottleneck[1]);
    for (const auto* paths : {&setting.access, &setting.farAccess})
    {
        for (const auto& path : *paths)
        {
            DescribeLink(os, "access there", path[0]);
            DescribeLink(os, "access back", path[1]);
        }
    }
    for (const auto& flow : setting.flows)
    {
        os << "flow: at " << flow.start.count() << ", after " << flow.after << '\n';
        DescribeEnd(os, flow.attributes[0], flow.applications[0]);
        DescribeEnd(os, flow.attributes[1], flow.applications[1]);
    }
}

} // namespace worlds
