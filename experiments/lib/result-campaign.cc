/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-campaign.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

namespace ns3::tcplossy
{

namespace
{
const std::string RUN_HEADER = "id,quantity,variant,x,unit,seed,time,value";
const std::string RULE_HEADER = "id,derived,quantity,a,b";
const std::string CLAIM_HEADER = "id,quantity,variant,x,paper,at_least,at_most,note";
constexpr int DIGITS = 6;
constexpr double KNEE_PART = 0.98;

/// One `name=value` of a point; the name is `x` for a bare value.
using Coordinate = std::pair<std::string, std::string>;

std::vector<std::string>
Split(const std::string& line, char separator)
{
    std::vector<std::string> fields;
    std::istringstream is(line);
    std::string field;
    while (std::getline(is, field, separator))
    {
        fields.push_back(field);
    }
    if (line.empty() || line.back() == separator)
    {
        fields.emplace_back();
    }
    return fields;
}

std::optional<double>
ToNumber(const std::string& text)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool isNumber = !text.empty() && *end == '\0';
    return isNumber ? std::optional(value) : std::nullopt;
}

double
ParseNumber(const std::string& text, const std::string& where)
{
    const auto number = ToNumber(text);
    NS_ABORT_MSG_UNLESS(number, where << ": '" << text << "' is no number");
    return *number;
}

std::vector<Coordinate>
ParsePoint(const std::string& x)
{
    std::vector<Coordinate> point;
    std::istringstream is(x);
    std::string token;
    while (is >> token)
    {
        const auto equals = token.find('=');
        point.emplace_back(equals == std::string::npos ? "x" : token.substr(0, equals),
                           equals == std::string::npos ? token : token.substr(equals + 1));
    }
    return point;
}

/// Value of one coordinate of a point; empty when the point does not have it.
std::string
CoordinateOf(const std::string& x, const std::string& name)
{
    for (const auto& [key, value] : ParsePoint(x))
    {
        if (key == name)
        {
            return value;
        }
    }
    return "";
}

bool
HasCoordinate(const std::string& x, const std::string& name)
{
    return !CoordinateOf(x, name).empty();
}

/// The point without one of its coordinates.
std::string
WithoutCoordinate(const std::string& x, const std::string& name)
{
    std::string rest;
    std::istringstream is(x);
    for (std::string token; is >> token;)
    {
        if (token.substr(0, token.find('=')) != name)
        {
            rest += (rest.empty() ? "" : " ") + token;
        }
    }
    return rest;
}

/// Numbers compare as numbers, all else as text.
bool
PointLess(const std::string& a, const std::string& b)
{
    const auto less = [](const Coordinate& one, const Coordinate& two) {
        const auto numberOne = ToNumber(one.second);
        const auto numberTwo = ToNumber(two.second);
        const bool areNumbers = one.first == two.first && numberOne && numberTwo;
        return areNumbers ? *numberOne < *numberTwo : one < two;
    };
    const auto pointA = ParsePoint(a);
    const auto pointB = ParsePoint(b);
    return std::lexicographical_compare(pointA.begin(),
                                        pointA.end(),
                                        pointB.begin(),
                                        pointB.end(),
                                        less);
}

/// A part of a file name: no separators of paths, points or pairs.
std::string
FileNamePart(std::string text)
{
    for (const auto& [from, to] :
         {std::pair{std::string("/"), std::string("_over_")}, {" ", "_"}, {"=", ""}})
    {
        for (auto at = text.find(from); at != std::string::npos; at = text.find(from))
        {
            text.replace(at, from.size(), to);
        }
    }
    return text;
}

std::string
FormatSeeds(const std::set<uint64_t>& seeds)
{
    std::ostringstream os;
    for (const auto seed : seeds)
    {
        os << (os.tellp() > 0 ? " " : "") << seed;
    }
    return os.str();
}

/// Calls @p row with the fields and the place of every row below the expected header.
template <class F>
void
ForEachRow(std::istream& is, const std::string& name, const std::string& header, F row)
{
    const auto columns = Split(header, ',').size();
    std::string line;
    bool inRows = false;
    for (std::size_t number = 1; std::getline(is, line); ++number)
    {
        const auto where = name + ":" + std::to_string(number);
        if (line.empty() || line.front() == '#')
        {
            continue;
        }
        if (!inRows)
        {
            NS_ABORT_MSG_IF(line != header, where << ": expected the header '" << header << "'");
            inRows = true;
            continue;
        }
        const auto fields = Split(line, ',');
        NS_ABORT_MSG_IF(fields.size() != columns,
                        where << ": expected " << columns << " fields, found " << fields.size());
        row(fields, where);
    }
    NS_ABORT_MSG_IF(!inRows, name << ": no header, the output is not complete");
}

void
WriteInterval(std::ostream& os, const MeanEstimate& estimate)
{
    os << estimate.mean << ",";
    if (estimate.interval)
    {
        os << estimate.interval->first << "," << estimate.interval->second;
    }
    else
    {
        os << ",";
    }
    os << "," << estimate.samples;
}
} // namespace

