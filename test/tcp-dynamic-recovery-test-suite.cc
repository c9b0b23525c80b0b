/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-timeline.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/ns3-compat.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace tcptimeline;

namespace
{

const std::string DYNAMIC = "ns3::TcpDynamicRecovery";

/// Below the folder of the tests.
const std::string TABLES = "timelines/tcp-dynamic-recovery.txt";

/// The sockets that the law runs on.
struct Sender
{
    std::string name;
    std::string lossRecovery; // of TcpScoreboardSocket
    bool stock;
    bool sack;
};

const Sender NEW_RENO{"NewReno", "NewReno", false, false};
const Sender SACK{"Sack", "Sack", false, true};
const Sender FACK{"Fack", "Fack", false, true};
const Sender STOCK{"ns-3 without SACK", "", true, false};
const Sender STOCK_SACK{"ns-3 with SACK", "", true, true};

const std::vector<Sender> OURS{NEW_RENO, SACK, FACK};
const std::vector<Sender> SENDERS{NEW_RENO, SACK, FACK, STOCK, STOCK_SACK};

Connection
MakeConnection(const Sender& sender, const std::string& control, uint32_t window)
{
    Connection connection;
    connection.algorithms.sender = sender.lossRecovery;
    connection.algorithms.stock = sender.stock;
    connection.sack = sender.sack;
    connection.algorithms.control = control;
    connection.algorithms.recovery = DYNAMIC;
    connection.window = window;
    connection.segments = 60;
    return connection;
}

// ------------------------------------------------------------------------------------- checks

/// What a table says but for the notes, which ns-3's own socket does not make.
std::string
WithoutNotes(const std::string& table)
{
    const bool has = table.find("notes") != std::string::npos;
    return has ? std::regex_replace(table, std::regex("\\|[^|\n]*\n"), "\n") : table;
}

/// The retransmission timer expired.
uint32_t
CountTimeouts(const Timeline& timeline)
{
    const auto& rows = timeline.GetRows();
    return std::count_if(rows.begin(), rows.end(), [](const Row& row) {
        return row.event == "timer" && !row.sent.empty();
    });
}

/**
 * Recovery ends with `cwnd_DR`, and no slow start follows.
 * @param rows of a connection whose window grows by one segment a round trip
 * @param isStock ns-3's own socket opens the window on the ACK that ends recovery, too
 * @return how often it ended by an ACK, or a negative number if the window was wrong
 */
int
CountExits(const std::vector<Row>& rows, bool isStock)
{
    using Phase = DynamicRecovery::Phase;
    int exits = 0;
    bool avoiding = false;
    for (std::size_t i = 1; i < rows.size(); ++i)
    {
        const auto& before = rows[i - 1].state;
        const auto& now = rows[i].state;
        const bool ends = before.phase != Phase::IDLE && now.phase == Phase::IDLE;
        if (rows[i].event == "timer" || now.phase != Phase::IDLE)
        {
            avoiding = false;
        }
        else if (ends)
        {
            ++exits;
            avoiding = true;
            const uint32_t window = std::max(before.cwndDr, 2 * MSS);
            const uint32_t growth = isStock ? MSS * MSS / window : 0;
            if (now.ssthresh != window || now.cwnd < window || now.cwnd > window + growth)
            {
                return -1;
            }
        }
        else if (avoiding && now.cwnd > before.cwnd + MSS * MSS / before.cwnd)
        {
            return -2;
        }
    }
    return exits;
}

/// A connection, and what should happen.
class TableTestCase : public TestCase
{
  public:
    TableTestCase(const std::string& name,
                  const Sender& sender,
                  const Connection& connection,
                  const Path& path,
                  const std::string& table)
        : TestCase(name + " (" + sender.name + ")"),
          m_sender(sender),
          m_connection(connection),
          m_path(path),
          m_table(table)
    {
    }

  private:
    TimelineTable MakeTable()
    {
        const auto table = ReadTable(CreateDataDirFilename(TABLES), m_table);
        const auto told = m_sender.sack ? table : WithoutSack(table);
        return TimelineTable(m_sender.stock ? WithoutNotes(told) : told);
    }

    void DoRun() override
    {
        const auto table = MakeTable();
        Timeline timeline(m_connection, m_path);
        timeline.Run();
        NS_TEST_EXPECT_MSG_EQ(table.Compare(timeline.GetRows()), "", "timeline");
        NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, "all arrives");

