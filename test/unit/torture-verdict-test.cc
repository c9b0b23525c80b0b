/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/torture-blame.h"
#include "../support/torture-verdict.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace TortureVerdictTests
{

using namespace ns3;
using namespace torture;

Trial
MakeTrial(std::vector<Fault> faults, bool aStock, bool bStock)
{
    Trial trial;
    trial.faults = std::move(faults);
    trial.stock = {aStock, bStock};
    return trial;
}

/// Two ends whose connection is to be judged: A sends 1000 octets to B.
struct Pair
{
    Pair()
    {
        a.connected = true;
        b.connected = true;
        a.state = TcpSocket::ESTABLISHED;
        b.state = TcpSocket::ESTABLISHED;
    }

    Side GetA() const
    {
        return {'A', a, fromA, 1000};
    }

    Side GetB() const
    {
        return {'B', b, fromB, 0};
    }

    impaired::End a{0, 1, {}};
    impaired::End b{1, 0, {}};
    impaired::Ledger fromA;
    impaired::Ledger fromB;
};

TEST(TortureVerdict, Table)
{
    const auto passed = MakeTrial({}, false, false);
    const auto failed = MakeTrial({{'?', "stall"}}, false, false);

    struct
    {
        const char* name;
        std::vector<Fault> faults;
        bool aStock;
        bool bStock;
        std::optional<Trial> ours;
        std::optional<Trial> stock;
        Culprit culprit;
    } const rows[] = {
        {"passes", {}, false, true, {}, {}, Culprit::NOBODY},
        {"no end is stock", {{'A', "x"}}, false, false, {}, {}, Culprit::OURS},
        {"both are stock", {{'A', "x"}}, true, true, {}, {}, Culprit::STOCK},
        {"at our end", {{'A', "x"}}, false, true, passed, failed, Culprit::OURS},
        {"at the stock end", {{'B', "x"}}, false, true, passed, passed, Culprit::STOCK},
        {"at our end first", {{'A', "x"}, {'B', "y"}}, false, true, passed, failed, Culprit::OURS},
        {"not plain, only stock fails", {{'?', "x"}}, true, false, passed, failed, Culprit::STOCK},
        {"not plain, ours fails, too", {{'?', "x"}}, true, false, failed, failed, Culprit::OURS},
        {"not plain, neither fails", {{'?', "x"}}, true, false, passed, passed, Culprit::OURS},
    };

    for (const auto& row : rows)
    {
        const auto verdict =
            Judge(MakeTrial(row.faults, row.aStock, row.bStock), row.ours, row.stock);
        EXPECT_EQ(verdict.culprit, row.culprit) << row.name;
    }
}

// The simulator has nothing to do, so that whoever is silent stays so.
TEST(TortureBlame, OctetsThatNobodySendsAgain)
{
    Pair ends;
    EXPECT_EQ(BlameForOctets(ends.GetA(), ends.GetB()), 'A');
}

TEST(TortureBlame, OctetsAfterTheFin)
{
    Pair ends;
    ends.fromA.closing.fin = 500;
    ends.fromB.window.acknowledges = 1000;
    EXPECT_EQ(BlameForOctets(ends.GetA(), ends.GetB()), 'A');
}

TEST(TortureBlame, OctetsAcknowledgedAndNotRead)
{
    Pair ends;
    ends.fromB.window.acknowledges = 1000;
    EXPECT_EQ(BlameForOctets(ends.GetA(), ends.GetB()), 'B');
}

TEST(TortureBlame, WhoResetsFirst)
{
    Pair ends;
    ends.a.state = TcpSocket::CLOSED;
    ends.b.state = TcpSocket::CLOSED;
    ends.fromA.closing.firstReset = Seconds(2);
    ends.fromB.closing.firstReset = Seconds(1);
    EXPECT_EQ(BlameForOctets(ends.GetA(), ends.GetB()), 'B');
    ends.fromB.closing.firstReset = Seconds(3);
    EXPECT_EQ(BlameForOctets(ends.GetA(), ends.GetB()), 'A');
}

TEST(TortureBlame, WhoClosesWithOctetsUnacknowledged)
{
    Pair ends;
    ends.a.state = TcpSocket::CLOSED;
    EXPECT_EQ(BlameForOctets(ends.GetA(), ends.GetB()), 'A');
}

TEST(TortureBlame, NobodyConnected)
{
    Pair ends;
    ends.a.connected = false;
    ends.b.connected = false;
    EXPECT_EQ(BlameForOctets(ends.GetA(), ends.GetB()), UNKNOWN_END);
}

TEST(TortureBlame, ResetAfterBothFinsIsNoError)
{
    Pair ends;
    ends.a.errors = 1;
    ends.fromB.closing.firstReset = Seconds(1);
    EXPECT_EQ(BlameForEnd(ends.GetA(), ends.GetB()), 'B');
    ends.fromA.closing.fin = 1000;
    ends.fromB.closing.fin = 0;
    ends.fromA.window.acknowledges = 1;
    ends.fromB.window.acknowledges = 1001;
    EXPECT_EQ(BlameForEnd(ends.GetA(), ends.GetB()), 'A');
}

TEST(TortureBlame, GivenUpBecauseNobodyAnswers)
{
    Pair ends;
    ends.a.errors = 1;
    EXPECT_EQ(BlameForEnd(ends.GetA(), ends.GetB()), 'A');
    ends.b.state = TcpSocket::CLOSED;
    EXPECT_EQ(BlameForEnd(ends.GetA(), ends.GetB()), 'B');
    // It is over because it was reset.
    ends.fromA.closing.firstReset = Seconds(1);
    EXPECT_EQ(BlameForEnd(ends.GetA(), ends.GetB()), 'A');
}

TEST(TortureBlame, AFinThatIsNotAnswered)
{
    Pair ends;
    ends.a.state = TcpSocket::LAST_ACK;
    ends.b.state = TcpSocket::CLOSE_WAIT;
    ends.fromA.closing.last = Seconds(190);
    char blamed = UNKNOWN_END;
    Simulator::Schedule(Seconds(200),
                        [&ends, &blamed] { blamed = BlameForEvents(ends.GetA(), ends.GetB()); });
    Simulator::Schedule(Seconds(201), [] {});
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_EQ(blamed, 'B');
}

TEST(TortureBlame, OneEndThatNobodyAnswers)
{
    Pair ends;
    ends.b.state = TcpSocket::CLOSED;
    EXPECT_EQ(BlameForEvents(ends.GetA(), ends.GetB()), 'A');
    ends.b.state = TcpSocket::ESTABLISHED;
    EXPECT_EQ(BlameForEvents(ends.GetA(), ends.GetB()), UNKNOWN_END);
}

// Nobody has sent a FIN, and one end only was to send one of its own accord.
TEST(TortureVerdict, WhoWasToCloseFirst)
{
    Pair ends;
    auto a = ends.GetA();
    auto b = ends.GetB();
    EXPECT_EQ(BlameForEnd(a, b), UNKNOWN_END);
    b.closesFirst = true;
    EXPECT_EQ(BlameForEnd(a, b), 'B');
    EXPECT_EQ(BlameForEnd(b, a), 'B');
    a.closesFirst = true;
    EXPECT_EQ(BlameForEnd(a, b), UNKNOWN_END);
}

} // namespace TortureVerdictTests
