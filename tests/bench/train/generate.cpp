// Writes a data set of the training benchmark; without arguments, lists them as JSON. usage() has the options.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "bench/train/data_sets.hpp"

namespace {

using espalier::bench::Alterations;
using espalier::bench::DataSet;
using espalier::bench::GrowthSizes;

constexpr std::string_view kUsage =
    "usage: bench_data [SET [ROWS [SEED]]] [--holes SHARE] [--weights] > FILE\n"
    "       bench_data G [ROWS [SEED]] [--numbers N] [--words N] [--categories N] [--labels N] ... > FILE\n"
    "--holes empties this share of the cells (0 to below 1), --weights adds a first column \"weight\".\n";

int fail(std::string_view message) {
  fmt::print(stderr, "bench_data: {}\n{}", message, kUsage);
  return 2;
}

template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Size {
  std::string_view name;
  std::size_t GrowthSizes::*value;
};
constexpr std::array kSizes{Size{"--numbers", &GrowthSizes::numbers}, Size{"--words", &GrowthSizes::words},
                            Size{"--categories", &GrowthSizes::categories}, Size{"--labels", &GrowthSizes::labels}};

struct Wish {
  std::vector<std::string_view> words;  // the set, its rows, the seed
  Alterations alterations;
  std::optional<GrowthSizes> sizes;
  std::string fault;
};

bool set_size(Wish& wish, std::string_view name, std::string_view text) {
  for (const Size& size : kSizes) {
    if (size.name != name) continue;
    if (!wish.sizes) wish.sizes.emplace();
    const auto value = number<std::size_t>(text);
    const std::size_t least = name == "--numbers" || name == "--words" ? 0 : 1;
    if (!value || *value < least) wish.fault = fmt::format("{} takes a whole number of at least {}", name, least);
    (*wish.sizes).*size.value = value.value_or(1);
    return true;
  }
  return false;
}

Wish parse(int count, char** arguments) {
  Wish wish;
  for (int i = 1; i < count && wish.fault.empty(); ++i) {
    const std::string_view word = arguments[i];
    const std::string_view next = i + 1 < count ? arguments[i + 1] : "";
    if (!word.starts_with("--")) {
      wish.words.push_back(word);
    } else if (word == "--weights") {
      wish.alterations.weights = true;
    } else if (word == "--holes") {
      const auto share = number<double>(next);
      if (!share || !(*share >= 0 && *share < 1)) wish.fault = "--holes takes a share, from 0 to below 1";
      wish.alterations.holes = share.value_or(0);
      ++i;
    } else if (set_size(wish, word, next)) {
      ++i;
    } else {
      wish.fault = fmt::format("there is no option {}", word);
    }
  }
  if (wish.words.size() > 3) wish.fault = "too many arguments";
  if (wish.sizes && wish.words.size() > 0 && wish.words[0] != "G") wish.fault = "sizes are for the set G";
  if (wish.sizes && wish.sizes->numbers + wish.sizes->words == 0) wish.fault = "a set has a column at least";
  if (wish.words.empty() && count > 1) wish.fault = "no set is named";
  return wish;
}

void list(const std::vector<DataSet>& sets) {
  nlohmann::ordered_json all;
  for (const DataSet& set : sets) {
    all[set.name] = {{"rows", set.rows}, {"features", set.columns.size() - 1}, {"summary", set.summary}};
  }
  std::cout << all.dump(2) << '\n';
}

int write(const DataSet& set, const Wish& wish) {
  const auto rows = wish.words.size() > 1 ? number<std::size_t>(wish.words[1]) : set.rows;
  const auto seed = wish.words.size() > 2 ? number<std::uint64_t>(wish.words[2]) : 1;
  if (!rows || !seed) return fail("rows and seed are whole numbers");
  espalier::bench::write_data_set(set, *rows, *seed, std::cout, wish.alterations);
  std::cout.flush();
  return std::cout ? 0 : fail("cannot write");
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::string_view(arguments[1]) == "--help") {
    fmt::print("{}", kUsage);
    return 0;
  }
  const std::vector<DataSet> sets = espalier::bench::all_data_sets();
  if (count == 1) {
    list(sets);
    return 0;
  }
  const Wish wish = parse(count, arguments);
  if (!wish.fault.empty()) return fail(wish.fault);
  if (wish.sizes) return write(espalier::bench::growing(*wish.sizes), wish);
  for (const DataSet& set : sets) {
    if (set.name == wish.words[0]) return write(set, wish);
  }
  return fail(fmt::format("no set is called '{}'", wish.words[0]));
}
