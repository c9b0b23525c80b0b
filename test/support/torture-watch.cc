/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "torture-watch.h"

#include "ns3/rack-recovery.h"
#include "ns3/sequence-position.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

namespace torture
{

using impaired::End;
using impaired::Ledger;
using SenderState = LossRecovery::State;

namespace
{
uint32_t
GetSize(const Object& socket, const std::string& attribute)
{
    UintegerValue value;
    socket.GetAttribute(attribute, value);
    return static_cast<uint32_t>(value.Get());
}
} // namespace

Watch::Watch(Ledger& own, Ledger& other, const End& end, Complain complain)
    : m_own(own),
      m_other(other),
      m_end(end),
      m_complain(std::move(complain)),
      m_thrift(m_complain)
{
}

void
Watch::Attach(Ptr<TcpSocketBase> socket)
{
    m_socket = DynamicCast<TcpScoreboardSocket>(socket);
    if (!m_socket)
    {
        return;
    }
    m_thrift.Attach(m_socket);
    m_sndBufSize = GetSize(*m_socket, "SndBufSize");
    m_rcvBufSize = std::max(GetSize(*m_socket, "RcvBufSize"), GetSize(*m_socket, "RcvBufMax"));
    m_socket->TraceConnectWithoutContext("Tx", MakeCallback(&Watch::Sent, this));
    m_socket->TraceConnectWithoutContext("SndFack", traced::Keep(m_tracedFack));
    m_socket->TraceConnectWithoutContext("RetranData", traced::Keep(m_tracedRetranData));
    m_socket->TraceConnectWithoutContext("Awnd", traced::Keep(m_tracedAwnd));
    m_socket->TraceConnectWithoutContext("RecoveryEntered",
                                         MakeCallback(&Watch::RecoveryEntered, this));
    m_socket->TraceConnectWithoutContext("SegmentRefused", traced::Count<const char*>(m_refusals));
    m_tracedFack = SequenceNumber32(0);
    if (const auto* sender = m_socket->GetConnection().GetSender().GetRecovery())
    {
        // The handshake of a connection that was accepted is over.
        m_tracedFack =
            SequenceNumber32(static_cast<uint32_t>(sender->GetRecoveryState().GetSndFack()));
    }
}

void
Watch::Read(const impaired::Segment& segment)
{
    const bool isRefused = std::exchange(m_refusals, 0) > 0;
    const auto* sender = m_socket ? m_socket->GetConnection().GetSender().GetRecovery() : nullptr;
    if (!sender || isRefused || segment.damaged || m_end.state == TcpSocket::CLOSED ||
        !m_own.octets.first)
    {
        return;
    }
    const auto una = GetOffset(sender->GetSent().GetUna());
    const auto nxt = GetOffset(sender->GetSent().GetNxt());
    Expect(una >= std::min(segment.ack, nxt), "snd.una is below an ACK", una, segment.ack);
}

void
Watch::Examine()
{
    const auto* sender = m_socket ? m_socket->GetConnection().GetSender().GetRecovery() : nullptr;
    if (!sender || !m_own.octets.first || !m_other.octets.first)
    {
        return;
    }
    ExamineSender(*sender);
    ExamineEstimates(*sender);
    ExamineBeliefs(sender->GetSent());
    ExamineSendBuffer(sender->GetSent());
    ExamineReceiver();
    m_thrift.Examine();
}

void
Watch::Look()
{
    const auto* sender = m_socket ? m_socket->GetConnection().GetSender().GetRecovery() : nullptr;
    if (sender && m_own.octets.first && m_end.state >= TcpSocket::ESTABLISHED)
    {
        m_thrift.Look(m_end.written -
                      std::min<uint64_t>(m_end.written, GetOffset(sender->GetSent().GetNxt())));
    }
}

void
Watch::Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    const auto flags = header.GetFlags();
    if ((flags & (TcpHeader::SYN | TcpHeader::RST)) || !m_own.octets.first || !m_other.octets.first)
    {
        return;
    }
    const uint32_t size = packet->GetSize();
    if (size == 0)
    {
        return;
    }
    const uint64_t begin = header.GetSequenceNumber().GetValue() - m_own.octets.first->GetValue();
    m_sentOctets += size;
    m_probeEnd = std::max(m_probeEnd, begin + size);
    // One octet may be a window probe, which counts as sent when it is acknowledged.
    m_sentEnd = size > 1 ? std::max(m_sentEnd, begin + size) : m_sentEnd;
}

