/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ack-loss-model.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AckLossModel");

NS_OBJECT_ENSURE_REGISTERED(AckLossModel);

TypeId
AckLossModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AckLossModel")
            .SetParent<ErrorModel>()
            .SetGroupName("Network")
            .AddConstructor<AckLossModel>()
            .AddAttribute("SegmentSize",
                          "Octets of data in a full segment of the connection, at least 1",
                          UintegerValue(536),
                          MakeUintegerAccessor(&AckLossModel::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
AckLossModel::SetSource(const Address& source)
{
    NS_ABORT_MSG_IF(!m_source.IsInvalid(), "AckLossModel: set the source before packets pass");
    m_wanted = source;
}

void
AckLossModel::Drop(uint64_t segments, uint32_t occurrence)
{
    NS_ABORT_MSG_IF(occurrence < 1, "AckLossModel: occurrences are counted from 1, not 0");
    m_planned.emplace(segments, occurrence);
}

void
AckLossModel::Open(const PppTcpPacket& answer)
{
    const bool isWaiting = m_source.IsInvalid();
    const auto first = answer.header.GetAckNumber();
    const bool isWanted = isWaiting ? (m_wanted.IsInvalid() || answer.source == m_wanted)
                                    : (answer.source == m_source &&
                                       answer.destination == m_destination && first != m_first);
    if (isWanted)
    {
        m_source = answer.source;
        m_destination = answer.destination;
        m_first = first;
        m_highest = 0;
        m_occurrences.clear();
    }
}

bool
AckLossModel::IsCounted(const PppTcpPacket& packet) const
{
    const auto flags = packet.header.GetFlags();
    const bool isPureAck = (flags & TcpHeader::ACK) &&
                           !(flags & (TcpHeader::FIN | TcpHeader::RST)) && packet.size == 0;
    return isPureAck && !m_source.IsInvalid() && packet.source == m_source &&
           packet.destination == m_destination;
}

bool
AckLossModel::DoCorrupt(Ptr<Packet> packet)
{
    const auto parsed = PppTcpPacket::Parse(packet);
    if (!parsed)
    {
        return false;
    }
    const auto flags = parsed->header.GetFlags();
    if (flags & TcpHeader::SYN)
    {
        if (flags & TcpHeader::ACK)
        {
            Open(*parsed);
        }
        return false;
    }
    if (!IsCounted(*parsed))
    {
        return false;
    }
    // Modulo 2^32 the distance from the highest ACK is right within 2^31.
    const auto known = m_first.GetValue() + static_cast<uint32_t>(m_highest);
    const auto step = static_cast<int32_t>(parsed->header.GetAckNumber().GetValue() - known);
    const auto position = m_highest + step;
    if (position < 0)
    {
        return false;
    }
    m_highest = std::max(m_highest, position);
    const auto number = static_cast<uint64_t>(position) / m_segmentSize;
    const auto occurrence = ++m_occurrences[number];
    const bool isLost = IsEnabled() && m_planned.erase({number, occurrence}) > 0;
    if (isLost)
    {
        NS_LOG_INFO("loses ACK " << occurrence << " of " << number << " segments");
    }
    return isLost;
}

void
AckLossModel::DoReset()
{
    m_source = Address();
    m_destination = Address();
    m_planned.clear();
}

} // namespace ns3
