#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "model/decision_threshold.hpp"
#include "model/interpret.hpp"
#include "support/sample_models.hpp"

namespace espalier::sample {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Any finite double: as bits, so that denormals, huge values and both zeros occur.
double random_double(RandomEngine& engine) {
  for (;;) {
    const double value = std::bit_cast<double>(engine());
    if (std::isfinite(value)) return uniform_below(engine, 4) == 0 ? std::copysign(0.0, value) : value;
  }
}

std::string random_name(RandomEngine& engine, std::size_t number) {
  static constexpr std::array<const char*, 14> kPieces = {
      "a",    "\"",     "\\",     "\n",    "\x1b", "\x7f", "\t", "\r", "é", "\xF0\x9F\x8C\xB3",  // a tree
      "{{ }", "\u2028", "\uFEFF", "\uFFFF"};
  std::string name = std::to_string(number);  // unique
  for (std::uint64_t left = uniform_below(engine, 6); left > 0; --left) {
    name += kPieces[uniform_below(engine, kPieces.size())];
  }
  return name;
}

std::vector<std::string> random_names(RandomEngine& engine, std::size_t size) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < size; ++i) names.push_back(random_name(engine, i));
  return names;
}

Feature random_feature(RandomEngine& engine, std::size_t number) {
  if (uniform_below(engine, 2) == 0) {
    Feature feature = categorical(random_name(engine, number), random_names(engine, 1 + uniform_below(engine, 5)));
    feature.ordered = uniform_below(engine, 2) == 0;
    return feature;
  }
  const double a = random_double(engine);
  const double b = random_double(engine);
  return real(random_name(engine, number), std::min(a, b), std::max(a, b));
}

std::vector<std::uint32_t> random_subset(RandomEngine& engine, std::size_t size) {
  std::vector<std::uint32_t> all(size);
  for (std::size_t i = 0; i < size; ++i) all[i] = static_cast<std::uint32_t>(i);
  shuffle(all, engine);
  all.resize(1 + uniform_below(engine, size - 1));  // neither none nor all
  std::sort(all.begin(), all.end());
  return all;
}

std::optional<Gap> random_gap(double threshold, RandomEngine& engine) {
  const double above = std::nextafter(threshold, kInfinity);
  if (uniform_below(engine, 2) == 0 && std::isfinite(above)) return Gap{threshold, above};
  return std::nullopt;
}

// Turns a leaf into a test and appends its children as leaves.
void split(Tree& tree, std::uint32_t at, const Model& model, RandomEngine& engine) {
  Node node = tree.nodes[at];
  node.feature = static_cast<std::uint32_t>(uniform_below(engine, model.features.size()));
  const Feature& feature = model.features[node.feature];
  std::size_t children = 2;
  if (feature.kind == FeatureKind::numeric) {
    node.test = TestKind::less_equal;
    node.threshold = random_double(engine);
    node.gap = random_gap(node.threshold, engine);
  } else if (feature.categories.size() > 1 && uniform_below(engine, 2) == 0) {
    node.test = TestKind::member;
    node.categories = random_subset(engine, feature.categories.size());
  } else {
    node.test = TestKind::multiway;
    children = feature.categories.size();
  }
  for (std::size_t i = 0; i < children; ++i) {
    node.children.push_back(static_cast<std::uint32_t>(tree.nodes.size()));
    std::vector<double> counts(model.labels.size());
    for (double& count : counts) count = 10 * uniform_unit(engine);
    if (uniform_below(engine, 5) == 0) counts.assign(counts.size(), 0.0);  // an empty branch
    tree.nodes.push_back(leaf(std::move(counts)));
  }
  node.missing_child = static_cast<std::uint32_t>(uniform_below(engine, children));
  tree.nodes[at] = node;
}

