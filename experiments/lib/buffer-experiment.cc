/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "buffer-experiment.h"

#include "bulk-flow.h"
#include "cpu-meter.h"
#include "udp-pair.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace ns3::tcplossy
{

namespace
{
constexpr uint16_t PORT = 5001;
constexpr double BITS_PER_OCTET = 8.0;

// Octets of headers: RFC 791, and ns-3's PPP framing.
constexpr uint32_t IPV4_HEADER = 20;
constexpr uint32_t PPP_HEADER = 2;

/// So many times the bottleneck's rate have the access links.
constexpr uint64_t ACCESS_FACTOR = 10;

/// The largest unit of a scaled window (RFC 7323, section 2.3).
constexpr uint32_t WINDOW_UNIT = 1 << 14;

/// The largest window, of which TcpSocketOptions takes a round part.
constexpr uint64_t MAX_WINDOW = 1'000'000'000;

// The command line reads "-1" as the largest unsigned number: bounds catch it.
constexpr uint32_t MAX_PACKET = 60'000;

/// A run that takes longer is the user's wish.
constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

/// Names of senders in the tables.
constexpr const char* SENDERS[] = {"newreno", "sack", "fack"};

/// A host's only link.
Ptr<PointToPointNetDevice>
FindAccessDevice(Ptr<Node> host)
{
    for (uint32_t i = 0; i < host->GetNDevices(); ++i)
    {
        if (const auto device = DynamicCast<PointToPointNetDevice>(host->GetDevice(i)))
        {
            return device;
        }
    }
    NS_ABORT_MSG("the host has no link");
}

} // namespace

void
BufferExperiment::AddOptions(CommandLine& cmd)
{
    m_tcp.receiver = "scoreboard";
    m_tcp.slowButSteady = true;
    m_tcp.clockGranularity = MilliSeconds(1);
    cmd.AddValue("rate", "C, rate of the bottleneck, both directions", m_rate);
    cmd.AddValue("rtt", "RTT_m, round trip of a full packet and its ACK without queueing", m_rtt);
    cmd.AddValue("share", "B as a part of C RTT_m, above 0, at most 10", m_share);
    cmd.AddValue("a", "Increase per ACK in packets, see TcpGeneralAimd", m_increase);
    cmd.AddValue("b", "Part of the window that a loss takes, see TcpGeneralAimd", m_decrease);
    cmd.AddValue("packets", "Q, buffer of sender and receiver in packets", m_packets);
    cmd.AddValue("packetSize", "Octets of a packet on the bottleneck", m_packetSize);
    cmd.AddValue("sender", "newreno, sack or fack", m_sender);
    cmd.AddValue("control",
                 "aimd for ns3::TcpGeneralAimd with a and b; else one of " +
                     TcpVariantPreset::GetNames() + ", or a TypeId",
                 m_control);
    cmd.AddValue("x", "Further coordinates in the tables, such as C=1000,delack=1", m_point);
    cmd.AddValue("delayedAck", "Segments each ACK: 1 is no delayed ACK", m_tcp.delayedAck);
    cmd.AddValue("slowButSteady",
                 "Each partial ACK restarts NewReno's timer, not just the first (RFC 6582, "
                 "section 4)",
                 m_tcp.slowButSteady);
    cmd.AddValue("minRto", "Least retransmission timeout", m_tcp.minRto);
    cmd.AddValue("from", "End of the warm-up", m_from);
    cmd.AddValue("to", "End of the run", m_to);
}

void
BufferExperiment::Check() const
{
    NS_ABORT_MSG_IF(m_rate.GetBitRate() == 0, "--rate must be above 0 bit/s");
    NS_ABORT_MSG_UNLESS(m_packetSize > GetHeaderSize() && m_packetSize <= MAX_PACKET,
                        "--packetSize must lie in [" << GetHeaderSize() + 1 << ", " << MAX_PACKET
                                                     << "] octets, not " << m_packetSize);
    NS_ABORT_MSG_UNLESS(m_share > 0.0 && m_share <= 10.0,
                        "--share must lie in (0, 10], not " << m_share);
    const auto maxPackets = (MAX_WINDOW - WINDOW_UNIT) / GetSegmentSize();
    NS_ABORT_MSG_UNLESS(m_packets >= 1 && m_packets <= maxPackets,
                        "--packets must lie in [1, "
                            << maxPackets << "], what a window can announce, not " << m_packets);
    // Those of TcpGeneralAimd.
    NS_ABORT_MSG_UNLESS(m_increase >= 1e-6 && m_increase <= 1.0,
                        "--a must lie in [1e-6, 1], not " << m_increase);
    NS_ABORT_MSG_UNLESS(m_decrease >= 0.001 && m_decrease <= 0.999,
                        "--b must lie in [0.001, 0.999], not " << m_decrease);
    NS_ABORT_MSG_UNLESS(std::count(std::begin(SENDERS), std::end(SENDERS), m_sender) == 1,
                        "--sender must be newreno, sack or fack, not '" << m_sender << "'");
    NS_ABORT_MSG_UNLESS(m_from >= Time(0) && m_from < m_to,
                        "--from must not be negative and must lie before --to");
    NS_ABORT_MSG_UNLESS(GetDelay().IsPositive(),
                        "--rtt must be no less than what the packet itself takes on the links");
    NS_ABORT_MSG_IF(GetBottleneckPackets() == 0, "--share must leave a buffer of a packet");
}

uint32_t
BufferExperiment::GetHeaderSize() const
{
    return IPV4_HEADER + m_tcp.GetHeaderSize() + PPP_HEADER;
}

uint32_t
BufferExperiment::GetSegmentSize() const
{
    return m_packetSize - GetHeaderSize();
}

double
BufferExperiment::GetPacketRate() const
{
    return m_rate.GetBitRate() / BITS_PER_OCTET / m_packetSize;
}

uint32_t
BufferExperiment::GetBottleneckPackets() const
{
    return static_cast<uint32_t>(std::lround(m_share * GetPacketRate() * m_rtt.GetSeconds()));
}

DataRate
BufferExperiment::GetAccessRate() const
{
    return DataRate(ACCESS_FACTOR * m_rate.GetBitRate());
}

Time
BufferExperiment::GetDelay() const
{
    Time onLinks;
    for (const auto octets : {m_packetSize, GetHeaderSize()})
    {
        // Two access links, and the bottleneck.
        onLinks +=
            m_rate.CalculateBytesTxTime(octets) + GetAccessRate().CalculateBytesTxTime(octets) * 2;
    }
    return (m_rtt - onLinks) / 2;
}

TcpBufferModel
BufferExperiment::GetModel() const
{
    const TcpBufferModel::Path path{GetPacketRate(),
                                    m_rtt.GetSeconds(),
                                    static_cast<double>(GetBottleneckPackets())};
    const auto model = TcpBufferModel::Make(path, {m_increase / m_tcp.delayedAck, m_decrease});
    NS_ABORT_MSG_UNLESS(model, "--a, --b, --rate, --rtt: see the ranges of TcpBufferModel");
    return *model;
}

bool
BufferExperiment::HasModel() const
{
    return m_control == "aimd";
}

TcpBufferModel::Recovery
BufferExperiment::GetRecovery() const
{
    return m_sender == "newreno" ? TcpBufferModel::Recovery::NEW_RENO
                                 : TcpBufferModel::Recovery::SACK;
}

std::string
BufferExperiment::GetVariantName() const
{
    return HasModel() ? m_sender : m_control + "+" + m_sender;
}

std::string
BufferExperiment::GetPoint() const
{
    std::ostringstream os;
    if (HasModel())
    {
        os << "a=" << m_increase << " b=" << m_decrease << " ";
    }
    os << "B=" << m_share << " Q=" << m_packets;
    auto further = m_point;
    std::replace(further.begin(), further.end(), ',', ' ');
    return further.empty() ? os.str() : further + " " + os.str();
}

std::unique_ptr<LossyDumbbellHelper>
BufferExperiment::BuildPath() const
{
    const auto pipe = static_cast<uint32_t>(GetPacketRate() * m_rtt.GetSeconds());
    auto dumbbell = std::make_unique<LossyDumbbellHelper>(1);
    for (const auto direction : {LossyDumbbellHelper::FORWARD, LossyDumbbellHelper::REVERSE})
    {
        dumbbell->SetRate(direction, m_rate);
        dumbbell->SetDelay(direction, GetDelay());
    }
    dumbbell->SetQueue(LossyDumbbellHelper::FORWARD, GetBottleneckPackets());
    // No ACK is lost.
    dumbbell->SetQueue(LossyDumbbellHelper::REVERSE, pipe + GetBottleneckPackets() + 1);
    dumbbell->SetAccess(GetAccessRate(), Time(0));
    dumbbell->Build();
    return dumbbell;
}

void
BufferExperiment::SetSockets()
{
    const uint32_t octets = m_packets * GetSegmentSize();
    const double pipe = GetPacketRate() * m_rtt.GetSeconds();
    m_tcp.segmentSize = GetSegmentSize();
    m_tcp.receiveBuffer = octets + WINDOW_UNIT;
    m_tcp.initialWindow = std::max<uint32_t>(1, pipe + GetBottleneckPackets() / 2);
    m_tcp.initialSsthresh = m_tcp.initialWindow;
    m_tcp.Apply();
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(octets));
    Config::SetDefault("ns3::TcpGeneralAimd::Increase", DoubleValue(m_increase));
    Config::SetDefault("ns3::TcpGeneralAimd::Decrease", DoubleValue(m_decrease));
}

