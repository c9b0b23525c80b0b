/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bulk-source.h"

#include "ns3/inet6-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>

namespace ns3::tcplossy
{

NS_OBJECT_ENSURE_REGISTERED(BulkSource);

namespace
{
/// Writes that lie ahead of even the smallest window.
constexpr uint64_t LEAST_WRITES = 64;
} // namespace

TypeId
BulkSource::GetTypeId()
{
    static TypeId typeId =
        TypeId("ns3::TcpLossyBulkSource").SetParent<Application>().SetGroupName("TcpLossy");
    return typeId;
}

BulkSource::BulkSource(const Address& to, uint32_t writeSize)
    : m_to(to),
      m_writeSize(writeSize)
{
}

void
BulkSource::SetVariant(const TcpVariantPreset& variant)
{
    m_variant = variant;
}

Ptr<Socket>
BulkSource::GetSocket() const
{
    return m_socket;
}

void
BulkSource::DoDispose()
{
    m_fill.Cancel();
    m_socket = nullptr;
    Application::DoDispose();
}

void
BulkSource::StartApplication()
{
    if (m_variant)
    {
        m_variant->Install(GetNode());
    }
    m_socket = Socket::CreateSocket(GetNode(), TcpSocketFactory::GetTypeId());
    Inet6SocketAddress::IsMatchingType(m_to) ? m_socket->Bind6() : m_socket->Bind();
    m_socket->Connect(m_to);
    m_socket->ShutdownRecv();
    m_socket->SetConnectCallback(MakeCallback(&BulkSource::Connected, this),
                                 MakeNullCallback<void, Ptr<Socket>>());
    m_socket->SetSendCallback(MakeCallback(&BulkSource::HasRoom, this));
    m_socket->TraceConnectWithoutContext("Tx", MakeCallback(&BulkSource::Sent, this));
    m_socket->TraceConnectWithoutContext("CongestionWindow",
                                         MakeCallback(&BulkSource::WindowChanged, this));
}

void
BulkSource::StopApplication()
{
    m_isConnected = false;
    if (m_socket)
    {
        m_socket->Close();
    }
}

uint64_t
BulkSource::GetAhead() const
{
    return std::max(2 * uint64_t{m_window}, LEAST_WRITES * m_writeSize);
}

void
BulkSource::Fill()
{
    while (m_isConnected && m_written < m_sent + GetAhead())
    {
        const auto taken = m_socket->Send(Create<Packet>(m_writeSize));
        if (taken <= 0)
        {
            return;
        }
        m_written += taken;
    }
}

void
BulkSource::Connected(Ptr<Socket>)
{
    m_isConnected = true;
    Fill();
}

void
BulkSource::HasRoom(Ptr<Socket>, uint32_t)
{
    Fill();
}

void
BulkSource::Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    const auto end = header.GetSequenceNumber() + packet->GetSize();
    const auto before = m_highest.value_or(header.GetSequenceNumber());
    m_sent += end > before ? end - before : 0;
    m_highest = std::max(before, end);
    // Not from within the socket's own loop.
    if (m_written < m_sent + GetAhead() / 2 && m_fill.IsExpired())
    {
        m_fill = Simulator::ScheduleNow(&BulkSource::Fill, this);
    }
}

void
BulkSource::WindowChanged(uint32_t, uint32_t newValue)
{
    m_window = newValue;
}

} // namespace ns3::tcplossy
