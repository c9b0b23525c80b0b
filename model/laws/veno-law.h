/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VENO_LAW_H
#define VENO_LAW_H

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Veno's refined AIMD: what a backlog means for growth and for the cut.
 *
 * SACK TCP Veno paper, section 2.2:
 *
 * | backlog `N`         | growth in congestion avoidance | equilibrium |
 * |---------------------|--------------------------------|-------------|
 * | `N <= alpha`        | every new ACK                  | false       |
 * | `alpha < N <= beta` | every new ACK                  | true        |
 * | `N > beta`          | every other new ACK            | true        |
 *
 * A loss found by fast retransmit out of equilibrium is most likely random, in equilibrium it is
 * most likely congestive.
 *
 * States: equilibrium (yes, no), pace (every ACK, every other ACK), and whose turn it is.
 * Events: a new backlog, a new ACK in congestion avoidance.
 * Invariants: half pace implies equilibrium; at half pace, of any two consecutive ACKs exactly one
 * opens the window; a run at half pace that starts anew begins with an ACK that does not.
 */
class VenoLaw
{
  public:
    /**
     * @brief A round was evaluated.
     * @param backlog `N` in segments, not negative
     * @param alpha up to this backlog the path has room, segments
     * @param beta above this backlog growth is halved, segments, not below @p alpha
     */
    void OnBacklog(double backlog, double alpha, double beta);

    /// A new ACK arrived in congestion avoidance. @return whether it may open the window by
    /// `1/cwnd`
    bool OnNewAck();

    /// @return whether the flow fills its path (the paper's `equilibrium_arrival`); false before
    /// the first evaluation
    bool IsEquilibrium() const
    {
        return m_equilibrium;
    }

  private:
    bool m_equilibrium{false}; //!< backlog above alpha
    bool m_halfPace{false};    //!< backlog above beta
    bool m_skipped{false};     //!< the last ACK at half pace did not open the window
};

} // namespace ns3

#endif /* VENO_LAW_H */
