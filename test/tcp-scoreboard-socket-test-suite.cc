/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-timeline.h"

#include "ns3/test.h"

#include <cstdint>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace tcptimeline;

namespace
{

// All tables were written by hand, before the first run. Congestion avoidance adds
// MSS * MSS / cwnd octets, rounded down, for each ACK (RFC 5681, equation 3): from 4 segments on
// 4.25, 4.485, 4.707, and so on.

// ------------------------------------------------------------------------------- one segment

// FACK paper, section 2.4: all do the same if one segment is lost.
const std::string ONE_LOSS = R"(
    time | event          | sent | cwnd  | out | notes
    0    | start          | 1-8  | 8     | 8   |
    1    | ack 1 sack 2   | -    | 8     | 8   |
    1    | ack 1 sack 2-3 | -    | 8     | 8   |
    1    | ack 1 sack 2-4 | r1   | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5 | -    | 4     | 4   |
    1    | ack 1 sack 2-6 | 9    | 4     | 4   |
    1    | ack 1 sack 2-7 | 10   | 4     | 4   |
    1    | ack 1 sack 2-8 | 11   | 4     | 4   |
    2    | ack 9          | 12   | 4     | 4   | leave 9/9
    2    | ack 10         | 13   | 4.25  | 4   |
    2    | ack 11         | 14   | 4.485 | 4   |
    2    | ack 12         | -    | 4.707 | 3   |
    3    | ack 13         | -    | 4.919 | 2   |
    3    | ack 14         | -    | 5.122 | 1   |
    3    | ack 15         | -    | 5.317 | 0   |
)";

// The same, by FACK's own variables.
const std::string ONE_LOSS_FACK = R"(
    time | event          | sent | cwnd  | ssthresh | fack | retran | awnd
    0    | start          | 1-8  | 8     | 1        | 1    | 0      | 8
    1    | ack 1 sack 2   | -    | 8     | 1        | 1    | 0      | 8
    1    | ack 1 sack 2-3 | -    | 8     | 1        | 1    | 0      | 8
    1    | ack 1 sack 2-4 | r1   | 4     | 4        | 5    | 1      | 5
    1    | ack 1 sack 2-5 | -    | 4     | 4        | 6    | 1      | 4
    1    | ack 1 sack 2-6 | 9    | 4     | 4        | 7    | 1      | 4
    1    | ack 1 sack 2-7 | 10   | 4     | 4        | 8    | 1      | 4
    1    | ack 1 sack 2-8 | 11   | 4     | 4        | 9    | 1      | 4
    2    | ack 9          | 12   | 4     | 4        | 9    | 0      | 4
    2    | ack 10         | 13   | 4.25  | 4        | 10   | 0      | 4
    2    | ack 11         | 14   | 4.485 | 4        | 11   | 0      | 4
    2    | ack 12         | -    | 4.707 | 4        | 12   | 0      | 3
    3    | ack 13         | -    | 4.919 | 4        | 13   | 0      | 2
    3    | ack 14         | -    | 5.122 | 4        | 14   | 0      | 1
    3    | ack 15         | -    | 5.317 | 4        | 15   | 0      | 0
)";

// RFC 3042: a new segment on each of the first two duplicate ACKs, beyond the window.
const std::string ONE_LOSS_LIMITED_TRANSMIT = R"(
    time | event           | sent | cwnd  | out | notes
    0    | start           | 1-8  | 8     | 8   |
    1    | ack 1 sack 2    | 9    | 8     | 8   |
    1    | ack 1 sack 2-3  | 10   | 8     | 8   |
    1    | ack 1 sack 2-4  | r1   | 4     | 7   | enter 1/11
    1    | ack 1 sack 2-5  | -    | 4     | 6   |
    1    | ack 1 sack 2-6  | -    | 4     | 5   |
    1    | ack 1 sack 2-7  | -    | 4     | 4   |
    1    | ack 1 sack 2-8  | 11   | 4     | 4   |
    2    | ack 1 sack 2-9  | 12   | 4     | 4   |
    2    | ack 1 sack 2-10 | 13   | 4     | 4   |
    2    | ack 11          | 14   | 4     | 4   | leave 11/11
    2    | ack 12          | -    | 4.25  | 3   |
    3    | ack 13          | -    | 4.485 | 2   |
    3    | ack 14          | -    | 4.707 | 1   |
    3    | ack 15          | -    | 4.919 | 0   |
)";

// Segments of a quarter of an MSS: the three duplicate ACKs come before 3 MSS are missing. ssthresh
// is two of the large segments.
const std::string SMALL_SEGMENTS_FACK = R"(
    time | event          | sent | cwnd | awnd | notes
    0    | start          | 1    | 16   | 1    |
    0    | write          | 2    | 16   | 2    |
    0    | write          | 3    | 16   | 3    |
    0    | write          | 4    | 16   | 4    |
    0    | write          | 5    | 16   | 5    |
    0    | write          | 6    | 16   | 6    |
    0    | write          | 7    | 16   | 7    |
    0    | write          | 8    | 16   | 8    |
    1    | ack 1 sack 2   | -    | 16   | 8    |
    1    | ack 1 sack 2-3 | -    | 16   | 8    |
    1    | ack 1 sack 2-4 | r1   | 8    | 5    | enter 1/9
    1    | ack 1 sack 2-5 | -    | 8    | 4    |
    1    | ack 1 sack 2-6 | -    | 8    | 3    |
    1    | ack 1 sack 2-7 | -    | 8    | 2    |
    1    | ack 1 sack 2-8 | -    | 8    | 1    |
    2    | ack 9          | -    | 8    | 0    | leave 9/9
)";

// A window later the next segment is lost, 9: another recovery, and the window is halved again.
const std::string TWO_EPISODES = R"(
    time | event            | sent  | cwnd | out | notes
    0    | start            | 1-8   | 8    | 8   |
    1    | ack 1 sack 2     | -     | 8    | 8   |
    1    | ack 1 sack 2-3   | -     | 8    | 8   |
    1    | ack 1 sack 2-4   | r1    | 4    | 5   | enter 1/9
    1    | ack 1 sack 2-5   | -     | 4    | 4   |
    1    | ack 1 sack 2-6   | 9     | 4    | 4   |
    1    | ack 1 sack 2-7   | 10    | 4    | 4   |
    1    | ack 1 sack 2-8   | 11    | 4    | 4   |
    2    | ack 9            | 12    | 4    | 4   | leave 9/9
    2    | ack 9 sack 10    | -     | 4    | 4   |
    2    | ack 9 sack 10-11 | -     | 4    | 4   |
    3    | ack 9 sack 10-12 | r9 13 | 2    | 2   | enter 9/13
    4    | ack 13           | 14    | 2    | 2   | leave 13/13
    4    | ack 14           | -     | 2.5  | 1   |
    5    | ack 15           | -     | 2.9  | 0   |
)";

// RFC 6582, section 3.2, step 2: the ACK has to cover more than `recover`, which is segment 8.
const std::string TWO_EPISODES_NEW_RENO = R"(
    time | event            | sent  | cwnd  | out | notes
    0    | start            | 1-8   | 8     | 8   |
    1    | ack 1 sack 2     | -     | 8     | 8   |
    1    | ack 1 sack 2-3   | -     | 8     | 8   |
    1    | ack 1 sack 2-4   | r1    | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5   | -     | 4     | 4   |
    1    | ack 1 sack 2-6   | 9     | 4     | 4   |
    1    | ack 1 sack 2-7   | 10    | 4     | 4   |
    1    | ack 1 sack 2-8   | 11    | 4     | 4   |
    2    | ack 9            | 12    | 4     | 4   | leave 9/9
    2    | ack 9 sack 10    | -     | 4     | 4   |
    2    | ack 9 sack 10-11 | -     | 4     | 4   |
    3    | ack 9 sack 10-12 | -     | 4     | 4   |
    12   | timer            | r9    | 1     | 1   | timeout 9
    13   | ack 13           | 13-14 | 2.5   | 2   |
    14   | ack 14           | -     | 2.9   | 1   |
    14   | ack 15           | -     | 3.244 | 0   |
)";

// -------------------------------------------------------------------- two losses in one window

const std::string TWO_LOSSES_FACK = R"(
    time | event           | sent | cwnd  | retran | awnd | notes
    0    | start           | 1-10 | 10    | 0      | 10   |
    1    | ack 1 sack 2    | -    | 10    | 0      | 10   |
    1    | ack 1 sack 2-3  | -    | 10    | 0      | 10   |
    1    | ack 1 sack 5    | r1   | 5     | 1      | 6    | enter 1/11
    1    | ack 1 sack 5-6  | -    | 5     | 1      | 5    |
    1    | ack 1 sack 5-7  | r4   | 5     | 2      | 5    |
    1    | ack 1 sack 5-8  | 11   | 5     | 2      | 5    |
    1    | ack 1 sack 5-9  | 12   | 5     | 2      | 5    |
    1    | ack 1 sack 5-10 | 13   | 5     | 2      | 5    |
    2    | ack 4 sack 5-10 | 14   | 5     | 1      | 5    |
    2    | ack 11          | 15   | 5     | 0      | 5    | leave 11/11
    2    | ack 12          | 16   | 5.2   | 0      | 5    |
    2    | ack 13          | -    | 5.392 | 0      | 4    |
    2    | ack 14          | -    | 5.577 | 0      | 3    |
    3    | ack 15          | -    | 5.756 | 0      | 2    |
    3    | ack 16          | -    | 5.929 | 0      | 1    |
    3    | ack 17          | -    | 6.097 | 0      | 0    |
)";

// Segment 4 is lost, too, but counts as in the network.
const std::string TWO_LOSSES_SACK = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-10  | 10    | 10  |
    1    | ack 1 sack 2    | -     | 10    | 10  |
    1    | ack 1 sack 2-3  | -     | 10    | 10  |
    1    | ack 1 sack 5    | r1    | 5     | 7   | enter 1/11
    1    | ack 1 sack 5-6  | -     | 5     | 6   |
    1    | ack 1 sack 5-7  | -     | 5     | 5   |
    1    | ack 1 sack 5-8  | r4    | 5     | 5   |
    1    | ack 1 sack 5-9  | 11    | 5     | 5   |
    1    | ack 1 sack 5-10 | 12    | 5     | 5   |
    2    | ack 4 sack 5-10 | 13-14 | 5     | 5   |
    2    | ack 11          | 15    | 5     | 5   | leave 11/11
    2    | ack 12          | 16    | 5.2   | 5   |
    2    | ack 13          | -     | 5.392 | 4   |
    3    | ack 14          | -     | 5.577 | 3   |
    3    | ack 15          | -     | 5.756 | 2   |
    3    | ack 16          | -     | 5.929 | 1   |
    3    | ack 17          | -     | 6.097 | 0   |
)";

const std::string TWO_LOSSES_NEW_RENO = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-10  | 10    | 10  |
    1    | ack 1 sack 2    | -     | 10    | 10  |
    1    | ack 1 sack 2-3  | -     | 10    | 10  |
    1    | ack 1 sack 5    | r1    | 5     | 7   | enter 1/11
    1    | ack 1 sack 5-6  | -     | 5     | 6   |
    1    | ack 1 sack 5-7  | -     | 5     | 5   |
    1    | ack 1 sack 5-8  | 11    | 5     | 5   |
    1    | ack 1 sack 5-9  | 12    | 5     | 5   |
    1    | ack 1 sack 5-10 | 13    | 5     | 5   |
    2    | ack 4 sack 5-10 | r4 14 | 5     | 5   |
    2    | ack 4 sack 5-11 | 15    | 5     | 5   |
    2    | ack 4 sack 5-12 | 16    | 5     | 5   |
    2    | ack 4 sack 5-13 | -     | 5     | 4   |
    3    | ack 14          | -     | 5     | 3   | leave 14/11
    3    | ack 15          | -     | 5.2   | 2   |
    3    | ack 16          | -     | 5.392 | 1   |
    3    | ack 17          | -     | 5.577 | 0   |
)";

// FACK paper, section 6.1: several window adjustments in one episode.
const std::string TWO_LOSSES_RENO = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-10  | 10    | 10  |
    1    | ack 1 sack 2    | -     | 10    | 10  |
    1    | ack 1 sack 2-3  | -     | 10    | 10  |
    1    | ack 1 sack 5    | r1    | 5     | 7   | enter 1/11
    1    | ack 1 sack 5-6  | -     | 5     | 6   |
    1    | ack 1 sack 5-7  | -     | 5     | 5   |
    1    | ack 1 sack 5-8  | 11    | 5     | 5   |
    1    | ack 1 sack 5-9  | 12    | 5     | 5   |
    1    | ack 1 sack 5-10 | 13    | 5     | 5   |
    2    | ack 4 sack 5-10 | -     | 5     | 10  | leave 4/11
    2    | ack 4 sack 5-11 | -     | 5     | 10  |
    2    | ack 4 sack 5-12 | -     | 5     | 10  |
    2    | ack 4 sack 5-13 | r4    | 2.5   | 7   | enter 4/14
    3    | ack 14          | 14-15 | 2.5   | 2   | leave 14/14
    4    | ack 15          | 16    | 2.9   | 2   |
    4    | ack 16          | -     | 3.244 | 1   |
    5    | ack 17          | -     | 3.552 | 0   |
)";

// Without RepeatedFastRetransmit.
const std::string TWO_LOSSES_RENO_ONCE = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-10  | 10    | 10  |
    1    | ack 1 sack 2    | -     | 10    | 10  |
    1    | ack 1 sack 2-3  | -     | 10    | 10  |
    1    | ack 1 sack 5    | r1    | 5     | 7   | enter 1/11
    1    | ack 1 sack 5-6  | -     | 5     | 6   |
    1    | ack 1 sack 5-7  | -     | 5     | 5   |
    1    | ack 1 sack 5-8  | 11    | 5     | 5   |
    1    | ack 1 sack 5-9  | 12    | 5     | 5   |
    1    | ack 1 sack 5-10 | 13    | 5     | 5   |
    2    | ack 4 sack 5-10 | -     | 5     | 10  | leave 4/11
    2    | ack 4 sack 5-11 | -     | 5     | 10  |
    2    | ack 4 sack 5-12 | -     | 5     | 10  |
    2    | ack 4 sack 5-13 | -     | 5     | 10  |
    12   | timer           | r4    | 1     | 1   | timeout 4
    13   | ack 14          | 14-15 | 2     | 2   |
    14   | ack 15          | 16    | 3     | 2   |
    14   | ack 16          | -     | 3.333 | 1   |
    15   | ack 17          | -     | 3.633 | 0   |
)";

// ------------------------------------------------------------------ three losses in one window

// FACK paper, section 3.1: the first SACK tells already that more than 3 segments are missing.
const std::string THREE_LOSSES_FACK = R"(
    time | event           | sent | cwnd  | retran | awnd | notes
    0    | start           | 1-10 | 10    | 0      | 10   |
    1    | ack 1 sack 4    | r1   | 5     | 1      | 7    | enter 1/11
    1    | ack 1 sack 4-5  | -    | 5     | 1      | 6    |
    1    | ack 1 sack 4-6  | -    | 5     | 1      | 5    |
    1    | ack 1 sack 4-7  | r2   | 5     | 2      | 5    |
    1    | ack 1 sack 4-8  | r3   | 5     | 3      | 5    |
    1    | ack 1 sack 4-9  | 11   | 5     | 3      | 5    |
    1    | ack 1 sack 4-10 | 12   | 5     | 3      | 5    |
    2    | ack 2 sack 4-10 | 13   | 5     | 2      | 5    |
    2    | ack 3 sack 4-10 | 14   | 5     | 1      | 5    |
    2    | ack 11          | 15   | 5     | 0      | 5    | leave 11/11
    2    | ack 12          | 16   | 5.2   | 0      | 5    |
    2    | ack 13          | -    | 5.392 | 0      | 4    |
    3    | ack 14          | -    | 5.577 | 0      | 3    |
    3    | ack 15          | -    | 5.756 | 0      | 2    |
    3    | ack 16          | -    | 5.929 | 0      | 1    |
    3    | ack 17          | -    | 6.097 | 0      | 0    |
)";

