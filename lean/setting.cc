/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "setting.h"

#include "variants.h"

#include "ns3/random-stream.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

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
const std::map<std::string, std::string Setting::*> WORDS{
    {"variant", &Setting::variant},
    {"model", &Setting::model},
    {"trace", &Setting::trace},
};

const Field NAMED{"lost", nullptr, 1, 1e9, true, "a segment that the path loses"};
constexpr std::size_t MOST_LOST = 1000; // of these

std::string
ToText(double number)
{
    std::ostringstream text;
    text.precision(12);
    text << number;
    return text.str();
}

/// Read the value of a field. @return what is wrong with it
std::string
Read(const Field& field, const std::string& text, double& number)
{
    const bool isNumber = ReadNumber(text, number);
    if (isNumber && number >= field.least && number <= field.largest &&
        (!field.isWhole || number == std::floor(number)))
    {
        return {};
    }
    return std::string(field.name) + " must be a " + (field.isWhole ? "whole " : "") +
           "number from " + ToText(field.least) + " to " + ToText(field.largest) + ", not " +
           (isNumber ? ToText(number) : "'" + text + "'");
}

/// Read segments with commas between them. @return what is wrong
std::string
ReadLost(const std::string& text, std::vector<double>& lost)
{
    std::string fault;
    lost.clear();
    for (const auto& part : ns3::tracelines::Split(text))
    {
        if (fault.empty() && !part.empty())
        {
            lost.emplace_back();
            fault = Read(NAMED, part, lost.back());
        }
    }
    return lost.size() > MOST_LOST ? "lost must be at most " + ToText(MOST_LOST) + " segments"
                                   : fault;
}

/// @return what is wrong with the value of a field that it is read into
std::string
ReadField(const std::string& name, const std::string& value, Setting& setting)
{
    if (const auto word = WORDS.find(name); word != WORDS.end())
    {
        setting.*word->second = value;
        return {};
    }
    for (const auto& field : FIELDS)
    {
        if (name == field.name)
        {
            return Read(field, value, setting.*field.member);
        }
    }
    return name == NAMED.name ? ReadLost(value, setting.lost) : "'" + name + "' is no parameter";
}

/// Make what changes in time. @return what is wrong with model or trace
std::string
MakeConditions(Setting& setting)
{
    setting.conditions = nullptr;
    const auto model = ns3::linkmodels::Find(setting.model);
    if (!model && setting.model != Setting().model)
    {
        return "model must be one of steady, leo, cell, wifi, not '" + setting.model + "'";
    }
    if (model && !setting.trace.empty())
    {
        return "model and trace exclude each other";
    }
    if (model)
    {
        ns3::RandomStream random(1, static_cast<uint64_t>(setting.seed), MODEL);
        const auto draw = [&random] { return random.GetValue(); };
        const auto length = ns3::LinkConditions::FromSeconds(setting.seconds);
        setting.conditions =
            std::make_shared<ns3::RateTable>(model(length, draw), true, Instant(0));
    }
    else if (!setting.trace.empty())
    {
        ns3::LinkRecording recording;
        if (const auto fault = recording.ReadFile(setting.trace); !fault.empty())
        {
            return "trace " + fault;
        }
        setting.conditions = recording.Make(true, Instant(0));
    }
    return {};
}
} // namespace

std::string
ReadSetting(const std::string& text, Setting& setting)
{
    for (const auto& part : ns3::tracelines::Split(text, '&'))
    {
        const auto equals = std::min(part.find('='), part.size());
        const auto value = part.substr(std::min(equals + 1, part.size()));
        const auto fault = part.empty() ? "" : ReadField(part.substr(0, equals), value, setting);
        if (!fault.empty())
        {
            return fault;
        }
    }
    return FindVariant(setting.variant)
               ? MakeConditions(setting)
               : "variant must be one of " + GetVariantNames() + ", not '" + setting.variant + "'";
}

std::string
DescribeSetting()
{
    std::string lines;
    const Setting defaults;
    for (const auto& field : FIELDS)
    {
        lines += std::string(field.name) + '\t' + ToText(field.least) + '\t' +
                 ToText(field.largest) + '\t' + ToText(defaults.*field.member) + '\t' +
                 (field.isWhole ? '1' : '0') + '\t' + field.meaning + '\n';
    }
    return lines;
}

} // namespace lean
