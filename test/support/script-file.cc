/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "script-file.h"

#include "child-process.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

namespace segmentscript
{

namespace
{

/// CPU time of a script at most.
constexpr uint32_t MOST_SECONDS = 60;

std::string
ReadFile(const std::string& path)
{
    std::ifstream file(path);
    if (!file.is_open())
    {
        throw ScriptError("there is no file " + path);
    }
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A row without its name.
std::string
Judge(const std::string& path,
      const std::function<std::optional<Disagreement>(const Script& script)>& play)
{
    try
    {
        const auto disagreement = play(LoadScript(path));
        return disagreement ? "failed\t" + disagreement->where + ": " + disagreement->what
                            : "passed\t";
    }
    catch (const LeftOut& reason)
    {
        return std::string("left out\t") + reason.what();
    }
    catch (const ScriptError& error)
    {
        return std::string("left out\t") + error.what();
    }
}

/// One row is one line.
std::string
MakeLine(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ';');
    return text;
}

} // namespace

Script
LoadScript(const std::string& path)
{
    const auto folder = path.substr(0, path.rfind('/') + 1);
    return ParseScript(ReadFile(path), [&folder](const std::string& included) {
        return ReadFile(folder + included);
    });
}

void
PlayScripts(const std::vector<std::string>& paths,
            const std::function<std::optional<Disagreement>(const Script& script)>& play,
            std::ostream& os)
{
    for (const auto& path : paths)
    {
        const auto result =
            child::Run([&path, &play] { std::cout << Judge(path, play) << std::flush; },
                       MOST_SECONDS);
        os << path.substr(path.rfind('/') + 1) << '\t'
           << MakeLine(result.status == 0 ? result.output : "failed\t" + result.output)
           << std::endl;
    }
}

} // namespace segmentscript
