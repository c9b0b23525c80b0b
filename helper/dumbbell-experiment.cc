/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-experiment.h"

#include "ns3/abort.h"
#include "ns3/aimd-theory.h"
#include "ns3/application-container.h"
#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/burst-application.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace ns3
{

namespace
{
constexpr uint16_t PORT = 5001;
constexpr double BITS_PER_OCTET = 8.0;

// Octets of headers: RFC 791, RFC 8200, RFC 9293, RFC 7323 with padding, and ns-3's PPP framing.
constexpr uint32_t IPV4_HEADER = 20;
constexpr uint32_t IPV6_HEADER = 40;
constexpr uint32_t TCP_HEADER = 20;
constexpr uint32_t TIMESTAMP_OPTION = 12;
constexpr uint32_t PPP_HEADER = 2;

// The command line reads "-1" as the largest unsigned number: bounds catch it.
constexpr uint32_t MAX_BUFFER = 1'000'000'000;
constexpr uint32_t MAX_QUEUE = 10'000'000;
constexpr uint32_t MAX_DELAYED_ACK = 1'000;
constexpr uint32_t UNLIMITED = std::numeric_limits<uint32_t>::max();
constexpr uint32_t MAX_WINDOW = 1'000'000;
constexpr uint64_t MAX_DROP = 1'000'000'000;
constexpr uint32_t MAX_BURST = 10'000'000;

// The topology takes the streams from 0 on; far more than it ever uses lie below this one.
constexpr int64_t START_STREAM = 1'000'000;
constexpr int64_t BURST_STREAM = START_STREAM + 1;

double
LossOfPasses(double loss, uint32_t passes)
{
    return 1.0 - std::pow(1.0 - loss, passes);
}

/// Numbers of segments, from "3,7,12".
std::vector<uint64_t>
ParseSegments(const std::string& list)
{
    std::vector<uint64_t> segments;
    std::istringstream is(list);
    for (std::string field; std::getline(is, field, ',');)
    {
        const bool isNumber = !field.empty() && field.size() <= 10 &&
                              field.find_first_not_of("0123456789") == std::string::npos;
        const uint64_t segment = isNumber ? std::stoull(field) : 0;
        NS_ABORT_MSG_UNLESS(segment >= 1 && segment <= MAX_DROP,
                            "--drop must list numbers of segments in [1, "
                                << MAX_DROP << "], such as 40,42, not '" << list << "'");
        segments.push_back(segment);
    }
    return segments;
}

template <class T>
std::string
ToString(const T& value)
{
    std::ostringstream os;
    os << value;
    return os.str();
}
} // namespace

void
DumbbellExperiment::UseFackDefaults()
{
    m_rate = DataRate("1.5Mbps");
    m_delay = MilliSeconds(5);
    m_queue = 17;
    m_leftRate = DataRate("10Mbps");
    m_leftDelay = MilliSeconds(2);
    m_rightRate = DataRate("10Mbps");
    m_rightDelay = MilliSeconds(33);
    m_initialWindow = 1;
    m_limitedTransmit = false;
    m_clockGranularity = MilliSeconds(500);
    m_minRto = Seconds(1);
    m_timestamps = false;
    m_delayedAck = 1;
}

void
DumbbellExperiment::AddOptions(CommandLine& cmd)
{
    AddPathOptions(cmd);
    AddTcpOptions(cmd);
    AddRunOptions(cmd);
}

void
DumbbellExperiment::AddPathOptions(CommandLine& cmd)
{
    cmd.AddValue("rate", "Rate of the bottleneck, both directions", m_rate);
    cmd.AddValue("delay", "Propagation delay of one pass through the bottleneck", m_delay);
    cmd.AddValue("queue", "Bottleneck queue in packets, both directions", m_queue);
    cmd.AddValue("leftRate", "Rate of the links between senders and left router", m_leftRate);
    cmd.AddValue("leftDelay", "Propagation delay of these links", m_leftDelay);
    cmd.AddValue("rightRate", "Rate of the links between receivers and right router", m_rightRate);
    cmd.AddValue("rightDelay", "Propagation delay of these links", m_rightDelay);
    cmd.AddValue("loss", "Loss probability of a packet on each forward pass, [0, 1)", m_loss);
    cmd.AddValue("reverseLoss", "The same on each reverse pass, [0, 1)", m_reverseLoss);
    cmd.AddValue("passes",
                 "How often a packet passes the delay and the loss: 2 is a dummynet pipe that is "
                 "entered on the way into and out of the router",
                 m_passes);
    cmd.AddValue("drop",
                 "Segments of the first flow whose first transmission is lost behind the forward "
                 "queue, comma-separated, the first segment being 1; not with --loss",
                 m_drop);
}

void
DumbbellExperiment::AddTcpOptions(CommandLine& cmd)
{
    cmd.AddValue("segmentSize", "Payload of a segment in octets", m_segmentSize);
    cmd.AddValue("receiveBuffer", "Receiver's buffer in octets", m_receiveBuffer);
    cmd.AddValue("delayedAck", "Segments each ACK: 1 is no delayed ACK, 2 is usual", m_delayedAck);
    cmd.AddValue("initialWindow", "Initial congestion window in segments", m_initialWindow);
    cmd.AddValue("initialSsthresh",
                 "Initial slow start threshold in segments; 0 is no limit",
                 m_initialSsthresh);
    cmd.AddValue("limitedTransmit",
                 "Send new data on the first two duplicate ACKs (RFC 3042)",
                 m_limitedTransmit);
    cmd.AddValue("sack", "Use SACK where both ends can", m_sack);
    cmd.AddValue("slowButSteady",
                 "Each partial ACK restarts NewReno's timer, not just the first (scoreboard "
                 "sockets; RFC 6582, section 4)",
                 m_slowButSteady);
    cmd.AddValue("clockGranularity",
                 "Tick of the retransmission timer; the papers' systems tick at 500 ms",
                 m_clockGranularity);
    cmd.AddValue("minRto", "Least retransmission timeout", m_minRto);
    cmd.AddValue("timestamps", "Use the timestamp option", m_timestamps);
    cmd.AddValue("ipv6", "Use IPv6 instead of IPv4", m_ipv6);
}

void
DumbbellExperiment::AddRunOptions(CommandLine& cmd)
{
    cmd.AddValue("from", "Begin of the measurement", m_from);
    cmd.AddValue("to", "End of the measurement and of the run", m_to);
    cmd.AddValue("startSpread", "Flows start at random in [0, startSpread]", m_startSpread);
    cmd.AddValue("socket",
                 "The senders' socket: " + TcpVariantPreset::GetSocketNames() +
                     "; empty for the variant's own",
                 m_socket);
    cmd.AddValue("burstSize", "Octets in a burst of reverse connections, if any", m_burstSize);
    cmd.AddValue("burstInterval",
                 "Mean time between their bursts, exponentially distributed",
                 m_burstInterval);
}

void
DumbbellExperiment::CheckPathOptions() const
{
    NS_ABORT_MSG_UNLESS(m_loss >= 0.0 && m_loss < 1.0, "--loss must lie in [0, 1), not " << m_loss);
    NS_ABORT_MSG_UNLESS(m_reverseLoss >= 0.0 && m_reverseLoss < 1.0,
                        "--reverseLoss must lie in [0, 1), not " << m_reverseLoss);
    NS_ABORT_MSG_UNLESS(m_passes >= 1 && m_passes <= 2,
                        "--passes must be 1 or 2, not " << m_passes);
    NS_ABORT_MSG_UNLESS(m_queue >= 1 && m_queue <= MAX_QUEUE,
                        "--queue must lie in [1, " << MAX_QUEUE << "] packets, not " << m_queue);
    for (const auto& [name, rate] :
         {std::pair("--leftRate", m_leftRate), std::pair("--rightRate", m_rightRate)})
    {
        NS_ABORT_MSG_IF(rate.GetBitRate() == 0, name << " must be above 0 bit/s");
    }
    for (const auto& [name, delay] :
         {std::pair("--leftDelay", m_leftDelay), std::pair("--rightDelay", m_rightDelay)})
    {
        NS_ABORT_MSG_IF(delay.IsStrictlyNegative(), name << " must not be negative");
    }
    NS_ABORT_MSG_IF(!m_drop.empty() && m_loss > 0.0, "--drop and --loss exclude each other");
}

void
DumbbellExperiment::CheckTcpOptions() const
{
    NS_ABORT_MSG_UNLESS(m_segmentSize >= 1 && m_segmentSize <= 60000,
                        "--segmentSize must lie in [1, 60000] octets, not " << m_segmentSize);
    NS_ABORT_MSG_UNLESS(m_receiveBuffer >= m_segmentSize && m_receiveBuffer <= MAX_BUFFER,
                        "--receiveBuffer must lie in [segmentSize, "
                            << MAX_BUFFER << "] octets, not " << m_receiveBuffer);
    NS_ABORT_MSG_UNLESS(m_delayedAck >= 1 && m_delayedAck <= MAX_DELAYED_ACK,
                        "--delayedAck must lie in [1, " << MAX_DELAYED_ACK << "], not "
                                                        << m_delayedAck);
    NS_ABORT_MSG_UNLESS(m_initialWindow >= 1 && m_initialWindow <= MAX_WINDOW,
                        "--initialWindow must lie in [1, " << MAX_WINDOW << "] segments, not "
                                                           << m_initialWindow);
    const auto maxSsthresh = std::min(MAX_WINDOW, UNLIMITED / m_segmentSize);
    NS_ABORT_MSG_UNLESS(m_initialSsthresh <= maxSsthresh,
                        "--initialSsthresh must lie in [0, " << maxSsthresh << "] segments, not "
                                                             << m_initialSsthresh);
    NS_ABORT_MSG_UNLESS(m_clockGranularity.IsStrictlyPositive(),
                        "--clockGranularity must be above 0");
    NS_ABORT_MSG_UNLESS(m_minRto.IsStrictlyPositive(), "--minRto must be above 0");
}

void
DumbbellExperiment::CheckRunOptions() const
{
    NS_ABORT_MSG_UNLESS(m_from >= Time(0) && m_from < m_to,
                        "--from must not be negative and must lie before --to");
    NS_ABORT_MSG_IF(m_startSpread.IsStrictlyNegative(), "--startSpread must not be negative");
    NS_ABORT_MSG_UNLESS(m_burstSize >= 1 && m_burstSize <= MAX_BURST,
                        "--burstSize must lie in [1, " << MAX_BURST << "] octets, not "
                                                       << m_burstSize);
    NS_ABORT_MSG_UNLESS(m_burstInterval.IsStrictlyPositive(), "--burstInterval must be above 0");
}

void
DumbbellExperiment::SetTcpDefaults() const
{
    const auto ssthresh = m_initialSsthresh > 0 ? m_initialSsthresh * m_segmentSize : UNLIMITED;
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(m_segmentSize));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_receiveBuffer));
    // The sender's buffer must never be what limits the flow.
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(2 * m_receiveBuffer));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(m_delayedAck));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(m_initialWindow));
    Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold", UintegerValue(ssthresh));
    Config::SetDefault("ns3::TcpSocketBase::LimitedTransmit", BooleanValue(m_limitedTransmit));
    Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(m_clockGranularity));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(m_minRto));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(m_timestamps));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(m_sack));
    Config::SetDefault("ns3::TcpScoreboardSocket::SlowButSteady", BooleanValue(m_slowButSteady));
}

