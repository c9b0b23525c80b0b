/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-direct-demux.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

using namespace ns3;
using namespace impaired;

namespace
{

/// Each segment of a connection, when and with what, and what its ends saw of it.
class Play
{
  public:
    Play(Options options, bool direct)
    {
        for (auto* end : {&options.a, &options.b})
        {
            if (!end->stock)
            {
                end->attributes["DirectDemux"] = direct ? "true" : "false";
            }
        }
        options.rule = [this, rule = options.rule](const Segment& segment) mutable {
            transcript.push_back(Describe(segment));
            return rule ? rule(segment) : Fate();
        };
        World world(options);
        // IPv6 asks for its neighbours at times that it draws.
        InternetStackHelper().AssignStreams(NodeContainer::GetGlobal(), 1);
        world.Run();
        transcript.push_back(Describe(world.a));
        transcript.push_back(Describe(world.b));
        complete = world.a.read == options.b.application.octets &&
                   world.b.read == options.a.application.octets && !world.a.wrong && !world.b.wrong;
        directToA = GetDirectSegments(world.a.GetSocket()->GetNode());
        directToB = GetDirectSegments(world.b.GetSocket()->GetNode());
    }

    Transcript transcript;
    bool complete{false};
    uint64_t directToA{0};
    uint64_t directToB{0};
};

/// The same segments at the same times, whether the front is there or not.
class SameTestCase : public IsolatedTestCase
{
  public:
    SameTestCase(const std::string& name, std::function<void(Options&)> configure)
        : IsolatedTestCase("Same with and without: " + name),
          m_configure(std::move(configure))
    {
    }

  private:
    void DoRun() override
    {
        Options options;
        options.b.application.octets = 30000;
        m_configure(options);
        const Play with(options, true);
        const Play without(options, false);
        NS_TEST_EXPECT_MSG_EQ(with.complete, true, "all octets arrived");
        NS_TEST_EXPECT_MSG_EQ(with.transcript.size(), without.transcript.size(), "length");
        const auto size = std::min(with.transcript.size(), without.transcript.size());
        std::size_t same = 0;
        while (same < size && with.transcript[same] == without.transcript[same])
        {
            ++same;
        }
        NS_TEST_EXPECT_MSG_EQ(same, size, "lines that are the same");
        NS_TEST_EXPECT_MSG_EQ((with.directToA > 20), !options.a.stock, "A's are direct");
        NS_TEST_EXPECT_MSG_EQ((with.directToB > 20), !options.b.stock, "B's are direct");
        NS_TEST_EXPECT_MSG_EQ(without.directToA + without.directToB, 0, "no front");
    }

    std::function<void(Options&)> m_configure;
};

/// Every so many segments are marked by ECN.
Rule
MarkEvery(uint32_t count)
{
    return [count](const Segment& segment) {
        Fate fate;
        fate.mark = segment.index % count == 0;
        return fate;
    };
}

/// Add an option that segments with data do not have. What comes after END is not read.
void
AddWindowScale(TcpHeader& header)
{
    const auto options = header.GetOptionList();
    auto other = TcpHeader();
    other.SetSourcePort(header.GetSourcePort());
    other.SetDestinationPort(header.GetDestinationPort());
    other.SetSequenceNumber(header.GetSequenceNumber());
    other.SetAckNumber(header.GetAckNumber());
    other.SetFlags(header.GetFlags());
    other.SetWindowSize(header.GetWindowSize());
    for (const auto& option : options)
    {
        other.AppendOption(option);
    }
    other.AppendOption(CreateObject<TcpOptionWinScale>());
    header = other;
}

/// Every so many segments get an option that is not one of the usual ones.
Rule
AddOptionEvery(uint32_t count)
{
    return [count](const Segment& segment) {
        Fate fate;
        if (segment.index > 3 && segment.index % count == 0)
        {
            fate.edit = AddWindowScale;
        }
        return fate;
    };
}

/// Every so many segments lose their checksum. (The link writes its edited headers without.)
Rule
SpoilEvery(uint32_t count)
{
    return [count](const Segment& segment) {
        Fate fate;
        if (segment.index % count == count - 1)
        {
            fate.edit = [](TcpHeader&) {};
        }
        return fate;
    };
}

void
AddCases(const std::function<void(TestCase*)>& add)
{
    const auto with = [&add](const std::string& name, std::function<void(Options&)> configure) {
        for (const bool ipv6 : {false, true})
        {
            add(new SameTestCase(name + (ipv6 ? ", IPv6" : ", IPv4"),
                                 [configure, ipv6](Options& options) {
                                     options.ipv6 = ipv6;
                                     configure(options);
                                 }));
        }
    };
    with("no loss", [](Options&) {});
    with("no timestamps", [](Options& options) { options.Set("Timestamp", "false"); });
    with("weather", [](Options& options) { options.rule = Weather(3, 20, 30, 20); });
    with("weather without timestamps", [](Options& options) {
        options.rule = Weather(4, 20, 30, 20);
        options.Set("Timestamp", "false");
    });
    with("weather without SACK", [](Options& options) {
        options.rule = Weather(5, 20, 30, 20);
        options.Set("Sack", "false");
    });
    with("compressed SACK", [](Options& options) {
        options.rule = Weather(6, 30, 0, 0);
        options.Set("SackEncoding", "Compressed");
    });
    with("ECN", [](Options& options) {
        options.Set("UseEcn", "On");
        options.rule = MarkEvery(40);
    });
    with("a stock opener", [](Options& options) {
        options.a.stock = true;
        options.rule = Weather(7, 10, 0, 10);
    });
    with("a stock listener", [](Options& options) {
        options.b.stock = true;
        options.rule = Weather(8, 10, 0, 10);
    });
    with("other options", [](Options& options) { options.rule = AddOptionEvery(9); });
    with("a slow reader", [](Options& options) {
        options.b.attributes["RcvBufSize"] = "8000";
        options.b.application.read = 1000;
        options.b.application.readEvery = MilliSeconds(10);
    });
    with("numbers that wrap", [](Options& options) {
        options.a.type = WrappingSocket::GetTypeId();
        options.b.type = WrappingSocket::GetTypeId();
        options.rule = Weather(9, 10, 10, 10);
    });
    with("half closed", [](Options& options) { options.a.application.closing = Closing::HALF; });
    with("checksums", [](Options& options) {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
        options.rule = SpoilEvery(25);
    });
}

class TcpDirectDemuxTestSuite : public TestSuite
{
  public:
    TcpDirectDemuxTestSuite()
        : TestSuite("tcp-direct-demux", Type::UNIT)
    {
        AddCases([this](TestCase* testCase) { AddTestCase(testCase); });
    }
};

TcpDirectDemuxTestSuite g_tcpDirectDemuxTestSuite;

} // namespace
