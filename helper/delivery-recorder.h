/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DELIVERY_RECORDER_H
#define DELIVERY_RECORDER_H

#include "simulation-end.h"
#include "trace-connections.h"
#include "trace-series.h"

#include "ns3/address.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Records what a receiver's application reads.
 *
 * An interval that reaches beyond the simulated time ends the program with a message, which names
 * that time. A recorder that is destroyed records no further; the simulation goes on.
 */
class DeliveryRecorder
{
  public:
    /**
     * @brief Record what an application reads.
     * @param receiver the application; it need not have started
     */
    void RecordReceiver(Ptr<PacketSink> receiver);

    /// @brief All that the receiver's application read. @return in order of time
    const std::vector<traceseries::Transfer>& GetReceived() const;

    /**
     * @brief Octets that the receiver's application read in an interval.
     * @param from begin, included
     * @param to end, excluded
     * @return octets
     */
    uint64_t GetReceivedBytes(Time from, Time to) const;

    /**
     * @brief Mean goodput of an interval.
     * @param from begin
     * @param to end, after @p from
     * @return bit/s of application data
     */
    double GetThroughput(Time from, Time to) const;

    /// @brief What the receiver's application has read. @return octets in total, over time
    TraceSeries GetDeliverySeries() const;

    /**
     * @brief Goodput over time.
     * @param from begin
     * @param to end
     * @param step length of one average, above 0
     * @return bit/s, each sample at the end of its step
     */
    TraceSeries GetThroughputSeries(Time from, Time to, Time step) const;

    /// @brief How far the receiver's simulation came. @return see SimulationEnd::Get()
    Time GetSimulatedEnd() const;

  protected:
    /// All that was read, in order of time, for what takes it from another process.
    std::vector<traceseries::Transfer> m_received;

  private:
    /// @brief A trace sink. @param packet what is read @param from whose it is
    void Received(Ptr<const Packet> packet, const Address& from);

    SimulationEnd m_end;            //!< no interval reaches beyond it
    TraceConnections m_connections; //!< gone before what they write to
};

} // namespace ns3

#endif /* DELIVERY_RECORDER_H */
