/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CHILD_PROCESS_H
#define CHILD_PROCESS_H

#include <cstdint>
#include <functional>
#include <string>

/**
 * Work in a process of its own, which may crash, take more memory than there is, or run without
 * end.
 */
namespace child
{

/// What came of it.
struct Result
{
    std::string output; //!< all that it wrote to stdout and stderr
    int status{0};      //!< of waitpid()
};

/// Of the signals by which a process ends itself or runs into a limit, what is to be done.
using OnSignal = void (*)(int number);

/**
 * @brief Do work in a process of its own, with at most 4 GB of memory.
 * @param work is done there; the process ends with it, successfully
 * @param limit CPU seconds
 * @param onSignal is called there by the signals of crashes and of the limit; null for what they
 * do by themselves
 * @return what came of it
 */
Result Run(const std::function<void()>& work, uint32_t limit, OnSignal onSignal = nullptr);

} // namespace child

#endif /* CHILD_PROCESS_H */
