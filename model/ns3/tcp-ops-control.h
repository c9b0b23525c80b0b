/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_OPS_CONTROL_H
#define TCP_OPS_CONTROL_H

#include "packet-buffers.h"
#include "tcp-lossy-controls.h"

#include "ns3/ptr.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sent-segments.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/window-control.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A connection's ports for all that ns-3 has of congestion control: any TcpCongestionOps,
 * any TcpRecoveryOps (a TcpReductionLaw's law by itself), TcpRateOps, RttEstimator.
 *
 * They see a connection as TcpSocketState. The connection has a Window: before each call the Window
 * is copied into the TcpSocketState, and after it what they may have written there is copied back.
 *
 * Invariant: once detached, the objects, which the socket's next connection may have, hear nothing.
 */
class TcpOpsControl final : public WindowControl, public ReductionLaw, public RttSmoother
{
  public:
    /// What the socket has, which a user may replace at any time.
    struct Parts
    {
        Ptr<TcpSocketState> tcb;              //!< what ns-3's objects see
        const Ptr<TcpCongestionOps>& control; //!< congestion control
        const Ptr<TcpRecoveryOps>& law;       //!< recovery law
        const Ptr<TcpRateOps>& rates;         //!< rate samples
        const Ptr<RttEstimator>& rtt;         //!< round trips

        /// The window is another one: so may the pacing rate.
        std::function<void()> updatePacing;
        /// Whether segments wait for that rate, which they do not in an unpaced first window.
        std::function<bool()> isPaced;
    };

    /// @param parts of the socket @param packets of the connection
    TcpOpsControl(const Parts& parts, SentPackets& packets)
        : m_parts(parts),
          m_packets(packets)
    {
    }

    /// The handshake is over: data are accounted for in @p sent.
    void SetLedger(const SentSegments& sent)
    {
        m_sent = &sent;
    }

    /// @brief The connection is over.
    void Detach()
    {
        m_isAttached = false;
    }

    /// Copy a Window to where ns-3's objects and those who trace see it.
    void Show(const Window& window);

    /// Copy back what ns-3's objects may have written: `cwnd`, `ssthresh` and ECN's state, and
    /// whether the control regulates the window by itself.
    void Take(Window& window) const;

    /// @return whether the control asks ns-3 for samples of the delivery rate
    bool SamplesRates() const
    {
        return Regulates() && !GetPlainControl();
    }

    /// A segment goes; @p isFirst says that nothing is outstanding, where rates are sampled.
    void OnSegmentSent(TcpTxItem& item, bool isFirst)
    {
        if (SamplesRates())
        {
            m_parts.rates->SkbSent(&item, isFirst);
        }
    }

    bool Regulates() const override
    {
        return m_parts.control->HasCongControl();
    }

    void Start(Window& window) override
    {
        WithPlainControl(window, [&](auto& control) { control.Start(window); });
    }

    uint32_t Reduce(Window& window, uint32_t flight) override;
    void Open(Window& window, uint32_t segments) override;
    void OnArrived(Window& window, uint32_t segments) override;
    void OnState(Window& window, Window::State state) override;
    void OnEvent(Window& window, ControlEvent event) override;
    void OnAck(Window& window, const AckOutcome& outcome) override;

    void Regulate(Window& window, const AckOutcome& outcome) override
    {
        WithPlainControl(window, [&](auto& control) { control.Regulate(window, outcome); });
    }

    void OnAckDone(Window& window, const AckOutcome& outcome, uint32_t priorInFlight) override;
    std::optional<Instant> GetPace(const Window& window, uint32_t octets) override;

    void Begin(Window& window, const Ack& ack, uint32_t dupAcks, uint32_t outstanding) override;
    void Continue(Window& window, const Ack& ack) override;

    void End(Window& window) override
    {
        WithLaw(
            window,
            [&](ReductionLaw& law) { law.End(window); },
            [&] { m_law->ExitRecovery(m_parts.tcb); });
    }

    void OnSent(Window& /* window */, uint32_t octets) override
    {
        if (m_isAttached)
        {
            m_law->UpdateBytesSent(octets);
        }
    }

    void OnRetransmissionLost(Window& window) override
    {
        WithPlainLaw(window, [&](ReductionLaw& law) { law.OnRetransmissionLost(window); });
    }

    bool TakeLostHead() override
    {
        return m_plainLaw && m_isAttached && m_plainLaw->GetLaw().TakeLostHead();
    }

    void SetWindow(Window& window) override
    {
        WithPlainLaw(window, [&](ReductionLaw& law) { law.SetWindow(window); });
    }

    LossRecovery::Law GetNeeds() const override
    {
        auto* law = dynamic_cast<TcpReductionLaw*>(PeekPointer(m_parts.law));
        return law ? law->GetLaw().GetNeeds() : LossRecovery::Law();
    }

    Estimate OnSample(Instant sample) override
    {
        m_parts.rtt->Measurement(ToTime(sample));
        return GetEstimate();
    }

    Estimate GetEstimate() const override
    {
        return {ToDuration(m_parts.rtt->GetEstimate()), ToDuration(m_parts.rtt->GetVariation())};
    }

  private:
    /// Show the rate at which a control paces by itself, if it has set one in its last call.
    void ShowPacingRate(const Window& window) const;

    /// Call something of ns-3's that sees the TcpSocketState, and may write into that.
    template <class Call>
    void With(Window& window, const Call& call)
    {
        if (m_isAttached)
        {
            Show(window);
            call();
            Take(window);
        }
    }

    /// @return the control if it is one of plain C++, else null
    TcpWindowControl* GetOwnControl() const
    {
        return dynamic_cast<TcpWindowControl*>(PeekPointer(m_parts.control));
    }

    /// @return the control if it is one of plain C++ that sets the window by itself, else null
    TcpWindowControl* GetPlainControl() const
    {
        return Regulates() ? GetOwnControl() : nullptr;
    }

    /// Call that control, if it is one, or else ns-3's.
    template <class PlainCall, class Call>
    void WithControl(Window& window, const PlainCall& plainCall, const Call& call)
    {
        if (!WithPlainControl(window, plainCall))
        {
            With(window, call);
        }
    }

    /// Call that control, if it is one. @return whether it is
    template <class Call>
    bool WithPlainControl(Window& window, const Call& call)
    {
        auto* control = m_isAttached ? GetPlainControl() : nullptr;
        if (control)
        {
            window.isRegulated = true;
            window.mostPacingRate = m_parts.tcb->m_maxPacingRate.GetBitRate() / 8;
            window.pacingRate = 0;
            call(control->GetControl());
            ShowPacingRate(window);
            Show(window);
        }
        return control;
    }

    /// Call the recovery law: one of plain C++, or ns-3's.
    template <class PlainCall, class Call>
    void WithLaw(Window& window, const PlainCall& plainCall, const Call& call)
    {
        m_plainLaw ? WithPlainLaw(window, plainCall) : With(window, call);
    }

    /// Call the recovery law if it is one of plain C++.
    template <class Call>
    void WithPlainLaw(Window& window, const Call& call)
    {
        if (m_plainLaw && m_isAttached)
        {
            Show(window);
            call(m_plainLaw->GetLaw());
            m_plainLaw->Publish();
            Show(window);
        }
    }

    Parts m_parts;                        //!< of the socket
    SentPackets& m_packets;               //!< of the connection
    const SentSegments* m_sent{nullptr};  //!< the ledger
    Ptr<TcpRecoveryOps> m_law;            //!< of the present reduction
    TcpReductionLaw* m_plainLaw{nullptr}; //!< the same, or null if that is ns-3's
    bool m_isAttached{true};              //!< the connection is the socket's
    bool m_isShowing{false};              //!< who traces may have caused another event
    Instant m_lastRtt{0};                 //!< shown last
    Instant m_srtt{0};                    //!< shown last
};

} // namespace ns3

#endif /* TCP_OPS_CONTROL_H */
