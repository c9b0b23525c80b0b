/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/buffer-experiment.h"
#include "lib/flow-run.h"
#include "support/recorded-flow.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/flow-recorder.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/ns3-compat.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/random-variable-stream.h"
#include "ns3/segment-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;
using namespace dumbbells;

namespace
{

/// Segments, and which transmission of which of them is lost.
using Losses = std::vector<std::pair<uint64_t, uint32_t>>;

/// A NewReno sender whose application writes once, at 1.1 s; a round trip is 100 ms.
class WrittenOnceTestCase : public TestCase
{
  public:
    /**
     * @param name name of the test case
     * @param segments what is written
     * @param losses what is lost
     * @param closes whether it then closes; else no FIN helps
     */
    WrittenOnceTestCase(const std::string& name, uint32_t segments, Losses losses, bool closes)
        : TestCase(name),
          m_segments(segments),
          m_losses(std::move(losses)),
          m_closes(closes)
    {
    }

  protected:
    static constexpr double END = 30; // seconds

    /// Make the connection, whose socket can then be recorded.
    Ptr<Socket> Make()
    {
        m_model = CreateObject<SegmentLossModel>();
        m_model->SetAttribute("SegmentSize", UintegerValue(MSS));
        for (const auto& [segment, transmission] : m_losses)
        {
            m_model->Drop(segment, transmission);
        }
        for (const auto direction :
             {LossyDumbbellHelper::Direction::FORWARD, LossyDumbbellHelper::Direction::REVERSE})
        {
            m_dumbbell.SetRate(direction, DataRate("10Mbps"));
        }
        m_dumbbell.SetQueue(LossyDumbbellHelper::Direction::FORWARD, 100);
        m_dumbbell.SetErrorModel(LossyDumbbellHelper::Direction::FORWARD, m_model);
        m_dumbbell.Build();
        TcpVariantPreset("newreno").Install(m_dumbbell.GetSenders());
        PacketSinkHelper("ns3::TcpSocketFactory", m_dumbbell.GetAnyAddress(PORT))
            .Install(m_dumbbell.GetReceivers());
        m_socket =
            Socket::CreateSocket(m_dumbbell.GetSenders().Get(0), TcpSocketFactory::GetTypeId());
        m_socket->SetAttribute("SegmentSize", UintegerValue(MSS));
        m_socket->SetAttribute("InitialCwnd", UintegerValue(10));
        m_socket->SetConnectCallback(MakeCallback(&WrittenOnceTestCase::Connected, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        ns3compat::ScheduleCall(Seconds(1), [this] {
            m_socket->Connect(m_dumbbell.GetReceiverAddress(0, PORT));
        });
        return m_socket;
    }

    void Run()
    {
        Simulator::Stop(Seconds(END));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_model->GetPlanned(), 0, "all is lost that should be");
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

  private:
    void Connected(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(m_segments * MSS));
        if (m_closes)
        {
            socket->Close();
        }
    }

    uint32_t m_segments;
    Losses m_losses;
    bool m_closes;
    LossyDumbbellHelper m_dumbbell{1};
    Ptr<SegmentLossModel> m_model;
    Ptr<Socket> m_socket;
};

class EpisodeTestCase : public WrittenOnceTestCase
{
  public:
    /**
     * @param name name of the test case
     * @param segments what is written
     * @param losses what is lost
     * @param within retransmissions up to the end of the episode
     */
    EpisodeTestCase(const std::string& name,
                    uint32_t segments,
                    Losses losses,
                    std::ptrdiff_t within)
        : WrittenOnceTestCase(name, segments, std::move(losses), false),
          m_within(within)
    {
    }

  private:
    void DoRun() override
    {
        FlowRecorder flow;
        flow.RecordSocket(Make());
        Run();
        const auto& episodes = flow.GetLossEpisodes();
        NS_TEST_ASSERT_MSG_EQ(episodes.size(), 1, "episodes");
        NS_TEST_ASSERT_MSG_EQ(episodes[0].end.has_value(), true, "it is over");
        const auto& again = flow.GetRetransmissions();
        NS_TEST_EXPECT_MSG_EQ(std::count_if(again.begin(),
                                            again.end(),
                                            [end = *episodes[0].end](Time at) { return at < end; }),
                              m_within,
                              "retransmissions of the episode");
    }

    std::ptrdiff_t m_within;
};

/// Two episodes, of which the first has a timeout within: see EpisodeTestCase.
class BufferUseTestCase : public WrittenOnceTestCase
{
  public:
    BufferUseTestCase()
        : WrittenOnceTestCase("BufferUseRecorder: what counts after the warm-up",
                              100,
                              {{3, 1}, {3, 2}, {17, 1}, {80, 1}},
                              true)
    {
    }

  private:
    void DoRun() override
    {
        const auto socket = Make();
        FlowRecorder flow;
        BufferUseRecorder whole(Time(0));
        BufferUseRecorder atEnd(Seconds(END - 1));
        flow.RecordSocket(socket);
        for (auto recorder : {&whole, &atEnd})
        {
            recorder->RecordSocket(socket);
            Simulator::Schedule(Seconds(END) - TimeStep(1), &BufferUseRecorder::Finish, recorder);
        }
        Run();

        const auto& episodes = flow.GetLossEpisodes();
        NS_TEST_ASSERT_MSG_EQ(episodes.size(), 2, "episodes");
        NS_TEST_EXPECT_MSG_EQ(whole.GetCycles(), 1, "from the end of one to that of the next");
        NS_TEST_EXPECT_MSG_EQ(whole.GetUse().time,
                              *episodes[1].end - *episodes[0].end,
                              "length of the cycle");
        NS_TEST_EXPECT_MSG_EQ(whole.GetCounts().retransmissions,
                              flow.GetRetransmissions().size(),
                              "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(atEnd.GetCounts().retransmissions, 0, "all were sent before");
        NS_TEST_EXPECT_MSG_EQ(atEnd.GetCounts().largest, 0, "nothing is left");
    }
};

/// No loss: what is on its way when the warm-up ends counts, the FIN does not.
class WarmUpTestCase : public WrittenOnceTestCase
{
  public:
    WarmUpTestCase()
        : WrittenOnceTestCase("BufferUseRecorder: octets of data alone", 10, {}, true)
    {
    }

