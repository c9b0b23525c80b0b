# SPDX-License-Identifier: GPL-2.0-only
#
# What Doxygen reads of a header: each class in the group of its folder (classes.dox has the groups), and a parameter that a body
# does not use by its name, which is in a comment.
BEGIN {
    path = ARGV[1]
    group = "tcp-lossy-inner"
    if (path ~ /helper\/(tcp-variant|tcp-buffer|tcp-scoreboard)/) { group = "tcp-lossy-presets" }
    else if (path ~ /helper\/.*(recorder|trace-series|socket-lookup)/) { group = "tcp-lossy-recorders" }
    else if (path ~ /helper\//) { group = "tcp-lossy-topologies" }
    else if (path ~ /model\/(congestion|buffers)\//) { group = "tcp-lossy-controls" }
    else if (path ~ /model\/recovery\/|model\/protocol\/[a-z0-9]*-recovery\.h/) { group = "tcp-lossy-recoveries" }
    else if (path ~ /model\/path\//) { group = "tcp-lossy-path" }
    else if (path ~ /model\/options\/|compressed-sack/) { group = "tcp-lossy-options" }
    else if (path ~ /model\/socket\/tcp-scoreboard|model\/stock\/tcp-/) { group = "tcp-lossy-sockets" }
}
path !~ /\.dox$/ { sub(/@ingroup tcp-lossy$/, "@ingroup " group) }
{
    while (match($0, / \/[*] [A-Za-z]+ [*]\//)) {
        $0 = substr($0, 1, RSTART) substr($0, RSTART + 4, RLENGTH - 7) substr($0, RSTART + RLENGTH)
    }
    print
}
