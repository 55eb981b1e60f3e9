// Reads a CSV file and fits a tree, or several, to it as the tool does, with a clock beside each; prints JSON. The last
// column is the target. What is not said is as the tool has it by default.
//   bench_train FILE [OPTION...]
//   bench_train --help         the options
//   bench_train --build        what it was built with: compiler, kind of build, processor
#include <fmt/format.h>

#include <array>
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
#include "data/read_file.hpp"
#include "data/schema.hpp"
#include "grow/grow.hpp"
#include "learn/ensemble.hpp"
#include "model/tree_facts.hpp"
#include "version.hpp"

namespace {

using espalier::Dataset;
using espalier::bench::counted;
using espalier::bench::Stopwatch;
using espalier::bench::Times;

struct Arguments {
  std::string file;
  bool regression = false;
  bool balanced = false;      // every class weighs the same in all
  bool float32 = false;       // features rounded to float first, as learners do that store them so
  std::size_t max_depth = 0;  // 0: fully grown
  std::size_t bins = 0;       // 0: exact
  std::size_t threads = 1;
  std::size_t repetitions = 1;  // of the fit; 0: the file is only read
  std::size_t trees = 100;      // of an ensemble; boosting: rounds
  bool plain_boost = false;     // boosting from all rows and columns
  std::string ensemble;         // empty: a single tree
  std::string algorithm;        // empty: cart
  std::string missing;          // empty: the algorithm's
  std::string categorical;      // empty: the algorithm's
  std::string weight;           // a column; empty: rows weigh 1
};

struct Flag {
  std::string_view name;
  bool Arguments::*value;
};
struct Number {
  std::string_view name;
  std::size_t Arguments::*value;
};
struct Word {
  std::string_view name;
  std::string_view stands_for;
  std::string Arguments::*value;
};
constexpr std::array kFlags{Flag{"--regression", &Arguments::regression}, Flag{"--balanced", &Arguments::balanced},
                            Flag{"--float32", &Arguments::float32}, Flag{"--plain-boost", &Arguments::plain_boost}};
constexpr std::array kNumbers{Number{"--max-depth", &Arguments::max_depth}, Number{"--bins", &Arguments::bins},
                              Number{"--threads", &Arguments::threads}, Number{"--repeat", &Arguments::repetitions},
                              Number{"--trees", &Arguments::trees}};
constexpr std::array kWords{
    Word{"--algorithm", "NAME", &Arguments::algorithm}, Word{"--missing", "POLICY", &Arguments::missing},
    Word{"--categorical-split", "NAME", &Arguments::categorical}, Word{"--weight", "COLUMN", &Arguments::weight},
    Word{"--ensemble", "KIND", &Arguments::ensemble}};

std::string usage() {
  std::string text = "bench_train FILE";
  for (const Flag& flag : kFlags) text += fmt::format(" [{}]", flag.name);
  for (const Number& number : kNumbers) text += fmt::format(" [{} N]", number.name);
  for (const Word& word : kWords) text += fmt::format(" [{} {}]", word.name, word.stands_for);
  return text;
}

bool set_flag(Arguments& arguments, std::string_view word) {
  for (const Flag& flag : kFlags) {
    if (flag.name == word) return arguments.*flag.value = true;
  }
  return false;
}

bool set_number(Arguments& arguments, std::string_view word, std::string_view text) {
  for (const Number& number : kNumbers) {
    if (number.name != word) continue;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), arguments.*number.value);
    return error == std::errc() && end == text.data() + text.size();
  }
  return false;
}

bool set_word(Arguments& arguments, std::string_view name, std::string_view text) {
  for (const Word& word : kWords) {
    if (word.name != name) continue;
    arguments.*word.value = text;
    return true;
  }
  return false;
}

std::optional<Arguments> parse(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (!word.starts_with("--") && arguments.file.empty()) {
      arguments.file = word;
    } else if (i + 1 < count &&
               (set_number(arguments, word, words[i + 1]) || set_word(arguments, word, words[i + 1]))) {
      ++i;
    } else if (!set_flag(arguments, word)) {
      return std::nullopt;
    }
  }
  if (arguments.file.empty()) return std::nullopt;
  return arguments;
}

Dataset read(const Arguments& arguments) {
  espalier::Warnings warnings;
  espalier::Source source = espalier::read_source(arguments.file, {}, warnings);
  const espalier::Schema schema =
      espalier::infer_schema(source.table, source.overrides, warnings, espalier::Counting::few);
  const auto task = arguments.regression ? espalier::Task::regression : espalier::Task::classification;
  return espalier::take_dataset(source.table, schema, {source.table.column_names.back(), task, arguments.weight},
                                warnings);
}

