/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-parameters.h"

#include <cmath>
#include <optional>

namespace ns3::tcplossy
{

namespace
{
constexpr uint64_t MAX_DROP = 1'000'000'000;

/// A number of at most ten digits, or nothing.
std::optional<uint64_t>
ParseWhole(const std::string& text)
{
    const bool isNumber = !text.empty() && text.size() <= 10 &&
                          text.find_first_not_of("0123456789") == std::string::npos;
    return isNumber ? std::optional<uint64_t>(std::stoull(text)) : std::nullopt;
}
} // namespace

void
DumbbellLosses::AddTo(OptionTable& options)
{
    options.Add("loss", "Loss probability of a packet on each forward pass, [0, 1)", forward)
        .AtLeast(0)
        .Below(1)
        .Note("each forward pass");
    options.Add("reverseLoss", "The same on each reverse pass, [0, 1)", reverse)
        .AtLeast(0)
        .Below(1)
        .Note("each reverse pass");
    options
        .Add("passes",
             "How often a packet passes the delay and the loss: 2 is a dummynet pipe that is "
             "entered on the way into and out of the router",
             passes)
        .In(1, 2);
    AddPlans(options);
    AddMarkov(options);
    options.Forbid([this] { return !drop.empty() && forward > 0.0; },
                   "--drop and --loss exclude each other");
    options.Forbid([this] { return !dropAcks.empty() && reverse > 0.0; },
                   "--dropAcks and --reverseLoss exclude each other");
    options.Forbid(
        [this] { return !markov[Index(FORWARD)].empty() && (forward > 0.0 || !drop.empty()); },
        "--forwardMarkov excludes --loss and --drop");
    options.Forbid(
        [this] { return !markov[Index(REVERSE)].empty() && (reverse > 0.0 || !dropAcks.empty()); },
        "--reverseMarkov excludes --reverseLoss and --dropAcks");
}

void
DumbbellLosses::AddPlans(OptionTable& options)
{
    const auto most = std::to_string(MAX_DROP);
    options
        .Add("drop",
             "Segments of the first flow whose first transmission is lost behind the forward "
             "queue, comma-separated, the first segment being 1; not with --loss",
             drop)
        .Must([this] { return drop.empty() || !GetDrops().empty(); },
              "list numbers of segments in [1, " + most + "], such as 40,42")
        .Zero("none");
    options
        .Add("dropAcks",
             "ACKs of the first flow that are lost behind the reverse queue, comma-separated: 34:5 "
             "is the fifth that acknowledges 34 segments; not with --reverseLoss",
             dropAcks)
        .Must([this] { return dropAcks.empty() || !GetAckDrops().empty(); },
              "list what ACKs acknowledge, in [0, " + most +
                  "] segments, and which of the same it is, in [1, " + most +
                  "], such as 34:5,34:6")
        .Zero("none");
}

void
DumbbellLosses::AddMarkov(OptionTable& options)
{
    const std::string form = "be t1,t2,p,q,alpha,beta: seconds in [1e-9, 1e9] and probabilities in "
                             "[0, 1]";
    const auto isGood = [this](LossyDumbbellHelper::Direction direction) {
        return markov[Index(direction)].empty() || !GetMarkov(direction).empty();
    };
    options
        .Add("forwardMarkov",
             "Forward loss by a link that is good or bad, t1,t2,p,q,alpha,beta (see "
             "MarkovErrorModel), times in seconds; not with --loss or --drop",
             markov[Index(FORWARD)])
        .Must([isGood] { return isGood(FORWARD); }, form)
        .Zero("none");
    options
        .Add("reverseMarkov",
             "The same on the way back; not with --reverseLoss or --dropAcks",
             markov[Index(REVERSE)])
        .Must([isGood] { return isGood(REVERSE); }, form)
        .Zero("none");
}

double
DumbbellLosses::GetLoss(LossyDumbbellHelper::Direction direction) const
{
    return 1.0 - std::pow(1.0 - (direction == FORWARD ? forward : reverse), passes);
}

std::vector<uint64_t>
DumbbellLosses::GetDrops() const
{
    std::vector<uint64_t> segments;
    for (const auto& field : SplitList(drop, ','))
    {
        const auto segment = ParseWhole(field).value_or(0);
        if (segment < 1 || segment > MAX_DROP)
        {
            return {};
        }
        segments.push_back(segment);
    }
    return segments;
}

DumbbellLosses::Acks
DumbbellLosses::GetAckDrops() const
{
    Acks acks;
    for (const auto& field : SplitList(dropAcks, ','))
    {
        const auto parts = SplitList(field, ':');
        const auto segments = ParseWhole(parts.empty() ? "" : parts[0]).value_or(MAX_DROP + 1);
        const auto occurrence = ParseWhole(parts.size() == 2 ? parts[1] : "").value_or(0);
        if (segments > MAX_DROP || occurrence < 1 || occurrence > MAX_DROP)
        {
            return {};
        }
        acks.emplace_back(segments, static_cast<uint32_t>(occurrence));
    }
    return acks;
}

std::vector<double>
DumbbellLosses::GetMarkov(LossyDumbbellHelper::Direction direction) const
{
    std::vector<double> values;
    for (const auto& field : SplitList(markov[Index(direction)], ','))
    {
        const auto value = ParseNumber(field);
        const bool isDuration = values.size() < 2;
        if (!value || *value < (isDuration ? 1e-9 : 0.0) || *value > (isDuration ? 1e9 : 1.0))
        {
            return {};
        }
        values.push_back(*value);
    }
    return values.size() == 6 ? values : std::vector<double>();
}

OptionTable
DumbbellParameters::GetOptions()
{
    OptionTable options;
    AddLinks(options);
    losses.AddTo(options);
    options.Forbid([this] { return direct && jitter > Time(0); },
                   "--direct and --jitter exclude each other");
    return options;
}

void
DumbbellParameters::AddLinks(OptionTable& options)
{
    options.Add("rate", "Rate of the bottleneck, both directions", rate).Above(0);
    options.Add("delay", "Propagation delay of one pass through the bottleneck", delay)
        .AtLeast(0)
        .Note("each pass");
    options.Add("ipv6", "Use IPv6 instead of IPv4", ipv6);
    options.Add("queue", "Bottleneck queue in packets, both directions", queue)
        .In(1, MAX_QUEUE, "packets");
    options
        .Add("marking",
             "Packets in the bottleneck's queue above which each one that knows ECN is marked, in "
             "both directions; 0 for none",
             marking)
        .AtMost(MAX_QUEUE)
        .Must([this] { return marking < queue; }, "be below --queue")
        .Unit("packets")
        .Zero("none");
    options
        .Add("red",
             "The bottleneck's queues drop early: RED with the values of its paper (Floyd and "
             "Jacobson 1993: 5 and 15 packets, weight 0.002, at most 1 in 50); excludes --marking",
             red)
        .Undescribed()
        .Must([this] { return !red || (queue > 15 && marking == 0); },
              "have a --queue above 15, and no --marking");
    options.Add("leftRate", "Rate of the links between senders and left router", left.rate)
        .Above(0);
    options.Add("leftDelay", "Propagation delay of these links", left.delay).AtLeast(0);
    options.Add("rightRate", "Rate of the links between receivers and right router", right.rate)
        .Above(0);
    options.Add("rightDelay", "Propagation delay of these links", right.delay).AtLeast(0);
    options.Add("direct",
                "No access links: senders and receivers are the routers, and the "
                "bottleneck's delay has grown by the time that the links would have taken",
                direct);
    options
        .Add("jitter",
             "A packet comes up to this later to its receiver, at random, so that packets overtake "
             "one another",
             jitter)
        .AtLeast(0);
}

Time
DumbbellParameters::GetAccessTime(uint32_t octets) const
{
    return left.delay + right.delay + left.rate.CalculateBytesTxTime(octets) +
           right.rate.CalculateBytesTxTime(octets);
}

} // namespace ns3::tcplossy
