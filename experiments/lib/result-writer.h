/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_WRITER_H
#define RESULT_WRITER_H

#include "ns3/trace-series.h"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3::tcplossy
{

/**
 * @brief Writes what one run measured, in the project's one format.
 *
 * Comment lines `# key: value` say what was run (module version, ns-3 release, seed, parameters).
 * Then come a header and one row a value: `quantity,variant,unit,seed,time,value`, where `time` is
 * in seconds and empty for a value of the whole run. A program whose one run is of several points
 * has a further column for each of their coordinates, behind `variant`.
 */
class ResultWriter
{
  public:
    /// Begin the output of one run. @param os where to write @param coordinates names of further
    /// columns
    explicit ResultWriter(std::ostream& os, std::vector<std::string> coordinates = {});

    /// Say what was run; before the first row only. @param key what, without `:` @param value its
    /// value, anything that a stream takes @param unit its unit, or what else follows the value
    template <class T>
    void Describe(const std::string& key, const T& value, const std::string& unit = "")
    {
        BeginDescription(key) << value << (unit.empty() ? "" : " ") << unit << "\n";
    }

    /// Write a value of the whole run. @param point a value for each coordinate; none of them for
    /// all coordinates empty
    void Row(const std::string& quantity,
             const std::string& variant,
             const std::string& unit,
             double value,
             const std::vector<std::string>& point = {})
    {
        Write(quantity, variant, unit, "", value, point);
    }

    void Series(const std::string& quantity,
                const std::string& variant,
                const std::string& unit,
                const TraceSeries& series);

  private:
    std::ostream& BeginDescription(const std::string& key);
    /// Write one line, the first one behind a header line. @param time in seconds, or empty @param
    /// point a value for each coordinate, or none
    void Write(const std::string& quantity,
               const std::string& variant,
               const std::string& unit,
               const std::string& time,
               double value,
               const std::vector<std::string>& point);

    std::ostream& m_os;                     //!< output
    std::vector<std::string> m_coordinates; //!< further columns
    bool m_inRows{false};                   //!< the header is written
};

/// Rows of the whole run, all of them of one variant.
class VariantRows
{
  public:
    VariantRows(ResultWriter& writer, std::string variant)
        : m_writer(writer),
          m_variant(std::move(variant))
    {
    }

    void operator()(const std::string& quantity, const std::string& unit, double value) const
    {
        m_writer.Row(quantity, m_variant, unit, value);
    }

  private:
    ResultWriter& m_writer; //!< output
    std::string m_variant;  //!< name
};

} // namespace ns3::tcplossy

#endif /* RESULT_WRITER_H */
