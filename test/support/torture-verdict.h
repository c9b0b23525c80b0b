/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TORTURE_VERDICT_H
#define TORTURE_VERDICT_H

#include "torture-run.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace torture
{

/// What came of running a case in a process of its own.
struct Trial
{
    std::vector<Fault> faults;   //!< in the order in which they were found; none if it passed
    std::string summary;         //!< of a case that passed
    std::string output;          //!< all that the process said
    std::array<bool, 2> stock{}; //!< whether A and B have ns-3's socket
};

/// Whose fault it is that a case fails.
enum class Culprit
{
    NOBODY, //!< it passed
    OURS,   //!< our socket, or nobody can tell
    STOCK,  //!< ns-3's own socket
};

/// A culprit, and why it is the one.
struct Verdict
{
    Culprit culprit;  //!< whose fault it is
    std::string text; //!< one line
};

/**
 * @brief Judge a case. Our socket is taken to be at fault unless it is plain that it is not: the
 * first fault happened at an end that has ns-3's socket, while ours had none before; or, where the
 * end is not plain, the case passes with our socket at both ends and fails with ns-3's at both.
 * @param drawn the case with the sockets that it is about
 * @param ours the same with ours at both ends; only where one end of `drawn` is not ours
 * @param stock the same with ns-3's at both ends
 * @return whose fault it is
 */
Verdict Judge(const Trial& drawn,
              const std::optional<Trial>& ours,
              const std::optional<Trial>& stock);

/**
 * @brief Run a case in a process of its own, which may crash, take more memory than 4 GB or run
 * without end.
 * @param torture the case
 * @param limit CPU seconds
 * @return what came of it
 */
Trial Try(const Case& torture, uint32_t limit);

} // namespace torture

#endif /* TORTURE_VERDICT_H */
