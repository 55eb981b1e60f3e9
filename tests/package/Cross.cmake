# Projects for chips: the tool and the compiler of the check are this machine's, whatever the project is compiled with.
include("${CMAKE_CURRENT_LIST_DIR}/Steps.cmake")
file(REMOVE_RECURSE "${WORK}")
cmake_path(GET PREFIX PARENT_PATH installed)

# A system root in which Espalier is installed for the chip: its tool does not run here.
set(sysroot "${WORK}/sysroot")
file(COPY "${installed}/runtime/" "${installed}/tool/" DESTINATION "${sysroot}/usr")
file(WRITE "${sysroot}/usr/bin/espalier" "\\177ELF for another machine\n")

# `output` is the report then.
macro(check_chip what cross)
  set(build "${WORK}/${what}")
  set(ENV{CXX} "${cross}-g++")  # as the environment of many SDKs has it; it must not be asked to check the header
  run("${what}: configuring" "${CMAKE_COMMAND}" -S "${CONSUMER}/firmware" -B "${build}" -G "${GENERATOR}"
      "-DCMAKE_TOOLCHAIN_FILE=${CONSUMER}/firmware/toolchain.cmake" "-DCROSS=${cross}" "-DCROSS_SYSROOT=${sysroot}"
      "-DDATA=${DATA}" ${ARGN})
  run("${what}: building" "${CMAKE_COMMAND}" --build "${build}")
  file(READ "${build}/espalier/iris/report.txt" output)
  expect("${what}: the report" "0 mismatches (")
  expect_not("${what}: the report" "(${cross}")
  if(NOT EXISTS "${build}/libfirmware.a")
    message(FATAL_ERROR "${what}: there is no library")
  endif()
endmacro()

set(chips "")
foreach(cross arm-none-eabi avr)
  find_program(compiler_${cross} ${cross}-g++)
  if(compiler_${cross})
    list(APPEND chips ${cross})
  endif()
endforeach()
if(NOT chips)
  message("skipped: no cross compiler is installed")
endif()
foreach(cross IN LISTS chips)
  check_chip("${cross}, package of this machine" ${cross} "-Despalier_DIR=${PREFIX}/share/cmake/espalier")
  check_chip("${cross}, among other sources" ${cross} "-DESPALIER_SOURCE=${SOURCE}"
             "-DESPALIER_EXECUTABLE=${PREFIX}/bin/espalier" "-DESPALIER_HOST_CXX_COMPILER=${COMPILER}")
  expect("a compiler that the user names" "0 mismatches (${COMPILER})")
  set(path "$ENV{PATH}")
  set(ENV{PATH} "${PREFIX}/bin:${path}")
  check_chip("${cross}, package of the chip" ${cross})
  set(ENV{PATH} "${path}")
endforeach()
file(REMOVE_RECURSE "${WORK}")
