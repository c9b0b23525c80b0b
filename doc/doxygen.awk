# SPDX-License-Identifier: GPL-2.0-only
#
# What Doxygen reads of a header: each class in a group by its file (classes.dox has the groups), and a parameter that a body
# does not use by its name, which is in a comment.
BEGIN {
    path = ARGV[1]
    group = "tcp-lossy-inner"
    if (path ~ /helper\/(tcp-variant|tcp-buffer|tcp-scoreboard)/) { group = "tcp-lossy-presets" }
    else if (path ~ /helper\/.*(record|trace-series|socket-lookup)/) { group = "tcp-lossy-recorders" }
    else if (path ~ /helper\//) { group = "tcp-lossy-topologies" }
    else if (path ~ /model\/(path|link)\//) { group = "tcp-lossy-path" }
    else if (path ~ /tcp-option-|compressed-sack/) { group = "tcp-lossy-options" }
    else if (path ~ /-controls?\.h|(cubic|veno)-law\.h/) { group = "tcp-lossy-controls" }
    else if (path ~ /-recovery\.h|-laws\.h/) { group = "tcp-lossy-recoveries" }
    else if (path ~ /tcp-buffer-model/) { group = "tcp-lossy-presets" }
    else if (path ~ /\/tcp-(scoreboard|stock-fast)/) { group = "tcp-lossy-sockets" }
}
path !~ /\.dox$/ { sub(/@ingroup tcp-lossy$/, "@ingroup " group) }
{
    while (match($0, / \/[*] [A-Za-z]+ [*]\//)) {
        $0 = substr($0, 1, RSTART) substr($0, RSTART + 4, RLENGTH - 7) substr($0, RSTART + RLENGTH)
    }
    print
}
