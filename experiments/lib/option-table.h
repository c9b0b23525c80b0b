/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include "result-writer.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <list>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3::tcplossy
{

/**
 * @brief The known name that a misspelt one was meant to be.
 *
 * Letters that are missing, too many, wrong, or in the place of their neighbour are counted, those
 * of another case not; up to one letter in three may be wrong.
 * @param name what was typed
 * @param known the names that there are
 * @return the one with the fewest wrong letters, the first of several; empty if none is near
 */
std::string FindNearestName(const std::string& name, const std::vector<std::string>& known);

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

/// Exit code of a program whose output got lost, as on a full disk: EX_IOERR of sysexits.h.
constexpr int OUTPUT_LOST = 74;

/// Packets of the longest queue that an option takes.
constexpr uint32_t MAX_QUEUE = 10'000'000;

/**
 * @brief End the program with exit code 2 because of what its user asked for.
 * @param message one line for stderr
 */
[[noreturn]] void Refuse(const std::string& message);

/**
 * @brief Names in the order of a sentence.
 * @param names the names
 * @return such as `newreno, sack or fack`
 */
std::string JoinChoices(const std::vector<std::string>& names);

/**
 * @brief An option of a program: all that its name, its value, its range and its place in the
 * results' description have in common.
 *
 * What the setters take is what a correct value is; Check() refuses any other, in one line.
 */
class Option
{
  public:
    /// How a value of some type is read, written and compared.
    struct Access
    {
        std::function<bool(const std::string&)> parse; //!< set it; false when that is no value
        std::function<void(std::ostream&)> print;      //!< in base units
        std::function<std::string()> show;             //!< as a command line takes it
        std::function<double()> number; //!< in base units; not a number if it is none
        std::string kind;               //!< such as `a rate such as 10Mbps`
        std::string unit;               //!< base unit
        bool needsUnit{false};          //!< a mere number is no value
    };

    /**
     * @brief Make an option without a range.
     * @param name without `--`
     * @param help what it is
     * @param access to its value
     */
    Option(std::string name, std::string help, Access access);

    // Tables and programs refer to this object.
    Option(const Option&) = delete;
    Option& operator=(const Option&) = delete;

    /// @name Correct values: within bounds, with or without the bounds themselves
    /// @{
    Option& AtLeast(double least);
    Option& Above(double least);
    Option& AtMost(double most);
    Option& Below(double most);
    /// @}

    /// @brief Refuse all values but some. @param choices the correct values @return this
    Option& Among(std::vector<std::string> choices);

    /**
     * @brief Any further condition.
     * @param isCorrect whether the present value is
     * @param allowed what `must` is followed by in the message
     * @return this
     */
    Option& Must(std::function<bool()> isCorrect, std::string allowed);

    /**
     * @brief A condition that knows what is wrong.
     * @param findFault what `must` is followed by in the message; empty for a correct value
     * @return this
     */
    Option& Must(std::function<std::string()> findFault);

    /// @brief Unit of a number, for messages and description. @return this
    Option& Unit(std::string unit);

    /// @brief Further words for the description. @return this
    Option& Note(std::string note);

    /// @brief What 0, or nothing, is called in the description. @return this
    Option& Zero(std::string name);

    /// @brief Leave it out of the description: no result depends on it. @return this
    Option& Undescribed();

    /// @brief Its name. @return without `--`
    const std::string& GetName() const;

    /// @brief What it is. @return one sentence, without the default
    const std::string& GetHelp() const;

    /// @brief Its present value. @return as a command line takes it, but for base units
    std::string GetText() const;

    /// @brief Its present value for `--help`. @return as a command line takes it, with its unit
    std::string GetDefault() const;

    /// @brief Take a value from the command line; refuse what is none. @param text the value
    void Parse(const std::string& text);

    /// @brief Refuse a value that is not correct.
    void Check() const;

    /// @brief Say in a result what it is. @param writer the output
    void Describe(ResultWriter& writer) const;

  private:
    /// @brief What it must do. @return such as `lie in [1, 2]`; empty without bounds
    std::string GetRange() const;

    /// @brief Refuse. @param value what was given @param allowed what `must` is followed by
    [[noreturn]] void RefuseValue(const std::string& value, const std::string& allowed) const;

    std::string m_name;                                       //!< without `--`
    std::string m_help;                                       //!< one sentence
    Access m_access;                                          //!< to the value
    double m_least{-std::numeric_limits<double>::infinity()}; //!< lower bound
    double m_most{std::numeric_limits<double>::infinity()};   //!< upper bound
    bool m_withLeast{true};                                   //!< the lower bound is correct
    bool m_withMost{true};                                    //!< the upper bound is correct
    std::vector<std::function<std::string()>> m_conditions;   //!< further ones
    std::string m_note;                                       //!< for the description
    std::string m_zero;                                       //!< name of 0, or empty
    bool m_isDescribed{true};                                 //!< in results
};

/**
 * @brief The options of a program, or of one part of it: the one place where each of them stands.
 *
 * From the table come the command line, the checks and the description in the results. It refers
 * to the variables that it was made of, and must not outlive them.
 */
class OptionTable
{
  public:
    OptionTable() = default;
    OptionTable(OptionTable&&) = default;
    OptionTable& operator=(OptionTable&&) = default;

    /**
     * @brief Add an option.
     * @param name without `--`, not in the table yet
     * @param help what it is
     * @param value its variable, which holds the default
     * @return the option, for its range
     */
    /// @{
    Option& Add(const std::string& name, const std::string& help, bool& value);
    Option& Add(const std::string& name, const std::string& help, uint32_t& value);
    Option& Add(const std::string& name, const std::string& help, double& value);
    Option& Add(const std::string& name, const std::string& help, std::string& value);
    Option& Add(const std::string& name, const std::string& help, DataRate& value);
    Option& Add(const std::string& name, const std::string& help, QueueSize& value);
    Option& Add(const std::string& name, const std::string& help, Time& value);
    Option& Add(const std::string& name, const std::string& help, std::vector<Time>& value);
    /// @}

    /// Add all options of another table, which is empty then.
    void Add(OptionTable&& other);

    /**
     * @brief Leave options out: the program has no use for them.
     * @param names all that stay
     */
    void Keep(const std::vector<std::string>& names);

    /**
     * @brief A condition on several options.
     * @param findFault what is wrong, as one sentence; empty if nothing is
     */
    void AddCheck(std::function<std::string()> findFault);

    /**
     * @brief Another default of one of ns-3's own values, which the command line may still set.
     * @param name a global value, or an attribute as on ns-3's command line
     * @param value its value
     */
    void SetNs3Default(const std::string& name, const std::string& value);

    /**
     * @brief Take a program's command line: these options, and all that ns-3 takes besides. Ends
     * the program with one line and exit code 2 if there is anything wrong with it. A program whose
     * standard output cannot be written will end with OUTPUT_LOST.
     * @param usage what the program does, for `--help`
     * @param arguments the program's name, and its arguments
     */
    void Parse(const std::string& usage, const std::vector<std::string>& arguments);

    /// @copydoc Parse(const std::string&,const std::vector<std::string>&)
    void Parse(const std::string& usage, int argc, char* argv[]);

    /// @brief Refuse values that are not correct, wherever they come from.
    void Check() const;

    /// @brief Say in a result what was run. @param writer the output
    void Describe(ResultWriter& writer) const;

    /// @brief All options. @return their names, in order
    std::vector<std::string> GetNames() const;

  private:
    /// @brief Add an option. @param name its name @param help what it is @param access to its value
    /// @return the option
    Option& Insert(const std::string& name, const std::string& help, Option::Access access);

    /// @return the option of a name, or null
    Option* Find(const std::string& name);

    std::list<Option> m_options;                                    //!< at fixed places
    std::vector<std::function<std::string()>> m_checks;             //!< of several options
    std::vector<std::pair<std::string, std::string>> m_ns3Defaults; //!< of ns-3's own values
};

} // namespace ns3::tcplossy

#endif /* OPTION_TABLE_H */
