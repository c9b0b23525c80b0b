/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_CONDITIONS_H
#define PATH_CONDITIONS_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What one direction of a path offers at each instant, known beforehand.
 *
 * Since all is known, the times of a packet are computed once, when it comes.
 */
class PathConditions
{
  public:
    virtual ~PathConditions() = default;

    /// When a packet of @p octets above 0, headers included, has been sent that the link begins
    /// with at @p start, not negative. Packets are asked about in their order. @return the instant,
    /// not before @p start; Time::Max() if the link will never have sent it
    virtual Time GetFinish(Time start, uint32_t octets) = 0;

    /// @return how much longer than the direction's delay a packet is on its way that was sent at
    /// @p finish; not negative
    virtual Time GetExtraDelay(Time /* finish */) const
    {
        return Time(0);
    }

    /// @return the shortest of these times, not negative
    virtual Time GetLeastExtraDelay() const
    {
        return Time(0);
    }

    /// @return the probability, 0 to 1, that a packet is lost which was sent at @p finish
    virtual double GetLoss(Time /* finish */) const
    {
        return 0.0;
    }

    /// @return what packets have taken so far of what is offered, for Return()
    virtual uint64_t GetPlace() const
    {
        return 0;
    }

    /// Packets that were asked about since GetPlace() gave this are not sent after all, or anew.
    virtual void Return(uint64_t /* place */)
    {
    }

    /// Make conditions for another direction, so that what packets of one direction take is not
    /// missing in another. @return a copy; null for a class without anything that packets change,
    /// whose objects may serve several directions
    virtual std::shared_ptr<PathConditions> Copy() const
    {
        return nullptr;
    }

  protected:
    /// @name Instants in nanoseconds, whatever the resolution of ns-3's times
    /// @{

    /// @return what is later is never, so that no instant is too large for ns-3: with its usual
    /// resolution 146 years
    static int64_t GetNever()
    {
        const auto steps = NanoSeconds(1).GetTimeStep();
        return std::numeric_limits<int64_t>::max() / 2 / std::max<int64_t>(steps, 1);
    }

    /// @return the first nanosecond that is not before an instant
    static int64_t ToNanoseconds(Time at)
    {
        const auto whole = at.GetNanoSeconds();
        return whole + (NanoSeconds(whole) < at ? 1 : 0);
    }

    /// @return the first instant that is not before a nanosecond
    static Time ToTime(int64_t nanoseconds)
    {
        const auto at = NanoSeconds(nanoseconds);
        return at + TimeStep(at.GetNanoSeconds() < nanoseconds ? 1 : 0);
    }

    /// @}
};

/// A constant rate, no loss and no further delay: ns-3's point-to-point link.
class ConstantConditions : public PathConditions
{
  public:
    /// @brief Choose the rate. @param rate above 0
    explicit ConstantConditions(DataRate rate)
        : m_rate(rate)
    {
    }

    Time GetFinish(Time start, uint32_t octets) override
    {
        // Most packets of a direction have one size, and ns-3 takes long to divide.
        if (octets != m_octets)
        {
            m_octets = octets;
            m_lasts = m_rate.CalculateBytesTxTime(octets);
        }
        return start + m_lasts;
    }

  private:
    DataRate m_rate;      //!< of the link
    uint32_t m_octets{0}; //!< of the last packet
    Time m_lasts{0};      //!< how long the link needs for so many
};

