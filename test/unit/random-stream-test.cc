/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The generator's numbers without ns-3 are those of ns-3's own, to the last bit.

#include "ns3/link-conditions.h"
#include "ns3/nstime.h"
#include "ns3/random-stream.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>

namespace ns3
{
namespace RandomStreamTests
{

/// Chooses seed and run for ns-3, and takes that back.
class Choice
{
  public:
    Choice(uint32_t seed, uint64_t run)
    {
        RngSeedManager::SetSeed(seed);
        RngSeedManager::SetRun(run);
    }

    ~Choice()
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
    }

    Choice(const Choice&) = delete;
    Choice& operator=(const Choice&) = delete;
};

TEST(RandomStream, DrawsWhatNs3Draws)
{
    for (const uint32_t seed : {1U, 7U, 4'294'944'442U})
    {
        for (const uint64_t run : {uint64_t{0}, uint64_t{1}, uint64_t{7}, uint64_t{1} << 40})
        {
            for (const int64_t stream : {int64_t{0}, int64_t{99}, int64_t{1} << 50})
            {
                const Choice choice(seed, run);
                const auto uniform = CreateObject<UniformRandomVariable>();
                const auto exponential = CreateObject<ExponentialRandomVariable>();
                uniform->SetStream(stream);
                exponential->SetStream(stream);
                RandomStream even(seed, run, stream);
                RandomStream waits(seed, run, stream);
                for (int i = 0; i < 500; ++i)
                {
                    ASSERT_EQ(even.GetValue(2, 5), uniform->GetValue(2, 5)) << seed << ' ' << run;
                    ASSERT_EQ(waits.GetExponential(3.5), exponential->GetValue(3.5, 0));
                }
            }
        }
    }
}

// Times that are drawn in seconds are the same nanoseconds.
TEST(RandomStream, SecondsAreNs3sNanoseconds)
{
    RandomStream random(1, 1, 1);
    for (int i = 0; i < 100'000; ++i)
    {
        const auto drawn = std::exp(random.GetValue(-20, 10));
        for (const auto seconds : {drawn, std::round(drawn * 1e9) / 1e9, std::round(drawn)})
        {
            ASSERT_EQ(LinkConditions::FromSeconds(seconds).count(),
                      Seconds(seconds).GetNanoSeconds());
        }
    }
}

} // namespace RandomStreamTests

} // namespace ns3
