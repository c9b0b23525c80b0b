/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/recorded-flow.h"

#include "ns3/boolean.h"
#include "ns3/bottleneck-recorder.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/flow-recorder.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/segment-loss-model.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace dumbbells;

namespace
{

/**
 * Ten segments at once into a queue of three: all times of the first round trip follow by hand, and
 * losses behind the queue are chosen.
 */
class BottleneckRecorderTestCase : public IsolatedTestCase
{
  public:
    explicit BottleneckRecorderTestCase(AddressFamily family)
        : IsolatedTestCase(std::string("BottleneckRecorder and SegmentLossModel by hand, ") +
                           (family == AddressFamily::IPV4 ? "IPv4" : "IPv6")),
          m_family(family),
          m_ack(family == AddressFamily::IPV4 ? 42 : 62)
    {
    }

  private:
    using Event = BottleneckRecorder::Event;

    struct Expected
    {
        uint64_t segment;
        Event event;
        double microseconds;
    };

    void DoRun() override
    {
        SetDefaults();
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetAddressFamily(m_family);
        dumbbell.SetQueue(FORWARD, 3);
        auto losses = CreateObject<SegmentLossModel>();
        losses->SetAttribute("SegmentSize", UintegerValue(MSS));
        dumbbell.SetErrorModel(FORWARD, losses);
        dumbbell.Build();
        losses->SetDestination(dumbbell.GetReceiverAddress(0, PORT));
        losses->Drop(2);
        losses->Drop(7, 2);
        losses->Drop(5); // the queue drops it before it comes there
        BottleneckRecorder recorder(MSS, dumbbell.GetReceiverAddress(0, PORT));
        recorder.RecordLink(dumbbell.GetBottleneckQueue(FORWARD),
                            dumbbell.GetBottleneckDevice(REVERSE));

        BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        sender.SetAttribute("MaxBytes", UintegerValue(12 * MSS));
        auto senders = sender.Install(dumbbell.GetSenders());
        senders.Start(QUIET);
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        const auto receivers = receiver.Install(dumbbell.GetReceivers());
        FlowRecorder flow;
        flow.RecordSender(DynamicCast<BulkSendApplication>(senders.Get(0)));
        RunUntil(QUIET + Seconds(100));

        NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(receivers.Get(0))->GetTotalRx(),
                              12 * MSS,
                              "octets delivered in the end");
        NS_TEST_EXPECT_MSG_EQ(losses->GetPlanned(), 1, "the loss that the queue forestalled");
        const auto sent = flow.GetTransmissions();
        NS_TEST_ASSERT_MSG_GT(sent.size(), 10, "transmissions");
        NS_TEST_EXPECT_MSG_EQ(traceseries::LargestBurst(sent, MilliSeconds(10)),
                              10,
                              "largest burst");
        CheckFirstRound(recorder, sent.front());
        CheckRetransmissions(recorder);
    }

