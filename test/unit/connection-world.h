/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONNECTION_WORLD_H
#define CONNECTION_WORLD_H

#include "ns3/fack-recovery.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-connection.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// The way out of a connection's rooms: writes down what comes there.
struct RecordedEffects : ns3::ConnectionEffects
{
    /// A segment that went.
    struct Segment
    {
        uint32_t size;                   //!< octets of data
        ns3::TcpHeader header;           //!< as it went
        ns3::ns3compat::PacketKind kind; //!< for IP
    };

    void Emit(ns3::Ptr<ns3::Packet> packet,
              ns3::TcpHeader& header,
              ns3::ns3compat::PacketKind kind) override
    {
        sent.push_back({packet->GetSize(), header, kind});
    }

    void Report(const ns3::ConnectionReport& report) override
    {
        reports.push_back(report);
    }

    void Tell(const ns3::ConnectionNotices& notices) override
    {
        told.push_back(notices);
    }

    void AskForData() override
    {
    }

    void Publish(const ns3::Negotiated&) override
    {
    }

    std::unique_ptr<ns3::LossRecovery> MakeRecovery(uint64_t start) const override
    {
        ns3::LossRecovery::Configuration configuration{1000, 3, true};
        configuration.start = start;
        std::unique_ptr<ns3::LossRecovery> recovery =
            makeRecovery ? makeRecovery() : std::make_unique<ns3::SackRecovery>();
        recovery->Start(configuration);
        return recovery;
    }

    [[noreturn]] void RefuseRecovery(const std::string& fault) const override
    {
        throw std::logic_error(fault);
    }

    ns3::HostLimits GetLimits() const override
    {
        return {1460, 2};
    }

    void UpdatePacing() override
    {
        ++pacingUpdates;
    }

    bool IsPaced() const override
    {
        return isPaced;
    }

    /// @return the reports of one kind
    std::vector<ns3::ConnectionReport> GetReports(ns3::ConnectionReport::Kind kind) const
    {
        std::vector<ns3::ConnectionReport> found;
        std::copy_if(reports.begin(),
                     reports.end(),
                     std::back_inserter(found),
                     [kind](const auto& report) { return report.kind == kind; });
        return found;
    }

    /// Makes another loss recovery than the usual one.
    using Maker = std::function<std::unique_ptr<ns3::LossRecovery>()>;

    Maker makeRecovery;                         //!< if not the usual one
    int pacingUpdates{0};                       //!< times the rate was to be set anew
    bool isPaced{false};                        //!< segments wait for the pacing rate
    std::vector<Segment> sent;                  //!< what went
    std::vector<ns3::ConnectionReport> reports; //!< what was traced
    std::vector<ns3::ConnectionNotices> told;   //!< to the application
};

/// Takes the segments of a sending half, and counts them.
struct CountedOutput : ns3::TcpDataSender::Output
{
    void SendData(ns3::Ptr<ns3::Packet>, ns3::OctetRange range, bool isRetransmission) override
    {
        ++segments;
        if (isRetransmission)
        {
            again.push_back(range.begin);
        }
    }

    void SendProbe(ns3::Ptr<ns3::Packet>, uint64_t) override
    {
        ++probes;
    }

    void SendFin() override
    {
        ++fins;
        if (onFin)
        {
            onFin();
        }
    }

    void GiveUp() override
    {
        ++givenUp;
    }

    bool IsOpen() const override
    {
        return true;
    }

    uint32_t GetPayloadRoom() const override
    {
        return 1000;
    }

    int segments{0};             //!< with data, but probes
    int probes{0};               //!< of the window
    int fins{0};                 //!< alone
    int givenUp{0};              //!< times
    std::vector<uint64_t> again; //!< positions of what went before
    std::function<void()> onFin; //!< follows
};

/// What the state machine shares with a socket.
struct ConnectionShare
{
    ns3::TracedValue<ns3::TcpSocket::TcpStates_t> state{ns3::TcpSocket::CLOSED};
    ns3::TracedValue<ns3::SequenceNumber32> highestReceived;
    ns3::TracedValue<ns3::SequenceNumber32> highestAck;
    ns3::TracedValue<ns3::SequenceNumber32> reductionToldAt;
    ns3::SequenceNumber32 ackSent;
    bool closesWhenSent{false};
    bool closesAfterPeer{false};
    bool endNotified{false};
    double msl{30};
    ns3::Time finWait2Timeout{ns3::Seconds(60)};
    ns3::Time granularity{ns3::MilliSeconds(1)};
};

/// What the sending half shares with a socket.
struct SenderShare
{
    bool noDelay{true};
    ns3::Time persistTimeout{ns3::Seconds(6)};
    ns3::TracedValue<ns3::Time> rto;
    ns3::TracedValue<uint32_t> sendWindow;
    ns3::TracedValue<ns3::SequenceNumber32> echoedAck;
};

/// What the receiving half shares with a socket.
struct ReceiverShare
{
    uint32_t delayedAckCount{2};
    ns3::Time mostAckDelay; // 0: the delay does not adapt
    ns3::Time delayedAckTimeout{ns3::MilliSeconds(200)};
    uint16_t maxWindow{UINT16_MAX};
    uint32_t quickAcks{0};
    bool duplicateSack{true};
    uint32_t mostBuffer{0};
    ns3::TracedValue<uint32_t> receiveWindow;
    ns3::TracedValue<ns3::SequenceNumber32> markedAt;
};

