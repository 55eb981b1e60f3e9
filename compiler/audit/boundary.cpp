#include "audit/boundary.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "lower/domain.hpp"
#include "lower/passes.hpp"
#include "lower/witness.hpp"
#include "model/tree_facts.hpp"
#include "support/random.hpp"

namespace espalier {
namespace {

constexpr std::size_t kCategoriesPerSide = 256;

void push_once(std::vector<double>& values, double value) {
  const auto same = [&](double other) { return other == value && std::signbit(other) == std::signbit(value); };
  if (std::none_of(values.begin(), values.end(), same)) values.push_back(value);
}

void push_threshold(const Field& field, double threshold, std::vector<double>& values) {
  const double at = std::clamp(floor_to(field.type, threshold), lowest(field.type), highest(field.type));
  push_once(values, at);
  push_once(values, next_up(field.type, at));
  push_once(values, next_down(field.type, at));
}

std::vector<double> numbers(const Field& field, const Domain& domain) {
  std::vector<double> values;
  if (domain.bounded_below) push_threshold(field, domain.above, values);
  if (std::isfinite(domain.upto)) push_threshold(field, domain.upto, values);
  push_once(values, lowest_number(field));
  push_once(values, highest_number(field));
  const bool near_zero = std::any_of(values.begin(), values.end(), [](double v) { return v == 0; });
  if (near_zero && is_floating(field.type)) {
    push_once(values, 0.0);
    push_once(values, -0.0);
  }
  if (field.sentinel) std::erase(values, missing_sentinel(field.type));  // it would be a missing value
  if (can_be_missing(field)) {
    values.push_back(kMissing);
    if (is_floating(field.type)) values.push_back(-kMissing);  // a NaN with its sign set
  }
  return values;
}

// The first or the last value of the domain; missing if there is no other.
double end_of(const Field& field, const Domain& domain, bool last) {
  if (field.type == InputType::category) {
    const auto is_allowed = [](bool allowed) { return allowed; };
    if (last) {
      const auto found = std::find_if(domain.allowed.rbegin(), domain.allowed.rend(), is_allowed);
      return found == domain.allowed.rend() ? kMissing : static_cast<double>(domain.allowed.rend() - found - 1);
    }
    const auto found = std::find_if(domain.allowed.begin(), domain.allowed.end(), is_allowed);
    return found == domain.allowed.end() ? kMissing : static_cast<double>(found - domain.allowed.begin());
  }
  const double above =
      domain.bounded_below ? next_up(field.type, floor_to(field.type, domain.above)) : lowest_number(field);
  const double first = std::max(above, lowest_number(field));
  const double end = std::min(floor_to(field.type, domain.upto), highest_number(field));
  if (first > end) return kMissing;
  return last ? end : first;
}

// At most kCategoriesPerSide of the categories whose flag is `side`, evenly spread.
void push_side(const std::vector<bool>& allowed, std::size_t count, bool side, std::vector<double>& values) {
  const std::size_t stride = (count + kCategoriesPerSide - 1) / kCategoriesPerSide;
  std::size_t seen = 0;
  for (std::size_t c = 0; c < allowed.size(); ++c) {
    if (allowed[c] == side && seen++ % stride == 0) values.push_back(static_cast<double>(c));
  }
}

std::vector<double> categories(const Domain& domain) {
  std::vector<double> values;
  push_side(domain.allowed, domain.allowed_count, true, values);
  push_side(domain.allowed, domain.allowed.size() - domain.allowed_count, false, values);
  values.push_back(kUnknownCategory);
  values.push_back(kMissing);
  return values;
}

using Visit = std::function<void(const BoundaryVector&)>;
using Kind = BoundaryVector::Kind;

void visit_witness(const std::vector<Field>& fields, const Witness& witness, const PathDomains& domains,
                   const Visit& visit) {
  visit({witness.row, Kind::witness, 0});
  std::vector<double> row = witness.row;
  for (const bool last : {false, true}) {
    for (std::uint32_t i = 0; i < fields.size(); ++i) row[fields[i].feature] = end_of(fields[i], domains[i], last);
    visit({row, Kind::other, 0});
  }
  row = witness.row;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    if (domains[i].tests == 0) continue;
    double& value = row[fields[i].feature];
    const double original = value;
    const bool is_category = fields[i].type == InputType::category;
    for (const double candidate : is_category ? categories(domains[i]) : numbers(fields[i], domains[i])) {
      value = candidate;
      visit({row, Kind::neighbour, fields[i].feature});
    }
    value = original;
  }
}

// The thresholds of a rule of a list, also where what the rules before it have left is bounded more closely.
void visit_own_thresholds(const Model& model, const std::vector<Field>& fields, const Node& rule,
                          const Witness& witness, const Visit& visit) {
  std::vector<double> row = witness.row;
  for (const RulePart& part : rule.parts) {
    if (part.kind != RulePart::Kind::upto && part.kind != RulePart::Kind::above) continue;
    const auto field = std::ranges::find(fields, part.feature, &Field::feature);
    std::vector<double> values;
    push_threshold(*field, threshold_for_values(model.features[part.feature], part.threshold), values);
    if (field->sentinel) std::erase(values, missing_sentinel(field->type));
    for (const double value : values) {
      row[part.feature] = value;
      visit({row, Kind::neighbour, part.feature});
    }
    row[part.feature] = witness.row[part.feature];
  }
}

// What single missing values do not show of a blend: every tested value missing, and every one but one.
void visit_missing_together(const std::vector<Field>& fields, const Witness& witness, const PathDomains& domains,
                            const Visit& visit) {
  std::vector<double> row = witness.row;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    if (domains[i].tests > 0 && can_be_missing(fields[i])) row[fields[i].feature] = kMissing;
  }
  visit({row, Kind::other, 0});
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    double& value = row[fields[i].feature];
    if (!std::isnan(value)) continue;
    value = witness.row[fields[i].feature];
    visit({row, Kind::other, 0});
    value = kMissing;
  }
}

}  // namespace

