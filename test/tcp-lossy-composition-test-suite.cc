/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/isolated-test-case.h"
#include "support/tcp-impaired-connection.h"
#include "support/tcp-recovery-of.h"
#include "support/variant-parts.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node-container.h"
#include "ns3/ns3-compat.h"
#include "ns3/object-factory.h"
#include "ns3/on-off-helper.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/reno-recovery.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace impaired;

namespace
{

/// Collects what is wrong.
class Report
{
  public:
    void Expect(bool condition, const std::string& otherwise)
    {
        if (!condition)
        {
            m_text += otherwise + "; ";
        }
    }

    template <class T, class U>
    void Same(T actual, U expected, const std::string& name)
    {
        std::ostringstream text;
        text << name << " is " << actual << ", not " << expected;
        Expect(actual == static_cast<T>(expected), text.str());
    }

    const std::string& GetText() const
    {
        return m_text;
    }

  private:
    std::string m_text;
};

using Configure = std::function<void(Options&)>;
using Examine = std::function<void(World&, Report&)>;

/// All octets arrive, in order and once, within a time.
void
ExamineTransfer(World& world, const Options& options, Report& report)
{
    const std::array<const End*, 2> ends{&world.a, &world.b};
    const std::array<const EndOptions*, 2> plans{&options.a, &options.b};
    for (int i = 0; i < 2; ++i)
    {
        const std::string name(i == 0 ? "A" : "B");
        report.Expect(ends[i]->connected, name + " is not connected");
        report.Same(ends[i]->written, plans[i]->application.octets, name + " octets written");
        report.Same(ends[i]->read, plans[1 - i]->application.octets, name + " octets read");
        report.Expect(!ends[i]->wrong, name + " read wrong octets");
        report.Same(ends[i]->errors, 0, name + " errors");
    }
    for (const auto& breach : world.GetBreaches())
    {
        report.Expect(false, breach);
    }
}

/// A transfer that completes.
class TransferTestCase : public IsolatedTestCase
{
  public:
    /**
     * @param name of the case
     * @param configure sets what differs from the defaults
     * @param examine checks more than that all data arrive
     * @param prepare schedules what the applications do on top
     */
    TransferTestCase(const std::string& name,
                     Configure configure,
                     Examine examine = nullptr,
                     std::function<void(World&)> prepare = nullptr)
        : IsolatedTestCase(name),
          m_configure(std::move(configure)),
          m_examine(std::move(examine)),
          m_prepare(std::move(prepare))
    {
    }

  private:
    void DoRun() override
    {
        Options options;
        m_configure(options);
        World world(options);
        if (m_prepare)
        {
            m_prepare(world);
        }
        world.Run();
        Report report;
        ExamineTransfer(world, options, report);
        if (m_examine)
        {
            m_examine(world, report);
        }
        NS_TEST_EXPECT_MSG_EQ(report.GetText(), "", "all as expected");
    }

    Configure m_configure;
    Examine m_examine;
    std::function<void(World&)> m_prepare;
};

// ----------------------------------------------------------------------------------- matrix

const std::array CONTROLS{"TcpNewReno",
                          "TcpCubic",
                          "TcpSackVeno",
                          "TcpFack",
                          "TcpGeneralAimd",
                          "TcpKernelReno",
                          "TcpKernelCubic",
                          "TcpVenoDr"};

/// Losses of data and of ACKs, reordering beyond three segments, and duplicates.
Options
MakeRoughPath(uint32_t seed)
{
    Options options;
    options.rule = Weather(seed, 20, 30, 20);
    options.a.application.octets = 1000000;
    return options;
}

/// Both ends use the encoding that they want, and neither finds fault with the other's options.
void
ExamineEncoding(const World& world, const std::string& encoding, Report& report)
{
    report.Same(world.FromB().counts.maxBlocks > 0,
                encoding == "Rfc2018",
                "whether B reports plainly");
    for (const auto* end : {&world.a, &world.b})
    {
        const auto socket = end->GetOurs();
        report.Same(socket->GetConnection().GetReceiver().GetSackExchange().IsCompressed(),
                    encoding == "Compressed",
                    "compressed");
        report.Same(socket->GetConnection().GetReceiver().GetRefusedOptions(),
                    0,
                    "refused options");
        report.Same(socket->GetConnection().GetSender().GetRefusedBlocks(), 0, "refused blocks");
    }
}

using TestCases = std::vector<TestCase*>;

TestCases
MakeMatrix()
{
    TestCases cases;
    uint32_t seed = 0;
    std::vector<std::string> controls(CONTROLS.begin(), CONTROLS.end());
    controls.emplace_back("TcpKernelBbr"); // on our socket alone
    for (const auto& control : controls)
    {
        for (const std::string recovery : RECOVERIES)
        {
            for (const std::string sender : SENDERS)
            {
                ++seed;
                for (const std::string encoding : ENCODINGS)
                {
                    cases.push_back(new TransferTestCase(
                        control + ", " + recovery + ", " + sender + ", " + encoding,
                        [=](Options& options) {
                            options = MakeRoughPath(seed);
                            options.a.control = "ns3::" + control;
                            options.a.recovery = "ns3::" + recovery;
                            options.a.attributes["LossRecovery"] = sender;
                            options.Set("SackEncoding", encoding);
                        },
                        [=](World& world, Report& report) {
                            report.Expect(world.FromA().counts.again > 0, "nothing was lost");
                            ExamineEncoding(world, encoding, report);
                        }));
                }
            }
        }
    }
    return cases;
}

/// Dynamic recovery on ns-3's socket, with and without SACK.
TestCases
MakeStockMatrix()
{
    TestCases cases;
    uint32_t seed = 1000;
    for (const std::string control : CONTROLS)
    {
        for (const std::string sack : {"true", "false"})
        {
            ++seed;
            cases.push_back(new TransferTestCase(
                control + ", TcpDynamicRecovery, stock, Sack " + sack,
                [=](Options& options) {
                    options = MakeRoughPath(seed);
                    options.a.stock = true;
                    options.a.control = "ns3::" + control;
                    options.a.recovery = "ns3::TcpDynamicRecovery";
                    options.Set("Sack", sack);
                },
                [=](World& world, Report& report) {
                    report.Expect(world.FromA().counts.again > 0, "nothing was lost");
                }));
        }
    }
    return cases;
}

// ------------------------------------------------------------------------------ one by one

/// Which ends have ns-3's socket.
struct Pair
{
    std::string name; //!< for the name of a case
    bool aStock;      //!< of the end that opens
    bool bStock;      //!< of the other one
};

const Pair BOTH_OURS{"ours to ours", false, false};
const Pair TO_STOCK{"ours to stock", false, true};
const Pair FROM_STOCK{"stock to ours", true, false};
const Pair BOTH_STOCK{"stock to stock", true, true};

/**
 * Reports do not overtake one another on the way to ns-3's socket: one that comes after the ACK of
 * all that was sent makes it look into an empty list, which ends the program on some releases.
 */
Rule
SpareStock(const Options& options, Rule rule)
{
    if (!rule)
    {
        return rule;
    }
    return [toA = options.a.stock, toB = options.b.stock, rule](const Segment& segment) mutable {
        auto fate = rule(segment);
        const bool toStock = segment.fromA ? toB : toA;
        if (toStock && segment.header.HasOption(TcpOption::SACK))
        {
            fate.extra = Time();
            fate.copies = std::min(fate.copies, 1U);
        }
        return fate;
    };
}

/// Runs of one scenario with our socket at one end or at both.
void
AddPairs(TestCases& cases,
         const std::vector<Pair>& pairs,
         const std::string& name,
         const Configure& configure,
         const Examine& examine = nullptr,
         const std::function<void(World&)>& prepare = nullptr)
{
    for (const auto& pair : pairs)
    {
        cases.push_back(new TransferTestCase(
            name + ", " + pair.name,
            [=](Options& options) {
                options.a.stock = pair.aStock;
                options.b.stock = pair.bStock;
                configure(options);
                options.rule = SpareStock(options, options.rule);
            },
            examine,
            prepare));
    }
}

/**
 * Let the listener send, too. ns-3's socket forgets what is not acknowledged yet when it closes
 * second, so it does not close.
 */
void
SendBack(Options& options, uint64_t octets)
{
    options.b.application.octets = octets;
    if (options.b.stock)
    {
        options.b.application.closing = Closing::NEVER;
    }
}

/// Loses the first segments that a condition holds for.
Rule
DropFirst(std::function<bool(const Segment&)> condition, uint32_t number = 1)
{
    return [condition, left = number](const Segment& segment) mutable {
        if (left == 0 || !condition(segment))
        {
            return Fate();
        }
        --left;
        return LOSS;
    };
}

bool
HasFlag(const Segment& segment, TcpHeader::Flags_t flag)
{
    return (segment.header.GetFlags() & flag) != 0;
}

/// Both ends have come to an end of the connection.
void
ExamineClosed(World& world, Report& report)
{
    for (const auto* end : {&world.a, &world.b})
    {
        const std::string name(end == &world.a ? "A" : "B");
        report.Expect(end->closes > 0, name + " was not told of the end");
        report.Expect(end->state == TcpSocket::CLOSED || end->state == TcpSocket::TIME_WAIT,
                      name + " is in state " + TcpSocket::TcpStateName[end->state]);
    }
}

TestCases
MakePairCases()
{
    TestCases cases;
    AddPairs(cases,
             {BOTH_OURS, TO_STOCK, FROM_STOCK},
             "both ways, losses both ways",
             [](Options& options) {
                 options.rule = Weather(1, 20, 30, 20);
                 SendBack(options, 300000);
             });
    // That the test itself is sound. ns-3's socket loses data at the end of a passive close.
    AddPairs(cases, {BOTH_STOCK}, "one way, losses both ways", [](Options& options) {
        options.rule = Weather(1, 20, 30, 20);
    });
    return cases;
}

TestCases
MakePacingCases()
{
    TestCases cases;
    for (const bool initial : {false, true})
    {
        const auto configure = [initial](Options& options) {
            Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(true));
            Config::SetDefault("ns3::TcpSocketState::PaceInitialWindow", BooleanValue(initial));
            Config::SetDefault("ns3::TcpSocketState::MaxPacingRate",
                               DataRateValue(DataRate("4Mbps")));
            options.rate = DataRate("100Mbps");
            options.a.attributes["Timestamp"] = "false";
        };
        const std::string name = initial ? "pacing, all" : "pacing but the first window";
        // 1000 octets at 4 Mbit/s take 2 ms. An ACK in between takes 4 us of the link.
        AddPairs(cases, {BOTH_OURS, TO_STOCK}, name, configure, [=](World& world, Report& report) {
            const auto& data = world.FromA().octets.data;
            for (std::size_t i = 1; i < data.size(); ++i)
            {
                const bool burst = !initial && i < 10;
                const auto gap = data[i].time - data[i - 1].time;
                report.Expect(burst == (gap < MicroSeconds(1990)),
                              "gap before segment " + std::to_string(i));
            }
        });
        AddPairs(cases, {BOTH_OURS, TO_STOCK}, name + ", with losses", [=](Options& options) {
            configure(options);
            options.rule = Weather(2, 20, 30, 20);
        });
    }
    return cases;
}

