/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_LINES_H
#define TRACE_LINES_H

#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What the readers of traces share: lines, numbers, and messages about them.
 */
namespace tracelines
{

/**
 * @brief Read lines, but for comments, which begin with #.
 * @param input the text
 * @param read is called for each line, and says what is wrong with it, or nothing
 * @return the number of the first line that is wrong, and what is; empty if none is
 */
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

} // namespace ns3

#endif /* TRACE_LINES_H */