Provenance random_provenance(RandomEngine& engine, Task task) {
  Provenance provenance;
  provenance.tool = random_name(engine, 0);
  provenance.rows = static_cast<std::size_t>(engine());
  for (std::uint64_t i = uniform_below(engine, 4); i > 0; --i) {
    provenance.options.emplace_back(random_name(engine, i), random_name(engine, 0));
  }
  if (uniform_below(engine, 2) == 0) provenance.training_score = uniform_unit(engine);
  if (uniform_below(engine, 2) == 0) provenance.evaluation = Evaluation{"\u00e9", uniform_unit(engine)};
  // Drawn apart: what is drawn next does not depend on it.
  RandomEngine figures(provenance.rows);
  if (uniform_below(figures, 2) == 0) provenance.baseline = uniform_unit(figures);
  if (provenance.evaluation && uniform_below(figures, 2) == 0) {
    provenance.evaluation->standard_error = uniform_unit(figures);
    if (task == Task::classification) provenance.evaluation->balanced_accuracy = uniform_unit(figures);
    if (task == Task::classification) provenance.evaluation->auc = uniform_unit(figures);
  }
  return provenance;
}

// From here on: everything that a task and a policy allow.

bool one_in(RandomEngine& engine, std::uint64_t chances) {
  return uniform_below(engine, chances) == 0;
}

// Thresholds and answers: usually of everyday size, so that sums of them mean something, sometimes any double.
double random_figure(RandomEngine& engine) {
  if (one_in(engine, 8)) return random_double(engine);
  return std::round(2000 * uniform_unit(engine) - 1000) / 8;
}

double random_weight(RandomEngine& engine) {
  if (one_in(engine, 4)) return 10 * uniform_unit(engine);
  return static_cast<double>(uniform_below(engine, 4));  // small whole numbers: ties are common
}

std::vector<CutPoint> random_cuts(RandomEngine& engine) {
  std::set<double> thresholds;
  for (std::uint64_t left = 1 + uniform_below(engine, 4); left > 0; --left) thresholds.insert(random_figure(engine));
  std::vector<CutPoint> cuts;
  for (const double threshold : thresholds) cuts.push_back({threshold, random_gap(threshold, engine)});
  return cuts;
}

std::vector<std::vector<double>> random_costs(std::size_t labels, RandomEngine& engine) {
  std::vector<std::vector<double>> costs(labels, std::vector<double>(labels, 0.0));
  for (std::size_t actual = 0; actual < labels; ++actual) {
    for (std::size_t answer = 0; answer < labels; ++answer) {
      if (actual != answer) costs[actual][answer] = random_weight(engine);
    }
  }
  costs[0][1] += 1;  // at least one wrong answer costs something
  return costs;
}

Node random_leaf(const Model& model, RandomEngine& engine) {
  if (model.task == Task::regression) {
    const double value = random_figure(engine);
    const double total = random_weight(engine);
    return answering(value, total, random_weight(engine));
  }
  std::vector<double> counts(model.labels.size());
  for (double& count : counts) count = random_weight(engine);
  if (one_in(engine, 5)) counts.assign(counts.size(), 0.0);  // an empty branch
  Node node = leaf(std::move(counts));
  if (one_in(engine, 4)) node.label = static_cast<std::uint32_t>(uniform_below(engine, model.labels.size()));
  return node;
}

// Every group has a category; some categories have no group.
std::vector<std::uint32_t> random_groups(std::size_t categories, std::size_t groups, RandomEngine& engine) {
  std::vector<std::uint32_t> of_category(categories);
  for (std::size_t i = 0; i < categories; ++i) {
    const std::uint64_t group = i < groups ? i : uniform_below(engine, groups + 1);
    of_category[i] = group < groups ? static_cast<std::uint32_t>(group) : kNoGroup;
  }
  shuffle(of_category, engine);
  return of_category;
}

std::vector<TestKind> possible_tests(const Model& model, const Feature& feature) {
  std::vector<TestKind> kinds;
  if (model.missing == MissingPolicy::own_category) kinds.push_back(TestKind::present);
  if (feature.kind == FeatureKind::numeric) {
    kinds.push_back(TestKind::less_equal);
    if (!feature.cuts.empty()) kinds.push_back(TestKind::multiway);
  } else {
    kinds.push_back(TestKind::multiway);
    if (feature.categories.size() > 1) kinds.insert(kinds.end(), {TestKind::member, TestKind::grouped});
  }
  return kinds;
}