TestCases
MakeEcnCases()
{
    TestCases cases;
    const auto mark = [](std::vector<uint32_t> marks, std::vector<uint32_t> losses) {
        return [=](const Segment& segment) {
            const auto has = [&](const std::vector<uint32_t>& list) {
                return segment.fromA && segment.size > 0 && !segment.again &&
                       std::count(list.begin(), list.end(), segment.dataIndex) > 0;
            };
            Fate fate;
            fate.mark = has(marks);
            fate.copies = has(losses) ? 0 : 1;
            return fate;
        };
    };
    const auto use = [](const Rule& rule, const std::string& sender) {
        return [=](Options& options) {
            options.Set("UseEcn", "On");
            options.rule = rule;
            if (!options.a.stock)
            {
                options.a.attributes["LossRecovery"] = sender;
            }
        };
    };
    for (const std::string sender : SENDERS)
    {
        const auto count = [](std::size_t reductions, uint32_t again) {
            return [=](World& world, Report& report) {
                report.Expect(world.FromA().ecn.marked > 0, "nothing was marked");
                report.Expect(world.FromB().ecn.echoes > 0, "nothing was echoed");
                report.Expect(world.FromA().ecn.reductions > 0, "no CWR was sent");
                report.Same(world.a.reductions.size(), reductions, "reductions");
                report.Same(world.FromA().counts.again, again, "segments sent again");
            };
        };
        const std::vector<Pair> pairs{BOTH_OURS, TO_STOCK};
        AddPairs(cases,
                 pairs,
                 "ECN, one mark, " + sender,
                 use(mark({30}, {}), sender),
                 count(1, 0));
        AddPairs(cases,
                 pairs,
                 "ECN, two marks in one window, " + sender,
                 use(mark({30, 34}, {}), sender),
                 count(1, 0));
        AddPairs(cases,
                 pairs,
                 "ECN, two marks far apart, " + sender,
                 use(mark({30, 150}, {}), sender),
                 count(2, 0));
        AddPairs(cases,
                 pairs,
                 "ECN, loss in the window of a mark, " + sender,
                 use(mark({30}, {35}), sender),
                 count(1, 1));
        AddPairs(cases,
                 pairs,
                 "ECN, mark in the window of a loss, " + sender,
                 use(mark({35}, {30}), sender),
                 count(1, 1));
        AddPairs(cases,
                 pairs,
                 "ECN, mark long after a loss, " + sender,
                 use(mark({150}, {30}), sender),
                 count(2, 1));
    }
    // Both ends are sender and receiver at once; an echo must not displace what is to be echoed.
    for (uint32_t index = 20; index < 60; ++index)
    {
        AddPairs(
            cases,
            {BOTH_OURS},
            "ECN, one mark each way, " + std::to_string(index),
            [=](Options& options) {
                options.Set("UseEcn", "On");
                options.rule = [=](const Segment& segment) {
                    Fate fate;
                    fate.mark =
                        segment.size > 0 && segment.dataIndex == (segment.fromA ? 30 : index);
                    return fate;
                };
                options.b.application.octets = 200000;
            },
            [](World& world, Report& report) {
                report.Same(world.FromA().ecn.marked + world.FromB().ecn.marked, 2, "marks");
                report.Same(world.a.reductions.size(), 1, "reductions of A");
                report.Same(world.b.reductions.size(), 1, "reductions of B");
            });
    }
    // B hardly ever sends an ACK without data.
    AddPairs(
        cases,
        {BOTH_OURS},
        "ECN, echo with data",
        [=](Options& options) {
            options.Set("UseEcn", "On");
            options.rule = mark({30}, {});
            options.b.application.octets = 200000;
            options.b.attributes["DelAckCount"] = "1000";
        },
        [](World& world, Report& report) {
            report.Same(world.FromA().ecn.marked, 1, "marks");
            report.Same(world.a.reductions.size(), 1, "reductions of A");
            report.Expect(world.FromB().ecn.echoesWithData > 0, "no echo with data");
        });
    // ns-3's socket resets the connection when an echo comes after it has sent its FIN.
    AddPairs(cases,
             {BOTH_OURS, TO_STOCK, FROM_STOCK},
             "ECN, losses and marks",
             [](Options& options) {
                 options.Set("UseEcn", "On");
                 options.rule = [weather = Weather(3, 20, 30, 20)](const Segment& segment) mutable {
                     auto fate = weather(segment);
                     fate.mark = segment.dataIndex % 37 == 20;
                     return fate;
                 };
                 options.a.application.octets = options.a.stock ? 0 : 200000;
                 options.b.application.octets = options.b.stock ? 0 : 200000;
             });
    return cases;
}

TestCases
MakeOptionCases()
{
    TestCases cases;
    const std::vector<Pair> pairs{BOTH_OURS, TO_STOCK, FROM_STOCK};
    uint32_t seed = 100;
    const auto rough = [&seed](const std::string& name, const std::string& value) {
        ++seed;
        return [name, value, seed](Options& options) {
            options.rule = Weather(seed, 20, 30, 20);
            options.Set(name, value);
            SendBack(options, 100000);
        };
    };
    for (const std::string value : {"true", "false"})
    {
        for (const std::string name : {"Timestamp", "WindowScaling", "LimitedTransmit", "Sack"})
        {
            AddPairs(cases, pairs, name + ' ' + value, rough(name, value));
        }
    }
    for (const std::string count : {"1", "2"})
    {
        AddPairs(cases, pairs, "delayed ACK, losses, " + count, rough("DelAckCount", count));
    }
    for (const std::string mss : {"100", "536", "1460", "8960"})
    {
        AddPairs(cases, pairs, "MSS " + mss, rough("SegmentSize", mss));
    }
    AddPairs(cases, pairs, "IPv6", [](Options& options) {
        options.ipv6 = true;
        options.rule = Weather(4, 20, 30, 20);
        SendBack(options, 100000);
    });
    return cases;
}

TestCases
MakeAckCases()
{
    TestCases cases;
    for (const uint32_t count : {1, 2})
    {
        AddPairs(
            cases,
            {BOTH_OURS, FROM_STOCK},
            "delayed ACK, " + std::to_string(count),
            [=](Options& options) { options.Set("DelAckCount", std::to_string(count)); },
            [=](World& world, Report& report) {
                // The first one is acknowledged at once, the last one by a FIN.
                const uint32_t segments = world.FromA().octets.data.size();
                const uint32_t acks = world.FromB().counts.pureAcks;
                report.Same(segments, 200, "segments");
                report.Expect(acks + 1 >= segments / count && acks <= segments / count + 3,
                              std::to_string(acks) + " ACKs");
            });
    }
    return cases;
}

