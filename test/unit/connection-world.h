/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONNECTION_WORLD_H
#define CONNECTION_WORLD_H

#include "ns3/fack-recovery.h"
#include "ns3/tcp-endpoint.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Opens and reduces as RFC 5681, section 3.1, and ns-3's TcpNewReno do; writes down what it hears.
struct PlainControl : ns3::WindowControl
{
    uint32_t Reduce(ns3::Window& window, uint32_t flight) override
    {
        ++reductions;
        lossWindow = window.GetLossWindowOfCut();
        isFastRetransmit = window.isFastRetransmit;
        return std::max(2 * window.mss, flight / 2);
    }

    void Open(ns3::Window& window, uint32_t segments) override
    {
        opened.push_back(segments);
        if (window.cwnd < window.ssthresh)
        {
            window.cwnd += window.mss;
            --segments;
        }
        if (window.cwnd >= window.ssthresh && segments > 0)
        {
            window.cwnd += std::max(1U, window.mss * window.mss / window.cwnd);
        }
    }

    void OnArrived(ns3::Window& window, uint32_t segments) override
    {
        arrived.push_back(segments);
        windows.push_back(window.cwnd);
    }

    void OnState(ns3::Window& window, ns3::Window::State state) override
    {
        states.push_back(state);
        threshold = window.ssthresh;
    }

    void OnEvent(ns3::Window& window, ns3::ControlEvent event) override
    {
        events.push_back(event);
        inFlight = window.inFlight;
    }

    void OnAckDone(ns3::Window& window, const AckOutcome&, uint32_t priorInFlight) override
    {
        acks.emplace_back(priorInFlight, window.inFlight);
    }

    std::optional<ns3::Instant> GetPace(const ns3::Window& window, uint32_t) override
    {
        pacedFlight = window.inFlight;
        return pace;
    }

    bool Regulates() const override
    {
        return regulates;
    }

    /// @return how often something has happened
    auto Count(ns3::ControlEvent event) const
    {
        return std::count(events.begin(), events.end(), event);
    }

    int reductions{0};                               //!< asked for
    uint32_t lossWindow{0};                          //!< `cwnd_loss` of the last one
    bool isFastRetransmit{false};                    //!< a repaired loss has asked for that
    std::vector<uint32_t> opened;                    //!< segments that open the window
    std::vector<uint32_t> arrived;                   //!< segments, by each ACK
    std::vector<uint32_t> windows;                   //!< `cwnd` then
    std::vector<ns3::Window::State> states;          //!< one after another
    std::vector<ns3::ControlEvent> events;           //!< one after another
    uint32_t inFlight{0};                            //!< at the last event
    std::vector<std::pair<uint32_t, uint32_t>> acks; //!< in flight before and after each
    uint32_t threshold{0};                           //!< at the last state
    std::optional<ns3::Instant> pace;                //!< between two segments
    bool regulates{false};                           //!< as BBR does
    mutable uint32_t pacedFlight{0};                 //!< in flight when it was asked for last
};

/// Brings the window to the threshold at once.
struct PlainLaw : ns3::ReductionLaw
{
    void Begin(ns3::Window& window, const Ack&, uint32_t, uint32_t) override
    {
        window.cwnd = isIdle ? window.cwnd : window.ssthresh;
    }

    void End(ns3::Window&) override
    {
        ++ends;
    }

    void OnSent(ns3::Window&, uint32_t octets) override
    {
        sent += octets;
    }

    uint64_t sent{0};   //!< octets, in its reductions
    uint32_t ends{0};   //!< reductions that ended
    bool isIdle{false}; //!< it leaves the window as it is
};

/// RFC 6298, section 2; a second is expected.
struct PlainRtt : ns3::RttSmoother
{
    Estimate OnSample(ns3::Instant sample) override
    {
        const auto error = sample - smoothed;
        variation =
            samples > 0 ? variation + (std::max(error, -error) - variation) / 4 : sample / 2;
        smoothed = samples > 0 ? smoothed + error / 8 : sample;
        ++samples;
        return GetEstimate();
    }

    Estimate GetEstimate() const override
    {
        return {smoothed, variation};
    }

    uint32_t samples{0};
    ns3::Instant smoothed{std::chrono::seconds(1)};
    ns3::Instant variation{0};
};

/// The way out of a connection's rooms: writes down what comes there.
struct RecordedEffects : ns3::TcpEndpoint::Host
{
    using Kind = ns3::ConnectionReport::Kind;

    void Emit(const ns3::OutgoingSegment& segment) override
    {
        sent.push_back(segment);
    }

    void Report(const ns3::ConnectionReport& report) override
    {
        reports.push_back(report);
        fault += report.kind == Kind::RECOVERY_FAULT ? report.reason : "";
    }

    void Tell(const ns3::ConnectionNotices& notices) override
    {
        told.push_back(notices);
    }

    void Mirror() override
    {
        ++mirrored;
    }

