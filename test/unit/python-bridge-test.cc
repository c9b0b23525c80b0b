/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "python/tcp_lossy/bridge.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <csignal>
#include <gtest/gtest.h>

using tcp_lossy_bridge::g_signal;
using tcp_lossy_bridge::SignalWatch;

namespace PythonBridgeTests
{

using namespace ns3;

volatile std::sig_atomic_t g_calls = 0;

void
Count(int)
{
    g_calls = g_calls + 1;
}

void
RaiseSignal()
{
    std::raise(SIGUSR1);
}

/// A simulation with a signal after a second, and what the signal is for without it: to be counted.
class PythonBridge : public testing::Test
{
  protected:
    PythonBridge()
    {
        g_calls = 0;
        std::signal(SIGUSR1, Count);
        Simulator::Schedule(Seconds(1), RaiseSignal);
    }

    ~PythonBridge() override
    {
        Simulator::Destroy();
        std::signal(SIGUSR1, SIG_DFL);
    }
};

// A handler runs between any two instructions of the simulator, which it must not call.
TEST_F(PythonBridge, TheHandlerOfASignalOnlySetsAFlag)
{
    {
        const SignalWatch watch({SIGUSR1});
        Simulator::Schedule(Seconds(2), [] { EXPECT_EQ(g_signal, SIGUSR1); });
        Simulator::Run();
        EXPECT_EQ(Simulator::Now(), Seconds(2)) << "stopped by the handler";
        EXPECT_EQ(g_calls, 0);
    }
    EXPECT_EQ(g_calls, 1) << "done once nothing is simulated any more";
}

TEST_F(PythonBridge, AnEventReadsTheFlag)
{
    // Simulator::Stop(Time) names its event in later releases only.
    const auto end = Simulator::Schedule(Seconds(10), [] { Simulator::Stop(); });
    EXPECT_FALSE(tcp_lossy_bridge::Run(end, {SIGUSR1}));
    EXPECT_GE(Simulator::Now(), Seconds(1));
    EXPECT_LE(Simulator::Now(), Seconds(1) + MilliSeconds(100)) << "looked for that often";
    EXPECT_EQ(g_calls, 1);
    EXPECT_TRUE(tcp_lossy_bridge::Run(end, {SIGUSR1})) << "goes on";
    EXPECT_EQ(Simulator::Now(), Seconds(10));
    EXPECT_EQ(g_calls, 1);
}

TEST_F(PythonBridge, AFurtherSignalIsNotHeldBack)
{
    const SignalWatch watch({SIGUSR1});
    Simulator::Schedule(Seconds(2), [] {
        RaiseSignal();
        EXPECT_EQ(g_calls, 1);
    });
    Simulator::Run();
}

} // namespace PythonBridgeTests
