#include "audit/boundary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "audit/fallback_vectors.hpp"
#include "lower/witness.hpp"
#include "model/tree_facts.hpp"

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
    for_each_witness(model, tree, fields, [&](const Witness& witness, const PathDomains& domains) {
      --unreached;
      visit_witness(fields, witness, domains, visit);
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

}  // namespace espalier
