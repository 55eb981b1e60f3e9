# LANGUAGE c and cpp-sources: as targets, with each generator.
include("${CMAKE_CURRENT_LIST_DIR}/Steps.cmake")
file(REMOVE_RECURSE "${WORK}")

# Those that the tool has.
run("asking for languages" "${PREFIX}/bin/espalier" help emit)
set(forms "")
foreach(language c cpp-sources)
  if(output MATCHES "[ (]${language}[,; ]")
    list(APPEND forms ${language})
  endif()
endforeach()
list(LENGTH forms wanted)
math(EXPR wanted "${wanted} + 1")
list(JOIN forms "," forms)

say_left_out()
foreach(generator IN LISTS GENERATORS)
  set(build "${WORK}/${generator}")
  run("configuring" "${CMAKE_COMMAND}" -S "${CONSUMER}/languages" -B "${build}" -G "${generator}"
      "-DCMAKE_PREFIX_PATH=${PREFIX}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_C_FLAGS=${FLAGS}"
      "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" "-DCMAKE_C_COMPILER_LAUNCHER=${LAUNCHER}" "-DWANTED_VERSION=${VERSION}"
      "-DDATA=${DATA}" "-DFORMS=${forms}")
  run("building" "${CMAKE_COMMAND}" --build "${build}" --parallel 2)
  file(GLOB_RECURSE programs "${build}/consumer" "${build}/*_selftest")
  list(LENGTH programs count)
  if(NOT count EQUAL wanted)
    message(FATAL_ERROR "there should be the program and self-tests of ${forms}, not ${programs}")
  endif()
  foreach(program IN LISTS programs)
    run("running ${program}" "${program}")
  endforeach()
  run("building again" "${CMAKE_COMMAND}" --build "${build}")
  expect_not("building again" "Making" "Building")
endforeach()
file(REMOVE_RECURSE "${WORK}")
