/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/buffer-experiment.h"

#include "ns3/drop-tail-queue.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"

#include <ctime>
#include <gtest/gtest.h>

namespace BufferUseRecorderTests
{

using namespace ns3;
using namespace ns3::tcplossy;

/// Says that it sends and receives what a test wants.
class SayingSocket : public TcpSocketBase
{
  public:
    void Send(uint32_t sequence, uint32_t size)
    {
        TcpHeader header;
        header.SetSequenceNumber(SequenceNumber32(sequence));
        m_txTrace(Create<Packet>(size), header, this);
    }

    void Receive(uint32_t ack, uint8_t flags = TcpHeader::ACK)
    {
        TcpHeader header;
        header.SetAckNumber(SequenceNumber32(ack));
        header.SetFlags(flags);
        m_rxTrace(Create<Packet>(), header, this);
    }

    void Enter(TcpSocketState::TcpCongState_t state)
    {
        m_tcb->m_congState = state;
    }
};

/// Segments of 100 octets from 1000 on.
class BufferUseRecorderTest : public testing::Test
{
  protected:
    ~BufferUseRecorderTest() override
    {
        Simulator::Destroy();
    }

    void Record(BufferUseRecorder& recorder)
    {
        recorder.RecordSocket(m_socket);
        recorder.RecordQueue(m_queue);
        m_queue->Enqueue(Create<Packet>());
    }

    /// @param to an instant, which has come when this is over
    static void Advance(Time to)
    {
        Simulator::Stop(to - Simulator::Now());
        Simulator::Run();
    }

    void Send(uint32_t first, uint32_t last)
    {
        for (auto sequence = first; sequence < last; sequence += 100)
        {
            m_socket->Send(sequence, 100);
        }
    }

    /// Also a timeout has an end.
    void Repair(TcpSocketState::TcpCongState_t state)
    {
        m_socket->Enter(state);
        m_socket->Enter(TcpSocketState::CA_OPEN);
    }

    void Drop()
    {
        m_queue->Enqueue(Create<Packet>());
    }

