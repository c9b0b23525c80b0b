/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANDOM_STREAM_H
#define RANDOM_STREAM_H

#include <array>
#include <cmath>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief The random numbers that ns-3 draws, without ns-3: the generator MRG32k3a (P. L'Ecuyer,
 * "Good parameters and implementations for combined multiple recursive random number generators",
 * Operations Research 47(1), 1999, figure I), whose period is cut into streams of 2^127 numbers and
 * these into substreams of 2^76 (P. L'Ecuyer et al., "An object-oriented random-number package with
 * many long streams and substreams", Operations Research 50(6), 2002).
 *
 * What `RngSeed`, `RngRun` and `AssignStreams()` choose in ns-3 are seed, run and stream here.
 */
class RandomStream
{
  public:
    /// A stream that ns-3 would give a variable by SetStream(). @param seed from 1 to 4294944442
    /// @param run the substream @param stream its index, not negative
    RandomStream(uint32_t seed, uint64_t run, int64_t stream);

    /// @return a number above 0 and below 1, of an even distribution
    double GetValue();

    /// @return a number between two, of an even distribution
    double GetValue(double least, double most)
    {
        return least + GetValue() * (most - least);
    }

    /// @return a number of an exponential distribution
    double GetExponential(double mean)
    {
        return -mean * std::log(GetValue());
    }

  private:
    /// Three numbers in a row of one of the generator's two recurrences, the oldest one first.
    using Triple = std::array<uint64_t, 3>;

    Triple m_first;  //!< of the first recurrence
    Triple m_second; //!< of the second one
};

} // namespace ns3

#endif /* RANDOM_STREAM_H */
