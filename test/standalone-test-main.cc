/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// An installed ns-3 has no test runner. This one runs the suites that are linked into it.

#include "ns3/test.h"

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
