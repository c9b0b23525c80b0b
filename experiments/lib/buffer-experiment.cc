/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "buffer-experiment.h"

#include "cpu-meter.h"
#include "dumbbell-topology.h"
#include "flow-run.h"
#include "ranks.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

namespace ns3::tcplossy
{

namespace
{
using protocolnumbers::BITS_PER_OCTET;

// RFC 9293 has 20 octets of its own.
constexpr uint32_t HEADERS = protocolnumbers::IPV4_HEADER + 20 + protocolnumbers::PPP_HEADER;

/// So many times the bottleneck's rate have the access links.
constexpr uint64_t ACCESS_FACTOR = 10;

/// The largest receive buffer.
constexpr uint64_t MAX_BUFFERED_WINDOW = 1'000'000'000;

constexpr uint32_t MAX_PACKET = 60'000;

/// The control that has a model.
const std::string AIMD = "aimd";

/// How a connection may begin, and its window then (RFC 6928).
const std::string SLOW_START = "slow";
constexpr uint32_t SLOW_START_WINDOW = 10;

/// A run that takes longer is the user's wish.
constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

/// @brief Offer what the sender is. @param parameters gain its choices
void
AddSender(OptionTable& options, BufferParameters& parameters)
{
    options
        .Add("start",
             "How the connection begins: avoidance, with a window of C RTT_m + B/2 in congestion "
             "avoidance, or slow, in slow start with ten packets",
             parameters.start)
        .Among({"avoidance", SLOW_START});
    options.Add("sender", "newreno, sack or fack", parameters.sender)
        .Among({"newreno", "sack", "fack"});
    options.Add("control",
                "aimd for ns3::TcpGeneralAimd with a and b; else one of " +
                    TcpVariantPreset::GetNames() + ", or a TypeId",
                parameters.control);
    options.AddCheck("control", [&control = parameters.control] {
        return control == AIMD ? "" : TcpVariantPreset::FindFault(control);
    });
}
} // namespace

BufferUseRecorder::BufferUseRecorder(Time from)
    : m_from(from)
{
    Simulator::Schedule(from, &BufferUseRecorder::Begin, this);
}

void
BufferUseRecorder::RecordSocket(Ptr<Socket> socket)
{
    NS_ABORT_MSG_UNLESS(DynamicCast<TcpSocketBase>(socket),
                        "BufferUseRecorder: the socket is no TCP socket");
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&BufferUseRecorder::Sent, this));
    socket->TraceConnectWithoutContext("Rx", MakeCallback(&BufferUseRecorder::Acknowledged, this));
    socket->TraceConnectWithoutContext(
        "CongState",
        MakeCallback(&BufferUseRecorder::CongestionStateChanged, this));
}

void
BufferUseRecorder::RecordQueue(Ptr<Queue<Packet>> queue)
{
    NS_ABORT_MSG_UNLESS(queue, "BufferUseRecorder: the queue must not be null");
    queue->TraceConnectWithoutContext("Drop", MakeCallback(&BufferUseRecorder::Dropped, this));
}

BufferUseRecorder::Mark
BufferUseRecorder::MakeMark() const
{
    return {Simulator::Now(), m_delivered, static_cast<double>(std::clock()) / CLOCKS_PER_SEC};
}

bool
BufferUseRecorder::IsMeasured() const
{
    return Simulator::Now() >= m_from;
}

void
BufferUseRecorder::Begin()
{
    m_begin = MakeMark();
    m_counts.largest = m_sending ? m_highest - m_una : 0;
}

void
BufferUseRecorder::Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    const auto begin = header.GetSequenceNumber();
    if (!m_sending)
    {
        m_sending = true;
        m_una = m_highest = begin;
    }
    m_counts.retransmissions += (begin < m_highest && IsMeasured()) ? 1 : 0;
    m_highest = std::max(m_highest, begin + packet->GetSize());
    if (IsMeasured())
    {
        m_counts.largest = std::max<uint64_t>(m_counts.largest, m_highest - m_una);
    }
}

