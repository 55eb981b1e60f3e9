// ARFF: declarations and rows.
#include "data/arff.hpp"
#include "fuzz/table_checks.hpp"

void espalier::fuzz::check_input(std::string_view input) {
  RandomEngine choices = choices_of(input);
  const Encoding encoding = uniform_below(choices, 6) == 0 ? Encoding::latin1 : Encoding::utf8;
  const auto read = [&](Warnings& warnings) { return parse_arff("t.arff", std::string(input), encoding, warnings); };
  Reading reading = attempt(read);
  if (!reading.source) return;
  require_sound(*reading.source);
  make_dataset(std::move(*reading.source), choices);
}
