/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STOCK_LOSS_MARKS_H
#define STOCK_LOSS_MARKS_H

#include "octet-range.h"
#include "sack-scoreboard.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What ns-3's own socket takes for SACKed highest, and for lost.
 *
 * Its highest SACKed segment goes back to the one below when that is SACKed later, so that segments
 * above no longer count (TcpTxBuffer::Update() and UpdateLostCount(), ns-3.43 to ns-3.48).
 *
 * State: that segment, and how far losses were marked. Events: octets are SACKed; a timeout forgets
 * what was. Invariant: what is marked stays marked, whatever the highest segment becomes.
 */
class StockLossMarks
{
  public:
    /**
     * @brief An ACK was noted on the scoreboard.
     * @param fresh what it SACKed first, in the order of its blocks, and upwards within each
     * @param board the scoreboard
     * @param dupThresh segments that mean a loss, above 0
     * @param mss maximum segment size, octets
     */
    void OnSacked(const std::vector<OctetRange>& fresh,
                  const SackScoreboard& board,
                  uint32_t dupThresh,
                  uint32_t mss);

    /// @brief A timeout forgot what was SACKed.
    void Forget();

    /// @brief Where the highest segment begins. @return its position, or nothing
    std::optional<uint64_t> GetHighest() const;

    /// @brief How far losses are marked. @return what is below and not SACKed is lost
    uint64_t GetLimit() const;

  private:
    std::optional<OctetRange> m_highest; //!< the segment that is taken for the highest SACKed one
    uint64_t m_limit{0};                 //!< the highest lost limit
};

} // namespace ns3

#endif /* STOCK_LOSS_MARKS_H */