void
BufferUseRecorder::Acknowledged(Ptr<const Packet>,
                                const TcpHeader& header,
                                Ptr<const TcpSocketBase>)
{
    // The FIN has a number, too, and is no data.
    const auto ack = std::min(header.GetAckNumber(), m_highest);
    const bool isNew = (header.GetFlags() & TcpHeader::ACK) && m_sending && ack > m_una;
    if (!isNew)
    {
        return;
    }
    m_delivered += ack - m_una;
    m_una = ack;
    if (m_episodeEnd && ack >= *m_episodeEnd)
    {
        m_episodeEnd.reset();
        if (IsMeasured())
        {
            m_lastEnd = MakeMark();
            m_firstEnd = (m_ends == 0) ? m_lastEnd : m_firstEnd;
            ++m_ends;
        }
    }
}

void
BufferUseRecorder::CongestionStateChanged(TcpSocketState::TcpCongState_t,
                                          TcpSocketState::TcpCongState_t newValue)
{
    const bool isRecovery = (newValue == TcpSocketState::CA_RECOVERY);
    const bool isTimeout = (newValue == TcpSocketState::CA_LOSS);
    if (!isRecovery && !isTimeout)
    {
        return;
    }
    if (IsMeasured())
    {
        m_counts.recoveries += isRecovery ? 1 : 0;
        m_counts.timeouts += isTimeout ? 1 : 0;
    }
    if (!m_episodeEnd)
    {
        m_episodeEnd = m_highest;
    }
}

void
BufferUseRecorder::Dropped(Ptr<const Packet>)
{
    m_counts.drops += IsMeasured() ? 1 : 0;
}

BufferUseRecorder::Mark
BufferUseRecorder::GetUse() const
{
    const auto first = GetCycles() > 0 ? m_firstEnd : m_begin;
    const auto last = GetCycles() > 0 ? m_lastEnd : m_finish.value_or(m_begin);
    return {last.time - first.time,
            last.delivered - first.delivered,
            last.cpuSeconds - first.cpuSeconds};
}

double
BufferUseRecorder::GetGoodput() const
{
    const auto use = GetUse();
    return use.time.IsZero() ? 0.0 : use.delivered * BITS_PER_OCTET / use.time.GetSeconds();
}

OptionTable
BufferParameters::GetOptions()
{
    OptionTable options;
    options.Add("rate", "C, rate of the bottleneck, both directions", rate).Above(0);
    options.Add("rtt", "RTT_m, round trip of a full packet and its ACK without queueing", rtt)
        .Above(0)
        .Note("without queueing");
    options.Add("share", "B as a part of C RTT_m, above 0, at most 10", share).Above(0).AtMost(10);
    // Those of TcpGeneralAimd.
    options.Add("a", "Increase per ACK in packets, see TcpGeneralAimd", increase).In(1e-6, 1);
    options.Add("b", "Part of the window that a loss takes, see TcpGeneralAimd", decrease)
        .In(0.001, 0.999);
    options.Add("packets", "Q, buffer of sender and receiver in packets", packets)
        .In(1, MAX_BUFFERED_WINDOW, "packets");
    options.Add("packetSize", "Octets of a packet on the bottleneck", packetSize)
        .In(HEADERS + 1, MAX_PACKET, "octets");
    options
        .Add("windowMargin",
             "Octets by which the receiver's window is larger than Q; scaled, it is rounded down",
             windowMargin)
        .In(0, MAX_BUFFERED_WINDOW / 2, "octets");
    AddSender(options, *this);
    Ranks::Add(options, ranks);
    return options;
}

BufferExperiment::BufferExperiment()
{
    m_sockets.receiver = "scoreboard";
    m_sockets.recovery.slowButSteady = true;
    m_sockets.timer.granularity = MilliSeconds(1);
    m_measurement.from = Seconds(10);
    m_measurement.to = Seconds(100);
}

OptionTable
BufferExperiment::GetOptions()
{
    auto options = m_parameters.GetOptions();
    auto sockets = m_sockets.GetOptions();
    sockets.Keep({"delayedAck", "slowButSteady", "minRto", "limitedTransmit"});
    options.Add(std::move(sockets));
    auto measurement = m_measurement.GetOptions();
    measurement.Keep({"from", "to"});
    options.Add(std::move(measurement));
    options.AddCheck([this] {
        const auto most = (MAX_BUFFERED_WINDOW - m_parameters.windowMargin) / GetSegmentSize();
        return m_parameters.packets <= most ? ""
                                            : "--packets must lie in [1, " + std::to_string(most) +
                                                  "], what a window can announce, not " +
                                                  std::to_string(m_parameters.packets);
    });
    options.Forbid([this] { return m_parameters.ranks > 1 && GetDelay().IsZero(); },
                   "--ranks must be 1 where --rtt leaves no propagation delay");
    options.Forbid([this] { return GetDelay().IsStrictlyNegative(); },
                   "--rtt must be no less than what the packet itself takes on the links");
    options.Forbid([this] { return GetBottleneckPackets() == 0; },
                   "--share must leave a buffer of a packet");
    return options;
}

