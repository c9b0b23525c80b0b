/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-loss-model.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SegmentLossModel");

NS_OBJECT_ENSURE_REGISTERED(SegmentLossModel);

TypeId
SegmentLossModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SegmentLossModel")
            .SetParent<ErrorModel>()
            .SetGroupName("Network")
            .AddConstructor<SegmentLossModel>()
            .AddAttribute("SegmentSize",
                          "Octets of data in a full segment of the connection, at least 1",
                          UintegerValue(536),
                          MakeUintegerAccessor(&SegmentLossModel::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
SegmentLossModel::SetDestination(const Address& destination)
{
    NS_ABORT_MSG_IF(m_observer, "SegmentLossModel: set the destination before packets pass");
    m_destination = destination;
}

void
SegmentLossModel::Drop(uint64_t segment, uint32_t transmission)
{
    NS_ABORT_MSG_IF(segment < 1, "SegmentLossModel: segments are counted from 1, not 0");
    NS_ABORT_MSG_IF(transmission < 1, "SegmentLossModel: transmissions are counted from 1, not 0");
    m_planned.emplace(segment, transmission);
}

bool
SegmentLossModel::DoCorrupt(Ptr<Packet> packet)
{
    if (!m_observer)
    {
        m_observer = std::make_unique<TcpSegmentObserver>(m_segmentSize, m_destination);
    }
    const auto segment = m_observer->Observe(packet);
    const bool isLost =
        IsEnabled() && segment && m_planned.erase({segment->number, segment->transmission}) > 0;
    if (isLost)
    {
        NS_LOG_INFO("loses segment " << segment->number << ", transmission "
                                     << segment->transmission);
    }
    return isLost;
}

void
SegmentLossModel::DoReset()
{
    m_observer = nullptr;
    m_planned.clear();
}

} // namespace ns3