  private:
    void DoRun() override
    {
        const auto socket = Make();
        BufferUseRecorder whole(Time(0));
        // All have left, and no ACK has come.
        BufferUseRecorder underWay(MilliSeconds(1150));
        for (auto recorder : {&whole, &underWay})
        {
            recorder->RecordSocket(socket);
            Simulator::Schedule(Seconds(END) - TimeStep(1), &BufferUseRecorder::Finish, recorder);
        }
        Run();
        NS_TEST_EXPECT_MSG_EQ(underWay.GetCounts().largest, 10 * MSS, "all ten");
        NS_TEST_EXPECT_MSG_EQ(whole.GetUse().delivered, 10 * MSS, "without the FIN");
    }
};

/// A receiver that another process simulates.
class TakenRecordsTestCase : public TestCase
{
  public:
    TakenRecordsTestCase()
        : TestCase("What another process recorded is taken")
    {
    }

  private:
    void DoRun() override
    {
        FlowRecorder flow;
        flow.TakeReceiver({{Seconds(1), 1000}, {Seconds(2), 500}, {Seconds(4), 250}}, {Seconds(3)});
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceivedBytes(Seconds(1), Seconds(4)), 1500, "octets");
        NS_TEST_EXPECT_MSG_EQ(flow.GetThroughput(Seconds(1), Seconds(4)), 4000.0, "bit/s");
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceived().size(), 3, "all");
        NS_TEST_EXPECT_MSG_EQ(flow.GetUnnecessaryRetransmissions().size(), 1, "with no receiver");
    }
};

/// Loses everything in an interval of time.
class Blackout : public ErrorModel
{
  public:
    Blackout(Time from, Time to)
        : m_from(from),
          m_to(to)
    {
    }

  private:
    bool DoCorrupt(Ptr<Packet>) override
    {
        return Simulator::Now() >= m_from && Simulator::Now() < m_to;
    }

    void DoReset() override
    {
    }

    Time m_from;
    Time m_to;
};

/// Chosen packets are lost; all counts follow by hand.
class RecorderCountsTestCase : public RecordedFlowTestCase
{
  public:
    RecorderCountsTestCase(std::string name, std::list<uint32_t> losses, uint32_t recoveries)
        : RecordedFlowTestCase("Counts of FlowRecorder: " + name),
          m_losses(std::move(losses)),
          m_recoveries(recoveries)
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList(m_losses);
        Build("sack", model, SEGMENTS);
        RunUntil(END);
        const auto& retransmissions = flow.GetRetransmissions();
        NS_TEST_EXPECT_MSG_EQ(retransmissions.size(), m_losses.size(), "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(flow.GetRecoveries().size(), m_recoveries, "recoveries");
        NS_TEST_EXPECT_MSG_EQ(flow.GetTimeouts().size(), 0, "timeouts");
        // SACK names every segment that arrived: what is sent again is what was lost.
        NS_TEST_EXPECT_MSG_EQ(flow.GetUnnecessaryRetransmissions().size(), 0, "unnecessary");
        for (const auto& recovery : flow.GetRecoveries())
        {
            // The lost segment goes out at the instant its recovery begins.
            NS_TEST_EXPECT_MSG_EQ(
                std::count(retransmissions.begin(), retransmissions.end(), recovery),
                1,
                "recovery at " << recovery.As(Time::S));
        }
        CheckEpisodes();
        CheckReceived();
        CheckRates();
        CheckSeries("cwnd", m_cwnd);
        NS_TEST_EXPECT_MSG_EQ(flow.HasSeries("Backlog"), false, "not asked for");
    }

    /// The losses are repaired one by one: each recovery is an episode, over within a second.
    void CheckEpisodes()
    {
        const auto& recoveries = flow.GetRecoveries();
        const auto& episodes = flow.GetLossEpisodes();
        NS_TEST_ASSERT_MSG_EQ(episodes.size(), recoveries.size(), "episodes");
        for (std::size_t i = 0; i < episodes.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(episodes[i].start, recoveries[i], "episode " << i);
            const auto end = episodes[i].end.value_or(END);
            // The retransmission needs a round trip, of 105 ms at least.
            NS_TEST_EXPECT_MSG_GT(end, episodes[i].start + MilliSeconds(105), "episode " << i);
            NS_TEST_EXPECT_MSG_LT(end, episodes[i].start + Seconds(1), "episode " << i);
        }
    }

