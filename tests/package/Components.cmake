# find_package(espalier) with what is installed, and with less.
include("${CMAKE_CURRENT_LIST_DIR}/Steps.cmake")
cmake_path(GET PREFIX PARENT_PATH installed)
file(REMOVE_RECURSE "${WORK}")

# With and without the library: only the library needs the dependencies.
foreach(component header compiler)
  set(build "${WORK}/${component}")
  run("configuring ${component}" "${CMAKE_COMMAND}" -S "${CONSUMER}/${component}" -B "${build}" -G "${GENERATOR}"
      "-DCMAKE_PREFIX_PATH=${PREFIX}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}"
      "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" "-DCMAKE_BUILD_TYPE=Release" "-DDATA=${DATA}" "-DWANTED_VERSION=${VERSION}")
  run("building ${component}" "${CMAKE_COMMAND}" --build "${build}")
  run("running ${component}" "${build}/consumer")
endforeach()

# A project in which only find_package matters.
function(write_project text)
  file(REMOVE_RECURSE "${WORK}/find")
  file(WRITE "${WORK}/find/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)\nproject(find LANGUAGES NONE)\n${text}\n")
endfunction()
set(configure "${CMAKE_COMMAND}" -S "${WORK}/find" -B "${WORK}/find/build" -G "${GENERATOR}")

# The tool and the function are there without the library; what was asked for and is missing has a name.
file(COPY "${installed}/runtime/" "${installed}/tool/" DESTINATION "${WORK}/small")
write_project("find_package(espalier REQUIRED COMPONENTS tool runtime)
  if(NOT COMMAND espalier_add_predictor OR NOT TARGET espalier::espalier OR TARGET espalier::compiler)
    message(FATAL_ERROR \"wrong targets\")
  endif()")
run("tool and runtime" ${configure} "-DCMAKE_PREFIX_PATH=${WORK}/small")
write_project("find_package(espalier REQUIRED COMPONENTS compiler)")
run_to_fail("a component that is not installed" ${configure} "-DCMAKE_PREFIX_PATH=${WORK}/small")
expect("a component that is not installed" "espalier's component 'compiler' is not installed")
write_project("find_package(espalier REQUIRED COMPONENTS trees)")
run_to_fail("a component that does not exist" ${configure} "-DCMAKE_PREFIX_PATH=${PREFIX}")
expect("a component that does not exist" "espalier's component 'trees' is not installed")

# A project for a chip finds the package; a project that wants to link the library is told why it cannot.
write_project("set(CMAKE_SIZEOF_VOID_P 2)\nfind_package(espalier ${VERSION} REQUIRED)")
run("pointers of another size" ${configure} "-DCMAKE_PREFIX_PATH=${PREFIX}")
write_project("set(CMAKE_SIZEOF_VOID_P 2)\nfind_package(espalier REQUIRED COMPONENTS compiler)")
run_to_fail("library for pointers of another size" ${configure} "-DCMAKE_PREFIX_PATH=${PREFIX}")
expect("library for pointers of another size" "espalier's compiler library: it was built for pointers of")
write_project("find_package(espalier 99 REQUIRED)")
run_to_fail("a version that is not there" ${configure} "-DCMAKE_PREFIX_PATH=${PREFIX}")
file(REMOVE_RECURSE "${WORK}")
