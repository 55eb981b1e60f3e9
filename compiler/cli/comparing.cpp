#include "cli/comparing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "evaluate/mark.hpp"
#include "model/tree_facts.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// What is noticed of one learner is mostly noticed of all of them.
void add_new(const Warnings& more, Warnings& warnings) {
  const Warnings before = warnings;
  for (const Warning& warning : more) {
    const auto same = [&](const Warning& other) {
      return other.message == warning.message && other.where == warning.where;
    };
    if (std::none_of(before.begin(), before.end(), same)) warnings.push_back(warning);
  }
}

// A test file is a single split.
ComparedLearner measured_on_test(const Model& model, const Dataset& test, const Costs& costs) {
  ComparedLearner measured;
  measured.mean_depth = static_cast<double>(depth(model));
  Validation& validation = measured.validation;
  static_cast<AnswerPairs&>(validation) = answer_pairs(model, test);
  validation.marking = marking_of(model);
  validation.metrics = score(validation.marking, validation);
  for (std::size_t row = 0; row < test.rows(); ++row) validation.rows.push_back({row, 0, 0, 0});
  validation.splits.push_back(
      {0, 0, validation.metrics.rows, validation.metrics.score, leaf_count(model), depth(model)});
  if (!costs.empty()) measured.costs = mean_costs(validation, costs);
  return measured;
}

}  // namespace

void warn_of_learners(const std::vector<Learner>& learners, const Costs& costs, Warnings& warnings) {
  bool any_costs = false;
  for (std::size_t i = 0; i < learners.size(); ++i) {
    any_costs = any_costs || !learners[i].options.grow.costs.empty();
    for (std::size_t j = i + 1; j < learners.size(); ++j) {
      if (!same_in_effect(learners[i].options, learners[j].options)) continue;
      warnings.push_back({fmt::format("{} and {} have the same options in effect for this data",
                                      in_quotes(learners[i].name), in_quotes(learners[j].name)),
                          "they learn the same trees",
                          {},
                          {}});
    }
  }
  if (any_costs && costs.empty()) {
    warnings.push_back({"the learners have different cost matrices",
                        "mean costs are compared if all matrices given are the same",
                        {},
                        {}});
  }
}

ComparisonFacts compare_on_test(const Dataset& data, std::vector<Learner> learners, const BindableTable& test,
                                const Yardstick& yardstick, const ProgressReport& progress, Warnings& warnings) {
  ComparisonFacts compared;
  compared.by_splits = false;
  std::vector<ComparedLearner> measured;
  for (const Learner& learner : learners) {
    Warnings noticed;
    try {
      const Model model = learn(data, learner.options, noticed).model;
      const Dataset bound = bind_dataset(test, model, noticed);
      measured.push_back(measured_on_test(model, bound, yardstick.costs));
      compared.table_rows = bound.table_rows;
    } catch (const Diagnostic& error) {
      throw about("learner " + in_quotes(learner.name), error);
    }
    add_new(noticed, warnings);
    if (progress) progress(measured.size(), learners.size());
  }
  compared.comparison = compare_measured(std::move(measured), 0, yardstick.level);
  compared.learners = std::move(learners);
  return compared;
}

}  // namespace espalier::cli
