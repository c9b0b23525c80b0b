/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STOCK_WINDOW_CONTROL_H
#define STOCK_WINDOW_CONTROL_H

#include "window-control.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The window as ns3::TcpSocketBase regulates it, where this is neither asked for by an RFC
 * nor what WindowControl does, for who wants the same results.
 *
 * What differs from WindowControl, with doc/design/rfc6675's words for it:
 *  - a duplicate ACK is one whatever else it says: disorder comes before the window opens, and a
 *    partial ACK that is a duplicate tells the recovery law twice;
 *  - a recovery that ends sets the window of every control, also of one with CongControl();
 *  - the ACK that ends the repair after a timeout opens the window by what it acknowledges beyond
 *    the recovery point only;
 *  - each timeout reduces `ssthresh`, also the second one of the same segment;
 *  - while ECN's echo reduces the window no recovery begins, and one that was under way is over;
 *    it lasts until more than what was sent before is acknowledged, and the control does not hear
 *    of its state;
 *  - the window is reduced from `pipe` as it is, if this is more than `cwnd`, too;
 *  - the control is told of one segment for each ACK that acknowledges nothing new and for each
 *    partial ACK, whatever arrived; and asked to open the window for no segment, too: TcpLinuxReno
 *    and others do.
 */
class StockWindowControl : public WindowControl
{
  public:
    using WindowControl::WindowControl;

    Reaction OnAck(const AckOutcome& outcome, bool isNew) override;
    bool OnTimeout(bool headSentAgain) override;
    void OnEcho(const AckOutcome& outcome) override;
    void OnAdvance() override;
    bool HoldsRecovery(uint64_t ack, bool hasEcho) const override;
    uint32_t GetFlightSize() const override;

  private:
    /// @brief A duplicate ACK, of new data or not. @param outcome of it
    void OnDuplicate(const AckOutcome& outcome);
    /// @brief An ACK within recovery or CWR. @param outcome of the ACK @param isDuplicate whether
    /// the recovery law is to take the ACK for a duplicate
    void GoOn(const AckOutcome& outcome, bool isDuplicate);
    /// @brief An ACK of new data, which may also be a duplicate. @param outcome of it @return
    /// whether a recovery ended
    bool OnAdvancing(const AckOutcome& outcome);
    /// @brief Open the window. @param segments acknowledged, none as well
    void Grow(uint32_t segments);
    /// @brief The last ACK of a recovery. @param outcome of it
    void EndRecovery(const AckOutcome& outcome);
    /// @brief An ACK of new data in disorder. @param outcome of it @param segments that arrived
    void AdvanceInDisorder(const AckOutcome& outcome, uint32_t segments);
    /// @brief An ACK of new data after a timeout. @param outcome of it @param segments that arrived
    void AdvanceInLoss(const AckOutcome& outcome, uint32_t segments);

    uint32_t m_dupAcksBefore{0}; //!< duplicate ACKs up to the last ACK
};

} // namespace ns3

#endif /* STOCK_WINDOW_CONTROL_H */
