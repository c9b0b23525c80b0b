/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_OPTIONS_H
#define TCP_SCOREBOARD_OPTIONS_H

#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/tcp-data-sender.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What a user may set on a TcpScoreboardSocket, beyond what ns-3's own socket has.
 */
class TcpScoreboardOptions
{
  public:
    virtual ~TcpScoreboardOptions() = default;

    /// How blocks are reported. Unscoped for ns-3's EnumValue.
    enum SackEncoding_t
    {
        RFC_2018,   //!< RFC 2018
        COMPRESSED, //!< compressed offsets, where the peer has them, too
    };

    /// The window after a timeout. Unscoped for ns-3's EnumValue.
    enum TimeoutWindow_t
    {
        ONE_SEGMENT, //!< RFC 5681
        IN_FLIGHT,   //!< a segment beside what is still held for in flight
    };

    /// By what an ACK opens the window.
    enum WindowOpening_t
    {
        COVERED,   //!< by what it acknowledges, SACKed before or not (RFC 5681, section 3.1)
        DELIVERED, //!< by what it tells first to have arrived
    };

  protected:
    /// Give a subclass's type the attributes.
    static TypeId AddAttributes(TypeId tid);

    /// @return a new object of the attribute LossRecovery's, or its substitute where @p sack is
    /// false
    Ptr<TcpLossRecovery> MakeLossRecovery(bool sack) const;

    /// @return a sender's settings by the attributes; @p granularity is G of RFC 6298
    TcpDataSender::Settings MakeSenderSettings(Time minRto, Time granularity) const;

    /// @return a loss recovery's configuration by the attributes and by what ns-3's socket has: a
    /// segment's octets, ReTxThreshold, LimitedTransmit; data begin at position @p start
    LossRecovery::Configuration MakeConfiguration(uint32_t mss,
                                                  uint32_t dupThresh,
                                                  bool limitedTransmit,
                                                  uint64_t start) const;

    /// @return a window scale of at least @p scale, with which a window of RcvBufMax fits the field
    uint8_t WidenScale(uint8_t scale, uint16_t maxWindow) const;

    std::string m_lossRecovery;                   //!< text of a LossRecoveryChoice
    SackEncoding_t m_sackEncoding{RFC_2018};      //!< how blocks are reported
    bool m_keepSack{true};                        //!< a timeout forgets no SACK
    bool m_dSack{true};                           //!< report data that arrive twice
    bool m_restartAfterIdle{true};                //!< the window after an idle time
    TimeoutWindow_t m_timeoutWindow{ONE_SEGMENT}; //!< the window after a timeout
    WindowOpening_t m_windowOpening{COVERED};     //!< by what an ACK opens the window
    Time m_jiffy;                                 //!< of the wheel that rounds timers up
    bool m_rttByDeparture{false};                 //!< echoes count for what was sent again
    bool m_reduceByProgress{false};               //!< when a timeout reduces, see the attribute
    bool m_oneSynMayBeLost{false};                //!< see the attribute
    uint32_t m_sndBufMax{0};                      //!< to which the buffer may grow
    uint32_t m_rcvBufMax{0};                      //!< to which the buffer may grow
    uint32_t m_quickAcks{0};                      //!< ACKs that go at once, see the attribute
    Time m_delAckMost;                            //!< to which the delay of ACKs adapts
    uint32_t m_challengeLimit{10};                //!< challenge ACKs in five seconds
    Time m_maxRto{Seconds(60)};                   //!< of the retransmission timer
    Time m_timerTick;                             //!< of the retransmission timer
    Time m_finWait2Timeout{Seconds(300)};         //!< for the peer to close, after Close()
    bool m_directDemux{true};                     //!< segments come by TcpConnectionDemux
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_OPTIONS_H */
