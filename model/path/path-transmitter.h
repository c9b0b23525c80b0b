/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_TRANSMITTER_H
#define PATH_TRANSMITTER_H

#include "path-conditions.h"

#include "ns3/event-id.h"
#include "ns3/event-impl.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

namespace ns3
{

/**
 * @brief A drop-tail queue in front of a link, by computed times: no event takes a packet out.
 *
 * When a packet comes, its start on the link is known: at once, or when the link has sent all that
 * came before. The packet waits until then, and the packet on the link is not counted, as with
 * ns-3's PointToPointNetDevice and DropTailQueue.
 *
 * A start at the very instant that is asked about may come before or after what happens there. By
 * LeaveBefore() such a packet still waits; who knows better says so by LeaveOne(). Until the queue
 * is nearly full the difference decides nothing.
 * @tparam Item what the owner keeps of each packet that waits
 */
template <class Item>
class ComputedQueue
{
  public:
    /// A packet that waits.
    struct Entry
    {
        Time start;      //!< when it leaves the queue
        uint32_t octets; //!< its size
        Item item;       //!< the owner's
    };

    /// @brief Set the most that waits. @param size above 0
    void SetMaxSize(QueueSize size)
    {
        m_maxSize = size;
    }

    /// @brief The most that waits. @return packets or octets
    QueueSize GetMaxSize() const
    {
        return m_maxSize;
    }

    /// Let what starts before an instant leave. @param now the instant, not before the last one
    /// @param report is called for each, with its start, after it left
    template <class Report>
    void LeaveBefore(Time now, const Report& report)
    {
        while (!m_waiting.empty() && m_waiting.front().start < now)
        {
            report(LeaveOne());
        }
    }

    /// @brief Let the first packet leave. @return its start
    Time LeaveOne()
    {
        const auto start = m_waiting.front().start;
        m_octets -= m_waiting.front().octets;
        m_waiting.pop_front();
        return start;
    }

    /// @return whether more waits than a limit allows
    bool Exceeds(QueueSize limit) const
    {
        return (limit.GetUnit() == QueueSizeUnit::PACKETS ? GetPackets() : m_octets) >
               limit.GetValue();
    }

    /// @return whether one more packet of so many octets may wait
    bool Fits(uint32_t octets) const
    {
        return IsCountedInPackets() ? m_waiting.size() + 1 <= m_maxSize.GetValue()
                                    : m_octets + octets <= m_maxSize.GetValue();
    }

    /// @brief When a packet that comes would start. @param now when it comes
    Time GetStart(Time now) const
    {
        return std::max(now, m_free);
    }

    /// Take a packet, which Fits(). @param now when it comes @param finish when the link will have
    /// sent it @param octets its size @param item the owner's
    void Add(Time now, Time finish, uint32_t octets, Item item)
    {
        m_largest = std::max(m_largest, octets);
        if (IsBusy(now))
        {
            m_waiting.push_back({m_free, octets, std::move(item)});
            m_octets += octets;
        }
        m_free = finish;
    }

    /// @return whether the link sends, or has just sent
    bool IsBusy(Time now) const
    {
        return m_free >= now;
    }

    /// The link has just sent its last packet: nothing waits.
    void SetIdle()
    {
        m_free = TimeStep(BEFORE);
    }

    /// When the link has sent the packet that it sends now.
    Time GetNextFinish() const
    {
        return m_waiting.empty() ? m_free : m_waiting.front().start;
    }

    /// @return whether a few more packets would not fit
    bool IsNearlyFull() const
    {
        return IsCountedInPackets()
                   ? m_waiting.size() + MARGIN >= m_maxSize.GetValue()
                   : m_octets + uint64_t{MARGIN + 1} * m_largest > m_maxSize.GetValue();
    }

    /// @brief How many packets wait. @return their number
    uint32_t GetPackets() const
    {
        return m_waiting.size();
    }

    /// @brief How much waits. @return octets
    uint32_t GetOctets() const
    {
        return m_octets;
    }

    /// Give up all that waits: somebody else is to send it. @return the packets in their order; the
    /// link is free when it has sent its present one
    std::deque<Entry> Recall()
    {
        m_free = GetNextFinish();
        m_octets = 0;
        return std::exchange(m_waiting, {});
    }

  private:
    /// Packets of which IsNearlyFull() makes sure that they find room.
    static constexpr uint32_t MARGIN = 3;

    /// Before any instant.
    static constexpr int64_t BEFORE = -1;

    /// @brief What the limit counts. @return true if packets, false if octets
    bool IsCountedInPackets() const
    {
        return m_maxSize.GetUnit() == QueueSizeUnit::PACKETS;
    }

