# SPDX-License-Identifier: GPL-2.0-only
#
# Finds an installed ns-3: a distribution's package, an unpacked wheel, or an installed or built
# tree. None of the CMake packages that come with these can be loaded on another machine than the
# one that made them, so this looks at the files themselves.
#
# In:  NS3_ROOT (CMake or environment variable): the only folder to look in; without it
#      CMAKE_PREFIX_PATH and the system's folders are searched.
#      TcpLossyNs3_DEFAULT_ROOT: searched first when NS3_ROOT is not given.
# Out: TcpLossyNs3_FOUND, TcpLossyNs3_NOT_FOUND_MESSAGE, TcpLossyNs3_ROOT,
#      TcpLossyNs3_INCLUDE_DIR, TcpLossyNs3_RELEASE ("3.37"; "unknown" if no file name tells it)
#      and the target TcpLossyNs3::ns3. Where ns-3 has its module wifi, TcpLossyNs3_WIFI_FOUND is true
#      and there is the target TcpLossyNs3::wifi.

set(TcpLossyNs3_MODULES
    core
    stats
    network
    bridge
    traffic-control
    internet
    point-to-point
    applications
)

# Linked beside them where all of these are. What they need themselves the linker finds.
set(TcpLossyNs3_WIFI_MODULES wifi mobility propagation)

# Debian's file names bear no release, but what they link to ends in ".so.37".
function(tcp_lossy_ns3_release core_library result)
  get_filename_component(name ${core_library} NAME)
  get_filename_component(target ${core_library} REALPATH)
  if(name MATCHES "^[^-]*ns(3\\.[0-9.]*[0-9])-core")
    set(release ${CMAKE_MATCH_1})
  elseif(name MATCHES "^[^-]*ns(3-dev)-core")
    set(release ${CMAKE_MATCH_1})
  elseif(target MATCHES "\\.so\\.([0-9]+)$")
    set(release 3.${CMAKE_MATCH_1})
  else()
    set(release unknown)
  endif()
  set(${result} ${release} PARENT_SCOPE)
endfunction()

# The library of each module, all of one release and one build profile, or nothing.
function(tcp_lossy_ns3_libraries root result)
  set(end ${CMAKE_SHARED_LIBRARY_SUFFIX})
  set(start ${CMAKE_SHARED_LIBRARY_PREFIX}ns3)
  set(core_libraries)
  foreach(folder lib lib64 lib/${CMAKE_LIBRARY_ARCHITECTURE})
    file(GLOB found ${root}/${folder}/${start}*-core*${end})
    list(APPEND core_libraries ${found})
  endforeach()
  # Of several releases the newest.
  list(SORT core_libraries COMPARE NATURAL ORDER DESCENDING)

  foreach(core_library IN LISTS core_libraries)
    set(complete TRUE)
    set(libraries)
    foreach(module IN LISTS TcpLossyNs3_MODULES)
      string(REGEX REPLACE "-core([^/]*)${end}$" "-${module}\\1${end}" library ${core_library})
      list(APPEND libraries ${library})
      if(NOT EXISTS ${library})
        set(complete FALSE)
      endif()
    endforeach()
    if(complete)
      set(${result} ${libraries} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${result} "" PARENT_SCOPE)
endfunction()

# ns-3's macros change with how its libraries were built; a user's code has to be built alike.
function(tcp_lossy_ns3_definitions libraries result)
  set(definitions)
  list(FILTER libraries INCLUDE REGEX "-internet[^/]*$")
  # The constructor of LogComponent is referred to only where logging is compiled in.
  file(STRINGS ${libraries} logging REGEX "ns312LogComponentC[12]" LIMIT_COUNT 1)
  if(logging)
    list(APPEND definitions NS3_LOG_ENABLE)
  endif()
  file(STRINGS ${libraries} asserting REGEX "NS_ASSERT failed" LIMIT_COUNT 1)
  if(asserting)
    list(APPEND definitions NS3_ASSERT_ENABLE)
  endif()
  set(${result} ${definitions} PARENT_SCOPE)
endfunction()

