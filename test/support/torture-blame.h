/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TORTURE_BLAME_H
#define TORTURE_BLAME_H

#include "tcp-impaired-connection.h"

#include <cstdint>

namespace torture
{

using namespace ns3;

/// What is known of one end when something has not happened that should have.
struct Side
{
    char name;                      //!< 'A' or 'B'
    const impaired::End& end;       //!< its application
    const impaired::Ledger& ledger; //!< what it sent, by the link
    uint64_t octets;                //!< what it has to send
    bool closesFirst{false};        //!< it closes without waiting for the other one
};

/// Nobody can tell.
constexpr char UNKNOWN_END = '?';

/**
 * @brief Not all octets were read: by what passed the link, whose turn is it?
 * @param sender of the octets
 * @param receiver of the octets
 * @return name of one of them, or UNKNOWN_END
 */
char BlameForOctets(const Side& sender, const Side& receiver);

/**
 * @brief An end did not come to a normal end.
 * @param side it
 * @param other the other one
 * @return name of one of them, or UNKNOWN_END
 */
char BlameForEnd(const Side& side, const Side& other);

/**
 * @brief Events are left after the end of the connection.
 * @param side one end
 * @param other the other one
 * @return name of one of them, or UNKNOWN_END
 */
char BlameForEvents(const Side& side, const Side& other);

} // namespace torture

#endif /* TORTURE_BLAME_H */