const std::string THREE_LOSSES_SACK = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-10  | 10    | 10  |
    1    | ack 1 sack 4    | -     | 10    | 10  |
    1    | ack 1 sack 4-5  | -     | 10    | 10  |
    1    | ack 1 sack 4-6  | r1    | 5     | 7   | enter 1/11
    1    | ack 1 sack 4-7  | -     | 5     | 6   |
    1    | ack 1 sack 4-8  | -     | 5     | 5   |
    1    | ack 1 sack 4-9  | r2    | 5     | 5   |
    1    | ack 1 sack 4-10 | r3    | 5     | 5   |
    2    | ack 2 sack 4-10 | 11-12 | 5     | 5   |
    2    | ack 3 sack 4-10 | 13-14 | 5     | 5   |
    2    | ack 11          | 15    | 5     | 5   | leave 11/11
    3    | ack 12          | 16    | 5.2   | 5   |
    3    | ack 13          | -     | 5.392 | 4   |
    3    | ack 14          | -     | 5.577 | 3   |
    3    | ack 15          | -     | 5.756 | 2   |
    3    | ack 16          | -     | 5.929 | 1   |
    4    | ack 17          | -     | 6.097 | 0   |
)";

// One hole a round trip.
const std::string THREE_LOSSES_NEW_RENO = R"(
    time | event           | sent  | cwnd | out | notes
    0    | start           | 1-10  | 10   | 10  |
    1    | ack 1 sack 4    | -     | 10   | 10  |
    1    | ack 1 sack 4-5  | -     | 10   | 10  |
    1    | ack 1 sack 4-6  | r1    | 5    | 7   | enter 1/11
    1    | ack 1 sack 4-7  | -     | 5    | 6   |
    1    | ack 1 sack 4-8  | -     | 5    | 5   |
    1    | ack 1 sack 4-9  | 11    | 5    | 5   |
    1    | ack 1 sack 4-10 | 12    | 5    | 5   |
    2    | ack 2 sack 4-10 | r2 13 | 5    | 5   |
    2    | ack 2 sack 4-11 | 14    | 5    | 5   |
    2    | ack 2 sack 4-12 | 15    | 5    | 5   |
    3    | ack 3 sack 4-12 | r3 16 | 5    | 5   |
    3    | ack 3 sack 4-13 | -     | 5    | 4   |
    3    | ack 3 sack 4-14 | -     | 5    | 3   |
    3    | ack 3 sack 4-15 | -     | 5    | 2   |
    4    | ack 16          | -     | 5    | 1   | leave 16/11
    4    | ack 17          | -     | 5.2  | 0   |
)";

const std::string THREE_LOSSES_RENO = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-10  | 10    | 10  |
    1    | ack 1 sack 4    | -     | 10    | 10  |
    1    | ack 1 sack 4-5  | -     | 10    | 10  |
    1    | ack 1 sack 4-6  | r1    | 5     | 7   | enter 1/11
    1    | ack 1 sack 4-7  | -     | 5     | 6   |
    1    | ack 1 sack 4-8  | -     | 5     | 5   |
    1    | ack 1 sack 4-9  | 11    | 5     | 5   |
    1    | ack 1 sack 4-10 | 12    | 5     | 5   |
    2    | ack 2 sack 4-10 | -     | 5     | 11  | leave 2/11
    2    | ack 2 sack 4-11 | -     | 5     | 11  |
    2    | ack 2 sack 4-12 | -     | 5     | 11  |
    12   | timer           | r2    | 1     | 1   | timeout 2
    13   | ack 3 sack 4-12 | r3-4  | 2     | 2   |
    14   | ack 13          | 13-15 | 3.333 | 3   |
    14   | ack 13          | -     | 3.333 | 3   |
    15   | ack 14          | 16    | 3.633 | 3   |
    15   | ack 15          | -     | 3.908 | 2   |
    15   | ack 16          | -     | 4.163 | 1   |
    16   | ack 17          | -     | 4.403 | 0   |
)";

// ------------------------------------------------------------------- five losses in one window

const std::string FIVE_LOSSES_FACK = R"(
    time | event             | sent   | cwnd  | retran | awnd | notes
    0    | start             | 1-16   | 16    | 0      | 16   |
    1    | ack 1 sack 2      | -      | 16    | 0      | 16   |
    1    | ack 1 sack 2-3    | -      | 16    | 0      | 16   |
    1    | ack 1 sack 5      | r1     | 8     | 1      | 12   | enter 1/17
    1    | ack 1 sack 5-6    | -      | 8     | 1      | 11   |
    1    | ack 1 sack 8      | -      | 8     | 1      | 9    |
    1    | ack 1 sack 8-9    | -      | 8     | 1      | 8    |
    1    | ack 1 sack 11     | r4 r7  | 8     | 3      | 8    |
    1    | ack 1 sack 11-12  | r10    | 8     | 4      | 8    |
    1    | ack 1 sack 14     | r13 17 | 8     | 5      | 8    |
    1    | ack 1 sack 14-15  | 18     | 8     | 5      | 8    |
    1    | ack 1 sack 14-16  | 19     | 8     | 5      | 8    |
    2    | ack 4 sack 14-16  | 20     | 8     | 4      | 8    |
    2    | ack 7 sack 14-16  | 21     | 8     | 3      | 8    |
    2    | ack 10 sack 14-16 | 22     | 8     | 2      | 8    |
    2    | ack 13 sack 14-16 | 23     | 8     | 1      | 8    |
    2    | ack 17            | 24     | 8     | 0      | 8    | leave 17/17
    2    | ack 18            | -      | 8.125 | 0      | 7    |
    2    | ack 19            | -      | 8.248 | 0      | 6    |
    2    | ack 20            | -      | 8.369 | 0      | 5    |
    3    | ack 21            | -      | 8.488 | 0      | 4    |
    3    | ack 22            | -      | 8.605 | 0      | 3    |
    3    | ack 23            | -      | 8.721 | 0      | 2    |
    3    | ack 24            | -      | 8.835 | 0      | 1    |
    3    | ack 25            | -      | 8.948 | 0      | 0    |
)";

const std::string FIVE_LOSSES_SACK = R"(
    time | event             | sent   | cwnd  | out | notes
    0    | start             | 1-16   | 16    | 16  |
    1    | ack 1 sack 2      | -      | 16    | 16  |
    1    | ack 1 sack 2-3    | -      | 16    | 16  |
    1    | ack 1 sack 5      | r1     | 8     | 13  | enter 1/17
    1    | ack 1 sack 5-6    | -      | 8     | 12  |
    1    | ack 1 sack 8      | -      | 8     | 11  |
    1    | ack 1 sack 8-9    | -      | 8     | 10  |
    1    | ack 1 sack 11     | -      | 8     | 9   |
    1    | ack 1 sack 11-12  | -      | 8     | 8   |
    1    | ack 1 sack 14     | r4     | 8     | 8   |
    1    | ack 1 sack 14-15  | r7     | 8     | 8   |
    1    | ack 1 sack 14-16  | r10    | 8     | 8   |
    2    | ack 4 sack 14-16  | r13 17 | 8     | 8   |
    2    | ack 7 sack 14-16  | 18-19  | 8     | 8   |
    2    | ack 10 sack 14-16 | 20-21  | 8     | 8   |
    2    | ack 13 sack 14-16 | 22-23  | 8     | 8   |
    3    | ack 17            | 24     | 8     | 8   | leave 17/17
    3    | ack 18            | -      | 8.125 | 7   |
    3    | ack 19            | -      | 8.248 | 6   |
    3    | ack 20            | -      | 8.369 | 5   |
    3    | ack 21            | -      | 8.488 | 4   |
    3    | ack 22            | -      | 8.605 | 3   |
    3    | ack 23            | -      | 8.721 | 2   |
    3    | ack 24            | -      | 8.835 | 1   |
    4    | ack 25            | -      | 8.948 | 0   |
)";

const std::string FIVE_LOSSES_NEW_RENO = R"(
    time | event             | sent  | cwnd | out | notes
    0    | start             | 1-16  | 16   | 16  |
    1    | ack 1 sack 2      | -     | 16   | 16  |
    1    | ack 1 sack 2-3    | -     | 16   | 16  |
    1    | ack 1 sack 5      | r1    | 8    | 13  | enter 1/17
    1    | ack 1 sack 5-6    | -     | 8    | 12  |
    1    | ack 1 sack 8      | -     | 8    | 11  |
    1    | ack 1 sack 8-9    | -     | 8    | 10  |
    1    | ack 1 sack 11     | -     | 8    | 9   |
    1    | ack 1 sack 11-12  | -     | 8    | 8   |
    1    | ack 1 sack 14     | 17    | 8    | 8   |
    1    | ack 1 sack 14-15  | 18    | 8    | 8   |
    1    | ack 1 sack 14-16  | 19    | 8    | 8   |
    2    | ack 4 sack 14-16  | r4 20 | 8    | 8   |
    2    | ack 4 sack 14-17  | 21    | 8    | 8   |
    2    | ack 4 sack 14-18  | 22    | 8    | 8   |
    2    | ack 4 sack 14-19  | 23    | 8    | 8   |
    3    | ack 7 sack 14-19  | r7 24 | 8    | 8   |
    3    | ack 7 sack 14-20  | -     | 8    | 7   |
    3    | ack 7 sack 14-21  | -     | 8    | 6   |
    3    | ack 7 sack 14-22  | -     | 8    | 5   |
    3    | ack 7 sack 14-23  | -     | 8    | 4   |
    4    | ack 10 sack 14-23 | r10   | 8    | 3   |
    4    | ack 10 sack 14-24 | -     | 8    | 2   |
    5    | ack 13 sack 14-24 | r13   | 8    | 1   |
    6    | ack 25            | -     | 8    | 0   | leave 25/17
)";

// FACK paper, section 2.2: Reno is unlikely to recover. After the timeout it goes back and sends
// 11 and 14 although they were received.
const std::string FIVE_LOSSES_RENO = R"(
    time | event             | sent   | cwnd  | out | notes
    0    | start             | 1-16   | 16    | 16  |
    1    | ack 1 sack 2      | -      | 16    | 16  |
    1    | ack 1 sack 2-3    | -      | 16    | 16  |
    1    | ack 1 sack 5      | r1     | 8     | 13  | enter 1/17
    1    | ack 1 sack 5-6    | -      | 8     | 12  |
    1    | ack 1 sack 8      | -      | 8     | 11  |
    1    | ack 1 sack 8-9    | -      | 8     | 10  |
    1    | ack 1 sack 11     | -      | 8     | 9   |
    1    | ack 1 sack 11-12  | -      | 8     | 8   |
    1    | ack 1 sack 14     | 17     | 8     | 8   |
    1    | ack 1 sack 14-15  | 18     | 8     | 8   |
    1    | ack 1 sack 14-16  | 19     | 8     | 8   |
    2    | ack 4 sack 14-16  | -      | 8     | 16  | leave 4/17
    2    | ack 4 sack 14-17  | -      | 8     | 16  |
    2    | ack 4 sack 14-18  | -      | 8     | 16  |
    2    | ack 4 sack 14-19  | r4     | 4     | 13  | enter 4/20
    3    | ack 7 sack 14-19  | -      | 4     | 13  | leave 7/20
    13   | timer             | r7     | 1     | 1   | timeout 7
    14   | ack 10 sack 14-19 | r10-11 | 2.5   | 2   |
    15   | ack 13 sack 14-19 | r13-14 | 2.9   | 2   |
    15   | ack 13 sack 14-19 | -      | 2.9   | 2   |
    16   | ack 20            | 20-22  | 3.244 | 3   |
    16   | ack 20            | -      | 3.244 | 3   |
    17   | ack 21            | 23     | 3.552 | 3   |
    17   | ack 22            | 24     | 3.833 | 3   |
    17   | ack 23            | -      | 4.093 | 2   |
    18   | ack 24            | -      | 4.337 | 1   |
    18   | ack 25            | -      | 4.567 | 0   |
)";

// The end of the window is lost: FACK cannot know before 9 is SACKed. It is the same recovery.
const std::string LOSS_AT_THE_END_FACK = R"(
    time | event           | sent    | cwnd  | retran | awnd | notes
    0    | start           | 1-8     | 8     | 0      | 8    |
    1    | ack 1 sack 2    | -       | 8     | 0      | 8    |
    1    | ack 1 sack 2-3  | -       | 8     | 0      | 8    |
    1    | ack 1 sack 2-4  | r1      | 4     | 1      | 5    | enter 1/9
    1    | ack 1 sack 2-5  | -       | 4     | 1      | 4    |
    1    | ack 1 sack 2-6  | 9       | 4     | 1      | 4    |
    2    | ack 7           | 10      | 4     | 0      | 4    |
    2    | ack 7 sack 9    | r7-8 11 | 4     | 2      | 4    |
    3    | ack 7 sack 9-10 | 12      | 4     | 2      | 4    |
    3    | ack 8 sack 9-10 | 13      | 4     | 1      | 4    |
    3    | ack 11          | 14      | 4     | 0      | 4    | leave 11/9
    3    | ack 12          | -       | 4.25  | 0      | 3    |
    4    | ack 13          | -       | 4.485 | 0      | 2    |
    4    | ack 14          | -       | 4.707 | 0      | 1    |
    4    | ack 15          | -       | 4.919 | 0      | 0    |
)";

// ---------------------------------------------------------------------- more than half a window

const std::string SEVEN_OF_TWELVE_FACK = R"(
    time | event           | sent | cwnd  | retran | awnd | notes
    0    | start           | 1-12 | 12    | 0      | 12   |
    1    | ack 1 sack 8    | r1-2 | 6     | 2      | 6    | enter 1/13
    1    | ack 1 sack 8-9  | r3   | 6     | 3      | 6    |
    1    | ack 1 sack 8-10 | r4   | 6     | 4      | 6    |
    1    | ack 1 sack 8-11 | r5   | 6     | 5      | 6    |
    1    | ack 1 sack 8-12 | r6   | 6     | 6      | 6    |
    2    | ack 2 sack 8-12 | r7   | 6     | 6      | 6    |
    2    | ack 3 sack 8-12 | 13   | 6     | 5      | 6    |
    2    | ack 4 sack 8-12 | 14   | 6     | 4      | 6    |
    2    | ack 5 sack 8-12 | 15   | 6     | 3      | 6    |
    2    | ack 6 sack 8-12 | 16   | 6     | 2      | 6    |
    2    | ack 7 sack 8-12 | 17   | 6     | 1      | 6    |
    3    | ack 13          | 18   | 6     | 0      | 6    | leave 13/13
    3    | ack 14          | -    | 6.166 | 0      | 5    |
    3    | ack 15          | -    | 6.328 | 0      | 4    |
    3    | ack 16          | -    | 6.486 | 0      | 3    |
    3    | ack 17          | -    | 6.64  | 0      | 2    |
    3    | ack 18          | -    | 6.79  | 0      | 1    |
    4    | ack 19          | -    | 6.937 | 0      | 0    |
)";

