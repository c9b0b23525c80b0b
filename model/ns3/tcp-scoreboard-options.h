/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_OPTIONS_H
#define TCP_SCOREBOARD_OPTIONS_H

#include "ns3/connection-effects.h"
#include "ns3/ns3-values.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-connection.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A value whose changes are traced, also those of a copy: an accepted socket's by who has
 * asked the listening one.
 *
 * ns-3's TracedValue takes the value alone into a copy; its TracedCallback takes who listens.
 * Listeners get the former value and the new one, as those of a TracedValue do.
 * @tparam T the type
 */
template <class T>
class InheritedValue : private TracedCallback<T, T>
{
    using Listeners = TracedCallback<T, T>;

  public:
    using Listeners::Connect;
    using Listeners::ConnectWithoutContext;
    using Listeners::Disconnect;
    using Listeners::DisconnectWithoutContext;

    /// Begins with a value that nobody listens to.
    explicit InheritedValue(const T& value = T())
        : m_value(value)
    {
    }

    /// Set the value, and tell the listeners if it is another one.
    InheritedValue& operator=(const T& value)
    {
        if (m_value != value)
        {
            const T before = m_value;
            m_value = value;
            Listeners::operator()(before, value);
        }
        return *this;
    }

    /// @brief Get it. @return the value
    const T& Get() const
    {
        return m_value;
    }

  private:
    T m_value;
};

/// @ingroup tcp-lossy
/// @brief What may be traced of a TcpScoreboardSocket, beyond what ns-3's own socket has. An
/// accepted socket has the listeners of the listening one.
class TcpConnectionTraces
{
  public:
    virtual ~TcpConnectionTraces() = default;

    /// Signature of the SackOptionRefused trace: why, in words.
    typedef void (*SackOptionRefusedTracedCallback)(const char* reason);

    /// Signature of the traces of recovery: `snd.una` now, and where the recovery ends or would
    /// have ended.
    typedef void (*RecoveryTracedCallback)(SequenceNumber32 position,
                                           SequenceNumber32 recoveryPoint);

    /// Signature of the LostRetransmission trace: octets of retransmissions that were judged lost.
    typedef void (*LostRetransmissionTracedCallback)(uint32_t octets);

    /// Signature of the SegmentRefused trace: why, in words.
    typedef void (*SegmentRefusedTracedCallback)(const char* reason);

    /// Signature of the RetransmissionTimeout trace: `snd.una`, from which on data are sent again.
    typedef void (*TimeoutTracedCallback)(SequenceNumber32 una);

  protected:
    /// Give a subclass's type the trace sources.
    static TypeId AddTraceSources(TypeId tid);

    /// Fire the trace of a report other than PROGRESS, if there is one.
    void Trace(const ConnectionReport& report);

    /// Show the sender's variables: PROGRESS was reported.
    void TraceProgress(const TcpDataSender& sender)
    {
        const auto& progress = sender.GetRecovery()->GetRecoveryState();
        m_sndFack = ToSequence(progress.GetSndFack());
        m_retranData = static_cast<uint32_t>(progress.GetSent().GetRetranData());
        m_awnd = static_cast<uint32_t>(progress.GetAwnd());
        m_refusedSackBlocks = sender.GetRefusedBlocks();
    }

    /// The options of a segment were ignored.
    void CountMalformed()
    {
        m_malformedOptions = m_malformedOptions.Get() + 1;
    }

    /// @brief A new connection begins.
    void ResetCounts()
    {
        m_refusedSackBlocks = 0;
        m_malformedOptions = 0;
    }

  private:
    InheritedValue<SequenceNumber32> m_sndFack;   //!< `snd.fack`
    InheritedValue<uint32_t> m_retranData;        //!< `retran_data`, octets
    InheritedValue<uint32_t> m_awnd;              //!< `awnd`, octets
    InheritedValue<uint64_t> m_refusedSackBlocks; //!< blocks ignored
    InheritedValue<uint64_t> m_malformedOptions;  //!< segments
    TracedCallback<SequenceNumber32, SequenceNumber32> m_recoveryEntered;
    TracedCallback<SequenceNumber32, SequenceNumber32> m_recoveryLeft;
    TracedCallback<uint32_t> m_retransmissionLost;
    TracedCallback<SequenceNumber32> m_timeoutTrace;
    TracedCallback<const char*> m_sackOptionRefused;
    TracedCallback<const char*> m_segmentRefused;
};

/// @ingroup tcp-lossy
/// @brief What a user may set on a TcpScoreboardSocket, beyond what ns-3's own socket has.
class TcpScoreboardOptions
{
  public:
    /// @brief Choose the defaults of the attributes.
    TcpScoreboardOptions()
    {
        m_choice.closing.finWait2Timeout = std::chrono::seconds(300);
        m_repairs.keepSack = true;
    }

    virtual ~TcpScoreboardOptions() = default;

  protected:
    /// Give a subclass's type the attributes.
    static TypeId AddAttributes(TypeId tid);

    /// @return a new object of the attribute LossRecovery's, or its substitute where @p sack is
    /// false
    Ptr<TcpLossRecovery> MakeLossRecovery(bool sack) const
    {
        const auto chosen = LossRecoveryChoice(m_lossRecovery).Make();
        return sack || !chosen->NeedsSack() ? chosen : chosen->MakeFallback();
    }

    /// @return a window scale of at least @p scale, with which twice RcvBufMax fits the field: as
    /// in Linux, which counts memory (6.1, tcp_select_initial_window())
    uint8_t WidenScale(uint8_t scale, uint16_t maxWindow) const;

    std::string m_lossRecovery; //!< text of a LossRecoveryChoice
    /// Of ns-3's own attributes it has SegmentSize, SndBufSize and RcvBufSize as the user has set
    /// them: what a connection has may differ.
    TcpConnection::Choice m_choice;
    LossRecovery::Configuration m_repairs; //!< but for what the handshake and those decide
    Instant m_jiffy{0};                    //!< of the wheel that rounds timers up
    bool m_directDemux{true};              //!< segments come by TcpConnectionDemux
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_OPTIONS_H */
