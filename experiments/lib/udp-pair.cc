/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "udp-pair.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

namespace ns3::tcplossy
{

UdpPair::UdpPair(const LossyDumbbellHelper& dumbbell,
                 CpuMeter& meter,
                 uint32_t segmentSize,
                 Time interval,
                 uint16_t port)
    : m_meter(meter),
      m_segmentSize(segmentSize),
      m_interval(interval),
      m_sender(Socket::CreateSocket(dumbbell.GetSenders().Get(0), UdpSocketFactory::GetTypeId())),
      m_receiver(
          Socket::CreateSocket(dumbbell.GetReceivers().Get(0), UdpSocketFactory::GetTypeId()))
{
    NS_ABORT_MSG_UNLESS(interval.IsStrictlyPositive(), "UdpPair: the interval must be above 0");
    m_receiver->Bind(dumbbell.GetAnyAddress(port));
    m_receiver->SetRecvCallback(MakeCallback(&UdpPair::Answer, this));
    m_sender->Bind();
    m_sender->Connect(dumbbell.GetReceiverAddress(0, port));
    m_sender->SetRecvCallback(MakeCallback(&UdpPair::Discard, this));
    Simulator::ScheduleNow(&UdpPair::Send, this);
}

void
UdpPair::Send()
{
    m_sender->Send(Create<Packet>(m_segmentSize));
    Simulator::Schedule(m_interval, &UdpPair::Send, this);
}

void
UdpPair::Answer(Ptr<Socket> socket)
{
    Address from;
    while (const auto packet = socket->RecvFrom(from))
    {
        m_meter.Deliver(packet->GetSize());
        socket->SendTo(Create<Packet>(), 0, from);
    }
}

void
UdpPair::Discard(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
    }
}

} // namespace ns3::tcplossy
