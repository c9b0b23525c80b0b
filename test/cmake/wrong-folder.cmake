# SPDX-License-Identifier: GPL-2.0-only
#
# What ns-3's build says of a checkout whose folder has another name. cmake -P test/cmake/wrong-folder.cmake

# As up to ns-3.37's: all arguments as one list, with a colour before it and the end of the colour behind it.
string(ASCII 27 Escape)
function(message type)
  _message(${type} "${Escape}[1;31m${ARGN}${Escape}[0m")
endfunction()

set(TCP_LOSSY_ROOT ${CMAKE_CURRENT_LIST_DIR}/../..)
set(CMAKE_CURRENT_SOURCE_DIR "/ns-3/contrib/my module")
include(${TCP_LOSSY_ROOT}/cmake/in-tree.cmake)
