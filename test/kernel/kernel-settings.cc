/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kernel-settings.h"

#include "../support/script-defaults.h"

#include <cmath>
#include <functional>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace segmentscript
{

namespace
{

using Apply = std::function<void(const std::string& value, KernelSettings& kernel)>;

/// Time passes at once, but for the kernel's ticks. Nanoseconds.
constexpr int64_t LONGEST = 3'600'000'000'000;

/// @throw LeftOut
[[noreturn]] void
Refuse(const std::string& what)
{
    throw LeftOut(what);
}

/// The number before a unit of time. @return seconds
double
ToSeconds(const std::string& value)
{
    std::size_t used = 0;
    const double number = std::stod(value, &used);
    return value.substr(used) == "ms" ? number / 1000 : number;
}

Apply
Sysctl(const std::string& name)
{
    return
        [name](const std::string& value, KernelSettings& kernel) { kernel.sysctls[name] = value; };
}

/// A sysctl of 0 for "false", and something else for "true".
Apply
Switch(const std::string& name, int on)
{
    return [name, on](const std::string& value, KernelSettings& kernel) {
        kernel.sysctls[name] = std::to_string(value == "true" ? on : 0);
    };
}

Apply
Metric(uint16_t name)
{
    return [name](const std::string& value, KernelSettings& kernel) {
        kernel.metrics[name] = static_cast<uint32_t>(std::stoul(value));
    };
}

Apply
Option(int level, int name)
{
    return [level, name](const std::string& value, KernelSettings& kernel) {
        const int number = value == "true" ? 1 : value == "false" ? 0 : std::stoi(value);
        kernel.options.push_back({level, name, number});
    };
}

/// Attributes that the kernel has under another name.
const std::map<std::string, Apply>&
GetCounterparts()
{
    static const std::map<std::string, Apply> counterparts{
        {"RcvBufSize", Option(SOL_SOCKET, SO_RCVBUF)},
        {"SndBufSize", Option(SOL_SOCKET, SO_SNDBUF)},
        {"TcpNoDelay", Option(IPPROTO_TCP, TCP_NODELAY)},
        {"InitialCwnd", Metric(RTAX_INITCWND)},
        {"ConnCount", Sysctl("tcp_syn_retries")},
        {"DataRetries", Sysctl("tcp_retries2")},
        {"DelAckCount",
         [](const std::string& value, KernelSettings& kernel) {
             // The kernel acknowledges each segment at once, or every second one.
             if (value != "1" && value != "2")
             {
                 Refuse("the kernel has no DelAckCount of " + value);
             }
             kernel.metrics[RTAX_QUICKACK] = value == "1" ? 1 : 0;
         }},
        {"Sack", Switch("tcp_sack", 1)},
        {"DSack", Switch("tcp_dsack", 1)},
        // 2: without a random offset.
        {"Timestamp", Switch("tcp_timestamps", 2)},
        {"WindowScaling", Switch("tcp_window_scaling", 1)},
        {"RestartAfterIdle", Switch("tcp_slow_start_after_idle", 1)},
        {"ReTxThreshold", Sysctl("tcp_reordering")},
        {"ChallengeAckLimit", Sysctl("tcp_challenge_ack_limit")},
        {"UseEcn",
         [](const std::string& value, KernelSettings& kernel) {
             kernel.sysctls["tcp_ecn"] = std::to_string(value == "On" ? 1 : 0);
         }},
        {"FinWait2Timeout", [](const std::string& value, KernelSettings& kernel) {
             kernel.sysctls["tcp_fin_timeout"] = std::to_string(std::lround(ToSeconds(value)));
         }}};
    return counterparts;
}

/// Attributes whose value says what Linux does anyway, by preset linux.
const std::map<std::string, std::string> ALWAYS{{"WindowOpening", "Delivered"},
                                                {"TimeoutWindow", "InFlight"},
                                                {"FollowLinux", "true"},
                                                {"Jiffy", "1ms"},
                                                {"OneSynMayBeLost", "true"},
                                                {"ClockGranularity", "200ms"},
                                                {"KeepSackOnTimeout", "true"}};

bool
IsDefault(const std::string& name, const std::string& value)
{
    for (const auto& [known, usual] : DEFAULTS)
    {
        if (known == name && usual == value)
        {
            return true;
        }
    }
    return false;
}

void
TranslateSender(const std::string& value, KernelSettings& kernel)
{
    const bool rack = value.rfind("Rack", 0) == 0;
    const auto has = [&value](const std::string& words) {
        return value.find(words) != std::string::npos;
    };
    const bool probes = rack && !has("TailLossProbe=false");
    kernel.sysctls["tcp_recovery"] = std::to_string(rack ? 1 : 0);
    kernel.sysctls["tcp_early_retrans"] = std::to_string(probes ? 3 : 0);
    kernel.sysctls["tcp_frto"] = std::to_string(has("Frto=true") ? 2 : 0);
    if (has("UndoNeedlessRepair=false"))
    {
        Refuse("the kernel always undoes a needless repair");
    }
}

void
TranslateAttribute(const Setting& setting, KernelSettings& kernel)
{
    const auto& [name, value] = setting;
    if (name == "LossRecovery")
    {
        TranslateSender(value, kernel);
        return;
    }
    const auto counterpart = GetCounterparts().find(name);
    if (counterpart != GetCounterparts().end())
    {
        counterpart->second(value, kernel);
        return;
    }
    const auto always = ALWAYS.find(name);
    if (!IsDefault(name, value) && (always == ALWAYS.end() || always->second != value))
    {
        Refuse("the kernel has no " + name + " of " + value);
    }
}

void
TranslateControl(const Script& script, KernelSettings& kernel)
{
    static const std::map<std::string, std::string> names{
        {"ns3::TcpNewReno", "reno"},
        {"ns3::TcpLinuxReno", "reno"},
        {"ns3::TcpKernelReno", "reno"},
        {"ns3::TcpLossyRecordingControl", "reno"},
        {"ns3::TcpCubic", "cubic"},
        {"ns3::TcpKernelCubic", "cubic"},
    };
    const auto name = names.find(script.control);
    if (name == names.end())
    {
        Refuse("the kernel has no " + script.control);
    }
    kernel.sysctls["tcp_congestion_control"] = name->second;
    if (script.recovery == "ns3::TcpRampdownRecovery" ||
        script.recovery == "ns3::TcpLossyRecordingLaw")
    {
        Refuse("the kernel has no " + script.recovery);
    }
}

/// What cannot be done while the kernel's socket is open, or takes too long.
void
RefuseEvents(const Script& script)
{
    for (const auto& event : script.events)
    {
        if (event.time > LONGEST)
        {
            Refuse("the kernel would count the ticks of more than an hour");
        }
        const std::string name = event.kind == Kind::CALL ? event.call.front() : "";
        if (name == "set" || name == "replace")
        {
            Refuse("the kernel has no call '" + name + " " + event.call[1] + "'");
        }
    }
}

} // namespace

KernelSettings
TranslateSettings(const Script& script)
{
    if (script.socket != SocketKind::SCOREBOARD)
    {
        Refuse("it is about ns-3's own socket");
    }
    if (script.ipv6)
    {
        Refuse("the kernel is built without IPv6");
    }
    RefuseEvents(script);
    KernelSettings kernel;
    // Two challenge ACKs may follow each other at once, as here.
    kernel.sysctls["tcp_invalid_ratelimit"] = std::to_string(0);
    TranslateControl(script, kernel);
    TranslateSender("", kernel);
    for (const auto& settings : {DEFAULTS, script.attributes, script.optional})
    {
        for (const auto& setting : settings)
        {
            TranslateAttribute(setting, kernel);
        }
    }
    return kernel;
}

} // namespace segmentscript