/// ACKs behind a hole are not delayed.
TestCases
MakeDuplicateAckCases()
{
    TestCases cases;
    AddPairs(
        cases,
        {BOTH_OURS, FROM_STOCK},
        "ACKs behind a hole",
        [](Options& options) {
            options.Set("DelAckCount", "2");
            options.rule = DropFirst(
                [](const Segment& segment) { return segment.fromA && segment.dataIndex == 35; });
        },
        [](World& world, Report& report) {
            const auto& data = world.FromA().octets.data;
            const auto repair =
                std::find_if(data.begin(), data.end(), [](const auto& sent) { return sent.again; });
            const auto behind = std::distance(data.begin() + 36, repair);
            report.Expect(behind >= 3, "too few segments behind the hole");
            // The last one before the hole may be acknowledged together with the first behind it.
            const auto acks = world.FromB().counts.acks[35000];
            report.Expect(acks >= behind && acks <= behind + 1, std::to_string(acks) + " ACKs");
        });
    return cases;
}

TestCases
MakeLimitedTransmitCases()
{
    TestCases cases;
    for (const std::string sender : SENDERS)
    {
        for (const bool limited : {true, false})
        {
            AddPairs(
                cases,
                {BOTH_OURS, TO_STOCK},
                (limited ? "limited transmit, " : "no limited transmit, ") + sender,
                [=](Options& options) {
                    options.a.attributes["LossRecovery"] = sender;
                    options.a.attributes["LimitedTransmit"] = limited ? "true" : "false";
                    options.a.attributes["InitialSlowStartThreshold"] = "10000";
                    options.b.attributes["DelAckCount"] = "1";
                    options.rule = DropFirst([](const Segment& segment) {
                        return segment.fromA && segment.dataIndex == 35;
                    });
                },
                [=](World& world, Report& report) {
                    // On the first and the second duplicate ACK; the third one is for the loss.
                    const auto& data = world.FromA().octets.data;
                    const auto first = world.FromA().window.duplicate[35000];
                    const auto repair =
                        std::find_if(data.begin(), data.end(), [](const OctetLedger::Sent& sent) {
                            return sent.again;
                        });
                    const auto sent = std::count_if(data.begin(), repair, [=](const auto& sent) {
                        return sent.time > first;
                    });
                    report.Expect(repair != data.end() && repair->offset == 35000, "no repair");
                    report.Same(sent, limited ? 2 : 0, "segments before the repair");
                });
        }
    }
    return cases;
}

TestCases
MakeNagleCases()
{
    TestCases cases;
    const std::vector<Pair> pairs{BOTH_OURS, TO_STOCK};
    const auto configure = [](const std::string& noDelay) {
        return [=](Options& options) {
            options.Set("TcpNoDelay", noDelay);
            options.a.application.octets = 20000;
            options.a.application.write = 100;
            options.a.application.writeEvery = MilliSeconds(2);
        };
    };
    AddPairs(cases, pairs, "Nagle", configure("false"), [](World& world, Report& report) {
        // 20 writes in a round trip of 40 ms, ten of them in a full segment.
        report.Expect(world.FromA().octets.data.size() < 60, "too many segments");
        report.Same(world.FromA().counts.small,
                    0,
                    "small segments sent while others were under way");
    });
    AddPairs(cases, pairs, "no Nagle", configure("true"), [](World& world, Report& report) {
        report.Same(world.FromA().octets.data.size(), 200, "segments");
    });
    for (const std::string noDelay : {"false", "true"})
    {
        AddPairs(cases,
                 {BOTH_OURS, TO_STOCK, FROM_STOCK},
                 "small writes, losses, no delay " + noDelay,
                 [=](Options& options) {
                     configure(noDelay)(options);
                     options.rule = Weather(5, 20, 30, 20);
                 });
    }
    AddPairs(cases, {BOTH_OURS, TO_STOCK, FROM_STOCK}, "on and off", [](Options& options) {
        options.rule = Weather(6, 20, 30, 20);
        options.a.application.write = 5000;
        options.a.application.writeEvery = MilliSeconds(300);
        SendBack(options, 100000);
        options.b.application.write = 7000;
        options.b.application.writeEvery = MilliSeconds(700);
    });
    return cases;
}

TestCases
MakeHandshakeCases()
{
    TestCases cases;
    const std::vector<Pair> pairs{BOTH_OURS, TO_STOCK, FROM_STOCK};
    const auto syn = [](const Segment& segment) {
        return HasFlag(segment, TcpHeader::SYN) && segment.fromA;
    };
    const auto synAck = [](const Segment& segment) {
        return HasFlag(segment, TcpHeader::SYN) && !segment.fromA;
    };
    const auto ack = [](const Segment& segment) { return segment.fromA && segment.index == 1; };
    const auto both = [](Options& options) { SendBack(options, 50000); };
    const auto lose = [=](const std::function<bool(const Segment&)>& what, uint32_t number) {
        return [=](Options& options) {
            both(options);
            options.rule = DropFirst(what, number);
        };
    };
    const auto syns = [](uint32_t fromA, uint32_t fromB) {
        return [=](World& world, Report& report) {
            report.Same(world.FromA().counts.syns, fromA, "SYNs");
            report.Expect(world.FromB().counts.syns >= fromB, "too few SYN-ACKs");
        };
    };
    AddPairs(cases, pairs, "SYN lost", lose(syn, 1), syns(2, 1));
    AddPairs(cases, pairs, "SYN lost three times", lose(syn, 3), syns(4, 1));
    AddPairs(cases, pairs, "SYN-ACK lost", lose(synAck, 1), syns(2, 2));
    AddPairs(cases, pairs, "ACK of the SYN-ACK lost", lose(ack, 1), syns(1, 1));
    // The opener says nothing on its own, so that only its ACK can complete the handshake.
    AddPairs(
        cases,
        {BOTH_OURS, TO_STOCK},
        "ACK of the SYN-ACK lost, silent opener",
        [=](Options& options) {
            options.rule = DropFirst(ack);
            options.a.application.octets = 0;
            options.a.application.closing = Closing::AFTER_PEER;
            options.b.application.octets = 50000;
            options.b.application.closing = Closing::WHEN_WRITTEN;
        },
        syns(1, 2));
    // A SYN-ACK that comes late must not take the window back to where it began.
    AddPairs(
        cases,
        {BOTH_OURS, TO_STOCK},
        "SYN-ACK comes again late",
        [=](Options& options) {
            options.rule = [](const Segment& segment) {
                Fate fate;
                if (HasFlag(segment, TcpHeader::SYN) && !segment.fromA)
                {
                    fate.copies = 2;
                    fate.spread = MilliSeconds(150);
                }
                return fate;
            };
        },
        [](World& world, Report& report) {
            report.Expect(world.b.lastRead > START + MilliSeconds(170), "it does not come late");
            report.Same(world.a.shrinks, 0, "times that the window became smaller");
        });
    return cases;
}

