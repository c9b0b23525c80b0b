/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DELIVERY_TRACE_H
#define DELIVERY_TRACE_H

#include "path-conditions.h"

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Opportunities to deliver 1500 octets, as Mahimahi records links (its manual, mm-link).
 *
 * Octets are counted: several small packets share an opportunity, a packet may need several, and
 * what of an opportunity finds no packet is lost. A packet has been sent at the opportunity that
 * takes its last octet. The last one is at the trace's end: there a trace that is looped begins
 * anew, and one that is not ends for ever.
 *
 * Packets must be asked about in their order.
 */
class DeliveryTrace : public PathConditions
{
  public:
    /**
     * @brief Read a trace: on each line the whole milliseconds of an opportunity.
     *
     * They do not fall, the last one is above 0, and all are below 2^32.
     * @param input the trace
     * @param[out] instants of the opportunities, ms
     * @return what is wrong, with the number of the line; empty if nothing is
     */
    static std::string Read(std::istream& input, std::vector<uint32_t>& instants);

    /**
     * @brief Make conditions of a trace.
     * @param instants of the opportunities, ms, not falling; the last one above 0
     * @param isLooped begin anew at the end
     * @param offset how far into the trace the simulation begins, not negative
     */
    DeliveryTrace(std::vector<uint32_t> instants, bool isLooped, Time offset);

    /// @brief Length of a trace. @param instants of Read() @return the time of the last
    static Time GetLength(const std::vector<uint32_t>& instants);

    Time GetFinish(Time start, uint32_t octets) override;
    Time GetExtraDelay(Time finish) const override;
    Time GetLeastExtraDelay() const override;
    double GetLoss(Time finish) const override;
    uint64_t GetPlace() const override;
    void Return(uint64_t place) override;
    std::shared_ptr<PathConditions> Copy() const override;

  private:
    /// @brief The first opportunity of an instant or later. @param at instant @return its number,
    /// through all rounds
    uint64_t FindFirst(Time at) const;

    /// @return how long a round is, ns
    int64_t GetRound() const;

    /// @brief When an opportunity is. @param number through all rounds @return the instant
    Time GetInstant(uint64_t number) const;

    std::vector<uint32_t> m_instants; //!< ms
    bool m_isLooped;                  //!< it begins anew
    Time m_offset;                    //!< into the trace at time 0
    uint64_t m_taken{0};              //!< octets of all opportunities that are taken or lost
};

} // namespace ns3

#endif /* DELIVERY_TRACE_H */
