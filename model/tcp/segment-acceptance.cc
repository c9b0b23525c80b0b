/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-acceptance.h"

namespace ns3
{

bool
ChallengeAckLimiter::Permit(Instant now)
{
    while (!m_sent.empty() && now - m_sent.front() >= m_period)
    {
        m_sent.pop_front();
    }
    if (m_sent.size() >= m_most)
    {
        return false;
    }
    m_sent.push_back(now);
    return true;
}

namespace
{
/// Why a segment is refused that is neither an RST nor a SYN.
constexpr const char* OUTSIDE = "outside the window";

/// @return whether ACK and window of a segment are valid that has no place in the window: the
/// special allowance of RFC 9293, section 3.10.7.4, first step
bool
MayReadAck(const SegmentAcceptance::Connection& connection,
           const SegmentAcceptance::Segment& segment)
{
    // RFC 9293, section 3.10.7.4, once there is a connection: without its data and its FIN, the
    // segment would be in the window.
    const uint64_t end = connection.rcvNxt + connection.rcvWnd;
    const bool lacksRoom = segment.seq >= connection.rcvNxt && segment.seq <= end + 1;
    // The octet before is that of a window probe, of which its sender does not know that it was
    // taken. Keep-alives have it, too, and say nothing.
    const bool isNews = segment.ack > connection.sndUna || segment.changesWindow;
    return lacksRoom || (segment.seq + 1 == connection.rcvNxt && isNews);
}

/// RFC 7323, section 5.3.
bool
IsOldDuplicate(const SegmentAcceptance::Connection& connection,
               const SegmentAcceptance::Segment& segment)
{
    const uint32_t tolerance = connection.followsLinux ? 1 : 0;
    const bool isOld =
        connection.tsRecent && IsOlder(*segment.timestamp + tolerance, *connection.tsRecent);
    // ACKs overtake one another. One that acknowledges nothing new and leaves the window as it is
    // harms nobody, and an answer to each would be an echo.
    const bool isStaleAck = segment.size == 0 && !segment.syn && !segment.fin && segment.hasAck &&
                            segment.ack <= connection.sndUna && !segment.changesWindow &&
                            (!connection.followsLinux || (segment.ack == connection.sndUna &&
                                                          segment.seq == connection.rcvNxt));
    return isOld &&
           !(isStaleAck && *connection.tsRecent - *segment.timestamp <= connection.tsReplay);
}

/// The check of the ACK.
SegmentAcceptance::Verdict
CheckAck(const SegmentAcceptance::Connection& connection, const SegmentAcceptance::Segment& segment)
{
    if (!segment.hasAck)
    {
        // RFC 9293, section 3.10.7.4, drops it. But so ns-3's own socket probes a closed window,
        // and would do so for ever where the update was lost: data without a FIN are answered.
        const bool isProbe = segment.size > 0 && !segment.fin;
        return {isProbe ? SegmentAcceptance::Action::CHALLENGE : SegmentAcceptance::Action::DROP,
                "no ACK"};
    }
    if (segment.ack > connection.sndNxt)
    {
        return {SegmentAcceptance::AnswerTo(segment), "ACK of what was not sent"};
    }
    // RFC 5961, section 5.2.
    if (segment.ack + connection.maxWindow < connection.sndUna)
    {
        return {SegmentAcceptance::Action::CHALLENGE, "ACK older than a window"};
    }
    return {SegmentAcceptance::Action::PROCESS, nullptr};
}
} // namespace

SegmentAcceptance::Segment
SegmentAcceptance::Describe(const Connection& connection,
                            uint32_t size,
                            const SegmentFields& header)
{
    Segment segment;
    segment.seq = UnwrapSequence(connection.rcvNxt, header.sequence);
    segment.size = size;
    segment.syn = header.Has(SegmentFields::SYN);
    segment.fin = header.Has(SegmentFields::FIN);
    segment.rst = header.Has(SegmentFields::RST);
    segment.hasAck = header.Has(SegmentFields::ACK);
    segment.ack = UnwrapSequence(connection.sndUna, header.acknowledgment);
    if (connection.timestamps && header.timestamps)
    {
        segment.timestamp = header.timestamps->value;
        segment.echo = header.timestamps->echo;
    }
    return segment;
}

SegmentAcceptance::Verdict
SegmentAcceptance::Check(const Connection& connection, const Segment& segment)
{
    auto place = CheckPlace(connection, segment);
    if (place.reason == OUTSIDE && MayReadAck(connection, segment))
    {
        place.action = Action::READ_ACK;
    }
    if (place.action != Action::PROCESS && place.action != Action::READ_ACK)
    {
        return place;
    }
    const auto ack = CheckAck(connection, segment);
    return ack.action == Action::PROCESS ? place : ack;
}

SegmentAcceptance::Verdict
SegmentAcceptance::CheckPlace(const Connection& connection, const Segment& segment)
{
    if (connection.timestamps && !segment.rst)
    {
        if (!segment.timestamp)
        {
            // RFC 7323, section 3.2. A SYN of another connection is challenged all the same.
            return segment.syn ? Verdict{Action::CHALLENGE, "SYN in a synchronized state"}
                               : Verdict{Action::DROP, "no timestamp"};
        }
        if (IsOldDuplicate(connection, segment))
        {
            return {AnswerTo(segment), "old timestamp"};
        }
    }
    // RFC 5961, section 4.2: irrespective of the sequence number.
    if (segment.syn && !segment.rst)
    {
        return {Action::CHALLENGE, "SYN in a synchronized state"};
    }
    const bool isInWindow = IsInWindow(connection, segment);
    if (segment.rst)
    {
        // RFC 5961, section 3.2.
        return !isInWindow ? Verdict{Action::DROP, "RST outside the window"}
               : segment.seq == connection.rcvNxt
                   ? Verdict{Action::RESET, "RST"}
                   : Verdict{Action::CHALLENGE, "RST not at rcv.nxt"};
    }
    if (!isInWindow)
    {
        const bool isProbe = connection.rcvWnd == 0 && segment.seq == connection.rcvNxt;
        return isProbe ? Verdict{Action::READ_ACK, "window of 0"}
                       : Verdict{AnswerTo(segment), OUTSIDE};
    }
    return {Action::PROCESS, nullptr};
}

} // namespace ns3
