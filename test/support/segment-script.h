/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEGMENT_SCRIPT_H
#define SEGMENT_SCRIPT_H

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/**
 * A language for what one TCP and its peer send, in the spirit of packetdrill: the peer and the
 * application are scripted, the socket under test has to do what the script says, and nothing else.
 *
 * A line is empty, a setting, or an event. `#` begins a comment.
 *
 * Settings stand before the first event:
 * @verbatim
   socket scoreboard        TcpScoreboardSocket; "stock": ns-3's own; or "stock-fast":
                            TcpStockFastSocket
   control ns3::TcpNewReno  congestion control
   recovery ns3::TcpClassicRecovery
   set NAME VALUE           attribute of the socket, or of its TcpSocketState
   option? NAME VALUE       the same, if the socket has such an attribute
   family ipv6
   everywhere               holds for IPv4 and IPv6 and, on our socket, for each LossRecovery
   mtu 1500                 of the socket's interface; without, 65535 octets
   isn 1000000              first sequence number of the peer (its SYN)
   include FILE             lines of another file of the folder
   @endverbatim
 * Anywhere:
 * @verbatim
   tolerance 0.001          how far from the stated moment a segment may be sent, seconds
   repeat 10 ... end        the lines between, ten times
   @endverbatim
 * An event is a moment and what happens. The moment is in seconds, either absolute or `+d`: after
 * the event before. `+1..1.5` is a span, for segments of the socket only.
 * @verbatim
   +0.1 < [ce] . 1:1001(1000) ack 1 win 32000 <sack 2001:3001>   the peer sends
   +0   > . 1:1(0) ack 1001                                      the socket sends
   +0   send 1000           the application writes 1000 octets; "send 1000 = -1": and is refused
   +0   recv 1000           reads 1000 octets; "recv 1000 = 10": and gets 10
   +0   connect | listen | close | shutdown send | shutdown recv
   +0   set NAME VALUE      attribute of the socket in mid-connection
   +0   replace control ns3::TcpCubic   from now on; or "replace recovery ns3::..."
   +0   check state ESTABLISHED readable 1000 cwnd 2000..4000
   +5   quiet               until now nothing has happened
   +5   whatever            what the socket sent until now is not compared
   @endverbatim
 * What `check` knows: `state` as ns-3 names it; `readable` and `room`, octets that the application
 * can read and write; `connects`, `refusals`, `accepts`, `closes` (normal ones), `errors` (error
 * closes), `arrivals` (of data), `offers` (of room): what the application was told, and how often;
 * `sent`, octets that it was told were sent for the first time; `cwnd`, `inflated` (the window with
 * what recovery adds), `ssthresh`, `flight`, `delivered` (by the last ACK), `offered` (to the
 peer),
 * octets; `limited` and `free`: 1 if the window limits what is sent, or does not; `rto`,
 * `last-rtt`, `min-rtt`, milliseconds; `next`, `highest`, sequence numbers: what ns-3's traces
 * NextTxSequence and HighestSequence show; `rx-sequence` and `rx-ack`, what HighestRxSequence and
 * HighestRxAck show; `timeouts`, `recoveries` (begun), `recovered` (ended):
 * what traces told, those of a listening socket for the accepted one; `resent`, what the trace
 * Retransmission told (not compared where ns-3 has none); `lost-again`, octets that the trace
 * LostRetransmission told; `refused`, SACK blocks that made no sense; `unread`, segments that were
 * not read, or whose data were not; `told`, what a congestion control of recording-control.h was
 * told since the check before: words with commas between them, or `nothing`.
 *
 * Every segment of the socket has to be in the script, in this order and at this time.
 *
 * Flags are those of packetdrill: `S`YN, `F`IN, `R`ST, `.` for ACK, `E`CE, C`W`R, `P`USH (which
 * the socket may set where it is not stated), `-` for none; `R` without `.` is a RST of the socket
 * with or without ACK. Sequence numbers are relative to the SYN of their direction, may be
 * negative, and are taken modulo 2^32. For the socket's segments `*` stands for any SEQ, ACK, or
 * window (also when it is left out). Before the flags may stand ECN's codepoint of the IP header:
 * `[ect0]`, `[ect1]`, `[ce]`, `[noecn]`.
 *
 * Options: `mss N`, `wscale N`, `sackOK`, `TS val N ecr N`, `sack A:B C:D`; of the peer's segments
 * `raw 05 0a ...`, octets as they are, and `ecr *` for the latest value that the socket sent. Of
 * the socket's segments either number of TS may be `*`, and `no-mss`, `no-wscale`, `no-sackOK`,
 * `no-TS` say that an option must not be there. Options that are not named are not compared, but
 * for `sack`: without it there must be no SACK block, unless `...` is among the options.
 */