std::size_t for_each_kind_of_vector(const Model& model, const std::vector<Field>& fields, const Visit& visit) {
  std::size_t unreached = 0;
  for (const Tree& tree : model.trees) {
    unreached += leaf_count(tree);
    std::vector<const Node*> rules;  // of a list, in their order
    for (std::uint32_t at = 0; is_list(tree) && !tree.nodes[at].is_leaf(); at = tree.nodes[at].children[1]) {
      rules.push_back(&tree.nodes[at]);
    }
    for_each_witness(model, tree, fields, [&](const Witness& witness, const PathDomains& domains) {
      --unreached;
      visit_witness(fields, witness, domains, visit);
      if (witness.rule <= rules.size()) visit_own_thresholds(model, fields, *rules[witness.rule - 1], witness, visit);
      if (model.missing == MissingPolicy::fractional) visit_missing_together(fields, witness, domains, visit);
    });
    if (model.missing == MissingPolicy::surrogate) {
      for_each_fallback_vector(model, tree, fields, [&](Row row) { visit({row, Kind::other, 0}); });
    }
  }
  return unreached;
}

std::size_t for_each_boundary_vector(const Model& model, const std::vector<Field>& fields,
                                     const std::function<void(Row)>& visit) {
  return for_each_kind_of_vector(model, fields, [&](const BoundaryVector& vector) { visit(vector.row); });
}

namespace {

constexpr std::size_t kMostTestsVisited = 40'000;  // each has up to fifty vectors
constexpr std::size_t kMostCategories = 256;

using Path = std::vector<PathDomains::Assumption>;

Condition is_missing(const Program& program, std::uint32_t field) {
  const std::size_t categories = program.category_counts[field];
  return negated(categories == 0 ? known_number(field) : known_category(field, categories));
}

std::vector<double> values_around(const Program& program, const Condition& fallback) {
  const Field& field = program.fields[fallback.field];
  std::vector<double> values;
  if (field.type == InputType::category) {
    const std::size_t categories = program.category_counts[fallback.field];
    const std::size_t stride = (categories + kMostCategories - 1) / kMostCategories;
    for (std::size_t c = 0; c < categories; c += stride) values.push_back(static_cast<double>(c));
    for (const std::uint32_t c : fallback.categories) {
      if (c % stride != 0 && values.size() < 2 * kMostCategories) values.push_back(c);
    }
    values.push_back(kUnknownCategory);
  } else {
    const double at = std::clamp(floor_to(field.type, fallback.threshold), lowest(field.type), highest(field.type));
    values = {at, next_up(field.type, at), next_down(field.type, at), lowest_number(field), highest_number(field)};
    if (field.sentinel) std::erase(values, missing_sentinel(field.type));
  }
  if (can_be_missing(field)) values.push_back(kMissing);
  return values;
}

class FallbackVisitor {
 public:
  FallbackVisitor(const Model& model, const Tree& tree, const std::vector<Field>& fields,
                  const std::function<void(Row)>& visit)
      : model_(model), visit_(visit), rules_(build_program(model, tree, AnswerKind::rule, fields)) {}

  void visit_all() {
    std::size_t tests = 0;
    for_each_test([&](const Path&, std::size_t) { ++tests; });
    const std::size_t stride = (tests + kMostTestsVisited - 1) / kMostTestsVisited;
    std::size_t seen = 0;
    for_each_test([&](const Path& path, std::size_t test) {
      if (seen++ % stride == 0) visit_test(path, test);
    });
  }

