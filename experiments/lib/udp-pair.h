/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef UDP_PAIR_H
#define UDP_PAIR_H

#include "cpu-meter.h"

#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3::tcplossy
{

/**
 * @brief The floor of CPU time: UDP with as many packets both ways as TCP without delayed ACKs.
 *
 * The sender of the first pair sends a packet of one segment each interval, for ever, and its
 * receiver answers each with an empty packet. The pair must live until the simulation ends.
 */
class UdpPair
{
  public:
    /**
     * @brief Send from now on.
     * @param dumbbell the topology, built
     * @param meter is told of each packet that arrives
     * @param segmentSize octets of data in a packet
     * @param interval from one packet to the next, above 0
     * @param port UDP port of the receiver
     */
    UdpPair(const LossyDumbbellHelper& dumbbell,
            CpuMeter& meter,
            uint32_t segmentSize,
            Time interval,
            uint16_t port);

    // The simulator holds pointers to this object.
    UdpPair(const UdpPair&) = delete;
    UdpPair& operator=(const UdpPair&) = delete;

  private:
    /// @brief Send a packet, and the next one an interval later.
    void Send();

    /// @brief Packets arrived. @param socket the receiver's
    void Answer(Ptr<Socket> socket);

    /// @brief Answers arrived. @param socket the sender's
    void Discard(Ptr<Socket> socket);

    CpuMeter& m_meter;      //!< of the run
    uint32_t m_segmentSize; //!< octets of data in a packet
    Time m_interval;        //!< from one packet to the next
    Ptr<Socket> m_sender;   //!< sends segments
    Ptr<Socket> m_receiver; //!< answers each
};

} // namespace ns3::tcplossy

#endif /* UDP_PAIR_H */
