/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECEIVER_RULES_H
#define RECEIVER_RULES_H

#include "segment-acceptance.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief When Linux's receiver acknowledges (6.1: net/ipv4/tcp_input.c, __tcp_ack_snd_check(), and
 * tcp_output.c, tcp_send_delayed_ack()).
 *
 * | what holds, the first of them                     | the ACK                                   |
 * |---------------------------------------------------|-------------------------------------------|
 * | more than the largest segment is unacknowledged,  | goes at once                              |
 * | and the reader keeps up                           |                                           |
 * | ACKs are quick, or the last hole was filled       | goes at once                              |
 * | nothing is out of order                           | waits, by the pace at which data arrive   |
 * | the first three since `rcv.nxt` moved, or no SACK | goes at once                              |
 * | otherwise                                         | waits for a twentieth of the round trip,  |
 * |                                                   | 1 ms at most: it is compressed            |
 *
 * State: what Linux calls ato, quick, rcv_mss, last_seg_size, pending, dup_ack_counter,
 * compressed_ack. Events: data arrive, in order or not, an ACK goes, its timer expires, the
 * application reads. Invariant: the delay is at least the least one.
 */
class KernelAcks
{
  public:
    /// Linux's clock, of 1 ms (HZ of 1000).
    using Jiffies = std::chrono::milliseconds;

    /// What becomes of an ACK.
    enum class Verdict
    {
        NOW,
        DELAY,
        COMPRESS,
    };

    /// What the receiver is like after a segment.
    struct Situation
    {
        uint64_t next{0};           //!< `rcv.nxt`
        uint64_t unacknowledged{0}; //!< octets in order
        bool isReaderLate{false};   //!< unread data hold the window back
        bool hasHole{false};        //!< something is out of order
        bool sack{true};            //!< it is reported
    };

    /// A segment.
    struct Segment
    {
        Instant now{0};         //!< the time
        uint32_t size{0};       //!< octets of data
        uint32_t header{20};    //!< octets of TCP's header
        bool isPushed{false};   //!< PSH
        uint64_t window{65535}; //!< that is announced, octets
    };

    /// A connection begins. ACKs wait for @p least, above 0 (Linux's TCP_ATO_MIN, 40 ms); so many
    /// @p quick ones go at once at the beginning, and after trouble (TCP_MAX_QUICKACKS). The delay
    /// adapts up to @p most, in Linux 6.12.
    void Start(Instant least, uint32_t quick, Instant most = Instant::max())
    {
        *this = KernelAcks();
        m_longest = most;
        m_least = std::chrono::ceil<Jiffies>(least);
        m_most = quick;
    }

    /// @brief The handshake is over, as if data had come in order.
    void Establish(Instant now)
    {
        m_lastArrival = std::chrono::floor<Jiffies>(now);
    }

    /// A segment of data arrives in order; @p rto is the retransmission timeout of this end.
    void OnData(const Segment& segment, Instant rto);

    /// A segment of data arrives: small ones of one size, one after the other, are full ones
    /// (tcp_measure_rcv_mss()). A part of OnData().
    void Measure(const Segment& segment);

    /// @brief Something arrives that is to be acknowledged.
    void OnArrival()
    {
        m_isScheduled = true;
    }

    /// @return whether something has arrived since the last ACK went
    bool IsScheduled() const
    {
        return m_isScheduled;
    }

    /// @brief All is in order again: the next ACK goes at once.
    void OnFilled()
    {
        m_isDue = true;
    }

    /// @brief Trouble: so many ACKs go at once, fewer if the window is small, or those that are
    /// left of earlier trouble if these are more; the delay is the least one again.
    void EnterQuickAck(uint32_t acks, uint64_t window);

    /// @brief The same, whenever old data arrive.
    void EnterQuickAck(uint64_t window)
    {
        EnterQuickAck(m_most, window);
    }

    /// @brief The window has grown: one at least goes at once.
    void AnswerNext()
    {
        m_quick |= 1;
    }

    /// @brief The buffer is filled by half: none goes at once any more.
    void EndQuickAck()
    {
        m_quick = 0;
    }

    /// @return what becomes of the ACK of a segment that has arrived
    Verdict Decide(const Situation& situation);

