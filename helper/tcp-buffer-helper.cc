/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-buffer-helper.h"

#include "tcp-variant-preset.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-scoreboard-socket-factory.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/range/adaptor/filtered.hpp>
#include <boost/range/adaptor/transformed.hpp>
#include <cmath>
#include <iostream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpBufferHelper");

namespace
{
using protocolnumbers::BITS_PER_OCTET;
constexpr double MEGA = 1e6;

// TCP and its option for timestamps (RFC 9293, RFC 7323), IPv4, ns-3's PPP framing.
constexpr uint32_t HEADERS = 20 + 12 + 20 + 2;

constexpr uint64_t LEAST_RATE = 1'000;
constexpr uint64_t LARGEST_RATE = 1'000'000'000'000;
const Time LARGEST_RTT = Seconds(1000);
constexpr uint32_t LARGEST_SEGMENT = 60'000;
constexpr uint32_t LARGEST_HEADERS = 1'000;
constexpr uint32_t LARGEST_DELAYED_ACK = 1'000;

/// Numbers that should be whole and are not by this part are taken for whole.
constexpr double ROUNDING = 1e-9;

/// Default of an attribute of TCP sockets.
uint32_t
GetDefault(const std::string& name)
{
    TypeId::AttributeInformation information;
    const bool isThere = TcpSocketBase::GetTypeId().LookupAttributeByName(name, &information);
    const auto value = isThere ? DynamicCast<const UintegerValue>(information.initialValue)
                               : Ptr<const UintegerValue>();
    NS_ABORT_MSG_UNLESS(value, "TcpBufferHelper: this ns-3 has no TCP attribute " << name);
    return static_cast<uint32_t>(value->Get());
}
} // namespace

std::ostream&
operator<<(std::ostream& os, TcpBufferHelper::Limit limit)
{
    constexpr const char* NAMES[]{"the link", "SndBufSize", "RcvBufSize", "the congestion control"};
    return os << NAMES[static_cast<std::size_t>(limit)];
}

TcpBufferHelper::TcpBufferHelper()
    : m_segmentSize(std::max(1U, GetDefault("SegmentSize"))),
      m_headerSize(HEADERS),
      m_delAckCount(std::max(1U, GetDefault("DelAckCount"))),
      m_delAckTimeout(MilliSeconds(200)),
      m_sender(*FindSender("sack"))
{
    SetPath(DataRate("32768bps"), MilliSeconds(1), QueueSize("100p"));
}

std::optional<TcpBufferHelper::Sender>
TcpBufferHelper::FindSender(const std::string& name)
{
    const auto* variant = TcpVariant::Find(name);
    if (!variant || variant->law.empty())
    {
        return std::nullopt;
    }
    // Without its attributes: VenoDR's is a NewReno, too.
    const auto sender = LossRecoveryChoice(variant->sender).GetName();
    const bool hasSack = sender != "Reno" && sender != "NewReno";
    return Sender{hasSack ? TcpBufferModel::Recovery::SACK : TcpBufferModel::Recovery::NEW_RENO,
                  variant->law == "cubic" ? Law::CUBIC : Law::CLASSIC,
                  0.0,
                  variant->decrease};
}

void
TcpBufferHelper::SetPath(DataRate rate, Time rtt, QueueSize buffer)
{
    NS_ABORT_MSG_UNLESS(rate.GetBitRate() >= LEAST_RATE && rate.GetBitRate() <= LARGEST_RATE,
                        "TcpBufferHelper: rate must lie in [" << LEAST_RATE << ", " << LARGEST_RATE
                                                              << "] bit/s, not "
                                                              << rate.GetBitRate());
    NS_ABORT_MSG_UNLESS(rtt.IsStrictlyPositive() && rtt <= LARGEST_RTT,
                        "TcpBufferHelper: rtt must lie in (0, " << LARGEST_RTT.GetSeconds()
                                                                << "] s, not " << rtt.GetSeconds());
    NS_ABORT_MSG_UNLESS(buffer.GetValue() >= 1,
                        "TcpBufferHelper: buffer must hold at least 1 packet or octet");
    m_rate = rate;
    m_rtt = rtt;
    m_buffer = buffer;
}

