/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-script.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace segmentscript
{

namespace
{

/// Sequence numbers go round.
bool
IsSame(int64_t a, int64_t b)
{
    return static_cast<uint32_t>(a) == static_cast<uint32_t>(b);
}

bool
IsSame(const std::vector<Block>& a, const std::vector<Block>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Block& x, const Block& y) {
        return IsSame(x.first, y.first) && IsSame(x.second, y.second);
    });
}

std::string
CompareTimestamps(const Timestamp& expected, const std::optional<Timestamp>& sent)
{
    if (!sent)
    {
        return "TS";
    }
    if (expected.value && *expected.value != *sent->value)
    {
        return "TS val";
    }
    return (expected.echo && *expected.echo != *sent->echo) ? "TS ecr" : "";
}

std::string
CompareOptions(const Options& expected, const Options& sent)
{
    const std::array<std::pair<std::string, bool>, 4> there{
        {{"no-mss", sent.mss.has_value()},
         {"no-wscale", sent.windowScale.has_value()},
         {"no-sackOK", sent.sackPermitted},
         {"no-TS", sent.timestamp.has_value()}}};
    for (const auto& [name, present] : there)
    {
        if (present && expected.absent.count(name) > 0)
        {
            return name;
        }
    }
    if (expected.mss && expected.mss != sent.mss)
    {
        return "mss";
    }
    if (expected.windowScale && expected.windowScale != sent.windowScale)
    {
        return "wscale";
    }
    if (expected.sackPermitted && !sent.sackPermitted)
    {
        return "sackOK";
    }
    if (!(expected.open && expected.sack.empty()) && !IsSame(expected.sack, sent.sack))
    {
        return "SACK blocks";
    }
    return expected.timestamp ? CompareTimestamps(*expected.timestamp, sent.timestamp) : "";
}

void
PrintOptions(std::ostream& os, const Options& options)
{
    std::ostringstream text;
    if (options.mss)
    {
        text << " mss " << *options.mss;
    }
    if (options.windowScale)
    {
        text << " wscale " << +*options.windowScale;
    }
    text << (options.sackPermitted ? " sackOK" : "");
    if (options.timestamp)
    {
        text << " TS val " << options.timestamp->value.value_or(0) << " ecr "
             << options.timestamp->echo.value_or(0);
    }
    text << (options.sack.empty() ? "" : " sack");
    for (const auto& [begin, end] : options.sack)
    {
        text << ' ' << begin << ':' << end;
    }
    if (!text.str().empty())
    {
        os << " <" << text.str().substr(1) << '>';
    }
}

} // namespace

std::string
Compare(const Segment& expected, const Segment& sent)
{
    // A RST may tell what was received, or not. PSH is asked for or not compared.
    const uint8_t ignored =
        (PSH & ~expected.flags) | ((expected.flags & (RST | ACK)) == RST ? ACK : 0);
    if ((expected.flags | ignored) != (sent.flags | ignored))
    {
        return "flags";
    }
    if (expected.ecn && expected.ecn != sent.ecn)
    {
        return "ECN codepoint";
    }
    if (expected.seq && !IsSame(*expected.seq, *sent.seq))
    {
        return "SEQ";
    }
    if (expected.seq && expected.length != sent.length)
    {
        return "length";
    }
    if (expected.ack && !IsSame(*expected.ack, *sent.ack))
    {
        return "ACK";
    }
    if (expected.window && expected.window != sent.window)
    {
        return "window";
    }
    return CompareOptions(expected.options, sent.options);
}

std::ostream&
operator<<(std::ostream& os, const Segment& segment)
{
    if (segment.ecn.value_or(0) != 0)
    {
        os << '[' << ECN_NAMES[*segment.ecn] << "] ";
    }
    std::string flags;
    for (unsigned bit = 0; bit < 8; ++bit)
    {
        if (segment.flags & (1U << bit))
        {
            flags += FLAG_LETTERS[bit];
        }
    }
    const auto seq = segment.seq.value_or(0);
    os << (flags.empty() ? "-" : flags) << ' ' << seq << ':' << seq + segment.length << '('
       << segment.length << ')';
    if (segment.ack && (segment.flags & ACK))
    {
        os << " ack " << *segment.ack;
    }
    if (segment.window)
    {
        os << " win " << *segment.window;
    }
    PrintOptions(os, segment.options);
    return os;
}

} // namespace segmentscript
