/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_SIMULATION_H
#define LEAN_SIMULATION_H

#include "lean-world.h"
#include "setting.h"

#include <algorithm>
#include <array>
#include <cstddef>
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

/// What a transfer looked like: columns of segments of data that were sent, and of values, each of
/// which stays what it is until its next time.
enum Column : std::size_t
{
    SENT_TIME,        //!< s
    SENT_POSITION,    //!< of the first octet in the stream
    SENT_KIND,        //!< 1: was sent before, 2: is lost, 4: found no room; or sums
    ACKED_TIME,       //!< s
    ACKED_OCTETS,     //!< that the sender knows to have arrived, by the cumulative ACK
    WINDOW_TIME,      //!< s
    WINDOW_OCTETS,    //!< congestion window
    THRESHOLD_TIME,   //!< s
    THRESHOLD_OCTETS, //!< slow start threshold, from the first reduction on
    QUEUE_TIME,       //!< s
    QUEUE_PACKETS,    //!< that wait
    COLUMNS           //!< their number
};

/// One bulk transfer, in as many pieces as who runs it likes.
class Simulation : private Observer
{
  public:
    /// @param setting without a fault @param records whether there are columns @param control of
    /// the sender; null for the variant's
    Simulation(const Setting& setting,
               bool records,
               std::unique_ptr<ns3::WindowControl> control = nullptr);

    /// @brief Go on until so many more segments have been sent. @return whether it is at its end
    bool Run(uint64_t segments);

    /// @return octets of both ends' buffers; 0 if they grow
    uint32_t GetBuffer() const
    {
        const auto& receiver = m_receiver->GetSettings().choice.receiver;
        return receiver.mostBuffer > 0 ? 0 : receiver.buffer;
    }

    /// @return s that have been simulated
    double GetTime()
    {
        return static_cast<double>(m_world.GetClock().GetNow().count()) / 1e9;
    }

    /// @return so far
    const Counts& GetCounts();

    /// @return so far; nothing beyond the last column
    const std::vector<double>& GetColumn(std::size_t column) const
    {
        return m_columns[std::min<std::size_t>(column, COLUMNS)];
    }

  private:
    void OnReport(const ns3::ConnectionReport& report) override
    {
        using Kind = ns3::ConnectionReport::Kind;
        m_counts.timeouts += report.kind == Kind::TIMEOUT ? 1 : 0;
        m_counts.recoveries += report.kind == Kind::RECOVERY_ENTERED ? 1 : 0;
    }

    void OnChange() override;

    /// A host sends a segment.
    void OnSent(const ns3::OutgoingSegment& segment);
    /// The path carries a segment to its end, or not. @param kind what SENT_KIND has of that
    void OnFate(const ns3::OutgoingSegment& segment, double kind);
    /// So many packets wait from a time on.
    void OnLength(Instant when, uint32_t packets);
    /// A value is this from a time on. @param times column of its times
    void Add(Column times, double when, double value);

    double m_seconds;                   //!< that are simulated
    bool m_records;                     //!< columns
    World m_world;                      //!< path and clock
    Link* m_link;                       //!< of the sender
    Host* m_sender;                     //!< of data
    Host* m_receiver;                   //!< of data
    uint64_t m_due{0};                  //!< segments until Run() returns
    Counts m_counts;                    //!< so far
    std::deque<std::size_t> m_onTheWay; //!< segments in the columns that no fate is known of
    std::array<std::vector<double>, COLUMNS + 1> m_columns; //!< so far, and one that stays empty
};

} // namespace lean

#endif /* LEAN_SIMULATION_H */
