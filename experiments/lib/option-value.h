/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OPTION_VALUE_H
#define OPTION_VALUE_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::tcplossy
{

/// Digits of a number that is shown as a user typed the number.
constexpr int OPTION_DIGITS = 15;

/**
 * @brief The parts of a list.
 * @param list the list
 * @param separator what stands between its parts
 * @return the parts, blanks before them left out
 */
std::vector<std::string> SplitList(const std::string& list, char separator);

/// @return a finite number, or nothing if the text is anything else
std::optional<double> ParseNumber(const std::string& text);

/**
 * @brief Read a value as a user types it. A rate or a time must have its unit: ns-3 would take
 * `10` for 10 bit/s, and `50` for 50 s.
 * @param text what was typed
 * @param value set to it; of no use if the text is no value
 * @return false if the text is no value of this type
 */
/// @{
bool ParseValue(const std::string& text, bool& value);
bool ParseValue(const std::string& text, uint32_t& value);
bool ParseValue(const std::string& text, double& value);
bool ParseValue(const std::string& text, std::string& value);
bool ParseValue(const std::string& text, DataRate& value);
bool ParseValue(const std::string& text, QueueSize& value);
bool ParseValue(const std::string& text, Time& value);
bool ParseValue(const std::string& text, std::vector<Time>& value);
/// @}

/**
 * @brief Write a value in base units, without them.
 * @param os where to
 * @param value the value
 */
/// @{
void PrintValue(std::ostream& os, bool value);
void PrintValue(std::ostream& os, uint32_t value);
void PrintValue(std::ostream& os, double value);
void PrintValue(std::ostream& os, const std::string& value);
void PrintValue(std::ostream& os, const DataRate& value);
void PrintValue(std::ostream& os, const QueueSize& value);
void PrintValue(std::ostream& os, const Time& value);
void PrintValue(std::ostream& os, const std::vector<Time>& value);
/// @}

/**
 * @brief Write a value as a user may type it.
 * @param value the value
 * @return a text that ParseValue() reads as the same value, such as `1.5Mbps`
 */
/// @{
std::string ShowValue(bool value);
std::string ShowValue(uint32_t value);
std::string ShowValue(double value);
std::string ShowValue(const std::string& value);
std::string ShowValue(const DataRate& value);
std::string ShowValue(const QueueSize& value);
std::string ShowValue(const Time& value);
std::string ShowValue(const std::vector<Time>& value);
/// @}

/**
 * @brief The number that bounds are compared with.
 * @param value the value
 * @return the value in base units, of several times the least one; not a number if the value has
 * none
 */
/// @{
double ToNumber(double value);
double ToNumber(const std::string& value);
double ToNumber(const DataRate& value);
double ToNumber(const QueueSize& value);
double ToNumber(const Time& value);
double ToNumber(const std::vector<Time>& value);
/// @}

} // namespace ns3::tcplossy

#endif /* OPTION_VALUE_H */
