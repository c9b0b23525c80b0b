/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-conditions.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

namespace ns3
{

LinkConditions::Instant
LinkConditions::FromSeconds(double seconds)
{
    // ns-3 multiplies numbers of 64 bits before the point and 64 behind it.
    __extension__ using Wide = unsigned __int128;
    const auto parts = static_cast<Wide>(std::ldexp(seconds, 64));
    constexpr auto HALF = static_cast<Wide>(1) << 63;
    return Instant(static_cast<int64_t>((parts * std::nano::den + HALF) >> 64));
}

namespace tracelines
{

namespace
{
/// Of a message, so that what is no text at all does not fill a screen.
constexpr std::size_t SHOWN = 40;

std::string
Show(const std::string& text)
{
    std::string shown = text.substr(0, SHOWN);
    std::replace_if(
        shown.begin(),
        shown.end(),
        [](unsigned char octet) { return std::isprint(octet) == 0; },
        '?');
    return "'" + shown + (text.size() > SHOWN ? "...'" : "'");
}

template <class T>
std::string
Refuse(const std::string& name, const std::string& kind, T most, const std::string& text)
{
    std::ostringstream message;
    message << name << " must be " << kind << " in [0, " << most << "], not " << Show(text);
    return message.str();
}
} // namespace

std::string
ForEach(std::istream& input, const std::function<std::string(const std::string&)>& read)
{
    // Blank ones, which say something if others follow, and one more.
    std::vector<std::string> lines;
    uint64_t number = 0; // of lines before these
    for (std::string line; std::getline(input, line);)
    {
        if (!line.empty() && line.back() == '\r')
        {
            line.pop_back();
        }
        lines.push_back(line);
        if (line.find_first_not_of(" \t") == std::string::npos)
        {
            continue;
        }
        for (const auto& text : lines)
        {
            ++number;
            const auto fault = text.rfind('#', 0) == 0 ? "" : read(text);
            if (!fault.empty())
            {
                return "line " + std::to_string(number) + ": " + fault;
            }
        }
        lines.clear();
    }
    return input.bad() ? "it cannot be read to its end" : "";
}

std::vector<std::string>
Split(const std::string& line, char separator)
{
    std::vector<std::string> fields(1);
    for (const auto character : line)
    {
        if (character == separator)
        {
            fields.emplace_back();
        }
        else
        {
            fields.back() += character;
        }
    }
    return fields;
}

std::string
ReadNumber(const std::string& name, const std::string& text, double most, double& value)
{
    const bool isPlain =
        !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string::npos;
    char* end = nullptr;
    value = isPlain ? std::strtod(text.c_str(), &end) : -1.0;
    const bool isGood = isPlain && *end == '\0' && value >= 0.0 && value <= most;
    return isGood ? "" : Refuse(name, "a number", most, text);
}

std::string
ReadWhole(const std::string& name, const std::string& text, uint64_t most, uint64_t& value)
{
    // No number of 19 digits is too large for the type.
    const bool isWhole = !text.empty() && text.size() <= 19 &&
                         text.find_first_not_of("0123456789") == std::string::npos;
    value = isWhole ? std::strtoull(text.c_str(), nullptr, 10) : 0;
    return isWhole && value <= most ? "" : Refuse(name, "a whole number", most, text);
}

} // namespace tracelines

namespace
{
constexpr double MAX_TIME = 1e6;  // s
constexpr double MAX_RATE = 1e12; // bit/s
constexpr double MAX_DELAY = 1e3; // s
constexpr uint64_t NANOBITS = 8'000'000'000;
constexpr uint64_t OPPORTUNITY = 1500; // octets
const std::string HEADER = "time,rate,delay,loss";

/// What is wrong with a row of numbers, or nothing.
std::string
ReadRow(const std::string& line, RateTable::Row& row)
{
    const auto fields = tracelines::Split(line);
    if (fields.size() != 4)
    {
        return "there must be 4 fields, " + HEADER + ", not " + std::to_string(fields.size());
    }
    double time = 0.0;
    double rate = 0.0;
    double delay = 0.0;
    using tracelines::ReadNumber;
    for (const auto& fault : {ReadNumber("time", fields[0], MAX_TIME, time),
                              ReadNumber("rate", fields[1], MAX_RATE, rate),
                              ReadNumber("delay", fields[2], MAX_DELAY, delay),
                              ReadNumber("loss", fields[3], 1.0, row.loss)})
    {
        if (!fault.empty())
        {
            return fault;
        }
    }
    row.at = LinkConditions::FromSeconds(time);
    row.rate = static_cast<uint64_t>(rate);
    row.delay = LinkConditions::FromSeconds(delay);
    return "";
}

/// What is wrong with a row of a table, given those before it, or nothing.
std::string
FindRowFault(const RateTable::Rows& rows, std::size_t index)
{
    const auto& [at, rate, delay, loss] = rows[index];
    if (index == 0 && at.count() != 0)
    {
        return "the first time must be 0";
    }
    if (index > 0 && at <= rows[index - 1].at)
    {
        return "time must be later than the row before";
    }
    if (delay.count() < 0)
    {
        return "delay must not be negative";
    }
    return loss >= 0.0 && loss <= 1.0 ? "" : "loss must lie in [0, 1]";
}

/// Whether packets are ever sent before the end.
bool
HasRate(const RateTable::Rows& rows)
{
    return !rows.empty() &&
           std::any_of(rows.begin(), rows.end() - 1, [](const auto& row) { return row.rate > 0; });
}
} // namespace

std::string
RateTable::Read(std::istream& input, Rows& rows)
{
    rows.clear();
    bool hasHeader = false;
    const auto fault = tracelines::ForEach(input, [&](const std::string& line) -> std::string {
        if (!hasHeader)
        {
            hasHeader = true;
            return line == HEADER ? "" : "the first line must be " + HEADER;
        }
        Row row{};
        const auto wrong = ReadRow(line, row);
        rows.push_back(row);
        return wrong.empty() ? FindRowFault(rows, rows.size() - 1) : wrong;
    });
    return !fault.empty() || HasRate(rows)
               ? fault
               : "there must be 2 rows, and a rate above 0 bit/s before the last one";
}

std::string
RateTable::FindFault(const Rows& rows, bool isLooped, Instant offset)
{
    if (isLooped ? !HasRate(rows) : rows.empty())
    {
        return "there must be a row, and, if it is looped, two, with a rate above 0 before the "
               "last";
    }
    for (std::size_t row = 0; row < rows.size(); ++row)
    {
        if (const auto fault = FindRowFault(rows, row); !fault.empty())
        {
            return fault;
        }
    }
    return offset < Instant(0) ? "offset must not be negative" : "";
}

RateTable::RateTable(Rows rows, bool isLooped, Instant offset)
    : m_rows(std::move(rows)),
      m_isLooped(isLooped),
      m_offset(offset)
{
    constexpr auto MOST = std::numeric_limits<uint64_t>::max();
    for (std::size_t row = 0; m_isLooped && row + 1 < m_rows.size(); ++row)
    {
        const auto rate = m_rows[row].rate;
        const auto lasts = static_cast<uint64_t>(GetLast(row));
        if (rate > 0 && lasts > (MOST - m_content) / rate)
        {
            m_content = MOST;
            return;
        }
        m_content += rate * lasts;
    }
}

int64_t
RateTable::SkipRounds(uint64_t& left) const
{
    if (left <= m_content || !m_isLooped)
    {
        return 0;
    }
    const auto rounds = (left - 1) / m_content;
    const auto length = static_cast<uint64_t>(m_rows.back().at.count());
    left -= rounds * m_content;
    return rounds > LATEST / length ? LATEST : static_cast<int64_t>(rounds * length);
}

RateTable::Place
RateTable::Find(int64_t at) const
{
    const auto length = m_rows.back().at.count();
    const auto offset = m_offset.count();
    const auto place = at + offset;
    const auto rounds = m_isLooped ? place / length : 0;
    const auto later = [](int64_t step, const Row& row) { return step < row.at.count(); };
    const auto next =
        std::upper_bound(m_rows.begin(), m_rows.end(), place - rounds * length, later);
    const std::size_t row = next - m_rows.begin() - 1;
    return {row, rounds * length + m_rows[row].at.count() - offset};
}

LinkConditions::Instant
RateTable::GetFinish(Instant start, uint32_t octets)
{
    // In units in which a bit a second sends one in a nanosecond.
    auto left = octets * NANOBITS;
    const auto whole = SkipRounds(left);
    const auto begin = start.count();
    if (begin > LATEST - whole)
    {
        return NEVER;
    }
    auto now = begin + whole;
    auto [row, from] = Find(now);
    while (true)
    {
        const auto lasts = GetLast(row);
        const auto rate = m_rows[row].rate;
        const auto until = from + lasts;
        const auto needed = rate > 0 ? static_cast<int64_t>((left + rate - 1) / rate) : -1;
        if (rate > 0 && (lasts < 0 || now + needed <= until))
        {
            return needed > LATEST - now ? NEVER : Instant(now + needed);
        }
        if (lasts < 0)
        {
            return NEVER;
        }
        left -= rate * static_cast<uint64_t>(until - now);
        now = from = until;
        // A looped table's last row only marks its end.
        row = m_isLooped && row + 2 == m_rows.size() ? 0 : row + 1;
    }
}

LinkConditions::Instant
RateTable::GetLeastExtraDelay() const
{
    return std::min_element(m_rows.begin(),
                            m_rows.end(),
                            [](const Row& a, const Row& b) { return a.delay < b.delay; })
        ->delay;
}

std::string
DeliveryTable::Read(std::istream& input, std::vector<uint32_t>& instants)
{
    instants.clear();
    const auto fault = tracelines::ForEach(input, [&](const std::string& line) -> std::string {
        uint64_t instant = 0;
        const auto wrong =
            tracelines::ReadWhole("the time", line, std::numeric_limits<uint32_t>::max(), instant);
        if (!wrong.empty())
        {
            return wrong;
        }
        if (!instants.empty() && instant < instants.back())
        {
            return "the time must not be before that of the line before";
        }
        instants.push_back(static_cast<uint32_t>(instant));
        return "";
    });
    return fault.empty() ? FindFault(instants, Instant(0)) : fault;
}

std::string
DeliveryTable::FindFault(const std::vector<uint32_t>& instants, Instant offset)
{
    if (instants.empty() || instants.back() == 0)
    {
        return "the last time must be above 0 ms";
    }
    if (!std::is_sorted(instants.begin(), instants.end()))
    {
        return "the times must not fall";
    }
    return offset < Instant(0) ? "offset must not be negative" : "";
}

uint64_t
DeliveryTable::FindFirst(Instant at) const
{
    const auto place = (at + m_offset).count();
    // The end of one round is the start of the next: its opportunities come first.
    const auto rounds = place > 0 ? (place - 1) / GetRound() : 0;
    const auto within = place - rounds * GetRound();
    const auto milliseconds = (within + MILLISECOND - 1) / MILLISECOND;
    const auto found = std::lower_bound(m_instants.begin(), m_instants.end(), milliseconds);
    return rounds * m_instants.size() + (found - m_instants.begin());
}

LinkConditions::Instant
DeliveryTable::GetFinish(Instant start, uint32_t octets)
{
    const auto taken = std::max(m_taken, FindFirst(start) * OPPORTUNITY) + octets;
    const auto last = (taken - 1) / OPPORTUNITY;
    const auto rounds = static_cast<int64_t>(last / m_instants.size());
    if (rounds > (m_isLooped ? LATEST / GetRound() : 0))
    {
        return NEVER;
    }
    m_taken = taken;
    const auto within = m_instants[last % m_instants.size()] * MILLISECOND;
    return std::max(start, Instant(rounds * GetRound() + within) - m_offset);
}

std::string
LinkRecording::Read(std::istream& input)
{
    *this = {};
    std::string line;
    while (std::getline(input, line) && line.rfind('#', 0) == 0)
    {
    }
    input.clear();
    input.seekg(0);
    return line.find(',') != std::string::npos ? RateTable::Read(input, m_rows)
                                               : DeliveryTable::Read(input, m_instants);
}

std::string
LinkRecording::ReadFile(const std::string& name)
{
    std::string fault = "it cannot be opened";
#ifndef __wasm__ // A page has no files.
    if (std::ifstream file(name); file)
    {
        // A pipe is read once.
        std::stringstream text;
        text << file.rdbuf();
        file.peek(); // a folder opens, too
        fault = file.bad() ? "it cannot be read" : Read(text);
    }
#endif
    return fault.empty() ? "" : name + ": " + fault;
}

std::unique_ptr<LinkConditions>
LinkRecording::Make(bool isLooped, LinkConditions::Instant offset) const
{
    if (m_instants.empty())
    {
        return std::make_unique<RateTable>(m_rows, isLooped, offset);
    }
    return std::make_unique<DeliveryTable>(m_instants, isLooped, offset);
}

namespace linkmodels
{

namespace
{
constexpr double MEGA = 1e6;

/// A row, with times in s and the rate in bit/s.
RateTable::Row
Row(double at, double rate, double delay, double loss)
{
    return {LinkConditions::FromSeconds(at),
            static_cast<uint64_t>(rate),
            LinkConditions::FromSeconds(delay),
            loss};
}

double
ToSeconds(Instant length)
{
    return std::chrono::duration<double>(length).count();
}

/// The table ends at its length.
Rows
Close(Rows rows, Instant length)
{
    const auto isLate = [length](const RateTable::Row& row) { return row.at >= length; };
    rows.erase(std::find_if(rows.begin(), rows.end(), isLate), rows.end());
    const auto last = rows.back();
    rows.push_back({length, last.rate, last.delay, last.loss});
    return rows;
}

double
DrawBetween(double least, double most, const Draw& draw)
{
    return least + draw() * (most - least);
}

double
DrawExponential(double mean, const Draw& draw)
{
    return -mean * std::log(1.0 - draw());
}
} // namespace

Rows
MakeLeo(Instant length, const Draw& draw)
{
    constexpr double SLOT = 15.0;
    constexpr double AROUND = 0.5;
    const auto end = ToSeconds(length);
    Rows rows;
    const auto drawRate = [&draw] { return DrawBetween(4.0 * MEGA, 8.0 * MEGA, draw); };
    auto rate = drawRate();
    auto delay = DrawBetween(0.0, 0.05, draw);
    rows.push_back(Row(0, rate, delay, 0));
    for (auto change = DrawBetween(AROUND, SLOT, draw); change < end + AROUND; change += SLOT)
    {
        const auto loss = DrawBetween(0.005, 0.06, draw);
        const auto gap = DrawBetween(0.02, 0.12, draw);
        if (change > AROUND)
        {
            rows.push_back(Row(change - AROUND, rate, delay, loss));
        }
        rate = drawRate();
        delay = DrawBetween(0.0, 0.05, draw);
        rows.push_back(Row(change, 0, delay, loss));
        rows.push_back(Row(change + gap, rate, delay, loss));
        rows.push_back(Row(change + AROUND, rate, delay, 0));
    }
    return Close(std::move(rows), length);
}

Rows
MakeCell(Instant length, const Draw& draw)
{
    constexpr double STEP = 0.1;
    constexpr int LADDER = 8;
    const auto end = ToSeconds(length);
    Rows rows;
    int step = static_cast<int>(DrawBetween(0.0, LADDER, draw));
    auto fade = DrawExponential(10.0, draw);
    auto recovery = fade + DrawExponential(1.0, draw);
    for (int i = 0; i * STEP < end; ++i)
    {
        const auto now = i * STEP;
        const auto chance = draw();
        step += chance < 0.2 ? -1 : (chance < 0.4 ? 1 : 0);
        step = std::clamp(step, 0, LADDER - 1);
        if (now >= recovery)
        {
            fade = now + DrawExponential(10.0, draw);
            recovery = fade + DrawExponential(1.0, draw);
        }
        const auto rate = now >= fade ? 0.0 : 0.5 * MEGA * std::pow(1.5, step);
        rows.push_back(Row(now, rate, 0, 0));
    }
    return Close(std::move(rows), length);
}

Rows
MakeWifi(Instant length, const Draw& draw)
{
    constexpr double AGGREGATE = 5.484e-3;
    constexpr double LEAST_WAIT = 1e-4;
    constexpr double RATE = 40.0 * MEGA;
    constexpr double BURST = 0.1;
    const auto end = ToSeconds(length);
    Rows rows;
    auto burst = DrawExponential(2.0, draw);
    for (double now = 0.0; now < end;)
    {
        burst = now > burst + BURST ? now + DrawExponential(2.0, draw) : burst;
        const bool isBad = now >= burst;
        const auto loss = isBad ? 0.02 : 0.0;
        rows.push_back(Row(now, isBad ? RATE / 4 : RATE, 0, loss));
        now += DrawBetween(0.5, 1.0, draw) * AGGREGATE;
        rows.push_back(Row(now, 0, 0, loss));
        now += LEAST_WAIT + DrawExponential(0.02, draw);
    }
    return Close(std::move(rows), length);
}

Model
Find(const std::string& name)
{
    const std::map<std::string, Model> models{{"leo", MakeLeo},
                                              {"cell", MakeCell},
                                              {"wifi", MakeWifi}};
    const auto found = models.find(name);
    return found == models.end() ? Model() : found->second;
}

} // namespace linkmodels

} // namespace ns3