// A two-way test of another feature; none if the feature that was drawn cannot tell two sides apart.
std::optional<Surrogate> random_surrogate(const Model& model, const Node& node, RandomEngine& engine) {
  const auto other = static_cast<std::uint32_t>(uniform_below(engine, model.features.size()));
  if (other == node.feature) return std::nullopt;
  const Feature& feature = model.features[other];
  Surrogate surrogate = at_most_instead(other, random_figure(engine));
  surrogate.reversed = one_in(engine, 2);
  surrogate.agreement = 1 - uniform_unit(engine);
  if (feature.kind == FeatureKind::numeric) {
    surrogate.gap = random_gap(surrogate.threshold, engine);
    return surrogate;
  }
  if (feature.categories.size() < 2) return std::nullopt;
  surrogate.test = TestKind::member;
  surrogate.threshold = 0;
  surrogate.categories = random_subset(engine, feature.categories.size());
  return surrogate;
}

// Gives a test of node.test's kind everything but its children; returns how many it needs.
std::size_t complete_test(Node& node, const Model& model, RandomEngine& engine) {
  const Feature& feature = model.features[node.feature];
  const std::size_t categories = feature.categories.size();
  std::size_t children = 2;
  if (node.test == TestKind::less_equal) {
    node.threshold = random_figure(engine);
    node.gap = random_gap(node.threshold, engine);
  } else if (node.test == TestKind::member) {
    node.categories = random_subset(engine, categories);
  } else if (node.test == TestKind::multiway) {
    children = feature.outcomes();
  } else if (node.test == TestKind::grouped) {
    children = 2 + uniform_below(engine, categories - 1);
    node.groups = random_groups(categories, children, engine);
  }
  node.missing_child = static_cast<std::uint32_t>(uniform_below(engine, children));
  return children;
}

// What only a policy under which missing is a value of its own has: tests that ask for nothing else.
std::size_t ask_for_missing(Node& node, const Feature& feature, std::size_t children, RandomEngine& engine) {
  if (node.test == TestKind::present) node.missing_child = 1;
  if (node.test == TestKind::member && one_in(engine, 4)) {
    node.categories.resize(feature.categories.size());
    std::iota(node.categories.begin(), node.categories.end(), 0U);
    node.missing_child = 1;
  }
  if (node.test == TestKind::multiway && one_in(engine, 2)) {
    node.missing_child = static_cast<std::uint32_t>(children);  // a branch of their own
    return children + 1;
  }
  return children;
}

void add_surrogates(Node& node, const Model& model, RandomEngine& engine) {
  if (node.test != TestKind::less_equal && node.test != TestKind::member) return;
  for (std::uint64_t left = uniform_below(engine, 4); left > 0; --left) {
    if (auto surrogate = random_surrogate(model, node, engine)) node.surrogates.push_back(std::move(*surrogate));
  }
}

void split_by_policy(Tree& tree, std::uint32_t at, const Model& model, RandomEngine& engine) {
  Node node = tree.nodes[at];
  node.feature = static_cast<std::uint32_t>(uniform_below(engine, model.features.size()));
  const Feature& feature = model.features[node.feature];
  const std::vector<TestKind> kinds = possible_tests(model, feature);
  node.test = kinds[uniform_below(engine, kinds.size())];
  std::size_t children = complete_test(node, model, engine);
  if (model.missing == MissingPolicy::own_category) children = ask_for_missing(node, feature, children, engine);
  if (model.missing == MissingPolicy::surrogate) add_surrogates(node, model, engine);
  for (std::size_t i = 0; i < children; ++i) {
    node.children.push_back(static_cast<std::uint32_t>(tree.nodes.size()));
    tree.nodes.push_back(random_leaf(model, engine));
  }
  tree.nodes[at] = std::move(node);
}

bool compares(const RulePart& part) {
  return part.kind == RulePart::Kind::upto || part.kind == RulePart::Kind::above;
}

// One that some values pass and some do not; none if the feature that was drawn has no such part.
std::optional<RulePart> random_part(const Model& model, RandomEngine& engine) {
  RulePart part;
  part.feature = static_cast<std::uint32_t>(uniform_below(engine, model.features.size()));
  const Feature& feature = model.features[part.feature];
  if (model.missing == MissingPolicy::own_category && one_in(engine, 8)) {
    part.missing = one_in(engine, 2);
    part.kind = part.missing ? RulePart::Kind::missing : RulePart::Kind::known;
    return part;
  }
  part.missing = one_in(engine, 4);
  if (feature.kind == FeatureKind::numeric) {
    part.kind = one_in(engine, 2) ? RulePart::Kind::upto : RulePart::Kind::above;
    part.threshold = random_figure(engine);
    part.gap = random_gap(part.threshold, engine);
    return part;
  }
  if (feature.categories.size() < 2) return std::nullopt;
  part.kind = RulePart::Kind::in;
  part.categories = random_subset(engine, feature.categories.size());
  return part;
}

