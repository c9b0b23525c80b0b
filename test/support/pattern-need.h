/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATTERN_NEED_H
#define PATTERN_NEED_H

#include "loss-pattern.h"

namespace losspattern
{

/// Whether a generation cannot repair a pattern of losses without a timeout: @p lost of WINDOW
/// segments, which are the whole transfer; no other loss, the order kept, the window halved. By
/// hand from the RFC or paper of each, see doc/tests.rst.
bool NeedsTimeout(Repair repair, Mask lost);

} // namespace losspattern

#endif /* PATTERN_NEED_H */
