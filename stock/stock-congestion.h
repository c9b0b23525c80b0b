/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STOCK_CONGESTION_H
#define STOCK_CONGESTION_H

#include "stock-outstanding.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Window and congestion state by the rules of ns-3's own socket: what an ACK or a timeout
 * means for them, and what is sent for it whatever the window is.
 *
 * The rules are those of ns-3.43 to ns-3.48, faults included (doc/design/socket.rst).
 */
class StockCongestion
{
  public:
    /// What carries out what is decided here.
    class Output
    {
      public:
        virtual ~Output() = default;

        /// Send at most @p most octets from @p seq on, now.
        virtual void SendData(SequenceNumber32 seq, uint32_t most) = 0;

        /// New data are acknowledged, up to @p ack.
        virtual void Advance(SequenceNumber32 ack, bool restartsTimer) = 0;

        /// @brief The window may be another one: so may the pace.
        virtual void UpdatePace() = 0;
    };

    /// @param variables shared with ns-3's socket @param outstanding what was sent @param output
    /// carries out what is decided
    StockCongestion(const StockVariables& variables, StockOutstanding& outstanding, Output& output);

    /// An ACK arrived that no other one has overtaken; @p hasEcho says whether it echoes a mark of
    /// ECN.
    void OnAck(const StockAck& ack, bool hasEcho);

    /// @brief The retransmission timer has expired.
    void OnTimeout();

  private:
    /// ECN's part of an ACK.
    void ReadEcho(const StockAck& ack, bool hasEcho);
    /// ECN's echo reduces the window.
    void BeginReduction(uint32_t delivered);
    /// Everything else of an ACK.
    void Judge(const StockAck& ack);
    void OnDuplicate(uint32_t delivered);
    /// A duplicate ACK in disorder.
    void OnDisorder(uint32_t delivered);
    /// A loss was found.
    void BeginRecovery(uint32_t delivered);
    /// An ACK of new data.
    void OnAdvance(const StockAck& ack, uint32_t dupAcksBefore);
    /// One that ends no recovery.
    void OnPartial(const StockAck& ack, uint32_t segments);
    /// One that ends what was under way, if anything was.
    void OnOtherAdvance(const StockAck& ack, uint32_t segments, uint32_t dupAcksBefore);
    /// Tell the control that it has ended. @return segments that open the window
    uint32_t EndState(const StockAck& ack, uint32_t segments, uint32_t dupAcksBefore);
    /// Whole segments of what arrived; the rest counts next time.
    uint32_t ToSegments(uint32_t delivered);
    /// Send what is missing, or the first segment, whatever the window is.
    void SendMissing();
    /// The congestion control and the connection are in a state.
    void SetState(TcpSocketState::TcpCongState_t state);
    /// Tell the control of segments that were acknowledged.
    void TellArrived(uint32_t segments);
    /// The recovery law reduces the window.
    void EnterLaw(uint32_t delivered);
    /// The recovery law hears of an ACK.
    void TellLaw(uint32_t delivered, bool isDuplicate);
    /// A control that goes by rates hears of an ACK.
    void TellRates(const StockAck& ack);

    StockVariables m_variables;             //!< shared with ns-3's socket
    Ptr<TcpSocketState> m_tcb;              //!< the connection as ns-3 shows it
    const Ptr<TcpCongestionOps>& m_control; //!< congestion control
    StockOutstanding& m_outstanding;        //!< what was sent
    Output& m_output;                       //!< carries out
    SequenceNumber32 m_recover;             //!< where a recovery, or a reduction, ends
    uint32_t m_dupAcks{0};                  //!< duplicate ACKs in a row
    uint32_t m_restOctets{0};               //!< acknowledged, less than a segment
    bool m_isFirstPartial{true};            //!< no partial ACK in this recovery yet
};

} // namespace ns3

#endif /* STOCK_CONGESTION_H */