void
DumbbellExperiment::SetBottleneck()
{
    for (const auto direction : {LossyDumbbellHelper::FORWARD, LossyDumbbellHelper::REVERSE})
    {
        const double loss = (direction == LossyDumbbellHelper::FORWARD) ? m_loss : m_reverseLoss;
        m_dumbbell->SetRate(direction, m_rate);
        m_dumbbell->SetDelay(direction, m_delay * static_cast<int64_t>(m_passes));
        m_dumbbell->SetQueue(direction, m_queue);
        m_dumbbell->SetPacketLoss(direction, LossOfPasses(loss, m_passes));
    }
    if (!m_drop.empty())
    {
        m_drops = CreateObject<SegmentLossModel>();
        m_drops->SetAttribute("SegmentSize", UintegerValue(m_segmentSize));
        m_dumbbell->SetErrorModel(LossyDumbbellHelper::FORWARD, m_drops);
    }
}

void
DumbbellExperiment::PlanDrops()
{
    for (const auto segment : ParseSegments(m_drop))
    {
        m_drops->Drop(segment);
    }
    if (m_drops)
    {
        m_drops->SetDestination(m_dumbbell->GetReceiverAddress(0, PORT));
    }
}

void
DumbbellExperiment::Build(uint32_t pairs, uint32_t reversePairs)
{
    CheckPathOptions();
    CheckTcpOptions();
    CheckRunOptions();
    SetTcpDefaults();
    m_pairs = pairs;
    m_dumbbell = std::make_unique<LossyDumbbellHelper>(pairs + reversePairs);
    m_dumbbell->SetAccess(LossyDumbbellHelper::LEFT, m_leftRate, m_leftDelay);
    m_dumbbell->SetAccess(LossyDumbbellHelper::RIGHT, m_rightRate, m_rightDelay);
    SetBottleneck();
    m_dumbbell->SetAddressFamily(m_ipv6 ? LossyDumbbellHelper::AddressFamily::IPV6
                                        : LossyDumbbellHelper::AddressFamily::IPV4);
    m_dumbbell->Build();
    m_dumbbell->AssignStreams(0);
    PlanDrops();
    m_dumbbell->GetBottleneckQueue(LossyDumbbellHelper::FORWARD)
        ->TraceConnectWithoutContext("PacketsInQueue",
                                     MakeCallback(&DumbbellExperiment::QueueChanged, this));
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(START_STREAM);
    for (uint32_t pair = 0; pair < pairs; ++pair)
    {
        InstallFlow(pair, m_startSpread * random->GetValue());
    }
    for (auto pair = pairs; pair < pairs + reversePairs; ++pair)
    {
        InstallReverseFlow(pair, BURST_STREAM + pair);
    }
}

