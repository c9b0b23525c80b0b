/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/traffic-sources.h"
#include "support/hand-made-packet.h"
#include "support/recorded-flow.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/random-variable-stream.h"
#include "ns3/segment-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;
using namespace dumbbells;

namespace
{

class SegmentObserverTestCase : public TestCase
{
  public:
    explicit SegmentObserverTestCase(bool ipv6)
        : TestCase(std::string("TcpSegmentObserver on packets made by hand, ") +
                   (ipv6 ? "IPv6" : "IPv4")),
          m_ipv6(ipv6)
    {
    }

  private:
    void DoRun() override
    {
        CheckNumbers();
        CheckWrap();
        CheckWhichConnection();
    }

    void CheckNumbers()
    {
        TcpSegmentObserver observer(100);
        Expect(observer, {501, 100}, 0, 0); // no SYN yet
        Expect(observer, {500, 0, TcpHeader::SYN}, 0, 0);
        Expect(observer, {501, 0}, 0, 0);
        Expect(observer, {501, 100}, 1, 1);
        Expect(observer, {701, 100}, 3, 1);
        Expect(observer, {601, 100}, 2, 2); // its first transmission never came here
        Expect(observer, {501, 100}, 1, 2);
        Expect(observer, {501, 100}, 1, 3);
        Expect(observer, {801, 50}, 4, 1);
        Expect(observer, {851, 50}, 4, 1); // new octets of the same segment
        Expect(observer, {801, 100}, 4, 2);
        Expect(observer, {851, 50}, 4, 3);
        Expect(observer, {901, 10, TcpHeader::FIN | TcpHeader::ACK}, 5, 1);
        Expect(observer, {500, 1}, 0, 0); // a keep-alive probe, below the stream
        const auto udp = HandMade::AddNetwork(Create<Packet>(100), 17, m_ipv6);
        NS_TEST_EXPECT_MSG_EQ(observer.Observe(udp).has_value(), false, "UDP");
        if (!m_ipv6)
        {
            HandMade fragment{501, 100};
            fragment.fragmentOffset = 1480;
            Expect(observer, fragment, 0, 0); // what stands where a header would is data
        }
        // The same SYN again changes nothing, nor does another end's to the same destination;
        // another one begins a new connection.
        Expect(observer, {500, 0, TcpHeader::SYN}, 0, 0);
        Expect(observer, {7000, 0, TcpHeader::SYN, 5}, 0, 0);
        Expect(observer, {911, 100}, 5, 1);
        Expect(observer, {9000, 0, TcpHeader::SYN}, 0, 0);
        Expect(observer, {9001, 100}, 1, 1);
        observer.Reset();
        Expect(observer, {9101, 100}, 0, 0);
    }

    void CheckWrap()
    {
        // The first octet has sequence number 2^32 - 150.
        TcpSegmentObserver observer(100);
        Expect(observer, {0U - 151, 0, TcpHeader::SYN}, 0, 0);
        Expect(observer, {0U - 150, 100}, 1, 1);
        Expect(observer, {0U - 50, 100}, 2, 1);
        Expect(observer, {50, 100}, 3, 1);
        Expect(observer, {0U - 50, 100}, 2, 2);
        // Numbers go on where sequence numbers have come round: 5 GiB in strides of 1 GB.
        const uint64_t stride = 1'000'000'000;
        for (uint64_t position = stride; position <= 5 * stride; position += stride)
        {
            Expect(observer, {static_cast<uint32_t>(position - 150), 100}, position / 100 + 1, 1);
        }
        Expect(observer,
               {static_cast<uint32_t>(5 * stride - 250), 100},
               (5 * stride - 100) / 100 + 1,
               2);
    }

    void CheckWhichConnection()
    {
        const Address destination =
            m_ipv6 ? Address(Inet6SocketAddress("fd00::2", 4)) : InetSocketAddress("10.0.0.2", 4);
        TcpSegmentObserver any(100);
        TcpSegmentObserver chosen(100, destination);
        for (auto* observer : {&any, &chosen})
        {
            const bool isFirst = (observer == &any);
            Expect(*observer, {0, 0, TcpHeader::SYN, 3, 2}, 0, 0);
            Expect(*observer, {0, 0, TcpHeader::SYN, 3, 4}, 0, 0);
            Expect(*observer, {0, 0, TcpHeader::SYN, 5, 4}, 0, 0);
            Expect(*observer, {1, 100, TcpHeader::ACK, 3, 2}, isFirst, isFirst);
            Expect(*observer, {1, 100, TcpHeader::ACK, 3, 4}, !isFirst, !isFirst);
            Expect(*observer, {1, 100, TcpHeader::ACK, 5, 4}, 0, 0);
            Expect(*observer, {1, 100, TcpHeader::ACK, 2, 3}, 0, 0);
        }
    }