        // It is not just any recovery that does this.
        auto classic = m_connection;
        classic.algorithms.recovery = "ns3::TcpClassicRecovery";
        Timeline other(classic, m_path);
        other.Run();
        NS_TEST_EXPECT_MSG_EQ(table.Compare(other.GetRows()).empty(), false, "another law");
    }

    Sender m_sender;
    Connection m_connection;
    Path m_path;
    std::string m_table;
};

/// Another reading of the paper, which is not the default.
class ReadingTestCase : public TestCase
{
  public:
    /// @param attribute false by default @param path of the connection @param table if it is true
    ReadingTestCase(const std::string& attribute, const Path& path, const std::string& table)
        : TestCase("Another reading: " + attribute),
          m_attribute(DYNAMIC + "::" + attribute),
          m_path(path),
          m_table(table)
    {
    }

  private:
    void DoRun() override
    {
        const TimelineTable table(WithoutSack(ReadTable(CreateDataDirFilename(TABLES), m_table)));
        for (const bool isRead : {true, false})
        {
            Config::SetDefault(m_attribute, BooleanValue(isRead));
            Timeline timeline(MakeConnection(NEW_RENO, "ns3::TcpVenoDr", 10), m_path);
            timeline.Run();
            const auto difference = table.Compare(timeline.GetRows());
            NS_TEST_EXPECT_MSG_EQ(difference.empty(), isRead, difference);
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, "all arrives");
        }
    }

    std::string m_attribute;
    Path m_path;
    std::string m_table;
};

/// cwnd and ssthresh after recovery, whatever was lost in it.
class ExitTestCase : public TestCase
{
  public:
    explicit ExitTestCase(const Sender& sender)
        : TestCase("After recovery cwnd and ssthresh are cwnd_DR (" + sender.name + ")"),
          m_sender(sender)
    {
    }

  private:
    void DoRun() override
    {
        for (uint64_t first = 1; first <= 10; ++first)
        {
            Check(Path().Lose({first}), first, 0);
            for (uint64_t second = first + 1; second <= 10; ++second)
            {
                Check(Path().Lose({first, second}), first, second);
            }
        }
    }

    void Check(const Path& path, uint64_t first, uint64_t second)
    {
        Timeline timeline(MakeConnection(m_sender, "ns3::TcpNewReno", 10), path);
        timeline.Run();
        NS_TEST_EXPECT_MSG_EQ(CountExits(timeline.GetRows(), m_sender.stock),
                              1,
                              "lost " << first << " " << second);
        NS_TEST_EXPECT_MSG_EQ(CountTimeouts(timeline), 0, "lost " << first << " " << second);
        NS_TEST_EXPECT_MSG_EQ(timeline.GetUnnecessary(), 0, "lost " << first << " " << second);
        NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, "lost " << first << " " << second);
    }

    Sender m_sender;
};

/// Any segment's retransmission may be lost, and its second one: nobody waits for the timer.
class LostRetransmissionTestCase : public TestCase
{
  public:
    LostRetransmissionTestCase(const Sender& sender, const std::string& control)
        : TestCase("A lost retransmission does not wait for the timer (" + sender.name + ", " +
                   control.substr(5) + ")"),
          m_sender(sender),
          m_control(control)
    {
    }

  private:
    static constexpr uint32_t WINDOW = 32;

    void DoRun() override
    {
        for (uint64_t lost = 1; lost <= WINDOW; ++lost)
        {
            Path path;
            path.Lose({lost}).Lose({lost}, 2);
            Check(path, lost, 1);
            Check(path.Lose({lost}, 3), lost, 2);
        }
    }