void
DumbbellExperiment::InstallFlow(uint32_t pair, Time start)
{
    BulkSendHelper sender("ns3::TcpSocketFactory", m_dumbbell->GetReceiverAddress(pair, PORT));
    sender.SetAttribute("SendSize", UintegerValue(m_segmentSize));
    auto senderApp = sender.Install(m_dumbbell->GetSenders().Get(pair));
    senderApp.Start(start);
    PacketSinkHelper receiver("ns3::TcpSocketFactory", m_dumbbell->GetAnyAddress(PORT));
    auto receiverApp = receiver.Install(m_dumbbell->GetReceivers().Get(pair));
    receiverApp.Start(Seconds(0));

    m_flows.push_back(std::make_unique<FlowRecorder>());
    m_flows.back()->RecordSender(DynamicCast<BulkSendApplication>(senderApp.Get(0)), start);
    m_flows.back()->RecordReceiver(DynamicCast<PacketSink>(receiverApp.Get(0)));
}

void
DumbbellExperiment::InstallReverseFlow(uint32_t pair, int64_t stream)
{
    auto sender = CreateObject<BurstApplication>();
    sender->SetAttribute("BurstSize", UintegerValue(m_burstSize));
    sender->SetAttribute("MeanInterval", TimeValue(m_burstInterval));
    sender->SetRemote(m_dumbbell->GetSenderAddress(pair, PORT));
    sender->SetStream(stream);
    m_dumbbell->GetReceivers().Get(pair)->AddApplication(sender);
    PacketSinkHelper receiver("ns3::TcpSocketFactory", m_dumbbell->GetAnyAddress(PORT));
    receiver.Install(m_dumbbell->GetSenders().Get(pair));
}