void round_to_float(Dataset& data) {
  for (auto& feature : data.features) {
    for (double& value : feature.values) value = static_cast<double>(static_cast<float>(value));
  }
}

// The value that is called so. Throws Diagnostic(usage) with the names there are.
template <typename Value>
Value named(std::string_view option, std::string_view name, std::initializer_list<Value> values) {
  std::string names;
  for (const Value value : values) {
    if (to_string(value) == name) return value;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", to_string(value));
  }
  throw espalier::Diagnostic(espalier::ExitCode::usage, fmt::format("{} cannot be '{}'", option, name),
                             fmt::format("one of {}", names));
}

espalier::MissingPolicy default_missing(espalier::Algorithm algorithm, const Dataset& data) {
  if (!data.first_missing || algorithm == espalier::Algorithm::id3) return espalier::MissingPolicy::refuse;
  return algorithm == espalier::Algorithm::c45 ? espalier::MissingPolicy::fractional
                                               : espalier::MissingPolicy::surrogate;
}

espalier::EnsembleOptions ensemble_for(const Dataset& data, const Arguments& arguments) {
  using espalier::EnsembleKind;
  const EnsembleKind kind =
      named("--ensemble", arguments.ensemble,
            {EnsembleKind::bagging, EnsembleKind::forest, EnsembleKind::extra_trees, EnsembleKind::boost});
  espalier::EnsembleOptions options = espalier::usual_ensemble(kind, data.task);
  options.trees = arguments.trees;
  if (arguments.plain_boost) {
    options.rows = 1;
    options.columns.rule = espalier::ColumnsTried::Rule::all;
  }
  return options;
}

espalier::GrowOptions options_for(const Dataset& data, const Arguments& arguments) {
  using espalier::Algorithm;
  using espalier::CategoricalSplit;
  using espalier::MissingPolicy;
  const Algorithm algorithm = arguments.algorithm.empty() ? Algorithm::cart
                                                          : named("--algorithm", arguments.algorithm,
                                                                  {Algorithm::id3, Algorithm::c45, Algorithm::cart});
  espalier::GrowOptions options =
      arguments.ensemble.empty() ? espalier::preset(algorithm) : espalier::usual_options(algorithm, data.task);
  options.max_depth = arguments.max_depth;
  options.bins = arguments.bins;
  options.missing = default_missing(algorithm, data);
  if (!arguments.ensemble.empty()) {
    options.missing = data.first_missing ? MissingPolicy::learned : MissingPolicy::refuse;
    if (arguments.ensemble == "boost" && options.max_depth == 0) options.max_depth = 6;
  }
  if (!arguments.missing.empty()) {
    options.missing = named("--missing", arguments.missing,
                            {MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::learned,
                             MissingPolicy::own_category, MissingPolicy::surrogate, MissingPolicy::fractional});
  }
  if (!arguments.categorical.empty()) {
    options.categorical = named(
        "--categorical-split", arguments.categorical,
        {CategoricalSplit::multiway, CategoricalSplit::equal, CategoricalSplit::subset, CategoricalSplit::automatic});
  }
  options.balanced_classes = arguments.balanced;
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
    const espalier::Model model = counted("fit", [&] {
      if (arguments.ensemble.empty()) return espalier::grow(data, options, warnings, arguments.threads);
      return learn_ensemble(data, options, {.method = espalier::PruneMethod::none}, ensemble_for(data, arguments),
                            arguments.threads)
          .model;
    });
    const Times times = fitting.times();
    best = best ? least(*best, times) : times;
    figures["fit"] = json(*best);
    figures["tree"] = json(model.trees.front());
    std::size_t nodes = 0;
    for (const espalier::Tree& tree : model.trees) nodes += tree.nodes.size();
    figures["nodes"] = nodes;
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
    fmt::print("{}\n", first == "--help" ? usage() : ESPALIER_BENCH_BUILD);
    return 0;
  }
  const std::optional<Arguments> arguments = parse(count, words);
  if (!arguments) {
    fmt::print(stderr, "usage: {}\n", usage());
    return 2;
  }
  try {
    std::cout << measure(*arguments).dump(2) << '\n';
    return 0;
  } catch (const espalier::Diagnostic& fault) {
    fmt::print(stderr, "bench_train: {}\n{}{}", fault.what(), fault.hint(), fault.hint().empty() ? "" : "\n");
    return static_cast<int>(fault.code());
  }
}
