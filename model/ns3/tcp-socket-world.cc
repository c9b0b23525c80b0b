/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "end-point-pair.h"
#include "tcp-scoreboard-socket.h"

#include "ns3/log.h"
#include "ns3/ns3-values.h"
#include "ns3/simulator.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"

#include <map>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpSocketWorld");

void
TcpScoreboardSocket::World::Show()
{
    auto& current = *m_socket.m_current;
    auto& connection = current.connection;
    auto& sender = connection.GetSender();
    auto& receiver = connection.GetReceiver();
    current.control.Show(connection.GetWindow());
    if (const auto rto = sender.GetTimer().GetRto(); current.shownRto != rto)
    {
        current.shownRto = rto;
        m_socket.m_rto = ToTime(rto);
    }
    const auto& marks = connection.GetMarks();
    Update(m_socket.m_rWnd, static_cast<uint32_t>(sender.GetSendWindow().GetWindow()));
    Update(m_socket.m_advWnd, receiver.GetOffered());
    Update(m_socket.m_highRxMark, SequenceNumber32(marks.received));
    Update(m_socket.m_highRxAckMark, SequenceNumber32(marks.acknowledged));
    Update(m_socket.m_ecnCWRSeq, SequenceNumber32(marks.reductionTold));
    Update(m_socket.m_ecnEchoSeq, SequenceNumber32(sender.GetEchoedAck()));
    Update(m_socket.m_ecnCESeq, SequenceNumber32(receiver.GetMarkedAt()));
    m_socket.m_highTxAck = ToSequence(receiver.GetTimestamps().GetLastAckSent());
    m_socket.m_txBuffer->SetMaxBufferSize(sender.GetSettings().buffer);
    m_socket.m_tcb->m_rxBuffer->SetMaxBufferSize(receiver.GetSettings().buffer);
    Update(m_socket.m_state, Convert<TcpStates_t>(connection.GetState()));
}

void
TcpScoreboardSocket::World::Mirror()
{
    Show();
    m_socket.m_current->SetAlarm(m_socket);
}

void
TcpScoreboardSocket::World::Tell(const ConnectionNotices& notices)
{
    if (notices.isOver)
    {
        EndConnection();
        return;
    }
    auto& current = *m_socket.m_current;
    const auto& connection = current.connection;
    if (notices.accepted || notices.end)
    {
        Show();
    }
    const TcpEndpoint::Call call(current.endpoint);
    if (notices.sent)
    {
        TellSent(*notices.sent);
    }
    if (notices.accepted)
    {
        Address peer;
        m_socket.GetPeerName(peer);
        m_socket.NotifyNewConnectionCreated(&m_socket, peer);
    }
    if (notices.room && connection.IsOpen() && !current.endpoint.IsCloseAsked() &&
        m_socket.GetTxAvailable() > 0)
    {
        m_socket.NotifySend(m_socket.GetTxAvailable());
    }
    if (notices.data && connection.IsOpen() && !m_socket.m_shutdownRecv)
    {
        m_socket.NotifyDataRecv();
    }
    if (notices.end && connection.IsOpen())
    {
        m_socket.NotifyNormalClose();
    }
}

void
TcpScoreboardSocket::World::TellSent(const SegmentSizes& sizes)
{
    const auto* current = m_socket.m_current.get();
    for (const auto size : sizes)
    {
        if (m_socket.m_current.get() == current)
        {
            m_socket.NotifyDataSent(size);
        }
    }
}