# An unpacked wheel has everything one folder further down.
function(tcp_lossy_ns3_search roots)
  foreach(root IN LISTS roots)
    foreach(prefix ${root} ${root}/ns3)
      tcp_lossy_ns3_libraries(${prefix} libraries)
      if(libraries AND EXISTS ${prefix}/include/ns3/tcp-socket-base.h)
        get_filename_component(prefix ${prefix} ABSOLUTE)
        set(TcpLossyNs3_ROOT ${prefix} PARENT_SCOPE)
        set(TcpLossyNs3_INCLUDE_DIR ${prefix}/include PARENT_SCOPE)
        set(TcpLossyNs3_LIBRARIES ${libraries} PARENT_SCOPE)
        set(TcpLossyNs3_FOUND TRUE PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
  set(TcpLossyNs3_FOUND FALSE PARENT_SCOPE)
  string(REPLACE ";" ", " places "${roots}")
  string(REPLACE ";" ", " modules "${TcpLossyNs3_MODULES}")
  string(
    CONCAT
      message
      "No usable ns-3 found. Looked for include/ns3/tcp-socket-base.h with the shared libraries of "
      "the modules ${modules} (libns3*-<module>.so in lib, lib64 or lib/<architecture>) below: "
      "${places}. Install ns-3 (on Debian 'apt install libns3-dev'), or unpack a wheel of ns-3, and "
      "name the folder that has include/ in it with -DNS3_ROOT=<folder>."
  )
  set(TcpLossyNs3_NOT_FOUND_MESSAGE ${message} PARENT_SCOPE)
endfunction()

function(tcp_lossy_ns3_targets)
  tcp_lossy_ns3_definitions("${TcpLossyNs3_LIBRARIES}" definitions)
  add_library(TcpLossyNs3::ns3 INTERFACE IMPORTED)
  set_target_properties(
    TcpLossyNs3::ns3 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${TcpLossyNs3_INCLUDE_DIR}"
                                INTERFACE_COMPILE_DEFINITIONS "${definitions}"
  )
  foreach(module library IN ZIP_LISTS TcpLossyNs3_MODULES TcpLossyNs3_LIBRARIES)
    add_library(TcpLossyNs3::${module} SHARED IMPORTED)
    set_target_properties(TcpLossyNs3::${module} PROPERTIES IMPORTED_LOCATION ${library})
    set_property(
      TARGET TcpLossyNs3::ns3 APPEND PROPERTY INTERFACE_LINK_LIBRARIES TcpLossyNs3::${module}
    )
  endforeach()
endfunction()

# The library of a module that ns-3 may have beside those above, or nothing.
function(tcp_lossy_ns3_further_library module result)
  set(end ${CMAKE_SHARED_LIBRARY_SUFFIX})
  string(REGEX REPLACE "-core([^/]*)${end}$" "-${module}\\1${end}" library
                       ${TcpLossyNs3_CORE_LIBRARY}
  )
  if(NOT EXISTS ${library})
    set(library)
  endif()
  set(${result} "${library}" PARENT_SCOPE)
endfunction()

# The target TcpLossyNs3::<module> of one that a user names, unless ns-3 lacks it.
function(tcp_lossy_ns3_further_target module)
  tcp_lossy_ns3_further_library(${module} library)
  if(library AND NOT TARGET TcpLossyNs3::${module})
    add_library(TcpLossyNs3::${module} SHARED IMPORTED)
    set_target_properties(
      TcpLossyNs3::${module} PROPERTIES IMPORTED_LOCATION ${library} INTERFACE_LINK_LIBRARIES
                                                                     TcpLossyNs3::ns3
    )
  endif()
endfunction()

function(tcp_lossy_ns3_wifi_target)
  set(TcpLossyNs3_WIFI_FOUND FALSE PARENT_SCOPE)
  if(NOT EXISTS ${TcpLossyNs3_INCLUDE_DIR}/ns3/wifi-mac.h)
    return()
  endif()
  set(libraries)
  foreach(module IN LISTS TcpLossyNs3_WIFI_MODULES)
    tcp_lossy_ns3_further_library(${module} library)
    if(NOT library)
      return()
    endif()
    list(APPEND libraries ${library})
  endforeach()
  set(TcpLossyNs3_WIFI_FOUND TRUE PARENT_SCOPE)
  if(NOT TARGET TcpLossyNs3::wifi)
    add_library(TcpLossyNs3::wifi INTERFACE IMPORTED)
    set_target_properties(
      TcpLossyNs3::wifi PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries};TcpLossyNs3::ns3"
    )
  endif()
endfunction()

if(NS3_ROOT)
  tcp_lossy_ns3_search("${NS3_ROOT}")
elseif(DEFINED ENV{NS3_ROOT})
  tcp_lossy_ns3_search("$ENV{NS3_ROOT}")
else()
  tcp_lossy_ns3_search(
    "${TcpLossyNs3_DEFAULT_ROOT};${CMAKE_PREFIX_PATH};${CMAKE_SYSTEM_PREFIX_PATH}"
  )
endif()

if(TcpLossyNs3_FOUND)
  list(GET TcpLossyNs3_LIBRARIES 0 TcpLossyNs3_CORE_LIBRARY)
  tcp_lossy_ns3_release(${TcpLossyNs3_CORE_LIBRARY} TcpLossyNs3_RELEASE)
  if(NOT TARGET TcpLossyNs3::ns3)
    tcp_lossy_ns3_targets()
  endif()
  tcp_lossy_ns3_wifi_target()
endif()
