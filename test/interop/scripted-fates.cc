/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scripted-fates.h"

#include "ns3/ipv4-header.h"
#include "ns3/tcp-header.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace interop
{

namespace
{

/// A word, and what its groups are.
const std::regex WORD("(a?)([1-9][0-9]{0,6})(?:-([1-9][0-9]{0,6}))?"
                      "(?:x([1-9][0-9]?)|([+=])([0-9]+(?:ms|s)))?");

enum Group
{
    WITHOUT_DATA = 1,
    FIRST,
    LAST,
    TIMES,
    SIGN,
    TIME
};

/// What befalls the segments of a word that matches.
ScriptedFates::Fate
ReadFate(const std::smatch& word)
{
    ScriptedFates::Fate fate;
    fate.isLost = !word[SIGN].matched;
    if (word[SIGN].matched)
    {
        (word[SIGN] == "+" ? fate.delay : fate.hold) = Time(word[TIME].str());
    }
    if (word[TIMES].matched)
    {
        fate.transmissions = std::stoul(word[TIMES]);
    }
    return fate;
}

} // namespace

std::string
ScriptedFates::FindFault(const std::string& words)
{
    std::istringstream in(words);
    for (std::string word; in >> word;)
    {
        std::smatch groups;
        if (!std::regex_match(word, groups, WORD))
        {
            return "'" + word + "' is not such as 20, 20-24, 20x2, 20+5ms, 20=500ms or a7";
        }
        if (groups[LAST].matched && std::stoul(groups[LAST]) < std::stoul(groups[FIRST]))
        {
            return "'" + word + "' ends before its beginning";
        }
    }
    return "";
}

ScriptedFates::ScriptedFates(const std::string& words, uint32_t segment)
    : m_segment(segment)
{
    std::istringstream in(words);
    for (std::string word; in >> word;)
    {
        std::smatch groups;
        std::regex_match(word, groups, WORD);
        auto& fates = groups[WITHOUT_DATA].length() > 0 ? m_ofOthers : m_ofData;
        const auto first = std::stoul(groups[FIRST]);
        const auto last = groups[LAST].matched ? std::stoul(groups[LAST]) : first;
        for (auto number = first; number <= last; ++number)
        {
            fates[number] = ReadFate(groups);
        }
    }
}

ScriptedFates::Fate
ScriptedFates::Meet(Ptr<const Packet> packet)
{
    if (m_ofData.empty() && m_ofOthers.empty())
    {
        return {};
    }
    const auto copy = packet->Copy();
    Ipv4Header ip;
    TcpHeader tcp;
    copy->RemoveHeader(ip);
    copy->RemoveHeader(tcp);
    const bool hasData = copy->GetSize() > 0;
    if (tcp.GetFlags() & (TcpHeader::SYN | TcpHeader::FIN))
    {
        return {};
    }
    if (!hasData)
    {
        const auto fate = m_ofOthers.find(++m_others);
        return fate == m_ofOthers.end() ? Fate{} : fate->second;
    }
    // The first segment with data that comes is the first one: nothing overtakes before the path.
    const auto sequence = tcp.GetSequenceNumber().GetValue();
    m_first = m_first.value_or(sequence);
    const uint64_t number = (sequence - *m_first) / m_segment + 1;
    const auto times = ++m_sent[number];
    const auto fate = m_ofData.find(number);
    return fate == m_ofData.end() || times > fate->second.transmissions ? Fate{} : fate->second;
}

} // namespace interop