    /// @return the reports of one kind
    std::vector<ns3::ConnectionReport> GetReports(Kind kind) const
    {
        std::vector<ns3::ConnectionReport> found;
        std::copy_if(reports.begin(),
                     reports.end(),
                     std::back_inserter(found),
                     [kind](const auto& report) { return report.kind == kind; });
        return found;
    }

    std::vector<ns3::OutgoingSegment> sent;     //!< what went
    std::vector<ns3::ConnectionReport> reports; //!< what was traced
    std::vector<ns3::ConnectionNotices> told;   //!< to the application
    std::string fault;                          //!< rules that a loss recovery broke
    int mirrored{0};                            //!< times the connection was to be seen
};

/// Takes the segments of a sending half, and counts them.
struct CountedOutput : ns3::TcpDataSender::Output
{
    void SendData(ns3::OctetRange range, bool isRetransmission) override
    {
        ++segments;
        if (isRetransmission)
        {
            again.push_back(range.begin);
        }
    }

    void SendProbe(uint64_t, bool) override
    {
        ++probes;
    }

    bool MayFinJoin() const override
    {
        return isClosing;
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
        return givenUp == 0;
    }

    uint32_t GetPayloadRoom() const override
    {
        return 1000;
    }

    void AskForData() override
    {
    }

    int segments{0};             //!< with data, but probes
    bool isClosing{false};       //!< a FIN may go with the last data
    int probes{0};               //!< of the window
    int fins{0};                 //!< alone
    int givenUp{0};              //!< times
    std::vector<uint64_t> again; //!< positions of what went before
    std::function<void()> onFin; //!< follows
};

/// What a connection has around it: segments of 1000 octets, a window of 10, a clock.
struct ConnectionWorld
{
    ConnectionWorld()
    {
        using namespace std::chrono_literals;
        choice.handshake = {false, false, false, false, 2, 3s};
        window.mss = 1000;
        window.cwnd = 10000;
        choice.sender.timer.granularity = 1ms;
        choice.sender.makeRecovery = [this](bool, uint32_t mss, uint64_t start) {
            ns3::LossRecovery::Configuration configuration{mss, 3, true};
            configuration.start = start;
            auto recovery = makeRecovery ? makeRecovery() : std::make_unique<ns3::SackRecovery>();
            recovery->Start(configuration);
            return recovery;
        };
        choice.sender.buffer = 20000;
        choice.sender.persistTimeout = 6s;
        choice.receiver.acks.delay = 200ms;
        choice.receiver.buffer = 8000;
        choice.closing = {30s, 60s, false, false};
        choice.mss = 1000;
    }

    /// @return seconds since the beginning
    double GetNow() const
    {
        return std::chrono::duration<double>(timers.GetNow()).count();
    }

    /// @return a timeout in seconds
    static double GetSeconds(const ns3::RetransmissionTimer& timer)
    {
        return std::chrono::duration<double>(timer.GetRto()).count();
    }

    /// Timers expire. @param seconds until when, from the beginning
    void RunUntil(double seconds)
    {
        const auto end = ns3::Instant(std::llround(seconds * 1e9));
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
        sender.StartRoundTrips(ns3::TcpHandshake({}, timers), std::nullopt);
        sender.BeginWindow(10);
    }

    /// An ACK without data arrives at a sending half. @param ack a position @param window of the
    /// peer @param reported positions beyond a hole @param flags of it @return what it covers
    static ns3::TcpDataSender::Acknowledged HearAck(ns3::TcpDataSender& sender,
                                                    uint64_t ack,
                                                    uint16_t window = 20000,
                                                    ns3::OctetRange reported = {},
                                                    uint8_t flags = ns3::SegmentFields::ACK)
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
            header.blockCount = reported.Size() > 0 ? 1 : 0;
            header.blocks[0] = {static_cast<uint32_t>(reported.begin),
                                static_cast<uint32_t>(reported.end)};
            ns3::SackExchange::Report report;
            ns3::SackExchange().ReadBlocks(header, ack, sender.DescribeSent(ack), report);
            covered = sender.OnAck(segment, header, &report);
        }
        sender.UpdateTimers();
        return covered;
    }

    ns3::TcpDataSender::Ports ForSender()
    {
        return {control, law, rtt};
    }

    /// A timer that expired, and when.
    using Expiry = std::pair<ns3::ConnectionTimer, double>;
    /// Makes a loss recovery, which has not begun.
    using Maker = std::function<std::unique_ptr<ns3::LossRecovery>()>;

    ns3::TimerSet timers;                               //!< of what is tested
    std::vector<Expiry> expired;                        //!< which timers, at which second
    std::function<void(ns3::ConnectionTimer)> onExpiry; //!< follows
    RecordedEffects effects;
    ns3::Window window; //!< where there is no whole connection
    PlainControl control;
    PlainLaw law;
    PlainRtt rtt;
    ns3::RetransmissionTimer timer{{}, timers}; //!< of a receiver without a sender
    ns3::TcpConnection::Choice choice;
    Maker makeRecovery; //!< if not SackRecovery
};

#endif /* CONNECTION_WORLD_H */
