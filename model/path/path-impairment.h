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
 * that the direction sends, if the attribute is above 0.
 */
class PathImpairment : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    PathImpairment();

    /**
     * @brief When a packet arrives.
     * @param arrival when it would without jitter
     * @return the instant, not before that
     */
    Time Delay(Time arrival);

    /// @brief Draw whether a packet arrives twice. @return true if so
    bool Duplicates();

    /// @brief Draw whether a packet has a bit error. @param octets its size @return true if so
    bool Damages(uint32_t octets);

    /**
     * @brief Fix the random streams.
     * @param stream first stream index to use
     * @return number of streams used: 3, of jitter, duplicates and bit errors
     */
    int64_t AssignStreams(int64_t stream);

  private:
    Ptr<RandomVariableStream> m_jitter;        //!< seconds, or null
    bool m_keepsOrder;                         //!< no packet overtakes another
    double m_duplication;                      //!< probability
    double m_bitErrorRate;                     //!< probability
    Time m_last;                               //!< latest arrival so far
    Ptr<UniformRandomVariable> m_duplications; //!< for each packet
    Ptr<UniformRandomVariable> m_errors;       //!< for each packet
};

} // namespace ns3

#endif /* PATH_IMPAIRMENT_H */
