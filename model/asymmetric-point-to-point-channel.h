/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ASYMMETRIC_POINT_TO_POINT_CHANNEL_H
#define ASYMMETRIC_POINT_TO_POINT_CHANNEL_H

#include "ns3/nstime.h"
#include "ns3/point-to-point-channel.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A point-to-point link whose two directions may have different propagation delays.
 *
 * The base class' attribute `Delay` is that of the direction away from the device attached first;
 * `ReverseDelay` is that of the other.
 */
class AsymmetricPointToPointChannel : public PointToPointChannel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    bool TransmitStart(Ptr<const Packet> p, Ptr<PointToPointNetDevice> src, Time txTime) override;

  private:
    Time m_reverseDelay; //!< propagation delay towards the device attached first
};

} // namespace ns3

#endif /* ASYMMETRIC_POINT_TO_POINT_CHANNEL_H */
