/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_SOCKET_H
#define TCP_SCOREBOARD_SOCKET_H

#include "fresh-strategies.h"
#include "packet-buffers.h"
#include "tcp-connection-demux.h"
#include "tcp-header-values.h"
#include "tcp-ops-control.h"
#include "tcp-scoreboard-options.h"

#include "ns3/abort.h"
#include "ns3/connection-effects.h"
#include "ns3/event-id.h"
#include "ns3/ns3-compat.h"
#include "ns3/ns3-values.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"
#include "ns3/simulator.h"
#include "ns3/tcp-connection.h"
#include "ns3/tcp-endpoint.h"
#include "ns3/tcp-socket-base.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

namespace ns3
{

/// A connection and its packets.
struct SocketConnection : public SimpleRefCount<SocketConnection>
{
    /// @param choice of the user @param parts of the socket @param buffer of the socket
    /// @param host the socket
    SocketConnection(const TcpConnection::Choice& choice,
                     const TcpOpsControl::Parts& parts,
                     const Ptr<TcpTxBuffer>& buffer,
                     TcpEndpoint::Host& host)
        : sent(buffer),
          control(parts, sent),
          endpoint(choice, {control, control, control}, host),
          connection(endpoint.GetConnection())
    {
    }

    ~SocketConnection()
    {
        alarm.Cancel();
    }

    /// @brief The socket has another connection, or none.
    void Abandon()
    {
        connection.Abandon();
        control.Detach();
        alarm.Cancel();
    }

    /// @return the data of a segment that goes
    Ptr<Packet> TakePayload(const OutgoingSegment& segment);

    /// @brief Store what is new of the segment that arrived, once.
    void StoreArrived()
    {
        if (connection.GetReceiver().HasFresh())
        {
            const auto fresh = connection.GetReceiver().TakeFresh();
            for (const auto& part : fresh.parts)
            {
                received.Store(part, arrived, fresh.begin);
            }
        }
    }

    SentPackets sent;          //!< what the application wrote
    ReceivedPackets received;  //!< what it may read
    TcpOpsControl control;     //!< ns-3's congestion control
    TcpEndpoint endpoint;      //!< in which order things happen
    TcpConnection& connection; //!< the connection
    Ptr<Packet> arrived;       //!< data of the segment that is being read
    Instant shownRto{0};       //!< RTO as it is shown
    EventId alarm;             //!< when its timers are to be looked at
    Instant alarmAt{0};        //!< the same

  private:
    /// @return the data of a segment that went before
    Ptr<Packet> TakeAgain(OctetRange range, bool isProbe);

    /// A segment goes that is no probe: who samples rates hears of it.
    void NoteSent(TcpTxItem& item)
    {
        control.OnSegmentSent(item,
                              control.SamplesRates() && connection.GetSender().GetInFlight() == 0);
    }
};

/**
 * @ingroup tcp-lossy
 * @brief A TCP socket whose loss recovery is a choice, and whose cost per segment does not depend
 * on the window.
 *
 * The socket is ns-3's side of a TcpConnection: API, attributes, traces, end points, and the
 * variables in which ns-3 shows a connection. What TCP does is decided in the connection's rooms.
 *
 * How large the window is stays with the congestion control (any TcpCongestionOps) and the recovery
 * law (any TcpRecoveryOps; ReductionLaw for those that need to know more).
 *
 * The peer may be any TCP. One that does not permit SACK is served by NewReno. What else differs
 * from ns-3's own socket is listed in the documentation, "beyond ns-3's socket".
 *
 * Attributes are read when a connection begins, and all its state is new then, so that a closed
 * socket can be used again. TcpNoDelay, DelAckTimeout, DelAckCount, PersistTimeout, the buffers'
 * sizes, congestion control and recovery law may change at any time.
 */
class TcpScoreboardSocket : public ns3compat::TcpSocketShim<TcpScoreboardSocket>,
                            public TcpScoreboardOptions,
                            public TcpConnectionTraces,
                            private TcpConnectionDemux::Connection,
                            private TcpEndpoint::Host
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpScoreboardSocket();

    /// The socket of a new connection of a listening one.
    TcpScoreboardSocket(const TcpScoreboardSocket& other);

