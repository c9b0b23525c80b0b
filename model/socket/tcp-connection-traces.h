/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_CONNECTION_TRACES_H
#define TCP_CONNECTION_TRACES_H

#include "inherited-value.h"

#include "ns3/connection-effects.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-data-sender.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What may be traced of a TcpScoreboardSocket, beyond what ns-3's own socket has. An
 * accepted socket has the listeners of the listening one.
 */
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

    /// @return how many SACK blocks of the peer made no sense and were ignored
    uint64_t GetRefusedSackBlocks() const
    {
        return m_refusedSackBlocks.Get();
    }

  protected:
    /// Give a subclass's type the trace sources.
    static TypeId AddTraceSources(TypeId tid);

    /// Fire the trace of a report, or show the sender's variables if that is what has changed.
    void Trace(const ConnectionReport& report, const TcpDataSender& sender);

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
    InheritedValue<SequenceNumber32> m_sndFack;                           //!< `snd.fack`
    InheritedValue<uint32_t> m_retranData;                                //!< `retran_data`, octets
    InheritedValue<uint32_t> m_awnd;                                      //!< `awnd`, octets
    InheritedValue<uint64_t> m_refusedSackBlocks;                         //!< blocks ignored
    InheritedValue<uint64_t> m_malformedOptions;                          //!< segments
    TracedCallback<SequenceNumber32, SequenceNumber32> m_recoveryEntered; //!< trace
    TracedCallback<SequenceNumber32, SequenceNumber32> m_recoveryLeft;    //!< trace
    TracedCallback<uint32_t> m_retransmissionLost;                        //!< trace
    TracedCallback<SequenceNumber32> m_timeoutTrace;                      //!< trace
    TracedCallback<const char*> m_sackOptionRefused;                      //!< trace
    TracedCallback<const char*> m_segmentRefused;                         //!< trace
};

} // namespace ns3

#endif /* TCP_CONNECTION_TRACES_H */
