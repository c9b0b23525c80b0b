/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Fates that the TCP of the kernel meets which this runs in: one in virtual time, by
// scripts/virtual-linux. scripts/certify starts it.

#include "kernel-fate.h"

#include <exception>
#include <iostream>
#include <string>

int
main(int argc, char* argv[])
{
    if (argc != 3 || argv[1] == std::string("--help"))
    {
        std::cout
            << "Writes down what the kernel's TCP does, at both ends, when it meets fates.\n"
               "usage: tcp-lossy-kernel-fates CONTROL FILE, with a fate's words in each line\n";
        return argc == 2 ? 0 : 2;
    }
    try
    {
        fates::RecordFates(argv[1], argv[2], std::cout);
    }
    catch (const std::exception& fault)
    {
        std::cerr << "tcp-lossy-kernel-fates: error: " << fault.what() << "\n";
        return 2;
    }
    return 0;
}
