/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cpu-meter.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

namespace ns3::tcplossy
{

CpuMeter::CpuMeter(uint32_t segmentSize, uint64_t skip, uint64_t measure, double limit)
    : m_segmentSize(segmentSize),
      m_skip(skip * segmentSize),
      m_measure(measure * segmentSize),
      m_limit(limit),
      m_began(std::clock())
{
    NS_ABORT_MSG_UNLESS(segmentSize > 0, "CpuMeter: a segment must have at least 1 octet");
    NS_ABORT_MSG_UNLESS(measure > 0, "CpuMeter: at least 1 segment must be measured");
}

void
CpuMeter::Deliver(uint32_t octets)
{
    m_octets += octets;
    if (m_first == 0 && m_octets >= m_skip)
    {
        m_first = m_octets;
        m_start = GetElapsed();
        CALLGRIND_START_INSTRUMENTATION;
    }
    if (m_first > 0 && m_octets >= m_first + m_measure)
    {
        CALLGRIND_STOP_INSTRUMENTATION;
        m_stop = GetElapsed();
        Simulator::Stop();
    }
}

void
CpuMeter::Watch()
{
    if (GetElapsed() > m_limit)
    {
        Simulator::Stop();
        return;
    }
    Simulator::Schedule(MilliSeconds(1), &CpuMeter::Watch, this);
}

std::optional<double>
CpuMeter::GetCost() const
{
    if (!m_stop)
    {
        return std::nullopt;
    }
    return 1e6 * (*m_stop - m_start) * m_segmentSize / (m_octets - m_first);
}

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
