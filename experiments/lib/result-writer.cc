/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-writer.h"

#include "ns3/abort.h"
#include "ns3/rng-seed-manager.h"

#include <iomanip>
#include <sstream>

namespace ns3::tcplossy
{

namespace
{
// Enough to tell any two measured values apart, few enough to hide the last bits of a sum.
constexpr int DIGITS = 9;

void
CheckField(const std::string& field)
{
    NS_ABORT_MSG_IF(field.find_first_of(",\n#") != std::string::npos,
                    "ResultWriter: a field must not contain a comma, '#' or a line end: " << field);
}
} // namespace

ResultWriter::ResultWriter(std::ostream& os, std::vector<std::string> coordinates)
    : m_os(os),
      m_coordinates(std::move(coordinates))
{
    m_os << std::setprecision(DIGITS);
    Describe("tcp-lossy", TCP_LOSSY_VERSION);
    Describe("ns-3", TCP_LOSSY_NS3_RELEASE);
    Describe("RngSeed", RngSeedManager::GetSeed());
    Describe("RngRun", RngSeedManager::GetRun());
}

std::ostream&
ResultWriter::BeginDescription(const std::string& key)
{
    NS_ABORT_MSG_IF(m_inRows, "ResultWriter: describe '" << key << "' before the first row");
    return m_os << "# " << key << ": ";
}

void
ResultWriter::Write(const std::string& quantity,
                    const std::string& variant,
                    const std::string& unit,
                    const std::string& time,
                    double value,
                    const std::vector<std::string>& point)
{
    NS_ABORT_MSG_UNLESS(point.empty() || point.size() == m_coordinates.size(),
                        "ResultWriter: a point has " << m_coordinates.size() << " coordinates");
    for (const auto& field : {quantity, variant, unit})
    {
        CheckField(field);
    }
    if (!m_inRows)
    {
        m_inRows = true;
        m_os << "quantity,variant,";
        for (const auto& coordinate : m_coordinates)
        {
            m_os << coordinate << ",";
        }
        m_os << "unit,seed,time,value\n";
    }
    m_os << quantity << "," << variant << ",";
    for (std::size_t i = 0; i < m_coordinates.size(); ++i)
    {
        const auto coordinate = point.empty() ? "" : point[i];
        CheckField(coordinate);
        m_os << coordinate << ",";
    }
    m_os << unit << "," << RngSeedManager::GetRun() << "," << time << "," << value << "\n";
}

void
ResultWriter::Series(const std::string& quantity,
                     const std::string& variant,
                     const std::string& unit,
                     const TraceSeries& series)
{
    for (const auto& [time, value] : series)
    {
        std::ostringstream seconds;
        seconds << std::setprecision(DIGITS) << time.GetSeconds();
        Write(quantity, variant, unit, seconds.str(), value, {});
    }
}

} // namespace ns3::tcplossy
