/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KERNEL_STAGE_H
#define KERNEL_STAGE_H

#include "../support/script-play.h"
#include "../support/scripted-wire.h"
#include "kernel-calls.h"
#include "kernel-network.h"
#include "kernel-settings.h"

#include <optional>
#include <string>
#include <vector>

namespace segmentscript
{

/**
 * The kernel's TCP, with an application that never waits.
 *
 * Of what a script checks it tells what every application can see: the state, what can be read, and
 * whether a connection was opened, refused, accepted or broken. What ns-3's sockets know beside it,
 * such as the window, it does not tell.
 */
class KernelStage : public Stage
{
  public:
    /// This process leaves its network for good. @throw LeftOut, std::system_error
    explicit KernelStage(const Script& script);

    ~KernelStage() override;

    KernelStage(const KernelStage&) = delete;
    KernelStage& operator=(const KernelStage&) = delete;

    /// What the kernel has sent since this was called last. @return it
    std::vector<Capture> Drain();

    /// Wait until the kernel sends something. @param until ns, at most
    void Wait(int64_t until);

    int64_t GetTime() const override;
    void Inject(const Segment& segment) override;
    std::optional<int64_t> Call(const std::vector<std::string>& call) override;
    bool HasSocket() const override;
    std::optional<std::string> Ask(const std::string& name) override;

  private:
    int MakeSocket() const;
    int64_t Connect();
    int64_t Listen();
    int64_t Send(uint64_t octets);
    int64_t Receive(uint64_t octets);
    /// Look whether a connection was opened, refused, accepted or broken.
    void Notice();
    /// As ns-3 names it.
    std::string GetState() const;

    KernelSettings m_settings;
    uint32_t m_isn; //!< the peer's
    KernelNetwork m_network;
    KernelAlarm m_alarm;
    int64_t m_beginning; //!< the script's time 0, ns of the monotonic clock
    ScriptedWire m_wire;
    int m_listening{-1};   //!< descriptor
    int m_socket{-1};      //!< descriptor; -1 when it is closed, too
    bool m_known{false};   //!< there was a connection
    bool m_opening{false}; //!< the socket waits for the peer's answer
    uint64_t m_written{0}; //!< octets
    uint64_t m_read{0};    //!< octets
    std::map<std::string, int> m_counts{{"connects", 0},
                                        {"refusals", 0},
                                        {"accepts", 0},
                                        {"errors", 0}};
};

/// Play a script with the kernel's TCP. @return nothing if the socket does what the script says
/// @throw LeftOut, ScriptError, std::system_error
std::optional<Disagreement> RunScriptWithKernel(Script script);

} // namespace segmentscript

#endif /* KERNEL_STAGE_H */
