/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/script-file.h"
#include "support/scripted-peer.h"
#include "support/tcp-impaired-connection.h"

#include "ns3/system-path.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

/**
 * Our socket against scripted peers: every file test/scripts/CLAUSE-WHAT.script says what is right
 * by that clause. The language is described in support/segment-script.h.
 *
 * Two variables of the environment help with work on scripts: TCP_LOSSY_SCRIPTS is a part of the
 * names of those to run, and TCP_LOSSY_SCRIPT_SOCKET=stock runs them with ns-3's own socket.
 */
namespace
{

using segmentscript::LoadScript;
using segmentscript::ParseScript;
using segmentscript::RunScript;
using segmentscript::ScriptError;

const std::string FOLDER("scripts/");
const std::string EXTENSION(".script");

/// There were at least so many when this was written: none is to get lost.
constexpr std::size_t LEAST_SCRIPTS = 100;

std::string
FromEnvironment(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool
EndsWith(const std::string& text, const std::string& end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/**
 * All scripts. One test case, since ns-3 leaves the others of a suite out once one has failed.
 */
class ScriptsTestCase : public TestCase
{
  public:
    ScriptsTestCase()
        : TestCase("What a socket sends is what the scripts say")
    {
    }

  private:
    void DoRun() override
    {
        const auto filter = FromEnvironment("TCP_LOSSY_SCRIPTS");
        auto names = SystemPath::ReadFiles(CreateDataDirFilename(FOLDER));
        names.remove_if([](const std::string& name) { return !EndsWith(name, EXTENSION); });
        names.sort();
        NS_TEST_EXPECT_MSG_GT_OR_EQ(names.size(), LEAST_SCRIPTS, "scripts in the folder");
        for (const auto& name : names)
        {
            if (name.find(filter) != std::string::npos)
            {
                RunFile(name);
            }
        }
    }

    void Run(const segmentscript::Script& script, const std::string& name)
    {
        if (script.socket == segmentscript::SocketKind::STOCK_FAST &&
            !TcpVariantPreset::IsAvailable("stock-fast"))
        {
            return;
        }
        if (const auto disagreement = RunScript(script))
        {
            NS_TEST_EXPECT_MSG_EQ(false,
                                  true,
                                  name << ", " << disagreement->where << ": "
                                       << disagreement->what);
        }
    }

    void RunEverywhere(segmentscript::Script script, const std::string& name)
    {
        const auto optional = script.optional;
        for (const bool ipv6 : {false, true})
        {
            script.ipv6 = ipv6;
            for (const std::string recovery : impaired::SENDERS)
            {
                script.optional = optional;
                script.optional.emplace_back("LossRecovery", recovery);
                Run(script, name + " (" + recovery + (ipv6 ? ", IPv6)" : ")"));
            }
        }
    }

    void RunFile(const std::string& name)
    {
        try
        {
            auto script = LoadScript(CreateDataDirFilename(FOLDER + name));
            if (FromEnvironment("TCP_LOSSY_SCRIPT_SOCKET") == "stock")
            {
                script.socket = segmentscript::SocketKind::STOCK;
            }
            Run(script, name);
            if (script.everywhere)
            {
                RunEverywhere(script, name);
            }
        }
        catch (const ScriptError& error)
        {
            NS_TEST_EXPECT_MSG_EQ(false, true, name << ", " << error.what());
        }
    }
};

/**
 * Thousands of one-octet holes: the receiver answers each segment, holds as many as it likes, and
 * each octet is read once; the sender of data to such a receiver (or to one that lies) survives and
 * goes on. The scripts are too long to be written.
 */
class HolesTestCase : public TestCase
{
  public:
    HolesTestCase()
        : TestCase("Thousands of one-octet holes")
    {
    }

  private:
    static constexpr int HOLES = 5000;

    void DoRun() override
    {
        std::ostringstream receiver;
        receiver << "set RcvBufSize 100000\n" // so much, so many pieces are stored
                    "0.1 listen\n"
                    "+0 < S 0:0(0) win 30000 <mss 1000, sackOK>\n"
                    "+0 > S. 0:0(0) ack 1\n"
                    "+0.1 < . 1:1(0) ack 1 win 30000\n";
        // One is held for each 16 octets of the buffer.
        for (int i = 1; i <= 100000 / 16 + 7; ++i)
        {
            receiver << "+0 < . " << 2 * i << ':' << 2 * i + 1 << "(1) ack 1 win 30000\n"
                     << "+0 > . 1:1(0) ack 1 <...>\n";
        }
        receiver << "+0 check unread 7\n";
        // Not all of them need be held: the peer has to send again what was not acknowledged.
        for (int i = 0; i < 2 * HOLES / 1000; ++i)
        {
            receiver << "+0 < . " << 1000 * i + 1 << ':' << 1000 * i + 1001
                     << "(1000) ack 1 win 30000\n+0.001 whatever\n";
        }
        receiver << "+0 < . 10001:10002(1) ack 1 win 30000\n+0 > . 1:1(0) ack 10003 <...>\n";
        // Each octet came alone.
        receiver << "+0 recv 20000 = 10002\n";
        Check(receiver.str());

        std::ostringstream sender;
        sender << "set InitialCwnd 12\n"
                  "0.1 connect\n"
                  "+0 > S 0:0(0)\n"
                  "+0.1 < S. 0:0(0) ack 1 win 60000 <mss 1000, sackOK>\n"
                  "+0 > . 1:1(0) ack 1\n"
                  "+0 send 20000\n"
                  "+0.1 whatever\n";
        for (int i = 1; i <= HOLES; ++i)
        {
            sender << "+0 < . 1:1(0) ack 1 win 60000 <sack " << 2 * i << ':' << 2 * i + 1 << ">\n"
                   << "+0 whatever\n";
        }
        sender << "+0 < . 1:1(0) ack 1 win 60000 <sack 2:10001>\n"
                  "+0.1 whatever\n";
        for (int ack = 12001; ack <= 20001; ack += 1000)
        {
            sender << "+0 < . 1:1(0) ack " << ack << " win 60000\n+1 whatever\n";
        }
        sender << "+5 check state ESTABLISHED errors 0 sent 20000\n";
        Check(sender.str());
    }

    void Check(const std::string& text)
    {
        const auto disagreement = RunScript(ParseScript(text));
        NS_TEST_EXPECT_MSG_EQ(disagreement.has_value(),
                              false,
                              disagreement->where << ": " << disagreement->what);
    }
};

/// The engine itself: a sound script passes, and each way to be wrong is found.
class EngineTestCase : public TestCase
{
  public:
    EngineTestCase()
        : TestCase("Disagreements of script and socket are found")
    {
    }

  private:
    void DoRun() override
    {
        const std::string opening = "+0.1 connect\n"
                                    "+0 > S 0:0(0) win * <sackOK>\n"
                                    "+0.1 < S. 0:0(0) ack 1 win 30000 <mss 1000, sackOK>\n"
                                    "+0 > . 1:1(0) ack 1\n"
                                    "+0 check state ESTABLISHED connects 1\n"
                                    "+0 send 1500\n";
        const std::string data = "+0 > . 1:1001(1000) ack 1\n+0 > . 1001:1501(500) ack 1\n";
        Check(opening + data, "");
        Check(opening + data +
                  "+0.1 < . 1:101(100) ack 1501 win 30000\n+0 > . 1501:1501(0) ack "
                  "101\n+0 check readable 100\n+0 recv 100\n+5 quiet\n",
              "");
        for (const std::string family : {"ipv4", "ipv6"})
        {
            for (const std::string socket : {"scoreboard", "stock"})
            {
                Check("family " + family + "\nsocket " + socket + "\n" + opening + data, "");
            }
        }
        Check(opening + "+0.1 whatever\n", "");
        Check(opening + "+0.1 whatever\n+1 quiet\n", "not in the script");
        Check(opening + "+0 > . 1:1001(1000) ack 1\n", "sent after the end");
        Check(opening + data + "+1 check state ESTABLISHED\n", "not in the script");
        Check(opening + data + "+0 > . 1501:1502(1) ack 1\n", "nothing was sent");
        Check(opening + "+0 > . 1:1001(1000) ack 2\n", "differs: ACK");
        Check(opening + "+0 > F. 1:1001(1000) ack 1\n", "differs: flags");
        Check(opening + "+0 > . 2:1002(1000) ack 1\n", "differs: SEQ");
        Check(opening + "+0 > . 1:1000(999) ack 1\n", "differs: length");
        Check(opening + "+0 > . 1:1001(1000) ack 1 <sack 1:2>\n", "differs: SACK blocks");
        Check(opening + "+0 > . 1:1001(1000) ack 1 <TS val * ecr *>\n", "differs: TS");
        Check(opening + "+0 > . 1:1001(1000) ack 1 win 5\n", "differs: window");
        Check(opening + "+0 > [ce] . 1:1001(1000) ack 1\n", "differs: ECN");
        Check(opening + "+0.1 > . 1:1001(1000) ack 1\n", "sent at 0.2");
        Check(opening + data + "+0 check state CLOSED\n", "the state is ESTABLISHED");
        Check(opening + data + "+0 check connects 2\n", "connects is 1");
        Check(opening + data + "+0 check cwnd 1..9999\n", "cwnd is 10000");
        Check(opening + data + "+0 recv 1\n", "returned -1");
        Check(opening + data + "0.1 quiet\n", "has passed");
        Check("+0 listen\n+0 send 1\n", "no connection");
        Check("set NoSuch 1\n+0 listen\n", "attribute NoSuch");
        Check("option? NoSuch 1\n+0 listen\n", "");
        Check(opening + data +
                  "+0.1 < . 1:1(0) ack 1501 win 9 <raw 00 00 00 00 00 00 00 00 00 00 "
                  "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
                  "00 00 00 00 00 00 00 00 00>\n",
              "no more than 40");
    }

    void Check(const std::string& text, const std::string& reason)
    {
        std::string found;
        try
        {
            const auto disagreement = RunScript(ParseScript(text));
            found = disagreement ? disagreement->what : "";
        }
        catch (const ScriptError& error)
        {
            found = error.what();
        }
        const bool right = reason.empty() ? found.empty() : found.find(reason) != std::string::npos;
        NS_TEST_EXPECT_MSG_EQ(right,
                              true,
                              "instead of '" << reason << "': '" << found << "' of\n"
                                             << text);
    }
};

class TcpScriptedPeerTestSuite : public TestSuite
{
  public:
    TcpScriptedPeerTestSuite()
        : TestSuite("tcp-scripted-peer", Type::UNIT)
    {
        SetDataDir(NS_TEST_SOURCEDIR);
        if (FromEnvironment("TCP_LOSSY_SCRIPTS").empty())
        {
            AddTestCase(new EngineTestCase);
            AddTestCase(new HolesTestCase);
        }
        AddTestCase(new ScriptsTestCase);
    }
};

TcpScriptedPeerTestSuite g_tcpScriptedPeerTestSuite; //!< registers itself

} // namespace
