/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIRELESS_PATH_PROBE_H
#define WIRELESS_PATH_PROBE_H

#include "isolated-test-case.h"

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/flow-recorder.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/wireless-path-helper.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy-tests
 *
 * @brief UDP packets from a source to its destination, which sends each of them back.
 */
class UdpEcho
{
  public:
    /**
     * @brief Open the sockets.
     * @param path a path that is built
     * @param flow index of the flow
     */
    UdpEcho(const WirelessPathHelper& path, uint32_t flow)
        : m_source(Open(path.GetSenders().Get(flow))),
          m_destination(Open(path.GetReceivers().Get(flow)))
    {
        m_destination->Bind(path.GetAnyAddress(PORT));
        m_destination->SetRecvCallback(MakeCallback(&UdpEcho::Arrive, this));
        m_source->SetRecvCallback(MakeCallback(&UdpEcho::Return, this));
        m_source->Connect(path.GetReceiverAddress(flow, PORT));
    }

    /**
     * @brief Plan to send packets, one after the other has come back.
     * @param packets how many
     * @param payload octets of UDP payload
     * @param start when the first one is sent
     * @param interval from one to the next
     */
    void SendMany(uint32_t packets, uint32_t payload, Time start, Time interval)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            Simulator::Schedule(start + interval * static_cast<int64_t>(i),
                                &UdpEcho::Send,
                                this,
                                payload);
        }
    }

    std::vector<Time> forward;   //!< times to the destination, of packets that arrived
    std::vector<Time> roundTrip; //!< times there and back, of packets that came back

  private:
    static constexpr uint16_t PORT = 7;

    static Ptr<Socket> Open(Ptr<Node> node)
    {
        return Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    }

    void Send(uint32_t payload)
    {
        m_sent = Simulator::Now();
        m_source->Send(Create<Packet>(payload));
    }

    void Arrive(Ptr<Socket> socket)
    {
        Address from;
        while (const auto packet = socket->RecvFrom(from))
        {
            forward.push_back(Simulator::Now() - m_sent);
            socket->SendTo(packet, 0, from);
        }
    }

    void Return(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            roundTrip.push_back(Simulator::Now() - m_sent);
        }
    }

    Ptr<Socket> m_source;
    Ptr<Socket> m_destination;
    Time m_sent;
};

/**
 * @ingroup tcp-lossy-tests
 *
 * @brief What one bulk flow did.
 */
struct BulkFlow
{
    uint64_t octets{0};             //!< octets read
    std::size_t retransmissions{0}; //!< segments sent again

    /// @brief Compare. @param other another one @return whether both did the same
    bool operator==(const BulkFlow& other) const
    {
        return octets == other.octets && retransmissions == other.retransmissions;
    }
};

/**
 * @ingroup tcp-lossy-tests
 *
 * @brief What tests of wireless paths share.
 */
class WirelessPathTestCase : public IsolatedTestCase
{
  public:
    using IsolatedTestCase::IsolatedTestCase;

  protected:
    /// Stations have associated by then.
    static constexpr int64_t START = 1;

    /**
     * @brief One bulk flow each, of SACK.
     * @param path with all parameters set
     * @param end when the simulation ends
     * @return what each flow did
     */
    static std::vector<BulkFlow> RunBulk(WirelessPathHelper& path, Time end)
    {
        constexpr uint16_t PORT = 5001;
        constexpr uint32_t SEGMENT = 1000;
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
        path.Build();
        path.AssignStreams(0);
        TcpVariantPreset("sack").Install(path.GetSenders());
        std::list<FlowRecorder> recorders;
        for (uint32_t flow = 0; flow < path.GetSenders().GetN(); ++flow)
        {
            BulkSendHelper sender("ns3::TcpSocketFactory", path.GetReceiverAddress(flow, PORT));
            // Writes of whole segments: others are sent as segments of several sizes.
            sender.SetAttribute("SendSize", UintegerValue(SEGMENT));
            auto senders = sender.Install(path.GetSenders().Get(flow));
            senders.Start(Seconds(START));
            PacketSinkHelper sink("ns3::TcpSocketFactory", path.GetAnyAddress(PORT));
            const auto sinks = sink.Install(path.GetReceivers().Get(flow));
            auto& recorder = recorders.emplace_back();
            recorder.RecordSender(DynamicCast<BulkSendApplication>(senders.Get(0)));
            recorder.RecordReceiver(DynamicCast<PacketSink>(sinks.Get(0)));
        }
        RunUntil(end);
        std::vector<BulkFlow> flows;
        for (const auto& recorder : recorders)
        {
            flows.push_back(
                {recorder.GetReceivedBytes(Time(0), end), recorder.GetRetransmissions().size()});
        }
        CleanUp();
        return flows;
    }

    /**
     * @brief Check that a number of lost packets is that of independent losses.
     * @param lost the number
     * @param packets of how many
     * @param probability of each one's loss
     */
    void CheckLost(std::size_t lost, uint32_t packets, double probability)
    {
        // Five standard deviations of the binomial distribution.
        const double deviation = std::sqrt(packets * probability * (1.0 - probability));
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(lost),
                                  packets * probability,
                                  5.0 * deviation,
                                  "lost of " << packets << " at " << probability);
    }
};

/**
 * @ingroup tcp-lossy-tests
 *
 * @brief A run is decided by its number.
 */
class WirelessPathRepeatTestCase : public WirelessPathTestCase
{
  public:
    /// @brief For a form of the hop. @param hop its name
    explicit WirelessPathRepeatTestCase(std::string hop)
        : WirelessPathTestCase("The same run gives the same flows, another one others, " + hop),
          m_hop(std::move(hop))
    {
    }

  private:
    void DoRun() override
    {
        const auto first = RunNumber(1);
        const auto again = RunNumber(1);
        const auto other = RunNumber(2);
        RngSeedManager::SetRun(1);
        NS_TEST_EXPECT_MSG_EQ((first == again), true, "run 1 twice");
        NS_TEST_EXPECT_MSG_EQ((first == other), false, "runs 1 and 2");
    }

    std::vector<BulkFlow> RunNumber(uint64_t run) const
    {
        RngSeedManager::SetRun(run);
        const auto path = WirelessPathHelper::Create(m_hop, 2);
        path->SetPacketLoss(0.05);
        path->SetRetryLimit(0);
        return RunBulk(*path, Seconds(8));
    }

    std::string m_hop;
};

} // namespace ns3

#endif /* WIRELESS_PATH_PROBE_H */
