/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-connection-traces.h"

#include "ns3/socket-time.h"
#include "ns3/trace-source-accessor.h"

namespace ns3
{

TypeId
TcpConnectionTraces::AddTraceSources(TypeId tid)
{
    return tid
        .AddTraceSource("SndFack",
                        "snd.fack: one past the forward-most octet known to be held; snd.una "
                        "outside recovery (FACK paper, section 3)",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_sndFack),
                        "ns3::SequenceNumber32TracedValueCallback")
        .AddTraceSource("RetranData",
                        "retran_data: octets retransmitted and still in the network (FACK "
                        "paper, section 3)",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_retranData),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("Awnd",
                        "awnd = snd.nxt - snd.fack + retran_data, octets (FACK paper, equation "
                        "2), whichever estimate the sender acts on",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_awnd),
                        "ns3::TracedValueCallback::Uint32")
        .AddTraceSource("RecoveryEntered",
                        "A loss was detected by ACKs",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_recoveryEntered),
                        "ns3::TcpScoreboardSocket::RecoveryTracedCallback")
        .AddTraceSource("RecoveryLeft",
                        "Recovery ended, by an ACK or by a timeout",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_recoveryLeft),
                        "ns3::TcpScoreboardSocket::RecoveryTracedCallback")
        .AddTraceSource("LostRetransmission",
                        "Retransmitted octets were judged lost again (FACK paper, section 3)",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_retransmissionLost),
                        "ns3::TcpScoreboardSocket::LostRetransmissionTracedCallback")
        .AddTraceSource("SackOptionRefused",
                        "A SACK option with compressed offsets that makes no sense was "
                        "ignored, and why",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_sackOptionRefused),
                        "ns3::TcpScoreboardSocket::SackOptionRefusedTracedCallback")
        .AddTraceSource("RefusedSackBlocks",
                        "SACK blocks of the peer that made no sense and were ignored: a count",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_refusedSackBlocks),
                        "ns3::TracedValueCallback::Uint64")
        .AddTraceSource("MalformedOptions",
                        "Segments whose options were ignored, because the length of one makes no "
                        "sense: a count",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_malformedOptions),
                        "ns3::TracedValueCallback::Uint64")
        .AddTraceSource("SegmentRefused",
                        "A segment, or its data, was not read, and why (RFC 9293, section "
                        "3.10.7.4, or no room for a further piece out of order)",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_segmentRefused),
                        "ns3::TcpScoreboardSocket::SegmentRefusedTracedCallback")
        .AddTraceSource("RetransmissionTimeout",
                        "The retransmission timer expired, or a timeout was forced",
                        MakeTraceSourceAccessor(&TcpConnectionTraces::m_timeoutTrace),
                        "ns3::TcpScoreboardSocket::TimeoutTracedCallback");
}

void
TcpConnectionTraces::Trace(const ConnectionReport& report, const TcpDataSender& sender)
{
    using Kind = ConnectionReport::Kind;
    switch (report.kind)
    {
    case Kind::RECOVERY_ENTERED:
        m_recoveryEntered(ToSequence(report.position), ToSequence(report.recoveryPoint));
        break;
    case Kind::RECOVERY_LEFT:
        m_recoveryLeft(ToSequence(report.position), ToSequence(report.recoveryPoint));
        break;
    case Kind::RETRANSMISSION_LOST:
        m_retransmissionLost(report.octets);
        break;
    case Kind::TIMEOUT:
        m_timeoutTrace(ToSequence(report.position));
        break;
    case Kind::OPTION_REFUSED:
        m_sackOptionRefused(report.reason);
        break;
    case Kind::SEGMENT_REFUSED:
        m_segmentRefused(report.reason);
        break;
    case Kind::PROGRESS: {
        const auto& progress = sender.GetRecovery()->GetRecoveryState();
        m_sndFack = ToSequence(progress.GetSndFack());
        m_retranData = static_cast<uint32_t>(progress.GetSent().GetRetranData());
        m_awnd = static_cast<uint32_t>(progress.GetAwnd());
        m_refusedSackBlocks = sender.GetRefusedBlocks();
        break;
    }
    case Kind::ESTABLISHED:
    case Kind::CONNECTED:
        break;
    }
}

} // namespace ns3
