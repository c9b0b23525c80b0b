/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_RNG_SEED_MANAGER_H
#define LEAN_RNG_SEED_MANAGER_H

#include <cstdint>

namespace ns3
{

/// What all random numbers depend on.
struct RngSeedManager
{
    static uint32_t GetSeed()
    {
        return seed;
    }

    static uint64_t GetRun()
    {
        return run;
    }

    static inline uint32_t seed{1}; //!< of all streams
    static inline uint64_t run{1};  //!< of all streams
};

} // namespace ns3

#endif /* LEAN_RNG_SEED_MANAGER_H */
