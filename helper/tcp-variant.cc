/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-variant.h"

#include "ns3/ns3-compat.h"
#include "ns3/tcp-recovery-ops.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace ns3
{

namespace
{

/// What stands in the table for attributes that several rows have.
const std::map<std::string, const TcpVariant::Attributes& (*)()> COMMON{
    {"paper", &TcpVariant::GetPaperAttributes},
    {"linux", &TcpVariant::GetLinuxAttributes}};

/// @brief Read "Alpha=3 Beta=3", in which words of COMMON may stand. @param text the text
/// @return attributes
TcpVariant::Attributes
ReadAttributes(const std::string& text)
{
    TcpVariant::Attributes attributes;
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        const auto common = COMMON.find(word);
        if (common != COMMON.end())
        {
            const auto& all = common->second();
            attributes.insert(attributes.end(), all.begin(), all.end());
            continue;
        }
        const auto equals = word.find('=');
        attributes.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return attributes;
}

/// @brief Read part of a window. @param text a number, or "B/P" @return the number, or nothing
std::optional<double>
ReadDecrease(const std::string& text)
{
    return text == "B/P" ? std::nullopt : std::optional<double>(std::stod(text));
}

/// @brief A TypeId's name. @param text without ns3::, or nothing @return with it, or nothing
std::string
ReadType(const std::string& text)
{
    return text.empty() ? "" : "ns3::" + text;
}

/// What a row of the table becomes; colour and mark are the figures'.
TcpVariant
MakeRow(const std::string& name,
        const std::string& control,
        const std::string& controlAttributes,
        const std::string& recovery,
        const std::string& sender,
        const std::string& socketAttributes,
        const std::string& law,
        const std::string& decrease,
        const std::string& since,
        const std::string&,
        int,
        const std::string& words)
{
    return {name,
            ReadType(control),
            ReadAttributes(controlAttributes),
            ReadType(recovery),
            sender == "stock" ? "" : sender,
            ReadAttributes(socketAttributes),
            law,
            ReadDecrease(decrease),
            since,
            words};
}

std::vector<TcpVariant>
ReadTable()
{
#define TCP_VARIANT(...) MakeRow(__VA_ARGS__),
    std::vector<TcpVariant> table{
#include "tcp-variants.def"
    };
#undef TCP_VARIANT
    std::sort(table.begin(), table.end(), [](const TcpVariant& a, const TcpVariant& b) {
        return a.name < b.name;
    });
    return table;
}

} // namespace

const std::vector<TcpVariant>&
TcpVariant::GetAll()
{
    static const auto table = ReadTable();
    return table;
}

const TcpVariant*
TcpVariant::Find(const std::string& name)
{
    const auto& table = GetAll();
    const auto found = std::find_if(table.begin(), table.end(), [&name](const TcpVariant& row) {
        return row.name == name;
    });
    return found == table.end() ? nullptr : &*found;
}

const TcpVariant::Attributes&
TcpVariant::GetPaperAttributes()
{
    // A timeout forgets what was SACKed (RFC 2018, section 8). None of the papers says what an idle
    // time does to the window; ns-3's own socket keeps it.
    static const Attributes attributes{{"KeepSackOnTimeout", "false"},
                                       {"RestartAfterIdle", "false"}};
    return attributes;
}

const TcpVariant::Attributes&
TcpVariant::GetLinuxAttributes()
{
    // RTO is the smoothed round trip and four times its variation, or 200 ms if that is more: G of
    // RFC 6298. The rest are Linux 6.1's constants: tcp_rto_min, TCP_RTO_MAX, TCP_TIMEOUT_INIT,
    // tcp_retries2, TCP_DELACK_MIN, TCP_DELACK_MAX, TCP_MAX_QUICKACKS, tcp_wmem, half of tcp_rmem,
    // whose middle value is where a window begins.
    static const Attributes attributes{{"InitialCwnd", "10"},
                                       {"ClockGranularity", "200ms"},
                                       {"MinRto", "200ms"},
                                       {"MaxRto", "120s"},
                                       {"ConnTimeout", "1s"},
                                       {"OneSynMayBeLost", "true"},
                                       {"DataRetries", "15"},
                                       {"DelAckTimeout", "40ms"},
                                       {"DelAckMost", "200ms"},
                                       {"QuickAcks", "16"},
                                       {"TimeoutWindow", "InFlight"},
                                       {"ReduceByProgress", "true"},
                                       {"WindowOpening", "Delivered"},
                                       {"RttByDeparture", "true"},
                                       {"Jiffy", "1ms"},
                                       {"SndBufMax", "4194304"},
                                       {"RcvBufSize", "65536"},
                                       {"RcvBufMax", "3145728"}};
    return attributes;
}

} // namespace ns3
