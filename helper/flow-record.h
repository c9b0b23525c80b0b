/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_RECORD_H
#define FLOW_RECORD_H

#include "trace-series.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief From the detection of a loss until all that was sent before is acknowledged.
 *
 * It is the recovery period of the papers, told by what is on the wire, so that it means the same
 * for every sender: Reno may enter recovery or time out several times in one episode.
 */
struct LossEpisode
{
    Time start;              //!< the sender enters recovery, or its timer expires
    std::optional<Time> end; //!< the ACK for all that was sent by then; nothing before it comes
};

/// @ingroup tcp-lossy
/// @brief What is known of one TCP flow, whoever recorded it. Whoever asks for an interval that the
/// simulation did not come to the end of ends the program with a message.
class FlowRecord
{
  public:
    virtual ~FlowRecord() = default;

    /// @name The sender
    /// @{

    /// @return rate of sending, bit/s of TCP payload with retransmissions, each sample at the end
    /// of its step, which is above 0; what fills no step is in no sample
    TraceSeries GetSendingRateSeries(Time from, Time to, Time step) const;

    /// @return a series by its name; one that has no sample yet, or is unknown, ends the program
    /// with a message that lists the others: ask HasSeries()
    const TraceSeries& GetSeries(const std::string& name) const;

    /// @return whether a series has a sample, or is one of TraceCongestionControl()
    bool HasSeries(const std::string& name) const
    {
        return m_series.count(name) > 0;
    }

    /// @return the value of a series' last sample at or before an instant; the first one's when
    /// there is none
    double GetValueAt(const std::string& name, Time at) const;

    /// @return when data segments were sent, new and again
    std::vector<Time> GetTransmissions() const;

    /// @return when segments were sent again; not those with an octet that only a probe of the
    /// receiver's closed window has carried
    const std::vector<Time>& GetRetransmissions() const
    {
        return m_retransmissions;
    }

    /// @return when the retransmission timer expired
    const std::vector<Time>& GetTimeouts() const
    {
        return m_timeouts;
    }

    /// @return when recovery began by duplicate ACKs
    const std::vector<Time>& GetRecoveries() const
    {
        return m_recoveries;
    }

    /// @return losses and their repair, in order of time, none overlapping
    const std::vector<LossEpisode>& GetLossEpisodes() const
    {
        return m_episodes;
    }

    /// @return octets of data in total that the other end acknowledged, over time
    const TraceSeries& GetAcknowledged() const
    {
        return m_acknowledged;
    }

    /// @}
    /// @name The receiver
    /// @{

    /// @return all that the receiver's application read, in order of time
    const std::vector<traceseries::Transfer>& GetReceived() const
    {
        return m_received;
    }

    /// @return octets that the receiver's application read in [from, to)
    uint64_t GetReceivedBytes(Time from, Time to) const;

    /// @return mean goodput from an instant to a later one, bit/s of application data
    double GetThroughput(Time from, Time to) const;

    /// @return octets in total that the receiver's application has read, over time
    TraceSeries GetDeliverySeries() const;

    /// @return goodput, bit/s, each sample at the end of its step, which is above 0; what is left
    /// at the end and fills no step is in no sample
    TraceSeries GetThroughputSeries(Time from, Time to, Time step) const;

    /// @}

  protected:
    /// End the program with a message if the simulation did not come to a time. @param until the
    /// time @param asker who needs it
    virtual void Require(Time until, const std::string& asker) const = 0;

    std::map<std::string, TraceSeries> m_series;   //!< series by name
    std::vector<traceseries::Transfer> m_sent;     //!< payload sent
    std::vector<Time> m_retransmissions;           //!< segments sent again
    std::vector<Time> m_timeouts;                  //!< expiries of the retransmission timer
    std::vector<Time> m_recoveries;                //!< entries to recovery
    std::vector<LossEpisode> m_episodes;           //!< losses and their repair
    TraceSeries m_acknowledged;                    //!< octets of data
    std::vector<traceseries::Transfer> m_received; //!< all that was read
    std::vector<Time> m_unnecessary;               //!< segments held already when they arrived
};

} // namespace ns3

#endif /* FLOW_RECORD_H */
