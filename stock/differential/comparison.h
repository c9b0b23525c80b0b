/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIFFERENTIAL_COMPARISON_H
#define DIFFERENTIAL_COMPARISON_H

#include "scenario.h"
#include "world.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace differential
{

/// What comes of a comparison, as a program's exit code; 2 is for wrong options.
enum Verdict
{
    SAME = 0,         //!< both do the same
    DIFFERENT = 1,    //!< they do not
    STOCK_FAILED = 3, //!< ns-3's own socket crashes, or stops for good
    LEFT_OUT = 77,    //!< a module is missing, or the release is not followed
};

/// A scenario on both sockets, each in a process of its own.
class Comparison
{
  public:
    /// How it is run.
    struct Settings
    {
        uint32_t limit{60}; //!< CPU seconds of a run
        bool traces{false}; //!< compare traces, too
    };

    /// @param scenario what to run @param settings how
    Comparison(const Scenario& scenario, const Settings& settings);

    /**
     * @brief Run both and say what came of it, in one line and, if they differ, those around.
     * @param os where
     * @param context entries to show before and after the first that differs
     * @param verbose show what ns-3 says, too
     * @return the verdict
     */
    Verdict Compare(std::ostream& os, uint32_t context, bool verbose) const;

    /// @brief Print what the stock socket does. @param os where @return SAME, STOCK_FAILED or
    /// LEFT_OUT
    Verdict Print(std::ostream& os) const;

  private:
    /// What one run left.
    struct Record
    {
        std::vector<std::string> entries; //!< one line each
        std::string other;                //!< what ns-3 said
        std::string fault;                //!< why it did not end well; empty if it did
    };

    /// @brief Run. @param sockets of all nodes @param longer simulated time beyond the end
    /// @return the record
    Record Run(Sockets sockets, Time longer) const;

    /// @brief Whether the stock socket is silent for good from where it differs on: it sends
    /// nothing more of that connection, and two of the longest timeouts later it still has not.
    /// @param stock its record @param fast the other @param first entry that differs
    /// @return whether it is
    bool IsStalled(const Record& stock, const Record& fast, std::size_t first) const;

    const Scenario& m_scenario; //!< what to run
    Settings m_settings;        //!< how
};

} // namespace differential

#endif /* DIFFERENTIAL_COMPARISON_H */
