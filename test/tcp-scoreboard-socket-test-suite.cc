/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-timeline.h"

#include "ns3/test.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace tcptimeline;

namespace
{

/// Below the folder of the tests.
const std::string TABLES = "timelines/tcp-scoreboard-socket.txt";

const std::vector<std::string> ALL_FOUR{"Reno", "NewReno", "Sack", "Fack"};
const std::vector<std::string> COUNTING{"Reno", "NewReno"};
const std::vector<std::string> NOT_FACK{"Reno", "NewReno", "Sack"};
const std::vector<std::string> WITH_SACK{"Sack", "Fack"};

/// A wrap inside the sixth segment.
constexpr uint32_t BEFORE_WRAP = 0U - 5500;

/// @param connection parameters @param sender a LossRecovery @return them, with its usual control
Connection
With(Connection connection, const std::string& sender)
{
    connection.algorithms.sender = sender;
    connection.algorithms.control = (sender == "Fack") ? "ns3::TcpFack" : "ns3::TcpNewReno";
    return connection;
}

/// @param connection parameters @return a line that names them
std::string
Describe(const Connection& connection)
{
    return connection.algorithms.sender + (connection.ourPeer ? ", our peer" : ", stock peer") +
           ", first sequence number " + std::to_string(connection.firstSequence);
}

/// @param window initial window, segments @param segments how many to send @return parameters
Connection
Send(uint32_t window, uint32_t segments)
{
    Connection connection;
    connection.window = window;
    connection.segments = segments;
    return connection;
}

/// One table, for some senders, to both kinds of peers, without and with a wrap.
class TableTestCase : public TestCase
{
  public:
    TableTestCase(const std::string& name,
                  const std::vector<std::string>& senders,
                  const Connection& connection,
                  const Path& path,
                  const std::string& table,
                  uint32_t unnecessary = 0)
        : TestCase(name),
          m_senders(senders),
          m_connection(connection),
          m_path(path),
          m_table(table),
          m_unnecessary(unnecessary)
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& sender : m_senders)
        {
            for (const bool ourPeer : {true, false})
            {
                for (const uint32_t firstSequence : {1U, BEFORE_WRAP})
                {
                    if (m_connection.ecn && firstSequence == BEFORE_WRAP)
                    {
                        // ns-3's receivers ignore a first mark beyond 2^31.
                        continue;
                    }
                    auto connection = With(m_connection, sender);
                    connection.ourPeer = ourPeer;
                    connection.firstSequence = firstSequence;
                    Check(connection);
                }
            }
        }
    }

    void Check(const Connection& connection)
    {
        const auto table = ReadTable(CreateDataDirFilename(TABLES), m_table);
        Timeline timeline(connection, m_path);
        timeline.Run();
        const auto what = Describe(connection);
        const TimelineTable expected(connection.sack ? table : WithoutSack(table));
        NS_TEST_EXPECT_MSG_EQ(expected.Compare(timeline.GetRows()), "", what);
        NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.GetUnnecessary(), m_unnecessary, what);
    }

    std::vector<std::string> m_senders;
    Connection m_connection;
    Path m_path;
    std::string m_table;
    uint32_t m_unnecessary;
};

/// FACK paper, section 2.4: whichever segment is lost, all senders send the same at the same time.
class SingleLossTestCase : public TestCase
{
  public:
    SingleLossTestCase(const std::string& control, bool limitedTransmit)
        : TestCase("Any single loss, " + control + (limitedTransmit ? ", limited transmit" : "")),
          m_control(control),
          m_limitedTransmit(limitedTransmit)
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t window : {8, 9})
        {
            auto connection = Send(window, 30);
            connection.algorithms.control = m_control;
            connection.algorithms.limitedTransmit = m_limitedTransmit;
            for (uint64_t segment = 1; segment <= connection.segments; ++segment)
            {
                Check(connection, segment);
            }
        }
    }

    void Check(Connection connection, uint64_t segment)
    {
        std::vector<Sent> first;
        for (const auto& sender : ALL_FOUR)
        {
            connection.algorithms.sender = sender;
            Timeline timeline(connection, Path().Lose({segment}));
            timeline.Run();
            const auto sent = timeline.GetSent();
            first = first.empty() ? sent : first;
            const auto what =
                Describe(connection) + ", " + std::to_string(segment) + " is lost\n" +
                TimelineTable("time | event | sent | cwnd | out | notes").Print(timeline.GetRows());
            NS_TEST_EXPECT_MSG_EQ((sent == first), true, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetUnnecessary(), 0, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetTransmissions(segment), 2, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
        }
    }

    std::string m_control;
    bool m_limitedTransmit;
};

