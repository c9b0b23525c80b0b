/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-socket-options.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3::tcplossy
{

namespace
{
// Octets of headers: RFC 9293, RFC 7323 with padding.
constexpr uint32_t TCP_HEADER = 20;
constexpr uint32_t TIMESTAMP_OPTION = 12;

// The command line reads "-1" as the largest unsigned number: bounds catch it.
constexpr uint32_t MAX_BUFFER = 1'000'000'000;
constexpr uint32_t MAX_DELAYED_ACK = 1'000;
constexpr uint32_t UNLIMITED = std::numeric_limits<uint32_t>::max();
constexpr uint32_t MAX_WINDOW = 1'000'000;

} // namespace

void
TcpSocketOptions::AddTo(CommandLine& cmd)
{
    cmd.AddValue("segmentSize", "Payload of a segment in octets", segmentSize);
    cmd.AddValue("receiveBuffer", "Receiver's buffer in octets", receiveBuffer);
    cmd.AddValue("delayedAck", "Segments each ACK: 1 is no delayed ACK, 2 is usual", delayedAck);
    cmd.AddValue("initialWindow", "Initial congestion window in segments", initialWindow);
    cmd.AddValue("initialSsthresh",
                 "Initial slow start threshold in segments; 0 is no limit",
                 initialSsthresh);
    cmd.AddValue("limitedTransmit",
                 "Send new data on the first two duplicate ACKs (RFC 3042)",
                 limitedTransmit);
    cmd.AddValue("sack", "Use SACK where both ends can", sack);
    cmd.AddValue("slowButSteady",
                 "Each partial ACK restarts NewReno's timer, not just the first (scoreboard "
                 "sockets; RFC 6582, section 4)",
                 slowButSteady);
    cmd.AddValue("clockGranularity",
                 "Tick of the retransmission timer; the papers' systems tick at 500 ms",
                 clockGranularity);
    cmd.AddValue("minRto", "Least retransmission timeout", minRto);
    cmd.AddValue("timestamps", "Use the timestamp option", timestamps);
    cmd.AddValue("socket",
                 "The senders' socket: " + TcpVariantPreset::GetSocketNames() +
                     "; empty for the variant's own",
                 socket);
    cmd.AddValue("receiver", "The receivers' socket: stock or scoreboard", receiver);
    cmd.AddValue("sackEncoding",
                 "How scoreboard sockets report SACK blocks: rfc2018, or compressed where both "
                 "ends are scoreboard sockets",
                 sackEncoding);
}

void
TcpSocketOptions::Check() const
{
    NS_ABORT_MSG_UNLESS(segmentSize >= 1 && segmentSize <= 60000,
                        "--segmentSize must lie in [1, 60000] octets, not " << segmentSize);
    NS_ABORT_MSG_UNLESS(receiveBuffer >= segmentSize && receiveBuffer <= MAX_BUFFER,
                        "--receiveBuffer must lie in [segmentSize, "
                            << MAX_BUFFER << "] octets, not " << receiveBuffer);
    NS_ABORT_MSG_UNLESS(delayedAck >= 1 && delayedAck <= MAX_DELAYED_ACK,
                        "--delayedAck must lie in [1, " << MAX_DELAYED_ACK << "], not "
                                                        << delayedAck);
    NS_ABORT_MSG_UNLESS(initialWindow >= 1 && initialWindow <= MAX_WINDOW,
                        "--initialWindow must lie in [1, " << MAX_WINDOW << "] segments, not "
                                                           << initialWindow);
    const auto maxSsthresh = std::min(MAX_WINDOW, UNLIMITED / segmentSize);
    NS_ABORT_MSG_UNLESS(initialSsthresh <= maxSsthresh,
                        "--initialSsthresh must lie in [0, " << maxSsthresh << "] segments, not "
                                                             << initialSsthresh);
    NS_ABORT_MSG_UNLESS(clockGranularity.IsStrictlyPositive(),
                        "--clockGranularity must be above 0");
    NS_ABORT_MSG_UNLESS(minRto.IsStrictlyPositive(), "--minRto must be above 0");
    NS_ABORT_MSG_UNLESS(receiver == "stock" || receiver == "scoreboard",
                        "--receiver must be stock or scoreboard, not '" << receiver << "'");
    NS_ABORT_MSG_UNLESS(sackEncoding == "rfc2018" || sackEncoding == "compressed",
                        "--sackEncoding must be rfc2018 or compressed, not '" << sackEncoding
                                                                              << "'");
    NS_ABORT_MSG_IF(sackEncoding == "compressed" && (receiver == "stock" || socket == "stock"),
                    "--sackEncoding=compressed needs --receiver=scoreboard and senders that are "
                    "not stock");
}

void
TcpSocketOptions::Apply() const
{
    Check();
    const auto ssthresh = initialSsthresh > 0 ? initialSsthresh * segmentSize : UNLIMITED;
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(segmentSize));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(receiveBuffer));
    // The sender's buffer must never be what limits the flow.
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(2 * receiveBuffer));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(delayedAck));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(initialWindow));
    Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold", UintegerValue(ssthresh));
    Config::SetDefault("ns3::TcpSocketBase::LimitedTransmit", BooleanValue(limitedTransmit));
    Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(clockGranularity));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(minRto));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(timestamps));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(sack));
    Config::SetDefault("ns3::TcpScoreboardSocket::SlowButSteady", BooleanValue(slowButSteady));
    Config::SetDefault("ns3::TcpScoreboardSocket::SackEncoding",
                       StringValue(sackEncoding == "compressed" ? "Compressed" : "Rfc2018"));
}

void
TcpSocketOptions::Describe(ResultWriter& writer) const
{
    writer.Describe("segmentSize", segmentSize, "octets");
    writer.Describe("receiveBuffer", receiveBuffer, "octets");
    writer.Describe("delayedAck", delayedAck, "segments each ACK");
    writer.Describe("initialWindow", initialWindow, "segments");
    writer.Describe("initialSsthresh",
                    initialSsthresh > 0 ? std::to_string(initialSsthresh) + " segments"
                                        : "unlimited");
    writer.Describe("limitedTransmit", limitedTransmit);
    writer.Describe("sack", sack);
    writer.Describe("slowButSteady", slowButSteady);
    writer.Describe("clockGranularity", clockGranularity.GetSeconds(), "s");
    writer.Describe("minRto", minRto.GetSeconds(), "s");
    writer.Describe("timestamps", timestamps);
    writer.Describe("receiver", receiver);
    writer.Describe("sackEncoding", sackEncoding);
}

TcpVariantPreset
TcpSocketOptions::MakeVariant(const std::string& name) const
{
    return TcpVariantPreset(name, socket);
}

void
TcpSocketOptions::InstallReceivers(const NodeContainer& nodes) const
{
    if (receiver == "scoreboard")
    {
        TcpScoreboardSocketHelper().Install(nodes);
    }
}

uint32_t
TcpSocketOptions::GetHeaderSize() const
{
    return TCP_HEADER + (timestamps ? TIMESTAMP_OPTION : 0);
}

} // namespace ns3::tcplossy
