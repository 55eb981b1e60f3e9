// CSV, with options of the input's choice: the same table in one piece, in small chunks and left on disk.
#include "fuzz/table_checks.hpp"

void espalier::fuzz::check_input(std::string_view input) {
  check_rows(input, "t.csv");
}