/// The same random numbers everywhere (Park and Miller).
class Draw
{
  public:
    /// @param limit above 0 @return a number below it
    uint32_t operator()(uint32_t limit)
    {
        m_state = m_state * 48271 % 2147483647;
        return m_state % limit;
    }

  private:
    uint64_t m_state{1}; //!< of the generator
};

/// Patterns of losses in one window, and what has to hold for each of them.
class PatternTestCase : public TestCase
{
  public:
    /// What else is lost.
    enum class Also
    {
        NOTHING,
        ACKS,
        RETRANSMISSIONS,
    };

    PatternTestCase(const std::string& name, const std::string& sender, uint32_t losses, Also also)
        : TestCase("Patterns of losses, " + name),
          m_sender(sender),
          m_losses(losses),
          m_also(also)
    {
    }

  private:
    static constexpr uint32_t WINDOW = 32;
    static constexpr uint32_t SEGMENTS = 100;
    static constexpr uint32_t PATTERNS = 60;

    void DoRun() override
    {
        for (uint32_t pattern = 0; pattern < PATTERNS; ++pattern)
        {
            // The last three segments of the window arrive.
            std::set<uint64_t> lost;
            for (uint32_t count = 1 + m_draw(m_losses); count > 0; --count)
            {
                lost.insert(1 + m_draw(WINDOW - 3));
            }
            std::vector<uint64_t> lostAgain;
            for (const auto segment : lost)
            {
                if (m_also == Also::RETRANSMISSIONS && m_draw(3) == 0)
                {
                    lostAgain.push_back(segment);
                }
            }
            // The last ACK of the window and that of the connection arrive.
            std::vector<uint64_t> lostAcks;
            for (uint64_t segment = 1; m_also == Also::ACKS && segment < SEGMENTS; ++segment)
            {
                if (m_draw(4) == 0 && segment != WINDOW)
                {
                    lostAcks.push_back(segment);
                }
            }
            Check(Path().Lose({lost.begin(), lost.end()}).Lose(lostAgain, 2).LoseAcks(lostAcks),
                  lostAgain.size());
        }
    }

    void Check(const Path& path, uint32_t lostAgain)
    {
        auto connection = With(Send(WINDOW, SEGMENTS), m_sender);
        // NewReno takes a round trip for each loss.
        connection.minRtoMs = 10000;
        connection.attributes["LostRetransmission"] = "Retransmit";
        Timeline timeline(connection, path);
        timeline.Run();
        const auto what = Describe(connection) + "\n" +
                          TimelineTable("time | event | sent | cwnd | out | awnd | notes")
                              .Print(timeline.GetRows());
        NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
        NS_TEST_EXPECT_MSG_EQ((timeline.CountNotes("lost") > 0), (lostAgain > 0), what);
        CheckRepair(timeline, path, what);
        CheckReduction(timeline, what);
        if (m_sender == "Fack")
        {
            CheckConservation(timeline, what);
        }
    }

    /// What is lost is sent again as often as it is lost, and nothing else is.
    void CheckRepair(const Timeline& timeline, const Path& path, const std::string& what)
    {
        for (uint64_t segment = 1; segment <= SEGMENTS; ++segment)
        {
            const uint32_t losses =
                path.GetFate({segment, 1}).lost + path.GetFate({segment, 2}).lost;
            NS_TEST_EXPECT_MSG_EQ(timeline.GetTransmissions(segment),
                                  1 + losses,
                                  "segment " << segment << ", " << what);
        }
        NS_TEST_EXPECT_MSG_EQ(timeline.GetUnnecessary(), 0, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("timeout"), 0, what);
    }

