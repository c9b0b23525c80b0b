/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_CONDITIONS_H
#define LINK_CONDITIONS_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// @ingroup tcp-lossy
/// @brief What a link offers at each instant, known beforehand. Instants count from the start.
class LinkConditions
{
  public:
    using Instant = std::chrono::nanoseconds; //!< a time, or a span of it

    static constexpr Instant NEVER = Instant::max(); //!< what is later than any instant

    virtual ~LinkConditions() = default;

    /// When a packet of @p octets above 0, headers included, has been sent that the link begins
    /// with at @p start, not negative. Packets are asked about in their order. @return the instant,
    /// not before @p start; NEVER if the link will never have sent it
    virtual Instant GetFinish(Instant start, uint32_t octets) = 0;

    /// @return how much longer than the link's delay a packet is on its way that was sent at
    /// @p finish; not negative
    virtual Instant GetExtraDelay(Instant /* finish */) const
    {
        return Instant(0);
    }

    /// @return the shortest of these times, not negative
    virtual Instant GetLeastExtraDelay() const
    {
        return Instant(0);
    }

    /// @return the probability, 0 to 1, that a packet is lost which was sent at @p finish
    virtual double GetLoss(Instant /* finish */) const
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

    /// Make conditions for another link. @return a copy; null for a class without anything that
    /// packets change, whose objects may serve several links
    virtual std::unique_ptr<LinkConditions> Copy() const
    {
        return nullptr;
    }

    /// @brief Seconds as ns-3 reads them. @param seconds from 0 to 2^33 @return rounded
    static Instant FromSeconds(double seconds);

    /// How long octets take at a rate in bit/s, to the nearest nanosecond.
    static Instant GetTime(uint32_t octets, uint64_t rate)
    {
        const uint64_t bits = uint64_t{octets} * 8 * std::nano::den;
        return Instant((bits + rate / 2) / rate);
    }

  protected:
    /// Later than this is never, so that sums of instants are instants.
    static constexpr int64_t LATEST = INT64_MAX / 2;
};

/// What the readers of traces share: lines, numbers, and messages about them.
namespace tracelines
{

/// Read lines, but for comments, which begin with #. @param input the text @param read is called
/// for each line, and says what is wrong with it, or nothing @return the number of the first line
/// that is wrong, and what is; empty if none is
std::string ForEach(std::istream& input,
                    const std::function<std::string(const std::string&)>& read);

/// @brief The fields of a line. @param line the text @param separator between two of them @return
/// one at least
std::vector<std::string> Split(const std::string& line, char separator = ',');

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
 * @brief Rate, further delay and loss as a table has them: each row holds from its time on.
 *
 * The time of the last row is the table's length. There a table that is looped begins anew; with
 * one that is not, the last row holds for ever.
 */
class RateTable : public LinkConditions
{
  public:
    /// What holds from some time on.
    struct Row
    {
        Instant at;    //!< since when, from the table's start
        uint64_t rate; //!< bit/s; 0 in an outage
        Instant delay; //!< further delay, not negative
        double loss;   //!< probability of a packet, 0 to 1
    };

    using Rows = std::vector<Row>; //!< a table

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
    static std::string Read(std::istream& input, Rows& rows);

    /// @return what is wrong with a table, looped or not, that begins after an offset; empty if
    /// nothing is
    static std::string FindFault(const Rows& rows, bool isLooped, Instant offset);

    /// Make conditions of a table without a fault. @param rows the table @param isLooped begin anew
    /// at the end @param offset how far into the table the simulation begins
    RateTable(Rows rows, bool isLooped, Instant offset);

    Instant GetFinish(Instant start, uint32_t octets) override;

    Instant GetExtraDelay(Instant finish) const override
    {
        return m_rows[Find(finish.count()).row].delay;
    }

    Instant GetLeastExtraDelay() const override;

    double GetLoss(Instant finish) const override
    {
        return m_rows[Find(finish.count()).row].loss;
    }

  private:
    struct Place
    {
        std::size_t row; //!< the row
        int64_t from;    //!< since when in this round, ns of simulated time
    };

    Place Find(int64_t at) const;

    /// @return how long a row lasts in ns; negative for ever
    int64_t GetLast(std::size_t row) const
    {
        return row + 1 < m_rows.size() ? (m_rows[row + 1].at - m_rows[row].at).count() : -1;
    }

    /// @brief Skip the rounds of which a packet takes all, wherever in a round it begins.
    /// @param[in,out] left of the packet, as a rate times nanoseconds
    /// @return how long they last, ns, at most LATEST
    int64_t SkipRounds(uint64_t& left) const;

    Rows m_rows;           //!< the table
    bool m_isLooped;       //!< it begins anew
    Instant m_offset;      //!< into the table at time 0
    uint64_t m_content{0}; //!< what is sent in a round at most, as a rate times nanoseconds; the
                           //!< type's most if it is more; 0 if there are no rounds
};

/**
 * @ingroup tcp-lossy
 * @brief Opportunities to deliver 1500 octets, as Mahimahi records links (its manual, mm-link).
 *
 * Octets are counted: several small packets share an opportunity, a packet may need several, and
 * what of an opportunity finds no packet is lost. A packet has been sent at the opportunity that
 * takes its last octet. The last one is at the trace's end: there a trace that is looped begins
 * anew, and one that is not ends for ever.
 *
 * Packets must be asked about in their order.
 */
class DeliveryTable : public LinkConditions
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

