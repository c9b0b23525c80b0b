# SPDX-License-Identifier: GPL-2.0-only
#
# What releases.csv says of an ns-3.

set(TCP_LOSSY_OLDEST_NS3 3.35)
set(TCP_LOSSY_RELEASES_FILE ${CMAKE_CURRENT_LIST_DIR}/../releases.csv)

# Refuses an ns-3 that is too old, and says so if nobody has tried the module with it.
function(tcp_lossy_check_release release)
  if(release MATCHES "^3\\.[0-9.]+$" AND release VERSION_LESS TCP_LOSSY_OLDEST_NS3)
    message(FATAL_ERROR "tcp-lossy needs ns-3 ${TCP_LOSSY_OLDEST_NS3} or later; this is ${release}")
  endif()
  file(STRINGS ${TCP_LOSSY_RELEASES_FILE} rows REGEX "^3")
  foreach(row IN LISTS rows)
    if(row MATCHES "^${release},")
      return()
    endif()
  endforeach()
  message(STATUS "tcp-lossy was not tried with ns-3 ${release}: see releases.csv")
endfunction()
