/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_ATTRIBUTES_H
#define LEAN_ATTRIBUTES_H

#include "lean-host.h"

#include "ns3/reno-controls.h"
#include "ns3/tcp-connection.h"
#include "ns3/variant-options.h"
#include "ns3/window-control.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lean
{

/// What a user of ns-3's TcpScoreboardSocket chooses, with the defaults of its attributes; but for
/// SACK's loss recovery, which is a name without a bracket.
struct Attributes : ns3::TcpConnection::Choice
{
    /// Choose ns-3's defaults.
    Attributes();

    bool limitedTransmit{true};                                  //!< RFC 3042
    bool keepSackOnTimeout{true};                                //!< RFC 6675
    uint32_t reTxThreshold{3};                                   //!< duplicate ACKs
    Instant jiffy{0};                                            //!< of timers
    std::string lossRecovery{"Fack"};                            //!< Reno to Rack, if there is SACK
    std::function<std::unique_ptr<ns3::LossRecovery>()> recover; //!< makes another one

    /// @return a host that chooses this
    HostSettings Make(const Application& application) const;
};

/// ns-3's TcpNewReno (RFC 5681, section 3.1).
class NewRenoControl : public ns3::RenoGrowth
{
  public:
    uint32_t Reduce(ns3::Window& window, uint32_t flight) override
    {
        return window.BoundThreshold(flight / 2);
    }
};

/// ns-3's RttMeanDeviation with its defaults (RFC 6298, section 2).
class MeanDeviation : public ns3::RttSmoother
{
  public:
    Estimate OnSample(ns3::Window::Span sample) override;

    Estimate GetEstimate() const override
    {
        return m_estimate;
    }

  private:
    bool m_hasSample{false};                                            //!< there was one
    Estimate m_estimate{std::chrono::seconds(1), ns3::Window::Span(0)}; //!< what is known
};

/// @return ns-3's TcpNewReno with its classic recovery, or another control or law
Control MakeControl(std::unique_ptr<ns3::WindowControl> control = nullptr,
                    std::unique_ptr<ns3::ReductionLaw> law = nullptr);

/// @return a control of ns-3's name without "ns3::Tcp", NewReno to KernelCubic, with options; null
/// for another name, or options that it has not
std::unique_ptr<ns3::WindowControl> MakeWindowControl(const std::string& name,
                                                      const ns3::VariantOptions& options = {});

/// @return a law of ns-3's name without "ns3::Tcp" and "Recovery", Classic to Dynamic, with
/// options; null for another name
std::unique_ptr<ns3::ReductionLaw> MakeLaw(const std::string& name,
                                           const ns3::VariantOptions& options = {});

/// @return a loss recovery of a name, Reno to Rack, with options; null for another name
std::unique_ptr<ns3::LossRecovery> MakeRecovery(const std::string& name,
                                                const ns3::VariantOptions& options = {});

} // namespace lean

#endif /* LEAN_ATTRIBUTES_H */
