/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISOLATED_TEST_CASE_H
#define ISOLATED_TEST_CASE_H

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

/// Leaves nothing behind, even when an assertion ends it early.
class IsolatedTestCase : public ns3::TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /// Between two simulations of one case.
    static void CleanUp()
    {
        ns3::Simulator::Destroy();
        ns3::Config::Reset();
        ns3::GlobalValue::Bind("ChecksumEnabled", ns3::BooleanValue(false));
    }

    static void RunUntil(ns3::Time end)
    {
        ns3::Simulator::Stop(end - ns3::Simulator::Now());
        ns3::Simulator::Run();
    }

  private:
    void DoTeardown() override
    {
        CleanUp();
    }
};

#endif /* ISOLATED_TEST_CASE_H */
