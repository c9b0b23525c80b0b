/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_UINTEGER_H
#define LEAN_UINTEGER_H

#include "attribute-values.h"

#endif /* LEAN_UINTEGER_H */