    int Bind() override
    {
        return MayBind(!m_endPoint) ? Attach(TcpSocketBase::Bind()) : RefuseBind();
    }

    int Bind6() override
    {
        return MayBind(!m_endPoint6) ? Attach(TcpSocketBase::Bind6()) : RefuseBind();
    }

    int Bind(const Address& address) override
    {
        return MayBind(false) ? Attach(TcpSocketBase::Bind(address)) : RefuseBind();
    }

    int Listen() override;
    int Connect(const Address& address) override;
    int Close() override;
    int ShutdownSend() override;
    int Send(Ptr<Packet> p, uint32_t flags) override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;

    uint32_t GetRxAvailable() const override
    {
        const auto& buffer = m_current->connection.GetReceiver().GetBuffer();
        return static_cast<uint32_t>(std::min<uint64_t>(buffer.GetReadable(), UINT32_MAX));
    }

    uint32_t GetTxAvailable() const override
    {
        return GetSender().GetAvailable();
    }

    /// @return how losses are repaired on this connection: the attribute LossRecovery, or its
    /// substitute once it is known that the peer lacks SACK
    TypeId GetLossRecovery() const
    {
        return m_usedRecovery ? *m_usedRecovery : MakeLossRecovery(UsesSack())->GetInstanceTypeId();
    }

    /// @return what both ends have agreed upon so far; nothing before the handshake. The attributes
    /// Sack, Timestamp and WindowScaling are what the user wants
    const std::optional<Negotiated>& GetNegotiated() const
    {
        return m_negotiated;
    }

    /// @return the connection that is, or comes next; another one after each Connect()
    const TcpConnection& GetConnection() const
    {
        return m_current->connection;
    }

  protected:
    Ptr<TcpSocketBase> Fork() override
    {
        return CopyObject<TcpScoreboardSocket>(this);
    }

    void SendEmptyPacket(uint8_t flags) override;

    uint32_t UnAckDataCount() const override
    {
        return static_cast<uint32_t>(GetSender().GetUnacknowledged());
    }

    uint32_t BytesInFlight() const override
    {
        return GetSender().GetInFlight();
    }

    uint16_t AdvertisedWindowSize(bool scale = true) const override
    {
        return m_current->connection.GetReceiver().AdvertiseWindow(scale);
    }

    void SetSndBufSize(uint32_t size) override
    {
        m_choice.sender.buffer = size;
        TcpSocketBase::SetSndBufSize(size);
        GetSender().GetSettings().buffer = size;
    }

    void SetRcvBufSize(uint32_t size) override
    {
        m_choice.receiver.buffer = size;
        m_current->connection.GetReceiver().GetSettings().buffer = size;
        // Which tells the peer of more.
        TcpSocketBase::SetRcvBufSize(size);
    }

    void SetSegSize(uint32_t size) override
    {
        NS_ABORT_MSG_IF(size == 0, "TcpScoreboardSocket: SegmentSize is 0; it must be at least 1");
        m_choice.mss = size;
        TcpSocketBase::SetSegSize(size);
    }

    void SetTcpNoDelay(bool noDelay) override
    {
        TcpSocketBase::SetTcpNoDelay(noDelay);
        GetSender().GetSettings().noDelay = noDelay;
    }

    void SetDelAckTimeout(Time timeout) override
    {
        TcpSocketBase::SetDelAckTimeout(timeout);
        m_current->connection.GetReceiver().GetSettings().acks.delay = ToDuration(timeout);
    }

    void SetDelAckMaxCount(uint32_t count) override
    {
        TcpSocketBase::SetDelAckMaxCount(count);
        m_current->connection.GetReceiver().GetSettings().acks.count = count;
    }

    void SetPersistTimeout(Time timeout) override
    {
        TcpSocketBase::SetPersistTimeout(timeout);
        GetSender().GetSettings().persistTimeout = ToDuration(timeout);
    }

  private:
    /// An event, which may end the connection and let go of the socket: both stay until it is over.
    class Event
    {
      public:
        /// The event begins, perhaps within another one.
        explicit Event(TcpScoreboardSocket& socket)
            : m_socket(&socket),
              m_connection(socket.m_current),
              m_event(m_connection->endpoint, ToDuration(Simulator::Now()))
        {
            socket.NoticeStrategies();
        }

