/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Scripts of a peer, played with the TCP of the kernel that this runs in: one in virtual time, by
// scripts/virtual-linux. scripts/compare-scripts starts it.

#include "../support/script-file.h"
#include "kernel-stage.h"

#include <iostream>
#include <string>

using namespace segmentscript;

int
main(int argc, char* argv[])
{
    if (argc < 2 || argv[1] == std::string("--help"))
    {
        std::cout << "Plays scripts of a peer with the kernel's TCP, in virtual time.\n"
                     "usage: tcp-lossy-kernel-scripts SCRIPT...\n";
        return argc < 2 ? 2 : 0;
    }
    PlayScripts({argv + 1, argv + argc}, RunScriptWithKernel, std::cout);
    return 0;
}