// The paper's Reno+SACK of Fig. 3: several round trips, for what is lost counts as outstanding.
const std::string SEVEN_OF_TWELVE_SACK = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-12  | 12    | 12  |
    1    | ack 1 sack 8    | -     | 12    | 12  |
    1    | ack 1 sack 8-9  | -     | 12    | 12  |
    1    | ack 1 sack 8-10 | r1    | 6     | 9   | enter 1/13
    1    | ack 1 sack 8-11 | -     | 6     | 8   |
    1    | ack 1 sack 8-12 | -     | 6     | 7   |
    2    | ack 2 sack 8-12 | r2    | 6     | 6   |
    3    | ack 3 sack 8-12 | r3-4  | 6     | 6   |
    4    | ack 4 sack 8-12 | r5-6  | 6     | 6   |
    4    | ack 5 sack 8-12 | r7 13 | 6     | 6   |
    5    | ack 6 sack 8-12 | 14-15 | 6     | 6   |
    5    | ack 7 sack 8-12 | 16-17 | 6     | 6   |
    5    | ack 13          | 18    | 6     | 6   | leave 13/13
    5    | ack 14          | -     | 6.166 | 5   |
    6    | ack 15          | -     | 6.328 | 4   |
    6    | ack 16          | -     | 6.486 | 3   |
    6    | ack 17          | -     | 6.64  | 2   |
    6    | ack 18          | -     | 6.79  | 1   |
    6    | ack 19          | -     | 6.937 | 0   |
)";

const std::string SEVEN_OF_TWELVE_NEW_RENO = R"(
    time | event           | sent  | cwnd | out | notes
    0    | start           | 1-12  | 12   | 12  |
    1    | ack 1 sack 8    | -     | 12   | 12  |
    1    | ack 1 sack 8-9  | -     | 12   | 12  |
    1    | ack 1 sack 8-10 | r1    | 6    | 9   | enter 1/13
    1    | ack 1 sack 8-11 | -     | 6    | 8   |
    1    | ack 1 sack 8-12 | -     | 6    | 7   |
    2    | ack 2 sack 8-12 | r2    | 6    | 6   |
    3    | ack 3 sack 8-12 | r3 13 | 6    | 6   |
    4    | ack 4 sack 8-12 | r4 14 | 6    | 6   |
    4    | ack 4 sack 8-13 | 15    | 6    | 6   |
    5    | ack 5 sack 8-13 | r5 16 | 6    | 6   |
    5    | ack 5 sack 8-14 | 17    | 6    | 6   |
    5    | ack 5 sack 8-15 | 18    | 6    | 6   |
    6    | ack 6 sack 8-15 | r6    | 6    | 5   |
    6    | ack 6 sack 8-16 | -     | 6    | 4   |
    6    | ack 6 sack 8-17 | -     | 6    | 3   |
    6    | ack 6 sack 8-18 | -     | 6    | 2   |
    7    | ack 7 sack 8-18 | r7    | 6    | 1   |
    8    | ack 19          | -     | 6    | 0   | leave 19/13
)";

// Partial ACK, silence, timeout, slow start; 8 and 9 are sent for nothing.
const std::string SEVEN_OF_TWELVE_RENO = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-12  | 12    | 12  |
    1    | ack 1 sack 8    | -     | 12    | 12  |
    1    | ack 1 sack 8-9  | -     | 12    | 12  |
    1    | ack 1 sack 8-10 | r1    | 6     | 9   | enter 1/13
    1    | ack 1 sack 8-11 | -     | 6     | 8   |
    1    | ack 1 sack 8-12 | -     | 6     | 7   |
    2    | ack 2 sack 8-12 | -     | 6     | 11  | leave 2/13
    12   | timer           | r2    | 1     | 1   | timeout 2
    13   | ack 3 sack 8-12 | r3-4  | 2     | 2   |
    14   | ack 4 sack 8-12 | r5-6  | 3     | 3   |
    14   | ack 5 sack 8-12 | r7    | 3.333 | 3   |
    15   | ack 6 sack 8-12 | r8    | 3.633 | 3   |
    15   | ack 7 sack 8-12 | r9    | 3.908 | 3   |
    15   | ack 13          | 13-16 | 4.163 | 4   |
    16   | ack 13          | -     | 4.163 | 4   |
    16   | ack 13          | -     | 4.163 | 4   |
    16   | ack 14          | 17    | 4.403 | 4   |
    16   | ack 15          | 18    | 4.63  | 4   |
    16   | ack 16          | -     | 4.845 | 3   |
    16   | ack 17          | -     | 5.051 | 2   |
    17   | ack 18          | -     | 5.248 | 1   |
    17   | ack 19          | -     | 5.438 | 0   |
)";

// FACK paper, section 4.3 and Fig. 6: too few segments arrive for three duplicate ACKs.
const std::string TEN_OF_TWELVE_FACK = R"(
    time | event             | sent | cwnd  | retran | awnd | notes
    0    | start             | 1-12 | 12    | 0      | 12   |
    1    | ack 1 sack 11     | r1-5 | 6     | 5      | 6    | enter 1/13
    1    | ack 1 sack 11-12  | r6   | 6     | 6      | 6    |
    2    | ack 2 sack 11-12  | r7   | 6     | 6      | 6    |
    2    | ack 3 sack 11-12  | r8   | 6     | 6      | 6    |
    2    | ack 4 sack 11-12  | r9   | 6     | 6      | 6    |
    2    | ack 5 sack 11-12  | r10  | 6     | 6      | 6    |
    2    | ack 6 sack 11-12  | 13   | 6     | 5      | 6    |
    2    | ack 7 sack 11-12  | 14   | 6     | 4      | 6    |
    3    | ack 8 sack 11-12  | 15   | 6     | 3      | 6    |
    3    | ack 9 sack 11-12  | 16   | 6     | 2      | 6    |
    3    | ack 10 sack 11-12 | 17   | 6     | 1      | 6    |
    3    | ack 13            | 18   | 6     | 0      | 6    | leave 13/13
    3    | ack 14            | -    | 6.166 | 0      | 5    |
    3    | ack 15            | -    | 6.328 | 0      | 4    |
    4    | ack 16            | -    | 6.486 | 0      | 3    |
    4    | ack 17            | -    | 6.64  | 0      | 2    |
    4    | ack 18            | -    | 6.79  | 0      | 1    |
    4    | ack 19            | -    | 6.937 | 0      | 0    |
)";

// Timeout and slow start. What is SACKed anew is not sent again.
const std::string TEN_OF_TWELVE_SACK = R"(
    time | event             | sent   | cwnd  | out | notes
    0    | start             | 1-12   | 12    | 12  |
    1    | ack 1 sack 11     | -      | 12    | 12  |
    1    | ack 1 sack 11-12  | -      | 12    | 12  |
    10   | timer             | r1     | 1     | 1   | timeout 1
    11   | ack 2 sack 11-12  | r2-3   | 2     | 2   |
    12   | ack 3 sack 11-12  | r4-5   | 3     | 3   |
    12   | ack 4 sack 11-12  | r6-7   | 4     | 4   |
    13   | ack 5 sack 11-12  | r8-9   | 5     | 5   |
    13   | ack 6 sack 11-12  | r10 13 | 6     | 6   |
    13   | ack 7 sack 11-12  | 14     | 6.166 | 6   |
    13   | ack 8 sack 11-12  | 15     | 6.328 | 6   |
    14   | ack 9 sack 11-12  | 16     | 6.486 | 6   |
    14   | ack 10 sack 11-12 | 17     | 6.64  | 6   |
    14   | ack 13            | 18     | 6.79  | 6   |
    14   | ack 14            | -      | 6.937 | 5   |
    14   | ack 15            | -      | 7.081 | 4   |
    14   | ack 16            | -      | 7.222 | 3   |
    15   | ack 17            | -      | 7.36  | 2   |
    15   | ack 18            | -      | 7.495 | 1   |
    15   | ack 19            | -      | 7.628 | 0   |
)";

// --------------------------------------------------------------------- a lost retransmission

// FACK paper, section 3.2: 9, the first segment sent after the retransmission, is SACKed, and 1 is
// not. A timeout is forced, which forgets what is SACKed.
const std::string LOST_AGAIN_TIMEOUT = R"(
    time | event           | sent  | cwnd  | ssthresh | fack | retran | awnd | notes
    0    | start           | 1-8   | 8     | 1        | 1    | 0      | 8    |
    1    | ack 1 sack 2    | -     | 8     | 1        | 1    | 0      | 8    |
    1    | ack 1 sack 2-3  | -     | 8     | 1        | 1    | 0      | 8    |
    1    | ack 1 sack 2-4  | r1    | 4     | 4        | 5    | 1      | 5    | enter 1/9
    1    | ack 1 sack 2-5  | -     | 4     | 4        | 6    | 1      | 4    |
    1    | ack 1 sack 2-6  | 9     | 4     | 4        | 7    | 1      | 4    |
    1    | ack 1 sack 2-7  | 10    | 4     | 4        | 8    | 1      | 4    |
    1    | ack 1 sack 2-8  | 11    | 4     | 4        | 9    | 1      | 4    |
    2    | ack 1 sack 2-9  | r1    | 1     | 2        | 1    | 1      | 1    | lost 1, leave 1/9, timeout 1
    2    | ack 1 sack 2-10 | -     | 1     | 2        | 11   | 1      | 1    |
    2    | ack 1 sack 2-11 | -     | 1     | 2        | 12   | 1      | 1    |
    3    | ack 12          | 12-13 | 2     | 2        | 12   | 0      | 2    |
    4    | ack 13          | 14    | 2.5   | 2        | 13   | 0      | 2    |
    4    | ack 14          | -     | 2.9   | 2        | 14   | 0      | 1    |
    5    | ack 15          | -     | 3.244 | 2        | 15   | 0      | 0    |
)";

// Nothing is sent, though there is room for two, until the timer expires a second after recovery
// began. The ACK of all eleven ends slow start, and what is left of it opens the window further.
const std::string LOST_AGAIN_WAIT = R"(
    time | event           | sent  | cwnd  | ssthresh | fack | retran | awnd | notes
    0    | start           | 1-8   | 8     | 1        | 1    | 0      | 8    |
    1    | ack 1 sack 2    | -     | 8     | 1        | 1    | 0      | 8    |
    1    | ack 1 sack 2-3  | -     | 8     | 1        | 1    | 0      | 8    |
    1    | ack 1 sack 2-4  | r1    | 4     | 4        | 5    | 1      | 5    | enter 1/9
    1    | ack 1 sack 2-5  | -     | 4     | 4        | 6    | 1      | 4    |
    1    | ack 1 sack 2-6  | 9     | 4     | 4        | 7    | 1      | 4    |
    1    | ack 1 sack 2-7  | 10    | 4     | 4        | 8    | 1      | 4    |
    1    | ack 1 sack 2-8  | 11    | 4     | 4        | 9    | 1      | 4    |
    2    | ack 1 sack 2-9  | -     | 4     | 4        | 10   | 0      | 2    | lost 1
    2    | ack 1 sack 2-10 | -     | 4     | 4        | 11   | 0      | 1    |
    2    | ack 1 sack 2-11 | -     | 4     | 4        | 12   | 0      | 0    |
    11   | timer           | r1    | 1     | 2        | 1    | 1      | 1    | leave 1/9, timeout 1
    12   | ack 12          | 12-13 | 2.5   | 2        | 12   | 0      | 2    |
    13   | ack 13          | 14    | 2.9   | 2        | 13   | 0      | 2    |
    13   | ack 14          | -     | 3.244 | 2        | 14   | 0      | 1    |
    14   | ack 15          | -     | 3.552 | 2        | 15   | 0      | 0    |
)";

const std::string LOST_AGAIN_RETRANSMIT = R"(
    time | event           | sent  | cwnd  | ssthresh | fack | retran | awnd | notes
    0    | start           | 1-8   | 8     | 1        | 1    | 0      | 8    |
    1    | ack 1 sack 2    | -     | 8     | 1        | 1    | 0      | 8    |
    1    | ack 1 sack 2-3  | -     | 8     | 1        | 1    | 0      | 8    |
    1    | ack 1 sack 2-4  | r1    | 4     | 4        | 5    | 1      | 5    | enter 1/9
    1    | ack 1 sack 2-5  | -     | 4     | 4        | 6    | 1      | 4    |
    1    | ack 1 sack 2-6  | 9     | 4     | 4        | 7    | 1      | 4    |
    1    | ack 1 sack 2-7  | 10    | 4     | 4        | 8    | 1      | 4    |
    1    | ack 1 sack 2-8  | 11    | 4     | 4        | 9    | 1      | 4    |
    2    | ack 1 sack 2-9  | r1 12 | 4     | 4        | 10   | 1      | 4    | lost 1
    2    | ack 1 sack 2-10 | 13    | 4     | 4        | 11   | 1      | 4    |
    2    | ack 1 sack 2-11 | 14    | 4     | 4        | 12   | 1      | 4    |
    3    | ack 12          | -     | 4     | 4        | 12   | 0      | 3    | leave 12/9
    3    | ack 13          | -     | 4.25  | 4        | 13   | 0      | 2    |
    3    | ack 14          | -     | 4.485 | 4        | 14   | 0      | 1    |
    3    | ack 15          | -     | 4.707 | 4        | 15   | 0      | 0    |
)";

// FACK paper, section 4.3: seven of twelve are lost. Slow start begins as soon as that is known;
// what was SACKed before is forgotten.
const std::string SEVEN_OF_TWELVE_SLOW_START = R"(
    time | event           | sent  | ssthresh | awnd | notes
    0    | start           | 1-12  | 1        | 12   |
    1    | ack 1 sack 8    | -     | 1        | 12   |
    1    | ack 1 sack 8-9  | -     | 1        | 12   |
    1    | ack 1 sack 8-10 | r1    | 3        | 1    | enter 1/13, leave 1/13, timeout 1
    1    | ack 1 sack 8-11 | -     | 3        | 1    |
    1    | ack 1 sack 8-12 | -     | 3        | 1    |
    2    | ack 2 sack 8-12 | r2-3  | 3        | 2    |
    3    | ack 3 sack 8-12 | r4-5  | 3        | 3    |
    3    | ack 4 sack 8-12 | r6    | 3        | 3    |
    4    | ack 5 sack 8-12 | r7    | 3        | 3    |
    4    | ack 6 sack 8-12 | 13    | 3        | 3    |
    4    | ack 7 sack 8-12 | 14    | 3        | 3    |
    5    | ack 13          | -     | 3        | 2    |
    5    | ack 14          | -     | 3        | 1    |
    5    | ack 15          | -     | 3        | 0    |
)";

// Lost for a third time: the second retransmission was sent at snd.nxt = 12.
const std::string LOST_THRICE_RETRANSMIT = R"(
    time | event           | sent  | cwnd | retran | awnd | notes
    0    | start           | 1-8   | 8    | 0      | 8    |
    1    | ack 1 sack 2    | -     | 8    | 0      | 8    |
    1    | ack 1 sack 2-3  | -     | 8    | 0      | 8    |
    1    | ack 1 sack 2-4  | r1    | 4    | 1      | 5    | enter 1/9
    1    | ack 1 sack 2-5  | -     | 4    | 1      | 4    |
    1    | ack 1 sack 2-6  | 9     | 4    | 1      | 4    |
    1    | ack 1 sack 2-7  | 10    | 4    | 1      | 4    |
    1    | ack 1 sack 2-8  | 11    | 4    | 1      | 4    |
    2    | ack 1 sack 2-9  | r1 12 | 4    | 1      | 4    | lost 1
    2    | ack 1 sack 2-10 | 13    | 4    | 1      | 4    |
    2    | ack 1 sack 2-11 | 14    | 4    | 1      | 4    |
    3    | ack 1 sack 2-12 | r1    | 4    | 1      | 3    | lost 1
    3    | ack 1 sack 2-13 | -     | 4    | 1      | 2    |
    3    | ack 1 sack 2-14 | -     | 4    | 1      | 1    |
    4    | ack 15          | -     | 4    | 0      | 0    | leave 15/9
)";

