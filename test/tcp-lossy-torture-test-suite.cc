/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/torture-case.h"
#include "support/torture-run.h"

#include "ns3/test.h"

#include <sstream>
#include <string>

using namespace ns3;
using namespace torture;

namespace
{

/// Cases that take a second or two; scripts/torture runs others, with ns-3's own socket, too.
constexpr uint32_t SEEDS = 150;

std::string
GetDescription(uint32_t seed, Ends ends)
{
    std::ostringstream text;
    Describe(text, MakeCase(seed, ends));
    return text.str();
}

/// One seed with our socket at both ends.
class SeedTestCase : public TestCase
{
  public:
    explicit SeedTestCase(uint32_t seed)
        : TestCase("seed " + std::to_string(seed)),
          m_seed(seed)
    {
    }

  private:
    void DoRun() override
    {
        const auto outcome = torture::Run(MakeCase(m_seed, Ends::OURS));
        for (const auto& fault : outcome.faults)
        {
            NS_TEST_EXPECT_MSG_EQ(fault.what, "", "at " << fault.end);
        }
    }

    uint32_t m_seed;
};

/// Readers that pause at both ends until neither window has room, with our socket at both ends.
class PauseTestCase : public TestCase
{
  public:
    explicit PauseTestCase(uint32_t seed)
        : TestCase("both readers of seed " + std::to_string(seed) + " pause"),
          m_seed(seed)
    {
    }

  private:
    void DoRun() override
    {
        const auto torture = MakeCase(m_seed, Ends::OURS, Pauses::BOTH);
        const auto outcome = torture::Run(torture);
        for (const auto& fault : outcome.faults)
        {
            NS_TEST_EXPECT_MSG_EQ(fault.what, "", "at " << fault.end);
        }
        NS_TEST_EXPECT_MSG_EQ(outcome.bothClosed, true, "a window had room all the time");
        NS_TEST_EXPECT_MSG_EQ(torture.options.a.application.readFrom,
                              torture.options.b.application.readFrom,
                              "they pause until the same moment");
    }

    uint32_t m_seed;
};

/// A seed stands for one case, wherever it is run.
class SameCaseTestCase : public TestCase
{
  public:
    SameCaseTestCase()
        : TestCase("the same case everywhere")
    {
    }

  private:
    void DoRun() override
    {
        // Drawn first and last, so that all draws between them are the same, too.
        const auto torture = MakeCase(7);
        NS_TEST_EXPECT_MSG_EQ(torture.msl, 36, "the first draw");
        NS_TEST_EXPECT_MSG_EQ(torture.options.b.application.octets, 400, "a later draw");
        NS_TEST_EXPECT_MSG_EQ(torture.path.queue, 2, "one of the last draws");
        NS_TEST_EXPECT_MSG_EQ((GetDescription(7, Ends::DRAWN) != GetDescription(8, Ends::DRAWN)),
                              true,
                              "seeds differ");
        const auto ours = MakeCase(7, Ends::OURS);
        const auto stock = MakeCase(7, Ends::STOCK);
        NS_TEST_EXPECT_MSG_EQ(ours.path.seed, stock.path.seed, "the path of other sockets");
        NS_TEST_EXPECT_MSG_EQ(ours.options.b.application.octets,
                              stock.options.b.application.octets,
                              "their octets");
        NS_TEST_EXPECT_MSG_EQ((ours.options.a.stock || ours.options.b.stock), false, "ours");
        NS_TEST_EXPECT_MSG_EQ((stock.options.a.stock && stock.options.b.stock), true, "stock");
        const auto one = torture::Run(ours);
        const auto other = torture::Run(ours);
        NS_TEST_EXPECT_MSG_EQ(one.segments, other.segments, "segments of two runs");
        NS_TEST_EXPECT_MSG_EQ(one.finished, other.finished, "the end of two runs");
    }
};

class TcpLossyTortureTestSuite : public TestSuite
{
  public:
    TcpLossyTortureTestSuite()
        : TestSuite("tcp-lossy-torture", Type::SYSTEM)
    {
        AddTestCase(new SameCaseTestCase);
        for (uint32_t seed = 1; seed <= SEEDS; ++seed)
        {
            AddTestCase(new SeedTestCase(seed));
        }
        // Some of those whose path is quick enough to fill both buffers; in the last three, probes
        // fit into windows that are closed by the rounding of their scale alone.
        for (const uint32_t seed : {300003, 300006, 300007, 300009, 300011, 300064, 300065, 300077})
        {
            AddTestCase(new PauseTestCase(seed));
        }
    }
};

TcpLossyTortureTestSuite g_tcpLossyTortureTestSuite; //!< registers itself

} // namespace
