# espalier_embed(OUT.cpp FILE...) writes a C++ source that holds the files' text, so that the binary carries its templates
# and its runtime.
set(ESPALIER_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/EmbedTextScript.cmake")

function(espalier_embed output)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DFILES=${ARGN}"
            -P "${ESPALIER_EMBED_SCRIPT}"
    DEPENDS ${ARGN} "${ESPALIER_EMBED_SCRIPT}"
    COMMENT "Embedding templates and runtime"
    VERBATIM)
endfunction()
