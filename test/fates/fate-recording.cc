/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fate-recording.h"

#include <algorithm>
#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace fates
{

namespace
{

constexpr const char* DIGITS = "0123456789abcdef";

std::string
ToHex(const std::vector<uint8_t>& octets)
{
    std::string text;
    for (const auto octet : octets)
    {
        text += {DIGITS[octet >> 4], DIGITS[octet & 15]};
    }
    return text;
}

std::vector<uint8_t>
FromHex(const std::string& text)
{
    std::vector<uint8_t> octets;
    for (std::size_t at = 0; at + 1 < text.size(); at += 2)
    {
        octets.push_back(static_cast<uint8_t>(std::stoul(text.substr(at, 2), nullptr, 16)));
    }
    return octets;
}

/// @param line such as "12000 A s 1448 0 13ee..."
EndEvent
ReadEvent(const std::string& line)
{
    EndEvent event;
    char end = 0;
    char kind = 0;
    std::string header;
    std::istringstream words(line);
    words >> event.time >> end >> kind >> event.octets >> event.ecn;
    if (!words || (end != 'A' && end != 'B') ||
        std::string("owrcsat").find(kind) == std::string::npos)
    {
        throw std::runtime_error("no event: " + line);
    }
    words >> header;
    event.end = end == 'A' ? A : B;
    event.kind = static_cast<EndEvent::Kind>(kind);
    event.header = FromHex(header);
    return event;
}

/// @param line begins with a word @return what follows
std::string
ReadRest(std::istream& in, const std::string& word)
{
    std::string line;
    if (!std::getline(in, line) || line.rfind(word, 0) != 0)
    {
        throw std::runtime_error("no line of '" + word + "': " + line);
    }
    return line.substr(std::min(line.size(), word.size() + 1));
}

} // namespace

void
Write(std::ostream& os, const Recording& recording)
{
    os << "fate " << recording.fate.Write() << "\ncontrol " << recording.control << " "
       << recording.release << "\npackets " << recording.packets << "\n";
    for (const auto& event : recording.events)
    {
        os << event.time << (event.end == A ? " A " : " B ") << static_cast<char>(event.kind) << " "
           << event.octets << " " << event.ecn << " " << ToHex(event.header) << "\n";
    }
    os << "end " << recording.isOver << "\n";
}

std::optional<Recording>
ReadRecording(std::istream& in)
{
    if (in.peek() == std::istream::traits_type::eof())
    {
        return std::nullopt;
    }
    Recording recording;
    const auto fate = Fate::Read(ReadRest(in, "fate"));
    if (!fate)
    {
        throw std::runtime_error("no fate");
    }
    recording.fate = *fate;
    std::istringstream kernel(ReadRest(in, "control"));
    kernel >> recording.control >> recording.release;
    recording.packets = ReadRest(in, "packets");
    for (std::string line; std::getline(in, line);)
    {
        if (line.rfind("end ", 0) == 0)
        {
            recording.isOver = line == "end 1";
            return recording;
        }
        recording.events.push_back(ReadEvent(line));
    }
    throw std::runtime_error("a recording without an end");
}

} // namespace fates