void
TcpBufferHelper::SetSegmentSize(uint32_t octets)
{
    NS_ABORT_MSG_UNLESS(octets >= 1 && octets <= LARGEST_SEGMENT,
                        "TcpBufferHelper: segmentSize must lie in [1, "
                            << LARGEST_SEGMENT << "] octets, not " << octets);
    m_segmentSize = octets;
}

void
TcpBufferHelper::SetHeaderSize(uint32_t octets)
{
    NS_ABORT_MSG_UNLESS(octets <= LARGEST_HEADERS,
                        "TcpBufferHelper: headerSize must lie in [0, "
                            << LARGEST_HEADERS << "] octets, not " << octets);
    m_headerSize = octets;
}

void
TcpBufferHelper::SetDelayedAck(uint32_t segments, Time timeout)
{
    NS_ABORT_MSG_UNLESS(segments >= 1 && segments <= LARGEST_DELAYED_ACK,
                        "TcpBufferHelper: delayedAck must lie in [1, " << LARGEST_DELAYED_ACK
                                                                       << "], not " << segments);
    NS_ABORT_MSG_UNLESS(timeout.IsStrictlyPositive(),
                        "TcpBufferHelper: timeout of delayed ACKs must be above 0");
    m_delAckCount = segments;
    m_delAckTimeout = timeout;
}

std::string
TcpBufferHelper::GetVariantNames()
{
    const auto isKnown = [](const TcpVariant& row) { return HasVariant(row.name); };
    const auto getName = [](const TcpVariant& row) { return row.name; };
    return boost::algorithm::join(TcpVariant::GetAll() | boost::adaptors::filtered(isKnown) |
                                      boost::adaptors::transformed(getName),
                                  ", ");
}

void
TcpBufferHelper::SetVariant(const std::string& name)
{
    const auto sender = FindSender(name);
    NS_ABORT_MSG_IF(!sender && TcpVariant::Find(name),
                    "TcpBufferHelper: variant '"
                        << name << "' has no law for its window by which a buffer could be sized");
    NS_ABORT_MSG_UNLESS(sender,
                        "TcpBufferHelper: variant '" << name << "' is unknown: give one of "
                                                     << GetVariantNames());
    m_sender = *sender;
}

void
TcpBufferHelper::SetAimd(TcpBufferModel::Recovery recovery, double increase, double decrease)
{
    NS_ABORT_MSG_UNLESS(increase >= 1e-6 && increase <= 1.0,
                        "TcpBufferHelper: increase must lie in [1e-6, 1], not " << increase);
    NS_ABORT_MSG_UNLESS(decrease >= 0.001 && decrease <= 0.999,
                        "TcpBufferHelper: decrease must lie in [0.001, 0.999], not " << decrease);
    m_sender = {recovery, Law::CONSTANT, increase, decrease};
}

TcpBufferModel::Path
TcpBufferHelper::GetPath() const
{
    const double packet = (m_segmentSize + m_headerSize) * BITS_PER_OCTET;
    const double ack = m_headerSize * BITS_PER_OCTET;
    const double transmissions = (m_delAckCount * packet + ack) / m_rate.GetBitRate();
    const double octets = m_buffer.GetValue();
    const bool isInPackets = m_buffer.GetUnit() == QueueSizeUnit::PACKETS;
    return {m_rate.GetBitRate() / packet,
            m_rtt.GetSeconds() + transmissions,
            isInPackets ? octets : std::floor(octets * BITS_PER_OCTET / packet)};
}

double
TcpBufferHelper::GetDecrease() const
{
    const auto path = GetPath();
    const double inLink = path.packetsPerSecond * path.rttWithoutQueueing;
    return m_sender.decrease.value_or(
        std::clamp(path.bottleneckPackets / (inLink + path.bottleneckPackets), 0.001, 0.999));
}

TcpBufferModel
TcpBufferHelper::GetModel() const
{
    const auto path = GetPath();
    const double increase = m_sender.law == Law::CONSTANT
                                ? m_sender.increase
                                : TcpBufferModel::ClassicIncrease(path).value_or(1.0);
    const auto model = TcpBufferModel::Make(path, {increase / m_delAckCount, GetDecrease()});
    NS_ABORT_MSG_UNLESS(model, "TcpBufferHelper: the path is beyond the model's range");
    return *model;
}

