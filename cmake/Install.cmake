# cmake --install, in three components that can be packaged on their own:
#   runtime    the headers for generated code, and the CMake package that finds whatever is installed
#   tool       the executable, its man page and completion
#   compiler   the library and its headers
# The CMake package is in share/, where it is also found by projects that are compiled for another machine.
include(CMakePackageConfigHelpers)

set(ESPALIER_CMAKE_DIR "${CMAKE_INSTALL_DATADIR}/cmake/espalier")

set_target_properties(espalier_compiler PROPERTIES EXPORT_NAME compiler)
set_target_properties(espalier_runtime PROPERTIES EXPORT_NAME runtime)

install(TARGETS espalier_runtime EXPORT espalier-runtime)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT runtime)

install(TARGETS espalier EXPORT espalier-tool RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tool)

install(TARGETS espalier_compiler EXPORT espalier-compiler
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT compiler)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/compiler/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/espalier-compiler"
        COMPONENT compiler FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_BINARY_DIR}/compiler/generated/version.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/espalier-compiler" COMPONENT compiler)

foreach(component runtime tool compiler)
  install(EXPORT espalier-${component} NAMESPACE espalier:: DESTINATION "${ESPALIER_CMAKE_DIR}" COMPONENT ${component})
endforeach()
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/espalierConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/espalierConfig.cmake" INSTALL_DESTINATION "${ESPALIER_CMAKE_DIR}"
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
configure_file("${PROJECT_SOURCE_DIR}/cmake/espalierCompilerDependencies.cmake.in"
               "${PROJECT_BINARY_DIR}/espalierCompilerDependencies.cmake" @ONLY)
# The tool of a 64-bit host serves projects for chips with pointers of any size; the library checks its own.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/espalierConfigVersion.cmake" COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/espalierConfig.cmake" "${PROJECT_BINARY_DIR}/espalierConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/EspalierPredictor.cmake" "${PROJECT_SOURCE_DIR}/cmake/EspalierArguments.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/EspalierTool.cmake" "${PROJECT_SOURCE_DIR}/cmake/EspalierRun.cmake"
        DESTINATION "${ESPALIER_CMAKE_DIR}" COMPONENT runtime)
install(FILES "${PROJECT_BINARY_DIR}/espalierCompilerDependencies.cmake" DESTINATION "${ESPALIER_CMAKE_DIR}"
        COMPONENT compiler)

# The manual speaks for the executable that was built, so that executable writes it (not when cross-compiling).
if(NOT CMAKE_CROSSCOMPILING)
  add_custom_command(
    OUTPUT "${PROJECT_BINARY_DIR}/espalier.1" "${PROJECT_BINARY_DIR}/espalier.bash"
    COMMAND sh -c "\"$<TARGET_FILE:espalier>\" help --man > espalier.1"
    COMMAND sh -c "\"$<TARGET_FILE:espalier>\" help --completion bash > espalier.bash"
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" DEPENDS espalier VERBATIM)
  add_custom_target(espalier_manual ALL DEPENDS "${PROJECT_BINARY_DIR}/espalier.1" "${PROJECT_BINARY_DIR}/espalier.bash")
  install(FILES "${PROJECT_BINARY_DIR}/espalier.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tool)
  install(FILES "${PROJECT_BINARY_DIR}/espalier.bash"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME espalier COMPONENT tool)
endif()
