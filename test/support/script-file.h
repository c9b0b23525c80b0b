/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCRIPT_FILE_H
#define SCRIPT_FILE_H

#include "script-play.h"
#include "segment-script.h"

#include <functional>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace segmentscript
{

/// Read a script, and what it includes from the same folder. @throw ScriptError
Script LoadScript(const std::string& path);

/// A script is not played with this socket. What it says is why.
class LeftOut : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * Play scripts, each in a process of its own, and print a row for each: its name, "passed",
 * "failed" or "left out", and why, with tabs between them.
 * @param paths of the scripts
 * @param play plays one; may throw LeftOut or ScriptError
 * @param os where the rows go
 */
void PlayScripts(const std::vector<std::string>& paths,
                 const std::function<std::optional<Disagreement>(const Script& script)>& play,
                 std::ostream& os);

} // namespace segmentscript

#endif /* SCRIPT_FILE_H */
