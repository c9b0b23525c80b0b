/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_WORLD_H
#define LEAN_WORLD_H

#include "ns3/tcp-endpoint.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

/// A world for the core without a simulator: time, one path, two hosts. What it does at which
/// nanosecond is what ns-3 does over a PathNetDevice.
namespace lean
{

using Instant = std::chrono::nanoseconds; //!< time since the beginning, or a span of it

/// Calls what is due, in the order of time, and at one time in the order of asking.
class Clock
{
  public:
    /// @return the time
    Instant GetNow() const
    {
        return m_now;
    }

    /// Ask for a call after a time. Nothing takes it back.
    void Schedule(Instant after, std::function<void()> call)
    {
        m_heap.push({m_now + after, ++m_asked, std::move(call)});
    }

    /// Call all that is due before a time.
    void Run(Instant end);

  private:
    /// A call that was asked for.
    struct Event
    {
        Instant at;                 //!< when
        uint64_t number;            //!< in the order of asking
        std::function<void()> call; //!< what

        /// As std::priority_queue has it: the first one last.
        bool operator<(const Event& other) const
        {
            return at != other.at ? at > other.at : number > other.number;
        }
    };

    Instant m_now{0};                  //!< the time
    uint64_t m_asked{0};               //!< calls
    std::priority_queue<Event> m_heap; //!< what is due
};

/// One direction of a path.
struct Link
{
    uint64_t rate{10'000'000};                    //!< bit/s
    Instant delay{std::chrono::milliseconds(20)}; //!< propagation
    uint32_t queue{100};                          //!< packets that wait at most
    std::vector<uint64_t> lost;                   //!< which packets are lost on the way, from 0 on
};

class Host;

/// Two hosts and the path between them.
class World
{
  public:
    /// What is seen of each segment that goes: by which host, when, what.
    using Watch = std::function<void(std::size_t host, Instant now, const ns3::OutgoingSegment&)>;

    /// @param links by the host that sends into them
    explicit World(const std::array<Link, 2>& links)
        : m_links(links)
    {
    }

    /// @return the clock
    Clock& GetClock()
    {
        return m_clock;
    }

    /// The hosts, which must live as long as the world.
    void Connect(Host& first, Host& second)
    {
        m_hosts = {&first, &second};
    }

    /// Have someone see each segment.
    void SetWatch(Watch watch)
    {
        m_watch = std::move(watch);
    }

    /// A host's segment goes.
    void Send(std::size_t host, const ns3::OutgoingSegment& segment);

  private:
    /// What a link is doing.
    struct State
    {
        Instant free{-1};                        //!< when it has sent all that it has
        std::deque<Instant> waiting;             //!< when each packet that waits begins
        uint64_t sent{0};                        //!< packets that it has begun, or will
        std::deque<ns3::OutgoingSegment> flying; //!< that are on the way, and will arrive
    };

    Clock m_clock;                  //!< of the world
    std::array<Link, 2> m_links;    //!< by the host that sends
    std::array<State, 2> m_states;  //!< of these
    std::array<Host*, 2> m_hosts{}; //!< both ends
    Watch m_watch;                  //!< sees each segment
};

/// Congestion control of a connection, whatever it is.
struct Control
{
    ns3::WindowControl& control; //!< how large the window is
    ns3::ReductionLaw& law;      //!< how it gets to `ssthresh`
    ns3::RttSmoother& rtt;       //!< round trips
};

/// A host with one connection, whose application writes as much as there is room for, or reads all.
class Host : private ns3::TcpEndpoint::Host
{
  public:
    /// @param world where it is @param number 0 or 1 @param choice of its user @param control of
    /// its connection @param piece octets that the application writes at once; 0: it reads
    Host(World& world,
         std::size_t number,
         const ns3::TcpConnection::Choice& choice,
         const Control& control,
         uint32_t piece);

    /// @brief Begin a connection. @param limits of the host
    void Open(const ns3::HostLimits& limits);

    /// @brief Wait for one. @param limits of the host
    void Listen(const ns3::HostLimits& limits);

    /// A segment arrived.
    void Receive(const ns3::OutgoingSegment& segment);

    /// @return its connection
    const ns3::TcpConnection& GetConnection() const
    {
        return m_endpoint.GetConnection();
    }

    /// @brief What the application has read. @return octets
    uint64_t GetRead() const
    {
        return m_read;
    }

  private:
    /// An event, perhaps within another one: sets the clock, and afterwards the alarm.
    class Event;

    void Emit(const ns3::OutgoingSegment& segment) override;
    void Report(const ns3::ConnectionReport& report) override;
    void Tell(const ns3::ConnectionNotices& notices) override;

    void Mirror() override
    {
    }

    /// @brief Look at the timers when the first one expires, or a little before.
    void SetAlarm();
    /// The time has come that was asked for as the n-th one.
    void OnAlarm(uint64_t number);
    /// @brief The application writes.
    void Write();
    /// @brief The application reads.
    void Read();
    /// @brief Send what may go.
    void SendAllowed();

    World& m_world;                        //!< where it is
    std::size_t m_number;                  //!< 0 or 1
    ns3::TcpEndpoint m_endpoint;           //!< of its connection
    uint32_t m_piece;                      //!< octets that are written at once
    std::optional<ns3::HostLimits> m_ears; //!< a SYN is awaited
    bool m_isConnected{false};             //!< the application knows
    std::optional<Instant> m_alarm;        //!< when the timers are looked at
    uint64_t m_alarms{0};                  //!< how often that was asked for
    bool m_isSending{false};               //!< what was written goes in a moment
    uint64_t m_read{0};                    //!< octets
};

} // namespace lean

#endif /* LEAN_WORLD_H */
