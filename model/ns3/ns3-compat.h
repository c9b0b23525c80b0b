/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NS3_COMPAT_H
#define NS3_COMPAT_H

#include "ns3/config.h"
#include "ns3/ns3-values.h"
#include "ns3/segment-fields.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

/// Everything in which releases of ns-3 differ for this module.
namespace ns3::ns3compat
{

/// Name of Westwood+ where it is a class of its own.
constexpr const char* WESTWOOD_PLUS = "ns3::TcpWestwoodPlus";

/// @return the congestion control Westwood+, which up to ns-3.37 is a mode of TcpWestwood: an
/// attribute whose default this call then sets
inline TypeId
SelectWestwoodPlus()
{
    TypeId typeId;
    if (!TypeId::LookupByNameFailSafe(WESTWOOD_PLUS, &typeId))
    {
        typeId = TypeId::LookupByName("ns3::TcpWestwood");
        Config::SetDefault("ns3::TcpWestwood::ProtocolType", StringValue("WestwoodPlus"));
    }
    return typeId;
}

/// Schedule a call of any callable. Up to ns-3.35 Simulator::Schedule() takes no lambda that
/// captures. @return the event
inline EventId
ScheduleCall(const Time& delay, std::function<void()> call)
{
    void (*const invoke)(std::function<void()>) = [](std::function<void()> wanted) { wanted(); };
    return Simulator::Schedule(delay, invoke, std::move(call));
}

/// @return the socket of an entry of TcpL4Protocol's sockets, a list in older releases
inline const Ptr<TcpSocketBase>&
SocketOf(const Ptr<TcpSocketBase>& entry)
{
    return entry;
}

/// @return the socket of an entry of TcpL4Protocol's sockets, a map in newer releases
template <class Index>
const Ptr<TcpSocketBase>&
SocketOf(const std::pair<Index, Ptr<TcpSocketBase>>& entry)
{
    return entry.second;
}

/// Whether a connection says if the window limits the sender (ns-3.42 and later).
template <class State, class = void>
constexpr bool HAS_CWND_LIMITED = false;
template <class State>
constexpr bool HAS_CWND_LIMITED<State, std::void_t<decltype(State::m_isCwndLimited)>> = true;

/// Tell the congestion control whether the window is what limits the sender: from ns-3.42 on some
/// controls do not grow otherwise.
template <class State>
void
SetCwndLimited([[maybe_unused]] State& tcb, [[maybe_unused]] bool limited)
{
    if constexpr (HAS_CWND_LIMITED<State>)
    {
        tcb.m_isCwndLimited = limited;
    }
}

/// @return whether the window limits the sender, as SetCwndLimited() was told; true before ns-3.42
template <class State>
bool
IsCwndLimited([[maybe_unused]] const State& tcb)
{
    if constexpr (HAS_CWND_LIMITED<State>)
    {
        return tcb.m_isCwndLimited;
    }
    return true;
}

/// Whether the smoothed round trip and the last sample have a member each (ns-3.43 and later);
/// before, there is one for the smoothed round trip, named like the other.
template <class State, class = void>
constexpr bool HAS_SRTT = false;
template <class State>
constexpr bool HAS_SRTT<State, std::void_t<decltype(State::m_srtt)>> = true;

template <class State>
auto&
GetSmoothedRtt(State& tcb)
{
    if constexpr (HAS_SRTT<State>)
    {
        return tcb.m_srtt;
    }
    else
    {
        return tcb.m_lastRtt;
    }
}

/// A round trip was measured: the estimator has heard of it, now the connection does.
template <class State>
void
SetSmoothedRoundTrip(State& tcb, const Time& smoothed)
{
    Update(GetSmoothedRtt(tcb), smoothed);
    tcb.m_minRtt = std::min(smoothed, tcb.m_minRtt);
}

template <class State>
void
SetLastRoundTrip([[maybe_unused]] State& tcb, [[maybe_unused]] const Time& last)
{
    if constexpr (HAS_SRTT<State>)
    {
        Update(tcb.m_lastRtt, last);
    }
}

/// Have a congestion control and the socket use one rate estimator (ns-3.45 and later).
template <class Control, class RateOps>
auto
SetRateOps(Control& control, const RateOps& rateOps, int)
    -> decltype(control.SetRateOps(rateOps), void())
{
    control.SetRateOps(rateOps);
}

template <class Control, class RateOps>
void
SetRateOps(Control&, const RateOps&, long)
{
}

template <class Base>
constexpr bool OVERRIDES_INSTANCE_TYPE_ID =
    std::is_same_v<decltype(&Base::GetInstanceTypeId), TypeId (Base::*)() const>;

/**
 * A class of ns-3 whose subclasses have their own instance TypeId.
 *
 * From ns-3.45 on the object system sees to that and forbids the override; up to ns-3.44 the
 * attributes of a subclass without it are silently not set, and it goes by its base's name.
 */
template <class Derived, class Base, bool = OVERRIDES_INSTANCE_TYPE_ID<Base>>
class InstanceTypeIdShim : public Base
{
};

template <class Derived, class Base>
class InstanceTypeIdShim<Derived, Base, true> : public Base
{
  public:
    TypeId GetInstanceTypeId() const override
    {
        return Derived::GetTypeId();
    }
};

/// A copy to bind to a callback: ns-3.39 compares callbacks by the bound variable itself, which may
/// be gone by then, unless it is a temporary one.
template <class T>
T
CopyToBind(const T& value)
{
    return value;
}

template <class Derived>
class TcpSocketShim : public InstanceTypeIdShim<Derived, TcpSocketBase>
{
  protected:
    /// Add the tags that become fields of the IP header. Whether the packet may be ECN capable
    /// depends on its kind (RFC 3168, sections 6.1.4 to 6.1.6), for which ns-3 itself cares from
    /// 3.43 on only.
    void TagPacket(const Ptr<Packet>& packet, SegmentKind kind) const
    {
        Tag(static_cast<const Derived*>(this), packet, kind, 0);
    }

