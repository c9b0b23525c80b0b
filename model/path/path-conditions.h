/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_CONDITIONS_H
#define PATH_CONDITIONS_H

#include "ns3/data-rate.h"
#include "ns3/link-conditions.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief What one direction of a path offers at each instant, known beforehand: a LinkConditions in
 * ns-3's times, whatever their resolution, or a constant rate as of ns-3's point-to-point link.
 *
 * Since all is known, the times of a packet are computed once, when it comes.
 */
class PathConditions
{
  public:
    /// Make conditions that change in time. @param conditions not null
    explicit PathConditions(std::unique_ptr<LinkConditions> conditions);

    /// Make a constant rate, with no loss and no further delay. @param rate above 0
    explicit PathConditions(DataRate rate);

    /// When a packet of @p octets above 0, headers included, has been sent that the link begins
    /// with at @p start, not negative. Packets are asked about in their order. @return the instant,
    /// not before @p start; Time::Max() if the link will never have sent it
    Time GetFinish(Time start, uint32_t octets);

    /// @return how much longer than the direction's delay a packet is on its way that was sent at
    /// @p finish; not negative
    Time GetExtraDelay(Time finish) const;

    /// @return the shortest of these times, not negative
    Time GetLeastExtraDelay() const;

    /// @return the probability, 0 to 1, that a packet is lost which was sent at @p finish
    double GetLoss(Time finish) const;

    /// @return what packets have taken so far of what is offered, for Return()
    uint64_t GetPlace() const
    {
        return m_conditions ? m_conditions->GetPlace() : 0;
    }

    /// Packets that were asked about since GetPlace() gave this are not sent after all, or anew.
    void Return(uint64_t place)
    {
        if (m_conditions)
        {
            m_conditions->Return(place);
        }
    }

    /// Make conditions for another direction, so that what packets of one direction take is not
    /// missing in another. @return a copy; null where there is nothing that packets change: such an
    /// object may serve several directions
    std::shared_ptr<PathConditions> Copy() const;

  private:
    std::unique_ptr<LinkConditions> m_conditions; //!< in nanoseconds; null for a constant rate
    DataRate m_rate;                              //!< the constant one
    uint32_t m_octets{0};                         //!< of the last packet at this
    Time m_lasts{0};                              //!< how long the link needs for so many
};

/// @ingroup tcp-lossy
/// @brief Rate, further delay and loss as a table has them: see RateTable.
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

    /// Make conditions of a table. @param rows at least one, the first at 0, with rising times
    /// @param isLooped begin anew at the end; there are two rows at least then, and some rate above
    /// 0 @param offset how far into the table the simulation begins, not negative
    RateTrace(const std::vector<Row>& rows, bool isLooped, Time offset);

    /// @brief A table in ns-3's times. @param rows in nanoseconds
    static std::vector<Row> FromPlain(const RateTable::Rows& rows);
};

/// @ingroup tcp-lossy
/// @brief Opportunities to deliver 1500 octets, as Mahimahi records links: see DeliveryTable.
class DeliveryTrace : public PathConditions
{
  public:
    /// Make conditions of a trace. @param instants of the opportunities, ms, not falling; the last
    /// one above 0 @param isLooped begin anew at the end @param offset how far into the trace the
    /// simulation begins, not negative
    DeliveryTrace(const std::vector<uint32_t>& instants, bool isLooped, Time offset);
};

/**
 * @ingroup tcp-lossy
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
        Time last; //!< latest arrival so far
        /// For each packet; first with a stream that ns-3 chooses.
        Ptr<UniformRandomVariable> duplications{CreateObject<UniformRandomVariable>()};
        Ptr<UniformRandomVariable> errors{CreateObject<UniformRandomVariable>()}; //!< the same
    };

    /// @return the instant when a packet arrives, not before @p arrival, when it would without
    /// jitter
    Time Delay(Time arrival, State& state) const;

    /// Draw whether a packet arrives twice.
    bool Duplicates(const State& state) const
    {
        return m_duplication > 0.0 && state.duplications->GetValue() < m_duplication;
    }

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

/// Tables for RateTrace of paths of today, drawn by chance: see linkmodels.
namespace pathmodels
{

using Rows = std::vector<RateTrace::Row>; //!< a table

/// Makes a table that lasts a time above 0.
using Model = std::function<Rows(Time, Ptr<UniformRandomVariable>)>;

/// @return the model of a name, leo, cell or wifi; empty for another name
Model Find(const std::string& name);

/// @brief Write a table as RateTrace reads it. @param rows its rows @param output where
void Write(const Rows& rows, std::ostream& output);

} // namespace pathmodels

} // namespace ns3

#endif /* PATH_CONDITIONS_H */
