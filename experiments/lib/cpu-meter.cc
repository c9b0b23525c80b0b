/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cpu-meter.h"

#include "ns3/abort.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

namespace ns3::tcplossy
{

namespace
{
constexpr double MICROSECONDS = 1e6; // a second
} // namespace

CpuMeter::CpuMeter(uint32_t segmentSize, uint64_t skip, uint64_t measure, double limit)
    : m_segmentSize(segmentSize),
      m_skip(skip * segmentSize),
      m_measure(measure * segmentSize),
      m_limit(limit),
      m_began(std::clock())
{
    NS_ABORT_MSG_UNLESS(segmentSize > 0, "CpuMeter: a segment must have at least 1 octet");
    NS_ABORT_MSG_UNLESS(measure > 0, "CpuMeter: at least 1 segment must be measured");
}

void
CpuMeter::Deliver(uint32_t octets)
{
    m_octets += octets;
    if (m_first == 0 && m_octets >= m_skip)
    {
        m_first = m_octets;
        m_start = GetElapsed();
        CALLGRIND_START_INSTRUMENTATION;
    }
    if (m_first > 0 && m_octets >= m_first + m_measure)
    {
        CALLGRIND_STOP_INSTRUMENTATION;
        m_stop = GetElapsed();
        Simulator::Stop();
    }
}

void
CpuMeter::Watch()
{
    if (GetElapsed() > m_limit)
    {
        Simulator::Stop();
        return;
    }
    Simulator::Schedule(MilliSeconds(1), &CpuMeter::Watch, this);
}

std::optional<double>
CpuMeter::GetCost() const
{
    if (!m_stop)
    {
        return std::nullopt;
    }
    return MICROSECONDS * (*m_stop - m_start) * m_segmentSize / (m_octets - m_first);
}

double
CpuMeter::GetElapsed() const
{
    return static_cast<double>(std::clock() - m_began) / CLOCKS_PER_SEC;
}

} // namespace ns3::tcplossy