void
Watch::RecoveryEntered(SequenceNumber32, SequenceNumber32)
{
    const auto& sent = m_socket->GetConnection().GetSender().GetRecovery()->GetSent();
    m_pipeBound = sent.GetNxt() - sent.GetUna() - m_sentOctets;
}

void
Watch::ExamineSender(const LossRecovery& sender)
{
    const auto& sent = sender.GetSent();
    const auto una = GetOffset(sent.GetUna());
    const auto nxt = GetOffset(sent.GetNxt());
    const auto highest = GetOffset(sent.GetHighest());
    Expect(una >= m_una, "snd.una went back", una, m_una);
    m_una = una;
    Expect(una <= highest && highest <= nxt, "snd.fack is outside of what was sent", highest, nxt);
    Expect(nxt == m_probeEnd || (nxt + 1 == m_probeEnd && nxt >= m_sentEnd),
           "snd.nxt is not where the last segment ended",
           nxt,
           m_probeEnd);
    Expect(una <= m_own.window.acknowledged,
           "snd.una is above all ACKs that arrived",
           una,
           m_own.window.acknowledged);
    Expect(una <= m_own.octets.arrived.GetNext(),
           "snd.una is not true",
           una,
           m_own.octets.arrived.GetNext());
}

void
Watch::ExamineEstimates(const LossRecovery& sender)
{
    const auto& sent = sender.GetSent();
    const auto flight = sent.GetNxt() - sent.GetUna();
    const auto retranData = sent.GetRetranData();
    Expect(retranData + sent.GetSackedData() <= flight,
           "retran_data and SACKed data are more than was sent",
           retranData + sent.GetSackedData(),
           flight);
    Expect(m_tracedRetranData == retranData,
           "retran_data is not what is traced",
           m_tracedRetranData,
           retranData);
    // A timeout takes all below the recovery point for lost (RFC 6675, section 5.1).
    const bool isOpen = sender.GetRecoveryState().GetState() == SenderState::OPEN;
    const bool isLoss = sender.GetRecoveryState().GetState() == SenderState::LOSS;
    const auto fack = isOpen ? sent.GetUna() : sent.GetHighest();
    Expect(m_tracedFack == SequenceNumber32(static_cast<uint32_t>(fack)),
           "snd.fack is not what is traced",
           m_tracedFack.GetValue(),
           static_cast<uint32_t>(fack));
    const auto edge = isLoss ? std::max(fack, sender.GetRecoveryState().GetRecoveryPoint()) : fack;
    const auto awnd = sent.GetNxt() - edge + retranData;
    Expect(sender.GetRecoveryState().GetAwnd() == awnd,
           "awnd is not its equation",
           sender.GetRecoveryState().GetAwnd(),
           awnd);
    Expect(m_tracedAwnd == awnd, "awnd is not what is traced", m_tracedAwnd, awnd);
    const auto outstanding = sender.GetOutstanding();
    // RFC 6675's pipe counts twice what was sent again without being lost (section 4, SetPipe()),
    // and what is above the recovery point and only so far below snd.fack.
    const auto above =
        sent.GetNxt() - std::max(sent.GetUna(), sender.GetRecoveryState().GetRecoveryPoint());
    const auto again = retranData;
    // RACK counts each segment once, and a timeout spares those that were sent a moment ago (RFC
    // 8985, section 6.3).
    const auto most = dynamic_cast<const RackRecovery*>(&sender) ? flight
                      : isOpen                                   ? flight + again
                      : isLoss                                   ? above + again
                                                                 : m_pipeBound + m_sentOctets;
    Expect(outstanding <= most, "pipe is more than was sent", outstanding, most);
}

