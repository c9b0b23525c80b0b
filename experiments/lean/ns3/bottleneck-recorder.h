/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_BOTTLENECK_RECORDER_H
#define LEAN_BOTTLENECK_RECORDER_H

#include "ns3/trace-series.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/// As our helper of this name; the lean world records no bottleneck yet, so no program asks.
class BottleneckRecorder
{
  public:
    enum class Event
    {
        ENQUEUE,
        DEQUEUE,
        DROP,
        LOSS,
    };

    TraceSeries GetSeries(Event /* event */, bool /* retransmissions */) const
    {
        return {};
    }

    TraceSeries GetDrops() const
    {
        return {};
    }

    uint64_t GetOctets(Time /* from */, Time /* to */) const
    {
        return 0;
    }

    uint64_t GetFlowOctets(Time /* from */, Time /* to */) const
    {
        return 0;
    }
};

} // namespace ns3

#endif /* LEAN_BOTTLENECK_RECORDER_H */
