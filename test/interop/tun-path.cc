/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tun-path.h"

#include "ns3/abort.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>
#include <utility>
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
/// No packet with as many octets is without data: headers of IPv6 and TCP, and all options.
constexpr uint32_t WITH_DATA = 101;

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

/// @return 4 or 6, the version of IP; of what is no packet of IP another number
uint8_t
GetVersion(Ptr<const Packet> packet)
{
    uint8_t first = 0;
    packet->CopyData(&first, 1);
    return first >> 4;
}

/// Random numbers of a way have streams of their own, from these on.
constexpr int64_t TO_TUN_STREAM = 1;
constexpr int64_t FROM_TUN_STREAM = 11;

Ptr<UniformRandomVariable>
MakeRandom(int64_t stream)
{
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

/// @brief Throw the dice. @param random the dice @param probability of the event @return whether it
/// happens
bool
Happens(Ptr<UniformRandomVariable> random, double probability)
{
    return random->GetValue() < probability;
}

} // namespace

TunEnd::TunEnd(int tun, const std::string& pcap, Callback<void, Ptr<Packet>> enter)
    : m_tun(tun),
      m_enter(enter)
{
    if (!pcap.empty())
    {
        m_pcap = CreateObject<PcapFileWrapper>();
        m_pcap->Open(pcap, std::ios::out | std::ios::binary);
        m_pcap->Init(LINK_TYPE_RAW);
    }
}

void
TunEnd::Start(uint32_t context)
{
    m_context = context;
    m_reader = Create<TunReader>();
    m_reader->Start(m_tun, MakeCallback(&TunEnd::Read, this));
}

void
TunEnd::Stop()
{
    m_reader->Stop();
}

void
TunEnd::Read(uint8_t* octets, ssize_t size)
{
    // This is the reader's thread: even to make a packet is left to the simulator's.
    Simulator::ScheduleWithContext(m_context, Time(0), &TunEnd::Enter, this, octets, size);
}

void
TunEnd::Enter(uint8_t* octets, ssize_t size)
{
    const auto packet = Create<Packet>(octets, static_cast<uint32_t>(size));
    std::free(octets);
    Capture(packet);
    m_enter(packet);
}

void
TunEnd::Capture(Ptr<const Packet> packet)
{
    if (m_pcap)
    {
        m_pcap->Write(Simulator::Now(), packet);
    }
}

void
TunEnd::Write(Ptr<Packet> packet)
{
    Capture(packet);
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    const auto written = write(m_tun, octets.data(), octets.size());
    NS_ABORT_MSG_IF(written != static_cast<ssize_t>(octets.size()), "the TUN device takes nothing");
}

TunPath::Way::Way(void (TunPath::*deliver)(Ptr<Packet>), int64_t firstStream)
    : deliver(deliver),
      losses(MakeRandom(firstStream)),
      jitters(MakeRandom(firstStream + 1)),
      changes(MakeRandom(firstStream + 3)),
      dice(MakeRandom(firstStream + 2))
{
}

TunPath::TunPath(int tun, const Impairments& impairments, const std::string& pcap)
    : m_impairments(impairments),
      m_fates(impairments.fates, impairments.segment),
      m_tun(tun, pcap, MakeCallback(&TunPath::TakeFromTun, this)),
      m_toTun(&TunPath::WriteToTun, TO_TUN_STREAM),
      m_fromTun(&TunPath::GiveToOther, FROM_TUN_STREAM)
{
}

void
TunPath::SetConditions(std::shared_ptr<PathConditions> conditions)
{
    m_toTun.conditions = std::move(conditions);
    m_toTun.waiting.SetLimit({m_impairments.queue, true});
}

void
TunPath::SetDevice(Ptr<SimpleNetDevice> device)
{
    m_device = device;
    m_address = device->GetNode()->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
}

void
TunPath::SetOtherTun(int tun, const std::string& pcap)
{
    m_other = std::make_unique<TunEnd>(tun, pcap, MakeCallback(&TunPath::TakeFromOther, this));
}

