/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-channel.h"

#include "path-net-device.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PathChannel);

TypeId
PathChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PathChannel")
                            .SetParent<Channel>()
                            .SetGroupName("PointToPoint")
                            .AddConstructor<PathChannel>()
                            .AddAttribute("Delay",
                                          "The shorter one of the two directions' delays; the "
                                          "devices' attribute Delay sets them",
                                          TypeId::ATTR_GET,
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&PathChannel::GetDelay),
                                          MakeTimeChecker());
    return tid;
}

void
PathChannel::Attach(Ptr<PathNetDevice> device)
{
    NS_ABORT_MSG_IF(m_ends[1], "PathChannel: a path has two ends, and both are there");
    m_ends[m_ends[0] ? 1 : 0] = device;
}

Ptr<PathNetDevice>
PathChannel::GetPeer(const PathNetDevice* device) const
{
    return m_ends[PeekPointer(m_ends[0]) == device ? 1 : 0];
}

Time
PathChannel::GetDelay() const
{
    return m_ends[1] ? std::min(m_ends[0]->GetLeastDelay(), m_ends[1]->GetLeastDelay()) : Time(0);
}

std::size_t
PathChannel::GetNDevices() const
{
    return (m_ends[0] ? 1 : 0) + (m_ends[1] ? 1 : 0);
}

Ptr<NetDevice>
PathChannel::GetDevice(std::size_t i) const
{
    return m_ends.at(i);
}

void
PathChannel::DoDispose()
{
    m_ends = {};
    Channel::DoDispose();
}

} // namespace ns3
