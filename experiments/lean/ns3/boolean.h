/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_BOOLEAN_H
#define LEAN_BOOLEAN_H

#include "attribute-values.h"

#endif /* LEAN_BOOLEAN_H */
