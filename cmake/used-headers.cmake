# SPDX-License-Identifier: GPL-2.0-only
#
# Sets TCP_LOSSY_USED_HEADERS to the headers of ns-3 that the module's files include, and makes sure
# that the chosen ns-3 has them. A missing one would silently be taken from another ns-3 in the
# system's include folder, and mixed releases crash in ways that are hard to explain. Those of its module
# mpi are read only where it was built with it, and so are those of csma and wifi in further-links.cc.

set(TCP_LOSSY_USED_HEADERS)
foreach(source IN LISTS TCP_LOSSY_FILES)
  # Python's archive of sources has those of the library alone.
  if(SKBUILD AND NOT EXISTS ${source})
    continue()
  endif()
  file(STRINGS ${source} includes REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]ns3/")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*[<\"](ns3/[^>\"]+)[>\"].*" "\\1" header ${include})
    if(EXISTS ${TcpLossyNs3_INCLUDE_DIR}/${header})
      list(APPEND TCP_LOSSY_USED_HEADERS ${header})
    elseif(
      NOT EXISTS ${TCP_LOSSY_INCLUDE_DIR}/${header}
      AND NOT header MATCHES "^ns3/mpi-"
      AND NOT source MATCHES "/further-links\\.cc$"
    )
      message(
        FATAL_ERROR
          "${source} includes ${header}, which is neither in sources.txt nor in ns-3 "
          "${TcpLossyNs3_RELEASE}'s folder ${TcpLossyNs3_INCLUDE_DIR}."
      )
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES TCP_LOSSY_USED_HEADERS)
