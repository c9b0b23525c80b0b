/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_STRING_H
#define LEAN_STRING_H

#include "attribute-values.h"

#endif /* LEAN_STRING_H */