        /// @return the socket's connection when the event began
        SocketConnection& Get() const
        {
            return *m_connection;
        }

      private:
        Ptr<TcpScoreboardSocket> m_socket;  //!< whose it is
        Ptr<SocketConnection> m_connection; //!< the connection of then
        TcpEndpoint::Event m_event;         //!< of the endpoint
    };

    TcpDataSender& GetSender() const
    {
        return m_current->connection.GetSender();
    }

    /// @brief The user may have chosen anew since the last event.
    void NoticeStrategies()
    {
        m_freshControl.Notice(m_congestionControl);
        m_freshLaw.Notice(m_recoveryOps);
    }

    void OnAlarm();
    /// @brief Send all that window, pacing and application allow, when nothing is half done.
    void SendAllowed();
    /// Tell the application that it is connected, unless the connection is over.
    void TellConnected(Ptr<SocketConnection> current);
    void ResetConnection();
    TcpConnection::Choice MakeChoice();

    /// @brief What bounds our segments and our window. @return as it is now
    HostLimits GetLimits() const
    {
        return {GetEndPoint().GetInterfaceOctets(*m_node),
                WidenScale(CalculateWScale(), m_maxWinSize)};
    }

    /// @brief The socket is used, for the first time or again: for a connection, or to listen.
    void BeginUse();
    /// @brief Take back what a former use left in ns-3's own variables.
    void ForgetFormerUse();

    /// @return whether blocks are reported: as far as it is known, else as the user wants it
    bool UsesSack() const
    {
        return m_negotiated ? m_negotiated->sack : m_sackEnabled;
    }

    EndPointPair GetEndPoint() const
    {
        return {m_endPoint, m_endPoint6};
    }

    EndPointPair GetDirectEndPoint() const override
    {
        return m_state >= ESTABLISHED ? GetEndPoint() : EndPointPair{};
    }

    /// @return whether a socket may be bound: while in use, only a listening one that connects, to
    /// a family of which it has no end point
    bool MayBind(bool isLacking) const
    {
        return m_state == CLOSED || (m_state == LISTEN && isLacking);
    }

    /// @return -1: a socket that is in use would lose its end point
    int RefuseBind()
    {
        m_errno = ERROR_INVAL;
        return -1;
    }

    /// Have the end point hand its segments to this class, in place of ns-3's functions, which
    /// answer for the socket what it refuses. @return @p result, that of binding
    int Attach(int result);
    /// Take a segment from the end point, whose bound Ptr keeps the socket.
    template <class SocketAddress, class Header, class Interface>
    static void Receive(Ptr<TcpScoreboardSocket> socket,
                        Ptr<Packet> packet,
                        Header header,
                        uint16_t port,
                        Ptr<Interface> interface);
    void OnSegment(Ptr<Packet> packet, TcpEcn::Mark mark) override;
    /// A segment arrives while the socket listens; the packet is its payload, @p shown its header.
    void OnListen(Ptr<Packet> packet,
                  const SegmentFields& fields,
                  const TcpHeader& shown,
                  const Address& from,
                  const Address& to);
    void Emit(const OutgoingSegment& segment) override;
    void Report(const ConnectionReport& report) override;
    void Tell(const ConnectionNotices& notices) override;
    void Mirror() override;
    void Show();
    /// Tell the application of each segment of new data that has gone.
    void TellSent(const SegmentSizes& sizes);
    void OnEstablished();
    void EndConnection();
    /// This socket, a copy of a listening one, answers a SYN.
    void Accept(const SegmentFields& syn, const Address& from, const Address& to);

    std::optional<Negotiated> m_negotiated;                     //!< by the connection
    std::optional<TypeId> m_usedRecovery;                       //!< from the handshake on
    Fresh<TcpCongestionOps> m_freshControl;                     //!< of the next connection
    Fresh<TcpRecoveryOps> m_freshLaw;                           //!< of the next connection
    std::unique_ptr<TcpConnectionDemux::Registration> m_direct; //!< from the handshake on
    Ptr<TcpOptionTS> m_timestamps;                              //!< of the last segment that went
    Ptr<SocketConnection> m_current;
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_SOCKET_H */
