/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_VENO_CONNECTION_H
#define TCP_VENO_CONNECTION_H

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/flow-recorder.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <list>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/**
 * Drivers of Veno and its kin: the bare algorithm, call by call and by hand, and a flow over a path
 * with a queue.
 */
namespace venodriver
{

using namespace ns3;

constexpr uint32_t MSS = 1000;

/// A cut as the LossVerdict trace reports it.
struct Cut
{
    TcpSackVeno::Verdict verdict;
    uint32_t cwndLoss;
    uint32_t ssThresh;
    Time time; //!< when
};

/**
 * The algorithm without a socket: the test plays the socket's part, call by call, in the order in
 * which ns-3's socket calls a congestion control.
 */
class BareConnection
{
  public:
    explicit BareConnection(uint32_t isn = 0)
        : BareConnection(CreateObject<TcpSackVeno>(), isn)
    {
    }

    /**
     * @param control the algorithm
     * @param isn initial sequence number
     */
    explicit BareConnection(Ptr<TcpSackVeno> control, uint32_t isn = 0)
        : tcb(CreateObject<TcpSocketState>()),
          veno(control)
    {
        tcb->m_segmentSize = MSS;
        tcb->m_cWnd = 10 * MSS;
        tcb->m_ssThresh = 5 * MSS;
        tcb->m_highTxMark = SequenceNumber32(isn);
        tcb->m_lastAckedSeq = SequenceNumber32(isn + 1);
        veno->TraceConnectWithoutContext("LossVerdict",
                                         MakeCallback(&BareConnection::Judged, this));
    }

    /// The handshake ends.
    void Establish()
    {
        veno->Init(tcb);
        SetState(TcpSocketState::CA_OPEN);
        tcb->m_highTxMark = tcb->m_highTxMark.Get() + 1;
    }

    void Send(uint32_t segments)
    {
        for (uint32_t i = 0; i < segments; ++i)
        {
            tcb->m_highTxMark = tcb->m_highTxMark.Get() + MSS;
        }
    }

    /// New ACKs, each for one segment. The window stays as it is.
    void Ack(uint32_t segments)
    {
        for (uint32_t i = 0; i < segments; ++i)
        {
            tcb->m_lastAckedSeq = tcb->m_lastAckedSeq + MSS;
            veno->PktsAcked(tcb, 1, Seconds(1)); // a wrong sample: it must not be used
        }
    }

    /// One new ACK for several segments.
    void AckTogether(uint32_t segments)
    {
        tcb->m_lastAckedSeq = tcb->m_lastAckedSeq + segments * MSS;
        veno->PktsAcked(tcb, segments, Seconds(1)); // a wrong sample: it must not be used
    }

    /// A whole window goes out and is acknowledged one round trip later.
    void Round(Time rtt)
    {
        const uint32_t window = tcb->m_cWnd.Get() / MSS;
        Send(window);
        Wait(rtt);
        Ack(window);
    }