    void Check(const Path& path, uint64_t lost, uint32_t times)
    {
        auto connection = MakeConnection(m_sender, m_control, WINDOW);
        connection.segments = 200;
        Timeline timeline(connection, path);
        timeline.Run();
        const auto what = "segment " + std::to_string(lost) + ", " + std::to_string(times);
        NS_TEST_EXPECT_MSG_EQ(CountTimeouts(timeline), 0, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.GetTransmissions(lost), times + 2, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.GetUnnecessary(), 0, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("found"), times, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
        int64_t last = -1;
        for (const auto& sent : timeline.GetSent())
        {
            if (sent.offset == (lost - 1) * MSS)
            {
                // One round trip, or another one when the segment that is one too many for dup_max
                // was not sent at once.
                NS_TEST_EXPECT_MSG_EQ((last < 0 || sent.time - last < RTT_NS * 21 / 10),
                                      true,
                                      what);
                last = sent.time;
            }
        }
    }

    Sender m_sender;
    std::string m_control;
};

/// What no ACK tells of is the timer's, and the law has no part in it.
class TimeoutTestCase : public TestCase
{
  public:
    explicit TimeoutTestCase(const Sender& sender)
        : TestCase("A timeout is as without the law (" + sender.name + ")"),
          m_sender(sender)
    {
    }

  private:
    void DoRun() override
    {
        // The last segment: there is no recovery at all.
        auto connection = MakeConnection(m_sender, "ns3::TcpNewReno", 8);
        connection.segments = 8;
        const TimelineTable table("time | event | sent | cwnd | ssthresh | notes");
        const auto dynamic = Run(connection, Path().Lose({8}));
        connection.algorithms.recovery = "ns3::TcpClassicRecovery";
        const auto classic = Run(connection, Path().Lose({8}));
        NS_TEST_EXPECT_MSG_EQ(table.Print(dynamic), table.Print(classic), "last segment");

        // In recovery: from the timeout on all is the same. Segments 9 to 11 are the four of
        // recovery in both, but not at the same moments.
        connection = MakeConnection(m_sender, "ns3::TcpNewReno", 8);
        const auto path = Path().Lose({1}).Lose({1}, 2).Lose({9, 10, 11});
        const auto dynamicRest = FromTimeout(Run(connection, path));
        NS_TEST_EXPECT_MSG_EQ((dynamicRest.size() > 20), true, "there is a timeout");
        NS_TEST_EXPECT_MSG_EQ(dynamicRest.front().state.cwnd, MSS, "timeout");
        NS_TEST_EXPECT_MSG_EQ(dynamicRest.front().state.cwndDr, 0, "timeout");
        NS_TEST_EXPECT_MSG_EQ(dynamicRest.front().state.phase,
                              DynamicRecovery::Phase::IDLE,
                              "timeout");
        if (m_sender.stock)
        {
            return; // its cut goes by what it takes to be in flight, which the law determines
        }
        connection.algorithms.recovery = "ns3::TcpClassicRecovery";
        const auto classicRest = FromTimeout(Run(connection, path));
        NS_TEST_EXPECT_MSG_EQ(table.Print(dynamicRest), table.Print(classicRest), "in recovery");
        for (const auto& row : dynamicRest)
        {
            NS_TEST_EXPECT_MSG_EQ(row.state.phase, DynamicRecovery::Phase::IDLE, row.event);
            NS_TEST_EXPECT_MSG_EQ(row.state.cwndDr, 0, row.event);
        }
    }

    static std::vector<Row> Run(const Connection& connection, const Path& path)
    {
        Timeline timeline(connection, path);
        timeline.Run();
        return timeline.GetRows();
    }

    static std::vector<Row> FromTimeout(std::vector<Row> rows)
    {
        const auto timeout = std::find_if(rows.begin(), rows.end(), [](const Row& row) {
            return row.event == "timer";
        });
        rows.erase(rows.begin(), timeout);
        return rows;
    }

    Sender m_sender;
};

/// Copies of segments make duplicate ACKs that tell of nothing.
class CopiesTestCase : public TestCase
{
  public:
    explicit CopiesTestCase(const Sender& sender)
        : TestCase("Copies of segments release nothing (" + sender.name + ")"),
          m_sender(sender)
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t copies : {0, 1, 5, 30})
        {
            Path path;
            path.Lose({1}).Duplicate(8, copies);
            Timeline timeline(MakeConnection(m_sender, "ns3::TcpNewReno", 8), path);
            timeline.Run();
            uint32_t inRecovery = 0;
            for (const auto& row : timeline.GetRows())
            {
                inRecovery += row.state.phase == DynamicRecovery::Phase::IDLE ? 0 : row.sent.size();
            }
            // The retransmission and three.
            NS_TEST_EXPECT_MSG_EQ(inRecovery, 4, copies << " copies");
            NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("found"), 0, copies << " copies");
            NS_TEST_EXPECT_MSG_EQ(CountTimeouts(timeline), 0, copies << " copies");
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, copies << " copies");
        }
    }

    Sender m_sender;
};