bool
ResultCampaign::Key::operator<(const Key& other) const
{
    const auto head = std::tie(id, quantity, variant);
    const auto otherHead = std::tie(other.id, other.quantity, other.variant);
    return head < otherHead || (head == otherHead && PointLess(x, other.x));
}

MeanEstimate
ResultCampaign::Group::Estimate() const
{
    std::vector<double> values;
    for (const auto& [seed, value] : seeds)
    {
        values.push_back(value);
    }
    return EstimateMean(values);
}

bool
ResultCampaign::Claim::Holds(double mean) const
{
    return mean >= ToNumber(atLeast).value_or(mean) && mean <= ToNumber(atMost).value_or(mean);
}

void
ResultCampaign::ReadRun(std::istream& is, const std::string& name)
{
    Description description;
    while (is.peek() == '#')
    {
        std::string line;
        std::getline(is, line);
        const auto colon = line.find(": ");
        NS_ABORT_MSG_IF(colon == std::string::npos || line.size() < 2,
                        name << ": expected '# key: value', found '" << line << "'");
        description[line.substr(2, colon - 2)] = line.substr(colon + 2);
    }
    ForEachRow(is, name, RUN_HEADER, [this](const auto& fields, const auto& where) {
        const Key key{fields[0], fields[1], fields[2], fields[3]};
        const auto seed = static_cast<uint64_t>(ParseNumber(fields[5], where));
        const auto value = ParseNumber(fields[7], where);
        if (fields[6].empty())
        {
            auto& group = m_groups[key];
            group.unit = fields[4];
            NS_ABORT_MSG_UNLESS(group.seeds.emplace(seed, value).second,
                                where << ": this value was read before");
            return;
        }
        auto& series = m_series.try_emplace(key, Series{fields[4], seed, {}}).first->second;
        if (series.seed == seed)
        {
            series.samples.emplace_back(ParseNumber(fields[6], where), value);
        }
    });
    const auto id = description["experiment"];
    auto& shared = m_descriptions.try_emplace(id, description).first->second;
    for (auto entry = shared.begin(); entry != shared.end();)
    {
        const auto own = description.find(entry->first);
        const bool same = (own != description.end() && own->second == entry->second);
        entry = same ? std::next(entry) : shared.erase(entry);
    }
}

void
ResultCampaign::ReadRules(std::istream& is, const std::string& name)
{
    ForEachRow(is, name, RULE_HEADER, [this](const auto& fields, const auto& where) {
        static const std::set<std::string> known{"ratio", "difference", "min", "max", "knee"};
        NS_ABORT_MSG_IF(known.count(fields[1]) == 0,
                        where << ": derived must be 'ratio', 'difference', 'min', 'max' or 'knee'");
        m_rules.push_back({fields[0], fields[1], fields[2], fields[3], fields[4]});
    });
}

void
ResultCampaign::ReadClaims(std::istream& is, const std::string& name)
{
    ForEachRow(is, name, CLAIM_HEADER, [this](const auto& fields, const auto& where) {
        for (const auto column : {5, 6})
        {
            if (!fields[column].empty())
            {
                ParseNumber(fields[column], where);
            }
        }
        m_claims[{fields[0], fields[1], fields[2], fields[3]}] = {fields[4],
                                                                  fields[5],
                                                                  fields[6],
                                                                  fields[7]};
    });
}

std::map<ResultCampaign::Key, ResultCampaign::Group>
ResultCampaign::Compare(const Rule& rule) const
{
    std::map<Key, Group> derived;
    const bool isRatio = (rule.derived == "ratio");
    for (const auto& [key, group] : m_groups)
    {
        const auto second = m_groups.find({rule.id, rule.quantity, rule.b, key.x});
        if (key.id != rule.id || key.quantity != rule.quantity || key.variant != rule.a ||
            second == m_groups.end())
        {
            continue;
        }
        const auto variant = rule.a + (isRatio ? "/" : "-") + rule.b;
        auto& target = derived[{rule.id, rule.derived, variant, key.x}];
        target.unit = isRatio ? "1" : group.unit;
        for (const auto& [seed, a] : group.seeds)
        {
            const auto b = second->second.seeds.find(seed);
            if (b != second->second.seeds.end() && (!isRatio || b->second != 0.0))
            {
                target.seeds[seed] = isRatio ? a / b->second : a - b->second;
            }
        }
    }
    return derived;
}

