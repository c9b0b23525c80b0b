/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RACK_SENDER_H
#define RACK_SENDER_H

#include "eifel-detection.h"
#include "loss-recovery-sender.h"
#include "needless-repair.h"
#include "rack-send-list.h"
#include "reordering-window.h"
#include "tail-loss-probe.h"
#include "windowed-minimum.h"

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
 * | what was sent when, and what of it is in flight, or lost? | RackSendList     |
 * | how long may others overtake a segment?                   | ReorderingWindow |
 * | when to probe, and what do probes tell?                   | TailLossProbe    |
 * | was the last repair needless, by what arrived twice?      | NeedlessRepair   |
 * | does an ACK answer what was sent before the repair?       | EifelDetection   |
 *
 * State of its own: the segment sent last of those that arrived (`RACK.xmit_ts`, `RACK.end_seq`)
 * and its round trip (`RACK.rtt`), the smallest round trip, when to look for losses again.
 * What is lost is sent again, lowest octets first, in any state; what is outstanding is what is in
 * flight by the list, neither SACKed nor lost. The ACK of the recovery point ends recovery; what is
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
class RackSender : public LossRecoverySender
{
  public:
    /// Choices.
    struct Options
    {
        bool tailLossProbe{true};    //!< probe (section 7)
        bool undo{true};             //!< take reductions back that D-SACKs show to be needless
        bool undoByTimestamps{true}; //!< the same, by timestamps
        Instant maxAckDelay{std::chrono::milliseconds(200)}; //!< `TLP.max_ack_delay`
    };

    /**
     * @brief A sender at the start of a connection.
     * @param configuration constants of the connection
     * @param options choices
     */
    RackSender(const Configuration& configuration, const Options& options);

    bool UsesSack() const override;
    void OnTiming(const Timing& timing) override;
    std::optional<Instant> GetDeadline() const override;
    bool IsDeadlineOfProbe() const override;
    std::optional<OctetRange> GetProbe() const override;
    std::optional<OctetRange> GetFastRetransmit() const override;
    std::optional<OctetRange> NextRetransmission() const override;
    uint64_t GetOutstanding() const override;

    /// @brief What was sent when. @return the list
    const RackSendList& GetSendList() const;

    /// @brief What is known of reordering. @return the window
    const ReorderingWindow& GetReorderingWindow() const;

  protected:
    void OnStart(uint64_t position) override;
    void OnScoreboard(const AckEvent& event, AckOutcome& outcome) override;
    void OnTransmitted(OctetRange range, bool isRetransmission, Instant now) override;
    void OnLoss(State before, bool isForgotten, Instant now) override;
    void OnTimer(Instant now, AckOutcome& outcome) override;
    void LoseHead() override;
    void CountLost(AckOutcome& outcome, uint64_t fackBefore) override;
    bool DetectsLoss() const override;
    void OnEnter(AckOutcome& outcome) override;
    uint64_t GetOutstandingInRecovery() const override;
    uint64_t GetRepairLimit() const override;

  private:
    /// @brief Move what an ACK reports in the list. @param outcome what the scoreboard made of it
    void TakeDelivered(const AckOutcome& outcome);

    /// @brief Section 6.2, steps 1 to 3. @param event the ACK
    void TakeRoundTrips(const AckEvent& event);

    /// @brief Whether the round trip of a segment that was sent again makes no sense: an earlier
    /// one has arrived. @param segment it @param event the ACK @return true if so
    bool IsOfEarlierOne(const RackSendList::Segment& segment, const AckEvent& event) const;

    /// @brief Section 6.2, step 5. @param inRecovery whether a repair goes on @param now the time
    /// @param outcome to be completed
    void DetectLosses(bool inRecovery, Instant now, AckOutcome& outcome);

    /// @brief What D-SACKs and probes tell. @param event the ACK @param outcome to be completed
    void ReadReports(const AckEvent& event, AckOutcome& outcome);

    /// @brief What the timestamp of an ACK in a repair tells. @param event the ACK
    /// @param endsRecovery whether the ACK reaches the recovery point
    /// @param outcome to be completed
    void ReadEcho(const AckEvent& event, bool endsRecovery, AckOutcome& outcome);

    /// @brief The last repair was needless: what still waits to be sent again is in flight, and
    /// gets a reordering window, which the D-SACK may have raised, to arrive. @param now the time
    void SpareTheRest(Instant now);

    /// @brief A repair begins: what it is about.
    void BeginRepair();

    /// @brief A segment was judged lost. @param segment it @param outcome to be completed
    void Lose(const RackSendList::Segment& segment, AckOutcome& outcome);

    /// @brief The reordering window. @param inRecovery whether a repair goes on @return a span
    Instant GetWindow(bool inRecovery) const;

    /// @brief The lowest octets that are lost. @return at most one MSS, or nothing
    std::optional<OctetRange> FirstLost() const;

    Options m_options;                              //!< choices
    RackSendList m_list;                            //!< what was sent when
    ReorderingWindow m_reordering;                  //!< how long others may overtake a segment
    TailLossProbe m_probe;                          //!< probes
    NeedlessRepair m_repair;                        //!< the last repair
    WindowedMinimum m_minRtt;                       //!< smallest round trip
    std::optional<RackSendList::SendKey> m_latest;  //!< `RACK.xmit_ts`, `RACK.end_seq`
    Instant m_rtt{0};                               //!< `RACK.rtt`
    std::optional<Instant> m_srtt;                  //!< smoothed round trip
    std::optional<Instant> m_lookAgain;             //!< when the reordering timer expires
    Instant m_judgeFrom{0};                         //!< nothing is judged lost before
    bool m_probeDue{false};                         //!< what is sent next is a probe
    std::optional<OctetRange> m_probed;             //!< what the last probe sent again
    Instant m_probedAt{0};                          //!< when
    EifelDetection m_eifel;                         //!< of the last repair
    bool m_isRepairHeld{false};                     //!< originals arrive: nothing is sent again
    uint64_t m_lostSince{0};                        //!< octets lost since the last ACK
    std::vector<RackSendList::Segment> m_delivered; //!< what an ACK reports, by position
};

} // namespace ns3

#endif /* RACK_SENDER_H */