void
BufferExperiment::InstallFlow(const LossyDumbbellHelper& dumbbell)
{
    const auto control = HasModel() ? std::string("ns3::TcpGeneralAimd") : m_control;
    TcpVariantPreset(control, "scoreboard-" + m_sender).Install(dumbbell.GetSenders());
    m_tcp.InstallReceivers(dumbbell.GetReceivers());

    // The initial window goes out at the bottleneck's rate, one round trip after the SYN.
    const auto access = FindAccessDevice(dumbbell.GetSenders().Get(0));
    access->SetDataRate(m_rate);
    Simulator::Schedule(3 * m_rtt, &PointToPointNetDevice::SetDataRate, access, GetAccessRate());

    const auto flow = BulkFlow::Install({dumbbell.GetSenders().Get(0),
                                         dumbbell.GetReceivers().Get(0),
                                         dumbbell.GetReceiverAddress(0, PORT),
                                         dumbbell.GetAnyAddress(PORT)},
                                        GetSegmentSize(),
                                        Seconds(0));

    m_flow = std::make_unique<BufferUseRecorder>(m_from);
    m_flow->RecordSender(flow.sender, Seconds(0));
    m_flow->RecordQueue(dumbbell.GetBottleneckQueue(LossyDumbbellHelper::FORWARD));
}

