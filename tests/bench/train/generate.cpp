// Writes a data set of the training benchmark: bench_data SET [ROWS [SEED]] > FILE; without arguments, what there is,
// as JSON.
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "bench/train/data_sets.hpp"

namespace {

int fail(std::string_view message) {
  fmt::print(stderr, "bench_data: {}\nusage: bench_data [SET [ROWS [SEED]]] > FILE\n", message);
  return 2;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void list(const std::vector<espalier::bench::DataSet>& sets) {
  nlohmann::ordered_json all;
  for (const auto& set : sets) {
    all[set.name] = {{"rows", set.rows}, {"features", set.columns.size() - 1}, {"summary", set.summary}};
  }
  std::cout << all.dump(2) << '\n';
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<espalier::bench::DataSet> sets = espalier::bench::all_data_sets();
  if (count == 1) {
    list(sets);
    return 0;
  }
  if (count > 4) return fail("too many arguments");
  for (const auto& set : sets) {
    if (set.name != arguments[1]) continue;
    const auto rows = count > 2 ? whole_number(arguments[2]) : set.rows;
    const auto seed = count > 3 ? whole_number(arguments[3]) : 1;
    if (!rows || !seed) return fail("rows and seed are whole numbers");
    espalier::bench::write_data_set(set, *rows, *seed, std::cout);
    std::cout.flush();
    return std::cout ? 0 : fail("cannot write");
  }
  return fail(fmt::format("no set is called '{}'", arguments[1]));
}
