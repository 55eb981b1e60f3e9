// Random models with their spaces, and rows as the space has them: whole numbers in columns of whole numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "audit/region.hpp"
#include "support/random.hpp"
#include "support/sample_models.hpp"

namespace espalier::sample {

inline constexpr MissingPolicy kAllPolicies[] = {MissingPolicy::refuse,    MissingPolicy::majority,
                                                 MissingPolicy::learned,   MissingPolicy::own_category,
                                                 MissingPolicy::surrogate, MissingPolicy::fractional};

// Models of every kind by turns.
inline Model model_of_kind(RandomEngine& engine, std::uint32_t turn) {
  if (turn % 13 == 12) {
    return random_list(engine, turn % 2 == 0 ? MissingPolicy::refuse : MissingPolicy::own_category);
  }
  const Task task = turn % 2 == 0 ? Task::classification : Task::regression;
  return random_model(engine, task, kAllPolicies[turn / 2 % 6]);
}

inline std::vector<double> space_row(const Model& model, const Space& space, RandomEngine& engine) {
  std::vector<double> row = random_row(model, engine);
  for (std::size_t column = 0; column < row.size(); ++column) {
    if (space.is_whole(column) && std::isfinite(row[column])) row[column] = std::floor(row[column]);
  }
  return row;
}

// Values of each column between which no test of the model tells anything more: on both sides of every threshold, every
// word, missing. All rows that can be made of them are all that the model can tell apart.
inline std::vector<std::vector<double>> telling_values(const Model& model, const Space& space) {
  std::vector<std::vector<double>> values(space.columns.size());
  for (std::size_t column = 0; column < values.size(); ++column) {
    values[column].push_back(kMissing);
    for (std::size_t word = 0; word < space.columns[column].categories.size(); ++word) {
      values[column].push_back(static_cast<double>(word));
    }
    if (space.columns[column].kind == FeatureKind::numeric) values[column].push_back(-1e9);
  }
  const auto add = [&](std::uint32_t feature, double threshold) {
    const double cut = threshold_for_values(model.features[feature], threshold);
    const bool whole = space.is_whole(feature);
    values[feature].push_back(whole ? std::floor(cut) : cut);
    values[feature].push_back(whole ? std::floor(cut) + 1 : std::nextafter(cut, kUnbounded));
  };
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      if (node.test == TestKind::less_equal) add(node.feature, node.threshold);
      for (const RulePart& part : node.parts) {
        if (part.kind == RulePart::Kind::upto || part.kind == RulePart::Kind::above) add(part.feature, part.threshold);
      }
      for (const Surrogate& surrogate : node.surrogates) {
        if (surrogate.test == TestKind::less_equal) add(surrogate.feature, surrogate.threshold);
      }
    }
  }
  for (std::uint32_t feature = 0; feature < model.features.size(); ++feature) {
    for (const CutPoint& cut : model.features[feature].cuts) add(feature, cut.threshold);
  }
  return values;
}

// All rows of these values; none if there are more than `most`.
inline std::vector<std::vector<double>> all_rows(const std::vector<std::vector<double>>& values, std::size_t most) {
  std::vector<std::vector<double>> rows = {{}};
  for (const std::vector<double>& column : values) {
    if (rows.size() * column.size() > most) return {};
    std::vector<std::vector<double>> longer;
    for (const std::vector<double>& row : rows) {
      for (const double value : column) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

}  // namespace espalier::sample