    /// @brief For how long an ACK waits. @param srtt smoothed round trip of this end, 0 if none was
    /// measured @param most bound of all, Linux's TCP_DELACK_MAX, 200 ms @return the delay
    Jiffies GetDelay(Instant srtt, Instant most) const
    {
        const auto bound = std::chrono::floor<Jiffies>(most);
        const auto rtt = std::max(std::chrono::ceil<Jiffies>(srtt), m_least);
        return std::min(m_delay,
                        std::max(srtt > Instant::zero() ? std::min(rtt, bound) : bound, m_least));
    }

    /// @return whether an ACK that waits goes at once instead of waiting so long from now on
    bool IsNearlyDue(Instant now, Jiffies delay) const
    {
        return m_due <= std::chrono::floor<Jiffies>(now) + delay / 4;
    }

    /// An ACK waits so long from now on, if none waits that goes earlier. @return whether it does
    bool Wait(Instant now, Jiffies delay, bool isWaiting)
    {
        const auto due = std::chrono::floor<Jiffies>(now) + delay;
        const bool begins = !isWaiting || due < m_due;
        m_due = begins ? due : m_due;
        return begins;
    }

    /// @brief For how long an ACK is compressed. @param rtt a round trip, 0 if none is known
    static Instant GetCompression(Instant rtt);

    /// @return whether there are compressed ACKs
    bool IsCompressing() const
    {
        return m_compressed > 0;
    }

    /// @return whether an ACK goes since the application has read; @p isDrained: everything
    bool IsDueByRead(uint64_t unacknowledged, bool isDrained) const
    {
        return m_isScheduled && (unacknowledged > m_largest || (isDrained && m_isPushed));
    }

    /// The timer of an ACK that is not compressed has expired: the delay doubles.
    void OnTimer(Instant rto)
    {
        m_delay = std::min(2 * m_delay, BoundByTimeout(rto));
    }

    /// @brief An ACK goes.
    void OnAckSent()
    {
        if (m_isScheduled && m_quick > 0 && --m_quick == 0)
        {
            m_delay = m_least;
        }
        m_isScheduled = false;
        m_isPushed = false;
        m_isDue = false;
        m_compressed = 0;
    }

    /// @brief Linux's rcv_mss. @return octets
    uint32_t GetLargest() const
    {
        return m_largest;
    }

  private:
    Jiffies BoundByTimeout(Instant rto) const
    {
        return std::max(std::chrono::floor<Jiffies>(std::min(rto, m_longest)), m_least);
    }

    Jiffies m_least{0};        //!< delay
    Instant m_longest{0};      //!< to which the delay adapts
    Jiffies m_delay{0};        //!< before it is bounded; 0 before the first data
    Jiffies m_due{0};          //!< when the ACK goes that waits
    uint32_t m_most{0};        //!< quick ACKs
    uint32_t m_quick{0};       //!< ACKs that go at once
    Jiffies m_lastArrival{0};  //!< when data arrived last
    uint32_t m_largest{536};   //!< octets of a full segment
    uint32_t m_lastSize{0};    //!< octets of the last segment, if it was small
    bool m_isScheduled{false}; //!< something has arrived since the last ACK
    bool m_isPushed{false};    //!< a small segment, or what a PSH ends
    bool m_isDue{false};       //!< the next ACK goes at once
    uint64_t m_next{0};        //!< `rcv.nxt` when duplicates were counted last
    uint32_t m_duplicates{0};  //!< ACKs at once for what was out of order
    uint32_t m_compressed{0};  //!< ACKs since the last one that went
};

/**
 * @ingroup tcp-lossy
 * @brief The memory that Linux takes for what was not read, octets. A segment keeps its own until
 * all of it is read; one that fits behind another, where a cache line is not full, takes none
 * (tcp_try_coalesce()).
 */
class KernelMemory
{
  public:
    /// The data begin at a position, behind a @p header of TCP's in each segment, octets.
    void Start(uint64_t position, uint32_t header, bool follows612 = false);

    /// A segment's new octets are stored, in order or not.
    void Store(OctetRange fresh);

    /// @brief The application reads octets.
    void Read(uint64_t octets)
    {
        m_read += octets;
        while (!m_inOrder.empty() && m_inOrder.front().end <= m_read)
        {
            m_taken -= m_inOrder.front().truesize;
            m_inOrder.pop_front();
        }
    }