// Both retransmissions are lost.
const std::string TWO_LOST_AGAIN_RETRANSMIT = R"(
    time | event           | sent     | cwnd  | retran | awnd | notes
    0    | start           | 1-10     | 10    | 0      | 10   |
    1    | ack 1 sack 2    | -        | 10    | 0      | 10   |
    1    | ack 1 sack 2-3  | -        | 10    | 0      | 10   |
    1    | ack 1 sack 5    | r1       | 5     | 1      | 6    | enter 1/11
    1    | ack 1 sack 5-6  | -        | 5     | 1      | 5    |
    1    | ack 1 sack 5-7  | r4       | 5     | 2      | 5    |
    1    | ack 1 sack 5-8  | 11       | 5     | 2      | 5    |
    1    | ack 1 sack 5-9  | 12       | 5     | 2      | 5    |
    1    | ack 1 sack 5-10 | 13       | 5     | 2      | 5    |
    2    | ack 1 sack 5-11 | r1 r4 14 | 5     | 2      | 5    | lost 2
    2    | ack 1 sack 5-12 | 15       | 5     | 2      | 5    |
    2    | ack 1 sack 5-13 | 16       | 5     | 2      | 5    |
    3    | ack 4 sack 5-13 | -        | 5     | 1      | 4    |
    3    | ack 14          | -        | 5     | 0      | 3    | leave 14/11
    3    | ack 15          | -        | 5.2   | 0      | 2    |
    3    | ack 16          | -        | 5.392 | 0      | 1    |
    3    | ack 17          | -        | 5.577 | 0      | 0    |
)";

// The retransmission is not lost but late, behind 10: it is taken for lost.
const std::string REPAIR_LATE_TIMEOUT = R"(
    time | event           | sent   | cwnd  | out | notes
    0    | start           | 1-8    | 8     | 8   |
    1    | ack 1 sack 2    | -      | 8     | 8   |
    1    | ack 1 sack 2-3  | -      | 8     | 8   |
    1    | ack 1 sack 2-4  | r1     | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5  | -      | 4     | 4   |
    1    | ack 1 sack 2-6  | 9      | 4     | 4   |
    1    | ack 1 sack 2-7  | 10     | 4     | 4   |
    1    | ack 1 sack 2-8  | 11     | 4     | 4   |
    2    | ack 1 sack 2-9  | r1     | 1     | 1   | lost 1, leave 1/9, timeout 1
    2    | ack 1 sack 2-10 | -      | 1     | 1   |
    2    | ack 11          | r11 12 | 2     | 2   |
    2    | ack 12          | 13     | 2.5   | 2   |
    3    | ack 12          | -      | 2.5   | 2   |
    3    | ack 12          | -      | 2.5   | 2   |
    3    | ack 13          | 14     | 2.9   | 2   |
    3    | ack 14          | -      | 3.244 | 1   |
    4    | ack 15          | -      | 3.552 | 0   |
)";

const std::string REPAIR_LATE_RETRANSMIT = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-8   | 8     | 8   |
    1    | ack 1 sack 2    | -     | 8     | 8   |
    1    | ack 1 sack 2-3  | -     | 8     | 8   |
    1    | ack 1 sack 2-4  | r1    | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5  | -     | 4     | 4   |
    1    | ack 1 sack 2-6  | 9     | 4     | 4   |
    1    | ack 1 sack 2-7  | 10    | 4     | 4   |
    1    | ack 1 sack 2-8  | 11    | 4     | 4   |
    2    | ack 1 sack 2-9  | r1 12 | 4     | 4   | lost 1
    2    | ack 1 sack 2-10 | 13    | 4     | 4   |
    2    | ack 11          | 14    | 4     | 4   | leave 11/9
    2    | ack 12          | -     | 4.25  | 3   |
    3    | ack 12          | -     | 4.25  | 3   |
    3    | ack 13          | -     | 4.485 | 2   |
    3    | ack 14          | -     | 4.707 | 1   |
    3    | ack 15          | -     | 4.919 | 0   |
)";

// The other senders leave it to the timer, which was started when the recovery was.
const std::string LOST_AGAIN_OTHERS = R"(
    time | event           | sent | cwnd | ssthresh | out | notes
    0    | start           | 1-8  | 8    | 1        | 8   |
    1    | ack 1 sack 2    | -    | 8    | 1        | 8   |
    1    | ack 1 sack 2-3  | -    | 8    | 1        | 8   |
    1    | ack 1 sack 2-4  | r1   | 4    | 4        | 5   | enter 1/9
    1    | ack 1 sack 2-5  | -    | 4    | 4        | 4   |
    1    | ack 1 sack 2-6  | 9    | 4    | 4        | 4   |
    1    | ack 1 sack 2-7  | 10   | 4    | 4        | 4   |
    1    | ack 1 sack 2-8  | 11   | 4    | 4        | 4   |
    2    | ack 1 sack 2-9  | 12   | 4    | 4        | 4   |
    2    | ack 1 sack 2-10 | 13   | 4    | 4        | 4   |
    2    | ack 1 sack 2-11 | 14   | 4    | 4        | 4   |
    3    | ack 1 sack 2-12 | -    | 4    | 4        | 3   |
    3    | ack 1 sack 2-13 | -    | 4    | 4        | 2   |
    3    | ack 1 sack 2-14 | -    | 4    | 4        | 1   |
    11   | timer           | r1   | 1    | 2        | 1   | leave 1/9, timeout 1
    12   | ack 15          | -    | 2.5  | 2        | 0   |
)";

// Reno of 1996: the fast retransmit doubled the timer.
const std::string LOST_AGAIN_TIMER_BACKOFF = R"(
    time | event           | sent | cwnd | ssthresh | out | notes
    0    | start           | 1-8  | 8    | 1        | 8   |
    1    | ack 1 sack 2    | -    | 8    | 1        | 8   |
    1    | ack 1 sack 2-3  | -    | 8    | 1        | 8   |
    1    | ack 1 sack 2-4  | r1   | 4    | 4        | 5   | enter 1/9
    1    | ack 1 sack 2-5  | -    | 4    | 4        | 4   |
    1    | ack 1 sack 2-6  | 9    | 4    | 4        | 4   |
    1    | ack 1 sack 2-7  | 10   | 4    | 4        | 4   |
    1    | ack 1 sack 2-8  | 11   | 4    | 4        | 4   |
    2    | ack 1 sack 2-9  | 12   | 4    | 4        | 4   |
    2    | ack 1 sack 2-10 | 13   | 4    | 4        | 4   |
    2    | ack 1 sack 2-11 | 14   | 4    | 4        | 4   |
    3    | ack 1 sack 2-12 | -    | 4    | 4        | 3   |
    3    | ack 1 sack 2-13 | -    | 4    | 4        | 2   |
    3    | ack 1 sack 2-14 | -    | 4    | 4        | 1   |
    21   | timer           | r1   | 1    | 2        | 1   | leave 1/9, timeout 1
    22   | ack 15          | -    | 2.5  | 2        | 0   |
)";

// --------------------------------------------------------------------------------- timeouts

// The retransmission and all that followed it are lost.
const std::string TIMEOUT_IN_RECOVERY = R"(
    time | event          | sent  | cwnd  | ssthresh | out | notes
    0    | start          | 1-8   | 8     | 1        | 8   |
    1    | ack 1 sack 2   | -     | 8     | 1        | 8   |
    1    | ack 1 sack 2-3 | -     | 8     | 1        | 8   |
    1    | ack 1 sack 2-4 | r1    | 4     | 4        | 5   | enter 1/9
    1    | ack 1 sack 2-5 | -     | 4     | 4        | 4   |
    1    | ack 1 sack 2-6 | 9     | 4     | 4        | 4   |
    1    | ack 1 sack 2-7 | 10    | 4     | 4        | 4   |
    1    | ack 1 sack 2-8 | 11    | 4     | 4        | 4   |
    11   | timer          | r1    | 1     | 2        | 1   | leave 1/9, timeout 1
    12   | ack 9          | r9-10 | 2.5   | 2        | 2   |
    13   | ack 10         | r11   | 2.9   | 2        | 2   |
    13   | ack 11         | 12-13 | 3.244 | 2        | 3   |
    14   | ack 12         | 14    | 3.552 | 2        | 3   |
    14   | ack 13         | -     | 3.833 | 2        | 2   |
    14   | ack 14         | -     | 4.093 | 2        | 1   |
    15   | ack 15         | -     | 4.337 | 2        | 0   |
)";

// RFC 5681, section 3.1: ssthresh is held when the timer expires again. RFC 6298, section 5.5: and
// the timer is backed off.
const std::string TIMEOUT_TWICE = R"(
    time | event           | sent | cwnd | ssthresh | out | notes
    0    | start           | 1-16 | 16   | 1        | 16  |
    1    | ack 1 sack 9    | -    | 16   | 1        | 16  |
    1    | ack 1 sack 9-10 | -    | 16   | 1        | 16  |
    1    | ack 1 sack 9-11 | r1   | 8    | 8        | 13  | enter 1/17
    1    | ack 1 sack 9-12 | -    | 8    | 8        | 12  |
    1    | ack 1 sack 9-13 | -    | 8    | 8        | 11  |
    1    | ack 1 sack 9-14 | -    | 8    | 8        | 10  |
    1    | ack 1 sack 9-15 | -    | 8    | 8        | 9   |
    1    | ack 1 sack 9-16 | -    | 8    | 8        | 8   |
    11   | timer           | r1   | 1    | 4        | 1   | leave 1/17, timeout 1
    31   | timer           | r1   | 1    | 4        | 1   | timeout 1
    71   | timer           | r1   | 1    | 4        | 1   | timeout 1
    72   | ack 2 sack 9-16 | r2-3 | 2    | 4        | 2   |
    ...
)";

// The same after a timeout: 17, sent again since, is lost once more, and 24 is SACKed, which was
// sent later. All the timer would have changed is changed, and as it would have kept ssthresh, too,
// so does the forced timeout (RFC 5681, section 3.1).
const std::string LOST_AFTER_TIMEOUT = R"(
    time | event             | sent   | cwnd  | ssthresh | awnd | notes
    0    | start             | 1-16   | 16    | 1        | 16   |
    1    | ack 1 sack 2      | -      | 16    | 1        | 16   |
    1    | ack 1 sack 2-3    | -      | 16    | 1        | 16   |
    1    | ack 1 sack 2-4    | r1     | 8     | 8        | 13   | enter 1/17
    1    | ack 1 sack 2-5    | -      | 8     | 8        | 12   |
    1    | ack 1 sack 2-6    | -      | 8     | 8        | 11   |
    1    | ack 1 sack 2-7    | -      | 8     | 8        | 10   |
    1    | ack 1 sack 2-8    | -      | 8     | 8        | 9    |
    1    | ack 1 sack 2-9    | -      | 8     | 8        | 8    |
    1    | ack 1 sack 2-10   | 17     | 8     | 8        | 8    |
    1    | ack 1 sack 2-11   | 18     | 8     | 8        | 8    |
    1    | ack 1 sack 2-12   | 19     | 8     | 8        | 8    |
    1    | ack 1 sack 2-13   | 20     | 8     | 8        | 8    |
    1    | ack 1 sack 2-14   | 21     | 8     | 8        | 8    |
    1    | ack 1 sack 2-15   | 22     | 8     | 8        | 8    |
    1    | ack 1 sack 2-16   | 23     | 8     | 8        | 8    |
    11   | timer             | r1     | 1     | 4        | 1    | leave 1/17, timeout 1
    12   | ack 17            | r17-18 | 2     | 4        | 2    |
    13   | ack 17 sack 18    | r19    | 2     | 4        | 2    |
    14   | ack 17 sack 18-19 | r20    | 2     | 4        | 2    |
    15   | ack 17 sack 18-20 | r21    | 2     | 4        | 2    |
    16   | ack 17 sack 18-21 | r22    | 2     | 4        | 2    |
    17   | ack 17 sack 18-22 | r23    | 2     | 4        | 2    |
    18   | ack 17 sack 18-23 | 24     | 2     | 4        | 2    |
    19   | ack 17 sack 18-24 | r17    | 1     | 4        | 1    | lost 1, timeout 17
    20   | ack 25            | 25-26  | 2     | 4        | 2    |
    21   | ack 26            | 27-28  | 3     | 4        | 3    |
    21   | ack 27            | 29-30  | 4     | 4        | 4    |
    22   | ack 28            | -      | 4.25  | 4        | 3    |
    22   | ack 29            | -      | 4.485 | 4        | 2    |
    22   | ack 30            | -      | 4.707 | 4        | 1    |
    22   | ack 31            | -      | 4.919 | 4        | 0    |
)";

const std::string LOST_AFTER_TIMEOUT_RETRANSMIT = R"(
    time | event             | sent   | cwnd  | ssthresh | awnd | notes
    0    | start             | 1-16   | 16    | 1        | 16   |
    1    | ack 1 sack 2      | -      | 16    | 1        | 16   |
    1    | ack 1 sack 2-3    | -      | 16    | 1        | 16   |
    1    | ack 1 sack 2-4    | r1     | 8     | 8        | 13   | enter 1/17
    1    | ack 1 sack 2-5    | -      | 8     | 8        | 12   |
    1    | ack 1 sack 2-6    | -      | 8     | 8        | 11   |
    1    | ack 1 sack 2-7    | -      | 8     | 8        | 10   |
    1    | ack 1 sack 2-8    | -      | 8     | 8        | 9    |
    1    | ack 1 sack 2-9    | -      | 8     | 8        | 8    |
    1    | ack 1 sack 2-10   | 17     | 8     | 8        | 8    |
    1    | ack 1 sack 2-11   | 18     | 8     | 8        | 8    |
    1    | ack 1 sack 2-12   | 19     | 8     | 8        | 8    |
    1    | ack 1 sack 2-13   | 20     | 8     | 8        | 8    |
    1    | ack 1 sack 2-14   | 21     | 8     | 8        | 8    |
    1    | ack 1 sack 2-15   | 22     | 8     | 8        | 8    |
    1    | ack 1 sack 2-16   | 23     | 8     | 8        | 8    |
    11   | timer             | r1     | 1     | 4        | 1    | leave 1/17, timeout 1
    12   | ack 17            | r17-18 | 2     | 4        | 2    |
    13   | ack 17 sack 18    | r19    | 2     | 4        | 2    |
    14   | ack 17 sack 18-19 | r20    | 2     | 4        | 2    |
    15   | ack 17 sack 18-20 | r21    | 2     | 4        | 2    |
    16   | ack 17 sack 18-21 | r22    | 2     | 4        | 2    |
    17   | ack 17 sack 18-22 | r23    | 2     | 4        | 2    |
    18   | ack 17 sack 18-23 | 24     | 2     | 4        | 2    |
    19   | ack 17 sack 18-24 | r17 25 | 2     | 4        | 2    | lost 1
    20   | ack 25            | 26-27  | 3     | 4        | 3    |
    20   | ack 26            | 28-29  | 4     | 4        | 4    |
    21   | ack 27            | 30     | 4.25  | 4        | 4    |
    21   | ack 28            | -      | 4.485 | 4        | 3    |
    21   | ack 29            | -      | 4.707 | 4        | 2    |
    21   | ack 30            | -      | 4.919 | 4        | 1    |
    22   | ack 31            | -      | 5.122 | 4        | 0    |
)";

