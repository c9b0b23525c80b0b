/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a user may set, and what may be traced.

#include "tcp-scoreboard-socket.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/loss-recovery-choice.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpScoreboardSocket);

TypeId
TcpScoreboardSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpScoreboardSocket")
            .SetParent<TcpSocketBase>()
            .SetGroupName("TcpLossy")
            .AddConstructor<TcpScoreboardSocket>()
            .AddAttribute("LossRecovery",
                          "What is lost, and what goes next: the name of a TcpLossRecovery, such "
                          "as ns3::TcpFackRecovery or shorter Fack, and attributes of it, if any, "
                          "as in Fack[LostRetransmission=Timeout]",
                          StringValue("Fack"),
                          MakeStringAccessor(&TcpScoreboardSocket::m_lossRecovery),
                          MakeLossRecoveryChecker())
            .AddAttribute("SackEncoding",
                          "How blocks are reported: Rfc2018, or Compressed offsets where the peer "
                          "has this, too (compressed SACK paper, section IV)",
                          EnumValue(TcpScoreboardSocket::RFC_2018),
                          ns3compat::MakeEnumMemberAccessor<SackEncoding_t>(
                              &TcpScoreboardSocket::m_sackEncoding),
                          MakeEnumChecker(TcpScoreboardSocket::RFC_2018,
                                          "Rfc2018",
                                          TcpScoreboardSocket::COMPRESSED,
                                          "Compressed"))
            .AddAttribute(
                "KeepSackOnTimeout",
                "A timeout forgets nothing that was SACKed, unless the receiver has taken "
                "it back (RFC 6675, section 5.1); without, all of it (RFC 2018, section 8)",
                BooleanValue(true),
                MakeBooleanAccessor(&TcpScoreboardSocket::m_keepSack),
                MakeBooleanChecker())
            .AddAttribute(
                "DSack",
                "Report data that arrive twice (RFC 2883), to peers whose SYN has a "
                "segment size: ns-3's own socket has none, and does not expect the report",
                BooleanValue(true),
                MakeBooleanAccessor(&TcpScoreboardSocket::m_dSack),
                MakeBooleanChecker())
            .AddAttribute(
                "RestartAfterIdle",
                "After nothing was sent for a retransmission timeout, the window is at most "
                "the initial one (RFC 5681, section 4.1)",
                BooleanValue(true),
                MakeBooleanAccessor(&TcpScoreboardSocket::m_restartAfterIdle),
                MakeBooleanChecker())
            .AddAttribute(
                "ChallengeAckLimit",
                "Challenge ACKs, and answers to other empty segments that are refused, in any "
                "five seconds (RFC 5961, section 7): at least one, or a peer that has not got the "
                "ACK of "
                "its SYN-ACK waits for ever",
                UintegerValue(10),
                MakeUintegerAccessor(&TcpScoreboardSocket::m_challengeLimit),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "FinWait2Timeout",
                "After Close(), when our FIN is acknowledged: for how long the peer may send "
                "nothing and not close, until the connection ends with an error, as "
                "Linux's tcp_fin_timeout; 0 is for ever",
                TimeValue(Seconds(60)),
                MakeTimeAccessor(&TcpScoreboardSocket::m_finWait2Timeout),
                MakeTimeChecker(Time(0)))
            .AddAttribute("MaxRto",
                          "Upper bound of the retransmission timeout, at least 60 s (RFC 6298, "
                          "section 2.5)",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&TcpScoreboardSocket::m_maxRto),
                          MakeTimeChecker(Seconds(60)))
            .AddAttribute("TimerTick",
                          "The retransmission timer expires on multiples of this time, as on BSD's "
                          "tick of 500 ms; 0 is any time",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&TcpScoreboardSocket::m_timerTick),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DirectDemux",
                          "Segments of a connection come straight from IP, by TcpSegmentFront, and "
                          "not by TcpL4Protocol's walk over all end points; the results are the "
                          "same",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_directDemux),
                          MakeBooleanChecker())
            .AddTraceSource("SndFack",
                            "snd.fack: one past the forward-most octet known to be held; snd.una "
                            "outside recovery (FACK paper, section 3)",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_sndFack),
                            "ns3::SequenceNumber32TracedValueCallback")
            .AddTraceSource("RetranData",
                            "retran_data: octets retransmitted and still in the network (FACK "
                            "paper, section 3)",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_retranData),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Awnd",
                            "awnd = snd.nxt - snd.fack + retran_data, octets (FACK paper, equation "
                            "2), whichever estimate the sender acts on",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_awnd),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("RecoveryEntered",
                            "A loss was detected by ACKs",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_recoveryEntered),
                            "ns3::TcpScoreboardSocket::RecoveryTracedCallback")
            .AddTraceSource("RecoveryLeft",
                            "Recovery ended, by an ACK or by a timeout",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_recoveryLeft),
                            "ns3::TcpScoreboardSocket::RecoveryTracedCallback")
            .AddTraceSource("LostRetransmission",
                            "Retransmitted octets were judged lost again (FACK paper, section 3)",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_retransmissionLost),
                            "ns3::TcpScoreboardSocket::LostRetransmissionTracedCallback")
            .AddTraceSource("SackOptionRefused",
                            "A SACK option with compressed offsets that makes no sense was "
                            "ignored, and why",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_sackOptionRefused),
                            "ns3::TcpScoreboardSocket::SackOptionRefusedTracedCallback")
            .AddTraceSource("RefusedSackBlocks",
                            "SACK blocks of the peer that made no sense and were ignored: a count",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_refusedSackBlocks),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("SegmentRefused",
                            "A segment, or its data, was not read, and why (RFC 9293, section "
                            "3.10.7.4, or no room for a further piece out of order)",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_segmentRefused),
                            "ns3::TcpScoreboardSocket::SegmentRefusedTracedCallback")
            .AddTraceSource("RetransmissionTimeout",
                            "The retransmission timer expired, or a timeout was forced",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_timeoutTrace),
                            "ns3::TcpScoreboardSocket::TimeoutTracedCallback");
    return tid;
}

} // namespace ns3
