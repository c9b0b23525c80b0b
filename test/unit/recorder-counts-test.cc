/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What recorders count, beside what the sockets' own traces and the segments say: connections at
// random, one after the other, on sockets that are used again and on new ones with the same ends,
// with losses, outages longer than ns-3's largest timeout, and receivers that do not read.
// RECORDED_CONNECTIONS=1000 tries so many.

#include "ns3/error-model.h"
#include "ns3/flow-recorder.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/node-container.h"
#include "ns3/ns3-compat.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-recorder.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace RecorderCountsTests
{

using namespace ns3;

constexpr uint16_t PORT = 5001;
constexpr uint16_t LOCAL_PORT = 40000;
constexpr uint32_t MSS = 1000;

/// What one connection did.
struct Counts
{
    uint64_t segments{0};        //!< with data
    uint64_t retransmissions{0}; //!< whose first octet another than a probe has carried
    uint64_t timeouts{0};        //!< of the retransmission timer
    uint64_t recoveries{0};      //!< begun by ACKs

    bool operator==(const Counts& other) const
    {
        return segments == other.segments && retransmissions == other.retransmissions &&
               timeouts == other.timeouts && recoveries == other.recoveries;
    }
};

std::ostream&
operator<<(std::ostream& os, const Counts& counts)
{
    return os << counts.segments << " segments, " << counts.retransmissions << " again, "
              << counts.timeouts << " timeouts, " << counts.recoveries << " recoveries";
}

/// Two nodes, 50 ms from each other over 8 Mbit/s.
class RecorderCounts : public testing::Test
{
  protected:
    RecorderCounts()
        : random(1)
    {
        InternetStackHelper().Install(nodes);
        LossyPathHelper path;
        for (const auto direction :
             {LossyPathHelper::Direction::FORWARD, LossyPathHelper::Direction::REVERSE})
        {
            path.SetRate(direction, DataRate("8Mbps"));
            path.SetDelay(direction, MilliSeconds(50));
        }
        path.SetErrorModel(LossyPathHelper::Direction::FORWARD, there);
        path.SetErrorModel(LossyPathHelper::Direction::REVERSE, back);
        const auto devices = path.Install(nodes.Get(0), nodes.Get(1));
        receiver = InetSocketAddress(
            Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices).GetAddress(1),
            PORT);
        there->AssignStreams(1);
        back->AssignStreams(2);
        TcpScoreboardSocketHelper().Install(nodes.Get(1));
        listening = Socket::CreateSocket(nodes.Get(1), TcpSocketFactory::GetTypeId());
        listening->SetAttribute("RcvBufSize", UintegerValue(16 * MSS));
        listening->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        listening->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                     MakeCallback(&RecorderCounts::Accept, this));
        listening->Listen();
        const auto ip = nodes.Get(1)->GetObject<Ipv4L3Protocol>();
        ip->TraceConnectWithoutContext("LocalDeliver", MakeCallback(&RecorderCounts::Arrive, this));
        ip->TraceConnectWithoutContext("SendOutgoing", MakeCallback(&RecorderCounts::Answer, this));
        recorder.Install(nodes.Get(0));
        duplicates.RecordReceivingSocket(listening);
    }

    ~RecorderCounts() override
    {
        Simulator::Destroy();
    }

    uint32_t Draw(uint32_t most)
    {
        return std::uniform_int_distribution<uint32_t>(0, most)(random);
    }

    Ptr<Socket> MakeSocket(const std::string& preset)
    {
        TcpVariantPreset(preset).Install(nodes.Get(0));
        const auto socket = Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
        socket->SetAttribute("SegmentSize", UintegerValue(MSS));
        socket->SetAttribute("SndBufSize", UintegerValue(1'000'000));
        socket->SetAttribute("DataRetries", UintegerValue(100));
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&RecorderCounts::Sent, this));
        if (DynamicCast<TcpScoreboardSocket>(socket))
        {
            socket->TraceConnectWithoutContext("RetransmissionTimeout",
                                               MakeCallback(&RecorderCounts::TimedOut, this));
            socket->TraceConnectWithoutContext("RecoveryEntered",
                                               MakeCallback(&RecorderCounts::Recovers, this));
        }
        return socket;
    }

    /// Have a connection of some segments, and wait for its end.
    void Connect(Ptr<Socket> socket, uint32_t octets)
    {
        now = Counts();
        begun.clear();
        socket->SetConnectCallback(MakeCallback(&RecorderCounts::Connected, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        left = octets;
        socket->Connect(receiver);
    }

    /// Losses, outages and pauses of a connection that begins now, at random.
    void Disturb()
    {
        const auto share = Draw(3) * 0.02;
        there->SetRate(share);
        back->SetRate(share);
        there->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        back->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        if (Draw(2) == 0)
        {
            const auto from = MilliSeconds(Draw(1500));
            const auto lasts = Seconds(Draw(1) == 0 ? Draw(20) : 100 + Draw(400));
            ns3compat::ScheduleCall(from, [this] { there->SetRate(1); });
            ns3compat::ScheduleCall(from + lasts, [this, share] { there->SetRate(share); });
        }
        reads = Draw(2) > 0;
        if (!reads)
        {
            ns3compat::ScheduleCall(Seconds(1 + Draw(100)), [this] {
                reads = true;
                Read(accepted);
            });
        }
    }

    Counts GetRow(std::size_t row)
    {
        const auto& sender = recorder.GetConnections().at(row)->GetSender();
        return {sender.GetTransmissions().size(),
                sender.GetRetransmissions().size(),
                sender.GetTimeouts().size(),
                sender.GetRecoveries().size()};
    }

    NodeContainer nodes{2};
    Ptr<RateErrorModel> there{CreateObject<RateErrorModel>()}; //!< losses of data
    Ptr<RateErrorModel> back{CreateObject<RateErrorModel>()};  //!< losses of ACKs
    Address receiver;                                          //!< where the receiver listens
    Ptr<Socket> listening;                                     //!< the receiver
    Ptr<Socket> accepted;                                      //!< its last connection
    bool reads{true};                                          //!< the receiver does
    uint32_t left{0};                                          //!< octets to write
    Counts now;                                                //!< of this connection
    std::vector<Time> needless; //!< when duplicates came, of all connections
    std::mt19937 random;
    TcpRecorder recorder;
    FlowRecorder duplicates;

  private:
    void Connected(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(left));
        socket->Close();
    }

    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (packet->GetSize() > 0)
        {
            ++now.segments;
            const auto begin = header.GetSequenceNumber().GetValue();
            now.retransmissions += begun.count(begin);
            if (packet->GetSize() == 1 && left > 1)
            {
                return; // a probe, as all is written at once
            }
            for (uint32_t i = 0; i < packet->GetSize(); ++i)
            {
                begun.insert(begin + i);
            }
        }
    }

    void TimedOut(SequenceNumber32)
    {
        ++now.timeouts;
    }

    void Recovers(SequenceNumber32, SequenceNumber32)
    {
        ++now.recoveries;
    }

    void Accept(Ptr<Socket> socket, const Address&)
    {
        accepted = socket;
        socket->SetRecvCallback(MakeCallback(&RecorderCounts::Read, this));
        socket->SetCloseCallbacks(MakeCallback(&RecorderCounts::Close, this),
                                  MakeCallback(&RecorderCounts::Close, this));
    }

    void Close(Ptr<Socket> socket)
    {
        socket->Close();
    }

    void Read(Ptr<Socket> socket)
    {
        while (reads && socket && socket->Recv())
        {
        }
    }

    void Arrive(const Ipv4Header&, Ptr<const Packet> packet, uint32_t)
    {
        TcpHeader header;
        const auto size = packet->PeekHeader(header);
        arrived.reset();
        if (packet->GetSize() > size)
        {
            arrived =
                TcpOptionSack::SackBlock(header.GetSequenceNumber(),
                                         header.GetSequenceNumber() + (packet->GetSize() - size));
        }
    }

    /// The receiver says of a duplicate at once that it is one (RFC 2883, section 4).
    void Answer(const Ipv4Header&, Ptr<const Packet> packet, uint32_t)
    {
        TcpHeader header;
        packet->PeekHeader(header);
        if (arrived && header.HasOption(TcpOption::SACK))
        {
            const auto blocks =
                DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK))->GetSackList();
            const auto first = blocks.front();
            const bool isWithin = blocks.size() > 1 &&
                                  first.first >= std::next(blocks.begin())->first &&
                                  first.second <= std::next(blocks.begin())->second;
            const bool isProbe = offered == 0 && arrived->second - arrived->first == 1 &&
                                 arrived->second == header.GetAckNumber();
            if (first == *arrived && !isProbe &&
                (first.second <= header.GetAckNumber() || isWithin))
            {
                needless.push_back(Simulator::Now());
            }
        }
        arrived.reset();
        offered = header.GetWindowSize();
    }

    std::set<uint32_t> begun;                        //!< octets sent so far
    std::optional<TcpOptionSack::SackBlock> arrived; //!< to be answered
    uint32_t offered{0};                             //!< last window
};