    /// Number and transmission; both are 0 for nothing.
    void Expect(TcpSegmentObserver& observer,
                HandMade packet,
                uint64_t number,
                uint32_t transmission)
    {
        packet.ipv6 = m_ipv6;
        const auto segment = observer.Observe(packet.Make());
        const auto name = "sequence number " + std::to_string(packet.sequence);
        NS_TEST_ASSERT_MSG_EQ(segment.has_value(), (number > 0), name);
        if (segment)
        {
            NS_TEST_EXPECT_MSG_EQ(segment->number, number, name);
            NS_TEST_EXPECT_MSG_EQ(segment->transmission, transmission, name);
            NS_TEST_EXPECT_MSG_EQ(segment->size, packet.size, name);
        }
    }

    bool m_ipv6;
};

class SegmentLossTestCase : public RecordedFlowTestCase
{
  public:
    SegmentLossTestCase()
        : RecordedFlowTestCase("SegmentLossModel loses what is planned and nothing else")
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<SegmentLossModel>();
        model->SetAttribute("SegmentSize", UintegerValue(MSS));
        model->Drop(40);
        model->Drop(300);
        model->Drop(300); // twice planned is once lost
        model->Drop(5000);
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 3, "planned");
        Build("sack", model, 1000);
        RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(m_sink->GetTotalRx(), 1000 * MSS, "octets");
        NS_TEST_EXPECT_MSG_EQ(flow.GetRetransmissions().size(), 2, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(flow.GetTimeouts().size(), 0, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 1, "there is no segment 5000");
        model->Reset();
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 0, "planned after reset");
    }
};

class DisabledSegmentLossTestCase : public TestCase
{
  public:
    DisabledSegmentLossTestCase()
        : TestCase("A disabled SegmentLossModel counts and loses nothing")
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<SegmentLossModel>();
        model->SetAttribute("SegmentSize", UintegerValue(100));
        model->Drop(1);
        model->Drop(1, 2);
        model->Disable();
        std::vector<bool> lost;
        lost.push_back(model->IsCorrupt(HandMade{500, 0, TcpHeader::SYN}.Make()));
        lost.push_back(model->IsCorrupt(HandMade{501, 100}.Make()));
        model->Enable();
        lost.push_back(model->IsCorrupt(HandMade{501, 100}.Make()));
        const std::vector<bool> expected{false, false, true};
        NS_TEST_EXPECT_MSG_EQ((lost == expected), true, "SYN, first and second transmission");
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 1, "the first one");
    }
};

/// ACKs by hand. The first octet has sequence number 501, a segment has 100 octets.
class AckLossByHandTestCase : public TestCase
{
  public:
    explicit AckLossByHandTestCase(bool ipv6)
        : TestCase(std::string("AckLossModel on packets made by hand, ") +
                   (ipv6 ? "IPv6" : "IPv4")),
          m_ipv6(ipv6)
    {
    }

  private:
    static constexpr uint8_t SYN_ACK = TcpHeader::SYN | TcpHeader::ACK;

    void DoRun() override
    {
        CheckNumbers();
        CheckWrap();
        CheckWhichConnection();
    }

    static Ptr<AckLossModel> Make()
    {
        auto model = CreateObject<AckLossModel>();
        model->SetAttribute("SegmentSize", UintegerValue(100));
        return model;
    }