/// However many copies: no ACK lets more out than the three of the beginning.
class BurstTestCase : public TestCase
{
  public:
    explicit BurstTestCase(const Sender& sender)
        : TestCase("Copies of segments let no burst out (" + sender.name + ")"),
          m_sender(sender)
    {
    }

  private:
    void DoRun() override
    {
        for (const uint64_t copied : {10, 12})
        {
            for (const uint32_t copies : {0, 1, 5, 30})
            {
                Check(copied, copies);
            }
        }
    }

    void Check(uint64_t copied, uint32_t copies)
    {
        Path path;
        path.Lose({2, 7}).Duplicate(copied, copies);
        Timeline timeline(MakeConnection(m_sender, "ns3::TcpVenoDr", 10), path);
        timeline.Run();
        std::size_t most = 0;
        for (const auto& row : timeline.GetRows())
        {
            const bool inRecovery = row.state.phase != DynamicRecovery::Phase::IDLE;
            most = inRecovery ? std::max(most, row.sent.size()) : most;
        }
        const auto what = std::to_string(copies) + " of " + std::to_string(copied);
        NS_TEST_EXPECT_MSG_EQ((most <= 3), true, what << ": " << most);
        NS_TEST_EXPECT_MSG_EQ(CountTimeouts(timeline), 0, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
    }

    Sender m_sender;
};

/// ns-3's socket without SACK marks segments on duplicate ACKs, and the marks outlive recovery.
class StaleMarksTestCase : public TestCase
{
  public:
    StaleMarksTestCase()
        : TestCase("No mark of a recovery misleads the next one (ns-3 without SACK)")
    {
    }

  private:
    void DoRun() override
    {
        for (uint64_t third = 12; third <= 15; ++third)
        {
            Timeline timeline(MakeConnection(STOCK, "ns3::TcpVenoDr", 10),
                              Path().Lose({2, 11, third}));
            timeline.Run();
            NS_TEST_EXPECT_MSG_EQ(timeline.GetUnnecessary(), 0, "segment " << third);
            NS_TEST_EXPECT_MSG_EQ(CountTimeouts(timeline), 0, "segment " << third);
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, "segment " << third);
        }
    }
};

/// Segments 1 and 9 of eight are lost: 9 is the first one behind the recovery point.
class RecoveryPointTestCase : public TestCase
{
  public:
    /// @param recovery its law @param owner whose ForgetRecoveryPoint is set
    RecoveryPointTestCase(std::string recovery, std::string owner)
        : TestCase("A loss at the recovery point: " + owner + " with " + recovery),
          m_recovery(std::move(recovery)),
          m_attribute(owner + "::ForgetRecoveryPoint")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool forgets : {false, true})
        {
            auto connection = MakeConnection(NEW_RENO, "ns3::TcpNewReno", 8);
            connection.algorithms.recovery = m_recovery;
            Config::SetDefault(m_attribute, BooleanValue(forgets));
            Timeline timeline(connection, Path().Lose({1, 9}));
            timeline.Run();
            NS_TEST_EXPECT_MSG_EQ(CountTimeouts(timeline), (forgets ? 0 : 1), m_attribute);
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, m_attribute);
        }
    }

    std::string m_recovery;
    std::string m_attribute;
};

