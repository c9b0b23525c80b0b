/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRAM_OPTION_H
#define PROGRAM_OPTION_H

#include <string>

namespace ns3
{

class CommandLine;

/**
 * @brief Add an option to a program, as CommandLine::AddValue() does, but read its value to the
 * end.
 *
 * ns-3 takes the beginning of `0,01` or `40.9` for the number and leaves the rest. Here a text that
 * is no value ends the program with one line and exit code 2. A program with such an option whose
 * standard output cannot be written, as on a full disk, ends with one line and exit code 74.
 *
 * @tparam T double, uint32_t, std::string, DataRate, Time or QueueSize
 * @param options the program's command line
 * @param name without `--`
 * @param help one sentence
 * @param value holds the default, and the user's value once the command line is parsed
 */
template <class T>
void AddOption(CommandLine& options, const std::string& name, const std::string& help, T& value);

} // namespace ns3

#endif /* PROGRAM_OPTION_H */