std::map<ResultCampaign::Key, ResultCampaign::Group>
ResultCampaign::FindExtremes(const Rule& rule) const
{
    std::map<Key, Group> derived;
    const bool isMin = (rule.derived == "min");
    const bool isOverSeeds = (rule.b == "seed");
    for (const auto& [key, group] : m_groups)
    {
        if (key.id != rule.id || key.quantity != rule.quantity || key.variant != rule.a ||
            !(isOverSeeds || HasCoordinate(key.x, rule.b)))
        {
            continue;
        }
        const auto quantity = rule.derived + "_" + rule.quantity;
        auto& target = derived[{rule.id, quantity, rule.a, WithoutCoordinate(key.x, rule.b)}];
        target.unit = group.unit;
        for (const auto& [seed, value] : group.seeds)
        {
            auto& extreme = target.seeds.try_emplace(isOverSeeds ? 0 : seed, value).first->second;
            extreme = isMin ? std::min(extreme, value) : std::max(extreme, value);
        }
    }
    return derived;
}

std::map<ResultCampaign::Key, ResultCampaign::Group>
ResultCampaign::FindKnees(const Rule& rule) const
{
    // Curves by what remains of the point and by seed: values by the coordinate.
    std::map<std::pair<std::string, uint64_t>, std::map<double, double>> curves;
    for (const auto& [key, group] : m_groups)
    {
        const auto coordinate = ToNumber(CoordinateOf(key.x, rule.b));
        if (key.id != rule.id || key.quantity != rule.quantity || key.variant != rule.a ||
            !coordinate)
        {
            continue;
        }
        for (const auto& [seed, value] : group.seeds)
        {
            curves[{WithoutCoordinate(key.x, rule.b), seed}][*coordinate] = value;
        }
    }
    std::map<Key, Group> derived;
    for (const auto& [where, curve] : curves)
    {
        if (curve.size() < 2)
        {
            continue;
        }
        const auto least = KNEE_PART * curve.rbegin()->second;
        double knee = curve.rbegin()->first;
        for (auto point = curve.rbegin(); point != curve.rend() && point->second >= least; ++point)
        {
            knee = point->first;
        }
        auto& target = derived[{rule.id, rule.derived, rule.a, where.first}];
        target.unit = rule.b;
        target.seeds[where.second] = knee;
    }
    return derived;
}

void
ResultCampaign::Derive()
{
    for (const auto& rule : m_rules)
    {
        if (rule.derived == "knee")
        {
            m_groups.merge(FindKnees(rule));
            continue;
        }
        const bool isComparison = (rule.derived == "ratio" || rule.derived == "difference");
        m_groups.merge(isComparison ? Compare(rule) : FindExtremes(rule));
    }
}

void
ResultCampaign::WriteSummary(std::ostream& os) const
{
    os << std::setprecision(DIGITS);
    os << "id,quantity,variant,x,unit,mean,ci_low,ci_high,seeds,paper,note\n";
    for (const auto& [key, group] : m_groups)
    {
        os << key.id << "," << key.quantity << "," << key.variant << "," << key.x << ","
           << group.unit << ",";
        WriteInterval(os, group.Estimate());
        const auto claim = m_claims.find(key);
        os << ","
           << (claim == m_claims.end() ? "," : claim->second.paper + "," + claim->second.note)
           << "\n";
    }
}

void
ResultCampaign::WriteReport(std::ostream& os) const
{
    os << std::setprecision(4) << "# Results\n";
    std::string id;
    for (const auto& [key, group] : m_groups)
    {
        if (key.id != id)
        {
            id = key.id;
            os << "\n## " << id << "\n\n![" << id << "](figures/" << id << ".svg)\n\n"
               << "| quantity | variant | x | mean | 95 % interval | seeds | unit | paper | claim "
                  "|\n|---|---|---|---|---|---|---|---|---|\n";
        }
        const auto estimate = group.Estimate();
        os << "| " << key.quantity << " | " << key.variant << " | " << key.x << " | "
           << estimate.mean << " | ";
        if (estimate.interval)
        {
            os << estimate.interval->first << " ... " << estimate.interval->second;
        }
        os << " | " << estimate.samples << " | " << group.unit << " | ";
        const auto claim = m_claims.find(key);
        if (claim != m_claims.end())
        {
            const auto& [paper, atLeast, atMost, note] = claim->second;
            os << paper << " | " << note;
            if (!atLeast.empty() || !atMost.empty())
            {
                os << (note.empty() ? "" : "; ") << "[" << atLeast << ", " << atMost << "] "
                   << (claim->second.Holds(estimate.mean) ? "holds" : "**does not hold**");
            }
            os << " |\n";
        }
        else
        {
            os << "| |\n";
        }
    }
}

