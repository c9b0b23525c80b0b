/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-losses.h"

#include "ns3/double.h"

#include <cmath>
#include <cstdlib>
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

/// Durations, then probabilities; nothing if one of the six is wrong.
std::vector<double>
ParseMarkov(const std::string& list)
{
    std::vector<double> values;
    for (const auto& field : SplitList(list, ','))
    {
        char* end = nullptr;
        const auto value = std::strtod(field.c_str(), &end);
        const bool isNumber = !field.empty() && *end == '\0';
        const bool isDuration = values.size() < 2;
        const bool isInRange =
            isDuration ? value >= 1e-9 && value <= 1e9 : value >= 0.0 && value <= 1.0;
        if (!isNumber || !isInRange)
        {
            return {};
        }
        values.push_back(value);
    }
    return values.size() == 6 ? values : std::vector<double>();
}

} // namespace

void
DumbbellLosses::AddTo(OptionTable& options)
{
    AddProbabilities(options);
    AddPlans(options);
    AddMarkov(options);
}

void
DumbbellLosses::AddProbabilities(OptionTable& options)
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
        .AtLeast(1)
        .AtMost(2);
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
        return markov[Index(direction)].empty() || !ParseMarkov(markov[Index(direction)]).empty();
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

std::string
DumbbellLosses::FindFault() const
{
    if (!drop.empty() && forward > 0.0)
    {
        return "--drop and --loss exclude each other";
    }
    if (!dropAcks.empty() && reverse > 0.0)
    {
        return "--dropAcks and --reverseLoss exclude each other";
    }
    if (!markov[Index(FORWARD)].empty() && (forward > 0.0 || !drop.empty()))
    {
        return "--forwardMarkov excludes --loss and --drop";
    }
    if (!markov[Index(REVERSE)].empty() && (reverse > 0.0 || !dropAcks.empty()))
    {
        return "--reverseMarkov excludes --reverseLoss and --dropAcks";
    }
    return "";
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

Ptr<MarkovErrorModel>
DumbbellLosses::MakeMarkov(LossyDumbbellHelper::Direction direction) const
{
    const auto values = ParseMarkov(markov[Index(direction)]);
    if (values.empty())
    {
        return nullptr;
    }
    auto model = CreateObject<MarkovErrorModel>();
    model->SetAttribute("GoodInterval", TimeValue(Seconds(values[0])));
    model->SetAttribute("BadInterval", TimeValue(Seconds(values[1])));
    model->SetAttribute("StayGood", DoubleValue(values[2]));
    model->SetAttribute("StayBad", DoubleValue(values[3]));
    model->SetAttribute("GoodLoss", DoubleValue(values[4]));
    model->SetAttribute("BadLoss", DoubleValue(values[5]));
    return model;
}

} // namespace ns3::tcplossy