TestCases
MakeClosingCases()
{
    TestCases cases;
    const std::vector<Pair> pairs{BOTH_OURS, TO_STOCK, FROM_STOCK};
    const std::vector<Pair> ours{BOTH_OURS};
    const auto small = [](const Rule& rule) {
        return [=](Options& options) {
            options.rule = rule;
            options.a.application.octets = 60000;
        };
    };
    const auto fromA = [](uint32_t index) {
        return DropFirst([=](const Segment& segment) {
            return segment.fromA && segment.size > 0 && segment.dataIndex == index;
        });
    };
    const auto fin = [](bool isFromA, uint32_t number) {
        return DropFirst(
            [=](const Segment& segment) {
                return segment.fromA == isFromA && HasFlag(segment, TcpHeader::FIN);
            },
            number);
    };
    const auto afterFin = [](bool isFromA, uint32_t number) {
        return DropFirst(
            [isFromA, seen = false](const Segment& segment) mutable {
                seen = seen || (segment.fromA != isFromA && HasFlag(segment, TcpHeader::FIN));
                return seen && segment.fromA == isFromA;
            },
            number);
    };
    AddPairs(cases, pairs, "FIN in recovery", small(fromA(55)), ExamineClosed);
    for (const uint32_t number : {1, 3})
    {
        AddPairs(cases,
                 pairs,
                 "FIN with data lost, " + std::to_string(number),
                 small(fin(true, number)),
                 [=](World& world, Report& report) {
                     ExamineClosed(world, report);
                     report.Same(world.FromA().closing.finsWithData, number + 1, "FINs with data");
                 });
    }
    AddPairs(cases, pairs, "ACK of the FIN lost", small(afterFin(false, 1)), ExamineClosed);
    AddPairs(cases, pairs, "FIN of the passive end lost", small(fin(false, 1)), ExamineClosed);
    // ns-3's socket does not acknowledge a FIN again in TIME_WAIT.
    AddPairs(cases,
             {BOTH_OURS, TO_STOCK},
             "last ACK lost",
             small(afterFin(true, 1)),
             ExamineClosed);

    const auto closeLater = [](World& world) {
        ns3compat::ScheduleCall(START + Seconds(2), [&world] { world.a.GetSocket()->Close(); });
    };
    const auto bare = [](const Rule& rule) {
        return [=](Options& options) {
            options.rule = rule;
            options.a.application.octets = 60000;
            options.a.application.closing = Closing::NEVER;
        };
    };
    AddPairs(cases, pairs, "bare FIN", bare(nullptr), ExamineClosed, closeLater);
    AddPairs(cases, pairs, "bare FIN lost", bare(fin(true, 2)), ExamineClosed, closeLater);
    AddPairs(cases,
             pairs,
             "ACK of a bare FIN lost",
             bare(afterFin(false, 1)),
             ExamineClosed,
             closeLater);

    // A FIN whose ACK does not come: the other end goes on for long before it closes, too.
    const auto half = [](const Rule& rule, Closing closing) {
        return [=](Options& options) {
            options.rule = rule;
            options.a.application.octets = 50000;
            options.a.application.closing = closing;
            options.b.application.octets = 400000;
            options.b.application.write = 10000;
            options.b.application.writeEvery = MilliSeconds(100);
        };
    };
    for (const auto closing : {Closing::WHEN_WRITTEN, Closing::HALF})
    {
        const std::string name = closing == Closing::HALF ? "half closed" : "closed";
        AddPairs(cases,
                 pairs,
                 name + " long before the other end",
                 half(nullptr, closing),
                 ExamineClosed);
        const auto losses = half(Weather(7, 20, 30, 20), closing);
        const auto lossyName = name + " long before the other end, losses";
        AddPairs(cases, ours, lossyName, losses, ExamineClosed);
        AddPairs(cases, {FROM_STOCK}, lossyName, losses);
    }
    AddPairs(
        cases,
        ours,
        "closed, the other end is silent before it closes, and the ACK is lost",
        [=](Options& options) {
            options.rule = afterFin(false, 1);
            options.a.application.octets = 50000;
            options.b.application.closing = Closing::NEVER;
        },
        ExamineClosed,
        [](World& world) {
            ns3compat::ScheduleCall(START + Seconds(20),
                                    [&world] { world.b.GetSocket()->Close(); });
        });
    AddPairs(
        cases,
        {BOTH_OURS, TO_STOCK, FROM_STOCK},
        "closed by the listener",
        [](Options& options) {
            options.rule = Weather(8, 20, 30, 20);
            options.a.application.octets = 0;
            options.a.application.closing = Closing::AFTER_PEER;
            options.b.application.octets = 100000;
            options.b.application.closing = Closing::WHEN_WRITTEN;
        },
        ExamineClosed);
    AddPairs(
        cases,
        {BOTH_OURS, FROM_STOCK},
        "listening socket shut down",
        [](Options& options) {
            options.b.application.closing = Closing::NEVER;
            options.b.shutListener = true;
        },
        [](World& world, Report& report) {
            ExamineClosed(world, report);
            report.Expect(world.FromB().closing.firstFin > world.FromA().closing.firstFin,
                          "B closed too early");
        });
    AddPairs(
        cases,
        {BOTH_OURS},
        "FIN completes the handshake",
        [](Options& options) {
            options.rule = DropFirst(
                [](const Segment& segment) { return segment.fromA && segment.index == 1; });
            options.a.application.octets = 0;
            options.b.application.octets = 50000;
        },
        [](World& world, Report& report) {
            ExamineClosed(world, report);
            report.Same(world.FromB().counts.syns, 1, "SYN-ACKs");
        });
    for (uint32_t seed = 1; seed <= 10; ++seed)
    {
        AddPairs(
            cases,
            ours,
            "closed by both at once, " + std::to_string(seed),
            [=](Options& options) {
                options.rule = Weather(seed, 50, 30, 20);
                options.a.application.octets = 30000;
                options.b.application.octets = 30000;
                options.b.application.closing = Closing::WHEN_WRITTEN;
            },
            ExamineClosed);
        AddPairs(
            cases,
            ours,
            "closed by one after the other, " + std::to_string(seed),
            [=](Options& options) {
                options.rule = Weather(seed, 50, 30, 20);
                options.a.application.octets = 30000;
                options.b.application.octets = 40000;
            },
            ExamineClosed);
    }
    return cases;
}

TestCases
MakeWindowCases()
{
    TestCases cases;
    const std::vector<Pair> pairs{BOTH_OURS, TO_STOCK};
    const auto slow = [](const Rule& rule) {
        return [=](Options& options) {
            options.rule = rule;
            options.b.attributes["RcvBufSize"] = "20000";
            options.b.application.readFrom = Seconds(3);
            options.b.application.read = 1500;
            options.b.application.readEvery = MilliSeconds(10);
            options.limit = Seconds(300);
        };
    };
    AddPairs(cases, pairs, "zero window", slow(nullptr), [](World& world, Report& report) {
        const auto& data = world.FromA().octets.data;
        const auto probes = [&data](Time from, Time to) {
            return std::count_if(data.begin(), data.end(), [=](const OctetLedger::Sent& sent) {
                return sent.size == 1 && sent.time >= from && sent.time < to;
            });
        };
        // At 0.2 s, the timer's least, 0.6, 1.4, 3.0 s after the window closed: three are refused.
        report.Same(probes(START, START + Seconds(3)), 3, "probes before the reader starts");
        // The reader tells of the room that it makes: ours at once (RFC 9293, section 3.8.6.2.2).
        const bool told = world.b.GetOurs() != nullptr;
        report.Expect(!told || probes(START + Seconds(3), Seconds(1000)) == 0, "a needless probe");
    });
    AddPairs(cases, pairs, "zero window, losses", slow(Weather(9, 50, 30, 20)));
    const auto opens = [closed = false](const Segment& segment) mutable {
        if (segment.fromA || HasFlag(segment, TcpHeader::SYN))
        {
            return false;
        }
        // While it is lost, the window is closed for the other end.
        closed = closed || segment.header.GetWindowSize() == 0;
        return closed && segment.header.GetWindowSize() > 0;
    };
    AddPairs(cases, pairs, "ACK of an accepted probe lost", slow(DropFirst(opens, 3)));
    // The reader's buffer grows, which it announces; the announcement is lost.
    AddPairs(
        cases,
        pairs,
        "window update lost",
        [](Options& options) {
            options.rule = DropFirst([](const Segment& segment) {
                return !segment.fromA && Simulator::Now() >= Seconds(2) &&
                       Simulator::Now() < Seconds(2.1);
            });
            options.b.attributes["RcvBufSize"] = "20000";
            options.b.application.readFrom = Seconds(10);
        },
        nullptr,
        [](World& world) {
            ns3compat::ScheduleCall(Seconds(2), [&world] {
                world.b.GetSocket()->SetAttribute("RcvBufSize", UintegerValue(400000));
            });
        });
    AddPairs(
        cases,
        pairs,
        "window update",
        [](Options& options) {
            options.b.attributes["RcvBufSize"] = "20000";
            options.b.attributes["PersistTimeout"] = "50s";
            options.b.application.readFrom = Seconds(10);
        },
        [](World& world, Report& report) {
            report.Same(world.FromA().octets.end, 200000, "octets sent");
            report.Expect(world.FromA().octets.data.back().time < Seconds(3),
                          "the update had no effect");
        },
        [](World& world) {
            ns3compat::ScheduleCall(Seconds(2), [&world] {
                world.b.GetSocket()->SetAttribute("RcvBufSize", UintegerValue(400000));
            });
        });
    // All but one octet fit: a probe carries the last one, and no segment is left for the FIN.
    AddPairs(
        cases,
        pairs,
        "last octet in a probe",
        [](Options& options) {
            options.a.application.octets = 20001;
            options.b.attributes["RcvBufSize"] = "20000";
            options.b.application.readFrom = Seconds(3);
        },
        ExamineClosed);
    for (const std::string buffer : {"1", "600", "1000", "1500", "2500"})
    {
        for (const bool losses : {false, true})
        {
            AddPairs(cases,
                     pairs,
                     "receive buffer of " + buffer + (losses ? ", losses" : ""),
                     [=](Options& options) {
                         options.b.attributes["RcvBufSize"] = buffer;
                         options.a.application.octets = buffer == "1" ? 100 : 30000;
                         options.limit = Seconds(200);
                         if (losses)
                         {
                             options.rule = Weather(10, 20, 30, 20);
                         }
                     });
        }
    }
    AddPairs(cases, {BOTH_OURS, TO_STOCK, FROM_STOCK}, "small send buffer", [](Options& options) {
        options.rule = Weather(11, 20, 30, 20);
        options.Set("SndBufSize", "3500");
        SendBack(options, 50000);
    });
    return cases;
}

/// A socket whose sequence numbers start just below 2^32.
class HighStartSocket : public TcpScoreboardSocket
{
  public:
    static constexpr uint32_t BELOW = 30000; //!< octets before the numbers wrap

    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TcpLossyHighStartSocket")
                                .SetParent<TcpScoreboardSocket>()
                                .AddConstructor<HighStartSocket>();
        return tid;
    }

    HighStartSocket()
    {
        m_tcb->m_nextTxSequence = SequenceNumber32(0U - BELOW);
    }
};

