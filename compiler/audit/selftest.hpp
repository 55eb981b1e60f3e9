// A program that carries every boundary vector and the answer it must get, for platforms without files or a library.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

struct Selftest {
  std::string source;
  std::size_t vectors = 0;  // rows that differ in what the fields hold: none stands twice
  std::size_t parts = 1;    // that can be compiled one by one (audit/selftest_parts.hpp)
};

// `space` is the header's namespace, `header` the name it is included by.
Selftest emit_selftest(const Model& model, const Lowered& lowered, std::string_view space, std::string_view header,
                       Language language = Language::cpp);

}  // namespace espalier
