# SPDX-License-Identifier: GPL-2.0-only
#
# tcp_lossy_add_lean INCLUDE_DIR: the library tcp-lossy-lean, the core and its world behind a C interface
# (lean/c-interface.h), for callers of other languages. It needs no ns-3. INCLUDE_DIR has the core's headers below ns3/.

function(tcp_lossy_add_lean include_dir)
  add_library(tcp-lossy-lean SHARED ${TCP_LOSSY_CORE_SOURCES} ${TCP_LOSSY_LEAN_SOURCES})
  target_compile_features(tcp-lossy-lean PRIVATE cxx_std_20)
  target_include_directories(tcp-lossy-lean PRIVATE ${include_dir})
  target_include_directories(tcp-lossy-lean SYSTEM PRIVATE ${TcpLossyBoost_INCLUDE_DIR})
  # Calls between the sources are a fifth of the time.
  set_target_properties(
    tcp-lossy-lean PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0
  )
  target_compile_options(tcp-lossy-lean PRIVATE -O2)
  target_link_options(tcp-lossy-lean PRIVATE $<$<NOT:$<PLATFORM_ID:Darwin>>:LINKER:--gc-sections,-s>)
endfunction()