std::vector<std::string>
ResultCampaign::GetFailedClaims() const
{
    std::vector<std::string> failed;
    for (const auto& [key, claim] : m_claims)
    {
        const bool wasRun = m_descriptions.count(key.id) > 0;
        if (!wasRun || (claim.atLeast.empty() && claim.atMost.empty()))
        {
            continue;
        }
        std::ostringstream os;
        os << key.id << " " << key.quantity << " " << key.variant << " " << key.x << ": ";
        const auto group = m_groups.find(key);
        if (group == m_groups.end())
        {
            os << "not measured";
            failed.push_back(os.str());
        }
        else if (const auto mean = group->second.Estimate().mean; !claim.Holds(mean))
        {
            os << mean << " is not in [" << claim.atLeast << ", " << claim.atMost << "]";
            failed.push_back(os.str());
        }
    }
    return failed;
}

void
ResultCampaign::WriteDescription(std::ostream& os,
                                 const std::string& id,
                                 const std::string& unit,
                                 const std::string& seeds) const
{
    os << std::setprecision(DIGITS);
    const auto description = m_descriptions.find(id);
    if (description != m_descriptions.end())
    {
        for (const auto& [key, value] : description->second)
        {
            os << "# " << key << ": " << value << "\n";
        }
    }
    os << "# unit: " << unit << "\n# seeds: " << seeds << "\n";
}

void
ResultCampaign::WriteTable(const std::string& directory,
                           const std::vector<std::pair<Key, Group>>& groups) const
{
    std::vector<std::string> columns;
    std::set<uint64_t> seeds;
    for (const auto& [key, group] : groups)
    {
        for (const auto& [name, value] : ParsePoint(key.x))
        {
            if (std::find(columns.begin(), columns.end(), name) == columns.end())
            {
                columns.push_back(name);
            }
        }
        for (const auto& [seed, value] : group.seeds)
        {
            seeds.insert(seed);
        }
    }
    const auto& [firstKey, firstGroup] = groups.front();
    std::ofstream os(directory + "/" + FileNamePart(firstKey.quantity + "-" + firstKey.variant) +
                     ".csv");
    WriteDescription(os, firstKey.id, firstGroup.unit, FormatSeeds(seeds));
    for (const auto& column : columns)
    {
        os << column << ",";
    }
    os << "mean,ci_low,ci_high,seeds\n";
    std::string block = CoordinateOf(firstKey.x, columns.empty() ? "" : columns.front());
    for (const auto& [key, group] : groups)
    {
        // gnuplot draws a surface from blocks that a blank line separates.
        if (columns.size() > 1 && CoordinateOf(key.x, columns.front()) != block)
        {
            block = CoordinateOf(key.x, columns.front());
            os << "\n";
        }
        for (const auto& column : columns)
        {
            os << CoordinateOf(key.x, column) << ",";
        }
        WriteInterval(os, group.Estimate());
        os << "\n";
    }
}

void
ResultCampaign::WriteTables(const std::string& directory) const
{
    const auto makeDirectory = [&directory](const std::string& id) {
        const auto path = directory + "/" + id;
        std::filesystem::create_directories(path);
        return path;
    };
    for (auto first = m_groups.begin(); first != m_groups.end();)
    {
        const auto& key = first->first;
        auto last = first;
        std::vector<std::pair<Key, Group>> groups;
        while (last != m_groups.end() && last->first.id == key.id &&
               last->first.quantity == key.quantity && last->first.variant == key.variant)
        {
            groups.emplace_back(*last++);
        }
        WriteTable(makeDirectory(key.id), groups);
        first = last;
    }
    for (const auto& [key, series] : m_series)
    {
        auto name = "series-" + key.quantity + "-" + key.variant;
        name += key.x.empty() ? "" : "-" + key.x;
        std::ofstream os(makeDirectory(key.id) + "/" + FileNamePart(name) + ".csv");
        WriteDescription(os, key.id, series.unit, std::to_string(series.seed));
        os << "time,value\n";
        for (const auto& [time, value] : series.samples)
        {
            os << time << "," << value << "\n";
        }
    }
}

} // namespace ns3::tcplossy
