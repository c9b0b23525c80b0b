/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "traffic-sources.h"

#include "ns3/inet6-socket-address.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/path-net-device.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>

namespace ns3::tcplossy
{

NS_OBJECT_ENSURE_REGISTERED(BulkSource);
NS_OBJECT_ENSURE_REGISTERED(BurstSource);

void
TcpSource::DoDispose()
{
    m_next.Cancel();
    m_socket = nullptr;
    Application::DoDispose();
}

void
TcpSource::StartApplication()
{
    m_socket = Socket::CreateSocket(GetNode(), TcpSocketFactory::GetTypeId());
    Inet6SocketAddress::IsMatchingType(m_to) ? m_socket->Bind6() : m_socket->Bind();
    m_socket->Connect(m_to);
    m_socket->ShutdownRecv();
    m_socket->SetSendCallback(MakeCallback(&TcpSource::HasRoom, this));
}

void
TcpSource::StopApplication()
{
    m_next.Cancel();
    if (m_socket)
    {
        m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_socket->Close();
    }
}

void
TcpSource::HasRoom(Ptr<Socket>, uint32_t)
{
    Fill();
}

TypeId
BulkSource::GetTypeId()
{
    static TypeId typeId =
        TypeId("ns3::TcpLossyBulkSource").SetParent<Application>().SetGroupName("TcpLossy");
    return typeId;
}

void
BulkSource::StartApplication()
{
    if (m_variant)
    {
        m_variant->Install(GetNode());
    }
    TcpSource::StartApplication();
    m_socket->SetConnectCallback(MakeCallback(&BulkSource::Connected, this),
                                 MakeNullCallback<void, Ptr<Socket>>());
    m_socket->TraceConnectWithoutContext("Tx", MakeCallback(&BulkSource::Sent, this));
    m_socket->TraceConnectWithoutContext("CongestionWindow",
                                         MakeCallback(&BulkSource::WindowChanged, this));
}

void
BulkSource::StopApplication()
{
    m_isConnected = false;
    TcpSource::StopApplication();
}

uint64_t
BulkSource::GetAhead() const
{
    constexpr uint64_t LEAST_WRITES = 64; // ahead of even the smallest window
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
    if (m_written < m_sent + GetAhead() / 2 && m_next.IsExpired())
    {
        m_next = Simulator::ScheduleNow(&BulkSource::Fill, this);
    }
}

void
BulkSource::WindowChanged(uint32_t, uint32_t newValue)
{
    m_window = newValue;
}

TypeId
BurstSource::GetTypeId()
{
    static TypeId typeId =
        TypeId("ns3::TcpLossyBurstSource").SetParent<Application>().SetGroupName("TcpLossy");
    return typeId;
}

void
BurstSource::StartApplication()
{
    TcpSource::StartApplication();
    Schedule();
}

void
BurstSource::Schedule()
{
    m_next =
        Simulator::Schedule(m_meanInterval * m_intervals->GetValue(), &BurstSource::Burst, this);
}

void
BurstSource::Burst()
{
    m_unwritten += m_burstSize;
    Fill();
    Schedule();
}

void
BurstSource::Fill()
{
    while (m_unwritten > 0)
    {
        const auto octets = std::min<uint64_t>(m_unwritten, m_socket->GetTxAvailable());
        const int taken = octets > 0 ? m_socket->Send(Create<Packet>(octets)) : 0;
        if (taken <= 0)
        {
            return;
        }
        m_unwritten -= taken;
    }
}

BulkFlow
BulkFlow::Install(const Ends& ends, uint32_t sendSize, Time start)
{
    BulkFlow flow;
    if (remotelink::IsLocal(ends.source))
    {
        flow.sender = CreateObject<BulkSource>(ends.to, sendSize);
        flow.sender->SetStartTime(start);
        ends.source->AddApplication(flow.sender);
    }
    if (remotelink::IsLocal(ends.destination))
    {
        PacketSinkHelper receiver("ns3::TcpSocketFactory", ends.listen);
        flow.receiver = DynamicCast<PacketSink>(receiver.Install(ends.destination).Get(0));
    }
    return flow;
}

} // namespace ns3::tcplossy
