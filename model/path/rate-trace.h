/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RATE_TRACE_H
#define RATE_TRACE_H

#include "path-conditions.h"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Rate, further delay and loss as a table has them: each row holds from its time on.
 *
 * The time of the last row is the table's length. There a table that is looped begins anew; with
 * one that is not, the last row holds for ever.
 */
class RateTrace : public PathConditions
{
  public:
    /// What holds from some time on.
    struct Row
    {
        Time at;       //!< since when, from the table's start
        uint64_t rate; //!< bit/s; 0 in an outage
        Time delay;    //!< further delay, not negative
        double loss;   //!< probability of a packet, 0 to 1
    };

    /**
     * @brief Read a table in CSV: the line `time,rate,delay,loss`, then rows in s, bit/s, s and 1.
     *
     * Lines that begin with # are comments. The first time is 0, and times rise, up to 10^6 s;
     * rates are up to 10^12 bit/s, delays up to 1000 s. Some rate is above 0. There are two rows at
     * least.
     * @param input the table
     * @param[out] rows its rows
     * @return what is wrong, with the number of the line; empty if nothing is
     */
    static std::string Read(std::istream& input, std::vector<Row>& rows);

    /**
     * @brief Make conditions of a table.
     * @param rows at least one, the first at 0, with rising times
     * @param isLooped begin anew at the end; there are two rows at least then, and some rate above
     * 0
     * @param offset how far into the table the simulation begins, not negative
     */
    RateTrace(std::vector<Row> rows, bool isLooped, Time offset);

    /// @brief Length of a table. @param rows at least one @return the time of the last
    static Time GetLength(const std::vector<Row>& rows);

    Time GetFinish(Time start, uint32_t octets) override;
    Time GetExtraDelay(Time finish) const override;
    Time GetLeastExtraDelay() const override;
    double GetLoss(Time finish) const override;

  private:
    /// A place in the table.
    struct Place
    {
        std::size_t row; //!< the row
        int64_t from;    //!< since when in this round, ns of simulated time
    };

    /// @brief Find what holds. @param at instant, ns @return the row
    Place Find(int64_t at) const;

    /// @return how long a row lasts in ns; negative for ever
    int64_t GetLast(std::size_t row) const;

    /// @return what the link can send in a round, as a rate times nanoseconds; the type's most if
    /// it is more
    uint64_t GetRoundContent() const;

    /// @brief Skip the rounds of which a packet takes all, wherever in a round it begins.
    /// @param[in,out] left of the packet, as a rate times nanoseconds
    /// @return how long they last, ns, at most GetNever()
    int64_t SkipRounds(uint64_t& left) const;

    std::vector<Row> m_rows; //!< the table
    bool m_isLooped;         //!< it begins anew
    Time m_offset;           //!< into the table at time 0
    uint64_t m_content{0};   //!< of a round; 0 if there are none
};

} // namespace ns3

#endif /* RATE_TRACE_H */
