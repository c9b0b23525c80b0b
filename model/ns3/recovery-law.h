/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECOVERY_LAW_H
#define RECOVERY_LAW_H

#include "ns3/ptr.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What a recovery law may know and decide beyond ns-3's TcpRecoveryOps.
 *
 * TcpRecoveryOps hears how many octets an ACK delivered and sets a window. TcpScoreboardSocket
 * knows more, and asks its recovery law for this interface with a dynamic cast. A law overrides
 * what it needs; the functions here do nothing.
 *
 * Order of the calls for an ACK in recovery (or CWR, after ECN's echo): OnProgress(),
 * OnForwardAck(), TcpRecoveryOps::EnterRecovery() or DoRecovery(), OnRetransmissionLost() if the
 * socket found one to be lost, else TakeLostHead(); what is due at once is sent; SetWindow() comes
 * last, as it does after everything that is sent in recovery. An ACK has EnterRecovery() or
 * DoRecovery(), never both; ns-3's own socket, which knows nothing of this interface, calls both
 * for an ACK whose echo begins CWR.
 */
class RecoveryLaw
{
  public:
    virtual ~RecoveryLaw() = default;

    /// What ns-3's calls for an ACK leave out.
    struct Progress
    {
        bool advances{false};  //!< `snd.una` moved
        bool showsLoss{false}; //!< octets were newly judged lost, retransmitted ones included
        uint64_t sacked{0};    //!< octets SACKed after the ACK, above `snd.una`
    };

    /// An ACK arrived.
    virtual void OnProgress(const Progress& /* progress */)
    {
    }

    /// An ACK arrived, after the one that started recovery or CWR, by which `snd.fack` moved by
    /// @p advance octets (FACK paper, section 3). 0 tells that it is known and stood still, where
    /// no call means that the socket knows none.
    virtual void OnForwardAck(Ptr<TcpSocketState> /* tcb */, uint32_t /* advance */)
    {
    }

    /// The socket found, by SACK, that a retransmission was lost.
    virtual void OnRetransmissionLost(Ptr<TcpSocketState> /* tcb */)
    {
    }

    /// @return whether the law found that the retransmission of the segment at `snd.una` was lost:
    /// true once, and it is sent again at once
    virtual bool TakeLostHead()
    {
        return false;
    }

    /// Set the window to what is outstanding, the connection's bytesInFlight, and what may be sent
    /// now.
    virtual void SetWindow(Ptr<TcpSocketState> /* tcb */)
    {
    }

    /// @return whether the law answers for lost retransmissions itself, so that no timeout is
    /// forced for one (LostRetransmission of TcpFackRecovery)
    virtual bool RepairsRetransmissions() const
    {
        return false;
    }

    /// @return whether one recovery repairs what is lost during it, too: without SACK, each partial
    /// ACK moves its end to `snd.nxt`; the same for the whole connection
    virtual bool RepairsLaterLosses() const
    {
        return false;
    }

    /// @return whether the next recovery may begin where the last one ended, which RFC 6582
    /// (section 3.2, step 2) forbids: for laws that send nothing again but what is missing; the
    /// same for the whole connection
    virtual bool ForgetsRecoveryPoint() const
    {
        return false;
    }
};

} // namespace ns3

#endif /* RECOVERY_LAW_H */
