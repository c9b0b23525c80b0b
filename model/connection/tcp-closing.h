/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_CLOSING_H
#define TCP_CLOSING_H

#include "connection-effects.h"

#include "ns3/nstime.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-socket.h"
#include "ns3/timer-set.h"
#include "ns3/traced-value.h"

#include <optional>
#include <utility>

namespace ns3
{

/// What the state machine shares with ns-3's socket, where a user may change it at any time.
struct ConnectionVariables
{
    TracedValue<TcpSocket::TcpStates_t>& state;     //!< the connection's state
    TracedValue<SequenceNumber32>& highestReceived; //!< shows the highest SEG.SEQ so far
    TracedValue<SequenceNumber32>& highestAck;      //!< shows the highest SEG.ACK so far
    TracedValue<SequenceNumber32>& reductionToldAt; //!< shows the last segment with CWR
    SequenceNumber32& ackSent;                      //!< shows the highest ACK that was sent
    const bool& closesWhenSent;                     //!< a FIN goes after all that was written
    const bool& closesAfterPeer;                    //!< but not before the peer's
    bool& endNotified;                              //!< the application knows of the peer's end
    const double& msl;                              //!< maximum segment lifetime, s
    const Time& finWait2Timeout; //!< for the peer to close, after Close(); 0 is for ever
    const Time& granularity;     //!< of the clock that RTO is made of
};

/**
 * @ingroup tcp-lossy
 *
 * @brief How a connection ends (RFC 9293, sections 3.6 and 3.10.7.4): the states after
 * ESTABLISHED, both FINs, FIN_WAIT_2 and TIME_WAIT, and why it is over.
 *
 * Events: the application closes; our FIN goes, or is acknowledged; the peer's FIN, data or RST
 * arrives; a timer expires.
 * Invariants: what ends the connection is only noted, since an event may be half done; a FIN goes
 * from ESTABLISHED or CLOSE_WAIT; the application is told of the peer's end once.
 */
class TcpClosing
{
  public:
    /// How the application is told of the end.
    enum class End
    {
        SILENT, //!< the application knows
        NORMAL, //!< without an error
        ERROR,  //!< with an error
        FAILED, //!< there was no connection
    };

    /// @param variables shared with ns-3's socket @param timers of the connection
    TcpClosing(const ConnectionVariables& variables, TimerSet& timers);

    /// @brief The application closes.
    void OnClose();

    /// @return whether a FIN may go with the last data now. PacketSink shuts its listening socket
    /// down, and the accepted ones inherit that: they close after the peer.
    bool MayFinJoin() const;

    /// @return whether this end may still close: no FIN of ours has gone.
    bool IsUnclosed() const;

    /// @return whether a FIN may go alone, when all data have gone.
    bool MayFinGo() const;

    /// @brief Our FIN goes.
    void OnFinSent();

    /// @brief Our FIN was acknowledged. @return whether both ends have closed
    bool OnFinAcked();

    /// @brief Everything up to the peer's FIN is here. @return whether both ends have closed
    bool OnPeersFin();

    /// @brief A segment arrived, whatever it is: the peer is there.
    void OnNews()
    {
        m_lastNews = m_timers.GetNow();
    }

    /// @brief An RST was accepted: after both ends have closed it is no error, and TIME_WAIT goes
    /// on, since old duplicates may have caused it (RFC 1337, section 3, F1).
    void OnReset();

    /// @brief Both ends have closed: TIME_WAIT begins, anew if it has begun.
    void EnterTimeWait();

    /// The timer of FIN_WAIT_2 or TIME_WAIT expired.
    void OnTimer(ConnectionTimer timer);

    /// The connection is over.
    void Finish(End end)
    {
        m_end = end;
    }

    /// @brief The connection is over, without an error.
    void FinishNormally();

    /// @brief Why it is over. @return nothing while it is not
    std::optional<End> GetEnd() const
    {
        return m_end;
    }

    /// @brief Whether the application is to be told of the peer's end now. @return true, once
    bool TakeNotice()
    {
        return std::exchange(m_noticeDue, false);
    }

  private:
    using State = TcpSocket::TcpStates_t;

    /// @brief In FIN_WAIT_2, after Close(): the peer has a while to close, too.
    void AwaitPeer();

    /// @brief The application is to be told of the peer's end, unless it knows.
    void NoteEnd()
    {
        m_noticeDue = !std::exchange(m_variables.endNotified, true);
    }

    ConnectionVariables m_variables; //!< shared with ns-3's socket
    TimerSet& m_timers;              //!< of the connection
    bool m_isClosed{false};          //!< the application has closed
    bool m_noticeDue{false};         //!< the application is to be told of the peer's end
    std::optional<End> m_end;        //!< why it is over
    TimerSet::Instant m_lastNews{0}; //!< when a segment arrived last
};

} // namespace ns3

#endif /* TCP_CLOSING_H */
