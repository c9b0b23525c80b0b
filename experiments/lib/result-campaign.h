/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_CAMPAIGN_H
#define RESULT_CAMPAIGN_H

#include "result-statistics.h"

#include <cstdint>
#include <istream>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3::tcplossy
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Gathers the runs of a campaign: means with intervals, paired comparisons, claims.
 *
 * Input: any number of outputs of ResultWriter, rules for derived quantities, and the claims of
 * the papers. Output: one table for each quantity and variant, each series, a summary in the
 * format of the project's result tables, and a report to read. Malformed input ends the program
 * with a message that names the file and the line.
 */
class ResultCampaign
{
  public:
    /**
     * @brief Read the output of one run.
     * @param is the output
     * @param name its name in messages
     */
    void ReadRun(std::istream& is, const std::string& name);

    /**
     * @brief Read the rules for derived quantities.
     *
     * Columns `id,derived,quantity,a,b`. Derived is
     * - `ratio` or `difference`: from every seed and point at which both variants have the quantity
     *   comes `a/b` or `a-b`, paired by seed;
     * - `min` or `max`: the least or largest value of variant a over all points that differ in the
     *   coordinate b alone, or over all seeds if b is `seed`; called `min_quantity` and
     *   `max_quantity`;
     * - `knee`: of the points that differ in the coordinate b alone, a number, the least b from
     *   which on variant a keeps 98 % of its value at the largest b. Its unit is called b. It takes
     *   two points at least.
     *
     * A rule may use what the rules before it derived.
     * @param is the rules
     * @param name its name in messages
     */
    void ReadRules(std::istream& is, const std::string& name);

    /**
     * @brief Read what is claimed.
     *
     * Columns `id,quantity,variant,x,paper,at_least,at_most,note`: the published number and the
     * range our mean is expected in; each may be empty.
     * @param is the claims
     * @param name its name in messages
     */
    void ReadClaims(std::istream& is, const std::string& name);

    /// @brief Compute derived quantities from runs and rules. Call after all input is read.
    void Derive();

    /**
     * @brief Write the summary: `id,quantity,variant,x,unit,mean,ci_low,ci_high,seeds,paper,note`.
     * @param os output
     */
    void WriteSummary(std::ostream& os) const;

    /**
     * @brief Write the report: a table for each experiment, claims and whether they hold.
     * @param os output, in Markdown
     */
    void WriteReport(std::ostream& os) const;

    /**
     * @brief Write the data behind the figures: `<id>/<quantity>-<variant>.csv`, and each series
     * as `<id>/series-<quantity>-<variant>-<x>.csv`.
     * @param directory an existing directory; one for each id is made in it
     */
    void WriteTables(const std::string& directory) const;

    /**
     * @brief Claims with a range that do not hold, or for which nothing was measured although
     * their experiment was run.
     * @return one sentence each
     */
    std::vector<std::string> GetFailedClaims() const;

  private:
    /// What a number is, without its seed.
    struct Key
    {
        std::string id;       //!< experiment
        std::string quantity; //!< quantity
        std::string variant;  //!< variant or pair of variants
        std::string x;        //!< point

        /// @brief Order by id, quantity, variant and, numerically, by point.
        /// @param other another key @return whether this one comes first
        bool operator<(const Key& other) const;
    };

    /// Values of all seeds.
    struct Group
    {
        std::string unit;                 //!< unit
        std::map<uint64_t, double> seeds; //!< value by seed

        /// @brief Mean and interval. @return the estimate
        MeanEstimate Estimate() const;
    };

    /// A quantity over time.
    struct Series
    {
        std::string unit;                               //!< unit
        uint64_t seed;                                  //!< seed it is from
        std::vector<std::pair<double, double>> samples; //!< time in seconds, value
    };

    /// What a paper says or we do.
    struct Claim
    {
        std::string paper;   //!< published number, or empty
        std::string atLeast; //!< least mean, or empty
        std::string atMost;  //!< largest mean, or empty
        std::string note;    //!< remark

        /// @brief Whether a mean lies in the range. @param mean the mean @return true if so
        bool Holds(double mean) const;
    };

    /// How a derived quantity comes about.
    struct Rule
    {
        std::string id;       //!< experiment
        std::string derived;  //!< `ratio`, `difference`, `min`, `max` or `knee`
        std::string quantity; //!< of which quantity
        std::string a;        //!< first variant
        std::string b;        //!< second variant, or what the extreme is taken over
    };

    /// `# key: value` lines that all runs of an experiment share.
    using Description = std::map<std::string, std::string>;

    /// @brief Compare two variants. @param rule a ratio or a difference @return what comes of it
    std::map<Key, Group> Compare(const Rule& rule) const;

    /// @brief Find extremes. @param rule a minimum or a maximum @return what comes of it
    std::map<Key, Group> FindExtremes(const Rule& rule) const;

    /// @brief Find knees of curves. @param rule a knee @return what comes of it
    std::map<Key, Group> FindKnees(const Rule& rule) const;

    /**
     * @brief Write the description of an experiment.
     * @param os output
     * @param id the experiment
     * @param unit unit of the values
     * @param seeds the seeds used
     */
    void WriteDescription(std::ostream& os,
                          const std::string& id,
                          const std::string& unit,
                          const std::string& seeds) const;

    /**
     * @brief Write the table of one quantity and variant.
     * @param directory where
     * @param groups its points
     */
    void WriteTable(const std::string& directory,
                    const std::vector<std::pair<Key, Group>>& groups) const;

    std::map<Key, Group> m_groups;                     //!< all numbers
    std::map<Key, Series> m_series;                    //!< all series
    std::map<Key, Claim> m_claims;                     //!< all claims
    std::vector<Rule> m_rules;                         //!< all rules
    std::map<std::string, Description> m_descriptions; //!< by id
};

} // namespace ns3::tcplossy

#endif /* RESULT_CAMPAIGN_H */
