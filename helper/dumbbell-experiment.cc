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
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
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
constexpr uint32_t MAX_INITIAL_WINDOW = 1'000'000;

// The topology takes the streams from 0 on; far more than it ever uses lie below this one.
constexpr int64_t START_STREAM = 1'000'000;

double
LossOfPasses(double loss, uint32_t passes)
{
    return 1.0 - std::pow(1.0 - loss, passes);
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
DumbbellExperiment::AddOptions(CommandLine& cmd)
{
    cmd.AddValue("rate", "Rate of the bottleneck, both directions", m_rate);
    cmd.AddValue("delay", "Propagation delay of one pass through the bottleneck", m_delay);
    cmd.AddValue("queue", "Bottleneck queue in packets, both directions", m_queue);
    cmd.AddValue("loss", "Loss probability of a packet on each forward pass, [0, 1)", m_loss);
    cmd.AddValue("reverseLoss", "The same on each reverse pass, [0, 1)", m_reverseLoss);
    cmd.AddValue("passes",
                 "How often a packet passes the delay and the loss: 2 is a dummynet pipe that is "
                 "entered on the way into and out of the router",
                 m_passes);
    cmd.AddValue("segmentSize", "Payload of a segment in octets", m_segmentSize);
    cmd.AddValue("receiveBuffer", "Receiver's buffer in octets", m_receiveBuffer);
    cmd.AddValue("delayedAck", "Segments each ACK: 1 is no delayed ACK, 2 is usual", m_delayedAck);
    cmd.AddValue("initialWindow", "Initial congestion window in segments", m_initialWindow);
    cmd.AddValue("clockGranularity",
                 "Tick of the retransmission timer; the papers' systems tick at 500 ms",
                 m_clockGranularity);
    cmd.AddValue("timestamps", "Use the timestamp option", m_timestamps);
    cmd.AddValue("ipv6", "Use IPv6 instead of IPv4", m_ipv6);
    cmd.AddValue("from", "Begin of the measurement", m_from);
    cmd.AddValue("to", "End of the measurement and of the run", m_to);
    cmd.AddValue("startSpread", "Flows start at random in [0, startSpread]", m_startSpread);
}

void
DumbbellExperiment::CheckOptions() const
{
    NS_ABORT_MSG_UNLESS(m_loss >= 0.0 && m_loss < 1.0, "--loss must lie in [0, 1), not " << m_loss);
    NS_ABORT_MSG_UNLESS(m_reverseLoss >= 0.0 && m_reverseLoss < 1.0,
                        "--reverseLoss must lie in [0, 1), not " << m_reverseLoss);
    NS_ABORT_MSG_UNLESS(m_passes >= 1 && m_passes <= 2,
                        "--passes must be 1 or 2, not " << m_passes);
    NS_ABORT_MSG_UNLESS(m_segmentSize >= 1 && m_segmentSize <= 60000,
                        "--segmentSize must lie in [1, 60000] octets, not " << m_segmentSize);
    NS_ABORT_MSG_UNLESS(m_receiveBuffer >= m_segmentSize && m_receiveBuffer <= MAX_BUFFER,
                        "--receiveBuffer must lie in [segmentSize, "
                            << MAX_BUFFER << "] octets, not " << m_receiveBuffer);
    NS_ABORT_MSG_UNLESS(m_queue >= 1 && m_queue <= MAX_QUEUE,
                        "--queue must lie in [1, " << MAX_QUEUE << "] packets, not " << m_queue);
    NS_ABORT_MSG_UNLESS(m_delayedAck >= 1 && m_delayedAck <= MAX_DELAYED_ACK,
                        "--delayedAck must lie in [1, " << MAX_DELAYED_ACK << "], not "
                                                        << m_delayedAck);
    NS_ABORT_MSG_UNLESS(m_initialWindow >= 1 && m_initialWindow <= MAX_INITIAL_WINDOW,
                        "--initialWindow must lie in [1, "
                            << MAX_INITIAL_WINDOW << "] segments, not " << m_initialWindow);
    NS_ABORT_MSG_UNLESS(m_clockGranularity.IsStrictlyPositive(),
                        "--clockGranularity must be above 0");
    NS_ABORT_MSG_UNLESS(m_from >= Time(0) && m_from < m_to,
                        "--from must not be negative and must lie before --to");
    NS_ABORT_MSG_IF(m_startSpread.IsStrictlyNegative(), "--startSpread must not be negative");
}

void
DumbbellExperiment::SetTcpDefaults() const
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(m_segmentSize));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_receiveBuffer));
    // The sender's buffer must never be what limits the flow.
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(2 * m_receiveBuffer));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(m_delayedAck));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(m_initialWindow));
    Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(m_clockGranularity));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(m_timestamps));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
}

