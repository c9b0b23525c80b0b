/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONNECTION_EFFECTS_H
#define CONNECTION_EFFECTS_H

#include "ns3/segment-fields.h"
#include "ns3/sequence-position.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>

namespace ns3
{

/// The state of a connection (RFC 9293, section 3.3.2). Those from ESTABLISHED on have data.
enum class ConnectionState
{
    CLOSED,
    LISTEN,
    SYN_SENT,
    SYN_RCVD,
    ESTABLISHED,
    CLOSE_WAIT,
    LAST_ACK,
    FIN_WAIT_1,
    FIN_WAIT_2,
    CLOSING,
    TIME_WAIT,
};

/// Octets of the timestamps option, with what aligns it.
constexpr uint32_t TIMESTAMP_OCTETS = 12;

/// What both ends have agreed upon in the handshake, as far as it has come.
struct Negotiated
{
    bool sack{false};                //!< SACK (RFC 2018)
    bool scaling{false};             //!< window scale (RFC 7323)
    bool timestamps{false};          //!< timestamps (RFC 7323)
    uint8_t peerScale{0};            //!< window scale of the peer's segments
    uint8_t ownScale{0};             //!< window scale of ours
    uint16_t ownMss{0};              //!< segment size of our SYN, octets
    std::optional<uint16_t> peerMss; //!< segment size of the peer's SYN, octets
    uint32_t maxTcpOctets{0};        //!< that a segment has for options and data, 48 at least
};

/// What a host sets bounds to.
struct HostLimits
{
    uint32_t interfaceOctets{0}; //!< options and data that cross the interface whole
    uint8_t windowScale{0};      //!< for the size of the receive buffer
};

/// A segment that goes: all that its header says but the ports, and which octets it has.
struct OutgoingSegment
{
    SegmentKind kind{SegmentKind::PURE_ACK}; //!< for the IP header's ECN field
    SegmentFields header;                    //!< without ports
    OctetRange payload;                      //!< positions of its data, perhaps none
};

/// What happened, for those who trace a connection.
struct ConnectionReport
{
    /// What it was.
    enum class Kind
    {
        NEGOTIATED,          //!< both ends' options are known, or known better
        ESTABLISHED,         //!< the handshake is over
        CONNECTED,           //!< and this end has begun it
        PROGRESS,            //!< the sender's state is another one
        RECOVERY_ENTERED,    //!< a loss was detected by ACKs
        RECOVERY_LEFT,       //!< a recovery ended
        RETRANSMISSION_LOST, //!< a retransmission was judged lost
        TIMEOUT,             //!< the retransmission timer expired, or a timeout was forced
        OPTION_REFUSED,      //!< a SACK option made no sense
        SEGMENT_REFUSED,     //!< a segment, or its data, was not read
        RECOVERY_FAULT,      //!< the loss recovery broke a rule of LossRecovery: the end
    };

    Kind kind;                   //!< what it was
    uint64_t position{0};        //!< `snd.una`
    uint64_t recoveryPoint{0};   //!< where the recovery ends or would have ended
    uint32_t octets{0};          //!< octets judged lost
    const char* reason{nullptr}; //!< why something was refused
};

/// Sizes of segments, octets. Mostly one or two have gone since the last time.
using SegmentSizes = boost::container::small_vector<uint32_t, 4>;

/// What the application is to be told.
struct ConnectionNotices
{
    bool accepted{false};              //!< there is a connection
    bool room{false};                  //!< the application may write
    bool data{false};                  //!< the application may read
    bool end{false};                   //!< the peer has closed
    bool isOver{false};                //!< the connection is, see TcpConnection::GetEnd()
    const SegmentSizes* sent{nullptr}; //!< new data that have gone, if not null

    /// @return whether there is anything for an application that has a connection
    bool HasAny() const
    {
        return accepted || room || data || end;
    }
};

/**
 * @ingroup tcp-lossy
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

    /// A segment goes.
    virtual void Emit(const OutgoingSegment& segment) = 0;

    /// Something happened that may be traced.
    virtual void Report(const ConnectionReport& report) = 0;

    /// Tell the application.
    virtual void Tell(const ConnectionNotices& notices) = 0;
};

} // namespace ns3

#endif /* CONNECTION_EFFECTS_H */
