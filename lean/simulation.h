/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_SIMULATION_H
#define LEAN_SIMULATION_H

#include "lean-world.h"
#include "setting.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace lean
{

/// What a transfer came to.
struct Counts
{
    double segments{0};        //!< of data that were sent, those sent again included
    double retransmissions{0}; //!< of these, those that were sent before
    double lost{0};            //!< of these, those that the path lost
    double overflows{0};       //!< of these, those that found no room in the queue
    double timeouts{0};        //!< of the sender
    double recoveries{0};      //!< of the sender
    double acks{0};            //!< that the receiver sent
    double octets{0};          //!< that the receiving application has read
    double goodput{0};         //!< of these, bit/s
};

/// What a transfer looked like, as columns.
struct Series
{
    /// A segment of data that was sent.
    struct Segments
    {
        std::vector<double> time;     //!< s
        std::vector<double> position; //!< of its first octet in the stream
        std::vector<double> kind;     //!< 1: was sent before, 2: is lost, 4: found no room; or sums
    };

    /// A value that changes.
    struct Steps
    {
        std::vector<double> time;  //!< s
        std::vector<double> value; //!< from then on

        /// The value is this now.
        void Add(double now, double is);
    };

    Segments segments; //!< of data
    Steps acked;       //!< octets that the sender knows to have arrived, by the cumulative ACK
    Steps window;      //!< congestion window, octets
    Steps threshold;   //!< slow start threshold, octets; from the first reduction on
    Steps queue;       //!< packets that wait
};

/// One bulk transfer, in as many pieces as who runs it likes.
class Simulation final : private Observer
{
  public:
    /// @param setting without a fault @param records whether there are series @param control of
    /// the sender; null for the variant's
    Simulation(const Setting& setting,
               bool records,
               std::unique_ptr<ns3::WindowControl> control = nullptr);

    /// @brief Go on until so many more segments have been sent. @return whether it is at its end
    bool Run(uint64_t segments);

    /// @return octets of both ends' buffers; 0 if they grow
    uint32_t GetBuffer() const;

    /// @return s that have been simulated
    double GetTime() const
    {
        return static_cast<double>(m_world.GetClock().GetNow().count()) / 1e9;
    }

    /// @return so far
    Counts GetCounts() const;

    /// @return so far
    const Series& GetSeries() const
    {
        return m_series;
    }

  private:
    class Losses;

    void OnReport(const ns3::ConnectionReport& report) override
    {
        using Kind = ns3::ConnectionReport::Kind;
        m_counts.timeouts += report.kind == Kind::TIMEOUT ? 1 : 0;
        m_counts.recoveries += report.kind == Kind::RECOVERY_ENTERED ? 1 : 0;
    }

    void OnChange() override;

    /// A host sends a segment.
    void OnSegment(const Host& host, const ns3::OutgoingSegment& segment);
    /// Write down a segment of data that is sent.
    void Record(const ns3::OutgoingSegment& segment);
    /// @brief It is known whether the segment that was written down last found room.
    void RecordOverflow();
    /// The path carries a packet to its end, or loses it.
    void OnCarried(const Packet& packet, bool isLost);

    Setting m_setting;                  //!< of the user
    bool m_records;                     //!< series
    World m_world;                      //!< path and clock
    Link* m_link;                       //!< of the sender
    Host* m_sender;                     //!< of data
    Host* m_receiver;                   //!< of data
    uint64_t m_due{0};                  //!< segments until Run() returns
    Counts m_counts;                    //!< so far
    Series m_series;                    //!< so far
    std::deque<std::size_t> m_onTheWay; //!< segments in the series that no fate is known of
    uint64_t m_overflows{0};            //!< of segments in the series
};

} // namespace lean

#endif /* LEAN_SIMULATION_H */
