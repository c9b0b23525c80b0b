/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_LOSSES_H
#define DUMBBELL_LOSSES_H

#include "option-table.h"

#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/markov-error-model.h"

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

/**
 * @brief What the bottleneck of a dumbbell loses, in each direction.
 */
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

    /// @brief Loss probability of a packet. @param direction there or back @return of all passes
    double GetLoss(LossyDumbbellHelper::Direction direction) const;

    /// @brief What `--drop` says. @return numbers of segments from 1 on; empty if it is malformed
    std::vector<uint64_t> GetDrops() const;

    /// @brief What `--dropAcks` says. @return the ACKs; empty if it is malformed
    Acks GetAckDrops() const;

    /// @brief Two-state loss. @param direction there or back @return an error model; null where the
    /// option names none, or is malformed
    Ptr<MarkovErrorModel> MakeMarkov(LossyDumbbellHelper::Direction direction) const;

  private:
    /// @name Parts of the table
    /// @{
    void AddProbabilities(OptionTable& options);
    void AddPlans(OptionTable& options);
    void AddMarkov(OptionTable& options);
    /// @}
};

} // namespace ns3::tcplossy

#endif /* DUMBBELL_LOSSES_H */
