# Read by cpack for each generator, before it installs anything.

# The same files make the same package: everything in it is as old as the last commit, or as the newest entry of the changelog
# where there is no repository.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git -C "${CPACK_ESPALIER_SOURCE}" log -1 --format=%ct
                  RESULT_VARIABLE code OUTPUT_VARIABLE date ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT code EQUAL 0 OR NOT date MATCHES "^[0-9]+$")
    file(TIMESTAMP "${CPACK_ESPALIER_SOURCE}/CHANGELOG.md" date "%s" UTC)
  endif()
  set(ENV{SOURCE_DATE_EPOCH} "${date}")
endif()

if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PRE_BUILD_SCRIPTS "${CPACK_ESPALIER_SOURCE}/cmake/DebianFiles.cmake")
  # CPack would put this line above the description of each package; they have first lines of their own.
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
else()
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
