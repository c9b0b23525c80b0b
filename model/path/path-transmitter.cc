/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-transmitter.h"

#include "ns3/abort.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

namespace
{
/// ns-3's default rate of a point-to-point link.
const DataRate DEFAULT_RATE("32768b/s");
} // namespace

PathTransmitter::PathTransmitter(Owner& owner)
    : m_owner(owner),
      m_conditions(std::make_shared<ConstantConditions>(DEFAULT_RATE))
{
}

PathTransmitter::~PathTransmitter()
{
    m_next.Cancel();
}

void
PathTransmitter::Stop()
{
    m_next.Cancel();
    m_computed.Recall();
    m_isStuck = false;
    m_current = nullptr;
    m_queue = nullptr;
}

bool
PathTransmitter::Send(Ptr<Packet> packet)
{
    if (!m_isServing && (m_isHandedOut || m_owner.NeedsDepartures()))
    {
        Recall();
        return SendServed(packet);
    }
    return m_isServing ? SendServed(packet) : SendComputed(packet);
}

bool
PathTransmitter::SendComputed(const Ptr<Packet>& packet)
{
    const auto now = Simulator::Now();
    const auto octets = packet->GetSize();
    Settle();
    if (!m_computed.Fits(octets))
    {
        return false;
    }
    const auto start = m_computed.GetStart(now);
    const auto place = m_conditions->GetPlace();
    const auto finish = m_conditions->GetFinish(start, octets);
    if (finish == Time::Max())
    {
        // Until there are other conditions nothing departs.
        m_conditions->Return(place);
        Recall();
        return SendServed(packet);
    }
    // The sender's packet stays the sender's.
    const auto sent = packet->Copy();
    const auto arrival = m_owner.Launch(sent, finish);
    const auto isWaiting = m_computed.IsBusy(now);
    m_computed.Add(now, finish, octets, {sent, arrival, place});
    if (isWaiting)
    {
        TellLength(now);
    }
    else
    {
        m_owner.OnLength(now, 1, octets);
        m_owner.OnLength(now, 0, 0);
    }
    Watch();
    return true;
}

void
PathTransmitter::Watch()
{
    if (m_computed.IsNearlyFull() && m_next.IsExpired())
    {
        m_next = Simulator::Schedule(m_computed.GetNextFinish() - Simulator::Now(),
                                     &PathTransmitter::Depart,
                                     this);
    }
}

void
PathTransmitter::Depart()
{
    if (m_computed.GetPackets() == 0)
    {
        m_computed.SetIdle();
        return;
    }
    TellLength(m_computed.LeaveOne());
    Watch();
}

bool
PathTransmitter::SendServed(const Ptr<Packet>& packet)
{
    NeedQueue();
    if (!m_queue->Enqueue(packet))
    {
        return false;
    }
    TellLength(Simulator::Now());
    if (!m_isServing)
    {
        Begin();
    }
    return true;
}

void
PathTransmitter::Begin()
{
    m_current = m_queue->Dequeue();
    m_isServing = m_current != nullptr;
    if (!m_isServing)
    {
        return;
    }
    TellLength(Simulator::Now());
    m_owner.OnBegin(m_current);
    Serve();
}

void
PathTransmitter::Serve()
{
    const auto now = Simulator::Now();
    const auto finish = m_conditions->GetFinish(now, m_current->GetSize());
    m_isStuck = finish == Time::Max();
    if (!m_isStuck)
    {
        m_next = Simulator::Schedule(finish - now, &PathTransmitter::End, this);
        m_owner.Launch(m_current->Copy(), finish);
    }
}

void
PathTransmitter::End()
{
    if (const auto sent = std::exchange(m_current, nullptr))
    {
        m_owner.OnEnd(sent);
    }
    Begin();
}

void
PathTransmitter::Recall()
{
    const auto now = Simulator::Now();
    Settle();
    if (m_isServing || !m_computed.IsBusy(now))
    {
        return;
    }
    m_next.Cancel();
    NeedQueue();
    const auto recalled = m_computed.Recall();
    if (!recalled.empty())
    {
        m_conditions->Return(recalled.front().item.place);
    }
    for (const auto& [start, octets, item] : recalled)
    {
        if (item.arrival)
        {
            item.arrival->Cancel();
        }
        m_queue->Enqueue(item.packet);
    }
    m_isServing = true;
    m_next = Simulator::Schedule(m_computed.GetNextFinish() - now, &PathTransmitter::End, this);
}

void
PathTransmitter::SetConditions(std::shared_ptr<PathConditions> conditions)
{
    Recall();
    m_conditions = std::move(conditions);
    if (m_isStuck)
    {
        Serve();
    }
}

void
PathTransmitter::SetMaxSize(QueueSize size)
{
    Settle();
    // As ns-3's queues do.
    NS_ABORT_MSG_IF(m_computed.Exceeds(size),
                    "PathNetDevice: MaxSize must not be below what waits, " << size);
    m_computed.SetMaxSize(size);
    if (m_queue)
    {
        m_queue->SetMaxSize(size);
    }
}

void
PathTransmitter::SetQueue(Ptr<Queue<Packet>> queue)
{
    m_queue = queue;
    m_isHandedOut = true;
}

Ptr<Queue<Packet>>
PathTransmitter::GetQueue()
{
    if (!m_isHandedOut)
    {
        NeedQueue();
        Recall();
        m_isHandedOut = true;
    }
    return m_queue;
}

void
PathTransmitter::NeedQueue()
{
    if (!m_queue)
    {
        m_queue = CreateObject<DropTailQueue<Packet>>();
        m_queue->SetMaxSize(m_computed.GetMaxSize());
    }
}

void
PathTransmitter::Settle()
{
    m_computed.LeaveBefore(Simulator::Now(), [this](Time start) { TellLength(start); });
}

void
PathTransmitter::TellLength(Time when) const
{
    const auto packets = m_computed.GetPackets() + (m_queue ? m_queue->GetNPackets() : 0);
    const auto octets = m_computed.GetOctets() + (m_queue ? m_queue->GetNBytes() : 0);
    m_owner.OnLength(when, packets, octets);
}

} // namespace ns3
