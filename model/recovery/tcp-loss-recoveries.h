/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LOSS_RECOVERIES_H
#define TCP_LOSS_RECOVERIES_H

#include "tcp-loss-recovery.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Makes RenoSender (RFC 2581).
 */
class TcpRenoRecovery : public TcpLossRecovery
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId();

    bool NeedsSack() const override;
    Sender MakeSender(const Configuration& configuration, const RecoveryLaw* law) const override;

  private:
    bool m_repeatedFastRetransmit{true}; //!< fast retransmit again inside one window
    bool m_timerBackoff{false};          //!< a fast retransmit backs the timer off
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Makes NewRenoSender (RFC 6582).
 */
class TcpNewRenoRecovery : public TcpLossRecovery
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId();

    bool NeedsSack() const override;
    Sender MakeSender(const Configuration& configuration, const RecoveryLaw* law) const override;

  private:
    bool m_slowButSteady{false};       //!< each partial ACK restarts the timer
    bool m_forgetRecoveryPoint{false}; //!< the next recovery may begin where the last one ended
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Makes SackSender (SACK-Veno paper, section 2.1).
 */
class TcpSackRecovery : public TcpLossRecovery
{
  public:
    /// What to do when more than half of a window is lost. Unscoped for ns-3's EnumValue.
    enum HalfWindowLost_t
    {
        WAIT,       //!< leave it to the timer
        SLOW_START, //!< as if the timer had expired
    };

    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId();

    Sender MakeSender(const Configuration& configuration, const RecoveryLaw* law) const override;

  private:
    HalfWindowLost_t m_halfWindowLost{WAIT}; //!< when more than half of a window is lost
    bool m_latestSackOnly{false};            //!< earlier blocks are forgotten
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Makes FackSender (FACK paper, section 3).
 */
class TcpFackRecovery : public TcpLossRecovery
{
  public:
    /// What to do about a lost retransmission. Unscoped for ns-3's EnumValue.
    enum LostRetransmission_t
    {
        TIMEOUT,    //!< as if the timer had expired
        RETRANSMIT, //!< send it again
        WAIT,       //!< send nothing until the timer expires
    };

    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId();

    Sender MakeSender(const Configuration& configuration, const RecoveryLaw* law) const override;

  private:
    LostRetransmission_t m_lostRetransmission{RETRANSMIT}; //!< when a retransmission is lost
    bool m_latestSackOnly{false};                          //!< earlier blocks are forgotten
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Makes Rfc6675Sender.
 */
class TcpRfc6675Recovery : public TcpLossRecovery
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId();

    Sender MakeSender(const Configuration& configuration, const RecoveryLaw* law) const override;

    /// @return NewReno with the same `SlowButSteady`
    Ptr<TcpLossRecovery> MakeFallback() const override;

  private:
    bool m_findLostRetransmissions{false}; //!< lost retransmissions are sent again
    bool m_rescueRetransmission{false};    //!< NextSeg() rule 4
    bool m_slowButSteady{false};           //!< each partial ACK restarts the timer
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Makes RackSender (RFC 8985).
 */
class TcpRackRecovery : public TcpLossRecovery
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId();

    Sender MakeSender(const Configuration& configuration, const RecoveryLaw* law) const override;

  private:
    bool m_tailLossProbe{true};            //!< tail loss probes
    bool m_undo{true};                     //!< needless reductions are taken back
    bool m_undoByTimestamps{true};         //!< needless reductions are taken back by timestamps
    bool m_frto{false};                    //!< F-RTO
    Time m_maxAckDelay{MilliSeconds(200)}; //!< for how long the peer may delay an ACK
};

} // namespace ns3

#endif /* TCP_LOSS_RECOVERIES_H */