// RFC 6582, section 3.2, step 2: what was sent again for nothing after a timeout (9, 10 and 11)
// makes duplicate ACKs that mean no loss.
const std::string FALSE_FAST_RETRANSMIT_AVOIDED = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-16  | 16    | 16  |
    1    | ack 1 sack 9    | -     | 16    | 16  |
    1    | ack 1 sack 9-10 | -     | 16    | 16  |
    1    | ack 1 sack 9-11 | r1    | 8     | 13  | enter 1/17
    1    | ack 1 sack 9-12 | -     | 8     | 12  |
    1    | ack 1 sack 9-13 | -     | 8     | 11  |
    1    | ack 1 sack 9-14 | -     | 8     | 10  |
    1    | ack 1 sack 9-15 | -     | 8     | 9   |
    1    | ack 1 sack 9-16 | -     | 8     | 8   |
    11   | timer           | r1    | 1     | 1   | leave 1/17, timeout 1
    12   | ack 2 sack 9-16 | r2-3  | 2     | 2   |
    13   | ack 3 sack 9-16 | r4-5  | 3     | 3   |
    13   | ack 4 sack 9-16 | r6-7  | 4     | 4   |
    14   | ack 5 sack 9-16 | r8    | 4.25  | 4   |
    14   | ack 6 sack 9-16 | r9    | 4.485 | 4   |
    14   | ack 7 sack 9-16 | r10   | 4.707 | 4   |
    14   | ack 8 sack 9-16 | r11   | 4.919 | 4   |
    15   | ack 17          | 17-21 | 5.122 | 5   |
    15   | ack 17          | -     | 5.122 | 5   |
    15   | ack 17          | -     | 5.122 | 5   |
    15   | ack 17          | -     | 5.122 | 5   |
    16   | ack 18          | 22    | 5.317 | 5   |
    16   | ack 19          | -     | 5.505 | 4   |
    16   | ack 20          | -     | 5.686 | 3   |
    16   | ack 21          | -     | 5.861 | 2   |
    16   | ack 22          | -     | 6.031 | 1   |
    17   | ack 23          | -     | 6.196 | 0   |
)";

// Reno falls for them.
const std::string FALSE_FAST_RETRANSMIT = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-16  | 16    | 16  |
    1    | ack 1 sack 9    | -     | 16    | 16  |
    1    | ack 1 sack 9-10 | -     | 16    | 16  |
    1    | ack 1 sack 9-11 | r1    | 8     | 13  | enter 1/17
    1    | ack 1 sack 9-12 | -     | 8     | 12  |
    1    | ack 1 sack 9-13 | -     | 8     | 11  |
    1    | ack 1 sack 9-14 | -     | 8     | 10  |
    1    | ack 1 sack 9-15 | -     | 8     | 9   |
    1    | ack 1 sack 9-16 | -     | 8     | 8   |
    11   | timer           | r1    | 1     | 1   | leave 1/17, timeout 1
    12   | ack 2 sack 9-16 | r2-3  | 2     | 2   |
    13   | ack 3 sack 9-16 | r4-5  | 3     | 3   |
    13   | ack 4 sack 9-16 | r6-7  | 4     | 4   |
    14   | ack 5 sack 9-16 | r8    | 4.25  | 4   |
    14   | ack 6 sack 9-16 | r9    | 4.485 | 4   |
    14   | ack 7 sack 9-16 | r10   | 4.707 | 4   |
    14   | ack 8 sack 9-16 | r11   | 4.919 | 4   |
    15   | ack 17          | 17-21 | 5.122 | 5   |
    15   | ack 17          | -     | 5.122 | 5   |
    15   | ack 17          | -     | 5.122 | 5   |
    15   | ack 17          | r17   | 2.5   | 2   | enter 17/22
    16   | ack 18          | -     | 2.5   | 4   | leave 18/22
    16   | ack 19          | -     | 2.9   | 3   |
    16   | ack 20          | 22    | 3.244 | 3   |
    16   | ack 21          | -     | 3.552 | 2   |
    16   | ack 22          | -     | 3.833 | 1   |
    16   | ack 22          | -     | 3.833 | 1   |
    17   | ack 23          | -     | 4.093 | 0   |
)";

// RFC 6582, section 4: the timer is 3.5 round trips, and the first partial ACK comes at 2.
const std::string IMPATIENT = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-12  | 12    | 12  |
    1    | ack 1 sack 7    | -     | 12    | 12  |
    1    | ack 1 sack 7-8  | -     | 12    | 12  |
    1    | ack 1 sack 7-9  | r1    | 6     | 9   | enter 1/13
    1    | ack 1 sack 7-10 | -     | 6     | 8   |
    1    | ack 1 sack 7-11 | -     | 6     | 7   |
    1    | ack 1 sack 7-12 | -     | 6     | 6   |
    2    | ack 2 sack 7-12 | r2 13 | 6     | 6   |
    3    | ack 3 sack 7-12 | r3 14 | 6     | 6   |
    3    | ack 3 sack 7-13 | 15    | 6     | 6   |
    4    | ack 4 sack 7-13 | r4 16 | 6     | 6   |
    4    | ack 4 sack 7-14 | 17    | 6     | 6   |
    4    | ack 4 sack 7-15 | 18    | 6     | 6   |
    5    | ack 5 sack 7-15 | r5    | 6     | 5   |
    5    | ack 5 sack 7-16 | -     | 6     | 4   |
    5    | ack 5 sack 7-17 | -     | 6     | 3   |
    5    | ack 5 sack 7-18 | -     | 6     | 2   |
    5.5  | timer           | r5    | 1     | 1   | leave 5/13, timeout 5
    6    | ack 6 sack 7-18 | r6-7  | 2     | 2   |
    6.5  | ack 6 sack 7-18 | -     | 2     | 2   |
    7    | ack 19          | -     | 3.333 | 0   |
    7    | ack 19          | -     | 3.333 | 0   |
)";

const std::string SLOW_BUT_STEADY = R"(
    time | event           | sent  | cwnd | out | notes
    0    | start           | 1-12  | 12   | 12  |
    1    | ack 1 sack 7    | -     | 12   | 12  |
    1    | ack 1 sack 7-8  | -     | 12   | 12  |
    1    | ack 1 sack 7-9  | r1    | 6    | 9   | enter 1/13
    1    | ack 1 sack 7-10 | -     | 6    | 8   |
    1    | ack 1 sack 7-11 | -     | 6    | 7   |
    1    | ack 1 sack 7-12 | -     | 6    | 6   |
    2    | ack 2 sack 7-12 | r2 13 | 6    | 6   |
    3    | ack 3 sack 7-12 | r3 14 | 6    | 6   |
    3    | ack 3 sack 7-13 | 15    | 6    | 6   |
    4    | ack 4 sack 7-13 | r4 16 | 6    | 6   |
    4    | ack 4 sack 7-14 | 17    | 6    | 6   |
    4    | ack 4 sack 7-15 | 18    | 6    | 6   |
    5    | ack 5 sack 7-15 | r5    | 6    | 5   |
    5    | ack 5 sack 7-16 | -     | 6    | 4   |
    5    | ack 5 sack 7-17 | -     | 6    | 3   |
    5    | ack 5 sack 7-18 | -     | 6    | 2   |
    6    | ack 6 sack 7-18 | r6    | 6    | 1   |
    7    | ack 19          | -     | 6    | 0   | leave 19/13
)";

// --------------------------------------------------------------------------------- lost ACKs

// The second SACK to arrive is the first that tells of more than 3 segments.
const std::string ONE_ACK_LOST_FACK = R"(
    time | event          | sent | cwnd  | awnd | notes
    0    | start          | 1-8  | 8     | 8    |
    1    | ack 1 sack 2-3 | -    | 8     | 8    |
    1    | ack 1 sack 2-4 | r1   | 4     | 5    | enter 1/9
    1    | ack 1 sack 2-5 | -    | 4     | 4    |
    1    | ack 1 sack 2-6 | 9    | 4     | 4    |
    1    | ack 1 sack 2-7 | 10   | 4     | 4    |
    1    | ack 1 sack 2-8 | 11   | 4     | 4    |
    2    | ack 9          | 12   | 4     | 4    | leave 9/9
    2    | ack 10         | 13   | 4.25  | 4    |
    2    | ack 11         | 14   | 4.485 | 4    |
    2    | ack 12         | -    | 4.707 | 3    |
    3    | ack 13         | -    | 4.919 | 2    |
    3    | ack 14         | -    | 5.122 | 1    |
    3    | ack 15         | -    | 5.317 | 0    |
)";

const std::string ONE_ACK_LOST_OTHERS = R"(
    time | event          | sent  | cwnd  | out | notes
    0    | start          | 1-8   | 8     | 8   |
    1    | ack 1 sack 2-3 | -     | 8     | 8   |
    1    | ack 1 sack 2-4 | -     | 8     | 8   |
    1    | ack 1 sack 2-5 | r1    | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-6 | -     | 4     | 4   |
    1    | ack 1 sack 2-7 | 9     | 4     | 4   |
    1    | ack 1 sack 2-8 | 10    | 4     | 4   |
    2    | ack 9          | 11-12 | 4     | 4   | leave 9/9
    2    | ack 10         | 13    | 4.25  | 4   |
    2    | ack 11         | 14    | 4.485 | 4   |
    3    | ack 12         | -     | 4.707 | 3   |
    3    | ack 13         | -     | 4.919 | 2   |
    3    | ack 14         | -     | 5.122 | 1   |
    3    | ack 15         | -     | 5.317 | 0   |
)";

// Two duplicate ACKs arrive in all.
const std::string FIVE_ACKS_LOST_FACK = R"(
    time | event          | sent    | cwnd  | awnd | notes
    0    | start          | 1-8     | 8     | 8    |
    1    | ack 1 sack 2-7 | r1 9-10 | 4     | 4    | enter 1/9
    1    | ack 1 sack 2-8 | 11      | 4     | 4    |
    2    | ack 9          | 12      | 4     | 4    | leave 9/9
    2    | ack 10         | 13      | 4.25  | 4    |
    2    | ack 11         | 14      | 4.485 | 4    |
    2    | ack 12         | -       | 4.707 | 3    |
    3    | ack 13         | -       | 4.919 | 2    |
    3    | ack 14         | -       | 5.122 | 1    |
    3    | ack 15         | -       | 5.317 | 0    |
)";

const std::string FIVE_ACKS_LOST_OTHERS = R"(
    time | event          | sent  | cwnd  | out | notes
    0    | start          | 1-8   | 8     | 8   |
    1    | ack 1 sack 2-7 | -     | 8     | 8   |
    1    | ack 1 sack 2-8 | -     | 8     | 8   |
    10   | timer          | r1    | 1     | 1   | timeout 1
    11   | ack 9          | 9-10  | 2     | 2   |
    12   | ack 10         | 11-12 | 3     | 3   |
    12   | ack 11         | 13-14 | 4     | 4   |
    13   | ack 12         | -     | 4.25  | 3   |
    13   | ack 13         | -     | 4.485 | 2   |
    13   | ack 14         | -     | 4.707 | 1   |
    13   | ack 15         | -     | 4.919 | 0   |
)";

// ACKs lost in recovery, those that 6, 7 and 8 caused: snd.fack makes up for them.
const std::string ACKS_LOST_IN_RECOVERY_FACK = R"(
    time | event           | sent  | cwnd  | awnd | notes
    0    | start           | 1-12  | 12    | 12   |
    1    | ack 1 sack 2    | -     | 12    | 12   |
    1    | ack 1 sack 2-3  | -     | 12    | 12   |
    1    | ack 1 sack 2-4  | r1    | 6     | 9    | enter 1/13
    1    | ack 1 sack 2-5  | -     | 6     | 8    |
    1    | ack 1 sack 2-9  | 13-14 | 6     | 6    |
    1    | ack 1 sack 2-10 | 15    | 6     | 6    |
    1    | ack 1 sack 2-11 | 16    | 6     | 6    |
    1    | ack 1 sack 2-12 | 17    | 6     | 6    |
    2    | ack 13          | 18    | 6     | 6    | leave 13/13
    2    | ack 14          | -     | 6.166 | 5    |
    2    | ack 15          | -     | 6.328 | 4    |
    2    | ack 16          | -     | 6.486 | 3    |
    2    | ack 17          | -     | 6.64  | 2    |
    2    | ack 18          | -     | 6.79  | 1    |
    3    | ack 19          | -     | 6.937 | 0    |
)";

// FACK paper, section 4.3, footnote: who counts ACKs ends with a burst, here of 1 + 3 - 1 segments
// beside the one that the last ACK is good for.
const std::string ACKS_LOST_IN_RECOVERY_OTHERS = R"(
    time | event           | sent  | cwnd  | out | notes
    0    | start           | 1-12  | 12    | 12  |
    1    | ack 1 sack 2    | -     | 12    | 12  |
    1    | ack 1 sack 2-3  | -     | 12    | 12  |
    1    | ack 1 sack 2-4  | r1    | 6     | 9   | enter 1/13
    1    | ack 1 sack 2-5  | -     | 6     | 8   |
    1    | ack 1 sack 2-9  | -     | 6     | 7   |
    1    | ack 1 sack 2-10 | -     | 6     | 6   |
    1    | ack 1 sack 2-11 | 13    | 6     | 6   |
    1    | ack 1 sack 2-12 | 14    | 6     | 6   |
    2    | ack 13          | 15-18 | 6     | 6   | leave 13/13
    2    | ack 14          | -     | 6.166 | 5   |
    2    | ack 15          | -     | 6.328 | 4   |
    3    | ack 16          | -     | 6.486 | 3   |
    3    | ack 17          | -     | 6.64  | 2   |
    3    | ack 18          | -     | 6.79  | 1   |
    3    | ack 19          | -     | 6.937 | 0   |
)";

// The ACK of the repair is lost: the next one ends recovery.
const std::string LAST_ACK_OF_RECOVERY_LOST = R"(
    time | event          | sent  | cwnd  | out | notes
    0    | start          | 1-8   | 8     | 8   |
    1    | ack 1 sack 2   | -     | 8     | 8   |
    1    | ack 1 sack 2-3 | -     | 8     | 8   |
    1    | ack 1 sack 2-4 | r1    | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5 | -     | 4     | 4   |
    1    | ack 1 sack 2-6 | 9     | 4     | 4   |
    1    | ack 1 sack 2-7 | 10    | 4     | 4   |
    1    | ack 1 sack 2-8 | 11    | 4     | 4   |
    2    | ack 10         | 12-13 | 4     | 4   | leave 10/9
    2    | ack 11         | 14    | 4.25  | 4   |
    2    | ack 12         | -     | 4.485 | 3   |
    3    | ack 13         | -     | 4.707 | 2   |
    3    | ack 14         | -     | 4.919 | 1   |
    3    | ack 15         | -     | 5.122 | 0   |
)";

// ------------------------------------------------------------------- reordering, duplication

// Segment 1 arrives after 3: two duplicate ACKs.
const std::string LATE_BY_TWO = R"(
    time | event          | sent | cwnd  | out | notes
    0    | start          | 1-8  | 8     | 8   |
    1    | ack 1 sack 2   | -    | 8     | 8   |
    1    | ack 1 sack 2-3 | -    | 8     | 8   |
    1    | ack 4          | 9-11 | 8.125 | 8   |
    1    | ack 5          | 12   | 8.248 | 8   |
    1    | ack 6          | 13   | 8.369 | 8   |
    1    | ack 7          | 14   | 8.488 | 8   |
    1    | ack 8          | -    | 8.605 | 7   |
    1    | ack 9          | -    | 8.721 | 6   |
    2    | ack 10         | -    | 8.835 | 5   |
    2    | ack 11         | -    | 8.948 | 4   |
    2    | ack 12         | -    | 9.059 | 3   |
    2    | ack 13         | -    | 9.169 | 2   |
    2    | ack 14         | -    | 9.278 | 1   |
    2    | ack 15         | -    | 9.385 | 0   |
)";

// Segment 1 arrives after 5: it was sent again for nothing.
const std::string LATE_BY_FOUR_FACK = R"(
    time | event          | sent | cwnd  | retran | awnd | notes
    0    | start          | 1-8  | 8     | 0      | 8    |
    1    | ack 1 sack 2   | -    | 8     | 0      | 8    |
    1    | ack 1 sack 2-3 | -    | 8     | 0      | 8    |
    1    | ack 1 sack 2-4 | r1   | 4     | 1      | 5    | enter 1/9
    1    | ack 1 sack 2-5 | -    | 4     | 1      | 4    |
    1    | ack 6          | 9    | 4     | 0      | 4    |
    1    | ack 7          | 10   | 4     | 0      | 4    |
    1    | ack 8          | 11   | 4     | 0      | 4    |
    1    | ack 9          | 12   | 4     | 0      | 4    | leave 9/9
    2    | ack 9          | -    | 4     | 0      | 4    |
    2    | ack 10         | 13   | 4.25  | 0      | 4    |
    2    | ack 11         | 14   | 4.485 | 0      | 4    |
    2    | ack 12         | -    | 4.707 | 0      | 3    |
    2    | ack 13         | -    | 4.919 | 0      | 2    |
    3    | ack 14         | -    | 5.122 | 0      | 1    |
    3    | ack 15         | -    | 5.317 | 0      | 0    |
)";

