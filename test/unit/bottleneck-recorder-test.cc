/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/hand-made-packet.h"

#include "ns3/bottleneck-recorder.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/inet-socket-address.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/node-container.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace BottleneckRecorderTests
{

using dumbbells::HandMade;
using Event = BottleneckRecorder::Event;

/// A queue that is filled and emptied by hand, and the far end of the link behind it.
class Bottleneck : public testing::Test
{
  protected:
    Bottleneck()
        : recorder(100, InetSocketAddress("10.0.0.2", 2))
    {
        NodeContainer nodes(2);
        const auto devices = LossyPathHelper().Install(nodes.Get(0), nodes.Get(1));
        farEnd = DynamicCast<PathNetDevice>(devices.Get(1));
        farEnd->SetReceiveCallback(NetDevice::ReceiveCallback(
            [](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) { return true; }));
        recorder.RecordLink(queue, farEnd);
        queue->Enqueue(HandMade{500, 0, TcpHeader::SYN}.Make());
        queue->Dequeue();
    }

    ~Bottleneck() override
    {
        Simulator::Destroy();
    }

    /// A packet goes through the queue onto the link. @param sequence of its first octet, of 100
    Ptr<Packet> Pass(uint32_t sequence)
    {
        return Pass(HandMade{sequence, 100}.Make());
    }

    Ptr<Packet> Pass(Ptr<Packet> packet)
    {
        queue->Enqueue(packet);
        return queue->Dequeue()->Copy();
    }

    std::vector<uint64_t> GetLost() const
    {
        std::vector<uint64_t> lost;
        for (const auto& record : recorder.GetRecords())
        {
            if (record.event == Event::LOSS)
            {
                lost.push_back(10 * record.segment + record.transmission);
            }
        }
        return lost;
    }

    Ptr<DropTailQueue<Packet>> queue{CreateObject<DropTailQueue<Packet>>()};
    Ptr<PathNetDevice> farEnd;
    BottleneckRecorder recorder;
};

TEST_F(Bottleneck, LossesAreOfTheSegmentsThatTheLinkHad)
{
    const auto first = Pass(501);
    const auto second = Pass(601);
    const auto third = Pass(701);
    farEnd->Lose(first);
    farEnd->Receive(second);
    farEnd->Lose(third);
    EXPECT_EQ(GetLost(), (std::vector<uint64_t>{11, 31}));
}

TEST_F(Bottleneck, PacketsMayOvertakeOneAnother)
{
    const auto first = Pass(501);
    const auto second = Pass(601);
    const auto third = Pass(701);
    farEnd->Receive(third);
    farEnd->Lose(first);
    farEnd->Lose(second);
    EXPECT_EQ(GetLost(), (std::vector<uint64_t>{11, 21}));
}

TEST_F(Bottleneck, ARetransmissionMayBeTheSamePacket)
{
    const auto packet = HandMade{501, 100}.Make();
    const auto original = Pass(packet);
    const auto again = Pass(packet);
    farEnd->Receive(original);
    farEnd->Lose(again);
    EXPECT_EQ(GetLost(), (std::vector<uint64_t>{12}));
}

TEST_F(Bottleneck, WhatIsNotOfTheFlowIsNotRecorded)
{
    const auto other = Pass(HandMade{501, 100, TcpHeader::ACK, 1, 3}.Make());
    farEnd->Lose(other);
    EXPECT_TRUE(GetLost().empty());
}

TEST_F(Bottleneck, TheSameLinkAgainIsRecordedOnce)
{
    recorder.RecordLink(queue, farEnd);
    farEnd->Lose(Pass(501));
    EXPECT_EQ(GetLost(), (std::vector<uint64_t>{11}));
    EXPECT_EQ(recorder.GetSeries(Event::ENQUEUE, false).size(), 1U);
    EXPECT_TRUE(recorder.GetSeries(Event::ENQUEUE, true).empty());
    EXPECT_DEATH(recorder.RecordLink(CreateObject<DropTailQueue<Packet>>(), farEnd),
                 "records another link already; each link needs a recorder of its own");
}

TEST_F(Bottleneck, InAnotherSimulationTheRecordBeginsAnew)
{
    farEnd->Lose(Pass(501));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
    queue = CreateObject<DropTailQueue<Packet>>();
    recorder.RecordLink(queue, farEnd);
    // A connection of the same ends, whose numbers begin as in the first simulation.
    Pass(HandMade{500, 0, TcpHeader::SYN}.Make());
    ns3compat::ScheduleCall(Seconds(2), [this] { farEnd->Lose(Pass(501)); });
    Simulator::Run();
    EXPECT_EQ(GetLost(), (std::vector<uint64_t>{11}));
    EXPECT_EQ(recorder.GetRecords().size(), 3U);
    EXPECT_EQ(recorder.GetOctets(Time(0), Seconds(2), true), 0U);
}

TEST_F(Bottleneck, CountsOctetsThatLeaveInAnIntervalOfTheFlowOrOfAll)
{
    uint32_t octets = 0;
    for (const int second : {1, 2, 3})
    {
        ns3compat::ScheduleCall(Seconds(second), [this, &octets, second] {
            octets = Pass(500 + 100 * second - 99)->GetSize();
            Pass(HandMade{501, 200, TcpHeader::ACK, 1, 3}.Make());
        });
    }
    Simulator::Run();
    EXPECT_EQ(recorder.GetOctets(Seconds(1), Seconds(3), true), 2 * octets);
    EXPECT_EQ(recorder.GetOctets(Seconds(1), Seconds(3)), 2 * (2 * octets + 100));
    EXPECT_EQ(recorder.GetOctets(Seconds(2), Seconds(2), true), 0U);
}

TEST_F(Bottleneck, TheNextDropIsLaterBeItInTheQueueOrBehindIt)
{
    queue->SetMaxSize(QueueSize("1p"));
    ns3compat::ScheduleCall(Seconds(1), [this] {
        queue->Enqueue(HandMade{501, 100}.Make());
        queue->Enqueue(HandMade{601, 100}.Make());
    });
    ns3compat::ScheduleCall(Seconds(2), [this] { farEnd->Lose(queue->Dequeue()->Copy()); });
    Simulator::Run();
    EXPECT_EQ(recorder.GetNextDrop(Seconds(1) - TimeStep(1)), Seconds(1));
    EXPECT_EQ(recorder.GetNextDrop(Seconds(1)), Seconds(2));
    EXPECT_FALSE(recorder.GetNextDrop(Seconds(2)));
    const auto drops = recorder.GetDrops();
    ASSERT_EQ(drops.size(), 2U);
    EXPECT_EQ(drops[0].value, 2);
    EXPECT_EQ(drops[1].value, 1);
    EXPECT_EQ(recorder.GetSeries(Event::DROP, false).size(), 1U);
    EXPECT_TRUE(recorder.GetSeries(Event::DROP, true).empty());
}

} // namespace BottleneckRecorderTests

} // namespace ns3