    static void SetDefaults()
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(1000));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(Seconds(1)));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    }

    /// Microseconds on the sender's link (100 Mbit/s) and on the bottleneck (1.6 Mbit/s).
    static double Access(double octets)
    {
        return octets * 0.08;
    }

    static double Bottleneck(double octets)
    {
        return octets * 5.0;
    }

    void CheckFirstRound(const BottleneckRecorder& recorder, Time start)
    {
        // The handshake's ACK is in front of the first segment and keeps the bottleneck busy.
        const double ack = m_ack;
        const double segment = MSS + ack;
        const auto arrival = [=](int number) { return Access(ack) + Access(segment) * number; };
        const auto departure = [=](int number) {
            return Access(ack) + Bottleneck(ack) + Bottleneck(segment) * (number - 1);
        };
        std::vector<Expected> expected{{1, Event::ENQUEUE, arrival(1)},
                                       {2, Event::ENQUEUE, arrival(2)},
                                       {1, Event::DEQUEUE, departure(1)}};
        // With IPv6 the ACK is longer: then it is on the link until the third segment is there.
        const bool isThirdEarly = arrival(3) < departure(1);
        expected.insert(expected.end() - (isThirdEarly ? 1 : 0), {3, Event::ENQUEUE, arrival(3)});
        expected.push_back({4, Event::ENQUEUE, arrival(4)});
        for (int number = 5; number <= 10; ++number)
        {
            expected.push_back({static_cast<uint64_t>(number), Event::DROP, arrival(number)});
        }
        expected.push_back({2, Event::DEQUEUE, departure(2)});
        expected.push_back({3, Event::DEQUEUE, departure(3)});
        expected.push_back({4, Event::DEQUEUE, departure(4)});
        expected.push_back({2, Event::LOSS, departure(3) + 50000.0});

        const auto records = recorder.GetRecords();
        NS_TEST_ASSERT_MSG_GT(records.size(), expected.size(), "records");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(records[i].segment, expected[i].segment, "record " << i);
            NS_TEST_EXPECT_MSG_EQ((records[i].event == expected[i].event), true, "record " << i);
            NS_TEST_EXPECT_MSG_EQ(records[i].transmission, 1, "record " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(records[i].time,
                                      start + NanoSeconds(1000 * expected[i].microseconds),
                                      NanoSeconds(20),
                                      "record " << i);
        }
        CheckDrops(recorder, start + NanoSeconds(1000 * arrival(5)), records[14].time);
        const auto from = start;
        const auto to = start + MilliSeconds(40);
        NS_TEST_EXPECT_MSG_EQ(recorder.GetOctets(from, to, true),
                              4 * segment,
                              "octets of the flow");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetOctets(from, to), 4 * segment + m_ack, "octets");
    }

    void CheckDrops(const BottleneckRecorder& recorder, Time first, Time loss)
    {
        const auto none = Time(0);
        NS_TEST_EXPECT_MSG_EQ_TOL(recorder.GetNextDrop(none).value_or(none),
                                  first,
                                  NanoSeconds(20),
                                  "first drop");
        auto at = none;
        for (int number = 5; number <= 10; ++number)
        {
            at = recorder.GetNextDrop(at).value_or(none);
        }
        NS_TEST_EXPECT_MSG_EQ(recorder.GetNextDrop(at).value_or(none), loss, "seventh drop");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetNextDrop(Seconds(10000)).has_value(), false, "none");
    }

    /// The ACK of segment 1 sends 11 and 12. The rest is repaired as the release of ns-3 does it.
    void CheckRetransmissions(const BottleneckRecorder& recorder)
    {
        std::map<uint64_t, uint32_t> transmissions;
        std::vector<Event> seventh;
        for (const auto& record : recorder.GetRecords())
        {
            transmissions[record.segment] = record.transmission;
            if (record.segment == 7)
            {
                seventh.push_back(record.event);
            }
        }
        for (const uint64_t segment : {2, 5, 6, 8, 9, 10})
        {
            NS_TEST_EXPECT_MSG_GT(transmissions[segment], 1, "segment " << segment);
        }
        NS_TEST_EXPECT_MSG_GT(transmissions[7], 2, "its retransmission is lost");
        const std::vector<Event> expected{Event::DROP,
                                          Event::ENQUEUE,
                                          Event::DEQUEUE,
                                          Event::LOSS,
                                          Event::ENQUEUE,
                                          Event::DEQUEUE};
        NS_TEST_EXPECT_MSG_EQ((seventh == expected), true, "what happens to segment 7");

        std::size_t enqueued = 0;
        for (const auto event : {Event::ENQUEUE, Event::DROP})
        {
            NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(event, false).size(),
                                  6,
                                  "first transmissions");
            enqueued += recorder.GetSeries(event, true).size();
        }
        NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(Event::DEQUEUE, true).size(),
                              enqueued,
                              "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(Event::DROP, false).back().value, 10, "segment");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(Event::LOSS, false).size(), 1, "segment 2");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(Event::LOSS, true).size(), 1, "segment 7");
    }

    AddressFamily m_family;
    double m_ack; //!< octets of an ACK on the wire
};

/// Tests of BottleneckRecorder.
class BottleneckRecorderTestSuite : public TestSuite
{
  public:
    BottleneckRecorderTestSuite()
        : TestSuite("bottleneck-recorder", Type::UNIT)
    {
        AddTestCase(new BottleneckRecorderTestCase(AddressFamily::IPV4));
        AddTestCase(new BottleneckRecorderTestCase(AddressFamily::IPV6));
    }
};

BottleneckRecorderTestSuite g_bottleneckRecorderTestSuite; //!< registers itself

} // namespace
