/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-option.h"

#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/queue-size.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/uinteger.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <list>
#include <regex>
#include <sstream>
#include <type_traits>

namespace ns3
{

namespace
{
/// EX_IOERR of sysexits.h, as the experiments' programs end.
constexpr int OUTPUT_LOST = 74;

/// Whether a text looks like a value that ns-3's attributes have no stricter rule for; std::regex
/// needs stack for each character.
bool
Matches(const std::string& text, const std::string& pattern)
{
    constexpr std::size_t mostCharacters = 100;
    return text.size() <= mostCharacters && std::regex_match(text, std::regex(pattern));
}

/// What the texts of a type's values are. ns-3's own readers take some others in part, take -1 for
/// 4294967295, or end the program with a core.
struct Form
{
    const char* name;                       //!< for a message
    bool (*isReadable)(const std::string&); //!< whether a text is one, to its end
};

const std::string NUMBER = "([0-9]+[.]?[0-9]*|[.][0-9]+)";

template <class T>
const Form FORM{};
template <>
const Form FORM<double>{"a number", [](const std::string& text) {
                            return attributetext::IsReadable(text, *MakeDoubleChecker<double>());
                        }};
template <>
const Form FORM<uint32_t>{"a whole number below 2^32", [](const std::string& text) {
                              return attributetext::IsReadable(text,
                                                               *MakeUintegerChecker<uint32_t>());
                          }};
template <>
const Form FORM<Time>{"a time such as 50ms", [](const std::string& text) {
                          return attributetext::IsReadable(text, *MakeTimeChecker());
                      }};
template <>
const Form FORM<DataRate>{"a rate such as 10Mbps", [](const std::string& text) {
                              return Matches(text, NUMBER + "[a-zA-Z/]*");
                          }};
template <>
const Form FORM<QueueSize>{"a size such as 15p or 30kB", [](const std::string& text) {
                               return Matches(text, "[0-9]{1,9}p|" + NUMBER + "[a-zA-Z]*B");
                           }};

template <class T>
bool
Read(const std::string& text, T& value)
{
    std::istringstream is(text);
    return FORM<T>.isReadable(text) && is >> value;
}

/// What CommandLine takes for the variable.
template <class T>
struct Whole
{
    std::string name; //!< of the option
    T& value;         //!< the program's variable
};

template <class T>
std::ostream&
operator<<(std::ostream& os, const Whole<T>& option)
{
    return os << option.value;
}

template <class T>
std::istream&
operator>>(std::istream& is, Whole<T>& option)
{
    const std::string text(std::istreambuf_iterator<char>(is), {});
    if constexpr (std::is_same_v<T, std::string>)
    {
        option.value = text;
    }
    else if (!Read(text, option.value))
    {
        std::cerr << "--" << option.name << " must be " << FORM<T>.name << ", not '" << text << "'"
                  << std::endl;
        std::exit(2);
    }
    return is;
}

/// Called when the program ends: the standard library would not tell.
void
CheckOutput()
{
    if (!std::cout.flush())
    {
        std::cerr << "the output could not be written to its end: is the disk full?" << std::endl;
        std::_Exit(OUTPUT_LOST);
    }
}
} // namespace

template <class T>
void
AddOption(CommandLine& options, const std::string& name, const std::string& help, T& value)
{
    [[maybe_unused]] static const bool isChecked = std::atexit(&CheckOutput) == 0;
    static std::list<Whole<T>> all; // CommandLine, and its copies, only point to them
    options.AddValue(name, help, all.emplace_back(Whole<T>{name, value}));
}

template void AddOption(CommandLine&, const std::string&, const std::string&, double&);
template void AddOption(CommandLine&, const std::string&, const std::string&, uint32_t&);
template void AddOption(CommandLine&, const std::string&, const std::string&, std::string&);
template void AddOption(CommandLine&, const std::string&, const std::string&, DataRate&);
template void AddOption(CommandLine&, const std::string&, const std::string&, Time&);
template void AddOption(CommandLine&, const std::string&, const std::string&, QueueSize&);

} // namespace ns3
