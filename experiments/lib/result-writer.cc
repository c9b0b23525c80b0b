/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-writer.h"

#include "ns3/abort.h"
#include "ns3/rng-seed-manager.h"

#include <iomanip>

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

ResultWriter::ResultWriter(std::ostream& os, std::string id)
    : m_os(os),
      m_id(std::move(id))
{
    CheckField(m_id);
    m_os << std::setprecision(DIGITS);
    Describe("experiment", m_id);
    Describe("tcp-lossy", GetModuleVersion());
    Describe("ns-3", GetNs3Release());
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
ResultWriter::BeginRows()
{
    if (!m_inRows)
    {
        m_inRows = true;
        m_os << "id,quantity,variant,x,unit,seed,time,value\n";
    }
}

void
ResultWriter::Row(const std::string& quantity,
                  const std::string& variant,
                  const std::string& x,
                  const std::string& unit,
                  double value)
{
    for (const auto& field : {quantity, variant, x, unit})
    {
        CheckField(field);
    }
    BeginRows();
    m_os << m_id << "," << quantity << "," << variant << "," << x << "," << unit << ","
         << RngSeedManager::GetRun() << ",," << value << "\n";
}

void
ResultWriter::Series(const std::string& quantity,
                     const std::string& variant,
                     const std::string& x,
                     const std::string& unit,
                     const TraceSeries& series)
{
    for (const auto& field : {quantity, variant, x, unit})
    {
        CheckField(field);
    }
    BeginRows();
    for (const auto& [time, value] : series)
    {
        m_os << m_id << "," << quantity << "," << variant << "," << x << "," << unit << ","
             << RngSeedManager::GetRun() << "," << time.GetSeconds() << "," << value << "\n";
    }
}

std::string
ResultWriter::GetModuleVersion()
{
    return TCP_LOSSY_VERSION;
}

std::string
ResultWriter::GetNs3Release()
{
    return TCP_LOSSY_NS3_RELEASE;
}

} // namespace ns3::tcplossy
