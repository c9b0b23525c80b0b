/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-topology.h"

#include "flow-run.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/queue-size.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::tcplossy
{

namespace
{
/// @brief Drop early, or mark. @param dumbbell whose bottleneck does @param parameters which, queue
/// and threshold @param packet octets of a full one
void
SetRed(LossyDumbbellHelper& dumbbell, const DumbbellParameters& parameters, uint32_t packet)
{
    // Marks as DCTCP wants them (RFC 8257, section 3.1): by the length at this moment, all above
    // it.
    const bool marks = parameters.marking > 0;
    dumbbell.SetQueueDisc("ns3::RedQueueDisc",
                          "MaxSize",
                          QueueSizeValue({QueueSizeUnit::PACKETS, parameters.queue}),
                          "MinTh",
                          DoubleValue(marks ? parameters.marking : 5.0),
                          "MaxTh",
                          DoubleValue(marks ? parameters.marking : 15.0),
                          "QW",
                          DoubleValue(marks ? 1.0 : 0.002),
                          "LInterm",
                          DoubleValue(50.0),
                          "LinkBandwidth",
                          DataRateValue(parameters.rate),
                          "Gentle",
                          BooleanValue(marks),
                          "UseEcn",
                          BooleanValue(marks),
                          "UseHardDrop",
                          BooleanValue(!marks),
                          "MeanPktSize",
                          UintegerValue(packet));
}
} // namespace

Ptr<MarkovErrorModel>
MakeMarkov(const std::vector<double>& values)
{
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
                                   const PacketSizes& sizes,
                                   uint32_t pairs,
                                   uint32_t reversePairs,
                                   uint32_t rightSystemId)
    : DumbbellFlows(m_dumbbell, pairs),
      m_sizes(sizes),
      m_dumbbell(parameters.sharedHosts ? std::max(pairs, reversePairs) : pairs + reversePairs)
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
    const bool early = parameters.red || parameters.marking > 0;
    for (const auto direction : {FORWARD, REVERSE})
    {
        m_dumbbell.SetRate(direction, parameters.rate);
        m_dumbbell.SetDelay(direction, parameters.GetDelay() + extra[Index(direction)]);
        m_dumbbell.SetQueue(direction, early ? 1 : parameters.queue);
    }
    if (early)
    {
        SetRed(m_dumbbell, parameters, m_sizes.GetPacket());
    }
}

void
DumbbellTopology::SetLoss(const DumbbellParameters& parameters,
                          LossyDumbbellHelper::Direction direction)
{
    const bool isForward = direction == FORWARD;
    if (const auto markov = MakeMarkov(parameters.losses.GetMarkov(direction)))
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

} // namespace ns3::tcplossy
