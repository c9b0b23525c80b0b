/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TORTURE_RUN_H
#define TORTURE_RUN_H

#include "torture-case.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace torture
{

/// Something that went wrong.
struct Fault
{
    char end;         //!< whose fault it is: 'A', 'B', or '?' where that is not plain
    std::string what; //!< in words
};

/// What came of a case.
struct Outcome
{
    std::vector<Fault> faults; //!< the first ones, none if all went well
    uint32_t segments{0};      //!< that passed the link
    uint64_t octets{0};        //!< read at both ends
    Time finished;             //!< when the last octet was read
    bool bothClosed{false};    //!< neither end's window had room at some moment
};

/**
 * @brief Run a case, and leave nothing of it behind.
 * @param torture the case
 * @param listener is told of each fault that is kept as soon as it is found; may be null
 * @return the outcome
 */
Outcome Run(const Case& torture, std::function<void(const Fault&)> listener = nullptr);

} // namespace torture

#endif /* TORTURE_RUN_H */
