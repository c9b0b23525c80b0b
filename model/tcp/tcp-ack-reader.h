/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ACK_READER_H
#define TCP_ACK_READER_H

#include "window-control.h"

#include "ns3/loss-recovery.h"
#include "ns3/sack-exchange.h"
#include "ns3/segment-acceptance.h"
#include "ns3/sent-segments.h"
#include "ns3/sequence-position.h"
#include "ns3/timer-set.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief The round trip, smoothed, and how far it varies, as Linux 6.1 has both
 * (tcp_rtt_estimator(), in whole microseconds): a deviation counts at once if it is larger, and is
 * forgotten by a quarter in a round trip, not in a sample as in RFC 6298; a shorter round trip
 * counts for less.
 *
 * Invariant: four times the variation is at least the minimum of the timeout.
 */
class KernelRttEstimate
{
  public:
    /// A round trip was measured; `snd.una` after that ACK, and `snd.nxt`. @return what is known
    RttSmoother::Estimate OnSample(Instant sample, uint64_t una, uint64_t nxt);

  private:
    static constexpr int64_t LEAST = 200'000; //!< tcp_rto_min

    RttSmoother::Estimate GetEstimate() const
    {
        using std::chrono::microseconds;
        return {microseconds(m_srtt / 8), Instant(microseconds(m_variation)) / 4};
    }

    // In whole microseconds.
    int64_t m_srtt{0};          //!< `srtt_us`, eight times the smoothed round trip
    int64_t m_deviation{0};     //!< `mdev_us`, four times the mean deviation
    int64_t m_mostDeviation{0}; //!< `mdev_max_us`, the most of it in this round trip
    int64_t m_variation{0};     //!< `rttvar_us`, what the timeout is above the round trip; 0: none
    uint64_t m_round{0};        //!< `rtt_seq`, where the round trip ends
};

/**
 * @ingroup tcp-lossy
 * @brief Which ACKs measure a round trip, and by what: the echo of a timestamp (RFC 7323, section
 * 4) or, without one, the segments that were sent once (Karn; RFC 6298, section 3).
 * Timestamps are milliseconds; Linux takes the segments wherever it can, and so may this.
 *
 * Invariant: an echo older than what it answers measures nothing; the peer kept it from a segment
 * before.
 */
class TcpRttSampler
{
  public:
    /// If it @p prefersDeparture, an echo counts only where a segment was sent again.
    TcpRttSampler(Window& window,
                  RttSmoother& smoother,
                  bool prefersDeparture,
                  const TimerSet& timers)
        : m_window(window),
          m_smoother(smoother),
          m_prefersDeparture(prefersDeparture),
          m_timers(timers)
    {
    }

    /// An ACK covers something, and perhaps echoes a timestamp: an echo of 0 is none. @return what
    /// is known of the round trip, if that is new
    std::optional<RttSmoother::Estimate> OnAck(std::optional<uint32_t> echo,
                                               const SentSegments::Covered& covered);

    /// @brief The smoothed round trip. @return SRTT, once there is one
    std::optional<Instant> GetSrtt() const
    {
        return m_window.minRtt < Instant::max() ? std::optional(m_window.srtt) : std::nullopt;
    }

  private:
    /// A round trip was measured: the @p last one, and the @p sample for the smoother.
    RttSmoother::Estimate Take(Instant last, Instant sample)
    {
        auto estimate = m_smoother.OnSample(sample);
        if (m_prefersDeparture)
        {
            estimate = m_kernel.OnSample(sample, m_window.una, m_window.nxt);
        }
        m_window.lastRtt = last;
        m_window.srtt = estimate.smoothed;
        m_window.minRtt = std::min(m_window.minRtt, m_window.srtt);
        return estimate;
    }

    Window& m_window;           //!< has the samples
    RttSmoother& m_smoother;    //!< smooths them
    KernelRttEstimate m_kernel; //!< or does, as Linux
    bool m_prefersDeparture;    //!< an echo counts only where a segment was sent again
    const TimerSet& m_timers;   //!< the clock
};

/**
 * @ingroup tcp-lossy
 * @brief Makes of a segment's ACK what the loss recovery is told.
 *
 * An ACK that another one has overtaken is one of `snd.una` with an older report. RFC 6675 works in
 * segments: SACK blocks are cut to the segments that they cover whole, or a peer that acknowledges
 * octets would have the rest of each sent again in a segment of its own.
 */
class TcpAckReader
{
  public:
    /// If it @p followsLinux, an ACK is no duplicate if its window is taken.
    explicit TcpAckReader(const TimerSet& timers, bool followsLinux = false)
        : m_timers(timers),
          m_followsLinux(followsLinux)
    {
    }

    /// The handshake is over: data begin at position @p start.
    void Start(uint64_t start)
    {
        m_sent.start = start;
    }

    /// @return what was sent, for the reader of SACK blocks, until the next call; @p finSent
    /// includes our FIN
    const SackExchange::Sent& Describe(uint64_t ack, const SentSegments& sent, bool finSent)
    {
        m_una = sent.GetUna();
        m_sent.nxt = sent.GetNxt();
        m_sent.una = std::clamp(ack, m_una, m_sent.nxt);
        m_sent.fin = finSent;
        return m_sent;
    }

    /// Read an ACK, after Describe(), of a segment with this window field. A peer that answers
    /// window probes says nothing of losses. @p report is what the SACK blocks say; null without
    /// SACK. @return the ACK, until the next call
    const LossRecovery::AckEvent& Read(const SegmentAcceptance::Segment& segment,
                                       uint16_t window,
                                       bool answersProbe,
                                       const SackExchange::Report* report,
                                       const SentSegments& sent);

    /// @brief SACK blocks that made no sense. @return their number
    uint64_t GetRefused() const
    {
        return m_refused;
    }

  private:
    void ReadReport(const SackExchange::Report& report, const SentSegments& sent);
    OctetRange CutToSegments(OctetRange block, const SentSegments& sent) const;

    const TimerSet& m_timers;         //!< the clock
    bool m_followsLinux;              //!< what a duplicate is
    SackExchange::Sent m_sent;        //!< what was sent
    LossRecovery::AckEvent m_event;   //!< the last ACK
    std::optional<uint16_t> m_window; //!< window field of the last ACK
    uint64_t m_una{0};                //!< `snd.una` before it
    uint64_t m_refused{0};            //!< blocks that made no sense
};

} // namespace ns3

#endif /* TCP_ACK_READER_H */
