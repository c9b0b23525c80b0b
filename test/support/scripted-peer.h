/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCRIPTED_PEER_H
#define SCRIPTED_PEER_H

#include "script-play.h"
#include "segment-script.h"

#include <optional>

namespace segmentscript
{

/**
 * Run a script: one node with one socket, whose only peer is the script.
 *
 * What the scripts rely on, unless they set it: segments of 1000 octets, a congestion window of 10
 * of them, buffers of 32000 octets, every segment acknowledged at once, neither window scaling nor
 * timestamps nor ECN nor Nagle, SACK, a timer of at least 200 ms, window probes after 6 s at most.
 * @return nothing if the socket does what the script says
 * @throw ScriptError if the script asks for what cannot be, such as an attribute that is none
 */
std::optional<Disagreement> RunScript(const Script& script);

} // namespace segmentscript

#endif /* SCRIPTED_PEER_H */