    /// @return of all; without what was stored last, if @p beforeLast
    uint64_t Get(bool beforeLast = false) const
    {
        return m_taken - (beforeLast ? m_last : 0);
    }

    /// @return octets of memory that a segment of @p size octets takes (Linux's truesize)
    uint32_t GetTruesize(uint32_t size) const;

  private:
    /// What has memory of its own.
    struct Piece
    {
        uint64_t end;      //!< position
        uint32_t truesize; //!< of its memory
        uint32_t spare;    //!< octets that fit behind it
    };

    /// @return octets for headers and data, as many as are allocated for so many data
    uint32_t GetRoom(uint32_t size) const;

    /// @return whether octets fit behind a piece, to which they belong then
    static bool Join(Piece& piece, OctetRange fresh);

    Piece Take(OctetRange fresh);

    std::deque<Piece> m_inOrder;      //!< not read
    std::map<uint64_t, Piece> m_held; //!< out of order, by their beginnings
    uint64_t m_next{0};               //!< end of what is in order
    uint64_t m_read{0};               //!< end of what was read
    uint64_t m_taken{0};              //!< by all
    uint32_t m_last{0};               //!< by what was stored last
    uint32_t m_headers{0};            //!< octets before a segment's data
    bool m_follows612{false};         //!< powers of two are allocated, not cache lines
};

/**
 * @ingroup tcp-lossy
 * @brief The blocks that Linux 6.1 reports: four at most, the last one first, each grown by what
 * touches it while it is listed. The oldest one is forgotten where a fifth comes; what is held of
 * it is not reported any more (tcp_sack_new_ofo_skb(), tcp_sack_remove()).
 */
class KernelBlocks
{
  public:
    /// A segment arrives out of order: its block, grown or new, becomes the first one. Compressed
    /// ACKs go by @p beforeMoving if it was behind two others, which could leave it out of a report
    void Add(OctetRange segment, const std::function<void()>& beforeMoving);

    /// `rcv.nxt` moved, with something still out of order or not.
    void Advance(uint64_t next, bool hasHole)
    {
        m_blocks.erase(std::remove_if(m_blocks.begin(),
                                      m_blocks.end(),
                                      [=](auto block) { return !hasHole || block.begin <= next; }),
                       m_blocks.end());
    }

    /// @return the blocks
    const std::vector<OctetRange>& Get() const
    {
        return m_blocks;
    }

  private:
    std::vector<OctetRange> m_blocks; //!< the last one first
};

/**
 * @ingroup tcp-lossy
 * @brief Whether data are acknowledged at once or later (RFC 5681, section 4.2).
 *
 * State: segments since the last ACK; whether the congestion control was told that an ACK waits
 * (DCTCP acknowledges by itself what waits when marks begin or end, RFC 8257, section 3.2).
 * Events: data arrive, an ACK goes.
 * Invariant: for each ACK of which the control was told that it waits, the control is told once
 * that it went, on its own or with data.
 */
class DelayedAck
{
  public:
    /// Answer at once, whatever is to wait, until so many ACKs have gone.
    void EnterQuickAck(uint32_t acks)
    {
        m_quick = std::max(m_quick, acks);
    }

    /// @brief Answer the next segment at once, whatever is to wait.
    void AnswerNext()
    {
        m_quick |= 1;
    }

    /// Data arrive: a sender that begins, or was silent for @p silence, has to open its window, and
    /// so many ACKs go at once.
    void OnArrival(Instant now, Instant silence, uint32_t acks)
    {
        if (!m_lastArrival || now - *m_lastArrival > silence)
        {
            EnterQuickAck(acks);
        }
        m_lastArrival = now;
    }

    /// A segment with data arrived. @p atOnce forbids delaying; one ACK may be for @p most
    /// segments, at least 1. @return whether the ACK goes now; if not, the control is to be told
    /// that it waits
    bool OnData(bool atOnce, uint32_t most)
    {
        ++m_waiting;
        m_isTold = !atOnce && m_quick == 0 && m_waiting < most;
        return !m_isTold;
    }