    /// @return what is wrong with a trace that begins after an offset; empty if nothing is
    static std::string FindFault(const std::vector<uint32_t>& instants, Instant offset);

    /// Make conditions of a trace without a fault. @param instants of the opportunities, ms
    /// @param isLooped begin anew at the end @param offset how far into the trace the simulation
    /// begins
    DeliveryTable(std::vector<uint32_t> instants, bool isLooped, Instant offset)
        : m_instants(std::move(instants)),
          m_isLooped(isLooped),
          m_offset(offset)
    {
    }

    Instant GetFinish(Instant start, uint32_t octets) override;

    uint64_t GetPlace() const override
    {
        return m_taken;
    }

    void Return(uint64_t place) override
    {
        m_taken = place;
    }

    std::unique_ptr<LinkConditions> Copy() const override
    {
        return std::make_unique<DeliveryTable>(*this);
    }

  private:
    /// @brief The first opportunity of an instant or later. @param at instant @return its number,
    /// through all rounds
    uint64_t FindFirst(Instant at) const;

    int64_t GetRound() const
    {
        return m_instants.back() * MILLISECOND;
    }

    static constexpr int64_t MILLISECOND = 1'000'000; //!< ns

    std::vector<uint32_t> m_instants; //!< ms
    bool m_isLooped;                  //!< it begins anew
    Instant m_offset;                 //!< into the trace at time 0
    uint64_t m_taken{0};              //!< octets of all opportunities that are taken or lost
};

/// @ingroup tcp-lossy
/// @brief What a file has recorded of a link: a RateTable or a DeliveryTable.
class LinkRecording
{
  public:
    /// Read a file, in place of one that was read before: one whose first line has a comma is a
    /// table, any other is a trace of Mahimahi's; comments do not count. @return what is wrong,
    /// with the number of the line; empty if nothing is
    std::string Read(std::istream& input);

    /// Read a file of a name. @return what is wrong with which file; empty if nothing is. Where
    /// there are no files, none can be opened
    std::string ReadFile(const std::string& name);

    /// @return how long the recording is, once it was read without a fault
    LinkConditions::Instant GetLength() const
    {
        return m_instants.empty() ? m_rows.back().at : std::chrono::milliseconds(m_instants.back());
    }

    /// Make conditions of what was read without a fault. @param isLooped begin anew at the end
    /// @param offset how far into the recording the simulation begins, less than its length
    std::unique_ptr<LinkConditions> Make(bool isLooped, LinkConditions::Instant offset) const;

  private:
    RateTable::Rows m_rows;           //!< of a table
    std::vector<uint32_t> m_instants; //!< of a trace of Mahimahi's, ms
};

/**
 * @ingroup tcp-lossy
 * @brief Links of today that change in time, drawn by chance: tables for RateTable.
 *
 * Rates are a tenth or less of what such paths have, so that simulations are short; queues in
 * round trips, and what changes when, are as on them. A length is above 0.
 */
namespace linkmodels
{

using Draw = std::function<double()>;    //!< draws an even number above 0 and below 1
using Instant = LinkConditions::Instant; //!< a span of time
using Rows = RateTable::Rows;            //!< a table

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
Rows MakeLeo(Instant length, const Draw& draw);

/**
 * @brief A cell: each 100 ms the rate goes up or down a step of a ladder, or stays, by a Markov
 * chain, and at times fades.
 *
 * The ladder has eight steps from 0.5 Mbit/s on, each 1.5 times the one below; each 100 ms the
 * rate changes with probability 0.4. A fade comes each 10 s in the mean and takes a second in the
 * mean, both exponential; nothing is sent in it. Nothing is lost: the link repairs itself. All of
 * these are the module's own choice.
 */
Rows MakeCell(Instant length, const Draw& draw);

/**
 * @brief Wi-Fi among other stations: the link sends in aggregates, and waits its turn between them.
 *
 * An aggregate takes up to 5.484 ms (IEEE 802.11-2016, table 19-25, aPPDUMaxTime), at 40 Mbit/s,
 * and the turns of others 20 ms in the mean, exponential. Each 2 s in the mean there is a burst of
 * interference of 100 ms, in which the rate is a quarter and 2 % of the packets are lost in spite
 * of the link's retransmissions. All but the first figure are the module's own choice.
 */
Rows MakeWifi(Instant length, const Draw& draw);

/// Makes a table.
using Model = std::function<Rows(Instant, const Draw&)>;

/// @return the model of a name, leo, cell or wifi; empty for another name
Model Find(const std::string& name);

} // namespace linkmodels

} // namespace ns3

#endif /* LINK_CONDITIONS_H */
