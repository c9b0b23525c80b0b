/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_CONNECTIONS_H
#define TRACE_CONNECTIONS_H

#include "ns3/callback.h"
#include "ns3/object.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Trace sources that are connected for as long as this object lives.
 *
 * Whoever has sinks of its own holds one, so that it may be destroyed while the simulation goes on.
 */
class TraceConnections
{
  public:
    TraceConnections() = default;
    ~TraceConnections();

    // Each connection is undone once.
    TraceConnections(const TraceConnections&) = delete;
    TraceConnections& operator=(const TraceConnections&) = delete;

    /**
     * @brief Connect a trace source, without context.
     * @param object the object; it is kept
     * @param source its trace source
     * @param sink what is called
     * @return whether there is such a trace source
     */
    bool Connect(Ptr<Object> object, const std::string& source, const CallbackBase& sink);

    /// Undo all that was connected; not from within what a trace source calls.
    void DisconnectAll();

  private:
    std::vector<std::function<void()>> m_disconnections; //!< undo Connect()
};

} // namespace ns3

#endif /* TRACE_CONNECTIONS_H */
