/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-parameters.h"

#include "ns3/config.h"
#include "ns3/string.h"

#include <algorithm>
#include <limits>
#include <set>

namespace ns3::tcplossy
{

OptionTable
MeasurementParameters::GetOptions()
{
    OptionTable options;
    options.Add("from", "Begin of the measurement", from);
    options.Add("to", "End of the measurement and of the run", to);
    options.Add("startSpread", "Flows start at random within this time", startSpread).AtLeast(0);
    // All in flight on a long path are events: a map of them costs up to a quarter of a run. The
    // order of events is the same.
    options.SetNs3Default("SchedulerType", "ns3::CalendarScheduler");
    options.Forbid([this] { return from < Time(0) || from >= to; },
                   "--from must not be negative and must lie before --to");
    return options;
}

void
AddSeries(OptionTable& options, bool& value)
{
    options.Add("series", "Also write the quantities over time", value).Undescribed();
}

void
AddCheckpoints(OptionTable& options,
               std::vector<Time>& value,
               const MeasurementParameters& measurement)
{
    const auto isWithin = [&value, &measurement] {
        return std::all_of(value.begin(), value.end(), [&measurement](Time at) {
            return at > measurement.from && at <= measurement.to;
        });
    };
    options
        .Add("checkpoints",
             "Also write what the run would have come to if it had ended at these times, such as "
             "50s,100s, each as QUANTITY_until",
             value)
        .Must(isWithin, "lie behind --from and not behind --to")
        .Undescribed();
}

namespace
{
// Octets of headers: RFC 9293, RFC 7323 with padding.
constexpr uint32_t TCP_HEADER = 20;
constexpr uint32_t TIMESTAMP_OPTION = 12;

constexpr uint32_t MAX_SEGMENT = 60'000;
constexpr uint32_t MAX_BUFFER = 1'000'000'000;
constexpr uint32_t MAX_DELAYED_ACK = 1'000;
constexpr uint32_t UNLIMITED = std::numeric_limits<uint32_t>::max();
constexpr uint32_t MAX_WINDOW = 1'000'000;

const std::string STOCK = "stock";
const std::string SCOREBOARD = "scoreboard";
const std::string STOCK_FAST = "stock-fast";
const std::string COMPRESSED = "compressed";
const std::set<std::string> LOST_RETRANSMISSION{"", "Timeout", "Wait", "Retransmit"};
} // namespace

OptionTable
SocketParameters::GetOptions()
{
    OptionTable options;
    AddSizes(options);
    AddRecovery(options);
    AddKinds(options);
    options.Forbid(
        [this] {
            const bool hasStock = receiver != SCOREBOARD || socket == STOCK || socket == STOCK_FAST;
            return sackEncoding == COMPRESSED && hasStock;
        },
        "--sackEncoding=compressed needs --receiver=scoreboard and senders that are not stock");
    return options;
}

void
SocketParameters::AddSizes(OptionTable& options)
{
    options.Add("segmentSize", "Payload of a segment in octets", sizes.segment)
        .In(1, MAX_SEGMENT, "octets");
    options.Add("receiveBuffer", "Receiver's buffer in octets", sizes.receiveBuffer)
        .AtMost(MAX_BUFFER)
        .Must([this] { return sizes.receiveBuffer >= sizes.segment; },
              "lie in [segmentSize, " + std::to_string(MAX_BUFFER) + "] octets")
        .Unit("octets");
    options.Add("delayedAck", "Segments each ACK: 1 is no delayed ACK, 2 is usual", delayedAck)
        .In(1, MAX_DELAYED_ACK, "segments")
        .Note("each ACK");
    options.Add("initialWindow", "Initial congestion window in segments", sizes.initialWindow)
        .In(1, MAX_WINDOW, "segments");
    options
        .Add("initialSsthresh",
             "Initial slow start threshold in segments; 0 is no limit",
             sizes.initialSsthresh)
        .In(0, MAX_WINDOW)
        .Unit("segments")
        .Zero("unlimited");
    options.AddCheck([this] {
        // Its octets are a number.
        const auto most = UNLIMITED / sizes.segment;
        return sizes.initialSsthresh <= most
                   ? ""
                   : "--initialSsthresh must lie in [0, " + std::to_string(most) +
                         "] segments, not " + std::to_string(sizes.initialSsthresh) + " segments";
    });
}

void
SocketParameters::AddRecovery(OptionTable& options)
{
    options.Add("limitedTransmit",
                "Send new data on the first two duplicate ACKs (RFC 3042)",
                recovery.limitedTransmit);
    options.Add("sack", "Use SACK where both ends can", recovery.sack);
    options.Add("slowButSteady",
                "Each partial ACK restarts NewReno's timer, not just the first (scoreboard "
                "sockets; RFC 6582, section 4)",
                recovery.slowButSteady);
    options
        .Add("lostRetransmission",
             "What the sender Fack does when a retransmission is lost, too: Timeout, as if the "
             "timer had expired; Wait, nothing until it expires; Retransmit; empty for the "
             "variant's own",
             recovery.lostRetransmission)
        .Must([this] { return LOST_RETRANSMISSION.count(recovery.lostRetransmission) > 0; },
              "be Timeout, Wait or Retransmit")
        .Zero("the variant's own");
    options.Add("keepSack",
                "A timeout forgets nothing that was SACKed (scoreboard sockets; RFC 6675, section "
                "5.1), whatever the variant's own does",
                recovery.keepSack);
    options
        .Add("clockGranularity",
             "Least value of 4 RTTVAR in the retransmission timeout (G of RFC 6298); the tick is "
             "--ns3::TcpScoreboardSocket::TimerTick",
             timer.granularity)
        .Above(0);
    options.Add("minRto", "Least retransmission timeout", timer.minRto).Above(0);
}

void
SocketParameters::AddKinds(OptionTable& options)
{
    options.Add("timestamps", "Use the timestamp option", timestamps);
    options
        .Add("socket",
             "The senders' socket: " + TcpVariantPreset::GetSocketNames() +
                 "; empty for the variant's own",
             socket)
        .Must([this] { return socket.empty() || TcpVariantPreset::IsSocket(socket); },
              "be one of " + TcpVariantPreset::GetSocketNames())
        .Zero("the variant's own");
    options.Add("receiver", "The receivers' socket: stock, scoreboard or stock-fast", receiver)
        .Among({STOCK, SCOREBOARD, STOCK_FAST});
    options
        .Add("sackEncoding",
             "How scoreboard sockets report SACK blocks: rfc2018, or compressed where both ends "
             "are scoreboard sockets",
             sackEncoding)
        .Among({"rfc2018", COMPRESSED});
}

void
SocketParameters::Apply() const
{
    const auto ssthresh =
        sizes.initialSsthresh > 0 ? sizes.initialSsthresh * sizes.segment : UNLIMITED;
    const auto show = [](Time time) { return std::to_string(time.GetNanoSeconds()) + "ns"; };
    const auto slowButSteady = ShowValue(recovery.slowButSteady);
    for (const auto& [name, value] : VariantOptions{
             {"TcpSocket::SegmentSize", ShowValue(sizes.segment)},
             {"TcpSocket::RcvBufSize", ShowValue(sizes.receiveBuffer)},
             // The sender's buffer must never be what limits the flow.
             {"TcpSocket::SndBufSize", ShowValue(2 * sizes.receiveBuffer)},
             {"TcpSocket::DelAckCount", ShowValue(delayedAck)},
             {"TcpSocket::InitialCwnd", ShowValue(sizes.initialWindow)},
             {"TcpSocket::InitialSlowStartThreshold", ShowValue(ssthresh)},
             {"TcpSocketBase::LimitedTransmit", ShowValue(recovery.limitedTransmit)},
             {"TcpSocketBase::ClockGranularity", show(timer.granularity)},
             {"TcpSocketBase::MinRto", show(timer.minRto)},
             {"TcpSocketBase::Timestamp", ShowValue(timestamps)},
             {"TcpSocketBase::Sack", ShowValue(recovery.sack)},
             {"TcpNewRenoRecovery::SlowButSteady", slowButSteady},
             {"TcpRfc6675Recovery::SlowButSteady", slowButSteady},
             {"TcpScoreboardSocket::SackEncoding",
              sackEncoding == COMPRESSED ? "Compressed" : "Rfc2018"},
         })
    {
        Config::SetDefault("ns3::" + name, StringValue(value));
    }
}

TcpVariantPreset
SocketParameters::MakeOn(const std::string& name, const std::string& socket)
{
    TcpVariantPreset variant(name, socket);
    for (const auto* attribute : {"InitialCwnd", "ClockGranularity", "MinRto", "SlowButSteady"})
    {
        variant.Keep(attribute);
    }
    return variant;
}

TcpVariantPreset
SocketParameters::MakeVariant(const std::string& name, const std::string& law) const
{
    auto variant = MakeOn(name, socket);
    if (!recovery.lostRetransmission.empty() &&
        !variant.SetLossRecoveryAttribute("LostRetransmission",
                                          StringValue(recovery.lostRetransmission)))
    {
        Refuse("--lostRetransmission: the socket of '" + name + "' is ns-3's, which has none");
    }
    if (recovery.keepSack && !variant.SetSocketAttribute("KeepSackOnTimeout", StringValue("true")))
    {
        Refuse("--keepSack: the socket of '" + name + "' is ns-3's, which has no choice");
    }
    if (!law.empty())
    {
        variant.SetRecovery(law);
    }
    return variant;
}

uint32_t
SocketParameters::GetHeaderSize() const
{
    return TCP_HEADER + (timestamps ? TIMESTAMP_OPTION : 0);
}

std::string
SocketParameters::GetLabel() const
{
    return (socket.empty() || socket == STOCK) ? "" : "+" + socket;
}

void
AddVariant(OptionTable& options, const std::string& name, std::string& value)
{
    options.Add(name, "One of " + TcpVariantPreset::GetNames() + ", or a TypeId", value);
    options.AddCheck(name, [&value] { return TcpVariantPreset::FindFault(value); });
}

Option&
AddLaw(OptionTable& options, std::string& value)
{
    options.AddCheck("law", [&value] {
        return value.empty() || TcpVariantPreset::IsRecovery(value)
                   ? ""
                   : "'" + value + "' is not the TypeId name of a TcpRecoveryOps";
    });
    return options.Add("law", "Its recovery law, the TypeId of a TcpRecoveryOps", value);
}

} // namespace ns3::tcplossy