// SACK-Veno paper, section 2.1: a partial ACK counts for two segments.
const std::string LATE_BY_FOUR_SACK = R"(
    time | event          | sent  | cwnd  | out | notes
    0    | start          | 1-8   | 8     | 8   |
    1    | ack 1 sack 2   | -     | 8     | 8   |
    1    | ack 1 sack 2-3 | -     | 8     | 8   |
    1    | ack 1 sack 2-4 | r1    | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5 | -     | 4     | 4   |
    1    | ack 6          | 9-10  | 4     | 4   |
    1    | ack 7          | 11-12 | 4     | 4   |
    1    | ack 8          | 13-14 | 4     | 4   |
    1    | ack 9          | -     | 4     | 6   | leave 9/9
    2    | ack 9          | -     | 4     | 6   |
    2    | ack 10         | -     | 4.25  | 5   |
    2    | ack 11         | -     | 4.485 | 4   |
    2    | ack 12         | -     | 4.707 | 3   |
    2    | ack 13         | -     | 4.919 | 2   |
    2    | ack 14         | -     | 5.122 | 1   |
    2    | ack 15         | -     | 5.317 | 0   |
)";

const std::string LATE_BY_FOUR_RENO = R"(
    time | event          | sent | cwnd  | out | notes
    0    | start          | 1-8  | 8     | 8   |
    1    | ack 1 sack 2   | -    | 8     | 8   |
    1    | ack 1 sack 2-3 | -    | 8     | 8   |
    1    | ack 1 sack 2-4 | r1   | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5 | -    | 4     | 4   |
    1    | ack 6          | 9    | 4     | 4   | leave 6/9
    1    | ack 7          | 10   | 4.25  | 4   |
    1    | ack 8          | 11   | 4.485 | 4   |
    1    | ack 9          | 12   | 4.707 | 4   |
    2    | ack 9          | -    | 4.707 | 4   |
    2    | ack 10         | 13   | 4.919 | 4   |
    2    | ack 11         | 14   | 5.122 | 4   |
    2    | ack 12         | -    | 5.317 | 3   |
    2    | ack 13         | -    | 5.505 | 2   |
    3    | ack 14         | -    | 5.686 | 1   |
    3    | ack 15         | -    | 5.861 | 0   |
)";

// RFC 6582, section 3.2, step 3: each partial ACK sends the next segment again.
const std::string LATE_BY_FOUR_NEW_RENO = R"(
    time | event          | sent  | cwnd  | out | notes
    0    | start          | 1-8   | 8     | 8   |
    1    | ack 1 sack 2   | -     | 8     | 8   |
    1    | ack 1 sack 2-3 | -     | 8     | 8   |
    1    | ack 1 sack 2-4 | r1    | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5 | -     | 4     | 4   |
    1    | ack 6          | r6 9  | 4     | 4   |
    1    | ack 7          | r7 10 | 4     | 4   |
    1    | ack 8          | r8 11 | 4     | 4   |
    1    | ack 9          | 12    | 4     | 4   | leave 9/9
    2    | ack 9          | -     | 4     | 4   |
    2    | ack 9          | -     | 4     | 4   |
    2    | ack 10         | 13    | 4.25  | 4   |
    2    | ack 10         | -     | 4.25  | 4   |
    2    | ack 11         | 14    | 4.485 | 4   |
    2    | ack 11         | -     | 4.485 | 4   |
    2    | ack 12         | -     | 4.707 | 3   |
    2    | ack 13         | -     | 4.919 | 2   |
    3    | ack 14         | -     | 5.122 | 1   |
    3    | ack 15         | -     | 5.317 | 0   |
)";

// The network makes four of segment 2. RFC 6675, section 2: ACKs that SACK nothing new are none.
const std::string FOUR_COPIES_SACK = R"(
    time | event  | sent | cwnd  | out | notes
    0    | start  | 1-8  | 8     | 8   |
    1    | ack 2  | 9    | 8.125 | 8   |
    1    | ack 3  | 10   | 8.248 | 8   |
    1    | ack 3  | -    | 8.248 | 8   |
    1    | ack 3  | -    | 8.248 | 8   |
    1    | ack 3  | -    | 8.248 | 8   |
    1    | ack 4  | -    | 8.369 | 7   |
    1    | ack 5  | -    | 8.488 | 6   |
    1    | ack 6  | -    | 8.605 | 5   |
    1    | ack 7  | -    | 8.721 | 4   |
    1    | ack 8  | -    | 8.835 | 3   |
    1    | ack 9  | -    | 8.948 | 2   |
    2    | ack 10 | -    | 9.059 | 1   |
    2    | ack 11 | -    | 9.169 | 0   |
)";

// RFC 5681, section 3.2: who counts ACKs takes them for a loss.
const std::string FOUR_COPIES_RENO = R"(
    time | event  | sent | cwnd  | out | notes
    0    | start  | 1-8  | 8     | 8   |
    1    | ack 2  | 9    | 8.125 | 8   |
    1    | ack 3  | 10   | 8.248 | 8   |
    1    | ack 3  | -    | 8.248 | 8   |
    1    | ack 3  | -    | 8.248 | 8   |
    1    | ack 3  | r3   | 4     | 5   | enter 3/11
    1    | ack 4  | -    | 4     | 7   | leave 4/11
    1    | ack 5  | -    | 4.25  | 6   |
    1    | ack 6  | -    | 4.485 | 5   |
    1    | ack 7  | -    | 4.707 | 4   |
    1    | ack 8  | -    | 4.919 | 3   |
    1    | ack 9  | -    | 5.122 | 2   |
    2    | ack 10 | -    | 5.317 | 1   |
    2    | ack 11 | -    | 5.505 | 0   |
    2    | ack 11 | -    | 5.505 | 0   |
)";

// Three of segment 2: two duplicate ACKs. RFC 5681, section 3.1: each ACK of new data opens the
// window, whatever came before it.
const std::string THREE_COPIES = R"(
    time | event  | sent | cwnd  | out | notes
    0    | start  | 1-8  | 8     | 8   |
    1    | ack 2  | 9    | 8.125 | 8   |
    1    | ack 3  | 10   | 8.248 | 8   |
    1    | ack 3  | -    | 8.248 | 8   |
    1    | ack 3  | -    | 8.248 | 8   |
    1    | ack 4  | -    | 8.369 | 7   |
    1    | ack 5  | -    | 8.488 | 6   |
    1    | ack 6  | -    | 8.605 | 5   |
    1    | ack 7  | -    | 8.721 | 4   |
    1    | ack 8  | -    | 8.835 | 3   |
    1    | ack 9  | -    | 8.948 | 2   |
    2    | ack 10 | -    | 9.059 | 1   |
    2    | ack 11 | -    | 9.169 | 0   |
)";

// Three of the retransmission.
const std::string THREE_COPIES_OF_THE_REPAIR = R"(
    time | event          | sent | cwnd  | out | notes
    0    | start          | 1-8  | 8     | 8   |
    1    | ack 1 sack 2   | -    | 8     | 8   |
    1    | ack 1 sack 2-3 | -    | 8     | 8   |
    1    | ack 1 sack 2-4 | r1   | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5 | -    | 4     | 4   |
    1    | ack 1 sack 2-6 | 9    | 4     | 4   |
    1    | ack 1 sack 2-7 | 10   | 4     | 4   |
    1    | ack 1 sack 2-8 | 11   | 4     | 4   |
    2    | ack 9          | 12   | 4     | 4   | leave 9/9
    2    | ack 9          | -    | 4     | 4   |
    2    | ack 9          | -    | 4     | 4   |
    2    | ack 10         | 13   | 4.25  | 4   |
    2    | ack 11         | 14   | 4.485 | 4   |
    2    | ack 12         | -    | 4.707 | 3   |
    3    | ack 13         | -    | 4.919 | 2   |
    3    | ack 14         | -    | 5.122 | 1   |
    3    | ack 15         | -    | 5.317 | 0   |
)";

// --------------------------------------------------------------------------------- Rampdown

// FACK paper, section 4.5: 12 segments outstanding at detection, winmult 1/2. One segment for every
// two ACKs, and at the end of the round trip 8 are outstanding, which is ssthresh.
const std::string RAMPDOWN_ONE_LOSS = R"(
    time | event           | sent  | cwnd  | wintrim | awnd | notes
    0    | start           | 1-16  | 16    | 0       | 16   |
    1    | ack 1 sack 2    | -     | 16    | 0       | 16   |
    1    | ack 1 sack 2-3  | -     | 16    | 0       | 16   |
    1    | ack 1 sack 2-4  | r1 17 | 14    | 6       | 14   | enter 1/17
    1    | ack 1 sack 2-5  | -     | 13.5  | 5.5     | 13   |
    1    | ack 1 sack 2-6  | 18    | 13    | 5       | 13   |
    1    | ack 1 sack 2-7  | -     | 12.5  | 4.5     | 12   |
    1    | ack 1 sack 2-8  | 19    | 12    | 4       | 12   |
    1    | ack 1 sack 2-9  | -     | 11.5  | 3.5     | 11   |
    1    | ack 1 sack 2-10 | 20    | 11    | 3       | 11   |
    1    | ack 1 sack 2-11 | -     | 10.5  | 2.5     | 10   |
    1    | ack 1 sack 2-12 | 21    | 10    | 2       | 10   |
    1    | ack 1 sack 2-13 | -     | 9.5   | 1.5     | 9    |
    1    | ack 1 sack 2-14 | 22    | 9     | 1       | 9    |
    1    | ack 1 sack 2-15 | -     | 8.5   | 0.5     | 8    |
    1    | ack 1 sack 2-16 | 23    | 8     | 0       | 8    |
    2    | ack 17          | 24    | 8     | 0       | 8    | leave 17/17
    2    | ack 18          | -     | 8.125 | 0       | 7    |
    2    | ack 19          | -     | 8.248 | 0       | 6    |
    2    | ack 20          | -     | 8.369 | 0       | 5    |
    2    | ack 21          | -     | 8.488 | 0       | 4    |
    2    | ack 22          | -     | 8.605 | 0       | 3    |
    2    | ack 23          | -     | 8.721 | 0       | 2    |
    2    | ack 24          | -     | 8.835 | 0       | 1    |
    3    | ack 25          | -     | 8.948 | 0       | 0    |
)";

// snd.fack passes the holes, and so does wintrim: 11 outstanding at detection.
const std::string RAMPDOWN_THREE_LOSSES = R"(
    time | event           | sent  | cwnd  | wintrim | awnd | notes
    0    | start           | 1-16  | 16    | 0       | 16   |
    1    | ack 1 sack 2    | -     | 16    | 0       | 16   |
    1    | ack 1 sack 2-3  | -     | 16    | 0       | 16   |
    1    | ack 1 sack 5    | r1 r4 | 13.5  | 5.5     | 13   | enter 1/17
    1    | ack 1 sack 5-6  | 17    | 13    | 5       | 13   |
    1    | ack 1 sack 8    | r7    | 12    | 4       | 12   |
    1    | ack 1 sack 8-9  | -     | 11.5  | 3.5     | 11   |
    1    | ack 1 sack 8-10 | 18    | 11    | 3       | 11   |
    1    | ack 1 sack 8-11 | -     | 10.5  | 2.5     | 10   |
    1    | ack 1 sack 8-12 | 19    | 10    | 2       | 10   |
    1    | ack 1 sack 8-13 | -     | 9.5   | 1.5     | 9    |
    1    | ack 1 sack 8-14 | 20    | 9     | 1       | 9    |
    1    | ack 1 sack 8-15 | -     | 8.5   | 0.5     | 8    |
    1    | ack 1 sack 8-16 | 21    | 8     | 0       | 8    |
    2    | ack 4 sack 8-16 | 22    | 8     | 0       | 8    |
    2    | ack 7 sack 8-16 | 23    | 8     | 0       | 8    |
    2    | ack 7 sack 8-17 | 24    | 8     | 0       | 8    |
    2    | ack 18          | 25    | 8     | 0       | 8    | leave 18/17
    2    | ack 19          | -     | 8.125 | 0       | 7    |
    2    | ack 20          | -     | 8.248 | 0       | 6    |
    2    | ack 21          | -     | 8.369 | 0       | 5    |
    2    | ack 22          | -     | 8.488 | 0       | 4    |
    3    | ack 23          | -     | 8.605 | 0       | 3    |
    3    | ack 24          | -     | 8.721 | 0       | 2    |
    3    | ack 25          | -     | 8.835 | 0       | 1    |
    3    | ack 26          | -     | 8.948 | 0       | 0    |
)";

// The loss comes in slow start: ssthresh is a quarter, winmult is 1/4, and one segment is sent for
// every four ACKs.
const std::string RAMPDOWN_OVERDAMPING = R"(
    time | event           | sent | cwnd  | wintrim | awnd | notes
    0    | start           | 1-16 | 16    | 0       | 16   |
    1    | ack 1 sack 2    | -    | 16    | 0       | 16   |
    1    | ack 1 sack 2-3  | -    | 16    | 0       | 16   |
    1    | ack 1 sack 2-4  | r1   | 13    | 9       | 13   | enter 1/17
    1    | ack 1 sack 2-5  | -    | 12.25 | 8.25    | 12   |
    1    | ack 1 sack 2-6  | -    | 11.5  | 7.5     | 11   |
    1    | ack 1 sack 2-7  | -    | 10.75 | 6.75    | 10   |
    1    | ack 1 sack 2-8  | 17   | 10    | 6       | 10   |
    1    | ack 1 sack 2-9  | -    | 9.25  | 5.25    | 9    |
    1    | ack 1 sack 2-10 | -    | 8.5   | 4.5     | 8    |
    1    | ack 1 sack 2-11 | -    | 7.75  | 3.75    | 7    |
    1    | ack 1 sack 2-12 | 18   | 7     | 3       | 7    |
    1    | ack 1 sack 2-13 | -    | 6.25  | 2.25    | 6    |
    1    | ack 1 sack 2-14 | -    | 5.5   | 1.5     | 5    |
    1    | ack 1 sack 2-15 | -    | 4.75  | 0.75    | 4    |
    1    | ack 1 sack 2-16 | 19   | 4     | 0       | 4    |
    2    | ack 17          | 20   | 4     | 0       | 4    | leave 17/17
    2    | ack 18          | -    | 4.25  | 0       | 3    |
    2    | ack 19          | -    | 4.485 | 0       | 2    |
    2    | ack 20          | -    | 4.707 | 0       | 1    |
    3    | ack 21          | -    | 4.919 | 0       | 0    |
)";

// --------------------------------------------------------------------------------------- ECN