    void CheckReceived()
    {
        const uint64_t total = m_sink->GetTotalRx();
        NS_TEST_EXPECT_MSG_EQ(total, SEGMENTS * MSS, "everything arrives");
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceivedBytes(Seconds(0), END), total, "octets");
        NS_TEST_EXPECT_MSG_EQ_TOL(flow.GetThroughput(Seconds(0), END),
                                  total * 8 / 20.0,
                                  1e-6,
                                  "goodput");
        // Half-open: a read at an instant belongs to the interval that begins with it.
        uint64_t before = 0;
        Time last;
        for (const auto& [at, octets] : m_reads)
        {
            if (at != last)
            {
                NS_TEST_EXPECT_MSG_EQ(flow.GetReceivedBytes(Seconds(0), at), before, "before");
                NS_TEST_EXPECT_MSG_EQ(flow.GetReceivedBytes(at, END), total - before, "from");
            }
            last = at;
            before += octets;
        }
    }

    /// Bins, against sums of the test's own: nothing is lost between them or counted twice.
    void CheckRates()
    {
        const Time step = MilliSeconds(250);
        const auto received = flow.GetThroughputSeries(Seconds(0), END, step);
        NS_TEST_EXPECT_MSG_EQ(received.size(), 80, "samples");
        std::vector<uint64_t> bins(80, 0);
        for (const auto& [time, octets] : m_reads)
        {
            bins.at(time.GetNanoSeconds() / 250000000) += octets;
        }
        for (std::size_t i = 0; i < std::min(received.size(), bins.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(received[i].time, MilliSeconds(250 * (i + 1)), "end of " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(received[i].value, bins[i] * 32.0, 1e-6, "bin " << i);
        }
        uint64_t octets = 0;
        const auto delivery = flow.GetDeliverySeries();
        NS_TEST_ASSERT_MSG_EQ(delivery.size(), m_reads.size(), "reads");
        for (std::size_t i = 0; i < delivery.size(); ++i)
        {
            octets += m_reads[i].second;
            NS_TEST_EXPECT_MSG_EQ(delivery[i].time, m_reads[i].first, "read " << i);
            NS_TEST_EXPECT_MSG_EQ(delivery[i].value, octets, "octets in total, read " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(flow.GetTransmissions().size(),
                              SEGMENTS + m_losses.size(),
                              "transmissions");
        double sent = 0.0;
        for (const auto& sample : flow.GetSendingRateSeries(Seconds(0), END, step))
        {
            sent += sample.value * 0.25 / 8;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(sent, (SEGMENTS + m_losses.size()) * 1000.0, 1e-3, "octets sent");
    }

    static constexpr uint32_t SEGMENTS = 1000;
    inline static const Time END = Seconds(20);

    std::list<uint32_t> m_losses;
    uint32_t m_recoveries;
};

/// The retransmission timer by hand: it starts at 1 s and doubles up to a minute.
class RecorderTimeoutsTestCase : public RecordedFlowTestCase
{
  public:
    /**
     * @param to end of the blackout
     * @param end end of the run
     * @param expected expiries, seconds after the last ACK
     */
    RecorderTimeoutsTestCase(std::string name, Time to, Time end, std::vector<double> expected)
        : RecordedFlowTestCase("Timeouts of FlowRecorder: " + name),
          m_to(to),
          m_end(end),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        Build("sack", CreateObject<Blackout>(Seconds(10), m_to), 100000);
        RunUntil(m_end);
        // Before 10 s a segment every 5.21 ms reached the right router. The last one's ACK comes
        // 0.3 ms (other links) and 50 ms later.
        const double firstAck = 10.0503 - 0.0052;
        const double lastAck = 10.0504;
        const auto& timeouts = flow.GetTimeouts();
        NS_TEST_EXPECT_MSG_EQ(timeouts.size(), m_expected.size(), "number of timeouts");
        for (std::size_t i = 0; i < std::min(timeouts.size(), m_expected.size()); ++i)
        {
            const auto at = timeouts[i].GetSeconds() - m_expected[i];
            NS_TEST_EXPECT_MSG_GT(at, firstAck, "timeout " << i);
            NS_TEST_EXPECT_MSG_LT(at, lastAck, "timeout " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(at,
                                      timeouts[0].GetSeconds() - 1.0,
                                      1e-6,
                                      "timeout " << i << " from the first one");
        }
        NS_TEST_EXPECT_MSG_EQ(flow.GetRecoveries().size(), 0, "recoveries");
        const bool repaired = m_to < m_end;
        const auto& episodes = flow.GetLossEpisodes();
        NS_TEST_ASSERT_MSG_EQ(episodes.size(), 1, "episodes");
        NS_TEST_EXPECT_MSG_EQ(episodes.front().start, timeouts.front(), "begin of the episode");
        NS_TEST_EXPECT_MSG_EQ(episodes.front().end.has_value(), repaired, "end of the episode");
        const auto lastRead = m_reads.empty() ? Time(0) : m_reads.back().first;
        NS_TEST_EXPECT_MSG_EQ((lastRead > Seconds(11)), repaired, "last octets");
    }

    Time m_to;
    Time m_end;
    std::vector<double> m_expected;
};

/// All ACKs are lost for a while, all data arrive: what the timer sends again is there already.
class RecorderLostAcksTestCase : public RecordedFlowTestCase
{
  public:
    /**
     * @param to end of the blackout
     * @param expected timeouts
     */
    RecorderLostAcksTestCase(Time to, uint32_t expected)
        : RecordedFlowTestCase("Unnecessary retransmissions: no ACK until " +
                               std::to_string(to.GetMilliSeconds()) + " ms"),
          m_to(to),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        m_ackLosses = CreateObject<Blackout>(Seconds(10), m_to);
        Build("sack", CreateObject<ListErrorModel>(), 100000);
        RunUntil(Seconds(60));
        const auto& timeouts = flow.GetTimeouts();
        const auto& unnecessary = flow.GetUnnecessaryRetransmissions();
        NS_TEST_EXPECT_MSG_EQ(timeouts.size(), m_expected, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(flow.GetRetransmissions().size(), m_expected, "sent again");
        NS_TEST_EXPECT_MSG_EQ(unnecessary.size(), m_expected, "one for each timeout");
        for (std::size_t i = 0; i < std::min(timeouts.size(), unnecessary.size()); ++i)
        {
            // 1042 octets into an empty path: 5.21 ms, twice 0.08336 ms, and 50 ms.
            NS_TEST_EXPECT_MSG_EQ_TOL(unnecessary[i],
                                      timeouts[i] + NanoSeconds(55376720),
                                      NanoSeconds(10),
                                      "arrival " << i);
        }
        const auto lastRead = m_reads.empty() ? Time(0) : m_reads.back().first;
        NS_TEST_EXPECT_MSG_GT(lastRead, Seconds(59), "the flow goes on");
    }

    Time m_to;
    uint32_t m_expected;
};

/// Random losses both ways, against a set of the segments that arrived.
class RecorderRandomLossTestCase : public RecordedFlowTestCase
{
  public:
    RecorderRandomLossTestCase()
        : RecordedFlowTestCase("Unnecessary retransmissions: random losses both ways")
    {
    }

  private:
    void DoRun() override
    {
        m_ackLosses = RandomLoss(0.3, 11);
        Build("sack", RandomLoss(0.04, 12), SEGMENTS);
        m_sink->GetNode()->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "LocalDeliver",
            MakeCallback(&RecorderRandomLossTestCase::Delivered, this));
        RunUntil(Seconds(4000));
        NS_TEST_EXPECT_MSG_EQ(m_sink->GetTotalRx(), SEGMENTS * MSS, "everything arrives");
        NS_TEST_EXPECT_MSG_EQ(m_arrived.size(), SEGMENTS, "every segment is a whole one");
        NS_TEST_EXPECT_MSG_GT(m_again.size(), 5, "the losses are such that it happens");
        const auto& unnecessary = flow.GetUnnecessaryRetransmissions();
        NS_TEST_EXPECT_MSG_LT(unnecessary.size(),
                              flow.GetRetransmissions().size(),
                              "others are needed");
        NS_TEST_EXPECT_MSG_EQ(unnecessary.size(), m_again.size(), "number");
        NS_TEST_EXPECT_MSG_EQ((unnecessary == m_again), true, "instants");
    }

    static Ptr<ErrorModel> RandomLoss(double probability, int64_t stream)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(stream);
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(probability);
        model->SetRandomVariable(random);
        return model;
    }

    void Delivered(const Ipv4Header&, Ptr<const Packet> packet, uint32_t)
    {
        TcpHeader header;
        const auto size = packet->PeekHeader(header);
        if (packet->GetSize() > size &&
            !m_arrived.insert(header.GetSequenceNumber().GetValue()).second)
        {
            m_again.push_back(Simulator::Now());
        }
    }

    static constexpr uint32_t SEGMENTS = 3000;
    std::set<uint32_t> m_arrived;
    std::vector<Time> m_again;
};

/// Sends segments as it is told and never hears an answer.
class ScriptedSender
{
  public:
    ScriptedSender(Ptr<Node> node, const Address& from, const Address& to, uint32_t iss)
        : m_tcp(node->GetObject<TcpL4Protocol>()),
          m_from(from),
          m_to(to),
          m_iss(iss)
    {
    }

    void Connect(bool ack)
    {
        Send(TcpHeader::SYN, SequenceNumber32(m_iss), 0, 0);
        if (ack)
        {
            SendData(0, 0, 1);
        }
    }

    /// @param begin first octet of the stream @param size octets @param ack acknowledgment number
    void SendData(uint32_t begin, uint32_t size, uint32_t ack)
    {
        Send(TcpHeader::ACK, SequenceNumber32(m_iss) + 1 + begin, size, ack);
    }

  private:
    static uint16_t Port(const Address& address)
    {
        return InetSocketAddress::IsMatchingType(address)
                   ? InetSocketAddress::ConvertFrom(address).GetPort()
                   : Inet6SocketAddress::ConvertFrom(address).GetPort();
    }

    void Send(uint8_t flags, SequenceNumber32 sequence, uint32_t size, uint32_t ack)
    {
        TcpHeader header;
        header.SetSourcePort(Port(m_from));
        header.SetDestinationPort(Port(m_to));
        header.SetFlags(flags);
        header.SetSequenceNumber(sequence);
        header.SetAckNumber(SequenceNumber32(ack));
        header.SetWindowSize(65535);
        m_tcp->SendPacket(Create<Packet>(size), header, m_from, m_to);
    }

    Ptr<TcpL4Protocol> m_tcp;
    Address m_from;
    Address m_to;
    uint32_t m_iss;
};

/// Segments by hand, one each 100 ms: which of them does the stock receiver hold already?
class ScriptedArrivalsTestCase : public IsolatedTestCase
{
  public:
    ScriptedArrivalsTestCase(AddressFamily family, std::string name)
        : IsolatedTestCase(name +
                           (family == AddressFamily::IPV4 ? std::string(", IPv4") : ", IPv6")),
          m_family(family)
    {
    }

  protected:
    struct Row
    {
        ScriptedSender& sender;
        uint32_t begin;
        uint32_t size;
        bool unnecessary;
        const char* why;
        uint32_t ack{1};
    };

    void Build(uint32_t receiveBuffer)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(receiveBuffer));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
        m_dumbbell.SetAddressFamily(m_family);
        // The answers would reach a host that knows of no such connection and resets it.
        m_dumbbell.SetPacketLoss(REVERSE, 1.0);
        m_dumbbell.Build();
    }

    Ptr<PacketSink> MakeSink(uint16_t port)
    {
        PacketSinkHelper helper("ns3::TcpSocketFactory", m_dumbbell.GetAnyAddress(port));
        auto sinks = helper.Install(m_dumbbell.GetReceivers());
        sinks.Start(Seconds(3));
        return DynamicCast<PacketSink>(sinks.Get(0));
    }

    ScriptedSender MakeSender(uint16_t sourcePort, uint16_t port, uint32_t iss)
    {
        const auto node = m_dumbbell.GetSenders().Get(0);
        return ScriptedSender(node,
                              m_dumbbell.GetSenderAddress(0, sourcePort),
                              m_dumbbell.GetReceiverAddress(0, port),
                              iss);
    }

    void Run(const std::vector<Row>& rows)
    {
        std::vector<Time> expected;
        std::vector<std::string> reasons;
        Time at = BEGIN;
        for (const auto& row : rows)
        {
            Simulator::Schedule(at,
                                &ScriptedSender::SendData,
                                &row.sender,
                                row.begin,
                                row.size,
                                row.ack);
            if (row.unnecessary)
            {
                expected.push_back(at + PathTime(row.size));
                reasons.emplace_back(row.why);
            }
            at += STEP;
        }
        RunUntil(at + Seconds(1));
        const auto& unnecessary = flow.GetUnnecessaryRetransmissions();
        NS_TEST_EXPECT_MSG_EQ(unnecessary.size(), expected.size(), "number");
        for (std::size_t i = 0; i < std::min(expected.size(), unnecessary.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(unnecessary[i], expected[i], NanoSeconds(10), reasons[i]);
        }
    }

    /// 1.6 Mbit/s, twice 100 Mbit/s, and 50 ms.
    Time PathTime(uint32_t size) const
    {
        const auto wire = size + (m_family == AddressFamily::IPV4 ? 42 : 62);
        return NanoSeconds(wire * (5000 + 2 * 80)) + MilliSeconds(50);
    }

    inline static const Time BEGIN = QUIET + Seconds(1);
    inline static const Time STEP = MilliSeconds(100);

    LossyDumbbellHelper m_dumbbell{1};
    FlowRecorder flow;

  private:
    AddressFamily m_family;
};

/// A PacketSink; sequence numbers wrap, connections are told apart.
class RecorderDuplicatesTestCase : public ScriptedArrivalsTestCase
{
  public:
    explicit RecorderDuplicatesTestCase(AddressFamily family)
        : ScriptedArrivalsTestCase(family, "Unnecessary retransmissions: segment by segment")
    {
    }

  private:
    void DoRun() override
    {
        Build(1 << 17);
        const auto recorded = MakeSink(PORT);
        MakeSink(PORT + 1);
        flow.RecordReceiver(recorded);
        // Octet 1499 of the stream has sequence number 0.
        auto a = MakeSender(40000, PORT, 0U - 1500);
        // Of the next one the middle of the number space is what wraps in a signed comparison.
        auto b = MakeSender(40001, PORT, 0x80000000U - 700);
        auto c = MakeSender(40000, PORT + 1, 123456789);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &c, true);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &a, true);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &b, false);
        Run({
            {a, 0, 1000, false, "in order"},
            {a, 2000, 1000, false, "behind a hole"},
            {a, 2000, 1000, true, "held behind a hole"},
            {a, 3000, 1000, false, "extends what is held"},
            {a, 2500, 1000, true, "parts of two segments that are held"},
            {a, 3500, 1000, false, "only one half is held"},
            {a, 6000, 1000, false, "behind the second hole"},
            {a, 4400, 100, true, "the end of what is held"},
            {a, 6500, 200, true, "inside of what is held"},
            {a, 900, 200, false, "only below rcv.nxt in part"},
            {a, 1100, 900, false, "fills the first hole"},
            {a, 0, 1000, true, "all below rcv.nxt"},
            {a, 3500, 1000, true, "ends at rcv.nxt"},
            {a, 1000, 1000, true, "the segment that the wrap is in"},
            {a, 5900, 1200, false, "sticks out on both sides"},
            {a, 6000, 1100, true, "held, behind what is missing still"},
            {b, 1000, 1000, false, "another connection, and its first segment is missing"},
            {b, 1000, 1000, true, "held, with nothing in order"},
            {b, 0, 1000, false, "fills it"},
            {b, 500, 1000, true, "below rcv.nxt"},
            {a, 5000, 900, false, "the same numbers do not matter"},
            {c, 0, 1000, false, "a receiver that is not recorded"},
            {c, 0, 1000, false, "a receiver that is not recorded, again"},
            {a, 7300, 100, false, "behind a hole, refused for its old ACK", 0},
            {a, 7300, 100, false, "so this is the first one"},
            {a, 7300, 100, true, "and this the second"},
            {a, 4500, 500, false, "refused for its old ACK", 0},
            {a, 4500, 500, false, "so this is the first one"},
            {a, 4500, 500, true, "and this the second"},
            {a, 7100, 500, false, "in order"},
            {b, 2000, 500, false, "in order"},
        });
        NS_TEST_EXPECT_MSG_EQ(recorded->GetTotalRx(), 7600 + 2500, "the sink read both streams");
    }
};

