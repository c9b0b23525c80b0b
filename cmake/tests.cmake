# SPDX-License-Identifier: GPL-2.0-only
#
# CTest: GoogleTest, ns-3's suites, fuzz targets, the examples, the guide's programs and the
# installed package.

# tcp_lossy_compile_quickly TARGET [HEADER...]: tests are compiled far longer than they run. What they test is
# compiled as ever.
function(tcp_lossy_compile_quickly target)
  tcp_lossy_precompile_headers(${target} ${ARGN})
  target_compile_options(${target} PRIVATE -O0)
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/core-tests.cmake)

function(tcp_lossy_add_unit_tests)
  find_package(GTest)
  if(NOT GTest_FOUND)
    message(STATUS "GoogleTest not found (on Debian libgtest-dev): the unit tests are left out")
    return()
  endif()
  # The tools of the suites have tests of their own.
  add_executable(
    tcp-lossy-unit-tests ${TCP_LOSSY_UNIT_TEST_SOURCES} ${TCP_LOSSY_LEAN_SOURCES}
                         $<TARGET_OBJECTS:tcp-lossy-test-support>
  )
  target_include_directories(tcp-lossy-unit-tests PRIVATE ${PROJECT_SOURCE_DIR})
  tcp_lossy_add_core_test_tools(tcp-lossy-unit-tests)
  target_link_libraries(
    tcp-lossy-unit-tests PRIVATE tcp-lossy-lab tcp-lossy GTest::gtest_main tcp-lossy-warnings
  )
  tcp_lossy_ns3_further_target(flow-monitor)
  target_link_libraries(tcp-lossy-unit-tests PRIVATE TcpLossyNs3::flow-monitor)
  tcp_lossy_compile_quickly(tcp-lossy-unit-tests <gtest/gtest.h>)
  set_target_properties(tcp-lossy-unit-tests PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  if(NOT TCP_LOSSY_UNITE)
    set_source_files_properties(${TCP_LOSSY_LEAN_SOURCES} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  # In eight processes, not one for each test: they would start for longer than they run.
  foreach(shard RANGE 7)
    add_test(NAME unit-${shard} COMMAND tcp-lossy-unit-tests --gtest_brief=1)
    set_tests_properties(
      unit-${shard} PROPERTIES LABELS unit TIMEOUT 600 ENVIRONMENT
                               "GTEST_TOTAL_SHARDS=8;GTEST_SHARD_INDEX=${shard}"
    )
  endforeach()
endfunction()

function(tcp_lossy_add_suites)
  # What shows in a minute that a build works, for ./check: the socket, the path, presets, two of the papers' controls.
  set(quick_sources ${TCP_LOSSY_SUITE_SOURCES})
  list(
    FILTER quick_sources INCLUDE REGEX
    "^test/(compressed-sack|lossy-path-helper|path-net-device|tcp-fack|tcp-general-aimd|tcp-recorder|tcp-scoreboard-socket|tcp-scripted-peer|tcp-variant-preset)-test"
  )
  set(other_sources ${TCP_LOSSY_SUITE_SOURCES})
  list(REMOVE_ITEM other_sources ${quick_sources})
  # A static library would lose the suites, which nothing refers to.
  add_library(tcp-lossy-quick-suites OBJECT ${quick_sources})
  add_library(tcp-lossy-suites OBJECT ${other_sources})
  foreach(library tcp-lossy-quick-suites tcp-lossy-suites)
    target_compile_definitions(${library} PRIVATE NS_TEST_SOURCEDIR="test")
    target_link_libraries(${library} PRIVATE tcp-lossy-lab tcp-lossy tcp-lossy-warnings)
    tcp_lossy_compile_quickly(${library} <ns3/test.h>)
  endforeach()

  # ns-3 takes the first folder above the runner with VERSION and LICENSE in it as the root that
  # NS_TEST_SOURCEDIR is relative to. With these links it need not be the checkout.
  set(runner_dir ${PROJECT_BINARY_DIR}/test-runner)
  file(MAKE_DIRECTORY ${runner_dir})
  foreach(entry VERSION LICENSE test doc)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${entry} ${runner_dir}/${entry} SYMBOLIC)
  endforeach()

  foreach(runner tcp-lossy-test-runner tcp-lossy-quick-runner)
    add_executable(${runner} test/standalone-test-main.cc $<TARGET_OBJECTS:tcp-lossy-test-support>)
    set_target_properties(${runner} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${runner_dir})
    target_link_libraries(
      ${runner} PRIVATE tcp-lossy-quick-suites tcp-lossy-lab tcp-lossy tcp-lossy-warnings
    )
  endforeach()
  target_link_libraries(tcp-lossy-test-runner PRIVATE tcp-lossy-suites)

  set(suites)
  foreach(source IN LISTS quick_sources other_sources)
    string(REGEX REPLACE "^(stock/)?test/(.*)-test-suite\\.cc$" "\\2" suite ${source})
    set(runner tcp-lossy-test-runner)
    set(labels suite)
    if(source IN_LIST quick_sources)
      set(runner tcp-lossy-quick-runner)
      list(APPEND labels quick)
    endif()
    list(APPEND suites ${suite})
    add_test(NAME suite-${suite} COMMAND ${runner} --suite=${suite} --verbose)
    set_tests_properties(suite-${suite} PROPERTIES LABELS "${labels}" TIMEOUT 1800)
  endforeach()
  # The longest one of ./check begins first.
  set_tests_properties(suite-tcp-scoreboard-socket PROPERTIES COST 100)

  if(TCP_LOSSY_STOCK_FAST)
    # On releases that are not followed it compares nothing, and says so.
    set_tests_properties(
      suite-tcp-stock-fast PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: this release of ns-3"
    )
  endif()

  # The tests above go by file names: a suite registered under another name would never run.
  list(JOIN suites "\n" expected)
  add_test(NAME suite-names COMMAND tcp-lossy-test-runner --list)
  set_tests_properties(
    suite-names PROPERTIES LABELS suite PASS_REGULAR_EXPRESSION "^${expected}\n$"
  )
endfunction()

# What tests and test programs share: compiled once, without the wifi that no program of these needs.
function(tcp_lossy_add_test_support)
  add_library(tcp-lossy-test-support OBJECT ${TCP_LOSSY_SUPPORT_SOURCES})
  target_include_directories(tcp-lossy-test-support PRIVATE ${TCP_LOSSY_LAB_INCLUDE_DIR})
  target_link_libraries(tcp-lossy-test-support PRIVATE tcp-lossy-headers tcp-lossy-warnings)
  tcp_lossy_unite(tcp-lossy-test-support)
  target_compile_options(tcp-lossy-test-support PRIVATE -O1)
endfunction()

function(tcp_lossy_add_test_programs)
  foreach(source IN LISTS TCP_LOSSY_TEST_PROGRAM_SOURCES)
    get_filename_component(name ${source} NAME_WE)
    add_executable(
      ${name} ${source} $<TARGET_OBJECTS:tcp-lossy-objects>
              $<TARGET_OBJECTS:tcp-lossy-test-support>
    )
    target_link_libraries(${name} PRIVATE tcp-lossy-lab tcp-lossy-headers tcp-lossy-warnings)
    set_target_properties(
      ${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test-programs
    )
    add_test(NAME test-program-help-${name} COMMAND ${name} --help)
    set_tests_properties(test-program-help-${name} PROPERTIES LABELS torture TIMEOUT 60)
  endforeach()
  add_test(NAME torture-refuses COMMAND tcp-lossy-torture --ends=none)
  set_tests_properties(
    torture-refuses PROPERTIES LABELS torture TIMEOUT 60 PASS_REGULAR_EXPRESSION
                               "^--ends must be drawn, ours or stock, not 'none'\n$"
  )
  add_test(NAME torture-describes COMMAND tcp-lossy-torture --seed=7 --describe)
  set_tests_properties(
    torture-describes PROPERTIES LABELS torture TIMEOUT 60 PASS_REGULAR_EXPRESSION
                                 "^seed: 7\nIP: v4\n.*\nnothing left by: "
  )
endfunction()

# ns-3's own socket against the preset stock-fast; links of CSMA and Wi-Fi where ns-3 has them.
function(tcp_lossy_add_differential)
  add_executable(
    tcp-lossy-differential ${TCP_LOSSY_DIFFERENTIAL_SOURCES} $<TARGET_OBJECTS:tcp-lossy-objects>
                           $<TARGET_OBJECTS:tcp-lossy-test-support>
  )
  target_link_libraries(
    tcp-lossy-differential PRIVATE tcp-lossy-lab tcp-lossy-headers tcp-lossy-warnings
  )
  set_target_properties(
    tcp-lossy-differential PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test-programs
  )
  tcp_lossy_ns3_further_target(csma)
  foreach(module csma wifi)
    if(TARGET TcpLossyNs3::${module})
      string(TOUPPER ${module} name)
      target_compile_definitions(tcp-lossy-differential PRIVATE DIFFERENTIAL_HAS_${name})
      target_link_libraries(tcp-lossy-differential PRIVATE TcpLossyNs3::${module})
    endif()
  endforeach()
  add_test(NAME differential-describes COMMAND tcp-lossy-differential --seed=7 --describe)
  add_test(NAME differential-refuses COMMAND tcp-lossy-differential --limit=0)
  set_tests_properties(
    differential-describes
    PROPERTIES LABELS differential TIMEOUT 60 PASS_REGULAR_EXPRESSION "^seed: 7\nlink: .*\nflow: "
  )
  set_tests_properties(
    differential-refuses
    PROPERTIES LABELS differential TIMEOUT 60 PASS_REGULAR_EXPRESSION "^--limit must lie in "
  )
endfunction()

# Random worlds in ns-3 and in lean/.
function(tcp_lossy_add_worlds)
  add_executable(
    tcp-lossy-worlds ${TCP_LOSSY_WORLDS_SOURCES} ${TCP_LOSSY_LEAN_SOURCES} $<TARGET_OBJECTS:tcp-lossy-objects>
                     $<TARGET_OBJECTS:tcp-lossy-test-support>
  )
  target_include_directories(tcp-lossy-worlds PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(tcp-lossy-worlds PRIVATE tcp-lossy-lab tcp-lossy-headers tcp-lossy-warnings)
  set_target_properties(
    tcp-lossy-worlds PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test-programs UNITY_BUILD
                                ${TCP_LOSSY_UNITE}
  )
  add_test(NAME worlds-describes COMMAND tcp-lossy-worlds --seed=7 --describe)
  add_test(NAME worlds COMMAND tcp-lossy-worlds --count=100)
  set_tests_properties(
    worlds-describes PROPERTIES LABELS worlds TIMEOUT 60 PASS_REGULAR_EXPRESSION "^seed: 7\nrun: .*\nflow: "
  )
  set_tests_properties(
    worlds PROPERTIES LABELS worlds TIMEOUT 600 SKIP_REGULAR_EXPRESSION "skipped: this release of ns-3"
  )
endfunction()

# Our TCP in the place of a kernel's, by recordings of what that did; scripts/certify runs it.
function(tcp_lossy_add_fates)
  add_executable(
    tcp-lossy-fates test/fates/tcp-lossy-fates.cc ${TCP_LOSSY_REPLAY_SOURCES} ${TCP_LOSSY_LEAN_SOURCES}
                    $<TARGET_OBJECTS:tcp-lossy-objects>
  )
  target_include_directories(tcp-lossy-fates PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(tcp-lossy-fates PRIVATE tcp-lossy-headers tcp-lossy-warnings)
  set_target_properties(
    tcp-lossy-fates PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test-programs
  )
endfunction()

# One end of a connection whose other end is the kernel's; scripts/check-interop runs it.
function(tcp_lossy_add_interop)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    add_executable(tcp-interop ${TCP_LOSSY_INTEROP_SOURCES})
    target_link_libraries(tcp-interop PRIVATE tcp-lossy-lab tcp-lossy tcp-lossy-warnings)
    # Without ns-3: it starts sooner.
    set(support ${TCP_LOSSY_SUPPORT_SOURCES})
    list(FILTER support INCLUDE REGEX "/(segment-|script-|scripted-wire|child-process)")
    add_executable(tcp-lossy-kernel-scripts ${TCP_LOSSY_KERNEL_SOURCES} ${support})
    target_link_libraries(tcp-lossy-kernel-scripts PRIVATE tcp-lossy-warnings)
    target_compile_features(tcp-lossy-kernel-scripts PRIVATE cxx_std_17)
    set_target_properties(
      tcp-lossy-kernel-scripts PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                          ${PROJECT_BINARY_DIR}/test-programs
    )
    set(fates ${TCP_LOSSY_FATES_SOURCES})
    list(FILTER fates EXCLUDE REGEX "/(fate-replay|tcp-lossy-fates)[.]")
    add_executable(tcp-lossy-kernel-fates ${fates} test/kernel/kernel-network.cc)
    target_link_libraries(tcp-lossy-kernel-fates PRIVATE tcp-lossy-warnings)
    target_compile_features(tcp-lossy-kernel-fates PRIVATE cxx_std_17)
    set_target_properties(
      tcp-lossy-kernel-fates PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                        ${PROJECT_BINARY_DIR}/test-programs
    )
    add_test(NAME test-program-help-tcp-lossy-kernel-scripts COMMAND tcp-lossy-kernel-scripts
                                                                     --help
    )
    set_tests_properties(
      test-program-help-tcp-lossy-kernel-scripts PROPERTIES LABELS interop TIMEOUT 60
    )
  endif()
endfunction()

# One recommendation, whatever the present sizes: the sizes are test/unit/tcp-buffer-helper-test.cc's.
function(tcp_lossy_add_advice name words)
  add_test(NAME advice-${name} COMMAND buffer-advisor --rtt=50ms --buffer=3000p ${ARGN})
  set_tests_properties(
    advice-${name} PROPERTIES LABELS example TIMEOUT 60 PASS_REGULAR_EXPRESSION "${words}"
  )
endfunction()

function(tcp_lossy_add_advisor_tests)
  set(set "recommendation: set SndBufSize=15560208 RcvBufSize=15560448 [^\n]*\n")
  set(less "\n# why not less: SndBufSize=6029472 RcvBufSize=6029568 ")
  set(keep "recommendation: keep the present sizes\n# reason: ")
  set(gigabit --rate=1Gbps)
  set(terabit --rate=1000Gbps)
  set(largest --sndBuf=1073725440 --rcvBuf=1073725440)
  tcp_lossy_add_advice(
    capped "${set}# reason: the present SndBufSize caps the goodput at 20\\.84 Mbit/s of [^\n]*${less}" ${gigabit}
  )
  tcp_lossy_add_advice(
    starved "${set}# reason: with the present ones a loss stops the sender;[^\n]*${less}" ${gigabit}
    --sndBuf=15560207 --rcvBuf=15560448
  )
  tcp_lossy_add_advice(
    enough "${keep}they neither cap the goodput nor starve recovery\n" ${gigabit}
    --sndBuf=15560208 --rcvBuf=15560448
  )
  tcp_lossy_add_advice(
    beyond "recommendation: set SndBufSize=1073725440 [^\n]*\n[^\n]*\n# beyond TCP's window: " ${terabit}
  )
  tcp_lossy_add_advice(
    attribute "present: SndBufSize=1000000 RcvBufSize=131072 " ${gigabit}
    --ns3::TcpSocket::SndBufSize=1000000
  )
  add_test(NAME advice-help COMMAND buffer-advisor)
  set_tests_properties(
    advice-help PROPERTIES LABELS example TIMEOUT 60 PASS_REGULAR_EXPRESSION "--rate: *Rate of the bottleneck"
  )
  tcp_lossy_add_advice(first "^# recommendation: set SndBufSize=15560208 [^\n]*\n" ${gigabit})
  tcp_lossy_add_advice(unit "^--rtt must be a time such as 50ms, with its unit, not '50'\n$" --rtt=50)
  tcp_lossy_add_advice(largest "${keep}[^\n]*, but TCP's window allows no more\n" ${terabit} ${largest})
endfunction()

# A value that an example cannot take: one line, and exit code 2.
function(tcp_lossy_add_refusal program option words)
  string(REPLACE " " "-" name example-refuses-${program}${option})
  add_test(NAME ${name}
           COMMAND sh -c "\"$1\" \"$2\" 2>&1; echo code $?" sh $<TARGET_FILE:${program}> ${option}
  )
  set_tests_properties(
    ${name} PROPERTIES LABELS example TIMEOUT 60 PASS_REGULAR_EXPRESSION "^${words}\ncode 2\n$"
  )
endfunction()

# The first run is that of --RngRun, by a row's words.
function(tcp_lossy_add_first_run program words)
  add_test(NAME example-first-run-${program} COMMAND ${program} --RngRun=7 ${ARGN})
  set_tests_properties(
    example-first-run-${program} PROPERTIES LABELS example TIMEOUT 60 PASS_REGULAR_EXPRESSION "${words}"
  )
endfunction()

# What a program prints for its commands in test/rows.csv, if that has any.
function(tcp_lossy_add_rows name)
  file(STRINGS ${PROJECT_SOURCE_DIR}/test/rows.csv commands REGEX "^\"?${name}[ ,]")
  if(commands AND TCP_LOSSY_PYTHON)
    add_test(NAME example-rows-${name} COMMAND ${TCP_LOSSY_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/check-rows
                                               ${TcpLossyNs3_RELEASE} $<TARGET_FILE:${name}>
    )
    set_tests_properties(example-rows-${name} PROPERTIES LABELS example TIMEOUT 300)
  endif()
endfunction()

function(tcp_lossy_add_example_tests)
  find_program(TCP_LOSSY_PYTHON python3)
  mark_as_advanced(TCP_LOSSY_PYTHON)
  foreach(source IN LISTS TCP_LOSSY_EXAMPLE_SOURCES TCP_LOSSY_PROGRAM_SOURCES)
    get_filename_component(name ${source} NAME_WE)
    add_test(NAME example-help-${name} COMMAND ${name} --help)
    set_tests_properties(example-help-${name} PROPERTIES LABELS example TIMEOUT 60)
    # ns-3's "./test.py -e" runs each without arguments; a second shows whether the defaults are refused.
    add_test(NAME example-alone-${name}
             COMMAND sh -c "timeout 1 \"$1\" >/dev/null; s=$?; test $s = 0 || test $s = 124" sh $<TARGET_FILE:${name}>
    )
    set_tests_properties(example-alone-${name} PROPERTIES LABELS example TIMEOUT 60)
    tcp_lossy_add_rows(${name})
  endforeach()
  if(TCP_LOSSY_PYTHON)
    set(others)
    foreach(source IN LISTS TCP_LOSSY_TEST_PROGRAM_SOURCES TCP_LOSSY_INTEROP_SOURCES)
      get_filename_component(name ${source} NAME_WE)
      if(TARGET ${name})
        list(APPEND others $<TARGET_FILE:${name}>)
      endif()
    endforeach()
    add_test(NAME example-options COMMAND ${TCP_LOSSY_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/check-options
                                          ${PROJECT_BINARY_DIR}/programs ${others}
    )
    set_tests_properties(example-options PROPERTIES LABELS example TIMEOUT 60)
  endif()
  tcp_lossy_add_advisor_tests()
  add_test(NAME example-run-tcp-lossy-minimal COMMAND tcp-lossy-minimal)
  add_test(NAME example-figures COMMAND ${PROJECT_SOURCE_DIR}/scripts/example-figures
                                        ${PROJECT_BINARY_DIR}/examples
                                        ${PROJECT_BINARY_DIR}/example-figures
  )
  set_tests_properties(
    example-run-tcp-lossy-minimal example-figures PROPERTIES LABELS example TIMEOUT 600
  )
  tcp_lossy_add_first_run(lossy-two-variants ",0\\.0003,7,throughput,[^\n]*\n.*,0\\.1,7," --runs=1 --duration=1s)
  tcp_lossy_add_first_run(lossy-bursts "one by one,7,.*one by one,8,.*in bursts,9," --rate=100kbps)
  tcp_lossy_add_first_run(lossy-narrow-return "Rfc2018,0\\.1,7,.*Compressed,0\\.5,7," --runs=1)
  if(EXISTS /dev/full)
    foreach(name tcp-lossy-minimal lossy-own-control)
      add_test(NAME example-full-disk-${name} COMMAND sh -c "\"$1\" 2>&1 >/dev/full; echo code $?" sh $<TARGET_FILE:${name}>)
      set_tests_properties(
        example-full-disk-${name} PROPERTIES LABELS example TIMEOUT 60 PASS_REGULAR_EXPRESSION
                                             "^the output could not be written to its end: [^\n]*\ncode 74\n$"
      )
    endforeach()
  endif()
  tcp_lossy_add_refusal(tcp-lossy-minimal --loss=7 "--loss must lie in \\[0, 1\\]")
  tcp_lossy_add_refusal(tcp-lossy-minimal --loss=-1 "--loss must lie in \\[0, 1\\]")
  tcp_lossy_add_refusal(tcp-lossy-minimal --variant=tahoe "--variant: variant 'tahoe' is unknown: [^\n]*")
  # Texts of which ns-3 would take the beginning, or which it refuses with its help and exit code 1 or a core.
  foreach(text 0,01 1% 0.01x .01.5 abc nan "")
    tcp_lossy_add_refusal(tcp-lossy-minimal --loss=${text} "--loss must be a number, not '${text}'")
  endforeach()
  tcp_lossy_add_refusal(lossy-two-variants --duration=1e30s "--duration must be a time such as 50ms, not '1e30s'")
  string(REPEAT 1 20000 digits)
  add_test(NAME example-refuses-a-very-long-rate
           COMMAND sh -c "\"$1\" --rate=\"$2\"Mbps 2>&1 | cut -c1-50" sh $<TARGET_FILE:tcp-lossy-minimal> ${digits})
  set_tests_properties(example-refuses-a-very-long-rate PROPERTIES
                       PASS_REGULAR_EXPRESSION "^--rate must be a rate such as 10Mbps, not '1+\n$")
  tcp_lossy_add_refusal(tcp-lossy-minimal "--variant=sack nonsense" "--variant: variant 'sack nonsense' is unknown: [^\n]*")
  tcp_lossy_add_refusal(tcp-lossy-minimal --rate=1.2.3Mbps "--rate must be a rate such as 10Mbps, not '1.2.3Mbps'")
  foreach(text 15 1.5p 99999999999p)
    tcp_lossy_add_refusal(tcp-lossy-minimal --queue=${text} "--queue must be a size such as 15p or 30kB, not '${text}'")
  endforeach()
  tcp_lossy_add_refusal(lossy-two-variants --duration=nan "--duration must be a time such as 50ms, not 'nan'")
  tcp_lossy_add_refusal(lossy-two-variants --runs=1e3 "--runs must be a whole number below 2\\^32, not '1e3'")
  tcp_lossy_add_refusal(lossy-two-variants --duration=0s "--duration must be above 0, [^\n]*")
  tcp_lossy_add_refusal(lossy-two-variants --runs=0 "--duration [^\n]*, --runs lie in \\[1, 1000000\\]")
  tcp_lossy_add_refusal(lossy-two-variants --runs=2147483648 "--duration [^\n]*, --runs lie in \\[1, 1000000\\]")
  tcp_lossy_add_refusal(lossy-two-variants --second=none "variant 'none' is unknown: [^\n]*")
  tcp_lossy_add_refusal(lossy-window-trace --loss=-1 "--loss must lie in \\[0, 1\\]")
  tcp_lossy_add_refusal(lossy-window-trace --loss=1.1 "--loss must lie in \\[0, 1\\]")
  tcp_lossy_add_refusal(lossy-window-trace --variant=none "variant 'none' is unknown: [^\n]*")
  tcp_lossy_add_refusal(lossy-fairness --second=none "variant 'none' is unknown: [^\n]*")
  tcp_lossy_add_refusal(lossy-fairness --loss=-1 "--loss must lie in \\[0, 1\\]")
  tcp_lossy_add_refusal(lossy-fairness --loss=1.1 "--loss must lie in \\[0, 1\\]")
  tcp_lossy_add_refusal(lossy-fack-rampdown --first=0 "--first must be at least 1, --last lie in \\[first, 1000000\\]")
  tcp_lossy_add_refusal(lossy-fack-rampdown --last=0 "--first must be at least 1, --last lie in \\[first, 1000000\\]")
  tcp_lossy_add_refusal(lossy-fack-rampdown --last=4294967295 "--first [^\n]*, --last lie in \\[first, 1000000\\]")
  tcp_lossy_add_refusal(lossy-fack-rampdown --last=-1 "--last must be a whole number below 2\\^32, not '-1'")
  tcp_lossy_add_refusal(lossy-bursts --loss=0.3 "--loss must lie in \\[0, 0\\.2\\]")
  tcp_lossy_add_refusal(lossy-bursts --loss=-1 "--loss must lie in \\[0, 0\\.2\\]")
  tcp_lossy_add_refusal(lossy-long-fat-path --rtt=0s "--rate must lie in [^\n]*, --rtt in [^\n]*")
  tcp_lossy_add_refusal(lossy-long-fat-path --rtt=1001ms "--rate must lie in [^\n]*, --rtt in [^\n]*")
  tcp_lossy_add_refusal(lossy-long-fat-path --rate=999kbps "--rate must lie in [^\n]*, --rtt in [^\n]*")
  tcp_lossy_add_refusal(lossy-long-fat-path --rate=1001Mbps "--rate must lie in [^\n]*, --rtt in [^\n]*")
  tcp_lossy_add_refusal(lossy-long-fat-path --variant=none "variant 'none' is unknown: [^\n]*")
  tcp_lossy_add_refusal(lossy-long-fat-path --variant=linux-bbr "--variant must be one of those of --help")
  tcp_lossy_add_refusal(lossy-narrow-return --runs=0 "--runs must lie in \\[1, 1000\\]")
  tcp_lossy_add_refusal(lossy-narrow-return --runs=1001 "--runs must lie in \\[1, 1000\\]")
  tcp_lossy_add_refusal(fack-lost-opportunity --from=1s "--from must be 0: [^\n]*")
  foreach(file /no/such/folder/x /dev/full)
    tcp_lossy_add_refusal(fack-recovery --pcap=${file} "--pcap must be a file that can be written, not '${file}'")
  endforeach()
  tcp_lossy_add_refusal(path-study --queue=0p "--queue must be above 0, [^\n]*")
  if(TARGET wireless-path)
    add_test(NAME example-nothing-arrives COMMAND wireless-path --to=1ms)
    set_tests_properties(
      example-nothing-arrives PROPERTIES LABELS example TIMEOUT 60 PASS_REGULAR_EXPRESSION
                                         "\nthroughput_share,[^\n]*,0\nretransmissions,"
    )
  endif()
  if(TARGET wifi-venodr)
    tcp_lossy_add_refusal(wifi-venodr --retries=256 "--retries must lie in \\[0, 255\\], [^\n]*")
    tcp_lossy_add_refusal(wifi-venodr --duration=0s "--retries must lie in \\[0, 255\\], [^\n]*")
    tcp_lossy_add_refusal(wifi-venodr --first=tahoe "variant 'tahoe' is unknown: [^\n]*")
  endif()
endfunction()

# Every small pattern of loss, once, and the page's rows of them.
function(tcp_lossy_add_patterns)
  set(command tcp-lossy-patterns)
  if(TCP_LOSSY_PYTHON)
    set(command ${TCP_LOSSY_PYTHON} ${PROJECT_SOURCE_DIR}/scripts/loss-patterns --check --program
                $<TARGET_FILE:tcp-lossy-patterns>
    )
  endif()
  add_test(NAME loss-patterns COMMAND ${command})
  set_tests_properties(loss-patterns PROPERTIES LABELS patterns TIMEOUT 1800)
  add_test(NAME loss-patterns-shows COMMAND tcp-lossy-patterns --repair=Rack --lost=0,11)
  set_tests_properties(
    loss-patterns-shows
    PROPERTIES LABELS patterns TIMEOUT 60 PASS_REGULAR_EXPRESSION
               "0\\.205 s: ACK 11\n0\\.205 s:   again 11\n.*\n0 timeouts, 0 forced, 2 retransmissions, 0 needless\n$"
  )
  add_test(NAME loss-patterns-refuses COMMAND tcp-lossy-patterns --repair=Rack --lost=12)
  set_tests_properties(
    loss-patterns-refuses
    PROPERTIES LABELS patterns TIMEOUT 60 PASS_REGULAR_EXPRESSION
               "^--lost must be up to 12 numbers below 12 such as 0,3, not '12'\n$"
  )
endfunction()

# The guide's programs, cut out of it, and its commands.
function(tcp_lossy_add_guide)
  if(NOT TCP_LOSSY_PYTHON)
    message(STATUS "Python not found: the guide's programs are left out")
    return()
  endif()
  set(script ${PROJECT_SOURCE_DIR}/scripts/check-guide)
  set(folder ${PROJECT_BINARY_DIR}/guide)
  set(doc ${PROJECT_SOURCE_DIR}/doc)
  set_property(
    DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script} ${doc}/tcp-lossy.rst
                              ${doc}/paths.rst ${doc}/recording.rst
  )
  execute_process(
    COMMAND ${TCP_LOSSY_PYTHON} ${script} --extract ${folder}
    OUTPUT_VARIABLE names
    ERROR_VARIABLE fault
    RESULT_VARIABLE status
  )
  if(status)
    message(FATAL_ERROR "${fault}")
  endif()
  string(REGEX MATCHALL "[^\n]+" names "${names}")
  foreach(name IN LISTS names)
    add_executable(guide-${name} ${folder}/${name}.cc)
    set_target_properties(
      guide-${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${folder} OUTPUT_NAME ${name}
    )
    if(name MATCHES "-without$")
      # As if there were no tcp-lossy.
      target_compile_features(guide-${name} PRIVATE cxx_std_${CMAKE_CXX_STANDARD})
      target_link_libraries(guide-${name} PRIVATE TcpLossyNs3::ns3 tcp-lossy-warnings)
    else()
      target_link_libraries(guide-${name} PRIVATE tcp-lossy tcp-lossy-warnings)
    endif()
    if(name STREQUAL "trace")
      tcp_lossy_ns3_further_target(flow-monitor)
      target_link_libraries(guide-${name} PRIVATE TcpLossyNs3::flow-monitor)
    endif()
  endforeach()
  # A library with sanitizers cannot be preloaded before their own.
  if(TCP_LOSSY_SANITIZE)
    return()
  endif()
  add_test(NAME guide COMMAND ${TCP_LOSSY_PYTHON} ${script} --run ${folder} ${TcpLossyNs3_RELEASE})
  set_tests_properties(guide PROPERTIES LABELS example TIMEOUT 300)
endfunction()

# The library that users link holds nothing that only the experiments need, whose code lives in a
# namespace of its own.
function(tcp_lossy_check_library_symbols)
  find_program(TCP_LOSSY_NM nm)
  mark_as_advanced(TCP_LOSSY_NM)
  foreach(library tcp-lossy tcp-lossy-lab)
    add_test(NAME symbols-${library} COMMAND ${TCP_LOSSY_NM} -C --defined-only
                                             $<TARGET_FILE:${library}>
    )
    set_tests_properties(symbols-${library} PROPERTIES LABELS package TIMEOUT 60)
  endforeach()
  set(laboratory "ns3::tcplossy::")
  set_tests_properties(symbols-tcp-lossy PROPERTIES FAIL_REGULAR_EXPRESSION ${laboratory})
  # And the name that is looked for is the right one.
  set_tests_properties(symbols-tcp-lossy-lab PROPERTIES PASS_REGULAR_EXPRESSION ${laboratory})
endfunction()

# A user's program, built and run with nothing but what is installed in a prefix.
function(tcp_lossy_add_package_user name prefix fixture)
  set(work ${PROJECT_BINARY_DIR}/package-test/${name}-user)
  add_test(NAME ${name}-copy-user COMMAND ${CMAKE_COMMAND} -E copy_directory
                                          ${PROJECT_SOURCE_DIR}/test/package ${work}
  )
  add_test(
    NAME ${name}-user-program
    COMMAND
      ${CMAKE_CTEST_COMMAND} --build-and-test ${work} ${work}/build #
      --build-generator ${CMAKE_GENERATOR} #
      --build-options -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
      --test-command user-program
  )
  add_test(NAME ${name}-advisor COMMAND ${prefix}/${CMAKE_INSTALL_BINDIR}/buffer-advisor
                                        --rate=1Gbps --rtt=50ms --buffer=100p
  )
  set_tests_properties(
    ${name}-copy-user PROPERTIES FIXTURES_SETUP ${fixture} DEPENDS package-clean
  )
  set_tests_properties(
    ${name}-user-program ${name}-advisor PROPERTIES FIXTURES_REQUIRED ${fixture}
  )
  set_tests_properties(
    ${name}-copy-user ${name}-user-program ${name}-advisor PROPERTIES LABELS package TIMEOUT 300
  )
endfunction()

# tcp_lossy_add_package_step NAME FIXTURE AFTER COMMAND...
function(tcp_lossy_add_package_step name fixture after)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(
    ${name} PROPERTIES FIXTURES_SETUP ${fixture} DEPENDS "${after}" LABELS package TIMEOUT 300
  )
endfunction()

# Installs into a folder of the build, and unpacks what cpack makes into others.
function(tcp_lossy_add_package_tests)
  set(work ${PROJECT_BINARY_DIR}/package-test)
  add_test(NAME package-clean COMMAND ${CMAKE_COMMAND} -E rm -rf ${work})
  set_tests_properties(
    package-clean PROPERTIES FIXTURES_SETUP "installed;archive;deb" LABELS package TIMEOUT 300
  )
  tcp_lossy_add_package_step(
    package-install installed package-clean #
    ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${work}/prefix
  )
  tcp_lossy_add_package_user(package ${work}/prefix installed)

  set(file ${work}/packed/${TCP_LOSSY_PACKAGE_FILE})
  set(config ${PROJECT_BINARY_DIR}/CPackConfig.cmake)
  tcp_lossy_add_package_step(
    archive-make archive package-clean #
    ${CMAKE_CPACK_COMMAND} --config ${config} -G TGZ -B ${work}/packed
  )
  tcp_lossy_add_package_step(
    archive-folder archive archive-make ${CMAKE_COMMAND} -E make_directory ${work}/archive
  )
  tcp_lossy_add_package_step(
    archive-unpack archive archive-folder #
    ${CMAKE_COMMAND} -E chdir ${work}/archive ${CMAKE_COMMAND} -E tar xzf ${file}.tar.gz
  )
  tcp_lossy_add_package_user(archive ${work}/archive/${TCP_LOSSY_PACKAGE_FILE} archive)

  if(TCP_LOSSY_DPKG_DEB)
    tcp_lossy_add_package_step(
      deb-make deb "package-clean;archive-make" #
      ${CMAKE_CPACK_COMMAND} --config ${config} -G DEB -B ${work}/packed
    )
    tcp_lossy_add_package_step(
      deb-unpack deb deb-make ${TCP_LOSSY_DPKG_DEB} -x ${file}.deb ${work}/deb
    )
    tcp_lossy_add_package_user(deb ${work}/deb/usr deb)
  endif()
endfunction()

# The search for Boost as ns-3's own build runs it, which warns of variables that are not set.
function(tcp_lossy_check_cmake_warnings)
  set(folder ${PROJECT_SOURCE_DIR}/test/cmake)
  add_test(NAME cmake-warnings COMMAND ${CMAKE_COMMAND} -Wdev --warn-uninitialized -S ${folder} -B
                                       ${PROJECT_BINARY_DIR}/cmake-warnings
  )
  set_tests_properties(
    cmake-warnings PROPERTIES LABELS package TIMEOUT 60 FAIL_REGULAR_EXPRESSION "CMake Warning"
  )
endfunction()

# The line to paste stands for itself, and nothing else is in it.
function(tcp_lossy_check_wrong_folder)
  add_test(NAME wrong-folder COMMAND ${CMAKE_COMMAND} -P
                                     ${PROJECT_SOURCE_DIR}/test/cmake/wrong-folder.cmake
  )
  set_tests_properties(
    wrong-folder
    PROPERTIES LABELS package TIMEOUT 60 #
               PASS_REGULAR_EXPRESSION "\n *mv 'contrib/my module' contrib/tcp-lossy *\n"
  )
endfunction()

tcp_lossy_add_test_support()
tcp_lossy_add_unit_tests()
tcp_lossy_add_suites()
tcp_lossy_add_test_programs()
if(TCP_LOSSY_STOCK_FAST)
  tcp_lossy_add_differential()
endif()
tcp_lossy_add_worlds()
tcp_lossy_add_fates()
tcp_lossy_add_interop()
include(cmake/fuzz.cmake)
tcp_lossy_add_example_tests()
tcp_lossy_add_patterns()
tcp_lossy_add_guide()
tcp_lossy_check_library_symbols()
tcp_lossy_add_package_tests()
tcp_lossy_check_cmake_warnings()
tcp_lossy_check_wrong_folder()