void
TunPath::Start()
{
    m_tun.Start(m_device ? m_device->GetNode()->GetId() : Simulator::NO_CONTEXT);
    if (m_other)
    {
        m_other->Start(Simulator::NO_CONTEXT);
    }
}

void
TunPath::Stop()
{
    m_tun.Stop();
    if (m_other)
    {
        m_other->Stop();
    }
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
TunPath::TakeFromTun(Ptr<Packet> packet)
{
    Carry(m_fromTun, packet);
}

void
TunPath::TakeFromOther(Ptr<Packet> packet)
{
    Carry(m_toTun, packet);
}

bool
TunPath::IsFull(Way& way, Ptr<const Packet> packet) const
{
    if (way.conditions)
    {
        way.waiting.LeaveBefore(Simulator::Now(), [](Time) {});
        return !way.waiting.Fits(packet->GetSize());
    }
    return m_impairments.queue > 0 && GetWaiting(way) + packet->GetSize() > m_impairments.queue;
}

double
TunPath::GetWaiting(const Way& way) const
{
    const Time wait = std::max(way.free - Simulator::Now(), Time(0));
    return m_impairments.rate.GetBitRate() * wait.GetSeconds() / 8;
}

Ptr<Packet>
TunPath::Mark(const Way& way, Ptr<Packet> packet) const
{
    Ipv4Header ip;
    if (m_impairments.mark == 0 || GetWaiting(way) <= m_impairments.mark ||
        GetVersion(packet) != 4 || packet->PeekHeader(ip) == 0 ||
        ip.GetEcn() == Ipv4Header::ECN_NotECT)
    {
        return packet;
    }
    packet->RemoveHeader(ip);
    ip.SetEcn(Ipv4Header::ECN_CE);
    ip.EnableChecksum();
    packet->AddHeader(ip);
    return packet;
}

bool
TunPath::IsLost(Way& way, Ptr<const Packet> packet) const
{
    // Two states, good and lost, with the wanted mean number of packets in the latter one, and the
    // wanted share of packets.
    const auto& chances = m_impairments.chances;
    double probability = chances.loss;
    if (chances.burst > 1)
    {
        probability = way.inBurst ? 1 - 1 / chances.burst
                                  : chances.loss / (chances.burst * (1 - chances.loss));
    }
    const double number = way.losses->GetValue();
    way.inBurst = number < probability;
    return way.inBurst || (packet->GetSize() < WITH_DATA && number < probability + chances.ackLoss);
}

Time
TunPath::SkipOutage(Time at) const
{
    if (!m_impairments.outage.IsStrictlyPositive() || !m_firstData ||
        at - *m_firstData < m_impairments.outageEvery)
    {
        return at;
    }
    const Time since{(at - *m_firstData).GetTimeStep() % m_impairments.outageEvery.GetTimeStep()};
    return since < m_impairments.outage ? at - since + m_impairments.outage : at;
}

Time
TunPath::AwaitBatch(Ptr<const Packet> packet, Time at) const
{
    if (!m_impairments.batch.IsStrictlyPositive() || !m_firstData || packet->GetSize() >= WITH_DATA)
    {
        return at;
    }
    const Time since{(at - *m_firstData).GetTimeStep() % m_impairments.batch.GetTimeStep()};
    return since.IsZero() ? at : at - since + m_impairments.batch;
}

Time
TunPath::DrawDelay(Way& way)
{
    Time delay = m_impairments.delay;
    if (m_impairments.jitter.IsStrictlyPositive())
    {
        delay += m_impairments.jitter * (2 * way.jitters->GetValue() - 1);
    }
    if (Happens(way.dice, m_impairments.chances.reordering))
    {
        ++way.count.delayed;
        delay += m_impairments.delay * way.dice->GetValue();
    }
    return delay;
}

Time
TunPath::Enqueue(Way& way, Time start, uint32_t octets) const
{
    if (!way.conditions)
    {
        return start + m_impairments.rate.CalculateBytesTxTime(octets);
    }
    const auto finish = way.conditions->GetFinish(start, octets);
    way.waiting.Add(Simulator::Now(), finish, octets, 0);
    return finish;
}

void
TunPath::Carry(Way& way, Ptr<Packet> packet)
{
    ++way.count.entered;
    packet = ClearPush(packet);
    const auto fate = m_fates.Meet(packet);
    if (IsLost(way, packet) || fate.isLost)
    {
        ++way.count.lost;
        return;
    }
    if (IsFull(way, packet))
    {
        ++way.count.dropped;
        return;
    }
    packet = Mark(way, packet);
    const Time now = Simulator::Now();
    if (!m_firstData && packet->GetSize() >= WITH_DATA)
    {
        m_firstData = now;
    }
    const Time start = SkipOutage(std::max(way.free, now)) + fate.hold;
    way.free = Enqueue(way, start, packet->GetSize());
    Time delay = way.free - now + fate.delay + DrawDelay(way);
    if (way.conditions)
    {
        delay += way.conditions->GetExtraDelay(way.free);
        if (Happens(way.changes, way.conditions->GetLoss(way.free)))
        {
            ++way.count.lost;
            return;
        }
    }
    delay = AwaitBatch(packet, now + delay) - now;
    Simulator::Schedule(delay, way.deliver, this, Corrupt(way, packet));
    if (Happens(way.dice, m_impairments.chances.duplication))
    {
        ++way.count.duplicated;
        Simulator::Schedule(delay + DUPLICATE_GAP, way.deliver, this, Corrupt(way, packet));
    }
}

Ptr<Packet>
TunPath::ClearPush(Ptr<Packet> packet) const
{
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    constexpr uint8_t push = 8;
    constexpr std::size_t flags = IPV4_HEADER + 13;
    constexpr std::size_t checksum = IPV4_HEADER + 16;
    if (m_impairments.fates.empty() || octets.size() <= checksum + 1 || !(octets[flags] & push))
    {
        return packet;
    }
    octets[flags] &= ~push;
    // RFC 1624: the sum of what is checked is less by the flag, its complement more.
    const uint32_t sum = octets[checksum] * 256U + octets[checksum + 1] + push;
    const uint32_t folded = (sum & 0xffff) + (sum >> 16);
    octets[checksum] = folded >> 8;
    octets[checksum + 1] = folded & 0xff;
    return Create<Packet>(octets.data(), octets.size());
}

Ptr<Packet>
TunPath::Corrupt(Way& way, Ptr<Packet> packet)
{
    const uint32_t begin = (GetVersion(packet) == 4) ? IPV4_HEADER : IPV6_HEADER;
    if (packet->GetSize() <= begin || !Happens(way.dice, m_impairments.chances.bitErrors))
    {
        return packet->Copy();
    }
    ++way.count.corrupted;
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    octets[way.dice->GetInteger(begin, octets.size() - 1)] ^= 1 << way.dice->GetInteger(0, 7);
    return Create<Packet>(octets.data(), octets.size());
}

void
TunPath::WriteToTun(Ptr<Packet> packet)
{
    m_tun.Write(packet);
}

void
TunPath::GiveToOther(Ptr<Packet> packet)
{
    if (IsForDevice(packet))
    {
        GiveToDevice(packet);
    }
    else
    {
        m_other->Write(packet);
    }
}

bool
TunPath::IsForDevice(Ptr<const Packet> packet) const
{
    Ipv4Header ip;
    return !m_other || (m_device && packet->PeekHeader(ip) && ip.GetDestination() == m_address);
}

void
TunPath::GiveToDevice(Ptr<Packet> packet)
{
    const auto address = Mac48Address::ConvertFrom(m_device->GetAddress());
    const uint16_t protocol = (GetVersion(packet) == 4) ? 0x0800 : 0x86dd;
    m_device->Receive(packet, protocol, address, Mac48Address("00:00:00:00:00:01"));
}

} // namespace interop
