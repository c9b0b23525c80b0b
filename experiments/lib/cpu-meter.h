/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CPU_METER_H
#define CPU_METER_H

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
    /**
     * @brief The run begins.
     * @param segmentSize octets in a segment, at least 1
     * @param skip segments before the measurement
     * @param measure segments measured, at least 1
     * @param limit CPU seconds after which Watch() gives up
     */
    CpuMeter(uint32_t segmentSize, uint64_t skip, uint64_t measure, double limit);

    // The simulator holds pointers to this object.
    CpuMeter(const CpuMeter&) = delete;
    CpuMeter& operator=(const CpuMeter&) = delete;

    /// @brief Octets were delivered. @param octets how many
    void Deliver(uint32_t octets);

    /// @brief Give up after the limit, from now on.
    void Watch();

    /// @brief The cost. @return CPU microseconds a segment; nothing when it gave up
    std::optional<double> GetCost() const;

  private:
    /// @brief CPU time since the run began. @return seconds
    double GetElapsed() const;

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

} // namespace ns3::tcplossy

#endif /* CPU_METER_H */