void
TcpScoreboardSocket::World::EndConnection()
{
    const auto current = m_socket.m_current;
    const auto end = *current->connection.GetEnd();
    m_socket.CancelAllTimers();
    m_socket.m_ingress.Unregister();
    if (const auto left = current->connection.GetPositionLeft())
    {
        EndPointPair(m_socket.m_endPoint, m_socket.m_endPoint6)
            .LeaveNumber(m_socket.m_node, ToSequence(*left));
    }
    current->Abandon();
    m_socket.DeallocateEndPoint();
    // Last, because whoever traces the state may open another connection.
    m_socket.m_state = CLOSED;
    using Notice = void (TcpScoreboardSocket::*)();
    const std::map<TcpConnection::End, Notice> notices{
        {TcpConnection::End::NORMAL, &TcpScoreboardSocket::NotifyNormalClose},
        {TcpConnection::End::ERROR, &TcpScoreboardSocket::NotifyErrorClose},
        {TcpConnection::End::FAILED, &TcpScoreboardSocket::NotifyConnectionFailed}};
    const auto notice = notices.find(end);
    if (m_socket.m_current == current && notice != notices.end())
    {
        (m_socket.*notice->second)();
    }
}

void
TcpScoreboardSocket::World::Emit(const OutgoingSegment& segment)
{
    auto& current = *m_socket.m_current;
    if (segment.header.Has(SegmentFields::SYN | SegmentFields::FIN | SegmentFields::RST))
    {
        Show();
    }
    else
    {
        current.control.Show(current.connection.GetWindow());
    }
    const auto packet = current.TakePayload(segment);
    auto header = MakeTcpHeader(segment.header, m_socket.m_timestamps);
    const EndPointPair endPoint(m_socket.m_endPoint, m_socket.m_endPoint6);
    m_socket.TagPacket(packet, segment.kind);
    endPoint.WritePorts(header);
    if (segment.kind == SegmentKind::RETRANSMISSION)
    {
        m_socket.TraceRetransmission(packet,
                                     header,
                                     endPoint.GetLocalAddress(),
                                     endPoint.GetPeerAddress());
    }
    m_socket.m_txTrace(packet, header, &m_socket);
    endPoint.Send(*m_socket.m_tcp, packet, header, m_socket.m_boundnetdevice);
}

void
TcpScoreboardSocket::World::Report(const ConnectionReport& report)
{
    auto& current = *m_socket.m_current;
    if (report.kind != ConnectionReport::Kind::PROGRESS)
    {
        Show();
    }
    switch (report.kind)
    {
    case ConnectionReport::Kind::NEGOTIATED:
        m_socket.m_negotiated = current.connection.GetNegotiated();
        m_socket.m_sndWindShift = m_socket.m_negotiated->peerScale;
        m_socket.m_rcvWindShift = m_socket.m_negotiated->ownScale;
        m_socket.m_txBuffer->SetSackEnabled(m_socket.m_negotiated->sack);
        break;
    case ConnectionReport::Kind::ESTABLISHED:
        OnEstablished();
        break;
    case ConnectionReport::Kind::CONNECTED:
        Simulator::ScheduleNow(&TcpScoreboardSocket::TellConnected,
                               Ptr<TcpScoreboardSocket>(&m_socket),
                               m_socket.m_current);
        break;
    case ConnectionReport::Kind::RECOVERY_FAULT:
        NS_FATAL_ERROR(m_socket.GetLossRecovery().GetName() << ": " << report.reason);
        break;
    case ConnectionReport::Kind::PROGRESS:
        if (auto* item = current.sent.TakeProbe(current.connection.GetWindow().nxt))
        {
            current.control.OnSegmentSent(*item, true);
        }
        m_socket.TraceProgress(current.connection.GetSender());
        break;
    default:
        m_socket.Trace(report);
        break;
    }
}

void
TcpScoreboardSocket::World::OnEstablished()
{
    auto& current = *m_socket.m_current;
    const auto& connection = current.connection;
    m_socket.m_connected = true;
    current.control.SetLedger(connection.GetSender().GetSent());
    current.sent.Start(connection.GetSender().GetUna());
    current.received.Start(connection.GetReceiver().GetBuffer().GetNext());
    if (m_socket.m_directDemux)
    {
        m_socket.m_ingress.Register(m_socket.m_tcp);
    }
    m_socket.UpdatePacingRate();
}

} // namespace ns3