bool
DumbbellExperiment::IsReverse(uint32_t pair) const
{
    return pair >= m_pairs;
}

TcpVariantPreset
DumbbellExperiment::MakeVariant(const std::string& name) const
{
    return TcpVariantPreset(name, m_socket);
}

std::string
DumbbellExperiment::GetSocketLabel() const
{
    return (m_socket.empty() || m_socket == "stock") ? "" : "+" + m_socket;
}

void
DumbbellExperiment::UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last)
{
    NodeContainer nodes;
    for (auto pair = first; pair < last; ++pair)
    {
        const auto& hosts = IsReverse(pair) ? m_dumbbell->GetReceivers() : m_dumbbell->GetSenders();
        nodes.Add(hosts.Get(pair));
    }
    variant.Install(nodes);
}

void
DumbbellExperiment::RecordBottleneck(uint32_t pair)
{
    const auto destination = IsReverse(pair) ? m_dumbbell->GetSenderAddress(pair, PORT)
                                             : m_dumbbell->GetReceiverAddress(pair, PORT);
    const auto direction =
        IsReverse(pair) ? LossyDumbbellHelper::REVERSE : LossyDumbbellHelper::FORWARD;
    const auto opposite =
        IsReverse(pair) ? LossyDumbbellHelper::FORWARD : LossyDumbbellHelper::REVERSE;
    auto recorder = std::make_unique<BottleneckRecorder>(m_segmentSize, destination);
    recorder->RecordLink(m_dumbbell->GetBottleneckQueue(direction),
                         m_dumbbell->GetBottleneckDevice(opposite));
    m_bottlenecks[pair] = std::move(recorder);
}

