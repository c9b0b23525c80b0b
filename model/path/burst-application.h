/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_APPLICATION_H
#define BURST_APPLICATION_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Writes bursts of constant size to one TCP connection at random instants.
 *
 * A Poisson process unless told otherwise: the times between bursts are exponentially distributed,
 * the first one begins with the application. What the socket's buffer does not take at once is
 * written when it has room; no burst is lost. It never reads.
 */
class BurstApplication : public Application
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    BurstApplication();

    /// Connect to the address of a TCP receiver; before the start.
    void SetRemote(const Address& remote)
    {
        m_remote = remote;
    }

    /// Distribute the times between bursts otherwise; before SetStream() and the start. They are in
    /// units of MeanInterval, none negative, their mean 1.
    void SetIntervals(Ptr<RandomVariableStream> intervals)
    {
        m_interval = intervals;
    }

    /// Fix the random stream of the times between bursts.
    void SetStream(int64_t stream);

    /// @brief Bursts that were handed to the connection. @return their number
    uint64_t GetBursts() const
    {
        return m_bursts;
    }

  private:
    void StartApplication() override;
    void StopApplication() override;
    void DoDispose() override;

    /// @brief Plan the next burst.
    void Schedule();

    /// @brief A burst comes.
    void Burst();

    /// Write what the socket takes.
    void Write(Ptr<Socket> socket, uint32_t available);

    Address m_remote;                     //!< where to connect to
    uint32_t m_burstSize;                 //!< octets of a burst
    Time m_meanInterval;                  //!< mean time between bursts
    Ptr<RandomVariableStream> m_interval; //!< time between bursts, in means
    Ptr<Socket> m_socket;                 //!< the connection
    EventId m_next;                       //!< the next burst
    uint64_t m_bursts{0};                 //!< bursts so far
    uint64_t m_unwritten{0};              //!< octets the socket did not take yet
};

} // namespace ns3

#endif /* BURST_APPLICATION_H */
