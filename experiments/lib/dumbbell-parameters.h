/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_PARAMETERS_H
#define DUMBBELL_PARAMETERS_H

#include "option-table.h"

#include "ns3/data-rate.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/markov-error-model.h"
#include "ns3/nstime.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::tcplossy
{

/// @brief Place of a direction in an array. @param direction it @return 0 or 1
constexpr std::size_t
Index(LossyDumbbellHelper::Direction direction)
{
    return static_cast<std::size_t>(direction);
}

/**
 * @brief A lossy dumbbell: links, queues, and what is lost where.
 */
struct DumbbellParameters
{
    /// ACKs, each by the number of segments that it acknowledges and by which of the same it is.
    using Acks = std::vector<std::pair<uint64_t, uint32_t>>;

    DataRate rate{"1.6Mbps"};          //!< bottleneck rate
    Time delay{"50ms"};                //!< one-way delay of a pass
    bool ipv6{false};                  //!< IPv6 instead of IPv4
    uint32_t queue{15};                //!< queue, packets
    uint32_t marking{0};               //!< queue above which ECN marks, packets; 0 for none
    DataRate leftRate{"100Mbps"};      //!< access rate of the left hosts
    Time leftDelay{"0s"};              //!< access delay of the left hosts
    DataRate rightRate{"100Mbps"};     //!< access rate of the right hosts
    Time rightDelay{"0s"};             //!< access delay of the right hosts
    bool direct{false};                //!< hosts are the routers
    Time jitter{"0s"};                 //!< more of it towards these, at most
    bool sharedHosts{false};           //!< flows in both directions have the same hosts
    double loss{0.0};                  //!< forward loss each pass
    double reverseLoss{0.0};           //!< reverse loss each pass
    uint32_t passes{1};                //!< passes through the loss and delay
    std::string drop;                  //!< segments of the first flow to lose
    std::string dropAcks;              //!< ACKs of the first flow to lose
    std::array<std::string, 2> markov; //!< two-state loss by direction, or empty

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

    /// @brief Loss probability of a packet. @param direction there or back @return of all passes
    double GetLoss(LossyDumbbellHelper::Direction direction) const;

    /// @brief What `--drop` says. @return numbers of segments from 1 on; empty if it is malformed
    std::vector<uint64_t> GetDrops() const;

    /// @brief What `--dropAcks` says. @return the ACKs; empty if it is malformed
    Acks GetAckDrops() const;

    /// @brief Two-state loss. @param direction there or back @return it; null if there is none, or
    /// it is malformed
    Ptr<MarkovErrorModel> MakeMarkov(LossyDumbbellHelper::Direction direction) const;

  private:
    /// @name Parts of the table
    /// @{
    void AddLinks(OptionTable& options);
    void AddLosses(OptionTable& options);
    /// @}

    /// @brief Conditions that exclude each other. @return what is wrong, or nothing
    std::string FindLossFault() const;
};

} // namespace ns3::tcplossy

#endif /* DUMBBELL_PARAMETERS_H */