    /// Fire the trace of retransmissions, which ns-3.43 brought.
    void TraceRetransmission(Ptr<const Packet> packet,
                             const TcpHeader& header,
                             const Address& local,
                             const Address& peer) const
    {
        Fire(static_cast<const Derived*>(this), 0, packet, header, local, peer);
    }

  private:
    template <class Socket>
    auto Tag(const Socket* socket, const Ptr<Packet>& packet, SegmentKind kind, int) const
        -> decltype(socket->IsEct(Socket::DATA), void())
    {
        using Kind = SegmentKind;
        constexpr std::array types{Socket::PURE_ACK,
                                   Socket::DATA,
                                   Socket::RE_XMT,
                                   Socket::WINDOW_PROBE,
                                   Socket::SYN,
                                   Socket::SYN_ACK,
                                   Socket::FIN,
                                   Socket::RST};
        static_assert(Kind::PURE_ACK < Kind::DATA && Kind::DATA < Kind::RETRANSMISSION &&
                      Kind::RETRANSMISSION < Kind::WINDOW_PROBE && Kind::WINDOW_PROBE < Kind::SYN &&
                      Kind::SYN < Kind::SYN_ACK && Kind::SYN_ACK < Kind::FIN &&
                      Kind::FIN < Kind::RESET && Kind::RESET == Kind(types.size() - 1));
        const TcpSocketShim* self = socket;
        self->AddSocketTags(packet, self->IsEct(types[static_cast<std::size_t>(kind)]));
    }

    template <class Socket>
    void Tag(const Socket* socket, const Ptr<Packet>& packet, SegmentKind kind, long) const
    {
        const TcpSocketShim* self = socket;
        self->AddSocketTags(packet);
        const bool isSpared =
            kind == SegmentKind::RETRANSMISSION || kind == SegmentKind::WINDOW_PROBE;
        if (isSpared && self->m_tcb->m_ecnMode == TcpSocketState::ClassicEcn)
        {
            ClearEcn(packet);
        }
    }

    static void ClearEcn(const Ptr<Packet>& packet)
    {
        constexpr uint8_t DIFFERENTIATED_SERVICES = 0xfc;
        SocketIpTosTag tos;
        if (packet->RemovePacketTag(tos))
        {
            tos.SetTos(tos.GetTos() & DIFFERENTIATED_SERVICES);
            packet->AddPacketTag(tos);
        }
        SocketIpv6TclassTag trafficClass;
        if (packet->RemovePacketTag(trafficClass))
        {
            trafficClass.SetTclass(trafficClass.GetTclass() & DIFFERENTIATED_SERVICES);
            packet->AddPacketTag(trafficClass);
        }
    }

    template <class Socket, class... Segment>
    static auto Fire(const Socket* socket, int, const Segment&... segment)
        -> decltype(socket->m_retransmissionTrace(segment..., socket))
    {
        socket->m_retransmissionTrace(segment..., socket);
    }