uint64_t
TcpBufferHelper::GetOctets(double packets) const
{
    const double acks = std::ceil(packets / m_delAckCount * (1.0 - ROUNDING));
    return static_cast<uint64_t>(acks) * m_delAckCount * m_segmentSize;
}

TcpBufferHelper::Sizes
TcpBufferHelper::GetSizesFor(uint64_t octets)
{
    const auto window = static_cast<uint32_t>(std::min<uint64_t>(octets, MAX_ADVERTISED_WINDOW));
    return {window, advertisedwindow::GetReceiveBufferFor(window)};
}

TcpBufferHelper::Sizes
TcpBufferHelper::GetLeast() const
{
    const auto path = GetPath();
    return GetSizesFor(GetOctets(path.packetsPerSecond * path.rttWithoutQueueing));
}

uint64_t
TcpBufferHelper::GetRequiredOctets() const
{
    return GetOctets(GetModel().GetRequirement(m_sender.recovery, TcpBufferModel::Sign::PLUS));
}

TcpBufferHelper::Sizes
TcpBufferHelper::GetDefaultSizes()
{
    return {GetDefault("SndBufSize"), GetDefault("RcvBufSize")};
}

void
TcpBufferHelper::CheckSizes(const Sizes& sizes, uint32_t least)
{
    for (const auto& [name, size] :
         {std::pair("SndBufSize", sizes.sndBufSize), std::pair("RcvBufSize", sizes.rcvBufSize)})
    {
        NS_ABORT_MSG_UNLESS(size >= least && size <= MAX_ADVERTISED_WINDOW,
                            "TcpBufferHelper: " << name << " must lie in [" << least << ", "
                                                << MAX_ADVERTISED_WINDOW << "] octets, not "
                                                << size);
    }
}

double
TcpBufferHelper::GetCap(uint32_t octets) const
{
    const auto path = GetPath();
    const auto packets = octets / m_segmentSize;
    const auto left = packets % m_delAckCount;
    const double whole = packets - left;
    const double rtt = path.rttWithoutQueueing;
    const double timeout = m_delAckTimeout.GetSeconds();
    double rate = 0.0;
    if (packets >= m_delAckCount && rtt - packets / path.packetsPerSecond <= timeout)
    {
        // The rest is there already when the next packets come: the ACK waits for fewer of them.
        rate = whole / (rtt - left / path.packetsPerSecond);
    }
    else
    {
        const double missing = (m_delAckCount - left) / path.packetsPerSecond;
        rate = whole / rtt + left / (rtt - missing + timeout);
    }
    return std::min(path.packetsPerSecond, rate);
}

SawtoothCycle
TcpBufferHelper::GetCycle() const
{
    const auto path = GetPath();
    const SawtoothCycle::Link link{path.packetsPerSecond, path.rttWithoutQueueing};
    const SawtoothCycle::Window window{GetModel().GetWindowAtDetection(), GetDecrease()};
    const double acks = m_delAckCount;
    return m_sender.law == Law::CONSTANT ? ConstantCycle(link, window, m_sender.increase / acks)
           : m_sender.law == Law::CUBIC  ? CubicCycle(link, window)
                                         : LinearCycle(link, window, 1.0 / acks);
}

double
TcpBufferHelper::GetSawtoothRate(double packets) const
{
    auto cycle = GetCycle();
    const bool isNewReno = m_sender.recovery == TcpBufferModel::Recovery::NEW_RENO;
    // Its recovery takes many round trips.
    if (m_sender.law == Law::CONSTANT && isNewReno)
    {
        const auto recovery = GetModel().GetNewRenoRecovery(packets);
        cycle.packets += recovery.packets;
        cycle.seconds += recovery.seconds;
    }
    return cycle.packets / cycle.seconds;
}

