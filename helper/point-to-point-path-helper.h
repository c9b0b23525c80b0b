/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POINT_TO_POINT_PATH_HELPER_H
#define POINT_TO_POINT_PATH_HELPER_H

#include "lossy-dumbbell-helper.h"
#include "wireless-path-helper.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A WirelessPathHelper whose wireless hop is a point-to-point link with an error model, as
 * in the paper; its name is `p2p`.
 *
 * It is a LossyDumbbellHelper: the left access links are the wired part, the left router is the
 * base station, the bottleneck is the wireless hop, with its loss behind the queue. So each
 * receiver is one hop further than the paper's: the right router stands for the wireless
 * network's far end, and a link of 1 Tbit/s without propagation delay leads from there to the
 * receiver, which is 12 ns for a packet of 1500 octets. The packet being sent is not counted in
 * the base station's queue, and the queue for what comes back is as long.
 *
 * The default rate of the hop is 2 Mbit/s, and its default delay 0. Its link layer has no
 * retransmission: the retry limit is 0.
 */
class PointToPointPathHelper : public WirelessPathHelper
{
  public:
    /**
     * @brief Plan a path.
     * @param flows number of flows, 1 to 4096
     */
    explicit PointToPointPathHelper(uint32_t flows);

    const NodeContainer& GetSenders() const override;
    const NodeContainer& GetReceivers() const override;
    Ptr<Node> GetBaseStation() const override;

    /// @brief The topology, for its queue and devices. @return the dumbbell
    const LossyDumbbellHelper& GetDumbbell() const;

  private:
    Fault FindWirelessFault(DataRate rate, Time delay) const override;
    Fault FindRetryFault(uint32_t retries) const override;
    void DoBuild() override;
    int64_t DoAssignStreams(int64_t stream) override;
    Address DoGetReceiverAddress(uint32_t flow, uint16_t port) const override;

    LossyDumbbellHelper m_dumbbell; //!< the topology
};

} // namespace ns3

#endif /* POINT_TO_POINT_PATH_HELPER_H */