TestCases
MakeSequenceCases()
{
    TestCases cases;
    for (const std::string sender : SENDERS)
    {
        const auto configure = [=](Options& options) {
            options.a.type = HighStartSocket::GetTypeId();
            options.b.type = HighStartSocket::GetTypeId();
            options.a.attributes["LossRecovery"] = sender;
        };
        AddPairs(cases,
                 {BOTH_OURS, TO_STOCK},
                 "sequence numbers wrap, " + sender,
                 [=](Options& options) {
                     configure(options);
                     options.rule = Weather(12, 20, 30, 20);
                     SendBack(options, 100000);
                 });
        // The losses are below 2^32, the end of recovery is above.
        AddPairs(
            cases,
            {BOTH_OURS, TO_STOCK},
            "sequence numbers wrap in recovery, " + sender,
            [=](Options& options) {
                configure(options);
                options.rule = [](const Segment& segment) {
                    const bool lost = segment.fromA && segment.size > 0 && !segment.again &&
                                      (segment.dataIndex == 27 || segment.dataIndex == 29);
                    return lost ? LOSS : Fate();
                };
            },
            [](World& world, Report& report) {
                report.Expect(world.FromA().counts.again >= 2, "loss");
            });
        AddPairs(
            cases,
            {BOTH_OURS},
            "sequence numbers wrap, ECN, " + sender,
            [=](Options& options) {
                configure(options);
                options.Set("UseEcn", "On");
                options.rule = [](const Segment& segment) {
                    Fate fate;
                    fate.mark = segment.fromA && segment.dataIndex == 15;
                    return fate;
                };
            },
            [](World& world, Report& report) {
                report.Same(world.FromA().ecn.marked, 1, "marks");
                report.Same(world.a.reductions.size(), 1, "reductions");
            });
    }
    return cases;
}

TestCases
MakeLongCases()
{
    constexpr uint32_t BLOCK = 60000;
    // Past 4 GiB, which is block 71582.
    constexpr uint32_t BLOCKS = 72000;
    TestCases cases;
    AddPairs(
        cases,
        {BOTH_OURS},
        "more than 4 GiB",
        [=](Options& options) {
            options.Set("SegmentSize", std::to_string(BLOCK));
            options.Set("SndBufSize", "6000000");
            options.Set("RcvBufSize", "6000000");
            options.Set("InitialSlowStartThreshold", "1200000");
            options.rate = DataRate("10Gbps");
            options.delay = MicroSeconds(400);
            options.a.application.octets = static_cast<uint64_t>(BLOCKS) * BLOCK;
            options.a.application.sparse = true;
            options.a.application.write = BLOCK;
            options.b.application.sparse = true;
            options.b.application.read = BLOCK;
            options.rule = [](const Segment& segment) {
                const auto index = segment.dataIndex;
                const bool wraps = index >= 71575 && index < 71590 && index % 4 == 0;
                const bool lost = index % 2000 == 1999 || wraps;
                return (segment.fromA && segment.size > 0 && lost) ? LOSS : Fate();
            };
        },
        [](World& world, Report& report) {
            report.Expect(world.FromA().counts.again >= 36 + 3, "too few losses");
            report.Expect(world.FromA().counts.again < 200, "too many repairs");
        });
    return cases;
}

TestCases
MakeFallbackCases()
{
    TestCases cases;
    const std::vector<std::string> kinds{"Reno", "NewReno", "Sack", "Fack", "Rfc6675", "Rack"};
    for (const auto& kind : kinds)
    {
        for (const bool sack : {true, false})
        {
            const auto name = "ns3::Tcp" + (sack || kind == "Reno" ? kind : "NewReno") + "Recovery";
            AddPairs(
                cases,
                {BOTH_OURS, TO_STOCK},
                (sack ? "peer with SACK, " : "peer without SACK, ") + kind,
                [=](Options& options) {
                    options.rule = Weather(13, 20, 30, 20);
                    options.a.attributes["LossRecovery"] = kind;
                    options.b.attributes["Sack"] = sack ? "true" : "false";
                },
                [=](World& world, Report& report) {
                    report.Same(world.a.GetOurs()->GetLossRecovery().GetName(), name, "sender");
                    report.Same(world.FromB().counts.maxBlocks > 0, sack, "SACK blocks");
                });
        }
    }
    return cases;
}

TestCases
MakeSpecialControls()
{
    TestCases cases;
    const auto everyTenth = [](const Segment& segment) {
        Fate fate;
        fate.mark = segment.fromA && segment.dataIndex % 10 == 9;
        return fate;
    };
    for (const bool losses : {false, true})
    {
        AddPairs(
            cases,
            {BOTH_OURS, TO_STOCK},
            losses ? "TcpBbr, losses" : "TcpBbr",
            [=](Options& options) {
                options.a.control = "ns3::TcpBbr";
                options.a.application.octets = 2000000;
                options.rule = losses ? Rule(Weather(14, 10, 0, 10)) : nullptr;
            },
            [](World& world, Report& report) {
                // 2,000 segments of 1052 octets at 10 Mbit/s take 1.7 s. It minds no losses, if
                // the rate samples are right.
                report.Expect(world.b.lastRead < START + Seconds(2.2), "too slow");
            });
    }
    AddPairs(
        cases,
        {BOTH_OURS, TO_STOCK, FROM_STOCK},
        "TcpDctcp",
        [=](Options& options) {
            options.a.control = "ns3::TcpDctcp";
            options.b.control = "ns3::TcpDctcp";
            options.Set("UseEcn", "On");
            options.rule = everyTenth;
        },
        [](World& world, Report& report) {
            report.Expect(world.FromB().ecn.echoes > 5, "too few echoes");
            report.Same(world.FromA().counts.again, 0, "segments sent again");
        });
    AddPairs(cases, {BOTH_OURS, TO_STOCK}, "TcpDctcp, losses", [=](Options& options) {
        options.a.control = "ns3::TcpDctcp";
        options.b.control = "ns3::TcpDctcp";
        options.Set("UseEcn", "On");
        options.rule = [=, weather = Weather(15, 20, 30, 20)](const Segment& segment) mutable {
            auto fate = weather(segment);
            fate.mark = everyTenth(segment).mark;
            return fate;
        };
    });
    return cases;
}

// ------------------------------------------------------------------------------------ random

/// Options drawn at random; a seed stands for the same ones in each run on every platform.
class Draw
{
  public:
    explicit Draw(uint32_t seed)
        : m_random(seed)
    {
    }

    uint32_t Below(uint32_t limit)
    {
        return m_random() % limit;
    }

    template <class List>
    std::string OneOf(const List& list)
    {
        return *(std::begin(list) + Below(std::size(list)));
    }

    std::string YesOrNo()
    {
        return Below(2) == 0 ? "true" : "false";
    }

    EndOptions End(const EndOptions& defaults)
    {
        EndOptions end = defaults;
        end.control = "ns3::" + OneOf(CONTROLS);
        end.recovery = "ns3::" + OneOf(RECOVERIES);
        end.application.octets = Below(4) * 40000 + Below(3000);
        const std::array buffers{"1200", "5000", "30000", "200000", "1000000"};
        const std::array counts{"1", "2", "3"};
        const std::array lost{"Timeout", "Retransmit", "Wait"};
        const std::array half{"Wait", "SlowStart"};
        end.attributes["LossRecovery"] = OneOf(SENDERS);
        end.attributes["LostRetransmission"] = OneOf(lost);
        end.attributes["HalfWindowLost"] = OneOf(half);
        end.attributes["SlowButSteady"] = YesOrNo();
        end.attributes["RepeatedFastRetransmit"] = YesOrNo();
        end.attributes["TimerBackoff"] = YesOrNo();
        end.attributes["SndBufSize"] = OneOf(buffers);
        end.attributes["RcvBufSize"] = OneOf(buffers);
        end.attributes["DelAckCount"] = OneOf(counts);
        end.attributes["TcpNoDelay"] = YesOrNo();
        end.attributes["LimitedTransmit"] = YesOrNo();
        // Sudden death is not the subject.
        end.attributes["DataRetries"] = "1000";
        end.attributes["ConnCount"] = "20";
        if (Below(4) == 0)
        {
            end.application.write = 1 + Below(1000);
            end.application.writeEvery = MicroSeconds(1 + Below(5000));
        }
        if (Below(4) == 0)
        {
            end.application.readFrom = MilliSeconds(Below(3000));
            end.application.read = 100 + Below(3000);
            end.application.readEvery = MilliSeconds(1 + Below(10));
        }
        return end;
    }

  private:
    std::mt19937 m_random;
};

