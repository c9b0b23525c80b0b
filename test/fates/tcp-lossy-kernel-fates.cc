/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Fates that the TCP of the kernel meets which this runs in: one in virtual time, by
// scripts/virtual-linux. scripts/certify starts it.

#include "kernel-fate.h"

#include <exception>
#include <iostream>
#include <string>
#include <vector>

int
main(int argc, char* argv[])
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    const bool notesState = words.size() == 3 && words[2] == "--state";
    if ((words.size() != 2 && !notesState) || words[0] == "--help")
    {
        std::cout
            << "Writes down what the kernel's TCP does, at both ends, when it meets fates.\n"
               "usage: tcp-lossy-kernel-fates CONTROL FILE [--state], with a fate's words in each "
               "line of\nFILE; and what the kernel says of itself after each arrival\n";
        return words == std::vector<std::string>{"--help"} ? 0 : 2;
    }
    try
    {
        fates::RecordFates(words[0], words[1], notesState, std::cout);
    }
    catch (const std::exception& fault)
    {
        std::cerr << "tcp-lossy-kernel-fates: error: " << fault.what() << "\n";
        return 2;
    }
    return 0;
}
