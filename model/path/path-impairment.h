/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_IMPAIRMENT_H
#define PATH_IMPAIRMENT_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What one direction of a path does to packets besides delay and loss: jitter, with or
 * without reordering, duplicates, bit errors.
 *
 * Each of the three has a random stream of its own, and one number of it is drawn for each packet
 * that the direction sends, if the attribute is above 0. Several directions may have one
 * impairment: each has its own order of packets, and its own numbers but for those of `Jitter`, a
 * random variable that they share.
 */
class PathImpairment : public Object
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// What a direction has of its own.
    struct State
    {
        /// Begin with random streams that ns-3 chooses.
        State();

        Time last;                               //!< latest arrival so far
        Ptr<UniformRandomVariable> duplications; //!< for each packet
        Ptr<UniformRandomVariable> errors;       //!< for each packet
    };

    /// @return the instant when a packet arrives, not before @p arrival, when it would without
    /// jitter
    Time Delay(Time arrival, State& state) const;

    /// Draw whether a packet arrives twice.
    bool Duplicates(const State& state) const;

    /// Draw whether a packet of so many octets has a bit error.
    bool Damages(uint32_t octets, const State& state) const;

    /// Fix the random streams of jitter, duplicates and bit errors, from index @p stream on.
    /// @return 3, the number of streams used
    int64_t AssignStreams(int64_t stream, const State& state) const;

  private:
    Ptr<RandomVariableStream> m_jitter; //!< seconds, or null
    bool m_keepsOrder;                  //!< no packet overtakes another
    double m_duplication;               //!< probability
    double m_bitErrorRate;              //!< probability
};

} // namespace ns3

#endif /* PATH_IMPAIRMENT_H */