    /// Something goes that acknowledges all. @return whether the control is to be told that nothing
    /// waits any more
    bool OnAckSent()
    {
        m_waiting = 0;
        m_quick -= std::min(m_quick, 1U);
        return std::exchange(m_isTold, false);
    }

  private:
    uint32_t m_waiting{0};                //!< segments since the last ACK
    uint32_t m_quick{0};                  //!< ACKs that go at once
    std::optional<Instant> m_lastArrival; //!< when data arrived last
    bool m_isTold{false};                 //!< the control was told that an ACK waits
};

/**
 * @ingroup tcp-lossy
 * @brief How large a receiver's buffer should be, by what its application reads in a round trip,
 * and how much of it is offered, by what has arrived.
 *
 * Dynamic right-sizing (Fisk and Feng, "Dynamic right-sizing in TCP", 2001) with Linux's numbers
 * (6.1, tcp_rcv_space_adjust()): twice what was read in a round trip, since the sender may double
 * its window in the next, and 16 segments; and more by twice the part by which reading has grown.
 *
 * A sender that is believed to keep the window full gets twice of it (6.1, tcp_grow_window()): each
 * segment lets the window grow by two of its size, up to the buffer's. Small segments, which take
 * more memory than their data, open it up to a half of the largest only, or less.
 *
 * State: a round trip, smoothed, if timestamps measure it, and never above the least time in which
 * a whole offered window arrived; when the present measurement of reading began and what had been
 * read then; the most that was read in a round trip; the window. Events: Start(), OnSegment(),
 * OnRoundTrip(), OnArrival(), OnRead(). Invariants: nothing is said before a round trip is known;
 * what is wanted is above twice what was read; the window never shrinks.
 */
class ReceiveTuning
{
  public:
    /// The connection begins. A @p window is offered, and at @p most that much ever; @p space is
    /// what is expected to be read in the first round trip, octets, above 0.
    void Start(uint64_t window, uint64_t most, uint64_t space)
    {
        *this = ReceiveTuning();
        m_window = window;
        m_most = most;
        m_space = space;
    }

    /// The handshake is over: what is read from now on counts.
    void Establish(Instant now)
    {
        m_since = std::chrono::floor<std::chrono::microseconds>(now);
    }

    /// A segment of new data, all in octets.
    struct Segment
    {
        uint32_t size;    //!< its data
        uint32_t memory;  //!< what of the window its memory is worth
        uint32_t full;    //!< the window grows by two of these where that is no more than its data
        uint32_t largest; //!< and else by two of these, while the window is small: rcv_mss
    };

    /// A segment arrived, in order or not; the buffer has @p room beyond what is not read, octets.
    /// @return whether the window has grown, which the sender is to know at once
    bool OnSegment(const Segment& segment, uint64_t room)
    {
        if (room <= m_window || m_window > GetRoof(segment))
        {
            return false;
        }
        const auto by = segment.memory > segment.size ? segment.largest : segment.full;
        m_window += std::min<uint64_t>(room - m_window, 2 * uint64_t{std::max(by, segment.size)});
        return true;
    }

    /// A segment echoes a @p timestamp that is @p age old. What is no whole segment may have
    /// waited, and what echoes the same says the same.
    void OnEcho(uint32_t timestamp, Instant age, bool isWhole);

    /// Data arrived in order, up to position @p next; @p edge is the end of the window that is
    /// offered.
    void OnArrival(Instant now, uint64_t next, uint64_t edge);

    /// The application has read octets; @p unread ones are left that do not count (Linux 6.12).
    /// @return how large the window should get, octets; nothing if there is nothing new to say
    std::optional<uint64_t> OnRead(Instant now, uint64_t size, uint32_t mss, uint64_t unread = 0);

    /// @return octets of a buffer for such a window, half of whose memory is for data: whole
    /// segments, each with what it takes beside (Linux 6.1)
    static uint64_t GetBuffer(uint64_t window, uint32_t mss);

    /// What of memory is for data has changed: the window may get as large as @p most, and to read
    /// @p space in a round trip is expected at most, octets.
    void Rescale(uint64_t most, uint64_t space)
    {
        m_most = most;
        m_space = std::min(m_space, space);
    }

    /// @return a round trip; 0 if none is known
    Instant GetRoundTrip() const
    {
        return m_rtt.value_or(Instant::zero());
    }