Options
DrawOptions(uint32_t seed)
{
    Draw draw(seed);
    Options options;
    const std::array sizes{"100", "536", "1000", "1460", "8960"};
    const std::array rates{"1Mbps", "10Mbps", "100Mbps"};
    options.Set("SegmentSize", draw.OneOf(sizes));
    options.a = draw.End(options.a);
    options.b = draw.End(options.b);
    for (const std::string name : {"Timestamp", "WindowScaling", "Sack"})
    {
        options.a.attributes[name] = draw.Below(4) == 0 ? "false" : "true";
        options.b.attributes[name] = draw.Below(4) == 0 ? "false" : "true";
    }
    const bool ecn = draw.Below(2) == 0;
    options.Set("UseEcn", ecn ? "On" : "Off");
    options.ipv6 = draw.Below(2) == 0;
    options.rate = DataRate(draw.OneOf(rates));
    options.delay = MicroSeconds(draw.Below(50000));
    const std::array closings{Closing::WHEN_WRITTEN, Closing::HALF, Closing::AFTER_PEER};
    options.a.application.closing = closings[draw.Below(2)];
    options.b.application.closing = closings[draw.Below(3)];
    // Close() with data that have not been read is a reset.
    options.a.application.closing =
        options.a.application.readFrom.IsZero() ? options.a.application.closing : Closing::HALF;
    options.b.application.closing = options.b.application.readFrom.IsZero()
                                        ? options.b.application.closing
                                        : Closing::AFTER_PEER;
    Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(draw.Below(3) == 0));
    const Weather weather(seed + 1, draw.Below(100), draw.Below(100), draw.Below(50));
    const uint32_t marks = 5 + draw.Below(50);
    options.rule = [=, weather = weather](const Segment& segment) mutable {
        auto fate = weather(segment);
        fate.mark = ecn && segment.dataIndex % marks == 0;
        return fate;
    };
    options.limit = Seconds(3000);
    return options;
}

TestCases
MakeRandomCases()
{
    TestCases cases;
    for (uint32_t seed = 1000; seed < 1200; ++seed)
    {
        cases.push_back(new TransferTestCase(
            "random options " + std::to_string(seed),
            [=](Options& options) { options = DrawOptions(seed); },
            ExamineClosed));
    }
    return cases;
}

// -------------------------------------------------------------------------------- bad peers

/// The header with other SACK blocks, by position.
void
SetBlocks(TcpHeader& header,
          SequenceNumber32 zero,
          const std::vector<std::pair<uint64_t, uint64_t>>& blocks)
{
    TcpHeader edited;
    edited.SetSourcePort(header.GetSourcePort());
    edited.SetDestinationPort(header.GetDestinationPort());
    edited.SetSequenceNumber(header.GetSequenceNumber());
    edited.SetAckNumber(header.GetAckNumber());
    edited.SetFlags(header.GetFlags());
    edited.SetWindowSize(header.GetWindowSize());
    if (const auto timestamp = header.GetOption(TcpOption::TS))
    {
        edited.AppendOption(timestamp);
    }
    const auto option = CreateObject<TcpOptionSack>();
    for (const auto& block : blocks)
    {
        option->AddSackBlock({zero + static_cast<uint32_t>(block.first),
                              zero + static_cast<uint32_t>(block.second)});
    }
    edited.AppendOption(option);
    header = edited;
}

/// The SACK blocks of a header.
TcpOptionSack::SackList
GetBlocks(const TcpHeader& header)
{
    const auto option = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
    return option ? option->GetSackList() : TcpOptionSack::SackList();
}

/// Sequence number of the first octet of data.
const SequenceNumber32 FIRST(1);

TestCases
MakeLyingPeerCases()
{
    TestCases cases;
    using Blocks = std::vector<std::pair<uint64_t, uint64_t>>;
    const auto lie = [](std::function<Blocks(const Segment&)> blocks, uint32_t number) {
        return [=, left = number](const Segment& segment) mutable {
            Fate fate;
            const bool isAck = !segment.fromA && segment.size == 0 && segment.ack > 20000 &&
                               segment.ack < 150000 && !HasFlag(segment, TcpHeader::FIN);
            if (isAck && left > 0)
            {
                --left;
                const auto list = blocks(segment);
                fate.edit = [=](TcpHeader& header) { SetBlocks(header, FIRST, list); };
            }
            return fate;
        };
    };
    const auto use = [](const Rule& rule, const std::string& sender) {
        return [=](Options& options) {
            options.rule = rule;
            options.a.attributes["LossRecovery"] = sender;
            // Where a lie costs a timeout, the rest is quick.
            options.limit = Seconds(20);
        };
    };
    const auto refused = [](uint64_t number) {
        return [=](World& world, Report& report) {
            report.Same(world.a.GetOurs()->GetConnection().GetSender().GetRefusedBlocks(),
                        number,
                        "refused blocks");
            report.Same(world.FromA().counts.again, 0, "segments sent again");
        };
    };
    for (const std::string sender : SENDERS)
    {
        const bool sack = sender != "Reno" && sender != "NewReno";
        const auto add = [&](const std::string& name,
                             std::function<Blocks(const Segment&)> blocks,
                             uint32_t perAck) {
            AddPairs(cases,
                     {BOTH_OURS},
                     "SACK blocks " + name + ", " + sender,
                     use(lie(std::move(blocks), 10), sender),
                     refused(10 * perAck));
        };
        // More than any window here.
        add(
            "beyond snd.nxt",
            [](const Segment& segment) {
                return Blocks{{segment.ack + 500000, segment.ack + 501000},
                              {segment.ack + 1000, segment.ack + 500000}};
            },
            2);
        add(
            "half a sequence space away",
            [](const Segment& segment) {
                return Blocks{{segment.ack + 0x7fff0000, segment.ack + 0x7fff1000}};
            },
            1);
        add(
            "reversed",
            [](const Segment& segment) {
                return Blocks{{segment.ack + 3000, segment.ack + 2000},
                              {segment.ack + 1000, segment.ack - 1000}};
            },
            2);
        add(
            "empty",
            [](const Segment& segment) {
                return Blocks{{segment.ack + 2000, segment.ack + 2000}, {segment.ack, segment.ack}};
            },
            2);
        // The first one is what D-SACK looks like, the second one no receiver says.
        add(
            "below snd.una",
            [](const Segment& segment) {
                return Blocks{{segment.ack - 19000, segment.ack - 18000},
                              {segment.ack - 1000, segment.ack}};
            },
            1);
        // A segment that is reported in part is not SACKed: it is sent again whole.
        cases.push_back(new TransferTestCase(
            "SACK blocks of parts of segments, " + sender,
            [=](Options& options) {
                options.a.attributes["LossRecovery"] = sender;
                options.rule = [](const Segment& segment) {
                    const auto index = segment.dataIndex;
                    const bool lost = index == 40 || index == 43 || index == 45;
                    Fate fate;
                    fate.copies = (segment.fromA && lost) ? 0 : 1;
                    fate.edit = [](TcpHeader& header) {
                        Blocks blocks;
                        for (const auto& block : GetBlocks(header))
                        {
                            const uint64_t begin = block.first - FIRST;
                            const uint64_t end = block.second - FIRST;
                            blocks.emplace_back(begin + 100, end - 300);
                        }
                        if (!blocks.empty())
                        {
                            SetBlocks(header, FIRST, blocks);
                        }
                    };
                    return fate;
                };
            },
            [=](World& world, Report& report) {
                const auto& data = world.FromA().octets.data;
                // Segment 42 is not held to its end.
                const auto isAgain = [&data](uint64_t offset, uint32_t size) {
                    return std::any_of(data.begin(), data.end(), [=](const auto& sent) {
                        return sent.again && sent.offset == offset && sent.size == size;
                    });
                };
                report.Same(isAgain(42000, 1000), sack, "repair of the whole");
                report.Same(isAgain(42700, 300), false, "repair of a part");
            }));
        // The window that B announces is too large for its buffer. Not all segments fit whole.
        cases.push_back(new TransferTestCase(
            "window that is not kept, " + sender,
            [=](Options& options) {
                options.a.attributes["LossRecovery"] = sender;
                options.b.attributes["RcvBufSize"] = "20500";
                options.b.attributes["WindowScaling"] = "false";
                options.b.application.readFrom = MilliSeconds(500);
                options.rule = [](const Segment& segment) {
                    Fate fate;
                    if (!segment.fromA && segment.ack < 100000)
                    {
                        fate.edit = [](TcpHeader& header) { header.SetWindowSize(60000); };
                    }
                    return fate;
                };
            },
            [](World& world, Report& report) {
                report.Expect(world.FromA().counts.again > 0, "everything was accepted");
            }));
        // The receiver claims to hold what it never got, all the time.
        cases.push_back(
            new TransferTestCase("SACK blocks of what is lost, " + sender, [=](Options& options) {
                options.a.attributes["LossRecovery"] = sender;
                options.rule = [](const Segment& segment) {
                    const bool lost = segment.fromA && segment.size > 0 && !segment.again &&
                                      segment.dataIndex >= 40 && segment.dataIndex < 44;
                    Fate fate;
                    fate.copies = lost ? 0 : 1;
                    if (!segment.fromA && segment.ack == 40000 && Simulator::Now() < Seconds(3))
                    {
                        fate.edit = [](TcpHeader& header) {
                            SetBlocks(header, FIRST, {{41000, 48000}});
                        };
                    }
                    return fate;
                };
            }));
        cases.push_back(
            new TransferTestCase("ACKs beyond snd.nxt, " + sender, [=](Options& options) {
                options.a.attributes["LossRecovery"] = sender;
                options.rule = [](const Segment& segment) {
                    Fate fate;
                    if (!segment.fromA && segment.index % 7 == 5)
                    {
                        fate.edit = [](TcpHeader& header) {
                            header.SetAckNumber(header.GetAckNumber() + 500000);
                        };
                    }
                    return fate;
                };
                options.a.application.octets = 100000;
                options.b.application.octets = 100000;
            }));
    }
    return cases;
}