/// The receiver holds something that the recorder knows nothing of.
class RecorderLateTestCase : public ScriptedArrivalsTestCase
{
  public:
    explicit RecorderLateTestCase(AddressFamily family)
        : ScriptedArrivalsTestCase(family, "Unnecessary retransmissions: recorded too late")
    {
    }

  private:
    void DoRun() override
    {
        Build(1 << 17);
        const auto sink = MakeSink(PORT);
        auto a = MakeSender(40000, PORT, 0U - 1500);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &a, true);
        Simulator::Schedule(BEGIN + STEP * 3 - MilliSeconds(1),
                            &FlowRecorder::RecordReceiver,
                            &flow,
                            sink);
        Run({
            {a, 0, 1000, false, "not recorded yet"},
            {a, 2000, 1000, false, "not recorded yet, behind a hole"},
            {a, 3000, 1000, false, "not recorded yet, behind a hole"},
            {a, 0, 1000, true, "in order before"},
            {a, 1000, 1000, false, "fills the hole"},
            {a, 3000, 1000, true, "in order now, as the receiver says"},
        });
    }
};

/// An application of the test's own that does not read.
class RecorderClosedWindowTestCase : public ScriptedArrivalsTestCase
{
  public:
    RecorderClosedWindowTestCase(AddressFamily family, bool listener, bool isOurs = false)
        : ScriptedArrivalsTestCase(family,
                                   std::string("Unnecessary retransmissions: closed window, ") +
                                       (isOurs ? "a socket of ours, " : "") +
                                       (listener ? "recorded from the start" : "from accept")),
          m_listener(listener),
          m_isOurs(isOurs)
    {
    }