void
Watch::ExamineBeliefs(const SentSegments& sent)
{
    const auto una = GetOffset(sent.GetUna());
    const auto& ranges = m_own.octets.arrived.GetRanges();
    const auto shift = sent.GetUna() - una;
    const auto isSacked = [&sent, shift](uint64_t octet) {
        return sent.IsSacked({octet + shift, octet + shift + 1});
    };
    uint64_t arrived = 0;
    uint64_t gap = una;
    auto range = ranges.upper_bound(una);
    range = range == ranges.begin() ? range : std::prev(range);
    for (; range != ranges.end(); ++range)
    {
        const auto begin = std::max(range->first, una);
        // What did not arrive is not SACKed. A gap is known by both of its ends.
        const bool isBelieved = gap < begin && (isSacked(gap) || isSacked(begin - 1));
        Expect(!isBelieved, "an octet that did not arrive is SACKed", gap, begin);
        arrived += std::max(range->second, una) - begin;
        gap = std::max(range->second, una);
    }
    const auto highest = GetOffset(sent.GetHighest());
    Expect(sent.GetSackedData() <= arrived,
           "more is SACKed than arrived",
           sent.GetSackedData(),
           arrived);
    const auto top = ranges.empty() ? 0 : std::prev(ranges.end())->second;
    Expect(highest <= top, "snd.fack is above all that arrived", highest, top);
}

void
Watch::ExamineSendBuffer(const SentSegments& sent)
{
    const auto held = m_end.written - GetOffset(sent.GetUna());
    Expect(held <= m_sndBufSize, "more is held than SndBufSize", held, m_sndBufSize);
    Expect(m_socket->GetTxAvailable() == m_sndBufSize - held,
           "the room in the buffer is not what is left of it",
           m_socket->GetTxAvailable(),
           m_sndBufSize - held);
}

void
Watch::ExamineReceiver()
{
    const auto& buffer = m_socket->GetConnection().GetReceiver().GetBuffer();
    const auto first = FirstPosition(m_other.octets.first->GetValue());
    const auto next = buffer.GetNext() - first;
    const auto dataEnd = next - (buffer.IsFinished() ? 1 : 0);
    const auto arrived = m_other.octets.arrived.GetNext();
    Expect(dataEnd <= arrived, "rcv.nxt is above what arrived", dataEnd, arrived);
    Expect(m_end.read + buffer.GetReadable() == dataEnd,
           "what was read and can be read is not all up to rcv.nxt",
           m_end.read + buffer.GetReadable(),
           dataEnd);
    const auto window = buffer.GetWindow();
    Expect(window == 0 || next + window - m_end.read <= m_rcvBufSize,
           "the window is larger than the receive buffer",
           next + window - m_end.read,
           m_rcvBufSize);
    const auto pieces = std::max<uint64_t>(ReceiveBuffer::MIN_PIECES,
                                           m_rcvBufSize / ReceiveBuffer::OCTETS_PER_PIECE);
    Expect(buffer.GetQueue().GetBlockCount() <= pieces + 1,
           "too many pieces are held",
           buffer.GetQueue().GetBlockCount(),
           pieces);
}

void
Watch::Expect(bool condition, const std::string& what, uint64_t actual, uint64_t expected)
{
    if (!condition)
    {
        std::ostringstream text;
        text << what << " (" << actual << ", " << expected << ")";
        m_complain(text.str());
    }
}

uint64_t
Watch::GetOffset(uint64_t position) const
{
    return position - FirstPosition(m_own.octets.first->GetValue());
}

} // namespace torture
