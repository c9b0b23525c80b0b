/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONNECTION_EFFECTS_H
#define CONNECTION_EFFECTS_H

#include "ns3/loss-recovery.h"
#include "ns3/ns3-compat.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/// Time as the protocol arithmetic has it.
using Duration = std::chrono::nanoseconds;

/// @return ns-3's time as the protocol arithmetic has it
inline Duration
ToDuration(const Time& time)
{
    return Duration(time.GetNanoSeconds());
}

/// @return a position modulo 2^32
inline SequenceNumber32
ToSequence(uint64_t position)
{
    return SequenceNumber32(static_cast<uint32_t>(position));
}

/// @return a time of the protocol arithmetic as ns-3 has it
inline Time
ToTime(Duration duration)
{
    return NanoSeconds(duration.count());
}

/// What both ends have agreed upon in the handshake, as far as it has come.
struct Negotiated
{
    bool sack{false};                //!< SACK (RFC 2018)
    bool scaling{false};             //!< window scale (RFC 7323)
    bool timestamps{false};          //!< timestamps (RFC 7323)
    uint8_t peerScale{0};            //!< window scale of the peer's segments
    uint8_t ownScale{0};             //!< window scale of ours
    std::optional<uint16_t> peerMss; //!< segment size of the peer's SYN, octets
    uint32_t maxTcpOctets{0};        //!< octets that a segment has for options and data
};

/// What a host sets bounds to.
struct HostLimits
{
    uint32_t interfaceOctets{0}; //!< options and data that cross the interface whole
    uint8_t windowScale{0};      //!< for the size of the receive buffer
};

/// What happened, for those who trace a connection.
struct ConnectionReport
{
    /// What it was.
    enum class Kind
    {
        ESTABLISHED,         //!< the handshake is over
        CONNECTED,           //!< and this end has begun it
        PROGRESS,            //!< the sender's state is another one
        RECOVERY_ENTERED,    //!< a loss was detected by ACKs
        RECOVERY_LEFT,       //!< a recovery ended
        RETRANSMISSION_LOST, //!< a retransmission was judged lost
        TIMEOUT,             //!< the retransmission timer expired, or a timeout was forced
        OPTION_REFUSED,      //!< a SACK option made no sense
        SEGMENT_REFUSED,     //!< a segment, or its data, was not read
    };

    Kind kind;                   //!< what it was
    uint64_t position{0};        //!< `snd.una`
    uint64_t recoveryPoint{0};   //!< where the recovery ends or would have ended
    uint32_t octets{0};          //!< octets judged lost
    const char* reason{nullptr}; //!< why something was refused
};

/// What the application is to be told.
struct ConnectionNotices
{
    bool accepted{false}; //!< there is a connection
    bool room{false};     //!< the application may write
    bool data{false};     //!< the application may read
    bool end{false};      //!< the peer has closed

    /// @return whether there is anything
    bool HasAny() const
    {
        return accepted || room || data || end;
    }
};

/**
 * @ingroup tcp-lossy
 *
 * @brief What a connection does to the world: the only way out of its rooms.
 *
 * Segments leave at once, in order. The application is told when an event has been handled, or a
 * part of it that stands for itself: it may do anything then, so that nothing may be taken for
 * granted afterwards but TcpConnection::IsOpen().
 */
class ConnectionEffects
{
  public:
    virtual ~ConnectionEffects() = default;

    /// A segment goes: its payload, its header but for the ports, its kind for the IP header's ECN
    /// field.
    virtual void Emit(Ptr<Packet> packet, TcpHeader& header, ns3compat::PacketKind kind) = 0;

    /// Something happened that may be traced.
    virtual void Report(const ConnectionReport& report) = 0;

    /// Tell the application.
    virtual void Tell(const ConnectionNotices& notices) = 0;

    /// @brief Ask the application for more before the last of its data go.
    virtual void AskForData() = 0;

    /// Both ends' options are known, or known better.
    virtual void Publish(const Negotiated& negotiated) = 0;

    /// @return a new loss recovery for this connection; @p start is the position of its first octet
    virtual std::unique_ptr<LossRecovery> MakeRecovery(uint64_t start) const = 0;

    /// The loss recovery has not kept to a rule of LossRecovery: the program ends, with that
    /// in words. @param fault what it did, and what it must do
    [[noreturn]] virtual void RefuseRecovery(const std::string& fault) const = 0;

    /// @return what bounds our segments and our window now
    virtual HostLimits GetLimits() const = 0;

    /// @brief The window has changed, and the pacing rate with it.
    virtual void UpdatePacing() = 0;

    /// @return whether segments wait for the pacing rate, which they do not in an unpaced first
    /// window
    virtual bool IsPaced() const = 0;
};

} // namespace ns3

#endif /* CONNECTION_EFFECTS_H */
