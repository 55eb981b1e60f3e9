# Installs the build tree into WORK/prefix, moves it (a package must not remember where it was installed), and configures,
# builds and runs the consumer project against it.
cmake_minimum_required(VERSION 3.25)

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${what} failed (${code}):\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run("install" "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/staged")
file(RENAME "${WORK}/staged" "${WORK}/prefix")

file(GLOB_RECURSE installed RELATIVE "${WORK}/prefix" "${WORK}/prefix/*")
foreach(wanted "^bin/espalier$" "^lib.*/cmake/espalier/espalierConfig.cmake$" "^lib.*/libespalier_compiler"
               "^include/espalier/runtime.hpp$" "^include/espalier-compiler/model/model.hpp$"
               "^share/man/man1/espalier.1$" "^share/bash-completion/completions/espalier$")
  set(found ${installed})
  list(FILTER found INCLUDE REGEX "${wanted}")
  if(NOT found)
    message(SEND_ERROR "nothing installed that matches ${wanted}; there are: ${installed}")
  endif()
endforeach()

# The package names no place of this machine but the system's own.
file(GLOB_RECURSE package_files "${WORK}/prefix/*.cmake")
foreach(file IN LISTS package_files)
  file(READ "${file}" text)
  foreach(place "${BUILD}" "${WORK}")
    string(FIND "${text}" "${place}" at)
    if(NOT at EQUAL -1)
      message(SEND_ERROR "${file} names ${place}")
    endif()
  endforeach()
endforeach()

# With and without the library: only the library needs the dependencies.
foreach(component header compiler)
  set(build "${WORK}/${component}")
  run("configuring ${component}" "${CMAKE_COMMAND}" -S "${CONSUMER}/${component}" -B "${build}" -G "${GENERATOR}"
      "-DCMAKE_PREFIX_PATH=${WORK}/prefix" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}"
      "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" "-DCMAKE_BUILD_TYPE=Release" "-DDATA=${DATA}" "-DWANTED_VERSION=${VERSION}")
  run("building ${component}" "${CMAKE_COMMAND}" --build "${build}")
  run("running ${component}" "${build}/consumer")
endforeach()
file(REMOVE_RECURSE "${WORK}")
