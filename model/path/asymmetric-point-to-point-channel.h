/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ASYMMETRIC_POINT_TO_POINT_CHANNEL_H
#define ASYMMETRIC_POINT_TO_POINT_CHANNEL_H

#include "ns3/nstime.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A point-to-point link whose two directions may have different propagation delays, and that
 * may let packets overtake one another.
 *
 * The base class' attribute `Delay` is that of the direction away from the device attached first;
 * `ReverseDelay` is that of the other, whose packets come up to `ReverseJitter` later, each as much
 * as chance has it.
 *
 * Its ends may be nodes of different system IDs, which ns-3's module mpi simulates in a process
 * each. The module looks ahead by `Delay`, which must be above 0 and not the longer of the two
 * then.
 */
class AsymmetricPointToPointChannel : public PointToPointChannel
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    bool TransmitStart(Ptr<const Packet> p, Ptr<PointToPointNetDevice> src, Time txTime) override;

    /// Fix the random stream of `ReverseJitter`; -1 is one that ns-3 chooses, as without this call.
    /// @return number of streams used
    int64_t AssignStreams(int64_t stream);

  private:
    Time m_reverseDelay;  //!< propagation delay towards the device attached first
    Time m_reverseJitter; //!< most that is added to it
    /// How much is. Only where there is jitter: each has one of ns-3's streams.
    Ptr<UniformRandomVariable> m_random;
};

} // namespace ns3

#endif /* ASYMMETRIC_POINT_TO_POINT_CHANNEL_H */
