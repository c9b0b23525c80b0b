# SPDX-License-Identifier: GPL-2.0-only

# tcp_lossy_add_core_test_tools TARGET: what the core's own tests share with programs, and what they read. Paths are full
# ones: the build may be another folder's.
function(tcp_lossy_add_core_test_tools target)
  set(worlds ${PROJECT_SOURCE_DIR}/test/worlds)
  target_sources(
    ${target} PRIVATE ${TCP_LOSSY_REPLAY_SOURCES} ${worlds}/world-setting.cc ${worlds}/lean-side.cc
  )
  target_compile_definitions(
    ${target} PRIVATE ${TCP_LOSSY_RECORDINGS} "TCP_LOSSY_RECORDED_WORLDS=\"${worlds}/recorded.txt\""
  )
endfunction()
