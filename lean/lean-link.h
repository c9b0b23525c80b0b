/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_LINK_H
#define LEAN_LINK_H

#include "lean-clock.h"

#include "ns3/computed-queue.h"
#include "ns3/connection-effects.h"
#include "ns3/link-conditions.h"
#include "ns3/link-losses.h"
#include "ns3/tcp-ecn.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace lean
{

class Host;
class Link;
class World;

/// The way of packets, one link after another, to a host.
struct Route
{
    std::vector<Link*> links; //!< at least one
    Host* end{nullptr};       //!< where they arrive
};

/// A segment on its way.
struct Packet final : Actor
{
    ns3::OutgoingSegment segment; //!< what it is
    uint32_t octets{0};           //!< its size on a link
    ns3::TcpEcn::Mark mark{};     //!< of IP
    const Route* route{nullptr};  //!< where it goes
    std::size_t hop{0};           //!< link of the route that it is on
    Instant arrival{0};           //!< at the end of that link
    uint64_t turn{0};             //!< at that time
    Packet* next{nullptr};        //!< behind it, on that link or unused

    void Act(uint32_t what, uint64_t turn) override;
};

/// Decides where packets arrive which of them are lost, as one of ns-3's error models: asked once
/// for each packet, in order, with the time. @return whether it is lost. It may be marked, too
using PacketLoss = std::function<bool(Instant now, Packet& packet)>;

using Draw = std::function<double()>; //!< draws a number; mostly one above 0 and below 1

/// ns-3's RateErrorModel: loses packets independently of each other. @param rate probability @param
/// draw numbers @param ofOctets it is the probability that an octet is wrong
PacketLoss LoseAtRandom(double rate, Draw draw, bool ofOctets = false);

/// Our MarkovErrorModel. @param settings with times in ns @param drawState numbers for the states
/// @param drawLoss numbers for packets
PacketLoss LoseByStates(const ns3::MarkovStates::Settings& settings, Draw drawState, Draw drawLoss);

/// Losses that are planned and did not happen yet: each a number, and which of the same it is, from
/// 1 on.
using PlannedLosses = std::set<std::pair<uint64_t, uint32_t>>;

/// Our SegmentLossModel, for a link with one connection's data. @param full octets of a full
/// segment @param planned numbers of full segments of the stream, from 1 on, and transmissions
PacketLoss LoseSegments(uint32_t full, std::shared_ptr<PlannedLosses> planned);

/// Our AckLossModel, for ACKs without data of the connection that is opened first. @param full
/// octets of a full segment @param planned numbers of whole segments that an ACK acknowledges, and
/// which of the ACKs of so many it is
PacketLoss LoseAcks(uint32_t full, std::shared_ptr<PlannedLosses> planned);

/// One direction of a path: a queue and a link.
struct LinkSettings
{
    uint64_t rate{10'000'000};                       //!< bit/s, without conditions
    Instant delay{std::chrono::milliseconds(20)};    //!< propagation
    ns3::QueueLimit queue{};                         //!< drop-tail
    std::shared_ptr<ns3::LinkConditions> conditions; //!< that change in time; null for the rate
    Draw chances;                                    //!< for their losses
    PacketLoss loss;                                 //!< where packets arrive; null for none
    /// Is told how many packets wait from a time on. Times come in order, but late: to the end by
    /// Link::CountQueued().
    std::function<void(Instant when, uint32_t packets)> onLength;
    bool isServed{false}; //!< an event ends each packet, as with ns-3's point-to-point device, and
                          //!< as PathNetDevice does with what follows, its PathImpairment
    Draw jitter;          //!< draws seconds that a packet comes later; null for none
    bool keepsOrder{false}; //!< no packet overtakes another
    double duplication{0};  //!< probability that a packet arrives twice
    double bitErrorRate{0}; //!< probability that a bit is wrong
    Draw copies;            //!< for duplicates
    Draw damages;           //!< for bit errors
};

/// A link at work: what it does at which nanosecond is what ns-3 does over a PathNetDevice.
class Link final : private Actor
{
  public:
    /// @param world where it is @param settings what it is
    Link(World& world, const LinkSettings& settings);

    /// A packet comes.
    void Send(Packet& packet)
    {
        m_settings.isServed ? SendServed(packet) : SendComputed(packet);
    }

    /// A packet is at the end of the link, as the clock says.
    void Arrive(Packet& packet);

    /// What happens to a packet.
    enum class Event
    {
        ENQUEUE, //!< it comes to the queue
        DEQUEUE, //!< the link begins with it
        DROP,    //!< it finds no room
        LOSS,    //!< it is lost on its way
        ARRIVAL, //!< it is at the end of the link
    };

    /// Is told when what is watched happens to which packet; of DEQUEUE perhaps sooner.
    using PacketWatch = std::function<void(Instant when, const Packet& packet)>;

    /// Have someone see each packet to which something happens.
    void AddWatch(Event event, PacketWatch watch)
    {
        m_watches[static_cast<std::size_t>(event)].push_back(std::move(watch));
    }

    /// @brief How much waits now. @return packets
    uint32_t CountQueued()
    {
        Settle();
        return GetLength();
    }

  private:
    /// What it has asked the clock for.
    enum What : uint32_t
    {
        DEPARTURE, //!< of a computed packet, while the queue is nearly full
        END,       //!< a served packet has been sent
    };

    void Act(uint32_t what, uint64_t turn) override;
    void SendComputed(Packet& packet);
    void SendServed(Packet& packet);
    /// @brief Serve the next packet, if there is one.
    void Serve();
    /// The link begins with a packet. @return when it has sent it; NEVER: this packet stays, and so
    /// do those behind it
    Instant Begin(Packet& packet, Instant start);
    /// @brief See to it that a departure is an event while the queue is nearly full.
    void Watch();

    /// @brief Packets leave the queue that have begun before now.
    void Settle()
    {
        m_computed.LeaveBefore(m_clock.GetNow(), [this](Instant start) { TellLength(start); });
    }

    /// @return packets that wait
    uint32_t GetLength() const
    {
        return m_computed.GetPackets() + static_cast<uint32_t>(m_served.size());
    }

    /// @brief Tell how many packets wait. @param when from then on
    void TellLength(Instant when) const
    {
        if (m_settings.onLength)
        {
            m_settings.onLength(when, GetLength());
        }
    }

    /// Tell what happens to a packet.
    void TellPacket(Event event, Instant when, const Packet& packet) const
    {
        for (const auto& watch : m_watches[static_cast<std::size_t>(event)])
        {
            watch(when, packet);
        }
    }

    /// A packet is not there any more, by DROP or LOSS.
    void Lose(Packet& packet, Event how = Event::LOSS);
    /// A packet goes, which has been sent at a time.
    void Launch(Packet& packet, Instant finish);
    /// A packet arrives at a time.
    void Fly(Packet& packet, Instant arrival);

    World& m_world;          //!< where it is
    Clock& m_clock;          //!< there
    LinkSettings m_settings; //!< what it is
    /// What waits when computed; nothing is kept of a packet, which flies already.
    ns3::PlainComputedQueue<Instant, std::monostate> m_computed;
    bool m_isWatching{false};                          //!< a departure is an event
    std::deque<Packet*> m_served;                      //!< what waits when served
    uint32_t m_servedOctets{0};                        //!< of these
    bool m_isServing{false};                           //!< a packet is being sent
    Packet* m_first{nullptr};                          //!< arrives next
    Packet* m_last{nullptr};                           //!< of those that arrive in order
    Instant m_latest{0};                               //!< arrival of all
    std::array<std::vector<PacketWatch>, 5> m_watches; //!< see what happens to packets, by Event
};

} // namespace lean

#endif /* LEAN_LINK_H */
