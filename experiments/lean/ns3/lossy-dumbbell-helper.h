/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_LOSSY_DUMBBELL_HELPER_H
#define LEAN_LOSSY_DUMBBELL_HELPER_H

namespace ns3
{

/// What the laboratory's parameters use of our helper of this name.
class LossyDumbbellHelper
{
  public:
    /// A direction of the bottleneck.
    enum class Direction
    {
        FORWARD, //!< from the left to the right
        REVERSE, //!< from the right to the left
    };
};

} // namespace ns3

#endif /* LEAN_LOSSY_DUMBBELL_HELPER_H */