    static void Wait(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    void SetState(TcpSocketState::TcpCongState_t state)
    {
        veno->CongestionStateSet(tcb, state);
        tcb->m_congState = state;
    }

    /// Three duplicate ACKs. Flight and pipe are those of a full window with one loss.
    uint32_t FastRetransmit()
    {
        SetState(TcpSocketState::CA_DISORDER);
        SetState(TcpSocketState::CA_RECOVERY);
        tcb->m_ssThresh = veno->GetSsThresh(tcb, tcb->m_cWnd - 4 * MSS);
        return tcb->m_ssThresh;
    }

    /// The retransmission timer expires.
    uint32_t Timeout()
    {
        tcb->m_ssThresh = veno->GetSsThresh(tcb, tcb->m_cWnd);
        veno->CwndEvent(tcb, TcpSocketState::CA_EVENT_LOSS);
        SetState(TcpSocketState::CA_LOSS);
        tcb->m_cWnd = MSS;
        return tcb->m_ssThresh;
    }

    /// ECN's echo, and the PktsAcked() of the ACK that brought it.
    uint32_t Ecn()
    {
        tcb->m_ssThresh = veno->GetSsThresh(tcb, tcb->m_cWnd);
        tcb->m_congState = TcpSocketState::CA_CWR;
        veno->PktsAcked(tcb, 1, Seconds(1));
        return tcb->m_ssThresh;
    }

    /// All in flight is acknowledged and recovery ends.
    void Recover()
    {
        RecoverUpTo(tcb->m_highTxMark.Get());
    }

    /// All below a sequence number is acknowledged and recovery ends.
    void RecoverUpTo(SequenceNumber32 recoveryPoint)
    {
        tcb->m_lastAckedSeq = recoveryPoint;
        veno->PktsAcked(tcb, 1, Seconds(1));
        SetState(TcpSocketState::CA_OPEN);
    }

    double Backlog() const
    {
        return m_backlog;
    }

    Ptr<TcpSocketState> tcb;
    Ptr<TcpSackVeno> veno;
    std::vector<Cut> cuts;

    void TraceBacklog()
    {
        veno->TraceConnectWithoutContext("Backlog", MakeCallback(&BareConnection::Estimated, this));
    }

  private:
    void Judged(TcpSackVeno::Verdict verdict, uint32_t cwndLoss, uint32_t ssThresh)
    {
        cuts.push_back({verdict, cwndLoss, ssThresh, Simulator::Now()});
    }

    void Estimated(double, double backlog)
    {
        m_backlog = backlog;
    }

    double m_backlog{0.0};
};

inline std::string
NameOf(TcpSackVeno::Verdict verdict)
{
    std::ostringstream os;
    os << verdict;
    return os.str();
}

/// One bulk flow over a path with a queue, the socket being ns-3's unless told otherwise.
class FlowTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void Build(const std::string& variant, Time delay, uint32_t queue, std::list<uint32_t> drops)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(m_sack));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(m_timestamps));

        LossyDumbbellHelper dumbbell(1);
        for (const auto direction :
             {LossyDumbbellHelper::Direction::FORWARD, LossyDumbbellHelper::Direction::REVERSE})
        {
            dumbbell.SetDelay(direction, delay);
            dumbbell.SetQueue(direction, queue);
        }
        if (!m_losses)
        {
            auto losses = CreateObject<ReceiveListErrorModel>();
            losses->SetList(drops);
            m_losses = losses;
        }
        dumbbell.SetErrorModel(LossyDumbbellHelper::Direction::FORWARD, m_losses);
        dumbbell.SetTrafficControl(m_trafficControl);
        dumbbell.Build();
        dumbbell.AssignStreams(0);
        m_bottleneckQueue = dumbbell.GetBottleneckQueue(LossyDumbbellHelper::Direction::FORWARD);
        const TcpVariantPreset preset(variant, m_socket);
        preset.Install(dumbbell.GetSenders());

        BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
        auto senders = sender.Install(dumbbell.GetSenders());
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001));
        auto receivers = receiver.Install(dumbbell.GetReceivers());
        m_sender = DynamicCast<BulkSendApplication>(senders.Get(0));
        flow.RecordSender(m_sender);
        flow.RecordReceiver(DynamicCast<PacketSink>(receivers.Get(0)));
        const auto control = preset.GetCongestionControl();
        if (control == TcpSackVeno::GetTypeId() || control.IsChildOf(TcpSackVeno::GetTypeId()))
        {
            flow.TraceCongestionControl("Backlog");
            Simulator::Schedule(TimeStep(2), &FlowTestCase::TraceVerdicts, this);
        }
    }

    void RunUntil(Time end)
    {
        Simulator::Stop(end);
        Simulator::Run();
        Simulator::Destroy();
        Config::Reset();
    }

    /// The socket, from just after the start on.
    Ptr<Socket> GetSocket() const
    {
        return m_sender->GetSocket();
    }

    /**
     * The congestion control cut its window.
     * @param cut the last one of cuts
     */
    virtual void WindowCut([[maybe_unused]] const Cut& cut)
    {
    }

    /// The socket exists.
    virtual void Started()
    {
    }

    FlowRecorder flow;
    std::vector<Cut> cuts;
    Ptr<ErrorModel> m_losses;      //!< forward, in place of the list
    std::string m_socket{"stock"}; //!< a name of TcpVariantPreset
    bool m_sack{true};
    bool m_timestamps{false};
    bool m_trafficControl{false};
    Ptr<Queue<Packet>> m_bottleneckQueue; //!< forward

  private:
    void TraceVerdicts()
    {
        PointerValue control;
        GetSocket()->GetAttribute("CongestionOps", control);
        control.Get<TcpSackVeno>()->TraceConnectWithoutContext(
            "LossVerdict",
            MakeCallback(&FlowTestCase::Judged, this));
        Started();
    }

    void Judged(TcpSackVeno::Verdict verdict, uint32_t cwndLoss, uint32_t ssThresh)
    {
        cuts.push_back({verdict, cwndLoss, ssThresh, Simulator::Now()});
        WindowCut(cuts.back());
    }

    Ptr<BulkSendApplication> m_sender;
};

} // namespace venodriver

#endif /* TCP_VENO_CONNECTION_H */
