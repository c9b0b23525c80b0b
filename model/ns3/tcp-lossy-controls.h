/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LOSSY_CONTROLS_H
#define TCP_LOSSY_CONTROLS_H

#include "renewable-strategy.h"
#include "tcp-window-control.h"

#include "ns3/bbr-control.h"
#include "ns3/cubic-law.h"
#include "ns3/nstime.h"
#include "ns3/reno-controls.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"
#include "ns3/veno-law.h"

#include <cstdint>

/**
 * @defgroup tcp-lossy TCP over lossy and long-fat paths
 *
 * Published systems for loss differentiation and loss recovery, as ns-3 strategies.
 */

namespace ns3
{

extern template class TcpWindowControlOf<GeneralAimdControl>;
extern template class TcpWindowControlOf<KernelRenoControl>;
extern template class TcpWindowControlOf<KernelCubicControl>;
extern template class TcpWindowControlOf<KernelBbrControl>;

/// AIMD with any increase and decrease, as an object of ns-3.
using TcpGeneralAimd = TcpWindowControlOf<GeneralAimdControl>;

/// Reno's window as Linux counts it, as an object of ns-3.
using TcpKernelReno = TcpWindowControlOf<KernelRenoControl>;

/// CUBIC with hybrid slow start as in Linux, as an object of ns-3.
using TcpKernelCubic = TcpWindowControlOf<KernelCubicControl>;

/// BBR as in Linux, as an object of ns-3: on TcpScoreboardSocket.
using TcpKernelBbr = TcpWindowControlOf<KernelBbrControl>;

/**
 * @ingroup tcp-lossy
 * @brief FACK's congestion control as an object of ns-3: FackControl, and a trace.
 *
 * On ns-3's own socket it is Reno with Overdamping regulated by ns-3's pipe.
 */
class TcpFack : public ControlObject<FackControl, TcpFack>
{
  public:
    /// Signature of the Overdamped trace: `cwnd_loss` and the new `ssthresh`, octets.
    typedef void (*OverdampedTracedCallback)(uint32_t cwndLoss, uint32_t ssThresh);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

  private:
    void OnOverdamped(uint32_t cwndLoss, uint32_t ssthresh) override
    {
        m_overdamped(cwndLoss, ssthresh);
    }

    OwnTrace<uint32_t, uint32_t> m_overdamped; //!< trace of what Overdamping did
};

/// @ingroup tcp-lossy
/// @brief SACK TCP Veno as an object of ns-3: VenoControl, and traces.
class TcpSackVeno : public ControlObject<VenoControl, TcpSackVeno>
{
  public:
    /// Signature of the LossVerdict trace: why the window was cut, `cwnd_loss` and the new
    /// `ssthresh`, octets.
    typedef void (*VerdictTracedCallback)(Verdict verdict, uint32_t cwndLoss, uint32_t ssThresh);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    void Init(Ptr<TcpSocketState> tcb) override;
    void Renew() override;

  protected:
    void OnEstimate() override;

  private:
    void OnVerdict(Verdict verdict, uint32_t cwndLoss, uint32_t ssthresh) override
    {
        m_lossVerdict(verdict, cwndLoss, ssthresh);
    }

    TracedValue<double> m_backlog{0.0};                  //!< trace of N, segments
    TracedValue<bool> m_equilibrium{false};              //!< trace of equilibrium
    TracedValue<Time> m_baseRtt{Time(0)};                //!< trace of BaseRTT
    OwnTrace<Verdict, uint32_t, uint32_t> m_lossVerdict; //!< trace of verdicts
};

/**
 * @ingroup tcp-lossy
 * @brief VenoDR's loss differentiation as an object of ns-3: TcpSackVeno with the threshold.
 *
 * The recovery that belongs to it is TcpDynamicRecovery; either runs without the other.
 */
class TcpVenoDr : public TcpSackVeno
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    TcpVenoDr()
    {
        usesThreshold = true;
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyAnew(this);
    }

    void Renew() override;

  private:
    void OnEstimate() override;

    TracedValue<Time> m_queueDelay{Time(0)};    //!< trace of `L`
    TracedValue<Time> m_queueDelayMax{Time(0)}; //!< trace of `L_max`
    TracedValue<Time> m_threshold{Time(0)};     //!< trace of `T`
};

} // namespace ns3

#endif /* TCP_LOSSY_CONTROLS_H */
