/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_ABORT_H
#define LEAN_ABORT_H

#include <cstdlib>
#include <iostream>

#define NS_ABORT_MSG(message) (std::cerr << message << std::endl, std::abort())

#define NS_ABORT_MSG_IF(condition, message) ((condition) ? NS_ABORT_MSG(message) : void())

#define NS_ABORT_MSG_UNLESS(condition, message) NS_ABORT_MSG_IF(!(condition), message)

#endif /* LEAN_ABORT_H */
