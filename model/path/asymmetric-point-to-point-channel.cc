/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "asymmetric-point-to-point-channel.h"

#include "remote-link.h"

#include "ns3/point-to-point-net-device.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AsymmetricPointToPointChannel);

TypeId
AsymmetricPointToPointChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AsymmetricPointToPointChannel")
            .SetParent<PointToPointChannel>()
            .SetGroupName("PointToPoint")
            .AddConstructor<AsymmetricPointToPointChannel>()
            .AddAttribute("ReverseDelay",
                          "Propagation delay towards the device that was attached first, not "
                          "negative",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&AsymmetricPointToPointChannel::m_reverseDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ReverseJitter",
                          "Each packet towards that device comes up to this later, uniformly at "
                          "random, not negative",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&AsymmetricPointToPointChannel::m_reverseJitter),
                          MakeTimeChecker(Seconds(0)));
    return tid;
}

bool
AsymmetricPointToPointChannel::TransmitStart(Ptr<const Packet> p,
                                             Ptr<PointToPointNetDevice> src,
                                             Time txTime)
{
    const bool isReverse = (src != GetPointToPointDevice(0));
    // The base class adds its own delay to the transmission time.
    Time difference = isReverse ? m_reverseDelay - GetDelay() : Time(0);
    if (isReverse && m_reverseJitter.IsStrictlyPositive())
    {
        if (!m_random)
        {
            AssignStreams(-1);
        }
        difference += m_reverseJitter * m_random->GetValue();
    }
    // What this process has of a node that another one runs may be started, but sends nothing.
    if (!remotelink::IsLocal(src->GetNode()))
    {
        return true;
    }
    const auto destination = GetPointToPointDevice(isReverse ? 0 : 1);
    if (remotelink::IsLocal(destination->GetNode()))
    {
        return PointToPointChannel::TransmitStart(p, src, txTime + difference);
    }
    remotelink::Send(p, Simulator::Now() + txTime + difference + GetDelay(), destination);
    return true;
}

int64_t
AsymmetricPointToPointChannel::AssignStreams(int64_t stream)
{
    m_random = CreateObject<UniformRandomVariable>();
    m_random->SetStream(stream);
    return 1;
}

} // namespace ns3
