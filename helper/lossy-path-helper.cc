/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossy-path-helper.h"

#include "path-parameters.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/ns3-values.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LossyPathHelper");

void
LossyPathHelper::SetRate(Direction direction, DataRate rate)
{
    pathparameters::RequireRate("LossyPathHelper: rate", rate);
    m_ways[direction].rate = rate;
}

void
LossyPathHelper::SetDelay(Direction direction, Time delay)
{
    pathparameters::RequireDelay("LossyPathHelper: delay", delay);
    m_ways[direction].delay = delay;
}

void
LossyPathHelper::SetQueue(Direction direction, QueueSize size)
{
    NS_ABORT_MSG_IF(size.GetValue() == 0, "LossyPathHelper: queue must be longer than 0");
    m_ways[direction].size = size;
}

void
LossyPathHelper::SetPacketLoss(Direction direction, double probability)
{
    SetErrorModel(direction,
                  pathparameters::MakePacketLoss("LossyPathHelper: packet loss", probability));
}

void
LossyPathHelper::SetErrorModel(Direction direction, Ptr<ErrorModel> model)
{
    NS_ABORT_MSG_UNLESS(model, "LossyPathHelper: error model must not be null");
    m_ways[direction].loss = model;
}

void
LossyPathHelper::SetImpairment(Direction direction, Ptr<PathImpairment> impairment)
{
    NS_ABORT_MSG_UNLESS(impairment, "LossyPathHelper: impairment must not be null");
    m_ways[direction].impairment = impairment;
}

void
LossyPathHelper::SetConditions(Direction direction, std::shared_ptr<PathConditions> conditions)
{
    NS_ABORT_MSG_UNLESS(conditions, "LossyPathHelper: conditions must not be null");
    m_ways[direction].trace = [conditions](double) { return conditions; };
}

std::string
LossyPathHelper::FindTraceFault(const std::string& file)
{
    LinkRecording recording;
    return recording.ReadFile(file);
}

void
LossyPathHelper::SetTrace(Direction direction, const std::string& file, bool isLooped)
{
    NS_LOG_FUNCTION(this << file << isLooped);
    LinkRecording recording;
    const auto fault = recording.ReadFile(file);
    NS_ABORT_MSG_UNLESS(fault.empty(), "LossyPathHelper: trace " << fault);
    m_ways[direction].trace = [isLooped, recording](double part) {
        const auto offset = ToTime(recording.GetLength()) * part;
        return std::make_shared<PathConditions>(recording.Make(isLooped, ToDuration(offset)));
    };
}

void
LossyPathHelper::SetTraceOffset(int64_t stream)
{
    NS_ABORT_MSG_IF(stream < -1,
                    "LossyPathHelper::SetTraceOffset: stream must be at least -1, not " << stream);
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    m_offset = random->GetValue();
    NS_LOG_INFO("traces begin after " << m_offset << " of their length");
}

Ptr<PathNetDevice>
LossyPathHelper::MakeDevice(Ptr<Node> node, const Way& way) const
{
    auto device = CreateObject<PathNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    device->SetMtu(pathparameters::MTU);
    node->AddDevice(device);
    device->SetDataRate(way.rate);
    device->SetDelay(way.delay.value_or(MilliSeconds(20)));
    device->SetMaxSize(way.size);
    if (way.trace)
    {
        device->SetConditions(way.trace(m_offset));
    }
    if (way.impairment)
    {
        device->SetImpairment(way.impairment);
    }
    if (way.queue)
    {
        device->SetQueue(pathparameters::MakeQueue("LossyPathHelper: queue type", *way.queue));
    }
    if (m_trafficControl)
    {
        auto queueInterface = CreateObject<NetDeviceQueueInterface>();
        queueInterface->GetTxQueue(0)->ConnectQueueTraces(device->GetQueue());
        device->AggregateObject(queueInterface);
    }
    return device;
}

NetDeviceContainer
LossyPathHelper::Install(Ptr<Node> first, Ptr<Node> second) const
{
    NS_LOG_FUNCTION(this << first << second);
    const bool isRemote = first->GetSystemId() != second->GetSystemId();
    NS_ABORT_MSG_IF(isRemote && !remotelink::IsAvailable(),
                    "LossyPathHelper: system IDs must not differ: this ns-3 was built without its "
                    "module mpi");
    const std::array ends{MakeDevice(first, m_ways[Direction::FORWARD]),
                          MakeDevice(second, m_ways[Direction::REVERSE])};
    auto channel = CreateObject<PathChannel>();
    NetDeviceContainer devices;
    for (uint32_t end : {0, 1})
    {
        ends.at(end)->Attach(channel);
        ends.at(end)->SetReceiveErrorModel(m_ways.at(1 - end).loss);
        if (isRemote)
        {
            remotelink::ReceiveAt(ends.at(end),
                                  MakeCallback(&PathNetDevice::Receive, ends.at(end)));
        }
        devices.Add(ends.at(end));
    }
    NS_ABORT_MSG_IF(isRemote && channel->GetDelay().IsZero(),
                    "LossyPathHelper: between system IDs delay must be above 0");
    return devices;
}

int64_t
LossyPathHelper::AssignStreams(const NetDeviceContainer& devices, int64_t stream)
{
    NS_ABORT_MSG_IF(stream < 0, "LossyPathHelper: stream must not be negative, but is " << stream);
    const auto first = stream;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        if (const auto path = DynamicCast<PathNetDevice>(*device))
        {
            stream += path->AssignStreams(stream);
        }
    }
    return stream - first;
}

void
LossyPathHelper::EnablePcapInternal(std::string prefix,
                                    Ptr<NetDevice> device,
                                    bool /* promiscuous */,
                                    bool explicitFilename)
{
    const auto path = DynamicCast<PathNetDevice>(device);
    if (!path)
    {
        return;
    }
    // The capture is to have what waits now, too.
    path->RecallQueue();
    // LINKTYPE_PPP of tcpdump; ns-3's name for it is another one after 3.48.
    constexpr auto PPP = static_cast<PcapHelper::DataLinkType>(9);
    PcapHelper helper;
    const auto name = explicitFilename ? prefix : helper.GetFilenameFromDevice(prefix, device);
    helper.HookDefaultSink<PathNetDevice>(path,
                                          "PromiscSniffer",
                                          helper.CreateFile(name, std::ios::out, PPP));
}

} // namespace ns3
