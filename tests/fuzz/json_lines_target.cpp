// JSON Lines, as CSV.
#include "fuzz/table_checks.hpp"

void espalier::fuzz::check_input(std::string_view input) {
  check_rows(input, "t.jsonl");
}