TEST_F(RecorderCounts, AreThoseOfTheSocketsTraces)
{
    const auto* wanted = std::getenv("RECORDED_CONNECTIONS");
    const auto connections = wanted ? std::atoi(wanted) : 50;
    const std::vector<std::string> presets{"linux", "linux-reno", "rack", "sack", "fack", "reno"};
    std::vector<Counts> expected;
    Ptr<Socket> socket;
    uint64_t timeouts = 0;
    for (int i = 0; i < connections; ++i)
    {
        const bool isNew = !socket || Draw(2) == 0;
        if (isNew)
        {
            socket = MakeSocket(presets[Draw(presets.size() - 1)]);
        }
        if (Draw(1) == 0)
        {
            socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), LOCAL_PORT));
        }
        Disturb();
        Connect(socket, 1 + Draw(60 * MSS));
        // Longer than an outage, the timeouts after it, and TIME_WAIT.
        Simulator::Stop(Seconds(3000));
        Simulator::Run();
        if (now.segments > 0)
        {
            expected.push_back(now);
        }
        timeouts += now.timeouts;
    }
    std::size_t row = 0;
    for (std::size_t i = 0; i < recorder.GetConnections().size(); ++i)
    {
        const auto counts = GetRow(i);
        if (counts.segments > 0)
        {
            ASSERT_LT(row, expected.size());
            EXPECT_EQ(counts, expected[row]) << "connection " << row;
            ++row;
        }
    }
    EXPECT_EQ(row, expected.size());
    EXPECT_GT(expected.size(), connections * 0.8);
    EXPECT_GT(timeouts, 1U * connections);
    EXPECT_EQ(duplicates.GetUnnecessaryRetransmissions(), needless);
    EXPECT_FALSE(needless.empty());
}