/// The law without a socket, call by call: eight segments are outstanding, `ssthresh` is four.
class BareLawTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void Enter(TcpSocketState::TcpCongState_t state)
    {
        m_recovery = ObjectFactory(DYNAMIC).Create<TcpRecoveryOps>();
        m_recovery->TraceConnectWithoutContext("LostRetransmission",
                                               MakeCallback(&BareLawTestCase::CountFound, this));
        m_recovery->TraceConnectWithoutContext("CwndDr",
                                               MakeCallback(&BareLawTestCase::NoteCwndDr, this));
        m_tcb = CreateObject<TcpSocketState>();
        m_tcb->m_segmentSize = MSS;
        m_tcb->m_cWnd = 8 * MSS;
        m_tcb->m_ssThresh = 4 * MSS;
        m_tcb->m_lastAckedSeq = SequenceNumber32(1);
        m_tcb->m_highTxMark = m_tcb->m_lastAckedSeq + 8 * MSS;
        m_tcb->m_bytesInFlight = 4 * MSS;
        m_tcb->m_minRtt = Seconds(1);
        m_tcb->m_congState = state;
        const uint32_t dupAcks = state == TcpSocketState::CA_RECOVERY ? 3 : 0;
        ns3compat::EnterRecovery<TcpRecoveryOps>(*m_recovery,
                                                 m_tcb,
                                                 dupAcks,
                                                 8 * MSS,
                                                 MSS,
                                                 dupAcks * MSS);
    }

    void Duplicates(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            ns3compat::DoRecovery<TcpRecoveryOps>(*m_recovery, m_tcb, MSS, true);
        }
    }

    void Partial()
    {
        m_tcb->m_lastAckedSeq += MSS;
        ns3compat::DoRecovery<TcpRecoveryOps>(*m_recovery, m_tcb, MSS, false);
    }

    static void WaitUntil(Time time)
    {
        Simulator::Stop(time - Simulator::Now());
        Simulator::Run();
    }

    Ptr<TcpRecoveryOps> m_recovery;
    Ptr<TcpSocketState> m_tcb;
    int m_found{0};       //!< retransmissions found to be lost
    uint32_t m_cwndDr{0}; //!< the last one traced

  private:
    void CountFound(SequenceNumber32)
    {
        ++m_found;
    }

    void NoteCwndDr(uint32_t, uint32_t value)
    {
        m_cwndDr = value;
    }

    void DoTeardown() override
    {
        m_recovery = nullptr;
        m_tcb = nullptr;
        Simulator::Destroy();
    }
};

/// What an echo has made of the threshold stays, however far the window has come down.
class EchoExitTestCase : public BareLawTestCase
{
  public:
    EchoExitTestCase()
        : BareLawTestCase("The end of CWR leaves ssthresh as the echo made it")
    {
    }

  private:
    void DoRun() override
    {
        Enter(TcpSocketState::CA_CWR);
        m_tcb->m_congState = TcpSocketState::CA_OPEN;
        m_recovery->ExitRecovery(m_tcb);
        NS_TEST_EXPECT_MSG_EQ(m_tcb->m_ssThresh, 4 * MSS, "ssthresh");
        NS_TEST_EXPECT_MSG_EQ(m_tcb->m_cWnd, 4 * MSS, "cwnd");
    }
};

/// Duplicate ACKs above dup_max mean a lost retransmission once it may have come back, and the
/// additive increase counts round trips from the last thing that was sent again.
class TripTestCase : public BareLawTestCase
{
  public:
    TripTestCase()
        : BareLawTestCase("Round trips of recovery, by the clock")
    {
    }

  private:
    void DoRun() override
    {
        WaitUntil(Seconds(10));
        Enter(TcpSocketState::CA_RECOVERY);
        // Four segments in flight: dup_max is five.
        Expect(MilliSeconds(10500), 10, 0, "half a round trip");
        Expect(MilliSeconds(10998), 1, 0, "2 ms too early");
        // The round trip of 1 s was measured by timestamps of whole milliseconds.
        Expect(MicroSeconds(10999500), 1, 1, "a round trip");

        // A copy of the first retransmission comes late, then what was sent now comes back.
        WaitUntil(MilliSeconds(11400));
        Partial();
        const auto cwndDr = m_cwndDr;
        WaitUntil(MilliSeconds(12050));
        Partial();
        NS_TEST_EXPECT_MSG_EQ(m_cwndDr, cwndDr + MSS, "one more segment a round trip");
        WaitUntil(MilliSeconds(12500));
        Partial();
        NS_TEST_EXPECT_MSG_EQ(m_cwndDr, cwndDr + MSS, "within the next one");

        // What the last partial ACK had sent again may come back from 13.5 s on.
        Expect(MilliSeconds(13400), 10, 1, "too early for the next hole");
        Expect(MilliSeconds(13500), 1, 2, "a round trip after the partial ACK");
    }

    /// Duplicate ACKs at a time. @param found lost retransmissions so far, after them
    void Expect(Time at, int duplicates, int found, const std::string& what)
    {
        WaitUntil(at);
        Duplicates(duplicates);
        NS_TEST_EXPECT_MSG_EQ(m_found, found, what);
    }
};

