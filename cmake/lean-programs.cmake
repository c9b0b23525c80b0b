# SPDX-License-Identifier: GPL-2.0-only
#
# The experiments' programs without ns-3: the same sources, and experiments/lean in the place of ns-3's half of the
# laboratory. Included by core.cmake, whose core_include has the core's headers below ns3/.

# Programs that need no more of ns-3 than experiments/lean has.
set(TCP_LOSSY_LEAN_PROGRAMS buffer-table compressed-sack-flow compressed-sack-size fack-lost-opportunity fack-recovery
                            fack-reverse-traffic sack-veno-sharing sack-veno-single-flow sack-veno-utilisation tcp-lossy-study
)

set(lab
    dumbbell-parameters
    dumbbell-results
    flow-parameters
    option-table
    ranks
    result-statistics
    result-writer
)
list(TRANSFORM lab PREPEND experiments/lib/)
list(TRANSFORM lab APPEND .cc)
foreach(name IN ITEMS bottleneck-record flow-record trace-series)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/helper/${name}.h ${core_include}/ns3/${name}.h SYMBOLIC)
  list(APPEND lab helper/${name}.cc)
endforeach()

add_library(tcp-lossy-lean-core STATIC ${TCP_LOSSY_CORE_SOURCES} ${TCP_LOSSY_LEAN_SOURCES})
add_library(tcp-lossy-lean-lab STATIC ${lab} ${TCP_LOSSY_LEAN_LAB_SOURCES})
foreach(library IN ITEMS tcp-lossy-lean-core tcp-lossy-lean-lab)
  target_compile_features(${library} PUBLIC cxx_std_20)
  target_compile_options(${library} PRIVATE -O2 -Wall -Wextra $<$<BOOL:${TCP_LOSSY_WERROR}>:-Werror>)
  target_include_directories(
    ${library} PUBLIC ${PROJECT_SOURCE_DIR}/experiments/lean ${core_include} ${PROJECT_SOURCE_DIR}/experiments
                      ${PROJECT_SOURCE_DIR}
  )
  target_include_directories(${library} SYSTEM PUBLIC ${TcpLossyBoost_INCLUDE_DIR})
  set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0 EXCLUDE_FROM_ALL ON)
endforeach()
tcp_lossy_stamp_results(lean)

add_custom_target(lean-programs)
foreach(program IN LISTS TCP_LOSSY_LEAN_PROGRAMS)
  add_executable(lean-${program} EXCLUDE_FROM_ALL experiments/programs/${program}.cc)
  target_link_libraries(lean-${program} PRIVATE tcp-lossy-lean-lab tcp-lossy-lean-core)
  add_dependencies(lean-programs lean-${program})
  set_target_properties(lean-${program} PROPERTIES OUTPUT_NAME ${program} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/programs)
endforeach()
