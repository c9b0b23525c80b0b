/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INHERITED_VALUE_H
#define INHERITED_VALUE_H

#include "ns3/callback.h"
#include "ns3/traced-callback.h"

#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A value whose changes are traced, also those of a copy: an accepted socket's by who has
 * asked the listening one.
 *
 * ns-3's TracedValue takes the value alone into a copy; its TracedCallback takes who listens.
 * Listeners get the former value and the new one, as those of a TracedValue do.
 * @tparam T the type
 */
template <class T>
class InheritedValue
{
  public:
    /// Begins with a value that nobody listens to.
    explicit InheritedValue(const T& value = T())
        : m_value(value)
    {
    }

    /// Set the value, and tell the listeners if it is another one.
    InheritedValue& operator=(const T& value)
    {
        if (m_value != value)
        {
            const T before = m_value;
            m_value = value;
            m_callback(before, value);
        }
        return *this;
    }

    /// @brief Get it. @return the value
    const T& Get() const
    {
        return m_value;
    }

    /// As TracedCallback's.
    void ConnectWithoutContext(const CallbackBase& callback)
    {
        m_callback.ConnectWithoutContext(callback);
    }

    /// As TracedCallback's.
    void Connect(const CallbackBase& callback, std::string path)
    {
        m_callback.Connect(callback, path);
    }

    /// As TracedCallback's.
    void DisconnectWithoutContext(const CallbackBase& callback)
    {
        m_callback.DisconnectWithoutContext(callback);
    }

    /// As TracedCallback's.
    void Disconnect(const CallbackBase& callback, std::string path)
    {
        m_callback.Disconnect(callback, path);
    }

  private:
    T m_value;                       //!< the value
    TracedCallback<T, T> m_callback; //!< who listens
};

} // namespace ns3

#endif /* INHERITED_VALUE_H */
