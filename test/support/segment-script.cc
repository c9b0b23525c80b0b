/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-script.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace segmentscript
{

namespace
{

using Words = std::vector<std::string>;

constexpr int64_t NS_PER_SECOND = 1000000000;
constexpr int64_t MOST_SEQUENCE = int64_t{1} << 33;

/// What is wrong with a line, without the line.
[[noreturn]] void
Fail(const std::string& message)
{
    throw ScriptError(message);
}

/// @return the number that a whole word is, by a function of the standard library, or nothing
template <class F>
auto
Convert(const std::string& word, F convert) -> std::optional<decltype(convert(word, nullptr))>
{
    try
    {
        std::size_t used = 0;
        const auto number = convert(word, &used);
        return used == word.size() ? std::optional(number) : std::nullopt;
    }
    catch (const std::logic_error&)
    {
        return std::nullopt;
    }
}

int64_t
ToNumber(const std::string& word, int64_t least, int64_t most)
{
    const auto number =
        Convert(word, [](auto& text, std::size_t* used) { return std::stoll(text, used); });
    if (!number || *number < least || *number > most)
    {
        Fail("'" + word + "' is not a number from " + std::to_string(least) + " to " +
             std::to_string(most));
    }
    return *number;
}

int64_t
ToSequence(const std::string& word)
{
    return ToNumber(word, -MOST_SEQUENCE, MOST_SEQUENCE);
}

int64_t
ToNanoseconds(const std::string& word)
{
    const auto seconds =
        Convert(word, [](auto& text, std::size_t* used) { return std::stod(text, used); });
    if (!seconds || !(*seconds >= 0 && *seconds < 1e8))
    {
        Fail("'" + word + "' is not a time in seconds");
    }
    return std::llround(*seconds * NS_PER_SECOND);
}

/// Two parts on both sides of a mark, or nothing.
std::optional<std::pair<std::string, std::string>>
Divide(const std::string& word, const std::string& mark)
{
    const auto at = word.find(mark);
    if (at == std::string::npos)
    {
        return std::nullopt;
    }
    return std::make_pair(word.substr(0, at), word.substr(at + mark.size()));
}

Words
Split(std::string line)
{
    line.erase(std::min(line.find('#'), line.size()));
    std::istringstream stream(line);
    Words words;
    for (std::string word; stream >> word;)
    {
        words.push_back(word);
    }
    return words;
}

/// The words of a line, one after the other.
class Cursor
{
  public:
    explicit Cursor(Words words)
        : m_words(std::move(words))
    {
    }

    bool AtEnd() const
    {
        return m_next == m_words.size();
    }

    const std::string& Peek() const
    {
        static const std::string none;
        return AtEnd() ? none : m_words[m_next];
    }

    std::string Take(const std::string& what)
    {
        if (AtEnd())
        {
            Fail(what + " is missing");
        }
        return m_words[m_next++];
    }

    bool Skip(const std::string& word)
    {
        const bool found = (!AtEnd() && m_words[m_next] == word);
        m_next += found ? 1 : 0;
        return found;
    }

    void ExpectEnd() const
    {
        if (!AtEnd())
        {
            Fail("'" + Peek() + "' was not expected");
        }
    }

  private:
    Words m_words;
    std::size_t m_next{0};
};

// ---------------------------------------------------------------------------------- segments

uint8_t
ParseFlags(const std::string& word)
{
    if (word == "-")
    {
        return 0;
    }
    uint8_t flags = 0;
    const std::string letters(FLAG_LETTERS);
    for (const char letter : word)
    {
        const auto bit = letters.find(letter);
        if (bit == std::string::npos)
        {
            Fail("'" + word + "' are no flags: they are of " + letters + ", or -");
        }
        flags |= 1 << bit;
    }
    return flags;
}

/// SEQ:END(LENGTH)
void
ParseRange(const std::string& word, Segment& segment)
{
    const auto colon = Divide(word, ":");
    const auto bracket = colon ? Divide(colon->second, "(") : std::nullopt;
    if (!bracket || bracket->second.empty() || bracket->second.back() != ')')
    {
        Fail("'" + word + "' is not of the form 1:1001(1000)");
    }
    segment.seq = ToSequence(colon->first);
    const auto length = bracket->second.substr(0, bracket->second.size() - 1);
    segment.length = static_cast<uint32_t>(ToNumber(length, 0, 60000));
    if (*segment.seq + segment.length != ToSequence(bracket->first))
    {
        Fail("'" + word + "': the length does not fit");
    }
}

Block
ParseBlock(const std::string& word)
{
    const auto colon = Divide(word, ":");
    if (!colon)
    {
        Fail("'" + word + "' is not a SACK block of the form 1001:2001");
    }
    return {ToSequence(colon->first), ToSequence(colon->second)};
}

std::optional<uint32_t>
ParseStamp(const std::string& word)
{
    if (word == "*")
    {
        return std::nullopt;
    }
    return static_cast<uint32_t>(ToNumber(word, 0, UINT32_MAX));
}

uint8_t
ParseOctet(const std::string& word)
{
    if (word.size() != 2 || word.find_first_not_of("0123456789abcdef") != std::string::npos)
    {
        Fail("'" + word + "' is not an octet of two small hexadecimal digits");
    }
    return static_cast<uint8_t>(std::stoul(word, nullptr, 16));
}

Timestamp
ParseTimestamp(Cursor& words)
{
    Timestamp timestamp;
    words.Skip("val");
    timestamp.value = ParseStamp(words.Take("TS val"));
    words.Skip("ecr");
    timestamp.echo = ParseStamp(words.Take("TS ecr"));
    return timestamp;
}

/// One option, whose name has been read. @return whether there is such an option
bool
ParseOption(const std::string& name, Cursor& words, Options& options)
{
    if (name == "mss")
    {
        options.mss = ToNumber(words.Take("mss"), 0, UINT16_MAX);
    }
    else if (name == "wscale")
    {
        options.windowScale = ToNumber(words.Take("wscale"), 0, UINT8_MAX);
    }
    else if (name == "TS")
    {
        options.timestamp = ParseTimestamp(words);
    }
    else if (name == "sack")
    {
        while (words.Peek().find(':') != std::string::npos)
        {
            options.sack.push_back(ParseBlock(words.Take("block")));
        }
    }
    else if (name == "raw")
    {
        while (!words.AtEnd())
        {
            options.raw.push_back(ParseOctet(words.Take("octet")));
        }
    }
    return name == "mss" || name == "wscale" || name == "TS" || name == "sack" || name == "raw";
}

/// The options between < and >, as words.
void
ParseOptions(Cursor& words, Options& options)
{
    static const std::set<std::string> absent{"no-mss", "no-wscale", "no-sackOK", "no-TS"};
    while (!words.AtEnd())
    {
        const auto name = words.Take("option");
        if (name == "...")
        {
            options.open = true;
        }
        else if (name == "sackOK")
        {
            options.sackPermitted = true;
        }
        else if (absent.count(name) > 0)
        {
            options.absent.insert(name);
        }
        else if (!ParseOption(name, words, options))
        {
            Fail("there is no option '" + name + "'");
        }
    }
}

/// The text between < and > at the end of a line, with commas as in packetdrill or without.
std::string
CutOptions(std::string& line)
{
    const auto begin = line.find('<');
    const auto end = line.rfind('>');
    if (begin == std::string::npos)
    {
        return "";
    }
    if (end == std::string::npos || end < begin ||
        line.find_first_not_of(" \t", end + 1) != std::string::npos)
    {
        Fail("the options are not closed by '>'");
    }
    auto options = line.substr(begin + 1, end - begin - 1);
    std::replace(options.begin(), options.end(), ',', ' ');
    line.erase(begin);
    return options;
}

void
ParseEcn(Cursor& words, Segment& segment)
{
    const auto& word = words.Peek();
    if (word.empty() || word.front() != '[')
    {
        return;
    }
    for (uint8_t codepoint = 0; codepoint < 4; ++codepoint)
    {
        if (word == std::string("[") + ECN_NAMES[codepoint] + "]")
        {
            segment.ecn = codepoint;
            words.Take("codepoint");
            return;
        }
    }
    Fail("'" + word + "' is not one of [noecn] [ect0] [ect1] [ce]");
}

Segment
ParseSegment(std::string text, bool fromPeer)
{
    Segment segment;
    Cursor options(Split(CutOptions(text)));
    ParseOptions(options, segment.options);
    Cursor words(Split(text));
    ParseEcn(words, segment);
    segment.flags = ParseFlags(words.Take("flags"));
    const auto range = words.Take("SEQ:END(LENGTH)");
    if (range != "*")
    {
        ParseRange(range, segment);
    }
    if (words.Skip("ack"))
    {
        const auto ack = words.Take("ACK number");
        if (ack != "*")
        {
            segment.ack = ToSequence(ack);
        }
    }
    else if (segment.flags & ACK)
    {
        Fail("the flags have ACK, but there is no 'ack N'");
    }
    if (words.Skip("win"))
    {
        const auto window = words.Take("window");
        if (window != "*")
        {
            segment.window = ToNumber(window, 0, UINT16_MAX);
        }
    }
    words.ExpectEnd();
    if (fromPeer && (!segment.seq || ((segment.flags & ACK) && !segment.ack)))
    {
        Fail("'*' is for what the socket sends");
    }
    return segment;
}

// ------------------------------------------------------------------------------------- lines

/// Number of arguments of each call.
const std::map<std::string, std::size_t> CALLS{{"connect", 0},
                                               {"listen", 0},
                                               {"close", 0},
                                               {"send", 1},
                                               {"recv", 1},
                                               {"shutdown", 1},
                                               {"set", 2},
                                               {"replace", 2}};

/// Between blanks.
const std::string VALUES(
    " state told readable room connects refusals accepts closes errors arrivals "
    "offers sent cwnd inflated limited free ssthresh flight delivered offered next highest "
    "rx-sequence rx-ack rto last-rtt min-rtt timeouts recoveries recovered resent lost-again "
    "refused unread ");

void
ParseCall(Cursor& words, Event& event)
{
    event.kind = Kind::CALL;
    event.call.push_back(words.Take("call"));
    const auto known = CALLS.find(event.call.front());
    if (known == CALLS.end())
    {
        Fail("there is no event '" + event.call.front() + "'");
    }
    while (event.call.size() <= known->second)
    {
        event.call.push_back(words.Take("argument of " + known->first));
    }
    const auto& name = known->first;
    if (name == "send" || name == "recv")
    {
        ToNumber(event.call[1], 1, INT32_MAX);
    }
    if (name == "shutdown" && event.call[1] != "send" && event.call[1] != "recv")
    {
        Fail("shutdown is of 'send' or of 'recv'");
    }
    if (name == "replace" && event.call[1] != "control" && event.call[1] != "recovery")
    {
        Fail("replace is of 'control' or of 'recovery'");
    }
    if (words.Skip("="))
    {
        event.result = ToNumber(words.Take("result"), -1, INT32_MAX);
    }
    words.ExpectEnd();
}

void
ParseConditions(Cursor& words, Event& event)
{
    event.kind = Kind::CHECK;
    do
    {
        const auto name = words.Take("what to check");
        if (VALUES.find(" " + name + " ") == std::string::npos)
        {
            Fail("there is no value '" + name + "'");
        }
        const auto value = words.Take("value of " + name);
        const auto range = Divide(value, "..");
        const Condition condition{name,
                                  range ? range->first : value,
                                  range ? range->second : value};
        if (name != "state" && name != "told")
        {
            ToNumber(condition.least, 0, INT64_MAX);
            ToNumber(condition.most, 0, INT64_MAX);
        }
        event.conditions.push_back(condition);
    } while (!words.AtEnd());
}

void
ParseMoment(std::string word, Event& event)
{
    event.relative = (word.front() == '+');
    word.erase(0, event.relative ? 1 : 0);
    const auto span = Divide(word, "..");
    event.time = ToNanoseconds(span ? span->first : word);
    event.span = span ? ToNanoseconds(span->second) - event.time : 0;
    if (event.span < 0)
    {
        Fail("'" + word + "' ends before it begins");
    }
}

class Parser
{
  public:
    explicit Parser(const Reader& reader)
        : m_reader(reader)
    {
    }

    void ReadText(const std::string& text, const std::string& file)
    {
        std::istringstream stream(text);
        unsigned number = 0;
        for (std::string line; std::getline(stream, line);)
        {
            ++number;
            m_where = file + (file.empty() ? "line " : ":") + std::to_string(number);
            Guard([&] { ReadLine(line, !file.empty()); });
        }
        Guard([this] {
            if (m_repeats > 0)
            {
                Fail("'repeat' has no 'end'");
            }
        });
    }

    Script script;

  private:
    /// What went wrong happened in this line.
    template <class Action>
    void Guard(const Action& action)
    {
        const auto where = m_where;
        try
        {
            action();
        }
        catch (const ScriptError& error)
        {
            const std::string what(error.what());
            const bool placed = (what.rfind("line ", 0) == 0 || m_where != where);
            throw ScriptError(placed ? what : where + ": " + what);
        }
        m_where = where;
    }

    void ReadLine(const std::string& line, bool included)
    {
        const auto words = Split(line);
        if (words.empty())
        {
            return;
        }
        const auto& first = words.front();
        if (first == "repeat")
        {
            Cursor cursor(words);
            cursor.Skip(first);
            if (m_repeats > 0)
            {
                Fail("'repeat' within 'repeat'");
            }
            m_repeats = ToNumber(cursor.Take("how often"), 1, 100000);
            cursor.ExpectEnd();
            m_repeated = script.events.size();
        }
        else if (first == "end")
        {
            EndRepeat();
        }
        else if (first == "tolerance")
        {
            m_tolerance = ToNanoseconds(words.size() == 2 ? words[1] : "");
        }
        else if (first.front() == '+' || first.front() == '.' || std::isdigit(first.front()))
        {
            ReadEvent(line, words);
        }
        else if (first == "include")
        {
            Include(words, included);
        }
        else
        {
            ReadSetting(words);
        }
    }

    void EndRepeat()
    {
        if (m_repeats == 0)
        {
            Fail("'end' without 'repeat'");
        }
        const std::vector<Event> body(script.events.begin() + m_repeated, script.events.end());
        for (; m_repeats > 1; --m_repeats)
        {
            script.events.insert(script.events.end(), body.begin(), body.end());
        }
        m_repeats = 0;
    }

    void Include(const Words& words, bool included)
    {
        if (words.size() != 2 || included || !m_reader)
        {
            Fail("one file can be included, and not in an included one");
        }
        ReadText(m_reader(words[1]), words[1]);
    }

    void ReadEvent(const std::string& line, const Words& words)
    {
        Event event;
        event.where = m_where;
        event.tolerance = m_tolerance;
        event.text = line.substr(0, line.find('#'));
        event.text.erase(0, event.text.find_first_not_of(" \t"));
        event.text.erase(event.text.find_last_not_of(" \t") + 1);
        ParseMoment(words.front(), event);
        Cursor cursor(words);
        cursor.Skip(words.front());
        ReadAction(cursor, event);
        if (event.span > 0 && event.kind != Kind::SOCKET)
        {
            Fail("a span of time is for what the socket sends");
        }
        script.events.push_back(event);
    }

    /// What happens, after the moment.
    static void ReadAction(Cursor& words, Event& event)
    {
        const auto what = words.Peek();
        if (what == "<" || what == ">")
        {
            event.kind = what == "<" ? Kind::PEER : Kind::SOCKET;
            event.segment = ParseSegment(event.text.substr(event.text.find(what) + 1), what == "<");
        }
        else if (words.Skip("check"))
        {
            ParseConditions(words, event);
        }
        else if (words.Skip("quiet") || words.Skip("whatever"))
        {
            event.kind = what == "quiet" ? Kind::QUIET : Kind::SKIP;
            words.ExpectEnd();
        }
        else
        {
            ParseCall(words, event);
        }
    }

    void ReadSetting(const Words& words)
    {
        static const std::map<std::string, std::size_t> sizes{{"socket", 2},
                                                              {"control", 2},
                                                              {"recovery", 2},
                                                              {"family", 2},
                                                              {"everywhere", 1},
                                                              {"isn", 2},
                                                              {"mtu", 2},
                                                              {"set", 3},
                                                              {"option?", 3}};
        const auto size = sizes.find(words.front());
        if (size == sizes.end() || size->second != words.size())
        {
            Fail("neither an event nor a setting");
        }
        if (!script.events.empty())
        {
            Fail("settings stand before the first event");
        }
        const auto& name = words[0];
        if (name == "socket")
        {
            script.socket = ChooseSocket(words[1]);
        }
        else if (name == "family")
        {
            script.ipv6 = Choose(words[1], "ipv4", "ipv6");
        }
        else if (name == "everywhere")
        {
            script.everywhere = true;
        }
        else if (name == "isn")
        {
            script.isn = static_cast<uint32_t>(ToNumber(words[1], 0, UINT32_MAX));
        }
        else if (name == "mtu")
        {
            script.mtu = static_cast<uint16_t>(ToNumber(words[1], 68, UINT16_MAX));
        }
        else if (name == "control" || name == "recovery")
        {
            (name == "control" ? script.control : script.recovery) = words[1];
        }
        else
        {
            (name == "set" ? script.attributes : script.optional).emplace_back(words[1], words[2]);
        }
    }

    static SocketKind ChooseSocket(const std::string& word)
    {
        const std::map<std::string, SocketKind> kinds{{"scoreboard", SocketKind::SCOREBOARD},
                                                      {"stock", SocketKind::STOCK},
                                                      {"stock-fast", SocketKind::STOCK_FAST}};
        const auto kind = kinds.find(word);
        if (kind == kinds.end())
        {
            Fail("'" + word + "' is none of scoreboard, stock, stock-fast");
        }
        return kind->second;
    }

    static bool Choose(const std::string& word, const std::string& no, const std::string& yes)
    {
        if (word != no && word != yes)
        {
            Fail("'" + word + "' is neither " + no + " nor " + yes);
        }
        return word == yes;
    }

    const Reader& m_reader;
    std::string m_where;
    int64_t m_tolerance{NS_PER_SECOND / 1000};
    int64_t m_repeats{0};
    std::size_t m_repeated{0};
};

} // namespace

Script
ParseScript(const std::string& text, const Reader& reader)
{
    Parser parser(reader);
    parser.ReadText(text, "");
    return parser.script;
}

} // namespace segmentscript