class NamesTestCase : public TestCase
{
  public:
    NamesTestCase()
        : TestCase("Names, phases and forks")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory factory(DYNAMIC);
        const auto recovery = factory.Create<TcpRecoveryOps>();
        NS_TEST_EXPECT_MSG_EQ(recovery->GetName(), "TcpDynamicRecovery", "name");
        NS_TEST_EXPECT_MSG_EQ(recovery->Fork()->GetInstanceTypeId().GetName(), DYNAMIC, "fork");
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<TcpDynamicRecovery>(recovery->Fork()) != nullptr),
                              true,
                              "fork");
        std::ostringstream phases;
        phases << DynamicRecovery::Phase::IDLE << " " << DynamicRecovery::Phase::DEFLATION << " "
               << DynamicRecovery::Phase::DETECTION;
        NS_TEST_EXPECT_MSG_EQ(phases.str(), "idle deflation detection", "phases");
    }
};

class TcpDynamicRecoveryTestSuite : public TestSuite
{
  public:
    TcpDynamicRecoveryTestSuite()
        : TestSuite("tcp-dynamic-recovery", Type::UNIT)
    {
        SetDataDir(NS_TEST_SOURCEDIR);
        AddTestCase(new NamesTestCase);
        AddTestCase(new EchoExitTestCase);
        AddTestCase(new TripTestCase);
        AddOneLoss();
        AddMoreLosses();
        AddLostRetransmissions();
        AddTimeoutsAndEcn();
    }

  private:
    void AddTable(const std::string& name,
                  const std::vector<Sender>& senders,
                  const std::string& control,
                  uint32_t window,
                  const Path& path,
                  const std::string& table)
    {
        for (const auto& sender : senders)
        {
            const auto connection = MakeConnection(sender, control, window);
            AddTestCase(new TableTestCase(name, sender, connection, path, table));
        }
    }

    void AddOneLoss()
    {
        AddTable("One loss by half",
                 OURS,
                 "ns3::TcpNewReno",
                 8,
                 Path().Lose({1}),
                 "ONE_LOSS_BY_HALF");
        AddTable("One loss by four fifths",
                 {NEW_RENO, SACK, FACK, STOCK},
                 "ns3::TcpVenoDr",
                 10,
                 Path().Lose({2}),
                 "ONE_LOSS_BY_FOUR_FIFTHS");
        AddTable("One loss by four fifths",
                 {STOCK_SACK},
                 "ns3::TcpVenoDr",
                 10,
                 Path().Lose({2}),
                 "ONE_LOSS_BY_FOUR_FIFTHS_STOCK_SACK");
        AddTable("One loss by seven tenths",
                 OURS,
                 "ns3::TcpCubic",
                 10,
                 Path().Lose({1}),
                 "ONE_LOSS_BY_SEVEN_TENTHS");
        AddTable("The window",
                 {NEW_RENO},
                 "ns3::TcpVenoDr",
                 10,
                 Path().Lose({2}),
                 "ONE_LOSS_WINDOW");
        for (const auto& sender : OURS)
        {
            auto connection = MakeConnection(sender, "ns3::TcpNewReno", 8);
            connection.algorithms.limitedTransmit = true;
            AddTestCase(new TableTestCase("Limited transmit",
                                          sender,
                                          connection,
                                          Path().Lose({1}),
                                          "ONE_LOSS_LIMITED_TRANSMIT"));
            AddTestCase(new CopiesTestCase(sender));
        }
        auto connection = MakeConnection(STOCK, "ns3::TcpVenoDr", 10);
        connection.algorithms.limitedTransmit = true;
        AddTestCase(new TableTestCase("Limited transmit",
                                      STOCK,
                                      connection,
                                      Path().Lose({2}),
                                      "ONE_LOSS_BY_FOUR_FIFTHS_STOCK_SACK"));
        for (const auto& sender : SENDERS)
        {
            AddTestCase(new ExitTestCase(sender));
            AddTestCase(new BurstTestCase(sender));
        }
    }

