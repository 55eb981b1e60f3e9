// C4.5's pair of files: .names, a line %%, and .data.
#include "data/c45_files.hpp"
#include "fuzz/table_checks.hpp"

void espalier::fuzz::check_input(std::string_view input) {
  RandomEngine choices = choices_of(input);
  const Encoding encoding = uniform_below(choices, 6) == 0 ? Encoding::latin1 : Encoding::utf8;
  const std::vector<std::string_view> files = parts_of(input, 2);
  Reading reading = attempt([&](Warnings&) {
    return parse_c45_files({"t.names", std::string(files[0])}, {"t.data", std::string(files[1])}, encoding);
  });
  if (!reading.source) return;
  require_sound(*reading.source);
  make_dataset(std::move(*reading.source), choices);
}
