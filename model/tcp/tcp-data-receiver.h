/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_DATA_RECEIVER_H
#define TCP_DATA_RECEIVER_H

#include "connection-effects.h"
#include "receive-buffer.h"
#include "tcp-ecn.h"
#include "window-control.h"

#include "ns3/receiver-rules.h"
#include "ns3/sack-exchange.h"
#include "ns3/segment-acceptance.h"
#include "ns3/segment-fields.h"
#include "ns3/sender-rules.h"
#include "ns3/timer-set.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ns3
{

/// What says when data are acknowledged.
struct AckChoice
{
    uint32_t count{2};    //!< segments that one ACK may be for
    Instant delay{0};     //!< for how long an ACK may wait
    Instant mostDelay{0}; //!< to which that adapts; 0: it does not
    uint32_t quick{0};    //!< ACKs that go at once at the beginning, and after trouble
};

/**
 * @ingroup tcp-lossy
 * @brief The receiving half of a connection: what arrived, what is offered, what is reported, and
 * when it is acknowledged.
 *
 * Each question has one owner: ReceiveBuffer says what is held and offered, SackExchange what is
 * reported of it, DelayedAck when an ACK goes, or KernelAcks as in Linux, TimestampEcho
 * what it echoes.
 *
 * Events: the peer's SYN, a segment that was accepted, an ACK that goes, the application reads.
 * Invariant: what arrives is acknowledged at once or when the delayed ACK's event comes.
 */
class TcpDataReceiver
{
  public:
    /// The user's choice.
    struct Settings
    {
        AckChoice acks;                 //!< when data are acknowledged
        uint16_t maxWindow{UINT16_MAX}; //!< bound of the window field
        bool duplicateSack{true};       //!< report data that arrive twice
        uint32_t buffer{0};             //!< size of the buffer, octets
        uint32_t mostBuffer{0};         //!< to which the buffer may grow; 0: it does not
        uint32_t mss{UINT16_MAX};       //!< octets of data in a segment, at most, for that growth
        bool follows612{false};         //!< details of Linux are 6.12's, not 6.1's
    };

    /// A receiver before the peer's SYN; what is referred to must live longer.
    TcpDataReceiver(const Settings& settings,
                    Window& window,
                    WindowControl& control,
                    const RetransmissionTimer& timer,
                    TcpEcn& ecn,
                    TimerSet& timers,
                    ConnectionEffects& effects)
        : m_settings(settings),
          m_window(window),
          m_control(control),
          m_timer(timer),
          m_ecn(ecn),
          m_timers(timers),
          m_effects(effects)
    {
    }

    /// @return the user's choice, some of which may change in mid-connection
    Settings& GetSettings()
    {
        return m_settings;
    }

    /// @brief Our SYN goes before the peer's, with this segment size. @param mss octets
    void BeginFirst(uint16_t mss)
    {
        m_negotiated.ownMss = mss;
    }

    /// The peer's SYN arrived: its data begin at position @p first. Timestamps take
    /// BeginTimestamps().
    void Start(uint64_t first, const Negotiated& negotiated);

    /// The peer's timestamps begin, with its SYN.
    void BeginTimestamps(uint32_t value, uint32_t echo)
    {
        m_timestamps.Begin(value, m_timers.GetNow());
        m_window.timestamp = value;
        m_window.timestampEcho = echo;
    }

    /// @brief The handshake is over: the first segment of data is answered at once.
    void Establish()
    {
        if (m_settings.acks.quick == 0)
        {
            m_delayedAck.AnswerNext();
        }
        m_kernelAcks.Establish(m_timers.GetNow());
        m_tuning.Establish(m_timers.GetNow());
    }

    /// Read the timestamp of an accepted segment, if there is one.
    void ReadTimestamp(const SegmentAcceptance::Segment& segment, bool isEstablished = true);

    /// Read ECN's flags and IP's mark of an accepted segment with data.
    void ReadMark(const SegmentFields& header, TcpEcn::Mark mark);

    /// Data of an accepted segment arrive; @p isPushed with PSH or a FIN, @p isLast with a FIN.
    /// @return whether an ACK must go at once
    bool ReadData(OctetRange segment, bool isPushed = false, bool isLast = false);

    /// A segment arrives, its data and perhaps a FIN. Compressed ACKs go by @p sendAck before its
    /// block takes the place of another one in what they report, and in place of the segment's own
    /// ACK (Linux 6.1, tcp_sack_compress_send_ack()). What is not taken is not reported.
    template <class Action>
    void BeginSegment(OctetRange data, bool fin, Action sendAck)
    {
        m_kernelAcks.OnArrival();
        if (!IsAdaptive() || data.begin <= m_received.GetNext())
        {
            return;
        }
        auto taken = m_received.Admit(data, m_settings.buffer).value_or(OctetRange{});
        taken.end += fin && taken.end == data.end ? 1 : 0;
        if (taken.Size() == 0)
        {
            return;
        }
        m_kernelBlocks.Add(taken, [this, sendAck] {
            if (m_kernelAcks.IsCompressing())
            {
                sendAck();
            }
        });
    }

    /// What is to be stored of a segment.
    struct Fresh
    {
        uint64_t begin{0};                               //!< position of the segment's first octet
        decltype(ReassemblyQueue::Arrival::fresh) parts; //!< those that were new, in order
    };

    /// @return whether anything is to be stored of the segment that was read last
    bool HasFresh() const
    {
        return !m_fresh.parts.empty();
    }

    /// @brief What is to be stored of the segment that was read last. @return once; from then on
    /// nothing
    Fresh TakeFresh()
    {
        return std::exchange(m_fresh, {});
    }

    /// A FIN arrived at @p position, one past the last octet of data. @return whether it may be
    /// true
    bool ReadFin(uint64_t position);

    /// Data arrived that are acknowledged already: their ACK was lost. The next one reports them
    /// (RFC 2883) and echoes their timestamp (RFC 7323, section 4.3). @return whether it goes now
    bool ReadOldData(const SegmentAcceptance::Segment& segment);

    /// @return what a segment with an ACK reports, until the next call
    const SackExchange::Report& ReadBlocks(const SegmentFields& header,
                                           uint64_t ack,
                                           const SackExchange::Sent& sent);

    /// Data arrived. @return whether the caller is to send an ACK now; it has to if @p atOnce. Else
    /// the delayed ACK's timer runs, unless all was acknowledged already. The congestion control
    /// hears which of the two
    bool AcknowledgeData(bool atOnce);

    /// The peer's FIN arrived, and all before it. @return whether an ACK goes now; it has to if
    /// @p atOnce. Where the delay adapts, a FIN that comes with less than a segment may wait: most
    /// applications close now, and their FIN carries the ACK (Linux 6.1, tcp_fin()).
    bool AcknowledgeFin(bool atOnce)
    {
        m_kernelAcks.OnArrival();
        // Linux's ping-pong mode, in which an ACK waits for the application to close, too.
        m_kernelAcks.EndQuickAck();
        const bool isNew = GetUnacknowledged() > 0;
        return isNew && (atOnce || !IsAdaptive() || AcknowledgesAsLinux());
    }

    /// @brief The delayed ACK's time is over: it goes now.
    void OnDelayedAckTimer()
    {
        if (!m_kernelAcks.IsCompressing())
        {
            m_kernelAcks.OnTimer(m_timer.GetRto());
        }
        m_control.OnEvent(m_window, ControlEvent::DELAYED_ACK);
    }

    /// @return whether an ACK for more than a segment waits no longer, since the application has
    /// read (Linux 6.1, tcp_cleanup_rbuf())
    bool IsAckDue() const
    {
        const bool isDrained =
            m_received.GetReadable() == 0 && !m_received.HasHole() && !m_received.IsFinished();
        return IsAdaptive() && m_kernelAcks.IsDueByRead(GetUnacknowledged(), isDrained);
    }

    /// Something arrived that needs no ACK. @return whether one that waits goes now (Linux 6.1,
    /// tcp_ack_snd_check())
    bool IsAckDueAgain()
    {
        return IsAdaptive() && IsAckWaiting() && AcknowledgesAsLinux();
    }

    /// @return whether an ACK waits for its time to be over
    bool IsAckWaiting() const
    {
        return m_timers.IsRunning(ConnectionTimer::DELAYED_ACK);
    }

    /// @brief What goes now acknowledges all that is here.
    void OnAckSent();

    /// The application reads up to @p most octets. @return how many it gets
    uint32_t Read(uint32_t most);

    /// @return whether the peer is to be told now of a larger window (RFC 9293, section 3.8.6.2.2).
    /// Not while the peer knows more than half of that window: the next ACK of data is early enough
    bool NeedsWindowUpdate() const
    {
        return m_received.NeedsWindowUpdate(GetCapacity(), GetLeastStep(), GetField(true));
    }

    /// @return the window to offer now, as the header's field has it: scaled but in a SYN
    uint16_t AdvertiseWindow(bool scaled) const
    {
        const auto field = GetField(scaled);
        const auto capacity = scaled || !IsAdaptive() ? GetCapacity() : GetFirstWindow();
        const auto window = m_received.Offer(capacity, GetLeastStep(), field);
        m_offered = static_cast<uint32_t>(std::min<uint64_t>(window, UINT32_MAX));
        return static_cast<uint16_t>(std::min(window, field.largest) / field.unit);
    }

    /// Report what is held out of order, in at most @p room octets.
    void AddBlocks(SegmentFields& header, std::size_t room = CompressedSackCodec::MAX_SIZE)
    {
        m_sackExchange.AddBlocks(header,
                                 m_received.GetQueue(),
                                 room,
                                 IsAdaptive() ? &m_kernelBlocks.Get() : nullptr);
    }

    /// @return whether SACK has anything to report: octets out of order, or data that came twice
    bool HasReport() const
    {
        return m_sackExchange.HasReport(m_received.GetQueue());
    }

    /// @return what is reported, and how, in both directions
    SackExchange& GetSackExchange()
    {
        return m_sackExchange;
    }

    /// @copydoc GetSackExchange
    const SackExchange& GetSackExchange() const
    {
        return m_sackExchange;
    }

    /// @return which timestamp is echoed
    TimestampEcho& GetTimestamps()
    {
        return m_timestamps;
    }

    /// @return which timestamp is echoed
    const TimestampEcho& GetTimestamps() const
    {
        return m_timestamps;
    }

    /// @return how many SACK options with compressed offsets made no sense
    uint64_t GetRefusedOptions() const
    {
        return m_refusedOptions;
    }

    /// @brief What arrived. @return the buffer
    const ReceiveBuffer& GetBuffer() const
    {
        return m_received;
    }

    /// @brief The window that was offered last. @return octets
    uint32_t GetOffered() const
    {
        return m_offered;
    }

    /// @brief The last segment with a mark of ECN. @return its sequence number
    uint32_t GetMarkedAt() const
    {
        return m_markedAt;
    }

  private:
    /// Of memory, in units of 2^-RATIO_SHIFT (TCP_DEFAULT_SCALING_RATIO).
    static constexpr uint32_t HALF = 128;
    static constexpr int RATIO_SHIFT = 8; //!< TCP_RMEM_TO_WIN_SCALE

    /// @return the buffer's size, or what of it may be offered and is not read yet, octets
    uint64_t GetCapacity() const
    {
        // Before the peer's SYN there is nothing to go by.
        const bool grows = m_settings.mostBuffer > 0 && m_tuning.GetWindow() > 0;
        return grows ? m_received.GetReadable() + std::min(GetRoom(), m_tuning.GetWindow())
                     : m_settings.buffer;
    }

    /// @return octets of window that memory is worth: a half, or, in Linux 6.12, what part of their
    /// memory segments have been (tcp_win_from_space())
    uint64_t ToWindow(uint64_t memory) const
    {
        return memory * m_scalingRatio >> RATIO_SHIFT;
    }

    /// @return octets of window that the whole buffer is worth
    uint64_t GetSpace() const
    {
        return ToWindow(2 * uint64_t{m_settings.buffer});
    }

    /// @return how large a buffer has to be for a window, octets, half of its memory
    uint64_t GetBufferFor(uint64_t window, uint32_t segment) const
    {
        return Follows612() ? (window << RATIO_SHIFT) / m_scalingRatio / 2
                            : ReceiveTuning::GetBuffer(window, segment);
    }

    /// @return octets of the buffer that may be offered: in Linux none where less than a segment or
    /// a sixteenth is left (6.1, __tcp_select_window())
    uint64_t GetRoom() const
    {
        const auto free = GetFree();
        if (!IsHalfFull())
        {
            return free;
        }
        const auto whole = free - free % GetField(true).unit;
        return whole < GetSpace() / 16 || whole < m_kernelAcks.GetLargest() ? 0 : whole;
    }

    /// @return whether Linux holds a window back, see GetRoom()
    bool IsHalfFull() const
    {
        return IsAdaptive() && GetFree() < (GetSpace() - m_reserve) / 2;
    }

    /// @return octets by which a window has to grow: Linux's by any
    uint32_t GetLeastStep() const
    {
        return IsAdaptive() ? 1 : m_window.mss;
    }

    /// @return Linux's window of a SYN: whole segments (tcp_select_initial_window())
    uint64_t GetFirstWindow() const
    {
        const bool isFirst = m_received.GetNext() == 0;
        const auto announced =
            std::min<uint32_t>(m_negotiated.ownMss, m_settings.mss + TIMESTAMP_OCTETS);
        const auto segment = isFirst ? announced : GetLargestSegment();
        const auto most = std::min<uint64_t>(m_settings.buffer, UINT16_MAX);
        return most > segment && segment > 0 ? most / segment * segment : most;
    }

    /// @return octets of the buffer beside what is not read, which in Linux takes memory by
    /// segments; @p beforeLast: what arrived last does not count
    uint64_t GetFree(bool beforeLast = false) const
    {
        const uint64_t memory = 2 * uint64_t{m_settings.buffer};
        const auto taken =
            IsAdaptive() ? m_kernelMemory.Get(beforeLast) : 2 * m_received.GetReadable();
        return ToWindow(memory - std::min(memory, taken));
    }

    /// @brief What this end's interface and its segment size permit. @return octets of data
    uint32_t GetOwnSegment() const
    {
        // The interface of a simulation may be as wide as IP permits. Ten of such segments are more
        // than the first window, so that it would never grow.
        const uint32_t options = m_negotiated.timestamps ? TIMESTAMP_OCTETS : 0;
        return std::min(m_negotiated.ownMss - options, m_settings.mss);
    }

    /// @return octets of TCP's header before the peer's data
    uint32_t GetHeaderSize() const
    {
        return protocolnumbers::TCP_HEADER + (m_negotiated.timestamps ? TIMESTAMP_OCTETS : 0);
    }

    /// @return octets of data that the peer may send at once by what we announced
    uint32_t GetLargestSegment() const
    {
        return std::max(m_window.mss, GetOwnSegment());
    }

    /// @return octets that have arrived in order since the last ACK, a FIN among them
    uint64_t GetUnacknowledged() const
    {
        return m_received.GetNext() - m_timestamps.GetLastAckSent();
    }

    /// @return whether what is not read holds back the right edge of the window: an ACK may wait
    /// for the application (Linux 6.1, __tcp_ack_snd_check())
    bool IsReaderLate() const
    {
        return IsAdaptive() && m_received.GetReadable() > 0 &&
               m_received.GetMost(GetCapacity(), GetField(true)) < m_offered;
    }

    bool IsAdaptive() const
    {
        return m_settings.acks.mostDelay > Instant::zero();
    }

    bool Follows612() const
    {
        return IsAdaptive() && m_settings.follows612;
    }

    /// @return for how long an ACK may wait in Linux: in 6.12 less than the least RTO
    /// (tcp_delack_max())
    Instant GetDelayBound() const
    {
        return m_settings.acks.mostDelay - (Follows612() ? KERNEL_JIFFY : Instant(0));
    }

    /// @brief An ACK waits, from now on if none waits yet. @return whether it goes now, instead
    bool DelayAck();

    /// A segment's octets are held. @return what was new about them
    ReassemblyQueue::Arrival Store(OctetRange segment);

    /// The next ACK is to report what arrived twice (RFC 2883), if the user wants that and the
    /// peer's SYN named a segment size: ns-3's own socket, which does not expect D-SACK, names
    /// none.
    void ReportDuplicate(OctetRange range)
    {
        if (m_settings.duplicateSack && m_negotiated.peerMss)
        {
            m_sackExchange.SetDuplicate(range);
        }
    }

    /// A segment of so many octets, some of them new, may let the window grow; in Linux what is out
    /// of order takes no memory yet, and must be reported (6.1, tcp_data_queue_ofo()).
    void OpenWindow(uint32_t size, bool isInOrder);

    /// Data arrived; @p isFilled says that nothing is out of order any more.
    void ReadDataAsLinux(OctetRange data, bool isPushed, bool isInOrder, bool isFilled);

    /// A segment arrived that is larger than what counts as a whole one: what part of its memory it
    /// is counts from now on (Linux 6.12, tcp_measure_rcv_mss()).
    void ScaleBy(uint32_t size);

    bool ReadOldAsLinux(const SegmentAcceptance::Segment& segment);

    /// @brief Data arrived. @return whether an ACK goes now, as in Linux; else a timer runs for it
    bool AcknowledgesAsLinux();

    /// The window has been looked at (__tcp_select_window()).
    void EndQuickAckIfHalfFull()
    {
        if (IsHalfFull())
        {
            m_kernelAcks.EndQuickAck();
        }
    }

    /// @return what the window field can say: scaled but in a SYN
    WindowField GetField(bool scaled) const
    {
        const uint64_t unit = uint64_t{1} << (scaled ? m_negotiated.ownScale : 0);
        return {unit, unit * m_settings.maxWindow, IsAdaptive()};
    }

    Settings m_settings;                //!< the user's choice
    Window& m_window;                   //!< as congestion control sees it
    WindowControl& m_control;           //!< hears of marks and of ACKs that wait
    const RetransmissionTimer& m_timer; //!< timeout of this end
    ReceiveTuning m_tuning;             //!< how large the buffer should be
    TcpEcn& m_ecn;                      //!< of the connection
    TimerSet& m_timers;                 //!< of the connection
    ConnectionEffects& m_effects;       //!< the way out
    Negotiated m_negotiated;            //!< with the peer
    mutable ReceiveBuffer m_received;   //!< what arrived; an offer moves its right edge
    SackExchange m_sackExchange;        //!< what is reported, and how
    SackExchange::Report m_report;      //!< what the peer has reported last
    uint64_t m_refusedOptions{0};       //!< SACK options that made no sense
    TimestampEcho m_timestamps;         //!< the peer's timestamps
    DelayedAck m_delayedAck;            //!< when to acknowledge
    KernelAcks m_kernelAcks;            //!< the same, as Linux
    KernelMemory m_kernelMemory;        //!< what is not read
    KernelBlocks m_kernelBlocks;        //!< what is reported, as Linux
    uint32_t m_largest{0};              //!< octets of the largest segment
    uint32_t m_reserve{0};              //!< a segment, which a buffer that has not grown does not
                                        //!< offer (Linux 6.1, tcp_init_buffer_space())
    uint32_t m_scalingRatio{HALF};      //!< of memory is for data, in 256ths
    bool m_hasSeenCapable{false};       //!< data that IP may mark have arrived
    bool m_isMarkNew{false};            //!< the segment that is read wants ACKs at once by its mark
    Fresh m_fresh;                      //!< to be stored
    mutable uint32_t m_offered{0};      //!< window offered last, octets
    uint32_t m_markedAt{0};             //!< sequence number of the last segment with a mark
};

} // namespace ns3

#endif /* TCP_DATA_RECEIVER_H */