  private:
    void DoRun() override
    {
        Build(3000);
        if (m_isOurs)
        {
            TcpVariantPreset("sack").Install(m_dumbbell.GetReceivers());
        }
        auto listener =
            Socket::CreateSocket(m_dumbbell.GetReceivers().Get(0), TcpSocketFactory::GetTypeId());
        listener->Bind(m_dumbbell.GetAnyAddress(PORT));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&RecorderClosedWindowTestCase::Accept, this));
        if (m_listener)
        {
            flow.RecordReceivingSocket(listener);
        }
        auto a = MakeSender(40000, PORT, 0U - 1500);
        auto b = MakeSender(40001, PORT, 17);
        // Without an ACK of its own the first data complete the handshake.
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &a, m_listener);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &b, false);
        Simulator::Schedule(BEGIN + STEP * 14 - MilliSeconds(1),
                            &RecorderClosedWindowTestCase::Read,
                            this);
        Run({
            {a, 0, 1000, false, "in order"},
            {a, 0, 1000, true, "again"},
            {b, 0, 500, false, "another connection to the same port"},
            {b, 0, 500, m_listener, "recorded with the listener only"},
            {a, 1000, 1000, false, "in order"},
            {a, 2600, 600, false, "behind a hole, the window ends after 400 octets"},
            {a, 2600, 600, false, "again: its end is not held"},
            {a, 2600, 400, true, "what is held, alone"},
            {a, 2000, 1400, false, "the window ends after 1000 octets"},
            {a, 2500, 900, false, "beyond the window nothing is held"},
            {a, 2500, 500, true, "up to the window's end it is"},
            {a, 3000, 1, false, "a probe, which is refused"},
            {a, 3000, 1, false, "another probe"},
            {a, 3000, 500, false, "and a bold one"},
            {a, 3000, 1000, false, "the window is open now"},
            {a, 3000, 1, true, "a late probe"},
        });
        NS_TEST_EXPECT_MSG_EQ(m_read, 3000, "the first window");
        Read();
        NS_TEST_EXPECT_MSG_EQ(m_read, 4000, "everything");
    }

    void Accept(Ptr<Socket> socket, const Address&)
    {
        if (!m_socket)
        {
            m_socket = socket;
            flow.RecordReceivingSocket(socket);
        }
    }

    void Read()
    {
        while (const auto packet = m_socket->Recv())
        {
            m_read += packet->GetSize();
        }
    }

    bool m_listener;
    bool m_isOurs;
    Ptr<Socket> m_socket;
    uint32_t m_read{0};
};

