/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Copies of ns-3's TcpCubic, TcpWestwoodPlus and others, which accepted sockets have, leave members
// as they find them in memory: what such a socket sends depends on what was there before. Here it
// is always zeros, or two runs would differ by chance.

#include <cstddef>
#include <cstdlib>
#include <new>

void*
operator new(std::size_t size)
{
    if (void* const memory = std::calloc(1, size))
    {
        return memory;
    }
    throw std::bad_alloc();
}

void
operator delete(void* memory) noexcept
{
    std::free(memory);
}

void
operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
