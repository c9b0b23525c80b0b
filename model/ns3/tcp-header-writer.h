/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_HEADER_WRITER_H
#define TCP_HEADER_WRITER_H

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/segment-fields.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Makes ns-3's TcpHeader of what a segment says.
 *
 * One object is for the timestamps of many headers, since to make one costs more than all else that
 * is done for a segment in a socket. Whoever keeps a header keeps its options: then the next one
 * gets another object.
 */
class TcpHeaderWriter
{
  public:
    /// @return a header without ports
    TcpHeader Write(const SegmentFields& fields);

  private:
    Ptr<TcpOptionTS> m_timestamps; //!< of the last segment
};

} // namespace ns3

#endif /* TCP_HEADER_WRITER_H */