/// The reader pauses: probes of its closed window carry an octet that later goes with its segment.
class RecorderProbesTestCase : public IsolatedTestCase
{
  public:
    RecorderProbesTestCase()
        : IsolatedTestCase("Retransmissions: none of what only a window probe has carried")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(4 * MSS));
        LossyDumbbellHelper dumbbell(1);
        dumbbell.Build();
        const TcpVariantPreset variant("sack");
        variant.Install(dumbbell.GetSenders());
        variant.Install(dumbbell.GetReceivers());
        const auto listener =
            Socket::CreateSocket(dumbbell.GetReceivers().Get(0), TcpSocketFactory::GetTypeId());
        listener->Bind(dumbbell.GetAnyAddress(PORT));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&RecorderProbesTestCase::Accept, this));
        BulkSendHelper bulk("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        bulk.SetAttribute("MaxBytes", UintegerValue(SEGMENTS * MSS));
        const auto sender = bulk.Install(dumbbell.GetSenders()).Get(0);
        FlowRecorder flow;
        flow.RecordSender(DynamicCast<BulkSendApplication>(sender));
        RunUntil(Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(m_read, SEGMENTS * MSS, "octets");
        NS_TEST_EXPECT_MSG_GT(flow.GetTransmissions().size(), SEGMENTS + 1, "probes have gone");
        NS_TEST_EXPECT_MSG_EQ(flow.GetRetransmissions().size(), 0, "nothing is sent again");
        NS_TEST_EXPECT_MSG_EQ(flow.GetAcknowledged().back().value, SEGMENTS * MSS, "acknowledged");
    }

    void Accept(Ptr<Socket> socket, const Address&)
    {
        ns3compat::ScheduleCall(Seconds(10), [this, socket] {
            socket->SetRecvCallback(MakeCallback(&RecorderProbesTestCase::Read, this));
            Read(socket);
        });
    }

    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            m_read += packet->GetSize();
        }
    }

    static constexpr uint32_t SEGMENTS = 10;
    uint32_t m_read{0};
};

