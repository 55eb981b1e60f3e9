# Run by cpack -G DEB between installing and packing: what Debian's policy asks of every package (10.1, 12.1, 12.5, 12.7). It
# strips programs, compresses man pages, and adds copyright and changelogs. Everything gets the date SOURCE_DATE_EPOCH, and the
# same modes whatever the umask was.

function(compress file)
  execute_process(COMMAND gzip -9nf "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Copyright, changelog of the program and changelog of the package, in `directory`.
function(write_documents directory)
  # Debian's format wants the licence indented, and a dot in its empty lines.
  file(READ "${CPACK_ESPALIER_SOURCE}/LICENSE" licence)
  string(REGEX REPLACE "^MIT License\n\nCopyright \\(c\\) ([^\n]*)\n\n" "" licence "${licence}")
  if(NOT CMAKE_MATCH_1)
    message(FATAL_ERROR "LICENSE does not begin with 'MIT License' and the line of the copyright any more; see DebianFiles.cmake")
  endif()
  set(COPYRIGHT "${CMAKE_MATCH_1}")
  string(STRIP "${licence}" licence)
  string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
  string(REPLACE "\n" "\n " LICENCE " ${licence}")
  configure_file("${CPACK_ESPALIER_SOURCE}/cmake/debian-copyright.in" "${directory}/copyright" @ONLY)

  configure_file("${CPACK_ESPALIER_SOURCE}/CHANGELOG.md" "${directory}/changelog" COPYONLY)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE "${directory}/changelog.Debian"
       "espalier (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
       "  * Package made by cpack; changelog.gz says what is new.\n\n"
       " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  compress("${directory}/changelog")
  compress("${directory}/changelog.Debian")
endfunction()

foreach(group TOOL LIBRARY)
  string(TOLOWER "${group}" directory)
  set(root "${CPACK_TEMPORARY_DIRECTORY}/${directory}")
  write_documents("${root}/usr/share/doc/${CPACK_DEBIAN_${group}_PACKAGE_NAME}")
  file(GLOB pages "${root}/usr/share/man/man*/*.[1-9]")
  foreach(page IN LISTS pages)
    compress("${page}")
  endforeach()
  # As dh_strip does.
  file(GLOB programs "${root}/usr/bin/*")
  file(GLOB_RECURSE libraries "${root}/usr/lib/*.a")
  set(strip strip --remove-section=.comment --remove-section=.note)
  foreach(file IN LISTS programs)
    execute_process(COMMAND ${strip} "${file}" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  foreach(file IN LISTS libraries)
    execute_process(COMMAND ${strip} --strip-debug --enable-deterministic-archives "${file}" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  execute_process(COMMAND chmod -R "u=rwX,go=rX" "${root}" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND find "${root}" -exec touch -h -d "@$ENV{SOURCE_DATE_EPOCH}" {} + COMMAND_ERROR_IS_FATAL ANY)
endforeach()