void
DumbbellExperiment::TraceCongestionControl(uint32_t pair,
                                           const TcpVariantPreset& variant,
                                           const std::string& name)
{
    TypeId::TraceSourceInformation information;
    if (variant.GetCongestionControl().LookupTraceSourceByName(name, &information))
    {
        m_flows.at(pair)->TraceCongestionControl(name);
    }
}

void
DumbbellExperiment::Run()
{
    Simulator::Stop(m_to);
    Simulator::Run();
}

void
DumbbellExperiment::Describe(ResultWriter& writer) const
{
    writer.Describe("rate", ToString(m_rate.GetBitRate()) + " bit/s");
    writer.Describe("delay", ToString(m_delay.GetSeconds()) + " s each pass");
    writer.Describe("queue", ToString(m_queue) + " packets");
    writer.Describe("leftRate", ToString(m_leftRate.GetBitRate()) + " bit/s");
    writer.Describe("leftDelay", ToString(m_leftDelay.GetSeconds()) + " s");
    writer.Describe("rightRate", ToString(m_rightRate.GetBitRate()) + " bit/s");
    writer.Describe("rightDelay", ToString(m_rightDelay.GetSeconds()) + " s");
    writer.Describe("loss", ToString(m_loss) + " each forward pass");
    writer.Describe("reverseLoss", ToString(m_reverseLoss) + " each reverse pass");
    writer.Describe("passes", ToString(m_passes));
    writer.Describe("drop", m_drop.empty() ? "none" : "segments " + m_drop);
    writer.Describe("segmentSize", ToString(m_segmentSize) + " octets");
    writer.Describe("receiveBuffer", ToString(m_receiveBuffer) + " octets");
    writer.Describe("delayedAck", ToString(m_delayedAck) + " segments each ACK");
    writer.Describe("initialWindow", ToString(m_initialWindow) + " segments");
    writer.Describe("initialSsthresh",
                    m_initialSsthresh > 0 ? ToString(m_initialSsthresh) + " segments"
                                          : "unlimited");
    writer.Describe("limitedTransmit", ToString(m_limitedTransmit));
    writer.Describe("sack", ToString(m_sack));
    writer.Describe("slowButSteady", ToString(m_slowButSteady));
    writer.Describe("clockGranularity", ToString(m_clockGranularity.GetSeconds()) + " s");
    writer.Describe("minRto", ToString(m_minRto.GetSeconds()) + " s");
    writer.Describe("timestamps", ToString(m_timestamps));
    writer.Describe("ipv6", ToString(m_ipv6));
    writer.Describe("from", ToString(m_from.GetSeconds()) + " s");
    writer.Describe("to", ToString(m_to.GetSeconds()) + " s");
    writer.Describe("startSpread", ToString(m_startSpread.GetSeconds()) + " s");
}

void
DumbbellExperiment::WriteTimeSequence(ResultWriter& writer,
                                      uint32_t pair,
                                      const std::string& variant,
                                      const std::string& x) const
{
    using Event = BottleneckRecorder::Event;
    const auto& flow = GetFlow(pair);
    const auto& bottleneck = GetBottleneck(pair);
    const auto series = [&](const char* quantity, const char* unit, const TraceSeries& samples) {
        writer.Series(quantity, variant, x, unit, Within(samples, m_from, m_to));
    };
    series("enqueue", "segment", bottleneck.GetSeries(Event::ENQUEUE, false));
    series("dequeue", "segment", bottleneck.GetSeries(Event::DEQUEUE, false));
    series("resent_enqueue", "segment", bottleneck.GetSeries(Event::ENQUEUE, true));
    series("resent_dequeue", "segment", bottleneck.GetSeries(Event::DEQUEUE, true));
    series("drop", "segment", bottleneck.GetDrops());
    series("cwnd", "segments", flow.GetSeries("cwnd"));
    series("ssthresh", "segments", flow.GetSeries("ssthresh"));
    series("queue", "packets", m_queueSeries);
}

