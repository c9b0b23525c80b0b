/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_HOST_H
#define LEAN_HOST_H

#include "lean-link.h"

#include "ns3/reno-controls.h"
#include "ns3/tcp-endpoint.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace lean
{

/// ns-3's TcpNewReno (RFC 5681, section 3.1).
class NewRenoControl : public ns3::RenoGrowth
{
  public:
    uint32_t Reduce(ns3::Window& window, uint32_t flight) override
    {
        return window.BoundThreshold(flight / 2);
    }
};

/// ns-3's RttMeanDeviation with its defaults (RFC 6298, section 2).
class MeanDeviation : public ns3::RttSmoother
{
  public:
    Estimate OnSample(Instant sample) override
    {
        if (!std::exchange(m_hasSample, true))
        {
            return m_estimate = {sample, sample / 2};
        }
        // Gains of an eighth and a quarter, rounded down.
        const auto error = sample - m_estimate.smoothed;
        const auto deviation = std::chrono::abs(error) - m_estimate.variation;
        m_estimate.smoothed += Instant(error.count() >> 3);
        m_estimate.variation += Instant(deviation.count() >> 2);
        return m_estimate;
    }

    Estimate GetEstimate() const override
    {
        return m_estimate;
    }

  private:
    bool m_hasSample{false};                                  //!< there was one
    Estimate m_estimate{std::chrono::seconds(1), Instant(0)}; //!< what is known
};

/// Congestion control of a connection; ns-3's TcpNewReno with its classic recovery, or another.
struct Control
{
    /// How large the window is.
    std::unique_ptr<ns3::WindowControl> control{std::make_unique<NewRenoControl>()};
    /// How it gets to `ssthresh`.
    std::unique_ptr<ns3::ReductionLaw> law{std::make_unique<ns3::ClassicReductionLaw>()};
    /// Round trips.
    std::unique_ptr<ns3::RttSmoother> rtt{std::make_unique<MeanDeviation>()};
};

/// What the application at one end writes; it reads all that comes.
struct Application
{
    uint32_t piece{0};             //!< octets that it writes at once, without end; 0: nothing
    std::function<Instant()> wait; //!< draws times between pieces, the first one from the opening
                                   //!< on; null: one after another, as there is room
};

/// What a host is.
struct HostSettings
{
    ns3::TcpConnection::Choice choice;         //!< of its user
    ns3::HostLimits limits{65495, 0};          //!< of LossyPathHelper's MTU, and of its buffer
    Application application;                   //!< who uses the connection
    uint8_t synFlags{ns3::SegmentFields::SYN}; //!< of its SYN: ECN's, too
};

/// Who sees what becomes of a host's connection.
class Observer
{
  public:
    /// Something happened.
    virtual void OnReport(const ns3::ConnectionReport& /* report */)
    {
    }

    /// @brief The connection may have changed.
    virtual void OnChange()
    {
    }

    /// The application has read so much.
    virtual void OnRead(uint64_t /* octets */)
    {
    }

  protected:
    ~Observer() = default;
};

/// A host with one connection, which it begins, or for which it listens. Who derives from it may
/// have another application.
class Host : private ns3::TcpEndpoint::Host, private Actor
{
  public:
    /// @param world where it is @param settings what it is @param control of its connection
    Host(World& world, const HostSettings& settings, Control control);

    virtual ~Host() = default;

    /// Its segments go this way.
    void SetRoute(Route route)
    {
        m_route = std::move(route);
    }

    /// @brief Begin the connection at a time.
    void OpenAt(Instant at)
    {
        m_isListening = false;
        m_clock.Schedule(at, *this, OPEN);
    }

    /// Have someone see what becomes of the connection.
    void SetObserver(Observer& observer)
    {
        m_observer = &observer;
    }

    /// A segment arrived.
    void Receive(const Packet& packet);

    /// @return its connection
    const ns3::TcpConnection& GetConnection() const
    {
        return m_endpoint.GetConnection();
    }

    /// @return its settings
    const HostSettings& GetSettings() const
    {
        return m_settings;
    }

    /// @brief What the application has read. @return octets
    uint64_t GetRead() const
    {
        return m_read;
    }

  protected:
    /// The application writes. @return whether there was room for all of it
    bool Write(uint32_t octets);

    /// The application reads. @param most octets @return how many there were
    uint64_t Read(uint32_t most);

    /// @brief The application closes, once.
    void Close()
    {
        const auto event = BeginEvent();
        m_endpoint.Close();
    }

    /// @brief The application is told that it is connected.
    virtual void OnConnected()
    {
        if (m_settings.application.piece > 0 && !m_settings.application.wait)
        {
            m_due = UINT64_MAX;
            OnRoom();
        }
    }

    /// @brief The application is told that there may be room for more.
    virtual void OnRoom()
    {
        while (m_due > 0 && Write(m_settings.application.piece))
        {
            --m_due;
        }
    }

    /// @brief The application is told that something has come.
    virtual void OnData()
    {
        while (Read(UINT32_MAX) > 0)
        {
        }
    }

    /// @brief The application is told that the peer has closed, or that all is over.
    virtual void OnEnd()
    {
    }

  private:
    /// What it has asked the clock for.
    enum What : uint32_t
    {
        ALARM,     //!< look at the timers
        SEND,      //!< what was written goes
        OPEN,      //!< begin
        ACCEPT,    //!< the SYN that came
        CONNECTED, //!< the application is told
        WRITE,     //!< the next piece
    };

    using Event = ns3::TcpEndpoint::Event;

    void Act(uint32_t what, uint64_t turn) override;
    void Emit(const ns3::OutgoingSegment& segment) override;
    void Report(const ns3::ConnectionReport& report) override;
    void Tell(const ns3::ConnectionNotices& notices) override;
    void Mirror() override;

    /// @brief Something happens now. @return until the end of that
    Event BeginEvent()
    {
        return Event(m_endpoint, m_clock.GetNow());
    }

    /// A segment came for no connection. @param segment its header
    void Refuse(const ns3::SegmentFields& segment);

    World& m_world;                 //!< where it is
    Clock& m_clock;                 //!< there
    HostSettings m_settings;        //!< what it is
    Control m_control;              //!< of its connection
    ns3::TcpEndpoint m_endpoint;    //!< of its connection
    Route m_route;                  //!< of its segments
    bool m_isListening{true};       //!< a SYN is awaited
    ns3::SegmentFields m_syn;       //!< that came
    bool m_isConnected{false};      //!< the application knows
    std::optional<Instant> m_alarm; //!< when the timers are looked at
    uint64_t m_alarmTurn{0};        //!< of that call
    bool m_isSending{false};        //!< what was written goes in a moment
    uint64_t m_due{0};              //!< pieces that may be written by now
    uint64_t m_read{0};             //!< octets
    Observer* m_observer{nullptr};  //!< sees the connection
};

} // namespace lean

#endif /* LEAN_HOST_H */