    QueueSize m_maxSize{QueueSizeUnit::PACKETS, 100}; //!< limit; ns-3's default for a device
    std::deque<Entry> m_waiting{};                    //!< by start
    uint32_t m_octets{0};                             //!< of all that waits
    uint32_t m_largest{0};                            //!< octets of the largest packet so far
    Time m_free{TimeStep(BEFORE)};                    //!< when the link has sent all
};

/**
 * @brief The queue and the link of one direction of a path: when each packet is sent.
 *
 * It works in one of two ways, with the same times and drops. *Computed*: the times of a packet are
 * fixed when it comes, and no event is spent on its departure. *Served*: an event takes each packet
 * out of an ns-3 queue when the one before it has been sent, as in ns-3's point-to-point device.
 *
 * It is computed as long as no departure has to be an event. It becomes served when somebody has
 * asked for the queue or the owner needs departures, and also when the conditions change, for the
 * packets that wait: they are recalled, and meet the new ones. A packet that the link would never
 * have sent waits for other conditions, served. When all is sent and nobody needs departures, it is
 * computed again.
 *
 * Whether a packet comes before or after a departure of the same nanosecond decides nothing but
 * when the queue is full. So a computed queue has events, without packets, while it is nearly full:
 * they stand in ns-3's order as those of a point-to-point device do. What such an event meets in
 * another order is only a packet that was in step with departures, to the nanosecond, from before
 * the queue was nearly full on.
 */
class PathTransmitter
{
  public:
    /// Whom the transmitter works for.
    class Owner
    {
      public:
        virtual ~Owner() = default;

        /// @return whether a departure has to be an event: somebody watches, or the arrival is not
        /// to be known before
        virtual bool NeedsDepartures() const = 0;

        /// A packet begins, when served.
        virtual void OnBegin(Ptr<const Packet> packet) = 0;

        /// A packet has been sent, when served.
        virtual void OnEnd(Ptr<const Packet> packet) = 0;

        /// The queue's length changed at an instant, from which on so many packets of so many
        /// octets wait; a departure may be told of later.
        virtual void OnLength(Time when, uint32_t packets, uint32_t octets) = 0;

        /// Let a packet arrive at the other end. @param packet the packet, the owner's from now on
        /// @param finish when it has been sent @return the event of its arrival, which Recall() may
        /// cancel; null if there is none
        virtual Ptr<EventImpl> Launch(Ptr<Packet> packet, Time finish) = 0;
    };

    /// @brief Begin. @param owner whom it works for, which must outlive it
    explicit PathTransmitter(Owner& owner);
    ~PathTransmitter();

    PathTransmitter(const PathTransmitter&) = delete;
    PathTransmitter& operator=(const PathTransmitter&) = delete;

    /// Take a packet with all headers that is to be sent. @return false if the queue had no room
    bool Send(Ptr<Packet> packet);

    /// @brief What waits meets these conditions. @param conditions not null
    void SetConditions(std::shared_ptr<PathConditions> conditions);

    /// @brief The conditions. @return not null
    const PathConditions& GetConditions() const
    {
        return *m_conditions;
    }

    /// Before something changes that Launch() depends on: what waits is to meet it, too.
    void Recall();

    /// @brief Set the length of the drop-tail queue. @param size above 0
    void SetMaxSize(QueueSize size);

    /// @brief Length of the drop-tail queue. @return packets or octets
    QueueSize GetMaxSize() const
    {
        return m_queue ? m_queue->GetMaxSize() : m_computed.GetMaxSize();
    }

    /// @brief Have another queue in place of the drop-tail queue. @param queue empty, not null
    void SetQueue(Ptr<Queue<Packet>> queue);

    /// @return the queue, which is ns-3's from now on
    Ptr<Queue<Packet>> GetQueue();

    /// Tell of the departures up to now.
    void Settle();

    /// Send nothing more.
    void Stop();

  private:
    /// What is kept of a packet that waits.
    struct Waiting
    {
        Ptr<Packet> packet;     //!< the packet
        Ptr<EventImpl> arrival; //!< its arrival
        uint64_t place;         //!< what was taken of the conditions before it
    };

    /// @brief Send() when computed. @return false if there is no room
    bool SendComputed(const Ptr<Packet>& packet);
    /// @brief Send() when served. @return false if there is no room
    bool SendServed(const Ptr<Packet>& packet);
    /// Begin with the first packet of ns-3's queue, if there is one.
    void Begin();
    /// Send the packet that is served now, if the link ever will.
    void Serve();
    /// A served packet has been sent.
    void End();
    /// A computed packet has been sent, while the queue is nearly full.
    void Depart();
    /// See to it that Depart() comes next if the queue is nearly full.
    void Watch();
    /// @brief Tell the owner. @param when since when the queue has this length
    void TellLength(Time when) const;
    /// Make ns-3's queue if there is none.
    void NeedQueue();

    Owner& m_owner;                               //!< whom it works for
    std::shared_ptr<PathConditions> m_conditions; //!< of the link
    ComputedQueue<Waiting> m_computed;            //!< what waits when computed
    Ptr<Queue<Packet>> m_queue;                   //!< what waits when served; null at first
    bool m_isHandedOut{false};                    //!< somebody has the queue
    bool m_isServing{false};                      //!< End() is to come
    bool m_isStuck{false};                        //!< the link never sends the packet served now
    Ptr<Packet> m_current;                        //!< served now
    EventId m_next;                               //!< End() or Depart()
};

} // namespace ns3

#endif /* PATH_TRANSMITTER_H */
