/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "setting.h"

#include "lean-clock.h"
#include "variants.h"

#include "ns3/random-stream.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace lean
{

namespace
{
/// A field that is a number.
struct Field
{
    const char* name;        //!< in texts
    double Setting::*member; //!< where it is
    double least;            //!< value
    double largest;          //!< value
    bool isWhole;            //!< no fraction
    const char* meaning;     //!< in words, with the unit
};

const Field FIELDS[]{
    {"rate", &Setting::rate, 1e3, 1e10, false, "rate of the path in both directions, bit/s"},
    {"rtt", &Setting::rtt, 1e-4, 10, false, "round trip without the queue, s"},
    {"queue", &Setting::queue, 1, 1e6, true, "packets that wait in front of the path at most"},
    {"loss", &Setting::loss, 0, 0.5, false, "part of the sender's packets lost at random"},
    {"burst", &Setting::burst, 1, 1000, false, "packets lost in a row on average"},
    {"ack", &Setting::ack, 1, 16, true, "segments that one ACK is for"},
    {"mss", &Setting::mss, 64, 1460, true, "octets of data in a segment, at most"},
    {"seconds", &Setting::seconds, 1e-3, 1e5, false, "time that is simulated, s"},
    {"seed", &Setting::seed, 1, 4294967295.0, true, "of what is random"},
};

/// Fields that are words.
const std::pair<const char*, std::string Setting::*> WORDS[]{
    {"variant", &Setting::variant},
    {"model", &Setting::model},
    {"trace", &Setting::trace},
};

constexpr std::size_t MOST_LOST = 1000; // numbers that may be named
constexpr double LAST_LOST = 1e9;       // of them

std::string
ToText(double number)
{
    std::ostringstream text;
    text.precision(12);
    text << number;
    return text.str();
}

std::string
RefuseNumber(const std::string& name, double least, double largest, bool isWhole)
{
    return name + " must be a " + (isWhole ? "whole " : "") + "number from " + ToText(least) +
           " to " + ToText(largest);
}

/// @return whether all of a text is a finite number, which it becomes
bool
ReadNumber(const std::string& text, double& number)
{
    char* end = nullptr;
    number = std::strtod(text.c_str(), &end);
    return !text.empty() && end == text.c_str() + text.size() && std::isfinite(number);
}

bool
IsIn(double number, double least, double largest, bool isWhole)
{
    return number >= least && number <= largest && (!isWhole || number == std::floor(number));
}

std::vector<std::string>
Split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
    {
        parts.push_back(part);
    }
    return parts;
}

#ifdef __wasm__
/// A page has no files.
bool
ReadFile(const std::string& /* name */, std::ostream& /* text */)
{
    return false;
}
#else
/// @return whether a file could be read
bool
ReadFile(const std::string& name, std::ostream& text)
{
    std::ifstream file(name);
    text << file.rdbuf();
    return file.is_open();
}
#endif

/// @return what is wrong with the value of a field that it is read into
std::string
ReadField(const std::string& name, const std::string& value, Setting& setting)
{
    for (const auto& [word, member] : WORDS)
    {
        if (name == word)
        {
            setting.*member = value;
            return {};
        }
    }
    if (name == "lost")
    {
        setting.lost.clear();
        for (const auto& part : Split(value, ','))
        {
            setting.lost.emplace_back();
            if (!ReadNumber(part, setting.lost.back()))
            {
                return "lost must be numbers of segments with commas between, not '" + value + "'";
            }
        }
        return {};
    }
    const auto* field = std::find_if(std::begin(FIELDS), std::end(FIELDS), [&name](auto& known) {
        return known.name == name;
    });
    if (field == std::end(FIELDS))
    {
        return "'" + name + "' is no parameter";
    }
    return ReadNumber(value, setting.*field->member)
               ? ""
               : RefuseNumber(name, field->least, field->largest, field->isWhole) + ", not '" +
                     value + "'";
}

/// Make what changes in time. @return what is wrong with model or trace
std::string
MakeConditions(Setting& setting)
{
    const auto model = ns3::linkmodels::Find(setting.model);
    if (!model && setting.model != Setting::STEADY)
    {
        return "model must be one of steady, leo, cell, wifi, not '" + setting.model + "'";
    }
    setting.conditions = nullptr;
    if (setting.trace.empty())
    {
        ns3::RandomStream random(1, static_cast<uint64_t>(setting.seed), MODEL);
        const auto draw = [&random] { return random.GetValue(); };
        const auto length = std::chrono::nanoseconds(std::llround(setting.seconds * 1e9));
        if (model)
        {
            setting.conditions =
                std::make_shared<ns3::RateTable>(model(length, draw), true, Instant(0));
        }
        return {};
    }
    if (model)
    {
        return "model and trace exclude each other";
    }
    std::stringstream input;
    ns3::LinkRecording recording;
    const auto wrong =
        ReadFile(setting.trace, input) ? recording.Read(input) : "it cannot be opened";
    if (!wrong.empty())
    {
        return "trace " + setting.trace + ": " + wrong;
    }
    setting.conditions = recording.Make(true, Instant(0));
    return {};
}

/// @return what is wrong with the fields, but for model and trace
std::string
FindFault(const Setting& setting)
{
    if (!FindVariant(setting.variant))
    {
        return "variant must be one of " + GetVariantNames() + ", not '" + setting.variant + "'";
    }
    for (const auto& field : FIELDS)
    {
        const auto number = setting.*field.member;
        if (!IsIn(number, field.least, field.largest, field.isWhole))
        {
            return RefuseNumber(field.name, field.least, field.largest, field.isWhole) + ", not " +
                   ToText(number);
        }
    }
    const auto isSegment = [](double number) { return IsIn(number, 1, LAST_LOST, true); };
    if (setting.lost.size() > MOST_LOST ||
        !std::all_of(setting.lost.begin(), setting.lost.end(), isSegment))
    {
        return "lost must be at most " + ToText(MOST_LOST) + " whole numbers from 1 to " +
               ToText(LAST_LOST);
    }
    return {};
}
} // namespace

std::string
ReadSetting(const std::string& text, Setting& setting)
{
    for (const auto& part : Split(text, '&'))
    {
        const auto equals = std::min(part.find('='), part.size());
        const auto value = part.substr(std::min(equals + 1, part.size()));
        const auto fault = ReadField(part.substr(0, equals), value, setting);
        if (!fault.empty())
        {
            return fault;
        }
    }
    const auto fault = FindFault(setting);
    return fault.empty() ? MakeConditions(setting) : fault;
}

const std::string&
DescribeSetting()
{
    static const auto description = [] {
        std::string lines;
        const Setting defaults;
        for (const auto& field : FIELDS)
        {
            lines += std::string(field.name) + '\t' + ToText(field.least) + '\t' +
                     ToText(field.largest) + '\t' + ToText(defaults.*field.member) + '\t' +
                     (field.isWhole ? '1' : '0') + '\t' + field.meaning + '\n';
        }
        return lines;
    }();
    return description;
}

} // namespace lean
