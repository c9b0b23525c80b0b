/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-application.h"

#include "ns3/abort.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BurstApplication");

NS_OBJECT_ENSURE_REGISTERED(BurstApplication);

TypeId
BurstApplication::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BurstApplication")
                            .SetParent<Application>()
                            .SetGroupName("Applications")
                            .AddConstructor<BurstApplication>()
                            .AddAttribute("BurstSize",
                                          "Octets of a burst, at least 1",
                                          UintegerValue(1000),
                                          MakeUintegerAccessor(&BurstApplication::m_burstSize),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddAttribute("MeanInterval",
                                          "Mean time between bursts, above 0",
                                          TimeValue(MilliSeconds(500)),
                                          MakeTimeAccessor(&BurstApplication::m_meanInterval),
                                          MakeTimeChecker(TimeStep(1)));
    return tid;
}

BurstApplication::BurstApplication()
    : m_interval(CreateObject<ExponentialRandomVariable>())
{
}

void
BurstApplication::SetStream(int64_t stream)
{
    m_interval->SetStream(stream);
}

void
BurstApplication::StartApplication()
{
    NS_ABORT_MSG_IF(m_remote.IsInvalid(), "BurstApplication: call SetRemote() before the start");
    m_socket = Socket::CreateSocket(GetNode(), TcpSocketFactory::GetTypeId());
    const bool isIpv6 = Inet6SocketAddress::IsMatchingType(m_remote);
    const int failed =
        (isIpv6 ? m_socket->Bind6() : m_socket->Bind()) | m_socket->Connect(m_remote);
    NS_ABORT_MSG_IF(failed, "BurstApplication: no connection can be made from here");
    m_socket->ShutdownRecv();
    m_socket->SetSendCallback(MakeCallback(&BurstApplication::Write, this));
    Schedule();
}

void
BurstApplication::StopApplication()
{
    m_next.Cancel();
    if (m_socket)
    {
        m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_socket->Close();
    }
}

void
BurstApplication::DoDispose()
{
    m_next.Cancel();
    m_socket = nullptr;
    Application::DoDispose();
}

void
BurstApplication::Schedule()
{
    const Time wait = m_meanInterval * m_interval->GetValue();
    m_next = Simulator::Schedule(wait, &BurstApplication::Burst, this);
}

void
BurstApplication::Burst()
{
    ++m_bursts;
    m_unwritten += m_burstSize;
    NS_LOG_INFO("burst " << m_bursts << ": " << m_unwritten << " octets to write");
    Write(m_socket, 0);
    Schedule();
}

void
BurstApplication::Write(Ptr<Socket> socket, uint32_t)
{
    while (m_unwritten > 0)
    {
        const auto octets = std::min<uint64_t>(m_unwritten, socket->GetTxAvailable());
        const int taken = octets > 0 ? socket->Send(Create<Packet>(octets)) : 0;
        if (taken <= 0)
        {
            return;
        }
        m_unwritten -= taken;
    }
}

} // namespace ns3
