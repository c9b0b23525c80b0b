/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "child-process.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace child
{

namespace
{

// AddressSanitizer reserves more than there is, and reports signals itself.
#ifdef __SANITIZE_ADDRESS__
constexpr rlim_t MOST_MEMORY = RLIM_INFINITY;
const auto SIGNALS = {SIGABRT, SIGXCPU};
#else
constexpr rlim_t MOST_MEMORY = rlim_t{4} << 30; // octets
const auto SIGNALS = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGXCPU};
#endif

void
LimitMyself(uint32_t limit, OnSignal onSignal)
{
    const rlimit cpu{limit, limit + 5};
    setrlimit(RLIMIT_CPU, &cpu);
    const rlimit memory{MOST_MEMORY, MOST_MEMORY};
    setrlimit(RLIMIT_AS, &memory);
    const rlimit core{0, 0};
    setrlimit(RLIMIT_CORE, &core);
    if (onSignal)
    {
        for (const int number : SIGNALS)
        {
            std::signal(number, onSignal);
        }
    }
}

std::string
ReadAll(int input)
{
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = read(input, buffer.data(), buffer.size())) > 0;)
    {
        text.append(buffer.data(), size);
    }
    return text;
}

} // namespace

Result
Run(const std::function<void()>& work, uint32_t limit, OnSignal onSignal)
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
    {
        std::perror("pipe");
        std::abort();
    }
    const pid_t child = fork();
    if (child < 0)
    {
        std::perror("fork");
        std::abort();
    }
    if (child == 0)
    {
        close(ends[0]);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        LimitMyself(limit, onSignal);
        work();
        std::cout.flush();
        std::exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    Result result;
    result.output = ReadAll(ends[0]);
    close(ends[0]);
    waitpid(child, &result.status, 0);
    return result;
}

} // namespace child
