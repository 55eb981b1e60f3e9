#include "audit/fallback_vectors.hpp"

#include <algorithm>
#include <optional>

#include "lower/domain.hpp"
#include "lower/passes.hpp"
#include "lower/witness.hpp"

namespace espalier {
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

}  // namespace espalier
