/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ENGINE_OPTIONS_H
#define ENGINE_OPTIONS_H

#include <string>
#include <vector>

/// What a program's command line takes besides its own options. It is the simulator's, and so there
/// are two: of ns-3, and of the lean world (experiments/lean).
namespace ns3::tcplossy::engineoptions
{

/// An option of the program's own.
struct Own
{
    std::string name;  //!< without `--`
    std::string help;  //!< one sentence
    std::string value; //!< the default
};

/// @return whether an option is a question, after whose answer the program ends, such as `help`
bool IsQuestion(const std::string& name);

/// Answer questions, if there are any. @param usage what the program does @param questions the
/// program's name, and arguments
void Answer(const std::string& usage,
            const std::vector<std::string>& questions,
            const std::vector<Own>& own);

/// Set a global value such as `RngRun`, or the default of an attribute such as
/// `ns3::TcpSackVeno::Beta`; refuse what is none. @param others names of the program's own options
void Set(const std::string& name, const std::string& value, const std::vector<std::string>& others);

} // namespace ns3::tcplossy::engineoptions

#endif /* ENGINE_OPTIONS_H */