    Ptr<SayingSocket> m_socket{CreateObject<SayingSocket>()};
    Ptr<Queue<Packet>> m_queue{
        CreateObjectWithAttributes<DropTailQueue<Packet>>("MaxSize",
                                                          QueueSizeValue(QueueSize("1p")))};
};

constexpr auto RECOVERY = TcpSocketState::CA_RECOVERY;
constexpr auto LOSS = TcpSocketState::CA_LOSS;

TEST_F(BufferUseRecorderTest, CountsBeginAtTheEndOfTheWarmUp)
{
    BufferUseRecorder recorder(Seconds(10));
    Record(recorder);
    const auto everything = [&] {
        Send(1000, 1100);
        Drop();
        Repair(RECOVERY);
        Repair(LOSS);
    };
    Send(1000, 1300);
    Advance(Seconds(10) - TimeStep(1));
    everything();
    EXPECT_EQ(recorder.GetCounts().largest, 0U);
    EXPECT_EQ(recorder.GetCounts().retransmissions, 0U);
    EXPECT_EQ(recorder.GetCounts().drops, 0U);
    EXPECT_EQ(recorder.GetCounts().recoveries, 0U);
    EXPECT_EQ(recorder.GetCounts().timeouts, 0U);
    Advance(Seconds(10));
    EXPECT_EQ(recorder.GetCounts().largest, 300U);
    everything();
    Drop();
    Repair(RECOVERY);
    Repair(RECOVERY);
    m_socket->Enter(TcpSocketState::CA_DISORDER);
    m_socket->Enter(TcpSocketState::CA_CWR);
    EXPECT_EQ(recorder.GetCounts().retransmissions, 1U);
    EXPECT_EQ(recorder.GetCounts().drops, 2U);
    EXPECT_EQ(recorder.GetCounts().recoveries, 3U);
    EXPECT_EQ(recorder.GetCounts().timeouts, 1U);
}

TEST_F(BufferUseRecorderTest, WithoutAnyDataNothingIsUnacknowledged)
{
    BufferUseRecorder recorder(Seconds(1));
    Record(recorder);
    m_socket->Send(1000, 0);
    m_socket->Receive(1000);
    Advance(Seconds(2));
    m_socket->Send(5000, 0);
    EXPECT_EQ(recorder.GetCounts().largest, 0U);
    Send(1000, 1100);
    EXPECT_EQ(recorder.GetCounts().largest, 100U);
    EXPECT_EQ(recorder.GetCounts().retransmissions, 0U);
}

// An ACK of a FIN is of one octet more than there are.
TEST_F(BufferUseRecorderTest, UnacknowledgedAndDeliveredAreData)
{
    BufferUseRecorder recorder{Time(0)};
    Record(recorder);
    Advance(Seconds(1));
    Send(1000, 1300);
    m_socket->Receive(1200);
    m_socket->Receive(1100);
    m_socket->Receive(1300, TcpHeader::SYN);
    Send(1300, 1400);
    Send(1200, 1300);
    EXPECT_EQ(recorder.GetCounts().largest, 300U);
    Send(1400, 1700);
    EXPECT_EQ(recorder.GetCounts().largest, 500U);
    EXPECT_EQ(recorder.GetCounts().retransmissions, 1U);
    m_socket->Receive(1701, TcpHeader::ACK | TcpHeader::PSH);
    EXPECT_EQ(recorder.GetUse().time, Time(0));
    EXPECT_EQ(recorder.GetGoodput(), 0.0);
    Advance(Seconds(4));
    recorder.Finish();
    EXPECT_EQ(recorder.GetUse().delivered, 700U);
    EXPECT_EQ(recorder.GetUse().time, Seconds(4));
    EXPECT_EQ(recorder.GetGoodput(), 1400.0);
}

TEST_F(BufferUseRecorderTest, ACycleLastsFromTheEndOfAnEpisodeToTheNext)
{
    BufferUseRecorder recorder{Time(0)};
    Record(recorder);
    Advance(Seconds(1));
    Send(1000, 1500);
    Repair(RECOVERY);
    // What comes to it later does not put its end off.
    Send(1500, 1700);
    Repair(LOSS);
    m_socket->Receive(1499);
    Advance(Seconds(2));
    m_socket->Receive(1500);
    Advance(Seconds(3));
    m_socket->Receive(1600);
    recorder.Finish();
    EXPECT_EQ(recorder.GetCycles(), 0U);
    EXPECT_EQ(recorder.GetUse().delivered, 600U);
    EXPECT_EQ(recorder.GetUse().time, Seconds(3));

    Repair(LOSS);
    Advance(Seconds(6));
    m_socket->Receive(1700);
    EXPECT_EQ(recorder.GetCycles(), 1U);
    EXPECT_EQ(recorder.GetUse().delivered, 200U);
    EXPECT_EQ(recorder.GetUse().time, Seconds(4));
    EXPECT_EQ(recorder.GetGoodput(), 400.0);

    Send(1700, 2000);
    Repair(RECOVERY);
    Advance(Seconds(7));
    m_socket->Receive(2000);
    Send(2000, 2100);
    m_socket->Receive(2100);
    EXPECT_EQ(recorder.GetCycles(), 2U);
    EXPECT_EQ(recorder.GetUse().delivered, 500U);
    EXPECT_EQ(recorder.GetUse().time, Seconds(5));
}

TEST_F(BufferUseRecorderTest, AnEpisodeThatEndsInTheWarmUpIsNoEnd)
{
    BufferUseRecorder recorder(Seconds(5));
    Record(recorder);
    for (const int second : {1, 6, 8})
    {
        Advance(Seconds(second));
        Send(1000 * second, 1000 * second + 100);
        Repair(RECOVERY);
        Advance(Seconds(second + 1));
        m_socket->Receive(1000 * second + 100);
    }
    EXPECT_EQ(recorder.GetCycles(), 1U);
    EXPECT_EQ(recorder.GetUse().time, Seconds(2));
}

TEST_F(BufferUseRecorderTest, CpuTimeIsThatOfTheInterval)
{
    BufferUseRecorder recorder{Time(0)};
    Advance(Seconds(1));
    const auto begin = std::clock();
    while (std::clock() - begin < CLOCKS_PER_SEC / 50)
    {
    }
    recorder.Finish();
    EXPECT_GE(recorder.GetUse().cpuSeconds, 0.02);
    EXPECT_LT(recorder.GetUse().cpuSeconds, 2.0);
}

TEST(BufferUseRecorderDeathTest, OnlyTcpAndQueuesAreRecorded)
{
    BufferUseRecorder recorder{Time(0)};
    EXPECT_DEATH(recorder.RecordQueue(nullptr), "the queue must not be null");
    EXPECT_DEATH(recorder.RecordSocket(nullptr), "the socket is no TCP socket");
    // Its begin is scheduled: the next test's simulation must not find it.
    Simulator::Destroy();
}

} // namespace BufferUseRecorderTests
