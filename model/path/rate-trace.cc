/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rate-trace.h"

#include "trace-lines.h"

#include "ns3/abort.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3
{

namespace
{
constexpr double MAX_TIME = 1e6;  // s
constexpr double MAX_RATE = 1e12; // bit/s
constexpr double MAX_DELAY = 1e3; // s
constexpr uint64_t NANOBITS = 8'000'000'000;
const std::string HEADER = "time,rate,delay,loss";

/// What is wrong with a row of numbers, or nothing.
std::string
ReadRow(const std::string& line, RateTrace::Row& row)
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
    row.at = Seconds(time);
    row.rate = static_cast<uint64_t>(rate);
    row.delay = Seconds(delay);
    return "";
}

/// What is wrong with a row behind others, or nothing.
std::string
FindFault(const std::vector<RateTrace::Row>& rows, const RateTrace::Row& row)
{
    if (rows.empty() && !row.at.IsZero())
    {
        return "the first time must be 0";
    }
    return !rows.empty() && row.at <= rows.back().at ? "time must be later than the row before"
                                                     : "";
}

/// Whether packets are ever sent before the end.
bool
HasRate(const std::vector<RateTrace::Row>& rows)
{
    return !rows.empty() &&
           std::any_of(rows.begin(), rows.end() - 1, [](const auto& row) { return row.rate > 0; });
}
} // namespace

std::string
RateTrace::Read(std::istream& input, std::vector<Row>& rows)
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
        auto wrong = ReadRow(line, row);
        wrong = wrong.empty() ? FindFault(rows, row) : wrong;
        rows.push_back(row);
        return wrong;
    });
    if (!fault.empty())
    {
        return fault;
    }
    return HasRate(rows) ? ""
                         : "there must be 2 rows, and a rate above 0 bit/s before the last one";
}

Time
RateTrace::GetLength(const std::vector<Row>& rows)
{
    return rows.back().at;
}

RateTrace::RateTrace(std::vector<Row> rows, bool isLooped, Time offset)
    : m_rows(std::move(rows)),
      m_isLooped(isLooped),
      m_offset(offset)
{
    NS_ABORT_MSG_UNLESS(isLooped ? HasRate(m_rows) : !m_rows.empty(),
                        "RateTrace: there must be a row, and, if it is looped, two, with a rate "
                        "above 0 before the last");
    NS_ABORT_MSG_IF(m_offset.IsStrictlyNegative(), "RateTrace: offset must not be negative");
    m_content = m_isLooped ? GetRoundContent() : 0;
}

uint64_t
RateTrace::GetRoundContent() const
{
    constexpr auto MOST = std::numeric_limits<uint64_t>::max();
    uint64_t content = 0;
    for (std::size_t row = 0; row + 1 < m_rows.size(); ++row)
    {
        const auto rate = m_rows[row].rate;
        const auto lasts = static_cast<uint64_t>(GetLast(row));
        if (rate > 0 && lasts > (MOST - content) / rate)
        {
            return MOST;
        }
        content += rate * lasts;
    }
    return content;
}

int64_t
RateTrace::SkipRounds(uint64_t& left) const
{
    if (left <= m_content || !m_isLooped)
    {
        return 0;
    }
    const auto rounds = (left - 1) / m_content;
    const auto length = static_cast<uint64_t>(GetLength(m_rows).GetNanoSeconds());
    const auto never = GetNever();
    left -= rounds * m_content;
    return rounds > never / length ? never : static_cast<int64_t>(rounds * length);
}

RateTrace::Place
RateTrace::Find(int64_t at) const
{
    const auto length = GetLength(m_rows).GetNanoSeconds();
    const auto offset = m_offset.GetNanoSeconds();
    const auto place = at + offset;
    const auto rounds = m_isLooped ? place / length : 0;
    const auto later = [](int64_t step, const Row& row) { return step < row.at.GetNanoSeconds(); };
    const auto next =
        std::upper_bound(m_rows.begin(), m_rows.end(), place - rounds * length, later);
    const std::size_t row = next - m_rows.begin() - 1;
    return {row, rounds * length + m_rows[row].at.GetNanoSeconds() - offset};
}

int64_t
RateTrace::GetLast(std::size_t row) const
{
    return row + 1 < m_rows.size() ? (m_rows[row + 1].at - m_rows[row].at).GetNanoSeconds() : -1;
}

Time
RateTrace::GetFinish(Time start, uint32_t octets)
{
    // In units in which a bit a second sends one in a nanosecond.
    auto left = octets * NANOBITS;
    const auto whole = SkipRounds(left);
    const auto begin = ToNanoseconds(start);
    if (begin > GetNever() - whole)
    {
        return Time::Max();
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
            return needed > GetNever() - now ? Time::Max() : ToTime(now + needed);
        }
        if (lasts < 0)
        {
            return Time::Max();
        }
        left -= rate * static_cast<uint64_t>(until - now);
        now = from = until;
        // A looped table's last row only marks its end.
        row = m_isLooped && row + 2 == m_rows.size() ? 0 : row + 1;
    }
}

Time
RateTrace::GetExtraDelay(Time finish) const
{
    return m_rows[Find(finish.GetNanoSeconds()).row].delay;
}

Time
RateTrace::GetLeastExtraDelay() const
{
    return std::min_element(m_rows.begin(),
                            m_rows.end(),
                            [](const Row& a, const Row& b) { return a.delay < b.delay; })
        ->delay;
}

double
RateTrace::GetLoss(Time finish) const
{
    return m_rows[Find(finish.GetNanoSeconds()).row].loss;
}

} // namespace ns3
