/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-topology.h"

#include "flow-run.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/queue-size.h"
#include "ns3/uinteger.h"

#include <algorithm>
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
        .In(1, 2);
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

OptionTable
DumbbellParameters::GetOptions()
{
    OptionTable options;
    AddLinks(options);
    losses.AddTo(options);
    options.AddCheck([this] { return losses.FindFault(); });
    options.AddCheck([this] {
        return direct && jitter.IsStrictlyPositive() ? "--direct and --jitter exclude each other"
                                                     : "";
    });
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
DumbbellParameters::GetDelay() const
{
    return delay * static_cast<int64_t>(losses.passes);
}

Time
DumbbellParameters::GetAccessTime(uint32_t octets) const
{
    return left.delay + right.delay + left.rate.CalculateBytesTxTime(octets) +
           right.rate.CalculateBytesTxTime(octets);
}

namespace
{

// The topology takes the streams from 0 on, the flows' starts one further up.
constexpr int64_t MARKOV_STREAM = 2'000'000;

/// @brief Mark by ECN. @param dumbbell whose bottleneck does @param parameters queue and threshold
/// @param packet octets of a full one
void
SetMarking(LossyDumbbellHelper& dumbbell, const DumbbellParameters& parameters, uint32_t packet)
{
    // As DCTCP wants it (RFC 8257, section 3.1): by the length at this moment, all above it.
    dumbbell.SetQueueDisc("ns3::RedQueueDisc",
                          "MaxSize",
                          QueueSizeValue({QueueSizeUnit::PACKETS, parameters.queue}),
                          "MinTh",
                          DoubleValue(parameters.marking),
                          "MaxTh",
                          DoubleValue(parameters.marking),
                          "QW",
                          DoubleValue(1.0),
                          "UseEcn",
                          BooleanValue(true),
                          "UseHardDrop",
                          BooleanValue(false),
                          "MeanPktSize",
                          UintegerValue(packet));
}

} // namespace

DumbbellFlows::DumbbellFlows(const LossyDumbbellHelper& dumbbell, uint32_t pairs)
    : m_dumbbell(dumbbell),
      m_pairs(pairs)
{
}

LossyDumbbellHelper::Direction
DumbbellFlows::GetDirection(uint32_t flow) const
{
    return flow < m_pairs ? FORWARD : REVERSE;
}

BulkFlow::Ends
DumbbellFlows::GetEnds(uint32_t flow, uint16_t port) const
{
    const auto pair = flow % m_dumbbell.GetSenders().GetN();
    const auto left = m_dumbbell.GetSenders().Get(pair);
    const auto right = m_dumbbell.GetReceivers().Get(pair);
    const auto any = m_dumbbell.GetAnyAddress(port);
    if (GetDirection(flow) == REVERSE)
    {
        return {right, left, m_dumbbell.GetSenderAddress(pair, port), any};
    }
    return {left, right, m_dumbbell.GetReceiverAddress(pair, port), any};
}

DumbbellTopology::DumbbellTopology(const DumbbellParameters& parameters,
                                   const Sizes& sizes,
                                   uint32_t pairs,
                                   uint32_t reversePairs,
                                   uint32_t rightSystemId)
    : m_sizes(sizes),
      m_dumbbell(parameters.sharedHosts ? std::max(pairs, reversePairs) : pairs + reversePairs),
      m_flows(m_dumbbell, pairs)
{
    SetLinks(parameters);
    for (const auto direction : {FORWARD, REVERSE})
    {
        SetLoss(parameters, direction);
    }
    m_dumbbell.SetAddressFamily(parameters.ipv6 ? LossyDumbbellHelper::AddressFamily::IPV6
                                                : LossyDumbbellHelper::AddressFamily::IPV4);
    // In this order, which their numbers show.
    const auto left = CreateObject<Node>(0);
    m_dumbbell.SetRouters(left, CreateObject<Node>(rightSystemId));
    m_dumbbell.Build();
    m_dumbbell.AssignStreams(0);
    for (const auto direction : {FORWARD, REVERSE})
    {
        // Streams of their own: the states are the same whatever is sent.
        if (m_markov[Index(direction)])
        {
            m_markov[Index(direction)]->AssignStreams(MARKOV_STREAM + 2 * Index(direction));
        }
    }
    PlanDrops(parameters);
}

void
DumbbellTopology::SetLinks(const DumbbellParameters& parameters)
{
    auto extra = std::array<Time, 2>{};
    if (parameters.direct)
    {
        m_dumbbell.SetDirect(LossyDumbbellHelper::Side::LEFT);
        m_dumbbell.SetDirect(LossyDumbbellHelper::Side::RIGHT);
        // All of the path is one pipe then.
        m_dumbbell.UsePath();
        extra = {parameters.GetAccessTime(m_sizes.GetPacket()),
                 parameters.GetAccessTime(m_sizes.ack)};
    }
    m_dumbbell.SetAccess(LossyDumbbellHelper::Side::LEFT,
                         parameters.left.rate,
                         parameters.left.delay);
    m_dumbbell.SetAccess(LossyDumbbellHelper::Side::RIGHT,
                         parameters.right.rate,
                         parameters.right.delay);
    m_dumbbell.SetJitter(parameters.jitter);
    for (const auto direction : {FORWARD, REVERSE})
    {
        m_dumbbell.SetRate(direction, parameters.rate);
        m_dumbbell.SetDelay(direction, parameters.GetDelay() + extra[Index(direction)]);
        m_dumbbell.SetQueue(direction, parameters.marking > 0 ? 1 : parameters.queue);
    }
    if (parameters.marking > 0)
    {
        SetMarking(m_dumbbell, parameters, m_sizes.GetPacket());
    }
}

void
DumbbellTopology::SetLoss(const DumbbellParameters& parameters,
                          LossyDumbbellHelper::Direction direction)
{
    const bool isForward = direction == FORWARD;
    if (const auto markov = parameters.losses.MakeMarkov(direction))
    {
        m_markov[Index(direction)] = markov;
        m_dumbbell.SetErrorModel(direction, markov);
    }
    else if (isForward && !parameters.losses.drop.empty())
    {
        m_drops = CreateObject<SegmentLossModel>();
        m_drops->SetAttribute("SegmentSize", UintegerValue(m_sizes.segment));
        m_dumbbell.SetErrorModel(direction, m_drops);
    }
    else if (!isForward && !parameters.losses.dropAcks.empty())
    {
        m_ackDrops = CreateObject<AckLossModel>();
        m_ackDrops->SetAttribute("SegmentSize", UintegerValue(m_sizes.segment));
        m_dumbbell.SetErrorModel(direction, m_ackDrops);
    }
    else
    {
        m_dumbbell.SetPacketLoss(direction, parameters.losses.GetLoss(direction));
    }
}

void
DumbbellTopology::PlanDrops(const DumbbellParameters& parameters)
{
    const auto receiver = m_dumbbell.GetReceiverAddress(0, FlowRun::GetPort(0));
    if (m_drops)
    {
        for (const auto segment : parameters.losses.GetDrops())
        {
            m_drops->Drop(segment);
        }
        m_drops->SetDestination(receiver);
    }
    if (m_ackDrops)
    {
        for (const auto& [segments, occurrence] : parameters.losses.GetAckDrops())
        {
            m_ackDrops->Drop(segments, occurrence);
        }
        m_ackDrops->SetSource(receiver);
    }
}

std::size_t
DumbbellTopology::GetPlannedDrops() const
{
    return (m_drops ? m_drops->GetPlanned() : 0) + (m_ackDrops ? m_ackDrops->GetPlanned() : 0);
}

} // namespace ns3::tcplossy
