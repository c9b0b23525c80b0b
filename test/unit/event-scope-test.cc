/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"
#include "socket-parts.h"

#include "ns3/tcp-scoreboard-socket.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Events of a connection; what is settled is counted.
class EventScopeTest : public testing::Test, protected ConnectionWorld, protected EventScope::Owner
{
  protected:
    void Settle(SocketConnection& connection) override
    {
        EXPECT_EQ(connection.depth, 0U);
        m_settled.push_back(&connection);
    }

    using Held = boost::intrusive_ptr<SocketConnection>;

    Held MakeConnection()
    {
        return new SocketConnection(choice, m_parts.Get(), m_parts.buffer, m_parts, effects);
    }

    SocketParts m_parts;
    Held m_connection{MakeConnection()};
    std::vector<SocketConnection*> m_settled; //!< each time
};

TEST_F(EventScopeTest, TheOutermostEventSettles)
{
    for (std::size_t times = 1; times <= 2; ++times)
    {
        {
            const EventScope outer(nullptr, *this, m_connection);
            {
                const EventScope inner(nullptr, *this, m_connection);
                EXPECT_EQ(m_connection->depth, 2U);
            }
            EXPECT_EQ(m_connection->depth, 1U);
            EXPECT_EQ(m_settled.size(), times - 1);
        }
        EXPECT_EQ(m_settled.size(), times);
    }
}

TEST_F(EventScopeTest, WhatTheApplicationAsksForIsSettledAtOnce)
{
    const EventScope outer(nullptr, *this, m_connection);
    const EventScope inner(nullptr, *this, m_connection);
    {
        const ApplicationCall call(*m_connection);
        const EventScope asked(nullptr, *this, m_connection);
        EXPECT_EQ(m_connection->depth, 1U);
    }
    EXPECT_EQ(m_settled.size(), 1U);
    EXPECT_EQ(m_connection->depth, 2U) << "as before the call";
}

// The application may open the socket anew while an event of its former connection is handled.
TEST_F(EventScopeTest, TheConnectionStaysUntilItsEventIsOver)
{
    const Held former = m_connection;
    {
        const EventScope event(nullptr, *this, m_connection);
        m_connection = MakeConnection();
        EXPECT_EQ(&event.Get(), former.get());
        {
            const EventScope other(nullptr, *this, m_connection);
            EXPECT_EQ(&other.Get(), m_connection.get());
        }
        ASSERT_EQ(m_settled.size(), 1U);
        EXPECT_EQ(m_settled[0], m_connection.get());
        EXPECT_EQ(former->use_count(), 2U) << "the event has it, too";
    }
    EXPECT_EQ(m_settled.size(), 2U);
    EXPECT_EQ(former->use_count(), 1U);
}

} // namespace
