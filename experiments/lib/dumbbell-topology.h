/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_TOPOLOGY_H
#define DUMBBELL_TOPOLOGY_H

#include "dumbbell-parameters.h"
#include "traffic-sources.h"

#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/markov-error-model.h"
#include "ns3/segment-loss-model.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::tcplossy
{

/// The flows of a dumbbell. The first ones go from the left to the right, the others back, each
/// between hosts of its own as far as there are enough.
class DumbbellFlows : public Topology
{
  public:
    /// @param dumbbell must outlive this object @param pairs flows from the left to the right
    DumbbellFlows(const LossyDumbbellHelper& dumbbell, uint32_t pairs)
        : m_dumbbell(dumbbell),
          m_pairs(pairs)
    {
    }

    BulkFlow::Ends GetEnds(uint32_t flow, uint16_t port) const override;

    LossyDumbbellHelper::Direction GetDirection(uint32_t flow) const
    {
        return flow < m_pairs ? FORWARD : REVERSE;
    }

  private:
    const LossyDumbbellHelper& m_dumbbell; //!< topology
    uint32_t m_pairs;                      //!< flows from the left to the right
};

/// @brief Two-state loss. @param values t1, t2, p, q, alpha, beta, or none @return an error model;
/// null without values
Ptr<MarkovErrorModel> MakeMarkov(const std::vector<double>& values);

/// A dumbbell as the parameters say, its flows, and what it loses.
class DumbbellTopology : public DumbbellFlows
{
  public:
    /// @param pairs flows from the left to the right @param reversePairs flows back
    /// @param rightSystemId system ID of the receivers' side; that of the senders' is 0
    DumbbellTopology(const DumbbellParameters& parameters,
                     const PacketSizes& sizes,
                     uint32_t pairs,
                     uint32_t reversePairs,
                     uint32_t rightSystemId = 0);

    DumbbellTopology(const DumbbellTopology&) = delete;

    /// @brief Losses of `--drop` and `--dropAcks` that did not happen. @return their number
    std::size_t GetPlannedDrops() const
    {
        return (m_drops ? m_drops->GetPlanned() : 0) + (m_ackDrops ? m_ackDrops->GetPlanned() : 0);
    }

    const LossyDumbbellHelper& GetDumbbell() const
    {
        return m_dumbbell;
    }

  private:
    void SetLoss(const DumbbellParameters& parameters, LossyDumbbellHelper::Direction direction);
    void PlanDrops(const DumbbellParameters& parameters);
    void SetLinks(const DumbbellParameters& parameters);

    PacketSizes m_sizes;                             //!< of what is sent
    LossyDumbbellHelper m_dumbbell;                  //!< topology
    std::array<Ptr<MarkovErrorModel>, 2> m_markov{}; //!< by direction, or null
    Ptr<SegmentLossModel> m_drops{};                 //!< losses of `--drop`, or null
    Ptr<AckLossModel> m_ackDrops{};                  //!< losses of `--dropAcks`, or null
};

} // namespace ns3::tcplossy

#endif /* DUMBBELL_TOPOLOGY_H */
