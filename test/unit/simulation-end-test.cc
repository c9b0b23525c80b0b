/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/simulator.h"
#include "ns3/trace-connections.h"

#include <gtest/gtest.h>
#include <memory>

namespace SimulationEndTests
{

using namespace ns3;

TEST(SimulationEnd, IsNowAndThenWhereTheSimulationWasDestroyed)
{
    SimulationEnd end;
    EXPECT_EQ(end.Get(), Time::Max()) << "nothing is watched";
    end.Watch();
    EXPECT_EQ(end.Get(), Time(0));
    for (const auto& until : {Seconds(10), Seconds(25)})
    {
        Simulator::Stop(until - Simulator::Now());
        Simulator::Run();
        EXPECT_EQ(end.Get(), until);
        end.Watch();
    }
    Simulator::Destroy();
    EXPECT_EQ(end.Get(), Seconds(25));
}

TEST(SimulationEnd, IsThatOfTheNextSimulationOnceThatIsWatched)
{
    SimulationEnd end;
    for (const auto& until : {Seconds(10), Seconds(11)})
    {
        end.Watch();
        EXPECT_FALSE(end.IsOver());
        EXPECT_EQ(end.Get(), Time(0));
        Simulator::Stop(until);
        Simulator::Run();
        Simulator::Destroy();
        EXPECT_TRUE(end.IsOver());
        EXPECT_EQ(end.Get(), until);
    }
}

TEST(SimulationEnd, MayBeGoneBeforeTheSimulationIs)
{
    auto end = std::make_unique<SimulationEnd>();
    end->Watch();
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    end.reset();
    Simulator::Destroy();
}

TEST(SimulationEndDeathTest, WhatLiesBeyondIsRefusedWithTheEnd)
{
    SimulationEnd end;
    end.Watch();
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    end.Require(Seconds(10), "asker");
    EXPECT_DEATH(end.Require(Seconds(10) + TimeStep(1), "asker"),
                 "asker: the simulation came to 10 s, not to 10 s");
    EXPECT_DEATH(end.Require(Seconds(60), "asker"),
                 "asker: the simulation came to 10 s, not to 60 s");
    Simulator::Destroy();
}

} // namespace SimulationEndTests
