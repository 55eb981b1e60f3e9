#include "e2e/edge_models.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "e2e/tree_maker.hpp"
#include "model/interpret.hpp"
#include "support/input_types.hpp"

namespace espalier::e2e {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFloatMax = std::numeric_limits<float>::max();
constexpr double kFloatDenormal = std::numeric_limits<float>::denorm_min();

constexpr auto kEdges = std::to_array<double>({0.0,
                                               -0.0,
                                               5e-324,
                                               -5e-324,
                                               2.2250738585072014e-308,
                                               kFloatDenormal,
                                               -kFloatDenormal,
                                               kFloatDenormal / 2,
                                               1.1754943508222875e-38,
                                               1e300,
                                               -1e300,
                                               kFloatMax,
                                               -kFloatMax,
                                               3.4028235677973366e+38,
                                               -3.4028235677973366e+38,
                                               1.7976931348623157e+308,
                                               -1.7976931348623157e+308,
                                               0.1,
                                               static_cast<double>(0.1F),
                                               2.45,
                                               1.0 / 3,
                                               16777216,
                                               16777217,
                                               127,
                                               128,
                                               -128,
                                               -129,
                                               254,
                                               254.5,
                                               255,
                                               256,
                                               -1,
                                               -0.5,
                                               0.5,
                                               32767,
                                               -32768,
                                               65534,
                                               65535,
                                               65536,
                                               2147483646,
                                               2147483646.5,
                                               2147483647,
                                               2147483648,
                                               -2147483647,
                                               -2147483647.5,
                                               -2147483648,
                                               -2147483649,
                                               4294967294,
                                               4294967295,
                                               4294967296,
                                               9007199254740992});

template <typename Container>
auto any_of(const Container& items, RandomEngine& engine) {
  return items[static_cast<std::size_t>(uniform_below(engine, items.size()))];
}

bool chance(RandomEngine& engine, std::uint64_t one_in) {
  return uniform_below(engine, one_in) == 0;
}

double any_bits(RandomEngine& engine) {
  const double magnitude = std::ldexp(1 + uniform_unit(engine), static_cast<int>(uniform_below(engine, 2000)) - 1000);
  return chance(engine, 2) ? magnitude : -magnitude;
}

// Near the thresholds that the feature has already, so that tests repeat, touch and contradict each other.
double random_threshold(std::vector<double>& earlier, RandomEngine& engine) {
  double threshold = chance(engine, 3) ? any_bits(engine) : any_of(kEdges, engine);
  if (!earlier.empty() && chance(engine, 2)) {
    threshold = any_of(earlier, engine);
    const double step = chance(engine, 2) ? kInfinity : -kInfinity;
    const double neighbour = std::nextafter(threshold, step);
    if (chance(engine, 2) && std::isfinite(neighbour)) threshold = neighbour;
  }
  earlier.push_back(threshold);
  return threshold;
}

Feature random_feature(const std::string& name, RandomEngine& engine) {
  constexpr std::array<std::array<double, 2>, 8> kRanges = {{{0, 1},
                                                             {0, 255},
                                                             {-128, 127},
                                                             {-100, 100},
                                                             {-32768, 32767},
                                                             {0, 65535},
                                                             {-2147483647, 2147483647},
                                                             {-5e9, 5e9}}};
  switch (uniform_below(engine, 4)) {
    case 0: return real_feature(name);
    case 1: {
      const auto range = any_of(kRanges, engine);
      return whole_feature(name, range[0], range[1]);
    }
    default: {
      constexpr std::array<std::size_t, 8> kSizes = {1, 2, 2, 3, 4, 7, 70, 256};
      Feature feature = category_feature(name, numbered("value ", any_of(kSizes, engine)));
      feature.ordered = chance(engine, 2);
      return feature;
    }
  }
}

std::vector<std::uint32_t> random_subset(std::size_t size, RandomEngine& engine) {
  std::vector<std::uint32_t> all(size);
  for (std::size_t i = 0; i < size; ++i) all[i] = static_cast<std::uint32_t>(i);
  shuffle(all, engine);
  all.resize(1 + uniform_below(engine, size - 1));  // neither none nor all
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<double> random_counts(std::size_t labels, RandomEngine& engine) {
  std::vector<double> counts(labels, 0.0);
  if (chance(engine, 5)) return counts;  // no training row came here
  for (double& count : counts) {
    if (chance(engine, 2)) count = chance(engine, 4) ? 3 * uniform_unit(engine) : std::floor(9 * uniform_unit(engine));
  }
  return counts;
}

// The values of a type on and around a threshold.
void push_around(InputType type, double threshold, std::vector<double>& values) {
  const double at = std::clamp(floor_to(type, threshold), lowest(type), highest(type));
  values.insert(values.end(), {at, next_up(type, at), next_down(type, at)});
}

double random_number(const Model& model, const Field& field, RandomEngine& engine) {
  std::vector<double> values = {lowest(field.type), highest(field.type)};
  push_around(field.type, 0, values);
  for (const Node& node : model.trees.front().nodes) {
    if (node.test == TestKind::less_equal && node.feature == field.feature) {
      push_around(field.type, node.threshold, values);
    }
    for (const Surrogate& surrogate : node.surrogates) {
      if (surrogate.feature == field.feature) push_around(field.type, surrogate.threshold, values);
    }
  }
  if (is_floating(field.type)) values.push_back(-0.0);
  const double value = any_of(values, engine);
  // The sentinel is no number; it stands for a missing value.
  if (field.sentinel && value == missing_sentinel(field.type)) return kMissing;
  return value;
}

}  // namespace

Model random_edge_model(RandomEngine& engine) {
  Model model;
  model.target = "answer";
  model.labels = numbered("label ", 1 + uniform_below(engine, 4));
  for (const std::string& name : numbered("column ", 1 + uniform_below(engine, 5))) {
    model.features.push_back(random_feature(name, engine));
  }
  model.missing = chance(engine, 2) ? MissingPolicy::refuse : MissingPolicy::majority;

  TreeMaker maker(model.labels.size());
  std::vector<std::vector<double>> thresholds(model.features.size());
  for (std::uint64_t tries = uniform_below(engine, 25); tries > 0; --tries) {
    const auto leaf = static_cast<std::uint32_t>(uniform_below(engine, maker.size()));
    if (!maker.is_leaf(leaf)) continue;
    const auto at = static_cast<std::uint32_t>(uniform_below(engine, model.features.size()));
    const Feature& feature = model.features[at];
    const auto missing = static_cast<std::uint32_t>(uniform_below(engine, 2));
    const std::size_t categories = feature.categories.size();
    if (feature.kind == FeatureKind::numeric) {
      maker.less_equal(leaf, at, random_threshold(thresholds[at], engine), missing);
    } else if (categories > 1 && (categories > 100 || chance(engine, 2))) {
      maker.member(leaf, at, random_subset(categories, engine), missing);
    } else {
      maker.multiway(leaf, at, categories, static_cast<std::uint32_t>(uniform_below(engine, categories)));
    }
  }
  for (std::uint32_t i = 0; i < maker.size(); ++i) maker.counts(i, random_counts(model.labels.size(), engine));
  model.trees = {maker.take()};
  for (Node& node : model.trees.front().nodes) {  // an empty node may have any label
    if (node.weight() == 0) node.label = static_cast<std::uint32_t>(uniform_below(engine, model.labels.size()));
  }
  return model;
}

std::vector<InputTypeOverride> random_input_types(const Model& model, RandomEngine& engine) {
  std::vector<InputTypeOverride> overrides;
  for (const Feature& feature : model.features) {
    const InputType type = sample::any_number_type(engine);
    if (feature.kind != FeatureKind::numeric || chance(engine, 4)) continue;
    overrides.push_back({feature.name, type});
  }
  return overrides;
}

std::vector<double> random_edge_row(const Model& model, const std::vector<Field>& fields, RandomEngine& engine) {
  std::vector<double> row(model.features.size(), 0.0);
  for (const Field& field : fields) {
    double& value = row[field.feature];
    if (can_be_missing(field) && chance(engine, 6)) {
      value = kMissing;
    } else if (field.type == InputType::category) {
      const std::size_t categories = model.features[field.feature].categories.size();
      value = chance(engine, 6) ? kUnknownCategory : static_cast<double>(uniform_below(engine, categories));
    } else {
      value = random_number(model, field, engine);
    }
  }
  return row;
}

}  // namespace espalier::e2e