// Every threshold that the model compares the feature with.
std::vector<double> thresholds_of(const Model& model, std::uint32_t feature) {
  std::vector<double> thresholds;
  for (const CutPoint& cut : model.features[feature].cuts) thresholds.push_back(cut.threshold);
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      if (node.test == TestKind::less_equal && node.feature == feature) thresholds.push_back(node.threshold);
      for (const RulePart& part : node.parts) {
        if (compares(part) && part.feature == feature) thresholds.push_back(part.threshold);
      }
      for (const Surrogate& surrogate : node.surrogates) {
        if (surrogate.test == TestKind::less_equal && surrogate.feature == feature) {
          thresholds.push_back(surrogate.threshold);
        }
      }
    }
  }
  return thresholds;
}

double random_value(const Model& model, std::uint32_t at, RandomEngine& engine) {
  const Feature& feature = model.features[at];
  const double top = static_cast<double>(feature.categories.size());
  std::vector<double> ordinary = {std::trunc(top * uniform_unit(engine))};
  if (feature.kind == FeatureKind::numeric) {
    ordinary = {feature.minimum, random_double(engine), random_figure(engine)};  // braces: drawn in this order
    const std::vector<double> thresholds = thresholds_of(model, at);
    if (!thresholds.empty()) {
      double threshold = thresholds[uniform_below(engine, thresholds.size())];
      if (feature.precision == Precision::float32) threshold = threshold_for_values(feature, threshold);
      ordinary.insert(ordinary.end(),
                      {threshold, std::nextafter(threshold, kInfinity), std::nextafter(threshold, -kInfinity)});
    }
  }
  const std::array<double, 7> odd = {kMissing, kMissing, kUnknownCategory, kInfinity, -kInfinity, 0.5, top};
  return one_in(engine, 3) ? odd[uniform_below(engine, odd.size())] : ordinary[uniform_below(engine, ordinary.size())];
}

// In units, of which a few are as many as all: ties are common.
std::vector<double> random_shares(std::size_t labels, Arithmetic arithmetic, RandomEngine& engine) {
  constexpr std::uint64_t kSteps = 4;
  std::vector<double> shares(labels, 0.0);
  double left = kWholeShare;
  for (std::size_t label = 0; label + 1 < labels; ++label) {
    const double step = std::floor(left * static_cast<double>(uniform_below(engine, kSteps + 1)) / kSteps);
    shares[label] = one_in(engine, 4) && step < left ? step + 1 : step;
    left -= shares[label];
  }
  shares.back() = left;
  shuffle(shares, engine);
  if (arithmetic == Arithmetic::whole) return shares;
  for (double& share : shares) share /= kWholeShare;
  return shares;
}

// A leaf of one of several trees.
void give_addend(Node& leaf, const Model& model, RandomEngine& engine) {
  switch (leaf_answer(model)) {
    case LeafAnswer::label: leaf.label = static_cast<std::uint32_t>(uniform_below(engine, model.labels.size())); break;
    case LeafAnswer::shares: leaf.shares = random_shares(model.labels.size(), model.sums.arithmetic, engine); break;
    case LeafAnswer::value:
      leaf.value = std::ldexp(static_cast<double>(uniform_below(engine, 9)) - 4, -model.sums.exponent);
      if (model.sums.arithmetic != Arithmetic::whole) leaf.value *= 0.1;
      break;
  }
}

// Half of the models with two classes decide by a threshold. It is often a probability that occurs: of a node, or of a
// blend, where one unit more or less is another answer.
void give_threshold(Model& model, RandomEngine& engine) {
  if (model.labels.size() != 2 || one_in(engine, 2)) return;
  const auto label = static_cast<std::uint32_t>(uniform_below(engine, 2));
  double probability = 1 - uniform_unit(engine);
  const Interpreter interpreter(model);
  for (int tries = 0; tries < 4; ++tries) {
    const double reported = interpreter.predict(random_row(model, engine)).probabilities[label];
    if (reported > 0) probability = reported;
  }
  const bool above = one_in(engine, 3) && probability < 1;  // just above what occurs
  if (above) probability = std::nextafter(probability, kInfinity);
  set_decision_threshold({label, probability}, model);
}