namespace segmentscript
{

/// Flags of the TCP header.
enum Flag : uint8_t
{
    FIN = 1,
    SYN = 2,
    RST = 4,
    PSH = 8,
    ACK = 16,
    URG = 32,
    ECE = 64,
    CWR = 128,
};

/// How flags are written, the lowest bit first.
constexpr const char* FLAG_LETTERS = "FSRP.UEW";

/// How ECN's codepoints are written, by their value.
constexpr const char* ECN_NAMES[] = {"noecn", "ect1", "ect0", "ce"};

/// Sequence numbers of a SACK block, relative.
using Block = std::pair<int64_t, int64_t>;

/// The timestamp option.
struct Timestamp
{
    std::optional<uint32_t> value; //!< nothing is any
    std::optional<uint32_t> echo;  //!< nothing is any, of the peer the latest
};

/// Options of a segment, or what is asked of them.
struct Options
{
    bool open{false};                   //!< SACK blocks may be there
    std::optional<uint16_t> mss;        //!< maximum segment size
    std::optional<uint8_t> windowScale; //!< shift
    bool sackPermitted{false};          //!< SACK permitted
    std::optional<Timestamp> timestamp; //!< TS
    std::vector<Block> sack;            //!< blocks
    std::vector<uint8_t> raw;           //!< octets as they are
    std::set<std::string> absent;       //!< names of those that must not be there
};

/// A segment that was sent, or what is asked of one: what is not stated is not compared.
struct Segment
{
    uint8_t flags{0};               //!< as in the header
    std::optional<int64_t> seq;     //!< relative
    uint32_t length{0};             //!< octets of data
    std::optional<int64_t> ack;     //!< relative
    std::optional<uint32_t> window; //!< the field, not scaled
    std::optional<uint8_t> ecn;     //!< codepoint of the IP header
    Options options;                //!< those known
};

/// What an event is.
enum class Kind
{
    PEER,   //!< the peer sends
    SOCKET, //!< the socket sends
    CALL,   //!< the application calls
    CHECK,  //!< state is compared
    QUIET,  //!< nothing has happened
    SKIP,   //!< what has happened is not compared
};

/// A condition: a name, and what its value has to be.
struct Condition
{
    std::string name;  //!< which value
    std::string least; //!< the value, or the smallest one
    std::string most;  //!< the same, or the largest one
};

/// A line that says when and what.
struct Event
{
    std::string where;                 //!< line, for messages
    std::string text;                  //!< as it is written
    bool relative{true};               //!< after the event before
    int64_t time{0};                   //!< ns
    int64_t span{0};                   //!< ns, until when
    int64_t tolerance{0};              //!< ns
    Kind kind{Kind::QUIET};            //!< what
    Segment segment;                   //!< of PEER and SOCKET
    std::vector<std::string> call;     //!< of CALL: name and arguments
    std::optional<int64_t> result;     //!< of CALL: what it returns, if stated
    std::vector<Condition> conditions; //!< of CHECK
};

/// A name and a value.
using Setting = std::pair<std::string, std::string>;

/// Whose socket is under test.
enum class SocketKind
{
    SCOREBOARD, //!< TcpScoreboardSocket
    STOCK,      //!< ns-3's own
    STOCK_FAST, //!< TcpStockFastSocket
};

/// What a text says.
struct Script
{
    SocketKind socket{SocketKind::SCOREBOARD};       //!< under test
    bool ipv6{false};                                //!< family
    bool everywhere{false};                          //!< for both, and for each LossRecovery
    std::string control{"ns3::TcpNewReno"};          //!< congestion control
    std::string recovery{"ns3::TcpClassicRecovery"}; //!< recovery law
    uint32_t isn{1000000};                           //!< the peer's
    uint16_t mtu{UINT16_MAX};                        //!< of the socket's interface
    std::vector<Setting> attributes;                 //!< to be set
    std::vector<Setting> optional;                   //!< to be set where they exist
    std::vector<Event> events;                       //!< in order
};

/// A text that cannot be understood; the message begins with the line.
class ScriptError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/// Finds the text of an included file. May throw ScriptError.
using Reader = std::function<std::string(const std::string& name)>;

/**
 * Read a script.
 * @param text it
 * @param reader finds what it includes
 * @throw ScriptError
 */
Script ParseScript(const std::string& text, const Reader& reader = nullptr);

/**
 * Compare what the socket sent with what is asked.
 * @return nothing if it is right, else what differs first
 */
std::string Compare(const Segment& expected, const Segment& sent);

/// A segment in the notation of scripts.
std::ostream& operator<<(std::ostream& os, const Segment& segment);

} // namespace segmentscript

#endif /* SEGMENT_SCRIPT_H */