/// What a connection shares with a socket, without one: segments of 1000 octets.
struct ConnectionWorld
{
    ConnectionWorld()
    {
        tcb->m_segmentSize = 1000;
        tcb->m_cWnd = 10000;
        tcb->m_initialCWnd = 10;
        tcb->m_rxBuffer = ns3::CreateObject<ns3::TcpRxBuffer>();
        tcb->m_rxBuffer->SetMaxBufferSize(8000);
        buffer->SetMaxBufferSize(20000);
    }

    ~ConnectionWorld()
    {
        ns3::Simulator::Destroy();
    }

    /// @return seconds since the beginning
    double GetNow() const
    {
        return std::chrono::duration<double>(timers.GetNow()).count();
    }

    /// Timers expire. @param seconds until when, from the beginning
    void RunUntil(double seconds)
    {
        const auto end = ns3::TimerSet::Instant(std::llround(seconds * 1e9));
        for (auto next = timers.GetEarliest(); next && *next <= end; next = timers.GetEarliest())
        {
            timers.SetNow(*next);
            while (const auto timer = timers.TakeDue())
            {
                expired.emplace_back(*timer, GetNow());
                if (onExpiry)
                {
                    onExpiry(*timer);
                }
            }
        }
        timers.SetNow(end);
    }

    /// The handshake of a sending half is over, without a sample: a window of 10 segments, a
    /// timeout of a second, and a peer that takes 20,000 octets. @param first position of the first
    /// octet
    void BeginSending(ns3::TcpDataSender& sender, uint64_t first)
    {
        sender.Establish(first, {});
        sender.ResetSendWindow(0, 20000);
        const ns3::TcpHandshake handshake({false, false, false, false, 1, std::chrono::seconds(1)},
                                          first - 1,
                                          timers);
        sender.StartRoundTrips(handshake, machine.granularity, std::nullopt);
        sender.BeginWindow(10);
    }

    /// An ACK without data arrives at a sending half. @param ack a position @param window of the
    /// peer @param reported positions beyond a hole @param flags of it @return what it covers
    static ns3::TcpDataSender::Acknowledged HearAck(ns3::TcpDataSender& sender,
                                                    uint64_t ack,
                                                    uint16_t window = 20000,
                                                    ns3::OctetRange reported = {},
                                                    uint8_t flags = ns3::TcpHeader::ACK)
    {
        ns3::SegmentFields header;
        header.flags = flags;
        header.acknowledgment = static_cast<uint32_t>(ack);
        header.window = window;
        ns3::SegmentAcceptance::Segment segment;
        segment.ack = ack;
        ns3::TcpDataSender::Acknowledged covered;
        if (sender.ReadWindow(segment, window))
        {
            sender.DescribeSent(ack);
            ns3::SackExchange::Report report;
            if (reported.Size() > 0)
            {
                report.blocks.push_back(reported);
            }
            covered = sender.OnAck(segment, header, &report);
        }
        sender.UpdateTimers();
        return covered;
    }

    ns3::ConnectionVariables ForConnection()
    {
        return {machine.state,
                machine.highestReceived,
                machine.highestAck,
                machine.reductionToldAt,
                machine.ackSent,
                machine.closesWhenSent,
                machine.closesAfterPeer,
                machine.endNotified,
                machine.msl,
                machine.finWait2Timeout,
                machine.granularity};
    }

    ns3::SenderVariables ForSender()
    {
        return {tcb,
                buffer,
                control,
                law,
                rates,
                rtt,
                sending.noDelay,
                sending.persistTimeout,
                sending.rto,
                sending.sendWindow,
                sending.echoedAck};
    }

    ns3::ReceiverVariables ForReceiver()
    {
        return {tcb,
                control,
                {receiving.delayedAckCount,
                 receiving.delayedAckTimeout,
                 receiving.mostAckDelay,
                 receiving.quickAcks,
                 sending.rto,
                 rtt},
                receiving.maxWindow,
                receiving.duplicateSack,
                receiving.mostBuffer,
                receiving.receiveWindow,
                receiving.markedAt};
    }

    ns3::TcpConnection::Variables ForAll()
    {
        return {ForConnection(), ForSender(), ForReceiver()};
    }

    /// A timer that expired, and when.
    using Expiry = std::pair<ns3::ConnectionTimer, double>;

    ns3::TimerSet timers;                               //!< of what is tested
    std::vector<Expiry> expired;                        //!< which timers, at which second
    std::function<void(ns3::ConnectionTimer)> onExpiry; //!< follows
    RecordedEffects effects;
    ns3::Ptr<ns3::TcpSocketState> tcb = ns3::CreateObject<ns3::TcpSocketState>();
    ns3::Ptr<ns3::TcpTxBuffer> buffer = ns3::CreateObject<ns3::TcpTxBuffer>();
    ns3::Ptr<ns3::TcpCongestionOps> control = ns3::CreateObject<ns3::TcpNewReno>();
    ns3::Ptr<ns3::TcpRecoveryOps> law = ns3::CreateObject<ns3::TcpClassicRecovery>();
    ns3::Ptr<ns3::TcpRateOps> rates = ns3::CreateObject<ns3::TcpRateLinux>();
    ns3::Ptr<ns3::RttEstimator> rtt = ns3::CreateObject<ns3::RttMeanDeviation>();
    ConnectionShare machine;
    SenderShare sending;
    ReceiverShare receiving;
};

#endif /* CONNECTION_WORLD_H */
