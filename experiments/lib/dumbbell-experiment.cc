/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-experiment.h"

#include "bulk-flow.h"

#include "ns3/abort.h"
#include "ns3/aimd-theory.h"
#include "ns3/burst-application.h"
#include "ns3/double.h"
#include "ns3/markov-error-model.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <sstream>

namespace ns3::tcplossy
{

namespace
{
constexpr uint16_t PORT = 5001;
constexpr double BITS_PER_OCTET = 8.0;

// Octets of headers: RFC 791, RFC 8200, and ns-3's PPP framing.
constexpr uint32_t IPV4_HEADER = 20;
constexpr uint32_t IPV6_HEADER = 40;
constexpr uint32_t PPP_HEADER = 2;

// The command line reads "-1" as the largest unsigned number: bounds catch it.
constexpr uint32_t MAX_QUEUE = 10'000'000;
constexpr uint64_t MAX_DROP = 1'000'000'000;
constexpr uint32_t MAX_BURST = 10'000'000;

// The topology takes the streams from 0 on; far more than it ever uses lie below this one.
constexpr int64_t START_STREAM = 1'000'000;
constexpr int64_t BURST_STREAM = START_STREAM + 1;
constexpr int64_t MARKOV_STREAM = 2 * START_STREAM;

// By direction.
constexpr const char* MARKOV_OPTIONS[] = {"--forwardMarkov", "--reverseMarkov"};

double
LossOfPasses(double loss, uint32_t passes)
{
    return 1.0 - std::pow(1.0 - loss, passes);
}

std::vector<std::string>
Split(const std::string& list, char separator)
{
    std::vector<std::string> fields;
    std::istringstream is(list);
    for (std::string field; std::getline(is, field, separator);)
    {
        fields.push_back(field);
    }
    return fields;
}

/// A number of at most ten digits, or nothing.
std::optional<uint64_t>
ParseWhole(const std::string& text)
{
    const bool isNumber = !text.empty() && text.size() <= 10 &&
                          text.find_first_not_of("0123456789") == std::string::npos;
    return isNumber ? std::optional<uint64_t>(std::stoull(text)) : std::nullopt;
}

/// Numbers of segments, from "3,7,12".
std::vector<uint64_t>
ParseSegments(const std::string& list)
{
    std::vector<uint64_t> segments;
    for (const auto& field : Split(list, ','))
    {
        const auto segment = ParseWhole(field).value_or(0);
        NS_ABORT_MSG_UNLESS(segment >= 1 && segment <= MAX_DROP,
                            "--drop must list numbers of segments in [1, "
                                << MAX_DROP << "], such as 40,42, not '" << list << "'");
        segments.push_back(segment);
    }
    return segments;
}

/// ACKs, from "34:5,34:6": what they acknowledge in segments, and which one of these it is.
std::vector<std::pair<uint64_t, uint32_t>>
ParseAcks(const std::string& list)
{
    std::vector<std::pair<uint64_t, uint32_t>> acks;
    for (const auto& field : Split(list, ','))
    {
        const auto parts = Split(field, ':');
        const auto segments = ParseWhole(parts.empty() ? "" : parts[0]).value_or(MAX_DROP + 1);
        const auto occurrence = ParseWhole(parts.size() == 2 ? parts[1] : "").value_or(0);
        NS_ABORT_MSG_UNLESS(segments <= MAX_DROP && occurrence >= 1 && occurrence <= MAX_DROP,
                            "--dropAcks must list what ACKs acknowledge, in [0, "
                                << MAX_DROP << "] segments, and which of the same it is, in [1, "
                                << MAX_DROP << "], such as 34:5,34:6, not '" << list << "'");
        acks.emplace_back(segments, static_cast<uint32_t>(occurrence));
    }
    return acks;
}

/// Two-state loss, from "t1,t2,p,q,alpha,beta".
Ptr<MarkovErrorModel>
MakeMarkov(const std::string& list, const std::string& option)
{
    const auto isLongEnough = [](double t) { return t >= 1e-9 && t <= 1e9; };
    const auto isProbability = [](double p) { return p >= 0.0 && p <= 1.0; };
    std::vector<double> values;
    for (const auto& field : Split(list, ','))
    {
        char* end = nullptr;
        const auto value = std::strtod(field.c_str(), &end);
        const bool isNumber = !field.empty() && *end == '\0';
        const bool isInRange = values.size() < 2 ? isLongEnough(value) : isProbability(value);
        values.push_back(isNumber && isInRange ? value : std::nan(""));
    }
    const bool isGood =
        values.size() == 6 &&
        std::none_of(values.begin(), values.end(), [](double v) { return std::isnan(v); });
    NS_ABORT_MSG_UNLESS(isGood,
                        option << " must be t1,t2,p,q,alpha,beta: seconds in [1e-9, 1e9] and "
                                  "probabilities in [0, 1], not '"
                               << list << "'");
    return CreateObjectWithAttributes<MarkovErrorModel>("GoodInterval",
                                                        TimeValue(Seconds(values[0])),
                                                        "BadInterval",
                                                        TimeValue(Seconds(values[1])),
                                                        "StayGood",
                                                        DoubleValue(values[2]),
                                                        "StayBad",
                                                        DoubleValue(values[3]),
                                                        "GoodLoss",
                                                        DoubleValue(values[4]),
                                                        "BadLoss",
                                                        DoubleValue(values[5]));
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
    m_tcp.initialWindow = 1;
    m_tcp.limitedTransmit = false;
    m_tcp.clockGranularity = MilliSeconds(500);
    m_tcp.minRto = Seconds(1);
    m_tcp.timestamps = false;
    m_tcp.delayedAck = 1;
}

void
DumbbellExperiment::AddOptions(CommandLine& cmd)
{
    AddPathOptions(cmd);
    m_tcp.AddTo(cmd);
    AddRunOptions(cmd);
}

void
DumbbellExperiment::AddPathOptions(CommandLine& cmd)
{
    cmd.AddValue("rate", "Rate of the bottleneck, both directions", m_rate);
    cmd.AddValue("delay", "Propagation delay of one pass through the bottleneck", m_delay);
    cmd.AddValue("ipv6", "Use IPv6 instead of IPv4", m_ipv6);
    cmd.AddValue("queue", "Bottleneck queue in packets, both directions", m_queue);
    cmd.AddValue("leftRate", "Rate of the links between senders and left router", m_leftRate);
    cmd.AddValue("leftDelay", "Propagation delay of these links", m_leftDelay);
    cmd.AddValue("rightRate", "Rate of the links between receivers and right router", m_rightRate);
    cmd.AddValue("rightDelay", "Propagation delay of these links", m_rightDelay);
    cmd.AddValue("jitter",
                 "A packet comes up to this later to its receiver, at random, so that packets "
                 "overtake one another",
                 m_jitter);
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
    cmd.AddValue("dropAcks",
                 "ACKs of the first flow that are lost behind the reverse queue, comma-separated: "
                 "34:5 is the fifth that acknowledges 34 segments; not with --reverseLoss",
                 m_dropAcks);
    cmd.AddValue("forwardMarkov",
                 "Forward loss by a link that is good or bad, t1,t2,p,q,alpha,beta (see "
                 "MarkovErrorModel), times in seconds; not with --loss or --drop",
                 m_markov[LossyDumbbellHelper::FORWARD]);
    cmd.AddValue("reverseMarkov",
                 "The same on the way back; not with --reverseLoss or --dropAcks",
                 m_markov[LossyDumbbellHelper::REVERSE]);
}

void
DumbbellExperiment::AddRunOptions(CommandLine& cmd)
{
    cmd.AddValue("from", "Begin of the measurement", m_from);
    cmd.AddValue("to", "End of the measurement and of the run", m_to);
    cmd.AddValue("startSpread", "Flows start at random in [0, startSpread]", m_startSpread);
    cmd.AddValue("burstSize", "Octets in a burst of reverse connections, if any", m_burstSize);
    cmd.AddValue("burstInterval",
                 "Mean time between their bursts, exponentially distributed",
                 m_burstInterval);
    cmd.AddValue("pcap",
                 "Also write the left router's packets of the bottleneck to this file, as pcap",
                 m_pcap);
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
    for (const auto& [name, delay] : {std::pair("--leftDelay", m_leftDelay),
                                      std::pair("--rightDelay", m_rightDelay),
                                      std::pair("--jitter", m_jitter)})
    {
        NS_ABORT_MSG_IF(delay.IsStrictlyNegative(), name << " must not be negative");
    }
    NS_ABORT_MSG_IF(!m_drop.empty() && m_loss > 0.0, "--drop and --loss exclude each other");
    NS_ABORT_MSG_IF(!m_dropAcks.empty() && m_reverseLoss > 0.0,
                    "--dropAcks and --reverseLoss exclude each other");
    NS_ABORT_MSG_IF(!m_markov[LossyDumbbellHelper::FORWARD].empty() &&
                        (m_loss > 0.0 || !m_drop.empty()),
                    "--forwardMarkov excludes --loss and --drop");
    NS_ABORT_MSG_IF(!m_markov[LossyDumbbellHelper::REVERSE].empty() &&
                        (m_reverseLoss > 0.0 || !m_dropAcks.empty()),
                    "--reverseMarkov excludes --reverseLoss and --dropAcks");
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
DumbbellExperiment::SetBottleneck()
{
    for (const auto direction : {LossyDumbbellHelper::FORWARD, LossyDumbbellHelper::REVERSE})
    {
        m_dumbbell->SetRate(direction, m_rate);
        m_dumbbell->SetDelay(direction, m_delay * static_cast<int64_t>(m_passes));
        m_dumbbell->SetQueue(direction, m_queue);
        SetLoss(direction);
    }
}

void
DumbbellExperiment::SetLoss(LossyDumbbellHelper::Direction direction)
{
    const bool isForward = direction == LossyDumbbellHelper::FORWARD;
    if (!m_markov[direction].empty())
    {
        auto markov = MakeMarkov(m_markov[direction], MARKOV_OPTIONS[direction]);
        // Streams of their own: the states are the same whatever is sent.
        markov->AssignStreams(MARKOV_STREAM + 2 * direction);
        m_dumbbell->SetErrorModel(direction, markov);
    }
    else if (isForward && !m_drop.empty())
    {
        m_drops = CreateObject<SegmentLossModel>();
        m_drops->SetAttribute("SegmentSize", UintegerValue(m_tcp.segmentSize));
        m_dumbbell->SetErrorModel(direction, m_drops);
    }
    else if (!isForward && !m_dropAcks.empty())
    {
        m_ackDrops = CreateObject<AckLossModel>();
        m_ackDrops->SetAttribute("SegmentSize", UintegerValue(m_tcp.segmentSize));
        m_dumbbell->SetErrorModel(direction, m_ackDrops);
    }
    else
    {
        m_dumbbell->SetPacketLoss(direction,
                                  LossOfPasses(isForward ? m_loss : m_reverseLoss, m_passes));
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
DumbbellExperiment::PlanAckDrops()
{
    for (const auto& [segments, occurrence] : ParseAcks(m_dropAcks))
    {
        m_ackDrops->Drop(segments, occurrence);
    }
    if (m_ackDrops)
    {
        m_ackDrops->SetSource(m_dumbbell->GetReceiverAddress(0, PORT));
    }
}

void
DumbbellExperiment::Build(uint32_t pairs, uint32_t reversePairs)
{
    CheckPathOptions();
    CheckRunOptions();
    m_tcp.Apply();
    m_pairs = pairs;
    m_dumbbell = std::make_unique<LossyDumbbellHelper>(pairs + reversePairs);
    m_dumbbell->SetAccess(LossyDumbbellHelper::LEFT, m_leftRate, m_leftDelay);
    m_dumbbell->SetAccess(LossyDumbbellHelper::RIGHT, m_rightRate, m_rightDelay);
    m_dumbbell->SetJitter(m_jitter);
    SetBottleneck();
    m_dumbbell->SetAddressFamily(m_ipv6 ? LossyDumbbellHelper::AddressFamily::IPV6
                                        : LossyDumbbellHelper::AddressFamily::IPV4);
    m_dumbbell->Build();
    m_dumbbell->AssignStreams(0);
    PlanDrops();
    PlanAckDrops();
    if (!m_pcap.empty())
    {
        const auto device = m_dumbbell->GetBottleneckDevice(LossyDumbbellHelper::FORWARD);
        PointToPointHelper().EnablePcap(m_pcap, device, false, true);
    }
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
    const auto receiver = m_dumbbell->GetReceivers().Get(pair);
    m_tcp.InstallReceivers(receiver);
    const auto flow = BulkFlow::Install({m_dumbbell->GetSenders().Get(pair),
                                         receiver,
                                         m_dumbbell->GetReceiverAddress(pair, PORT),
                                         m_dumbbell->GetAnyAddress(PORT)},
                                        m_tcp.segmentSize,
                                        start);
    m_flows.push_back(std::make_unique<FlowRecorder>());
    m_flows.back()->RecordSender(flow.sender, start);
    m_flows.back()->RecordReceiver(flow.receiver);
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
    m_tcp.InstallReceivers(m_dumbbell->GetSenders().Get(pair));
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
    return m_tcp.MakeVariant(name);
}

std::string
DumbbellExperiment::GetSocketLabel() const
{
    return (m_tcp.socket.empty() || m_tcp.socket == "stock") ? "" : "+" + m_tcp.socket;
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
    auto recorder = std::make_unique<BottleneckRecorder>(m_tcp.segmentSize, destination);
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
    writer.Describe("rate", m_rate.GetBitRate(), "bit/s");
    writer.Describe("delay", m_delay.GetSeconds(), "s each pass");
    writer.Describe("queue", m_queue, "packets");
    writer.Describe("leftRate", m_leftRate.GetBitRate(), "bit/s");
    writer.Describe("leftDelay", m_leftDelay.GetSeconds(), "s");
    writer.Describe("rightRate", m_rightRate.GetBitRate(), "bit/s");
    writer.Describe("rightDelay", m_rightDelay.GetSeconds(), "s");
    writer.Describe("jitter", m_jitter.GetSeconds(), "s");
    writer.Describe("loss", m_loss, "each forward pass");
    writer.Describe("reverseLoss", m_reverseLoss, "each reverse pass");
    writer.Describe("passes", m_passes);
    writer.Describe("drop", m_drop.empty() ? "none" : "segments " + m_drop);
    writer.Describe("dropAcks", m_dropAcks.empty() ? "none" : m_dropAcks);
    for (const auto direction : {LossyDumbbellHelper::FORWARD, LossyDumbbellHelper::REVERSE})
    {
        const auto& markov = m_markov[direction];
        writer.Describe(std::string(MARKOV_OPTIONS[direction]).substr(2),
                        markov.empty() ? "none" : "t1,t2,p,q,alpha,beta = " + markov);
    }
    m_tcp.Describe(writer);
    writer.Describe("ipv6", m_ipv6);
    writer.Describe("from", m_from.GetSeconds(), "s");
    writer.Describe("to", m_to.GetSeconds(), "s");
    writer.Describe("startSpread", m_startSpread.GetSeconds(), "s");
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
    return m_flows.at(pair)->GetThroughput(m_from, m_to) / BITS_PER_OCTET / m_tcp.segmentSize;
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
    return m_tcp.segmentSize + (m_ipv6 ? IPV6_HEADER : IPV4_HEADER) + m_tcp.GetHeaderSize() +
           PPP_HEADER;
}

double
DumbbellExperiment::GetBaseRtt() const
{
    const double ackSize = GetWireSize() - m_tcp.segmentSize;
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
    return std::min(GetLinkRate(),
                    AimdRate(1.0 / m_tcp.delayedAck, b, GetForwardLoss(), GetBaseRtt()));
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
    return m_tcp.segmentSize;
}

std::string
DumbbellExperiment::GetQueuePoint() const
{
    return "q=" + std::to_string(m_queue) + " delack=" + std::to_string(m_tcp.delayedAck > 1);
}

uint32_t
DumbbellExperiment::GetBurstSize() const
{
    return m_burstSize;
}

Time
DumbbellExperiment::GetClockGranularity() const
{
    return m_tcp.clockGranularity;
}

std::size_t
DumbbellExperiment::GetPlannedDrops() const
{
    return (m_drops ? m_drops->GetPlanned() : 0) + (m_ackDrops ? m_ackDrops->GetPlanned() : 0);
}

double
DumbbellExperiment::GetForwardLoss() const
{
    return LossOfPasses(m_loss, m_passes);
}

} // namespace ns3::tcplossy