    /// Exactly one window reduction in the episode, to half the window.
    void CheckReduction(const Timeline& timeline, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("enter"), 1, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("leave"), 1, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.GetCuts(), 1, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.GetReductions().size(), 1, what);
    }

    /// Once awnd has come down to the window, it stays within one MSS of it, and as long as there
    /// is something to send the window is used.
    void CheckConservation(const Timeline& timeline, const std::string& what)
    {
        bool drained = false;
        bool entered = false;
        for (const auto& sample : timeline.GetAwnd())
        {
            entered = entered || sample.inRecovery;
            drained = drained || (entered && sample.awnd <= sample.cwnd);
            if (drained)
            {
                NS_TEST_EXPECT_MSG_EQ((sample.awnd <= sample.cwnd + MSS), true, what);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(drained, true, what);

        uint64_t sent = 0;
        drained = false;
        for (const auto& row : timeline.GetRows())
        {
            drained = drained || (row.state.retran > 0 && row.state.awnd <= row.state.cwnd);
            sent += row.sent.size();
            if (drained && timeline.GetSent().size() > sent)
            {
                NS_TEST_EXPECT_MSG_EQ((row.state.awnd + MSS > row.state.cwnd), true, what);
            }
        }
    }

    std::string m_sender;
    uint32_t m_losses;
    Also m_also;
    Draw m_draw;
};

/// All that can happen on a path, at random: everything arrives, and recoveries end.
class ChaosTestCase : public TestCase
{
  public:
    explicit ChaosTestCase(const std::string& sender)
        : TestCase("Chaos, " + sender),
          m_sender(sender)
    {
    }

  private:
    static constexpr uint32_t PATHS = 150;
    static constexpr uint32_t SEGMENTS = 60;

    void DoRun() override
    {
        for (uint32_t i = 0; i < PATHS; ++i)
        {
            auto connection = With(Send(1 + m_draw(30), SEGMENTS), m_sender);
            connection.algorithms.limitedTransmit = m_draw(2) == 0;
            connection.slowStart = m_draw(2) == 0;
            connection.ourPeer = m_draw(2) == 0;
            connection.sack = m_draw(4) != 0;
            connection.minRtoMs = 350;
            connection.firstSequence = 0U - m_draw(2 * SEGMENTS * MSS);
            connection.algorithms.recovery =
                m_draw(2) == 0 ? "ns3::TcpClassicRecovery" : "ns3::TcpRampdownRecovery";
            connection.attributes["LostRetransmission"] = m_draw(2) == 0 ? "Timeout" : "Retransmit";
            Timeline timeline(connection, MakePath());
            timeline.Run();
            const auto what = Describe(connection) + "\n" +
                              TimelineTable("time | event | sent | cwnd | out | awnd | notes")
                                  .Print(timeline.GetRows());
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("enter"), timeline.CountNotes("leave"), what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetRows().back().state.out, 0, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetRows().back().state.awnd, 0, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetRows().back().state.wintrim, 0, what);
        }
    }

    Path MakePath()
    {
        Path path;
        const uint32_t rarity = 2 + m_draw(12);
        for (uint64_t segment = 1; segment <= SEGMENTS; ++segment)
        {
            for (uint32_t transmission = 1; transmission <= 2; ++transmission)
            {
                switch (m_draw(4 * rarity))
                {
                case 0:
                case 1:
                    path.Lose({segment}, transmission);
                    break;
                case 2:
                    path.LoseAcks({segment}, transmission);
                    break;
                case 3:
                    path.Delay(segment, 1 + m_draw(8), transmission);
                    break;
                case 4:
                    path.Duplicate(segment, 1 + m_draw(5), transmission);
                    break;
                }
            }
        }
        return path;
    }

    std::string m_sender;
    Draw m_draw;
};

/// The sequence numbers wrap at every place of a connection, within segments and between them.
class WrapTestCase : public TestCase
{
  public:
    WrapTestCase(const std::string& name,
                 const Connection& connection,
                 const Path& path,
                 const std::string& table)
        : TestCase(name),
          m_connection(connection),
          m_path(path),
          m_table(table)
    {
    }

