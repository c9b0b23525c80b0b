/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include "result-writer.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <list>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ns3
{
class QueueSize;
}

namespace ns3::tcplossy
{

/// Exit code of a program whose output got lost, as on a full disk: EX_IOERR of sysexits.h.
constexpr int OUTPUT_LOST = 74;

/// Packets of the longest queue that an option takes.
constexpr uint32_t MAX_QUEUE = 10'000'000;

/// What a value with a unit must have.
const std::string WITH_UNIT = ", with its unit";

/// Digits of a number that is shown as a user typed the number.
constexpr int OPTION_DIGITS = 15;

/// End the program with one line for stderr and exit code 2 because of what its user asked for.
[[noreturn]] void Refuse(const std::string& message);

/// @return names in the order of a sentence, such as `newreno, sack or fack`
std::string JoinChoices(const std::vector<std::string>& names);

/// @return the known name that a misspelt one was meant to be, the first of several with the fewest
/// wrong letters: missing, too many, wrong, or in the place of their neighbour, those of another
/// case not counted; empty if more than one letter in three is wrong
std::string FindNearestName(const std::string& name, const std::vector<std::string>& known);

/// @return the parts of a list, blanks before them left out
std::vector<std::string> SplitList(const std::string& list, char separator);

/// @return a finite number, or nothing if the text is anything else
std::optional<double> ParseNumber(const std::string& text);

/// Set a value as a user types it. A rate or a time must have its unit: ns-3 would take `10` for 10
/// bit/s, and `50` for 50 s. @return false if the text is none; then the value is of no use
bool ParseValue(const std::string& text, bool& value);
bool ParseValue(const std::string& text, uint32_t& value);
bool ParseValue(const std::string& text, double& value);
bool ParseValue(const std::string& text, std::string& value);
bool ParseValue(const std::string& text, DataRate& value);
bool ParseValue(const std::string& text, QueueSize& value);
bool ParseValue(const std::string& text, Time& value);
bool ParseValue(const std::string& text, std::vector<Time>& value);

/// Write a value in base units, without them.
void PrintValue(std::ostream& os, const DataRate& value);
void PrintValue(std::ostream& os, const Time& value);
void PrintValue(std::ostream& os, const std::vector<Time>& value);

template <class T>
void
PrintValue(std::ostream& os, const T& value)
{
    os << value;
}

/// @return a text that ParseValue() reads as the same value, such as `1.5Mbps`
std::string ShowValue(bool value);
std::string ShowValue(const DataRate& value);
std::string ShowValue(const Time& value);
std::string ShowValue(const std::vector<Time>& value);

template <class T>
std::string
ShowValue(const T& value)
{
    std::ostringstream os;
    os.precision(OPTION_DIGITS);
    PrintValue(os, value);
    return os.str();
}

/**
 * @brief An option of a program: all that its name, its value, its range and its place in the
 * results' description have in common.
 *
 * What the setters take is what a correct value is; Check() refuses any other, in one line.
 */
class Option
{
  public:
    /// What the values of a type are.
    struct Kind
    {
        std::string name; //!< such as `a rate such as 10Mbps`
        std::string unit; //!< base unit
        bool needsUnit;   //!< a mere number is no value
    };

    /// How a value is read, written and compared.
    struct Access
    {
        std::function<bool(const std::string&)> parse; //!< set it; false when that is no value
        std::function<void(std::ostream&)> print;      //!< in base units
        std::string shown;                             //!< default, as a command line takes it
        Kind kind;                                     //!< of its type
    };

    /// Make an option without a range. @param name without `--`
    Option(std::string name, std::string help, Access access);

    // Tables and programs refer to this object.
    Option(const Option&) = delete;

    // Correct values: within bounds, with or without the bounds themselves.
    Option& AtLeast(double least)
    {
        m_least = {least, true};
        return *this;
    }

    Option& In(double least, double most, const std::string& unit = "")
    {
        return (unit.empty() ? *this : Unit(unit)).AtLeast(least).AtMost(most);
    }

    Option& Above(double least)
    {
        m_least = {least, false};
        return *this;
    }

    Option& AtMost(double most)
    {
        m_most = {most, true};
        return *this;
    }

    Option& Below(double most)
    {
        m_most = {most, false};
        return *this;
    }

    Option& Among(const std::vector<std::string>& choices);

    /// Any further condition. @param allowed what `must` is followed by in the message
    Option& Must(const std::function<bool()>& isCorrect, const std::string& allowed);

    /// Unit of a number, for messages and description.
    Option& Unit(const std::string& unit)
    {
        m_access.kind.unit = unit;
        return *this;
    }

    /// Further words for the description.
    Option& Note(const std::string& note)
    {
        m_note = note;
        return *this;
    }

    /// What 0, or nothing, is called in the description.
    Option& Zero(const std::string& name)
    {
        m_zero = name;
        return *this;
    }

    /// Leave it out of the description: no result depends on it.
    Option& Undescribed()
    {
        m_isDescribed = false;
        return *this;
    }

    /// Take a value from the command line; refuse what is none.
    void Parse(const std::string& text);

    /// Refuse a value that is not correct.
    void Check() const;

    void Describe(ResultWriter& writer) const;

    const std::string name; //!< without `--`
    const std::string help; //!< one sentence, without the default

