/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "torture-case.h"

#include <algorithm>
#include <utility>

namespace torture
{

namespace
{

using impaired::Closing;
using impaired::ENCODINGS;
using impaired::EndOptions;
using impaired::Fate;
using impaired::RECOVERIES;
using impaired::Segment;
using impaired::SENDERS;

/// Those of ns-3 and ours. What a release lacks is replaced by ns3::TcpNewReno. TcpHybla is not
/// among them: a copy of it, which an accepted socket has, forgets its reference round trip time,
/// and asserts when the round trip takes less than a millisecond.
const std::array CONTROLS{"TcpNewReno",    "TcpLinuxReno",    "TcpCubic",       "TcpBic",
                          "TcpHighSpeed",  "TcpHtcp",         "TcpIllinois",    "TcpLedbat",
                          "TcpLp",         "TcpScalable",     "TcpVegas",       "TcpVeno",
                          "TcpYeah",       "TcpWestwoodPlus", "TcpDctcp",       "TcpBbr",
                          "TcpSackVeno",   "TcpFack",         "TcpGeneralAimd", "TcpVenoDr",
                          "TcpKernelReno", "TcpKernelCubic"};
const std::array LOST_RETRANSMISSIONS{"Timeout", "Retransmit"};
const std::array TICKS{"0s", "100ms", "500ms"};

/// How often a seed has such a trait, of a hundred.
constexpr uint32_t OFTEN = 50;
constexpr uint32_t SOMETIMES = 25;
constexpr uint32_t RARELY = 10;

/// Octets of headers, at most.
constexpr uint32_t HEADERS = 120;

/// Bounds that each socket keeps: of the retransmission timer, of window probes.
const Time LONGEST_TIMER = Seconds(120);

std::string
Micros(uint32_t number)
{
    return std::to_string(number) + "us";
}

std::string
YesOrNo(Draw& draw, uint32_t times = OFTEN)
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
    switch (draw.Below(6))
    {
    case 0:
        return draw.Scale(1, 2'000);
    case 1:
        return draw.Scale(1'000'000, 100'000'000);
    default:
        return draw.Scale(2'000, 500'000);
    }
}

uint32_t
DrawSegment(Draw& draw)
{
    const std::array usual{536, 1000, 1448};
    return draw.Chance(OFTEN) ? draw.OneOf(usual) : draw.Scale(1, 1448);
}

/// What both ns-3's socket and ours have.
void
DrawCommonAttributes(Draw& draw, EndOptions& end, uint32_t msl)
{
    auto& attributes = end.attributes;
    attributes["SegmentSize"] = std::to_string(DrawSegment(draw));
    attributes["SndBufSize"] = std::to_string(DrawBuffer(draw));
    attributes["RcvBufSize"] = std::to_string(DrawBuffer(draw));
    attributes["InitialCwnd"] = std::to_string(draw.Scale(1, 40));
    attributes["InitialSlowStartThreshold"] = std::to_string(draw.Scale(1, 1'000'000));
    attributes["ConnTimeout"] = Micros(draw.Scale(100'000, 3'000'000));
    attributes["DelAckTimeout"] = Micros(draw.Scale(1'000, 500'000));
    attributes["DelAckCount"] = std::to_string(draw.Between(1, 4));
    attributes["TcpNoDelay"] = YesOrNo(draw);
    attributes["PersistTimeout"] = Micros(draw.Scale(100'000, 6'000'000));
    attributes["MinRto"] = Micros(draw.Scale(10'000, 1'000'000));
    attributes["ClockGranularity"] = draw.Chance(SOMETIMES) ? "500ms" : "1ms";
    attributes["Sack"] = YesOrNo(draw, 75);
    attributes["Timestamp"] = YesOrNo(draw, 75);
    attributes["WindowScaling"] = YesOrNo(draw, 75);
    attributes["LimitedTransmit"] = YesOrNo(draw, 75);
    attributes["ReTxThreshold"] = std::to_string(draw.Chance(75) ? 3 : draw.Between(1, 5));
    attributes["UseEcn"] = draw.Chance(OFTEN) ? "On" : "Off";
    attributes["MaxSegLifetime"] = std::to_string(msl);
    // Sudden death is not the subject.
    attributes["DataRetries"] = "1000";
    attributes["ConnCount"] = "30";
}

void
DrawOwnAttributes(Draw& draw, std::map<std::string, std::string>& attributes)
{
    attributes["LossRecovery"] = draw.OneOf(SENDERS);
    attributes["LostRetransmission"] = draw.OneOf(LOST_RETRANSMISSIONS);
    attributes["SackEncoding"] = draw.OneOf(ENCODINGS);
    attributes["SlowButSteady"] = YesOrNo(draw);
    attributes["FindLostRetransmissions"] = YesOrNo(draw);
    attributes["RescueRetransmission"] = YesOrNo(draw);
    attributes["RepeatedFastRetransmit"] = YesOrNo(draw);
    attributes["TimerBackoff"] = YesOrNo(draw);
    attributes["KeepSackOnTimeout"] = YesOrNo(draw);
    attributes["DSack"] = YesOrNo(draw);
    attributes["RestartAfterIdle"] = YesOrNo(draw);
    attributes["ChallengeAckLimit"] = std::to_string(draw.Scale(1, 100));
    attributes["MaxRto"] = draw.Chance(75) ? "60s" : "120s";
    // A path may be so bad for so long that a peer is not heard of for longer than any timeout.
    attributes["FinWait2Timeout"] = "0s";
    attributes["TimerTick"] = draw.OneOf(TICKS);
    attributes["DirectDemux"] = YesOrNo(draw);
}

/// After all others, so that these are what they were before it had Rack.
void
DrawRackAttributes(Draw& draw, EndOptions& end)
{
    const auto probes = YesOrNo(draw, 75);
    const auto undo = YesOrNo(draw, 75);
    const auto delay = Micros(draw.Scale(1'000, 1'000'000));
    if (!end.stock)
    {
        end.attributes["TailLossProbe"] = probes;
        end.attributes["UndoNeedlessRepair"] = undo;
        end.attributes["UndoByTimestamps"] = undo;
        end.attributes["MaxAckDelay"] = delay;
    }
}

uint32_t
GetNumber(const EndOptions& end, const std::string& attribute)
{
    return static_cast<uint32_t>(std::stoul(end.attributes.at(attribute)));
}

/// What fits a segment, and the buffers that it passes.
uint32_t
GetUnit(const EndOptions& sender, const EndOptions& receiver)
{
    return std::min({GetNumber(sender, "SegmentSize"),
                     GetNumber(sender, "SndBufSize"),
                     GetNumber(receiver, "RcvBufSize")});
}

void
DrawApplication(Draw& draw, EndOptions& sender, const EndOptions& receiver)
{
    const uint32_t unit = GetUnit(sender, receiver);
    const bool isLong = draw.Chance(RARELY);
    sender.application.octets =
        draw.Chance(SOMETIMES) ? 0 : uint64_t{unit} * draw.Scale(1, isLong ? 5000 : 1000);
    sender.application.octets += draw.Below(unit);
    if (draw.Chance(SOMETIMES))
    {
        sender.application.write = std::min(draw.Scale(1, 10'000), GetNumber(sender, "SndBufSize"));
        sender.application.writeEvery = MicroSeconds(draw.Scale(1, 200'000));
        sender.application.octets =
            std::min<uint64_t>(sender.application.octets, uint64_t{sender.application.write} * 300);
    }
    if (draw.Chance(SOMETIMES))
    {
        sender.application.readFrom = MicroSeconds(draw.Scale(1, 10'000'000));
        sender.application.read = draw.Scale(1, 10'000);
        sender.application.readEvery = MicroSeconds(draw.Scale(1, 200'000));
    }
}

/// A slow reader must not be sent more than it reads in reasonable time.
void
LimitToReader(EndOptions& sender, const EndOptions& receiver)
{
    if (receiver.application.read > 0)
    {
        sender.application.octets = std::min<uint64_t>(sender.application.octets,
                                                       uint64_t{receiver.application.read} * 400);
    }
}

/// How much the buffer of a reader that pauses holds at most, in octets of the smaller unit.
constexpr uint32_t LARGEST_PAUSE = 2'000;

/// A buffer that may grow offers its window in units of a scale: a window that says 0 still has
/// room, for up to a sixteenth of the buffer, into which window probes fit.
void
ScaleWindow(EndOptions& end)
{
    uint32_t most = 65'535;
    for (auto units = GetNumber(end, "RcvBufSize"); units >= 32 && most < (1U << 29); units /= 2)
    {
        most *= 2;
    }
    end.attributes["WindowScaling"] = "true";
    if (!end.stock)
    {
        end.attributes["RcvBufMax"] = std::to_string(most);
    }
}

/// What both ends need so that both readers can pause: nobody closes while something is unread, and
/// no buffer takes long to fill.
void
MakeFitForPause(Case& torture)
{
    auto& a = torture.options.a;
    auto& b = torture.options.b;
    const uint32_t most = LARGEST_PAUSE * std::min(GetUnit(a, b), GetUnit(b, a));
    torture.endsByReset = false;
    for (auto* end : {&a, &b})
    {
        auto& buffer = end->attributes["RcvBufSize"];
        buffer = std::to_string(std::min(GetNumber(*end, "RcvBufSize"), most));
        ScaleWindow(*end);
        if (end->application.closing == Closing::AT_TIME)
        {
            end->application.closing = Closing::HALF;
        }
    }
}

/// Both readers pause at once, now and then or always, until both windows are closed. After all
/// others, so that these are what they were before.
void
DrawPause(Draw& draw, Case& torture, Pauses pauses)
{
    const bool isDrawn = draw.Chance(SOMETIMES);
    const Time pause = MicroSeconds(draw.Scale(1'000'000, 60'000'000));
    auto& a = torture.options.a;
    auto& b = torture.options.b;
    if (pauses == Pauses::BOTH)
    {
        MakeFitForPause(torture);
    }
    const auto most = std::max(GetNumber(a, "RcvBufSize"), GetNumber(b, "RcvBufSize"));
    const auto least = std::min(GetUnit(a, b), GetUnit(b, a));
    const bool isFit = !torture.endsByReset && most / least <= LARGEST_PAUSE;
    if (pauses == Pauses::DRAWN && !(isDrawn && isFit))
    {
        return;
    }
    for (auto* end : {&a, &b})
    {
        auto& application = end->application;
        const auto& other = end == &a ? b : a;
        application.readFrom = pause;
        application.read = 0;
        application.readEvery = Time();
        application.write = 0;
        application.writeEvery = Time();
        application.octets = 2 * uint64_t{GetNumber(other, "RcvBufSize")} + draw.Below(1000);
        if (application.closing == Closing::WHEN_WRITTEN)
        {
            application.closing = Closing::HALF;
        }
    }
}

/// Who closes first. Close() with data that have not been read is a reset.
void
DrawClosing(Draw& draw, Case& torture)
{
    auto& a = torture.options.a;
    auto& b = torture.options.b;
    const std::array orders{std::pair{Closing::WHEN_WRITTEN, Closing::AFTER_PEER},
                            std::pair{Closing::AFTER_PEER, Closing::WHEN_WRITTEN},
                            std::pair{Closing::WHEN_WRITTEN, Closing::WHEN_WRITTEN},
                            std::pair{Closing::HALF, Closing::HALF},
                            std::pair{Closing::HALF, Closing::AFTER_PEER},
                            std::pair{Closing::AFTER_PEER, Closing::HALF},
                            std::pair{Closing::HALF, Closing::WHEN_WRITTEN},
                            std::pair{Closing::WHEN_WRITTEN, Closing::HALF}};
    std::tie(a.application.closing, b.application.closing) = draw.OneOf(orders);
    torture.endsByReset = draw.Chance(SOMETIMES);
    const uint32_t who = draw.Below(3);
    for (auto* end : {&a, &b})
    {
        end->application.closeAt = MicroSeconds(draw.Scale(1, 20'000'000));
        const bool isFirst = who == 2 || end == (who == 0 ? &a : &b);
        if (torture.endsByReset && isFirst)
        {
            end->application.closing = Closing::AT_TIME;
        }
        else if (end->application.closing == Closing::WHEN_WRITTEN && end->application.read > 0)
        {
            end->application.closing = Closing::HALF;
        }
    }
}

DataRate
DrawRate(Draw& draw)
{
    return DataRate(draw.Scale(100'000, 1'000'000'000));
}

Time
DrawDelay(Draw& draw)
{
    return MicroSeconds(draw.Scale(1, 300'000));
}

Impairment
DrawImpairment(Draw& draw)
{
    Impairment impairment;
    const auto often = [&draw](uint32_t most) {
        return draw.Chance(OFTEN) ? draw.Scale(1, most) : 0;
    };
    const auto sometimes = [&draw](uint32_t most) {
        return draw.Chance(SOMETIMES) ? draw.Scale(1, most) : 0;
    };
    impairment.loss = often(200);
    impairment.burst = sometimes(30);
    impairment.burstEnd = draw.Between(50, 500);
    impairment.ackLoss = sometimes(500);
    impairment.late = often(300);
    impairment.lateness = MicroSeconds(draw.Scale(100, 1'000'000));
    impairment.twice = sometimes(200);
    impairment.wrong = sometimes(100);
    impairment.mark = often(300);
    impairment.jitter = MicroSeconds(sometimes(100'000));
    return impairment;
}

void
DrawChanges(Draw& draw, Path& path)
{
    const auto most = static_cast<uint32_t>(path.calm.GetMicroSeconds());
    for (uint32_t i = draw.Chance(SOMETIMES) ? draw.Between(1, 4) : 0; i > 0; --i)
    {
        Change change;
        // Most of it happens at the start.
        change.at = MicroSeconds(draw.Scale(100'000, most));
        change.rate = {DrawRate(draw), DrawRate(draw)};
        change.delay = {DrawDelay(draw), DrawDelay(draw)};
        path.changes.push_back(change);
    }
    std::sort(path.changes.begin(), path.changes.end(), [](const Change& one, const Change& other) {
        return one.at < other.at;
    });
    for (uint32_t i = draw.Chance(SOMETIMES) ? draw.Between(1, 3) : 0; i > 0; --i)
    {
        const Time from = MicroSeconds(draw.Scale(100'000, most));
        path.outages.push_back({from, from + MicroSeconds(draw.Scale(1'000, 20'000'000))});
    }
}

Path
DrawPath(Draw& draw)
{
    Path path;
    path.seed = draw.Below(1U << 31);
    path.rate = {DrawRate(draw), DrawRate(draw)};
    for (auto& impairment : path.impairments)
    {
        const Time delay = DrawDelay(draw);
        impairment = draw.Chance(RARELY) ? Impairment() : DrawImpairment(draw);
        impairment.delay = delay;
    }
    path.queue = draw.Scale(2, 500);
    path.calm = MicroSeconds(draw.Scale(1'000'000, 100'000'000));
    DrawChanges(draw, path);
    return path;
}

EndOptions
DrawEnd(Draw& draw, bool stock, uint32_t msl)
{
    EndOptions end;
    std::map<std::string, std::string> own;
    end.stock = stock;
    end.control = DrawControl(draw);
    end.recovery = std::string("ns3::") + draw.OneOf(RECOVERIES);
    DrawCommonAttributes(draw, end, msl);
    DrawOwnAttributes(draw, own);
    if (!end.stock)
    {
        end.attributes.insert(own.begin(), own.end());
    }
    return end;
}

/// The longest that a direction takes, whatever it changes to.
Time
GetLongestDelay(const Path& path, std::size_t direction)
{
    Time delay = path.impairments[direction].delay;
    DataRate rate = path.rate[direction];
    for (const auto& change : path.changes)
    {
        delay = std::max(delay, change.delay[direction]);
        rate = std::min(rate, change.rate[direction]);
    }
    return delay + rate.CalculateBytesTxTime(1448 + HEADERS) * (path.queue + 1);
}

/**
 * What it costs that small segments stay small when they are sent again: a congestion window of one
 * full segment lets go many of them at once, and all that is more than the queue is lost each time
 * that the timer expires.
 */
Time
GetSmallSegmentTime(const Case& torture, bool fromA)
{
    const auto& sender = fromA ? torture.options.a : torture.options.b;
    const bool isSmall =
        sender.application.write > 0 && sender.application.write < GetNumber(sender, "SegmentSize");
    const auto segments = isSmall ? sender.application.octets / sender.application.write + 1 : 0;
    return static_cast<int64_t>(segments / torture.path.queue + (isSmall ? 1 : 0)) * LONGEST_TIMER;
}

/// What the applications take, whatever the path does.
Time
GetApplicationTime(const EndOptions& end, const EndOptions& other)
{
    const auto writes =
        end.application.write > 0 ? end.application.octets / end.application.write + 1 : 0;
    // A read may get one segment, whatever was asked for.
    const auto reads =
        end.application.read > 0
            ? other.application.octets / std::min(end.application.read, GetUnit(other, end)) + 1
            : 0;
    return end.application.readFrom + static_cast<int64_t>(writes) * end.application.writeEvery +
           static_cast<int64_t>(reads) * end.application.readEvery;
}

void
DescribeEnd(std::ostream& os, const std::string& name, const EndOptions& end)
{
    const std::array closings{"never", "when written", "half", "after the peer", "at a time"};
    os << name << ": " << (end.stock ? "stock" : "ours") << ", " << end.control << ", "
       << end.recovery << '\n';
    os << name << " application: writes " << end.application.octets << " octets";
    if (end.application.write > 0)
    {
        os << ", " << end.application.write << " every " << end.application.writeEvery.As(Time::US);
    }
    if (end.application.readFrom.IsStrictlyPositive())
    {
        os << "; reads from " << end.application.readFrom.As(Time::S) << ", "
           << end.application.read << " every " << end.application.readEvery.As(Time::US);
    }
    os << "; closes " << closings[static_cast<std::size_t>(end.application.closing)];
    if (end.application.closing == Closing::AT_TIME)
    {
        os << ", " << end.application.closeAt.As(Time::S);
    }
    os << '\n' << name << " attributes:";
    for (const auto& [attribute, value] : end.attributes)
    {
        os << ' ' << attribute << '=' << value;
    }
    os << '\n';
}

void
DescribeDirection(std::ostream& os, const std::string& name, const Path& path, std::size_t index)
{
    const auto& impairment = path.impairments[index];
    os << name << ": " << path.rate[index].GetBitRate() << " bit/s, "
       << impairment.delay.As(Time::US) << ", per mill: loss " << impairment.loss << ", burst "
       << impairment.burst << " (end " << impairment.burstEnd << "), ACK loss "
       << impairment.ackLoss << ", late " << impairment.late << " by "
       << impairment.lateness.As(Time::US) << ", twice " << impairment.twice << ", wrong bit "
       << impairment.wrong << ", mark " << impairment.mark << "; jitter "
       << impairment.jitter.As(Time::US) << '\n';
}

/// What happens on a link, by direction.
class Weather
{
  public:
    explicit Weather(const Path& path)
        : m_path(path),
          m_draw(path.seed)
    {
    }

    Fate operator()(const Segment& segment)
    {
        const Time now = Simulator::Now();
        const std::size_t direction = segment.fromA ? 0 : 1;
        const auto& impairment = m_path.impairments[direction];
        Fate fate;
        fate.extra = GetDelay(direction, now);
        if (now >= m_path.calm)
        {
            return fate;
        }
        // Always as many draws: what one trait does must not change another.
        const bool lost = IsLost(impairment, direction, segment.size == 0);
        const bool late = m_draw.Below(1000) < impairment.late;
        const auto lateness = DrawUpTo(impairment.lateness);
        fate.copies = m_draw.Below(1000) < impairment.twice ? m_draw.Between(2, 3) : 1;
        fate.spread = DrawUpTo(impairment.lateness);
        fate.mark = m_draw.Below(1000) < impairment.mark;
        const bool wrong = m_draw.Below(1000) < impairment.wrong;
        const uint32_t bit = m_draw.Below(1U << 31);
        fate.flip = wrong ? std::optional(bit) : std::nullopt;
        fate.extra += DrawUpTo(impairment.jitter) + (late ? lateness : Time());
        fate.copies = (lost || IsDown(now)) ? 0 : fate.copies;
        return fate;
    }

  private:
    Time DrawUpTo(Time most)
    {
        return MicroSeconds(m_draw.Below(static_cast<uint32_t>(most.GetMicroSeconds()) + 1));
    }

    bool IsLost(const Impairment& impairment, std::size_t direction, bool isEmpty)
    {
        auto& inBurst = m_inBurst[direction];
        const uint32_t turn = m_draw.Below(1000);
        inBurst = inBurst ? turn >= impairment.burstEnd : turn < impairment.burst;
        const bool lost = m_draw.Below(1000) < impairment.loss;
        const bool ackLost = m_draw.Below(1000) < impairment.ackLoss;
        return inBurst || lost || (isEmpty && ackLost);
    }

    bool IsDown(Time now) const
    {
        return std::any_of(
            m_path.outages.begin(),
            m_path.outages.end(),
            [now](const Outage& outage) { return outage.from <= now && now < outage.to; });
    }

    Time GetDelay(std::size_t direction, Time now) const
    {
        Time delay = m_path.impairments[direction].delay;
        for (const auto& change : m_path.changes)
        {
            delay = change.at <= now ? change.delay[direction] : delay;
        }
        return delay;
    }

    Path m_path;
    Draw m_draw;
    std::array<bool, 2> m_inBurst{false, false};
};

} // namespace

Case
MakeCase(uint32_t seed, Ends ends, Pauses pauses)
{
    Draw draw(seed);
    Case torture;
    torture.seed = seed;
    auto& options = torture.options;
    torture.msl = draw.Scale(1, 120);
    torture.pacing = draw.Chance(SOMETIMES);
    options.ipv6 = draw.Chance(OFTEN);
    const uint32_t who = draw.Below(5);
    const auto isStock = [who, ends](uint32_t end) {
        return ends == Ends::STOCK || (ends == Ends::DRAWN && who == end);
    };
    options.a = DrawEnd(draw, isStock(0), torture.msl);
    options.b = DrawEnd(draw, isStock(1), torture.msl);
    DrawApplication(draw, options.a, options.b);
    DrawApplication(draw, options.b, options.a);
    LimitToReader(options.a, options.b);
    LimitToReader(options.b, options.a);
    DrawClosing(draw, torture);
    torture.path = DrawPath(draw);
    DrawRackAttributes(draw, options.a);
    DrawRackAttributes(draw, options.b);
    // Where a seed draws one of ns-3's own sockets, readers pause only if they are told to.
    if (who >= 2 || pauses == Pauses::BOTH)
    {
        DrawPause(draw, torture, pauses);
    }
    for (auto* end : {&options.a, &options.b})
    {
        if (draw.Chance(RARELY) && !end->stock)
        {
            end->control = "ns3::TcpKernelBbr";
        }
    }
    options.rate = torture.path.rate[0];
    options.delay = Time();
    options.queue = QueueSize(QueueSizeUnit::PACKETS, torture.path.queue);
    options.rule = MakeRule(torture.path);
    return torture;
}

void
Describe(std::ostream& os, const Case& torture)
{
    const auto& path = torture.path;
    os << "seed: " << torture.seed << '\n'
       << "IP: " << (torture.options.ipv6 ? "v6" : "v4") << '\n'
       << "pacing: " << (torture.pacing ? "true" : "false") << '\n';
    DescribeEnd(os, "A", torture.options.a);
    DescribeEnd(os, "B", torture.options.b);
    DescribeDirection(os, "path from A", path, 0);
    DescribeDirection(os, "path from B", path, 1);
    os << "queues: " << path.queue << " packets\n";
    for (const auto& change : path.changes)
    {
        os << "change at " << change.at.As(Time::S) << ": " << change.rate[0].GetBitRate()
           << " and " << change.rate[1].GetBitRate() << " bit/s, " << change.delay[0].As(Time::US)
           << " and " << change.delay[1].As(Time::US) << '\n';
    }
    for (const auto& outage : path.outages)
    {
        os << "outage: from " << outage.from.As(Time::S) << " to " << outage.to.As(Time::S) << '\n';
    }
    os << "calm from: " << path.calm.As(Time::S) << '\n'
       << "all read by: " << GetDeadline(torture).As(Time::S) << '\n'
       << "nothing left by: " << GetEnd(torture).As(Time::S) << '\n';
}

impaired::Rule
MakeRule(const Path& path)
{
    return Weather(path);
}

uint32_t
GetStep(const Case& torture, bool fromA)
{
    const auto& sender = fromA ? torture.options.a : torture.options.b;
    const auto& receiver = fromA ? torture.options.b : torture.options.a;
    const uint32_t unit = GetUnit(sender, receiver);
    return std::max(1U,
                    std::min(unit, sender.application.write > 0 ? sender.application.write : unit) /
                        2);
}

/// Whether a sender of ours learns of no octet beyond the first one that is missing.
bool
RepairsWithoutSack(const EndOptions& sender, const EndOptions& receiver)
{
    const auto found = sender.attributes.find("LossRecovery");
    return found != sender.attributes.end() &&
           (found->second == "Reno" || found->second == "NewReno" ||
            sender.attributes.at("Sack") == "false" || receiver.attributes.at("Sack") == "false");
}

/**
 * What those take that others need not wait for: without SACK, what is lost in the repair after a
 * timeout waits for the next one, which Karn's rule leaves as long as it was (RFC 6298, section 3);
 * BBR (ns-3.37's) takes the waits for a tiny window to be the path's rate, and so makes them
 * longer.
 */
Time
GetSlowSenderTime(const Case& torture, bool fromA)
{
    const auto& sender = fromA ? torture.options.a : torture.options.b;
    const auto& receiver = fromA ? torture.options.b : torture.options.a;
    const auto steps =
        static_cast<int64_t>(sender.application.octets / GetStep(torture, fromA) + 1);
    Time time;
    if (RepairsWithoutSack(sender, receiver))
    {
        time += steps / torture.path.queue * LONGEST_TIMER;
    }
    if (sender.control == "ns3::TcpBbr" || sender.control == "ns3::TcpKernelBbr")
    {
        time += steps * Seconds(10);
    }
    return time;
}

Time
GetDeadline(const Case& torture)
{
    const auto& options = torture.options;
    // A window too small for a segment is used at most a second later, by the override timer.
    Time step = GetLongestDelay(torture.path, 0) + GetLongestDelay(torture.path, 1) + Seconds(2);
    if (options.a.stock || options.b.stock)
    {
        // Where a window opens again unseen, a window probe finds out.
        step += Seconds(6);
    }
    const auto steps =
        static_cast<int64_t>(options.a.application.octets / GetStep(torture, true) +
                             options.b.application.octets / GetStep(torture, false) + 10);
    return 3 * torture.path.calm + 4 * LONGEST_TIMER + steps * step +
           GetApplicationTime(options.a, options.b) + GetApplicationTime(options.b, options.a) +
           GetSmallSegmentTime(torture, true) + GetSmallSegmentTime(torture, false) +
           GetSlowSenderTime(torture, true) + GetSlowSenderTime(torture, false);
}

Time
GetEnd(const Case& torture)
{
    return GetDeadline(torture) + 4 * LONGEST_TIMER + Seconds(4 * torture.msl) +
           torture.options.a.application.closeAt + torture.options.b.application.closeAt;
}

} // namespace torture