    void CheckNumbers()
    {
        m_model = Make();
        m_model->Drop(0, 2);
        m_model->Drop(1);
        m_model->Drop(2, 3);
        m_model->Drop(2, 4);
        m_model->Drop(3, 1);
        m_model->Drop(3, 2);
        m_model->Drop(7);
        Expect(601, false); // before the handshake
        Expect(501, false, {0, 0, TcpHeader::SYN});
        Expect(501, false, {0, 0, SYN_ACK});
        Expect(501, false, {0, 0, SYN_ACK});
        Expect(501, false);          // 0 segments, occurrence 1
        Expect(501, true);           // 0 segments, occurrence 2
        Expect(600, false);          // 0 segments, occurrence 3
        Expect(601, false, {0, 50}); // with data
        Expect(601, false, {0, 0, TcpHeader::FIN | TcpHeader::ACK});
        Expect(601, false, {0, 0, TcpHeader::RST | TcpHeader::ACK});
        Expect(601, false, {0, 0, TcpHeader::PSH}); // no ACK
        Expect(601, true);                          // 1 segment, occurrence 1
        Expect(701, false);                         // 2 segments, occurrence 1
        Expect(701, false);                         // 2
        Expect(701, true, {0, 0, TcpHeader::ACK | TcpHeader::ECE});
        Expect(650, false); // 1 segment again, out of order
        Expect(701, true);  // 4
        Expect(701, false); // 5
        m_model->Disable();
        Expect(801, false); // 3 segments, occurrence 1
        m_model->Enable();
        Expect(801, true);  // 2
        Expect(400, false); // below the stream
        NS_TEST_EXPECT_MSG_EQ(m_model->GetPlanned(), 2, "3 and 7 segments, occurrence 1");
        // A new connection, and none.
        Expect(9001, false, {0, 0, SYN_ACK});
        Expect(9701, true);
        Expect(9301, true);
        m_model->Drop(8);
        m_model->Reset();
        NS_TEST_EXPECT_MSG_EQ(m_model->GetPlanned(), 0, "planned after reset");
        m_model->Drop(8);
        Expect(9801, false);
    }

    void CheckWrap()
    {
        // The first octet has sequence number 2^32 - 150.
        m_model = Make();
        m_model->Drop(1);
        m_model->Drop(2);
        m_model->Drop(50'000'000);
        Expect(0U - 150, false, {0, 0, SYN_ACK});
        Expect(0U - 50, true);
        Expect(50, true);
        const uint64_t stride = 1'000'000'000;
        for (uint64_t position = stride; position <= 5 * stride; position += stride)
        {
            Expect(static_cast<uint32_t>(position - 150), position == 5 * stride);
        }
    }

    void CheckWhichConnection()
    {
        m_model = Make();
        m_model->SetSource(m_ipv6 ? Address(Inet6SocketAddress("fd00::1", 3))
                                  : Address(InetSocketAddress("10.0.0.1", 3)));
        m_model->Drop(1, 1);
        Expect(501, false, {0, 0, SYN_ACK, 1, 2});
        Expect(501, false, {0, 0, SYN_ACK, 3, 2});
        Expect(501, false, {0, 0, SYN_ACK, 3, 4}); // the first one of them is followed
        Expect(601, false, {0, 0, TcpHeader::ACK, 1, 2});
        Expect(601, false, {0, 0, TcpHeader::ACK, 3, 4});
        Expect(601, false, {0, 0, TcpHeader::ACK, 2, 3});
        Expect(601, true, {0, 0, TcpHeader::ACK, 3, 2});
        const auto udp = HandMade::AddNetwork(Create<Packet>(100), 17, m_ipv6);
        const bool isLost = m_model->IsCorrupt(udp);
        NS_TEST_EXPECT_MSG_EQ(isLost, false, "UDP");
    }

    void Expect(uint32_t ack, bool expected, HandMade packet = {0, 0})
    {
        packet.ack = ack;
        packet.ipv6 = m_ipv6;
        const bool isLost = m_model->IsCorrupt(packet.Make());
        NS_TEST_EXPECT_MSG_EQ(isLost, expected, "ACK " << ack);
    }

    bool m_ipv6;
    Ptr<AckLossModel> m_model;
};

/// Segment 40 is lost, so that the ACK of 39 segments comes again and again.
class AckLossTestCase : public RecordedFlowTestCase
{
  public:
    AckLossTestCase()
        : RecordedFlowTestCase("AckLossModel loses the ACKs that are planned")
    {
    }