TcpBufferHelper::Verdict
TcpBufferHelper::Check(const Sizes& sizes) const
{
    CheckSizes(sizes, m_segmentSize);
    const auto window = advertisedwindow::GetAdvertisedWindow(sizes.rcvBufSize);
    const auto octets = std::min(sizes.sndBufSize, window);
    const auto packets = static_cast<double>(octets / m_segmentSize);
    const auto path = GetPath();
    const double bitsPerPacket = m_segmentSize * BITS_PER_OCTET;

    Verdict verdict{};
    verdict.linkRate = path.packetsPerSecond * bitsPerPacket;
    verdict.cap = GetCap(octets) * bitsPerPacket;
    verdict.capsThroughput = verdict.cap < verdict.linkRate * (1.0 - ROUNDING);
    verdict.starvesRecovery = octets < GetRequiredOctets();
    verdict.expected = verdict.cap;
    verdict.cycle = GetCycle().seconds;
    verdict.limit = sizes.sndBufSize <= window ? Limit::SND_BUF : Limit::RCV_BUF;
    if (!verdict.capsThroughput)
    {
        verdict.limit = Limit::LINK;
        if (packets > GetModel().GetCapacity())
        {
            verdict.expected = std::min(verdict.cap, GetSawtoothRate(packets) * bitsPerPacket);
            verdict.limit = verdict.expected < verdict.linkRate * (1.0 - ROUNDING)
                                ? Limit::CONGESTION_CONTROL
                                : Limit::LINK;
            verdict.isBound = verdict.starvesRecovery;
        }
    }
    return verdict;
}

bool
TcpBufferHelper::Warn(const Sizes& sizes, std::ostream& os) const
{
    const auto verdict = Check(sizes);
    if (!verdict.capsThroughput)
    {
        return false;
    }
    const auto least = GetLeast();
    os << verdict.limit << " caps the goodput at " << verdict.cap / MEGA << " Mbit/s of "
       << verdict.linkRate / MEGA << " Mbit/s: ns3::TcpSocket::SndBufSize is " << sizes.sndBufSize
       << " octets and RcvBufSize " << sizes.rcvBufSize << "; set at least " << least.sndBufSize
       << " and " << least.rcvBufSize;
    if (Check(least).capsThroughput)
    {
        os << ", the largest that TCP's window allows";
    }
    os << "\n";
    return true;
}

TcpBufferHelper::Sizes
TcpBufferHelper::GetRequiredOrWarn() const
{
    const auto sizes = GetRequired();
    if (GetRequiredOctets() > MAX_ADVERTISED_WINDOW && !Warn(sizes, std::clog))
    {
        std::clog << "TCP's window allows " << MAX_ADVERTISED_WINDOW
                  << " octets at most, recovery needs " << GetRequiredOctets() << "\n";
    }
    NS_LOG_INFO("SndBufSize " << sizes.sndBufSize << " RcvBufSize " << sizes.rcvBufSize);
    return sizes;
}

TcpBufferHelper::Sizes
TcpBufferHelper::SetDefaults() const
{
    const auto sizes = GetRequiredOrWarn();
    SetDefaults(sizes);
    return sizes;
}

void
TcpBufferHelper::SetDefaults(const Sizes& sizes)
{
    CheckSizes(sizes, 1);
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(sizes.sndBufSize));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(sizes.rcvBufSize));
}

TcpBufferHelper::Sizes
TcpBufferHelper::Configure(Ptr<Socket> socket) const
{
    NS_ABORT_MSG_UNLESS(DynamicCast<TcpSocketBase>(socket),
                        "TcpBufferHelper: Configure needs a TCP socket");
    const auto sizes = GetRequiredOrWarn();
    socket->SetAttribute("SndBufSize", UintegerValue(sizes.sndBufSize));
    socket->SetAttribute("RcvBufSize", UintegerValue(sizes.rcvBufSize));
    return sizes;
}

TcpBufferHelper::Sizes
TcpBufferHelper::Install(const NodeContainer& nodes) const
{
    const auto sizes = GetRequiredOrWarn();
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        TcpScoreboardDefaultFactory::SetBufferSizes(*node, sizes.sndBufSize, sizes.rcvBufSize);
    }
    return sizes;
}

} // namespace ns3