double small_half(RandomEngine& engine) {
  return static_cast<double>(uniform_below(engine, 1200)) / 2 - 200;
}

// As many different halves as there were cuts, in order.
std::vector<CutPoint> small_cuts(std::size_t size, RandomEngine& engine) {
  std::set<double> thresholds;
  while (thresholds.size() < size) thresholds.insert(small_half(engine));
  std::vector<CutPoint> cuts;
  for (const double threshold : thresholds) cuts.push_back({threshold, std::nullopt});
  return cuts;
}

}  // namespace

Model random_model(RandomEngine& engine) {
  Model model;
  model.target = random_name(engine, 0);
  model.labels = random_names(engine, 1 + uniform_below(engine, 4));
  const std::uint64_t features = uniform_below(engine, 5);
  for (std::uint64_t i = 0; i < features; ++i) model.features.push_back(random_feature(engine, i));
  model.missing = uniform_below(engine, 2) == 0 ? MissingPolicy::refuse : MissingPolicy::majority;
  model.trees = {Tree{{leaf(std::vector<double>(model.labels.size(), 1.0))}}};
  Tree& tree = model.trees.front();
  for (std::uint64_t splits = features == 0 ? 0 : uniform_below(engine, 12); splits > 0; --splits) {
    const auto at = static_cast<std::uint32_t>(uniform_below(engine, tree.nodes.size()));
    if (tree.nodes[at].is_leaf()) split(tree, at, model, engine);
  }
  model.provenance = random_provenance(engine, model.task);
  return model;
}

Model random_model(RandomEngine& engine, Task task, MissingPolicy missing) {
  Model model;
  model.task = task;
  model.missing = missing;
  model.target = random_name(engine, 0);
  if (task == Task::classification) {
    model.labels = random_names(engine, 1 + uniform_below(engine, 4));
    if (model.labels.size() > 1 && one_in(engine, 2)) model.costs = random_costs(model.labels.size(), engine);
  }
  const std::uint64_t features = uniform_below(engine, 6);
  for (std::uint64_t i = 0; i < features; ++i) {
    model.features.push_back(random_feature(engine, i));
    Feature& feature = model.features.back();
    if (feature.kind == FeatureKind::numeric && one_in(engine, 2)) feature.cuts = random_cuts(engine);
  }
  model.trees = {Tree{{random_leaf(model, engine)}}};
  Tree& tree = model.trees.front();
  for (std::uint64_t splits = features == 0 ? 0 : uniform_below(engine, 16); splits > 0; --splits) {
    const auto at = static_cast<std::uint32_t>(uniform_below(engine, tree.nodes.size()));
    if (tree.nodes[at].is_leaf()) split_by_policy(tree, at, model, engine);
  }
  model.provenance = random_provenance(engine, model.task);
  RandomEngine smoothing(model.provenance.rows);
  if (task == Task::classification && one_in(smoothing, 3)) {
    model.smoothing = {SmoothingKind::laplace, 0};
  } else if (task == Task::classification && one_in(smoothing, 2)) {
    model.smoothing = {SmoothingKind::m_estimate, 0.5 + 10 * uniform_unit(smoothing)};
  }
  if (task == Task::classification) give_threshold(model, smoothing);
  return model;
}