void
DumbbellExperiment::Build(uint32_t pairs)
{
    CheckOptions();
    SetTcpDefaults();
    m_dumbbell = std::make_unique<LossyDumbbellHelper>(pairs);
    for (const auto direction : {LossyDumbbellHelper::FORWARD, LossyDumbbellHelper::REVERSE})
    {
        const double loss = (direction == LossyDumbbellHelper::FORWARD) ? m_loss : m_reverseLoss;
        m_dumbbell->SetRate(direction, m_rate);
        m_dumbbell->SetDelay(direction, m_delay * static_cast<int64_t>(m_passes));
        m_dumbbell->SetQueue(direction, m_queue);
        m_dumbbell->SetPacketLoss(direction, LossOfPasses(loss, m_passes));
    }
    m_dumbbell->SetAddressFamily(m_ipv6 ? LossyDumbbellHelper::AddressFamily::IPV6
                                        : LossyDumbbellHelper::AddressFamily::IPV4);
    m_dumbbell->Build();
    m_dumbbell->AssignStreams(0);
    m_dumbbell->GetBottleneckQueue(LossyDumbbellHelper::FORWARD)
        ->TraceConnectWithoutContext("PacketsInQueue",
                                     MakeCallback(&DumbbellExperiment::QueueChanged, this));
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(START_STREAM);
    for (uint32_t pair = 0; pair < pairs; ++pair)
    {
        InstallFlow(pair, m_startSpread * random->GetValue());
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
DumbbellExperiment::UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last)
{
    NodeContainer nodes;
    for (auto pair = first; pair < last; ++pair)
    {
        nodes.Add(m_dumbbell->GetSenders().Get(pair));
    }
    variant.Install(nodes);
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
    writer.Describe("loss", ToString(m_loss) + " each forward pass");
    writer.Describe("reverseLoss", ToString(m_reverseLoss) + " each reverse pass");
    writer.Describe("passes", ToString(m_passes));
    writer.Describe("segmentSize", ToString(m_segmentSize) + " octets");
    writer.Describe("receiveBuffer", ToString(m_receiveBuffer) + " octets");
    writer.Describe("delayedAck", ToString(m_delayedAck) + " segments each ACK");
    writer.Describe("initialWindow", ToString(m_initialWindow) + " segments");
    writer.Describe("clockGranularity", ToString(m_clockGranularity.GetSeconds()) + " s");
    writer.Describe("timestamps", ToString(m_timestamps));
    writer.Describe("ipv6", ToString(m_ipv6));
    writer.Describe("from", ToString(m_from.GetSeconds()) + " s");
    writer.Describe("to", ToString(m_to.GetSeconds()) + " s");
    writer.Describe("startSpread", ToString(m_startSpread.GetSeconds()) + " s");
}

const FlowRecorder&
DumbbellExperiment::GetFlow(uint32_t pair) const
{
    return *m_flows.at(pair);
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
    return 2.0 * m_passes * m_delay.GetSeconds() +
           (GetWireSize() + ackSize) * BITS_PER_OCTET / m_rate.GetBitRate();
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

double
DumbbellExperiment::GetForwardLoss() const
{
    return LossOfPasses(m_loss, m_passes);
}

} // namespace ns3
