/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SCOREBOARD_SOCKET_H
#define TCP_SCOREBOARD_SOCKET_H

#include "event-scope.h"
#include "fresh-strategies.h"
#include "tcp-connection-traces.h"
#include "tcp-header-reader.h"
#include "tcp-scoreboard-options.h"
#include "tcp-socket-ingress.h"

#include "ns3/connection-effects.h"
#include "ns3/loss-recovery.h"
#include "ns3/ns3-compat.h"
#include "ns3/tcp-connection.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A TCP socket whose loss recovery is a choice, and whose cost per segment does not depend
 * on the window.
 *
 * The socket is ns-3's side of a TcpConnection: API, attributes, traces, end points, and the
 * variables in which ns-3 shows a connection. What TCP does is decided in the connection's rooms.
 *
 * How large the window is stays with the congestion control (any TcpCongestionOps) and the recovery
 * law (any TcpRecoveryOps; RecoveryLaw for those that need to know more).
 *
 * The peer may be any TCP. One that does not permit SACK is served by NewReno. What else differs
 * from ns-3's own socket is listed in the documentation, "beyond ns-3's socket".
 *
 * All parameters are read when the connection is opened, and all its state is renewed then, so that
 * a closed socket can be used again.
 */
class TcpScoreboardSocket : public ns3compat::TcpSocketShim<TcpScoreboardSocket>,
                            public TcpScoreboardOptions,
                            public TcpConnectionTraces,
                            private TcpSocketIngress::Sink,
                            private EventScope::Owner,
                            private ConnectionEffects
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpScoreboardSocket();

    /// The socket of a new connection of a listening one.
    TcpScoreboardSocket(const TcpScoreboardSocket& other);

    ~TcpScoreboardSocket() override;

    int Bind() override;
    int Bind6() override;
    int Bind(const Address& address) override;
    int Listen() override;
    int Connect(const Address& address) override;
    int Close() override;
    int ShutdownSend() override;
    int Send(Ptr<Packet> p, uint32_t flags) override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    uint32_t GetTxAvailable() const override;
    uint32_t GetRxAvailable() const override;

    /// @return how losses are repaired on this connection: the attribute LossRecovery, or its
    /// substitute once it is known that the peer lacks SACK
    TypeId GetLossRecovery() const;

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
    Ptr<TcpSocketBase> Fork() override;
    void CompleteFork(Ptr<Packet> packet,
                      const TcpHeader& header,
                      const Address& fromAddress,
                      const Address& toAddress) override;
    void SendEmptyPacket(uint8_t flags) override;
    uint32_t UnAckDataCount() const override;
    uint32_t BytesInFlight() const override;
    uint16_t AdvertisedWindowSize(bool scale = true) const override;
    void SetSndBufSize(uint32_t size) override;
    void SetRcvBufSize(uint32_t size) override;
    void SetSegSize(uint32_t size) override;

  private:
    /// What the user has set last, where a connection makes something else of it: of the attributes
    /// SndBufSize, RcvBufSize and SegmentSize, octets.
    struct Chosen
    {
        uint32_t sndBufSize{0};  //!< a connection's may grow
        uint32_t rcvBufSize{0};  //!< a connection's may grow
        uint32_t segmentSize{0}; //!< a connection's may be smaller
    };

    /// @name What a connection does
    /// @{
    void Emit(Ptr<Packet> packet, TcpHeader& header, ns3compat::PacketKind kind) override;
    void Report(const ConnectionReport& report) override;
    void Tell(const ConnectionNotices& notices) override;
    void AskForData() override;
    void Expire(ConnectionTimer timer) override;
    void Publish(const Negotiated& negotiated) override;
    std::unique_ptr<LossRecovery> MakeRecovery(uint64_t start) const override;
    [[noreturn]] void RefuseRecovery(const std::string& fault) const override;
    HostLimits GetLimits() const override;

    void UpdatePacing() override
    {
        UpdatePacingRate();
    }

    bool IsPaced() const override
    {
        return IsPacingEnabled();
    }

    /// @return what goes on the present connection
    TcpTransmission& GetTransmission() const;
    /// @brief An event begins. @return until it ends
    EventScope Begin();
    void Settle(SocketConnection& current) override;
    /// @brief Send all that window, pacing and application allow, when nothing is half done.
    void SendAllowed();
    /// @brief Tell the application of each segment of new data that has gone.
    void TellSent();
    /// Tell the application that it is connected, unless the connection is over.
    void TellConnected(boost::intrusive_ptr<SocketConnection> current);
    /// The connection ends now; @p end says how the application is told.
    void EndConnection(TcpConnection::End end);

    /// @brief Renew all state of a connection.
    void ResetConnection();
    /// @brief What a connection shares with this socket. @return references
    TcpConnection::Variables MakeVariables();
    /// @brief The user's choice. @return as the attributes are now
    TcpConnection::Settings MakeSettings() const;
    /// @brief The socket is used, for the first time or again: for a connection, or to listen.
    void BeginUse();
    /// @brief Take back what a former use left in ns-3's own variables.
    void ForgetFormerUse();
    /// @return whether blocks are reported: as far as it is known, else as the user wants it
    bool UsesSack() const;
    /// @brief The user may have set another control or law: this connection has it now, and so has
    /// the next one.
    void NoticeChoice();

    /// Have the end point hand its segments to this class. @return @p result, that of binding
    int Attach(int result);
    void OnSegment(Ptr<Packet> packet, TcpEcn::Mark mark) override;
    void OnListen(Ptr<Packet> packet,
                  const TcpHeader& header,
                  const Address& from,
                  const Address& to) override;
    /// @}

    Chosen m_chosen;                                  //!< by the user
    std::optional<Negotiated> m_negotiated;           //!< by the connection
    FreshStrategies m_strategies;                     //!< of the next connection
    TcpSocketIngress m_ingress;                       //!< where segments come in
    boost::intrusive_ptr<SocketConnection> m_current; //!< the connection
    TcpHeaderReader m_headerReader;                   //!< of what arrives
    bool m_inheritedShutdown{false};                  //!< the listening socket was shut down
};

} // namespace ns3

#endif /* TCP_SCOREBOARD_SOCKET_H */