Model random_forest(RandomEngine& engine, Task task, Combination combination, MissingPolicy missing) {
  Model model = random_model(engine, task, missing);
  model.costs.clear();
  model.smoothing = {};
  model.decision_threshold.reset();
  model.combination = combination;
  for (Feature& feature : model.features) {
    if (feature.kind == FeatureKind::numeric && one_in(engine, 3)) feature.precision = Precision::float32;
  }
  if (has_sums(combination)) model.sums.arithmetic = static_cast<Arithmetic>(uniform_below(engine, 3));
  if (has_exponent(model)) model.sums.exponent = static_cast<int>(uniform_below(engine, 20)) - 4;
  if (combination == Combination::sum) {
    const bool one_of_two = model.labels.size() == 2 && one_in(engine, 2);
    model.sums.base.assign(task == Task::regression || one_of_two ? 1 : model.labels.size(), 0.0);
    for (double& base : model.sums.base) {
      base = std::ldexp(static_cast<double>(uniform_below(engine, 9)) - 4, -model.sums.exponent);
    }
    model.sums.link = task == Task::regression          ? ScoreLink::identity
                      : one_of_two || one_in(engine, 2) ? ScoreLink::logistic
                                                        : ScoreLink::softmax;
  }
  model.trees.assign(1 + uniform_below(engine, 5), Tree{{Node{}}});
  for (Tree& tree : model.trees) {
    for (std::uint64_t splits = model.features.empty() ? 0 : uniform_below(engine, 8); splits > 0; --splits) {
      const auto at = static_cast<std::uint32_t>(uniform_below(engine, tree.nodes.size()));
      if (tree.nodes[at].is_leaf()) split_by_policy(tree, at, model, engine);
    }
    for (Node& node : tree.nodes) {
      node.label = 0;
      node.counts.clear();
      node.value = 0;
      node.deviation = 0;
      node.total = one_in(engine, 2) ? random_weight(engine) : 0;
      if (node.is_leaf()) give_addend(node, model, engine);
    }
    if (model.sums.base.size() > 1) {
      tree.output = static_cast<std::uint32_t>(uniform_below(engine, model.sums.base.size()));
    }
  }
  return model;
}

Model random_list(RandomEngine& engine, MissingPolicy missing) {
  Model model;
  model.missing = missing;
  model.target = random_name(engine, 0);
  model.labels = random_names(engine, 1 + uniform_below(engine, 4));
  for (std::uint64_t i = 1 + uniform_below(engine, 5); i > 0; --i) {
    model.features.push_back(random_feature(engine, i));
    Feature& feature = model.features.back();
    if (feature.kind == FeatureKind::numeric && one_in(engine, 6)) feature.precision = Precision::float32;
  }
  Tree& tree = model.trees.emplace_back();
  for (std::uint64_t rules = uniform_below(engine, 10); rules > 0; --rules) {
    Node rule = random_leaf(model, engine);
    for (std::uint64_t parts = 1 + uniform_below(engine, 4); parts > 0; --parts) {
      if (auto part = random_part(model, engine)) rule.parts.push_back(std::move(*part));
    }
    if (rule.parts.empty()) continue;
    const auto at = static_cast<std::uint32_t>(tree.nodes.size());
    rule.test = TestKind::all_of;
    rule.feature = rule.parts.front().feature;
    rule.children = {at + 1, at + 2};
    rule.missing_child = 1;
    tree.nodes.push_back(std::move(rule));
    tree.nodes.push_back(random_leaf(model, engine));
  }
  tree.nodes.push_back(random_leaf(model, engine));
  model.provenance = random_provenance(engine, model.task);
  if (one_in(engine, 2)) model.smoothing = {SmoothingKind::m_estimate, 0.5 + 10 * uniform_unit(engine)};
  return model;
}

Model with_small_whole_numbers(Model model, RandomEngine& engine) {
  for (Feature& feature : model.features) {
    if (feature.kind != FeatureKind::numeric) continue;
    feature.integer = true;
    feature.minimum = 1 + static_cast<double>(uniform_below(engine, 50));
    feature.maximum = feature.minimum + static_cast<double>(uniform_below(engine, 50));
    feature.cuts = small_cuts(feature.cuts.size(), engine);
  }
  for (Node& node : model.trees.front().nodes) {
    for (RulePart& part : node.parts) {
      part.gap.reset();
      if (compares(part)) part.threshold = small_half(engine);
    }
    for (Surrogate& surrogate : node.surrogates) {
      surrogate.gap.reset();
      if (surrogate.test == TestKind::less_equal) surrogate.threshold = small_half(engine);
    }
    if (node.test != TestKind::less_equal) continue;
    node.threshold = small_half(engine);
    node.gap.reset();
  }
  return model;
}

std::vector<double> random_row(const Model& model, RandomEngine& engine) {
  std::vector<double> row;
  for (std::uint32_t at = 0; at < model.features.size(); ++at) row.push_back(random_value(model, at, engine));
  return row;
}

}  // namespace espalier::sample