  private:
    void DoRun() override
    {
        const TimelineTable expected(ReadTable(CreateDataDirFilename(TABLES), m_table));
        for (uint32_t before = 0; before <= m_connection.segments * MSS + 1; before += MSS / 2)
        {
            m_connection.firstSequence = 0U - before;
            Timeline timeline(m_connection, m_path);
            timeline.Run();
            const auto what = Describe(m_connection);
            NS_TEST_EXPECT_MSG_EQ(expected.Compare(timeline.GetRows()), "", what);
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
        }
    }

    Connection m_connection;
    Path m_path;
    std::string m_table;
};

class TcpScoreboardSocketTestSuite : public TestSuite
{
  public:
    TcpScoreboardSocketTestSuite()
        : TestSuite("tcp-scoreboard-socket", Type::UNIT)
    {
        SetDataDir(NS_TEST_SOURCEDIR);
        AddLosses();
        AddHeavyLosses();
        AddLostRetransmissions();
        AddTimeouts();
        AddLostAcks();
        AddDisorder();
        AddRampdown();
        AddEcn();
        AddInvariants();
    }

  private:
    void Add(const std::string& name,
             const std::vector<std::string>& senders,
             const Connection& connection,
             const Path& path,
             const std::string& table,
             uint32_t unnecessary = 0)
    {
        AddTestCase(new TableTestCase(name, senders, connection, path, table, unnecessary));
    }

    void AddLosses()
    {
        const auto one = Path().Lose({1});
        auto limited = Send(8, 14);
        limited.algorithms.limitedTransmit = true;
        Add("One loss, all senders", ALL_FOUR, Send(8, 14), one, "ONE_LOSS");
        Add("One loss, awnd", WITH_SACK, Send(8, 14), one, "ONE_LOSS_FACK");
        Add("One loss, limited transmit", ALL_FOUR, limited, one, "ONE_LOSS_LIMITED_TRANSMIT");

        auto small = Send(4, 8);
        small.segmentSize = 4 * MSS;
        small.oneByOne = true;
        Add("Small segments, Fack", {"Fack"}, small, one, "SMALL_SEGMENTS_FACK");

        const auto next = Path().Lose({1, 9});
        Add("Two episodes", {"Reno", "Sack", "Fack"}, Send(8, 14), next, "TWO_EPISODES");
        Add("Two episodes, NewReno", {"NewReno"}, Send(8, 14), next, "TWO_EPISODES_NEW_RENO");

        const auto two = Path().Lose({1, 4});
        auto once = Send(10, 16);
        once.attributes["RepeatedFastRetransmit"] = "false";
        Add("Two losses, Fack", {"Fack"}, Send(10, 16), two, "TWO_LOSSES_FACK");
        Add("Two losses, Sack", {"Sack"}, Send(10, 16), two, "TWO_LOSSES_SACK");
        Add("Two losses, NewReno", {"NewReno"}, Send(10, 16), two, "TWO_LOSSES_NEW_RENO");
        Add("Two losses, Reno", {"Reno"}, Send(10, 16), two, "TWO_LOSSES_RENO");
        Add("Two losses, Reno, no repetition", {"Reno"}, once, two, "TWO_LOSSES_RENO_ONCE");

        const auto three = Path().Lose({1, 2, 3});
        Add("Three losses, Fack", {"Fack"}, Send(10, 16), three, "THREE_LOSSES_FACK");
        Add("Three losses, Sack", {"Sack"}, Send(10, 16), three, "THREE_LOSSES_SACK");
        Add("Three losses, NewReno", {"NewReno"}, Send(10, 16), three, "THREE_LOSSES_NEW_RENO");

        Add("Three losses, Reno", {"Reno"}, Send(10, 16), three, "THREE_LOSSES_RENO", 1);
        auto noSack = Send(10, 16);
        noSack.sack = false;
        Add("No SACK, NewReno serves",
            {"NewReno", "Sack", "Fack"},
            noSack,
            three,
            "THREE_LOSSES_NEW_RENO");
        Add("No SACK, Reno", {"Reno"}, noSack, three, "THREE_LOSSES_RENO", 1);

        const auto end = Path().Lose({1, 7, 8});
        Add("Loss at the end of the window", {"Fack"}, Send(8, 14), end, "LOSS_AT_THE_END_FACK");
    }

