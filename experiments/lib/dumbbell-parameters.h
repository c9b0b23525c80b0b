/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_PARAMETERS_H
#define DUMBBELL_PARAMETERS_H

#include "option-table.h"

#include "ns3/data-rate.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/nstime.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::tcplossy
{

constexpr auto FORWARD = LossyDumbbellHelper::Direction::FORWARD; //!< from the left to the right
constexpr auto REVERSE = LossyDumbbellHelper::Direction::REVERSE; //!< from the right to the left

/// @brief Place of a direction in an array. @return 0 or 1
constexpr std::size_t
Index(LossyDumbbellHelper::Direction direction)
{
    return static_cast<std::size_t>(direction);
}

/// First of the random streams of losses by MarkovErrorModel, two for each direction. The topology
/// takes those from 0 on, see also START_STREAM.
constexpr int64_t MARKOV_STREAM = 2'000'000;

/// Octets of packets on the links.
struct PacketSizes
{
    uint32_t segment; //!< data of a full segment
    uint32_t ack;     //!< a packet without data

    uint32_t GetPacket() const
    {
        return segment + ack;
    }
};

/// What the bottleneck of a dumbbell loses, in each direction.
struct DumbbellLosses
{
    /// ACKs, each by the number of segments that it acknowledges and by which of the same it is.
    using Acks = std::vector<std::pair<uint64_t, uint32_t>>;

    double forward{0.0};               //!< forward loss each pass
    double reverse{0.0};               //!< reverse loss each pass
    uint32_t passes{1};                //!< passes through the loss and delay
    std::string drop;                  //!< segments of the first flow to lose
    std::string dropAcks;              //!< ACKs of the first flow to lose
    std::array<std::string, 2> markov; //!< two-state loss by direction, or empty

    /// @brief Add all of them as options. @param options gains them, and refers to this object
    void AddTo(OptionTable& options);

    /// @brief Loss probability of a packet. @return of all passes
    double GetLoss(LossyDumbbellHelper::Direction direction) const;

    /// @brief What `--drop` says. @return numbers of segments from 1 on; empty if it is malformed
    std::vector<uint64_t> GetDrops() const;

    /// @brief What `--dropAcks` says. @return the ACKs; empty if it is malformed
    Acks GetAckDrops() const;

    /// @brief Two-state loss. @return t1, t2, p, q, alpha, beta; empty where the option names none,
    /// or is malformed
    std::vector<double> GetMarkov(LossyDumbbellHelper::Direction direction) const;

  private:
    void AddPlans(OptionTable& options);
    void AddMarkov(OptionTable& options);
};

/// A lossy dumbbell: links, queues and losses.
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
    bool red{false};          //!< the queue drops early
    Access left;              //!< of the left hosts
    Access right;             //!< of the right hosts
    bool direct{false};       //!< hosts are the routers
    Time jitter{"0s"};        //!< a packet comes up to this later to its receiver
    bool sharedHosts{false};  //!< flows in both directions have the same hosts
    DumbbellLosses losses;    //!< of the bottleneck

    /// @brief All of them as options. @return the table, which refers to this object
    OptionTable GetOptions();

    /// @brief Propagation delay of the bottleneck. @return all passes together
    Time GetDelay() const
    {
        return delay * static_cast<int64_t>(losses.passes);
    }

    /// Time that a packet takes over both access links. @param octets of the packet @return
    /// propagation, and store and forward
    Time GetAccessTime(uint32_t octets) const;

  private:
    void AddLinks(OptionTable& options);
};

} // namespace ns3::tcplossy

#endif /* DUMBBELL_PARAMETERS_H */
