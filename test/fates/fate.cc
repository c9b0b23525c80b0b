/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fate.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <utility>

namespace fates
{

namespace
{

/// Random numbers that are the same everywhere (SplitMix64).
class Dice
{
  public:
    explicit Dice(uint64_t seed)
        : m_state(seed)
    {
    }

    uint64_t Throw()
    {
        m_state += 0x9e3779b97f4a7c15;
        uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
        return mixed ^ (mixed >> 31);
    }

    /// @return a number in [least, most]
    uint32_t Between(uint32_t least, uint32_t most)
    {
        return least + static_cast<uint32_t>(Throw() % (uint64_t{most} - least + 1));
    }

    /// @return whether one of so many cases of a thousand is met
    bool Happens(uint32_t ofThousand)
    {
        return Between(0, 999) < ofThousand;
    }

    /// @return one of several numbers
    template <std::size_t COUNT>
    uint32_t One(const uint32_t (&numbers)[COUNT])
    {
        return numbers[Between(0, COUNT - 1)];
    }

  private:
    uint64_t m_state; //!< of the generator
};

constexpr uint32_t MILLISECOND = 1000;
constexpr uint32_t MOST_OVERTAKING = 5;
constexpr uint32_t MOST_BURST = 20;

uint32_t
DrawSegments(Dice& dice)
{
    const auto kind = dice.Between(1, 5);
    return kind <= 2   ? dice.Between(1, 10)
           : kind <= 4 ? dice.Between(11, 100)
                       : dice.Between(101, 300);
}

Weather
DrawWeather(Dice& dice, uint32_t roundTrip, bool isEcn)
{
    Weather weather;
    if (dice.Happens(600))
    {
        weather.loss = dice.One({2, 5, 10, 20, 50, 100, 200});
        weather.burst = dice.One({1, 1, 1, 2, 4, 8});
    }
    weather.doubled = dice.Happens(200) ? dice.One({5, 20, 100}) : 0;
    if (dice.Happens(200))
    {
        weather.late = dice.One({5, 20, 100});
        weather.lateMost = dice.Between(1, 3 * roundTrip);
    }
    weather.overtaken = dice.Happens(200) ? dice.One({5, 20, 100}) : 0;
    weather.marked = isEcn && dice.Happens(700) ? dice.One({5, 20, 100}) : 0;
    weather.batch = dice.Happens(100) ? dice.Between(MILLISECOND, 30 * MILLISECOND) : 0;
    return weather;
}

/// How an application writes and reads that does not do all at once.
void
DrawApplications(Dice& dice, Fate& fate)
{
    if (dice.Happens(300))
    {
        fate.piece = dice.Between(1, 4 * fate.mss);
        fate.piece = std::max(fate.piece, fate.octets / 100);
        fate.every = dice.Between(MILLISECOND, 300 * MILLISECOND);
    }
    fate.closeAfter = dice.Happens(200) ? dice.Between(0, 2000 * MILLISECOND) : 0;
    fate.closeEarly = dice.Happens(100);
    fate.readFrom = dice.Happens(100) ? dice.Between(0, 3000 * MILLISECOND) : 0;
    if (dice.Happens(100))
    {
        fate.read = dice.Between(fate.octets / 50 + 1, fate.octets);
        fate.readEvery = dice.Between(MILLISECOND, 200 * MILLISECOND);
    }
}

} // namespace

template <class Self, class Visit>
void
Fate::ForEach(Self& self, Visit visit)
{
    visit("seed", self.seed);
    visit("mss", self.mss);
    visit("timestamps", self.timestamps);
    visit("sack", self.sack);
    visit("ecn", self.ecn);
    visit("octets", self.octets);
    visit("piece", self.piece);
    visit("every", self.every);
    visit("closeAfter", self.closeAfter);
    visit("closeEarly", self.closeEarly);
    visit("readFrom", self.readFrom);
    visit("read", self.read);
    visit("readEvery", self.readEvery);
    visit("delay", self.delay);
    visit("rate", self.rate);
    for (const auto end : {A, B})
    {
        auto& way = self.way[end];
        const auto visitWay = [&visit, end](std::string name, auto& number) {
            visit(name.append(1, end == A ? 'A' : 'B'), number);
        };
        visitWay("loss", way.loss);
        visitWay("burst", way.burst);
        visitWay("doubled", way.doubled);
        visitWay("late", way.late);
        visitWay("lateMost", way.lateMost);
        visitWay("overtaken", way.overtaken);
        visitWay("marked", way.marked);
        visitWay("batch", way.batch);
    }
}

Fate
Fate::Draw(uint64_t seed)
{
    Dice dice(seed);
    Fate fate;
    fate.seed = seed;
    fate.mss = dice.Happens(600) ? 1448 : dice.Between(536, 1448);
    fate.timestamps = !dice.Happens(200);
    fate.sack = !dice.Happens(150);
    fate.ecn = dice.Happens(200);
    fate.octets = DrawSegments(dice) * fate.mss;
    fate.octets -= dice.Happens(500) ? dice.Between(0, fate.mss - 1) : 0;
    fate.delay = dice.One({1, 2, 5, 10, 20, 30, 50, 100, 150}) * MILLISECOND;
    fate.delay += dice.Between(0, 999);
    fate.rate = dice.Happens(500) ? 0 : dice.One({1000, 2000, 5000, 10000, 20000, 50000});
    DrawApplications(dice, fate);
    for (auto& weather : fate.way)
    {
        weather = DrawWeather(dice, 2 * fate.delay, fate.ecn);
    }
    return fate;
}

std::optional<Fate>
Fate::Read(const std::string& words)
{
    Fate fate;
    std::map<std::string, std::string> values;
    std::istringstream in(words);
    for (std::string word; in >> word;)
    {
        const auto sign = word.find('=');
        if (sign == std::string::npos)
        {
            return std::nullopt;
        }
        values[word.substr(0, sign)] = word.substr(sign + 1);
    }
    bool isRight = true;
    ForEach(fate, [&values, &isRight](const std::string& name, auto& number) {
        const auto found = values.find(name);
        if (found != values.end())
        {
            std::istringstream value(found->second);
            isRight = isRight && value >> number && value.eof();
            values.erase(found);
        }
    });
    if (const auto packets = values.find("packets"); packets != values.end())
    {
        isRight = isRight && fate.Name(packets->second);
        values.erase(packets);
    }
    isRight = isRight && values.empty() && fate.octets > 0 && fate.mss > 0;
    return isRight ? std::optional(fate) : std::nullopt;
}

std::string
Fate::Write() const
{
    const Fate usual;
    std::map<std::string, uint64_t> defaults;
    ForEach(usual,
            [&defaults](const std::string& name, const auto& number) { defaults[name] = number; });
    std::ostringstream words;
    ForEach(*this, [&](const std::string& name, const auto& number) {
        if (defaults[name] != number)
        {
            words << (words.tellp() > 0 ? " " : "") << name << "=" << number;
        }
    });
    if (m_isNamed)
    {
        const char* separator = " packets=";
        for (const auto end : {A, B})
        {
            for (const auto& [number, packet] : m_named[end])
            {
                words << std::exchange(separator, ",") << Describe(end, number, packet);
            }
        }
        words << (m_named[A].empty() && m_named[B].empty() ? separator : "");
    }
    return words.str();
}

PacketFate
Fate::Meet(End from, uint32_t number) const
{
    if (m_isNamed)
    {
        const auto found = m_named[from].find(number);
        return found == m_named[from].end() ? PacketFate{} : found->second;
    }
    const auto& weather = way[from];
    const auto diceOf = [this, from](uint32_t packet) {
        return Dice(seed * 1'000'003 + packet * 2 + from);
    };
    PacketFate packet;
    // A loss takes the packets behind it, too.
    for (uint32_t before = 0; before < std::min({weather.burst, number, MOST_BURST}); ++before)
    {
        packet.isLost |= diceOf(number - before).Happens(weather.loss);
    }
    auto dice = diceOf(number);
    dice.Throw(); // of its loss
    packet.copies = dice.Happens(weather.doubled);
    const bool isLate = dice.Happens(weather.late);
    packet.late = isLate ? dice.Between(1, weather.lateMost) : 0;
    const bool isOvertaken = dice.Happens(weather.overtaken);
    packet.overtaken = isOvertaken ? dice.Between(1, MOST_OVERTAKING) : 0;
    packet.isMarked = dice.Happens(weather.marked);
    return packet;
}

std::string
Fate::Describe(End from, uint32_t number, const PacketFate& packet)
{
    std::ostringstream what;
    const auto add = [&](bool is, char sign, uint32_t count) {
        if (is)
        {
            what << (what.tellp() > 0 ? "," : "") << (from == A ? 'A' : 'B') << number << sign;
        }
        if (is && count > 0)
        {
            what << count;
        }
    };
    add(packet.isLost, 'x', 0);
    add(packet.copies > 0, '*', packet.copies);
    add(packet.late > 0, '+', packet.late);
    add(packet.overtaken > 0, '>', packet.overtaken);
    add(packet.isMarked, '!', 0);
    return what.str();
}

bool
Fate::Name(const std::string& packets)
{
    static const std::regex word("([AB])([1-9][0-9]{0,6})(x|!|[*+>][1-9][0-9]{0,7})");
    m_isNamed = true;
    std::istringstream in(packets);
    for (std::string text; std::getline(in, text, ',');)
    {
        std::smatch parts;
        if (!std::regex_match(text, parts, word))
        {
            return false;
        }
        auto& packet = m_named[parts[1] == "A" ? A : B][std::stoul(parts[2])];
        const auto what = parts[3].str();
        const auto number = what.size() > 1 ? std::stoul(what.substr(1)) : 0;
        packet.isLost |= what == "x";
        packet.isMarked |= what == "!";
        (what[0] == '*'   ? packet.copies
         : what[0] == '+' ? packet.late
                          : packet.overtaken) += number;
    }
    return true;
}

} // namespace fates