    void AddHeavyLosses()
    {
        const auto five = Path().Lose({1, 4, 7, 10, 13});
        Add("Five losses, Fack", {"Fack"}, Send(16, 24), five, "FIVE_LOSSES_FACK");
        Add("Five losses, Sack", {"Sack"}, Send(16, 24), five, "FIVE_LOSSES_SACK");
        Add("Five losses, NewReno", {"NewReno"}, Send(16, 24), five, "FIVE_LOSSES_NEW_RENO");
        Add("Five losses, Reno", {"Reno"}, Send(16, 24), five, "FIVE_LOSSES_RENO", 2);

        const auto seven = Path().Lose({1, 2, 3, 4, 5, 6, 7});
        Add("Seven of twelve, Fack", {"Fack"}, Send(12, 18), seven, "SEVEN_OF_TWELVE_FACK");
        Add("Seven of twelve, Sack", {"Sack"}, Send(12, 18), seven, "SEVEN_OF_TWELVE_SACK");
        Add("Seven of twelve, NewReno",
            {"NewReno"},
            Send(12, 18),
            seven,
            "SEVEN_OF_TWELVE_NEW_RENO");
        Add("Seven of twelve, Reno", {"Reno"}, Send(12, 18), seven, "SEVEN_OF_TWELVE_RENO", 2);

        const auto ten = Path().Lose({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        Add("Ten of twelve, Fack", {"Fack"}, Send(12, 18), ten, "TEN_OF_TWELVE_FACK");
        Add("Ten of twelve, Sack", {"Sack"}, Send(12, 18), ten, "TEN_OF_TWELVE_SACK");
    }

    void AddLostRetransmissions()
    {
        auto retransmit = Send(8, 14);
        retransmit.attributes["LostRetransmission"] = "Retransmit";
        auto wait = Send(8, 14);
        wait.attributes["LostRetransmission"] = "Wait";
        auto slowStart = Send(12, 14);
        slowStart.attributes["HalfWindowLost"] = "SlowStart";
        auto retransmitTwo = Send(10, 16);
        retransmitTwo.attributes = retransmit.attributes;
        auto backoff = Send(8, 14);
        backoff.attributes["TimerBackoff"] = "true";
        const auto again = Path().Lose({1}).Lose({1}, 2);
        const auto thrice = Path(again).Lose({1}, 3);
        const auto two = Path().Lose({1, 4}).Lose({1, 4}, 2);

        Add("Lost again, Fack, timeout", {"Fack"}, Send(8, 14), again, "LOST_AGAIN_TIMEOUT");
        Add("Lost again, Fack, wait", {"Fack"}, wait, again, "LOST_AGAIN_WAIT");
        Add("Lost again, Fack, retransmit", {"Fack"}, retransmit, again, "LOST_AGAIN_RETRANSMIT");
        Add("Seven of twelve, Sack, slow start",
            {"Sack"},
            slowStart,
            Path().Lose({1, 2, 3, 4, 5, 6, 7}),
            "SEVEN_OF_TWELVE_SLOW_START");
        Add("Lost thrice, Fack, retransmit",
            {"Fack"},
            retransmit,
            thrice,
            "LOST_THRICE_RETRANSMIT");
        Add("Two lost again, Fack", {"Fack"}, retransmitTwo, two, "TWO_LOST_AGAIN_RETRANSMIT");

        const auto late = Path().Lose({1}).Delay(1, 3, 2);
        Add("Repair late, timeout", {"Fack"}, Send(8, 14), late, "REPAIR_LATE_TIMEOUT", 2);
        Add("Repair late, retransmit", {"Fack"}, retransmit, late, "REPAIR_LATE_RETRANSMIT", 1);
        Add("Lost again, others", NOT_FACK, Send(8, 14), again, "LOST_AGAIN_OTHERS");
        Add("Lost again, timer backed off", {"Reno"}, backoff, again, "LOST_AGAIN_TIMER_BACKOFF");
    }

    void AddTimeouts()
    {
        const auto all = Path().Lose({1, 9, 10, 11}).Lose({1}, 2);
        Add("Timeout in recovery", ALL_FOUR, Send(8, 14), all, "TIMEOUT_IN_RECOVERY");

        const auto half = Path().Lose({1, 2, 3, 4, 5, 6, 7, 8}).Lose({1}, 2);
        const auto often = Path(half).Lose({1}, 3).Lose({1}, 4);
        auto once = Send(16, 22);
        once.attributes["RepeatedFastRetransmit"] = "false";
        Add("Timeouts in a row, Sack", {"Sack"}, Send(16, 22), often, "TIMEOUT_TWICE");
        Add("Timeouts in a row, others", COUNTING, once, often, "TIMEOUT_TWICE", 3);
        Add("No false fast retransmit, NewReno",
            {"NewReno"},
            Send(16, 22),
            half,
            "FALSE_FAST_RETRANSMIT_AVOIDED",
            3);
        Add("No false fast retransmit, Reno",
            {"Reno"},
            once,
            half,
            "FALSE_FAST_RETRANSMIT_AVOIDED",
            3);
        Add("False fast retransmit, Reno",
            {"Reno"},
            Send(16, 22),
            half,
            "FALSE_FAST_RETRANSMIT",
            4);

        const auto later = Path().Lose({1, 17, 18, 19, 20, 21, 22, 23}).Lose({1, 17}, 2);
        auto retransmit = Send(16, 30);
        retransmit.attributes["LostRetransmission"] = "Retransmit";
        Add("Lost after a timeout, timeout", {"Fack"}, Send(16, 30), later, "LOST_AFTER_TIMEOUT");
        Add("Lost after a timeout, retransmit",
            {"Fack"},
            retransmit,
            later,
            "LOST_AFTER_TIMEOUT_RETRANSMIT");

        const auto six = Path().Lose({1, 2, 3, 4, 5, 6});
        auto impatient = Send(12, 18);
        impatient.minRtoMs = 350;
        auto steady = impatient;
        steady.attributes["SlowButSteady"] = "true";
        Add("NewReno, impatient", {"NewReno"}, impatient, six, "IMPATIENT", 2);
        Add("NewReno, slow but steady", {"NewReno"}, steady, six, "SLOW_BUT_STEADY");
    }

    void AddLostAcks()
    {
        const auto one = Path().Lose({1}).LoseAcks({2});
        const auto five = Path().Lose({1}).LoseAcks({2, 3, 4, 5, 6});
        const auto later = Path().Lose({1}).LoseAcks({6, 7, 8});
        const auto last = Path().Lose({1}).LoseAcks({1}, 2);
        Add("One ACK lost, Fack", {"Fack"}, Send(8, 14), one, "ONE_ACK_LOST_FACK");
        Add("One ACK lost, others", NOT_FACK, Send(8, 14), one, "ONE_ACK_LOST_OTHERS");
        Add("Five ACKs lost, Fack", {"Fack"}, Send(8, 14), five, "FIVE_ACKS_LOST_FACK");
        Add("Five ACKs lost, others", NOT_FACK, Send(8, 14), five, "FIVE_ACKS_LOST_OTHERS");
        Add("ACKs lost in recovery, Fack",
            {"Fack"},
            Send(12, 18),
            later,
            "ACKS_LOST_IN_RECOVERY_FACK");
        Add("ACKs lost in recovery, others",
            NOT_FACK,
            Send(12, 18),
            later,
            "ACKS_LOST_IN_RECOVERY_OTHERS");
        Add("Last ACK of recovery lost", ALL_FOUR, Send(8, 14), last, "LAST_ACK_OF_RECOVERY_LOST");
    }

    void AddDisorder()
    {
        const auto few = Path().Delay(1, 2);
        const auto many = Path().Delay(1, 4);
        Add("Late by two segments", ALL_FOUR, Send(8, 14), few, "LATE_BY_TWO");
        Add("Late by four segments, Fack", {"Fack"}, Send(8, 14), many, "LATE_BY_FOUR_FACK", 1);
        Add("Late by four segments, Sack", {"Sack"}, Send(8, 14), many, "LATE_BY_FOUR_SACK", 1);
        Add("Late by four segments, Reno", {"Reno"}, Send(8, 14), many, "LATE_BY_FOUR_RENO", 1);
        Add("Late by four segments, NewReno",
            {"NewReno"},
            Send(8, 14),
            many,
            "LATE_BY_FOUR_NEW_RENO",
            4);

        const auto four = Path().Duplicate(2, 3);
        const auto three = Path().Duplicate(2, 2);
        const auto repair = Path().Lose({1}).Duplicate(1, 2, 2);
        Add("Four copies, SACK", WITH_SACK, Send(8, 10), four, "FOUR_COPIES_SACK");
        Add("Four copies, Reno", {"Reno"}, Send(8, 10), four, "FOUR_COPIES_RENO", 1);
        Add("Three copies", ALL_FOUR, Send(8, 10), three, "THREE_COPIES");
        Add("Three copies of the repair",
            ALL_FOUR,
            Send(8, 14),
            repair,
            "THREE_COPIES_OF_THE_REPAIR");
    }

    void AddRampdown()
    {
        auto rampdown = Send(16, 24);
        rampdown.algorithms.recovery = "ns3::TcpRampdownRecovery";
        auto more = rampdown;
        more.segments = 25;
        auto overdamping = rampdown;
        overdamping.segments = 20;
        overdamping.slowStart = true;
        overdamping.algorithms.overdamping = true;
        Add("Rampdown, one loss", {"Fack"}, rampdown, Path().Lose({1}), "RAMPDOWN_ONE_LOSS");
        Add("Rampdown, three losses",
            {"Fack"},
            more,
            Path().Lose({1, 4, 7}),
            "RAMPDOWN_THREE_LOSSES");
        Add("Rampdown after Overdamping",
            {"Fack"},
            overdamping,
            Path().Lose({1}),
            "RAMPDOWN_OVERDAMPING");
    }

    void AddEcn()
    {
        auto ecn = Send(12, 18);
        ecn.ecn = true;
        auto shorter = Send(8, 14);
        shorter.ecn = true;
        const auto markAndLoss = Path().Mark({1}).Lose({5});
        const auto lossAndMark = Path().Lose({1}).Mark({8});
        Add("ECN, one mark", ALL_FOUR, ecn, Path().Mark({1}), "MARK");
        Add("ECN, mark and loss", ALL_FOUR, ecn, markAndLoss, "MARK_AND_LOSS");
        Add("ECN, loss and mark", ALL_FOUR, shorter, lossAndMark, "LOSS_AND_MARK");
    }

    void AddInvariants()
    {
        AddTestCase(new SingleLossTestCase("ns3::TcpNewReno", false));
        AddTestCase(new SingleLossTestCase("ns3::TcpFack", true));
        using Also = PatternTestCase::Also;
        AddTestCase(new PatternTestCase("Fack", "Fack", 16, Also::NOTHING));
        AddTestCase(new PatternTestCase("Fack and ACKs", "Fack", 16, Also::ACKS));
        AddTestCase(new PatternTestCase("Fack again", "Fack", 8, Also::RETRANSMISSIONS));
        AddTestCase(new PatternTestCase("Sack", "Sack", 16, Also::NOTHING));
        AddTestCase(new PatternTestCase("NewReno", "NewReno", 5, Also::NOTHING));

        for (const auto& sender : ALL_FOUR)
        {
            AddTestCase(new ChaosTestCase(sender));
        }

        const auto five = Path().Lose({1, 4, 7, 10, 13});
        const auto again = Path().Lose({1}).Lose({1}, 2);
        auto retransmit = Send(8, 14);
        retransmit.attributes["LostRetransmission"] = "Retransmit";
        AddTestCase(new WrapTestCase("Wrap, Fack", Send(16, 24), five, "FIVE_LOSSES_FACK"));
        AddTestCase(
            new WrapTestCase("Wrap, Sack", With(Send(16, 24), "Sack"), five, "FIVE_LOSSES_SACK"));
        AddTestCase(
            new WrapTestCase("Wrap, Reno", With(Send(16, 24), "Reno"), five, "FIVE_LOSSES_RENO"));
        AddTestCase(new WrapTestCase("Wrap, timeout", Send(8, 14), again, "LOST_AGAIN_TIMEOUT"));
        AddTestCase(
            new WrapTestCase("Wrap, lost again", retransmit, again, "LOST_AGAIN_RETRANSMIT"));
    }
};

TcpScoreboardSocketTestSuite g_tcpScoreboardSocketTestSuite; //!< registers itself

} // namespace