/// A recorder need not live as long as what it records.
class RecorderScopeTestCase : public IsolatedTestCase
{
  public:
    RecorderScopeTestCase()
        : IsolatedTestCase("A recorder that leaves scope during a run")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetPacketLoss(FORWARD, 0.02);
        dumbbell.Build();
        dumbbell.AssignStreams(0);
        const TcpVariantPreset variant("sack-veno");
        variant.Install(dumbbell.GetSenders());
        BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        auto senders = sender.Install(dumbbell.GetSenders());
        senders.Start(Seconds(1));
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        const auto sink = DynamicCast<PacketSink>(receiver.Install(dumbbell.GetReceivers()).Get(0));
        const auto bulk = DynamicCast<BulkSendApplication>(senders.Get(0));

        auto unused = std::make_unique<FlowRecorder>();
        unused->RecordSender(bulk);
        unused->RecordReceiver(sink);
        unused.reset();
        auto half = std::make_unique<FlowRecorder>();
        half->TraceCongestionControl("BaseRtt");
        half->RecordSender(bulk);
        half->RecordReceiver(sink);
        FlowRecorder whole;
        whole.RecordSender(bulk);
        whole.RecordReceiver(sink);
        RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(half->GetReceivedBytes(Time(0), Seconds(20)),
                              sink->GetTotalRx(),
                              "both record");
        NS_TEST_EXPECT_MSG_GT(half->GetRetransmissions().size(), 0, "something is lost");
        half.reset();
        RunUntil(Seconds(40));
        NS_TEST_EXPECT_MSG_EQ(whole.GetReceivedBytes(Time(0), Seconds(40)),
                              sink->GetTotalRx(),
                              "the other one goes on");
        NS_TEST_EXPECT_MSG_GT(whole.GetReceivedBytes(Seconds(20), Seconds(40)),
                              0,
                              "and so does TCP");
    }
};

/// An application's start counts from when it came to its node, and a recorder may come later.
class RecorderStartTestCase : public IsolatedTestCase
{
  public:
    RecorderStartTestCase()
        : IsolatedTestCase("A sender that is recorded before, at and after its start")
    {
    }

  private:
    void DoRun() override
    {
        m_dumbbell.Build();
        TcpVariantPreset("sack").Install(m_dumbbell.GetSenders());
        PacketSinkHelper receiver("ns3::TcpSocketFactory", m_dumbbell.GetAnyAddress(PORT));
        receiver.Install(m_dumbbell.GetReceivers());
        const auto early = Add(0, Seconds(3));
        FlowRecorder before;
        before.RecordSender(early);
        FlowRecorder waiting;
        Simulator::Schedule(Seconds(2), &FlowRecorder::RecordSender, &waiting, early);
        FlowRecorder running;
        Simulator::Schedule(Seconds(4), &FlowRecorder::RecordSender, &running, early);
        FlowRecorder late;
        ns3compat::ScheduleCall(Seconds(5),
                                [this, &late] { late.RecordSender(Add(1, Seconds(2))); });
        RunUntil(Seconds(10));

        ExpectFirst(before, 3);
        ExpectFirst(waiting, 3);
        NS_TEST_EXPECT_MSG_EQ((waiting.GetTransmissions() == before.GetTransmissions()),
                              true,
                              "each once");
        ExpectFirst(running, 4);
        ExpectFirst(late, 7);
    }

    Ptr<BulkSendApplication> Add(uint32_t pair, Time start)
    {
        BulkSendHelper helper("ns3::TcpSocketFactory", m_dumbbell.GetReceiverAddress(pair, PORT));
        auto senders = helper.Install(m_dumbbell.GetSenders().Get(pair));
        senders.Start(start);
        return DynamicCast<BulkSendApplication>(senders.Get(0));
    }

    void ExpectFirst(const FlowRecorder& recorder, double second)
    {
        const auto sent = recorder.GetTransmissions();
        NS_TEST_ASSERT_MSG_EQ(sent.empty(), false, "it records");
        // A handshake takes a round trip of 100 ms.
        NS_TEST_EXPECT_MSG_EQ_TOL(sent[0].GetSeconds(), second, 0.11, "from its start on");
    }

    LossyDumbbellHelper m_dumbbell{2};
};

