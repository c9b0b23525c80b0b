/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-scoreboard-options.h"

#include "ns3/string.h"
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
TcpConnectionTraces::Trace(const ConnectionReport& report)
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
    case Kind::NEGOTIATED:
    case Kind::ESTABLISHED:
    case Kind::CONNECTED:
    case Kind::PROGRESS:
    case Kind::RECOVERY_FAULT:
        break;
    }
}

namespace
{
// RFC 7323, section 2.3: no receiver can offer more.
constexpr uint32_t LARGEST_WINDOW = 1U << 30;
} // namespace

TypeId
TcpScoreboardOptions::AddAttributes(TypeId tid)
{
    using namespace std::chrono_literals;
    tid.AddAttribute("LossRecovery",
                     "What is lost, and what goes next: the name of a TcpLossRecovery, such as "
                     "ns3::TcpFackRecovery or shorter Fack, and attributes of it, if any, as in "
                     "Fack[LostRetransmission=Timeout]",
                     StringValue("Fack"),
                     MakeStringAccessor(&TcpScoreboardOptions::m_lossRecovery),
                     MakeLossRecoveryChecker());
    DescribedAttributes<TcpScoreboardOptions, TcpScoreboardOptions> add{tid, {}};
    add(
        "SackEncoding",
        [](auto& o) -> auto& { return o.m_choice.handshake.compressed; },
        "How blocks are reported: Rfc2018, or Compressed offsets where the peer has this, too "
        "(compressed SACK paper, section IV)",
        false,
        "Rfc2018",
        true,
        "Compressed");
    add(
        "KeepSackOnTimeout",
        [](auto& o) -> auto& { return o.m_repairs.keepSack; },
        "A timeout forgets nothing that was SACKed, unless the receiver has taken it back (RFC "
        "6675, section 5.1); without, all of it (RFC 2018, section 8)");
    add(
        "DSack",
        [](auto& o) -> auto& { return o.m_choice.receiver.duplicateSack; },
        "Report data that arrive twice (RFC 2883), to peers whose SYN has a segment size: ns-3's "
        "own socket has none, and does not expect the report");
    add(
        "RestartAfterIdle",
        [](auto& o) -> auto& { return o.m_choice.sender.restartAfterIdle; },
        "After nothing was sent for a retransmission timeout, the window is at most the initial "
        "one (RFC 5681, section 4.1)");
    add(
        "TimeoutWindow",
        [](auto& o) -> auto& { return o.m_choice.sender.keepsFlight; },
        "The window after a timeout: OneSegment (RFC 5681, section 3.1), or InFlight, one segment "
        "beside what the sender still holds for in flight, as in Linux; senders but Rack hold "
        "nothing for it",
        false,
        "OneSegment",
        true,
        "InFlight");
    add(
        "FollowLinux",
        [](auto& o) -> auto& { return o.m_choice.sender.followsLinux; },
        "Whether details are Linux 6.1's. A timeout reduces ssthresh if something was "
        "acknowledged since the last one, but not within a recovery; cwnd counts segments, "
        "whatever their size, and data with a FIN go beyond it; window probes have no octet; RTO "
        "is in whole jiffies; CWR ends with an ACK of what went after it; old ACKs are answered "
        "by their timestamp; a lost SYN is told by CWR; Nagle's algorithm holds small segments for "
        "small ones only; a FIN waits for room in the peer's window; SACK's reports that are taken "
        "back are forgotten after half a round trip. DataRetries stays a number, where Linux gives "
        "up 924.6 s after the first retransmission. false: as RFC 5681, 9293, 7323 and 3168 have "
        "these");
    add(
        "LinuxRelease",
        [](auto& o) -> auto& { return o.m_choice.follows612; },
        "Whose details FollowLinux and DelAckMost mean: Linux 6.1's or 6.12's. In 6.12 a FIN waits "
        "for room in cwnd, too, a SYN goes again four more times before the wait doubles, and the "
        "window is by what part of their memory segments have been",
        false,
        "6.1",
        true,
        "6.12");
    add(
        "WindowOpening",
        [](auto& o) -> auto& { return o.m_choice.sender.opensByDelivered; },
        "By what an ACK opens the window: Covered, by what it acknowledges, SACKed before or not, "
        "outside of recoveries (RFC 5681, section 3.1); or Delivered, by what it tells first to "
        "have arrived, that which ends a recovery, too, and a duplicate once segments have "
        "overtaken more than three others, as in Linux",
        false,
        "Covered",
        true,
        "Delivered");
    add("Jiffy",
        &TcpScoreboardOptions::m_jiffy,
        "Length of a jiffy of the wheel on which the timers of SYN, retransmission, probe, "
        "reordering and closed window turn, as in Linux, where one of 63 jiffies or more is late "
        "by up to an eighth of its length; 0: they expire when they are due",
        0s,
        1s);
    add(
        "RttByDeparture",
        [](auto& o) -> auto& { return o.m_choice.sender.rttByDeparture; },
        "Whether a round trip is measured from when a segment was sent, if it was sent once, and "
        "by the echo of a timestamp, which counts milliseconds, only if it was sent again, as in "
        "Linux, whose samples by SACK and whose variation of round trips these are, too; without, "
        "by the echo whenever there is one (RFC 7323, section 4), and RTTVAR of RFC 6298");
    add(
        "OneSynMayBeLost",
        [](auto& o) -> auto& { return o.m_choice.handshake.sparesOneSyn; },
        "Whether, as in Linux, the initial window is one segment only if a SYN went more than "
        "twice for want of an answer, and the echo of a timestamp does not show that the first "
        "one was answered; without, if it went twice (RFC 5681, section 3.1)");
    add(
        "SndBufMax",
        [](auto& o) -> auto& { return o.m_choice.sender.mostBuffer; },
        "Octets to which SndBufSize grows, so that it holds twice the congestion window, as in "
        "Linux, whose bound is 4 MB; 0: it does not grow",
        0,
        LARGEST_WINDOW);
    add(
        "RcvBufMax",
        [](auto& o) -> auto& { return o.m_choice.receiver.mostBuffer; },
        "Octets to which RcvBufSize grows, so that it holds twice what the application reads in a "
        "round trip, as in Linux, which offers at most half of its bound of 6 MB; 0: it does not "
        "grow",
        0,
        LARGEST_WINDOW);
    add(
        "QuickAcks",
        [](auto& o) -> auto& { return o.m_choice.receiver.acks.quick; },
        "ACKs that are not delayed at the beginning, after data that arrive twice, and when the "
        "peer was silent for a retransmission timeout, as in Linux, which has 16; 0 is the first "
        "one alone");
    add(
        "DelAckMost",
        [](auto& o) -> auto& { return o.m_choice.receiver.acks.mostDelay; },
        "An ACK waits for between DelAckTimeout and this: as long as data are apart, at most a "
        "round trip, as Linux's receiver decides it, whose bound TCP_DELACK_MAX is 200 ms; what "
        "goes at once, and what waits for 1 ms since segments are out of order, is Linux's, too. "
        "0: always for DelAckTimeout");
    add(
        "ChallengeAckLimit",
        [](auto& o) -> auto& { return o.m_choice.challengeLimit; },
        "Challenge ACKs, and answers to other empty segments that are refused, in any five "
        "seconds (RFC 5961, section 7): at least one, or a peer that has not got the ACK of its "
        "SYN-ACK waits for ever",
        1);
    add(
        "FinWait2Timeout",
        [](auto& o) -> auto& { return o.m_choice.closing.finWait2Timeout; },
        "After Close(), when our FIN is acknowledged: for how long the peer may send nothing and "
        "not close, until the connection ends with an error, as Linux's tcp_fin_timeout, which is "
        "shorter; 0 is for ever. A peer whose data are lost is silent for as long as its "
        "retransmission timer has backed off: up to 120 s, twice that if the repetition is lost");
    add(
        "MaxRto",
        [](auto& o) -> auto& { return o.m_choice.sender.timer.maximum; },
        "Upper bound of the retransmission timeout, at least 60 s (RFC 6298, section 2.5)",
        60s);
    add(
        "TimerTick",
        [](auto& o) -> auto& { return o.m_choice.sender.timer.tick; },
        "The retransmission timer expires on multiples of this time, as on BSD's tick of 500 ms; "
        "0 is any time");
    add("DirectDemux",
        &TcpScoreboardOptions::m_directDemux,
        "Segments of a connection come straight from IP, by TcpConnectionDemux, and not by "
        "TcpL4Protocol's walk over all end points; the results are the same");
    return tid;
}

uint8_t
TcpScoreboardOptions::WidenScale(uint8_t scale, uint16_t maxWindow) const
{
    // RFC 7323, section 2.3.
    constexpr uint8_t most = 14;
    while (scale < most && (2 * uint64_t{m_choice.receiver.mostBuffer} >> scale) > maxWindow)
    {
        ++scale;
    }
    return scale;
}

} // namespace ns3
