/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "variant-options.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace ns3
{

namespace
{
/// Whether an option is what the papers' presets have in common.
bool
IsPapers(const VariantOptions::value_type& option)
{
    static const auto all = ReadVariantOptions("paper");
    return std::find(all.begin(), all.end(), option) != all.end();
}
} // namespace

VariantOptions
ReadVariantOptions(const std::string& text)
{
    static const std::map<std::string, std::string> common{
#define TCP_VARIANT(...)
#define TCP_VARIANT_COMMON(name, options) {name, options},
#include "tcp-variants.def"
#undef TCP_VARIANT
#undef TCP_VARIANT_COMMON
    };
    VariantOptions options;
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        if (const auto found = common.find(word); found != common.end())
        {
            const auto all = ReadVariantOptions(found->second);
            options.insert(options.end(), all.begin(), all.end());
            continue;
        }
        const auto equals = word.find('=');
        options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return options;
}

bool
ReadTime(const std::string& text, Instant& time)
{
    static const std::map<std::string, double> units{{"", 1e9},
                                                     {"s", 1e9},
                                                     {"ms", 1e6},
                                                     {"us", 1e3},
                                                     {"ns", 1.0},
                                                     {"ps", 1e-3},
                                                     {"fs", 1e-6},
                                                     {"min", 60e9},
                                                     {"h", 3600e9},
                                                     {"d", 86400e9},
                                                     {"y", 365 * 86400e9}};
    char* end = nullptr;
    const auto number = std::strtod(text.c_str(), &end);
    const auto unit = units.find(end);
    const auto length = unit == units.end() ? NAN : number * unit->second;
    if (end == text.c_str() || !(std::abs(length) < static_cast<double>(INT64_MAX)))
    {
        return false;
    }
    time = Instant(std::llround(length));
    return true;
}

const std::map<std::string, std::string>&
GetScoreboardSockets()
{
    static const std::map<std::string, std::string> sockets{
        {"scoreboard-fack", "Fack"},
        {"scoreboard-newreno", "NewReno"},
        {"scoreboard-rack", "Rack"},
        {"scoreboard-reno", "Reno"},
        {"scoreboard-rfc6675", "Rfc6675"},
        {"scoreboard-sack", "Sack"},
    };
    return sockets;
}

VariantOptions
GetRecoveryOptionsOn(const std::string& recovery,
                     const VariantOptions& own,
                     const VariantOptions& socket,
                     const std::function<bool(const VariantOptions::value_type&)>& has)
{
    VariantOptions options;
    if (recovery == "Fack" && std::any_of(socket.begin(), socket.end(), IsPapers))
    {
        // A lost retransmission costs a timeout (FACK paper, section 3.2).
        options.emplace_back("LostRetransmission", "Timeout");
    }
    std::copy_if(own.begin(), own.end(), std::back_inserter(options), has);
    return options;
}

VariantOptions
KeepOptionsOn(const std::string& recovery, const VariantOptions& socket)
{
    VariantOptions kept;
    std::copy_if(socket.begin(), socket.end(), std::back_inserter(kept), [&](auto& option) {
        const bool isPapersOwn = recovery != "Rack" && recovery != "Rfc6675";
        return isPapersOwn || !IsPapers(option) ||
               (recovery == "Rfc6675" && option.first == "RestartAfterIdle");
    });
    return kept;
}

} // namespace ns3
