/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_WRITER_H
#define RESULT_WRITER_H

#include "ns3/trace-series.h"

#include <ostream>
#include <string>

namespace ns3::tcplossy
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Writes what one run measured, in the project's one format.
 *
 * Comment lines `# key: value` say what was run (module version, ns-3 release, seed, parameters).
 * Then come a header and one row a value: `id,quantity,variant,x,unit,seed,time,value`, where
 * `time` is in seconds and empty for a value of the whole run. ResultCampaign reads this format.
 */
class ResultWriter
{
  public:
    /**
     * @brief Begin the output of one run.
     * @param os where to write
     * @param id the experiment, such as `V2`
     */
    ResultWriter(std::ostream& os, std::string id);

    /**
     * @brief Say what was run; before the first row only.
     * @param key what, without `:`
     * @param value its value, anything that a stream takes
     * @param unit its unit, or what else follows the value
     */
    template <class T>
    void Describe(const std::string& key, const T& value, const std::string& unit = "")
    {
        BeginDescription(key) << value << (unit.empty() ? "" : " ") << unit << "\n";
    }

    /**
     * @brief Write a value of the whole run.
     * @param quantity its name
     * @param variant name of the variant
     * @param x the point, as space-separated `name=value`
     * @param unit the unit
     * @param value the value
     */
    void Row(const std::string& quantity,
             const std::string& variant,
             const std::string& x,
             const std::string& unit,
             double value);

    /**
     * @brief Write a quantity over time.
     * @param quantity its name
     * @param variant name of the variant
     * @param x the point, as space-separated `name=value`
     * @param unit the unit
     * @param series the samples
     */
    void Series(const std::string& quantity,
                const std::string& variant,
                const std::string& x,
                const std::string& unit,
                const TraceSeries& series);

    /// @brief Version of this module. @return such as `0.1.0`
    static std::string GetModuleVersion();

    /// @brief Release of ns-3 this module was built with. @return such as `3.44`
    static std::string GetNs3Release();

  private:
    /// @brief Begin a comment line. @param key what it describes @return where to write the rest
    std::ostream& BeginDescription(const std::string& key);

    /// @brief Write the header line before the first row.
    void BeginRows();

    std::ostream& m_os;   //!< output
    std::string m_id;     //!< experiment
    bool m_inRows{false}; //!< the header is written
};

} // namespace ns3::tcplossy

#endif /* RESULT_WRITER_H */