void
BufferExperiment::RunTcp()
{
    Check();
    SetSockets();
    const auto dumbbell = BuildPath();
    dumbbell->AssignStreams(0);
    InstallFlow(*dumbbell);
    Simulator::Stop(m_to);
    Simulator::Run();
    m_flow->Finish();
    Simulator::Destroy();
}

double
BufferExperiment::MeasureUdp(uint64_t segments) const
{
    const auto dumbbell = BuildPath();
    const auto interval = m_rate.CalculateBytesTxTime(m_packetSize);
    const auto pipe = static_cast<uint64_t>(GetPacketRate() * m_rtt.GetSeconds());
    CpuMeter meter(GetSegmentSize(), pipe, segments, NO_LIMIT);
    const UdpPair udp(*dumbbell, meter, GetSegmentSize(), interval, PORT);
    Simulator::Run();
    Simulator::Destroy();
    return *meter.GetCost();
}

void
BufferExperiment::Describe(ResultWriter& writer) const
{
    writer.Describe("rate", m_rate.GetBitRate(), "bit/s");
    writer.Describe("rtt", m_rtt.GetSeconds(), "s without queueing");
    writer.Describe("bottleneckBuffer", GetBottleneckPackets(), "packets");
    writer.Describe("packetSize", m_packetSize, "octets on the bottleneck");
    writer.Describe("sendBuffer", m_packets, "packets");
    writer.Describe("control", m_control);
    writer.Describe("sender", m_sender);
    m_tcp.Describe(writer);
    writer.Describe("from", m_from.GetSeconds(), "s");
    writer.Describe("to", m_to.GetSeconds(), "s");
}

const BufferUseRecorder&
BufferExperiment::GetFlow() const
{
    NS_ABORT_MSG_UNLESS(m_flow, "BufferExperiment::GetFlow: call RunTcp() first");
    return *m_flow;
}

} // namespace ns3::tcplossy