  private:
    void DoRun() override
    {
        auto losses = CreateObject<SegmentLossModel>();
        losses->SetAttribute("SegmentSize", UintegerValue(MSS));
        losses->Drop(40);
        auto model = CreateObject<AckLossModel>();
        model->SetAttribute("SegmentSize", UintegerValue(MSS));
        for (const uint32_t occurrence : {1, 2, 3, 5})
        {
            model->Drop(39, occurrence);
        }
        for (uint64_t number = 500; number < 520; ++number)
        {
            model->Drop(number);
        }
        model->Drop(600, 2);
        m_ackLosses = model;
        Build("sack", losses, 1000);
        RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(m_sink->GetTotalRx(), 1000 * MSS, "octets");
        NS_TEST_EXPECT_MSG_EQ(flow.GetRetransmissions().size(), 1, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(flow.GetTimeouts().size(), 0, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 1, "no ACK of 600 segments comes twice");
    }
};

class BurstSourceTestCase : public IsolatedTestCase
{
  public:
    explicit BurstSourceTestCase(AddressFamily family)
        : IsolatedTestCase(std::string("Bursts come at random, and all of them arrive, ") +
                           (family == AddressFamily::IPV4 ? "IPv4" : "IPv6")),
          m_family(family)
    {
    }

  private:
    static constexpr uint32_t SIZE = 6000;

    void DoRun() override
    {
        // 2 a second for 200 s: Poisson, 400 +- 20.
        const auto bursts = Run(7);
        NS_TEST_EXPECT_MSG_EQ_TOL(bursts, 400.0, 5 * 20.0, "bursts");
        const auto same = Run(7);
        NS_TEST_EXPECT_MSG_EQ(same, bursts, "same stream");
        const auto other = Run(9);
        NS_TEST_EXPECT_MSG_NE(other, bursts, "other stream");
        // At 0.5 s, 1 s, ..., 199.5 s: the simulation stops before what 200 s would bring.
        const auto regular = CreateObject<UniformRandomVariable>();
        regular->SetAttribute("Min", DoubleValue(1.0));
        regular->SetAttribute("Max", DoubleValue(1.0));
        // Of the last one the end may be on its way.
        NS_TEST_EXPECT_MSG_EQ_TOL(Run(7, regular), 399, 0.5, "regular bursts");
        // The first one is at 0.5 s, the last at 99.5 s.
        NS_TEST_EXPECT_MSG_EQ(Run(7, regular, Seconds(99.9)), 199, "bursts before the stop");
    }

    /// @return bursts that arrive
    double Run(int64_t stream,
               Ptr<RandomVariableStream> intervals = nullptr,
               Time stop = Seconds(1000))
    {
        // The socket does not take a whole burst at once.
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(SIZE - 500));
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetAddressFamily(m_family);
        dumbbell.Build();
        if (!intervals)
        {
            intervals = CreateObject<ExponentialRandomVariable>();
        }
        intervals->SetStream(stream);
        auto sender = CreateObject<tcplossy::BurstSource>(dumbbell.GetReceiverAddress(0, PORT),
                                                          SIZE,
                                                          MilliSeconds(500),
                                                          intervals);
        sender->SetStopTime(stop);
        dumbbell.GetSenders().Get(0)->AddApplication(sender);
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        const auto sink = DynamicCast<PacketSink>(receiver.Install(dumbbell.GetReceivers()).Get(0));
        RunUntil(Seconds(200));
        const auto bursts = sink->GetTotalRx() / static_cast<double>(SIZE);
        CleanUp();
        return bursts;
    }

    AddressFamily m_family;
};

/// Tests of what loses, counts and sends on a path.
class LossyPathModelsTestSuite : public TestSuite
{
  public:
    LossyPathModelsTestSuite()
        : TestSuite("lossy-path-models", Type::UNIT)
    {
        for (const bool ipv6 : {false, true})
        {
            AddTestCase(new SegmentObserverTestCase(ipv6));
            AddTestCase(new AckLossByHandTestCase(ipv6));
        }
        AddTestCase(new SegmentLossTestCase);
        AddTestCase(new DisabledSegmentLossTestCase);
        AddTestCase(new AckLossTestCase);
        for (const auto family : {AddressFamily::IPV4, AddressFamily::IPV6})
        {
            AddTestCase(new BurstSourceTestCase(family));
        }
    }
};

LossyPathModelsTestSuite g_lossyPathModelsTestSuite; //!< registers itself

} // namespace
