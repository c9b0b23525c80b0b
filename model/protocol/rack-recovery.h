/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RACK_RECOVERY_H
#define RACK_RECOVERY_H

#include "loss-recovery.h"
#include "rack-parts.h"

#include <chrono>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief RACK-TLP (RFC 8985): what was sent before a segment that arrived, by more than the
 * reordering window, is lost; and a probe finds out about the end of a flight.
 *
 * | Question                                                  | Owner            |
 * |-----------------------------------------------------------|------------------|
 * | what was sent when, and what of it is in flight, or lost? | SentSegments     |
 * | how long may others overtake a segment?                   | ReorderingWindow |
 * | when to probe, and what do probes tell?                   | TailLossProbe    |
 * | was the last repair needless, by what arrived twice?      | SpuriousRecoveryDetector |
 * | does an ACK answer what was sent before the repair?       | EifelDetection   |
 * | was a timeout needless, by what ACKs cover?               | FrtoDetection    |
 *
 * State of its own: the segment sent last of those that arrived (`RACK.xmit_ts`, `RACK.end_seq`)
 * and its round trip (`RACK.rtt`), the smallest round trip, when to look for losses again.
 * What is lost is sent again, lowest octets first, in any state; what is outstanding is what is in
 * flight, neither SACKed nor lost. The ACK of the recovery point ends recovery; what is
 * lost then begins another one. A repair that D-SACKs or timestamps show to be needless is over at
 * once, and its reduction is taken back (RFC 4015, as Linux does). By timestamps it is known when
 * an ACK of new data answers what was sent before the repair. Copies that are still on their way
 * may belong to true losses: while there are any, nothing more is sent again, and the ACK of the
 * recovery point decides. After a timeout any such ACK does.
 *
 * After a timeout only `snd.una` and what is overdue are lost (section 6.3).
 *
 * Whether a segment that was sent again arrived the last time, or before, is told by the timestamp
 * that an ACK of it echoes, if it is covered by the cumulative ACK: that of a segment out of order
 * is not echoed (RFC 7323, section 4.3). In any case a round trip is not shorter than the shortest.
 */
class RackRecovery : public LossRecovery
{
  public:
    static constexpr const char* NAME = "ns3::TcpRackRecovery"; //!< in ns-3

    bool tailLossProbe{true};                            //!< probe
    Instant maxAckDelay{std::chrono::milliseconds(200)}; //!< `TLP.max_ack_delay`
    bool undoNeedlessRepair{true};                       //!< by D-SACKs
    bool undoByTimestamps{true};                         //!< needless repairs, too
    bool frto{false};                                    //!< find needless timeouts without them

    /// @copydoc LossRecovery::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("TailLossProbe",
                &RackRecovery::tailLossProbe,
                "Probe for the loss of the last segments of a flight (RFC 8985, section 7)");
        options("MaxAckDelay",
                &RackRecovery::maxAckDelay,
                "For how long the peer may delay the ACK of a single segment, TLP.max_ack_delay "
                "(RFC 8985, section 7.2)");
        options("UndoNeedlessRepair",
                &RackRecovery::undoNeedlessRepair,
                "A reduction of the window is taken back when D-SACKs cover all that was sent "
                "again for it, as Linux does (RFC 3708)");
        options("UndoByTimestamps",
                &RackRecovery::undoByTimestamps,
                "A reduction of the window is taken back when timestamps show that ACKs answer "
                "what was sent before the repair (RFC 3522, RFC 4015)");
        options("Frto",
                &RackRecovery::frto,
                "A timeout is taken back when ACKs cover what was sent once, before it: F-RTO "
                "with SACK (RFC 5682, section 3, as in Linux), which needs no timestamps");
    }

    /// The options' defaults.
    RackRecovery()
        : LossRecovery(SentSegments::Order::TIMES)
    {
    }

    const AckOutcome& OnAck(const AckEvent& event) override;
    void OnSent(OctetRange range, Instant now) override;
    void OnTimeout(Instant now) override;
    std::optional<OctetRange> Next(SendOpportunity opportunity) const override;
    uint64_t GetOutstanding() const override;
    std::optional<Deadline> Schedule(const Timing& timing) override;
    const AckOutcome& OnDeadline(Instant now) override;
    void OnHeadLost() override;

  private:
    /// Read what an ACK tells of segments, round trips and the last repair.
    void ReadArrivals(const AckEvent& event, AckOutcome& outcome);

    /// What an ACK reports, by position.
    void TakeDelivered();

    /// Section 6.2, steps 1 to 3.
    void TakeRoundTrips(const AckEvent& event);

    /// Whether the round trip of a segment that was sent again makes no sense: an earlier one has
    /// arrived.
    bool IsOfEarlierOne(const SentSegments::Segment& segment, const AckEvent& event) const;

    /// Section 6.2, step 5.
    void DetectLosses(bool inRecovery, Instant now, Loss& lost);

    /// What D-SACKs and probes tell.
    void ReadReports(const AckEvent& event, AckOutcome& outcome);

    /// What an ACK after a timeout tells to F-RTO.
    void TestTimeout(const AckEvent& event, AckOutcome& outcome);

    /// What the timestamp of an ACK in a repair tells.
    void ReadEcho(const AckEvent& event, bool endsRecovery, AckOutcome& outcome);

    /// The last repair was needless: what still waits to be sent again is in flight, and gets a
    /// reordering window, which the D-SACK may have raised, to arrive.
    void RevertLossMarks(Instant now);

    /// A recovery starts if something is lost; at once after another one, too, which has perhaps
    /// sent it again.
    void EnterIfLost(bool hasLeft);

    /// A repair begins: what it is about.
    void BeginRepair();

    /// The lowest segment outstanding was judged lost.
    void LoseHead();

    /// The reordering window.
    Instant GetWindow(bool inRecovery) const;

    /// The lowest octets that are lost, at most one MSS.
    std::optional<OctetRange> FirstLost() const;

    ReorderingWindow m_reordering;                  //!< how long others may overtake a segment
    TailLossProbe m_probe;                          //!< probes
    SpuriousRecoveryDetector m_repair;              //!< the last repair
    WindowedMinimum m_minRtt;                       //!< smallest round trip
    SentSegments::SendKey m_latest{};               //!< of the segment of `RACK.xmit_ts`
    Instant m_rtt{0};                               //!< `RACK.rtt`
    std::optional<Instant> m_srtt;                  //!< smoothed round trip
    std::optional<Instant> m_reorderTimer;          //!< when the reordering timer expires
    Instant m_judgeFrom{Instant::min()};            //!< nothing is judged lost before
    bool m_probeDue{false};                         //!< what is sent next is a probe
    bool m_wasFinAlone{false};                      //!< our FIN is outstanding, alone
    std::optional<OctetRange> m_probed;             //!< what the last probe sent again
    Instant m_probedAt{0};                          //!< when
    EifelDetection m_eifel;                         //!< of the last repair
    FrtoDetection m_frto;                           //!< of the last timeout
    bool m_isRepairHeld{false};                     //!< originals arrive: nothing is sent again
    uint64_t m_lostSince{0};                        //!< octets lost since the last ACK
    std::vector<SentSegments::Segment> m_delivered; //!< what an ACK reports, by position
};

} // namespace ns3

#endif /* RACK_RECOVERY_H */