    /// @return how much to offer at most, octets
    uint64_t GetWindow() const
    {
        return m_window;
    }

  private:
    /// @return up to where such segments let the window grow: __tcp_grow_window() of Linux 6.1
    uint64_t GetRoof(const Segment& segment) const
    {
        auto roof = m_most;
        for (auto memory = segment.memory; memory > segment.size; memory /= 2)
        {
            roof /= 2;
        }
        return roof;
    }

    uint64_t m_window{0};                //!< how much to offer at most
    uint64_t m_most{0};                  //!< how large the window may get
    uint32_t m_lastEcho{0};              //!< timestamp that was echoed last
    uint64_t m_roundEdge{0};             //!< end of that window
    std::optional<Instant> m_rtt;        //!< a round trip
    std::optional<Instant> m_roundStart; //!< when the window was offered that is being filled
    Instant m_since{0};                  //!< when the measurement of reading began
    uint64_t m_read{0};                  //!< octets that were read since
    uint64_t m_space{0};                 //!< octets that were read in a round trip at most
};

/// @return the value of a timestamp that is sent at a time: whole milliseconds (RFC 7323, section
/// 5.4)
inline uint32_t
ToTimestamp(Instant now)
{
    return static_cast<uint32_t>(std::chrono::floor<std::chrono::milliseconds>(now).count());
}

/// @return for how long a timestamp has been under way, 0 if the value is of the future (modulo
/// 2^32, see IsOlder())
inline std::chrono::milliseconds
GetAge(uint32_t timestamp, Instant now)
{
    const auto age = static_cast<int32_t>(ToTimestamp(now) - timestamp);
    return std::chrono::milliseconds(std::max(age, 0));
}

/**
 * @ingroup tcp-lossy
 * @brief Which of the peer's timestamps is echoed, and which is the last one that counts as recent
 * (RFC 7323, section 4.3).
 *
 * State: TS.Recent and when it was set, Last.ACK.sent, the timestamp to echo.
 * Events: the peer's SYN, a segment that is read, data that arrive again, an ACK that goes.
 * Invariants: TS.Recent does not go back; data that were acknowledged before change the echo, for
 * the sender measures by it, but not TS.Recent, or what they overtook would look old (section 5.3,
 * R2); a value older than 24 days is recent no more (section 5.5).
 */
class TimestampEcho
{
  public:
    /// The peer's SYN has a timestamp.
    void Begin(uint32_t value, Instant now)
    {
        m_recent = value;
        m_recentSet = now;
        m_echo = value;
    }

    /// A segment is read; @p isOld: its data were acknowledged before, and their ACK was lost.
    void OnSegment(const SegmentAcceptance::Segment& segment, Instant now, bool isOld = false)
    {
        const auto recent = GetRecent(now);
        if (!segment.timestamp || segment.seq > m_lastAckSent ||
            (recent && IsOlder(*segment.timestamp, *recent)))
        {
            return;
        }
        if (isOld)
        {
            m_echo = *segment.timestamp;
        }
        else
        {
            Begin(*segment.timestamp, now);
        }
    }

    /// An ACK of all below a position goes.
    void OnAckSent(uint64_t ack)
    {
        m_lastAckSent = ack;
    }

    /// @return TS.Recent, if it is recent
    std::optional<uint32_t> GetRecent(Instant now) const
    {
        return now - m_recentSet < LIFETIME ? m_recent : std::nullopt;
    }

    /// @brief What the next segment echoes. @return a timestamp; 0 before the first one
    uint32_t GetEcho() const
    {
        return m_echo;
    }

    /// @brief Last.ACK.sent. @return a position
    uint64_t GetLastAckSent() const
    {
        return m_lastAckSent;
    }

  private:
    /// From then on TS.Recent is outdated (RFC 7323, section 5.5).
    static constexpr Instant LIFETIME = std::chrono::hours(24 * 24);

    std::optional<uint32_t> m_recent; //!< TS.Recent
    Instant m_recentSet{0};           //!< when it was set
    uint64_t m_lastAckSent{0};        //!< Last.ACK.sent
    uint32_t m_echo{0};               //!< timestamp to echo
};

} // namespace ns3

#endif /* RECEIVER_RULES_H */