const FlowRecorder&
DumbbellExperiment::GetFlow(uint32_t pair) const
{
    return *m_flows.at(pair);
}

const BottleneckRecorder&
DumbbellExperiment::GetBottleneck(uint32_t pair) const
{
    return *m_bottlenecks.at(pair);
}

void
DumbbellExperiment::QueueChanged(uint32_t, uint32_t newValue)
{
    m_queueSeries.push_back({Simulator::Now(), static_cast<double>(newValue)});
}

const TraceSeries&
DumbbellExperiment::GetQueueSeries() const
{
    return m_queueSeries;
}

double
DumbbellExperiment::GetQueueAt(Time at) const
{
    return ValueAt(m_queueSeries, at).value_or(0.0);
}

double
DumbbellExperiment::GetLargestQueue(Time from, Time to) const
{
    auto largest = GetQueueAt(from);
    for (const auto& sample : Within(m_queueSeries, from, to))
    {
        largest = std::max(largest, sample.value);
    }
    return largest;
}

double
DumbbellExperiment::GetLinkRate() const
{
    return m_rate.GetBitRate() / BITS_PER_OCTET / GetWireSize();
}

double
DumbbellExperiment::GetSegmentRate(uint32_t pair) const
{
    return m_flows.at(pair)->GetThroughput(m_from, m_to) / BITS_PER_OCTET / m_segmentSize;
}

double
DumbbellExperiment::GetUtilisation(uint32_t pair) const
{
    return GetSegmentRate(pair) / GetLinkRate();
}

double
DumbbellExperiment::GetShare(uint64_t octets) const
{
    return octets * BITS_PER_OCTET / m_rate.GetBitRate() / (m_to - m_from).GetSeconds();
}

double
DumbbellExperiment::GetLinkUse(uint32_t pair) const
{
    return GetShare(GetBottleneck(pair).GetOctets(m_from, m_to));
}

double
DumbbellExperiment::GetLinkUseOfFlow(uint32_t pair) const
{
    return GetShare(GetBottleneck(pair).GetFlowOctets(m_from, m_to));
}

uint32_t
DumbbellExperiment::GetWireSize() const
{
    return m_segmentSize + (m_ipv6 ? IPV6_HEADER : IPV4_HEADER) + TCP_HEADER +
           (m_timestamps ? TIMESTAMP_OPTION : 0) + PPP_HEADER;
}

double
DumbbellExperiment::GetBaseRtt() const
{
    const double ackSize = GetWireSize() - m_segmentSize;
    const double bits = (GetWireSize() + ackSize) * BITS_PER_OCTET;
    const auto propagation = m_delay * static_cast<int64_t>(m_passes) + m_leftDelay + m_rightDelay;
    double rtt = 2.0 * propagation.GetSeconds();
    for (const auto& rate : {m_rate, m_leftRate, m_rightRate})
    {
        rtt += bits / rate.GetBitRate();
    }
    return rtt;
}

double
DumbbellExperiment::GetTheory(double b) const
{
    if (GetForwardLoss() <= 0.0)
    {
        return GetLinkRate();
    }
    return std::min(GetLinkRate(), AimdRate(1.0 / m_delayedAck, b, GetForwardLoss(), GetBaseRtt()));
}

Time
DumbbellExperiment::GetFrom() const
{
    return m_from;
}

Time
DumbbellExperiment::GetTo() const
{
    return m_to;
}

uint32_t
DumbbellExperiment::GetSegmentSize() const
{
    return m_segmentSize;
}

std::string
DumbbellExperiment::GetQueuePoint() const
{
    return "q=" + ToString(m_queue) + " delack=" + ToString(m_delayedAck > 1);
}

uint32_t
DumbbellExperiment::GetBurstSize() const
{
    return m_burstSize;
}

Time
DumbbellExperiment::GetClockGranularity() const
{
    return m_clockGranularity;
}

std::size_t
DumbbellExperiment::GetPlannedDrops() const
{
    return m_drops ? m_drops->GetPlanned() : 0;
}

double
DumbbellExperiment::GetForwardLoss() const
{
    return LossOfPasses(m_loss, m_passes);
}

} // namespace ns3