/// What the readers of traces share: lines, numbers, and messages about them.
namespace tracelines
{

/// Read lines, but for comments, which begin with #. @param input the text @param read is called
/// for each line, and says what is wrong with it, or nothing @return the number of the first line
/// that is wrong, and what is; empty if none is
std::string ForEach(std::istream& input,
                    const std::function<std::string(const std::string&)>& read);

/// @brief The fields of a line. @param line with commas between them @return one at least
std::vector<std::string> Split(const std::string& line);

/// Read the text of a named field as a number from 0 to @p most. @return what is wrong; empty if
/// nothing is
std::string ReadNumber(const std::string& name,
                       const std::string& text,
                       double most,
                       double& value);

/// @copydoc ReadNumber
std::string ReadWhole(const std::string& name,
                      const std::string& text,
                      uint64_t most,
                      uint64_t& value);

} // namespace tracelines

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

    /// Make conditions of a table. @param rows at least one, the first at 0, with rising times
    /// @param isLooped begin anew at the end; there are two rows at least then, and some rate above
    /// 0 @param offset how far into the table the simulation begins, not negative
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

    /// @brief Find what holds. @param at instant, ns
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

    /// Make conditions of a trace. @param instants of the opportunities, ms, not falling; the last
    /// one above 0 @param isLooped begin anew at the end @param offset how far into the trace the
    /// simulation begins, not negative
    DeliveryTrace(std::vector<uint32_t> instants, bool isLooped, Time offset);

    /// @brief Length of a trace. @param instants of Read() @return the time of the last
    static Time GetLength(const std::vector<uint32_t>& instants);

    Time GetFinish(Time start, uint32_t octets) override;

    uint64_t GetPlace() const override
    {
        return m_taken;
    }

    void Return(uint64_t place) override
    {
        m_taken = place;
    }

    std::shared_ptr<PathConditions> Copy() const override;

  private:
    /// @brief The first opportunity of an instant or later. @param at instant @return its number,
    /// through all rounds
    uint64_t FindFirst(Time at) const;
    /// @return how long a round is, ns
    int64_t GetRound() const;
    /// @brief When an opportunity is. @param number through all rounds
    Time GetInstant(uint64_t number) const;

    std::vector<uint32_t> m_instants; //!< ms
    bool m_isLooped;                  //!< it begins anew
    Time m_offset;                    //!< into the trace at time 0
    uint64_t m_taken{0};              //!< octets of all opportunities that are taken or lost
};

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

/**
 * @ingroup tcp-lossy
 *
 * @brief Paths of today that change in time, drawn by chance: tables for RateTrace.
 *
 * Rates are a tenth or less of what such paths have, so that simulations are short; queues in
 * round trips, and what changes when, are as on them.
 */
namespace pathmodels
{

/// Rows of a table that lasts a time above 0, by random numbers that are uniform in [0, 1).
using Rows = std::vector<RateTrace::Row>;

/**
 * @brief A low orbit: another satellite each 15 s (G. Huston, "A transport protocol's view of
 * Starlink", APNIC blog, 17 May 2024).
 *
 * The first change is within 15 s. In each slot the round trip has its own further delay, up to 50
 * ms (there: from 30 to 80 ms at worst), all of it in this direction, and the rate lies from 4 to 8
 * Mbit/s. At each change nothing is sent for 20 to 120 ms, and from half a second before to half a
 * second after it packets are lost with a probability of its own from 0.5 to 6 %. These last three
 * are the module's own choice.
 */
Rows MakeLeo(Time length, Ptr<UniformRandomVariable> random);

/**
 * @brief A cell: each 100 ms the rate goes up or down a step of a ladder, or stays, by a Markov
 * chain, and at times fades.
 *
 * The ladder has eight steps from 0.5 Mbit/s on, each 1.5 times the one below; each 100 ms the
 * rate changes with probability 0.4. A fade comes each 10 s in the mean and takes a second in the
 * mean, both exponential; nothing is sent in it. Nothing is lost: the link repairs itself. All of
 * these are the module's own choice.
 */
Rows MakeCell(Time length, Ptr<UniformRandomVariable> random);

/**
 * @brief Wi-Fi among other stations: the link sends in aggregates, and waits its turn between them.
 *
 * An aggregate takes up to 5.484 ms (IEEE 802.11-2016, table 19-25, aPPDUMaxTime), at 40 Mbit/s,
 * and the turns of others 20 ms in the mean, exponential. Each 2 s in the mean there is a burst of
 * interference of 100 ms, in which the rate is a quarter and 2 % of the packets are lost in spite
 * of the link's retransmissions. All but the first figure are the module's own choice.
 */
Rows MakeWifi(Time length, Ptr<UniformRandomVariable> random);

/// Makes a table.
using Model = std::function<Rows(Time, Ptr<UniformRandomVariable>)>;

/// @return the model of a name, leo, cell or wifi; empty for another name
Model Find(const std::string& name);

/// @brief Write a table as RateTrace reads it. @param rows its rows @param output where
void Write(const Rows& rows, std::ostream& output);

} // namespace pathmodels

} // namespace ns3

#endif /* PATH_CONDITIONS_H */