uint32_t
BufferExperiment::GetSegmentSize() const
{
    return m_parameters.packetSize - HEADERS;
}

double
BufferExperiment::GetPacketRate() const
{
    return m_parameters.rate.GetBitRate() / BITS_PER_OCTET / m_parameters.packetSize;
}

uint32_t
BufferExperiment::GetBottleneckPackets() const
{
    return static_cast<uint32_t>(
        std::lround(m_parameters.share * GetPacketRate() * m_parameters.rtt.GetSeconds()));
}

DataRate
BufferExperiment::GetAccessRate() const
{
    return DataRate(ACCESS_FACTOR * m_parameters.rate.GetBitRate());
}

Time
BufferExperiment::GetDelay() const
{
    Time onLinks;
    for (const auto octets : {m_parameters.packetSize, HEADERS})
    {
        // The sender's link, and the bottleneck.
        onLinks += m_parameters.rate.CalculateBytesTxTime(octets) +
                   GetAccessRate().CalculateBytesTxTime(octets);
    }
    return (m_parameters.rtt - onLinks) / 2;
}

TcpBufferModel
BufferExperiment::GetModel() const
{
    const TcpBufferModel::Path path{GetPacketRate(),
                                    m_parameters.rtt.GetSeconds(),
                                    static_cast<double>(GetBottleneckPackets())};
    const auto model =
        TcpBufferModel::Make(path,
                             {m_parameters.increase / m_sockets.delayedAck, m_parameters.decrease});
    NS_ABORT_MSG_UNLESS(model, "--a, --b, --rate, --rtt: see the ranges of TcpBufferModel");
    return *model;
}

bool
BufferExperiment::HasModel() const
{
    return m_parameters.control == AIMD;
}

TcpBufferModel::Recovery
BufferExperiment::GetRecovery() const
{
    return m_parameters.sender == "newreno" ? TcpBufferModel::Recovery::NEW_RENO
                                            : TcpBufferModel::Recovery::SACK;
}

std::string
BufferExperiment::GetVariantName() const
{
    return HasModel() ? m_parameters.sender : m_parameters.control + "+" + m_parameters.sender;
}

std::unique_ptr<LossyDumbbellHelper>
BufferExperiment::BuildPath(uint32_t rightSystemId) const
{
    const auto pipe = static_cast<uint32_t>(GetPacketRate() * m_parameters.rtt.GetSeconds());
    auto dumbbell = std::make_unique<LossyDumbbellHelper>(1);
    for (const auto direction : {FORWARD, REVERSE})
    {
        dumbbell->SetRate(direction, m_parameters.rate);
        dumbbell->SetDelay(direction, GetDelay());
    }
    dumbbell->SetQueue(FORWARD, GetBottleneckPackets());
    // No ACK is lost.
    dumbbell->SetQueue(REVERSE, pipe + GetBottleneckPackets() + 1);
    dumbbell->SetAccess(GetAccessRate(), Time(0));
    // The receiver needs no link of its own; the sender's paces its first window.
    dumbbell->SetDirect(LossyDumbbellHelper::Side::RIGHT);
    // In this order, which their numbers show.
    const auto left = CreateObject<Node>(0);
    dumbbell->SetRouters(left, CreateObject<Node>(rightSystemId));
    dumbbell->Build();
    dumbbell->AssignStreams(0);
    return dumbbell;
}

