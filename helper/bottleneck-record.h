/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOTTLENECK_RECORD_H
#define BOTTLENECK_RECORD_H

#include "trace-series.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/// @ingroup tcp-lossy
/// @brief What is known of the segments of one flow at a link, whoever recorded it.
class BottleneckRecord
{
  public:
    /// What happens to a segment.
    enum class Event
    {
        ENQUEUE, //!< a packet enters the queue
        DEQUEUE, //!< its transmission begins
        DROP,    //!< the queue is full
        LOSS,    //!< a packet is lost behind the queue
    };

    /// One event.
    struct Record
    {
        Time time;             //!< when
        Event event;           //!< what
        uint64_t segment;      //!< which segment, from 1 on
        uint32_t transmission; //!< which transmission of it, from 1 on
    };

    virtual ~BottleneckRecord() = default;

    /// @brief All events of the flow. @return the events, in order of time
    std::vector<Record> GetRecords() const;

    /// One line of a time-sequence plot. @param event which events @param retransmissions those of
    /// retransmissions, or else those of first transmissions @return numbers of segments over time
    TraceSeries GetSeries(Event event, bool retransmissions) const;

    /// @brief All drops and losses. @return numbers of segments over time
    TraceSeries GetDrops() const;

    /// Find a drop: by the queue, or a loss behind it. @param after the instant to search from, not
    /// included @return when a segment of the flow was dropped or lost next; nothing if none was
    std::optional<Time> GetNextDrop(Time after) const;

    /// @return octets that left the queue in [from, to), headers included, of all packets or of the
    /// flow's data segments alone
    uint64_t GetOctets(Time from, Time to, bool ofFlowOnly = false) const;

  protected:
    /// Octets that left the queue at one instant.
    struct Departure
    {
        Time time;       //!< when
        uint32_t octets; //!< how many, headers included
        bool isOfFlow;   //!< whether it was a data segment of the flow
    };

    /// End the program with a message if the simulation did not come to a time. @param until the
    /// time @param asker who needs it
    virtual void Require(Time until, const std::string& asker) const = 0;

    /// @return the losses behind the queue, in order of time
    virtual std::vector<Record> FindLosses() const = 0;

    std::vector<Record> m_records;       //!< events at the queue
    std::vector<Departure> m_departures; //!< packets that left the queue

  private:
    template <class Wanted>
    TraceSeries Select(const Wanted& isWanted) const;
};

} // namespace ns3

#endif /* BOTTLENECK_RECORD_H */
