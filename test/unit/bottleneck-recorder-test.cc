/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/hand-made-packet.h"

#include "ns3/bottleneck-recorder.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/inet-socket-address.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace
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

} // namespace
} // namespace ns3