    template <class Socket, class... Segment>
    static void Fire(const Socket*, long, const Segment&...)
    {
    }
};

/// Whether DoRecovery() is told if the ACK is a duplicate (ns-3.43 and later).
template <class Ops>
constexpr bool DO_RECOVERY_TELLS_DUP_ACK =
    std::is_same_v<decltype(&Ops::DoRecovery), void (Ops::*)(Ptr<TcpSocketState>, uint32_t, bool)>;

/// Whether EnterRecovery() is told how much is SACKed (after ns-3.48).
template <class Ops>
constexpr bool ENTER_RECOVERY_TELLS_SACKED =
    std::is_same_v<decltype(&Ops::EnterRecovery),
                   void (Ops::*)(Ptr<TcpSocketState>, uint32_t, uint32_t, uint32_t, uint32_t)>;

/// Whether ns-3's own socket is that of ns-3.43 to ns-3.48.
template <class Ops>
constexpr bool HAS_SOCKET_OF_3_43 =
    DO_RECOVERY_TELLS_DUP_ACK<Ops> && !ENTER_RECOVERY_TELLS_SACKED<Ops>;

/// TcpRecoveryOps with BeginRecovery() and ContinueRecovery() in place of what releases
/// differ in: each release's TcpRecoveryOps has one of the overloads of EnterRecovery() and of
/// DoRecovery().
class RecoveryOps : public TcpRecoveryOps
{
  public:
    /// Up to ns-3.48.
    void EnterRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes)
    {
        BeginRecovery(tcb, dupAckCount, unAckDataCount, deliveredBytes);
    }

    /// After ns-3.48.
    void EnterRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes,
                       uint32_t /* bytesSacked */)
    {
        BeginRecovery(tcb, dupAckCount, unAckDataCount, deliveredBytes);
    }

    /// Up to ns-3.42.
    void DoRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes)
    {
        ContinueRecovery(tcb, deliveredBytes);
    }

    /// From ns-3.43 on.
    void DoRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes, bool /* isDupAck */)
    {
        ContinueRecovery(tcb, deliveredBytes);
    }

  protected:
    /// Recovery begins; `ssthresh` is the new one, the window is not reduced yet. There were so
    /// many duplicate ACKs, 0 where ECN's echo is the reason; `snd.nxt - snd.una` octets are
    /// outstanding; the ACK acknowledged or SACKed so many for the first time.
    virtual void BeginRecovery(Ptr<TcpSocketState> tcb,
                               uint32_t dupAckCount,
                               uint32_t unAckDataCount,
                               uint32_t deliveredBytes) = 0;

    /// An ACK arrived during recovery, which acknowledged or SACKed so many octets for the first
    /// time; 0 for a duplicate from a receiver without SACK.
    virtual void ContinueRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes) = 0;
};

/// Tell any recovery algorithm that recovery begins: the connection has the new `ssthresh` and the
/// window from before; what is SACKed in all, after this ACK, is heard after ns-3.48 only.
template <class Ops>
void
EnterRecovery(Ops& ops,
              Ptr<TcpSocketState> tcb,
              uint32_t dupAckCount,
              uint32_t unAckDataCount,
              uint32_t deliveredBytes,
              [[maybe_unused]] uint32_t bytesSacked)
{
    if constexpr (ENTER_RECOVERY_TELLS_SACKED<Ops>)
    {
        ops.EnterRecovery(tcb, dupAckCount, unAckDataCount, deliveredBytes, bytesSacked);
    }
    else
    {
        ops.EnterRecovery(tcb, dupAckCount, unAckDataCount, deliveredBytes);
    }
}

/// Tell any recovery algorithm that an ACK arrived during recovery; whether it is a duplicate is
/// heard from ns-3.43 on only.
template <class Ops>
void
DoRecovery(Ops& ops,
           Ptr<TcpSocketState> tcb,
           uint32_t deliveredBytes,
           [[maybe_unused]] bool isDupAck)
{
    if constexpr (DO_RECOVERY_TELLS_DUP_ACK<Ops>)
    {
        ops.DoRecovery(tcb, deliveredBytes, isDupAck);
    }
    else
    {
        ops.DoRecovery(tcb, deliveredBytes);
    }
}

} // namespace ns3::ns3compat

#endif /* NS3_COMPAT_H */