// RFC 3168, section 6.1.2: one reduction for a window of data, and CWR on the first new segment
// after it. All of the old window is echoed, up to the ACK of segment 12.
const std::string MARK = R"(
    time | event      | sent | cwnd  | out | notes
    0    | start      | 1-12 | 12    | 12  |
    1    | ack 2 ece  | -    | 5.5   | 11  |
    1    | ack 3 ece  | -    | 5.5   | 10  |
    1    | ack 4 ece  | -    | 5.5   | 9   |
    1    | ack 5 ece  | -    | 5.5   | 8   |
    1    | ack 6 ece  | -    | 5.5   | 7   |
    1    | ack 7 ece  | -    | 5.5   | 6   |
    1    | ack 8 ece  | -    | 5.5   | 5   |
    1    | ack 9 ece  | 13   | 5.5   | 5   | cwr 13
    1    | ack 10 ece | 14   | 5.5   | 5   |
    1    | ack 11 ece | 15   | 5.5   | 5   |
    1    | ack 12 ece | 16   | 5.5   | 5   |
    1    | ack 13 ece | 17   | 5.681 | 5   |
    2    | ack 14     | 18   | 5.857 | 5   |
    2    | ack 15     | -    | 6.027 | 4   |
    2    | ack 16     | -    | 6.192 | 3   |
    2    | ack 17     | -    | 6.353 | 2   |
    2    | ack 18     | -    | 6.51  | 1   |
    3    | ack 19     | -    | 6.663 | 0   |
)";

// Segment 1 is marked and 5 is lost: the loss is repaired, the window is reduced already.
const std::string MARK_AND_LOSS = R"(
    time | event               | sent | cwnd  | out | notes
    0    | start               | 1-12 | 12    | 12  |
    1    | ack 2 ece           | -    | 5.5   | 11  |
    1    | ack 3 ece           | -    | 5.5   | 10  |
    1    | ack 4 ece           | -    | 5.5   | 9   |
    1    | ack 5 ece           | -    | 5.5   | 8   |
    1    | ack 5 sack 6 ece    | -    | 5.5   | 8   |
    1    | ack 5 sack 6-7 ece  | -    | 5.5   | 8   |
    1    | ack 5 sack 6-8 ece  | r5   | 5.5   | 5   | enter 5/13
    1    | ack 5 sack 6-9 ece  | 13   | 5.5   | 5   | cwr 13
    1    | ack 5 sack 6-10 ece | 14   | 5.5   | 5   |
    1    | ack 5 sack 6-11 ece | 15   | 5.5   | 5   |
    1    | ack 5 sack 6-12 ece | 16   | 5.5   | 5   |
    2    | ack 13 ece          | 17   | 5.5   | 5   | leave 13/13
    2    | ack 14              | 18   | 5.681 | 5   |
    2    | ack 15              | -    | 5.857 | 4   |
    2    | ack 16              | -    | 6.027 | 3   |
    2    | ack 17              | -    | 6.192 | 2   |
    3    | ack 18              | -    | 6.353 | 1   |
    3    | ack 19              | -    | 6.51  | 0   |
)";

// Segment 1 is lost and 8 is marked, of the same window. CWR tells of any reduction.
const std::string LOSS_AND_MARK = R"(
    time | event              | sent | cwnd  | out | notes
    0    | start              | 1-8  | 8     | 8   |
    1    | ack 1 sack 2       | -    | 8     | 8   |
    1    | ack 1 sack 2-3     | -    | 8     | 8   |
    1    | ack 1 sack 2-4     | r1   | 4     | 5   | enter 1/9
    1    | ack 1 sack 2-5     | -    | 4     | 4   |
    1    | ack 1 sack 2-6     | 9    | 4     | 4   | cwr 9
    1    | ack 1 sack 2-7     | 10   | 4     | 4   |
    1    | ack 1 sack 2-8 ece | 11   | 4     | 4   |
    2    | ack 9 ece          | 12   | 4     | 4   | leave 9/9
    2    | ack 10             | 13   | 4.25  | 4   |
    2    | ack 11             | 14   | 4.485 | 4   |
    2    | ack 12             | -    | 4.707 | 3   |
    3    | ack 13             | -    | 4.919 | 2   |
    3    | ack 14             | -    | 5.122 | 1   |
    3    | ack 15             | -    | 5.317 | 0   |
)";

// ------------------------------------------------------------------------------------- tests

const std::vector<std::string> ALL_FOUR{"Reno", "NewReno", "Sack", "Fack"};
const std::vector<std::string> COUNTING{"Reno", "NewReno"};
const std::vector<std::string> NOT_FACK{"Reno", "NewReno", "Sack"};
const std::vector<std::string> WITH_SACK{"Sack", "Fack"};

/// A wrap inside the sixth segment.
constexpr uint32_t BEFORE_WRAP = 0U - 5500;

/// @param connection parameters @param sender a LossRecovery @return them, with its usual control
Connection
With(Connection connection, const std::string& sender)
{
    connection.sender = sender;
    connection.control = (sender == "Fack") ? "ns3::TcpFack" : "ns3::TcpNewReno";
    return connection;
}

/// @param table a table @return the same without SACK blocks
std::string
WithoutSack(const std::string& table)
{
    return std::regex_replace(table, std::regex(" sack [0-9]+(-[0-9]+)?"), "");
}

/// @param connection parameters @return a line that names them
std::string
Describe(const Connection& connection)
{
    return connection.sender + (connection.ourPeer ? ", our peer" : ", stock peer") +
           ", first sequence number " + std::to_string(connection.firstSequence);
}

/// @param window initial window, segments @param segments how many to send @return parameters
Connection
Send(uint32_t window, uint32_t segments)
{
    Connection connection;
    connection.window = window;
    connection.segments = segments;
    return connection;
}

/// One table, for some senders, to both kinds of peers, without and with a wrap.
class TableTestCase : public TestCase
{
  public:
    TableTestCase(const std::string& name,
                  const std::vector<std::string>& senders,
                  const Connection& connection,
                  const Path& path,
                  const std::string& table,
                  uint32_t unnecessary = 0)
        : TestCase(name),
          m_senders(senders),
          m_connection(connection),
          m_path(path),
          m_table(table),
          m_unnecessary(unnecessary)
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& sender : m_senders)
        {
            for (const bool ourPeer : {true, false})
            {
                for (const uint32_t firstSequence : {1U, BEFORE_WRAP})
                {
                    if (m_connection.ecn && firstSequence == BEFORE_WRAP)
                    {
                        // ns-3's receivers ignore a first mark beyond 2^31.
                        continue;
                    }
                    auto connection = With(m_connection, sender);
                    connection.ourPeer = ourPeer;
                    connection.firstSequence = firstSequence;
                    Check(connection);
                }
            }
        }
    }

    void Check(const Connection& connection)
    {
        Timeline timeline(connection, m_path);
        timeline.Run();
        const auto what = Describe(connection);
        NS_TEST_EXPECT_MSG_EQ(m_table.Compare(timeline.GetRows()), "", what);
        NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.GetUnnecessary(), m_unnecessary, what);
    }

    std::vector<std::string> m_senders;
    Connection m_connection;
    Path m_path;
    TimelineTable m_table;
    uint32_t m_unnecessary;
};

/// FACK paper, section 2.4: whichever segment is lost, all senders send the same at the same time.
class SingleLossTestCase : public TestCase
{
  public:
    SingleLossTestCase(const std::string& control, bool limitedTransmit)
        : TestCase("Any single loss, " + control + (limitedTransmit ? ", limited transmit" : "")),
          m_control(control),
          m_limitedTransmit(limitedTransmit)
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t window : {8, 9})
        {
            auto connection = Send(window, 30);
            connection.control = m_control;
            connection.limitedTransmit = m_limitedTransmit;
            for (uint64_t segment = 1; segment <= connection.segments; ++segment)
            {
                Check(connection, segment);
            }
        }
    }

    void Check(Connection connection, uint64_t segment)
    {
        std::vector<Sent> first;
        for (const auto& sender : ALL_FOUR)
        {
            connection.sender = sender;
            Timeline timeline(connection, Path().Lose({segment}));
            timeline.Run();
            const auto sent = timeline.GetSent();
            first = first.empty() ? sent : first;
            const auto what =
                Describe(connection) + ", " + std::to_string(segment) + " is lost\n" +
                TimelineTable("time | event | sent | cwnd | out | notes").Print(timeline.GetRows());
            NS_TEST_EXPECT_MSG_EQ((sent == first), true, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetUnnecessary(), 0, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetTransmissions(segment), 2, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
        }
    }

    std::string m_control;
    bool m_limitedTransmit;
};

/// The same random numbers everywhere (Park and Miller).
class Draw
{
  public:
    /// @param limit above 0 @return a number below it
    uint32_t operator()(uint32_t limit)
    {
        m_state = m_state * 48271 % 2147483647;
        return m_state % limit;
    }

  private:
    uint64_t m_state{1}; //!< of the generator
};

/// Patterns of losses in one window, and what has to hold for each of them.
class PatternTestCase : public TestCase
{
  public:
    /// What else is lost.
    enum class Also
    {
        NOTHING,
        ACKS,
        RETRANSMISSIONS,
    };

    PatternTestCase(const std::string& name, const std::string& sender, uint32_t losses, Also also)
        : TestCase("Patterns of losses, " + name),
          m_sender(sender),
          m_losses(losses),
          m_also(also)
    {
    }

  private:
    static constexpr uint32_t WINDOW = 32;
    static constexpr uint32_t SEGMENTS = 100;
    static constexpr uint32_t PATTERNS = 60;

    void DoRun() override
    {
        for (uint32_t pattern = 0; pattern < PATTERNS; ++pattern)
        {
            // The last three segments of the window arrive.
            std::set<uint64_t> lost;
            for (uint32_t count = 1 + m_draw(m_losses); count > 0; --count)
            {
                lost.insert(1 + m_draw(WINDOW - 3));
            }
            std::vector<uint64_t> lostAgain;
            for (const auto segment : lost)
            {
                if (m_also == Also::RETRANSMISSIONS && m_draw(3) == 0)
                {
                    lostAgain.push_back(segment);
                }
            }
            // The last ACK of the window and that of the connection arrive.
            std::vector<uint64_t> lostAcks;
            for (uint64_t segment = 1; m_also == Also::ACKS && segment < SEGMENTS; ++segment)
            {
                if (m_draw(4) == 0 && segment != WINDOW)
                {
                    lostAcks.push_back(segment);
                }
            }
            Check(Path().Lose({lost.begin(), lost.end()}).Lose(lostAgain, 2).LoseAcks(lostAcks),
                  lostAgain.size());
        }
    }

    void Check(const Path& path, uint32_t lostAgain)
    {
        auto connection = With(Send(WINDOW, SEGMENTS), m_sender);
        // NewReno takes a round trip for each loss.
        connection.minRtoMs = 10000;
        connection.attributes["LostRetransmission"] = "Retransmit";
        Timeline timeline(connection, path);
        timeline.Run();
        const auto what = Describe(connection) + "\n" +
                          TimelineTable("time | event | sent | cwnd | out | awnd | notes")
                              .Print(timeline.GetRows());
        NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
        NS_TEST_EXPECT_MSG_EQ((timeline.CountNotes("lost") > 0), (lostAgain > 0), what);
        CheckRepair(timeline, path, what);
        CheckReduction(timeline, what);
        if (m_sender == "Fack")
        {
            CheckConservation(timeline, what);
        }
    }

    /// What is lost is sent again as often as it is lost, and nothing else is.
    void CheckRepair(const Timeline& timeline, const Path& path, const std::string& what)
    {
        for (uint64_t segment = 1; segment <= SEGMENTS; ++segment)
        {
            const uint32_t losses =
                path.GetFate({segment, 1}).lost + path.GetFate({segment, 2}).lost;
            NS_TEST_EXPECT_MSG_EQ(timeline.GetTransmissions(segment),
                                  1 + losses,
                                  "segment " << segment << ", " << what);
        }
        NS_TEST_EXPECT_MSG_EQ(timeline.GetUnnecessary(), 0, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("timeout"), 0, what);
    }

    /// Exactly one window reduction in the episode, to half the window.
    void CheckReduction(const Timeline& timeline, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("enter"), 1, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("leave"), 1, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.GetCuts(), 1, what);
        NS_TEST_EXPECT_MSG_EQ(timeline.GetReductions().size(), 1, what);
    }

    /// Once awnd has come down to the window, it stays within one MSS of it, and as long as there
    /// is something to send the window is used.
    void CheckConservation(const Timeline& timeline, const std::string& what)
    {
        bool drained = false;
        bool entered = false;
        for (const auto& sample : timeline.GetAwnd())
        {
            entered = entered || sample.inRecovery;
            drained = drained || (entered && sample.awnd <= sample.cwnd);
            if (drained)
            {
                NS_TEST_EXPECT_MSG_EQ((sample.awnd <= sample.cwnd + MSS), true, what);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(drained, true, what);

        uint64_t sent = 0;
        drained = false;
        for (const auto& row : timeline.GetRows())
        {
            drained = drained || (row.state.retran > 0 && row.state.awnd <= row.state.cwnd);
            sent += row.sent.size();
            if (drained && timeline.GetSent().size() > sent)
            {
                NS_TEST_EXPECT_MSG_EQ((row.state.awnd + MSS > row.state.cwnd), true, what);
            }
        }
    }

    std::string m_sender;
    uint32_t m_losses;
    Also m_also;
    Draw m_draw;
};

/// All that can happen on a path, at random: everything arrives, and recoveries end.
class ChaosTestCase : public TestCase
{
  public:
    explicit ChaosTestCase(const std::string& sender)
        : TestCase("Chaos, " + sender),
          m_sender(sender)
    {
    }

  private:
    static constexpr uint32_t PATHS = 150;
    static constexpr uint32_t SEGMENTS = 60;

    void DoRun() override
    {
        for (uint32_t i = 0; i < PATHS; ++i)
        {
            auto connection = With(Send(1 + m_draw(30), SEGMENTS), m_sender);
            connection.limitedTransmit = m_draw(2) == 0;
            connection.slowStart = m_draw(2) == 0;
            connection.ourPeer = m_draw(2) == 0;
            connection.sack = m_draw(4) != 0;
            connection.minRtoMs = 350;
            connection.firstSequence = 0U - m_draw(2 * SEGMENTS * MSS);
            connection.recovery =
                m_draw(2) == 0 ? "ns3::TcpClassicRecovery" : "ns3::TcpRampdownRecovery";
            connection.attributes["LostRetransmission"] = m_draw(2) == 0 ? "Timeout" : "Retransmit";
            Timeline timeline(connection, MakePath());
            timeline.Run();
            const auto what = Describe(connection) + "\n" +
                              TimelineTable("time | event | sent | cwnd | out | awnd | notes")
                                  .Print(timeline.GetRows());
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.CountNotes("enter"), timeline.CountNotes("leave"), what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetRows().back().state.out, 0, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetRows().back().state.awnd, 0, what);
            NS_TEST_EXPECT_MSG_EQ(timeline.GetRows().back().state.wintrim, 0, what);
        }
    }

    Path MakePath()
    {
        Path path;
        const uint32_t rarity = 2 + m_draw(12);
        for (uint64_t segment = 1; segment <= SEGMENTS; ++segment)
        {
            for (uint32_t transmission = 1; transmission <= 2; ++transmission)
            {
                switch (m_draw(4 * rarity))
                {
                case 0:
                case 1:
                    path.Lose({segment}, transmission);
                    break;
                case 2:
                    path.LoseAcks({segment}, transmission);
                    break;
                case 3:
                    path.Delay(segment, 1 + m_draw(8), transmission);
                    break;
                case 4:
                    path.Duplicate(segment, 1 + m_draw(5), transmission);
                    break;
                }
            }
        }
        return path;
    }

    std::string m_sender;
    Draw m_draw;
};

/// The sequence numbers wrap at every place of a connection, within segments and between them.
class WrapTestCase : public TestCase
{
  public:
    WrapTestCase(const std::string& name,
                 const Connection& connection,
                 const Path& path,
                 const std::string& table)
        : TestCase(name),
          m_connection(connection),
          m_path(path),
          m_table(table)
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t before = 0; before <= m_connection.segments * MSS + 1; before += MSS / 2)
        {
            m_connection.firstSequence = 0U - before;
            Timeline timeline(m_connection, m_path);
            timeline.Run();
            const auto what = Describe(m_connection);
            NS_TEST_EXPECT_MSG_EQ(m_table.Compare(timeline.GetRows()), "", what);
            NS_TEST_EXPECT_MSG_EQ(timeline.IsDelivered(), true, what);
        }
    }

    Connection m_connection;
    Path m_path;
    TimelineTable m_table;
};

