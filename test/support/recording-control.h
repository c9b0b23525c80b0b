/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECORDING_CONTROL_H
#define RECORDING_CONTROL_H

#include "ns3/ns3-compat.h"
#include "ns3/tcp-congestion-ops.h"

#include <string>
#include <vector>

/**
 * NewReno that writes down what the socket tells it, one word a call:
 *
 *  - `acked:N`: PktsAcked() of N segments, `acked:N:resent` if a partial ACK covers some that were
 *    sent again; `increase:N`: IncreaseWindow() by N;
 *  - `state:open`, `disorder`, `cwr`, `recovery`, `loss`: CongestionStateSet();
 *  - `init:again`: Init() of an object that was told before;
 *  - `ssthresh:N`: GetSsThresh() of N octets in flight;
 *  - `event:start`, `restart`, `complete`, `loss`, `no-mark`, `mark`, `delayed`, `at-once`:
 *    CwndEvent(); the last one only after an ACK was delayed, since each segment that is sent has
 * it.
 */
class RecordingControl : public ns3::TcpNewReno
{
  public:
    static ns3::TypeId GetTypeId();

    /// What all objects were told since the last call.
    static std::vector<std::string> Take();

    std::string GetName() const override;
    void Init(ns3::Ptr<ns3::TcpSocketState> tcb) override;
    void IncreaseWindow(ns3::Ptr<ns3::TcpSocketState> tcb, uint32_t segments) override;
    void PktsAcked(ns3::Ptr<ns3::TcpSocketState> tcb,
                   uint32_t segments,
                   const ns3::Time& rtt) override;
    void CongestionStateSet(ns3::Ptr<ns3::TcpSocketState> tcb,
                            const ns3::TcpSocketState::TcpCongState_t state) override;
    void CwndEvent(ns3::Ptr<ns3::TcpSocketState> tcb,
                   const ns3::TcpSocketState::TcpCAEvent_t event) override;
    uint32_t GetSsThresh(ns3::Ptr<const ns3::TcpSocketState> tcb, uint32_t flight) override;
    ns3::Ptr<ns3::TcpCongestionOps> Fork() override;

    /// Write down a word.
    static void Note(const std::string& word);

  private:
    bool m_isDelayed{false}; //!< the last ACK of which it was told was delayed
    bool m_isUsed{false};    //!< it was told of a connection
};

/**
 * The same with rate samples: `sample:A/L/F/D`, with the octets that the ACK delivered, those that
 * it showed to be lost, those in flight before it, and those delivered since the last segment of
 * them was sent; before the first one `former:N` if N octets are said to be delivered before. It
 * regulates the window itself: never.
 */
class RecordingRateControl : public RecordingControl
{
  public:
    static ns3::TypeId GetTypeId();

    bool HasCongControl() const override;
    void CongControl(ns3::Ptr<ns3::TcpSocketState> tcb,
                     const ns3::TcpRateOps::TcpRateConnection& connection,
                     const ns3::TcpRateOps::TcpRateSample& sample) override;
    ns3::Ptr<ns3::TcpCongestionOps> Fork() override;

  private:
    bool m_isSampled{false}; //!< it was told of a sample
};

/**
 * A recovery law that writes down what the socket tells it, among the words of RecordingControl:
 * `enter:N`, `go-on:N` with the octets that the ACK delivered, `exit`. The window is `ssthresh`.
 */
class RecordingLaw : public ns3::ns3compat::RecoveryOps
{
  public:
    static ns3::TypeId GetTypeId();

    std::string GetName() const override;
    void ExitRecovery(ns3::Ptr<ns3::TcpSocketState> tcb) override;
    ns3::Ptr<ns3::TcpRecoveryOps> Fork() override;

  protected:
    void BeginRecovery(ns3::Ptr<ns3::TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes) override;
    void ContinueRecovery(ns3::Ptr<ns3::TcpSocketState> tcb, uint32_t deliveredBytes) override;
};

/// NewReno that sends an ACK of its own when it is told of a mark.
class AcknowledgingControl : public ns3::TcpNewReno
{
  public:
    static ns3::TypeId GetTypeId();

    void CwndEvent(ns3::Ptr<ns3::TcpSocketState> tcb,
                   const ns3::TcpSocketState::TcpCAEvent_t event) override;
    ns3::Ptr<ns3::TcpCongestionOps> Fork() override;
};

#endif /* RECORDING_CONTROL_H */
