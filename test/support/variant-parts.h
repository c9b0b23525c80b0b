/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VARIANT_PARTS_H
#define VARIANT_PARTS_H

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/type-id.h"

#include <map>
#include <string>

namespace ns3
{

/// What a preset consists of.
struct VariantParts
{
    /// Attributes, serialised.
    using Attributes = std::map<std::string, std::string>;

    std::string control;    //!< congestion control
    std::string recovery;   //!< recovery law
    std::string sender;     //!< of our socket; empty for ns-3's own, or stock-fast
    Attributes ofControl{}; //!< of the congestion control
    Attributes ofSocket{};  //!< of the socket, beside the sender
    bool ofNode{false};     //!< control and law are those that the node has, see PrepareNode()
    Attributes ofLaw{};     //!< of the recovery law

    /// @brief Whether its socket is TcpScoreboardSocket. @return whether
    bool HasScoreboard() const
    {
        return !sender.empty() && sender != "stock-fast";
    }
};

/// @brief Give a node what a preset leaves to it. @param node with an internet stack @param parts
/// of the preset
inline void
PrepareNode(Ptr<Node> node, const VariantParts& parts)
{
    if (parts.ofNode)
    {
        const auto tcp = node->GetObject<TcpL4Protocol>();
        tcp->SetAttribute("SocketType", StringValue(parts.control));
        tcp->SetAttribute("RecoveryType", StringValue(parts.recovery));
    }
}

/// From ns-3.39 on it has a class of its own.
inline std::string
FindWestwoodPlus()
{
    const std::string name = "ns3::TcpWestwoodPlus";
    TypeId ignored;
    return TypeId::LookupByNameFailSafe(name, &ignored) ? name : "ns3::TcpWestwood";
}

/// @param time of an attribute @return the text that the attribute has, which depends on the
/// release
inline std::string
ToText(Time time)
{
    return TimeValue(time).SerializeToString(MakeTimeChecker());
}

/**
 * @brief Every preset, by hand from the papers and from what ns-3's own classes are called, not
 * from the table that the presets are made of.
 * @return parts by name
 */
inline std::map<std::string, VariantParts>
GetVariantParts()
{
    const std::string classic = "ns3::TcpClassicRecovery";
    const std::string rampdown = "ns3::TcpRampdownRecovery";
    const std::string dynamic = "ns3::TcpDynamicRecovery";
    using Attributes = VariantParts::Attributes;
    const Attributes plain{{"Overdamping", "false"}};
    const Attributes damped{{"Overdamping", "true"}};
    const Attributes sackVeno{{"Alpha", "1"}, {"Beta", "3"}, {"ResetBaseRtt", "true"}};
    const Attributes veno{{"Alpha", "3"}, {"Beta", "3"}, {"ResetBaseRtt", "false"}};
    const Attributes venoDr{{"ThresholdFactor", "0.55"}, {"MinQueue", "1"}};
    // Eight places where ours departs from the text of the VenoDR paper: three of the control, of
    // which MinQueue is one, and five of the law.
    const Attributes literalVenoDr{{"ThresholdFactor", "0.55"},
                                   {"MinQueue", "0"},
                                   {"SmoothedRtt", "true"},
                                   {"LastSampleAlone", "true"},
                                   {"LiteralGrowth", "false"}};
    const Attributes literalLaw{{"LiteralRecoverDr", "true"},
                                {"ForgetRecoveryPoint", "false"},
                                {"GrowInAnyCase", "true"},
                                {"WatchDeflationOnly", "true"},
                                {"WatchWithinRoundTrip", "true"}};
    // As the papers have it: a lost retransmission costs a timeout, which forgets what was SACKed,
    // and an idle time changes nothing.
    const std::string fack = "Fack[LostRetransmission=Timeout]";
    const std::string newReno = "NewReno[SlowButSteady=true]";
    const Attributes paper{{"KeepSackOnTimeout", "false"}, {"RestartAfterIdle", "false"}};
    // What is no paper's has the socket's.
    const Attributes defaults{{"KeepSackOnTimeout", "true"}, {"RestartAfterIdle", "true"}};
    // The constants of Linux 6.1.
    const Attributes kernel{{"InitialCwnd", "10"},
                            {"ClockGranularity", ToText(MilliSeconds(200))},
                            {"MinRto", ToText(MilliSeconds(200))},
                            {"MaxRto", ToText(Seconds(120))},
                            {"ConnTimeout", ToText(Seconds(1))},
                            {"DataRetries", "15"},
                            {"DelAckTimeout", ToText(MilliSeconds(40))},
                            {"QuickAcks", "16"},
                            {"TimeoutWindow", "InFlight"},
                            {"FollowLinux", "true"},
                            {"OneSynMayBeLost", "true"},
                            {"WindowOpening", "Delivered"},
                            {"RttByDeparture", "true"},
                            {"Jiffy", ToText(MilliSeconds(1))},
                            {"SndBufMax", "4194304"},
                            {"RcvBufSize", "65536"},
                            {"RcvBufMax", "3145728"},
                            {"MaxSegLifetime", "30"}};
    Attributes later = kernel;
    later["LinuxRelease"] = "6.12";
    const std::string prr = "ns3::TcpProportionalRateRecovery";
    const std::string kernelPrr = "ns3::TcpKernelRateRecovery";
    const std::string rackFrto = "Rack[FollowLinux=true|Frto=true]";
    return {
        {"bbr", {"ns3::TcpBbr", classic, "Rack", {}, defaults}},
        {"cubic", {"ns3::TcpCubic", classic, "Sack", {}, paper}},
        {"fack", {"ns3::TcpFack", classic, fack, plain, paper}},
        {"fack-od", {"ns3::TcpFack", classic, fack, damped, paper}},
        {"fack-od-rd", {"ns3::TcpFack", rampdown, fack, damped, paper}},
        {"fack-rd", {"ns3::TcpFack", rampdown, fack, plain, paper}},
        {"linux", {"ns3::TcpKernelCubic", kernelPrr, rackFrto, {}, kernel}},
        {"linux-6.12", {"ns3::TcpKernelCubic", kernelPrr, rackFrto, {}, later}},
        {"linux-bbr", {"ns3::TcpKernelBbr", kernelPrr, rackFrto, {}, kernel}},
        {"linux-reno", {"ns3::TcpKernelReno", kernelPrr, rackFrto, {}, kernel}},
        {"newreno", {"ns3::TcpNewReno", classic, "NewReno", {}, paper}},
        {"ns3-fack", {"ns3::TcpNewReno", classic, "", {}, {{"Fack", "true"}}}},
        {"ns3-veno", {"ns3::TcpVeno", classic, "Sack", {}, paper}},
        {"rack", {"ns3::TcpLinuxReno", prr, "Rack", {}, defaults}},
        {"reno", {"ns3::TcpNewReno", classic, "Reno", {}, paper}},
        {"sack", {"ns3::TcpNewReno", classic, "Sack", {}, paper}},
        {"sack-veno", {"ns3::TcpSackVeno", classic, "Sack", sackVeno, paper}},
        {"stock-fast", {"ns3::TcpVegas", "ns3::TcpPrrRecovery", "stock-fast", {}, {}, true}},
        {"veno", {"ns3::TcpSackVeno", classic, newReno, veno, paper}},
        {"venodr", {"ns3::TcpVenoDr", dynamic, newReno, venoDr, paper}},
        {"venodr-literal",
         {"ns3::TcpVenoDr", dynamic, newReno, literalVenoDr, paper, false, literalLaw}},
        {"venodr-recovery-only", {"ns3::TcpSackVeno", dynamic, newReno, veno, paper}},
        {"venodr-threshold-only", {"ns3::TcpVenoDr", classic, newReno, venoDr, paper}},
        {"westwood-plus", {FindWestwoodPlus(), classic, "Sack", {}, paper}},
    };
}

} // namespace ns3

#endif /* VARIANT_PARTS_H */
