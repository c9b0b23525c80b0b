/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-parameters.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulation-singleton.h"

#include <map>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PathParameters");

namespace pathparameters
{

void
RequireRate(const std::string& name, DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, name << " must be above 0 bit/s");
}

void
RequireDelay(const std::string& name, Time delay)
{
    NS_ABORT_MSG_IF(delay.IsStrictlyNegative(),
                    name << " must not be negative: " << delay.As(Time::S));
}

Ptr<RateErrorModel>
MakePacketLoss(const std::string& name, double probability)
{
    NS_ABORT_MSG_UNLESS(probability >= 0.0 && probability <= 1.0,
                        name << " must lie in [0, 1], not " << probability);
    auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(probability);
    return model;
}

Ptr<Queue<Packet>>
MakeQueue(const std::string& name, const ObjectFactory& factory)
{
    // Not every build of ns-3 checks the type when the factory makes the object.
    NS_ABORT_MSG_UNLESS(factory.GetTypeId().IsChildOf(Queue<Packet>::GetTypeId()),
                        name << " must be a Queue<Packet>, not " << factory.GetTypeId());
    return factory.Create<Queue<Packet>>();
}

} // namespace pathparameters

Ipv4Networks::Ipv4Networks(Ipv4Address first, Ipv4Mask mask)
    : m_first(first),
      m_addresses(first, mask)
{
}

Ipv4InterfaceContainer
Ipv4Networks::Assign(const NetDeviceContainer& link)
{
    // Networks in use, by the first one.
    auto& used = (*SimulationSingleton<std::map<Ipv4Address, uint32_t>>::Get())[m_first];
    for (; m_passed < used; ++m_passed)
    {
        m_addresses.NewNetwork();
    }
    ++used;
    const auto interfaces = m_addresses.Assign(link);
    NS_LOG_INFO("a link of " << link.GetN() << " devices from " << interfaces.GetAddress(0)
                             << " on");
    return interfaces;
}

} // namespace ns3