/// A connection that does not end well. All that matters is how it ends.
class BrokenTestCase : public IsolatedTestCase
{
  public:
    BrokenTestCase(const std::string& name,
                   Configure configure,
                   std::function<void(World&)> prepare,
                   Examine examine)
        : IsolatedTestCase(name),
          m_configure(std::move(configure)),
          m_prepare(std::move(prepare)),
          m_examine(std::move(examine))
    {
    }

  private:
    void DoRun() override
    {
        Options options;
        m_configure(options);
        World world(options);
        if (m_prepare)
        {
            m_prepare(world);
        }
        world.Run();
        Report report;
        m_examine(world, report);
        NS_TEST_EXPECT_MSG_EQ(report.GetText(), "", "all as expected");
    }

    Configure m_configure;
    std::function<void(World&)> m_prepare;
    Examine m_examine;
};

TestCases
MakeBrokenCases()
{
    TestCases cases;
    cases.push_back(new BrokenTestCase(
        "no SYN arrives",
        [](Options& options) {
            options.rule = [](const Segment&) { return LOSS; };
            options.limit = Seconds(1000);
        },
        nullptr,
        [](World& world, Report& report) {
            report.Same(world.FromA().counts.syns, 6, "SYNs");
            report.Same(world.a.errors, 1, "errors");
            report.Expect(!world.a.connected, "A is connected");
            // 1, 2, 4, 8, 16 s.
            report.Expect(world.FromA().closing.last < START + Seconds(32), "it goes on for ever");
        }));
    for (const std::string sender : SENDERS)
    {
        const auto dead = [=](uint32_t octets) {
            return [=](Options& options) {
                options.a.attributes["LossRecovery"] = sender;
                options.a.attributes["DataRetries"] = "3";
                options.a.application.octets = octets;
                options.limit = Seconds(1000);
                options.b.application.closing = Closing::NEVER;
                options.rule = [over = false](const Segment& segment) mutable {
                    const bool last = segment.dataIndex == 40 || HasFlag(segment, TcpHeader::FIN);
                    over = over || (segment.fromA && last);
                    return over ? LOSS : Fate();
                };
            };
        };
        const auto givenUp = [](World& world, Report& report) {
            report.Same(world.a.errors, 1, "errors");
            report.Same(world.a.closes, 0, "normal ends");
            // The last of 0.2, 0.4, 0.8, 1.6 s, and a round trip.
            report.Expect(world.FromA().closing.last < Seconds(10), "it goes on for ever");
        };
        cases.push_back(
            new BrokenTestCase("no ACK any more, " + sender, dead(200000), nullptr, givenUp));
        cases.push_back(
            new BrokenTestCase("no ACK of data and FIN, " + sender, dead(10000), nullptr, givenUp));
        cases.push_back(new BrokenTestCase(
            "no ACK of a bare FIN, " + sender,
            [=](Options& options) {
                dead(10000)(options);
                options.a.application.closing = Closing::NEVER;
            },
            [](World& world) {
                ns3compat::ScheduleCall(START + Seconds(1),
                                        [&world] { world.a.GetSocket()->Close(); });
            },
            givenUp));
        for (const bool losses : {false, true})
        {
            cases.push_back(new BrokenTestCase(
                "reset by the peer, " + sender + (losses ? ", in recovery" : ""),
                [=](Options& options) {
                    options.a.attributes["LossRecovery"] = sender;
                    options.b.application.readFrom = Seconds(1000);
                    options.limit = Seconds(100);
                    if (losses)
                    {
                        options.rule = DropFirst([](const Segment& segment) {
                            return segment.fromA && segment.dataIndex == 35;
                        });
                    }
                },
                [](World& world) {
                    // With data that it has not read.
                    ns3compat::ScheduleCall(START + MilliSeconds(180),
                                            [&world] { world.b.GetSocket()->Close(); });
                },
                [](World& world, Report& report) {
                    // What was under way finds the listening socket, which answers each ACK (RFC
                    // 9293, section 3.10.7.2).
                    report.Expect(world.FromB().closing.resets > 0, "no reset");
                    report.Expect(world.a.closes + world.a.errors == 1, "A was not told");
                    report.Expect(world.FromA().octets.end > 30000, "too early");
                    report.Expect(world.FromA().octets.end < 200000, "too late");
                    report.Expect(world.FromA().closing.last < START + MilliSeconds(202),
                                  "A goes on");
                }));
        }
    }
    return cases;
}

// ----------------------------------------------------------------------------- installation

/// Applications of ns-3 on the network, which only know the name of a protocol.
class InstallationTestCase : public IsolatedTestCase
{
  public:
    using IsolatedTestCase::IsolatedTestCase;

  protected:
    /// Octets of a flow.
    static constexpr uint32_t OCTETS = 50000;

    /// A flow of data.
    struct Flow
    {
        Ptr<BulkSendApplication> source;
        Ptr<PacketSink> sink;
    };

    void Build(const Rule& rule = nullptr)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1000000));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1000000));
        Options options;
        options.rule = rule;
        m_network = std::make_unique<Network>(options);
    }

    const NodeContainer& Nodes() const
    {
        return m_network->nodes;
    }

    NodeContainer Node(uint32_t index) const
    {
        return NodeContainer(m_network->nodes.Get(index));
    }

    Address PeerAt(uint16_t port) const
    {
        const auto first = InetSocketAddress::ConvertFrom(m_network->GetPeer(false));
        return InetSocketAddress(first.GetIpv4(), port);
    }

    /**
     * Send from the first node to the second one.
     * @param protocol of the sender
     * @param port of the receiver
     * @param sinkProtocol of the receiver
     */
    Flow AddFlow(const std::string& protocol, uint16_t port, const std::string& sinkProtocol)
    {
        Flow flow;
        BulkSendHelper source(protocol, PeerAt(port));
        source.SetAttribute("MaxBytes", UintegerValue(OCTETS));
        auto sources = source.Install(Node(0));
        sources.Start(START);
        flow.source = DynamicCast<BulkSendApplication>(sources.Get(0));
        flow.sink = AddSink(port, sinkProtocol);
        return flow;
    }

    Ptr<PacketSink> AddSink(uint16_t port, const std::string& protocol)
    {
        PacketSinkHelper sink(protocol, InetSocketAddress(Ipv4Address::GetAny(), port));
        return DynamicCast<PacketSink>(sink.Install(Node(1)).Get(0));
    }

    static void Run()
    {
        Simulator::Stop(Seconds(60));
        Simulator::Run();
    }

    static Ptr<TcpScoreboardSocket> Ours(Ptr<Socket> socket)
    {
        return DynamicCast<TcpScoreboardSocket>(socket);
    }

    static std::string GetEnum(Ptr<const Object> object, const std::string& name)
    {
        StringValue value;
        object->GetAttribute(name, value);
        return value.Get();
    }

    static std::string GetTypeOf(Ptr<const Object> object, const std::string& name)
    {
        PointerValue value;
        object->GetAttribute(name, value);
        return value.GetObject()->GetInstanceTypeId().GetName();
    }

    /// All octets arrived, by these sockets.
    void CheckFlow(const Flow& flow, bool sourceIsOurs, bool sinkIsOurs)
    {
        NS_TEST_EXPECT_MSG_EQ(flow.sink->GetTotalRx(), OCTETS, "octets ");
        NS_TEST_EXPECT_MSG_EQ(bool(Ours(flow.source->GetSocket())), sourceIsOurs, "source");
        NS_TEST_EXPECT_MSG_EQ(bool(Ours(flow.sink->GetListeningSocket())), sinkIsOurs, "listener");
        NS_TEST_ASSERT_MSG_EQ(flow.sink->GetAcceptedSockets().size(), 1, "connections");
        NS_TEST_EXPECT_MSG_EQ(bool(Ours(flow.sink->GetAcceptedSockets().front())),
                              sinkIsOurs,
                              "accepted socket");
    }

    static constexpr const char* STOCK_NAME = "ns3::TcpSocketFactory";
    static constexpr const char* OUR_NAME = "ns3::TcpScoreboardSocketFactory";

  private:
    std::unique_ptr<Network> m_network;
};

/// One line makes all applications of a node use the socket, and another one undoes it.
class InstallOnNodesTestCase : public InstallationTestCase
{
  public:
    InstallOnNodesTestCase()
        : InstallationTestCase("Install on nodes")
    {
    }