 private:
  // Calls `visit(path, i)` for every rule's path and every test i on it that has fallbacks.
  template <typename Visit>
  void for_each_test(const Visit& visit) const {
    walk_paths(rules_, [&](std::uint32_t at, const PathDomains& domains) {
      if (rules_.steps[at].op == Op::branch) return Descend::both;
      const Path& path = domains.assumptions();
      for (std::size_t i = 0; i < path.size(); ++i) {
        if (!path[i].condition->fallbacks.empty()) visit(path, i);
      }
      return Descend::none;
    });
  }

  void visit_test(const Path& path, std::size_t test) const {
    const Condition& condition = *path[test].condition;
    std::vector<Condition> missing = {is_missing(rules_, condition.field)};
    for (const Condition& fallback : condition.fallbacks) {
      auto row = row_along(path, path.size(), missing);
      if (!row) row = row_along(path, test + 1, missing);
      if (!row) return;
      for (const double value : values_around(rules_, fallback)) {
        (*row)[rules_.fields[fallback.field].feature] = value;
        visit_(*row);
      }
      missing.push_back(is_missing(rules_, fallback.field));
    }
  }

  // A row with these values missing that follows the first tests of the path. Twice, because what turns out to be
  // missing at one test lets the fallbacks of an earlier one decide.
  std::optional<std::vector<double>> row_along(const Path& path, std::size_t tests,
                                               const std::vector<Condition>& missing) const {
    PathDomains domains(rules_);
    for (const Condition& condition : missing) domains.assume(condition, true);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < tests; ++i) domains.assume(*path[i].condition, path[i].outcome);
    }
    return row_inside(model_, rules_.fields, domains);
  }

  const Model& model_;
  const std::function<void(Row)>& visit_;
  Program rules_;
};

}  // namespace

void for_each_fallback_vector(const Model& model, const Tree& tree, const std::vector<Field>& fields,
                              const std::function<void(Row)>& visit) {
  FallbackVisitor(model, tree, fields, visit).visit_all();
}

namespace {

// The next sum of the type above a sum.
double next_sum(const Verdict& verdict, double sum) {
  if (is_whole(verdict.type)) return sum + 1;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return verdict.type == SumType::float32 ? std::nextafter(static_cast<float>(sum), static_cast<float>(kInfinity))
                                          : std::nextafter(sum, kInfinity);
}

bool is_signed_sum(SumType type) {
  return type > SumType::uint32;
}

// Sums of which the others of the case are neighbours.
std::vector<double> anchor_sums(const Verdict& verdict) {
  const double top = is_whole(verdict.type) ? std::max(1.0, verdict.largest - 1) : static_cast<double>(verdict.trees);
  std::vector<double> anchors = {0, 1, std::floor(top / 2), top};
  if (!is_whole(verdict.type)) anchors.insert(anchors.end(), {0.1F, 1.0F / 3, top / 3 * 0.7F});
  if (verdict.type == SumType::float32) {
    for (double& anchor : anchors) anchor = static_cast<float>(anchor);
  }
  if (!is_signed_sum(verdict.type)) return anchors;
  const std::size_t positive = anchors.size();
  for (std::size_t i = 1; i < positive; ++i) anchors.push_back(0.0 - anchors[i]);  // whole numbers have no -0
  return anchors;
}

}  // namespace

void for_each_verdict_case(const Verdict& verdict, bool regression,
                           const std::function<void(std::span<const double>)>& visit) {
  constexpr std::size_t kMostLabels = 12;  // every pair of them
  constexpr std::size_t kSampled = 200;
  const std::size_t places = verdict.base.size();
  std::vector<double> sums(places, 0.0);
  for (const double anchor : anchor_sums(verdict)) {
    const double above = next_sum(verdict, anchor);
    if (places == 1) {
      for (const double sum : {anchor, above}) visit(std::span(&sum, 1));
      continue;
    }
    const double others = is_signed_sum(verdict.type) ? -std::abs(anchor) - 1 : 0;
    for (std::size_t i = 0; i < std::min(places, kMostLabels); ++i) {
      for (std::size_t j = i + 1; j < std::min(places, kMostLabels); ++j) {
        const std::array<std::pair<double, double>, 3> pairs = {{{anchor, anchor}, {above, anchor}, {anchor, above}}};
        for (const auto& [first, second] : pairs) {
          std::fill(sums.begin(), sums.end(), others);
          sums[i] = first;
          sums[j] = second;
          visit(sums);
        }
      }
    }
  }
  if (!regression || !is_whole(verdict.type)) return;
  RandomEngine engine(1);
  for (std::size_t i = 0; i < kSampled; ++i) {
    const auto magnitude = static_cast<double>(uniform_below(engine, static_cast<std::uint64_t>(verdict.largest) + 1));
    const double sum = is_signed_sum(verdict.type) && i % 2 == 1 ? 0.0 - magnitude : magnitude;
    visit(std::span(&sum, 1));
  }
}

}  // namespace espalier
