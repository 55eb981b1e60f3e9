#include "audit/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

std::string value_text(ValueType type, double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value < 0 ? "-infinity" : "infinity";
  return type == ValueType::float32 ? shortest(static_cast<float>(value)) : shortest(value);
}

// The first of the functions that differ; empty if none does.
std::string_view first_way(std::uint32_t ways) {
  if ((ways & by_batch) != 0) return "predict_batch";
  if ((ways & by_columns) != 0) return "predict_columns";
  return (ways & by_array) != 0 ? "row_from_array" : "";
}

}  // namespace

Judge::Judge(const Model& model, ValueType value_type) : model_(model), value_type_(value_type), interpreter_(model) {
  if (model.combination == Combination::single) rules_ = rule_numbers(only_tree(model));
  if (model.missing == MissingPolicy::fractional) blender_.emplace(model);
}

std::string Judge::answer_text(std::uint32_t label, double value, const std::vector<std::uint32_t>& rules) const {
  constexpr std::size_t kRulesShown = 8;
  std::vector<std::string> numbers;
  numbers.reserve(rules.size());
  for (const std::uint32_t rule : rules) numbers.push_back(std::to_string(rule));
  const std::string by = fmt::format("by rule{} {}", rules.size() > 1 ? "s" : "", enumerate(numbers, kRulesShown));
  if (model_.task == Task::regression) return fmt::format("{} {}", value_text(value_type_, value), by);
  const std::string name =
      label < model_.labels.size() ? in_quotes(model_.labels[label]) : fmt::format("label {}", label);
  return fmt::format("{} {}", name, by);
}

std::vector<std::uint32_t> Judge::expected_rules(const Prediction& expected) const {
  return model_.combination == Combination::single ? std::vector{expected.rule} : expected.rules;
}

bool Judge::same_value(double expected, double given) const {
  return std::bit_cast<std::uint64_t>(rounded(value_type_, expected)) == std::bit_cast<std::uint64_t>(given);
}

std::string Judge::expected(Row row) const {
  const Prediction prediction = interpreter_.predict(row);
  return answer_text(prediction.label, rounded(value_type_, prediction.value), expected_rules(prediction));
}

bool Judge::is_answer_of(std::uint32_t leaf, std::uint32_t label, double value, std::uint32_t rule) const {
  const Node& node = only_tree(model_).nodes[leaf];
  if (rule != rules_[leaf]) return false;
  return model_.task == Task::regression ? same_value(node.value, value) : node.label == label;
}

std::string Judge::objection(Row row, const GivenAnswer& given) const {
  const Prediction expected = interpreter_.predict(row);
  const bool same_answer =
      model_.task == Task::regression ? same_value(expected.value, given.value) : expected.label == given.label;
  const std::vector<std::uint32_t> given_rules =
      model_.combination == Combination::single ? std::vector{given.rule} : given.rules;
  if (!same_answer || given_rules != expected_rules(expected)) {
    return answer_text(given.label, given.value, given_rules);
  }
  if (given.batch_label && *given.batch_label != given.label) return "another label by predict_batch";
  if (given.batch_value && !same_value(expected.value, *given.batch_value)) return "another value by predict_batch";
  for (std::size_t i = 0; i < given.probabilities.size(); ++i) {
    const auto exact = static_cast<float>(expected.probabilities[i]);
    if (std::bit_cast<std::uint32_t>(exact) != std::bit_cast<std::uint32_t>(given.probabilities[i])) {
      return fmt::format("probability {} of {} instead of {}", given.probabilities[i], in_quotes(model_.labels[i]),
                         exact);
    }
  }
  if (const std::string_view way = first_way(given.differing_ways); !way.empty())
    return fmt::format("another answer by {}", way);
  if (given.margin) {
    if (std::string objection = objection_to_margin(expected, *given.margin); !objection.empty()) return objection;
  }
  if (!given.sums.empty()) return objection_to_sums(expected, given.sums);
  return given.blended ? objection_to_blend(row, *given.blended) : std::string();
}

Prediction Judge::verdict_on(std::span<const double> sums) const {
  std::vector<double> scores(sums.begin(), sums.end());
  if (has_exponent(model_)) {
    for (double& score : scores) score = std::ldexp(score, -model_.sums.exponent);
  }
  return interpreter_.answer_of_scores(std::move(scores));
}

std::string Judge::expected_of_sums(std::span<const double> sums) const {
  const Prediction expected = verdict_on(sums);
  if (model_.task == Task::regression) return value_text(value_type_, rounded(value_type_, expected.value));
  return in_quotes(model_.labels[expected.label]);
}

bool Judge::is_verdict(std::span<const double> sums, std::uint32_t label, double value) const {
  const Prediction expected = verdict_on(sums);
  return model_.task == Task::regression ? same_value(expected.value, value) : expected.label == label;
}

std::string Judge::objection_to_sums(const Prediction& expected, const std::vector<double>& given) const {
  for (std::size_t i = 0; i < given.size(); ++i) {
    const double sum = has_exponent(model_) ? std::ldexp(expected.scores[i], model_.sums.exponent) : expected.scores[i];
    // -0 is a float's sum; whole numbers have none.
    const bool same = std::bit_cast<std::uint64_t>(sum) == std::bit_cast<std::uint64_t>(given[i]) ||
                      (model_.sums.arithmetic == Arithmetic::whole && sum == given[i]);
    if (!same) return fmt::format("a sum of {} instead of {} in place {}", shortest(given[i]), shortest(sum), i);
  }
  return {};
}

std::string Judge::objection_to_margin(const Prediction& expected, float given) const {
  float runner_up = 0;
  for (std::size_t i = 0; i < expected.probabilities.size(); ++i) {
    if (i != expected.label) runner_up = std::max(runner_up, static_cast<float>(expected.probabilities[i]));
  }
  const float margin = static_cast<float>(expected.probabilities[expected.label]) - runner_up;
  if (std::bit_cast<std::uint32_t>(margin) == std::bit_cast<std::uint32_t>(given)) return {};
  return fmt::format("a margin of {} instead of {}", given, margin);
}

std::string Judge::objection_to_blend(Row row, const BlendedRow& given) const {
  const Blend expected = blender_->blend(row);
  if (given.largest != expected.largest || given.rule != rules_[expected.leaf]) {
    return fmt::format("a weight of {} at rule {} instead of {} at rule {}", given.largest, given.rule,
                       expected.largest, rules_[expected.leaf]);
  }
  if (given.value_sum != expected.value_sum) {
    return fmt::format("a sum of {} instead of {}", given.value_sum, expected.value_sum);
  }
  for (std::size_t i = 0; i < expected.shares.size(); ++i) {
    if (given.shares[i] == expected.shares[i]) continue;
    return fmt::format("a share of {} of {} instead of {}", given.shares[i], in_quotes(model_.labels[i]),
                       expected.shares[i]);
  }
  return {};
}

}  // namespace espalier
