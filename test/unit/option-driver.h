/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OPTION_DRIVER_H
#define OPTION_DRIVER_H

#include "lib/option-table.h"
#include "lib/result-writer.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

/// What tests of the laboratory's parameters share.
namespace ns3test
{

/**
 * @param options a table
 * @return what it says in a result, without what each result says of the program
 */
inline std::string
DescribeOptions(const ns3::tcplossy::OptionTable& options)
{
    std::ostringstream os;
    ns3::tcplossy::ResultWriter writer(os);
    const auto begin = os.str().size();
    options.Describe(writer);
    return os.str().substr(begin);
}

/**
 * @brief Takes a command line; a wrong one ends the program.
 * @tparam T what has a table
 * @param options the command line
 * @return what has taken it
 */
template <class T>
T
TakeOptions(std::vector<std::string> options)
{
    T values;
    options.insert(options.begin(), "program");
    values.GetOptions().Parse("test", options);
    return values;
}

/**
 * @brief Holds the bounds of an option.
 * @tparam T what has it
 * @param name its name
 * @param good values, such as the bounds themselves
 * @param wrong values, such as those next to the bounds
 */
template <class T>
void
ExpectLimits(const std::string& name,
             const std::vector<std::string>& good,
             const std::vector<std::string>& wrong)
{
    const auto option = "--" + name + "=";
    for (const auto& value : good)
    {
        TakeOptions<T>({option + value});
    }
    for (const auto& value : wrong)
    {
        EXPECT_EXIT(TakeOptions<T>({option + value}),
                    testing::ExitedWithCode(2),
                    "^--" + name + " must ")
            << value;
    }
}

} // namespace ns3test

#endif // OPTION_DRIVER_H
