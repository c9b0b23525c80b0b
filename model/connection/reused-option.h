/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REUSED_OPTION_H
#define REUSED_OPTION_H

#include "ns3/object.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief One object for the options of many headers, since to make one costs more than all else
 * that is done for a segment in a socket.
 *
 * Whoever keeps a header keeps its options: then the next one gets another object.
 * @tparam Option a TcpOption
 */
template <class Option>
class ReusedOption
{
  public:
    /// @return an option that nobody else has, with what it said last
    Ptr<Option> Get()
    {
        if (!m_option || m_option->GetReferenceCount() > 1)
        {
            m_option = CreateObject<Option>();
        }
        return m_option;
    }

  private:
    Ptr<Option> m_option; //!< used last
};

} // namespace ns3

#endif /* REUSED_OPTION_H */
