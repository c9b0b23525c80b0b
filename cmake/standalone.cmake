# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the module, its examples and its tests against an installed ns-3.

include(GNUInstallDirs)

set(NS3_ROOT "" CACHE PATH "Folder of the ns-3 to use (with include/ and lib/ in it)")
option(TCP_LOSSY_EXAMPLES "Build examples/ and all of experiments/programs/, not only the buffer-advisor" OFF)
option(TCP_LOSSY_TESTS "Build the tests, and all programs" OFF)
option(TCP_LOSSY_CORE_ONLY "Build the core alone (model/tcp), without ns-3, and its tests" OFF)
option(TCP_LOSSY_WERROR "Treat warnings in the module's own sources as errors" OFF)
option(TCP_LOSSY_UNITE "Compile two dozen of the library's sources at once; scripts/mutants needs them one by one" ON)
mark_as_advanced(TCP_LOSSY_UNITE)
option(TCP_LOSSY_SANITIZE "Build everything with AddressSanitizer and UBSan, LeakSanitizer included" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# What was compiled in one folder of a checkout, or in one checkout, is taken in another. A cache that is installed
# later is not taken: all would be compiled once more.
if(NOT DEFINED TCP_LOSSY_CCACHE)
  find_program(TCP_LOSSY_CCACHE ccache)
endif()
mark_as_advanced(TCP_LOSSY_CCACHE)
if(TCP_LOSSY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros ${TCP_LOSSY_CCACHE}
  )
endif()

# tcp_lossy_precompile_headers TARGET [HEADER...]: most of the time goes into ns-3's headers, which each source
# reads. The flags are those that a compiler cache asks for.
function(tcp_lossy_precompile_headers target)
  target_precompile_headers(
    ${target}
    PRIVATE
    <algorithm>
    <functional>
    <map>
    <string>
    <vector>
    <ns3/log.h>
    <ns3/node-container.h>
    <ns3/simulator.h>
    <ns3/tcp-l4-protocol.h>
    <ns3/tcp-socket-base.h>
    ${ARGN}
  )
  target_compile_options(
    ${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                      "$<$<CXX_COMPILER_ID:Clang,AppleClang>:SHELL:-Xclang -fno-pch-timestamp>"
  )
endfunction()

# tcp_lossy_unite TARGET: compiles two dozen sources at once, since most of the time goes into ns-3's headers. Each source
# keeps a log component of its own.
function(tcp_lossy_unite target)
  if(NOT TCP_LOSSY_UNITE)
    tcp_lossy_precompile_headers(${target})
    return()
  endif()
  set_target_properties(
    ${target}
    PROPERTIES UNITY_BUILD ON
               UNITY_BUILD_BATCH_SIZE 25
               UNITY_BUILD_UNIQUE_ID TCP_LOSSY_SOURCE
               UNITY_BUILD_CODE_BEFORE_INCLUDE
               "#define TCP_LOSSY_JOIN(a, b) a##b\n#define TCP_LOSSY_LOG(id) TCP_LOSSY_JOIN(g_log_, id)\n#define g_log TCP_LOSSY_LOG(TCP_LOSSY_SOURCE)"
               UNITY_BUILD_CODE_AFTER_INCLUDE "#undef g_log"
  )
endfunction()

if(TCP_LOSSY_SANITIZE)
  # Before any target: all files of the module. The first finding ends a program.
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
  add_compile_options(${sanitizers} -fno-omit-frame-pointer -g1 -O1)
  add_link_options(${sanitizers})
endif()

if(TCP_LOSSY_CORE_ONLY)
  include(cmake/core.cmake)
  return()
endif()

# scikit-build-core, which makes Python's wheel, says so by this variable.
if(SKBUILD)
  include(cmake/python-ns3.cmake)
endif()
include(cmake/FindTcpLossyNs3.cmake)
if(NOT TcpLossyNs3_FOUND)
  message(FATAL_ERROR "${TcpLossyNs3_NOT_FOUND_MESSAGE}")
endif()

set(TCP_LOSSY_OPTIONAL_TARGETS)
if(TcpLossyNs3_WIFI_FOUND)
  set(TCP_LOSSY_OPTIONAL_TARGETS TcpLossyNs3::wifi)
else()
  message(STATUS "ns-3's module wifi not found: what needs it is left out")
  tcp_lossy_leave_out_wifi()
endif()

set(TcpLossyBoost_HINT ${TcpLossyNs3_INCLUDE_DIR})
include(cmake/FindTcpLossyBoost.cmake)
if(NOT TcpLossyBoost_FOUND)
  message(FATAL_ERROR "${TcpLossyBoost_NOT_FOUND_MESSAGE}")
endif()

include(cmake/public-headers.cmake)
include(cmake/used-headers.cmake)
include(cmake/cxx-standard.cmake)
include(cmake/releases.cmake)
tcp_lossy_check_release(${TcpLossyNs3_RELEASE})
message(STATUS "ns-3 ${TcpLossyNs3_RELEASE} in ${TcpLossyNs3_ROOT}, C++${CMAKE_CXX_STANDARD}")

add_library(tcp-lossy-warnings INTERFACE)
target_compile_options(
  tcp-lossy-warnings INTERFACE -Wall -Wextra -Wpedantic $<$<BOOL:${TCP_LOSSY_WERROR}>:-Werror>
)

tcp_lossy_stamp_results(${TcpLossyNs3_RELEASE})

# The library's objects, apart from those that need the module wifi: programs take them as they are.
# Such a program loads fewer shared libraries, and starts in less than two thirds of the time.
set(wifi_sources ${TCP_LOSSY_SOURCES})
list(FILTER wifi_sources INCLUDE REGEX "/wifi-[^/]*$")
set(plain_sources ${TCP_LOSSY_SOURCES})
list(FILTER plain_sources EXCLUDE REGEX "/wifi-[^/]*$")

add_library(tcp-lossy-headers INTERFACE)
target_compile_features(tcp-lossy-headers INTERFACE cxx_std_${CMAKE_CXX_STANDARD})
target_include_directories(tcp-lossy-headers INTERFACE ${TCP_LOSSY_INCLUDE_DIR})
target_link_libraries(tcp-lossy-headers INTERFACE TcpLossyNs3::ns3 TcpLossyBoost::headers)

add_library(tcp-lossy-objects OBJECT ${plain_sources})
# Else ns-3's libraries would call this module's copies of ns-3's own inline functions.
set_target_properties(
  tcp-lossy-objects PROPERTIES POSITION_INDEPENDENT_CODE ON VISIBILITY_INLINES_HIDDEN ON
)
target_link_libraries(tcp-lossy-objects PUBLIC tcp-lossy-headers PRIVATE tcp-lossy-warnings)
tcp_lossy_unite(tcp-lossy-objects)

add_library(tcp-lossy SHARED $<TARGET_OBJECTS:tcp-lossy-objects> ${wifi_sources})
add_library(tcp-lossy::tcp-lossy ALIAS tcp-lossy)
set_target_properties(tcp-lossy PROPERTIES LINKER_LANGUAGE CXX)
target_compile_features(tcp-lossy PUBLIC cxx_std_${CMAKE_CXX_STANDARD})
target_include_directories(
  tcp-lossy PUBLIC $<BUILD_INTERFACE:${TCP_LOSSY_INCLUDE_DIR}>
                   $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
)
target_link_libraries(
  tcp-lossy
  PUBLIC TcpLossyNs3::ns3 ${TCP_LOSSY_OPTIONAL_TARGETS} TcpLossyBoost::headers
  PRIVATE $<BUILD_INTERFACE:tcp-lossy-warnings>
)

if(SKBUILD)
  include(cmake/python-wheel.cmake)
  return()
endif()

# Not in Python's wheel, whose ns3 looks for libraries by names that end in ".so".
set_target_properties(
  tcp-lossy PROPERTIES SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
)

# What only the experiments need: for programs and tests, never installed.
add_library(tcp-lossy-lab STATIC ${TCP_LOSSY_LAB_SOURCES})
target_include_directories(tcp-lossy-lab PUBLIC ${TCP_LOSSY_LAB_INCLUDE_DIR})
target_link_libraries(tcp-lossy-lab PUBLIC tcp-lossy-headers PRIVATE tcp-lossy-warnings)
tcp_lossy_unite(tcp-lossy-lab)

# The one that is a tool is always there. A program with a wireless hop takes the whole library, the
# others what they use of ns-3.
set(examples)
set(programs experiments/programs/buffer-advisor.cc)
if(TCP_LOSSY_EXAMPLES OR TCP_LOSSY_TESTS)
  set(examples ${TCP_LOSSY_EXAMPLE_SOURCES})
  set(programs ${TCP_LOSSY_PROGRAM_SOURCES})
endif()
foreach(source IN LISTS programs)
  get_filename_component(name ${source} NAME_WE)
  if(name MATCHES "^(wireless|wifi)-")
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE tcp-lossy-lab tcp-lossy tcp-lossy-warnings)
  else()
    add_executable(${name} ${source} $<TARGET_OBJECTS:tcp-lossy-objects>)
    target_link_libraries(${name} PRIVATE tcp-lossy-lab tcp-lossy-headers tcp-lossy-warnings)
    if(NOT APPLE)
      target_link_options(${name} PRIVATE LINKER:--as-needed)
    endif()
  endif()
  set_target_properties(
    ${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/programs
  )
endforeach()

# As a user's program is built.
foreach(source IN LISTS examples)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE tcp-lossy tcp-lossy-warnings)
  set_target_properties(
    ${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples
  )
endforeach()

# Counts what tcp-lossy-bench-window does, from beside it.
add_custom_target(tcp-lossy-bench-instructions)
if(TARGET tcp-lossy-bench-window)
  add_dependencies(tcp-lossy-bench-instructions tcp-lossy-bench-window)
endif()
configure_file(
  experiments/programs/tcp-lossy-bench-instructions
  ${PROJECT_BINARY_DIR}/programs/tcp-lossy-bench-instructions COPYONLY
)

# Says by itself what has to be installed for it.
add_custom_target(
  doc COMMAND ${PROJECT_SOURCE_DIR}/scripts/build-docs ${PROJECT_BINARY_DIR}/doc VERBATIM
)

include(cmake/install.cmake)
include(cmake/package.cmake)
if(TCP_LOSSY_TESTS)
  enable_testing()
  include(cmake/tests.cmake)
endif()
