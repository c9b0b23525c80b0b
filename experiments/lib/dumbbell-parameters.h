/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_PARAMETERS_H
#define DUMBBELL_PARAMETERS_H

#include "dumbbell-losses.h"
#include "option-table.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::tcplossy
{

/**
 * @brief A lossy dumbbell: links, queues and losses.
 */
struct DumbbellParameters
{
    /// The links between the hosts of one side and their router.
    struct Access
    {
        DataRate rate{"100Mbps"}; //!< of each
        Time delay{"0s"};         //!< propagation delay
    };

    DataRate rate{"1.6Mbps"}; //!< bottleneck rate
    Time delay{"50ms"};       //!< one-way delay of a pass
    bool ipv6{false};         //!< IPv6 instead of IPv4
    uint32_t queue{15};       //!< queue, packets
    uint32_t marking{0};      //!< queue above which ECN marks, packets; 0 for none
    Access left;              //!< of the left hosts
    Access right;             //!< of the right hosts
    bool direct{false};       //!< hosts are the routers
    Time jitter{"0s"};        //!< a packet comes up to this later to its receiver
    bool sharedHosts{false};  //!< flows in both directions have the same hosts
    DumbbellLosses losses;    //!< of the bottleneck

    /// @brief All of them as options. @return the table, which refers to this object
    OptionTable GetOptions();

    /// @brief Propagation delay of the bottleneck. @return all passes together
    Time GetDelay() const;

    /**
     * @brief Time that a packet takes over both access links.
     * @param octets of the packet
     * @return propagation, and store and forward
     */
    Time GetAccessTime(uint32_t octets) const;

  private:
    void AddLinks(OptionTable& options);
};

} // namespace ns3::tcplossy

#endif /* DUMBBELL_PARAMETERS_H */
