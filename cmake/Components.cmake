# One object library per stage of the pipeline (docs/architecture.md); USES names the stages it may include, so that the
# build and the layering test state the same direction.
set(ESPALIER_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND ESPALIER_WARNINGS -Wno-restrict)  # GCC 12 sees overlaps in std::string operator+ that are not there (PR105329)
endif()
if(ESPALIER_WERROR)
  list(APPEND ESPALIER_WARNINGS -Werror)
endif()

function(espalier_component name)
  cmake_parse_arguments(arg "" "" "USES;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp")
  add_library(espalier_${name} OBJECT ${sources})
  target_include_directories(espalier_${name} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/compiler>")
  target_compile_options(espalier_${name} PRIVATE ${ESPALIER_WARNINGS})
  # The same sums on every machine: no fused multiply-add behind our back.
  target_compile_options(espalier_${name} PUBLIC -ffp-contract=off)
  target_link_libraries(espalier_${name} PUBLIC ${arg_LIBRARIES})
  set_target_properties(espalier_${name} PROPERTIES ESPALIER_USES "${arg_USES}")
  set_property(GLOBAL APPEND PROPERTY ESPALIER_COMPONENTS ${name})  # the stages, in the order of the pipeline
endfunction()