// RFC 6298, (5.5): the timer doubles, up to 120 s with Linux's bound.
TEST_F(RecorderCounts, TimeoutsBeyondNs3sLargestAreCounted)
{
    const auto socket = MakeSocket("linux");
    Connect(socket, 5 * MSS);
    ns3compat::ScheduleCall(MilliSeconds(90), [this] { there->SetRate(1); });
    there->SetRate(0);
    there->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    Simulator::Stop(Seconds(1000));
    Simulator::Run();
    EXPECT_GT(now.timeouts, 12U);
    EXPECT_EQ(GetRow(0).timeouts, now.timeouts);
}

// A receiver that does not read is asked for its window again and again.
TEST_F(RecorderCounts, ProbesOfAClosedWindowAreNotNeedless)
{
    reads = false;
    Connect(MakeSocket("sack"), 40 * MSS);
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    EXPECT_GT(now.segments, 16U + 3);
    EXPECT_EQ(duplicates.GetUnnecessaryRetransmissions().size(), 0U);
    EXPECT_EQ(GetRow(0), now);
}

// Two connections with the same ends, on one socket and then on another.
TEST_F(RecorderCounts, EachConnectionWithTheSameEndsHasItsRow)
{
    there->SetRate(0);
    std::vector<Counts> expected;
    Ptr<Socket> socket;
    for (int i = 0; i < 4; ++i)
    {
        if (i % 2 == 0)
        {
            socket = MakeSocket("sack");
        }
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), LOCAL_PORT));
        Connect(socket, 19 * MSS);
        Simulator::Stop(Seconds(600));
        Simulator::Run();
        EXPECT_EQ(now, (Counts{19, 0, 0, 0})) << i;
        expected.push_back(now);
    }
    ASSERT_EQ(recorder.GetConnections().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        EXPECT_EQ(GetRow(i), expected[i]) << i;
        EXPECT_EQ(recorder.GetConnections()[i]->GetName(), "10.0.0.1:40000>10.0.0.2:5001");
        EXPECT_EQ(recorder.GetConnections()[i]->GetSender().GetAcknowledged().back().value,
                  19.0 * MSS)
            << i;
    }
}

} // namespace RecorderCountsTests
