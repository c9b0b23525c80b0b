/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_TOPOLOGY_H
#define DUMBBELL_TOPOLOGY_H

#include "option-table.h"
#include "traffic-sources.h"

#include "ns3/data-rate.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/markov-error-model.h"
#include "ns3/nstime.h"
#include "ns3/segment-loss-model.h"

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

    /// @brief Conditions that exclude each other. @return what is wrong, or nothing
    std::string FindFault() const;

    /// @brief Loss probability of a packet. @return of all passes
    double GetLoss(LossyDumbbellHelper::Direction direction) const;

    /// @brief What `--drop` says. @return numbers of segments from 1 on; empty if it is malformed
    std::vector<uint64_t> GetDrops() const;

    /// @brief What `--dropAcks` says. @return the ACKs; empty if it is malformed
    Acks GetAckDrops() const;

    /// @brief Two-state loss. @return an error model; null where the option names none, or is
    /// malformed
    Ptr<MarkovErrorModel> MakeMarkov(LossyDumbbellHelper::Direction direction) const;

  private:
    /// @name Parts of the table
    /// @{
    void AddProbabilities(OptionTable& options);
    void AddPlans(OptionTable& options);
    void AddMarkov(OptionTable& options);
    /// @}
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

    /// Time that a packet takes over both access links. @param octets of the packet @return
    /// propagation, and store and forward
    Time GetAccessTime(uint32_t octets) const;

  private:
    void AddLinks(OptionTable& options);
};

/// The flows of a dumbbell. The first ones go from the left to the right, the others back, each
/// between hosts of its own as far as there are enough.
class DumbbellFlows : public Topology
{
  public:
    /// Look at a dumbbell. @param dumbbell must outlive this object @param pairs number of flows
    /// from the left to the right
    DumbbellFlows(const LossyDumbbellHelper& dumbbell, uint32_t pairs);

    BulkFlow::Ends GetEnds(uint32_t flow, uint16_t port) const override;

    /// @brief Which way a flow goes. @return the direction of its data
    LossyDumbbellHelper::Direction GetDirection(uint32_t flow) const;

  private:
    const LossyDumbbellHelper& m_dumbbell; //!< topology
    uint32_t m_pairs;                      //!< flows from the left to the right
};

/// A dumbbell as the parameters say, and what it loses.
class DumbbellTopology
{
  public:
    /// Octets of packets on the links.
    struct Sizes
    {
        uint32_t segment; //!< data of a full segment
        uint32_t ack;     //!< a packet without data

        /// @brief A full packet. @return octets
        uint32_t GetPacket() const
        {
            return segment + ack;
        }
    };

    /// Build it. @param sizes of what is sent @param pairs number of flows from the left to the
    /// right @param reversePairs number of flows back @param rightSystemId system ID of the
    /// receivers' side; that of the senders' is 0
    DumbbellTopology(const DumbbellParameters& parameters,
                     const Sizes& sizes,
                     uint32_t pairs,
                     uint32_t reversePairs,
                     uint32_t rightSystemId = 0);

    DumbbellTopology(const DumbbellTopology&) = delete;
    DumbbellTopology& operator=(const DumbbellTopology&) = delete;

    /// @brief Losses of `--drop` and `--dropAcks` that did not happen. @return their number
    std::size_t GetPlannedDrops() const;

    /// Topology.
    const LossyDumbbellHelper& GetDumbbell() const
    {
        return m_dumbbell;
    }

    /// Its flows.
    const DumbbellFlows& GetFlows() const
    {
        return m_flows;
    }

  private:
    /// Put what loses packets behind the queue of a direction.
    void SetLoss(const DumbbellParameters& parameters, LossyDumbbellHelper::Direction direction);
    /// Tell the loss models what to lose.
    void PlanDrops(const DumbbellParameters& parameters);
    /// Set links.
    void SetLinks(const DumbbellParameters& parameters);

    Sizes m_sizes;                                   //!< of what is sent
    LossyDumbbellHelper m_dumbbell;                  //!< topology
    DumbbellFlows m_flows;                           //!< its flows
    std::array<Ptr<MarkovErrorModel>, 2> m_markov{}; //!< by direction, or null
    Ptr<SegmentLossModel> m_drops{};                 //!< losses of `--drop`, or null
    Ptr<AckLossModel> m_ackDrops{};                  //!< losses of `--dropAcks`, or null
};

} // namespace ns3::tcplossy

#endif /* DUMBBELL_TOPOLOGY_H */
