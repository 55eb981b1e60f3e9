# cmake --install: the tool, its library, the runtime for generated code, the man page and the completion; and a CMake
# package, so that find_package(espalier) gives espalier::espalier, espalier::runtime and espalier::compiler.
include(CMakePackageConfigHelpers)

set(ESPALIER_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/espalier")

set_target_properties(espalier_compiler PROPERTIES EXPORT_NAME compiler)
set_target_properties(espalier_runtime PROPERTIES EXPORT_NAME runtime)
install(TARGETS espalier espalier_compiler espalier_runtime EXPORT espalierTargets
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/compiler/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/espalier-compiler"
        FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_BINARY_DIR}/compiler/generated/version.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/espalier-compiler")
install(EXPORT espalierTargets NAMESPACE espalier:: DESTINATION "${ESPALIER_CMAKE_DIR}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/espalierConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/espalierConfig.cmake" INSTALL_DESTINATION "${ESPALIER_CMAKE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/espalierConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/espalierConfig.cmake" "${PROJECT_BINARY_DIR}/espalierConfigVersion.cmake"
        DESTINATION "${ESPALIER_CMAKE_DIR}")

# The manual speaks for the executable that was built, so that executable writes it (not when cross-compiling).
if(NOT CMAKE_CROSSCOMPILING)
  add_custom_command(
    OUTPUT "${PROJECT_BINARY_DIR}/espalier.1" "${PROJECT_BINARY_DIR}/espalier.bash"
    COMMAND sh -c "\"$<TARGET_FILE:espalier>\" help --man > espalier.1"
    COMMAND sh -c "\"$<TARGET_FILE:espalier>\" help --completion bash > espalier.bash"
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" DEPENDS espalier VERBATIM)
  add_custom_target(manual ALL DEPENDS "${PROJECT_BINARY_DIR}/espalier.1" "${PROJECT_BINARY_DIR}/espalier.bash")
  install(FILES "${PROJECT_BINARY_DIR}/espalier.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${PROJECT_BINARY_DIR}/espalier.bash"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME espalier)
endif()