class TcpScoreboardSocketTestSuite : public TestSuite
{
  public:
    TcpScoreboardSocketTestSuite()
        : TestSuite("tcp-scoreboard-socket", Type::UNIT)
    {
        AddLosses();
        AddHeavyLosses();
        AddLostRetransmissions();
        AddTimeouts();
        AddLostAcks();
        AddDisorder();
        AddRampdown();
        AddEcn();
        AddInvariants();
    }

  private:
    void Add(const std::string& name,
             const std::vector<std::string>& senders,
             const Connection& connection,
             const Path& path,
             const std::string& table,
             uint32_t unnecessary = 0)
    {
        AddTestCase(new TableTestCase(name, senders, connection, path, table, unnecessary));
    }

    void AddLosses()
    {
        const auto one = Path().Lose({1});
        auto limited = Send(8, 14);
        limited.limitedTransmit = true;
        Add("One loss, all senders", ALL_FOUR, Send(8, 14), one, ONE_LOSS);
        Add("One loss, awnd", WITH_SACK, Send(8, 14), one, ONE_LOSS_FACK);
        Add("One loss, limited transmit", ALL_FOUR, limited, one, ONE_LOSS_LIMITED_TRANSMIT);

        auto small = Send(4, 8);
        small.segmentSize = 4 * MSS;
        small.oneByOne = true;
        Add("Small segments, Fack", {"Fack"}, small, one, SMALL_SEGMENTS_FACK);

        const auto next = Path().Lose({1, 9});
        Add("Two episodes", {"Reno", "Sack", "Fack"}, Send(8, 14), next, TWO_EPISODES);
        Add("Two episodes, NewReno", {"NewReno"}, Send(8, 14), next, TWO_EPISODES_NEW_RENO);

        const auto two = Path().Lose({1, 4});
        auto once = Send(10, 16);
        once.attributes["RepeatedFastRetransmit"] = "false";
        Add("Two losses, Fack", {"Fack"}, Send(10, 16), two, TWO_LOSSES_FACK);
        Add("Two losses, Sack", {"Sack"}, Send(10, 16), two, TWO_LOSSES_SACK);
        Add("Two losses, NewReno", {"NewReno"}, Send(10, 16), two, TWO_LOSSES_NEW_RENO);
        Add("Two losses, Reno", {"Reno"}, Send(10, 16), two, TWO_LOSSES_RENO);
        Add("Two losses, Reno, no repetition", {"Reno"}, once, two, TWO_LOSSES_RENO_ONCE);

        const auto three = Path().Lose({1, 2, 3});
        Add("Three losses, Fack", {"Fack"}, Send(10, 16), three, THREE_LOSSES_FACK);
        Add("Three losses, Sack", {"Sack"}, Send(10, 16), three, THREE_LOSSES_SACK);
        Add("Three losses, NewReno", {"NewReno"}, Send(10, 16), three, THREE_LOSSES_NEW_RENO);

        Add("Three losses, Reno", {"Reno"}, Send(10, 16), three, THREE_LOSSES_RENO, 1);
        auto noSack = Send(10, 16);
        noSack.sack = false;
        Add("No SACK, NewReno serves",
            {"NewReno", "Sack", "Fack"},
            noSack,
            three,
            WithoutSack(THREE_LOSSES_NEW_RENO));
        Add("No SACK, Reno", {"Reno"}, noSack, three, WithoutSack(THREE_LOSSES_RENO), 1);

        const auto end = Path().Lose({1, 7, 8});
        Add("Loss at the end of the window", {"Fack"}, Send(8, 14), end, LOSS_AT_THE_END_FACK);
    }

    void AddHeavyLosses()
    {
        const auto five = Path().Lose({1, 4, 7, 10, 13});
        Add("Five losses, Fack", {"Fack"}, Send(16, 24), five, FIVE_LOSSES_FACK);
        Add("Five losses, Sack", {"Sack"}, Send(16, 24), five, FIVE_LOSSES_SACK);
        Add("Five losses, NewReno", {"NewReno"}, Send(16, 24), five, FIVE_LOSSES_NEW_RENO);
        Add("Five losses, Reno", {"Reno"}, Send(16, 24), five, FIVE_LOSSES_RENO, 2);

        const auto seven = Path().Lose({1, 2, 3, 4, 5, 6, 7});
        Add("Seven of twelve, Fack", {"Fack"}, Send(12, 18), seven, SEVEN_OF_TWELVE_FACK);
        Add("Seven of twelve, Sack", {"Sack"}, Send(12, 18), seven, SEVEN_OF_TWELVE_SACK);
        Add("Seven of twelve, NewReno", {"NewReno"}, Send(12, 18), seven, SEVEN_OF_TWELVE_NEW_RENO);
        Add("Seven of twelve, Reno", {"Reno"}, Send(12, 18), seven, SEVEN_OF_TWELVE_RENO, 2);

        const auto ten = Path().Lose({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        Add("Ten of twelve, Fack", {"Fack"}, Send(12, 18), ten, TEN_OF_TWELVE_FACK);
        Add("Ten of twelve, Sack", {"Sack"}, Send(12, 18), ten, TEN_OF_TWELVE_SACK);
    }

    void AddLostRetransmissions()
    {
        auto retransmit = Send(8, 14);
        retransmit.attributes["LostRetransmission"] = "Retransmit";
        auto wait = Send(8, 14);
        wait.attributes["LostRetransmission"] = "Wait";
        auto slowStart = Send(12, 14);
        slowStart.attributes["HalfWindowLost"] = "SlowStart";
        auto retransmitTwo = Send(10, 16);
        retransmitTwo.attributes = retransmit.attributes;
        auto backoff = Send(8, 14);
        backoff.attributes["TimerBackoff"] = "true";
        const auto again = Path().Lose({1}).Lose({1}, 2);
        const auto thrice = Path(again).Lose({1}, 3);
        const auto two = Path().Lose({1, 4}).Lose({1, 4}, 2);

        Add("Lost again, Fack, timeout", {"Fack"}, Send(8, 14), again, LOST_AGAIN_TIMEOUT);
        Add("Lost again, Fack, wait", {"Fack"}, wait, again, LOST_AGAIN_WAIT);
        Add("Lost again, Fack, retransmit", {"Fack"}, retransmit, again, LOST_AGAIN_RETRANSMIT);
        Add("Seven of twelve, Sack, slow start",
            {"Sack"},
            slowStart,
            Path().Lose({1, 2, 3, 4, 5, 6, 7}),
            SEVEN_OF_TWELVE_SLOW_START);
        Add("Lost thrice, Fack, retransmit", {"Fack"}, retransmit, thrice, LOST_THRICE_RETRANSMIT);
        Add("Two lost again, Fack", {"Fack"}, retransmitTwo, two, TWO_LOST_AGAIN_RETRANSMIT);

        const auto late = Path().Lose({1}).Delay(1, 3, 2);
        Add("Repair late, timeout", {"Fack"}, Send(8, 14), late, REPAIR_LATE_TIMEOUT, 2);
        Add("Repair late, retransmit", {"Fack"}, retransmit, late, REPAIR_LATE_RETRANSMIT, 1);
        Add("Lost again, others", NOT_FACK, Send(8, 14), again, LOST_AGAIN_OTHERS);
        Add("Lost again, timer backed off", {"Reno"}, backoff, again, LOST_AGAIN_TIMER_BACKOFF);
    }

    void AddTimeouts()
    {
        const auto all = Path().Lose({1, 9, 10, 11}).Lose({1}, 2);
        Add("Timeout in recovery", ALL_FOUR, Send(8, 14), all, TIMEOUT_IN_RECOVERY);

        const auto half = Path().Lose({1, 2, 3, 4, 5, 6, 7, 8}).Lose({1}, 2);
        const auto often = Path(half).Lose({1}, 3).Lose({1}, 4);
        auto once = Send(16, 22);
        once.attributes["RepeatedFastRetransmit"] = "false";
        Add("Timeouts in a row, Sack", {"Sack"}, Send(16, 22), often, TIMEOUT_TWICE);
        Add("Timeouts in a row, others", COUNTING, once, often, TIMEOUT_TWICE, 3);
        Add("No false fast retransmit, NewReno",
            {"NewReno"},
            Send(16, 22),
            half,
            FALSE_FAST_RETRANSMIT_AVOIDED,
            3);
        Add("No false fast retransmit, Reno",
            {"Reno"},
            once,
            half,
            FALSE_FAST_RETRANSMIT_AVOIDED,
            3);
        Add("False fast retransmit, Reno", {"Reno"}, Send(16, 22), half, FALSE_FAST_RETRANSMIT, 4);

        const auto later = Path().Lose({1, 17, 18, 19, 20, 21, 22, 23}).Lose({1, 17}, 2);
        auto retransmit = Send(16, 30);
        retransmit.attributes["LostRetransmission"] = "Retransmit";
        Add("Lost after a timeout, timeout", {"Fack"}, Send(16, 30), later, LOST_AFTER_TIMEOUT);
        Add("Lost after a timeout, retransmit",
            {"Fack"},
            retransmit,
            later,
            LOST_AFTER_TIMEOUT_RETRANSMIT);

        const auto six = Path().Lose({1, 2, 3, 4, 5, 6});
        auto impatient = Send(12, 18);
        impatient.minRtoMs = 350;
        auto steady = impatient;
        steady.attributes["SlowButSteady"] = "true";
        Add("NewReno, impatient", {"NewReno"}, impatient, six, IMPATIENT, 2);
        Add("NewReno, slow but steady", {"NewReno"}, steady, six, SLOW_BUT_STEADY);
    }

    void AddLostAcks()
    {
        const auto one = Path().Lose({1}).LoseAcks({2});
        const auto five = Path().Lose({1}).LoseAcks({2, 3, 4, 5, 6});
        const auto later = Path().Lose({1}).LoseAcks({6, 7, 8});
        const auto last = Path().Lose({1}).LoseAcks({1}, 2);
        Add("One ACK lost, Fack", {"Fack"}, Send(8, 14), one, ONE_ACK_LOST_FACK);
        Add("One ACK lost, others", NOT_FACK, Send(8, 14), one, ONE_ACK_LOST_OTHERS);
        Add("Five ACKs lost, Fack", {"Fack"}, Send(8, 14), five, FIVE_ACKS_LOST_FACK);
        Add("Five ACKs lost, others", NOT_FACK, Send(8, 14), five, FIVE_ACKS_LOST_OTHERS);
        Add("ACKs lost in recovery, Fack",
            {"Fack"},
            Send(12, 18),
            later,
            ACKS_LOST_IN_RECOVERY_FACK);
        Add("ACKs lost in recovery, others",
            NOT_FACK,
            Send(12, 18),
            later,
            ACKS_LOST_IN_RECOVERY_OTHERS);
        Add("Last ACK of recovery lost", ALL_FOUR, Send(8, 14), last, LAST_ACK_OF_RECOVERY_LOST);
    }

    void AddDisorder()
    {
        const auto few = Path().Delay(1, 2);
        const auto many = Path().Delay(1, 4);
        Add("Late by two segments", ALL_FOUR, Send(8, 14), few, LATE_BY_TWO);
        Add("Late by four segments, Fack", {"Fack"}, Send(8, 14), many, LATE_BY_FOUR_FACK, 1);
        Add("Late by four segments, Sack", {"Sack"}, Send(8, 14), many, LATE_BY_FOUR_SACK, 1);
        Add("Late by four segments, Reno", {"Reno"}, Send(8, 14), many, LATE_BY_FOUR_RENO, 1);
        Add("Late by four segments, NewReno",
            {"NewReno"},
            Send(8, 14),
            many,
            LATE_BY_FOUR_NEW_RENO,
            4);

        const auto four = Path().Duplicate(2, 3);
        const auto three = Path().Duplicate(2, 2);
        const auto repair = Path().Lose({1}).Duplicate(1, 2, 2);
        Add("Four copies, SACK", WITH_SACK, Send(8, 10), four, FOUR_COPIES_SACK);
        Add("Four copies, Reno", {"Reno"}, Send(8, 10), four, FOUR_COPIES_RENO, 1);
        Add("Three copies", ALL_FOUR, Send(8, 10), three, THREE_COPIES);
        Add("Three copies of the repair",
            ALL_FOUR,
            Send(8, 14),
            repair,
            THREE_COPIES_OF_THE_REPAIR);
    }

    void AddRampdown()
    {
        auto rampdown = Send(16, 24);
        rampdown.recovery = "ns3::TcpRampdownRecovery";
        auto more = rampdown;
        more.segments = 25;
        auto overdamping = rampdown;
        overdamping.segments = 20;
        overdamping.slowStart = true;
        overdamping.overdamping = true;
        Add("Rampdown, one loss", {"Fack"}, rampdown, Path().Lose({1}), RAMPDOWN_ONE_LOSS);
        Add("Rampdown, three losses",
            {"Fack"},
            more,
            Path().Lose({1, 4, 7}),
            RAMPDOWN_THREE_LOSSES);
        Add("Rampdown after Overdamping",
            {"Fack"},
            overdamping,
            Path().Lose({1}),
            RAMPDOWN_OVERDAMPING);
    }

    void AddEcn()
    {
        auto ecn = Send(12, 18);
        ecn.ecn = true;
        auto shorter = Send(8, 14);
        shorter.ecn = true;
        const auto markAndLoss = Path().Mark({1}).Lose({5});
        const auto lossAndMark = Path().Lose({1}).Mark({8});
        Add("ECN, one mark", ALL_FOUR, ecn, Path().Mark({1}), MARK);
        Add("ECN, mark and loss", ALL_FOUR, ecn, markAndLoss, MARK_AND_LOSS);
        Add("ECN, loss and mark", ALL_FOUR, shorter, lossAndMark, LOSS_AND_MARK);
    }

    void AddInvariants()
    {
        AddTestCase(new SingleLossTestCase("ns3::TcpNewReno", false));
        AddTestCase(new SingleLossTestCase("ns3::TcpFack", true));
        using Also = PatternTestCase::Also;
        AddTestCase(new PatternTestCase("Fack", "Fack", 16, Also::NOTHING));
        AddTestCase(new PatternTestCase("Fack and ACKs", "Fack", 16, Also::ACKS));
        AddTestCase(new PatternTestCase("Fack again", "Fack", 8, Also::RETRANSMISSIONS));
        AddTestCase(new PatternTestCase("Sack", "Sack", 16, Also::NOTHING));
        AddTestCase(new PatternTestCase("NewReno", "NewReno", 5, Also::NOTHING));

        for (const auto& sender : ALL_FOUR)
        {
            AddTestCase(new ChaosTestCase(sender));
        }

        const auto five = Path().Lose({1, 4, 7, 10, 13});
        const auto again = Path().Lose({1}).Lose({1}, 2);
        auto retransmit = Send(8, 14);
        retransmit.attributes["LostRetransmission"] = "Retransmit";
        AddTestCase(new WrapTestCase("Wrap, Fack", Send(16, 24), five, FIVE_LOSSES_FACK));
        AddTestCase(
            new WrapTestCase("Wrap, Sack", With(Send(16, 24), "Sack"), five, FIVE_LOSSES_SACK));
        AddTestCase(
            new WrapTestCase("Wrap, Reno", With(Send(16, 24), "Reno"), five, FIVE_LOSSES_RENO));
        AddTestCase(new WrapTestCase("Wrap, timeout", Send(8, 14), again, LOST_AGAIN_TIMEOUT));
        AddTestCase(new WrapTestCase("Wrap, lost again", retransmit, again, LOST_AGAIN_RETRANSMIT));
    }
};

TcpScoreboardSocketTestSuite g_tcpScoreboardSocketTestSuite; //!< registers itself

} // namespace
