/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_RNG_SEED_MANAGER_H
#define LEAN_RNG_SEED_MANAGER_H

#include <cstdint>

namespace ns3
{

/// What all random numbers depend on.
class RngSeedManager
{
  public:
    static uint32_t GetSeed()
    {
        return s_seed;
    }

    static uint64_t GetRun()
    {
        return s_run;
    }

    static void SetSeed(uint32_t seed)
    {
        s_seed = seed;
    }

    static void SetRun(uint64_t run)
    {
        s_run = run;
    }

  private:
    static inline uint32_t s_seed{1}; //!< of all streams
    static inline uint64_t s_run{1};  //!< of all streams
};

} // namespace ns3

#endif /* LEAN_RNG_SEED_MANAGER_H */