void
BufferExperiment::SetSockets()
{
    const double pipe = GetPacketRate() * m_parameters.rtt.GetSeconds();
    m_sockets.sizes.segment = GetSegmentSize();
    m_sockets.sizes.receiveBuffer =
        m_parameters.packets * GetSegmentSize() + m_parameters.windowMargin;
    m_sockets.sizes.initialWindow = std::max<uint32_t>(1, pipe + GetBottleneckPackets() / 2);
    m_sockets.sizes.initialSsthresh = m_sockets.sizes.initialWindow;
    if (m_parameters.start == SLOW_START)
    {
        m_sockets.sizes.initialWindow = SLOW_START_WINDOW;
        m_sockets.sizes.initialSsthresh = 0; // no limit
    }
    m_sockets.GetOptions().Check();
}

TcpVariantPreset
BufferExperiment::MakeVariant(const std::string& control) const
{
    auto variant = SocketParameters::MakeOn(control, "scoreboard-" + m_parameters.sender);
    // The paper's sender repairs as those of the other papers, whatever its control.
    for (const auto& [name, value] : TcpVariant::GetPaperAttributes())
    {
        variant.SetSocketAttribute(name, StringValue(value));
    }
    variant.SetLossRecoveryAttribute("LostRetransmission", StringValue("Timeout"));
    return variant;
}

void
BufferExperiment::RunTcp()
{
    SetSockets();
    const Ranks ranks(m_parameters.ranks);
    const auto dumbbell = BuildPath(ranks.GetLast());
    const DumbbellFlows topology(*dumbbell, 1);
    FlowRun run(topology, m_sockets);
    Config::SetDefault("ns3::TcpSocket::SndBufSize",
                       UintegerValue(m_parameters.packets * GetSegmentSize()));
    Config::SetDefault("ns3::TcpGeneralAimd::Increase", DoubleValue(m_parameters.increase));
    Config::SetDefault("ns3::TcpGeneralAimd::Decrease", DoubleValue(m_parameters.decrease));
    const auto control = HasModel() ? std::string("ns3::TcpGeneralAimd") : m_parameters.control;
    run.UseVariant(MakeVariant(control), 0, 1);

    // The initial window goes out at the bottleneck's rate, one round trip after the SYN.
    const auto access = DynamicCast<PointToPointNetDevice>(
        dumbbell->GetHostDevices(LossyDumbbellHelper::Side::LEFT).Get(0));
    access->SetDataRate(m_parameters.rate);
    Simulator::Schedule(3 * m_parameters.rtt,
                        &PointToPointNetDevice::SetDataRate,
                        access,
                        GetAccessRate());

    m_flow = std::make_unique<BufferUseRecorder>(m_measurement.from);
    m_flow->RecordQueue(dumbbell->GetBottleneckQueue(FORWARD));
    run.AddFlow(0, Time(0), [this](Ptr<Socket> socket) { m_flow->RecordSocket(socket); });
    run.Simulate(m_measurement.to);
    ranks.Gather(run.GetFlows());
    m_flow->Finish();
}

double
BufferExperiment::MeasureUdp(uint64_t segments) const
{
    if (m_parameters.ranks > 1)
    {
        Refuse("--ranks must be 1 where CPU time is measured against UDP");
    }
    const auto dumbbell = BuildPath();
    const auto interval = m_parameters.rate.CalculateBytesTxTime(m_parameters.packetSize);
    const auto pipe = static_cast<uint64_t>(GetPacketRate() * m_parameters.rtt.GetSeconds());
    CpuMeter meter(GetSegmentSize(), pipe, segments, NO_LIMIT);
    const UdpPair udp(*dumbbell, meter, GetSegmentSize(), interval, FlowRun::GetPort(0));
    Simulator::Run();
    Simulator::Destroy();
    return meter.GetCost().value();
}

void
BufferExperiment::Describe(ResultWriter& writer) const
{
    // Tables may change what they refer to.
    auto parameters = m_parameters;
    auto sockets = m_sockets;
    auto measurement = m_measurement;
    parameters.GetOptions().Describe(writer);
    writer.Describe("bottleneckBuffer", GetBottleneckPackets(), "packets");
    sockets.GetOptions().Describe(writer);
    measurement.GetOptions().Describe(writer);
}

const BufferUseRecorder&
BufferExperiment::GetFlow() const
{
    NS_ABORT_MSG_UNLESS(m_flow, "BufferExperiment::GetFlow: call RunTcp() first");
    return *m_flow;
}

} // namespace ns3::tcplossy