    void AddMoreLosses()
    {
        const std::string venoDr = "ns3::TcpVenoDr";
        AddTable("Two losses", {NEW_RENO, STOCK}, venoDr, 10, Path().Lose({2, 7}), "TWO_LOSSES");
        AddTable("Two losses", {SACK, FACK}, venoDr, 10, Path().Lose({2, 7}), "TWO_LOSSES_SACK");
        AddTable("Five losses",
                 {NEW_RENO},
                 venoDr,
                 10,
                 Path().Lose({2, 4, 6, 8, 10}),
                 "FIVE_LOSSES");
        AddTable("Five losses",
                 {SACK},
                 venoDr,
                 10,
                 Path().Lose({2, 4, 6, 8, 10}),
                 "FIVE_LOSSES_SACK");
        AddTestCase(new StaleMarksTestCase);
        AddTable("A loss in recovery",
                 {NEW_RENO},
                 venoDr,
                 10,
                 Path().Lose({2, 7, 14}),
                 "LOSS_IN_RECOVERY");
        AddTestCase(new ReadingTestCase("LiteralRecoverDr",
                                        Path().Lose({2, 4, 6}),
                                        "THREE_LOSSES_BY_THE_LETTER"));
        AddTestCase(
            new ReadingTestCase("DeflateFromFlight", Path().Lose({2}), "ONE_LOSS_FROM_FLIGHT"));
        AddTestCase(new ReadingTestCase("IgnoreFirstDuplicates",
                                        Path().Lose({2}),
                                        "ONE_LOSS_WITHOUT_THE_FIRST"));
        AddTestCase(new RecoveryPointTestCase(DYNAMIC, DYNAMIC));
        AddTestCase(
            new RecoveryPointTestCase("ns3::TcpClassicRecovery", "ns3::TcpNewRenoRecovery"));
    }

    void AddLostRetransmissions()
    {
        const std::string venoDr = "ns3::TcpVenoDr";
        const auto twice = Path().Lose({2}).Lose({2}, 2);
        const auto thrice = Path().Lose({2}).Lose({2}, 2).Lose({2}, 3);
        AddTable("A lost retransmission by half",
                 {NEW_RENO, SACK},
                 "ns3::TcpNewReno",
                 8,
                 Path().Lose({1}).Lose({1}, 2),
                 "LOST_RETRANSMISSION_BY_HALF");
        AddTable("A lost retransmission",
                 {NEW_RENO, SACK},
                 venoDr,
                 10,
                 twice,
                 "LOST_RETRANSMISSION");
        AddTable("A lost retransmission", {FACK}, venoDr, 10, twice, "LOST_RETRANSMISSION_FACK");
        AddTable("A retransmission lost twice",
                 {NEW_RENO},
                 venoDr,
                 10,
                 thrice,
                 "TWICE_LOST_RETRANSMISSION");
        // Two round trip times measured make the timer 2.5 of them: it has to start anew with each
        // retransmission.
        auto connection = MakeConnection(NEW_RENO, venoDr, 10);
        connection.minRtoMs = 200;
        AddTestCase(new TableTestCase("A retransmission lost twice, short timer",
                                      NEW_RENO,
                                      connection,
                                      thrice,
                                      "TWICE_LOST_RETRANSMISSION"));
        AddTable("A lost retransmission in detection",
                 {NEW_RENO},
                 venoDr,
                 10,
                 Path().Lose({2, 7}).Lose({7}, 2),
                 "LOST_RETRANSMISSION_IN_DETECTION");
        for (const auto& sender : SENDERS)
        {
            for (const std::string control : {"ns3::TcpNewReno", "ns3::TcpVenoDr", "ns3::TcpCubic"})
            {
                AddTestCase(new LostRetransmissionTestCase(sender, control));
            }
        }
    }

    void AddTimeoutsAndEcn()
    {
        AddTable("A timeout in recovery",
                 {NEW_RENO},
                 "ns3::TcpNewReno",
                 8,
                 Path().Lose({1}).Lose({1}, 2).Lose({9, 10, 11}),
                 "TIMEOUT_IN_RECOVERY");
        for (const auto& sender : SENDERS)
        {
            AddTestCase(new TimeoutTestCase(sender));
        }
        for (const auto& sender : OURS)
        {
            auto connection = MakeConnection(sender, "ns3::TcpNewReno", 8);
            connection.ecn = true;
            AddTestCase(new TableTestCase("ECN", sender, connection, Path().Mark({1}), "ECN"));
        }
    }
};

TcpDynamicRecoveryTestSuite g_tcpDynamicRecoveryTestSuite;

} // namespace
