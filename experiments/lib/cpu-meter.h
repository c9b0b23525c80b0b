/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CPU_METER_H
#define CPU_METER_H

#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <cstdint>
#include <ctime>
#include <optional>

namespace ns3::tcplossy
{

/**
 * @brief CPU time from one delivered segment to another, and the end of the run after that.
 *
 * It is the time of the whole process: run one simulation at a time. The meter must live until the
 * simulation ends.
 *
 * Valgrind's callgrind, started with `--instr-atstart=no`, counts the instructions of just these
 * segments, if its header was there when this was built.
 */
class CpuMeter
{
  public:
    /// The run begins. @param segmentSize octets, at least 1 @param skip segments before the
    /// measurement @param measure segments, at least 1 @param limit CPU seconds for Watch()
    CpuMeter(uint32_t segmentSize, uint64_t skip, uint64_t measure, double limit);

    // The simulator holds pointers to this object.
    CpuMeter(const CpuMeter&) = delete;
    CpuMeter& operator=(const CpuMeter&) = delete;

    void Deliver(uint32_t octets);

    /// Give up after the limit, from now on.
    void Watch();

    /// @brief The cost. @return CPU microseconds a segment; nothing when it gave up
    std::optional<double> GetCost() const;

  private:
    /// @brief CPU time since the run began. @return seconds
    double GetElapsed() const
    {
        return static_cast<double>(std::clock() - m_began) / CLOCKS_PER_SEC;
    }

    uint32_t m_segmentSize;       //!< octets in a segment
    uint64_t m_skip;              //!< octets before the measurement
    uint64_t m_measure;           //!< octets measured
    double m_limit;               //!< CPU seconds
    uint64_t m_octets{0};         //!< delivered
    uint64_t m_first{0};          //!< delivered when the measurement began
    std::clock_t m_began;         //!< when the run began
    double m_start{0.0};          //!< CPU time when the measurement began
    std::optional<double> m_stop; //!< CPU time when it ended
};

/**
 * @brief The floor of CPU time: UDP with as many packets both ways as TCP without delayed ACKs.
 *
 * The sender of the first pair sends a packet of one segment each interval, for ever, and its
 * receiver answers each with an empty packet. The pair must live until the simulation ends.
 */
class UdpPair
{
  public:
    /// Send from now on. @param dumbbell built @param meter is told of each packet that arrives
    /// @param interval from one packet to the next, above 0 @param port of the receiver
    UdpPair(const LossyDumbbellHelper& dumbbell,
            CpuMeter& meter,
            uint32_t segmentSize,
            Time interval,
            uint16_t port);

    // The simulator holds pointers to this object.
    UdpPair(const UdpPair&) = delete;

  private:
    void Send();
    void Answer(Ptr<Socket> socket);
    void Discard(Ptr<Socket> socket);

    CpuMeter& m_meter;      //!< of the run
    uint32_t m_segmentSize; //!< octets of data in a packet
    Time m_interval;        //!< from one packet to the next
    Ptr<Socket> m_sender;   //!< sends segments
    Ptr<Socket> m_receiver; //!< answers each
};

} // namespace ns3::tcplossy

#endif /* CPU_METER_H */
