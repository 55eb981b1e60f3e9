// The rules of docs/model-format.md for everything but the trees; those are in validate_tree.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include "model/model_fault.hpp"
#include "model/model_json.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kLongestText = 65535;  // bytes
constexpr std::size_t kMostLabels = 65535;   // emitted code numbers labels with 16 bits

void check_text(std::string_view text, const std::string& path) {
  if (text.size() > kLongestText) {
    throw ModelFault(path,
                     fmt::format("{} bytes long; at most {} are allowed", grouped(text.size()), grouped(kLongestText)));
  }
  if (text.find('\0') != std::string_view::npos) throw ModelFault(path, "contains a NUL character");
  if (first_invalid_utf8(text)) throw ModelFault(path, in_quotes(text) + " is not UTF-8");
}

// Texts that name things: sound and different from each other. `text(i)` and `path(i)` give the i-th of them.
template <typename Text, typename Path>
void check_names(std::size_t size, const Text& text, const Path& path) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < size; ++i) {
    check_text(text(i), path(i));
    if (!seen.insert(text(i)).second) throw ModelFault(path(i), in_quotes(text(i)) + " occurs twice");
  }
}

void check_name_list(const std::vector<std::string>& names, const std::string& path) {
  check_names(
      names.size(), [&](std::size_t i) -> std::string_view { return names[i]; },
      [&](std::size_t i) { return fmt::format("{}[{}]", path, i); });
}

void check_range(const Feature& feature, const std::string& path) {
  if (!std::isfinite(feature.minimum) || !std::isfinite(feature.maximum)) {
    throw ModelFault(path, "is not finite");
  }
  if (feature.minimum > feature.maximum) {
    throw ModelFault(path, fmt::format("the minimum {} is larger than the maximum {}", shortest(feature.minimum),
                                       shortest(feature.maximum)));
  }
  const bool whole = std::trunc(feature.minimum) == feature.minimum && std::trunc(feature.maximum) == feature.maximum;
  if (feature.integer && !whole) throw ModelFault(path, "an integer feature has a range of whole numbers");
}

void check_features(const std::vector<Feature>& features) {
  check_names(
      features.size(), [&](std::size_t i) -> std::string_view { return features[i].name; },
      [](std::size_t i) { return fmt::format("features[{}].name", i); });
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (features[i].kind == FeatureKind::numeric) {
      check_range(features[i], fmt::format("features[{}].range", i));
    } else {
      check_name_list(features[i].categories, fmt::format("features[{}].categories", i));
    }
  }
}

void check_labels(const std::vector<std::string>& labels) {
  if (labels.empty()) throw ModelFault("labels", "at least one label is needed");
  if (labels.size() > kMostLabels) {
    throw ModelFault("labels",
                     fmt::format("{} labels; at most {} are allowed", grouped(labels.size()), grouped(kMostLabels)));
  }
  check_name_list(labels, "labels");
}

void check_sha256(const std::string& digest, const std::string& path) {
  const bool hexadecimal = digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!digest.empty() && (digest.size() != 64 || !hexadecimal)) {
    throw ModelFault(path, "expected 64 lower-case hexadecimal digits or nothing");
  }
}

void check_accuracy(double accuracy, const std::string& path) {
  if (!(accuracy >= 0 && accuracy <= 1)) throw ModelFault(path, "an accuracy lies between 0 and 1");
}

void check_options(const std::vector<std::pair<std::string, std::string>>& options, const std::string& path) {
  check_names(
      options.size(), [&](std::size_t i) -> std::string_view { return options[i].first; },
      [&](std::size_t) { return path; });
  for (const auto& [name, value] : options) check_text(value, path);
}

void check_provenance(const Provenance& provenance) {
  check_text(provenance.tool, "provenance.tool");
  check_sha256(provenance.data_sha256, "provenance.data_sha256");
  check_options(provenance.options, "provenance.options");
  if (provenance.training_score) {
    check_accuracy(*provenance.training_score, "provenance.training_accuracy");
  }
  if (provenance.evaluation) {
    check_text(provenance.evaluation->method, "provenance.evaluation.method");
    check_accuracy(provenance.evaluation->score, "provenance.evaluation.accuracy");
  }
}

}  // namespace

void check_model(const Model& model) {
  check_text(model.target, "target");
  check_labels(model.labels);
  check_features(model.features);
  if (model.combination == Combination::single && model.trees.size() != 1) {
    throw ModelFault("trees", fmt::format("combination 'single' needs exactly one tree, found {}", model.trees.size()));
  }
  for (std::size_t i = 0; i < model.trees.size(); ++i) {
    check_tree(model, model.trees[i], fmt::format("trees[{}]", i));
  }
  check_provenance(model.provenance);
}

void validate(const Model& model, const std::string& name) {
  try {
    check_model(model);
  } catch (const ModelFault& fault) {
    throw Diagnostic(ExitCode::bad_input, Location{name, 0, 0, {}, 1}, fault.message());
  }
}

}  // namespace espalier
