// What holds of every table that was read, whatever the format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "data/read_file.hpp"
#include "fuzz/fuzz.hpp"
#include "support/diagnostic.hpp"

namespace espalier::fuzz {

// What became of a text: a table, or the message that refused it.
struct Reading {
  std::optional<Source> source;
  std::string refusal;
  std::string warnings;
};

template <typename Read>
Reading attempt(const Read& read) {
  Reading reading;
  Warnings warnings;
  try {
    reading.source.emplace(read(warnings));
  } catch (const Diagnostic& diagnostic) {
    require_presentable(diagnostic);
    require(!diagnostic.hint().empty(), "a table is refused without a hint");
    reading.refusal = render(diagnostic);
  }
  require_presentable(warnings);
  reading.warnings = render(warnings);
  return reading;
}

// Cells, positions and names fit together.
void require_sound(const Source& source);

// The same cells, warnings or refusal.
void require_same(const Reading& a, const Reading& b);

// Takes the table to what the learner gets: kinds of columns, and a dataset for one of its columns. Throws Diagnostic.
void make_dataset(Source source, RandomEngine& choices);

// A file of rows without declarations, CSV or JSON Lines, with options of the input's choice: read in one piece, in
// small chunks by several threads, and left on disk.
void check_rows(std::string_view input, const char* file_name);

}  // namespace espalier::fuzz
