/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TORTURE_AGAIN_H
#define TORTURE_AGAIN_H

#include "torture-case.h"

#include <string>

namespace torture
{

/**
 * @brief Run a case twice on the same sockets, and the second time on fresh ones, too: a connection
 * must not know that its sockets have had another one.
 *
 * As the seed says, the second connection is the opener's with the listener, or with the socket
 * that was accepted, or the opener listens, and the former listener or the accepted socket opens.
 *
 * @param torture the case
 * @return how the segments of the second connection differ, in words; nothing where they do not, or
 * where there is nothing to compare: with ns-3's own socket, which hands on what is left of the
 * first connection, with those of ns-3's controls that do not do the same twice, or if the first
 * connection is not over
 */
std::string FindDifference(const Case& torture);

} // namespace torture

#endif /* TORTURE_AGAIN_H */