  private:
    void DoRun() override
    {
        Build();
        TcpScoreboardSocketHelper().Install(Nodes());
        const auto flow = AddFlow(STOCK_NAME, PORT, STOCK_NAME);
        OnOffHelper onOff(STOCK_NAME, PeerAt(PORT + 1));
        onOff.SetConstantRate(DataRate("100kbps"), 1000);
        onOff.SetAttribute("MaxBytes", UintegerValue(OCTETS));
        auto sources = onOff.Install(Node(0));
        sources.Start(START);
        const auto sink = AddSink(PORT + 1, STOCK_NAME);
        Run();
        CheckFlow(flow, true, true);
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), OCTETS, "octets of the second flow");
        const auto source = DynamicCast<OnOffApplication>(sources.Get(0));
        NS_TEST_EXPECT_MSG_EQ(bool(Ours(source->GetSocket())), true, "second source");

        TcpScoreboardSocketHelper::Uninstall(Node(0));
        const auto stock = Socket::CreateSocket(Nodes().Get(0), TcpSocketFactory::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(bool(Ours(stock)), false, "ns-3's sockets again");
        TcpScoreboardSocketHelper().Install(Nodes());
        const auto ours = Socket::CreateSocket(Nodes().Get(0), TcpSocketFactory::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(bool(Ours(ours)), true, "ours again");
    }
};

/// Sockets of several kinds on one node.
class InstallByNameTestCase : public InstallationTestCase
{
  public:
    InstallByNameTestCase()
        : InstallationTestCase("Install by name, side by side")
    {
    }

  private:
    void DoRun() override
    {
        Build();
        TcpScoreboardSocketHelper helper;
        NS_TEST_EXPECT_MSG_EQ(helper.InstallByName(Nodes()).GetName(), OUR_NAME, "name");
        helper.SetSocketAttribute("LossRecovery", StringValue("Reno"));
        ObjectFactory control;
        control.SetTypeId("ns3::TcpFack");
        helper.SetCongestionControl(control);
        ObjectFactory recovery;
        recovery.SetTypeId("ns3::TcpRampdownRecovery");
        helper.SetRecovery(recovery);
        const std::string name = "ns3::TcpLossyOtherFactory";
        NS_TEST_EXPECT_MSG_EQ(helper.InstallByName(Node(0), name).GetName(), name, "name");

        const auto stock = AddFlow(STOCK_NAME, PORT, OUR_NAME);
        const auto ours = AddFlow(OUR_NAME, PORT + 1, STOCK_NAME);
        const auto other = AddFlow(name, PORT + 2, OUR_NAME);
        // As a configuration file would.
        const auto asString = AddFlow(STOCK_NAME, PORT + 3, STOCK_NAME);
        asString.source->SetAttribute("Protocol", StringValue(OUR_NAME));
        Run();
        CheckFlow(stock, false, true);
        CheckFlow(ours, true, false);
        CheckFlow(other, true, true);
        CheckFlow(asString, true, false);

        const auto plain = ours.source->GetSocket();
        NS_TEST_EXPECT_MSG_EQ(GetEnum(plain, "LossRecovery"), "Fack", "default");
        NS_TEST_EXPECT_MSG_EQ(GetTypeOf(plain, "CongestionOps"),
                              GetTypeOf(stock.source->GetSocket(), "CongestionOps"),
                              "the node's congestion control");
        const auto chosen = other.source->GetSocket();
        NS_TEST_EXPECT_MSG_EQ(GetEnum(chosen, "LossRecovery"), "Reno", "chosen");
        NS_TEST_EXPECT_MSG_EQ(GetTypeOf(chosen, "CongestionOps"), "ns3::TcpFack", "chosen");
    }
};

/// What is set with the helper or as a default reaches sockets that connect and accepted ones.
class AttributesTestCase : public InstallationTestCase
{
  public:
    AttributesTestCase()
        : InstallationTestCase("Attributes arrive")
    {
    }

  private:
    void DoRun() override
    {
        Build();
        const std::map<std::string, std::string> byHelper{
            {"LossRecovery", "Reno[RepeatedFastRetransmit=false]"},
            {"SegmentSize", "777"},
            {"LimitedTransmit", "false"}};
        const std::map<std::string, std::string> byDefault{{"LossRecovery", "ns3::TcpSackRecovery"},
                                                           {"DSack", "false"},
                                                           {"KeepSackOnTimeout", "false"}};
        for (const auto& [name, value] : byDefault)
        {
            Config::SetDefault("ns3::TcpScoreboardSocket::" + name, StringValue(value));
        }
        TcpScoreboardSocketHelper().Install(Node(1));
        TcpScoreboardSocketHelper helper;
        for (const auto& [name, value] : byHelper)
        {
            helper.SetSocketAttribute(name, StringValue(value));
        }
        helper.Install(Node(0));
        const auto flow = AddFlow(STOCK_NAME, PORT, STOCK_NAME);
        Run();
        CheckFlow(flow, true, true);
        Check(flow.source->GetSocket(), byHelper);
        NS_TEST_EXPECT_MSG_EQ(Ours(flow.source->GetSocket())->GetLossRecovery(),
                              TcpRenoRecovery::GetTypeId(),
                              "sender");
        for (const auto& socket : flow.sink->GetAcceptedSockets())
        {
            Check(socket, byDefault);
            NS_TEST_EXPECT_MSG_EQ(socket->GetInstanceTypeId(),
                                  TcpScoreboardSocket::GetTypeId(),
                                  "type");
        }
    }

    void Check(Ptr<Socket> socket, const std::map<std::string, std::string>& attributes)
    {
        for (const auto& [name, value] : attributes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetEnum(socket, name), value, name);
        }
    }
};

/// All variants transfer data, with the parts that they promise.
class VariantsTestCase : public InstallationTestCase
{
  public:
    explicit VariantsTestCase(const std::string& name)
        : InstallationTestCase("Variant " + name),
          m_name(name)
    {
    }

  private:
    void DoRun() override
    {
        if (!TcpVariantPreset::IsAvailable(m_name))
        {
            return;
        }
        const auto expected = GetVariantParts();
        NS_TEST_ASSERT_MSG_EQ(expected.count(m_name), 1, "a variant that this test does not know");
        Build(Weather(16, 20, 30, 20));
        // For all applications of one node, for one of the other.
        const TcpVariantPreset preset(m_name);
        const auto& parts = expected.at(m_name);
        PrepareNode(Node(0).Get(0), parts);
        PrepareNode(Node(1).Get(0), parts);
        preset.Install(Node(0));
        const auto name = preset.InstallByName(Node(1)).GetName();
        const auto flow = AddFlow(STOCK_NAME, PORT, name);
        Run();
        CheckFlow(flow, parts.HasScoreboard(), parts.HasScoreboard());
        CheckParts(flow.source->GetSocket(), parts);
        for (const auto& socket : flow.sink->GetAcceptedSockets())
        {
            CheckParts(socket, parts);
        }
    }

    void CheckParts(Ptr<Socket> socket, const VariantParts& parts)
    {
        NS_TEST_EXPECT_MSG_EQ(GetTypeOf(socket, "CongestionOps"), parts.control, "control");
        if (parts.HasScoreboard())
        {
            NS_TEST_EXPECT_MSG_EQ(GetEnum(socket, "LossRecovery"), parts.sender, "sender");
        }
        NS_TEST_EXPECT_MSG_EQ(RecoveryOf::NameIn(DynamicCast<TcpSocketBase>(socket)),
                              parts.recovery,
                              "recovery");
        PointerValue value;
        socket->GetAttribute("CongestionOps", value);
        for (const auto& [attribute, expected] : parts.ofControl)
        {
            NS_TEST_EXPECT_MSG_EQ(GetEnum(value.GetObject(), attribute), expected, attribute);
        }
    }

    std::string m_name;
};

TestCases
MakeInstallationCases()
{
    TestCases cases{new InstallOnNodesTestCase, new InstallByNameTestCase, new AttributesTestCase};
    std::istringstream names(TcpVariantPreset::GetNames());
    std::string name;
    while (std::getline(names >> std::ws, name, ','))
    {
        cases.push_back(new VariantsTestCase(name));
    }
    return cases;
}

class TcpLossyCompositionTestSuite : public TestSuite
{
  public:
    TcpLossyCompositionTestSuite()
        : TestSuite("tcp-lossy-composition", Type::UNIT)
    {
        Add(MakeMatrix());
        Add(MakeStockMatrix());
        Add(MakePairCases());
        Add(MakePacingCases());
        Add(MakeEcnCases());
        Add(MakeOptionCases());
        Add(MakeAckCases());
        Add(MakeDuplicateAckCases());
        Add(MakeLimitedTransmitCases());
        Add(MakeNagleCases());
        Add(MakeHandshakeCases());
        Add(MakeClosingCases());
        Add(MakeWindowCases());
        Add(MakeSequenceCases());
        Add(MakeLongCases());
        Add(MakeFallbackCases());
        Add(MakeSpecialControls());
        Add(MakeRandomCases());
        Add(MakeLyingPeerCases());
        Add(MakeBrokenCases());
        Add(MakeInstallationCases());
    }

  private:
    void Add(const TestCases& cases)
    {
        for (auto* testCase : cases)
        {
            AddTestCase(testCase);
        }
    }
};

TcpLossyCompositionTestSuite g_tcpLossyCompositionTestSuite; //!< registers itself

} // namespace
