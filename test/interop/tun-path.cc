/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tun-path.h"

#include "ns3/abort.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>
#include <vector>

namespace interop
{

namespace
{

/// DLT_RAW: packets of IP without anything before them.
constexpr uint32_t LINK_TYPE_RAW = 101;

/// A copy comes so much later than the first one.
const Time DUPLICATE_GAP = MilliSeconds(1);

constexpr uint32_t MAX_PACKET = 65536;
constexpr uint32_t IPV4_HEADER = 20;
constexpr uint32_t IPV6_HEADER = 40;

/// Reads packets.
class TunReader : public FdReader
{
  private:
    Data DoRead() override
    {
        auto* octets = static_cast<uint8_t*>(std::malloc(MAX_PACKET));
        const auto size = read(m_fd, octets, MAX_PACKET);
        if (size <= 0)
        {
            std::free(octets);
        }
        return {octets, size};
    }
};

/// @brief Version of IP. @param packet it @return 4 or 6, or something else that is none
uint8_t
GetVersion(Ptr<const Packet> packet)
{
    uint8_t first = 0;
    packet->CopyData(&first, 1);
    return first >> 4;
}

} // namespace

TunPath::TunPath(int tun, const Impairments& impairments, const std::string& pcap)
    : m_tun(tun),
      m_impairments(impairments),
      m_random(CreateObject<UniformRandomVariable>()),
      m_toTun{&TunPath::WriteToTun, Time(), {}},
      m_fromTun{&TunPath::GiveToDevice, Time(), {}}
{
    m_random->SetStream(1);
    m_pcap.Open(pcap, std::ios::out | std::ios::binary);
    m_pcap.Init(LINK_TYPE_RAW);
}

void
TunPath::Start(Ptr<SimpleNetDevice> device)
{
    m_device = device;
    m_node = device->GetNode()->GetId();
    m_reader = Create<TunReader>();
    m_reader->Start(m_tun, MakeCallback(&TunPath::Read, this));
}

void
TunPath::Stop()
{
    m_reader->Stop();
}

const WayCount&
TunPath::GetToTun() const
{
    return m_toTun.count;
}

const WayCount&
TunPath::GetFromTun() const
{
    return m_fromTun.count;
}

void
TunPath::Send(Ptr<Packet> packet,
              uint16_t /* protocol */,
              Mac48Address /* to */,
              Mac48Address /* from */,
              Ptr<SimpleNetDevice> /* sender */)
{
    Carry(m_toTun, packet);
}

void
TunPath::Read(uint8_t* octets, ssize_t size)
{
    // This is the reader's thread: even to make a packet is left to the simulator's.
    Simulator::ScheduleWithContext(m_node, Time(0), &TunPath::Enter, this, octets, size);
}

void
TunPath::Enter(uint8_t* octets, ssize_t size)
{
    const auto packet = Create<Packet>(octets, static_cast<uint32_t>(size));
    std::free(octets);
    m_pcap.Write(Simulator::Now(), packet);
    Carry(m_fromTun, packet);
}

bool
TunPath::Happens(double probability)
{
    return m_random->GetValue() < probability;
}

void
TunPath::Carry(Way& way, Ptr<Packet> packet)
{
    ++way.count.entered;
    if (Happens(m_impairments.loss))
    {
        ++way.count.lost;
        return;
    }
    const Time now = Simulator::Now();
    way.free = std::max(way.free, now) + m_impairments.rate.CalculateBytesTxTime(packet->GetSize());
    Time delay = way.free - now + m_impairments.delay;
    if (Happens(m_impairments.reordering))
    {
        ++way.count.delayed;
        delay += m_impairments.delay * m_random->GetValue();
    }
    Simulator::Schedule(delay, way.deliver, this, Corrupt(way, packet));
    if (Happens(m_impairments.duplication))
    {
        ++way.count.duplicated;
        Simulator::Schedule(delay + DUPLICATE_GAP, way.deliver, this, Corrupt(way, packet));
    }
}

Ptr<Packet>
TunPath::Corrupt(Way& way, Ptr<Packet> packet)
{
    const uint32_t begin = (GetVersion(packet) == 4) ? IPV4_HEADER : IPV6_HEADER;
    if (packet->GetSize() <= begin || !Happens(m_impairments.bitErrors))
    {
        return packet->Copy();
    }
    ++way.count.corrupted;
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    octets[m_random->GetInteger(begin, octets.size() - 1)] ^= 1 << m_random->GetInteger(0, 7);
    return Create<Packet>(octets.data(), octets.size());
}

void
TunPath::WriteToTun(Ptr<Packet> packet)
{
    m_pcap.Write(Simulator::Now(), packet);
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    const auto written = write(m_tun, octets.data(), octets.size());
    NS_ABORT_MSG_IF(written != static_cast<ssize_t>(octets.size()), "the TUN device takes nothing");
}

void
TunPath::GiveToDevice(Ptr<Packet> packet)
{
    const auto address = Mac48Address::ConvertFrom(m_device->GetAddress());
    const uint16_t protocol = (GetVersion(packet) == 4) ? 0x0800 : 0x86dd;
    m_device->Receive(packet, protocol, address, Mac48Address("00:00:00:00:00:01"));
}

} // namespace interop
