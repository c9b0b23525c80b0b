/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Scripts of a peer, played with a socket of the simulator. scripts/compare-scripts starts it.

#include "../support/script-file.h"
#include "../support/scripted-peer.h"
#include "lib/option-table.h"

#include <iostream>
#include <iterator>
#include <sstream>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;
using namespace segmentscript;

namespace
{

const std::string OURS = "ours";
const std::string STOCK = "stock";

/// What is to be done.
struct Options
{
    std::string socket{OURS}; //!< under test
    std::string sender;       //!< LossRecovery of ours; empty: as the script says
    std::string scripts;      //!< paths, with blanks between
};

Options
ReadCommandLine(int argc, char* argv[])
{
    Options options;
    OptionTable table;
    table.Add("socket", "Under test", options.socket).Among({OURS, STOCK});
    table.Add("sender", "Attribute LossRecovery; empty: as each script says", options.sender);
    table.Add("scripts", "Their paths, in one text", options.scripts);
    table.Parse("Plays scripts of a peer with a socket of the simulator.", {argv, argv + argc});
    return options;
}

/// Play a script with the socket that is asked for. @throw LeftOut
std::optional<Disagreement>
Play(Script script, const Options& options)
{
    if (script.socket != SocketKind::SCOREBOARD)
    {
        throw LeftOut("it is about ns-3's own socket");
    }
    if (options.socket == STOCK)
    {
        script.socket = SocketKind::STOCK;
    }
    if (!options.sender.empty())
    {
        script.optional.emplace_back("LossRecovery", options.sender);
    }
    return RunScript(script);
}

} // namespace

int
main(int argc, char* argv[])
{
    const auto options = ReadCommandLine(argc, argv);
    std::istringstream words(options.scripts);
    const std::vector<std::string> paths{std::istream_iterator<std::string>(words), {}};
    PlayScripts(
        paths,
        [&options](const Script& script) { return Play(script, options); },
        std::cout);
    return 0;
}