class RecorderSeriesTestCase : public RecordedFlowTestCase
{
  public:
    RecorderSeriesTestCase()
        : RecordedFlowTestCase("FlowRecorder traces the congestion control")
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList({40});
        Build("sack-veno", model, 2000, {"Backlog", "Equilibrium", "BaseRtt"});
        RunUntil(Seconds(20));
        CheckSeries("cwnd", m_cwnd);
        CheckSeries("Backlog", m_backlog);
        CheckStep("cwnd", m_cwnd);
        CheckStep("Backlog", m_backlog);
        for (const auto& sample : flow.GetSeries("Equilibrium"))
        {
            NS_TEST_EXPECT_MSG_EQ((sample.value == 0.0 || sample.value == 1.0), true, "a boolean");
        }
        // 1042 octets there, 42 back: 100 ms, 5.42 ms at 1.6 Mbit/s, 2 * 0.08672 ms at 100 Mbit/s.
        // The first segment also waits 0.13 ms for the end of the handshake's ACK.
        double baseRtt = 1e9;
        for (const auto& sample : flow.GetSeries("BaseRtt"))
        {
            baseRtt = std::min(baseRtt, sample.value);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(flow.GetValueAt("BaseRtt", Time(0)), 0.10572344, 1e-8, "s");
        NS_TEST_EXPECT_MSG_EQ_TOL(baseRtt, 0.10559344, 1e-8, "s, empty path");
        NS_TEST_EXPECT_MSG_GT(flow.GetSeries("rtt").size(), 100, "rtt");
        double window = 0.0;
        for (const auto& sample : m_cwnd)
        {
            window = std::max(window, sample.value);
        }
        for (const auto& sample : flow.GetSeries("rtt"))
        {
            // 100 ms, and a whole window in front of a segment.
            NS_TEST_EXPECT_MSG_GT(sample.value, 0.1, "s");
            NS_TEST_EXPECT_MSG_LT(sample.value, 0.11 + window * 0.00521, "s");
        }
        NS_TEST_EXPECT_MSG_EQ(flow.HasSeries("no such series"), false, "unknown");
    }

    void CheckStep(const std::string& name, const TraceSeries& series)
    {
        NS_TEST_EXPECT_MSG_GT(series.size(), 2, name);
        if (!series.empty())
        {
            NS_TEST_EXPECT_MSG_EQ(flow.GetValueAt(name, Time(0)), series.front().value, "before");
            NS_TEST_EXPECT_MSG_EQ(flow.GetValueAt(name, flow.GetSimulatedEnd()),
                                  series.back().value,
                                  "after");
        }
        for (std::size_t i = 0; i + 1 < series.size(); ++i)
        {
            const auto from = series[i].time;
            const auto to = series[i + 1].time;
            if (to - from < NanoSeconds(10))
            {
                continue; // two changes of one instant: the last one counts
            }
            const auto middle = from + (to - from) / 2;
            for (const auto& at : {from, middle, to - NanoSeconds(1)})
            {
                NS_TEST_EXPECT_MSG_EQ(flow.GetValueAt(name, at),
                                      series[i].value,
                                      name << " at " << at.As(Time::S));
            }
        }
    }
};

/// Tests of the recorders of flows.
class FlowRecorderTestSuite : public TestSuite
{
  public:
    FlowRecorderTestSuite()
        : TestSuite("flow-recorder", Type::UNIT)
    {
        // The ACK of the very last octet ends it: none beyond comes.
        AddTestCase(new EpisodeTestCase("The last segment is lost", 5, {{5, 1}}, 1));
        AddTestCase(new BufferUseTestCase);
        AddTestCase(new WarmUpTestCase);
        AddTestCase(new TakenRecordsTestCase);
        // Up to 14 were sent when the loss of 3 was detected. Its retransmission is lost, too; the
        // ACK after the timeout covers 16, which ends it, though 17, sent meanwhile, is missing.
        AddTestCase(new EpisodeTestCase("A timeout within an episode does not move its end",
                                        30,
                                        {{3, 1}, {3, 2}, {17, 1}},
                                        2));
        AddTestCase(new RecorderCountsTestCase("no loss", {}, 0));
        // SYN and ACK are packets 0 and 1. These are more than a window apart.
        AddTestCase(new RecorderCountsTestCase("losses one by one", {60, 200, 400, 700}, 4));
        AddTestCase(new RecorderCountsTestCase("losses in one window", {300, 303, 304, 310}, 1));
        AddTestCase(new RecorderTimeoutsTestCase("doubling",
                                                 Seconds(1000),
                                                 Seconds(100),
                                                 {1, 3, 7, 15, 31, 63}));
        AddTestCase(new RecorderTimeoutsTestCase("none after the repair",
                                                 Seconds(15),
                                                 Seconds(60),
                                                 {1, 3, 7}));
        AddTestCase(new RecorderTimeoutsTestCase("no more than a minute apart",
                                                 Seconds(1000),
                                                 Seconds(200),
                                                 {1, 3, 7, 15, 31, 63, 123, 183}));
        AddTestCase(new RecorderLostAcksTestCase(Seconds(11), 1));
        AddTestCase(new RecorderLostAcksTestCase(Seconds(15), 3));
        AddTestCase(new RecorderRandomLossTestCase);
        for (const auto family : {AddressFamily::IPV4, AddressFamily::IPV6})
        {
            AddTestCase(new RecorderDuplicatesTestCase(family));
            AddTestCase(new RecorderLateTestCase(family));
            AddTestCase(new RecorderClosedWindowTestCase(family, true));
            AddTestCase(new RecorderClosedWindowTestCase(family, false));
            // Ours keeps what is unread, and out of order, where ns-3's buffer does not know of it.
            AddTestCase(new RecorderClosedWindowTestCase(family, true, true));
        }
        AddTestCase(new RecorderStartTestCase);
        AddTestCase(new RecorderScopeTestCase);
        AddTestCase(new RecorderProbesTestCase);
        AddTestCase(new RecorderSeriesTestCase);
    }
};

FlowRecorderTestSuite g_flowRecorderTestSuite;

} // namespace
