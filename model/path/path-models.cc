/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-models.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ns3
{

namespace pathmodels
{

namespace
{
constexpr double MEGA = 1e6;

/// A row, with times in s and the rate in bit/s.
RateTrace::Row
Row(double at, double rate, double delay, double loss)
{
    return {Seconds(at), static_cast<uint64_t>(rate), Seconds(delay), loss};
}

/// Seconds that a table must fill.
double
Check(Time length)
{
    NS_ABORT_MSG_UNLESS(length.IsStrictlyPositive(), "pathmodels: length must be above 0");
    return length.GetSeconds();
}

/// The table ends at its length.
Rows
Close(Rows rows, double length)
{
    const auto isLate = [length](const RateTrace::Row& row) { return row.at >= Seconds(length); };
    rows.erase(std::find_if(rows.begin(), rows.end(), isLate), rows.end());
    const auto last = rows.back();
    rows.push_back({Seconds(length), last.rate, last.delay, last.loss});
    return rows;
}

double
DrawExponential(double mean, const Ptr<UniformRandomVariable>& random)
{
    return -mean * std::log(1.0 - random->GetValue());
}
} // namespace

Rows
MakeLeo(Time length, Ptr<UniformRandomVariable> random)
{
    constexpr double SLOT = 15.0;
    constexpr double AROUND = 0.5;
    const auto end = Check(length);
    Rows rows;
    const auto drawRate = [&random] { return random->GetValue(4.0 * MEGA, 8.0 * MEGA); };
    auto rate = drawRate();
    auto delay = random->GetValue(0.0, 0.05);
    rows.push_back(Row(0, rate, delay, 0));
    for (auto change = random->GetValue(AROUND, SLOT); change < end + AROUND; change += SLOT)
    {
        const auto loss = random->GetValue(0.005, 0.06);
        const auto gap = random->GetValue(0.02, 0.12);
        if (change > AROUND)
        {
            rows.push_back(Row(change - AROUND, rate, delay, loss));
        }
        rate = drawRate();
        delay = random->GetValue(0.0, 0.05);
        rows.push_back(Row(change, 0, delay, loss));
        rows.push_back(Row(change + gap, rate, delay, loss));
        rows.push_back(Row(change + AROUND, rate, delay, 0));
    }
    return Close(std::move(rows), end);
}

Rows
MakeCell(Time length, Ptr<UniformRandomVariable> random)
{
    constexpr double STEP = 0.1;
    constexpr int LADDER = 8;
    const auto end = Check(length);
    Rows rows;
    int step = static_cast<int>(random->GetValue(0.0, LADDER));
    auto fade = DrawExponential(10.0, random);
    auto recovery = fade + DrawExponential(1.0, random);
    for (int i = 0; i * STEP < end; ++i)
    {
        const auto now = i * STEP;
        const auto chance = random->GetValue();
        step += chance < 0.2 ? -1 : (chance < 0.4 ? 1 : 0);
        step = std::clamp(step, 0, LADDER - 1);
        if (now >= recovery)
        {
            fade = now + DrawExponential(10.0, random);
            recovery = fade + DrawExponential(1.0, random);
        }
        const auto rate = now >= fade ? 0.0 : 0.5 * MEGA * std::pow(1.5, step);
        rows.push_back(Row(now, rate, 0, 0));
    }
    return Close(std::move(rows), end);
}

Rows
MakeWifi(Time length, Ptr<UniformRandomVariable> random)
{
    constexpr double AGGREGATE = 5.484e-3;
    constexpr double LEAST_WAIT = 1e-4;
    constexpr double RATE = 40.0 * MEGA;
    constexpr double BURST = 0.1;
    const auto end = Check(length);
    Rows rows;
    auto burst = DrawExponential(2.0, random);
    for (double now = 0.0; now < end;)
    {
        burst = now > burst + BURST ? now + DrawExponential(2.0, random) : burst;
        const bool isBad = now >= burst;
        const auto loss = isBad ? 0.02 : 0.0;
        rows.push_back(Row(now, isBad ? RATE / 4 : RATE, 0, loss));
        now += random->GetValue(0.5, 1.0) * AGGREGATE;
        rows.push_back(Row(now, 0, 0, loss));
        now += LEAST_WAIT + DrawExponential(0.02, random);
    }
    return Close(std::move(rows), end);
}

Model
Find(const std::string& name)
{
    const std::array<std::pair<std::string, Model>, 3> models{
        {{"leo", MakeLeo}, {"cell", MakeCell}, {"wifi", MakeWifi}}};
    const auto found = std::find_if(models.begin(), models.end(), [&name](const auto& model) {
        return model.first == name;
    });
    return found == models.end() ? Model() : found->second;
}

void
Write(const Rows& rows, std::ostream& output)
{
    output << "time,rate,delay,loss\n";
    output.precision(std::numeric_limits<double>::digits10);
    for (const auto& row : rows)
    {
        output << row.at.GetSeconds() << ',' << row.rate << ',' << row.delay.GetSeconds() << ','
               << row.loss << '\n';
    }
}

} // namespace pathmodels

} // namespace ns3