    /// @return its default for `--help`, as a command line takes it
    const std::string& GetDefault() const
    {
        return m_access.shown;
    }

  private:
    struct Bound
    {
        double at;       //!< in base units
        bool isIncluded; //!< it is a correct value
    };

    /// @return its present value in base units
    std::string GetText(int digits = OPTION_DIGITS) const;
    /// @return what it must do, such as `lie in [1, 2]`; empty without bounds
    std::string GetRange() const;
    /// Refuse. @param value what was given @param allowed what `must` is followed by
    [[noreturn]] void RefuseValue(const std::string& value, const std::string& allowed) const;

    Access m_access;                                               //!< to the value
    Bound m_least{-std::numeric_limits<double>::infinity(), true}; //!< lower one
    Bound m_most{std::numeric_limits<double>::infinity(), true};   //!< upper one
    std::vector<std::function<std::string()>> m_conditions;        //!< further ones
    std::string m_note;                                            //!< for the description
    std::string m_zero;                                            //!< name of 0, or empty
    bool m_isDescribed{true};                                      //!< in results
};

/// @return what the values of a type are
template <class T>
Option::Kind
GetKind()
{
    return std::is_same_v<T, bool>          ? Option::Kind{"true or false", "", false}
           : std::is_same_v<T, uint32_t>    ? Option::Kind{"a whole number", "", false}
           : std::is_same_v<T, double>      ? Option::Kind{"a number", "", false}
           : std::is_same_v<T, std::string> ? Option::Kind{"a text", "", false}
           : std::is_same_v<T, DataRate>    ? Option::Kind{"a rate such as 10Mbps", "bit/s", true}
           : std::is_same_v<T, QueueSize>   ? Option::Kind{"a size such as 100p or 150kB", "", true}
           : std::is_same_v<T, Time>        ? Option::Kind{"a time such as 50ms", "s", true}
                                            : Option::Kind{"times such as 50s,100s", "s", false};
}

/// What a program's command line takes besides its own options. It is the simulator's, and so there
/// are two: of ns-3, and of the lean world (experiments/lean).
namespace engineoptions
{

/// @return whether an option is a question, after whose answer the program ends, such as `help`
bool IsQuestion(const std::string& name);

/// Answer questions, if there are any. @param usage what the program does @param questions the
/// program's name, and arguments @param own options of the program
void Answer(const std::string& usage,
            const std::vector<std::string>& questions,
            const std::list<Option>& own);

/// Set a global value such as `RngRun`, or the default of an attribute such as
/// `ns3::TcpSackVeno::Beta`; refuse what is none. @param others names of the program's own options
void Set(const std::string& name, const std::string& value, const std::vector<std::string>& others);

} // namespace engineoptions

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

    /// Add an option, which is not in the table yet. @param name without `--` @param value its
    /// variable, which holds the default @return the option, for its range
    template <class T>
    Option& Add(const std::string& name, const std::string& help, T& value)
    {
        return Insert(name,
                      help,
                      {[&value](const std::string& text) { return ParseValue(text, value); },
                       [&value](std::ostream& os) { PrintValue(os, value); },
                       ShowValue(value),
                       GetKind<T>()});
    }

    /// Add all options of another table, which is empty then.
    void Add(OptionTable&& other);

    /// Leave all options out but some: the program has no use for them.
    void Keep(const std::vector<std::string>& names);

    /// A condition on several options, which says what is wrong as one sentence; empty if nothing
    /// is.
    void AddCheck(std::function<std::string()> findFault)
    {
        m_checks.push_back(std::move(findFault));
    }

    /// The same of one option, which the sentence begins with.
    void AddCheck(const std::string& name, const std::function<std::string()>& findFault)
    {
        AddCheck([name, findFault] {
            const auto fault = findFault();
            return fault.empty() ? "" : "--" + name + ": " + fault;
        });
    }

    /// What cannot be. @param isSo whether it is @param fault what is wrong then
    void Forbid(const std::function<bool()>& isSo, const std::string& fault)
    {
        AddCheck([isSo, fault] { return isSo() ? fault : ""; });
    }

    /// Another default of one of ns-3's own values, a global one or an attribute as on ns-3's
    /// command line, which may still set it.
    void SetNs3Default(const std::string& name, const std::string& value)
    {
        m_ns3Defaults.emplace_back(name, value);
    }

    /// Take a program's command line: these options, and all that ns-3 takes besides. Ends the
    /// program with one line and exit code 2 if there is anything wrong with it. A program whose
    /// standard output cannot be written will end with OUTPUT_LOST. @param usage what the program
    /// does, for `--help` @param arguments the program's name, and its arguments
    void Parse(const std::string& usage, const std::vector<std::string>& arguments);

    /// Refuse values that are not correct, wherever they come from.
    void Check() const;

    void Describe(ResultWriter& writer) const;

    std::vector<std::string> GetNames() const;

  private:
    Option& Insert(const std::string& name, const std::string& help, Option::Access access);
    Option* Find(const std::string& name);

    std::list<Option> m_options;                                    //!< at fixed places
    std::vector<std::function<std::string()>> m_checks;             //!< of several options
    std::vector<std::pair<std::string, std::string>> m_ns3Defaults; //!< of ns-3's own values
};

} // namespace ns3::tcplossy

#endif /* OPTION_TABLE_H */
