// Reads a CSV file and fits a tree to it as the tool does, with a clock beside each; prints JSON. The last column is
// the target.
//   bench_train FILE [--regression] [--max-depth N] [--repeat N] [--float32]
//   bench_train --build        what it was built with: compiler, kind of build, processor
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "bench/train/instruction_count.hpp"
#include "bench/train/stopwatch.hpp"
#include "data/dataset.hpp"
#include "data/read_source.hpp"
#include "data/schema.hpp"
#include "grow/grow.hpp"
#include "model/tree_facts.hpp"
#include "version.hpp"

namespace {

using espalier::Dataset;
using espalier::bench::counted;
using espalier::bench::Stopwatch;
using espalier::bench::Times;

constexpr std::string_view kUsage = "bench_train FILE [--regression] [--max-depth N] [--repeat N] [--float32]";

struct Arguments {
  std::string file;
  bool regression = false;
  bool float32 = false;         // features rounded to float first, as learners do that store them so
  std::size_t max_depth = 0;    // 0: fully grown
  std::size_t repetitions = 1;  // of the fit; 0: the file is only read
};

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Arguments> parse(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const auto number = i + 1 < count ? whole_number(words[i + 1]) : std::nullopt;
    if (word == "--regression") {
      arguments.regression = true;
    } else if (word == "--float32") {
      arguments.float32 = true;
    } else if (word == "--max-depth" && number) {
      arguments.max_depth = *number;
      ++i;
    } else if (word == "--repeat" && number) {
      arguments.repetitions = *number;
      ++i;
    } else if (!word.starts_with("--") && arguments.file.empty()) {
      arguments.file = word;
    } else {
      return std::nullopt;
    }
  }
  if (arguments.file.empty()) return std::nullopt;
  return arguments;
}

Dataset read(const Arguments& arguments) {
  espalier::Warnings warnings;
  const espalier::Source source = espalier::read_source(arguments.file, {}, warnings);
  const espalier::Schema schema = espalier::infer_schema(source.table, source.overrides, warnings);
  const auto task = arguments.regression ? espalier::Task::regression : espalier::Task::classification;
  return espalier::make_dataset(source.table, schema, {source.table.column_names.back(), task}, warnings);
}

void round_to_float(Dataset& data) {
  for (auto& feature : data.features) {
    for (double& value : feature.values) value = static_cast<double>(static_cast<float>(value));
  }
}

espalier::GrowOptions options_for(const Dataset& data, const Arguments& arguments) {
  espalier::GrowOptions options = espalier::preset(espalier::Algorithm::cart);
  options.max_depth = arguments.max_depth;
  options.missing = data.first_missing ? espalier::MissingPolicy::surrogate : espalier::MissingPolicy::refuse;
  return options;
}

// Of a leaf, times its weight: Gini's of its classes, or the sum of squares around its value.
double impurity(const espalier::Node& leaf) {
  if (leaf.counts.empty()) return leaf.deviation;
  double squares = 0;
  for (const double count : leaf.counts) squares += count * count;
  return leaf.weight() - squares / leaf.weight();
}

nlohmann::ordered_json json(const Times& times) {
  return {{"cpu", times.cpu}, {"wall", times.wall}};
}

nlohmann::ordered_json json(const espalier::Tree& tree) {
  double impurities = 0;
  for (const espalier::Node& node : tree.nodes) {
    if (node.is_leaf()) impurities += impurity(node);
  }
  return {{"nodes", tree.nodes.size()},
          {"leaves", espalier::leaf_count(tree)},
          {"depth", espalier::depth(tree)},
          {"impurity", impurities}};
}

nlohmann::ordered_json measure(const Arguments& arguments) {
  nlohmann::ordered_json figures;
  const Stopwatch reading;
  Dataset data = counted("read", [&] { return read(arguments); });
  figures["load"] = json(reading.times());
  figures["rows"] = data.rows();
  figures["features"] = data.features.size();
  if (arguments.float32) round_to_float(data);
  const espalier::GrowOptions options = options_for(data, arguments);
  std::optional<Times> best;
  for (std::size_t i = 0; i < arguments.repetitions; ++i) {
    espalier::Warnings warnings;
    const Stopwatch fitting;
    const espalier::Model model = counted("fit", [&] { return espalier::grow(data, options, warnings); });
    const Times times = fitting.times();
    best = best ? least(*best, times) : times;
    figures["fit"] = json(*best);
    figures["tree"] = json(model.trees.front());
  }
  figures["peak_mb"] = espalier::bench::peak_megabytes();
  figures["version"] = espalier::kVersion;
  figures["build"] = ESPALIER_BENCH_BUILD;
  return figures;
}

}  // namespace

int main(int count, char** words) {
  const std::string_view first = count == 2 ? words[1] : "";
  if (first == "--help" || first == "--build") {
    fmt::print("{}\n", first == "--help" ? kUsage : ESPALIER_BENCH_BUILD);
    return 0;
  }
  const std::optional<Arguments> arguments = parse(count, words);
  if (!arguments) {
    fmt::print(stderr, "usage: {}\n", kUsage);
    return 2;
  }
  try {
    std::cout << measure(*arguments).dump(2) << '\n';
    return 0;
  } catch (const espalier::Diagnostic& fault) {
    fmt::print(stderr, "bench_train: {}\n", fault.what());
    return 3;
  }
}
